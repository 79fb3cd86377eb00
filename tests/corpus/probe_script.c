/* SPDX-License-Identifier: MIT */
#include "probe_script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A piglit window. */
#define SIZE 250.0

/* ---- words of a command ---- */

struct words {
    char *at[40];
    uint32_t count;
};

static void
split(struct base_arena *arena, const char *text, size_t size, struct words *words)
{
    char *copy = base_arena_copy_string(arena, text, size);
    char *save = NULL;

    words->count = 0;
    for (char *word = strtok_r(copy, " \t(),;", &save); word && words->count < 40;
         word = strtok_r(NULL, " \t(),;", &save))
        words->at[words->count++] = word;
}

static bool
is(const struct words *words, uint32_t i, const char *word)
{
    return i < words->count && strcmp(words->at[i], word) == 0;
}

/* Does the command start with these words? */
static bool
starts(const struct words *words, const char *first, const char *second)
{
    return is(words, 0, first) && (!second || is(words, 1, second));
}

/* A float may be given as its bits. */
static void
add_float(struct job *job, const char *word)
{
    const uint32_t bits = (uint32_t)strtoul(word, NULL, 16);
    float value;

    memcpy(&value, &bits, sizeof(value));
    if (strncmp(word, "0x", 2) == 0)
        base_text_printf(&job->out, " %.9g", (double)value);
    else
        base_text_printf(&job->out, " %s", word);
}

static void
add_words(struct job *job, const struct words *words, uint32_t from, uint32_t count)
{
    for (uint32_t i = from; i < from + count && i < words->count; i++)
        base_text_printf(&job->out, " %s", words->at[i]);
}

/* ---- uniforms ---- */

static const char *
last_word(const char *from, const char *to, size_t *size)
{
    while (to > from && to[-1] == ' ')
        to--;
    const char *at = to;
    while (at > from && at[-1] != ' ')
        at--;
    *size = (size_t)(to - at);
    return at;
}

static void
read_declarations(struct job *job, const char *at, struct uniforms *uniforms)
{
    static const char word[] = "uniform ";

    for (const char *block = strstr(at, "ubo "); block; block = strstr(block + 1, "ubo ")) {
        const char *bracket = strchr(block, '(');
        unsigned buffer;

        if (bracket && sscanf(bracket, "(%*u, %*u, %u", &buffer) == 1 && buffer != 0)
            job->skip = "a uniform block";
    }
    for (at = strstr(at, word); at; at = strstr(at + 1, word)) {
        const char *end = at + strcspn(at, ";");
        const char *bracket = memchr(at, '(', (size_t)(end - at));
        struct uniform uniform = {0};
        unsigned index, buffer;

        if (!bracket || sscanf(bracket, "(%u, %u, %u", &index, &uniform.slot, &buffer) != 3)
            continue;
        if (buffer != 0)
            job->skip = "a uniform block";
        uniform.name = last_word(at, bracket, &uniform.size);
        uniform.is_bool = strstr(at, "bool ") != NULL && strstr(at, "bool ") < bracket;
        uniform.is_bool |= strstr(at, "bvec") != NULL && strstr(at, "bvec") < bracket;
        base_array_push(job->arena, &uniforms->list, uniform);
    }
}

static struct uniform *
find_uniform(struct uniforms *uniforms, const char *name, size_t size)
{
    for (uint32_t i = 0; i < uniforms->list.count; i++) {
        struct uniform *uniform = &uniforms->list.data[i];

        if (uniform->size == size && memcmp(uniform->name, name, size) == 0)
            return uniform;
    }
    return NULL;
}

/* How many components a type's rows have and how many rows it has, and the script's word for a
 * row of four; NULL for other types. */
