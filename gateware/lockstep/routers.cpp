// SPDX-License-Identifier: BSD-2-Clause
// Verilated routers behind plain functions: routers.h.
#include "routers.h"

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "Vnoc_router.h"
#include "models.h"
#include "packet.h"
#include "ports.h"
#include "verilated.h"
#include "verilated_fst_c.h"

namespace
{

constexpr unsigned Flit = 64; // {tag, tail, follows, word}
constexpr unsigned CyclesBeforeReset = 96;
constexpr uint64_t NodeAndKind = 0x3ffff, Last = NOC_HEADER_LAST; // of a header

// Tags count worms and flits, so that most of their bits never change. Where each bit of a router is
// to be tried, and no waveform is read, they are multiplied modulo 2^30.
#if defined NETLIST || defined COVERAGE
constexpr uint32_t Scramble = 0x2d6b3a55, Restore = 0x3957f2fd, Tag = (1u << 30) - 1;
#else
constexpr uint32_t Scramble = 1, Restore = 1, Tag = (1u << 30) - 1;
#endif
static_assert((Scramble * Restore & Tag) == 1, "tags come out as they went in");

uint64_t packed(const router_flit &flit)
{
    return flit.word | uint64_t{flit.follows} << 32 | uint64_t{flit.tail} << 33 |
           uint64_t{flit.tag * Scramble & Tag} << 34;
}

router_flit unpacked(uint64_t flit)
{
    return router_flit{static_cast<uint32_t>(flit),
                       static_cast<uint32_t>(flit >> 34) * Restore & Tag, (flit >> 32 & 1) != 0,
                       (flit >> 33 & 1) != 0};
}

uint64_t next(uint64_t &draws)
{
    uint64_t x = (draws += UINT64_C(0x9e3779b97f4a7c15));

    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    return x ^ x >> 31;
}

} // namespace

namespace
{

#ifdef COVERAGE
VerilatedContext &context = shared_context();
#else
VerilatedContext context; // of all routers, as they share a waveform
#endif
std::vector<router *> routers;
std::unique_ptr<VerilatedFstC> wave;

} // namespace

struct router {
    const std::string name = "node" + std::to_string(routers.size());
    Vnoc_router top{&context, name.c_str()};

    void edge()
    {
        top.clk = 1;
        top.eval();
        top.clk = 0;
        top.eval();
    }

    // Nonsense at all inputs of which a cycle without `tick`, or before reset, must not depend.
    void nonsense(uint64_t &draws)
    {
        port_set(top.in_valid, next(draws) & ((uint64_t{1} << (LINKS)) - 1));
        port_set(top.in_vc, next(draws) & ((uint64_t{1} << (LINKS * VCS)) - 1));
        port_set(top.out_credit, next(draws) & ((uint64_t{1} << (LINKS * VCS)) - 1));
        for (unsigned p = 0; p < LINKS; p++) {
            const uint64_t flit = next(draws);

            // Every second one leads to a node if it is taken for a header.
            port_put<Flit>(top.in_flit, p * Flit,
                           next(draws) & 1 ? flit : (flit & ~NodeAndKind) | (flit & 0x3f0) | Last);
        }
        port_set(top.entry_input, next(draws) & ((uint64_t{1} << (4)) - 1));
        port_set(top.entry_node, next(draws) & ((uint64_t{1} << (ROUTER_NODE_BITS)) - 1));
        port_set(top.entry, next(draws) & ((uint64_t{1} << (4)) - 1));
        top.inject_valid = next(draws) & 1;
        top.inject_flit = next(draws);
    }
};

unsigned routers_links(void)
{
    return LINKS;
}

unsigned routers_vcs(void)
{
    return VCS;
}

