/* SPDX-License-Identifier: BSD-2-Clause */
/* Experiments that are drawn, by all cores alike. */
#ifndef TESTS_FIRMWARE_DRAWN_H
#define TESTS_FIRMWARE_DRAWN_H

#include <stdbool.h>
#include <stdint.h>

#include "host.h"
#include "topology/topologies.h"

/* All cores draw the same: the run's own chance differs from call to call. */
static inline uint32_t drawn(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

/* Two members or more, ascending. Returns how many. */
static inline uint32_t draw_members(uint64_t *state, uint16_t *members)
{
    const struct noc_topology *t = cores_topology();
    uint32_t count = 0, of = 1 + drawn(state) % 4, node;

    while (count < 2) {
        count = 0;
        for (node = 0; node < t->nodes; node++) {
            if (noc_topology_sends(t, node) && drawn(state) % 4 < of) {
                members[count++] = (uint16_t)node;
            }
        }
    }
    return count;
}

static inline bool is_in(const uint16_t *members, uint32_t count, uint32_t node)
{
    while (count && members[count - 1] != node) {
        count--;
    }
    return count;
}

#endif
