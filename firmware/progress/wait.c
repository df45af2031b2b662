/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Waiting: the one place where a core sleeps.
 *
 * Everybody who waits does:  wait_begin; for (;;) { noc_progress; what I
 * wanted? then leave; wait_more }. PENDING shows levels, so an event between
 * the look and the wfi ends the wfi at once: none is ever slept through.
 */
#include "eager/eager.h"
#include "eager/pull.h"
#include "wait.h"

enum { LOOK_CYCLES = 1000 }; /* between two looks at discards that do not end a sleep */

void wait_begin(struct wait *wait, enum noc_wait_what what, int32_t tag, int32_t peer,
                uint32_t timeout)
{
    wait->deadline = timeout == NOC_FOREVER ? UINT64_MAX : ni_time() + timeout;
    wait->note = noc_waiting(what, (uint32_t)tag);
    wait->wake = wait->watch = 0;
    wait->peer = peer;
}

/* 64 bits in two writes: never reached while half written. */
static void set_deadline(uint64_t deadline)
{
    ni_write(NI_DEADLINE_HI, UINT32_MAX);
    ni_write(NI_DEADLINE_LO, (uint32_t)deadline);
    ni_write(NI_DEADLINE_HI, (uint32_t)(deadline >> 32));
}

/* The deadline has passed. A call that needs copies and finds none may give some up that nobody takes.
 * (Sends do so themselves.) */
static __attribute__((cold, noinline)) noc_err out_of_time(const struct wait *wait)
{
    const uint32_t what = NOC_GET(wait->note, NI_WAITING, WHAT);

    noc_layer.last_peer = wait->peer;
    if (noc_layer.kept_live >= KEPT_USER &&
        (what == NOC_WAIT_GROUP || what == NOC_WAIT_BARRIER || what == NOC_WAIT_COLLECTIVE)) {
        (void)eager_give_up_users();
    }
    return NOC_ERR_TIMEOUT;
}

/* Neither two signals nor two sets of entries can be watched: so often the others are looked at. */
enum { AWAITED_CYCLES = 2000 };

/* What goes on by itself beside what the caller waits for: more bits of PENDING that end the sleep. */
static __attribute__((noinline)) uint32_t await_others(const struct wait *wait, uint64_t *deadline)
{
    const struct layer_state *l = &noc_layer;
    const uint32_t signal = 1u << NI_PENDING_SELECT_SHIFT;
    const bool taken = (l->awaited && wait->wake & signal) || (l->entries_awaited && wait->watch);
    const uint64_t again = ni_time() + AWAITED_CYCLES;
    uint32_t wake = 0;

    if (taken && again < *deadline) {
        *deadline = again;
    }
    if (l->awaited && !(wait->wake & signal)) {
        ni_write(NI_SIGNAL_SELECT, l->awaited);
        wake |= signal;
    }
    if (l->entries_awaited && !wait->watch) {
        ni_write(NI_TX_WATCH, l->entries_awaited);
        wake |= 1u << NI_PENDING_TX_IDLE_SHIFT;
    }
    return wake;
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* deadline: this core looks again then. wake: what else ends its sleep. */
static inline __attribute__((always_inline)) noc_err prepare(const struct wait *wait,
                                                             uint64_t deadline, uint32_t wake)
{
    struct layer_state *l = &noc_layer;
    const uint32_t always = noc_mask(NI_PENDING_QUEUES_BITS) | 1u << NI_PENDING_SIGNAL_SHIFT |
                            1u << NI_PENDING_WINDOW_SHIFT | 1u << NI_PENDING_DEADLINE_SHIFT;

    wake |= always | wait->wake;
    if (wait->deadline != UINT64_MAX && ni_time() >= wait->deadline) {
        return out_of_time(wait);
    }
    if (l->offers.head && l->window_until < deadline) {
        deadline = l->window_until;
    }
    if (l->above) {
        deadline = l->ask_at < deadline ? l->ask_at : deadline;
        if (l->awaited | l->entries_awaited) {
            wake |= await_others(wait, &deadline);
        }
    }
    if (wait->watch) {
        ni_write(NI_TX_WATCH, wait->watch);
        wake |= 1u << NI_PENDING_TX_IDLE_SHIFT;
    }
    set_deadline(deadline);
    ni_write(NI_WAITING, wait->note | NOC_PUT((uint32_t)wait->peer, NI_WAITING, NODE));
    ni_write(NI_WAKE, wake);
    return NOC_ERR_OK;
}

static const uint32_t DISCARD = 1u << NI_PENDING_DISCARD_SHIFT;

/*
 * Something is short. Messages are left with their senders; or progress has seen a discard and left
 * it alone. That would end the sleep at once, and what it waits for (a resend, a slot) wakes us
 * too; but if it is a group's, others that come behind it must be looked for. Or all copies are in
 * use.
 */
static __attribute__((cold, noinline)) noc_err prepare_slowly(const struct wait *wait)
{
    struct layer_state *l = &noc_layer;
    noc_err err = l->starved ? pull_for(wait) : NOC_ERR_OK;
    uint64_t deadline = wait->deadline;

    if (err) {
        return err;
    }
    if (l->discard_left && !l->pulling) {
        deadline = earlier(deadline, ni_time() + LOOK_CYCLES);
    }
    if (l->starved || (l->discard_left && l->pulling)) {
        deadline = earlier(deadline, l->pull_until); /* whom it was asked of may have ended */
    }
    if (l->kept_live >= KEPT_USER) {
        deadline = earlier(deadline, eager_make_room());
    }
    return prepare(wait, deadline, l->discard_left ? 0 : DISCARD);
}

noc_err wait_prepare(const struct wait *wait)
{
    const struct layer_state *l = &noc_layer;

    if (__builtin_expect(l->starved || l->discard_left || l->kept_live >= KEPT_USER, false)) {
        return prepare_slowly(wait);
    }
    return prepare(wait, wait->deadline, DISCARD);
}

noc_err wait_more(const struct wait *wait)
{
    noc_err err = wait_prepare(wait);

    if (!err) {
        TRACE_SLEEP(wait);
        ni_sleep();
        TRACE_AWAKE();
        ni_write(NI_WAITING, 0);
    }
    return err;
}

void wait_network(const struct wait *wait)
{
    struct wait on = *wait;

    on.deadline = UINT64_MAX;
    (void)wait_more(&on); /* without memory it returns at once */
}
