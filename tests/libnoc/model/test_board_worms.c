/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Whole boards under random use with worms of several destinations: lists by TX_HEADERS, good ones
 * and such that the NI refuses, unicasts, and worms that make no sense put into the network behind
 * the NI's back; receivers with few slots or none, windows that open and close, queues reset,
 * TAU_R.
 * Never a hang, never a write but into a slot or window that is the NI's; what a node is told it
 * has received is in its RAM, list and body, whole and once; the counters add up (docs/board.md, 4
 * and 5); and when all is over the board is as good as new.
 */
#include "test.h"
#include "board_rig.h"
#include "worm_draws.h"

enum {
    PLACE_FLITS = 40,
    SLOTS = 48, /* places for slots at a node; then one for each window */
    PLACES = SLOTS + NOC_WINDOWS,
    GIVEN_MAX = 8, /* slots that a queue has, at most */
    BODY_MAX = 24,
    WORMS = 7000,
    HEADER_AREA = 4 * 256, /* bytes; one for each entry */
    VISITS = 96
};
static const uint32_t BODY = NOC_RAM_BASE + 0x100, HEADERS = NOC_RAM_BASE + 0x1000;
static const uint32_t AREA = NOC_RAM_BASE + 0x8000;

/* A worm that went in. Its number is its tag. */
struct sent {
    uint32_t header[DRAW_HEADERS], n;
    uint32_t word0, body;
    uint16_t from;
    uint16_t visit[VISITS], visits;
    uint8_t due[DRAW_NODES], got[DRAW_NODES]; /* copies, by node */
};

struct station {
    uint8_t owner[PLACES]; /* 0: ours; else 1 + queue, or 1 from opening a window to clearing it */
    uint32_t size[NOC_QUEUES], length[NOC_WINDOWS]; /* flits; bytes */
    uint32_t given[NOC_QUEUES];
};

static struct {
    struct rig *rig;
    struct draws d;
    struct sent sent[WORMS];
    uint32_t worms;
    struct station at[DRAW_NODES];
    uint64_t ends; /* more of them than OUT says */
    uint32_t deadlocks;
} board;

static struct {
    uint64_t accepted, refused, injected, entries, lists, windows, discarded, bad;
} seen;

static uint32_t place(uint32_t i)
{
    return AREA + i * PLACE_FLITS * 4;
}

static uint32_t body_word(uint32_t worm, uint32_t i)
{
    return world_mix(worm * 64 + i);
}

/* --- what the board may do ------------------------------------------------------------- */

/* Into what it was given, and not beyond. */
static bool write_in_place(void *opaque, uint32_t node, uint32_t addr, const void *from,
                           uint32_t bytes)
{
    const struct station *s = &board.at[node];
    uint32_t i = (addr - AREA) / (PLACE_FLITS * 4), room;

    assert_true(addr >= AREA && i < PLACES);
    assert_true(s->owner[i]);
    room = i < SLOTS ? 4 * s->size[s->owner[i] - 1] : s->length[i - SLOTS];
    assert_true(addr + bytes <= place(i) + room);
    return rig_write(opaque, node, addr, from, bytes);
}

static void on_deadlock(void *opaque, const struct noc_wait *wait, uint32_t n, uint64_t when)
{
    (void)opaque, (void)wait, (void)n, (void)when;
    board.deadlocks++;
}

/* --- sending ---------------------------------------------------------------------------- */

/* The list for the k-th node that a worm visits, as its header has it, and how many flits. */
static const uint32_t *list_of(const struct sent *s, uint32_t k, uint32_t *flits)
{
    uint32_t at = 0, kept = 0;

    *flits = 0;
    for (uint32_t i = 0; i <= k; i++) {
        at += kept;
        kept = board.d.r->code ? 0 : flits_kept(s->header, s->n, at, s->visit[i]);
    }
    if (kept < 2) {
        return NULL;
    }
    *flits = kept - 2;
    return &s->header[at + 2];
}

/* Where routers take it: how many copies to whom. Whether none refuses it: none does for what is
 * behind the flit with which the worm ends. */
