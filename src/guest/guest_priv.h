/* SPDX-License-Identifier: MIT
 *
 * What the files of the folder share.
 */
#ifndef GUEST_GUEST_PRIV_H
#define GUEST_GUEST_PRIV_H

#include "guest/guest.h"

/* ---- guest_rdna.c ---- */

/* RDNA code alone. NULL with errors. */
struct rdna_code *guest_read_code(const void *code, size_t size,
                                  const struct guest_options *options, struct base_arena *arena,
                                  struct base_diags *diags);
/* And to IR. */
struct ir_shader *guest_read_rdna(const void *code, size_t size,
                                  const struct guest_options *options, struct base_arena *arena,
                                  struct base_diags *diags);

#endif
