/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lists in the header (compound headers) on unidirectional tori: flit by flit and by hand, at
 * the first, middle and last destination under all pipelines, contexts, ports and lanes;
 * malformed ones; and worms that wait in a cycle with a list's context.
 */
#include <stdint.h>
#include <stdio.h>

#include "test.h"
#include "routing/hcycle.h"
#include "worm_draws.h"

enum { ROOM = DRAW_NODES * (2 + 23), NO_LIST = -1 };

static struct world_log events;
static struct noc_topology topology;

static struct noc_net_config config_of(const char *name, const char *preset,
                                       enum noc_consumption consumption)
{
    return world_named(&topology, name, "utpr", preset, consumption);
}

/* noc_header(), also where a constant must stand. */
#define FLIT(kind, node, field)                                     \
    ((uint32_t)(kind) | (uint32_t)(node) << NOC_HEADER_NODE_SHIFT | \
     (uint32_t)(field) << NOC_HEADER_FIELD_SHIFT)
#define A(node)  FLIT(NOC_HEADER_ADDRESS, node, 0)
#define L(node)  FLIT(NOC_HEADER_LAST, node, 0)
#define C(flits) FLIT(NOC_HEADER_COUNT, 0, flits)
#define X        0xffffffffu /* in a list: whatever it is */

/* An ADDRESS for each of to[0..m-1], with a list of lists[i] flits, that look like headers. */
static uint32_t compound(const uint16_t *to, const int *lists, uint32_t m, uint32_t *header)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < m; i++) {
        header[n++] = A(to[i]);
        if (lists[i] == NO_LIST) {
            continue;
        }
        header[n++] = C((uint32_t)lists[i]);
        for (int k = 0; k < lists[i]; k++) {
            header[n++] = k % 3 == 0 ? L(to[i]) : k % 3 == 1 ? C(1) : X;
        }
    }
    header[n++] = L(to[m - 1]);
    assert_true(n <= ROOM);
    return n;
}

static uint64_t when_at(char what, uint32_t worm, uint32_t node)
{
    return world_when_at(&events, what, worm, node);
}

static uint32_t ejected_at(const struct noc_net *net, uint32_t node)
{
    struct noc_node_count count;

    noc_net_node_count(net, node, &count);
    return count.ejected;
}

static struct noc_channel_count channel_of(const struct noc_net *net, uint32_t node, unsigned vc)
{
    struct noc_channel_count count;

    noc_net_channel_count(net, node, 0, vc, &count);
    return count;
}

/* When the tail of a lone worm of so many flits, given from cycle t on, is in the NI after
 * `hops` links. */
static uint64_t lone(const struct noc_net_config *c, uint64_t t, uint32_t hops, uint32_t flits)
{
    return t + c->inject_cycles + (hops + 1u) * c->header_cycles + hops * c->flight_cycles +
           c->eject_cycles + flits - 1;
}

/* --- by hand --- */

/*
 * `board`, a ring of six, from 0: the i-th flit leaves router n in cycle i + n + 1. Those of the
 * lists leave router 2 (COUNT 2, l, l) and 3 (COUNT 0) for the NI, each address for nowhere.
 */
TEST(flit_by_flit)
{
    static const uint32_t header[] = {A(2), C(2), X, X, A(3), C(0), L(3)}; /* W0 W1 W2 body */
    static const uint32_t at_2[] = {0, 0, 0, 0, 1, 2, 3, 3, 3, 4, 5, 6, 7, 8, 8, 8};
    static const uint32_t at_3[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 6};
    static const uint32_t by_2[] = {0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 7, 7};
    static const uint32_t gone[] = {0, 0, 0, 1, 2, 3, 4, 4, 5, 6, 6, 6, 6, 6, 6, 6};
    struct noc_net_config c = config_of("utorus:6", "board", NOC_CONSUME_VC);

    for (uint32_t mode = 0; mode < 3; mode++) {
        struct noc_worm w = world_list(1, 0, header, 7, 4);
        struct noc_net_ops ops = world_ops(&events);
        struct noc_net *net;

        c.consumption = (enum noc_consumption)mode;
        net = noc_net_new(&c, &ops);
        noc_net_send(net, &w, 0);
        for (uint32_t cycle = 0; cycle < 16; cycle++) {
            noc_net_run(net, cycle + 1);
            assert_int_equal(ejected_at(net, 2), at_2[cycle]);
            assert_int_equal(ejected_at(net, 3), at_3[cycle]);
            assert_int_equal(channel_of(net, 2, 0).flits, by_2[cycle]);
            assert_int_equal(w.stripped, gone[cycle]);
            /* An address is the header until the flit behind its list is. */
            assert_int_equal(w.head, cycle < 7 ? A(2) : cycle < 10 ? A(3) : L(3));
        }
        assert_int_equal(noc_net_next(net), NOC_NEVER);
        assert_int_equal(when_at('A', 1, 2), 13); /* W2 leaves router 2 in 9 + 3 */
        assert_int_equal(when_at('C', 1, 2), 14);
        assert_int_equal(when_at('a', 1, 3), 14);
        assert_int_equal(when_at('d', 1, 3), 15);
        noc_net_free(net);
    }
}

