/* SPDX-License-Identifier: MIT
 *
 * What programs do: registers and addresses, masks, control flow, killing, textures, built-ins.
 */
#include "kit.h"

#include <stdio.h>

#define F(value)                                                                                   \
    {                                                                                              \
        .f = value##f                                                                              \
    }
#define U(value)                                                                                   \
    {                                                                                              \
        .u = value                                                                                 \
    }
#define NAN_BITS 0x7fc12345
#define LANES 4

/* The declarations of the vertex programs below. IN[0] is (lane, 1, 2, 3), IN[1] is (-0.0, NaN,
 * 0.5, -2). */
#define HEAD_WITH(more)                                                                            \
    "VERT\nDCL IN[0..1]\nDCL OUT[0], GENERIC[0]\nDCL TEMP[0..7]\nDCL ADDR[0..1]\n" more            \
    "IMM[0] FLT32 {1, 2, 3, 4}\nIMM[1] FLT32 {5, 6, 7, 8}\nIMM[2] FLT32 {0, -1, 0.5, -0.5}\n"      \
    "IMM[3] INT32 {0, 1, -1, 1073741824}\nIMM[4] UINT32 {268435456, 1065353216, 2, 3}\n"
#define HEAD_PRED HEAD_WITH("DCL PRED[0]\n")
#define HEAD HEAD_WITH("")
#define TAIL "\nEND\n"

struct uniform_row {
    const char *name;
    const char *text;
    union kit_word expected[4]; /* OUT[0] in all lanes. */
};

