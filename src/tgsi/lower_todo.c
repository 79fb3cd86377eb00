/* SPDX-License-Identifier: MIT
 *
 * Families that wait for their files: none.
 */
#include "tgsi/tgsi_priv.h"

bool
tgsi_op_is_pending(enum tgsi_op op)
{
    (void)op;
    return false;
}
