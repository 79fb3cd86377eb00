/* SPDX-License-Identifier: MIT
 *
 * Loads, stores and queries of buffers and memory, and barriers.
 */
#include "memory_kit.h"

struct cases {
    const struct memory_case *cases;
    uint32_t count;
};

#define CASES(array)                                                                               \
    {                                                                                              \
        array, BASE_COUNT(array)                                                                   \
    }

static void
run_cases(struct rows *r, const struct rows_row *row)
{
    const struct cases *cases = row->data;

    for (uint32_t i = 0; i < cases->count; i++)
        memory_check(r, &cases->cases[i], NULL, 0);
}

#define D(i) MEMORY_BUFFER1(i)
#define SHOW "STORE BUFFER[0], IMM[0].xxxx, TEMP[0]\n"

static const struct memory_case loads[] = {
    {"four words",
     "",
     "LOAD TEMP[0], BUFFER[1], IMM[1].xxxx\n" SHOW,
     {D(4), D(5), D(6), D(7)},
     {{0}}},
    {"each component from its place",
     "",
     "MOV TEMP[0], IMM[2]\nLOAD TEMP[0].yw, BUFFER[1], IMM[1].xxxx\n" SHOW,
     {1, D(5), 3, D(7)},
     {{0}}},
    {"x of the address alone counts",
     "",
     "LOAD TEMP[0], BUFFER[1], IMM[0].yzwx\n" SHOW,
     {D(1), D(2), D(3), D(4)},
     {{0}}},
    {"across the end",
     "",
     "UADD TEMP[1].x, IMM[1].wwww, IMM[1].wwww\nLOAD TEMP[0], BUFFER[1], TEMP[1].xxxx\n" SHOW,
     {D(14), D(15)},
     {{0}}},
    {"just outside",
     "",
     "SHL TEMP[1].x, IMM[1].xxxx, IMM[2].yyyy\nMOV TEMP[0], IMM[2]\n"
     "LOAD TEMP[0], BUFFER[1], TEMP[1].xxxx\n" SHOW,
     {0},
     {{0}}},
    {"the last word",
     "",
     "SHL TEMP[1].x, IMM[1].xxxx, IMM[2].yyyy\nUADD TEMP[1].x, TEMP[1].xxxx, -IMM[0].yyyy\n"
     "LOAD TEMP[0].x, BUFFER[1], TEMP[1].xxxx\n" SHOW,
     {D(15)},
     {{0}}},
    {"rounded down",
     "",
     "UADD TEMP[1].x, IMM[0].yyyy, IMM[2].zzzz\nLOAD TEMP[0], BUFFER[1], TEMP[1].xxxx\n" SHOW,
     {D(1), D(2), D(3), D(4)},
     {{0}}},
    {"an address that is below 0 by one word",
     "",
     "UADD TEMP[1].x, IMM[0].xxxx, -IMM[0].yyyy\nMOV TEMP[0], IMM[2]\n"
     "LOAD TEMP[0], BUFFER[1], TEMP[1].xxxx\n" SHOW,
     {0},
     {{0}}},
    {"an address that is below 0 by four words",
     "",
     "MOV TEMP[0], IMM[2]\nLOAD TEMP[0], BUFFER[1], -IMM[1].xxxx\n" SHOW,
     {0},
     {{0}}},
    {"2^31",
     "",
     "SHL TEMP[1].x, IMM[1].xxxx, IMM[1].wwww\nSHL TEMP[1].x, IMM[2].xxxx, -IMM[2].xxxx\n"
     "LOAD TEMP[0], BUFFER[1], TEMP[1].xxxx\n" SHOW,
     {0},
     {{0}}},
    {"what is bound ends before the buffer",
     "",
     "LOAD TEMP[0], BUFFER[2], IMM[0].xxxx\n" SHOW,
     {MEMORY_BUFFER2(0), MEMORY_BUFFER2(1), MEMORY_BUFFER2(2), 0},
     {{0}}},
    {"a buffer by an address",
     "",
     "UARL ADDR[0].x, SV[0].xxxx\nLOAD TEMP[0].xy, BUFFER[ADDR[0].x+1], IMM[0].yyyy\n"
     "LOAD TEMP[0].zw, BUFFER[1], IMM[0].xxxx\n" SHOW,
     {D(1), D(2), D(2), D(3)},
     {{0}}},
    {"a buffer by an address past the last",
     "",
     "UARL ADDR[0].x, IMM[2].wwww\nMOV TEMP[0], IMM[2]\n"
     "LOAD TEMP[0], BUFFER[ADDR[0].x-2], IMM[0].xxxx\n" SHOW,
     {0},
     {{0}}},
    {"a buffer by an address below 0",
     "",
     "UARL ADDR[0].x, IMM[2].xxxx\nMOV TEMP[0], IMM[2]\n"
     "LOAD TEMP[0], BUFFER[ADDR[0].x-2], IMM[0].xxxx\n" SHOW,
     {0},
     {{0}}},
    {"saturated as floats",
     "",
     "LOAD_SAT TEMP[0].xyz, BUFFER[1], IMM[0].xxxx\nMOV TEMP[0].w, IMM[2].xxxx\n" SHOW,
     {D(0), D(1), D(2), 1},
     {{0}}},
    {"coherent and volatile",
     "",
     "LOAD TEMP[0], BUFFER[1], IMM[0].xxxx, COHERENT, VOLATILE, RESTRICT, "
     "STREAM_CACHE_POLICY\n" SHOW,
     {D(0), D(1), D(2), D(3)},
     {{0}}},
    {"a constant buffer at a known place",
     "DCL CONSTBUF[1]\n",
     "LOAD TEMP[0], CONSTBUF[1], IMM[0].yyyy\n" SHOW,
     {MEMORY_CONSTBUF(1), MEMORY_CONSTBUF(2), MEMORY_CONSTBUF(3), MEMORY_CONSTBUF(4)},
     {{0}}},
    {"a constant buffer at any place",
     "DCL CONSTBUF[1]\n",
     "UADD TEMP[1].x, IMM[0].zzzz, SV[0].xxxx\nLOAD TEMP[0], CONSTBUF[1], TEMP[1].xxxx\n" SHOW,
     {MEMORY_CONSTBUF(2), MEMORY_CONSTBUF(3), MEMORY_CONSTBUF(4), MEMORY_CONSTBUF(5)},
     {{0}}},
    {"a constant buffer past its end",
     "DCL CONSTBUF[1]\n",
     "SHL TEMP[1].x, IMM[2].xxxx, IMM[1].xxxx\nMOV TEMP[0], IMM[2]\n"
     "LOAD TEMP[0], CONSTBUF[1], TEMP[1].xxxx\n" SHOW,
     {0},
     {{0}}},
    {"memory of all groups",
     "DCL MEMORY[0], GLOBAL\n",
     "LOAD TEMP[0], MEMORY[0], IMM[0].zzzz\n" SHOW,
     {MEMORY_GLOBAL(2), MEMORY_GLOBAL(3), MEMORY_GLOBAL(4), MEMORY_GLOBAL(5)},
     {{0}}},
    {"input",
     "DCL MEMORY[3], INPUT\n",
     "LOAD TEMP[0].x, MEMORY[3], IMM[0].zzzz\n" SHOW,
     {MEMORY_INPUT(2)},
     {{0}}},
    {"memory of one invocation starts as zeroes",
     "DCL MEMORY[2], PRIVATE\n",
     "MOV TEMP[0], IMM[2]\nLOAD TEMP[0].yzw, MEMORY[2], IMM[0].zzzz\n" SHOW,
     {1, 0, 0, 0},
     {{0}}},
    {"counters",
     "DCL HWATOMIC[0][0..7]\nDCL HWATOMIC[1][2]\n",
     "LOAD TEMP[0].x, HWATOMIC[0][3], IMM[0].wwww\nLOAD TEMP[0].y, HWATOMIC[1][2], IMM[0].xxxx\n"
     "LOAD TEMP[0].zw, HWATOMIC[0][0], IMM[0].xxxx\n" SHOW,
     {MEMORY_HWATOMIC0(3), MEMORY_HWATOMIC1(2), MEMORY_HWATOMIC0(0), MEMORY_HWATOMIC0(0)},
     {{0}}},
    {"a counter by an address",
     "DCL HWATOMIC[0][0..7]\n",
     "UARL ADDR[0].x, IMM[2].zzzz\nLOAD TEMP[0].x, HWATOMIC[0][ADDR[0].x+1], IMM[1].xxxx\n" SHOW,
     {MEMORY_HWATOMIC0(4)},
     {{0}}},
    {"a counter by an address that comes back when it is multiplied",
     "DCL HWATOMIC[0][0..7]\n",
     "SHL TEMP[1].x, IMM[2].xxxx, IMM[0].wwww\nSHL TEMP[1].x, TEMP[1].xxxx, IMM[1].xxxx\n"
     "SHL TEMP[1].x, TEMP[1].xxxx, IMM[2].yyyy\nUARL ADDR[0].x, TEMP[1].xxxx\n"
     "MOV TEMP[0], IMM[2]\nLOAD TEMP[0].x, HWATOMIC[0][ADDR[0].x], IMM[0].xxxx\n" SHOW,
     {0, 2, 3, 5},
     {{0}}},
    {"a buffer of counters by an address",
     "DCL HWATOMIC[0][0..7]\nDCL HWATOMIC[1][0..7]\n",
     "UARL ADDR[0].x, IMM[2].xxxx\nUARL ADDR[1].x, IMM[2].zzzz\n"
     "LOAD TEMP[0].x, HWATOMIC[ADDR[0].x][ADDR[1].x], IMM[0].wwww\n"
     "LOAD TEMP[0].y, HWATOMIC[0][1], IMM[0].yyyy\nMOV TEMP[0].zw, IMM[0].xxxx\n" SHOW,
     {MEMORY_HWATOMIC1(3), MEMORY_HWATOMIC0(1)},
     {{0}}},
};

