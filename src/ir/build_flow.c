/* SPDX-License-Identifier: MIT
 *
 * Regions, and variables turned into SSA while the shader is built.
 *
 * Each open region keeps a log of the variables that were written in it and what they were before,
 * so that leaving it can collect what changed and put the old values back. A join then merges what
 * the ways to it changed. The head of a loop is harder: what comes round is not known yet. A
 * variable remembers the loop that its value was set in; reading it in a loop further in gives
 * each loop on the way a merge at its head, whose edges are filled when that loop ends. break and
 * continue note the values of all that was written in the loop on the way to them: each loop has a
 * list of what was written in it anywhere, so that a jump need not look at every region around it.
 */
#include "ir/ir_priv.h"

#include <string.h>

#define NO_ROW UINT32_MAX

struct variable {
    ir_ref value;    /* 0: never written. */
    uint32_t region; /* Number of the innermost region whose log has it. */
    uint32_t level;  /* How many loops were open where value was set. */
    uint32_t loop;   /* Number of the innermost open loop that has it in its list; 0: none. */
    uint32_t stamp;  /* Of the last table that has it. */
    uint32_t row;    /* Its row in that table; NO_ROW if it is left out. */
    uint8_t bits;    /* 0: 32, as nearly all have. */
};

struct log_entry {
    uint32_t variable;
    ir_ref value;
    uint32_t region;
    uint32_t level;
    uint32_t next; /* In the region's log; index + 1. */
};

/* A variable that was written in a loop. */
struct change {
    uint32_t variable;
    uint32_t loop; /* What its loop was before. */
};

/* What a variable was at the end of a way. */
struct written {
    uint32_t variable;
    ir_ref value;
};

struct site {
    ir_ref marker;  /* The break, continue, endloop, else or endif. */
    uint32_t first; /* In flow.written. */
    uint32_t count;
};

struct head {
    uint32_t variable;
    ir_ref merge;
    bool is_trivial;
};

struct region {
    enum ir_op kind; /* if, else or loop. */
    ir_ref marker;   /* The if or the loop. */
    uint32_t number;
    uint32_t log; /* First entry; index + 1. */
    /* An else: how the first branch ended. */
    bool then_is_live;
    struct site then_site;
    uint32_t written_base; /* What flow's were when the region opened. */
    uint32_t jumps_end;
    /* A loop: where head merges go, what was written in it, what its jumps noted. */
    ir_ref last_merge;
    BASE_ARRAY(struct change) changes;
    BASE_ARRAY(struct head) heads;
    BASE_ARRAY(struct site) breaks;
    BASE_ARRAY(struct site) continues;
};

/* What a set of sites wrote: variables by rows, sites by columns; 0 where a site did not. */
struct table {
    BASE_ARRAY(uint32_t) variables;
    ir_ref *values;
    size_t value_capacity;
    uint32_t site_count;
};

struct ir_builder_flow {
    struct base_arena *arena;
    BASE_ARRAY(struct region) regions;
    BASE_ARRAY(uint32_t) loops; /* Indices of the open loops' regions. */
    BASE_ARRAY(struct variable) variables;
    BASE_ARRAY(struct log_entry) log;
    BASE_ARRAY(struct written) written;
    uint32_t jumps_end; /* How much of written the jumps of open loops still need. */
    struct table table; /* One at a time, for its memory's sake. */
    uint32_t region_number;
    uint32_t region_high; /* Most regions that were open at once. */
    uint32_t stamp;
};

struct ir_builder_flow *
ir_flow_create(struct base_arena *arena)
{
    struct ir_builder_flow *flow = base_arena_new(arena, struct ir_builder_flow);

    flow->arena = arena;
    return flow;
}

/* ---- variables ---- */

uint32_t
ir_build_variables(struct ir_builder *b, uint32_t count, unsigned bits)
{
    struct ir_builder_flow *flow = b->flow;
    const uint32_t first = flow->variables.count;

    base_array_reserve(flow->arena, &flow->variables, count, sizeof(struct variable));
    struct variable *variables = flow->variables.data + first;
    if (count > 0)
        memset(variables, 0, count * sizeof(*variables));
    for (uint32_t i = 0; bits != 32 && i < count; i++)
        variables[i].bits = (uint8_t)bits;
    flow->variables.count += count;
    return first;
}

