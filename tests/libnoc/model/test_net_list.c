/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Compound headers (docs/board.md 2 and 3, "A list"): cycles reckoned by hand, and malformed
 * ones, of the model and of the naive reference alike.
 */
#include <stdint.h>
#include <stdio.h>

#include "test.h"
#include "net_reference.h"
#include "net_world.h"

/* Constants: noc_header() is none. */
#define A(node)  (NOC_HEADER_ADDRESS | (uint32_t)(node) << NOC_HEADER_NODE_SHIFT)
#define L(node)  (NOC_HEADER_LAST | (uint32_t)(node) << NOC_HEADER_NODE_SHIFT)
#define C(flits) (NOC_HEADER_COUNT | (uint32_t)(flits) << NOC_HEADER_FIELD_SHIFT)
enum { X = 0x7777 }; /* in a list: nobody looks at it */

static struct world_log events;
static struct noc_topology topology;

/* One of the two networks. */
struct either {
    struct noc_net *net; /* NULL: the reference */
    struct reference *naive;
};

static struct either either_new(bool naive, const struct noc_net_config *config)
{
    static struct reference reference;
    struct noc_net_ops ops = world_ops(&events);
    struct either e = {NULL, NULL};

    if (naive) {
        r_init(&reference, config, &ops);
        e.naive = &reference;
    } else {
        e.net = noc_net_new(config, &ops);
        assert_non_null(e.net);
    }
    return e;
}

static void either_send(struct either *e, struct noc_worm *w, uint64_t when)
{
    if (e->naive) {
        r_send(e->naive, w, when);
    } else {
        noc_net_send(e->net, w, when);
    }
}

static void either_run(struct either *e, uint64_t until)
{
    if (e->naive) {
        r_run(e->naive, until);
    } else {
        noc_net_run(e->net, until);
        assert_true(events.deadlocks || noc_net_next(e->net) == NOC_NEVER);
    }
}

static void either_free(struct either *e)
{
    if (e->net) {
        noc_net_free(e->net);
    }
}

static struct noc_node_count at_node(const struct either *e, uint32_t node)
{
    struct noc_node_count count;

    if (e->naive) {
        return e->naive->node_count[node];
    }
    noc_net_node_count(e->net, node, &count);
    return count;
}

static struct noc_channel_count on_channel(const struct either *e, uint32_t node, unsigned vc)
{
    struct noc_channel_count count;

    if (e->naive) {
        return e->naive->count[node][0][vc];
    }
    noc_net_channel_count(e->net, node, 0, vc, &count);
    return count;
}

static struct noc_net_config config_of(const char *name, const char *preset,
                                       enum noc_consumption consumption)
{
    return world_named(&topology, name, "utpr", preset, consumption);
}

static uint64_t when_at(char what, uint32_t worm, uint32_t node)
{
    return world_when_at(&events, what, worm, node);
}

/* --- in time --- */

/*
 * Along a ring of six to 2 (a list of 3 flits), 3 and 5 (a list of none, but COUNT): a list takes
 * the slots in which its flits would have gone on, so every tail is where it would be without.
 */
static void a_lone_worm(bool naive, const char *preset, enum noc_consumption consumption)
{
    static const uint32_t header[] = {A(2), C(3), X, X, X, A(3), A(5), C(0), L(5)};
    static const uint32_t to[] = {2, 3, 5}, ejected[] = {4 + 8, 8, 1 + 8};
    struct noc_net_config c = config_of("utorus:6", preset, consumption);
    struct either e = either_new(naive, &c);
    struct noc_worm w = world_list(1, 0, header, 9, 7);

    either_send(&e, &w, 10);
    either_run(&e, 200);
    for (uint32_t i = 0; i < 3; i++) {
        uint64_t tail = 10 + c.inject_cycles + (to[i] + 1) * c.header_cycles +
                        to[i] * c.flight_cycles + c.eject_cycles + 16 - 1;

        assert_int_equal(when_at(i < 2 ? 'C' : 'd', 1, to[i]), tail);
        assert_int_equal(when_at(i < 2 ? 'A' : 'a', 1, to[i]), tail - 4);
        assert_int_equal(at_node(&e, to[i]).ejected, ejected[i]);
        assert_int_equal(at_node(&e, to[i]).relayed, i < 2);
    }
    for (uint32_t n = 0; n < 6; n++) {
        static const uint32_t flits[] = {16, 16, 11, 10, 10, 0};

        assert_int_equal(on_channel(&e, n, 0).flits, flits[n]);
        assert_int_equal(on_channel(&e, n, 0).headers, n < 5);
        assert_int_equal(on_channel(&e, n, 0).blocked, 0);
        assert_true(at_node(&e, n).ejected == 0 || n == 2 || n == 3 || n == 5);
    }
    assert_int_equal(events.n, 2 + 2 * 2 + 1);
    assert_int_equal(w.hops, 5);
    assert_int_equal(w.head, L(5));
    either_free(&e);
}

