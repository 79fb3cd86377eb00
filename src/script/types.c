/* SPDX-License-Identifier: MIT
 *
 * Data types by name, and where their numbers lie by the rules of std140 and std430 (OpenGL
 * specification 4.6, section 7.6.2.2). A struct is kept as its leaves, so that structs in structs
 * are copied and never walked.
 */
#include "script/script_priv.h"

/* ---- names ---- */

static const struct {
    const char *name;
    enum script_scalar scalar;
} scalar_names[] = {
    {"int8", script_scalar_int8},       {"int16", script_scalar_int16},
    {"int32", script_scalar_int32},     {"int64", script_scalar_int64},
    {"uint8", script_scalar_uint8},     {"uint16", script_scalar_uint16},
    {"uint32", script_scalar_uint32},   {"uint64", script_scalar_uint64},
    {"float16", script_scalar_float16}, {"float", script_scalar_float},
    {"double", script_scalar_double},
};

static bool
find_scalar(const char *name, size_t size, enum script_scalar *scalar)
{
    for (size_t i = 0; i < BASE_COUNT(scalar_names); i++) {
        if (script_text_is(name, size, scalar_names[i].name)) {
            *scalar = scalar_names[i].scalar;
            return true;
        }
    }
    return false;
}

/* A digit from 2 to 4. */
static bool
read_extent(char c, uint32_t *extent)
{
    *extent = (uint32_t)(c - '0');
    return c >= '2' && c <= '4';
}

/* vecN<t> and matCxR<t>. */
static bool
parse_generic(const char *name, size_t size, struct script_type *type)
{
    const bool is_matrix = size > 6 && memcmp(name, "mat", 3) == 0 && name[4] == 'x';
    const size_t at = is_matrix ? 6 : 4;

    if (size < at + 3 || name[at] != '<' || name[size - 1] != '>')
        return false;
    if (is_matrix ? !read_extent(name[3], &type->columns) || !read_extent(name[5], &type->rows)
                  : memcmp(name, "vec", 3) != 0 || !read_extent(name[3], &type->rows))
        return false;
    return find_scalar(name + at + 1, size - at - 2, &type->scalar);
}

/* Cuts [] or [n] from the end of the name. */
static bool
parse_brackets(const char *name, size_t *size, struct script_type *type)
{
    const char *open = memchr(name, '[', *size);
    struct script_number number;

    if (!open)
        return true;
    const size_t at = (size_t)(open - name);
    if (name[*size - 1] != ']' || at == 0)
        return false;
    const size_t digits = *size - at - 2;
    type->is_array = true;
    if (digits > 0) {
        if (!script_read_number(open + 1, digits, &number) || number.is_real ||
            number.is_negative || number.bits == 0 || number.bits > SCRIPT_MAX_LEAVES)
            return false;
        type->count = (uint32_t)number.bits;
    }
    *size = at;
    return true;
}

bool
script_type_parse(const char *name, size_t size, struct base_arena *arena, struct script_type *type)
{
    memset(type, 0, sizeof(*type));
    type->name = base_arena_copy_string(arena, name, size);
    type->rows = type->columns = 1;
    if (!parse_brackets(name, &size, type))
        return false;
    if (find_scalar(name, size, &type->scalar) || parse_generic(name, size, type))
        return true;

    const struct script_type array = *type;
    if (!script_type_parse_format(name, size, arena, type))
        return false;
    type->name = array.name;
    type->is_array = array.is_array;
    type->count = array.count;
    return true;
}

bool
script_type_parse_glsl(const char *name, size_t size, struct script_type *type)
{
    static const struct {
        const char *scalar; /* By itself; */
        const char *prefix; /* before vec; */
        enum script_scalar type;
    } rows[] = {
        {"float", "", script_scalar_float},          {"double", "d", script_scalar_double},
        {"int", "i", script_scalar_int32},           {"uint", "u", script_scalar_uint32},
        {"int8_t", "i8", script_scalar_int8},        {"uint8_t", "u8", script_scalar_uint8},
        {"int16_t", "i16", script_scalar_int16},     {"uint16_t", "u16", script_scalar_uint16},
        {"int64_t", "i64", script_scalar_int64},     {"uint64_t", "u64", script_scalar_uint64},
        {"float16_t", "f16", script_scalar_float16},
    };

    memset(type, 0, sizeof(*type));
    type->name = "";
    type->rows = type->columns = 1;
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const size_t prefix = strlen(rows[i].prefix);
        const char *rest = name + prefix;
        const size_t left = size > prefix ? size - prefix : 0;

        type->scalar = rows[i].type;
        if (script_text_is(name, size, rows[i].scalar))
            return true;
        if (left < 4 || memcmp(name, rows[i].prefix, prefix) != 0)
            continue;
        if (left == 4 && memcmp(rest, "vec", 3) == 0)
            return read_extent(rest[3], &type->rows);
        if (script_scalar_is_real(type->scalar) && memcmp(rest, "mat", 3) == 0 &&
            read_extent(rest[3], &type->columns)) {
            type->rows = type->columns;
            return left == 4 || (left == 6 && rest[4] == 'x' && read_extent(rest[5], &type->rows));
        }
    }
    return false;
}

