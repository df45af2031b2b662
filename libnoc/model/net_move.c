/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Steps 1 and 3 of a cycle: flits and credits arrive; links each take a flit.
 * Cost: constant for each flit and link it crosses.
 */
#include "net_priv.h"

/* --- step 1 --- */

static void land(struct noc_net *net, uint32_t number)
{
    struct net_buffer *buffer = &net->buffer[number];

    if (++buffer->count > 1) {
        return;
    }
    if (buffer->state == NET_IDLE) {
        net_push(&net_due(net, net->now + net->config.header_cycles)->asks, number);
    } else if (net_owns(buffer)) {
        struct net_vc *vc = &net->vc[buffer->out];
        if (!buffer->wants) {
            net_demand(net, buffer, &net->channel[vc->channel]);
        }
        if (vc->credits) {
            net_ready(net, vc);
        } else {
            net_blocked(net, number);
        }
    } else if (buffer->state == NET_EJECT) {
        if (!buffer->wants) {
            net_eject_ready(net, number);
        }
    } else if (buffer->state == NET_SINK) {
        net_sink_ready(net, number);
    } else if (buffer->state == NET_KEPT) {
        net_push(&net_due(net, net->now)->asks, number);
    }
}

/* Give VC a credit. Whether it can send now, and could not before. */
static inline bool take_credit(struct noc_net *net, uint32_t number)
{
    struct net_vc *vc = &net->vc[number];

    if (vc->credits++ > 0) {
        return false;
    }
    if (number >= net->links * net->width) {
        return net->inject[number - net->links * net->width].left > 0;
    }
    return vc->owner != NET_NONE && net->buffer[vc->owner].count > 0;
}

void net_arrivals(struct noc_net *net)
{
    struct net_due *due = net_due(net, net->now);

    for (uint32_t i = 0; i < due->credits.n; i++) {
        if (take_credit(net, due->credits.at[i])) {
            net_ready(net, &net->vc[due->credits.at[i]]);
        }
    }
    due->credits.n = 0;
    for (uint32_t i = 0; i < due->flits.n; i++) {
        land(net, due->flits.at[i]);
    }
    due->flits.n = 0;
    for (uint32_t i = 0; i < due->events; i++) {
        net_announce(net, &due->event[i]);
    }
    due->events = 0;
}

/* --- step 3 --- */

/* The header in front of vc's owner crosses it. */
static inline void cross_header(struct noc_net *net, const struct net_vc *vc)
{
    struct net_channel *channel = &net->channel[vc->channel];
    struct net_buffer *down = &net->buffer[vc->down];
    const struct net_segment *front = net_front(net, vc->owner);
    uint32_t at = down->first + down->segments++;

    if (at >= net->depth) {
        at -= net->depth;
    }
    net->segment[(size_t)vc->down * net->depth + at] = *front;
    channel->headers++;
    net->headers++;
    net_worm(net, front->worm)->hops++;
    if (!net_is_injection(net, vc->owner)) {
        net->node[net->place[vc->owner].node].relayed++;
    }
    if (net_stamping(net)) {
        net_stamp_head(net, vc);
    }
}

/* The tail in front of vc's owner has crossed it. */
static NET_RARE void cross_tail(struct noc_net *net, struct net_vc *vc, struct net_channel *channel)
{
    uint32_t owner = vc->owner;

    net_delist(net, vc);
    if (net_stamping(net)) {
        net_stamp_tail(net, vc);
    }
    vc->owner = NET_NONE;
    net_undemand(&net->buffer[owner], channel, net->now + 1);
    if (net->buffer[owner].state == NET_COPIES) {
        net_copy_tail(net, owner);
    }
    if (channel->wait.first != NET_NONE) {
        net_touch(net, &channel->wait, (uint32_t)(channel - net->channel));
    }
    net_next_front(net, owner);
}

/* The header flit in front of this buffer stays in the router: its worm owns a
 * VC now, or will ask for one with the next flit. An address that is routed once more, behind
 * its list, remains the header until then. */
static NET_RARE void turn(struct noc_net *net, uint32_t number)
{
    struct net_buffer *buffer = &net->buffer[number];
    struct net_segment *front = net_front(net, number);
    struct noc_worm *w = net_worm(net, front->worm);
    bool owns = buffer->state == NET_TURNS;

    net_pop(net, buffer);
    if (owns) {
        net_undemand(buffer, &net->channel[net->vc[buffer->out].channel], net->now);
    }
    front->flits--;
    w->stripped++;
    if (buffer->special != NET_LISTING) {
        w->head = w->headers[w->stripped];
    }
    buffer->state = owns ? NET_HEADS : NET_KEPT;
    net_land_again(net, number);
}

