/* SPDX-License-Identifier: MIT */
#include "reference.h"

#include <string.h>

enum { VCC = 106, EXEC = 126, SCC = 128 };

static uint32_t
draw(uint64_t *state, uint32_t count)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33) % count;
}

static uint32_t
branch(struct model *m, int at, uint32_t op, int target, bool is_conditional)
{
    const bool is_inside = target >= 0 && target < (int)m->count;

    m->is_branch[at] = true;
    m->target[at] = is_inside ? target : -1;
    m->leaves[at] |= !is_inside;
    if (!is_conditional)
        m->next[at] = -1;
    return 0xbf800000 | op << 16 | ((uint32_t)(target - at - 1) & 0xffff);
}

static void
mark(bool *set, unsigned first, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        set[first + i] = true;
}

static void
make_node(struct model *m, int at, uint64_t *state, unsigned wave_size)
{
    const unsigned mask = wave_size / 32;
    const unsigned d = draw(state, 6), a = draw(state, 6), b = draw(state, 6);
    bool *reads = m->reads[at], *writes = m->writes[at];
    /* Seldom outside. */
    const int target = (int)draw(state, m->count + (draw(state, 8) == 0));

    m->next[at] = at + 1 < (int)m->count ? at + 1 : -1;
    m->leaves[at] = m->next[at] < 0;
    m->target[at] = -1;
    switch (draw(state, 15)) {
    case 0:
        m->words[at] = branch(m, at, 2, target, false); /* s_branch */
        m->leaves[at] = m->target[at] < 0;
        break;
    case 1:
    case 2:
    case 3:
        m->words[at] = branch(m, at, 4, target, true); /* s_cbranch_scc0 */
        mark(reads, SCC, 1);
        break;
    case 4:
        m->words[at] = branch(m, at, 6, target, true); /* s_cbranch_vccz */
        mark(reads, VCC, mask);
        break;
    case 5:
        m->words[at] = branch(m, at, 9, target, true); /* s_cbranch_execnz */
        mark(reads, EXEC, mask);
        break;
    case 6:
        m->words[at] = 0xbf810000; /* s_endpgm */
        m->next[at] = -1;
        m->leaves[at] = true;
        m->is_branch[at] = true;
        break;
    case 7:
        m->words[at] = 0xbe802000 | 2 * (a / 2); /* s_setpc_b64 */
        mark(reads, 2 * (a / 2), 2);
        m->next[at] = -1;
        m->leaves[at] = m->reads_all[at] = m->is_branch[at] = true;
        break;
    case 8:
        m->words[at] = 0xbe800300 | d << 16 | a; /* s_mov_b32 */
        mark(reads, a, 1);
        mark(writes, d, 1);
        break;
    case 9:
        m->words[at] = 0x80000000 | d << 16 | b << 8 | a; /* s_add_u32 */
        mark(reads, a, 1);
        mark(reads, b, 1);
        mark(writes, d, 1);
        mark(writes, SCC, 1);
        break;
    case 10:
        m->words[at] = 0xbf060000 | b << 8 | a; /* s_cmp_eq_u32 */
        mark(reads, a, 1);
        mark(reads, b, 1);
        mark(writes, SCC, 1);
        break;
    case 11:
        m->words[at] = 0x7d840300; /* v_cmp_eq_u32 vcc, v0, v1 */
        mark(reads, EXEC, mask);
        mark(writes, VCC, mask);
        break;
    case 12:
        m->words[at] = 0xbe82246a; /* s_and_saveexec_b64 s[2:3], vcc */
        mark(reads, VCC, 2);
        mark(reads, EXEC, 2);
        mark(writes, 2, 2);
        mark(writes, EXEC, 2);
        mark(writes, SCC, 1);
        break;
    case 13:
        m->words[at] = 0xbefe0404; /* s_mov_b64 exec, s[4:5] */
        mark(reads, 4, 2);
        mark(writes, EXEC, 2);
        break;
    default:
        m->words[at] = 0xbf800000; /* s_nop 0 */
        break;
    }
}

void
model_make(struct model *model, uint64_t seed, unsigned wave_size)
{
    uint64_t state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;

    memset(model, 0, sizeof(*model));
    model->count = 2 + draw(&state, MAX_NODES - 2);
    for (uint32_t i = 0; i < model->count; i++)
        make_node(model, (int)i, &state, wave_size);
}

/* Visits all nodes from a on. */
static void
flood(const struct model *m, int a, int avoided, const bool *within, bool *seen)
{
    int stack[2 * MAX_NODES + 1], depth = 0;

    memset(seen, 0, MAX_NODES * sizeof(*seen));
    stack[depth++] = a;
    while (depth > 0) {
        const int at = stack[--depth];

        if (at < 0 || at == avoided || seen[at] || (within && !within[at]))
            continue;
        seen[at] = true;
        stack[depth++] = m->next[at];
        stack[depth++] = m->target[at];
    }
}

bool
model_reaches(const struct model *model, int a, int b, int avoided, const bool *within)
{
    bool seen[MAX_NODES];

    flood(model, a, avoided, within, seen);
    return seen[b];
}

bool
model_leaves(const struct model *model, int a, int avoided)
{
    bool seen[MAX_NODES];

    flood(model, a, avoided, NULL, seen);
    for (uint32_t i = 0; i < model->count; i++)
        if (seen[i] && model->leaves[i])
            return true;
    return false;
}

bool
model_is_live(const struct model *model, int a, unsigned reg)
{
    bool seen[MAX_NODES] = {false};
    int stack[2 * MAX_NODES + 1], depth = 0;

    stack[depth++] = a;
    while (depth > 0) {
        const int at = stack[--depth];

        if (at < 0 || seen[at])
            continue;
        seen[at] = true;
        if (model->reads[at][reg] || (model->reads_all[at] && !model->writes[at][reg]))
            return true;
        if (model->writes[at][reg])
            continue;
        stack[depth++] = model->next[at];
        stack[depth++] = model->target[at];
    }
    return false;
}
