/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "routing/routings.h"
#include "routing_checks.h"

enum { SHAPES = 5 };
static const char *const shapes[SHAPES] = {"torus:4x4", "utorus:4x4", "mesh:4x4", "cube:4",
                                           "ccc:3"};
static const char *const fitting[SHAPES] = {"btr", "utr", "xy", "ecube", "ccc"};

TEST(the_table_is_sound)
{
    struct noc_topology t = topology("torus:4x4");
    const struct noc_routing *r;
    struct noc_fault fault = {0};

    assert_false(noc_routing_choose(&r, "nonsense", &t, &fault));
    for (const struct noc_routing *const *i = noc_routings; *i; i++) {
        assert_ptr_equal(noc_routing_find((*i)->name), *i);
        assert_non_null((*i)->summary);
        assert_in_range((*i)->vcs, 1, 8);
        /* The list in the refusal knows it. */
        assert_non_null(strstr(fault.because, (*i)->name));
    }
    assert_null(noc_routing_find("bt"));
    assert_null(noc_routing_find(""));
}

TEST(a_routing_that_does_not_fit_is_refused)
{
    for (size_t s = 0; s < SHAPES; s++) {
        struct noc_topology t = topology(shapes[s]);

        for (size_t f = 0; f < SHAPES; f++) {
            const struct noc_routing *r = NULL;
            struct noc_fault fault = {0};

            assert_int_equal(noc_routing_choose(&r, fitting[f], &t, &fault), s == f);
            if (s == f) {
                assert_string_equal(r->name, fitting[f]);
                continue;
            }
            assert_null(r);
            assert_int_equal(fault.code, NOC_FAULT_ROUTING_FIT);
            assert_non_null(strstr(fault.because, fitting[f]));
            assert_false(noc_routing_choose(&r, fitting[f], &t, NULL));
        }
    }
}

TEST(an_unknown_routing_is_refused)
{
    struct noc_topology t = topology("torus:4x4");
    const struct noc_routing *r = NULL;
    struct noc_fault fault = {0};

    assert_false(noc_routing_choose(&r, "xyz", &t, &fault));
    assert_null(r);
    assert_int_equal(fault.code, NOC_FAULT_ROUTING_UNKNOWN);
    assert_false(noc_routing_choose(&r, "", &t, &fault));
    assert_int_equal(fault.code, NOC_FAULT_ROUTING_UNKNOWN);
}

TEST(paths_beyond_max_are_counted_not_written)
{
    struct noc_topology t = topology("torus:8x8");
    const struct noc_routing *r = routing(&t, NULL);
    struct noc_channel path[3];

    memset(path, 0x5a, sizeof path);
    struct noc_channel untouched = path[2];

    assert_int_equal(noc_route_path(&t, r, 0, 36, path, 2), 8);
    assert_int_equal(path[1].node, 8);
    assert_memory_equal(&path[2], &untouched, sizeof untouched);
    assert_int_equal(noc_route_path(&t, r, 0, 36, NULL, 0), 8);
    assert_int_equal(noc_route_path(&t, r, 5, 5, path, 2), 0);
}

TEST(nodes_that_are_not_there_have_no_path)
{
    struct noc_topology t = topology("torus:5x5");
    const struct noc_routing *r = routing(&t, NULL);

    assert_int_equal(noc_route_path(&t, r, 25, 0, NULL, 0), -1);
    assert_int_equal(noc_route_path(&t, r, 0, 25, NULL, 0), -1);
    /* One that the header's 14 bits would make node 0. */
    assert_int_equal(noc_route_path(&t, r, 0, 16384, NULL, 0), -1);
    assert_false(noc_channel_row(&t, r, 25, 0, &(struct noc_channel){0}));
}

/* A routing that goes round a ring on one channel: what the proof is for. */
static enum noc_routed route_round(const struct noc_topology *t, uint32_t node, unsigned in_port,
                                   unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    bool there = noc_header_node(*header) == node;

    (void)t;
    (void)in_port;
    (void)in_vc;
    *out = (struct noc_hop){there ? NOC_PORT_LOCAL : 0, 0};
    return NOC_ROUTED;
}

TEST(the_cycle_check_finds_a_cycle)
{
    static const struct noc_routing round_and_round = {.vcs = 1, .route = route_round};
    struct noc_topology ring = topology("utorus:4");
    struct usage u = usage_of(&ring, &round_and_round);

    assert_true(has_cycle(&ring, &round_and_round, &u));
    usage_free(&u);
}

