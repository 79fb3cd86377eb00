/* SPDX-License-Identifier: MIT
 *
 * Inputs, for any function: what an argument is used as says what it is. Sets differ in what memory
 * holds, in integers and floats, lanes, formats and samplers, each with a period of its own.
 */
#include "trial.h"

#include <math.h>
#include <stdlib.h>

struct maker {
    struct eval *e;
    struct trial_inputs *inputs;
    unsigned set;
    uint64_t state;
    unsigned scalar, vector; /* Next registers. */
    unsigned argument, resource;
};

/* C leaves the order of two calls in an expression open; each has a statement of its own. */
static uint32_t
next_random(struct maker *m)
{
    m->state = m->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(m->state >> 32);
}

/* From 0 to below 1. */
static double
next_part(struct maker *m)
{
    return (double)(next_random(m) >> 8) * 0x1p-24;
}

/* ---- What memory holds ---- */

static const uint32_t integer_edges[] = {
    0,          1,          2,          3,          5,          7,          15,
    16,         31,         32,         33,         63,         64,         255,
    256,        32767,      32768,      65535,      65536,      0x7fffffff, 0x80000000,
    0x80000001, 0xffffffff, 0xfffffffe, 0xffff8000, 0xffff0000, 0x7fff8000, 0x12345678,
};
static const uint32_t float_edges[] = {
    0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000,
    0x7f800001, 0xffc12345, 0x00000001, 0x807fffff, 0x00800000, 0x7f7fffff, 0xff7fffff,
    0x3f000000, 0x3effffff, 0x40490fdb, 0x4b800000, 0x4f000000, 0xcf000000, 0x4f800000,
    0x42000000, 0xc2fe0000, 0x3f7fffff, 0x477fe000, 0x33800000, 0x38800000, 0xc0200000,
};
static const uint16_t half_edges[] = {
    0x0000, 0x8000, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e00, 0x7d01, 0x0001, 0x83ff,
    0x0400, 0x7bff, 0xfbff, 0x3800, 0x3bff, 0x4248, 0x5800, 0xd123, 0x1234, 0x3555,
};

enum content {
    content_floats,
    content_small,
    content_integers,
    content_float_edges,
    content_halves,
    content_mixed,
    content_random,
    content_count
};

static uint32_t
float_near_one(struct maker *m)
{
    const double part = next_part(m) + 0.5;
    const double value = ldexp(part, (int)(next_random(m) % 12) - 5);

    return base_bits_of_float((float)(next_random(m) & 1 ? value : -value));
}

static uint32_t
next_word(struct maker *m, enum content content)
{
    uint32_t shift;

    switch (content) {
    case content_floats:
        return float_near_one(m);
    case content_small:
        return next_random(m) % 64;
    case content_integers:
        if (next_random(m) % 3)
            return integer_edges[next_random(m) % BASE_COUNT(integer_edges)];
        shift = next_random(m) % 32;
        return next_random(m) >> shift;
    case content_float_edges:
        return next_random(m) % 4 ? float_edges[next_random(m) % BASE_COUNT(float_edges)]
                                  : float_near_one(m);
    case content_halves: {
        const uint32_t low = half_edges[next_random(m) % BASE_COUNT(half_edges)];
        const uint32_t magnitude = 0x3000 + next_random(m) % 0x1800;
        const uint32_t high = magnitude | (next_random(m) & 0x8000);
        return next_random(m) & 1 ? low | high << 16 : high | low << 16;
    }
    case content_mixed:
        return next_word(m, next_random(m) % content_mixed);
    case content_random:
    case content_count:
        break;
    }
    return next_random(m);
}

static struct eval_region *
add_region(struct maker *m, const char *name, uint64_t base, uint32_t size, enum content content)
{
    struct eval_region *region = &m->e->regions[m->e->region_count];

    if (m->e->region_count == EVAL_REGIONS) {
        eval_unknown(m->e, "so many regions of memory");
        return NULL;
    }
    m->e->region_count++;
    *region = (struct eval_region){.name = name, .base = base, .size = size};
    region->bytes = base_arena_new_array(m->e->arena, struct eval_byte, size);
    for (uint32_t i = 0; i < size; i += 4) {
        const uint32_t word = next_word(m, content);
        for (unsigned k = 0; k < 4; k++)
            region->bytes[i + k].value = (uint8_t)(word >> 8 * k);
    }
    return region;
}

