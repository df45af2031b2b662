/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Circular waits, found in the cycle that closes them.
 *
 * Idea: a buffer is stuck when its front flit can move by itself neither now
 * nor later: its header waits for a channel (or context) whose lanes all have
 * owners, or it has no credit and none is on the way. Then it waits for other
 * buffers: the owners of what it wants, any of which will do, or the full
 * buffer before it. Those who reach only stuck buffers are in a deadlock
 * (a knot; with one lane a plain cycle). A worm whose flits come from behind
 * is not stuck: its way is open. So with one whose header flit stayed in the
 * router, while the next is on its way. Nor is who waits for an injection context:
 * nothing waits for him.
 *
 * A worm to be consumed and forwarded at once waits for a context and a channel,
 * for both: what keeps it from one of them keeps it. Then the knot is found by
 * elimination: of all that are reached, whoever waits only for what a free one
 * will give up is free as well.
 *
 * Each time a buffer becomes stuck while somebody waits for it, its waits are
 * followed until the first buffer that is not stuck. Nothing that happens later
 * can undo a knot, so its buffers are marked for good and it is reported once, though
 * several may close it in one cycle. Cost: the length of the chain; nothing for
 * worms that move.
 */
#include <stdlib.h>

#include "net_priv.h"

static bool stuck(const struct noc_net *net, uint32_t number)
{
    const struct net_buffer *buffer = &net->buffer[number];
    const struct net_vc *vc;

    if (buffer->count == 0) {
        return false;
    }
    if (buffer->state == NET_WAITING) {
        return true;
    }
    if (!net_owns(buffer)) { /* NET_TURNS neither: what stays in the router needs no credit */
        return false;
    }
    vc = &net->vc[buffer->out];
    return vc->credits == 0 && net->buffer[vc->down].held == net->depth;
}

/* The i-th buffer, any of which would free a stuck one; NET_NONE: somebody has
 * freed it already. */
static uint32_t waits_for(const struct noc_net *net, uint32_t number, uint32_t i)
{
    const struct net_buffer *buffer = &net->buffer[number];

    if (net_owns(buffer)) {
        return net->vc[buffer->out].down;
    }
    if (buffer->out < net->channels) {
        return net->vc[buffer->out * net->lanes + i].owner;
    }
    return net->context[buffer->out - net->channels].owner;
}

static uint32_t choices(const struct noc_net *net, uint32_t number)
{
    const struct net_buffer *buffer = &net->buffer[number];

    return buffer->state == NET_WAITING && buffer->out < net->channels ? net->lanes : 1;
}

/* Does anybody wait for what this buffer holds, whose front worm is, or is to be,
 * consumed and forwarded at once? */
static NET_RARE bool copy_wanted(const struct noc_net *net, uint32_t number)
{
    const struct net_buffer *buffer = &net->buffer[number];
    const struct net_copy *copy = &net->copy[number];

    if (buffer->state != NET_COPIES &&
        !(buffer->state == NET_WAITING && buffer->special == NET_COPYING)) {
        return false;
    }
    if (copy->holds && copy->context != NET_NONE &&
        net->context[copy->context].wait.first != NET_NONE) {
        return true;
    }
    return copy->vc != NET_NONE && net->channel[copy->vc / net->lanes].wait.first != NET_NONE;
}

/* Does anybody wait for this stuck buffer? */
static bool wanted(const struct noc_net *net, uint32_t number)
{
    const struct net_buffer *buffer = &net->buffer[number];

    if (net_owns(buffer) && net->channel[buffer->out / net->lanes].wait.first != NET_NONE) {
        return true;
    }
    if (!net_is_injection(net, number) && buffer->held == net->depth) {
        return true;
    }
    return net->copy && copy_wanted(net, number);
}

static void copy_wait_cycle(struct noc_net *net)
{
    net->wait_cycle.n = 0;
    for (uint32_t i = 0; i < net->path.n; i++) {
        net_push(&net->wait_cycle, net->path.at[i]);
    }
}

static void visit(struct noc_net *net, uint32_t number)
{
    net->seen[number] = net->search;
    net_push(&net->path, number);
    net_push(&net->turn, 0);
    net_push(&net->reached, number);
}

/* The mark of a new search. */
static void new_search(struct noc_net *net)
{
    if (++net->search < NET_NONE) {
        return;
    }
    for (uint32_t i = 0; i < net->buffers; i++) {
        if (net->seen[i] != NET_NONE) {
            net->seen[i] = 0;
        }
    }
    net->search = 1;
}

/* Depth first from a stuck buffer. True if all it reaches is stuck and it is
 * on a cycle of waits itself, which is left in net->wait_cycle. */
