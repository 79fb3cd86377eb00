/* SPDX-License-Identifier: MIT
 *
 * Test scripts (Amber, VkRunner) that check themselves: read into one model, made into a scene
 * that is run once, and judged by what the scene's read steps brought back. docs/scripts.md says
 * what is read and how it is compared.
 */
#ifndef SCRIPT_SCRIPT_H
#define SCRIPT_SCRIPT_H

#include "scene/scene.h"
#include "spirv/spirv.h"

struct script;

/* How files that a script names are read. Paths are as the script has them. */
struct script_files {
    void *context;
    /* False: there is no such file. The data lives as long as the script. */
    bool (*read)(void *context, const char *path, const char **data, size_t *size);
    /* RGBA, 8 bits each, top row first. */
    bool (*read_png)(void *context, const char *path, uint32_t *width, uint32_t *height,
                     const unsigned char **texels);
};

/* ---- script.c ---- */

/* Reads a script; any bytes are taken. Nothing is compiled and no device is asked. NULL with errors
 * in diags; one of QD_CODE_UNSUPPORTED means that the script is good and asks for what is not done.
 * files may be NULL: no file is there then. The text must outlive the script. */
struct script *script_read(const char *text, size_t size, const struct script_files *files,
                           struct base_arena *arena, struct base_diags *diags);

/* ---- run.c ---- */

enum script_outcome { script_outcome_pass, script_outcome_fail, script_outcome_skip };

const char *script_outcome_name(enum script_outcome outcome);

/* The images of an expectation that failed: RGBA, 8 bits each, for people to see. Where devices are
 * compared, the first one's and the second one's. */
struct script_picture {
    uint32_t width;
    uint32_t height;
    const unsigned char *expected; /* NULL: there is no picture. */
    const unsigned char *got;
    const unsigned char *difference;
};

struct script_verdict {
    enum script_outcome outcome;
    const char *reason;     /* One line; NULL after a pass. */
    bool has_device_failed; /* The device ended without a result, and may not be fit for more. */
    struct script_picture picture;
};

/* Where the instructions that RDNA waves execute are written to, a line or a few at a time. */
struct script_trace {
    void (*write)(void *context, const char *text, size_t size);
    void *context;
};

struct script_run_options {
    uint64_t wave_steps; /* Most instructions that RDNA waves execute in all; 0 is 2^28. */
    const struct script_trace *trace; /* NULL: none. */
    uint32_t subgroup_size; /* Of draws and dispatches that ask for none; 0: the device's choice. */
    bool wants_picture;
    /* Absolute tolerances of normalised colours count steps of 255 from 1 on. As Amber has them,
     * such a tolerance takes any colour. */
    bool is_strict;
};

/* What an error in diags says, as a reason: the first error's place and message. "" for none. */
const char *script_reason_of(const struct base_diags *diags, struct base_arena *arena);

/* Compiles, runs and judges. Everything is in the arena. */
void script_run(const struct script *script, struct scene_device *device,
                const struct script_run_options *options, struct base_arena *arena,
                struct script_verdict *verdict);

/* ---- compare.c ---- */

struct script_compare_options {
    uint64_t wave_steps;
    uint32_t subgroup_size;
    bool wants_picture;
    /* Most that numbers may differ by; below 0: the default. */
    double steps;    /* Of normalised channels, in steps of their own. (1) */
    double relative; /* Of floats, of the greater of both, but of 1 at least. (2^-20, or a step of
                      * shorter floats) */
};

/* Runs the script on two devices and compares all that it reads for its expectations, which
 * themselves are not judged. A script without any is skipped. Everything is in the arena. */
void script_compare(const struct script *script, struct scene_device *const devices[2],
                    const struct script_compare_options *options, struct base_arena *arena,
                    struct script_verdict *verdict);

/* ---- glsl.c ---- */

/* Is there a compiler for GLSL in this build? */
bool script_has_glsl(void);
/* What compilers hold for the whole process, so that a shader need not make it anew. Each begin
 * needs its end. */
void script_begin_process(void);
void script_end_process(void);
/* GLSL to the words of a module of SPIR-V 1.minor, in the arena. False with errors. */
bool script_compile_glsl(const char *text, size_t size, enum ir_stage stage, unsigned minor,
                         struct base_arena *arena, struct spirv_module *module,
                         struct base_diags *diags);

#endif
