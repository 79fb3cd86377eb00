/* SPDX-License-Identifier: MIT */
#include "shaders.h"

#include <cmocka.h>

const char *
shader_text(const struct ir_shader *shader, struct base_arena *arena)
{
    struct base_text text;

    base_text_init(&text, arena);
    ir_print(shader, &text);
    return base_text_string(&text);
}

void
shader_must_verify(const struct ir_shader *shader, struct base_arena *arena)
{
    struct base_diags diags;

    base_diags_init(&diags, arena, "a.qir");
    if (!ir_verify(shader, &diags))
        fail_msg("%s%s", shader_text(shader, arena), diags.list.data[0].message);
}

uint32_t
shader_count_op(const struct ir_shader *shader, enum ir_op op)
{
    uint32_t count = 0;

    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref))
        count += ir_op_of(shader, ref) == op;
    return count;
}