static const struct cases load_cases = CASES(loads);

static const struct memory_case stores[] = {
    {"four words",
     "",
     "STORE BUFFER[1], IMM[0].yyyy, IMM[2]\n",
     {0},
     {{1, 1}, {2, 2}, {3, 3}, {4, 5}}},
    {"each component to its place",
     "",
     "STORE BUFFER[1].xzw, IMM[0].yyyy, IMM[2].wzyx\n",
     {0},
     {{1, 5}, {3, 2}, {4, 1}}},
    {"a value with modifiers of floats",
     "",
     "STORE BUFFER[1].x, IMM[0].yyyy, -|IMM[2].yyyy|\n",
     {0},
     {{1, 0x80000002}}},
    {"across the end",
     "",
     "UADD TEMP[1].x, IMM[1].wwww, IMM[1].wwww\nSTORE BUFFER[1], TEMP[1].xxxx, IMM[2]\n",
     {0},
     {{14, 1}, {15, 2}}},
    {"just outside",
     "",
     "SHL TEMP[1].x, IMM[1].xxxx, IMM[2].yyyy\nSTORE BUFFER[1], TEMP[1].xxxx, "
     "IMM[2]\n",
     {0},
     {{0}}},
    {"rounded down",
     "",
     "UADD TEMP[1].x, IMM[0].yyyy, IMM[2].zzzz\nSTORE BUFFER[1].xy, TEMP[1].xxxx, IMM[2]\n",
     {0},
     {{1, 1}, {2, 2}}},
    {"below 0 by one word: nothing comes back into range",
     "",
     "STORE BUFFER[1], -IMM[0].yyyy, IMM[2]\n",
     {0},
     {{0}}},
    {"what is bound ends before the buffer",
     "",
     "STORE BUFFER[2], IMM[0].zzzz, IMM[2]\nLOAD TEMP[0], BUFFER[2], IMM[0].yyyy\n" SHOW,
     {MEMORY_BUFFER2(1), 1, 0, 0},
     {{0}}},
    {"a buffer by an address",
     "",
     "UARL ADDR[0].x, IMM[2].xxxx\nSTORE BUFFER[ADDR[0].x].x, IMM[0].yyyy, IMM[2].wwww\n"
     "STORE BUFFER[1].y, IMM[0].yyyy, IMM[2].zzzz\n",
     {0},
     {{1, 5}, {2, 3}}},
    {"a buffer by an address past the last and below 0",
     "",
     "UARL ADDR[0].x, IMM[2].zzzz\nUARL ADDR[1].x, -IMM[2].xxxx\n"
     "STORE BUFFER[ADDR[0].x], IMM[0].yyyy, IMM[2]\n"
     "STORE BUFFER[ADDR[1].x], IMM[0].yyyy, IMM[2]\n",
     {0},
     {{0}}},
    {"memory of a group, also past its end",
     "DCL MEMORY[1], SHARED\n",
     "SHL TEMP[1].x, IMM[2].xxxx, IMM[0].zzzz\nSHL TEMP[1].x, TEMP[1].xxxx, IMM[2].wwww\n"
     "UADD TEMP[1].x, TEMP[1].xxxx, TEMP[1].xxxx\n" /* 16384 */
     "UADD TEMP[1].x, TEMP[1].xxxx, -IMM[0].yyyy\n"
     "STORE MEMORY[0].xy, TEMP[1].xxxx, IMM[2].zwww\nSTORE MEMORY[0].x, IMM[0].xxxx, IMM[2].yyyy\n"
     "LOAD TEMP[0].x, MEMORY[0], TEMP[1].xxxx\nLOAD TEMP[0].z, MEMORY[0], -IMM[0].zzzz\n"
     "LOAD TEMP[2].xy, MEMORY[0], TEMP[1].xxxx\nMOV TEMP[0].y, TEMP[2].yyyy\n"
     "LOAD TEMP[2].x, MEMORY[0], IMM[0].xxxx\nMOV TEMP[0].w, TEMP[2].xxxx\n" SHOW,
     {3, 0, 0, 2},
     {{0}}},
    {"memory of one invocation",
     "DCL MEMORY[2], PRIVATE\n",
     "STORE MEMORY[2].xyw, IMM[0].zzzz, IMM[2]\nLOAD TEMP[0], MEMORY[2], IMM[0].zzzz\n"
     "STORE MEMORY[2], -IMM[0].yyyy, IMM[2]\nLOAD TEMP[1].x, MEMORY[2], IMM[0].xxxx\n"
     "STORE BUFFER[0].x, IMM[1].xxxx, TEMP[1].xxxx\n" SHOW,
     {1, 2, 0, 5, 0},
     {{0}}},
    {"memory of all groups",
     "DCL MEMORY[0], GLOBAL\n",
     "STORE MEMORY[0].yz, IMM[0].zzzz, IMM[2]\nLOAD TEMP[0], MEMORY[0], IMM[0].zzzz\n" SHOW,
     {MEMORY_GLOBAL(2), 2, 3, MEMORY_GLOBAL(5)},
     {{0}}},
    {"two memories by their numbers",
     "DCL MEMORY[0], GLOBAL\nDCL MEMORY[1], SHARED\n",
     "STORE MEMORY[1].x, IMM[0].zzzz, IMM[2]\nLOAD TEMP[0].x, MEMORY[0], IMM[0].zzzz\n"
     "LOAD TEMP[1].x, MEMORY[1], IMM[0].zzzz\nMOV TEMP[0].y, TEMP[1].xxxx\n"
     "STORE BUFFER[0].xy, IMM[0].xxxx, TEMP[0]\n",
     {MEMORY_GLOBAL(2), 1},
     {{0}}},
    {"where control does not go nothing is stored",
     "",
     "UIF SV[0].xxxx\nSTORE BUFFER[1], IMM[0].yyyy, IMM[2]\nELSE\n"
     "STORE BUFFER[1].x, IMM[0].zzzz, IMM[2]\nENDIF\n",
     {0},
     {{2, 1}}},
};

