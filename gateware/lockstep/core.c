/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * core random CASES [FIRST [LENGTH]]   random programs, on the core and on the interpreter
 * core wide CASES [FIRST [LENGTH]]     the same with memory anywhere, any time and any number of a hart
 * core expand                          all 65,536 halfwords, in the expander and the interpreter
 * core run PROGRAM [NODES]             a program that runs alone, on both
 *
 * A case is a random program with random waits of memory, interrupts, writes of the NI, halts and a
 * debugger's accesses. It runs twice, without and with cycles in which `tick` stops the core: what
 * the core shows in the others must be the same. The first difference ends it with a sentence and
 * status 1.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "node.h"
#include "program.h"
#include "stream.h"

enum {
    IMAGE_BYTES = 4096,
    RAM_BYTES = 8192,
    LENGTH = 500,       /* instructions and traps of a case */
    CYCLES_MAX = 200,   /* for each of them, on average */
    TRAPS_MAX = 20,     /* without an instruction between them: mtvec is lost */
    ENOUGH = 8000,      /* of each kind one in so many instructions, at least ... */
    ENOUGH_CASES = 100, /* ... of so many cases */
    RUN_CYCLES_MAX = 100000000,
    GPRS = 0x1000,
    DCSR = 0x7b0
};

/* Where memory is in all cases but wide ones. */
static const struct stream_room usual = {0x20000000u, IMAGE_BYTES, 0x80000000u, RAM_BYTES,
                                         0x10000000u};
static bool wide;

/* What a case has of each thing: one in so many cycles. */
struct rates {
    uint32_t busy, line, ni, halt, stops;
};

struct play {
    struct node node;
    uint32_t image[IMAGE_BYTES / 4], ram[RAM_BYTES / 4];
    struct stream_room room;
    uint64_t now;              /* in the first cycle */
    struct draws draws, noise; /* by ticks, and by all other cycles */
    struct rates rates;
    bool line, halt, resume;
    unsigned commands; /* that the debugger still has */
    bool atomic;       /* the access of the last cycle with tick, and its address */
    uint32_t address;
};

/* What the cases had in all. */
static struct beside in_all;
static uint64_t ticks_in_all, halts_in_all;

static uint32_t io_read(void *opaque, uint32_t offset)
{
    struct play *p = opaque;

    (void)offset;
    return draw_word(&p->draws);
}

static void io_write(void *opaque, uint32_t offset, uint32_t value)
{
    (void)opaque;
    (void)offset;
    (void)value;
}

/* --- the debugger ----------------------------------------------------------------------------- */

/* A value for dcsr: steps now and then, and ebreaks into Debug Mode. */
static uint32_t draw_dcsr(struct draws *d)
{
    return (draw(d, 4) == 0) << 2 | (draw(d, 2) == 0) << 15;
}

static void draw_command(struct play *p, struct core_in *in)
{
    static const uint16_t numbers[] = {0x300, 0x304, 0x305, 0x340, 0x341, 0x342,
                                       0x343, 0x7b0, 0x7b1, 0xb00, 0xb02, 0xb80,
                                       0xb82, 0xc00, 0xc01, 0xf14, 0x7a0};
    struct draws *d = &p->draws;

    in->debug_write = draw(d, 3) == 0;
    in->debug_written = draw_word(d);
    if (draw(d, 2)) {
        in->debug_register = (uint16_t)(GPRS + draw(d, draw(d, 8) ? 32 : 64));
        if (wide && draw(d, 8) == 0) {
            in->debug_register |= (uint16_t)(draw(d, 8) << 13);
        }
        return;
    }
    in->debug_register = numbers[draw(d, sizeof numbers / sizeof *numbers)];
    if (in->debug_register == DCSR) {
        in->debug_written = draw_dcsr(d);
    } else if (in->debug_register == 0x7b1 || in->debug_register == 0x305) {
        in->debug_written = (p->room.ram + draw(d, RAM_BYTES)) & ~2u;
    }
}

/* The interpreter's answer, and what it becomes. */
static void do_command(struct play *p, const struct core_in *in)
{
    struct beside *b = &p->node.beside;
    struct rv32 *hart = &b->hart;
    const unsigned number = in->debug_register, index = number - GPRS;
    uint32_t value = index < 32 ? hart->x[index] : 0;
    bool exists = index < 32;

    hart->cycles = p->node.ticks - 1;
    hart->now = in->now;
    hart->line = in->line;
    if (number < GPRS) {
        exists = rv32_csr_read(hart, number, true, &value);
        if (in->debug_write) {
            exists = rv32_csr_write(hart, number, true, in->debug_written);
        }
    } else if (in->debug_write && index > 0 && index < 32) {
        hart->x[index] = in->debug_written;
    }
    if (exists != p->node.out.debug_exists || (exists && value != p->node.out.debug_read)) {
        beside_differs(b, "a debugger's register %04x %s and is %08x, in the core %s, %08x", number,
                       exists ? "exists" : "does not exist", (unsigned)value,
                       p->node.out.debug_exists ? "it does" : "not",
                       (unsigned)p->node.out.debug_read);
    }
}

