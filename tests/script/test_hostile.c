/* SPDX-License-Identifier: MIT
 *
 * Scripts that are made to take long, or much: each ends soon, in bounded memory, with a verdict or
 * an error.
 */
#include "cpu/cpu.h"
#include "sanitized.h"
#include "script/script.h"

#include <cmocka.h>
#include <stdlib.h>
#include <time.h>

/* Of processor time and memory. A walk that grows with the square of what it walks takes minutes.
 */
#define MAX_SECONDS (IS_SANITIZED ? 40 : 10)
#define MAX_BYTES ((size_t)1 << 30)

#define A "#!amber\n"

/* A text is its head, so many times its part, and its tail. %u in the part is which it is. */
struct hostile {
    const char *name;
    const char *head;
    const char *part;
    uint32_t count;
    const char *tail;
    enum qd_code code;           /* Of the reader's first error; QD_CODE_NONE: it is read, */
    enum script_outcome outcome; /* and comes to this. */
    bool is_over;                /* The budget of memory says no. */
};

#define PASS QD_CODE_NONE, script_outcome_pass, false
#define FAIL QD_CODE_NONE, script_outcome_fail, false
#define OVER QD_CODE_NONE, script_outcome_fail, true
#define BAD QD_CODE_SCRIPT_INVALID, script_outcome_fail, false
#define MUCH QD_CODE_LIMIT, script_outcome_fail, false

#define COMPUTE                                                                                    \
    A "SHADER compute c IR\ncompute \"\"\nlocal_size 1 1 1\n{\n}\nEND\n"                           \
      "BUFFER b DATA_TYPE int32 SIZE 1 FILL 0\nPIPELINE compute p\nATTACH c\nEND\n"
#define ENDLESS A "SHADER compute c IR\ncompute \"\"\nlocal_size 8 1 1\n{\n"

#define DOUBLE(n, m) "STRUCT s" #n "\ns" #m " a\ns" #m " b\ns" #m " c\ns" #m " d\nEND\n"

#define LOCAL_SIZE(size, has, code)                                                                \
    A "SHADER compute c IR\ncompute \"\"\nlocal_size " size "\n" has "{\n" code "}\nEND\n"         \
      "PIPELINE compute p\nATTACH c\nEND\nRUN p 65535 1 1\n"

#define CODE(code, lines)                                                                          \
    "SHADER compute c RDNA-ASM gfx1013 wave32\n" code                                              \
    "\nEND\nPIPELINE compute p\nATTACH c\n" lines "END\n"
#define WAVES(code, lines) A CODE(code, lines)

