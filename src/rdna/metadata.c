/* SPDX-License-Identifier: MIT
 *
 * The metadata of code objects: MessagePack in a note, by libmpack, which takes tokens from the
 * bytes one at a time and keeps nothing. Nesting costs a counter, and no number in the bytes says
 * how much memory to take.
 */
#include "rdna/code.h"

#if RDNA_HAS_MPACK

#include <mpack.h>

struct reader {
    struct base_arena *arena;
    struct base_diags *diags;
    mpack_tokbuf_t buffer;
    const char *at;
    size_t left;
    size_t offset; /* Of at, in the file. */
    struct rdna_metadata_list *list;
};

/* A string that is not copied. */
struct key {
    const char *text;
    size_t size;
};

static bool
fail(struct reader *r, const char *found, const char *expected)
{
    base_error(r->diags, QD_CODE_RDNA_METADATA, base_at_word((uint32_t)(r->offset / 4)),
               "found %s, expected %s", found, expected);
    return false;
}

static bool
take(struct reader *r, mpack_token_t *token)
{
    const size_t before = r->left;
    /* The library reads a byte before it asks whether there is one. */
    const int result = before ? mpack_read(&r->buffer, &r->at, &r->left, token) : MPACK_EOF;

    r->offset += before - r->left;
    if (result == MPACK_OK)
        return true;
    return fail(r, result == MPACK_EOF ? "the end of the metadata" : "a byte that begins no value",
                "another value");
}

static bool
has_bytes(const mpack_token_t *token)
{
    return token->type == MPACK_TOKEN_STR || token->type == MPACK_TOKEN_BIN ||
           token->type == MPACK_TOKEN_EXT;
}

/* The bytes of the token; none if it has none. */
static bool
take_bytes(struct reader *r, const mpack_token_t *token, struct key *key)
{
    mpack_token_t chunk;

    *key = (struct key){"", 0};
    if (!has_bytes(token) || !token->length)
        return true;
    if (token->length > r->left)
        return fail(r, "the end of the metadata", "the rest of a string");
    if (!take(r, &chunk))
        return false;
    *key = (struct key){chunk.data.chunk_ptr, chunk.length};
    return true;
}

/* Goes past the value that begins with the token. */
static bool
skip_rest(struct reader *r, mpack_token_t token)
{
    uint64_t pending = 0;
    struct key key;

    for (;;) {
        if (!take_bytes(r, &token, &key))
            return false;
        if (token.type == MPACK_TOKEN_ARRAY)
            pending += token.length;
        if (token.type == MPACK_TOKEN_MAP)
            pending += 2 * (uint64_t)token.length;
        if (!pending)
            return true;
        pending--;
        if (!take(r, &token))
            return false;
    }
}

static bool
skip(struct reader *r)
{
    mpack_token_t token;

    return take(r, &token) && skip_rest(r, token);
}

static bool
take_container(struct reader *r, mpack_token_type_t type, uint32_t *count)
{
    mpack_token_t token;

    if (!take(r, &token))
        return false;
    *count = token.length;
    return token.type == type ||
           fail(r, "a value of another kind", type == MPACK_TOKEN_MAP ? "a map" : "an array");
}

/* A key that is no string is the empty one, and number is its value if it is one. */
static bool
take_key(struct reader *r, struct key *key, uint64_t *number)
{
    mpack_token_t token;

    *key = (struct key){"", 0};
    *number = UINT64_MAX;
    if (!take(r, &token))
        return false;
    if (token.type == MPACK_TOKEN_UINT)
        *number = token.data.value.lo | (uint64_t)token.data.value.hi << 32;
    if (token.type == MPACK_TOKEN_STR)
        return take_bytes(r, &token, key);
    return skip_rest(r, token);
}

static bool
is_key(struct key key, const char *name)
{
    return strlen(name) == key.size && memcmp(name, key.text, key.size) == 0;
}

static bool
take_number(struct reader *r, uint32_t *number)
{
    mpack_token_t token;

    if (!take(r, &token))
        return false;
    *number = token.data.value.lo;
    return (token.type == MPACK_TOKEN_UINT && !token.data.value.hi) ||
           fail(r, "a value of another kind", "a number of 32 bits");
}

