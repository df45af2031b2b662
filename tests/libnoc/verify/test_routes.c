/* SPDX-License-Identifier: BSD-2-Clause */
/* Proofs of routings: sound ones, and ones broken in every way, against a plain search. */
#include "test.h"
#include "packet.h"
#include "routing/routings.h"
#include "routing_checks.h"
#include "verify/verify.h"

/* --- a plain reference ----------------------------------------------------------------- */

/* Shortest cycle of the dependency graph by a search from every channel; 0: none. */
static unsigned shortest_cycle(const struct noc_topology *t, const struct noc_routing *r,
                               const struct usage *u)
{
    unsigned per_node = t->ports * r->vcs, best = 0;
    unsigned *distance = malloc(u->channels * sizeof *distance);
    unsigned *queue = malloc(u->channels * sizeof *queue);

    for (unsigned start = 0; start < u->channels; start++) {
        unsigned head = 0, tail = 0;

        memset(distance, 0, u->channels * sizeof *distance);
        queue[tail++] = start;
        while (head < tail && distance[start] == 0) {
            unsigned c = queue[head++];

            for (unsigned b = 0; b < per_node; b++) {
                unsigned next = u->next[c] * per_node + b;

                if ((u->turns[c] >> b & 1) && distance[next] == 0) {
                    distance[next] = distance[c] + 1;
                    queue[tail++] = next;
                }
            }
        }
        if (distance[start] && (best == 0 || distance[start] < best)) {
            best = distance[start];
        }
    }
    free(distance);
    free(queue);
    return best;
}

/* Channels of a route that need not arrive; how many, at most max. */
static unsigned trace(const struct noc_topology *t, const struct noc_routing *r, unsigned from,
                      unsigned to, struct noc_channel *path, unsigned max, bool *arrives)
{
    unsigned node = from, in_port = NOC_PORT_LOCAL, in_vc = 0, n = 0;
    uint32_t header = noc_header(NOC_HEADER_LAST, to, 0);

    *arrives = false;
    while (n < max) {
        struct noc_hop hop;
        struct noc_link link;

        if (r->route(t, node, in_port, in_vc, &header, &hop) != NOC_ROUTED) {
            return n;
        }
        if (hop.port == NOC_PORT_LOCAL) {
            *arrives = node == to;
            return n;
        }
        if (hop.port >= t->ports || hop.vc >= r->vcs ||
            !noc_topology_link(t, node, hop.port, &link)) {
            return n;
        }
        path[n++] = (struct noc_channel){
            .node = (uint16_t)node, .next = link.node, .port = hop.port, .vc = hop.vc};
        node = link.node;
        in_port = link.port;
        in_vc = hop.vc;
    }
    return n;
}

/* Everything a proof says, found the slow way. */
static void check_against_reference(const struct noc_topology *t, const struct noc_routing *r)
{
    static struct noc_channel path[HOPS_MAX];
    struct noc_routing_proof proof;
    struct usage u = {.channels = t->nodes * t->ports * r->vcs};
    unsigned unreached = 0, longer = 0, channels = 0, dependencies = 0;
    unsigned *distance = malloc(t->nodes * t->nodes * sizeof *distance);
    struct noc_pair first_unreached = {0, 0}, first_longer = {0, 0};

    u.used = calloc(u.channels, sizeof *u.used);
    u.turns = calloc(u.channels, sizeof *u.turns);
    u.next = calloc(u.channels, sizeof *u.next);
    for (unsigned from = 0; from < t->nodes; from++) {
        distances(t, from, distance);
        for (unsigned to = 0; to < t->nodes; to++) {
            bool arrives;
            unsigned n = to == from ? 0 : trace(t, r, from, to, path, u.channels + 1, &arrives);

            if (to == from) {
                continue;
            }
            for (unsigned i = 0; i < n; i++) {
                unsigned c = noc_channel_index(t, r, path[i].node, path[i].port, path[i].vc);

                channels += !u.used[c];
                u.used[c] = true;
                u.next[c] = path[i].next;
                if (i + 1 < n) {
                    uint64_t bit = UINT64_C(1) << (path[i + 1].port * r->vcs + path[i + 1].vc);

                    dependencies += !(u.turns[c] & bit);
                    u.turns[c] |= bit;
                }
            }
            u.hops += arrives ? n : 0;
            if (!arrives && unreached++ == 0) {
                first_unreached = (struct noc_pair){(uint16_t)from, (uint16_t)to};
            }
            if (arrives && n > distance[to] && longer++ == 0) {
                first_longer = (struct noc_pair){(uint16_t)from, (uint16_t)to};
            }
        }
    }
    assert_true(noc_verify_routing(t, r, NULL, &proof));
    assert_int_equal(proof.pairs, t->nodes * (t->nodes - 1));
    assert_int_equal(proof.unreached, unreached);
    assert_int_equal(proof.longer, longer);
    assert_memory_equal(&proof.first_unreached, &first_unreached, sizeof first_unreached);
    assert_memory_equal(&proof.first_longer, &first_longer, sizeof first_longer);
    assert_int_equal(proof.total_hops, u.hops);
    assert_int_equal(proof.channels, channels);
    assert_int_equal(proof.dependencies, dependencies);
    assert_int_equal(proof.cycle_length, shortest_cycle(t, r, &u));
    assert_int_equal(proof.cycle != NULL, has_cycle(t, r, &u));
    for (unsigned i = 0; i < proof.cycle_length; i++) { /* it is one, lowest first */
        const struct noc_channel *c = &proof.cycle[i];
        const struct noc_channel *next = &proof.cycle[(i + 1) % proof.cycle_length];

        assert_int_equal(c->next, next->node);
        assert_true(u.turns[noc_channel_index(t, r, c->node, c->port, c->vc)] >>
                        (next->port * r->vcs + next->vc) &
                    1);
        assert_true(i == 0 || noc_channel_index(t, r, proof.cycle[0].node, proof.cycle[0].port,
                                                proof.cycle[0].vc) <
                                  noc_channel_index(t, r, c->node, c->port, c->vc));
    }
    noc_routing_proof_free(&proof);
    assert_null(proof.cycle);
    free(distance);
    usage_free(&u);
}

