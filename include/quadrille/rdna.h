/* SPDX-License-Identifier: MIT
 *
 * RDNA code (GFX10) as text, and what its translation needs besides.
 */
#ifndef QUADRILLE_RDNA_H
#define QUADRILLE_RDNA_H

#include <quadrille/translate.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What holds the code (docs/rdna-code.md). */
enum qd_rdna_form {
    QD_RDNA_FORM_ANY = 0,     /**< By its first bytes: an object, text, or else words. */
    QD_RDNA_FORM_WORDS = 1,   /**< Words, low byte first. */
    QD_RDNA_FORM_HEX = 2,     /**< Words in text, as .hex files have them. */
    QD_RDNA_FORM_OBJECT = 3,  /**< A code object: ELF of HSA or PAL. */
    QD_RDNA_FORM_ASSEMBLY = 4 /**< Text for the assembler (docs/rdna-asm.md). */
};

/** Whose code it is. */
enum qd_rdna_isa {
    QD_RDNA_ISA_NONE = 0, /**< What the code says. */
    QD_RDNA_ISA_GFX1010 = 1,
    QD_RDNA_ISA_GFX1013 = 2,
    QD_RDNA_ISA_GFX1030 = 3
};

/** What the text is of. */
enum qd_rdna_text {
    QD_RDNA_TEXT_INSTRUCTIONS = 0, /**< Instructions in LLVM's syntax, with labels. */
    QD_RDNA_TEXT_WORDS = 1,        /**< The same, offset and words behind each as a comment. */
    QD_RDNA_TEXT_GRAPH = 2         /**< The control flow graph, as Graphviz reads it. */
};

/** What to disassemble. Start from QD_DISASSEMBLE_OPTIONS_INIT. */
struct qd_disassemble_options {
    uint32_t size;          /**< sizeof(struct qd_disassemble_options). */
    enum qd_rdna_form form; /**< What holds the code. */
    enum qd_rdna_isa isa;   /**< Goes before what the code says. */
    uint32_t wave_size;     /**< Lanes of a wave, 32 or 64; goes before what the code says, unless
                                 0. The library leaves the metadata of PAL's objects alone, which
                                 alone says it there. */
    enum qd_rdna_text text; /**< What to write. */
    const char *name;       /**< UTF-8, shown in diagnostics; NULL prints as "<input>". */
    const char *program;    /**< The program of an object by its symbol; NULL: all. */
    uint64_t memory_limit;  /**< Most bytes to take from the system; 0 is 4 GiB. */
};

/** Initialiser of struct qd_disassemble_options. */
#define QD_DISASSEMBLE_OPTIONS_INIT                                                                \
    {                                                                                              \
        sizeof(struct qd_disassemble_options), QD_RDNA_FORM_ANY, QD_RDNA_ISA_NONE, 0,              \
            QD_RDNA_TEXT_INSTRUCTIONS, NULL, NULL, 0                                               \
    }

/**
 * Disassembles RDNA code. Words that no instruction begins with are written as ".long", and are
 * warnings.
 *
 * \param code     The code; size bytes, any alignment. Not kept after the call.
 * \param size     Bytes of code.
 * \param options  What to do; not NULL.
 * \param out      Not NULL. Set on failure too (to NULL only for QD_ERROR_ARGUMENT, or where there
 *                 is no memory for it); free with qd_output_free().
 * \return QD_OK, QD_ERROR_ARGUMENT, QD_ERROR_INVALID (see the diagnostics), QD_ERROR_MEMORY.
 */
QD_API enum qd_result qd_disassemble(const void *code, size_t size,
                                     const struct qd_disassemble_options *options,
                                     struct qd_output **out);

/** The text of qd_disassemble(), owned by out, which is not NULL; "" if there is none. */
QD_API const char *qd_output_disassembly(const struct qd_output *out);

/** The lanes that one lane of a module can see; docs/rdna-translation.md says how one is chosen. */
enum qd_company {
    QD_COMPANY_AUTO = 0,     /**< The smallest that the code asks for. */
    QD_COMPANY_LANE = 1,     /**< Itself. */
    QD_COMPANY_QUAD = 2,     /**< The host's quad. */
    QD_COMPANY_SUBGROUP = 3, /**< The host's subgroup, which is the guest's wave. */
    QD_COMPANY_WAVE = 4      /**< All: one invocation is a wave. Compute alone. */
};

