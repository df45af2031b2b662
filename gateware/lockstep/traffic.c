/* SPDX-License-Identifier: BSD-2-Clause */
/* Random accesses to registers: traffic.h. */
#include "traffic.h"

#include <string.h>

#include "packet.h"

static uint64_t draws;
/* A body that an open window would take: its words W0 and W2, and the window's node. */
static struct {
    bool there;
    uint32_t key, dest;
} plan[TRAFFIC_NODES_MAX];

void traffic_seed(uint64_t seed)
{
    draws = seed;
    memset(plan, 0, sizeof plan); /* so that a case is the same alone */
}

uint32_t traffic_draw(uint32_t n)
{
    uint64_t x = (draws += UINT64_C(0x9e3779b97f4a7c15));

    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((x ^ x >> 31) % n);
}

static uint32_t any_word(void)
{
    return traffic_draw(1u << 16) << 16 | traffic_draw(1u << 16);
}

uint32_t traffic_bits(uint32_t bits)
{
    return any_word() >> (32 - bits) >> traffic_draw(bits);
}

/* Whether what is begun now need not end in this episode. */
static bool need_not_end(const struct traffic *t)
{
    return t->endless && noc_board_now(t->board) - t->start >= TRAFFIC_EARLY;
}

/* --- places ----------------------------------------------------------------------------------- */

uint32_t traffic_place(const struct traffic *t, uint32_t i)
{
    return t->ram_base + t->ram_bytes - TRAFFIC_PLACE * (TRAFFIC_PLACES - i % TRAFFIC_PLACES);
}

/* The last place is nobody's. Those before it are for windows, two for each; the first for slots. */
enum { SLOT_PLACES = TRAFFIC_PLACES - 2 * NOC_WINDOWS - 1 };

static bool overlaps(uint32_t a, uint32_t b)
{
    return a - b < TRAFFIC_PLACE || b - a < TRAFFIC_PLACE;
}

static bool is_in_queue(const struct ni_queue *queue, uint32_t addr)
{
    for (unsigned i = 0; queue && i < queue->frees; i++) {
        if (overlaps(queue->free[(queue->first_free + i) % NOC_QUEUE_SLOTS], addr)) {
            return true;
        }
    }
    for (unsigned i = 0; queue && i < queue->entries; i++) {
        if (overlaps(queue->entry[(queue->first_entry + i) % NOC_QUEUE_SLOTS].addr, addr)) {
            return true;
        }
    }
    return false;
}

/* Whether a slot of node there is free, is being filled, or has an entry. */
static bool is_in_use(const struct traffic *t, uint32_t node, uint32_t addr)
{
    const struct ni *ni = &t->board->ni[node];

    for (unsigned q = 0; q < NOC_QUEUES; q++) {
        if (is_in_queue(ni->queue[q], addr)) {
            return true;
        }
    }
    for (const struct ni_worm *w = t->board->pool.live; w; w = w->next) {
        const struct ni_arrival *a = &w->last;

        if (a->node == node && a->fate == NI_FATE_SLOT &&
            ni->queue[a->index]->generation == a->generation && overlaps(a->addr, addr)) {
            return true;
        }
    }
    return false;
}

/* An address for a slot. */
static uint32_t slot_of(const struct traffic *t, uint32_t node)
{
    uint32_t addr = traffic_place(t, traffic_draw(SLOT_PLACES));

    if (t->roomy && traffic_draw(4)) {
        return traffic_draw(8) ? t->ram_base + traffic_bits(16) : any_word();
    }
    if (!t->orderly) {
        return traffic_draw(20) ? addr + traffic_draw(4) : any_word();
    }
    for (uint32_t tries = 0; is_in_use(t, node, addr); tries++) {
        if (tries == SLOT_PLACES) {
            return traffic_draw(1 << 16); /* not in RAM: the slot takes no body */
        }
        addr = traffic_place(t, traffic_draw(SLOT_PLACES));
    }
    return addr + (traffic_draw(2) ? 4 * traffic_draw(2) : traffic_draw(4));
}

/* A window's key: one of few values, in which each bit is set now and then. */
static uint32_t some_key(void)
{
    static const uint32_t keys[] = {0,       1,         2,           0x10,       0x800,
                                    0x40000, 0x8000000, 0xa5a5a5a5u, 0x5a5a5a5au};

    return keys[traffic_draw(2) ? traffic_draw(3) : traffic_draw(sizeof keys / sizeof *keys)];
}

