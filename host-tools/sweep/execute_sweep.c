/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct sweep: the study of a file. Each line is an experiment as in a batch, an object with lists; lines
 * that begin with # are for people. The flags are defaults for all lines; without a file they are the
 * experiment.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text_lines.h"
#include "commands.h"
#include "sweep.h"

enum { DEPTHS_MAX = 8 };

/* Which keys did some line take from the flags? */
struct used {
    bool key[KEYS];
};

static void note_used(struct used *used, const struct options *line, const struct options *o)
{
    for (int k = 0; k < KEYS; k++) {
        used->key[k] |= o->text[k] && line->text[k] && strcmp(o->text[k], line->text[k]) == 0;
    }
}

/* A flag is a default for all lines. Where all have the key themselves it does nothing, which somebody
 * who gave it may not expect. */
static void say_unused(const struct used *used, const struct options *o)
{
    for (int k = 0; k < KEYS; k++) {
        if (o->text[k] && !used->key[k]) {
            fprintf(stderr, "noct sweep: --%s is not used: each line of the study has its own\n",
                    key_rows[k].name);
        }
    }
}

static enum status parse_depths(const struct depth **depth, unsigned *n, const struct options *o,
                                struct error *error)
{
    char *copy = alloc_text(o->text[KEY_depth] ? o->text[KEY_depth] : "sim"), *rest = copy, *name;
    enum status status = STATUS_DONE;
    *n = 0;
    while (!status && (name = strsep(&rest, ","))) {
        const struct depth *found = depth_find(name);
        bool twice = false;
        for (unsigned i = 0; i < *n; i++) {
            twice |= depth[i] == found;
        }
        if (!found || twice || *n == DEPTHS_MAX) {
            status = error_set(error, STATUS_BAD, "depth '%s': must be some of plan, sim and run",
                               o->text[KEY_depth]);
        } else {
            depth[(*n)++] = found;
        }
    }
    free(copy);
    return status;
}

/* What is the study's own is no key of a line. */
static enum status refuse_own_keys(const struct options *line, const struct options *o,
                                   struct error *error)
{
    for (int k = 0; k < KEYS; k++) {
        bool its = k == KEY_trials || k == KEY_precision || !(key_rows[k].group & GROUPS_STUDY);
        const char *before = o->text[k], *now = line->text[k];
        if (!its && now && (!before || strcmp(before, now) != 0)) {
            error_set(error, STATUS_BAD, "%s: is for the whole study", key_rows[k].name);
            return error_fix(error, "give it as a flag of noct sweep");
        }
    }
    return STATUS_DONE;
}

static enum status add_line(struct study *s, const struct options *o, struct used *used,
                            const char *text, uint64_t number, struct error *error)
{
    const key_groups groups = GROUPS_SIM | GROUPS_STUDY | GROUP(FIRMWARE) | GROUP(DEPTH);
    const struct depth *depth[DEPTHS_MAX];
    struct options line;
    unsigned n;
    options_copy(&line, o);
    line.words_n = 0; /* the study's file; an experiment's words would be a program */
    enum status status = options_object(&line, text, "sweep", groups, error);
    if (!status) {
        status = refuse_own_keys(&line, o, error);
    }
    note_used(used, &line, o);
    if (!status) {
        status = parse_depths(depth, &n, &line, error);
    }
    free(line.text[KEY_depth]);
    line.text[KEY_depth] = NULL;
    for (unsigned i = 0; !status && i < n; i++) {
        status = study_add(s, depth[i], &line, number, error);
    }
    options_free(&line);
    return status;
}

/* "figure.study, line 3: ..." */
static enum status at_line(const char *name, uint64_t number, struct error *error)
{
    struct error why = *error;
    error_set(error, why.status, "'%s', line %llu: %s", name, (unsigned long long)number, why.text);
    return why.status;
}

static enum status add_lines(struct study *s, const struct options *o, const char *name, FILE *file,
                             struct error *error)
{
    char what[PATH_MAX + 2];
    struct text_lines lines = TEXT_LINES(file);
    struct used used = {{false}};
    enum status status = STATUS_DONE;
    while (!status && text_lines_next(&lines)) {
        const char *text = lines.text + strspn(lines.text, " \t\r");
        if (*text && *text != '#' && (status = add_line(s, o, &used, text, lines.number, error))) {
            status = at_line(name, lines.number, error);
        }
    }
    snprintf(what, sizeof what, "'%s'", name);
    status = text_lines_end(&lines, status, what, error);
    if (!status && !s->parts) {
        error_set(error, STATUS_BAD, "'%s': no experiment in it", name);
        status = error_fix(error, "each line is an object, as {\"topology\":\"cube:6\","
                                  "\"length\":[8,64]}");
    }
    if (!status) {
        say_unused(&used, o);
    }
    return status;
}

/* Is an experiment given by flags? */
static bool asks_something(const struct options *o)
{
    bool asks = false;
    for (int k = 0; k < KEYS; k++) {
        asks |= o->text[k] && key_rows[k].group & GROUPS_ROW;
    }
    return asks;
}

static enum status read_study(struct study *s, const struct options *o, struct error *error)
{
    struct used used = {{false}};
    const char *name = o->words_n == 1 ? o->words[0] : NULL;
    if (!o->words_n && asks_something(o)) {
        return add_line(s, o, &used, "{}", 0, error);
    }
    if (!name) {
        error_set(error, STATUS_BAD, o->words_n ? "only one file can be swept" : "which study?");
        return error_fix(error,
                         "give its file, as noct sweep figure.study, or an experiment by flags; "
                         "- is standard input");
    }
    FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "r");
    if (!file) {
        return error_set(error, STATUS_BAD, "'%s': cannot be read: %s", name, strerror(errno));
    }
    enum status status = add_lines(s, o, name, file, error);
    if (file != stdin) {
        fclose(file);
    }
    return status;
}

enum status execute_sweep(const struct options *o, json_t **result, struct error *error)
{
    struct study s;
    study_begin(&s, "sweep");
    enum status status = read_study(&s, o, error);
    if (!status) {
        status = sweep_run(&s, o, result, error);
    }
    study_free(&s);
    return status;
}
