/* SPDX-License-Identifier: BSD-2-Clause */
/* noct why: single facts of a diagnosis that both its answer and its sentences need. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "target/counter_blocks.h"
#include "why.h"

bool why_still_waits(const struct diagnosis *w, uint32_t node)
{
    static const unsigned words[] = {CNT_STATUS, CNT_WAITING, CNT_IN, CNT_OUT};
    bool same = true;
    for (unsigned i = 0; w->last.counters && i < sizeof words / sizeof *words; i++) {
        same = same && block_word(snapshot_counters(&w->first, node), words[i]) ==
                           block_word(snapshot_counters(&w->last, node), words[i]);
    }
    return same;
}

const struct why_calls *why_calls_of(const struct diagnosis *w, uint32_t node)
{
    const struct core *c = &w->core[node];
    for (unsigned i = 0; i < w->called; i++) {
        const struct core *d = &w->core[w->calls[i].node];
        bool alike =
            c->state == CORE_ASLEEP && c->pc == d->pc && c->what == d->what && c->tag == d->tag;
        if (w->calls[i].node == node || (alike && w->nodes > WHY_CALLS_MAX)) {
            return &w->calls[i];
        }
    }
    return NULL;
}

uint32_t why_aborted(const struct diagnosis *w)
{
    uint32_t node = 0;
    while (node < w->nodes && !w->core[node].aborted) {
        node++;
    }
    return node;
}

uint32_t why_first_in(const struct diagnosis *w, enum core_state state)
{
    uint32_t i = 0;
    while (i < w->nodes && w->core[i].state != state) {
        i++;
    }
    return i;
}

uint32_t why_root(const struct diagnosis *w, uint32_t *n)
{
    uint32_t *ends = alloc_array(w->nodes, sizeof *ends), best = 0;
    for (uint32_t i = 0; i < w->nodes; i++) {
        uint32_t at = i, steps = 0, next;
        while (!barrier_of(&w->barriers, at) &&
               (next = core_waits_for(&w->core[at], at, w->nodes)) < w->nodes &&
               steps++ < w->nodes) {
            at = next;
        }
        ends[at] += at != i && steps < w->nodes;
        best = ends[at] > ends[best] ? at : best;
    }
    *n = ends[best];
    free(ends);
    return best;
}

void why_add(char *text, size_t room, const char *format, ...)
{
    size_t used = strlen(text);
    va_list list;
    va_start(list, format);
    vsnprintf(text + used, room - used, format, list);
    va_end(list);
}
