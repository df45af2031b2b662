// SPDX-License-Identifier: BSD-2-Clause
//
// parts CYCLES [SEED]: the board's clock and console, verilated, with random inputs in each cycle,
// beside what docs/board.md, section 6.1, says of them. The first difference is a line. Now and then
// their 64-bit counts go on from elsewhere, as if that many cycles or characters had passed. With
// -DCOVERAGE all counts of coverage are written into the file COVERAGE_FILE in the end.
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "Vnoc_clock.h"
#include "Vnoc_console.h"
#include "verilated.h"
#ifdef COVERAGE
#include "verilated_cov.h"
#endif

namespace
{

std::mt19937 draw;

// Once in so many times.
bool once_in(unsigned n)
{
    return draw() % n == 0;
}

// A 64-bit count: any, or shortly before more of its bits change.
uint64_t draw_count()
{
    const uint64_t any = uint64_t{draw()} << 32 | draw();

    return once_in(2) ? any : (any | ((uint64_t{1} << draw() % 64) - 1)) - draw() % 40;
}

template <typename Top> void edge(Top &top)
{
    top.clk = 1;
    top.eval();
    top.clk = 0;
    top.eval();
}

bool differ(uint64_t cycle, const char *what, uint64_t found, uint64_t expected)
{
    if (found != expected) {
        std::fprintf(stderr,
                     "gateware and specification differ: cycle %" PRIu64 ": %s is %" PRIu64
                     "; it should be %" PRIu64 "\n",
                     cycle, what, found, expected);
    }
    return found != expected;
}

// --- the clock ---

struct ClockOf {
    uint64_t cycle = 0, until = 0, low = 0;
    unsigned wanted = 255, left = 0; // left: 0: it runs

    bool due() const
    {
        return until && cycle >= until;
    }
    // A cycle of clk with these inputs.
    void pass(const Vnoc_clock &in)
    {
        const bool ticks = !left && !due() && !in.hold, was_due = due();
        const unsigned seconds = in.value & 255;

        cycle = in.rst || in.restart ? 0 : cycle + ticks;
        if (in.rst) {
            *this = ClockOf{};
            return;
        }
        if (in.stop_write) {
            left = seconds;
            wanted = seconds ? seconds : wanted;
        } else if (was_due) {
            left = wanted;
        } else if (in.second && left) {
            left--;
        }
        if (in.until_low_write) {
            low = in.value;
        } else if (in.until_high_write) {
            until = uint64_t{in.value} << 32 | low;
        } else if (was_due) {
            until = low = 0;
        }
    }
};

// A number that means something as STOP, as UNTIL, or as neither.
uint32_t draw_value(const ClockOf &clock)
{
    switch (draw() % 4) {
    case 0:
        return draw() % 4;
    case 1:
        return static_cast<uint32_t>(clock.cycle) + draw() % 40 - 10;
    case 2:
        return 0;
    default:
        return draw();
    }
}

void draw_clock(Vnoc_clock &top, const ClockOf &clock)
{
    const unsigned which = draw() % 40;

    top.rst = once_in(5000);
    top.restart = once_in(400);
    top.hold = once_in(5);
    top.second = once_in(3);
    top.stop_write = which == 0;
    top.until_low_write = which == 1 || which == 2;
    top.until_high_write = which == 3 || which == 4;
    top.value = top.until_high_write && !once_in(10) ? clock.cycle >> 32 : draw_value(clock);
    top.eval();
}

bool clock_differs(uint64_t at, const Vnoc_clock &top, const ClockOf &clock)
{
    const bool begins = top.stop_write ? (top.value & 255) != 0 : clock.due();

    return differ(at, "tick", top.tick, !clock.left && !clock.due() && !top.hold) ||
           differ(at, "begins", top.begins, begins) ||
           differ(at, "CYCLE", top.cycle, clock.cycle) ||
           differ(at, "STOP", top.stop, clock.left ? clock.wanted : 0) ||
           differ(at, "UNTIL_LO", top.until_low, clock.low) ||
           differ(at, "UNTIL_HI", top.until_high, clock.until >> 32);
}

bool compare_clock(uint64_t cycles)
{
    static Vnoc_clock top; // counts of coverage lie in it
    ClockOf clock;
    uint64_t stops = 0;

    top.rst = 1;
    top.eval(); // else its first edge is none
    edge(top);
    for (uint64_t i = 0; i < cycles; i++) {
        draw_clock(top, clock);
        if (clock_differs(i, top, clock)) {
            return false;
        }
        stops += clock.due();
        const bool jumps = !clock.until && !top.rst && !top.restart && once_in(500);

        clock.pass(top);
        if (jumps) { // without UNTIL nothing has looked at it in this cycle
            top.cycle = draw_count();
            clock.cycle = top.cycle + top.tick;
        }
        edge(top);
    }
    std::printf("clock: %" PRIu64 " cycles, stopped %" PRIu64 " times by UNTIL, no difference\n",
                cycles, stops);
    return stops > cycles / 1000;
}

// --- the console ---

struct ConsoleOf {
    std::string line[NODES], ring = std::string(1u << RING_BITS, 0), entered;
    uint64_t written = 0, characters = 0; // CONSOLE; those that have entered here

