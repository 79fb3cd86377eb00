/* SPDX-License-Identifier: MIT
 *
 * The model that the readers fill in and the rest works on.
 */
#ifndef SCRIPT_SCRIPT_PRIV_H
#define SCRIPT_SCRIPT_PRIV_H

#include "rdna/lower/lower.h"
#include "script/script.h"
#include "spirv/spirv.h"

#define SCRIPT_DEFAULT_SIZE 250              /* Of framebuffers, both ways. */
#define SCRIPT_MAX_LEAVES 65536              /* Numbers of one element of a type. */
#define SCRIPT_MAX_BYTES (UINT64_C(1) << 30) /* Of one buffer. */
#define SCRIPT_MAX_COMMANDS 65536            /* Repeats counted. */
#define SCRIPT_MAX_OBJECTS 4096              /* Of a kind: buffers, shaders, pipelines .. */
#define SCRIPT_NONE UINT32_MAX

/* ---- number.c: numbers ---- */

/* As it was written: integers keep 64 bits and their sign, everything else is a double. */
struct script_number {
    bool is_real;
    bool is_negative; /* An integer below 0; bits are its two's complement. */
    uint64_t bits;
    double real; /* The value, of integers too. */
};

/* Does the text start as a number does? */
bool script_is_number(const char *text, size_t size);
/* Decimal or 0x integers of up to 64 bits, decimal or hexadecimal fractions, nan, inf. False: it
 * is none, or does not fit. */
bool script_read_number(const char *text, size_t size, struct script_number *number);
struct script_number script_number_of(double value);

enum script_scalar {
    script_scalar_int8,
    script_scalar_int16,
    script_scalar_int32,
    script_scalar_int64,
    script_scalar_uint8,
    script_scalar_uint16,
    script_scalar_uint32,
    script_scalar_uint64,
    script_scalar_float16,
    script_scalar_float,
    script_scalar_double,
    script_scalar_count
};

unsigned script_scalar_size(enum script_scalar scalar);
bool script_scalar_is_real(enum script_scalar scalar);
/* The low bits of integers, or the nearest value. A fraction for an integer is cut. */
void script_store(enum script_scalar scalar, const struct script_number *number, void *data);
/* What is stored there. */
struct script_number script_load(enum script_scalar scalar, const void *data);
/* For people. */
const char *script_print_number(const struct script_number *number, struct base_arena *arena);

/* ---- types.c: data types and where their numbers lie ---- */

enum script_rules { script_rules_std140, script_rules_std430, script_rules_count };

struct script_leaf {
    uint32_t at; /* Byte offset in the element. */
    enum script_scalar scalar;
};

/* Elements of a buffer: their numbers in order, and the distance from one to the next. */
struct script_layout {
    const struct script_leaf *leaves;
    uint32_t leaf_count;
    uint32_t size; /* Of an element. */
    uint32_t align;
};

struct script_type {
    const char *name;
    enum script_scalar scalar;
    uint32_t rows; /* Of a vector or of a matrix's columns; 0: a struct or a format. */
    uint32_t columns;
    bool is_array;            /* t[]: elements keep an array's distance. */
    uint32_t count;           /* t[n], for members: how many; 0: not an array of such. */
    bool is_format;           /* An image format, known to scenes or not; its texels lie tight. */
    enum scene_format format; /* none: unknown to scenes. */
    const struct script_layout *own; /* Of structs, by rules; of formats, both the same. */
};

/* Strides that are given; 0: by the rules. */
struct script_strides {
    uint32_t array;
    uint32_t matrix;
    bool is_row_major;
};

/* Amber's names: int32, vec2<float>, mat3x2<double>, R8G8B8A8_UNORM; [] or [n] behind it. */
bool script_type_parse(const char *name, size_t size, struct base_arena *arena,
                       struct script_type *type);
/* GLSL's, with VkRunner's sizes: uint16_t, ivec3, dmat2x3. */
bool script_type_parse_glsl(const char *name, size_t size, struct script_type *type);
/* An image format by its Vulkan name; what it holds follows from the name alone. */
bool script_type_parse_format(const char *name, size_t size, struct base_arena *arena,
                              struct script_type *type);
/* Elements of the type one after another. False: more leaves or bytes than there may be. */
bool script_layout_make(const struct script_type *type, enum script_rules rules,
                        const struct script_strides *strides, struct base_arena *arena,
                        struct script_layout *layout);