static enum noc_routed route_forever(const struct noc_topology *t, uint32_t node, unsigned in_port,
                                     unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    (void)t;
    (void)node;
    (void)in_port;
    (void)in_vc;
    (void)header;
    *out = (struct noc_hop){0, 0};
    return NOC_ROUTED;
}

static enum noc_routed route_away(const struct noc_topology *t, uint32_t node, unsigned in_port,
                                  unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    (void)t;
    (void)node;
    (void)in_port;
    (void)in_vc;
    (void)header;
    *out = (struct noc_hop){NOC_PORT_LOCAL, 0};
    return NOC_ROUTED;
}

TEST(a_routing_that_never_arrives_has_no_path)
{
    static const struct noc_routing forever = {.vcs = 1, .route = route_forever};
    static const struct noc_routing away = {.vcs = 1, .route = route_away};
    struct noc_topology ring = topology("utorus:4");
    struct noc_topology line = topology("mesh:4");

    assert_int_equal(noc_route_path(&ring, &forever, 0, 2, NULL, 0), -1); /* too long */
    assert_int_equal(noc_route_path(&line, &forever, 0, 2, NULL, 0), -1); /* no such link */
    assert_int_equal(noc_route_path(&ring, &away, 0, 2, NULL, 0), -1);    /* wrong node */
}

/* Turn headers on a line of nodes: a turn for each link, a flit too few if `to` is odd. */
static uint32_t signs(const struct noc_topology *t, uint32_t from, uint32_t to, uint32_t *header)
{
    uint32_t n = 0;

    (void)t;
    for (uint32_t node = from; node + to % 2 < to; node++) {
        header[n++] = noc_header(NOC_HEADER_TURN, 1, 0);
    }
    header[n] = noc_header(NOC_HEADER_LAST, to, 0);
    return from < to ? n + 1 : 0;
}

static enum noc_routed follow(const struct noc_topology *t, uint32_t node, unsigned in_port,
                              unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    bool turn = noc_header_kind(*header) == NOC_HEADER_TURN;

    (void)t;
    (void)node;
    (void)in_port;
    (void)in_vc;
    *out = (struct noc_hop){turn ? (uint8_t)noc_header_field(*header) : NOC_PORT_LOCAL, 0};
    return turn ? NOC_ROUTED_STRIP : NOC_ROUTED;
}

/* Each turn is taken off where it is followed; what is left decides at the end. */
TEST(the_source_may_write_the_route)
{
    static const struct noc_routing turns = {.vcs = 1, .route = follow, .source = signs};
    struct noc_topology t = topology("mesh:9");
    uint32_t header[NOC_TURNS_MAX + 1];
    struct noc_channel path[8];

    assert_int_equal(noc_route_headers(&t, &turns, 2, 6, header), 5);
    assert_int_equal(header[3], noc_header(NOC_HEADER_TURN, 1, 0));
    assert_int_equal(header[4], noc_header(NOC_HEADER_LAST, 6, 0));
    assert_int_equal(noc_route_path(&t, &turns, 2, 6, path, 8), 4);
    assert_int_equal(path[3].node, 5);
    assert_int_equal(path[3].next, 6);
    assert_int_equal(noc_route_path(&t, &turns, 2, 7, path, 8), -1); /* ends at 6 */
    assert_int_equal(noc_route_path(&t, &turns, 6, 2, path, 8), -1); /* no route */
    assert_int_equal(noc_route_headers(&t, &turns, 6, 2, header), 0);
    /* To itself there is nothing to turn; without a source() the header is the node. */
    assert_int_equal(noc_route_headers(&t, &turns, 6, 6, header), 1);
    assert_int_equal(header[0], noc_header(NOC_HEADER_LAST, 6, 0));
    assert_int_equal(noc_route_headers(&t, routing(&t, NULL), 6, 2, header), 1);
    assert_int_equal(header[0], noc_header(NOC_HEADER_LAST, 2, 0));
    assert_int_equal(noc_route_headers(&t, &turns, 9, 2, header), 0);
    assert_int_equal(noc_route_headers(&t, &turns, 2, 9, header), 0);
}