/* --- writes ----------------------------------------------------------------------------------- */

static uint32_t some_node(const struct traffic *t)
{
    uint32_t node = traffic_draw(t->nodes + (traffic_draw(30) == 0));

    return node == t->wild ? (node + 1) % t->nodes : node;
}

static uint32_t worm_word(uint32_t type, uint32_t channel, uint32_t length)
{
    return NOC_PUT(type, NI_TX_W0, TYPE) | NOC_PUT(channel, NI_TX_W0, CHANNEL) |
           NOC_PUT(length, NI_TX_W0, LENGTH) | NOC_PUT(traffic_draw(16), NI_TX_W0, ENTRY) |
           NOC_PUT(traffic_draw(6) == 0, NI_TX_W0, QUIET);
}

static uint32_t some_length(const struct traffic *t)
{
    if (need_not_end(t) && traffic_draw(3) == 0) {
        return traffic_bits(20);
    }
    if (t->roomy && traffic_draw(24) == 0) {
        return traffic_bits(12);
    }
    return traffic_draw(60) ? traffic_draw(t->length + 1)
         : traffic_draw(2)  ? 1u << traffic_draw(10)
                            : NOC_LENGTH_MAX - traffic_draw(100);
}

/* W0 of a body for a window that is open for node, if there is such. */
static uint32_t planned_body(const struct traffic *t, uint32_t node)
{
    const uint32_t from = traffic_draw(t->nodes);

    for (uint32_t i = 0; i < t->nodes * NOC_WINDOWS; i++) {
        const uint32_t dest = (from + i / NOC_WINDOWS) % t->nodes;
        const struct ni_window *w = &t->board->ni[dest].window[i % NOC_WINDOWS];
        const uint32_t room = (w->length + 3) / 4 - w->taken;

        if (w->open && w->source == node && dest != node && dest != t->wild && traffic_draw(3)) {
            plan[node].there = true;
            plan[node].key = traffic_draw(12) ? w->key : w->key ^ 1u << traffic_draw(32);
            plan[node].dest = dest;
            if (t->roomy && traffic_draw(12) == 0) {
                return worm_word(NOC_WORM_BODY, i % NOC_WINDOWS,
                                 room < 1 << 13 ? traffic_draw(room + 1) : traffic_bits(13));
            }
            return worm_word(NOC_WORM_BODY, i % NOC_WINDOWS,
                             room > t->length || traffic_draw(4)
                                 ? traffic_draw((room < t->length ? room : t->length) + 1)
                                 : room + (traffic_draw(10) == 0));
        }
    }
    return worm_word(NOC_WORM_BODY, traffic_draw(8), some_length(t));
}

/* A message's queue, more often that of this run. */
static uint32_t some_queue(const struct traffic *t)
{
    return traffic_draw(3) ? t->queue : traffic_draw(NOC_QUEUES);
}

static uint32_t some_word0(const struct traffic *t, uint32_t node)
{
    plan[node].there = false;
    switch (traffic_draw(16)) {
    case 0: /* any, but not so long that its worm takes the rest of the run */
        return any_word() & ~(NOC_PUT(NOC_LENGTH_MAX >> 10 << 10, NI_TX_W0, LENGTH) |
                              (t->silent ? NOC_PUT(3, NI_TX_W0, TYPE) : 0));
    case 1:
    case 2:
    case 3:
        return worm_word(NOC_WORM_RESEND, some_queue(t), some_length(t));
    case 4:
    case 5:
    case 6:
    case 7:
    case 8:
    case 9:
        return t->silent ? worm_word(NOC_WORM_MESSAGE, 0, some_length(t)) : planned_body(t, node);
    default:
        return worm_word(NOC_WORM_MESSAGE, some_queue(t), some_length(t));
    }
}

/* Where a body can be: in the first quarter of RAM, in its last place, or in the image; now and
 * then anywhere. */
