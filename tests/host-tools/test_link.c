/* SPDX-License-Identifier: BSD-2-Clause */
/* A live board by its link: a server made here plays the board. */
#include <arpa/inet.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <setjmp.h>
#include <cmocka.h>

#include "blocks.h"
#include "gdb.h"
#include "link.h"
#include "live.h"
#include "memmap.h"
#include "regs.h"

enum { NODES = 5, BOARD_ID = 7, RAM = 0x10000 };

/* The board, in memory that its server, a process of its own, shares with us. */
struct board {
    uint32_t version, nodes;
    uint32_t stop, peek; /* as written */
    unsigned clients, reads, stops, ends;
    bool goes_on;   /* the clock, whatever CTL_STOP says */
    bool cut;       /* hang up in the middle of the second read */
    bool openocd;   /* say what OpenOCD's server says of itself */
    unsigned resumed; /* by OpenOCD's own language */
    enum { GDB, TCL, WEB, SILENCE, GARBAGE } speaks;
};

static uint32_t word_at(struct board *b, uint32_t address)
{
    uint32_t at = address - NOC_CONTROL_BASE;
    if (address >= NOC_PEEK_BASE) { /* what it is says where it is: the node and the address */
        return b->peek << 24 | (address & 0xffffff);
    }
    return at == CTL_VERSION ? b->version
           : at == CTL_BOARD ? BOARD_ID
           : at == CTL_NODES ? b->nodes
           : at == CTL_RAM   ? RAM
           : at == CTL_STOP  ? (b->goes_on ? 0 : b->stop)
                             : address;
}

static void say(int fd, const char *payload)
{
    char frame[GDB_PACKET_MAX];
    size_t n = gdb_frame(payload, strlen(payload), frame);
    if (write(fd, frame, n) != (ssize_t)n) {
        _exit(1);
    }
}

static void answer_read(struct board *b, int fd, const char *packet)
{
    unsigned address, bytes;
    char reply[2 * 2048 + 1];
    if (sscanf(packet, "m%x,%x", &address, &bytes) != 2 || bytes > 2048 || address % 4 || bytes % 4) {
        say(fd, "E22");
        return;
    }
    if (++b->reads == 2 && b->cut) {
        (void)!write(fd, "$0011", 5);
        _exit(0);
    }
    for (unsigned i = 0; i < bytes; i += 4) {
        uint32_t word = word_at(b, address + i);
        sprintf(reply + 2 * i, "%02x%02x%02x%02x", word & 255, word >> 8 & 255, word >> 16 & 255,
                word >> 24);
    }
    say(fd, reply);
}

static void answer_write(struct board *b, int fd, const char *packet)
{
    unsigned address, byte[4];
    if (sscanf(packet, "M%x,4:%2x%2x%2x%2x", &address, &byte[0], &byte[1], &byte[2], &byte[3]) != 5) {
        say(fd, "E22");
        return;
    }
    uint32_t word = byte[0] | byte[1] << 8 | byte[2] << 16 | byte[3] << 24;
    if (address == NOC_CONTROL_BASE + CTL_STOP) {
        b->stop = word;
        b->stops++;
    } else if (address == NOC_CONTROL_BASE + CTL_PEEK) {
        b->peek = word;
    }
    say(fd, "OK");
}

static void answer(struct board *b, int fd, const char *packet)
{
    if (strncmp(packet, "qSupported", 10) == 0) {
        say(fd, b->openocd ? "PacketSize=4000;qXfer:threads:read+" : "PacketSize=1000");
    } else if (packet[0] == 'm') {
        answer_read(b, fd, packet);
    } else if (packet[0] == 'M') {
        answer_write(b, fd, packet);
    } else if (strncmp(packet, "qRcmd,", 6) == 0) {
        say(fd, "O6f6b0a"); /* a word for the user comes first */
        b->resumed++;
        say(fd, "OK");
    } else if (packet[0] == 'D') {
        b->ends++;
        say(fd, "OK");
    } else {
        say(fd, "");
    }
}

