/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Node 1 makes one call, and all others make another one, without deadlines: tests/firmware/check-elsewhere.
 *
 * usage: elsewhere.elf CALL CALL-OF-NODE-1
 */
#include <stdio.h>
#include <string.h>

#include "noc.h"

enum { BYTES = 5000, SEGMENT = 1000, MEMBERS = 16 };

static uint8_t body[BYTES], memory[64];
static noc_group *group, *made;
static noc_window *window, *another;
static noc_plan *plan;

static noc_err create(void)
{
    uint16_t members[MEMBERS];
    uint32_t i;

    for (i = 0; i < noc_size(); i++) {
        members[i] = (uint16_t)i;
    }
    return noc_group_create(members, noc_size(), &made, NOC_FOREVER);
}

static noc_err call(const char *name)
{
    noc_err err = NOC_ERR_ARGUMENT;

    if (!strcmp(name, "nothing")) {
        err = NOC_ERR_OK;
    } else if (!strcmp(name, "barrier")) {
        err = noc_barrier(group, NOC_FOREVER);
    } else if (!strcmp(name, "broadcast")) {
        err = noc_broadcast(group, body, BYTES, 0, NOC_FOREVER);
    } else if (!strcmp(name, "allreduce")) {
        err = noc_allreduce(group, body, memory, 1, &noc_sum_int32, NOC_FOREVER);
    } else if (!strcmp(name, "long")) {
        err = noc_multicast_long(plan, body, BYTES, SEGMENT, NOC_FOREVER);
    } else if (!strcmp(name, "create")) {
        err = create();
    } else if (!strcmp(name, "duplicate")) {
        err = noc_group_duplicate(group, &made, NOC_FOREVER);
    } else if (!strcmp(name, "free")) {
        err = noc_group_free(group, NOC_FOREVER);
    } else if (!strcmp(name, "window")) {
        err = noc_window_create(group, memory, sizeof(memory), &another, NOC_FOREVER);
    } else if (!strcmp(name, "fence")) {
        err = noc_fence(window, NOC_FOREVER);
    } else if (!strcmp(name, "window-free")) {
        err = noc_window_free(window, NOC_FOREVER);
    }
    return err;
}

int main(int argc, char **argv)
{
    noc_err err = argc == 3 ? noc_init() : NOC_ERR_ARGUMENT;

    err = err ? err : noc_group_duplicate(noc_world(), &group, NOC_FOREVER);
    err = err ? err : noc_window_create(group, memory, sizeof(memory), &window, NOC_FOREVER);
    err = err ? err : noc_plan_create(group, 0, "separate", NOC_BY_PLAN, &plan);
    err = err ? err : call(argv[noc_rank() == 1 ? 2 : 1]);
    if (err == NOC_ERR_MISMATCH) {
        puts(noc_last_mismatch());
    }
    return err ? 1 : 0;
}
