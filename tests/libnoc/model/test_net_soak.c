/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * More than the network takes: worms of several destinations, with and without lists, or coded
 * paths, and unicasts, all at once. With a consumption context for each VC all are delivered, to
 * each destination once, in the order of visits, and counters say what the ways say; with fewer
 * either that, or a deadlock is told whose worms hold what the ones before want. Never silence.
 * Headers that make no sense change nothing of that.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "test.h"
#include "routing/routings.h"
#include "topology/topologies.h"
#include "worm_draws.h"

enum { NODES = DRAW_NODES, EACH = 24, WAYS = 96, HOPS = 300, WAITS = 64 };

/* A worm, and what is to become of it, reckoned from its way. */
struct soaked {
    struct noc_worm worm;
    uint32_t header[DRAW_HEADERS];
    struct noc_channel path[HOPS];
    struct noc_visit visit[WAYS];
    uint32_t visits;
    int32_t hops; /* -1: some router refuses it */
    bool cut;     /* its tail is one of its header flits: nobody gets anything */
    uint32_t told;
    uint64_t last_told;
    uint32_t ended;
};

static struct {
    struct noc_topology topology;
    struct noc_net_config config;
    struct noc_net *net;
    struct soaked worm[NODES * EACH];
    uint32_t worms;
    bool lists, dirty;
    uint32_t deadlocks, waits;
    struct noc_wait wait[WAITS];
} soak;

static struct {
    uint64_t worms, copies, lists, broken, deadlocks[3], runs[3], longest;
} seen;

/* --- worms ------------------------------------------------------------------------ */

static void draw_worm(uint32_t number)
{
    struct soaked *s = &soak.worm[number];
    const struct draws d = {&soak.topology, soak.config.routing, soak.lists};
    uint32_t source = number % d.t->nodes, n;

    memset(s, 0, sizeof *s);
    n = draw_header(&d, source, s->header);
    if (soak.dirty && draw(4) == 0) {
        n = draw_fault(&d, s->header, n);
    }
    assert_true(n <= DRAW_HEADERS);
    s->worm = (struct noc_worm){.headers = s->header,
                                .header_flits = n,
                                .preamble = 4,
                                .flits = n + 3 + draw(20),
                                .source = source,
                                .cookie = s};
    memset(s->path, 0xff, sizeof s->path);
    s->hops = noc_route_path_many(d.t, d.r, source, s->header, n, s->path, HOPS, s->visit, WAYS,
                                  &s->visits);
    assert_true(s->hops <= HOPS && s->visits <= WAYS);
    assert_true(soak.dirty || s->hops > 0);
    if (soak.dirty && n > 1 && draw(16) == 0) {
        s->worm.flits = 1 + draw(n - 1);
        s->cut = true;
    }
}

/* --- what is told ------------------------------------------------------------------- */

static void on_deliver(void *o, struct noc_worm *w, uint32_t node, uint64_t when)
{
    struct soaked *s = w->cookie;

    (void)o;
    assert_int_equal(s->ended, 0);
    if (s->cut) { /* its tail is a LAST */
        assert_true(w->last);
        s->ended = 1;
        return;
    }
    assert_true(s->told < s->visits);
    assert_int_equal(s->visit[s->told].node, node);
    assert_true(when > s->last_told);
    s->last_told = when;
    s->told++;
    s->ended = w->last;
    seen.copies++;
}

static void on_broken(void *o, struct noc_worm *w, uint32_t node, unsigned port, unsigned vc,
                      uint64_t when)
{
    struct soaked *s = w->cookie;

    (void)o, (void)node, (void)port, (void)vc, (void)when;
    assert_true(s->hops == -1 || s->cut);
    assert_int_equal(s->ended, 0);
    s->ended = 1;
    seen.broken++;
}

static void on_deadlock(void *o, const struct noc_wait *wait, uint32_t n, uint64_t when)
{
    (void)o, (void)when;
    assert_in_range(n, 1, WAITS); /* 1: paths of one worm that cross */
    if (soak.deadlocks++ > 0) {
        return;
    }
    memcpy(soak.wait, wait, n * sizeof *wait);
    soak.waits = n;
}

/* How far on its way the worm has this channel, 1 for its first; 0: it is none of them. If the way
 * has it more than once: the first, or the last. */
static int32_t place_of(const struct soaked *s, const struct noc_channel *c, bool last)
{
    int32_t place = 0;

    for (int32_t i = 0; i < HOPS && s->path[i].node != NOC_ANYWHERE && (last || !place); i++) {
        if (s->path[i].node == c->node && s->path[i].port == c->port && s->path[i].vc == c->vc) {
            place = i + 1;
        }
    }
    return place;
}

/* Who holds what `wants` says, a channel or one of that node's contexts, has come by it: it is on
 * its way, and not beyond where its header stands. */
