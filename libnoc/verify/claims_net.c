/* SPDX-License-Identifier: BSD-2-Clause */
/* What the checks of claims share: findings, networks and their paths. */
#include "claims.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "routing/routings.h"
#include "topology/shape.h"
#include "topology/topologies.h"

/* --- findings ------------------------------------------------------------- */

static void append(char *text, const char *format, va_list arguments)
{
    size_t used = strlen(text);

    if (used && used + 2 < NOC_CLAIM_TEXT) {
        memcpy(text + used, "; ", 3);
        used += 2;
    }
    vsnprintf(text + used, NOC_CLAIM_TEXT - used, format, arguments);
}

void claim_checked(struct noc_finding *f, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    append(f->checked, format, arguments);
    va_end(arguments);
}

static void keep_first(char *text, const char *format, va_list arguments)
{
    if (!text[0]) {
        vsnprintf(text, NOC_CLAIM_TEXT, format, arguments);
    }
}

void claim_against(struct noc_finding *f, const char *format, ...)
{
    va_list arguments;

    if (f->verdict != NOC_FAILS) {
        f->counterexample[0] = '\0';
    }
    f->verdict = NOC_FAILS;
    va_start(arguments, format);
    keep_first(f->counterexample, format, arguments);
    va_end(arguments);
}

void claim_example(struct noc_finding *f, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    append(f->checked, format, arguments);
    va_end(arguments);
}

void claim_unclear(struct noc_finding *f, const char *format, ...)
{
    va_list arguments;

    if (f->verdict == NOC_HOLDS) {
        f->verdict = NOC_UNCLEAR;
        va_start(arguments, format);
        keep_first(f->counterexample, format, arguments);
        va_end(arguments);
    }
}

/* --- networks -------------------------------------------------------------- */

/* "graph\n..." and "grid\n...": from the text of a file. */
static bool make_topology(struct net *net, const char *text, struct noc_fault *fault)
{
    const char *end = strchr(text, '\n');
    char kind[16];

    if (!end) {
        snprintf(net->name, sizeof net->name, "%s", text);
        return noc_topology_parse(&net->t, text, fault);
    }
    snprintf(kind, sizeof kind, "%.*s", (int)(end - text), text);
    snprintf(net->name, sizeof net->name, "%s", kind);

    const struct noc_topology_kind *k = noc_topology_kind_find(kind);
    size_t length = strlen(end + 1);

    net->room = calloc(1, noc_shape_room(length));
    return k && k->read && k->read(&net->t, end + 1, length, net->room, fault);
}

static bool lay_paths(struct net *net)
{
    uint32_t pairs = net->n * net->n, most = net->channels;
    struct noc_channel *path = calloc(most, sizeof *path);
    uint32_t room = 1024, used = 0;
    bool all = path != NULL;

    net->at = calloc(pairs + 1, sizeof *net->at);
    net->hop = calloc(room, sizeof *net->hop);
    net->set = calloc((size_t)pairs * net->words, sizeof *net->set);
    for (uint32_t p = 0; all && p < pairs; p++) {
        int32_t hops = noc_route_path(&net->t, net->r, p / net->n, p % net->n, path, most);

        all = hops >= 0 && (uint32_t)hops <= most;
        if (!all) {
            break;
        }
        while (used + (uint32_t)hops > room) {
            room *= 2;
            net->hop = realloc(net->hop, room * sizeof *net->hop);
        }
        memcpy(net->hop + used, path, (uint32_t)hops * sizeof *path);
        for (int32_t i = 0; i < hops; i++) {
            uint32_t c = channel_number(net, &path[i]);

            net->set[(size_t)p * net->words + c / 64] |= UINT64_C(1) << c % 64;
        }
        used += (uint32_t)hops;
        net->at[p + 1] = used;
    }
    free(path);
    return all;
}

bool net_open(struct net *net, const char *text, const char *routing, struct noc_finding *f)
{
    struct noc_fault fault;

    memset(net, 0, sizeof *net);
    if (!make_topology(net, text, &fault) ||
        !noc_routing_choose(&net->r, routing, &net->t, &fault)) {
        claim_unclear(f, "%s with routing %s is refused", net->name, routing ? routing : "its own");
        net_close(net);
        return false;
    }
    net->n = net->t.nodes;
    net->channels = net->n * net->t.ports * net->r->vcs;
    net->words = (net->channels + 63) / 64;
    if (!lay_paths(net)) {
        claim_unclear(f, "%s under %s has a pair without a route", net->name, net->r->name);
        net_close(net);
        return false;
    }
    return true;
}

void net_close(struct net *net)
{
    free(net->at);
    free(net->hop);
    free(net->set);
    free(net->room);
    memset(net, 0, sizeof *net);
}

const struct noc_channel *shared_channel(const struct net *net, uint32_t u, uint32_t v, uint32_t x,
                                         uint32_t y)
{
    const uint64_t *a = path_set(net, u, v), *b = path_set(net, x, y);
    const struct noc_channel *hop = path_of(net, u, v);
    bool any = false;

    for (uint32_t w = 0; w < net->words && !any; w++) {
        any = a[w] & b[w];
    }
    for (uint32_t i = 0; any && i < path_length(net, u, v); i++) {
        uint32_t c = channel_number(net, &hop[i]);

        if (b[c / 64] >> c % 64 & 1) {
            return &hop[i];
        }
    }
    return NULL;
}

