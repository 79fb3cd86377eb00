/* SPDX-License-Identifier: MIT
 *
 * What registers of samplers and views become: images and samplers of the IR. A register that an
 * address or a handle may reach is an element of an array of descriptors, whoever reads it; every
 * other one has a binding of its own. One register that is read as several kinds of image becomes
 * several images at one binding.
 */
#include "tgsi/tgsi_priv.h"

/* ---- what the declarations say ---- */

const struct tgsi_decl *
tgsi_lower_find_view(struct tgsi_lowering *l, enum tgsi_file file, uint32_t reg)
{
    const uint32_t range = tgsi_registers_find(l->registers, file, 0, reg, &l->hints[file]);

    return range == TGSI_NO_RANGE
               ? NULL
               : &l->program->decls.data[l->registers->files[file].ranges[range].decl];
}

static enum ir_texel
texel_of(const struct tgsi_decl *view, unsigned c)
{
    return view->texel[c] == tgsi_texel_SINT   ? ir_texel_i32
           : view->texel[c] == tgsi_texel_UINT ? ir_texel_u32
                                               : ir_texel_f32;
}

/* Without a declaration, texels are floats. */
static enum ir_texel
texel_of_view(const struct tgsi_decl *view)
{
    return view ? texel_of(view, 0) : ir_texel_f32;
}

void
tgsi_scan_texels(struct tgsi_lowering *l, const struct tgsi_inst *inst,
                 const struct tgsi_operand *operand, const struct tgsi_decl *view, bool is_compared)
{
    const enum ir_texel first = texel_of(view, 0);
    const struct qd_place place = tgsi_operand_place(inst, operand);

    if (texel_of(view, 1) != first || texel_of(view, 2) != first || texel_of(view, 3) != first)
        base_error(l->diags, QD_CODE_UNSUPPORTED, place,
                   "a view of texels of several kinds is not supported");
    else if (is_compared && first != ir_texel_f32)
        base_error(l->diags, QD_CODE_TGSI_TEXTURE_TARGET, place,
                   "found a view of integers, expected one of floats, which %s compares",
                   tgsi_op_infos[inst->op].name);
}

/* Can one array hold both? */
static bool
is_alike(const struct tgsi_target_info *target, enum ir_texel texel, const struct tgsi_decl *view)
{
    if (!view)
        return texel == ir_texel_f32;
    const struct tgsi_target_info *other = &tgsi_target_infos[view->target];
    return target->dim == other->dim &&
           (target->shape & ~TGSI_TARGET_RECT) == (other->shape & ~TGSI_TARGET_RECT) &&
           texel == texel_of_view(view);
}

/* ---- arrays ---- */

static uint32_t
most_registers(enum tgsi_slots slots)
{
    return slots == tgsi_slots_views ? TGSI_MAX_VIEWS : TGSI_MAX_SAMPLERS;
}

static uint32_t
first_binding(enum tgsi_slots slots)
{
    static const uint16_t firsts[tgsi_slots_count] = {
        [tgsi_slots_combined] = TGSI_FIRST_SAMPLER,
        [tgsi_slots_views] = TGSI_FIRST_VIEW,
        [tgsi_slots_samplers] = TGSI_FIRST_SAMP,
    };

    return firsts[slots];
}

static struct tgsi_texture_slot *
slots_of(struct tgsi_lowering *l, enum tgsi_slots slots)
{
    if (!l->texture_slots[slots])
        l->texture_slots[slots] =
            base_arena_new_array(l->arena, struct tgsi_texture_slot, most_registers(slots));
    return l->texture_slots[slots];
}

/* Registers first to last, and those that share an array with one of them, are one array. */
static void
join_registers(struct tgsi_lowering *l, enum tgsi_slots slots, uint32_t first, uint32_t last)
{
    struct tgsi_texture_slot *slot = slots_of(l, slots);

    for (uint32_t r = first; r <= last; r++) {
        const uint32_t end = slot[r].first + slot[r].count;

        if (!slot[r].count)
            continue;
        first = slot[r].first < first ? slot[r].first : first;
        last = end - 1 > last ? end - 1 : last;
    }
    for (uint32_t r = first; r <= last; r++) {
        slot[r].first = (uint8_t)first;
        slot[r].count = (uint8_t)(last - first + 1);
    }
}

