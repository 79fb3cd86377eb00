/* SPDX-License-Identifier: MIT
 *
 * What every folder stands on: memory, text, names, diagnostics, half floats.
 *
 * Memory comes from an arena and is freed with it. Allocation cannot fail as the caller sees it:
 * when memory or the arena's budget runs out, control goes back to the point that the arena's
 * owner set with BASE_ARENA_CATCH. Worker threads, callbacks of libraries and code that holds
 * something to release must not allocate from an arena that another frame catches for.
 */
#ifndef BASE_BASE_H
#define BASE_BASE_H

#include <quadrille/diagnostics.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__)
#define BASE_PRINTF(string, first) __attribute__((format(printf, string, first)))
#define BASE_NORETURN __attribute__((noreturn))
#else
#define BASE_PRINTF(string, first)
#define BASE_NORETURN _Noreturn
#endif

#define BASE_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- arena.c ---- */

struct base_arena_block;

enum base_arena_failure { base_arena_ok, base_arena_out_of_memory, base_arena_over_budget };

struct base_arena {
    struct base_arena_block *blocks; /* Newest first. */
    char *at;                        /* Free bytes of the newest small block. */
    char *end;
    size_t used;       /* Bytes taken from the system. */
    size_t limit;      /* Most bytes to take; 0 is no limit. */
    size_t block_size; /* Of the next small block. */
    enum base_arena_failure failure;
    jmp_buf catch_point;
};

/* An arena that may take limit bytes from the system (0: any number). Cannot fail. */
void base_arena_init(struct base_arena *arena, size_t limit);

/* Frees everything that came from the arena. The arena may be initialised again. */
void base_arena_finish(struct base_arena *arena);

/* Sets the point that running out comes back to: true on the first pass, false after running out,
 * with arena->failure saying of what. The frame that uses it must outlive every allocation.
 * Locals changed after the catch and read on the second pass must be volatile. */
#define BASE_ARENA_CATCH(arena) (setjmp((arena)->catch_point) == 0)

/* Goes to the catch point, as running out does. */
BASE_NORETURN void base_arena_fail(struct base_arena *arena, enum base_arena_failure failure);

/* size bytes of zeroes, aligned for any type. size may be 0: the pointer is then one of its own. */
void *base_arena_alloc(struct base_arena *arena, size_t size);

/* count elements of size bytes; a product that overflows counts as running out. */
void *base_arena_alloc_array(struct base_arena *arena, size_t count, size_t size);

#define base_arena_new(arena, type) ((type *)base_arena_alloc(arena, sizeof(type)))
#define base_arena_new_array(arena, type, count)                                                   \
    ((type *)base_arena_alloc_array(arena, count, sizeof(type)))

/* A block of old_size bytes (or NULL) becomes one of new_size; the new bytes are zeroes. Large
 * blocks move in place where the system can, so that growing costs no second copy. old_size must
 * be the size that the block was last allocated or resized to. */
void *base_arena_resize(struct base_arena *arena, void *data, size_t old_size, size_t new_size);

/* Gives a block of size bytes back before the arena is finished. Only large ones are worth it;
 * small ones stay until then. */
void base_arena_free(struct base_arena *arena, void *data, size_t size);

/* NULL where memory runs out, for who has something to free before the arena's owner is told. */
void *base_arena_try_copy(struct base_arena *arena, const void *data, size_t size);

/* size bytes of text and a terminating zero. */
char *base_arena_copy_string(struct base_arena *arena, const char *text, size_t size);
/* The text with a decimal number behind it: printf's "%s%u", without printf's cost. */
char *base_arena_number(struct base_arena *arena, const char *text, uint32_t number);
char *base_arena_printf(struct base_arena *arena, const char *format, ...) BASE_PRINTF(2, 3);

/* ---- array.c ---- */

/* A growable array: BASE_ARRAY(struct foo) foos; */
#define BASE_ARRAY(type)                                                                           \
    struct {                                                                                       \
        type *data;                                                                                \
        uint32_t count;                                                                            \
        uint32_t capacity;                                                                         \
    }

/* Makes room for extra more elements of size bytes. Past 2^32-1 elements counts as running out.
 * The room is not zeroed, so that capacity that is never used costs no memory. */
void base_array_reserve(struct base_arena *arena, void *array, uint32_t extra, size_t size);

/* Room for one more at the end; evaluates to a pointer to it, zeroed. */
#define base_array_add(arena, array)                                                               \
    ((array)->count < (array)->capacity                                                            \
         ? (void)0                                                                                 \
         : base_array_reserve(arena, array, 1, sizeof(*(array)->data)),                            \
     memset(&(array)->data[(array)->count], 0, sizeof(*(array)->data)),                            \
     &(array)->data[(array)->count++])

/* Adds value at the end. value is evaluated after the array has moved: it must neither add to the
 * array nor point into it. */