static const char *
row_type(const char *type, unsigned *components, unsigned *rows)
{
    static const struct {
        const char *type;
        const char *row;
        unsigned components;
        unsigned rows;
    } types[] = {
        {"float", "float", 1, 1}, {"int", "int", 1, 1},     {"uint", "uint", 1, 1},
        {"vec2", "vec2", 2, 1},   {"vec3", "vec3", 3, 1},   {"vec4", "vec4", 4, 1},
        {"ivec2", "ivec2", 2, 1}, {"ivec3", "ivec3", 3, 1}, {"ivec4", "ivec4", 4, 1},
        {"uvec2", "uvec2", 2, 1}, {"uvec3", "uvec3", 3, 1}, {"uvec4", "uvec4", 4, 1},
        {"mat2", "vec2", 2, 2},   {"mat2x2", "vec2", 2, 2}, {"mat2x3", "vec3", 3, 2},
        {"mat2x4", "vec4", 4, 2}, {"mat3x2", "vec2", 2, 3}, {"mat3", "vec3", 3, 3},
        {"mat3x3", "vec3", 3, 3}, {"mat3x4", "vec4", 4, 3}, {"mat4x2", "vec2", 2, 4},
        {"mat4x3", "vec3", 3, 4}, {"mat4", "vec4", 4, 4},   {"mat4x4", "vec4", 4, 4},
    };

    for (size_t i = 0; i < BASE_COUNT(types); i++) {
        if (strcmp(types[i].type, type) == 0) {
            *components = types[i].components;
            *rows = types[i].rows;
            return types[i].row;
        }
    }
    return NULL;
}

/* "uniform TYPE NAME[i] values". */
static void
add_uniform(struct job *job, const struct words *words)
{
    unsigned components = 0, rows = 0;

    if (words->count < 4) {
        job->skip = "a uniform without values";
        return;
    }
    const char *row = row_type(words->at[1], &components, &rows);
    char *bracket = strchr(words->at[2], '[');
    const unsigned element = bracket ? (unsigned)strtoul(bracket + 1, NULL, 10) : 0;
    const size_t size = bracket ? (size_t)(bracket - words->at[2]) : strlen(words->at[2]);
    if (!row || words->count != 3 + components * rows || (bracket && strchr(bracket, '.'))) {
        job->skip = "a uniform of another type";
        return;
    }
    for (unsigned set = 0; set < probe_stage_count; set++) {
        struct uniform *uniform = find_uniform(&job->uniforms[set], words->at[2], size);

        if (!uniform)
            continue;
        uniform->is_set = true;
        for (unsigned i = 0; i < rows; i++) {
            base_text_printf(&job->out, "uniform ubo %u:0 %s %u", set, row,
                             16 * (uniform->slot + element * rows + i));
            if (uniform->is_bool)
                for (unsigned c = 0; c < components; c++)
                    base_text_add_string(&job->out, atof(words->at[3 + c]) != 0 ? " -1" : " 0");
            else if (row[0] == 'i' || row[0] == 'u')
                add_words(job, words, 3 + components * i, components);
            else
                for (unsigned c = 0; c < components; c++)
                    add_float(job, words->at[3 + components * i + c]);
            base_text_add_char(&job->out, '\n');
        }
    }
}

/* Do the commands say what every uniform is? GLSL has initialisers too, and OpenGL's own state. */
static void
check_uniforms(struct job *job)
{
    for (unsigned set = 0; set < probe_stage_count; set++)
        for (uint32_t i = 0; i < job->uniforms[set].list.count; i++)
            if (!job->uniforms[set].list.data[i].is_set)
                job->skip = "a uniform that the commands do not set";
}

/* The last register of buffer 0 gets zeroes, so that the buffer is as long as it is declared. */
static void
add_room(struct job *job, const char *text, unsigned set)
{
    unsigned most = 0, last;
    bool has_any = false;

    for (const char *at = strstr(text, "DCL CONST["); at; at = strstr(at + 1, "DCL CONST[")) {
        const char *range = at + strlen("DCL CONST[");

        if (strncmp(range, "0][", 3) == 0)
            range += 3;
        else if (strchr(range, '[') && strchr(range, '[') < strchr(range, '\n'))
            continue;
        const char *dots = strstr(range, "..");
        const char *end = strchr(range, ']');
        last = (unsigned)strtoul(dots && dots < end ? dots + 2 : range, NULL, 10);
        most = last > most ? last : most;
        has_any = true;
    }
    if (has_any)
        base_text_printf(&job->out, "uniform ubo %u:0 vec4 %u 0 0 0 0\n", set, 16 * most);
}

/* ---- the other commands ---- */

static void
add_ortho(struct job *job, const struct words *words, bool is_patch)
{
    const char *const *at = (const char *const *)words->at + 3 + is_patch;
    const double x = atof(at[0]), y = atof(at[1]);

    base_text_printf(&job->out, "draw rect %s%.9g %.9g %.9g %.9g\n", is_patch ? "patch " : "",
                     2 * x / SIZE - 1, 2 * y / SIZE - 1, 2 * atof(at[2]) / SIZE,
                     2 * atof(at[3]) / SIZE);
}

