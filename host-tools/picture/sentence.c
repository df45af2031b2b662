/* SPDX-License-Identifier: BSD-2-Clause */
/* What a picture says in words. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "result/result.h"
#include "scene.h"
#include "svg.h"

static FILE *open_text(char **text, size_t *length)
{
    FILE *f = open_memstream(text, length);
    if (!f) {
        out_of_memory();
    }
    return f;
}

static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

/* Who, to how many, how much, how. */
static void say_multicast(FILE *f, const struct scene *s)
{
    const json_t *a = s->answer;
    long long m = result_number(a, "m");
    char flits[SVG_COUNT], others[SVG_COUNT];
    fprintf(f, "Node %lld sends %s flit%s to %s other%s by %s", result_number(a, "source"),
            svg_count(flits, (unsigned long long)result_number(a, "length")),
            plural((uint64_t)result_number(a, "length")), svg_count(others, (unsigned long long)m),
            plural((uint64_t)m), result_text(a, "algorithm"));
    size_t also = json_array_size(json_object_get(a, "also"));
    if (also) {
        fprintf(f, ", and %zu other multicast%s at the same time", also, plural(also));
    }
}

/* The last return, and those that never came. */
static void say_latency(FILE *f, const struct scene *s)
{
    const json_t *a = s->answer;
    char cycles[SVG_COUNT];
    size_t returned = json_object_size(json_object_get(a, "latency"));
    if (!result_has_number(a, "latency_max")) {
        fputs(": it reaches nobody", f);
        return;
    }
    fprintf(f, ": the last call returns in cycle %s",
            svg_count(cycles, (unsigned long long)result_number(a, "latency_max")));
    long long m = result_number(a, "m");
    if ((long long)returned < m) {
        fprintf(f, ", but %lld of %lld never", m - (long long)returned, m);
    }
}

static void say_steps(FILE *f, const struct scene *s, const char *before)
{
    const json_t *a = s->answer;
    if (result_has_number(a, "steps")) {
        long long steps = result_number(a, "steps"), bound = result_number(a, "bound");
        fprintf(f, "%s%lld step%s (at least %lld %s needed)", before, steps,
                plural((uint64_t)steps), bound, bound == 1 ? "is" : "are");
    }
}

static uint64_t waited_of(const struct scene_worm *w)
{
    uint64_t waited = 0;
    for (uint32_t k = 0; k < w->hops; k++) {
        waited += w->hop[k].waited;
    }
    return waited;
}

/* Acknowledgements hold up nobody's message; their waits are told apart. */
static void say_answers(FILE *f, const struct scene *s)
{
    uint64_t sum = 0;
    char cycles[SVG_COUNT];
    for (uint32_t i = 0; i < s->worms; i++) {
        sum += s->worm[i].by_ni ? waited_of(&s->worm[i]) : 0;
    }
    if (sum) {
        fprintf(f, " Acknowledgements waited %s cycle%s.", svg_count(cycles, sum), plural(sum));
    }
}

/* "; longest waited 9 to 4, 12 cycles, 8 of them at 7 to 6, behind the message of 2 to 5". */
static void say_longest(FILE *f, const struct scene *s, const struct scene_worm *who)
{
    const struct scene_hop *longest = who->hop;
    char cycles[SVG_COUNT];
    for (uint32_t k = 1; k < who->hops; k++) {
        longest = who->hop[k].waited > longest->waited ? &who->hop[k] : longest;
    }
    const struct scene_channel *c = &s->channel[longest->channel];
    const uint64_t waited = waited_of(who);
    fprintf(f, "; longest waited %u to %u, %s cycle%s", who->from,
            who->visits ? who->visit[who->visits - 1].node : who->from, svg_count(cycles, waited),
            plural(waited));
    if (longest->waited < waited) {
        fprintf(f, ", %s of them", svg_count(cycles, longest->waited));
    }
    fprintf(f, " at %u to %u", c->node, c->next);
    if (longest->behind < s->worms && s->worm[longest->behind].visits) {
        const struct scene_worm *b = &s->worm[longest->behind];
        fprintf(f, ", behind the %s of %u to %u", b->by_ni ? "acknowledgement" : "message", b->from,
                b->visit[b->visits - 1].node);
    }
}

/* How many headers waited, the one that waited longest, and for whom. */
static void say_waits(FILE *f, const struct scene *s)
{
    uint64_t sum = 0, count = 0, most = 0;
    const struct scene_worm *who = NULL;
    char cycles[SVG_COUNT];
    for (uint32_t i = 0; i < s->worms; i++) {
        const struct scene_worm *w = &s->worm[i];
        const uint64_t waited = w->by_ni ? 0 : waited_of(w);
        sum += waited;
        count += waited > 0;
        if (waited > most) {
            most = waited;
            who = w;
        }
    }
    if (!who) {
        fputs(" No message waited for another one's channel.", f);
        say_answers(f, s);
        return;
    }
    fprintf(f, " %s message%s waited for channels of others", svg_count(cycles, count),
            plural(count));
    fprintf(f, ", %s cycle%s in all", svg_count(cycles, sum), plural(sum));
    say_longest(f, s, who);
    fputc('.', f);
    say_answers(f, s);
}

