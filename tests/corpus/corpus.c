/* SPDX-License-Identifier: MIT */
#include "corpus.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *
corpus_root(const char *fallback, const char *path)
{
    static char root[4096];
    const char *corpus = getenv("QUADRILLE_CORPUS");
    struct stat info;

    snprintf(root, sizeof(root), "%s/%s", corpus && *corpus ? corpus : fallback, path);
    return stat(root, &info) == 0 && S_ISDIR(info.st_mode) ? root : NULL;
}

char *
corpus_read(struct base_arena *arena, const char *root, const char *name, size_t *size)
{
    char path[8192];
    struct stat info;

    snprintf(path, sizeof(path), "%s/%s", root, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *text = NULL;
    if (fstat(fileno(file), &info) == 0) {
        text = base_arena_alloc(arena, (size_t)info.st_size + 1);
        *size = fread(text, 1, (size_t)info.st_size, file);
    }
    fclose(file);
    return text;
}

static int
compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char **
corpus_list(struct base_arena *arena, const char *root, const char *folder, const char *ending,
            uint32_t *count)
{
    BASE_ARRAY(const char *) names = {0};
    const size_t size = strlen(ending);
    char path[8192];
    struct dirent *entry;

    *count = 0;
    snprintf(path, sizeof(path), "%s/%s", root, folder);
    DIR *dir = opendir(path);
    while (dir && (entry = readdir(dir)) != NULL) {
        const size_t length = strlen(entry->d_name);

        if (length >= size && strcmp(entry->d_name + length - size, ending) == 0)
            base_array_push(arena, &names,
                            base_arena_printf(arena, "%s/%s", folder, entry->d_name));
    }
    if (dir)
        closedir(dir);
    if (names.count > 1)
        qsort(names.data, names.count, sizeof(*names.data), compare_names);
    *count = names.count;
    return names.data;
}