/*
 * `board`, one context at each node: node 1 takes six flits from itself in cycles 1 to 6, so COUNT,
 * in front from 3 on, has the context in 7 and leaves in it. Flit 3 lies before the link from 4 on
 * and goes in 8, when COUNT's place is a credit.
 */
TEST(count_waits_for_a_context)
{
    static const uint32_t header[] = {A(1), C(1), X, A(2), L(2)};
    static const uint32_t at_1[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 9, 10, 11, 12, 12};
    struct noc_net_config c = config_of("utorus:4", "board", NOC_CONSUME_ONE);
    struct noc_worm w = world_list(1, 0, header, 5, 3), plain = world_worm(2, 1, 1, 6);
    struct noc_net_ops ops = world_ops(&events);
    struct noc_net *net = noc_net_new(&c, &ops);

    noc_net_send(net, &w, 0);
    noc_net_send(net, &plain, 0);
    for (uint32_t cycle = 0; cycle < 15; cycle++) {
        noc_net_run(net, cycle + 1);
        assert_int_equal(ejected_at(net, 1), at_1[cycle]);
        assert_int_equal(channel_of(net, 0, 0).blocked, cycle < 4 ? 0 : cycle < 8 ? cycle - 3 : 4);
    }
    noc_net_run(net, 100);
    assert_int_equal(when_at('C', 1, 1), lone(&c, 4, 1, 8));
    assert_int_equal(when_at('d', 1, 2), lone(&c, 4, 2, 8));
    assert_int_equal(channel_of(net, 1, 0).flits, 5);
    assert_int_equal(channel_of(net, 1, 0).blocked, 0); /* who has no context asks for no channel */
    noc_net_free(net);
}

/*
 * One port, a context for each VC: flits of a list and of a worm that is consumed take turns, and
 * so do those that are copied; of a list with COUNT n + 1, and of k, each but the first waits a
 * cycle.
 */
TEST(turns_are_taken)
{
    for (int n = 0; n < 20; n++) {
        for (uint32_t ports = 0; ports < 3; ports++) {
            struct noc_net_config c = config_of("utorus:4", "board", NOC_CONSUME_VC);
            struct noc_net_ops ops = world_ops(&events);
            struct noc_worm w, plain = world_worm(2, 1, 1, 300);
            const uint16_t to[] = {1, 2};
            const int lists[] = {n, NO_LIST};
            uint32_t header[ROOM];
            uint32_t wait = ports == 1 ? (uint32_t)n + 11 - 1 : 0;
            struct noc_net *net;

            c.ports = ports;
            net = noc_net_new(&c, &ops);
            w = world_list(1, 0, header, compound(to, lists, 2, header), 10);
            noc_net_send(net, &w, 0);
            noc_net_send(net, &plain, 0);
            noc_net_run(net, 1000);
            assert_int_equal(noc_net_next(net), NOC_NEVER);
            assert_int_equal(when_at('C', 1, 1), lone(&c, wait, 1, w.flits));
            assert_int_equal(when_at('d', 1, 2), lone(&c, wait, 2, w.flits));
            noc_net_free(net);
        }
    }
}

/* --- lone worms --- */