static void check_holder(const struct noc_wait *holder, const struct noc_channel *wants)
{
    const struct soaked *s = holder->worm->cookie;
    int32_t stands = place_of(s, &holder->holds, true), here;

    assert_true(stands > 0 || holder->holds.node == holder->worm->source);
    if (wants->port != NOC_PORT_LOCAL) {
        here = place_of(s, wants, false);
        if (here == stands + 1) { /* it got it, but there is no place behind, or no context yet */
            assert_int_equal(holder->wants.node, wants->node);
            assert_true(holder->wants.port == NOC_PORT_LOCAL ||
                        (holder->wants.port == wants->port && holder->wants.vc == wants->vc));
        }
        assert_true(here > 0 && here <= stands + 1);
        return;
    }
    for (uint32_t i = 0; i < s->visits; i++) {
        if (s->visit[i].node == wants->node && (int32_t)s->visit[i].hops <= stands) {
            return;
        }
    }
    fail_msg("who is said to hold the context never came to it");
}

static void check_waits(void)
{
    for (uint32_t i = 0; i < soak.waits; i++) {
        const struct noc_wait *wait = &soak.wait[i];
        const struct soaked *s = wait->worm->cookie;

        if (wait->wants.port == NOC_PORT_LOCAL) { /* there its header stands */
            assert_int_equal(wait->wants.node, wait->holds.next);
        } else {
            assert_true(place_of(s, &wait->wants, false) > 0); /* it is on its way */
        }
        assert_int_equal(s->ended, 0);
        check_holder(&soak.wait[(i + 1) % soak.waits], &wait->wants);
    }
}

/* --- a run ---------------------------------------------------------------------------- */

static void check_counters(void)
{
    uint64_t flit_hops = 0, hops = 0;
    uint32_t relayed[NODES] = {0}, ejected[NODES] = {0};
    struct noc_net_total total;

    for (uint32_t k = 0; k < soak.worms; k++) {
        const struct soaked *s = &soak.worm[k];
        uint32_t first = 0; /* of the worm's flits, the first that is still there */

        hops += (uint32_t)s->hops;
        for (int32_t i = 0; i < s->hops; i++) {
            uint32_t kept = flits_kept(s->header, s->worm.header_flits, first, s->path[i].node);

            first += kept;
            ejected[s->path[i].node] += kept > 1 ? kept - 1 : 0; /* COUNT and its list */
            flit_hops += s->worm.flits - first;
            relayed[s->path[i].node] += i > 0;
            seen.lists += kept > 1;
        }
        for (uint32_t i = 0; i < s->visits; i++) {
            ejected[s->visit[i].node] += s->worm.flits - s->worm.header_flits + 1;
        }
        first = flits_kept(s->header, s->worm.header_flits, first, s->visit[s->visits - 1].node);
        ejected[s->visit[s->visits - 1].node] += first > 1 ? first - 1 : 0;
        seen.lists += first > 1;
    }
    for (uint32_t n = 0; n < soak.topology.nodes; n++) {
        struct noc_node_count count;

        noc_net_node_count(soak.net, n, &count);
        assert_int_equal(count.relayed, relayed[n]);
        assert_int_equal(count.ejected, ejected[n]);
    }
    noc_net_total(soak.net, &total);
    assert_int_equal(total.link_visits, hops);
    assert_int_equal(total.flit_hops, flit_hops);
    assert_true(total.blocked_cycles > 0 || soak.worms < soak.topology.nodes * EACH);
}

static void check_end(void)
{
    uint32_t mode = soak.config.consumption, missing = 0;

    for (uint32_t i = 0; i < soak.worms; i++) {
        const struct soaked *s = &soak.worm[i];

        missing += !s->ended || s->told != (s->cut ? 0 : s->visits);
    }
    seen.runs[mode]++;
    seen.deadlocks[mode] += soak.deadlocks > 0;
    if (soak.deadlocks) {
        assert_true(missing > 0);
        check_waits();
        return;
    }
    assert_int_equal(missing, 0);
    if (!soak.dirty) {
        check_counters();
    }
}

static void run(const char *name, const char *routing, uint32_t k)
{
    static const char *const preset[] = {"board", "paper", "s1"};
    const struct noc_net_ops ops = {
        .deliver = on_deliver, .broken = on_broken, .deadlock = on_deadlock};
    struct noc_net_config *c = &soak.config;
    uint64_t end = 0;

    *c = (struct noc_net_config){.topology = &soak.topology,
                                 .ports = draw(4),
                                 .lanes = (uint16_t)(1 + draw(2)),
                                 .consumption = (enum noc_consumption)(k / 3 % 3)};
    assert_true(noc_topology_parse(&soak.topology, name, NULL));
    assert_true(noc_routing_choose(&c->routing, routing, &soak.topology, NULL));
    assert_true(noc_net_preset(c, preset[k % 3]));
    assert_true(soak.topology.nodes <= NODES);
    soak.deadlocks = soak.waits = 0;
    soak.worms = soak.topology.nodes * (c->consumption == NOC_CONSUME_VC ? EACH : 1 + draw(EACH));
    soak.net = noc_net_new(c, &ops);
    assert_non_null(soak.net);
    for (uint32_t i = 0; i < soak.worms; i++) {
        draw_worm(i);
        noc_net_send(soak.net, &soak.worm[i].worm, draw(300));
    }
    while (noc_net_next(soak.net) != NOC_NEVER) {
        end = noc_net_next(soak.net) + 1;
        assert_true(end < 1000000); /* it ends */
        noc_net_run(soak.net, end);
    }
    seen.longest = end > seen.longest ? end : seen.longest;
    seen.worms += soak.worms;
    check_end();
    noc_net_free(soak.net);
}

