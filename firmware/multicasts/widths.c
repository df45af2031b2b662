/* SPDX-License-Identifier: BSD-2-Clause */
/* What the parameter block says of the board's dimensions, for programs that lay grids on it. */
#include "network.h"
#include "noc.h"

uint32_t noc_widths(uint16_t *widths, uint32_t max)
{
    const struct noc_routing *routing;
    struct noc_topology t;
    uint32_t i, nodes = 1;

    if (!network_of_params(&t, &routing)) {
        return 0;
    }
    for (i = 0; i < t.dims; i++) {
        nodes *= t.width[i];
        if (i < max) {
            widths[i] = t.width[i];
        }
    }
    /* Where that is not so, as in cube-connected cycles, the widths are no coordinates of nodes. */
    return t.dims && nodes == t.nodes ? t.dims : 0;
}
