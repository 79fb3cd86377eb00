/* SPDX-License-Identifier: MIT
 *
 * Makes TGSI programs: declarations, immediates and instructions go into a builder, one call each,
 * and text or tokens come out. What the language calls by a name (opcodes, semantics, targets) is
 * given by that name, as a text has it; docs/tgsi.md lists them. Case does not matter.
 *
 * A call that is wrong adds nothing to the program and leaves a diagnostic; so does what the
 * checker finds when the program is finished. A builder is for one thread at a time; builders
 * share nothing.
 */
#ifndef QUADRILLE_TGSI_BUILDER_H
#define QUADRILLE_TGSI_BUILDER_H

#include <quadrille/translate.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A program being made. */
struct qd_tgsi_builder;

/** Stages of TGSI. */
enum qd_tgsi_stage {
    QD_TGSI_FRAG = 0,
    QD_TGSI_VERT = 1,
    QD_TGSI_GEOM = 2,
    QD_TGSI_TESS_CTRL = 3,
    QD_TGSI_TESS_EVAL = 4,
    QD_TGSI_COMP = 5
};

/** Register files. */
enum qd_tgsi_file {
    QD_TGSI_FILE_NONE = 0,
    QD_TGSI_FILE_NULL = 1,
    QD_TGSI_FILE_CONST = 2,
    QD_TGSI_FILE_IN = 3,
    QD_TGSI_FILE_OUT = 4,
    QD_TGSI_FILE_TEMP = 5,
    QD_TGSI_FILE_SAMP = 6,
    QD_TGSI_FILE_ADDR = 7,
    QD_TGSI_FILE_IMM = 8,
    QD_TGSI_FILE_PRED = 9, /**< Early dialect. */
    QD_TGSI_FILE_SV = 10,
    QD_TGSI_FILE_IMMX = 11,  /**< Early dialect. */
    QD_TGSI_FILE_TEMPX = 12, /**< Early dialect. */
    QD_TGSI_FILE_RES = 13,   /**< Early dialect. */
    QD_TGSI_FILE_IMAGE = 14,
    QD_TGSI_FILE_SVIEW = 15,
    QD_TGSI_FILE_BUFFER = 16,
    QD_TGSI_FILE_MEMORY = 17,
    QD_TGSI_FILE_CONSTBUF = 18,
    QD_TGSI_FILE_HWATOMIC = 19
};

/** A register's component that is added to an index. */
struct qd_tgsi_address {
    enum qd_tgsi_file file; /**< QD_TGSI_FILE_NONE: nothing is added. */
    uint32_t index;
    uint32_t component; /**< 0 is x, 3 is w. */
};

/** Flags of struct qd_tgsi_operand. */
enum qd_tgsi_operand_flags {
    QD_TGSI_NEGATE = 1,   /**< Sources. */
    QD_TGSI_ABSOLUTE = 2, /**< Sources; before they are negated. */
    QD_TGSI_DIMENSION = 4 /**< dimension is given: there are two brackets. */
};

/** An operand: start from qd_tgsi_register(). */
struct qd_tgsi_operand {
    enum qd_tgsi_file file;
    int32_t index;
    uint32_t flags;    /**< enum qd_tgsi_operand_flags. */
    int32_t dimension; /**< The first of two brackets: a buffer or a vertex. */
    /** Destinations: those that are written, "xz". Sources: four letters, or one for all four.
     * Offsets of textures: three, or one. NULL is all as they are. Read during the call alone. */
    const char *components;
    struct qd_tgsi_address address;           /**< Added to index. */
    struct qd_tgsi_address dimension_address; /**< Added to dimension. */
    uint32_t array; /**< The id of the array that the access stays in; 0 is none. */
};

/** FILE[index], nothing else said. */
QD_API struct qd_tgsi_operand qd_tgsi_register(enum qd_tgsi_file file, uint32_t index);
/** FILE[dimension][index]. */
QD_API struct qd_tgsi_operand qd_tgsi_register2(enum qd_tgsi_file file, uint32_t dimension,
                                                uint32_t index);
