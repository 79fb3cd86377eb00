/* SPDX-License-Identifier: MIT
 *
 * Expectations against what the scene brought back, in the script's order; the first that fails
 * ends it. docs/scripts.md has the rules.
 */
#include "script/script_priv.h"

#include <inttypes.h>
#include <math.h>

#define EQUAL_PERCENT 1e-6 /* What equal floats may differ by, of the expected one. */
#define BINS 256

bool
script_case_fail(const struct script_case *c, const char *format, ...)
{
    const struct script_resource *resource = &c->plan->script->resources.data[c->expect->resource];
    struct base_text text;
    va_list args;

    base_text_init(&text, c->arena);
    base_text_printf(&text, "%" PRIu32 ":%" PRIu32 ": %s: ", c->command->place.line,
                     c->command->place.column, resource->name);
    va_start(args, format);
    base_text_vprintf(&text, format, args);
    va_end(args);
    c->verdict->outcome = script_outcome_fail;
    c->verdict->reason = base_text_string(&text);
    return false;
}

const struct scene_image *
script_case_image(const struct script_case *c, uint32_t resource)
{
    const uint32_t image = c->plan->places[resource].image;

    return image == SCENE_NONE ? NULL : &c->plan->scene.images[image];
}

/* ---- values ---- */

static bool
is_near(double got, double expected, const struct script_tolerance *tolerance)
{
    const double most =
        tolerance->is_percent ? tolerance->value / 100 * fabs(expected) : tolerance->value;

    if (isnan(expected))
        return isnan(got);
    /* A part of infinity would take any number. */
    return got == expected || (!isinf(expected) && fabs(got - expected) <= most);
}

static const struct script_tolerance *
tolerance_of(const struct script_expect *expect, uint32_t component)
{
    static const struct script_tolerance equal = {EQUAL_PERCENT, true};

    if (expect->tolerance_count == 0 || expect->compare != script_compare_near)
        return &equal;
    return &expect->tolerance[component < expect->tolerance_count ? component : 0];
}

/* -1, 0 or 1 as the first is to the second, both integers. */
static int
order_integers(const struct script_number *a, const struct script_number *b)
{
    if (a->is_negative != b->is_negative)
        return a->is_negative ? -1 : 1;
    return a->bits < b->bits ? -1 : a->bits > b->bits;
}

static bool
holds(const struct script_expect *expect, uint32_t component, const struct script_number *got,
      const struct script_number *expected)
{
    const bool is_real = got->is_real;
    const double a = got->real, b = expected->real;
    const int order = is_real ? 0 : order_integers(got, expected);

    switch (expect->compare) {
    case script_compare_equal:
        return is_real ? is_near(a, b, tolerance_of(expect, component)) : order == 0;
    case script_compare_not_equal:
        return is_real ? !is_near(a, b, tolerance_of(expect, component)) : order != 0;
    case script_compare_near:
        return is_near(a, b, tolerance_of(expect, component));
    case script_compare_less:
        return is_real ? a < b : order < 0;
    case script_compare_less_or_equal:
        return is_real ? a <= b : order <= 0;
    case script_compare_greater:
        return is_real ? a > b : order > 0;
    case script_compare_greater_or_equal:
        break;
    }
    return is_real ? a >= b : order >= 0;
}

static const char *
compare_text(enum script_compare compare)
{
    static const char *const texts[] = {
        [script_compare_equal] = "",
        [script_compare_not_equal] = "other than ",
        [script_compare_less] = "less than ",
        [script_compare_less_or_equal] = "at most ",
        [script_compare_greater] = "more than ",
        [script_compare_greater_or_equal] = "at least ",
        [script_compare_near] = "about ",
    };

    return texts[compare];
}

/* The expected number as the element's type has it. */
static struct script_number
as_stored(enum script_scalar scalar, const struct script_number *number)
{
    unsigned char bytes[8];

    script_store(scalar, number, bytes);
    return script_load(scalar, bytes);
}

