/* SPDX-License-Identifier: BSD-2-Clause */
/* What noct sim says, against what can be said without it. */
#include <stdint.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "predict/commands.h"
#include "experiment/costs_option.h"
#include "sim/plan.h"
#include "specify/specify.h"
#include "test.h"
#include "routing/routings.h"
#include "experiment/experiment.h"
#include "base/alloc.h"
#include "sim/sim.h"
#include "topology/topologies.h"

/* Options from one JSON object, an experiment from them. */
static void make(struct options *o, struct experiment *e, const char *format, ...)
{
    char line[1024];
    struct error error = {0};
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    memset(o, 0, sizeof *o);
    if (options_object(o, line, "sim", ~(key_groups)0, &error) ||
        experiment_make(e, o, NEED_SET, &error)) {
        fail_msg("%s: %s", line, error.text);
    }
}

static void run(const struct experiment *e, struct simulated *s)
{
    struct error error = {0};
    assert_int_equal(simulate(e, s, &error), STATUS_DONE);
    assert_null(s->deadlock);
    for (uint32_t i = 0; i < e->m; i++) {
        assert_true(s->cast[0].arrived[e->dests[i]] != NOC_NEVER);
    }
}

static void write_costs(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* The example that firmware/README.md works out by hand from its costs, each core's return. */
TEST(costs_of_the_firmware)
{
    static const unsigned returned[] = {0, 277, 292, 334, 282, 334, 339, 381};
    char name[] = "/tmp/costs-XXXXXX";
    struct options o;
    struct experiment e;
    struct simulated s;
    struct error error = {0};
    close(mkstemp(name));
    write_costs(name, "{\"relay\":68,\"relay_second\":36,\"relay_further\":26,\"source_second\":36,"
                      "\"source_further\":26,\"relay_return\":-27,\"relay_return_more\":-37,"
                      "\"relay_sleeps\":119,\"relay_wakes\":135,\"call\":195,\"call_16_flits\":35,"
                      "\"call_4_flits\":11,\"call_1_flit\":5}");
    make(&o, &e,
         "{\"topology\":\"cube:3\",\"algorithm\":\"w-sort\",\"ports\":\"all\",\"length\":1,"
         "\"costs\":\"%s\"}",
         name);
    assert_int_equal(costs_settle(&e, &error), STATUS_DONE);
    run(&e, &s);
    for (uint32_t node = 1; node < 8; node++) {
        assert_int_equal(s.cast[0].returned[node], returned[node]);
    }
    simulated_free(&s);
    experiment_free(&e);
    options_free(&o);
    unlink(name);
}

/* One message: tau_s + NI + hops + flits + 1 + tau_r, docs/board.md section 3. */
TEST(lone_worms)
{
    static const struct {
        const char *pipeline;
        unsigned ni, words, extra;
    } kind[] = {
        {"board", 8, 3, 0},
        {"paper", 0, 0, 0},
    };
    for (unsigned k = 0; k < 2; k++) {
        for (unsigned to = 1; to < 64; to++) {
            struct options o;
            struct experiment e;
            struct simulated s;
            make(&o, &e,
                 "{\"topology\":\"torus:8x8\",\"dests\":[%u],\"length\":20,\"tau_s\":100,\"tau_r\":"
                 "7,\"pipeline\":\"%s\"}",
                 to, kind[k].pipeline);
            run(&e, &s);
            unsigned hops = (unsigned)noc_route_path(&e.topology, e.routing, 0, to, NULL, 0);
            unsigned flits = 1 + kind[k].words + 20;
            assert_int_equal(s.cast[0].arrived[to], 100 + kind[k].ni + hops + flits + 1 + 7);
            assert_int_equal(s.total.flit_hops, hops * flits);
            assert_int_equal(s.total.link_visits, hops);
            simulated_free(&s);
            experiment_free(&e);
            options_free(&o);
        }
    }
}

/* 0 sends to 2, which sends on to 3, then 0 to 1: the relay's call returns when its worm has left,
 * one cycle after the last flit; the others' when they have the message. */
TEST(a_relay_returns_late)
{
    enum { FLITS = 1 + 3 + 200, NI = 8, TAU_S = 50, TAU_R = 9 };
    struct options o;
    struct experiment e;
    struct simulated s;
    make(&o, &e,
         "{\"topology\":\"mesh:4x4\",\"algorithm\":\"u-mesh\",\"dests\":[1,2,3],\"length\":200,"
         "\"tau_s\":%u,\"tau_r\":%u}",
         TAU_S, TAU_R);
    run(&e, &s);
    assert_int_equal(s.cast[0].arrived[2], TAU_S + NI + 2 + FLITS + 1 + TAU_R);
    assert_int_equal(s.cast[0].returned[2], s.cast[0].arrived[2] + TAU_S + NI + FLITS);
    assert_int_equal(s.cast[0].returned[3], s.cast[0].arrived[3]);
    assert_int_equal(s.cast[0].returned[1], s.cast[0].arrived[1]);
    simulated_free(&s);
    /* Cut: who has not returned is not reached, and the limit is the end. */
    e.limit_cycles = 400;
    struct error error = {0};
    assert_int_equal(simulate(&e, &s, &error), STATUS_DONE);
    assert_true(s.cut);
    assert_int_equal(s.cycles, 400);
    assert_true(s.cast[0].arrived[2] < 400);
    assert_int_equal(s.cast[0].returned[2], NOC_NEVER);
    simulated_free(&s);
    experiment_free(&e);
    options_free(&o);
}

/* BookSim's pipeline: 4R + 2 + (L - 1), where L counts the head flit. */
TEST(lone_worms_of_booksim)
{
    for (unsigned to = 1; to < 64; to++) {
        struct options o;
        struct experiment e;
        struct simulated s;
        make(&o, &e,
             "{\"topology\":\"torus:8x8\",\"dests\":[%u],\"length\":15,\"pipeline\":\"s1\"}", to);
        run(&e, &s);
        unsigned routers = 1 + (unsigned)noc_route_path(&e.topology, e.routing, 0, to, NULL, 0);
        assert_int_equal(s.cast[0].arrived[to], 4 * routers + 2 + 15);
        simulated_free(&s);
        experiment_free(&e);
        options_free(&o);
    }
}

/* With long start-ups a one-port plan's last step decides: each step costs
 * a start-up, the longest way, and the receiver's. */
TEST(steps_tell_the_latency)
{
    enum { TAU = 100000 };
    for (unsigned seed = 1; seed <= 40; seed++) {
        struct options o;
        struct experiment e;
        struct simulated s;
        struct plan p;
        uint64_t last = 0;
        make(&o, &e,
             "{\"topology\":\"torus:8x8\",\"algorithm\":\"u-torus\",\"dests\":\"random:%u\","
             "\"seed\":%u,\"source\":%u,\"tau_s\":%u}",
             1 + seed % 63, seed, seed * 7 % 64, TAU);
        run(&e, &s);
        plan_make(&p, &e, e.algorithm);
        for (uint32_t i = 0; i < e.m; i++) {
            last = s.cast[0].arrived[e.dests[i]] > last ? s.cast[0].arrived[e.dests[i]] : last;
        }
        assert_int_equal(last / TAU, p.steps);
        assert_int_equal(s.total.link_visits, plan_link_visits(&p, &e));
        plan_free(&p);
        simulated_free(&s);
        experiment_free(&e);
        options_free(&o);
    }
}

/* A hypercube's algorithm forced onto a ring whose routing has no virtual channels: two worms go
 * almost all the way around, each behind the other. Both are waited for by the other. */
/* The plan's messages of one sender, in the order in which it starts them, arrive in this order if
 * start-ups are longer than everything else; and without "order" that is the order of the list. */
static uint32_t messages_in_order(const json_t *messages, const struct simulated *s, uint32_t nodes)
{
    struct last {
        json_int_t order;
        uint64_t arrived;
    } *last = alloc_zeroed(nodes * sizeof *last);
    uint32_t told = 0;
    size_t i;
    const json_t *m;
    for (json_int_t order = 0; order <= (json_int_t)nodes; order++) { /* 0: as listed */
        json_array_foreach (messages, i, m) {
            const json_t *given = json_object_get(m, "order");
            struct last *sender = &last[json_integer_value(json_object_get(m, "from"))];
            uint64_t arrived =
                s->cast[0].arrived[json_integer_value(json_array_get(json_object_get(m, "to"), 0))];
            if ((given ? json_integer_value(given) : 0) != order) {
                continue;
            }
            told += given != NULL;
            assert_true(arrived > sender->arrived);
            assert_true(!given || order == sender->order + 1);
            *sender = (struct last){order, arrived};
        }
    }
    free(last);
    return told;
}

static uint32_t orders_told(const char *topology, const char *algorithm, const char *ports,
                            const char *dests, unsigned seed)
{
    struct options o;
    struct experiment e;
    struct simulated s;
    struct error error = {0};
    json_t *result = NULL;
    make(&o, &e,
         "{\"topology\":\"%s\",\"algorithm\":\"%s\",\"ports\":\"%s\",\"source\":8,\"dests\":\"%s\","
         "\"seed\":%u,\"length\":8,\"tau_s\":4000}",
         topology, algorithm, ports, dests, seed);
    run(&e, &s);
    assert_int_equal(execute_plan(&o, &result, &error), STATUS_DONE);
    uint32_t told = messages_in_order(json_object_get(result, "messages"), &s, e.topology.nodes);
    json_decref(result);
    simulated_free(&s);
    experiment_free(&e);
    options_free(&o);
    return told;
}

/* Robinson 1994, figure 3.5: a node sends in the order of its loop. Steps have 13 before 4, since 4
 * waits for the link that 0 takes. */
TEST(sends_are_in_the_order_of_the_plan)
{
    static const char *const tried[][2] = {
        {"cube:5", "separate"},    {"cube:5", "u-cube"},         {"cube:5", "combine"},
        {"cube:5", "maxport"},     {"torus:8x8", "u-torus"},     {"torus:8x8", "separate"},
        {"mesh:8x8", "dual-path"}, {"utorus:8x8", "mu-torus:4"}, {"ccc:4", "u-ccc"},
    };
    uint32_t told = 0;
    assert_int_equal(orders_told("cube:4", "separate", "all", "0,4,13", 1), 3);
    assert_int_equal(orders_told("cube:4", "separate", "one", "0,4,13", 1), 0);
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
        for (unsigned seed = 1; seed <= 10; seed++) {
            told += orders_told(tried[i][0], tried[i][1], "all", "random:20", seed);
            told += orders_told(tried[i][0], tried[i][1], "2", "random:9", seed);
        }
    }
    assert_true(told > 0);
}

