/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is on the envelope: lengths in bytes with buffers of any alignment, which nobody writes
 * beside; messages that are cut; groups that do not see each other's messages; and what is refused.
 */
#include <string.h>

#include "runs.h"
#include "layer/layer.h"
#include "messages/messages.h"
#include "progress/progress.h"
#include "requests/requests.h"

enum { TAG = 3, GUARD = 0xa7, MARGIN = 8, LONGEST = 5000, QUIET = 400000 };

static void run(const char *topology, void (*program)(void *), uint32_t seeds)
{
    TEST_CASES(seed, seeds)
    {
        const struct cores_config c = {.topology = topology,
                                       .ports = 1,
                                       .jitter = seed % 4 * 10,
                                       .seed = seed,
                                       .limit_cycles = 100000000};

        cores_must_run(&c, program, NULL);
    }
}

/* --- bodies --------------------------------------------------------------------- */

static uint8_t byte_of(uint32_t id, uint32_t i)
{
    return (uint8_t)((id + 1) * 2654435761u >> (i % 4 * 8) ^ i * 37);
}

/* A buffer so many bytes behind a word, between guards. */
struct buffer {
    uint8_t *block, *at;
    uint32_t bytes;
};

static struct buffer buffer_new(uint32_t skew, uint32_t bytes)
{
    struct buffer b = {.bytes = bytes};

    b.block = core_malloc(bytes + 2 * MARGIN + 3);
    b.at = b.block + MARGIN + skew;
    memset(b.block, GUARD, bytes + 2 * MARGIN + 3);
    return b;
}

static void buffer_fill(const struct buffer *b, uint32_t id)
{
    uint32_t i;

    for (i = 0; i < b->bytes; i++) {
        b->at[i] = byte_of(id, i);
    }
}

/* It has the first `bytes` of message id, and nothing else was written. */
static void buffer_check(const struct buffer *b, uint32_t id, uint32_t bytes, const char *how)
{
    const uint8_t *p, *end = b->block + b->bytes + 2 * MARGIN + 3;

    for (p = b->block; p < end; p++) {
        uint32_t i = (uint32_t)(p - b->at);
        uint8_t wanted = p >= b->at && i < bytes ? byte_of(id, i) : GUARD;

        if (*p != wanted) {
            core_fail("%s: %u bytes at %u in %u: byte %d is %02x, not %02x", how, bytes,
                      (uint32_t)(uintptr_t)b->at % 4, b->bytes, (int)(p - b->at), *p, wanted);
        }
    }
}

static void buffer_end(struct buffer *b)
{
    core_free(b->block);
}

/* --- lengths and alignments ------------------------------------------------------ */

static const uint32_t lengths[] = {
    0,   1,   2,   3,   4,   5,   6,   7,   8,   9,   10,  11,  12,  13,  14,   15,     16, 17,
    18,  19,  20,  31,  32,  33,  34,  35,  61,  62,  63,  64,  65,  66,  67,   68,     69, 70,
    251, 252, 253, 254, 255, 256, 257, 258, 259, 260, 261, 262, 263, 511, 1001, LONGEST};
enum { LENGTHS = sizeof(lengths) / sizeof(*lengths) };

/* How core 0 sends it, and core 1 receives it. */
enum { PLAIN, SYNCHRONOUS, LATE, POSTED, GIVEN_UP, TAKEN, WAYS };

static void send_one(uint32_t way, uint32_t id, uint32_t skew, uint32_t bytes)
{
    struct buffer b = buffer_new(skew, bytes);

    buffer_fill(&b, id);
    if (way == SYNCHRONOUS) {
        WANT(noc_send_synchronous(1, TAG, b.at, bytes, NOC_FOREVER), OK);
    } else {
        core_delay(way == POSTED || way == GIVEN_UP ? core_random() % 1000 : 0);
        WANT(noc_send(1, TAG, b.at, bytes, NOC_FOREVER), OK);
    }
    memset(b.at, 0xee, bytes);
    buffer_end(&b);
}

