/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A board that is none: a server in a process of its own plays it, as a gdb server, as OpenOCD, or
 * as something else altogether. Its state is shared with the test.
 */
#ifndef FAKE_BOARD_H
#define FAKE_BOARD_H

#include <arpa/inet.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "target/counter_blocks.h"
#include "target/gdb.h"
#include "memmap.h"
#include "params.h"
#include "regs.h"

enum { NODES = 5, BOARD_ID = 7, RAM = 0x10000 };

/* The board, in memory that its server, a process of its own, shares with us. */
struct board {
    uint32_t version, nodes;
    uint32_t stop, peek; /* as written */
    unsigned clients, reads, stops, ends;
    uint32_t ahead;  /* harts, while the clock stands; one less whenever others come() */
    bool ahead_stay; /* the others never come: the run has ended */
    unsigned ahead_reads;
    bool goes_on;       /* the clock, whatever CTL_STOP says */
    bool cut;           /* hang up in the middle of the second read */
    bool openocd;       /* say what OpenOCD's server says of itself */
    unsigned resumed;   /* by OpenOCD's own language */
    bool stays;         /* its hart stays halted, whatever it is told */
    uint32_t until[2];  /* CTL_UNTIL, as written */
    unsigned unstopped; /* words read of counters and of the console while the clock went */
    uint64_t printed;   /* characters, which are what ring_char() says */
    enum { GDB, TCL, WEB, SILENCE, GARBAGE } speaks;
};

/* Character n that was printed: lines "[3] 00012345" of 13 characters, of nodes 0 to 4 in turn;
 * line k has the number k, of eight digits. */
static char ring_char(uint64_t n)
{
    enum { LINE = 13 };
    char line[32];
    sprintf(line, "[%u] %08u", (unsigned)(n / LINE % NODES), (unsigned)(n / LINE % 100000000));
    return n % LINE == LINE - 1 ? '\n' : line[n % LINE];
}

/* A word of the ring: the last characters that were printed at these places. */
static uint32_t ring_word(const struct board *b, uint32_t at)
{
    uint32_t word = 0;
    for (uint64_t i = 0; i < 4; i++) {
        uint64_t rounds = b->printed / NOC_CONSOLE_SIZE, n = rounds * NOC_CONSOLE_SIZE + at + i;
        if (n >= b->printed && rounds > 0) {
            n -= NOC_CONSOLE_SIZE;
        }
        word |= (uint32_t)(unsigned char)(n < b->printed ? ring_char(n) : 0) << 8 * i;
    }
    return word;
}

/* Its parameters say that its network was read from a file. */
static uint32_t params_word(uint32_t at)
{
    static const struct noc_params params = {.magic = NOC_PARAMS_MAGIC,
                                             .version = NOC_PARAMS_VERSION,
                                             .shape_bytes = 4,
                                             .topology = "graph",
                                             .routing = "updown"};
    uint32_t word;
    memcpy(&word, (const char *)&params + at, sizeof word);
    return word;
}

static uint32_t ahead_word(struct board *b)
{
    b->ahead_reads++;
    return b->stop ? NOC_PUT(b->ahead, CTL_AHEAD, HARTS) | NOC_PUT(b->ahead_stay, CTL_AHEAD, STAY)
                   : 0;
}

static uint32_t word_at(struct board *b, uint32_t address)
{
    uint32_t at = address - NOC_CONTROL_BASE;
    if (address >= NOC_PARAMS_BASE && address < NOC_PARAMS_BASE + sizeof(struct noc_params)) {
        return params_word(address - NOC_PARAMS_BASE);
    }
    if (address >= NOC_DEBUG_BASE && address < NOC_CONTROL_BASE) {
        b->unstopped += !b->stop;
    }
    if (address >= NOC_DEBUG_BASE && address < NOC_DEBUG_BASE + NODES * NOC_DEBUG_BLOCK) {
        return address % NOC_DEBUG_BLOCK == CNT_TIME_LO ? 1000
             : address % NOC_DEBUG_BLOCK == CNT_IN ? (address - NOC_DEBUG_BASE) / NOC_DEBUG_BLOCK
                                                   : 0;
    }
    if (address >= NOC_CONSOLE_BASE && address < NOC_CONSOLE_BASE + NOC_CONSOLE_SIZE) {
        return ring_word(b, address - NOC_CONSOLE_BASE);
    }
    if (address >= NOC_PEEK_BASE) { /* what it is says where it is: the node and the address */
        return b->peek << 24 | (address & 0xffffff);
    }
    return at == CTL_VERSION    ? b->version
         : at == CTL_BOARD      ? BOARD_ID
         : at == CTL_NODES      ? b->nodes
         : at == CTL_RAM        ? RAM
         : at == CTL_LENGTHS    ? NOC_CONSOLE_SIZE
         : at == CTL_PROFILE    ? noc_mask(28)
         : at == CTL_STOP       ? (b->goes_on ? 0 : b->stop)
         : at == CTL_AHEAD      ? ahead_word(b)
         : at == CTL_CONSOLE_LO ? (uint32_t)b->printed
         : at == CTL_CONSOLE_HI ? (uint32_t)(b->printed >> 32)
                                : address;
}

