/* SPDX-License-Identifier: MIT
 *
 * From words to IR: the graph, the scan, the company; then every block, instruction by instruction.
 */
#include "rdna/lower/lower_priv.h"

#include <stdarg.h>

const char *
rdna_company_name(enum rdna_company company)
{
    static const char *const names[] = {"lane", "quad", "subgroup", "wave"};

    return names[company];
}

/* ---- rows ---- */

static const struct rdna_lower_row *
find_row(const struct rdna_lower_row *table, enum rdna_op row)
{
    return table[row].lower ? &table[row] : NULL;
}

const struct rdna_lower_row *
rdna_lower_row_of(enum rdna_op row)
{
    static const struct rdna_lower_row *const tables[] = {
        rdna_rows_scalar, rdna_rows_flow, rdna_rows_integer, rdna_rows_float,  rdna_rows_compare,
        rdna_rows_packed, rdna_rows_lane, rdna_rows_memory,  rdna_rows_interp, rdna_rows_export};

    for (size_t i = 0; i < BASE_COUNT(tables); i++) {
        const struct rdna_lower_row *found = find_row(tables[i], row);
        if (found)
            return found;
    }
    return NULL;
}

bool
rdna_lower_has(enum rdna_op row)
{
    return rdna_lower_row_of(row) != NULL;
}

/* ---- instructions ---- */

void
rdna_refuse(struct rdna_lowering *l, enum qd_code code, const char *format, ...)
{
    struct base_text text;
    va_list args;

    base_text_init(&text, l->arena);
    va_start(args, format);
    base_text_vprintf(&text, format, args);
    va_end(args);
    base_error(l->diags, code, base_at_word(l->inst->offset / 4), "%s: %s",
               rdna_op_infos[l->inst->row].name, base_text_string(&text));
    l->has_failed = true;
}

static struct rdna_float_mode
mode_of(uint32_t mode)
{
    return (struct rdna_float_mode){
        .round32 = mode & 3,
        .round64_16 = mode >> 2 & 3,
        .denorm32 = mode >> 4 & 3,
        .denorm64_16 = mode >> 6 & 3,
        .dx10_clamp = mode >> 8 & 1,
        .ieee = mode >> 9 & 1,
    };
}

static void
read_mode(struct rdna_lowering *l)
{
    const uint32_t mode = l->scan.modes[l->index];

    if (mode != RDNA_MODE_UNKNOWN)
        l->mode = mode_of(mode);
    else if (l->info->effects & RDNA_R_MODE)
        rdna_refuse(l, QD_CODE_UNSUPPORTED, "what MODE is here is not known");
}

/* The fields of the long form can hold what no instruction takes. */
static bool
check_operands(struct rdna_lowering *l)
{
    unsigned source = 0;

    for (unsigned i = 0; i < l->info->operand_count; i++) {
        const enum rdna_operand_kind kind = l->info->operands[i].kind;
        const char *wrong = NULL;
        switch (kind) {
        case rdna_operand_S:
            source++;
            break;
        case rdna_operand_V:
        case rdna_operand_VA: {
            const unsigned code = l->inst->src[source++];
            if (code < RDNA_VGPR0 && code != RDNA_LDS_DIRECT)
                wrong = "a scalar operand stands for a vector register";
            break;
        }
        case rdna_operand_SS:
        case rdna_operand_SR:
            if (l->inst->src[source++] >= RDNA_VGPR0)
                wrong = "a vector register stands for a scalar operand";
            break;
        case rdna_operand_SM:
            if (l->inst->src[2] >= RDNA_VGPR0)
                wrong = "a vector register stands for a scalar operand";
            break;
        case rdna_operand_DM:
            if (l->inst->sdst >= RDNA_INT_0)
                wrong = "a constant cannot be written";
            break;
        case rdna_operand_DS:
        case rdna_operand_AS:
            if (l->inst->dst >= RDNA_INT_0)
                wrong = "a constant cannot be written";
            break;
        default:
            break;
        }
        if (wrong) {
            rdna_refuse(l, QD_CODE_RDNA_ENCODING, "%s", wrong);
            return false;
        }
    }
    return true;
}

