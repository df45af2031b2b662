/* SPDX-License-Identifier: BSD-2-Clause */
/* A live board by its link: a server made here plays the board. */
#include <sys/stat.h>

#include "test.h"
#include "base/clock.h"
#include "fake_board.h"
#include "target/transport.h"
#include "target/registry.h"

/* Both servers show the same board. */
static void both_ways(void (*check)(struct board *b))
{
    struct board gdb = good(), tcl = good();
    tcl.speaks = TCL;
    check(&gdb);
    check(&tcl);
}

/* --- tests ---------------------------------------------------------------- */

static void check_nodes_are_peeked_at(struct board *b)
{
    struct served s;
    struct transport *l;
    struct error error;
    uint32_t pair[2];
    start(&s, b);
    assert_int_equal(transport_open(&l, s.name, &error), STATUS_DONE);
    assert_int_equal(transport_read_node(l, 3, NOC_NI_BASE + NI_TAU_S, pair, sizeof pair, &error),
                     STATUS_DONE);
    assert_int_equal(pair[0], 3 << 24 | NI_TAU_S);
    assert_int_equal(transport_read_node(l, 4, NOC_RAM_BASE + RAM - 8, pair, sizeof pair, &error),
                     STATUS_DONE);
    assert_int_equal(pair[1], 4 << 24 | 0x100000 | (RAM - 4));
    assert_int_equal(transport_read_node(l, NODES, NOC_NI_BASE, pair, 4, &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "there is no node 5; the nodes are 0 to 4"));
    assert_int_equal(transport_read_node(l, 0, NOC_RAM_BASE + RAM - 4, pair, 8, &error),
                     STATUS_BAD);
    assert_int_equal(transport_read_node(l, 0, NOC_IMAGE_BASE, pair, 8, &error), STATUS_BAD);
    assert_int_equal(transport_read_node(l, 0, NOC_NI_BASE - 4, pair, 8, &error), STATUS_BAD);
    assert_int_equal(transport_read_node(l, 0, NOC_NI_BASE + NOC_PEEK_SIZE - 4, pair, 8, &error),
                     STATUS_BAD);
    transport_close(l);
    stop(&s);
}

TEST(nodes_are_peeked_at)
{
    both_ways(check_nodes_are_peeked_at);
}

/* What is read is of one cycle, or it is said. */
static void check_a_clock_that_went_on_is_noticed(struct board *b)
{
    struct served s;
    struct transport *l;
    struct error error;
    start(&s, b);
    assert_int_equal(transport_open(&l, s.name, &error), STATUS_DONE);
    assert_int_equal(transport_stop(l, &error), STATUS_DONE);
    s.board->goes_on = true;
    assert_int_equal(transport_go(l, &error), STATUS_ENVIRONMENT);
    assert_non_null(strstr(error.text, "not of one cycle"));
    transport_close(l);
    stop(&s);
}

TEST(a_clock_that_went_on_is_noticed)
{
    both_ways(check_a_clock_that_went_on_is_noticed);
}

/* Written again until all harts have come, and read once more than written. */
static void check_harts_come_to_one_cycle(struct board *b)
{
    enum { AHEAD = 3 };
    struct served s;
    struct transport *l;
    struct error error;
    uint32_t word;
    b->ahead = AHEAD;
    start(&s, b);
    assert_int_equal(transport_open(&l, s.name, &error), STATUS_DONE);
    assert_int_equal(transport_stop(l, &error), STATUS_DONE);
    assert_int_equal(s.board->ahead, 0);
    assert_null(transport_doubt(l));
    assert_int_equal(s.board->stops, 1 + AHEAD);
    assert_int_equal(s.board->ahead_reads, 1 + AHEAD);
    assert_int_equal(transport_word(l, 0x20000000, &word, &error), STATUS_DONE);
    assert_int_equal(transport_stop(l, &error), STATUS_DONE);
    assert_int_equal(s.board->ahead_reads, 1 + AHEAD); /* they stand */
    assert_int_equal(transport_go(l, &error), STATUS_DONE);
    assert_int_equal(transport_stop(l, &error), STATUS_DONE);
    assert_int_equal(s.board->ahead_reads, 2 + AHEAD); /* all a stop costs */
    transport_close(l);
    assert_int_equal(s.board->stop, 0);
    stop(&s);
}

