/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Receiving against a slow reference, written from docs/board.md, 4.2 and 4.4, alone: one node that
 * takes worms of any shape from three senders while its registers are written at random; in every
 * cycle all that it shows, what it counts and what the senders hear are as the reference says.
 *
 * One worm at a time is on its way to the node, so that its cycles are known; with TAU_R many wait.
 */
#include "test.h"
#include "board_rig.h"

enum {
    R = 0, /* receives */
    NODES = 4,
    BODY_MAX = 14,
    WORMS = 400, /* of a run */
    PLACE = 64,  /* bytes of a slot or window, at most */
    PLACES = 24,
    WAITING_MAX = 64
};
static const uint32_t AREA = NOC_RAM_BASE + RIG_RAM - PLACE * PLACES; /* to RAM's end */
static uint32_t seed;

static uint32_t draw(uint32_t n)
{
    return rig_random(&seed) / 7 % n;
}

/* --- the reference -------------------------------------------------------------- */

enum becomes { SUNK, TO_SLOT, TO_WINDOW, REFUSED, BROKEN, SIGNALLED };

struct arrival {
    uint32_t word[3], body[BODY_MAX + 8], flits; /* flits: header included */
    uint64_t w2, tail, v;
    enum becomes becomes;
    unsigned index;
    uint32_t addr, room;
    bool lost; /* its slot or window was taken back */
};

struct queue {
    uint32_t size, free[16], frees, filling;
    struct entry {
        uint32_t word[3], addr;
        uint64_t time;
    } entry[16];
    uint32_t entries;
};

struct window {
    uint32_t addr, bytes, key, source;
    bool open, done;
    struct arrival *lands;
};

static struct {
    struct queue queue[8];
    struct window window[8];
    uint32_t index, tau_r, discard_select;
    bool discard[8][NODES], asked[8][NODES], signal[32][NODES],
        answered[NODES][32]; /* answers that senders have */
    uint32_t discard_next[8], signal_next[32], signal_turn, answer_turn[NODES];
    uint32_t in, out, discarded, unasked, bad, startup, bad_where;
    uint64_t bad_time;
    struct arrival *waiting[WAITING_MAX]; /* for the end of TAU_R, as they came */
    uint32_t waitings;
    struct sent {
        uint64_t left, there; /* wholly left in; there in */
        uint32_t number, to;
    } sent[WAITING_MAX];
    uint32_t sents;
    uint64_t port_free; /* of R's injection */
    uint8_t ram[PLACE * PLACES];
    uint64_t visible; /* the last v of all but signals */
    uint32_t hits[6], quiet, losses, cut, late;
} ref;

static uint32_t field(uint32_t word, unsigned low, unsigned high)
{
    return word >> low & (0xffffffffu >> (31 - (high - low)));
}
static uint32_t length_of(const struct arrival *a)
{
    return field(a->word[0], 0, 19);
}
static uint32_t channel_of(const struct arrival *a)
{
    return field(a->word[0], 24, 26);
}
static bool is_quiet(const struct arrival *a)
{
    return field(a->word[0], 27, 27);
}
static uint32_t source_of(const struct arrival *a)
{
    return field(a->word[1], 0, 13);
}

static void ref_signal(struct rig *rig, uint32_t to, uint32_t number, uint64_t v)
{
    struct sent *s;
    uint64_t give = v + 8;

    if (to == R) {
        return; /* nobody sends to himself */
    }
    for (uint32_t i = 0; i < ref.sents; i++) {
        if (ref.sent[i].number == number && ref.sent[i].to == to && ref.sent[i].left >= v) {
            return; /* it merges */
        }
    }
    assert_true(ref.sents < WAITING_MAX);
    s = &ref.sent[ref.sents++];
    give = give > ref.port_free ? give : ref.port_free;
    ref.port_free = give + 4;
    *s = (struct sent){give + 3, whole_at(rig, give, R, to, 0), number, to};
    ref.out++;
}

static void ref_answer(struct rig *rig, const struct arrival *a, uint32_t number, uint64_t v)
{
    ref.quiet += is_quiet(a);
    if (!is_quiet(a)) {
        ref_signal(rig, source_of(a), number, v);
    }
}