TEST(forced_deadlocks_are_shown)
{
    struct options o;
    struct experiment e;
    struct simulated s;
    struct error error = {0};
    make(&o, &e,
         "{\"topology\":\"utorus:6\",\"routing\":\"dor\",\"algorithm\":\"w-sort\",\"force\":true,"
         "\"source\":1}");
    assert_int_equal(simulate(&e, &s, &error), STATUS_DONE);
    assert_non_null(s.deadlock);
    assert_int_equal(json_array_size(s.deadlock), 2);
    for (unsigned i = 0; i < 2; i++) {
        const json_t *wants = json_object_get(json_array_get(s.deadlock, i), "wants");
        const json_t *other = json_array_get(s.deadlock, 1 - i);
        json_int_t from = json_integer_value(json_object_get(other, "from")), at;
        json_int_t head =
            json_integer_value(json_object_get(json_object_get(other, "holds"), "next"));
        at = json_integer_value(json_object_get(wants, "node"));
        /* The channel that is wanted lies between the other worm's source and its head. */
        assert_true((at + 6 - from) % 6 < (head + 6 - from) % 6);
    }
    simulated_free(&s);
    experiment_free(&e);
    options_free(&o);
}

/* Does every physical link carry one virtual channel only? */
static bool one_channel_a_link(const struct experiment *e)
{
    enum { PATH_MAX_HOPS = 64 };
    struct noc_channel path[PATH_MAX_HOPS];
    uint8_t *used = alloc_zeroed(e->topology.nodes * NOC_PORTS_MAX);
    struct plan p;
    bool one = true;
    plan_make(&p, e, e->algorithm);
    for (uint32_t i = 0; i < e->m; i++) {
        int32_t hops = noc_route_path(&e->topology, e->routing, p.message[i].from, p.message[i].to,
                                      path, PATH_MAX_HOPS);
        assert_in_range(hops, 1, PATH_MAX_HOPS);
        for (int32_t h = 0; h < hops; h++) {
            uint8_t *vc = &used[path[h].node * NOC_PORTS_MAX + path[h].port];
            one = one && (*vc == 0 || *vc == path[h].vc + 1);
            *vc = (uint8_t)(path[h].vc + 1);
        }
    }
    plan_free(&p);
    free(used);
    return one;
}

