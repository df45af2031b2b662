/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The board under random use: registers written at random never crash it nor
 * let it write outside of slots and windows; small firmwares that follow the
 * protocol of docs/board.md lose nothing, however few slots there are; a
 * receiver that never drains slows nobody down; and twice the same is twice
 * the same.
 */
#include "test.h"
#include "board_rig.h"
#include "routing/hcycle.h"
#include "routing/routing.h"

static const uint32_t BODY = NOC_RAM_BASE + 0x100, AREA = NOC_RAM_BASE + 0x8000;
enum { PLACE_FLITS = 64, PLACES = 128 }; /* of slots and windows, in AREA */

/* Header lists for worms, all of the same number of flits, at each node. */
static const uint32_t LISTS = NOC_RAM_BASE + 0x4000;
enum { LIST_FLITS = 12, LIST_BYTES = 64, LISTS_MAX = 256, LIST_TO_MAX = 5 };

static uint32_t place(uint32_t i)
{
    return AREA + i % PLACES * PLACE_FLITS * 4;
}

static void mix(uint64_t *hash, uint64_t value)
{
    *hash = (*hash ^ value) * 0x100000001b3ull;
}

/* --- random registers --------------------------------------------------------- */

/* A value for a register: often one that makes sense there. */
static uint32_t value_for(struct rig *rig, uint32_t offset, uint32_t x, uint32_t y)
{
    bool wild = (x & 0x1f000000) == 0;
    uint32_t reg =
        offset < NI_RX_FREE ? offset : NI_RX_FREE + (offset - NI_RX_FREE) % NI_QUEUE_STRIDE;

    switch (reg) {
    case NI_RX_FREE: /* within RAM only in AREA: see place_of_write */
    case NI_WINDOW_ADDR:
        return wild ? y & 0x7fffffff : place(y);
    case NI_RX_SIZE:
        return y % (PLACE_FLITS + 1);
    case NI_WINDOW_LENGTH:
        return y % (4 * PLACE_FLITS + 1);
    case NI_TX_W2:
    case NI_WINDOW_KEY:
        return wild ? y : y & 1;
    case NI_TX_ADDR:
    case NI_TX_LIST_ADDR:
        return wild ? y : NOC_RAM_BASE + (y & 0x3ffc);
    case NI_TX_W0:
        return wild ? y
                    : w0(1 + y % 3, y >> 4 & 7, y >> 8 & 127, y >> 16 & 15) |
                          NOC_PUT(y >> 24 & 1, NI_TX_W0, QUIET);
    case NI_TX_LIST_FLITS:
        return wild ? y : y % 16;
    case NI_TX_HEADERS_ADDR:
        return wild ? y : LISTS + y % LISTS_MAX * LIST_BYTES;
    case NI_TX_HEADERS:
        return wild ? y : LIST_FLITS;
    case NI_TX_DEST:
        return wild ? y : noc_header(NOC_HEADER_LAST, y % rig->topology.nodes, 0);
    case NI_TAU_S:
    case NI_TAU_R:
        return y & 0x3f;
    case NI_DEADLINE_HI:
        return wild ? y : 0;
    case NI_DEADLINE_LO:
        return (uint32_t)rig_now(rig) + (y & 0x1ff);
    case NI_SIGNAL_SEND:
    case NI_SIGNAL_POP:
    case NI_DISCARD_POP:
    case NI_DISCARD_SELECT:
    case NI_WINDOW_OPEN:
        return wild ? y : y & 0x1f000f;
    default:
        return y;
    }
}

/* Slots and windows begin at places and are at most as long: a write that leaves its place goes
 * beyond its slot. */
static bool write_in_place(void *opaque, uint32_t node, uint32_t addr, const void *from,
                           uint32_t bytes)
{
    assert_true(addr >= AREA && addr < place(0) + PLACES * PLACE_FLITS * 4);
    assert_true((addr - AREA) % (PLACE_FLITS * 4) + bytes <= PLACE_FLITS * 4);
    return rig_write(opaque, node, addr, from, bytes);
}

