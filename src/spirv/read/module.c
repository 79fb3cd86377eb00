/* SPDX-License-Identifier: MIT
 *
 * Words to instructions. Whatever the words are, what comes out of here can be walked: every
 * instruction has the operands that its row in opcodes.def asks for, every id is within the bound
 * and made once, every function is made of blocks that end.
 */
#include "spirv/read/read_priv.h"

#include <inttypes.h>
#include <spirv/unified1/NonSemanticShaderDebugInfo100.h>

#define HEADER_WORDS 5
#define MAX_MINOR 6
#define BLOCK_COST 32

/* ---- errors ---- */

/* Which instruction of NonSemantic.Shader.DebugInfo it is; 0: none of them. */
static uint32_t
debug_line(const struct read_module *module, const struct read_inst *inst)
{
    const struct read_inst *set =
        inst->op == SpvOpExtInst ? read_maker(module, inst->operands[0]) : NULL;

    if (!set || set->op != SpvOpExtInstImport ||
        !read_is_string(set, 0, "NonSemantic.Shader.DebugInfo.", true))
        return 0;
    return inst->operands[1];
}

/* The file and line of an OpLine or DebugLine. */
static void
print_line(struct read_module *module, const struct read_inst *inst, struct base_text *text)
{
    const struct read_inst *file = NULL;
    uint32_t line = 0;

    if (inst->op == SpvOpLine) {
        file = read_maker(module, inst->operands[0]);
        line = inst->operands[1];
    } else if (inst->count > 3) {
        const struct read_inst *source = read_maker(module, inst->operands[2]);
        const struct read_inst *number = read_maker(module, inst->operands[3]);

        if (source && source->op == SpvOpExtInst && source->count > 2)
            file = read_maker(module, source->operands[2]);
        if (number && number->op == SpvOpConstant && number->count > 0)
            line = number->operands[0];
    }
    base_text_printf(text, " (%s:%" PRIu32 ")",
                     file && file->op == SpvOpString ? read_string(module->arena, file, 0) : "line",
                     line);
}

/* The source line that the last OpLine or DebugLine before the instruction names. The instruction
 * itself need not have been found whole. */
static void
add_line(struct read_module *module, const struct read_inst *inst, struct base_text *text)
{
    uint32_t low = 0, high = module->inst_count;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;

        if (module->insts[middle].at < inst->at)
            low = middle + 1;
        else
            high = middle;
    }
    while (low > 0) {
        const struct read_inst *before = &module->insts[--low];
        const uint32_t debug = debug_line(module, before);

        if (before->op == SpvOpNoLine || before->op == SpvOpLabel || before->op == SpvOpFunction ||
            debug == NonSemanticShaderDebugInfo100DebugNoLine)
            return;
        if (before->op == SpvOpLine || debug == NonSemanticShaderDebugInfo100DebugLine) {
            print_line(module, before, text);
            return;
        }
    }
}

bool
read_module_vfail(struct read_module *module, const struct read_inst *inst, enum qd_code code,
                  const char *format, va_list args)
{
    struct base_text text;

    base_text_init(&text, module->arena);
    base_text_printf(&text, "%s: ", read_opcode_name(inst->op));
    base_text_vprintf(&text, format, args);
    add_line(module, inst, &text);
    base_error(module->diags, code, base_at_word(inst->at), "%s", base_text_string(&text));
    return false;
}

bool
read_module_fail(struct read_module *module, const struct read_inst *inst, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    (void)read_module_vfail(module, inst, QD_CODE_SPIRV_INVALID, format, args);
    va_end(args);
    return false;
}

BASE_PRINTF(4, 5)
static bool
fail_at(struct read_module *module, size_t at, enum qd_code code, const char *format, ...)
{
    struct base_text text;
    va_list args;

    base_text_init(&text, module->arena);
    va_start(args, format);
    base_text_vprintf(&text, format, args);
    va_end(args);
    base_error(module->diags, code, base_at_word((uint32_t)at), "%s", base_text_string(&text));
    return false;
}

/* ---- strings ---- */

/* Does a byte of the word end a string? */
static bool
has_end(uint32_t word)
{
    return (word & 0xff) == 0 || (word & 0xff00) == 0 || (word & 0xff0000) == 0 || word >> 24 == 0;
}

uint32_t
read_string_words(const struct read_inst *inst, uint32_t i)
{
    for (uint32_t n = i; n < inst->count; n++)
        if (has_end(inst->operands[n]))
            return n - i + 1;
    return inst->count - i;
}

