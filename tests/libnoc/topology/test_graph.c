/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "graph_checks.h"
#include "topology/topologies.h"

/* --- what is read ---------------------------------------------------------------- */

/* Neighbours by port, ascending; both ends of a link know each other. */
static void check_links(const struct slow *s, const struct noc_topology *t)
{
    struct noc_link link, back;
    unsigned most = 0;

    assert_int_equal(t->nodes, s->n);
    for (unsigned c = 0; c < s->n; c++) {
        unsigned port = 0;

        for (unsigned x = 0; x < s->n; x++) {
            if (s->near[c][x]) {
                assert_true(noc_topology_link(t, c, port, &link));
                assert_int_equal(link.node, x);
                assert_int_equal(link.dim, NOC_NO_DIM);
                assert_int_equal(link.dir, 0);
                assert_true(noc_topology_link(t, x, link.port, &back));
                assert_int_equal(back.node, c);
                assert_int_equal(back.port, port);
                port++;
            }
        }
        assert_false(noc_topology_link(t, c, port, &link));
        assert_false(noc_topology_link(t, c, 255, &link));
        most = port > most ? port : most;
    }
    assert_int_equal(t->ports, most);
    assert_int_equal(t->links, most);
    assert_false(noc_topology_link(t, s->n, 0, &link));
    assert_int_equal(t->dims, 0);
}

static int slow_lowest(const struct slow *s, unsigned c)
{
    int lowest = s->place[c];

    for (unsigned x = 0; x < s->n; x++) {
        if (s->parent[x] == (int)c && slow_lowest(s, x) < lowest) {
            lowest = slow_lowest(s, x);
        }
    }
    return lowest;
}

static void check_tree(const struct slow *s, struct graph *g)
{
    const struct noc_graph *own = noc_graph_of(&g->t);
    const struct noc_graph_node *node = noc_graph_nodes(&g->t, own);

    check_links(s, &g->t);
    assert_int_equal(own->root, s->root);
    for (unsigned c = 0; c < s->n; c++) {
        unsigned port = 0;

        assert_int_equal(noc_shape_order(g->t.shape, c), s->place[c]);
        assert_int_equal(node[c].level, s->level[c]);
        assert_int_equal(node[c].parent, s->parent[c] < 0 ? NOC_NO_NODE : s->parent[c]);
        assert_int_equal(node[c].low, slow_lowest(s, c));
        for (unsigned x = 0; x < s->n; x++) {
            if (s->near[c][x]) {
                if (s->parent[c] == (int)x) {
                    assert_int_equal(node[c].up, port);
                }
                assert_int_equal(noc_graph_ways(&g->t, own, c)[port].high, s->place[x]);
                assert_int_equal(noc_graph_ways(&g->t, own, c)[port].low, slow_lowest(s, x));
                port++;
            }
        }
        assert_int_equal(node[c].ports, port);
    }
    assert_int_equal(node[s->root].up, NOC_PORT_LOCAL);
}

TEST(trees_and_numbers)
{
    for_all_graphs(2, 1, check_tree);
    for_all_graphs(4, 1, check_tree);
    for_all_graphs(5, 1, check_tree);
    for_all_graphs(6, 37, check_tree);
    for_random_graphs(200, SLOW_NODES, check_tree);
}

/* Figure 1 is numbered in postorder: it keeps its numbers, from 0. */
TEST(the_papers_figure)
{
    static const int parent[] = {1, 7, 7, 4, 6, 6, 7, NOC_NO_NODE};
    struct graph g = graph(figure_1);
    const struct noc_graph_node *node = noc_graph_nodes(&g.t, noc_graph_of(&g.t));

    for (unsigned c = 0; c < 8; c++) {
        assert_int_equal(noc_shape_order(g.t.shape, c), c);
        assert_int_equal(node[c].parent, parent[c]);
    }
    assert_int_equal(noc_topology_senders(&g.t), 8);
    assert_int_equal(g.t.ports, 4);
    graph_free(&g);
}

/* However it is written, it is the same network. */
TEST(many_spellings)
{
    static const char *const text[] = {
        "0 1\n1 2\n",
        "0 1\n1 2",
        "2 1\n0 1\n",
        "0 1\r\n1 2\r\n",
        "0 1\r\n1 2\r",
        "\n\n  0\t 1  # one\n#two\n \t\n1 2#three\n\n",
        ("\xef\xbb\xbf"
         "0 1\n1 2\n# \xc3\xa9\n"),
        "nodes 3\n0 1\n1 2\n",
        "0 1\n1 2\nnodes  3 # as many\nroot 0\n",
        "000 01\n1 0000000000002\nroot\t00\n",
    };
    struct graph first = graph(text[0]);

    for (unsigned i = 1; i < sizeof text / sizeof *text; i++) {
        struct graph g = graph(text[i]);

        assert_int_equal(g.t.shape->bytes, first.t.shape->bytes);
        assert_memory_equal(g.room, first.room, first.t.shape->bytes);
        graph_free(&g);
    }
    graph_free(&first);
}

