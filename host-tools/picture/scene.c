/* SPDX-License-Identifier: BSD-2-Clause */
#include "scene.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "experiment/network.h"
#include "result/result.h"

/* Channels by node, while they are collected: a list for each. */
struct index {
    uint32_t *first, *next; /* SCENE_NOBODY ends */
    uint32_t room;
};

static uint64_t cycle_of(const json_t *value)
{
    return json_is_integer(value) ? (uint64_t)json_integer_value(value) : SCENE_NEVER;
}

static uint64_t cycle_at(const json_t *object, const char *key)
{
    return cycle_of(json_object_get(object, key));
}

static void *grown(void *array, size_t n, size_t size)
{
    array = realloc(array, n * size);
    if (!array) {
        out_of_memory();
    }
    return array;
}

/* --- channels and links -------------------------------------------------------------------- */

static uint32_t link_of(struct scene *s, struct index *at, uint32_t node, uint32_t next)
{
    for (uint32_t c = at->first[node]; c != SCENE_NOBODY; c = at->next[c]) {
        if (s->channel[c].next == next) {
            return s->channel[c].link;
        }
    }
    s->link[s->links] = (struct scene_link){.node = node, .next = next};
    return s->links++;
}

/* The channel that a JSON object names; SCENE_NOBODY: it is none of a link. */
static uint32_t channel_of(struct scene *s, struct index *at, const json_t *object)
{
    uint32_t node = (uint32_t)result_number(object, "node");
    uint32_t next = (uint32_t)result_number(object, "next");
    const char *vc = json_string_value(json_object_get(object, "vc"));
    if (node >= s->t.nodes || next >= s->t.nodes || node == next) {
        return SCENE_NOBODY;
    }
    for (uint32_t c = at->first[node]; c != SCENE_NOBODY; c = at->next[c]) {
        const char *its = s->channel[c].vc;
        if (s->channel[c].next == next && (vc && its ? strcmp(vc, its) == 0 : vc == its)) {
            return c;
        }
    }
    if (s->channels == at->room) {
        at->room = at->room ? 2 * at->room : 64;
        s->channel = grown(s->channel, at->room, sizeof *s->channel);
        s->link = grown(s->link, at->room, sizeof *s->link);
        at->next = grown(at->next, at->room, sizeof *at->next);
    }
    uint32_t link = link_of(s, at, node, next), c = s->channels++;
    s->channel[c] = (struct scene_channel){node, next, link, vc};
    at->next[c] = at->first[node];
    at->first[node] = c;
    return c;
}

static void read_links(struct scene *s, struct index *at)
{
    size_t i;
    const json_t *one;
    json_array_foreach (json_object_get(s->answer, "links"), i, one) {
        uint64_t flits = (uint64_t)result_number(one, "flits"),
                 blocked = (uint64_t)result_number(one, "blocked_cycles");
        uint32_t c = flits || blocked ? channel_of(s, at, one) : SCENE_NOBODY;
        if (c != SCENE_NOBODY) {
            s->link[s->channel[c].link].flits += flits;
            s->link[s->channel[c].link].blocked += blocked;
        }
    }
}

/* --- worms --------------------------------------------------------------------------------- */

static void read_hops(struct scene *s, struct index *at, struct scene_worm *w, const json_t *list)
{
    size_t i;
    const json_t *one;
    w->hop = alloc_array(json_array_size(list) + 1, sizeof *w->hop);
    json_array_foreach (list, i, one) {
        uint32_t c = channel_of(s, at, one);
        if (c == SCENE_NOBODY) {
            continue;
        }
        const json_t *behind = json_object_get(one, "behind");
        struct scene_hop *h = &w->hop[w->hops++];
        *h = (struct scene_hop){.channel = c,
                                .head = cycle_at(one, "head"),
                                .tail = cycle_at(one, "tail"),
                                .waited = (uint64_t)result_number(one, "waited"),
                                .behind =
                                    behind ? (uint32_t)json_integer_value(behind) : SCENE_NOBODY};
        s->link[s->channel[c].link].waited += h->waited;
        s->timed = s->timed || json_object_get(one, "head");
    }
    s->hops += w->hops;
}

