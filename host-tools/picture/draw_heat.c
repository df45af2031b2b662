/* SPDX-License-Identifier: BSD-2-Clause */
/*
 *   o41o3.o      A digit for each channel, from 1 to 9, the most; . carries nothing. Behind a node
 *   9. 2.        there are those to the right neighbour and back, below it those to the lower
 *   o..o1.o      neighbour and back; at the right and lower edge they go round it.
 *
 *   0 93.  1 .4.  2 1..      What does not lie in a plane has a digit for each port of a node.
 */
#include "draw_heat.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "show/table.h"
#include "topology/grid.h"
#include "topology/topologies.h"

enum { LINES_MAX = 64 };

/* A digit for each port of each node; a blank where there is no link. */
struct heat {
    const struct scene *s;
    char *digit;
};

static char *at(const struct heat *h, uint32_t node, unsigned port)
{
    return &h->digit[(size_t)node * h->s->t.ports + port];
}

static char digit_of(uint64_t flits, uint64_t most)
{
    return flits ? (char)('1' + (flits * 9 - 1) / most) : '.';
}

/* Between the same two nodes there may be two links; the first one has what both carry. */
static void read_digits(struct heat *h)
{
    const struct scene *s = h->s;
    struct noc_link link;
    h->digit = alloc_zeroed((size_t)s->t.nodes * s->t.ports);
    for (uint32_t n = 0; n < s->t.nodes; n++) {
        for (unsigned port = 0; port < s->t.ports; port++) {
            *at(h, n, port) = noc_topology_link(&s->t, n, port, &link) ? '.' : ' ';
        }
    }
    for (uint32_t i = 0; i < s->links; i++) {
        const struct scene_link *l = &s->link[i];
        bool found = false;
        for (unsigned port = 0; port < s->t.ports && !found; port++) {
            found = noc_topology_link(&s->t, l->node, port, &link) && link.node == l->next;
            if (found) {
                *at(h, l->node, port) = digit_of(l->flits, s->flits);
            }
        }
    }
}

/* --- planes -------------------------------------------------------------------------------- */

static bool is_plane(const struct noc_topology *t)
{
    return t->dims == 2 && t->kind != &noc_topology_cube && t->kind != &noc_topology_ccc &&
           t->kind != &noc_topology_graph && t->kind != &noc_topology_grid;
}

/* The channel from a node to the next one along a dimension, and the one back. */
static void pair_of(const struct heat *h, uint32_t node, unsigned dim, char pair[2])
{
    struct noc_link link, back;
    pair[0] = pair[1] = ' ';
    for (unsigned port = 0; port < h->s->t.ports; port++) {
        if (noc_topology_link(&h->s->t, node, port, &link) && link.dim == dim && link.dir > 0) {
            pair[0] = *at(h, node, port);
            pair[1] = noc_topology_link(&h->s->t, link.node, link.port, &back) && back.node == node
                        ? *at(h, link.node, link.port)
                        : ' ';
            return;
        }
    }
}

static char more(char a, char b)
{
    return a == ' ' ? b : b == ' ' ? a : a > b ? a : b; /* '.' comes before the digits */
}

/* A line without blanks at its end, which is written over from there on. */
static void print_row(char *row, unsigned length)
{
    while (length > 0 && row[length - 1] == ' ') {
        length--;
    }
    printf("%.*s\n", (int)length, row);
}

/* each: how many characters there are for a node and its links to the right. With two, the digit is
 * that of the fuller channel. */