/* From 0 along a ring of six to 2, 3 and 5, each with this list: whatever it is, no cycle is
 * lost. */
static void check_lone(const struct noc_net_config *c, const int *lists)
{
    static const uint16_t to[] = {2, 3, 5};
    struct noc_net_ops ops = world_ops(&events);
    struct noc_net *net = noc_net_new(c, &ops);
    uint32_t header[ROOM], headers = compound(to, lists, 3, header), flits = headers + 7;
    struct noc_worm w = world_list(1, 0, header, headers, 7);

    noc_net_send(net, &w, 10);
    noc_net_run(net, 1000);
    assert_int_equal(noc_net_next(net), NOC_NEVER);
    assert_int_equal(events.n, 7);
    for (uint32_t i = 0, node = 0; i < 3; i++) {
        uint64_t tail = lone(c, 10, to[i], w.flits);

        assert_int_equal(when_at(i < 2 ? 'C' : 'd', 1, to[i]), tail);
        assert_int_equal(when_at(i < 2 ? 'A' : 'a', 1, to[i]), tail - 4);
        assert_int_equal(ejected_at(net, to[i]), 8 + 1 + lists[i]);
        for (; node < to[i]; node++) {
            assert_int_equal(channel_of(net, node, 0).flits, flits);
            assert_int_equal(channel_of(net, node, 0).headers, 1);
            assert_int_equal(channel_of(net, node, 0).blocked, 0);
            assert_true(ejected_at(net, node) == 0 || (i > 0 && node == to[i - 1]));
        }
        flits -= 2u + (uint32_t)lists[i];
    }
    assert_int_equal(w.stripped, headers - 1);
    assert_int_equal(w.hops, 5);
    assert_int_equal(w.head, L(5));
    noc_net_free(net);
}

TEST(every_form)
{
    static const int sizes[] = {NO_LIST, 0, 1, 6};

    for (uint32_t k = 0; k < 54; k++) {
        struct noc_net_config c =
            config_of("utorus:6", world_presets[k / 3 % 3], (enum noc_consumption)(k % 3));

        c.ports = k / 9 % 3; /* all, one, two */
        c.lanes = (uint16_t)(1 + k / 27);
        for (uint32_t form = 0; form < 64; form++) {
            int lists[] = {sizes[form % 4], sizes[form / 4 % 4], sizes[form / 16]};

            check_lone(&c, lists);
        }
    }
}

/* A unicast with a list, also to its own sender: not for a sending NI, but routers let it
 * through. */
TEST(one_destination)
{
    for (uint32_t k = 0; k < 9; k++) {
        for (uint16_t to = 0; to < 4; to++) {
            for (int n = 0; n < 5; n++) {
                struct noc_net_config c =
                    config_of("utorus:4", world_presets[k / 3], (enum noc_consumption)(k % 3));
                struct noc_net_ops ops = world_ops(&events);
                struct noc_net *net;
                uint32_t header[ROOM], headers = compound(&to, &n, 1, header);
                struct noc_worm w = world_list(1, 1, header, headers, 3);

                c.ports = to % 3;
                net = noc_net_new(&c, &ops);
                noc_net_send(net, &w, 0);
                noc_net_run(net, 1000);
                assert_int_equal(when_at('d', 1, to), lone(&c, 0, (to + 3u) % 4, headers + 3));
                assert_int_equal(when_at('a', 1, to), lone(&c, 0, (to + 3u) % 4, headers + 3));
                assert_int_equal(ejected_at(net, to), 1 + n + 4);
                assert_int_equal(w.stripped, headers - 1);
                noc_net_free(net);
            }
        }
    }
}

/* The longest list. */
TEST(the_longest_list)
{
    enum { LONGEST = (1 << NOC_HEADER_FIELD_BITS) - 1 };
    struct noc_net_config c = config_of("utorus:3", "board", NOC_CONSUME_ONE);
    struct noc_net_ops ops = world_ops(&events);
    struct noc_net *net = noc_net_new(&c, &ops);
    uint32_t *header = calloc(LONGEST + 4, sizeof *header);
    struct noc_worm w = world_list(1, 0, header, LONGEST + 4, 3);

    assert_non_null(header);
    header[0] = A(1);
    header[1] = C(LONGEST);
    header[LONGEST + 2] = A(2);
    header[LONGEST + 3] = L(2);
    noc_net_send(net, &w, 0);
    noc_net_run(net, 100000);
    assert_int_equal(ejected_at(net, 1), LONGEST + 1 + 4);
    assert_int_equal(ejected_at(net, 2), 4);
    assert_int_equal(when_at('d', 1, 2), lone(&c, 0, 2, LONGEST + 7));
    noc_net_free(net);
    free(header);
}

