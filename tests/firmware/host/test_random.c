/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every call at random, with every deadline, lengths from nothing to long, memory that runs out,
 * cores that end without a word, and one that sends whatever it likes. An oracle beside the cores
 * knows what was sent: what a call has sent arrives, once, whole and in order; what a call has not
 * sent never does; and no call takes much longer than it may.
 */
#include <string.h>

#include "runs.h"
#include "ni.h"
#include "packet.h"
#include "layer/wire.h"

enum {
    CORES = 9,
    IDS = 2048, /* messages of a core */
    TAGS = 3,
    UNDER_WAY = 14,
    LONGEST = 2800, /* bytes */
    MARGIN = 8,     /* of guards around each buffer */
    GROUPS = 3,     /* the world, all cores again, and all but one */
    SLACK = 150000, /* of a deadline: what the network and progress may take */
    GROUP_FLITS = 40,
    HISTORY = 512
};

static const uint8_t UNTOUCHED = 0xdd;
static const uint32_t UNTOUCHED_WORD = 0xdddddddd;

enum fate { SENT = 1, FAILED = 2, CAME = 4 };

struct sent {
    uint32_t to, tag, bytes, group;
    uint8_t fate;
};

/* What the receives of one core got from another. */
struct got {
    uint32_t posted, id, tag, group;
    bool any; /* of more than this source and tag */
};

/* A buffer at some alignment, between guards. */
struct buffer {
    uint8_t *block, *at;
    uint32_t bytes;
};

struct under_way {
    noc_request request;
    struct buffer body;
    uint32_t id, posted, group, room; /* room: with NOC_CUT, perhaps */
    int32_t peer, tag;
    bool live, receives;
};

static struct {
    struct sent sent[CORES][IDS];
    struct got got[CORES][CORES][HISTORY];
    uint32_t gots[CORES][CORES];
    uint32_t ids[CORES];
    struct under_way under_way[CORES][UNDER_WAY];
    uint32_t posts[CORES];
    bool dead[CORES], sends_done[CORES], all_done[CORES];
    uint32_t collective[CORES];
    noc_plan *plan[CORES][CORES];
    noc_group *group[CORES][GROUPS]; /* NULL: it is not in it */
    uint64_t ended[CORES];
    uint64_t messages, calls;
} all;

/* What a run is like. */
struct mood {
    uint32_t calls, collectives;
    bool deaths, wild, hungry;
};

static const struct mood *mood;

static bool is_wild(uint32_t core)
{
    return mood->wild && core == cores_topology()->nodes - 1;
}

/* --- groups ----------------------------------------------------------------------- */

enum { MISSING = 1 /* in the last group */ };

static uint32_t node_of(uint32_t group, uint32_t rank)
{
    return group == GROUPS - 1 && rank >= MISSING ? rank + 1 : rank;
}

static uint32_t rank_of(uint32_t group, uint32_t node)
{
    return group == GROUPS - 1 && node > MISSING ? node - 1 : node;
}

static bool is_in(uint32_t group, uint32_t node)
{
    return !group || (!mood->wild && (group < GROUPS - 1 || node != MISSING));
}

static void make_groups(void)
{
    static uint16_t members[GROUPS][CORES]; /* the same for all cores */
    uint32_t me = core_number(), g, i, n;

    all.group[me][0] = noc_world();
    for (g = 1; g < GROUPS && is_in(g, 0); g++) {
        for (i = n = 0; i < cores_topology()->nodes; i++) {
            if (is_in(g, i)) {
                members[g][n++] = (uint16_t)i;
            }
        }
        if (is_in(g, me)) {
            ok(noc_group_create(members[g], n, &all.group[me][g], NOC_FOREVER), "group");
        }
    }
}

/* One that these two are in. */
static uint32_t draw_group(uint32_t other)
{
    uint32_t g = core_random() % GROUPS;

    return is_in(g, core_number()) && is_in(g, other) ? g : 0;
}

