/* SPDX-License-Identifier: MIT
 *
 * RDNA code (GFX10) as text.
 */
#ifndef QUADRILLE_RDNA_H
#define QUADRILLE_RDNA_H

#include <quadrille/translate.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What holds the code (docs/rdna-code.md). */
enum qd_rdna_form {
    QD_RDNA_FORM_ANY = 0,   /**< By its first bytes: an object, text, or else words. */
    QD_RDNA_FORM_WORDS = 1, /**< Words, low byte first. */
    QD_RDNA_FORM_HEX = 2,   /**< Words in text, as .hex files have them. */
    QD_RDNA_FORM_OBJECT = 3 /**< A code object: ELF of HSA or PAL. */
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

#ifdef __cplusplus
}
#endif
#endif