/* ---- What an argument is used as ---- */

enum {
    use_raw = 1,
    use_structured = 2,
    use_sampler = 4,
    use_atomic_32 = 8,
    use_atomic_64 = 16,
    use_compare = 32,
    use_tree = 64,
    use_node = 128,
    use_ray = 256,
    use_dims = 512, /* One bit a dimension from here up. */
};

static const char *const dim_names[] = {"1d",      "2d",      "3d",     "cube",
                                        "1darray", "2darray", "2dmsaa", "2darraymsaa"};

static bool
has_word(const char *name, const char *word)
{
    const size_t size = strlen(word);

    for (const char *at = name; (at = strstr(at, word)); at += size)
        if ((at == name || at[-1] == '.') && (!at[size] || at[size] == '.'))
            return true;
    return false;
}

static unsigned
uses_by_call(LLVMValueRef call, LLVMValueRef argument)
{
    size_t size;
    const LLVMValueRef callee = LLVMGetCalledValue(call);
    const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &size) : "";
    const bool is_image = strstr(name, ".image.");
    unsigned uses = 0;

    if (strstr(name, ".bvh."))
        return LLVMGetOperand(call, 0) == argument   ? use_node
               : LLVMGetOperand(call, 5) == argument ? use_tree
                                                     : use_ray;
    if (is_image && LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMVectorTypeKind &&
        LLVMGetVectorSize(LLVMTypeOf(argument)) == 4)
        return has_word(name, "c") ? use_sampler | use_compare : use_sampler;
    if (strstr(name, ".struct."))
        uses |= use_structured;
    else if (strstr(name, "buffer"))
        uses |= use_raw;
    if (strstr(name, ".atomic."))
        uses |= strstr(name, "i64") ? use_atomic_64 : use_atomic_32;
    for (unsigned i = 0; is_image && i < BASE_COUNT(dim_names); i++)
        if (has_word(name, dim_names[i]))
            uses |= (unsigned)use_dims << i;
    return uses;
}

static unsigned
uses_of(LLVMValueRef argument)
{
    unsigned uses = 0;

    for (LLVMUseRef use = LLVMGetFirstUse(argument); use; use = LLVMGetNextUse(use)) {
        const LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsACallInst(user))
            uses |= uses_by_call(user, argument);
    }
    return uses;
}

/* ---- Resources ---- */

static void
make_buffer(struct maker *m, unsigned uses, uint32_t words[4])
{
    static const uint8_t formats[] = {77, 77, 71, 56, 74, 64, 29, 22};
    const bool structured = uses & use_structured, raw = uses & use_raw;
    const uint64_t base =
        (UINT64_C(0x12) + m->resource) << 32 | (UINT64_C(0x100000) * (m->resource + 1));
    /* Swaps components in some sets. */
    const uint32_t select = m->set % 5 == 4 ? 0xb6e : 0xfac;
    /* The end may lie within what one of the lanes loads. */
    uint32_t records = m->set % 3 == 1 ? 484 + 4 * (m->set % 5) : 4096, oob = 3;

    if (structured && !raw) {
        records = m->set % 3 == 1 ? 25 : 200;
        oob = m->set % 2;
    }
    add_region(m, "buffer", base, 8192, (enum content)(m->set % content_count));
    words[0] = (uint32_t)base;
    words[1] = (uint32_t)(base >> 32) | (structured ? 16u << 16 : 0);
    words[2] = records;
    words[3] =
        select | (uint32_t)formats[m->set % BASE_COUNT(formats)] << 12 | 1u << 24 | oob << 28;
    m->resource++;
}

