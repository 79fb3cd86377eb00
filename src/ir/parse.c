/* SPDX-License-Identifier: MIT
 *
 * Reads the text form. The first error ends the reading: the form is for tools and tests, and what
 * follows a broken line rarely means what it says.
 */
#include "ir/ir_priv.h"

#include <inttypes.h>
#include <string.h>

/* Most of anything that the text may number: keeps a short text from asking for much memory. */
#define MAX_INTERFACE 4096

struct open_region {
    ir_ref marker; /* if, else or loop. */
    ir_ref loop;   /* The innermost loop; 0 is none. */
};

struct reader {
    struct base_arena *arena;
    const char *at;
    const char *end;
    const char *line_start;
    uint32_t line;
    struct base_diags *diags;
    struct ir_shader *shader;
    BASE_ARRAY(struct open_region) open;
};

static bool
fail(struct reader *r, const char *expected)
{
    const struct qd_place place = base_at_line(r->line, (uint32_t)(r->at - r->line_start) + 1);

    if (r->at == r->end)
        base_error(r->diags, QD_CODE_IR_SYNTAX, place, "found the end of the text, expected %s",
                   expected);
    else if (*r->at == '\n')
        base_error(r->diags, QD_CODE_IR_SYNTAX, place, "found the end of the line, expected %s",
                   expected);
    else
        base_error(r->diags, QD_CODE_IR_SYNTAX, place, "found '%c', expected %s",
                   *r->at >= 0x20 && *r->at < 0x7f ? *r->at : '?', expected);
    return false;
}

/* The same for what was read already, if it is on this line. */
static bool
fail_at(struct reader *r, const char *at, const char *expected)
{
    if (at >= r->line_start)
        r->at = at;
    return fail(r, expected);
}

static void
skip_blanks(struct reader *r)
{
    while (r->at < r->end) {
        if (*r->at == '\n') {
            r->line++;
            r->line_start = r->at + 1;
        } else if (*r->at != ' ' && *r->at != '\t' && *r->at != '\r') {
            break;
        }
        r->at++;
    }
}

static bool
is_word_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

/* The length of the word at the reader; 0 if there is none. */
static size_t
peek_word(struct reader *r)
{
    size_t size = 0;

    skip_blanks(r);
    while (r->at + size < r->end && is_word_char(r->at[size]))
        size++;
    return size;
}

static bool
accept_word(struct reader *r, const char *word)
{
    const size_t size = peek_word(r);

    if (size != strlen(word) || memcmp(r->at, word, size) != 0)
        return false;
    r->at += size;
    return true;
}

static bool
read_word(struct reader *r, const char *word)
{
    return accept_word(r, word) || fail(r, word);
}

static bool
accept_char(struct reader *r, char c)
{
    skip_blanks(r);
    if (r->at == r->end || *r->at != c)
        return false;
    r->at++;
    return true;
}

static bool
read_char(struct reader *r, char c)
{
    const char expected[] = {'\'', c, '\'', '\0'};

    return accept_char(r, c) || fail(r, expected);
}

static int
hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return -1;
}

/* Decimal, or hexadecimal after 0x; at most max. */
static bool
read_number(struct reader *r, uint64_t max, uint64_t *value)
{
    uint64_t base = 10;
    bool has_digit = false;

    skip_blanks(r);
    if (r->end - r->at > 2 && r->at[0] == '0' && r->at[1] == 'x') {
        base = 16;
        r->at += 2;
    }
    *value = 0;
    for (; r->at < r->end; r->at++) {
        const int digit = hex_digit(*r->at);

        if (digit < 0 || (uint64_t)digit >= base)
            break;
        if ((uint64_t)digit > max || *value > (max - (uint64_t)digit) / base)
            return fail(r, "a smaller number");
        *value = *value * base + (uint64_t)digit;
        has_digit = true;
    }
    return has_digit || fail(r, "a number");
}

static bool
read_u32(struct reader *r, uint32_t max, uint32_t *value)
{
    uint64_t wide;

    if (!read_number(r, max, &wide))
        return false;
    *value = (uint32_t)wide;
    return true;
}

