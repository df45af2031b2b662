/* SPDX-License-Identifier: BSD-2-Clause */
/* The answer of run, for people. */
#include <stdio.h>

#include "commands.h"
#include "result/result.h"
#include "show_collective.h"
#include "show_core_groups.h"
#include "show_deadlock.h"
#include "show_details.h"
#include "show_latency.h"

void show_run(const struct options *o, const json_t *result)
{
    const json_t *cores = json_object_get(result, "cores");
    if (json_object_get(result, "collective")) {
        show_collective_latency(result);
    } else if (json_object_get(result, "latency")) {
        show_latency(result);
    } else if (!cores) {
        printf("all cores done with status 0, in cycle %lld\n", result_number(result, "cycles"));
    }
    if (json_object_get(result, "deadlock")) {
        show_deadlock(result);
    }
    if (cores) {
        show_core_groups(cores);
    }
    show_details(o, result);
}
