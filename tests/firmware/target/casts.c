/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Multicasts in the world, then in rows and columns, then there with relays by list, by
 * algorithms that fit the topology of the parameter block; without a block by `separate`.
 */
#include <stdio.h>
#include <string.h>

#include "cores.h"
#include "memmap.h"
#include "ni.h"
#include "noc.h"
#include "params.h"
#include "programs.h"

int main(void)
{
    const struct noc_params *p = (const struct noc_params *)NOC_PARAMS_BASE;
    struct casts k = {.algorithm = {"separate"}, .algorithms = 1, .rounds = 12, .slot_flits = 64,
                      .rotate = true, .chatter = true};

    if (p->magic == NOC_PARAMS_MAGIC && !strcmp(p->topology, "cube")) {
        k.algorithm[1] = "u-cube";
        k.algorithm[2] = "combine";
        k.algorithm[3] = "w-sort-local";
        k.algorithms = 4;
    } else if (p->magic == NOC_PARAMS_MAGIC) {
        k.algorithm[1] = !strcmp(p->topology, "mesh") ? "u-mesh"
                         : !strcmp(p->topology, "ccc") ? "u-ccc" : "u-torus";
        k.algorithms = 2;
    }
    casts_world_program(&k);
    k.chatter = false;
    casts_groups_program(&k);
    k.lists = true;
    casts_groups_program(&k);
    if (core_number() == 0) {
        printf("%u algorithms\n", (unsigned)k.algorithms);
    }
    return 0;
}
