/* SPDX-License-Identifier: BSD-2-Clause */
/* Steps with shared links, by hand and against a plain reference. */
#include "test.h"
#include "plan_checks.h"
#include "verify/verify.h"

/* A plan by hand: {from, to, step} each, sorted by step. */
struct by_hand {
    unsigned from, to, step;
};

static struct noc_sharing_steps steps_of(const char *text, const struct by_hand *plan, uint32_t m,
                                         enum noc_sharing sharing)
{
    struct noc_topology t = topology(text);
    struct noc_plan_env env = {&t, routing(&t, NULL), 1, plan[0].from, 0, 0, NULL};
    struct noc_message message[16];
    struct noc_sharing_steps steps;

    for (uint32_t i = 0; i < m; i++) {
        message[i] = (struct noc_message){.from = (uint16_t)plan[i].from,
                                          .to = (uint16_t)plan[i].to,
                                          .step = (uint16_t)plan[i].step};
    }
    assert_true(noc_sharing_steps(&env, message, m, sharing, &steps));
    return steps;
}

static void is(struct noc_sharing_steps steps, uint32_t max, uint64_t sum, uint32_t contended,
               uint32_t three)
{
    assert_int_equal(steps.steps_max, max);
    assert_int_equal(steps.steps_sum, sum);
    assert_int_equal(steps.contended, contended);
    assert_int_equal(steps.sharing_three, three);
}

/* In a ring of eight, 2 to 5 by h and 4 to 0 by p share the link from 4 to 5. */
TEST(two_channels_of_a_link)
{
    static const struct by_hand plan[] = {
        {2, 4, 1}, {2, 5, 2}, {4, 0, 2}, {2, 3, 3}, {0, 1, 3}, {5, 6, 3},
    };

    is(steps_of("utorus:8", plan, 6, NOC_SHARING_NONE), 3, 1 + 2 + 2 + 3 + 3 + 3, 0, 0);
    /* Both arrive in 3, all that follows in 4: also what 2 sends, which is busy. */
    is(steps_of("utorus:8", plan, 6, NOC_SHARING_BOTH), 4, 1 + 3 + 3 + 4 + 4 + 4, 2, 0);
    is(steps_of("utorus:8", plan, 6, NOC_SHARING_OPPOSITE), 4, 1 + 3 + 3 + 4 + 4 + 4, 2, 0);
    /* Only 4 to 0 waits, and 0 to 1 comes later with it; then 5 to 6 waits for 4 to 0. */
    is(steps_of("utorus:8", plan, 6, NOC_SHARING_LATER), 4, 1 + 2 + 3 + 3 + 4 + 4, 2, 0);
    /* Only 2 to 5 waits; in step 3 again, for 2 to 3. So it comes in 4, and 5 to 6 in 5. */
    is(steps_of("utorus:8", plan, 6, NOC_SHARING_EARLIER), 5, 1 + 2 + 3 + 3 + 4 + 5, 1, 0);
}

/* Sharing twice costs no more than once; decided by the plan's steps, though what is late might
 * meet others. */
TEST(two_steps_at_most)
{
    static const struct by_hand three[] = {
        {0, 3, 1}, {0, 4, 2}, {3, 5, 2}, {0, 2, 3}, {3, 4, 3},
    };
    static const struct by_hand late[] = {
        {2, 4, 1}, {2, 6, 2}, {4, 0, 2}, {4, 5, 3}, {6, 1, 4},
    };

    /* 0 to 4 and 3 to 5 on one link in step 2. In step 3 nobody. */
    is(steps_of("utorus:8", three, 4, NOC_SHARING_BOTH), 4, 1 + 3 + 3 + 4, 2, 0);
    /* 2 to 6 and 4 to 0 share 4 to 5 and 5 to 6 in step 2: one penalty. */
    is(steps_of("utorus:8", late, 5, NOC_SHARING_BOTH), 4, 1 + 3 + 3 + 4 + 4, 2, 0);
}

/* A message that waits meets those of the next step; it goes first there, being earlier
 * in the plan. */
