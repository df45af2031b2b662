/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A plan's steps when virtual channels share their links: the models of Robinson 1994,
 * section 4.5, and of Song, Hou, Shi 2000, section 6.
 *
 * BOTH, OPPOSITE. Who shares is decided by the plan's own steps: two messages of one step that
 * use the same link, by whichever channels. Each message that shares takes two steps, however
 * many it shares with, and its sender is busy for both; with several ports a sender goes on to
 * what it sends in the next step when all of this one is done.
 *
 * LATER. Of two messages in one step on the same link the later in the plan's order waits
 * for the next step, and may be made to wait again there; all that its receiver sends, and
 * that follows from it, comes a step later too. Its sender goes on as planned.
 *
 * EARLIER. The same, but the earlier of the two waits: the paper does not say which one does. So one
 * that waits loses against each that is planned for the next step.
 *
 * Cost: BOTH and OPPOSITE the sum of hops; LATER and EARLIER the sum of hops for each wait besides, and
 * messages times steps.
 */
#include <stdlib.h>

#include "verify.h"

/* The links that messages use: those of message i are link[first[i] .. first[i+1]-1]. */
struct uses {
    uint32_t *first, *link;
};

/* Numbers of links: those of the ports they leave by; of two opposite ones, if they are one
 * link, the lower. */
static uint32_t link_number(const struct noc_topology *t, const struct noc_channel *c,
                            bool opposite)
{
    uint32_t there = (uint32_t)c->node * t->ports + c->port;
    struct noc_link link;

    if (opposite && noc_topology_link(t, c->node, c->port, &link)) {
        uint32_t back = (uint32_t)link.node * t->ports + link.port;

        return back < there ? back : there;
    }
    return there;
}

/* Put message i's links behind those of the others, each once. False: out of memory. */
static bool add_uses(struct uses *u, const struct noc_plan_env *env,
                     const struct noc_message *message, uint32_t i, bool opposite)
{
    int32_t hops = noc_route_path(env->topology, env->routing, message->from, message->to, NULL, 0);
    uint32_t count = hops > 0 ? (uint32_t)hops : 0, end = u->first[i];
    struct noc_channel *path = calloc(count + 1u, sizeof *path);
    uint32_t *grown = realloc(u->link, (end + count + 1u) * sizeof *grown);

    if (grown) {
        u->link = grown;
    }
    if (!path || !grown) {
        free(path);
        return false;
    }
    noc_route_path(env->topology, env->routing, message->from, message->to, path, count);
    for (uint32_t h = 0; h < count; h++) {
        uint32_t number = link_number(env->topology, &path[h], opposite);
        uint32_t known = u->first[i];

        while (known < end && u->link[known] != number) {
            known++;
        }
        if (known == end) {
            u->link[end++] = number;
        }
    }
    u->first[i + 1] = end;
    free(path);
    return true;
}

static void uses_free(struct uses *u)
{
    free(u->first);
    free(u->link);
}

static bool uses_make(struct uses *u, const struct noc_plan_env *env,
                      const struct noc_message *message, uint32_t m, bool opposite)
{
    *u = (struct uses){.first = calloc(m + 1u, sizeof *u->first)};
    for (uint32_t i = 0; u->first && i < m; i++) {
        if (!add_uses(u, env, &message[i], i, opposite)) {
            uses_free(u);
            return false;
        }
    }
    return u->first != NULL;
}

static void arrived(struct noc_sharing_steps *steps, uint32_t step)
{
    steps->steps_sum += step;
    if (step > steps->steps_max) {
        steps->steps_max = step;
    }
}

/* Add `by` to the count of message i's links; the greatest count that comes of it. */
static uint32_t tally(const struct uses *u, uint32_t i, uint32_t *count, uint32_t by)
{
    uint32_t most = 0;

    for (uint32_t l = u->first[i]; l < u->first[i + 1]; l++) {
        count[u->link[l]] += by;
        if (count[u->link[l]] > most) {
            most = count[u->link[l]];
        }
    }
    return most;
}

/* cost[i]: how many steps message i takes. count[]: zeros, and so left behind. */
static void share(const struct uses *u, const struct noc_message *message, uint32_t m,
                  uint32_t *count, uint8_t *cost, struct noc_sharing_steps *steps)
{
    for (uint32_t begin = 0, end = 0; begin < m; begin = end) {
        for (end = begin; end < m && message[end].step == message[begin].step; end++) {
            tally(u, end, count, 1);
        }
        for (uint32_t i = begin; i < end; i++) {
            uint32_t together = tally(u, i, count, 0);

            cost[i] = together > 1 ? 2 : 1;
            steps->contended += together > 1;
            steps->sharing_three += together > 2;
        }
        for (uint32_t i = begin; i < end; i++) {
            tally(u, i, count, (uint32_t)-1);
        }
    }
}

