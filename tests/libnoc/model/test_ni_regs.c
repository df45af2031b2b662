/* SPDX-License-Identifier: BSD-2-Clause */
/* Every register as ni_regs.def has it: reset value, access, width. */
#include "test.h"
#include "board_rig.h"

struct row {
    const char *name;
    uint32_t offset;
    const char *access;
    uint32_t reset;
};

static const struct row rows[] = {
#define NOC_REG(block, name, offset, access, reset, doc) {#name, offset, #access, reset},
#define NOC_FIELD(block, reg, name, shift, length, doc)
#include "ni_regs.def"
#undef NOC_REG
#undef NOC_FIELD
};
enum { ROWS = sizeof(rows) / sizeof(rows[0]), NODE = 5 };

/* Constants of the board: no reset value in the table. */
static bool is_constant(uint32_t offset)
{
    return offset < NI_VERSION || offset == NI_PROFILE || offset == NI_WIRING;
}

/* The bits of a rw register that keep what is written, by section 4.5 of
 * docs/board.md; 0: tested by a test of its own. */
static uint32_t kept(uint32_t offset)
{
    switch (offset) {
    case NI_WAKE:
        return 0x7fff;
    case NI_TX_WATCH:
        return 0xffff;
    case NI_TAU_S:
    case NI_TAU_R:
    case NI_RX_SIZE:
        return 0xfffff;
    case NI_WINDOW_LENGTH:
        return 0x3fffff;
    case NI_SIGNAL_SELECT:
        return 0x1f3fff;
    case NI_DISCARD_SELECT:
        return 0xf3fff;
    case NI_WINDOW_INDEX:
        return 7;
    case NI_WINDOW_ADDR:
        return ~3u;
    case NI_WINDOW_OPEN: /* reads open */
    case NI_EXIT:        /* writes once */
    case NI_BOOT:        /* node 0 alone, and later */
        return 0;
    default:
        return UINT32_MAX;
    }
}

TEST(every_register_resets)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    unsigned i, q;

    for (i = 0; i < ROWS; i++) {
        if (!is_constant(rows[i].offset) && strcmp(rows[i].access, "wo")) {
            assert_int_equal(rd(rig, NODE, rows[i].offset), rows[i].reset);
        }
    }
    for (q = 0; q < NOC_QUEUES; q++) {
        assert_int_equal(rd(rig, NODE, queue_reg(NI_RX_SIZE, q)), 0);
        assert_int_equal(rd(rig, NODE, queue_reg(NI_RX_W0, q)), 0);
    }
    rig_free(rig);
}

TEST(constants_tell_the_board)
{
    struct rig *rig = rig_new("torus:4x2", 2, "board");
    struct rig *all = rig_new("cube:3", 0, "board");

    assert_int_equal(rd(rig, 6, NI_NODE), 6);
    assert_int_equal(rd(rig, 6, NI_NODES), 8);
    assert_int_equal(rd(rig, 6, NI_RAM), RIG_RAM);
    assert_int_equal(rd(rig, 6, NI_VERSION), 0x4e4f4306);
    assert_int_equal(rd(rig, 6, NI_CONFIG), 16u << 24 | 8u << 16 | 8u << 8 | 2);
    assert_int_equal(NOC_GET(rd(all, 6, NI_CONFIG), NI_CONFIG, PORTS), 3);
    assert_int_equal(rd(rig, 6, NI_PROFILE), 4u << 23 | 2u << 17 | 7u << 14 | 16383);
    all->config.net.lanes = 4;
    all->config.list_flits = 64;
    rig_rebuild(all);
    assert_int_equal(rd(all, 6, NI_PROFILE), 3u << 23 | 4u << 17 | 7u << 14 | 64);
    rig_free(rig);
    rig_free(all);
}

