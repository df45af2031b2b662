/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Graphs: any network, from a list of links (docs/graph-files.md). Reads the
 * text, once, into a table of neighbours; graph_tree.c makes the shape.
 *
 * All memory is the caller's room: the shape grows at its front, what only the
 * reading needs lies at its end. What is wrong is told by its place in the text.
 */
#include "graph.h"

#include <string.h>

#include "memmap.h"
#include "text.h"

struct reader {
    struct noc_text in;
    struct noc_fault *fault;
    struct noc_graph_draft draft; /* its nodes: those that were named so far */
    uint32_t *named;              /* [node]: 1 + offset of its first mention; 0: none */
    uint32_t highest_at;          /* where the highest node was named first */
    uint32_t links;
    uint32_t declared, declared_at; /* "nodes N"; 0: not given */
    uint32_t root_at;               /* 1 + offset of "root N"'s number; 0: not given */
    bool switches;
};

static bool malformed(struct reader *r, uint32_t where, const char *because)
{
    return noc_refuse(r->fault, NOC_FAULT_FILE_SYNTAX, where, 0, because);
}

static bool bad_link(struct reader *r, uint32_t where, int64_t value, const char *because)
{
    return noc_refuse(r->fault, NOC_FAULT_FILE_LINK, where, value, because);
}

/* Nothing stands behind the last word of a line; the next line is next. */
static bool end_line(struct reader *r, const char *because)
{
    if (noc_text_goes_on(&r->in)) {
        return malformed(r, r->in.at, because);
    }
    noc_text_next_line(&r->in);
    return true;
}

/* A decimal number, of at most `most`, behind blanks; *where is its first digit's place. */
static bool read_number(struct reader *r, uint32_t most, uint32_t *number, uint32_t *where,
                        const char *because)
{
    uint32_t n;

    noc_text_goes_on(&r->in);
    *where = r->in.at;
    if (!noc_text_number(&r->in, &n)) {
        return malformed(r, *where, because);
    }
    if (n > most) {
        return noc_refuse(r->fault, NOC_FAULT_NODES, *where, n,
                          "nodes are numbered from 0 to 16383");
    }
    *number = n;
    return true;
}

/* --- lines --------------------------------------------------------------------- */

static void name_node(struct reader *r, uint32_t node, uint32_t where)
{
    while (r->draft.nodes <= node) {
        r->draft.degree[r->draft.nodes] = 0;
        r->named[r->draft.nodes++] = 0;
        r->highest_at = where;
    }
    if (!r->named[node]) {
        r->named[node] = where + 1;
    }
}

/* Put x among the neighbours of c; false: it is there. */
static bool insert(struct noc_graph_draft *g, uint32_t c, uint32_t x)
{
    uint16_t *near = g->near[c];
    unsigned p = g->degree[c];

    while (p > 0 && near[p - 1] >= x) {
        p--;
    }
    if (p < g->degree[c] && near[p] == x) {
        return false;
    }
    memmove(near + p + 1, near + p, (g->degree[c] - p) * sizeof *near);
    near[p] = (uint16_t)x;
    g->degree[c]++;
    return true;
}

static bool has_link(const struct noc_graph_draft *g, uint32_t c, uint32_t x)
{
    for (unsigned p = 0; p < g->degree[c]; p++) {
        if (g->near[c][p] == x) {
            return true;
        }
    }
    return false;
}

static bool read_link(struct reader *r)
{
    static const char form[] = "a link is two node numbers, as 3 17";
    static const char most[] = "a node has at most 28 links";
    uint32_t u, v, u_at, v_at;

    if (!read_number(r, NOC_NODES_MAX - 1, &u, &u_at, form)) {
        return false;
    }
    if (noc_text_here(&r->in) != ' ' && noc_text_here(&r->in) != '\t') {
        return malformed(r, r->in.at, form);
    }
    if (!read_number(r, NOC_NODES_MAX - 1, &v, &v_at, form)) {
        return false;
    }
    name_node(r, u, u_at);
    name_node(r, v, v_at);
    if (u == v) {
        return bad_link(r, v_at, v, "it leads from a node to itself");
    }
    if (has_link(&r->draft, u, v)) {
        return bad_link(r, u_at, u, "it was given before; a link leads both ways");
    }
    if (r->draft.degree[u] == NOC_PORTS_MAX || r->draft.degree[v] == NOC_PORTS_MAX) {
        bool full = r->draft.degree[u] == NOC_PORTS_MAX;

        return bad_link(r, full ? u_at : v_at, full ? u : v, most);
    }
    insert(&r->draft, u, v);
    insert(&r->draft, v, u);
    r->links++;
    return end_line(r, form);
}