static ir_type_id
type_of_width(unsigned bits)
{
    switch (bits) {
    case 1:
        return ir_type_bool;
    case 8:
        return ir_type_i8;
    case 16:
        return ir_type_i16;
    case 64:
        return ir_type_i64;
    }
    return ir_type_i32;
}

/* Notes in a region's log what the variable is, before it changes there. */
static void
log_variable(struct ir_builder_flow *flow, struct region *region, uint32_t index)
{
    struct variable *variable = &flow->variables.data[index];
    struct log_entry *entry = base_array_add(flow->arena, &flow->log);

    *entry =
        (struct log_entry){index, variable->value, variable->region, variable->level, region->log};
    region->log = flow->log.count;
    variable->region = region->number;
}

/* Puts a variable on the list of the innermost loop. */
static void
note_change(struct ir_builder_flow *flow, uint32_t index)
{
    struct variable *variable = &flow->variables.data[index];
    struct region *loop = &flow->regions.data[flow->loops.data[flow->loops.count - 1]];

    if (variable->loop == loop->number)
        return;
    base_array_push(flow->arena, &loop->changes, ((struct change){index, variable->loop}));
    variable->loop = loop->number;
}

void
ir_build_write(struct ir_builder *b, uint32_t index, ir_ref value)
{
    struct ir_builder_flow *flow = b->flow;

    if (b->is_dead)
        return;
    if (flow->regions.count > 0) {
        struct region *region = &flow->regions.data[flow->regions.count - 1];

        if (flow->variables.data[index].region != region->number)
            log_variable(flow, region, index);
    }
    if (flow->loops.count > 0)
        note_change(flow, index);
    flow->variables.data[index].value = value;
    flow->variables.data[index].level = flow->loops.count;
}

static ir_ref
insert_after(struct ir_shader *shader, ir_ref at, enum ir_op op, ir_type_id type)
{
    return ir_insert_before(shader, ir_next(shader, at), op, type);
}

/* The variable's value, seen from inside the outermost levels loops: loops that it came into from
 * outside get a merge at their heads. Neither they nor the regions in them have it in their logs.
 */
static ir_ref
resolve(struct ir_builder *b, uint32_t index, uint32_t levels)
{
    struct ir_builder_flow *flow = b->flow;
    struct variable *variable = &flow->variables.data[index];

    while (variable->level < levels) {
        struct region *loop = &flow->regions.data[flow->loops.data[variable->level]];

        if (!variable->value)
            variable->value = ir_build_undef(b, type_of_width(variable->bits));
        const ir_ref entry = variable->value;
        const ir_ref merge =
            insert_after(b->shader, loop->last_merge, ir_op_merge, ir_type_of(b->shader, entry));
        ir_merge_add_edge(b->shader, merge, loop->marker, entry);
        loop->last_merge = merge;
        base_array_push(flow->arena, &loop->heads, ((struct head){index, merge, false}));
        log_variable(flow, loop, index);
        variable->value = merge;
        variable->level++;
    }
    return variable->value;
}

ir_ref
ir_build_read(struct ir_builder *b, uint32_t index, enum ir_type type)
{
    if (b->is_dead)
        return ir_build_undef(b, (ir_type_id)type);
    const struct variable *variable = &b->flow->variables.data[index];
    const uint32_t levels = b->flow->loops.count;
    const ir_ref value = variable->level < levels ? resolve(b, index, levels) : variable->value;
    if (value && ir_type_of(b->shader, value) == (ir_type_id)type)
        return value;
    return value ? ir_build_bitcast(b, type, value) : ir_build_undef(b, (ir_type_id)type);
}

/* ---- what regions changed ---- */

/* Appends the present values of what the innermost region, an if, has in its log. */
static struct site
collect(struct ir_builder_flow *flow, ir_ref marker)
{
    const struct region *region = &flow->regions.data[flow->regions.count - 1];
    struct site site = {marker, flow->written.count, 0};

    for (uint32_t e = region->log; e; e = flow->log.data[e - 1].next) {
        const uint32_t index = flow->log.data[e - 1].variable;

        base_array_push(flow->arena, &flow->written,
                        ((struct written){index, flow->variables.data[index].value}));
    }
    site.count = flow->written.count - site.first;
    return site;
}

