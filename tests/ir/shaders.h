/* SPDX-License-Identifier: MIT
 *
 * Questions to shaders that several programs ask.
 */
#ifndef SHADERS_H
#define SHADERS_H

#include "ir/ir.h"

const char *shader_text(const struct ir_shader *shader, struct base_arena *arena);
/* Fails the test with the text if the shader is not good. */
void shader_must_verify(const struct ir_shader *shader, struct base_arena *arena);
uint32_t shader_count_op(const struct ir_shader *shader, enum ir_op op);

#endif
