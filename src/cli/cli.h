/* SPDX-License-Identifier: MIT
 *
 * The quadrille program: one file a subcommand, and what they share.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "guest/guest.h"
#include "rdna/code.h"
#include "scene/scene.h"
#include "script/script.h"
#include "spirv/spirv.h"
#include "tgsi/tgsi.h"

#include <stdio.h>

/* Exit statuses, a contract. Of two the greater one stands for both. */
enum cli_status {
    CLI_OK = 0,
    CLI_BAD = 1,     /* An input is bad, or a check, test or comparison failed. */
    CLI_USAGE = 2,   /* Wrong usage. */
    CLI_MISSING = 3, /* The device or an optional component is missing. */
};

static inline enum cli_status
cli_worse(enum cli_status a, enum cli_status b)
{
    return a > b ? a : b;
}

/* ---- subcommands, each in the file of its name ---- */

struct cli_command {
    const char *name;
    const char *synopsis; /* What stands behind the name. */
    const char *summary;  /* One line. */
    enum cli_status (*run)(const struct cli_command *command, struct base_arena *arena, int argc,
                           char **argv);
};

extern const struct cli_command cli_translate;
extern const struct cli_command cli_check;
extern const struct cli_command cli_dump;
extern const struct cli_command cli_draw;
extern const struct cli_command cli_compare;
extern const struct cli_command cli_devices;
extern const struct cli_command cli_run;

/* ---- options.c: the command line ---- */

struct cli_args;

/* A row of a table that ends with a row without a name. */
struct cli_option {
    const char *name;     /* Without the dashes. */
    const char *argument; /* What the value is called; NULL: takes none. */
    const char *help;     /* One line. */
    /* Keeps the value (NULL: none was given) in the field. False after cli_usage. */
    bool (*set)(struct cli_args *args, const struct cli_option *option, void *field,
                const char *value);
    size_t offset;                         /* Of the field in the group's values. */
    const char *(*choice)(uint32_t index); /* cli_set_choice: the values; NULL past the last. */
    uint32_t min;                          /* cli_set_number. */
    uint32_t max;
};

struct cli_option_group {
    const struct cli_option *options;
    void *values;
};

#define CLI_MAX_GROUPS 10

struct cli_args {
    const struct cli_command *command;
    struct base_arena *arena; /* For what options keep. */
    struct cli_option_group groups[CLI_MAX_GROUPS];
    uint32_t group_count;
    bool help;
    BASE_ARRAY(const char *) inputs; /* What is no option. */
};

void cli_args_init(struct cli_args *args, const struct cli_command *command,
                   struct base_arena *arena);
void cli_args_add(struct cli_args *args, const struct cli_option *options, void *values);
/* False if the program is to end with *status: help was asked for and given, or wrong usage. */
bool cli_args_parse(struct cli_args *args, int argc, char **argv, enum cli_status *status);
/* Says what is wrong. For return: false, and CLI_USAGE. */
bool cli_usage(const struct cli_args *args, const char *format, ...) BASE_PRINTF(2, 3);
enum cli_status cli_usage_status(const struct cli_args *args, const char *format, ...)
    BASE_PRINTF(2, 3);

/* Fields: bool, const char *, uint32_t (the choice's index), uint32_t, float not below 0. */
bool cli_set_flag(struct cli_args *args, const struct cli_option *option, void *field,
                  const char *value);
bool cli_set_text(struct cli_args *args, const struct cli_option *option, void *field,
                  const char *value);
bool cli_set_choice(struct cli_args *args, const struct cli_option *option, void *field,
                    const char *value);
bool cli_set_number(struct cli_args *args, const struct cli_option *option, void *field,
                    const char *value);
bool cli_set_float(struct cli_args *args, const struct cli_option *option, void *field,
                   const char *value);

/* A choice that was not made. */
#define CLI_UNSET UINT32_MAX

/* Defines the function of a choice's values. */
#define CLI_CHOICE(function, ...)                                                                  \
    static const char *function(uint32_t index)                                                    \
    {                                                                                              \
        static const char *const names[] = {__VA_ARGS__};                                          \
                                                                                                   \
        return index < BASE_COUNT(names) ? names[index] : NULL;                                    \
    }