/* The same of what was written in the innermost loop on the way here: what was written on other
 * ways has its old region again. */
static struct site
collect_in_loop(struct ir_builder_flow *flow, ir_ref marker)
{
    const struct region *loop = &flow->regions.data[flow->loops.data[flow->loops.count - 1]];
    struct site site = {marker, flow->written.count, 0};

    for (uint32_t i = 0; i < loop->changes.count; i++) {
        const uint32_t index = loop->changes.data[i].variable;
        const struct variable *variable = &flow->variables.data[index];

        if (variable->region >= loop->number)
            base_array_push(flow->arena, &flow->written,
                            ((struct written){index, variable->value}));
    }
    site.count = flow->written.count - site.first;
    return site;
}

/* Gives the variables of a region's log back what they were. */
static void
undo(struct ir_builder_flow *flow, struct region *region)
{
    for (uint32_t e = region->log; e; e = flow->log.data[e - 1].next) {
        const struct log_entry *entry = &flow->log.data[e - 1];
        struct variable *variable = &flow->variables.data[entry->variable];

        variable->value = entry->value;
        variable->region = entry->region;
        variable->level = entry->level;
    }
    region->log = 0;
}

/* Forgets what only the closed region needed to know. */
static void
close_region(struct ir_builder_flow *flow)
{
    const struct region *region = &flow->regions.data[flow->regions.count - 1];

    if (region->kind == ir_op_loop) {
        flow->jumps_end = region->jumps_end;
        for (uint32_t i = 0; i < region->changes.count; i++)
            flow->variables.data[region->changes.data[i].variable].loop =
                region->changes.data[i].loop;
    }
    flow->written.count =
        region->written_base > flow->jumps_end ? region->written_base : flow->jumps_end;
    flow->regions.count--;
    if (flow->regions.count == 0)
        flow->log.count = 0;
}

/* value as type, the bitcast standing before the marker that its edge names. */
static ir_ref
cast_before(struct ir_builder *b, ir_ref marker, ir_ref value, ir_type_id type)
{
    struct ir_shader *shader = b->shader;

    if (!value)
        return ir_build_undef(b, type);
    if (ir_type_of(shader, value) == type)
        return value;
    if (ir_op_of(shader, value) == ir_op_const || ir_op_of(shader, value) == ir_op_undef)
        return ir_build_bitcast(b, ir_type_scalar(type), value);
    if (ir_op_of(shader, value) == ir_op_bitcast &&
        ir_type_of(shader, ir_operand(shader, value, 0)) == type)
        return ir_operand(shader, value, 0);
    const ir_ref cast = ir_insert_before(shader, marker, ir_op_bitcast, type);
    ir_at(shader, cast)->arg[0] = value;
    return cast;
}

/* ---- tables ---- */

static struct table *
table_begin(struct ir_builder_flow *flow)
{
    flow->stamp++;
    flow->table.variables.count = 0;
    return &flow->table;
}

static void
table_add_variable(struct ir_builder_flow *flow, struct table *table, uint32_t index)
{
    struct variable *variable = &flow->variables.data[index];

    if (variable->stamp == flow->stamp)
        return;
    variable->stamp = flow->stamp;
    variable->row = table->variables.count;
    base_array_push(flow->arena, &table->variables, index);
}

static void
table_leave_out(struct ir_builder_flow *flow, uint32_t index)
{
    flow->variables.data[index].stamp = flow->stamp;
    flow->variables.data[index].row = NO_ROW;
}

static void
table_add_sites(struct ir_builder_flow *flow, struct table *table, const struct site *sites,
                uint32_t site_count)
{
    for (uint32_t s = 0; s < site_count; s++)
        for (uint32_t w = 0; w < sites[s].count; w++)
            table_add_variable(flow, table, flow->written.data[sites[s].first + w].variable);
}