static bool
take_string(struct reader *r, const char **string)
{
    mpack_token_t token;
    struct key key;

    if (!take(r, &token))
        return false;
    if (token.type != MPACK_TOKEN_STR)
        return fail(r, "a value of another kind", "a string");
    if (!take_bytes(r, &token, &key))
        return false;
    if (memchr(key.text, 0, key.size))
        return fail(r, "a string with a byte of 0 in it", "a name");
    *string = base_arena_copy_string(r->arena, key.text, key.size);
    return true;
}

static bool
check_wave_size(struct reader *r, const struct rdna_metadata *metadata)
{
    const unsigned size = metadata->wave_size;

    return !size || size == 32 || size == 64 ||
           fail(r, "another number of lanes in a wave", "32 or 64");
}

/* ---- HSA ---- */

static bool
read_kernel_value(struct reader *r, struct key key, struct rdna_metadata *kernel)
{
    if (is_key(key, ".symbol"))
        return take_string(r, &kernel->symbol);
    if (is_key(key, ".wavefront_size"))
        return take_number(r, &kernel->wave_size);
    if (is_key(key, ".sgpr_count"))
        return take_number(r, &kernel->sgprs);
    if (is_key(key, ".vgpr_count"))
        return take_number(r, &kernel->vgprs);
    if (is_key(key, ".group_segment_fixed_size"))
        return take_number(r, &kernel->lds_size);
    if (is_key(key, ".private_segment_fixed_size"))
        return take_number(r, &kernel->scratch_size);
    return skip(r);
}

