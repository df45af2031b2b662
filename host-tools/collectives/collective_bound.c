/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "base/alloc.h"
#include "collective.h"
#include "collective/schedules.h"
#include "sim/worm.h"

enum { PAIRS_OF_MAX = 2048 }; /* members that are all looked at with all others */

/* The words that some member sends to others or receives from them, whatever the schedule is. */
static uint32_t least_words(const struct collective *c)
{
    switch ((enum noc_operation)c->call.operation) {
    case NOC_GATHER:
    case NOC_SCATTER:
    case NOC_ALLGATHER:
    case NOC_ALLTOALL:
    case NOC_REDUCE_SCATTER:
        return c->words - c->words / c->call.count;
    default:
        return c->words;
    }
}

static void on_deliver(void *opaque, struct noc_worm *w, uint32_t node, uint64_t when)
{
    (void)w;
    (void)node;
    *(uint64_t *)opaque = when;
}

/* A worm that is alone on its way. */
static uint64_t lone_worm(const struct collective *c, uint32_t from, uint32_t to, uint32_t words)
{
    uint64_t when = 0;
    const struct noc_net_ops ops = {.opaque = &when, .deliver = on_deliver};
    struct noc_net *net = noc_net_new(&c->e.net, &ops);
    struct noc_worm worm;
    uint32_t header[NOC_TURNS_MAX + 1];
    if (!net) {
        out_of_memory();
        return 0;
    }
    worm_make(&worm, &c->e, from, to, header);
    worm.flits = worm.flits - c->e.length + words;
    noc_net_send(net, &worm, c->e.ni_cycles);
    noc_net_run(net, NOC_NEVER);
    noc_net_free(net);
    return when;
}

/* A call, and one message without its data. */
static uint64_t call_cost(const struct collective *c)
{
    const struct noc_costs *k = &c->costs;
    return c->way == BY_TREE    ? k->cast + k->cast_message
         : collective_is_few(c) ? k->few_call + k->few_message
                                : k->call + k->send + k->take;
}

uint64_t collective_bound(const struct collective *c)
{
    uint32_t n = c->call.count, from = c->node[c->call.root], to = from, most = 0;
    bool rooted = noc_operation_has_root((enum noc_operation)c->call.operation);
    for (uint32_t i = rooted ? c->call.root : 0; i < (rooted             ? c->call.root + 1u
                                                      : n > PAIRS_OF_MAX ? 1
                                                                         : n);
         i++) {
        for (uint32_t j = 0; j < n; j++) {
            uint64_t flit_hops;
            uint32_t hops = i == j ? 0 : route_cost(&c->e, c->node[i], c->node[j], 0, &flit_hops);
            if (hops > most) {
                most = hops;
                from = c->node[i];
                to = c->node[j];
            }
        }
    }
    return call_cost(c) + c->e.tau_s + c->e.tau_r + lone_worm(c, from, to, least_words(c));
}