static const struct hostile rows[] = {
    /* Lines and words. */
    {"a line of 64 MiB", A "# ", "aaaaaaaaaaaaaaaa", 4 << 20, "", PASS},
    {"a word of 64 MiB", A, "aaaaaaaaaaaaaaaa", 4 << 20, "", BAD},
    {"a number of 64 MiB", A "BUFFER b DATA_TYPE int32 DATA ", "1111111111111111", 4 << 20, " END",
     BAD},
    {"a number of 500 digits", A "BUFFER b DATA_TYPE double DATA ", "1111111111", 49, " END", PASS},
    {"a million empty lines", A, "\n", 1 << 20, "", PASS},
    {"a million joined lines", A, "\\\n", 1 << 20, "", PASS},
    {"a million backslashes", A, "\\", 1 << 20, "", BAD},
    {"backslashes and spaces", A, "\\  ", 1 << 20, "", BAD},
    {"an open string of 64 MiB", A "EXTENSION \"", "aaaaaaaaaaaaaaaa", 4 << 20, "", BAD},
    {"a million parentheses", A "BUFFER b DATA_TYPE int32 DATA ", "(", 1 << 20, " END", BAD},

    /* Data. */
    {"4 million numbers", A "BUFFER b DATA_TYPE int32 DATA ", "1 ", 4 << 20,
     "END\nEXPECT b IDX 0 EQ 1", PASS},
    {"a million numbers expected",
     A "BUFFER b DATA_TYPE int32 SIZE 1048576 FILL 7\nEXPECT b IDX 0 EQ ", "7 ", 1 << 20, "", PASS},
    {"a buffer of a GiB", A "BUFFER b DATA_TYPE uint8 SIZE 1073741824 FILL 0", "", 0,
     "\nEXPECT b IDX 0 EQ 0", OVER},
    {"a buffer of more", A "BUFFER b DATA_TYPE uint8 SIZE 1073741825 FILL 0", "", 0, "", BAD},
    {"sizes that overflow", A "BUFFER b DATA_TYPE mat4x4<double> SIZE 4294967295 FILL 1.0", "", 0,
     "", BAD},
    {"buffers of 64 MiB", A, "BUFFER b%u DATA_TYPE int32 SIZE 16777216 FILL 1\n", 100, "", OVER},
    {"series of 64 MiB", A, "BUFFER b%u DATA_TYPE int32 SIZE 16777216 SERIES_FROM 1 INC_BY 1\n",
     100, "", OVER},
    {"too many buffers", A, "BUFFER b%u DATA_TYPE int32 DATA 1 END\n", 5000, "", MUCH},
    {"4096 buffers", A, "BUFFER b%u DATA_TYPE int32 DATA 1 END\n", 4096, "EXPECT b7 IDX 0 EQ 1",
     PASS},
    {"a name for two buffers", A, "BUFFER b DATA_TYPE int32 DATA 1 END\n", 5000, "", BAD},

    /* Types. */
    {"a deep struct", A "STRUCT s0\nint32 a\nEND\n", "STRUCT t%u\nint32 a\nEND\n", 5000, "", MUCH},
    {"a wide struct", A "STRUCT s\n", "int32 a%u\n", 60000,
     "END\nBUFFER b DATA_TYPE s SIZE 10 FILL 1\nEXPECT b IDX 0 EQ 1", PASS},
    {"too wide a struct", A "STRUCT s\n", "int32 a%u\n", 70000, "END\n", BAD},
    {"structs in structs that double",
     A "STRUCT s0\nint32 a\nEND\n" DOUBLE(1, 0) DOUBLE(2, 1) DOUBLE(3, 2) DOUBLE(4, 3) DOUBLE(5, 4)
         DOUBLE(6, 5) DOUBLE(7, 6) DOUBLE(8, 7) DOUBLE(9, 8) DOUBLE(10, 9),
     "", 0, "", BAD},
    {"a struct of itself", A "STRUCT s\ns a\nEND\n", "", 0, "", BAD},

    /* Commands. */
    {"a repeat of 2^32", COMPUTE "REPEAT 4294967295\n", "RUN p 1 1 1\n", 1, "END\n", MUCH},
    {"a repeat of many", COMPUTE "REPEAT 60000\n", "RUN p 1 1 1\n", 1, "END\n", PASS},
    {"a repeat of too many", COMPUTE "REPEAT 60000\n", "RUN p 1 1 1\n", 2, "END\n", MUCH},
    {"a repeat of nothing", COMPUTE "REPEAT 4294967295\n", "", 0, "END\n", PASS},
    {"repeats in repeats", COMPUTE, "REPEAT 2\n", 100000, "RUN p 1 1 1\n", BAD},
    {"expectations of a large buffer", A "BUFFER b DATA_TYPE int32 SIZE 16777216 FILL 1\n",
     "EXPECT b IDX 4 EQ 1\n", 20000, "", PASS},
    {"copies of a large buffer",
     A "BUFFER a DATA_TYPE int32 SIZE 16777216 FILL 1\nBUFFER b DATA_TYPE int32 SIZE 16777216 FILL "
       "2\n",
     "COPY a TO b\nEXPECT a EQ_BUFFER b\n", 20000, "", OVER},
    {"expectations of small buffers", A "BUFFER b DATA_TYPE int32 SIZE 100000 FILL 1\n",
     "EXPECT b IDX 4 EQ 1\n", 20000, "", PASS},
    {"a dispatch of 2^96 groups", COMPUTE "RUN p 4294967295 4294967295 4294967295\n", "", 0, "",
     FAIL},
    {"a dispatch of 2^48 groups", COMPUTE "RUN p 65535 65535 65535\n", "", 0, "", FAIL},
    {"a workgroup of 2^36 invocations", LOCAL_SIZE("4096 4096 4096", "shared 4\n", ""), "", 0, "",
     FAIL},
    {"a workgroup of 2^20 invocations", LOCAL_SIZE("1024 1024 1", "shared 4\n", ""), "", 0, "",
     FAIL},
    {"shared memory of 2^30 bytes", LOCAL_SIZE("1 1 1", "shared 1073741824\n", ""), "", 0, "",
     FAIL},
    {"arrays of 2^30 bytes",
     LOCAL_SIZE("32 1 1", "array 0 \"\" i64 x 134217728\n",
                "%1 = const.i32 0x0\n%2 = load_array.i64 %1, 0\n%3 = store_array %1, %2, 0\n"),
     "", 0, "", FAIL},
    {"a loop without an end",
     ENDLESS
     "%1 = loop\n%2 = endloop\n}\nEND\nPIPELINE compute p\nATTACH c\nEND\nRUN p 65535 1 1\n",
     "", 0, "", FAIL},
    {"barriers without an end",
     ENDLESS "%1 = loop\n%2 = barrier workgroup workgroup acquire release shared\n%3 = endloop\n}\n"
             "END\nPIPELINE compute p\nATTACH c\nEND\nRUN p 65535 1 1\n",
     "", 0, "", FAIL},

    /* RDNA code. */
    {"waves of 2^96 groups", WAVES("s_endpgm", "") "RUN p 4294967295 4294967295 4294967295\n", "",
     0, "", FAIL},
    {"groups of 2^10 invocations",
     WAVES("s_endpgm", "WORKGROUP 32 32 1\nLDS 65536\nSCRATCH 65536\n") "RUN p 65535 65535 1\n", "",
     0, "", FAIL},
    {"waves without an end", WAVES("h:\ns_branch h", "") "RUN p 65535 1 1\n", "", 0, "", FAIL},
    {"exports without an end", WAVES("h:\nexp mrt0 v0, v0, v0, v0\ns_branch h", "") "RUN p 1 1 1\n",
     "", 0, "", FAIL},
    {"messages without an end",
     WAVES("h:\ns_sendmsg sendmsg(MSG_INTERRUPT)\ns_branch h", "") "RUN p 1 1 1\n", "", 0, "",
     FAIL},
    {"a million instructions", A "SHADER compute c RDNA-ASM gfx1030 wave64\n", "s_nop 0\n", 1 << 20,
     "s_endpgm\nEND\nPIPELINE compute p\nATTACH c\nEND\nRUN p 1 1 1\n", PASS},
    {"a million words", A "SHADER compute c RDNA-HEX gfx1030 wave64\n", "bf800000\n", 1 << 20,
     "bf810000\nEND\nPIPELINE compute p\nATTACH c\nEND\nRUN p 1 1 1\n", PASS},
    {"a million errors", A "SHADER compute c RDNA-ASM gfx1030 wave64\n", "s_foo 0\n", 1 << 20,
     "END\nPIPELINE compute p\nATTACH c\nEND\nRUN p 1 1 1\n", FAIL},
    {"a million values", WAVES("s_endpgm", "") "PIPELINE compute q\nATTACH c\nREGISTER v0 VALUE",
     " 1", 1 << 20, "\nEND\n", BAD},
    {"registers by the thousand", WAVES("s_endpgm", "") "PIPELINE compute q\nATTACH c\n",
     "REGISTER s0 VALUE 1\n", 5000, "END\n", BAD},
    {"many dispatches of waves", WAVES("s_endpgm", "") "REPEAT 60000\n", "RUN p 1 1 1\n", 1,
     "END\n", PASS},
    {"many dispatches on a large buffer",
     A "BUFFER b DATA_TYPE int32 SIZE 16777216 FILL 1\n" CODE(
         "s_endpgm", "REGISTER s0 ADDRESS BUFFER b\n") "REPEAT 60000\n",
     "RUN p 1 1 1\n", 1, "END\n", FAIL},

    /* Images. */
    {"an image of 2^28 texels",
     A "IMAGE i FORMAT R32G32B32A32_SFLOAT DIM_2D WIDTH 16384 HEIGHT 16384 FILL 1.0\n", "", 0, "",
     BAD},
    {"too wide an image", A "IMAGE i FORMAT R8_UNORM DIM_2D WIDTH 16385 HEIGHT 1 FILL 1.0\n", "", 0,
     "", BAD},
    {"a target of 2^28 texels",
     A "SHADER vertex v PASSTHROUGH\nSHADER fragment f IR\nfragment \"\"\n{\n}\nEND\n"
       "BUFFER t FORMAT R32G32B32A32_SFLOAT\nPIPELINE graphics p\nATTACH v\nATTACH f\n"
       "FRAMEBUFFER_SIZE 16384 16384\nBIND BUFFER t AS color LOCATION 0\nEND\nCLEAR p\n",
     "", 0, "", FAIL},

    /* VkRunner's. */
    {"a block without an end", "[vertex data]\n0/R32G32B32_SFLOAT\n", "0 0 0\n", 1 << 20, "", PASS},
    {"a section of many commands", "[test]\n", "clear\n", 70000, "", MUCH},
    {"indices by the million", "[indices]\n", "1 2 3\n", 1 << 20, "", PASS},
};

