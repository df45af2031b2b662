/* SPDX-License-Identifier: BSD-2-Clause */
#include "kept_board.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/private_socket.h"
#include "memmap.h"
#include "program/core_groups.h"
#include "qemu.h"
#include "regs.h"
#include "run_live.h"
#include "target/transport.h"

enum { LOOK_MS = 200 };

static struct {
    bool allowed, up;
    struct qemu qemu;
    char address[PRIVATE_ADDRESS + 8]; /* of its gdb server, as --board says it */
    struct transport *transport;       /* NULL: it is at its first experiment */
    char *what;                        /* what its experiments have in common */
} board;

void kept_board_allow(void)
{
    board.allowed = true;
}

static void drop(void)
{
    if (board.up) {
        transport_close(board.transport);
        qemu_stop(&board.qemu);
        free(board.what);
    }
    board.up = false;
    board.transport = NULL;
    board.what = NULL;
}

/* What the board is: network, routing, router, RAM, program. */
static char *describe(const struct experiment *e, const char *firmware)
{
    const struct noc_net_config *net = &e->net;
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    if (!to) {
        out_of_memory();
        return NULL;
    }
    fprintf(to, "%s %s %u %s %u %u %u %u %u %u %u %u %u %u %s ", e->topology_text, e->routing->name,
            e->ports, e->pipeline, (unsigned)net->consumption, net->lanes, net->buffer_flits,
            net->header_cycles, net->flight_cycles, net->credit_cycles, net->inject_cycles,
            net->eject_cycles, e->ni_cycles, e->ram, firmware);
    if (e->network) {
        size_t bytes;
        const char *network = network_bytes(e->network, &bytes);
        fwrite(network, 1, bytes, to);
    }
    fclose(to);
    return text;
}

/* A new board begins with the first experiment at once, at which nobody looks before it has ended: it is
 * a run as any other. */
static bool start(const struct experiment *e, const char *firmware, uint64_t limit_cycles)
{
    const struct qemu_board as = {.firmware = firmware, .id = QEMU_BOARD_ID};
    char address[PRIVATE_ADDRESS];
    struct error unused;
    int listener;
    if (private_listen(&listener, address, &unused)) {
        return false;
    }
    snprintf(board.address, sizeof board.address, "gdb:%s", address);
    board.up = true;
    enum status status =
        qemu_start_board(&board.qemu, e, &as, listener, QEMU_NO_SOCKET, limit_cycles, &unused);
    close(listener);
    return !status;
}

static bool begin(const struct experiment *e, const char *firmware, uint64_t limit_cycles)
{
    char *what = describe(e, firmware);
    struct error unused;
    bool same = board.up && strcmp(board.what, what) == 0;
    if (same && board.transport) {
        free(what);
        board.qemu.ended = false;
        return !run_live_begin(board.transport, e, limit_cycles, &unused);
    }
    drop();
    bool started = start(e, firmware, limit_cycles);
    board.what = what;
    return started;
}

/* It says when its cores have ended; a clock that stands at the limit says nothing. */
static bool wait_for_end(const struct experiment *e)
{
    struct error unused;
    uint32_t stopped = 0;
    FILE *nowhere = fopen("/dev/null", "w");
    enum status status = nowhere ? STATUS_DONE : STATUS_ENVIRONMENT;
    while (!status && !board.qemu.ended && !stopped) {
        status = qemu_look(&board.qemu, e, nowhere, LOOK_MS, &unused);
        if (!status && !board.qemu.ended && board.transport) {
            status =
                transport_word(board.transport, NOC_CONTROL_BASE + CTL_STOP, &stopped, &unused);
        }
    }
    if (nowhere) {
        fclose(nowhere);
    }
    if (status || !board.qemu.ended || strcmp(board.qemu.reason, "exit") != 0) {
        return false;
    }
    return board.transport || !transport_open(&board.transport, board.address, &unused);
}

bool kept_board_run(const struct experiment *e, const char *firmware, uint64_t limit_cycles,
                    unsigned char *block, uint64_t *cycles)
{
    const size_t bytes = (size_t)e->topology.nodes * NOC_DEBUG_BLOCK;
    struct error unused;
    if (!board.allowed || e->gateware) {
        return false;
    }
    bool well = begin(e, firmware, limit_cycles) && wait_for_end(e) &&
                !transport_read(board.transport, NOC_DEBUG_BASE, block, bytes, &unused) &&
                core_groups_done(block, e->topology.nodes) == e->topology.nodes;
    if (!well) {
        drop();
        return false;
    }
    *cycles = board.qemu.cycles;
    return true;
}
