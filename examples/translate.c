/* SPDX-License-Identifier: MIT
 *
 * The library in one page: translates a TGSI text to a SPIR-V module and lists what the host has to
 * bind.
 *
 *   cc translate.c $(pkg-config --cflags --libs quadrille) -o translate
 *   ./translate demo.tgsi demo.spv
 */
#include <quadrille/quadrille.h>

#include <stdio.h>
#include <stdlib.h>

static char *
read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *text = malloc(1 << 20);

    *size = file && text ? fread(text, 1, 1 << 20, file) : 0;
    if (file)
        fclose(file);
    return text;
}

static void
list_resources(const struct qd_output *out)
{
    static const char *const kinds[] = {"input", "output", "uniform buffer", "sampled image"};

    for (uint32_t i = 0; i < qd_output_resource_count(out); i++) {
        const struct qd_resource *resource = qd_output_resource(out, i);

        printf("%s %s: ", kinds[resource->kind], resource->name);
        if (resource->kind >= QD_RESOURCE_UNIFORM_BUFFER)
            printf("set %u binding %u\n", resource->set, resource->binding);
        else if (resource->builtin)
            printf("%s\n", resource->builtin);
        else
            printf("location %u, %u components\n", resource->location, resource->components);
    }
}

int
main(int argc, char **argv)
{
    struct qd_translate_options options = QD_TRANSLATE_OPTIONS_INIT;
    struct qd_output *out;
    size_t size, count;

    if (argc != 3)
        return 2;
    options.from = QD_FORMAT_TGSI_TEXT;
    options.target = QD_TARGET_VULKAN_1_2;
    options.name = argv[1];

    char *text = read_file(argv[1], &size);
    const enum qd_result result = qd_translate(text, size, &options, &out);
    free(text);
    if (out)
        fputs(qd_output_text(out), stderr);
    if (result == QD_OK) {
        const uint32_t *words = qd_output_words(out, &count);
        FILE *file = fopen(argv[2], "wb");

        if (!file || fwrite(words, sizeof(*words), count, file) != count || fclose(file) != 0) {
            perror(argv[2]);
            return 1;
        }
        list_resources(out);
    }
    qd_output_free(out);
    return result == QD_OK ? 0 : 1;
}
