/* SPDX-License-Identifier: BSD-2-Clause */
#include "firmware_costs.h"

#include "params.h"

/*
 * From firmware/README.md, but what making a worm with its lists takes at a relay: for the first
 * and each further one, for each receiver, and each doubling of its part. Fitted to what
 * firmware/apps/plans.c counts of mu-torus:2, 3, 4, 8, and of md-torus, to 31 and all nodes of
 * utorus:64, 8x8, 16x16, 4x4x4.
 */
const struct firmware_costs *firmware_costs_of(const struct noc_algorithm *a, uint32_t relay)
{
    static const struct firmware_costs unicast[] = {
        [NOC_RELAY_GROUP] = {{0, 79, 34, 0, 0}, {95, 79, 34, 0, 0}, 0, 224, 9},
        [NOC_RELAY_BODY] = {{0, 95, 49, 0, 0}, {147, 97, 49, 0, 0}, 0, 274, 9},
        [NOC_RELAY_HEADER] = {{0, 95, 49, 0, 0}, {147, 97, 49, 0, 0}, 0, 274, 9},
    };
    static const struct firmware_costs worms[] = {
        [NOC_RELAY_GROUP] = {{0, 46, 34, 0, 0}, {83, 48, 33, 0, 0}, 0, 214, 9},
        [NOC_RELAY_BODY] = {{0, 52, 40, 0, 0}, {167 + 270, 59 + 177, 44 + 177, 12, 29}, 20, 296, 9},
        [NOC_RELAY_HEADER] = {{0, 46, 34, 0, 0}, {160 + 264, 51 + 171, 36 + 171, 0, 43}, 0, 243, 9},
    };
    /* md-torus: worm() looks at each node of its part, to see which are together. */
    static const struct firmware_costs looking[] = {
        [NOC_RELAY_GROUP] = {{0, 46, 34, 0, 0}, {83, 48, 33, 0, 0}, 0, 214, 9},
        [NOC_RELAY_BODY] =
            {{0, 52, 40, 0, 0}, {167 + 431, 59 + 161, 44 + 161, 23, 127}, 20, 296, 9},
        [NOC_RELAY_HEADER] =
            {{0, 46, 34, 0, 0}, {160 + 409, 51 + 138, 36 + 138, 16, 145}, 0, 243, 9},
    };
    return !a->worm ? &unicast[relay] : a->looks_at_all ? &looking[relay] : &worms[relay];
}

static uint32_t doublings(uint32_t nodes)
{
    uint32_t d = 0;
    while (nodes >> (d + 1)) {
        d++;
    }
    return d;
}

/* Instructions of next(), or worm(), in a part of 2^d nodes. */
static uint32_t next_step(const struct noc_algorithm *a, uint32_t d)
{
    return a->cost.fixed + d * a->cost.each + d * d * a->cost.square;
}

uint32_t firmware_costs_step(const struct core_costs *core, const struct noc_algorithm *a,
                             uint32_t nodes, uint32_t theirs)
{
    uint32_t list = core->receiver + core->doubling * doublings(theirs);
    return a->worm && !core->doubling ? 0 : list + next_step(a, doublings(nodes));
}
