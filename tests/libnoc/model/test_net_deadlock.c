/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Circular waits: found in the cycle that closes them, told rightly, told
 * once, and never where there is none.
 */
#include <stdint.h>

#include "test.h"
#include "net_world.h"

static struct world world;
static struct world_log events;

/* On a ring of n without virtual channels each node sends `flits` flits over
 * `hops` links at once. */
static struct noc_net *jam(struct noc_worm *worm, uint32_t n, uint32_t hops, uint32_t flits,
                           const struct noc_net_config *config)
{
    struct noc_net_ops ops = world_ops(&events);
    struct noc_net *net = noc_net_new(config, &ops);

    assert_non_null(net);
    for (uint32_t i = 0; i < n; i++) {
        worm[i] = world_worm(i, i, (i + hops) % n, flits);
        noc_net_send(net, &worm[i], 0);
    }
    noc_net_run(net, 5000);
    return net;
}

static void check_ring(const struct noc_worm *worm, uint32_t n)
{
    assert_int_equal(events.deadlocks, 1);
    assert_int_equal(events.waits, n);
    for (uint32_t i = 0; i < n; i++) {
        const struct noc_wait *wait = &events.wait[i], *next = &events.wait[(i + 1) % n];
        uint32_t source = (uint32_t)(wait->worm - worm);

        assert_int_equal(wait->holds.node, source);
        assert_int_equal(wait->holds.next, (source + 1) % n);
        assert_int_equal(wait->wants.node, (source + 1) % n);
        assert_int_equal(wait->wants.next, (source + 2) % n);
        assert_int_equal(next->holds.node, wait->wants.node); /* who waits for what */
        assert_int_equal(next->worm->source, (source + 1) % n);
    }
}

/*
 * `board`, n worms over two links each: in 1 all headers leave, in 2 they ask
 * for the next channel, which its first worm owns. The third flit of that
 * comes to its injection buffer in 3 and finds no credit: nobody can move.
 */
TEST(ring)
{
    struct noc_worm worm[8];

    for (uint32_t n = 3; n <= 8; n++) {
        for (uint32_t flits = 3; flits < 30; flits += 9) {
            struct noc_net_config config;
            struct noc_net *net;

            world_ring(&world, n, 1, WORLD_VC0);
            config = world_config(&world, "board");
            net = jam(worm, n, 2, flits, &config);
            check_ring(worm, n);
            assert_int_equal(events.entry[events.n - 1].what, 'D');
            assert_int_equal(events.entry[events.n - 1].when, 3);
            assert_int_equal(noc_net_next(net), NOC_NEVER);
            noc_net_free(net);
        }
    }
}

static uint32_t begun;

static void on_begun(void *opaque, const struct noc_net_stamp *stamp)
{
    const struct noc_worm *worm = opaque;
    uint32_t source = (uint32_t)(stamp->worm - worm);

    assert_int_equal(stamp->node, source);
    assert_int_equal(stamp->head, 1);
    assert_true(stamp->tail == NOC_NEVER);
    begun++;
}

/* Worms whose heads have left and whose tails have not are told when they are asked for. */
TEST(ring_is_told_without_tails)
{
    struct noc_worm worm[5];
    struct noc_net_config config;
    struct noc_net_ops ops = world_ops(&events);
    struct noc_net *net;

    world_ring(&world, 5, 1, WORLD_VC0);
    config = world_config(&world, "board");
    net = noc_net_new(&config, &ops);
    begun = 0;
    noc_net_stamp_begun(net); /* nobody listens */
    noc_net_stamp(net, on_begun, worm);
    for (uint32_t i = 0; i < 5; i++) {
        worm[i] = world_worm(i, i, (i + 2) % 5, 12);
        noc_net_send(net, &worm[i], 0);
    }
    noc_net_run(net, 5000);
    assert_int_equal(begun, 0);
    noc_net_stamp_begun(net);
    assert_int_equal(begun, 5);
    noc_net_stamp_begun(net);
    assert_int_equal(begun, 10);
    noc_net_free(net);
}

/* Worms that leave their channels behind: no header waits for a channel, but
 * all buffers are full. */
