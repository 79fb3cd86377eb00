/* SPDX-License-Identifier: MIT */
#include "ir/ir_priv.h"

#include <string.h>

/* Also an instruction without operands has its place in the list, which is then somewhere. */
static void
have_list(struct ir_shader *shader)
{
    if (!shader->list.data)
        base_array_reserve(shader->arena, &shader->list, 1, sizeof(uint32_t));
}

struct ir_shader *
ir_shader_create(struct base_arena *arena, enum ir_stage stage, const char *name)
{
    struct ir_shader *shader = base_arena_new(arena, struct ir_shader);

    shader->arena = arena;
    shader->stage = stage;
    if (!name)
        name = "";
    shader->name = base_arena_copy_string(arena, name, strlen(name));
    (void)base_array_add(arena, &shader->insts);
    have_list(shader);
    return shader;
}

#define CLONE_ARRAY(clone, shader, array)                                                          \
    do {                                                                                           \
        (clone)->array.data = NULL;                                                                \
        (clone)->array.count = (clone)->array.capacity = 0;                                        \
        base_array_reserve((clone)->arena, &(clone)->array, (shader)->array.count,                 \
                           sizeof(*(shader)->array.data));                                         \
        if ((shader)->array.count > 0)                                                             \
            memcpy((clone)->array.data, (shader)->array.data,                                      \
                   (shader)->array.count * sizeof(*(shader)->array.data));                         \
        (clone)->array.count = (shader)->array.count;                                              \
    } while (0)

static const char *
clone_string(struct base_arena *arena, const char *string)
{
    return string ? base_arena_copy_string(arena, string, strlen(string)) : NULL;
}

static void
clone_io(struct base_arena *arena, struct ir_io *io)
{
    io->name = clone_string(arena, io->name);
    io->semantic = clone_string(arena, io->semantic);
}

struct ir_shader *
ir_clone(const struct ir_shader *shader, struct base_arena *arena)
{
    struct ir_shader *clone = base_arena_new(arena, struct ir_shader);

    *clone = *shader;
    clone->arena = arena;
    clone->name = clone_string(arena, shader->name);
    clone->uses = NULL;
    CLONE_ARRAY(clone, shader, insts);
    CLONE_ARRAY(clone, shader, list);
    have_list(clone);
    CLONE_ARRAY(clone, shader, inputs);
    CLONE_ARRAY(clone, shader, outputs);
    CLONE_ARRAY(clone, shader, buffers);
    CLONE_ARRAY(clone, shader, arrays);
    CLONE_ARRAY(clone, shader, images);
    CLONE_ARRAY(clone, shader, samplers);
    CLONE_ARRAY(clone, shader, places);
    CLONE_ARRAY(clone, shader, emulated);
    for (uint32_t i = 0; i < clone->emulated.count; i++)
        clone->emulated.data[i] = clone_string(arena, clone->emulated.data[i]);
    for (uint32_t i = 0; i < clone->inputs.count; i++)
        clone_io(arena, &clone->inputs.data[i]);
    for (uint32_t i = 0; i < clone->outputs.count; i++)
        clone_io(arena, &clone->outputs.data[i]);
    for (uint32_t i = 0; i < clone->buffers.count; i++)
        clone->buffers.data[i].name = clone_string(arena, clone->buffers.data[i].name);
    for (uint32_t i = 0; i < clone->images.count; i++)
        clone->images.data[i].name = clone_string(arena, clone->images.data[i].name);
    for (uint32_t i = 0; i < clone->samplers.count; i++)
        clone->samplers.data[i].name = clone_string(arena, clone->samplers.data[i].name);
    for (uint32_t i = 0; i < clone->arrays.count; i++) {
        struct ir_array *array = &clone->arrays.data[i];

        array->name = clone_string(arena, array->name);
        if (array->init) {
            uint64_t *init = base_arena_new_array(arena, uint64_t, array->count);

            memcpy(init, array->init, array->count * sizeof(*init));
            array->init = init;
        }
    }
    return clone;
}

void
ir_set_operand(struct ir_shader *shader, ir_ref ref, uint32_t i, ir_ref value)
{
    *ir_operand_slot(shader, ref, i) = value;
    shader->uses = NULL;
    shader->may_simplify = true;
}

