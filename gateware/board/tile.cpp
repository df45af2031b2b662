// SPDX-License-Identifier: BSD-2-Clause
// Verilated tiles behind plain functions: tile.h.
#include "tile.h"

#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "Vnoc_tile.h"
#include "Vnoc_tile___024root.h"
#include "Vworm_line.h"
#include "ports.h"
#include "verilated_fst_c.h"
#ifdef TILE_TOP // another class in the place of a tile, which goes through all cycles
#include TILE_TOP
constexpr bool Skips = false;
#else
using Top = Vnoc_tile;
constexpr bool Skips = true;
#endif

namespace
{

constexpr unsigned Flit = 34, ResetCycles = 40;
constexpr uint32_t Channels = (1u << VCS) - 1;
// A tile is asked whether it rests after so many quiet cycles, and after twice as many each time
// that it does not.
constexpr unsigned QuietCycles = 8, QuietCyclesMax = 512;

VerilatedContext context; // of all tiles, as they share a waveform
std::vector<tile *> tiles;
std::vector<std::unique_ptr<Vworm_line>> lines; // of each tile: a flit for each link, and one for its NI
std::unique_ptr<VerilatedFstC> wave;

// A tile's state but for its RAM, which lies in the middle of it.
class State
{
  public:
    explicit State(Vnoc_tile___024root &root)
        : begin{reinterpret_cast<char *>(&root)},
          ram{reinterpret_cast<char *>(&root.noc_tile__DOT__node__DOT__ram__DOT__even)},
          behind{reinterpret_cast<char *>(&root.noc_tile__DOT__node__DOT__ram__DOT__odd) +
                 sizeof root.noc_tile__DOT__node__DOT__ram__DOT__odd},
          end{begin + sizeof root}
    {
        constexpr std::size_t both = sizeof root.noc_tile__DOT__node__DOT__ram__DOT__even +
                                     sizeof root.noc_tile__DOT__node__DOT__ram__DOT__odd;

        if (behind != ram + both) {
            vl_fatal(__FILE__, __LINE__, "", "a tile's RAM does not lie in one piece");
        }
    }

    void keep()
    {
        kept.assign(begin, ram);
        kept.insert(kept.end(), behind, end);
    }
    bool same() const
    {
        return std::memcmp(kept.data(), begin, before()) == 0 &&
               std::memcmp(kept.data() + before(), behind, after()) == 0;
    }
    void restore() const
    {
        std::memcpy(begin, kept.data(), before());
        std::memcpy(behind, kept.data() + before(), after());
    }

  private:
    char *const begin, *const ram, *const behind, *const end;
    static std::vector<char> kept; // of the tile that was asked last

    std::size_t before() const
    {
        return static_cast<std::size_t>(ram - begin);
    }
    std::size_t after() const
    {
        return static_cast<std::size_t>(end - behind);
    }
};

std::vector<char> State::kept;

} // namespace

struct tile {
    const std::string name = "node" + std::to_string(tiles.size());
    Top top{&context, name.c_str()};
    State state{*top.rootp};
    uint64_t skipped = 0, until = 0; // resting: cycles that it has not been through; where that ends
    unsigned quiet = 0, patience = QuietCycles;
    bool skips = false;

    void edge()
    {
        top.clk = 1;
        top.eval();
        top.clk = 0;
    }

    // What counts cycles, so much further; what follows from it is evaluated at the next edge.
    void age(uint64_t cycles)
    {
        top.rootp->now += cycles;
        top.rootp->noc_tile__DOT__core__DOT__csr__DOT__mcycle += cycles;
    }

    // The sweep of the counters (noc_ni_counts) moves on in each cycle: one step back. While a tile
    // rests it stands still, as nothing is counted; what it has not yet added is read all the same.
    void sweep_back()
    {
        auto &root = *top.rootp;
        auto &row = root.noc_tile__DOT__node__DOT__ni__DOT__counts__DOT__row;
        auto &writes = root.noc_tile__DOT__node__DOT__ni__DOT__counts__DOT__writes;
        constexpr unsigned rows =
            sizeof root.noc_tile__DOT__node__DOT__ni__DOT__counts__DOT__memory /
            sizeof root.noc_tile__DOT__node__DOT__ni__DOT__counts__DOT__memory[0];

        if (!writes) {
            port_set(row, (row + rows - 1) % rows);
        }
        writes = !writes;
    }

