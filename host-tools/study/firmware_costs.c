/* SPDX-License-Identifier: BSD-2-Clause */
#include "firmware_costs.h"

#include "combine.h"
#include "params.h"

/* CALL without a body, RETURN with one child and with more, END; copies and sleep are the same for all. */
#define ENDS(call, one, more, end) call, {35, 11, 5}, {one, more}, 119, TO_WAKE + (end)
enum { TO_WAKE = 9 };

/*
 * From firmware/README.md, but what making a worm with its lists takes at a relay: for the first
 * and each further one, for each receiver, and each doubling of its part. Fitted to what
 * firmware/apps/plans.c counts of mu-torus:2, 3, 4, 8, and of md-torus, to 31 and all nodes of
 * utorus:64, 8x8, 16x16, 4x4x4.
 */
const struct firmware_costs *firmware_costs_of(const struct noc_algorithm *a, uint32_t relay)
{
    static const struct firmware_costs unicast[] = {
        [NOC_RELAY_GROUP] = {{0, 36, 26, 0, 0, true},
                             {68, 36, 26, 0, 0, true},
                             0,
                             ENDS(197, -27, -37, 126)},
        [NOC_RELAY_BODY] = {{0, 59, 44, 0, 0, false},
                            {131, 58, 44, 0, 0, false},
                            0,
                            ENDS(260, -56, -70, 161)},
        [NOC_RELAY_HEADER] = {{0, 59, 44, 0, 0, false},
                              {131, 58, 44, 0, 0, false},
                              0,
                              ENDS(260, -56, -70, 161)},
    };
    static const struct firmware_costs worms[] = {
        [NOC_RELAY_GROUP] = {{0, 37, 26, 0, 0, true},
                             {67, 37, 26, 0, 0, true},
                             0,
                             ENDS(198, -29, -37, 127)},
        [NOC_RELAY_BODY] = {{0, 47, 36, 0, 0, true},
                            {143 + 270, 61 + 177, 43 + 177, 12, 29, false},
                            20,
                            ENDS(274, -64, -82, 150)},
        [NOC_RELAY_HEADER] = {{0, 37, 26, 0, 0, true},
                              {135 + 264, 48 + 171, 31 + 171, 0, 43, false},
                              0,
                              ENDS(226, -32, -49, 137)},
    };
    /* md-torus: worm() looks at each node of its part, to see which are together. */
    static const struct firmware_costs looking[] = {
        [NOC_RELAY_GROUP] = {{0, 37, 26, 0, 0, true},
                             {67, 37, 26, 0, 0, true},
                             0,
                             ENDS(198, -29, -37, 127)},
        [NOC_RELAY_BODY] = {{0, 47, 36, 0, 0, true},
                            {143 + 431, 61 + 161, 43 + 161, 23, 127, false},
                            20,
                            ENDS(274, -64, -82, 150)},
        [NOC_RELAY_HEADER] = {{0, 37, 26, 0, 0, true},
                              {135 + 409, 48 + 138, 31 + 138, 16, 145, false},
                              0,
                              ENDS(226, -32, -49, 137)},
    };
    return !a->worm ? &unicast[relay] : a->looks_at_all ? &looking[relay] : &worms[relay];
}

/* No relay sleeps on it: copying the body out takes longer than sending it to six. */
const struct firmware_costs firmware_costs_rtl = {
    .source = {.second = 109, .further = 80, .made = true},
    .relay = {.first = 185, .second = 107, .further = 76, .made = true},
    .call = 538,
    .copied = {135, 38, 15},
    .back = {-66, -97},
};

uint64_t firmware_costs_call(const struct firmware_costs *f, uint32_t flits)
{
    return f->call + (uint64_t)f->copied[0] * (flits / 16) + f->copied[1] * (flits % 16 / 4) +
           f->copied[2] * (flits % 4);
}

uint64_t firmware_costs_relay(const struct firmware_costs *f, uint32_t flits, uint32_t worms,
                              uint64_t done, uint64_t left)
{
    uint64_t returns = done + firmware_costs_call(f, flits) + (uint64_t)(int64_t)f->back[worms > 1];
    if (left + f->wakes < returns + TO_WAKE) {
        return returns;
    }
    returns += f->sleeps;
    return returns > left + f->wakes ? returns : left + f->wakes;
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