static void read_visits(struct scene_worm *w, const json_t *one, uint32_t nodes)
{
    const json_t *to = json_object_get(one, "to"), *arrival;
    size_t n = json_array_size(to), i;
    w->visit = alloc_array(n + 1, sizeof *w->visit);
    for (i = 0; i < n; i++) {
        uint32_t node = (uint32_t)json_integer_value(json_array_get(to, i));
        if (node < nodes) {
            w->visit[w->visits++] =
                (struct scene_visit){node, SCENE_NEVER, SCENE_NEVER, SCENE_NEVER};
        }
    }
    uint32_t at = 0; /* arrivals come in about the order of visits */
    json_array_foreach (json_object_get(one, "arrivals"), i, arrival) {
        uint32_t node = (uint32_t)result_number(arrival, "node"), tried = 0;
        while (tried < w->visits && w->visit[at].node != node) {
            at = (at + 1) % w->visits;
            tried++;
        }
        if (tried < w->visits) {
            w->visit[at].head = cycle_at(arrival, "head");
            w->visit[at].whole = cycle_at(arrival, "whole");
            w->visit[at].software = cycle_at(arrival, "software");
            if (w->visit[at].software == SCENE_NEVER) {
                w->visit[at].software = w->visit[at].whole;
            }
        }
    }
}

/* What the worm is in a collective operation; NULL: one of a multicast. */
static void read_kind(const struct scene *s, struct scene_worm *w, const char *kind)
{
    const bool barrier = strcmp(result_text(s->answer, "collective"), "barrier") == 0;
    w->by_ni = kind && (strcmp(kind, "ack") == 0 || strcmp(kind, "landed") == 0);
    w->data = !kind || strcmp(kind, "message") == 0 || strcmp(kind, "body") == 0 ||
              (barrier && strcmp(kind, "signal") == 0);
}

static void read_worm(struct scene *s, struct index *at, struct scene_worm *w, const json_t *one)
{
    const json_t *startup = json_object_get(one, "startup"),
                 *inject = json_object_get(one, "inject");
    *w = (struct scene_worm){.from = (uint32_t)result_number(one, "from"),
                             .step = (uint32_t)result_number(one, "step"),
                             .multicast = (uint32_t)result_number(one, "multicast"),
                             .tree = (uint32_t)result_number(one, "tree"),
                             .segment = (uint32_t)result_number(one, "segment"),
                             .flits = (uint32_t)result_number(one, "flits"),
                             .startup = cycle_of(json_array_get(startup, 0)),
                             .started = cycle_of(json_array_get(startup, 1)),
                             .injected = cycle_of(json_array_get(inject, 0)),
                             .gone = cycle_of(json_array_get(inject, 1)),
                             .stuck = SCENE_NEVER};
    w->from = w->from < s->t.nodes ? w->from : 0;
    read_kind(s, w, json_string_value(json_object_get(one, "kind")));
    read_visits(w, one, s->t.nodes);
    read_hops(s, at, w, json_object_get(one, "hops"));
    s->trees = w->tree + 1 > s->trees ? w->tree + 1 : s->trees;
    s->steps = w->data && w->step > s->steps ? w->step : s->steps;
}

/* In a plan nobody counts flits: the width of a link says how many messages take it. */
static void count_messages(struct scene *s)
{
    for (uint32_t i = 0; i < s->worms; i++) {
        for (uint32_t k = 0; k < s->worm[i].hops; k++) {
            s->link[s->channel[s->worm[i].hop[k].channel].link].flits++;
        }
    }
}

/* --- nodes --------------------------------------------------------------------------------- */

/* Is this worm's arrival later than what node's own one is so far? The first multicast's count
 * before those of others. */
static bool comes_last(const struct scene *s, const struct scene_worm *w,
                       const struct scene_visit *v)
{
    const struct scene_node *n = &s->node[v->node];
    if (n->worm == SCENE_NOBODY) {
        return true;
    }
    const struct scene_worm *other = &s->worm[n->worm];
    if ((other->multicast == 0) != (w->multicast == 0)) {
        return w->multicast == 0;
    }
    return w->segment > other->segment || (w->segment == other->segment && w->step > other->step);
}

