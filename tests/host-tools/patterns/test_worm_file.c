/* SPDX-License-Identifier: BSD-2-Clause */
/* Files of worms: what is read, what is written, and what is refused with its line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"
#include "topology/topologies.h"
#include "patterns/worm_file.h"

static char name[] = "/tmp/noct-worms-XXXXXX";
static struct noc_topology topology;

BEFORE_ALL
{
    struct noc_fault fault;
    int fd = mkstemp(name);
    assert_true(fd >= 0);
    close(fd);
    assert_true(noc_topology_parse(&topology, "mesh:4x4", &fault));
}

AFTER_ALL
{
    unlink(name);
}

static enum status read_text(struct worm_file *f, const char *text, struct error *error)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    memset(error, 0, sizeof *error);
    return worm_file_read(f, name, &topology, error);
}

static void refused(const char *text, const char *words)
{
    struct worm_file f;
    struct error error;
    assert_int_equal(read_text(&f, text, &error), STATUS_BAD);
    if (!strstr(error.text, words) || strchr(error.text, '\n')) {
        fail_msg("'%s' is not in: %s", words, error.text);
    }
}

TEST(lines_are_read)
{
    struct worm_file f;
    struct error error;
    assert_int_equal(
        read_text(&f, "# head\n\n0 3 5 0\r\n  0\t4  4 12 # to itself\n9 0 1,14-15,2 7", &error),
        STATUS_DONE);
    assert_int_equal(f.lines, 3);
    assert_int_equal(f.line[1].source, 4);
    assert_int_equal(f.dest[f.line[1].first], 4);
    assert_int_equal(f.line[1].flits, 12);
    assert_int_equal(f.line[2].cycle, 9);
    assert_int_equal(f.line[2].dests, 4);
    assert_memory_equal(f.dest + f.line[2].first, ((uint16_t[]){1, 14, 15, 2}), 8);
    assert_int_equal(f.line[2].line, 5);
    assert_int_equal(f.dests_max, 4);
    assert_int_equal(f.flits_max, 12);
    worm_file_free(&f);
}

TEST(what_is_written_is_read)
{
    static const uint16_t to[] = {7, 3};
    struct worm_file f;
    struct error error = {0};
    FILE *file = fopen(name, "w");
    worm_file_head(file, "two worms");
    worm_file_worm(file, 5, 2, to, 1, 64);
    worm_file_worm(file, UINT64_C(1) << 40, 1, to, 2, 0);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(worm_file_read(&f, name, &topology, &error), STATUS_DONE);
    assert_int_equal(f.lines, 2);
    assert_true(f.line[1].cycle == UINT64_C(1) << 40);
    assert_memory_equal(f.dest + f.line[1].first, to, sizeof to);
    worm_file_free(&f);
}

TEST(bad_lines_are_named)
{
    refused("", "there are no worms in it");
    refused("# only\n", "there are no worms in it");
    refused("0 1 2 3\n0 1 2\n", ", line 2: 3 words; a worm is CYCLE SOURCE DESTINATIONS FLITS");
    refused("0 1 2 3 4\n", ", line 1: 5 words");
    refused("5 1 2 3\n\n4 1 2 3\n", ", line 3: cycle 4 comes behind cycle 5 of line 1");
    refused("0 1 2 3\n0 16 2 3\n", ", line 2: source '16': must be a whole number from 0 to 15");
    refused("0 1 16 3\n", ", line 1, item 1: there is no node 16; the nodes are 0 to 15");
    refused("0 1 3,3 3\n", ", line 1: destinations: ");
    refused("0 1 3,1 3\n", ", line 1: destinations: ");
    refused("-1 1 3 3\n", ", line 1: cycle '-1'");
    refused("0 1 3 1048576\n", ", line 1: flits '1048576'");
    refused("0 1 3 x\n", ", line 1: flits 'x'");
}

TEST(a_file_that_is_not_there)
{
    struct worm_file f;
    struct error error = {0};
    assert_int_equal(worm_file_read(&f, "/nowhere/x", &topology, &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "traffic 'file:/nowhere/x': "));
}