/* A struct under construction, for both rules at once. */
struct script_struct {
    struct base_arena *arena;
    BASE_ARRAY(struct script_leaf) leaves[script_rules_count];
    uint64_t size[script_rules_count];
    uint32_t align[script_rules_count];
};

#define SCRIPT_NO_OFFSET UINT32_MAX

void script_struct_init(struct script_struct *builder, struct base_arena *arena);
/* False: too large, or the offset lies in the member before. */
bool script_struct_add(struct script_struct *builder, const struct script_type *type,
                       uint32_t offset, const struct script_strides *strides);
/* stride 0: by the rules. False: the members do not fit into it. */
bool script_struct_finish(struct script_struct *builder, uint32_t stride, struct script_type *type);

/* The vertex attribute's format for numbers of a type; none if there is no such. */
enum scene_format script_type_attribute(const struct script_type *type);

/* ---- the model ---- */

enum script_language_id {
    script_language_spirv_asm,
    script_language_spirv_hex,
    script_language_spirv_bin,
    script_language_glsl,
    script_language_hlsl,
    script_language_opencl,
    script_language_passthrough,
    script_language_tgsi,
    script_language_tgsi_tokens,
    script_language_ir,
    script_language_rdna_hex,
    script_language_rdna_asm,
    script_language_count
};

struct script_shader {
    const char *name;
    const char *stage_name; /* "vertex" .. "compute", "multi", and those that are not run. */
    struct qd_place place;  /* Of its source's first line, if that stands in the script. */
    bool is_inline;         /* It does. */
    enum script_language_id language;
    unsigned minor;     /* Of SPIR-V: 1.minor. */
    enum rdna_isa isa;  /* Of RDNA code, */
    unsigned wave_size; /* and the lanes of its waves. */
    bool is_translated; /* A compute shader of it: not for the wave interpreter. */
    const char *source;
    size_t size;
};

/* Memory that a script names. What it becomes, a buffer or an image, shows in how it is bound. */
struct script_resource {
    const char *name;
    struct qd_place place;
    struct script_type type;
    struct script_layout layout;
    bool is_sized; /* An image of a size of its own. */
    enum scene_image_dim dim;
    uint32_t width;
    uint32_t height;
    uint32_t depth;
    uint32_t levels;
    uint32_t samples;
    uint64_t count; /* Elements in data. */
    unsigned char *data;
    uint64_t size;     /* Bytes of data. */
    uint64_t capacity; /* That data was allocated with. */
};

struct script_sampler {
    const char *name;
    struct scene_sampler sampler;
};

struct script_constant {
    uint32_t id;
    struct script_number number;
    enum script_scalar scalar;
};

struct script_stage {
    uint32_t shader; /* SCRIPT_NONE: none. */
    struct qd_place place;
    const char *entry;
    const struct script_constant *constants;
    uint32_t constant_count;
    uint32_t subgroup_size; /* 0: none asked for. */
};

struct script_bind {
    struct qd_place place;
    enum scene_binding_kind kind;
    uint32_t set;
    uint32_t binding;
    uint32_t element;
    uint32_t resource;
    uint32_t sampler;
    uint32_t level;
    uint8_t swizzle[4]; /* enum scene_swizzle, of the view. */
    uint64_t offset;
    uint64_t range; /* 0: all. */
};

struct script_attribute {
    struct qd_place place;
    uint32_t location;
    uint32_t resource;
    enum scene_format format;
    uint64_t offset;
    uint32_t stride;
    enum scene_rate rate;
};

struct script_attachment {
    uint32_t resource; /* SCRIPT_NONE: none. */
    uint32_t level;
    struct qd_place place;
};

/* What a register of an RDNA wave begins with. */
enum script_register_kind {
    script_register_value,
    script_register_address,    /* Of a buffer; two registers. */
    script_register_descriptor, /* Of a buffer; four. */
    script_register_set,        /* The low half of the address of a descriptor set. */
    script_register_push,       /* The same of the push constants, or some of them. */
    script_register_start       /* What the interpreter knows of the wave. */
};

struct script_register {
    struct qd_place place;
    enum script_register_kind kind;
    uint16_t code;  /* As operands name it. */
    uint32_t count; /* Of registers. */
    uint8_t start;  /* enum rdna_start_kind */
    uint8_t axis;
    enum ir_stage stage; /* Of graphics pipelines: whose it is; ir_stage_count: not said. */
    const uint32_t *values;
    uint32_t resource;
    uint32_t set;
    uint64_t offset; /* Of address, descriptor, push. */
    uint64_t range;  /* Of a descriptor, from the offset on; 0: all. */
    uint32_t stride;
    enum scene_format format; /* none: of plain words. */
    bool has_values;          /* push: the constants and not their address. */
};