static uint32_t some_source(const struct traffic *t)
{
    if (t->roomy || need_not_end(t)) {
        return traffic_draw(30) ? NOC_IMAGE_BASE + 4 * traffic_bits(18) : any_word() | 1u << 31;
    }
    switch (traffic_draw(16)) {
    case 0:
        return any_word();
    case 1:
        return t->ram_base + t->ram_bytes - (t->orderly ? 4 * traffic_draw(40) : 0);
    case 2:
        return NOC_IMAGE_BASE + NOC_IMAGE_SIZE - 4 * traffic_draw(40);
    case 3:
    case 4:
    case 5:
        return NOC_IMAGE_BASE + 4 * traffic_draw(1 << 18);
    case 6:
        return t->ram_base + traffic_draw(256);
    default:
        return t->ram_base + 4 * traffic_draw(t->ram_bytes / 16);
    }
}

static uint32_t some_header(const struct traffic *t, uint32_t node)
{
    if (traffic_draw(50) == 0) {
        return any_word();
    }
    if (traffic_draw(40) == 0) {
        return noc_header(traffic_draw(6), some_node(t), traffic_draw(2));
    }
    return noc_header(NOC_HEADER_LAST,
                      plan[node].there && traffic_draw(4) ? plan[node].dest : some_node(t), 0);
}

static uint32_t some_signal(const struct traffic *t)
{
    if (t->signals) {
        return traffic_draw(32) << NI_SIGNAL_SEND_NUMBER_SHIFT | some_node(t);
    }
    const uint32_t number = traffic_draw(3) ? 8 + 3 * traffic_draw(2) : traffic_draw(32);

    return traffic_draw(40) == 0 ? any_word()
                                 : number << NI_SIGNAL_SEND_NUMBER_SHIFT | some_node(t);
}

/* The register of queue 0 that is this one of its queue. */
static uint32_t of_first_queue(uint32_t offset)
{
    return offset < NI_RX_FREE ? offset : NI_RX_FREE + (offset - NI_RX_FREE) % NI_QUEUE_STRIDE;
}

/* What a write of this register may write. */
static uint32_t value_of(const struct traffic *t, uint32_t node, uint32_t offset)
{
    const uint64_t now = noc_board_now(t->board);
    const struct ni *ni = &t->board->ni[node];

    switch (of_first_queue(offset)) {
    case NI_TX_ADDR:
    case NI_TX_LIST_ADDR:
    case NI_TX_HEADERS_ADDR:
        return some_source(t);
    case NI_TX_W0:
        return some_word0(t, node);
    case NI_TX_W2:
        return plan[node].there ? plan[node].key : traffic_draw(4) ? some_key() : any_word();
    case NI_TX_LIST_FLITS:
        if (need_not_end(t)) {
            return traffic_bits(20);
        }
        return traffic_draw(20) ? traffic_draw(6) : any_word();
    case NI_TX_DEST:
        return some_header(t, node);
    case NI_TX_HEADERS:
        return traffic_draw(4) ? traffic_draw(30) : any_word();
    case NI_TAU_R:
        if (node == t->flood) { /* with none behind a long one they become visible cycle by cycle */
            return t->wide && traffic_draw(2) ? 0 : 1500 + traffic_draw(3000);
        }
        /* fall through */
    case NI_TAU_S:
        if (need_not_end(t) && traffic_draw(2)) {
            return traffic_draw(2) ? any_word() >> 12 : traffic_bits(20);
        }
        if (t->tau > 0 && traffic_draw(400) == 0) {
            return 1u << traffic_draw(traffic_draw(50) ? 11 : 17);
        }
        return traffic_draw(3) ? traffic_draw(t->tau + 1) : 0;
    case NI_SIGNAL_SEND:
    case NI_SIGNAL_SELECT:
        return some_signal(t);
    case NI_SIGNAL_POP:
        return traffic_draw(8) ? noc_ni_peek(t->board, node, NI_SIGNAL_HEAD) : some_signal(t);
    case NI_DISCARD_POP:
    case NI_DISCARD_SELECT:
        if (t->wide && traffic_draw(8) == 0) {
            return any_word();
        }
        return traffic_draw(4) ? noc_ni_peek(t->board, node, NI_DISCARD_HEAD)
                               : traffic_draw(16) << NI_DISCARD_HEAD_QUEUE_SHIFT | some_node(t);
    case NI_WINDOW_ADDR:
        if (t->roomy && traffic_draw(4)) {
            return t->ram_base + traffic_bits(16);
        }
        if (!t->orderly && traffic_draw(6) == 0) {
            return any_word();
        }
        return t->orderly ? traffic_place(t, SLOT_PLACES + 2u * ni->window_index + traffic_draw(2))
                          : traffic_place(t, traffic_draw(TRAFFIC_PLACES)) + traffic_draw(20);
    case NI_WINDOW_LENGTH:
        if (t->roomy && traffic_draw(4)) {
            return traffic_draw(3) ? traffic_bits(16) : traffic_bits(22);
        }
        return !t->orderly && traffic_draw(6) == 0
                 ? any_word()
                 : traffic_draw(t->orderly ? TRAFFIC_PLACE + 1 : 2 * TRAFFIC_PLACE);
    case NI_WINDOW_KEY:
        return some_key();
    case NI_WINDOW_OPEN:
        return NOC_PUT(t->roomy ? traffic_draw(4) != 0 : traffic_draw(3) == 0, NI_WINDOW_OPEN,
                       STAY) |
               (traffic_draw(20) ? traffic_draw(t->nodes) : traffic_draw(1 << 14));
    case NI_WINDOW_CLEAR:
        return traffic_draw(4) ? ni->window_done : traffic_draw(256);
    case NI_WINDOW_CLOSE:
        return traffic_draw(2) ? 1u << traffic_draw(8) : 0;
    case NI_DEADLINE_LO:
        return (uint32_t)now + traffic_draw(400);
    case NI_DEADLINE_HI:
        return traffic_draw(4) ? (uint32_t)((now + 300) >> 32) : any_word();
    case NI_BOOT:
        return any_word() & ~(traffic_draw(8) ? NOC_PUT(1, NI_BOOT, READY) : 0);
    case NI_MARK:
        return traffic_draw(3);
    case NI_EXIT:
        return traffic_draw(4) ? traffic_draw(256) : any_word();
    case NI_RX_FREE:
        return slot_of(t, node);
    case NI_RX_SIZE:
        if (t->roomy && traffic_draw(4) == 0) {
            return any_word() >> 12;
        }
        return traffic_draw(4)               ? TRAFFIC_PLACE / 4 - 1
             : t->orderly || traffic_draw(3) ? traffic_draw(TRAFFIC_PLACE / 4)
                                             : any_word();
    default:
        return any_word();
    }
}