ir_ref
ir_merge_edge(const struct ir_shader *shader, ir_ref merge, uint32_t i)
{
    return shader->list.data[ir_at(shader, merge)->arg[0] + 2 * i];
}

void
ir_merge_reserve(struct ir_shader *shader, ir_ref merge, uint32_t edges)
{
    struct ir_inst *inst = ir_at(shader, merge);
    const uint32_t room = inst->arg[1] + 2 * edges;

    if (room <= inst->arg[2])
        return;
    base_array_reserve(shader->arena, &shader->list, room, sizeof(uint32_t));
    uint32_t *to = shader->list.data + shader->list.count;
    if (inst->arg[1] > 0)
        memcpy(to, shader->list.data + inst->arg[0], inst->arg[1] * sizeof(uint32_t));
    inst->arg[0] = shader->list.count;
    inst->arg[2] = room; /* What the merge has in the list. */
    shader->list.count += room;
}

void
ir_merge_add_edge(struct ir_shader *shader, ir_ref merge, ir_ref edge, ir_ref value)
{
    struct ir_inst *inst = ir_at(shader, merge);

    /* Room doubles, so that edges come in linear time. */
    if (inst->arg[1] + 2 > inst->arg[2])
        ir_merge_reserve(shader, merge, inst->arg[1] < 4 ? 2 : inst->arg[1] / 2);
    shader->list.data[inst->arg[0] + inst->arg[1]] = edge;
    shader->list.data[inst->arg[0] + inst->arg[1] + 1] = value;
    inst->arg[1] += 2;
    shader->uses = NULL;
}

ir_ref
ir_partner(const struct ir_shader *shader, ir_ref marker)
{
    return ir_at(shader, marker)->arg[1];
}

static void
unlink_inst(struct ir_shader *shader, ir_ref ref)
{
    struct ir_inst *inst = ir_at(shader, ref);

    if (inst->prev)
        ir_at(shader, inst->prev)->next = inst->next;
    else
        shader->first = inst->next;
    if (inst->next)
        ir_at(shader, inst->next)->prev = inst->prev;
    else
        shader->last = inst->prev;
    if (shader->last_const == ref)
        shader->last_const = inst->prev;
}

static void
link_before(struct ir_shader *shader, ir_ref ref, ir_ref at)
{
    struct ir_inst *inst = ir_at(shader, ref);

    inst->next = at;
    inst->prev = at ? ir_at(shader, at)->prev : shader->last;
    if (inst->prev)
        ir_at(shader, inst->prev)->next = ref;
    else
        shader->first = ref;
    if (at)
        ir_at(shader, at)->prev = ref;
    else
        shader->last = ref;
}

void
ir_move_before(struct ir_shader *shader, ir_ref ref, ir_ref at)
{
    unlink_inst(shader, ref);
    link_before(shader, ref, at);
}

void
ir_remove(struct ir_shader *shader, ir_ref ref)
{
    if (shader->uses)
        for (uint32_t i = 0; i < ir_operand_count(shader, ref); i++)
            shader->uses[ir_operand(shader, ref, i)]--;
    unlink_inst(shader, ref);
    ir_at(shader, ref)->op = ir_op_none;
}

ir_ref
ir_insert_before(struct ir_shader *shader, ir_ref at, enum ir_op op, ir_type_id type)
{
    struct ir_inst *inst = base_array_add(shader->arena, &shader->insts);
    const ir_ref ref = shader->insts.count - 1;

    inst->op = (uint16_t)op;
    inst->type = type;
    shader->has_op[op] = true;
    if (ir_op_infos[op].arity > 0) /* Operands come later. */
        shader->may_simplify = true;
    link_before(shader, ref, at);
    shader->uses = NULL;
    return ref;
}

/* The first instruction after the constants. */
static ir_ref
after_consts(const struct ir_shader *shader)
{
    return shader->last_const ? ir_next(shader, shader->last_const) : shader->first;
}

ir_ref
ir_insert_const(struct ir_shader *shader, enum ir_op op, enum ir_type type, uint64_t bits)
{
    const ir_ref ref = shader->insts.count, next = after_consts(shader);
    const struct ir_inst inst = {.op = (uint16_t)op,
                                 .type = (ir_type_id)type,
                                 .arg = {(uint32_t)bits, (uint32_t)(bits >> 32)},
                                 .next = next,
                                 .prev = shader->last_const};

    base_array_push(shader->arena, &shader->insts, inst);
    if (inst.prev)
        ir_at(shader, inst.prev)->next = ref;
    else
        shader->first = ref;
    if (next)
        ir_at(shader, next)->prev = ref;
    else
        shader->last = ref;
    shader->last_const = ref;
    shader->has_op[op] = true;
    shader->uses = NULL;
    return ref;
}