router *router_new(bool turns, uint32_t linked)
{
    context.traceEverOn(true);
    router *r = make_model<router>();

    routers.push_back(r);
    r->top.clk = 0;
    r->top.eval();
#ifdef MUTANTS // a netlist with mistakes, of which this chooses one
    const char *const mutant = std::getenv("MUTANT");

    r->top.mutant = mutant ? std::atoi(mutant) : 0;
#endif
    uint64_t draws = routers.size();

    r->top.tick = 1;
    r->top.turns = turns;
    port_set(r->top.linked, linked);
    r->top.entry_write = 1;
    for (unsigned i = 0; i < CyclesBeforeReset; i++) {
        r->nonsense(draws);
        r->edge();
    }
    r->top.entry_write = 0;
    r->top.rst = 1;
    r->edge();
    r->top.inject_valid = 0;
    port_set(r->top.in_valid, 0);
    r->top.rst = 0;
    r->top.eval();
    return r;
}

void router_free(router *r)
{
    for (auto at = routers.begin(); at != routers.end(); ++at) {
        if (*at == r) {
            routers.erase(at);
            break;
        }
    }
    free_model(r);
}

void router_route(router *r, unsigned input, unsigned node, unsigned vc, unsigned port)
{
    r->top.tick = 0;
    r->top.entry_write = 1;
    r->top.entry_input = static_cast<uint8_t>(input);
    r->top.entry_node = static_cast<uint8_t>(node);
    r->top.entry = static_cast<uint8_t>(vc << 3 | port);
    r->edge();
    r->top.entry_write = 0;
    r->top.tick = 1;
    r->top.eval();
}

void router_look(router *r, router_out *out)
{
    out->vc = r->top.out_vc;
    out->credit = r->top.in_credit | static_cast<uint32_t>(r->top.inject_credit) << (LINKS * VCS);
    out->eject = r->top.eject_input;
    out->sunk = r->top.sunk;
    out->broken = r->top.broken;
    out->broken_header = r->top.broken_header;
    out->headers = r->top.headers;
    out->relayed = r->top.relayed;
    out->blocked = r->top.blocked;
    out->valid = r->top.eject_valid == (out->eject != 0);
    for (unsigned p = 0; p < LINKS; p++) {
        const bool leaves = out->vc >> (p * VCS) & ((1u << VCS) - 1);

        out->valid = out->valid && (r->top.out_valid >> p & 1) == leaves;
        out->flit[p] = unpacked(port_get<Flit>(r->top.out_flit, p * Flit));
    }
    out->ejected = unpacked(r->top.eject_flit);
}

void router_give(router *r, const router_in *in)
{
    uint32_t valid = 0;

    for (unsigned p = 0; p < LINKS; p++) {
        if (in->vc >> (p * VCS) & ((1u << VCS) - 1)) {
            valid |= 1u << p;
            port_put<Flit>(r->top.in_flit, p * Flit, packed(in->flit[p]));
        }
    }
    port_set(r->top.in_valid, valid);
    port_set(r->top.in_vc, in->vc);
    port_set(r->top.out_credit, in->credit);
    r->top.inject_valid = in->inject;
    r->top.inject_flit = packed(in->injected);
}

void router_pass(router *r)
{
    r->edge();
}

void router_stop(router *r, uint64_t seed)
{
    r->top.tick = 0;
    r->nonsense(seed);
    r->edge();
    r->top.tick = 1;
}

bool routers_wave(const char *path)
{
    wave = std::make_unique<VerilatedFstC>();
#if !defined NETLIST && !defined COVERAGE // which are too large to be traced
    for (router *r : routers) {
        r->top.trace(wave.get(), 99);
    }
#endif
    wave->open(path);
    if (!wave->isOpen()) {
        (void)wave.release(); // whose end would write all the same, and crash
        return false;
    }
    return true;
}

void routers_wave_cycle(uint64_t cycle)
{
    if (wave) {
        for (router *r : routers) {
            r->top.eval();
        }
        wave->dump(cycle);
    }
}

void routers_wave_end(void)
{
    if (wave) {
        wave->close();
        wave.reset();
    }
}
