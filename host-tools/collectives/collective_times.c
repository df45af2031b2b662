/* SPDX-License-Identifier: BSD-2-Clause */
/* What members of a simulated call came to. */
#include <stdlib.h>

#include "collective.h"

void collective_conclude(const struct collective *c, struct collective_times *times)
{
    uint64_t limit = c->e.limit_cycles, last = 0;
    for (uint32_t rank = 0; rank < c->call.count; rank++) {
        uint64_t *returned = &times->returned[rank];
        if (limit && *returned != NOC_NEVER && *returned > limit) {
            times->cut = true;
            *returned = NOC_NEVER;
        }
        last = *returned != NOC_NEVER && *returned > last ? *returned : last;
    }
    if (!times->deadlock) {
        times->cycles = times->cut ? limit : last;
    }
}

void collective_times_free(struct collective_times *times)
{
    free(times->returned);
    json_decref(times->deadlock);
    json_decref(times->links);
    json_decref(times->worms);
}