/* The node that the message of a tree comes from. */
static uint32_t source_of(const struct scene *s)
{
    const json_t *source = json_object_get(s->answer, "source");
    return !s->tree                ? SCENE_NOBODY
         : json_is_integer(source) ? (uint32_t)json_integer_value(source)
         : s->worms                ? s->worm[0].from
                                   : SCENE_NOBODY;
}

static void find_bringers(struct scene *s)
{
    uint32_t source = source_of(s);
    for (uint32_t i = 0; i < s->worms; i++) {
        const struct scene_worm *w = &s->worm[i];
        s->node[w->from].member = true;
        for (uint32_t k = 0; k < w->visits; k++) {
            struct scene_node *n = &s->node[w->visit[k].node];
            n->member = true;
            if (w->data && w->visit[k].node != source && comes_last(s, w, &w->visit[k])) {
                n->worm = i;
                n->step = w->step;
                n->arrival = s->timed ? w->visit[k].software : s->cycles ? SCENE_NEVER : w->step;
            }
        }
    }
    for (uint32_t i = 0; i < s->worms && !s->collective; i++) {
        s->node[s->worm[i].from].root |= s->node[s->worm[i].from].worm == SCENE_NOBODY;
    }
}

/* When calls returned. */
static void read_latency(struct scene *s)
{
    const char *name;
    const json_t *value;
    json_object_foreach ((json_t *)json_object_get(s->answer, "latency"), name, value) {
        unsigned long node = strtoul(name, NULL, 10);
        if (node >= s->t.nodes) {
            continue;
        }
        struct scene_node *n = &s->node[node];
        n->latency = (uint64_t)json_integer_value(value);
        n->member = true;
        if (!s->timed || s->collective || (n->arrival == SCENE_NEVER && !n->root)) {
            n->arrival = n->latency;
        }
    }
}

/* A board's core that sends nothing on has its software's part until its call returns. */
static void read_returns(struct scene *s)
{
    bool *sends = alloc_array(s->t.nodes, sizeof *sends);
    for (uint32_t i = 0; i < s->worms; i++) {
        sends[s->worm[i].from] |= s->worm[i].data;
    }
    for (uint32_t n = 0; n < s->t.nodes; n++) {
        const struct scene_node *node = &s->node[n];
        struct scene_worm *w = node->worm == SCENE_NOBODY ? NULL : &s->worm[node->worm];
        for (uint32_t k = 0; w && !sends[n] && k < w->visits; k++) {
            if (w->visit[k].node == n && w->visit[k].whole != SCENE_NEVER &&
                node->latency != SCENE_NEVER && node->latency > w->visit[k].whole) {
                w->visit[k].software = node->latency;
            }
        }
    }
    free(sends);
}

static void read_deadlock(struct scene *s, struct index *at)
{
    size_t i;
    const json_t *one;
    json_array_foreach (json_object_get(s->answer, "deadlock"), i, one) {
        uint32_t c = channel_of(s, at, json_object_get(one, "holds"));
        uint32_t d = channel_of(s, at, json_object_get(one, "wants"));
        if (c != SCENE_NOBODY) {
            s->link[s->channel[c].link].caught = true;
        }
        if (d != SCENE_NOBODY) {
            s->link[s->channel[d].link].caught = true;
        }
    }
}

/* --- what it comes to ---------------------------------------------------------------------- */

static uint64_t later(uint64_t a, uint64_t b)
{
    return b != SCENE_NEVER && b > a ? b : a;
}

