/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Path-based routing: the paper's paths, lemmas 5.5 and 5.6 and theorem 5.1 over all pairs and
 * all sets of destinations, and what waits for what, with and without consumption contexts.
 */
#include "test.h"
#include "routing/hcycle.h"
#include "path_checks.h"
#include "routing/routings.h"
#include "routing_checks.h"

/* "(0,0)1p ..." of a worm that visits these, as path_text() has it; `|` behind a destination. */
static const char *worm_text(const struct noc_topology *t, const uint16_t *chain, unsigned m)
{
    static char text[4096];
    const struct noc_routing *r = routing(t, "utpr");
    uint32_t header[PATH_NODES + 1], visits;
    struct noc_channel path[HOPS_MAX];
    struct noc_visit visit[PATH_NODES];
    uint32_t headers = noc_route_headers_many(t, r, NOC_ANYWHERE, chain + 1, m - 1, header);
    int n = noc_route_path_many(t, r, chain[0], header, headers, path, HOPS_MAX, visit, PATH_NODES,
                                &visits);
    char *at = text;

    assert_in_range(n, 0, 100);
    assert_int_equal(visits, m - 1);
    for (int i = 0, done = 0; i < n; i++) {
        if (visit[done].hops == (uint32_t)i) {
            at += sprintf(at, " |");
            done++;
        }
        at += sprintf(at, "%s(", i ? " " : "");
        for (unsigned d = t->dims; d-- > 0;) {
            at += sprintf(at, "%u%s", coordinate(t, path[i].node, d), d ? "," : ")");
        }
        at += sprintf(at, "%u%s", path[i].dim, r->vc_name(t, path[i].port, path[i].vc));
    }
    return text;
}

/* Figures 5.6 and 5.7, from the source (3,2). */
TEST(the_papers_paths)
{
    static const uint16_t restricted[] = {20, 27, 29, 31, 34};
    static const uint16_t general[] = {20, 27, 29, 31, 34, 5, 6, 8, 13, 22};
    struct noc_topology t = topology("utorus:6x6");

    assert_string_equal(worm_text(&t, restricted, 5),
                        "(3,2)1p (4,2)0p | (4,3)0p (4,4)0p | (4,5)0p (4,0)0p (4,1)1p | "
                        "(5,1)0p (5,2)0p (5,3)0p");
    assert_string_equal(worm_text(&t, general, 10),
                        "(3,2)1p (4,2)0p | (4,3)0p (4,4)0p | (4,5)0p (4,0)0p (4,1)1p | "
                        "(5,1)0p (5,2)0p (5,3)0p | (5,4)0p (5,5)1h | (0,5)1h (1,5)0h | "
                        "(1,0)0h (1,1)0h | (1,2)0h (1,3)0h (1,4)1h (2,4)0h (2,5)0h (2,0)0h | "
                        "(2,1)0h (2,2)0h (2,3)1h (3,3)0h");
}

/* --- all pairs --- */

/* --- all worms --- */

/* What a worm takes one after the other: channels, and contexts where it is copied. */
enum contexts { CONTEXT_NONE, CONTEXT_VC, CONTEXT_CLASS, CONTEXT_LINK, CONTEXT_ONE, CONTEXTS };

/* --- lists and headers --- */

TEST(lists)
{
    static const uint16_t dest[] = {1, 4, 7, 9};
    struct noc_topology t = topology("utorus:3x3");
    const struct noc_routing *r = routing(&t, "utpr");
    uint32_t header[5];

    assert_int_equal(noc_route_headers_many(&t, r, NOC_ANYWHERE, dest, 3, header), 4);
    assert_int_equal(header[0], noc_header(NOC_HEADER_ADDRESS, 1, 0));
    assert_int_equal(header[2], noc_header(NOC_HEADER_ADDRESS, 7, 0));
    assert_int_equal(header[3], noc_header(NOC_HEADER_LAST, 7, 0));
    assert_int_equal(noc_route_headers_many(&t, r, NOC_ANYWHERE, dest, 0, header), 0);
    assert_int_equal(noc_route_headers_many(&t, r, NOC_ANYWHERE, dest, 4, header), 0);
    assert_int_equal(noc_route_headers_many(&t, routing(&t, "utr"), NOC_ANYWHERE, dest, 3, header),
                     0);
}

