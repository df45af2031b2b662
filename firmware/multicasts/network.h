/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The network that the parameter block describes: for the plans of this layer, and for
 * programs that use libnoc themselves.
 */
#ifndef FIRMWARE_NETWORK_H
#define FIRMWARE_NETWORK_H

#include "memmap.h"
#include "params.h"
#include "routing/routing.h"

static inline const struct noc_params *params_block(void)
{
    return (const struct noc_params *)NOC_PARAMS_BASE;
}

/* False: there is no block, or it describes no network. A shape stays in the block. */
bool network_of_params(struct noc_topology *t, const struct noc_routing **r);

#endif