TEST(what_waits_may_make_others_wait)
{
    static const struct by_hand plan[] = {
        {2, 4, 1}, {2, 5, 2}, {4, 0, 2}, {4, 6, 3}, {6, 7, 4},
    };

    /* 2: 2>5; 4>0 waits. 3: 4>0; 4>6 waits. 4: 4>6. 5: 6>7. */
    is(steps_of("utorus:8", plan, 5, NOC_SHARING_LATER), 5, 1 + 2 + 3 + 4 + 5, 2, 0);
    /* Waiting twice counts once: three on the link from 4 to 5. */
    static const struct by_hand thrice[] = {
        {2, 3, 1}, {2, 4, 2}, {2, 5, 3}, {3, 6, 3}, {4, 0, 3}, {0, 1, 4},
    };
    is(steps_of("utorus:8", thrice, 6, NOC_SHARING_LATER), 6, 1 + 2 + 3 + 4 + 5 + 6, 2, 0);
}

TEST(opposite_directions)
{
    static const struct by_hand two[] = {{0, 3, 1}, {0, 2, 2}, {3, 1, 2}};
    static const struct by_hand in_a_row[] = {{0, 3, 1}, {0, 1, 2}, {3, 6, 2},
                                              {0, 2, 3}, {1, 4, 3}, {3, 5, 3}};
    static const struct by_hand on_one[] = {{0, 3, 1}, {0, 1, 2}, {3, 6, 2},
                                            {0, 2, 3}, {1, 5, 3}, {3, 8, 3}};

    /* Up and down between 1 and 2. */
    is(steps_of("torus:9", two, 3, NOC_SHARING_BOTH), 2, 1 + 2 + 2, 0, 0);
    is(steps_of("torus:9", two, 3, NOC_SHARING_LATER), 2, 1 + 2 + 2, 0, 0);
    is(steps_of("torus:9", two, 3, NOC_SHARING_OPPOSITE), 3, 1 + 3 + 3, 2, 0);
    /* 1 to 4 shares with two, but on different links. */
    is(steps_of("torus:9", in_a_row, 6, NOC_SHARING_BOTH), 4, 1 + 2 + 2 + 4 + 4 + 4, 3, 0);
    is(steps_of("torus:9", in_a_row, 6, NOC_SHARING_OPPOSITE), 4, 1 + 2 + 2 + 4 + 4 + 4, 3, 0);
    /* Two up and one down between 1 and 2. */
    is(steps_of("torus:9", on_one, 6, NOC_SHARING_BOTH), 4, 1 + 2 + 2 + 4 + 4 + 3, 2, 0);
    is(steps_of("torus:9", on_one, 6, NOC_SHARING_OPPOSITE), 4, 1 + 2 + 2 + 4 + 4 + 4, 3, 3);
}

/* From 1 up to 2, and back by 1 to 0. */
static enum noc_routed there_and_back(const struct noc_topology *t, uint32_t node, unsigned in_port,
                                      unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    (void)t;
    (void)in_vc;
    (void)header;
    *out = (struct noc_hop){node == 0 ? NOC_PORT_LOCAL : in_port == NOC_PORT_LOCAL ? 0 : 1, 0};
    return NOC_ROUTED;
}

/* Nobody shares with himself. */
TEST(both_ways_over_one_link)
{
    static const struct noc_routing back = {.vcs = 1, .route = there_and_back};
    static const struct noc_message alone = {.from = 1, .to = 0, .step = 1};
    struct noc_topology t = topology("mesh:3");
    struct noc_plan_env env = {&t, &back, 1, 1, 0, 0, NULL};
    struct noc_sharing_steps steps;

    assert_int_equal(noc_route_path(&t, &back, 1, 0, NULL, 0), 3);
    assert_true(noc_sharing_steps(&env, &alone, 1, NOC_SHARING_OPPOSITE, &steps));
    is(steps, 1, 1, 0, 0);
}

/* --- against a plain reference --------------------------------------------------------- */

enum { MANY = 256 };

struct reference {
    struct noc_message message[MANY];
    struct noc_channel path[MANY][64];
    int hops[MANY];
    uint32_t m;
    uint32_t steps[MANY]; /* of message i */
    bool shares[MANY];
};

