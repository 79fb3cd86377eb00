/* SPDX-License-Identifier: MIT
 *
 * Quadrille: shaders of one GPU for another. Everything public.
 */
#ifndef QUADRILLE_QUADRILLE_H
#define QUADRILLE_QUADRILLE_H

#include <quadrille/diagnostics.h>
#include <quadrille/rdna.h>
#include <quadrille/tgsi_builder.h>
#include <quadrille/translate.h>

#endif
