/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The board: as many network interfaces as nodes around one network.
 *
 * A cycle has three parts: first arrivals whose v it is are shown (4.2), then
 * the network moves, then deadlines that the next cycle reaches raise their
 * lines. Harts act between cycles: an access in cycle t sees all that happened
 * in cycles before t.
 */
#include <assert.h>
#include <stdlib.h>

#include "board_priv.h"

/* --- the network's callbacks ---------------------------------------------- */

static void on_arrive(void *opaque, struct noc_worm *net, uint32_t node, unsigned port, unsigned vc,
                      uint64_t when)
{
    struct ni_arrival *a = ni_arrival_new(opaque, net->cookie, node);

    a->port = (uint8_t)port;
    a->vc = (uint8_t)vc;
    ni_arrive(opaque, a, when);
}

/* Tails come to destinations in the order in which headers did. */
static void on_deliver(void *opaque, struct noc_worm *net, uint32_t node, uint64_t when)
{
    struct ni_worm *w = net->cookie;
    struct ni_arrival *a = &w->last;

    if (!net->last) {
        a = w->coming;
        w->coming = a->next;
    }
    assert(a->node == node);
    (void)node;
    ni_deliver(opaque, a, when);
}

static void on_left(void *opaque, struct noc_worm *net, uint64_t when)
{
    ni_left(opaque, net->cookie, when);
}

/* Its copies at destinations in front of that place are theirs. */
static void on_broken(void *opaque, struct noc_worm *net, uint32_t node, unsigned port, unsigned vc,
                      uint64_t when)
{
    struct noc_board *board = opaque;
    struct ni_worm *w = net->cookie;

    w->last.node = (uint16_t)node;
    w->last.port = (uint8_t)port;
    w->last.vc = (uint8_t)vc;
    ni_bad(board, &w->last, net->head, NOC_BAD_HEADER, when);
    ni_worm_drop(&board->pool, w);
}

static void on_deadlock(void *opaque, const struct noc_wait *wait, uint32_t n, uint64_t when)
{
    struct noc_board *board = opaque;

    board->stop = true;
    noc_net_stop(board->net);
    if (board->ops.deadlock) {
        board->ops.deadlock(board->ops.opaque, wait, n, when);
    }
}

/* --- life ------------------------------------------------------------------ */

static void reset_ni(struct ni *ni)
{
    *ni = (struct ni){.deadline = NOC_NEVER};
}

static void free_ni(struct ni *ni)
{
    unsigned q;

    for (q = 0; q < NOC_QUEUES; q++) {
        free(ni->queue[q]);
    }
    ni_set_free(&ni->sending);
    ni_set_free(&ni->signals);
    ni_set_free(&ni->discards);
    ni_set_free(&ni->asked);
    free(ni->view);
}

static bool start_net(struct noc_board *board)
{
    const struct noc_net_ops ops = {
        .opaque = board,
        .arrive = on_arrive,
        .deliver = on_deliver,
        .left = on_left,
        .broken = on_broken,
        .deadlock = on_deadlock,
    };

    board->net = noc_net_new(&board->config.net, &ops);
    return board->net != NULL;
}

struct noc_board *noc_board_new(const struct noc_board_config *config,
                                const struct noc_board_ops *ops)
{
    uint32_t nodes = config->net.topology->nodes, i;
    struct noc_board *board = calloc(1, sizeof(*board));

    if (!board) {
        return NULL;
    }
    board->config = *config;
    board->ops = *ops;
    board->wiring = noc_net_wiring(&config->net);
    board->ni = calloc(nodes, sizeof(*board->ni));
    board->deadlines = calloc(nodes, sizeof(*board->deadlines));
    if (config->net.ports > 1) { /* one of these contexts could be given away past another */
        board->leaving = calloc(nodes, sizeof(*board->leaving));
    }
    if (!board->ni || !board->deadlines || (config->net.ports > 1 && !board->leaving) ||
        !start_net(board)) {
        free(board->ni);
        free(board->deadlines);
        free(board->leaving);
        free(board);
        return NULL;
    }
    for (i = 0; i < nodes; i++) {
        reset_ni(&board->ni[i]);
    }
    return board;
}

static void stop_all(struct noc_board *board)
{
    uint32_t i;

    noc_net_free(board->net);
    ni_pool_free(&board->pool);
    free(board->events.event);
    board->events = (struct ni_events){0};
    board->deadlines_used = 0;
    board->boot = (struct ni_boot){0};
    ni_stamps_free(board);
    for (i = 0; i < board->config.net.topology->nodes; i++) {
        free_ni(&board->ni[i]);
    }
}

void noc_board_free(struct noc_board *board)
{
    if (!board) {
        return;
    }
    stop_all(board);
    free(board->ni);
    free(board->deadlines);
    free(board->leaving);
    free(board);
}

void noc_board_reset(struct noc_board *board)
{
    uint32_t i;

    stop_all(board);
    if (!start_net(board)) {
        abort();
    }
    ni_stamps_reset(board);
    for (i = 0; i < board->config.net.topology->nodes; i++) {
        bool was_high = board->ni[i].line;

        reset_ni(&board->ni[i]);
        if (board->leaving) {
            board->leaving[i] = NULL;
        }
        if (was_high && board->ops.line) {
            board->ops.line(board->ops.opaque, i, false, 0);
        }
    }
}

/* --- time ------------------------------------------------------------------ */

uint64_t noc_board_now(const struct noc_board *board)
{
    return noc_net_now(board->net);
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

uint64_t noc_board_next_move(const struct noc_board *board)
{
    uint64_t next = earlier(noc_net_next(board->net), ni_event_next(&board->events));
    uint64_t boot = ni_boot_next(board);

    return boot == NOC_NEVER ? next : earlier(next, boot - 1); /* as a deadline, below */
}

uint64_t noc_board_next(const struct noc_board *board)
{
    uint64_t next = noc_board_next_move(board);
    uint64_t deadline = ni_deadline_next(board);

    if (deadline != NOC_NEVER && deadline - 1 < next) {
        next = deadline - 1; /* the cycle whose end the line rises at */
    }
    return next;
}

/* Arrivals whose v it is, and headers that have been checked. */
static void do_events(struct noc_board *board, uint64_t now)
{
    while (ni_event_next(&board->events) <= now) {
        struct ni_event e = ni_event_take(&board->events);

        assert(e.when == now);
        if (e.arrival) {
            board->ni[e.arrival->node].waits--;
            ni_show(board, e.arrival, now);
        } else {
            ni_checked(board, &e);
        }
    }
}

static void do_deadlines(struct noc_board *board, uint64_t now)
{
    while (ni_deadline_next(board) <= now) {
        ni_update(board, board->deadlines[0], now);
    }
}

uint64_t noc_board_run(struct noc_board *board, uint64_t until)
{
    uint64_t now = noc_board_now(board);

    board->stop = false;
    while (now < until && !board->stop) {
        uint64_t to;

        do_events(board, now);
        to = earlier(until, earlier(ni_event_next(&board->events), ni_deadline_next(board)));
        to = earlier(to, ni_boot_next(board));
        if (board->stop) {
            to = now + 1; /* the rest of this cycle */
        }
        board->in_net = true;
        now = noc_net_run(board->net, to);
        board->in_net = false;
        ni_boot_show(board, now);
        do_deadlines(board, now);
    }
    return now;
}

struct noc_net *noc_board_net(struct noc_board *board)
{
    return board->net;
}

void noc_board_total(const struct noc_board *board, struct noc_net_total *total)
{
    noc_net_total(board->net, total);
}
