/* SPDX-License-Identifier: MIT
 *
 * quadrille compare: one picture, or what scripts read, on two devices.
 */
#include "cli/cli.h"

#include <inttypes.h>
#include <math.h>

#define CHANNELS 4

/* Of 255, and for floats relative. */
#define DEFAULT_TOLERANCE 1.0
#define DEFAULT_FLOAT_TOLERANCE 0x1p-20

struct compare {
    struct cli_common common;
    struct cli_guest guest;
    struct cli_host host;
    struct cli_picture picture;
    struct cli_device_options device_options;
    struct cli_run run; /* Of scripts. */
    const char *names[2];
    const char *output;
    float tolerance;                 /* Negative: the default. */
    struct scene_device *devices[2]; /* While the job runs. */
};

/* ---- options ---- */

static bool
set_devices(struct cli_args *args, const struct cli_option *option, void *field, const char *value)
{
    const char **names = field;
    const char *comma = strchr(value, ',');
    bool is_vulkan;
    uint32_t index;

    names[0] = names[1] = "";
    if (comma) {
        names[0] = base_arena_copy_string(args->arena, value, (size_t)(comma - value));
        names[1] = comma + 1;
    }
    if (!cli_device_parse(names[0], &is_vulkan, &index) ||
        !cli_device_parse(names[1], &is_vulkan, &index))
        return cli_usage(args, "found --%s %s, expected two of cpu, vulkan and vulkan:N",
                         option->name, value);
    return true;
}

#define FIELD(field) offsetof(struct compare, field)

static const struct cli_option options[] = {
    {"devices", "A,B", "the two devices: cpu, vulkan or vulkan:N", set_devices, FIELD(names), NULL,
     0, 0},
    {"tolerance", "T", "most that channels may differ: of 255 (1), floats relative (2^-20)",
     cli_set_float, FIELD(tolerance), NULL, 0, 0},
    {"output", "DIR", "write pictures there: the first, the second, and the difference",
     cli_set_text, FIELD(output), NULL, 0, 0},
    {0},
};

/* ---- differences ---- */

struct difference {
    uint64_t pixels;
    uint64_t differing;
    uint64_t beyond; /* By more than the tolerance. */
    double greatest[CHANNELS];
    uint32_t first; /* The first pixel beyond, or else the first that differs. */
    double values[2][CHANNELS];
};

static void
read_pixel(const struct scene_image *image, size_t pixel, double values[CHANNELS])
{
    const size_t bytes = scene_format_infos[image->format].bytes;
    const unsigned char *texel = (const unsigned char *)image->data + pixel * bytes;

    for (size_t i = 0; i < CHANNELS; i++) {
        float value;

        if (image->format == scene_format_r8g8b8a8_unorm) {
            values[i] = texel[i];
        } else {
            memcpy(&value, texel + i * sizeof(value), sizeof(value));
            values[i] = (double)value;
        }
    }
}

/* Relative to the greater of the two, but to 1 at least: where near numbers were subtracted, bits
 * are lost on any device. */
static double
float_distance(double a, double b)
{
    if (a == b || (isnan(a) && isnan(b)))
        return 0;
    if (!isfinite(a) || !isfinite(b))
        return HUGE_VAL;
    return fabs(a - b) / fmax(1, fmax(fabs(a), fabs(b)));
}

static double
distance(const struct scene_image *image, double a, double b)
{
    return image->format == scene_format_r32g32b32a32_sfloat ? float_distance(a, b) : fabs(a - b);
}

/* Counts one pixel. Its distances. */
static void
compare_pixel(struct difference *difference, const struct scene_image images[2], size_t pixel,
              double tolerance, double distances[CHANNELS])
{
    double values[2][CHANNELS];
    double most = 0;

    read_pixel(&images[0], pixel, values[0]);
    read_pixel(&images[1], pixel, values[1]);
    for (size_t i = 0; i < CHANNELS; i++) {
        distances[i] = distance(&images[0], values[0][i], values[1][i]);
        difference->greatest[i] = fmax(difference->greatest[i], distances[i]);
        most = fmax(most, distances[i]);
    }
    const bool is_beyond = most > tolerance;
    if (is_beyond ? difference->beyond == 0 : most > 0 && difference->differing == 0) {
        difference->first = (uint32_t)pixel;
        memcpy(difference->values, values, sizeof(values));
    }
    difference->pixels++;
    difference->differing += most > 0;
    difference->beyond += is_beyond;
}

