/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Barrier by dissemination (include/noc/barrier.h says who signals whom; a group has that in a table,
 * since finding it takes longer than signalling). Cost: ceil(log4 n)
 * rounds, in each of which a member sends up to three signals and then takes as many; no memory at
 * all. With two or eight instead of four as the base the rounds are more, or each is longer: by the
 * time that a member has sent three signals, the first of the others' has come.
 * Citations: Hensgen, Finkel and Manber, "Two algorithms for barrier synchronization", Int. J.
 * Parallel Programming 17(1), 1988, with one signal in each round; Hoefler, Mehlan, Mietke and Rehm,
 * "Fast barrier synchronization for InfiniBand", Proc. IPDPS 2006, with several (n-way).
 * Precondition: the group's members call in the same order.
 *
 * All distances of one barrier differ and are below n, so its signals come from different nodes, and
 * one signal number is enough for all rounds. A core can be ahead by one barrier, never by two: the
 * numbers of even and odd barriers keep the next one's early signals apart.
 */
#include "agreement.h"
#include "barrier.h"
#include "eager/eager.h"
#include "groups.h"
#include "progress/progress.h"
#include "progress/wait.h"
#include "requests/requests.h"
#include "signals.h"

#define INLINE inline __attribute__((always_inline))

enum {
    STEPS = NOC_BARRIER_SIGNALS + 1 /* group.step is round * STEPS + signals taken in it */
};

/* What is the same for all rounds of a barrier: the signals' number, where registers have it. */
static INLINE uint32_t kind_of(const struct noc_group *g)
{
    return noc_signal(g->barriers & 1 ? NOC_SIGNAL_ODD : NOC_SIGNAL_EVEN, g->queue)
        << NI_SIGNAL_SEND_NUMBER_SHIFT;
}

/* A round with all signals. Returns those taken; fewer: one is lacking. */
static INLINE uint32_t do_round(const struct noc_barrier_peers *p, uint32_t kind)
{
    signal_send(kind | p->to[0]);
    signal_send(kind | p->to[1]);
    signal_send(kind | p->to[2]);
    return !signal_take(kind | p->from[0]) ? 0
         : !signal_take(kind | p->from[1]) ? 1
         : !signal_take(kind | p->from[2]) ? 2
                                           : NOC_BARRIER_SIGNALS;
}

/* One that may have fewer, or from where it was left. */
static inline uint32_t do_part(const struct noc_barrier_peers *p, uint32_t kind, uint32_t signals,
                               uint32_t taken, bool signalled)
{
    uint32_t i;

    for (i = 0; i < signals && !signalled; i++) {
        signal_send(kind | p->to[i]);
    }
    while (taken < signals && signal_take(kind | p->from[taken])) {
        taken++;
    }
    return taken;
}

/* This signal of this round is lacking. */
static INLINE bool left_at(struct noc_group *g, const struct noc_barrier_peers *p, uint32_t taken)
{
    g->step = (uint8_t)((uint32_t)(p - g->peers) * STEPS + taken);
    g->signalled = true;
    return false;
}

static INLINE uint32_t signals_of(const struct noc_group *g, const struct noc_barrier_peers *p)
{
    return p < g->peers + g->rounds ? NOC_BARRIER_SIGNALS : g->rest;
}

/*
 * Go on with the barrier, or begin with it. False: the signal that SIGNAL_SELECT names is lacking.
 * This calls nothing, so that it need not save registers.
 */
static __attribute__((noinline)) bool go_on(struct noc_group *g)
{
    const struct noc_barrier_peers *p = g->peers, *end = p + g->rounds;
    const uint32_t kind = kind_of(g);
    uint32_t taken;

    if (__builtin_expect(g->signalled, 0)) {
        p += g->step / STEPS;
        taken = do_part(p, kind, signals_of(g, p), g->step % STEPS, true);
        if (taken < signals_of(g, p)) {
            return left_at(g, p, taken);
        }
        p++;
    }
    for (; p < end; p++) {
        taken = do_round(p, kind);
        if (taken < NOC_BARRIER_SIGNALS) {
            return left_at(g, p, taken);
        }
    }
    if (p == end && g->rest) {
        taken = do_part(p, kind, g->rest, 0, false);
        if (taken < g->rest) {
            return left_at(g, p, taken);
        }
    }
    g->step = 0;
    g->signalled = false;
    g->barriers++;
    return true;
}

/* --- the peers ---------------------------------------------------------------------------------- */

uint32_t barrier_bytes(uint32_t count)
{
    uint32_t rounds = 0;

    while (1u << 2 * rounds < count) {
        rounds++;
    }
    return rounds * (uint32_t)sizeof(struct noc_barrier_peers);
}