/* ---- formats ---- */

struct part {
    uint32_t bits;
    enum script_scalar scalar;
};

struct format_name {
    struct part parts[8];
    uint32_t count;
    uint32_t packed; /* Bits; 0: not packed. */
};

static bool
scalar_of_bits(uint32_t bits, bool is_signed, bool is_real, enum script_scalar *scalar)
{
    static const enum script_scalar rows[4][3] = {
        {script_scalar_uint8, script_scalar_int8, script_scalar_count},
        {script_scalar_uint16, script_scalar_int16, script_scalar_float16},
        {script_scalar_uint32, script_scalar_int32, script_scalar_float},
        {script_scalar_uint64, script_scalar_int64, script_scalar_double},
    };
    const uint32_t row = bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : bits == 64 ? 3 : 4;

    if (row == 4)
        return false;
    *scalar = rows[row][is_real ? 2 : is_signed];
    return *scalar != script_scalar_count;
}

/* A letter and bits, as often as they come: R8G8, D24, X8. */
static bool
read_parts(const char *name, size_t size, struct format_name *format)
{
    size_t i = 0;

    while (i < size) {
        uint32_t bits = 0;

        if (!memchr("RGBAXDSE", name[i], 8) || format->count == BASE_COUNT(format->parts))
            return false;
        for (i++; i < size && name[i] >= '0' && name[i] <= '9' && bits < 1000; i++)
            bits = bits * 10 + (uint32_t)(name[i] - '0');
        if (bits == 0 || bits > 64)
            return false;
        format->parts[format->count++].bits = bits;
    }
    return size > 0;
}

/* What the parts since first hold. */
static bool
set_numeric(const char *name, size_t size, struct format_name *format, uint32_t first)
{
    static const struct {
        const char *name;
        bool is_signed;
        bool is_real;
    } rows[] = {
        {"UNORM", false, false}, {"SNORM", true, false},  {"USCALED", false, false},
        {"UINT", false, false},  {"SINT", true, false},   {"SSCALED", true, false},
        {"SRGB", false, false},  {"UFLOAT", false, true}, {"SFLOAT", true, true},
    };

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        if (!script_text_is(name, size, rows[i].name))
            continue;
        for (uint32_t k = first; k < format->count; k++) {
            struct part *part = &format->parts[k];

            /* Odd sizes stand in packed formats alone, whose parts nobody writes. */
            if (!scalar_of_bits(part->bits, rows[i].is_signed, rows[i].is_real, &part->scalar))
                part->scalar = script_scalar_count;
        }
        return first < format->count;
    }
    return false;
}

static bool
read_format_name(const char *name, size_t size, struct format_name *format)
{
    uint32_t first = 0;

    memset(format, 0, sizeof(*format));
    for (size_t at = 0; at <= size;) {
        const char *bar = memchr(name + at, '_', size - at);
        const size_t end = bar ? (size_t)(bar - name) : size;
        const char *word = name + at;
        const size_t count = end - at;
        struct script_number number;

        if (count > 4 && memcmp(word, "PACK", 4) == 0) {
            if (!script_read_number(word + 4, count - 4, &number) || number.is_real ||
                (number.bits != 8 && number.bits != 16 && number.bits != 32))
                return false;
            format->packed = (uint32_t)number.bits;
        } else if (set_numeric(word, count, format, first)) {
            first = format->count;
        } else if (!read_parts(word, count, format)) {
            return false;
        }
        at = end + 1;
    }
    return format->count > 0 && first == format->count;
}

static bool
make_format_leaves(const struct format_name *format, struct base_arena *arena,
                   struct script_layout *layout)
{
    struct script_leaf *leaves = base_arena_new_array(arena, struct script_leaf, format->count);
    uint32_t bits = 0;

