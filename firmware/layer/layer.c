/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The state, and what a core knows about itself.
 */
#include "layer.h"

#ifndef NOC_COUNTED
struct layer_state noc_layer;
#endif

struct noc_group *group_in(uint32_t context)
{
    struct noc_group *g = noc_layer.groups[context % GROUP_BUCKETS];

    while (g && g->context != context) {
        g = g->next;
    }
    return g;
}

noc_group *noc_world(void)
{
    return (noc_group *)noc_layer.world.handle; /* 0 before noc_init */
}

uint32_t noc_rank(void)
{
    return noc_layer.rank;
}

uint32_t noc_size(void)
{
    return noc_layer.size;
}

uint64_t noc_now(void)
{
    return ni_time();
}

int32_t noc_last_peer(void)
{
    return noc_layer.last_peer;
}

const char *noc_strerror(noc_err err)
{
    switch (err) {
#define NOC_ERR(name, value, text) \
    case NOC_ERR_##name:           \
        return text;
#include "noc_err.def"
#undef NOC_ERR
    }
    return "no such error";
}