static const struct uniform_row uniform_rows[] = {
    /* Masks and swizzles. */
    {"swap in place",
     HEAD "MOV TEMP[0], IMM[0]\nMOV TEMP[0].xy, TEMP[0].yxzw\nMOV OUT[0], TEMP[0]" TAIL,
     {F(2.0), F(1.0), F(3.0), F(4.0)}},
    {"rotate in place",
     HEAD "MOV TEMP[0], IMM[0]\nMOV TEMP[0], TEMP[0].yzwx\nMOV OUT[0], TEMP[0]" TAIL,
     {F(2.0), F(3.0), F(4.0), F(1.0)}},
    {"a masked write leaves the rest",
     HEAD "MOV TEMP[0], IMM[0]\nMOV TEMP[0].yw, IMM[1]\nMOV OUT[0], TEMP[0]" TAIL,
     {F(1.0), F(6.0), F(3.0), F(8.0)}},
    {"a dot product reads before it writes",
     HEAD "MOV TEMP[0], IMM[0]\nDP4 TEMP[0].xy, TEMP[0], TEMP[0]\nMOV OUT[0], TEMP[0]" TAIL,
     {F(30.0), F(30.0), F(3.0), F(4.0)}},
    {"a formula for each component reads before it writes",
     HEAD "MOV TEMP[0], IMM[0]\nXPD TEMP[0], TEMP[0].yzxw, TEMP[0]\nMOV OUT[0], TEMP[0]" TAIL,
     {F(7.0), F(-5.0), F(1.0), F(1.0)}},
    {"a write to nowhere",
     HEAD "MOV OUT[0], IMM[0]\nMOV NULL[0], IMM[1]" TAIL,
     {F(1.0), F(2.0), F(3.0), F(4.0)}},
    {"a write to nowhere by an address",
     HEAD "MOV OUT[0], IMM[0]\nMOV NULL[IN[1].x-7], IMM[1]" TAIL,
     {F(1.0), F(2.0), F(3.0), F(4.0)}},
    {"what is never written is zero",
     HEAD "MOV OUT[0].x, TEMP[3].yyyy" TAIL,
     {U(0), U(0), U(0), U(0)}},

    /* Bits, modifiers, saturation. */
    {"a move keeps bits",
     HEAD "MOV TEMP[0], IN[1]\nMOV OUT[0], TEMP[0]" TAIL,
     {U(0x80000000), U(NAN_BITS), F(0.5), F(-2.0)}},
    {"a move of integers keeps bits",
     HEAD "MOV OUT[0], IMM[3]" TAIL,
     {U(0), U(1), U(0xffffffff), U(0x40000000)}},
    {"float modifiers of a move",
     HEAD "MOV TEMP[0], -|IN[1]|\nMOV OUT[0], TEMP[0]" TAIL,
     {U(0x80000000), U(NAN_BITS | 0x80000000), F(-0.5), F(-2.0)}},
    {"integer modifiers", HEAD "UADD OUT[0], -IMM[3], |IMM[3]|" TAIL, {U(0), U(0), U(2), U(0)}},
    {"integers read as floats",
     HEAD "ADD OUT[0], IMM[4].yyyy, IMM[0]" TAIL,
     {F(2.0), F(3.0), F(4.0), F(5.0)}},
    {"saturation", HEAD "MOV_SAT OUT[0], IN[1]" TAIL, {U(0), U(0), F(0.5), U(0)}},
    {"saturation of integers is that of floats",
     HEAD "UADD_SAT OUT[0], IMM[3], IMM[4].yyyy" TAIL,
     {F(1.0), F(1.0), F(0.99999994), F(1.0)}},
    {"signed saturation",
     HEAD "MOV TEMP[0].xyz, IN[1].wzyy\nMOV TEMP[0].w, IMM[1].xxxx\n"
          "MOV_SATNV OUT[0], TEMP[0]" TAIL,
     {F(-1.0), F(0.5), U(NAN_BITS), F(1.0)}},

    /* Addresses. */
    {"an immediate by an address",
     HEAD "ARL ADDR[0].x, IMM[0].xxxx\nMOV OUT[0], IMM[ADDR[0].x]" TAIL,
     {F(5.0), F(6.0), F(7.0), F(8.0)}},
    {"with an offset",
     HEAD "ARL ADDR[0].y, IMM[2].yyyy\nMOV OUT[0], IMM[ADDR[0].y + 2].wzyx" TAIL,
     {F(8.0), F(7.0), F(6.0), F(5.0)}},
    {"with an offset down",
     HEAD "ARL ADDR[0].x, IMM[0].yyyy\nMOV OUT[0], IMM[ADDR[0].x-2]" TAIL,
     {F(1.0), F(2.0), F(3.0), F(4.0)}},
    {"past the last",
     HEAD "ARL ADDR[0].x, IMM[1].xxxx\nMOV OUT[0], IMM[ADDR[0].x]" TAIL,
     {U(0), U(0), U(0), U(0)}},
    {"before the first",
     HEAD "ARL ADDR[0].x, IMM[2].yyyy\nMOV OUT[0], IMM[ADDR[0].x]" TAIL,
     {U(0), U(0), U(0), U(0)}},
    {"an address that wraps round to the first",
     HEAD "UARL ADDR[0].x, IMM[3].wwww\nMOV OUT[0], IMM[ADDR[0].x]" TAIL,
     {U(0), U(0), U(0), U(0)}},
    {"float bits as an address",
     HEAD "FLR ADDR[0].x, IMM[0].xxxx\nMOV OUT[0], IMM[ADDR[0].x]" TAIL,
     {U(0), U(0), U(0), U(0)}},
    {"rounding addresses",
     HEAD "ARR ADDR[0], IMM[2].zwzw\nI2F OUT[0], ADDR[0]" TAIL,
     {F(1.0), U(0), F(1.0), U(0)}},
    {"an address in a temporary",
     HEAD "MOV TEMP[7].z, IMM[3].yyyy\nMOV OUT[0], IMM[TEMP[7].z]" TAIL,
     {F(5.0), F(6.0), F(7.0), F(8.0)}},
    {"without a component it is x",
     HEAD "MOV TEMP[7].x, IMM[3].yyyy\nMOV OUT[0], IMM[TEMP[7]]" TAIL,
     {F(5.0), F(6.0), F(7.0), F(8.0)}},
    {"a temporary by an address",
     HEAD "ARL ADDR[0].x, IMM[0].yyyy\nMOV TEMP[2], IMM[1]\nMOV TEMP[3], IMM[0]\n"
          "MOV TEMP[ADDR[0].x+1].xz, TEMP[ADDR[0].x]\nMOV OUT[0], TEMP[3]" TAIL,
     {F(5.0), F(2.0), F(7.0), F(4.0)}},
    {"the address is read before it is written",
     HEAD "UARL ADDR[0], IMM[3].yyyy\nUARL ADDR[1], IMM[3]\n"
          "UADD ADDR[ADDR[0].x], ADDR[0], ADDR[0]\nI2F OUT[0], ADDR[1]" TAIL,
     {F(2.0), F(2.0), F(2.0), F(2.0)}},
    {"a write past the last is dropped",
     HEAD "ARL ADDR[0].x, IMM[1].wwww\nMOV TEMP[7], IMM[0]\nMOV TEMP[ADDR[0].x], IMM[1]\n"
          "MOV OUT[0], TEMP[7]" TAIL,
     {F(1.0), F(2.0), F(3.0), F(4.0)}},
    {"an input by an address",
     HEAD "ARL ADDR[0].x, IMM[0].xxxx\nMOV OUT[0], IN[ADDR[0].x]" TAIL,
     {U(0x80000000), U(NAN_BITS), F(0.5), F(-2.0)}},
    {"an output by an address",
     "VERT\nDCL OUT[0..2], GENERIC[0]\nDCL ADDR[0]\nIMM FLT32 {0, 1, 2, 3}\n"
     "ARL ADDR[0].x, IMM[0].xxxx\nMOV OUT[ADDR[0].x+1], IMM[0].wwww\n"
     "MOV OUT[ADDR[0].x], IMM[0]\nMOV OUT[0].y, IMM[0].wwww" TAIL,
     {U(0), F(3.0), F(2.0), F(3.0)}},

    /* Arrays of temporaries. */
    {"an access with an array's id stays in the array",
     "VERT\nDCL OUT[0], GENERIC[0]\nDCL TEMP[0..1], ARRAY(1)\nDCL TEMP[2..3], ARRAY(2)\n"
     "DCL TEMP[4]\nDCL ADDR[0]\nIMM FLT32 {0, 1, 2, 3}\nMOV TEMP[4], IMM[0]\n"
     "MOV TEMP[2], IMM[0].zzzz\nMOV TEMP[3], IMM[0].yyyy\nARL ADDR[0].x, IMM[0].zzzz\n"
     "MOV TEMP[ADDR[0].x](1), IMM[0].wwww\nMOV TEMP[ADDR[0].x+2](2), IMM[0].wwww\n"
     "ADD TEMP[2], TEMP[2], TEMP[3]\nADD OUT[0], TEMP[2], TEMP[4]" TAIL,
     {F(3.0), F(4.0), F(5.0), F(6.0)}},
    {"an access without one reaches all",
     "VERT\nDCL OUT[0], GENERIC[0]\nDCL TEMP[0..1], ARRAY(1)\nDCL TEMP[2..3], ARRAY(2)\n"
     "DCL ADDR[0]\nIMM FLT32 {0, 1, 2, 3}\nMOV TEMP[2], IMM[0].yyyy\n"
     "ARL ADDR[0].x, IMM[0].zzzz\nMOV TEMP[ADDR[0].x](1), IMM[0].wwww\n"
     "MOV TEMP[ADDR[0].x+1], IMM[0]\nADD OUT[0], TEMP[2], TEMP[ADDR[0].x+1](2)" TAIL,
     {F(3.0), F(4.0), F(5.0), F(6.0)}},
    {"TEMPX",
     "VERT\nDCL OUT[0], GENERIC[0]\nDCL TEMPX[0][0..1]\nDCL TEMPX[1][0..2]\nDCL ADDR[0]\n"
     "IMM FLT32 {0, 1, 2, 3}\nMOV TEMPX[0][1], IMM[0].yyyy\nMOV TEMPX[1][1], IMM[0].zzzz\n"
     "ARL ADDR[0].x, IMM[0].yyyy\nMOV TEMPX[1][ADDR[0].x+1], IMM[0]\n"
     "MOV TEMPX[1][ADDR[0].x+2], IMM[0]\nADD TEMPX[0][1], TEMPX[0][1], TEMPX[1][ADDR[0].x]\n"
     "ADD OUT[0], TEMPX[0][1], TEMPX[1][2]" TAIL,
     {F(3.0), F(4.0), F(5.0), F(6.0)}},
    {"IMMX",
     "VERT\nDCL OUT[0], GENERIC[0]\nDCL ADDR[0]\nDCL IMMX[0..1] {{1, 2, 3, 4}, {0, 0, 0, 1}}\n"
     "DCL IMMX[3] {{9, 9, 9, 9}}\nDCL TEMP[0]\nARL ADDR[0].x, IMMX[0].xxxx\n"
     "ADD TEMP[0], IMMX[ADDR[0].x], IMMX[ADDR[0].x+2]\nADD TEMP[0], TEMP[0], IMMX[ADDR[0].x+1]\n"
     "ADD OUT[0], TEMP[0], IMMX[0]" TAIL,
     {F(10.0), F(11.0), F(12.0), F(14.0)}},

    /* Predicates. */
    {"a predicate for each component",
     HEAD_PRED "SLT PRED[0], IMM[2], IMM[2].xxxx\nMOV OUT[0], IMM[0]\n"
               "(PRED[0].xyzw) MOV OUT[0], IMM[1]" TAIL,
     {F(1.0), F(6.0), F(3.0), F(8.0)}},
    {"its opposite, with a swizzle and a mask",
     HEAD_PRED "SLT PRED[0], IMM[2], IMM[2].xxxx\nMOV OUT[0], IMM[0]\n"
               "(!PRED[0].yxwz) MOV OUT[0].xyz, IMM[1]" TAIL,
     {F(1.0), F(6.0), F(3.0), F(4.0)}},
    {"a predicate that is written",
     HEAD_PRED "MOV PRED[0], IMM[2].xyzw\n(PRED[0].yxwz) MOV PRED[0], IMM[1]\n"
               "MOV OUT[0], PRED[0]" TAIL,
     {F(5.0), F(-1.0), F(7.0), F(8.0)}},

    /* Branches. */
    {"minus zero is no condition",
     HEAD "MOV OUT[0], IMM[0]\nIF IN[1].xxxx\nMOV OUT[0].x, IMM[1]\nELSE\n"
          "MOV OUT[0].y, IMM[1]\nENDIF" TAIL,
     {F(1.0), F(6.0), F(3.0), F(4.0)}},
    {"but its bits are one",
     HEAD "MOV OUT[0], IMM[0]\nUIF IN[1].xxxx\nMOV OUT[0].x, IMM[1]\nELSE\n"
          "MOV OUT[0].y, IMM[1]\nENDIF" TAIL,
     {F(5.0), F(2.0), F(3.0), F(4.0)}},
    {"a NaN is one",
     HEAD "MOV OUT[0], IMM[0]\nIF IN[1].yyyy\nMOV OUT[0].x, IMM[1]\nENDIF" TAIL,
     {F(5.0), F(2.0), F(3.0), F(4.0)}},
    {"labels are ignored",
     HEAD "0: MOV OUT[0], IMM[0]\n1: IF IMM[2].xxxx :7\n2: MOV OUT[0].x, IMM[1]\n3: ELSE :0\n"
          "4: MOV OUT[0].z, IMM[1]\n5: ENDIF" TAIL,
     {F(1.0), F(2.0), F(7.0), F(4.0)}},
    {"what a branch does not write stays",
     HEAD "MOV TEMP[0], IMM[0]\nIF IMM[0].xxxx\nIF IMM[2].xxxx\nMOV TEMP[0], IMM[1]\nELSE\n"
          "MOV TEMP[0].w, IMM[1]\nENDIF\nENDIF\nMOV OUT[0], TEMP[0]" TAIL,
     {F(1.0), F(2.0), F(3.0), F(8.0)}},
    {"a return leaves the outputs as they are",
     HEAD "MOV OUT[0], IMM[0]\nIF IMM[0].xxxx\nMOV OUT[0].y, IMM[1]\nRET\n"
          "MOV OUT[0].z, IMM[1]\nENDIF\nMOV OUT[0].w, IMM[1]" TAIL,
     {F(1.0), F(6.0), F(3.0), F(4.0)}},
    {"a return at the end of all",
     HEAD "MOV OUT[0], IMM[0]\nRET\nMOV OUT[0], IMM[1]" TAIL,
     {F(1.0), F(2.0), F(3.0), F(4.0)}},

    /* Loops. */
    {"a loop that ends by a break",
     HEAD "MOV TEMP[0], IMM[2].xxxx\nBGNLOOP :0\nADD TEMP[0], TEMP[0], IMM[0].xxxx\n"
          "SGE TEMP[1].x, TEMP[0], IMM[1].xxxx\nIF TEMP[1].xxxx\nBRK\nENDIF\nENDLOOP :0\n"
          "MOV OUT[0], TEMP[0]" TAIL,
     {F(5.0), F(5.0), F(5.0), F(5.0)}},
    {"by a conditional break",
     HEAD "MOV TEMP[0], IMM[2].xxxx\nBGNLOOP\nSGE TEMP[1].x, TEMP[0], IMM[1].xxxx\n"
          "BREAKC TEMP[1].xxxx\nADD TEMP[0], TEMP[0], IMM[0].xxxx\nENDLOOP\n"
          "MOV OUT[0], TEMP[0]" TAIL,
     {F(5.0), F(5.0), F(5.0), F(5.0)}},
    {"a round cut short",
     HEAD "MOV TEMP[0], IMM[2].xxxx\nBGNLOOP\nADD TEMP[0].x, TEMP[0], IMM[0].xxxx\n"
          "SGE TEMP[1].x, TEMP[0], IMM[1].xxxx\nBREAKC TEMP[1].xxxx\n"
          "SLT TEMP[1].x, TEMP[0], IMM[0].zzzz\nUIF TEMP[1].xxxx\nCONT\nENDIF\n"
          "ADD TEMP[0].y, TEMP[0], IMM[0].xxxx\nENDLOOP\nMOV OUT[0], TEMP[0]" TAIL,
     {F(5.0), F(2.0), U(0), U(0)}},
    {"a loop in a loop",
     HEAD "MOV TEMP[0], IMM[2].xxxx\nBGNLOOP\nMOV TEMP[0].y, IMM[2].xxxx\nBGNLOOP\n"
          "ADD TEMP[0].yz, TEMP[0], IMM[0].xxxx\nSGE TEMP[1].x, TEMP[0].yyyy, IMM[0].zzzz\n"
          "BREAKC TEMP[1].xxxx\nENDLOOP\nADD TEMP[0].x, TEMP[0], IMM[0].xxxx\n"
          "SGE TEMP[1].x, TEMP[0], IMM[0].wwww\nBREAKC TEMP[1].xxxx\nENDLOOP\n"
          "MOV OUT[0], TEMP[0]" TAIL,
     {F(4.0), F(3.0), F(12.0), U(0)}},
    {"a return from a loop",
     HEAD "MOV TEMP[0], IMM[2].xxxx\nBGNLOOP\nADD TEMP[0], TEMP[0], IMM[0].xxxx\n"
          "MOV OUT[0].x, TEMP[0]\nSGE TEMP[1].x, TEMP[0], IMM[0].zzzz\nUIF TEMP[1].xxxx\n"
          "MOV OUT[0].y, IMM[0]\nRET\nENDIF\nENDLOOP\nMOV OUT[0], IMM[1]" TAIL,
     {F(3.0), F(2.0), U(0), U(0)}},
    {"a type that changes from round to round",
     HEAD "MOV TEMP[0].x, IMM[2].xxxx\nMOV TEMP[1].x, IMM[3].xxxx\nBGNLOOP\n"
          "UADD TEMP[1].x, TEMP[1], IMM[3].yyyy\nISGE TEMP[2].x, TEMP[1], IMM[4].zzzz\n"
          "BREAKC TEMP[2].xxxx\nADD TEMP[1].x, TEMP[1], IMM[2].xxxx\nENDLOOP\n"
          "I2F OUT[0], TEMP[1].xxxx" TAIL,
     {F(2.0), F(2.0), F(2.0), F(2.0)}},
};

