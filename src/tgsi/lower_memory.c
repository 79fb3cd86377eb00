/* SPDX-License-Identifier: MIT
 *
 * LOAD, STORE, RESQ and where atomics go: buffers, memory of a workgroup or of one invocation,
 * constant buffers by byte, hardware's atomic counters. Each enabled component is a word of its
 * own, which is in range or not.
 */
#include "tgsi/tgsi_priv.h"

/* A constant buffer's bytes, where not all addresses are known: 4096 registers. */
#define MAX_CONSTBUF 65536

/* Addresses from here on are past the end of every buffer; those of the other components then do
 * not wrap round. */
#define PAST_ALL UINT32_C(0xfffffff0)

/* ---- operands ---- */

bool
tgsi_op_writes_memory(enum tgsi_op op)
{
    return tgsi_op_infos[op].family == tgsi_family_memory && op != tgsi_op_LOAD &&
           op != tgsi_op_RESQ;
}

const struct tgsi_operand *
tgsi_memory_operand(const struct tgsi_lowering *l, const struct tgsi_inst *inst)
{
    return inst->op == tgsi_op_STORE ? tgsi_dst(l->program, inst, 0)
                                     : tgsi_src(l->program, inst, 0);
}

/* The value of one bracket. */
struct bracket {
    int32_t index;
    const struct tgsi_address *address; /* NULL: none is added. */
};

static struct bracket
bracket_of(const struct tgsi_lowering *l, const struct tgsi_operand *operand, bool is_first)
{
    const unsigned flag = is_first ? TGSI_OPERAND_DIM_INDIRECT : TGSI_OPERAND_INDIRECT;
    struct bracket bracket = {(int32_t)(is_first ? operand->dim : operand->index), NULL};

    if (!(operand->flags & TGSI_OPERAND_RELATIVE))
        return bracket;
    const struct tgsi_relative *relative = tgsi_relative(l->program, operand);
    bracket.index = is_first ? relative->dim : relative->index;
    if (operand->flags & flag)
        bracket.address = is_first ? &relative->dim_address : &relative->address;
    return bracket;
}

/* The bracket that says which descriptor is meant. */
static struct bracket
descriptor_bracket(const struct tgsi_lowering *l, const struct tgsi_operand *operand)
{
    return bracket_of(l, operand, operand->file == tgsi_file_HWATOMIC);
}

/* The first and last register of a file, or of HWATOMIC buffer, that is declared. */
static void
declared_range(const struct tgsi_lowering *l, enum tgsi_file file, uint32_t *first, uint32_t *last)
{
    const struct tgsi_file_ranges *ranges = &l->registers->files[file];

    if (file == tgsi_file_HWATOMIC) {
        *first = ranges->ranges[0].dim;
        *last = ranges->ranges[ranges->count - 1].dim;
    } else {
        *first = ranges->ranges[0].first;
        *last = tgsi_registers_count(l->registers, file, 0) - 1;
    }
}

/* What MEMORY's register is. Compilers declare it by one number and name it by another. */
static unsigned
memory_kind(struct tgsi_lowering *l, const struct tgsi_operand *operand)
{
    const struct tgsi_file_ranges *ranges = &l->registers->files[tgsi_file_MEMORY];
    const uint32_t range = tgsi_registers_find(l->registers, tgsi_file_MEMORY, 0,
                                               (uint32_t)bracket_of(l, operand, false).index,
                                               &l->hints[tgsi_file_MEMORY]);

    return l->program->decls.data[ranges->ranges[range == TGSI_NO_RANGE ? 0 : range].decl].memory;
}

static uint32_t
first_binding(enum tgsi_file file)
{
    switch ((unsigned)file) {
    case tgsi_file_BUFFER:
        return TGSI_FIRST_BUFFER;
    case tgsi_file_IMAGE:
        return TGSI_FIRST_IMAGE;
    case tgsi_file_HWATOMIC:
        return TGSI_FIRST_HWATOMIC;
    }
    return TGSI_FIRST_CONST;
}