    void end(unsigned node)
    {
        for (char c : "[" + std::to_string(node) + "] " + line[node] + "\n") {
            ring[written++ % ring.size()] = c;
            characters++;
            entered += c;
        }
        line[node].clear();
    }
    void put(unsigned node, char c)
    {
        if (c == '\n') {
            end(node);
        } else if (c != '\r') {
            line[node] += c;
            if (line[node].size() == 1u << LINE_BITS) {
                end(node);
            }
        }
    }
};

char draw_character()
{
    return once_in(6) ? '\n' : once_in(10) ? '\r' : static_cast<char>(draw());
}

// Characters of one cycle of the board, or a flush of all lines.
void draw_console(Vnoc_console &top, ConsoleOf &console)
{
    top.tick = !once_in(50);
    top.flush = !top.tick;
    top.printed = once_in(3) ? draw() : once_in(2) ? 1u << draw() % NODES : 0;
    top.printed &= (1u << NODES) - 1;
    for (unsigned n = 0; n < NODES; n++) {
        const char c = draw_character();

        top.character[n / 4] &= ~(0xffu << n % 4 * 8);
        top.character[n / 4] |= uint32_t{static_cast<unsigned char>(c)} << n % 4 * 8;
        if (top.tick && top.printed >> n & 1) {
            console.put(n, c);
        } else if (top.flush && !console.line[n].empty()) {
            console.end(n);
        }
    }
}

// Until it is not busy; what enters is what should.
bool settles(uint64_t at, Vnoc_console &top, ConsoleOf &console)
{
    std::string entered;

    edge(top);
    top.tick = top.flush = 0;
    for (top.eval(); top.busy; edge(top)) {
        if (top.enters) {
            entered += static_cast<char>(top.entering);
        }
    }
    const bool same = entered == console.entered;

    console.entered.clear();
    return !differ(at, "whether the right line has entered", same, true) &&
           !differ(at, "CONSOLE", top.written, console.written);
}

bool reads(uint64_t at, Vnoc_console &top, const ConsoleOf &console)
{
    uint32_t word = 0;

    top.at = draw() % (1u << (RING_BITS - 2));
    edge(top);
    for (unsigned b = 0; b < 4; b++) {
        word |= uint32_t{static_cast<unsigned char>(console.ring[top.at * 4u + b])} << b * 8;
    }
    return console.characters < console.ring.size() ||
           !differ(at, "a word of the ring", top.word, word);
}

bool compare_console(uint64_t cycles)
{
    static Vnoc_console top; // counts of coverage lie in it
    ConsoleOf console;

    top.rst = 1;
    top.eval(); // else its first edge is none
    edge(top);
    top.rst = 0;
    for (uint64_t i = 0; i < cycles; i++) {
        if (console.characters >= console.ring.size() && once_in(1000)) {
            top.written = console.written = draw_count();
        }
        draw_console(top, console);
        if (!settles(i, top, console) || !reads(i, top, console)) {
            return false;
        }
    }
    std::printf("console: %" PRIu64 " cycles, %" PRIu64 " characters, no difference\n", cycles,
                console.characters);
    return console.characters > cycles;
}

} // namespace

int main(int n, char **argument)
{
    const uint64_t cycles = n > 1 ? std::strtoull(argument[1], nullptr, 10) : 0;

    if (!cycles) {
        std::fprintf(stderr, "usage: parts CYCLES [SEED]\n");
        return 2;
    }
    draw.seed(n > 2 ? static_cast<unsigned>(std::strtoul(argument[2], nullptr, 10)) : 1);
    const bool same = compare_clock(cycles) && compare_console(cycles);

#ifdef COVERAGE
    const char *const file = std::getenv("COVERAGE_FILE");

    Verilated::defaultContextp()->coveragep()->write(file ? file : "coverage.dat");
#endif
    return same ? 0 : 1;
}