/* --- bodies --------------------------------------------------------------------- */

/* The first four bytes of a message that has so many are its sender and number. */
static uint8_t byte_of(uint32_t from, uint32_t id, uint32_t i)
{
    uint32_t word = i / 4 ? (from * IDS + id + 1) * 2654435761u ^ i / 4 * 40503u : from << 16 | id;

    return (uint8_t)(word >> i % 4 * 8);
}

static struct buffer body_new(uint32_t bytes)
{
    struct buffer b = {.bytes = bytes};

    core_allow(UINT32_MAX);
    b.block = core_malloc(bytes + 2 * MARGIN + 3);
    if (!b.block) {
        core_fail("no memory for a body");
    }
    b.at = b.block + MARGIN + (core_random() % 2 ? core_random() % 4 : 0);
    memset(b.block, UNTOUCHED, bytes + 2 * MARGIN + 3);
    if (mood->hungry && core_random() % 2) {
        core_allow(core_random() % 3);
    }
    return b;
}

/* Only its first bytes were written. */
static void body_check(const struct buffer *b, uint32_t bytes, const char *what)
{
    const uint8_t *p, *end = b->block + b->bytes + 2 * MARGIN + 3;

    for (p = b->block; p < end; p++) {
        if ((p < b->at || p >= b->at + bytes) && *p != UNTOUCHED) {
            core_fail("%s has written byte %d of %u", what, (int)(p - b->at), b->bytes);
        }
    }
}

static void body_end(struct buffer *b, uint32_t bytes)
{
    body_check(b, bytes, "a call");
    core_free(b->block);
}

static uint32_t draw_bytes(void)
{
    switch (core_random() % 5) {
    case 0:
        return core_random() % 71;
    case 1:
        return core_random() % 17 * 4;
    case 2:
        return 248 + core_random() % 16;
    default:
        return core_random() % LONGEST;
    }
}

static uint32_t draw_timeout(void)
{
    return core_random() % 4 == 0 ? 20000 : core_random() % 1200;
}

static uint32_t begin_message(uint32_t group, uint32_t to, uint32_t tag, const struct buffer *b)
{
    uint32_t me = core_number(), id = all.ids[me]++, i;

    if (id == IDS) {
        core_fail("too many messages");
    }
    all.sent[me][id] = (struct sent){to, tag, b->bytes, group, 0};
    for (i = 0; i < b->bytes; i++) {
        b->at[i] = byte_of(me, id, i);
    }
    return id;
}

/* Whether a message to this core was given up: a receive that had it is matched anew, behind others
 * that were posted after it. from: CORES for anybody's. */
static bool any_failed(uint32_t from)
{
    uint32_t f, i;

    for (f = 0; f < cores_topology()->nodes; f++) {
        for (i = 0; (from == f || from == CORES) && i < all.ids[f]; i++) {
            if (all.sent[f][i].to == core_number() && all.sent[f][i].fate & FAILED) {
                return true;
            }
        }
    }
    return mood->wild && from == CORES;
}

static void in_order(uint32_t from, const struct got *now)
{
    uint32_t me = core_number(), n = all.gots[from][me], i;

    for (i = n > HISTORY ? n - HISTORY : 0; i < n; i++) {
        const struct got *g = &all.got[from][me][i % HISTORY];
        const struct got *earlier = g->posted < now->posted ? g : now;

        if (g->tag == now->tag && g->group == now->group &&
            (g->posted < now->posted) != (g->id < now->id) &&
            !any_failed(earlier->any ? CORES : from)) {
            core_fail("message %u of %u by receive %u, %u by %u", now->id, from, now->posted, g->id,
                      g->posted);
        }
    }
    all.got[from][me][n % HISTORY] = *now;
    all.gots[from][me]++;
}