const char *
read_string(struct base_arena *arena, const struct read_inst *inst, uint32_t i)
{
    const uint32_t words = read_string_words(inst, i);
    char *text = base_arena_alloc(arena, (size_t)words * 4 + 1);

    /* The first character is the low byte, on every machine. */
    for (uint32_t n = 0; n < words * 4; n++)
        text[n] = (char)(inst->operands[i + n / 4] >> n % 4 * 8 & 0xff);
    return text;
}

bool
read_is_string(const struct read_inst *inst, uint32_t i, const char *text, bool is_start)
{
    const size_t size = strlen(text) + !is_start;

    if (size > (size_t)read_string_words(inst, i) * 4)
        return false;
    for (size_t n = 0; n < size; n++)
        if ((inst->operands[i + n / 4] >> n % 4 * 8 & 0xff) != (unsigned char)text[n])
            return false;
    return true;
}

/* ---- the header ---- */

static uint32_t
swap(uint32_t word)
{
    return word >> 24 | (word >> 8 & 0xff00) | (word << 8 & 0xff0000) | word << 24;
}

static bool
read_header(struct read_module *module, const uint32_t *words)
{
    if (module->count < HEADER_WORDS)
        return fail_at(module, 0, QD_CODE_SPIRV_INVALID,
                       "found %zu words, expected the %d of a module's header", module->count,
                       HEADER_WORDS);
    if (module->count > UINT32_MAX / 4)
        return fail_at(module, 0, QD_CODE_LIMIT, "found %zu words, expected at most %" PRIu32,
                       module->count, UINT32_MAX / 4);
    if (words[0] == swap(SpvMagicNumber)) {
        uint32_t *swapped = base_arena_new_array(module->arena, uint32_t, module->count);

        for (size_t i = 0; i < module->count; i++)
            swapped[i] = swap(words[i]);
        module->words = swapped;
    } else if (words[0] != SpvMagicNumber) {
        return fail_at(module, 0, QD_CODE_SPIRV_INVALID,
                       "found 0x%08" PRIx32 ", expected SPIR-V's magic number 0x%08x", words[0],
                       SpvMagicNumber);
    }
    const uint32_t version = module->words[1];
    module->minor = version >> 8 & 0xff;
    if ((version & 0xff0000ffu) != 0 || version >> 16 != 1 || module->minor > MAX_MINOR)
        return fail_at(module, 1, QD_CODE_UNSUPPORTED,
                       "found version word 0x%08" PRIx32 ", expected SPIR-V 1.0 to 1.%d", version,
                       MAX_MINOR);
    module->bound = module->words[3];
    if (module->bound == 0 || module->bound > READ_MAX_BOUND)
        return fail_at(module, 3, QD_CODE_SPIRV_ID_BOUND,
                       "found the bound %" PRIu32 " of ids, expected 1 to %" PRIu32, module->bound,
                       READ_MAX_BOUND);
    if (module->words[4] != 0)
        return fail_at(module, 4, QD_CODE_UNSUPPORTED,
                       "found the instruction schema %" PRIu32 ", expected 0", module->words[4]);
    return true;
}

/* ---- operands ---- */

static bool
check_id(struct read_module *module, const struct read_inst *inst, uint32_t id)
{
    if (id == 0 || id >= module->bound)
        return read_module_fail(
            module, inst, "found id %" PRIu32 ", expected 1 to %" PRIu32 " as the header says", id,
            module->bound - 1);
    return true;
}

static bool
check_ids(struct read_module *module, const struct read_inst *inst, uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!check_id(module, inst, inst->operands[first + i]))
            return false;
    return true;
}

static bool
check_string(struct read_module *module, const struct read_inst *inst, uint32_t *at)
{
    const uint32_t words = read_string_words(inst, *at);

    *at += words;
    if (words == 0 || !has_end(inst->operands[*at - 1]))
        return read_module_fail(module, inst, "found a string without an end");
    return true;
}

/* One operand of the layout; at: where it starts, and then where the next does. */
static bool
check_operand(struct read_module *module, const struct read_inst *inst, char letter, uint32_t *at)
{
    const uint32_t left = inst->count - *at;
    const uint32_t first = *at;

    switch (letter) {
    case 's':
        return check_string(module, inst, at);
    case 'i':
        *at += 1;
        return check_ids(module, inst, first, 1);
    case 'p':
    case 'x':
        if (left < 2)
            return read_module_fail(module, inst, "found half of a pair of operands at the end");
        *at += 2;
        return check_ids(module, inst, first, letter == 'p' ? 2 : 1);
    case 'I':
        *at = inst->count;
        return check_ids(module, inst, first + 1, left - 1);
    case 'c':
    case 'e':
    case 'm':
    case 'o':
    case 'w':
        *at = inst->count;
        return true;
    default:
        *at += 1;
        return true;
    }
}

