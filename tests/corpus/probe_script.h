/* SPDX-License-Identifier: MIT
 *
 * A row of the index of Mesa's programs as a script that draws and probes as its test does.
 */
#ifndef TESTS_CORPUS_PROBE_SCRIPT_H
#define TESTS_CORPUS_PROBE_SCRIPT_H

#include "corpus.h"

enum column {
    column_file,
    column_stage,
    column_test,
    column_result,
    column_kind,
    column_commands,
    column_declarations,
    column_count
};

struct row {
    const char *columns[column_count];
};

/* One that a program has in its buffer 0: "uniform TYPE NAME (index, slot, buffer)". */
struct uniform {
    const char *name;
    size_t size;
    unsigned slot;
    bool is_bool; /* Mesa stores true as all ones. */
    bool is_set;
};

struct uniforms {
    BASE_ARRAY(struct uniform) list;
};

/* Programs by the descriptor set that they have of themselves. */
enum probe_stage {
    probe_vertex,
    probe_fragment,
    probe_geometry,
    probe_control,
    probe_eval,
    probe_stage_count
};

struct probe_program {
    const char *text; /* NULL: there is none; positions go through as they come. */
    const char *declarations;
};

struct job {
    struct base_arena *arena;
    const struct row *row; /* Whose commands are run. */
    struct probe_program programs[probe_stage_count];
    struct base_text out;
    struct uniforms uniforms[probe_stage_count];
    const char *skip; /* Why it cannot be a script. */
    uint32_t probes;
};

/* Makes job->out, or says in job->skip why not. */
void probe_script_make(struct job *job);

#endif