/*
 * A coded path that comes to the link 9 > 10 of a 4x4 mesh again, six links later. `paper`: one
 * flit in each buffer. If six flits are left then, one for each router, the tail has just given up
 * the link's channel: the header has it, and the tail in its way. With one more flit the header
 * waits for the channel, with one less it goes on.
 */
TEST(a_worm_in_its_own_way)
{
    enum { MORE = NOC_CODED_MORE, PASS = NOC_CODED_PASS, BOTH = NOC_CODED_BOTH };
    static const uint32_t path[][2] = {
        {11, MORE + PASS}, {14, MORE + BOTH}, {9, MORE + BOTH}, {10, MORE + PASS}, {7, PASS}};

    for (uint32_t flits = 8; flits <= 10; flits++) {
        struct world_log log;
        struct noc_net_ops ops = world_ops(&log);
        struct noc_net_config c = {.topology = &soak.topology, .ports = 1, .lanes = 1};
        uint32_t header[5];
        struct noc_worm w = {
            .headers = header, .header_flits = 5, .flits = flits, .preamble = 4, .source = 12};
        struct noc_net *net;

        for (uint32_t i = 0; i < 5; i++) {
            header[i] = noc_header(NOC_HEADER_CODED, path[i][0], path[i][1]);
        }
        assert_true(noc_topology_parse(&soak.topology, "mesh:4x4", NULL));
        assert_true(noc_routing_choose(&c.routing, "coded-path", &soak.topology, NULL));
        assert_true(noc_net_preset(&c, "paper"));
        net = noc_net_new(&c, &ops);
        noc_net_send(net, &w, 0);
        noc_net_run(net, 1000);
        assert_int_equal(noc_net_next(net), NOC_NEVER);
        assert_int_equal(log.deadlocks, flits > 8);
        if (flits > 8) {
            assert_int_equal(log.waits, 1);
            assert_ptr_equal(log.wait[0].worm, &w);
            assert_int_equal(log.wait[0].wants.node, 9);
            assert_int_equal(log.wait[0].wants.next, 10);
        }
        noc_net_free(net);
    }
}

/* vc, link: whether worms can wait in a cycle with a context for each VC, or each link. */
static void soaks(const char *const *name, const char *routing, bool lists, bool vc, bool link)
{
    memset(&seen, 0, sizeof seen);
    soak.lists = lists;
    for (uint32_t i = 0; name[i]; i++) {
        TEST_CASES(k, 18)
        {
            soak.dirty = k % 2;
            seed = world_mix(1000 * i + k + 77 * lists);
            run(name[i], routing, k);
        }
    }
    print_message("%s: %llu worms, %llu copies, %llu lists, %llu broken; deadlocked with vc %llu, "
                  "link %llu, one %llu of %llu; the longest %llu cycles\n",
                  routing, (unsigned long long)seen.worms, (unsigned long long)seen.copies,
                  (unsigned long long)seen.lists, (unsigned long long)seen.broken,
                  (unsigned long long)seen.deadlocks[0], (unsigned long long)seen.deadlocks[1],
                  (unsigned long long)seen.deadlocks[2], (unsigned long long)seen.runs[0],
                  (unsigned long long)seen.longest);
    assert_true(vc || seen.deadlocks[NOC_CONSUME_VC] == 0);
    assert_true(link || seen.deadlocks[NOC_CONSUME_LINK] == 0);
    if (!test_whole()) {
        return;
    }
    assert_int_equal(seen.deadlocks[NOC_CONSUME_VC] > 0, vc);
    assert_int_equal(seen.deadlocks[NOC_CONSUME_LINK] > 0, link);
    assert_true(seen.deadlocks[NOC_CONSUME_ONE] > 0);
    assert_true(seen.broken > 0 && (!lists || seen.lists > 0));
}

static const char *const tori[] = {"utorus:6", "utorus:4x4", "utorus:3x3x3", "utorus:8x4", NULL};
static const char *const paths[] = {"mesh:4x4", "mesh:6x6",   "torus:4x4", "torus:5x6",
                                    "cube:5",   "mesh:3x3x3", NULL};
static const char *const meshes[] = {"mesh:4x4", "mesh:6x6", NULL};

TEST(h_cycles)
{
    soaks(tori, "utpr", false, false, true);
}

TEST(compound)
{
    soaks(tori, "utpr", true, false, true);
}

/* All worms of a link climb, or all descend: whom one waits for at its context is ahead of it. */
TEST(along_a_path)
{
    soaks(paths, "hamiltonian", true, false, false);
}

TEST(coded_paths)
{
    soaks(meshes, "coded-path-vc", false, false, true);
}

/* Without the second channel contexts do not help (libnoc/README.md): it is told. */
TEST(coded_paths_on_one_channel)
{
    soaks(meshes, "coded-path", false, true, true);
}