static struct noc_routing_proof prove(const char *text, const struct noc_routing *r)
{
    struct noc_topology t = topology(text);
    struct noc_routing_proof proof;

    assert_true(noc_verify_routing(&t, r, NULL, &proof));
    return proof;
}

/* --- the routings there are ------------------------------------------------------------- */

/* --- routings broken on purpose ---------------------------------------------------------- */

static bool fits_all(const struct noc_topology *t, struct noc_fault *fault)
{
    (void)t;
    (void)fault;
    return true;
}

static bool uses_all(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc)
{
    struct noc_link link;

    return vc < 2 && noc_topology_link(t, node, port, &link);
}

typedef enum noc_routed route_fn(const struct noc_topology *, uint32_t, unsigned, unsigned,
                                 uint32_t *, struct noc_hop *);

static struct noc_routing made(route_fn *route)
{
    return (struct noc_routing){.name = "made",
                                .summary = "",
                                .vcs = 2,
                                .fits = fits_all,
                                .route = route,
                                .uses = uses_all};
}

static const struct noc_routing *xy(void)
{
    return noc_routing_find("xy");
}

/* Up along dimension 0, for ever. */
static enum noc_routed for_ever(const struct noc_topology *t, uint32_t node, unsigned in_port,
                                unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    (void)t, (void)node, (void)in_port, (void)in_vc, (void)header;
    *out = (struct noc_hop){0, 0};
    return NOC_ROUTED;
}

TEST(a_worm_that_goes_for_ever_does_not_arrive)
{
    struct noc_routing r = made(for_ever);
    struct noc_routing_proof proof = prove("torus:5", &r);

    assert_int_equal(proof.unreached, 20);
    assert_int_equal(proof.first_unreached.from, 0);
    assert_int_equal(proof.first_unreached.to, 1);
    assert_int_equal(proof.total_hops, 0);
    assert_int_equal(proof.cycle_length, 5);
    noc_routing_proof_free(&proof);
    proof = prove("mesh:5", &r); /* and here it leaves the edge */
    assert_int_equal(proof.unreached, 20);
    assert_null(proof.cycle);
    assert_int_equal(proof.channels, 4);
}

/* Back and forth between two nodes: the shortest of cycles. */
static enum noc_routed back_and_forth(const struct noc_topology *t, uint32_t node, unsigned in_port,
                                      unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    (void)t, (void)node, (void)in_vc, (void)header;
    *out = (struct noc_hop){(uint8_t)(in_port == NOC_PORT_LOCAL ? 0 : in_port), 1};
    return NOC_ROUTED;
}

TEST(a_worm_that_turns_back_waits_for_itself)
{
    struct noc_routing r = made(back_and_forth);
    struct noc_routing_proof proof = prove("torus:8", &r);

    assert_int_equal(proof.unreached, 56);
    assert_int_equal(proof.cycle_length, 2);
    assert_int_equal(proof.cycle[0].node, 0);
    assert_int_equal(proof.cycle[0].port, 0);
    assert_int_equal(proof.cycle[0].vc, 1);
    assert_int_equal(proof.cycle[1].node, 1);
    noc_routing_proof_free(&proof);
}

