/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "multicast/algorithms.h"
#include "plan_checks.h"
#include "topology/shape.h"

TEST(the_table_is_sound)
{
    struct noc_topology t = topology("torus:4x4");
    const struct noc_routing *r = routing(&t, NULL);
    const struct noc_algorithm *chosen = NULL;
    struct noc_fault fault = {0};

    assert_false(noc_algorithm_choose(&chosen, "u-ring", &t, r, false, &fault));
    assert_null(chosen);
    assert_int_equal(fault.code, NOC_FAULT_ALGORITHM_UNKNOWN);
    for (const struct noc_algorithm *const *a = noc_algorithms; *a; a++) {
        assert_ptr_equal(noc_algorithm_find((*a)->name), *a);
        assert_non_null((*a)->summary);
        assert_non_null(strstr(fault.because, (*a)->name));
    }
    assert_null(noc_algorithm_find("u-toru"));
    assert_null(noc_algorithm_find(""));
}

TEST(an_algorithm_without_a_proof_here_is_refused)
{
    enum { SHAPES = 5 };
    static const char *const shapes[SHAPES] = {"torus:4x4", "utorus:4x4", "mesh:4x4", "cube:4",
                                               "ccc:3"};
    static const struct {
        const char *name;
        bool fits[SHAPES];
    } expected[] = {
        {"separate", {true, true, true, true, true}},
        {"u-torus", {true, true, true, false, false}},
        {"u-mesh", {false, false, true, false, false}},
        {"u-cube", {false, false, false, true, false}},
        {"maxport", {false, false, false, true, false}},
        {"combine", {false, false, false, true, false}},
        {"w-sort", {false, false, false, true, false}},
        {"w-sort-local", {false, false, false, true, false}},
        {"u-ccc", {false, false, false, false, true}},
    };

    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        for (unsigned s = 0; s < SHAPES; s++) {
            struct noc_topology t = topology(shapes[s]);
            const struct noc_routing *r = routing(&t, NULL);
            const struct noc_algorithm *a = NULL;
            struct noc_fault fault = {0};
            bool chosen = noc_algorithm_choose(&a, expected[i].name, &t, r, false, &fault);

            assert_int_equal(chosen, expected[i].fits[s]);
            if (chosen) {
                assert_string_equal(a->name, expected[i].name);
                continue;
            }
            assert_null(a);
            assert_int_equal(fault.code, NOC_FAULT_ALGORITHM_FIT);
            assert_non_null(strstr(fault.because, expected[i].name));
            assert_false(noc_algorithm_choose(&a, expected[i].name, &t, r, false, NULL));
            /* Forced, it is chosen; why it does not fit is told all the same. */
            fault = (struct noc_fault){0};
            assert_true(noc_algorithm_choose(&a, expected[i].name, &t, r, true, &fault));
            assert_string_equal(a->name, expected[i].name);
            assert_int_equal(fault.code, NOC_FAULT_ALGORITHM_FIT);
        }
    }
}

/* Forced, every algorithm delivers everywhere, in every port model. */
TEST(everything_delivers_everywhere)
{
    static const char *const texts[] = {"torus:5x5", "utorus:6x4", "mesh:3x3x3", "cube:5", "ccc:3"};
    uint32_t random = 8;

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct network net = network(texts[i], NULL);

        for (const struct noc_algorithm *const *a = noc_algorithms; *a; a++) {
            for (unsigned n = 0; n < 100; n++) {
                uint16_t dests[PLAN_NODES];
                uint32_t source = random_below(&random, net.t.nodes);
                uint32_t m = 1 + random_below(&random, net.t.nodes - 1);
                struct tally tally = {0};

                random_set(&random, net.t.nodes, source, m, dests);
                check_set(&net, *a, n % 3, source, dests, m, &tally);
            }
        }
        free(net.path);
    }
}

static void dests_refused(const struct noc_topology *t, uint32_t source, const uint16_t *dests,
                          uint32_t m, enum noc_fault_code code, uint32_t where, int64_t value)
{
    uint8_t seen[4];
    struct noc_fault fault = {0};

    memset(seen, 0xff, sizeof seen);
    assert_false(noc_dests_check(t, source, dests, m, seen, &fault));
    assert_int_equal(fault.code, code);
    assert_int_equal(fault.where, where);
    assert_int_equal(fault.value, value);
    assert_int_equal(seen[3], 0xff); /* beyond nodes / 8, rounded up */
    assert_false(noc_dests_check(t, source, dests, m, seen, NULL));
}

