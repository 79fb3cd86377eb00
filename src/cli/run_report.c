/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>

/* ---- JSON ---- */

/* NULL where there is no memory. */
static json_t *
make_case(const struct cli_run_case *c)
{
    json_t *object = json_pack("{s:o, s:s, s:f}", "name", cli_json_string(c->name), "outcome",
                               script_outcome_name(c->outcome), "seconds", c->seconds);

    if (object && c->reason &&
        json_object_set_new(object, "reason", cli_json_string(c->reason)) != 0) {
        json_decref(object);
        return NULL;
    }
    return object;
}

/* The text; NULL where there is no memory. To be freed. */
static char *
make_json(const struct cli_run *run)
{
    json_t *cases = json_array();
    bool is_good = cases != NULL;

    for (uint32_t i = 0; i < run->cases.count && is_good; i++)
        is_good = json_array_append_new(cases, make_case(&run->cases.data[i])) == 0;
    json_t *root = json_pack("{s:s, s:i, s:i, s:i, s:o}", "device", run->devices[0], "passed",
                             (int)run->counts[script_outcome_pass], "failed",
                             (int)run->counts[script_outcome_fail], "skipped",
                             (int)run->counts[script_outcome_skip], "cases", cases);
    char *text = is_good && root ? json_dumps(root, JSON_INDENT(2)) : NULL;
    json_decref(root);
    return text;
}

bool
cli_run_write_json(const struct cli_run *run)
{
    char *text = make_json(run);

    if (!text) {
        cli_print_error(&run->common, run->json, QD_CODE_MEMORY_BUDGET,
                        "the system has no more memory");
        return false;
    }
    const char *whole = base_arena_printf(run->arena, "%s\n", text);
    free(text);
    return cli_output_text(run->json, whole, strlen(whole), &run->common);
}

/* ---- JUnit ---- */

/* What XML takes; other bytes than printable ASCII and whole UTF-8 characters are shown as ?. */
static void
add_escaped(struct base_text *text, const char *string)
{
    for (const unsigned char *at = (const unsigned char *)string; *at; at++) {
        const unsigned length = *at < 0x80 ? 1 : *at >= 0xf0 ? 4 : *at >= 0xe0 ? 3 : 2;
        unsigned good = 1;

        while (good < length && (at[good] & 0xc0) == 0x80)
            good++;
        if (*at == '&') {
            base_text_add_string(text, "&amp;");
        } else if (*at == '<') {
            base_text_add_string(text, "&lt;");
        } else if (*at == '>') {
            base_text_add_string(text, "&gt;");
        } else if (*at == '"') {
            base_text_add_string(text, "&quot;");
        } else if (*at < ' ' || *at == 0x7f || good < length || (*at >= 0x80 && *at < 0xc2) ||
                   *at > 0xf4) {
            base_text_add_char(text, '?');
        } else {
            base_text_add(text, (const char *)at, length);
            at += length - 1;
        }
    }
}

static void
add_case(struct base_text *text, const struct cli_run_case *c)
{
    static const char *const elements[] = {
        [script_outcome_fail] = "failure",
        [script_outcome_skip] = "skipped",
    };

    base_text_add_string(text, "    <testcase name=\"");
    add_escaped(text, c->name);
    base_text_printf(text, "\" time=\"%.3f\"", c->seconds);
    if (c->outcome == script_outcome_pass) {
        base_text_add_string(text, "/>\n");
        return;
    }
    base_text_printf(text, ">\n      <%s message=\"", elements[c->outcome]);
    add_escaped(text, c->reason ? c->reason : "");
    base_text_add_string(text, "\"/>\n    </testcase>\n");
}

bool
cli_run_write_junit(const struct cli_run *run)
{
    struct base_text text;

    base_text_init(&text, run->arena);
    base_text_printf(&text,
                     "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
                     "  <testsuite name=\"quadrille run --device %s\" tests=\"%" PRIu32
                     "\" failures=\"%" PRIu32 "\" skipped=\"%" PRIu32 "\">\n",
                     run->devices[0], run->cases.count, run->counts[script_outcome_fail],
                     run->counts[script_outcome_skip]);
    for (uint32_t i = 0; i < run->cases.count; i++)
        add_case(&text, &run->cases.data[i]);
    base_text_add_string(&text, "  </testsuite>\n</testsuites>\n");
    return cli_output_text(run->junit, text.data, text.count, &run->common);
}
