/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Requests: many of them, several at once, given up in each state; synchronous sends, exchanges, and
 * messages that are taken before they are received.
 */
#include <string.h>

#include "runs.h"
#include "noc.h"

enum { MANY = 70, LONG = 100, WAIT = 200000, TAG = 3 };

static void run(const char *topology, void (*program)(void *))
{
    TEST_CASES(seed, 40)
    {
        const struct cores_config c = {.topology = topology,
                                       .ports = 1,
                                       .jitter = seed % 4 * 10,
                                       .seed = seed,
                                       .limit_cycles = 20000000};

        cores_must_run(&c, program, NULL);
    }
}

/* --- many, and several at once -------------------------------------------------------------- */

static uint32_t length_of(uint32_t i)
{
    return i % 3 == 2 ? LONG : i % 5;
}

static uint32_t *body_of(uint32_t i, bool filled)
{
    uint32_t *body = core_malloc(LONG * 4), k;

    for (k = 0; k < LONG; k++) {
        body[k] = filled && k < length_of(i) ? i * 1000 + k : 7;
    }
    return body;
}

static void must_be_message(const uint32_t *body, uint32_t i, const noc_status *s)
{
    uint32_t k;

    MUST(s->tag == i && s->bytes == length_of(i) * 4);
    for (k = 0; k < LONG; k++) {
        MUST(body[k] == (k < length_of(i) ? i * 1000 + k : 7));
    }
}

static void receive_all(noc_request *in, uint32_t *const *body)
{
    noc_done done[MANY];
    noc_status s;
    uint32_t left = MANY, place, finished, i;

    for (i = 0; left > 2 * MANY / 3; i++) {
        WANT(noc_wait_any(in, MANY, &place, &s, NOC_FOREVER), OK);
        MUST(place < MANY);
        must_be_message(body[place], place, &s);
        left--;
    }
    while (left > MANY / 3) {
        WANT(noc_wait_some(in, MANY, done, &finished, NOC_FOREVER), OK);
        MUST(finished > 0);
        for (i = 0; i < finished; i++) {
            MUST(!done[i].result);
            must_be_message(body[done[i].place], done[i].place, &done[i].status);
        }
        left -= finished;
    }
    memset(done, 0xff, sizeof(done));
    WANT(noc_wait_all(in, MANY, done, NOC_FOREVER), OK);
    for (i = 0; i < MANY; i++) {
        if (done[i].place == i) {
            must_be_message(body[i], i, &done[i].status);
            left--;
        }
    }
    MUST(left == 0);
    WANT(noc_wait_any(in, MANY, &place, &s, 0), OK);
    MUST(place == MANY); /* none is under way */
    WANT(noc_wait_all(in, MANY, NULL, 0), OK);
}

static void many_program(void *arg)
{
    static noc_request requests[2][MANY]; /* of each core its own */
    static uint32_t *bodies[2][MANY];
    uint32_t me = core_number(), i;
    noc_request *request = requests[me];

    (void)arg;
    WANT(noc_init(), OK);
    for (i = 0; i < MANY; i++) {
        bodies[me][i] = body_of(i, me == 0);
        if (me == 0) {
            WANT(noc_isend(1, i, bodies[0][i], (length_of(i)) * 4, &request[i]), OK);
        } else {
            WANT(noc_irecv(0, (int32_t)i, bodies[1][i], LONG * 4, &request[i]), OK);
        }
        if (core_random() % 8 == 0) {
            core_delay(core_random() % 2000);
        }
    }
    if (me == 0) {
        WANT(noc_wait_all(request, MANY, NULL, NOC_FOREVER), OK);
    } else {
        receive_all(request, bodies[1]);
    }
    WANT(noc_finish(NOC_FOREVER), OK);
}

TEST(many_requests_at_once)
{
    run("mesh:2", many_program);
}

static void deadlines_program(void *arg)
{
    noc_request r[2] = {NOC_NO_REQUEST, NOC_NO_REQUEST}, bad = {3, 77};
    uint32_t body[4] = {0}, place = 9, finished;
    noc_done done[2];

    (void)arg;
    WANT(noc_init(), OK);
    WANT(noc_wait_any(&bad, 1, &place, NULL, 0), ARGUMENT);
    WANT(noc_wait_any(NULL, 1, &place, NULL, 0), ARGUMENT);
    WANT(noc_wait_any(r, 2, NULL, NULL, 0), ARGUMENT);
    WANT(noc_wait_some(r, 2, NULL, &finished, 0), ARGUMENT);
    WANT(noc_irecv(1 - (int32_t)core_number(), TAG, body, 16, &r[1]), OK);
    WANT(noc_wait_any(r, 2, &place, NULL, 100), TIMEOUT);
    MUST(noc_last_peer() == 1 - (int32_t)core_number());
    WANT(noc_wait_some(r, 2, done, &finished, 100), TIMEOUT);
    WANT(noc_wait_all(r, 2, done, 100), TIMEOUT);
    WANT(noc_barrier(noc_world(), NOC_FOREVER), OK);
    WANT(noc_send(1 - core_number(), TAG, body, 4, NOC_FOREVER), OK);
    WANT(noc_wait_all(r, 2, done, NOC_FOREVER), OK);
    MUST(done[1].place == 1 && done[1].status.bytes == 4);
    WANT(noc_finish(NOC_FOREVER), OK);
}