/*
 * `board`, one port. Node 1 sends itself 100 flits, one leaves for its NI in each cycle from 1 on.
 * ADDRESS 1 is at 1 in 2, COUNT in 3: from there on each has every other cycle, the worm the odd
 * ones. COUNT 3, list 5, 7, ... 23; ADDRESS 2 needs no NI: 24; LAST 25, W0 27, ... the eighth 39.
 */
static void a_list_shares_the_ni(bool naive)
{
    static const uint32_t header[] = {A(1), C(10), X, X, X, X, X, X, X, X, X, X, A(2), L(2)};
    struct noc_net_config c = config_of("utorus:6", "board", NOC_CONSUME_VC);
    struct either e = either_new(naive, &c);
    struct noc_worm w = world_list(1, 0, header, 14, 7), plain = world_worm(2, 1, 1, 100);

    either_send(&e, &w, 0);
    either_send(&e, &plain, 0);
    either_run(&e, 300);
    assert_int_equal(when_at('C', 1, 1), 39 + 1);
    assert_int_equal(when_at('d', 1, 2), 40 + 1);
    assert_int_equal(when_at('d', 2, 1), 1 + 99 + 19 + 1); /* 11 of the list, 8 of the copy */
    assert_int_equal(on_channel(&e, 1, 0).blocked, 7);     /* W0 to the tail wait once each */
    either_free(&e);
}

/*
 * One context at 1, which a worm of 1's own has until its tail leaves in 20. COUNT, there in 3,
 * gets it in 21 and leaves; the list 22 to 24; ADDRESS 2 in 25, LAST 26, the tail 33. Until 25 the
 * worm wants no channel: worm 3, from 1 to 2, has it from cycle 21 to 23 (behind worm 2, one port).
 */
static void a_list_waits_for_the_context(bool naive, enum noc_consumption consumption)
{
    static const uint32_t header[] = {A(1), C(3), X, X, X, A(2), L(2)};
    struct noc_net_config c = config_of("utorus:6", "board", consumption);
    struct either e = either_new(naive, &c);
    struct noc_worm w = world_list(1, 0, header, 7, 7), own = world_worm(2, 1, 1, 20);
    struct noc_worm other = world_worm(3, 1, 2, 3);
    bool waits = consumption == NOC_CONSUME_ONE;

    either_send(&e, &w, 0);
    either_send(&e, &own, 0);
    either_send(&e, &other, 0);
    either_run(&e, 300);
    if (waits) {
        assert_int_equal(when_at('C', 1, 1), 33 + 1);
        assert_int_equal(when_at('d', 1, 2), 34 + 1);
        assert_int_equal(when_at('d', 2, 1), 20 + 1);
        assert_int_equal(when_at('d', 3, 2), 21 + 3 + 1);
        assert_int_equal(on_channel(&e, 1, 0).blocked, 0);
    } else { /* COUNT 3, list 5, 7, 9; ADDRESS 10; LAST 11, ..., the tail 25 */
        assert_int_equal(when_at('C', 1, 1), 25 + 1);
        assert_int_equal(when_at('d', 1, 2), 26 + 1);
    }
    either_free(&e);
}