static bool
read_name(struct reader *r, const char **name)
{
    struct base_text text;

    if (!read_char(r, '"'))
        return false;
    base_text_init(&text, r->arena);
    while (r->at < r->end && *r->at != '"') {
        int high, low;

        if (*r->at < 0x20 || *r->at > 0x7e)
            return fail(r, "a printable character of a name");
        if (*r->at != '\\') {
            base_text_add_char(&text, *r->at++);
            continue;
        }
        if (r->end - r->at < 4 || r->at[1] != 'x' || (high = hex_digit(r->at[2])) < 0 ||
            (low = hex_digit(r->at[3])) < 0 || high + low == 0)
            return fail(r, "\\x and two hexadecimal digits, not 00");
        base_text_add_char(&text, (char)(high * 16 + low));
        r->at += 4;
    }
    *name = base_text_string(&text);
    return read_char(r, '"');
}

static bool
read_type(struct reader *r, ir_type_id *type)
{
    size_t size = peek_word(r);
    unsigned components = 1;

    if (size > 2 && r->at[size - 2] == 'x' && r->at[size - 1] >= '2' && r->at[size - 1] <= '4') {
        components = (unsigned)(r->at[size - 1] - '0');
        size -= 2;
    }
    for (unsigned t = ir_type_void + 1; t < ir_type_count; t++) {
        const char *name = ir_type_name((enum ir_type)t);

        if (strlen(name) == size && memcmp(name, r->at, size) == 0) {
            r->at += size + (components > 1 ? 2 : 0);
            *type = IR_VEC(t, components);
            return true;
        }
    }
    return fail(r, "a type");
}

/* One of count words; names[0..count). */
static bool
read_choice(struct reader *r, const char *(*name)(unsigned), unsigned count, const char *what,
            unsigned *choice)
{
    for (unsigned i = 0; i < count; i++) {
        if (accept_word(r, name(i))) {
            *choice = i;
            return true;
        }
    }
    return fail(r, what);
}

static const char *
stage_name(unsigned i)
{
    return ir_stage_name((enum ir_stage)i);
}

static const char *
builtin_name(unsigned i)
{
    return ir_builtin_name((enum ir_builtin)i);
}

static const char *
interp_name(unsigned i)
{
    return ir_interp_name((enum ir_interp)i);
}

#define NAME_OF(function, type)                                                                    \
    static const char *function##_at(unsigned i) { return function((type)i); }
NAME_OF(ir_dim_name, enum ir_dim)
NAME_OF(ir_buffer_kind_name, enum ir_buffer_kind)
NAME_OF(ir_image_kind_name, enum ir_image_kind)
NAME_OF(ir_texel_name, enum ir_texel)
NAME_OF(ir_image_format_name, enum ir_image_format)
NAME_OF(ir_depth_layout_name, enum ir_depth_layout)
NAME_OF(ir_scope_name, enum ir_scope)
NAME_OF(ir_primitive_name, enum ir_primitive)
NAME_OF(ir_spacing_name, enum ir_spacing)

/* Any of the words, in any order. */
static uint32_t
read_words(struct reader *r, const struct ir_imm_word *words)
{
    uint32_t bits = 0;

    for (const struct ir_imm_word *word = words; word->name;) {
        if (accept_word(r, word->name)) {
            bits |= word->bit;
            word = words;
        } else {
            word++;
        }
    }
    return bits;
}

/* The index of an interface line: they count up from 0. */
static bool
read_index(struct reader *r, uint32_t count)
{
    uint32_t index;

    skip_blanks(r);
    const char *start = r->at;
    if (!read_u32(r, MAX_INTERFACE - 1, &index))
        return false;
    return index == count || fail_at(r, start, "indices in order from 0");
}