static void serve_gdb(struct board *b, int fd)
{
    struct gdb_decoder d = { .state = GDB_IDLE };
    char byte;
    while (read(fd, &byte, 1) == 1) {
        if (gdb_decode(&d, byte) == GDB_PACKET) {
            answer(b, fd, d.packet);
        }
    }
}

/* A command of OpenOCD's language into its answer: whether it failed, and the result. */
static void answer_tcl(struct board *b, const char *command, char *reply)
{
    unsigned address, count, word;
    if (strcmp(command, "target current") == 0) {
        strcpy(reply, "0core");
    } else if (sscanf(command, "read_memory %x 32 %u", &address, &count) == 2 && count <= 4096) {
        *reply++ = '0';
        for (unsigned i = 0; i < count; i++) {
            reply += sprintf(reply, "%s0x%x", i ? " " : "", word_at(b, address + 4 * i));
        }
        b->reads++;
    } else if (sscanf(command, "write_memory %x 32 %x", &address, &word) == 2) {
        if (address == NOC_CONTROL_BASE + CTL_STOP) {
            b->stop = word;
            b->stops++;
        } else if (address == NOC_CONTROL_BASE + CTL_PEEK) {
            b->peek = word;
        }
        strcpy(reply, "0");
    } else {
        strcpy(reply, "1no such command");
    }
}

static void serve_tcl(struct board *b, int fd)
{
    static char text[256], reply[65536];
    size_t n = 0;
    while (n < sizeof text - 1 && read(fd, text + n, 1) == 1) {
        if (text[n++] != 0x1a) {
            continue;
        }
        text[n] = 0;
        char *command = strstr(text, "[catch {"), *behind = strstr(text, "} noct_result]");
        if (!command || !behind) {
            _exit(1);
        }
        *behind = 0;
        answer_tcl(b, command + strlen("[catch {"), reply);
        if (b->cut && b->reads == 2) {
            (void)!write(fd, reply, strlen(reply) / 2);
            _exit(0);
        }
        strcat(reply, "\x1a");
        if (write(fd, reply, strlen(reply)) != (ssize_t)strlen(reply)) {
            _exit(1);
        }
        n = 0;
    }
}

/* No board at all. */
static void serve_others(const struct board *b, int fd)
{
    static const char web[] = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n";
    char bytes[256];
    bool quiet = b->speaks == SILENCE;
    while (read(fd, bytes, sizeof bytes) > 0) {
        if (b->speaks == WEB) {
            (void)!write(fd, web, sizeof web - 1);
            return; /* and hangs up */
        }
        if (!quiet) {
            memset(bytes, 0x5a, sizeof bytes);
            memcpy(bytes, "+$nonsense#00", 13);
            bytes[sizeof bytes - 1] = 0x1a;
            (void)!write(fd, bytes, sizeof bytes);
        }
    }
}

static void serve(struct board *b, int listener)
{
    for (;;) {
        int fd = accept(listener, NULL, NULL);
        b->clients++;
        if (b->speaks == GDB) {
            serve_gdb(b, fd);
        } else if (b->speaks == TCL) {
            serve_tcl(b, fd);
        } else {
            serve_others(b, fd);
        }
        close(fd);
    }
}

struct served {
    struct board *board;
    pid_t pid;
    char name[40];
    uint16_t port;
};

