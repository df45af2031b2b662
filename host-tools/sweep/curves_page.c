/* SPDX-License-Identifier: BSD-2-Clause */
#include "curves_page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "picture/page.h"
#include "picture/scene.h"
#include "picture/svg.h"

/* --- the sentence -------------------------------------------------------------------------- */

static uint64_t count_not_done(const struct groups *g)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < g->n; i++) {
        n += g->at[i].not_done;
    }
    return n;
}

/* ", a curve for each algorithm and topology": of the keys of --by. */
static void say_by(FILE *to, const char *by)
{
    char *copy = alloc_text(by), *rest = copy, *key;
    for (const char *before = ", a curve for each "; (key = strsep(&rest, ",")); before = " and ") {
        fprintf(to, "%s%s", before, key);
    }
    free(copy);
}

/* To be freed. */
static char *sentence_of(const struct curves *c, const struct options *o)
{
    const uint64_t not_done = count_not_done(c->groups);
    char *text;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    if (!to) {
        out_of_memory();
        return NULL;
    }
    fprintf(to, "This is %s over %s", c->y_name, c->x);
    if (o->text[KEY_by]) {
        say_by(to, o->text[KEY_by]);
    }
    fprintf(to, ": %u point%s of %" PRIu64 " trial%s, of which ", c->groups->n,
            c->groups->n == 1 ? "" : "s", c->groups->rows, c->groups->rows == 1 ? "" : "s");
    if (not_done) {
        fprintf(to, "%" PRIu64 " %s not done.", not_done, not_done == 1 ? "is" : "are");
    } else {
        fputs("all are done.", to);
    }
    if (fclose(to)) {
        out_of_memory();
    }
    return text;
}

/* --- the picture --------------------------------------------------------------------------- */

/* gnuplot names its parts, and browsers would show the names where the mouse is. Its text is escaped,
 * so these are elements. NULL: there is none in text. */
static const char *next_name(const char *text, const char **end)
{
    static const char *const names[][2] = {{"<title>", "</title>"}, {"<desc>", "</desc>"}};
    const char *first = NULL;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        const char *begin = strstr(text, names[i][0]);
        const char *close = begin ? strstr(begin, names[i][1]) : NULL;
        if (close && (!first || begin < first)) {
            first = begin;
            *end = close + strlen(names[i][1]);
        }
    }
    return first;
}

/* In HTML an SVG has neither a prologue nor name spaces, so its first tag is written anew, with the
 * size that gnuplot is asked for. */
static void write_picture(FILE *to, const struct drawing *d)
{
    const char *text = strstr(d->text, "<svg"), *name, *end = NULL;
    text = text ? strchr(text, '>') : NULL;
    if (!text) {
        return;
    }
    text++;
    fprintf(to,
            "<div class=\"card\"><svg role=\"img\" aria-label=\"the curves\" width=\"%d\" "
            "height=\"%u\" viewBox=\"0 0 %d %u\">",
            DRAWING_WIDTH, d->height, DRAWING_WIDTH, d->height);
    while ((name = next_name(text, &end))) {
        fwrite(text, 1, (size_t)(name - text), to);
        text = end;
    }
    fprintf(to, "%s</div>\n", text); /* with the end of the SVG */
}

static void write_notes(FILE *to, const struct curves *c)
{
    char *lost = curves_without_place(c);
    fputs("<p class=\"note\">A point is the mean of its trials, and its bar the interval that "
          "contains the true mean with 95 % (Student's t; of one trial of random traffic by its "
          "batch means). A point with a trial that is not done is not drawn.",
          to);
    if (c->groups->unsteady) {
        fprintf(to, " In %llu of %llu trials no steady state was found.",
                (unsigned long long)c->groups->unsteady, (unsigned long long)c->groups->rows);
    }
    if (lost) {
        fputs(" Here ", to);
        xml_text(to, lost);
        fputc('.', to);
    }
    fputs("</p>\n", to);
    free(lost);
}

/* --- the table ----------------------------------------------------------------------------- */

/* A column is a key by its name. */
static const char *column(const struct groups *g, int k)
{
    return k < 0 ? (g->depths ? "depth" : NULL) : g->varies[k] ? key_rows[k].name : NULL;
}

