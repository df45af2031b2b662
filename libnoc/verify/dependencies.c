/* SPDX-License-Identifier: BSD-2-Clause */
/* The channel dependency graph's memory, and what its vertices are. */
#include "dependencies.h"

bool noc_dependencies_make(struct noc_dependencies *g, const struct noc_topology *t,
                           const struct noc_routing *r, enum noc_contexts contexts)
{
    g->t = t;
    g->r = r;
    g->contexts = contexts;
    g->per_node = (uint32_t)t->ports * r->vcs;
    g->node_contexts = contexts == NOC_CONTEXTS_VC     ? 0
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
