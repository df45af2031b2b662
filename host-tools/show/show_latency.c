/* SPDX-License-Identifier: BSD-2-Clause */
#include "show_latency.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "draw_nodes.h"
#include "experiment/network.h"
#include "regs.h"
#include "result/result.h"
#include "show_experiment.h"
#include "table.h"

/* What the multicasts besides the first came to, a line each. */
static void show_also(const json_t *list)
{
    size_t i;
    const json_t *one;
    json_array_foreach (list, i, one) {
        long long m = result_number(one, "m");
        long long n = (long long)json_object_size(json_object_get(one, "latency"));
        printf("also            node %lld to %lld other%s: ", result_number(one, "source"), m,
               m == 1 ? "" : "s");
        if (n == 0) {
            printf("not reached\n");
            continue;
        }
        printf("%lld cycles at most, %.1f mean", result_number(one, "latency_max"),
               json_number_value(json_object_get(one, "latency_mean")));
        if (n < m) {
            printf("; %lld of %lld not reached", m - n, m);
        }
        putchar('\n');
    }
}

/* The line about latency, when n destinations were reached. */
static void show_reached(const json_t *result, unsigned n)
{
    long long m = result_number(result, "m");
    if (n == 0) {
        printf("\nlatency         not reached\n");
        return;
    }
    printf("\nlatency         %lld cycles at most, %.1f mean", result_number(result, "latency_max"),
           json_number_value(json_object_get(result, "latency_mean")));
    if (json_object_get(result, "m") && n < m) {
        printf("; %lld of %lld not reached", m - n, m);
    }
    putchar('\n');
}

/* Flit-hops or link visits, and what acknowledgements add; "-": not known. */
static void show_travel(const json_t *result, const char *title, const char *key,
                        const char *ack_key)
{
    printf("%-15s ", title);
    if (!result_has_number(result, key)) {
        printf("-\n");
        return;
    }
    printf("%lld", result_number(result, key));
    if (result_has_number(result, ack_key)) {
        printf(", and %lld of acknowledgements", result_number(result, ack_key));
    } else if (json_object_get(result, ack_key)) {
        printf(", acknowledgements%s included",
               result_number(result, "resent") ? " and what was sent again" : "");
    }
    putchar('\n');
}

void show_waits(const json_t *result)
{
    long long shared = result_number(result, "shared_cycles");
    printf("%-15s ", "blocked");
    if (!result_has_number(result, "blocked_cycles")) {
        printf("-, as a node here has more channels than its %d rows of counters\n", CNT_ROWS_MAX);
        return;
    }
    printf("%lld cycles", result_number(result, "blocked_cycles"));
    if (shared) {
        printf(", %lld of them since another virtual channel had the link", shared);
    }
    printf("%s\n", json_object_get(result, "ack_flit_hops") ? ", acknowledgements included" : "");
    if (result_has_number(result, "channel_wait_cycles")) {
        printf("%-15s %lld cycles that headers waited for another worm's channel\n",
               "channel waits", result_number(result, "channel_wait_cycles"));
    }
}

void show_latency(const json_t *result)
{
    const json_t *latency = json_object_get(result, "latency"), *value;
    unsigned n = (unsigned)json_object_size(latency), i = 0;
    uint64_t *all = alloc_array(n, sizeof *all);
    const char *name;
    struct noc_topology t;
    show_title(result);
    show_reached(result, n);
    show_also(json_object_get(result, "also"));
    show_waits(result);
    show_travel(result, "flit-hops", "flit_hops", "ack_flit_hops");
    show_travel(result, "link visits", "link_visits", "ack_link_visits");
    show_sharing(result);
    if (network_again(result_text(result, "topology"), &t)) {
        uint64_t *map = alloc_array(t.nodes, sizeof *map);
        memset(map, 0xff, t.nodes * sizeof *map);
        json_object_foreach ((json_t *)latency, name, value) {
            uint64_t cycles = (uint64_t)json_integer_value(value);
            map[strtoul(name, NULL, 10)] = cycles;
            all[i++] = cycles;
        }
        draw_nodes(&t, map, (uint32_t)result_number(result, "source"),
                   "Cycle in which each node's call has returned (@ is the source)");
        free(map);
    }
    chart_histogram("  cycles | nodes", all, n);
    free(all);
}