static void
set_inputs(struct kit *kit, struct kit_run *run)
{
    static const union kit_word fixed[4] = {U(0x80000000), U(NAN_BITS), F(0.5), F(-2.0)};

    for (uint32_t lane = 0; lane < LANES; lane++) {
        for (unsigned c = 0; c < 4; c++) {
            kit_set_input(kit, run, 0, c, lane,
                          base_bits_of_float(c == 0 ? (float)lane : (float)c));
            kit_set_input(kit, run, 1, c, lane, fixed[c].u);
        }
    }
}

static void
check_uniform(const struct uniform_row *row)
{
    struct kit kit;
    struct kit_run run;

    KIT_BEGIN(&kit);
    kit_lower(&kit, row->text);
    kit_run_init(&kit, &run, LANES);
    set_inputs(&kit, &run);
    kit_run(&kit, &run);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        for (unsigned c = 0; c < 4; c++) {
            const uint32_t found = kit_output(&kit, &run, KIT_GENERIC, c, lane);

            if (found != row->expected[c].u)
                fail_msg("%s: lane %u component %u: found %08x, expected %08x\n%s", row->name, lane,
                         c, found, row->expected[c].u, kit_print(&kit));
        }
    }
    kit_end(&kit);
}

static void
test_uniform(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < BASE_COUNT(uniform_rows); i++)
        check_uniform(&uniform_rows[i]);
}