/* --- malformed --- */

struct bad {
    const uint32_t *header;
    uint32_t headers, flits;
    uint32_t node;  /* that sinks it */
    uint32_t given; /* of its list, to that node's NI */
    uint32_t stripped, head;
    uint32_t copies; /* destinations before that get theirs */
};

/* From 0, with another one before and after it over the same links and contexts, which must not
 * notice. */
static void sunk(const struct noc_net_config *c, const struct bad *b)
{
    static const uint16_t to[] = {1, 3, 5};
    static const int lists[] = {1, 2, 0};
    struct noc_net_ops ops = world_ops(&events);
    struct noc_net *net = noc_net_new(c, &ops);
    uint32_t header[ROOM], headers = compound(to, lists, 3, header), broken = 0, copies = 0;
    struct noc_worm w = world_list(1, 0, b->header, b->headers, 0),
                    after = world_list(2, 0, header, headers, 9);

    w.flits = b->flits;
    noc_net_send(net, &w, 5);
    noc_net_run(net, 500);
    assert_int_equal(noc_net_next(net), NOC_NEVER);
    for (uint32_t i = 0; i < events.n; i++) {
        broken += events.entry[i].what == 'b';
        copies += events.entry[i].what == 'C';
        assert_true(events.entry[i].what != 'd' && events.entry[i].what != 'D');
    }
    assert_int_equal(broken, 1);
    assert_int_equal(copies, b->copies);
    assert_int_equal(when_at('b', 1, b->node), lone(c, 5, b->node, b->flits));
    assert_int_equal(ejected_at(net, b->node), b->given);
    assert_int_equal(w.stripped, b->stripped);
    assert_int_equal(w.head, b->head);
    events.n = 0;
    noc_net_send(net, &after, 600);
    noc_net_run(net, 1200);
    assert_int_equal(noc_net_next(net), NOC_NEVER);
    assert_int_equal(events.n, 7);
    assert_int_equal(when_at('d', 2, 5), lone(c, 600, 5, after.flits));
    noc_net_free(net);
}

#define BAD(list, ...)                                \
    {                                                 \
        list, sizeof list / sizeof *list, __VA_ARGS__ \
    }

static const uint32_t count_first[] = {C(1), A(1), L(1)}, count_alone[] = {C(0)},
                      no_more[] = {A(1), C(0)}, overrun_0[] = {A(1), C(1), L(1)},
                      overrun_1[] = {A(1), C(2), X, L(1)},
                      overrun_far[] = {A(1), C(16383), X, X, X, A(3), L(3)},
                      other_node[] = {A(1), FLIT(NOC_HEADER_COUNT, 1, 1), X, L(1)},
                      twice[] = {A(1), C(1), X, C(0), L(1)}, again[] = {A(1), C(1), X, A(1), L(1)},
                      last_of_another[] = {A(1), C(1), X, L(3)},
                      no_node[] = {A(1), C(0), A(6), L(6)},
                      no_kind[] = {A(1), C(1), X, FLIT(NOC_HEADER_TURN, 1, 0), L(1)},
                      at_middle[] = {A(1), C(1), X, A(3), C(3), X, L(3)},
                      boundary[] = {A(5), C(1), X, A(1), C(0), A(0), L(0)},
                      for_the_first[] = {A(1), C(0), A(3), C(1), X, A(5)};