static void start(struct served *s, const struct board *like)
{
    struct sockaddr_in a = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t length = sizeof a;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    s->board = mmap(NULL, sizeof *s->board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(s->board != MAP_FAILED);
    *s->board = *like;
    assert_int_equal(bind(listener, (struct sockaddr *)&a, sizeof a), 0);
    assert_int_equal(listen(listener, 4), 0);
    assert_int_equal(getsockname(listener, (struct sockaddr *)&a, &length), 0);
    s->port = ntohs(a.sin_port);
    snprintf(s->name, sizeof s->name, "%s:127.0.0.1:%u", like->speaks == TCL ? "openocd" : "gdb",
             s->port);
    s->pid = fork();
    assert_true(s->pid >= 0);
    if (s->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* also after a failed assertion */
        serve(s->board, listener);
    }
    close(listener);
}

static void stop(struct served *s)
{
    kill(s->pid, SIGKILL);
    waitpid(s->pid, NULL, 0);
    munmap(s->board, sizeof *s->board);
}

static struct board good(void)
{
    return (struct board){ .version = blocks_control_version(), .nodes = NODES };
}

/* Both servers show the same board. */
static void both_ways(void (*check)(struct board *b))
{
    struct board gdb = good(), tcl = good();
    tcl.speaks = TCL;
    check(&gdb);
    check(&tcl);
}

/* --- tests ---------------------------------------------------------------- */

static void check_words_come_and_go(struct board *b)
{
    struct served s;
    struct link *l;
    struct complaint why;
    static uint32_t many[70000]; /* more than is read at once */
    uint32_t word;
    start(&s, b);
    assert_int_equal(link_open(&l, s.name, &why), STATUS_DONE);
    assert_int_equal(link_nodes(l), NODES);
    assert_int_equal(link_board(l), BOARD_ID);
    assert_string_equal(link_name(l), s.name);
    assert_null(link_disturbs(l));
    assert_int_equal(link_word(l, 0x20000010, &word, &why), STATUS_DONE);
    assert_int_equal(word, 0x20000010);
    assert_int_equal(link_read(l, 0x41000000, many, sizeof many, &why), STATUS_DONE);
    for (unsigned i = 0; i < sizeof many / sizeof *many; i++) {
        assert_int_equal(many[i], 0x41000000 + 4 * i);
    }
    assert_int_equal(link_write(l, NOC_CONTROL_BASE + CTL_PEEK, 0x01020304, &why), STATUS_DONE);
    assert_int_equal(s.board->peek, 0x01020304);
    link_close(l);
    assert_int_equal(s.board->ends, b->speaks == GDB);
    assert_int_equal(s.board->stops, 0);
    stop(&s);
}

static void words_come_and_go(void **state)
{
    (void)state;
    both_ways(check_words_come_and_go);
}

static void check_nodes_are_peeked_at(struct board *b)
{
    struct served s;
    struct link *l;
    struct complaint why;
    uint32_t pair[2];
    start(&s, b);
    assert_int_equal(link_open(&l, s.name, &why), STATUS_DONE);
    assert_int_equal(link_read_node(l, 3, NOC_NI_BASE + NI_TAU_S, pair, sizeof pair, &why), STATUS_DONE);
    assert_int_equal(pair[0], 3 << 24 | NI_TAU_S);
    assert_int_equal(link_read_node(l, 4, NOC_RAM_BASE + RAM - 8, pair, sizeof pair, &why), STATUS_DONE);
    assert_int_equal(pair[1], 4 << 24 | 0x100000 | (RAM - 4));
    assert_int_equal(link_read_node(l, NODES, NOC_NI_BASE, pair, 4, &why), STATUS_BAD);
    assert_non_null(strstr(why.text, "no node 5; there are 0 to 4"));
    assert_int_equal(link_read_node(l, 0, NOC_RAM_BASE + RAM - 4, pair, 8, &why), STATUS_BAD);
    assert_int_equal(link_read_node(l, 0, NOC_IMAGE_BASE, pair, 8, &why), STATUS_BAD);
    assert_int_equal(link_read_node(l, 0, NOC_NI_BASE - 4, pair, 8, &why), STATUS_BAD);
    assert_int_equal(link_read_node(l, 0, NOC_NI_BASE + NOC_PEEK_SIZE - 4, pair, 8, &why), STATUS_BAD);
    link_close(l);
    stop(&s);
}

static void nodes_are_peeked_at(void **state)
{
    (void)state;
    both_ways(check_nodes_are_peeked_at);
}

/* Stopped: one connection; going on: one for each access. */
static void the_clock_is_stopped_and_goes_on(void **state)
{
    struct served s;
    struct board b = good();
    struct link *l;
    struct complaint why;
    uint32_t word;
    (void)state;
    start(&s, &b);
    assert_int_equal(link_open(&l, s.name, &why), STATUS_DONE);
    assert_int_equal(link_stop(l, &why), STATUS_DONE);
    assert_true(s.board->stop > 0);
    assert_int_equal(link_word(l, 0x20000000, &word, &why), STATUS_DONE);
    assert_int_equal(link_stop(l, &why), STATUS_DONE);
    assert_int_equal(link_go(l, &why), STATUS_DONE);
    assert_int_equal(s.board->stop, 0);
    assert_int_equal(s.board->clients, 1);
    assert_int_equal(s.board->ends, 1);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(link_word(l, 0x20000000, &word, &why), STATUS_DONE);
        assert_int_equal(s.board->ends, 2 + i);
    }
    assert_int_equal(link_stop(l, &why), STATUS_DONE);
    link_close(l); /* lets it go on, too */
    assert_int_equal(s.board->stop, 0);
    assert_int_equal(s.board->clients, 4);
    stop(&s);
}

