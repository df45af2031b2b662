/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Who asks for a channel or a consumption context stands in a line, in the order of asking; those
 * of one cycle in the order of buffer numbers. The next step 2 looks at the lines that were touched.
 */
#include "net_priv.h"

static inline __attribute__((always_inline)) void ask(struct noc_net *net, struct net_wait *wait,
                                                      uint32_t number, bool context,
                                                      uint32_t buffer)
{
    uint32_t *place = &wait->fresh;

    while (*place < buffer) /* NET_NONE is above all */
        place = net_behind(net, context, *place);
    *net_behind(net, context, buffer) = *place;
    *place = buffer;
    net->buffer[buffer].state = NET_WAITING;
    net_touch(net, wait, number);
}

void net_ask_channel(struct noc_net *net, uint32_t channel, uint32_t buffer)
{
    net->buffer[buffer].out = channel;
    net_demand(net, &net->buffer[buffer], &net->channel[channel]);
    net->waited -= net->now;
    net->waiting++;
    ask(net, &net->channel[channel].wait, channel, false, buffer);
}

void net_ask_context(struct noc_net *net, uint32_t context, uint32_t buffer)
{
    ask(net, &net->context[context].wait, net->channels + context, true, buffer);
}

uint32_t net_shared_context(const struct noc_net *net, uint32_t buffer)
{
    const struct net_place *place = &net->place[buffer];

    if (net->config.consumption == NOC_CONSUME_VC)
        return NET_NONE;
    return net->config.consumption == NOC_CONSUME_LINK
             ? place->node * (net->ports + 1) + place->port
             : place->node;
}

/* From the next cycle on it may be given to another. */
void net_free_context(struct noc_net *net, uint32_t number)
{
    struct net_context *context = &net->context[number];

    context->owner = NET_NONE;
    if (context->wait.first != NET_NONE)
        net_touch(net, &context->wait, net->channels + number);
}
