/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Multicasts in the world, then in rows and columns, then there with relays by list and, where
 * routers know them, by compound headers, by algorithms that fit the topology and routing of the
 * parameter block; without a block by `separate`.
 */
#include <stdio.h>
#include <string.h>

#include "cores.h"
#include "memmap.h"
#include "ni.h"
#include "noc.h"
#include "params.h"
#include "programs.h"

static const struct noc_params *const params = (const struct noc_params *)NOC_PARAMS_BASE;

static bool is(const char *name, const char *wanted)
{
    return params->magic == NOC_PARAMS_MAGIC && !strcmp(name, wanted);
}

static void add(struct casts *k, const char *algorithm)
{
    k->algorithm[k->algorithms++] = algorithm;
}

static void choose(struct casts *k)
{
    if (is(params->routing, "utpr")) {
        add(k, "s-torus");
        add(k, "md-torus");
        add(k, "mu-torus:3");
    } else if (is(params->routing, "coded-path-vc")) {
        add(k, "pcp");
    } else if (is(params->topology, "cube")) {
        add(k, "u-cube");
        add(k, "combine");
        add(k, "w-sort-local");
    } else if (params->magic == NOC_PARAMS_MAGIC) {
        add(k, is(params->topology, "mesh")  ? "u-mesh"
               : is(params->topology, "ccc") ? "u-ccc"
                                             : "u-torus");
    }
}

int main(void)
{
    struct casts k = {.algorithm = {"separate"},
                      .algorithms = 1,
                      .rounds = 12,
                      .slot_flits = 64,
                      .rotate = true,
                      .chatter = true};
    unsigned algorithms;

    choose(&k);
    algorithms = (unsigned)k.algorithms;
    casts_world_program(&k);
    k.chatter = false;
    if (is(params->routing, "coded-path-vc")) {
        k.algorithms = 1; /* pcp is a broadcast */
    }
    casts_groups_program(&k);
    k.relay = NOC_BY_LIST;
    casts_groups_program(&k);
    if (is(params->routing, "utpr")) {
        k.relay = NOC_BY_HEADER;
        k.algorithm[0] = "m-torus"; /* `separate` has no worms with several destinations */
        casts_groups_program(&k);
    }
    if (core_number() == 0) {
        printf("%u algorithms\n", algorithms);
    }
    return 0;
}
