/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parallel coded path (Al-Dubai, Ould-Khaoua, Mackenzie 2002, section 4): broadcast in
 * 2-D meshes whose routers have many ports and follow coded paths. The source sends
 * a worm to each of two opposite sides; there it is received by all nodes from one corner
 * to the other. Then each of them sends a worm along its line, as far as the middle.
 *
 *     top     C > > > > >        source s: up to the corner C, along the top side;
 *             v v v v v v        down, along the bottom side; then all of both sides
 *     s       v v v v v v        along their columns, skipping the source
 *             ^ ^ ^ ^ ^ ^
 *     bottom  C > > > > >
 *
 * Cost: two steps with all ports, two worms of the source and one for each node of
 * the two sides, at most 3 header flits. One flit addresses a whole line, two a side.
 *
 * Our readings, where the paper leaves it open:
 * - a source on a vertical side, so also at a corner, takes top and bottom, any other
 *   one left and right;
 * - a source on a side goes along it to both corners; one at a corner receives there; one
 *   inside goes to the nearest corner, and to the one opposite to it: under dimension order
 *   these are the two with different first links;
 * - the middle line of an odd number belongs to the lower or left half;
 * - a line in which the source lies skips it: flits of their own end before it and pass it.
 *
 * A broadcast's own worms do not wait for each other in a cycle, but several broadcasts'
 * do under coded-path (theorem 2 holds for one at a time): coded-path-vc is safe. To a
 * subset, if forced: what is missing on the sides is made up for by more worms.
 */
#include "packet.h"
#include "plan.h"
#include "routing/routings.h"
#include "topology/sort.h"
#include "topology/topologies.h"

/* Which sides, and how they are reached. */
struct sides {
    const struct noc_topology *t;
    unsigned line; /* dimension along which the second step's worms go */
    uint32_t
        corner[2];   /* coordinate in the other one at which the lower and the upper side begin */
    unsigned second; /* the side whose worm is named second: the source's, if it lies on one */
    bool at_corner;  /* the source */
};

static bool flat(const struct noc_topology *t)
{
    return t->kind == &noc_topology_mesh && t->dims == 2;
}

static bool fits(const struct noc_topology *t, const struct noc_routing *r, struct noc_fault *fault)
{
    (void)t;
    return r == &noc_routing_coded_path || r == &noc_routing_coded_path_vc ||
           noc_refuse(fault, NOC_FAULT_ALGORITHM_FIT, 0, 0,
                      "pcp is for meshes of two dimensions under coded-path or coded-path-vc");
}

static bool at_end(const struct noc_topology *t, uint32_t node, unsigned d)
{
    uint32_t at = noc_digit(t, node, d);

    return at == 0 || at + 1 == t->width[d];
}

static struct sides sides_of(const struct noc_topology *t, uint32_t source)
{
    uint32_t x = noc_digit(t, source, 0), y = noc_digit(t, source, 1);
    bool vertical = at_end(t, source, 0), horizontal = at_end(t, source, 1);
    struct sides s = {.t = t, .line = vertical, .at_corner = vertical && horizontal};

    if (vertical) {
        s.corner[0] = s.corner[1] = x;
        s.second = s.at_corner && y > 0;
    } else if (horizontal) {
        s.corner[0] = s.corner[1] = y;
    } else { /* near: the nearest corner is that of the left side, is a lower one */
        bool left = 2 * x < t->width[0], lower = 2 * y < t->width[1];
        uint32_t top = t->width[1] - 1u;

        s.corner[0] = left == lower ? 0 : top;
        s.corner[1] = top - s.corner[0];
        s.second = left;
    }
    return s;
}

/* Which side's half a node is in. */
static unsigned half_of(const struct sides *s, uint32_t node)
{
    return 2 * noc_digit(s->t, node, s->line) >= s->t->width[s->line];
}

/* Whether it is on that side itself. */
static bool on_side(const struct sides *s, uint32_t node)
{
    return at_end(s->t, node, s->line);
}

static bool same_line(const struct sides *s, uint32_t a, uint32_t b)
{
    return noc_digit(s->t, a, 1 - s->line) == noc_digit(s->t, b, 1 - s->line) &&
           half_of(s, a) == half_of(s, b);
}

/*
 * A node's place in a broadcast's chain, the source's included: by side, then line by line
 * from the corner on, in each from the side to the middle, what is on the side last. The source's own
 * line comes last of all, if the source is what is on the side.
 */