static bool follow(struct sent *s)
{
    struct noc_visit visit[VISITS];
    struct noc_channel path[512];
    uint32_t visits = 0, at = 0;
    int32_t hops = noc_route_path_many(board.d.t, board.d.r, s->from, s->header, s->n, path, 512,
                                       visit, VISITS, &visits);

    assert_true(hops <= 512 && visits <= VISITS);
    for (uint32_t i = 0; i < visits; i++) {
        s->visit[i] = visit[i].node;
        s->due[visit[i].node]++;
        at += flits_kept(s->header, s->n, at, visit[i].node);
    }
    s->visits = (uint16_t)visits;
    return hops >= 0 || (visits > 0 && flit_ends(s->header[at]) &&
                         (noc_header_field(s->header[at]) == NOC_CODED_RECEIVE ||
                          noc_header_node(s->header[at]) == visit[visits - 1].node));
}

/* A worm's description, but for its header. */
static struct sent *new_worm(uint32_t node)
{
    struct sent *s = &board.sent[board.worms];
    uint32_t type = draw(4), q = draw(NOC_QUEUES);

    assert_true(board.worms < WORMS);
    memset(s, 0, sizeof *s);
    s->from = (uint16_t)node;
    s->body = draw(4) ? draw(8) : draw(BODY_MAX);
    s->body += type == 0 && s->body < 2 ? 2 : 0; /* a window's body says whose it is */
    q += q == NOC_QUEUE_PULLED && type > 0;
    s->word0 = w0(type == 0   ? NOC_WORM_BODY
                  : type == 1 ? NOC_WORM_RESEND
                              : NOC_WORM_MESSAGE,
                  q, s->body, 0);
    return s;
}

/* An entry that is free and its header and body areas with it; 16: none. */
static uint32_t free_entry(uint32_t node)
{
    uint32_t busy = rd(board.rig, node, NI_TX_BUSY), e = 0;

    while (e < NOC_TX_ENTRIES && busy >> e & 1) {
        e++;
    }
    return e;
}

/* How far a node lies from another on the circuit, or ahead of it, or behind, on the path. */
static int32_t ahead(uint32_t from, uint32_t node)
{
    const struct noc_topology *t = board.d.t;

    if (noc_hpath_exists(t)) {
        return (int32_t)noc_hpath_label(t, node) - (int32_t)noc_hpath_label(t, from);
    }
    return (int32_t)((noc_hcycle_label(t, node) + t->nodes - noc_hcycle_label(t, from)) % t->nodes);
}

/* What docs/board.md, 4.1, says of a list: address lists. */
static uint32_t address_verdict(uint32_t from, const uint32_t *header, uint32_t n)
{
    const struct noc_topology *t = board.d.t;
    bool behind_address = false;
    int32_t before = 0, far;
    uint32_t last = NOC_ANYWHERE, kind, node;

    for (uint32_t at = 0; at < n; at++) {
        kind = noc_header_kind(header[at]);
        node = noc_header_node(header[at]);
        if (kind == NOC_HEADER_COUNT && behind_address) {
            at += noc_header_field(header[at]);
            if (node != 0 || at + 1 >= n) {
                return NOC_TX_BAD_LIST;
            }
            behind_address = false;
            continue;
        }
        if ((kind != NOC_HEADER_ADDRESS && kind != NOC_HEADER_LAST) ||
            noc_header_field(header[at]) != 0) {
            return NOC_TX_BAD_HEADER;
        }
        if (node >= t->nodes || node == from) {
            return NOC_TX_BAD_NODE;
        }
        if (kind == NOC_HEADER_LAST) {
            return at + 1 == n && (last == NOC_ANYWHERE || last == node) ? NOC_TX_OK
                                                                         : NOC_TX_BAD_LIST;
        }
        far = ahead(from, node);
        if (before == 0 ? far == 0 : before < 0 ? far >= before : far <= before) {
            return NOC_TX_BAD_LIST;
        }
        before = far;
        last = node;
        behind_address = true;
    }
    return NOC_TX_BAD_LIST;
}

