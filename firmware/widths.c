/* SPDX-License-Identifier: BSD-2-Clause */
/* What the parameter block says of the board's dimensions, for programs that lay grids on it. */
#include <string.h>

#include "network.h"
#include "noc.h"

uint32_t noc_widths(uint16_t *widths, uint32_t max)
{
    static const char grids[][NOC_NAME_BYTES] = {"torus", "utorus", "mesh", "cube"};
    const struct noc_params *p = params_block();
    uint32_t i;

    if (p->magic != NOC_PARAMS_MAGIC || p->version != NOC_PARAMS_VERSION ||
        p->dims > NOC_PARAMS_DIMS) {
        return 0;
    }
    for (i = 0; i < sizeof(grids) / sizeof(grids[0]); i++) {
        if (!strncmp(p->topology, grids[i], NOC_NAME_BYTES)) {
            for (i = 0; i < p->dims && i < max; i++) {
                widths[i] = p->width[i];
            }
            return p->dims;
        }
    }
    return 0;
}
