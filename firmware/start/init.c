/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Starting, ending, and what a core knows about itself.
 */
#include <stdlib.h>

#include "barrier.h"
#include "broadcast/opening.h"
#include "collectives/collectives.h"
#include "console.h"
#include "eager/backlog.h"
#include "eager/pull.h"
#include "groups/groups.h"
#include "multicasts/multicasts.h"
#include "multicasts/network.h"
#include "progress/progress.h"
#include "progress/wait.h"
#include "rendezvous/rendezvous.h"
#include "requests/requests.h"
#include "slots/slots.h"
#include "stop.h"

enum { SLOT_BYTES = sizeof(struct slot) + NOC_EAGER_BYTES };

static void give_slots(char *pool)
{
    unsigned i;

    for (i = 0; i < SLOTS; i++) {
        struct slot *slot = (struct slot *)(pool + i * SLOT_BYTES);

        slot->home = SLOT_POOL;
        slot->ahead = 0;
        slot_release(slot); /* the first goes to queue 1 */
    }
}

/* Whether a kept copy is for it. */
static bool keeps_for(uint32_t node)
{
    const struct layer_state *l = &noc_layer;
    uint32_t i;

    for (i = 0; i < l->kept_live && l->kept[i].to != node; i++) {
    }
    return i < l->kept_live;
}

static void say_core(const char *before, uint32_t node)
{
    console_puts(before);
    console_puts(" by core ");
    console_put_decimal(node);
}

/* Whom the sends of a list are for, each once, but for those who were said to keep a copy. */
static const char *say_sends(const char *before, const struct request *first)
{
    const struct request *r, *earlier;

    for (r = first; r; r = r->next) {
        for (earlier = first; earlier != r && earlier->peer != r->peer;) {
            earlier = earlier->next;
        }
        if (earlier == r && !keeps_for((uint32_t)r->peer)) {
            say_core(before, (uint32_t)r->peer);
            before = ",";
        }
    }
    return before;
}

/* The first copy, from this one on, that its receiver must yet take; kept_live: there is none. Questions
 * about a collective call need not be taken: who asks has ended the call, and so may the other have. */
static __attribute__((cold, noinline)) uint32_t copy_left(uint32_t from)
{
    const struct layer_state *l = &noc_layer;

    while (from < l->kept_live &&
           wire_is_question(l->kept[from].copy->w1, l->kept[from].copy->w2)) {
        from++;
    }
    return from;
}

/* Whether a backlog has more than questions. */
static bool backlog_must_go(const struct backlog *b)
{
    const struct request *r = b->first;

    while (r &&
           (backlog_is_gone(r) || wire_is_question((uint32_t)r->tag << WIRE_TAG_SHIFT, r->w2))) {
        r = r->next;
    }
    return r;
}

/* One that has; NULL: there is none. */
static const struct backlog *backlog_left(void)
{
    const struct backlog *b = noc_layer.backlogs;

    while (b && !backlog_must_go(b)) {
        b = b->next;
    }
    return b;
}

/* By console.h alone: a program that has used its heap up comes here, too. */
static void say_who_took_nothing(void)
{
    const struct layer_state *l = &noc_layer;
    const struct aside *a;
    const struct backlog *b;
    const char *before = "";
    uint32_t i;

    console_end_line();
    console_puts("core ");
    console_put_decimal(l->rank);
    console_puts(": gave up messages that were not taken:");
    for (i = copy_left(0); i < l->kept_live; i = copy_left(i + 1), before = ",") {
        say_core(before, l->kept[i].to);
    }
    for (a = l->aside; a; a = a->next, before = ",") {
        say_core(before, a->to);
    }
    before = say_sends(before, l->queued);
    for (b = l->backlogs; b; b = b->next) {
        if (backlog_must_go(b)) {
            say_core(before, b->to);
            before = ",";
        }
    }
    before = say_sends(before, l->longs);
    for (i = 0; i < GROUP_QUEUES; i++) {
        const struct noc_group *g = l->group[i];

        if (g && g->outstanding) {
            console_puts(before);
            console_puts(" by ");
            console_put_decimal(g->outstanding);
            console_puts(g->outstanding == 1 ? " member" : " members");
            console_puts(g->context ? " of a group" : " of the world");
            before = ",";
        }
    }
    console_puts("\n");
}

/* What others have sent this core in collective operations that it has not called. */
static __attribute__((noinline)) void tell_what_is_left(const struct layer_above *above)
{
    const char *sentence = above->world_left ? above->world_left() : NULL;

    if (sentence) {
        console_end_line();
        console_puts("core ");
        console_put_decimal(noc_layer.rank);
        console_puts(": ");
        console_puts(sentence);
        console_puts("\n");
        bsp_fail_exit(NOC_EXIT_UNSENT);
    }
}

/* Nobody may be left without what a core that ends still keeps for it. */
static void finish_at_exit(void)
{
    if (noc_finish(NOC_LOST_CYCLES)) {
        say_who_took_nothing();
        bsp_fail_exit(NOC_EXIT_UNSENT);
    }
    if (!noc_layer.above && noc_layer.hooks->watch && noc_layer.unexpected.head) {
        noc_layer.hooks->watch();
    }
    if (noc_layer.above) {
        tell_what_is_left(noc_layer.above);
    }
}

