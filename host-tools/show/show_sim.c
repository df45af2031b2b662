/* SPDX-License-Identifier: BSD-2-Clause */
/* noct sim for people. */
#include <stdio.h>

#include "commands.h"
#include "result/result.h"
#include "show_collective.h"
#include "show_deadlock.h"
#include "show_latency.h"

static void show_traffic(const json_t *result)
{
    printf("%s traffic on %s, routing %s, ", result_text(result, "traffic"),
           result_text(result, "topology"), result_text(result, "routing"));
    if (result_has_number(result, "fanout")) {
        printf("%lld destinations each, ", result_number(result, "fanout"));
    }
    printf("%.4g flits/node/cycle offered\n\n", json_real_value(json_object_get(result, "rate")));
    if (json_is_null(json_object_get(result, "latency_mean"))) {
        printf("mean latency  nothing came in the cycles that are measured\n");
    } else {
        printf("mean latency  %.2f cycles%s\n",
               json_number_value(json_object_get(result, "latency_mean")),
               json_is_true(json_object_get(result, "saturated"))
                   ? " so far: the network is saturated"
                   : "");
        printf("accepted      %.4f flits/node/cycle\n",
               json_real_value(json_object_get(result, "accepted")));
    }
    printf("flit-hops     %lld in %lld cycles\n", result_number(result, "flit_hops"),
           result_number(result, "cycles"));
}

void show_sim(const struct options *o, const json_t *result)
{
    if (o->text[KEY_traffic]) {
        show_traffic(result);
    } else if (json_object_get(result, "collective")) {
        show_collective_latency(result);
    } else {
        show_latency(result);
    }
    if (json_object_get(result, "deadlock")) {
        show_deadlock(result);
    }
}