/* What the Debug Module asks for in this cycle. A command needs a cycle in which `halted` was seen. */
static bool debug(struct play *p, struct core_in *in)
{
    const bool halted = p->node.out.halted;

    in->debug_register = DCSR;
    if (p->resume) {
        p->resume = halted;
    } else if (halted && p->commands > 0) {
        p->commands--;
        p->halt = false;
        draw_command(p, in);
        if (p->commands == 0) { /* away from an ebreak, and seldom by steps for ever */
            in->debug_write = true;
            in->debug_register = draw(&p->draws, 2) ? 0x7b1 : DCSR;
            in->debug_written = in->debug_register == DCSR
                                  ? draw_dcsr(&p->draws)
                                  : (p->room.ram + draw(&p->draws, RAM_BYTES)) & ~1u;
        }
        return true;
    } else if (halted) {
        p->resume = true;
        p->commands = draw(&p->draws, 4);
        halts_in_all++;
    } else if (!p->halt && draw(&p->draws, p->rates.halt) == 0) {
        p->halt = true;
        p->commands = 1 + draw(&p->draws, 6);
    }
    return false;
}

/* --- a case ----------------------------------------------------------------------------------- */

static void draw_rates(struct play *p)
{
    static const uint32_t busy[] = {1000000, 10, 3, 2}, line[] = {2, 8, 40, 300},
                          ni[] = {1000000, 40, 6, 2}, halt[] = {1000000, 800, 100};
    struct draws *d = &p->draws;

    p->rates = (struct rates){
        .busy = busy[draw(d, 4)],
        .line = line[draw(d, 4)],
        .ni = ni[draw(d, 4)],
        .halt = halt[draw(d, 3)],
    };
}

/* What happens in the next cycle with tick. */
static bool draw_cycle(struct play *p, struct node_cycle *c)
{
    struct draws *d = &p->draws;

    c->in.tick = true;
    c->busy = draw(d, p->rates.busy) == 0;
    if (draw(d, p->rates.line) == 0) {
        p->line = !p->line;
    }
    c->in.line = p->line;
    c->in.now = p->node.ticks + p->now;
    if (draw(d, p->rates.ni) == 0) {
        c->in.ni_write = 1 + draw(d, 3);
        c->in.ni_address = p->room.ram + (draw(d, RAM_BYTES) & ~7u);
        /* Where it matters most. */
        if (draw(d, 2) && p->node.beside.hart.reserved_address - p->room.ram < RAM_BYTES) {
            c->in.ni_address = p->node.beside.hart.reserved_address & ~7u;
        } else if (draw(d, 2) && p->atomic) {
            c->in.ni_address = p->address & ~7u;
        }
        if (c->in.ni_address - p->room.ram >= RAM_BYTES) {
            c->in.ni_address = p->room.ram;
        }
        c->written[0] = draw_word(d);
        c->written[1] = draw_word(d);
    }
    const bool command = debug(p, &c->in);

    c->in.halt = p->halt;
    c->in.resume = p->resume;
    return command;
}

/* A cycle in which tick is low: whatever else is said must not matter. */
static void draw_stop(struct play *p, struct node_cycle *c)
{
    struct draws *d = &p->noise;

    memset(c, 0, sizeof *c);
    c->in.line = draw(d, 2);
    c->in.halt = draw(d, 2);
    c->in.resume = draw(d, 2);
    c->in.now = draw_word(d);
    c->in.ni_write = draw(d, 4);
    c->in.ni_address = p->room.ram + draw(d, RAM_BYTES);
    c->in.debug_register = (uint16_t)draw(d, 0x1040);
    c->in.debug_written = draw_word(d);
    c->noise = draw_word(d);
}

/* A wide case: three places in memory, which do not touch each other, and a time before which a carry
 * goes far now and then. */
static void draw_place(struct play *p)
{
    struct draws *d = &p->draws;
    struct stream_room *room = &p->room;
    const uint32_t ram = draw_word(d) & ~(RAM_BYTES - 1u);

    room->ram = ram;
    room->image = ram + (1 + draw(d, 3)) * 0x40000000u + draw(d, 1 << 16) * IMAGE_BYTES;
    do {
        room->io = draw_word(d) & ~0xfffu;
    } while (room->io >> 30 == room->ram >> 30 || room->io >> 30 == room->image >> 30);
    p->now = (uint64_t)draw_word(d) << 32 | draw_word(d);
    if (draw(d, 2)) {
        p->now |= (UINT64_C(1) << draw(d, 64)) - 1;
    }
}

