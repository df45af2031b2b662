/* SPDX-License-Identifier: BSD-2-Clause */
/* Topologies from files: what is read, read again, and refused. */
#include <stdint.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/plan.h"
#include "specify/specify.h"
#include "test.h"
#include "experiment/experiment.h"
#include "experiment/network.h"
#include "topology/shape.h"

static char directory[] = "/tmp/test_network.XXXXXX";
static char file_text[sizeof directory + 40]; /* "graph:/tmp/.../net" */

BEFORE_ALL
{
    assert_non_null(mkdtemp(directory));
    snprintf(file_text, sizeof file_text, "graph:%s/net", directory);
}

AFTER_ALL
{
    unlink(strchr(file_text, ':') + 1);
    assert_int_equal(rmdir(directory), 0);
}

static void write_file(const char *text)
{
    FILE *file = fopen(strchr(file_text, ':') + 1, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static enum status find(struct noc_topology *t, struct network **n, struct error *error)
{
    error->text[0] = 0;
    return network_find(file_text, t, n, error);
}

/* The file's text counts, not its name: what was read is taken again while it is the same. */
TEST(read_once_while_the_same)
{
    struct noc_topology a, b, c, again;
    struct network *na, *nb, *nc;
    struct error error;
    write_file("0 1\n1 2\n");
    assert_int_equal(find(&a, &na, &error), STATUS_DONE);
    assert_int_equal(find(&b, &nb, &error), STATUS_DONE);
    assert_ptr_equal(na, nb);
    assert_ptr_equal(a.shape, b.shape);
    assert_int_equal(a.nodes, 3);
    size_t length;
    const char *bytes = network_bytes(na, &length);
    assert_int_equal(length, strlen("0 1\n1 2\n"));
    assert_memory_equal(bytes, "0 1\n1 2\n", length);
    write_file("0 1\n1 3\n1 2\n");
    assert_int_equal(find(&c, &nc, &error), STATUS_DONE);
    assert_int_equal(c.nodes, 4);
    assert_true(network_again(file_text, &again));
    assert_ptr_equal(again.shape, c.shape);
    assert_int_equal(a.shape->nodes, 3); /* still there: na is not dropped */
    network_drop(na);
    network_drop(nb);
    network_drop(nc);
    assert_true(network_again(file_text, &again)); /* kept for the next of a batch */
    assert_int_equal(again.nodes, 4);
    assert_false(network_again("graph:/never/read", &again));
    assert_true(network_again("mesh:2x3", &again));
    assert_int_equal(again.nodes, 6);
}

/* More files than are kept: all are right, and nothing is lost that is in use. */
TEST(many_files)
{
    enum { FILES = 30 };
    struct network *n[FILES];
    struct noc_topology t[FILES];
    struct error error;
    for (unsigned i = 0; i < FILES; i++) {
        char name[64], text[96];
        snprintf(name, sizeof name, "%s/%u", directory, i);
        snprintf(text, sizeof text, "graph:%s", name);
        FILE *file = fopen(name, "w");
        assert_non_null(file);
        for (unsigned k = 0; k <= i; k++) {
            fprintf(file, "%u %u\n", k, k + 1);
        }
        fclose(file);
        assert_int_equal(network_find(text, &t[i], &n[i], &error), STATUS_DONE);
        unlink(name);
    }
    for (unsigned i = 0; i < FILES; i++) {
        assert_int_equal(t[i].nodes, i + 2);
        assert_int_equal(t[i].shape->nodes, i + 2);
        network_drop(n[i]);
    }
}

/* Line and column are those of an editor. */
TEST(where_a_file_is_wrong)
{
    static const struct {
        const char *text, *says;
    } bad[] = {
        {"", "line 1, column 1: "},
        {"0 1\n1 x\n", "line 2, column 3: a line is malformed"},
        {"# net\n\n  0 1\n\t1 1 # self\n", "line 4, column 4: a link makes no sense"},
        {"0 1\n1 2\n3 4\n", "line 3, column 1: not all nodes are connected"},
        {"0 1\n1 0\n", "line 2, column 1: a link makes no sense"},
        {"0 1\n1 16384\n", "line 2, column 3: a network has at most 16384 nodes"},
        {"0 1 2\n", "line 1, column 5: a line is malformed"},
        {"0 1\r\n1 2\r\nx\r\n", "line 3, column 1: a line is malformed"},
        {"0 2\n", "line 1, column 3"},
        {"switch 0\n0 1\n0 2\n1 2\n", "processor"},
    };
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct noc_topology t;
        struct network *n;
        struct error error;
        char head[sizeof file_text + 20];
        write_file(bad[i].text);
        snprintf(head, sizeof head, "topology '%s', line ", file_text);
        if (find(&t, &n, &error) != STATUS_BAD || !strstr(error.text, bad[i].says) ||
            strncmp(error.text, head, strlen(head)) != 0 || n) {
            fail_msg("file %u: '%s' does not say '%s'", i, error.text, bad[i].says);
        }
    }
}

TEST(files_that_are_none)
{
    static const struct {
        const char *text, *says;
    } bad[] = {
        {"graph:", "a file's name must follow the colon"},
        {"grid:", "a file's name must follow the colon"},
        {"graph:/tmp/\xff", "must be UTF-8"},
        {"graph:/tmp/\x1b[31m", "without control characters"},
        {"graph:/nonexistent/net", "cannot read the file: No such file"},
        {"graph:/", "cannot read the file: Is a directory"},
        {"grid:/dev/zero", "larger than 16 MiB"},
        {"graph:/dev/null", "line 1, column 1"},
        {"graph", "column 6: a topology is a kind, a colon"},
        {"grahp:x", "did you mean 'graph'?"},
        {"grit:x", "did you mean 'grid'?"},
    };
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct noc_topology t;
        struct network *n;
        struct error error = {.text = ""};
        if (network_find(bad[i].text, &t, &n, &error) != STATUS_BAD ||
            !strstr(error.text, bad[i].says) || n) {
            fail_msg("%s: '%s' does not say '%s'", bad[i].text, error.text, bad[i].says);
        }
    }
}