static const char *
make_text(const struct hostile *row, struct base_arena *arena, size_t *size)
{
    struct base_text text;

    base_text_init(&text, arena);
    base_text_add_string(&text, row->head);
    for (uint32_t i = 0; i < row->count; i++) {
        const char *number = strstr(row->part, "%u");

        if (number) {
            base_text_add(&text, row->part, (size_t)(number - row->part));
            base_text_printf(&text, "%u%s", i, number + 2);
        } else {
            base_text_add_string(&text, row->part);
        }
    }
    base_text_add_string(&text, row->tail);
    *size = text.count;
    return text.data;
}

/* True: it came to an end within the memory. */
static bool
run(const struct hostile *row, const char *text, size_t size, struct scene_device *device,
    struct base_arena *arena)
{
    const struct script_run_options options = {0};
    struct script_verdict verdict;
    struct base_diags diags;

    base_arena_init(arena, MAX_BYTES);
    if (!BASE_ARENA_CATCH(arena))
        return false;
    base_diags_init(&diags, arena, "hostile");
    base_diags_set_text(&diags, text, size);
    const struct script *script = script_read(text, size, NULL, arena, &diags);
    const enum qd_code code = diags.list.count ? diags.list.data[0].code : QD_CODE_NONE;

    if ((script == NULL) != (row->code != QD_CODE_NONE) || code != row->code)
        fail_msg("%s: %s", row->name,
                 diags.list.count ? diags.list.data[0].message : "no error was found");
    if (getenv("HOSTILE") && !script)
        print_message("%s\n", diags.list.data[0].message);
    if (!script)
        return true;
    script_run(script, device, &options, arena, &verdict);
    if (getenv("HOSTILE") && verdict.reason)
        print_message("%s\n", verdict.reason);
    if (verdict.outcome != row->outcome)
        fail_msg("%s: %s", row->name, verdict.reason ? verdict.reason : "it passed");
    return true;
}