/* The same: coded paths. */
static uint32_t coded_verdict(uint32_t from, const uint32_t *header, uint32_t n)
{
    uint32_t path[DRAW_HEADERS], before = from, visits;

    for (uint32_t at = 0; at < n; at++) {
        uint32_t kind = noc_header_kind(header[at]), node = noc_header_node(header[at]);
        uint32_t field = noc_header_field(header[at]);
        bool lone = kind == NOC_HEADER_LAST;

        if (kind != NOC_HEADER_CODED && !lone) {
            return NOC_TX_BAD_HEADER;
        }
        if (node >= board.d.t->nodes || (at == 0 && node == from)) {
            return NOC_TX_BAD_NODE;
        }
        if (lone         ? n > 1 || field > 0
            : at + 1 < n ? field != 6 && field != 7
                         : field < 1 || field > 3) {
            return NOC_TX_BAD_LIST;
        }
        path[at] = lone ? header[at] : noc_header(NOC_HEADER_CODED, node, field & 3);
        if (node == before || noc_route_path_many(board.d.t, board.d.r, from, path, at + 1, NULL, 0,
                                                  NULL, 0, &visits) < 0) {
            return NOC_TX_BAD_LIST; /* a second turn */
        }
        path[at] = header[at];
        before = node;
    }
    return NOC_TX_OK;
}

/* A list, now and then with a fault; the NI must see it. */
static void send_list(uint32_t node)
{
    struct sent *s = new_worm(node);
    uint32_t e = free_entry(node), verdict, addr = BODY + e * 4 * BODY_MAX;

    if (e == NOC_TX_ENTRIES) {
        return;
    }
    s->n = draw_header(&board.d, node, s->header);
    if (draw(4) == 0) {
        s->n = draw_fault(&board.d, s->header, s->n);
    }
    s->word0 |= NOC_PUT(e, NI_TX_W0, ENTRY);
    for (uint32_t i = 0; i < s->body; i++) {
        *rig_word(board.rig, node, addr + 4 * i) = body_word(board.worms, i);
    }
    memcpy(rig_word(board.rig, node, HEADERS + e * HEADER_AREA), s->header, 4 * s->n);
    verdict = board.d.r->code ? coded_verdict(node, s->header, s->n)
                              : address_verdict(node, s->header, s->n);
    assert_int_equal(start_headers(board.rig, node, HEADERS + e * HEADER_AREA, s->n, s->word0,
                                   board.worms, addr),
                     verdict);
    if (verdict) {
        seen.refused++;
        return;
    }
    assert_true(follow(s)); /* what the NI lets pass, routers do */
    board.ends += s->visits - 1u;
    board.worms++;
    seen.accepted++;
}

static void send_unicast(uint32_t node)
{
    struct sent *s = new_worm(node);
    uint32_t e = free_entry(node), to = draw(board.d.t->nodes), addr = BODY + e * 4 * BODY_MAX;

    if (e == NOC_TX_ENTRIES || to == node) {
        return;
    }
    s->header[0] = noc_header(NOC_HEADER_LAST, to, 0);
    s->n = 1;
    s->word0 |= NOC_PUT(e, NI_TX_W0, ENTRY);
    for (uint32_t i = 0; i < s->body; i++) {
        *rig_word(board.rig, node, addr + 4 * i) = body_word(board.worms, i);
    }
    assert_int_equal(start(board.rig, node, to, s->word0, board.worms, addr), NOC_TX_OK);
    assert_true(follow(s));
    board.worms++;
}

/* Behind the NI's back: a header with a fault, a tail too early, a body that is not as long as
 * W0 says. Such a body is nowhere accepted. */
static void inject(uint32_t node)
{
    struct sent *s = new_worm(node);
    uint32_t word[3], body[BODY_MAX], flits, lies = draw(8);
    bool passes;

    s->n = draw_header(&board.d, node, s->header);
    if (draw(8)) {
        s->n = draw_fault(&board.d, s->header, s->n);
    }
    passes = follow(s);
    for (uint32_t i = 0; i < s->body; i++) {
        body[i] = body_word(board.worms, i);
    }
    word[0] = s->word0 ^ (lies == 0 ? 1u << draw(20) : 0);
    word[1] = NOC_PUT(node, NI_TX_W1, SOURCE) | NOC_PUT(board.worms, NI_TX_W1, TAG);
    word[2] = NOC_GET(word[0], NI_TX_W0, TYPE) == NOC_WORM_BODY ? 0 : 0x12340000 | board.worms;
    flits = lies == 1 ? 1 + draw(s->n + 3 + s->body) : s->n + 3 + s->body;
    rig_inject(board.rig, node, s->header, s->n, word, body, s->body, flits);
    board.ends += flits < s->n ? 1u : s->visits + (passes ? 0u : 1u);
    if (lies == 0 || flits < s->n + 3 + s->body) {
        memset(s->due, 0, sizeof s->due);
    }
    board.worms++;
    seen.injected++;
}

