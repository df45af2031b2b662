/* SPDX-License-Identifier: BSD-2-Clause */
/* The warm-up by MSER-5, and intervals by batch means, of series whose truth is known. */
#include <string.h>

#include "base/random.h"
#include "test.h"
#include "patterns/steady.h"

/* The sum of four draws from 0 to 2^16 - 1: nearly normal, mean 131070. */
static uint64_t noise(uint64_t *random)
{
    uint64_t draw = random_next(random);
    return (draw & 0xffff) + (draw >> 16 & 0xffff) + (draw >> 32 & 0xffff) + (draw >> 48);
}

/* n worms, one a cycle; what a worm's latency is on top of noise() of it. */
static struct steady_state find(uint32_t n, uint64_t seed, uint64_t (*extra)(uint32_t i))
{
    struct steady s;
    struct steady_state found;
    steady_begin(&s);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t number = steady_made(&s, i);
        steady_arrived(&s, number, noise(&seed) + (extra ? extra(i) : 0));
    }
    steady_find(&s, &found);
    steady_end(&s);
    return found;
}

/* Too late by far for the first 2,000. */
static uint64_t at_first(uint32_t i)
{
    return i < 2000 ? 500000 : 0;
}

static uint64_t growing(uint32_t i)
{
    return i * UINT64_C(50);
}

TEST(a_start_is_cut_off)
{
    struct steady_state found = find(20000, 5, at_first);
    assert_true(found.found);
    assert_in_range(found.warm, 2000, 2100);
    assert_in_range((uint64_t)found.mean, 129000, 133000);
}

TEST(what_is_steady_is_kept)
{
    struct steady_state found = find(20000, 5, NULL);
    assert_true(found.found);
    assert_in_range(found.warm, 0, 2000);
}

TEST(what_grows_is_not_steady)
{
    assert_false(find(20000, 5, growing).found);
}

/* Batches are merged on the way, and worms arrive in any order. */
TEST(many_worms_need_no_more_room)
{
    enum { N = 5 * STEADY_BATCHES_MAX * 3 };
    struct steady s;
    struct steady_state found;
    steady_begin(&s);
    for (uint32_t i = 0; i < N; i++) {
        assert_int_equal(steady_made(&s, i / 2), i);
        if (i >= 100) {
            steady_arrived(&s, i - 100, 7 + (i - 100) % 2);
        }
    }
    for (uint32_t i = N - 100; i < N; i++) {
        steady_arrived(&s, i, 7 + i % 2);
    }
    steady_find(&s, &found);
    assert_true(found.found);
    assert_int_equal(found.warm, 0);
    assert_int_equal(found.n, N);
    assert_true(found.mean == 7.5);
    assert_int_equal(s.per, 20);
    steady_from(&s, N / 4, &found);
    assert_in_range(found.n, N / 2 - 20, N / 2);
    steady_end(&s);
}

TEST(few_worms_have_a_mean_and_no_interval)
{
    struct steady s;
    struct steady_state found;
    steady_begin(&s);
    steady_find(&s, &found);
    assert_int_equal(found.n, 0);
    for (uint32_t i = 0; i < 7; i++) {
        steady_arrived(&s, steady_made(&s, i), 10 + i);
    }
    steady_find(&s, &found);
    assert_int_equal(found.n, 7);
    assert_true(found.mean == 13);
    assert_false(found.interval);
    steady_end(&s);
}

/* Of 1,000 intervals of independent latencies 93 to 97 in 100 contain the mean. */
TEST(intervals_contain_the_mean)
{
    const uint32_t studies = 1000;
    uint32_t contain = 0;
    for (uint32_t i = 0; i < studies; i++) {
        struct steady s;
        struct steady_state found;
        uint64_t random = 1000 + i;
        steady_begin(&s);
        for (uint32_t k = 0; k < 400; k++) {
            steady_arrived(&s, steady_made(&s, k), noise(&random));
        }
        steady_from(&s, 0, &found);
        assert_true(found.interval);
        contain += found.low <= 131070 && 131070 <= found.high;
        steady_end(&s);
    }
    assert_in_range(contain, 930, 970);
}