/* How a target's colours lie in the registers of RDNA fragments. */
enum script_export {
    script_export_any, /* As the target's format has them; 16 bits of a float are a half. */
    script_export_unorm16,
    script_export_snorm16
};

/* How RDNA waves of a pipeline begin. */
struct script_waves {
    struct qd_place place; /* Of the first line about them; nowhere: there is none. */
    uint32_t size[3];      /* Of a workgroup; all 0: one wave. */
    uint32_t lds;
    uint32_t scratch; /* Bytes of a lane. */
    bool has_mode;
    uint32_t mode;
    bool has_company; /* Of translated code. */
    enum rdna_company company;
    uint8_t exports[SCENE_MAX_TARGETS]; /* enum script_export */
    BASE_ARRAY(struct script_register) registers;
};

struct script_pipeline {
    const char *name;
    struct qd_place place;
    bool is_compute;
    struct script_stage stages[ir_stage_count];
    uint32_t patch_vertices;
    uint32_t width;
    uint32_t height;
    bool has_size;
    bool has_viewport;
    struct scene_viewport viewport;
    struct scene_raster raster;
    struct scene_depth depth;
    struct scene_target blend; /* Factors, ops and no_write for every target. */
    float blend_constants[4];
    bool has_restart;
    struct script_attachment colors[SCENE_MAX_TARGETS];
    struct script_attachment resolves[SCENE_MAX_TARGETS];
    uint32_t resolve_count;
    struct script_attachment depth_stencil;
    uint32_t push;      /* A resource, or SCRIPT_NONE. */
    uint32_t push_size; /* 0: as the resource. */
    BASE_ARRAY(struct script_bind) binds;
    BASE_ARRAY(struct script_attribute) attributes;
    uint32_t indices; /* A resource, or SCRIPT_NONE. */
    struct script_waves waves;
};

enum script_shape { script_shape_rect, script_shape_grid, script_shape_array };

struct script_draw {
    uint32_t pipeline;
    enum script_shape shape;
    float x, y, width, height; /* Clip coordinates, or pixels if is_ortho. */
    bool is_ortho;
    bool is_3d; /* Rectangles of three components, in VkRunner's order. */
    uint32_t columns;
    uint32_t rows;
    enum scene_topology topology;
    bool is_indexed;
    uint32_t first;
    bool has_count;
    uint32_t count;
    uint32_t first_instance;
    uint32_t instance_count;
};

struct script_dispatch {
    uint32_t pipeline;
    uint32_t groups[3];
};

struct script_clear {
    uint32_t pipeline;
    float color[4];
    float depth;
    uint32_t stencil;
};

struct script_write {
    uint32_t resource;
    uint64_t at;
    const unsigned char *data;
    uint64_t size;
};

enum script_check {
    script_check_values,
    script_check_color,
    script_check_equal,
    script_check_rmse,
    script_check_histogram
};

enum script_compare {
    script_compare_equal,
    script_compare_not_equal,
    script_compare_less,
    script_compare_less_or_equal,
    script_compare_greater,
    script_compare_greater_or_equal,
    script_compare_near /* By the tolerances. */
};

struct script_tolerance {
    double value;
    bool is_percent;
};

struct script_expect {
    enum script_check check;
    uint32_t resource;
    uint32_t other;
    /* values */
    enum script_compare compare;
    uint64_t at;
    struct script_layout layout;
    const struct script_number *values;
    uint32_t value_count;
    /* color: components of 1 */
    double x, y, width, height;
    bool is_relative; /* To the image's size. */
    bool is_whole;
    bool has_alpha;
    bool in_bytes; /* The script counts colours of 255. */
    double color[4];
    struct script_tolerance tolerance[4];
    uint32_t tolerance_count; /* 0, 1 or as many as components. */
};

enum script_command_kind {
    script_command_draw,
    script_command_dispatch,
    script_command_clear_color,
    script_command_clear_depth,
    script_command_clear_stencil,
    script_command_clear,
    script_command_copy,
    script_command_write,
    script_command_expect
};

struct script_command {
    enum script_command_kind kind;
    struct qd_place place;
    union {
        struct script_draw draw;
        struct script_dispatch dispatch;
        struct script_clear clear; /* Of all four kinds, its own fields. */
        struct {
            uint32_t from;
            uint32_t to;
        } copy;
        struct script_write write;
        struct script_expect expect;
    };
};

