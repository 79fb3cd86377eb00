/* SPDX-License-Identifier: MIT
 *
 * What tests of the text form share.
 */
#ifndef TESTS_IR_TEXT_KIT_H
#define TESTS_IR_TEXT_KIT_H

#include "ir/ir.h"

/* Two shaders are the same but for the numbers of their instructions, or the test fails. */
void text_check_same(const struct ir_shader *a, const struct ir_shader *b,
                     struct base_arena *arena);
/* The shader of a text that must read. */
struct ir_shader *text_parse(const char *text, struct base_arena *arena);
/* The shader's text reads back as the shader, and prints as the same text. */
void text_check_round(const struct ir_shader *shader, struct base_arena *arena);
/* A value of any type. */
ir_ref text_build_value(struct ir_builder *b, ir_type_id type);

#endif