/* xy, but for worms from (or past) node 1 to node 3, to which this happens. */
static enum { NO_SUCH_PORT, NO_SUCH_VC, STAYS, REFUSED, STRIPPED, NOWHERE } mischief;

static enum noc_routed almost_xy(const struct noc_topology *t, uint32_t node, unsigned in_port,
                                 unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    enum noc_routed routed = xy()->route(t, node, in_port, in_vc, header, out);

    if (node != 1 || noc_header_node(*header) != 3) {
        return routed;
    }
    switch (mischief) {
    case NO_SUCH_PORT:
        out->port = 200;
        break;
    case NO_SUCH_VC:
        out->vc = 2;
        break;
    case STAYS:
        out->port = NOC_PORT_LOCAL;
        break;
    case REFUSED:
        return NOC_ROUTE_BROKEN;
    case STRIPPED:
        return NOC_ROUTED_STRIP;
    case NOWHERE:
        return (enum noc_routed)17;
    }
    return routed;
}

TEST(one_bad_turn_is_found)
{
    struct noc_routing r = made(almost_xy);

    for (mischief = NO_SUCH_PORT; mischief <= NOWHERE; mischief++) {
        struct noc_routing_proof proof = prove("mesh:4", &r);

        assert_int_equal(proof.unreached, 2); /* 0 -> 3 comes by */
        assert_int_equal(proof.first_unreached.from, 0);
        assert_int_equal(proof.first_unreached.to, 3);
        assert_int_equal(proof.total_hops, 20 - 3 - 2);
        assert_int_equal(proof.longer, 0);
        assert_null(proof.cycle);
    }
}

/* Shortest but between neighbours 0 and 1 of a ring of 6: the long way around. */
static enum noc_routed detour(const struct noc_topology *t, uint32_t node, unsigned in_port,
                              unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    enum noc_routed routed = noc_routing_find("btr")->route(t, node, in_port, in_vc, header, out);

    if (noc_header_node(*header) == 1 && (node == 0 || (in_port == 0 && node != 1))) {
        *out = (struct noc_hop){1, 1};
    }
    return routed;
}

TEST(a_detour_is_not_minimal)
{
    struct noc_routing r = made(detour);
    struct noc_routing_proof proof = prove("torus:6", &r);
    struct noc_topology t = topology("torus:6");

    assert_int_equal(proof.unreached, 0);
    assert_int_equal(proof.longer, 2); /* from 0, and from 5 by 0 */
    assert_int_equal(proof.first_longer.from, 0);
    assert_int_equal(proof.first_longer.to, 1);
    check_against_reference(&t, &r);
    noc_routing_proof_free(&proof);
}

/* xy that counts hops in the header, and gives up its count at the end. */
static enum noc_routed counting(const struct noc_topology *t, uint32_t node, unsigned in_port,
                                unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    uint32_t bare = noc_header(NOC_HEADER_LAST, noc_header_node(*header), 0);
    enum noc_routed routed = xy()->route(t, node, in_port, in_vc, &bare, out);

    *header = noc_header(NOC_HEADER_LAST, noc_header_node(*header), noc_header_field(*header) + 1);
    return routed;
}

/* Three times the way there and back, counted in the header, then onwards. */
static enum noc_routed hesitating(const struct noc_topology *t, uint32_t node, unsigned in_port,
                                  unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    uint32_t count = noc_header_field(*header);

    if (count < 6) {
        *out = (struct noc_hop){(uint8_t)(in_port == NOC_PORT_LOCAL ? 0 : in_port), 0};
        *header = noc_header(NOC_HEADER_LAST, noc_header_node(*header), count + 1);
        return NOC_ROUTED;
    }
    uint32_t bare = noc_header(NOC_HEADER_LAST, noc_header_node(*header), 0);

    return noc_routing_find("btr")->route(t, node, in_port, in_vc, &bare, out);
}

static enum noc_routed counting_for_ever(const struct noc_topology *t, uint32_t node,
                                         unsigned in_port, unsigned in_vc, uint32_t *header,
                                         struct noc_hop *out)
{
    for_ever(t, node, in_port, in_vc, header, out);
    *header += 1u << NOC_HEADER_FIELD_SHIFT;
    return NOC_ROUTED;
}

