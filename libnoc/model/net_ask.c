/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Consumption contexts that several buffers share. Who asks for one stands in a line, as for a channel
 * (net_ask() in net_priv.h), and the next step 2 looks at the lines that were touched.
 */
#include "net_priv.h"

void net_ask_context(struct noc_net *net, uint32_t context, uint32_t buffer)
{
    net_ask(net, &net->context[context].wait, net->channels + context, true, buffer);
}

uint32_t net_shared_context(const struct noc_net *net, uint32_t buffer)
{
    const struct net_place *place = &net->place[buffer];

    if (net->config.consumption == NOC_CONSUME_VC) {
        return NET_NONE;
    }
    return net->config.consumption == NOC_CONSUME_LINK
             ? place->node * (net->ports + 1) + place->port
             : place->node;
}

/* From the next cycle on it may be given to another. */
void net_free_context(struct noc_net *net, uint32_t number)
{
    struct net_context *context = &net->context[number];

    context->owner = NET_NONE;
    if (context->wait.first != NET_NONE) {
        net_touch(net, &context->wait, net->channels + number);
    }
}