/* A flit crosses its link on vc. */
static inline __attribute__((always_inline)) void cross_flit(struct noc_net *net, struct net_vc *vc)
{
    struct net_channel *channel = &net->channel[vc->channel];
    struct net_buffer *buffer = &net->buffer[vc->owner], *down = &net->buffer[vc->down];

    vc->credits--;
    down->held++;
    if (down->listed) {
        down->coming |= net->landing_bit;
    } else {
        net_push(net->landing, vc->down);
    }
    channel->flits++;
    net->flits++;
    if (net_pop(net, buffer)) {
        cross_tail(net, vc, channel);
    } else if (vc->credits == 0 && buffer->count && channel->wait.first != NET_NONE) {
        net_blocked(net, vc->owner);
    }
}

/* The same, where it may be a header, or may have to go to the NI at once: then it crosses only if
 * the NI takes it, and otherwise the link has not chosen yet. */
static NET_RARE void cross(struct noc_net *net, struct net_vc *vc)
{
    struct net_buffer *buffer = &net->buffer[vc->owner];
    bool header = buffer->state == NET_HEADS;

    if (header) {
        buffer->state = NET_OWNS;
    } else if (buffer->state == NET_COPIES) {
        if (!net_copy_may_cross(net, vc->owner)) {
            net->link[vc->link].last = net->copy[vc->owner].last;
            net->link[vc->link].sent = NOC_NEVER;
            net_push(&net->refused, vc->link);
            return;
        }
        header = buffer->left == net_front(net, vc->owner)->flits;
    }
    if (header) {
        cross_header(net, vc);
    }
    cross_flit(net, vc);
}

/* A listed VC cannot send: it is taken off the list. came: its flit came in
 * this cycle, so that it is stuck only now. */
static NET_RARE void stall(struct noc_net *net, struct net_vc *vc, bool came)
{
    struct net_buffer *buffer = &net->buffer[vc->owner];

    net_delist(net, vc);
    if (buffer->count == 0 && buffer->wants) {
        net_undemand(buffer, &net->channel[vc->channel], net->now);
    }
    if (came) {
        net_blocked(net, vc->owner);
    }
}

/* Take in what came to a listed VC and its owner. Whether it can send. */
static inline bool can_send(struct noc_net *net, struct net_vc *vc)
{
    struct net_buffer *buffer = &net->buffer[vc->owner];
    bool came = net_came(net, &buffer->coming);

    vc->credits += net_came(net, &vc->coming);
    buffer->count += came;
    if (buffer->count && vc->credits) {
        return true;
    }
    stall(net, vc, came);
    return false;
}

/* VC could send in this cycle, if its link did not send for `chosen`. A channel with several lanes
 * is counted once, and not if one of them goes. */
static void lost(struct noc_net *net, const struct net_vc *vc, const struct net_vc *chosen)
{
    uint64_t *at = &net->shared_at[vc->channel];

    if (vc->channel == chosen->channel || *at == net->now + 1) {
        return;
    }
    *at = net->now + 1;
    net->shared++;
}

/* Which of several listed VCs sends: round-robin. NET_NONE: none can. The others that could have
 * lost the link, unless the NI does not take the choice. */
static NET_RARE uint32_t choose(struct noc_net *net, const struct net_link *link, struct net_vc *vc)
{
    uint32_t able = 0, bit;

    for (uint32_t bits = link->ready; bits; bits &= bits - 1) {
        if (can_send(net, &vc[__builtin_ctz(bits)])) {
            able |= bits & -bits;
        }
    }
    if (!able) {
        return NET_NONE;
    }
    bit = net_next_bit(able, link->last);
    if (net->buffer[vc[bit].owner].state == NET_COPIES && !net_copy_taken(net, vc[bit].owner)) {
        return bit;
    }
    for (; able; able &= able - 1) {
        lost(net, &vc[__builtin_ctz(able)], &vc[bit]);
    }
    return bit;
}

/* One of several VCs sends a flit, if any can. */
static NET_RARE void send_one(struct noc_net *net, struct net_link *link, struct net_vc *vc)
{
    uint32_t bit = choose(net, link, vc);

    if (bit == NET_NONE) {
        return;
    }
    link->last = (uint8_t)bit;
    link->sent = net->now;
    cross(net, &vc[bit]);
}

/* A link sends a flit, if it can. The usual case: one VC is to be looked at. */
static inline void send_lone(struct noc_net *net, struct net_link *link, struct net_vc *vc)
{
    uint32_t bit = (uint32_t)__builtin_ctz(link->ready);

    vc += bit;
    if (!can_send(net, vc)) {
        return;
    }
    link->last = (uint8_t)bit;
    link->sent = net->now;
    if (net->buffer[vc->owner].state == NET_OWNS) {
        cross_flit(net, vc);
    } else {
        cross(net, vc);
    }
}