static void find_ends(struct scene *s)
{
    const char *last =
        strcmp(s->command, "run") == 0 ? "latency_max" : "cycles"; /* those of the board */
    s->end = !s->timed                          ? s->steps
           : result_has_number(s->answer, last) ? (uint64_t)result_number(s->answer, last)
                                                : 0;
    for (uint32_t i = 0; i < s->worms && s->timed; i++) {
        for (uint32_t k = 0; k < s->worm[i].hops; k++) {
            s->end = later(s->end, s->worm[i].hop[k].tail);
        }
        for (uint32_t k = 0; k < s->worm[i].visits; k++) {
            s->end = later(s->end, s->worm[i].visit[k].software);
        }
    }
    s->first = UINT64_MAX;
    for (uint32_t n = 0; n < s->t.nodes; n++) {
        uint64_t l = s->node[n].arrival;
        if (l != SCENE_NEVER) {
            s->first = l < s->first ? l : s->first;
            s->last = l > s->last ? l : s->last;
        }
    }
    for (uint32_t i = 0; i < s->links; i++) {
        s->flits = later(s->flits, s->link[i].flits);
        s->waited = later(s->waited, s->link[i].waited);
    }
    s->end = s->worms == 0 ? s->last : s->end;
    s->end = s->end ? s->end : 1;
}

/* In a deadlock a header that is not at its end waits since it came to where it is. */
static void find_stuck(struct scene *s)
{
    for (uint32_t i = 0; i < s->worms && s->timed; i++) {
        struct scene_worm *w = &s->worm[i];
        if (w->injected == SCENE_NEVER || w->visits == 0 ||
            w->visit[w->visits - 1].whole != SCENE_NEVER) {
            continue;
        }
        w->stuck = w->injected;
        for (uint32_t k = 0; k < w->hops; k++) {
            w->stuck = later(w->stuck, w->hop[k].head);
        }
    }
}

const struct scene_hop *scene_wanted(const struct scene_worm *w)
{
    for (uint32_t k = 0; k < w->hops && w->stuck != SCENE_NEVER; k++) {
        if (w->hop[k].head == SCENE_NEVER) {
            return &w->hop[k];
        }
    }
    return NULL;
}

bool scene_read(struct scene *s, const char *command, const struct options *o, const json_t *answer)
{
    *s = (struct scene){.command = command, .options = o, .answer = answer, .trees = 1};
    if (!network_again(result_text(answer, "topology"), &s->t)) {
        return false;
    }
    const json_t *worms = json_object_get(answer, "worms"), *one;
    struct index at = {.first = alloc_array(s->t.nodes, sizeof *at.first)};
    size_t i;
    s->node = alloc_array(s->t.nodes, sizeof *s->node);
    for (uint32_t n = 0; n < s->t.nodes; n++) {
        at.first[n] = SCENE_NOBODY;
        s->node[n] = (struct scene_node){
            .latency = SCENE_NEVER, .arrival = SCENE_NEVER, .worm = SCENE_NOBODY};
    }
    s->worm = alloc_array(json_array_size(worms) + 1, sizeof *s->worm);
    s->collective = json_object_get(answer, "collective");
    s->calls = s->collective || strcmp(command, "run") == 0;
    s->tree = !s->collective || strcmp(result_text(answer, "collective"), "broadcast") == 0;
    read_links(s, &at);
    json_array_foreach (worms, i, one) {
        read_worm(s, &at, &s->worm[s->worms++], one);
    }
    if (!json_object_get(answer, "links")) {
        count_messages(s);
    }
    read_deadlock(s, &at);
    s->cycles = s->timed || json_object_get(answer, "latency");
    find_bringers(s);
    read_latency(s);
    if (s->timed && s->calls && !s->collective) {
        read_returns(s);
    }
    if ((s->worms == 0 || s->collective) && json_object_get(answer, "source")) {
        uint32_t source = (uint32_t)result_number(answer, "source");
        s->node[source < s->t.nodes ? source : 0].root = true;
    }
    find_ends(s);
    if (json_array_size(json_object_get(answer, "deadlock")) > 0) {
        find_stuck(s);
    }
    free(at.first);
    free(at.next);
    return true;
}

void scene_free(struct scene *s)
{
    for (uint32_t i = 0; i < s->worms; i++) {
        free(s->worm[i].visit);
        free(s->worm[i].hop);
    }
    free(s->worm);
    free(s->node);
    free(s->channel);
    free(s->link);
}

unsigned scene_class(uint64_t value, uint64_t low, uint64_t high, unsigned classes)
{
    return high > low ? (unsigned)((value - low) * (classes - 1) / (high - low)) : classes - 1;
}
