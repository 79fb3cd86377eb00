/* SPDX-License-Identifier: MIT
 *
 * What registers hold when a program begins, and where they go when it ends.
 */
#include "rdna/lower/arith.h"

/* ---- inputs ---- */

ir_ref
rdna_builtin(struct rdna_lowering *l, enum ir_builtin builtin, unsigned component)
{
    const struct ir_builtin_info *info = &ir_builtin_infos[builtin];
    uint32_t input = 0;

    while (input < l->shader->inputs.count && l->shader->inputs.data[input].builtin != builtin)
        input++;
    if (input == l->shader->inputs.count) {
        const struct ir_io io = {.name = info->name,
                                 .builtin = builtin,
                                 .type = (enum ir_type)info->type,
                                 .components = info->components,
                                 .interp = info->type == ir_type_i32 ? ir_interp_flat
                                                                     : ir_interp_perspective};
        input = ir_add_input(l->shader, &io);
    }
    return ir_build_op(&l->b, ir_op_load_input, (ir_type_id)info->type, 0, 0,
                       ir_io_imm(input, component));
}

static uint32_t
workgroup_size(const struct rdna_lowering *l)
{
    const uint32_t *size = l->options->local_size;

    return size[0] * size[1] * size[2];
}

/* The number of the wave in its workgroup. */
static ir_ref
wave_number(struct rdna_lowering *l)
{
    const ir_ref index = rdna_builtin(l, ir_builtin_local_index, 0);

    return l->company == rdna_company_wave ? index : USHR(index, WORD(l->wave_size == 64 ? 6 : 5));
}

/* The number of the invocation in its workgroup. In the company of the wave, of the lane that a
 * loop is at. */
static ir_ref
invocation_number(struct rdna_lowering *l)
{
    if (l->company != rdna_company_wave)
        return rdna_builtin(l, ir_builtin_local_index, 0);
    return ADD(MUL(wave_number(l), WORD(l->wave_size)), l->lane);
}

static ir_ref
local_id(struct rdna_lowering *l, unsigned axis)
{
    const uint32_t *size = l->options->local_size;

    if (l->company != rdna_company_wave)
        return rdna_builtin(l, ir_builtin_local_id, axis);
    ir_ref index = invocation_number(l);
    if (axis > 0)
        index = OP2(udiv, index, WORD(axis == 1 ? size[0] : size[0] * size[1]));
    return axis < 2 ? OP2(urem, index, WORD(size[axis])) : index;
}

static ir_ref
packed_id(struct rdna_lowering *l)
{
    const ir_ref x = local_id(l, 0);
    const ir_ref y = SHL(local_id(l, 1), WORD(10));

    return OR(OR(x, y), SHL(local_id(l, 2), WORD(20)));
}

/* ---- starts ---- */

static ir_ref
compute_value(struct rdna_lowering *l, const struct rdna_start *start)
{
    switch ((enum rdna_start_kind)start->kind) {
    case rdna_start_group_id:
        return rdna_builtin(l, ir_builtin_workgroup_id, start->axis);
    case rdna_start_group_count:
        return rdna_builtin(l, ir_builtin_num_workgroups, start->axis);
    case rdna_start_group_size:
        return WORD(l->options->local_size[start->axis]);
    case rdna_start_wave:
        return wave_number(l);
    case rdna_start_local_id:
        return local_id(l, start->axis);
    case rdna_start_packed_id:
        return packed_id(l);
    case rdna_start_local_index:
        return invocation_number(l);
    case rdna_start_lane:
        return l->lane;
    default:
        return 0;
    }
}

static ir_ref
start_value(struct rdna_lowering *l, const struct rdna_start *start)
{
    if (start->kind == rdna_start_value)
        return WORD(start->value);
    return l->options->stage == ir_stage_compute ? compute_value(l, start)
                                                 : rdna_stage_value(l, start);
}

static bool
set_start(struct rdna_lowering *l, const struct rdna_start *start)
{
    const ir_ref value = start_value(l, start);

    if (!value) {
        base_error(l->diags, QD_CODE_UNSUPPORTED, base_at_nowhere(),
                   "a register cannot begin with what is asked for in a %s shader",
                   ir_stage_name(l->options->stage));
        l->has_failed = true;
    } else if (start->code == RDNA_SCC) {
        rdna_set_scc(l, INE(value, WORD(0)));
    } else if (start->code < RDNA_VGPR0) {
        rdna_set_scalar(l, start->code, value);
    } else {
        rdna_force_vector(l, start->code - RDNA_VGPR0, value);
    }
    return !l->has_failed;
}

static void
set_vector_starts(struct rdna_lowering *l)
{
    for (uint32_t i = 0; i < l->options->start_count; i++)
        if (l->options->starts[i].code >= RDNA_VGPR0)
            set_start(l, &l->options->starts[i]);
}

/* ---- EXEC ---- */