static bool
read_io(struct reader *r, bool is_input)
{
    struct ir_shader *shader = r->shader;
    struct ir_io io = {0};
    ir_type_id type;
    unsigned choice = 0;

    if (!read_index(r, is_input ? shader->inputs.count : shader->outputs.count) ||
        !read_name(r, &io.name))
        return false;
    if (accept_word(r, "builtin")) {
        if (!read_choice(r, builtin_name, ir_builtin_count, "a built-in", &choice))
            return false;
        io.builtin = (enum ir_builtin)choice;
    } else if (!read_word(r, "location") || !read_u32(r, UINT32_MAX, &io.location)) {
        return false;
    }
    if ((accept_word(r, "component") && !read_u32(r, 3, &io.component)) ||
        (accept_word(r, "index") && !read_u32(r, 1, &io.index)))
        return false;
    if (!read_type(r, &type))
        return false;
    io.type = ir_type_scalar(type);
    io.components = (uint8_t)ir_type_components(type);
    if (is_input && shader->stage == ir_stage_fragment) {
        if (!read_choice(r, interp_name, ir_interp_count, "an interpolation", &choice))
            return false;
        io.interp = (enum ir_interp)choice;
    }
    for (unsigned i = 0; i < ir_sampling_count; i++)
        if (accept_word(r, ir_sampling_name((enum ir_sampling)i)))
            io.sampling = (enum ir_sampling)i;
    uint32_t stream = 0, wrap = 0;
    io.is_patch = accept_word(r, "patch");
    if ((accept_word(r, "stream") && !read_u32(r, UINT8_MAX, &stream)) ||
        (accept_word(r, "wrap") && !read_u32(r, UINT8_MAX, &wrap)))
        return false;
    io.stream = (uint8_t)stream;
    io.wrap = (uint8_t)wrap;
    if (is_input)
        ir_add_input(shader, &io);
    else
        ir_add_output(shader, &io);
    return true;
}

static bool
read_set_and_binding(struct reader *r, uint32_t *set, uint32_t *binding)
{
    return read_word(r, "set") && read_u32(r, UINT32_MAX, set) && read_word(r, "binding") &&
           read_u32(r, UINT32_MAX, binding);
}

/* The descriptors at a binding: one unless the text says how many. */
static bool
read_count(struct reader *r, uint32_t *count)
{
    *count = 1;
    return !accept_word(r, "count") || read_u32(r, UINT32_MAX, count);
}

static bool
read_buffer(struct reader *r)
{
    struct ir_buffer buffer = {0};
    unsigned choice = 0;

    if (!read_index(r, r->shader->buffers.count) || !read_name(r, &buffer.name) ||
        !read_set_and_binding(r, &buffer.set, &buffer.binding) || !read_count(r, &buffer.count) ||
        !read_choice(r, ir_buffer_kind_name_at, ir_buffer_kind_count, "a kind of buffer", &choice))
        return false;
    buffer.kind = (enum ir_buffer_kind)choice;
    if (buffer.kind == ir_buffer_uniform &&
        (!read_word(r, "size") || !read_u32(r, UINT32_MAX, &buffer.size)))
        return false;
    buffer.access = (uint8_t)read_words(r, ir_access_words);
    ir_add_buffer(r->shader, &buffer);
    return true;
}

static bool
read_array(struct reader *r)
{
    struct ir_array array = {0};
    ir_type_id type;

    if (!read_index(r, r->shader->arrays.count) || !read_name(r, &array.name))
        return false;
    skip_blanks(r);
    const char *start = r->at;
    if (!read_type(r, &type))
        return false;
    if (ir_type_components(type) != 1)
        return fail_at(r, start, "elements that are scalars");
    array.type = ir_type_scalar(type);
    if (!read_word(r, "x") || !read_u32(r, IR_MAX_ARRAY, &array.count))
        return false;
    if (accept_word(r, "constant")) {
        BASE_ARRAY(uint64_t) init = {0};

        if (!read_char(r, '{'))
            return false;
        while (init.count < array.count) {
            uint64_t bits;

            if ((init.count > 0 && !read_char(r, ',')) || !read_number(r, UINT64_MAX, &bits))
                return false;
            base_array_push(r->arena, &init, bits);
        }
        if (!read_char(r, '}'))
            return false;
        if (!init.data)
            base_array_reserve(r->arena, &init, 1, sizeof(*init.data));
        array.init = init.data;
    }
    ir_add_array(r->shader, &array);
    return true;
}

