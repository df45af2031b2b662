// SPDX-License-Identifier: BSD-2-Clause
// A verilated core behind plain functions: cores.h.
#include "cores.h"

#include "Vnoc_core.h"
#include "Vnoc_core_expand.h"
#include "models.h"
#include "verilated.h"

struct core {
    MODEL_CONTEXT;
    Vnoc_core top{&context, ""};

    void edge()
    {
        top.clk = 1;
        top.eval();
        top.clk = 0;
        top.eval();
    }
};

core *core_new(uint32_t node, uint32_t start)
{
    core *c = make_model<core>();

    c->top.clk = 0;
    c->top.start = start >> 1;
    c->top.hart = static_cast<uint16_t>(node);
    c->top.tick = 0;
    c->top.rst = 1;
    c->top.eval();
    c->edge();
    c->top.rst = 0;
    return c;
}

void core_free(core *c)
{
    free_model(c);
}

void core_ask(core *c, const core_in *in, core_request *request)
{
    Vnoc_core &top = c->top;

    top.tick = in->tick;
    top.line = in->line;
    top.halt = in->halt;
    top.resume = in->resume;
    top.now = in->now;
    top.mem_read = in->read;
    top.ni_write = static_cast<uint8_t>(in->ni_write);
    top.ni_address = in->ni_address >> 3 & 0x1ffff;
    top.debug_write = in->debug_write;
    top.debug_register = in->debug_register;
    top.debug_written = in->debug_written;
    top.mem_go = 0;
    top.mem_fault = 0;
    top.eval();
    request->valid = top.mem_valid;
    request->fetch = top.mem_fetch;
    request->write = top.mem_write;
    request->atomic = top.mem_atomic;
    request->size = top.mem_size;
    request->mask = top.mem_mask;
    request->address = top.mem_address;
    request->written = top.mem_written;
}

void core_look(core *c, bool go, bool fault, core_out *out)
{
    Vnoc_core &top = c->top;

    top.mem_go = go;
    top.mem_fault = fault;
    top.eval();
    out->halted = top.halted;
    out->asleep = top.asleep;
    out->next = top.next << 1;
    out->done = top.done;
    out->trap = top.done_trap;
    out->interrupted = top.done_interrupted;
    out->writes = top.done_writes;
    out->code = top.done_code;
    out->to = top.done_register;
    out->tval = top.done_tval;
    out->instruction = top.done_instruction;
    out->value = top.done_value;
    out->debug_exists = top.debug_exists;
    out->debug_read = top.debug_read;
}

void core_pass(core *c)
{
    c->edge();
}

uint32_t core_expand(uint16_t half)
{
    static VerilatedContext context;
    static Vnoc_core_expand top{&context, ""};

    top.half = half;
    top.eval();
    return top.illegal ? 0 : top.full;
}
