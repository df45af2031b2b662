/* SPDX-License-Identifier: BSD-2-Clause */
/* What must hold of every routing, checked over all pairs of nodes. */
#ifndef TESTS_ROUTING_CHECKS_H
#define TESTS_ROUTING_CHECKS_H

#include <stdio.h>

#include "packet.h"
#include "reference.h"

enum { HOPS_MAX = 4096 };

/*
 * "node.port.vcname ..." of the path, coordinates highest first, as
 * "(0,0)1h (1,0)1h (2,0)0h": node, dimension, channel set.
 */
static inline const char *path_text(const struct noc_topology *t, const struct noc_routing *r,
                                    unsigned from, unsigned to)
{
    static char text[4096];
    static struct noc_channel path[HOPS_MAX];
    int n = noc_route_path(t, r, from, to, path, HOPS_MAX);
    char *at = text;

    assert_in_range(n, 0, 64);
    *at = '\0';
    for (int i = 0; i < n; i++) {
        const char *vc = r->vc_name(t, path[i].port, path[i].vc);

        at += sprintf(at, "%s(", i ? " " : "");
        for (unsigned d = t->dims; d-- > 0;) {
            at += sprintf(at, "%u%s", coordinate(t, path[i].node, d), d ? "," : ")");
        }
        at += sprintf(at, "%u%s", path[i].dim, vc ? vc : "");
    }
    return text;
}

/* Which channels, and which turns from channel to channel, any route takes. */
struct usage {
    unsigned channels;
    bool *used;
    uint64_t *turns; /* [channel]: bit port * vcs + vc of the node it leads to */
    uint16_t *next;  /* [channel]: that node */
    uint64_t hops;
};

static inline struct usage usage_of(const struct noc_topology *t, const struct noc_routing *r)
{
    static struct noc_channel path[HOPS_MAX];
    struct usage u = {.channels = t->nodes * t->ports * r->vcs};

    assert_true(t->ports * r->vcs <= 64);
    u.used = calloc(u.channels, sizeof *u.used);
    u.turns = calloc(u.channels, sizeof *u.turns);
    u.next = calloc(u.channels, sizeof *u.next);
    for (unsigned from = 0; from < t->nodes; from++) {
        for (unsigned to = 0; to < t->nodes; to++) {
            int n = noc_route_path(t, r, from, to, path, HOPS_MAX);

            assert_in_range(n, 0, HOPS_MAX);
            u.hops += (uint64_t)n;
            for (int i = 0; i < n; i++) {
                unsigned c = noc_channel_index(t, r, path[i].node, path[i].port, path[i].vc);

                u.used[c] = true;
                u.next[c] = path[i].next;
                if (i + 1 < n) {
                    u.turns[c] |= UINT64_C(1) << (path[i + 1].port * r->vcs + path[i + 1].vc);
                }
            }
        }
    }
    return u;
}

static inline void usage_free(struct usage *u)
{
    free(u->used);
    free(u->turns);
    free(u->next);
}

/* Whether the channel dependency graph has a cycle: channels that no other
 * leads to are taken away until none is left, or none can be. */
static inline bool has_cycle(const struct noc_topology *t, const struct noc_routing *r,
                             const struct usage *u)
{
    unsigned per_node = t->ports * r->vcs;
    unsigned *leads_here = calloc(u->channels, sizeof *leads_here);
    unsigned *queue = malloc(u->channels * sizeof *queue);
    unsigned head = 0, tail = 0;

    for (unsigned c = 0; c < u->channels; c++) {
        for (unsigned b = 0; b < per_node; b++) {
            leads_here[u->next[c] * per_node + b] += u->turns[c] >> b & 1;
        }
    }
    for (unsigned c = 0; c < u->channels; c++) {
        if (leads_here[c] == 0) {
            queue[tail++] = c;
        }
    }
    while (head < tail) {
        unsigned c = queue[head++];

        for (unsigned b = 0; b < per_node; b++) {
            if (u->turns[c] >> b & 1 && --leads_here[u->next[c] * per_node + b] == 0) {
                queue[tail++] = u->next[c] * per_node + b;
            }
        }
    }
    free(leads_here);
    free(queue);
    return tail < u->channels;
}

/* Headers that make no sense are broken everywhere, and change nothing. */
static inline void check_broken_headers(const char *text, const char *name)
{
    struct noc_topology t = topology(text);
    const struct noc_routing *r = routing(&t, name);

    for (unsigned kind = 0; kind < 16; kind++) {
        for (unsigned node = 0; node < 16384; node++) {
            uint32_t header = noc_header(kind, node, 0);
            uint32_t before = header;
            struct noc_hop hop;
            bool good = kind == NOC_HEADER_LAST && node < t.nodes;

            assert_int_equal(r->route(&t, 0, NOC_PORT_LOCAL, 0, &header, &hop),
                             good ? NOC_ROUTED : NOC_ROUTE_BROKEN);
            assert_int_equal(header, before);
        }
    }
}

#endif
