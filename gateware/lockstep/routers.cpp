// SPDX-License-Identifier: BSD-2-Clause
// Verilated routers behind plain functions: routers.h.
#include "routers.h"

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "Vnoc_router.h"
#include "ports.h"
#include "verilated.h"
#include "verilated_fst_c.h"

namespace
{

constexpr unsigned Flit = 64; // {tag, tail, follows, word}

uint64_t packed(const router_flit &flit)
{
    return flit.word | uint64_t{flit.follows} << 32 | uint64_t{flit.tail} << 33 |
           uint64_t{flit.tag} << 34;
}

router_flit unpacked(uint64_t flit)
{
    return router_flit{static_cast<uint32_t>(flit), static_cast<uint32_t>(flit >> 34),
                       (flit >> 32 & 1) != 0, (flit >> 33 & 1) != 0};
}

} // namespace

namespace
{

VerilatedContext context; // of all routers, as they share a waveform
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
    router *r = new router;

    routers.push_back(r);
    r->top.clk = 0;
    r->top.eval();
#ifdef MUTANTS // a netlist with mistakes, of which this chooses one
    const char *const mutant = std::getenv("MUTANT");

    r->top.mutant = mutant ? std::atoi(mutant) : 0;
#endif
    r->top.rst = 1;
    r->top.tick = 1;
    r->top.turns = turns;
    port_set(r->top.linked, linked);
    r->edge();
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
    delete r;
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
    for (unsigned p = 0; p < LINKS; p++) {
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

bool routers_wave(const char *path)
{
    wave = std::make_unique<VerilatedFstC>();
#ifndef NETLIST // which is too large to be traced
    for (router *r : routers) {
        r->top.trace(wave.get(), 99);
    }
#endif
    wave->open(path);
    return wave->isOpen();
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