uint32_t path_node(const struct net *net, uint32_t from, uint32_t to, uint32_t i)
{
    return i < path_length(net, from, to) ? path_of(net, from, to)[i].node : to;
}

const char *path_text(const struct net *net, uint32_t from, uint32_t to, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "%u", from);

    for (uint32_t i = 1; i <= path_length(net, from, to) && used < size; i++) {
        used += (size_t)snprintf(text + used, size - used, "-%u", path_node(net, from, to, i));
    }
    return text;
}

/* The smallest u, v, x, y that contradict: called once something does. */
static void tell_quadruple(const struct net *net, bool downwards, struct noc_finding *f)
{
    for (uint32_t v = 0; v < net->n; v++) {
        for (uint32_t x = 0; x < net->n; x++) {
            for (uint32_t y = 0; y < net->n; y++) {
                bool in_order = downwards ? v >= x && x >= y : v <= x && x <= y;

                for (uint32_t u = 0; in_order && u < net->n; u++) {
                    const struct noc_channel *c = shared_channel(net, u, v, x, y);
                    char one[64], two[64];

                    if (c) {
                        claim_against(f, "%s: u=%u v=%u x=%u y=%u: %s and %s share %u-%u",
                                      net->name, u, v, x, y, path_text(net, u, v, one, sizeof one),
                                      path_text(net, x, y, two, sizeof two), c->node, c->next);
                        return;
                    }
                }
            }
        }
    }
}

bool ordered_paths_disjoint(const struct net *net, bool downwards, struct noc_finding *f)
{
    uint64_t *before = calloc(net->words, sizeof *before); /* channels of all u -> v so far */
    bool apart = true;

    for (uint32_t i = 0; i < net->n && apart; i++) {
        uint32_t x = downwards ? net->n - 1 - i : i;

        for (uint32_t u = 0; u < net->n; u++) {
            for (uint32_t w = 0; w < net->words; w++) {
                before[w] |= path_set(net, u, x)[w];
            }
        }
        for (uint32_t j = i; j < net->n && apart; j++) {
            const uint64_t *path = path_set(net, x, downwards ? net->n - 1 - j : j);

            for (uint32_t w = 0; w < net->words && apart; w++) {
                apart = !(before[w] & path[w]);
            }
        }
    }
    free(before);
    if (!apart) {
        tell_quadruple(net, downwards, f);
    }
    return apart;
}

bool claim_routing(struct noc_finding *f, const char *network, const char *routing, unsigned what)
{
    struct noc_routing_proof proof;
    struct noc_fault fault;
    struct net net = {0};
    bool done = make_topology(&net, network, &fault) &&
                noc_routing_choose(&net.r, routing, &net.t, &fault) &&
                noc_verify_routing(&net.t, net.r, NULL, &proof);

    if (!done) {
        claim_unclear(f, "%s with routing %s is refused", net.name, routing ? routing : "its own");
        net_close(&net);
        return false;
    }
    if (what & CLAIM_COMPLETE && proof.unreached) {
        claim_against(f, "%s: no route from %u to %u", net.name, proof.first_unreached.from,
                      proof.first_unreached.to);
    }
    if (what & CLAIM_MINIMAL && proof.longer) {
        claim_against(f, "%s: the route from %u to %u is longer than the shortest path", net.name,
                      proof.first_longer.from, proof.first_longer.to);
    }
    if (what & CLAIM_LABELS && (!proof.has_labels || proof.unlabelled)) {
        claim_against(f, "%s: labels do not rise from %u to %u", net.name,
                      proof.first_unlabelled.from, proof.first_unlabelled.to);
    }
    if (what & CLAIM_ACYCLIC && proof.cycle) {
        claim_against(f, "%s: %u channels wait for each other, %u-%u first", net.name,
                      proof.cycle_length, proof.cycle[0].node, proof.cycle[0].next);
    }
    noc_routing_proof_free(&proof);
    net_close(&net);
    return true;
}

/* --- small things ----------------------------------------------------------------- */

uint32_t random_below(uint32_t *state, uint32_t n)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state % n;
}

void random_dests(uint32_t *state, uint32_t nodes, uint32_t source, uint32_t m, uint16_t *dests)
{
    uint16_t *all = calloc(nodes, sizeof *all);
    uint32_t n = 0;

    for (uint32_t node = 0; node < nodes; node++) {
        if (node != source) {
            all[n++] = (uint16_t)node;
        }
    }
    for (uint32_t i = 0; i < m; i++) {
        uint32_t j = i + random_below(state, n - i);

        dests[i] = all[j];
        all[j] = all[i];
    }
    free(all);
}

uint32_t doublings(uint32_t n)
{
    uint32_t steps = 0;

    while ((UINT32_C(1) << steps) < n) {
        steps++;
    }
    return steps;
}

uint32_t members(uint64_t set, uint16_t *node)
{
    uint32_t n = 0;

    for (uint16_t i = 0; i < 64; i++) {
        if (set >> i & 1) {
            node[n++] = i;
        }
    }
    return n;
}