TEST(headers_may_change_on_the_way)
{
    struct noc_routing r = made(counting);
    struct noc_routing_proof proof = prove("mesh:4x5", &r), plain = prove("mesh:4x5", xy());

    assert_int_equal(proof.total_hops, plain.total_hops);
    assert_int_equal(proof.dependencies, plain.dependencies);
    assert_int_equal(proof.unreached + proof.longer, 0);
    assert_null(proof.cycle);
    r = made(hesitating);
    proof = prove("torus:6", &r);
    assert_int_equal(proof.unreached, 0);
    assert_int_equal(proof.longer, 30);
    assert_int_equal(proof.total_hops, 6 * 9 + 30 * 6);
    assert_int_equal(proof.cycle_length, 2);
    noc_routing_proof_free(&proof);
    r = made(counting_for_ever);
    proof = prove("torus:40", &r);
    assert_int_equal(proof.unreached, 40 * 39);
    assert_int_equal(proof.cycle_length, 40);
    noc_routing_proof_free(&proof);
}

TEST(channels_must_be_declared)
{
    struct noc_routing r = *noc_routing_find("btr");
    struct noc_routing_proof proof;

    r.uses = xy()->uses;
    proof = prove("torus:4x4", &r);
    assert_true(proof.undeclared > 0);
    assert_int_equal(proof.first_undeclared.vc, 1);
}

/* --- labels ------------------------------------------------------------------------------ */

static unsigned spoilt_node = UINT32_MAX;

/* On a line: upwards by node, downwards by its complement. */
static bool line_label(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc,
                       struct noc_label *label)
{
    (void)vc;
    *label = (struct noc_label){{1, (uint16_t)(port ? t->nodes - node : node)}};
    if (node == spoilt_node && port == 0) {
        label->part[0] = 0;
    }
    return true;
}

static bool half_label(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc,
                       struct noc_label *label)
{
    return port == 0 && line_label(t, node, port, vc, label);
}

TEST(labels_must_rise)
{
    struct noc_routing r = *xy();
    struct noc_routing_proof proof = prove("mesh:6", &r);

    assert_false(proof.has_labels);
    r.label = line_label;
    proof = prove("mesh:6", &r);
    assert_true(proof.has_labels);
    assert_int_equal(proof.unlabelled, 0);
    spoilt_node = 2; /* routes from 0 and 1 to beyond 2 */
    proof = prove("mesh:6", &r);
    assert_int_equal(proof.unlabelled, 2 * 3);
    assert_int_equal(proof.first_unlabelled.from, 0);
    assert_int_equal(proof.first_unlabelled.to, 3);
    spoilt_node = UINT32_MAX;
    r.label = half_label; /* none of the downward ones */
    proof = prove("mesh:6", &r);
    assert_int_equal(proof.unlabelled, 15);
    assert_int_equal(proof.first_unlabelled.from, 1);
}

/* --- source routing -------------------------------------------------------------------------- */

static enum { RIGHT, NONE_TO_3, TOO_MANY, WRONG_END, WRONG_NODE, PAST_THE_EDGE } signs;

/* Turn headers on a line. */
static uint32_t line_source(const struct noc_topology *t, uint32_t from, uint32_t to,
                            uint32_t *header)
{
    (void)t;
    if (signs == NONE_TO_3 && to == 3) {
        return 0;
    }
    if (signs == WRONG_NODE && to == 3) {
        to = from == 2 ? 4 : 2; /* all is well, but for where it leads */
    }
    header[0] = noc_header(NOC_HEADER_TURN, to > from ? to - from : from - to, to > from ? 0 : 1);
    header[1] = noc_header(NOC_HEADER_LAST, to, 0);
    if (signs == WRONG_END && to == 3) {
        header[1] = noc_header(NOC_HEADER_LAST, 2, 0);
    }
    if (signs == PAST_THE_EDGE && to == 3 && from == 1) {
        header[0] = noc_header(NOC_HEADER_TURN, 200, 0);
    }
    return signs == TOO_MANY && to == 3 ? 40 : 2;
}

static enum noc_routed line_route(const struct noc_topology *t, uint32_t node, unsigned in_port,
                                  unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    struct noc_link link;
    uint32_t run = noc_header_node(*header), port = noc_header_field(*header);

    (void)in_port;
    (void)in_vc;
    *out = (struct noc_hop){NOC_PORT_LOCAL, 0};
    if (noc_header_kind(*header) == NOC_HEADER_LAST) {
        return run == node ? NOC_ROUTED : NOC_ROUTE_BROKEN;
    }
    if (!noc_topology_link(t, node, port, &link)) {
        return NOC_ROUTE_BROKEN;
    }
    out->port = (uint8_t)port;
    *header = noc_header(NOC_HEADER_TURN, run - 1, port);
    return run == 1 ? NOC_ROUTED_STRIP : NOC_ROUTED;
}