static void ref_bad(uint32_t reason, uint64_t when, uint32_t port)
{
    ref.bad++;
    ref.bad_time = when;
    ref.bad_where = reason << 16 | port;
}

static void ref_discard(const struct arrival *a)
{
    ref.discarded++;
    if (field(a->word[0], 20, 23) != 3 && !is_quiet(a)) {
        ref.discard[channel_of(a)][source_of(a)] = true;
    }
}

static uint32_t room(uint32_t addr, uint32_t bytes)
{
    uint32_t ram =
        addr >= NOC_RAM_BASE && addr < NOC_RAM_BASE + RIG_RAM ? NOC_RAM_BASE + RIG_RAM - addr : 0;

    return bytes < ram ? bytes : ram;
}

/* W2 has come, or the tail before it; port: by which it came. */
static void ref_decide(struct arrival *a, uint64_t when, uint32_t port)
{
    uint32_t type = field(a->word[0], 20, 23), c = channel_of(a), q = type == 2 ? 1 : c;
    struct queue *queue = &ref.queue[q];
    struct window *window = &ref.window[c];

    a->becomes = SUNK;
    if (a->flits < 4) {
        ref_bad(3, when, port);
    } else if (source_of(a) >= NODES) {
        ref_bad(1, when, port);
    } else if (type == 2 && c != 1 && !ref.asked[c][source_of(a)]) {
        ref.discarded++;
        ref.unasked++;
    } else if ((type == 1 || type == 2) && c != 1) {
        if (type == 2) {
            ref.asked[c][source_of(a)] = false;
        }
        if (queue->frees == 0 || queue->filling + queue->entries == 16) {
            ref_discard(a);
        } else if (4 * length_of(a) > room(queue->free[0], 4 * queue->size)) {
            ref_bad(3, when, port);
        } else {
            a->becomes = TO_SLOT;
            a->index = q;
            a->addr = queue->free[0];
            a->room = 4 * length_of(a);
            memmove(queue->free, queue->free + 1, sizeof queue->free - 4);
            queue->frees--;
            queue->filling++;
        }
    } else if (type == 3) {
        a->room = room(window->addr, window->bytes);
        a->becomes = REFUSED;
        if (window->open && window->source == source_of(a) && window->key == a->word[2] &&
            length_of(a) <= (a->room + 3) / 4) {
            a->becomes = TO_WINDOW;
            a->index = c;
            a->addr = window->addr;
            window->open = false;
            window->lands = a;
        }
    } else if (type == 4 && length_of(a) > 0) {
        ref_bad(3, when, port);
    } else if (type == 4 && a->word[2] < 32 && c == 0 && !is_quiet(a)) {
        a->becomes = SIGNALLED;
    } else {
        ref_bad(2, when, port);
    }
}

static void ref_visible(struct rig *rig, struct arrival *a, uint64_t v)
{
    struct queue *queue = &ref.queue[a->index];
    uint32_t bytes = 4 * length_of(a) < a->room ? 4 * length_of(a) : a->room;

    ref.hits[a->becomes]++;
    if (a->becomes == SIGNALLED) {
        ref.signal[a->word[2]][source_of(a)] = true;
        ref.in++;
        return;
    }
    if (a->becomes == BROKEN) {
        ref_answer(rig, a, NOC_SIGNAL_REFUSED, v);
        return;
    }
    if (a->becomes == REFUSED || a->lost) {
        ref.losses += a->lost;
        ref_discard(a);
        if (field(a->word[0], 20, 23) == 3) {
            ref_answer(rig, a, NOC_SIGNAL_REFUSED, v);
        }
        return;
    }
    ref.in++;
    ref.cut += bytes % 4 != 0;
    if (bytes) {
        memcpy(ref.ram + (a->addr - AREA), a->body, bytes);
    }
    if (a->becomes == TO_WINDOW) {
        ref.window[a->index].done = true;
        ref.window[a->index].lands = NULL;
        ref_answer(rig, a, NOC_SIGNAL_LANDED, v);
        return;
    }
    queue->filling--;
    queue->entry[queue->entries++] =
        (struct entry){{a->word[0], a->word[1], a->word[2]}, a->addr, v};
    ref_answer(rig, a, channel_of(a), v);
}