static bool
read_image(struct reader *r)
{
    struct ir_image image = {0};
    unsigned kind = 0, dim = 0, texel = 0, format = 0;

    if (!read_index(r, r->shader->images.count) || !read_name(r, &image.name) ||
        !read_set_and_binding(r, &image.set, &image.binding) || !read_count(r, &image.count) ||
        !read_choice(r, ir_image_kind_name_at, ir_image_kind_count, "a kind of image", &kind) ||
        !read_choice(r, ir_dim_name_at, ir_dim_count, "a dimension", &dim))
        return false;
    image.is_arrayed = accept_word(r, "arrayed");
    image.is_multisampled = accept_word(r, "multisampled");
    if (!read_choice(r, ir_texel_name_at, ir_texel_count, "a type of texels", &texel) ||
        (accept_word(r, "format") && !read_choice(r, ir_image_format_name_at, ir_image_format_count,
                                                  "an image format", &format)))
        return false;
    if (kind == ir_image_input &&
        (!read_word(r, "attachment") || !read_u32(r, UINT32_MAX, &image.attachment)))
        return false;
    image.kind = (enum ir_image_kind)kind;
    image.dim = (enum ir_dim)dim;
    image.texel = (enum ir_texel)texel;
    image.format = (enum ir_image_format)format;
    image.access = (uint8_t)read_words(r, ir_access_words);
    ir_add_image(r->shader, &image);
    return true;
}

static bool
read_sampler(struct reader *r)
{
    struct ir_sampler sampler = {0};

    if (!read_index(r, r->shader->samplers.count) || !read_name(r, &sampler.name) ||
        !read_set_and_binding(r, &sampler.set, &sampler.binding) || !read_count(r, &sampler.count))
        return false;
    ir_add_sampler(r->shader, &sampler);
    return true;
}

static bool
read_local_size(struct reader *r)
{
    for (unsigned i = 0; i < 3; i++)
        if (!read_u32(r, UINT32_MAX, &r->shader->local_size[i]))
            return false;
    return true;
}

static bool
read_depth_layout(struct reader *r)
{
    unsigned choice = 0;

    if (!read_choice(r, ir_depth_layout_name_at, ir_depth_layout_count, "a depth layout", &choice))
        return false;
    r->shader->depth_layout = (enum ir_depth_layout)choice;
    return true;
}

static bool
read_primitive(struct reader *r, enum ir_primitive *primitive)
{
    unsigned choice = 0;

    if (!read_choice(r, ir_primitive_name_at, ir_primitive_count, "a primitive", &choice))
        return false;
    *primitive = (enum ir_primitive)choice;
    return true;
}

static bool
read_spacing(struct reader *r)
{
    unsigned choice = 0;

    if (!read_choice(r, ir_spacing_name_at, ir_spacing_count, "a spacing", &choice))
        return false;
    r->shader->spacing = (enum ir_spacing)choice;
    return true;
}

/* One line about the shader as a whole. */
static bool
accept_setting(struct reader *r, bool *is_good)
{
    struct ir_shader *shader = r->shader;

    *is_good = true;
    if (accept_word(r, "push")) {
        *is_good = read_u32(r, UINT32_MAX, &shader->push_size);
    } else if (accept_word(r, "shared")) {
        *is_good = read_u32(r, UINT32_MAX, &shader->shared_size);
        shader->shared_is_zeroed = accept_word(r, "zeroed");
    } else if (accept_word(r, "local_size")) {
        *is_good = read_local_size(r);
    } else if (accept_word(r, "depth")) {
        *is_good = read_depth_layout(r);
    } else if (accept_word(r, "output_vertices")) {
        *is_good = read_u32(r, UINT32_MAX, &shader->output_vertices);
    } else if (accept_word(r, "invocations")) {
        *is_good = read_u32(r, UINT32_MAX, &shader->invocations);
    } else if (accept_word(r, "input_primitive")) {
        *is_good = read_primitive(r, &shader->input_primitive);
    } else if (accept_word(r, "output_primitive")) {
        *is_good = read_primitive(r, &shader->output_primitive);
    } else if (accept_word(r, "spacing")) {
        *is_good = read_spacing(r);
    } else if (accept_word(r, "clockwise")) {
        shader->is_clockwise = true;
    } else if (accept_word(r, "point_mode")) {
        shader->is_point_mode = true;
    } else if (accept_word(r, "early_tests")) {
        shader->early_tests = true;
    } else if (accept_word(r, "sample_rate")) {
        shader->is_sample_rate = true;
    } else {
        return false;
    }
    return true;
}