/* Whether two channels are on one link. */
static bool same_link(const struct noc_channel *a, const struct noc_channel *b, bool opposite)
{
    return (a->node == b->node && a->port == b->port) ||
           (opposite && a->node == b->next && a->next == b->node && a->dim == b->dim &&
            a->dir == -b->dir);
}

static bool share_a_link(const struct reference *r, uint32_t i, uint32_t j, bool opposite)
{
    for (int a = 0; a < r->hops[i]; a++) {
        for (int b = 0; b < r->hops[j]; b++) {
            if (same_link(&r->path[i][a], &r->path[j][b], opposite)) {
                return true;
            }
        }
    }
    return false;
}

/* When message i arrives, one port: after its sender's earlier ones. By recursion. */
static uint32_t arrival(const struct reference *r, uint32_t i)
{
    uint32_t before = 0;

    for (uint32_t j = 0; j < r->m; j++) {
        bool earlier = r->message[j].from == r->message[i].from && j < i;

        if (earlier || r->message[j].to == r->message[i].from) {
            uint32_t at = arrival(r, j);

            before = at > before ? at : before;
        }
    }
    return before + (r->shares[i] ? 2 : 1);
}

static struct noc_sharing_steps plain_both(struct reference *r, bool opposite)
{
    struct noc_sharing_steps steps = {0};

    for (uint32_t i = 0; i < r->m; i++) {
        bool three = false;

        r->shares[i] = false;
        for (uint32_t j = 0; j < r->m; j++) {
            if (j != i && r->message[i].step == r->message[j].step) {
                r->shares[i] |= share_a_link(r, i, j, opposite);
            }
        }
        for (int h = 0; h < r->hops[i]; h++) {
            unsigned others = 0;

            for (uint32_t j = 0; j < r->m; j++) {
                bool on_it = false;

                for (int g = 0; j != i && g < r->hops[j]; g++) {
                    on_it |= same_link(&r->path[i][h], &r->path[j][g], opposite);
                }
                others += on_it && r->message[i].step == r->message[j].step;
            }
            three |= others >= 2;
        }
        steps.contended += r->shares[i];
        steps.sharing_three += three;
    }
    for (uint32_t i = 0; i < r->m; i++) {
        uint32_t at = arrival(r, i);

        steps.steps_sum += at;
        steps.steps_max = at > steps.steps_max ? at : steps.steps_max;
    }
    return steps;
}

/* All that `node` sends, and what follows from it, a step later. */
static void slip(struct reference *r, unsigned node)
{
    for (uint32_t i = 0; i < r->m; i++) {
        if (r->message[i].from == node) {
            r->steps[i]++;
            slip(r, r->message[i].to);
        }
    }
}

/* Step by step; in each, in the plan's order, who meets one that goes waits. */
static struct noc_sharing_steps plain_later(struct reference *r)
{
    struct noc_sharing_steps steps = {0};

    for (uint32_t i = 0; i < r->m; i++) {
        r->steps[i] = r->message[i].step;
        r->shares[i] = false;
    }
    for (uint32_t step = 1; step < 1000; step++) {
        for (uint32_t i = 0; i < r->m; i++) {
            bool meets = false;

            for (uint32_t j = 0; j < i; j++) {
                meets |= r->steps[i] == step && r->steps[j] == step && share_a_link(r, i, j, false);
            }
            if (meets) {
                r->shares[i] = true;
                r->steps[i]++;
                slip(r, r->message[i].to);
            }
        }
    }
    for (uint32_t i = 0; i < r->m; i++) {
        steps.contended += r->shares[i];
        steps.steps_sum += r->steps[i];
        steps.steps_max = r->steps[i] > steps.steps_max ? r->steps[i] : steps.steps_max;
    }
    return steps;
}

static void same(struct noc_sharing_steps a, struct noc_sharing_steps b)
{
    is(a, b.steps_max, b.steps_sum, b.contended, b.sharing_three);
}