/* A message of less than four bytes does not say which it is: the first that it can be. */
static uint32_t id_of(const struct buffer *b, uint32_t group, uint32_t from, const noc_status *s)
{
    uint32_t id;

    if (s->bytes >= 4) {
        return b->at[0] | (uint32_t)b->at[1] << 8;
    }
    for (id = 0; id < all.ids[from]; id++) {
        const struct sent *m = &all.sent[from][id];

        if (m->to == core_number() && m->tag == s->tag && m->bytes == s->bytes &&
            m->group == group && !(m->fate & (CAME | FAILED)) &&
            (!s->bytes || b->at[0] == byte_of(from, id, 0))) {
            break;
        }
    }
    return id;
}

/* It came into so much room of a buffer. */
static void came(const struct buffer *b, uint32_t room, const noc_status *s, uint32_t posted,
                 uint32_t group, bool any)
{
    uint32_t me = core_number(), from = node_of(group, s->source), id, i;
    struct sent *m;

    if (is_wild(from)) {
        return;
    }
    id = id_of(b, group, from, s);
    if (id >= all.ids[from]) {
        core_fail("message %u came from %u, which has sent %u", id, from, all.ids[from]);
    }
    m = &all.sent[from][id];
    if (m->to != me || m->tag != s->tag || m->bytes != s->bytes || m->group != group) {
        core_fail("message %u of %u: to %u, tag %u, %u bytes, group %u", id, from, m->to, s->tag,
                  s->bytes, group);
    }
    for (i = 0; i < s->bytes && i < room; i++) {
        if (b->at[i] != byte_of(from, id, i)) {
            core_fail("message %u of %u: byte %u is %02x", id, from, i, b->at[i]);
        }
    }
    if (m->fate & (CAME | FAILED)) {
        core_fail("message %u of %u came, fate %u", id, from, m->fate);
    }
    m->fate |= CAME;
    if (s->bytes >= 4) {
        in_order(from, &(struct got){posted, id, s->tag, group, any});
    }
    all.messages++;
}

/* What came was another message without a byte, of which nobody knows which it is. */
static bool was_another(struct sent *m)
{
    uint32_t me = core_number(), id;

    for (id = 0; !m->bytes && id < all.ids[me]; id++) {
        struct sent *o = &all.sent[me][id];

        if (!o->bytes && o->to == m->to && o->tag == m->tag && o->group == m->group &&
            !(o->fate & (CAME | FAILED))) {
            o->fate |= CAME;
            m->fate &= (uint8_t)~CAME;
            return true;
        }
    }
    return false;
}

static void sent(uint32_t id, noc_err err)
{
    struct sent *m = &all.sent[core_number()][id];

    if (!err) {
        m->fate |= SENT;
    } else if (err == NOC_ERR_TIMEOUT || err == NOC_ERR_MEMORY) {
        if (m->fate & CAME && !was_another(m)) {
            core_fail("message %u to %u came, and was not sent", id, m->to);
        }
        m->fate |= FAILED;
    } else {
        core_fail("send: %s", noc_strerror(err));
    }
}

/* --- calls ------------------------------------------------------------------------- */

static void within(uint64_t since, uint32_t timeout, const char *what)
{
    if (core_time() - since > (uint64_t)timeout + SLACK) {
        core_fail("%s took %llu cycles of %u", what, (unsigned long long)(core_time() - since),
                  timeout);
    }
}

static uint32_t draw_peer(void)
{
    uint32_t nodes = cores_topology()->nodes;

    return core_random() % 3 ? core_random() % nodes : core_random() % 2;
}

static struct under_way *vacant(void)
{
    uint32_t i;

    for (i = 0; i < UNDER_WAY; i++) {
        if (!all.under_way[core_number()][i].live) {
            return &all.under_way[core_number()][i];
        }
    }
    return NULL;
}

