/* SPDX-License-Identifier: MIT
 *
 * Long options from tables: --name VALUE or --name=VALUE. Two have a letter too, by old custom: -o
 * for --output and -h for --help. What is no option is an input, and so is all that follows "--".
 */
#include "cli/cli.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* How wide the options stand in the help, at least. */
#define HELP_WIDTH 32

static void
say_usage(const struct cli_args *args, const char *format, va_list list)
{
    fprintf(stderr, "quadrille %s: ", args->command->name);
    vfprintf(stderr, format, list);
    fprintf(stderr, " (quadrille %s --help lists the options)\n", args->command->name);
}

bool
cli_usage(const struct cli_args *args, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    say_usage(args, format, list);
    va_end(list);
    return false;
}

enum cli_status
cli_usage_status(const struct cli_args *args, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    say_usage(args, format, list);
    va_end(list);
    return CLI_USAGE;
}

/* ---- values ---- */

bool
cli_set_flag(struct cli_args *args, const struct cli_option *option, void *field, const char *value)
{
    (void)args;
    (void)option;
    (void)value;
    *(bool *)field = true;
    return true;
}

bool
cli_set_text(struct cli_args *args, const struct cli_option *option, void *field, const char *value)
{
    if (!value[0])
        return cli_usage(args, "found --%s with nothing behind it, expected %s", option->name,
                         option->argument);
    *(const char **)field = value;
    return true;
}

/* "a|b|c". */
static const char *
list_choices(const struct cli_option *option, struct base_text *text)
{
    for (uint32_t i = 0; option->choice(i); i++)
        base_text_printf(text, "%s%s", i ? "|" : "", option->choice(i));
    return base_text_string(text);
}

bool
cli_set_choice(struct cli_args *args, const struct cli_option *option, void *field,
               const char *value)
{
    struct base_text text;

    for (uint32_t i = 0; option->choice(i); i++) {
        if (strcmp(option->choice(i), value) == 0) {
            *(uint32_t *)field = i;
            return true;
        }
    }
    base_text_init(&text, args->arena);
    return cli_usage(args, "found --%s %s, expected %s", option->name, value,
                     list_choices(option, &text));
}

bool
cli_read_number(const char **at, uint32_t max, uint32_t *number)
{
    const char *digit = *at;
    uint64_t value = 0;

    for (; *digit >= '0' && *digit <= '9'; digit++) {
        value = value * 10 + (uint64_t)(*digit - '0');
        if (value > max)
            return false;
    }
    if (digit == *at)
        return false;
    *at = digit;
    *number = (uint32_t)value;
    return true;
}

bool
cli_read_double(const char **at, double *number)
{
    char *end;

    /* strtod takes blanks, "inf", "nan" and hexadecimal digits as well. */
    const size_t size = strspn(*at, "+-.0123456789eE");
    if (size == 0)
        return false;
    *number = strtod(*at, &end);
    if (end == *at || end > *at + size || !isfinite(*number))
        return false;
    *at = end;
    return true;
}

bool
cli_set_number(struct cli_args *args, const struct cli_option *option, void *field,
               const char *value)
{
    const char *at = value;
    uint32_t number;

    if (!cli_read_number(&at, option->max, &number) || *at || number < option->min)
        return cli_usage(args, "found --%s %s, expected a number from %u to %u", option->name,
                         value, (unsigned)option->min, (unsigned)option->max);
    *(uint32_t *)field = number;
    return true;
}

bool
cli_set_float(struct cli_args *args, const struct cli_option *option, void *field,
              const char *value)
{
    const char *at = value;
    double number;

    if (!cli_read_double(&at, &number) || *at || number < 0 || !isfinite((float)number))
        return cli_usage(args, "found --%s %s, expected a number that is not negative",
                         option->name, value);
    *(float *)field = (float)number;
    return true;
}

/* ---- help ---- */

