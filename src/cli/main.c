/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"

static const struct cli_command *const commands[] = {
    &cli_translate, &cli_check, &cli_dump, &cli_draw, &cli_run, &cli_compare, &cli_devices,
};

static void
print_help(FILE *file)
{
    fputs("usage: quadrille COMMAND [OPTION]...\n"
          "\n"
          "Translates GPU shaders to SPIR-V, and executes them.\n"
          "\n",
          file);
    for (size_t i = 0; i < BASE_COUNT(commands); i++)
        fprintf(file, "  %-11s%s\n", commands[i]->name, commands[i]->summary);
    fputs("\n"
          "  --help     show this; behind a command: its options\n"
          "  --version  show the version\n",
          file);
}

static enum cli_status
fail_usage(const char *found)
{
    if (found)
        fprintf(stderr, "quadrille: found \"%s\", expected a command:", found);
    else
        fputs("quadrille: found no command, expected one:", stderr);
    for (size_t i = 0; i < BASE_COUNT(commands); i++)
        fprintf(stderr, "%s %s", i ? "," : "", commands[i]->name);
    fputs("\n", stderr);
    return CLI_USAGE;
}

static enum cli_status
run_command(const struct cli_command *command, struct base_arena *arena, int argc, char **argv)
{
    if (BASE_ARENA_CATCH(arena))
        return command->run(command, arena, argc, argv);
    fputs("quadrille: the system has no more memory\n", stderr);
    return CLI_BAD;
}

static enum cli_status
run(int argc, char **argv)
{
    if (argc < 2)
        return fail_usage(NULL);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_help(stdout);
        return CLI_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("quadrille " QUADRILLE_VERSION);
        return CLI_OK;
    }
    for (size_t i = 0; i < BASE_COUNT(commands); i++) {
        if (strcmp(argv[1], commands[i]->name) == 0) {
            struct base_arena arena;

            base_arena_init(&arena, 0);
            const enum cli_status status = run_command(commands[i], &arena, argc - 2, argv + 2);
            base_arena_finish(&arena);
            return status;
        }
    }
    return fail_usage(argv[1]);
}

int
main(int argc, char **argv)
{
    const enum cli_status status = run(argc, argv);

    /* What standard output could not take was not done. */
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("quadrille: standard output cannot be written");
        return (int)cli_worse(status, CLI_BAD);
    }
    return (int)status;
}
