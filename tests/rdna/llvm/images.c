/* SPDX-License-Identifier: MIT
 *
 * Images: texels by number, and samples by plain formulas in double. docs/rdna-memory.md says how
 * texels lie. What is told of samples holds to 1/65536 of the greatest texel that is mixed; where a
 * sample leaves a face of a cube, is about as near to one level as to another, or lies at no finite
 * place, nothing is told.
 */
#include "eval.h"

#include <math.h>
#include <stdlib.h>

enum dim {
    dim_1d,
    dim_2d,
    dim_3d,
    dim_cube,
    dim_1d_array,
    dim_2d_array,
    dim_2d_msaa,
    dim_2d_msaa_array,
    dim_none
};

static const struct {
    const char *name;
    uint8_t coords, axes;
    bool layers, samples;
} dims[] = {
    [dim_1d] = {"1d", 1, 1, false, false},
    [dim_2d] = {"2d", 2, 2, false, false},
    [dim_3d] = {"3d", 3, 3, false, false},
    [dim_cube] = {"cube", 3, 2, true, false},
    [dim_1d_array] = {"1darray", 2, 1, true, false},
    [dim_2d_array] = {"2darray", 3, 2, true, false},
    [dim_2d_msaa] = {"2dmsaa", 3, 2, false, true},
    [dim_2d_msaa_array] = {"2darraymsaa", 4, 2, true, true},
};

/* ---- Descriptors ---- */

enum {
    type_1d = 8,
    type_2d,
    type_3d,
    type_cube,
    type_1d_array,
    type_2d_array,
    type_2d_msaa,
    type_2d_msaa_array
};

struct view {
    bool known;
    uint64_t base, slice;
    unsigned format, bytes, dst_sel, type;
    int64_t size[3];
    uint64_t first_layer, layers, samples;
    unsigned base_level, last_level;
    uint64_t offset[16], pitch[16];
};

static int64_t
at_level(int64_t size, unsigned level)
{
    return size >> level ? size >> level : 1;
}

/* Rows begin at multiples of 256 bytes; the smallest level lies first. */
static void
lay_out(struct view *v, unsigned levels)
{
    for (unsigned level = levels; level-- > 0;) {
        const uint64_t row = ((uint64_t)at_level(v->size[0], level) * v->bytes + 255) / 256 * 256;
        v->pitch[level] = row;
        v->offset[level] = v->slice;
        v->slice += row * (uint64_t)at_level(v->size[1], level);
    }
}

static struct view
view_of(const struct eval_value *value, unsigned lane)
{
    struct view v = {.known = true, .layers = 1, .samples = 1, .size = {1, 1, 1}};
    uint32_t w[8];

    for (unsigned i = 0; i < 8; i++) {
        w[i] = (uint32_t)value->cells[i][lane].bits;
        v.known &= value->cells[i][lane].state == eval_exact;
    }
    v.base = (w[0] | (uint64_t)(w[1] & 0xff) << 32) << 8;
    v.format = w[1] >> 20 & 0x1ff;
    v.bytes = eval_format_bytes(v.format);
    v.dst_sel = w[3] & 0xfff;
    v.type = w[3] >> 28;
    v.base_level = w[3] >> 12 & 15;
    v.last_level = w[3] >> 16 & 15;
    v.size[0] = (int64_t)(w[1] >> 30 | (w[2] & 0xfff) << 2) + 1;
    if (v.type != type_1d && v.type != type_1d_array)
        v.size[1] = (int64_t)(w[2] >> 14 & 0x3fff) + 1;
    unsigned levels = (w[5] >> 4 & 15) + 1;
    const uint32_t depth = w[4] & 0x1fff, first = w[4] >> 16 & 0x1fff;
    if (v.type == type_3d) {
        v.size[2] = (int64_t)depth + 1;
    } else if (v.type >= type_cube && v.type != type_2d_msaa) {
        v.first_layer = first;
        v.layers = depth - first + 1;
    }
    if (v.type >= type_2d_msaa) {
        v.samples = UINT64_C(1) << v.last_level;
        v.base_level = v.last_level = 0;
        levels = 1;
    }
    lay_out(&v, levels);
    return v;
}

