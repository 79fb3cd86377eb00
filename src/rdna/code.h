/* SPDX-License-Identifier: MIT
 *
 * What holds RDNA code: raw words, words in text, assembler text, and code objects.
 * docs/rdna-code.md says what is read of each.
 */
#ifndef RDNA_CODE_H
#define RDNA_CODE_H

#include "rdna/ops.h"

enum rdna_code_kind {
    rdna_code_any, /* An object if it begins like one, text if it looks like it, else words. */
    rdna_code_words,
    rdna_code_hex,
    rdna_code_assembly, /* For the chip and wave size that the options name. */
    rdna_code_elf
};

enum rdna_stage {
    rdna_stage_none,
    rdna_stage_vertex,
    rdna_stage_tess_control,
    rdna_stage_tess_eval,
    rdna_stage_geometry,
    rdna_stage_fragment,
    rdna_stage_compute,
    rdna_stage_count
};

/* A piece of code with one way in. */
struct rdna_program {
    const char *name; /* Of its symbol; "" if there is none. */
    uint32_t first;   /* Words of the code: where it is entered, */
    uint32_t end;     /* and behind its last one. */
    bool is_entry;    /* Something outside starts it; false for functions that others call. */
    enum rdna_stage stage;
    unsigned wave_size; /* 32 or 64. */
    /* What it was made to use; 0 where nothing says so. */
    uint32_t sgprs;
    uint32_t vgprs;
    uint32_t lds_size;     /* In bytes. */
    uint32_t scratch_size; /* In bytes of a lane. */
};

/* A line "# name: value" of a .hex file. */
struct rdna_header {
    const char *name;
    const char *value;
    uint32_t line;
};

struct rdna_code {
    enum rdna_code_kind kind;
    enum rdna_isa isa;
    const uint32_t *words;
    uint32_t count;                           /* Of all words; */
    uint32_t code_count;                      /* those behind so many are data. */
    BASE_ARRAY(struct rdna_program) programs; /* At least one, in the order of their words. */
    BASE_ARRAY(struct rdna_header) headers;
};

/* What an object's metadata says of one program. */
struct rdna_metadata {
    const char *symbol; /* Of the program, or of its kernel descriptor. */
    enum rdna_stage stage;
    unsigned wave_size; /* 0: it does not say. */
    uint32_t sgprs, vgprs, lds_size, scratch_size;
};

struct rdna_metadata_list {
    BASE_ARRAY(struct rdna_metadata) list;
};

/* Reads MessagePack of a note. False with errors; offset is that of the bytes in the file. */
typedef bool rdna_metadata_reader(struct base_arena *arena, const char *data, size_t size,
                                  size_t offset, struct rdna_metadata_list *list,
                                  struct base_diags *diags);

struct rdna_code_options {
    enum rdna_code_kind kind;
    bool has_isa; /* isa counts, whatever the code says. */
    enum rdna_isa isa;
    unsigned wave_size;             /* Likewise; 0: what the code says. */
    rdna_metadata_reader *metadata; /* NULL: metadata is left alone. */
};

/* ---- code.c ---- */

/**
 * Reads a file's bytes.
 *
 * \param data  Must outlive what is returned: names may point into it.
 * \return NULL with errors in diags. Places in text are lines; in words they count from the start
 * of the code; in objects they are those of the file.
 */
struct rdna_code *rdna_code_read(struct base_arena *arena, const char *data, size_t size,
                                 const struct rdna_code_options *options, struct base_diags *diags);

/* Warns of every word of a program that no instruction of the chip begins with, and of an
 * instruction that the end cuts off. */
void rdna_code_check(const struct rdna_code *code, const struct rdna_program *program,
                     struct base_diags *diags);

/* The program of a name; NULL. */
const struct rdna_program *rdna_code_find(const struct rdna_code *code, const char *name);

/* The value of a header; NULL if the code has none of that name. */
const char *rdna_code_header(const struct rdna_code *code, const char *name);

/* "fragment" and so on; "none". */
const char *rdna_stage_name(enum rdna_stage stage);

/* ---- code_dump.c ---- */

/**
 * Disassembles programs, each behind a line with its name if it has one, and the data behind code
 * that has only one program.
 *
 * \param only      The program; NULL: all.
 * \param comments  Offset and words behind each line.
 */
void rdna_code_dump(const struct rdna_code *code, const struct rdna_program *only, bool comments,
                    struct base_text *out);

/* Prints the graphs of programs for Graphviz: those with waves of 32 are one, those of 64 another.
 * name is the title where it is of several. */
void rdna_code_dump_graphs(const struct rdna_code *code, const struct rdna_program *only,
                           const char *name, struct base_text *out);

/* ---- metadata.c, a library of its own (rdna_metadata_lib) since it needs libmpack ---- */

/* NULL where the build has no libmpack. */
rdna_metadata_reader *rdna_find_metadata_reader(void);

#endif
