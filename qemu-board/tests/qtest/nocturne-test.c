/*
 * QTest of the machine `nocturne`
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * No hart runs here: the test writes the registers of all nodes itself, and
 * the virtual clock is the board's, one nanosecond a cycle. What the routers
 * and interfaces do in detail is tested with libnoc/model; this is about what
 * QEMU adds: where things are mapped, DMA into private RAM, time, counters,
 * console and reset.
 */
#include "qemu/osdep.h"
#include "libqtest.h"

#include "memmap.h"
#include "packet.h"
#include "regs.h"

/* include/hw/noc/nocturne.h, which tests cannot include. */
#define ALL_NI_BASE 0x0100000000ULL
#define ALL_RAM_BASE 0x1000000000ULL

enum {
    NODES = 16,
    RAM_BYTES = 0x20000,
    BODY_FLITS = 5,
    BODY_AT = 0x100,
    SLOT_AT = 0x1ff0, /* lands across a page boundary */
    TAG = 77,
    /* docs/board.md: started in t, wholly in the NI in t + 8 + H + F + 1. */
    SEND_CYCLES = 8,
    WORM_FLITS = 1 + NOC_NI_WORDS + BODY_FLITS,
};

#define BOARD "-machine nocturne,topology=torus:4x4,ram=128K"

static uint64_t ni(uint32_t node, uint32_t offset)
{
    return ALL_NI_BASE + (uint64_t)node * NOC_NI_SIZE + offset;
}

static uint64_t ram(uint32_t node, uint32_t offset)
{
    return ALL_RAM_BASE + (uint64_t)node * RAM_BYTES + offset;
}

static uint32_t counter(QTestState *q, uint32_t node, uint32_t offset)
{
    return qtest_readl(q, NOC_DEBUG_BASE + node * NOC_DEBUG_BLOCK + offset);
}

/* A board whose topology is of `kind`, from a file with this text and a comma in
 * its name, which -machine wants doubled. */
static QTestState *init_from_file(const char *kind, const char *text, const char *options)
{
    g_autofree char *dir = g_dir_make_tmp("nocturne-XXXXXX", NULL);
    g_autofree char *file = g_build_filename(dir, "a,b", NULL);
    QTestState *q;

    g_assert_true(g_file_set_contents(file, text, -1, NULL));
    q = qtest_initf("-machine nocturne,ram=128K,topology=%s:%s/a,,b%s", kind, dir, options);
    unlink(file);
    rmdir(dir);
    return q;
}

/* Write the body at node `from` and start it; returns the cycle of the start. */
static uint64_t send_message(QTestState *q, uint32_t from, uint32_t to)
{
    uint64_t now = qtest_clock_step(q, 1); /* QEMU tells the time in no other way */
    unsigned i;

    for (i = 0; i < BODY_FLITS; i++) {
        qtest_writel(q, ram(from, BODY_AT + 4 * i), 0x1000 * from + i);
    }
    qtest_writel(q, ni(from, NI_TX_ADDR), NOC_RAM_BASE + BODY_AT);
    qtest_writel(q, ni(from, NI_TX_W0), NOC_PUT(BODY_FLITS, NI_TX_W0, LENGTH) |
                 NOC_PUT(NOC_WORM_MESSAGE, NI_TX_W0, TYPE));
    qtest_writel(q, ni(from, NI_TX_W1), NOC_PUT(TAG, NI_TX_W1, TAG));
    qtest_writel(q, ni(from, NI_TX_DEST), noc_header(NOC_HEADER_LAST, to, 0));
    g_assert_cmphex(qtest_readl(q, ni(from, NI_TX_STATUS)), ==, NOC_TX_OK);
    return now;
}

static void give_slot(QTestState *q, uint32_t node)
{
    qtest_writel(q, ni(node, NI_RX_SIZE), BODY_FLITS);
    qtest_writel(q, ni(node, NI_RX_FREE), NOC_RAM_BASE + SLOT_AT);
}

