/* SPDX-License-Identifier: BSD-2-Clause */

#include "test.h"
#include "mock.h"
#include "ni.h"
#include "packet.h"

TEST(knows_its_place)
{
    mock_read(NI_NODE, 5);
    mock_read(NI_NODES, 64);
    assert_int_equal(ni_node(), 5);
    assert_int_equal(ni_nodes(), 64);
}

TEST(starts_a_worm_when_its_body_is_in_memory)
{
    mock_write(NI_TX_ADDR, 0x80001000);
    mock_write(NI_TX_W0, 1);
    mock_write(NI_TX_W1, 2);
    mock_write(NI_TX_W2, 3);
    mock_fence_out();
    mock_write(NI_TX_DEST, 4);
    mock_read(NI_TX_STATUS, NOC_TX_BAD_NODE);
    assert_int_equal(ni_tx(0x80001000, 1, 2, 3, 4), NOC_TX_BAD_NODE);
}

TEST(starts_a_worm_whose_body_is_two_parts)
{
    mock_write(NI_TX_LIST_ADDR, 0x80002000);
    mock_write(NI_TX_LIST_FLITS, 7);
    mock_write(NI_TX_ADDR, 0x80001000);
    mock_write(NI_TX_W0, 1);
    mock_write(NI_TX_W1, 2);
    mock_write(NI_TX_W2, 3);
    mock_fence_out();
    mock_write(NI_TX_DEST, 4);
    mock_read(NI_TX_STATUS, NOC_TX_OK);
    assert_int_equal(ni_tx_list(0x80002000, 7, 0x80001000, 1, 2, 3, 4), NOC_TX_OK);
}

TEST(starts_a_worm_to_several)
{
    mock_write(NI_TX_ADDR, 0x80001000);
    mock_write(NI_TX_W0, 1);
    mock_write(NI_TX_W1, 2);
    mock_write(NI_TX_W2, 3);
    mock_write(NI_TX_HEADERS_ADDR, 0x80003000);
    mock_fence_out();
    mock_write(NI_TX_HEADERS, 5);
    mock_read(NI_TX_STATUS, NOC_TX_CHECKING);
    mock_read(NI_TX_STATUS, NOC_TX_CHECKING);
    mock_read(NI_TX_STATUS, NOC_TX_BAD_LIST);
    assert_int_equal(ni_tx_headers(0x80003000, 5, 0x80001000, 1, 2, 3), NOC_TX_BAD_LIST);
}

TEST(starts_a_worm_to_several_whose_body_is_two_parts)
{
    mock_write(NI_TX_LIST_ADDR, 0x80002000);
    mock_write(NI_TX_LIST_FLITS, 7);
    mock_write(NI_TX_ADDR, 0x80001000);
    mock_write(NI_TX_W0, 1);
    mock_write(NI_TX_W1, 2);
    mock_write(NI_TX_W2, 3);
    mock_write(NI_TX_HEADERS_ADDR, 0x80003000);
    mock_fence_out();
    mock_write(NI_TX_HEADERS, 5);
    mock_read(NI_TX_STATUS, NOC_TX_OK);
    ni_tx_first(0x80002000, 7);
    assert_int_equal(ni_tx_headers(0x80003000, 5, 0x80001000, 1, 2, 3), NOC_TX_OK);
}

TEST(finds_the_registers_of_each_queue)
{
    assert_int_equal(ni_queue(NI_RX_FREE, 0), 0x200);
    assert_int_equal(ni_queue(NI_RX_POP, 7), 0x3e0);
}

BEFORE_EACH
{
    mock_begin();
}

AFTER_EACH
{
    mock_end();
}