/* As the debugger says, on all nodes, and over a reset. */
TEST(host_is_what_a_debugger_says)
{
    struct rig *rig = rig_new("torus:4x2", 1, "board");

    assert_int_equal(rd(rig, 6, NI_HOST), 0);
    noc_board_set_host(rig->board, 5);
    assert_int_equal(rd(rig, 0, NI_HOST), 5);
    wr(rig, 6, NI_HOST, 0);
    noc_board_reset(rig->board);
    assert_int_equal(rd(rig, 6, NI_HOST), 5);
    noc_board_set_host(rig->board, 0);
    assert_int_equal(rd(rig, 6, NI_HOST), 0);
    rig_free(rig);
}

TEST(read_only_ones_ignore_writes)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    unsigned i, k;

    for (i = 0; i < ROWS; i++) {
        if (!strcmp(rows[i].access, "ro")) {
            uint32_t before[ROWS];

            for (k = 0; k < ROWS; k++) {
                before[k] = rd(rig, NODE, rows[k].offset);
            }
            wr(rig, NODE, rows[i].offset, 0xffffffff);
            for (k = 0; k < ROWS; k++) {
                assert_int_equal(rd(rig, NODE, rows[k].offset), before[k]);
            }
        }
    }
    assert_int_equal(rig->logged, 0);
    rig_free(rig);
}

TEST(write_only_ones_read_zero)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    unsigned i;

    for (i = 0; i < ROWS; i++) {
        if (!strcmp(rows[i].access, "wo")) {
            wr(rig, NODE, rows[i].offset, 1);
            assert_int_equal(rd(rig, NODE, rows[i].offset), 0);
        }
    }
    rig_free(rig);
}

/* Each keeps its own bits and disturbs no other register. */
TEST(read_write_ones_keep)
{
    static const uint32_t pattern[] = {0xffffffff, 0xa5a5a5a5, 0x5a5a5a5a, 0};
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    unsigned i, k, p;

    for (i = 0; i < ROWS; i++) {
        uint32_t before[ROWS];

        if (strcmp(rows[i].access, "rw") || !kept(rows[i].offset)) {
            continue;
        }
        for (k = 0; k < ROWS; k++) {
            before[k] = rd(rig, NODE, rows[k].offset);
        }
        for (p = 0; p < 4; p++) {
            wr(rig, NODE, rows[i].offset, pattern[p]);
            assert_int_equal(rd(rig, NODE, rows[i].offset), pattern[p] & kept(rows[i].offset));
            assert_int_equal(rd(rig, NODE + 1, rows[i].offset), rows[i].reset);
        }
        wr(rig, NODE, rows[i].offset, before[i]);
        for (k = 0; k < ROWS; k++) {
            assert_int_equal(rd(rig, NODE, rows[k].offset), before[k]);
        }
    }
    rig_free(rig);
}

TEST(queues_have_their_own_registers)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    unsigned q;

    for (q = 0; q < NOC_QUEUES; q++) {
        wr(rig, NODE, queue_reg(NI_RX_SIZE, q), 100 + q);
    }
    for (q = 0; q < NOC_QUEUES; q++) {
        assert_int_equal(rd(rig, NODE, queue_reg(NI_RX_SIZE, q)), 100 + q);
    }
    rig_free(rig);
}

TEST(windows_have_their_own_registers)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    unsigned w;

    for (w = 0; w < NOC_WINDOWS; w++) {
        wr(rig, NODE, NI_WINDOW_INDEX, w);
        wr(rig, NODE, NI_WINDOW_ADDR, NOC_RAM_BASE + 64 * w);
        wr(rig, NODE, NI_WINDOW_LENGTH, 10 + w);
        wr(rig, NODE, NI_WINDOW_KEY, 0xabcd0000 + w);
        wr(rig, NODE, NI_WINDOW_OPEN, w + 1);
    }
    wr(rig, NODE, NI_WINDOW_CLEAR, 1u << 3);
    for (w = 0; w < NOC_WINDOWS; w++) {
        wr(rig, NODE, NI_WINDOW_INDEX, w);
        assert_int_equal(rd(rig, NODE, NI_WINDOW_ADDR), NOC_RAM_BASE + 64 * w);
        assert_int_equal(rd(rig, NODE, NI_WINDOW_LENGTH), 10 + w);
        assert_int_equal(rd(rig, NODE, NI_WINDOW_KEY), 0xabcd0000 + w);
        assert_int_equal(rd(rig, NODE, NI_WINDOW_OPEN), (w + 1) | (w == 3 ? 0 : 1u << 31));
    }
    rig_free(rig);
}