void
ir_become_const(struct ir_shader *shader, ir_ref ref, uint64_t bits)
{
    struct ir_inst *inst = ir_at(shader, ref);

    unlink_inst(shader, ref);
    inst->op = ir_op_const;
    shader->has_op[ir_op_const] = true;
    inst->flags = 0;
    inst->arg[0] = (uint32_t)bits;
    inst->arg[1] = (uint32_t)(bits >> 32);
    inst->arg[2] = 0;
    link_before(shader, ref, after_consts(shader));
    shader->last_const = ref;
    shader->uses = NULL;
    shader->may_simplify = true;
}

void
ir_count_uses(struct ir_shader *shader)
{
    shader->uses = base_arena_new_array(shader->arena, uint32_t, shader->insts.count);
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        const uint32_t count = ir_operand_count(shader, ref);

        for (uint32_t i = 0; i < count; i++)
            shader->uses[ir_operand(shader, ref, i)]++;
    }
}

struct qd_place
ir_place_of(const struct ir_shader *shader, ir_ref ref)
{
    uint32_t low = 0, high = shader->places.count;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;

        if (shader->places.data[middle].first <= ref)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || shader->place_kind == QD_PLACE_NONE)
        return base_at_nowhere();
    const uint32_t at = shader->places.data[low - 1].at;
    return shader->place_kind == QD_PLACE_TEXT ? base_at_line(at, 0) : base_at_word(at / 4);
}

bool
ir_is_by_quad(const struct ir_shader *shader, ir_ref ref)
{
    const enum ir_op op = ir_op_of(shader, ref);

    return shader->stage == ir_stage_fragment &&
           (op == ir_op_image_lod ||
            (op == ir_op_sample && !(ir_imm(shader, ref) & (IR_SAMPLE_LOD | IR_SAMPLE_GRAD))));
}

bool
ir_writes_memory(const struct ir_shader *shader)
{
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref))
        if (ir_op_writes_memory(ir_op_of(shader, ref)))
            return true;
    return false;
}

enum ir_company
ir_company_of(const struct ir_shader *shader, ir_ref *by)
{
    enum ir_company company = ir_company_lane;

    if (by)
        *by = 0;
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        enum ir_company asked = (enum ir_company)ir_op_infos[ir_op_of(shader, ref)].company;

        if (ir_is_by_quad(shader, ref))
            asked = ir_company_quad;
        if (asked > company) {
            company = asked;
            if (by)
                *by = ref;
        }
    }
    return company;
}

uint32_t
ir_add_input(struct ir_shader *shader, const struct ir_io *io)
{
    base_array_push(shader->arena, &shader->inputs, *io);
    return shader->inputs.count - 1;
}

uint32_t
ir_add_output(struct ir_shader *shader, const struct ir_io *io)
{
    base_array_push(shader->arena, &shader->outputs, *io);
    return shader->outputs.count - 1;
}

uint32_t
ir_add_buffer(struct ir_shader *shader, const struct ir_buffer *buffer)
{
    base_array_push(shader->arena, &shader->buffers, *buffer);
    return shader->buffers.count - 1;
}

uint32_t
ir_add_array(struct ir_shader *shader, const struct ir_array *array)
{
    base_array_push(shader->arena, &shader->arrays, *array);
    return shader->arrays.count - 1;
}

uint32_t
ir_add_image(struct ir_shader *shader, const struct ir_image *image)
{
    base_array_push(shader->arena, &shader->images, *image);
    return shader->images.count - 1;
}

uint32_t
ir_add_sampler(struct ir_shader *shader, const struct ir_sampler *sampler)
{
    base_array_push(shader->arena, &shader->samplers, *sampler);
    return shader->samplers.count - 1;
}

void
ir_add_emulated(struct ir_shader *shader, const char *what)
{
    for (uint32_t i = 0; i < shader->emulated.count; i++)
        if (strcmp(shader->emulated.data[i], what) == 0)
            return;
    base_array_push(shader->arena, &shader->emulated, clone_string(shader->arena, what));
}
