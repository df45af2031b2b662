/* SPDX-License-Identifier: BSD-2-Clause */
#include "transport.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counter_blocks.h"
#include "base/clock.h"
#include "topology/topologies.h"
#include "transport_priv.h"
#include "registry.h"
#include "memmap.h"
#include "base/alloc.h"
#include "regs.h"

enum {
    STOP_SECONDS = 10, /* a board whose debugger vanished goes on after so long */
    COME_SECONDS = 60, /* harts come to one cycle within that: 16,384 take 2 on an idle machine */
    LEND_MS_MIN = 4,   /* how long they get at once where the link holds the board, at first */
    LEND_MS_MAX = 500,
    PAGE_BYTES = CTL_BOOT + 4
};

struct transport {
    const struct transport_kind *way;
    void *self;
    char *name;
    struct board_description *description; /* NULL: none */
    char topology[TOPOLOGY_TEXT];          /* announced; "": not */
    uint32_t nodes, board, ram;
    bool gateware; /* whose server knows no registers, so that gdb cannot use it */
    bool stopped;
    bool until;             /* we have told it when to stop by itself (CTL_UNTIL) */
    uint32_t until_word[2]; /* as written last; 0: it does not */
    bool others; /* it stood still, and not for that: somebody else stopped it, and lets it go on */
    int64_t stopped_at_ms;            /* when CTL_STOP was written last */
    char doubt[TRANSPORT_DOUBT_TEXT]; /* "": none */
};

/*
 * Who is killed leaves a gdb server holding the board. So a signal that ends us first does what
 * can be done, for the link that was opened last.
 */
static struct transport *volatile current;

static void on_signal(int number)
{
    struct transport *l = current;
    if (l && l->self && l->way->abandon) {
        l->way->abandon(l->self);
    }
    signal(number, SIG_DFL);
    raise(number); /* comes when this handler returns */
}

/* Of signals for which nobody else does anything. */
static void handle_signals(void (*from)(int), void (*to)(int))
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction action;
        if (sigaction(numbers[i], NULL, &action) == 0 && !(action.sa_flags & SA_SIGINFO) &&
            action.sa_handler == from) {
            action.sa_handler = to;
            sigaction(numbers[i], &action, NULL);
        }
    }
}

/* --- connecting ----------------------------------------------------------- */

static const char FORMS[] =
    "emu or rtl (which noct board keeps up), gdb:HOST:PORT, openocd:HOST:PORT, or a description's name";

/* What follows this prefix; NULL: it has another. */
static const char *behind(const char *board, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncmp(board, prefix, length) == 0 ? board + length : NULL;
}

/* The board that noct board keeps up, by its own gdb server. */
static enum status open_live(struct transport *l, const char *board, struct error *error)
{
    struct registered_board live;
    enum status status = registry_find(&live, board, error);
    if (status) {
        return status;
    }
    struct noc_topology unused;
    struct noc_fault fault = {0};
    if (noc_topology_parse(&unused, live.topology, &fault)) {
        strcpy(l->topology, live.topology);
    }
    l->gateware = live.gateware;
    l->way = &transport_gdb;
    return transport_gdb_open(&l->self, live.address, error);
}

static enum status open_described(struct transport *l, const struct board_description *d,
                                  struct error *error)
{
    l->description = alloc_zeroed(sizeof *l->description);
    *l->description = *d;
    l->way = &transport_openocd;
    return transport_described_open(&l->self, d, error);
}

/* The way to this board, opened. */
static enum status open_way(struct transport *l, const char *board, struct error *error)
{
    const char *address;
    if ((address = behind(board, "gdb:"))) {
        l->way = &transport_gdb;
        return transport_gdb_open(&l->self, address, error);
    }
    if ((address = behind(board, "openocd:"))) {
        l->way = &transport_openocd;
        return transport_openocd_open(&l->self, board, address, error);
    }
    if (registry_is_name(board)) {
        return open_live(l, board, error);
    }
    if (!*board || strchr(board, ':')) {
        return error_set(error, STATUS_BAD, "board '%s': must be %s", board, FORMS);
    }
    struct board_description d;
    enum status status = board_description_open(&d, board, error);
    return status ? status : open_described(l, &d, error);
}