/* --- receiving --------------------------------------------------------------------------- */

/* Whether at addr there is what worm `number` brings to its k-th destination, list and body, as
 * far as there is room. */
static bool is_it(uint32_t node, uint32_t number, uint32_t k, uint32_t addr, uint32_t room,
                  uint32_t *list_flits)
{
    const struct sent *s = &board.sent[number];
    const uint32_t *word = rig_word(board.rig, node, addr), *list = list_of(s, k, list_flits);
    bool same = s->visit[k] == node;

    for (uint32_t i = 0; same && i < *list_flits + s->body && 4 * i < room; i++) {
        uint32_t flit = i < *list_flits ? list[i] : body_word(number, i - *list_flits);

        same &= memcmp(&word[i], &flit, room - 4 * i < 4 ? room - 4 * i : 4) == 0;
    }
    return same;
}

/* A worm that makes no sense may come to a node twice. */
static bool is_there(uint32_t node, uint32_t number, uint32_t addr, uint32_t room,
                     uint32_t *list_flits)
{
    uint32_t k = 0;

    while (k < board.sent[number].visits && !is_it(node, number, k, addr, room, list_flits)) {
        k++;
    }
    return k < board.sent[number].visits;
}

static bool is_due(uint32_t node, uint32_t number)
{
    return number < board.worms && board.sent[number].got[node] < board.sent[number].due[node];
}

static bool receive(uint32_t node, unsigned q)
{
    struct station *s = &board.at[node];
    uint32_t word0 = rd(board.rig, node, queue_reg(NI_RX_W0, q));
    uint32_t word1 = rd(board.rig, node, queue_reg(NI_RX_W1, q));
    uint32_t addr = rd(board.rig, node, queue_reg(NI_RX_ADDR, q));
    uint32_t i = (addr - AREA) / 4 / PLACE_FLITS, number = word1 >> 16, flits;

    if (word0 == 0) {
        return false;
    }
    assert_int_equal(addr, place(i));
    assert_int_equal(s->owner[i], 1 + q);
    assert_int_equal(rd(board.rig, node, queue_reg(NI_RX_W2, q)), 0x12340000 | number);
    assert_int_equal(NOC_GET(word0, NI_TX_W0, TYPE),
                     q == NOC_QUEUE_PULLED ? NOC_WORM_RESEND : NOC_WORM_MESSAGE);
    assert_true(q == NOC_QUEUE_PULLED || NOC_GET(word0, NI_TX_W0, CHANNEL) == q);
    assert_true(is_due(node, number));
    assert_true(is_there(node, number, addr, 4 * PLACE_FLITS, &flits));
    assert_int_equal(word0, board.sent[number].word0 + flits);
    assert_int_equal(word1 & 0xffff, board.sent[number].from);
    board.sent[number].got[node]++;
    seen.lists += flits > 0;
    wr(board.rig, node, queue_reg(NI_RX_POP, q), 0);
    s->owner[i] = 0;
    s->given[q]--;
    seen.entries++;
    return true;
}

static void give(uint32_t node, unsigned q)
{
    struct station *s = &board.at[node];

    for (uint32_t k = draw(SLOTS), i = 0; i < SLOTS && s->given[q] < GIVEN_MAX; i++, k++) {
        if (!s->owner[k % SLOTS]) {
            s->owner[k % SLOTS] = (uint8_t)(1 + q);
            s->given[q]++;
            wr(board.rig, node, queue_reg(NI_RX_FREE, q), place(k % SLOTS));
            return;
        }
    }
}

static void reset(uint32_t node, unsigned q)
{
    struct station *s = &board.at[node];

    wr(board.rig, node, queue_reg(NI_RX_RESET, q), 0);
    for (uint32_t i = 0; i < SLOTS; i++) {
        if (s->owner[i] == 1 + q) {
            s->owner[i] = 0;
        }
    }
    s->given[q] = 0;
}