/* What route() says of every kind of first flit and of the flit behind it, at node 4 of a 3x3. */
TEST(verdicts)
{
    struct noc_topology t = topology("utorus:3x3");
    const struct noc_routing *r = routing(&t, "utpr");

    for (unsigned kind = 0; kind < 16; kind++) {
        for (unsigned node = 0; node < 16384; node = node == 12 ? 16383 : node + 1) {
            for (unsigned behind = 0; behind < 16; behind++) {
                for (unsigned next = 0; next < 11; next++) {
                    uint32_t header[2] = {noc_header(kind, node, 0), noc_header(behind, next, 0)};
                    uint32_t before = header[0];
                    struct noc_hop hop;
                    enum noc_routed expected = NOC_ROUTED;

                    if ((kind != NOC_HEADER_ADDRESS && kind != NOC_HEADER_LAST) || node >= 9) {
                        expected = NOC_ROUTE_BROKEN;
                    } else if (kind == NOC_HEADER_ADDRESS && node == 4) {
                        expected = behind == NOC_HEADER_LAST && next == 4  ? NOC_ROUTED_STRIP
                                 : behind == NOC_HEADER_COUNT && next == 0 ? NOC_ROUTED_LIST
                                 : behind == NOC_HEADER_ADDRESS && next < 9 && next != 4
                                     ? NOC_ROUTED_COPY
                                     : NOC_ROUTE_BROKEN;
                    }
                    assert_int_equal(r->route(&t, 4, NOC_PORT_LOCAL, 0, header, &hop), expected);
                    assert_int_equal(header[0], before);
                    if (expected == NOC_ROUTED_STRIP || (expected == NOC_ROUTED && node == 4)) {
                        assert_int_equal(hop.port, NOC_PORT_LOCAL);
                    } else if (expected == NOC_ROUTED || expected == NOC_ROUTED_COPY) {
                        assert_int_not_equal(hop.port, NOC_PORT_LOCAL);
                    }
                }
            }
        }
    }
}

/* --- what the sending NI says of a list --- */

/* docs/board.md, 4.1, flit by flit: the first that is wrong decides, and of what is wrong with
 * it the first line. */
static enum noc_tx_status by_the_table(const struct path_torus *p, unsigned from,
                                       const uint32_t *header, unsigned n)
{
    unsigned nodes = p->t.nodes, far = 0, last = 0;
    bool address = false; /* the flit before is one; COUNT may follow */

    for (unsigned i = 0; i < n; i++) {
        unsigned kind = noc_header_kind(header[i]), node = noc_header_node(header[i]);
        unsigned field = noc_header_field(header[i]), on;

        if (kind == NOC_HEADER_COUNT && address) {
            if (node != 0 || i + 1 + field >= n) {
                return NOC_TX_BAD_LIST;
            }
            i += field;
            address = false;
            continue;
        }
        if ((kind != NOC_HEADER_ADDRESS && kind != NOC_HEADER_LAST) || field != 0) {
            return NOC_TX_BAD_HEADER;
        }
        if (node >= nodes || node == from) {
            return NOC_TX_BAD_NODE;
        }
        if (kind == NOC_HEADER_LAST) {
            return i + 1 < n || (far > 0 && node != last) ? NOC_TX_BAD_LIST : NOC_TX_OK;
        }
        on = (p->label[node] + nodes - p->label[from]) % nodes;
        if (on <= far) {
            return NOC_TX_BAD_LIST;
        }
        far = on;
        last = node;
        address = true;
    }
    return NOC_TX_BAD_LIST; /* no LAST */
}

/* Of the lists that were looked at: accepted; not, but routers let them through. */
static struct {
    uint64_t all, ok, around;
} said;

/*
 * The NI accepts exactly those lists whose worm routers let through to the end, to other nodes than
 * the sender, and on the way not as far as once around the circuit. (A list that goes past the
 * sender, or to it, need not cross a second boundary, so routers may let it through; theorem 5.1
 * does not hold for it.)
 */
