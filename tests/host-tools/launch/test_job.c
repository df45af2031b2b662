/* SPDX-License-Identifier: BSD-2-Clause */
/* Jobs: ranks on nodes, boards for them, what their programs are told, and their exit status. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "exit_status.h"
#include "host_calls.h"
#include "launch/job.h"
#include "launch/job_status.h"
#include "launch/lines.h"
#include "memmap.h"
#include "regs.h"
#include "target/counter_blocks.h"
#include "test.h"

/* A job by n and map, either NULL, on a board of so many nodes. */
static enum status make(struct job *job, const char *n, const char *map, uint32_t nodes)
{
    struct options o = {.text = {NULL}};
    struct error error;
    o.text[KEY_n] = (char *)n;
    o.text[KEY_map] = (char *)map;
    return job_make(job, &o, nodes, &error);
}

TEST(ranks_are_on_the_first_nodes_or_on_those_of_the_map)
{
    struct job job;
    assert_int_equal(make(&job, NULL, NULL, 16), STATUS_DONE);
    assert_int_equal(job.ranks, 16);
    assert_int_equal(make(&job, "3", NULL, 16), STATUS_DONE);
    assert_int_equal(job_node(&job, 2), 2);
    assert_int_equal(job_rank(&job, 2), 2);
    assert_int_equal(job_rank(&job, 3), 3); /* none */
    assert_int_equal(make(&job, NULL, "5,0,8-10", 16), STATUS_DONE);
    assert_int_equal(job.ranks, 5);
    assert_int_equal(job_node(&job, 0), 5);
    assert_int_equal(job_node(&job, 3), 9);
    assert_int_equal(job_rank(&job, 10), 4);
    assert_int_equal(job_rank(&job, 1), 5);
    job_free(&job);
    assert_int_equal(make(&job, "2", "5,0,8", 16), STATUS_DONE);
    assert_int_equal(job.ranks, 2);
    assert_int_equal(job_rank(&job, 8), 2);
    job_free(&job);
}

TEST(more_ranks_than_nodes_are_refused)
{
    struct job job;
    assert_int_equal(make(&job, "17", NULL, 16), STATUS_BAD);
    assert_int_equal(make(&job, "0", NULL, 16), STATUS_BAD);
    assert_int_equal(make(&job, "4", "0,1,2", 16), STATUS_BAD);
    assert_int_equal(make(&job, NULL, "0,16", 16), STATUS_BAD);
}

TEST(the_map_names_nodes_and_each_once)
{
    static const char *const bad[] = {"", "0,0", "1,0-2", "3,2,1,3"};
    struct job job;
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(make(&job, NULL, bad[i], 16), STATUS_BAD);
        job_free(&job);
    }
}

TEST(the_board_is_nearly_square)
{
    static const struct {
        uint32_t ranks;
        const char *topology;
    } one[] = {{1, "mesh:2"},     {2, "mesh:2"},      {3, "torus:2x2"},     {4, "torus:2x2"},
               {5, "torus:3x2"},  {7, "torus:3x3"},   {12, "torus:4x3"},    {64, "torus:8x8"},
               {65, "torus:9x8"}, {90, "torus:10x9"}, {1024, "torus:32x32"}};
    char text[JOB_TOPOLOGY_TEXT];
    for (unsigned i = 0; i < sizeof one / sizeof *one; i++) {
        job_topology(one[i].ranks, text);
        assert_string_equal(text, one[i].topology);
    }
}

/* The command line of a job of two ranks. */
static void tells(const char *env, const char *map, char *const *words, unsigned words_n,
                  const char *wanted)
{
    struct options o = {.text = {NULL}, .words = words, .words_n = words_n};
    struct error error;
    struct job job;
    char *line;
    assert_int_equal(make(&job, "2", map, 16), STATUS_DONE);
    o.text[KEY_env] = (char *)env;
    assert_int_equal(job_line(&line, &job, &o, &error), STATUS_DONE);
    assert_string_equal(line, wanted);
    free(line);
    job_free(&job);
}

TEST(programs_are_told_words_as_a_shell_would_write_them)
{
    char *const words[] = {(char *)"./a.elf", (char *)"two words", (char *)"it's",
                           (char *)"",        (char *)"A=1",       (char *)"-n"};
    tells(NULL, NULL, words, 1, "NOC_RANKS=2 ./a.elf");
    tells(NULL, "3,1", words, 1, "NOC_RANKS=2 NOC_MAP=3,1 ./a.elf");
    tells(NULL, NULL, words, 6, "NOC_RANKS=2 ./a.elf 'two words' 'it'\\''s' '' 'A=1' -n");
    tells("A=1" OPTION_SEPARATOR "B=x y" OPTION_SEPARATOR "C=", NULL, words, 1,
          "NOC_RANKS=2 A=1 B='x y' C= ./a.elf");
    setenv("TEST_JOB_HERE", "a;b", 1);
    tells("TEST_JOB_HERE" OPTION_SEPARATOR "TEST_JOB_NOT_HERE", NULL, words, 1,
          "NOC_RANKS=2 TEST_JOB_HERE='a;b' ./a.elf");
}