static void call_send(void)
{
    struct buffer b = body_new(draw_bytes());
    uint32_t to = draw_peer(), tag = core_random() % TAGS, timeout = draw_timeout();
    uint32_t g = draw_group(to), id = begin_message(g, to, tag, &b);
    noc_group *group = all.group[core_number()][g];
    uint64_t since = core_time();
    noc_err err;

    if (to != core_number() && core_random() % 8 == 0) {
        err = noc_send_synchronous_in(group, rank_of(g, to), tag, b.at, b.bytes, timeout);
    } else if (g) {
        err = noc_send_in(group, rank_of(g, to), tag, b.at, b.bytes, timeout);
    } else {
        err = noc_send(to, tag, b.at, b.bytes, timeout);
    }
    within(since, timeout, "noc_send");
    sent(id, err);
    memset(b.at, 0xee, b.bytes);
    body_end(&b, b.bytes);
}

static void call_isend(void)
{
    struct under_way *u = vacant();
    uint32_t to = draw_peer(), tag = core_random() % TAGS, g = draw_group(to);
    noc_err err;

    if (!u) {
        return;
    }
    u->body = body_new(draw_bytes());
    u->id = begin_message(g, to, tag, &u->body);
    u->peer = (int32_t)to;
    err = noc_isend_in(all.group[core_number()][g], rank_of(g, to), tag, u->body.at, u->body.bytes,
                       &u->request);
    if (err) {
        sent(u->id, err == NOC_ERR_BUSY && mood->hungry ? NOC_ERR_MEMORY : err);
        body_end(&u->body, u->body.bytes);
        return;
    }
    u->live = true;
    u->receives = false;
}

/* from: a rank in the group. */
static uint32_t draw_match(int32_t *from, int32_t *tag)
{
    uint32_t peer = draw_peer(), g = draw_group(peer);

    *from = core_random() % 2 ? NOC_ANY_SOURCE : (int32_t)rank_of(g, peer);
    *tag = core_random() % 2 ? NOC_ANY_TAG : (int32_t)(core_random() % TAGS);
    return g;
}

/* What of this message is in so much room. */
static uint32_t least(uint32_t room, const noc_status *s)
{
    return s->bytes < room ? s->bytes : room;
}

static void call_recv(uint32_t timeout)
{
    struct buffer b = body_new(core_random() % 8 ? LONGEST : draw_bytes());
    uint32_t posted = all.posts[core_number()]++, cut = core_random() % 16 ? 0 : NOC_CUT, g;
    uint64_t since = core_time();
    int32_t from, tag;
    noc_status s = {0};
    noc_err err;

    if (cut && b.bytes < 4) {
        cut = 0; /* nobody would know which message it was */
    }
    g = draw_match(&from, &tag);
    err = g ? noc_recv_in(all.group[core_number()][g], from, tag, b.at, b.bytes | cut, &s, timeout)
            : noc_recv(from, tag, b.at, b.bytes | cut, &s, timeout);
    within(since, timeout, "noc_recv");
    if (!err || (cut && err == NOC_ERR_TRUNCATED)) {
        if (!err != (s.bytes <= b.bytes)) {
            core_fail("%u bytes in %u: %s", s.bytes, b.bytes, noc_strerror(err));
        }
        came(&b, b.bytes, &s, posted, g, from < 0 || tag < 0);
        body_end(&b, least(b.bytes, &s));
        return;
    }
    if (err == NOC_ERR_TRUNCATED ? s.bytes <= b.bytes
                                 : err != NOC_ERR_TIMEOUT && err != NOC_ERR_MEMORY) {
        core_fail("receive: %s", noc_strerror(err));
    }
    core_delay(core_random() % 300);
    body_end(&b, 0);
}

static void call_irecv(void)
{
    struct under_way *u = vacant();
    noc_err err;

    if (!u) {
        return;
    }
    u->group = draw_match(&u->peer, &u->tag);
    u->room = core_random() % 8 ? LONGEST : (4 + core_random() % 400) | NOC_CUT;
    u->body = body_new(u->room & ~NOC_CUT);
    u->posted = all.posts[core_number()]++;
    err = noc_irecv_in(all.group[core_number()][u->group], u->peer, u->tag, u->body.at, u->room,
                       &u->request);
    if (err == NOC_ERR_BUSY && mood->hungry) { /* no memory to move a send that was given up */
        body_end(&u->body, 0);
        return;
    }
    ok(err, "irecv");
    u->live = u->receives = true;
}