/* The declared register that is nearest to the one that an address is added to. */
static uint32_t
nearest_declared(const struct tgsi_lowering *l, enum tgsi_file file, int32_t index)
{
    const struct tgsi_file_ranges *ranges = &l->registers->files[file];
    int64_t nearest = 0, distance = INT64_MAX;

    for (uint32_t i = 0; i < ranges->count; i++) {
        const int64_t first = ranges->ranges[i].first, last = ranges->ranges[i].last;
        const int64_t reg = index < first ? first : index > last ? last : index;
        const int64_t away = reg < index ? index - reg : reg - index;

        if (away < distance) {
            nearest = reg;
            distance = away;
        }
    }
    return (uint32_t)nearest;
}

/* May an address lead from one register to the next to it? */
static bool
is_in_array(struct tgsi_lowering *l, enum tgsi_file file, uint32_t reg,
            const struct tgsi_target_info *target, enum ir_texel texel)
{
    const enum tgsi_file views = file == tgsi_file_SAMP ? tgsi_file_SVIEW : file;

    return tgsi_registers_find(l->registers, file, 0, reg, &l->hints[file]) != TGSI_NO_RANGE &&
           (!target || is_alike(target, texel, tgsi_lower_find_view(l, views, reg)));
}

/* The register that says what an access by an address reads. */
static uint32_t
named_register(const struct tgsi_lowering *l, const struct tgsi_operand *operand)
{
    const enum tgsi_file file = (enum tgsi_file)operand->file;

    if (!(operand->flags & TGSI_OPERAND_RELATIVE))
        return operand->index;
    const struct tgsi_relative *relative = tgsi_relative(l->program, operand);
    return operand->flags & TGSI_OPERAND_INDIRECT ? nearest_declared(l, file, relative->index)
                                                  : (uint32_t)relative->index;
}

const struct tgsi_decl *
tgsi_lower_view_decl(struct tgsi_lowering *l, const struct tgsi_operand *operand)
{
    const enum tgsi_file file =
        operand->file == tgsi_file_SAMP ? tgsi_file_SVIEW : (enum tgsi_file)operand->file;

    return tgsi_lower_find_view(l, file, named_register(l, operand));
}

/* Neighbours that are read alike, as far as they are declared. target: NULL for samplers alone. */
static void
scan_address(struct tgsi_lowering *l, enum tgsi_slots slots, const struct tgsi_operand *operand,
             const struct tgsi_target_info *target)
{
    const enum tgsi_file file = (enum tgsi_file)operand->file;
    const enum tgsi_file views = file == tgsi_file_SAMP ? tgsi_file_SVIEW : file;
    const uint32_t named = named_register(l, operand);
    const enum ir_texel texel = texel_of_view(tgsi_lower_find_view(l, views, named));
    uint32_t first = named, last = named;

    if (named >= most_registers(slots))
        return; /* The declaration is an error. */
    while (first > 0 && is_in_array(l, file, first - 1, target, texel))
        first--;
    while (last + 1 < most_registers(slots) && is_in_array(l, file, last + 1, target, texel))
        last++;
    join_registers(l, slots, first, last);
}

static bool
is_handle(const struct tgsi_operand *operand)
{
    return !(tgsi_file_infos[operand->file].flags & TGSI_FILE_RESOURCE);
}

/* All samplers that are declared, or else that can be. */
static void
handle_range(const struct tgsi_lowering *l, uint32_t *first, uint32_t *last)
{
    const uint32_t count = tgsi_registers_count(
        l->registers, tgsi_file_SAMP, tgsi_registers_first(l->registers, tgsi_file_SAMP, 0));

    *first = count ? l->registers->files[tgsi_file_SAMP].ranges[0].first : 0;
    *last = (count ? count : TGSI_MAX_SAMPLERS) - 1;
}

void
tgsi_scan_slot(struct tgsi_lowering *l, enum tgsi_slots slots, const struct tgsi_operand *operand,
               enum tgsi_target target)
{
    uint32_t first, last;

    if (is_handle(operand)) {
        handle_range(l, &first, &last);
        if (last < most_registers(slots))
            join_registers(l, slots, first, last);
    } else if (operand->flags & TGSI_OPERAND_INDIRECT) {
        scan_address(l, slots, operand,
                     slots == tgsi_slots_samplers ? NULL : &tgsi_target_infos[target]);
    }
}