/*
 * What is proven free of contention waits nowhere, at any set, source, length
 * and start-up cost. The proofs are about virtual channels: where two of
 * them share a physical link, one may wait for the other's flit, so those sets are
 * left out (there are none on meshes and hypercubes); that some of them do
 * wait shows that the counter counts.
 */
TEST(contention_free_algorithms_never_wait)
{
    static const struct {
        const char *topology, *algorithm;
        unsigned nodes, least;
    } kind[] = {
        {"torus:8x8", "u-torus", 64, 20},   {"torus:5x7", "u-torus", 35, 20},
        {"utorus:6x6", "u-torus", 36, 1},   {"mesh:8x8", "u-mesh", 64, 100},
        {"mesh:4x4x4", "u-mesh", 64, 100},  {"cube:6", "u-cube", 64, 100},
        {"torus:4x4x4", "u-torus", 64, 20},
    };
    for (unsigned k = 0; k < sizeof kind / sizeof *kind; k++) {
        uint64_t shared_blocked = 0;
        unsigned tried = 0;
        for (unsigned seed = 1; seed <= 100; seed++) {
            struct options o;
            struct experiment e;
            struct simulated s;
            make(&o, &e,
                 "{\"topology\":\"%s\",\"algorithm\":\"%s\",\"dests\":\"random:%u\",\"seed\":%u,"
                 "\"source\":%u,"
                 "\"length\":%u,\"tau_s\":%u,\"tau_r\":%u,\"pipeline\":\"paper\"}",
                 kind[k].topology, kind[k].algorithm, 1 + seed * 13 % (kind[k].nodes - 1), seed,
                 seed * 31 % kind[k].nodes, 1 + seed % 90, seed % 3 * 50, seed % 2 * 20);
            run(&e, &s);
            if (one_channel_a_link(&e)) {
                tried++;
                if (s.total.blocked_cycles) {
                    fail_msg("%s on %s, seed %u: %llu blocked cycles", kind[k].algorithm,
                             kind[k].topology, seed, (unsigned long long)s.total.blocked_cycles);
                }
            } else {
                shared_blocked += s.total.blocked_cycles;
            }
            simulated_free(&s);
            experiment_free(&e);
            options_free(&o);
        }
        assert_true(k > 0 || shared_blocked > 0);
        if (tried < kind[k].least) {
            fail_msg("%s: only %u sets tried", kind[k].topology, tried);
        }
    }
}

