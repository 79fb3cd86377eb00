/* SPDX-License-Identifier: MIT
 *
 * Inputs of fragments. The guest interpolates them itself, of three parameters and two barycentrics
 * that it finds in registers; Vulkan gives what comes of that. So a barycentric has no value here:
 * an instruction of its own stands for it, a tag, and is found again where v_interp_p1 reads the
 * register. That leaves a tag too, and v_interp_p2 with the right ones is the input.
 *
 * A register that was written where EXEC is set still holds a tag in the other lanes. What computes
 * with a register is good if each lane that counts was written; that is asked when all is built,
 * since merges at the heads of loops are not whole before.
 */
#include "rdna/lower/arith.h"

#define NO_TAG UINT32_MAX

/* How far conditions are looked into, how many are known at once, and how many values are looked at
 * for each question. */
#define MAX_DEPTH 8
#define MAX_FACTS 16
#define MAX_STEPS 1024

struct tag {
    ir_ref ref;
    bool is_first; /* Of v_interp_p1; else a barycentric. */
    uint8_t pair;  /* enum rdna_start_kind */
    uint8_t axis;  /* Of a barycentric: 0 is I, 1 is J. */
    uint8_t attr, chan;
    ir_ref before; /* What was in the register, */
    ir_ref writes; /* and the lanes that got the tag. */
};

/* What an instruction reads. */
struct reading {
    ir_ref value;
    ir_ref readers; /* Lanes that count; 0: all. */
    uint32_t tag;   /* It must be this; NO_TAG: it must be none. */
    uint32_t index; /* Of the instruction. */
    ir_ref at;      /* What was built last before. */
};

struct attribute {
    bool is_declared;
    enum ir_interp interp;
    enum ir_sampling sampling;
    uint32_t input;
};

struct rdna_interp {
    BASE_ARRAY(struct tag) tags; /* By ref. */
    BASE_ARRAY(struct reading) readings;
    BASE_ARRAY(ir_ref) writes; /* Selects of what a register gets and what it had. */
    struct attribute attributes[64];
    bool *is_write;   /* By ref. */
    bool *tainted;    /* By ref: a tag may come out of it. */
    uint32_t refused; /* The last instruction that was. */
    /* Of one question. */
    uint32_t *stamps, stamp, steps;
};

/* ---- tags ---- */

static struct rdna_interp *
interp_of(struct rdna_lowering *l)
{
    if (!l->interp)
        l->interp = base_arena_new(l->arena, struct rdna_interp);
    return l->interp;
}

static ir_ref
add_tag(struct rdna_lowering *l, struct tag *tag)
{
    tag->ref = ir_build_op(&l->b, ir_op_copy, ir_type_i32, WORD(0), 0, 0);
    if (!l->b.is_dead)
        base_array_push(l->arena, &interp_of(l)->tags, *tag);
    return tag->ref;
}

static uint32_t
tag_of(const struct rdna_interp *interp, ir_ref ref)
{
    uint32_t low = 0, high = interp->tags.count;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (interp->tags.data[middle].ref < ref)
            low = middle + 1;
        else
            high = middle;
    }
    return low < interp->tags.count && interp->tags.data[low].ref == ref ? low : NO_TAG;
}

ir_ref
rdna_weight(struct rdna_lowering *l, const struct rdna_start *start)
{
    struct tag tag = {.pair = start->kind, .axis = start->axis};

    if (l->has_array) {
        base_error(l->diags, QD_CODE_UNSUPPORTED, base_at_nowhere(),
                   "barycentrics are not translated where registers are named through M0");
        l->has_failed = true;
    }
    return add_tag(l, &tag);
}

/* Values that may pass on what they are made of. */
static bool
is_carrier(enum ir_op op)
{
    return op == ir_op_merge || op == ir_op_select || op == ir_op_bitcast || op == ir_op_copy;
}

static void
note(struct rdna_lowering *l, ir_ref value, ir_ref readers, uint32_t tag)
{
    const struct reading reading = {value, readers, tag, l->index, l->shader->last};

    base_array_push(l->arena, &l->interp->readings, reading);
}

/* ---- conditions ---- */

static bool
is_const(const struct ir_shader *shader, ir_ref ref, bool value)
{
    return ir_op_of(shader, ref) == ir_op_const && (ir_const_bits(shader, ref) != 0) == value;
}

