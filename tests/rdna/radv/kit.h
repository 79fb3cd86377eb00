/* SPDX-License-Identifier: MIT
 *
 * Programs of the corpus that RADV compiled, and memory as RADV has it: descriptor sets, buffers
 * and images of a scene where such a program looks for them.
 */
#ifndef TEST_RDNA_RADV_KIT_H
#define TEST_RDNA_RADV_KIT_H

#include "rdna/ops.h"
#include "rdna/wave/memory.h"
#include "scene/scene.h"

struct rdna_code; /* rdna/code.h, which cannot stand beside rdna/wave/wave.h. */

enum { KIT_SETS = 8 };

/* ---- kit_program.c: what a .hex file says ---- */

/* A line "api: BINDING", and where RADV puts the binding. */
struct kit_binding {
    uint32_t set, binding;
    uint32_t type; /* VkDescriptorType */
    uint32_t count;
    uint32_t offset; /* Of element 0 in its set; of dynamic ones, among the dynamic ones. */
    uint32_t stride; /* Bytes of an element. */
};

struct kit_program {
    const char *name;
    enum rdna_isa isa;
    unsigned wave_size;
    const uint32_t *words; /* With the data behind the code. */
    uint32_t word_count;
    const char *source; /* As the header has it. */
    bool is_llvm;       /* LLVM's back end compiled it and not ACO. */
    /* Scalar registers that hold arguments, with s[0-1]; 0: the header does not say. Vector
     * registers likewise. */
    uint32_t start_scalars, start_vectors;
    uint32_t vgprs, lds_size, scratch_size;
    uint32_t push_size;
    BASE_ARRAY(struct kit_binding) bindings; /* By set, then by number. */
    uint32_t set_sizes[KIT_SETS];
    uint32_t dynamic_size;        /* Of the descriptors behind the push constants. */
    BASE_ARRAY(const char *) api; /* The lines "api: ...". */
    const struct rdna_code *code; /* For other headers. */
};

/* The program of NAME.hex below root; NULL if it cannot be read. */
struct kit_program *kit_program_read(struct base_arena *arena, const char *root, const char *name);
/* NULL if there is no such header. */
const char *kit_program_header(const struct kit_program *program, const char *name);
const struct kit_binding *kit_program_binding(const struct kit_program *program, uint32_t set,
                                              uint32_t binding);

/* ---- kit_memory.c ---- */

/* What lies at addresses whose upper half the code makes itself. */
#define KIT_LOW UINT64_C(0x800000000000)

/* The interpreter's memory with all that a scene has. Images are linear. */
struct kit_memory {
    struct base_arena *arena;
    struct rdna_memory memory;
    const struct scene *scene;
    uint64_t *buffers; /* Addresses, by number. */
    uint64_t *images;
    uint64_t next;     /* Free addresses, */
    uint64_t next_low; /* and those at KIT_LOW. */
    /* What kit_memory_bind made. */
    uint32_t sets[KIT_SETS]; /* The lower halves of the sets' addresses; 0: there is none. */
    uint32_t push;           /* And of the push constants'. */
};

/* Everything as it starts. What cannot be there is the test's fault: it ends the process. */
void kit_memory_init(struct kit_memory *memory, struct base_arena *arena,
                     const struct scene *scene);
void kit_memory_finish(struct kit_memory *memory);
/* So many bytes of zeroes, anywhere or at KIT_LOW. */
uint64_t kit_memory_new(struct kit_memory *memory, uint64_t size, bool is_low);
void kit_memory_put(struct kit_memory *memory, uint64_t address, const void *data, size_t size);
/* Descriptor sets and push constants, as the program's header lays them out, of what a dispatch or
 * draw binds. */
void kit_memory_bind(struct kit_memory *memory, const struct kit_program *program,
                     const struct scene_inputs *inputs);
/* What is there now, as a scene's step would read it. */
struct scene_bytes kit_memory_read_buffer(struct kit_memory *memory, uint32_t buffer);
struct scene_bytes kit_memory_read_image(struct kit_memory *memory, uint32_t image);

/* ---- kit_descriptors.c ---- */

/* The number of a format for descriptors and the twelve bits that say where its components are; 0
 * if none is like it. */
unsigned kit_format(enum scene_format format, unsigned *dst_sel);

void kit_buffer_words(uint64_t address, uint64_t size, uint32_t words[4]);
void kit_texel_words(uint64_t address, uint64_t size, enum scene_format format, uint32_t words[4]);
/* address: of the image's first texel. */
void kit_image_words(const struct scene *scene, const struct scene_view *view, uint64_t address,
                     bool is_storage, uint32_t words[8]);
void kit_sampler_words(const struct scene_sampler *sampler, uint32_t words[4]);

/* Bytes of all an image in the interpreter's memory, and where a texel's first sample is. The
 * samples of a texel are kit_image_slice bytes apart. */
uint64_t kit_image_bytes(const struct scene_image *image);
uint64_t kit_image_slice(const struct scene_image *image);
uint64_t kit_image_at(const struct scene_image *image, uint32_t level, uint32_t layer, uint32_t y,
                      uint32_t x);

#endif
