// SPDX-License-Identifier: BSD-2-Clause
// Verilated nodes behind plain functions: nodes.h.
#include "nodes.h"

#include "Vnoc_node.h"
#include "Vnoc_node___024root.h"
#include "models.h"
#include "ports.h"
#include "verilated.h"

namespace
{

constexpr unsigned Flit = 34, ResetCycles = 40;

} // namespace

struct node {
    MODEL_CONTEXT;
    Vnoc_node top{&context, ""};

    void edge()
    {
        top.clk = 1;
        top.eval();
        top.clk = 0;
        top.eval();
    }
};

node *node_new(const node_board *board, uint32_t self, uint32_t linked, uint32_t used,
               uint32_t used_in)
{
    node *n = make_model<node>();

    n->top.clk = 0;
    n->top.rst = 1;
    n->top.tick = 1;
    n->top.self = static_cast<uint16_t>(self);
    n->top.nodes = static_cast<uint16_t>(board->nodes);
    n->top.profile = board->profile;
    n->top.wiring = board->wiring;
    n->top.host = board->host;
    n->top.turns = board->turns;
    n->top.linked = static_cast<uint8_t>(linked);
    port_set(n->top.used, used);
    port_set(n->top.used_in, used_in);
    n->top.eval();
    for (unsigned i = 0; i < ResetCycles; i++) {
        n->edge();
    }
    n->top.rst = 0;
    n->top.tick = 0;
    n->top.now = board->now;
    n->top.eval();
    return n;
}

void node_free(node *n)
{
    free_model(n);
}

void node_route(node *n, unsigned input, unsigned to, unsigned vc, unsigned port)
{
    n->top.entry_write = 1;
    n->top.entry_input = static_cast<uint8_t>(input);
    n->top.entry_node = static_cast<uint8_t>(to);
    n->top.entry = static_cast<uint8_t>(vc << 3 | port);
    n->edge();
    n->top.entry_write = 0;
    n->top.eval();
}

void node_way(node *n, unsigned to, unsigned i, unsigned value)
{
    n->top.way_write = 1;
    n->top.way_node = static_cast<uint8_t>(to);
    n->top.way_index = static_cast<uint8_t>(i);
    n->top.way_value = static_cast<uint16_t>(value);
    n->edge();
    n->top.way_write = 0;
    n->top.eval();
}

// The word of RAM that has a byte.
static uint32_t &word_of(node *n, uint32_t offset)
{
    Vnoc_node___024root *root = n->top.rootp;

    return offset & 4 ? root->noc_node__DOT__ram__DOT__odd[offset / 8]
                      : root->noc_node__DOT__ram__DOT__even[offset / 8];
}

uint8_t node_ram(const node *n, uint32_t offset)
{
    return static_cast<uint8_t>(word_of(const_cast<node *>(n), offset) >> (offset % 4 * 8));
}

void node_set_ram(node *n, uint32_t offset, uint8_t value)
{
    uint32_t &word = word_of(n, offset);
    const unsigned shift = offset % 4 * 8;

    word = (word & ~(0xffu << shift)) | static_cast<uint32_t>(value) << shift;
}

unsigned node_count_low()
{
    return LINKS * VCS > 8 ? 7 : 6;
}

bool node_counts_begun(const node *n)
{
    return !const_cast<node *>(n)->top.rootp->noc_node__DOT__ni__DOT__counts__DOT__wipes;
}

void node_count_more(node *n, unsigned row, uint32_t more)
{
    Vnoc_node___024root *root = n->top.rootp;
    const uint32_t mask = ~0u >> node_count_low();
    uint32_t &word = root->noc_node__DOT__ni__DOT__counts__DOT__memory[row];

    word = (word + more) & mask;
    if (root->noc_node__DOT__ni__DOT__counts__DOT__row == row) { // which is about to be written
        root->noc_node__DOT__ni__DOT__counts__DOT__swept = word;
    }
}

void node_startup_more(node *n, uint32_t more)
{
    n->top.rootp->noc_node__DOT__ni__DOT__counts__DOT__startups += more;
}

bool node_stamps_more(node *n, uint32_t more)
{
    Vnoc_node___024root *root = n->top.rootp;

    if (!root->noc_node__DOT__g_stamps__DOT__records__DOT__wrapped) {
        return false;
    }
    root->noc_node__DOT__stamps += more << 8;
    return true;
}