/* A feature, extension or property that the device must have. */
struct script_need {
    const char *name;
    struct qd_place place;
};

struct script {
    struct base_arena *arena;
    const struct script_files *files;
    struct base_diags *diags; /* While it is read. */
    BASE_ARRAY(struct script_need) needs;
    BASE_ARRAY(struct script_shader) shaders;
    BASE_ARRAY(struct script_resource) resources;
    BASE_ARRAY(struct script_sampler) samplers;
    BASE_ARRAY(struct script_pipeline) pipelines;
    BASE_ARRAY(struct script_command) commands;
};

/* ---- script.c ---- */

/* What both readers find wrong. False, for return. */
bool script_fail(struct script *script, struct qd_place place, const char *format, ...)
    BASE_PRINTF(3, 4);
/* A good script asks for what is not done. False, for return. */
bool script_refuse(struct script *script, struct qd_place place, const char *format, ...)
    BASE_PRINTF(3, 4);
/* SCRIPT_NONE if there is no such. */
uint32_t script_find_resource(const struct script *script, const char *name, size_t size);
uint32_t script_find_shader(const struct script *script, const char *name, size_t size);
uint32_t script_find_sampler(const struct script *script, const char *name, size_t size);
uint32_t script_find_pipeline(const struct script *script, const char *name, size_t size);
void script_pipeline_init(struct script_pipeline *pipeline);
struct scene_sampler script_sampler_default(void);
/* Without a type or data yet; the name is not copied. */
struct script_resource script_new_resource(const char *name, struct qd_place place);
/* The same of bytes, by type. */
struct script_resource script_new_bytes(const char *name, struct qd_place place);
/* An image by its format alone, of a framebuffer's size. Its index. */
uint32_t script_add_image(struct script *script, const char *name, const struct script_type *type,
                          struct qd_place place);
/* A graphics pipeline without a colour target gets one of B8G8R8A8_UNORM, named framebuffer. */
void script_add_default_target(struct script *script, struct script_pipeline *pipeline);
/* A new command; NULL where there are too many, which is reported. */
struct script_command *script_add_command(struct script *script, enum script_command_kind kind,
                                          struct qd_place place);
/* The stage's number, or ir_stage_count with an error for those that are not run. */
enum ir_stage script_find_stage(struct script *script, struct qd_place place, const char *name,
                                size_t size);
bool script_text_is(const char *text, size_t size, const char *what);

/* Is there room for one more object of a kind? */
bool script_check_room(struct script *script, uint32_t count, struct qd_place place);

/* ---- lex.c: words of lines ---- */

enum script_token_kind {
    script_token_word, /* Numbers too. */
    script_token_string,
    script_token_open, /* ( */
    script_token_close,
    script_token_comma,
    script_token_eol,
    script_token_end
};

struct script_token {
    enum script_token_kind kind;
    const char *text; /* Of strings, what stands between the quotes, escapes resolved. */
    size_t size;
    struct qd_place place;
};

/* Text as tokens, one ahead. # begins a comment; a backslash at the end of a line joins the next.
 */
struct script_lexer {
    struct script *script;
    const char *text;
    size_t size;
    size_t at; /* Behind the token. */
    uint32_t line;
    size_t line_start;
    struct script_token token;
    bool has_failed; /* A string without an end. */
};

void script_lexer_init(struct script_lexer *lexer, struct script *script, const char *text,
                       size_t size, uint32_t line);
/* Goes past the token. */
void script_lexer_next(struct script_lexer *lexer);
/* Goes past the token if it is this word. */
bool script_lexer_accept(struct script_lexer *lexer, const char *word);
bool script_lexer_is(const struct script_lexer *lexer, const char *word);
bool script_lexer_is_line_end(const struct script_lexer *lexer);
/* Goes past ends of lines; false at the end of the text. */
bool script_lexer_skip_lines(struct script_lexer *lexer);
/* The rest of these report what they found in place of what they expected, and give false. */
bool script_lexer_fail(struct script_lexer *lexer, const char *expected);
bool script_lexer_expect(struct script_lexer *lexer, const char *word);
bool script_lexer_end_line(struct script_lexer *lexer);
/* A word that is no number, or a string. */
bool script_lexer_name(struct script_lexer *lexer, const char *expected, struct script_token *name);
bool script_lexer_number(struct script_lexer *lexer, const char *expected,
                         struct script_number *number);
bool script_lexer_uint(struct script_lexer *lexer, const char *expected, uint32_t max,
                       uint32_t *value);
