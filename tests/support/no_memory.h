/* SPDX-License-Identifier: MIT
 *
 * Lets memory run out: stands between what a test is linked with and malloc.
 */
#ifndef TESTS_SUPPORT_NO_MEMORY_H
#define TESTS_SUPPORT_NO_MEMORY_H

#define NO_MEMORY_NEVER (-1L)

/* So many more allocations succeed, then none; NO_MEMORY_NEVER: all do. */
void no_memory_after(long allocations);

#endif