TEST(full_buffers)
{
    struct noc_worm worm[5];
    struct noc_net_config config;

    world_ring(&world, 5, 1, WORLD_VC0);
    config = world_config(&world, "board");
    noc_net_free(jam(worm, 5, 2, 2, &config));
    check_ring(worm, 5);
    noc_net_free(jam(worm, 5, 2, 1, &config)); /* half full: they move */
    assert_int_equal(events.deadlocks, 0);
    config.buffer_flits = 3; /* not full */
    noc_net_free(jam(worm, 5, 2, 2, &config));
    assert_int_equal(events.deadlocks, 0);
}

/* Deep buffers: headers wait for each other at first, then tails draw up. */
TEST(drawing_together)
{
    struct noc_worm worm[4];
    struct noc_net_config config;

    world_ring(&world, 4, 1, WORLD_VC0);
    config = world_config(&world, "s1");
    noc_net_free(jam(worm, 4, 2, 8, &config)); /* the cycle of waits is full of flits */
    assert_int_equal(events.deadlocks, 1);
    config.buffer_flits = 9;
    noc_net_free(jam(worm, 4, 2, 8, &config)); /* one place is free: no deadlock */
    assert_int_equal(events.deadlocks, 0);
    config.buffer_flits = 8;
    noc_net_free(jam(worm, 4, 2, 7, &config));
    assert_int_equal(events.deadlocks, 0);
}

/* One lane more and half the worms: everybody has a way; as many as lanes: none. */
TEST(lanes)
{
    struct noc_worm worm[8];
    struct noc_net_config config;
    struct noc_net_ops ops = world_ops(&events);
    struct noc_net *net;

    world_ring(&world, 4, 1, WORLD_VC0);
    config = world_config(&world, "board");
    config.lanes = 2;
    noc_net_free(jam(worm, 4, 2, 20, &config));
    assert_int_equal(events.deadlocks, 0);
    config.ports = 2;
    ops = world_ops(&events);
    net = noc_net_new(&config, &ops);
    for (uint32_t i = 0; i < 8; i++) {
        worm[i] = world_worm(i, i / 2, (i / 2 + 2) % 4, 20);
        noc_net_send(net, &worm[i], 0);
    }
    noc_net_run(net, 1000);
    assert_int_equal(events.deadlocks, 1);
    noc_net_free(net);
}

/* A cycle of waits, then worms that run into it: told once. */
TEST(told_once)
{
    struct noc_worm worm[8];
    struct noc_net_config config;
    struct noc_net *net;

    world_ring(&world, 4, 1, WORLD_VC0);
    config = world_config(&world, "board");
    config.ports = 2;
    net = jam(worm, 4, 2, 20, &config);
    for (uint32_t i = 4; i < 8; i++) {
        worm[i] = world_worm(i, i % 4, (i + 1) % 4, 20);
        noc_net_send(net, &worm[i], 6000);
    }
    noc_net_run(net, 7000);
    assert_int_equal(events.deadlocks, 1);
    noc_net_free(net);
}

/* Once round a ring and on: a worm that fills it comes upon its own tail, one that is longer upon
 * the channel that it has itself. It waits for itself alone; a shorter one goes on. */
TEST(a_worm_meets_itself)
{
    const uint32_t header[] = {noc_header(NOC_HEADER_TURN, 6, 0),
                               noc_header(NOC_HEADER_LAST, 2, 0)};

    for (uint32_t flits = 7; flits < 20; flits++) {
        struct noc_net_ops ops = world_ops(&events);
        struct noc_net_config config;
        struct noc_worm w = world_list(1, 0, header, 2, flits - 2);
        struct noc_net *net;

        world_ring(&world, 4, 1, WORLD_VC0);
        config = world_config(&world, "board"); /* two flits in each of four buffers */
        net = noc_net_new(&config, &ops);
        noc_net_send(net, &w, 0);
        noc_net_run(net, 1000);
        assert_int_equal(events.deadlocks, flits > 7);
        if (flits > 7) {
            assert_int_equal(events.waits, 1);
            assert_ptr_equal(events.wait[0].worm, &w);
            assert_int_equal(events.wait[0].holds.node, 3);
            assert_int_equal(events.wait[0].wants.node, 0);
        }
        noc_net_free(net);
    }
}