bool script_lexer_uint64(struct script_lexer *lexer, const char *expected, uint64_t max,
                         uint64_t *value);
bool script_lexer_float(struct script_lexer *lexer, const char *expected, float *value);
bool script_lexer_switch(struct script_lexer *lexer, bool *value); /* on, off */
bool script_lexer_is_number(const struct script_lexer *lexer);
/* 1 to 4 tolerances, up to what is no number. */
bool script_lexer_tolerances(struct script_lexer *lexer, struct script_expect *expect);
/* The text of the lines up to one that holds END as a word of its own, and goes past that. */
bool script_lexer_block(struct script_lexer *lexer, const char **text, size_t *size,
                        struct qd_place *place);
/* The numbers up to the end of the line, or with multiline up to END or the text's end. */
bool script_lexer_numbers(struct script_lexer *lexer, bool is_multiline,
                          const struct script_number **numbers, uint32_t *count);

/* ---- data.c: bytes of resources ---- */

/* Grows to size bytes at least, zeroes. False: too large, which is reported. */
bool script_resource_grow(struct script *script, struct script_resource *resource, uint64_t size,
                          struct qd_place place);
/* The numbers, leaf by leaf, from the byte at on. False: too large. */
bool script_resource_put(struct script *script, struct script_resource *resource,
                         const struct script_layout *layout, uint64_t at,
                         const struct script_number *numbers, uint32_t count,
                         struct qd_place place);
/* Bytes up to the end of the last of so many numbers. */
uint64_t script_layout_bytes(const struct script_layout *layout, uint32_t count);
void script_layout_put(const struct script_layout *layout, const struct script_number *numbers,
                       uint32_t count, unsigned char *data);
/* Are they fit for the layout's leaves? Fractions are not for integers. */
bool script_check_numbers(struct script *script, const struct script_layout *layout,
                          const struct script_number *numbers, uint32_t count,
                          struct qd_place place);

/* ---- language.c: what shaders are written in ---- */

/* How one stage is read. */
struct script_source {
    const struct script_shader *shader;
    enum ir_stage stage;
    const char *entry; /* NULL: "main". */
    const struct spirv_constant *constants;
    uint32_t constant_count;
};

/* A language: one row here makes it known to both formats. */
struct script_language {
    const char *name;     /* In SHADER lines; NULL: not to be named there. */
    const char *vkscript; /* Behind the stage in VkRunner's section names; NULL: not there. */
    unsigned stages;      /* enum ir_stage_bits that it can be for. */
    bool has_source;
    bool keeps_end;    /* END belongs to the source: the language's own ends the block. */
    bool has_chip;     /* Chip and wave size stand behind the name: it is RDNA code. */
    const char *wants; /* Why it is not read; NULL: it is. */
    /* NULL with errors in diags. RDNA code has none: how its waves begin says the pipeline. */
    struct ir_shader *(*read)(const struct script_source *source, struct base_arena *arena,
                              struct base_diags *diags);
};

extern const struct script_language script_languages[script_language_count];
/* Are tessellation and geometry shaders, or any but compute shaders of RDNA code, read from the
 * language? Others stages' are checked when they are compiled. */
bool script_check_language(struct script *script, struct qd_place place,
                           enum script_language_id language, enum ir_stage stage);

/* The chip and the wave size that the shader's code is for: "gfx1013", "wave32". False: it is none.
 */
bool script_read_chip(const char *text, size_t size, enum rdna_isa *isa);
bool script_read_wave_size(const char *text, size_t size, unsigned *wave_size);

/* RDNA code. */
struct script_code {
    const uint32_t *words;
    uint32_t count;      /* Of all words; */
    uint32_t code_count; /* those behind so many are data. */
};

/* Where a resource lies in guest memory. */
uint64_t script_wave_address(uint32_t resource);

/* False with errors in diags. */
bool script_read_code(const struct script_shader *shader, struct base_arena *arena,
                      struct script_code *code, struct base_diags *diags);

/* The source's shader, of its stage and through the default pipeline. */
struct ir_shader *script_compile(const struct script_source *source, struct base_arena *arena,
                                 struct base_diags *diags);

/* ---- amber*.c, vkscript*.c: the readers ---- */

bool script_read_amber(struct script *script, const char *text, size_t size);
bool script_read_vkscript(struct script *script, const char *text, size_t size);

/* amber_data.c: BUFFER, IMAGE, SAMPLER, STRUCT. */

