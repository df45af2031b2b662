/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every core signals to the next one, and polls for the signal of the one before in loops of many
 * kinds. Each time it sees goes into the hash, and so does what the loops compute: an emulator
 * that foresees what a loop does must foresee exactly that.
 */
#include "bare.h"

enum { ROUNDS = 60, NUMBER = NOC_SIGNAL_KINDS * NOC_QUEUES - 1, LAST = NUMBER - 1 };

#define HAS_COME NOC_PUT(1, NI_PENDING, SELECT)
#define IS_DUE   NOC_PUT(1, NI_PENDING, DEADLINE)

static uint32_t hash;

static void note(uint32_t value)
{
    hash = hash * 33u ^ value;
}

static uint32_t signal_of(uint32_t node, uint32_t number)
{
    return NOC_PUT(node, NI_SIGNAL_SEND, NODE) | NOC_PUT(number, NI_SIGNAL_SEND, NUMBER);
}

static void poll_plainly(uint32_t mask, uint32_t looks)
{
    while (looks && !(REG(NI_PENDING) & mask)) {
        looks--;
    }
    note(looks);
}

/* A loop as those of firmware: what matters is when a look saw it. */
static void poll_for_time(uint32_t mask, uint32_t looks)
{
    while (!(REG(NI_PENDING) & mask) && --looks) {
        if (!(looks & 7)) {
            note(CSR_READ(mcycle));
        }
    }
    note(looks);
}

/* clang-format off */

/* All that a short instruction can do with registers. */
static void poll_in_short(uint32_t mask, uint32_t looks)
{
    register uint32_t count __asm__("a4") = looks, sum __asm__("a5") = mask ^ looks;
    register uint32_t what __asm__("a3") = mask, ni __asm__("a2") = NOC_NI_BASE;

    __asm__ volatile(
        "    c.li   s1, 5\n"
        "1:  c.lw   a0, 0x20(a2)\n"
        "    c.add  a5, a0\n"
        "    c.and  a0, a3\n"
        "    c.bnez a0, 3f\n"
        "    c.addi a4, -1\n"
        "    c.slli a5, 3\n"
        "    c.li   a1, -7\n"
        "    c.xor  a5, a1\n"
        "    c.srli a5, 2\n"
        "    c.lui  t1, 0x1f\n"
        "    c.add  a5, t1\n"
        "    c.lui  t1, 0xfffe1\n"
        "    c.mv   a1, a5\n"
        "    c.srai a1, 5\n"
        "    c.or   a5, s1\n"
        "    c.nop\n"
        "    c.mv   s1, a1\n"
        "    c.sub  a5, a1\n"
        "    c.andi a1, 14\n"
        "    c.add  a5, a1\n"
        "    c.beqz a1, 2f\n"
        "    c.addi a5, 31\n"
        "    c.jal  2f\n"
        "    c.addi a5, 1\n"
        "2:  c.add  a5, t1\n"
        "    c.add  a5, ra\n"
        "    c.beqz a4, 3f\n"
        "    c.j    1b\n"
        "3:\n"
        : "+r"(count), "+r"(sum), "+r"(what)
        : "r"(ni)
        : "a0", "a1", "s1", "t1", "ra", "memory");
    note(sum);
    note(count);
}

