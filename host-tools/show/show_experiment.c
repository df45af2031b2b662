/* SPDX-License-Identifier: BSD-2-Clause */
#include "show_experiment.h"

#include <stdio.h>

#include "result/result.h"

void show_auto(const json_t *result)
{
    enum { SHOWN_MAX = 3 };
    const json_t *choice = json_object_get(result, "auto");
    const json_t *candidates = json_object_get(choice, "candidates"), *other;
    size_t i, n = json_array_size(candidates);
    if (!choice) {
        return;
    }
    printf("chosen by auto");
    if (result_has_number(choice, "predicted_cycles")) {
        printf(" for %lld cycles", result_number(choice, "predicted_cycles"));
    }
    json_array_foreach (candidates, i, other) {
        if (i == 0 || i > SHOWN_MAX || !result_has_number(other, "predicted_cycles")) {
            continue;
        }
        printf("%s%s %lld", i == 1 ? "; others: " : ", ", result_text(other, "algorithm"),
               result_number(other, "predicted_cycles"));
    }
    printf(n > SHOWN_MAX + 1 ? ", ...\n" : "\n");
}

/* " in 32 segments of 128" */
static void show_segments(const json_t *result)
{
    if (result_has_number(result, "segments")) {
        long long segments = result_number(result, "segments");
        printf(" in %lld segment%s of %lld", segments, segments == 1 ? "" : "s",
               result_number(result, "segment"));
    }
}

void show_ports(const json_t *result)
{
    const json_t *ports = json_object_get(result, "ports");
    if (json_is_string(ports)) {
        printf("%s-port", json_string_value(ports));
    } else {
        printf("%lld-port", (long long)json_integer_value(ports));
    }
}

void show_title(const json_t *result)
{
    printf("%s on %s, routing %s, ", result_text(result, "algorithm"),
           result_text(result, "topology"), result_text(result, "routing"));
    show_ports(result);
    printf(": node %lld to %lld other%s, %lld flits", result_number(result, "source"),
           result_number(result, "m"), result_number(result, "m") == 1 ? "" : "s",
           result_number(result, "length"));
    show_segments(result);
    putchar('\n');
    show_auto(result);
}

void show_sharing(const json_t *result)
{
    const json_t *sharing = json_object_get(result, "sharing");
    if (!sharing) {
        return;
    }
    long long contended = result_number(sharing, "contended"),
              steps = result_number(sharing, "steps_max");
    printf("sharing links   %lld step%s at most, %.2f mean, by the model '%s': %lld message%s %s\n",
           steps, steps == 1 ? "" : "s", json_number_value(json_object_get(sharing, "steps_mean")),
           result_text(sharing, "model"), contended, contended == 1 ? "" : "s",
           result_text(sharing, "model")[0] == 'l' ? contended == 1 ? "is blocked" : "are blocked"
           : contended == 1                        ? "shares one"
                                                   : "share one");
}