TEST(several_requests_and_deadlines)
{
    run("mesh:2", deadlines_program);
}

/* --- giving up ---------------------------------------------------------------------------------- */

/* Core 0 gives sends up after a while; core 1 receives those that were not, in their order. */
static void cancel_sends_program(void *arg)
{
    enum { TRIES = 40 };
    static uint32_t kept[TRIES], keeps;
    uint32_t me = core_number(), i, *body = core_malloc(LONG * 4), heap;
    noc_request r;
    bool cancelled;

    (void)arg;
    if (me == 0) {
        keeps = 0;
    }
    WANT(noc_init(), OK);
    heap = core_heap_used();
    for (i = 0; me == 0 && i < TRIES; i++) {
        body[0] = i;
        WANT(noc_isend(1, TAG, body, LONG * 4, &r), OK);
        core_delay(core_random() % 1500);
        WANT(noc_cancel(&r, &cancelled), OK);
        if (!cancelled) {
            WANT(noc_wait(&r, NULL, NOC_FOREVER), OK);
            kept[keeps++] = i;
        }
        WANT(noc_wait(&r, NULL, 0), ARGUMENT);
    }
    if (me == 0) {
        body[0] = keeps;
        WANT(noc_send(1, TAG + 1, body, 4, NOC_FOREVER), OK);
    }
    for (i = 0; me == 1;) {
        noc_err err = noc_recv(0, TAG, body, LONG * 4, NULL, 3000);

        if (!err) {
            MUST(body[0] == kept[i++] || i > keeps);
        } else if (!noc_probe(0, TAG + 1, NULL, 0)) {
            WANT(noc_recv(0, TAG + 1, body, 4, NULL, 0), OK);
            MUST(body[0] == i); /* all that were not given up have come, and no other */
            break;
        }
        core_delay(core_random() % 1500);
    }
    WANT(noc_finish(NOC_FOREVER), OK);
    WANT(noc_barrier(noc_world(), NOC_FOREVER), OK);
    MUST(core_heap_used() == heap);
}

TEST(sends_that_are_given_up)
{
    run("mesh:2", cancel_sends_program);
}

/* Two receives are posted, and the message is matched to the first; it is given up, in whatever
 * state it is. The second gets the message. */
static void cancel_receives_program(void *arg)
{
    uint32_t me = core_number(), i;
    uint32_t first[LONG], second[LONG];
    noc_request r[2];
    noc_status s;
    bool cancelled;

    (void)arg;
    WANT(noc_init(), OK);
    for (i = 0; i < 20; i++) {
        memset(first, 0x77, sizeof(first));
        memset(second, (int)i, sizeof(second));
        if (me == 0) {
            core_delay(core_random() % 600);
            WANT(noc_send(1, TAG, second, LONG * 4, NOC_FOREVER), OK);
        } else {
            WANT(noc_irecv(0, TAG, first, LONG * 4, &r[0]), OK);
            WANT(noc_irecv(0, NOC_ANY_TAG, second, LONG * 4, &r[1]), OK);
            core_delay(core_random() % 1200);
            WANT(noc_cancel(&r[0], &cancelled), OK);
            if (cancelled) {
                WANT(noc_wait(&r[1], &s, NOC_FOREVER), OK);
                MUST(s.bytes == LONG * 4 && second[LONG - 1] == i * 0x01010101);
                MUST(first[0] == 0x77777777 || first[0] == i * 0x01010101);
            } else {
                WANT(noc_wait(&r[0], &s, NOC_FOREVER), OK);
                MUST(first[LONG - 1] == i * 0x01010101);
                WANT(noc_cancel(&r[1], &cancelled), OK);
                MUST(cancelled);
            }
        }
        WANT(noc_barrier(noc_world(), NOC_FOREVER), OK);
    }
    WANT(noc_finish(NOC_FOREVER), OK);
}

TEST(receives_that_are_given_up)
{
    run("mesh:2", cancel_receives_program);
}

/* --- synchronous sends, exchanges, taken messages -------------------------------------------------- */

