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