static bool read_nodes(struct reader *r)
{
    static const char form[] = "how many nodes there are is said once, as nodes 64";

    if (r->declared) {
        return malformed(r, r->in.at, form);
    }
    return read_number(r, NOC_NODES_MAX, &r->declared, &r->declared_at, form) &&
           (r->declared > 1 || malformed(r, r->declared_at, "a network has 2 nodes or more")) &&
           end_line(r, form);
}

static bool read_root(struct reader *r)
{
    static const char form[] = "the root of the tree is one node, said once, as root 8";
    uint32_t where;

    if (r->root_at) {
        return malformed(r, r->in.at, form);
    }
    if (!read_number(r, NOC_NODES_MAX - 1, &r->draft.root, &where, form)) {
        return false;
    }
    r->root_at = where + 1;
    return end_line(r, form);
}

static bool add_switches(struct reader *r, uint32_t from, uint32_t to, uint32_t where)
{
    for (uint32_t node = from; node <= to; node++) {
        uint8_t bit = (uint8_t)(1 << node % 8);

        if (r->draft.passive[node / 8] & bit) {
            return malformed(r, where, "a switch is listed twice");
        }
        name_node(r, node, where);
        r->draft.passive[node / 8] |= bit;
    }
    r->switches = true;
    return true;
}

static bool read_switches(struct reader *r)
{
    static const char form[] = "a list of switches is as 0-15,20, the lower number first";

    for (;; r->in.at++) {
        uint32_t from, to, where, to_at;

        if (!read_number(r, NOC_NODES_MAX - 1, &from, &where, form)) {
            return false;
        }
        to = from;
        if (noc_text_here(&r->in) == '-') {
            r->in.at++;
            if (!read_number(r, NOC_NODES_MAX - 1, &to, &to_at, form)) {
                return false;
            }
            if (to < from) {
                return malformed(r, to_at, form);
            }
        }
        if (!add_switches(r, from, to, where)) {
            return false;
        }
        if (noc_text_here(&r->in) != ',') {
            return end_line(r, form);
        }
    }
}

static bool read_line(struct reader *r)
{
    static const char form[] = "a line is a link, as 3 17, or nodes N, switch LIST, root N; "
                               "a comment begins with #";

    noc_text_goes_on(&r->in);
    if (noc_text_here(&r->in) >= '0' && noc_text_here(&r->in) <= '9') {
        return read_link(r);
    }
    if (noc_text_word(&r->in, "nodes")) {
        return read_nodes(r);
    }
    if (noc_text_word(&r->in, "switch")) {
        return read_switches(r);
    }
    if (noc_text_word(&r->in, "root")) {
        return read_root(r);
    }
    return end_line(r, form);
}

/* --- the whole ------------------------------------------------------------------ */

static bool is_switch(const struct reader *r, uint32_t node)
{
    return r->draft.passive[node / 8] >> node % 8 & 1;
}