static void call_wait(struct under_way *u, uint32_t timeout)
{
    uint64_t since = core_time();
    bool done = true;
    noc_status s;
    noc_err err;

    if (!u->live) {
        return;
    }
    if (timeout % 2) {
        err = noc_test(&u->request, &done, &s);
        if (!done) {
            return;
        }
    } else {
        err = noc_wait(&u->request, &s, timeout);
        within(since, timeout, "noc_wait");
        if (err == NOC_ERR_TIMEOUT || err == NOC_ERR_MEMORY) {
            return;
        }
    }
    if (u->receives && u->room & NOC_CUT && s.bytes > u->body.bytes) {
        err = err == NOC_ERR_TRUNCATED ? NOC_ERR_OK : NOC_ERR_LENGTH;
    }
    ok(err, u->receives ? "irecv" : "isend");
    if (u->receives) {
        came(&u->body, u->body.bytes, &s, u->posted, u->group, u->peer < 0 || u->tag < 0);
        body_end(&u->body, least(u->body.bytes, &s));
    } else {
        sent(u->id, err);
        body_end(&u->body, u->body.bytes);
    }
    u->live = false;
}

static void call_probe(void)
{
    uint32_t timeout = draw_timeout(), g;
    uint64_t since = core_time();
    int32_t from, tag;
    noc_status s;
    noc_err err;

    g = draw_match(&from, &tag);
    err = noc_probe_in(all.group[core_number()][g], from, tag, &s, timeout);
    within(since, timeout, "noc_probe");
    if (!err &&
        ((from >= 0 && s.source != (uint32_t)from) || (tag >= 0 && s.tag != (uint32_t)tag))) {
        core_fail("probe of %d, %d: %u, %u", from, tag, s.source, s.tag);
    }
}

/* The next barrier or multicast, which all make in the same order. */
static void call_collective(uint32_t timeout)
{
    uint32_t me = core_number(), number = all.collective[me], i;
    uint32_t root = number / 2 % cores_topology()->nodes, body[GROUP_FLITS + 1];
    noc_err err;

    if (number == mood->collectives) {
        return;
    }
    if (number % 2) {
        err = noc_barrier(noc_world(), timeout);
        for (i = 0; !err && i < cores_topology()->nodes; i++) {
            if (all.collective[i] < number) {
                core_fail("barrier %u: core %u is at %u", number, i, all.collective[i]);
            }
        }
    } else {
        for (i = 0; i <= GROUP_FLITS; i++) {
            body[i] = me == root && i < GROUP_FLITS ? number * 77 + i : UNTOUCHED_WORD;
        }
        err = noc_multicast(all.plan[me][root], body, 4 * GROUP_FLITS, timeout);
        for (i = 0; !err && i < GROUP_FLITS; i++) {
            if (body[i] != number * 77 + i) {
                core_fail("multicast %u: word %u is %08x", number, i, body[i]);
            }
        }
        if (body[GROUP_FLITS] != UNTOUCHED_WORD) {
            core_fail("multicast: a word behind the buffer was written");
        }
    }
    if (!err) {
        all.collective[me]++;
    } else if (err != NOC_ERR_TIMEOUT && err != NOC_ERR_MEMORY) {
        core_fail("collective: %s", noc_strerror(err));
    }
}