static void open_window(uint32_t node, uint32_t w)
{
    struct station *s = &board.at[node];

    if (rd(board.rig, node, NI_WINDOW_DONE) >> w & 1) {
        return;
    }
    s->length[w] = draw(4 * PLACE_FLITS + 1);
    s->owner[SLOTS + w] = 1;
    wr(board.rig, node, NI_WINDOW_CLEAR, 1u << w);
    wr(board.rig, node, NI_WINDOW_INDEX, w);
    wr(board.rig, node, NI_WINDOW_ADDR, place(SLOTS + w));
    wr(board.rig, node, NI_WINDOW_LENGTH, s->length[w]);
    wr(board.rig, node, NI_WINDOW_OPEN, draw(board.d.t->nodes));
}

/* A window does not say whose worm it has: it must be one that is due, and there whole. */
static void check_window(uint32_t node, uint32_t w, uint32_t source)
{
    uint32_t length = board.at[node].length[w], flits;

    for (uint32_t i = 0; i < board.worms; i++) {
        struct sent *s = &board.sent[i];

        if (s->from == source && is_due(node, i) &&
            NOC_GET(s->word0, NI_TX_W0, TYPE) == NOC_WORM_BODY &&
            NOC_GET(s->word0, NI_TX_W0, CHANNEL) == w &&
            is_there(node, i, place(SLOTS + w), length, &flits)) {
            assert_true(4 * (flits + s->body) < length + 4);
            s->got[node]++;
            seen.windows++;
            seen.lists += flits > 0;
            return;
        }
    }
    fail_msg("nobody sent what is in the window");
}

static void take_window(uint32_t node, uint32_t w)
{
    wr(board.rig, node, NI_WINDOW_INDEX, w);
    if (rd(board.rig, node, NI_WINDOW_DONE) >> w & 1) {
        assert_int_equal(rd(board.rig, node, NI_WINDOW_OPEN) >> 31, 0);
        check_window(node, w, rd(board.rig, node, NI_WINDOW_OPEN));
    }
    wr(board.rig, node, NI_WINDOW_CLEAR, 1u << w);
    board.at[node].owner[SLOTS + w] = 0;
}

static void pop_signs(uint32_t node)
{
    uint32_t head = rd(board.rig, node, NI_SIGNAL_HEAD), discard;

    if (head) {
        wr(board.rig, node, NI_SIGNAL_POP, head);
    }
    discard = rd(board.rig, node, NI_DISCARD_HEAD);
    if (discard) {
        assert_true(NOC_GET(discard, NI_DISCARD_HEAD, NODE) < board.d.t->nodes);
        wr(board.rig, node, NI_DISCARD_POP, discard);
    }
}

/* --- a run --------------------------------------------------------------------------------- */

static void act(uint32_t node)
{
    switch (rd(board.rig, node, NI_TX_STATUS) == NOC_TX_CHECKING ? 5 + draw(15) : draw(20)) {
    case 0:
    case 1:
    case 2:
    case 3:
        send_list(node);
        break;
    case 4:
        send_unicast(node);
        break;
    case 5:
        inject(node);
        break;
    case 6:
    case 7:
    case 8:
    case 9:
    case 10:
        receive(node, draw(NOC_QUEUES));
        break;
    case 11:
    case 12:
    case 13:
    case 14:
        give(node, draw(NOC_QUEUES));
        break;
    case 15:
    case 16:
        open_window(node, draw(NOC_WINDOWS));
        break;
    case 17:
        take_window(node, draw(NOC_WINDOWS));
        break;
    case 18:
        pop_signs(node);
        send_signal(board.rig, node, draw(board.d.t->nodes), draw(32));
        break;
    default:
        if (draw(8) == 0) {
            reset(node, draw(NOC_QUEUES));
        }
        wr(board.rig, node, NI_TAU_R, draw(3) ? 0 : draw(40));
        wr(board.rig, node, NI_TAU_S, draw(3) ? 0 : draw(40));
        break;
    }
}

static uint64_t sum(uint32_t offset)
{
    uint64_t n = 0;

    for (uint32_t node = 0; node < board.d.t->nodes; node++) {
        n += counter(board.rig, node, offset);
    }
    return n;
}

/* Nothing is under way: take what has come, and count. */
static void settle(void)
{
    uint64_t in = sum(CNT_IN), discarded = sum(CNT_DISCARDED), bad = sum(CNT_BAD);

    assert_null(board.rig->board->pool.live);
    for (uint32_t node = 0; node < board.d.t->nodes; node++) {
        for (unsigned q = 0; q < NOC_QUEUES; q++) {
            while (receive(node, q)) {
            }
        }
        for (uint32_t w = 0; w < NOC_WINDOWS; w++) {
            take_window(node, w);
        }
    }
    assert_int_equal(in + discarded + bad, sum(CNT_OUT) + board.ends);
    seen.discarded += discarded;
    seen.bad += bad;
}