bool
read_check_operands(struct read_module *module, const struct read_inst *inst)
{
    uint32_t at = 0;

    for (const char *layout = read_find_opcode(inst->op)->layout; *layout; layout++) {
        const char letter = *layout;
        const char quantifier = layout[1];

        if (quantifier == '?' || quantifier == '*')
            layout++;
        if (at == inst->count) {
            if (quantifier == '?' || quantifier == '*')
                continue;
            return read_module_fail(
                module, inst, "found %" PRIu32 " words of operands, expected more", inst->count);
        }
        do {
            if (!check_operand(module, inst, letter, &at))
                return false;
        } while (quantifier == '*' && at < inst->count);
    }
    if (at < inst->count)
        return read_module_fail(module, inst,
                                "found %" PRIu32 " words of operands, expected %" PRIu32,
                                inst->count, at);
    return true;
}

/* ---- instructions ---- */

/* The result's type and id. */
static bool
take_result(struct read_module *module, struct read_inst *inst, const struct read_opcode *opcode)
{
    const uint32_t count = (uint32_t)opcode->has_type + (uint32_t)opcode->has_id;

    if (inst->count < count)
        return read_module_fail(module, inst, "found no room for the result");
    inst->type = opcode->has_type ? inst->operands[0] : 0;
    inst->id = opcode->has_id ? inst->operands[opcode->has_type] : 0;
    inst->operands += count;
    inst->count -= count;
    if ((opcode->has_type && !check_id(module, inst, inst->type)) ||
        (opcode->has_id && !check_id(module, inst, inst->id)))
        return false;
    if (!opcode->has_id)
        return true;
    struct read_def *def = &module->defs[inst->id];
    if (def->inst)
        return read_module_fail(
            module, inst, "found id %" PRIu32 ", which %s at word %" PRIu32 " has made", inst->id,
            read_opcode_name(module->insts[def->inst - 1].op), module->insts[def->inst - 1].at);
    def->inst = (uint32_t)(inst - module->insts) + 1;
    return true;
}

static bool
cut_inst(struct read_module *module, size_t at)
{
    const uint32_t word = module->words[at];
    const uint32_t length = word >> SpvWordCountShift;
    const SpvOp op = (SpvOp)(word & SpvOpCodeMask);
    const struct read_opcode *opcode = read_find_opcode(op);

    if (length == 0 || length > module->count - at)
        return fail_at(module, at, QD_CODE_SPIRV_INVALID,
                       "found an instruction of %" PRIu32 " words, expected 1 to the %zu left",
                       length, module->count - at);
    if (!opcode)
        return fail_at(module, at, QD_CODE_UNSUPPORTED, "found the opcode %d, which is not known",
                       (int)op);
    struct read_inst *inst = &module->insts[module->inst_count++];
    *inst = (struct read_inst){
        .op = op, .at = (uint32_t)at, .count = length - 1, .operands = module->words + at + 1};
    return take_result(module, inst, opcode) && read_check_operands(module, inst);
}

static bool
cut(struct read_module *module)
{
    uint32_t count = 0;

    for (size_t at = HEADER_WORDS; at < module->count; count++) {
        const uint32_t length = module->words[at] >> SpvWordCountShift;

        at += length && length <= module->count - at ? length : module->count - at;
    }
    module->insts = base_arena_new_array(module->arena, struct read_inst, count);
    for (size_t at = HEADER_WORDS; at < module->count; at += module->words[at] >> SpvWordCountShift)
        if (!cut_inst(module, at))
            return false;
    return true;
}

bool
spirv_is_module(const void *code, size_t size)
{
    static const unsigned char magic[4] = {0x03, 0x02, 0x23, 0x07};
    const unsigned char *bytes = code;
    bool is_little = size >= 4, is_big = size >= 4;

    for (unsigned i = 0; i < 4 && size >= 4; i++) {
        is_little &= bytes[i] == magic[i];
        is_big &= bytes[i] == magic[3 - i];
    }
    return is_little || is_big;
}

struct read_module *
read_module_create(const uint32_t *words, size_t count, struct base_arena *arena,
                   struct base_diags *diags)
{
    struct read_module *module = base_arena_new(arena, struct read_module);

    module->arena = arena;
    module->diags = diags;
    module->words = words;
    module->count = count;
    if (!read_header(module, words))
        return NULL;
    module->defs = base_arena_new_array(arena, struct read_def, module->bound);
    return cut(module) ? module : NULL;
}

const struct read_inst *
read_maker(const struct read_module *module, uint32_t id)
{
    if (id >= module->bound || !module->defs[id].inst)
        return NULL;
    return &module->insts[module->defs[id].inst - 1];
}

/* ---- functions ---- */