/* --- accesses --------------------------------------------------------------------------------- */

/* Registers, those that matter most several times. */
static const uint16_t sending[] = {NI_TX_ADDR, NI_TX_W0,        NI_TX_W0,      NI_TX_W1,
                                   NI_TX_W2,   NI_TX_LIST_ADDR, NI_TX_DEST,    NI_TX_DEST,
                                   NI_TX_DEST, NI_TX_DEST,      NI_SIGNAL_SEND};
static const uint16_t receiving[] = {
    NI_RX_FREE,     NI_RX_FREE,       NI_RX_FREE,      NI_RX_FREE,      NI_RX_FREE,
    NI_RX_FREE,     NI_RX_FREE,       NI_RX_FREE,      NI_RX_POP,       NI_RX_POP,
    NI_RX_POP,      NI_RX_SIZE,       NI_WINDOW_INDEX, NI_WINDOW_ADDR,  NI_WINDOW_LENGTH,
    NI_WINDOW_OPEN, NI_WINDOW_OPEN,   NI_WINDOW_OPEN,  NI_WINDOW_CLEAR, NI_WINDOW_KEY,
    NI_SIGNAL_POP,  NI_SIGNAL_POP,    NI_SIGNAL_POP,   NI_DISCARD_POP,  NI_SIGNAL_SELECT,
    NI_SIGNAL_SEND, NI_DISCARD_SELECT};
static const uint16_t others[] = {NI_TX_LIST_FLITS, NI_TX_WATCH,     NI_TAU_S,           NI_TAU_R,
                                  NI_TX_HEADERS,    NI_DEADLINE_LO,  NI_DEADLINE_HI,     NI_WAKE,
                                  NI_MARK,          NI_COUNTERS,     NI_WAITING,         NI_PC,
                                  NI_CONSOLE,       NI_WINDOW_CLOSE, NI_RX_RESET,        NI_EXIT,
                                  NI_TAU_R,         NI_TAU_S,        NI_TX_HEADERS_ADDR, NI_BOOT};
static const uint16_t shown[] = {NI_PENDING,       NI_TX_STATUS,    NI_TX_BUSY,
                                 NI_SIGNAL_HEAD,   NI_DISCARD_HEAD, NI_WINDOW_OPEN,
                                 NI_WINDOW_DONE,   NI_BAD_WHERE,    NI_DISCARD_SELECT,
                                 NI_WINDOW_LANDED, NI_BOOT,         NI_HOST};

