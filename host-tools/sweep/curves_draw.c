/* SPDX-License-Identifier: BSD-2-Clause */
/* Curves as a script for gnuplot. */
#include <ctype.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/plain_text.h"
#include "curves.h"

enum { LONGEST = 60 }; /* characters of a name that is drawn */

/* A string of gnuplot's, in double quotes. Letters, digits and what is not ASCII stand there as they
 * are, and all else by its octal number, so that nothing in it ends the string or is a command. A
 * digit behind such a number would be taken for one of its own. Names that are wider than the
 * picture would leave no room for any name. */
static void write_string(FILE *to, const char *text, const char *percent)
{
    unsigned left = LONGEST;
    bool number = false;
    fputc('"', to);
    for (size_t n; *text && left > 0; text += n ? n : 1, left--) {
        const unsigned char c = (unsigned char)*text;
        n = plain_character(text);
        const bool plain = n > 1 || (n == 1 && (isalpha(c) || (isdigit(c) && !number)));
        number = !plain;
        if (c == '%') {
            fputs(percent, to);
        } else if (number) {
            fprintf(to, "\\%03o", n ? c : '?');
        } else {
            fwrite(text, 1, n, to);
        }
    }
    fputs(*text ? "...\"" : "\"", to);
}

static void quote(FILE *to, const char *text)
{
    write_string(to, text, "\\045");
}

/* Where gnuplot takes the string for a format, as at a tic. */
static void quote_format(FILE *to, const char *text)
{
    write_string(to, text, "\\045\\045");
}

static const struct group *group_of(const struct curves *c, uint32_t i)
{
    return &c->groups->at[c->at[i].group];
}

/* One with a trial that is not done has no mean to be drawn. */
static bool is_drawn(const struct curves *c, uint32_t i)
{
    const struct group *g = group_of(c, i);
    return !isnan(c->at[i].x) && !g->not_done && g->of[c->y].n;
}

static void write_points(FILE *to, const struct curves *c, uint32_t curve)
{
    fprintf(to, "$c%u << EOD\n", curve);
    for (uint32_t i = 0; i < c->groups->n; i++) {
        if (c->at[i].curve == curve && is_drawn(c, i)) {
            const struct statistics *of = &group_of(c, i)->of[c->y];
            double low, high;
            bool known = statistics_interval(of, &low, &high);
            fprintf(to, "%.12g %.12g %.12g %.12g\n", c->at[i].x, of->mean, known ? low : of->mean,
                    known ? high : of->mean);
        }
    }
    fprintf(to, "EOD\n");
}

/* "3 of 10 not done" at the foot of the picture, where such a point would be. */
static uint32_t write_not_done(FILE *to, const struct curves *c)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->groups->n; i++) {
        const struct group *g = group_of(c, i);
        if (g->not_done && !isnan(c->at[i].x)) {
            fprintf(to,
                    "set label '%u of %u not done' at first %.12g, graph 0.02 rotate by 90 left "
                    "textcolor '#777777' font ',9'\n",
                    g->not_done, g->rows, c->at[i].x);
            n++;
        }
    }
    return n;
}

/* All points are in the picture, also those that have no mean. Lengths and set sizes that double are
 * drawn at equal distances. */
static void write_range(FILE *to, const struct curves *c)
{
    double least = INFINITY, most = -INFINITY;
    for (uint32_t i = 0; i < c->groups->n; i++) {
        least = c->at[i].x < least ? c->at[i].x : least;
        most = c->at[i].x > most ? c->at[i].x : most;
    }
    if (!c->words && least > 0 && most / least >= 32) {
        fprintf(to, "set logscale x 2\nset xrange [%.12g:%.12g]\n", least / 1.15, most * 1.15);
        return;
    }
    double margin = c->words || most <= least ? 0.5 : (most - least) * 0.03;
    if (most >= least) {
        fprintf(to, "set xrange [%.12g:%.12g]\n", least - margin, most + margin);
    }
}

