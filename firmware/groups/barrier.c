/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Barrier by dissemination (include/noc/barrier.h says who signals whom). Cost: ceil(log4 n)
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
#include "barrier.h"
#include "eager/eager.h"
#include "groups.h"
#include "progress/progress.h"
#include "progress/wait.h"

#define INLINE inline __attribute__((always_inline))

enum {
    HAS_COME = 1 << NI_PENDING_SELECT_SHIFT,
    LOOKS = 64, /* for a signal; then a core sleeps, which takes as long to begin and to end */
    STEPS = NOC_BARRIER_SIGNALS + 1 /* group.step is round * STEPS + signals taken in it */
};

/* What a round is the same for all of, in registers. */
struct ring {
    const uint16_t *members; /* NULL: all cores */
    uint32_t count, rank;
    uint32_t near;
    uint32_t kind; /* the signals' number, where registers have it */
};

static INLINE uint32_t near_of(const struct noc_group *g)
{
    return noc_barrier_near(g->count, noc_layer.ways);
}

static INLINE uint32_t signal_of(const struct ring *r, uint32_t rank)
{
    return r->kind | (r->members ? r->members[rank] : rank) << NI_SIGNAL_SEND_NODE_SHIFT;
}

static INLINE void send(const struct ring *r, uint32_t distance)
{
    uint32_t signal = signal_of(r, noc_barrier_to(r->rank, distance, r->count));

    TRACE_SIGNAL(SIGNAL, NOC_GET(signal, NI_SIGNAL_SEND, NODE),
                 NOC_GET(signal, NI_SIGNAL_SEND, NUMBER));
    ni_write(NI_SIGNAL_SEND, signal);
}

static inline uint8_t step_of(uint32_t away, uint32_t taken)
{
    uint32_t round = 0;

    while (NOC_BARRIER_AWAY(round) < away) {
        round++;
    }
    return (uint8_t)(round * STEPS + taken);
}

static INLINE bool has_come(void)
{
    return ni_read(NI_PENDING) & HAS_COME;
}

/* Whether the signal comes at once, or almost. Then it is taken. */
static INLINE bool take(const struct ring *r, uint32_t distance)
{
    uint32_t signal = signal_of(r, noc_barrier_from(r->rank, distance, r->count));
    unsigned looks = LOOKS;

    ni_write(NI_SIGNAL_SELECT, signal);
    if (!has_come()) {
        while (!has_come()) {
            if (!--looks) {
                return false;
            }
        }
    }
    ni_write(NI_SIGNAL_POP, signal);
    TRACE_SIGNAL(SIGNALLED, NOC_GET(signal, NI_SIGNAL_SEND, NODE),
                 NOC_GET(signal, NI_SIGNAL_SEND, NUMBER));
    return true;
}

/* A round, from where it was left. Returns the signals taken; fewer than `signals`: one is lacking. */
static INLINE uint32_t do_round(const struct ring *r, uint32_t away, uint32_t signals,
                                uint32_t taken, bool signalled)
{
    const uint32_t third = noc_barrier_third(away, r->count, r->near);

    if (!signalled) {
        send(r, away);
        if (signals > 1) {
            send(r, 2 * away);
        }
        if (signals > 2) {
            send(r, third);
        }
    }
    if (taken < 1 && !take(r, away)) {
        return 0;
    }
    if (signals > 1 && taken < 2 && !take(r, 2 * away)) {
        return 1;
    }
    if (signals > 2 && !take(r, third)) {
        return 2;
    }
    return signals;
}

