/* SPDX-License-Identifier: BSD-2-Clause */
/* Meshes and tori with auxiliary cells, one after the other, and their labels. */
#include "grids.h"

#include <stdlib.h>

#include "topology/shape.h"

/* --- borders ------------------------------------------------------------------------------ */

static void then_grid(struct instance *i, const struct text *name)
{
    struct net net;

    if (net_open(&net, i, name->at)) {
        then_net(i, &net);
    }
}

/* A torus with cells in wrap-around links: bit k of places, the end of row k, from bit `rows` on the
 * end of a column. */
static void then_border(struct instance *i, uint32_t rows, uint32_t columns, uint32_t places)
{
    struct text t = {0};

    say(&t, "torus %ux%u", rows, columns);
    for (uint32_t k = 0; k < rows + columns; k++) {
        uint32_t x = k - rows;

        if (places >> k & 1 && k < rows) {
            say(&t, ",aux left %u right %u", k * columns + columns - 1, k * columns);
        } else if (places >> k & 1) {
            say(&t, ",aux up %u down %u", (rows - 1) * columns + x, x);
        }
    }
    then_grid(i, &t);
}

/* Of each torus every set of places; or sets of one place, all or those at the outer ends. */
static void each_of_borders(struct instance *i, bool sets, bool only_outer)
{
    uint32_t most = bound(i, i->check->limit);

    for (uint32_t rows = 3; rows <= most; rows++) {
        for (uint32_t columns = 3; columns <= most; columns++) {
            uint32_t outer = 1u | 1u << (rows - 1) | 1u << rows | 1u << (rows + columns - 1);

            for (uint32_t places = 1; places < 1u << (rows + columns); places++) {
                bool one = !(places & (places - 1));

                if (sets || (one && (!only_outer || places & outer))) {
                    then_border(i, rows, columns, places);
                }
            }
        }
    }
}

static void each_of_border_sets(struct instance *i)
{
    each_of_borders(i, true, false);
}

static void each_of_border_places(struct instance *i)
{
    each_of_borders(i, false, false);
}

static void each_of_outer_places(struct instance *i)
{
    each_of_borders(i, false, true);
}

static void tell_grid(const struct instance *i, struct text *t)
{
    say(t, "%s", i->net->name);
}

#define SETS   "every set of border cells of tori 3x3 to {limit}x{limit}"
#define PLACES "every place of one border cell of tori 3x3 to {limit}x{limit}"
#define OUTER  "one cell at an end of an outer row or column of tori 3x3 to {limit}x{limit}"

const struct quantifier each_border_set = {SETS ": {count} grids", " of " SETS, each_of_border_sets,
                                           tell_grid};
const struct quantifier each_border_place = {PLACES ": {count} grids", " of " PLACES,
                                             each_of_border_places, tell_grid};
const struct quantifier each_outer_border_place = {OUTER ": {count} grids", " of " OUTER,
                                                   each_of_outer_places, tell_grid};

/* --- insertions --------------------------------------------------------------------------- */

static void each_of_insertions(struct instance *i)
{
    uint32_t most = bound(i, i->check->limit);

    for (uint32_t rows = 2; rows <= most; rows++) {
        for (uint32_t columns = 2; columns <= most; columns++) {
            for (uint32_t k = 0; k < 4 * (rows - 1) * (columns - 1); k++) {
                uint32_t x = k / 4 % (columns - 1), y = k / 4 / (columns - 1);
                uint32_t left = (y + (k & 1)) * columns + x;
                uint32_t up = y * columns + x + (k >> 1 & 1);
                struct text t = {0};

                say(&t, "mesh %ux%u,aux left %u right %u up %u down %u", rows, columns, left,
                    left + 1, up, up + columns);
                then_grid(i, &t);
            }
        }
    }
}

