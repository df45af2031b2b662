/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The network's counters. Blocked cycles are not counted one by one: a channel
 * keeps the length of the intervals in which a flit wanted it, and each cycle
 * of those in which none went was blocked. So are the cycles in which headers wait for a channel;
 * those in which a channel loses its link to another are counted where links choose (net_move.c).
 */
#include "net_priv.h"

static uint64_t demanded(const struct noc_net *net, const struct net_channel *channel)
{
    return channel->demanded + (channel->wait.demand ? net->now : 0);
}

void noc_net_channel_count(const struct noc_net *net, uint32_t node, unsigned port, unsigned vc,
                           struct noc_channel_count *count)
{
    const struct net_channel *channel = &net->channel[(node * net->ports + port) * net->vcs + vc];

    count->flits = channel->flits;
    count->headers = channel->headers;
    count->blocked = (uint32_t)demanded(net, channel) - channel->flits;
}

void noc_net_node_count(const struct noc_net *net, uint32_t node, struct noc_node_count *count)
{
    count->relayed = net->node[node].relayed;
    count->ejected = net->node[node].ejected;
}

void noc_net_total(const struct noc_net *net, struct noc_net_total *total)
{
    total->flit_hops = net->flits;
    total->link_visits = net->headers;
    total->shared_cycles = net->shared;
    total->channel_wait_cycles = net->waited + net->waiting * net->now;
    total->blocked_cycles = -net->flits;
    for (uint32_t i = 0; i < net->channels; i++) {
        total->blocked_cycles += demanded(net, &net->channel[i]);
    }
}
