/* SPDX-License-Identifier: BSD-2-Clause */
/* noct counters and noct console of a board that is none: one cycle, and what is lost. */
#include "test.h"
#include "result/result.h"
#include "counters/commands.h"
#include "fake_board.h"

enum { LINE = 13 };

/* What the command answers of a board that has printed so many characters. */
static json_t *execute(int speaks, uint64_t printed, const char *nodes)
{
    struct board b = good();
    struct served s;
    struct error error = {.text = ""};
    json_t *result = NULL;
    b.speaks = speaks;
    b.printed = printed;
    start(&s, &b);
    struct options o = {.text = {[KEY_board] = s.name, [KEY_nodes] = (char *)nodes}};
    if (execute_console(&o, &result, &error)) {
        fail_msg("%s", error.text);
    }
    assert_int_equal(s.board->stop, 0); /* it goes on */
    assert_int_equal(s.board->unstopped, 0);
    assert_true(s.board->stops >= 2);
    stop(&s);
    return result;
}

/* Lines first to last - 1 are there, whole and in order. */
static void has_lines(const json_t *result, uint64_t first, uint64_t last)
{
    const json_t *lines = json_object_get(result, "lines");
    assert_int_equal(json_array_size(lines), last - first);
    for (size_t i = 0; i < json_array_size(lines); i++) {
        char text[16];
        const json_t *line = json_array_get(lines, i);
        snprintf(text, sizeof text, "%08u", (unsigned)((first + i) % 100000000));
        assert_string_equal(result_text(line, "text"), text);
        assert_int_equal(result_number(line, "node"), (first + i) % NODES);
    }
}

TEST(all_lines_are_there_until_the_ring_is_full)
{
    static const uint64_t lines[] = {0, 1, 2, 5, NOC_CONSOLE_SIZE / LINE};
    for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) {
        json_t *result = execute(i % 2 ? TCL : GDB, LINE * lines[i], NULL);
        has_lines(result, 0, lines[i]);
        assert_int_equal(result_number(result, "lost"), 0);
        json_decref(result);
    }
}

/* What is older is lost, and what is left of the line it tore; both are counted. */
TEST(what_is_lost_is_counted)
{
    static const uint64_t lines[] = {NOC_CONSOLE_SIZE / LINE + 1, NOC_CONSOLE_SIZE / LINE + 4,
                                     3 * NOC_CONSOLE_SIZE, 0x500000000 / LINE};
    for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) {
        uint64_t printed = LINE * lines[i];
        uint64_t first = (printed - NOC_CONSOLE_SIZE + LINE - 1) / LINE;
        if ((printed - NOC_CONSOLE_SIZE) % LINE == 0) {
            first++; /* nobody can tell that this line is whole */
        }
        json_t *result = execute(GDB, printed, NULL);
        has_lines(result, first, lines[i]);
        assert_true(result_number(result, "lost") == (long long)(first * LINE));
        json_decref(result);
    }
}

TEST(some_nodes_lines_are_shown)
{
    json_t *result = execute(TCL, LINE * 20, "1,3-4");
    const json_t *lines = json_object_get(result, "lines");
    assert_int_equal(json_array_size(lines), 12);
    assert_string_equal(result_text(json_array_get(lines, 3), "text"), "00000006");
    json_decref(result);
}

TEST(a_node_that_is_none_is_refused)
{
    struct board b = good();
    struct served s;
    struct error error = {.text = ""};
    json_t *result = NULL;
    start(&s, &b);
    struct options o = {.text = {[KEY_board] = s.name, [KEY_nodes] = (char *)"5"}};
    assert_int_equal(execute_console(&o, &result, &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "there is no node 5; the nodes are 0 to 4"));
    stop(&s);
}

/* Of one cycle, whichever way; and some nodes' blocks alone. */
TEST(counters_are_read_with_the_clock_stopped)
{
    static const char *const nodes[] = {NULL, "4,0-1"};
    for (unsigned i = 0; i < 4; i++) {
        struct board b = good();
        struct served s;
        struct error error = {.text = ""};
        json_t *result = NULL;
        b.speaks = i % 2 ? TCL : GDB;
        start(&s, &b);
        struct options o = {.text = {[KEY_board] = s.name, [KEY_nodes] = (char *)nodes[i / 2]}};
        if (execute_counters(&o, &result, &error)) {
            fail_msg("%s", error.text);
        }
        const json_t *first = json_array_get(json_object_get(result, "nodes"), 0);
        assert_int_equal(json_array_size(json_object_get(result, "nodes")), i / 2 ? 3 : NODES);
        assert_int_equal(result_number(first, "node"), i / 2 ? 4 : 0);
        assert_int_equal(result_number(first, "messages_in"), i / 2 ? 4 : 0);
        assert_int_equal(result_number(result, "cycles"), 1000);
        assert_string_equal(result_text(result, "topology"), "graph");
        assert_int_equal(s.board->unstopped, 0);
        assert_int_equal(s.board->stop, 0);
        json_decref(result);
        stop(&s);
    }
}

BEFORE_ALL
{
    signal(SIGPIPE, SIG_IGN);
}