/* Every number up to the highest is a node's, and links lead to it. */
static bool check_nodes(struct reader *r)
{
    if (r->links == 0) {
        return noc_refuse(r->fault, NOC_FAULT_FILE_DISCONNECTED, r->in.length, -1,
                          "there is no link; each is a line with two node numbers, as 3 17");
    }
    if (r->declared && r->draft.nodes > r->declared) {
        return noc_refuse(r->fault, NOC_FAULT_NODE_RANGE, r->highest_at, r->draft.nodes - 1,
                          "the file says how many nodes there are");
    }
    while (r->draft.nodes < r->declared) {
        r->draft.degree[r->draft.nodes] = 0;
        r->named[r->draft.nodes++] = 0;
        r->highest_at = r->declared_at;
    }
    for (uint32_t node = 0; node < r->draft.nodes; node++) {
        if (r->draft.degree[node] == 0) {
            return noc_refuse(r->fault, NOC_FAULT_FILE_DISCONNECTED,
                              r->named[node] ? r->named[node] - 1 : r->highest_at, node,
                              r->named[node] ? "no link leads to the node named here"
                                             : "a node numbered lower than this one has no link");
        }
    }
    if (r->root_at && r->draft.root >= r->draft.nodes) {
        return noc_refuse(r->fault, NOC_FAULT_NODE_RANGE, r->root_at - 1, r->draft.root,
                          "the root");
    }
    return true;
}

/* With switches: every other node is a processor, which hangs on one of them. */
static bool check_processors(struct reader *r)
{
    r->draft.senders = 0;
    for (uint32_t node = 0; node < r->draft.nodes; node++) {
        if (r->switches && is_switch(r, node)) {
            continue;
        }
        r->draft.senders++;
        if (r->switches && (r->draft.degree[node] > 1 || !is_switch(r, r->draft.near[node][0]))) {
            return bad_link(r, r->named[node] - 1, node,
                            "a processor has exactly one link, and it leads to a switch");
        }
    }
    return r->draft.senders > 0 ||
           noc_refuse(r->fault, NOC_FAULT_NODE_SWITCH, r->in.length, 0,
                      "all nodes are switches; name fewer, so that there are processors");
}

/* The shape at the front of the room; scratch lies behind it. */
static bool build(struct noc_topology *t, struct reader *r, void *room)
{
    uint32_t bytes = noc_graph_bytes(r->draft.nodes, r->links, r->switches);
    struct noc_shape *shape = room;

    while (!r->root_at && r->switches && !is_switch(r, r->draft.root)) {
        r->draft.root++;
    }
    if (!r->switches) {
        r->draft.passive = NULL;
    }

    uint32_t lost = noc_graph_build(&r->draft, shape, (char *)room + bytes);

    if (lost != NOC_NO_NODE) {
        return noc_refuse(r->fault, NOC_FAULT_FILE_DISCONNECTED, r->named[lost] - 1, lost,
                          "no path leads from the root to the node named here");
    }
    return noc_shape_attach(t, &noc_topology_graph, shape, r->fault);
}

static bool read(struct noc_topology *t, const char *text, size_t length, void *room,
                 struct noc_fault *fault)
{
    struct reader r = {.fault = fault};
    char *end = (char *)room + (noc_shape_room(length) & ~(size_t)3);

    if (length > UINT32_MAX / 64) {
        return noc_refuse(fault, NOC_FAULT_SHAPE, 0, 0, "the file is too long");
    }
    if (!noc_text_begin(&r.in, text, (uint32_t)length, fault)) {
        return false;
    }
    end -= NOC_NODES_MAX * sizeof *r.named;
    r.named = (uint32_t *)end;
    end -= NOC_NODES_MAX * sizeof *r.draft.near;
    r.draft.near = (uint16_t(*)[NOC_PORTS_MAX])end;
    end -= NOC_NODES_MAX;
    r.draft.degree = (uint8_t *)end;
    end -= NOC_NODES_MAX / 8;
    r.draft.passive = (uint8_t *)end;
    memset(r.draft.passive, 0, NOC_NODES_MAX / 8);
    while (r.in.at < r.in.length) {
        if (!read_line(&r)) {
            return false;
        }
    }
    return check_nodes(&r) && check_processors(&r) && build(t, &r, room);
}

const struct noc_topology_kind noc_topology_graph = {
    .name = "graph",
    .form = "graph:FILE",
    .summary = "any network, from a file that lists its links",
    .routing = "updown",
    .read = read,
    .link = noc_shape_link,
};