    // Whether a cycle like this one would change nothing but the time. Then the tile is as before
    // that cycle, else as behind it. Nothing in a tile depends on the time itself but the deadline:
    // whatever is to happen in some cycle counts down to it.
    bool rests()
    {
        const uint64_t now = top.now;
        const uint64_t deadline = top.rootp->noc_tile__DOT__node__DOT__ni__DOT__report__DOT__deadline;

        until = deadline > now ? deadline - 1 : ~uint64_t{0}; // whose end shows that it has come
        if (now >= until) {
            return no_rest();
        }
        state.keep();
        age(~uint64_t{0});
        sweep_back();
        edge();
        top.eval();
        if (state.same()) {
            return true;
        }
        state.restore();
        return no_rest();
    }
    bool no_rest()
    {
        edge();
        return false;
    }

    // It has been through all cycles until now, and is as behind tile_give(): the next edge is one.
    void wake()
    {
        if (skipped) {
            age(skipped - 1);
            edge();
            top.eval();
            skipped = 0;
        }
        quiet = 0;
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

bool tile_stamps(void)
{
    return STAMPS;
}

uint32_t tile_ram_bytes(void)
{
    return 1u << RAM_BITS;
}

void tile_reset(tile *t)
{
    t->skipped = t->quiet = 0;
    t->patience = QuietCycles;
    t->top.rst = 1;
    t->top.tick = 0; // what hart and interface were about to write is not written
    t->top.in_valid = 0;
    t->top.in_vc = 0;
    t->top.out_credit = 0;
    t->top.boot_shown = 0;
    t->top.eval();
    t->edge();
    t->top.tick = 1;
    t->top.eval();
    for (unsigned i = 0; i < ResetCycles; i++) {
        t->edge();
        t->top.eval();
    }
    t->top.rst = 0;
    t->top.tick = 0;
    t->top.eval();
}

tile *tile_new(const tile_config *config)
{
    context.traceEverOn(true);
    tile *t = new tile;

    tiles.push_back(t);
    t->skips = config->skips && Skips;
    t->top.clk = 0;
    port_set(t->top.self, config->self);
    port_set(t->top.nodes, config->nodes);
    t->top.start = config->start >> 1;
    t->top.profile = config->profile;
    t->top.wiring = config->wiring;
    t->top.turns = config->turns;
    port_set(t->top.linked, config->linked);
    port_set(t->top.used, config->used);
    port_set(t->top.used_in, config->used_in);
    tile_reset(t);
    return t;
}

void tile_free(tile *t)
{
    for (auto at = tiles.begin(); at != tiles.end(); ++at) {
        if (*at == t) {
            tiles.erase(at);
            break;
        }
    }
    delete t;
}

void tile_route(tile *t, unsigned input, unsigned to, unsigned vc, unsigned port)
{
    t->top.entry_write = 1;
    port_set(t->top.entry_input, input);
    port_set(t->top.entry_node, to);
    port_set(t->top.entry, vc << 3 | port);
    t->top.eval();
    t->edge();
    t->top.entry_write = 0;
    t->top.eval();
}

void tile_way(tile *t, unsigned to, unsigned i, unsigned value)
{
    t->top.way_write = 1;
    port_set(t->top.way_node, to);
    port_set(t->top.way_index, i);
    port_set(t->top.way_value, value);
    t->top.eval();
    t->edge();
    t->top.way_write = 0;
    t->top.eval();
}

namespace
{

void look_at_counts(const Vnoc_tile___024root &root, tile_watch *w)
{
    w->in = root.noc_tile__DOT__node__DOT__ni__DOT____Vcellinp__counts__in;
    w->out = root.noc_tile__DOT__node__DOT__ni__DOT____Vcellinp__counts__out;
    w->discarded = root.noc_tile__DOT__node__DOT__ni__DOT____Vcellinp__counts__discarded;
    w->bad = root.noc_tile__DOT__node__DOT__ni__DOT__bads;
    w->signals = root.noc_tile__DOT__node__DOT__ni__DOT____Vcellinp__counts__signals;
    w->relayed = root.noc_tile__DOT__node__DOT__ni__DOT__counts__DOT__relays;
    w->ejects = root.noc_tile__DOT__node__DOT__eject_input;
    w->ejected = root.noc_tile__DOT____Vcellout__node__eject_flit;
}

// Nothing happens in a cycle that is skipped.
void look_at_rest(tile_watch *w, uint64_t now)
{
    w->now = now;
    w->in = w->out = w->discarded = w->bad = w->signals = w->relayed = 0;
    w->ejects = 0;
}

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
    look_at_counts(*top.rootp, w);
}

} // namespace

void tile_give(tile *t, const tile_in *in, tile_said *said, tile_watch *watch)
{
    Top &top = t->top;
    const bool quiet = !in->vc && !in->credit && in->boot == top.boot_shown;
    uint32_t valid = 0;

    if (t->skipped) {
        if (quiet && top.now + t->skipped < t->until) {
            *said = tile_said{};
            if (watch) {
                look_at_rest(watch, top.now + t->skipped);
            }
            return;
        }
        t->wake();
    }
    for (unsigned p = 0; in->vc >> (p * VCS); p++) {
        if (in->vc >> (p * VCS) & Channels) {
            valid |= 1u << p;
            port_put<Flit>(top.in_flit, p * Flit, in->flit[p]);
        }
    }
    top.tick = 1;
    port_set(top.in_valid, valid);
    port_set(top.in_vc, in->vc);
    port_set(top.out_credit, in->credit);
    top.boot_shown = in->boot;
    top.image_rdata = in->image;
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
    if (!quiet || !top.asleep) {
        t->quiet = 0;
        t->patience = QuietCycles;
    } else {
        t->quiet++;
    }
}

void tile_pass(tile *t, tile_out *out)
{
    Top &top = t->top;

    if (t->skipped) {
        t->skipped++;
        return;
    }
    if (!t->skips || t->quiet < t->patience) {
        t->edge();
    } else if (t->rests()) {
        t->skipped = 1;
    } else {
        t->quiet = 0;
        t->patience = t->patience < QuietCyclesMax ? 2 * t->patience : t->patience;
    }
    out->vc = top.out_vc;
    out->credit = top.in_credit;
    for (unsigned p = 0; out->vc >> (p * VCS); p++) {
        if (out->vc >> (p * VCS) & Channels) {
            out->flit[p] = port_get<Flit>(top.out_flit, p * Flit);
        }
    }
    out->line = top.line;
    out->pc = uint32_t{top.next} << 1;
    out->boot = top.boot_out;
}

uint32_t tile_peek(tile *t, tile_block block, uint32_t offset)
{
    t->wake();
    t->top.tick = 0;
    t->top.peek = 1;
    t->top.peek_own = block == TILE_COUNTERS;
    t->top.peek_state = block == TILE_STATE;
    t->top.peek_stamp = block == TILE_STAMPS;
    port_set(t->top.peek_offset, offset);
    t->top.eval();
    t->edge();
    t->top.peek = 0;
    t->top.eval();
    return t->top.peeked;
}

void tile_stamp(tile *t, bool on)
{
    t->wake();
    t->top.stamping = on;
}

uint32_t tile_ram(const tile *t, uint32_t offset)
{
    const auto &root = *t->top.rootp;

    return offset & 4 ? root.noc_tile__DOT__node__DOT__ram__DOT__odd[offset / 8]
                      : root.noc_tile__DOT__node__DOT__ram__DOT__even[offset / 8];
}

bool tiles_wave(const char *path)
{
    wave = std::make_unique<VerilatedFstC>();
    for (tile *t : tiles) {
        t->wake();
        t->skips = false;
        t->top.trace(wave.get(), 99);
        for (unsigned i = 0; i <= LINKS; i++) {
            const std::string name = t->name + (i < LINKS ? "_port" + std::to_string(i) : "_NI");

            lines.push_back(std::make_unique<Vworm_line>(&context, name.c_str()));
            lines.back()->trace(wave.get(), 99);
        }
    }
    wave->open(path);
    if (!wave->isOpen()) {
        tiles_wave_forget();
        return false;
    }
    return true;
}

void tiles_wave_cycle(uint64_t cycle, const uint32_t *worm)
{
    for (auto &line : lines) {
        line->worm = *worm++;
        line->eval();
    }
    wave->dump(cycle);
}

void tiles_wave_end(void)
{
    wave->close();
    wave.reset();
    lines.clear();
}

void tiles_wave_forget(void)
{
    (void)wave.release(); // whose end would write
}