/* In what a number is; NULL: its name says it, as that of link_visits, or it is a name itself. */
static const char *unit_of(const char *name)
{
    static const char *const units[][2] = {{"latency_", "cycles"},
                                           {"arrival_", "cycles"},
                                           {"tau_", "cycles"},
                                           {"length", "flits"},
                                           {"segment", "flits"},
                                           {"buffer", "flits"},
                                           {"rate", "flits/node/cycle"},
                                           {"accepted", "flits/node/cycle"},
                                           {"saturation", "flits/node/cycle"},
                                           {"bound", "steps"},
                                           {"ram", "bytes"}};
    for (unsigned i = 0; i < sizeof units / sizeof *units; i++) {
        if (strncmp(name, units[i][0], strlen(units[i][0])) == 0) {
            return units[i][1];
        }
    }
    return NULL;
}

static void write_label(FILE *to, const char *axis, const char *name)
{
    char label[80];
    const char *unit = unit_of(name);
    snprintf(label, sizeof label, "%s%s%s%s", name, unit ? " (" : "", unit ? unit : "",
             unit ? ")" : "");
    fprintf(to, "set %s ", axis);
    quote(to, label);
    fputc('\n', to);
}

static void write_axes(FILE *to, const struct curves *c)
{
    size_t i;
    const json_t *word;
    write_label(to, "xlabel", c->x);
    write_label(to, "ylabel", c->y_name);
    write_range(to, c);
    if (c->words) {
        fprintf(to, "set xtics (");
        json_array_foreach (c->words, i, word) {
            fputs(i ? ", " : "", to);
            quote_format(to, json_string_value(word));
            fprintf(to, " %zu", i);
        }
        fprintf(to, ")\n");
    }
}

/* Points of a curve that have a mean, and trials of it that are not done. */
static uint32_t count_drawn(const struct curves *c, uint32_t curve, uint32_t *not_done)
{
    uint32_t n = 0;
    *not_done = 0;
    for (uint32_t i = 0; i < c->groups->n; i++) {
        if (c->at[i].curve == curve) {
            n += is_drawn(c, i);
            *not_done += group_of(c, i)->not_done;
        }
    }
    return n;
}

/* Of a curve without points gnuplot would print a warning. It is named if its trials are not done,
 * and left out if they know nothing of y, as plans of latencies. False: it is left out. before: how
 * many curves have been written. */
static bool write_curve(FILE *to, const struct curves *c, uint32_t i, uint32_t before)
{
    uint32_t not_done, drawn = count_drawn(c, i, &not_done);
    if (!drawn && !not_done) {
        return false;
    }
    fputs(before ? ", " : "", to);
    if (drawn) {
        fprintf(to, "$c%u using 1:2:3:4 with yerrorlines", i);
    } else {
        fputs("keyentry with linespoints", to);
    }
    /* gnuplot has eight colours; the next eight curves have other points, and broken lines. */
    static const unsigned char points[] = {7, 5, 9, 11};
    enum { COLOURS = 8, KINDS = sizeof points };
    const unsigned kind = before / COLOURS % KINDS;
    fprintf(to, " lt %u lw 1.5 dt %u pt %u ps 0.5 title ", before % COLOURS + 1, kind + 1,
            points[kind]);
    quote(to, json_string_value(json_array_get(c->titles, i)));
    return true;
}

/* How high a picture is: many names take room above the curves, and none of theirs. */
static unsigned height_of(const struct curves *c)
{
    enum { CHARACTER = 8, SAMPLE = 64, ROW = 18, ROWS = 3 }; /* ROWS: there is room for these */
    size_t i, n = json_array_size(c->titles), longest = 0;
    const json_t *title;
    json_array_foreach (c->titles, i, title) {
        longest = json_string_length(title) > longest ? json_string_length(title) : longest;
    }
    longest = longest < LONGEST ? longest : LONGEST;
    size_t across = DRAWING_WIDTH / (longest * CHARACTER + SAMPLE);
    size_t rows = (across ? (n + across - 1) / across : n) + (c->by != NULL);
    return DRAWING_HEIGHT + (rows > ROWS ? (unsigned)(rows - ROWS) * ROW : 0);
}

