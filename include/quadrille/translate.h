/* SPDX-License-Identifier: MIT
 *
 * Guest shaders to SPIR-V modules for a Vulkan host.
 *
 * Nothing here has state: calls on different threads share nothing, and the same input gives the
 * same words on every machine. Any bytes may be given as a shader: the answer is a module or
 * located diagnostics.
 */
#ifndef QUADRILLE_TRANSLATE_H
#define QUADRILLE_TRANSLATE_H

#include <quadrille/diagnostics.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define QD_API __attribute__((visibility("default")))
#else
#define QD_API
#endif

/** What became of a call. */
enum qd_result {
    QD_OK = 0,
    QD_ERROR_ARGUMENT = 1,    /**< A call that cannot be: a NULL, an unknown enumerator or size. */
    QD_ERROR_INVALID = 2,     /**< The shader is at fault; see the diagnostics. */
    QD_ERROR_UNSUPPORTED = 3, /**< Valid, but not done here or not to be said to the target. */
    QD_ERROR_MEMORY = 4       /**< Out of memory, or over the caller's budget. */
};

/** Guest languages. */
enum qd_format {
    QD_FORMAT_NONE = 0,
    QD_FORMAT_TGSI_TEXT = 1,   /**< TGSI, the text form, of either dialect. */
    QD_FORMAT_IR_TEXT = 2,     /**< The text form of Quadrille's IR (docs/ir.md). */
    QD_FORMAT_SPIRV = 3,       /**< SPIR-V words of either byte order (docs/spirv.md). */
    QD_FORMAT_TGSI_TOKENS = 4, /**< TGSI, words of a token stream in the host's byte order. */
    QD_FORMAT_RDNA = 5         /**< RDNA code (docs/rdna-translation.md). */
};

/** The host's Vulkan version; modules are of the newest SPIR-V that it must take. */
enum qd_target {
    QD_TARGET_DEFAULT = 0,    /**< Vulkan 1.1. */
    QD_TARGET_VULKAN_1_0 = 1, /**< SPIR-V 1.0. */
    QD_TARGET_VULKAN_1_1 = 2, /**< SPIR-V 1.3. */
    QD_TARGET_VULKAN_1_2 = 3, /**< SPIR-V 1.5. */
    QD_TARGET_VULKAN_1_3 = 4  /**< SPIR-V 1.6. */
};

/** How lanes read the others of their quad (docs/spirv.md). */
enum qd_quad {
    QD_QUAD_AUTO = 0,      /**< The first of these that the target has in the shader's stage. */
    QD_QUAD_BROADCAST = 1, /**< By quad operations of subgroups, from Vulkan 1.1 on: the host needs
                                VK_SUBGROUP_FEATURE_QUAD_BIT in the stage. */
    QD_QUAD_DERIVATIVES = 2, /**< By fine derivatives, in fragments: every host has them. */
    QD_QUAD_NONE = 3         /**< Not at all: a shader that does is refused. */
};

/** Whose TGSI tokens they are: nothing in a stream says so, and numbers and fields differ. */
enum qd_tgsi_tokens {
    QD_TGSI_TOKENS_DEFAULT = 0, /**< Mesa 18. */
    QD_TGSI_TOKENS_2012 = 1,    /**< Of 2011 and 2012. */
    QD_TGSI_TOKENS_MESA_18 = 2, /**< Of Mesa 18 to 23. */
    QD_TGSI_TOKENS_MESA_24 = 3, /**< Of Mesa 24. */
    QD_TGSI_TOKENS_VIRGL = 4    /**< Of virglrenderer: Mesa 18 but for the numbers of stages. */
};

/** Dialects of TGSI text: what EMIT, SAMPLE_L and LOAD take, and what IF tests. */
enum qd_tgsi_dialect {
    /** Early if the text uses something that only that dialect has and nothing that only the other
     * has, else final. */
    QD_TGSI_DIALECT_AUTO = 0,
    QD_TGSI_DIALECT_EARLY = 1, /**< Of about 2011. */
    QD_TGSI_DIALECT_FINAL = 2  /**< Of Mesa 18 to 24. */
};

