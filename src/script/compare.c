/* SPDX-License-Identifier: MIT
 *
 * One script on two devices: all that its scene reads, number by number. docs/scripts.md has the
 * rules.
 */
#include "script/script_priv.h"

#include "base/bits.h"

#include <inttypes.h>
#include <math.h>

#define DEFAULT_STEPS 1.0
#define DEFAULT_RELATIVE 0x1p-20
#define CHANNELS 4

/* ---- numbers ---- */

enum kind { kind_none, kind_integer, kind_normalized, kind_real };

/* How the numbers of a channel, or of a buffer's bytes, are compared. */
struct channel {
    enum kind kind;
    double scale; /* Of normalised ones: steps from 0 to 1. */
    double most;  /* That they may differ by; normalised ones in steps. */
};

static struct channel
integer_channel(void)
{
    return (struct channel){.kind = kind_integer};
}

/* fraction: bits behind the point of a float near 1. */
static struct channel
real_channel(const struct script_compare_options *options, unsigned fraction)
{
    struct channel channel = {.kind = kind_real, .most = options->relative};

    if (channel.most < 0)
        channel.most = fmax(DEFAULT_RELATIVE, ldexp(1, -(int)fraction));
    return channel;
}

/* Where steps are finer than what floats may differ by, that counts. */
static struct channel
normalized_channel(const struct script_compare_options *options, unsigned bits)
{
    const struct channel real = real_channel(options, 24);
    struct channel channel = {
        .kind = kind_normalized,
        .scale = ldexp(1, (int)bits) - 1,
        .most = options->steps < 0 ? DEFAULT_STEPS : options->steps,
    };

    channel.most = fmax(channel.most, real.most * channel.scale);
    return channel;
}

static double
number_distance(const struct channel *channel, double a, double b)
{
    if (a == b || (isnan(a) && isnan(b)))
        return 0;
    if (!isfinite(a) || !isfinite(b))
        return HUGE_VAL;
    return channel->kind == kind_real ? fabs(a - b) / fmax(1, fmax(fabs(a), fabs(b))) : fabs(a - b);
}

/* ---- channels of formats ---- */

enum shape {
#define SCENE_SHAPE(shape, ...) shape_##shape,
#include "scene/formats.def"
    shape_count
};