/* All of it is in the NI. */
static void ref_tail(struct rig *rig, struct arrival *a, uint64_t when, uint32_t port)
{
    if (a->becomes == SUNK) {
        return;
    }
    if (a->becomes != REFUSED && a->flits != 4 + length_of(a)) {
        ref_bad(3, when, port);
        if (a->becomes == TO_SLOT && !a->lost) {
            struct queue *queue = &ref.queue[a->index];

            queue->filling--;
            if (queue->frees + queue->filling < 16) {
                queue->free[queue->frees++] = a->addr;
            }
        } else if (a->becomes == TO_WINDOW && !a->lost) {
            ref.window[a->index].lands = NULL;
            ref.window[a->index].open = true;
        }
        if (a->becomes != TO_WINDOW || is_quiet(a)) {
            a->becomes = SUNK;
            return;
        }
        a->becomes = BROKEN;
    }
    a->v = when;
    if (a->becomes != SIGNALLED) { /* in the order of tails, one a cycle */
        a->v = when + ref.tau_r > ref.visible + 1 ? when + ref.tau_r : ref.visible + 1;
        ref.late += a->v > when + ref.tau_r;
        ref.visible = a->v;
        ref.startup += ref.tau_r;
    }
    if (a->v == when) {
        ref_visible(rig, a, when);
    } else {
        assert_true(ref.waitings < WAITING_MAX);
        ref.waiting[ref.waitings++] = a;
    }
}

static bool comes_before_w2(const struct arrival *a)
{
    return a->flits < 4;
}

/* What happens in cycle c behind the accesses of harts. a: the worm on its way; or NULL. */
static void ref_cycle(struct rig *rig, uint64_t c, struct arrival *a, uint32_t port)
{
    for (uint32_t i = 0; i < ref.waitings;) {
        if (ref.waiting[i]->v != c) {
            i++;
            continue;
        }
        ref_visible(rig, ref.waiting[i], c);
        ref.waitings--;
        memmove(&ref.waiting[i], &ref.waiting[i + 1], (ref.waitings - i) * sizeof ref.waiting[0]);
    }
    if (a && c == (comes_before_w2(a) ? a->tail : a->w2)) {
        ref_decide(a, c, port);
    }
    if (a && c == a->tail) {
        ref_tail(rig, a, c, port);
    }
    for (uint32_t i = 0; i < ref.sents;) {
        if (ref.sent[i].there == c) {
            ref.answered[ref.sent[i].to][ref.sent[i].number] = true;
        }
        if (ref.sent[i].there <= c && ref.sent[i].left <= c) {
            ref.sent[i] = ref.sent[--ref.sents];
        } else {
            i++;
        }
    }
}

static void ref_clear(uint32_t which)
{
    for (unsigned w = 0; w < 8; w++) {
        struct window *window = &ref.window[w];

        if (which >> w & 1) {
            if (window->lands) {
                window->lands->lost = true;
            }
            window->lands = NULL;
            window->open = window->done = false;
        }
    }
}

/* --- registers at random -------------------------------------------------------- */

static struct arrival arrivals[WORMS];

static uint32_t place(void)
{
    return draw(40) ? AREA + PLACE * draw(PLACES) : AREA + PLACE * PLACES - 4 * draw(8);
}

static void both_queue(struct rig *rig, unsigned q)
{
    struct queue *queue = &ref.queue[q];
    uint32_t value;

    switch (draw(8)) {
    case 0:
        queue->size = draw(4) ? PLACE / 4 : draw(PLACE / 4);
        wr(rig, R, queue_reg(NI_RX_SIZE, q), queue->size);
        break;
    case 1:
    case 2:
    case 3:
        value = place();
        wr(rig, R, queue_reg(NI_RX_FREE, q), value + draw(4));
        if (queue->frees + queue->filling < 16) {
            queue->free[queue->frees++] = value;
        }
        break;
    case 4:
        if (draw(6)) {
            break;
        }
        wr(rig, R, queue_reg(NI_RX_RESET, q), 0);
        queue->frees = queue->filling = queue->entries = 0;
        for (uint32_t i = 0; i < WORMS; i++) {
            if (arrivals[i].becomes == TO_SLOT && arrivals[i].index == q && !arrivals[i].v) {
                arrivals[i].lost = true;
            }
        }
        for (uint32_t i = 0; i < ref.waitings; i++) {
            if (ref.waiting[i]->becomes == TO_SLOT && ref.waiting[i]->index == q) {
                ref.waiting[i]->lost = true;
            }
        }
        break;
    default:
        wr(rig, R, queue_reg(NI_RX_POP, q), 0);
        if (queue->entries) {
            queue->entries--;
            memmove(queue->entry, queue->entry + 1, queue->entries * sizeof *queue->entry);
        }
        break;
    }
}

