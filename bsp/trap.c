/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a trap was, in one line:
 *
 *   core 5: load access fault: mcause 5, mepc 20000124, mtval 90000000, ra 20000100, sp 80003fd0
 *
 * Runs on its own stack, reads nothing that the program could have spoiled
 * (constants lie in the image), and does not return.
 */
#include "trap.h"

#include <stdbool.h>

#include "console.h"
#include "ni.h"
#include "stop.h"

enum { RA = 1, SP = 2 };

enum {
    CAUSE_FETCH_MISALIGNED = 0,
    CAUSE_FETCH_FAULT = 1,
    CAUSE_ILLEGAL = 2,
    CAUSE_BREAKPOINT = 3,
    CAUSE_LOAD_MISALIGNED = 4,
    CAUSE_LOAD_FAULT = 5,
    CAUSE_STORE_MISALIGNED = 6,
    CAUSE_STORE_FAULT = 7
};

/* A pointer below this is NULL, or a member of what NULL points to. */
enum { NULL_PAGE_BYTES = 4096 };

static const char *cause_name(uint32_t cause)
{
    return cause >> 31 ? noc_exit_text(NOC_EXIT_INTERRUPT) : noc_trap_text(cause);
}

/* What the program most likely did, if more can be told than the cause. */
static const char *guess(const struct bsp_trap_frame *frame)
{
    uint32_t cause = frame->mcause, sp = frame->x[SP], pc = frame->mepc;
    bool data = cause >= CAUSE_LOAD_MISALIGNED && cause <= CAUSE_STORE_FAULT;

    if (data && sp < NOC_RAM_BASE) {
        /* Nothing is below the stack: see README.md. */
        return "stack overflow (link with -Wl,--defsym=__stack_size=N for more): ";
    }
    if (data && sp > bsp_layout.stack_top) {
        return "the stack pointer is broken: ";
    }
    if (data && frame->mtval < NULL_PAGE_BYTES) {
        return "null pointer: ";
    }
    if (cause <= CAUSE_ILLEGAL && pc < NULL_PAGE_BYTES) {
        return "call of a null pointer: ";
    }
    if (cause <= CAUSE_ILLEGAL && (pc < NOC_IMAGE_BASE || pc >= bsp_layout.text_end)) {
        return "there is no code: ";
    }
    if (cause == CAUSE_STORE_FAULT && frame->mtval - NOC_IMAGE_BASE < NOC_IMAGE_SIZE) {
        return "the image is read-only: ";
    }
    return "";
}

static void put_value(const char *name, uint32_t value)
{
    console_puts(name);
    console_put_hex(value);
}

_Noreturn void bsp_trap_report(const struct bsp_trap_frame *frame)
{
    uint32_t cause = frame->mcause & 0x1f;

    console_end_line();
    console_puts("core ");
    console_put_decimal(ni_node());
    console_puts(": ");
    console_puts(guess(frame));
    console_puts(cause_name(frame->mcause));
    console_puts(": mcause ");
    console_put_decimal(cause);
    put_value(", mepc ", frame->mepc);
    put_value(", mtval ", frame->mtval);
    put_value(", ra ", frame->x[RA]);
    put_value(", sp ", frame->x[SP]);
    console_putc('\n');
    ni_write(NI_PC, frame->mepc);
    bsp_stop((frame->mcause >> 31 ? NOC_EXIT_INTERRUPT : NOC_EXIT_TRAP) + cause);
}
