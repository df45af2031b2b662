/* SPDX-License-Identifier: BSD-2-Clause */
/* noct sim for people. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "result/result.h"
#include "show_collective.h"
#include "show_deadlock.h"
#include "show_details.h"
#include "show_latency.h"

static double real(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

/* "uniform traffic on torus:8x8, routing btr, 0.1 flits/node/cycle offered" */
static void show_question(const json_t *result)
{
    const char *injection = result_text(result, "injection");
    printf("%s traffic on %s, routing %s", result_text(result, "traffic"),
           result_text(result, "topology"), result_text(result, "routing"));
    if (result_has_number(result, "fanout")) {
        printf(", %lld destinations each", result_number(result, "fanout"));
    }
    if (*injection && strcmp(injection, "bernoulli") != 0) {
        printf(", %s", injection);
    }
    if (*result_text(result, "length")) {
        printf(", lengths %s", result_text(result, "length"));
    }
    if (result_has_number(result, "rate")) {
        printf(", %.4g flits/node/cycle offered", real(result, "rate"));
    }
    printf("\n\n");
}

static bool saturated(const json_t *result)
{
    return json_is_true(json_object_get(result, "saturated"));
}

static void show_mean(const json_t *result)
{
    printf("mean latency  %.2f", json_number_value(json_object_get(result, "latency_mean")));
    if (result_has_number(result, "latency_low95")) {
        printf(" cycles (%.2f to %.2f)", real(result, "latency_low95"),
               real(result, "latency_high95"));
    } else {
        printf(" cycles");
    }
    printf("%s\n", saturated(result) ? " so far: the network is saturated" : "");
}

static void show_traffic(const json_t *result)
{
    const bool steady = !json_is_false(json_object_get(result, "steady")),
               none = json_is_null(json_object_get(result, "latency_mean"));
    show_question(result);
    if (none) {
        printf("mean latency  nothing came in the cycles that are measured%s\n",
               saturated(result) ? ": the network is saturated" : "");
    } else {
        show_mean(result);
    }
    if (!none || saturated(result)) {
        printf("accepted      %.4f flits/node/cycle\n", real(result, "accepted"));
    }
    if (steady && result_has_number(result, "warmup_cycles")) {
        printf("warm-up       %lld cycles\n", result_number(result, "warmup_cycles"));
    } else if (!steady && strcmp(result_text(result, "end"), "done") == 0 &&
               result_has_number(result, "latency_mean")) {
        printf("warm-up       no steady state was found; try more --cycles\n");
    }
    printf("flit-hops     %lld in %lld cycles\n", result_number(result, "flit_hops"),
           result_number(result, "cycles"));
}

/* The runs of --find saturation, a row each. */
static void show_found(const json_t *result)
{
    const json_t *run;
    size_t i;
    const json_t *cut = NULL; /* the run that ended the search before it has found anything */
    show_question(result);
    printf("  rate  accepted   latency  end\n");
    json_array_foreach (json_object_get(result, "runs"), i, run) {
        printf("%6.4g    %.4f", real(run, "rate"), real(run, "accepted"));
        if (json_is_null(json_object_get(run, "latency_mean"))) {
            printf("         -  %s\n", result_text(run, "end"));
        } else {
            printf("  %8.2f  %s\n", real(run, "latency_mean"), result_text(run, "end"));
        }
        const char *end = result_text(run, "end");
        cut = strcmp(end, "done") != 0 && strcmp(end, "saturated") != 0 ? run : cut;
    }
    if (cut) {
        printf("\nsaturation    not found: the search ended at %.4g, by %s\n", real(cut, "rate"),
               strcmp(result_text(cut, "end"), "limit") == 0 ? "the limit of cycles"
                                                             : "a deadlock");
    } else if (json_is_null(json_object_get(result, "saturation"))) {
        printf("\nsaturation    none up to %.4g flits/node/cycle\n", real(result, "rate_max"));
    } else {
        printf("\nsaturation    between %.4g and %.4g flits/node/cycle\n",
               real(result, "saturation"), real(result, "saturated_at"));
    }
}

void show_sim(const struct options *o, const json_t *result)
{
    if (o->text[KEY_traffic]) {
        (json_object_get(result, "find") ? show_found : show_traffic)(result);
    } else if (json_object_get(result, "collective")) {
        show_collective_latency(result);
    } else {
        show_latency(result);
    }
    if (json_object_get(result, "deadlock")) {
        show_deadlock(result);
    }
    show_details(o, result);
}
