/* SPDX-License-Identifier: MIT */
#include "vectors.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Every row's results against the expected ones, for edge values in every combination and random
 * ones. A row that nothing is expected of fails. */

enum { ENV_COUNT_MAX = 64, RANDOM_COUNT = 100, FAULTS_SHOWN = 3 };

static const struct rdna_env plain = {
    .mode = {.denorm32 = RDNA_KEEP_IN | RDNA_KEEP_OUT,
             .denorm64_16 = RDNA_KEEP_IN | RDNA_KEEP_OUT,
             .dx10_clamp = true},
    .op_sel_hi = 7,
};

static const struct oracle_table *const tables[] = {
    &oracle_scalar, &oracle_integer, &oracle_compare, &oracle_float, &oracle_special,
};

static const struct fact {
    const char *name;
    struct vector_in in;
    uint64_t value;
    bool second;
} facts[] = {
#define FACT(row, a, b, c, bit, value, second) {#row, {{a, b, c}, {{0}}, bit}, value, second},
#include "facts.def"
#undef FACT
};

static size_t faults;
static uint64_t total;

static size_t
envs_of(enum settings settings, struct rdna_env *envs)
{
    size_t count = 0;

    for (unsigned i = 0; i < 16; i++) {
        struct rdna_env env = plain;

        switch (settings) {
        case SET_ONE:
            break;
        case SET_CLAMP:
            env.clamp = i & 1;
            break;
        case SET_MODES: /* f64 and f16 differ from f32. */
            env.mode.round32 = i & 3;
            env.mode.round64_16 = (uint8_t)((i + (i >> 2)) & 3);
            env.mode.denorm32 = (uint8_t)(i >> 2);
            env.mode.denorm64_16 = (uint8_t)((i >> 2) ^ (i & 3));
            break;
        case SET_DENORM:
            env.mode.denorm32 = i & 3;
            env.mode.denorm64_16 = (uint8_t)(i >> 2);
            break;
        case SET_IEEE:
            env.mode.denorm32 = env.mode.denorm64_16 = i & 3;
            env.mode.ieee = i >> 2 & 1;
            break;
        case SET_MIX:
            env.op_sel_hi = (uint8_t)(i & 7);
            env.op_sel = (uint8_t)(i * 3 & 7);
            env.neg_lo = (uint8_t)(i * 5 >> 1 & 7);
            env.neg_hi = (uint8_t)(i >> 1 & 7);
            break;
        }
        if (settings == SET_ONE && i)
            break;
        if (settings == SET_CLAMP && i > 1)
            break;
        if (settings == SET_IEEE && i > 7)
            break;
        envs[count++] = env;
    }
    return count;
}

static void
show_fault(const char *name, const struct rdna_env *env, const struct vector_in *in,
           const struct vector_out *got, const struct vector_out *expected)
{
    printf("%s(%" PRIx64 ", %" PRIx64 ", %" PRIx64 ", %d): got %" PRIx64 " %d, expected %" PRIx64
           " %d; round %u %u, denormals %u %u, ieee %d, clamp %d\n",
           name, in->v[0], in->v[1], in->v[2], in->bit, got->value, got->second, expected->value,
           expected->second, env->mode.round32, env->mode.round64_16, env->mode.denorm32,
           env->mode.denorm64_16, env->mode.ieee, env->clamp);
}

struct run {
    const struct kernel *kernel;
    const struct oracle *oracle;
    uint64_t count;
    uint64_t wrong;
};

static void
try_vector(struct run *run, const struct rdna_env *env, struct vector_in *in)
{
    const struct kernel *kernel = run->kernel;
    const bool has_bit = strchr(kernel->operands, 'B') != NULL;

    for (unsigned bit = 0; bit <= (unsigned)has_bit; bit++) {
        struct vector_out got = {0}, expected = {0};

        in->bit = bit != 0;
        if (!run->oracle->expect(env, in, &expected))
            continue;
        kernel->call(env, in, &got);
        run->count++;
        if (!kernel->has_second || expected.second_is_free)
            expected.second = got.second;
        if (match_results(run->oracle->match, got.value, expected.value) &&
            got.second == expected.second && !memcmp(&got.q, &expected.q, sizeof(got.q)))
            continue;
        if (run->wrong++ < FAULTS_SHOWN)
            show_fault(kernel->name, env, in, &got, &expected);
    }
}

