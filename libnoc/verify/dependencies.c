/* SPDX-License-Identifier: BSD-2-Clause */
/* The channel dependency graph's memory. */
#include "dependencies.h"

bool noc_dependencies_make(struct noc_dependencies *g, const struct noc_topology *t,
                           const struct noc_routing *r)
{
    g->t = t;
    g->r = r;
    g->per_node = (uint32_t)t->ports * r->vcs;
    g->channels = t->nodes * g->per_node;
    g->words = (g->per_node + 63) / 64;
    g->row = calloc((size_t)g->channels * g->words, sizeof *g->row);
    g->used = calloc(g->channels, sizeof *g->used);
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

struct noc_channel noc_dependencies_channel(const struct noc_dependencies *g, uint32_t channel)
{
    uint32_t node = channel / g->per_node;
    unsigned port = channel % g->per_node / g->r->vcs;
    struct noc_link link = {0};

    noc_topology_link(g->t, node, port, &link);
    return (struct noc_channel){
        .node = (uint16_t)node,
        .next = link.node,
        .port = (uint8_t)port,
        .vc = (uint8_t)(channel % g->r->vcs),
        .dim = link.dim,
        .dir = link.dir,
    };
}
