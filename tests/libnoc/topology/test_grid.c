/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"
#include "grid_checks.h"

#include "routing/routings.h"
#include "topology/grid.h"
#include "memmap.h"
#include "topology/topologies.h"

/* Every link as the plain table has it, in both directions. */
static void check_links(const struct made *m)
{
    static const uint8_t dims[4] = {0, 0, 1, 1};
    static const int8_t dirs[4] = {+1, -1, +1, -1};
    struct noc_topology t = made_grid(m);

    assert_int_equal(t.nodes, m->nodes);
    assert_int_equal(t.ports, 4);
    assert_int_equal(t.dims, 2);
    assert_int_equal(t.width[0], m->width);
    assert_int_equal(t.width[1], m->height);
    assert_int_equal(noc_topology_senders(&t), m->nodes);
    assert_true(t.shape->bytes <= noc_shape_room(strlen(made_text(m))));
    for (int n = 0; n < m->nodes; n++) {
        for (int port = 0; port < 6; port++) {
            struct noc_link link;
            bool is = noc_topology_link(&t, (uint32_t)n, (unsigned)port, &link);

            if (port >= 4 || m->at[n][port] == NONE) {
                assert_false(is);
                continue;
            }
            assert_true(is);
            assert_int_equal(link.node, m->at[n][port]);
            assert_int_equal(link.port, m->at_port[n][port]);
            assert_int_equal(link.dim, dims[port]);
            assert_int_equal(link.dir, dirs[port]);
        }
    }
    assert_false(noc_topology_link(&t, t.nodes, 0, &(struct noc_link){0}));
    grid_free(&t);
}

TEST(meshes_and_tori_of_all_small_sizes)
{
    for (int height = 2; height <= 6; height++) {
        for (int width = 2; width <= 6; width++) {
            for (int torus = 0; torus < 2; torus++) {
                struct made m = made(torus, height, width);

                check_links(&m);
            }
        }
    }
}

/* One cell at each place around the border: between both ends of a line, or at one. */
TEST(one_cell_anywhere_in_the_border)
{
    static const int sizes[][2] = {{4, 4}, {3, 5}, {2, 2}, {2, 3}};

    for (unsigned s = 0; s < 4; s++) {
        for (int i = 0; i < 6 * (sizes[s][0] > sizes[s][1] ? sizes[s][0] : sizes[s][1]); i++) {
            for (int torus = 0; torus < 2; torus++) {
                struct made m = made(torus, sizes[s][0], sizes[s][1]);
                int line = i / 6, last = m.regular - m.width + line, aux = made_aux(&m);

                if (line >= (i % 6 < 3 ? m.height : m.width)) {
                    continue;
                }
                switch (i % 6) {
                case 0:
                    made_row(&m, aux, line);
                    break;
                case 1:
                    made_link(&m, aux, LEFT, line * m.width + m.width - 1, RIGHT);
                    break;
                case 2:
                    made_link(&m, aux, RIGHT, line * m.width, LEFT);
                    break;
                case 3:
                    made_column(&m, aux, line);
                    break;
                case 4:
                    made_link(&m, aux, UP, last, DOWN);
                    break;
                default:
                    made_link(&m, aux, DOWN, line, UP);
                }
                check_links(&m);
            }
        }
    }
}

TEST(chains_and_networks_of_auxiliary_cells)
{
    struct made m = made(true, 4, 4);
    int a[4], v;

    for (int y = 0; y < 4; y++) { /* one in each row, a ring among themselves */
        a[y] = made_aux(&m);
        made_row(&m, a[y], y);
    }
    for (int y = 0; y < 4; y++) {
        made_link(&m, a[y], DOWN, a[(y + 1) % 4], UP);
    }
    v = made_aux(&m);
    made_into(&m, v, a[1], RIGHT); /* two in one wrap-around link */
    check_links(&m);
    v = made_aux(&m);
    made_column(&m, v, 2);
    made_link(&m, a[0], UP, v, LEFT); /* round a corner; cuts the ring */
    check_links(&m);
}