static uint32_t check_against_reference(const char *text, const char *name, uint32_t most,
                                        uint32_t *random)
{
    static struct reference r;
    struct noc_topology t = topology(text);
    struct noc_plan_env env = {&t, routing(&t, NULL), 1, random_below(random, t.nodes), 0, 0, NULL};
    uint16_t chain[MANY];
    struct noc_part scratch[MANY];
    struct noc_sharing_steps steps;
    uint32_t sharing = 0;

    r.m = 1 + random_below(random, most);
    chain[0] = (uint16_t)env.source;
    random_set(random, t.nodes, env.source, r.m, chain + 1);
    uint32_t last = noc_plan_make(algorithm(name), &env, chain, r.m, r.message, scratch);

    for (uint32_t i = 0; i < r.m; i++) {
        r.hops[i] =
            noc_route_path(&t, env.routing, r.message[i].from, r.message[i].to, r.path[i], 64);
        assert_in_range(r.hops[i], 1, 64);
    }
    assert_true(noc_sharing_steps(&env, r.message, r.m, NOC_SHARING_NONE, &steps));
    assert_int_equal(steps.steps_max, last);
    assert_int_equal(steps.contended, 0);
    for (unsigned opposite = 0; opposite <= 1; opposite++) {
        assert_true(noc_sharing_steps(&env, r.message, r.m,
                                      opposite ? NOC_SHARING_OPPOSITE : NOC_SHARING_BOTH, &steps));
        same(steps, plain_both(&r, opposite));
        assert_true(steps.steps_max >= last && steps.steps_max <= 2 * last);
        sharing += steps.contended;
    }
    assert_true(noc_sharing_steps(&env, r.message, r.m, NOC_SHARING_LATER, &steps));
    same(steps, plain_later(&r));
    return sharing + steps.contended;
}

TEST(as_the_reference)
{
    static const struct {
        const char *text, *name;
        uint32_t most;
    } tried[] = {
        {"utorus:8x8", "u-torus", 60},  {"torus:8x8", "u-torus", 60},
        {"torus:4x4x4", "u-torus", 60}, {"utorus:6x6x6", "u-torus", 90},
        {"ccc:4", "u-ccc", 60},         {"ccc:5", "u-ccc", 80},
        {"utorus:5x5", "u-mesh", 24},   {"torus:16x16", "u-torus", 60},
    };
    uint32_t random = 45;

    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
        uint32_t sharing = 0;

        for (unsigned n = 0; n < 12; n++) {
            sharing +=
                check_against_reference(tried[i].text, tried[i].name, tried[i].most, &random);
        }
        assert_true(sharing > 0);
    }
}

/* Song et al. 2000, figure 11: a broadcast takes the bound, from any source. */
TEST(a_broadcast_in_cycles_shares_nothing)
{
    static uint16_t chain[MANY];
    static struct noc_message message[MANY];
    static struct noc_part scratch[MANY];

    for (unsigned n = 2; n <= 5; n++) {
        char text[16];
        struct noc_topology t;

        sprintf(text, "ccc:%u", n);
        t = topology(text);
        for (unsigned source = 0; source < t.nodes; source++) {
            struct noc_plan_env env = {&t, routing(&t, NULL), 1, source, 0, 0, NULL};
            struct noc_sharing_steps steps;
            uint32_t m = t.nodes - 1;

            for (uint32_t i = 0; i <= m; i++) {
                chain[i] = (uint16_t)((source + i) % t.nodes);
            }
            noc_plan_make(algorithm("u-ccc"), &env, chain, m, message, scratch);
            assert_true(noc_sharing_steps(&env, message, m, NOC_SHARING_LATER, &steps));
            assert_int_equal(steps.contended, 0);
            assert_int_equal(steps.steps_max, noc_plan_bound(&t, 1, m));
        }
    }
}

/* With several ports, a node goes on when all of a step is through: 0 to 2 waits for 0 to 7,
 * which shares with 8 to 6 the link from 8 to 7. */
TEST(several_ports)
{
    static const struct by_hand plan[] = {{0, 8, 1}, {0, 7, 2}, {0, 1, 2}, {8, 6, 2}, {0, 2, 3}};

    is(steps_of("torus:9", plan, 5, NOC_SHARING_NONE), 3, 1 + 2 + 2 + 2 + 3, 0, 0);
    is(steps_of("torus:9", plan, 5, NOC_SHARING_BOTH), 4, 1 + 3 + 2 + 3 + 4, 2, 0);
}
