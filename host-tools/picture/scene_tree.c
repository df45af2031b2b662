/* SPDX-License-Identifier: BSD-2-Clause */
/*
 *   step        1       2       3
 *     (0)------(1)...             A node stands in the column of its step. Its last child has its
 *      |  |  `------------(8)     row; the others, each with what is below it, have rows of their
 *      |  `----------(4)---...    own below, those of earlier steps further down: so no lines cross.
 *      `------(2)--...
 *
 * A worm whose destinations all forward nothing has them beside each other, in the order of visits,
 * as many in a row as PACKED_MAX.
 */
#include "scene_tree.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

enum { PACKED_MAX = 10 };

/* Worms in the order of their steps, so that a list that grows at its head begins with the last. */
static void find_children(struct tree *t)
{
    const struct scene *s = t->s;
    for (uint32_t n = 0; n < s->t.nodes; n++) {
        t->first[n] = SCENE_NOBODY;
    }
    for (uint32_t step = 0; step <= s->steps; step++) {
        for (uint32_t i = 0; i < s->worms; i++) {
            const struct scene_worm *w = &s->worm[i];
            bool drawn = w->data && w->step == step && w->multicast == 0 && w->segment == t->number;
            for (uint32_t k = drawn ? w->visits : 0; k-- > 0;) {
                uint32_t node = w->visit[k].node;
                if (!t->placed[node]) {
                    t->placed[node] = true;
                    t->worm[node] = i;
                    t->next[node] = t->first[w->from];
                    t->first[w->from] = node;
                }
            }
        }
    }
}

uint32_t scene_tree_step(const struct tree *t, uint32_t node)
{
    return node == t->source || t->s->node[node].root ? 0 : t->s->worm[t->worm[node]].step;
}

/* Does nobody whom this worm visits forward anything? */
static bool is_packed(const struct tree *t, uint32_t worm)
{
    const struct scene_worm *w = &t->s->worm[worm];
    bool packed = true;
    for (uint32_t i = 0; i < w->visits && packed; i++) {
        packed = t->first[w->visit[i].node] == SCENE_NOBODY;
    }
    return packed;
}

static void place_below(struct tree *t, uint32_t node, uint32_t row)
{
    uint32_t before = SCENE_NOBODY;
    bool packed = false;
    t->row[node] = row;
    t->placed[node] = true;
    for (uint32_t c = t->first[node]; c != SCENE_NOBODY; c = t->next[c]) {
        bool same = before != SCENE_NOBODY && t->worm[before] == t->worm[c];
        packed = same ? packed : is_packed(t, t->worm[c]);
        if (same && packed && t->slot[before] + 1 < PACKED_MAX) {
            t->row[c] = t->row[before];
            t->slot[c] = t->slot[before] + 1;
            t->placed[c] = true;
        } else {
            place_below(t, c, before == SCENE_NOBODY ? row : t->rows++);
        }
        before = c;
    }
}

uint32_t scene_tree_steps(const struct tree *t)
{
    uint32_t steps = 0;
    for (uint32_t n = 0; n < t->s->t.nodes; n++) {
        uint32_t step = t->placed[n] ? scene_tree_step(t, n) : 0;
        steps = step > steps ? step : steps;
    }
    return steps;
}

/* Of the first worm that goes along it. */
static uint32_t source_of(const struct scene *s, uint32_t number)
{
    for (uint32_t i = 0; i < s->worms; i++) {
        const struct scene_worm *w = &s->worm[i];
        if (w->data && w->multicast == 0 && w->segment == number) {
            return w->from;
        }
    }
    return 0;
}

void scene_tree(struct tree *t, const struct scene *s, uint32_t number)
{
    uint32_t nodes = s->t.nodes;
    *t = (struct tree){.s = s, .number = number, .source = source_of(s, number), .rows = 1};
    t->first = alloc_array(nodes, sizeof *t->first);
    t->next = alloc_array(nodes, sizeof *t->next);
    t->row = alloc_array(nodes, sizeof *t->row);
    t->slot = alloc_array(nodes, sizeof *t->slot);
    t->worm = alloc_array(nodes, sizeof *t->worm);
    t->placed = alloc_array(nodes, sizeof *t->placed);
    find_children(t);
    memset(t->placed, 0, nodes * sizeof *t->placed);
    place_below(t, t->source, 0);
}

void scene_tree_free(struct tree *t)
{
    free(t->first);
    free(t->next);
    free(t->row);
    free(t->slot);
    free(t->worm);
    free(t->placed);
}