/* Types that a script declares. */
struct script_amber {
    struct script_lexer lexer;
    struct script *script;
    BASE_ARRAY(struct script_type) structs;
    BASE_ARRAY(struct script_virtual_file) virtual_files;
};

struct script_virtual_file {
    const char *name;
    const char *text;
    size_t size;
};

bool script_amber_read_file(struct script_amber *amber, const struct script_token *name,
                            const char **data, size_t *size);
bool script_amber_buffer(struct script_amber *amber);
bool script_amber_image(struct script_amber *amber);
bool script_amber_sampler(struct script_amber *amber);
bool script_amber_struct(struct script_amber *amber);
/* amber_pipeline.c */
bool script_amber_pipeline(struct script_amber *amber, bool is_derived);
/* amber_bind.c: behind the word BIND. */
bool script_amber_bind(struct script_amber *amber, struct script_pipeline *pipeline);
/* amber_run.c: the commands that may be repeated. *is_known: there is such a command. */
bool script_amber_command(struct script_amber *amber, bool *is_known);
bool script_read_topology(struct script_lexer *lexer, enum scene_topology *topology);
/* A name's number among what was declared. */
bool script_amber_resource(struct script_amber *amber, uint32_t *resource);
bool script_amber_find_sampler(struct script_amber *amber, uint32_t *sampler);

/* One of the names of a table; false, and nothing is read, if it is none. */
bool script_choose(const struct script_token *token, const char *const *names, size_t count,
                   uint32_t *choice);
/* The same, reported. */
bool script_lexer_choice(struct script_lexer *lexer, const char *what, const char *const *names,
                         size_t count, uint32_t *choice);

/* vkscript_test.c, vkscript_state.c: the commands of [test]. */

struct script_vkscript {
    struct script *script;
    struct script_lexer lexer;
    unsigned minor;                  /* Of SPIR-V. */
    struct script_pipeline pipeline; /* As far as it was read; */
    bool is_fresh;                   /* nothing changed since the last one of the script. */
    bool has_run;                    /* A draw or dispatch came. */
    struct script_strides strides[3];
    enum script_rules rules[3]; /* Of push constants, uniform and storage buffers. */
    struct script_tolerance tolerance[4];
    uint32_t tolerance_count;
};

bool script_vkscript_test(struct script_vkscript *vk, const char *text, size_t size, uint32_t line);
/* A line that sets a property of the pipeline. *is_known: it is one. */
bool script_vkscript_property(struct script_vkscript *vk, bool *is_known);

extern const char *const script_compare_names[8]; /* less_or_equal, by enum scene_compare. */
extern const char *const script_stencil_names[8]; /* By enum scene_stencil_op. */
extern const char *const script_factor_names[19]; /* By enum scene_factor. */

/* ---- wave_lines.c: how waves of RDNA code begin ---- */

struct script_wave_reader {
    struct script_lexer *lexer;
    struct script_pipeline *pipeline;
    bool is_lower;    /* Words are in lower case. */
    bool is_graphics; /* The pipeline is none of compute. */
    /* Reads what names a buffer. False with an error. */
    bool (*find_buffer)(void *context, uint32_t *resource);
    void *context;
};

/* A line about them, up to its end. *is_known: it is one. */
bool script_read_wave_line(const struct script_wave_reader *reader, bool *is_known);

/* ---- build.c: the model as a scene ---- */

/* What an expectation is judged by: reads of the scene. */
struct script_reads {
    uint32_t command; /* The expectation's. */
    uint32_t read;
    uint32_t other; /* Of comparisons of two; else SCRIPT_NONE. */
};

/* What a resource became. */
struct script_place {
    uint32_t buffer; /* SCENE_NONE: it is no buffer. */
    uint32_t image;
};

/* A compute pipeline of RDNA code. */
struct script_wave_code {
    const struct script_pipeline *pipeline;
    const struct script_shader *shader;
    struct script_code code;
    bool *used;     /* By resource: it is in the waves' memory, */
    bool *writable; /* and may be written. */
};

/* A dispatch of one, between steps of the scene. */
struct script_wave_step {
    uint32_t at; /* Steps before it. */
    struct qd_place place;
    const struct script_wave_code *code;
    uint32_t groups[3];
};

struct script_plan {
    const struct script *script;
    const struct script_run_options *options;
    struct scene scene;
    const struct script_place *places; /* By resource. */
    BASE_ARRAY(struct script_reads) reads;
    BASE_ARRAY(struct script_wave_step) waves; /* In order. */
};

