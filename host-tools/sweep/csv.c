/* SPDX-License-Identifier: BSD-2-Clause */
#include "csv.h"

#include <string.h>

#include "base/options.h"
#include "row.h"

/* Spreadsheets calculate what a cell's text begins with one of these. */
static bool is_formula(const char *text)
{
    return *text && strchr("=+-@\t\r", *text);
}

static void put(FILE *to, bool first, const char *text, bool guarded)
{
    fputs(first ? "" : ",", to);
    if (!guarded && !text[strcspn(text, ",\"\n\r")]) {
        fputs(text, to);
        return;
    }
    fputs(guarded ? "\"'" : "\"", to);
    for (; *text; text++) {
        fputs(*text == '"' ? "\"\"" : (char[]){*text, 0}, to);
    }
    fputc('"', to);
}

void csv_text(FILE *to, bool first, const char *text)
{
    put(to, first, text, is_formula(text));
}

void csv_value(FILE *to, bool first, const json_t *value)
{
    char number[40] = "";
    if (json_is_string(value)) {
        csv_text(to, first, json_string_value(value));
        return;
    }
    if (json_is_integer(value)) {
        snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    } else if (json_is_real(value)) {
        snprintf(number, sizeof number, "%.12g", json_real_value(value));
    } else if (json_is_boolean(value)) {
        snprintf(number, sizeof number, "%s", json_is_true(value) ? "true" : "false");
    }
    put(to, first, number, false);
}

/* --- rows ---------------------------------------------------------------------------------- */

static const char *const before[] = {"id", "depth", "trial", NULL};
static const char *const behind[] = {"m",
                                     "chosen_source",
                                     "chosen_algorithm",
                                     "chosen_routing",
                                     "end",
                                     "latency_max",
                                     "latency_mean",
                                     "accepted",
                                     "blocked_cycles",
                                     "flit_hops",
                                     "link_visits",
                                     "steps",
                                     "bound",
                                     "predicted_cycles",
                                     "saturation",
                                     "accepted_max",
                                     "version",
                                     "compiler",
                                     "image",
                                     NULL};

static bool is_column(int key)
{
    return key_rows[key].group & GROUPS_ROW;
}

void csv_rows_heading(FILE *to)
{
    for (unsigned i = 0; before[i]; i++) {
        csv_text(to, i == 0, before[i]);
    }
    for (int k = 0; k < KEYS; k++) {
        if (is_column(k)) {
            csv_text(to, false, key_rows[k].name);
        }
    }
    for (unsigned i = 0; behind[i]; i++) {
        csv_text(to, false, behind[i]);
    }
    fputc('\n', to);
}

void csv_row(FILE *to, const json_t *row)
{
    for (unsigned i = 0; before[i]; i++) {
        csv_value(to, i == 0, json_object_get(row, before[i]));
    }
    for (int k = 0; k < KEYS; k++) {
        if (is_column(k)) {
            csv_value(to, false, json_object_get(row, key_rows[k].name));
        }
    }
    for (unsigned i = 0; behind[i]; i++) {
        csv_value(to, false, json_object_get(row, behind[i]));
    }
    fputc('\n', to);
}
