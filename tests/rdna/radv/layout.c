/* SPDX-License-Identifier: MIT */
#include "layout.h"

#include <spirv/unified1/spirv.h>

struct member {
    uint32_t type, number, offset, matrix_stride; /* By the struct's id and the member's number. */
};

struct layout {
    uint32_t bound;
    const uint32_t **defs; /* Of types, variables and constants, by id; NULL: something else. */
    uint32_t *strides;     /* Of arrays. */
    uint32_t *sets, *bindings;
    BASE_ARRAY(struct member) members;
};

static struct member *
member_of(struct base_arena *arena, struct layout *layout, uint32_t type, uint32_t number)
{
    for (uint32_t i = 0; i < layout->members.count; i++)
        if (layout->members.data[i].type == type && layout->members.data[i].number == number)
            return &layout->members.data[i];
    const struct member member = {.type = type, .number = number};
    base_array_push(arena, &layout->members, member);
    return &layout->members.data[layout->members.count - 1];
}

static void
read_decoration(struct base_arena *arena, struct layout *layout, const uint32_t *inst)
{
    if ((inst[0] & 0xffff) == SpvOpMemberDecorate) {
        if (inst[3] == SpvDecorationOffset)
            member_of(arena, layout, inst[1], inst[2])->offset = inst[4];
        if (inst[3] == SpvDecorationMatrixStride)
            member_of(arena, layout, inst[1], inst[2])->matrix_stride = inst[4];
        return;
    }
    if (inst[2] == SpvDecorationArrayStride)
        layout->strides[inst[1]] = inst[3];
    if (inst[2] == SpvDecorationDescriptorSet)
        layout->sets[inst[1]] = inst[3];
    if (inst[2] == SpvDecorationBinding)
        layout->bindings[inst[1]] = inst[3];
}

struct layout *
layout_read(struct base_arena *arena, const struct spirv_module *module)
{
    struct layout *layout = base_arena_new(arena, struct layout);

    layout->bound = module->words[3];
    layout->defs = base_arena_new_array(arena, const uint32_t *, layout->bound);
    layout->strides = base_arena_new_array(arena, uint32_t, layout->bound);
    layout->sets = base_arena_new_array(arena, uint32_t, layout->bound);
    layout->bindings = base_arena_new_array(arena, uint32_t, layout->bound);
    for (size_t at = 5; at < module->count; at += module->words[at] >> 16) {
        const uint32_t *inst = &module->words[at];
        const uint32_t op = inst[0] & 0xffff;

        if (op == SpvOpDecorate || op == SpvOpMemberDecorate)
            read_decoration(arena, layout, inst);
        else if (op == SpvOpVariable || op == SpvOpConstant)
            layout->defs[inst[2]] = inst;
        else if (op >= SpvOpTypeVoid && op <= SpvOpTypePointer)
            layout->defs[inst[1]] = inst;
        else if (op == SpvOpFunction)
            break;
    }
    return layout;
}

static uint32_t
op_of(const struct layout *layout, uint32_t id)
{
    return layout->defs[id] ? layout->defs[id][0] & 0xffff : SpvOpNop;
}

static uint32_t
pointee(const struct layout *layout, uint32_t variable)
{
    return layout->defs[layout->defs[variable][1]][3];
}

uint32_t
layout_of_binding(const struct layout *layout, uint32_t set, uint32_t binding)
{
    for (uint32_t id = 1; id < layout->bound; id++) {
        if (op_of(layout, id) != SpvOpVariable || layout->sets[id] != set ||
            layout->bindings[id] != binding)
            continue;
        const uint32_t class = layout->defs[id][3];
        if (class != SpvStorageClassUniform && class != SpvStorageClassStorageBuffer)
            continue;
        uint32_t type = pointee(layout, id);
        while (op_of(layout, type) == SpvOpTypeArray ||
               op_of(layout, type) == SpvOpTypeRuntimeArray)
            type = layout->defs[type][2];
        return type;
    }
    return 0;
}

uint32_t
layout_of_push(const struct layout *layout)
{
    for (uint32_t id = 1; id < layout->bound; id++)
        if (op_of(layout, id) == SpvOpVariable &&
            layout->defs[id][3] == SpvStorageClassPushConstant)
            return pointee(layout, id);
    return 0;
}

/* Where in a type a byte is: what is there, or the type within and the byte in that. */
struct step {
    uint32_t type;
    uint64_t offset;
    uint32_t matrix_stride;
};

/* The member that begins last before the byte; type 0: none. */
static void
step_into_struct(const struct layout *layout, struct step *step)
{
    const uint32_t *def = layout->defs[step->type];
    const struct member *found = NULL;

    for (uint32_t i = 0; i < layout->members.count; i++) {
        const struct member *member = &layout->members.data[i];

        if (member->type == step->type && member->offset <= step->offset &&
            (!found || member->offset > found->offset))
            found = member;
    }
    step->type = found ? def[2 + found->number] : 0;
    step->offset -= found ? found->offset : 0;
    step->matrix_stride = found ? found->matrix_stride : 0;
}

static unsigned
scalar_bytes(const struct layout *layout, uint32_t type)
{
    return layout->defs[type][2] / 8;
}

struct layout_scalar
layout_at(const struct layout *layout, uint32_t type, uint64_t offset)
{
    static const struct layout_scalar padding = {.kind = layout_none, .size = 1};
    struct step step = {type, offset, 0};

    for (;;) {
        const uint32_t *def = layout->defs[step.type];
        uint64_t index;

        switch (op_of(layout, step.type)) {
        case SpvOpTypeStruct:
            step_into_struct(layout, &step);
            break;
        case SpvOpTypeRuntimeArray:
        case SpvOpTypeArray:
            index = step.offset / layout->strides[step.type];
            if (def[0] >> 16 > 3 && index >= layout->defs[def[3]][3])
                return padding;
            step.offset %= layout->strides[step.type];
            step.type = def[2];
            break;
        case SpvOpTypeMatrix:
            if (step.offset / step.matrix_stride >= def[3])
                return padding;
            step.offset %= step.matrix_stride;
            step.type = def[2];
            break;
        case SpvOpTypeVector:
            index = step.offset / scalar_bytes(layout, def[2]);
            if (index >= def[3])
                return padding;
            step.offset %= scalar_bytes(layout, def[2]);
            step.type = def[2];
            break;
        case SpvOpTypePointer:
            if (step.offset)
                return padding;
            return (struct layout_scalar){layout_address, 8, def[3]};
        case SpvOpTypeInt:
        case SpvOpTypeFloat:
            if (step.offset)
                return padding;
            return (struct layout_scalar){(uint8_t)((def[0] & 0xffff) == SpvOpTypeFloat
                                                        ? layout_float
                                                    : def[3] ? layout_sint
                                                             : layout_uint),
                                          (uint8_t)scalar_bytes(layout, step.type), 0};
        default:
            return padding;
        }
    }
}
