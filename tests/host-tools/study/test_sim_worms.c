/* SPDX-License-Identifier: BSD-2-Clause */
/* What noct sim says of worms with several destinations, against what plans and paths say. */
#include <stdint.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "cli/command.h"
#include "study/experiment.h"
#include "base/alloc.h"
#include "params.h"
#include "study/sim.h"

static struct options options;
static struct experiment experiment;
static struct simulated simulated;

/* An experiment from one JSON object, simulated. */
static void run(const char *format, ...)
{
    char line[512];
    struct error error = {.text = ""};
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    memset(&options, 0, sizeof options);
    if (options_object(&options, line, "sim", ~0u, &error) ||
        experiment_make(&experiment, &options, NEED_SET, &error) ||
        simulate(&experiment, &simulated, &error)) {
        fail_msg("%s: %s", line, error.text);
    }
}

static void done(void)
{
    simulated_free(&simulated);
    experiment_free(&experiment);
    options_free(&options);
}

/* Cycles from a worm's entering the NI to its last word's being in that of a node `hops` away. */
static uint64_t flight(uint32_t hops, uint32_t flits)
{
    const struct noc_net_config *net = &experiment.net;
    return net->inject_cycles + (hops + 1ull) * net->header_cycles + hops * net->flight_cycles +
           net->eject_cycles + flits - 1;
}

/* One worm around a ring of six, to 2, 3 and 5: four header flits, of which three stay on the way. */
TEST(lone_worms)
{
    static const char *const pipeline[] = {"board", "paper", "s1"};
    static const char *const consumption[] = {"vc", "link", "one"};
    static const uint32_t dest[] = {2, 3, 5};
    for (unsigned k = 0; k < 9; k++) {
        bool board = k / 3 == 0;
        uint32_t flits = 4 + (board ? 3 : 0) + 20;
        run("{\"topology\":\"utorus:6\",\"algorithm\":\"s-torus\",\"dests\":[2,3,5],\"length\":20,"
            "\"tau_s\":100,\"tau_r\":7,\"pipeline\":\"%s\",\"consumption\":\"%s\"}",
            pipeline[k / 3], consumption[k % 3]);
        for (unsigned i = 0; i < 3; i++) {
            uint64_t expected = 100 + (board ? 8 : 0) + flight(dest[i], flits) + 7;
            assert_int_equal(simulated.arrived[dest[i]], expected);
            assert_int_equal(simulated.returned[dest[i]], expected);
        }
        assert_int_equal(simulated.total.flit_hops, 2 * flits + (flits - 1) + 2 * (flits - 2));
        assert_int_equal(simulated.total.link_visits, 5);
        assert_int_equal(simulated.total.blocked_cycles, 0);
        done();
    }
}

/* The flits behind the address of a receiver that answers for others: COUNT, how many, the nodes. */
static uint32_t list_in_header(const struct noc_message *message)
{
    uint32_t others = (uint32_t)message->part.right - message->part.left;
    return experiment.relay == NOC_RELAY_HEADER && others ? 2 + (others + 1) / 2 : 0;
}

/* The flits that tell the receivers of a worm their parts; a lone receiver's list in the header needs its
 * address. */
static uint32_t lists(const struct noc_message *message, uint32_t size)
{
    uint32_t flits = 0;
    for (uint32_t i = 0; i < size; i++) {
        uint32_t left = message[i].part.left, right = message[i].part.right;
        if (experiment.relay == NOC_RELAY_BODY) {
            flits += 1 + (right - left + 1) / 2;
        }
        flits += list_in_header(&message[i]);
    }
    return flits + (size == 1 && list_in_header(message));
}

/* When each node of the plan has the message if no worm waits, and the flits on all links. */
static uint64_t foretell(const struct plan *p, uint64_t *arrived)
{
    enum { NODES = 64 };
    static uint64_t ready[NODES];
    uint64_t hops = 0;
    memset(ready, 0, sizeof ready);
    for (uint32_t i = 0, size; i < experiment.m; i += size) {
        const struct noc_message *m = &p->message[i];
        struct noc_visit visit[NODES];
        uint32_t header[NODES + 1];
        size = noc_worm_size(m, experiment.m - i);
        noc_worm_path(&experiment.topology, experiment.routing, m, size, header, visit, NULL, 0);
        uint32_t left =
            (size > 1 ? size + 1 : 1) + experiment.ni_words + experiment.length + lists(m, size);
        const uint32_t flits = left;
        ready[m->from] += experiment.tau_s;
        for (uint32_t j = 0; j < size; j++) {
            arrived[m[j].to] = ready[m[j].to] = ready[m->from] + experiment.ni_cycles +
                                                flight(visit[j].hops, flits) + experiment.tau_r;
            hops += (uint64_t)left * (visit[j].hops - (j ? visit[j - 1].hops : 0));
            left -=
                1 + list_in_header(&m[j]); /* its router keeps the address, its NI gets the list */
        }
    }
    return hops;
}