/* Filters, wrap modes, borders, comparisons. */
static void
make_sampler(struct maker *m, unsigned uses, uint32_t words[4])
{
    static const uint8_t wraps[] = {2, 0, 1, 6, 3, 2};
    static const struct {
        uint8_t mag, min, mip;
    } filters[] = {{0, 0, 0}, {1, 1, 0}, {1, 1, 2}, {0, 0, 1}, {1, 1, 1}, {0, 1, 2}, {0, 0, 2}};
    const unsigned filter = m->set % BASE_COUNT(filters), wrap = wraps[m->set % BASE_COUNT(wraps)];
    const uint32_t function = uses & use_compare ? 1 + m->set % 7 : 0;

    words[0] = wrap | wrap << 3 | wrap << 6 | function << 12;
    words[1] = 0xfffu << 12;
    words[2] = (uint32_t)filters[filter].mag << 20 | (uint32_t)filters[filter].min << 22 |
               (uint32_t)filters[filter].mip << 26;
    words[3] = (uint32_t)(m->set % 3) << 30;
    if (m->set % 4 == 3)
        words[2] |= 0x3f80; /* A bias of -1/2. */
}

/* Nodes of four boxes: the first half of the tree in f32, the second in halves. */
static void
make_tree(struct maker *m, uint32_t words[4])
{
    const uint64_t base = UINT64_C(0x53000000000) + UINT64_C(0x1000000) * m->resource++;
    struct eval_region *region = add_region(m, "tree", base, 64 * 64, content_random);

    for (unsigned at = 0; region && at < region->size;) {
        const unsigned size = at < region->size / 2 ? 4 : 2;
        for (unsigned child = 0; child < 4; child++)
            for (unsigned i = 0; i < 3; i++) {
                const double least = next_part(m) * 6.0 - 3.0;
                const double corners[2] = {least, least + 0.2 + 3.0 * next_part(m)};
                for (unsigned k = 0; k < 2; k++) {
                    const uint64_t bits = eval_bits_of(8 * size, corners[k]);
                    struct eval_byte *to = &region->bytes[at + 16 + size * (6 * child + 3 * k + i)];
                    for (unsigned byte = 0; byte < size; byte++)
                        to[byte].value = (uint8_t)(bits >> 8 * byte);
                }
            }
        at += 32 * size;
    }
    words[0] = (uint32_t)(base >> 8);
    words[1] = (uint32_t)(base >> 40) | (m->set % 3 ? 1u << 31 : 0);
    words[2] = 63;
    words[3] = 1u << 24 | 8u << 28;
}

/* The same for all lanes, whose results often go to one place. */
static uint64_t
make_ray(struct maker *m, unsigned uses, struct eval_type type)
{
    if (uses & use_node)
        return m->set % 2 ? (m->set % 32 & ~1u) << 3 | 5 : (32 + m->set % 32) << 3 | 4;
    const double size = 0.3 + 3.0 * next_part(m);
    return eval_bits_of(type.bits, next_random(m) & 1 ? size : -size);
}

static uint32_t
texel_word(struct maker *m, unsigned format)
{
    if (format == 77)
        return base_bits_of_float((float)(next_part(m) * 4.0 - 2.0));
    if (format != 71)
        return next_random(m);
    const uint32_t low = 0x3000 + next_random(m) % 0x1000;
    return low | (0xb000 + next_random(m) % 0x1000) << 16;
}

/* The most general type of those that the function names. */
static unsigned
image_type(unsigned uses)
{
    static const uint8_t order[][2] = {{2, 10}, {3, 11}, {7, 15}, {6, 14},
                                       {5, 13}, {4, 12}, {1, 9},  {0, 8}};

    for (size_t i = 0; i < BASE_COUNT(order); i++)
        if (uses & (unsigned)use_dims << order[i][0])
            return order[i][1];
    return 9;
}