TEST(switches_pass_on)
{
    static const bool sends[] = {true, false, false, true, true, false};
    static const char *const text[] = {
        "switch 1-2,5\n0 1\n1 2\n2 3\n2 5\n5 4\n",
        "0 1\n1 2\nswitch 5\n2 3\n2 5\n5 4\nswitch 1,2\n",
        "nodes 6\r\n0 1\r\n1 2\r\nswitch 5-5,1-2 # three\r\n2 3\r\n2 5\r\n5 4\r\nroot 1\r\n",
    };

    for (unsigned i = 0; i < sizeof text / sizeof *text; i++) {
        struct graph g = graph(text[i]);

        for (unsigned node = 0; node < 6; node++) {
            assert_int_equal(noc_topology_sends(&g.t, node), sends[node]);
        }
        assert_int_equal(noc_topology_senders(&g.t), 3);
        assert_int_equal(noc_graph_of(&g.t)->root, 1); /* the lowest switch */
        graph_free(&g);
    }
}

/* --- what is refused -------------------------------------------------------------- */

static void refused_text(const char *text, size_t length, enum noc_fault_code code, size_t where,
                         const char *because)
{
    struct noc_topology before;
    struct noc_fault fault = {0};
    struct graph g;

    memset(&before, 0x5a, sizeof before);
    assert_false(graph_read(&g, text, length, &fault));
    if (fault.code != code || fault.where != where || !strstr(fault.because, because)) {
        print_error("'%s': %s: %s, at %u\n", text, noc_fault_text(fault.code), fault.because,
                    fault.where);
        fail();
    }
    assert_memory_equal(&g.t, &before, sizeof before);
    graph_free(&g);
    assert_false(graph_read(&g, text, length, NULL));
    graph_free(&g);
}

static void refused(const char *text, enum noc_fault_code code, size_t where, const char *because)
{
    refused_text(text, strlen(text), code, where, because);
}

TEST(malformed_lines)
{
    refused("0\n", NOC_FAULT_FILE_SYNTAX, 1, "two node numbers");
    refused("0", NOC_FAULT_FILE_SYNTAX, 1, "two node numbers");
    refused("0 1\n2 \n", NOC_FAULT_FILE_SYNTAX, 6, "two node numbers");
    refused("0 1 2\n", NOC_FAULT_FILE_SYNTAX, 4, "two node numbers");
    refused("0-1\n", NOC_FAULT_FILE_SYNTAX, 1, "two node numbers");
    refused("0 1x\n", NOC_FAULT_FILE_SYNTAX, 3, "two node numbers");
    refused("0 -1\n", NOC_FAULT_FILE_SYNTAX, 2, "two node numbers");
    refused("-1 0\n", NOC_FAULT_FILE_SYNTAX, 0, "a line is");
    refused("0 1\nlink 1 2\n", NOC_FAULT_FILE_SYNTAX, 4, "a line is");
    refused("0 1\n\n   ; 1 2\n", NOC_FAULT_FILE_SYNTAX, 8, "a line is");
    refused("nodes\n", NOC_FAULT_FILE_SYNTAX, 5, "as nodes 64");
    refused("nodes", NOC_FAULT_FILE_SYNTAX, 5, "as nodes 64");
    refused("nodes x\n", NOC_FAULT_FILE_SYNTAX, 6, "as nodes 64");
    refused("nodes 2 2\n", NOC_FAULT_FILE_SYNTAX, 8, "as nodes 64");
    refused("nodes 2\nnodes 2\n", NOC_FAULT_FILE_SYNTAX, 13, "once");
    refused("nodes 1\n", NOC_FAULT_FILE_SYNTAX, 6, "2 nodes or more");
    refused("root 1\n0 1\nroot 1\n", NOC_FAULT_FILE_SYNTAX, 15, "once");
    refused("root 1,2\n", NOC_FAULT_FILE_SYNTAX, 6, "as root 8");
    refused("rooted 1\n", NOC_FAULT_FILE_SYNTAX, 0, "a line is");
    refused("switch \n", NOC_FAULT_FILE_SYNTAX, 7, "0-15,20");
    refused("switch 1,\n", NOC_FAULT_FILE_SYNTAX, 9, "0-15,20");
    refused("switch 1-\n", NOC_FAULT_FILE_SYNTAX, 9, "0-15,20");
    refused("switch 3-1\n", NOC_FAULT_FILE_SYNTAX, 9, "0-15,20");
    refused("switch 1;2\n", NOC_FAULT_FILE_SYNTAX, 8, "0-15,20");
    refused("switch 1,0-2\n", NOC_FAULT_FILE_SYNTAX, 9, "twice");
    refused("0 1\r1 2\n", NOC_FAULT_FILE_SYNTAX, 3, "this is not text");
    refused("0 1 # a\rb\n", NOC_FAULT_FILE_SYNTAX, 7, "this is not text");
    refused_text("0 1\0\n", 5, NOC_FAULT_FILE_SYNTAX, 3, "this is not text");
    refused_text("\0\0\0", 3, NOC_FAULT_FILE_SYNTAX, 0, "this is not text");
    refused_text("# a\0b\n0 1\n", 10, NOC_FAULT_FILE_SYNTAX, 3, "this is not text");
    refused("\x7f"
            "ELF",
            NOC_FAULT_FILE_SYNTAX, 0, "this is not text");
}