/* The lanes of a wave that there are, where the workgroup does not fill its last one. */
static void
set_existing_lanes(struct rdna_lowering *l)
{
    const uint32_t total = workgroup_size(l), whole = total / l->wave_size;

    for (unsigned word = 0; word < l->wave_size / 32; word++) {
        const uint32_t left = total - whole * l->wave_size;
        const uint32_t here = left <= 32 * word        ? 0
                              : left >= 32 * word + 32 ? 32
                                                       : left - 32 * word;
        const uint32_t last = here == 32 ? UINT32_MAX : (1u << here) - 1;
        ir_ref lanes = WORD(UINT32_MAX);
        if (left)
            lanes = SELECT(ULT(wave_number(l), WORD(whole)), WORD(UINT32_MAX), WORD(last));
        rdna_set_scalar(l, RDNA_EXEC_LO + word, lanes);
    }
}

static void
set_exec(struct rdna_lowering *l)
{
    struct ir_builder *b = &l->b;

    if (l->company == rdna_company_wave) {
        set_existing_lanes(l);
        return;
    }
    /* Nothing sees what a helper does in the company of the lane. */
    const bool starts_off =
        l->options->stage == ir_stage_fragment && l->company != rdna_company_lane;
    const ir_ref exec =
        starts_off ? IEQ(rdna_builtin(l, ir_builtin_helper, 0), WORD(0)) : ir_build_bool(b, true);
    rdna_set_mask(l, RDNA_EXEC_LO, exec);
}

/* The lane's place in its wave. */
static ir_ref
find_lane(struct rdna_lowering *l)
{
    if (l->company == rdna_company_wave)
        return 0;
    if (l->company == rdna_company_subgroup)
        return rdna_builtin(l, ir_builtin_lane, 0);
    if (l->options->stage != ir_stage_compute)
        return 0;
    return AND(rdna_builtin(l, ir_builtin_local_index, 0), WORD(l->wave_size - 1));
}

/* ---- registers in memory ---- */

static uint32_t
state_words(const struct rdna_lowering *l)
{
    return RDNA_STATE_SCALARS + RDNA_STATE_VECTORS * l->wave_size;
}

/* Byte offset of the wave's registers. */
static ir_ref
state_offset(struct rdna_lowering *l)
{
    const uint32_t waves = (workgroup_size(l) + l->wave_size - 1) / l->wave_size;
    ir_ref group = WORD(0);

    for (unsigned axis = 3; axis-- > 0;) {
        group = MUL(group, rdna_builtin(l, ir_builtin_num_workgroups, axis));
        group = ADD(group, rdna_builtin(l, ir_builtin_workgroup_id, axis));
    }
    const ir_ref wave = ADD(MUL(group, WORD(waves)), wave_number(l));
    return MUL(wave, WORD(4 * state_words(l)));
}

static void
load_vectors(struct rdna_lowering *l)
{
    const ir_ref base = ADD(l->state_base, SHL(l->lane, WORD(2)));

    for (uint32_t reg = 0; reg < l->scan.vector_count; reg++) {
        const uint32_t at = 4 * (RDNA_STATE_SCALARS + reg * l->wave_size);
        const ir_ref offset = ADD(base, WORD(at));
        rdna_force_vector(l, reg, ir_build_load_buffer(&l->b, ir_type_i32, l->state, offset));
    }
}

static void
store(struct rdna_lowering *l, ir_ref offset, ir_ref value)
{
    const ir_ref bits = ir_build_bitcast(&l->b, ir_type_i32, value);
    const ir_ref operands[3] = {offset, WORD(0), bits};

    ir_build_list(&l->b, ir_op_store_buffer, ir_type_void, operands, 3, l->state);
}

static void
store_vectors(struct rdna_lowering *l)
{
    const ir_ref base = ADD(l->state_base, SHL(l->lane, WORD(2)));

    for (uint32_t reg = 0; reg < l->scan.vector_count; reg++) {
        const uint32_t at = 4 * (RDNA_STATE_SCALARS + reg * l->wave_size);
        const ir_ref offset = ADD(base, WORD(at));
        store(l, offset, rdna_vector(l, reg, ir_type_i32));
    }
}

/* In the company of the wave both are arrays of the same order, so one loop over words does, whose
 * body drivers compile once. */
static void
copy_array(struct rdna_lowering *l, bool stores)
{
    struct ir_builder *b = &l->b;

    ir_build_write(b, l->lane_variable, WORD(0));
    ir_build_loop(b);
    const ir_ref at = ir_build_read(b, l->lane_variable, ir_type_i32);
    ir_build_if(b, UGE(at, WORD(l->scan.vector_count * l->wave_size)));
    ir_build_break(b);
    ir_build_else(b);
    ir_build_endif(b);
    const ir_ref base = ADD(l->state_base, WORD(4 * RDNA_STATE_SCALARS));
    const ir_ref offset = ADD(base, SHL(at, WORD(2)));
    if (stores) {
        store(l, offset, ir_build_op(b, ir_op_load_array, ir_type_i32, at, 0, l->vectors));
    } else {
        const ir_ref value = ir_build_load_buffer(b, ir_type_i32, l->state, offset);
        ir_build_op(b, ir_op_store_array, ir_type_void, at, value, l->vectors);
    }
    ir_build_write(b, l->lane_variable, ADD(at, WORD(1)));
    ir_build_endloop(b);
}

