/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What libnoc's schedules take to say a step: instructions, on the average of all steps of all
 * members of a group of 64. Each has to be near what was measured (costs/),
 * by which calls are predicted.
 */
#include <inttypes.h>
#include <stdio.h>

#include "collective/cost.h"
#include "collective/schedules.h"
#include "hart.h"
#include "ni.h"

enum { MEMBERS = 64, NEAR = 3 };

/* Of all steps of a member; *steps becomes more by so many. */
static uint32_t steps_of(const struct noc_schedule *s, const struct noc_call *call, uint32_t rank,
                         uint32_t *steps)
{
    const uint32_t begin = hart_instructions_low();
    struct noc_step step;
    uint32_t number = 0;

    while (s->step(call, rank, number, &step)) {
        number++;
    }
    *steps += number + 1;
    return hart_instructions_low() - begin;
}

int main(void)
{
    const struct noc_schedule *const *s;
    int wrong = 0;

    for (s = noc_schedules; ni_node() == 0 && *s; s++) {
        const struct noc_call call = {.operation = (*s)->operation, .count = MEMBERS};
        uint32_t rank, steps = 0, instructions = 0, mean;

        for (rank = 0; rank < MEMBERS; rank++) {
            instructions += steps_of(*s, &call, rank, &steps);
        }
        mean = instructions / steps;
        printf("%s %s: %" PRIu32 " instructions, stated %" PRIu32 "\n",
               noc_operation_names[(*s)->operation], (*s)->name, mean,
               (uint32_t)noc_costs_measured.think[(*s)->number]);
        wrong |= mean > noc_costs_measured.think[(*s)->number] + (uint32_t)NEAR ||
                 mean + NEAR < noc_costs_measured.think[(*s)->number];
    }
    return wrong;
}