/* Fresh slots for all, and a worm from each node: all copies come. */
static void check_good_as_new(void)
{
    uint64_t entries = seen.entries, copies = 0, refused = sum(CNT_DISCARDED) + sum(CNT_BAD);

    for (uint32_t node = 0; node < board.d.t->nodes; node++) {
        wr(board.rig, node, NI_TAU_R, 0);
        reset(node, 0);
        board.at[node].size[0] = PLACE_FLITS;
        wr(board.rig, node, NI_RX_SIZE, PLACE_FLITS);
        for (unsigned i = 0; i < GIVEN_MAX; i++) {
            give(node, 0);
        }
    }
    for (uint32_t node = 0; node < board.d.t->nodes; node++) {
        struct sent *s = new_worm(node);

        s->word0 = w0(NOC_WORM_MESSAGE, 0, s->body = 0, 0);
        s->n = draw_header(&board.d, node, s->header);
        memcpy(rig_word(board.rig, node, HEADERS), s->header, 4 * s->n);
        assert_int_equal(
            start_headers(board.rig, node, HEADERS, s->n, s->word0, board.worms++, BODY),
            NOC_TX_OK);
        assert_true(follow(s));
        copies += s->visits;
        board.ends += s->visits - 1u;
        run_out(board.rig, 5000);
        for (uint32_t i = 0; i < board.d.t->nodes; i++) {
            while (receive(i, 0)) {
                give(i, 0);
            }
        }
    }
    settle();
    assert_int_equal(seen.entries - entries, copies);
    assert_int_equal(sum(CNT_DISCARDED) + sum(CNT_BAD), refused);
}

struct kind {
    const char *topology, *routing, *preset;
    uint32_t ports;
};

/* A board with these consumption contexts. */
static struct rig *rig_for(const struct kind *kind, enum noc_consumption consumption)
{
    struct rig *rig =
        rig_new_routed(kind->topology, rig_routing(kind->routing), kind->ports, kind->preset);
    struct noc_board_ops ops = rig->board->ops;

    ops.write = write_in_place;
    ops.deadlock = on_deadlock;
    noc_board_free(rig->board);
    rig->config.net.consumption = consumption;
    rig->board = noc_board_new(&rig->config, &ops);
    assert_non_null(rig->board);
    return rig;
}

/* Whether it came to a deadlock. */
static bool run(const struct kind *kind, enum noc_consumption consumption, uint32_t steps)
{
    struct rig *rig = rig_for(kind, consumption);
    const struct noc_routing *r = rig->config.net.routing;

    memset(&board, 0, sizeof board);
    board.rig = rig;
    board.d = (struct draws){&rig->topology, r, r->lists};
    assert_true(rig->topology.nodes <= DRAW_NODES);
    for (uint32_t node = 0; node < rig->topology.nodes; node++) {
        for (unsigned q = 0; q < NOC_QUEUES; q++) {
            board.at[node].size[q] = draw(3) ? PLACE_FLITS : draw(PLACE_FLITS);
            wr(rig, node, queue_reg(NI_RX_SIZE, q), board.at[node].size[q]);
            for (uint32_t i = draw(6); i > 0; i--) {
                give(node, q);
            }
        }
    }
    for (uint32_t i = 0; i < steps && board.worms + 100 < WORMS; i++) {
        act(draw(rig->topology.nodes));
        run_to(rig, rig_now(rig) + draw(4));
    }
    run_out(rig, 1000000); /* it ends */
    if (board.deadlocks) {
        assert_true(sum(CNT_IN) + sum(CNT_DISCARDED) + sum(CNT_BAD) < sum(CNT_OUT) + board.ends);
    } else {
        settle();
        if (consumption == NOC_CONSUME_VC) {
            check_good_as_new();
        }
    }
    rig_free(rig);
    return board.deadlocks > 0;
}

/*
 * More header flits behind a LAST: at 3 they are taken for W0 to W2, before 1, where the worm came
 * by first, has got any. Its copy begins with the last of them, and has its own list in front.
 */