/* Some nodes further and further on the circuit, one of them with a list of what is left. */
static void write_list(struct rig *rig, uint32_t node, uint32_t *header, uint32_t *seed)
{
    const struct noc_topology *t = &rig->topology;
    uint32_t m = 1 + rig_random(seed) % LIST_TO_MAX, with = rig_random(seed) % m, n = 0;
    uint32_t label = noc_hcycle_label(t, node), to = node;

    for (uint32_t i = 0; i < m; i++) {
        label += 1 + (rig_random(seed) >> 8) % (t->nodes / LIST_TO_MAX);
        to = noc_hcycle_node(t, label % t->nodes);
        header[n++] = noc_header(NOC_HEADER_ADDRESS, to, 0);
        if (i == with) {
            header[n] = noc_header(NOC_HEADER_COUNT, 0, LIST_FLITS - m - 2);
            n += LIST_FLITS - m - 1;
        }
    }
    header[n++] = noc_header(NOC_HEADER_LAST, to, 0);
    assert_int_equal(n, LIST_FLITS);
}

/* routing NULL: the topology's. */
static struct rig *fuzz_rig(const char *topology, const struct noc_routing *routing, uint32_t ports,
                            const char *preset)
{
    struct rig *rig = rig_new_routed(topology, routing, ports, preset);
    uint32_t seed = 5;

    rig->board->ops.write = write_in_place;
    for (uint32_t i = 0; routing && i < rig->topology.nodes * LISTS_MAX; i++) {
        write_list(rig, i / LISTS_MAX,
                   rig_word(rig, i / LISTS_MAX, LISTS + i % LISTS_MAX * LIST_BYTES), &seed);
    }
    return rig;
}

static uint32_t random_offset(uint32_t x)
{
    switch (x & 7) {
    case 0:
        return x & 8 ? NI_TX_DEST : NI_TX_HEADERS;
    case 1:
        return NI_TX_W0;
    case 2:
        return x & 8 ? NI_TX_ADDR : NI_TX_HEADERS_ADDR;
    case 3:
        return queue_reg(NI_RX_FREE, x >> 8 & 7);
    case 4:
        return x & 8 ? NI_SIGNAL_SEND : NI_WINDOW_OPEN;
    case 5:
        return x & 8 ? NI_TX_LIST_ADDR : NI_TX_LIST_FLITS;
    default:
        return x >> 4 & 0x3fc;
    }
}

/* As the node will read it, which does not depend on the network. */
static uint32_t tx_status_at(struct rig *rig, uint32_t node, uint64_t when)
{
    return noc_ni_read(rig->board, node, NI_TX_STATUS, when);
}

enum { FUZZ_STEPS = 60000 };

/* Everything a run shows, as one number. */
static uint64_t fuzz(const char *topology, const struct noc_routing *routing, uint32_t ports,
                     const char *preset, uint32_t seed)
{
    struct rig *rig = fuzz_rig(topology, routing, ports, preset);
    uint64_t hash = 0xcbf29ce484222325ull;
    uint32_t node, offset, i, lists = 0;

    for (node = 0; node < rig->topology.nodes; node++) {
        for (i = 0; i < NOC_QUEUES; i++) {
            give_slots(rig, node, i, 4, PLACE_FLITS, place(4 * i));
        }
    }
    for (i = 0; i < FUZZ_STEPS; i++) {
        uint32_t x = rig_random(&seed), y = rig_random(&seed);

        node = (y >> 20) % rig->topology.nodes;
        offset = random_offset(x);
        if (x & 0x80000000) {
            mix(&hash, rd(rig, node, offset));
        } else {
            wr(rig, node, offset, value_for(rig, offset, x, y));
            lists += offset == NI_TX_HEADERS && rd(rig, node, NI_TX_STATUS) == NOC_TX_CHECKING &&
                     tx_status_at(rig, node, rig_now(rig) + LIST_FLITS + 1) == NOC_TX_OK;
        }
        mix(&hash, noc_board_run(rig->board, rig_now(rig) + (x >> 28 & 7)));
    }
    for (node = 0; node < rig->topology.nodes; node++) {
        wr(rig, node, NI_WAKE, 0); /* some deadlines are years away */
    }
    run_out(rig, 1000000);
    for (node = 0; node < rig->topology.nodes; node++) {
        for (offset = 0; offset < NOC_NI_SIZE; offset += 4) {
            mix(&hash, rd(rig, node, offset));
        }
        for (offset = 0; offset < NOC_DEBUG_BLOCK; offset += 4) {
            mix(&hash, counter(rig, node, offset));
        }
    }
    for (i = 0; i < rig->logged && i < RIG_LOG; i++) {
        mix(&hash, rig->log[i].when);
        mix(&hash, rig->log[i].node * 8 + rig->log[i].what);
    }
    assert_null(rig->board->pool.live); /* no worm is left behind */
    assert_true(rig->writes > 1000);    /* it was no idle talk */
    assert_true(routing ? lists > 200 : lists == 0);
    rig_free(rig);
    return hash;
}

