/* SPDX-License-Identifier: MIT
 *
 * What the calls of the public headers share.
 */
#ifndef API_API_PRIV_H
#define API_API_PRIV_H

#include <quadrille/translate.h>

#include "tgsi/tgsi.h"

/* ---- translate.c ---- */

/* tokens is one of the enumerators. */
enum tgsi_tokens api_tokens(enum qd_tgsi_tokens tokens);

#endif
