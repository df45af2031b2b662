/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The network's counters. Blocked cycles are not counted one by one: a channel
 * keeps the length of the intervals in which a flit wanted it, and each cycle
 * of those in which none went was blocked. So are the cycles in which headers wait for a channel;
 * those in which a channel loses its link to another are counted where links choose (net_move.c).
 */
#include <string.h>

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

void noc_net_clear_counts(struct noc_net *net, uint32_t node)
{
    for (uint32_t i = node * net->ports * net->vcs; i < (node + 1) * net->ports * net->vcs; i++) {
        struct net_channel *channel = &net->channel[i];

        net->cleared_demanded += demanded(net, channel);
        channel->demanded = channel->wait.demand ? -net->now : 0;
        channel->flits = channel->headers = 0;
    }
    net->node[node].relayed = net->node[node].ejected = 0;
}

void noc_net_total(const struct noc_net *net, struct noc_net_total *total)
{
    total->flit_hops = net->flits;
    total->link_visits = net->headers;
    total->shared_cycles = net->shared;
    total->channel_wait_cycles = net->waited + net->waiting * net->now;
    total->blocked_cycles = net->cleared_demanded - net->flits;
    for (uint32_t i = 0; i < net->channels; i++)
        total->blocked_cycles += demanded(net, &net->channel[i]);
}

size_t noc_net_bytes(const struct noc_net *net)
{
    const struct net_list *const list[] = {
        &net->active,  &net->round,    &net->returned,   &net->ejecting, &net->sinking,
        &net->touched, &net->turning,  &net->refill,     &net->leaving,  &net->path,
        &net->turn,    &net->reached,  &net->wait_cycle, &net->local,    &net->visited,
        &net->copying, &net->offering, &net->refused,    &net->changed};
    size_t nodes = net->nodes, contexts = nodes * net->contexts;
    size_t shared = net->config.consumption == NOC_CONSUME_LINK ? nodes * (net->ports + 1)
                  : net->config.consumption == NOC_CONSUME_ONE  ? nodes
                                                                : 0;
    size_t bytes = sizeof *net + sizeof *net->buffer +
                   net->buffers * (sizeof *net->buffer + sizeof *net->seen +
                                   net->depth * sizeof *net->segment);

    bytes += (net->links * net->width + contexts) * sizeof *net->vc;
    bytes += (net->links + contexts) * sizeof *net->link;
    bytes += net->channels * (sizeof *net->channel + sizeof *net->shared_at) +
             shared * sizeof *net->context;
    bytes += nodes * (sizeof *net->node + (net->ports + 1) * (sizeof(uint32_t) + 1));
    bytes += contexts * sizeof *net->inject;
    if (net->copy)
        bytes += net->buffers * sizeof *net->copy + net->links * net->width * sizeof *net->keeper +
                 nodes * ((net->ports + 1) * (sizeof *net->offer + sizeof *net->took_at) +
                          sizeof *net->offers_at + sizeof *net->took + sizeof *net->node_took_at);
    if (net->stamps)
        bytes += (net->links * net->width + net->buffers) * sizeof *net->stamps;
    bytes += contexts / net->queue_contexts * sizeof *net->queue;
    bytes += net->slots * sizeof *net->slot + net->starts_room * sizeof *net->start;
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        bytes += list[i]->room * sizeof(uint32_t);
    for (uint32_t i = 0; i <= net->wheel_mask; i++) {
        const struct net_due *due = &net->wheel[i];
        bytes += sizeof *due + due->events_room * sizeof *due->event;
        bytes += (due->flits.room + due->credits.room + due->asks.room) * sizeof(uint32_t);
    }
    return bytes;
}