static void call_any(void)
{
    struct under_way *u = &all.under_way[core_number()][core_random() % UNDER_WAY];

    all.calls++;
    if (!mood->hungry || core_random() % 2) {
        core_allow(UINT32_MAX);
    }
    switch (core_random() % 12) {
    case 0:
    case 1:
    case 2:
        call_send();
        break;
    case 3:
        call_isend();
        break;
    case 4:
    case 5:
    case 6:
        call_recv(draw_timeout());
        break;
    case 7:
        call_irecv();
        break;
    case 8:
        call_wait(u, draw_timeout());
        break;
    case 9:
        call_probe();
        break;
    case 10:
        call_collective(draw_timeout());
        break;
    default:
        core_delay(core_random() % 10 ? core_random() % 1000 : core_random() % 20000);
        break;
    }
    core_allow(UINT32_MAX);
}

/* --- the wild core -------------------------------------------------------------------- */

static void wild_call(void)
{
    uint32_t to = core_random() % (cores_topology()->nodes - 1), *body, i;
    uint32_t type = NOC_WORM_MESSAGE + core_random() % 3;
    uint32_t w2 = core_random() % 4 << 30 | (core_random() % 2 ? core_random() % 8 : core_random());

    core_delay(core_random() % 600);
    if (core_random() % 2) {
        ni_write(NI_SIGNAL_SEND, NOC_PUT(to, NI_SIGNAL_SEND, NODE) |
                                     NOC_PUT(core_random() % 32, NI_SIGNAL_SEND, NUMBER));
        return;
    }
    body = core_malloc(80 * 4);
    for (i = 0; i < 80; i++) {
        body[i] = core_random() % 16;
    }
    (void)ni_tx(ni_address(body),
                type << NI_TX_W0_TYPE_SHIFT | core_random() % 8 << NI_TX_W0_CHANNEL_SHIFT |
                    (9 + core_random() % 6) << NI_TX_W0_ENTRY_SHIFT |
                    core_random() % (type == NOC_WORM_BODY ? 80 : 8),
                core_random() % TAGS << 16, core_random() % 2 ? core_random() % 16 : w2,
                noc_header(NOC_HEADER_LAST, to, 0));
    while (ni_read(NI_TX_BUSY)) {
    }
    core_free(body);
}

/* --- the program ------------------------------------------------------------------------ */

static bool all_of(const bool *what)
{
    uint32_t i;

    for (i = 0; i < cores_topology()->nodes && (what[i] || all.dead[i] || is_wild(i)); i++) {
    }
    return i == cores_topology()->nodes;
}

/* Sends of ours under way to cores that live. */
static bool any_under_way(void)
{
    uint32_t i;

    for (i = 0; i < UNDER_WAY; i++) {
        const struct under_way *u = &all.under_way[core_number()][i];

        if (u->live && !u->receives && !all.dead[u->peer] && !is_wild((uint32_t)u->peer)) {
            return true;
        }
    }
    return false;
}

/* Whether all that living cores have sent to this one has come. */
static bool all_came(bool say)
{
    uint32_t from, id;

    for (from = 0; from < cores_topology()->nodes; from++) {
        for (id = 0; !all.dead[from] && id < all.ids[from]; id++) {
            const struct sent *s = &all.sent[from][id];

            if (s->to == core_number() && (s->fate & (SENT | CAME)) == SENT) {
                if (say) {
                    core_fail("message %u of %u, tag %u, %u bytes, was sent and is lost", id, from,
                              s->tag, s->bytes);
                }
                return false;
            }
        }
    }
    return true;
}

static void make_plans(void)
{
    static const char *const algorithm[] = {"separate", "u-mesh"};
    uint32_t root;

    ok(noc_group_reserve(noc_world(), 4 * GROUP_FLITS, NOC_BY_LIST, NOC_FOREVER), "reserve");
    for (root = 0; root < cores_topology()->nodes; root++) {
        ok(noc_plan_create(noc_world(), root, algorithm[root % 2],
                           root % 3 ? NOC_BY_LIST : NOC_BY_PLAN, &all.plan[core_number()][root]),
           "plan");
    }
}