static void
make_image(struct maker *m, unsigned uses, uint32_t words[8])
{
    static const uint8_t formats[] = {77, 56, 71, 65, 77};
    const unsigned type = image_type(uses);
    const unsigned format = uses & use_atomic_64   ? 62
                            : uses & use_atomic_32 ? 20
                                                   : formats[m->set % BASE_COUNT(formats)];
    const bool cube = type == 11, samples = type >= 14, plain = type == 8 || type == 9;
    const uint32_t width = 16, height = type == 8 || type == 12 ? 1 : cube ? 16 : 12;
    const uint32_t depth = cube ? 12 : plain ? 1 : 6, levels = samples ? 1 : 3;
    const uint64_t base = UINT64_C(0x52000000000) + UINT64_C(0x1000000) * m->resource;
    struct eval_region *region = add_region(m, "image", base, 0x40000, content_random);

    for (uint32_t i = 0; region && i < region->size; i += 4) {
        const uint32_t word = texel_word(m, format);
        for (unsigned k = 0; k < 4; k++)
            region->bytes[i + k].value = (uint8_t)(word >> 8 * k);
    }
    memset(words, 0, 8 * sizeof(*words));
    words[0] = (uint32_t)(base >> 8);
    words[1] = (uint32_t)(base >> 40) | (uint32_t)format << 20 | ((width - 1) & 3) << 30;
    words[2] = (width - 1) >> 2 | (height - 1) << 14;
    words[3] = (m->set % 6 == 5 ? 0xb6e : 0xfac) | (uint32_t)(samples ? 2 : levels - 1) << 16 |
               (uint32_t)type << 28;
    words[4] = depth - 1;
    words[5] = (levels - 1) << 4;
    m->resource++;
}

/* ---- Numbers ---- */

static uint32_t
make_scalar(struct maker *m)
{
    switch (m->set % 6) {
    case 5:
        return integer_edges[next_random(m) % BASE_COUNT(integer_edges)];
    case 4:
        return next_random(m) % 40;
    case 3:
        return next_random(m) % 20;
    default:
        return 4 * (1 + next_random(m) % 10);
    }
}

/* Mostly numbers of lanes, and such as name elements. */
static uint32_t
make_number(struct maker *m, unsigned lane)
{
    switch (m->set % 5) {
    case 1:
        return (lane * 37 + 11) % 64;
    case 2:
        return next_random(m) % 50;
    case 3:
        return next_random(m) % 8 ? lane
                                  : integer_edges[next_random(m) % BASE_COUNT(integer_edges)];
    default:
        return lane;
    }
}

static double
make_real(struct maker *m, unsigned lane)
{
    const unsigned quad = lane / 4, which = m->argument + m->vector;
    const double x = (double)(quad % 8 * 2 + (lane & 1)),
                 y = (double)(quad / 8 * 2 + (lane >> 1 & 1));

    switch (m->set % 8) {
    case 0: /* Smooth, a texel or less a pixel. */
        return which % 2 ? 0.07 + 0.031 * y + 0.002 * x : 0.05 + 0.043 * x;
    case 1:
        return 1.1 + 0.8 * next_part(m);
    case 2:
        return next_part(m) * 5.0 - 2.0;
    case 3:
        return (double)base_float_of_bits(float_edges[next_random(m) % BASE_COUNT(float_edges)]);
    case 4: /* Smooth, several texels. */
        return which % 2 ? -0.4 + 0.13 * y : 0.3 + 0.17 * x + 0.01 * y;
    case 5:
        return 0.2 * next_part(m);
    case 6: /* Texels' numbers. */
        return next_part(m) * 18.0 - 1.0;
    default: /* Smooth, on the face of a cube. */
        return which % 2 ? 1.2 + 0.05 * y : 1.15 + 0.04 * x;
    }
}

static uint64_t
make_element(struct maker *m, struct eval_type type, bool is_scalar, unsigned lane)
{
    if (type.kind == eval_float) {
        if (type.bits == 32 && m->set % 8 == 3) /* With payloads. */
            return float_edges[next_random(m) % BASE_COUNT(float_edges)];
        return eval_bits_of(type.bits, make_real(m, lane));
    }
    const uint64_t low = is_scalar ? make_scalar(m) : make_number(m, lane);
    const uint64_t high = type.bits == 64 && m->set % 3 == 2 ? next_random(m) : 0;
    return (low | high << 32) & eval_ones(type.bits);
}

/* ---- Arguments ---- */