static void receive_one(uint32_t way, uint32_t id, uint32_t skew, uint32_t bytes)
{
    struct buffer b = buffer_new(skew, bytes);
    noc_message message;
    noc_request r;
    noc_status s;
    noc_err err;

    core_delay(way == LATE || way == TAKEN ? core_random() % 2000 : 0);
    if (way == POSTED) {
        WANT(noc_irecv(0, TAG, b.at, bytes, &r), OK);
        WANT(noc_wait(&r, &s, NOC_FOREVER), OK);
    } else if (way == TAKEN) {
        WANT(noc_take(0, TAG, &message, &s, NOC_FOREVER), OK);
        MUST(s.bytes == bytes);
        WANT(noc_recv_taken(&message, b.at, bytes, &s, NOC_FOREVER), OK);
    } else {
        while ((err = noc_recv(core_random() % 2 ? 0 : NOC_ANY_SOURCE, TAG, b.at, bytes, &s,
                               way == GIVEN_UP ? core_random() % 700 : NOC_FOREVER))) {
            want(err, NOC_ERR_TIMEOUT, __LINE__);
            buffer_check(&b, 0, 0, "given up");
        }
    }
    MUST(s.bytes == bytes && s.source == 0 && s.tag == TAG);
    buffer_check(&b, id, bytes, "received");
    buffer_end(&b);
}

static void lengths_program(void *arg)
{
    uint32_t id, heap;

    (void)arg;
    WANT(noc_init(), OK);
    heap = core_heap_used();
    for (id = 0; id < LENGTHS * 16 * WAYS; id++) {
        uint32_t length = lengths[id / 16 % LENGTHS], way = id / 16 / LENGTHS;

        if (core_number() == 0) {
            send_one(way, id, id % 4, length);
        } else {
            receive_one(way, id, id / 4 % 4, length);
        }
    }
    WANT(noc_finish(NOC_FOREVER), OK);
    WANT(noc_barrier(noc_world(), NOC_FOREVER), OK);
    MUST(core_heap_used() == heap);
}

TEST(every_length_at_every_alignment)
{
    run("mesh:2", lengths_program, 8);
}

static void self_program(void *arg)
{
    struct buffer from, to;
    noc_status s;
    uint32_t id;

    (void)arg;
    WANT(noc_init(), OK);
    for (id = 0; id < LENGTHS * 16; id++) {
        from = buffer_new(id % 4, lengths[id / 16]);
        to = buffer_new(id / 4 % 4, lengths[id / 16]);
        buffer_fill(&from, id);
        WANT(noc_send(core_number(), TAG, from.at, from.bytes, 0), OK);
        WANT(noc_recv((int32_t)core_number(), TAG, to.at, to.bytes, &s, 0), OK);
        MUST(s.bytes == to.bytes && s.source == core_number());
        buffer_check(&to, id, to.bytes, "to oneself");
        buffer_end(&from);
        buffer_end(&to);
    }
}

TEST(every_length_to_oneself)
{
    run("mesh:2", self_program, 1);
}

/* --- messages that are cut ---------------------------------------------------------- */

static void cut_one(uint32_t id, uint32_t bytes, uint32_t room)
{
    struct buffer b = buffer_new(id / 4 % 4, room);
    noc_message message;
    noc_request r;
    noc_status s;
    noc_err err;

    switch (core_random() % 4) {
    case 0:
        WANT(noc_irecv(0, TAG, b.at, room | NOC_CUT, &r), OK);
        err = noc_wait(&r, &s, NOC_FOREVER);
        break;
    case 1:
        WANT(noc_take(0, TAG, &message, NULL, NOC_FOREVER), OK);
        err = noc_recv_taken(&message, b.at, room | NOC_CUT, &s, NOC_FOREVER);
        WANT(noc_recv_taken(&message, b.at, room, NULL, 0), ARGUMENT);
        break;
    default:
        WANT(noc_probe(0, TAG, &s, NOC_FOREVER), OK);
        err = noc_recv(0, TAG, b.at, room, &s, NOC_FOREVER);
        if (room < bytes) {
            want(err, NOC_ERR_TRUNCATED, __LINE__);
            buffer_check(&b, id, 0, "too long");
        }
        while (err && (err = noc_recv(0, TAG, b.at, room | NOC_CUT, &s, core_random() % 900)) ==
                          NOC_ERR_TIMEOUT) {
            buffer_check(&b, id, 0, "given up");
        }
    }
    want(err, room < bytes ? NOC_ERR_TRUNCATED : NOC_ERR_OK, __LINE__);
    MUST(s.bytes == bytes);
    buffer_check(&b, id, room < bytes ? room : bytes, "cut");
    buffer_end(&b);
}

static void cut_program(void *arg)
{
    uint32_t id, heap;

    (void)arg;
    WANT(noc_init(), OK);
    heap = core_heap_used();
    for (id = 0; id < LENGTHS * 48; id++) {
        uint32_t bytes = lengths[id / 16 % LENGTHS];

        if (core_number() == 0) {
            send_one(id % 3 ? PLAIN : SYNCHRONOUS, id, id % 4, bytes);
        } else {
            cut_one(id, bytes,
                    core_random() % 2 ? core_random() % (bytes + 4) : core_random() % 20);
        }
    }
    WANT(noc_finish(NOC_FOREVER), OK);
    WANT(noc_barrier(noc_world(), NOC_FOREVER), OK);
    MUST(core_heap_used() == heap);
}