/** Flags of struct qd_translate_options. */
enum qd_translate_flags {
    QD_TRANSLATE_NO_NAMES = 1, /**< Leaves debug names out of the module. */
    /* State of a TGSI guest that its shaders go by. */
    QD_TRANSLATE_FLAT_SHADE = 2,            /**< Interpolation COLOR is CONSTANT. */
    QD_TRANSLATE_TWO_SIDE = 4,              /**< On the back, COLOR inputs are BCOLOR. */
    QD_TRANSLATE_CLAMP_VERTEX_COLOR = 8,    /**< COLOR and BCOLOR of vertices, to 0 to 1. */
    QD_TRANSLATE_CLAMP_FRAGMENT_COLOR = 16, /**< COLOR of fragments, to 0 to 1. */
    QD_TRANSLATE_HAS_SET = 32,     /**< descriptor_set counts; else the stage says which. */
    QD_TRANSLATE_NO_WARNINGS = 64, /**< Errors are the only diagnostics: saves the time to make
                                        others. */
    /** The host has VK_KHR_fragment_shader_barycentric, without which no input wraps. */
    QD_TRANSLATE_HAS_BARYCENTRICS = 128,
    /** The module asks its host to keep NaN, infinities and the sign of zero in each width of
     * floats that it has, as guests expect it: needs shaderSignedZeroInfNanPreserveFloat16, 32
     * or 64. */
    QD_TRANSLATE_KEEP_NAN = 256,
    /** And denormals: needs shaderDenormPreserveFloat16, 32 or 64. */
    QD_TRANSLATE_KEEP_DENORMALS = 512,
    /** The module asks its host to flush denormals in each width of floats that the guest flushes,
     * instead of doing it by instructions; such a width is not asked to keep them: needs
     * shaderDenormFlushToZeroFloat16, 32 or 64, and where one width is asked to flush and another
     * to keep, denormBehaviorIndependence. */
    QD_TRANSLATE_FLUSH_DENORMALS = 1024,
    /** What the guest flushes is left to the host: nothing is asked, and no instruction spent. */
    QD_TRANSLATE_HOST_DENORMALS = 2048
};

/** What only RDNA code needs: <quadrille/rdna.h>. */
struct qd_rdna_options;

/** The value of a specialization constant of a SPIR-V module. */
struct qd_specialization {
    uint32_t id;   /**< Its SpecId. */
    uint64_t bits; /**< The low bits of its type; a boolean is true if they are not 0. */
};