static bool
is_quad_uniform(const struct ir_shader *shader, ir_ref ref, unsigned depth)
{
    switch ((unsigned)ir_op_of(shader, ref)) {
    case ir_op_const:
    case ir_op_quad_any:
    case ir_op_quad_all:
        return true;
    case ir_op_inot:
        return depth && is_quad_uniform(shader, ir_operand(shader, ref, 0), depth - 1);
    case ir_op_iand:
    case ir_op_ior:
        return depth && is_quad_uniform(shader, ir_operand(shader, ref, 0), depth - 1) &&
               is_quad_uniform(shader, ir_operand(shader, ref, 1), depth - 1);
    }
    return false;
}

/* At the head of a loop: what comes round was made by another round. */
static bool
is_head(const struct ir_shader *shader, ir_ref merge)
{
    return ir_op_of(shader, ir_merge_edge(shader, merge, 0)) == ir_op_loop;
}

/* What does not change in a loop is what it was before: its merge at the head says so late. */
static ir_ref
before_loops(const struct ir_shader *shader, ir_ref ref)
{
    while (ir_op_of(shader, ref) == ir_op_merge && is_head(shader, ref)) {
        const ir_ref first = ir_operand(shader, ref, 0);
        for (uint32_t i = 1; i < ir_operand_count(shader, ref); i++)
            if (ir_operand(shader, ref, i) != ref && ir_operand(shader, ref, i) != first)
                return ref;
        ref = first;
    }
    return ref;
}

static bool implies(const struct ir_shader *shader, ir_ref a, ir_ref b, unsigned depth);

/* Does every operand of a imply b? */
static bool
all_imply(const struct ir_shader *shader, ir_ref a, ir_ref b, unsigned depth)
{
    const uint32_t count = ir_operand_count(shader, a);

    for (uint32_t i = 0; i < count; i++)
        if (!implies(shader, ir_operand(shader, a, i), b, depth))
            return false;
    return count > 0;
}

static bool
implies_by_second(const struct ir_shader *shader, ir_ref a, ir_ref b, unsigned depth)
{
    switch ((unsigned)ir_op_of(shader, b)) {
    case ir_op_iand:
        return implies(shader, a, ir_operand(shader, b, 0), depth) &&
               implies(shader, a, ir_operand(shader, b, 1), depth);
    case ir_op_ior:
        return implies(shader, a, ir_operand(shader, b, 0), depth) ||
               implies(shader, a, ir_operand(shader, b, 1), depth);
    case ir_op_quad_any:
        return implies(shader, a, ir_operand(shader, b, 0), depth);
    }
    return false;
}

/* In a lane where a is true, is b? Both of one round of all loops. */
static bool
implies(const struct ir_shader *shader, ir_ref a, ir_ref b, unsigned depth)
{
    a = before_loops(shader, a);
    b = before_loops(shader, b);
    if (a == b || is_const(shader, a, false) || is_const(shader, b, true))
        return true;
    if (depth-- == 0)
        return false;
    switch ((unsigned)ir_op_of(shader, a)) {
    case ir_op_iand:
        if (implies(shader, ir_operand(shader, a, 0), b, depth) ||
            implies(shader, ir_operand(shader, a, 1), b, depth))
            return true;
        break;
    case ir_op_ior:
        if (all_imply(shader, a, b, depth))
            return true;
        break;
    case ir_op_quad_any:
        if (is_quad_uniform(shader, b, depth) &&
            implies(shader, ir_operand(shader, a, 0), b, depth))
            return true;
        break;
    case ir_op_merge:
        if (!is_head(shader, a) && all_imply(shader, a, b, depth))
            return true;
        break;
    }
    return implies_by_second(shader, a, b, depth);
}

/* ---- what is known of a lane ---- */

/* Conditions that are true of it, or false. */
struct facts {
    ir_ref refs[MAX_FACTS];
    bool is_true[MAX_FACTS];
    unsigned count;
};

/* One that there is no room for is forgotten, which proves less. */
static void
add_fact(const struct ir_shader *shader, struct facts *facts, ir_ref ref, bool is_true)
{
    ref = before_loops(shader, ref);
    const enum ir_op op = ir_op_of(shader, ref);

    if (facts->count == MAX_FACTS)
        return;
    if (op == ir_op_inot) {
        add_fact(shader, facts, ir_operand(shader, ref, 0), !is_true);
        return;
    }
    facts->refs[facts->count] = ref;
    facts->is_true[facts->count++] = is_true;
    if ((op == ir_op_iand && is_true) || (op == ir_op_ior && !is_true)) {
        add_fact(shader, facts, ir_operand(shader, ref, 0), is_true);
        add_fact(shader, facts, ir_operand(shader, ref, 1), is_true);
    } else if (op == ir_op_quad_any && !is_true) {
        add_fact(shader, facts, ir_operand(shader, ref, 0), false);
    }
}