static void print_plane(const struct heat *h, unsigned each)
{
    const struct noc_topology *t = &h->s->t;
    unsigned length = each * t->width[0];
    char *nodes = alloc_array(length + 1, 1), *below = alloc_array(length + 1, 1), pair[2];
    uint32_t *node_at = alloc_array(t->nodes, sizeof *node_at);
    for (uint32_t n = 0; n < t->nodes; n++) {
        node_at[noc_digit(t, n, 1) * t->width[0] + noc_digit(t, n, 0)] = n;
    }
    for (uint32_t y = 0; y < t->width[1]; y++) {
        memset(nodes, ' ', length);
        memset(below, ' ', length);
        for (uint32_t x = 0; x < t->width[0]; x++) {
            uint32_t node = node_at[y * t->width[0] + x];
            nodes[each * x] = 'o';
            pair_of(h, node, 0, pair);
            memcpy(nodes + each * x + 1, each == 3 ? pair : (char[]){more(pair[0], pair[1])},
                   each - 1);
            pair_of(h, node, 1, pair);
            memcpy(below + each * x, each == 3 ? pair : (char[]){more(pair[0], pair[1])}, each - 1);
        }
        print_row(nodes, length);
        if (strspn(below, " ") < length) {
            print_row(below, length);
        }
    }
    free(nodes);
    free(below);
    free(node_at);
}

/* --- everything else ----------------------------------------------------------------------- */

/* A cell for each node with a digit for each of its ports. */
static void print_ports(const struct heat *h, unsigned digits, unsigned across)
{
    const struct noc_topology *t = &h->s->t;
    for (uint32_t n = 0; n < t->nodes; n += across) {
        for (uint32_t k = n; k < t->nodes && k < n + across; k++) {
            int length = t->ports;
            while (length > 0 && *at(h, k, (unsigned)length - 1) == ' ') {
                length--;
            }
            bool last = k + 1 == t->nodes || k + 1 == n + across;
            printf("%*u %.*s%*s", (int)digits, k, length, at(h, k, 0),
                   last ? 0 : (int)t->ports - length + 2, "");
        }
        printf("\n");
    }
}

/* A digit for each node, that of its fullest link; tens apart. */
static void print_nodes(const struct heat *h, unsigned digits)
{
    const struct noc_topology *t = &h->s->t;
    uint32_t tens = (screen_columns() - digits - 1) / 11, across = 10 * (tens ? tens : 1);
    for (uint32_t n = 0; n < t->nodes; n++) {
        char most = ' ';
        for (unsigned port = 0; port < t->ports; port++) {
            most = more(most, *at(h, n, port));
        }
        if (n % across == 0) {
            printf("%s%*u", n ? "\n" : "", (int)digits, n);
        }
        printf("%s%c", n % 10 ? "" : " ", most);
    }
    printf("\n");
}

/* What a digit stands for, in sentences of at most 40 columns. */
static void print_key(const struct heat *h, const char *const *line)
{
    printf("\nLoad of links\n.  nothing, 1 to 9  up to %" PRIu64 " %s%s\n", h->s->flits,
           json_object_get(h->s->answer, "links") ? "flit" : "message",
           h->s->flits == 1 ? "" : "s");
    for (; *line; line++) {
        printf("%s\n", *line);
    }
}

void draw_heat(const struct scene *s)
{
    struct heat h = {s, NULL};
    unsigned digits = (unsigned)snprintf(NULL, 0, "%u", s->t.nodes - 1);
    unsigned across = (screen_columns() + 2) / (digits + s->t.ports + 3u);
    bool plane = is_plane(&s->t) && 2u * s->t.width[1] <= LINES_MAX;
    read_digits(&h);
    if (plane && 3u * s->t.width[0] <= screen_columns()) {
        print_key(&h, (const char *[]){"o  a node, the links to the right, back;",
                                       "below it the links down and back", NULL});
        print_plane(&h, 3);
    } else if (plane && 2u * s->t.width[0] <= screen_columns()) {
        print_key(&h, (const char *[]){"o  a node, the fuller link beside it;",
                                       "below it the fuller link down or back", NULL});
        print_plane(&h, 2);
    } else if (across && (s->t.nodes + across - 1) / across <= LINES_MAX) {
        print_key(&h, (const char *[]){"a node, and its links, by ports", NULL});
        print_ports(&h, digits, across);
    } else {
        print_key(&h, (const char *[]){"nodes from the first of a line on, each",
                                       "by the fullest of its links", NULL});
        print_nodes(&h, digits);
    }
    free(h.digit);
}
