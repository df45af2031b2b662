// SPDX-License-Identifier: BSD-2-Clause
// Verilated tiles behind plain functions: tile.h.
#include "tile.h"

#include "Vnoc_tile.h"
#include "verilated.h"

namespace
{

constexpr unsigned Flit = 34, ResetCycles = 40;
constexpr uint32_t Channels = (1u << VCS) - 1;

constexpr uint64_t Mask = (uint64_t{1} << Flit) - 1;

template <typename Port> void set(Port &port, uint32_t value)
{
    port = static_cast<Port>(value);
}

// 34 bits from bit `at` on, which lie in two words for up to 15 links.
template <std::size_t Words> uint64_t get(const VlWide<Words> &port, unsigned at)
{
    const uint64_t two = port[at / 32] | uint64_t{port[at / 32 + 1]} << 32;

    return two >> at % 32 & Mask;
}

template <std::size_t Words> void put(VlWide<Words> &port, unsigned at, uint64_t value)
{
    uint64_t two = port[at / 32] | uint64_t{port[at / 32 + 1]} << 32;

    two = (two & ~(Mask << at % 32)) | value << at % 32;
    port[at / 32] = static_cast<uint32_t>(two);
    port[at / 32 + 1] = static_cast<uint32_t>(two >> 32);
}

} // namespace

struct tile {
    VerilatedContext context;
    Vnoc_tile top{&context, ""};

    void edge()
    {
        top.clk = 1;
        top.eval();
        top.clk = 0;
    }
};

unsigned tile_links(void)
{
    return LINKS;
}

unsigned tile_vcs(void)
{
    return VCS;
}

tile *tile_new(const tile_config *config)
{
    tile *t = new tile;

    t->top.clk = 0;
    t->top.rst = 1;
    t->top.tick = 1;
    set(t->top.self, config->self);
    set(t->top.nodes, config->nodes);
    t->top.start = config->start >> 1;
    t->top.profile = config->profile;
    t->top.wiring = config->wiring;
    t->top.turns = config->turns;
    set(t->top.linked, config->linked);
    set(t->top.used, config->used);
    t->top.eval();
    for (unsigned i = 0; i < ResetCycles; i++) {
        t->edge();
        t->top.eval();
    }
    t->top.rst = 0;
    t->top.tick = 0;
    t->top.eval();
    return t;
}

void tile_free(tile *t)
{
    delete t;
}

void tile_route(tile *t, unsigned input, unsigned to, unsigned vc, unsigned port)
{
    t->top.entry_write = 1;
    set(t->top.entry_input, input);
    set(t->top.entry_node, to);
    set(t->top.entry, vc << 3 | port);
    t->top.eval();
    t->edge();
    t->top.entry_write = 0;
    t->top.eval();
}

void tile_way(tile *t, unsigned to, unsigned i, unsigned value)
{
    t->top.way_write = 1;
    set(t->top.way_node, to);
    set(t->top.way_index, i);
    set(t->top.way_value, value);
    t->top.eval();
    t->edge();
    t->top.way_write = 0;
    t->top.eval();
}

namespace
{

void look(const Vnoc_tile &top, tile_watch *w)
{
    w->happens = top.watch;
    w->access.valid = top.watch;
    w->access.fetch = top.watch_fetch;
    w->access.write = top.watch_write;
    w->access.atomic = top.watch_atomic;
    w->access.size = top.watch_size;
    w->access.mask = top.watch_mask;
    w->access.address = top.watch_address;
    w->access.written = top.watch_written;
    w->found = top.watch_found;
    w->land = ((top.land & 0x0f) != 0) | ((top.land & 0xf0) != 0) << 1;
    w->land_at = uint32_t{top.land_at} * 8;
    w->line = top.line;
    w->now = top.now;
    w->core.asleep = top.asleep;
    w->core.next = uint32_t{top.next} << 1;
    w->core.done = top.done;
    w->core.trap = top.done_trap;
    w->core.interrupted = top.done_interrupted;
    w->core.writes = top.done_writes;
    w->core.code = top.done_code;
    w->core.to = top.done_register;
    w->core.tval = top.done_tval;
    w->core.instruction = top.done_instruction;
    w->core.value = top.done_value;
}

} // namespace

void tile_pass(tile *t, uint32_t vc, uint32_t credit, const uint64_t flit[], uint64_t image,
               tile_said *said, tile_watch *watch, tile_out *out)
{
    Vnoc_tile &top = t->top;
    uint32_t valid = 0;

    for (unsigned p = 0; vc >> (p * VCS); p++) {
        if (vc >> (p * VCS) & Channels) {
            valid |= 1u << p;
            put(top.in_flit, p * Flit, flit[p]);
        }
    }
    top.tick = 1;
    set(top.in_valid, valid);
    set(top.in_vc, vc);
    set(top.out_credit, credit);
    top.image_rdata = image;
    top.eval();
    said->image_read = top.image_read;
    said->image_at = top.image_at;
    said->printed = top.printed;
    said->character = top.character;
    said->exited = top.exited;
    said->aborted = top.aborted;
    said->status = top.status;
    if (watch) {
        look(top, watch);
    }
    t->edge();
    out->vc = top.out_vc;
    out->credit = top.in_credit;
    for (unsigned p = 0; out->vc >> (p * VCS); p++) {
        if (out->vc >> (p * VCS) & Channels) {
            out->flit[p] = get(top.out_flit, p * Flit);
        }
    }
    out->line = top.line;
    out->pc = uint32_t{top.next} << 1;
}

uint32_t tile_peek(tile *t, bool own, uint32_t offset)
{
    t->top.tick = 0;
    t->top.peek = 1;
    t->top.peek_own = own;
    set(t->top.peek_offset, offset);
    t->top.eval();
    t->edge();
    t->top.peek = 0;
    t->top.eval();
    return t->top.peeked;
}