/* Puts the elements into registers: 16 bits two to a register where they are a vector. */
static void
place_argument(struct maker *m, LLVMTypeRef type, const struct eval_value *value, bool is_scalar)
{
    const bool packs = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
    unsigned *next = is_scalar ? &m->scalar : &m->vector;

    for (unsigned i = 0; i < value->count; i++) {
        const unsigned bits = value->types[i].bits, words = bits > 32 ? 2 : 1;
        if (*next + words > (is_scalar ? TRIAL_SCALARS : TRIAL_VECTORS)) {
            eval_unknown(m->e, "so many arguments");
            return;
        }
        for (unsigned lane = 0; lane < EVAL_LANES; lane++) {
            const uint64_t value_bits = value->cells[i][lane].bits;
            for (unsigned w = 0; w < words; w++) {
                const uint32_t word = (uint32_t)(value_bits >> 32 * w);
                uint32_t *to = is_scalar ? &m->inputs->scalars[*next + w]
                                         : &m->inputs->vectors[*next + w][lane];
                if (bits == 16 && packs && i % 2)
                    *to = (*to & 0xffff) | word << 16;
                else if (bits == 16) /* What is above is anything. */
                    *to = word | (*to & 0xffff0000);
                else
                    *to = word;
            }
        }
        if (bits != 16 || !packs || i % 2 || i + 1 == value->count)
            *next += words;
    }
}

static void
set_all_lanes(struct eval_value *value, unsigned element, uint64_t bits)
{
    for (unsigned lane = 0; lane < EVAL_LANES; lane++)
        value->cells[element][lane] = eval_bits(bits);
}

static void
make_pointer(struct maker *m, struct eval_value *value, unsigned space, bool is_scalar)
{
    const uint64_t base = UINT64_C(0x330000000000) + (UINT64_C(1) << 32) * m->resource++;

    if (space == 3) {
        for (unsigned lane = 0; lane < EVAL_LANES; lane++)
            value->cells[0][lane] = eval_bits(is_scalar ? 256 : 256 + 16 * lane);
        return;
    }
    if (space != 0 && space != 1 && space != 4) {
        eval_unknown(m->e, "an argument that points to address space %u", space);
        return;
    }
    add_region(m, "pointer", base, 32768, (enum content)(m->set % content_count));
    for (unsigned lane = 0; lane < EVAL_LANES; lane++) {
        const unsigned place = m->set % 2 ? (lane * 29 + 5) % 64 : lane;
        value->cells[0][lane] = eval_bits(base + 8192 + (is_scalar ? 0 : 256 * place));
    }
}

static bool
is_in_scalars(const struct maker *m, unsigned index)
{
    const unsigned kind = LLVMGetEnumAttributeKindForName("inreg", 5);

    return LLVMGetEnumAttributeAtIndex(m->e->function, index + 1, kind);
}

static struct eval_value *
make_argument(struct maker *m, LLVMValueRef argument, bool is_scalar)
{
    const LLVMTypeRef type = LLVMTypeOf(argument);
    const bool is_pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
    const unsigned space = is_pointer ? LLVMGetPointerAddressSpace(type) : 0;
    struct eval_value *value = eval_new_value(m->e, type);
    const unsigned uses = uses_of(argument);
    uint32_t words[8] = {0};

    if (!value)
        return NULL;
    const bool integers = value->types[0].kind == eval_integer && value->types[0].bits == 32;
    const unsigned count = integers && (is_scalar || uses) ? value->count : 0;
    if (is_pointer && space != 8) {
        make_pointer(m, value, space, is_scalar);
    } else if (count == 8 || count == 4) {
        if (count == 8)
            make_image(m, uses, words);
        else if (uses & use_sampler)
            make_sampler(m, uses, words);
        else if (uses & use_tree)
            make_tree(m, words);
        else
            make_buffer(m, uses, words);
        for (unsigned i = 0; i < count; i++)
            set_all_lanes(value, i, words[i]);
    } else {
        for (unsigned i = 0; i < value->count; i++) {
            uint64_t bits = 0;
            for (unsigned lane = 0; lane < EVAL_LANES; lane++) {
                if (uses & (use_node | use_ray))
                    bits = lane ? bits : make_ray(m, uses, value->types[i]);
                else if (!is_scalar || !lane)
                    bits = make_element(m, value->types[i], is_scalar, lane);
                value->cells[i][lane] = eval_bits(bits);
            }
            m->argument++;
        }
    }
    return value;
}

