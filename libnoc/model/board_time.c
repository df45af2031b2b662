/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the board does at a given cycle by itself: two binary heaps.
 *
 * Events (arrivals whose v it is, headers that have been checked) are ordered by cycle, then by the order
 * in which they were added. Deadlines are
 * a heap of nodes, each of which knows its place in it, since a hart sets a
 * new deadline for every wait and few of them ever pass. O(log n) each.
 */
#include <assert.h>
#include <stdlib.h>

#include "board_priv.h"

/* --- events -------------------------------------------------------------- */

static bool event_before(const struct ni_event *a, const struct ni_event *b)
{
    return a->when != b->when ? a->when < b->when : a->order < b->order;
}

void ni_event_add(struct ni_events *events, struct ni_event e)
{
    uint32_t at;

    e.order = events->order++;
    if (events->used == events->room) {
        events->room = events->room ? 2 * events->room : 64;
        events->event = realloc(events->event, events->room * sizeof(e));
        if (!events->event) {
            abort();
        }
    }
    at = events->used++;
    while (at > 0 && event_before(&e, &events->event[(at - 1) / 2])) {
        events->event[at] = events->event[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    events->event[at] = e;
}

uint64_t ni_event_next(const struct ni_events *events)
{
    return events->used ? events->event[0].when : NOC_NEVER;
}

/* Event `at` is none any more. The last one gets its place, or one that is free above or below it. */
static struct ni_event remove_event(struct ni_events *events, uint32_t at)
{
    struct ni_event removed = events->event[at];
    struct ni_event last = events->event[--events->used];

    while (at > 0 && event_before(&last, &events->event[(at - 1) / 2])) {
        events->event[at] = events->event[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    for (;;) {
        uint32_t child = 2 * at + 1;

        if (child >= events->used) {
            break;
        }
        if (child + 1 < events->used &&
            event_before(&events->event[child + 1], &events->event[child])) {
            child++;
        }
        if (!event_before(&events->event[child], &last)) {
            break;
        }
        events->event[at] = events->event[child];
        at = child;
    }
    events->event[at] = last;
    return removed;
}

struct ni_event ni_event_take(struct ni_events *events)
{
    return remove_event(events, 0);
}

struct ni_arrival *ni_event_take_arrival(struct ni_events *events, uint32_t node)
{
    uint32_t first = UINT32_MAX;

    for (uint32_t i = 0; i < events->used; i++) {
        const struct ni_event *e = &events->event[i];

        if (e->arrival && e->arrival->node == node &&
            (first == UINT32_MAX || event_before(e, &events->event[first]))) {
            first = i;
        }
    }
    assert(first != UINT32_MAX);
    return remove_event(events, first).arrival;
}

/* --- deadlines ----------------------------------------------------------- */

static uint64_t deadline_of(const struct noc_board *board, uint32_t at)
{
    return board->ni[board->deadlines[at]].deadline;
}

static void put(struct noc_board *board, uint32_t at, uint32_t node)
{
    board->deadlines[at] = (uint16_t)node;
    board->ni[node].deadline_at = at + 1;
}

/* Let node sink or rise from the empty place `at`. */
static void settle(struct noc_board *board, uint32_t at, uint32_t node)
{
    uint64_t deadline = board->ni[node].deadline;

    while (at > 0 && deadline < deadline_of(board, (at - 1) / 2)) {
        put(board, at, board->deadlines[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    for (;;) {
        uint32_t child = 2 * at + 1;

        if (child >= board->deadlines_used) {
            break;
        }
        if (child + 1 < board->deadlines_used &&
            deadline_of(board, child + 1) < deadline_of(board, child)) {
            child++;
        }
        if (deadline_of(board, child) >= deadline) {
            break;
        }
        put(board, at, board->deadlines[child]);
        at = child;
    }
    put(board, at, node);
}

static bool waits(const struct ni *ni)
{
    return ni->deadline != NOC_NEVER && !ni->due && NOC_GET(ni->wake, NI_PENDING, DEADLINE);
}

void ni_deadline_place(struct noc_board *board, uint32_t node)
{
    struct ni *ni = &board->ni[node];
    uint32_t at;

    if (waits(ni)) {
        at = ni->deadline_at ? ni->deadline_at - 1 : board->deadlines_used++;
        settle(board, at, node);
    } else if (ni->deadline_at) {
        at = ni->deadline_at - 1;
        ni->deadline_at = 0;
        board->deadlines_used--;
        if (at < board->deadlines_used) {
            settle(board, at, board->deadlines[board->deadlines_used]);
        }
    }
}

uint64_t ni_deadline_next(const struct noc_board *board)
{
    return board->deadlines_used ? deadline_of(board, 0) : NOC_NEVER;
}

uint64_t noc_ni_deadline(const struct noc_board *board, uint32_t node)
{
    const struct ni *ni = &board->ni[node];

    return waits(ni) && ni->deadline > noc_net_now(board->net) ? ni->deadline : NOC_NEVER;
}