/* Can there be no such lane? */
static bool
contradict(const struct ir_shader *shader, const struct facts *facts)
{
    for (unsigned i = 0; i < facts->count; i++) {
        if (is_const(shader, facts->refs[i], !facts->is_true[i]))
            return true;
        for (unsigned j = 0; j < facts->count; j++)
            if (facts->is_true[i] && !facts->is_true[j] &&
                implies(shader, facts->refs[i], facts->refs[j], MAX_DEPTH))
                return true;
    }
    return false;
}

/* What the fact is about, where control came by this edge to the marker behind which it stands. */
static ir_ref
on_edge(const struct ir_shader *shader, ir_ref ref, ir_ref edge)
{
    if (ir_op_of(shader, ref) != ir_op_merge || is_head(shader, ref))
        return ref;
    for (uint32_t i = 0; i < ir_operand_count(shader, ref); i++)
        if (ir_merge_edge(shader, ref, i) == edge)
            return ir_operand(shader, ref, i);
    return ref;
}

/* What is known where control came by an edge of the merge, which is none at a loop's head. */
static struct facts
facts_of_edge(const struct ir_shader *shader, const struct facts *facts, ir_ref merge, uint32_t i)
{
    const ir_ref edge = ir_merge_edge(shader, merge, i);
    const enum ir_op op = ir_op_of(shader, edge);
    const ir_ref end = op == ir_op_else ? ir_partner(shader, edge) : edge;
    struct facts here = {.count = 0};

    if (op == ir_op_else || op == ir_op_endif)
        add_fact(shader, &here, ir_operand(shader, ir_partner(shader, end), 0), op == ir_op_else);
    for (unsigned k = 0; k < facts->count; k++)
        add_fact(shader, &here, on_edge(shader, facts->refs[k], edge), facts->is_true[k]);
    return here;
}

/* ---- what a value is ---- */

static uint32_t
find(const struct rdna_lowering *l, ir_ref value, ir_ref readers)
{
    const struct ir_shader *shader = l->shader;
    uint32_t found;

    if (l->interp->steps++ >= MAX_STEPS)
        return NO_TAG;
    switch ((unsigned)ir_op_of(shader, value)) {
    case ir_op_copy:
        return tag_of(l->interp, value);
    case ir_op_bitcast:
        return find(l, ir_operand(shader, value, 0), readers);
    case ir_op_select:
        found = find(l, ir_operand(shader, value, 1), readers);
        if (readers && implies(shader, readers, ir_operand(shader, value, 0), MAX_DEPTH))
            return found;
        return found == find(l, ir_operand(shader, value, 2), readers) ? found : NO_TAG;
    case ir_op_merge:
        return ir_operand_count(shader, value) ? find(l, ir_operand(shader, value, 0), readers)
                                               : NO_TAG;
    }
    return NO_TAG;
}

/* The tag that the value seems to be where EXEC is set, merges being what their first way gives;
 * NULL. What it is on all ways is asked in the end. */
static const struct tag *
find_tag(struct rdna_lowering *l, ir_ref value)
{
    if (!l->interp)
        return NULL;
    l->interp->steps = 0;
    const uint32_t found = find(l, value, l->exec);
    return found == NO_TAG ? NULL : &l->interp->tags.data[found];
}

static bool is_only(const struct rdna_lowering *l, ir_ref value, const struct facts *facts,
                    uint32_t tag);

static bool
is_only_write(const struct rdna_lowering *l, ir_ref value, const struct facts *facts, uint32_t tag)
{
    for (uint32_t i = 1; i < 3; i++) {
        struct facts here = *facts;
        add_fact(l->shader, &here, ir_operand(l->shader, value, 0), i == 1);
        if (!is_only(l, ir_operand(l->shader, value, i), &here, tag))
            return false;
    }
    return true;
}

/* What comes round a loop was chosen by conditions of another round: nothing is known of them. So
 * each such merge is asked once. */