/* "draw rect [ortho] [patch] x y width height". */
static void
add_draw(struct job *job, const struct words *words)
{
    const bool is_ortho = is(words, 2, "ortho");
    const bool is_patch = is(words, 2u + is_ortho, "patch");

    if (words->count != 6u + is_ortho + is_patch) {
        job->skip = "a draw of another form";
    } else if (is_ortho) {
        add_ortho(job, words, is_patch);
    } else {
        base_text_add_string(&job->out, "draw rect");
        add_words(job, words, 2, 4u + is_patch);
        base_text_add_char(&job->out, '\n');
    }
}

static void
add_probe(struct job *job, const struct words *words)
{
    const bool is_relative = is(words, 0, "relative");
    const uint32_t at = is_relative + 1u;
    const bool is_rect = is(words, at, "rect");
    const uint32_t format = at + is_rect;
    const bool has_alpha = is(words, format, "rgba");
    const uint32_t places = is_rect ? 4 : 2;

    if (words->count != format + 1 + places + 3 + has_alpha ||
        (!has_alpha && !is(words, format, "rgb"))) {
        job->skip = "a probe of another form";
        return;
    }
    base_text_printf(&job->out, "probe %s%s (", is_rect ? "rect " : "", words->at[format]);
    for (uint32_t i = 0; i < places; i++) {
        const double place = atof(words->at[format + 1 + i]) * (is_relative ? SIZE : 1);
        const double most = i < 2 ? SIZE - 1 : SIZE;

        base_text_printf(&job->out, "%s%d", i ? ", " : "", (int)(place < most ? place : most));
    }
    base_text_add_string(&job->out, ") (");
    for (uint32_t i = 0; i < 3u + has_alpha; i++)
        base_text_printf(&job->out, "%s%s", i ? ", " : "", words->at[format + 1 + places + i]);
    base_text_add_string(&job->out, ")\n");
    job->probes++;
}

static void
add_command(struct job *job, const char *text, size_t size)
{
    struct words words;

    split(job->arena, text, size, &words);
    if (words.count == 0)
        return;
    if (starts(&words, "uniform", NULL)) {
        add_uniform(job, &words);
    } else if (starts(&words, "draw", "rect")) {
        add_draw(job, &words);
    } else if (starts(&words, "probe", "all") && words.count >= 6) {
        base_text_printf(&job->out, "probe all %s", words.at[2]);
        add_words(job, &words, 3, is(&words, 2, "rgb") ? 3 : 4);
        base_text_add_char(&job->out, '\n');
        job->probes++;
    } else if (starts(&words, "probe", NULL) || starts(&words, "relative", "probe")) {
        add_probe(job, &words);
    } else if ((starts(&words, "clear", NULL) && words.count == 1) ||
               (starts(&words, "clear", "color") && words.count == 6) ||
               (starts(&words, "tolerance", NULL) && words.count == 5) ||
               (starts(&words, "patch", "parameter") && words.count == 4)) {
        base_text_add_string(&job->out, words.at[0]);
        add_words(job, &words, 1, words.count - 1);
        base_text_add_char(&job->out, '\n');
    } else {
        job->skip = base_arena_printf(job->arena, "the command %s", words.at[0]);
    }
}

/* Generated tests of built-in functions that compare with what they expect draw squares and then
 * probe that each is green. Where the
 * corpus cuts the commands before the probes, the squares still say where these are. */
static void
add_cut_probes(struct job *job)
{
    static const char word[] = "draw rect ortho ";
    const char *commands = job->row->columns[column_commands];
    unsigned place[4];

    if (!strstr(job->row->columns[column_test], "/built-in-functions/") ||
        !strstr(job->row->columns[column_declarations], " expected ("))
        return;
    for (const char *at = strstr(commands, word); at && strchr(at, '|');
         at = strstr(at + 1, word)) {
        const char *numbers = at + strlen(word);

        if (strncmp(numbers, "patch ", 6) == 0)
            numbers += 6;
        if (sscanf(numbers, "%u %u %u %u |", &place[0], &place[1], &place[2], &place[3]) != 4)
            continue;
        base_text_printf(&job->out, "probe rgba (%u, %u) (0, 1, 0, 1)\n", place[0] + place[2] / 2,
                         place[1] + place[3] / 2);
        job->probes++;
    }
}