struct sampler {
    bool known, unnormalized;
    unsigned wrap[3], compare, mag, min, mip, border;
    double min_lod, max_lod, bias;
};

static struct sampler
sampler_of(const struct eval_value *value, unsigned lane)
{
    struct sampler s = {.known = true};
    uint32_t w[4];

    for (unsigned i = 0; i < 4; i++) {
        w[i] = (uint32_t)value->cells[i][lane].bits;
        s.known &= value->cells[i][lane].state == eval_exact;
    }
    for (unsigned i = 0; i < 3; i++)
        s.wrap[i] = w[0] >> 3 * i & 7;
    s.compare = w[0] >> 12 & 7;
    s.unnormalized = w[0] >> 15 & 1;
    s.min_lod = (w[1] & 0xfff) / 256.0;
    s.max_lod = (w[1] >> 12 & 0xfff) / 256.0;
    s.bias = (double)eval_signed(w[2] & 0x3fff, 14) / 256.0;
    s.mag = w[2] >> 20 & 1;
    s.min = w[2] >> 22 & 1;
    s.mip = w[2] >> 26 & 3;
    s.border = w[3] >> 30;
    return s;
}

/* ---- Texels ---- */

struct place {
    unsigned level;
    int64_t at[3];
    uint64_t layer, sample;
};

/* The bytes of a texel; false if there is no such texel. */
static bool
texel_bytes(struct eval *e, const struct view *v, const struct place *p, unsigned lane,
            struct eval_byte **bytes)
{
    for (unsigned i = 0; i < 3; i++)
        if (p->at[i] < 0 || p->at[i] >= at_level(v->size[i], p->level))
            return false;
    if (p->level > v->last_level || p->layer >= v->layers || p->sample >= v->samples)
        return false;
    const uint64_t slice =
        (v->first_layer + p->layer) * v->samples + p->sample + (uint64_t)p->at[2];
    const uint64_t address = v->base + slice * v->slice + v->offset[p->level] +
                             (uint64_t)p->at[1] * v->pitch[p->level] +
                             (uint64_t)p->at[0] * v->bytes;
    for (unsigned i = 0; i < v->bytes; i++) {
        bytes[i] = eval_byte_at(e, eval_global, lane, address + i);
        if (!bytes[i]) {
            eval_fail(e, "a texel outside of what is mapped");
            return false;
        }
    }
    return true;
}

struct texel {
    bool known;
    uint32_t values[4];
};

static struct texel
read_texel(struct eval *e, const struct view *v, const struct place *p, unsigned lane)
{
    struct texel texel = {.known = true};
    struct eval_byte *bytes[16];
    uint8_t data[16];

    if (!texel_bytes(e, v, p, lane, bytes))
        return texel;
    for (unsigned i = 0; i < v->bytes; i++) {
        data[i] = bytes[i]->value;
        texel.known &= bytes[i]->state == eval_exact;
    }
    eval_format_unpack(v->format, data, texel.values);
    return texel;
}

/* ---- Operands ---- */

struct image_call {
    const struct eval_call *call;
    enum dim dim;
    unsigned at; /* The next operand. */
    unsigned dmask;
    bool gathers;
};

/* Coordinates that are no numbers become NaN. */
static double
next_real(struct image_call *c, unsigned lane)
{
    const struct eval_value *in = c->call->in[c->at++];
    const struct eval_cell cell = in->cells[0][lane];

    return cell.state == eval_exact ? eval_double_of(in->types[0].bits, cell.bits) : (double)NAN;
}

static int64_t
next_number(struct image_call *c, unsigned lane, bool *known)
{
    const struct eval_cell cell = c->call->in[c->at++]->cells[0][lane];

    *known &= cell.state == eval_exact;
    return (int64_t)cell.bits;
}

