/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A random program for every core, against a plain oracle: the list of who sends
 * what to whom in which order, which each core makes for itself.
 *
 * Every core sends its messages in order and receives those for it in an
 * order of its own, by every call there is, with deadlines that often
 * pass. What a receive may get is certain: from its source the first that
 * matches and that no earlier receive has claimed.
 */
#include <stdbool.h>
#include <string.h>

#include "cores.h"
#include "noc.h"
#include "programs.h"

enum { LONGEST = 200, MESSAGES = MESSAGES_MAX };

struct message {
    uint32_t from, to, tag, flits;
    bool claimed;
};

static struct message message[MESSAGES];
static uint32_t messages;
static uint32_t slow_node; /* a core that computes a lot */

static uint32_t word_of(uint32_t id, uint32_t i)
{
    return (id + 1) * 2654435761u ^ i * 40503u;
}

static void fill(uint32_t id, uint32_t *body)
{
    uint32_t i;

    for (i = 0; i < message[id].flits; i++) {
        body[i] = word_of(id, i);
    }
}

static void check(uint32_t id, const uint32_t *body, const noc_status *s)
{
    const struct message *m = &message[id];
    uint32_t i;

    if (s->source != m->from || s->tag != m->tag || s->bytes != m->flits * 4) {
        core_fail("message %u: status (%u, %u, %u) for (%u, %u, %u)", id, s->source, s->tag,
                  s->bytes, m->from, m->tag, m->flits * 4);
    }
    for (i = 0; i < m->flits; i++) {
        if (body[i] != word_of(id, i)) {
            core_fail("message %u from %u, tag %u: word %u of %u is %08x", id, m->from, m->tag, i,
                      m->flits, body[i]);
        }
    }
}

/* The next unclaimed message from -> me with this tag (-1: any); MESSAGES: none. */
static uint32_t expected(uint32_t from, int32_t tag)
{
    uint32_t id;

    for (id = 0; id < messages; id++) {
        if (message[id].to == core_number() && message[id].from == from && !message[id].claimed &&
            (tag < 0 || message[id].tag == (uint32_t)tag)) {
            break;
        }
    }
    return id < messages ? id : MESSAGES;
}

static uint32_t next(uint32_t *random)
{
    *random = *random * 1103515245u + 12345;
    return *random >> 16;
}

void messages_make(uint32_t nodes, uint32_t seed, uint32_t n)
{
    static const uint32_t size[] = {0, 1, 3, 8, 63, 64, 65, 100, LONGEST};
    uint32_t i, random;

    random = seed * 2654435761u + 12345;
    messages = n;
    slow_node = next(&random) % (2 * nodes);
    for (i = 0; i < n; i++) {
        message[i] = (struct message){
            .from = next(&random) % nodes,
            .to = seed % 3 ? next(&random) % nodes : next(&random) % 2,
            .tag = next(&random) % 3,
            .flits = size[next(&random) % (sizeof(size) / sizeof(*size))],
        };
    }
}

/* --- one core's program ----------------------------------------------------------- */

struct mine {
    uint32_t next; /* message to send next, from this id on */
    uint32_t left; /* messages not received */
    noc_request out[NOC_REQUESTS], in[NOC_REQUESTS];
    uint32_t *out_body[NOC_REQUESTS], *in_body[NOC_REQUESTS];
    uint32_t in_id[NOC_REQUESTS];
    bool out_used[NOC_REQUESTS], in_used[NOC_REQUESTS];
    uint32_t ins; /* receives posted */
};

static void send_step(struct mine *me)
{
    uint32_t body[LONGEST], i;
    noc_err err;

    while (me->next < messages && message[me->next].from != core_number()) {
        me->next++;
    }
    if (me->next == messages) {
        return;
    }
    const struct message *m = &message[me->next];

    for (i = 0; i < NOC_REQUESTS && me->out_used[i]; i++) {
    }
    if (i < NOC_REQUESTS && core_random() % 2) {
        fill(me->next, me->out_body[i]);
        err = noc_isend(m->to, m->tag, me->out_body[i], m->flits * 4, &me->out[i]);
        me->out_used[i] = !err;
        if (err == NOC_ERR_BUSY) {
            return;
        }
    } else {
        fill(me->next, body);
        err = noc_send(m->to, m->tag, body, m->flits * 4, core_random() % 2000);
        memset(body, 0xee, sizeof(body)); /* ours again, whatever the result */
    }
    if (err == NOC_ERR_TIMEOUT) {
        if (noc_last_peer() != (int32_t)m->to) {
            core_fail("send to %u timed out and names %d", m->to, noc_last_peer());
        }
        return;
    }
    ok(err, "send");
    me->next++;
}

static void finish_in(struct mine *me, uint32_t i, noc_err err, const noc_status *s)
{
    ok(err, "irecv");
    check(me->in_id[i], me->in_body[i], s);
    me->in_used[i] = false;
    me->ins--;
    me->left--;
}

