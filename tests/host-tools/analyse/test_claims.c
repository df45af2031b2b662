/* SPDX-License-Identifier: BSD-2-Clause */
/* noct verify claims: the answer's shape; and a finding seen in the flit-level network. */
#include <stdint.h>

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"
#include "cli/command.h"

static json_t *execute(const char *command, const char *line, enum status expected,
                       struct error *error)
{
    const struct command *c = command_find(command);
    struct options o = {0};
    json_t *result = NULL;
    assert_non_null(c);
    if (options_object(&o, line, command, c->groups, error)) {
        fail_msg("%s", error->text);
    }
    assert_int_equal(c->execute(&o, &result, error), expected);
    options_free(&o);
    return result;
}

TEST(the_answer)
{
    struct error error = {.text = ""};
    json_t *result = execute("verify claims", "{\"paper\":\"stricker\"}", STATUS_DONE, &error),
           *row;
    const json_t *rows = json_object_get(result, "claims");
    long long count[2][3] = {{0}}; /* claimed, ours */
    size_t i;
    assert_int_equal(json_integer_value(json_object_get(result, "schema")), 1);
    assert_true(json_array_size(rows) > 30);
    json_array_foreach ((json_t *)rows, i, row) {
        const char *verdict = json_string_value(json_object_get(row, "verdict"));
        unsigned v = !strcmp(verdict, "holds") ? 0 : !strcmp(verdict, "fails") ? 1 : 2;
        bool ours = strcmp(json_string_value(json_object_get(row, "kind")), "observation") == 0;
        count[ours][v]++;
        assert_int_equal(json_is_true(json_object_get(row, "claimed")), !ours);
        assert_string_equal(json_string_value(json_object_get(row, "paper")), "Stricker 1991");
        assert_true(json_is_string(json_object_get(row, "place")));
        assert_true(json_is_string(json_object_get(row, "claim")));
        assert_true(json_is_string(json_object_get(row, "checked")));
        assert_int_equal(json_is_null(json_object_get(row, "counterexample")), v == 0);
    }
    assert_int_equal(json_integer_value(json_object_get(result, "holds")), count[0][0]);
    assert_int_equal(json_integer_value(json_object_get(result, "fails")), count[0][1]);
    assert_int_equal(json_integer_value(json_object_get(result, "unclear")), count[0][2]);
    assert_int_equal(json_integer_value(json_object_get(result, "observations_hold")), count[1][0]);
    assert_int_equal(json_integer_value(json_object_get(result, "observations_fail")),
                     count[1][1] + count[1][2]);
    assert_true(count[0][1] > 0 && count[1][0] > 0 && count[1][1] > 0);
    json_decref(result);
}

TEST(an_unknown_paper)
{
    struct error error = {.text = ""};
    assert_null(execute("verify claims", "{\"paper\":\"newton\"}", STATUS_BAD, &error));
    assert_non_null(strstr(error.text, "robinson, song, libeskind, stricker or al-dubai"));
}

static json_int_t blocked(const char *algorithm, const char *ports)
{
    struct error error = {.text = ""};
    char line[300];
    snprintf(line, sizeof line,
             "{\"topology\":\"cube:5\",\"algorithm\":\"%s\",\"ports\":\"%s\",\"dests\":\"4,18-27\","
             "\"length\":7,\"pipeline\":\"paper\",\"force\":true}",
             algorithm, ports);
    json_t *result = execute("sim", line, STATUS_DONE, &error);
    json_int_t cycles = json_integer_value(json_object_get(result, "blocked_cycles"));
    json_decref(result);
    return cycles;
}

/* 3.2.4's finding, flit by flit: U-cube with all ports blocks itself; with one port, or the
 * algorithms made for all ports, nothing is blocked. */
TEST(worms_of_u_cube_meet)
{
    assert_true(blocked("u-cube", "all") > 0);
    assert_int_equal(blocked("u-cube", "one"), 0);
    assert_int_equal(blocked("maxport", "all"), 0);
    assert_int_equal(blocked("combine", "all"), 0);
    assert_int_equal(blocked("w-sort", "all"), 0);
}

/* Theorem 1's condition 3 (Libeskind-Hadas): two messages of one node, the second by the shorter way
 * to a link that both take. None of the four conditions is violated; the header is blocked. */
TEST(one_senders_worms_meet)
{
    static const char links[] = "0 1\n1 2\n2 3\n3 4\n4 0\n3 6\n6 5\n";
    char file[] = "/tmp/noct-claims-XXXXXX", line[300];
    struct error error = {.text = ""};
    int fd = mkstemp(file);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, links, sizeof links - 1), sizeof links - 1);
    close(fd);
    for (unsigned far = 0; far < 2; far++) {
        snprintf(
            line, sizeof line,
            "{\"topology\":\"graph:%s\",\"algorithm\":\"separate\",\"source\":2,\"dests\":[%s],"
            "\"length\":8}",
            file, far ? "5,6" : "6");
        json_t *result = execute("sim", line, STATUS_DONE, &error);
        json_int_t cycles = json_integer_value(json_object_get(result, "blocked_cycles"));
        assert_int_equal(cycles > 0, far);
        json_decref(result);
    }
    unlink(file);
}
