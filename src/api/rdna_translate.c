/* SPDX-License-Identifier: MIT
 *
 * Options of RDNA code, and what its instructions asked for.
 */
#include <quadrille/rdna.h>

#include "api/api_priv.h"

#include <string.h>

#define MAX_LDS 65536
#define MAX_SUBGROUP 128
#define MAX_STARTS 65536
#define MODE_BITS 0x3ff
#define LAST_REGISTER (QD_RDNA_V0 + 255)

/* ---- options ---- */

enum rdna_code_kind
api_code_kind(enum qd_rdna_form form)
{
    switch (form) {
    case QD_RDNA_FORM_WORDS:
        return rdna_code_words;
    case QD_RDNA_FORM_HEX:
        return rdna_code_hex;
    case QD_RDNA_FORM_OBJECT:
        return rdna_code_elf;
    case QD_RDNA_FORM_ASSEMBLY:
        return rdna_code_assembly;
    case QD_RDNA_FORM_ANY:
        break;
    }
    return rdna_code_any;
}

enum rdna_isa
api_isa(enum qd_rdna_isa isa)
{
    switch (isa) {
    case QD_RDNA_ISA_GFX1010:
        return rdna_isa_gfx1010;
    case QD_RDNA_ISA_GFX1030:
        return rdna_isa_gfx1030;
    case QD_RDNA_ISA_NONE:
    case QD_RDNA_ISA_GFX1013:
        break;
    }
    return rdna_isa_gfx1013;
}

static const struct {
    enum rdna_start_kind kind;
    uint8_t axes;
    bool is_scalar; /* Of scalar registers alone. */
    bool is_vector; /* Of vector ones. */
} start_kinds[] = {
    [QD_RDNA_START_VALUE] = {rdna_start_value, 1, false, false},
    [QD_RDNA_START_WORKGROUP_ID] = {rdna_start_group_id, 3, true, false},
    [QD_RDNA_START_WORKGROUP_COUNT] = {rdna_start_group_count, 3, true, false},
    [QD_RDNA_START_WORKGROUP_SIZE] = {rdna_start_group_size, 3, true, false},
    [QD_RDNA_START_WAVE] = {rdna_start_wave, 1, true, false},
    [QD_RDNA_START_LOCAL_ID] = {rdna_start_local_id, 3, false, true},
    [QD_RDNA_START_PACKED_ID] = {rdna_start_packed_id, 1, false, true},
    [QD_RDNA_START_LOCAL_INDEX] = {rdna_start_local_index, 1, false, true},
    [QD_RDNA_START_LANE] = {rdna_start_lane, 1, false, true},
    [QD_RDNA_START_VERTEX_ID] = {rdna_start_vertex_id, 1, false, true},
    [QD_RDNA_START_INSTANCE_ID] = {rdna_start_instance_id, 1, false, true},
    [QD_RDNA_START_PERSP_SAMPLE] = {rdna_start_persp_sample, 2, false, true},
    [QD_RDNA_START_PERSP_CENTER] = {rdna_start_persp_center, 2, false, true},
    [QD_RDNA_START_PERSP_CENTROID] = {rdna_start_persp_centroid, 2, false, true},
    [QD_RDNA_START_LINEAR_SAMPLE] = {rdna_start_linear_sample, 2, false, true},
    [QD_RDNA_START_LINEAR_CENTER] = {rdna_start_linear_center, 2, false, true},
    [QD_RDNA_START_LINEAR_CENTROID] = {rdna_start_linear_centroid, 2, false, true},
    [QD_RDNA_START_POSITION] = {rdna_start_position, 4, false, true},
    [QD_RDNA_START_FRONT_FACE] = {rdna_start_front_face, 2, false, true},
    [QD_RDNA_START_ANCILLARY] = {rdna_start_ancillary, 3, false, true},
    [QD_RDNA_START_COVERAGE] = {rdna_start_coverage, 1, false, true},
    [QD_RDNA_START_FIXED_POINT] = {rdna_start_fixed_point, 1, false, true},
};

static bool
is_register(uint32_t reg)
{
    return (reg < RDNA_INT_0 && reg != RDNA_NULL) || reg == RDNA_SCC ||
           (reg >= QD_RDNA_V0 && reg <= LAST_REGISTER);
}

static bool
is_start(const struct qd_rdna_start *start)
{
    return (unsigned)start->kind < BASE_COUNT(start_kinds) && is_register(start->reg) &&
           start->axis < start_kinds[start->kind].axes &&
           !(start_kinds[start->kind].is_vector && start->reg < QD_RDNA_V0) &&
           !(start_kinds[start->kind].is_scalar && start->reg >= QD_RDNA_V0);
}