static bool
is_end(SpvOp op)
{
    return op == SpvOpBranch || op == SpvOpBranchConditional || op == SpvOpSwitch ||
           op == SpvOpReturn || op == SpvOpReturnValue || op == SpvOpKill ||
           op == SpvOpTerminateInvocation || op == SpvOpUnreachable;
}

/* What may stand between blocks and functions. */
static bool
is_aside(SpvOp op)
{
    return op == SpvOpLine || op == SpvOpNoLine || op == SpvOpNop || op == SpvOpExtInst;
}

static void
add_local(struct read_module *module, uint32_t function, uint32_t id)
{
    struct read_def *def = &module->defs[id];

    def->function = function + 1;
    def->local = module->functions[function].local_count++;
}

/* The block whose label is at *i; leaves *i at what ends it. */
static bool
find_block(struct read_module *module, uint32_t function, struct read_block *block, uint32_t *i)
{
    const struct read_inst *insts = module->insts;
    const struct read_inst *label = &insts[*i];

    *block = (struct read_block){.label = label->id, .first = *i + 1};
    for (uint32_t n = *i + 1; n < module->inst_count; n++) {
        const struct read_inst *inst = &insts[n];

        if (inst->op == SpvOpLabel || inst->op == SpvOpFunctionEnd || inst->op == SpvOpFunction ||
            inst->op == SpvOpFunctionParameter)
            return read_module_fail(module, inst, "found before the end of block %" PRIu32,
                                    label->id);
        if (inst->id)
            add_local(module, function, inst->id);
        if (inst->op == SpvOpSelectionMerge || inst->op == SpvOpLoopMerge)
            block->merge = inst->operands[0];
        if (is_end(inst->op)) {
            block->last = *i = n;
            return true;
        }
    }
    return read_module_fail(module, label, "found no end of the block");
}

/* Blocks from *i on, to the function's end. */
static bool
find_blocks(struct read_module *module, uint32_t function, uint32_t *i)
{
    struct read_function *f = &module->functions[function];
    uint32_t count = 0;

    for (uint32_t n = *i; n < module->inst_count && module->insts[n].op != SpvOpFunctionEnd; n++)
        count += module->insts[n].op == SpvOpLabel;
    struct read_block *blocks = base_arena_new_array(module->arena, struct read_block, count);
    f->blocks = blocks;
    for (; *i < module->inst_count; ++*i) {
        const struct read_inst *inst = &module->insts[*i];

        if (inst->op == SpvOpFunctionEnd)
            return true;
        if (inst->op != SpvOpLabel) {
            if (!is_aside(inst->op))
                return read_module_fail(module, inst, "found outside of a block");
            continue;
        }
        module->defs[inst->id].function = function + 1;
        module->defs[inst->id].local = f->block_count;
        if (!find_block(module, function, &blocks[f->block_count++], i))
            return false;
    }
    return read_module_fail(module, &module->insts[f->inst], "found no OpFunctionEnd");
}

/* What a copy of the function takes: words to go through, and what each block and call takes of
 * memory as often as that. */
static uint32_t
find_cost(const struct read_module *module, const struct read_function *f, uint32_t end)
{
    uint32_t cost = module->insts[end].at - module->insts[f->inst].at;

    for (uint32_t i = f->inst; i < end; i++)
        if (module->insts[i].op == SpvOpLabel || module->insts[i].op == SpvOpFunctionCall)
            cost += BLOCK_COST;
    return cost;
}

static bool
find_function(struct read_module *module, uint32_t function, uint32_t *i)
{
    struct read_function *f = &module->functions[function];
    const uint32_t first = *i;

    f->inst = first;
    module->defs[module->insts[first].id].local = function;
    for (++*i; *i < module->inst_count; ++*i) {
        const struct read_inst *inst = &module->insts[*i];

        if (inst->op == SpvOpFunctionParameter) {
            f->parameter_count++;
            add_local(module, function, inst->id);
        } else if (!is_aside(inst->op)) {
            break;
        }
    }
    if (!find_blocks(module, function, i))
        return false;
    f->cost = find_cost(module, f, *i);
    return true;
}

bool
read_find_functions(struct read_module *module)
{
    uint32_t count = 0;

    module->global_count = module->inst_count;
    for (uint32_t i = module->inst_count; i-- > 0;) {
        if (module->insts[i].op == SpvOpFunction) {
            module->global_count = i;
            count++;
        }
    }
    module->functions = base_arena_new_array(module->arena, struct read_function, count);
    for (uint32_t i = module->global_count; i < module->inst_count; i++) {
        const struct read_inst *inst = &module->insts[i];

        if (inst->op == SpvOpFunction) {
            if (!find_function(module, module->function_count++, &i))
                return false;
        } else if (!is_aside(inst->op)) {
            return read_module_fail(module, inst, "found between functions");
        }
    }
    return true;
}
