/* SPDX-License-Identifier: BSD-2-Clause */
#include "plan.h"
#include "routing_checks.h"
#include "tables.h"

static void only_meshes_of_two_dimensions(void **state)
{
    static const char *const refused[] = {"torus:4x4", "utorus:4x4", "mesh:4", "mesh:3x3x3", "cube:4"};

    (void)state;
    for (unsigned i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct noc_topology t = topology(refused[i]);
        struct noc_fault fault = {0};

        assert_false(noc_routing_coded_path.fits(&t, &fault));
        assert_int_equal(fault.code, NOC_FAULT_ROUTING_FIT);
        assert_false(noc_routing_coded_path_vc.fits(&t, NULL));
    }
}

/* A unicast goes as under xy. */
static void unicasts_are_those_of_xy(void **state)
{
    struct noc_topology t = topology("mesh:4x5");
    const struct noc_routing *const xy = routing(&t, "xy");

    (void)state;
    for (unsigned from = 0; from < t.nodes; from++) {
        for (unsigned to = 0; to < t.nodes; to++) {
            char text[4096];

            strcpy(text, path_text(&t, xy, from, to));
            assert_string_equal(path_text(&t, &noc_routing_coded_path, from, to), text);
            assert_int_equal(strlen(path_text(&t, &noc_routing_coded_path_vc, from, to)),
                             strlen(path_text(&t, xy, from, to)) +
                                 (size_t)noc_route_path(&t, xy, from, to, NULL, 0));
        }
    }
}

/* "node:field ..." of the flits that reach dest[0..m-1] from `from`. */
static const char *coded(const struct noc_topology *t, unsigned from, const uint16_t *dest,
                         unsigned m)
{
    static char text[1000];
    uint32_t header[65], n;
    char *at = text;

    for (unsigned i = 0; i < m; i++) {
        header[i] = noc_header(NOC_HEADER_ADDRESS, dest[i], 0);
    }
    n = noc_code_headers(t, &noc_routing_coded_path, from, header, m);
    for (unsigned i = 0; i < n; i++) {
        assert_int_equal(noc_header_kind(header[i]), NOC_HEADER_CODED);
        at += sprintf(at, "%s%u:%u", i ? " " : "", noc_header_node(header[i]),
                      noc_header_field(header[i]));
    }
    return text;
}

/* One flit reaches all nodes of a path; one that is passed, or a turn out of order, costs another. */
static void one_flit_reaches_a_path(void **state)
{
    struct noc_topology t = topology("mesh:4x4");
    static const uint16_t row[] = {1, 2, 3}, column_and_row[] = {4, 8, 9, 10}, skips[] = {1, 3},
                          far[] = {2, 3}, turns[] = {1, 2, 6}, back[] = {1, 2, 1}, again[] = {1, 1};

    (void)state;
    assert_string_equal(coded(&t, 0, row, 3), "3:3");
    assert_string_equal(coded(&t, NOC_ANYWHERE, row, 3), "1:6 3:3");
    assert_string_equal(coded(&t, 0, column_and_row, 4), "10:3");
    assert_string_equal(coded(&t, 0, skips, 2), "1:6 3:2");
    assert_string_equal(coded(&t, 0, far, 2), "2:6 3:2");
    assert_string_equal(coded(&t, 0, turns, 3), "2:7 6:2");
    assert_string_equal(coded(&t, 0, back, 3), "2:7 1:2");
    assert_string_equal(coded(&t, 0, again, 2), "1:6 1:2");
    assert_string_equal(coded(&t, 0, row, 1), "1:2");
}