static void check_list(const struct path_torus *p, const struct noc_routing *r, unsigned from,
                       const uint32_t *header, unsigned n)
{
    struct noc_visit visit[64];
    uint32_t visits, around = 0, at = from;
    bool through = noc_route_path_many(&p->t, r, from, header, n, NULL, 0, visit, 64, &visits) >= 0;
    bool fields = true;
    enum noc_tx_status status = r->check(&p->t, from, header, n);

    assert_int_equal(status, by_the_table(p, from, header, n));
    for (unsigned i = 0; through && i < visits; i++) {
        unsigned on = (p->label[visit[i].node] + p->t.nodes - p->label[at]) % p->t.nodes;

        around += on ? on : p->t.nodes; /* to the sender first */
        at = visit[i].node;
    }
    for (unsigned i = 0; i < n; i++) { /* routers do not look at the field of these two kinds */
        unsigned kind = noc_header_kind(header[i]);

        fields &= kind != NOC_HEADER_ADDRESS || noc_header_field(header[i]) == 0;
        fields &= kind != NOC_HEADER_LAST || noc_header_field(header[i]) == 0;
        i += kind == NOC_HEADER_COUNT ? noc_header_field(header[i]) : 0;
    }
    assert_int_equal(status == NOC_TX_OK, through && fields && around < p->t.nodes);
    said.all++;
    said.ok += status == NOC_TX_OK;
    said.around += through && fields && around >= p->t.nodes;
}

/* All flits that a list is made of here: nodes up to one that is not there. */
static unsigned alphabet(unsigned nodes, uint32_t *flit)
{
    unsigned n = 0;

    for (unsigned node = 0; node <= nodes; node++) {
        flit[n++] = noc_header(NOC_HEADER_ADDRESS, node, 0);
        flit[n++] = noc_header(NOC_HEADER_LAST, node, 0);
    }
    for (unsigned field = 0; field < 3; field++) {
        flit[n++] = noc_header(NOC_HEADER_COUNT, 0, field);
    }
    flit[n++] = noc_header(NOC_HEADER_COUNT, 1, 1);
    flit[n++] = noc_header(NOC_HEADER_TURN, 1, 0);
    flit[n++] = noc_header(NOC_HEADER_ADDRESS, 1, 1);
    flit[n++] = noc_header(NOC_HEADER_LAST, 1, 1);
    return n;
}

/* Every list of up to `most` flits. */
static void every_list(const char *name, unsigned most)
{
    struct path_torus p = path_torus(name);
    const struct noc_routing *r = routing(&p.t, "utpr");
    uint32_t flit[40], header[6];
    unsigned flits = alphabet(p.t.nodes, flit);

    for (unsigned from = 0; from < p.t.nodes; from++) {
        unsigned place[6] = {0}, n = 1;

        while (n <= most) {
            unsigned i = 0;

            for (unsigned k = 0; k < n; k++) {
                header[k] = flit[place[k]];
            }
            check_list(&p, r, from, header, n);
            while (i < n && ++place[i] == flits) {
                place[i++] = 0;
            }
            n += i == n;
        }
    }
}

TEST(check_says_what_routers_do)
{
    static const struct {
        const char *name;
        unsigned most;
    } tori[] = {{"utorus:2", 5}, {"utorus:3", 5},     {"utorus:2x2", 5},
                {"utorus:5", 4}, {"utorus:2x2x2", 4}, {"utorus:3x3", 4}};

    for (unsigned i = 0; i < sizeof tori / sizeof tori[0]; i++) {
        every_list(tori[i].name, tori[i].most - !test_affords(5));
    }
    print_message("%llu lists, %llu accepted; %llu others that routers let through\n",
                  (unsigned long long)said.all, (unsigned long long)said.ok,
                  (unsigned long long)said.around);
    assert_true(said.ok > (test_affords(5) ? 10000 : 1000));
    assert_true(said.around > (test_affords(5) ? 1000 : 100));
}

static uint32_t draw(uint32_t n)
{
    static uint32_t seed = 1;

    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % n;
}

/* Long ones on larger tori: in order, with lists that look like header flits; and with one flit
 * changed. */