static bool
is_only_round(const struct rdna_lowering *l, ir_ref value, uint32_t tag)
{
    const struct facts none = {.count = 0};

    if (l->interp->stamps[value] == l->interp->stamp)
        return true;
    l->interp->stamps[value] = l->interp->stamp;
    for (uint32_t i = 0; i < ir_operand_count(l->shader, value); i++)
        if (!is_only(l, ir_operand(l->shader, value, i), &none, tag))
            return false;
    return true;
}

static bool
is_only_merge(const struct rdna_lowering *l, ir_ref value, const struct facts *facts, uint32_t tag)
{
    for (uint32_t i = 0; i < ir_operand_count(l->shader, value); i++) {
        const struct facts here = facts_of_edge(l->shader, facts, value, i);
        if (!is_only(l, ir_operand(l->shader, value, i), &here, tag))
            return false;
    }
    return true;
}

/* Is the value, in lanes of which this is known, the tag; or, with NO_TAG, none? */
static bool
is_only(const struct rdna_lowering *l, ir_ref value, const struct facts *facts, uint32_t tag)
{
    struct rdna_interp *interp = l->interp;

    value = before_loops(l->shader, value);
    if ((tag == NO_TAG && !interp->tainted[value]) || contradict(l->shader, facts))
        return true;
    if (!interp->tainted[value] || interp->steps++ == MAX_STEPS)
        return false;
    switch ((unsigned)ir_op_of(l->shader, value)) {
    case ir_op_copy:
        return tag_of(interp, value) == tag;
    case ir_op_bitcast:
        return is_only(l, ir_operand(l->shader, value, 0), facts, tag);
    case ir_op_select:
        return is_only_write(l, value, facts, tag);
    }
    return is_head(l->shader, value) ? is_only_round(l, value, tag)
                                     : is_only_merge(l, value, facts, tag);
}

/* ---- readings ---- */

/* Reads of the quad, or of the wave: of lanes that are on, or that are on where the reader is. */
static ir_ref
readers_of(const struct rdna_lowering *l)
{
    const bool is_dpp = l->inst->form == rdna_form_dpp16 || l->inst->form == rdna_form_dpp8;

    if (l->readers || !is_dpp || !l->exec)
        return l->readers;
    if (!rdna_dpp_fetch_inactive(l->inst))
        return l->exec;
    return l->company == rdna_company_quad && is_quad_uniform(l->shader, l->exec, MAX_DEPTH)
               ? l->exec
               : 0;
}

void
rdna_note_read(struct rdna_lowering *l, ir_ref value)
{
    if (l->interp && is_carrier(ir_op_of(l->shader, value)))
        note(l, value, readers_of(l), NO_TAG);
}

void
rdna_note_write(struct rdna_lowering *l, ir_ref value)
{
    if (l->interp)
        base_array_push(l->arena, &l->interp->writes, value);
}

static bool
taint(struct rdna_interp *interp, const struct ir_shader *shader, ir_ref ref)
{
    const enum ir_op op = ir_op_of(shader, ref);

    if (interp->tainted[ref] || !is_carrier(op) || (op == ir_op_select && !interp->is_write[ref]))
        return false;
    for (uint32_t i = op == ir_op_select; i < ir_operand_count(shader, ref); i++)
        interp->tainted[ref] |= interp->tainted[ir_operand(shader, ref, i)];
    return interp->tainted[ref];
}

static void
find_tainted(struct rdna_lowering *l)
{
    struct rdna_interp *interp = l->interp;
    bool changed = true;

    interp->tainted = base_arena_new_array(l->arena, bool, l->shader->insts.count);
    interp->is_write = base_arena_new_array(l->arena, bool, l->shader->insts.count);
    interp->stamps = base_arena_new_array(l->arena, uint32_t, l->shader->insts.count);
    for (uint32_t i = 0; i < interp->tags.count; i++)
        interp->tainted[interp->tags.data[i].ref] = true;
    for (uint32_t i = 0; i < interp->writes.count; i++)
        interp->is_write[interp->writes.data[i]] = true;
    while (changed) {
        changed = false;
        for (ir_ref ref = l->shader->first; ref; ref = ir_next(l->shader, ref))
            changed |= taint(interp, l->shader, ref);
    }
}

/* ---- readings, when all is built ---- */

/* An if around the place at hand. */
struct region {
    ir_ref condition;
    bool is_true;
};

struct regions {
    BASE_ARRAY(struct region) open;
};