/* Until all is done, everything is received. */
static void drain(void)
{
    uint32_t me = core_number(), i, tries = 0;

    while (!all_of(all.all_done)) {
        for (i = 0; i < UNDER_WAY; i++) {
            call_wait(&all.under_way[me][i], 1 + core_random() % 2 * 99);
        }
        call_recv(all_of(all.sends_done) ? 4000 : 1000);
        call_collective(1000);
        all.sends_done[me] |= !any_under_way() && all.collective[me] == mood->collectives;
        all.all_done[me] = all_of(all.sends_done) && all_came(false);
        tries += all_of(all.sends_done);
        if (tries > 1500) {
            (void)all_came(true);
            return;
        }
    }
}

static void program(void *arg)
{
    uint32_t me = core_number(), n, last;

    (void)arg;
    if (is_wild(me)) {
        for (n = 0; n < 2 * mood->calls; n++) {
            wild_call();
        }
        return;
    }
    ok(noc_init(), "init");
    make_groups();
    if (mood->collectives) {
        make_plans();
    }
    last = mood->deaths && core_random() % 3 == 0 && me ? core_random() % mood->calls : UINT32_MAX;
    for (n = 0; n < mood->calls; n++) {
        call_any();
        if (n == last) {
            all.dead[me] = true;
            return;
        }
    }
    drain();
    if (!mood->deaths && !mood->wild) {
        ok(noc_finish(10 * NOC_LOST_CYCLES), "finish");
    }
    all.ended[me] = core_time();
}

static void run(const struct mood *m, uint32_t seeds)
{
    static const char *const topology[] = {"mesh:3x3", "mesh:2", "mesh:2x2", "mesh:3"};

    mood = m;
    TEST_CASES(seed, seeds)
    {
        const struct cores_config c = {.topology = topology[seed % 4],
                                       .algorithm_topology = topology[seed % 4],
                                       .ports = seed % 2,
                                       .arena_bytes = m->hungry ? NOC_ARENA_MIN << seed % 3 : 0,
                                       .jitter = seed % 5 * 10,
                                       .tau_r = seed % 7 == 6 ? 60 : 0,
                                       .seed = seed,
                                       .limit_cycles = 40000000};
        memset(&all, 0, sizeof(all));
        cores_must_run(&c, program, NULL);
    }
}

TEST(random_calls)
{
    static const struct mood calm = {.calls = 250, .collectives = 20};

    run(&calm, 400);
}

TEST(random_calls_without_memory)
{
    static const struct mood hungry = {.calls = 250, .collectives = 20, .hungry = true};

    run(&hungry, 400);
}

TEST(random_calls_beside_cores_that_end)
{
    static const struct mood deaths = {.calls = 250, .deaths = true};

    run(&deaths, 400);
}

TEST(random_calls_beside_a_wild_core)
{
    static const struct mood wild = {.calls = 250, .wild = true};

    run(&wild, 400);
}

TEST(random_calls_and_all_that_at_once)
{
    static const struct mood worst = {.calls = 250, .deaths = true, .wild = true, .hungry = true};

    run(&worst, 400);
}

static uint32_t word_of(uint32_t from, uint32_t id, uint32_t i)
{
    return (from * IDS + id + 1) * 2654435761u ^ i * 40503u;
}

/* --- many cores ------------------------------------------------------------------------- */

/* Every core sends long messages to others and takes those for it, with deadlines that are too short
 * for either, again and again. */