/* A list changes nothing of the way; what is beyond the caller's arrays is counted, not written. */
TEST(a_list_changes_nothing_of_the_way)
{
    struct noc_topology t = topology("utorus:3x3");
    const struct noc_routing *r = routing(&t, "utpr");
    const uint32_t plain[] = {
        noc_header(NOC_HEADER_ADDRESS, 1, 0), noc_header(NOC_HEADER_ADDRESS, 5, 0),
        noc_header(NOC_HEADER_ADDRESS, 7, 0), noc_header(NOC_HEADER_LAST, 7, 0)};
    uint32_t header[40], n = 0, visits;
    struct noc_channel path[9], expected[9];
    struct noc_visit visit[4];
    int32_t hops = noc_route_path_many(&t, r, 0, plain, 4, expected, 9, NULL, 0, &visits);

    assert_int_equal(hops, 6);
    assert_int_equal(visits, 3);
    for (unsigned i = 0; i < 3; i++) {
        header[n++] = plain[i];
        header[n++] = noc_header(NOC_HEADER_COUNT, 0, 3 * i);
        for (unsigned k = 0; k < 3 * i; k++) {
            header[n++] = plain[k % 4]; /* a list may look like anything */
        }
    }
    header[n++] = plain[3];
    memset(path, 0x5a, sizeof path);
    memset(visit, 0x5a, sizeof visit);

    struct noc_channel untouched = path[5];
    struct noc_visit nobody = visit[2];

    assert_int_equal(noc_route_path_many(&t, r, 0, header, n, path, 5, visit, 2, &visits), 6);
    assert_int_equal(visits, 3);
    assert_memory_equal(path, expected, 5 * sizeof *path);
    assert_memory_equal(&path[5], &untouched, sizeof untouched);
    assert_int_equal(visit[0].node, 1);
    assert_int_equal(visit[0].hops, 1);
    assert_int_equal(visit[1].node, 5);
    assert_memory_equal(&visit[2], &nobody, sizeof nobody);
    for (unsigned cut = 1; cut < n; cut++) { /* never does it read on behind the header */
        uint32_t *part = malloc(cut * sizeof *part);

        memcpy(part, header, cut * sizeof *part);
        assert_int_equal(noc_route_path_many(&t, r, 0, part, cut, NULL, 0, NULL, 0, &visits), -1);
        free(part);
    }
}

static enum noc_routed list_for_ever(const struct noc_topology *t, uint32_t node, unsigned in_port,
                                     unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    (void)t, (void)node, (void)in_port, (void)in_vc, (void)header;
    (void)out; /* it says nothing */
    return NOC_ROUTED_LIST;
}

/* A routing that promises one list behind another has no path; nor has one behind which nothing
 * is. */
TEST(a_list_behind_a_list_is_none)
{
    static const struct noc_routing lists = {.vcs = 1, .route = list_for_ever, .lists = true};
    struct noc_topology t = topology("utorus:4");
    const uint32_t header[] = {
        noc_header(NOC_HEADER_ADDRESS, 1, 0), noc_header(NOC_HEADER_COUNT, 0, 1), 0,
        noc_header(NOC_HEADER_COUNT, 0, 0), noc_header(NOC_HEADER_LAST, 1, 0)};
    uint32_t visits;

    for (unsigned n = 1; n <= 5; n++) {
        assert_int_equal(noc_route_path_many(&t, &lists, 0, header, n, NULL, 0, NULL, 0, &visits),
                         -1);
        assert_int_equal(visits, 0);
    }
}

/* uses() says of each channel whether some route takes it: no more, and no less. */
TEST(channels_are_those_of_the_routes)
{
    static const char *const tried[][2] = {
        {"utorus:5x4", "utr"}, {"utorus:2x3", "utr"},     {"torus:7x4", "btr"},
        {"torus:2x5", "btr"},  {"torus:8x5", "dateline"}, {"torus:2x6x3", "dateline"},
        {"torus:5x4", "dor"},  {"torus:2x3", "dor"},      {"mesh:4x5", "xy"},
        {"cube:4", "ecube"},   {"ccc:4", "ccc"},          {"ccc:2", "ccc"},
    };

    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
        struct noc_topology t = topology(tried[i][0]);
        const struct noc_routing *r = routing(&t, tried[i][1]);
        struct usage u = usage_of(&t, r);

        for (uint32_t c = 0; c < t.nodes * t.ports * r->vcs; c++) {
            uint32_t node = c / r->vcs / t.ports;

            if (r->uses(&t, node, c / r->vcs % t.ports, c % r->vcs) != u.used[c]) {
                fail_msg("%s under %s: channel %u", tried[i][0], tried[i][1], (unsigned)c);
            }
        }
        usage_free(&u);
    }
}