void
tgsi_lower_descriptor(struct tgsi_lowering *l, const struct tgsi_operand *operand,
                      struct tgsi_descriptor *descriptor)
{
    struct ir_builder *b = &l->b;
    const enum tgsi_file file = (enum tgsi_file)operand->file;
    const struct bracket bracket = descriptor_bracket(l, operand);
    uint32_t first = (uint32_t)bracket.index, last = first;

    if (l->memory->by_address[file])
        declared_range(l, file, &first, &last);
    descriptor->binding = first_binding(file) + first;
    descriptor->count = last - first + 1;
    if (bracket.address)
        descriptor->element =
            tgsi_lower_address(l, bracket.address, (int32_t)((uint32_t)bracket.index - first));
    else
        descriptor->element = ir_build_i32(b, (uint32_t)bracket.index - first);
}

/* ---- what a program needs ---- */

static void
unsupported(struct tgsi_lowering *l, const struct tgsi_inst *inst,
            const struct tgsi_operand *operand, const char *what)
{
    base_error(l->diags, QD_CODE_UNSUPPORTED, tgsi_operand_place(inst, operand),
               "%s is not supported", what);
}

/* As far as LOAD reads a constant buffer by an address that is known, or as far as any goes. */
static uint32_t
constbuf_size(const struct tgsi_lowering *l, const struct tgsi_inst *inst)
{
    const struct tgsi_operand *address = tgsi_src(l->program, inst, 1);

    if (address->file != tgsi_file_IMM || address->flags)
        return MAX_CONSTBUF;
    const struct tgsi_immediate *immediate = &l->program->immediates.data[address->index];
    const uint32_t at = immediate->row.words[tgsi_select(address, 0)];
    return at < MAX_CONSTBUF - 32 ? (at + 16 + 15) / 16 * 16 : MAX_CONSTBUF;
}

/* Notes which descriptors an instruction may reach; false if some are beyond the rows. */
static bool
scan_descriptor(struct tgsi_lowering *l, const struct tgsi_inst *inst,
                const struct tgsi_operand *operand)
{
    const enum tgsi_file file = (enum tgsi_file)operand->file;
    const bool writes = tgsi_op_writes_memory((enum tgsi_op)inst->op);
    const struct bracket bracket = descriptor_bracket(l, operand);
    uint32_t first = (uint32_t)bracket.index, last = first;

    if (bracket.address) {
        declared_range(l, file, &first, &last);
        l->memory->by_address[file] = true;
    }
    if (last >= TGSI_MAX_BUFFERS) {
        base_error(l->diags, QD_CODE_LIMIT, tgsi_operand_place(inst, operand),
                   "found %s[%u], expected one below %d", tgsi_file_infos[file].name, last,
                   TGSI_MAX_BUFFERS);
        return false;
    }
    for (uint32_t i = first; i <= last; i++) {
        l->memory->is_written[first_binding(file) + i] |= writes;
        if (file == tgsi_file_CONSTBUF && inst->op == tgsi_op_LOAD) {
            const uint32_t size = constbuf_size(l, inst);

            l->memory->sizes[i] = size > l->memory->sizes[i] ? size : l->memory->sizes[i];
        }
    }
    return true;
}

static void
scan_memory_file(struct tgsi_lowering *l, const struct tgsi_inst *inst,
                 const struct tgsi_operand *operand)
{
    const bool writes = tgsi_op_writes_memory((enum tgsi_op)inst->op);

    if (operand->flags & TGSI_OPERAND_INDIRECT) {
        unsupported(l, inst, operand, "MEMORY by an address");
        return;
    }
    switch (memory_kind(l, operand)) {
    case tgsi_memory_GLOBAL:
        l->memory->is_written[TGSI_GLOBAL_MEMORY] |= writes;
        break;
    case tgsi_memory_INPUT:
        l->memory->is_written[TGSI_INPUT_MEMORY] |= writes;
        break;
    case tgsi_memory_SHARED:
        if (l->program->processor != tgsi_processor_COMP)
            unsupported(l, inst, operand, "shared memory outside of COMP");
        break;
    }
}

