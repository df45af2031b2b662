/* SPDX-License-Identifier: BSD-2-Clause */
/* noct why: barriers that not all have come to. */
#include <stdio.h>
#include <string.h>

#include "why.h"

enum { NAMED = 8, TOLD = 4, DOES = 120 };

static json_t *node_list(const uint32_t *node, uint32_t n, const bool *only)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < n; i++) {
        if (!only || only[i]) {
            json_array_append_new(list, json_integer(node[i]));
        }
    }
    return list;
}

json_t *why_barriers(const struct diagnosis *w)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < w->barriers.n; i++) {
        const struct barrier *b = &w->barriers.barrier[i];
        json_t *waiting = json_array();
        for (uint32_t node = 0; node < w->nodes; node++) {
            if (w->barriers.of[node] == i) {
                json_array_append_new(waiting, json_integer(node));
            }
        }
        json_t *one = json_pack("{s:i,s:o,s:o,s:o}", "members", (int)b->members, "waiting", waiting,
                                "missing", node_list(b->missing, b->missing_n, NULL), "came",
                                node_list(b->missing, b->missing_n, b->came));
        json_array_append_new(list, one);
    }
    return list;
}

int why_barrier_of(const struct diagnosis *w, uint32_t node)
{
    return w->barriers.of[node] == BARRIER_NONE ? -1 : (int)w->barriers.of[node];
}

const struct barrier *why_largest_barrier(const struct diagnosis *w)
{
    const struct barrier *best = NULL;
    for (uint32_t i = 0; i < w->barriers.n; i++) {
        const struct barrier *b = &w->barriers.barrier[i];
        bool still = b->missing_n > 0 && (!best || b->waiting > best->waiting);
        for (uint32_t node = 0; node < w->nodes && still; node++) {
            still = w->barriers.of[node] != i || why_still_waits(w, node);
        }
        for (uint32_t k = 0; k < b->missing_n && still && w->last.counters; k++) {
            struct core c = core_read(snapshot_counters(&w->last, b->missing[k]));
            still = c.note != NOC_WAIT_BARRIER || c.note_tag != b->context; /* it has come since */
        }
        best = still ? b : best;
    }
    return best;
}

uint32_t why_barrier_suspect(const struct diagnosis *w, const struct barrier *b)
{
    uint32_t node = 0;
    for (uint32_t i = 0; i < b->missing_n; i++) {
        if (w->core[b->missing[i]].state != CORE_EXITED) {
            return b->missing[i];
        }
    }
    while (barrier_of(&w->barriers, node) != b) {
        node++;
    }
    return node;
}

/* "core 3", "cores 3, 5 and 17", "20 cores (0, 1, 2, ...)". */
static void add_missing(char *text, size_t room, const struct barrier *b)
{
    uint32_t n = b->missing_n, named = n <= NAMED ? n : TOLD;
    if (n > NAMED) {
        why_add(text, room, "%u cores (", n);
    } else {
        why_add(text, room, "core%s ", n == 1 ? "" : "s");
    }
    for (uint32_t i = 0; i < named; i++) {
        const char *before = i == 0 ? "" : i + 1 == n ? " and " : ", ";
        why_add(text, room, "%s%u", before, b->missing[i]);
    }
    why_add(text, room, "%s", n > NAMED ? ", ...)" : "");
}

static bool is_awake(const struct diagnosis *w, uint32_t node)
{
    return w->core[node].state == CORE_RUNNING || w->core[node].state == CORE_BOOT;
}

/* ": core 3 waits to receive from core 5, core 17 has exited with status 0" */
static void add_deeds(char *text, size_t room, const struct diagnosis *w, const struct barrier *b)
{
    for (uint32_t i = 0; i < b->missing_n && b->missing_n <= TOLD; i++) {
        uint32_t node = b->missing[i];
        char does[DOES], who[20] = "it";
        if (b->missing_n > 1) {
            snprintf(who, sizeof who, "core %u", node);
        }
        if (barrier_of(&w->barriers, node)) {
            snprintf(does, sizeof does, "waits in another barrier");
        } else {
            core_does(does, sizeof does, &w->core[node]);
        }
        const char *came = !b->came[i]       ? ""
                         : is_awake(w, node) ? "has come, and "
                                             : "has come, and given up after a timeout, and ";
        why_add(text, room, "%s %s %s%s", i ? "," : ":", who, came, does);
    }
}

void why_say_barrier(const struct diagnosis *w, char *text, size_t room)
{
    const struct barrier *b = why_largest_barrier(w);
    bool not_in;
    if (!b) {
        return;
    }
    not_in = !b->came_known; /* all that is known */
    for (uint32_t i = 0; i < b->missing_n; i++) {
        not_in = not_in || b->came[i];
    }
    why_add(text, room, "%s", text[0] ? "; " : "");
    add_missing(text, room, b);
    const char *verb = not_in            ? b->missing_n == 1 ? "is not in" : "are not in"
                     : b->missing_n == 1 ? "has not come to"
                                         : "have not come to";
    why_add(text, room, " %s the barrier that", verb);
    if (b->member) {
        why_add(text, room, " %u of a group of %u", b->waiting, b->members);
    } else {
        why_add(text, room, " the other %u", b->waiting);
    }
    why_add(text, room, " wait%s in", b->waiting == 1 ? "s" : "");
    add_deeds(text, room, w, b);
}