static void
check_row(const struct hostile *row, struct scene_device *device)
{
    struct base_arena made, arena;
    size_t size;

    base_arena_init(&made, 0);
    if (!BASE_ARENA_CATCH(&made))
        fail_msg("ran out");
    const char *text = make_text(row, &made, &size);
    const clock_t begin = clock();
    const bool has_ended = run(row, text, size, device, &arena);
    const size_t used = arena.used;
    base_arena_finish(&arena);
    const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    if (getenv("HOSTILE"))
        print_message("%8.3f s, %zu MiB: %s\n", seconds, used >> 20, row->name);
    if (has_ended == row->is_over)
        fail_msg("%s: %s", row->name, has_ended ? "was within the memory" : "ran out of memory");
    if (seconds > MAX_SECONDS)
        fail_msg("%s: took %.1f s", row->name, seconds);
    base_arena_finish(&made);
}

/* With HOSTILE set, rows that have it in their name. */
static void
test_rows(void **state)
{
    const struct cpu_options options = {.threads = 1, .steps = 1 << 20};
    struct scene_device *device = cpu_device_create(&options);
    const char *name = getenv("HOSTILE");
    (void)state;

    assert_non_null(device);
    for (size_t i = 0; i < BASE_COUNT(rows); i++)
        if (!name || strstr(rows[i].name, name))
            check_row(&rows[i], device);
    device->destroy(device);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
