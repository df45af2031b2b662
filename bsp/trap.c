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

#include "ni.h"
#include "report.h"
#include "stack.h"
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
static const char *guess(const struct bsp_trap_frame *frame, uint32_t ram)
{
    const struct bsp_stack stack = bsp_stack_of(ram);
    uint32_t cause = frame->mcause, sp = frame->x[SP], pc = frame->mepc;
    bool data = cause >= CAUSE_LOAD_MISALIGNED && cause <= CAUSE_STORE_FAULT;

    if ((data && sp < stack.bottom) || !bsp_stack_is_whole(ram)) {
        return "stack overflow (link with -Wl,--defsym=__stack_size=N for more): ";
    }
    if (data && sp > stack.top) {
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

static void put_value(int to, const char *name, uint32_t value)
{
    report_puts(to, name);
    report_put_hex(to, value);
}

_Noreturn void bsp_trap_report(const struct bsp_trap_frame *frame)
{
    uint32_t cause = frame->mcause & 0x1f, ram = ni_read(NI_RAM);
    int to = report_begin();

    report_puts(to, guess(frame, ram));
    report_puts(to, cause_name(frame->mcause));
    report_puts(to, ": mcause ");
    report_put_decimal(to, cause);
    put_value(to, ", mepc ", frame->mepc);
    put_value(to, ", mtval ", frame->mtval);
    put_value(to, ", ra ", frame->x[RA]);
    put_value(to, ", sp ", frame->x[SP]);
    report_end(to);
    ni_write(NI_PC, frame->mepc);
    bsp_stop((frame->mcause >> 31 ? NOC_EXIT_INTERRUPT : NOC_EXIT_TRAP) + cause);
}