TEST(one_cell_anywhere_in_the_surface)
{
    for (int r = 0; r < 3; r++) {
        for (int x = 0; x < 3; x++) {
            for (int c = 0; c < 4; c++) {
                for (int y = 0; y < 2; y++) {
                    struct made m = made(r % 2, 3, 4);
                    int p = made_aux(&m);

                    made_inserted(&m, p, r, x, c, y);
                    check_links(&m);

                    struct noc_topology t = made_grid(&m);
                    struct noc_grid_cell cell = noc_grid_cell(&t, (uint32_t)p);

                    assert_int_equal(cell.row, r);
                    assert_int_equal(cell.column, c);
                    assert_int_equal(cell.half_x, 2 * x + 1);
                    assert_int_equal(cell.half_y, 2 * y + 1);
                    assert_int_equal(cell.border, 0);
                    grid_free(&t);
                }
            }
        }
    }
}

/* Places count up along each line, through inserted cells too. */
TEST(lines_are_in_order)
{
    struct made m = made(false, 3, 3);
    int p = made_aux(&m), q = made_aux(&m);

    made_inserted(&m, p, 1, 0, 1, 0);
    made_inserted(&m, q, 1, 0, 2, 1); /* nearer to the first cell of the row than p */

    struct noc_topology t = made_grid(&m);
    uint32_t row[] = {3, (uint32_t)q, (uint32_t)p, 4, 5}, column[] = {1, (uint32_t)p, 4, 7};

    check_links(&m);
    for (unsigned i = 1; i < 5; i++) {
        assert_int_equal(noc_grid_cell(&t, row[i]).row_at,
                         noc_grid_cell(&t, row[i - 1]).row_at + 1);
        assert_int_equal(noc_grid_cell(&t, row[i]).row, 1);
    }
    for (unsigned i = 1; i < 4; i++) {
        assert_int_equal(noc_grid_cell(&t, column[i]).column_at,
                         noc_grid_cell(&t, column[i - 1]).column_at + 1);
    }
    grid_free(&t);
}

TEST(comments_blanks_and_line_ends)
{
    struct noc_topology t = grid("# a comment\r\n\r\n\t torus   2x3 # rows, columns\n\n"
                                 "  aux left 2\tright 0# the host\r\n#\n \naux up 5 down 2");

    assert_int_equal(t.nodes, 8);
    assert_int_equal(t.width[0], 3);
    assert_int_equal(t.width[1], 2);
    grid_free(&t);
}

TEST(the_largest)
{
    char text[200];
    struct noc_fault fault = {0};
    struct noc_topology t = grid("torus 128x128\n");

    assert_int_equal(t.nodes, NOC_NODES_MAX);
    grid_free(&t);
    assert_false(grid_read(&t, "torus 128x128\naux left 127\n", &fault));
    assert_int_equal(fault.code, NOC_FAULT_NODES);
    assert_int_equal(fault.where, 14);

    /* As many auxiliary cells as possible, in one chain off cell 0, as short as they can be said. */
    char *all = malloc(16384 * 30), *out = all + sprintf(all, "mesh 2x2\n");

    for (unsigned n = 4; n < NOC_NODES_MAX; n++) {
        out += sprintf(out, "aux right %u", n == 4 ? 0 : n - 1);
        out += sprintf(out, n + 1 < NOC_NODES_MAX ? " left %u\n" : "\n", n + 1);
    }
    t = grid(all);
    assert_int_equal(t.nodes, NOC_NODES_MAX);
    for (unsigned n = 4; n < NOC_NODES_MAX; n++) { /* quick, even in such a chain */
        assert_true(noc_routing_wxyz.uses(&t, n, RIGHT, 0));
        assert_int_equal(noc_routing_wxyz.uses(&t, n, LEFT, 0), n + 1 < NOC_NODES_MAX);
        assert_false(noc_routing_wxyz.uses(&t, n, UP, 0));
    }
    assert_int_equal(noc_route_path(&t, &noc_routing_wxyz, NOC_NODES_MAX - 1, 3, NULL, 0), 16382);
    grid_free(&t);
    out = all + sprintf(all, "mesh 2x2\n"); /* and the shortest lines, which say nothing */
    for (unsigned n = 4; n < NOC_NODES_MAX; n++) {
        out += sprintf(out, "a\n");
    }
    assert_false(grid_read(&t, all, &fault));
    assert_int_equal(fault.code, NOC_FAULT_FILE_SYNTAX);
    free(all);
    snprintf(text, sizeof text, "torus %u000000x%u", 99999u, 2u);
    assert_false(grid_read(&t, text, &fault));
    assert_int_equal(fault.code, NOC_FAULT_NODES);
}

