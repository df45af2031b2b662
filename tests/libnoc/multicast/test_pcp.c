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

/* The worms of a step share no channel; returns the most header flits one needs, and through *lines
 * how many have one address only. */
static unsigned check_step(const struct network *net, const struct plan *p, uint32_t step,
                           unsigned *single)
{
    uint64_t seen[PATH_WORDS] = {0};
    unsigned most = 0;

    for (uint32_t i = 0, size; i < p->m; i += size) {
        struct noc_channel path[256];
        struct noc_visit visit[PLAN_NODES];
        uint32_t header[PLAN_NODES], flits;

        size = noc_worm_size(&p->message[i], p->m - i);
        if (p->message[i].step != step) {
            continue;
        }
        int32_t hops =
            noc_worm_path(&net->t, net->r, &p->message[i], size, header, visit, path, 256);

        assert_in_range(hops, 1, 256);
        for (int32_t k = 0; k < hops; k++) {
            unsigned c = noc_channel_index(&net->t, net->r, path[k].node, path[k].port, path[k].vc);

            assert_false(seen[c / 64] >> c % 64 & 1);
            seen[c / 64] |= UINT64_C(1) << c % 64;
        }
        for (uint32_t k = 0; k < size; k++) {
            header[k] = noc_header(NOC_HEADER_ADDRESS, p->message[i + k].to, 0);
        }
        flits = noc_code_headers(&net->t, net->r, p->message[i].from, header, size);
        most = flits > most ? flits : most;
        *single += flits == 1;
    }
    return most;
}

/* Whether a channel of step 1 is in use in step 2 again, so that a late first message could be in
 * the second one's way: in the row or column by which a source goes to its sides, the line from the
 * side that is nearer to it ends beyond it. */
static bool meets_itself(const struct noc_topology *t, unsigned source)
{
    unsigned x = coordinate(t, source, 0), y = coordinate(t, source, 1);
    bool vertical = x == 0 || x + 1 == t->width[0], horizontal = y == 0 || y + 1 == t->width[1];
    unsigned at = vertical ? y : x, width = t->width[vertical];

    if (vertical && horizontal) {
        return false;
    }
    return 2 * at < width ? 2 * (at + 1) < width : 2 * (at - 1) >= width;
}

/* Theorem 1, and what of theorem 2 is about one broadcast: two steps from every source, each
 * node once, and no channel twice in a step. Across steps there may be: the smallest meshes are 2x5
 * (from 1) and 5x2 (from 2). */
TEST(two_steps_from_every_source)
{
    static const char *const routings[] = {"coded-path", "coded-path-vc"};
    unsigned contending = 0, smallest = PLAN_NODES;

    for (unsigned i = 0; i < 2 * 49; i++) {
        char text[20];
        unsigned w = 2 + i / 2 % 7, h = 2 + i / 14;

        sprintf(text, "mesh:%ux%u", h, w);

        struct network net = network(text, routings[i % 2]);

        for (unsigned source = 0; source < net.t.nodes; source++) {
            struct noc_plan_env env = {&net.t, net.r, 0, source, 0, NULL};
            struct plan p;
            unsigned x = source % w, single = 0;
            bool vertical = x == 0 || x + 1 == w;
            struct noc_part whole;
            uint16_t chain[PLAN_NODES] = {(uint16_t)source};
            unsigned m = all_others(&net.t, source, chain + 1);

            broadcast(&p, &net, 0, source);
            assert_int_equal(p.steps, (vertical ? h : w) == 2 ? 1 : 2);
            assert_in_range(check_step(&net, &p, 1, &single), 1, 2);
            assert_in_range(check_step(&net, &p, 2, &single), 0, 3);
            assert_true(p.steps == 1 || single > 0);
            uint64_t pairs = noc_plan_violations(&env, p.message, p.m, NULL);

            contending += pairs > 0;
            smallest = pairs > 0 && net.t.nodes < smallest ? net.t.nodes : smallest;
            assert_int_equal(pairs, meets_itself(&net.t, source));
            broadcast(&p, &net, 1, source);
            assert_in_range(p.steps, 1, 4);
            noc_algorithm_pcp.order(&env, chain, m, &whole);
            assert_int_equal(chain[whole.self], source);
            uint32_t relayed = check_relay(&p, &noc_algorithm_pcp, &env, whole);

            for (uint32_t k = 0; k < p.m; k++) {
                relayed += check_relay(&p, &noc_algorithm_pcp, &env, p.message[k].part);
            }
            assert_int_equal(relayed, m);
        }
        free(net.path);
    }
    assert_int_equal(smallest, 10);
    assert_true(contending > 500);
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
            struct noc_plan_env env = {&net.t, net.r, ports, source, 0, NULL};
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