    layout->leaves = leaves;
    layout->leaf_count = format->count;
    for (uint32_t i = 0; i < format->count; i++) {
        leaves[i] = (struct script_leaf){bits / 8, format->parts[i].scalar};
        bits += format->parts[i].bits;
    }
    if (format->packed) {
        layout->leaf_count = 1;
        leaves[0].scalar = format->packed == 8    ? script_scalar_uint8
                           : format->packed == 16 ? script_scalar_uint16
                                                  : script_scalar_uint32;
        bits = format->packed;
    } else {
        /* Depth of 24 bits beside stencil: one word, as it lies in memory. */
        for (uint32_t i = 0; i < format->count; i++) {
            if (leaves[i].scalar != script_scalar_count)
                continue;
            if (bits != 32)
                return false;
            layout->leaf_count = 1;
            leaves[0] = (struct script_leaf){0, script_scalar_uint32};
            break;
        }
    }
    layout->size = bits / 8;
    layout->align = script_scalar_size(leaves[0].scalar);
    return bits % 8 == 0;
}

bool
script_type_parse_format(const char *name, size_t size, struct base_arena *arena,
                         struct script_type *type)
{
    struct format_name format;
    char *upper = base_arena_copy_string(arena, name, size);

    for (size_t i = 0; i < size; i++)
        upper[i] = (char)(upper[i] >= 'a' && upper[i] <= 'z' ? upper[i] - 32 : upper[i]);
    if (size > 10 && memcmp(upper, "VK_FORMAT_", 10) == 0) {
        upper += 10;
        size -= 10;
    }
    if (!read_format_name(upper, size, &format))
        return false;
    struct script_layout *layout = base_arena_new(arena, struct script_layout);
    if (!make_format_leaves(&format, arena, layout))
        return false;
    memset(type, 0, sizeof(*type));
    type->name = upper;
    type->is_format = true;
    type->format = scene_format_find(upper, size);
    /* Where the scene knows the format, its size is the scene's: stencil beside 32-bit depth has
     * bytes that hold nothing. */
    if (type->format != scene_format_none)
        layout->size = scene_format_infos[type->format].bytes;
    type->own = layout;
    return true;
}

enum scene_format
script_type_attribute(const struct script_type *type)
{
    static const char letters[] = "rgba";
    static const char *const kinds[] = {"sint", "uint", "sfloat"};
    char name[64] = "";
    size_t at = 0;

    if (type->is_format)
        return type->format;
    if (type->rows == 0 || type->columns != 1)
        return scene_format_none;
    const unsigned bits = 8 * script_scalar_size(type->scalar);
    for (uint32_t i = 0; i < type->rows; i++) {
        name[at++] = letters[i];
        if (bits >= 10)
            name[at++] = (char)('0' + bits / 10);
        name[at++] = (char)('0' + bits % 10);
    }
    name[at++] = '_';
    const char *kind = kinds[script_scalar_is_real(type->scalar)   ? 2
                             : type->scalar >= script_scalar_uint8 ? 1
                                                                   : 0];
    memcpy(name + at, kind, strlen(kind));
    return scene_format_find(name, at + strlen(kind));
}

/* ---- layouts ---- */

static uint64_t
align_up(uint64_t value, uint32_t align)
{
    return align ? (value + align - 1) / align * align : value;
}

/* A vector of so many scalars: 1, 2, 4, 4 times theirs. */
static uint32_t
vector_align(uint32_t rows, uint32_t size)
{
    return (rows == 3 ? 4 : rows) * size;
}

struct shape {
    uint64_t size; /* Without what stands behind it. */
    uint32_t align;
    uint32_t column_size; /* Of matrices. */
    uint32_t column_stride;
};

static struct shape
shape_of(const struct script_type *type, enum script_rules rules,
         const struct script_strides *strides)
{
    struct shape shape = {0};

    if (type->rows == 0) {
        shape.size = type->own[type->is_format ? 0 : rules].size;
        shape.align = type->own[type->is_format ? 0 : rules].align;
        return shape;
    }
    const uint32_t scalar = script_scalar_size(type->scalar);
    if (type->columns == 1) {
        shape.size = (uint64_t)type->rows * scalar;
        shape.align = vector_align(type->rows, scalar);
        return shape;
    }
    const uint32_t length = strides->is_row_major ? type->columns : type->rows;
    const uint32_t number = strides->is_row_major ? type->rows : type->columns;
    shape.align = vector_align(length, scalar);
    if (rules == script_rules_std140)
        shape.align = (uint32_t)align_up(shape.align, 16);
    shape.column_size = length * scalar;
    shape.column_stride = strides->matrix ? strides->matrix : shape.align;
    shape.size = (uint64_t)number * shape.column_stride;
    return shape;
}