TEST(a_variable_has_a_name)
{
    static const char *const bad[] = {"=1",          "3=4",       "A-B=1",  "A B=1",
                                      "NOC_RANKS=2", "NOC_MAP=1", "NOC_MAP"};
    struct job job = {.ranks = 1};
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct options o = {.text = {NULL}};
        struct error error;
        char *line;
        o.text[KEY_env] = (char *)bad[i];
        assert_int_equal(job_line(&line, &job, &o, &error), STATUS_BAD);
        assert_null(line);
    }
}

TEST(words_longer_than_a_board_takes_are_refused)
{
    enum { BYTES = NOC_HOST_LINE_BYTES };
    char *long_word = alloc_zeroed(BYTES + 1), *line = NULL;
    struct options o = {.text = {NULL}, .words = &long_word, .words_n = 1};
    struct job job = {.ranks = 2};
    struct error error = {.text = ""};
    memset(long_word, 'a', BYTES);
    assert_int_equal(job_line(&line, &job, &o, &error), STATUS_BAD);
    assert_null(line);
    assert_non_null(strstr(error.text, "at most 262144"));
    long_word[BYTES - strlen("NOC_RANKS=2 ")] = 0;
    assert_int_equal(job_line(&line, &job, &o, &error), STATUS_DONE);
    free(line);
    free(long_word);
}

/* --- the output --------------------------------------------------------------------- */

static void prints(const struct job *job, bool label, const char *wanted)
{
    static const char said[] = "[0] a\n[3] [1] b\n[2] \n[12] c\n[0] last";
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    FILE *lines = lines_open(to, job, label);
    assert_non_null(lines);
    setvbuf(lines, NULL, _IONBF, 0);
    for (const char *c = said; *c; c++) { /* however it comes */
        putc(*c, lines);
    }
    fclose(lines);
    fclose(to);
    assert_string_equal(text, wanted);
    free(text);
}

TEST(lines_have_the_ranks_that_said_them)
{
    struct job job;
    assert_int_equal(make(&job, NULL, "3,0,12", 16), STATUS_DONE);
    prints(&job, false, "a\n[1] b\n\nc\nlast");
    prints(&job, true, "[1] a\n[0] [1] b\n[node 2] \n[2] c\n[1] last");
    job_free(&job);
}

/* --- the end --------------------------------------------------------------------------- */

enum { NODES = 4 };
static unsigned char block[NODES * NOC_DEBUG_BLOCK];

static void put_status(uint32_t node, uint32_t word)
{
    for (unsigned i = 0; i < 4; i++) {
        block[node * NOC_DEBUG_BLOCK + CNT_STATUS + i] = (unsigned char)(word >> 8 * i);
    }
}

static void exits(uint32_t node, uint32_t code)
{
    put_status(node, NOC_PUT(1, CNT_STATUS, DONE) | NOC_PUT(code, CNT_STATUS, CODE));
}

static void traps(uint32_t node)
{
    put_status(node, NOC_PUT(1, CNT_STATUS, DONE) | NOC_PUT(1, CNT_STATUS, TRAPPED) |
                         NOC_PUT(NOC_EXIT_TRAP + 7, CNT_STATUS, CODE));
}

static void status_is(int wanted, uint32_t node, const struct job *job, const char *end)
{
    uint32_t got;
    assert_int_equal(job_status(job, end, block, NODES, &got), wanted);
    assert_int_equal(got, node);
}

BEFORE_EACH
{
    for (uint32_t i = 0; i < NODES; i++) {
        exits(i, 0);
    }
}

TEST(the_first_rank_that_fails_gives_the_status)
{
    struct job job;
    assert_int_equal(make(&job, NULL, "2,1", NODES), STATUS_DONE);
    status_is(0, NODES, &job, "exit");
    exits(0, 3); /* has no rank */
    status_is(3, 0, &job, "exit");
    exits(1, 4);
    status_is(4, 1, &job, "exit");
    exits(2, 119);
    status_is(119, 2, &job, "exit");
    exits(2, NOC_EXIT_UNSENT);
    status_is(NOC_EXIT_UNSENT, 2, &job, "exit");
    exits(2, 124); /* is not the limit's */
    status_is(JOB_OWN_MAX, 2, &job, "exit");
    job_free(&job);
}

TEST(ends_that_are_not_the_programs_are_told_apart)
{
    struct job job = {.ranks = NODES};
    status_is(JOB_DEADLOCK, NODES, &job, "deadlock");
    status_is(JOB_LIMIT, NODES, &job, "limit");
    exits(1, 5);
    status_is(JOB_DEADLOCK, NODES, &job, "deadlock");
    traps(2);
    status_is(JOB_TRAP, 2, &job, "deadlock");
    status_is(JOB_TRAP, 2, &job, "limit");
    status_is(JOB_TRAP, 2, &job, "trap");
}

TEST(an_abort_gives_its_status)
{
    static const struct {
        uint32_t code;
        int status;
    } one[] = {{7, 7}, {0, 1}, {119, 119}, {120, 119}, {255, 119}};
    struct job job = {.ranks = NODES};
    traps(0);
    for (unsigned i = 0; i < sizeof one / sizeof *one; i++) {
        put_status(3, NOC_PUT(1, CNT_STATUS, DONE) | NOC_PUT(1, CNT_STATUS, ABORT) |
                          NOC_PUT(one[i].code, CNT_STATUS, CODE));
        status_is(one[i].status, 3, &job, "abort");
    }
}