static void begin(struct play *p, uint32_t number, uint32_t stops)
{
    memset(p, 0, sizeof *p);
    p->draws.state = (uint64_t)number * UINT64_C(0xd1342543de82ef95) + wide;
    p->noise.state = (uint64_t)number * 2 + stops;
    p->room = usual;
    p->now = 0x123456789u;
    if (wide) {
        draw_place(p);
    }
    stream_fill(&p->draws, p->ram, RAM_BYTES / 4);
    stream_fill(&p->draws, p->image, IMAGE_BYTES / 4);
    stream_begin(&p->draws, &p->room, p->image);
    draw_rates(p);
    p->rates.stops = stops;
    p->node.image_base = p->room.image;
    p->node.image_bytes = IMAGE_BYTES;
    p->node.image = p->image;
    p->node.ram_base = p->room.ram;
    p->node.ram_bytes = RAM_BYTES;
    p->node.ram = p->ram;
    p->node.io_base = p->room.io;
    p->node.io_bytes = 0x1000;
    p->node.io_read = io_read;
    p->node.io_write = io_write;
    p->node.opaque = p;
    node_begin(&p->node, (wide ? draw_word(&p->draws) : number) & 0x3fff, p->room.image);
}

/* Up to `length` instructions and traps. Answers a hash of what the core showed. */
static uint64_t play(struct play *p, uint32_t number, uint32_t stops, uint32_t length)
{
    const uint64_t cycles_max = (uint64_t)length * CYCLES_MAX;
    const struct beside *b = &p->node.beside;

    begin(p, number, stops);
    while (b->instructions + b->traps < length && b->in_a_row < TRAPS_MAX &&
           p->node.ticks < cycles_max && !b->differs) {
        struct node_cycle cycle;

        draw_stop(p, &cycle);
        if (stops && draw(&p->noise, stops) != 0) {
            node_pass(&p->node, &cycle);
            continue;
        }
        const uint32_t noise = cycle.noise;

        memset(&cycle, 0, sizeof cycle);
        cycle.noise = noise;
        const bool command = draw_cycle(p, &cycle);

        node_pass(&p->node, &cycle);
        p->atomic = p->node.request.atomic;
        p->address = p->node.request.address;
        if (command) {
            do_command(p, &cycle.in);
        }
    }
    node_end(&p->node);
    return p->node.shown;
}

static void add(const struct beside *b)
{
    in_all.instructions += b->instructions;
    in_all.traps += b->traps;
    in_all.interrupts += b->interrupts;
    in_all.short_ones += b->short_ones;
    in_all.begun_again += b->begun_again;
    in_all.failed += b->failed;
    in_all.succeeded += b->succeeded;
    for (unsigned i = 0; i < RV32_INSTRUCTIONS; i++) {
        in_all.retired[i] += b->retired[i];
    }
    for (unsigned i = 0; i < sizeof b->trapped / sizeof *b->trapped; i++) {
        in_all.trapped[i] += b->trapped[i];
    }
}

static bool enough(const char *what, uint64_t n)
{
    const bool few = n < in_all.instructions / ENOUGH;

    if (few) {
        fprintf(stderr, "core: these cases have %llu of %s: too few\n", (unsigned long long)n,
                what);
    }
    return !few;
}

/* A test that had too little of something proves nothing of it. */
static bool all_enough(void)
{
    static const uint8_t cause[] = {
        RV32_FETCH_FAULT, RV32_ILLEGAL_INSTRUCTION, RV32_BREAKPOINT,  RV32_LOAD_MISALIGNED,
        RV32_LOAD_FAULT,  RV32_STORE_MISALIGNED,    RV32_STORE_FAULT, RV32_CALL};
    bool all = true;

    for (unsigned i = RV32_ILLEGAL + 1; i < RV32_INSTRUCTIONS; i++) {
        if (i != RV32_ecall && i != RV32_ebreak) {
            all = enough(rv32_name((enum rv32_instruction)i), in_all.retired[i]) && all;
        }
    }
    for (unsigned i = 0; i < sizeof cause / sizeof *cause; i++) {
        char name[20];

        snprintf(name, sizeof name, "cause %u", cause[i]);
        all = enough(name, in_all.trapped[cause[i]]) && all;
    }
    all = enough("interrupts", in_all.interrupts) && all;
    all = enough("halts", halts_in_all) && all;
    all = enough("atomic operations begun again", in_all.begun_again) && all;
    all = enough("sc that fail", in_all.failed) && all;
    return enough("sc that succeed", in_all.succeeded) && all;
}