TEST(messages_that_are_cut)
{
    run("mesh:2", cut_program, 12);
}

/* --- the same send again, but not the same message -------------------------------------- */

/* Core 0's first sends time out, and each next one has other bytes, at its ends too or not, or lies
 * elsewhere: core 1 gets the one that did not time out, and no mixture. */
static void changed_program(void *arg)
{
    enum { ROUNDS = 40, BYTES = 600 };
    struct buffer b = buffer_new(0, BYTES + 8);
    uint8_t *at = b.at;
    uint32_t round, i;
    noc_status s;

    (void)arg;
    WANT(noc_init(), OK);
    for (round = 0; round < ROUNDS; round++) {
        if (core_number() == 1) {
            core_delay(core_random() % 3000);
            WANT(noc_recv(0, TAG, b.at, BYTES, &s, NOC_FOREVER), OK);
            for (i = 0; i < BYTES; i++) {
                MUST(b.at[i] == (i >= 8 && i < BYTES - 4 ? b.at[8] : b.at[0]));
            }
            MUST(b.at[0] == 0 || b.at[0] == b.at[8]);
            WANT(noc_send(0, TAG, b.at + 8, 1, NOC_FOREVER), OK);
            continue;
        }
        for (i = 0;; i++) {
            at = b.at + (round % 2 ? core_random() % 4 : 0);
            memset(b.at, GUARD, BYTES + 8);
            memset(at, (int)(round * 5 + i), BYTES);
            if (round % 4 > 1) { /* the same ends, from wherever they are sent */
                memset(at, 0, 8);
                memset(at + BYTES - 4, 0, 4);
            }
            if (!noc_send(1, TAG, at, BYTES, core_random() % 600)) {
                break;
            }
        }
        memset(b.at, GUARD, BYTES + 8);
        WANT(noc_recv(1, TAG, b.at, 1, &s, NOC_FOREVER), OK);
        MUST(b.at[0] == (uint8_t)(round * 5 + i));
    }
    WANT(noc_finish(NOC_FOREVER), OK);
}

TEST(a_send_that_is_not_repeated)
{
    run("mesh:2", changed_program, 20);
}

/* --- groups ------------------------------------------------------------------------ */

/* The world, and two groups that have two cores in common. */
enum { GROUPS = 3, CORES = 4, EACH = 12, ID_BYTES = 8 };

struct team {
    noc_group *group;
    uint32_t rank, count;
    const uint16_t *members;
};

static const uint16_t all_members[] = {0, 1, 2, 3}, left_members[] = {0, 1, 2},
                      right_members[] = {1, 2, 3};

static void team_make(struct team *t, const uint16_t *members, uint32_t count)
{
    uint32_t i;

    *t = (struct team){.members = members, .count = count};
    for (i = 0; i < count; i++) {
        if (members[i] == core_number()) {
            t->rank = i;
            WANT(noc_group_create(members, count, &t->group, NOC_FOREVER), OK);
            MUST(noc_group_rank(t->group) == (int32_t)i);
        }
    }
}

static void teams_make(struct team *team)
{
    WANT(noc_init(), OK);
    team[0] = (struct team){noc_world(), core_number(), CORES, all_members};
    team_make(&team[1], left_members, 3);
    team_make(&team[2], right_members, 3);
}

static void teams_end(struct team *team)
{
    uint32_t g;

    WANT(noc_finish(NOC_FOREVER), OK);
    WANT(noc_barrier(noc_world(), NOC_FOREVER), OK);
    for (g = 1; g < GROUPS; g++) {
        if (team[g].group) {
            WANT(noc_group_free(team[g].group, NOC_FOREVER), OK);
        }
    }
}

/* What a message says of itself: the group, the sender's rank in it, and its number. */
static void say(uint8_t *body, uint32_t bytes, uint32_t g, uint32_t rank, uint32_t to,
                uint32_t number)
{
    memset(body, (int)(g * 64 + rank * 16 + number), bytes);
    body[0] = (uint8_t)g;
    body[1] = (uint8_t)rank;
    body[2] = (uint8_t)number;
    body[3] = (uint8_t)to;
}

static uint32_t length_of(uint32_t number)
{
    return number % 3 == 2 ? 300 + number : ID_BYTES + number;
}