/* Behind each: whole length; sunk where; given to that NI; stripped; head; copies before. */
static const struct bad bad[] = {
    BAD(count_first, 6, 0, 0, 0, C(1), 0),
    BAD(count_alone, 4, 0, 0, 0, C(0), 0),
    BAD(no_more, 6, 1, 0, 1, A(1), 0),
    BAD(overrun_0, 9, 1, 1, 2, A(1), 0),
    BAD(overrun_1, 9, 1, 2, 3, A(1), 0),
    BAD(overrun_far, 12, 1, 5, 6, A(1), 0),
    BAD(other_node, 8, 1, 0, 0, A(1), 0),
    BAD(twice, 9, 1, 2, 3, A(1), 0),
    BAD(again, 9, 1, 2, 3, A(1), 0),
    BAD(last_of_another, 9, 1, 2, 3, A(1), 0),
    BAD(no_node, 9, 1, 1, 2, A(1), 0),
    BAD(no_kind, 9, 1, 2, 3, A(1), 0),
    BAD(at_middle, 11, 3, 2, 6, A(3), 1),
    BAD(for_the_first, 10, 5, 0, 5, A(5), 2),
    /* the worm ends within the header */
    {at_middle, 7, 1, 1, 0, 0, A(1), 0},
    {at_middle, 7, 2, 1, 0, 1, A(1), 0},
    {at_middle, 7, 3, 1, 1, 2, A(1), 0},
    {at_middle, 7, 4, 3, 0, 3, A(3), 0},
    {at_middle, 7, 5, 3, 0, 4, A(3), 0},
    {at_middle, 7, 6, 3, 1, 5, A(3), 0},
};

TEST(malformed)
{
    for (uint32_t k = 0; k < 54; k++) {
        struct noc_net_config c =
            config_of("utorus:6", world_presets[k / 3 % 3], (enum noc_consumption)(k % 3));

        c.ports = k / 9 % 3;
        c.lanes = (uint16_t)(1 + k / 27);
        for (uint32_t i = 0; i < sizeof bad / sizeof *bad; i++) {
            sunk(&c, &bad[i]);
        }
    }
}

/* A second boundary is found behind the list: from 4 over 5 and around to 1, and then 0. */
TEST(second_boundary)
{
    struct noc_net_config c = config_of("utorus:6", "board", NOC_CONSUME_VC);
    struct noc_net_ops ops = world_ops(&events);
    struct noc_net *net = noc_net_new(&c, &ops);
    struct noc_worm w = world_list(1, 4, boundary, 7, 3);

    noc_net_send(net, &w, 0);
    noc_net_run(net, 1000);
    assert_int_equal(when_at('b', 1, 5),
                     lone(&c, 0, 7, 10)); /* not at 1, from where 0 is 5 links on */
    noc_net_free(net);
}

/* Whoever is sunk behind a list has its context until its tail has left, and no longer. */
TEST(the_context_of_who_is_sunk)
{
    for (uint32_t mode = NOC_CONSUME_LINK; mode <= NOC_CONSUME_ONE; mode++) {
        static const uint32_t header[] = {A(1), C(1), X, L(3)};
        struct noc_net_config c = config_of("utorus:4", "board", (enum noc_consumption)mode);
        struct noc_worm w = world_list(1, 0, header, 4, 20), late = world_worm(2, 1, 1, 5);
        struct noc_net_ops ops = world_ops(&events);
        struct noc_net *net = noc_net_new(&c, &ops);

        noc_net_send(net, &w, 0);
        noc_net_send(net, &late,
                     4); /* its header is in front from 5 on; the list left in 3 and 4 */
        noc_net_run(net, 1000);
        assert_int_equal(when_at('b', 1, 1), lone(&c, 0, 1, 24)); /* the tail leaves in 25 */
        assert_int_equal(when_at('d', 2, 1), mode == NOC_CONSUME_ONE ? 26 + 5 : 5 + 5);
        noc_net_free(net);
    }
}

/* Behind the duplicate of the last routers look at nothing: COUNT, too, goes to the NI, in front
 * of W0. */
TEST(behind_the_last)
{
    static const uint32_t header[] = {A(1), C(1), X, L(1), C(5), X};
    struct noc_net_config c = config_of("utorus:4", "board", NOC_CONSUME_ONE);
    struct noc_worm w = world_list(1, 0, header, 6, 4);
    struct noc_net_ops ops = world_ops(&events);
    struct noc_net *net = noc_net_new(&c, &ops);

    noc_net_send(net, &w, 0);
    noc_net_run(net, 1000);
    assert_int_equal(when_at('d', 1, 1), lone(&c, 0, 1, 10));
    assert_int_equal(ejected_at(net, 1), 2 + 3 + 4);
    assert_int_equal(w.stripped, 3);
    noc_net_free(net);
}

