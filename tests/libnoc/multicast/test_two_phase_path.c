/* SPDX-License-Identifier: BSD-2-Clause */
/* Two-phase path: all sets of small networks, random ones of larger, on one port and on more. */
#include "test.h"
#include "hpath_sets.h"
#include "multicast/algorithms.h"
#include "worm_checks.h"

static struct hpath path;
static const struct noc_algorithm *const a = &noc_algorithm_two_phase_path;

/* message[0..size-1] is one worm of `from`, which only climbs, or only descends; its last receiver
 * alone has more to do, if anybody. */
static void check_worm(const struct noc_message *message, unsigned size, unsigned from, bool climbs,
                       bool more)
{
    assert_int_equal(noc_worm_size(message, size), size);
    for (unsigned i = 0; i < size; i++) {
        unsigned before = i == 0 ? from : message[i - 1].to;

        assert_int_equal(message[i].from, from);
        assert_int_equal(path.label[message[i].to] > path.label[before], climbs);
        assert_int_equal(message[i].part.self, message[i].part.left);
        assert_int_equal(message[i].part.right > message[i].part.left, more && i + 1 == size);
    }
}

/* The source's worm to the larger side, and that of the side's last node to the other one. */
static void check_worms_of(const struct plan *p, unsigned higher, unsigned lower)
{
    bool climbs = higher >= lower;
    unsigned first = climbs ? higher : lower;

    check_worm(p->message, first, p->source, climbs, first < p->m);
    if (first < p->m) {
        check_worm(p->message + first, p->m - first, p->message[first - 1].to, !climbs, false);
        assert_false(p->message[first].joins);
    }
    assert_int_equal(p->steps, first < p->m ? 2 : 1);
}

/* Not even at different times: so whatever the segments, no worm waits for another node's. */
static void check_channels(const struct network *net, const struct plan *p)
{
    static uint8_t taken[HPATH_NODES][HPATH_PORTS];
    struct noc_channel channel[64 * PATH_WORDS];
    unsigned at[PLAN_NODES], size;

    memset(taken, 0, sizeof taken);
    for (uint32_t i = 0; i < p->m; i += size) {
        size = noc_worm_size(p->message + i, p->m - i);

        unsigned hops = walk_worm(net, p->message + i, size, channel, at);

        for (unsigned h = 0; h < hops; h++) {
            assert_false(taken[channel[h].node][channel[h].port]++);
        }
    }
}

static void check_one(const struct network *net, unsigned ports, unsigned source,
                      const uint16_t *dests, unsigned m)
{
    static struct plan p;
    struct noc_plan_env env = {&net->t, net->r, ports, source, 0, 0, NULL};
    struct noc_part whole;
    unsigned higher = hpath_above(&path, source, dests, m);
    uint32_t relayed;

    make_plan(&p, net, a, ports, source, dests, m);
    check_plan(&p, dests, ports);
    check_worms_of(&p, higher, m - higher);
    check_channels(net, &p);
    p.chain[0] = (uint16_t)source; /* once more, for the source's own part */
    memcpy(p.chain + 1, dests, m * sizeof *dests);
    a->order(&env, p.chain, m, &whole);
    assert_int_equal(p.chain[whole.self], source);
    relayed = check_relay(&p, a, &env, whole);
    for (uint32_t i = 0; i < m; i++) {
        relayed += check_relay(&p, a, &env, p.message[i].part);
    }
    assert_int_equal(relayed, m);
    assert_int_equal(contending_pairs(net, &p), 0);
    assert_int_equal(overlaps(net, &p), 0);
}

TEST(all_sets)
{
    TEST_NEEDS_BUDGET(2);
    hpath_all_sets(&path, check_one);
}

TEST(random_sets)
{
    hpath_random_sets(&path, check_one);
}

/* On mesh:4x4, labels  0 1 2 3 | 7 6 5 4 | 8 9 10 11 | 15 14 13 12: node 6 has label 5. */
TEST(an_example)
{
    static const uint16_t dests[] = {1, 2, 9, 15, 12}, lower[] = {9, 0, 3, 1};
    struct network net = network("mesh:4x4", "hamiltonian");
    static struct plan p;

    make_plan(&p, &net, a, 1, 6, dests, 5);
    assert_string_equal(worms_text(&p), "1:6>9>15>12 2:12>2>1");
    make_plan(&p, &net, a, 0, 6, dests, 5);
    assert_string_equal(worms_text(&p), "1:6>9>15>12 2:12>2>1");
    make_plan(&p, &net, a, 1, 6, lower, 4);
    assert_string_equal(worms_text(&p), "1:6>3>1>0 2:0>9");
    make_plan(&p, &net, a, 1, 6, dests, 2);
    assert_string_equal(worms_text(&p), "1:6>2>1");
    free(net.path);
}

TEST(if_forced)
{
    check_forced(a);
}

/* One to whom somebody has told a part of nonsense stays within it, and stops. */
TEST(within_its_part)
{
    struct network net = network("mesh:4x4", "hamiltonian");
    struct noc_plan_env env = {&net.t, net.r, 1, 0, 0, 0, NULL};
    uint32_t seed = 3;

    for (unsigned n = 0; n < 20000; n++) {
        uint16_t chain[24], left = (uint16_t)(7 + random_below(&seed, 5));
        uint16_t right = (uint16_t)(left + random_below(&seed, 10));
        uint16_t self = (uint16_t)(left + random_below(&seed, right - left + 1u));
        struct noc_part mine = {left, right, self}, theirs;
        struct noc_worm_progress legs = {.runs = n % 2};
        uint32_t given = 0, end = left;

        for (unsigned i = 0; i < 24; i++) { /* some twice, some nowhere */
            chain[i] = (uint16_t)random_below(&seed, n % 3 ? 20 : 3);
        }
        for (; a->worm(&env, chain, &mine, &theirs, &legs); given++) {
            assert_int_equal(theirs.left, end + 1);
            assert_int_equal(theirs.self, theirs.left);
            end = theirs.right + legs.run;
            assert_in_range(end, theirs.left, right);
            assert_in_range(given, 0, right - left);
        }
        assert_int_equal(end, self == left ? right : left); /* all, or nothing */
        assert_int_equal(legs.given, 0);
    }
    free(net.path);
}