/* How bright a distance is to be seen: nothing for none, and well visible for the least. */
static unsigned char
amplify(double value, bool is_float)
{
    double shown = 0;

    if (value > 0 && is_float)
        shown = 255 * (1 + log2(fmin(value, 1)) / 24);
    else if (value > 0)
        shown = value * 16;
    return value > 0 ? (unsigned char)fmin(255, fmax(shown, 0) + 64) : 0;
}

/* Alpha has no colour of its own: its distance brightens all. */
static void
show_distances(const double distances[CHANNELS], bool is_float, unsigned char texel[CHANNELS])
{
    for (size_t i = 0; i < CHANNELS - 1; i++)
        texel[i] = amplify(fmax(distances[i], distances[CHANNELS - 1]), is_float);
    texel[CHANNELS - 1] = 255;
}

static struct scene_image
compare_images(struct base_arena *arena, const struct scene_image images[2], double tolerance,
               struct difference *difference)
{
    const bool is_float = images[0].format == scene_format_r32g32b32a32_sfloat;
    const size_t count = (size_t)images[0].width * images[0].height;
    unsigned char *texels = base_arena_alloc_array(arena, count, CHANNELS);

    memset(difference, 0, sizeof(*difference));
    for (size_t i = 0; i < count; i++) {
        double distances[CHANNELS];

        compare_pixel(difference, images, i, tolerance, distances);
        show_distances(distances, is_float, texels + i * CHANNELS);
    }
    struct scene_image shown =
        scene_image_2d_of(scene_format_r8g8b8a8_unorm, images[0].width, images[0].height);
    shown.data = texels;
    shown.size = count * CHANNELS;
    return shown;
}

/* ---- the report ---- */

static void
print_values(const char *before, const double values[CHANNELS])
{
    printf("%s", before);
    for (size_t i = 0; i < CHANNELS; i++)
        printf("%s%.9g", i ? "," : "", values[i]);
}

static void
print_report(const struct compare *compare, const struct difference *difference, double tolerance)
{
    const uint32_t width = compare->picture.width;

    printf("%s %s: %" PRIu64 " pixels, %" PRIu64 " differ, %" PRIu64 " by more than %.9g\n",
           compare->names[0], compare->names[1], difference->pixels, difference->differing,
           difference->beyond, tolerance);
    print_values("greatest difference: ", difference->greatest);
    puts("");
    if (!difference->differing)
        return;
    printf("first at %" PRIu32 ",%" PRIu32 ":", difference->first % width,
           difference->first / width);
    print_values(" ", difference->values[0]);
    print_values(" and ", difference->values[1]);
    puts("");
}

static bool
write_images(struct cli_job *job, const char *folder, const struct scene_image *images[3])
{
    static const char *const names[] = {"a.png", "b.png", "difference.png"};

    if (!cli_output_make_folder(folder, job->common))
        return false;
    for (size_t i = 0; i < BASE_COUNT(names); i++) {
        const char *path = base_arena_printf(&job->arena, "%s/%s", folder, names[i]);

        if (!cli_image_write(path, images[i], job->common))
            return false;
    }
    return true;
}

/* ---- the command ---- */

static double
tolerance_of(const struct compare *compare)
{
    if (compare->tolerance >= 0)
        return (double)compare->tolerance;
    return compare->picture.is_float ? DEFAULT_FLOAT_TOLERANCE : DEFAULT_TOLERANCE;
}

