/* SPDX-License-Identifier: BSD-2-Clause */
/* noct verify for people. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "result/result.h"
#include "table.h"

enum { CYCLE_SHOWN_MAX = 200, DESTS_SHOWN_MAX = 60 };

/* "1 h", the channel's dimension and letter, as far as it has them. */
static void channel_name(const json_t *channel, char text[32])
{
    const char *vc = result_text(channel, "vc");
    if (result_has_number(channel, "dim")) {
        snprintf(text, 32, "%lld%s%s", result_number(channel, "dim"), *vc ? " " : "", vc);
    } else {
        snprintf(text, 32, "%s", vc);
    }
}

/* "3 -[1 h]-> 7 -[0 h]-> 8", broken into lines, each indented. */
static void show_chain(const json_t *channels, int indent)
{
    size_t n = json_array_size(channels);
    int column = indent;
    printf("%*s", indent, "");
    for (size_t i = 0; i < n && i < CYCLE_SHOWN_MAX; i++) {
        const json_t *c = json_array_get(channels, i);
        char name[32], arrow[64], first[16] = "";
        channel_name(c, name);
        if (i == 0) {
            snprintf(first, sizeof first, "%lld", result_number(c, "node"));
        }
        snprintf(arrow, sizeof arrow, *name ? "%s -[%s]-> %lld" : "%s -%s-> %lld", first, name,
                 result_number(c, "next"));
        if (column + (int)strlen(arrow) > (int)screen_columns()) {
            printf("\n%*s", indent, "");
            column = indent;
        }
        column += printf("%s", arrow);
    }
    if (n > CYCLE_SHOWN_MAX) {
        printf(" ... and %zu more; --json lists them all", n - CYCLE_SHOWN_MAX);
    }
    putchar('\n');
}

/* A cycle through consumption contexts, a line for each: where worms ask for a context and a
 * channel of one node at once, the next thing need not begin where the one before ends. */
static void show_waits(const json_t *cycle)
{
    const json_t *c;
    size_t i;
    json_array_foreach (cycle, i, c) {
        if (i == CYCLE_SHOWN_MAX) {
            printf("  ... and %zu more; --json lists them all\n", json_array_size(cycle) - i);
            return;
        }
        if (result_is_context(c)) {
            printf("  the context at %lld", result_number(c, "node"));
            if (result_has_number(c, "of")) {
                printf(" of the link from %lld", result_number(c, "of"));
            }
            putchar('\n');
        } else {
            json_t *one = json_pack("[O]", c);
            show_chain(one, 2);
            json_decref(one);
        }
    }
}

static void pair_text(const json_t *result, const char *key, char text[64])
{
    const json_t *pair = json_object_get(result, key);
    snprintf(text, 64, "%lld to %lld", result_number(pair, "from"), result_number(pair, "to"));
}

static bool is_true(const json_t *result, const char *key)
{
    return json_is_true(json_object_get(result, key));
}

/* Whether the cycle of waits goes through consumption contexts. */
static bool has_context(const json_t *cycle)
{
    const json_t *c;
    size_t i;
    json_array_foreach (cycle, i, c) {
        if (result_is_context(c)) {
            return true;
        }
    }
    return false;
}

static void show_wait_cycle(const json_t *cycle)
{
    if (has_context(cycle)) {
        show_waits(cycle);
    } else {
        show_chain(cycle, 2);
    }
}

/* Which worms were looked at. */
static const char *worms_text(const json_t *result)
{
    const json_t *worms = json_object_get(result, "worms");
    return !worms              ? ""
         : json_is_true(worms) ? ", of all legal worms"
                               : "; unicasts only: too many worms to look at";
}

static void show_freedom(struct table *t, const json_t *result)
{
    const json_t *cycle = json_object_get(result, "cycle");
    long long contexts = result_number(result, "contexts");
    char shared[60] = "";
    if (contexts) {
        snprintf(shared, sizeof shared, " and %lld shared contexts", contexts);
    }
    if (is_true(result, "deadlock_free")) {
        table_row(t, "deadlock-free\tyes\tno cycle among %lld dependencies of %lld channels%s%s",
                  result_number(result, "dependencies"), result_number(result, "channels"), shared,
                  worms_text(result));
    } else {
        table_row(t, "deadlock-free\tNO\t%zu channels%s can wait for each other in a cycle",
                  json_array_size(cycle), has_context(cycle) ? " and consumption contexts" : "");
    }
    if (result_number(result, "refused")) {
        table_row(t, "senders check\tNO\t%lld times a router refuses what the sender let through",
                  result_number(result, "refused"));
    }
}

/* The verdicts, each with its reason. */
static void show_verdicts(const json_t *result)
{
    long long pairs = result_number(result, "pairs"), lost = result_number(result, "unreached");
    char pair[64];
    struct table *t = table_begin("lll", "question\tanswer\twhy");
    pair_text(result, "first_unreached", pair);
    if (is_true(result, "complete")) {
        table_row(t, "complete\tyes\tall %lld pairs have a route", pairs);
    } else {
        table_row(t, "complete\tNO\t%lld of %lld pairs have no route; first from %s", lost, pairs,
                  pair);
    }
    pair_text(result, "first_longer", pair);
    if (is_true(result, "minimal")) {
        table_row(t, "minimal\tyes\tno route is longer than it must be");
    } else {
        table_row(t, "minimal\tno\t%lld routes are longer than they must be; first from %s",
                  result_number(result, "longer"), pair);
    }
    show_freedom(t, result);
    if (result_number(result, "undeclared")) {
        const json_t *c = json_object_get(result, "first_undeclared");
        table_row(t,
                  "channels\tNO\t%lld are used that the routing does not declare; first from "
                  "%lld to %lld",
                  result_number(result, "undeclared"), result_number(c, "node"),
                  result_number(c, "next"));
    }
    if (is_true(result, "labels_rise")) {
        table_row(t, "labels rise\tyes\tthe labels of the proof, along every %s",
                  is_true(result, "worms") ? "worm" : "route");
    } else if (json_is_false(json_object_get(result, "labels_rise"))) {
        pair_text(result, "first_unlabelled", pair);
        table_row(t, "labels rise\tno\tnot along the route from %s", pair);
    }
    table_end(t);
}