/* How many bits the channels have. */
static const uint8_t shape_bits[shape_count][CHANNELS] = {
#define AT(first, bits) bits
#define NONE 0
#define SCENE_SHAPE(shape, bytes, unit, kind, first, second, third, fourth)                        \
    [shape_##shape] = {first, second, third, fourth},
#include "scene/formats.def"
#undef AT
#undef NONE
};

static const uint8_t shape_of[scene_format_count] = {
#define SCENE_FORMAT(name, shape, ...) [scene_format_##name] = shape_##shape,
#include "scene/formats.def"
};

static struct channel
channel_of(const struct script_compare_options *options, enum scene_format format, unsigned number)
{
    static const struct {
        uint8_t bits;
        uint8_t fraction;
    } floats[] = {{9, 8}, {10, 5}, {11, 6}, {16, 10}, {32, 23}, {64, 52}};
    const struct scene_format_info *info = &scene_format_infos[format];
    const uint8_t bits = shape_bits[shape_of[format]][number];

    if (bits == 0)
        return (struct channel){.kind = kind_none};
    if (info->has_stencil && number == 1)
        return integer_channel();
    switch ((enum scene_numeric)info->numeric) {
    case scene_numeric_unorm:
    case scene_numeric_srgb:
        return normalized_channel(options, bits);
    case scene_numeric_snorm:
        return normalized_channel(options, bits - 1U);
    case scene_numeric_ufloat:
    case scene_numeric_sfloat:
        for (size_t i = 0; i < BASE_COUNT(floats); i++) {
            if (floats[i].bits == bits)
                return real_channel(options, floats[i].fraction);
        }
        break;
    case scene_numeric_uscaled:
    case scene_numeric_sscaled:
    case scene_numeric_uint:
    case scene_numeric_sint:
        break;
    }
    return integer_channel();
}

/* Texels of a format, and the format that they are read as. */
struct texels {
    enum scene_format format;
    enum scene_format read;
    size_t bytes;
    struct channel channels[CHANNELS];
};

/* sRGB is compared in its own steps: as UNORM. */
static enum scene_format
without_srgb(enum scene_format format, struct base_arena *arena)
{
    const char *name = scene_format_infos[format].name;
    const char *srgb = strstr(name, "srgb");

    if (!srgb)
        return format;
    const char *twin = base_arena_printf(arena, "%.*sunorm%s", (int)(srgb - name), name, srgb + 4);
    return scene_format_find(twin, strlen(twin));
}

static void
texels_init(struct texels *texels, enum scene_format format,
            const struct script_compare_options *options, struct base_arena *arena)
{
    *texels = (struct texels){
        .format = format,
        .read = without_srgb(format, arena),
        .bytes = scene_format_infos[format].bytes,
    };
    for (unsigned i = 0; i < CHANNELS; i++)
        texels->channels[i] = channel_of(options, texels->read, i);
}

/* Normalised channels in steps. */
static void
read_texel(const struct texels *texels, const void *data, double values[CHANNELS])
{
    const struct scene_format_info *info = &scene_format_infos[texels->read];
    uint32_t words[CHANNELS];

    if (info->has_depth || info->has_stencil) {
        scene_format_unpack(texels->read, data, words);
        values[0] = (double)base_float_of_bits(words[0]);
        values[1] = words[1];
        values[2] = values[3] = 0;
    } else {
        script_unpack_texel(texels->read, data, values);
    }
    for (unsigned i = 0; i < CHANNELS; i++) {
        if (texels->channels[i].kind == kind_normalized)
            values[i] = nearbyint(values[i] * texels->channels[i].scale);
    }
}

/* ---- what differs ---- */

struct comparison {
    const struct script_plan *plan;
    struct scene_device *const *devices;
    const struct script_compare_options *options;
    struct base_arena *arena;
    struct script_verdict *verdict;
    const struct script_command *command;
    uint32_t resource;
    struct scene_bytes bytes[2];
    uint64_t count;     /* Texels or numbers. */
    uint64_t differing; /* By more than they may. */
    double greatest;    /* Difference of those. */
    uint64_t first;
    const char *first_where; /* And values. */
};

static void
count_difference(struct comparison *c, double distance)
{
    c->differing++;
    c->greatest = fmax(c->greatest, distance);
}

/* False, for return. */
static bool
fail(const struct comparison *c, const char *what)
{
    const struct script_resource *resource = &c->plan->script->resources.data[c->resource];

    c->verdict->outcome = script_outcome_fail;
    c->verdict->reason =
        base_arena_printf(c->arena, "%" PRIu32 ":%" PRIu32 ": %s: %s", c->command->place.line,
                          c->command->place.column, resource->name, what);
    return false;
}

/* False if anything differs, with the verdict set. */
static bool
conclude(const struct comparison *c)
{
    if (c->differing == 0)
        return true;
    return fail(c, base_arena_printf(c->arena, "%s (%" PRIu64 " of %" PRIu64 " differ, by %.6g)",
                                     c->first_where, c->differing, c->count, c->greatest));
}

/* ---- texels ---- */

/* By how much the texels differ, where that is too much: the greatest of their channels. */
static double
texel_distance(const struct texels *texels, const unsigned char *a, const unsigned char *b,
               double distances[CHANNELS])
{
    double values[2][CHANNELS], most = 0;
    bool is_beyond = false, is_integer = true;

    memset(distances, 0, CHANNELS * sizeof(distances[0]));
    if (memcmp(a, b, texels->bytes) == 0)
        return 0;
    read_texel(texels, a, values[0]);
    read_texel(texels, b, values[1]);
    for (unsigned i = 0; i < CHANNELS; i++) {
        const struct channel *channel = &texels->channels[i];

        if (channel->kind == kind_none)
            continue;
        distances[i] = number_distance(channel, values[0][i], values[1][i]);
        is_beyond = is_beyond || distances[i] > channel->most;
        is_integer = is_integer && channel->kind == kind_integer;
        most = fmax(most, distances[i]);
    }
    /* Integers of 64 bits may be the same double. */
    if (is_integer && most == 0)
        return distances[0] = 1;
    return is_beyond ? most : 0;
}

static void
print_texel(const struct texels *texels, const void *data, struct base_text *text)
{
    double values[CHANNELS];

    read_texel(texels, data, values);
    for (unsigned i = 0, count = 0; i < CHANNELS; i++) {
        if (texels->channels[i].kind != kind_none)
            base_text_printf(text, "%s%.9g", count++ ? " " : "", values[i]);
    }
}

static const char *
describe_texels(const struct comparison *c, const struct texels *texels, const char *where,
                uint64_t at)
{
    struct base_text text;

    base_text_init(&text, c->arena);
    base_text_printf(&text, "%s is ", where);
    for (int i = 0; i < 2; i++) {
        print_texel(texels, (const unsigned char *)c->bytes[i].data + at, &text);
        base_text_printf(&text, " on %s%s", c->devices[i]->name, i ? "" : ", ");
    }
    return base_text_string(&text);
}

/* What lies next to each other: a layer or slice of a level, or a buffer. */
struct plane {
    uint64_t at;
    uint32_t width;
    uint64_t height;
    const char *name; /* Behind a place in it. */
};

/* Did the first difference of all show here? */
static bool
compare_plane(struct comparison *c, const struct texels *texels, const struct plane *plane)
{
    const unsigned char *a = c->bytes[0].data, *b = c->bytes[1].data;
    const bool is_first = c->differing == 0;
    double distances[CHANNELS];

    for (uint64_t i = 0; i < plane->width * plane->height; i++) {
        const uint64_t at = plane->at + i * texels->bytes;
        const double distance = texel_distance(texels, a + at, b + at, distances);

        c->count++;
        if (distance == 0)
            continue;
        if (c->differing == 0)
            c->first_where =
                describe_texels(c, texels,
                                base_arena_printf(c->arena, "texel %" PRIu64 ", %" PRIu64 "%s",
                                                  i % plane->width, i / plane->width, plane->name),
                                at);
        count_difference(c, distance);
    }
    return is_first && c->differing > 0;
}

/* ---- pictures ---- */

/* Nothing for none, and well visible for the least. */
static unsigned char
brightness(const struct channel *channel, double distance)
{
    if (distance == 0)
        return 0;
    const double shown =
        channel->kind == kind_real ? 255 * (1 + log2(fmin(distance, 1)) / 24) : distance * 16;
    return (unsigned char)fmin(255, fmax(shown, 0) + 64);
}

/* Alpha has no colour of its own: it brightens all. Depth and red alone are red. */
static void
show_texel(const struct texels *texels, const double distances[CHANNELS], unsigned char rgba[4])
{
    const unsigned char alpha = brightness(&texels->channels[3], distances[3]);

    for (int i = 0; i < 3; i++) {
        const unsigned char own = brightness(&texels->channels[i], distances[i]);
        rgba[i] = own > alpha ? own : alpha;
    }
    rgba[3] = 255;
}

static void
make_picture(const struct comparison *c, const struct texels *texels, const struct plane *plane)
{
    const size_t count = (size_t)(plane->width * plane->height);
    unsigned char *shown[3];
    double distances[CHANNELS];

    for (int i = 0; i < 3; i++)
        shown[i] = base_arena_alloc_array(c->arena, count, 4);
    for (size_t i = 0; i < count; i++) {
        const unsigned char *texel[2];

        for (int k = 0; k < 2; k++) {
            texel[k] = (const unsigned char *)c->bytes[k].data + plane->at + i * texels->bytes;
            script_texel_to_rgba(texels->format, texel[k], shown[k] + 4 * i);
        }
        texel_distance(texels, texel[0], texel[1], distances);
        show_texel(texels, distances, shown[2] + 4 * i);
    }
    c->verdict->picture = (struct script_picture){plane->width, (uint32_t)plane->height, shown[0],
                                                  shown[1], shown[2]};
}

/* ---- images ---- */

static uint32_t
level_size(uint32_t size, uint32_t level)
{
    return size >> level ? size >> level : 1;
}

static const char *
name_plane(const struct comparison *c, const struct scene_image *image, uint32_t level,
           uint32_t slice)
{
    struct base_text text;

    base_text_init(&text, c->arena);
    if (image->dim == scene_image_3d || image->layers > 1)
        base_text_printf(&text, " of %s %" PRIu32, image->dim == scene_image_3d ? "slice" : "layer",
                         slice);
    if (image->levels > 1)
        base_text_printf(&text, " of level %" PRIu32, level);
    return base_text_string(&text);
}

static void
compare_level(struct comparison *c, const struct scene_image *image, const struct texels *texels,
              uint32_t level)
{
    const bool is_3d = image->dim == scene_image_3d;
    const uint32_t slices = is_3d ? level_size(image->depth, level) : image->layers;
    struct plane plane = {
        .at = scene_image_level_at(image, level),
        .width = level_size(image->width, level),
        .height = level_size(image->height, level),
    };

    for (uint32_t slice = 0; slice < slices; slice++) {
        plane.name = name_plane(c, image, level, slice);
        if (compare_plane(c, texels, &plane) && c->options->wants_picture)
            make_picture(c, texels, &plane);
        plane.at += plane.width * plane.height * texels->bytes;
    }
}

static bool
compare_image(struct comparison *c, const struct scene_image *image)
{
    struct texels texels;

    texels_init(&texels, image->format, c->options, c->arena);
    for (uint32_t level = 0; level < image->levels; level++)
        compare_level(c, image, &texels, level);
    return conclude(c);
}

/* ---- buffers ---- */

/* A byte of a buffer: 0 is a number of its own; else one more than the enum script_scalar that
 * starts here, or REST of one that started before. Where
 * numbers lie on each other, the first counts. */
#define REST 255

static void
map_layout(unsigned char *map, uint64_t size, const struct script_layout *layout, uint64_t at,
           uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        const struct script_leaf *leaf = &layout->leaves[i % layout->leaf_count];
        const uint64_t first = at + i / layout->leaf_count * layout->size + leaf->at;
        const unsigned bytes = script_scalar_size(leaf->scalar);

        if (first > size || bytes > size - first)
            return;
        map[first] = (unsigned char)(leaf->scalar + 1);
        memset(map + first + 1, REST, bytes - 1);
    }
}