void
tgsi_scan_memory(struct tgsi_lowering *l, const struct tgsi_inst *inst)
{
    if (tgsi_op_infos[inst->op].family == tgsi_family_barrier)
        return;
    const struct tgsi_operand *operand = tgsi_memory_operand(l, inst);
    if (!l->memory)
        l->memory = base_arena_new(l->arena, struct tgsi_memory);
    if (inst->op == tgsi_op_STORE && (inst->flags & TGSI_INST_PREDICATE))
        unsupported(l, inst, operand, "a predicate of STORE");

    switch ((unsigned)operand->file) {
    case tgsi_file_MEMORY:
        scan_memory_file(l, inst, operand);
        break;
    case tgsi_file_CONSTBUF:
        if (inst->op != tgsi_op_LOAD)
            unsupported(l, inst, operand, "CONSTBUF where it is not loaded from");
        else
            (void)scan_descriptor(l, inst, operand);
        break;
    case tgsi_file_BUFFER:
    case tgsi_file_HWATOMIC:
        (void)scan_descriptor(l, inst, operand);
        break;
    case tgsi_file_IMAGE:
        if (scan_descriptor(l, inst, operand))
            tgsi_scan_image(l, inst, operand);
        break;
    default:
        unsupported(l, inst, operand, "a buffer or an image by its handle");
        break;
    }
}

/* ---- places ---- */

static const char *
buffer_name(struct tgsi_lowering *l, uint32_t binding)
{
    if (binding == TGSI_GLOBAL_MEMORY)
        return "global";
    if (binding == TGSI_INPUT_MEMORY)
        return "input";
    if (binding >= TGSI_FIRST_HWATOMIC)
        return base_arena_number(l->arena, "hwatomic", binding - TGSI_FIRST_HWATOMIC);
    if (binding >= TGSI_FIRST_BUFFER)
        return base_arena_number(l->arena, "buffer", binding - TGSI_FIRST_BUFFER);
    return base_arena_number(l->arena, "constbuf", binding - TGSI_FIRST_CONST);
}

static bool
is_written(const struct tgsi_memory *memory, uint32_t binding, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (memory->is_written[binding + i])
            return true;
    return false;
}

static uint32_t
buffer_at(struct tgsi_lowering *l, uint32_t binding, uint32_t count)
{
    struct tgsi_memory *memory = l->memory;
    const bool is_uniform = binding < TGSI_FIRST_CONST + TGSI_MAX_BUFFERS;

    if (!memory->buffers[binding]) {
        struct ir_buffer buffer = {.name = buffer_name(l, binding),
                                   .set = tgsi_lower_descriptor_set(l),
                                   .binding = tgsi_lower_binding(l, binding),
                                   .kind = is_uniform ? ir_buffer_uniform : ir_buffer_storage,
                                   .count = count};

        if (!is_uniform && !is_written(memory, binding, count))
            buffer.access = IR_ACCESS_READ_ONLY;
        for (uint32_t i = 0; is_uniform && i < count; i++)
            if (buffer.size < memory->sizes[binding - TGSI_FIRST_CONST + i])
                buffer.size = memory->sizes[binding - TGSI_FIRST_CONST + i];
        memory->buffers[binding] = ir_add_buffer(l->shader, &buffer) + 1;
    }
    return memory->buffers[binding] - 1;
}