/* in's 128 bits go with the operand's value. */
static void
set_operand(struct vector_in *in, size_t i, char letter, uint64_t value)
{
    if (letter != 'q') {
        in->v[i] = value;
        return;
    }
    for (unsigned word = 0; word < 4; word++)
        in->q.v[word] = (uint32_t)(value + word * 0x55555555u);
}

static void
run_oracle(struct run *run, uint64_t *state)
{
    const char *values = run->oracle->values;
    const size_t operands = strlen(values);
    struct rdna_env envs[ENV_COUNT_MAX];
    const size_t env_count = envs_of(run->oracle->settings, envs);
    size_t combinations = 1;

    for (size_t i = 0; i < operands; i++)
        combinations *= edge_count(values[i]);

    for (size_t e = 0; e < env_count; e++) {
        /* Of three operands under many settings each tries a part. */
        const size_t step = operands == 3 && env_count > 2 ? 53 : 1;

        for (size_t index = e % step; index < combinations; index += step) {
            struct vector_in in = {0};
            size_t rest = index;

            for (size_t i = 0; i < operands; i++) {
                set_operand(&in, i, values[i], edge_value(values[i], rest % edge_count(values[i])));
                rest /= edge_count(values[i]);
            }
            try_vector(run, &envs[e], &in);
        }
        for (unsigned n = 0; n < RANDOM_COUNT; n++) {
            struct vector_in in = {0};

            for (size_t i = 0; i < operands; i++)
                set_operand(&in, i, values[i], edge_random(values[i], state));
            try_vector(run, &envs[e], &in);
        }
    }
}

static const struct oracle *
find_oracle(const char *name)
{
    const struct oracle *found = NULL;

    for (size_t t = 0; t < sizeof(tables) / sizeof(tables[0]); t++)
        for (size_t i = 0; i < tables[t]->count; i++)
            if (!strcmp(tables[t]->rows[i].name, name))
                found = &tables[t]->rows[i];
    return found;
}

static void
check_rows(void)
{
    uint64_t state = UINT64_C(0x9e3779b97f4a7c15);

    for (size_t i = 0; i < kernel_count; i++) {
        struct run run = {.kernel = &kernels[i], .oracle = find_oracle(kernels[i].name)};

        if (run.oracle)
            run_oracle(&run, &state);
        if (!run.count) {
            printf("%s: nothing is expected of it\n", kernels[i].name);
            faults++;
        }
        faults += run.wrong != 0;
        total += run.count;
    }
}

/* Expectations without a row are of a name that is spelt wrong. */
static void
check_names(void)
{
    for (size_t t = 0; t < sizeof(tables) / sizeof(tables[0]); t++) {
        for (size_t i = 0; i < tables[t]->count; i++) {
            if (!kernel_find(tables[t]->rows[i].name)) {
                printf("%s: no such row\n", tables[t]->rows[i].name);
                faults++;
            }
        }
    }
}

static void
check_facts(void)
{
    for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++) {
        const struct fact *fact = &facts[i];
        const struct kernel *kernel = kernel_find(fact->name);
        const struct vector_out expected = {.value = fact->value, .second = fact->second};
        struct vector_out got = {0};

        if (kernel)
            kernel->call(&plain, &fact->in, &got);
        if (!kernel || got.value != expected.value || got.second != expected.second) {
            show_fault(fact->name, &plain, &fact->in, &got, &expected);
            faults++;
        }
        total++;
    }
}

int
main(void)
{
    check_names();
    check_facts();
    check_rows();
    printf("%zu rows, %" PRIu64 " vectors, %zu faults\n", kernel_count, total, faults);
    return faults ? EXIT_FAILURE : EXIT_SUCCESS;
}