/* Offsets without a register: nothing there, nothing happens. */
TEST(holes_are_silent)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint32_t offset, before[NOC_NI_SIZE / 4];
    unsigned i;

    for (offset = 0; offset < NOC_NI_SIZE; offset += 4) {
        before[offset / 4] = rd(rig, NODE, offset);
    }
    for (offset = 0; offset < NOC_NI_SIZE; offset += 4) {
        bool hole = true;

        for (i = 0; i < ROWS; i++) {
            unsigned q;

            hole &= rows[i].offset != offset;
            for (q = 1; q < NOC_QUEUES && rows[i].offset >= NI_RX_FREE; q++) {
                hole &= queue_reg(rows[i].offset, q) != offset;
            }
        }
        if (hole) {
            assert_int_equal(rd(rig, NODE, offset), 0);
            wr(rig, NODE, offset, 0xffffffff);
        }
    }
    for (offset = 0; offset < NOC_NI_SIZE; offset += 4) {
        assert_int_equal(rd(rig, NODE, offset), before[offset / 4]);
    }
    assert_true(noc_board_next(rig->board) == NOC_NEVER);
    rig_free(rig);
}

TEST(the_core_speaks)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");

    run_to(rig, 77);
    wr(rig, NODE, NI_CONSOLE, 'x');
    assert_int_equal(rig->log[0].what, RIG_CONSOLE);
    assert_int_equal(rig->log[0].value, 'x');
    wr(rig, NODE, NI_PC, 0x20000040);
    wr(rig, NODE, NI_WAITING, 0x10010002);
    wr(rig, NODE, NI_EXIT, 0x7ffffe03);
    assert_int_equal(rig->log[1].what, RIG_EXIT);
    assert_int_equal(rig->log[1].node, NODE);
    assert_int_equal(rig->log[1].value, 3);
    assert_int_equal(rig->log[1].when, 77);
    assert_int_equal(rd(rig, NODE, NI_EXIT), 1u << 31 | 3);
    wr(rig, NODE, NI_EXIT, 9); /* the first counts */
    assert_int_equal(rd(rig, NODE, NI_EXIT), 1u << 31 | 3);
    assert_int_equal(rig->logged, 2);
    assert_int_equal(counter(rig, NODE, CNT_STATUS), 1u << 31 | 1u << 29 | 3);
    assert_int_equal(
        noc_board_counter(rig->board, NODE, CNT_STATUS, &(struct noc_hart){.asleep = true}),
        1u << 31 | 1u << 30 | 1u << 29 | 3);
    assert_int_equal(counter(rig, NODE, CNT_PC), 0x20000040);
    assert_int_equal(counter(rig, NODE, CNT_WAITING), 0x10010002);
    assert_int_equal(counter(rig, NODE + 1, CNT_STATUS), 0);
    rig_free(rig);
}

static void expect_abort(struct rig *rig, unsigned i, uint32_t node, uint32_t status)
{
    assert_int_equal(rig->logged, i + 1);
    assert_int_equal(rig->log[i].what, RIG_ABORT);
    assert_int_equal(rig->log[i].node, node);
    assert_int_equal(rig->log[i].value, status);
    assert_int_equal(rig->log[i].when, rig_now(rig));
    assert_int_equal(rd(rig, node, NI_EXIT), 1u << 31 | 1u << 8 | status);
    assert_int_equal(counter(rig, node, CNT_STATUS), 1u << 31 | 1u << 8 | status);
}