static uint32_t
qualifiers(const struct tgsi_lowering *l)
{
    uint32_t bits = 0;

    if (!(l->inst->flags & TGSI_INST_ACCESS))
        return 0;
    const unsigned words = tgsi_access(l->program, l->inst)->select;
    if (words & 1u << tgsi_qualifier_COHERENT)
        bits |= IR_MEMORY_COHERENT;
    if (words & 1u << tgsi_qualifier_VOLATILE)
        bits |= IR_MEMORY_VOLATILE;
    return bits;
}

static void
open_memory(struct tgsi_lowering *l, const struct tgsi_operand *operand, struct tgsi_access *access)
{
    const unsigned kind = memory_kind(l, operand);

    access->element = ir_build_i32(&l->b, 0);
    switch (kind) {
    case tgsi_memory_SHARED:
        access->space = tgsi_space_shared;
        l->shader->shared_size =
            l->options->shared_size ? l->options->shared_size : TGSI_SHARED_SIZE;
        break;
    case tgsi_memory_PRIVATE:
        access->space = tgsi_space_private;
        if (!l->memory->array) {
            const struct ir_array array = {"private", ir_type_i32, TGSI_PRIVATE_SIZE / 4, NULL};

            l->memory->array = ir_add_array(l->shader, &array) + 1;
        }
        access->index = l->memory->array - 1;
        break;
    default:
        access->index =
            buffer_at(l, kind == tgsi_memory_INPUT ? TGSI_INPUT_MEMORY : TGSI_GLOBAL_MEMORY, 1);
        break;
    }
}

/* The address of a counter, from the brackets alone: the operand beside says the same again. */
static ir_ref
counter_address(struct tgsi_lowering *l, const struct tgsi_operand *operand)
{
    struct ir_builder *b = &l->b;
    const struct bracket bracket = bracket_of(l, operand, false);

    if (!bracket.address)
        return ir_build_i32(b, 4 * (uint32_t)bracket.index);
    const ir_ref index = tgsi_lower_address(l, bracket.address, bracket.index);
    /* A large one must not come back into range when it is multiplied. */
    return ir_build_ishl(b, ir_build_umin(b, index, ir_build_i32(b, PAST_ALL / 4)),
                         ir_build_i32(b, 2));
}

/* Components past x are at addresses of their own. */
static ir_ref
keep_from_wrapping(struct tgsi_lowering *l, ir_ref address)
{
    return l->mask > 1 ? ir_build_umin(&l->b, address, ir_build_i32(&l->b, PAST_ALL)) : address;
}

static void
open_access(struct tgsi_lowering *l, const struct tgsi_operand *operand, struct tgsi_access *access)
{
    const bool has_address = l->inst->op != tgsi_op_RESQ;

    *access = (struct tgsi_access){.space = tgsi_space_buffer, .bits = qualifiers(l)};
    if (operand->file == tgsi_file_MEMORY) {
        open_memory(l, operand, access);
    } else {
        struct tgsi_descriptor descriptor;

        tgsi_lower_descriptor(l, operand, &descriptor);
        access->index = buffer_at(l, descriptor.binding, descriptor.count);
        access->element = descriptor.element;
    }
    access->is_counter = operand->file == tgsi_file_HWATOMIC;
    if (access->is_counter)
        access->address = counter_address(l, operand);
    else if (has_address)
        access->address =
            keep_from_wrapping(l, tgsi_lower_src(l, l->inst->op == tgsi_op_STORE ? 0 : 1, 0));
}

/* ---- words ---- */

static ir_ref
address_of(struct tgsi_lowering *l, const struct tgsi_access *access, unsigned c)
{
    struct ir_builder *b = &l->b;

    return c > 0 ? ir_build_iadd(b, access->address, ir_build_i32(b, 4 * c)) : access->address;
}

