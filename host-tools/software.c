/* SPDX-License-Identifier: BSD-2-Clause */
#include "software.h"

#include <string.h>

#include "params.h"

const struct software *software_of_firmware(uint32_t relay)
{
    static const struct software by_plan = { 95, 79, 79, 34, 17, 224, 9 };
    static const struct software by_list = { 147, 95, 97, 49, 17, 274, 9 };
    return relay == NOC_RELAY_GROUP ? &by_plan : &by_list;
}

uint32_t software_step(const struct noc_algorithm *a, uint32_t nodes)
{
    /* fixed + d * each + d * d * square in a part of 2^d nodes: firmware/apps/plans.c on cube:8, mesh:16x16. */
    static const struct {
        const char *name;
        uint8_t fixed, each, square;
    } rows[] = {
        { "separate", 22, 0, 0 }, { "u-cube", 28, 0, 0 },  { "u-mesh", 32, 0, 0 },
        { "maxport", 40, 12, 0 }, { "combine", 46, 12, 0 }, { "w-sort", 40, 12, 0 },
        { "w-sort-local", 0, 30, 6 }, { "rd", 110, 17, 0 },
    };
    uint32_t d = 0;
    while (nodes >> (d + 1)) {
        d++;
    }
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(a->name, rows[i].name) == 0) {
            return rows[i].fixed + d * rows[i].each + d * d * rows[i].square;
        }
    }
    return 30; /* halves of a chain: u-torus, u-ccc, postorder */
}