/* Every algorithm with worms, on random sets: a relay starts when its copy is wholly there. */
TEST(plans_come_true)
{
    static const char *const algorithm[] = {"s-torus",    "md-torus",   "mu-torus:2",
                                            "mu-torus:3", "mu-torus:8", "m-torus"};
    static const char *const pipeline[] = {"board", "paper", "s1"};
    static const char *const relay[] = {"group", "body", "header"};
    unsigned free_ones = 0, all = 0;
    for (unsigned seed = 1; seed <= 240; seed++) {
        uint64_t arrived[64];
        struct plan p;
        run("{\"topology\":\"utorus:%s\",\"algorithm\":\"%s\",\"dests\":\"random:%u\",\"seed\":%u,"
            "\"source\":%u,\"length\":%u,\"tau_s\":%u,\"tau_r\":%u,\"ports\":\"%s\","
            "\"pipeline\":\"%s\",\"relay\":\"%s\"}",
            seed % 2 ? "8x8" : "4x4x4", algorithm[seed % 6], 1 + seed * 13 % 63, seed,
            seed * 31 % 64, 1 + seed % 50, seed / 3 % 2 * 300, seed % 7 * 10,
            seed % 4 ? "one" : "all", pipeline[seed % 3],
            relay[seed % 6 == 5 ? 0 : seed / 6 % 3]); /* m-torus: group only */
        plan_make(&p, &experiment, experiment.algorithm);
        uint64_t hops = foretell(&p, arrived);
        assert_int_equal(simulated.total.flit_hops, hops);
        assert_int_equal(simulated.total.link_visits, p.link_visits);
        all++;
        if (simulated.total.blocked_cycles == 0 && experiment.tau_s) { /* none waits for the NI */
            free_ones++;
            for (uint32_t i = 0; i < experiment.m; i++) {
                uint32_t node = experiment.dests[i];
                assert_int_equal(simulated.arrived[node], arrived[node]);
            }
        }
        for (uint32_t i = 0; i < experiment.m; i++) {
            assert_true(simulated.returned[experiment.dests[i]] != NOC_NEVER);
        }
        plan_free(&p);
        done();
    }
    assert_true(free_ones > all / 4);
}

/* Far from each other, two are as each is alone; from one node, one starts after the other. */
TEST(several_at_once)
{
    uint64_t alone[2], hops;
    run("{\"topology\":\"utorus:16\",\"algorithm\":\"s-torus\",\"dests\":[1,3]}");
    alone[0] = simulated.arrived[3];
    hops = simulated.total.flit_hops;
    done();
    run("{\"topology\":\"utorus:16\",\"algorithm\":\"s-torus\",\"source\":8,\"dests\":[9,12,13]}");
    alone[1] = simulated.arrived[13];
    hops += simulated.total.flit_hops;
    done();
    run("{\"topology\":\"utorus:16\",\"algorithm\":\"s-torus\",\"dests\":[1,3],"
        "\"also\":[\"8:13,9,12\"]}");
    assert_int_equal(simulated.casts, 2);
    assert_int_equal(simulated.arrived[3], alone[0]);
    assert_true(simulated.arrived[13] == NOC_NEVER);
    assert_int_equal(simulated.cast[1].arrived[13], alone[1]);
    assert_int_equal(simulated.total.flit_hops, hops);
    done();
    run("{\"topology\":\"utorus:16\",\"algorithm\":\"s-torus\",\"dests\":[1],\"tau_s\":500,"
        "\"also\":\"0:1\"}");
    assert_int_equal(simulated.cast[1].arrived[1], simulated.arrived[1] + 500);
    done();
    run("{\"topology\":\"utorus:16\",\"algorithm\":\"s-torus\",\"dests\":[1],"
        "\"also\":\"0:1;0:random:3 ; 5:all\"}");
    assert_int_equal(simulated.casts, 4);
    assert_int_equal(experiment.also[1].m, 3);
    assert_int_equal(experiment.also[2].m, 15);
    assert_true(simulated.cast[3].arrived[4] != NOC_NEVER);
    done();
}

/* Two worms with two destinations each, as the first node and those behind it. */
static unsigned waits(const char *topology, const char *consumption, const unsigned first[3],
                      const char *second)
{
    run("{\"topology\":\"%s\",\"algorithm\":\"s-torus\",\"source\":%u,\"dests\":[%u,%u],"
        "\"also\":\"%s\",\"consumption\":\"%s\"}",
        topology, first[0], first[1], first[2], second, consumption);
    return simulated.deadlock ? (unsigned)json_array_size(simulated.deadlock) : 0;
}

