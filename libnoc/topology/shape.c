/* SPDX-License-Identifier: BSD-2-Clause */
/* What all topologies that are read from files share. */
#include "shape.h"

#include <string.h>

static bool inside(const struct noc_shape *s, uint32_t offset, uint64_t bytes)
{
    return offset == 0 || (offset % 4 == 0 && offset >= sizeof *s && offset + bytes <= s->bytes);
}

/* Each node's links lie in link[], which lies in the block; or there are none. */
static bool links_inside(const struct noc_shape *s)
{
    const uint32_t *first = (const uint32_t *)noc_shape_part(s, s->first);

    if (!first || !s->link) {
        return !s->link;
    }
    for (uint32_t node = 0; node < s->nodes; node++) {
        if (first[node] > first[node + 1]) {
            return false;
        }
    }
    return inside(s, s->link, sizeof(struct noc_shape_link) * (uint64_t)first[s->nodes]);
}

bool noc_shape_attach(struct noc_topology *t, const struct noc_topology_kind *kind,
                      const struct noc_shape *s, struct noc_fault *fault)
{
    if (s->nodes < 2 || s->nodes > 16384 || s->ports == 0 || s->ports > NOC_PORTS_MAX ||
        s->senders == 0 || s->senders > s->nodes || s->dims > 2 || s->bytes < sizeof *s ||
        !inside(s, s->order, 2 * (uint64_t)s->nodes) ||
        !inside(s, s->passive, (s->nodes + 7) / 8) ||
        !inside(s, s->first, 4 * ((uint64_t)s->nodes + 1)) || !links_inside(s) ||
        !inside(s, s->own, 0)) {
        return noc_refuse(fault, NOC_FAULT_SHAPE, 0, 0, NULL);
    }
    memset(t, 0, sizeof *t);
    t->kind = kind;
    t->nodes = s->nodes;
    t->dims = (uint16_t)s->dims;
    t->ports = t->links = (uint16_t)s->ports;
    t->width[0] = (uint16_t)s->width[0];
    t->width[1] = (uint16_t)s->width[1];
    t->shape = s;
    return true;
}

bool noc_shape_link(const struct noc_topology *t, uint32_t node, unsigned port,
                    struct noc_link *link)
{
    const struct noc_shape *s = t->shape;
    const uint32_t *first = (const uint32_t *)noc_shape_part(s, s->first);
    const struct noc_shape_link *there = (const struct noc_shape_link *)noc_shape_part(s, s->link);

    if (!there || node >= s->nodes || port >= first[node + 1] - first[node]) {
        return false;
    }
    there += first[node] + port;
    if (there->node == NOC_NO_NODE) {
        return false;
    }
    link->node = there->node;
    link->port = there->port;
    link->dim = there->way == NOC_NO_DIM ? NOC_NO_DIM : there->way / 4;
    link->dir = there->way == NOC_NO_DIM ? 0 : (int8_t)(there->way % 4 - 1);
    return true;
}

uint32_t noc_shape_reduce(const struct noc_shape *s, void *to)
{
    struct noc_shape reduced = *s;
    uint32_t order_bytes = s->order ? (2 * s->nodes + 3) / 4 * 4 : 0;
    uint32_t passive_bytes = s->passive ? ((s->nodes + 7) / 8 + 3) / 4 * 4 : 0;

    reduced.first = reduced.link = reduced.own = 0;
    reduced.order = s->order ? (uint32_t)sizeof *s : 0;
    reduced.passive = s->passive ? (uint32_t)sizeof *s + order_bytes : 0;
    reduced.bytes = (uint32_t)sizeof *s + order_bytes + passive_bytes;
    if (to) {
        memset(to, 0, reduced.bytes);
        memcpy(to, &reduced, sizeof reduced);
        if (s->order) {
            memcpy((char *)to + reduced.order, noc_shape_part(s, s->order), 2 * s->nodes);
        }
        if (s->passive) {
            memcpy((char *)to + reduced.passive, noc_shape_part(s, s->passive), (s->nodes + 7) / 8);
        }
    }
    return reduced.bytes;
}