/* ---- descriptors ---- */

/* The IR's image or sampler at a slot that is like this one; UINT32_MAX if there is none yet. */
static struct tgsi_image *
find_image(const struct tgsi_lowering *l, const struct tgsi_texture_slot *slot,
           const struct ir_image *wanted)
{
    for (uint32_t i = slot->images; i; i = l->images.data[i - 1].next) {
        const struct ir_image *image = &l->shader->images.data[l->images.data[i - 1].index];

        if (image->dim == wanted->dim && image->texel == wanted->texel &&
            image->is_arrayed == wanted->is_arrayed &&
            image->is_multisampled == wanted->is_multisampled)
            return &l->images.data[i - 1];
    }
    return NULL;
}

static uint32_t
image_of(struct tgsi_lowering *l, enum tgsi_slots slots, uint32_t reg,
         const struct tgsi_target_info *target, enum ir_texel texel)
{
    struct tgsi_texture_slot *slot = &slots_of(l, slots)[reg];
    const uint32_t first = slot->count ? slot->first : reg;
    const bool is_combined = slots == tgsi_slots_combined && target->dim != ir_dim_buffer;
    struct ir_image image = {.kind = is_combined ? ir_image_combined : ir_image_sampled,
                             .set = tgsi_lower_descriptor_set(l),
                             .binding = tgsi_lower_binding(l, first_binding(slots) + first),
                             .dim = (enum ir_dim)target->dim,
                             .texel = texel,
                             .is_arrayed = (target->shape & TGSI_TARGET_ARRAY) != 0,
                             .is_multisampled = (target->shape & TGSI_TARGET_SAMPLES) != 0,
                             .count = slot->count ? slot->count : 1};

    slot = &slots_of(l, slots)[first];
    const struct tgsi_image *known = find_image(l, slot, &image);
    if (known)
        return known->index;
    image.name = base_arena_number(l->arena, slots == tgsi_slots_combined ? "samp" : "view", first);
    const struct tgsi_image added = {ir_add_image(l->shader, &image), slot->images};
    base_array_push(l->arena, &l->images, added);
    slot->images = l->images.count;
    return added.index;
}

static uint32_t
sampler_of(struct tgsi_lowering *l, uint32_t reg)
{
    struct tgsi_texture_slot *slot = &slots_of(l, tgsi_slots_samplers)[reg];
    const uint32_t first = slot->count ? slot->first : reg;
    const struct ir_sampler sampler = {
        .name = base_arena_number(l->arena, "samp", first),
        .set = tgsi_lower_descriptor_set(l),
        .binding = tgsi_lower_binding(l, first_binding(tgsi_slots_samplers) + first),
        .count = slot->count ? slot->count : 1};

    slot = &slots_of(l, tgsi_slots_samplers)[first];
    if (!slot->images) {
        const struct tgsi_image added = {ir_add_sampler(l->shader, &sampler), 0};

        base_array_push(l->arena, &l->images, added);
        slot->images = l->images.count;
    }
    return l->images.data[slot->images - 1].index;
}

/* The element of the register's array that the operand names, made to lie inside; 0: there is no
 * array, or it is the first. */
static ir_ref
element_of(struct tgsi_lowering *l, const struct tgsi_operand *operand,
           const struct tgsi_texture_slot *slot, uint32_t reg, ir_ref handle)
{
    struct ir_builder *b = &l->b;
    ir_ref index = handle;
    uint32_t base = 0;

    if (!slot->count)
        return 0;
    if (!handle && !(operand->flags & TGSI_OPERAND_INDIRECT))
        return reg == slot->first ? 0 : ir_build_i32(b, reg - slot->first);
    if (!handle) {
        index = tgsi_lower_address(l, &tgsi_relative(l->program, operand)->address, 0);
        base = (uint32_t)tgsi_relative(l->program, operand)->index;
    }
    /* Before the sum, which could wrap round. */
    const uint32_t least = slot->first - base;
    index = ir_build_imin(b, index, ir_build_i32(b, least + slot->count - 1u));
    index = ir_build_imax(b, index, ir_build_i32(b, least));
    return ir_build_isub(b, index, ir_build_i32(b, least));
}