/* ---- each lane on its own way ---- */

struct lane_row {
    const char *name;
    const char *text;
    float expected[LANES]; /* OUT[0].x. */
};

static const struct lane_row lane_rows[] = {
    {"branches",
     HEAD "SLT TEMP[0].x, IN[0].xxxx, IMM[0].yyyy\nIF TEMP[0].xxxx\nMOV OUT[0].x, IMM[1].xxxx\n"
          "ELSE\nMOV OUT[0].x, IN[0].xxxx\nENDIF" TAIL,
     {5, 5, 2, 3}},
    {"rounds of a loop",
     HEAD "MOV TEMP[0].x, IMM[2].xxxx\nMOV TEMP[1].x, IMM[2].xxxx\nBGNLOOP\n"
          "SGE TEMP[2].x, TEMP[0].xxxx, IN[0].xxxx\nBREAKC TEMP[2].xxxx\n"
          "ADD TEMP[0].x, TEMP[0].xxxx, IMM[0].xxxx\nADD TEMP[1].x, TEMP[1].xxxx, TEMP[0].xxxx\n"
          "ENDLOOP\nMOV OUT[0].x, TEMP[1].xxxx" TAIL,
     {0, 1, 3, 6}},
    {"returns",
     HEAD "MOV OUT[0].x, IMM[1].wwww\nSEQ TEMP[0].x, IN[0].xxxx, IMM[0].xxxx\nIF TEMP[0].xxxx\n"
          "RET\nENDIF\nMOV OUT[0].x, IN[0].xxxx" TAIL,
     {0, 8, 2, 3}},
    {"addresses",
     HEAD "ARL ADDR[0].x, IN[0].xxxx\nMOV OUT[0].x, IMM[ADDR[0].x].wwww" TAIL,
     {4, 8, -0.5f, 2.0f}},
    {"arrays",
     HEAD "ARL ADDR[0].x, IN[0].xxxx\nMOV TEMP[0], IMM[2].xxxx\nMOV TEMP[1], IMM[2].xxxx\n"
          "MOV TEMP[2], IMM[2].xxxx\nMOV TEMP[ADDR[0].x].x, IMM[0].wwww\n"
          "MUL TEMP[1].x, TEMP[1].xxxx, IMM[0].yyyy\nADD TEMP[0].x, TEMP[0].xxxx, TEMP[1].xxxx\n"
          "ADD OUT[0].x, TEMP[0].xxxx, TEMP[2].xxxx" TAIL,
     {4, 8, 4, 0}},
};