static bool closes_wait_cycle(struct noc_net *net, uint32_t start)
{
    struct net_list *path = &net->path, *turn = &net->turn;

    new_search(net);
    net->wait_cycle.n = net->reached.n = path->n = turn->n = 0;
    visit(net, start);
    while (path->n) {
        uint32_t at = path->at[path->n - 1], i = turn->at[turn->n - 1]++, next;

        if (i == choices(net, at)) {
            path->n--;
            turn->n--;
            continue;
        }
        next = waits_for(net, at, i);
        if (next == NET_NONE || !stuck(net, next)) {
            return false;
        }
        if (next == start && net->wait_cycle.n == 0) {
            copy_wait_cycle(net);
        }
        if (net->seen[next] != net->search && net->seen[next] != NET_NONE) {
            visit(net, next);
        }
    }
    return net->wait_cycle.n > 0;
}

/* --- with copies --- */

/* A stuck buffer's wait for its context (local), or for what else it lacks: whether
 * there is one. */
static bool waits(const struct noc_net *net, uint32_t number, bool local)
{
    const struct net_buffer *buffer = &net->buffer[number];

    if (buffer->state == NET_WAITING && buffer->special == NET_COPYING) {
        return local ? !net->copy[number].holds : net->copy[number].vc == NET_NONE;
    }
    return !local;
}

/* The i-th buffer, any of which would end this wait; NET_NONE: it is over. */
static uint32_t blocker(const struct noc_net *net, uint32_t number, bool local, uint32_t i)
{
    const struct net_buffer *buffer = &net->buffer[number];
    uint32_t vc = buffer->out * net->lanes + i, owner;

    if (local) {
        return net->context[net->copy[number].context].owner;
    }
    if (net_owns(buffer)) {
        return net->vc[buffer->out].down;
    }
    if (buffer->out >= net->channels) {
        return net->context[buffer->out - net->channels].owner;
    }
    owner = net->vc[vc].owner;
    return owner == net->buffers ? net->keeper[vc] : owner;
}

/* In what was marked by this search and not eliminated, or reported before? */
static bool caught(const struct noc_net *net, uint32_t number)
{
    return number != NET_NONE && stuck(net, number) &&
           (net->seen[number] == net->search || net->seen[number] == NET_NONE);
}

/* Whether this wait cannot end: all who could end it are caught. */
static bool hopeless(const struct noc_net *net, uint32_t number, bool local)
{
    if (!waits(net, number, local)) {
        return false;
    }
    for (uint32_t i = 0; i < (local ? 1 : choices(net, number)); i++) {
        if (!caught(net, blocker(net, number, local, i))) {
            return false;
        }
    }
    return true;
}

/* Everybody whom a stuck buffer waits for, directly or not. */
static void reach(struct noc_net *net, uint32_t start)
{
    net->seen[start] = net->search;
    net->reached.n = 0;
    net_push(&net->reached, start);
    for (uint32_t at = 0; at < net->reached.n; at++) {
        for (uint32_t local = 0; local < 2; local++) {
            uint32_t number = net->reached.at[at];

            for (uint32_t i = 0;
                 waits(net, number, local) && i < (local ? 1 : choices(net, number)); i++) {
                uint32_t next = blocker(net, number, local, i);

                if (next == NET_NONE || !stuck(net, next) || net->seen[next] == net->search ||
                    net->seen[next] == NET_NONE) {
                    continue;
                }
                net->seen[next] = net->search;
                net_push(&net->reached, next);
            }
        }
    }
}

/* Throw out all that can still become free; the last reached first, since a chain
 * becomes free from its end. */
static void eliminate(struct noc_net *net)
{
    struct net_list *reached = &net->reached;

    for (uint32_t before = reached->n + 1; reached->n < before;) {
        uint32_t kept = 0;

        before = reached->n;
        for (uint32_t i = before; i-- > 0;) {
            if (!hopeless(net, reached->at[i], false) && !hopeless(net, reached->at[i], true)) {
                net->seen[reached->at[i]] = 0;
            }
        }
        for (uint32_t i = 0; i < before; i++) {
            if (net->seen[reached->at[i]] == net->search) {
                reached->at[kept++] = reached->at[i];
            }
        }
        reached->n = kept;
    }
}

/* The way from the last buffer of net->path to one it waits for in vain; turn
 * counts: first its channel's owners, then its context's. NET_NONE: no more. */
static uint32_t next_way(struct noc_net *net)
{
    uint32_t number = net->path.at[net->path.n - 1], *turn = &net->turn.at[net->turn.n - 1];

    while (*turn <= net->lanes) {
        uint32_t i = (*turn)++;
        bool local = i == net->lanes;

        if (hopeless(net, number, local) && (local || i < choices(net, number))) {
            uint32_t next = blocker(net, number, local, local ? 0 : i);

            if (net->seen[next] == net->search) { /* reported before it is not */
                return next;
            }
        }
    }
    return NET_NONE;
}

