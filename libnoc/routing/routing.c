/* SPDX-License-Identifier: BSD-2-Clause */
/* Routes and headers under any routing. */
#include "routing.h"

#include "packet.h"

bool noc_uses_links(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc)
{
    struct noc_link link;

    return vc == 0 && noc_topology_link(t, node, port, &link);
}

const char *noc_vc_nameless(const struct noc_topology *t, unsigned port, unsigned vc)
{
    (void)t;
    (void)port;
    (void)vc;
    return NULL;
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

uint32_t noc_route_headers(const struct noc_topology *t, const struct noc_routing *r, uint32_t from,
                           uint32_t to, uint32_t *header)
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

int32_t noc_route_path(const struct noc_topology *t, const struct noc_routing *r, uint32_t from,
                       uint32_t to, struct noc_channel *path, uint32_t max)
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

uint32_t noc_route_headers_many(const struct noc_topology *t, const struct noc_routing *r,
                                uint32_t from, const uint16_t *dest, uint32_t m, uint32_t *header)
{
    if (!r->copies || m == 0) {
        return 0;
    }
    for (uint32_t i = 0; i < m; i++) {
        if (dest[i] >= t->nodes) {
            return 0;
        }
    }
    for (uint32_t i = 0; i < m; i++) {
        header[i] = noc_header(NOC_HEADER_ADDRESS, dest[i], 0);
    }
    return noc_code_headers(t, r, from, header, m);
}

uint32_t noc_code_headers(const struct noc_topology *t, const struct noc_routing *r, uint32_t from,
                          uint32_t *header, uint32_t m)
{
    if (r->code) {
        return r->code(t, from, header, m);
    }
    header[m] = noc_header(NOC_HEADER_LAST, noc_header_node(header[m - 1]), 0);
    return m + 1;
}

/* A worm on its walk. */
struct walk {
    uint32_t node, hops, at, since; /* since: hops when the header changed last */
    unsigned in_port, in_vc;
    uint32_t now[2]; /* the header flit as the last router left it, and the one behind */
};

static void next_header(struct walk *w, const uint32_t *header, uint32_t headers)
{
    w->now[0] = w->at < headers ? header[w->at] : 0;
    w->now[1] = w->at + 1 < headers ? header[w->at + 1] : 0;
    w->since = w->hops;
}

/* The router that keeps an address gave the list behind it to its NI. If that overruns the header
 * nothing is behind. */
static void pass_list(struct walk *w, const uint32_t *header, uint32_t headers)
{
    uint32_t kept = w->now[0];

    w->at += 1 + noc_header_field(w->now[1]);
    next_header(w, header, headers);
    w->now[0] = kept;
}

/* What the router says, after it has dealt with a list if there is one. */
static enum noc_routed ask(const struct noc_topology *t, const struct noc_routing *r,
                           struct walk *w, const uint32_t *header, uint32_t headers,
                           struct noc_hop *hop)
{
    enum noc_routed verdict = r->route(t, w->node, w->in_port, w->in_vc, w->now, hop);

    if (verdict == NOC_ROUTED_LIST) {
        pass_list(w, header, headers);
        verdict = r->route(t, w->node, w->in_port, w->in_vc, w->now, hop);
    }
    return verdict == NOC_ROUTED_LIST ? NOC_ROUTE_BROKEN : verdict;
}

int32_t noc_route_path_many(const struct noc_topology *t, const struct noc_routing *r,
                            uint32_t from, const uint32_t *header, uint32_t headers,
                            struct noc_channel *path, uint32_t max, struct noc_visit *visit,
                            uint32_t visits_max, uint32_t *visits)
{
    struct walk w = {.node = from, .in_port = NOC_PORT_LOCAL};

    *visits = 0;
    next_header(&w, header, headers);
    while (w.hops - w.since <= t->nodes * t->ports * r->vcs) {
        struct noc_hop hop = {NOC_PORT_LOCAL, 0};
        struct noc_link link;
        enum noc_routed verdict = ask(t, r, &w, header, headers, &hop);
        bool stays = verdict == NOC_ROUTED_STRIP || verdict == NOC_ROUTED_COPY;

        if (verdict == NOC_ROUTE_BROKEN || (stays && w.at + 1 >= headers)) {
            return -1;
        }
        if (verdict == NOC_ROUTED_COPY || verdict == NOC_ROUTED_COPY_ON ||
            hop.port == NOC_PORT_LOCAL) {
            if (*visits < visits_max) {
                visit[*visits] = (struct noc_visit){w.hops, (uint16_t)w.node};
            }
            ++*visits;
        }
        if (hop.port == NOC_PORT_LOCAL) {
            return w.at + 1 + stays == headers ? (int32_t)w.hops : -1;
        }
        if (!noc_topology_link(t, w.node, hop.port, &link)) {
            return -1;
        }
        if (w.hops < max) {
            path[w.hops] = channel_on(&link, w.node, hop.port, hop.vc);
        }
        w.hops++;
        w.node = link.node;
        w.in_port = link.port;
        w.in_vc = hop.vc;
        if (stays) {
            w.at++;
            next_header(&w, header, headers);
        }
    }
    return -1;
}

bool noc_channel_row(const struct noc_topology *t, const struct noc_routing *r, uint32_t node,
                     unsigned i, struct noc_channel *channel)
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