/* --- experiments on files --------------------------------------------------- */

/* Three switches in a row, with one, two and three processors. */
static const char switches[] = "switch 0-2\n0 1\n1 2\n3 0\n4 1\n5 1\n6 2\n7 2\n8 2\n";

static enum status make(struct options *o, struct experiment *e, const char *rest,
                        struct error *error)
{
    char line[256];
    memset(o, 0, sizeof *o);
    error->text[0] = 0;
    snprintf(line, sizeof line, "{\"topology\":\"%s\"%s%s}", file_text, *rest ? "," : "", rest);
    assert_int_equal(options_object(o, line, "sim", ~(key_groups)0, error), STATUS_DONE);
    enum status status = experiment_make(e, o, NEED_SET, error);
    options_free(o);
    return status;
}

/* Switches pass messages on; they are neither sources nor destinations. */
TEST(switches_take_no_part)
{
    struct options o;
    struct experiment e;
    struct error error;
    write_file(switches);
    assert_int_equal(make(&o, &e, "", &error), STATUS_DONE);
    assert_int_equal(e.source, 3);
    assert_int_equal(e.m, 5);
    assert_string_equal(e.routing->name, "updown");
    assert_string_equal(e.topology_text, file_text);
    for (uint32_t i = 0; i < e.m; i++) {
        assert_int_equal(e.dests[i], 4 + i);
    }
    experiment_free(&e);
    for (unsigned seed = 0; seed < 200; seed++) {
        char rest[80];
        snprintf(rest, sizeof rest, "\"source\":5,\"dests\":\"random:4\",\"seed\":%u", seed);
        assert_int_equal(make(&o, &e, rest, &error), STATUS_DONE);
        assert_int_equal(e.m, 4);
        for (uint32_t i = 0; i < e.m; i++) {
            assert_true(e.dests[i] > 2 && e.dests[i] != 5);
        }
        experiment_free(&e);
    }
}

TEST(switches_are_refused)
{
    static const struct {
        const char *rest, *says;
    } bad[] = {
        {"\"source\":1", "source '1': this node is a switch"},
        {"\"dests\":[4,2]", "dests, node 2 (number 2 of the list): this node is a switch"},
        {"\"dests\":\"0-4\"", "dests, node 0 (number 1 of the list): this node is a switch"},
        {"\"dests\":\"random:6\"", "there are only 5 other nodes that are no switches"},
        {"\"dests\":\"random:0\"", "1 to 5"},
    };
    struct options o;
    struct experiment e;
    struct error error;
    write_file(switches);
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (make(&o, &e, bad[i].rest, &error) != STATUS_BAD || !strstr(error.text, bad[i].says)) {
            fail_msg("%s: '%s' does not say '%s'", bad[i].rest, error.text, bad[i].says);
        }
    }
    write_file("switch 0\n0 1\n");
    assert_int_equal(make(&o, &e, "", &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "all other nodes"));
}
