/* SPDX-License-Identifier: BSD-2-Clause */
#include "worms.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "packet.h"
#include "trace.h"
#include "patterns/worm_file.h"

/* An event that is a worm. */
struct sent {
    uint64_t time;
    uint32_t core;
    size_t event;
};

static int compare_sent(const void *a, const void *b)
{
    const struct sent *p = a, *q = b;
    if (p->time != q->time) {
        return p->time < q->time ? -1 : 1;
    }
    if (p->core != q->core) {
        return p->core < q->core ? -1 : 1;
    }
    return p->event < q->event ? -1 : p->event > q->event;
}

static bool is_sent(const struct trace_event *e)
{
    return e->kind == NOC_TRACE_WORM || e->kind == NOC_TRACE_SIGNAL;
}

/* All of them, sorted; malloc'd. */
static struct sent *collect(const struct recording *r, size_t *n, struct worms_written *written)
{
    struct sent *sent = NULL;
    size_t room = 0;
    *n = 0;
    for (uint32_t i = 0; i < r->nodes; i++) {
        for (size_t k = 0; k < r->core[i].events; k++) {
            const struct trace_event *e = &r->core[i].event[k];
            written->coded += e->kind == NOC_TRACE_PATH;
            if (is_sent(e)) {
                sent = recording_room(sent, *n, &room, sizeof *sent);
                sent[(*n)++] = (struct sent){e->time, i, k};
            }
        }
    }
    if (*n) {
        qsort(sent, *n, sizeof *sent, compare_sent);
    }
    return sent;
}

/* The destinations of the worm of event k of this core, into dest. Returns how many. */
static uint32_t destinations(const struct trace_core *c, size_t k, uint32_t nodes, uint16_t *dest)
{
    uint32_t n = 0;
    dest[n++] = c->event[k].peer;
    for (size_t i = k + 1; i < c->events && c->event[i].kind == NOC_TRACE_WORM_TO && n < nodes;
         i++) {
        dest[n++] = c->event[i].peer;
    }
    return n;
}

void worms_write(FILE *file, const struct recording *r, struct worms_written *written)
{
    size_t n;
    uint16_t *dest = alloc_array(r->nodes, sizeof *dest);
    *written = (struct worms_written){0};
    struct sent *sent = collect(r, &n, written);
    worm_file_head(file, "worms that cores have sent, recorded by noct trace");
    for (size_t i = 0; i < n; i++) {
        const struct trace_core *c = &r->core[sent[i].core];
        const struct trace_event *e = &c->event[sent[i].event];
        uint32_t flits =
            e->kind == NOC_TRACE_SIGNAL ? 0 : e->value & noc_mask(NOC_TRACE_FLITS_BITS);
        uint32_t m = destinations(c, sent[i].event, r->nodes, dest);
        worm_file_worm(file, e->time - r->begin, sent[i].core, dest, m, flits);
    }
    written->worms = n;
    free(sent);
    free(dest);
}