static bool one_case(struct play *p, uint32_t number, uint32_t length)
{
    static const uint32_t stops[] = {2, 5};
    const uint64_t shown = play(p, number, 0, length);
    struct beside *b = &p->node.beside;

    add(b);
    ticks_in_all += p->node.ticks;
    if (!b->differs && play(p, number, stops[number % 2], length) != shown) {
        beside_differs(b, "the core does other things if tick stops it now and then");
    }
    if (b->differs) {
        const uint64_t ended = b->instructions + b->traps;

        fflush(stdout);
        fprintf(stderr, "core and interpreter differ: case %u, cycle %llu, instruction %llu: %s\n",
                (unsigned)number, (unsigned long long)p->node.ticks, (unsigned long long)ended,
                b->text);
    }
    return !b->differs;
}

static int random_cases(uint32_t cases, uint32_t first, uint32_t length)
{
    static struct play p;

    for (uint32_t i = 0; i < cases; i++) {
        if (!one_case(&p, first + i, length)) {
            return 1;
        }
    }
    const uint64_t exceptions = in_all.traps - in_all.interrupts;

    printf("%u cases: %llu instructions, %u of them compressed, %llu traps, %llu interrupts, "
           "%llu halts, %llu cycles, no difference\n",
           (unsigned)cases, (unsigned long long)in_all.instructions, (unsigned)in_all.short_ones,
           (unsigned long long)exceptions, (unsigned long long)in_all.interrupts,
           (unsigned long long)halts_in_all, (unsigned long long)ticks_in_all);
    return cases >= ENOUGH_CASES && !all_enough();
}

static int all_halves(void)
{
    unsigned legal = 0;

    for (uint32_t half = 0; half < 1 << 16; half++) {
        const uint32_t word = rv32_expand((uint16_t)half);

        if ((half & 3) == 3) {
            continue;
        }
        legal += word != 0;
        if (core_expand((uint16_t)half) != word) {
            fprintf(stderr, "core and interpreter differ: %04x is %08x in the core, not %08x\n",
                    (unsigned)half, (unsigned)core_expand((uint16_t)half), (unsigned)word);
            return 1;
        }
    }
    printf("%u compressed instructions, no difference\n", legal);
    return 0;
}

/* Until it ends; its status. Standard error tells how many cycles it took. */
static int run(const char *path, uint32_t nodes)
{
    static struct program program;
    static struct node node = {.image_base = NOC_IMAGE_BASE,
                               .image_bytes = NOC_IMAGE_SIZE,
                               .image = program.image,
                               .ram_base = NOC_RAM_BASE,
                               .ram_bytes = NOC_RAM_DEFAULT,
                               .ram = program.ram,
                               .io_base = NOC_NI_BASE,
                               .io_bytes = 2 * NOC_NI_SIZE,
                               .io_read = program_read,
                               .io_write = program_write,
                               .opaque = &program};
    const struct beside *b = &node.beside;

    if (!program_load(&program, path, nodes)) {
        return 2;
    }
    node_begin(&node, 0, NOC_IMAGE_BASE);
    while (!program.ended && !b->differs && node.ticks < RUN_CYCLES_MAX) {
        struct node_cycle cycle = {.in.tick = true, .in.debug_register = DCSR};

        program.now = cycle.in.now = node.ticks;
        cycle.in.line = program_line(&program);
        node_pass(&node, &cycle);
    }
    node_end(&node);
    fflush(stdout);
    if (b->differs || !program.ended) {
        fprintf(stderr, "core: %s: cycle %llu: %s\n", path, (unsigned long long)node.ticks,
                b->differs ? b->text : "it does not end");
        return 1;
    }
    fprintf(stderr, "%llu instructions in %llu cycles awake: %.2f each\n",
            (unsigned long long)b->instructions, (unsigned long long)node.awake,
            (double)node.awake / (double)b->instructions);
    return (int)program.status;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "expand") == 0) {
        return all_halves();
    }
    wide = argc >= 2 && strcmp(argv[1], "wide") == 0;
    if (argc >= 3 && argc <= 5 && (wide || strcmp(argv[1], "random") == 0)) {
        return random_cases((uint32_t)strtoul(argv[2], NULL, 10),
                            argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : 0,
                            argc > 4 ? (uint32_t)strtoul(argv[4], NULL, 10) : LENGTH);
    }
    if ((argc == 3 || argc == 4) && strcmp(argv[1], "run") == 0) {
        return run(argv[2], argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : 1);
    }
    fprintf(stderr, "usage: core random|wide CASES [FIRST [LENGTH]] | core expand | core run "
                    "PROGRAM [NODES]\n");
    return 2;
}