static void
in_all_lanes(struct rdna_lowering *l, void (*fn)(struct rdna_lowering *l))
{
    static const struct rdna_lower_row all_lanes = {NULL, NULL, RDNA_ROW_INACTIVE};

    l->row = &all_lanes;
    rdna_for_lanes(l, false, fn);
}

static void
load_state(struct rdna_lowering *l)
{
    ir_ref words[RDNA_STATE_SCALARS];

    l->state_base = state_offset(l);
    for (unsigned i = 0; i <= RDNA_STATE_SCC; i++) {
        const ir_ref offset = ADD(l->state_base, WORD(4 * i));
        words[i] = ir_build_load_buffer(&l->b, ir_type_i32, l->state, offset);
        if (i < RDNA_MASKS)
            rdna_set_scalar(l, i, words[i]);
    }
    rdna_set_scc(l, INE(words[RDNA_STATE_SCC], WORD(0)));
    if (rdna_has_bits_alone(l)) {
        for (unsigned code = 0; code < RDNA_MASKS; code++) {
            if (code == RDNA_NULL || (l->wave_size == 64 && code == RDNA_MASKS - 1))
                continue;
            rdna_set_mask_bit(l, code, rdna_mask_bit_of(l, code, l->lane));
        }
    }
    if (l->company == rdna_company_wave)
        copy_array(l, false);
    else
        in_all_lanes(l, load_vectors);
}

/* Scalar registers that some instruction writes; the others are in memory as they were. */
static void
find_written(const struct rdna_lowering *l, struct rdna_scalars *written)
{
    for (uint32_t i = 0; i < l->cfg->inst_count; i++) {
        struct rdna_uses uses;
        rdna_inst_uses(&l->cfg->insts[i], l->wave_size, &uses);
        for (unsigned word = 0; word < BASE_COUNT(written->bits); word++)
            written->bits[word] |= uses.writes_any ? UINT64_MAX : uses.writes.bits[word];
    }
}

static void
store_state(struct rdna_lowering *l)
{
    struct ir_builder *b = &l->b;
    struct rdna_scalars written = {{0}};
    const bool is_wave = l->company == rdna_company_wave;

    if (is_wave)
        copy_array(l, true);
    else
        in_all_lanes(l, store_vectors);
    if (rdna_has_bits_alone(l))
        return;
    find_written(l, &written);
    if (!is_wave)
        ir_build_if(b, IEQ(l->lane, WORD(0)));
    for (unsigned i = 0; i < RDNA_MASKS; i++) {
        if (!rdna_scalars_has(&written, i))
            continue;
        const ir_ref offset = ADD(l->state_base, WORD(4 * i));
        store(l, offset, rdna_scalar(l, i));
    }
    const ir_ref offset = ADD(l->state_base, WORD(4 * RDNA_STATE_SCC));
    const ir_ref scc = SELECT(rdna_scc(l), WORD(1), WORD(0));
    store(l, offset, scc);
    if (!is_wave) {
        ir_build_else(b);
        ir_build_endif(b);
    }
}

/* ---- the whole ---- */

static void
set_local_size(struct rdna_lowering *l)
{
    for (unsigned axis = 0; axis < 3; axis++)
        l->shader->local_size[axis] = l->options->local_size[axis];
    if (l->company != rdna_company_wave)
        return;
    l->shader->local_size[0] = (workgroup_size(l) + l->wave_size - 1) / l->wave_size;
    l->shader->local_size[1] = l->shader->local_size[2] = 1;
}

bool
rdna_shell_begin(struct rdna_lowering *l)
{
    const struct rdna_lower_options *options = l->options;

    if (options->stage == ir_stage_compute) {
        set_local_size(l);
        l->shader->shared_size = options->lds_size;
    }
    l->lane = find_lane(l);
    if (options->shell == rdna_shell_state) {
        const struct ir_buffer buffer = {.name = "registers",
                                         .set = RDNA_SET,
                                         .binding = RDNA_BINDING_STATE,
                                         .kind = ir_buffer_storage,
                                         .count = 1};
        l->state = ir_add_buffer(l->shader, &buffer);
        load_state(l);
        return true;
    }
    set_exec(l);
    rdna_exports_begin(l);
    for (uint32_t i = 0; i < options->start_count; i++)
        if (options->starts[i].code < RDNA_VGPR0 && !set_start(l, &options->starts[i]))
            return false;
    in_all_lanes(l, set_vector_starts);
    return !l->has_failed;
}

void
rdna_shell_end(struct rdna_lowering *l)
{
    if (l->options->shell == rdna_shell_state)
        store_state(l);
}