/* The same as closes_wait_cycle() where buffers may wait for two things at once. */
static bool closes_wait_cycle_of_copies(struct noc_net *net, uint32_t start)
{
    struct net_list *path = &net->path, *turn = &net->turn;

    new_search(net);
    reach(net, start);
    eliminate(net);
    net->wait_cycle.n = net->local.n = path->n = turn->n = 0;
    if (net->seen[start] != net->search) {
        return false;
    }
    net->visited.n = 0;
    net_push(path, start);
    net_push(turn, 0);
    while (path->n) {
        uint32_t next = next_way(net);
        bool known = false;

        if (next == NET_NONE) {
            path->n--;
            turn->n--;
            continue;
        }
        if (next == start) {
            copy_wait_cycle(net);
            for (uint32_t i = 0; i < turn->n; i++) {
                net_push(&net->local, turn->at[i] == net->lanes + 1u);
            }
            return true;
        }
        for (uint32_t i = 0; i < net->visited.n && !known; i++) {
            known = net->visited.at[i] == next;
        }
        if (known) {
            continue;
        }
        net_push(&net->visited, next);
        net_push(path, next);
        net_push(turn, 0);
    }
    return false;
}

/* --- telling --- */

/* The channel a VC or context is a part of; injection: the local port. */
static struct noc_channel channel_of_vc(const struct noc_net *net, uint32_t number)
{
    uint32_t link = net->vc[number].link, node = link / net->ports, port = link % net->ports;
    struct noc_link to;

    if (link >= net->links) {
        node = (link - net->links) / net->contexts;
        return (struct noc_channel){
            (uint16_t)node, (uint16_t)node, NOC_PORT_LOCAL, 0, NOC_NO_DIM, 0};
    }
    noc_topology_link(net->config.topology, node, port, &to);
    return (struct noc_channel){
        (uint16_t)node, to.node, (uint8_t)port, net->vc_of[net->vc[number].bit], to.dim, to.dir};
}

static struct noc_channel wanted_channel(const struct noc_net *net, uint32_t number, bool local)
{
    const struct net_buffer *buffer = &net->buffer[number];
    uint16_t node = net->place[number].node;

    if (net_owns(buffer)) {
        return channel_of_vc(net, buffer->out);
    }
    if (buffer->out < net->channels && !local) {
        return channel_of_vc(net, buffer->out * net->lanes);
    }
    return (struct noc_channel){node, node, NOC_PORT_LOCAL, 0, NOC_NO_DIM, 0};
}

/* Whether the same worm is in front of both, further on in `next`: then its tail has not left for
 * there. Its own tail may lie there, too, on a way that crosses itself. */
static bool is_step(const struct noc_net *net, uint32_t at, uint32_t next)
{
    return net_owns(&net->buffer[at]) && net->buffer[next].left > net->buffer[next].held;
}

/* Tell of the worms on the cycle of buffers, lowest channel first; steps
 * within one worm are left out. */
static void report(struct noc_net *net)
{
    const struct net_list *wait_cycle = &net->wait_cycle;
    struct noc_wait *wait = calloc(wait_cycle->n, sizeof *wait);
    uint32_t n = 0, lowest = 0;

    if (!wait) {
        abort();
    }
    for (uint32_t i = 0; i < wait_cycle->n; i++) {
        if (wait_cycle->at[i] < wait_cycle->at[lowest]) {
            lowest = i;
        }
    }
    for (uint32_t i = 0; i < wait_cycle->n; i++) {
        uint32_t place = (lowest + i) % wait_cycle->n, at = wait_cycle->at[place];
        uint32_t next = wait_cycle->at[(lowest + i + 1) % wait_cycle->n];

        if (is_step(net, at, next)) {
            continue;
        }
        wait[n++] = (struct noc_wait){net_worm(net, net_front(net, at)->worm),
                                      channel_of_vc(net, net->buffer[at].up),
                                      wanted_channel(net, at, net->copy && net->local.at[place])};
    }
    if (net->ops.deadlock) {
        net->ops.deadlock(net->ops.opaque, wait, n, net->now);
    }
    free(wait);
}

void net_blocked(struct noc_net *net, uint32_t buffer)
{
    if (!wanted(net, buffer) || !stuck(net, buffer) || net->seen[buffer] == NET_NONE ||
        !(net->copy ? closes_wait_cycle_of_copies(net, buffer) : closes_wait_cycle(net, buffer))) {
        return;
    }
    for (uint32_t i = 0; i < net->reached.n; i++) {
        net->seen[net->reached.at[i]] = NET_NONE;
    }
    report(net);
}