TEST(numbers_out_of_range)
{
    refused("0 1\n1 16384\n", NOC_FAULT_NODES, 6, "16383");
    refused("99999999999999999999 1\n", NOC_FAULT_NODES, 0, "16383");
    refused("0 4294967297\n", NOC_FAULT_NODES, 2, "16383");
    refused("nodes 16385\n", NOC_FAULT_NODES, 6, "16383");
    refused("switch 0-16384\n", NOC_FAULT_NODES, 9, "16383");
    refused("root 16384\n", NOC_FAULT_NODES, 5, "16383");
    refused("nodes 3\n0 1\n1 2\n1 3\n", NOC_FAULT_NODE_RANGE, 18, "how many");
    refused("0 1\nroot 2\n", NOC_FAULT_NODE_RANGE, 9, "root");
}

TEST(links_that_make_no_sense)
{
    char text[32 * 8], *at = text;

    refused("0 1\n1 1\n", NOC_FAULT_FILE_LINK, 6, "itself");
    refused("0 1\n1 2\n0 1\n", NOC_FAULT_FILE_LINK, 8, "before");
    refused("0 1\n1 2\n 1 0\n", NOC_FAULT_FILE_LINK, 9, "before");
    for (unsigned i = 1; i <= NOC_PORTS_MAX; i++) {
        at += sprintf(at, "0 %u\n", i);
    }

    struct graph g = graph(text);

    assert_int_equal(g.t.ports, NOC_PORTS_MAX);
    graph_free(&g);
    sprintf(at, "30 0\n");
    refused(text, NOC_FAULT_FILE_LINK, (size_t)(at - text) + 3, "28");
    sprintf(at, "0 30\n");
    refused(text, NOC_FAULT_FILE_LINK, (size_t)(at - text), "28");
}

TEST(networks_in_pieces)
{
    refused("", NOC_FAULT_FILE_DISCONNECTED, 0, "no link");
    refused("\n# nothing\n", NOC_FAULT_FILE_DISCONNECTED, 11, "no link");
    refused("nodes 2\n", NOC_FAULT_FILE_DISCONNECTED, 8, "no link");
    refused("0 1\n3 4\n1 3\n", NOC_FAULT_FILE_DISCONNECTED, 6, "numbered lower");
    refused("nodes 3\n0 1\n", NOC_FAULT_FILE_DISCONNECTED, 6, "numbered lower");
    refused("1 2\n", NOC_FAULT_FILE_DISCONNECTED, 2, "numbered lower");
    refused("0 1\n2 3\n", NOC_FAULT_FILE_DISCONNECTED, 4, "no path");
    refused("0 1\nroot 3\n2 3\n", NOC_FAULT_FILE_DISCONNECTED, 0, "no path");
    refused("switch 0,3\n0 1\n0 2\n", NOC_FAULT_FILE_DISCONNECTED, 9, "named here");
}

TEST(processors_hang_on_switches)
{
    refused("switch 0\n0 1\n0 2\n1 2\n", NOC_FAULT_FILE_LINK, 11, "processor");
    refused("switch 0,1\n0 1\n2 3\n", NOC_FAULT_FILE_LINK, 15, "processor");
    refused("switch 0\n0 1\n1 2\n", NOC_FAULT_FILE_LINK, 11, "processor");
    refused("switch 0-2\n0 1\n1 2\n", NOC_FAULT_NODE_SWITCH, 19, "all nodes are switches");
}