/* Any list without a node twice running arrives, in order, and nobody else gets it. */
static void any_list_arrives(void **state)
{
    struct noc_topology t = topology("mesh:5x4");
    uint32_t seed = 1, coded_flits = 0;

    (void)state;
    for (unsigned n = 0; n < 20000; n++) {
        uint16_t dest[8];
        uint32_t header[9], flits, visits;
        struct noc_visit visit[8];
        unsigned m = 1 + n % 8, from = n % t.nodes;
        bool anywhere = n & 16;

        for (unsigned i = 0; i < m; i++) {
            unsigned before = i ? dest[i - 1] : from;

            do {
                seed = seed * 1664525 + 1013904223;
                dest[i] = (uint16_t)((seed >> 16) % t.nodes);
            } while (dest[i] == before || (seed >> 13 & 3 && !neighbours(&t, before, dest[i])));
            header[i] = noc_header(NOC_HEADER_ADDRESS, dest[i], 0);
        }
        flits = anywhere ? noc_route_headers_many(&t, &noc_routing_coded_path, dest, m, header)
                         : noc_code_headers(&t, &noc_routing_coded_path, from, header, m);
        assert_in_range(flits, 1, m);
        coded_flits += flits;
        assert_true(noc_route_path_many(&t, &noc_routing_coded_path, from, header, flits, NULL, 0,
                                        visit, 8, &visits) > 0);
        assert_int_equal(visits, m);
        for (unsigned i = 0; i < m; i++) {
            assert_int_equal(visit[i].node, dest[i]);
        }
    }
    assert_in_range(coded_flits, 1, 86000); /* of 90000 without stretches */
}

/* coded-path-vc: y, x on channel a; then b, and no third turn out of order. */
static void the_second_channel(void **state)
{
    struct noc_topology t = topology("mesh:4x4");
    static const uint32_t fine[] = {5 | 12 << 4 | 6u << 18, 5 | 0 << 4 | 6u << 18, 5 | 3 << 4 | 3u << 18};
    static const uint32_t twice[] = {5 | 7 << 4 | 6u << 18, 5 | 11 << 4 | 6u << 18,
                                     5 | 8 << 4 | 6u << 18, 5 | 12 << 4 | 2u << 18};
    static const unsigned vc[] = {0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1};
    struct noc_channel path[16];
    struct noc_visit visit[8];
    uint32_t visits;

    (void)state; /* from 6 up and left to 12, down the left side to 0, along the bottom */
    assert_int_equal(noc_route_path_many(&t, &noc_routing_coded_path_vc, 6, fine, 3, path, 16,
                                         visit, 8, &visits), 10);
    for (unsigned i = 0; i < 10; i++) {
        assert_int_equal(path[i].vc, vc[i + (i < 4 ? 0 : 1)]);
    }
    assert_int_equal(visits, 5); /* 12, 0, 1, 2, 3 */
    assert_int_equal(noc_route_path_many(&t, &noc_routing_coded_path_vc, 6, twice, 4, path, 16,
                                         visit, 8, &visits), -1);
    assert_true(noc_route_path_many(&t, &noc_routing_coded_path, 6, twice, 4, path, 16, visit, 8,
                                    &visits) > 0);
}

/* Labels rise along all worms that coded-path-vc lets through. */
static void labels_rise(void **state)
{
    struct noc_topology t = topology("mesh:4x4");
    const struct noc_routing *r = &noc_routing_coded_path_vc;
    uint32_t seed = 7, through = 0;

    (void)state;
    for (unsigned n = 0; n < 20000; n++) {
        struct noc_channel path[64];
        struct noc_visit visit[4];
        struct noc_label before = {{0}}, now;
        uint32_t header[3], visits;
        int32_t hops;

        for (unsigned i = 0; i < 3; i++) {
            seed = seed * 1664525 + 1013904223;
            header[i] = noc_header(NOC_HEADER_CODED, seed >> 16 & 15, i < 2 ? 6 : 3);
        }
        hops = noc_route_path_many(&t, r, n % 16, header, 3, path, 64, visit, 4, &visits);
        through += hops > 0;
        for (int32_t i = 0; i < hops; i++) {
            assert_true(r->uses(&t, path[i].node, path[i].port, path[i].vc));
            assert_true(r->label(&t, path[i].node, path[i].port, path[i].vc, &now));
            if (i > 0) {
                unsigned k = 0;

                while (k < NOC_LABEL_PARTS && before.part[k] == now.part[k]) {
                    k++;
                }
                assert_true(k < NOC_LABEL_PARTS && before.part[k] < now.part[k]);
            }
            before = now;
        }
    }
    assert_in_range(through, 3000, 17000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_meshes_of_two_dimensions), cmocka_unit_test(unicasts_are_those_of_xy),
        cmocka_unit_test(one_flit_reaches_a_path),       cmocka_unit_test(any_list_arrives),
        cmocka_unit_test(the_second_channel),            cmocka_unit_test(labels_rise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