/* Inputs of pixel shaders that nothing uses take no register, the first sixteen; and without any
 * of the first seven there is one all the same. */
static void
skip_unused_inputs(struct maker *m)
{
    unsigned number = 0, count = LLVMCountParams(m->e->function);
    bool some = false;

    for (unsigned i = 0; i < count; i++) {
        if (is_in_scalars(m, i))
            continue;
        if (number < 7)
            some |= LLVMGetFirstUse(LLVMGetParam(m->e->function, i)) != NULL;
        number++;
    }
    if (!some)
        m->vector = 2;
}

static void
make_parameters(struct maker *m)
{
    for (unsigned i = 0; i < EVAL_PRIMITIVES * EVAL_ATTRIBUTES; i++)
        for (unsigned c = 0; c < 4; c++) {
            const enum content content = m->set % 3 ? content_floats : content_halves;
            struct eval_parameter *to = &m->inputs->parameters[i][c];
            to->p0 = next_word(m, content);
            to->p10 = next_word(m, content);
            to->p20 = next_word(m, content);
        }
}

static uint64_t
make_lanes(struct maker *m)
{
    const uint64_t all = m->e->wave_size == 64 ? UINT64_MAX : UINT32_MAX;
    const uint64_t low = next_random(m), high = next_random(m), random = low | high << 32;

    switch (m->set % 7) {
    case 2:
        return (random & all) | 1;
    case 3:
        return UINT64_C(0x5a5af00f3c0ff0a5) & all;
    case 5:
        return (random & (random >> 7) & all) | 0x80;
    case 6:
        return UINT64_C(0x0000020000100400) & all;
    default:
        return all;
    }
}

static unsigned
count_lds(const struct eval *e)
{
    unsigned count = 0;

    for (LLVMValueRef g = LLVMGetFirstGlobal(e->module); g; g = LLVMGetNextGlobal(g))
        count += LLVMGetPointerAddressSpace(LLVMTypeOf(g)) == 3;
    return count;
}

bool
trial_make_inputs(struct eval *e, unsigned set, struct trial_inputs *inputs)
{
    struct maker m = {.e = e, .inputs = inputs, .set = set, .state = set * 977 + 5};
    unsigned number = 0;

    for (unsigned i = 0; i < TRIAL_SCALARS; i++)
        inputs->scalars[i] = next_random(&m);
    for (unsigned i = 0; i < TRIAL_VECTORS; i++)
        for (unsigned lane = 0; lane < EVAL_LANES; lane++)
            inputs->vectors[i][lane] = next_random(&m);
    e->start = make_lanes(&m);
    for (unsigned lane = 0; lane < EVAL_LANES; lane++)
        e->primitives[lane] = (uint8_t)(lane / 4 % EVAL_PRIMITIVES);
    make_parameters(&m);
    e->parameters = (const struct eval_parameter(*)[4])inputs->parameters;
    e->lds = base_arena_new_array(e->arena, struct eval_byte, EVAL_LDS_SIZE);
    for (unsigned i = 0; i < EVAL_LDS_SIZE; i++) {
        e->lds[i].value = (uint8_t)(i * 7 + set);
        /* The order of several variables is the compiler's. */
        e->lds[i].state = count_lds(e) > 1 ? eval_undefined : eval_exact;
    }
    if (e->is_pixel)
        skip_unused_inputs(&m);
    for (unsigned i = 0; i < LLVMCountParams(e->function) && !e->failed; i++) {
        const LLVMValueRef argument = LLVMGetParam(e->function, i);
        const bool is_scalar = is_in_scalars(&m, i);
        struct eval_value *value = make_argument(&m, argument, is_scalar);
        if (!value)
            return false;
        eval_slot(e, argument)->value = value;
        const bool skipped =
            e->is_pixel && !is_scalar && number++ < 16 && !LLVMGetFirstUse(argument);
        if (!skipped)
            place_argument(&m, LLVMTypeOf(argument), value, is_scalar);
    }
    inputs->scalar_count = m.scalar;
    return !e->failed;
}
