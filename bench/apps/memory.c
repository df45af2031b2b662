/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the message layer takes from the heap of a core, in bytes: by
 * noc_init(), for a group of all cores with slots of 64 flits, for a plan of
 * a broadcast. One line for each: name, bytes. Core 0, the broadcast's root,
 * prints; the root keeps one copy of a body more than the others.
 */
#include <inttypes.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

#include "multicast/plan.h"
#include "noc.h"

enum { FLITS = 64, DEADLINE = 100000000 };

static size_t used(void)
{
    return (size_t)mallinfo().uordblks;
}

static void must(noc_err err)
{
    if (err) {
        printf("memory: core %" PRIu32 ": %s\n", noc_rank(), noc_strerror(err));
        exit(1);
    }
}

int main(void)
{
    size_t start = used(), begun, reserved, planned;
    noc_plan *plan;

    must(noc_init());
    begun = used();
    must(noc_group_reserve(noc_world(), 4 * FLITS, NOC_BY_PLAN, DEADLINE));
    reserved = used();
    must(noc_plan_create(noc_world(), 0, "u-torus", NOC_BY_PLAN, &plan));
    planned = used();
    if (noc_rank() == 0) {
        printf("init %zu\ngroup %zu\nplan %zu\n", begun - start, reserved - begun,
               planned - reserved);
    }
    return 0;
}