static void test_identity(void)
{
    QTestState *q = qtest_init(BOARD);
    uint32_t node;

    for (node = 0; node < NODES; node++) {
        g_assert_cmphex(qtest_readl(q, ni(node, NI_NODE)), ==, node);
        g_assert_cmphex(qtest_readl(q, ni(node, NI_NODES)), ==, NODES);
        g_assert_cmphex(qtest_readl(q, ni(node, NI_RAM)), ==, RAM_BYTES);
    }
    qtest_quit(q);
}

/* Every readable register that is constant or `rw` has its reset value. */
static void test_reset_values(void)
{
    enum access { ro, wo, rw };
    static const struct {
        uint32_t offset, reset;
        enum access access;
    } rows[] = {
#define NOC_REG(block, name, offset, access, reset, doc) { offset, reset, access },
#define NOC_FIELD(block, reg, name, shift, length, doc)
#include "ni_regs.def"
#undef NOC_REG
#undef NOC_FIELD
    };
    QTestState *q = qtest_init(BOARD);
    unsigned i;

    for (i = 0; i < ARRAY_SIZE(rows); i++) {
        if (rows[i].access == rw) {
            g_assert_cmphex(qtest_readl(q, ni(NODES - 1, rows[i].offset)), ==, rows[i].reset);
        }
    }
    qtest_quit(q);
}

static void test_private_ram(void)
{
    QTestState *q = qtest_init(BOARD);
    uint32_t node;

    for (node = 0; node < NODES; node++) {
        qtest_writel(q, ram(node, 0), ~node);
        qtest_writel(q, ram(node, RAM_BYTES - 4), node);
    }
    for (node = 0; node < NODES; node++) {
        g_assert_cmphex(qtest_readl(q, ram(node, 0)), ==, ~node);
        g_assert_cmphex(qtest_readl(q, ram(node, RAM_BYTES - 4)), ==, node);
    }
    qtest_quit(q);
}

/* A worm over `hops` links with `turns` flits before its last header flit: seen in
 * its cycle, not before, and only by whom it is for. */
static void check_turns(QTestState *q, uint32_t from, uint32_t to, unsigned hops, unsigned turns)
{
    uint64_t visible;
    unsigned i;

    give_slot(q, to);
    visible = send_message(q, from, to) + SEND_CYCLES + hops + turns + WORM_FLITS + 1;

    /* What is visible in v is first read in v + 1. */
    qtest_clock_set(q, visible);
    g_assert_cmphex(qtest_readl(q, ni(to, NI_RX_W0)), ==, 0);
    g_assert_cmphex(qtest_readl(q, ram(to, SLOT_AT)), ==, 0);
    qtest_clock_set(q, visible + 1);
    g_assert_cmphex(qtest_readl(q, ni(to, NI_RX_TIME_LO)), ==, visible);
    g_assert_cmphex(qtest_readl(q, ni(to, NI_RX_ADDR)), ==, NOC_RAM_BASE + SLOT_AT);
    g_assert_cmphex(NOC_GET(qtest_readl(q, ni(to, NI_RX_W1)), NI_TX_W1, SOURCE), ==, from);
    g_assert_cmphex(NOC_GET(qtest_readl(q, ni(to, NI_RX_W1)), NI_TX_W1, TAG), ==, TAG);
    for (i = 0; i < BODY_FLITS; i++) {
        g_assert_cmphex(qtest_readl(q, ram(to, SLOT_AT + 4 * i)), ==, 0x1000 * from + i);
        g_assert_cmphex(qtest_readl(q, ram(from, SLOT_AT + 4 * i)), ==, 0);
    }
}

static void check_worm(QTestState *q, uint32_t from, uint32_t to, unsigned hops)
{
    check_turns(q, from, to, hops, 0);
}