/* Is x no column already? */
static bool needs_x(const struct curves *c)
{
    bool needs = true;
    for (int k = -1; k < KEYS; k++) {
        const char *name = column(c->groups, k);
        needs &= !name || strcmp(name, c->x) != 0;
    }
    return needs;
}

static void write_word(FILE *to, const char *tag, const char *text)
{
    fprintf(to, "<%s class=\"word\">", tag);
    xml_text(to, text);
    fprintf(to, "</%s>", tag);
}

static void write_value(FILE *to, const json_t *value)
{
    if (json_is_string(value)) {
        write_word(to, "td", json_string_value(value));
        return;
    }
    char *text = value
                   ? json_dumps(value, JSON_ENCODE_ANY | JSON_SORT_KEYS | JSON_REAL_PRECISION(12))
                   : NULL;
    fputs("<td>", to);
    xml_text(to, text ? text : "-");
    fputs("</td>", to);
    free(text);
}

/* Six digits are enough for people; --csv has more. */
static void write_mean(FILE *to, const struct statistics *of)
{
    if (of->n) {
        fprintf(to, of->mean >= 1e5 && of->mean < 1e15 ? "<td>%.0f</td>" : "<td>%.6g</td>",
                of->mean);
    } else {
        fputs("<td>-</td>", to);
    }
}

static void write_half(FILE *to, const struct statistics *of)
{
    double low, high;
    if (statistics_interval(of, &low, &high)) {
        double half = high - of->mean;
        fprintf(to, half >= 100 && half < 1e15 ? "<td>%.0f</td>" : "<td>%.2g</td>", half);
    } else {
        fputs("<td>-</td>", to);
    }
}

static void write_names(FILE *to, const struct curves *c, bool with_x)
{
    fputs("<thead><tr>", to);
    for (int k = -1; k < KEYS; k++) {
        const char *name = column(c->groups, k);
        if (name && json_is_string(json_object_get(c->groups->at[0].row, name))) {
            write_word(to, "th", name);
        } else if (name) {
            fprintf(to, "<th>%s</th>", name);
        }
    }
    if (with_x) {
        fputs("<th>", to);
        xml_text(to, c->x);
        fputs("</th>", to);
    }
    fprintf(to, "<th>n</th><th>not_done</th><th>%s</th><th>+-</th></tr></thead>\n", c->y_name);
}

static void write_point(FILE *to, const struct curves *c, const struct group *g, bool with_x)
{
    const enum metric x = metric_find(c->x);
    fputs("<tr>", to);
    for (int k = -1; k < KEYS; k++) {
        const char *name = column(c->groups, k);
        if (name) {
            write_value(to, json_object_get(g->row, name));
        }
    }
    if (with_x && x < METRICS) {
        write_mean(to, &g->of[x]);
    } else if (with_x) {
        write_value(to, json_object_get(g->row, c->x));
    }
    fprintf(to, "<td>%u</td><td>%u</td>", g->of[c->y].n, g->not_done);
    write_mean(to, &g->of[c->y]);
    write_half(to, &g->of[c->y]);
    fputs("</tr>\n", to);
}

/* As the curves have them: one after the other, each by x. */
static void write_table(FILE *to, const struct curves *c)
{
    const bool with_x = needs_x(c);
    fputs("<h2>The means</h2>\n<div class=\"wide\"><table>\n", to);
    write_names(to, c, with_x);
    fputs("<tbody>\n", to);
    for (uint32_t i = 0; i < c->groups->n; i++) {
        write_point(to, c, &c->groups->at[c->at[i].group], with_x);
    }
    fprintf(to,
            "</tbody></table></div>\n<p class=\"note\">%s is the mean of the n trials that are "
            "done, and +- half of its interval.</p>\n",
            c->y_name);
}

void curves_page(FILE *to, const struct curves *c, const struct drawing *d, const struct options *o)
{
    char *sentence = sentence_of(c, o), *command = command_line("plot", o, 0);
    page_write_head(to, sentence, PAGE_OF_CURVES);
    write_picture(to, d);
    write_notes(to, c);
    write_table(to, c);
    page_write_command(to, command);
    fputs("</body>\n</html>\n", to);
    free(sentence);
    free(command);
}
