/* SPDX-License-Identifier: MIT
 *
 * Where the corpus lies: QUADRILLE_CORPUS, or else the folder that the build names.
 */
#ifndef TESTS_CORPUS_CORPUS_H
#define TESTS_CORPUS_CORPUS_H

#include "base/base.h"

#define CORPUS_SKIPPED 77 /* The exit status where there is none. */

/* PATH below the corpus; NULL if there is no such folder. Lives as long as the process. */
const char *corpus_root(const char *fallback, const char *path);
/* A whole file below root, terminated; NULL if it cannot be read. */
char *corpus_read(struct base_arena *arena, const char *root, const char *name, size_t *size);
/* The names of the files below root/folder that end in ending, in order of bytes; count is set. */
const char **corpus_list(struct base_arena *arena, const char *root, const char *folder,
                         const char *ending, uint32_t *count);

#endif
