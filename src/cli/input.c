/* SPDX-License-Identifier: MIT
 *
 * Files are read into memory of their own, so that nothing is open when an arena runs out.
 */
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define FIRST_SIZE ((size_t)1 << 16)

struct cli_file {
    struct cli_file *next;
    char *data;
    size_t size;
};

const char *
cli_input_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "<stdin>" : path;
}

static bool
fail(struct cli_job *job, const char *what, int error)
{
    base_error(&job->diags, QD_CODE_IO, base_at_nowhere(), "the file cannot be %s: %s", what,
               strerror(error));
    return false;
}

/* Reads up to the end or one byte past the greatest size. An errno, or 0. */
static int
read_all(int descriptor, size_t expected, struct cli_file *file)
{
    /* One byte more, so that the end shows without growing. */
    size_t capacity = expected < FIRST_SIZE ? FIRST_SIZE : expected + 1;

    file->data = malloc(capacity);
    if (!file->data)
        return ENOMEM;
    for (;;) {
        const ssize_t size = read(descriptor, file->data + file->size, capacity - file->size);

        if (size < 0 && errno == EINTR)
            continue;
        if (size < 0)
            return errno;
        file->size += (size_t)size;
        if (size == 0 || file->size > CLI_MAX_INPUT)
            return 0;
        if (file->size == capacity) {
            char *grown = realloc(file->data, capacity * 2);

            if (!grown)
                return ENOMEM;
            file->data = grown;
            capacity *= 2;
        }
    }
}

/* What open and fstat say. 0, or an errno. */
static int
read_path(const char *path, struct cli_file *file, bool *is_folder)
{
    const bool is_stdin = strcmp(path, "-") == 0;
    const int descriptor = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    int error = 0;

    if (descriptor < 0)
        return errno;
    if (fstat(descriptor, &status) != 0) {
        error = errno;
    } else if (S_ISDIR(status.st_mode)) {
        *is_folder = true;
    } else {
        const bool is_file = S_ISREG(status.st_mode) && status.st_size > 0;
        const size_t most = CLI_MAX_INPUT;
        /* The offset of standard input may lie anywhere; it is no more than a hint. */
        const size_t expected = !is_file                           ? 0
                                : (uintmax_t)status.st_size > most ? most
                                                                   : (size_t)status.st_size;
        error = read_all(descriptor, expected, file);
    }
    if (!is_stdin)
        close(descriptor);
    return error;
}

bool
cli_input_read(struct cli_job *job, const char *path, const char **data, size_t *size)
{
    bool is_folder = false;

    cli_job_begin(job, cli_input_name(path));
    struct cli_file *file = calloc(1, sizeof(*file));
    if (!file)
        return fail(job, "read", ENOMEM);
    file->next = job->files;
    job->files = file;

    const int error = read_path(path, file, &is_folder);
    if (error)
        return fail(job, "read", error);
    if (is_folder) {
        base_error(&job->diags, QD_CODE_IO, base_at_nowhere(),
                   "found a directory, expected a file");
        return false;
    }
    if (file->size > CLI_MAX_INPUT) {
        base_error(&job->diags, QD_CODE_LIMIT, base_at_nowhere(),
                   "found more than %zu bytes, expected no more", CLI_MAX_INPUT);
        return false;
    }
    *data = file->data;
    *size = file->size;
    return true;
}

void
cli_input_free(struct cli_file *files)
{
    for (struct cli_file *file = files, *next; file; file = next) {
        next = file->next;
        free(file->data);
        free(file);
    }
}
