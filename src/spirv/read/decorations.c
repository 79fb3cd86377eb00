/* SPDX-License-Identifier: MIT
 *
 * Decorations and names: one sorted list, searched by id and member. A group stands in its targets'
 * lists as itself, so that groups on many targets stay small.
 */
#include "spirv/read/read_priv.h"

#include <inttypes.h>
#include <stdlib.h>

/* More than any module has on one thing, so that a search ends soon. */
#define MAX_PER_TARGET 64

struct read_decorations {
    BASE_ARRAY(struct read_decoration) list;
    uint32_t *names; /* By id: index of the OpName, plus 1. */
};

static int
compare(const void *left, const void *right)
{
    const struct read_decoration *a = left, *b = right;

    if (a->target != b->target)
        return a->target < b->target ? -1 : 1;
    if (a->member != b->member)
        return a->member < b->member ? -1 : 1;
    return a->inst < b->inst ? -1 : a->inst > b->inst;
}

static void
add(struct spirv_reader *r, uint32_t inst, uint32_t target, uint32_t member, uint32_t group)
{
    struct read_decoration *decoration = base_array_add(r->arena, &r->state->decorations->list);

    decoration->target = target;
    decoration->member = member;
    decoration->group = group;
    decoration->inst = inst;
}

/* The decoration that stands at operand i of the instruction. */
static void
add_own(struct spirv_reader *r, uint32_t index, uint32_t member, uint32_t i)
{
    const struct read_inst *inst = &r->module->insts[index];

    add(r, index, inst->operands[0], member, 0);
    struct read_decorations *decorations = r->state->decorations;
    struct read_decoration *last = &decorations->list.data[decorations->list.count - 1];
    last->decoration = (SpvDecoration)inst->operands[i];
    last->operands = inst->operands + i + 1;
    last->operand_count = inst->count - i - 1;
}

static void
collect(struct spirv_reader *r, uint32_t index)
{
    const struct read_inst *inst = &r->module->insts[index];

    switch ((int)inst->op) {
    case SpvOpName:
        r->state->decorations->names[inst->operands[0]] = index + 1;
        break;
    case SpvOpDecorate:
    case SpvOpDecorateId:
    case SpvOpDecorateString:
        add_own(r, index, READ_NO_MEMBER, 1);
        break;
    case SpvOpMemberDecorate:
    case SpvOpMemberDecorateString:
        add_own(r, index, inst->operands[1], 2);
        break;
    case SpvOpGroupDecorate:
        for (uint32_t i = 1; i < inst->count; i++)
            add(r, index, inst->operands[i], READ_NO_MEMBER, inst->operands[0]);
        break;
    case SpvOpGroupMemberDecorate:
        for (uint32_t i = 1; i + 1 < inst->count; i += 2)
            add(r, index, inst->operands[i], inst->operands[i + 1], inst->operands[0]);
        break;
    default:
        break;
    }
}

/* A value that is given for no constant is most often a slip in a number. */
static void
warn_of_constants(struct spirv_reader *r)
{
    const struct read_decorations *decorations = r->state->decorations;

    for (size_t i = 0; i < r->options->constant_count; i++) {
        bool is_there = false;

        for (uint32_t j = 0; j < decorations->list.count && !is_there; j++) {
            const struct read_decoration *at = &decorations->list.data[j];

            is_there = !at->group && at->decoration == SpvDecorationSpecId &&
                       at->operand_count > 0 && at->operands[0] == r->options->constants[i].id;
        }
        if (!is_there)
            base_warning(r->diags, QD_CODE_SPIRV_INVALID, base_at_nowhere(),
                         "found a value for specialization constant %" PRIu32
                         ", which the module does not have",
                         r->options->constants[i].id);
    }
}

bool
read_collect_decorations(struct spirv_reader *r)
{
    struct read_decorations *decorations = base_arena_new(r->arena, struct read_decorations);
    uint32_t same = 0;

    r->state->decorations = decorations;
    decorations->names = base_arena_new_array(r->arena, uint32_t, r->module->bound);
    for (uint32_t i = 0; i < r->module->global_count; i++)
        collect(r, i);
    if (decorations->list.count > 0)
        qsort(decorations->list.data, decorations->list.count, sizeof(*decorations->list.data),
              compare);
    for (uint32_t i = 1; i < decorations->list.count; i++) {
        const struct read_decoration *at = &decorations->list.data[i];

        same = at->target == at[-1].target && at->member == at[-1].member ? same + 1 : 0;
        if (same >= MAX_PER_TARGET)
            return read_fail(r, &r->module->insts[at->inst], QD_CODE_LIMIT,
                             "found more than %d decorations of id %" PRIu32, MAX_PER_TARGET,
                             at->target);
    }
    warn_of_constants(r);
    return true;
}

static const struct read_decoration *
find(const struct read_decorations *decorations, uint32_t id, uint32_t member,
     SpvDecoration decoration, bool with_groups)
{
    uint32_t low = 0, high = decorations->list.count;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const struct read_decoration *at = &decorations->list.data[middle];

        if (at->target < id || (at->target == id && at->member < member))
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < decorations->list.count; low++) {
        const struct read_decoration *at = &decorations->list.data[low];

        if (at->target != id || at->member != member)
            return NULL;
        if (!at->group && at->decoration == decoration)
            return at;
        const struct read_decoration *found =
            at->group && with_groups
                ? find(decorations, at->group, READ_NO_MEMBER, decoration, false)
                : NULL;
        if (found)
            return found;
    }
    return NULL;
}

const struct read_decoration *
read_find_decoration(const struct spirv_reader *r, uint32_t id, uint32_t member,
                     SpvDecoration decoration)
{
    return find(r->state->decorations, id, member, decoration, true);
}

uint32_t
read_decoration_value(const struct spirv_reader *r, uint32_t id, uint32_t member,
                      SpvDecoration decoration, uint32_t otherwise)
{
    const struct read_decoration *found = read_find_decoration(r, id, member, decoration);

    return found && found->operand_count > 0 ? found->operands[0] : otherwise;
}

bool
read_has_decoration(const struct spirv_reader *r, uint32_t id, SpvDecoration decoration,
                    uint32_t *literal)
{
    const struct read_decoration *found = read_find_decoration(r, id, READ_NO_MEMBER, decoration);

    if (found && literal)
        *literal = found->operand_count > 0 ? found->operands[0] : 0;
    return found != NULL;
}

const char *
read_find_name(const struct spirv_reader *r, uint32_t id)
{
    const uint32_t index = r->state->decorations->names[id];

    return index ? read_string(r->arena, &r->module->insts[index - 1], 1) : NULL;
}
