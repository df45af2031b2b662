/* SPDX-License-Identifier: BSD-2-Clause */
/*
 *   worm 0:  from 3, startup 110, started 142         "from":[3,-1],
 *   worm 1:  from 2, startup 110, started 150   -->   "startup":[110,0],
 *                                                     "started":[32,40]
 *
 * A column for each property of a worm. What is near something else is told by how far it is from
 * it, so that numbers are short and like each other: a page is then small, and packs well.
 */
#include "page_data.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "draw.h"

enum column {
    FROM,
    STEP,
    WHAT,
    STARTUP,
    STARTED,
    INJECTED,
    GONE,
    STUCK,
    VISITS,
    NODE,
    HEAD,
    WHOLE,
    SOFTWARE,
    HOPS,
    CHANNEL,
    REACHED,
    LEFT,
    WAITS,
    HOP,
    WAITED,
    BEHIND,
    COLUMNS
};

static const char *const column_name[COLUMNS] = {
    "from",    "step",    "what", "startup", "started", "injected", "gone",
    "stuck",   "visits",  "node", "head",    "whole",   "software", "hops",
    "channel", "reached", "left", "waits",   "hop",     "waited",   "behind"};

/* Columns as they grow. */
struct columns {
    FILE *f[COLUMNS];
    char *text[COLUMNS];
    size_t length[COLUMNS];
    bool begun[COLUMNS], known[COLUMNS];
    uint64_t first; /* what the times of the next worm begin from */
    uint32_t from;
};

static void put(struct columns *c, enum column column, int64_t value)
{
    fprintf(c->f[column], "%s%" PRId64, c->begun[column] ? "," : "", value);
    c->begun[column] = c->known[column] = true;
}

/* A cycle after *before, which it then becomes; null for never. */
static void put_time(struct columns *c, enum column column, uint64_t cycle, uint64_t *before)
{
    if (cycle == SCENE_NEVER) {
        fputs(c->begun[column] ? ",null" : "null", c->f[column]);
        c->begun[column] = true;
    } else {
        put(c, column, (int64_t)(cycle - *before));
        *before = cycle;
    }
}

static void put_times(struct columns *c, const struct scene_worm *w)
{
    const uint64_t times[] = {w->startup, w->started, w->injected, w->gone, w->stuck};
    uint64_t before = c->first;
    bool first = true;
    for (unsigned i = 0; i < sizeof times / sizeof *times; i++) {
        put_time(c, STARTUP + i, times[i], &before);
        if (first && times[i] != SCENE_NEVER) {
            c->first = times[i];
            first = false;
        }
    }
}

static void put_visits(struct columns *c, const struct scene_worm *w)
{
    put(c, VISITS, w->visits);
    for (uint32_t i = 0; i < w->visits; i++) {
        const struct scene_visit *v = &w->visit[i];
        uint64_t before = w->injected == SCENE_NEVER ? 0 : w->injected;
        put(c, NODE, (int64_t)v->node - w->from);
        put_time(c, HEAD, v->head, &before);
        put_time(c, WHOLE, v->whole, &before);
        put_time(c, SOFTWARE, v->software, &before);
    }
}

static void put_hops(struct columns *c, const struct scene_worm *w)
{
    uint64_t before = w->injected == SCENE_NEVER ? 0 : w->injected; /* of the header */
    uint32_t waits = 0;
    put(c, HOPS, w->hops);
    for (uint32_t i = 0; i < w->hops; i++) {
        const struct scene_hop *h = &w->hop[i];
        put(c, CHANNEL, h->channel);
        put_time(c, REACHED, h->head, &before);
        uint64_t tail = before;
        put_time(c, LEFT, h->tail, &tail);
        if (h->waited) {
            waits++;
            put(c, HOP, i);
            put(c, WAITED, (int64_t)h->waited);
            put(c, BEHIND, h->behind == SCENE_NOBODY ? -1 : (int64_t)h->behind);
        }
    }
    put(c, WAITS, waits);
}

static void put_worm(struct columns *c, const struct scene_worm *w)
{
    put(c, FROM, (int64_t)w->from - c->from);
    c->from = w->from;
    put(c, STEP, w->step);
    put(c, WHAT, w->data ? 0 : w->by_ni ? 2 : 1);
    put_times(c, w);
    put_visits(c, w);
    put_hops(c, w);
}

/* Where nothing is known in a column, it is empty. */
static void write_worms(FILE *f, const struct scene *s)
{
    struct columns c = {.first = 0};
    for (unsigned i = 0; i < COLUMNS; i++) {
        c.f[i] = open_memstream(&c.text[i], &c.length[i]);
        if (!c.f[i]) {
            out_of_memory();
        }
    }
    for (uint32_t i = 0; i < s->worms; i++) {
        put_worm(&c, &s->worm[i]);
    }
    for (unsigned i = 0; i < COLUMNS; i++) {
        if (fclose(c.f[i])) {
            out_of_memory();
        }
        fprintf(f, "%s\n\"%s\":[%s]", i ? "," : "", column_name[i], c.known[i] ? c.text[i] : "");
        free(c.text[i]);
    }
}

/* Of nodes, where worms do not tell when their calls returned. */
static void write_returned(FILE *f, const struct scene *s)
{
    for (uint32_t n = 0; n < s->t.nodes && s->cycles && (!s->timed || s->calls); n++) {
        const uint64_t cycle = s->node[n].latency;
        fprintf(f, "%s%" PRId64, n ? "," : "", cycle == SCENE_NEVER ? -1 : (int64_t)cycle);
    }
}

void page_write_data(FILE *f, const struct scene *s)
{
    fprintf(f,
            "{\"timed\":%s,\"collective\":%s,\"end\":%" PRIu64
            ",\"left\":%d,\"width\":%d,\"links\":%u,\n",
            s->timed ? "true" : "false", s->collective ? "true" : "false", s->end, AXIS_LEFT,
            AXIS_WIDTH, s->links);
    fputs("\"bringer\":[", f);
    for (uint32_t n = 0; n < s->t.nodes; n++) {
        fprintf(f, "%s%d", n ? "," : "",
                s->node[n].worm == SCENE_NOBODY ? -1 : (int)s->node[n].worm);
    }
    fputs("],\n\"returned\":[", f);
    write_returned(f, s);
    fputs("],\n\"channels\":[", f);
    for (uint32_t i = 0; i < s->channels; i++) {
        const struct scene_channel *c = &s->channel[i];
        fprintf(f, "%s%u,%u,%u", i ? "," : "", c->node, c->next, c->link);
    }
    fprintf(f, "],\n\"count\":%u,\"worms\":{", s->worms);
    write_worms(f, s);
    fputs("}}", f);
}
