/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Barriers that not all come to, and a multicast that does not come, by the number of cores:
 *
 *   64   core 3 waits for a message of anybody, core 17 has left main
 *   4    a cycle of waits: core 1 waits for a message of core 0, which waits in the barrier
 *   10   two groups of the same queue: of the odd cores, whose core 3 gives up in the first round
 *        and then waits for a message, so that core 1 lacks its signal of the second; and of the
 *        even ones, whose core 4 does not come
 *   8    a cycle of waits: core 0, from which all others wait for a multicast, waits for one of
 * core 7
 */
#include "multicast/plan.h"
#include "noc.h"

enum { TAG = 11, A_WHILE = 20000 };

static noc_err hear(int32_t from)
{
    static uint32_t body[4];

    return noc_recv(from, TAG, body, sizeof(body), NULL, NOC_FOREVER);
}

static noc_err in_groups(uint32_t me)
{
    static _Alignas(4)
        const uint16_t odd[] = {0, 1, 3, 5, 7, 9}; /* in the image, 1 in a word's middle */
    static uint16_t even[] = {0, 2, 4, 6, 8};      /* in RAM */
    noc_group *group;
    noc_err err = noc_group_create(me % 2 ? odd + 1 : even, 5, 1, NOC_BY_PLAN, &group, NOC_FOREVER);

    if (err || me == 4) {
        return err;
    }
    if (me == 3) {
        return noc_barrier(group, A_WHILE) == NOC_ERR_TIMEOUT ? hear(NOC_ANY_SOURCE)
                                                              : NOC_ERR_ARGUMENT;
    }
    if (me == 1) { /* core 3 has given up before */
        uint64_t until = noc_now() + 2 * A_WHILE;

        while (noc_now() < until) {
        }
    }
    return noc_barrier(group, NOC_FOREVER);
}

static noc_err in_multicast(uint32_t me)
{
    static uint32_t body[4];
    noc_plan *plan;
    noc_err err = noc_group_reserve(noc_world(), 4, NOC_BY_PLAN, NOC_FOREVER);

    if (!err) {
        err = noc_plan_create(noc_world(), 0, "separate", NOC_BY_PLAN, &plan);
    }
    if (!err && me == 0) {
        err = hear(7);
    }
    return err ? err : noc_multicast(plan, body, 4, NOC_FOREVER);
}

int main(void)
{
    noc_err err = noc_init();
    uint32_t me = noc_rank(), cores = noc_size();

    if (err) {
        return 1;
    }
    if (cores == 10) {
        err = in_groups(me);
    } else if (cores == 8) {
        err = in_multicast(me);
    } else if (cores == 4 && me == 1) {
        err = hear(0);
    } else if (cores == 64 && me == 3) {
        err = hear(NOC_ANY_SOURCE);
    } else if (cores != 64 || me != 17) {
        err = noc_barrier(noc_world(), NOC_FOREVER);
    }
    return err ? 1 : 0;
}