/* `^` marks where the fault is; it is not part of the text. */
static void refused(const char *marked, enum noc_fault_code code, const char *because)
{
    char text[400];
    struct noc_topology t;
    struct noc_fault fault = {0};
    const char *mark = strchr(marked, '^');
    size_t where = (size_t)(mark - marked);

    assert_non_null(mark);
    memcpy(text, marked, where);
    strcpy(text + where, mark + 1);
    if (grid_read(&t, text, &fault)) {
        print_error("taken: %s\n", text);
        fail();
    }
    if (fault.code != code || fault.where != where ||
        (because && (!fault.because || !strstr(fault.because, because)))) {
        print_error("%s: %s: %s, at %u not %zu\n", text, noc_fault_text(fault.code),
                    fault.because ? fault.because : "", fault.where, where);
        fail();
    }
    assert_false(grid_read(&t, text, NULL));
}

TEST(malformed_lines)
{
    refused("^", NOC_FAULT_FILE_SYNTAX, "first line");
    refused("# nothing\n\n^", NOC_FAULT_FILE_SYNTAX, "first line");
    refused("^ring 4x4", NOC_FAULT_FILE_SYNTAX, "first line");
    refused("^torusses 4x4", NOC_FAULT_FILE_SYNTAX, "first line");
    refused("^Torus 4x4", NOC_FAULT_FILE_SYNTAX, "first line");
    refused("torus^", NOC_FAULT_FILE_SYNTAX, "ROWSxCOLUMNS");
    refused("torus ^four", NOC_FAULT_FILE_SYNTAX, "ROWSxCOLUMNS");
    refused("torus 4^", NOC_FAULT_FILE_SYNTAX, "ROWSxCOLUMNS");
    refused("torus 4^*4", NOC_FAULT_FILE_SYNTAX, "ROWSxCOLUMNS");
    refused("torus 4x^", NOC_FAULT_FILE_SYNTAX, "ROWSxCOLUMNS");
    refused("torus 4x4^x4", NOC_FAULT_FILE_SYNTAX, "nothing follows");
    refused("torus 4x4 ^aux left 3", NOC_FAULT_FILE_SYNTAX, "nothing follows");
    refused("torus ^1x4", NOC_FAULT_WIDTH, NULL);
    refused("torus 4x^0", NOC_FAULT_WIDTH, NULL);
    refused("mesh ^129x128", NOC_FAULT_NODES, NULL);
    refused("mesh ^4294967300x4", NOC_FAULT_NODES, NULL);
    refused("mesh 4x4\n^cell left 3", NOC_FAULT_FILE_SYNTAX, "begins with aux");
    refused("mesh 4x4\n^auxiliary left 3", NOC_FAULT_FILE_SYNTAX, "begins with aux");
    refused("mesh 4x4\naux ^west 3", NOC_FAULT_FILE_SYNTAX, "left, right, up or down");
    refused("mesh 4x4\naux ^7", NOC_FAULT_FILE_SYNTAX, "left, right, up or down");
    refused("mesh 4x4\naux ^left3", NOC_FAULT_FILE_SYNTAX, "left, right, up or down");
    refused("mesh 4x4\naux left ^", NOC_FAULT_FILE_SYNTAX, "number of the cell");
    refused("mesh 4x4\naux left ^-3", NOC_FAULT_FILE_SYNTAX, "number of the cell");
    refused("mesh 4x4\naux left ^# 3", NOC_FAULT_FILE_SYNTAX, "number of the cell");
    refused("mesh 4x4\naux left ^\n3", NOC_FAULT_FILE_SYNTAX, "number of the cell");
    refused("mesh 4x4\naux left 3^, right 0", NOC_FAULT_FILE_SYNTAX, "blank");
    refused("mesh 4x4\naux left 3.^", NOC_FAULT_FILE_SYNTAX, "after the dot");
    refused("mesh 4x4\naux left 3.^east", NOC_FAULT_FILE_SYNTAX, "after the dot");
}