/* An element of the result, in the type it has. */
static void
give(struct eval_value *out, unsigned element, unsigned lane, struct eval_cell cell, bool integer)
{
    if (element >= out->count)
        return;
    if (out->types[element].bits == 16 && cell.state != eval_undefined) {
        if (integer) {
            cell.bits &= UINT16_MAX;
        } else {
            const double value = eval_double_of(32, cell.bits);
            cell.bits = eval_half_of(value, false);
            if (cell.state == eval_near)
                cell.err += (float)eval_ulp(16, value);
            else if (isnan(value))
                cell.state = eval_nan;
        }
    }
    out->cells[element][lane] = cell;
}

/* The results that dmask names, one after the other. */
static void
give_all(const struct image_call *c, unsigned lane, const struct eval_cell cells[4], bool integer)
{
    const unsigned mask = c->gathers ? 15 : c->dmask;
    struct eval_value *out = c->call->out;
    unsigned count = 0;

    for (unsigned i = 0; i < out->count; i++)
        out->cells[i][lane] = eval_undef();
    for (unsigned i = 0; i < 4; i++)
        if (mask >> i & 1)
            give(out, count++, lane, cells[i], integer);
    /* What tells of a failure is there if the result has more than vectors have. */
    if (LLVMGetTypeKind(LLVMTypeOf(c->call->inst)) == LLVMStructTypeKind)
        out->cells[out->count - 1][lane] = eval_bits(0);
}

/* ---- Loads, stores, atomics ---- */

static struct place
next_place(struct image_call *c, const struct view *v, unsigned lane, bool mip, bool *known)
{
    struct place p = {.level = v->base_level};

    for (unsigned i = 0; i < dims[c->dim].axes; i++)
        p.at[i] = next_number(c, lane, known);
    if (dims[c->dim].layers)
        p.layer = (uint64_t)next_number(c, lane, known);
    if (dims[c->dim].samples)
        p.sample = (uint64_t)next_number(c, lane, known);
    if (mip) {
        const uint64_t level = (uint64_t)next_number(c, lane, known);
        p.level = level > v->last_level ? 16 : (unsigned)level + v->base_level;
    }
    /* A layer of a 3D image is a plane. */
    if (v->type == type_3d && c->dim != dim_3d) {
        p.at[2] = (int64_t)p.layer;
        p.layer = 0;
    }
    return p;
}

static unsigned
image_operand(const struct image_call *c, bool mip)
{
    return c->at + dims[c->dim].coords + mip;
}

/* Whether the lane's operands say where; a lane that is on must. */
static bool
is_placed(struct eval *e, bool known, unsigned lane)
{
    if (!known && eval_has(e->active & e->live, lane))
        eval_fail(e, "lane %u uses an image at an undefined place", lane);
    return known;
}

static bool
knows_format(struct eval *e, const struct view *v)
{
    if (!v->bytes)
        eval_unknown(e, "image format %u", v->format);
    return v->bytes;
}

static void
load_texels(struct eval *e, struct image_call *c, bool mip)
{
    const unsigned first = c->at;

    EVAL_EACH_LANE(e, lane)
    {
        c->at = first;
        const struct view v = view_of(c->call->in[image_operand(c, mip)], lane);
        bool known = v.known;
        const struct place p = next_place(c, &v, lane, mip, &known);
        if (!is_placed(e, known, lane) || !knows_format(e, &v))
            continue;
        struct eval_byte *bytes[16];
        struct texel texel = read_texel(e, &v, &p, lane);
        struct eval_cell cells[4];
        if (p.level < 16 && texel_bytes(e, &v, &p, lane, bytes))
            eval_format_select(v.format, v.dst_sel, texel.values);
        for (unsigned i = 0; i < 4; i++)
            cells[i] = texel.known ? eval_bits(texel.values[i]) : eval_undef();
        for (unsigned i = 0; i < 4 && eval_format_is_short_float(v.format); i++)
            if (texel.known && isnan(eval_double_of(32, texel.values[i])))
                cells[i].state = eval_nan;
        give_all(c, lane, cells, eval_format_is_integer(v.format));
    }
}