/* Start a body for window 3 of node 1 from node 0, and wait; what node 0 hears of it. */
static uint32_t send_body(QTestState *q, uint32_t key)
{
    uint32_t head;

    qtest_writel(q, ni(0, NI_TX_ADDR), NOC_RAM_BASE + BODY_AT);
    qtest_writel(q, ni(0, NI_TX_W0), NOC_PUT(BODY_FLITS, NI_TX_W0, LENGTH) |
                 NOC_PUT(NOC_WORM_BODY, NI_TX_W0, TYPE) | NOC_PUT(3, NI_TX_W0, CHANNEL));
    qtest_writel(q, ni(0, NI_TX_W2), key);
    qtest_writel(q, ni(0, NI_TX_DEST), noc_header(NOC_HEADER_LAST, 1, 0));
    qtest_clock_step(q, 100);
    head = qtest_readl(q, ni(0, NI_SIGNAL_HEAD));
    qtest_writel(q, ni(0, NI_SIGNAL_POP), head);
    g_assert_cmphex(NOC_GET(head, NI_SIGNAL_HEAD, NODE), ==, 1);
    return NOC_GET(head, NI_SIGNAL_HEAD, NUMBER);
}

/* A window takes the body with its key; DMA ends with the window, to the byte. */
static void test_window(void)
{
    enum { KEY = 0x5eed };
    unsigned less, i;

    for (less = 0; less < 4; less++) {
        QTestState *q = qtest_init(BOARD);

        for (i = 0; i < BODY_FLITS; i++) {
            qtest_writel(q, ram(0, BODY_AT + 4 * i), 0x04030201 + 0x04040404 * i);
            qtest_writel(q, ram(1, SLOT_AT + 4 * i), 0xeeeeeeee);
        }
        qtest_writel(q, ni(1, NI_WINDOW_INDEX), 3);
        qtest_writel(q, ni(1, NI_WINDOW_ADDR), NOC_RAM_BASE + SLOT_AT);
        qtest_writel(q, ni(1, NI_WINDOW_LENGTH), 4 * BODY_FLITS - less);
        qtest_writel(q, ni(1, NI_WINDOW_KEY), KEY);
        qtest_writel(q, ni(1, NI_WINDOW_OPEN), 0);
        g_assert_cmphex(send_body(q, KEY + 1), ==, NOC_SIGNAL_REFUSED);
        g_assert_cmphex(qtest_readl(q, ni(1, NI_WINDOW_DONE)), ==, 0);
        g_assert_cmphex(counter(q, 1, CNT_DISCARDED), ==, 1);
        g_assert_cmphex(send_body(q, KEY), ==, NOC_SIGNAL_LANDED);
        g_assert_cmphex(qtest_readl(q, ni(1, NI_WINDOW_DONE)), ==, 1 << 3);
        for (i = 0; i < 4 * BODY_FLITS; i++) {
            g_assert_cmphex(qtest_readb(q, ram(1, SLOT_AT + i)), ==,
                            i < 4 * BODY_FLITS - less ? i + 1 : 0xee);
        }
        qtest_quit(q);
    }
}

static void test_neighbour(void)
{
    QTestState *q = qtest_init(BOARD);

    check_worm(q, 0, 1, 1);
    qtest_quit(q);
}

static void test_far(void)
{
    QTestState *q = qtest_init(BOARD);

    check_worm(q, 0, 10, 4); /* (0,0) to (2,2) */
    qtest_quit(q);
}

/* Flits on the channel of this row. */
static uint32_t sent(QTestState *q, uint32_t node, unsigned row)
{
    return counter(q, node, CNT_LINKS + (CNT_LINK_HEADERS - CNT_LINKS) * 3 * row);
}

static uint32_t ports_of(QTestState *q, uint32_t node)
{
    return NOC_GET(qtest_readl(q, ni(node, NI_CONFIG)), NI_CONFIG, PORTS);
}

/* 15 nodes on a ring that all know node 0, but one: a hub with 14 links. */
static void test_graph(void)
{
    enum { RING = 15, FAR = 8 };
    g_autoptr(GString) text = g_string_new("0 1\n");
    QTestState *q;
    unsigned i;

    for (i = 2; i <= RING; i++) {
        g_string_append_printf(text, "%u %u\n", i - 1, i);
        if (i != FAR) {
            g_string_append_printf(text, "0 %u\n", i);
        }
    }
    g_string_append_printf(text, "%u 1\n", RING);
    q = init_from_file("graph", text->str, ",ports=all");
    g_assert_cmphex(qtest_readl(q, ni(3, NI_NODES)), ==, RING + 1);
    g_assert_cmphex(ports_of(q, 3), ==, RING - 1);
    check_worm(q, 0, 5, 1);
    check_worm(q, FAR, 0, 2);
    check_worm(q, 2, 14, 2);
    qtest_quit(q);
}