static bool
read_interface(struct reader *r)
{
    for (;;) {
        bool is_good;

        if (accept_word(r, "input"))
            is_good = read_io(r, true);
        else if (accept_word(r, "output"))
            is_good = read_io(r, false);
        else if (accept_word(r, "buffer"))
            is_good = read_buffer(r);
        else if (accept_word(r, "array"))
            is_good = read_array(r);
        else if (accept_word(r, "image"))
            is_good = read_image(r);
        else if (accept_word(r, "sampler"))
            is_good = read_sampler(r);
        else if (!accept_setting(r, &is_good))
            return true;
        if (!is_good)
            return false;
    }
}

/* %N; whether there is such an instruction shows at the end. */
static bool
read_ref(struct reader *r, ir_ref *ref)
{
    return read_char(r, '%') && read_u32(r, UINT32_MAX - 1, ref);
}

static bool
read_op_word(struct reader *r, enum ir_op *op)
{
    const size_t size = peek_word(r);

    *op = ir_op_find(r->at, size);
    if (*op == ir_op_none || (unsigned)*op > 0xff)
        return fail(r, "an op");
    r->at += size;
    return true;
}

static bool
read_atomic(struct reader *r, enum ir_op *op)
{
    if (accept_word(r, "exchange"))
        *op = ir_op_copy;
    else if (accept_word(r, "compare_exchange"))
        *op = ir_op_select;
    else
        return read_op_word(r, op);
    return true;
}

static bool
read_memory_imm(struct reader *r, enum ir_op op, uint32_t *imm)
{
    enum ir_op atomic;

    if (!read_u32(r, MAX_INTERFACE - 1, imm))
        return false;
    if (ir_op_is_atomic(op)) {
        if (!read_atomic(r, &atomic))
            return false;
        *imm |= IR_ATOMIC(atomic);
    }
    *imm |= read_words(r, ir_memory_words);
    return true;
}

static bool
read_image_imm(struct reader *r, enum ir_op op, uint32_t *imm)
{
    enum ir_op atomic;
    uint32_t number;

    if (!read_u32(r, IR_MAX_IMAGES - 1, imm))
        return false;
    if (op == ir_op_image_atomic) {
        if (!read_atomic(r, &atomic))
            return false;
        *imm |= IR_IMAGE_ATOMIC(atomic);
    } else if (accept_word(r, "sampler")) {
        if (!read_u32(r, IR_MAX_SAMPLERS - 1, &number))
            return false;
        *imm |= IR_IMAGE_SAMPLER(number);
    }
    if (op == ir_op_gather) {
        if (!read_word(r, "component") || !read_u32(r, 3, &number))
            return false;
        *imm |= number * IR_GATHER_COMPONENT;
    }
    *imm |= read_words(r, ir_image_words_of(op));
    return true;
}

static bool
read_group_imm(struct reader *r, uint32_t *imm)
{
    enum ir_op op;
    uint32_t cluster = 1, log2 = 0;

    if (!read_op_word(r, &op) || (accept_word(r, "cluster") && !read_u32(r, 128, &cluster)))
        return false;
    while (1u << log2 < cluster)
        log2++;
    if (1u << log2 != cluster)
        return fail(r, "a power of two before this");
    *imm = IR_GROUP(op, log2);
    return true;
}