#define base_array_push(arena, array, value)                                                       \
    ((array)->count < (array)->capacity                                                            \
         ? (void)0                                                                                 \
         : base_array_reserve(arena, array, 1, sizeof(*(array)->data)),                            \
     (array)->data[(array)->count++] = (value))

/* ---- text.c ---- */

/* Text being built. text.data is always terminated once anything was added. */
struct base_text {
    struct base_arena *arena;
    char *data;
    uint32_t count;
    uint32_t capacity;
};

void base_text_init(struct base_text *text, struct base_arena *arena);
/* data must not lie in the text itself: growing moves it. */
void base_text_add(struct base_text *text, const char *data, size_t size);
void base_text_add_string(struct base_text *text, const char *string);
void base_text_add_char(struct base_text *text, char c);
void base_text_printf(struct base_text *text, const char *format, ...) BASE_PRINTF(2, 3);
void base_text_vprintf(struct base_text *text, const char *format, va_list args);
/* The text so far, "" if none. */
const char *base_text_string(struct base_text *text);

/* ---- names.c ---- */

/* Interned names: equal names have equal numbers, counted from 1. */
struct base_names {
    struct base_arena *arena;
    BASE_ARRAY(const char *) names;
    uint32_t *slots;
    uint32_t slot_count;
};

void base_names_init(struct base_names *names, struct base_arena *arena);
uint32_t base_names_intern(struct base_names *names, const char *text, size_t size);
/* 0 if the name was never interned. */
uint32_t base_names_find(const struct base_names *names, const char *text, size_t size);
/* "" for 0. */
const char *base_names_string(const struct base_names *names, uint32_t name);

/* ---- diags.c ---- */

/* Findings about one input. After max_errors errors a last one says that more were dropped, and the
 * list grows no further; the counts do. Warnings and notes are held to the same number each. */
struct base_diags {
    struct base_arena *arena;
    const char *name; /* Of the input, for printing. */
    const char *text; /* The input, if it is text, for excerpts; may be NULL. */
    size_t text_size;
    BASE_ARRAY(struct qd_diagnostic) list;
    uint32_t error_count;
    uint32_t warning_count;
    uint32_t note_count;
    uint32_t max_errors; /* 0 is 100. */
    bool no_warnings;    /* Warnings are counted and not listed. */
    bool has_words;      /* See base_diags_set_words. */
    bool dropped;        /* The last finding is not in the list. */
    uint32_t line;       /* The last line looked up, from 1, */
    size_t line_start;   /* where it starts, */
    size_t scanned;      /* and how far the text was searched for its end. */
};

void base_diags_init(struct base_diags *diags, struct base_arena *arena, const char *name);
/* Gives the input's text, so that diagnostics with a line show it. Not copied. */
void base_diags_set_text(struct base_diags *diags, const char *text, size_t size);
/* The input is words that are read to what text is read to as well: the line of a place is the byte
 * offset of a word from now on, until the next text is set. */
void base_diags_set_words(struct base_diags *diags);

struct qd_place base_at_nowhere(void);
struct qd_place base_at_line(uint32_t line, uint32_t column);
/* word counts 32-bit words from the start of the code. */
struct qd_place base_at_word(uint32_t word);

void base_report(struct base_diags *diags, enum qd_severity severity, enum qd_code code,
                 struct qd_place place, const char *format, ...) BASE_PRINTF(5, 6);
void base_error(struct base_diags *diags, enum qd_code code, struct qd_place place,
                const char *format, ...) BASE_PRINTF(4, 5);
void base_warning(struct base_diags *diags, enum qd_code code, struct qd_place place,
                  const char *format, ...) BASE_PRINTF(4, 5);
/* A note on the last diagnostic; a second one follows the first after "; ". */
void base_add_note(struct base_diags *diags, const char *format, ...) BASE_PRINTF(2, 3);
/* Sets the excerpt of the last diagnostic where its line is not the input's. A text place's column
 * counts in it. */
void base_set_excerpt(struct base_diags *diags, const char *excerpt);

const char *base_code_name(enum qd_code code);

/* name:line:column: error: message [code], then the excerpt with a caret, then the note. Bytes
 * that a terminal could take for a command are shown as \xNN. */
void base_diag_print_text(const struct qd_diagnostic *diag, const char *name,
                          struct base_text *out);
/* diags_json.c, a library of its own (base_json_lib) since it needs Jansson: one JSON object on one
 * line, members file, severity, code, message and, where there are,
 * line, column, offset, excerpt, note. */
void base_diag_print_json(const struct qd_diagnostic *diag, const char *name,
                          struct base_text *out);

/* ---- half.c ---- */

/* IEEE 754 binary16. Rounds to nearest, ties to even; overflow gives infinity; NaN stays NaN. */
uint16_t base_half_from_float(float value);
uint16_t base_half_from_double(double value);
float base_half_to_float(uint16_t half);

/* ---- bits.h has the inline conversions between floats and their bits ---- */

#endif