TEST(turns_are_followed)
{
    struct noc_routing r = made(line_route);
    struct noc_routing_proof plain = prove("mesh:5", xy());

    r.source = line_source;
    r.label = line_label;
    for (signs = RIGHT; signs <= PAST_THE_EDGE; signs++) {
        struct noc_routing_proof proof = prove("mesh:5", &r);

        assert_int_equal(proof.longer, 0);
        assert_int_equal(proof.unlabelled, 0);
        assert_null(proof.cycle);
        if (signs == RIGHT) {
            assert_int_equal(proof.unreached, 0);
            assert_int_equal(proof.total_hops, plain.total_hops);
            assert_int_equal(proof.dependencies, plain.dependencies);
            assert_int_equal(proof.channels, plain.channels);
        } else {
            assert_int_equal(proof.unreached, signs == PAST_THE_EDGE ? 1 : 4);
            assert_int_equal(proof.first_unreached.from, signs == PAST_THE_EDGE);
            assert_int_equal(proof.first_unreached.to, 3);
        }
    }
    signs = RIGHT;
    spoilt_node = 2;
    plain = prove("mesh:5", &r);
    spoilt_node = UINT32_MAX;
    assert_int_equal(plain.unlabelled, 2 * 2);
    assert_int_equal(plain.first_unlabelled.from, 0);
    assert_int_equal(plain.first_unlabelled.to, 3);
}

/* --- random tables against the reference ----------------------------------------------------- */

enum { RANDOM_NODES = 16 };
static uint8_t table[RANDOM_NODES][5][2]
                    [RANDOM_NODES]; /* [node][in port][in vc][to]: port * 2 + vc */

static enum noc_routed by_table(const struct noc_topology *t, uint32_t node, unsigned in_port,
                                unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    unsigned in = in_port == NOC_PORT_LOCAL ? 4 : in_port;
    unsigned at = table[node][in][in_vc][noc_header_node(*header)];

    (void)t;
    *out = (struct noc_hop){(uint8_t)(at / 2 == 5 ? NOC_PORT_LOCAL : at / 2), at % 2};
    return at == 12 ? NOC_ROUTE_BROKEN : NOC_ROUTED;
}

TEST(random_tables)
{
    static const char *const text[] = {"torus:4x4", "mesh:4x4", "mesh:3x5", "cube:4", "torus:7"};
    struct noc_routing r = made(by_table);
    uint32_t random = 20261121;
    unsigned cyclic = 0, clean = 0;

    for (unsigned round = 0; round < 600; round++) {
        struct noc_topology t = topology(text[round % 5]);
        const struct noc_routing *base = noc_routing_find(t.kind->routing);

        for (unsigned i = 0; i < sizeof table / RANDOM_NODES; i++) {
            unsigned node = i / 10, in = i / 2 % 5;

            for (unsigned to = 0; to < t.nodes && node < t.nodes; to++) {
                uint32_t header = noc_header(NOC_HEADER_LAST, to, 0);
                struct noc_hop hop;

                random ^= random << 13, random ^= random >> 17, random ^= random << 5;
                base->route(&t, node, in == 4 ? NOC_PORT_LOCAL : in, 0, &header, &hop);
                table[node][in][i % 2][to] =
                    (uint8_t)(hop.port == NOC_PORT_LOCAL ? 10 : hop.port * 2 + random / 64 % 2);
                if (random % 64 <= round % 8) { /* from one in 64 to one in 8 entries */
                    table[node][in][i % 2][to] = (uint8_t)(random / 4096 % 13);
                }
            }
        }
        check_against_reference(&t, &r);

        struct noc_routing_proof proof = prove(text[round % 5], &r);

        cyclic += proof.cycle_length > 2;
        clean += !proof.cycle;
        noc_routing_proof_free(&proof);
    }
    assert_true(cyclic > 30);
    assert_true(clean > 30);
}

/* --- giving up -------------------------------------------------------------------------------- */

static uint64_t told;

static bool tell(void *opaque, uint64_t done, uint64_t total)
{
    assert_ptr_equal(opaque, &told);
    assert_true(done <= total);
    return ++told < 7;
}

TEST(watchers_may_give_up)
{
    struct noc_topology t = topology("torus:4x4");
    struct noc_watch watch = {tell, &told};
    struct noc_routing_proof proof, empty = {0};

    assert_false(noc_verify_routing(&t, noc_routing_find("dor"), &watch, &proof));
    assert_int_equal(told, 7);
    assert_memory_equal(&proof, &empty, sizeof proof);
}