static void
table_fill(struct ir_builder_flow *flow, struct table *table, const struct site *sites,
           uint32_t site_count)
{
    const size_t size = (size_t)table->variables.count * site_count;

    table->site_count = site_count;
    if (!table->values || size > table->value_capacity) {
        base_arena_free(flow->arena, table->values, table->value_capacity * sizeof(ir_ref));
        table->value_capacity = size + size / 2;
        table->values = base_arena_new_array(flow->arena, ir_ref, table->value_capacity);
    }
    if (size > 0)
        memset(table->values, 0, size * sizeof(ir_ref));
    for (uint32_t s = 0; s < site_count; s++) {
        for (uint32_t w = 0; w < sites[s].count; w++) {
            const struct written *written = &flow->written.data[sites[s].first + w];
            const struct variable *variable = &flow->variables.data[written->variable];

            if (variable->stamp == flow->stamp && variable->row != NO_ROW)
                table->values[(size_t)variable->row * site_count + s] = written->value;
        }
    }
}

static ir_ref *
table_row(const struct table *table, uint32_t row)
{
    return table->values + (size_t)row * table->site_count;
}

/* ---- if ---- */

static void
open_region(struct ir_builder *b, enum ir_op kind, ir_ref marker)
{
    struct ir_builder_flow *flow = b->flow;
    struct region *region;

    /* What was here before leaves the memory of its arrays behind. */
    if (flow->regions.count == flow->region_high) {
        (void)base_array_add(flow->arena, &flow->regions);
        flow->region_high++;
    } else {
        flow->regions.count++;
    }
    region = &flow->regions.data[flow->regions.count - 1];
    region->kind = kind;
    region->marker = marker;
    region->number = ++flow->region_number;
    region->log = 0;
    region->then_is_live = false;
    region->written_base = flow->written.count;
    region->jumps_end = flow->jumps_end;
    region->last_merge = marker;
    region->changes.count = 0;
    region->heads.count = 0;
    region->breaks.count = 0;
    region->continues.count = 0;
}

void
ir_build_if(struct ir_builder *b, ir_ref condition)
{
    if (b->is_dead) {
        b->dead_scopes++;
        return;
    }
    const ir_ref marker = ir_build_op(b, ir_op_if, ir_type_void, condition, 0, 0);
    open_region(b, ir_op_if, marker);
}

void
ir_build_else(struct ir_builder *b)
{
    struct ir_builder_flow *flow = b->flow;

    if (b->dead_scopes > 0)
        return;
    struct region *region = &flow->regions.data[flow->regions.count - 1];
    const ir_ref marker = ir_append(b, ir_op_else, ir_type_void);
    ir_at(b->shader, region->marker)->arg[1] = marker;
    region->then_is_live = !b->is_dead;
    if (region->then_is_live)
        region->then_site = collect(flow, marker);
    undo(flow, region);
    region->kind = ir_op_else;
    region->number = ++flow->region_number;
    b->is_dead = false;
}

/* A merge of one variable's values at some sites, behind the merges made before it. */
static ir_ref
merge_sites(struct ir_builder *b, ir_ref *last_merge, uint32_t index, const struct site *sites,
            const ir_ref *values, uint32_t count)
{
    struct ir_shader *shader = b->shader;
    ir_type_id type = ir_type_void;

    for (uint32_t i = 0; i < count && type == ir_type_void; i++)
        if (values[i] && ir_op_of(shader, values[i]) != ir_op_undef)
            type = ir_type_of(shader, values[i]);
    if (type == ir_type_void)
        type = type_of_width(b->flow->variables.data[index].bits);
    *last_merge = insert_after(shader, *last_merge, ir_op_merge, type);
    ir_merge_reserve(shader, *last_merge, count);
    for (uint32_t i = 0; i < count; i++)
        ir_merge_add_edge(shader, *last_merge, sites[i].marker,
                          cast_before(b, sites[i].marker, values[i], type));
    return *last_merge;
}

/* One variable after an if whose ways gave it these values, 0 where a way left it alone. */
static void
join_variable(struct ir_builder *b, ir_ref *last_merge, uint32_t index, const struct site *sites,
              ir_ref *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!values[i])
            values[i] = resolve(b, index, b->flow->loops.count);
    if (count == 2 && values[0] == values[1])
        ir_build_write(b, index, values[0]);
    else
        ir_build_write(b, index, merge_sites(b, last_merge, index, sites, values, count));
}