static void test_step(struct mine *me)
{
    uint32_t i = core_random() % NOC_REQUESTS;
    noc_status s;
    bool done;
    noc_err err;

    if (me->out_used[i]) {
        err = noc_test(&me->out[i], &done, NULL);
        ok(err, "test of isend");
        me->out_used[i] = !done;
    }
    if (!me->in_used[i]) {
        return;
    }
    if (core_random() % 2) {
        err = noc_wait(&me->in[i], &s, core_random() % 500);
        if (err != NOC_ERR_TIMEOUT) {
            finish_in(me, i, err, &s);
        }
    } else {
        err = noc_test(&me->in[i], &done, &s);
        if (done) {
            finish_in(me, i, err, &s);
        }
    }
}

static void any_source(struct mine *me, int32_t tag)
{
    uint32_t body[LONGEST], id;
    noc_status s;
    noc_err err;

    if (me->ins) {
        return;
    }
    err = noc_recv(NOC_ANY_SOURCE, tag, body, LONGEST * 4, &s, core_random() % 1500);
    if (err == NOC_ERR_TIMEOUT) {
        return;
    }
    ok(err, "recv");
    id = expected(s.source, tag);
    if (id == MESSAGES) {
        core_fail("a message from %u, tag %u, that nobody sent", s.source, s.tag);
    }
    check(id, body, &s);
    message[id].claimed = true;
    me->left--;
}

static void recv_step(struct mine *me)
{
    int32_t tag = (int32_t)(core_random() % 4) - 1;
    uint32_t from = core_random() % noc_size();
    uint32_t body[LONGEST], id = expected(from, tag), i;
    noc_status s;
    noc_err err;

    if (core_random() % 3 == 0) {
        any_source(me, tag);
        return;
    }
    if (id == MESSAGES) {
        return;
    }
    for (i = 0; i < NOC_REQUESTS && me->in_used[i]; i++) {
    }
    if (i < NOC_REQUESTS && core_random() % 2) {
        err = noc_irecv((int32_t)from, tag, me->in_body[i], LONGEST * 4, &me->in[i]);
        if (err != NOC_ERR_BUSY) {
            ok(err, "irecv");
            message[id].claimed = me->in_used[i] = true;
            me->in_id[i] = id;
            me->ins++;
        }
        return;
    }
    if (core_random() % 4 == 0 && message[id].flits) {
        memset(body, 0x77, sizeof(body));
        err = noc_recv((int32_t)from, tag, body, (message[id].flits - 1) * 4, &s,
                       core_random() % 1500);
        if (err != NOC_ERR_TIMEOUT &&
            (err != NOC_ERR_TRUNCATED || s.bytes != message[id].flits * 4)) {
            core_fail("short receive: %s, %u bytes", noc_strerror(err), s.bytes);
        }
        if (body[0] != 0x77777777) {
            core_fail("a truncated receive touched the buffer");
        }
        return;
    }
    if (core_random() % 4 == 0) {
        err = noc_probe((int32_t)from, tag, &s, core_random() % 1500);
        if (err == NOC_ERR_TIMEOUT) {
            return;
        }
        if (err || s.bytes != message[id].flits * 4 || s.tag != message[id].tag) {
            core_fail("probe: %s", noc_strerror(err));
        }
    }
    memset(body, 0x77, sizeof(body));
    err = noc_recv((int32_t)from, tag, body, LONGEST * 4, &s, core_random() % 1500);
    if (err == NOC_ERR_TIMEOUT) {
        core_delay(core_random() % 300);
        for (i = 0; i < LONGEST; i++) {
            if (body[i] != 0x77777777) {
                core_fail("a receive that timed out touched its buffer");
            }
        }
        return;
    }
    ok(err, "recv");
    check(id, body, &s);
    message[id].claimed = true;
    me->left--;
}

static bool all_out(const struct mine *me)
{
    uint32_t i;

    for (i = me->next; i < messages && message[i].from != core_number(); i++) {
    }
    if (i < messages) {
        return false;
    }
    for (i = 0; i < NOC_REQUESTS && !me->out_used[i]; i++) {
    }
    return i == NOC_REQUESTS;
}

void messages_program(void *arg)
{
    struct mine me = {0};
    uint32_t i;

    (void)arg;
    for (i = 0; i < NOC_REQUESTS; i++) {
        me.out_body[i] = core_malloc(LONGEST * 4);
        me.in_body[i] = core_malloc(LONGEST * 4);
    }
    for (i = 0; i < messages; i++) {
        me.left += message[i].to == core_number();
    }
    core_delay(core_random() % 3000);
    ok(noc_init(), "init");
    while (me.left || !all_out(&me)) {
        switch (core_random() % 4) {
        case 0:
            send_step(&me);
            break;
        case 1:
            test_step(&me);
            break;
        case 2:
            recv_step(&me);
            break;
        default:
            core_delay(core_random() % (core_number() == slow_node ? 5000 : 50));
        }
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}