/* What the buffer was declared as, and what the script's expectations take it for. */
static unsigned char *
map_buffer(const struct comparison *c)
{
    const struct script *script = c->plan->script;
    const struct script_layout *layout = &script->resources.data[c->resource].layout;
    const uint64_t size = c->bytes[0].size;
    unsigned char *map = base_arena_alloc(c->arena, (size_t)size);

    map_layout(map, size, layout, 0, size / layout->size * layout->leaf_count);
    for (uint32_t i = 0; i < script->commands.count; i++) {
        const struct script_command *command = &script->commands.data[i];
        const struct script_expect *expect = &command->expect;

        if (command->kind == script_command_expect && expect->check == script_check_values &&
            expect->resource == c->resource)
            map_layout(map, size, &expect->layout, expect->at, expect->value_count);
    }
    return map;
}

static struct channel
channel_of_scalar(const struct script_compare_options *options, enum script_scalar scalar)
{
    if (!script_scalar_is_real(scalar))
        return integer_channel();
    return real_channel(options, scalar == script_scalar_float16 ? 10 : 23);
}

static void
compare_number(struct comparison *c, enum script_scalar scalar, uint64_t at)
{
    const struct channel channel = channel_of_scalar(c->options, scalar);
    struct script_number numbers[2];

    for (int i = 0; i < 2; i++)
        numbers[i] = script_load(scalar, (const unsigned char *)c->bytes[i].data + at);
    double distance = number_distance(&channel, numbers[0].real, numbers[1].real);
    if (channel.kind == kind_integer && numbers[0].bits != numbers[1].bits)
        distance = fmax(distance, 1);
    if (!(distance > channel.most))
        return;
    if (c->differing == 0)
        c->first_where =
            base_arena_printf(c->arena, "the number at byte %" PRIu64 " is %s on %s, %s on %s", at,
                              script_print_number(&numbers[0], c->arena), c->devices[0]->name,
                              script_print_number(&numbers[1], c->arena), c->devices[1]->name);
    count_difference(c, distance);
}

