/* SPDX-License-Identifier: MIT
 *
 * A picture being built: what picture.c, bind.c and texture.c share.
 */
#ifndef CLI_PICTURE_PRIV_H
#define CLI_PICTURE_PRIV_H

#include "cli/cli.h"

#define CLI_ROW_SIZE 16 /* Bytes, of constants. */

/* Samplers of the scene: the sum of these. */
enum {
    CLI_SAMPLER_COMPARE = 1 << 0,
    CLI_SAMPLER_NEAREST = 1 << 1, /* Whatever the filter is: of integers and depths. */
    CLI_SAMPLER_COUNT = 1 << 2
};

/* What a texture is made for. Variables that ask for the same share one. */
struct cli_texture_ask {
    uint32_t number; /* Of --texture; SCENE_NONE: none. */
    enum ir_dim dim;
    bool is_arrayed;
    bool is_multisampled;
    enum scene_format format;
};

struct cli_texture {
    struct cli_texture_ask ask;
    uint32_t index; /* Of the view, or of the buffer. */
};

struct cli_build {
    struct cli_job *job;
    const struct cli_picture *picture;
    struct cli_guest guest;
    struct scene *scene;
    struct scene_draw *draw;
    BASE_ARRAY(struct scene_buffer) buffers;
    BASE_ARRAY(struct scene_image) images; /* The target first, */
    BASE_ARRAY(struct scene_view) views;   /* and a view of it. */
    BASE_ARRAY(struct scene_binding) bindings;
    BASE_ARRAY(struct scene_step) fills; /* Come before the picture's own steps. */
    BASE_ARRAY(struct cli_texture) textures;
    struct scene_image *files; /* Of --texture, in their order. Without data: not read yet. */
    bool *are_used;            /* Likewise. */
};

/* ---- bind.c ---- */

/* Gives every stage what it names. False with errors. */
bool cli_bind_inputs(struct cli_build *b);

/* ---- texture.c ---- */

/* The texture for a variable that reads it, made of the files of the number or else of checkers: a
 * view, or of a texel buffer a buffer. is_depth: it is compared with. False with errors. */
bool cli_texture_find(struct cli_build *b, const struct ir_image *declared, bool is_depth,
                      uint32_t number, struct scene_binding *binding);

#endif
