/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is on the envelope: lengths in bytes with buffers of any alignment, which nobody writes
 * beside; messages that are cut; groups that do not see each other's messages; and what is refused.
 */
#include <string.h>

#include "test.h"
#include "host.h"
#include "messages_priv.h"

enum { TAG = 3, GUARD = 0xa7, MARGIN = 8, LONGEST = 5000, QUIET = 400000 };

static void want(noc_err got, noc_err wanted, int line)
{
    if (got != wanted) {
        core_fail("line %d: %s, not %s", line, noc_strerror(got), noc_strerror(wanted));
    }
}
#define WANT(call, err) want(call, NOC_ERR_##err, __LINE__)

static void must(bool holds, int line)
{
    if (!holds) {
        core_fail("line %d", line);
    }
}
#define MUST(condition) must(condition, __LINE__)

static void run(const char *topology, void (*program)(void *), uint32_t seeds)
{
    TEST_CASES(seed, seeds)
    {
        const struct cores_config c = {.topology = topology,
                                       .ports = 1,
                                       .jitter = seed % 4 * 10,
                                       .seed = seed,
                                       .limit_cycles = 100000000};

        if (!cores_run(&c, program, NULL)) {
            fail_msg("%s, seed %u", topology, (unsigned)seed);
        }
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