/* Reads a decimal number at *at, up to max, and goes past it. */
bool cli_read_number(const char **at, uint32_t max, uint32_t *number);
/* Reads a finite decimal number at *at and goes past it. */
bool cli_read_double(const char **at, double *number);

/* ---- job.c: work under a memory budget, and its findings ---- */

struct cli_common {
    uint32_t diagnostics; /* enum cli_diagnostics. */
    uint64_t memory;      /* Budget in bytes; 0 is none. */
    uint32_t max_errors;
};

enum cli_diagnostics { cli_diagnostics_text, cli_diagnostics_json };

extern const struct cli_option cli_common_options[]; /* For any command. */
extern const struct cli_option cli_job_options[];    /* For those that run jobs. */

struct cli_common cli_common_default(void);

struct cli_file;

struct cli_job {
    const struct cli_common *common;
    struct base_arena arena;
    struct base_arena front;  /* For what is needed on the way to a shader only. */
    struct base_arena report; /* For findings, which must find room when the others are full. */
    struct base_diags diags;  /* About the input at hand. */
    struct cli_file *files;   /* input.c */
    bool has_error;           /* In an input before that. */
};

typedef enum cli_status cli_work(struct cli_job *job, void *context);

/* Calls work, whose memory comes from the job's arenas, and prints its findings. When the budget
 * runs out in the middle, that is a finding too. What work opens and must release stands in the
 * context, and the caller releases it. The status is work's, but CLI_BAD at least where there was
 * an error. */
enum cli_status cli_job_run(const struct cli_common *common, cli_work *work, void *context);

/* Findings from here on are about this input. Prints those about the last one. */
void cli_job_begin(struct cli_job *job, const char *name);

/* Prints one finding, outside of a job. */
void cli_print_error(const struct cli_common *common, const char *name, enum qd_code code,
                     const char *format, ...) BASE_PRINTF(4, 5);

/* ---- input.c ---- */

#define CLI_MAX_INPUT ((size_t)1 << 30)

/* As findings name it. */
const char *cli_input_name(const char *path);
/* Reads a whole file, "-" being standard input, and begins the input of its name. The data lives
 * as long as the job. False with an error. */
bool cli_input_read(struct cli_job *job, const char *path, const char **data, size_t *size);
/* The job's files go. */
void cli_input_free(struct cli_file *files);

/* ---- output.c ---- */

/* A file that appears under its name when it is whole, or not at all. */
struct cli_output {
    const char *name; /* As findings name it. */
    FILE *file;       /* To write to. */
    char *temporary;  /* NULL where the file is written as it stands: a pipe, a device. */
    char *target;
};

/* "-" is standard output. Must be closed or dropped, so nothing in between may take memory from
 * an arena. False: an error was printed. */
bool cli_output_open(struct cli_output *output, const char *path, const struct cli_common *common);
/* Puts the file in its place. False: an error was printed, and there is no file. */
bool cli_output_close(struct cli_output *output, const struct cli_common *common);
void cli_output_drop(struct cli_output *output);

bool cli_output_text(const char *path, const char *data, size_t size,
                     const struct cli_common *common);
/* Words go out with their low byte first, whatever the machine. */
bool cli_output_words(const char *path, const uint32_t *words, size_t total,
                      const struct cli_common *common);
bool cli_output_module(const char *path, const struct spirv_module *module,
                       const struct cli_common *common);

/* Makes the folder if it is not there. False: an error was printed. */
bool cli_output_make_folder(const char *path, const struct cli_common *common);
bool cli_output_is_folder(const char *path);

/* ---- shader.c: from a file to IR, and on to a module ---- */

enum cli_language {
    cli_language_tgsi,
    cli_language_tokens,
    cli_language_rdna,
    cli_language_spirv,
    cli_language_ir,
    cli_language_count
};

const char *cli_language_name(uint32_t language); /* NULL past the last. */
const char *cli_stage_name(enum ir_stage stage);  /* As --stage has it. */

/* Values of specialisation constants. */
struct cli_specialisations {
    BASE_ARRAY(struct spirv_constant) list;
};

/* How a target's colours lie in registers. */
enum cli_color {
    cli_color_float, /* Whole floats, or halves. */
    cli_color_unorm16,
    cli_color_snorm16,
    cli_color_uint16,
    cli_color_sint16,
    cli_color_uint32,
    cli_color_sint32
};