static const struct cases store_cases = CASES(stores);

static const struct memory_case queries[] = {
    {"bytes of buffers",
     "",
     "RESQ TEMP[0].x, BUFFER[1]\nRESQ TEMP[1].x, BUFFER[2]\nMOV TEMP[0].y, TEMP[1].xxxx\n"
     "RESQ TEMP[1].x, BUFFER[0]\nMOV TEMP[0].z, TEMP[1].xxxx\nSTORE BUFFER[0].xyz, IMM[0].xxxx, "
     "TEMP[0]\n",
     {64, 12, 256},
     {{0}}},
    {"other components are 0",
     "",
     "MOV TEMP[0], IMM[2]\nRESQ TEMP[0], BUFFER[1]\n" SHOW,
     {64, 0, 0, 0},
     {{0}}},
    {"a buffer by an address, and one that is not there",
     "",
     "UARL ADDR[0].x, IMM[2].xyyy\nUARL ADDR[1].x, IMM[2].wwww\nRESQ TEMP[0].x, BUFFER[ADDR[0].x]\n"
     "MOV TEMP[1], IMM[2]\nRESQ TEMP[1].x, BUFFER[ADDR[1].x]\nMOV TEMP[0].y, TEMP[1].xxxx\n"
     "STORE BUFFER[0].xy, IMM[0].xxxx, TEMP[0]\n",
     {64, 0},
     {{0}}},
    {"memories",
     "DCL MEMORY[0], GLOBAL\nDCL MEMORY[1], SHARED\nDCL HWATOMIC[0][0]\n",
     "RESQ TEMP[0].x, MEMORY[0]\nRESQ TEMP[1].x, MEMORY[1]\nRESQ TEMP[2].x, HWATOMIC[0][0]\n"
     "MOV TEMP[0].y, TEMP[1].xxxx\nMOV TEMP[0].z, TEMP[2].xxxx\n"
     "STORE BUFFER[0].xyz, IMM[0].xxxx, TEMP[0]\n",
     {64, TGSI_SHARED_SIZE, 64},
     {{0}}},
};