/* Cell 16 in the wrap-around link of row 1: off it, along the row, down the column. */
static void test_grid(void)
{
    QTestState *q = init_from_file("grid", "torus 4x4\naux left 7 right 4\n", "");

    g_assert_cmphex(qtest_readl(q, ni(3, NI_NODES)), ==, 17);
    g_assert_cmphex(ports_of(q, 3), ==, 1);
    check_turns(q, 4, 6, 2, 1);
    check_turns(q, 16, 13, 1 + 1 + 2, 2); /* right 2, down 2 */
    /* A turn stays in the router before the last of its links. Rows: right, left, down, up. */
    g_assert_cmphex(sent(q, 16, 0), ==, WORM_FLITS + 2);
    g_assert_cmphex(sent(q, 4, 0), ==, WORM_FLITS + 1 + WORM_FLITS + 1);
    g_assert_cmphex(sent(q, 5, 0), ==, WORM_FLITS);
    g_assert_cmphex(sent(q, 5, 2), ==, WORM_FLITS + 1);
    g_assert_cmphex(sent(q, 9, 2), ==, WORM_FLITS);
    qtest_quit(q);
}

static void test_pipeline_options(void)
{
    QTestState *q = qtest_init(BOARD ",flight-cycles=1,header-cycles=3");
    uint64_t visible;

    give_slot(q, 1);
    /* (H + 1) routings, three cycles each */
    visible = send_message(q, 0, 1) + SEND_CYCLES + 1 + WORM_FLITS + 1 + 2 * 3;
    qtest_clock_set(q, visible + 100);
    g_assert_cmphex(qtest_readl(q, ni(1, NI_RX_TIME_LO)), ==, visible);
    qtest_quit(q);
}

static void test_counters(void)
{
    enum { SETTLED = 1000 };
    QTestState *q = qtest_init(BOARD);
    uint8_t before[NODES * NOC_DEBUG_BLOCK], after[NODES * NOC_DEBUG_BLOCK];

    send_message(q, 3, 2); /* no slot: discarded */
    qtest_clock_set(q, SETTLED);
    g_assert_cmphex(qtest_readl(q, ni(2, NI_DISCARD_HEAD)), ==,
                    NOC_PUT(1, NI_DISCARD_HEAD, VALID) | NOC_PUT(3, NI_DISCARD_HEAD, NODE));
    g_assert_cmphex(counter(q, 3, CNT_OUT), ==, 1);
    g_assert_cmphex(counter(q, 2, CNT_DISCARDED), ==, 1);
    g_assert_cmphex(counter(q, 2, CNT_EJECTED), ==, WORM_FLITS);
    g_assert_cmphex(counter(q, 2, CNT_TIME_LO), ==, SETTLED);

    /* Reading all of it changes none of it; writing is not possible. */
    qtest_memread(q, NOC_DEBUG_BASE, before, sizeof(before));
    qtest_writel(q, NOC_DEBUG_BASE + 2 * NOC_DEBUG_BLOCK + CNT_DISCARDED, 0);
    qtest_memread(q, NOC_DEBUG_BASE, after, sizeof(after));
    g_assert_cmpmem(before, sizeof(before), after, sizeof(after));
    qtest_quit(q);
}

static void test_reset(void)
{
    QTestState *q = qtest_init(BOARD);

    check_worm(q, 4, 5, 1);
    qtest_writel(q, ni(5, NI_TAU_S), 9);
    qtest_qmp_assert_success(q, "{ 'execute': 'system_reset' }");
    qtest_qmp_eventwait(q, "RESET");
    g_assert_cmphex(qtest_readl(q, ni(5, NI_RX_W0)), ==, 0);
    g_assert_cmphex(qtest_readl(q, ni(5, NI_TAU_S)), ==, 0);
    g_assert_cmphex(counter(q, 4, CNT_OUT), ==, 0);
    g_assert_cmphex(counter(q, 5, CNT_IN), ==, 0);
    g_assert_cmphex(qtest_readl(q, ram(5, SLOT_AT)), ==, 0x4000); /* memory is as it was */
    qtest_quit(q);
}