/** The operand with these components. */
QD_API struct qd_tgsi_operand qd_tgsi_components(struct qd_tgsi_operand operand,
                                                 const char *components);
/** The operand negated: -(-x) is x. */
QD_API struct qd_tgsi_operand qd_tgsi_negate(struct qd_tgsi_operand operand);
/** The operand's absolute value. */
QD_API struct qd_tgsi_operand qd_tgsi_absolute(struct qd_tgsi_operand operand);
/** The operand with an address added to its index: FILE[ADDR[address].component + index]. */
QD_API struct qd_tgsi_operand qd_tgsi_indirect(struct qd_tgsi_operand operand, uint32_t address,
                                               uint32_t component);

/** Flags of struct qd_tgsi_declaration. */
enum qd_tgsi_declaration_flags {
    QD_TGSI_DECLARE_DIMENSION = 1, /**< Two brackets: dimension, or vertices. */
    QD_TGSI_DECLARE_LOCAL = 2,
    QD_TGSI_DECLARE_INVARIANT = 4,
    QD_TGSI_DECLARE_WRITABLE = 8, /**< IMAGE: WR. */
    QD_TGSI_DECLARE_RAW = 16,     /**< IMAGE. */
    QD_TGSI_DECLARE_ATOMIC = 32,  /**< BUFFER. */
    QD_TGSI_DECLARE_STREAMS = 64  /**< OUT of GEOM: streams is given. */
};

/** Registers first to last of a file. Start from QD_TGSI_DECLARATION_INIT. */
struct qd_tgsi_declaration {
    uint32_t size; /**< sizeof(struct qd_tgsi_declaration). */
    enum qd_tgsi_file file;
    uint32_t first;
    uint32_t last;
    uint32_t flags;            /**< enum qd_tgsi_declaration_flags. */
    uint32_t dimension;        /**< Of CONST, TEMPX, HWATOMIC: the buffer. */
    uint32_t array;            /**< The array's id; 0 is none. */
    const char *components;    /**< In use, a hint; NULL is all. */
    const char *semantic;      /**< "POSITION"; NULL is none. */
    uint32_t semantic_index;   /**< Of register first. */
    const char *interpolation; /**< "PERSPECTIVE"; NULL is none. */
    const char *location;      /**< "CENTROID"; NULL is "CENTER". */
    const char *wrap;          /**< IN: components that wrap cylindrically, "xy"; NULL is none. */
    const char *target;        /**< SVIEW, RES, IMAGE: "2D". */
    const char *types[4];      /**< SVIEW, RES: "FLOAT"; NULL is that of the component before. */
    const char *format;        /**< IMAGE: "PIPE_FORMAT_R32_UINT"; NULL is none. */
    const char *memory;        /**< MEMORY: "SHARED"; NULL is "GLOBAL". */
    uint32_t streams[4];       /**< With QD_TGSI_DECLARE_STREAMS. */
    const float *rows;         /**< IMMX: four values for each register. */
};

/** Initialiser of struct qd_tgsi_declaration: FILE[first..last]. */
#define QD_TGSI_DECLARATION_INIT(file, first, last)                                                \
    {                                                                                              \
        sizeof(struct qd_tgsi_declaration), file, first, last, 0, 0, 0, NULL, NULL, 0, NULL, NULL, \
            NULL, NULL, {NULL, NULL, NULL, NULL}, NULL, NULL, {0, 0, 0, 0}, NULL                   \
    }

/** Flags of struct qd_tgsi_instruction. */
enum qd_tgsi_instruction_flags {
    QD_TGSI_COHERENT = 1, /**< Of an access to memory, these four. */
    QD_TGSI_RESTRICT = 2,
    QD_TGSI_VOLATILE = 4,
    QD_TGSI_STREAM_CACHE_POLICY = 8,
    QD_TGSI_PREDICATE_NOT = 16, /**< Components are written where the predicate is zero. */
    QD_TGSI_LABEL = 32          /**< label is given: BRA, CALLNZ. CAL needs no flag. */
};