#define PICK(array) (array)[traffic_draw(sizeof(array) / sizeof *(array))]

static bool is_queue_register(uint32_t offset)
{
    return offset >= NI_RX_FREE;
}

/* Of a queue, more often of the run's and of the one behind it. */
static uint32_t at_queue(const struct traffic *t, uint32_t offset)
{
    const bool any = t->spoilt < t->nodes;

    return offset + NI_QUEUE_STRIDE * (!any && traffic_draw(3)
                                           ? (t->queue + traffic_draw(2)) % NOC_QUEUES
                                           : traffic_draw(NOC_QUEUES));
}

static uint32_t written(const struct traffic *t)
{
    if (t->signals && traffic_draw(4)) {
        return NI_SIGNAL_SEND;
    }
    if (need_not_end(t) && traffic_draw(6) == 0) {
        return traffic_draw(3) ? NI_TX_LIST_FLITS : traffic_draw(2) ? NI_TAU_S : NI_TAU_R;
    }
    if (t->storm ? traffic_draw(8) : traffic_draw(2)) {
        return PICK(sending);
    }
    return traffic_draw(6) && !t->silent ? PICK(receiving) : PICK(others);
}

/* Whether the run can do with this write: in a silent one nothing is taken. */
static bool may(const struct traffic *t, uint32_t offset)
{
    if (t->hoards && (offset == NI_RX_POP || offset == NI_RX_RESET)) {
        return traffic_draw(40) == 0;
    }
    if (t->lands && offset >= NI_WINDOW_INDEX && offset <= NI_WINDOW_CLOSE) {
        return traffic_draw(300) == 0;
    }
    return !(t->silent && (offset == NI_RX_FREE || offset == NI_WINDOW_OPEN));
}

static void draw_read(const struct traffic *t, struct traffic_access *a)
{
    a->own = traffic_draw(5) == 0;
    if (a->own) {
        a->offset = 4 * traffic_draw(CNT_SAMPLE / 4);
    } else if (traffic_draw(3)) {
        a->offset = PICK(shown);
    } else if (traffic_draw(2)) {
        a->offset = at_queue(t, NI_RX_FREE + 4 * traffic_draw(10));
    } else {
        a->offset = 4 * traffic_draw(NOC_NI_SIZE / 4);
    }
}

/* What firmware does first: sizes and slots of all queues, and all windows. */
enum { SET_UP = (1 + 4) * NOC_QUEUES + 4 * NOC_WINDOWS };

static void set_up(const struct traffic *t, uint32_t node, uint32_t i, struct traffic_access *a)
{
    static const uint16_t window[] = {NI_WINDOW_INDEX, NI_WINDOW_ADDR, NI_WINDOW_LENGTH,
                                      NI_WINDOW_OPEN};
    const uint32_t w = i - 5 * NOC_QUEUES;

    a->writes = true;
    if (i < 5 * NOC_QUEUES) {
        a->offset = i < NOC_QUEUES ? NI_RX_SIZE : NI_RX_FREE;
        a->value = value_of(t, node, a->offset);
        a->offset += i % NOC_QUEUES * NI_QUEUE_STRIDE;
        return;
    }
    a->offset = window[w % 4];
    a->value = w % 4 ? value_of(t, node, a->offset) : w / 4;
}

bool traffic_access(const struct traffic *t, uint32_t node, struct traffic_access *a)
{
    const uint64_t now = noc_board_now(t->board);

    memset(a, 0, sizeof *a);
    if (t->set_up && now - t->start < SET_UP) {
        set_up(t, node, (uint32_t)(now - t->start), a);
        return true;
    }
    if (traffic_draw(t->each)) {
        return false;
    }
    if (traffic_draw(10) < 3) {
        draw_read(t, a);
        return true;
    }
    a->writes = true;
    a->offset = traffic_draw(60) ? written(t) : 4 * traffic_draw(0x100);
    if (!may(t, a->offset)) {
        return false;
    }
    a->value = value_of(t, node, a->offset);
    if (is_queue_register(a->offset) && a->offset <= NI_RX_RESET) {
        a->offset = at_queue(t, a->offset);
    }
    return true;
}
