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

static const char *
dim_name(unsigned i)
{
    return ir_dim_name((enum ir_dim)i);
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
    if (!read_type(r, &type))
        return false;
    io.type = ir_type_scalar(type);
    io.components = (uint8_t)ir_type_components(type);
    if (is_input && shader->stage == ir_stage_fragment) {
        if (!read_choice(r, interp_name, ir_interp_count, "an interpolation", &choice))
            return false;
        io.interp = (enum ir_interp)choice;
    }
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

static bool
read_buffer(struct reader *r)
{
    struct ir_buffer buffer = {0};

    if (!read_index(r, r->shader->buffers.count) || !read_name(r, &buffer.name) ||
        !read_set_and_binding(r, &buffer.set, &buffer.binding) || !read_word(r, "size") ||
        !read_u32(r, UINT32_MAX, &buffer.size))
        return false;
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
read_texture(struct reader *r)
{
    struct ir_texture texture = {0};
    unsigned choice = 0;

    if (!read_index(r, r->shader->textures.count) || !read_name(r, &texture.name) ||
        !read_set_and_binding(r, &texture.set, &texture.binding) ||
        !read_choice(r, dim_name, ir_dim_count, "a dimension", &choice))
        return false;
    texture.dim = (enum ir_dim)choice;
    ir_add_texture(r->shader, &texture);
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
        else if (accept_word(r, "texture"))
            is_good = read_texture(r);
        else
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
read_imm(struct reader *r, enum ir_imm_kind kind, uint32_t *imm)
{
    uint32_t index, component;

    switch (kind) {
    case ir_imm_none:
        return true;
    case ir_imm_input:
    case ir_imm_output:
        if (!read_u32(r, MAX_INTERFACE - 1, &index) || !read_char(r, '.') ||
            !read_u32(r, 3, &component))
            return false;
        *imm = ir_io_imm(index, component);
        return true;
    case ir_imm_component:
        return read_u32(r, 3, imm);
    case ir_imm_buffer:
    case ir_imm_array:
        return read_u32(r, MAX_INTERFACE - 1, imm);
    case ir_imm_places:
        return read_u32(r, 0xff, imm);
    case ir_imm_sample:
        if (!read_u32(r, MAX_INTERFACE - 1, imm))
            return false;
        if (accept_word(r, "bias"))
            *imm |= IR_SAMPLE_BIAS;
        if (accept_word(r, "lod"))
            *imm |= IR_SAMPLE_LOD;
        return true;
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

/* Operands of vec and sample; a sample's immediate is behind the last comma. */
static bool
read_list(struct reader *r, ir_ref ref, enum ir_imm_kind imm_kind)
{
    struct ir_shader *shader = r->shader;
    const uint32_t first = shader->list.count;
    uint32_t imm = 0;
    bool has_imm = false;

    do {
        ir_ref operand;

        skip_blanks(r);
        if (imm_kind != ir_imm_none && r->at < r->end && *r->at != '%') {
            has_imm = true;
            if (!read_imm(r, imm_kind, &imm))
                return false;
            break;
        }
        if (!read_ref(r, &operand))
            return false;
        base_array_push(shader->arena, &shader->list, operand);
    } while (accept_char(r, ','));
    if (imm_kind != ir_imm_none && !has_imm)
        return fail(r, "an immediate");
    ir_at(shader, ref)->arg[0] = first;
    ir_at(shader, ref)->arg[1] = shader->list.count - first;
    ir_at(shader, ref)->arg[2] = imm;
    return true;
}

static bool
read_operands(struct reader *r, ir_ref ref, enum ir_op op)
{
    const enum ir_imm_kind imm_kind = ir_imm_kind_of(op);
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
        return read_list(r, ref, imm_kind);
    }
    for (uint32_t i = 0; i < arity; i++)
        if ((i > 0 && !read_char(r, ',')) || !read_ref(r, &arg[i]))
            return false;
    if (imm_kind != ir_imm_none)
        if ((arity > 0 && !read_char(r, ',')) || !read_imm(r, imm_kind, &arg[2]))
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