bool node_window_more(node *n, unsigned window, uint32_t more)
{
    Vnoc_node___024root *root = n->top.rootp;

    if (root->noc_node__DOT__ni__DOT__arrivals__DOT__come) {
        return false;
    }
    if (root->noc_node__DOT__ni__DOT__windows__DOT__none_taken >> window & 1) {
        root->noc_node__DOT__ni__DOT__windows__DOT__taken[window] = 0;
        root->noc_node__DOT__ni__DOT__windows__DOT__landed[window] = 0;
    }
    root->noc_node__DOT__ni__DOT__windows__DOT__none_taken &= static_cast<uint8_t>(~(1u << window));
    root->noc_node__DOT__ni__DOT__windows__DOT__none_landed &=
        static_cast<uint8_t>(~(1u << window));
    root->noc_node__DOT__ni__DOT__windows__DOT__taken[window] += more;
    root->noc_node__DOT__ni__DOT__windows__DOT__landed[window] += more;
    uint32_t &addr = root->noc_node__DOT__ni__DOT__windows__DOT__addrs[window];

    addr = (addr - more) & 0x3fffffffu;
    return true;
}

static uint32_t peek(node *n, bool stamp, uint32_t offset)
{
    n->top.tick = 0;
    n->top.peek = 1;
    n->top.state = !stamp;
    n->top.stamp = stamp;
    n->top.offset = static_cast<uint16_t>(offset);
    n->top.eval();
    n->edge();
    n->top.peek = 0;
    n->top.state = 0;
    n->top.stamp = 0;
    n->top.tick = 1;
    n->top.eval();
    return n->top.peeked;
}

uint32_t node_state(node *n, uint32_t offset)
{
    return peek(n, false, offset);
}

uint32_t node_stamp(node *n, uint32_t offset)
{
    return peek(n, true, offset);
}

void node_make_stamps(node *n, bool on)
{
    n->top.stamping = on;
}

void node_look(node *n, node_out *out)
{
    out->vc = n->top.out_vc;
    out->credit = n->top.in_credit;
    for (unsigned p = 0; p < LINKS; p++) {
        if (out->vc >> (p * VCS) & ((1u << VCS) - 1)) {
            out->flit[p] = port_get<Flit>(n->top.out_flit, p * Flit);
        }
    }
    out->injects = n->top.inject_valid;
    out->injected = n->top.inject_flit;
    out->ejects = n->top.eject_valid;
    out->ejected = n->top.eject_flit;
    out->line = n->top.line;
    out->found = n->top.rdata;
    out->boot = n->top.boot_out;
    out->behind = n->top.behind;
    out->ram = n->top.ram_rdata;
    out->image = n->top.image_read;
    out->image_at = n->top.image_at;
    out->at = n->top.put_at;
    out->write = n->top.put ? n->top.put_bytes : 0;
}

void node_pass(node *n, const node_in *in, node_said *said)
{
    uint32_t valid = 0;

    for (unsigned p = 0; p < LINKS; p++) {
        if (in->vc >> (p * VCS) & ((1u << VCS) - 1)) {
            valid |= 1u << p;
            port_put<Flit>(n->top.in_flit, p * Flit, in->flit[p]);
        }
    }
    n->top.tick = 1;
    n->top.in_valid = static_cast<uint8_t>(valid);
    port_set(n->top.in_vc, in->vc);
    port_set(n->top.out_credit, in->credit);
    n->top.access = in->access;
    n->top.writes = in->writes;
    n->top.own = in->own;
    n->top.asleep = in->asleep;
    n->top.offset = static_cast<uint16_t>(in->offset);
    n->top.wdata = in->value;
    n->top.boot_shown = in->boot;
    n->top.image_data = in->image;
    n->top.ram_request = in->ram;
    n->top.ram_at = static_cast<uint16_t>(in->ram_at);
    n->top.ram_write = in->ram_write;
    n->top.ram_wdata = in->ram_value;
    n->top.eval();
    said->printed = n->top.printed;
    said->exited = n->top.exited;
    said->aborted = n->top.aborted;
    said->character = n->top.character;
    said->status = n->top.status;
    said->ram = n->top.ram_done;
    n->edge();
}