static void
check_lanes(const struct lane_row *row)
{
    struct kit kit;
    struct kit_run run;

    KIT_BEGIN(&kit);
    kit_lower(&kit, row->text);
    kit_run_init(&kit, &run, LANES);
    set_inputs(&kit, &run);
    kit_run(&kit, &run);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        const float found = base_float_of_bits(kit_output(&kit, &run, KIT_GENERIC, 0, lane));

        if (found != row->expected[lane])
            fail_msg("%s: lane %u: found %g, expected %g\n%s", row->name, lane, (double)found,
                     (double)row->expected[lane], kit_print(&kit));
    }
    kit_end(&kit);
}

static void
test_lanes(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < BASE_COUNT(lane_rows); i++)
        check_lanes(&lane_rows[i]);
}

/* ---- constant buffers ---- */

static void
test_constants(void **state)
{
    static const char text[] =
        "VERT\nDCL IN[0]\nDCL OUT[0..5], GENERIC[0]\nDCL CONST[0..1]\nDCL CONST[2][1..3]\n"
        "DCL CONST[1][0]\nDCL ADDR[0]\nIMM UINT32 {1, 2, 268435456, 4294967295}\n"
        "MOV OUT[0], CONST[1]\nMOV OUT[1], CONST[2][2].wzyx\nARL ADDR[0].x, IN[0].xxxx\n"
        "MOV OUT[2], CONST[2][ADDR[0].x+1]\nMOV OUT[3], CONST[1][0]\n"
        "UARL ADDR[0].x, IMM[0].zzzz\nMOV OUT[4], CONST[ADDR[0].x]\n"
        "UARL ADDR[0].x, IMM[0].wwww\nMOV OUT[5], CONST[ADDR[0].x+1]\nEND\n";
    _Alignas(16) float first[8], third[12]; /* Of CONST[2] the last register is missing. */
    struct kit kit;
    struct kit_run run;
    (void)state;

    KIT_BEGIN(&kit);
    kit_lower(&kit, text);
    kit_run_init(&kit, &run, LANES);
    set_inputs(&kit, &run);
    for (uint32_t i = 0; i < 12; i++) {
        third[i] = 100 + (float)i;
        if (i < 8)
            first[i] = (float)i;
    }
    assert_int_equal(kit.shader->buffers.count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        const struct ir_buffer *buffer = &kit.shader->buffers.data[i];

        assert_int_equal(buffer->set, 0);
        assert_int_equal(buffer->size, buffer->binding == 0 ? 32 : buffer->binding == 2 ? 64 : 16);
        if (buffer->binding == 0)
            run.buffers[i] = (struct cpu_buffer_view){first, sizeof(first), false};
        if (buffer->binding == 2)
            run.buffers[i] = (struct cpu_buffer_view){third, sizeof(third), false};
    }
    kit_run(&kit, &run);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        for (unsigned c = 0; c < 4; c++) {
            const float by_address = lane < 2 ? 100 + 4 * (float)(lane + 1) + (float)c : 0;
            const float expected[6] = {4 + (float)c, 111 - (float)c, by_address, 0, 0, (float)c};

            for (uint32_t i = 0; i < 6; i++)
                assert_int_equal(kit_output(&kit, &run, KIT_GENERIC + i, c, lane),
                                 base_bits_of_float(expected[i]));
        }
    }
    kit_end(&kit);
}