static void
pass_marker(struct rdna_lowering *l, struct regions *regions, ir_ref ref)
{
    const struct region region = {ir_at(l->shader, ref)->arg[0], true};

    switch ((unsigned)ir_op_of(l->shader, ref)) {
    case ir_op_if:
        base_array_push(l->arena, &regions->open, region);
        break;
    case ir_op_else:
        regions->open.data[regions->open.count - 1].is_true = false;
        break;
    case ir_op_endif:
        regions->open.count--;
        break;
    }
}

static void
check(struct rdna_lowering *l, const struct reading *reading, const struct regions *regions)
{
    struct facts facts = {.count = 0};

    if (reading->readers)
        add_fact(l->shader, &facts, reading->readers, true);
    for (uint32_t i = regions->open.count; i-- > 0 && facts.count < MAX_FACTS;)
        add_fact(l->shader, &facts, regions->open.data[i].condition, regions->open.data[i].is_true);
    l->interp->stamp++;
    l->interp->steps = 0;
    if (reading->index == l->interp->refused || is_only(l, reading->value, &facts, reading->tag))
        return;
    l->interp->refused = reading->index;
    l->inst = &l->cfg->insts[reading->index];
    rdna_refuse(l, QD_CODE_UNSUPPORTED,
                reading->tag == NO_TAG
                    ? "barycentrics as data are not translated: Vulkan interpolates itself"
                    : "what is interpolated with is not the same on all ways that lead here");
}

void
rdna_interp_finish(struct rdna_lowering *l)
{
    struct rdna_interp *interp = l->interp;
    struct regions regions = {0};
    uint32_t next = 0;

    /* What was refused left registers as they were. */
    if (!interp || l->has_failed)
        return;
    interp->refused = UINT32_MAX;
    find_tainted(l);
    for (ir_ref ref = l->shader->first; ref; ref = ir_next(l->shader, ref)) {
        pass_marker(l, &regions, ref);
        for (; next < interp->readings.count && interp->readings.data[next].at == ref; next++)
            check(l, &interp->readings.data[next], &regions);
    }
}

/* ---- attributes ---- */

static enum ir_sampling
sampling_of(unsigned pair)
{
    switch (pair) {
    case rdna_start_persp_sample:
    case rdna_start_linear_sample:
        return ir_sampling_sample;
    case rdna_start_persp_centroid:
    case rdna_start_linear_centroid:
        return ir_sampling_centroid;
    }
    return ir_sampling_center;
}

static enum ir_interp
interp_of_pair(unsigned pair)
{
    return pair >= rdna_start_linear_sample ? ir_interp_linear : ir_interp_perspective;
}

static const struct attribute *
declare(struct rdna_lowering *l, enum ir_interp interp, enum ir_sampling sampling)
{
    struct attribute *attribute = &interp_of(l)->attributes[l->inst->attr];

    if (attribute->is_declared)
        return attribute;
    const struct ir_io io = {
        .name = base_arena_printf(l->arena, "attr%u", l->inst->attr),
        .location = l->inst->attr,
        .type = ir_type_f32,
        .components = 4,
        .interp = interp,
        .sampling = sampling,
    };
    *attribute = (struct attribute){true, interp, sampling, ir_add_input(l->shader, &io)};
    return attribute;
}

/* The attribute that the instruction names. Where it is declared as evaluated elsewhere in the
 * pixel, it is evaluated once more. */
static ir_ref
read_attribute(struct rdna_lowering *l, enum ir_interp interp, enum ir_sampling sampling)
{
    const struct attribute *attribute = declare(l, interp, sampling);
    const uint32_t imm = ir_io_imm(attribute->input, l->inst->chan);
    struct ir_builder *b = &l->b;

    if (attribute->interp != interp) {
        rdna_refuse(l, QD_CODE_UNSUPPORTED, "attribute %u is read both %s and %s", l->inst->attr,
                    ir_interp_name(attribute->interp), ir_interp_name(interp));
        return REAL(0);
    }
    if (attribute->sampling == sampling)
        return ir_build_op(b, ir_op_load_input, ir_type_f32, 0, 0, imm);
    switch (sampling) {
    case ir_sampling_centroid:
        return ir_build_op(b, ir_op_interp_centroid, ir_type_f32, 0, 0, imm);
    case ir_sampling_sample:
        return ir_build_op(b, ir_op_interp_sample, ir_type_f32,
                           rdna_builtin(l, ir_builtin_sample_id, 0), 0, imm);
    default: {
        const ir_ref zero = REAL(0);
        return ir_build_op(b, ir_op_interp_offset, ir_type_f32, zero, zero, imm);
    }
    }
}

/* ---- rows ---- */

