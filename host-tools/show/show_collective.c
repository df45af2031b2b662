/* SPDX-License-Identifier: BSD-2-Clause */
/* A collective operation for people: the messages of each step, or the latency of each member. */
#include "show_collective.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "draw_nodes.h"
#include "experiment/network.h"
#include "result/result.h"
#include "show_experiment.h"
#include "show_latency.h"
#include "table.h"

enum { MESSAGES_SHOWN_MAX = 400, NOBODY = -1 };

static const char *plural(long long n)
{
    return n == 1 ? "" : "s";
}

static void show_collective_title(const json_t *result)
{
    long long members = result_number(result, "members"), length = result_number(result, "length");
    printf("%s%s", json_object_get(result, "reproducible") ? "reproducible " : "",
           result_text(result, "collective"));
    if (json_object_get(result, "op") || json_object_get(result, "type")) {
        printf(" (%s of %s)", json_object_get(result, "op") ? result_text(result, "op") : "sum",
               json_object_get(result, "type") ? result_text(result, "type") : "int32");
    }
    printf(" by %s ", result_text(result, "algorithm"));
    if (json_object_get(result, "along")) {
        printf("along %s ", result_text(result, "along"));
    }
    if (result_has_number(result, "segments")) {
        printf("in %lld segment%s of %lld ", result_number(result, "segments"),
               plural(result_number(result, "segments")), result_number(result, "segment"));
    }
    printf("on %s, routing %s, ", result_text(result, "topology"), result_text(result, "routing"));
    show_ports(result);
    printf(": ");
    if (result_has_number(result, "source")) {
        printf("root %lld, ", result_number(result, "source"));
    }
    printf("%lld members", members);
    if (result_has_number(result, "length")) {
        printf(", %lld flit%s", length, plural(length));
    }
    printf("%s\n",
           json_is_true(json_object_get(result, "ordered")) ? ", in the order of ranks" : "");
    show_auto(result);
}

/* Of the messages from `at` on that are of this step: how many, and the flits of each. */
static size_t measure_step(const json_t *messages, size_t at, long long step, long long *least,
                           long long *most)
{
    size_t n = 0;
    for (; at + n < json_array_size(messages); n++) {
        const json_t *m = json_array_get(messages, at + n);
        long long flits = result_number(m, "flits");
        if (result_number(m, "step") != step) {
            break;
        }
        *least = n == 0 || flits < *least ? flits : *least;
        *most = n == 0 || flits > *most ? flits : *most;
    }
    return n;
}

static long long receiver(const json_t *message)
{
    return json_integer_value(json_array_get(json_object_get(message, "to"), 0));
}

/* One step's messages, as many on a line as fit; those of both directions as one. */
static void show_step(const json_t *messages, size_t at, size_t n, int indent, long long *to_of)
{
    int column = indent;
    for (size_t i = at; i < at + n; i++) {
        const json_t *m = json_array_get(messages, i);
        to_of[result_number(m, "from")] = receiver(m);
    }
    for (size_t i = at; i < at + n; i++) {
        long long from = result_number(json_array_get(messages, i), "from");
        long long to = receiver(json_array_get(messages, i));
        bool both = to_of[to] == from;
        char text[40];
        if (both && to < from) {
            continue;
        }
        int length = snprintf(text, sizeof text, "  %lld %s %lld", from, both ? "<->" : "->", to);
        if (column + length > (int)screen_columns()) {
            printf("\n%*s", indent, "");
            column = indent;
        }
        column += printf("%s", text);
    }
    for (size_t i = at; i < at + n; i++) {
        to_of[result_number(json_array_get(messages, i), "from")] = NOBODY;
    }
    putchar('\n');
}