TEST(cells_and_links_that_make_no_sense)
{
    refused("mesh 4x4\n^aux", NOC_FAULT_FILE_CELL, "attached to nothing");
    refused("mesh 4x4\naux left 3\n^aux # left 7", NOC_FAULT_FILE_CELL, "attached to nothing");
    refused("mesh 4x4\naux left ^17", NOC_FAULT_FILE_LINK, "no such cell");
    refused("mesh 4x4\naux left ^99999999999999999999", NOC_FAULT_FILE_LINK, "no such cell");
    refused("mesh 4x4\naux left ^4294967299", NOC_FAULT_FILE_LINK, "no such cell");
    refused("mesh 4x4\naux left ^16", NOC_FAULT_FILE_LINK, "its own neighbour");
    refused("mesh 4x4\naux left 3 ^left 7", NOC_FAULT_FILE_LINK, "given twice");
    refused("mesh 4x4\naux left 3\naux left ^3", NOC_FAULT_FILE_LINK, "has taken that port");
    refused("torus 4x4\naux left ^3.left", NOC_FAULT_FILE_LINK, "opposite port");
    refused("mesh 4x4\naux left 3 right ^17\naux up 15", NOC_FAULT_FILE_LINK,
            "does not name this one");
    refused("mesh 4x4\naux left 3 right ^17.up\naux up 16", NOC_FAULT_FILE_LINK,
            "does not name this one");
    refused("mesh 4x4\naux left 3 right ^17\naux left 18\naux right 17", NOC_FAULT_FILE_LINK,
            "does not name this one");
}

TEST(cells_in_no_line)
{
    /* Ends of different rows, of different columns; neighbours that are not next to each other. */
    refused("torus 4x4\n^aux left 3 right 4", NOC_FAULT_FILE_CELL, "two ends");
    refused("mesh 4x4\n^aux left 3 right 4", NOC_FAULT_FILE_CELL, "two ends");
    refused("torus 4x4\n^aux up 12 down 1", NOC_FAULT_FILE_CELL, "two ends");
    refused("torus 4x4\n^aux left 0 right 2 up 5 down 9", NOC_FAULT_FILE_CELL, "name both");
    refused("torus 4x4\n^aux left 0 right 5", NOC_FAULT_FILE_CELL, "name both");
    refused("mesh 4x4\n^aux left 5", NOC_FAULT_FILE_CELL, "name both");
    refused("mesh 4x4\n^aux right 5", NOC_FAULT_FILE_CELL, "name both");
    refused("mesh 4x4\n^aux left 5 right 6 up 5", NOC_FAULT_FILE_CELL, "name both");
    refused("mesh 4x4\n^aux left 5 right 6 down 9", NOC_FAULT_FILE_CELL, "name both");
    refused("mesh 4x4\n^aux down 5 up 6", NOC_FAULT_FILE_CELL, "name both");
    refused("mesh 4x4\naux left 5 right 17\n^aux left 16", NOC_FAULT_FILE_CELL, "name both");
    /* Half in the surface, half in the border. */
    refused("torus 4x4\n^aux left 5 right 6 up 14 down 2", NOC_FAULT_FILE_CELL, "has all its");
    refused("torus 4x4\n^aux left 5 right 6 up 17\naux down 16 left 3", NOC_FAULT_FILE_CELL,
            "has all its");
    refused("torus 4x4\n^aux left 5 right 6 up 17.left\naux left 16.up", NOC_FAULT_FILE_CELL,
            "has all its");
    refused("mesh 4x4\naux left 3\n^aux left 18\naux right 17", NOC_FAULT_FILE_DISCONNECTED,
            "no path leads");
}