static uint32_t place_of(const struct sides *s, uint32_t node)
{
    uint32_t width = s->t->width[s->line], lines = s->t->width[1 - s->line];
    unsigned half = half_of(s, node);
    uint32_t lower = (width + 1) / 2, size = half ? width - lower : lower;
    uint32_t across = noc_digit(s->t, node, 1 - s->line), along = noc_digit(s->t, node, s->line);
    uint32_t from_side = half ? width - 1 - along : along;
    uint32_t from_corner =
        across > s->corner[half] ? across - s->corner[half] : s->corner[half] - across;

    if (s->at_corner && half == s->second) {
        from_corner = from_corner == 0 ? lines - 1 : from_corner - 1;
    }
    return (half == s->second ? (width - size) * lines : 0) + from_corner * size +
           (from_side == 0 ? size - 1 : from_side - 1);
}

static uint32_t node_of(const struct sides *s, uint32_t place)
{
    uint32_t width = s->t->width[s->line], lines = s->t->width[1 - s->line];
    uint32_t lower = (width + 1) / 2, first = s->second == 0 ? width - lower : lower;
    bool second = place >= first * lines;
    unsigned half = second ? s->second : !s->second;
    uint32_t size = second ? width - first : first, from_corner, from_side, along, across;

    place -= second ? first * lines : 0;
    from_corner = place / size;
    from_side = place % size + 1 == size ? 0 : place % size + 1;
    if (s->at_corner && second) {
        from_corner = from_corner + 1 == lines ? 0 : from_corner + 1;
    }
    along = half ? width - 1 - from_side : from_side;
    across = s->corner[half] == 0 ? from_corner : s->corner[half] - from_corner;
    return along * s->t->stride[s->line] + across * s->t->stride[1 - s->line];
}

/* The source behind all others: it hands over from the left. */
static void order(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                  struct noc_part *whole)
{
    uint16_t source = chain[0];

    *whole = (struct noc_part){.right = (uint16_t)m, .self = (uint16_t)m};
    noc_rotate(chain, m + 1, 1);
    if (!flat(env->topology)) {
        return;
    }

    struct sides s = sides_of(env->topology, source);

    for (uint32_t i = 0; i < m; i++) {
        chain[i] = (uint16_t)place_of(&s, chain[i]);
    }
    noc_sort(chain, m);
    for (uint32_t i = 0; i < m; i++) {
        chain[i] = (uint16_t)node_of(&s, chain[i]);
    }
}

/* The last place of the piece that begins at `left`: a line's half, or a node of the sender's own. */
static uint32_t piece_end(const struct sides *s, const uint16_t *chain, const struct noc_part *mine,
                          uint32_t left)
{
    uint32_t end = left;

    if (on_side(s, chain[mine->self]) && same_line(s, chain[mine->self], chain[left])) {
        return left;
    }
    while (end + 1 < mine->right && same_line(s, chain[left], chain[end + 1])) {
        end++;
    }
    return end;
}

/* Whether one worm visits both of these receivers of `self`, this one first. */
static bool together(const struct sides *s, uint32_t self, uint32_t node, uint32_t then)
{
    bool own = on_side(s, self) && same_line(s, self, node);

    if (own || (on_side(s, self) && same_line(s, self, then))) {
        return own && same_line(s, self, then);
    }
    return on_side(s, node) && on_side(s, then) && half_of(s, node) == half_of(s, then);
}

static bool worm(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                 struct noc_part *theirs, struct noc_worm_progress *legs)
{
    uint32_t end = mine->left;
    bool on = false;

    if (mine->left >= mine->right) {
        return false;
    }
    if (flat(env->topology)) {
        struct sides s = sides_of(env->topology, env->source);

        end = piece_end(&s, chain, mine, mine->left);
        on =
            env->routing && env->routing->code && end + 1 < mine->right &&
            together(&s, chain[mine->self], chain[end], chain[piece_end(&s, chain, mine, end + 1)]);
    }
    *theirs = (struct noc_part){.left = mine->left, .right = (uint16_t)end, .self = (uint16_t)end};
    legs->joins = legs->given > 0;
    mine->left = (uint16_t)(end + 1);
    legs->given = on;
    return true;
}

const struct noc_algorithm noc_algorithm_pcp = {
    .name = "pcp",
    .summary = "a broadcast by coded paths: two sides, then all lines (Al-Dubai et al. 2002, 4)",
    .routing = "coded-path",
    .routing_of_several = "coded-path-vc",
    .broadcast = true,
    .fits = fits,
    .order = order,
    .worm = worm,
};