static const struct cases query_cases = CASES(queries);

/* ---- barriers ---- */

/* Each of 64 invocations stores its number and, behind the barrier, loads its opposite's. */
static void
run_barrier(struct rows *r, const struct rows_row *row)
{
    const bool has_membar = row->op == tgsi_op_MEMBAR;
    struct memory_run run = {.groups = 3, .results_size = 3 * 64 * 4};
    const char *text = rows_text(
        r,
        "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 64\nPROPERTY CS_FIXED_BLOCK_HEIGHT 1\n"
        "PROPERTY CS_FIXED_BLOCK_DEPTH 1\nDCL SV[0], THREAD_ID\nDCL SV[1], BLOCK_ID\n"
        "DCL BUFFER[0]\nDCL MEMORY[0], SHARED\nDCL TEMP[0..3]\n"
        "IMM[0] UINT32 {2, 252, 64, 24}\nIMM[1] UINT32 {1000, 0, 0, 0}\n"
        "SHL TEMP[0].x, SV[0].xxxx, IMM[0].xxxx\nUMAD TEMP[1].x, SV[1].xxxx, IMM[1].xxxx, "
        "SV[0].xxxx\n"
        "STORE MEMORY[0].x, TEMP[0].xxxx, TEMP[1].xxxx\n%sBARRIER\n"
        "UADD TEMP[2].x, IMM[0].yyyy, -TEMP[0].xxxx\nLOAD TEMP[2].x, MEMORY[0], TEMP[2].xxxx\n"
        "UMAD TEMP[3].x, SV[1].xxxx, IMM[0].zzzz, SV[0].xxxx\nSHL TEMP[3].x, TEMP[3].xxxx, "
        "IMM[0].xxxx\n"
        "STORE BUFFER[0].x, TEMP[3].xxxx, TEMP[2].xxxx\nEND\n",
        has_membar ? "MEMBAR IMM[0].wwww\n" : "");
    const struct ir_shader *shader = rows_shader(r, text);

    if (!shader || !memory_run(r, shader, &run))
        return;
    for (uint32_t i = 0; i < 3 * 64; i++)
        rows_expect(r, run.results[i] == i / 64 * 1000 + 63 - i % 64,
                    "invocation %u: found %u, expected %u", i, run.results[i],
                    i / 64 * 1000 + 63 - i % 64);
}