/* What RDNA registers begin with. */
struct cli_starts {
    BASE_ARRAY(struct rdna_start) list;
};

struct cli_guest {
    uint32_t from;  /* enum cli_language or CLI_UNSET. */
    uint32_t stage; /* Of the option's choices, or CLI_UNSET. */
    uint32_t isa;
    uint32_t wave;
    uint32_t dialect;
    struct tgsi_lower_options tgsi; /* But for the name. */
    const char *name;               /* What shaders are called; NULL: nothing. */
    const char *entry;              /* SPIR-V: the entry point; NULL: the only one, or main. */
    struct cli_specialisations specialisations;
    uint32_t tokens; /* TGSI tokens: enum tgsi_tokens. */
    /* RDNA code alone. */
    struct cli_starts starts;
    uint32_t mode;   /* CLI_UNSET: as programs get it. */
    uint64_t window; /* Address of its first byte. */
    bool exact_fma;
    uint32_t company; /* enum rdna_company, or CLI_UNSET: as the code asks. */
    uint32_t subgroup_size;
    uint32_t lds_size; /* 0: as the code says. */
    uint8_t colors[8]; /* By target: what colours are, enum cli_color. */
    /* The stage of code that does not say its own, unless --stage does; with has_stage. */
    bool has_stage;
    enum ir_stage default_stage;
    struct guest_rdna_report *report; /* NULL: nobody asks. */
};

extern const struct cli_option cli_guest_options[];
/* --subgroup-size of struct cli_guest, for commands that run no scripts. */
extern const struct cli_option cli_subgroup_option[];

struct cli_guest cli_guest_default(void);
enum tgsi_dialect cli_guest_dialect(const struct cli_guest *guest);

struct cli_source {
    const char *data;
    size_t size;
    enum cli_language language; /* One that is read. */
    enum rdna_code_kind kind;   /* RDNA code. */
};

/* Reads the file and finds its language, which must be one that is read. False with errors. */
bool cli_source_read(struct cli_job *job, const char *path, const struct cli_guest *guest,
                     struct cli_source *source);
/* Which language a file is in, whether or not it is read. False with an error. */
bool cli_source_find_language(struct cli_job *job, const char *path, const struct cli_guest *guest,
                              struct cli_source *source);
/* Reads a file of TGSI, text or tokens, and checks it. NULL with errors. */
struct tgsi_program *cli_tgsi_load(struct cli_job *job, const char *path,
                                   const struct cli_guest *guest);
/* Reads the file and makes a shader of it, which has been through the default pipeline unless
 * keep_raw. NULL with errors. */
struct ir_shader *cli_shader_load(struct cli_job *job, const char *path,
                                  const struct cli_guest *guest, bool keep_raw);

/* Reads the file for its findings alone. What is valid and cannot be translated yet is a warning.
 */
void cli_shader_check(struct cli_job *job, const char *path, const struct cli_guest *guest);

/* Writes the module; the shader is brought into the target's form first. False with errors. */
bool cli_shader_write(struct cli_job *job, struct ir_shader *shader,
                      const struct spirv_write_options *options, struct spirv_module *module);

const char *cli_company_name(uint32_t company); /* NULL past the last. */

/* ---- host.c: what modules are made for ---- */

struct cli_host {
    uint32_t target;  /* enum spirv_target or CLI_UNSET. */
    const char *host; /* A device or a file; NULL: none. */
    uint32_t quad;    /* enum spirv_quad. */
    uint32_t company;
    bool has_barycentrics;
    bool keep_nan;
    bool keep_denormals;
    bool flush_denormals;
    bool denormals_are_hosts;
};

extern const struct cli_option cli_host_options[];
extern const struct cli_option cli_device_host_options[]; /* Those that devices take. */

struct cli_host cli_host_default(void);
/* The target that the options name. Otherwise the program ends with *status. */
bool cli_host_find_target(const struct cli_host *host, const struct cli_args *args,
                          const struct cli_common *common, enum spirv_target *target,
                          enum cli_status *status);