/* Is it a Nocturne board, of this register map? */
static enum status identify(struct transport *l, struct error *error)
{
    unsigned char page[PAGE_BYTES];
    enum status status = transport_read(l, NOC_CONTROL_BASE, page, sizeof page, error);
    if (status) {
        return status;
    }
    uint32_t version = block_word(page, CTL_VERSION), own = blocks_control_version();
    if (version != own && (version ^ own) >> 8 == 0) {
        error_set(error, STATUS_ENVIRONMENT,
                  "board %s: has the register map 0x%08x, but noct has 0x%08x", l->name, version,
                  own);
        return error_fix(error, "build both from the same source");
    }
    l->nodes = block_word(page, CTL_NODES);
    l->board = block_word(page, CTL_BOARD);
    l->ram = block_word(page, CTL_RAM);
    if (version != own || l->nodes < 2 || l->nodes > NOC_NODES_MAX) {
        return error_set(error, STATUS_ENVIRONMENT,
                         "board %s: no Nocturne board: it has 0x%08x at 0x%08x, not 0x%08x",
                         l->name, version, NOC_CONTROL_BASE + CTL_VERSION, own);
    }
    return STATUS_DONE;
}

enum status transport_open_described(struct transport **transport, const char *board,
                                     const struct board_description *d, struct error *error)
{
    struct transport *l = alloc_zeroed(sizeof *l);
    *transport = NULL;
    l->name = alloc_text(board);
    current = l;
    handle_signals(SIG_DFL, on_signal);
    enum status status = d ? open_described(l, d, error) : open_way(l, board, error);
    if (!status) {
        status = identify(l, error);
    }
    if (status) {
        transport_close(l);
        return status;
    }
    *transport = l;
    return STATUS_DONE;
}

enum status transport_open(struct transport **transport, const char *board, struct error *error)
{
    *transport = NULL;
    if (board) {
        return transport_open_described(transport, board, NULL, error);
    }
    error_set(error, STATUS_BAD, "board: missing");
    return error_fix(error, "give %s", FORMS);
}

/* The clock goes on, also where it is still to stop by itself, or has. */
static void release(struct transport *l)
{
    struct error unused;
    bool armed = l->until_word[0] || l->until_word[1];
    enum status status = STATUS_DONE;
    for (uint32_t i = 0; armed && !status && i < 2; i++) {
        status = l->way->write(l->self, NOC_CONTROL_BASE + CTL_UNTIL_LO + 4 * i, 0, &unused);
    }
    if (!status && (l->stopped || armed) && !l->others) {
        (void)l->way->write(l->self, NOC_CONTROL_BASE + CTL_STOP, 0, &unused);
    }
}

void transport_close(struct transport *l)
{
    struct error unused;
    if (!l) {
        return;
    }
    release(l);
    if (l->self && l->way->hold) {
        (void)l->way->hold(l->self, false, &unused);
    }
    if (current == l) {
        handle_signals(on_signal, SIG_DFL);
        current = NULL;
    }
    if (l->self) {
        l->way->end(l->self);
    }
    free(l->description);
    free(l->name);
    free(l);
}

/* --- words ---------------------------------------------------------------- */

/* Stopped, it stays so while we are at work. */
static enum status keep_stopped(struct transport *l, struct error *error)
{
    if (!l->stopped || clock_ms() - l->stopped_at_ms < STOP_SECONDS * 1000 / 3) {
        return STATUS_DONE;
    }
    return transport_stop(l, error);
}