static void both_window(struct rig *rig)
{
    struct window *window = &ref.window[ref.index];
    uint32_t value;

    switch (draw(8)) {
    case 0:
        ref.index = draw(3);
        wr(rig, R, NI_WINDOW_INDEX, ref.index);
        break;
    case 1:
        value = place();
        wr(rig, R, NI_WINDOW_ADDR, value + draw(4));
        window->addr = window->lands ? window->addr : value;
        break;
    case 2:
        window->bytes = draw(2) ? draw(PLACE + 1) : draw(16);
        wr(rig, R, NI_WINDOW_LENGTH, window->bytes);
        break;
    case 3:
        window->key = draw(4) ? 5 : draw(7);
        wr(rig, R, NI_WINDOW_KEY, window->key);
        break;
    case 4:
        value = draw(8) ? 1u << ref.index : draw(8);
        wr(rig, R, NI_WINDOW_CLEAR, value);
        ref_clear(value);
        break;
    default:
        if (draw(3) == 0 || !window->lands) {
            ref_clear(1u << ref.index);
            window->source = draw(NODES);
            window->open = true;
            wr(rig, R, NI_WINDOW_OPEN, window->source);
        }
        break;
    }
}

static void both_pop(struct rig *rig)
{
    uint32_t number = draw(32), q = draw(8), node = draw(NODES);

    switch (draw(4)) {
    case 0:
        number = draw(2) ? number : 9;
        wr(rig, R, NI_SIGNAL_POP, number << 16 | node);
        if (ref.signal[number][node]) {
            ref.signal_next[number] = node + 1;
            ref.signal_turn = number < 16 ? number + 1 : ref.signal_turn;
        }
        ref.signal[number][node] = false;
        break;
    case 1:
        wr(rig, R, NI_DISCARD_POP, q << 16 | node);
        ref.discard_next[q] = ref.discard[q][node] ? node + 1 : ref.discard_next[q];
        ref.discard[q][node] = false;
        break;
    case 2:
        ref.discard_select = q << 16 | node;
        wr(rig, R, NI_DISCARD_SELECT, ref.discard_select | draw(2) << 31);
        break;
    default:
        for (node = 1; node < NODES; node++) {
            number = rd(rig, node, NI_SIGNAL_HEAD);
            wr(rig, node, NI_SIGNAL_POP, number);
            ref.answered[node][field(number, 16, 20)] = false;
            ref.answer_turn[node] = number ? field(number, 16, 20) + 1 : ref.answer_turn[node];
        }
        break;
    }
}

/* For RESENDs, and now and then another signal. */
static void both_signal(struct rig *rig)
{
    uint32_t node = draw(NODES), q = draw(8) ? 3 * draw(2) : draw(8);
    uint32_t number = draw(8) ? NOC_SIGNAL_PULL * 8 + q : q;

    send_signal(rig, R, node, number);
    ref_signal(rig, node, number, rig_now(rig));
    if (number >= 8 && node != R) {
        ref.asked[q][node] = true;
    }
}

static void both_write(struct rig *rig)
{
    static const unsigned queues[] = {0, 1, 3};

    switch (draw(10)) {
    case 0:
    case 1:
    case 2:
        both_queue(rig, queues[draw(3)]);
        break;
    case 3:
    case 4:
    case 5:
        both_window(rig);
        break;
    case 6:
        both_pop(rig);
        break;
    case 7:
    case 8:
        both_signal(rig);
        break;
    default:
        ref.tau_r = draw(3) ? draw(100) : 0;
        wr(rig, R, NI_TAU_R, ref.tau_r);
        break;
    }
}

/* --- comparing --------------------------------------------------------------------- */

