/* SPDX-License-Identifier: MIT
 *
 * One executed test for each opcode, in each dialect that has a meaning of its own for it. Tables
 * (tables.def) list them; a row's function makes shaders as text, runs them on the device at hand
 * and compares what comes out with what the opcode's definition says. An opcode without a row fails
 * the test, and so does a row that compares nothing.
 */
#ifndef TGSI_ROWS_ROWS_H
#define TGSI_ROWS_ROWS_H

#include "base/bits.h"
#include "scene/scene.h"
#include "tgsi/program.h"

union rows_word {
    float f;
    int32_t i;
    uint32_t u;
};

struct rows;
struct rows_row;

typedef void rows_function(struct rows *r, const struct rows_row *row);

struct rows_row {
    enum tgsi_op op;
    /* auto: the opcode means the same in both; the row runs in each. */
    enum tgsi_dialect dialect;
    rows_function *run;
    const void *data; /* The function's. */
};

/* A row that has its function and data: ROWS_ROW(TEX, auto, run_filtered, &tex) */
#define ROWS_ROW(op, dialect, run, data)                                                           \
    {                                                                                              \
        tgsi_op_##op, tgsi_dialect_##dialect, run, data                                            \
    }

struct rows_table {
    const char *name;
    const struct rows_row *rows;
    uint32_t count;
};

#define ROWS_TABLE(name) extern const struct rows_table rows_table_##name;
#include "tables.def"

/* A row that runs: once for each device and dialect. */
struct rows {
    struct scene_device *device;
    const char *device_name; /* "cpu" or "vulkan". */
    bool is_cpu;
    enum tgsi_dialect dialect; /* Not auto. */
    const struct rows_row *row;
    struct base_arena arena; /* Is emptied after each run of a row. */
    struct base_diags diags;
    struct tgsi_lower_options options;
    uint64_t vectors;  /* What was compared, */
    uint64_t faults;   /* and was wrong; the first few are printed. */
    const char *skips; /* Why the device does not run the row. */
};

/* ---- for the rows' functions ---- */

/* Text to IR, in the dialect at hand, with r->options; verified. NULL, and a fault, if that fails.
 */
const struct ir_shader *rows_shader(struct rows *r, const char *text);
/* Runs a scene; false, and a fault, if that fails. */
bool rows_run(struct rows *r, const struct scene *scene, struct scene_result *result);
/* Counts a vector, and a fault unless it is good: then the text says what was found and expected.
 */
bool rows_expect(struct rows *r, bool is_good, const char *format, ...) BASE_PRINTF(3, 4);
/* The device lacks what the row needs; the reason is printed. */
void rows_skip(struct rows *r, const char *reason);
/* Text in the arena. */
const char *rows_text(struct rows *r, const char *format, ...) BASE_PRINTF(2, 3);

/* Bound to all stages of a drawing: what a struct scene has, beside what rows_draw makes. Indices
 * are those of these arrays. */
struct rows_resources {
    const struct scene_buffer *buffers;
    uint32_t buffer_count;
    const struct scene_image *images;
    uint32_t image_count;
    const struct scene_view *views; /* Of images. */
    uint32_t view_count;
    const struct scene_sampler *samplers;
    uint32_t sampler_count;
    const struct scene_binding *bindings; /* Vertex shaders have set 0, fragment shaders set 1. */
    uint32_t binding_count;
    bool reads_buffers; /* Buffers are read after the draw: rows_drawing.buffers. */
};

#define ROWS_MAX_INPUTS 6
#define ROWS_MAX_OUTPUTS SCENE_MAX_TARGETS

/* A shader that runs over many inputs at once. */
struct rows_drawing {
    /* One of the two, or both. A vertex shader has IN[0], which it gives to POSITION as it is, and
     * the inputs as IN[1] and on; NULL: gives input i to GENERIC[i]. A fragment shader has
     * GENERIC[i], CONSTANT; its COLOR[i] is output i. NULL: shows GENERIC[i] as output i. Words
     * come through as they are. */
    const char *vertex;
    const char *fragment;
    /* width 0: count vertices, each a point of one pixel. Else a fragment shader runs over all
     * pixels of width times height, count of them, without inputs: whole quads. */
    uint32_t width, height;
    uint32_t count;
    uint32_t inputs;       /* Of four words each, at most ROWS_MAX_INPUTS. */
    uint32_t outputs;      /* Likewise, ROWS_MAX_OUTPUTS. */
    const uint32_t *in;    /* count * inputs * 4. */
    const uint32_t *clear; /* What outputs are where nothing is drawn, four words; NULL: zeroes. */
    uint32_t *out;         /* count * outputs * 4, of the arena: rows_draw sets it. */
    uint32_t **buffers;    /* rows_resources.reads_buffers: their contents after it. */
};

/* Draws; resources may be NULL. False, and a fault, if that fails. */
bool rows_draw(struct rows *r, struct rows_drawing *drawing,
               const struct rows_resources *resources);

static inline uint32_t *
rows_output(const struct rows_drawing *d, uint32_t lane, uint32_t output)
{
    return &d->out[((size_t)lane * d->outputs + output) * 4];
}

#endif
