/* SPDX-License-Identifier: MIT
 *
 * The index of Mesa's programs, and what its rows come to as scripts on a device.
 */
#ifndef TESTS_CORPUS_PROBES_H
#define TESTS_CORPUS_PROBES_H

#include "probe_script.h"

#include "scene/scene.h"

struct index {
    BASE_ARRAY(struct row) rows;
};

/* Cuts the text up, which must live as long as the index. */
void probes_read_index(struct base_arena *arena, char *text, struct index *index);
/* The program of a stage of a test in the folder of that driver. count: how many there are. */
const struct row *probes_find(const struct index *index, const char *test, const char *stage,
                              const char *driver, uint32_t *count);

#define PROBES_MAX_REASONS 64

struct counts {
    uint32_t passed;
    uint32_t failed;
    uint32_t skipped;
    uint32_t probes;
    uint32_t others; /* That ran on the other device. */
    struct {
        char text[64];
        uint32_t count;
    } reasons[PROBES_MAX_REASONS];
    uint32_t reason_count;
};

/* Where scripts run. */
struct probes_device {
    struct scene_device *device;
    /* Where those run again whose reason to fail has this in it; NULL: nowhere. */
    struct scene_device *other;
    const char *reason;
};

/* Runs the job's script, unless it is to be skipped, and counts what comes of it. */
void probes_judge(struct job *job, const struct probes_device *device, bool is_verbose,
                  struct counts *counts);
void probes_print(const struct counts *counts, const char *what);

#endif