/* The clock stands, and harts that are behind get on. */
static void come(struct board *b)
{
    b->ahead -= b->stop && b->ahead && !b->ahead_stay;
}

/* Where QEMU's gdb server has stopped the machine, nobody comes for a write. */
static void write_word(struct board *b, uint32_t address, uint32_t word)
{
    if (address == NOC_CONTROL_BASE + CTL_STOP) {
        if (word && (b->openocd || b->speaks == TCL)) {
            come(b);
        }
        b->stop = word;
        b->stops++;
    } else if (address == NOC_CONTROL_BASE + CTL_PEEK) {
        b->peek = word;
    } else if (address == NOC_CONTROL_BASE + CTL_UNTIL_LO ||
               address == NOC_CONTROL_BASE + CTL_UNTIL_HI) {
        b->until[(address - NOC_CONTROL_BASE - CTL_UNTIL_LO) / 4] = word;
    }
}

static void say(int fd, const char *payload)
{
    char frame[GDB_PACKET_MAX];
    size_t n = gdb_frame(payload, strlen(payload), frame);
    if (write(fd, frame, n) != (ssize_t)n) {
        _exit(1);
    }
}

/* To the user, in two packets, as OpenOCD's come when they like. */
static void say_words(int fd, const char *words)
{
    char packet[128] = "O";
    size_t half = strlen(words) / 2;
    for (size_t i = 0; words[i]; i++) {
        sprintf(packet + strlen(packet), "%02x", (unsigned char)words[i]);
        if (i == half) {
            say(fd, packet);
            strcpy(packet, "O");
        }
    }
    say(fd, packet);
}

static void answer_read(struct board *b, int fd, const char *packet)
{
    unsigned address, bytes;
    char reply[2 * 2048 + 1];
    if (sscanf(packet, "m%x,%x", &address, &bytes) != 2 || bytes > 2048 || address % 4 ||
        bytes % 4) {
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
    if (sscanf(packet, "M%x,4:%2x%2x%2x%2x", &address, &byte[0], &byte[1], &byte[2], &byte[3]) !=
        5) {
        say(fd, "E22");
        return;
    }
    write_word(b, address, byte[0] | byte[1] << 8 | byte[2] << 16 | byte[3] << 24);
    say(fd, "OK");
}

static void result(struct board *b, int fd, const char *packet)
{
    if (strncmp(packet, "qSupported", 10) == 0) {
        say(fd, b->openocd ? "PacketSize=4000;qXfer:threads:read+" : "PacketSize=1000");
    } else if (packet[0] == 'm') {
        answer_read(b, fd, packet);
    } else if (packet[0] == 'M') {
        answer_write(b, fd, packet);
    } else if (strncmp(packet, "qRcmd,", 6) == 0) {
        say_words(fd, b->stays ? "noct: core 3 is halted\n" : "noct: core 3 is running\n");
        b->resumed += !b->stays;
        say(fd, "OK");
    } else if (packet[0] == 'D') {
        b->ends++;
        come(b);
        say(fd, "OK");
    } else {
        say(fd, "");
    }
}

static void serve_gdb(struct board *b, int fd)
{
    struct gdb_decoder d = {.state = GDB_IDLE};
    char byte;
    while (read(fd, &byte, 1) == 1) {
        if (gdb_decode(&d, byte) == GDB_PACKET) {
            result(b, fd, d.packet);
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
        write_word(b, address, word);
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
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof a;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    s->board =
        mmap(NULL, sizeof *s->board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
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
    return (struct board){.version = blocks_control_version(), .nodes = NODES};
}

#endif