/* Whatever is ordered, an invocation sees what it stored itself. All operands are taken, also one
 * that is not known beforehand. */
static void
run_membar_operands(struct rows *r, const struct rows_row *row)
{
    (void)row;
    for (uint32_t bits = 0; bits < 64; bits++) {
        const char *code =
            rows_text(r,
                      "STORE BUFFER[1].x, IMM[0].xxxx, IMM[2].wwww\nMEMBAR IMM[3].%s\n"
                      "LOAD TEMP[0].x, BUFFER[1], IMM[0].xxxx\nMEMBAR SV[0].xxxx\n"
                      "STORE BUFFER[0].x, IMM[0].xxxx, TEMP[0].xxxx\n",
                      bits % 2 ? "xxxx" : "yyyy");
        const char *declarations = "";
        const struct ir_shader *shader = memory_shader(
            r, declarations, rows_text(r, "IMM[3] UINT32 {%u, %u, 0, 0}\n%s", bits, bits, code));
        struct memory_run run = {.groups = 1};

        if (shader && memory_run(r, shader, &run))
            rows_expect(r, run.results[0] == 5 && run.after[0] == 5,
                        "operand %u: found %u, expected 5", bits, run.results[0]);
    }
}

static const struct rows_row rows[] = {
    ROWS_ROW(LOAD, auto, run_cases, &load_cases),
    ROWS_ROW(STORE, auto, run_cases, &store_cases),
    ROWS_ROW(RESQ, auto, run_cases, &query_cases),
    ROWS_ROW(BARRIER, auto, run_barrier, NULL),
    ROWS_ROW(MEMBAR, auto, run_barrier, NULL),
    ROWS_ROW(MEMBAR, auto, run_membar_operands, NULL),
};

const struct rows_table rows_table_memory = {"memory", rows, BASE_COUNT(rows)};
