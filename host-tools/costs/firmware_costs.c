/* SPDX-License-Identifier: BSD-2-Clause */
#include "firmware_costs.h"

uint64_t firmware_costs_call(const struct firmware_costs *f, uint32_t flits)
{
    return f->call + (uint64_t)f->copied[0] * (flits / 16) + f->copied[1] * (flits % 16 / 4) +
           f->copied[2] * (flits % 4);
}

uint64_t firmware_costs_relay(const struct firmware_costs *f, uint32_t flits, uint32_t worms,
                              uint64_t done, uint64_t left)
{
    uint64_t returns = done + firmware_costs_call(f, flits) + (uint64_t)(int64_t)f->back[worms > 1];
    if (left + f->wakes < returns + f->wake) {
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

/* In a part of 2^d nodes. */
static uint32_t find_receiver(const struct step_costs *s, uint32_t d)
{
    return s->fixed + d * s->each + d * d * s->square;
}

uint32_t firmware_costs_step(const struct firmware_costs *f, const struct core_costs *core,
                             uint32_t nodes, uint32_t theirs)
{
    uint32_t list = core->receiver + core->doubling * doublings(theirs);
    return core->made ? 0 : list + find_receiver(&f->step, doublings(nodes));
}