static uint32_t control(QTestState *q, uint32_t offset)
{
    return qtest_readl(q, NOC_CONTROL_BASE + offset);
}

static void test_control(void)
{
    enum { BOARD_ID = 7, NOW = 1000, STOP_SECONDS = 60 };
    uint32_t boot = NOC_PUT(1, NI_BOOT, SLOT1) | NOC_PUT(1, NI_BOOT, DONE);
    QTestState *q = qtest_init(BOARD ",board-id=7");

    g_assert_cmphex(control(q, CTL_BOARD), ==, BOARD_ID);
    g_assert_cmphex(qtest_readl(q, ni(NODES - 1, NI_BOARD)), ==, BOARD_ID);
    g_assert_cmphex(control(q, CTL_HOST), ==, 0);
    qtest_writel(q, NOC_CONTROL_BASE + CTL_HOST, 15);
    g_assert_cmphex(control(q, CTL_HOST), ==, 7);
    g_assert_cmphex(qtest_readl(q, ni(NODES - 1, NI_HOST)), ==, 5);
    qtest_writel(q, NOC_CONTROL_BASE + CTL_HOST, 0);
    g_assert_cmphex(control(q, CTL_NODES), ==, NODES);
    g_assert_cmphex(control(q, CTL_RAM), ==, RAM_BYTES);
    g_assert_cmphex(control(q, CTL_VERSION) & 0xff, ==,
                    qtest_readl(q, ni(0, NI_VERSION)) & 0xff);
    qtest_writel(q, ni(0, NI_BOOT), boot);
    g_assert_cmphex(control(q, CTL_BOOT), ==, 0);
    qtest_clock_set(q, NOW);
    qtest_readl(q, ni(0, NI_PENDING)); /* brings the board there */
    g_assert_cmphex(control(q, CTL_BOOT), ==, boot);
    g_assert_cmphex(control(q, CTL_CYCLE_LO), ==, NOW);
    g_assert_cmphex(control(q, CTL_CYCLE_HI), ==, 0);
    qtest_writel(q, NOC_CONTROL_BASE + CTL_STOP, 0x100 + STOP_SECONDS);
    g_assert_cmphex(control(q, CTL_STOP), ==, STOP_SECONDS);
    qtest_writel(q, NOC_CONTROL_BASE + CTL_RESET, 1);
    g_assert_cmphex(control(q, CTL_CYCLE_LO), ==, 0);
    g_assert_cmphex(control(q, CTL_STOP), ==, STOP_SECONDS); /* the page is not reset */
    qtest_writel(q, NOC_CONTROL_BASE + CTL_STOP, 0);
    g_assert_cmphex(control(q, CTL_STOP), ==, 0);
    qtest_quit(q);
}

static void test_peek(void)
{
    enum { NODE = NODES - 2, TAU = 9, AT = RAM_BYTES - 4 };
    QTestState *q = qtest_init(BOARD);

    qtest_writel(q, NOC_CONTROL_BASE + CTL_PEEK, NODE);
    qtest_writel(q, NOC_CONTROL_BASE + CTL_PEEK, NODES); /* none: nothing changes */
    g_assert_cmphex(control(q, CTL_PEEK), ==, NODE);
    g_assert_cmphex(qtest_readl(q, NOC_PEEK_BASE + NI_NODE), ==, NODE);
    qtest_writel(q, NOC_PEEK_BASE + NI_TAU_S, TAU);
    g_assert_cmphex(qtest_readl(q, ni(NODE, NI_TAU_S)), ==, TAU);
    qtest_writel(q, NOC_PEEK_BASE + NI_EXIT, 0);
    g_assert_cmphex(qtest_readl(q, NOC_PEEK_BASE + NOC_OWN_BASE - NOC_NI_BASE + CNT_STATUS), ==,
                    NOC_PUT(1, CNT_STATUS, DONE));
    qtest_writel(q, NOC_PEEK_RAM_BASE + AT, NODE);
    g_assert_cmphex(qtest_readl(q, ram(NODE, AT)), ==, NODE);
    qtest_writel(q, ram(NODE, 0), ~NODE);
    g_assert_cmphex(qtest_readl(q, NOC_PEEK_RAM_BASE), ==, (uint32_t)~NODE);
    qtest_writel(q, NOC_CONTROL_BASE + CTL_PEEK, 0);
    g_assert_cmphex(qtest_readl(q, NOC_PEEK_BASE + NI_TAU_S), ==, 0);
    qtest_quit(q);
}