static bool
judge_values(const struct script_case *c)
{
    const struct script_expect *expect = c->expect;
    const struct script_layout *layout = &expect->layout;
    const uint64_t size = script_layout_bytes(layout, expect->value_count);
    const unsigned char *data = c->got.data;
    uint32_t wrong = 0, first = 0;

    if (expect->at > c->got.size || size > c->got.size - expect->at)
        return script_case_fail(c, "found %zu bytes, expected %" PRIu64 " at least", c->got.size,
                                expect->at + size);
    for (uint32_t i = 0; i < expect->value_count; i++) {
        const struct script_leaf *leaf = &layout->leaves[i % layout->leaf_count];
        const uint64_t at =
            expect->at + (uint64_t)(i / layout->leaf_count) * layout->size + leaf->at;
        const struct script_number got = script_load(leaf->scalar, data + at);
        const struct script_number expected = as_stored(leaf->scalar, &expect->values[i]);

        if (holds(expect, i % layout->leaf_count, &got, &expected))
            continue;
        if (wrong++ == 0)
            first = i;
    }
    if (wrong == 0)
        return true;

    const struct script_leaf *leaf = &layout->leaves[first % layout->leaf_count];
    const uint64_t at =
        expect->at + (uint64_t)(first / layout->leaf_count) * layout->size + leaf->at;
    const struct script_number got = script_load(leaf->scalar, data + at);
    const struct script_number expected = as_stored(leaf->scalar, &expect->values[first]);
    return script_case_fail(c,
                            "value %" PRIu32 " at byte %" PRIu64 " is %s, expected %s%s (%" PRIu32
                            " of %" PRIu32 " differ)",
                            first, at, script_print_number(&got, c->arena),
                            compare_text(expect->compare), script_print_number(&expected, c->arena),
                            wrong, expect->value_count);
}

/* ---- two buffers ---- */

static bool
same_layouts(const struct script_layout *a, const struct script_layout *b)
{
    if (a->leaf_count != b->leaf_count || a->size != b->size)
        return false;
    for (uint32_t i = 0; i < a->leaf_count; i++) {
        if (a->leaves[i].at != b->leaves[i].at || a->leaves[i].scalar != b->leaves[i].scalar)
            return false;
    }
    return true;
}

static bool
check_alike(const struct script_case *c)
{
    const struct script_resource *resources = c->plan->script->resources.data;
    const struct scene_image *a = script_case_image(c, c->expect->resource);
    const struct scene_image *b = script_case_image(c, c->expect->other);

    if (!same_layouts(&resources[c->expect->resource].layout, &resources[c->expect->other].layout))
        return script_case_fail(c, "found buffers of different types, expected one");
    if (a && b && (a->width != b->width || a->height != b->height || a->depth != b->depth))
        return script_case_fail(c, "found images of different sizes, expected one");
    if (c->got.size != c->other.size || c->got.size == 0)
        return script_case_fail(c, "found %zu and %zu bytes, expected one size", c->got.size,
                                c->other.size);
    return true;
}

/* For people: where the byte lies in an image, or in which element of a buffer. */
static const char *
describe_byte(const struct script_case *c, size_t byte)
{
    const struct scene_image *image = script_case_image(c, c->expect->resource);
    const struct script_layout *layout =
        &c->plan->script->resources.data[c->expect->resource].layout;
    const size_t element = byte / layout->size;

    if (image)
        return base_arena_printf(c->arena, "texel %zu, %zu", element % image->width,
                                 element / image->width);
    return base_arena_printf(c->arena, "element %zu", element);
}

static void
print_element(const struct script_case *c, const unsigned char *data, struct base_text *text)
{
    const struct script_layout *layout =
        &c->plan->script->resources.data[c->expect->resource].layout;
    const uint32_t count = layout->leaf_count < 8 ? layout->leaf_count : 8;

    for (uint32_t i = 0; i < count; i++) {
        const struct script_number number =
            script_load(layout->leaves[i].scalar, data + layout->leaves[i].at);
        base_text_printf(text, "%s%s", i ? " " : "", script_print_number(&number, c->arena));
    }
}

static bool
judge_equal(const struct script_case *c)
{
    const unsigned char *a = c->got.data, *b = c->other.data;
    const size_t size = c->plan->script->resources.data[c->expect->resource].layout.size;
    struct base_text got, expected;
    size_t wrong = 0, first = 0;

    for (size_t i = 0; i + size <= c->got.size; i += size) {
        if (memcmp(a + i, b + i, size) == 0)
            continue;
        if (wrong++ == 0)
            first = i;
    }
    const size_t rest = c->got.size % size;
    if (rest && memcmp(a + c->got.size - rest, b + c->got.size - rest, rest) != 0)
        return script_case_fail(c, "the last %zu bytes differ", rest);
    if (wrong == 0)
        return true;
    base_text_init(&got, c->arena);
    base_text_init(&expected, c->arena);
    print_element(c, a + first, &got);
    print_element(c, b + first, &expected);
    return script_case_fail(c, "%s is %s, expected %s (%zu of %zu differ)", describe_byte(c, first),
                            base_text_string(&got), base_text_string(&expected), wrong,
                            c->got.size / size);
}