/* The same for long ones. */
static void poll_in_long(uint32_t mask, uint32_t looks)
{
    uint32_t sum = mask * looks, value, other = looks << 27;

    __asm__ volatile(
        ".option push\n.option norvc\n"
        "1:  lw    %[v], 0x20(%[ni])\n"
        "    add   %[s], %[s], %[v]\n"
        "    and   %[v], %[v], %[m]\n"
        "    bne   %[v], zero, 9f\n"
        "    addi  %[n], %[n], -1\n"
        "    slli  %[v], %[s], 5\n"
        "    xor   %[s], %[s], %[v]\n"
        "    srli  %[v], %[s], 7\n"
        "    sub   %[s], %[v], %[s]\n"
        "    srai  %[v], %[s], 9\n"
        "    or    %[o], %[o], %[v]\n"
        "    sll   %[v], %[s], %[n]\n"
        "    xori  %[v], %[v], -1365\n"
        "    add   %[s], %[s], %[v]\n"
        "    srl   %[v], %[s], %[n]\n"
        "    ori   %[v], %[v], 1092\n"
        "    xor   %[s], %[s], %[v]\n"
        "    sra   %[v], %[s], %[n]\n"
        "    andi  %[v], %[v], -273\n"
        "    add   %[s], %[s], %[v]\n"
        "    slt   %[v], %[s], %[o]\n"
        "    add   %[o], %[o], %[v]\n"
        "    sltu  %[v], %[s], %[o]\n"
        "    sub   %[o], %[o], %[v]\n"
        "    slti  %[v], %[s], -99\n"
        "    add   %[o], %[o], %[v]\n"
        "    sltiu %[v], %[s], -2000\n"
        "    add   %[o], %[v], %[o]\n"
        "    lui   %[v], 0x89abc\n"
        "    xor   %[s], %[s], %[v]\n"
        "    auipc %[v], 0xfffff\n"
        "    add   %[s], %[s], %[v]\n"
        "    add   zero, %[s], %[v]\n"
        "    blt   %[s], %[o], 2f\n"
        "    addi  %[s], %[s], 3\n"
        "2:  bge   %[s], %[o], 3f\n"
        "    addi  %[s], %[s], 5\n"
        "3:  bltu  %[s], %[o], 4f\n"
        "    addi  %[s], %[s], 9\n"
        "4:  bgeu  %[s], %[o], 5f\n"
        "    addi  %[s], %[s], 17\n"
        "5:  jal   %[v], 6f\n"
        "    addi  %[s], %[s], 33\n"
        "6:  add   %[s], %[s], %[v]\n"
        "    beq   %[n], zero, 9f\n"
        "    jal   zero, 1b\n"
        "9:\n"
        ".option pop\n"
        : [v] "=&r"(value), [s] "+r"(sum), [o] "+r"(other), [n] "+r"(looks)
        : [m] "r"(mask), [ni] "r"(NOC_NI_BASE)
        : "memory");
    note(sum);
    note(other);
    note(looks);
}

/* clang-format on */

/* What no register holds, in a loop: nothing of that can be foreseen. */
static void poll_with_memory(uint32_t mask, uint32_t looks)
{
    volatile uint32_t left = looks;

    while (left && !(REG(NI_PENDING) & mask)) {
        left = left - 1;
    }
    note(left * 3 % 7);
}

static void (*const polls[])(uint32_t mask, uint32_t looks) = {
    poll_plainly, poll_for_time, poll_in_short, poll_in_long, poll_with_memory};

static void poll(uint32_t kind, uint32_t mask, uint32_t looks)
{
    polls[kind](mask, looks);
    note(CSR_READ(mcycle));
    note(CSR_READ(minstret));
}

/* A deadline of which nothing else tells than PENDING. */
static void set_deadline(uint32_t cycles)
{
    REG(NI_DEADLINE_HI) = 0;
    REG(NI_DEADLINE_LO) = CSR_READ(mcycle) + cycles;
}

static void take(uint32_t signal)
{
    if (REG(NI_PENDING) & HAS_COME) {
        note(1);
        REG(NI_SIGNAL_POP) = signal;
    }
}

int main(void)
{
    const uint32_t me = REG(NI_NODE), nodes = REG(NI_NODES);
    const uint32_t next = (me + 1) % nodes, before = (me + nodes - 1) % nodes;
    const uint32_t kinds = sizeof(polls) / sizeof(polls[0]);
    uint32_t random = me * 2654435761u + 12345u;

    hash = 5381;
    REG(NI_SIGNAL_SELECT) = signal_of(before, NUMBER);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        compute_for(next_random(&random) >> 16 & 63);
        set_deadline(random >> 8 & 511);
        REG(NI_SIGNAL_SEND) = signal_of(next, NUMBER);
        poll((random >> 4 & 255) % kinds, random & 1 << 20 ? HAS_COME : HAS_COME | IS_DUE,
             1 + (random >> 24));
        take(signal_of(before, NUMBER));
    }
    /* The last wait is long. */
    REG(NI_SIGNAL_SELECT) = signal_of(before, LAST);
    if (me == 0) {
        compute_for(3000);
    } else {
        poll(me % kinds, HAS_COME, UINT32_MAX);
    }
    REG(NI_SIGNAL_SEND) = signal_of(next, LAST);
    put_number("hash=", hash);
    put_number(" retired=", CSR_READ(minstret));
    put_number(" cycle=", CSR_READ(mcycle));
    put_text("\n");
    finish(ALL_DONE);
}
