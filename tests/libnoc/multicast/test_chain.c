/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "multicast/chain.h"
#include "plan_checks.h"
#include "topology/sort.h"

static int ascending(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

/* All arrangements of up to 4 values in up to 7 places, against the C library. */
TEST(sorts_everything_small)
{
    for (unsigned n = 0; n <= 7; n++) {
        for (unsigned code = 0; code < 1u << (2 * n); code++) {
            uint16_t item[8], expected[8];

            for (unsigned i = 0; i < n; i++) {
                item[i] = expected[i] = (uint16_t)((code >> (2 * i) & 3) * 21845);
            }
            item[n] = expected[n] = 12345; /* beyond the end */
            qsort(expected, n, sizeof *expected, ascending);
            noc_sort(item, n);
            assert_memory_equal(item, expected, (n + 1) * sizeof *item);
        }
    }
}

TEST(sorts_everything_large)
{
    static uint16_t item[16384], expected[16384];
    uint32_t random = 7;

    for (unsigned kind = 0; kind < 7; kind++) {
        for (unsigned i = 0; i < 16384; i++) {
            item[i] = (uint16_t)(kind == 0   ? i
                                 : kind == 1 ? 16383 - i
                                 : kind == 2 ? 5
                                 : kind == 3 ? (i + 5000) % 16384
                                 : kind == 4 ? (i ? i : 9000)
                                 : kind == 5 ? i ^ 21
                                             : random_below(&random, 65536));
        }
        memcpy(expected, item, sizeof item);
        qsort(expected, 16384, sizeof *expected, ascending);
        noc_sort(item, 16384);
        assert_memory_equal(item, expected, sizeof item);
    }
}

TEST(rotates)
{
    for (unsigned n = 1; n < 9; n++) {
        for (unsigned by = 0; by <= n; by++) {
            uint16_t item[10];

            for (unsigned i = 0; i < 10; i++) {
                item[i] = (uint16_t)(100 + i);
            }
            noc_rotate(item, n, by);
            for (unsigned i = 0; i < 10; i++) {
                assert_int_equal(item[i], 100 + (i < n ? (i + by) % n : i));
            }
        }
    }
}

TEST(hands_over_from_the_centre)
{
    struct noc_part mine = {.left = 3, .right = 9, .self = 4}, theirs;

    assert_true(noc_forward_from(&mine, &theirs, 7));
    assert_int_equal(mine.left, 3);
    assert_int_equal(mine.right, 6);
    assert_int_equal(mine.self, 4);
    assert_int_equal(theirs.left, 7);
    assert_int_equal(theirs.right, 9);
    assert_int_equal(theirs.self, 7);
}