/* What is found out about a resource before and while the scene is made. */
struct script_use {
    bool is_image;
    bool is_buffer;
    unsigned formats; /* enum scene_format_use that it must have as an image. */
    bool has_size;    /* Of its attachments. */
    uint32_t width;
    uint32_t height;
    bool has_read; /* By the step read, with nothing changed since read_change. */
    uint32_t read_change;
    uint32_t read;
};

struct script_extent {
    uint32_t width;
    uint32_t height;
};

/* A pipeline as the scene has it. */
struct script_ready {
    struct scene_draw draw;
    struct scene_dispatch dispatch;
    const struct script_wave_code *waves; /* In place of both, of RDNA code. */
};

struct script_compiled {
    uint32_t shader;
    enum ir_stage stage;
    const char *entry;
    struct ir_shader *ir;
};

struct script_builder {
    const struct script *script;
    struct scene_device *device;
    const struct script_run_options *options;
    struct base_arena *arena;
    struct script_plan *plan;
    struct script_verdict *verdict;
    struct script_use *uses;       /* By resource. */
    struct script_place *places;   /* Likewise. */
    struct script_extent *extents; /* By pipeline: its framebuffer's. */
    struct script_ready **ready;   /* Likewise; NULL before its first use. */
    struct script_clear *clears;   /* Likewise: what it is cleared to. */
    BASE_ARRAY(struct script_compiled) compiled;
    BASE_ARRAY(struct scene_buffer) buffers;
    BASE_ARRAY(struct scene_image) images;
    BASE_ARRAY(struct scene_view) views;
    BASE_ARRAY(struct scene_step) steps;
    uint32_t read_count;
    uint32_t change; /* Steps so far that change something. */
};

/* False with the verdict's outcome and reason set. */
bool script_build(const struct script *script, struct scene_device *device,
                  const struct script_run_options *options, struct base_arena *arena,
                  struct script_plan *plan, struct script_verdict *verdict);
/* Sets the verdict; the place stands before the reason. False, for return. */
bool script_end(struct script_builder *b, enum script_outcome outcome, struct qd_place place,
                const char *format, ...) BASE_PRINTF(4, 5);
/* Does the device take the type's format so? */
bool script_check_format(struct script_builder *b, const struct script_type *type, unsigned uses,
                         uint32_t samples, struct qd_place place);
struct scene_step *script_add_step(struct script_builder *b, enum scene_step_kind kind);

/* ---- build_draw.c ---- */

/* The pipeline as the scene has it, made at its first use. NULL with the verdict set. */
const struct script_ready *script_prepare(struct script_builder *b, uint32_t pipeline);
/* What the pipeline, or else the options, ask for; 0: nothing. */
uint32_t script_subgroup_size(const struct script_builder *b,
                              const struct script_pipeline *pipeline);
bool script_build_draw(struct script_builder *b, const struct script_command *command);
bool script_build_dispatch(struct script_builder *b, const struct script_command *command);

/* ---- waves.c: RDNA code on the wave interpreter ---- */

/* What dispatches change, as they find it: the scene's, with what they hold now. */
struct script_memory {
    struct scene_buffer *buffers;
    struct scene_image *images;
    unsigned char **own_buffers; /* What may be written of each; NULL: none of it was yet. */
    unsigned char **own_images;
};

/* What may be written of the buffer or image, which holds it from now on. */
unsigned char *script_memory_own_buffer(struct script_memory *memory, uint32_t buffer,
                                        struct base_arena *arena);
unsigned char *script_memory_own_image(struct script_memory *memory, uint32_t image,
                                       struct base_arena *arena);
/* Runs a dispatch. *budget is how many instructions may still be executed. False with the verdict
 * set. */
bool script_run_waves(const struct script_plan *plan, const struct script_wave_step *step,
                      struct script_memory *memory, uint64_t *budget, struct base_arena *arena,
                      struct script_verdict *verdict);

/* ---- wave_translate.c: RDNA code on devices ---- */

/* A stage of the pipeline, by the front end and the default pipeline. NULL with errors in diags. */
struct ir_shader *script_translate_waves(struct script_builder *b,
                                         const struct script_pipeline *pipeline,
                                         enum ir_stage stage, struct base_diags *diags);

/* The buffer through which translated code sees guest memory: what is bound where it looks, or else
 * the first that a register addresses, which is then to be bound there. SCRIPT_NONE: there is none.
 */
uint32_t script_wave_window(const struct script_pipeline *pipeline, bool *is_bound);

/* ---- wave_check.c ---- */

