/* SPDX-License-Identifier: BSD-2-Clause */
/* Worms that wait for each other: all twos, and threes of small networks, by exhaustion. */
#include "worm_waits.h"

#include <string.h>

enum { WORMS_MAX = 400, THREES_BELOW = 64 };

/* Contexts stand behind all channels. */
static uint32_t channels_of(const struct net *net)
{
    return net->n * net->t.ports * net->r->vcs;
}

static void list_needs(const struct net *net, const struct circuit_worm *from,
                       enum noc_contexts contexts, struct waiting_worm *w)
{
    uint32_t next = 0;

    memcpy(w->node, from->node, sizeof w->node);
    w->m = from->m;
    w->needs = 0;
    for (uint32_t k = 0; k < from->hops && w->needs + 2 <= NEEDS_MAX; k++) {
        const struct noc_channel *c = &from->path[k];
        struct noc_link link;

        w->need[w->needs++] = noc_channel_index(&net->t, net->r, c->node, c->port, c->vc);
        if (next < from->m && from->visit[next].hops == k + 1 &&
            noc_topology_link(&net->t, c->node, c->port, &link)) {
            w->need[w->needs++] = channels_of(net) + c->next * net->t.ports +
                                  (contexts == NOC_CONTEXTS_LINK ? link.port : 0);
            next++;
        }
    }
}

/* All worms of a torus with at most two destinations. */
static uint32_t short_worms(const struct net *net, enum noc_contexts contexts,
                            struct waiting_worm worm[WORMS_MAX])
{
    struct circuit_worm w;
    uint32_t n = 0;

    for (uint32_t source = 0; source < net->n; source++) {
        for (uint32_t a = 1; a < net->n; a++) {
            for (uint32_t b = a; b < net->n && n < WORMS_MAX; b++) {
                uint32_t place = label(net, source);

                w.node[0] = (uint16_t)source;
                w.node[1] = (uint16_t)noc_hcycle_node(&net->t, (place + a) % net->n);
                w.node[2] = (uint16_t)noc_hcycle_node(&net->t, (place + b) % net->n);
                w.m = 1 + (a < b);
                worm_send(net, &w);
                list_needs(net, &w, contexts, &worm[n++]);
            }
        }
    }
    return n;
}

static bool holds(const struct waiting_worm *w, uint32_t held, uint32_t need)
{
    for (uint32_t k = 0; k < held; k++) {
        if (w->need[k] == need) {
            return true;
        }
    }
    return false;
}

/* Whether what w has taken, `held` needs, is nobody else's. */
static bool apart(const struct waiting_worm *w, uint32_t held, const struct waiting_worm *others,
                  const uint32_t *others_held, uint32_t n)
{
    for (uint32_t k = 0; k < held; k++) {
        for (uint32_t l = 0; l < n; l++) {
            if (holds(&others[l], others_held[l], w->need[k])) {
                return false;
            }
        }
    }
    return true;
}

/*
 * Whether n worms can stand so that each waits for what the next one holds, and none holds what
 * another does. They wait for nothing below `least`; worm k < done has taken held[k] needs.
 */
static bool can_wait(const struct waiting_worm *w, uint32_t n, uint32_t least, uint32_t *held,
                     uint32_t done)
{
    if (done == n) {
        return holds(&w[0], held[0], w[n - 1].need[held[n - 1]]);
    }
    for (uint32_t h = 1; h < w[done].needs; h++) {
        bool waited_for = done == 0 || holds(&w[done], h, w[done - 1].need[held[done - 1]]);

        held[done] = h;
        if (w[done].need[h] >= least && waited_for && apart(&w[done], h, w, held, done) &&
            can_wait(w, n, least, held, done + 1)) {
            return true;
        }
    }
    return false;
}

uint32_t waiting_worms(const struct net *net, enum noc_contexts contexts, bool twins, uint32_t most,
                       struct waiting_worm found[WAITING_MAX])
{
    static struct waiting_worm worm[WORMS_MAX];
    uint32_t n = short_worms(net, contexts, worm), held[WAITING_MAX];

    for (uint32_t k = 0; k < n * n; k++) {
        const struct waiting_worm *a = &worm[k / n], *b = &worm[k % n];
        bool same = a->m == 2 && b->m == 2 && a->node[1] == b->node[2] && a->node[2] == b->node[1];

        found[0] = *a;
        found[1] = *b;
        if ((same || !twins) && can_wait(found, 2, twins ? channels_of(net) : 0, held, 0)) {
            return 2;
        }
    }
    for (uint32_t k = 0; k < n * n * n && most > 2 && n < THREES_BELOW; k++) {
        found[0] = worm[k / n / n];
        found[1] = worm[k / n % n];
        found[2] = worm[k % n];
        if (can_wait(found, 3, 0, held, 0)) {
            return 3;
        }
    }
    return 0;
}

void say_waiting(struct text *t, const struct waiting_worm *w, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++) {
        say(t, w[k].m > 1 ? "%s%u>%u>%u" : "%s%u>%u", k ? ", " : "", w[k].node[0], w[k].node[1],
            w[k].node[2]);
    }
}