void barrier_prepare(struct noc_group *g, struct noc_barrier_peers *p)
{
    struct noc_barrier_network network = noc_layer.barrier_network;
    uint32_t signals, i;

    if (g->members) {
        network.bits[0] = 0;
    }
    g->peers = p;
    for (; (signals = noc_barrier_round(p, &network, g->count, g->rank, g->rounds)); p++) {
        for (i = 0; i < signals; i++) {
            p->to[i] = (uint16_t)group_node(g, p->to[i]);
            p->from[i] = (uint16_t)group_node(g, p->from[i]);
        }
        if (signals < NOC_BARRIER_SIGNALS) {
            g->rest = (uint8_t)signals;
            break;
        }
        g->rounds++;
    }
}

/* --- sleeping ----------------------------------------------------------------------------------- */

/*
 * Sleep until the selected signal has come. What others want of this core is seen to before the
 * first sleep, and whenever something other than the signal ends one; otherwise nothing has changed
 * since the sleep before, so WAKE and DEADLINE still hold.
 */
static noc_err sleep_until_come(struct wait *wait, uint32_t *wake)
{
    uint32_t pending;
    noc_err err;

    wait->peer = (int32_t)NOC_GET(ni_read(NI_SIGNAL_SELECT), NI_SIGNAL_SEND, NODE);
    while (!((pending = ni_read(NI_PENDING)) & SIGNAL_CAME)) {
        if (*wake && !(pending & *wake)) {
            ni_write(NI_WAITING, wait->note | NOC_PUT((uint32_t)wait->peer, NI_WAITING, NODE));
        } else {
            noc_progress();
            if (ni_read(NI_PENDING) & SIGNAL_CAME) {
                break;
            }
            err = noc_layer.within ? wait_prepare(wait) : NOC_ERR_MISMATCH;
            if (err) {
                return err;
            }
            *wake = ni_read(NI_WAKE);
        }
        TRACE_SLEEP(wait);
        ni_sleep();
        TRACE_AWAKE();
    }
    return NOC_ERR_OK;
}

static __attribute__((noinline)) noc_err go_on_asleep(struct noc_group *g, uint32_t timeout,
                                                      uint32_t begin)
{
    uint32_t wake = 0;
    struct wait wait;
    noc_err err;

    wait_begin(&wait, NOC_WAIT_BARRIER, g->context, -1, timeout);
    if (timeout != NOC_FOREVER) {
        wait.deadline -= (uint32_t)ni_time() - begin;
    }
    wait.wake = SIGNAL_CAME;
    group_waits(g, WITHIN_BARRIER, &wait);
    do {
        wake = wait.asked < 0 ? wake : 0; /* who is waited for from now on is asked in its turn */
        err = sleep_until_come(&wait, &wake);
    } while (!err && !go_on(g));
    noc_layer.within = NULL;
    g->unsure |= err != NOC_ERR_OK;
    ni_write(NI_WAITING, 0);
    progress_accesses();
    return err;
}

/* Others may wait for an answer of this core, which need not sleep as long as the rest of its group
 * comes in time. What nobody waits for stays where it is. */
static inline void answer_others(void)
{
    const struct layer_state *l = &noc_layer;
    const uint32_t signal = 1u << NI_PENDING_SIGNAL_SHIFT;
    const uint32_t queues = 1u << NOC_QUEUE_EAGER | 1u << NOC_QUEUE_PULLED;
    uint32_t pending = ni_read(NI_PENDING) & (signal | queues);

    if (pending && (pending & signal || l->posted || l->longs || l->offers.head || l->onesided)) {
        noc_progress();
    }
}

/* --- by messages -------------------------------------------------------------------- */

/*
 * Without a receive queue, and where the group ends, a message takes the place of each signal. What has
 * come is a bit in the group, so that a barrier keeps no message. `done` counts what is: all sends and
 * takes of each round.
 */
enum { DONE = 2 * NOC_BARRIER_SIGNALS }; /* in a round, at most */

struct by_messages {
    uint8_t *done;
    uint32_t *come;
    uint32_t operation, parity; /* of W2 */
    uint32_t call;              /* a WHAT_ without the shift, or 0 */
};

/* The step that comes next. */
struct step {
    uint32_t node;
    uint32_t bit; /* in come */
    bool send;
};

/* False: the barrier is done. */
static bool next_step(const struct noc_group *g, const struct by_messages *b, struct step *s)
{
    uint32_t round = *b->done / DONE, n = *b->done % DONE;
    const struct noc_barrier_peers *p = &g->peers[round];

    if (n == 2 * signals_of(g, p)) {
        *b->done = (uint8_t)(++round * DONE);
        n = 0;
        p++;
    }
    if (round > g->rounds || !signals_of(g, p)) {
        return false;
    }
    s->send = n < signals_of(g, p);
    n %= signals_of(g, p);
    s->bit = round * NOC_BARRIER_SIGNALS + n;
    s->node = s->send ? p->to[n] : p->from[n];
    return true;
}