static void show_steps(const json_t *messages, long long steps, uint32_t nodes)
{
    long long *to_of = alloc_array(nodes, sizeof *to_of);
    size_t at = 0;
    for (uint32_t i = 0; i < nodes; i++) {
        to_of[i] = NOBODY;
    }
    for (long long step = 1; step <= steps && at <= MESSAGES_SHOWN_MAX; step++) {
        long long least = 0, most = 0;
        size_t n = measure_step(messages, at, step, &least, &most);
        int indent = printf("step %2lld ", step);
        if (most > 0) {
            indent += least == most ? printf(" %lld flit%s", most, plural(most))
                                    : printf(" %lld-%lld flits", least, most);
        }
        show_step(messages, at, n, indent, to_of);
        at += n;
    }
    if (at < json_array_size(messages)) {
        printf("... and %zu messages more; --json lists them all\n",
               json_array_size(messages) - at);
    }
    free(to_of);
}

void show_collective_plan(const json_t *result)
{
    const json_t *messages = json_object_get(result, "messages");
    struct noc_topology t;
    show_collective_title(result);
    long long steps = result_number(result, "steps"), bound = result_number(result, "bound"),
              sent = (long long)json_array_size(messages), flits = result_number(result, "flits"),
              visits = result_number(result, "link_visits");
    printf("%lld step%s (at least %lld %s needed), %lld message%s with %lld flit%s, %lld link "
           "visit%s\n",
           steps, plural(steps), bound, bound == 1 ? "is" : "are", sent, plural(sent), flits,
           plural(flits), visits, plural(visits));
    if (!json_object_get(result, "auto") && result_has_number(result, "predicted_cycles")) {
        printf("%lld cycles until the last call returns, by the model of costs\n",
               result_number(result, "predicted_cycles"));
    }
    putchar('\n');
    if (network_again(result_text(result, "topology"), &t)) {
        show_steps(messages, steps, t.nodes);
    }
}

/* The line about latency, when so many calls have returned. */
static void show_returned(const json_t *result, long long n)
{
    printf("\nlatency         ");
    if (n < result_number(result, "members")) {
        printf("%lld of %lld calls have not returned\n", result_number(result, "members") - n,
               result_number(result, "members"));
        return;
    }
    printf("%lld cycles at most, %.1f mean", result_number(result, "latency_max"),
           json_number_value(json_object_get(result, "latency_mean")));
    if (result_has_number(result, "ratio")) {
        printf("; %.2f times the bound of %lld",
               json_number_value(json_object_get(result, "ratio")),
               result_number(result, "bound_cycles"));
    }
    putchar('\n');
    if (result_has_number(result, "predicted_cycles")) {
        printf("predicted       %lld cycles, by the model of costs\n",
               result_number(result, "predicted_cycles"));
    }
}

static void show_travel(const json_t *result, const char *title, const char *key)
{
    printf("%-15s ", title);
    if (!result_has_number(result, key)) {
        printf("-\n");
        return;
    }
    printf("%lld%s\n", result_number(result, key),
           json_object_get(result, "ack_flit_hops") ? ", acknowledgements included" : "");
}

void show_collective_latency(const json_t *result)
{
    const json_t *latency = json_object_get(result, "latency"), *value;
    unsigned n = (unsigned)json_object_size(latency), i = 0;
    uint64_t *all = alloc_array(n + 1, sizeof *all);
    const char *name;
    struct noc_topology t;
    show_collective_title(result);
    show_returned(result, n);
    show_waits(result);
    show_travel(result, "flit-hops", "flit_hops");
    show_travel(result, "link visits", "link_visits");
    if (network_again(result_text(result, "topology"), &t)) {
        uint64_t *map = alloc_array(t.nodes, sizeof *map);
        memset(map, 0xff, t.nodes * sizeof *map);
        json_object_foreach ((json_t *)latency, name, value) {
            map[strtoul(name, NULL, 10)] = all[i++] = (uint64_t)json_integer_value(value);
        }
        draw_nodes(&t, map,
                   result_has_number(result, "source") ? (uint32_t)result_number(result, "source")
                                                       : UINT32_MAX,
                   result_has_number(result, "source")
                       ? "Cycle in which each node's call has returned (@ is the root)"
                       : "Cycle in which each node's call has returned");
        free(map);
    }
    chart_histogram("  cycles | nodes", all, n);
    free(all);
}