/** What a register holds where a wave begins. What no start names is undefined. */
enum qd_rdna_start_kind {
    QD_RDNA_START_VALUE = 0, /**< The value, in all lanes. */
    /* Compute. Of the axis, 0 to 2: x to z. */
    QD_RDNA_START_WORKGROUP_ID = 1,
    QD_RDNA_START_WORKGROUP_COUNT = 2,
    QD_RDNA_START_WORKGROUP_SIZE = 3,
    QD_RDNA_START_WAVE = 4, /**< Number of the wave in its workgroup. */
    /* Of vector registers alone, as all that follow. */
    QD_RDNA_START_LOCAL_ID = 5,
    QD_RDNA_START_PACKED_ID = 6,   /**< x in bits 9:0, y in 19:10, z in 29:20. */
    QD_RDNA_START_LOCAL_INDEX = 7, /**< x first, then y, then z. */
    QD_RDNA_START_LANE = 8,        /**< The lane's number in its wave. */
    /* Vertices; as Vulkan counts, from the first or base one on. */
    QD_RDNA_START_VERTEX_ID = 9,
    QD_RDNA_START_INSTANCE_ID = 10,
    /* Fragments: barycentrics; axis 0 is I, 1 is J. */
    QD_RDNA_START_PERSP_SAMPLE = 11,
    QD_RDNA_START_PERSP_CENTER = 12,
    QD_RDNA_START_PERSP_CENTROID = 13,
    QD_RDNA_START_LINEAR_SAMPLE = 14,
    QD_RDNA_START_LINEAR_CENTER = 15,
    QD_RDNA_START_LINEAR_CENTROID = 16,
    QD_RDNA_START_POSITION = 17,   /**< Axis 0 to 3: x, y, z, and clip space's w. */
    QD_RDNA_START_FRONT_FACE = 18, /**< 1.0 or -1.0; axis 1: all ones or 0. */
    QD_RDNA_START_ANCILLARY = 19,  /**< Sample in bits 11:8, layer in 26:16; axis 1: the sample
                                        alone, 2: the layer. */
    QD_RDNA_START_COVERAGE = 20,   /**< The sample mask. */
    QD_RDNA_START_FIXED_POINT = 21 /**< x in bits 15:0, y in 31:16, whole pixels. */
};

/** Registers by number: 0 to 105 are s0 to s105, and others as instructions encode them (106 VCC,
 * 124 M0, 253 SCC). */
#define QD_RDNA_V0 256 /**< v0; to 511: v255. */

struct qd_rdna_start {
    uint32_t reg;                 /**< Its number. */
    enum qd_rdna_start_kind kind; /**< What it holds. */
    uint32_t axis;                /**< 0, or as the kind says. */
    uint32_t value;               /**< Of QD_RDNA_START_VALUE. */
};

/** What the translation of RDNA code needs besides. Start from QD_RDNA_OPTIONS_INIT. */
struct qd_rdna_options {
    uint32_t size;           /**< sizeof(struct qd_rdna_options). */
    enum qd_rdna_form form;  /**< What holds the code. */
    enum qd_rdna_isa isa;    /**< Goes before what the code says. */
    uint32_t wave_size;      /**< Lanes of a wave, 32 or 64; goes before what the code says, unless
                                  0. */
    uint32_t has_stage;      /**< Not 0: stage goes before what the code says. */
    enum qd_stage stage;     /**< Vertex, fragment or compute. */
    enum qd_company company; /**< The least; it fails where the code asks for more. */
    uint32_t subgroup_size;  /**< Lanes, up to 128, that the host's subgroups can be told to have,
                                  holding whole quads in fragments; 0: not known. Where the output's
                                  company is QD_COMPANY_SUBGROUP, pipelines must ask for it. */
    uint32_t has_mode;       /**< Not 0: mode counts; else it is 0x1c0. */
    uint32_t mode;           /**< Bits 9:0 of MODE where a wave begins. */
    uint32_t lds_size;       /**< Bytes of LDS, up to 65536; 0: what the code says. */
    uint64_t window;         /**< Guest address, a multiple of 4, of the first byte of the storage
                                  buffer at set 0, binding 0, through which guest memory is seen. */
    const struct qd_rdna_start *starts; /**< start_count of them; the last of a register counts.
                                             They go before lines "# start:" of the code. */
    size_t start_count;                 /**< Up to 65536. */
    /* Fragments: how colours lie in registers; bit i is target i. Else they are floats, and halves
     * where an export has two of them a register. */
    uint32_t unorm16;
    uint32_t snorm16;
    uint32_t uint16;
    uint32_t sint16;
    uint32_t uint32;
    uint32_t sint32;
    /** Not 0: the host rounds what is multiplied and added twice, so f32 goes through doubles,
     * which the host must have, and f64 is refused. */
    uint32_t exact_fma;
};

/** Initialiser of struct qd_rdna_options. */
#define QD_RDNA_OPTIONS_INIT                                                                       \
    {                                                                                              \
        sizeof(struct qd_rdna_options), QD_RDNA_FORM_ANY, QD_RDNA_ISA_NONE, 0, 0, QD_STAGE_VERTEX, \
            QD_COMPANY_AUTO, 0, 0, 0, 0, 0, NULL, 0, 0, 0, 0, 0, 0, 0, 0                           \
    }

/** What an instruction asked for. */
struct qd_demand {
    uint32_t offset;         /**< Of the instruction, in bytes. */
    enum qd_company company; /**< The least that has it. */
    const char *instruction; /**< Its text; never NULL. */
    const char *why;         /**< What it does that asks for it; never NULL. */
};

/** The company of the module, or, after a failed call, the one that it would have needed;
 * QD_COMPANY_AUTO if it was not RDNA code, or could not be read. out is not NULL. */
QD_API enum qd_company qd_output_company(const struct qd_output *out);

/** How many instructions asked for more than QD_COMPANY_LANE, also after a failed call. out is not
 * NULL. */
QD_API uint32_t qd_output_demand_count(const struct qd_output *out);

/** Demand number index, by offset, owned by out; NULL past the last. out is not NULL. */
QD_API const struct qd_demand *qd_output_demand(const struct qd_output *out, uint32_t index);

#ifdef __cplusplus
}
#endif
#endif