/* Every member sends to every member, itself too, with the same tags in all groups. */
static uint32_t team_send(const struct team *team, noc_request *out, uint8_t **body)
{
    uint32_t g, to, number, n = 0;

    for (number = 0; number < EACH; number++) {
        for (g = 0; g < GROUPS; g++) {
            for (to = 0; team[g].group && to < team[g].count; to++, n++) {
                body[n] = core_malloc(length_of(number));
                say(body[n], length_of(number), g, team[g].rank, to, number);
                WANT(noc_isend_in(team[g].group, to, TAG, body[n], length_of(number), &out[n]), OK);
            }
        }
    }
    return n;
}

/* One message by any of the calls; `seen` of its sender says which must be next. */
static void team_receive(const struct team *t, uint32_t g, int32_t from, uint8_t *seen)
{
    uint8_t body[400];
    noc_message message;
    noc_request r;
    noc_status s;
    uint32_t i;

    switch (core_random() % 4) {
    case 0:
        WANT(noc_probe_in(t->group, from, TAG, &s, NOC_FOREVER), OK);
        WANT(noc_recv_in(t->group, (int32_t)s.source, NOC_ANY_TAG, body, s.bytes, &s, NOC_FOREVER),
             OK);
        break;
    case 1:
        WANT(noc_irecv_in(t->group, from, TAG, body, sizeof(body), &r), OK);
        WANT(noc_wait(&r, &s, NOC_FOREVER), OK);
        break;
    case 2:
        WANT(noc_take_in(t->group, from, TAG, &message, &s, NOC_FOREVER), OK);
        WANT(noc_recv_taken(&message, body, sizeof(body), &s, NOC_FOREVER), OK);
        break;
    default:
        WANT(noc_recv_in(t->group, from, TAG, body, sizeof(body), &s, NOC_FOREVER), OK);
    }
    MUST(s.source < t->count && (from < 0 || s.source == (uint32_t)from) && s.tag == TAG);
    i = seen[s.source]++;
    MUST(s.bytes == length_of(i));
    if (body[0] != g || body[1] != s.source || body[2] != i || body[3] != t->rank) {
        core_fail("group %u: message %u of group %u, rank %u, to %u", g, body[2], body[0], body[1],
                  body[3]);
    }
}

static void contexts_program(void *arg)
{
    enum { MOST = GROUPS * CORES * EACH };
    uint8_t **body = core_malloc(MOST * sizeof(*body)), seen[GROUPS][CORES] = {{0}};
    noc_request *out = core_malloc(MOST * sizeof(*out));
    uint32_t left[GROUPS] = {0}, n, g, i, all = 0;
    struct team team[GROUPS];

    (void)arg;
    teams_make(team);
    n = team_send(team, out, body);
    for (g = 0; g < GROUPS; g++) {
        left[g] = team[g].group ? team[g].count * EACH : 0;
        all += left[g];
    }
    while (all) {
        do {
            g = core_random() % GROUPS;
        } while (!left[g]);
        i = core_random() % team[g].count;
        team_receive(&team[g], g, seen[g][i] < EACH && core_random() % 2 ? (int32_t)i : -1,
                     seen[g]);
        left[g]--;
        all--;
    }
    WANT(noc_wait_all(out, n, NULL, NOC_FOREVER), OK);
    for (i = 0; i < n; i++) {
        core_free(body[i]);
    }
    teams_end(team);
}

TEST(groups_that_do_not_see_each_other)
{
    run("mesh:2x2", contexts_program, 60);
}

/* Each blocking call in a group, too. */
static void calls_program(void *arg)
{
    uint8_t out[300], in[300];
    struct team team[GROUPS];
    noc_group *g;
    noc_status s;
    uint32_t me, i;

    (void)arg;
    teams_make(team);
    g = team[2].group;
    me = team[2].rank;
    for (i = 0; g && i < 20; i++) {
        say(out, sizeof(out), 2, me, 0, i);
        WANT(noc_exchange_in(g, (me + 1) % 3, TAG, out, length_of(i) % 300, (int32_t)(me + 2) % 3,
                             TAG, in, sizeof(in), &s, NOC_FOREVER),
             OK);
        MUST(s.source == (me + 2) % 3 && in[1] == s.source && s.bytes == length_of(i) % 300);
        if (me == 0) {
            WANT(noc_send_in(g, 1, TAG + 1, out, 7, NOC_FOREVER), OK);
            WANT(noc_send_synchronous_in(g, 1, TAG, out, i, NOC_FOREVER), OK);
        } else if (me == 1) {
            core_delay(core_random() % 1000);
            WANT(noc_recv_in(g, 0, TAG, in, sizeof(in), &s, NOC_FOREVER), OK);
            MUST(s.bytes == i && s.source == 0);
            WANT(noc_recv_in(g, NOC_ANY_SOURCE, NOC_ANY_TAG, in, 7, &s, NOC_FOREVER), OK);
            MUST(s.tag == TAG + 1 && s.source == 0 && in[1] == 0);
        }
        WANT(noc_barrier(g, NOC_FOREVER), OK);
    }
    if (g) {
        WANT(noc_recv_in(g, (int32_t)(me + 1) % 3, TAG, in, 1, NULL, 50), TIMEOUT);
        MUST(noc_last_peer() == right_members[(me + 1) % 3]); /* a node */
        WANT(noc_probe_in(g, (int32_t)(me + 1) % 3, TAG, NULL, 50), TIMEOUT);
        MUST(noc_last_peer() == right_members[(me + 1) % 3]);
    }
    teams_end(team);
}

