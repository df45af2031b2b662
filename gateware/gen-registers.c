/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the SystemVerilog package noc_regs: the registers of ni_regs.def, counters.def and
 * state.def and their fields, and the numbers that network interfaces read of packet.h and memmap.h.
 */
#include <stdio.h>

#include "memmap.h"
#include "model/board.h"
#include "packet.h"
#include "regs.h"
#include "stamp.h"

static void number(const char *name, unsigned bits, unsigned value)
{
    printf("  localparam logic [%u:0] %s = %u'h%x;\n", bits - 1, name, bits, value);
}

static void field(const char *name, unsigned shift, unsigned bits)
{
    printf("  localparam integer %s_SHIFT = %u, %s_BITS = %u;\n", name, shift, name, bits);
}

static void registers(void)
{
#define NOC_REG(block, name, offset, access, reset, doc) number(#block "_" #name, 12, (offset));
#define NOC_FIELD(block, reg, name, shift, length, doc) \
    field(#block "_" #reg "_" #name, (shift), (length));
#include "counters.def"
#include "ni_regs.def"
#include "state.def"
#undef NOC_REG
#undef NOC_FIELD
}

/* Names of packet.h and memmap.h without NOC_. */
#define NUMBER(name, bits) number(#name, (bits), NOC_##name)

static void numbers(void)
{
    NUMBER(RAM_BASE, 32);
    NUMBER(IMAGE_BASE, 32);
    NUMBER(NI_BASE, 32);
    NUMBER(OWN_BASE, 32);
    NUMBER(WORM_MESSAGE, 4);
    NUMBER(WORM_RESEND, 4);
    NUMBER(WORM_BODY, 4);
    NUMBER(WORM_SIGNAL, 4);
    NUMBER(QUEUE_PULLED, 3);
    NUMBER(SIGNAL_LANDED, 5);
    NUMBER(SIGNAL_REFUSED, 5);
    NUMBER(SIGNAL_ACK, 2);
    NUMBER(SIGNAL_PULL, 2);
    NUMBER(TX_OK, 3);
    NUMBER(TX_BAD_HEADER, 3);
    NUMBER(TX_BAD_NODE, 3);
    NUMBER(TX_BAD_TYPE, 3);
    NUMBER(TX_BAD_ADDRESS, 3);
    NUMBER(TX_BUSY_ENTRY, 3);
    NUMBER(TX_BAD_LIST, 3);
    NUMBER(BAD_HEADER, 8);
    NUMBER(BAD_TYPE, 8);
    NUMBER(BAD_LENGTH, 8);
    number("STATE_PORT_INJECTION", 8, STATE_PORT_INJECTION);
    number("STATE_PORT_NI", 8, STATE_PORT_NI);
    number("STAMP_TO_NI", 5, NOC_STAMP_TO_NI);
    number("STAMP_SPAN_MAX", 20, NOC_STAMP_SPAN_MAX);
    number("NI_VERSION_VALUE", 32, noc_ni_reset(NI_VERSION));
    number("NI_BOARD_VALUE", 32, noc_ni_reset(NI_BOARD));
    printf("  localparam integer WAITING = %d;\n", NOC_NI_WAITING);
    printf("  localparam integer SEND_CYCLES = %d, QUEUES = %d, SLOTS = %d, WINDOWS = %d,\n"
           "      ENTRIES = %d, QUEUE_STRIDE = %d, STAMPS = %d;\n",
           NOC_NI_SEND_CYCLES, NOC_QUEUES, NOC_QUEUE_SLOTS, NOC_WINDOWS, NOC_TX_ENTRIES,
           NI_QUEUE_STRIDE, NOC_STAMPS);
}

int main(void)
{
    printf("// Made from include/noc: ni_regs.def, counters.def, state.def, packet.h, memmap.h.\n"
           "// Not all of it is read.\n"
           "// verilator lint_off UNUSEDPARAM\n"
           "package noc_regs;\n");
    registers();
    numbers();
    printf("endpackage\n"
           "// verilator lint_on UNUSEDPARAM\n");
    return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
