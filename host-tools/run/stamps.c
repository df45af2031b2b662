/* SPDX-License-Identifier: BSD-2-Clause */
#include "stamps.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "memmap.h"
#include "packet.h"
#include "regs.h"
#include "stamp.h"
#include "target/stamp_ring.h"

enum {
    WINDOW_MIN = 32,
    WINDOW_FIRST = 2048,
    WINDOW_MAX = 1 << 20, /* cycles */
    FULL_MANY = NOC_STAMPS / 2,
    FULL_FEW = NOC_STAMPS / 8, /* stamps */
    WAIT_US_MIN = 100,
    WAIT_US_MAX = 10000
};

/* Where a look puts what it finds. */
struct looking {
    struct stamps *s;
    uint32_t node;
};

static void take(void *opaque, const struct stamp_taken *taken)
{
    const struct looking *l = opaque;
    const struct stamp stamp = {.head = taken->head,
                                .tail = taken->head + taken->cycles - 1,
                                .node = l->node,
                                .source = NOC_GET(taken->w1, NI_TX_W1, SOURCE),
                                .to = noc_header_node(taken->header),
                                .port = taken->port,
                                .vc = taken->vc};
    stamps_add(l->s, &stamp);
}

/* All that is new; *most: of the router that had most. */
static enum status look(struct stamps *s, struct transport *transport, struct stamp_ring *ring,
                        uint32_t nodes, uint64_t cycle, uint32_t *most, struct error *error)
{
    enum status status = STATUS_DONE;
    *most = 0;
    for (uint32_t node = 0; node < nodes && !status; node++) {
        struct looking l = {s, node};
        status = stamp_ring_look(&ring[node], transport, node, cycle, take, &l, error);
        s->lost += ring[node].lost;
        *most = ring[node].fresh > *most ? ring[node].fresh : *most;
    }
    return status;
}

/* Let it run to this cycle, or to its end; then it stands. */
static enum status run_until(struct transport *transport, struct qemu *q,
                             const struct experiment *e, FILE *console, uint64_t cycle,
                             struct error *error)
{
    uint32_t standing = 0;
    unsigned us = WAIT_US_MIN;
    enum status status = transport_go_until(transport, cycle, error);
    while (!status && !standing && !q->ended) {
        status = qemu_look(q, e, console, (int)(us / 1000), error);
        if (!status && us < 1000) {
            usleep(us);
        }
        if (!status) {
            status = transport_word(transport, NOC_CONTROL_BASE + CTL_STOP, &standing, error);
        }
        us = us * 2 < WAIT_US_MAX ? us * 2 : WAIT_US_MAX;
    }
    return status ? status : transport_stop(transport, error);
}

enum status stamps_record(struct stamps *s, struct transport *transport, struct qemu *q,
                          const struct experiment *e, FILE *console, struct error *error)
{
    const uint32_t nodes = e->topology.nodes;
    struct stamp_ring *ring = alloc_array(nodes, sizeof *ring);
    uint64_t window = WINDOW_FIRST, cycle = 0;
    bool over = false;
    *s = (struct stamps){.at = NULL};
    enum status status = transport_stop(transport, error);
    status = status ? status : transport_write(transport, NOC_CONTROL_BASE + CTL_STAMP, 1, error);
    status = status ? status : transport_cycle(transport, &cycle, error);
    while (!status && !over) {
        uint32_t most = 0;
        status = run_until(transport, q, e, console, cycle + window, error);
        over = q->ended;
        status = status ? status : transport_cycle(transport, &cycle, error);
        status = status ? status : look(s, transport, ring, nodes, cycle, &most, error);
        if (most > FULL_MANY && window > WINDOW_MIN) {
            window /= 2;
        } else if (most < FULL_FEW && window < WINDOW_MAX) {
            window *= 2;
        }
    }
    free(ring);
    return status;
}