/* ---- fragments ---- */

#define FRAGMENT                                                                                   \
    "FRAG\nDCL IN[0], GENERIC[0], CONSTANT\nDCL OUT[0], COLOR\nDCL TEMP[0..3]\n"                   \
    "IMM[0] FLT32 {1, 2, 3, 4}\nIMM[1] FLT32 {0, 0.5, -1, 1.5}\n"

/* IN[0] is (x, y, z, w) in each lane; which lanes are killed. */
struct kill_row {
    const char *text;
    union kit_word in[LANES][4];
    unsigned killed;
};

static const struct kill_row kill_rows[] = {
    {"KILL_IF IN[0]",
     {{F(0.0), F(1.0), F(2.0), F(3.0)},
      {F(0.0), F(1.0), F(2.0), F(-3.0)},
      {U(0x80000000), U(0x80000000), U(0x80000000), U(0x80000000)},
      {U(NAN_BITS), U(0xffc00000), F(1.0), F(1.0)}},
     1 << 1},
    {"KIL IN[0].xxzz",
     {{F(1.0), F(-1.0), F(1.0), F(-1.0)},
      {F(-1.0), F(1.0), F(1.0), F(1.0)},
      {F(1.0), F(1.0), U(0x80000001), F(1.0)},
      {F(1.0), F(1.0), U(0xff800000), F(1.0)}},
     1 << 1 | 1 << 2 | 1 << 3},
    {"KILL_IF -|IN[0]|",
     {{U(0), U(0), U(0), U(0)}, {F(1.0), U(0), U(0), U(0)}, {U(0), U(0), U(0), F(-1.0)}, {U(0)}},
     1 << 1 | 1 << 2},
    {"IF IN[0].xxxx\nKILL\nENDIF", {{F(1.0)}, {U(0)}, {U(0x80000000)}, {F(-1.0)}}, 1 << 0 | 1 << 3},
    {"IF IN[0].xxxx\nELSE\nKILP\nENDIF",
     {{F(1.0)}, {U(0)}, {U(0x80000000)}, {F(-1.0)}},
     1 << 1 | 1 << 2},
    {"UIF IN[0].xxxx\nDEMOTE\nENDIF",
     {{F(1.0)}, {U(0)}, {U(0x80000000)}, {F(-1.0)}},
     1 << 0 | 1 << 2 | 1 << 3},
};

static void
set_quad(struct kit *kit, struct kit_run *run, const union kit_word (*in)[4])
{
    for (uint32_t lane = 0; lane < LANES; lane++)
        for (unsigned c = 0; c < 4; c++)
            kit_set_input(kit, run, KIT_GENERIC, c, lane, in[lane][c].u);
}

