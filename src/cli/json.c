/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"

#include <jansson.h>
#include <stdlib.h>

struct json_t *
cli_json_string(const char *text)
{
    json_t *string = json_string(text ? text : "");
    if (string)
        return string;

    char *escaped = malloc(strlen(text) * 4 + 1);
    char *at = escaped;
    for (; escaped && *text; text++) {
        if ((unsigned char)*text < 0x80)
            *at++ = *text;
        else
            at += sprintf(at, "\\x%02x", (unsigned)(unsigned char)*text);
    }
    if (escaped) {
        *at = '\0';
        string = json_string(escaped);
    }
    free(escaped);
    return string;
}