TEST(bad_destinations_are_refused)
{
    struct noc_topology t = topology("mesh:3x7");
    const uint16_t good[] = {0, 20, 7, 8};
    const uint16_t twice[] = {1, 2, 3, 2};
    const uint16_t source[] = {1, 2, 9};
    const uint16_t beyond[] = {1, 21, 1};
    const uint16_t far_beyond[] = {65535};
    uint16_t many[21] = {0};
    uint8_t seen[3];

    memset(seen, 0xff, sizeof seen);
    assert_true(noc_dests_check(&t, 9, good, 4, seen, NULL));
    dests_refused(&t, 9, good, 0, NOC_FAULT_DEST_NONE, 0, 0);
    dests_refused(&t, 9, twice, 4, NOC_FAULT_DEST_TWICE, 3, 2);
    dests_refused(&t, 9, source, 3, NOC_FAULT_DEST_SOURCE, 2, 9);
    dests_refused(&t, 9, beyond, 3, NOC_FAULT_NODE_RANGE, 1, 21);
    dests_refused(&t, 9, far_beyond, 1, NOC_FAULT_NODE_RANGE, 0, 65535);
    dests_refused(&t, 21, good, 4, NOC_FAULT_NODE_RANGE, 0, 21);
    /* More than there are: some node must come twice, and that one is named. */
    for (uint16_t i = 0; i < 20; i++) {
        many[i] = i;
    }
    dests_refused(&t, 20, many, 21, NOC_FAULT_DEST_TWICE, 20, 0);
    assert_true(noc_dests_check(&t, 20, many, 20, seen, NULL));
}

TEST(bounds)
{
    static const struct {
        const char *text;
        unsigned ports, m, bound;
    } expected[] = {
        {"torus:8x8", 1, 1, 1},        {"torus:8x8", 1, 3, 2},        {"torus:8x8", 1, 4, 3},
        {"torus:8x8", 1, 63, 6},       {"torus:8x8", 4, 63, 3},       {"torus:8x8", 0, 63, 3},
        {"torus:8x8", 0, 24, 2},       {"torus:8x8", 0, 25, 3},       {"torus:8x8", 2, 26, 3},
        {"torus:8x8", 2, 27, 4},       {"utorus:8x8", 0, 26, 3},      {"utorus:8x8", 4, 27, 4},
        {"mesh:2x2", 0, 3, 2},         {"cube:4", 0, 8, 2},           {"cube:4", 1, 8, 4},
        {"cube:14", 0, 16383, 4},      {"torus:16384", 1, 16383, 14}, {"torus:8x8", 9, 24, 2},
        {"mesh:128x128", 3, 16383, 7}, {"cube:4", 1, 0, 0},           {"ccc:3", 0, 15, 2},
        {"ccc:3", 0, 16, 3},           {"ccc:10", 1, 10239, 14},
    };

    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        struct noc_topology t = topology(expected[i].text);

        assert_int_equal(noc_plan_bound(&t, expected[i].ports, expected[i].m), expected[i].bound);
    }
}

/* A switch neither sends nor receives. */
TEST(switches_are_refused)
{
    static const struct {
        struct noc_shape shape;
        uint8_t passive[4];
    } five = {{.bytes = sizeof five, .nodes = 5, .senders = 4, .passive = sizeof(struct noc_shape)},
              {1 << 3, 0, 0, 0}};
    struct noc_topology t = topology("mesh:5");
    const uint16_t good[] = {4, 0, 1};
    const uint16_t bad[] = {4, 0, 3};
    uint8_t seen[4];

    t.shape = &five.shape;
    assert_true(noc_dests_check(&t, 2, good, 3, seen, NULL));
    dests_refused(&t, 2, bad, 3, NOC_FAULT_NODE_SWITCH, 2, 3);
    dests_refused(&t, 3, good, 3, NOC_FAULT_NODE_SWITCH, 0, 3);
}