static void synchronous_program(void *arg)
{
    static uint64_t received[2];
    uint32_t body[4] = {5}, to[4] = {0}, i;
    noc_request r;
    noc_status got;
    bool done;

    (void)arg;
    WANT(noc_init(), OK);
    WANT(noc_send_synchronous(core_number(), TAG, body, 4, 100), ARGUMENT);
    WANT(noc_isend_synchronous(core_number(), TAG, body, 4, &r), OK);
    WANT(noc_test(&r, &done, NULL), OK);
    MUST(!done);
    WANT(noc_recv((int32_t)core_number(), TAG, to, 16, &got, NOC_FOREVER), OK);
    MUST(to[0] == 5 && got.bytes == 4);
    WANT(noc_wait(&r, NULL, 0), OK);
    WANT(noc_isend_synchronous(core_number(), TAG, body, 4, &r), OK);
    WANT(noc_cancel(&r, &done), OK);
    MUST(done);
    WANT(noc_probe((int32_t)core_number(), TAG, NULL, 0), TIMEOUT);
    for (i = 0; i < 2; i++) { /* no flit, one flit */
        if (core_number() == 0) {
            WANT(noc_send_synchronous(1, TAG, body, i * 4, 500), TIMEOUT); /* nobody receives */
            MUST(noc_last_peer() == 1);
            WANT(noc_isend_synchronous(1, TAG + 1, body, i * 4, &r), OK);
            WANT(noc_wait(&r, NULL, NOC_FOREVER), OK);
            MUST(core_time() >= received[i] && received[i]);
        } else {
            received[i] = 0;
            core_delay(5000);
            received[i] = core_time();
            WANT(noc_recv(0, NOC_ANY_TAG, body, 16, NULL, NOC_FOREVER), OK);
            WANT(noc_probe(0, NOC_ANY_TAG, NULL, 100), TIMEOUT);
        }
        WANT(noc_barrier(noc_world(), NOC_FOREVER), OK);
    }
    WANT(noc_finish(NOC_FOREVER), OK);
}

TEST(synchronous_sends)
{
    run("mesh:2", synchronous_program);
}

/* A ring in which all send to the right and receive from the left at once. */
static void exchange_program(void *arg)
{
    uint32_t me = core_number(), n, round, *out = core_malloc(LONG * 4),
             *in = core_malloc(LONG * 4), flits, left;
    noc_status s;

    (void)arg;
    WANT(noc_init(), OK);
    n = noc_size();
    left = (me + n - 1) % n;
    for (round = 0; round < 12; round++) {
        flits = round % 2 ? LONG : round;
        memset(out, (int)(me + round), LONG * 4);
        WANT(noc_exchange((me + 1) % n, round, out, flits * 4, (int32_t)left, (int32_t)round, in,
                          LONG * 4, &s, NOC_FOREVER),
             OK);
        MUST(s.bytes == flits * 4 && s.source == left && s.tag == round);
        MUST(!flits || in[flits - 1] == (left + round) * 0x01010101);
    }
    WANT(noc_exchange((me + 1) % n, 90, out, 4, (int32_t)left, 91, in, LONG * 4, &s, 2000),
         TIMEOUT);
    memset(in, 0x55, LONG * 4);
    WANT(noc_recv((int32_t)left, 90, in, LONG * 4, NULL, NOC_FOREVER),
         OK); /* that half has happened */
    WANT(noc_finish(NOC_FOREVER), OK);
}

TEST(exchanges)
{
    run("mesh:2x2", exchange_program);
}

static void take_program(void *arg)
{
    uint32_t body[3][LONG], *in = body[0], i;
    noc_message one, two, none = {0};
    noc_request out[3];
    noc_status s;

    (void)arg;
    WANT(noc_init(), OK);
    if (core_number() == 0) {
        for (i = 0; i < 3; i++) {
            memset(body[i], (int)i + 1, sizeof(body[i]));
            WANT(noc_isend(1, TAG, body[i], (i == 1 ? LONG : 2) * 4, &out[i]), OK);
        }
        WANT(noc_wait_all(out, 3, NULL, NOC_FOREVER), OK);
    } else {
        WANT(noc_recv_taken(&none, in, LONG * 4, NULL, 0), ARGUMENT);
        WANT(noc_take(0, TAG, NULL, &s, 0), ARGUMENT);
        WANT(noc_take(0, TAG, &one, &s, NOC_FOREVER), OK);
        MUST(s.bytes == 8);
        WANT(noc_take(0, TAG, &two, &s, NOC_FOREVER), OK);
        MUST(s.bytes == LONG * 4);
        WANT(noc_recv(0, TAG, in, LONG * 4, &s, NOC_FOREVER), OK); /* the third */
        MUST(s.bytes == 8 && in[0] == 0x03030303);
        WANT(noc_probe(0, NOC_ANY_TAG, NULL, 0), TIMEOUT);
        WANT(noc_recv_taken(&two, in, (LONG - 1) * 4, &s, NOC_FOREVER), TRUNCATED);
        MUST(s.bytes == LONG * 4);
        WANT(noc_recv_taken(&two, in, LONG * 4, &s, NOC_FOREVER), OK);
        MUST(s.bytes == LONG * 4 && in[LONG - 1] == 0x02020202);
        WANT(noc_recv_taken(&two, in, LONG * 4, &s, 0), ARGUMENT);
        WANT(noc_recv_taken(&one, in, LONG * 4, &s, NOC_FOREVER), OK);
        MUST(s.bytes == 8 && in[1] == 0x01010101);
    }
    WANT(noc_finish(NOC_FOREVER), OK);
}

TEST(messages_that_are_taken)
{
    run("mesh:2", take_program);
}