static bool
read_barrier_imm(struct reader *r, uint32_t *imm)
{
    unsigned execution = 0, memory = 0;

    if (!read_choice(r, ir_scope_name_at, IR_SCOPE_COUNT, "a scope", &execution) ||
        !read_choice(r, ir_scope_name_at, IR_SCOPE_COUNT, "a scope", &memory))
        return false;
    *imm = ir_barrier_imm((enum ir_scope)execution, (enum ir_scope)memory,
                          read_words(r, ir_barrier_words));
    return true;
}

static bool
read_imm(struct reader *r, enum ir_op op, uint32_t *imm)
{
    uint32_t index, component;

    switch (ir_imm_kind_of(op)) {
    case ir_imm_none:
        return true;
    case ir_imm_input:
    case ir_imm_output:
        if (!read_u32(r, MAX_INTERFACE - 1, &index) || !read_char(r, '.') ||
            !read_u32(r, 3, &component))
            return false;
        *imm = ir_io_imm(index, component);
        return true;
    case ir_imm_stream:
    case ir_imm_component:
        return read_u32(r, 3, imm);
    case ir_imm_array:
        return read_u32(r, MAX_INTERFACE - 1, imm);
    case ir_imm_buffer:
    case ir_imm_memory:
        return read_memory_imm(r, op, imm);
    case ir_imm_places:
        return read_u32(r, 0xff, imm);
    case ir_imm_group:
        return read_group_imm(r, imm);
    case ir_imm_barrier:
        return read_barrier_imm(r, imm);
    case ir_imm_image_op:
        return read_image_imm(r, op, imm);
    }
    return false;
}

static bool
read_merge(struct reader *r, ir_ref merge)
{
    do {
        ir_ref edge, value;

        if (!read_char(r, '[') || !read_ref(r, &edge) || !read_char(r, ':') ||
            !read_ref(r, &value) || !read_char(r, ']'))
            return false;
        ir_merge_add_edge(r->shader, merge, edge, value);
    } while (accept_char(r, ','));
    return true;
}

/* Operands of ops with a list; an immediate is behind the last comma. */
static bool
read_list(struct reader *r, ir_ref ref, enum ir_op op)
{
    const bool wants_imm = ir_imm_kind_of(op) != ir_imm_none;
    struct ir_shader *shader = r->shader;
    const uint32_t first = shader->list.count;
    uint32_t imm = 0;
    bool has_imm = false;

    do {
        ir_ref operand;

        skip_blanks(r);
        if (wants_imm && r->at < r->end && *r->at != '%') {
            has_imm = true;
            if (!read_imm(r, op, &imm))
                return false;
            break;
        }
        if (!read_ref(r, &operand))
            return false;
        base_array_push(shader->arena, &shader->list, operand);
    } while (accept_char(r, ','));
    if (wants_imm && !has_imm)
        return fail(r, "an immediate");
    ir_at(shader, ref)->arg[0] = first;
    ir_at(shader, ref)->arg[1] = shader->list.count - first;
    ir_at(shader, ref)->arg[2] = imm;
    return true;
}

static bool
read_operands(struct reader *r, ir_ref ref, enum ir_op op)
{
    const uint32_t arity = ir_op_infos[op].arity;
    uint32_t arg[3] = {0};
    uint64_t bits;

    if (op == ir_op_const) {
        if (!read_number(r, UINT64_MAX, &bits))
            return false;
        arg[0] = (uint32_t)bits;
        arg[1] = (uint32_t)(bits >> 32);
    } else if (op == ir_op_merge) {
        return read_merge(r, ref);
    } else if (ir_op_has(op, IR_OP_LIST)) {
        return read_list(r, ref, op);
    }
    for (uint32_t i = 0; i < arity; i++)
        if ((i > 0 && !read_char(r, ',')) || !read_ref(r, &arg[i]))
            return false;
    if (ir_imm_kind_of(op) != ir_imm_none)
        if ((arity > 0 && !read_char(r, ',')) || !read_imm(r, op, &arg[2]))
            return false;
    if (ir_op_has(op, IR_OP_CONTROL)) /* A marker's partner is in arg[1] already. */
        ir_at(r->shader, ref)->arg[0] = arg[0];
    else
        memcpy(ir_at(r->shader, ref)->arg, arg, sizeof(arg));
    return true;
}

