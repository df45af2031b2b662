/* SPDX-License-Identifier: BSD-2-Clause */
#include "link_counts.h"

#include "base/alloc.h"
#include "experiment/experiment_result.h"

json_t *link_count(const struct experiment *e, const struct noc_channel *c,
                   const struct noc_channel_count *count)
{
    json_t *one = result_channel(e, c);
    json_object_set_new(one, "flits", json_integer(count->flits));
    json_object_set_new(one, "headers", json_integer(count->headers));
    json_object_set_new(one, "blocked_cycles", json_integer(count->blocked));
    return one;
}

json_t *link_counts_simulated(const struct experiment *e, const struct noc_net *net,
                              const struct noc_channel_count *before)
{
    json_t *list = json_array();
    struct noc_channel c;
    struct noc_channel_count count;
    for (uint32_t node = 0; node < e->topology.nodes; node++) {
        for (unsigned i = 0; noc_channel_row(&e->topology, e->routing, node, i, &c); i++) {
            noc_net_channel_count(net, node, c.port, c.vc, &count);
            if (before) {
                count.flits -= before->flits;
                count.headers -= before->headers;
                count.blocked -= before->blocked;
                before++;
            }
            json_array_append_new(list, link_count(e, &c, &count));
        }
    }
    return list;
}

struct noc_channel_count *link_counts_now(const struct experiment *e, const struct noc_net *net)
{
    struct noc_channel_count *counts = NULL;
    size_t n = 0;
    struct noc_channel c;
    for (int filling = 0; filling < 2; filling++) {
        n = 0;
        for (uint32_t node = 0; node < e->topology.nodes; node++) {
            for (unsigned i = 0; noc_channel_row(&e->topology, e->routing, node, i, &c); i++, n++) {
                if (counts) {
                    noc_net_channel_count(net, node, c.port, c.vc, &counts[n]);
                }
            }
        }
        counts = counts ? counts : alloc_array(n + 1, sizeof *counts);
    }
    return counts;
}
