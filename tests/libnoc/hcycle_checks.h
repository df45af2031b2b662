/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_HCYCLE_CHECKS_H
#define TESTS_HCYCLE_CHECKS_H

#include "routing/hcycle.h"

/* Whether chain[0..m-1] is in the order of noc_hcycle_order(), each node once. */
static inline bool hcycle_ordered(const struct noc_topology *t, const uint16_t *chain, uint32_t m)
{
    uint32_t source = m > 0 ? noc_hcycle_label(t, chain[0]) : 0, before = 0;

    for (uint32_t i = 1; i < m; i++) { /* how far behind the source on the circuit */
        uint32_t label = noc_hcycle_label(t, chain[i]);
        uint32_t behind = label >= source ? label - source : label + t->nodes - source;

        if (behind <= before) {
            return false;
        }
        before = behind;
    }
    return true;
}

#endif
