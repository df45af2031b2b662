/* SPDX-License-Identifier: BSD-2-Clause */
#include "firmware_costs.h"

#include "combine.h"
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
        [NOC_RELAY_GROUP] =
            {{0, 36, 26, 0, 0, true}, {68, 36, 26, 0, 0, true}, 0, 199, 144, -27, 118},
        [NOC_RELAY_BODY] =
            {{0, 59, 44, 0, 0, false}, {131, 58, 44, 0, 0, false}, 0, 262, 144, -56, 118},
        [NOC_RELAY_HEADER] =
            {{0, 59, 44, 0, 0, false}, {131, 58, 44, 0, 0, false}, 0, 262, 144, -56, 118},
    };
    static const struct firmware_costs worms[] = {
        [NOC_RELAY_GROUP] =
            {{0, 35, 25, 0, 0, true}, {69, 35, 25, 0, 0, true}, 0, 200, 144, -29, 118},
        [NOC_RELAY_BODY] = {{0, 45, 35, 0, 0, true},
                            {144 + 270, 59 + 177, 42 + 177, 12, 29, false},
                            20,
                            277,
                            144,
                            -64,
                            118},
        [NOC_RELAY_HEADER] = {{0, 35, 25, 0, 0, true},
                              {136 + 264, 46 + 171, 30 + 171, 0, 43, false},
                              0,
                              230,
                              144,
                              -32,
                              118},
    };
    /* md-torus: worm() looks at each node of its part, to see which are together. */
    static const struct firmware_costs looking[] = {
        [NOC_RELAY_GROUP] =
            {{0, 35, 25, 0, 0, true}, {69, 35, 25, 0, 0, true}, 0, 200, 144, -29, 118},
        [NOC_RELAY_BODY] = {{0, 45, 35, 0, 0, true},
                            {144 + 431, 59 + 161, 42 + 161, 23, 127, false},
                            20,
                            277,
                            144,
                            -64,
                            118},
        [NOC_RELAY_HEADER] = {{0, 35, 25, 0, 0, true},
                              {136 + 409, 46 + 138, 30 + 138, 16, 145, false},
                              0,
                              230,
                              144,
                              -32,
                              118},
    };
    return !a->worm ? &unicast[relay] : a->looks_at_all ? &looking[relay] : &worms[relay];
}

const struct firmware_costs firmware_costs_rtl = {
    {0, 109, 80, 0, 0, true}, {185, 107, 76, 0, 0, true}, 0, 543, 539, -66, 303};

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
    return core->made ? 0 : list + next_step(a, doublings(nodes));
}

/* As noct run measures allreduces of 32 and 64 words by two members. */
uint32_t firmware_costs_combine(uint32_t op, uint32_t type)
{
    static const uint16_t cycles[NOC_COMBINE_TYPES][NOC_COMBINE_OPS] = {
        [NOC_COMBINE_int32] = {121, 121, 132, 132, 121, 121, 121},
        [NOC_COMBINE_uint32] = {121, 121, 132, 132, 121, 121, 121},
        [NOC_COMBINE_int64] = {110, 126, 119, 119, 94, 94, 94},
        [NOC_COMBINE_uint64] = {110, 126, 119, 119, 94, 94, 94},
        [NOC_COMBINE_float] = {1144, 1769, 1058, 1046},
        [NOC_COMBINE_double] = {788, 1606, 641, 638},
    };
    return cycles[type][op];
}