/*
 * Three worms on a ring of three, each with a list for its first stop, where it then has the
 * context and asks in 5 for the channel that the next one came by: 0 > 1 > 2 the p channel of
 * 1 > 2 > 0, this the h channel of 2 > 0 > 1. The last has its way free, but gives the link 0 > 1 to
 * the first once, in 6, and at 1 its COUNT, there in 8, finds the context taken. LAST is
 * behind it in 9, W0 in front at 0 in 9 and W1 there in 10, and W2, at 2 in 10, has no place: that
 * closes the cycle of waits.
 */
static void lists_close_a_wait_cycle(bool naive, enum noc_consumption consumption)
{
    uint32_t header[3][6];
    struct noc_net_config c = config_of("utorus:3", "board", consumption);
    struct either e = either_new(naive, &c);
    struct noc_worm w[3];
    uint32_t ends = 0;

    for (uint32_t i = 0; i < 3; i++) {
        uint32_t one = (i + 1) % 3, two = (i + 2) % 3;
        const uint32_t flits[] = {A(one), C(1), X, A(two), C(0), L(two)};

        memcpy(header[i], flits, sizeof flits);
        w[i] = world_list(1 + i, i, header[i], 6, 9);
        either_send(&e, &w[i], 0);
    }
    either_run(&e, 300);
    for (uint32_t i = 0; i < events.n; i++) {
        ends += events.entry[i].what == 'd' || events.entry[i].what == 'C';
    }
    if (consumption == NOC_CONSUME_VC) {
        assert_int_equal(ends, 6);
        assert_int_equal(events.deadlocks, 0);
    } else {
        assert_int_equal(ends, 0);
        assert_int_equal(events.deadlocks, 1);
        assert_int_equal(events.entry[events.n - 1].what, 'D');
        assert_int_equal(events.entry[events.n - 1].when, 10);
    }
    either_free(&e);
}

/* The longest list there can be, for a node of whose buffer it is far more than fits. */
static void the_longest_list(bool naive)
{
    static uint32_t header[16383 + 4] = {A(2), C(16383)};
    struct noc_net_config c = config_of("utorus:6", "board", NOC_CONSUME_ONE);
    struct either e = either_new(naive, &c);
    struct noc_worm w = world_list(1, 0, header, 16383 + 4, 7);

    header[16383 + 2] = A(3);
    header[16383 + 3] = L(3);
    either_send(&e, &w, 0);
    either_run(&e, 20000);
    assert_int_equal(when_at('C', 1, 2), 2 + w.flits + 1);
    assert_int_equal(when_at('d', 1, 3), 3 + w.flits + 1);
    assert_int_equal(at_node(&e, 2).ejected, 1 + 16383 + 8);
    assert_int_equal(at_node(&e, 3).ejected, 8);
    either_free(&e);
}

TEST(in_time)
{
    for (unsigned naive = 0; naive < 2; naive++) {
        for (unsigned k = 0; k < 9; k++) {
            a_lone_worm(naive, world_presets[k / 3], (enum noc_consumption)(k % 3));
        }
        a_list_shares_the_ni(naive);
        the_longest_list(naive);
        for (unsigned k = 0; k < 3; k++) {
            a_list_waits_for_the_context(naive, (enum noc_consumption)k);
            lists_close_a_wait_cycle(naive, (enum noc_consumption)k);
        }
    }
}

/* --- malformed --- */

/* Sunk at `node`, once, with `head` latched, after `copies`; its NI got `ejected` flits. */
struct bad {
    uint32_t header[8], headers, flits; /* of the whole worm */
    uint32_t node, copies, ejected, head;
};