TEST(harts_come_to_one_cycle)
{
    struct board server = good();
    both_ways(check_harts_come_to_one_cycle);
    server.openocd = true; /* stays connected: nobody comes for its halting */
    check_harts_come_to_one_cycle(&server);
}

/* Nobody comes while the server stops the machine for us, so we leave: longer each time. */
TEST(harts_are_given_time_to_come)
{
    enum { AHEAD = 6, MS = 4 + 8 + 16 + 32 + 64 + 128 };
    struct served s;
    struct transport *l;
    struct error error;
    struct board board = good();
    board.ahead = AHEAD;
    start(&s, &board);
    assert_int_equal(transport_open(&l, s.name, &error), STATUS_DONE);
    int64_t begin = clock_ms();
    assert_int_equal(transport_stop(l, &error), STATUS_DONE);
    assert_true(clock_ms() - begin >= MS);
    assert_int_equal(s.board->ahead, 0);
    transport_close(l);
    stop(&s);
}

/* None is waited for where the run has ended, which is no doubt, nor if somebody else has stopped
 * the clock, which is. */
static void check_harts_that_stay(struct board *b)
{
    struct served s;
    struct transport *l;
    struct error error;
    b->ahead = 2;
    b->ahead_stay = true;
    start(&s, b);
    for (unsigned others = 0; others < 2; others++) {
        unsigned stops = s.board->stops + !others;
        assert_int_equal(transport_open(&l, s.name, &error), STATUS_DONE);
        assert_int_equal(transport_stop(l, &error), STATUS_DONE);
        assert_int_equal(s.board->stops, stops);
        assert_int_equal(transport_doubt(l) != NULL, others);
        if (others) {
            assert_non_null(strstr(transport_doubt(l), "2 of 5 cores are in a later cycle"));
            assert_non_null(strstr(transport_doubt(l), "another program has stopped the clock"));
        }
        s.board->ahead = others ? 0 : s.board->ahead;
        assert_int_equal(transport_go(l, &error), STATUS_DONE);
        assert_int_equal(transport_stop(l, &error), STATUS_DONE);
        assert_null(transport_doubt(l)); /* of the last snapshot */
        transport_close(l);
        s.board->ahead_stay = false;
        s.board->stop = 99; /* another debugger's */
    }
    stop(&s);
}

TEST(harts_that_stay)
{
    both_ways(check_harts_that_stay);
}

static void refused(const char *board, enum status status, const char *words)
{
    struct transport *l;
    struct error error = {.text = ""};
    assert_int_equal(transport_open(&l, board, &error), status);
    assert_null(l);
    if (!strstr(error.text, words)) {
        fail_msg("%s: %s", board ? board : "none", error.text);
    }
}

/* At once, and once: it goes on while we are there, and we stay. */
TEST(openocds_server_halts_and_resumes)
{
    struct served s;
    struct board b = good();
    struct transport *l;
    struct error error;
    uint64_t cycle;
    uint32_t thread;
    char address[TRANSPORT_SERVER];
    b.openocd = true;
    start(&s, &b);
    assert_int_equal(transport_open(&l, s.name, &error), STATUS_DONE);
    assert_non_null(strstr(transport_disturbs(l), "halts one core for a moment"));
    assert_int_equal(s.board->resumed, 1);
    assert_true(transport_gdb_server(l, 3, address, &thread)); /* it shows one core */
    assert_string_equal(address, s.name + strlen("gdb:"));
    assert_int_equal(thread, 1);
    assert_false(transport_gdb_server(l, 0, address, &thread));
    assert_int_equal(transport_stop(l, &error), STATUS_DONE);
    assert_int_equal(transport_go(l, &error), STATUS_DONE);
    assert_int_equal(transport_cycle(l, &cycle, &error), STATUS_DONE);
    assert_int_equal(s.board->ends, 0);
    transport_close(l);
    assert_int_equal(s.board->resumed, 1);
    assert_int_equal(s.board->ends, 1);
    assert_int_equal(s.board->clients, 1);
    s.board->stays = true;
    refused(s.name, STATUS_ENVIRONMENT, "cannot resume core 3");
    stop(&s);
}