/* The rounds from this one on; of the first of them this much is done. */
static INLINE bool do_rounds(struct noc_group *g, const uint16_t *members)
{
    const struct ring r = {
        .members = members,
        .count = g->count,
        .rank = g->rank,
        .near = near_of(g),
        .kind = noc_signal(g->parity ? NOC_SIGNAL_ODD : NOC_SIGNAL_EVEN, g->queue)
             << NI_SIGNAL_SEND_NUMBER_SHIFT,
    };
    uint32_t away = NOC_BARRIER_AWAY(g->step / STEPS), taken, signals;

    if (g->signalled) {
        signals = noc_barrier_signals(away, r.count);
        taken = do_round(&r, away, signals, g->step % STEPS, true);
        if (taken < signals) {
            g->step = step_of(away, taken);
            return false;
        }
        away *= NOC_BARRIER_AWAY(1);
    }
    for (; away < r.count; away *= NOC_BARRIER_AWAY(1)) {
        signals = noc_barrier_signals(away, r.count);
        taken = do_round(&r, away, signals, 0, false);
        if (taken < signals) {
            g->signalled = true;
            g->step = step_of(away, taken);
            return false;
        }
    }
    g->step = 0;
    g->signalled = false;
    g->parity ^= 1;
    return true;
}

/*
 * Go on with the barrier, or begin with it. False: the signal that SIGNAL_SELECT names is lacking.
 * This calls nothing, so that it need not save registers.
 */