static void then_half_insertions(struct instance *i, uint32_t rows, uint32_t columns)
{
    for (uint32_t k = 0; k < 2 * rows * columns; k++) {
        uint32_t cell = k / 2, into_column = k % 2;
        struct text t = {0};

        i->u = cell;
        i->v = into_column;
        say(&t, "mesh %ux%u", rows, columns);
        if (into_column && cell / columns + 1 < rows) {
            say(&t, ",aux up %u down %u", cell, cell + columns);
            then_grid(i, &t);
        } else if (!into_column && cell % columns + 1 < columns) {
            say(&t, ",aux left %u right %u", cell, cell + 1);
            then_grid(i, &t);
        }
    }
}

static void each_of_half_insertions(struct instance *i)
{
    uint32_t most = bound(i, i->check->limit);

    for (uint32_t size = 4; size <= most * most; size++) {
        for (uint32_t rows = 2; rows <= most && rows <= size / 2; rows++) {
            if (size % rows == 0 && size / rows <= most) {
                then_half_insertions(i, rows, size / rows);
            }
        }
    }
}

#define INSERTIONS "every place of one cell in meshes 2x2 to {limit}x{limit}"
#define HALVES     "every place of one cell with two links in meshes 2x2 to {limit}x{limit}"

const struct quantifier each_insertion = {INSERTIONS ": {count} grids", " of " INSERTIONS,
                                          each_of_insertions, tell_grid};
const struct quantifier each_half_insertion = {HALVES ": {count} grids", " of " HALVES,
                                               each_of_half_insertions, tell_grid};

/* --- surfaces ----------------------------------------------------------------------------- */

uint32_t columns_of(const struct net *net)
{
    return net->t.shape ? net->t.shape->width[0] : net->t.width[0];
}

uint32_t regular_cells(const struct net *net)
{
    return net->t.shape ? net->t.shape->width[0] * net->t.shape->width[1] : net->n;
}

bool is_of_surface(const struct net *net, uint32_t a, uint32_t b)
{
    uint32_t far = a > b ? a - b : b - a;

    return a < regular_cells(net) && b < regular_cells(net) && (far == 1 || far == columns_of(net));
}

/* --- labels ------------------------------------------------------------------------------- */

int label_compare(const struct noc_label *a, const struct noc_label *b)
{
    for (unsigned k = 0; k < NOC_LABEL_PARTS; k++) {
        if (a->part[k] != b->part[k]) {
            return a->part[k] < b->part[k] ? -1 : 1;
        }
    }
    return 0;
}

/* Channel `number` with its label; false: there is none, or no label. */
static bool has_label(const struct net *net, uint32_t number, struct labelled *l)
{
    unsigned vc = number % net->r->vcs;
    struct noc_link link;

    l->node = number / net->r->vcs / net->t.ports;
    l->port = number / net->r->vcs % net->t.ports;
    if (!noc_topology_link(&net->t, l->node, l->port, &link)) {
        return false;
    }
    l->next = link.node;
    return net->r->label(&net->t, l->node, l->port, vc, &l->label);
}

static void each_of_labelled(struct instance *i)
{
    struct labelled l;

    i->own = &l;
    for (uint32_t c = 0; c < i->net->channels; c++) {
        if (has_label(i->net, c, &l)) {
            then(i);
        }
    }
    i->own = NULL;
}

static void each_of_labelled_pairs(struct instance *i)
{
    struct labelled l[2];

    i->own = l;
    for (uint32_t c = 0; c < i->net->channels; c++) {
        for (uint32_t d = 0; has_label(i->net, c, &l[0]) && d < i->net->channels; d++) {
            if (d != c && has_label(i->net, d, &l[1])) {
                then(i);
            }
        }
    }
    i->own = NULL;
}

static void tell_labelled(const struct instance *i, struct text *t)
{
    const struct labelled *l = i->own;

    say(t, "the channel from %u to %u", l->node, l->next);
}

static void tell_labelled_pair(const struct instance *i, struct text *t)
{
    const struct labelled *l = i->own;

    say(t, "the channels from %u to %u and from %u to %u", l[0].node, l[0].next, l[1].node,
        l[1].next);
}

const struct quantifier each_labelled = {"all {count} channels", NULL, each_of_labelled,
                                         tell_labelled};
const struct quantifier each_labelled_pair = {"all {count} pairs of channels", NULL,
                                              each_of_labelled_pairs, tell_labelled_pair};