/* --- all at once --- */

/* --- circular waits --- */

static struct noc_worm pair[2];

/* Two long worms at once, each for two nodes: from chain[0]; with lists. */
static void run_pair(const char *name, enum noc_consumption consumption, const uint16_t first[3],
                     const int first_lists[2], const uint16_t second[3], const int second_lists[2])
{
    struct noc_net_config c = config_of(name, "board", consumption);
    struct noc_net_ops ops = world_ops(&events);
    struct noc_net *net = noc_net_new(&c, &ops);
    static uint32_t header[2][ROOM];

    pair[0] =
        world_list(0, first[0], header[0], compound(first + 1, first_lists, 2, header[0]), 20);
    pair[1] =
        world_list(1, second[0], header[1], compound(second + 1, second_lists, 2, header[1]), 20);
    for (uint32_t i = 0; i < 2; i++) {
        noc_net_send(net, &pair[i], 0);
    }
    noc_net_run(net, 1000);
    assert_int_equal(noc_net_next(net), NOC_NEVER);
    noc_net_free(net);
}

/*
 * A ring of four: the worm from 0 has the context at 1, for its list or only behind it, and waits
 * for the channel from 2 to 3 (or at 1 for that to 2, which its own flits fill); the one from 2 has
 * that, has gone around, and waits at 1 for the context: with COUNT in front, or with LAST.
 */
TEST(ring_deadlock)
{
    static const uint16_t first[] = {0, 1, 3}, second[] = {2, 3, 1};
    static const int sizes[] = {NO_LIST, 0, 3};

    for (uint32_t form = 0; form < 81; form++) {
        int one[] = {sizes[form % 3], sizes[form / 3 % 3]};
        int two[] = {sizes[form / 9 % 3], sizes[form / 27]};

        for (uint32_t mode = NOC_CONSUME_LINK; mode <= NOC_CONSUME_ONE; mode++) {
            run_pair("utorus:4", (enum noc_consumption)mode, first, one, second, two);
            assert_int_equal(events.deadlocks, 1);
            world_check_wait(&events, &pair[0], 1, 2, 3);
            world_check_wait(&events, &pair[1], 0, 1, 1);
            assert_int_equal(pair[1].stripped, 3 + two[0]); /* its COUNT is not given */
            assert_int_equal(when_at('C', 0, 1), NOC_NEVER);
            assert_int_equal(when_at('d', 1, 1), NOC_NEVER);
        }
        run_pair("utorus:4", NOC_CONSUME_VC, first, one, second, two);
        assert_int_equal(events.deadlocks, 0);
        assert_true(when_at('C', 0, 1) < 100 && when_at('d', 0, 3) < 100);
        assert_true(when_at('C', 1, 3) < 100 && when_at('d', 1, 1) < 100);
    }
}

/* Figure 5.2 on a 3x3 torus with lists: each has the only context of a node at which the other
 * waits with COUNT, or with LAST. */
TEST(port_deadlock)
{
    static const uint16_t first[] = {0, 1, 4}, second[] = {3, 4, 1};
    static const int sizes[] = {NO_LIST, 0, 3};

    for (uint32_t form = 0; form < 81; form++) {
        int one[] = {sizes[form % 3], sizes[form / 3 % 3]};
        int two[] = {sizes[form / 9 % 3], sizes[form / 27]};

        run_pair("utorus:3x3", NOC_CONSUME_ONE, first, one, second, two);
        assert_int_equal(events.deadlocks, 1);
        world_check_wait(&events, &pair[0], 1, 4, 4);
        world_check_wait(&events, &pair[1], 7, 1, 1);
        run_pair("utorus:3x3", NOC_CONSUME_LINK, first, one, second, two);
        assert_int_equal(events.deadlocks, 0);
        run_pair("utorus:3x3", NOC_CONSUME_VC, first, one, second, two);
        assert_int_equal(events.deadlocks, 0);
    }
}