enum status transport_read(struct transport *l, uint32_t address, void *to, size_t bytes,
                           struct error *error)
{
    enum status status = STATUS_DONE;
    for (size_t done = 0; done < bytes && !status;) {
        size_t n = bytes - done < TRANSPORT_CHUNK ? bytes - done : TRANSPORT_CHUNK;
        status = keep_stopped(l, error);
        if (!status) {
            status = l->way->read(l->self, address + (uint32_t)done, (unsigned char *)to + done, n,
                                  error);
        }
        done += n;
    }
    return status;
}

enum status transport_word(struct transport *l, uint32_t address, uint32_t *word,
                           struct error *error)
{
    unsigned char byte[4] = {0};
    enum status status = transport_read(l, address, byte, sizeof byte, error);
    *word = block_word(byte, 0);
    return status;
}

enum status transport_write(struct transport *l, uint32_t address, uint32_t word,
                            struct error *error)
{
    enum status status = keep_stopped(l, error);
    uint32_t half = (address - (NOC_CONTROL_BASE + CTL_UNTIL_LO)) / 4;
    l->until = l->until || half == 1;
    if (half < 2) {
        l->until_word[half] = word;
    }
    return status ? status : l->way->write(l->self, address, word, error);
}

enum status transport_read_node(struct transport *l, uint32_t node, uint32_t address, void *to,
                                size_t bytes, struct error *error)
{
    uint64_t end = (uint64_t)address + bytes;
    uint32_t window;
    if (address >= NOC_NI_BASE && end <= NOC_NI_BASE + NOC_PEEK_SIZE) {
        window = NOC_PEEK_BASE + (address - NOC_NI_BASE);
    } else if (address >= NOC_RAM_BASE && end <= (uint64_t)NOC_RAM_BASE + l->ram) {
        window = NOC_PEEK_RAM_BASE + (address - NOC_RAM_BASE);
    } else {
        error_set(error, STATUS_BAD, "0x%08x to 0x%08x: not a node's own memory", address,
                  (uint32_t)(end - 1));
        return error_fix(error, "its registers begin at 0x%08x, and its %u bytes of RAM at 0x%08x",
                         NOC_NI_BASE, l->ram, NOC_RAM_BASE);
    }
    if (node >= l->nodes) {
        error_set(error, STATUS_BAD, "there is no node %u", node);
        return error_fix(error, "the nodes are 0 to %u", l->nodes - 1);
    }
    enum status status = transport_write(l, NOC_CONTROL_BASE + CTL_PEEK, node, error);
    return status ? status : transport_read(l, window, to, bytes, error);
}

/* --- the clock ------------------------------------------------------------ */

static enum status read_control(struct transport *l, uint32_t offset, uint32_t *word,
                                struct error *error)
{
    unsigned char byte[4] = {0};
    enum status status = l->way->read(l->self, NOC_CONTROL_BASE + offset, byte, sizeof byte, error);
    *word = block_word(byte, 0);
    return status;
}

/* Does it stand still by CTL_STOP? */
static enum status is_stopped(struct transport *l, bool *stopped, struct error *error)
{
    uint32_t left;
    enum status status = read_control(l, CTL_STOP, &left, error);
    *stopped = left;
    return status;
}

/* Has nobody let it go on, and did the limit not either? */
static enum status still_stopped(struct transport *l, struct error *error)
{
    enum status status = is_stopped(l, &l->stopped, error);
    if (status || l->stopped) {
        return status;
    }
    error_set(
        error, STATUS_ENVIRONMENT,
        "board %s: its clock was started again, by another program or by the board's time limit",
        l->name);
    return error_fix(error, "what was read is not of one cycle");
}

/* Say what a snapshot is worth with these harts ahead of the clock. Those of a run that has ended
 * leave no doubt: they had computed on a little, and that is how it ended. */
