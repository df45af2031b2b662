/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How a core ends: what it says, and the status it leaves.
 */
#include <string.h>

#include "test.h"
#include "console.h"
#include "memmap.h"
#include "mock.h"
#include "host_calls.h"
#include "regs.h"
#include "report.h"
#include "stop.h"
#include "trap.h"

_Noreturn void bsp_wrong_board(uint32_t has, uint32_t wanted);
_Noreturn void bsp_short_of_ram(uint32_t has, uint32_t needed);

static void expect_end(uint32_t status)
{
    mock_write(NI_WAKE, 0);
    mock_write(NI_EXIT, status);
    mock_sleep(); /* wfi may end without a reason */
    mock_stop();
}

TEST(sleeps_for_ever)
{
    expect_end(3);
    MOCK_UNTIL_STOP(bsp_stop(3));
}

TEST(ends_the_board)
{
    mock_text("half");
    console_puts("half");
    mock_text("\n");
    expect_end(1u << 8 | 0xfe);
    MOCK_UNTIL_STOP(bsp_abort((uint32_t)-2));
}

TEST(completes_the_line_first)
{
    mock_text("half");
    console_puts("half");
    mock_text("\n");
    expect_end(0);
    MOCK_UNTIL_STOP(bsp_stop(0));
}

TEST(refuses_another_boards_map)
{
    mock_text("core ");
    mock_read(NI_NODE, 9);
    mock_text("9: this firmware is for register map 4e4f4301, the board has 4e4f4302: "
              "use firmware and board of one build\n");
    expect_end(NOC_EXIT_BOARD);
    MOCK_UNTIL_STOP(bsp_wrong_board(0x4e4f4302, 0x4e4f4301));
}

TEST(refuses_too_little_ram)
{
    mock_text("core ");
    mock_read(NI_NODE, 0);
    mock_text("0: this firmware needs 65537 bytes of RAM, the board has 65536: "
              "give it ram=128K\n");
    expect_end(NOC_EXIT_BOARD);
    MOCK_UNTIL_STOP(bsp_short_of_ram(65536, 65537));
}

static const char *before = ""; /* what completes a line */

/* One trap: its registers, what is said of it, and its status. */
static void check_trap(uint32_t mcause, uint32_t mepc, uint32_t mtval, uint32_t sp,
                       const char *text, uint32_t status)
{
    struct bsp_trap_frame frame = {.mcause = mcause, .mepc = mepc, .mtval = mtval};

    frame.x[1] = 0x20000246;
    frame.x[2] = sp;
    mock_read(NI_RAM, 0x40000);
    mock_read(NI_HOST, 0);
    mock_text(before);
    mock_text("core ");
    mock_read(NI_NODE, 12);
    mock_text("12: ");
    mock_text(text);
    mock_write(NI_PC, mepc);
    expect_end(status);
    MOCK_UNTIL_STOP(bsp_trap_report(&frame));
}

TEST(reports_each_cause)
{
    static const char *const words[16] = {"instruction address misaligned: mcause 0",
                                          "instruction access fault: mcause 1",
                                          "illegal instruction: mcause 2",
                                          "breakpoint: mcause 3",
                                          "load address misaligned: mcause 4",
                                          "load access fault: mcause 5",
                                          "store address misaligned: mcause 6",
                                          "store access fault: mcause 7",
                                          "environment call: mcause 8",
                                          "environment call: mcause 9",
                                          "environment call: mcause 10",
                                          "environment call: mcause 11",
                                          "instruction page fault: mcause 12",
                                          "load page fault: mcause 13",
                                          "unknown cause: mcause 14",
                                          "store page fault: mcause 15"};

    for (uint32_t cause = 0; cause < 16; cause++) {
        char text[128];

        strcpy(text, words[cause]);
        strcat(text, ", mepc 20000100, mtval 90000000, ra 20000246, sp 80003ff0\n");
        check_trap(cause, 0x20000100, 0x90000000, 0x80003ff0, text, 128 + cause);
    }
    check_trap(24, 0x20000100, 0, 0x80003ff0,
               "unknown cause: mcause 24, mepc 20000100, "
               "mtval 00000000, ra 20000246, sp 80003ff0\n",
               128 + 24);
    check_trap(0x8000000b, 0x20000100, 0, 0x80003ff0,
               "interrupt, and none was enabled: "
               "mcause 11, mepc 20000100, mtval 00000000, ra 20000246, sp 80003ff0\n",
               128 + 32 + 11);
}