static bool
judge_rmse(const struct script_case *c)
{
    const struct script_layout *layout =
        &c->plan->script->resources.data[c->expect->resource].layout;
    const unsigned char *a = c->got.data, *b = c->other.data;
    const double most = c->expect->tolerance[0].value;
    double sum = 0;
    uint64_t count = 0;

    for (size_t i = 0; i + layout->size <= c->got.size; i += layout->size) {
        for (uint32_t k = 0; k < layout->leaf_count; k++, count++) {
            const struct script_leaf *leaf = &layout->leaves[k];
            const double difference = script_load(leaf->scalar, a + i + leaf->at).real -
                                      script_load(leaf->scalar, b + i + leaf->at).real;
            sum += difference * difference;
        }
    }
    const double error = sqrt(sum / (double)(count ? count : 1));
    return error <= most || script_case_fail(c,
                                             "the root mean square error is %.6g, expected at "
                                             "most %.6g",
                                             error, most);
}

/* Of one channel: how far histograms are apart, by the bins that each share has to be moved. */
static double
histogram_distance(const struct script_case *c, uint32_t channel)
{
    const unsigned char *a = c->got.data, *b = c->other.data;
    const double texels = (double)(c->got.size / 4);
    int64_t bins[BINS] = {0}, running = 0;
    double total = 0;

    for (size_t i = channel; i < c->got.size / 4 * 4; i += 4) {
        bins[a[i]]++;
        bins[b[i]]--;
    }
    for (int i = 0; i < BINS; i++) {
        running += bins[i];
        total += fabs((double)running) / texels;
    }
    return total / BINS;
}

static bool
judge_histogram(const struct script_case *c)
{
    const struct script_resource *resource = &c->plan->script->resources.data[c->expect->resource];
    const double most = c->expect->tolerance[0].value;
    double distance = 0;

    for (uint32_t i = 0; i < 4; i++) {
        if (resource->layout.leaf_count != 4 || resource->layout.size != 4 ||
            resource->layout.leaves[i].scalar != script_scalar_uint8)
            return script_case_fail(c, "found %s, expected four channels of 8 bits",
                                    resource->type.name);
        distance = fmax(distance, histogram_distance(c, i));
    }
    return distance <= most ||
           script_case_fail(c, "the histograms are %.6g apart, expected at most %.6g", distance,
                            most);
}

static bool
judge_pair(const struct script_case *c)
{
    bool is_good;

    if (!check_alike(c))
        return false;
    if (c->expect->check == script_check_equal)
        is_good = judge_equal(c);
    else if (c->expect->check == script_check_rmse)
        is_good = judge_rmse(c);
    else
        is_good = judge_histogram(c);
    const struct scene_image *image = script_case_image(c, c->expect->resource);
    if (!is_good && c->options->wants_picture && image)
        script_make_picture(c, image, c->other.data, NULL);
    return is_good;
}

/* ---- all ---- */

static bool
judge(const struct script_case *c)
{
    switch (c->expect->check) {
    case script_check_values:
        return judge_values(c);
    case script_check_color:
        return script_judge_color(c);
    case script_check_equal:
    case script_check_rmse:
    case script_check_histogram:
        break;
    }
    return judge_pair(c);
}

void
script_judge(const struct script_plan *plan, const struct scene_result *result,
             const struct script_run_options *options, struct base_arena *arena,
             struct script_verdict *verdict)
{
    struct script_case c = {
        .plan = plan,
        .options = options,
        .arena = arena,
        .verdict = verdict,
    };

    verdict->outcome = script_outcome_pass;
    for (uint32_t i = 0; i < plan->reads.count; i++) {
        const struct script_reads *reads = &plan->reads.data[i];

        c.command = &plan->script->commands.data[reads->command];
        c.expect = &c.command->expect;
        c.got = result->reads[reads->read];
        if (reads->other != SCRIPT_NONE)
            c.other = result->reads[reads->other];
        if (!judge(&c))
            return;
    }
}
