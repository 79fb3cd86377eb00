/* SPDX-License-Identifier: MIT
 *
 * Whether a table of rows has one for each message that a source can give.
 */
#ifndef ROWS_H
#define ROWS_H

#include "base/base.h"

/* Messages that were seen. */
struct rows_seen {
    struct base_arena *arena;
    BASE_ARRAY(const char *) messages;
};

void rows_add(struct rows_seen *seen, const char *message);

/* Reads the source file and fails the test for each text in it that follows a call of this name and
 * that no message has in it. What printf puts in stands for anything. Returns how many texts there
 * are, all different. */
uint32_t rows_check(const struct rows_seen *seen, const char *path, const char *call);

#endif