/* The first number set from `turn` on, and of it the first node from next on, both cyclically. */
static uint32_t head_of(bool (*set)[NODES], uint32_t turn, const uint32_t *next, unsigned numbers)
{
    for (unsigned j = 0; j < numbers; j++) {
        unsigned n = (turn + j) % numbers;

        for (uint32_t i = 0; i < NODES; i++) {
            uint32_t node = (next[n] + i) % NODES;

            if (set[n][node]) {
                return 1u << 31 | n << 16 | node;
            }
        }
    }
    return 0;
}

static void compare_queue(struct rig *rig, unsigned q)
{
    static const struct entry none;
    const struct entry *e = ref.queue[q].entries ? ref.queue[q].entry : &none;

    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(rd(rig, R, queue_reg(NI_RX_W0 + 4 * i, q)), e->word[i]);
    }
    assert_int_equal(rd(rig, R, queue_reg(NI_RX_ADDR, q)), e->addr);
    assert_true(rd64(rig, R, queue_reg(NI_RX_TIME_LO, q)) == e->time);
}

static void compare(struct rig *rig)
{
    const struct window *window = &ref.window[ref.index];
    uint32_t select = ref.discard_select, done = 0, queues = 0;

    for (unsigned i = 0; i < 8; i++) {
        done |= (uint32_t)ref.window[i].done << i;
        queues |= (uint32_t)(ref.queue[i].entries > 0) << i;
        compare_queue(rig, i);
    }
    assert_int_equal(rd(rig, R, NI_WINDOW_DONE), done);
    assert_int_equal(rd(rig, R, NI_WINDOW_ADDR), window->addr);
    assert_int_equal(rd(rig, R, NI_WINDOW_OPEN), (uint32_t)window->open << 31 |
                                                     (uint32_t)(window->lands != NULL) << 30 |
                                                     window->source);
    assert_int_equal(rd(rig, R, NI_DISCARD_HEAD), head_of(ref.discard, 0, ref.discard_next, 8));
    assert_int_equal(rd(rig, R, NI_SIGNAL_HEAD),
                     head_of(ref.signal, ref.signal_turn, ref.signal_next, 16));
    assert_int_equal(rd(rig, R, NI_DISCARD_SELECT),
                     select | (uint32_t)ref.discard[select >> 16][select & 0xff] << 31);
    assert_int_equal(rd(rig, R, NI_PENDING) & 0x7ff,
                     queues | (rd(rig, R, NI_SIGNAL_HEAD) ? 1u << 8 : 0) |
                         (rd(rig, R, NI_DISCARD_HEAD) ? 1u << 9 : 0) | (done ? 1u << 10 : 0));
    assert_int_equal(rd(rig, R, NI_BAD_WHERE), ref.bad_where);
    assert_true(rd64(rig, R, NI_BAD_TIME_LO) == ref.bad_time);
    assert_int_equal(counter(rig, R, CNT_IN), ref.in);
    assert_int_equal(counter(rig, R, CNT_OUT), ref.out);
    assert_int_equal(counter(rig, R, CNT_SIGNALS), ref.out);
    assert_int_equal(counter(rig, R, CNT_DISCARDED), ref.discarded);
    assert_int_equal(counter(rig, R, CNT_BAD), ref.bad);
    assert_int_equal(counter(rig, R, CNT_STARTUP), ref.startup);
    assert_memory_equal(rig_word(rig, R, AREA), ref.ram, sizeof ref.ram);
    for (uint32_t node = 1; node < NODES; node++) {
        uint32_t n = 0, number;

        while (n < 16 && !ref.answered[node][(ref.answer_turn[node] + n) % 16]) {
            n++;
        }
        number = (ref.answer_turn[node] + n) % 16;
        assert_int_equal(rd(rig, node, NI_SIGNAL_HEAD), n < 16 ? 1u << 31 | number << 16 | R : 0);
    }
}

/* --- worms -------------------------------------------------------------------------- */

