/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "routing/routings.h"
#include "routing_checks.h"

/* Node (i, w) of n-CCC, w in binary. */
static unsigned node_of(unsigned n, unsigned i, const char *w)
{
    return (unsigned)strtoul(w, NULL, 2) * n + i;
}

/* "(i,w)channel ...", w in binary; c for a hypercube edge's channel. */
static const char *ccc_path(const char *topology_text, unsigned from, unsigned to)
{
    static char text[2048];
    struct noc_topology t = topology(topology_text);
    const struct noc_routing *r = routing(&t, "ccc");
    struct noc_channel path[64];
    int hops = noc_route_path(&t, r, from, to, path, 64);
    unsigned n = t.width[0];
    char *at = text;

    assert_in_range(hops, 0, 64);
    *at = '\0';
    for (int h = 0; h < hops; h++) {
        const char *vc = r->vc_name(&t, path[h].port, path[h].vc);

        at += sprintf(at, "%s(%u,", h ? " " : "", path[h].node % n);
        for (unsigned bit = n; bit-- > 0;) {
            *at++ = (char)('0' + (path[h].node / n >> bit & 1));
        }
        at += sprintf(at, ")%s", vc ? vc : "c");
    }
    return text;
}

/* Figure 2's two messages. */
TEST(figure_2)
{
    assert_string_equal(ccc_path("ccc:3", node_of(3, 1, "000"), node_of(3, 0, "111")),
                        "(1,000)h0 (2,000)c (2,100)l0 (1,100)c (1,110)l0 (0,110)c");
    assert_string_equal(ccc_path("ccc:3", node_of(3, 2, "001"), node_of(3, 0, "011")),
                        "(2,001)l0 (1,001)c (1,011)l1");
}

/* Upwards to a lower corner: h1, which the paper's second case misprints. */
TEST(upwards_to_a_lower_corner_is_h1)
{
    assert_string_equal(ccc_path("ccc:3", node_of(3, 0, "100"), node_of(3, 2, "000")),
                        "(0,100)h1 (1,100)h1 (2,100)c");
    assert_string_equal(ccc_path("ccc:3", node_of(3, 1, "110"), node_of(3, 2, "001")),
                        "(1,110)h1 (2,110)c (2,010)l1 (1,010)c (1,000)l0 (0,000)c (0,001)h0 "
                        "(1,001)h0");
}

/* Within a cycle, along the line: from one end to the other, not around. */
TEST(no_cycle_is_gone_around)
{
    assert_string_equal(ccc_path("ccc:4", 0, 3), "(0,0000)h0 (1,0000)h0 (2,0000)h0");
    assert_string_equal(ccc_path("ccc:4", 3, 0), "(3,0000)l1 (2,0000)l1 (1,0000)l1");
    assert_string_equal(ccc_path("ccc:2", 1, 0), "(1,00)l1");
}

/* Section 2, in a sentence: down the dimensions in which the corners differ, along the cycle
 * from one to the next. */
static unsigned hops(const struct noc_topology *t, unsigned from, unsigned to)
{
    unsigned n = t->width[0], at = from % n, total = 0;

    for (unsigned d = n; d-- > 0;) {
        if ((from / n ^ to / n) >> d & 1) {
            total += (at > d ? at - d : d - at) + 1;
            at = d;
        }
    }
    return total + (at > to % n ? at - to % n : to % n - at);
}

/* Delivered, in so many hops; the channels are those that some route takes; no cycle of
 * dependencies: HC routing cannot deadlock, of which the paper says nothing. */
TEST(all_pairs)
{
    for (unsigned n = 2; n <= 6; n++) {
        char text[16];

        sprintf(text, "ccc:%u", n);
        check_routing_hops(text, "ccc", hops);
    }
}

/* HC routing with fewer channels: bit p of `merged`: port p has one only. */
static unsigned merged;

static enum noc_routed route_merged(const struct noc_topology *t, uint32_t node, unsigned in_port,
                                    unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    enum noc_routed verdict = noc_routing_find("ccc")->route(t, node, in_port, in_vc, header, out);

    out->vc &= out->port < 2 && merged >> out->port & 1 ? 0 : 0xff;
    return verdict;
}

/* With one channel upwards there are cycles of dependencies, with one downwards none. */
TEST(h0_and_h1_keep_it_from_deadlock)
{
    struct noc_routing fewer = *noc_routing_find("ccc");

    fewer.route = route_merged;
    for (unsigned n = 2; n <= 5; n++) {
        char text[16];

        sprintf(text, "ccc:%u", n);
        for (merged = 0; merged <= 3; merged++) {
            struct noc_topology t = topology(text);
            struct usage u = usage_of(&t, &fewer);

            assert_int_equal(has_cycle(&t, &fewer, &u), merged & 1);
            usage_free(&u);
        }
    }
}

/* R_CCC of section 3 (its second case h1), the position and corner by division. */
TEST(every_hop_is_the_papers)
{
    static const unsigned tried[] = {2, 3, 5, 10};

    for (size_t s = 0; s < sizeof tried / sizeof *tried; s++) {
        unsigned n = tried[s];
        char text[16];
        struct noc_topology t;

        sprintf(text, "ccc:%u", n);
        t = topology(text);
        const struct noc_routing *r = routing(&t, NULL);

        for (unsigned from = 0; from < t.nodes; from += n < 10 ? 1 : 97) {
            for (unsigned to = 0; to < t.nodes; to++) {
                unsigned i = from % n, x = from / n, y = to / n, k = to % n;
                uint32_t header = noc_header(NOC_HEADER_LAST, to, 0);
                struct noc_hop hop, expected = {2, 0};

                for (unsigned d = 0; d < n; d++) {
                    if ((x >> d & 1) != (y >> d & 1)) {
                        k = d;
                    }
                }
                if (from == to) {
                    expected = (struct noc_hop){NOC_PORT_LOCAL, 0};
                } else if (k > i) {
                    expected = (struct noc_hop){0, x <= y ? 0 : 1};
                } else if (k < i) {
                    expected = (struct noc_hop){1, x < y ? 0 : 1};
                }
                assert_int_equal(r->route(&t, from, NOC_PORT_LOCAL, 0, &header, &hop), NOC_ROUTED);
                assert_int_equal(hop.port, expected.port);
                assert_int_equal(hop.vc, expected.vc);
            }
        }
    }
}

TEST(letters)
{
    struct noc_topology t = topology("ccc:4");
    const struct noc_routing *r = routing(&t, NULL);

    assert_int_equal(r->vcs, 2);
    assert_string_equal(r->vc_name(&t, 0, 0), "h0");
    assert_string_equal(r->vc_name(&t, 0, 1), "h1");
    assert_string_equal(r->vc_name(&t, 1, 0), "l0");
    assert_string_equal(r->vc_name(&t, 1, 1), "l1");
    assert_null(r->vc_name(&t, 2, 0));
}

TEST(broken_headers)
{
    check_broken_headers("ccc:4", "ccc");
}