TEST(calls_in_a_group)
{
    run("mesh:2x2", calls_program, 20);
}

/* The layer's own messages of a collective, beside a program that receives whatever comes. */
static void inner_program(void *arg)
{
    uint8_t out[2][300], in[2][300];
    struct request *r[4];
    struct team team[GROUPS];
    uint32_t i, k, me;
    noc_request user;
    noc_status s;

    (void)arg;
    teams_make(team);
    me = team[1].rank;
    for (i = 0; team[1].group && i < 30; i++) {
        uint32_t bytes = i % 2 ? 290 : i;

        WANT(noc_irecv_in(team[1].group, NOC_ANY_SOURCE, NOC_ANY_TAG, in[1], 300, &user), OK);
        say(out[0], sizeof(out[0]), 1, me, 0, i);
        say(out[1], sizeof(out[1]), 9, me, 0, i);
        r[0] = inner_irecv(group_of(team[1].group), (me + 2) % 3, (int32_t)i, in[0], sizeof(in[0]));
        r[1] = inner_isend(group_of(team[1].group), (me + 1) % 3, i, out[0], bytes);
        r[2] = inner_isend(group_of(team[1].group), me, 99, out[0], 5);
        r[3] = inner_irecv(group_of(team[1].group), me, NOC_ANY_TAG, in[0], 0);
        MUST(r[0] && r[1] && r[2] && r[3]);
        WANT(noc_send_in(team[1].group, (me + 1) % 3, i, out[1], 8, NOC_FOREVER), OK);
        for (k = 0; k < 4; k++) {
            while (!r[k]->done) {
                noc_progress();
            }
        }
        MUST(!r[0]->result && !r[1]->result && !r[2]->result);
        MUST(r[3]->result == NOC_ERR_TRUNCATED && r[3]->status.tag == 99);
        MUST(r[0]->status.bytes == bytes && r[0]->status.source == (me + 2) % 3);
        MUST(bytes < 2 || (in[0][0] == 1 && in[0][1] == (me + 2) % 3));
        request_free(r[3]);
        r[3] = inner_irecv(group_of(team[1].group), me, NOC_ANY_TAG, in[0], 5);
        MUST(r[3] && r[3]->done && !r[3]->result);
        for (k = 0; k < 4; k++) {
            request_free(r[k]);
        }
        WANT(noc_wait(&user, &s, NOC_FOREVER), OK);
        MUST(s.source == (me + 2) % 3 && s.bytes == 8 && in[1][0] == 9);
        r[0] = inner_irecv(group_of(team[1].group), (me + 2) % 3, 7, in[0], 4);
        MUST(inner_give_up(r[0]));
        WANT(noc_barrier(team[1].group, NOC_FOREVER), OK);
    }
    teams_end(team);
}

TEST(the_layers_own_messages_in_a_group)
{
    run("mesh:2x2", inner_program, 30);
}

/* What nobody has received when a group ends is forgotten, and does not come in the next one that
 * gets its number; receives in it end. An offer stays until its sender gives it up. */