/** What to translate and for which host. Start from QD_TRANSLATE_OPTIONS_INIT. */
struct qd_translate_options {
    uint32_t size;            /**< sizeof(struct qd_translate_options). */
    enum qd_format from;      /**< Guest language. Required. */
    enum qd_target target;    /**< The host's Vulkan version; 0 is Vulkan 1.1. */
    uint32_t flags;           /**< enum qd_translate_flags. */
    const char *name;         /**< UTF-8, shown in diagnostics; NULL prints as "<input>". */
    uint64_t memory_limit;    /**< Most bytes to take from the system; 0 is 4 GiB. */
    float default_point_size; /**< TGSI vertex shaders that write no point size write this; 0:
                                   none. */
    const char *entry;        /**< SPIR-V: the entry point; NULL: the only one, or else "main".
                                   RDNA: the program of an object by its symbol; NULL: the only
                                   one. */
    /** SPIR-V: constant_count values; the module that comes out has them for good. */
    const struct qd_specialization *constants;
    size_t constant_count;
    uint32_t descriptor_set; /**< TGSI: the set of all resources, with QD_TRANSLATE_HAS_SET. */
    uint32_t first_binding;  /**< TGSI: is added to all bindings. */
    uint32_t clip_planes;    /**< TGSI: bit i, of 8, is user clip plane i, of the last stage of
                                  vertices; planes come from the buffer of parameters. */
    uint32_t color_targets;  /**< TGSI: targets that FS_COLOR0_WRITES_ALL_CBUFS writes, up to 8; 0
                                  is 1. */
    uint32_t framebuffer[2]; /**< TGSI: width and height in pixels; 0: from the buffer of
                                  parameters. */
    uint32_t block_size[3];  /**< TGSI: of compute shaders that fix none. RDNA: of all; 0: as many
                                  as a wave has lanes, 1 and 1. */
    uint32_t shared_size;    /**< TGSI: bytes of MEMORY, SHARED; 0: 16384. */
    enum qd_tgsi_tokens tokens;   /**< TGSI tokens: whose they are. */
    enum qd_tgsi_dialect dialect; /**< TGSI text. */
    enum qd_quad quad;            /**< How lanes read their quad. */
    /** RDNA; NULL is the same as QD_RDNA_OPTIONS_INIT. Not kept after the call. */
    const struct qd_rdna_options *rdna;
};

/** Initialiser of struct qd_translate_options. */
#define QD_TRANSLATE_OPTIONS_INIT                                                                  \
    {                                                                                              \
        sizeof(struct qd_translate_options), QD_FORMAT_NONE, QD_TARGET_DEFAULT, 0, NULL, 0, 0,     \
            NULL, NULL, 0, 0, 0, 0, 0, {0, 0}, {0, 0, 0}, 0, QD_TGSI_TOKENS_DEFAULT,               \
            QD_TGSI_DIALECT_AUTO, QD_QUAD_AUTO, NULL                                               \
    }

/** Shader stages. */
enum qd_stage {
    QD_STAGE_VERTEX = 0,
    QD_STAGE_FRAGMENT = 1,
    QD_STAGE_COMPUTE = 2,
    QD_STAGE_TESS_CONTROL = 3,
    QD_STAGE_TESS_EVAL = 4,
    QD_STAGE_GEOMETRY = 5
};

/** What a resource of a module is. */
enum qd_resource_kind {
    QD_RESOURCE_INPUT = 0,          /**< By location or built-in. */
    QD_RESOURCE_OUTPUT = 1,         /**< By location or built-in. */
    QD_RESOURCE_UNIFORM_BUFFER = 2, /**< By set and binding. */
    QD_RESOURCE_SAMPLED_IMAGE = 3,  /**< Combined image and sampler, by set and binding. */
    /* All of these by set and binding, but for push constants. */
    QD_RESOURCE_STORAGE_BUFFER = 4,
    QD_RESOURCE_UNIFORM_TEXEL_BUFFER = 5,
    QD_RESOURCE_STORAGE_TEXEL_BUFFER = 6,
    QD_RESOURCE_STORAGE_IMAGE = 7,
    QD_RESOURCE_SEPARATE_IMAGE = 8, /**< A sampled image without a sampler. */
    QD_RESOURCE_SAMPLER = 9,
    QD_RESOURCE_PUSH_CONSTANTS = 10,  /**< From byte 0 on; at most one. */
    QD_RESOURCE_INPUT_ATTACHMENT = 11 /**< A colour target that the shader reads. */
};

/** What the components of inputs and outputs are. */
enum qd_component_type {
    QD_COMPONENT_FLOAT = 0, /**< 32-bit floats. */
    QD_COMPONENT_INT = 1    /**< 32-bit integers, unsigned in the module. */
};

