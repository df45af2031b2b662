/* SPDX-License-Identifier: BSD-2-Clause */
/* noct lattice: what it draws is what the paper simulated on, and a graph file. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/commands.h"
#include "test.h"
#include "result/result.h"
#include "topology/graph.h"
#include "topology/topologies.h"

/* The answer to these numbers as text; NULL: not given. */
static json_t *execute(const char *switches, const char *processors, const char *side,
                       const char *seed)
{
    struct options o = {.text = {[KEY_switches] = (char *)switches,
                                 [KEY_processors] = (char *)processors,
                                 [KEY_side] = (char *)side,
                                 [KEY_seed] = (char *)seed}};
    struct error error = {.text = ""};
    json_t *result = NULL;
    if (execute_lattice(&o, &result, &error) != STATUS_DONE) {
        print_error("%s\n", error.text);
        fail();
    }
    return result;
}

/* Where each switch stands, by the drawing in the text: point[switch]. Returns how many. */
static unsigned read_map(const char *text, unsigned side, unsigned *point)
{
    unsigned n = 0, p = 0;
    const char *line = strstr(text, "#\n") + 2;
    for (; p < side * side; line = strchr(line, '\n') + 1) {
        for (unsigned x = 0; x < side; x++, p++) {
            char c = line[4 + 2 * x];
            assert_true(c == 'o' || c == '.');
            if (c == 'o') {
                point[n++] = p;
            }
        }
    }
    return n;
}

static bool adjacent(unsigned a, unsigned b, unsigned side)
{
    unsigned across = (unsigned)abs((int)(a % side) - (int)(b % side));
    unsigned down = (unsigned)abs((int)(a / side) - (int)(b / side));
    return across + down == 1;
}

/* Switches are linked exactly if their points are adjacent, and have their processors. */
static void check(const char *switches, const char *processors, const char *side, const char *seed)
{
    json_t *result = execute(switches, processors, side, seed);
    const char *text = result_text(result, "text");
    unsigned n = (unsigned)atoi(switches), each = processors ? (unsigned)atoi(processors) : 1;
    unsigned width = (unsigned)result_number(result, "side"), *point = calloc(n, sizeof *point);
    void *room = malloc(noc_shape_room(strlen(text)));
    struct noc_topology t;
    struct noc_fault fault = {0};
    uint32_t links = 0;

    assert_true(noc_topology_graph.read(&t, text, strlen(text), room, &fault));
    assert_int_equal(result_number(result, "schema"), RESULT_SCHEMA);
    assert_int_equal(result_number(result, "nodes"), n * (1 + each));
    assert_int_equal(t.nodes, n * (1 + each));
    assert_int_equal(noc_topology_senders(&t), n * each);
    assert_true(t.ports <= 8);
    assert_int_equal(read_map(text, width, point), n);
    for (unsigned a = 0; a < n; a++) {
        unsigned expected = 0;
        struct noc_link link;
        for (unsigned b = 0; b < n; b++) {
            if (adjacent(point[a], point[b], width)) {
                assert_true(noc_topology_link(&t, a, expected++, &link));
                assert_int_equal(link.node, b);
            }
        }
        for (unsigned k = 0; k < each; k++) {
            assert_true(noc_topology_link(&t, a, expected++, &link));
            assert_int_equal(link.node, n + a * each + k);
            links += 2;
        }
        assert_false(noc_topology_link(&t, a, expected, &link));
        links += expected - each;
    }
    assert_int_equal(result_number(result, "links"), links / 2);
    free(point);
    free(room);
    json_decref(result);
}

TEST(draws_lattices)
{
    check("1", "2", NULL, NULL);
    check("2", NULL, NULL, NULL);
    check("2", NULL, "8", "5");
    check("64", NULL, NULL, NULL);
    check("64", "4", "8", "2");
    check("64", NULL, "32", "3");
    check("256", NULL, NULL, "4");
    check("500", "2", "60", "4294967295");
    check("100", "3", "10", "0");
}

/* Four fifths of the points, rounded so that all have room. */
TEST(the_usual_side)
{
    static const struct {
        const char *switches;
        int side;
    } expected[] = {{"2", 2}, {"5", 3}, {"20", 5}, {"21", 6}, {"64", 9}, {"256", 18}};
    for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++) {
        json_t *result = execute(expected[i].switches, NULL, NULL, NULL);
        assert_int_equal(result_number(result, "side"), expected[i].side);
        json_decref(result);
    }
}

TEST(bad_numbers)
{
    static const struct {
        const char *switches, *processors, *side, *seed, *because;
    } bad[] = {
        {NULL, NULL, NULL, NULL, "switches: missing"}, {"0", NULL, NULL, NULL, "switches '0'"},
        {"x", NULL, NULL, NULL, "switches 'x'"},       {"8193", NULL, NULL, NULL, "from 1 to 8192"},
        {"3277", "4", NULL, NULL, "from 1 to 3276"},   {"4", "0", NULL, NULL, "processors '0'"},
        {"4", "5", NULL, NULL, "from 1 to 4"},         {"64", NULL, "7", NULL, "from 8 to 32"},
        {"64", NULL, "33", NULL, "from 8 to 32"},      {"64", NULL, NULL, "-1", "seed '-1'"},
        {"1", "1", NULL, NULL, "nobody to send to"},
    };
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct options o = {.text = {[KEY_switches] = (char *)bad[i].switches,
                                     [KEY_processors] = (char *)bad[i].processors,
                                     [KEY_side] = (char *)bad[i].side,
                                     [KEY_seed] = (char *)bad[i].seed}};
        struct error error = {.text = ""};
        json_t *result = NULL;
        assert_int_equal(execute_lattice(&o, &result, &error), STATUS_BAD);
        assert_null(result);
        assert_non_null(strstr(error.text, bad[i].because));
    }
}
