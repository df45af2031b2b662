/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "multicast/algorithms.h"
#include "verify/verify.h"
#include "worm_checks.h"

/* All others of `source` into dests; returns how many. */
static unsigned all_others(const struct noc_topology *t, unsigned source, uint16_t *dests)
{
    unsigned m = 0;

    for (unsigned node = 0; node < t->nodes; node++) {
        if (node != source) {
            dests[m++] = (uint16_t)node;
        }
    }
    return m;
}

static void broadcast(struct plan *p, const struct network *net, uint32_t ports, unsigned source)
{
    uint16_t dests[PLAN_NODES];
    unsigned m = all_others(&net->t, source, dests);

    make_plan(p, net, &noc_algorithm_pcp, ports, source, dests, m);
    check_plan(p, dests, ports);
}

/* The example of figures 3: 10 columns, 8 rows. Two sides in the first step, by their
 * corners; all columns or rows, to the middle, in the second. */
TEST(the_papers_mesh)
{
    struct network net = network("mesh:8x10", "coded-path");
    struct plan p;

    broadcast(&p, &net, 0,
              0); /* a corner: the top by its left corner; the bottom from the corner on */
    assert_int_equal(p.steps, 2);
    assert_non_null(strstr(worms_text(&p), "1:0>70>71>72>73>74>75>76>77>78>79"));
    assert_non_null(strstr(worms_text(&p), "1:0>1>2>3>4>5>6>7>8>9"));
    assert_non_null(strstr(worms_text(&p), "2:0>10>20>30"));
    assert_non_null(strstr(worms_text(&p), "2:79>69>59>49"));
    broadcast(&p, &net, 0, 23); /* inside: left by the near corner, right by the one opposite */
    assert_int_equal(p.steps, 2);
    assert_non_null(strstr(worms_text(&p), "1:23>0>10>20>30>40>50>60>70"));
    assert_non_null(strstr(worms_text(&p), "1:23>79>69>59>49>39>29>19>9"));
    assert_non_null(strstr(worms_text(&p), "2:20>21>22>24"));
    assert_non_null(strstr(worms_text(&p), "2:29>28>27>26>25"));
    broadcast(&p, &net, 1, 23); /* with one port the near corner comes first */
    assert_non_null(strstr(worms_text(&p), "1:23>0>10>"));
    assert_non_null(strstr(worms_text(&p), "2:23>79>69>"));
    broadcast(&p, &net, 0,
              50); /* on the left side: top and bottom, though that is a vertical side */
    assert_int_equal(p.steps, 2);
    assert_non_null(strstr(worms_text(&p), "1:50>70>71>72>73>74>75>76>77>78>79"));
    assert_non_null(strstr(worms_text(&p), "1:50>0>1>2>3>4>5>6>7>8>9"));
    assert_non_null(strstr(worms_text(&p), "2:70>60>40"));
    broadcast(&p, &net, 0, 75); /* on the top side: left and right */
    assert_non_null(strstr(worms_text(&p), "1:75>70>60>50>40>30>20>10>0"));
    assert_non_null(strstr(worms_text(&p), "1:75>79>69>59>49>39>29>19>9"));
    assert_non_null(strstr(worms_text(&p), "2:79>78>77>76"));
    free(net.path);
}

/* Forced, it delivers to any set, and on networks it is not made for. */
TEST(a_subset_if_forced)
{
    static const char *const texts[] = {"mesh:4x5",  "mesh:2x3", "mesh:7x7", "mesh:3x3x2",
                                        "torus:4x4", "cube:4",   "mesh:9"};
    uint32_t seed = 3;

    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct network net = network(texts[i], i < 3 ? "coded-path" : NULL);

        for (unsigned n = 0; n < 500; n++) {
            uint16_t dests[PLAN_NODES];
            unsigned source = random_below(&seed, net.t.nodes);
            unsigned m = 1 + random_below(&seed, net.t.nodes - 1), ports = n % 3;
            struct noc_plan_env env = {&net.t, net.r, ports, source, 0, 0, NULL};
            struct plan p;

            random_set(&seed, net.t.nodes, source, m, dests);
            make_plan(&p, &net, &noc_algorithm_pcp, ports, source, dests, m);
            check_plan(&p, dests, ports);
            for (uint32_t k = 0; k < p.m; k++) {
                check_relay(&p, &noc_algorithm_pcp, &env, p.message[k].part);
            }
            for (uint32_t k = 0, size; k < p.m; k += size) {
                struct noc_visit visit[PLAN_NODES];
                uint32_t header[PLAN_NODES];

                size = noc_worm_size(&p.message[k], p.m - k);
                assert_true(
                    noc_worm_path(&net.t, net.r, &p.message[k], size, header, visit, NULL, 0) > 0);
            }
        }
        free(net.path);
    }
}
