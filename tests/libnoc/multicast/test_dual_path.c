/* SPDX-License-Identifier: BSD-2-Clause */
/* Dual-path: all sets of small networks, random ones of larger, on one port and on more. */
#include "test.h"
#include "hpath_sets.h"
#include "multicast/algorithms.h"
#include "worm_checks.h"

static struct hpath path;
static const struct noc_algorithm *const a = &noc_algorithm_dual_path;

/* The plan's worms: at most two, each to all of one side, nearest label first; the larger side in
 * front. */
static void check_worms_of(const struct plan *p, unsigned ports, unsigned higher, unsigned lower)
{
    unsigned first = noc_worm_size(p->message, p->m);
    bool climbs = path.label[p->message[0].to] > path.label[p->source];

    assert_int_equal(first, higher >= lower ? higher : lower);
    assert_int_equal(climbs, higher >= lower);
    assert_int_equal(noc_worm_size(p->message + first, p->m - first), p->m - first);
    assert_int_equal(p->steps, first < p->m && ports == 1 ? 2 : 1);
    for (unsigned i = 0; i < p->m; i++) {
        unsigned before = i == 0 || i == first ? p->source : p->message[i - 1].to;

        assert_int_equal(p->message[i].from, p->source);
        assert_int_equal(path.label[p->message[i].to] > path.label[before],
                         i < first ? climbs : !climbs);
        assert_int_equal(p->message[i].part.left, p->message[i].part.right);
    }
}

static void check_one(const struct network *net, unsigned ports, unsigned source,
                      const uint16_t *dests, unsigned m)
{
    static struct plan p;
    struct noc_plan_env env = {&net->t, net->r, ports, source, 0, 0, NULL};
    struct noc_part whole;
    unsigned higher = hpath_above(&path, source, dests, m);

    make_plan(&p, net, a, ports, source, dests, m);
    check_plan(&p, dests, ports);
    check_worms_of(&p, ports, higher, m - higher);
    p.chain[0] = (uint16_t)source; /* once more, for the source's own part */
    memcpy(p.chain + 1, dests, m * sizeof *dests);
    a->order(&env, p.chain, m, &whole);
    assert_int_equal(p.chain[whole.self], source);
    assert_int_equal(check_relay(&p, a, &env, whole), m);
    for (uint32_t i = 0; i < m; i++) {
        assert_int_equal(check_relay(&p, a, &env, p.message[i].part), 0);
    }
    assert_int_equal(contending_pairs(net, &p), 0);
    if (ports == 1) {
        assert_int_equal(overlaps(net, &p), 0);
    }
}

TEST(all_sets)
{
    hpath_all_sets(&path, check_one);
}

TEST(random_sets)
{
    hpath_random_sets(&path, check_one);
}

/* On mesh:4x4, labels  0 1 2 3 | 7 6 5 4 | 8 9 10 11 | 15 14 13 12: node 6 has label 5. */
TEST(an_example)
{
    static const uint16_t dests[] = {1, 2, 9, 15, 12};
    struct network net = network("mesh:4x4", "hamiltonian");
    static struct plan p;

    make_plan(&p, &net, a, 1, 6, dests, 5);
    assert_string_equal(worms_text(&p), "1:6>9>15>12 2:6>2>1");
    make_plan(&p, &net, a, 0, 6, dests, 5);
    assert_string_equal(worms_text(&p), "1:6>9>15>12 1:6>2>1");
    make_plan(&p, &net, a, 1, 6, dests, 2);
    assert_string_equal(worms_text(&p), "1:6>2>1");
    free(net.path);
}

TEST(if_forced)
{
    check_forced(a);
}

/* A relay that somebody else has told a part of nonsense stays within it. */
TEST(within_its_part)
{
    struct network net = network("mesh:4x4", "hamiltonian");
    struct noc_plan_env env = {&net.t, net.r, 1, 0, 0, 0, NULL};
    uint16_t chain[64] = {0};

    for (uint16_t left = 7; left < 12; left++) {
        for (uint16_t right = left; right < 16; right++) {
            for (uint16_t self = left; self <= right; self++) {
                struct noc_part mine = {left, right, self}, theirs;
                struct noc_worm_progress legs = {0};
                unsigned n = 0;

                for (; a->worm(&env, chain, &mine, &theirs, &legs); n++) {
                    assert_in_range(theirs.self, left, right);
                    assert_int_not_equal(theirs.self, self);
                }
                assert_int_equal(n, right - left);
            }
        }
    }
    free(net.path);
}