/* What was printed is in the ring, too. */
static void check_ring(QTestState *q, const char *expected)
{
    char ring[64] = { 0 };

    g_assert_cmphex(control(q, CTL_CONSOLE_LO), ==, strlen(expected));
    qtest_memread(q, NOC_CONSOLE_BASE, ring, sizeof(ring));
    g_assert_cmpstr(ring, ==, expected);
}

/* Characters of several nodes come mixed, lines do not. */
static void test_console(void)
{
    static const char expected[] = "[1] bcd\n[0] abc\n[2] \n";
    g_autofree char *file = NULL, *text = NULL;
    int fd = g_file_open_tmp("nocturne-XXXXXX", &file, NULL);
    QTestState *q;
    unsigned i;

    g_assert_cmpint(fd, >=, 0);
    close(fd);
    q = qtest_initf(BOARD ",console=c -chardev file,id=c,path=%s", file);
    for (i = 0; i < 3; i++) {
        qtest_writel(q, ni(0, NI_CONSOLE), 'a' + i);
        qtest_writel(q, ni(1, NI_CONSOLE), 'b' + i);
    }
    qtest_writel(q, ni(1, NI_CONSOLE), '\n');
    qtest_writel(q, ni(0, NI_CONSOLE), '\n');
    qtest_writel(q, ni(2, NI_CONSOLE), '\n');
    check_ring(q, expected);
    qtest_quit(q);
    g_assert_true(g_file_get_contents(file, &text, NULL, NULL));
    g_assert_cmpstr(text, ==, expected);
    unlink(file);
}

static void test_exit_status(void)
{
    QTestState *q = qtest_init(BOARD);

    qtest_writel(q, ni(6, NI_EXIT), 3);
    g_assert_cmphex(counter(q, 6, CNT_STATUS), ==,
                    NOC_PUT(1, CNT_STATUS, DONE) | NOC_PUT(3, CNT_STATUS, CODE));
    g_assert_cmphex(counter(q, 7, CNT_STATUS), ==, 0);
    qtest_writel(q, ni(7, NI_EXIT), NOC_PUT(1, NI_EXIT, ABORT) | 4);
    g_assert_cmphex(counter(q, 7, CNT_STATUS), ==,
                    NOC_PUT(1, CNT_STATUS, DONE) | NOC_PUT(1, CNT_STATUS, ABORT) |
                    NOC_PUT(4, CNT_STATUS, CODE));
    qtest_quit(q);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("/nocturne/identity", test_identity);
    qtest_add_func("/nocturne/reset-values", test_reset_values);
    qtest_add_func("/nocturne/private-ram", test_private_ram);
    qtest_add_func("/nocturne/worm/neighbour", test_neighbour);
    qtest_add_func("/nocturne/worm/far", test_far);
    qtest_add_func("/nocturne/worm/window", test_window);
    qtest_add_func("/nocturne/worm/graph", test_graph);
    qtest_add_func("/nocturne/worm/grid", test_grid);
    qtest_add_func("/nocturne/worm/pipeline-options", test_pipeline_options);
    qtest_add_func("/nocturne/counters", test_counters);
    qtest_add_func("/nocturne/reset", test_reset);
    qtest_add_func("/nocturne/control", test_control);
    qtest_add_func("/nocturne/peek", test_peek);
    qtest_add_func("/nocturne/console", test_console);
    qtest_add_func("/nocturne/exit-status", test_exit_status);
    return g_test_run();
}