static void end_program(void *arg)
{
    static const uint16_t both[] = {0, 1};
    uint32_t me = core_number(), round, heap = 0;
    uint8_t *body = core_malloc(400);
    noc_request r, out, old = NOC_NO_REQUEST;
    noc_group *g;
    bool gone = true;

    (void)arg;
    WANT(noc_init(), OK);
    for (round = 0; round < 6; round++) {
        WANT(noc_group_create(both, 2, &g, NOC_FOREVER), OK);
        WANT(noc_probe_in(g, NOC_ANY_SOURCE, NOC_ANY_TAG, NULL, 3000), TIMEOUT);
        WANT(noc_barrier(g, NOC_FOREVER), OK);
        if (round) {
            WANT(noc_cancel(&old, &gone), OK);
        }
        MUST(gone);
        WANT(noc_send_in(g, 1 - me, TAG, body, round + 1, NOC_FOREVER), OK);
        WANT(noc_isend_in(g, 1 - me, TAG + 2, body, 400, &out), OK);
        WANT(noc_irecv_in(g, (int32_t)(1 - me), TAG + 1, body, 1, &r), OK);
        WANT(noc_barrier(g, NOC_FOREVER), OK);
        WANT(noc_probe_in(g, 1 - (int32_t)me, TAG, NULL, NOC_FOREVER), OK);
        WANT(noc_probe_in(g, 1 - (int32_t)me, TAG + 2, NULL, NOC_FOREVER), OK);
        WANT(noc_group_free(g, NOC_FOREVER), OK);
        WANT(noc_wait(&r, NULL, NOC_FOREVER), GROUP);
        old = out;
        WANT(noc_barrier(noc_world(), NOC_FOREVER), OK);
        core_delay(3000);
        WANT(noc_probe(NOC_ANY_SOURCE, NOC_ANY_TAG, NULL, 0), TIMEOUT);
        heap = heap ? heap : core_heap_used();
        MUST(core_heap_used() == heap);
    }
    WANT(noc_cancel(&old, &gone), OK);
    MUST(gone);
    WANT(noc_finish(NOC_FOREVER), OK);
}

/* A group ends while a receive in it has its offer and no window, since core 2 uses all and sends
 * nothing; then the offer is withdrawn. */
static void withdrawn_program(void *arg)
{
    static const uint16_t both[] = {0, 1};
    uint32_t me = core_number(), i;
    noc_request many[NOC_WINDOWS], r;
    uint8_t *body = core_malloc(400);
    noc_group *g;
    bool gone;

    (void)arg;
    WANT(noc_init(), OK);
    if (me < 2) {
        WANT(noc_group_create(both, 2, &g, NOC_FOREVER), OK);
    }
    for (i = 0; me == 2 && i < NOC_WINDOWS; i++) {
        WANT(noc_isend(1, TAG, body, 400, &many[i]), OK);
    }
    WANT(noc_probe(NOC_ANY_SOURCE, TAG + 1, NULL, 4000), TIMEOUT);
    for (i = 0; me == 1 && i < NOC_WINDOWS; i++) {
        WANT(noc_irecv(2, TAG, core_malloc(400), 400, &many[i]), OK);
    }
    if (me == 2) {
        core_delay(15000); /* grants come, and nobody looks */
    } else {
        WANT(me ? noc_irecv_in(g, NOC_ANY_SOURCE, TAG, body, 400, &r)
                : noc_isend_in(g, 1, TAG, body, 400, &r),
             OK);
        WANT(noc_probe_in(g, NOC_ANY_SOURCE, TAG + 1, NULL, 2000), TIMEOUT);
        WANT(noc_group_free(g, NOC_FOREVER), OK);
    }
    if (me == 0) {
        WANT(noc_cancel(&r, &gone), OK);
        MUST(gone);
    } else if (me == 1) {
        WANT(noc_wait(&r, NULL, 5000), GROUP);
    }
    if (me) {
        WANT(noc_wait_all(many, NOC_WINDOWS, NULL, NOC_FOREVER), OK);
    }
    WANT(noc_finish(NOC_FOREVER), OK);
}

TEST(receives_of_a_group_that_ends_before_their_bodies)
{
    run("mesh:3", withdrawn_program, 20);
}

TEST(messages_of_a_group_that_ends)
{
    run("mesh:2", end_program, 20);
}

/* --- what is refused --------------------------------------------------------------- */

/* Every call in this group, with these arguments: all say the same. */
static void all_say(noc_err err, noc_group *g, uint32_t rank, uint32_t tag, void *body,
                    uint32_t bytes, int line)
{
    noc_message message;
    noc_request r;
    noc_status s;

    want(noc_send_in(g, rank, tag, body, bytes, 0), err, line);
    want(noc_send_synchronous_in(g, rank, tag, body, bytes, 0), err, line);
    want(noc_isend_in(g, rank, tag, body, bytes, &r), err, line);
    want(noc_isend_synchronous_in(g, rank, tag, body, bytes, &r), err, line);
    want(noc_exchange_in(g, rank, tag, body, bytes, 0, 0, NULL, 0, &s, 0), err, line);
    if (bytes > NOC_LENGTH_MAX * 4) {
        return; /* a receive may have more room than a message needs */
    }
    want(noc_recv_in(g, (int32_t)rank, (int32_t)tag, body, bytes, &s, 0), err, line);
    want(noc_irecv_in(g, (int32_t)rank, (int32_t)tag, body, bytes, &r), err, line);
    want(noc_exchange_in(g, 0, 0, NULL, 0, (int32_t)rank, (int32_t)tag, body, bytes, &s, 0), err,
         line);
    if (!bytes) {
        want(noc_probe_in(g, (int32_t)rank, (int32_t)tag, &s, 0), err, line);
        want(noc_take_in(g, (int32_t)rank, (int32_t)tag, &message, &s, 0), err, line);
    }
}