TEST(random_registers_do_no_harm_twice)
{
    static const struct {
        const char *topology, *preset;
        uint32_t ports;
        const char *routing;
    } boards[] = {
        {"torus:4x4", "board", 1, NULL},
        {"torus:4x4", "board", 0, NULL},
        {"mesh:3x5", "paper", 1, NULL},
        {"cube:4", "s1", 2, NULL},
        {"utorus:4x4", "board", 1, NULL},
        {"utorus:4x4", "board", 1, "utpr"},
        {"utorus:3x3x3", "paper", 0, "utpr"},
        {"utorus:8x4", "s1", 2, "utpr"},
        {"mesh:2", "board", 0, NULL},
        {"grid:torus 4x3\naux left 5 right 3\naux up 10 down 1\n", "board", 1, NULL},
        {"graph:0 1\n1 2\n2 3\n3 0\n0 2\n3 4\n4 5\n5 2\n5 6\n", "paper", 0, NULL},
    };
    unsigned i;

    for (i = 0; i < sizeof(boards) / sizeof(boards[0]); i += test_affords(5) ? 1 : 3) {
        const struct noc_routing *r = boards[i].routing ? rig_routing(boards[i].routing) : NULL;
        uint64_t one = fuzz(boards[i].topology, r, boards[i].ports, boards[i].preset, i + 1);
        uint64_t two = fuzz(boards[i].topology, r, boards[i].ports, boards[i].preset, i + 1);

        assert_true(one == two);
        assert_true(one != fuzz(boards[i].topology, r, boards[i].ports, boards[i].preset, i + 77));
    }
}

/* One access of node in cycle t, whatever other nodes did in t before it. */
static void act(struct rig *rig, uint32_t node, uint32_t t)
{
    uint32_t seed = (t * 16 + node) * 2654435761u | 1, x, y;

    rig_random(&seed);
    x = rig_random(&seed);
    y = rig_random(&seed);
    if (x & 0x00800000) {
        wr(rig, node, random_offset(x), value_for(rig, random_offset(x), x, y));
    }
}

/* Harts that act in the same cycle may be asked in any order. */
TEST(nodes_of_one_cycle_come_in_any_order)
{
    struct rig *up = fuzz_rig("torus:4x4", NULL, 1, "board");
    struct rig *down = fuzz_rig("torus:4x4", NULL, 1, "board");
    uint32_t node, t, offset;

    for (node = 0; node < 16; node++) {
        give_slots(up, node, 0, 16, PLACE_FLITS, AREA);
        give_slots(down, node, 0, 16, PLACE_FLITS, AREA);
    }
    for (t = 1; t < 4000; t++) {
        run_to(up, 3 * t);
        run_to(down, 3 * t);
        for (node = 0; node < 16; node++) {
            act(up, node, t);
            act(down, 15 - node, t);
        }
    }
    run_to(up, 50000);
    run_to(down, 50000);
    for (node = 0; node < 16; node++) {
        for (offset = 0; offset < NOC_NI_SIZE; offset += 4) {
            assert_int_equal(rd(up, node, offset), rd(down, node, offset));
        }
        for (offset = 0; offset < NOC_DEBUG_BLOCK; offset += 4) {
            assert_int_equal(counter(up, node, offset), counter(down, node, offset));
        }
    }
    assert_memory_equal(up->ram, down->ram, 16 * RIG_RAM);
    assert_true(up->writes > 1000);
    rig_free(up);
    rig_free(down);
}

