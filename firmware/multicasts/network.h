/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The network that the parameter block describes: for the plans of this layer, and for
 * programs that use libnoc themselves.
 */
#ifndef FIRMWARE_NETWORK_H
#define FIRMWARE_NETWORK_H

#include "memmap.h"
#include "ni.h"
#include "params.h"
#include "routing/routing.h"

#ifdef NOC_COUNTED
const struct noc_params *params_block(void); /* on the host (cores/) */
#else
static inline const struct noc_params *params_block(void)
{
    return (const struct noc_params *)NOC_PARAMS_BASE;
}
#endif

/* There is a block of this version. */
static inline bool params_are_there(void)
{
    const struct noc_params *p = params_block();
    return p->magic == NOC_PARAMS_MAGIC && p->version == NOC_PARAMS_VERSION;
}

/* The block that is there does not say that it is for a board wired in another way. */
static inline bool params_fit_the_wiring(void)
{
    const uint32_t wiring = params_block()->wiring;
    return !wiring || wiring == ni_read(NI_WIRING);
}

/* False: there is no block, or it describes no network. A shape stays in the block. */
bool network_of_params(struct noc_topology *t, const struct noc_routing **r);

#endif