/* The corpus cuts commands at 1200 characters: what is behind the last bar may be half of one. */
#define MOST_COMMANDS 1190

static void
add_commands(struct job *job)
{
    const char *at = job->row->columns[column_commands];
    const bool is_cut = strlen(at) >= MOST_COMMANDS;

    while (!job->skip) {
        const char *bar = strstr(at, " | ");

        if (!bar && is_cut)
            break;
        add_command(job, at, bar ? (size_t)(bar - at) : strlen(at));
        if (!bar)
            break;
        at = bar + 3;
    }
    if (!job->skip && is_cut && job->probes == 0)
        add_cut_probes(job);
}

/* Mesa's programs of OpenGL have their origin below, the script's picture has it above: what asks
 * for its place is drawn upside down here. */
static bool
reads_place(const char *text)
{
    return strstr(text, ", POSITION") != NULL || strstr(text, "DDY") != NULL ||
           strstr(text, ", FACE") != NULL;
}

/* Tests whose result depends on more than the index says. */
static const struct {
    const char *name;
    const char *why;
} others[] = {
    {"fs-underflow-", "denormals flushed to zero"},
    {"basic-cull", "culling"},
    {"viewport-gs-write", "several viewports"},
};

/* A line of a program; "" if it has none that begins so. */
static const char *
find_line(struct base_arena *arena, const char *text, const char *begin)
{
    const char *at = text ? strstr(text, begin) : NULL;

    return at ? base_arena_copy_string(arena, at, strcspn(at, "\n") + 1) : "";
}

/* Of its distances a program of fragments does not say which of them cull: that is among what its
 * driver knows of the stage before. */
static void
add_program(struct job *job, const struct probe_program *program)
{
    const char *before = job->programs[probe_vertex].text;

    for (unsigned i = 0; i < probe_stage_count; i++)
        if (i != probe_fragment && i != probe_control && job->programs[i].text)
            before = job->programs[i].text;
    if (program != &job->programs[probe_fragment] || !strstr(program->text, "CLIPDIST")) {
        base_text_printf(&job->out, "%s\n", program->text);
        return;
    }
    base_text_printf(&job->out, "FRAG\n%s%s%s\n",
                     find_line(job->arena, before, "PROPERTY NUM_CLIPDIST_ENABLED"),
                     find_line(job->arena, before, "PROPERTY NUM_CULLDIST_ENABLED"),
                     strchr(program->text, '\n') + 1);
}

static void
add_programs(struct job *job)
{
    static const struct {
        enum probe_stage stage;
        const char *section;
    } sections[] = {
        {probe_vertex, "vertex"},
        {probe_control, "tessellation control"},
        {probe_eval, "tessellation evaluation"},
        {probe_geometry, "geometry"},
        {probe_fragment, "fragment"},
    };

    if (!job->programs[probe_vertex].text)
        base_text_add_string(&job->out, "[vertex shader passthrough]\n");
    for (size_t i = 0; i < BASE_COUNT(sections); i++) {
        const struct probe_program *program = &job->programs[sections[i].stage];

        if (!program->text)
            continue;
        base_text_printf(&job->out, "[%s shader tgsi]\n", sections[i].section);
        add_program(job, program);
        if (program->declarations)
            read_declarations(job, program->declarations, &job->uniforms[sections[i].stage]);
    }
}

void
probe_script_make(struct job *job)
{
    for (size_t i = 0; i < BASE_COUNT(others); i++)
        if (strstr(job->row->columns[column_file], others[i].name))
            job->skip = others[i].why;
    base_text_init(&job->out, job->arena);
    if (reads_place(job->programs[probe_fragment].text))
        job->skip = "the place of a fragment";
    add_programs(job);
    base_text_add_string(&job->out, "[test]\n");
    for (unsigned set = 0; set < probe_stage_count; set++)
        if (job->programs[set].text)
            add_room(job, job->programs[set].text, set);
    if (!job->skip)
        add_commands(job);
    if (!job->skip)
        check_uniforms(job);
    if (!job->skip && job->probes == 0)
        job->skip = "no probe";
}
