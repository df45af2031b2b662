/* SPDX-License-Identifier: BSD-2-Clause */
/* Windows: how long, for whom, what becomes of a body and who hears of it (docs/board.md, 4.2). */
#include "test.h"
#include "board_rig.h"

enum { A = 1, B = 7, C = 9 };
static const uint32_t PLACE = NOC_RAM_BASE + 0x8000, BODY = NOC_RAM_BASE + 0x100;
static const uint32_t END = NOC_RAM_BASE + RIG_RAM;

/* Window w of node B, for this source. */
static void open_window(struct rig *rig, unsigned w, uint32_t addr, uint32_t bytes, uint32_t source)
{
    wr(rig, B, NI_WINDOW_INDEX, w);
    wr(rig, B, NI_WINDOW_ADDR, addr);
    wr(rig, B, NI_WINDOW_LENGTH, bytes);
    wr(rig, B, NI_WINDOW_OPEN, source);
}

static void fill_body(struct rig *rig, uint32_t node, uint32_t flits)
{
    for (uint32_t i = 0; i < flits; i++) {
        *rig_word(rig, node, BODY + 4 * i) = 0x81828384 + 0x04040404 * i;
    }
}

/* --- how long --------------------------------------------------------------- */

/* A body of `flits` for a window of `bytes` at addr; of what lies around nothing changes. */
static void check_bytes(uint32_t addr, uint32_t bytes, uint32_t flits)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint8_t *ram = (uint8_t *)rig_word(rig, B, addr - 16), expected[64];
    const uint8_t *body = (const uint8_t *)rig_word(rig, A, BODY);
    uint32_t around = addr + 32 > END ? END - addr + 16 : 48;
    bool takes = flits <= (bytes + 3) / 4 && addr + 4 * flits <= END;
    uint32_t lands = !takes ? 0 : bytes < 4 * flits ? bytes : 4 * flits;

    memset(ram, 0x55, around);
    fill_body(rig, A, flits);
    memset(expected, 0x55, sizeof expected);
    memcpy(expected + 16, body, lands);
    open_window(rig, 0, addr, bytes, A);
    start(rig, A, B, w0(NOC_WORM_BODY, 0, flits, 0), 0, BODY);
    run_out(rig, 200);
    assert_int_equal(rd(rig, B, NI_WINDOW_DONE), takes);
    assert_memory_equal(ram, expected, around);
    assert_int_equal(rig->writes, lands);
    rig_free(rig);
}

TEST(no_byte_beyond_a_window_is_written)
{
    for (uint32_t bytes = 0; bytes <= 13; bytes++) {
        for (uint32_t flits = 0; flits <= 4; flits++) {
            check_bytes(PLACE, bytes, flits);
            check_bytes(END - 16, bytes, flits);
            check_bytes(END - 12, bytes, flits);
            check_bytes(END - 4, bytes, flits);
        }
    }
    check_bytes(END - 8, 0x3fffff, 2); /* RAM's end is a window's too */
    check_bytes(END - 8, 0x3fffff, 3);
}

/* The list comes first, and the cut may be in either. */
TEST(a_list_ends_with_its_window_too)
{
    const uint32_t list[] = {0x11121314, 0x15161718};

    for (uint32_t bytes = 5; bytes <= 13; bytes++) {
        for (uint32_t flits = 0; flits <= 1; flits++) {
            struct rig *rig = rig_new_routed("utorus:4x4", rig_routing("utpr"), 1, "board");
            uint32_t to = rig->config.net.routing->lists ? 6 : 0;
            const uint32_t header[] = {noc_header(NOC_HEADER_ADDRESS, to, 0),
                                       noc_header(NOC_HEADER_COUNT, 0, 2), list[0], list[1],
                                       noc_header(NOC_HEADER_LAST, to, 0)};
            const uint32_t all[] = {list[0], list[1], 0x81828384};
            uint32_t whole = 4 * (2 + flits), cut = bytes < whole ? bytes : whole;
            bool takes = whole < bytes + 4;
            uint8_t got[16], expected[16];

            memset(expected, 0, sizeof expected);
            memcpy(expected, all, takes ? cut : 0);
            fill_body(rig, A, 1);
            memcpy(rig_word(rig, A, BODY + 0x100), header, sizeof header);
            wr(rig, to, NI_WINDOW_ADDR, PLACE);
            wr(rig, to, NI_WINDOW_LENGTH, bytes);
            wr(rig, to, NI_WINDOW_OPEN, A);
            assert_int_equal(start_headers(rig, A, BODY + 0x100, 5, w0(NOC_WORM_BODY, 0, flits, 0),
                                           0, BODY),
                             NOC_TX_OK);
            run_out(rig, 200);
            assert_int_equal(rd(rig, to, NI_WINDOW_DONE), takes);
            memcpy(got, rig_word(rig, to, PLACE), sizeof got);
            assert_memory_equal(got, expected, sizeof got);
            rig_free(rig);
        }
    }
}

/* What a window has taken lands as the window was then. */
TEST(a_length_written_later_is_the_next_bodys)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");

    fill_body(rig, A, 40);
    open_window(rig, 0, PLACE, 4 * 40 - 1, A);
    start(rig, A, B, w0(NOC_WORM_BODY, 0, 40, 0), 0, BODY);
    run_to(rig, whole_at(rig, 8, A, B, 0) + 1);
    wr(rig, B, NI_WINDOW_LENGTH, 8);
    assert_int_equal(rd(rig, B, NI_WINDOW_LENGTH), 8);
    run_out(rig, 200);
    assert_int_equal(rig->writes, 4 * 40 - 1);
    rig_free(rig);
}
