/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "verify/verify.h"

#include "grid_checks.h"
#include "routing/routings.h"
#include "topology/topologies.h"

static const struct noc_routing *routing_of(const struct noc_topology *t, const char *name)
{
    const struct noc_routing *r = NULL;

    assert_true(noc_routing_choose(&r, name, t, NULL));
    return r;
}

/* X-then-y on a mesh without auxiliary cells: what crosses between columns x and x + 1
 * of a row is what its left part sends to all columns to the right, and so on. */
static void check_mesh(unsigned rows, unsigned columns)
{
    char text[32];
    struct noc_topology t;
    uint64_t load[256], want = 0;

    snprintf(text, sizeof text, "mesh:%ux%u", rows, columns);
    assert_true(noc_topology_parse(&t, text, NULL));
    assert_true(t.nodes * t.ports <= 256);
    memset(load, 0xff, sizeof load);

    uint64_t sum = noc_link_load(&t, routing_of(&t, "x-then-y"), NOC_LOAD_ALL, load);

    for (unsigned y = 0; y < rows; y++) {
        for (unsigned x = 0; x < columns; x++) {
            const uint64_t *at = &load[(y * columns + x) * 4];

            assert_int_equal(at[0], (x + 1) * (columns - 1 - x) * rows);
            assert_int_equal(at[1], x * (columns - x) * rows);
            assert_int_equal(at[2], (y + 1) * (rows - 1 - y) * columns);
            assert_int_equal(at[3], y * (rows - y) * columns);
            want += at[0] + at[1] + at[2] + at[3];
        }
    }
    assert_int_equal(sum, want);
    assert_int_equal(noc_link_load(&t, routing_of(&t, "x-then-y"), NOC_LOAD_IO, load), 0);
    for (unsigned i = 0; i < t.nodes * t.ports; i++) {
        assert_int_equal(load[i], 0);
    }
}

TEST(meshes_have_their_load_by_formula)
{
    check_mesh(4, 4);
    check_mesh(3, 5);
    check_mesh(6, 2);
}

/* All pairs = pairs of regular cells + pairs with an auxiliary one, link by link. */
TEST(io_is_what_auxiliary_cells_add)
{
    struct made m = made(true, 4, 4);
    int aux = made_aux(&m);

    made_row(&m, aux, 0);

    struct noc_topology t = made_grid(&m), plain = grid("torus 4x4");
    const struct noc_routing *r = routing_of(&t, "balanced");
    uint64_t all[17 * 4], io[17 * 4], cells[16 * 4];
    uint64_t sum_all = noc_link_load(&t, r, NOC_LOAD_ALL, all);
    uint64_t sum_io = noc_link_load(&t, r, NOC_LOAD_IO, io);

    assert_int_equal(sum_all, sum_io + noc_link_load(&plain, r, NOC_LOAD_ALL, cells));
    for (unsigned i = 0; i < 17 * 4; i++) {
        assert_int_equal(all[i], io[i] + (i < 16 * 4 ? cells[i] : 0));
    }
    /* Every message to or from the auxiliary cell crosses one of its two links, each a half. */
    for (unsigned port = 0; port < 4; port++) {
        assert_int_equal(io[16 * 4 + port], port < 2 ? 8 : 0);
    }
    grid_free(&t);
    grid_free(&plain);
}

/* Virtual channels of one link are told apart. */
TEST(other_topologies)
{
    struct noc_topology t;
    uint64_t load[64 * 8], sum = 0;

    assert_true(noc_topology_parse(&t, "torus:5", NULL));

    const struct noc_routing *r = routing_of(&t, "btr");
    unsigned used = 0;

    assert_int_equal(noc_link_load(&t, r, NOC_LOAD_ALL, load), 5 * (1 + 1 + 2 + 2));
    for (unsigned i = 0; i < t.nodes * t.ports * r->vcs; i++) {
        sum += load[i];
        used += load[i] > 0;
    }
    assert_int_equal(sum, 30);
    assert_true(used > 10); /* more than one channel on some link */
}

TEST(pairs_without_a_route_are_left_out)
{
    struct noc_topology t = grid("torus 4x4\naux left 3");
    uint64_t load[17 * 4];

    assert_int_equal(noc_link_load(&t, routing_of(&t, "x-then-y"), NOC_LOAD_IO, load), 0);
    assert_int_equal(noc_link_load(&t, routing_of(&t, "x-then-y"), NOC_LOAD_ALL, load), 640);
    for (unsigned from = 0; from < 17; from++) {
        uint64_t visits = 5, unreached = 3;

        memset(load, 0, sizeof load);
        assert_true(noc_link_load_from(&t, routing_of(&t, "x-then-y"), NOC_LOAD_ALL, from, load,
                                       &visits, &unreached));
        assert_int_equal(unreached, 3 + (from < 16 ? 1 : 16));
        for (unsigned i = 0; i < 17 * 4; i++) {
            visits -= load[i];
        }
        assert_int_equal(visits, 5);
    }
    grid_free(&t);
}
