/* SPDX-License-Identifier: BSD-2-Clause */
/* What the checks of claims share: multicasts as trees, as sets, and in time. */
#include "claims.h"
#include "multicast/algorithms.h"
#include "routing/routings.h"
#include "topology/topologies.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void multicast_index(struct multicast *p)
{
    memset(p->into, 0xff, sizeof p->into);
    for (uint32_t i = 0; i < p->m; i++) {
        p->into[p->message[i].to] = (uint8_t)i;
    }
}

void multicast_make(struct multicast *p, const struct net *net, const struct noc_algorithm *a,
                    uint32_t ports, uint32_t source, const uint16_t *dests, uint32_t m)
{
    struct noc_plan_env env = {&net->t, net->r, ports, source, 0, NULL};

    p->m = m;
    p->chain[0] = (uint16_t)source;
    memcpy(p->chain + 1, dests, m * sizeof *dests);
    p->steps = noc_plan_make(a, &env, p->chain, m, p->message, p->scratch);
    multicast_index(p);
}

void multicast_set(struct multicast *p, const struct net *net, const struct noc_algorithm *a,
                   uint32_t ports, uint32_t source, uint64_t set)
{
    uint16_t dests[64];
    uint32_t m = members(set, dests);

    multicast_make(p, net, a, ports, source, dests, m);
}

bool reaches(const struct multicast *p, uint32_t u, uint32_t v)
{
    while (v != u && p->into[v] != 0xff) {
        v = p->message[p->into[v]].from;
    }
    return v == u;
}

bool sent_before_ancestor(const struct multicast *p, const struct noc_message *a, uint32_t x)
{
    for (uint32_t w = x; p->into[w] != 0xff; w = p->message[p->into[w]].from) {
        const struct noc_message *into = &p->message[p->into[w]];

        if (into->from == a->from && into->step > a->step) {
            return true;
        }
    }
    return false;
}

/* --- worms in time ------------------------------------------------------------ */

struct worm {
    struct noc_message message;
    uint32_t start; /* cycle in which its header enters the first channel */
};

/* All that one node sends, from the cycle in which it has the message. */
static void start_all(const struct net *net, const struct noc_algorithm *a,
                      const struct noc_plan_env *env, const uint16_t *chain, struct noc_part part,
                      uint32_t ready, const struct pace *pace, struct worm *worm, uint32_t *n)
{
    uint16_t from = chain[part.self];
    uint32_t free_at[NOC_PORTS_MAX] = {0}, cpu = ready;
    struct noc_part theirs;

    while (a->next(env, chain, &part, &theirs)) {
        uint16_t to = chain[theirs.self];
        unsigned link = env->ports == 1 ? 0 : path_of(net, from, to)->port;

        cpu += pace->tau_s;
        uint32_t start = cpu > free_at[link] ? cpu : free_at[link];

        free_at[link] = start + pace->length;
        worm[(*n)++] = (struct worm){{from, to, 0, theirs, false}, start};
    }
}

/* Whether two worms meet on a channel; the earliest such cycle. */
static bool meet(const struct net *net, const struct worm *a, const struct worm *b, uint32_t length,
                 struct clash *clash)
{
    const struct noc_channel *one = path_of(net, a->message.from, a->message.to);
    const struct noc_channel *two = path_of(net, b->message.from, b->message.to);
    bool met = false;

    for (uint32_t i = 0; i < path_length(net, a->message.from, a->message.to); i++) {
        for (uint32_t j = 0; j < path_length(net, b->message.from, b->message.to); j++) {
            uint32_t s = a->start + i, t = b->start + j;
            uint32_t later = s > t ? s : t, earlier = s > t ? t : s;

            if (channel_number(net, &one[i]) == channel_number(net, &two[j]) &&
                later < earlier + length && later < clash->cycle) {
                *clash = (struct clash){
                    0,      0,    s > t ? b->message : a->message, s > t ? a->message : b->message,
                    one[i], later};
                met = true;
            }
        }
    }
    return met;
}

bool worms_clash(const struct net *net, const struct noc_algorithm *a, uint32_t ports,
                 uint32_t source, const uint16_t *dests, uint32_t m, const struct pace *pace,
                 struct clash *clash)
{
    struct noc_plan_env env = {&net->t, net->r, ports, source, 0, NULL};
    struct worm worm[SENDS_MAX];
    uint16_t chain[SENDS_MAX + 1];
    struct noc_part whole;
    uint32_t n = 0;
    bool met = false;

    chain[0] = (uint16_t)source;
    memcpy(chain + 1, dests, m * sizeof *dests);
    a->order(&env, chain, m, &whole);
    start_all(net, a, &env, chain, whole, 0, pace, worm, &n);
    for (uint32_t i = 0; i < n; i++) {
        struct noc_message *message = &worm[i].message;
        uint32_t done = worm[i].start + path_length(net, message->from, message->to) +
                        pace->length - 1 + pace->tau_r;

        start_all(net, a, &env, chain, message->part, done, pace, worm, &n);
    }
    clash->cycle = UINT32_MAX;
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = i + 1; j < n; j++) {
            met |= meet(net, &worm[i], &worm[j], pace->length, clash);
        }
    }
    return met;
}

