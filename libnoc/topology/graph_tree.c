/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * From a network's links to its shape: the breadth-first tree, the postorder
 * numbers, and what routings look up (graph.h; Libeskind-Hadas 1998, 3.2).
 *
 * The paper takes any breadth-first tree and any order of children. Here a
 * node hangs on the highest-numbered of its neighbours one level nearer the
 * root, and children are visited in ascending order.
 *
 * Cost: O(nodes + links); up to NOC_GRAPH_NEXT_MAX nodes also nodes * links,
 * for the table of shortest up/down paths. Nothing recurses: the tree's own
 * pointers lead the walk back up.
 */
#include "graph.h"

#include <string.h>

enum { FAR = 0xffff };

/* The parts of a shape while it is made. */
struct build {
    const struct noc_graph_draft *draft;
    uint32_t nodes, root;
    uint16_t *order;
    uint32_t *first;
    struct noc_shape_link *link;
    struct noc_graph_node *node;
    struct noc_graph_way *way;
    uint8_t *next;
    uint16_t *queue; /* the rest is scratch: nodes as a breadth-first search finds them */
    uint16_t *rank;  /* a node's place in the queue */
    uint16_t *down;  /* links to the destination by down edges only */
    uint16_t *up;    /* links to it by up edges, then down edges */
};

static uint32_t padded(uint32_t bytes)
{
    return (bytes + 3) & ~(uint32_t)3;
}

/* Where the parts of a shape lie. Returns its size. */
static uint32_t lay_out(struct noc_shape *s, struct noc_graph *own, uint32_t nodes, uint32_t links,
                        bool switches)
{
    s->order = sizeof *s;
    s->passive = s->order + padded(2 * nodes);
    s->first = s->passive + (switches ? padded((nodes + 7) / 8) : 0);
    s->link = s->first + 4 * (nodes + 1);
    s->own = s->link + 2 * links * (uint32_t)sizeof(struct noc_shape_link);
    own->node = s->own + (uint32_t)sizeof *own;
    own->way = own->node + nodes * (uint32_t)sizeof(struct noc_graph_node);
    own->next = own->way + 2 * links * (uint32_t)sizeof(struct noc_graph_way);
    s->bytes = own->next + (nodes <= NOC_GRAPH_NEXT_MAX ? padded(2 * nodes * nodes) : 0);
    if (!switches) {
        s->passive = 0;
    }
    if (nodes > NOC_GRAPH_NEXT_MAX) {
        own->next = 0;
    }
    return s->bytes;
}

uint32_t noc_graph_bytes(uint32_t nodes, uint32_t links, bool switches)
{
    struct noc_shape shape;
    struct noc_graph own;

    return lay_out(&shape, &own, nodes, links, switches);
}

/* --- the tree ---------------------------------------------------------------- */

/* Levels of all nodes that can be reached, FAR for the others. Returns how
 * many there are. */
static uint32_t find_levels(struct build *b)
{
    uint32_t head = 0, tail = 0;

    for (uint32_t c = 0; c < b->nodes; c++) {
        b->node[c].level = FAR;
    }
    b->node[b->root].level = 0;
    b->queue[tail++] = (uint16_t)b->root;
    while (head < tail) {
        uint32_t c = b->queue[head++];

        for (unsigned p = 0; p < b->draft->degree[c]; p++) {
            uint16_t x = b->draft->near[c][p];

            if (b->node[x].level == FAR) {
                b->node[x].level = (uint16_t)(b->node[c].level + 1);
                b->queue[tail++] = x;
            }
        }
    }
    return tail;
}

static void find_parents(struct build *b)
{
    for (uint32_t c = 0; c < b->nodes; c++) {
        struct noc_graph_node *node = &b->node[c];

        node->ports = b->draft->degree[c];
        node->parent = NOC_NO_NODE;
        node->up = NOC_PORT_LOCAL;
        for (unsigned p = node->ports; p-- > 0 && node->up == NOC_PORT_LOCAL;) {
            uint16_t x = b->draft->near[c][p];

            if (b->node[x].level + 1 == node->level) {
                node->parent = x;
                node->up = (uint8_t)p;
            }
        }
    }
}

/* Number the nodes in postorder. b->rank: the port at which the walk goes on. */
static void number(struct build *b)
{
    uint16_t *port = b->rank;
    uint32_t c = b->root;
    uint16_t place = 0;

    memset(port, 0, b->nodes * sizeof *port);
    b->node[c].low = 0;
    while (c != NOC_NO_NODE) {
        if (port[c] < b->node[c].ports) {
            uint32_t x = b->draft->near[c][port[c]++];

            if (b->node[x].parent == c) {
                b->node[x].low = place;
                c = x;
            }
        } else {
            b->order[c] = place++;
            c = b->node[c].parent;
        }
    }
}

/* --- what routings look up ----------------------------------------------------- */

/* The port of node c that leads to its neighbour x. */
static unsigned port_to(const struct build *b, uint32_t c, uint32_t x)
{
    unsigned p = 0;

    while (b->draft->near[c][p] != x) {
        p++;
    }
    return p;
}