/* Without a block nothing is known of the network. */
static struct noc_barrier_network barrier_network(uint32_t size, bool described)
{
    const struct noc_params *p = params_block();
    return described ? noc_barrier_network(p->topology, p->dims, p->width, size)
                     : (struct noc_barrier_network){.one_way = false};
}

static const struct hooks hooks = {
    .offer_matched = offer_matched,
    .group_message = group_message,
    .group_shown = group_shown,
    .group_acknowledged = group_acknowledged,
    .group_pulled = group_pulled,
    .group_relieve = group_relieve,
    .watch = collectives_watch,
    .backlog_acknowledged = backlog_acknowledged,
    .offer_words = long_words,
    .offer_taken = long_offered,
    .longs_progress = longs_progress,
    .opening = opening_try,
};

/* Words with a bit for each core. */
static uint32_t maps_of(uint32_t size)
{
    return (size + 31) / 32;
}

uint32_t noc_ram_bytes(void)
{
    return ni_read(NI_RAM);
}

uint32_t noc_init_bytes(void)
{
    return SLOTS * SLOT_BYTES + KEPT * (uint32_t)sizeof(struct kept) +
           5 * maps_of(ni_read(NI_NODES)) * (uint32_t)sizeof(uint32_t);
}

noc_err noc_init(void)
{
    struct layer_state *l = &noc_layer;
    uint32_t size, maps, bytes, i;
    uint32_t *given_up;
    struct kept *kept;
    void *memory;
    bool described;
    char *pool;

    if (l->size) {
        return NOC_ERR_OK;
    }
    described = params_are_there();
    if (described && !params_fit_the_wiring()) {
        return NOC_ERR_NETWORK;
    }
    size = ni_read(NI_NODES);
    l->rank = ni_read(NI_NODE);
    pool = malloc((size_t)SLOTS * SLOT_BYTES);
    kept = malloc(KEPT * sizeof(*kept));
    maps = maps_of(size);
    given_up = malloc(5 * (size_t)maps * sizeof(*given_up));
    if (!pool || !kept || !given_up) {
        free(pool);
        free(kept);
        free(given_up);
        return NOC_ERR_MEMORY;
    }
    l->hooks = &hooks;
    l->size = size;
    l->world_w2 = wire_user(0, false, l->rank);
    l->ram_front = ni_read(NI_RAM) - NOC_EAGER_BYTES;
    l->last_peer = -1;
    l->barrier_network = barrier_network(size, described);
    l->queued_end = &l->queued;
    l->given_up = given_up;
    list_clear(&l->unexpected);
    list_clear(&l->offers);
    requests_begin();
    for (i = 0; i < KEPT; i++) {
        kept[i].plain = WORM(NOC_WORM_MESSAGE, NOC_QUEUE_EAGER) | i << NI_TX_W0_ENTRY_SHIFT;
        kept[i].since = 0;
        l->kept[i].copy = &kept[i];
    }
    for (i = 0; i < 5 * maps; i++) {
        given_up[i] = 0;
    }
    memory = noc_arena(&bytes);
    arena_begin(&l->arena, memory, bytes);
    pull_begin(given_up + maps);
    l->next_entry = BODY_ENTRY;
    l->window_until = UINT64_MAX;
    groups_begin();
    ni_write(NI_WAKE, 0);
    ni_write(NI_RX_SIZE, EAGER_FLITS);
    ni_write(ni_queue(NI_RX_SIZE, NOC_QUEUE_PULLED), EAGER_FLITS);
    give_slots(pool);
    atexit(finish_at_exit);
    return NOC_ERR_OK;
}

static bool all_taken(void)
{
    const struct layer_state *l = &noc_layer;
    unsigned i;

    for (i = 0; i < GROUP_QUEUES; i++) {
        if (l->group[i] && l->group[i]->outstanding) {
            return false;
        }
    }
    return (!l->kept_live || copy_left(0) == l->kept_live) && !l->queued && !backlog_left() &&
           longs_are_done() && offers_are_done();
}

/* Out of line, so that noc_finish takes no longer for it: one of those for whom something is left. */
static __attribute__((cold, noinline)) noc_err name_waited_for(noc_err err)
{
    struct layer_state *l = &noc_layer;
    const struct request *r = l->longs;
    const struct backlog *b = backlog_left();
    const uint32_t first = copy_left(0);

    while (r && !(send_flags((enum send_state)r->state) & (LIFE_PUSH | LIFE_CALLER))) {
        r = r->next;
    }
    r = r ? r : l->queued;
    l->last_peer = first < l->kept_live ? (int32_t)l->kept[first].to
                 : b                    ? (int32_t)b->to
                 : r                    ? r->peer
                                        : -1;
    return err;
}

noc_err noc_finish(uint32_t timeout)
{
    struct layer_state *l = &noc_layer;
    struct wait wait;
    noc_err err;

    if (!l->size) {
        return NOC_ERR_UNSTARTED;
    }
    wait_begin(&wait, NOC_WAIT_SEND, 0, -1, timeout);
    for (noc_progress(); !all_taken(); noc_progress()) {
        wait.peer = l->kept_live ? (int32_t)l->kept[0].to
                  : l->longs     ? l->longs->peer
                  : l->backlogs  ? (int32_t)l->backlogs->to
                                 : -1;
        err = wait_more(&wait);
        if (err) {
            return name_waited_for(err);
        }
    }
    return NOC_ERR_OK;
}