/** An instruction. Start from QD_TGSI_INSTRUCTION_INIT. */
struct qd_tgsi_instruction {
    uint32_t size;      /**< sizeof(struct qd_tgsi_instruction). */
    const char *opcode; /**< With _SAT, _SATNV and _PRECISE: "MUL_SAT". */
    const struct qd_tgsi_operand *destinations;
    uint32_t destination_count;
    const struct qd_tgsi_operand *sources;
    uint32_t source_count;
    const char *target; /**< Textures, accesses to images: "2D"; NULL is none. */
    const struct qd_tgsi_operand *offsets;
    uint32_t offset_count;
    uint32_t flags;                          /**< enum qd_tgsi_instruction_flags. */
    const char *format;                      /**< Accesses to images; NULL is none. */
    const struct qd_tgsi_operand *predicate; /**< Early dialect; NULL is none. */
    /** CAL, CALLNZ: the number of their BGNSUB. BRA: that of the instruction it goes to. */
    uint32_t label;
};

/** Initialiser of struct qd_tgsi_instruction. */
#define QD_TGSI_INSTRUCTION_INIT(opcode)                                                           \
    {                                                                                              \
        sizeof(struct qd_tgsi_instruction), opcode, NULL, 0, NULL, 0, NULL, NULL, 0, 0, NULL,      \
            NULL, 0                                                                                \
    }

/**
 * A builder for a program of a stage. QD_TGSI_DIALECT_AUTO stands for the final dialect.
 *
 * \param builder  Not NULL. Set to NULL on failure; free with qd_tgsi_builder_free().
 * \return QD_OK, QD_ERROR_ARGUMENT, QD_ERROR_MEMORY.
 */
QD_API enum qd_result qd_tgsi_builder_new(enum qd_tgsi_stage stage, enum qd_tgsi_dialect dialect,
                                          struct qd_tgsi_builder **builder);

/** Frees a builder and all that it gave. NULL is allowed. */
QD_API void qd_tgsi_builder_free(struct qd_tgsi_builder *builder);

/*
 * All calls below return QD_OK, QD_ERROR_ARGUMENT for what no call can be (NULL, an unknown
 * enumerator or size), QD_ERROR_INVALID with a diagnostic, or QD_ERROR_MEMORY; after that last one
 * the builder can only be freed, and says the same to every call.
 */

/** Adds a declaration. The order of declarations is that of the calls. */
QD_API enum qd_result qd_tgsi_declare(struct qd_tgsi_builder *builder,
                                      const struct qd_tgsi_declaration *declaration);

/** Adds an immediate. number, if not NULL, is set to its index in IMM. */
QD_API enum qd_result qd_tgsi_immediate_f32(struct qd_tgsi_builder *builder, const float values[4],
                                            uint32_t *number);
QD_API enum qd_result qd_tgsi_immediate_u32(struct qd_tgsi_builder *builder,
                                            const uint32_t values[4], uint32_t *number);
QD_API enum qd_result qd_tgsi_immediate_i32(struct qd_tgsi_builder *builder,
                                            const int32_t values[4], uint32_t *number);
QD_API enum qd_result qd_tgsi_immediate_f64(struct qd_tgsi_builder *builder, const double values[2],
                                            uint32_t *number);
QD_API enum qd_result qd_tgsi_immediate_u64(struct qd_tgsi_builder *builder,
                                            const uint64_t values[2], uint32_t *number);
QD_API enum qd_result qd_tgsi_immediate_i64(struct qd_tgsi_builder *builder,
                                            const int64_t values[2], uint32_t *number);

/** Sets a property to a number. One that takes names takes the name's number here. */
QD_API enum qd_result qd_tgsi_property(struct qd_tgsi_builder *builder, const char *name,
                                       int32_t value);