/* --- the protocol --------------------------------------------------------------- */

enum { FW_NODES = 16, FW_EACH = 12, FW_BODY_MAX = 20 };

/* The least firmware: one message under way for each pair, its copy kept
 * until acknowledged, pulled when discarded. */
struct firmware {
    uint32_t sent[FW_NODES], got[FW_NODES]; /* messages, by the other node */
    bool waits[FW_NODES];                   /* for an acknowledgement of that node */
    bool resend[FW_NODES];                  /* that node has pulled */
    unsigned pulled_slots;                  /* of queue 1, not promised to a pull */
};

static uint32_t body_flits(uint32_t from, uint32_t to, uint32_t n)
{
    return (from * 7 + to * 3 + n * 5) % FW_BODY_MAX;
}

static uint32_t body_word(uint32_t from, uint32_t to, uint32_t n, uint32_t i)
{
    return from << 24 | to << 16 | n << 8 | i;
}

static uint32_t lowest_free_entry(struct rig *rig, uint32_t node)
{
    uint32_t busy = rd(rig, node, NI_TX_BUSY), e = 0;

    while (busy >> e & 1) {
        e++;
    }
    return e;
}

static bool send_one(struct rig *rig, uint32_t node, uint32_t to, uint32_t n, uint32_t type)
{
    uint32_t e = lowest_free_entry(rig, node), flits = body_flits(node, to, n), i;
    uint32_t addr = BODY + e * 4 * FW_BODY_MAX;

    if (e >= NOC_TX_ENTRIES) {
        return false;
    }
    for (i = 0; i < flits; i++) {
        *rig_word(rig, node, addr + 4 * i) = body_word(node, to, n, i);
    }
    assert_int_equal(start(rig, node, to, w0(type, 0, flits, e), n, addr), NOC_TX_OK);
    return true;
}

static void receive(struct rig *rig, struct firmware *fw, uint32_t node, unsigned q)
{
    uint32_t word1 = rd(rig, node, queue_reg(NI_RX_W1, q));
    uint32_t addr = rd(rig, node, queue_reg(NI_RX_ADDR, q));
    uint32_t flits = NOC_GET(rd(rig, node, queue_reg(NI_RX_W0, q)), NI_TX_W0, LENGTH);
    uint32_t from = word1 & 0x3fff, n = word1 >> 16, i;

    assert_int_equal(n, fw->got[from]); /* in order, none twice, none missing */
    assert_int_equal(flits, body_flits(from, node, n));
    for (i = 0; i < flits; i++) {
        assert_int_equal(*rig_word(rig, node, addr + 4 * i), body_word(from, node, n, i));
    }
    fw->got[from]++;
    wr(rig, node, queue_reg(NI_RX_POP, q), 0);
    wr(rig, node, queue_reg(NI_RX_FREE, q), addr);
    fw->pulled_slots += q == NOC_QUEUE_PULLED;
}

static void handle_signal(struct rig *rig, struct firmware *fw, uint32_t node)
{
    uint32_t head = rd(rig, node, NI_SIGNAL_HEAD);
    uint32_t from = NOC_GET(head, NI_SIGNAL_HEAD, NODE);

    wr(rig, node, NI_SIGNAL_POP, head);
    assert_true(fw->waits[from]);
    if (NOC_GET(head, NI_SIGNAL_HEAD, NUMBER) == noc_signal(NOC_SIGNAL_ACK, 0)) {
        fw->waits[from] = false;
    } else {
        fw->resend[from] = true;
    }
}

/* The queue whose head came first: a message that was pulled may be younger,
 * or older, than one of its sender's that waits in queue 0. */