/* What is read is of one cycle, or it is said. */
static void check_a_clock_that_went_on_is_noticed(struct board *b)
{
    struct served s;
    struct link *l;
    struct complaint why;
    start(&s, b);
    assert_int_equal(link_open(&l, s.name, &why), STATUS_DONE);
    assert_int_equal(link_stop(l, &why), STATUS_DONE);
    s.board->goes_on = true;
    assert_int_equal(link_go(l, &why), STATUS_ENVIRONMENT);
    assert_non_null(strstr(why.text, "not of one cycle"));
    link_close(l);
    stop(&s);
}

static void a_clock_that_went_on_is_noticed(void **state)
{
    (void)state;
    both_ways(check_a_clock_that_went_on_is_noticed);
}

static void openocds_server_halts_and_resumes(void **state)
{
    struct served s;
    struct board b = good();
    struct link *l;
    struct complaint why;
    (void)state;
    b.openocd = true;
    start(&s, &b);
    assert_int_equal(link_open(&l, s.name, &why), STATUS_DONE);
    assert_non_null(strstr(link_disturbs(l), "halts its hart"));
    link_close(l);
    assert_int_equal(s.board->resumed, 1);
    assert_int_equal(s.board->ends, 1);
    stop(&s);
}

static void refused(const char *board, enum status status, const char *words)
{
    struct link *l;
    struct complaint why = { "" };
    assert_int_equal(link_open(&l, board, &why), status);
    assert_null(l);
    if (!strstr(why.text, words)) {
        fail_msg("%s: %s", board ? board : "none", why.text);
    }
}

/* Something else listens there: each way is told from each, and nothing hangs. */
static void other_servers_are_refused(void **state)
{
    static const struct {
        int speaks;
        const char *gdb, *openocd;
    } kinds[] = {
        { WEB, "hung up", "was cut" },
        { GARBAGE, "garbled", "nonsense where OpenOCD's Tcl server should answer" },
        { GDB, NULL, "no answer" }, /* each waits for what the other never says */
        { SILENCE, "no answer", NULL },
    };
    (void)state;
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct board b = good();
        struct served s;
        char name[40];
        b.speaks = kinds[i].speaks;
        start(&s, &b);
        if (kinds[i].gdb) {
            snprintf(name, sizeof name, "gdb:127.0.0.1:%u", s.port);
            refused(name, STATUS_ENVIRONMENT, kinds[i].gdb);
        }
        if (kinds[i].openocd) {
            snprintf(name, sizeof name, "openocd:127.0.0.1:%u", s.port);
            refused(name, STATUS_ENVIRONMENT, kinds[i].openocd);
        }
        stop(&s);
    }
}