TEST(check_of_long_lists)
{
    static const char *const names[] = {"utorus:4x4", "utorus:6x6", "utorus:4x4x4", "utorus:16"};
    const unsigned each = test_affords(2) ? 100000 : 10000;
    uint64_t ok;

    memset(&said, 0, sizeof said);
    for (unsigned k = 0; k < 4 * each; k++) {
        static struct path_torus p;
        uint32_t header[64], flit[200];
        unsigned from, n = 0, far = 0, flits;

        if (k % each == 0) {
            p = path_torus(names[k / each]);
        }
        from = draw(p.t.nodes);
        flits = alphabet(p.t.nodes, flit);
        do {
            far += 1 + draw(1 + (p.t.nodes - 1 - far) / 2);
            header[n++] =
                noc_header(NOC_HEADER_ADDRESS, p.at[(p.label[from] + far) % p.t.nodes], 0);
            if (draw(3) == 0) {
                unsigned list = draw(4);

                header[n++] = noc_header(NOC_HEADER_COUNT, 0, list);
                for (; list > 0; list--) {
                    header[n++] = flit[draw(flits)];
                }
            }
        } while (far + 1 < p.t.nodes && n < 40 && draw(5));
        header[n++] = noc_header(NOC_HEADER_LAST, p.at[(p.label[from] + far) % p.t.nodes], 0);
        ok = said.ok;
        check_list(&p, routing(&p.t, "utpr"), from, header, n);
        assert_int_equal(said.ok, ok + 1);
        header[draw(n)] = flit[draw(flits)];
        check_list(&p, routing(&p.t, "utpr"), from, header, n);
        if (n > 1) {
            check_list(&p, routing(&p.t, "utpr"), from, header, n - 1);
        }
    }
    assert_true(said.around > 100);
}

/* A second boundary is refused where it would be crossed; so are lists cut or out of order. */
TEST(no_second_boundary)
{
    struct noc_topology t = topology("utorus:4");
    const struct noc_routing *r = routing(&t, "utpr");
    static const uint16_t once[] = {3, 1, 2}, twice[] = {3, 1, 0};
    uint32_t header[4], visits;

    noc_route_headers_many(&t, r, NOC_ANYWHERE, once, 3, header);
    assert_int_equal(noc_route_path_many(&t, r, 2, header, 4, NULL, 0, NULL, 0, &visits), 4);
    assert_int_equal(visits, 3);
    assert_int_equal(noc_route_path_many(&t, r, 2, header, 3, NULL, 0, NULL, 0, &visits), -1);
    noc_route_headers_many(&t, r, NOC_ANYWHERE, twice, 3, header);
    assert_int_equal(noc_route_path_many(&t, r, 2, header, 4, NULL, 0, NULL, 0, &visits), -1);
    assert_int_equal(visits, 2);
    for (unsigned node = 0; node < 4; node++) {
        uint32_t one = noc_header(NOC_HEADER_LAST, (node + 1) % 4, 0);
        struct noc_hop hop;

        assert_int_equal(r->route(&t, node, 1, 1, &one, &hop),
                         node == 3 ? NOC_ROUTE_BROKEN : NOC_ROUTED);
    }
}

TEST(names_and_numbers)
{
    struct noc_topology t = topology("utorus:4x4");
    const struct noc_routing *r = routing(&t, "utpr");
    struct noc_label label;

    assert_int_equal(r->vcs, 2);
    assert_true(r->copies && r->lists);
    assert_string_equal(r->vc_name(&t, 0, 0), "p");
    assert_string_equal(r->vc_name(&t, 0, 1), "h");
    assert_true(r->label(&t, 5, 2, 1, &label)); /* (1,1), label 6 */
    assert_int_equal(label.part[0], 1);
    assert_int_equal(label.part[1], 11); /* (2,1)'s */
    assert_int_equal(label.part[2], 1);
    assert_false(r->label(&t, 3, 0, 0, &label)); /* a boundary has no p channel */
    assert_false(r->uses(&t, 3, 0, 0));
    assert_true(r->uses(&t, 3, 0, 1));
    assert_false(r->uses(&t, 3, 1, 1));
    assert_false(r->uses(&t, 3, 0, 2));
}
