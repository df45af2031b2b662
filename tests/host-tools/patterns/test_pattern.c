/* SPDX-License-Identifier: BSD-2-Clause */
/* Patterns of traffic, by figures that were worked by hand from Dally and Towles, table 3.1. */
#include <string.h>

#include "test.h"
#include "topology/topologies.h"
#include "patterns/pattern.h"

static struct noc_topology topology;
static struct pattern pattern;

static enum status parse(const char *on, const char *text, struct error *error)
{
    struct noc_fault fault;
    assert_true(noc_topology_parse(&topology, on, &fault));
    memset(error, 0, sizeof *error);
    return pattern_parse(&pattern, &topology, text, error);
}

static void make(const char *on, const char *text)
{
    struct error error;
    if (parse(on, text, &error)) {
        fail_msg("%s", error.text);
    }
}

static void refused(const char *on, const char *text, const char *words)
{
    struct error error;
    assert_int_equal(parse(on, text, &error), STATUS_BAD);
    if (!strstr(error.text, words) || strchr(error.text, '\n')) {
        fail_msg("'%s' is not in: %s", words, error.text);
    }
}

/* All destinations, which are not drawn. */
static void goes_to(const char *on, const char *text, const uint16_t *to)
{
    uint64_t random = 1;
    make(on, text);
    for (uint32_t rank = 0; rank < topology.nodes; rank++) {
        assert_int_equal(pattern_draw(&pattern, rank, &random), to[rank]);
    }
    assert_int_equal(random, 1);
    pattern_free(&pattern);
}

TEST(bits_are_permuted)
{
    goes_to("cube:3", "bit-complement", (const uint16_t[]){7, 6, 5, 4, 3, 2, 1, 0});
    goes_to("cube:3", "bit-reverse", (const uint16_t[]){0, 4, 2, 6, 1, 5, 3, 7});
    goes_to("cube:3", "shuffle", (const uint16_t[]){0, 2, 4, 6, 1, 3, 5, 7});
    goes_to("torus:8", "bit-reverse", (const uint16_t[]){0, 4, 2, 6, 1, 5, 3, 7});
}

TEST(halves_change_places)
{
    static const uint16_t SQUARE[] = {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15};
    goes_to("torus:4x4", "transpose", SQUARE);
    goes_to("cube:4", "transpose", SQUARE);
    goes_to("mesh:16", "transpose", SQUARE); /* bits: the widths have no halves */
    goes_to("mesh:3x3", "transpose", (const uint16_t[]){0, 3, 6, 1, 4, 7, 2, 5, 8});
}

TEST(coordinates_are_shifted)
{
    goes_to("torus:8", "tornado", (const uint16_t[]){3, 4, 5, 6, 7, 0, 1, 2});
    goes_to("torus:5", "tornado", (const uint16_t[]){2, 3, 4, 0, 1});
    goes_to("mesh:3x4", "tornado", (const uint16_t[]){5, 6, 7, 4, 9, 10, 11, 8, 1, 2, 3, 0});
    goes_to("utorus:3x3", "neighbour", (const uint16_t[]){4, 5, 3, 7, 8, 6, 1, 2, 0});
    goes_to("cube:3", "neighbour", (const uint16_t[]){7, 6, 5, 4, 3, 2, 1, 0});
}

/* Shares of n draws, within 4 standard deviations. */
static void share_is(uint32_t count, uint32_t n, double share)
{
    double sigma2 = n * share * (1 - share), off = count - n * share;
    if (off * off > 16 * sigma2 + 1e-9) {
        fail_msg("%u of %u, share %g", count, n, share);
    }
}

TEST(hot_nodes_get_their_share)
{
    enum { N = 40000, NODES = 64 };
    uint32_t got[NODES] = {0};
    uint64_t random = 7;
    make("torus:8x8", "hotspot:27:0.1+36:0.25");
    for (unsigned i = 0; i < N; i++) {
        got[pattern_draw(&pattern, i % NODES, &random)]++;
    }
    share_is(got[27], N, 0.1 + 0.65 / NODES);
    share_is(got[36], N, 0.25 + 0.65 / NODES);
    share_is(got[0], N, 0.65 / NODES);
    pattern_free(&pattern);
}

TEST(asymmetric_goes_to_one_half)
{
    enum { N = 20000 };
    uint32_t upper = 0;
    uint64_t random = 7;
    make("mesh:4x4", "asymmetric:0.7");
    for (unsigned i = 0; i < N; i++) {
        uint32_t to = pattern_draw(&pattern, i % 16, &random);
        assert_int_equal(to % 8, i % 8);
        upper += to >= 8;
    }
    share_is(upper, N, 0.7);
    pattern_free(&pattern);
}

TEST(uniform_includes_oneself)
{
    enum { N = 16000 };
    uint32_t self = 0;
    uint64_t random = 7;
    make("mesh:4x4", "uniform");
    for (unsigned i = 0; i < N; i++) {
        self += pattern_draw(&pattern, i % 16, &random) == i % 16;
    }
    share_is(self, N, 1.0 / 16);
    pattern_free(&pattern);
}

TEST(what_is_not_defined_is_refused)
{
    refused("torus:3x3", "bit-reverse", "2, 4, 8, 16, ... nodes; here 9 send");
    refused("torus:3x3", "bit-complement", "'bit-complement': is defined for 2, 4");
    refused("ccc:3", "shuffle", "here 24 send");
    refused("mesh:8x4", "transpose", "equal, as mesh:6x6, or for 4, 16, 64");
    refused("ccc:3", "tornado", "tori, meshes and hypercubes");
    refused("ccc:3", "neighbour", "not on ccc");
    refused("cube:4", "tornado", "each node would send to itself");
    refused("mesh:3x3", "asymmetric", "an even number of nodes; here 9 send");
    refused("mesh:4x4", "asymmetric:2", "the share of the worms for the upper half");
    refused("mesh:4x4", "hotspot", "as hotspot:27:0.1");
    refused("mesh:4x4", "hotspot:16:0.1", "nodes from 0 to 15");
    refused("mesh:4x4", "hotspot:1:0.1+", "nodes from 0 to 15");
    refused("mesh:4x4", "hotspot:1:0.6+2:0.5", "together are above 1");
    refused("mesh:4x4", "hotspot:1:nan", "nodes from 0 to 15");
    refused("mesh:4x4", "tornado:3", "traffic 'tornado:3': must be one of");
    refused("mesh:4x4", "neighbor", "did you mean 'neighbour'?");
    refused("mesh:4x4", "", "must be one of uniform, transpose,");
}