static void
print_option(const struct cli_args *args, const struct cli_option *option)
{
    struct base_text left;
    struct base_text choices;

    base_text_init(&left, args->arena);
    base_text_init(&choices, args->arena);
    if (strcmp(option->name, "output") == 0)
        base_text_add_string(&left, "-o, ");
    base_text_printf(&left, "--%s", option->name);
    if (option->argument)
        base_text_printf(&left, " %s", option->argument);
    if (option->choice)
        printf("  %-*s  %s: %s\n", HELP_WIDTH, base_text_string(&left), option->help,
               list_choices(option, &choices));
    else
        printf("  %-*s  %s\n", HELP_WIDTH, base_text_string(&left), option->help);
}

static void
print_help(const struct cli_args *args)
{
    printf("usage: quadrille %s %s\n\n%s.\n\n", args->command->name, args->command->synopsis,
           args->command->summary);
    for (uint32_t i = 0; i < args->group_count; i++) {
        for (const struct cli_option *option = args->groups[i].options; option->name; option++)
            print_option(args, option);
    }
}

/* ---- parsing ---- */

static const struct cli_option help_option[] = {
    {"help", NULL, "show this", cli_set_flag, offsetof(struct cli_args, help), NULL, 0, 0},
    {0},
};

void
cli_args_init(struct cli_args *args, const struct cli_command *command, struct base_arena *arena)
{
    memset(args, 0, sizeof(*args));
    args->command = command;
    args->arena = arena;
}

void
cli_args_add(struct cli_args *args, const struct cli_option *options, void *values)
{
    args->groups[args->group_count].options = options;
    args->groups[args->group_count].values = values;
    args->group_count++;
}

static const struct cli_option *
find_option(const struct cli_args *args, const char *name, size_t size, void **field)
{
    for (uint32_t i = 0; i < args->group_count; i++) {
        const struct cli_option_group *group = &args->groups[i];

        for (const struct cli_option *option = group->options; option->name; option++) {
            if (strncmp(option->name, name, size) == 0 && !option->name[size]) {
                *field = (char *)group->values + option->offset;
                return option;
            }
        }
    }
    return NULL;
}

/* The option at argv[0], whose value may be argv[1]. The number of words that it took; 0 after
 * cli_usage. */
static int
parse_option(struct cli_args *args, int argc, char **argv)
{
    const bool is_short = argv[0][1] != '-';
    const char *name = argv[0] + 2;
    const char *equals = is_short ? NULL : strchr(name, '=');
    size_t size = equals ? (size_t)(equals - name) : strlen(name);
    void *field;

    if (is_short) {
        name = strcmp(argv[0], "-o") == 0 ? "output" : strcmp(argv[0], "-h") == 0 ? "help" : "";
        size = strlen(name);
    }
    const struct cli_option *option = find_option(args, name, size, &field);
    if (!option) {
        cli_usage(args, "found %s, which is no option", argv[0]);
        return 0;
    }
    if (!option->argument) {
        if (equals) {
            cli_usage(args, "found %s, expected --%s, which takes no value", argv[0], option->name);
            return 0;
        }
        return option->set(args, option, field, NULL) ? 1 : 0;
    }
    if (!equals && argc < 2) {
        cli_usage(args, "found --%s with nothing behind it, expected %s", option->name,
                  option->argument);
        return 0;
    }
    if (!option->set(args, option, field, equals ? equals + 1 : argv[1]))
        return 0;
    return equals ? 1 : 2;
}

/* What was read of standard input once is not there a second time. */
static bool
check_inputs(struct cli_args *args)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < args->inputs.count; i++)
        count += strcmp(args->inputs.data[i], "-") == 0;
    return count < 2 || cli_usage(args, "found - %" PRIu32 " times, expected it once", count);
}

bool
cli_args_parse(struct cli_args *args, int argc, char **argv, enum cli_status *status)
{
    bool has_ended = false;

    cli_args_add(args, help_option, args);
    *status = CLI_USAGE;
    for (int i = 0; i < argc;) {
        if (has_ended || argv[i][0] != '-' || !argv[i][1]) {
            base_array_push(args->arena, &args->inputs, argv[i]);
            i++;
        } else if (strcmp(argv[i], "--") == 0) {
            has_ended = true;
            i++;
        } else {
            const int taken = parse_option(args, argc - i, argv + i);

            if (!taken)
                return false;
            i += taken;
        }
        if (args->help) {
            print_help(args);
            *status = CLI_OK;
            return false;
        }
    }
    return check_inputs(args);
}