/* Killed lanes go on as helpers: what they compute is there for derivatives. */
static void
check_kill(const struct kill_row *row)
{
    struct kit kit;
    struct kit_run run;

    KIT_BEGIN(&kit);
    kit_lower(&kit, base_arena_printf(&kit.arena,
                                      FRAGMENT "MOV OUT[0], IMM[0]\n%s\nREAD_HELPER TEMP[0].x\n"
                                               "MOV OUT[0].y, TEMP[0].xxxx\nEND\n",
                                      row->text));
    kit_run_init(&kit, &run, LANES);
    set_quad(&kit, &run, row->in);
    kit_run(&kit, &run);
    if (run.group.helpers != row->killed)
        fail_msg("%s: found %x, expected %x", row->text, (unsigned)run.group.helpers, row->killed);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        assert_int_equal(kit_output(&kit, &run, 0, 0, lane), base_bits_of_float(1.0f));
        assert_int_equal(kit_output(&kit, &run, 0, 1, lane),
                         row->killed >> lane & 1 ? UINT32_MAX : 0);
    }
    kit_end(&kit);
}

static void
test_kill(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < BASE_COUNT(kill_rows); i++)
        check_kill(&kill_rows[i]);
}

static void
test_derivatives(void **state)
{
    static const union kit_word in[LANES][4] = {{F(1.0)}, {F(4.0)}, {F(10.0)}, {F(20.0)}};
    static const float expected[LANES][4] = {
        {3, 9, 3, 9}, {3, 9, 3, 16}, {3, 9, 10, 9}, {3, 9, 10, 16}};
    struct kit kit;
    struct kit_run run;
    (void)state;

    KIT_BEGIN(&kit);
    kit_lower(&kit, FRAGMENT "DDX OUT[0].x, IN[0].xxxx\nDDY OUT[0].y, IN[0].xxxx\n"
                             "DDX_FINE OUT[0].z, IN[0].xxxx\nDDY_FINE OUT[0].w, IN[0].xxxx\n"
                             "KILL_IF IN[0].xxxx\nEND\n");
    kit_run_init(&kit, &run, LANES);
    set_quad(&kit, &run, in);
    kit_run(&kit, &run);
    for (uint32_t lane = 0; lane < LANES; lane++)
        for (unsigned c = 0; c < 4; c++)
            assert_int_equal(kit_output(&kit, &run, 0, c, lane),
                             base_bits_of_float(expected[lane][c]));
    kit_end(&kit);
}

static void
test_fragment_interface(void **state)
{
    static const char text[] =
        "FRAG\nDCL IN[0], POSITION, LINEAR\nDCL IN[1], FACE, CONSTANT\nDCL IN[2], FOG, "
        "PERSPECTIVE\n"
        "DCL SV[0], FACE\nDCL OUT[0], POSITION\nDCL OUT[1..2], COLOR\nDCL OUT[3], COLOR[4]\n"
        "MOV OUT[0].z, IN[0].wwww\nMOV OUT[1], IN[1]\nMOV OUT[2], IN[2]\nMOV OUT[3].xy, IN[0]\n"
        "MOV OUT[3].zw, SV[0].xxxy\nEND\n";
    struct kit kit;
    struct kit_run run;
    (void)state;

    KIT_BEGIN(&kit);
    kit_lower(&kit, text);
    kit_run_init(&kit, &run, LANES);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        for (unsigned c = 0; c < 4; c++) {
            kit_set_builtin(&kit, &run, ir_builtin_frag_coord, c, lane,
                            base_bits_of_float((float)(10 * lane + c)));
            kit_set_input(&kit, &run, 4, c, lane, base_bits_of_float(7.0f));
        }
        kit_set_builtin(&kit, &run, ir_builtin_front_facing, 0, lane, lane % 2 ? UINT32_MAX : 0);
    }
    kit_run(&kit, &run);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        const union kit_word face[4] = {{.f = lane % 2 ? 1 : -1}, F(0.0), F(0.0), F(1.0)};
        const union kit_word fog[4] = {F(7.0), F(0.0), F(0.0), F(1.0)};
        const union kit_word last[4] = {{.f = (float)(10 * lane)},
                                        {.f = (float)(10 * lane + 1)},
                                        {.u = lane % 2 ? UINT32_MAX : 0},
                                        U(0)};

        assert_int_equal(kit_builtin(&kit, &run, ir_builtin_frag_depth, 0, lane),
                         base_bits_of_float((float)(10 * lane + 3)));
        for (unsigned c = 0; c < 4; c++) {
            assert_int_equal(kit_output(&kit, &run, 0, c, lane), face[c].u);
            assert_int_equal(kit_output(&kit, &run, 1, c, lane), fog[c].u);
            assert_int_equal(kit_output(&kit, &run, 4, c, lane), last[c].u);
        }
    }
    kit_end(&kit);
}

/* ---- textures ---- */

/* A level of 2 by 2 texels, n at (n % 2, n / 2), and one of a single texel, 9. */
static _Alignas(16) float texels[5][4] = {
    {0, 0, 0, 1}, {1, 10, 100, 1}, {2, 20, 200, 1}, {3, 30, 300, 1}, {9, 90, 900, 1}};

static const struct scene_sampler sampler = {.mip = scene_filter_nearest,
                                             .wrap_u = scene_wrap_clamp_to_edge,
                                             .wrap_v = scene_wrap_clamp_to_edge,
                                             .max_lod = 8};