/** One thing that a module is connected by. docs/tgsi.md says how guests' names map. */
struct qd_resource {
    enum qd_resource_kind kind;
    const char *name;    /**< Of the guest's register or semantic; never NULL. */
    const char *builtin; /**< Inputs, outputs: "position" and so on; NULL: by location. */
    uint32_t location;   /**< Inputs, outputs without a built-in. */
    uint32_t components; /**< Inputs, outputs: 1 to 4 of 32 bits. */
    uint32_t set;        /**< Buffers, images, samplers. */
    uint32_t binding;    /**< Buffers, images, samplers. */
    uint32_t count;      /**< Likewise: descriptors in the array; 0: as many as are bound. */
    uint32_t size;       /**< Uniform buffers: bytes, a multiple of 16. Push constants. */
    enum qd_component_type type; /**< Inputs, outputs. */
    const char *interpolation; /**< Fragment inputs by location: "perspective", "linear" or "flat";
                                    NULL for all else. */
    const char *dimension;     /**< Images: "2d" and so on; NULL for all else. */
};

/** All that came of one call: the module, what it is connected by, the diagnostics. */
struct qd_output;

/**
 * Translates one shader to a SPIR-V module.
 *
 * \param code     The shader; size bytes, any alignment. Not kept after the call.
 * \param size     Bytes of code.
 * \param options  What to do; not NULL.
 * \param out      Not NULL. Set on failure too (to NULL only for QD_ERROR_ARGUMENT, or where
 *                 there is no memory for it); free with qd_output_free().
 * \return QD_OK, or why not. Warnings do not fail a call.
 */
QD_API enum qd_result qd_translate(const void *code, size_t size,
                                   const struct qd_translate_options *options,
                                   struct qd_output **out);

/**
 * Checks one shader by all the rules of its language, without translating it. Arguments and result
 * as for qd_translate(); the output has diagnostics only.
 */
QD_API enum qd_result qd_check(const void *code, size_t size,
                               const struct qd_translate_options *options, struct qd_output **out);

/**
 * The module's words, in host byte order.
 *
 * \param out    Not NULL.
 * \param count  Set to the number of words; 0 if there is no module. May be NULL.
 * \return The words, owned by out; NULL if there is no module.
 */
QD_API const uint32_t *qd_output_words(const struct qd_output *out, size_t *count);

/** The module's stage; QD_STAGE_VERTEX if there is no module. out is not NULL. */
QD_API enum qd_stage qd_output_stage(const struct qd_output *out);

/** How many resources the module has. out is not NULL. */
QD_API uint32_t qd_output_resource_count(const struct qd_output *out);

/** Resource number index, owned by out; NULL past the last. out is not NULL. */
QD_API const struct qd_resource *qd_output_resource(const struct qd_output *out, uint32_t index);

/**
 * The component swizzle that a host binds to a view of a texture of these components, for shaders
 * in TGSI: luminance ("L") is "rrr1", a one-component format read as (r, r, r, 1).
 *
 * \param components  "R", "RG", "RGB", "RGBA", "A", "L", "LA", "I", "UV", "Z" or "S"; not NULL.
 * \return Four letters of "rgba01"; NULL for any other components.
 */
QD_API const char *qd_texel_swizzle(const char *components);

/** How many diagnostics there are, warnings included. out is not NULL. */
QD_API uint32_t qd_output_diagnostic_count(const struct qd_output *out);

/** Diagnostic number index, in the order they were found, owned by out; NULL past the last. */
QD_API const struct qd_diagnostic *qd_output_diagnostic(const struct qd_output *out,
                                                        uint32_t index);

/** All diagnostics as text for people, one or more lines each; "" if there is none. Owned by out,
 * which is not NULL. */
QD_API const char *qd_output_text(const struct qd_output *out);

/** Frees an output and all that it owns. NULL is allowed. */
QD_API void qd_output_free(struct qd_output *out);

/** The printed name of a code ("tgsi-unknown-opcode"); "none" for any other number. */
QD_API const char *qd_code_name(enum qd_code code);

/** The library's version, "0.1.0". */
QD_API const char *qd_version(void);

#ifdef __cplusplus
}
#endif
#endif
