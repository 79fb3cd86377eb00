/* SPDX-License-Identifier: MIT */
#include "spirv/read/read_priv.h"

static const struct read_opcode opcodes[] = {
#define READ_OPCODE(name, number, family, type, id, layout, capability)                            \
    {"Op" #name, (SpvOp)(number), read_family_##family, type, id, layout, #capability},
#include "spirv/read/opcodes.def"
};

const struct read_opcode *
read_find_opcode(SpvOp op)
{
    size_t low = 0, high = BASE_COUNT(opcodes);

    while (low < high) {
        const size_t middle = (low + high) / 2;

        if (opcodes[middle].op == op)
            return &opcodes[middle];
        if (opcodes[middle].op < op)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

const char *
read_opcode_name(SpvOp op)
{
    const struct read_opcode *opcode = read_find_opcode(op);

    return opcode ? opcode->name : "?";
}

static const struct {
    enum read_name_kind kind;
    uint32_t number;
    const char *name;
} names[] = {
#define READ_NAME(kind, name, number) {read_name_##kind, number, #name},
#include "spirv/read/names.def"
};

const char *
read_name_of(enum read_name_kind kind, uint32_t number)
{
    for (size_t i = 0; i < BASE_COUNT(names); i++)
        if (names[i].kind == kind && names[i].number == number)
            return names[i].name;
    return "?";
}

bool
read_for_ids(const struct read_inst *inst, bool (*visit)(void *context, uint32_t id), void *context)
{
    const struct read_opcode *opcode = read_find_opcode(inst->op);
    uint32_t i = 0;

    for (const char *layout = opcode ? opcode->layout : ""; *layout && i < inst->count; layout++) {
        const bool is_many = layout[1] == '*';

        switch (*layout) {
        case '?':
        case '*':
            break;
        case 's':
            i += read_string_words(inst, i);
            break;
        case 'n':
            i = is_many ? inst->count : i + 1;
            break;
        case 'I':
            i++;
            for (; i < inst->count; i++)
                if (!visit(context, inst->operands[i]))
                    return false;
            break;
        case 'i':
        case 'p':
            do {
                if (!visit(context, inst->operands[i++]))
                    return false;
            } while ((is_many || *layout == 'p') && i < inst->count);
            break;
        default:
            return true; /* No ids of values from here on. */
        }
    }
    return true;
}