static unsigned older_queue(struct rig *rig, uint32_t node, uint32_t pending)
{
    if (!(pending & 1)) {
        return NOC_QUEUE_PULLED;
    }
    return pending >> NOC_QUEUE_PULLED & 1 &&
           rd64(rig, node, queue_reg(NI_RX_TIME_LO, NOC_QUEUE_PULLED)) <
               rd64(rig, node, NI_RX_TIME_LO);
}

/* One thing at a time, the first that there is to do. */
static void step(struct rig *rig, struct firmware *fw, uint32_t node, uint32_t x)
{
    uint32_t pending = rd(rig, node, NI_PENDING), to = (x >> 8) % FW_NODES, head;

    if (pending >> NI_PENDING_SIGNAL_SHIFT & 1) {
        handle_signal(rig, fw, node);
    } else if (fw->resend[to] && send_one(rig, node, to, fw->sent[to] - 1, NOC_WORM_RESEND)) {
        fw->resend[to] = false;
    } else if ((pending & 3) && (x & 3) == 0) { /* a slow receiver */
        receive(rig, fw, node, older_queue(rig, node, pending));
    } else if ((pending >> NI_PENDING_DISCARD_SHIFT & 1) && fw->pulled_slots) {
        fw->pulled_slots--;
        head = rd(rig, node, NI_DISCARD_HEAD);
        wr(rig, node, NI_DISCARD_POP, head);
        send_signal(rig, node, NOC_GET(head, NI_DISCARD_HEAD, NODE),
                    noc_signal(NOC_SIGNAL_PULL, 0));
    } else if (to != node && !fw->waits[to] && fw->sent[to] < FW_EACH &&
               send_one(rig, node, to, fw->sent[to], NOC_WORM_MESSAGE)) {
        fw->waits[to] = true;
        fw->sent[to]++;
    }
}

static uint32_t sum(struct rig *rig, uint32_t offset)
{
    uint32_t node, n = 0;

    for (node = 0; node < rig->topology.nodes; node++) {
        n += counter(rig, node, offset);
    }
    return n;
}

static void all_to_all(const char *topology, uint32_t ports, const char *preset, unsigned slots)
{
    struct rig *rig = rig_new(topology, ports, preset);
    struct firmware fw[FW_NODES] = {0};
    uint32_t seed = 31337, node, from, missing = FW_NODES * (FW_NODES - 1) * FW_EACH;

    assert_int_equal(rig->topology.nodes, FW_NODES);
    for (node = 0; node < FW_NODES; node++) {
        give_slots(rig, node, 0, slots, FW_BODY_MAX, AREA);
        give_slots(rig, node, NOC_QUEUE_PULLED, 1, FW_BODY_MAX, AREA + 0x4000);
        fw[node].pulled_slots = 1;
    }
    while (missing) {
        assert_true(rig_now(rig) < 2000000);
        node = rig_random(&seed) % FW_NODES;
        step(rig, &fw[node], node, rig_random(&seed));
        run_to(rig, rig_now(rig) + (seed & 1));
        for (from = missing = 0; from < FW_NODES; from++) {
            for (node = 0; node < FW_NODES; node++) {
                missing += from == node ? 0 : FW_EACH - fw[node].got[from];
            }
        }
    }
    run_out(rig, 10000);
    assert_int_equal(sum(rig, CNT_BAD), 0);
    assert_int_equal(sum(rig, CNT_OUT), sum(rig, CNT_IN) + sum(rig, CNT_DISCARDED));
    if (slots < 4) {
        assert_true(sum(rig, CNT_DISCARDED) > 100);
    }
    assert_null(rig->board->pool.live);
    rig_free(rig);
}