/* What a node is doing. */
struct sender {
    uint32_t step;  /* of the plan: the one it is sending in */
    uint32_t began; /* the time before it */
    uint32_t done;  /* when all it has sent so far is through */
};

/* When each message arrives, if message i takes cost[i] steps. */
static void play(const struct noc_message *message, uint32_t m, const uint8_t *cost,
                 struct sender *node, struct noc_sharing_steps *steps)
{
    for (uint32_t i = 0; i < m; i++) {
        struct sender *from = &node[message[i].from], *to = &node[message[i].to];

        if (from->step != message[i].step) {
            from->step = message[i].step;
            from->began = from->done;
        }

        uint32_t at = from->began + cost[i];

        if (at > from->done) {
            from->done = at;
        }
        to->done = at;
        arrived(steps, at);
    }
}

static bool both_wait(const struct noc_plan_env *env, const struct noc_message *message, uint32_t m,
                      enum noc_sharing sharing, struct noc_sharing_steps *steps)
{
    const struct noc_topology *t = env->topology;
    uint32_t *count = calloc((size_t)t->nodes * t->ports + 1, sizeof *count);
    struct sender *node = calloc(t->nodes, sizeof *node);
    uint8_t *cost = calloc(m + 1u, sizeof *cost);
    struct uses u = {0};
    bool made =
        count && node && cost && uses_make(&u, env, message, m, sharing == NOC_SHARING_OPPOSITE);

    if (made) {
        share(&u, message, m, count, cost, steps);
        if (sharing == NOC_SHARING_NONE) {
            for (uint32_t i = 0; i < m; i++) {
                cost[i] = 1;
            }
            steps->contended = steps->sharing_three = 0;
        }
        play(message, m, cost, node, steps);
        uses_free(&u);
    }
    free(count);
    free(node);
    free(cost);
    return made;
}

/* Whether message i finds all its links free in this step; then it takes them. */
static bool take_links(const struct uses *u, uint32_t i, uint32_t step, uint32_t *taken)
{
    for (uint32_t l = u->first[i]; l < u->first[i + 1]; l++) {
        if (taken[u->link[l]] == step) {
            return false;
        }
    }
    for (uint32_t l = u->first[i]; l < u->first[i + 1]; l++) {
        taken[u->link[l]] = step;
    }
    return true;
}

/* late[node]: by how many steps the message came late; waited[i]: for how many message i did.
 * A message is looked at again in each step until it is through. */
static void wait_in_turn(const struct uses *u, const struct noc_message *message, uint32_t m,
                         enum noc_sharing sharing, uint32_t *taken, uint32_t *late,
                         uint32_t *waited, struct noc_sharing_steps *steps)
{
    uint32_t left = m;

    for (uint32_t i = 0; i < m; i++) {
        late[message[i].to] = UINT32_MAX; /* has not come */
    }
    for (uint32_t step = 1; left > 0; step++) {
        for (uint32_t k = 0; k < m; k++) {
            uint32_t i = sharing == NOC_SHARING_LATER ? k : m - 1 - k;
            uint32_t so_far = late[message[i].from];

            if (so_far == UINT32_MAX || late[message[i].to] != UINT32_MAX ||
                message[i].step + so_far + waited[i] != step) {
                continue;
            }
            if (!take_links(u, i, step, taken)) {
                steps->contended += waited[i]++ == 0;
                continue;
            }
            late[message[i].to] = so_far + waited[i];
            arrived(steps, step);
            left--;
        }
    }
}

static bool one_waits(const struct noc_plan_env *env, const struct noc_message *message, uint32_t m,
                      enum noc_sharing sharing, struct noc_sharing_steps *steps)
{
    const struct noc_topology *t = env->topology;
    uint32_t *taken = calloc((size_t)t->nodes * t->ports + 1, sizeof *taken);
    uint32_t *late = calloc(t->nodes, sizeof *late);
    uint32_t *waited = calloc(m + 1u, sizeof *waited);
    struct uses u = {0};
    bool made = taken && late && waited && uses_make(&u, env, message, m, false);

    if (made) {
        wait_in_turn(&u, message, m, sharing, taken, late, waited, steps);
        uses_free(&u);
    }
    free(taken);
    free(late);
    free(waited);
    return made;
}

bool noc_sharing_steps(const struct noc_plan_env *env, const struct noc_message *message,
                       uint32_t m, enum noc_sharing sharing, struct noc_sharing_steps *steps)
{
    *steps = (struct noc_sharing_steps){0};
    return sharing == NOC_SHARING_LATER || sharing == NOC_SHARING_EARLIER
             ? one_waits(env, message, m, sharing, steps)
             : both_wait(env, message, m, sharing, steps);
}
