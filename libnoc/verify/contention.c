/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The four conditions under which two messages of a multicast cannot contend,
 * whatever start-ups cost (Robinson 1994, theorems 3.3 and 4.1). For messages
 * u -> v in step t and x -> y in step tau, t <= tau:
 *
 *   they share no channel; or x = u; or v hands the message on to x, directly
 *   or not; or u sends to some w in a later step than to v, and w to x.
 *
 * A worm with several destinations is one message: v is any of them, so what it
 * reaches is the union over them. But its tail is still on the way when a
 * destination it has passed sends on, so order in time is not enough there: x's
 * message must also have travelled no fewer channels, from where the two ways part, when it
 * comes to the shared one. It then stays behind that tail, which nothing stops. And in a plan with
 * worms, x = u is enough only in different steps.
 *
 * Idea: only pairs that share a channel need a look, so messages are sorted
 * into the channels they travel, and there by sender, since those of one
 * sender never contend. Ancestors are found by walking up the tree.
 *
 * Cost: the messages' hops, and for each pair that shares a channel between
 * different senders the depth of the tree.
 */
#include "contention.h"

#include <stdlib.h>
#include <string.h>

enum { CACHED_NODES_MAX = 256, ROOM_MIN = 1024 };

struct noc_sender_group {
    uint32_t next;  /* group + 1 */
    uint32_t first; /* traveller + 1 */
    uint16_t sender;
};

struct noc_traveller {
    uint32_t next; /* traveller + 1 */
    uint32_t message;
    uint32_t hop; /* channels it has travelled before this one */
};

/* --- memory --------------------------------------------------------------------------- */

/* All routes, once. */
static bool cache_paths(struct noc_contention *c)
{
    uint32_t nodes = c->t->nodes, n = 0, room = 0;

    c->cached = calloc((size_t)nodes * nodes + 1, sizeof *c->cached);
    if (!c->cached) {
        return false;
    }
    for (uint32_t pair = 0; pair < nodes * nodes; pair++) {
        int32_t hops = noc_route_path(c->t, c->r, pair / nodes, pair % nodes, c->path,
                                      nodes * c->t->ports * c->r->vcs);

        c->cached[pair] = n;
        if (hops > 0 && n + (uint32_t)hops > room) {
            struct noc_channel *more;

            room = 2 * (n + (uint32_t)hops);
            more = realloc(c->channel, room * sizeof *more);
            if (!more) {
                return false;
            }
            c->channel = more;
        }
        if (hops > 0) {
            memcpy(c->channel + n, c->path, (uint32_t)hops * sizeof *c->path);
            n += (uint32_t)hops;
        }
    }
    c->cached[nodes * nodes] = n;
    return true;
}

bool noc_contention_make(struct noc_contention *c, const struct noc_topology *t,
                         const struct noc_routing *r, bool for_many)
{
    uint32_t channels = t->nodes * t->ports * r->vcs;

    *c = (struct noc_contention){.t = t, .r = r};
    c->head = calloc(channels, sizeof *c->head);
    c->used = calloc(channels, sizeof *c->used);
    c->into = calloc(t->nodes, sizeof *c->into);
    c->seen = calloc(t->nodes, sizeof *c->seen);
    c->path = calloc(channels, sizeof *c->path);
    c->leader = calloc(t->nodes, sizeof *c->leader);
    c->at = calloc(t->nodes, sizeof *c->at);
    c->visit = calloc(t->nodes, sizeof *c->visit);
    c->header = calloc(t->nodes + 1, sizeof *c->header);
    if (!c->leader || !c->at || !c->visit || !c->header || !c->head || !c->used || !c->into ||
        !c->seen || !c->path || (for_many && t->nodes <= CACHED_NODES_MAX && !cache_paths(c))) {
        noc_contention_free(c);
        return false;
    }
    return true;
}

void noc_contention_free(struct noc_contention *c)
{
    free(c->head);
    free(c->group);
    free(c->traveller);
    free(c->used);
    free(c->into);
    free(c->seen);
    free(c->path);
    free(c->leader);
    free(c->at);
    free(c->visit);
    free(c->header);
    free(c->cached);
    free(c->channel);
    *c = (struct noc_contention){0};
}