static bool
read_kernels(struct reader *r)
{
    uint32_t count, keys;

    if (!take_container(r, MPACK_TOKEN_ARRAY, &count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        struct rdna_metadata kernel = {.stage = rdna_stage_compute};

        if (!take_container(r, MPACK_TOKEN_MAP, &keys))
            return false;
        for (uint32_t k = 0; k < keys; k++) {
            uint64_t number;
            struct key key;
            if (!take_key(r, &key, &number) || !read_kernel_value(r, key, &kernel))
                return false;
        }
        if (!kernel.symbol)
            return fail(r, "a kernel without .symbol", "one with");
        if (!check_wave_size(r, &kernel))
            return false;
        base_array_push(r->arena, &r->list->list, kernel);
    }
    return true;
}

/* ---- PAL ---- */

/* The bits of registers that make waves of 32, which stand in for .wavefront_size in what LLVM
 * writes. */
enum {
    COMPUTE_DISPATCH_INITIATOR = 0x2e00,
    SPI_PS_IN_CONTROL = 0xa1b6,
    VGT_SHADER_STAGES_EN = 0xa2d5,
    CS_W32 = 1 << 15,
    PS_W32 = 1 << 15,
    HS_W32 = 1 << 21,
    GS_W32 = 1 << 22,
    VS_W32 = 1 << 23
};

struct pipeline {
    uint32_t dispatch, pixels, stages; /* The registers; 0 if they are not named. */
    uint32_t first;                    /* The first of its programs in the list. */
};

static bool
read_registers(struct reader *r, struct pipeline *pipeline)
{
    uint32_t count;

    if (!take_container(r, MPACK_TOKEN_MAP, &count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t number;
        struct key key;
        bool good;

        if (!take_key(r, &key, &number))
            return false;
        if (number == COMPUTE_DISPATCH_INITIATOR)
            good = take_number(r, &pipeline->dispatch);
        else if (number == SPI_PS_IN_CONTROL)
            good = take_number(r, &pipeline->pixels);
        else if (number == VGT_SHADER_STAGES_EN)
            good = take_number(r, &pipeline->stages);
        else
            good = skip(r);
        if (!good)
            return false;
    }
    return true;
}

static bool
read_stage_value(struct reader *r, struct key key, struct rdna_metadata *stage)
{
    if (is_key(key, ".entry_point") || is_key(key, ".entry_point_symbol"))
        return take_string(r, &stage->symbol);
    if (is_key(key, ".wavefront_size"))
        return take_number(r, &stage->wave_size);
    if (is_key(key, ".sgpr_count"))
        return take_number(r, &stage->sgprs);
    if (is_key(key, ".vgpr_count"))
        return take_number(r, &stage->vgprs);
    if (is_key(key, ".lds_size"))
        return take_number(r, &stage->lds_size);
    if (is_key(key, ".scratch_memory_size"))
        return take_number(r, &stage->scratch_size);
    return skip(r);
}

static const struct {
    const char *name;
    enum rdna_stage stage;
} hardware_stages[] = {
    {".ls", rdna_stage_vertex},   {".hs", rdna_stage_tess_control}, {".es", rdna_stage_tess_eval},
    {".gs", rdna_stage_geometry}, {".vs", rdna_stage_vertex},       {".ps", rdna_stage_fragment},
    {".cs", rdna_stage_compute},
};

static bool
read_stages(struct reader *r)
{
    uint32_t count, keys;

    if (!take_container(r, MPACK_TOKEN_MAP, &count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        struct rdna_metadata stage = {0};
        uint64_t number;
        struct key key;

        if (!take_key(r, &key, &number) || !take_container(r, MPACK_TOKEN_MAP, &keys))
            return false;
        for (size_t s = 0; s < BASE_COUNT(hardware_stages); s++)
            if (is_key(key, hardware_stages[s].name))
                stage.stage = hardware_stages[s].stage;
        for (uint32_t k = 0; k < keys; k++)
            if (!take_key(r, &key, &number) || !read_stage_value(r, key, &stage))
                return false;
        if (!check_wave_size(r, &stage))
            return false;
        /* A stage may be there for its registers alone. */
        if (stage.symbol)
            base_array_push(r->arena, &r->list->list, stage);
    }
    return true;
}

static unsigned
wave_size_of(const struct pipeline *pipeline, enum rdna_stage stage)
{
    uint32_t is_small = 0;

    switch (stage) {
    case rdna_stage_compute:
        is_small = pipeline->dispatch & CS_W32;
        break;
    case rdna_stage_fragment:
        is_small = pipeline->pixels & PS_W32;
        break;
    case rdna_stage_tess_control:
        is_small = pipeline->stages & HS_W32;
        break;
    case rdna_stage_geometry:
    case rdna_stage_tess_eval:
        is_small = pipeline->stages & GS_W32;
        break;
    case rdna_stage_vertex:
        is_small = pipeline->stages & VS_W32;
        break;
    case rdna_stage_none:
    case rdna_stage_count:
        break;
    }
    return is_small ? 32 : 64;
}

static bool
read_pipeline(struct reader *r)
{
    struct pipeline pipeline = {.first = r->list->list.count};
    uint32_t count;

    if (!take_container(r, MPACK_TOKEN_MAP, &count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t number;
        struct key key;
        bool good;

        if (!take_key(r, &key, &number))
            return false;
        if (is_key(key, ".hardware_stages"))
            good = read_stages(r);
        else if (is_key(key, ".registers"))
            good = read_registers(r, &pipeline);
        else
            good = skip(r);
        if (!good)
            return false;
    }
    for (uint32_t i = pipeline.first; i < r->list->list.count; i++) {
        struct rdna_metadata *stage = &r->list->list.data[i];
        if (!stage->wave_size)
            stage->wave_size = wave_size_of(&pipeline, stage->stage);
    }
    return true;
}

static bool
read_pipelines(struct reader *r)
{
    uint32_t count;

    if (!take_container(r, MPACK_TOKEN_ARRAY, &count))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!read_pipeline(r))
            return false;
    return true;
}

/* ---- both ---- */

static bool
read_metadata(struct base_arena *arena, const char *data, size_t size, size_t offset,
              struct rdna_metadata_list *list, struct base_diags *diags)
{
    struct reader r = {
        .arena = arena, .diags = diags, .at = data, .left = size, .offset = offset, .list = list};
    uint32_t count;

    mpack_tokbuf_init(&r.buffer);
    if (!take_container(&r, MPACK_TOKEN_MAP, &count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t number;
        struct key key;
        bool good;

        if (!take_key(&r, &key, &number))
            return false;
        if (is_key(key, "amdhsa.kernels"))
            good = read_kernels(&r);
        else if (is_key(key, "amdpal.pipelines"))
            good = read_pipelines(&r);
        else
            good = skip(&r);
        if (!good)
            return false;
    }
    return true;
}

rdna_metadata_reader *
rdna_find_metadata_reader(void)
{
    return read_metadata;
}

#else

rdna_metadata_reader *
rdna_find_metadata_reader(void)
{
    return NULL;
}

#endif
