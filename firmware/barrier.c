/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Barrier by dissemination (include/noc/barrier.h says who signals whom). Cost: ceil(log2 n)
 * rounds, one signal sent and one received by each member in each; no memory at all.
 * Citation: Hensgen, Finkel and Manber, "Two algorithms for barrier
 * synchronization", Int. J. Parallel Programming 17(1), 1988.
 * Precondition: the group's members call in the same order.
 *
 * The senders of one barrier's rounds are all different nodes, so one signal
 * number is enough for all rounds. A core can be ahead by one barrier, never by
 * two: the numbers of even and odd barriers keep the next one's early signals
 * apart.
 */
#include "barrier.h"
#include "messages_priv.h"

static uint32_t signal_of(uint32_t node, const struct noc_group *g)
{
    unsigned kind = g->parity ? NOC_SIGNAL_ODD : NOC_SIGNAL_EVEN;

    return NOC_PUT(node, NI_SIGNAL_SEND, NODE) |
           NOC_PUT(noc_signal(kind, g->queue), NI_SIGNAL_SEND, NUMBER);
}

static bool has_come(void)
{
    return ni_read(NI_PENDING) & 1u << NI_PENDING_SELECT_SHIFT;
}

/* Signal the one, wait for the other. A round that timed out is not signalled
 * twice when the call is repeated. */
static noc_err do_round(struct noc_group *g, struct wait *wait)
{
    uint32_t away = NOC_BARRIER_AWAY(g->round);
    uint32_t signal;
    noc_err err;

    if (!g->signalled) {
        signal = signal_of(group_node(g, noc_barrier_to(g->rank, away, g->count)), g);
        TRACE_SIGNAL(SIGNAL, NOC_GET(signal, NI_SIGNAL_SEND, NODE),
                     NOC_GET(signal, NI_SIGNAL_SEND, NUMBER));
        ni_write(NI_SIGNAL_SEND, signal);
        g->signalled = true;
    }
    wait->peer = (int32_t)group_node(g, noc_barrier_from(g->rank, away, g->count));
    signal = signal_of((uint32_t)wait->peer, g);
    ni_write(NI_SIGNAL_SELECT, signal);
    while (!has_come()) {
        noc_progress();
        if (!has_come()) {
            err = wait_more(wait);
            if (err) {
                return err;
            }
        }
    }
    ni_write(NI_SIGNAL_POP, signal);
    TRACE_SIGNAL(SIGNALLED, wait->peer, NOC_GET(signal, NI_SIGNAL_SEND, NUMBER));
    g->signalled = false;
    g->round++;
    return NOC_ERR_OK;
}

noc_err noc_barrier(noc_group *g, uint32_t timeout)
{
    struct wait wait;
    noc_err err;

    if (!group_valid(g)) {
        return noc_layer.size ? NOC_ERR_GROUP : NOC_ERR_UNSTARTED;
    }
    wait_begin(&wait, NOC_WAIT_BARRIER, g->queue, -1, timeout);
    wait.wake = 1u << NI_PENDING_SELECT_SHIFT;
    while (NOC_BARRIER_AWAY(g->round) < g->count) {
        err = do_round(g, &wait);
        if (err) {
            return err;
        }
    }
    g->round = 0;
    g->parity ^= 1;
    return NOC_ERR_OK;
}