/* --- limits ---------------------------------------------------------------------------- */

TEST(as_large_as_they_come)
{
    size_t room = 16384 * 14 * 12;
    char *text = malloc(room), *at = text;

    for (unsigned i = 0; i < 16384; i++) { /* 28 links at each node */
        for (unsigned far = 1; far <= 14; far++) {
            at += sprintf(at, "%u %u\n", i, (i + far) % 16384);
        }
    }

    struct graph g = graph(text);
    const struct noc_routing *r = routing(&g.t, "updown");
    struct noc_channel path[4096];

    assert_int_equal(g.t.nodes, 16384);
    assert_int_equal(g.t.ports, 28);
    assert_true(g.t.shape->bytes <= noc_shape_room(strlen(text)));
    assert_in_range(noc_route_path(&g.t, r, 16383, 8000, path, 4096), 572, 4096);
    graph_free(&g);

    at = text; /* a chain: the tree is as deep as can be, and nothing recurses */
    for (unsigned i = 0; i + 1 < 16384; i++) {
        at += sprintf(at, "%u %u\n", i, i + 1);
    }
    g = graph(text);
    assert_int_equal(noc_route_path(&g.t, routing(&g.t, NULL), 16383, 0, path, 1), 16383);
    graph_free(&g);
    free(text);
}

/* --- whatever the text --------------------------------------------------------------- */

/* Taken: all is as the shape says. Refused: at a place in the text, with a reason. */
static bool check_any(const char *text, size_t length)
{
    struct noc_fault fault = {0};
    struct graph g;
    bool taken = graph_read(&g, text, length, &fault);

    if (taken) {
        const struct noc_graph_node *node = noc_graph_nodes(&g.t, noc_graph_of(&g.t));

        assert_true(g.t.shape->bytes <= noc_shape_room(length));
        assert_in_range(g.t.nodes, 2, 16384);
        for (unsigned c = 0; c < g.t.nodes; c++) {
            unsigned up = c;

            for (unsigned steps = 0; node[up].parent != NOC_NO_NODE; steps++) {
                assert_true(steps < g.t.nodes);
                up = node[up].parent;
            }
            assert_int_equal(up, noc_graph_of(&g.t)->root);
        }
    } else {
        assert_true(fault.code != NOC_FAULT_NONE && fault.where <= length);
        assert_non_null(fault.because);
    }
    graph_free(&g);
    return taken;
}

static size_t mutate(char *text, size_t length, size_t room, uint32_t *state)
{
    static const char bytes[] = "0123456789 \n\r\t#-,nsr\0\xff";
    size_t at = length ? random_below(state, (uint32_t)length) : 0;
    size_t run = 1 + random_below(state, 6);

    switch (random_below(state, 4)) {
    case 0: /* other bytes */
        for (size_t i = at; i < length && i < at + run; i++) {
            text[i] = bytes[random_below(state, sizeof bytes - 1)];
        }
        return length;
    case 1: /* some more */
        run = length + run > room ? room - length : run;
        memmove(text + at + run, text + at, length - at);
        for (size_t i = at; i < at + run; i++) {
            text[i] = bytes[random_below(state, sizeof bytes - 1)];
        }
        return length + run;
    case 2: /* some fewer */
        run = at + run > length ? length - at : run;
        memmove(text + at, text + at + run, length - at - run);
        return length - run;
    default: /* cut off */
        return at;
    }
}

TEST(mutated_texts)
{
    static const char *const good[] = {
        figure_1,
        "switch 0-2\n0 1\n1 2\n0 3\n1 4\n2 5\n2 6 # two here\n",
        "# ring\r\nnodes 5\r\n0 1\r\n1 2\r\n2 3\r\n3 4\r\n4 0\r\nroot 3\r\n",
        "0 1\n",
    };
    uint32_t random = 4711;
    unsigned taken = 0, count = 20000;

    for (unsigned i = 0; i < count; i++) {
        char text[512];
        size_t length = strlen(good[i % 4]);

        memcpy(text, good[i % 4], length);
        for (unsigned times = 1 + random_below(&random, 3); times > 0; times--) {
            length = mutate(text, length, sizeof text, &random);
        }
        taken += check_any(text, length);
    }
    print_message("%u of %u mutated texts are taken\n", taken, count);
    assert_in_range(taken, count / 20, count / 2);
}