static void write_script(FILE *to, const struct curves *c)
{
    uint32_t n = (uint32_t)json_array_size(c->titles);
    fprintf(to,
            "set terminal svg size %d,%u font 'sans,12' background rgb 'white' noenhanced\n"
            "set encoding utf8\nset grid lc rgb '#dddddd'\nset key outside top center horizontal\n"
            "set yrange [0:*]\nset offsets 0, 0, graph 0.05, 0\n"
            "set bars small\n",
            DRAWING_WIDTH, height_of(c));
    if (c->by) { /* else a curve is called 8, and who knows 8 of what? */
        fprintf(to, "set key title ");
        quote(to, c->by);
        fputc('\n', to);
    }
    write_axes(to, c);
    write_not_done(to, c);
    for (uint32_t i = 0; i < n; i++) {
        write_points(to, c, i);
    }
    fprintf(to, "plot ");
    uint32_t written = 0;
    for (uint32_t i = 0; i < n; i++) {
        written += write_curve(to, c, i, written);
    }
    fprintf(to, "\n");
}

static enum status refuse_empty(const struct curves *c, struct error *error)
{
    for (uint32_t i = 0; i < c->groups->n; i++) {
        if (is_drawn(c, i)) {
            return STATUS_DONE;
        }
    }
    return error_set(error, STATUS_BAD, "no point has %s with all its trials done", c->y_name);
}

char *curves_without_place(const struct curves *c)
{
    uint32_t points = 0, trials = 0;
    for (uint32_t i = 0; i < c->groups->n; i++) {
        const struct group *g = group_of(c, i);
        bool lost = isnan(c->at[i].x) && g->not_done;
        points += lost;
        trials += lost ? g->not_done : 0;
    }
    char *text = NULL;
    if (points &&
        asprintf(&text, "%u point%s no %s, as %u trial%s not done: the picture leaves %s out",
                 points, points == 1 ? " has" : "s have", c->x, trials,
                 trials == 1 ? " is" : "s are", points == 1 ? "it" : "them") < 0) {
        out_of_memory();
    }
    return text;
}

/* Its standard output is `to`: for it some names of files are commands, as "|rm". Names are in UTF-8,
 * of which it warns where the user's locale has no degree sign. */
static FILE *begin_gnuplot(int to)
{
    fflush(stdout);
    int own = dup(STDOUT_FILENO);
    FILE *script = own >= 0 && dup2(to, STDOUT_FILENO) >= 0
                     ? popen("command -v gnuplot >/dev/null && LC_ALL=C.UTF-8 exec gnuplot", "w")
                     : NULL;
    if (own >= 0) {
        dup2(own, STDOUT_FILENO);
        close(own);
    }
    return script;
}

/* gnuplot leaves every '>' as it is, but XML allows none behind "]]" in a text. */
static void put_escaped(FILE *to, const char *piece, size_t length, unsigned *brackets)
{
    for (size_t i = 0; i < length; i++) {
        if (piece[i] == '>' && *brackets >= 2) {
            fputs("&gt;", to);
        } else {
            fputc(piece[i], to);
        }
        *brackets = piece[i] == ']' ? *brackets + 1 : 0;
    }
}

static void read_picture(struct drawing *d, int from)
{
    char piece[4096];
    unsigned brackets = 0;
    ssize_t got;
    FILE *to = open_memstream(&d->text, &d->length);
    if (!to) {
        out_of_memory();
        return;
    }
    while ((got = read(from, piece, sizeof piece)) > 0) {
        put_escaped(to, piece, (size_t)got, &brackets);
    }
    if (fclose(to)) {
        out_of_memory();
    }
}

/* The script ends gnuplot, so that the picture has an end, too. */
static bool run_gnuplot(const struct curves *c, struct drawing *d)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC)) {
        return false;
    }
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    FILE *script = begin_gnuplot(ends[1]);
    close(ends[1]);
    if (script) {
        write_script(script, c);
        fputs("exit\n", script);
        fflush(script);
        read_picture(d, ends[0]);
    }
    close(ends[0]);
    bool whole = script && pclose(script) == 0 && d->length;
    signal(SIGPIPE, before);
    return whole;
}

enum status curves_draw(const struct curves *c, struct drawing *d, struct error *error)
{
    *d = (struct drawing){.height = height_of(c)};
    if (refuse_empty(c, error)) {
        return STATUS_BAD;
    }
    if (run_gnuplot(c, d)) {
        return STATUS_DONE;
    }
    free(d->text);
    error_set(error, STATUS_ENVIRONMENT, "gnuplot cannot be run, or refuses the curves");
    return error_fix(error, "Debian's package is gnuplot-nox; --csv needs none");
}
