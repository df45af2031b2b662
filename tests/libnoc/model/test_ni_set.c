/* SPDX-License-Identifier: BSD-2-Clause */
/* Sparse sets against an array of bits. */
#include "test.h"
#include "board_rig.h"
#include "model/board_priv.h"

enum { NUMBERS = 8, NODES = 50 };

static bool has_any(bool bit[NUMBERS][NODES], uint32_t first, uint32_t end)
{
    for (uint32_t number = first; number < end && number < NUMBERS; number++) {
        for (uint32_t node = 0; node < NODES; node++) {
            if (bit[number][node]) {
                return true;
            }
        }
    }
    return false;
}

/* What ni_set_turn should say, by looking at every bit. */
static uint32_t turn(bool bit[NUMBERS][NODES], uint32_t first, const uint16_t *next)
{
    uint32_t number, i;

    for (number = first; number < NUMBERS; number++) {
        for (i = 0; i < NODES; i++) {
            uint32_t node = (next[number] + i) % NODES;

            if (bit[number][node]) {
                return ni_key(number, node);
            }
        }
    }
    fail();
    return 0;
}

TEST(sets_are_arrays_of_bits)
{
    static bool bit[NUMBERS][NODES];
    uint16_t next[NUMBERS] = {0};
    struct ni_set set = {0};
    uint32_t seed = 7, used = 0, most = 0, i;

    for (i = 0; i < 200000; i++) {
        uint32_t x = rig_random(&seed);
        uint32_t number = x % NUMBERS, node = (x >> 8) % NODES;
        bool had = bit[number][node], filling = i / 2000 % 2;

        assert_int_equal(ni_set_has(&set, ni_key(number, node)), had);
        if ((x >> 20) % 16 < (filling ? 11 : 5)) {
            assert_int_equal(ni_set_add(&set, ni_key(number, node)), !had);
            bit[number][node] = true;
            used += !had;
        } else {
            assert_int_equal(ni_set_remove(&set, ni_key(number, node)), had);
            bit[number][node] = false;
            used -= had;
        }
        assert_int_equal(set.used, used);
        most = used > most ? used : most;
        if (used) {
            number = (x >> 16) % NUMBERS;
            next[number] = (uint16_t)((x >> 24) % (NODES + 1)); /* also behind the last */
            number = (x >> 12) % (NUMBERS + 1);
            assert_int_equal(ni_set_has_any(&set, number, NUMBERS), has_any(bit, number, NUMBERS));
            assert_int_equal(ni_set_has_any(&set, number, 5), has_any(bit, number, 5));
            number = has_any(bit, number, NUMBERS) ? number : 0;
            assert_int_equal(ni_set_turn(&set, number, next), turn(bit, number, next));
        }
    }
    assert_true(most > NUMBERS * NODES / 2);
    ni_set_free(&set);
}

/* All nodes' bits, then none: the memory is given back. */
TEST(a_burst_leaves_nothing_behind)
{
    struct ni_set set = {0};
    uint32_t node;

    for (node = NOC_NODES_MAX; node-- > 0;) {
        assert_true(ni_set_add(&set, ni_key(31, node)));
    }
    for (node = 0; node < NOC_NODES_MAX; node++) {
        assert_true(ni_set_has(&set, ni_key(31, node)));
        assert_int_equal(ni_key_node(set.key[0]), node);
        assert_true(ni_set_remove(&set, ni_key(31, node)));
    }
    assert_int_equal(set.room, 0);
    assert_null(set.key);
    ni_set_free(&set);
}
