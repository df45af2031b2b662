// SPDX-License-Identifier: BSD-2-Clause
// The verilated clock behind plain functions: board_clock.h.
#include "board_clock.h"

#include <chrono>
#include <memory>

#include "Vnoc_clock.h"
#include "regs.h"

namespace
{

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds Second{1};

VerilatedContext context;
std::unique_ptr<Vnoc_clock> top;
Clock::time_point next_second; // while it stands

void edge()
{
    top->eval();
    if (top->begins) {
        next_second = Clock::now() + Second;
    }
    top->clk = 1;
    top->eval();
    top->clk = 0;
    top->eval();
}

// Between two cycles of the board; what has been asked for is asked once.
void edge_between()
{
    top->hold = 1;
    edge();
    top->hold = top->rst = top->restart = top->second = 0;
    top->stop_write = top->until_low_write = top->until_high_write = 0;
    top->eval();
}

} // namespace

void board_clock_begin(void)
{
    top = std::make_unique<Vnoc_clock>(&context);
    top->rst = 1;
    edge_between();
}

bool board_clock_stands(void)
{
    while (top->stop && Clock::now() >= next_second) {
        next_second += Second;
        top->second = 1;
        edge_between();
    }
    if (top->tick) {
        return false;
    }
    edge(); // the first one in which it does not tick has it stand
    return true;
}

uint64_t board_clock_pass(void)
{
    edge();
    return top->cycle;
}

int board_clock_wait_ms(void)
{
    using Milliseconds = std::chrono::milliseconds;

    if (!top->stop) {
        return -1;
    }
    const auto left = std::chrono::ceil<Milliseconds>(next_second - Clock::now()).count();

    return left > 0 ? static_cast<int>(left) : 0;
}

uint32_t board_clock_read(uint32_t offset)
{
    switch (offset) {
    case CTL_CYCLE_LO:
        return static_cast<uint32_t>(top->cycle);
    case CTL_CYCLE_HI:
        return static_cast<uint32_t>(top->cycle >> 32);
    case CTL_STOP:
        return top->stop;
    case CTL_UNTIL_LO:
        return top->until_low;
    case CTL_UNTIL_HI:
        return top->until_high;
    default:
        return 0;
    }
}

void board_clock_write(uint32_t offset, uint32_t value)
{
    top->stop_write = offset == CTL_STOP;
    top->until_low_write = offset == CTL_UNTIL_LO;
    top->until_high_write = offset == CTL_UNTIL_HI;
    top->value = value;
    edge_between();
}

void board_clock_restart(void)
{
    top->restart = 1;
    edge_between();
}