static void
store_texels(struct eval *e, struct image_call *c, bool mip)
{
    const struct eval_value *data = c->call->in[0];
    const unsigned first = c->at;

    EVAL_EACH_LANE(e, lane)
    {
        c->at = first;
        const struct view v = view_of(c->call->in[image_operand(c, mip)], lane);
        bool known = v.known;
        const struct place p = next_place(c, &v, lane, mip, &known);
        uint32_t values[4] = {0};
        struct eval_cell cell = eval_bits(0);
        struct eval_byte *bytes[16];
        uint8_t texel[16];
        if (!eval_has(e->live, lane) || !is_placed(e, known, lane) || !knows_format(e, &v))
            continue;
        for (unsigned i = 0, from = 0; i < 4; i++) {
            if (!(c->dmask >> i & 1) || from >= data->count)
                continue;
            const struct eval_cell in = data->cells[from][lane];
            values[i] = (uint32_t)in.bits;
            if (data->types[from].bits == 16 && !eval_format_is_integer(v.format))
                values[i] = base_bits_of_float((float)eval_double_of(16, in.bits));
            if (in.state != eval_exact)
                cell = eval_undef();
            from++;
        }
        eval_format_unselect(v.dst_sel, values);
        eval_format_pack(v.format, values, texel);
        if (!texel_bytes(e, &v, &p, lane, bytes))
            continue;
        for (unsigned i = 0; i < v.bytes; i++) {
            const struct eval_byte before = *bytes[i];
            cell.bits = texel[i];
            eval_store_byte(e, bytes[i], cell, 1, 0);
            eval_note_store(e, lane, bytes[i], &before);
        }
    }
}

static void
exchange_texels(struct eval *e, struct image_call *c, enum eval_atomic op)
{
    const struct eval_type type = c->call->in[0]->types[0];
    const unsigned first = op == eval_atomic_cmpswap ? 2 : 1;

    EVAL_EACH_LANE(e, lane)
    {
        c->at = first;
        const struct view v = view_of(c->call->in[image_operand(c, false)], lane);
        bool known = v.known;
        const struct place p = next_place(c, &v, lane, false, &known);
        struct eval_byte *bytes[16];
        struct eval_cell old = eval_bits(0);
        if (!eval_has(e->live, lane) || !is_placed(e, known, lane) || !knows_format(e, &v))
            continue;
        if (v.bytes != eval_size(type)) {
            eval_fail(e, "an atomic on texels of another size");
            return;
        }
        if (texel_bytes(e, &v, &p, lane, bytes))
            old = eval_exchange(e, op, type, bytes, c->call->in[0]->cells[0][lane],
                                c->call->in[first - 1]->cells[0][lane]);
        if (c->call->out)
            c->call->out->cells[0][lane] = old;
    }
}

static void
describe(struct eval *e, struct image_call *c)
{
    const unsigned first = c->at;

    EVAL_EACH_LANE(e, lane)
    {
        c->at = first;
        bool known = true;
        const uint64_t level = (uint64_t)next_number(c, lane, &known);
        const struct view v = view_of(c->call->in[c->at], lane);
        struct eval_cell cells[4] = {eval_bits(0), eval_bits(0), eval_bits(0), eval_bits(0)};
        const unsigned levels = v.last_level - v.base_level + 1;
        if (level < levels)
            for (unsigned i = 0; i < 3; i++)
                cells[i].bits = (uint64_t)at_level(v.size[i], v.base_level + (unsigned)level);
        if (level < levels && v.type == type_1d_array)
            cells[1].bits = v.layers;
        else if (level < levels && v.type != type_3d)
            cells[2].bits = v.layers;
        cells[3].bits = levels;
        for (unsigned i = 0; i < 4; i++)
            if (!known || !v.known)
                cells[i] = eval_undef();
        give_all(c, lane, cells, true);
    }
}

/* ---- Samples ---- */

struct sample {
    double at[3], layer;
    double gradients[2][3];
    double lod, bias, least, reference;
    bool has_lod, compares, known;
    int64_t offset[3];
};

