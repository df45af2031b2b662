/* SPDX-License-Identifier: BSD-2-Clause */
/* Counter blocks: every word from the place that counters.def gives it. */
#include <stdint.h>

#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "routing/routings.h"
#include "target/counter_blocks.h"
#include "memmap.h"
#include "regs.h"
#include "topology/topologies.h"

/* Offsets as docs/board.md's reader would count them. */
enum { TIME = 0x00, ROWS = 0x44, LINKS = 0x48 };

static void put(unsigned char *block, unsigned offset, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++) {
        block[offset + i] = (unsigned char)(value >> 8 * i);
    }
}

TEST(words_are_little_endian)
{
    unsigned char block[NOC_DEBUG_BLOCK] = {0};
    put(block, TIME, 0x89abcdef);
    put(block, TIME + 4, 0x01234567);
    assert_int_equal(block_word(block, CNT_TIME_LO), 0x89abcdef);
    assert_true(block_pair(block, CNT_TIME_LO) == 0x0123456789abcdef);
}

/* Node 0 of a 3x3 mesh has two links, node 4 all four. */
TEST(rows_are_found)
{
    struct noc_topology t;
    const struct noc_routing *r;
    struct noc_channel c;
    struct noc_channel_count count;
    unsigned char block[NOC_DEBUG_BLOCK] = {0};
    unsigned rows = 0;
    assert_true(noc_topology_parse(&t, "mesh:3x3", NULL));
    assert_true(noc_routing_choose(&r, NULL, &t, NULL));
    put(block, ROWS, 4);
    for (unsigned i = 0; i < 15 * 3; i++) {
        put(block, LINKS + 4 * i, 1000 + i);
    }
    for (; block_row(&t, r, block, 4, rows, &c, &count); rows++) {
        static const uint16_t next[] = {5, 3, 7, 1}; /* +x -x +y -y */
        assert_int_equal(c.node, 4);
        assert_int_equal(c.next, next[rows]);
        assert_int_equal(count.flits, 1000 + 3 * rows);
        assert_int_equal(count.headers, 1001 + 3 * rows);
        assert_int_equal(count.blocked, 1002 + 3 * rows);
    }
    assert_int_equal(rows, 4);
    put(block, ROWS, 3); /* a board that shows fewer */
    assert_true(block_row(&t, r, block, 4, 2, &c, &count));
    assert_false(block_row(&t, r, block, 4, 3, &c, &count));
    put(block, ROWS, UINT32_MAX); /* nonsense */
    assert_false(block_row(&t, r, block, 4, 4, &c, &count));
    assert_false(block_row(&t, r, block, 4, CNT_ROWS_MAX, &c, &count));
}

TEST(totals_add_up)
{
    struct noc_topology t;
    const struct noc_routing *r;
    struct noc_net_total total;
    unsigned char *block;
    assert_true(noc_topology_parse(&t, "mesh:2x2", NULL));
    assert_true(noc_routing_choose(&r, NULL, &t, NULL));
    block = calloc(t.nodes, NOC_DEBUG_BLOCK);
    for (uint32_t node = 0; node < t.nodes; node++) {
        unsigned char *b = block + node * NOC_DEBUG_BLOCK;
        put(b, ROWS, 2);
        for (unsigned row = 0; row < 3; row++) { /* the third is not shown */
            put(b, LINKS + 12 * row, 100);
            put(b, LINKS + 12 * row + 4, 10);
            put(b, LINKS + 12 * row + 8, UINT32_MAX);
        }
    }
    blocks_total(&t, r, block, &total);
    assert_true(total.flit_hops == 8 * 100);
    assert_true(total.link_visits == 8 * 10);
    assert_true(total.blocked_cycles == 8ull * UINT32_MAX);
    free(block);
}

TEST(version)
{
    assert_int_equal(blocks_version() >> 8, 0x4e4f43); /* "NOC" */
}