void
rdna_lower_inst(struct rdna_lowering *l, uint32_t index)
{
    l->index = index;
    l->inst = &l->cfg->insts[index];
    l->info = &rdna_op_infos[l->inst->row];
    l->row = rdna_lower_row_of((enum rdna_op)l->inst->row);
    l->pushed_count = 0;
    l->readers = 0;
    ir_build_place(&l->b, l->inst->offset);
    if (!l->row) {
        rdna_refuse(l, QD_CODE_UNSUPPORTED, "is not translated yet");
        return;
    }
    if (!check_operands(l))
        return;
    read_mode(l);
    l->row->lower(l);
}

/* ---- the whole ---- */

static bool
check_options(const struct rdna_lower_options *options, struct base_diags *diags)
{
    const bool is_stage = options->stage == ir_stage_vertex ||
                          options->stage == ir_stage_fragment || options->stage == ir_stage_compute;

    if (is_stage)
        return true;
    base_error(diags, QD_CODE_UNSUPPORTED, base_at_nowhere(),
               "RDNA code is translated as a vertex, fragment or compute shader, not as %s",
               ir_stage_name(options->stage));
    return false;
}

static bool
check_graph(const struct rdna_cfg *cfg, uint32_t entry, struct base_diags *diags)
{
    bool good = true;

    if (cfg->block_count == 0) {
        base_error(diags, QD_CODE_RDNA_ENCODING, base_at_word(entry),
                   "no instruction begins where the code is entered");
        return false;
    }
    for (uint32_t i = 0; i < cfg->block_count; i++) {
        const struct rdna_block *block = &cfg->blocks[i];
        const struct rdna_inst *last = &cfg->insts[block->first + block->count - 1];
        const struct qd_place place = base_at_word(last->offset / 4);
        if (block->exit == rdna_exit_unknown)
            base_error(diags, QD_CODE_UNSUPPORTED, place, "%s: where it jumps is not known",
                       rdna_op_infos[last->row].name);
        else if (block->exit == rdna_exit_invalid)
            base_error(diags, QD_CODE_RDNA_ENCODING, base_at_word(block->end),
                       "a word that begins no instruction can be reached");
        else if (block->exit == rdna_exit_outside)
            base_error(diags, QD_CODE_RDNA_ENCODING, place, "control leaves the code behind it");
        else
            continue;
        good = false;
    }
    return good;
}

struct ir_shader *
rdna_lower(const uint32_t *words, uint32_t count, const struct rdna_lower_options *options,
           struct base_arena *arena, struct rdna_lower_report *report, struct base_diags *diags)
{
    const struct rdna_cfg_options cfg_options = {.isa = options->isa,
                                                 .wave_size = options->wave_size,
                                                 .entries = &options->entry,
                                                 .entry_count = 1};
    struct rdna_lowering *l = base_arena_new(arena, struct rdna_lowering);

    l->arena = arena;
    l->diags = diags;
    l->options = options;
    l->report = report ? report : base_arena_new(arena, struct rdna_lower_report);
    l->wave_size = options->wave_size;
    if (!check_options(options, diags))
        return NULL;
    l->cfg = rdna_cfg_build(arena, words, count, &cfg_options);
    if (!check_graph(l->cfg, options->entry, diags) || !rdna_scan(l))
        return NULL;
    l->shader = ir_shader_create(arena, options->stage, options->name);
    l->shader->place_kind = QD_PLACE_WORD;
    ir_builder_init(&l->b, l->shader);
    rdna_company_init(l);
    if (!rdna_shell_begin(l) || !rdna_lower_flow(l))
        return NULL;
    rdna_interp_finish(l);
    return l->has_failed ? NULL : l->shader;
}