static __attribute__((noinline)) bool go_on(struct noc_group *g)
{
    return g->members ? do_rounds(g, g->members) : do_rounds(g, NULL);
}

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
    while (!((pending = ni_read(NI_PENDING)) & HAS_COME)) {
        if (*wake && !(pending & *wake)) {
            ni_write(NI_WAITING, wait->note | NOC_PUT((uint32_t)wait->peer, NI_WAITING, NODE));
        } else {
            noc_progress();
            if (ni_read(NI_PENDING) & HAS_COME) {
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
    wait.wake = HAS_COME;
    group_waits(g, 0);
    do {
        err = sleep_until_come(&wait, &wake);
    } while (!err && !go_on(g));
    noc_layer.within = NULL;
    ni_write(NI_WAITING, 0);
    progress_accesses();
    return err;
}

/* Others may wait for an answer of this core, which need not sleep as long as the rest of its group
 * comes in time. What nobody waits for stays where it is. */
static inline void answer_others(void)
{
    const struct noc_layer *l = &noc_layer;
    const uint32_t signal = 1u << NI_PENDING_SIGNAL_SHIFT;
    const uint32_t queues = 1u << NOC_QUEUE_EAGER | 1u << NOC_QUEUE_PULLED;
    uint32_t pending = ni_read(NI_PENDING) & (signal | queues);

    if (pending && (pending & signal || l->posted || l->longs || l->offers.head || l->onesided)) {
        noc_progress();
    }
}

/* --- without a receive queue -------------------------------------------------------- */

/*
 * A message takes the place of each signal. What has come is a bit in the group, so that a barrier
 * keeps no message. group.step counts what is done: all sends and takes of each round.
 */
enum { DONE = 2 * NOC_BARRIER_SIGNALS }; /* in a round, at most */

/* The step that comes next. */
struct step {
    uint32_t node;
    uint32_t bit; /* in come */
    bool send;
};

/* False: the barrier is done. */
static bool next_step(struct noc_group *g, struct step *s)
{
    uint32_t round = g->step / DONE, n = g->step % DONE, away, signals, distance;

    for (;; round++, n = 0) {
        away = NOC_BARRIER_AWAY(round);
        if (away >= g->count) {
            return false;
        }
        signals = noc_barrier_signals(away, g->count);
        if (n < 2 * signals) {
            break;
        }
    }
    g->step = (uint8_t)(round * DONE + n);
    s->send = n < signals;
    n %= signals;
    distance = noc_barrier_distance(away, n + 1, g->count, near_of(g));
    s->bit = round * NOC_BARRIER_SIGNALS + n;
    s->node = group_node(g, s->send ? noc_barrier_to(g->rank, distance, g->count)
                                    : noc_barrier_from(g->rank, distance, g->count));
    return true;
}

bool barrier_arrived(struct noc_group *g, uint32_t source, uint32_t w2)
{
    const uint32_t bit = wire_bits(w2, WIRE_STEP_SHIFT, WIRE_STEP_BITS);
    const uint32_t away = NOC_BARRIER_AWAY(bit / NOC_BARRIER_SIGNALS);
    const uint32_t n = bit % NOC_BARRIER_SIGNALS + 1;
    uint32_t distance;

    if (g->queue || away >= g->count || n > noc_barrier_signals(away, g->count)) {
        return false;
    }
    distance = noc_barrier_distance(away, n, g->count, near_of(g));
    if (source != group_node(g, noc_barrier_from(g->rank, distance, g->count))) {
        return false;
    }
    g->come[w2 >> WIRE_PARITY_SHIFT & 1] |= 1u << bit;
    return true;
}

/* What the next step is for is there; *err: of its message. */
static bool step_taken(struct noc_group *g, const struct step *s, noc_err *err)
{
    if (!s->send) {
        return g->come[g->parity] >> s->bit & 1;
    }
    if (!eager_ready(&noc_layer, s->node, KEPT_USER)) {
        return false;
    }
    *err = eager_start(s->node, 0,
                       wire_in_group(WIRE_ARRIVED, g->parity, g->context, g->generation, s->bit),
                       NULL, 0);
    return true;
}

static __attribute__((noinline)) noc_err by_messages(struct noc_group *g, uint32_t timeout)
{
    noc_err err = NOC_ERR_OK;
    struct wait wait;
    struct step s;

    wait_begin(&wait, NOC_WAIT_BARRIER, g->context, -1, timeout);
    group_waits(g, 0);
    while (!err && next_step(g, &s)) {
        if (!step_taken(g, &s, &err)) {
            noc_progress();
            if (!step_taken(g, &s, &err)) {
                wait.peer = (int32_t)s.node;
                err = noc_layer.within ? wait_more(&wait) : NOC_ERR_MISMATCH;
                continue;
            }
        }
        g->step++;
        g->signalled = true;
    }
    noc_layer.within = NULL;
    if (!err) {
        g->come[g->parity] = 0; /* nobody is ahead by two barriers */
        g->step = 0;
        g->signalled = false;
        g->parity ^= 1;
    }
    return err;
}

/* --- a barrier that goes on by itself ------------------------------------------------------- */

void barrier_expect(struct noc_group *g)
{
    g->meetings++;
    g->unusual = true;
}

static void expect_less(struct noc_group *g)
{
    g->meetings--;
    g->unusual = !g->queue || g->meetings;
}

void barrier_unexpected(struct noc_group *g)
{
    g->met = false; /* if it is under way the next call goes on with it: the group is broken */
    noc_layer.awaited = 0;
    expect_less(g);
}

bool barrier_try(struct noc_group *g)
{
    struct noc_layer *l = &noc_layer;
    const uint32_t selected = ni_read(NI_SIGNAL_SELECT);
    bool done = false;

    if (g->signalled && !g->met) {
        return false; /* one that was called before, and whose deadline has passed */
    }
    if (g->met) {
        ni_write(NI_SIGNAL_SELECT, l->awaited);
    }
    if (!g->met || has_come()) {
        g->met = true;
        done = go_on(g);
        l->awaited = done ? 0 : ni_read(NI_SIGNAL_SELECT);
    }
    ni_write(NI_SIGNAL_SELECT, selected); /* another barrier's, perhaps */
    if (done) {
        g->met = false;
        expect_less(g);
    }
    return done;
}

/* Those that go on by themselves come first, unless one that was called is under way. */
static noc_err after_meetings(struct noc_group *g, struct wait *wait)
{
    noc_err err = NOC_ERR_OK;

    if (g->signalled && !g->met) {
        return NOC_ERR_OK;
    }
    for (noc_progress(); !err && g->meetings; noc_progress()) {
        err = wait_more(wait);
    }
    return err;
}

static __attribute__((noinline)) noc_err unusual(struct noc_group *g, uint32_t timeout)
{
    const uint32_t begin = hart_cycles_low();
    struct wait wait;
    noc_err err;

    if (!g->queue) {
        return by_messages(g, timeout);
    }
    wait_begin(&wait, NOC_WAIT_BARRIER, g->context, -1, timeout);
    err = after_meetings(g, &wait);
    return err || go_on(g) ? err : go_on_asleep(g, timeout, begin);
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
        return unusual(g, timeout);
    }
    begin = hart_cycles_low();
    if (!go_on(g)) {
        return go_on_asleep(g, timeout, begin);
    }
    answer_others();
    return NOC_ERR_OK;
}