static bool
has_starts(const struct qd_rdna_options *options)
{
    if ((!options->starts && options->start_count) || options->start_count > MAX_STARTS)
        return false;
    for (size_t i = 0; i < options->start_count; i++)
        if (!is_start(&options->starts[i]))
            return false;
    return true;
}

bool
api_rdna_is_sound(const struct qd_rdna_options *options)
{
    const uint32_t targets = options->unorm16 | options->snorm16 | options->uint16 |
                             options->sint16 | options->uint32 | options->sint32;

    return options->size == sizeof(*options) && (unsigned)options->form <= QD_RDNA_FORM_ASSEMBLY &&
           (unsigned)options->isa <= QD_RDNA_ISA_GFX1030 &&
           (options->wave_size == 0 || options->wave_size == 32 || options->wave_size == 64) &&
           (!options->has_stage || (unsigned)options->stage <= QD_STAGE_COMPUTE) &&
           (unsigned)options->company <= QD_COMPANY_WAVE &&
           options->subgroup_size <= MAX_SUBGROUP && options->mode <= MODE_BITS &&
           options->lds_size <= MAX_LDS && options->window % 4 == 0 && targets < 256 &&
           has_starts(options);
}

static const struct rdna_start *
copy_starts(const struct qd_rdna_options *options, struct base_arena *arena)
{
    struct rdna_start *starts =
        base_arena_alloc_array(arena, options->start_count, sizeof(*starts));

    for (size_t i = 0; i < options->start_count; i++) {
        const struct qd_rdna_start *start = &options->starts[i];
        starts[i] = (struct rdna_start){.kind = (uint8_t)start_kinds[start->kind].kind,
                                        .axis = (uint8_t)start->axis,
                                        .code = (uint16_t)start->reg,
                                        .value = start->value};
    }
    return starts;
}

struct guest_rdna
api_rdna_options(const struct qd_rdna_options *options, const uint32_t block_size[3],
                 struct base_arena *arena)
{
    struct guest_rdna rdna = {.kind = api_code_kind(options->form),
                              .has_isa = options->isa != QD_RDNA_ISA_NONE,
                              .has_mode = options->has_mode != 0,
                              .starts = copy_starts(options, arena),
                              .start_count = (uint32_t)options->start_count};

    rdna.lower = (struct rdna_lower_options){
        .isa = api_isa(options->isa),
        .wave_size = options->wave_size,
        .has_company = options->company != QD_COMPANY_AUTO,
        .company = options->company == QD_COMPANY_AUTO
                       ? rdna_company_lane
                       : (enum rdna_company)(options->company - QD_COMPANY_LANE),
        .subgroup_size = options->subgroup_size,
        .mode = options->mode,
        .window = options->window,
        .lds_size = options->lds_size,
        .unorm16 = (uint8_t)options->unorm16,
        .snorm16 = (uint8_t)options->snorm16,
        .uint16 = (uint8_t)options->uint16,
        .sint16 = (uint8_t)options->sint16,
        .uint32 = (uint8_t)options->uint32,
        .sint32 = (uint8_t)options->sint32,
        .exact_fma = options->exact_fma != 0,
    };
    memcpy(rdna.lower.local_size, block_size, sizeof(rdna.lower.local_size));
    return rdna;
}

/* ---- demands ---- */

static enum qd_company
company_of(enum rdna_company company)
{
    return (enum qd_company)(QD_COMPANY_LANE + (int)company);
}

static const char *
copy(struct qd_output *out, const char *text)
{
    return base_arena_copy_string(&out->report, text, strlen(text));
}

void
api_keep_demands(struct qd_output *out, const struct guest_rdna_report *report)
{
    if (!report->wave_size)
        return;
    out->company = company_of(report->company);
    for (uint32_t i = 0; i < report->demands.count; i++) {
        const struct guest_demand *demand = &report->demands.data[i];
        struct qd_demand *kept = base_array_add(&out->report, &out->demands);
        *kept = (struct qd_demand){demand->offset, company_of(demand->company),
                                   copy(out, demand->text), copy(out, demand->why)};
    }
}

enum qd_company
qd_output_company(const struct qd_output *out)
{
    return out->company;
}

uint32_t
qd_output_demand_count(const struct qd_output *out)
{
    return out->demands.count;
}

const struct qd_demand *
qd_output_demand(const struct qd_output *out, uint32_t index)
{
    return index < out->demands.count ? &out->demands.data[index] : NULL;
}