struct modes {
    bool c, d, l, b, lz, cl, o;
};

/* A sum of texels and how well it is known. */
struct mix {
    double values[4], greatest;
    bool known;
};

static void
add_texel(struct mix *mix, const double values[4], double weight)
{
    for (unsigned i = 0; i < 4; i++) {
        mix->values[i] += weight * values[i];
        if (!isfinite(values[i]))
            mix->known = false;
        mix->greatest = fmax(mix->greatest, fabs(values[i]));
    }
}

/* false: the border. */
static bool
wrapped(unsigned mode, int64_t *at, int64_t size)
{
    int64_t i = *at;

    if (mode == 0)
        i = ((i % size) + size) % size;
    else if (mode == 1) {
        i = ((i % (2 * size)) + 2 * size) % (2 * size);
        i = i >= size ? 2 * size - 1 - i : i;
    } else if (mode == 3 || mode == 7)
        i = i < 0 ? -1 - i : i;
    if (mode == 2 || mode == 3)
        i = i < 0 ? 0 : i >= size ? size - 1 : i;
    *at = i;
    return i >= 0 && i < size;
}

struct job {
    struct eval *e;
    const struct view *view;
    const struct sampler *sampler;
    const struct sample *sample;
    enum dim dim;
    unsigned lane;
    uint64_t layer;
};

static bool
passes(unsigned function, double reference, double value)
{
    const bool results[] = {
        false, reference<value, reference == value, reference <= value, reference> value,
        reference != value, reference >= value, true};
    return results[function];
}

static void
fetch_texel(const struct job *j, unsigned level, const int64_t where[3], double values[4],
            bool *known)
{
    const struct view *v = j->view;
    struct place p = {.level = level, .layer = j->layer};
    struct texel texel = {.known = true};
    bool inside = true;

    for (unsigned i = 0; i < dims[j->dim].axes; i++) {
        const int64_t size = at_level(v->size[i], level);
        p.at[i] = where[i];
        if (j->dim == dim_cube)
            *known &= where[i] >= 0 && where[i] < size;
        else
            inside &= wrapped(j->sampler->wrap[i], &p.at[i], size);
    }
    if (!*known)
        return;
    if (inside) {
        texel = read_texel(j->e, v, &p, j->lane);
    } else {
        const uint32_t one = base_bits_of_float(1.0f);
        for (unsigned i = 0; i < 4; i++)
            texel.values[i] =
                j->sampler->border == 2 || (j->sampler->border == 1 && i == 3) ? one : 0;
    }
    *known &= texel.known;
    if (j->sample->compares) {
        double reference = j->sample->reference;
        if (eval_format_is_normalised(v->format))
            reference = fmin(fmax(reference, 0.0), 1.0);
        const bool pass =
            passes(j->sampler->compare, reference, eval_double_of(32, texel.values[0]));
        texel.values[0] = base_bits_of_float(pass ? 1.0f : 0.0f);
        texel.values[1] = texel.values[2] = 0;
        texel.values[3] = base_bits_of_float(1.0f);
    }
    eval_format_select(v->format, v->dst_sel, texel.values);
    for (unsigned i = 0; i < 4; i++)
        values[i] = eval_double_of(32, texel.values[i]);
}

/* Where along an axis, in texels. */
static double
texels_along(const struct job *j, unsigned axis, unsigned level, bool *known)
{
    const double size = (double)at_level(j->view->size[axis], level);
    const double at = j->sampler->unnormalized ? j->sample->at[axis] : j->sample->at[axis] * size;

    if (!(fabs(at) < 0x1p22))
        *known = false;
    return *known ? at + (double)j->sample->offset[axis] : 0.0;
}