/* Ties a marker to its partners. The reader is still at the op. */
static bool
link_marker(struct reader *r, ir_ref ref, enum ir_op op)
{
    struct ir_shader *shader = r->shader;
    struct open_region *region = r->open.count > 0 ? &r->open.data[r->open.count - 1] : NULL;
    const ir_ref top = region ? region->marker : 0;
    const ir_ref loop = region ? region->loop : 0;
    const enum ir_op top_op = top ? ir_op_of(shader, top) : ir_op_none;

    switch ((unsigned)op) {
    case ir_op_if:
        base_array_push(r->arena, &r->open, ((struct open_region){ref, loop}));
        break;
    case ir_op_loop:
        base_array_push(r->arena, &r->open, ((struct open_region){ref, ref}));
        break;
    case ir_op_else:
        if (top_op != ir_op_if)
            return fail(r, "an open if before this else");
        ir_at(shader, top)->arg[1] = ref;
        ir_at(shader, ref)->arg[1] = top; /* Until endif takes its place. */
        region->marker = ref;
        break;
    case ir_op_endif:
        if (top_op != ir_op_else)
            return fail(r, "an open else before this endif");
        ir_at(shader, ref)->arg[1] = ir_partner(shader, top);
        ir_at(shader, top)->arg[1] = ref;
        r->open.count--;
        break;
    case ir_op_endloop:
        if (top_op != ir_op_loop)
            return fail(r, "an open loop before this endloop");
        ir_at(shader, top)->arg[1] = ref;
        ir_at(shader, ref)->arg[1] = top;
        r->open.count--;
        break;
    case ir_op_break:
    case ir_op_continue:
        if (!loop)
            return fail(r, "an open loop before this jump");
        ir_at(shader, ref)->arg[1] = loop;
        break;
    }
    return true;
}

static bool
read_inst(struct reader *r)
{
    struct ir_shader *shader = r->shader;
    ir_ref number;

    skip_blanks(r);
    const char *start = r->at;
    if (!read_ref(r, &number))
        return false;
    if (number != shader->insts.count)
        return fail_at(r, start, "numbers in order from 1");
    if (!read_char(r, '='))
        return false;
    const size_t size = peek_word(r);
    const enum ir_op op = ir_op_find(r->at, size);
    if (op == ir_op_none)
        return fail(r, "an op");
    const ir_ref ref = ir_insert_before(shader, 0, op, ir_type_void);
    if (!link_marker(r, ref, op))
        return false;
    r->at += size;
    if (r->at < r->end && *r->at == '.') {
        r->at++;
        if (!read_type(r, &ir_at(shader, ref)->type))
            return false;
    }
    if (accept_word(r, "precise"))
        ir_at(shader, ref)->flags |= IR_PRECISE;
    if ((op == ir_op_const || op == ir_op_undef) && shader->last_const == ir_prev(shader, ref))
        shader->last_const = ref;
    return read_operands(r, ref, op);
}

struct ir_shader *
ir_parse(struct base_arena *arena, const char *text, size_t size, struct base_diags *diags)
{
    struct reader r = {.arena = arena,
                       .at = text,
                       .end = text + size,
                       .line_start = text,
                       .line = 1,
                       .diags = diags};
    unsigned stage = 0;
    const char *name;

    if (!read_choice(&r, stage_name, ir_stage_count, "a stage", &stage) || !read_name(&r, &name))
        return NULL;
    r.shader = ir_shader_create(arena, (enum ir_stage)stage, name);
    if (!read_interface(&r) || !read_char(&r, '{'))
        return NULL;
    while (!accept_char(&r, '}'))
        if (!read_inst(&r))
            return NULL;
    skip_blanks(&r);
    if (r.at != r.end) {
        fail(&r, "the end of the text");
        return NULL;
    }
    if (r.open.count > 0) {
        fail(&r, "the end of every if and loop before '}'");
        return NULL;
    }
    return ir_verify(r.shader, diags) ? r.shader : NULL;
}