/* The leaves of one value, which starts at the byte at. */
static bool
add_leaves(struct script_struct *builder, enum script_rules rules, const struct script_type *type,
           const struct shape *shape, const struct script_strides *strides, uint64_t at)
{
    const struct script_layout *own =
        type->rows == 0 ? &type->own[type->is_format ? 0 : rules] : NULL;
    const uint32_t count = own ? own->leaf_count : type->rows * type->columns;

    if (builder->leaves[rules].count + (uint64_t)count > SCRIPT_MAX_LEAVES)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        struct script_leaf leaf;

        if (own) {
            leaf = own->leaves[i];
        } else {
            const uint32_t column = i / type->rows, row = i % type->rows;
            const uint32_t outer = strides->is_row_major ? row : column;
            const uint32_t inner = strides->is_row_major ? column : row;
            const uint32_t scalar = script_scalar_size(type->scalar);

            leaf.scalar = type->scalar;
            leaf.at = shape->column_stride ? outer * shape->column_stride + inner * scalar
                                           : (column * type->rows + row) * scalar;
        }
        leaf.at += (uint32_t)at;
        base_array_push(builder->arena, &builder->leaves[rules], leaf);
    }
    return true;
}

void
script_struct_init(struct script_struct *builder, struct base_arena *arena)
{
    memset(builder, 0, sizeof(*builder));
    builder->arena = arena;
}

/* One member, by one of the rules. */
static bool
add_member(struct script_struct *builder, enum script_rules rules, const struct script_type *type,
           uint32_t offset, const struct script_strides *strides)
{
    struct shape shape = shape_of(type, rules, strides);
    const uint32_t number = type->count ? type->count : 1;
    uint32_t align = shape.align;
    uint64_t stride = align_up(shape.size, align);

    if (type->is_array && rules == script_rules_std140) {
        align = (uint32_t)align_up(align, 16);
        stride = align_up(stride, 16);
    }
    if (strides->array)
        stride = strides->array;
    /* Given strides must leave room for what they are strides of. */
    if ((type->is_array && stride < shape.size) || shape.column_stride < shape.column_size)
        return false;
    const uint64_t at = offset != SCRIPT_NO_OFFSET ? offset : align_up(builder->size[rules], align);
    const uint64_t size = type->is_array ? stride * number : shape.size;
    if (at < builder->size[rules] || size > SCRIPT_MAX_BYTES || at + size > SCRIPT_MAX_BYTES)
        return false;
    for (uint32_t i = 0; i < number; i++) {
        if (!add_leaves(builder, rules, type, &shape, strides, at + i * stride))
            return false;
    }
    builder->size[rules] = at + size;
    if (align > builder->align[rules])
        builder->align[rules] = align;
    return true;
}

bool
script_struct_add(struct script_struct *builder, const struct script_type *type, uint32_t offset,
                  const struct script_strides *strides)
{
    return add_member(builder, script_rules_std140, type, offset, strides) &&
           add_member(builder, script_rules_std430, type, offset, strides);
}

bool
script_struct_finish(struct script_struct *builder, uint32_t stride, struct script_type *type)
{
    struct script_layout *own =
        base_arena_new_array(builder->arena, struct script_layout, script_rules_count);

    for (int i = 0; i < script_rules_count; i++) {
        uint32_t align = builder->align[i] ? builder->align[i] : 1;
        uint64_t size;

        if (i == script_rules_std140)
            align = (uint32_t)align_up(align, 16);
        size = stride ? stride : align_up(builder->size[i], align);
        if (size < builder->size[i] || size > SCRIPT_MAX_BYTES)
            return false;
        own[i] = (struct script_layout){builder->leaves[i].data, builder->leaves[i].count,
                                        (uint32_t)size, align};
    }
    memset(type, 0, sizeof(*type));
    type->own = own;
    return own[0].leaf_count > 0;
}

bool
script_layout_make(const struct script_type *type, enum script_rules rules,
                   const struct script_strides *strides, struct base_arena *arena,
                   struct script_layout *layout)
{
    static const struct script_strides none = {0};
    const struct script_strides *given = strides ? strides : &none;
    struct script_struct builder;

    if (type->rows == 0 && !type->count) {
        *layout = type->own[type->is_format ? 0 : rules];
        if (type->is_array && !type->is_format && rules == script_rules_std140)
            layout->size = (uint32_t)align_up(layout->size, 16);
        return true;
    }
    script_struct_init(&builder, arena);
    if (!add_member(&builder, rules, type, 0, given))
        return false;
    /* Elements of vectors of three keep a fourth's room; those of t[] lie as in an array. */
    layout->leaves = builder.leaves[rules].data;
    layout->leaf_count = builder.leaves[rules].count;
    layout->align = builder.align[rules];
    layout->size = (uint32_t)align_up(builder.size[rules], given->array ? 1 : layout->align);
    return true;
}
