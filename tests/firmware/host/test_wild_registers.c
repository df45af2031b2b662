/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A core that writes any register of its NI, with any value: worms with any words, headers and lists
 * of headers, signals, windows and slots. The others are a group without it. Their messages,
 * collective operations and one-sided accesses come to their ends, with every byte checked. Only
 * EXIT is left out, since the first ABORT of any core ends the board.
 */
#include "runs.h"
#include "ni.h"
#include "onesided.h"
#include "operations.h"
#include "packet.h"
#include "layer/wire.h"

enum {
    CORES_MAX = 8,
    PLACES = 32,      /* of slots and windows */
    PLACE_FLITS = 64, /* of each */
    ROUNDS = 50,
    LONG = 700 /* bytes, more than a message that goes eagerly */
};

/* How far the others are. */
static struct {
    uint32_t left, round;
} others;

/* --- the wild core --------------------------------------------------------------------------- */

struct wild {
    uint32_t *place, *words; /* what its NI may write, and what it sends */
    uint32_t nodes;
};

/* Often a message, to the queue of messages. */
static uint32_t wild_w0(uint32_t x)
{
    const uint32_t type = x & 8 ? NOC_WORM_MESSAGE : NOC_WORM_MESSAGE + x % 3,
                   channel = x & 16 ? NOC_QUEUE_EAGER : x >> 5 & 7;

    return type << NI_TX_W0_TYPE_SHIFT | channel << NI_TX_W0_CHANNEL_SHIFT | (x >> 8) % 80 |
           (x >> 16 & 1) << NI_TX_W0_QUIET_SHIFT | x >> 20 << NI_TX_W0_ENTRY_SHIFT;
}

/* Often a message to the world or to the others' group, in anybody's name. */
static uint32_t wild_w2(uint32_t x)
{
    return x & 1 ? (x >> 1) % 16
                 : (x & 2 ? 0 : x >> 30) << WIRE_CLASS_SHIFT | (x >> 4) % 4 << WIRE_CONTEXT_SHIFT |
                       (x >> 8) % 8 << WIRE_SENDER_SHIFT;
}

/* Often one that makes sense there. The NI must not write into the memory of the test itself. */
static uint32_t value_for(const struct wild *w, uint32_t offset, uint32_t x)
{
    const uint32_t reg =
        offset < NI_RX_FREE ? offset : NI_RX_FREE + (offset - NI_RX_FREE) % NI_QUEUE_STRIDE;

    switch (reg) {
    case NI_RX_FREE:
    case NI_WINDOW_ADDR:
        return ni_address(w->place + x % PLACES * PLACE_FLITS);
    case NI_RX_SIZE:
        return x % (PLACE_FLITS + 1);
    case NI_WINDOW_LENGTH:
        return x % (4 * PLACE_FLITS + 1);
    case NI_TX_ADDR:
    case NI_TX_LIST_ADDR:
    case NI_TX_HEADERS_ADDR:
        return ni_address(w->words + x % PLACE_FLITS);
    case NI_TX_W0:
        return wild_w0(x);
    case NI_TX_W1: /* some as questions of collective operations have them */
        return (x & 256   ? x % 8
                : x & 512 ? 0xe000 | (x & 1024) << 2
                          : others.round)
            << NI_TX_W1_TAG_SHIFT;
    case NI_TX_W2:
        return wild_w2(x);
    case NI_TX_DEST:
        return noc_header(NOC_HEADER_LAST, x % w->nodes, 0);
    case NI_TX_HEADERS:
    case NI_TX_LIST_FLITS:
        return x % 16;
    case NI_SIGNAL_SEND:
    case NI_SIGNAL_POP:
    case NI_SIGNAL_SELECT:
    case NI_DISCARD_POP:
    case NI_DISCARD_SELECT:
    case NI_WINDOW_OPEN:
        return x % w->nodes | (x >> 8) % 32 << 16;
    case NI_TAU_S:
    case NI_TAU_R:
        return x & 63;
    default:
        return x;
    }
}

/* Whether it says where the NI writes: of that only what makes sense. */
static bool is_of_memory(uint32_t offset)
{
    return offset == NI_WINDOW_ADDR || offset == NI_WINDOW_LENGTH || offset >= NI_RX_FREE;
}

/* Words of which some are headers of worms, some what the layer sends. */
static void draw_words(const struct wild *w)
{
    uint32_t i;

    for (i = 0; i < 2 * PLACE_FLITS; i++) {
        switch (core_random() % 4) {
        case 0:
            w->words[i] = core_random() % 16;
            break;
        case 1:
            w->words[i] = noc_header(NOC_HEADER_ADDRESS, core_random() % w->nodes, 0);
            break;
        case 2:
            w->words[i] = noc_header(NOC_HEADER_LAST, core_random() % w->nodes, 0);
            break;
        default:
            w->words[i] = core_random();
            break;
        }
    }
}