static void fill_links(struct build *b)
{
    uint32_t at = 0;

    for (uint32_t c = 0; c < b->nodes; c++) {
        b->first[c] = at;
        for (unsigned p = 0; p < b->draft->degree[c]; p++, at++) {
            uint16_t x = b->draft->near[c][p];

            b->link[at] = (struct noc_shape_link){
                .node = x,
                .port = (uint8_t)port_to(b, x, c),
                .way = NOC_NO_DIM,
            };
            b->way[at] = (struct noc_graph_way){b->node[x].low, b->order[x]};
        }
    }
    b->first[b->nodes] = at;
}

/* The queue anew, along the tree: ascending by level, then by place. So an edge
 * leads up if it leads to a lower rank. */
static void rank(struct build *b)
{
    uint32_t tail = 0;

    b->queue[tail++] = (uint16_t)b->root;
    for (uint32_t head = 0; head < tail; head++) {
        uint32_t c = b->queue[head];

        b->rank[c] = (uint16_t)head;
        for (unsigned p = 0; p < b->node[c].ports; p++) {
            uint16_t x = b->draft->near[c][p];

            if (b->node[x].parent == c) {
                b->queue[tail++] = x;
            }
        }
    }
}

/*
 * The port of c by which a shortest legal path to d begins, and *distance its
 * length. down_only: an up edge is not legal any more. Of several the one whose
 * node is nearest to d in number, then the lowest.
 */
static uint8_t first_port(const struct build *b, uint32_t c, uint32_t d, bool down_only,
                          uint16_t *distance)
{
    unsigned nearest = FAR + 1;
    uint8_t port = NOC_PORT_LOCAL;

    *distance = FAR;
    for (unsigned p = 0; p < b->node[c].ports; p++) {
        uint16_t x = b->draft->near[c][p];
        bool leads_up = b->rank[x] < b->rank[c];
        uint16_t rest = leads_up ? b->up[x] : b->down[x];
        int apart = (int)b->order[x] - b->order[d];
        unsigned off = (unsigned)(apart < 0 ? -apart : apart);

        if ((leads_up && down_only) || rest == FAR || rest + 1 > *distance ||
            (rest + 1 == *distance && off >= nearest)) {
            continue;
        }
        *distance = (uint16_t)(rest + 1);
        nearest = off;
        port = (uint8_t)p;
    }
    return port;
}

/* The table's part for destination d: down-only paths from the lowest nodes up,
 * then legal ones from the root down, so that what a node needs is known. */
static void find_next(struct build *b, uint32_t d)
{
    uint8_t *next = b->next + 2 * (size_t)d * b->nodes;

    for (uint32_t i = b->nodes; i-- > 0;) {
        uint32_t c = b->queue[i];

        next[2 * c + 1] = first_port(b, c, d, true, &b->down[c]);
        if (c == d) {
            next[2 * c + 1] = NOC_PORT_LOCAL;
            b->down[c] = 0;
        }
    }
    for (uint32_t i = 0; i < b->nodes; i++) {
        uint32_t c = b->queue[i];

        next[2 * c] = first_port(b, c, d, false, &b->up[c]);
        if (c == d) {
            next[2 * c] = NOC_PORT_LOCAL;
            b->up[c] = 0;
        }
    }
}

static void find_all_next(struct build *b)
{
    rank(b);
    for (uint32_t d = 0; d < b->nodes; d++) {
        find_next(b, d);
    }
}

/* --- all of it ------------------------------------------------------------------- */

static struct build begin(const struct noc_graph_draft *draft, const struct noc_shape *s,
                          const struct noc_graph *own, void *scratch)
{
    char *at = (char *)s;
    uint16_t *spare = scratch;

    return (struct build){
        .draft = draft,
        .nodes = draft->nodes,
        .root = draft->root,
        .order = (uint16_t *)(at + s->order),
        .first = (uint32_t *)(at + s->first),
        .link = (struct noc_shape_link *)(at + s->link),
        .node = (struct noc_graph_node *)(at + own->node),
        .way = (struct noc_graph_way *)(at + own->way),
        .next = (uint8_t *)(at + own->next),
        .queue = spare,
        .rank = spare + draft->nodes,
        .down = spare + 2 * draft->nodes,
        .up = spare + 3 * draft->nodes,
    };
}

uint32_t noc_graph_build(const struct noc_graph_draft *draft, struct noc_shape *shape,
                         void *scratch)
{
    struct noc_graph own = {.root = draft->root};
    uint32_t ends = 0, ports = 0;

    for (uint32_t c = 0; c < draft->nodes; c++) {
        ends += draft->degree[c];
        ports = draft->degree[c] > ports ? draft->degree[c] : ports;
    }

    uint32_t bytes = noc_graph_bytes(draft->nodes, ends / 2, draft->passive != NULL);

    memset(shape, 0, bytes);
    lay_out(shape, &own, draft->nodes, ends / 2, draft->passive != NULL);
    shape->nodes = draft->nodes;
    shape->senders = draft->senders;
    shape->ports = ports;
    memcpy((char *)shape + shape->own, &own, sizeof own);
    if (draft->passive) {
        memcpy((char *)shape + shape->passive, draft->passive, (draft->nodes + 7) / 8);
    }

    struct build b = begin(draft, shape, &own, scratch);

    if (find_levels(&b) < b.nodes) {
        uint32_t lost = 0;

        while (b.node[lost].level != FAR) {
            lost++;
        }
        return lost;
    }
    find_parents(&b);
    number(&b);
    fill_links(&b);
    if (own.next) {
        find_all_next(&b);
    }
    return NOC_NO_NODE;
}
