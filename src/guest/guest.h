/* SPDX-License-Identifier: MIT
 *
 * Any guest's shader to IR: which language it is in, and that language's front end from the first
 * byte to the default pipeline in one call. What the library and the program share.
 */
#ifndef GUEST_GUEST_H
#define GUEST_GUEST_H

#include "ir/ir.h"
#include "rdna/code.h"
#include "rdna/lower/lower.h"
#include "tgsi/tgsi.h"

enum guest_language {
    guest_language_none,
    guest_language_tgsi,        /* Text. */
    guest_language_ir,          /* Text form of the IR. */
    guest_language_spirv,       /* Words of a module; any alignment. */
    guest_language_tgsi_tokens, /* Words of the host's byte order; any alignment. */
    guest_language_rdna,        /* In any of the forms of rdna/code.h. */
    guest_language_count
};

/* What an instruction of RDNA code asked for. */
struct guest_demand {
    uint32_t offset; /* In bytes. */
    enum rdna_company company;
    const char *text; /* The instruction. */
    const char *why;
};

struct guest_rdna_report {
    enum rdna_company company;
    enum ir_stage stage;
    unsigned wave_size;
    BASE_ARRAY(struct guest_demand) demands; /* By offset. */
};

struct guest_rdna {
    enum rdna_code_kind kind;
    bool has_isa;                   /* The options' chip counts, whatever the code says. */
    bool has_mode;                  /* MODE counts; else RDNA_MODE_START. */
    rdna_metadata_reader *metadata; /* NULL: metadata is left alone. */
    /* Where a wave begins, and what there is. Of these, wave_size, lds_size, scratch_size and each
     * axis of local_size may be 0: what the code says; one wave. The name, the stage, the shell,
     * the entry, has_data and the starts are left out. */
    struct rdna_lower_options lower;
    /* Behind those that the code's own lines name, before which they go. */
    const struct rdna_start *starts;
    uint32_t start_count;
    struct guest_rdna_report *report; /* Filled in, also after a failure; NULL: nobody asks. */
};

struct guest_options {
    enum guest_language language;
    const char *name;               /* Of the shader, for debug names; NULL is none. */
    enum tgsi_dialect dialect;      /* TGSI. */
    struct tgsi_lower_options tgsi; /* But for the name, which is that above. */
    bool keep_raw;                  /* Leaves the pipeline out. */
    const char *entry;              /* SPIR-V: see spirv_read_options. RDNA: the program. */
    bool has_stage;                 /* SPIR-V, RDNA. */
    enum ir_stage stage;
    const struct spirv_constant *constants;
    size_t constant_count;
    enum tgsi_tokens tokens; /* TGSI tokens: whose. */
    struct guest_rdna rdna;
};

/* What one shader may take of the system's memory where its owner does not say. */
#define GUEST_DEFAULT_MEMORY (UINT64_C(4) << 30)

/* The limit of each of the two arenas of guest_read, which may both be full at once, for a budget
 * of memory bytes in all; 0 is no limit. */
size_t guest_arena_limit(uint64_t memory);

/* Reads, checks and lowers a shader, which is in arena. front is for what only the front end needs;
 * it is finished as soon as that is done, so that it and what comes after are not in memory at one
 * time. NULL: arena serves for it too. NULL with errors in diags. */
struct ir_shader *guest_read(const void *code, size_t size, const struct guest_options *options,
                             struct base_arena *front, struct base_arena *arena,
                             struct base_diags *diags);

/* Only checks. True if there is no error. Everything is in arena. */
bool guest_check(const void *code, size_t size, const struct guest_options *options,
                 struct base_arena *arena, struct base_diags *diags);

#endif
