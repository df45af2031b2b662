/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of routings, and what can be told of any of them. */
#include "routing.h"

#include <string.h>

#include "packet.h"
#include "tables.h"

const struct noc_routing *const noc_routings[] = {
#define NOC_ROUTING(symbol, name) &noc_routing_##symbol,
#include "names.def"
    NULL,
};
static const char known[] = /* after the first comma */
#define NOC_ROUTING(symbol, name) ", " name
#include "names.def"
    ;

const struct noc_routing *noc_routing_find(const char *name)
{
    for (const struct noc_routing *const *r = noc_routings; *r; r++) {
        if (strcmp((*r)->name, name) == 0) {
            return *r;
        }
    }
    return NULL;
}

const char *noc_vc_nameless(const struct noc_topology *t, unsigned port, unsigned vc)
{
    (void)t;
    (void)port;
    (void)vc;
    return NULL;
}

bool noc_routing_choose(const struct noc_routing **r, const char *name,
                        const struct noc_topology *t, struct noc_fault *fault)
{
    const struct noc_routing *found = noc_routing_find(name ? name : t->kind->routing);

    if (!found) {
        return noc_refuse(fault, NOC_FAULT_ROUTING_UNKNOWN, 0, 0, known + 2);
    }
    if (!found->fits(t, fault)) {
        return false;
    }
    *r = found;
    return true;
}

/* The channel vc on the link that leaves node by port. */
static struct noc_channel channel_on(const struct noc_link *link, uint32_t node, unsigned port,
                                     unsigned vc)
{
    return (struct noc_channel){
        .node = (uint16_t)node,
        .next = link->node,
        .port = (uint8_t)port,
        .vc = (uint8_t)vc,
        .dim = link->dim,
        .dir = link->dir,
    };
}

uint32_t noc_route_headers(const struct noc_topology *t, const struct noc_routing *r,
                           uint32_t from, uint32_t to, uint32_t *header)
{
    if (from >= t->nodes || to >= t->nodes) {
        return 0;
    }
    if (r->source && from != to) {
        return r->source(t, from, to, header);
    }
    header[0] = noc_header(NOC_HEADER_LAST, to, 0);
    return 1;
}

int32_t noc_route_path(const struct noc_topology *t, const struct noc_routing *r,
                       uint32_t from, uint32_t to, struct noc_channel *path, uint32_t max)
{
    uint32_t header[NOC_TURNS_MAX + 1];
    uint32_t headers = noc_route_headers(t, r, from, to, header);
    uint32_t limit = t->nodes * t->ports * r->vcs;
    uint32_t node = from, at = 0;
    unsigned in_port = NOC_PORT_LOCAL;
    unsigned in_vc = 0;

    for (uint32_t hops = 0; at < headers && hops <= limit; hops++) {
        struct noc_hop hop;
        struct noc_link link;
        enum noc_routed verdict = r->route(t, node, in_port, in_vc, &header[at], &hop);

        if (verdict == NOC_ROUTE_BROKEN) {
            return -1;
        }
        if (hop.port == NOC_PORT_LOCAL) {
            return node == to ? (int32_t)hops : -1;
        }
        if (!noc_topology_link(t, node, hop.port, &link)) {
            return -1;
        }
        if (hops < max) {
            path[hops] = channel_on(&link, node, hop.port, hop.vc);
        }
        at += verdict == NOC_ROUTED_STRIP;
        node = link.node;
        in_port = link.port;
        in_vc = hop.vc;
    }
    return -1;
}

bool noc_channel_row(const struct noc_topology *t, const struct noc_routing *r,
                     uint32_t node, unsigned i, struct noc_channel *channel)
{
    struct noc_link link;

    if (node >= t->nodes) {
        return false;
    }
    for (unsigned port = 0; port < t->ports; port++) {
        for (unsigned vc = 0; vc < r->vcs; vc++) {
            if (!r->uses(t, node, port, vc) || i-- > 0 ||
                !noc_topology_link(t, node, port, &link)) {
                continue;
            }
            *channel = channel_on(&link, node, port, vc);
            return true;
        }
    }
    return false;
}