static bool
compare_numbers(struct comparison *c)
{
    const unsigned char *map = map_buffer(c);

    for (uint64_t at = 0; at < c->bytes[0].size;) {
        const bool is_byte = map[at] == 0 || map[at] == REST;
        const enum script_scalar scalar =
            is_byte ? script_scalar_uint8 : (enum script_scalar)(map[at] - 1);

        c->count++;
        compare_number(c, scalar, at);
        at += script_scalar_size(scalar);
    }
    return conclude(c);
}

static bool
compare_buffer(struct comparison *c)
{
    const struct script_type *type = &c->plan->script->resources.data[c->resource].type;
    struct texels texels;

    if (!type->is_format || type->format == scene_format_none)
        return compare_numbers(c);
    texels_init(&texels, type->format, c->options, c->arena);
    const uint64_t count = c->bytes[0].size / texels.bytes;
    const struct plane plane = {0, (uint32_t)count, 1, ""};
    compare_plane(c, &texels, &plane);
    return conclude(c);
}

/* ---- all ---- */

static bool
compare_read(struct comparison *c)
{
    const uint32_t image = c->plan->places[c->resource].image;

    if (c->bytes[0].size != c->bytes[1].size)
        return fail(c, base_arena_printf(c->arena, "found %zu bytes on %s, %zu on %s",
                                         c->bytes[0].size, c->devices[0]->name, c->bytes[1].size,
                                         c->devices[1]->name));
    if (c->bytes[0].size == 0 || memcmp(c->bytes[0].data, c->bytes[1].data, c->bytes[0].size) == 0)
        return true;
    return image == SCENE_NONE ? compare_buffer(c)
                               : compare_image(c, &c->plan->scene.images[image]);
}