/** Sets a property to a name: "GS_INPUT_PRIMITIVE", "TRIANGLES". */
QD_API enum qd_result qd_tgsi_property_name(struct qd_tgsi_builder *builder, const char *name,
                                            const char *value);

/** Adds an instruction. */
QD_API enum qd_result qd_tgsi_emit(struct qd_tgsi_builder *builder,
                                   const struct qd_tgsi_instruction *instruction);
/** Adds an instruction without operands: "ENDIF", "END". */
QD_API enum qd_result qd_tgsi_emit0(struct qd_tgsi_builder *builder, const char *opcode);
/** Adds an instruction of a destination and one, two or three sources. */
QD_API enum qd_result qd_tgsi_emit1(struct qd_tgsi_builder *builder, const char *opcode,
                                    struct qd_tgsi_operand destination,
                                    struct qd_tgsi_operand source);
QD_API enum qd_result qd_tgsi_emit2(struct qd_tgsi_builder *builder, const char *opcode,
                                    struct qd_tgsi_operand destination,
                                    struct qd_tgsi_operand source0, struct qd_tgsi_operand source1);
QD_API enum qd_result qd_tgsi_emit3(struct qd_tgsi_builder *builder, const char *opcode,
                                    struct qd_tgsi_operand destination,
                                    struct qd_tgsi_operand source0, struct qd_tgsi_operand source1,
                                    struct qd_tgsi_operand source2);
/** Adds an instruction of one source: "IF", "SWITCH", "KILL_IF". */
QD_API enum qd_result qd_tgsi_emit_test(struct qd_tgsi_builder *builder, const char *opcode,
                                        struct qd_tgsi_operand source);
/** Adds a texture instruction of a coordinate and a sampler: "TEX", "TXF". */
QD_API enum qd_result qd_tgsi_emit_texture(struct qd_tgsi_builder *builder, const char *opcode,
                                           struct qd_tgsi_operand destination,
                                           struct qd_tgsi_operand coordinate, uint32_t sampler,
                                           const char *target);

/** The number that the next instruction will have, from 0: what a label names. builder is not
 * NULL. */
QD_API uint32_t qd_tgsi_next(const struct qd_tgsi_builder *builder);
/** Sets the label of a CAL, CALLNZ or BRA, now that it is known; it may have had none. */
QD_API enum qd_result qd_tgsi_set_label(struct qd_tgsi_builder *builder, uint32_t instruction,
                                        uint32_t label);

/*
 * Both of these check the program by all the rules of the language and write it. More may be added
 * after that, and the program be finished again. What they give is owned by the builder until it is
 * freed, and is NULL on failure.
 */

/**
 * The program as text.
 *
 * \param text  Not NULL. Terminated by a zero.
 * \param size  Set to its bytes, without the zero. May be NULL.
 */
QD_API enum qd_result qd_tgsi_finish_text(struct qd_tgsi_builder *builder, const char **text,
                                          size_t *size);
/**
 * The program as tokens. What the layout has no word for is an error: QD_ERROR_INVALID.
 *
 * \param tokens  Whose. Those of 2011 and 2012 are read in the early dialect, the others in the
 *                final one, whichever the builder has.
 * \param words   Not NULL.
 * \param count   Not NULL. Set to how many words there are.
 */
QD_API enum qd_result qd_tgsi_finish_tokens(struct qd_tgsi_builder *builder,
                                            enum qd_tgsi_tokens tokens, const uint32_t **words,
                                            size_t *count);

/** How many diagnostics there are, warnings included: of calls, and of the last time that the
 * program was finished, whose lines are those of its text. builder is not NULL. */
QD_API uint32_t qd_tgsi_diagnostic_count(const struct qd_tgsi_builder *builder);
/** Diagnostic number index, owned by the builder; NULL past the last. */
QD_API const struct qd_diagnostic *qd_tgsi_diagnostic(const struct qd_tgsi_builder *builder,
                                                      uint32_t index);

#ifdef __cplusplus
}
#endif
#endif
