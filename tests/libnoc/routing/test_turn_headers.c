/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "routing/turn_headers.h"

#include "grid_checks.h"

TEST(ways_become_turns)
{
    uint32_t header[NOC_TURNS_MAX + 1];
    struct noc_turns s = {.header = header};

    noc_turns_go(&s, RIGHT, 0); /* nothing */
    noc_turns_go(&s, RIGHT, 2);
    noc_turns_go(&s, DOWN, 0);
    noc_turns_go(&s, RIGHT, 1); /* straight on */
    noc_turns_go(&s, DOWN, 4);
    noc_turns_go(&s, RIGHT, 1);
    assert_int_equal(noc_turns_end(&s, 9), 4);
    assert_int_equal(header[0], noc_header(NOC_HEADER_TURN, 3, RIGHT));
    assert_int_equal(header[1], noc_header(NOC_HEADER_TURN, 4, DOWN));
    assert_int_equal(header[2], noc_header(NOC_HEADER_TURN, 1, RIGHT));
    assert_int_equal(header[3], noc_header(NOC_HEADER_LAST, 9, 0));
}

TEST(backwards)
{
    uint32_t header[NOC_TURNS_MAX + 1], other[NOC_TURNS_MAX + 1];
    struct noc_turns s = {.header = header}, reversed = {.header = other};

    noc_turns_go(&s, UP, 1);
    noc_turns_go(&reversed, LEFT, 5);
    noc_turns_go(&reversed, DOWN, 2);
    noc_turns_go(&reversed, UP, 3);
    noc_turns_back(&s, &reversed);
    assert_int_equal(noc_turns_end(&s, 1), 4);
    assert_int_equal(header[0], noc_header(NOC_HEADER_TURN, 4, UP));
    assert_int_equal(header[1], noc_header(NOC_HEADER_TURN, 2, DOWN));
    assert_int_equal(header[2], noc_header(NOC_HEADER_TURN, 5, LEFT));
}

/* As many turns as a header has, and one more. */
TEST(too_many_turns)
{
    uint32_t header[NOC_TURNS_MAX + 2], other[NOC_TURNS_MAX + 1];
    struct noc_turns s = {.header = header}, on = {.header = other};

    header[NOC_TURNS_MAX + 1] = 0x5a5a5a5a;
    for (unsigned i = 0; i < NOC_TURNS_MAX; i++) {
        noc_turns_go(&s, i % 2, 1);
    }
    assert_int_equal(noc_turns_end(&s, 3), NOC_TURNS_MAX + 1);
    noc_turns_go(&s, UP, 1);
    assert_int_equal(noc_turns_end(&s, 3), 0);
    noc_turns_back(&on, &s); /* what overflowed stays so */
    assert_int_equal(noc_turns_end(&on, 3), 0);
    assert_int_equal(header[NOC_TURNS_MAX + 1], 0x5a5a5a5a);
}

TEST(routers_take_one_off)
{
    struct noc_topology t = grid("mesh 3x3");
    uint32_t header = noc_header(NOC_HEADER_TURN, 2, RIGHT);
    struct noc_hop hop;

    assert_int_equal(noc_turns_route(&t, 0, NOC_PORT_LOCAL, 0, &header, &hop), NOC_ROUTED);
    assert_int_equal(hop.port, RIGHT);
    assert_int_equal(hop.vc, 0);
    assert_int_equal(header, noc_header(NOC_HEADER_TURN, 1, RIGHT));
    assert_int_equal(noc_turns_route(&t, 1, LEFT, 0, &header, &hop), NOC_ROUTED_STRIP);
    assert_int_equal(hop.port, RIGHT);
    header = noc_header(NOC_HEADER_LAST, 2, 0);
    assert_int_equal(noc_turns_route(&t, 2, LEFT, 0, &header, &hop), NOC_ROUTED);
    assert_int_equal(hop.port, NOC_PORT_LOCAL);
    grid_free(&t);
}

/* No run, no such link, the wrong end, another kind: broken, and nothing changed. */
TEST(headers_that_make_no_sense)
{
    struct noc_topology t = grid("mesh 3x3");
    struct noc_hop hop;

    for (unsigned kind = 0; kind < 16; kind++) {
        for (unsigned node = 0; node < 12; node++) {
            for (unsigned port = 0; port < 300; port++) {
                uint32_t header = noc_header(kind, node, port), before = header;
                bool good = (kind == NOC_HEADER_LAST && node == 2) ||
                            (kind == NOC_HEADER_TURN && node > 0 && (port == LEFT || port == DOWN));
                enum noc_routed verdict = noc_turns_route(&t, 2, 0, 0, &header, &hop);

                assert_int_equal(verdict != NOC_ROUTE_BROKEN, good);
                assert_true(good || header == before);
            }
        }
    }
    grid_free(&t);
}