void
ir_build_endif(struct ir_builder *b)
{
    struct ir_builder_flow *flow = b->flow;

    if (b->dead_scopes > 0) {
        b->dead_scopes--;
        return;
    }
    struct region *region = &flow->regions.data[flow->regions.count - 1];
    if (region->kind == ir_op_if) {
        ir_build_else(b);
        region = &flow->regions.data[flow->regions.count - 1];
    }
    const ir_ref marker = ir_append(b, ir_op_endif, ir_type_void);
    const ir_ref begin = region->marker;
    ir_at(b->shader, ir_partner(b->shader, begin))->arg[1] = marker;
    ir_at(b->shader, marker)->arg[1] = begin;

    struct site sites[2];
    uint32_t site_count = 0;
    if (region->then_is_live)
        sites[site_count++] = region->then_site;
    if (!b->is_dead)
        sites[site_count++] = collect(flow, marker);
    undo(flow, region);
    b->is_dead = site_count == 0;

    struct table *table = table_begin(flow);
    table_add_sites(flow, table, sites, site_count);
    table_fill(flow, table, sites, site_count);
    close_region(flow);
    ir_ref last_merge = marker;
    for (uint32_t row = 0; row < table->variables.count; row++)
        join_variable(b, &last_merge, table->variables.data[row], sites, table_row(table, row),
                      site_count);
}

/* ---- loop ---- */

void
ir_build_loop(struct ir_builder *b)
{
    struct ir_builder_flow *flow = b->flow;

    if (b->is_dead) {
        b->dead_scopes++;
        return;
    }
    const ir_ref marker = ir_append(b, ir_op_loop, ir_type_void);
    open_region(b, ir_op_loop, marker);
    base_array_push(flow->arena, &flow->loops, flow->regions.count - 1);
}

static void
build_loop_jump(struct ir_builder *b, enum ir_op op)
{
    struct ir_builder_flow *flow = b->flow;

    if (b->is_dead)
        return;
    const uint32_t index = flow->loops.data[flow->loops.count - 1];
    const ir_ref marker = ir_append(b, op, ir_type_void);
    ir_at(b->shader, marker)->arg[1] = flow->regions.data[index].marker;
    const struct site site = collect_in_loop(flow, marker);
    struct region *loop = &flow->regions.data[index];
    flow->jumps_end = flow->written.count;
    if (op == ir_op_break)
        base_array_push(flow->arena, &loop->breaks, site);
    else
        base_array_push(flow->arena, &loop->continues, site);
    b->is_dead = true;
}

void
ir_build_break(struct ir_builder *b)
{
    build_loop_jump(b, ir_op_break);
}

void
ir_build_continue(struct ir_builder *b)
{
    build_loop_jump(b, ir_op_continue);
}

/* Fills the head merges' edges. What comes round unchanged is the merge itself. */
static void
close_heads(struct ir_builder *b, struct region *loop)
{
    struct ir_builder_flow *flow = b->flow;
    struct ir_shader *shader = b->shader;
    struct table *table = table_begin(flow);

    for (uint32_t h = 0; h < loop->heads.count; h++)
        table_add_variable(flow, table, loop->heads.data[h].variable);
    table_fill(flow, table, loop->continues.data, loop->continues.count);
    for (uint32_t h = 0; h < loop->heads.count; h++) {
        struct head *head = &loop->heads.data[h];
        const ir_ref entry = ir_operand(shader, head->merge, 0);
        const ir_ref *values = table_row(table, h);

        head->is_trivial = true;
        ir_merge_reserve(shader, head->merge, table->site_count);
        for (uint32_t s = 0; s < table->site_count; s++) {
            const ir_ref marker = loop->continues.data[s].marker;
            const ir_ref value = cast_before(b, marker, values[s] ? values[s] : head->merge,
                                             ir_type_of(shader, head->merge));

            ir_merge_add_edge(shader, head->merge, marker, value);
            head->is_trivial = head->is_trivial && (value == head->merge || value == entry);
        }
    }
}

/* A variable that comes round changed, and that some break leaves as the round began with it, needs
 * a head merge even where nothing in the loop reads it. Called with the loop's log undone. */