static void world_says(noc_err err, uint32_t rank, uint32_t tag, void *body, uint32_t bytes,
                       int line)
{
    noc_request r;
    noc_status s;

    want(noc_send(rank, tag, body, bytes, 0), err, line);
    want(noc_send_synchronous(rank, tag, body, bytes, 0), err, line);
    want(noc_isend(rank, tag, body, bytes, &r), err, line);
    want(noc_isend_synchronous(rank, tag, body, bytes, &r), err, line);
    want(noc_exchange(rank, tag, body, bytes, 0, 0, NULL, 0, &s, 0), err, line);
    if (bytes > NOC_LENGTH_MAX * 4) {
        return;
    }
    want(noc_recv((int32_t)rank, (int32_t)tag, body, bytes, &s, 0), err, line);
    want(noc_irecv((int32_t)rank, (int32_t)tag, body, bytes, &r), err, line);
}

static void refused_program(void *arg)
{
    static const uint16_t pair[] = {1, 2};
    uint8_t *body = core_malloc(600), *edge;
    noc_group *g = NULL, *gone;
    noc_message message = {0};
    noc_request r = {0, 0};
    noc_status s;
    bool done;
    uint32_t place;

    (void)arg;
    all_say(NOC_ERR_UNSTARTED, noc_world(), 0, 0, body, 4, __LINE__);
    all_say(NOC_ERR_UNSTARTED, noc_world(), 0, 0, NULL, 0, __LINE__);
    world_says(NOC_ERR_UNSTARTED, 0, 0, body, 4, __LINE__);
    world_says(NOC_ERR_UNSTARTED, 0, 0, body, 300, __LINE__);
    WANT(noc_probe(0, 0, &s, 0), UNSTARTED);
    WANT(noc_take(0, 0, &message, &s, 0), UNSTARTED);
    WANT(noc_recv_taken(&message, body, 4, &s, 0), UNSTARTED);
    WANT(noc_wait(&r, &s, 0), UNSTARTED);
    WANT(noc_test(&r, &done, &s), UNSTARTED);
    WANT(noc_wait_any(&r, 1, &place, &s, 0), UNSTARTED);
    WANT(noc_wait_all(&r, 1, NULL, 0), UNSTARTED);
    WANT(noc_cancel(&r, &done), UNSTARTED);
    WANT(noc_init(), OK);
    if (core_number()) {
        WANT(noc_group_create(pair, 2, &g, NOC_FOREVER), OK);
        all_say(NOC_ERR_RANK, g, 2, 0, body, 4, __LINE__); /* a node, but no rank in the group */
        all_say(NOC_ERR_RANK, g, 2, 0, NULL, 0, __LINE__);
        all_say(NOC_ERR_RANK, g, 1u << 28, 0, body, 4, __LINE__);
        all_say(NOC_ERR_TAG, g, 0, 65536, body, 4, __LINE__);
        all_say(NOC_ERR_LENGTH, g, 0, 0, body, NOC_LENGTH_MAX * 4 + 1, __LINE__);
        WANT(noc_send_synchronous_in(g, (uint32_t)noc_group_rank(g), 0, body, 1, 0), ARGUMENT);
        gone = g;
        WANT(noc_group_free(g, NOC_FOREVER), OK);
        all_say(NOC_ERR_GROUP, gone, 0, 0, body, 4, __LINE__);
        all_say(NOC_ERR_GROUP, gone, 0, 0, NULL, 0, __LINE__);
    }
    all_say(NOC_ERR_GROUP, NULL, 0, 0, body, 4, __LINE__);
    world_says(NOC_ERR_RANK, 3, 0, body, 4, __LINE__);
    world_says(NOC_ERR_RANK, 1u << 28, 0, body, 4, __LINE__); /* no node when shifted, either */
    world_says(NOC_ERR_TAG, 0, 65536, body, 4, __LINE__);
    world_says(NOC_ERR_LENGTH, 0, 0, body, NOC_LENGTH_MAX * 4 + 1, __LINE__);
    world_says(NOC_ERR_LENGTH, 0, 0, body, UINT32_MAX, __LINE__);
    /* Outside RAM: in front of it, NULL, behind it, and across its end. */
    edge = (uint8_t *)(uintptr_t)(mmio_ram_base() + ni_read(NI_RAM));
    for (place = 1; place < 600; place += place < 9 ? 1 : 97) {
        world_says(NOC_ERR_ARGUMENT, 1 - core_number() % 2, 0, (void *)(uintptr_t)64, place,
                   __LINE__);
        world_says(NOC_ERR_ARGUMENT, 1 - core_number() % 2, 0, NULL, place, __LINE__);
        world_says(NOC_ERR_ARGUMENT, 1 - core_number() % 2, 0, edge, place, __LINE__);
        world_says(NOC_ERR_ARGUMENT, 1 - core_number() % 2, 0, edge - place + 1, place, __LINE__);
        world_says(NOC_ERR_ARGUMENT, core_number(), 0, edge - place + 1, place, __LINE__);
    }
    WANT(noc_recv(0, 0, edge - 4, 8 | NOC_CUT, &s, 0), ARGUMENT);
    WANT(noc_recv(0, 0, edge - 4, 4 | NOC_CUT, &s, 0), TIMEOUT);
    WANT(noc_isend(core_number(), 0, body, 4, NULL), ARGUMENT);
    WANT(noc_irecv(0, 0, body, 4, NULL), ARGUMENT);
    WANT(noc_take(0, 0, NULL, NULL, 0), ARGUMENT);
    WANT(noc_recv_taken(NULL, body, 4, NULL, 0), ARGUMENT);
    WANT(noc_finish(NOC_FOREVER), OK); /* nothing was sent */
    WANT(noc_barrier(noc_world(), NOC_FOREVER), OK);
    WANT(noc_probe(NOC_ANY_SOURCE, NOC_ANY_TAG, NULL, 0), TIMEOUT);
}