TEST(what_is_behind_a_last)
{
    static const uint32_t list = 0x11571157, body[] = {7, 8};
    const uint32_t word[] = {w0(NOC_WORM_MESSAGE, 0, 2, 0), 0, 0};
    struct rig *rig = rig_new_routed("utorus:6", rig_routing("utpr"), 1, "board");
    uint32_t header[12] = {noc_header(NOC_HEADER_ADDRESS, 1, 0),
                           noc_header(NOC_HEADER_COUNT, 0, 1),
                           list,
                           noc_header(NOC_HEADER_ADDRESS, 3, 0),
                           noc_header(NOC_HEADER_COUNT, 0, 0),
                           noc_header(NOC_HEADER_LAST, 3, 0)};

    for (uint32_t node = 0; node < 6; node++) {
        give_slots(rig, node, 0, 1, 3, AREA);
    }
    rig_inject(rig, 0, header, 12, word, body, 2, 12 + 3 + 2);
    run_out(rig, 1000);
    assert_int_equal(counter(rig, 3, CNT_BAD), 1);
    assert_int_equal(rd(rig, 3, NI_BAD_HEADER), header[5]);
    assert_int_equal(counter(rig, 1, CNT_IN), 1);
    assert_int_equal(rd(rig, 1, NI_RX_W0), w0(NOC_WORM_MESSAGE, 0, 3, 0));
    assert_int_equal(*rig_word(rig, 1, AREA), list);
    assert_int_equal(*rig_word(rig, 1, AREA + 8), 8);
    assert_null(rig->board->pool.live);
    rig_free(rig);
}

TEST(boards)
{
    static const struct kind kind[] = {
        {"utorus:6", "utpr", "board", 1},          {"utorus:4x4", "utpr", "board", 1},
        {"utorus:4x4", "utpr", "paper", 0},        {"utorus:3x3x3", "utpr", "s1", 2},
        {"utorus:8x4", "utpr", "board", 0},        {"mesh:4x4", "coded-path-vc", "board", 1},
        {"mesh:6x6", "coded-path-vc", "paper", 0}, {"mesh:4x4", "coded-path-vc", "s1", 2},
        {"mesh:4x4", "hamiltonian", "board", 1},   {"torus:4x5", "hamiltonian", "paper", 0},
        {"cube:5", "hamiltonian", "s1", 1},
    };

    TEST_CASES(i, sizeof kind / sizeof *kind)
    {
        seed = world_mix(i);
        assert_false(run(&kind[i % (sizeof kind / sizeof *kind)], NOC_CONSUME_VC, 20000));
    }
    print_message("%llu lists sent, %llu refused, %llu injected; %llu entries, %llu windows, %llu "
                  "with a list; %llu discarded, %llu bad\n",
                  (unsigned long long)seen.accepted, (unsigned long long)seen.refused,
                  (unsigned long long)seen.injected, (unsigned long long)seen.entries,
                  (unsigned long long)seen.windows, (unsigned long long)seen.lists,
                  (unsigned long long)seen.discarded, (unsigned long long)seen.bad);
    if (!test_whole()) {
        return;
    }
    assert_true(seen.accepted > 10000 && seen.refused > 1000 && seen.injected > 1000);
    assert_true(seen.entries > 10000 && seen.windows > 100 && seen.lists > 1000);
    assert_true(seen.discarded > 1000 && seen.bad > 1000);
}

/* With fewer contexts either all goes as it should, or the board says that it cannot. */
TEST(fewer_contexts)
{
    static const struct kind kind[] = {
        {"utorus:4x4", "utpr", "board", 1},
        {"mesh:4x4", "coded-path-vc", "paper", 0},
        {"mesh:4x4", "hamiltonian", "board", 1},
    };
    uint32_t found[2] = {0}, ends[2] = {0};

    TEST_CASES(i, 60)
    {
        bool one = i & 1, deadlock;

        seed = world_mix(i);
        deadlock =
            run(&kind[i / 2 % 3], one ? NOC_CONSUME_ONE : NOC_CONSUME_LINK, i % 4 < 2 ? 60 : 1500);
        assert_true(one || i / 2 % 3 < 2 || !deadlock); /* hamiltonian needs no more */
        found[one] += deadlock;
        ends[one] += !deadlock;
    }
    assert_true(!test_whole() || (found[0] > 0 && found[1] > 0 && ends[0] > 0 && ends[1] > 0));
}