static bool
compare_one(const struct comparison *all, const struct scene_result results[2], uint32_t read,
            uint32_t resource)
{
    struct comparison c = *all;

    c.resource = resource;
    for (int i = 0; i < 2; i++)
        c.bytes[i] = results[i].reads[read];
    return compare_read(&c);
}

static void
compare_all(struct comparison *c, const struct scene_result results[2])
{
    bool *is_done = base_arena_new_array(c->arena, bool, results[0].read_count);

    c->verdict->outcome = script_outcome_pass;
    for (uint32_t i = 0; i < c->plan->reads.count; i++) {
        const struct script_reads *reads = &c->plan->reads.data[i];

        c->command = &c->plan->script->commands.data[reads->command];
        if (!is_done[reads->read] &&
            !compare_one(c, results, reads->read, c->command->expect.resource))
            return;
        is_done[reads->read] = true;
        if (reads->other == SCRIPT_NONE || is_done[reads->other])
            continue;
        if (!compare_one(c, results, reads->other, c->command->expect.other))
            return;
        is_done[reads->other] = true;
    }
}

/* Says which device the reason is about. False, for return. */
static bool
blame(struct script_verdict *verdict, const struct scene_device *device, struct base_arena *arena)
{
    verdict->reason = base_arena_printf(arena, "%s: %s", device->name, verdict->reason);
    return false;
}

/* What a device lacks is that device's; any other fault shows on each. */
static bool
build(const struct script *script, struct scene_device *device,
      const struct script_run_options *options, struct base_arena *arena, struct script_plan *plan,
      struct script_verdict *verdict)
{
    if (script_build(script, device, options, arena, plan, verdict))
        return true;
    return verdict->outcome == script_outcome_skip && blame(verdict, device, arena);
}

void
script_compare(const struct script *script, struct scene_device *const devices[2],
               const struct script_compare_options *options, struct base_arena *arena,
               struct script_verdict *verdict)
{
    const struct script_run_options run_options = {
        .wave_steps = options->wave_steps,
        .subgroup_size = options->subgroup_size,
    };
    struct script_plan plans[2];
    struct scene_result results[2];
    bool is_good = true;

    memset(verdict, 0, sizeof(*verdict));
    for (int i = 0; i < 2 && is_good; i++)
        is_good = build(script, devices[i], &run_options, arena, &plans[i], verdict);
    if (is_good && plans[0].reads.count == 0) {
        verdict->outcome = script_outcome_skip;
        verdict->reason = "nothing is expected, so that nothing is read and compared";
        is_good = false;
    }
    for (int i = 0; i < 2 && is_good; i++) {
        is_good = script_run_plan(&plans[i], devices[i], arena, &results[i], verdict) ||
                  blame(verdict, devices[i], arena);
    }
    struct comparison c = {
        .plan = &plans[0],
        .devices = devices,
        .options = options,
        .arena = arena,
        .verdict = verdict,
    };
    if (is_good)
        compare_all(&c, results);
    if (verdict->reason)
        verdict->reason = script_one_line(verdict->reason, arena);
}