static uint32_t draw_offset(void)
{
    static const uint16_t often[] = {NI_TX_DEST,        NI_TX_DEST, NI_TX_DEST,  NI_TX_HEADERS,
                                     NI_SIGNAL_SEND,    NI_TX_W0,   NI_TX_W1,    NI_TX_W2,
                                     NI_TX_ADDR,        NI_RX_FREE, NI_RX_RESET, NI_WINDOW_OPEN,
                                     NI_TX_HEADERS_ADDR};
    uint32_t offset;

    do {
        offset = core_random() % 3 ? often[core_random() % (sizeof(often) / sizeof(often[0]))]
                                   : core_random() % NOC_NI_SIZE & ~3u;
    } while (offset == NI_EXIT);
    return offset;
}

/* A worm whose words all make some sense. */
static void start_worm(const struct wild *w)
{
    static const uint16_t reg[] = {NI_TX_ADDR, NI_TX_W0, NI_TX_W1, NI_TX_W2, NI_TX_DEST};
    uint32_t i;

    for (i = 0; i < sizeof(reg) / sizeof(reg[0]); i++) {
        ni_write(reg[i], value_for(w, reg[i], core_random()));
    }
}

static void be_wild(void)
{
    struct wild w = {.place = core_malloc(PLACES * PLACE_FLITS * 4),
                     .words = core_malloc(2 * PLACE_FLITS * 4),
                     .nodes = cores_topology()->nodes};
    uint32_t i, offset, x;

    while (others.left) {
        draw_words(&w);
        for (i = 0; i < 100 && others.left; i++) {
            if (core_random() % 4 == 0) {
                start_worm(&w);
            }
            offset = draw_offset();
            x = core_random();
            if (core_random() % 8 || is_of_memory(offset)) {
                x = value_for(&w, offset, x);
            }
            ni_write(offset, x);
            core_delay(core_random() % 4 ? core_random() % 8 : core_random() % 200);
        }
        while (ni_read(NI_TX_BUSY)) { /* before the words change, or the core ends */
        }
    }
    ni_write(NI_RX_RESET, 0);
}

/* --- the others ------------------------------------------------------------------------------ */

/* To the next one, from the one before. */
static void pass_on(noc_group *g, uint32_t round)
{
    const uint32_t n = noc_group_size(g), me = (uint32_t)noc_group_rank(g),
                   bytes = round % 2 ? LONG : round * 5;
    uint8_t *out = core_malloc(bytes + 1), *in = core_malloc(bytes + 1);
    noc_request r;
    int32_t from;
    uint32_t i;

    for (i = 0; i < bytes; i++) {
        out[i] = (uint8_t)(me * 31 + round * 7 + i);
    }
    from = round % 2 ? (int32_t)((me + n - 1) % n) : NOC_ANY_SOURCE;
    ok(noc_irecv_in(g, from, (int32_t)round, in, bytes, &r), "receive");
    ok(noc_send_in(g, (me + 1) % n, round, out, bytes, NOC_FOREVER), "send");
    ok(noc_wait(&r, NULL, NOC_FOREVER), "wait");
    for (i = 0; i < bytes; i++) {
        if (in[i] != (uint8_t)((me + n - 1) % n * 31 + round * 7 + i)) {
            core_fail("round %u: byte %u is wrong", round, i);
        }
    }
    core_free(in);
    core_free(out);
}

static void work(uint32_t seed)
{
    const uint32_t n = cores_topology()->nodes - 1;
    const struct epochs e = {.seed = seed,
                             .epochs = 3,
                             .actions = n < 5 ? n : 5,
                             .longest = LONG,
                             .patience = NOC_FOREVER};
    uint16_t members[CORES_MAX];
    noc_group *g;
    uint32_t i;

    ok(noc_init(), "init");
    for (i = 0; i < n; i++) {
        members[i] = (uint16_t)i;
    }
    ok(noc_group_create(members, n, &g, NOC_FOREVER), "group");
    for (i = 0; i < ROUNDS; i++) {
        const uint32_t number = seed * ROUNDS + i;

        others.round = i;
        pass_on(g, i);
        operation_try(g, &(struct tried){number % OPERATIONS, number, number * 37 % 300, i % 2});
    }
    epochs_try(g, &e);
    ok(noc_group_free(g, NOC_FOREVER), "free");
}

static void program(void *arg)
{
    const uint32_t *seed = arg, last = cores_topology()->nodes - 1;

    if (core_number() == 0) {
        others.left = last;
        others.round = 0;
    }
    core_delay(10);
    if (core_number() == last) {
        be_wild();
    } else {
        work(*seed);
        others.left--;
    }
}

TEST(any_register_harms_nobody_else)
{
    static const struct {
        const char *topology, *routing;
    } board[] = {{"mesh:2x3", NULL},
                 {"cube:3", NULL},
                 {"mesh:3", NULL},
                 {"utorus:4x2", "utpr"},
                 {"torus:2x3", NULL}};

    TEST_CASES(seed, 60)
    {
        const struct cores_config c = {.topology = board[seed % 5].topology,
                                       .routing = board[seed % 5].routing,
                                       .ports = seed % 2,
                                       .jitter = seed % 4 * 5,
                                       .wild_headers = true,
                                       .seed = seed + 1,
                                       .limit_cycles = 40000000};

        cores_must_run(&c, program, &seed);
    }
}