/* At once, or behind an exit; once. */
TEST(a_core_ends_the_board)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");

    run_to(rig, 50);
    wr(rig, NODE, NI_EXIT, 0xfffffe00 | 1u << 8 | 9);
    expect_abort(rig, 0, NODE, 9);
    wr(rig, NODE, NI_EXIT, 3);
    wr(rig, NODE, NI_EXIT, 1u << 8 | 4);
    expect_abort(rig, 0, NODE, 9);
    wr(rig, 2, NI_EXIT, 3);
    assert_int_equal(rig->log[1].what, RIG_EXIT);
    run_to(rig, 60);
    wr(rig, 2, NI_EXIT, 1u << 8 | 0);
    expect_abort(rig, 2, 2, 0);
    rig_free(rig);
}

/* Written by node 0 in t, it is seen by all from t + 8 on, and by nobody before; of two writes of
 * one cycle the second. */
TEST(boot_is_node_0s_word_to_all)
{
    const uint32_t bits = 0xc001ffff, value[] = {0x40000201, 0x00010203, 0x7ffffffe};
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint32_t node, seen;
    uint64_t t;

    wr(rig, NODE, NI_BOOT, 0x80000001); /* not its */
    run_to(rig, 100);
    wr(rig, 0, NI_BOOT, value[0]);
    run_to(rig, 103);
    wr(rig, 0, NI_BOOT, 0x55);
    wr(rig, 0, NI_BOOT, value[1]);
    wr(rig, NODE, NI_BOOT, 0x66);
    run_to(rig, 104);
    wr(rig, 0, NI_BOOT, value[2]);
    for (t = 104; t < 115; t++) {
        seen = t < 108 ? 0 : t < 111 ? value[0] : t < 112 ? value[1] : value[2] & bits;
        run_to(rig, t);
        assert_true((noc_board_next_move(rig->board) == NOC_NEVER) == (t >= 112));
        for (node = 0; node < 16; node++) {
            assert_int_equal(rd(rig, node, NI_BOOT), seen);
        }
        assert_int_equal(noc_board_boot(rig->board), seen);
    }
    assert_int_equal(rig->logged, 0);
    rig_free(rig);
}

/* In every cycle one, and nothing behind READY. */
TEST(boot_takes_a_write_in_every_cycle)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint64_t t;

    for (t = 0; t < 60; t++) {
        run_to(rig, t);
        wr(rig, 0, NI_BOOT, (uint32_t)t + 1 + (t == 40 ? 1u << 31 : 0));
        assert_int_equal(rd(rig, NODE, NI_BOOT), t < 8    ? 0
                                                 : t < 48 ? (uint32_t)t - 7
                                                          : 1u << 31 | 41);
    }
    assert_true(noc_board_next(rig->board) == NOC_NEVER);
    rig_free(rig);
}

/* A debugger may look at any time, at anything: the board goes on as if not. */
TEST(peeking_changes_nothing)
{
    struct rig *a = rig_new("torus:4x4", 1, "board");
    struct rig *b = rig_new("torus:4x4", 1, "board");
    uint32_t offset;
    uint64_t t;

    give_slots(a, 3, 0, 2, 8, NOC_RAM_BASE);
    give_slots(b, 3, 0, 2, 8, NOC_RAM_BASE);
    for (t = 0; t < 60; t++) {
        run_to(a, t);
        run_to(b, t);
        if (t < 5) {
            start(a, 1, 3, w0(NOC_WORM_MESSAGE, 0, 3, (uint32_t)t), 1, NOC_RAM_BASE);
            start(b, 1, 3, w0(NOC_WORM_MESSAGE, 0, 3, (uint32_t)t), 1, NOC_RAM_BASE);
        }
        for (offset = 0; offset < NOC_NI_SIZE; offset += 4) {
            uint32_t seen = noc_ni_peek(a->board, 3, offset);

            assert_int_equal(seen, noc_ni_peek(a->board, 3, offset));
            assert_int_equal(seen, rd(b, 3, offset));
        }
    }
    rig_free(a);
    rig_free(b);
}