static void
sample_level(const struct job *j, unsigned level, bool linear, double weight, struct mix *mix)
{
    const unsigned axes = dims[j->dim].axes;
    int64_t low[3] = {0};
    double rest[3] = {0};

    level += j->view->base_level;
    for (unsigned i = 0; i < axes; i++) {
        const double at = texels_along(j, i, level, &mix->known) - (linear ? 0.5 : 0.0);
        low[i] = (int64_t)floor(at);
        rest[i] = at - floor(at);
    }
    for (unsigned corner = 0; corner < (linear ? 1u << axes : 1u) && mix->known; corner++) {
        double part = weight, values[4];
        int64_t at[3] = {0};
        for (unsigned i = 0; i < axes; i++) {
            const unsigned high = corner >> i & 1;
            at[i] = low[i] + high;
            if (linear)
                part *= high ? rest[i] : 1.0 - rest[i];
        }
        if (part == 0.0 && weight != 0.0)
            continue;
        fetch_texel(j, level, at, values, &mix->known);
        if (mix->known)
            add_texel(mix, values, part);
    }
}

static double
length_of(const struct job *j, const double gradient[3])
{
    double sum = 0.0;

    for (unsigned i = 0; i < dims[j->dim].axes; i++) {
        const double part = gradient[i] * (double)at_level(j->view->size[i], j->view->base_level);
        sum += part * part;
    }
    return sqrt(sum);
}

/* The level before and after all limits. */
static double
lod_of(const struct job *j, double *raw)
{
    const struct sample *s = j->sample;
    const struct sampler *sampler = j->sampler;
    double lod = s->lod;

    if (!s->has_lod) {
        const double length = fmax(length_of(j, s->gradients[0]), length_of(j, s->gradients[1]));
        lod = length > 0.0 ? log2(length) : -(double)INFINITY;
    }
    if (sampler->unnormalized && !s->has_lod)
        lod = 0.0;
    *raw = lod + sampler->bias + s->bias;
    lod = fmin(fmax(*raw, sampler->min_lod), sampler->max_lod);
    return fmin(fmax(lod, s->least), (double)(j->view->last_level - j->view->base_level));
}

static bool
is_near_tie(double value)
{
    return fabs(value - nearbyint(value)) < 0x1p-14;
}

static struct mix
sample_all(const struct job *j)
{
    struct mix mix = {.known = j->sample->known};
    double raw;
    const double lod = lod_of(j, &raw);
    const struct sampler *s = j->sampler;

    if (!mix.known || isnan(lod)) {
        mix.known = false;
        return mix;
    }
    const bool linear = lod > 0.0 ? s->min : s->mag;
    const double cut = fmax(lod, 0.0);
    if (s->min != s->mag && fabs(raw) < 0x1p-14)
        mix.known = false;
    if (s->mip == 0 || s->unnormalized) {
        sample_level(j, 0, linear, 1.0, &mix);
    } else if (s->mip == 1) {
        if (!j->sample->has_lod && is_near_tie(cut + 0.5))
            mix.known = false;
        sample_level(j, (unsigned)floor(cut + 0.5), linear, 1.0, &mix);
    } else {
        const double rest = cut - floor(cut);
        sample_level(j, (unsigned)cut, linear, 1.0 - rest, &mix);
        if (rest > 0.0)
            sample_level(j, (unsigned)cut + 1, linear, rest, &mix);
    }
    return mix;
}

