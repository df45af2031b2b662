/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Worms along the Hamiltonian path: crowds of them and of unicasts at saturation, and what few
 * consumption contexts can do.
 */
#include <stdint.h>

#include "test.h"
#include "routing/hpath.h"
#include "net_crowd.h"

static struct world_log events;
static struct noc_topology topology;

static struct noc_net_config config_of(const char *name, const char *preset,
                                       enum noc_consumption consumption)
{
    return world_named(&topology, name, "hamiltonian", preset, consumption);
}

/* --- all at once --- */

static struct crowd crowd;

/* A dual-path multicast to a random set, a small one mostly. */
static void one_multicast(const struct noc_net_config *c, uint32_t source)
{
    const struct draws draws = {.t = &topology};
    uint16_t chain[DRAW_NODES] = {(uint16_t)source}, down[DRAW_NODES];
    uint32_t m = draw_nodes(&draws, source, chain + 1), at = noc_hpath_order(&topology, chain, m);

    for (uint32_t i = 0; i < at; i++)
        down[i] = chain[at - 1 - i];
    if (at > 0)
        crowd_add_list(&crowd, c, source, down, at);
    if (at < m)
        crowd_add_list(&crowd, c, source, chain + at + 1, m - at);
}

static void a_crowd(const char *name, uint32_t k)
{
    struct noc_net_config c =
        config_of(name, world_presets[k % 3], k % 2 ? NOC_CONSUME_LINK : NOC_CONSUME_VC);

    crowd_run(&crowd, &c, k, one_multicast, &events);
}

/* A context for each link is enough, also for several lanes. */
TEST(saturated)
{
    static const char *const names[] = {"mesh:9",    "mesh:4x4",    "torus:4x4",   "torus:5x5",
                                        "cube:4",    "mesh:3x3x3",  "torus:3x3x3", "mesh:6x6",
                                        "torus:6x6", "torus:4x4x2", "torus:7"};

    for (uint32_t k = 0; k < 18; k++) {
        seed = 77 * k;
        a_crowd(names[k % 11], k);
        a_crowd(names[(k + 5) % 11], k);
    }
}

/* --- circular waits --- */

/* A set of one side of the source's, by labels: which, as bits. */
struct choice {
    uint32_t source, set;
};

static uint32_t choose_worms(struct choice *choice)
{
    uint32_t n = 0;

    for (uint32_t source = 0; source < topology.nodes; source++)
        for (uint32_t set = 1; set < 1u << topology.nodes; set++) {
            uint32_t label = noc_hpath_label(&topology, source);

            if (set >> label == 0 || (set & ((2u << label) - 1)) == 0)
                choice[n++] = (struct choice){source, set};
        }
    return n;
}

static struct noc_worm choice_worm(uint32_t number, const struct noc_net_config *c,
                                   const struct choice *choice, uint32_t body, uint32_t *header)
{
    uint32_t first = noc_hpath_label(&topology, choice->source), m = 0, n;
    uint16_t dest[16];

    for (uint32_t step = 1; step < topology.nodes; step++) {
        uint32_t label = choice->set >> first ? first + step : first - step;

        if (label < topology.nodes && choice->set >> label & 1)
            dest[m++] = (uint16_t)noc_hpath_node(&topology, label);
    }
    n = noc_route_headers_many(&topology, c->routing, NOC_ANYWHERE, dest, m, header);
    return world_list(number, choice->source, header, n, body);
}

/* Whether these worms, all of them given at once, or each `late` cycles behind the one before, come
 * to a deadlock; if not, all have come to their ends. */
static bool deadlock(const struct noc_net_config *c, const struct choice *const *choice, uint32_t n,
                     uint32_t late)
{
    struct noc_net_ops ops = world_ops(&events);
    struct noc_net *net = noc_net_new(c, &ops);
    struct noc_worm worm[4];
    uint32_t header[4][17], ends = 0;

    for (uint32_t i = 0; i < n; i++) {
        worm[i] = choice_worm(i + 1, c, choice[i], 20, header[i]);
        noc_net_send(net, &worm[i], i * late);
    }
    noc_net_run(net, 2000);
    assert_int_equal(noc_net_next(net), NOC_NEVER);
    for (uint32_t i = 0; i < n; i++)
        ends += world_when(&events, 'd', i + 1) != NOC_NEVER;
    assert_int_equal(events.deadlocks > 0, ends < n);
    noc_net_free(net);
    return events.deadlocks > 0;
}

/* Of all pairs of worms, how many deadlock, started up to three cycles apart. *first: one with the
 * fewest destinations. */
static uint32_t pairs_that_deadlock(const char *name, enum noc_consumption consumption,
                                    struct choice first[2])
{
    static struct choice choice[1 << 12];
    struct noc_net_config c = config_of(name, "board", consumption);
    uint32_t n = choose_worms(choice), found = 0, least = 99;

    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++) {
            const struct choice *pair[2] = {&choice[i], &choice[j]};
            uint32_t dests =
                (uint32_t)(__builtin_popcount(pair[0]->set) + __builtin_popcount(pair[1]->set));
            bool any = false;

            for (uint32_t late = 0; late < 4 && !any; late++)
                any = deadlock(&c, pair, 2, late);
            found += any;
            if (any && dests < least) {
                least = dests;
                first[0] = choice[i];
                first[1] = choice[j];
            }
        }
    return found;
}

/* One context for each node: a worm that climbs holds it at a node, one that descends at the next,
 * and each waits for the other's. Two worms, four nodes, two destinations each. */
TEST(one_context)
{
    static const char *const none[] = {"mesh:2", "mesh:3", "torus:3"};
    static const struct {
        const char *name;
        uint32_t pairs, last; /* the second worm's source; the first one's is 0 */
    } some[] = {{"mesh:4", 8, 3},    {"torus:4", 8, 3}, {"mesh:2x2", 8, 2},
                {"torus:2x2", 8, 2}, {"cube:2", 8, 2},  {"mesh:2x3", 864, 4}};
    struct choice first[2];

    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(pairs_that_deadlock(none[i], NOC_CONSUME_ONE, first), 0);
    for (uint32_t i = 0; i < 6; i++) {
        assert_int_equal(pairs_that_deadlock(some[i].name, NOC_CONSUME_ONE, first), some[i].pairs);
        assert_int_equal(first[0].source, 0);
        assert_int_equal(first[1].source, some[i].last);
        assert_int_equal(first[0].set, 6); /* both over labels 1 and 2, up and down */
        assert_int_equal(first[1].set, 6);
        assert_int_equal(pairs_that_deadlock(some[i].name, NOC_CONSUME_LINK, first), 0);
        assert_int_equal(pairs_that_deadlock(some[i].name, NOC_CONSUME_VC, first), 0);
    }
}