/* Else the server would halt its hart, while the clock stands or when it has gone on. */
TEST(openocds_server_is_left_when_it_was_lost)
{
    struct served s;
    struct board b = good();
    struct transport *l;
    struct error error;
    uint32_t word;
    b.openocd = true;
    b.cut = true;
    start(&s, &b);
    assert_int_equal(transport_open(&l, s.name, &error), STATUS_DONE);
    assert_int_equal(transport_word(l, 0x20000000, &word, &error), STATUS_ENVIRONMENT);
    assert_string_equal(error.text,
                        "the board's gdb server hung up"); /* the board does not stand */
    assert_int_equal(transport_word(l, 0x20000000, &word, &error), STATUS_ENVIRONMENT);
    assert_string_equal(error.text, "the connection to the board's gdb server was lost");
    transport_close(l);
    assert_int_equal(s.board->clients, 1);
    stop(&s);
}

/* Whoever fails while the board goes until some cycle leaves it going for ever. */
static void check_no_stop_is_left_behind(struct board *b)
{
    struct served s;
    struct transport *l;
    struct error error;
    start(&s, b);
    for (unsigned there = 0; there < 2; there++) {
        assert_int_equal(transport_open(&l, s.name, &error), STATUS_DONE);
        assert_int_equal(transport_stop(l, &error), STATUS_DONE);
        assert_int_equal(transport_go_until(l, 0x100000002, &error), STATUS_DONE);
        assert_int_equal(s.board->until[0], 2);
        assert_int_equal(s.board->until[1], 1);
        s.board->stop = there ? 10 : 0;
        transport_close(l);
        assert_int_equal(s.board->until[0], 0);
        assert_int_equal(s.board->until[1], 0);
        assert_int_equal(s.board->stop, 0);
    }
    stop(&s);
}

TEST(no_stop_is_left_behind)
{
    both_ways(check_no_stop_is_left_behind);
}

/* --- boards that tell of themselves --------------------------------------- */

/* A process that announces a board with this port, and keeps it up. */
static pid_t announce(uint16_t port)
{
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        struct error error;
        struct registered_board live = {
            .pid = getpid(), .gdb = port, .board = BOARD_ID, .topology = "torus:2x2"};
        snprintf(live.address, sizeof live.address, "127.0.0.1:%u", port);
        if (registry_add(&live, &error)) {
            _exit(1);
        }
        (void)!write(ready[1], "", 1);
        pause();
        _exit(0);
    }
    close(ready[1]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    return pid;
}

static void end(pid_t pid)
{
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

TEST(emu_is_the_one_board_that_is_up)
{
    char runtime[] = "/tmp/test_link.XXXXXX", path[80], name[40];
    struct error error = {.text = ""};
    struct registered_board live;
    struct served s;
    struct board b = good();
    struct transport *l;
    assert_non_null(mkdtemp(runtime));
    setenv("XDG_RUNTIME_DIR", runtime, 1);
    refused("emu", STATUS_ENVIRONMENT, "none is up; 'noct board --topology torus:8x8' starts one");
    refused("emu:x", STATUS_BAD, "board emu 'x'");
    start(&s, &b);
    pid_t one = announce(s.port);
    assert_int_equal(registry_find(&live, "emu", &error), STATUS_DONE);
    assert_int_equal(live.pid, one);
    assert_int_equal(live.gdb, s.port);
    assert_int_equal(live.board, BOARD_ID);
    assert_string_equal(live.topology, "torus:2x2");
    assert_int_equal(transport_open(&l, "emu", &error), STATUS_DONE);
    transport_close(l);
    pid_t two = announce(s.port);
    refused("emu", STATUS_BAD, "there are 2; name one: emu:");
    snprintf(name, sizeof name, "emu:%d", (int)one);
    assert_int_equal(registry_find(&live, name, &error), STATUS_DONE);
    assert_int_equal(live.pid, one);
    end(two); /* killed: it leaves its file, which tells of nobody */
    snprintf(path, sizeof path, "%s/nocturne/%d.json", runtime, (int)two);
    assert_int_equal(access(path, F_OK), 0);
    assert_int_equal(registry_find(&live, "emu", &error), STATUS_DONE);
    assert_int_equal(live.pid, one);
    assert_int_equal(access(path, F_OK), -1);
    end(one);
    refused(name, STATUS_ENVIRONMENT, "none is up with that number");
    snprintf(path, sizeof path, "%s/nocturne", runtime);
    chmod(path, 0755);
    refused("emu", STATUS_ENVIRONMENT, "must be a directory that is yours");
    rmdir(path);
    rmdir(runtime);
    stop(&s);
}

BEFORE_ALL
{
    signal(SIGPIPE, SIG_IGN);
}
