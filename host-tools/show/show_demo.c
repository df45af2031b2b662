/* SPDX-License-Identifier: BSD-2-Clause */
/* The answer of demo, for people. */
#include <stdio.h>

#include "commands.h"
#include "result/result.h"
#include "show_latency.h"
#include "table.h"

static void show_results(const json_t *result, const char *key, const char *const *networks)
{
    long long call = result_number(result, "call_cycles");
    const json_t *row;
    char headings[100];
    size_t i;
    snprintf(headings, sizeof headings,
             "%salgorithm\tsteps\tlink visits\tmeasured cycles\tpredicted\terror",
             networks ? "network\t" : "");
    struct table *t = table_begin(networks ? "llrrrrr" : "lrrrrr", headings);
    json_array_foreach (json_object_get(result, key), i, row) {
        const json_t *plan = json_object_get(row, "plan");
        long long measured = result_number(json_object_get(row, "run"), "latency_max");
        long long predicted = result_number(json_object_get(row, "sim"), "latency_max") + call;
        table_row(t, "%s%s%s\t%lld\t%lld\t%lld\t%lld\t%+.1f%%", networks ? networks[i] : "",
                  networks ? "\t" : "", result_text(row, "algorithm"), result_number(plan, "steps"),
                  result_number(plan, "link_visits"), measured, predicted,
                  100.0 * (double)(predicted - measured) / (double)measured);
    }
    table_end(t);
}

void show_demo(const struct options *o, const json_t *result)
{
    static const char *const elsewhere[] = {"cube:6", "ccc:4", "32 switches, 64 workstations"};
    const json_t *results = json_object_get(result, "results");
    const json_t *last = json_array_get(results, json_array_size(results) - 1);
    (void)o;
    printf("64 cores on an 8x8 torus: node 0 broadcasts %lld words to all others.\n\n"
           "measured:  the real firmware on 64 emulated RISC-V cores, time read from the board's "
           "counters\n"
           "predicted: the same routers; firmware is three numbers, taken from runs with 1 to 9 "
           "receivers:\n"
           "           %lld cycles to send a message, %lld to receive and relay one, %lld once for "
           "the call\n\n",
           result_number(json_object_get(last, "plan"), "length"), result_number(result, "tau_s"),
           result_number(result, "tau_r"), result_number(result, "call_cycles"));
    show_results(result, "results", NULL);
    printf("\nThe same on networks where nothing was measured before:\n\n");
    show_results(result, "elsewhere", elsewhere);
    printf("\n");
    show_latency(json_object_get(last, "run"));
    printf("\nnext: noct run --help, noct plan --help; your own program: firmware/apps/\n");
}