/* Of a run, whose counters know where something waited and not who did; and of what has no worms. */
static void say_blocked(FILE *f, const struct scene *s)
{
    const struct scene_link *most = NULL, *fullest = NULL;
    char cycles[SVG_COUNT];
    for (uint32_t i = 0; i < s->links; i++) {
        const struct scene_link *l = &s->link[i];
        most = l->blocked > (most ? most->blocked : 0) ? l : most;
        fullest = l->flits > (fullest ? fullest->flits : 0) ? l : fullest;
    }
    if (fullest) {
        fprintf(f, " The link %u to %u carries most, %s flit%s", fullest->node, fullest->next,
                svg_count(cycles, fullest->flits), plural(fullest->flits));
        if (most) {
            fprintf(f, "; flits waited longest for %u to %u, %s cycle%s", most->node, most->next,
                    svg_count(cycles, most->blocked), plural(most->blocked));
        } else {
            fputs("; no flit waited anywhere", f);
        }
        fputc('.', f);
    }
}

static void say_traffic(FILE *f, const struct scene *s)
{
    const json_t *a = s->answer;
    fprintf(f, "Random traffic, %s, with %.4g flits offered by each node in a cycle",
            result_text(a, "traffic"), json_real_value(json_object_get(a, "rate")));
    if (json_is_number(json_object_get(a, "latency_mean"))) {
        fprintf(f, ": the mean latency is %.1f cycles, %.4f flits are accepted",
                json_number_value(json_object_get(a, "latency_mean")),
                json_real_value(json_object_get(a, "accepted")));
    }
    fputs(json_is_true(json_object_get(a, "saturated")) ? "; the network is saturated." : ".", f);
}

static void say_collective(FILE *f, const struct scene *s)
{
    const json_t *a = s->answer;
    const char *name = result_text(a, "collective");
    char cycles[SVG_COUNT];
    fprintf(f, "%c%s of %lld members by %s", toupper((unsigned char)name[0]), name + !!name[0],
            result_number(a, "members"), result_text(a, "algorithm"));
    if (result_has_number(a, "length")) {
        fprintf(f, ", %s flit%s", svg_count(cycles, (unsigned long long)result_number(a, "length")),
                plural((uint64_t)result_number(a, "length")));
    }
    say_steps(f, s, ", in ");
    if (result_has_number(a, "latency_max")) {
        fprintf(f, ": the last call returns in cycle %s",
                svg_count(cycles, (unsigned long long)result_number(a, "latency_max")));
    }
    fputc('.', f);
}

static void say_deadlock(FILE *f, const struct scene *s)
{
    size_t n = json_array_size(json_object_get(s->answer, "deadlock"));
    char cycles[SVG_COUNT];
    fprintf(f, " In cycle %s it comes to a deadlock: %zu message%s wait for each other.",
            svg_count(cycles, (unsigned long long)result_number(s->answer, "cycles")), n,
            plural(n));
}

char *scene_sentence(const struct scene *s)
{
    char *text;
    size_t length;
    FILE *f = open_text(&text, &length);
    if (json_object_get(s->answer, "traffic")) {
        say_traffic(f, s);
    } else if (json_object_get(s->answer, "collective")) {
        say_collective(f, s);
    } else if (json_object_get(s->answer, "m")) {
        say_multicast(f, s);
        if (strcmp(s->command, "plan") == 0) {
            say_steps(f, s, " in ");
        } else {
            say_latency(f, s);
            if (!json_object_get(s->answer, "deadlock")) {
                say_steps(f, s, ", in ");
            }
        }
        fputc('.', f);
    } else {
        fputs("A program of the user's own.", f);
    }
    if (json_object_get(s->answer, "deadlock")) {
        say_deadlock(f, s);
    } else if (s->timed) {
        say_waits(f, s);
    } else if (strcmp(s->command, "plan") != 0) {
        say_blocked(f, s);
    }
    if (fclose(f)) {
        out_of_memory();
    }
    return text;
}

/* --- the command --------------------------------------------------------------------------- */

/* As a shell reads it back. */
static void quote(FILE *f, const char *text)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_./:,+=%@";
    if (*text && strspn(text, plain) == strlen(text)) {
        fputs(text, f);
        return;
    }
    fputc('\'', f);
    for (; *text; text++) {
        if (*text == '\'') {
            fputs("'\\''", f);
        } else {
            fputc(*text, f);
        }
    }
    fputc('\'', f);
}

/* A flag, as often as it was given. between: what stands between its values. */
static void say_flag(FILE *f, const struct key_row *row, const char *text, const char *between)
{
    bool given = strcmp(text, OPTION_GIVEN) == 0;
    char *copy = alloc_text(text), *rest = copy;
    do {
        char *end = strstr(rest, between);
        if (end) {
            *end = 0;
        }
        fprintf(f, " --%s", row->name);
        if (row->argument && !(given && row->argument[0] == '[')) {
            fputc(' ', f);
            quote(f, rest);
        }
        rest = end ? end + strlen(between) : NULL;
    } while (rest);
    free(copy);
}

char *command_line(const char *command, const struct options *o, key_groups without)
{
    char *text;
    size_t length;
    FILE *f = open_text(&text, &length);
    fprintf(f, "noct %s", command);
    for (int k = 0; k < KEYS; k++) {
        if (o->text[k] && !(key_rows[k].group & without)) {
            say_flag(f, &key_rows[k], o->text[k], k == KEY_also ? ";" : OPTION_SEPARATOR);
        }
    }
    for (unsigned i = 0; i < o->words_n; i++) {
        fputc(' ', f);
        quote(f, o->words[i]);
    }
    if (fclose(f)) {
        out_of_memory();
    }
    return text;
}

char *scene_command(const struct scene *s)
{
    return command_line(s->command, s->options, GROUPS_DETAIL);
}