/* The tag in the source, which is noted; NULL after a refusal. */
static const struct tag *
read_weight(struct rdna_lowering *l, unsigned axis)
{
    const unsigned reg = l->inst->src[0] - RDNA_VGPR0;

    if (l->inst->neg || l->inst->abs) {
        rdna_refuse(l, QD_CODE_UNSUPPORTED, "barycentrics with another sign are not translated");
        return NULL;
    }
    const ir_ref value = rdna_kept_vector(l, reg, ir_type_i32);
    const struct tag *tag = find_tag(l, value);
    if (!tag || tag->is_first || tag->axis != axis) {
        rdna_refuse(l, QD_CODE_UNSUPPORTED,
                    "v%u is not known to hold the barycentric %c that the program began with", reg,
                    axis ? 'J' : 'I');
        return NULL;
    }
    note(l, value, l->exec, tag_of(l->interp, tag->ref));
    return tag;
}

static void
first_in_lane(struct rdna_lowering *l)
{
    const unsigned reg = l->inst->dst - RDNA_VGPR0;
    const struct tag *weight = read_weight(l, 0);

    if (!weight)
        return;
    struct tag tag = {.is_first = true,
                      .pair = weight->pair,
                      .attr = l->inst->attr,
                      .chan = l->inst->chan,
                      .before = rdna_kept_vector(l, reg, ir_type_i32),
                      .writes = l->writes};
    rdna_set_vector(l, reg, add_tag(l, &tag));
}

static void
second_in_lane(struct rdna_lowering *l)
{
    const unsigned reg = l->inst->dst - RDNA_VGPR0;
    const struct tag *weight = read_weight(l, 1);

    if (!weight)
        return;
    const unsigned pair = weight->pair;
    const ir_ref value = rdna_kept_vector(l, reg, ir_type_i32);
    const struct tag *tag = find_tag(l, value);
    if (!tag || !tag->is_first || tag->attr != l->inst->attr || tag->chan != l->inst->chan ||
        tag->pair != pair) {
        rdna_refuse(l, QD_CODE_UNSUPPORTED,
                    "v%u is not known to hold what v_interp_p1_f32 made of attr%u.%c and the same "
                    "barycentrics",
                    reg, l->inst->attr, "xyzw"[l->inst->chan]);
        return;
    }
    note(l, value, l->exec, tag_of(l->interp, tag->ref));
    if (tag->writes == l->writes)
        rdna_force_vector(l, reg, tag->before);
    rdna_write_result(l, read_attribute(l, interp_of_pair(pair), sampling_of(pair)));
}

static void
lower_p1(struct rdna_lowering *l)
{
    if (l->inst->omod || l->inst->clamp)
        rdna_refuse(l, QD_CODE_UNSUPPORTED, "a changed result is not translated");
    else
        rdna_for_lanes(l, false, first_in_lane);
}

static void
lower_p2(struct rdna_lowering *l)
{
    rdna_for_lanes(l, false, second_in_lane);
}

static void
flat_in_lane(struct rdna_lowering *l)
{
    rdna_write_result(l, read_attribute(l, ir_interp_flat, ir_sampling_center));
}

static void
lower_mov(struct rdna_lowering *l)
{
    static const char *const names[] = {"P10", "P20"};

    if (l->inst->imm != 2)
        rdna_refuse(l, QD_CODE_UNSUPPORTED, "%s: differences between vertices are not translated",
                    (unsigned)l->inst->imm < 2 ? names[l->inst->imm] : "no parameter");
    else
        rdna_for_lanes(l, false, flat_in_lane);
}

static void
refuse_halves(struct rdna_lowering *l)
{
    rdna_refuse(l, QD_CODE_UNSUPPORTED,
                "attributes of two halves are not translated: Vulkan interpolates whole floats");
}

const struct rdna_lower_row rdna_rows_interp[rdna_op_count] = {
    [rdna_op_v_interp_p1_f32] = {lower_p1, NULL, 0},
    [rdna_op_v_interp_p2_f32] = {lower_p2, NULL, 0},
    [rdna_op_v_interp_mov_f32] = {lower_mov, NULL, RDNA_ROW_RAW},
    [rdna_op_v_interp_p1ll_f16] = {refuse_halves, NULL, 0},
    [rdna_op_v_interp_p1lv_f16] = {refuse_halves, NULL, 0},
    [rdna_op_v_interp_p2_f16] = {refuse_halves, NULL, 0},
};