bool barrier_arrived(struct noc_group *g, uint32_t source, uint32_t w2)
{
    const bool leaves = wire_bits(w2, 0, WIRE_OPERATION_BITS) == WIRE_LEAVES;
    const uint32_t bit = wire_bits(w2, WIRE_STEP_SHIFT, WIRE_STEP_BITS);
    const uint32_t round = bit / NOC_BARRIER_SIGNALS, n = bit % NOC_BARRIER_SIGNALS;
    const struct noc_barrier_peers *p = &g->peers[round];

    if ((g->queue && !leaves) || round > g->rounds || n >= signals_of(g, p) ||
        source != p->from[n]) {
        return false;
    }
    *(leaves ? &g->leave : &g->come[w2 >> WIRE_PARITY_SHIFT & 1]) |= 1u << bit;
    return true;
}

/* What the next step is for is there; *err: of its message. */
static bool step_taken(const struct noc_group *g, const struct by_messages *b, const struct step *s,
                       noc_err *err)
{
    if (!s->send) {
        return *b->come >> s->bit & 1;
    }
    if (!eager_ready_own(s->node, KEPT_USER)) {
        return false;
    }
    *err = eager_start_own(
        s->node, 0, wire_in_group(b->operation, b->parity, g->context, g->generation, s->bit), NULL,
        0);
    return true;
}

static __attribute__((noinline)) noc_err by_messages(struct noc_group *g,
                                                     const struct by_messages *b, struct wait *wait)
{
    noc_err err = NOC_ERR_OK;
    struct step s;

    group_waits(g, b->call, wait);
    while (!err && next_step(g, b, &s)) {
        if (!step_taken(g, b, &s, &err)) {
            wait->peer = (int32_t)s.node;
            noc_progress();
            if (!step_taken(g, b, &s, &err)) {
                err = noc_layer.within ? wait_more(wait) : NOC_ERR_MISMATCH;
                continue;
            }
        }
        ++*b->done;
    }
    noc_layer.within = NULL;
    g->unsure |= err != NOC_ERR_OK;
    return err;
}

static __attribute__((noinline)) noc_err without_queue(struct noc_group *g, uint32_t timeout)
{
    const uint32_t parity = g->barriers & 1u;
    const struct by_messages b = {&g->step, &g->come[parity], WIRE_ARRIVED, parity, 0};
    struct wait wait;
    noc_err err;

    wait_begin(&wait, NOC_WAIT_BARRIER, g->context, -1, timeout);
    err = by_messages(g, &b, &wait);
    g->signalled = g->step;
    if (!err) {
        g->come[parity] = 0; /* nobody is ahead by two barriers */
        g->step = 0;
        g->signalled = false;
        g->barriers++;
    }
    return err;
}

/* It goes when those before it are taken; without memory for that it does not. */
static void queue(const struct sending *s)
{
    struct request *r = request_new(false);

    if (r) {
        send_begin(r, s);
        r->owned = !r->done;
        if (r->done) {
            request_free(r);
        }
    }
}

/* The deadline has passed before this core could say that it leaves: those who wait for it hear it all the
 * same. */
static void say_later(struct noc_group *g, const struct by_messages *b)
{
    struct sending to = {.body = NULL};
    struct step s;

    while (next_step(g, b, &s) && s.send) {
        to.to = s.node;
        to.w2 = wire_in_group(b->operation, b->parity, g->context, g->generation, s.bit);
        queue(&to);
        ++*b->done;
    }
}

noc_err barrier_to_end(struct noc_group *g, uint32_t what, struct wait *wait)
{
    const struct by_messages b = {&g->leave_step, &g->leave, WIRE_LEAVES, 0, what >> WHAT_SHIFT};
    noc_err err = by_messages(g, &b, wait);

    if (err) {
        say_later(g, &b);
    }
    return err;
}

/* --- both ------------------------------------------------------------------------------ */

noc_err noc_barrier(noc_group *group, uint32_t timeout)
{
    struct noc_group *g = group_of(group);
    uint32_t begin;

    if (!g) {
        return noc_layer.size ? NOC_ERR_GROUP : NOC_ERR_UNSTARTED;
    }
    if (g->unusual) {
        return without_queue(g, timeout);
    }
    begin = hart_cycles_low();
    if (!go_on(g)) {
        return go_on_asleep(g, timeout, begin);
    }
    answer_others();
    return NOC_ERR_OK;
}