static void set_doubt(struct transport *l, uint32_t ahead)
{
    uint32_t harts = NOC_GET(ahead, CTL_AHEAD, HARTS);
    l->doubt[0] = 0;
    if (ahead && !NOC_GET(ahead, CTL_AHEAD, STAY)) {
        snprintf(l->doubt, sizeof l->doubt,
                 "%u of %u cores are in a later cycle than the clock (%s): their RAM and their "
                 "places are newer than the counters and buffers, which are of one cycle",
                 harts, l->nodes,
                 l->others ? "another program has stopped the clock and did not wait for them"
                           : "the other cores did not reach that cycle within a minute");
    }
}

/*
 * The clock was stopped. Harts that are behind others come to their cycle while STOP is being
 * written, or while a board goes on that being connected to it stops.
 */
static enum status wait_for_harts(struct transport *l, struct error *error)
{
    int64_t begin = clock_ms();
    unsigned lend_ms = LEND_MS_MIN;
    uint32_t ahead;
    enum status status = read_control(l, CTL_AHEAD, &ahead, error);
    while (!status && ahead && !NOC_GET(ahead, CTL_AHEAD, STAY) && !l->others &&
           clock_ms() - begin < COME_SECONDS * 1000) {
        status = l->way->write(l->self, NOC_CONTROL_BASE + CTL_STOP, STOP_SECONDS, error);
        if (!status && l->way->lend) {
            status = l->way->lend(l->self, lend_ms, error);
            lend_ms = lend_ms * 2 < LEND_MS_MAX ? lend_ms * 2 : LEND_MS_MAX;
        }
        if (!status) {
            status = read_control(l, CTL_AHEAD, &ahead, error);
        }
    }
    if (!status) {
        set_doubt(l, ahead);
    }
    return status;
}

enum status transport_stop(struct transport *l, struct error *error)
{
    enum status status = STATUS_DONE;
    bool new = !l->stopped;
    if (l->stopped) {
        status = still_stopped(l, error);
    } else if (!l->way->hold || !(status = l->way->hold(l->self, true, error))) {
        status = is_stopped(l, &l->others, error);
        l->others = l->others && !l->until;
    }
    if (!status && !l->others) {
        status = l->way->write(l->self, NOC_CONTROL_BASE + CTL_STOP, STOP_SECONDS, error);
    }
    if (!status) {
        l->stopped = true;
        status = new ? wait_for_harts(l, error) : STATUS_DONE;
        l->stopped_at_ms = clock_ms();
    }
    return status;
}

const char *transport_doubt(const struct transport *l)
{
    return l->doubt[0] ? l->doubt : NULL;
}

enum status transport_go(struct transport *l, struct error *error)
{
    enum status status = l->stopped ? still_stopped(l, error) : STATUS_DONE;
    if (!status && l->stopped && !l->others) {
        status = l->way->write(l->self, NOC_CONTROL_BASE + CTL_STOP, 0, error);
    }
    l->stopped = false;
    if (!status && l->way->hold) {
        status = l->way->hold(l->self, false, error);
    }
    return status;
}

/* --- what is known -------------------------------------------------------- */

uint32_t transport_nodes(const struct transport *l)
{
    return l->nodes;
}

uint32_t transport_ram(const struct transport *l)
{
    return l->ram;
}

uint32_t transport_board(const struct transport *l)
{
    return l->board;
}

const char *transport_routing(const struct transport *l)
{
    return l->description ? l->description->routing : "";
}

const char *transport_topology(const struct transport *l)
{
    return l->topology;
}

const struct board_description *transport_description(const struct transport *l)
{
    return l->description;
}

const char *transport_name(const struct transport *l)
{
    return l->name;
}

const char *transport_disturbs(const struct transport *l)
{
    return l->way->disturbs ? l->way->disturbs(l->self) : NULL;
}

bool transport_gdb_server(struct transport *l, uint32_t core, char address[TRANSPORT_SERVER],
                          uint32_t *thread)
{
    return !l->gateware && l->way->gdb_server && l->way->gdb_server(l->self, core, address, thread);
}
