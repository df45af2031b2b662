/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct counters: the counters of a live board, once or every so often, or what came in between.
 * The clock is stopped while they are read, so that all are of one cycle, and goes on afterwards.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/number.h"
#include "result/result.h"
#include "experiment/experiment_result.h"
#include "target/counter_blocks.h"
#include "commands.h"
#include "target/core_state.h"
#include "counters.h"
#include "show/show_counters.h"
#include "program/board_identity.h"
#include "memmap.h"
#include "base/alloc.h"
#include "base/progress.h"
#include "regs.h"

/* A block has a row for each channel of its router; of another number of channels it is
 * another router. */
static enum status check_rows(const struct experiment *e, uint32_t node, const unsigned char *block,
                              struct error *error)
{
    struct noc_channel c;
    uint32_t rows = block_word(block, CNT_ROWS), channels = 0;
    if (!identity_names_channels(e)) {
        return STATUS_DONE;
    }
    while (channels < CNT_ROWS_MAX &&
           noc_channel_row(&e->topology, e->routing, node, channels, &c)) {
        channels++;
    }
    if (rows != channels) {
        error_set(error, STATUS_BAD,
                  "topology '%s', routing %s: node %u would have %u channels, but on the "
                  "board it has %u",
                  e->topology_text, e->routing->name, node, channels, rows);
        return error_fix(error, "give the board's own");
    }
    return STATUS_DONE;
}

static json_t *node_links(const struct experiment *e, uint32_t node, const unsigned char *block)
{
    json_t *links = json_array();
    struct noc_channel c;
    struct noc_channel_count count;
    bool named = identity_names_channels(e);
    for (unsigned i = 0; named ? block_row(&e->topology, e->routing, block, node, i, &c, &count)
                               : block_count(block, i, &count);
         i++) {
        json_t *link = named ? result_channel(e, &c)
                             : json_pack("{s:i,s:n,s:n,s:n}", "row", (int)i, "next", "dim", "vc");
        json_object_set_new(link, "dir", named ? json_integer(c.dir) : json_null());
        json_object_set_new(link, "flits", json_integer(count.flits));
        json_object_set_new(link, "headers", json_integer(count.headers));
        json_object_set_new(link, "blocked_cycles", json_integer(count.blocked));
        json_array_append_new(links, link);
    }
    return links;
}

/* Channels of a node beyond the rows that a block has. */
static uint32_t unseen(const struct experiment *e, uint32_t node)
{
    struct noc_channel c;
    uint32_t beyond = 0;
    while (identity_names_channels(e) &&
           noc_channel_row(&e->topology, e->routing, node, CNT_ROWS_MAX + beyond, &c)) {
        beyond++;
    }
    return beyond;
}

static json_t *node_counters(const struct experiment *e, uint32_t node, const unsigned char *block)
{
    static const uint32_t at[] = {CNT_IN,        CNT_OUT, CNT_RELAYED,
                                  CNT_DISCARDED, CNT_BAD, CNT_STARTUP};
    uint32_t beyond = unseen(e, node);
    json_t *counters = json_pack("{s:i}", "node", (int)node);
    for (unsigned i = 0; i < sizeof at / sizeof *at; i++) {
        json_object_set_new(counters, result_node_counters[i],
                            json_integer(block_word(block, at[i])));
    }
    json_object_set_new(counters, "links", node_links(e, node, block));
    if (beyond) {
        json_object_set_new(counters, "links_unseen", json_integer(beyond));
    }
    return counters;
}

/* The nodes asked for, or all: list NULL. */
struct chosen {
    uint16_t *list;
    uint32_t n;
    bool exited; /* all their cores, when they were looked at last */
};

static uint32_t chosen_node(const struct chosen *c, uint32_t i)
{
    return c->list ? c->list[i] : i;
}