TEST(guesses_the_mistake)
{
    check_trap(
        7, 0x20000100, 0x7ffffff8, 0x7ffffff0,
        "stack overflow (link with -Wl,--defsym=__stack_size=N for more): store access fault: "
        "mcause 7, mepc 20000100, mtval 7ffffff8, ra 20000246, sp 7ffffff0\n",
        135);
    check_trap(7, 0x20000100, 0x90000000, 0x80004010,
               "the stack pointer is broken: store access "
               "fault: mcause 7, mepc 20000100, mtval 90000000, ra 20000246, sp 80004010\n",
               135);
    check_trap(5, 0x20000100, 0x00000ffc, 0x80003ff0,
               "null pointer: load access fault: "
               "mcause 5, mepc 20000100, mtval 00000ffc, ra 20000246, sp 80003ff0\n",
               133);
    check_trap(5, 0x20000100, 0x00001000, 0x80004000,
               "load access fault: "
               "mcause 5, mepc 20000100, mtval 00001000, ra 20000246, sp 80004000\n",
               133);
    check_trap(1, 0, 0, 0x80003ff0,
               "call of a null pointer: instruction access fault: "
               "mcause 1, mepc 00000000, mtval 00000000, ra 20000246, sp 80003ff0\n",
               129);
    check_trap(2, 0x20008000, 0, 0x80003ff0,
               "there is no code: illegal instruction: "
               "mcause 2, mepc 20008000, mtval 00000000, ra 20000246, sp 80003ff0\n",
               130);
    check_trap(7, 0x20000100, NOC_PARAMS_BASE, 0x80003ff0,
               "the image is read-only: store access "
               "fault: mcause 7, mepc 20000100, mtval 203c0000, ra 20000246, sp 80003ff0\n",
               135);
}

TEST(begins_a_line_of_its_own)
{
    mock_text("half");
    console_puts("half");
    before = "\n";
    check_trap(3, 0x20000100, 0, 0x80003ff0,
               "breakpoint: mcause 3, mepc 20000100, "
               "mtval 00000000, ra 20000246, sp 80003ff0\n",
               131);
}

/* Of what the host gets, the blocks: where, from where, how many bytes. */
TEST(says_it_on_standard_error)
{
    struct bsp_trap_frame frame = {.mcause = 7, .mepc = 0x20000100, .x = {[2] = 0x7ffffff0}};
    const uint32_t handle = 5, pieces = 15;

    mock_read(NI_RAM, 0x40000);
    mock_read(NI_HOST, 1u << NI_HOST_ERRORS_SHIFT);
    mock_host(NOC_HOST_OPEN, handle);
    mock_host(NOC_HOST_WRITE, 0);
    mock_read(NI_NODE, 12);
    for (uint32_t i = 1; i <= pieces; i++) {
        mock_host(NOC_HOST_WRITE, 0);
    }
    mock_host(NOC_HOST_CLOSE, 0);
    mock_write(NI_PC, 0x20000100);
    expect_end(135);
    MOCK_UNTIL_STOP(bsp_trap_report(&frame));
    assert_int_equal(mock_block[0], handle);
}

/* A host with no room for another open file. */
TEST(says_it_on_the_console_if_the_host_refuses)
{
    int to;

    mock_read(NI_HOST, 1u << NI_HOST_ERRORS_SHIFT);
    mock_host(NOC_HOST_OPEN, UINT32_MAX);
    mock_text("core ");
    mock_read(NI_NODE, 12);
    mock_text("12: why\n");
    to = report_begin();
    report_puts(to, "why");
    report_end(to);
}

BEFORE_EACH
{
    before = "";
    mock_begin();
}

AFTER_EACH
{
    mock_end();
}
