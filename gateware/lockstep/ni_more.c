/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lock step of network interfaces: counts that go on from elsewhere, as if a long run had been there
 * before. Of counters the model shows what it has counted less a base, and the base is moved.
 */
#include "ni.h"

enum { SELDOM = 2000, OF_NODE = 3 };

/* Of the node's counters from CNT_IN on. */
static const uint16_t of_node[NI_COUNT_LINKS] = {[NI_COUNT_IN] = CNT_IN,
                                                 [NI_COUNT_OUT] = CNT_OUT,
                                                 [NI_COUNT_DISCARDED] = CNT_DISCARDED,
                                                 [NI_COUNT_BAD] = CNT_BAD,
                                                 [NI_COUNT_STARTUP] = CNT_STARTUP,
                                                 [NI_COUNT_SIGNALS] = CNT_SIGNALS,
                                                 [NI_COUNT_RELAYED] = CNT_RELAYED,
                                                 [NI_COUNT_EJECTED] = CNT_EJECTED};

/* The row of counter i in the gateware's memory; -1: it has none. */
static int row_of(uint32_t node, unsigned i)
{
    const unsigned link = i - NI_COUNT_LINKS;
    struct noc_channel channel;

    if (i < NI_COUNT_LINKS) {
        return (of_node[i] - CNT_IN) + OF_NODE;
    }
    if (!noc_channel_row(&topology, routing, node, link / 3, &channel)) {
        return -1;
    }
    return (int)(4 * (channel.port * routers_vcs() + channel.vc) + link % 3);
}

static void count_more(uint32_t node, unsigned i, int row)
{
    struct ni_view *view = traffic.board->ni[node].view;
    const unsigned low = i == NI_COUNT_STARTUP ? 0 : node_count_low();
    const uint32_t more = traffic_bits(32 - low);

    if (i == NI_COUNT_STARTUP) {
        node_startup_more(state[node].node, more);
    } else {
        node_count_more(state[node].node, (unsigned)row, more);
    }
    if (view->is_frozen) {
        view->frozen[i] += more << low;
    } else {
        view->base[i] -= more << low;
    }
}

static void stamps_more(uint32_t node)
{
    struct ni_stamps *stamps = traffic.board->stamps ? traffic.board->stamps[node] : NULL;
    const uint32_t more = traffic_bits(24);

    if (stamps && node_stamps_more(state[node].node, more)) {
        stamps->written += more << 8;
    }
}

/* As if bodies had come into a window that stays, and the hart had moved it with them. */
static void window_more(uint32_t node, unsigned index)
{
    struct ni_window *w = &traffic.board->ni[node].window[index];
    const uint32_t room = w->length / 4;

    if (w->open && w->stays && !w->filling && w->taken < room) {
        const uint32_t more = traffic_bits(20) % (room - w->taken);

        if (node_window_more(state[node].node, index, more)) {
            w->taken += more;
            w->landed += more;
            w->addr -= 4 * more;
        }
    }
}

void draw_more(uint32_t node)
{
    if (traffic_draw(SELDOM / 8) == 0) {
        window_more(node, traffic_draw(NOC_WINDOWS));
    }
    if (traffic_draw(SELDOM)) {
        return;
    }
    stamps_more(node);
    if (!node_counts_begun(state[node].node)) {
        return;
    }
    if (!traffic.board->ni[node].view) {
        ni_counters_command(traffic.board, node, 1 << 2); /* runs, as it does; so there is a view */
    }
    for (unsigned i = 0; i < NI_COUNTS_ALL; i++) {
        const int row = row_of(node, i);

        if (row >= 0) {
            count_more(node, i, row);
        }
    }
}