static ir_ref
load_word(struct tgsi_lowering *l, const struct tgsi_access *access, unsigned c)
{
    struct ir_builder *b = &l->b;
    const ir_ref at = address_of(l, access, c);

    switch (access->space) {
    case tgsi_space_shared:
        return ir_build_op(b, ir_op_load_shared, ir_type_i32, at, 0, 0);
    case tgsi_space_private:
        return ir_build_op(b, ir_op_load_array, ir_type_i32,
                           ir_build_ushr(b, at, ir_build_i32(b, 2)), 0, access->index);
    case tgsi_space_buffer:
    case tgsi_space_image:
        break;
    }
    return ir_build_op(b, ir_op_load_buffer, ir_type_i32, at, access->element,
                       access->index | access->bits);
}

static void
store_word(struct tgsi_lowering *l, const struct tgsi_access *access, unsigned c, ir_ref value)
{
    struct ir_builder *b = &l->b;
    const ir_ref at = address_of(l, access, c);
    const ir_ref operands[] = {at, access->element, value};

    switch (access->space) {
    case tgsi_space_shared:
        (void)ir_build_op(b, ir_op_store_shared, ir_type_void, at, value, 0);
        break;
    case tgsi_space_private:
        (void)ir_build_op(b, ir_op_store_array, ir_type_void,
                          ir_build_ushr(b, at, ir_build_i32(b, 2)), value, access->index);
        break;
    case tgsi_space_buffer:
    case tgsi_space_image:
        (void)ir_build_list(b, ir_op_store_buffer, ir_type_void, operands, BASE_COUNT(operands),
                            access->index | access->bits);
        break;
    }
}

/* ---- instructions ---- */

static void
load(struct tgsi_lowering *l, const struct tgsi_access *access)
{
    ir_ref values[4] = {0};

    if (access->is_counter) {
        tgsi_lower_write_all(l, load_word(l, access, 0));
        return;
    }
    for (unsigned c = 0; c < 4; c++)
        if (l->mask & 1u << c)
            values[c] = load_word(l, access, c);
    tgsi_lower_write(l, values);
}

static void
store(struct tgsi_lowering *l, const struct tgsi_access *access)
{
    ir_ref values[4] = {0};

    for (unsigned c = 0; c < 4; c++)
        if (l->mask & 1u << c)
            values[c] = ir_build_bitcast(&l->b, ir_type_i32, tgsi_lower_src(l, 1, c));
    for (unsigned c = 0; c < (access->is_counter ? 1 : 4); c++)
        if (l->mask & 1u << c)
            store_word(l, access, c, values[c]);
}

static void
query(struct tgsi_lowering *l, const struct tgsi_access *access)
{
    struct ir_builder *b = &l->b;
    const ir_ref zero = ir_build_i32(b, 0);
    ir_ref size = 0;

    switch (access->space) {
    case tgsi_space_shared:
        size = ir_build_i32(b, l->shader->shared_size);
        break;
    case tgsi_space_private:
        size = ir_build_i32(b, TGSI_PRIVATE_SIZE);
        break;
    case tgsi_space_buffer:
    case tgsi_space_image:
        size = ir_build_op(b, ir_op_buffer_size, ir_type_i32, access->element, 0,
                           access->index | access->bits);
        break;
    }
    tgsi_lower_write(l, (const ir_ref[]){size, zero, zero, zero});
}

void
tgsi_lower_memory(struct tgsi_lowering *l)
{
    static const struct tgsi_accessor bytes = {open_access, load, store, query};
    const struct tgsi_operand *operand = tgsi_memory_operand(l, l->inst);
    const struct tgsi_accessor *accessor =
        operand->file == tgsi_file_IMAGE ? &tgsi_image_accessor : &bytes;
    struct tgsi_access access;

    accessor->open(l, operand, &access);
    switch ((unsigned)l->inst->op) {
    case tgsi_op_LOAD:
        accessor->load(l, &access);
        break;
    case tgsi_op_STORE:
        accessor->store(l, &access);
        break;
    case tgsi_op_RESQ:
        accessor->query(l, &access);
        break;
    default:
        tgsi_lower_atomic(l, &access);
        break;
    }
}