/* Each link of the list sends one flit, if it can; those that may next time
 * stay active. Nothing else becomes active meanwhile. */
static void move_links(struct noc_net *net, const uint32_t *list, uint32_t n)
{
    uint32_t *keep = net->active.at + net->active.n;

    for (uint32_t i = 0; i < n; i++) {
        uint32_t number = list[i];
        struct net_link *link = &net->link[number];

        if (number >= net->links) {
            if (net_give(net, number - net->links)) {
                link->sent = net->now;
            }
        } else if (link->ready & (link->ready - 1)) {
            send_one(net, link, &net->vc[number * net->width]);
        } else {
            send_lone(net, link, &net->vc[number * net->width]);
        }
        if (link->ready) {
            *keep++ = number;
        }
    }
    net->active.n = (uint32_t)(keep - net->active.at);
}

/* Credits of this round count in the next: links that have not sent yet and
 * now can make it up. */
static void return_credits(struct noc_net *net)
{
    net->round.n = 0;
    for (uint32_t i = 0; i < net->returned.n; i++) {
        struct net_vc *vc = &net->vc[net->returned.at[i]];
        struct net_link *link = &net->link[vc->link];
        bool late = link->sent == net->now;

        if (!take_credit(net, net->returned.at[i])) {
            continue;
        }
        net_enlist(net, late ? &net->active : &net->round, vc);
        if (late && vc->link < net->links) {
            lost(net, vc, &vc[link->last - vc->bit]);
        }
    }
    net->returned.n = 0;
}

/* Before a further round: links whose choice the NI did not take choose again. They
 * stay active, too, and are sorted out at the end. */
static NET_RARE void retry(struct noc_net *net)
{
    for (uint32_t i = 0; i < net->refused.n; i++) {
        net_push(&net->round, net->refused.at[i]);
    }
    net->retried |= net->refused.n > 0;
    net->refused.n = 0;
    if (net->copying.n) {
        net_copy_round(net, false);
    }
}

/* The end of step 3: each active link is to be there once, and none without a ready
 * VC; whoever became stuck while others wait for what it holds is followed. */
static NET_RARE void end_copies(struct noc_net *net)
{
    uint32_t kept = 0;

    net->refused.n = 0;
    net_copies_blocked(net);
    if (!net->retried) {
        return;
    }
    for (uint32_t i = 0; i < net->active.n; i++) {
        struct net_link *link = &net->link[net->active.at[i]];

        if (link->ready && !link->seen) {
            link->seen = true;
            net->active.at[kept++] = net->active.at[i];
        }
    }
    net->active.n = kept;
    for (uint32_t i = 0; i < kept; i++) {
        net->link[net->active.at[i]].seen = false;
    }
    net->retried = false;
}

/* Step 3 once more: with credit_cycles of 1 or more, nothing can have changed. */
static inline void next_round(struct noc_net *net)
{
    return_credits(net);
    if (net->copy) {
        retry(net);
    }
    for (uint32_t room = net->active.n + net->round.n; net->active.room < room;) {
        net_list_grow(&net->active);
    }
    move_links(net, net->round.at, net->round.n);
}

void net_move(struct noc_net *net)
{
    uint32_t n = net->active.n;

    net->now_bit = 1u << (net->now & 31);
    net->landing_bit = 1u << ((net->now + net->config.flight_cycles) & 31);
    net->giving_bit = 1u << ((net->now + net->config.inject_cycles) & 31);
    net->crediting_bit =
        net->config.credit_cycles ? 1u << ((net->now + net->config.credit_cycles) & 31) : 0;
    net->landing = &net_due(net, net->now + net->config.flight_cycles)->flits;
    net->crediting = net->config.credit_cycles
                       ? &net_due(net, net->now + net->config.credit_cycles)->credits
                       : &net->returned;
    if (net->copying.n) {
        net_copy_round(net, true);
    } else {
        net_move_ejections(net);
    }
    net_move_sinks(net);
    for (uint32_t i = 0; i < net->turning.n; i++) {
        turn(net, net->turning.at[i]);
    }
    net->turning.n = 0;
    net->active.n = 0; /* what stays is written over what was read */
    move_links(net, net->active.at, n);
    while (net->returned.n) { /* never with credit_cycles of 1 or more */
        next_round(net);
    }
    if (net->copy) {
        end_copies(net);
    }
    net_tell_left(net);
}