static void what_is_no_board_is_refused(void **state)
{
    struct served s;
    struct board b = good();
    (void)state;
    refused(NULL, STATUS_BAD, "board: missing");
    refused("localhost:3333", STATUS_BAD, "must be emu (which noct board keeps up), gdb:HOST:PORT, openocd:HOST:PORT");
    refused("gdb:localhost", STATUS_BAD, "must be gdb:HOST:PORT");
    refused("gdb:127.0.0.1:1", STATUS_ENVIRONMENT, "Connection refused");
    b.version++;
    start(&s, &b);
    refused(s.name, STATUS_ENVIRONMENT, "build both from one source");
    stop(&s);
    b.version = 0x12345678;
    start(&s, &b);
    refused(s.name, STATUS_ENVIRONMENT, "no Nocturne board: there is 0x12345678");
    stop(&s);
    b = good();
    b.nodes = NOC_NODES_MAX + 1;
    start(&s, &b);
    refused(s.name, STATUS_ENVIRONMENT, "no Nocturne board");
    stop(&s);
}

static void check_a_cut_connection_is_complained_of(struct board *b)
{
    struct served s;
    struct link *l;
    struct complaint why;
    uint32_t word;
    b->cut = true;
    start(&s, b);
    assert_int_equal(link_open(&l, s.name, &why), STATUS_DONE);
    assert_int_equal(link_word(l, 0x20000000, &word, &why), STATUS_ENVIRONMENT);
    assert_non_null(strstr(why.text, b->speaks == GDB ? "hung up" : "was cut"));
    link_close(l);
    stop(&s);
}

static void a_cut_connection_is_complained_of(void **state)
{
    (void)state;
    both_ways(check_a_cut_connection_is_complained_of);
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
        struct complaint why;
        struct live live = { .pid = getpid(), .gdb = port, .board = BOARD_ID, .topology = "torus:2x2" };
        if (live_announce(&live, &why)) {
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

static void emu_is_the_one_board_that_is_up(void **state)
{
    char runtime[] = "/tmp/test_link.XXXXXX", path[80], name[40];
    struct complaint why = { "" };
    struct live live;
    struct served s;
    struct board b = good();
    struct link *l;
    (void)state;
    assert_non_null(mkdtemp(runtime));
    setenv("XDG_RUNTIME_DIR", runtime, 1);
    refused("emu", STATUS_ENVIRONMENT, "none is up; 'noct board' starts one");
    refused("emu:x", STATUS_BAD, "board emu 'x'");
    start(&s, &b);
    pid_t one = announce(s.port);
    assert_int_equal(live_find(&live, "emu", &why), STATUS_DONE);
    assert_int_equal(live.pid, one);
    assert_int_equal(live.gdb, s.port);
    assert_int_equal(live.board, BOARD_ID);
    assert_string_equal(live.topology, "torus:2x2");
    assert_int_equal(link_open(&l, "emu", &why), STATUS_DONE);
    link_close(l);
    pid_t two = announce(s.port);
    refused("emu", STATUS_BAD, "there are 2; name one: emu:");
    snprintf(name, sizeof name, "emu:%d", (int)one);
    assert_int_equal(live_find(&live, name, &why), STATUS_DONE);
    assert_int_equal(live.pid, one);
    end(two); /* killed: it leaves its file, which tells of nobody */
    snprintf(path, sizeof path, "%s/nocturne/%d.json", runtime, (int)two);
    assert_int_equal(access(path, F_OK), 0);
    assert_int_equal(live_find(&live, "emu", &why), STATUS_DONE);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_come_and_go),
        cmocka_unit_test(nodes_are_peeked_at),
        cmocka_unit_test(the_clock_is_stopped_and_goes_on),
        cmocka_unit_test(a_clock_that_went_on_is_noticed),
        cmocka_unit_test(openocds_server_halts_and_resumes),
        cmocka_unit_test(what_is_no_board_is_refused),
        cmocka_unit_test(other_servers_are_refused),
        cmocka_unit_test(a_cut_connection_is_complained_of),
        cmocka_unit_test(emu_is_the_one_board_that_is_up),
    };
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
