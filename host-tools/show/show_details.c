/* SPDX-License-Identifier: BSD-2-Clause */
#include "show_details.h"

#include <stdio.h>
#include <string.h>

#include "result/result.h"
#include "table.h"

enum { CELL = 48 };

/* A number, or a dash where there is none. */
static void put_number(char text[CELL], const json_t *object, const char *key)
{
    if (result_has_number(object, key)) {
        snprintf(text, CELL, "%lld", result_number(object, key));
    } else {
        strcpy(text, "-");
    }
}

/* --- channels -------------------------------------------------------------------------- */

static bool is_idle(const json_t *link)
{
    return !result_number(link, "flits") && !result_number(link, "blocked_cycles");
}

/* Channels that nothing went over, and nothing waited for, are counted only. */
static void show_links(const json_t *links)
{
    struct table *t = table_begin("llrrr", "from\tto\tflits\theaders\tblocked cycles");
    const json_t *one;
    size_t i, idle = 0;
    json_array_foreach (links, i, one) {
        const char *vc = result_text(one, "vc");
        char blocked[CELL];
        idle += is_idle(one);
        put_number(blocked, one, "blocked_cycles");
        if (!is_idle(one)) {
            table_row(t, "%lld\t%lld%s%.8s\t%lld\t%lld\t%s", result_number(one, "node"),
                      result_number(one, "next"), *vc ? " " : "", vc, result_number(one, "flits"),
                      result_number(one, "headers"), blocked);
        }
    }
    printf("\nChannels, of which %zu of %zu carried nothing\n", idle, json_array_size(links));
    table_end(t);
}

/* --- worms ----------------------------------------------------------------------------- */

/* The cycle in which the last of its destinations had all of it. */
static void put_there(char text[CELL], const json_t *worm)
{
    const json_t *arrivals = json_object_get(worm, "arrivals"), *one;
    size_t i, there = 0;
    long long last = 0;
    json_array_foreach (arrivals, i, one) {
        long long whole = result_number(one, "whole");
        there += result_has_number(one, "whole");
        last = whole > last ? whole : last;
    }
    if (there && there == json_array_size(json_object_get(worm, "to"))) {
        snprintf(text, CELL, "%lld", last);
    } else {
        strcpy(text, "-");
    }
}

/* For how long its header waited, on all of its way. */
static long long waited(const json_t *hops)
{
    const json_t *one;
    size_t i;
    long long sum = 0;
    json_array_foreach (hops, i, one) {
        sum += result_number(one, "waited");
    }
    return sum;
}

/* The nodes that a worm goes to, as many as leave the numbers behind them on the screen. */
static void put_nodes(char text[CELL], const json_t *worm)
{
    enum { NUMBERS = 49, LEAST = 24 };
    unsigned columns = screen_columns(),
             room = columns > NUMBERS + LEAST ? columns - NUMBERS : LEAST;
    result_nodes(json_object_get(worm, "to"), text, room < CELL ? room : CELL);
}

static void show_planned(struct table *t, const json_t *worm)
{
    char to[CELL], step[CELL];
    put_nodes(to, worm);
    put_number(step, worm, "step");
    table_row(t, "%lld\t%s\t%s\t%zu", result_number(worm, "from"), to, step,
              json_array_size(json_object_get(worm, "hops")));
}

static void show_sent(struct table *t, const json_t *worm)
{
    const json_t *hops = json_object_get(worm, "hops");
    const json_t *begin = json_array_get(json_object_get(worm, "inject"), 0);
    char to[CELL], step[CELL], sent[CELL] = "-", there[CELL];
    put_nodes(to, worm);
    put_number(step, worm, "step");
    put_there(there, worm);
    if (json_is_integer(begin)) {
        snprintf(sent, CELL, "%lld", (long long)json_integer_value(begin));
    }
    table_row(t, "%lld\t%s\t%s\t%zu\t%lld\t%s\t%s\t%lld", result_number(worm, "from"), to, step,
              json_array_size(hops), result_number(worm, "flits"), sent, there, waited(hops));
}

/* A worm that was planned has no cycles, and its table no columns of them. */
static void show_worms(const json_t *worms)
{
    bool timed = json_object_get(json_array_get(worms, 0), "inject");
    struct table *t =
        timed ? table_begin("llrrrrrr",
                            "from\tto\tstep\tchannels\tflits\tsent in cycle\tthere in\twaited")
              : table_begin("llrr", "from\tto\tstep\tchannels");
    const json_t *one;
    size_t i;
    json_array_foreach (worms, i, one) {
        (timed ? show_sent : show_planned)(t, one);
    }
    printf("\nWorms\n");
    table_end(t);
}

void show_details(const struct options *o, const json_t *result)
{
    const json_t *links = json_object_get(result, "links");
    const json_t *worms = json_object_get(result, "worms");
    if (o->text[KEY_links] && json_array_size(links)) {
        show_links(links);
    }
    if (o->text[KEY_worms] && json_array_size(worms)) {
        show_worms(worms);
    }
}