/* Can the code be dispatched? False with the verdict set. */
bool script_check_waves(struct script_builder *b, struct script_wave_code *code);
/* Of a texel buffer; none of others. */
enum scene_format script_wave_bind_format(const struct script *script,
                                          const struct script_bind *bind);

/* ---- descriptors.c: what RDNA code finds in memory ---- */

/* What a descriptor says of a buffer. */
struct script_descriptor {
    uint64_t address;
    uint64_t size; /* In bytes. */
    uint32_t stride;
    enum scene_format format; /* none: of plain words. */
};

/* The number and the selection of components that gfx10 has for a format of buffers or images; 0:
 * it has none. */
unsigned script_wave_format(enum scene_format format, bool is_image, unsigned *dst_sel);
void script_make_descriptor(const struct script_descriptor *descriptor, uint32_t words[4]);
/* Of the view, levels and swizzle count. */
void script_make_image_descriptor(const struct scene_image *image, const struct scene_view *view,
                                  uint64_t address, bool is_storage, uint32_t words[8]);
void script_make_sampler_descriptor(const struct scene_sampler *sampler, uint32_t words[4]);

/* Bytes that an element of a binding takes in its set, and what it is aligned to. */
struct script_slot {
    uint32_t size;
    uint32_t align;
};

struct script_slot script_slot_of(enum scene_binding_kind kind);

/* ---- wave_images.c: images of one sample and layer in the wave interpreter's memory ---- */

struct rdna_memory;
uint64_t script_wave_image_size(const struct scene_image *image);
/* False where memory runs out. */
bool script_put_wave_image(struct rdna_memory *memory, uint64_t address,
                           const struct scene_image *image);
void script_get_wave_image(const struct rdna_memory *memory, uint64_t address,
                           const struct scene_image *image, unsigned char *data);

/* ---- trace.c ---- */

struct rdna_dispatch;
/* Makes each instruction of the dispatch a few lines for the options' trace. Text is made in the
 * arena. */
void script_trace_dispatch(struct rdna_dispatch *dispatch, const struct script_trace *trace,
                           struct base_arena *arena);

/* ---- run.c ---- */

/* What would break the line is shown as a space. */
const char *script_one_line(const char *text, struct base_arena *arena);
/* Runs the scene. False with the verdict set. */
bool script_run_plan(const struct script_plan *plan, struct scene_device *device,
                     struct base_arena *arena, struct scene_result *result,
                     struct script_verdict *verdict);
/* The same of a scene that was checked. */
bool script_run_scene(const struct scene *scene, struct scene_device *device,
                      struct base_arena *arena, struct scene_result *result,
                      struct script_verdict *verdict);

/* ---- parts.c ---- */

/* The same of a plan with dispatches of waves, which part it. */
bool script_run_parts(const struct script_plan *plan, struct scene_device *device,
                      struct base_arena *arena, struct scene_result *result,
                      struct script_verdict *verdict);

/* ---- judge.c, judge_color.c ---- */

/* One expectation, with what it is judged by. */
struct script_case {
    const struct script_plan *plan;
    const struct script_run_options *options;
    struct base_arena *arena;
    struct script_verdict *verdict;
    const struct script_command *command;
    const struct script_expect *expect;
    struct scene_bytes got;
    struct scene_bytes other;
};

void script_judge(const struct script_plan *plan, const struct scene_result *result,
                  const struct script_run_options *options, struct base_arena *arena,
                  struct script_verdict *verdict);
/* What the expectation's resource is; NULL if it is no image. */
const struct scene_image *script_case_image(const struct script_case *c, uint32_t resource);
/* Sets the verdict to a failure of this expectation. False, for return. */
bool script_case_fail(const struct script_case *c, const char *format, ...) BASE_PRINTF(2, 3);
bool script_judge_color(const struct script_case *c);

/* ---- judge_color.c: pictures ---- */

struct script_rect {
    uint32_t x, y, width, height;
};

/* A texel's components for people: UNORM and the like from 0 to 1. How many there are. */
unsigned script_unpack_texel(enum scene_format format, const void *data, double values[4]);
/* Any texel as four bytes. Integers count steps of 255; depth is grey. */
void script_texel_to_rgba(enum scene_format format, const void *texel, unsigned char rgba[4]);
/* The verdict's picture: the image, and another one, or (NULL) one where the rectangle has the
 * expectation's colour. */
void script_make_picture(const struct script_case *c, const struct scene_image *image,
                         const void *other, const struct script_rect *rect);

#endif