static enum cli_status
compare_pictures(struct cli_job *job, void *context)
{
    struct compare *compare = context;
    const double tolerance = tolerance_of(compare);
    struct scene scene;
    struct scene_image images[2];
    struct difference difference;
    enum cli_status status = CLI_OK;

    if (!cli_picture_build(job, &compare->picture, &compare->guest, &scene))
        return CLI_BAD;
    for (size_t i = 0; i < 2 && status == CLI_OK; i++) {
        compare->devices[i] = cli_device_open(job, compare->names[i], &compare->device_options,
                                              &compare->host, &status);
        if (compare->devices[i])
            status =
                cli_picture_draw(job, &compare->picture, &scene, compare->devices[i], &images[i]);
    }
    if (status != CLI_OK)
        return status;

    const struct scene_image shown = compare_images(&job->arena, images, tolerance, &difference);
    if (compare->output &&
        !write_images(job, compare->output,
                      (const struct scene_image *[]){&images[0], &images[1], &shown}))
        return CLI_BAD;
    print_report(compare, &difference, tolerance);
    return difference.beyond ? CLI_BAD : CLI_OK;
}

static enum cli_status
check_usage(const struct cli_args *args, const struct compare *compare)
{
    const char *shader = cli_picture_shader_option(&compare->picture);

    if (!compare->names[0])
        return cli_usage_status(args, "found no --devices, expected two");
    if (args->inputs.count && shader)
        return cli_usage_status(args, "found %s and --%s, expected scripts or a picture",
                                args->inputs.data[0], shader);
    if (args->inputs.count)
        return CLI_OK;
    if (!shader)
        return cli_usage_status(args, "found no shader and no script, expected --fragment or "
                                      "--vertex, or a script");
    return cli_picture_check_options(args, &compare->picture) ? CLI_OK : CLI_USAGE;
}

/* Of numbers of both kinds: steps are whole ones, and a part of 1 is for floats. */
static enum cli_status
compare_scripts(struct compare *compare, const struct cli_args *args)
{
    const double tolerance = (double)compare->tolerance;
    struct cli_run *run = &compare->run;

    run->common = compare->common;
    run->host = compare->host;
    run->device_options = compare->device_options;
    run->devices[0] = compare->names[0];
    run->devices[1] = compare->names[1];
    run->output = compare->output;
    if (tolerance == 0 || tolerance >= 1)
        run->compare.steps = tolerance;
    if (tolerance >= 0 && tolerance < 1)
        run->compare.relative = tolerance;
    return cli_run_scripts(run, args);
}

static enum cli_status
run(const struct cli_command *command, struct base_arena *arena, int argc, char **argv)
{
    struct compare compare = {
        .common = cli_common_default(),
        .guest = cli_guest_default(),
        .host = cli_host_default(),
        .picture = cli_picture_default(),
        .device_options = cli_device_options_default(),
        .run = cli_run_default(arena),
        .tolerance = -1,
    };
    struct cli_args args;
    enum cli_status status;

    cli_args_init(&args, command, arena);
    cli_args_add(&args, options, &compare);
    cli_args_add(&args, cli_run_options, &compare.run);
    cli_args_add(&args, cli_picture_options, &compare.picture);
    cli_args_add(&args, cli_device_options, &compare.device_options);
    cli_args_add(&args, cli_device_host_options, &compare.host);
    cli_args_add(&args, cli_guest_options, &compare.guest);
    cli_args_add(&args, cli_job_options, &compare.common);
    cli_args_add(&args, cli_common_options, &compare.common);
    if (!cli_args_parse(&args, argc, argv, &status))
        return status;
    status = check_usage(&args, &compare);
    if (status != CLI_OK)
        return status;
    if (args.inputs.count)
        return compare_scripts(&compare, &args);
    compare.guest.subgroup_size = compare.run.subgroup_size;

    status = cli_job_run(&compare.common, compare_pictures, &compare);
    for (size_t i = 0; i < 2; i++) {
        if (compare.devices[i])
            compare.devices[i]->destroy(compare.devices[i]);
    }
    return status;
}

const struct cli_command cli_compare = {
    "compare",
    "--devices A,B (--fragment FILE [--vertex FILE] | SCRIPT_OR_DIRECTORY...) [OPTION]...",
    "Draw one picture, or run scripts, on two devices and compare",
    run,
};
