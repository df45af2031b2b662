// SPDX-License-Identifier: BSD-2-Clause
// The verilated console behind plain functions: board_console.h. It is evaluated only while something is
// printed or read.
#include "board_console.h"

#include <cstdio>
#include <memory>
#include <string>

#include "Vnoc_console.h"
#include "memmap.h"
#include "regs.h"
#include "shapes/shapes.h"

namespace
{

static_assert(NODES == TILE_NODES_MAX && NOC_CONSOLE_SIZE == 1u << RING_BITS);

VerilatedContext context;
std::unique_ptr<Vnoc_console> top;
std::string line; // what has entered the ring, and is not on standard output yet

void edge()
{
    top->clk = 1;
    top->eval();
    top->clk = 0;
    top->eval();
}

// Asked for something; then until all of it is in the ring. The board's clock stands meanwhile.
void settle()
{
    edge();
    top->tick = top->flush = top->rst = 0;
    top->eval();
    while (top->busy) {
        if (top->enters) {
            line += static_cast<char>(top->entering);
        }
        edge();
    }
    if (!line.empty()) {
        std::fwrite(line.data(), 1, line.size(), stdout);
        std::fflush(stdout);
        line.clear();
    }
}

} // namespace

void console_begin(void)
{
    top = std::make_unique<Vnoc_console>(&context);
    top->rst = 1;
    settle();
}

void console_put(uint32_t node, char c)
{
    uint32_t &four = top->character[node / 4];
    const unsigned at = node % 4 * 8;

    four = (four & ~(0xffu << at)) | uint32_t{static_cast<unsigned char>(c)} << at;
    top->printed |= uint64_t{1} << node;
}

void console_pass(void)
{
    if (top->printed) {
        top->tick = 1;
        settle();
        top->printed = 0;
    }
}

void console_flush(void)
{
    top->flush = 1;
    settle();
}

uint32_t console_lengths(void)
{
    return NOC_PUT(1u << RING_BITS, CTL_LENGTHS, RING) |
           NOC_PUT(1u << LINE_BITS, CTL_LENGTHS, LINE);
}

uint64_t console_written(void)
{
    return top->written;
}

uint32_t console_word(uint32_t offset)
{
    top->at = static_cast<uint16_t>(offset / 4);
    edge();
    return top->word;
}
