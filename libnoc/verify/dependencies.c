/* SPDX-License-Identifier: BSD-2-Clause */
/* The channel dependency graph's memory, and what its vertices are. */
#include "dependencies.h"

#include <string.h>

bool noc_dependencies_make(struct noc_dependencies *g, const struct noc_topology *t,
                           const struct noc_routing *r, enum noc_contexts contexts)
{
    g->t = t;
    g->r = r;
    g->contexts = contexts;
    g->per_node = (uint32_t)t->ports * r->vcs;
    g->node_contexts = contexts == NOC_CONTEXTS_VC   ? 0
                     : contexts == NOC_CONTEXTS_LINK ? t->ports
                                                     : 1;
    g->channels = t->nodes * g->per_node;
    g->vertices = g->channels + t->nodes * g->node_contexts;
    g->words = (g->per_node + 2 * g->node_contexts + 63) / 64;
    g->row = calloc((size_t)g->vertices * g->words, sizeof *g->row);
    g->used = calloc(g->vertices, sizeof *g->used);
    g->wire = calloc((size_t)t->nodes * t->ports, sizeof *g->wire);
    if (!g->row || !g->used || !g->wire) {
        noc_dependencies_free(g);
        return false;
    }
    for (uint32_t node = 0; node < t->nodes; node++) {
        for (unsigned port = 0; port < t->ports; port++) {
            struct noc_wire *wire = &g->wire[node * t->ports + port];
            struct noc_link link;

            wire->port = NOC_PORT_LOCAL;
            if (noc_topology_link(t, node, port, &link)) {
                *wire = (struct noc_wire){link.node, link.port};
            }
        }
    }
    return true;
}

void noc_dependencies_free(struct noc_dependencies *g)
{
    free(g->row);
    free(g->used);
    free(g->wire);
    g->row = NULL;
    g->used = NULL;
    g->wire = NULL;
}

void noc_dependencies_copy(struct noc_dependencies *g, uint32_t channel, uint32_t next)
{
    uint32_t context;

    if (g->node_contexts == 0) {
        return; /* nobody else ever has it */
    }
    context = noc_dependencies_context(g, channel);
    noc_dependencies_add(g, channel, context);
    if (next != UINT32_MAX) {
        noc_dependencies_add(g, context, next);
        noc_dependencies_add(g, next, context);
    }
}

static void cut_arc(struct noc_dependencies *g, uint32_t vertex, uint32_t next)
{
    uint32_t bit = noc_dependencies_bit(g, vertex, next);

    g->row[(size_t)vertex * g->words + bit / 64] &= ~(UINT64_C(1) << bit % 64);
}

/* A context, with all its arcs. */
static void drop(struct noc_dependencies *g, uint32_t context, uint32_t channel)
{
    uint64_t *row = g->row + (size_t)context * g->words;
    uint32_t first = noc_dependencies_end(g, context) * g->per_node;

    for (uint32_t next = first; next < first + g->per_node; next++) {
        if (g->wire[next / g->r->vcs].port != NOC_PORT_LOCAL) {
            cut_arc(g, next, context);
        }
    }
    cut_arc(g, channel, context);
    memset(row, 0, g->words * sizeof *row);
    g->used[context] = 0;
}

bool noc_dependencies_drop_private(struct noc_dependencies *g)
{
    uint32_t contexts = g->vertices - g->channels;
    uint32_t *asker = calloc(contexts + 1, sizeof *asker); /* 1 + channel; UINT32_MAX: several */

    for (uint32_t c = 0; asker && contexts > 0 && c < g->channels; c++) {
        if (g->used[c] && noc_dependencies_has(g, c, noc_dependencies_context(g, c))) {
            uint32_t *first = &asker[noc_dependencies_context(g, c) - g->channels];

            *first = *first ? UINT32_MAX : c + 1;
        }
    }
    for (uint32_t k = 0; asker && k < contexts; k++) {
        if (asker[k] != 0 && asker[k] != UINT32_MAX) {
            drop(g, g->channels + k, asker[k] - 1);
        }
    }
    free(asker);
    return asker != NULL;
}

struct noc_channel noc_dependencies_channel(const struct noc_dependencies *g, uint32_t vertex)
{
    uint32_t node = vertex / g->per_node;
    unsigned port = vertex % g->per_node / g->r->vcs;
    struct noc_link link = {0};

    if (vertex >= g->channels) {
        node = noc_dependencies_end(g, vertex);
        port = (vertex - g->channels) % g->node_contexts;
        return (struct noc_channel){
            .node = (uint16_t)node,
            .next = (uint16_t)node,
            .port = NOC_PORT_LOCAL,
            .vc = g->contexts == NOC_CONTEXTS_LINK ? (uint8_t)port : NOC_PORT_LOCAL,
            .dim = NOC_NO_DIM,
        };
    }
    noc_topology_link(g->t, node, port, &link);
    return (struct noc_channel){
        .node = (uint16_t)node,
        .next = link.node,
        .port = (uint8_t)port,
        .vc = (uint8_t)(vertex % g->r->vcs),
        .dim = link.dim,
        .dir = link.dir,
    };
}