static void
add_needed_heads(struct ir_builder *b, uint32_t loop_index)
{
    struct ir_builder_flow *flow = b->flow;
    struct region *loop = &flow->regions.data[loop_index];
    struct table *table = table_begin(flow);

    for (uint32_t h = 0; h < loop->heads.count; h++)
        table_leave_out(flow, loop->heads.data[h].variable);
    table_add_sites(flow, table, loop->continues.data, loop->continues.count);
    table_fill(flow, table, loop->breaks.data, loop->breaks.count);
    for (uint32_t row = 0; row < table->variables.count; row++) {
        const ir_ref *values = table_row(table, row);
        bool is_needed = false;

        for (uint32_t s = 0; s < table->site_count; s++)
            is_needed = is_needed || !values[s];
        if (is_needed)
            (void)resolve(b, table->variables.data[row], flow->loops.count);
    }
    undo(flow, loop);
}

/* What a variable was before the loop; 0 if it does not matter, since every break gives it a value.
 * Asking could make merges at the heads of the loops around. */
static ir_ref
value_before(struct ir_builder *b, uint32_t index, const ir_ref *values, uint32_t count)
{
    const uint32_t levels = b->flow->loops.count;
    bool is_needed = b->flow->variables.data[index].level == levels;

    for (uint32_t s = 0; s < count; s++)
        is_needed = is_needed || !values[s];
    return is_needed ? resolve(b, index, levels) : 0;
}

/* After the loop, variables are what the breaks left. */
static void
join_breaks(struct ir_builder *b, ir_ref endloop, const struct region *loop)
{
    struct ir_builder_flow *flow = b->flow;
    const struct table *table = &flow->table;
    ir_ref last_merge = endloop;

    for (uint32_t row = 0; row < table->variables.count; row++) {
        const uint32_t index = table->variables.data[row];
        const struct head *head = row < loop->heads.count ? &loop->heads.data[row] : NULL;
        ir_ref *values = table_row(table, row);
        const ir_ref before = value_before(b, index, values, table->site_count);
        bool is_changed = false;

        for (uint32_t s = 0; s < table->site_count; s++) {
            if (!values[s])
                values[s] = head ? head->merge : before;
            is_changed = is_changed || !(values[s] == before ||
                                         (head && head->is_trivial && values[s] == head->merge));
        }
        if (is_changed)
            ir_build_write(
                b, index,
                merge_sites(b, &last_merge, index, loop->breaks.data, values, table->site_count));
    }
}

void
ir_build_endloop(struct ir_builder *b)
{
    struct ir_builder_flow *flow = b->flow;

    if (b->dead_scopes > 0) {
        b->dead_scopes--;
        return;
    }
    const uint32_t loop_index = flow->regions.count - 1;
    const ir_ref marker = ir_append(b, ir_op_endloop, ir_type_void);
    const ir_ref begin = flow->regions.data[loop_index].marker;
    ir_at(b->shader, begin)->arg[1] = marker;
    ir_at(b->shader, marker)->arg[1] = begin;
    if (!b->is_dead) {
        const struct site site = collect_in_loop(flow, marker);

        base_array_push(flow->arena, &flow->regions.data[loop_index].continues, site);
    }
    b->is_dead = false; /* The casts and merges below are not dead. */
    undo(flow, &flow->regions.data[loop_index]);
    add_needed_heads(b, loop_index);
    close_heads(b, &flow->regions.data[loop_index]);

    /* Rows of variables with a head come first, in the order of the heads. */
    const struct region loop = flow->regions.data[loop_index];
    struct table *table = table_begin(flow);
    for (uint32_t h = 0; h < loop.heads.count; h++)
        table_add_variable(flow, table, loop.heads.data[h].variable);
    table_add_sites(flow, table, loop.breaks.data, loop.breaks.count);
    table_fill(flow, table, loop.breaks.data, loop.breaks.count);
    flow->loops.count--;
    close_region(flow);
    if (loop.breaks.count == 0)
        b->is_dead = true;
    else
        join_breaks(b, marker, &loop);
}

void
ir_build_return(struct ir_builder *b)
{
    (void)ir_build_op(b, ir_op_return, ir_type_void, 0, 0, 0);
    b->is_dead = true;
}

void
ir_build_terminate(struct ir_builder *b)
{
    (void)ir_build_op(b, ir_op_terminate, ir_type_void, 0, 0, 0);
    b->is_dead = true;
}