static void show_routing(const json_t *result)
{
    long long pairs = result_number(result, "pairs"), hops = result_number(result, "total_hops"),
              arrive = pairs - result_number(result, "unreached");
    printf("%s on %s: %lld nodes\n\n", result_text(result, "routing"),
           result_text(result, "topology"), result_number(result, "nodes"));
    show_verdicts(result);
    printf("\n%lld hops in all", hops);
    if (arrive > 0) {
        printf(", %.4g on average", (double)hops / (double)arrive);
    }
    printf("\n");
    if (!is_true(result, "deadlock_free")) {
        const json_t *cycle = json_object_get(result, "cycle");
        printf("\nA shortest cycle of waits: a worm that holds %s may wait for the next one\n\n",
               has_context(cycle) ? "a thing" : "a channel");
        show_wait_cycle(cycle);
    }
}

static void show_violation(const json_t *v)
{
    const json_t *dests = json_object_get(v, "dests"), *message,
                 *channel = json_object_get(v, "channel");
    size_t i, n = json_array_size(dests);
    int column =
        printf("\nThe smallest set that violates: node %lld to", result_number(v, "source"));
    for (i = 0; i < n && i < DESTS_SHOWN_MAX; i++) {
        if (column > (int)screen_columns() - 8) {
            column = printf("\n ") - 1;
        }
        column += printf(" %lld", (long long)json_integer_value(json_array_get(dests, i)));
    }
    printf(n > DESTS_SHOWN_MAX ? " ... (%zu; --json lists them all)\n" : "\n", n);
    json_array_foreach (json_object_get(v, "messages"), i, message) {
        const json_t *to = json_object_get(message, "to");
        printf("\n  step %lld, %lld", result_number(message, "step"),
               result_number(message, "from"));
        for (size_t k = 0; k < json_array_size(to); k++) {
            printf(" -> %lld", (long long)json_integer_value(json_array_get(to, k)));
        }
        putchar('\n');
        show_chain(json_object_get(message, "channels"), 4);
    }
    printf("\nBoth travel\n");
    json_t *one = json_pack("[O]", channel);
    show_chain(one, 4);
    json_decref(one);
}

/* What several such multicasts at once can do to each other. */
static void show_several(const json_t *result)
{
    const json_t *cycle = json_object_get(result, "cycle");
    const char *consumption = result_text(result, "consumption");
    if (json_is_array(cycle)) {
        printf("\nSeveral of them at once can wait for each other for ever%s%s;\n"
               "a cycle of things that each wait for the next:\n\n",
               has_context(cycle) ? ", with --consumption " : ", whatever the consumption contexts",
               has_context(cycle) ? consumption : "");
        show_wait_cycle(cycle);
    } else if (cycle) {
        printf(
            "\nAny number of them at once is free of deadlock with --consumption %s: their worms'\n"
            "dependencies have no cycle.\n",
            consumption);
    }
}

static void show_sets(const json_t *result)
{
    const json_t *source = json_object_get(result, "source"),
                 *ports = json_object_get(result, "ports");
    long long sets = result_number(result, "sets"), pairs = result_number(result, "violations");
    char from[24] = "any node", port[24];
    if (json_is_integer(source)) {
        snprintf(from, sizeof from, "node %lld", result_number(result, "source"));
    }
    snprintf(port, sizeof port, "%lld", (long long)json_integer_value(ports));
    printf("%s on %s, routing %s, %s-port: %lld sets of destinations from %s\n\n",
           result_text(result, "algorithm"), result_text(result, "topology"),
           result_text(result, "routing"), json_is_string(ports) ? json_string_value(ports) : port,
           sets, from);
    if (*result_text(result, "forced")) {
        printf("forced: %s\n\n", result_text(result, "forced"));
    }
    if (pairs == 0) {
        printf("No two messages of a set can contend, whatever start-ups cost.\n");
    } else {
        printf("%lld pairs of messages in %lld sets may contend.\n", pairs,
               result_number(result, "violating_sets"));
    }
    if (result_number(result, "undelivered")) {
        printf("%lld sets are NOT delivered to each destination once.\n",
               result_number(result, "undelivered"));
    }
    printf("%.5g steps on average, more than the least in %lld sets; %.5g link visits.\n",
           (double)result_number(result, "sum_steps") / (double)sets,
           result_number(result, "above_bound"),
           (double)result_number(result, "sum_link_visits") / (double)sets);
    if (pairs) {
        show_violation(json_object_get(result, "first"));
    }
    show_several(result);
}

void show_verify(const struct options *o, const json_t *result)
{
    (void)o;
    if (result_has_number(result, "sets")) {
        show_sets(result);
    } else {
        show_routing(result);
    }
}
