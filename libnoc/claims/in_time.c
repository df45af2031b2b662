/* SPDX-License-Identifier: BSD-2-Clause */
/* Worms followed in time. */
#include "in_time.h"

#include <string.h>

#include "multicast/plan_check.h"

struct worm {
    uint16_t from, to;
    struct noc_part part; /* the receiver's */
    uint32_t start;       /* cycle in which its header enters the first channel */
};

/* All worms of one multicast. */
struct timing {
    const struct instance *i;
    struct noc_plan_env env;
    uint16_t chain[SENDS_MAX + 1];
    struct worm worm[SENDS_MAX];
    uint32_t n;
    struct noc_misstep wrong;
};

/* All that one node sends, from the cycle in which it has the message. */
static void start_all(struct timing *t, struct noc_part part, uint32_t ready)
{
    const struct pace *pace = t->i->pace;
    uint16_t from = t->chain[part.self];
    uint32_t free_at[NOC_PORTS_MAX] = {0}, cpu = ready;
    struct noc_part theirs;
    struct noc_handover h = {{0}, 0};

    while (noc_plan_next_checked(t->i->planner->algorithm, &t->env, t->chain, &part, &theirs, &h,
                                 &t->wrong)) {
        uint16_t to = t->chain[theirs.self];
        unsigned link = t->env.ports == 1 ? 0 : path_of(t->i->net, from, to)->port;

        cpu += pace->tau_s;
        uint32_t start = cpu > free_at[link] ? cpu : free_at[link];

        free_at[link] = start + pace->length;
        t->worm[t->n++] = (struct worm){from, to, theirs, start};
    }
}

static struct noc_message message_of(const struct worm *w)
{
    return (struct noc_message){.from = w->from, .to = w->to, .part = w->part};
}

/* Whether two worms meet on a channel before the clash found so far. */
static bool meet(const struct timing *t, const struct worm *a, const struct worm *b,
                 struct clash *clash)
{
    const struct net *net = t->i->net;
    const struct noc_channel *one = path_of(net, a->from, a->to),
                             *two = path_of(net, b->from, b->to);
    bool met = false;

    for (uint32_t k = 0; k < path_length(net, a->from, a->to); k++) {
        for (uint32_t l = 0; l < path_length(net, b->from, b->to); l++) {
            uint32_t r = a->start + k, s = b->start + l;
            uint32_t later = r > s ? r : s, earlier = r > s ? s : r;

            if (one[k].node == two[l].node && one[k].port == two[l].port &&
                one[k].vc == two[l].vc && later < earlier + t->i->pace->length &&
                later < clash->cycle) {
                clash->a = message_of(r > s ? b : a);
                clash->b = message_of(r > s ? a : b);
                clash->channel = one[k];
                clash->cycle = later;
                met = true;
            }
        }
    }
    return met;
}

bool worms_clash(const struct instance *i, struct clash *clash)
{
    struct timing t = {
        .i = i,
        .env = {&i->net->t, i->net->r, i->check->ports, i->source, i->planner->parameter, 0, NULL}};
    struct noc_part whole;
    bool met = false;

    t.chain[0] = (uint16_t)i->source;
    memcpy(t.chain + 1, i->dests, i->m * sizeof *i->dests);
    if (noc_plan_order_checked(i->planner->algorithm, &t.env, t.chain, i->m, &whole, &t.wrong)) {
        start_all(&t, whole, 0);
    }
    for (uint32_t k = 0; k < t.n; k++) {
        const struct worm *w = &t.worm[k];

        start_all(&t, w->part,
                  w->start + path_length(i->net, w->from, w->to) + i->pace->length - 1 +
                      i->pace->tau_r);
    }
    clash->cycle = UINT32_MAX;
    for (uint32_t k = 0; k < t.n; k++) {
        for (uint32_t l = k + 1; l < t.n; l++) {
            met |= meet(&t, &t.worm[k], &t.worm[l], clash);
        }
    }
    if (met) {
        clash->dests.used = clash->way_a.used = clash->way_b.used = 0;
        say_dests(&clash->dests, i->dests, i->m);
        say_path(&clash->way_a, i->net, clash->a.from, clash->a.to);
        say_path(&clash->way_b, i->net, clash->b.from, clash->b.to);
    }
    return met;
}

bool never_clash(const struct instance *i)
{
    struct clash clash;

    return !worms_clash(i, &clash);
}

/* --- paces -------------------------------------------------------------------------------- */

static void each_of_paces(struct instance *i)
{
    for (uint32_t k = 0; net_lay(i) && k < bound(i, i->check->paces); k++) {
        i->pace = &i->check->pace[k];
        then(i);
    }
}

static void tell_pace(const struct instance *i, struct text *t)
{
    say(t, "start-ups %u and %u, %u flits", i->pace->tau_s, i->pace->tau_r, i->pace->length);
}

const struct quantifier each_pace = {"{count} runs of worms in time by {by}", NULL, each_of_paces,
                                     tell_pace};
