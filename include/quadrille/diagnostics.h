/* SPDX-License-Identifier: MIT */
#ifndef QUADRILLE_DIAGNOSTICS_H
#define QUADRILLE_DIAGNOSTICS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a diagnostic is about. The printed name ("tgsi-unknown-opcode") is stable; the number is
 * not. */
enum qd_code {
    QD_CODE_NONE = 0,
#define QD_CODE(suffix, name) QD_CODE_##suffix,
#include <quadrille/codes.def>
#undef QD_CODE
    QD_CODE_COUNT
};

/** How bad it is. Only errors make a call fail. */
enum qd_severity { QD_SEVERITY_NOTE = 0, QD_SEVERITY_WARNING = 1, QD_SEVERITY_ERROR = 2 };

/** What the place of a diagnostic counts. */
enum qd_place_kind {
    QD_PLACE_NONE = 0, /**< The whole input. */
    QD_PLACE_TEXT = 1, /**< Line and column, from 1; columns count bytes. */
    QD_PLACE_WORD = 2  /**< Byte offset of a 32-bit word. */
};

/** Where in its input a diagnostic points. */
struct qd_place {
    enum qd_place_kind kind;
    uint32_t line;   /**< QD_PLACE_TEXT. */
    uint32_t column; /**< QD_PLACE_TEXT; 0 is the whole line. */
    uint32_t offset; /**< QD_PLACE_WORD, in bytes. */
};

/** One finding. Strings are UTF-8 and live as long as the object that the diagnostic came from. */
struct qd_diagnostic {
    enum qd_code code;
    enum qd_severity severity;
    struct qd_place place;
    const char *message; /**< What was found and what was expected. Never NULL. */
    const char *excerpt; /**< The offending line or instruction; NULL if there is none. */
    const char *note;    /**< More for the reader; NULL if there is none. */
};

#ifdef __cplusplus
}
#endif
#endif