/* Blocks of nodes that follow each other come with one read. */
static enum status fetch(struct transport *l, const struct chosen *c, unsigned char *block,
                         struct error *error)
{
    enum { RUN_MAX = 64 }; /* so that a slow adapter shows how far it is */
    enum status status = transport_stop(l, error);
    progress_begin("reading counters", c->n);
    for (uint32_t i = 0, run; i < c->n && !status; i += run) {
        uint32_t first = chosen_node(c, i);
        for (run = 1; run < RUN_MAX && i + run < c->n && chosen_node(c, i + run) == first + run;
             run++) {
        }
        status = transport_read(l, NOC_DEBUG_BASE + first * NOC_DEBUG_BLOCK,
                                block + (size_t)i * NOC_DEBUG_BLOCK, (size_t)run * NOC_DEBUG_BLOCK,
                                error);
        progress_at(i + run);
    }
    progress_end();
    if (!status && transport_doubt(l)) {
        fprintf(stderr, "noct counters: warning: %s\n", transport_doubt(l));
    }
    return status ? status : transport_go(l, error);
}

static json_t *describe(const struct experiment *e, const struct chosen *c,
                        const unsigned char *block)
{
    json_t *nodes = json_array(), *result = result_new(e);
    uint64_t cycles = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        const unsigned char *b = block + (size_t)i * NOC_DEBUG_BLOCK;
        uint64_t time = block_pair(b, CNT_TIME_LO);
        cycles = time > cycles ? time : cycles;
        json_array_append_new(nodes, node_counters(e, chosen_node(c, i), b));
    }
    json_object_del(result, "ports"); /* nobody said */
    json_object_set_new(result, "cycles", json_integer((json_int_t)cycles));
    json_object_set_new(result, "nodes", nodes);
    return result;
}

static bool have_exited(const struct chosen *c, const unsigned char *block)
{
    uint32_t i = 0;
    while (i < c->n && core_read(block + (size_t)i * NOC_DEBUG_BLOCK).state == CORE_EXITED) {
        i++;
    }
    return i == c->n;
}

/* One snapshot. */
static enum status collect(struct transport *l, const struct experiment *e, struct chosen *c,
                           json_t **result, struct error *error)
{
    unsigned char *block = alloc_array(c->n, NOC_DEBUG_BLOCK);
    enum status status = fetch(l, c, block, error);
    for (uint32_t i = 0; i < c->n && !status; i++) {
        status = check_rows(e, chosen_node(c, i), block + (size_t)i * NOC_DEBUG_BLOCK, error);
    }
    if (!status) {
        *result = describe(e, c, block);
        c->exited = have_exited(c, block);
    }
    free(block);
    return status;
}

/* --- how often, since when ------------------------------------------------ */

struct schedule {
    double every_seconds; /* 0: once */
    uint64_t count;       /* 0: until Ctrl-C */
    json_t *since;        /* an earlier answer, or NULL */
    bool delta;           /* since the one before */
};

static enum status parse_schedule(struct schedule *s, const struct options *o, struct error *error)
{
    enum { SHORTEST_MS = 10, LONGEST_S = 24 * 3600, COUNT_MAX = 1000000 };
    const char *every = o->text[KEY_every], *count = o->text[KEY_count];
    *s = (struct schedule){.delta = o->text[KEY_delta], .count = 1};
    if (o->text[KEY_csv] && strcmp(o->text[KEY_csv], OPTION_GIVEN) != 0) {
        error_set(error, STATUS_BAD, "csv '%s': counters are printed", o->text[KEY_csv]);
        return error_fix(error, "write > FILE behind the command");
    }
    if (o->text[KEY_csv] && o->json) {
        error_set(error, STATUS_BAD, "csv: cannot be combined with --json");
        return error_fix(error, "leave one of them out");
    }
    if (s->delta && o->text[KEY_since]) {
        error_set(error, STATUS_BAD, "delta: cannot be combined with since");
        return error_fix(error, "leave one of them out");
    }
    if (count && !every) {
        return error_set(error, STATUS_BAD, "count: needs every, as --every 1 --count 10");
    }
    if (every && o->batch) {
        return error_set(error, STATUS_BAD,
                         "every: cannot be used in a batch, where each line has one answer");
    }
    if (every || s->delta) {
        s->every_seconds = 1;
        s->count = every ? 0 : 1;
    }
    if (every) {
        char *end;
        s->every_seconds = strtod(every, &end);
        if (*end || end == every || !(s->every_seconds >= SHORTEST_MS / 1000.0) ||
            s->every_seconds > LONGEST_S) {
            return error_set(error, STATUS_BAD,
                             "every '%s': must be a number of seconds from 0.01 to %d", every,
                             LONGEST_S);
        }
    }
    return count ? number_parse("count", count, 1, COUNT_MAX, &s->count, error) : STATUS_DONE;
}