static void
gather(const struct job *j, unsigned component, struct eval_cell cells[4])
{
    static const uint8_t order[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    double raw;
    bool known = j->sample->known;
    int64_t low[3] = {0};

    /* Which level others than the first take is an open question. */
    if (!(lod_of(j, &raw) < 0.49))
        known = false;
    for (unsigned i = 0; i < dims[j->dim].axes; i++)
        low[i] = (int64_t)floor(texels_along(j, i, j->view->base_level, &known) - 0.5);
    for (unsigned i = 0; i < 4; i++) {
        const int64_t at[3] = {low[0] + order[i][0], low[1] + order[i][1], low[2]};
        double values[4] = {0};
        fetch_texel(j, j->view->base_level, at, values, &known);
        cells[i] = known ? eval_bits(base_bits_of_float((float)values[component])) : eval_undef();
    }
    for (unsigned i = 0; i < 4; i++)
        if (!known)
            cells[i] = eval_undef();
}

/* ---- Operands of samples ---- */

/* Coordinates; known only if all are finite. */
static void
next_coordinates(struct image_call *c, unsigned lane, struct sample *s)
{
    for (unsigned i = 0; i < dims[c->dim].axes; i++)
        s->at[i] = next_real(c, lane);
    s->layer = dims[c->dim].layers ? next_real(c, lane) : 0.0;
    for (unsigned i = 0; i < dims[c->dim].axes; i++)
        s->known &= isfinite(s->at[i]);
    s->known &= isfinite(s->layer);
}

static void
take_differences(const struct image_call *c, unsigned lane, struct sample *s)
{
    struct sample corners[3];

    for (unsigned i = 0; i < 3; i++) {
        struct image_call copy = *c;
        corners[i].known = true;
        next_coordinates(&copy, (lane & ~3u) + i, &corners[i]);
        /* Nobody computes the operands of a quad without lanes that are on. */
        s->known &= corners[i].known;
    }
    for (unsigned i = 0; i < 2; i++)
        for (unsigned axis = 0; axis < 3; axis++)
            s->gradients[i][axis] = corners[1 + i].at[axis] - corners[0].at[axis];
}

static struct sample
next_sample(struct eval *e, struct image_call *c, const struct modes *m, unsigned lane)
{
    struct sample s = {.known = true, .least = -(double)INFINITY, .compares = m->c};

    if (m->o) {
        const int64_t packed = next_number(c, lane, &s.known);
        for (unsigned i = 0; i < 3; i++)
            s.offset[i] = eval_signed((uint64_t)packed >> 8 * i & 63, 6);
    }
    if (m->b)
        s.bias = next_real(c, lane);
    if (m->c)
        s.reference = next_real(c, lane);
    for (unsigned i = 0; m->d && i < 2; i++)
        for (unsigned axis = 0; axis < dims[c->dim].axes; axis++) {
            s.gradients[i][axis] = next_real(c, lane);
            s.known &= isfinite(s.gradients[i][axis]);
        }
    s.has_lod = m->l || m->lz || (!m->d && !e->is_pixel);
    if (!s.has_lod && !m->d)
        take_differences(c, lane, &s);
    next_coordinates(c, lane, &s);
    if (m->l)
        s.lod = next_real(c, lane);
    if (m->cl)
        s.least = next_real(c, lane);
    s.known &= !isnan(s.lod) && !isnan(s.bias) && !isnan(s.least) && !isnan(s.reference);
    return s;
}

static uint64_t
layer_of(const struct view *v, enum dim dim, struct sample *s)
{
    const double nearest = floor(s->layer + 0.5);
    double layer = fmin(fmax(nearest, 0.0), (double)v->layers - 1.0);

    if (!dims[dim].layers)
        return 0;
    /* Halfway the rounding is open; so is what a face beyond the sixth is. */
    if (s->layer + 0.5 == nearest)
        s->known = false;
    if (dim == dim_cube) {
        const int64_t id = (int64_t)fmin(fmax(nearest, -1.0), 1e6);
        if (id < 0 || (id & 7) > 5 || (uint64_t)(id / 8 * 6 + (id & 7)) >= v->layers)
            s->known = false;
        layer = s->known ? (double)(id / 8 * 6 + (id & 7)) : 0.0;
        for (unsigned i = 0; i < 2; i++)
            s->at[i] -= 1.0;
    }
    return s->known ? (uint64_t)layer : 0;
}

static void
sample_texels(struct eval *e, struct image_call *c, const struct modes *m, bool asks_lod)
{
    const unsigned first = c->at;

    EVAL_EACH_LANE(e, lane)
    {
        c->at = first;
        struct sample s = next_sample(e, c, m, lane);
        const struct view v = view_of(c->call->in[c->at], lane);
        struct sampler sampler = sampler_of(c->call->in[c->at + 1], lane);
        sampler.unnormalized |= c->call->in[c->at + 2]->cells[0][0].bits;
        s.known &= v.known && sampler.known;
        if (!knows_format(e, &v))
            return;
        const uint64_t layer = layer_of(&v, c->dim, &s);
        const struct job j = {e, &v, &sampler, &s, c->dim, lane, layer};
        struct eval_cell cells[4];
        double raw;
        if (asks_lod) {
            const double lod = fmax(lod_of(&j, &raw), 0.0);
            const double values[4] = {lod, raw, 0.0, 0.0};
            /* Gradients whose squares leave f32 say nothing. */
            for (unsigned i = 0; i < 4; i++)
                cells[i] = s.known && fabs(values[i]) < 60.0
                               ? (struct eval_cell){base_bits_of_float((float)values[i]), 0x1p-16f,
                                                    eval_near}
                               : eval_undef();
        } else if (c->gathers) {
            unsigned component = 0;
            while (!m->c && component < 3 && !(c->dmask >> component & 1))
                component++;
            gather(&j, component, cells);
        } else {
            const struct mix mix = sample_all(&j);
            for (unsigned i = 0; i < 4; i++)
                cells[i] = mix.known
                               ? (struct eval_cell){base_bits_of_float((float)mix.values[i]),
                                                    (float)(mix.greatest * 0x1p-16), eval_near}
                               : eval_undef();
        }
        give_all(c, lane, cells, false);
    }
}

/* ---- Names ---- */

/* Takes one of the words from the front. */
static bool
take(const char **name, const char *word)
{
    const char *rest = eval_after(*name, word);

    if (rest)
        *name = rest;
    return rest;
}

static enum dim
take_dim(const char **name)
{
    for (enum dim dim = 0; dim < dim_none; dim++)
        if (take(name, dims[dim].name))
            return dim;
    return dim_none;
}

static struct modes
take_modes(const char **name)
{
    struct modes m = {0};

    m.c = take(name, "c");
    m.d = take(name, "d") || take(name, "cd");
    m.l = take(name, "l");
    m.b = take(name, "b");
    m.lz = take(name, "lz");
    m.cl = take(name, "cl");
    m.o = take(name, "o");
    return m;
}

static bool
texel_call(struct eval *e, struct image_call *c, const char *name)
{
    const bool loads = take(&name, "load") || take(&name, "msaa.load");
    const bool stores = !loads && take(&name, "store");
    const bool mip = (loads || stores) && take(&name, "mip");
    enum eval_atomic op = eval_atomic_unknown;

    if (!loads && !stores) {
        if (!take(&name, "atomic"))
            return false;
        const size_t size = strcspn(name, ".");
        op = eval_atomic_named(name, size);
        if (op == eval_atomic_unknown || !name[size])
            return false;
        name += size + 1;
    }
    c->dim = take_dim(&name);
    if (c->dim == dim_none)
        return false;
    if (op != eval_atomic_unknown) {
        exchange_texels(e, c, op);
        return true;
    }
    c->at = stores + 1u;
    c->dmask = (unsigned)c->call->in[stores]->cells[0][0].bits;
    if (stores)
        store_texels(e, c, mip);
    else
        load_texels(e, c, mip);
    return true;
}

bool
eval_image_call(struct eval *e, const struct eval_call *call)
{
    struct image_call c = {.call = call};
    const char *name = call->name;

    if (!call->amdgcn || !take(&name, "image") || eval_after(name, "bvh"))
        return false;
    if (texel_call(e, &c, name))
        return true;
    c.dmask = (unsigned)call->in[0]->cells[0][0].bits;
    c.at = 1;
    if (take(&name, "getresinfo")) {
        describe(e, &c);
        return true;
    }
    const bool asks_lod = take(&name, "getlod");
    c.gathers = !asks_lod && take(&name, "gather4");
    if (!asks_lod && !c.gathers && !take(&name, "sample"))
        return false;
    const struct modes modes = take_modes(&name);
    c.dim = take_dim(&name);
    if (c.dim == dim_none)
        return false;
    sample_texels(e, &c, &modes, asks_lod);
    return true;
}