/* Room for one group and one traveller more. */
static bool grow(struct noc_contention *c)
{
    if (c->groups == c->group_room) {
        uint32_t room = c->group_room ? 2 * c->group_room : ROOM_MIN;
        struct noc_sender_group *more = realloc(c->group, room * sizeof *more);

        if (!more) {
            return false;
        }
        c->group = more;
        c->group_room = room;
    }
    if (c->travellers == c->traveller_room) {
        uint32_t room = c->traveller_room ? 2 * c->traveller_room : ROOM_MIN;
        struct noc_traveller *more = realloc(c->traveller, room * sizeof *more);

        if (!more) {
            return false;
        }
        c->traveller = more;
        c->traveller_room = room;
    }
    return true;
}

/* --- one plan --------------------------------------------------------------------------- */

/* The channels of the worm message[0..size-1], and in visit[] where it comes to destinations;
 * -1: there is no such way. */
static int32_t path_of(const struct noc_contention *c, const struct noc_message *message,
                       uint32_t size, const struct noc_channel **path)
{
    uint32_t pair = message->from * c->t->nodes + message->to;

    if (c->cached && size == 1) {
        uint32_t n = c->cached[pair + 1] - c->cached[pair];

        *path = c->channel + c->cached[pair];
        c->visit[0].hops = n;
        return n == 0 && message->from != message->to ? -1 : (int32_t)n;
    }
    *path = c->path;
    return noc_worm_path(c->t, c->r, message, size, c->header, c->visit, c->path,
                         c->t->nodes * c->t->ports * c->r->vcs);
}

/* Conditions 2 to 4: `later` cannot be under way before `earlier` is done. */
static bool apart(const struct noc_contention *c, const struct noc_message *message,
                  const struct noc_message *earlier, const struct noc_message *later)
{
    uint32_t node = later->from;
    uint32_t nodes = c->t->nodes;

    if (earlier->from == later->from || earlier->to == later->from) {
        return true;
    }
    while (c->into[node] && nodes-- > 0) { /* the bound is for plans that are no trees */
        const struct noc_message *before = &message[c->into[node] - 1];

        if (before->from == earlier->to ||
            (before->from == earlier->from && before->step > earlier->step)) {
            return true;
        }
        node = before->from;
    }
    return false;
}

/*
 * The same for a worm `earlier` with several destinations, which takes the shared channel after
 * `early` others, `later` after `late`. Going up from later's sender until the worm or its
 * sender: the channels on the way add to later's.
 */
static bool worm_apart(const struct noc_contention *c, const struct noc_message *message,
                       uint32_t earlier, uint32_t early, uint32_t later, uint32_t late)
{
    uint32_t node = message[later].from, nodes = c->t->nodes;
    uint32_t step = message[earlier].step;

    while (c->into[node] && nodes-- > 0) {
        const struct noc_message *before = &message[c->into[node] - 1];

        if (c->leader[c->into[node] - 1] == earlier) {
            return early < c->at[node] || late >= early - c->at[node];
        }
        late += c->at[node];
        if (before->from == message[earlier].from && before->step > step) {
            return late >= early;
        }
        node = before->from;
    }
    return false;
}

/* Enter message `i` as a traveller of this channel, its hop'th. */
static bool enter(struct noc_contention *c, uint32_t channel, uint32_t i, uint32_t hop,
                  uint16_t sender)
{
    uint32_t g = c->head[channel];

    if (!grow(c)) {
        return false;
    }
    while (g && c->group[g - 1].sender != sender) {
        g = c->group[g - 1].next;
    }
    if (!g) {
        if (!c->head[channel]) {
            c->used[c->useds++] = channel;
        }
        c->group[c->groups++] = (struct noc_sender_group){c->head[channel], 0, sender};
        g = c->head[channel] = c->groups;
    }
    c->traveller[c->travellers++] = (struct noc_traveller){c->group[g - 1].first, i, hop};
    c->group[g - 1].first = c->travellers;
    return true;
}

/* Messages i and j violate the conditions: count it, and keep the first such pair. */
static void note(struct noc_contended *found, const struct noc_message *message, uint32_t i,
                 uint32_t j, const struct noc_channel *channel)
{
    if (found->violations++ == 0 || (j == found->later && i < found->earlier)) {
        found->earlier = i;
        found->later = j;
        found->first.first = message[i];
        found->first.second = message[j];
        found->first.channel = *channel;
    }
}