static uint64_t later(uint64_t one, uint64_t two)
{
    return one > two ? one : two;
}

/*
 * A chain on a line, in segments, against a computation of each hop: software takes one thing at a
 * time, what comes and what goes in turn; the link takes one worm behind the other; a worm's last
 * flit comes a hop, its flits and one more cycle later.
 */
static void check_line(unsigned length, unsigned segment, unsigned tau_s, unsigned tau_r)
{
    enum { NODES = 6, SEGMENTS_MAX = 64, NI = 8, WORDS = 1 + 3 };
    struct options o;
    struct experiment e;
    struct simulated s;
    uint64_t came[SEGMENTS_MAX] = {0};
    make(&o, &e,
         "{\"topology\":\"mesh:%u\",\"algorithm\":\"chain\",\"length\":%u,\"segment\":%u,"
         "\"tau_s\":%u,\"tau_r\":%u}",
         NODES, length, segment, tau_s, tau_r);
    unsigned segments = (length + segment - 1) / segment;
    assert_true(segments <= SEGMENTS_MAX);
    assert_int_equal(e.segments, segments);
    run(&e, &s);
    for (unsigned node = 0; node < NODES; node++) {
        uint64_t busy = 0, out = 0, had = 0;
        for (unsigned k = 0; k < segments; k++) {
            unsigned flits =
                WORDS + (k + 1 < segments ? segment : length - (segments - 1) * segment);
            had = busy = node ? later(came[k], busy) + tau_r : busy;
            if (node + 1 < NODES) {
                busy += tau_s;
                out = later(busy + NI, out) + flits;
                came[k] = out + 1 + 1;
            }
        }
        if (node) {
            assert_int_equal(s.cast[0].arrived[node], had);
            assert_int_equal(s.cast[0].returned[node], later(had, out));
        }
    }
    assert_int_equal(s.total.link_visits, (NODES - 1) * segments);
    assert_int_equal(s.total.channel_wait_cycles, 0);
    simulated_free(&s);
    experiment_free(&e);
    options_free(&o);
}

TEST(a_chain_on_a_line_in_segments)
{
    check_line(100, 100, 50, 9);
    check_line(100, 25, 50, 9);   /* software sets the pace */
    check_line(1000, 100, 10, 9); /* the links do */
    check_line(1001, 100, 10, 9); /* the last segment has one flit */
    check_line(64, 1, 0, 0);
    check_line(63, 1, 7, 3);
    check_line(10, 4096, 7, 3); /* one segment, not full */
}

/* The segments go by the trees in turn, and each node has the body when it has the last one. */
TEST(two_trees_take_turns)
{
    struct options o;
    struct experiment e;
    struct simulated s;
    make(&o, &e,
         "{\"topology\":\"mesh:8\",\"algorithm\":\"two-tree\",\"length\":30,\"segment\":10,"
         "\"dests\":[1],\"tau_s\":5}");
    assert_int_equal(e.trees, 2);
    assert_int_equal(e.plan[0].env.tree, 0);
    assert_int_equal(e.plan[1].env.tree, 1);
    assert_int_equal(tree_segments(&e, 0), 2);
    assert_int_equal(tree_segments(&e, 1), 1);
    run(&e, &s);
    assert_int_equal(s.cast[0].arrived[1], 5 + 8 + 3 * 14 + 1 + 1);
    simulated_free(&s);
    experiment_free(&e);
    options_free(&o);
    make(&o, &e,
         "{\"topology\":\"torus:4x4\",\"algorithm\":\"two-tree\",\"length\":300,\"segment\":300}");
    assert_int_equal(e.trees, 1); /* no more than segments */
    experiment_free(&e);
    options_free(&o);
}