/* Sleep until `seconds` after *last, which becomes that time; not at all if it is over. */
static void wait_until(struct timespec *last, double seconds)
{
    last->tv_sec += (time_t)seconds;
    last->tv_nsec += (long)((seconds - (double)(time_t)seconds) * 1e9);
    if (last->tv_nsec >= 1000000000) {
        last->tv_nsec -= 1000000000;
        last->tv_sec++;
    }
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, last, NULL)) {
    }
}

/* Print this answer; the last one is left to the caller. */
static void print_one(const struct options *o, const json_t *result, bool first)
{
    if (o->json) {
        result_print(result);
        return;
    }
    if (!first && !o->text[KEY_csv]) {
        printf("\n");
    }
    counters_show(result, o->text[KEY_csv], first);
    fflush(stdout);
}

/* Why nothing came in between, if that can be told; once. */
static void say_standing(const struct chosen *c, bool exited_before, const json_t *difference,
                         const struct transport *l, bool *said)
{
    bool stands = result_number(difference, "cycles") == 0;
    if (*said || !(stands || exited_before)) {
        return;
    }
    *said = true;
    if (c->exited) {
        fprintf(stderr,
                "noct counters: the cores of all %u nodes have exited: the counters no "
                "longer change\n",
                c->n);
    } else if (stands) {
        fprintf(stderr,
                "noct counters: the board's clock is not running; 'noct why --board %s' "
                "may say why\n",
                transport_name(l));
    }
}

/* Snapshots as the schedule says; of a single one *answer is it, others are printed here. */
static enum status repeat(struct transport *l, const struct experiment *e, struct chosen *c,
                          struct schedule *s, const struct options *o, json_t **result,
                          struct error *error)
{
    struct timespec last;
    json_t *before = s->since, *now = NULL;
    bool said = false;
    enum status status = STATUS_DONE;
    clock_gettime(CLOCK_MONOTONIC, &last);
    if (s->delta) {
        status = collect(l, e, c, &before, error);
        s->since = before;
    }
    for (uint64_t i = 0; !status && (!s->count || i < s->count) && !ferror(stdout); i++) {
        if (i || s->delta) {
            wait_until(&last, s->every_seconds);
        }
        bool exited_before = c->exited;
        status = collect(l, e, c, &now, error);
        json_t *shown = status ? NULL : json_incref(now);
        if (!status && before) {
            json_decref(shown);
            status = counters_difference(before, now, &shown, error);
        }
        if (!status && before) {
            say_standing(c, exited_before, shown, l, &said);
        }
        if (!status && s->count == 1) {
            *result = shown;
        } else if (!status) {
            print_one(o, shown, i == 0);
            json_decref(shown);
        }
        if (s->delta && !status) {
            json_decref(s->since);
            s->since = before = now;
        } else {
            json_decref(now);
        }
        now = NULL;
    }
    return status;
}

/* --- the command ---------------------------------------------------------- */

static enum status ask_link(struct transport *l, struct schedule *s, const struct options *o,
                            json_t **result, struct error *error)
{
    struct options known;
    struct experiment e;
    struct chosen chosen = {.list = NULL};
    enum status status = identity_find(l, &e, o, &known, error);
    if (!status) {
        status = identity_nodes(o, e.topology.nodes, &chosen.list, &chosen.n, error);
        if (!status) {
            status = repeat(l, &e, &chosen, s, o, result, error);
        }
        free(chosen.list);
        experiment_free(&e);
    }
    options_free(&known);
    return status;
}

enum status execute_counters(const struct options *o, json_t **result, struct error *error)
{
    struct schedule s;
    struct transport *l;
    enum status status = parse_schedule(&s, o, error);
    if (!status && o->text[KEY_since]) {
        status = counters_load(&s.since, o->text[KEY_since], error);
    }
    if (!status) {
        status = identity_check_flags(o, NEED_NETWORK, error);
    }
    if (!status) {
        status = transport_open(&l, o->text[KEY_board], error);
    }
    if (!status) {
        if (transport_disturbs(l)) {
            fprintf(stderr, "noct counters: %s\n", transport_disturbs(l));
        }
        status = ask_link(l, &s, o, result, error);
        transport_close(l);
    }
    json_decref(s.since);
    return status;
}