/* What --company asks for, as enum rdna_company numbers it; CLI_UNSET: as the shader does. */
uint32_t cli_host_company(const struct cli_host *host);
/* Can the module be made as --company asks? False with errors. */
bool cli_host_check_shader(struct cli_job *job, const struct cli_host *host,
                           const struct ir_shader *shader);

/* ---- code.c: RDNA code ---- */

/* Code, and the program of it that --entry names; NULL: none is named. */
struct cli_code {
    struct rdna_code *code;
    const struct rdna_program *only;
};

/* By the file's ending and its first bytes. */
enum rdna_code_kind cli_code_kind(const char *path, const struct cli_source *source);
/* Reads a file of RDNA code. False with errors. */
bool cli_code_load(struct cli_job *job, const char *path, const struct cli_guest *guest,
                   struct cli_code *code);
/* The same of a file that was read and found to be RDNA code. */
bool cli_code_read(struct cli_job *job, const char *path, const struct cli_guest *guest,
                   const struct cli_source *source, struct cli_code *code);
/* Warns of what is no instruction. */
void cli_code_check(struct cli_job *job, const struct cli_code *code);

/* ---- device.c ---- */

struct cli_device_options {
    uint32_t lanes; /* Of the option's choices, or CLI_UNSET. */
    uint32_t threads;
    uint32_t steps; /* Millions of ops; 0: as many as the device takes. */
    bool validation;
};

extern const struct cli_option cli_device_options[];

struct cli_device_options cli_device_options_default(void);

/* cpu, vulkan, vulkan:N. False if it is no device's name. */
bool cli_device_parse(const char *name, bool *is_vulkan, uint32_t *index);
/* NULL with errors, and *status set. The caller destroys it. */
struct scene_device *cli_device_open(struct cli_job *job, const char *name,
                                     const struct cli_device_options *options,
                                     const struct cli_host *host, enum cli_status *status);

/* ---- picture.c: the scene that draw and compare draw ---- */

struct cli_constant {
    uint32_t buffer;
    uint32_t row;
    uint32_t words[4];
};

struct cli_constants {
    BASE_ARRAY(struct cli_constant) list;
};

struct cli_image_file {
    uint32_t number;
    uint32_t layer; /* Of arrays; of cubes the face, of cube arrays six each; of 3D textures the
                     * slice. CLI_UNSET: of all that have none of their own. */
    const char *path;
};

struct cli_image_files {
    BASE_ARRAY(struct cli_image_file) list;
};

struct cli_picture {
    const char *shaders[ir_stage_count]; /* NULL: none, or one that is made. */
    uint32_t patch_vertices;             /* 0: the mesh's. */
    uint32_t width;
    uint32_t height;
    uint32_t mesh;      /* enum cli_mesh or CLI_UNSET. */
    uint32_t topology;  /* enum scene_topology or CLI_UNSET. */
    uint32_t provoking; /* Not 0: the last vertex. */
    float clear[4];
    bool is_float;
    uint32_t filter; /* enum scene_filter. */
    struct cli_constants constants[ir_stage_count];
    struct cli_image_files textures;
};

extern const struct cli_option cli_picture_options[];

struct cli_picture cli_picture_default(void);
/* The option of a shader that was given, without "--"; NULL if none was. */
const char *cli_picture_shader_option(const struct cli_picture *picture);
/* What cannot be drawn. False after cli_usage. */
bool cli_picture_check_options(const struct cli_args *args, const struct cli_picture *picture);
/* Loads what the options name. In the job's arena. False with errors. */
bool cli_picture_build(struct cli_job *job, const struct cli_picture *picture,
                       const struct cli_guest *guest, struct scene *scene);
/* Draws on the device what was built of the options. */
enum cli_status cli_picture_draw(struct cli_job *job, const struct cli_picture *picture,
                                 const struct scene *scene, struct scene_device *device,
                                 struct scene_image *image);

/* ---- mesh.c: what is drawn ---- */

enum cli_mesh { cli_mesh_quad, cli_mesh_triangle, cli_mesh_points };

/* Locations of the vertex shader's inputs. */
enum cli_attribute {
    cli_attribute_position,
    cli_attribute_colour,
    cli_attribute_coordinate,
    cli_attribute_count
};

