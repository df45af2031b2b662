/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Cores that end while others have not taken their messages. Core 0 never starts the layer, so it
 * takes none. Core 4 uses its heap up before.
 */
#include <stdlib.h>

#include "ni.h"
#include "noc.h"

int main(void)
{
    static uint32_t body[4];
    noc_request second, third;

    if (ni_node() == 0) {
        return 0;
    }
    if (noc_init() || noc_send(0, 1, body, sizeof(body), 0)) {
        return 1;
    }
    switch (noc_rank()) {
    case 2:
        return 3;
    case 3: /* one core is named once, and one that took its message is not named */
        return noc_isend(0, 2, body, sizeof(body), &second) ||
               noc_isend(0, 3, body, 4 * 4, &third) || noc_send(1, 4, body, sizeof(body), 0);
    case 4:
        while (malloc(16)) {
        }
        exit(0);
    default:
        return noc_finish(1000) == NOC_ERR_TIMEOUT && noc_last_peer() == 0 ? 0 : 1;
    }
}
