/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "routing/hcycle.h"
#include "routing/routings.h"
#include "worm_checks.h"

/* Figure 5.1's set by rows: source (3,2), rows 4, 5, 0, 1 and 2; then each row. By hand: (3,4) 22 is
 * in the source's own row, at the cycle's end, so it is the source's to reach. */
TEST(rows_then_columns)
{
    static const uint16_t labels_rise[] = {5, 6, 8, 13, 22, 20, 27, 29, 31, 34};
    struct network net = network("utorus:6x6", "utpr");
    struct plan p;

    figure_5_1(&p, &net, "md-torus");
    chain_is(&p, labels_rise);
    assert_string_equal(worms_text(&p), "1:20>27>31>5>6>13 2:20>22 2:27>29 2:31>34 2:6>8");
    free(net.path);
}

/* Section 6.3's three phases: planes, rings of a plane, nodes of a ring. */
TEST(planes_then_rings_then_nodes)
{
    struct network net = network("utorus:3x3x3", "utpr");
    uint16_t dests[26];
    struct plan p;

    for (unsigned i = 0; i < 26; i++) {
        dests[i] = (uint16_t)(i + 1);
    }
    make_plan(&p, &net, algorithm("md-torus"), 1, 0, dests, 26);
    assert_int_equal(p.steps, 3);
    for (uint32_t i = 0, size; i < 26; i += size) {
        unsigned d = 3u - p.message[i].step;

        size = noc_worm_size(&p.message[i], 26 - i);
        assert_int_equal(size, 2); /* the two other planes, rings or nodes */
        for (unsigned k = 0; k < size; k++) {
            unsigned from = p.message[i].from, to = p.message[i + k].to;

            assert_true(coordinate(&net.t, from, d) != coordinate(&net.t, to, d));
            for (unsigned above = d + 1; above < 3; above++) {
                assert_int_equal(coordinate(&net.t, from, above), coordinate(&net.t, to, above));
            }
        }
    }
    free(net.path);
}

/* Whether two nodes lie in one sub-torus of dimension d. */
static bool one_sub_torus(const struct noc_topology *t, unsigned a, unsigned b, unsigned d)
{
    for (; d < t->dims; d++) {
        if (coordinate(t, a, d) != coordinate(t, b, d)) {
            return false;
        }
    }
    return true;
}

/* A part, whatever nodes stand in it, and the dimension in which its ends differ. */
struct any_part {
    struct noc_topology t;
    uint16_t chain[24];
    struct noc_part part;
    bool circuit; /* else each node is a piece of its own */
    unsigned d;
};

static bool of_one_piece(const struct any_part *p, unsigned i, unsigned j)
{
    return p->circuit && p->chain[i] < p->t.nodes && p->chain[j] < p->t.nodes &&
           one_sub_torus(&p->t, p->chain[i], p->chain[j], p->d);
}

static unsigned end_of_piece(const struct any_part *p, unsigned from, unsigned stop)
{
    while (from < stop && of_one_piece(p, from, from + 1)) {
        from++;
    }
    return from;
}

static bool with_self(const struct any_part *p, unsigned i)
{
    return i == p->part.self || of_one_piece(p, i, p->part.self);
}

/* The pieces of the next worm, by coordinates: from self's own to the right and around, until one
 * lies with self. Returns how many; what is left is in p->part. */
static unsigned next_pieces(struct any_part *p, struct noc_part *piece)
{
    unsigned left = p->part.left, right = p->part.right, self = p->part.self, n = 0, i;
    uint16_t low = p->chain[left], high = p->chain[right];

    if (left == right) {
        return 0;
    }
    p->d = 0;
    if (low < p->t.nodes && high < p->t.nodes && low != high) {
        p->d = p->t.dims - 1u;
        while (coordinate(&p->t, low, p->d) == coordinate(&p->t, high, p->d)) {
            p->d--;
        }
    }
    for (i = end_of_piece(p, self, right) + 1;; i = piece[n++].right + 1u) {
        i = i > right ? left : i;
        if (with_self(p, i)) {
            break;
        }

        unsigned end = end_of_piece(p, i, i < self ? self - 1 : right);

        piece[n] = (struct noc_part){(uint16_t)i, (uint16_t)end, (uint16_t)i};
    }
    if (n > 0) {
        p->part.right = (uint16_t)end_of_piece(p, self, right);
        while (p->part.self > p->part.left && of_one_piece(p, p->part.self, p->part.self - 1u)) {
            p->part.self--;
        }
        p->part.left = p->part.self;
        p->part.self = (uint16_t)self;
    }
    return n;
}

static void draw_part(struct any_part *p, uint32_t *random, unsigned n)
{
    static const char *const text[] = {"utorus:4x4",   "utorus:4x2x2", "utorus:6x3",
                                       "utorus:3x3x3", "utorus:3x2",   "mesh:4x4"};

    p->t = topology(text[random_below(random, 6)]);
    p->circuit = noc_hcycle_fits(&p->t, NULL);
    p->part.left = (uint16_t)random_below(random, 6);
    p->part.right = (uint16_t)(p->part.left + random_below(random, 18));
    p->part.self =
        (uint16_t)(p->part.left + random_below(random, p->part.right - p->part.left + 1u));
    for (unsigned i = 0; i < 24; i++) { /* some twice, some nowhere; or rising */
        unsigned among = n % 3 == 1 ? p->t.nodes + 3u : 5;

        p->chain[i] = (uint16_t)(n % 3 == 0 ? i : random_below(random, among));
    }
}

/* Of chains and of nonsense the same as by coordinates. */
TEST(any_part_is_cut_by_coordinates)
{
    const struct noc_algorithm *md = algorithm("md-torus");
    struct noc_part piece[24], mine, theirs;
    uint32_t random = 17;
    struct any_part p;

    for (unsigned n = 0; n < 30000; n++) {
        struct noc_plan_env env = {&p.t, &noc_routing_utpr, 1, 0, 0, 0, NULL};
        struct noc_worm_progress legs = {0};

        draw_part(&p, &random, n);
        mine = p.part;
        for (unsigned size = next_pieces(&p, piece); size > 0; size = next_pieces(&p, piece)) {
            for (unsigned i = 0; i < size; i++) {
                assert_true(noc_plan_next(md, &env, p.chain, &mine, &theirs, &legs));
                assert_memory_equal(&theirs, &piece[i], sizeof theirs);
                assert_int_equal(legs.joins, i > 0);
            }
            assert_memory_equal(&mine, &p.part, sizeof mine);
        }
        assert_false(noc_plan_next(md, &env, p.chain, &mine, &theirs, &legs));
    }
}