/* --- whole exhaustions ----------------------------------------------------------- */

const char *plan_text(const struct multicast *p, char *text, size_t size)
{
    size_t used = 0;

    text[0] = '\0';
    for (uint32_t i = 0; i < p->m && used < size; i++) {
        used += (size_t)snprintf(text + used, size - used, "%s%u>%u", i ? " " : "",
                                 p->message[i].from, p->message[i].to);
    }
    return text;
}

const char *dests_text(const uint16_t *dests, uint32_t m, char *text, size_t size)
{
    size_t used = 0;

    text[0] = '\0';
    for (uint32_t i = 0; i < m && used < size; i++) {
        used += (size_t)snprintf(text + used, size - used, "%s%u", i ? ", " : "", dests[i]);
    }
    return text;
}

/* "step 1, 0-8-10-11" */
static const char *message_text(const struct noc_sets_config *config,
                                const struct noc_message *message, char *text, size_t size)
{
    struct noc_channel path[64];
    int32_t hops =
        noc_route_path(config->topology, config->routing, message->from, message->to, path, 64);
    size_t used = (size_t)snprintf(text, size, "step %u, %u", message->step, message->from);

    for (int32_t i = 0; i < hops && i < 64 && used < size; i++) {
        used += (size_t)snprintf(text + used, size - used, "-%u", path[i].next);
    }
    return text;
}

static void tell_violation(struct noc_finding *f, const char *network,
                           const struct noc_sets_config *config, const struct noc_sets_proof *proof)
{
    const struct noc_violation *v = proof->smallest;
    char dests[120], one[60], two[60];

    claim_against(f, "%s: from %u to {%s}: %u>%u (%s) and %u>%u (%s) share channel %u-%u", network,
                  v->source, dests_text(v->dests, v->m, dests, sizeof dests), v->first.from,
                  v->first.to, message_text(config, &v->first, one, sizeof one), v->second.from,
                  v->second.to, message_text(config, &v->second, two, sizeof two), v->channel.node,
                  v->channel.next);
    claim_checked(f, "%s: %llu of %llu sets have violations", network,
                  (unsigned long long)proof->violating_sets, (unsigned long long)proof->sets);
}

bool claim_sets(struct noc_finding *f, const char *network, const char *routing,
                const char *algorithm, uint32_t ports, uint32_t source, uint64_t random)
{
    struct noc_sets_proof proof;
    struct noc_topology t;
    struct noc_fault fault;
    struct noc_sets_config config = {
        .topology = &t, .ports = ports, .source = source, .random = random, .seed = 1};
    bool done =
        noc_topology_parse(&t, network, &fault) &&
        noc_routing_choose(&config.routing, routing, &t, &fault) &&
        noc_algorithm_choose(&config.algorithm, algorithm, &t, config.routing, true, &fault) &&
        noc_verify_sets(&config, NULL, &proof);

    if (!done) {
        claim_unclear(f, "%s with %s could not be exhausted", network, algorithm);
        return false;
    }
    if (proof.undelivered) {
        claim_against(f, "%s: %llu sets are not delivered", network,
                      (unsigned long long)proof.undelivered);
    }
    if (proof.smallest) {
        tell_violation(f, network, &config, &proof);
    } else {
        claim_checked(f, "%s%s%s: %llu sets%s", network, routing ? " under " : "",
                      routing ? routing : "", (unsigned long long)proof.sets,
                      random ? " at random" : "");
    }
    if (ports == 1 && proof.above_bound) {
        claim_against(f, "%s: %llu sets take more than ceil(log2(m+1)) steps", network,
                      (unsigned long long)proof.above_bound);
    }
    noc_sets_proof_free(&proof);
    return true;
}

void claim_worms(struct noc_finding *f, const char *network, const char *routing,
                 enum noc_contexts contexts)
{
    struct noc_worms_proof proof;
    struct noc_topology t;
    const struct noc_routing *r;
    char text[160] = "";
    size_t used = 0;

    if (!noc_topology_parse(&t, network, NULL) || !noc_routing_choose(&r, routing, &t, NULL) ||
        !noc_verify_worms(&t, r, contexts, NULL, &proof) || !proof.looked) {
        claim_unclear(f, "%s: cannot be looked at", network);
        return;
    }
    for (uint32_t i = 0; i < proof.cycle_length && used + 24 < sizeof text; i++) {
        const struct noc_channel *c = &proof.cycle[i];

        used += (size_t)snprintf(text + used, sizeof text - used,
                                 c->node == c->next ? "%sthe context at %u" : "%s%u-%u",
                                 i ? ", " : "", c->node, c->next);
    }
    if (proof.cycle || proof.refused || proof.undeclared) {
        claim_against(f, "%s: %s", network,
                      proof.cycle ? text : "a worm is refused, or a channel undeclared");
    }
    noc_worms_proof_free(&proof);
}