/* Not complete, but networks: with two of four ports in the surface, and one in the border. */
TEST(partly_connected_cells_are_taken)
{
    struct noc_topology t = grid("mesh 4x4\naux left 5 right 6\naux up 1 down 5\naux down 2\n");

    assert_int_equal(noc_grid_cell(&t, 16).column, NOC_GRID_NO_LINE);
    assert_int_equal(noc_grid_cell(&t, 17).row, NOC_GRID_NO_LINE);
    assert_int_equal(noc_grid_cell(&t, 18).border, 1);
    grid_free(&t);
}

/* --- texts at random: taken or refused, never more than that ---------------------------- */

static uint64_t random_state;

static unsigned chance(unsigned below)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(random_state >> 33) % below;
}

/* What every network read must be: links lead back, and every cell is somewhere. */
static void check_sound(const struct noc_topology *t)
{
    for (unsigned node = 0; node < t->nodes; node++) {
        struct noc_grid_cell cell = noc_grid_cell(t, node);
        unsigned links = 0;

        for (unsigned port = 0; port < 4; port++) {
            struct noc_link there, back;

            if (noc_topology_link(t, node, port, &there)) {
                links++;
                assert_true(there.node < t->nodes && there.node != node);
                assert_true(noc_topology_link(t, there.node, there.port, &back));
                assert_int_equal(back.node, node);
                assert_int_equal(back.port, port);
            }
        }
        assert_true(links > 0);
        assert_int_equal(cell.border,
                         cell.row == NOC_GRID_NO_LINE && cell.column == NOC_GRID_NO_LINE);
        assert_true(node >= noc_grid_regular(t) ||
                    (cell.column == node % t->width[0] && cell.row == node / t->width[0]));
    }
}

static unsigned random_text(char *text)
{
    static const char *const words[] = {"left ", "right ", "up ", "down ", "aux ", "\naux ", "\n",
                                        ".left", ".up",    "#",   "torus", "x",    "-",      "~"};
    unsigned rows = 2 + chance(3), columns = 2 + chance(3);
    char *out = text + sprintf(text, "%s %ux%u\n", chance(2) ? "torus" : "mesh", rows, columns);

    for (unsigned line = chance(4); line-- > 0;) {
        out += sprintf(out, "aux");
        for (unsigned port = 0; port < 4; port++) {
            if (chance(2)) {
                out += sprintf(out, " %s%u", words[port], chance(rows * columns + 2));
            }
        }
        out += sprintf(out, "\n");
    }
    for (unsigned edits = chance(4); edits-- > 0;) { /* then damaged */
        unsigned length = (unsigned)(out - text), at = chance(length);
        const char *word = words[chance(14)];

        if (chance(2)) {
            text[at] = (char)chance(256);
            text[at] = text[at] ? text[at] : 1;
        } else {
            memmove(text + at + strlen(word), text + at, length - at + 1);
            memcpy(text + at, word, strlen(word));
            out += strlen(word);
        }
    }
    return (unsigned)(out - text);
}

TEST(random_texts)
{
    void *room = malloc(noc_shape_room(1000));
    unsigned taken = 0;

    random_state = 1;
    for (unsigned i = 0; i < 60000; i++) {
        char text[1000];
        unsigned length = random_text(text);
        struct noc_topology t;
        struct noc_fault fault = {0};

        if (grid_read_into(&t, text, room, &fault)) {
            taken++;
            check_sound(&t);
            if (i % 8 == 0) {
                check_grid_routing(&t, "wxyz");
                check_grid_routing(&t, "x-then-y");
            }
        } else {
            assert_int_not_equal(fault.code, NOC_FAULT_NONE);
            assert_true(fault.where <= length);
        }
    }
    free(room);
    assert_in_range(taken, 3000, 57000); /* both happen, often */
}