/* Whether message i, or the worm that it begins, is by itself: 1 destination. */
static bool single(const struct noc_contention *c, uint32_t i, uint32_t m)
{
    return i + 1 == m || c->leader[i + 1] != i;
}

/*
 * Whether message j must stay behind message i, on channels that each takes after so many others.
 * Where there are worms, condition 2 (one sender) takes more than that: two that start in one
 * step over different links may meet further on.
 */
static bool stays_behind(const struct noc_contention *c, const struct noc_message *message,
                         uint32_t m, uint32_t i, uint32_t early, uint32_t j, uint32_t late)
{
    if (c->worms && message[i].from == message[j].from) {
        return message[i].step < message[j].step && (single(c, i, m) || late >= early);
    }
    return single(c, i, m) ? apart(c, message, &message[i], &message[j])
                           : worm_apart(c, message, i, early, j, late);
}

/* Compare message j of m, here on its hop'th channel, of number `at`, with all that came before. */
static void compare(struct noc_contention *c, uint32_t at, const struct noc_message *message,
                    uint32_t m, uint32_t j, uint32_t hop, const struct noc_channel *channel,
                    struct noc_contended *found)
{
    for (uint32_t g = c->head[at]; g; g = c->group[g - 1].next) {
        if (c->group[g - 1].sender == message[j].from && !c->worms) {
            continue;
        }
        for (uint32_t k = c->group[g - 1].first; k; k = c->traveller[k - 1].next) {
            uint32_t i = c->traveller[k - 1].message;

            if (c->seen[i] == j + 1) {
                continue;
            }
            if (!stays_behind(c, message, m, i, c->traveller[k - 1].hop, j, hop)) {
                c->seen[i] = j + 1;
                note(found, message, i, j, channel);
            } else if (single(c, i, m)) { /* it does so on all channels, or on none */
                c->seen[i] = j + 1;
            }
        }
    }
}

/* The tree, as far as it is one: the first message into each node. And the worms. */
static void look_up_tree(struct noc_contention *c, const struct noc_message *message, uint32_t m,
                         uint32_t source)
{
    memset(c->into, 0, c->t->nodes * sizeof *c->into);
    c->worms = false;
    for (uint32_t i = 0; i < m; i++) {
        bool joins = i > 0 && message[i].joins;

        c->leader[i] = joins ? c->leader[i - 1] : i;
        c->worms = c->worms || joins;
        if (message[i].to != source && c->into[message[i].to] == 0) {
            c->into[message[i].to] = i + 1;
        }
    }
}

bool noc_contention_count(struct noc_contention *c, const struct noc_message *message, uint32_t m,
                          uint32_t source, struct noc_contended *found)
{
    bool fine = true;

    *found = (struct noc_contended){0};
    look_up_tree(c, message, m, source);
    memset(c->seen, 0, m * sizeof *c->seen);
    for (uint32_t j = 0, size; j < m && fine; j += size) {
        const struct noc_channel *path;
        int32_t hops;

        size = noc_worm_size(message + j, m - j);
        hops = path_of(c, &message[j], size, &path);
        found->unrouted = found->unrouted || hops < 0;
        found->link_visits += hops > 0 ? (uint32_t)hops : 0;
        for (uint32_t i = 0; i < size && hops >= 0; i++) {
            c->at[message[j + i].to] = c->visit[i].hops;
        }
        for (int32_t h = 0; h < hops && fine; h++) {
            uint32_t at = noc_channel_index(c->t, c->r, path[h].node, path[h].port, path[h].vc);

            compare(c, at, message, m, j, (uint32_t)h, &path[h], found);
            fine = enter(c, at, j, (uint32_t)h, message[j].from);
        }
    }
    found->first.source = source;
    found->first.m = m;
    while (c->useds > 0) {
        c->head[c->used[--c->useds]] = 0;
    }
    c->groups = c->travellers = 0;
    return fine;
}

uint64_t noc_plan_violations(const struct noc_plan_env *env, const struct noc_message *message,
                             uint32_t m, struct noc_violation *first)
{
    struct noc_contention c;
    struct noc_contended found = {0};
    bool fine = noc_contention_make(&c, env->topology, env->routing, false);

    if (fine) {
        fine = noc_contention_count(&c, message, m, env->source, &found);
        noc_contention_free(&c);
    }
    if (first) {
        *first = found.first;
    }
    return fine ? found.violations : UINT64_MAX;
}
