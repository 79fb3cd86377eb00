/* SPDX-License-Identifier: MIT
 *
 * A file is written beside its place, under a name of its own, and then renamed: whoever looks
 * finds the old file or the new one. What is no plain file (a pipe, a terminal, /dev/null) is
 * written as it stands.
 */
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_TRIES 100

static bool
fail(const struct cli_common *common, const char *name, int error)
{
    cli_print_error(common, name, QD_CODE_IO, "the file cannot be written: %s", strerror(error));
    return false;
}

/* Opens target.NUMBER.tmp, which was not there before. -1 with errno. */
static int
open_temporary(struct cli_output *output, mode_t mode)
{
    const size_t size = strlen(output->target) + 64;

    output->temporary = malloc(size);
    if (!output->temporary) {
        errno = ENOMEM;
        return -1;
    }
    for (unsigned i = 0; i < MAX_TRIES; i++) {
        snprintf(output->temporary, size, "%s.%ld-%u.tmp", output->target, (long)getpid(), i);
        const int descriptor =
            open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (descriptor >= 0 || errno != EEXIST)
            return descriptor;
    }
    return -1;
}

/* A descriptor to write to; -1 with errno. */
static int
open_target(struct cli_output *output, const char *path)
{
    struct stat status;
    const bool exists = stat(path, &status) == 0;

    if (exists && S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        return -1;
    }
    if (exists && !S_ISREG(status.st_mode))
        return open(path, O_WRONLY | O_CLOEXEC);

    /* Behind a symbolic link stands the file that is meant. */
    output->target = exists ? realpath(path, NULL) : strdup(path);
    if (!output->target)
        return -1;
    /* A file that may not be written is not to be replaced either. */
    if (exists && access(path, W_OK) != 0)
        return -1;
    const int descriptor = open_temporary(output, 0666);
    if (descriptor >= 0 && exists && fchmod(descriptor, status.st_mode & 07777) != 0) {
        close(descriptor);
        unlink(output->temporary);
        return -1;
    }
    return descriptor;
}

static void
release(struct cli_output *output)
{
    free(output->temporary);
    free(output->target);
    memset(output, 0, sizeof(*output));
}

bool
cli_output_open(struct cli_output *output, const char *path, const struct cli_common *common)
{
    memset(output, 0, sizeof(*output));
    output->name = path;
    if (strcmp(path, "-") == 0) {
        output->name = "<stdout>";
        output->file = stdout;
        return true;
    }
    const int descriptor = open_target(output, path);
    if (descriptor >= 0)
        output->file = fdopen(descriptor, "wb");
    if (output->file)
        return true;

    const int error = errno;
    if (descriptor >= 0) {
        close(descriptor);
        if (output->temporary)
            unlink(output->temporary);
    }
    release(output);
    return fail(common, path, error);
}

/* 0 or an errno. */
static int
finish(struct cli_output *output)
{
    const bool is_bad = fflush(output->file) != 0 || ferror(output->file);
    int error = is_bad ? (errno ? errno : EIO) : 0;

    if (output->file == stdout)
        return error;
    if (fclose(output->file) != 0 && !error)
        error = errno;
    if (!output->temporary)
        return error;
    if (!error && rename(output->temporary, output->target) != 0)
        error = errno;
    if (error)
        unlink(output->temporary);
    return error;
}

bool
cli_output_close(struct cli_output *output, const struct cli_common *common)
{
    const char *name = output->name;

    const int error = finish(output);
    release(output);
    return error == 0 || fail(common, name, error);
}

void
cli_output_drop(struct cli_output *output)
{
    if (output->file != stdout)
        fclose(output->file);
    if (output->temporary)
        unlink(output->temporary);
    release(output);
}

bool
cli_output_text(const char *path, const char *data, size_t size, const struct cli_common *common)
{
    struct cli_output output;

    if (!cli_output_open(&output, path, common))
        return false;
    fwrite(data, 1, size, output.file);
    return cli_output_close(&output, common);
}

bool
cli_output_words(const char *path, const uint32_t *words, size_t total,
                 const struct cli_common *common)
{
    unsigned char bytes[4096 * 4];
    struct cli_output output;

    if (!cli_output_open(&output, path, common))
        return false;
    for (size_t i = 0, count; i < total; i += count) {
        count = total - i < 4096 ? total - i : 4096;
        for (size_t j = 0; j < count; j++) {
            const uint32_t word = words[i + j];

            bytes[j * 4] = (unsigned char)(word & 0xff);
            bytes[j * 4 + 1] = (unsigned char)(word >> 8 & 0xff);
            bytes[j * 4 + 2] = (unsigned char)(word >> 16 & 0xff);
            bytes[j * 4 + 3] = (unsigned char)(word >> 24);
        }
        if (fwrite(bytes, 4, count, output.file) != count)
            break;
    }
    return cli_output_close(&output, common);
}

bool
cli_output_module(const char *path, const struct spirv_module *module,
                  const struct cli_common *common)
{
    return cli_output_words(path, module->words, module->count, common);
}

bool
cli_output_is_folder(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool
cli_output_make_folder(const char *path, const struct cli_common *common)
{
    if (mkdir(path, 0777) == 0)
        return true;
    const int error = errno;
    if (error == EEXIST && cli_output_is_folder(path))
        return true;
    cli_print_error(common, path, QD_CODE_IO, "the directory cannot be made: %s",
                    strerror(error == EEXIST ? ENOTDIR : error));
    return false;
}