/* Figure 5.2: each holds the only context of a node that the other visits last. On a
 * ring a context for each link is not enough either. */
TEST(port_deadlocks)
{
    static const unsigned torus[] = {0, 1, 4}, ring[] = {0, 1, 3};
    char *text;
    assert_int_equal(waits("utorus:3x3", "one", torus, "3:4,1"), 2);
    text = json_dumps(simulated.deadlock, JSON_COMPACT);
    assert_non_null(strstr(text, "\"wants\":{\"node\":4,\"next\":4,\"dim\":null,\"vc\":null},"
                                 "\"visits\":[1,4]"));
    assert_non_null(strstr(text, "\"wants\":{\"node\":1,\"next\":1,\"dim\":null,\"vc\":null},"
                                 "\"visits\":[4,1]"));
    free(text);
    assert_true(simulated.arrived[1] == NOC_NEVER);
    assert_true(simulated.cast[1].arrived[4] == NOC_NEVER);
    done();
    assert_int_equal(waits("utorus:3x3", "link", torus, "3:4,1"), 0);
    done();
    assert_int_equal(waits("utorus:3x3", "vc", torus, "3:4,1"), 0);
    done();
    assert_int_equal(waits("utorus:4", "one", ring, "2:3,1"), 2);
    done();
    assert_int_equal(waits("utorus:4", "link", ring, "2:3,1"), 2);
    done();
    assert_int_equal(waits("utorus:4", "vc", ring, "2:3,1"), 0);
    assert_true(simulated.arrived[3] != NOC_NEVER && simulated.cast[1].arrived[1] != NOC_NEVER);
    done();
}

/* The answer to random traffic; whether it ended in a deadlock. */
static json_t *traffic(bool *deadlock, const char *line)
{
    struct options o = {.text = {NULL}};
    struct error error = {.text = ""};
    json_t *result = NULL;
    assert_int_equal(options_object(&o, line, "sim", ~0u, &error), STATUS_DONE);
    enum status status = execute_sim(&o, &result, &error);
    if (status != STATUS_DONE && status != STATUS_NO) {
        fail_msg("%s: %s", line, error.text);
    }
    *deadlock = status == STATUS_NO;
    assert_int_equal(*deadlock, json_object_get(result, "deadlock") != NULL);
    options_free(&o);
    return result;
}

static double number(const json_t *result, const char *key)
{
    return json_number_value(json_object_get(result, key));
}

/* What is offered arrives, with all its destinations; beyond what fits all goes on, unless
 * contexts are too few. */
TEST(random_worms)
{
    bool deadlock;
    json_t *a;
    a = traffic(&deadlock, "{\"topology\":\"utorus:4x4\",\"traffic\":\"multicast\",\"fanout\":3,"
                           "\"rate\":0.02,\"length\":13,\"cycles\":60000}");
    assert_false(deadlock);
    assert_string_equal(json_string_value(json_object_get(a, "routing")), "utpr");
    assert_true(json_is_false(json_object_get(a, "saturated")));
    assert_float_equal(number(a, "accepted"), 0.02, 0.0015);
    /* of 20 flits a worm, 16 nodes, three destinations each */
    assert_float_equal(number(a, "delivered"), 60000 * 16 * 0.02 / 20 * 3, 250);
    assert_int_equal((int)number(a, "delivered") % 3, 0);
    json_decref(a);
    a = traffic(&deadlock, "{\"topology\":\"utorus:4x4\",\"traffic\":\"multicast\",\"fanout\":3,"
                           "\"rate\":1,\"length\":13,\"cycles\":6000}");
    assert_false(deadlock);
    assert_true(json_is_true(json_object_get(a, "saturated")));
    assert_true(number(a, "accepted") > 0.01 && number(a, "delivered") > 2000);
    json_decref(a);
    a = traffic(&deadlock, "{\"topology\":\"utorus:4x4\",\"traffic\":\"multicast\",\"fanout\":3,"
                           "\"rate\":1,\"length\":13,\"cycles\":6000,\"consumption\":\"one\"}");
    assert_true(deadlock);
    json_decref(a);
    a = traffic(&deadlock,
                "{\"topology\":\"utorus:4x4\",\"traffic\":\"uniform\",\"routing\":\"utpr\","
                "\"rate\":1,\"length\":13,\"cycles\":6000,\"consumption\":\"one\"}");
    assert_false(deadlock); /* one destination each: nothing is held while it waits for a context */
    json_decref(a);
}