/* One that goes now: mostly as it should be. */
static void send_any(struct rig *rig, struct arrival *a)
{
    uint32_t from = 1 + draw(NODES - 1), type = draw(16) ? 1 + draw(4) : draw(16);
    uint32_t length = type == 4 && draw(8) ? 0 : draw(BODY_MAX);
    uint32_t channel = draw(8) == 0 ? draw(8) : type == 3 ? draw(3) : type == 4 ? 0 : 3 * draw(2);
    uint32_t key = draw(8) ? 5 : draw(7);
    const uint32_t header = noc_header(NOC_HEADER_LAST, R, 0);
    const struct window *window = &ref.window[draw(3)];

    if (type == 3 && window->open && window->source != R && draw(6)) { /* as if it had asked */
        uint32_t most = (window->bytes + 3) / 4;

        from = window->source;
        channel = (uint32_t)(window - ref.window);
        key = draw(10) ? window->key : key;
        length = most >= BODY_MAX || draw(4) == 0 ? length : most - draw(2) * (most > 0);
    }
    memset(a, 0, sizeof *a);
    a->word[0] = w0(type, channel, length, draw(16)) |
                 NOC_PUT(draw(5) == 0 && (type != 4 || draw(8) == 0), NI_TX_W0, QUIET);
    a->word[1] = (draw(30) ? from : draw(6)) | draw(1 << 16) << 16;
    a->word[2] = type == 3 ? key : type == 4 ? draw(34) : draw(1 << 30);
    for (uint32_t i = 0; i < length; i++) {
        a->body[i] = rig_random(&seed);
    }
    a->flits = draw(10) ? 4 + length : 1 + draw(4 + BODY_MAX);
    a->flits = a->flits > 4 + BODY_MAX ? 4 + BODY_MAX : a->flits;
    a->w2 = whole_at(rig, rig_now(rig), from, R, 0);
    a->tail = a->w2 + a->flits - 4;
    rig_inject(rig, from, &header, 1, a->word, a->body, BODY_MAX, a->flits);
}

/* The port by which worms of this node come, on mesh:2x2 under XY. */
static uint32_t port_from(struct rig *rig, uint32_t from)
{
    struct noc_channel path[4];
    struct noc_link link;
    int32_t n = noc_route_path(&rig->topology, rig->config.net.routing, from, R, path, 4);

    assert_true(n > 0);
    noc_topology_link(&rig->topology, path[n - 1].node, path[n - 1].port, &link);
    return link.port;
}

static void run(uint32_t i, uint32_t *seen)
{
    struct rig *rig = rig_new("mesh:2x2", 1, "board");
    uint32_t sent = 0, port = 0;
    struct arrival *coming = NULL;
    uint64_t c, rest = 0;

    memset(&ref, 0, sizeof ref);
    memset(arrivals, 0, sizeof arrivals);
    seed = i * 2654435761u | 1;
    for (c = 0; rest < 500; c++) {
        run_to(rig, c);
        compare(rig);
        for (uint32_t n = draw(4); n > 0 && sent < WORMS; n--) {
            both_write(rig);
        }
        if (coming && coming->tail < c) {
            coming = NULL;
        }
        if (!coming && draw(10) == 0 && sent < WORMS) {
            coming = &arrivals[sent++];
            send_any(rig, coming);
            port = port_from(rig, rig->board->pool.live->net.source);
        }
        ref_cycle(rig, c, coming, port);
        rest += sent == WORMS && !coming;
    }
    assert_null(rig->board->pool.live);
    for (unsigned k = 0; k < 6; k++) {
        seen[k] += ref.hits[k];
    }
    seen[6] += ref.quiet;
    seen[7] += ref.losses;
    seen[8] += ref.cut;
    seen[9] += ref.bad;
    seen[10] += ref.discarded;
    seen[11] += ref.unasked;
    seen[12] += ref.late;
    rig_free(rig);
}

TEST(a_node_receives_as_the_reference)
{
    uint32_t seen[13] = {0};

    TEST_CASES(i, 100)
    {
        run(i, seen);
    }
    print_message("%u in slots, %u in windows, %u refused, %u broken bodies, %u signals; %u quiet, "
                  "%u lost, %u cut, %u bad, %u discarded, %u of them unasked, %u behind another\n",
                  seen[TO_SLOT], seen[TO_WINDOW], seen[REFUSED], seen[BROKEN], seen[SIGNALLED],
                  seen[6], seen[7], seen[8], seen[9], seen[10], seen[11], seen[12]);
    for (unsigned k = 1; k < 13 && test_whole(); k++) {
        assert_true(seen[k] > 100);
    }
}
