/* SPDX-License-Identifier: BSD-2-Clause */
#include "software.h"

#include <string.h>

#include "params.h"

/*
 * From firmware/README.md, but what making a worm with its lists takes at a relay: 98 cycles for
 * the worm, and some 130 for each receiver, fitted to mu-torus to 3 to 31 nodes of utorus:64,
 * within some 5% of a latency.
 */
const struct software *software_of_firmware(const struct noc_algorithm *a, uint32_t relay)
{
    static const struct software unicast[] = {
        [NOC_RELAY_GROUP] = { { 0, 79, 34, 0, 0 }, { 95, 79, 34, 0, 0 }, 0, 224, 9 },
        [NOC_RELAY_BODY] = { { 0, 95, 49, 0, 0 }, { 147, 97, 49, 0, 0 }, 0, 274, 9 },
        [NOC_RELAY_HEADER] = { { 0, 95, 49, 0, 0 }, { 147, 97, 49, 0, 0 }, 0, 274, 9 },
    };
    static const struct software worms[] = {
        [NOC_RELAY_GROUP] = { { 0, 46, 34, 0, 0 }, { 83, 48, 33, 0, 0 }, 0, 214, 9 },
        [NOC_RELAY_BODY] = { { 0, 52, 40, 0, 0 }, { 166 + 98, 59, 44, 140, 38 }, 20, 295, 9 },
        [NOC_RELAY_HEADER] = { { 0, 46, 34, 0, 0 }, { 159 + 98, 51, 36, 122, 55 }, 0, 242, 9 },
    };
    return a->worm ? &worms[relay] : &unicast[relay];
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
    /* fixed + d * each + d * d * square: firmware/apps/plans.c on cube:8, mesh:16x16. */
    static const struct {
        const char *name;
        uint16_t fixed, each, square;
    } rows[] = {
        { "separate", 22, 0, 0 }, { "u-cube", 28, 0, 0 },  { "u-mesh", 32, 0, 0 },
        { "maxport", 40, 12, 0 }, { "combine", 46, 12, 0 }, { "w-sort", 40, 12, 0 },
        { "w-sort-local", 0, 30, 6 }, { "rd", 110, 17, 0 },
        /* worm(), more than mu-torus's: */
        { "md-torus", 158, 0, 0 }, { "pcp", 400, 0, 0 },
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(a->name, rows[i].name) == 0) {
            return rows[i].fixed + d * rows[i].each + d * d * rows[i].square;
        }
    }
    return a->worm ? 0 : 30; /* halves of a chain: u-torus, u-ccc, postorder */
}

uint32_t software_step(const struct software_core *core, const struct noc_algorithm *a,
                       uint32_t nodes, uint32_t theirs)
{
    uint32_t list = core->receiver + core->doubling * doublings(theirs);
    return a->worm && !core->receiver ? 0 : list + next_step(a, doublings(nodes));
}