TEST(what_is_refused)
{
    run("mesh:3", refused_program, 2);
}

/* Buffers at both ends of RAM, where the layer may not go one byte too far. */
static void edge_program(void *arg)
{
    enum { AT_END = 64 };
    uint8_t *end = (uint8_t *)(uintptr_t)(mmio_ram_base() + ni_read(NI_RAM));
    uint8_t out[AT_END], kept[AT_END], *at;
    noc_status s;
    uint32_t n;

    (void)arg;
    WANT(noc_init(), OK);
    memcpy(kept, end - AT_END, AT_END); /* the stack's oldest bytes, on the host */
    for (n = 0; n < AT_END; n++) {
        if (core_number() == 0) {
            say(out, sizeof(out), 0, 0, 0, n % 16);
            WANT(noc_send(1, TAG, out, n, NOC_FOREVER), OK);
        } else {
            at = end - n;
            WANT(noc_recv(0, TAG, at, n, &s, NOC_FOREVER), OK);
            MUST(s.bytes == n && (n < 5 || at[n - 1] == n % 16));
        }
    }
    memcpy(end - AT_END, kept, AT_END);
    WANT(noc_finish(NOC_FOREVER), OK);
}

TEST(buffers_that_end_with_memory)
{
    run("mesh:2", edge_program, 4);
}

/* --- who says that it is another --------------------------------------------------------- */

/* Core 2 sends messages in core 1's name, and some whose length makes no sense. Nobody gets them. */
static void forged_program(void *arg)
{
    uint32_t me = core_number(), *body = core_malloc(64), i;
    noc_status s;

    (void)arg;
    WANT(noc_init(), OK);
    for (i = 0; me == 2 && i < 60; i++) {
        uint32_t w2 = i % 3 == 0 ? wire_user(0, false, 1)
                    : i % 3 == 1 ? wire_user(0, false, 2) | (1 + i / 3 % 3)
                                 : wire_user(0, false, 16383);

        (void)ni_tx(ni_address(body),
                    (uint32_t)NOC_WORM_MESSAGE << NI_TX_W0_TYPE_SHIFT |
                        14u << NI_TX_W0_ENTRY_SHIFT | (i % 3 == 1 ? 0 : 2),
                    TAG << WIRE_TAG_SHIFT, w2, noc_header(NOC_HEADER_LAST, 0, 0));
        core_delay(core_random() % 300);
    }
    for (i = 0; me == 1 && i < 30; i++) {
        body[0] = i;
        WANT(noc_send(0, TAG, body, 4, NOC_FOREVER), OK);
        core_delay(core_random() % 500);
    }
    for (i = 0; me == 0 && i < 30; i++) {
        WANT(noc_recv(i % 2 ? 1 : NOC_ANY_SOURCE, TAG, body, 64, &s, QUIET), OK);
        MUST(s.source == 1 && s.bytes == 4 && body[0] == i);
    }
    if (me == 0) {
        WANT(noc_recv(2, TAG, body, 64, &s, 5000), TIMEOUT);
    }
}

TEST(messages_in_the_name_of_another)
{
    run("mesh:3", forged_program, 30);
}