static void
set_texture(struct kit_run *run)
{
    struct scene_image image = scene_image_2d_of(scene_format_r32g32b32a32_sfloat, 2, 2);
    const struct scene_view view = {.dim = ir_dim_2d, .level_count = 2, .layer_count = 1};

    image.levels = 2;
    run->images[0] = cpu_image_view_of(&image, &view, texels);
    run->samplers[0] = &sampler;
}

struct texture_row {
    const char *text;
    union kit_word in[4]; /* In all lanes. */
    float expected;       /* OUT[0].x. */
};

static const struct texture_row texture_rows[] = {
    {"TEX OUT[0], IN[0], SAMP[3], 2D", {F(0.75), F(0.25), F(9.0), F(9.0)}, 1},
    {"TEX OUT[0], IN[0].yxzw, SAMP[3], 2D", {F(0.75), F(0.25), F(9.0), F(9.0)}, 2},
    {"TEX OUT[0].x, -IN[0], SAMP[3], 2D", {F(-0.75), F(-0.75), F(9.0), F(9.0)}, 3},
    {"TXP OUT[0], IN[0], SAMP[3], 2D", {F(1.5), F(0.5), F(9.0), F(2.0)}, 1},
    {"TXL OUT[0], IN[0], SAMP[3], 2D", {F(0.75), F(0.25), F(9.0), F(1.0)}, 9},
    {"TXL OUT[0], IN[0], SAMP[3], 2D", {F(0.75), F(0.25), F(9.0), F(0.0)}, 1},
    {"TEX_LZ OUT[0], IN[0], SAMP[3], 2D", {F(0.75), F(0.25), F(9.0), F(1.0)}, 1},
    {"TEX_SAT OUT[0], IN[0], SAMP[3], 2D", {F(0.75), F(0.75), F(9.0), F(1.0)}, 1},
};

static void
check_texture(const struct texture_row *row, const char *head, uint32_t set, uint32_t location)
{
    struct kit kit;
    struct kit_run run;
    struct base_text text;

    KIT_BEGIN(&kit);
    base_text_init(&text, &kit.arena);
    base_text_printf(&text, "%s%s\nEND\n", head, row->text);
    kit_lower(&kit, base_text_string(&text));
    assert_int_equal(kit.shader->images.count, 1);
    assert_int_equal(kit.shader->images.data[0].set, set);
    assert_int_equal(kit.shader->images.data[0].binding, 32 + 3);
    kit_run_init(&kit, &run, LANES);
    set_texture(&run);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        for (unsigned c = 0; c < 4; c++) {
            kit_set_input(&kit, &run, 0, c, lane, row->in[c].u);
            kit_set_input(&kit, &run, KIT_GENERIC, c, lane, row->in[c].u);
        }
    }
    kit_run(&kit, &run);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        const float found = base_float_of_bits(kit_output(&kit, &run, location, 0, lane));

        if (found != row->expected)
            fail_msg("%s: found %g, expected %g", row->text, (double)found, (double)row->expected);
    }
    kit_end(&kit);
}

static void
test_textures(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < BASE_COUNT(texture_rows); i++) {
        check_texture(&texture_rows[i],
                      "FRAG\nDCL IN[0], GENERIC[0]\nDCL OUT[0], COLOR\nDCL SAMP[0..3]\n", 1, 0);
        check_texture(&texture_rows[i],
                      "VERT\nDCL IN[0]\nDCL OUT[0], GENERIC[0]\nDCL SAMP[3]\n"
                      "DCL SVIEW[3], 2D, FLOAT\n",
                      0, KIT_GENERIC);
    }
}

/* The coordinates step by two texels from lane to lane, so that the level is 1 before the bias. */
static void
test_bias(void **state)
{
    static const float biases[] = {-1, 0};
    struct kit kit;
    struct kit_run run;
    (void)state;

    KIT_BEGIN(&kit);
    kit_lower(&kit, "FRAG\nDCL IN[0], GENERIC[0]\nDCL OUT[0], COLOR\nDCL SAMP[0]\n"
                    "TXB OUT[0], IN[0], SAMP[0], 2D\nEND\n");
    kit_run_init(&kit, &run, LANES);
    set_texture(&run);
    for (uint32_t i = 0; i < BASE_COUNT(biases); i++) {
        for (uint32_t lane = 0; lane < LANES; lane++) {
            const float in[4] = {lane % 2 ? 1.25f : 0.25f, lane / 2 ? 1.25f : 0.25f, 9, biases[i]};

            for (unsigned c = 0; c < 4; c++)
                kit_set_input(&kit, &run, KIT_GENERIC, c, lane, base_bits_of_float(in[c]));
        }
        kit_run(&kit, &run);
        for (uint32_t lane = 0; lane < LANES; lane++)
            assert_int_equal(kit_output(&kit, &run, 0, 0, lane),
                             base_bits_of_float(i == 0 ? (float)lane : 9.0f));
    }
    kit_end(&kit);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_uniform),     cmocka_unit_test(test_lanes),
        cmocka_unit_test(test_constants),   cmocka_unit_test(test_kill),
        cmocka_unit_test(test_derivatives), cmocka_unit_test(test_fragment_interface),
        cmocka_unit_test(test_textures),    cmocka_unit_test(test_bias),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