static uint8_t
unknown_elements(const struct tgsi_operand *operand, const struct tgsi_texture_slot *slot)
{
    const bool is_known = !is_handle(operand) && !(operand->flags & TGSI_OPERAND_INDIRECT);

    return is_known ? 0 : slot->count;
}

/* The register that is named, or the first that a handle may mean. */
static uint32_t
first_register(const struct tgsi_lowering *l, const struct tgsi_operand *operand)
{
    uint32_t first, last;

    if (!is_handle(operand))
        return named_register(l, operand);
    handle_range(l, &first, &last);
    return first;
}

void
tgsi_lower_combined(struct tgsi_lowering *l, unsigned src, struct tgsi_texture *texture)
{
    const struct tgsi_operand *operand = &l->operands[src];
    const struct tgsi_target_info *target = &tgsi_target_infos[l->inst->target];
    const bool by_handle = is_handle(operand);
    const uint32_t reg = first_register(l, operand);
    const struct tgsi_decl *view = tgsi_lower_find_view(l, tgsi_file_SVIEW, reg);
    const struct tgsi_texture_slot *slot = &slots_of(l, tgsi_slots_combined)[reg];

    /* A handle may name any register: those of another target are not meant, and what is compared
     * is floats. */
    if (view && by_handle && (view->target != l->inst->target || target->reference))
        view = NULL;
    *texture = (struct tgsi_texture){
        .target = target,
        .imm = image_of(l, tgsi_slots_combined, reg, target, texel_of_view(view)),
    };
    texture->elements = unknown_elements(operand, slot);
    texture->element = element_of(l, operand, slot, reg,
                                  by_handle ? tgsi_lower_src_as(l, src, 0, ir_type_i32) : 0);
}

void
tgsi_lower_view(struct tgsi_lowering *l, unsigned src, struct tgsi_texture *texture)
{
    const struct tgsi_operand *operand = &l->operands[src];
    const uint32_t reg = named_register(l, operand);
    const struct tgsi_decl *view = tgsi_lower_find_view(l, (enum tgsi_file)operand->file, reg);
    const struct tgsi_texture_slot *slot = &slots_of(l, tgsi_slots_views)[reg];

    *texture = (struct tgsi_texture){
        .target = &tgsi_target_infos[view->target],
        .imm = image_of(l, tgsi_slots_views, reg, &tgsi_target_infos[view->target],
                        texel_of_view(view)),
    };
    texture->elements = unknown_elements(operand, slot);
    texture->element = element_of(l, operand, slot, reg, 0);
}

void
tgsi_lower_sampler(struct tgsi_lowering *l, unsigned src, struct tgsi_texture *texture)
{
    const struct tgsi_operand *operand = &l->operands[src];
    const bool by_handle = is_handle(operand);
    const uint32_t reg = first_register(l, operand);

    texture->imm |= IR_IMAGE_SAMPLER(sampler_of(l, reg));
    texture->sampler_elements = unknown_elements(operand, &slots_of(l, tgsi_slots_samplers)[reg]);
    texture->sampler_element =
        element_of(l, operand, &slots_of(l, tgsi_slots_samplers)[reg], reg,
                   by_handle ? tgsi_lower_src_as(l, src, 0, ir_type_i32) : 0);
}

/* ---- handles ---- */

/* A handle is the number of the register, and 0. */
void
tgsi_lower_handle(struct tgsi_lowering *l)
{
    struct ir_builder *b = &l->b;
    const struct tgsi_operand *operand = &l->operands[0];
    const ir_ref zero = ir_build_i32(b, 0);
    ir_ref index;

    if (is_handle(operand)) {
        index = tgsi_lower_src_as(l, 0, 0, ir_type_i32);
    } else if (operand->flags & TGSI_OPERAND_INDIRECT) {
        const struct tgsi_relative *relative = tgsi_relative(l->program, operand);

        index = ir_build_iadd(b, tgsi_lower_address(l, &relative->address, 0),
                              ir_build_i32(b, (uint32_t)relative->index));
    } else {
        index = ir_build_i32(b, named_register(l, operand));
    }
    tgsi_lower_write(l, (const ir_ref[]){index, zero, index, zero});
}