static void sunk(bool naive, const struct noc_net_config *c, const struct bad *bad)
{
    struct either e = either_new(naive, c);
    struct noc_worm w = world_list(1, 0, bad->header, bad->headers, bad->flits - bad->headers);
    struct noc_worm after[3] = {world_worm(2, 0, 5, 9), world_worm(3, 2, 4, 9),
                                world_worm(4, 0, bad->node, 9)}; /* nothing is held any more */
    uint32_t broken = 0, copied = 0, others = 0;

    either_send(&e, &w, 0);
    either_run(&e, 100);
    assert_int_equal(at_node(&e, bad->node).ejected, bad->ejected);
    assert_int_equal(w.head, bad->head);
    for (uint32_t i = 0; i < 3; i++) {
        either_send(&e, &after[i], 100);
    }
    either_run(&e, 300);
    for (uint32_t i = 0; i < events.n; i++) {
        bool mine = events.entry[i].worm == 1;

        broken += events.entry[i].what == 'b' && events.entry[i].node == bad->node;
        copied += mine && events.entry[i].what == 'C';
        others += !mine && events.entry[i].what == 'd';
        assert_true(!mine || events.entry[i].what != 'd');
    }
    if (broken != 1 || copied != bad->copies) {
        print_error("header %x %x %x ...\n", bad->header[0], bad->header[1], bad->header[2]);
    }
    assert_int_equal(broken, 1);
    assert_int_equal(copied, bad->copies);
    assert_int_equal(others, 3);
    assert_int_equal(events.n, 1 + 2 * copied + broken + 3 * others);
    either_free(&e);
}

TEST(malformed)
{
    static const struct bad bads[] = {
        /* COUNT in front */
        {{C(1), X, A(2), L(2)}, 4, 10, 0, 0, 0, C(1)},
        /* what is behind an empty list is another's LAST */
        {{A(2), A(3), C(0), L(4)}, 4, 11, 3, 1, 1, A(3)},
        /* its node is not 0 */
        {{A(2), C(0) + (1 << NOC_HEADER_NODE_SHIFT), A(3), L(3)}, 4, 10, 2, 0, 0, A(2)},
        /* behind another list */
        {{A(2), C(1), X, C(1), X, L(2)}, 6, 12, 2, 0, 2, A(2)},
        {{A(2), C(0), C(0), L(2)}, 4, 12, 2, 0, 1, A(2)},
        /* it overruns the header: by far, by one, not at all but for the flit that must follow */
        {{A(2), C(16383), X, X, L(2)}, 5, 30, 2, 0, 3, A(2)},
        {{A(2), C(3), X, X, L(2)}, 5, 12, 2, 0, 3, A(2)},
        {{A(2), C(3), X, X, X}, 5, 12, 2, 0, 3, A(2)},
        {{A(1), A(2), C(1), X}, 4, 12, 2, 1, 1, A(2)},
        {{A(2), C(0)}, 2, 12, 2, 0, 0, A(2)},
        {{A(2), C(5)}, 2, 12, 2, 0, 0, A(2)},
        /* the list is longer than the worm: it ends with COUNT, in the list, with it, behind it */
        {{A(2), C(3), X, X, X, A(3), L(3)}, 7, 2, 2, 0, 0, A(2)},
        {{A(2), C(3), X, X, X, A(3), L(3)}, 7, 4, 2, 0, 2, A(2)},
        {{A(2), C(3), X, X, X, A(3), L(3)}, 7, 5, 2, 0, 3, A(2)},
        {{A(2), C(3), X, X, X, A(3), L(3)}, 7, 6, 3, 0, 0, A(3)},
        /* behind the list: the same node, another's LAST, no node, no kind */
        {{A(2), C(1), X, A(2), L(2)}, 5, 12, 2, 0, 2, A(2)},
        {{A(2), C(1), X, L(3)}, 4, 12, 2, 0, 2, A(2)},
        {{A(2), C(1), X, A(6), L(6)}, 5, 12, 2, 0, 2, A(2)},
        {{A(2), C(1), X, X}, 4, 12, 2, 0, 2, A(2)},
        /* behind its list, at 5 for the second time, it would cross a second boundary */
        {{A(5), A(3), C(1), X, A(2), C(1), X, L(2)}, 8, 14, 5, 2, 7, A(2)},
    };

    for (unsigned naive = 0; naive < 2; naive++) {
        for (unsigned k = 0; k < 9; k++) {
            struct noc_net_config c =
                config_of("utorus:6", world_presets[k / 3], (enum noc_consumption)(k % 3));

            for (unsigned i = 0; i < sizeof bads / sizeof bads[0]; i++) {
                sunk(naive, &c, &bads[i]);
            }
        }
    }
}
