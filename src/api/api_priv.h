/* SPDX-License-Identifier: MIT
 *
 * What the calls of the public headers share.
 */
#ifndef API_API_PRIV_H
#define API_API_PRIV_H

#include <quadrille/rdna.h>

#include "guest/guest.h"
#include "spirv/spirv.h"
#include "tgsi/tgsi.h"

struct qd_output {
    struct base_arena arena;  /* Of the shader and the module; has a budget. */
    struct base_arena report; /* Of the diagnostics, which must find room when that is spent. */
    struct base_diags diags;
    struct spirv_module module;
    enum qd_stage stage;
    BASE_ARRAY(struct qd_resource) resources;
    enum qd_company company;
    BASE_ARRAY(struct qd_demand) demands; /* In report. */
    const char *disassembly;              /* NULL if there is none. */
    const char *text;
    enum qd_result result;
};

/* ---- translate.c ---- */

/* Of a failed call: unsupported only if nothing else is wrong. */
enum qd_result api_result(const struct base_diags *diags);
/* The last step of a call that has set its result. Keeps no pointer to the caller's text, and of a
 * failed call diagnostics only. */
void api_finish(struct qd_output *out);
/* tokens is one of the enumerators. */
enum tgsi_tokens api_tokens(enum qd_tgsi_tokens tokens);

/* ---- rdna_translate.c ---- */

enum rdna_code_kind api_code_kind(enum qd_rdna_form form);
enum rdna_isa api_isa(enum qd_rdna_isa isa);
bool api_rdna_is_sound(const struct qd_rdna_options *options);
/* Of sound options. Points into the arena alone. */
struct guest_rdna api_rdna_options(const struct qd_rdna_options *options,
                                   const uint32_t block_size[3], struct base_arena *arena);
void api_keep_demands(struct qd_output *out, const struct guest_rdna_report *report);

#endif
