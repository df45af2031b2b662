/* SPDX-License-Identifier: BSD-2-Clause */
#include "look.h"

#include "regs.h"
#include "stamp.h"
#include "traffic.h"

enum {
    SELDOM = 4, /* a node is looked at in one of so many cycles */
    WORDS = STATE_IN / 4
};

uint64_t looks_in_all;

/* A word of the head of the state block, or of a row; the last two rows may not be there. */
static uint32_t state_offset(const struct noc_board *board, uint32_t n)
{
    const uint32_t rows = noc_board_state(board, n, STATE_ROWS) + 2;

    return traffic_draw(3) ? STATE_IN + 4 * traffic_draw(4 * rows) : 4 * traffic_draw(WORDS);
}

/* A word of a record, often of a late one. */
static uint32_t stamp_offset(const struct noc_board *board, uint32_t n)
{
    const uint32_t written = noc_board_state(board, n, STATE_STAMPS);
    const uint32_t i = traffic_draw(3) ? written - 1 - traffic_draw(12) : traffic_draw(NOC_STAMPS);

    return i % NOC_STAMPS * (uint32_t)sizeof(struct noc_stamp) + 4 * traffic_draw(4);
}

static void look_at_stamps(const struct noc_board *board, uint32_t n, struct node *node,
                           struct look *found)
{
    *found = (struct look){.block = "stamps'", .offset = stamp_offset(board, n)};
    found->model = noc_board_stamp_word(board, n, found->offset);
    found->gateware = node_stamp(node, found->offset);
}

static void look_at_state(const struct noc_board *board, uint32_t n, struct node *node,
                          struct look *found)
{
    *found = (struct look){.block = "state", .offset = state_offset(board, n)};
    found->model = noc_board_state(board, n, found->offset);
    found->gateware = node_state(node, found->offset);
}

bool look_equal(const struct noc_board *board, uint32_t n, struct node *node, struct look *found)
{
    if (traffic_draw(SELDOM)) {
        return true;
    }
    if (traffic_draw(3)) {
        look_at_state(board, n, node, found);
    } else {
        look_at_stamps(board, n, node, found);
    }
    looks_in_all += found->model != 0;
    return found->model == found->gateware;
}