TEST(nothing_is_lost_however_few_slots)
{
    all_to_all("torus:4x4", 1, "board", 0);
    all_to_all("torus:4x4", 1, "board", 1);
    all_to_all("torus:4x4", 0, "board", 3);
    all_to_all("mesh:4x4", 1, "paper", 1);
    all_to_all("cube:4", 2, "s1", 2);
    all_to_all("utorus:4x4", 1, "board", 16);
    all_to_all("grid:torus 3x5\naux left 9 right 5\n", 1, "board", 1);
    all_to_all(
        "grid:mesh 4x3\naux right 3\naux left 4 right 5 up 4 down 7\naux left 11\naux up 11\n", 0,
        "s1", 2);
    all_to_all("graph:0 1\n0 2\n0 3\n3 4\n3 5\n3 6\n4 7\n5 7\n7 8\n8 9\n9 10\n10 11\n11 12\n"
               "12 13\n13 14\n14 15\n15 1\n",
               1, "paper", 1);
}

/* --- always sink ------------------------------------------------------------------ */

/*
 * Everybody floods node 5, which takes the bodies into windows (open) or
 * refuses each of them. All other traffic takes the very same cycles.
 */
static uint64_t flood(bool open)
{
    struct rig *rig = rig_new("torus:4x4", 1, "board");
    uint64_t hash = 0;
    uint32_t node, n;

    for (node = 0; node < 16; node++) {
        give_slots(rig, node, 2, 16, 8, AREA);
    }
    for (n = 0; n < 40; n++) {
        wr(rig, 5, NI_WINDOW_CLEAR, 0xff);
        for (node = 0; node < 8 && open; node++) {
            wr(rig, 5, NI_WINDOW_INDEX, node);
            wr(rig, 5, NI_WINDOW_ADDR, NOC_RAM_BASE);
            wr(rig, 5, NI_WINDOW_LENGTH, 4 * 200);
            wr(rig, 5, NI_WINDOW_OPEN, node + 7);
        }
        for (node = 7; node < 15; node++) {
            start(rig, node, 5, w0(NOC_WORM_BODY, node - 7, 200, n % 16), 0, BODY);
        }
        for (node = 0; node < 16; node++) {
            uint32_t to = (node * 5 + n) % 16;

            if (to != node && node != 5 && to != 5) {
                start(rig, node, to, w0(NOC_WORM_MESSAGE, 2, 8, n % 16), 0, BODY);
            }
        }
        run_out(rig, 20000); /* it always drains */
        for (node = 0; node < 16; node++) {
            while (node != 5 && rd(rig, node, queue_reg(NI_RX_W0, 2))) {
                mix(&hash, rd64(rig, node, queue_reg(NI_RX_TIME_LO, 2)));
                mix(&hash, rd(rig, node, queue_reg(NI_RX_W1, 2)));
                wr(rig, node, queue_reg(NI_RX_FREE, 2), rd(rig, node, queue_reg(NI_RX_ADDR, 2)));
                wr(rig, node, queue_reg(NI_RX_POP, 2), 0);
            }
        }
    }
    assert_int_equal(counter(rig, 5, CNT_IN), open ? 40 * 8 : 0);
    assert_int_equal(counter(rig, 5, CNT_DISCARDED), open ? 0 : 40 * 8);
    mix(&hash, rig_now(rig));
    rig_free(rig);
    return hash;
}

TEST(a_node_that_takes_nothing_slows_nobody)
{
    assert_true(flood(true) == flood(false));
}

/* --- size --------------------------------------------------------------------------- */

TEST(an_idle_node_is_small)
{
    struct rig *rig = rig_new("torus:128x128", 1, "board");
    uint32_t node;

    assert_true(sizeof(struct ni) <= 640);
    assert_true(sizeof(struct ni_queue) <= 640);
    for (node = 0; node < NOC_NODES_MAX; node++) {
        assert_int_equal(rd(rig, node, NI_NODE), node);
        if (node) {
            send_signal(rig, node, 0, 3);
        }
    }
    run_out(rig, 1000000);
    /* The most signals a node can have of one number; each is there. */
    for (node = 1; node < NOC_NODES_MAX; node++) {
        assert_int_equal(rd(rig, 0, NI_SIGNAL_HEAD), 1u << 31 | 3u << 16 | node);
        wr(rig, 0, NI_SIGNAL_POP, 3u << 16 | node);
    }
    assert_int_equal(rd(rig, 0, NI_SIGNAL_HEAD), 0);
    rig_free(rig);
}