static void crowd_program(void *arg)
{
    const uint32_t nodes = cores_topology()->nodes, flits = *(const uint32_t *)arg,
                   me = core_number();
    uint32_t *in = core_malloc(flits * 4), *out = core_malloc(flits * 4), round, i;
    bool sent_it, came_it;
    noc_err err;

    ok(noc_init(), "init");
    for (round = 1; round <= 3; round++) {
        const uint32_t away = round * 37;

        for (i = 0; i < flits; i++) {
            out[i] = word_of(me, round, i);
        }
        for (sent_it = came_it = false; !sent_it || !came_it;) {
            if (!sent_it) {
                err = noc_send((me + away) % nodes, round, out, flits * 4, core_random() % 900);
                sent_it = !err;
            }
            if (!came_it) {
                err = noc_recv((int32_t)((me + nodes - away) % nodes), (int32_t)round, in,
                               flits * 4, NULL, core_random() % 900);
                came_it = !err;
            }
        }
        for (i = 0; i < flits; i++) {
            if (in[i] != word_of((me + nodes - away) % nodes, round, i)) {
                core_fail("round %u: word %u is %08x", round, i, in[i]);
            }
        }
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(a_crowd_in_haste)
{
    TEST_NEEDS_BUDGET(2);
    static const uint32_t flits = 1000;
    const struct cores_config c = {
        .topology = "torus:16x16", .ports = 1, .seed = 1, .jitter = 3, .limit_cycles = 4000000};

    assert_true(cores_run(&c, crowd_program, (void *)(uintptr_t)&flits));
}

/* All to one, with more offers than it has windows: whoever waits for the network must not lose its
 * window to others, or most bodies cross the network in vain. */
enum { FUNNEL = 12000, WANTED = 14 };

static void funnel_receive(void)
{
    const uint32_t nodes = cores_topology()->nodes;
    noc_request in[WANTED];
    uint32_t *body[WANTED], n = 0, i, word;
    noc_status s;
    bool done;

    for (i = 0; i < WANTED; i++) {
        body[i] = core_malloc(FUNNEL * 4);
        ok(noc_irecv(NOC_ANY_SOURCE, 1, body[i], FUNNEL * 4, &in[i]), "irecv");
    }
    for (i = 0; n < nodes - 1; i = (i + 1) % WANTED) {
        ok(noc_test(&in[i], &done, &s), "test");
        for (word = 0; done && word < FUNNEL; word++) {
            if (body[i][word] != word_of(s.source, 1, word)) {
                core_fail("from %u: word %u is %08x", s.source, word, body[i][word]);
            }
        }
        if (done) {
            n++;
            ok(noc_irecv(NOC_ANY_SOURCE, 1, body[i], FUNNEL * 4, &in[i]), "irecv");
        }
        core_delay(20);
    }
    if (core_time() > (nodes - 1) * FUNNEL * 23 / 20) {
        core_fail("%u flits took %llu cycles", (nodes - 1) * FUNNEL,
                  (unsigned long long)core_time());
    }
}

static void funnel_program(void *arg)
{
    uint32_t *body = core_malloc(FUNNEL * 4), i;

    (void)arg;
    ok(noc_init(), "init");
    if (core_number() == 0) {
        funnel_receive();
        return;
    }
    for (i = 0; i < FUNNEL; i++) {
        body[i] = word_of(core_number(), 1, i);
    }
    ok(noc_send(0, 1, body, FUNNEL * 4, NOC_FOREVER), "send");
}

TEST(more_offers_than_windows)
{
    const struct cores_config c = {
        .topology = "mesh:6x6", .ports = 1, .seed = 1, .limit_cycles = 4000000};

    assert_true(cores_run(&c, funnel_program, NULL));
}

/* The same chance, the same cycles. */
TEST(random_calls_are_the_same_twice)
{
    static const struct mood calm = {.calls = 60, .collectives = 6};
    uint64_t ended[CORES];
    unsigned i;

    for (i = 0; i < 2; i++) {
        const struct cores_config c = {.topology = "mesh:3x3",
                                       .algorithm_topology = "mesh:3x3",
                                       .jitter = 7,
                                       .seed = 77,
                                       .limit_cycles = 40000000};
        mood = &calm;
        memset(&all, 0, sizeof(all));
        assert_true(cores_run(&c, program, NULL));
        if (i) {
            assert_memory_equal(ended, all.ended, sizeof(ended));
        }
        memcpy(ended, all.ended, sizeof(ended));
    }
}