struct cli_mesh_data {
    struct scene_buffer buffers[2];
    struct scene_attribute attributes[cli_attribute_count]; /* By location. */
    uint32_t vertex_count;
    enum scene_topology topology;
};

struct cli_mesh_data cli_mesh_make(struct base_arena *arena, enum cli_mesh mesh);

/* ---- stock.c: what is used where nothing is given ---- */

/* A vertex shader that feeds every input of the shader behind it. */
struct ir_shader *cli_stock_vertex(struct base_arena *arena, const struct ir_shader *next,
                                   float point_size);
/* A fragment shader that shows an output of the shader before it. */
struct ir_shader *cli_stock_fragment(struct base_arena *arena, const struct ir_shader *last);
/* A checker of RGBA8 texels, eight squares either way, if there is room for these; each number up
 * to 15 has one of its own. */
void cli_stock_checker(unsigned char *texels, uint32_t width, uint32_t height, uint32_t number);
/* Shaders that draw the texels of the 2D image at set 0, binding 0 to where they stand in it. */
struct ir_shader *cli_stock_copy_vertex(struct base_arena *arena);
struct ir_shader *cli_stock_copy_fragment(struct base_arena *arena, enum ir_texel texel);

/* ---- image.c: PNG ---- */

/* In the job's arena. False with an error about the file. */
bool cli_image_read(struct cli_job *job, const char *path, struct scene_image *image);
/* Floats are clamped to 0 to 1. False: an error was printed. */
bool cli_image_write(const char *path, const struct scene_image *image,
                     const struct cli_common *common);

/* ---- json.c ---- */

struct json_t;

/* The text as a JSON string; what is not UTF-8 has its bytes as \xNN. NULL is "". NULL where there
 * is no memory. */
struct json_t *cli_json_string(const char *text);

/* ---- reflect.c ---- */

/* What a caller of the module has to know, as JSON. False: an error was printed. */
bool cli_reflect(const char *path, const struct ir_shader *shader,
                 const struct spirv_module *module, enum spirv_target target,
                 const struct cli_common *common);

/* ---- run.c and beside: scripts ---- */

struct cli_run_case {
    const char *name;
    bool is_done;
    enum script_outcome outcome;
    const char *reason; /* NULL after a pass. */
    double seconds;
};

struct cli_run {
    struct cli_common common;
    struct cli_host host;
    struct cli_device_options device_options;
    struct base_arena *arena;
    const char *devices[2]; /* The second is NULL unless scripts are compared. */
    uint32_t jobs;
    uint32_t timeout; /* Seconds; 0: none. */
    uint32_t subgroup_size;
    bool is_strict;
    bool is_traced;
    struct script_compare_options compare;
    const char *json;
    const char *junit;
    const char *output;
    BASE_ARRAY(struct cli_run_case) cases;
    uint32_t printed;
    uint32_t counts[3]; /* Of those printed, by outcome. */
};

/* --jobs, --timeout and --subgroup-size, of struct cli_run. */
extern const struct cli_option cli_run_options[];

struct cli_run cli_run_default(struct base_arena *arena);
/* Runs the scripts and those in the folders, and prints and writes what comes of them. */
enum cli_status cli_run_scripts(struct cli_run *run, const struct cli_args *args);

/* ---- run_case.c ---- */

/* What a process keeps between cases. */
struct cli_run_state {
    const struct cli_run *run;
    struct scene_device *devices[2]; /* Opened at the first case. */
};

struct cli_run_result {
    enum script_outcome outcome;
    bool is_missing;  /* A device is not there: the reason says why. */
    uint32_t missing; /* Which. */
    bool is_last;     /* The device may not be fit for another. */
    char *reason;     /* To be freed; NULL after a pass. */
};

/* Runs one script in this process. */
void cli_run_one(struct cli_run_state *state, const char *path, struct cli_run_result *result);

/* ---- run_workers.c ---- */

/* Runs all cases, some at a time, and calls show whenever one is done. NULL, or why a device is
 * missing, and which. */
const char *cli_run_workers(struct cli_run *run, void (*show)(struct cli_run *run),
                            uint32_t *missing);

/* ---- run_report.c ---- */

/* False: an error was printed. */
bool cli_run_write_json(const struct cli_run *run);
bool cli_run_write_junit(const struct cli_run *run);

#endif
