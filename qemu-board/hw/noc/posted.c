/*
 * Posted writes: a hart need not wait for its turn to write what it reads no
 * answer to
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Such a write is kept with its cycle until the model comes there; then it
 * acts, in the order of (cycle, node), as it would have acted at once. The hart
 * goes on. So thousands of harts that set up their interfaces in the same
 * cycles cost one slice each, not one for every write.
 *
 * What a hart reads afterwards must know of its writes: nocturne_sched_sync()
 * brings the model to the reader's cycle, and so past all of them. What it
 * writes afterwards is posted too. A hart in wfi sleeps if its line is low
 * when the last of its writes is done.
 */
#include "qemu/osdep.h"
#include "hw/noc/nocturne.h"

/* So many writes of one node may wait; a hart that only writes must not fill
 * the host's memory. */
enum { POSTED_OF_NODE = 64 };

typedef struct NocturnePosted Posted;

static bool before(const Posted *a, const Posted *b)
{
    return a->when < b->when || (a->when == b->when && a->node < b->node);
}

bool nocturne_post(NocturneNode *n, uint32_t offset, uint32_t value)
{
    NocturneBoard *b = n->board;
    Posted p = { nocturne_node_clock(n), n->id, offset, value };
    uint32_t at;

    if (n->posted == POSTED_OF_NODE) {
        return false;
    }
    if (b->posted_used == b->posted_room) {
        b->posted_room = b->posted_room ? 2 * b->posted_room : 256;
        b->posted = g_renew(Posted, b->posted, b->posted_room);
    }
    n->posted++;
    for (at = b->posted_used++; at > 0 && before(&p, &b->posted[(at - 1) / 2]);
         at = (at - 1) / 2) {
        b->posted[at] = b->posted[(at - 1) / 2];
    }
    b->posted[at] = p;
    return true;
}

uint64_t nocturne_posted_next(const NocturneBoard *b)
{
    return b->posted_used ? b->posted[0].when : NOC_NEVER;
}

static Posted take(NocturneBoard *b)
{
    Posted first = b->posted[0], last = b->posted[--b->posted_used];
    uint32_t at = 0, child;

    while ((child = 2 * at + 1) < b->posted_used) {
        if (child + 1 < b->posted_used && before(&b->posted[child + 1], &b->posted[child])) {
            child++;
        }
        if (!before(&b->posted[child], &last)) {
            break;
        }
        b->posted[at] = b->posted[child];
        at = child;
    }
    b->posted[at] = last;
    return first;
}

void nocturne_posted_do(NocturneBoard *b)
{
    while (nocturne_posted_next(b) <= noc_board_now(b->model)) {
        Posted p = take(b);
        NocturneNode *n = &b->node[p.node];

        n->posted--;
        noc_ni_write(b->model, p.node, p.offset, p.value, p.when);
        if (!noc_ni_line(b->model, p.node)) {
            nocturne_node_set_irq(n, false);
        }
        if (!n->posted) {
            nocturne_sched_settled(n);
        }
    }
}

void nocturne_posted_reset(NocturneBoard *b)
{
    uint32_t i;

    b->posted_used = 0;
    for (i = 0; i < b->nodes; i++) {
        b->node[i].posted = 0;
    }
}
