/* SPDX-License-Identifier: BSD-2-Clause */
/* When worms are made, and how long they are: rates, bursts, mixtures. */
#include <string.h>

#include "base/random.h"
#include "test.h"
#include "patterns/injection.h"
#include "patterns/lengths.h"

enum { NODES = 50, CYCLES = 40000 };

/* How many worms, bursts seen from outside, and pairs of worms in neighbouring cycles. */
struct seen {
    uint64_t worms, pairs, on, bursts;
};

static struct seen watch(const char *text, double p)
{
    struct injection injection;
    struct error error = {0};
    struct seen seen = {0};
    bool before[NODES] = {false}, was_on[NODES] = {false};
    uint64_t random = 3;
    assert_int_equal(injection_parse(&injection, text, &error), STATUS_DONE);
    injection_begin(&injection, p, NODES, &random);
    for (unsigned cycle = 0; cycle < CYCLES; cycle++) {
        uint32_t next = injection_next(&injection, 0, NODES, &random);
        for (unsigned rank = 0; rank < NODES; rank++) {
            bool makes = rank == next;
            if (makes) {
                next = injection_next(&injection, rank + 1, NODES, &random);
            }
            seen.worms += makes;
            seen.pairs += makes && before[rank];
            before[rank] = makes;
            if (injection.is_on) {
                seen.on += injection.is_on[rank];
                seen.bursts += injection.is_on[rank] && !was_on[rank];
                was_on[rank] = injection.is_on[rank];
            }
        }
    }
    injection_end(&injection);
    return seen;
}

static void near(double value, double expected, double part)
{
    if (value < expected * (1 - part) || value > expected * (1 + part)) {
        fail_msg("%g, not %g", value, expected);
    }
}

/* One draw for each node, in the order of ranks, and none behind the node that makes a worm. */
TEST(bernoulli_draws_once_for_each_node)
{
    struct injection injection;
    struct error error = {0};
    uint64_t random = 7, again = 7;
    assert_int_equal(injection_parse(&injection, NULL, &error), STATUS_DONE);
    injection_begin(&injection, 0.25, NODES, &random);
    for (unsigned cycle = 0; cycle < 100; cycle++) {
        for (uint32_t rank = 0; rank < NODES; rank++) {
            uint32_t first = rank;
            rank = injection_next(&injection, rank, NODES, &random);
            while (first < NODES && random_next(&again) >= UINT64_MAX / 4) {
                first++;
            }
            assert_int_equal(rank, first);
            assert_true(random == again);
        }
    }
}

TEST(bernoulli_forgets)
{
    struct seen seen = watch(NULL, 0.1);
    near((double)seen.worms, 0.1 * NODES * CYCLES, 0.01);
    near((double)seen.pairs, 0.01 * NODES * CYCLES, 0.04);
    seen = watch("bernoulli", 1);
    assert_int_equal(seen.worms, NODES * CYCLES);
}

/* In bursts of 20 cycles with pauses of 60 the rate is four times as high; a worm in the next cycle
 * too has 0.4 * 0.95 of its chances. */
TEST(bursts_have_their_lengths)
{
    struct seen seen = watch("bursty:20:60", 0.1);
    near((double)seen.worms, 0.1 * NODES * CYCLES, 0.03);
    near((double)seen.on, 0.25 * NODES * CYCLES, 0.03);
    near((double)seen.on / (double)seen.bursts, 20, 0.03);
    near((double)seen.pairs, 0.1 * 0.4 * 0.95 * NODES * CYCLES, 0.04);
}

TEST(what_is_no_injection_is_refused)
{
    static const char *const BAD[] = {"bursty",     "bursty:",      "bursty:5",   "bursty:0:5",
                                      "bursty:5:0", "bursty:1:2:3", "bursty:a:b", "poisson"};
    for (unsigned i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        struct injection injection;
        struct error error = {0};
        assert_int_equal(injection_parse(&injection, BAD[i], &error), STATUS_BAD);
        assert_non_null(strstr(error.text, "bernoulli, or bursty:ON:OFF"));
    }
}

TEST(lengths_are_mixed)
{
    enum { N = 30000 };
    struct lengths l;
    struct error error = {0};
    uint64_t random = 9;
    uint32_t got[3] = {0};
    assert_int_equal(lengths_parse(&l, "8:3+0:1+64:4", &error), STATUS_DONE);
    near(l.mean, (3 * 8 + 4 * 64) / 8.0, 1e-9);
    for (unsigned i = 0; i < N; i++) {
        uint32_t flits = lengths_draw(&l, &random);
        assert_true(flits == 8 || flits == 0 || flits == 64);
        got[flits == 8 ? 0 : flits == 0 ? 1 : 2]++;
    }
    near(got[0], N * 3.0 / 8, 0.03);
    near(got[1], N * 1.0 / 8, 0.05);
    near(got[2], N * 4.0 / 8, 0.03);
}

TEST(one_length_draws_nothing)
{
    struct lengths l;
    uint64_t random = 9;
    lengths_fixed(&l, 17);
    assert_int_equal(lengths_draw(&l, &random), 17);
    assert_int_equal(random, 9);
    assert_false(lengths_mixed("64"));
    assert_true(lengths_mixed("8:1+9:1"));
}

TEST(what_are_no_lengths_is_refused)
{
    static const char *const BAD[] = {
        "8:",
        "8:0",
        "8:-1",
        "8:1+",
        "8:1+9",
        "a:1",
        "8:x",
        "1048576:1",
        "8:nan+9:1",
        "8:inf+9:1",
        "+",
        ("1:1+2:1+3:1+4:1+5:1+6:1+7:1+8:1+9:1+10:1+11:1+12:1+13:1+14:1+"
         "15:1+16:1+17:1")};
    for (unsigned i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        struct lengths l;
        struct error error = {0};
        assert_int_equal(lengths_parse(&l, BAD[i], &error), STATUS_BAD);
        assert_non_null(strstr(error.text, "as 8:0.9+64:0.1"));
    }
}
