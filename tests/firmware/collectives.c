/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Programs of all cores together: multicasts in the world and in groups that
 * overlap, floods, messages to oneself.
 */
#include <stdbool.h>
#include <string.h>

#include "cores.h"
#include "multicast/plan.h"
#include "noc.h"
#include "programs.h"

enum { NODES_MAX = 64, FLITS_MAX = 150 };

/* --- multicasts ---------------------------------------------------------------------- */

static uint32_t word_of(uint32_t group, uint32_t round, uint32_t i)
{
    return (group * 7919 + round + 1) * 2654435761u ^ i * 40503u;
}

static uint32_t length_of(const struct casts *k, uint32_t group, uint32_t round)
{
    return (group * 31 + round * 17) % (k->slot_flits + 1);
}

/* One multicast; sometimes first tried with too short a deadline or buffer. */
static void cast_once(noc_plan *plan, uint32_t id, uint32_t round, bool root, uint32_t flits)
{
    uint32_t body[FLITS_MAX], i;
    noc_err err;

    for (i = 0; i < FLITS_MAX; i++) {
        body[i] = root && i < flits ? word_of(id, round, i) : 0x77777777;
    }
    if (!root && flits && core_random() % 6 == 0) {
        err = noc_multicast(plan, body, flits - 1, core_random() % 200);
        if (err != NOC_ERR_TIMEOUT && err != NOC_ERR_TRUNCATED) {
            core_fail("a short multicast: %s", noc_strerror(err));
        }
    }
    do {
        err = noc_multicast(plan, body, root ? flits : FLITS_MAX,
                            core_random() % 3 ? NOC_FOREVER : 300);
    } while (err == NOC_ERR_TIMEOUT);
    ok(err, "multicast");
    if (root) {
        memset(body, 0xee, sizeof(body)); /* ours again */
        return;
    }
    for (i = 0; i < FLITS_MAX; i++) {
        if (body[i] != (i < flits ? word_of(id, round, i) : 0x77777777)) {
            core_fail("group %u, multicast %u: word %u of %u is %08x", id, round, i, flits,
                      body[i]);
        }
    }
}

static void chatter(uint32_t round)
{
    uint32_t next = (noc_rank() + 1) % noc_size(), body[3] = {noc_rank(), round, 0};
    uint32_t last = (noc_rank() + noc_size() - 1) % noc_size(), got[3];
    noc_request r;

    ok(noc_isend(next, 5, body, sizeof(body), &r), "isend");
    core_delay(core_random() % 100);
    ok(noc_recv((int32_t)last, 5, got, sizeof(got), NULL, NOC_FOREVER), "recv");
    if (got[0] != last || got[1] != round) {
        core_fail("chatter %u: from %u, round %u", round, got[0], got[1]);
    }
    ok(noc_wait(&r, NULL, NOC_FOREVER), "wait");
}

static void cast_in(const struct casts *k, noc_group *g, uint32_t id)
{
    noc_plan *plan[NODES_MAX * 4] = {0};
    uint32_t size = noc_group_size(g), round;

    for (round = 0; round < k->rounds; round++) {
        uint32_t root = k->rotate ? (round * 7 + id) % size : id % size;
        uint32_t a = round % k->algorithms;
        noc_plan **p = &plan[root * 4 + a];

        if (core_random() % 5 == 0) {
            core_delay(core_random() % 3000);
        }
        if (!*p) {
            ok(noc_plan_create(g, root, k->algorithm[a], k->relay, p), k->algorithm[a]);
        }
        cast_once(*p, id, round, (uint32_t)noc_group_rank(g) == root, length_of(k, id, round));
        if (core_random() % 4 == 0) {
            noc_plan_free(*p);
            *p = NULL;
        }
        if (k->chatter && g == noc_world()) {
            chatter(round);
        }
    }
    for (round = 0; round < NODES_MAX * 4; round++) {
        noc_plan_free(plan[round]);
    }
}

void casts_world_program(void *arg)
{
    const struct casts *k = arg;

    core_delay(core_random() % 2000);
    ok(noc_init(), "init");
    ok(noc_group_reserve(noc_world(), k->slot_flits, k->relay, NOC_FOREVER), "reserve");
    cast_in(k, noc_world(), 0);
    ok(noc_finish(NOC_FOREVER), "finish");
}

/* Rows and columns of the square of nodes: each core is in one of each. */
void casts_groups_program(void *arg)
{
    const struct casts *k = arg;
    uint16_t row[NODES_MAX], column[NODES_MAX];
    uint32_t width = 0, i, again;
    noc_group *r, *c;

    core_delay(core_random() % 2000);
    ok(noc_init(), "init");
    while (width * width < noc_size()) {
        width++;
    }
    for (i = 0; i < width; i++) {
        row[i] = (uint16_t)(core_number() / width * width + i);
        column[i] = (uint16_t)(core_number() % width + i * width);
    }
    for (again = 0; again < 2; again++) {
        uint32_t heap = core_heap_used();

        ok(noc_group_create(row, width, k->slot_flits, k->relay, &r, NOC_FOREVER), "row");
        ok(noc_group_create(column, width, k->slot_flits, k->relay, &c, NOC_FOREVER), "column");
        if (noc_group_rank(r) != (int32_t)(core_number() % width) || noc_group_size(c) != width) {
            core_fail("rank %d of %u", noc_group_rank(r), noc_group_size(c));
        }
        ok(noc_barrier(r, NOC_FOREVER), "barrier");
        cast_in(k, r, core_number() / width);
        cast_in(k, c, width + core_number() % width);
        ok(noc_group_free(c, NOC_FOREVER), "free");
        ok(noc_group_free(r, NOC_FOREVER), "free");
        if (noc_group_size(r) || noc_barrier(r, 0) != NOC_ERR_GROUP) {
            core_fail("a group lives on");
        }
        if (core_heap_used() != heap) {
            core_fail("%u bytes leaked", core_heap_used() - heap);
        }
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

/* --- a flood ------------------------------------------------------------------- */

enum { EACH = 3, FLOOD_FLITS = 64 };

/* All others send to node 0 before it looks; it receives in reverse order. */
void flood_program(void *arg)
{
    uint32_t body[FLOOD_FLITS], from, n, i;
    noc_status s;

    (void)arg;
    ok(noc_init(), "init");
    if (core_number()) {
        for (n = 0; n < EACH; n++) {
            for (i = 0; i < FLOOD_FLITS; i++) {
                body[i] = core_number() * 1000 + n * 100 + i;
            }
            ok(noc_send(0, n, body, FLOOD_FLITS * 4, NOC_FOREVER), "send");
        }
        ok(noc_finish(NOC_FOREVER), "finish");
        return;
    }
    core_delay(20000);
    for (from = noc_size() - 1; from > 0; from--) {
        for (n = EACH; n-- > 0;) {
            noc_err err =
                noc_recv((int32_t)from, (int32_t)n, body, FLOOD_FLITS * 4, &s, NOC_FOREVER);

            ok(err, "recv");
            for (i = 0; i < FLOOD_FLITS; i++) {
                if (body[i] != from * 1000 + n * 100 + i) {
                    core_fail("from %u, tag %u, word %u: %u", from, n, i, body[i]);
                }
            }
        }
    }
    if (!core_discards()) {
        core_fail("nothing was ever discarded: this test tests nothing");
    }
    if (core_discards() > EACH * (noc_size() - 1)) {
        core_fail("%u discards: a resend found no slot", (unsigned)core_discards());
    }
}

/* --- long messages, all to all ---------------------------------------------------- */

enum { LONG_FLITS = 90, LONG_MOST = NOC_REQUESTS / 2 };

static uint32_t long_word(uint32_t from, uint32_t to, uint32_t i)
{
    return from << 20 ^ to << 10 ^ i * 77;
}

/*
 * Everybody sends a long message to each of the next few and receives one from
 * each of the last few, all at once: more bodies than transmit entries for them,
 * more receives than windows if there are nodes enough.
 */
void long_program(void *arg)
{
    noc_request out[LONG_MOST], in[LONG_MOST];
    uint32_t *body[LONG_MOST], *got[LONG_MOST];
    uint32_t me = core_number(), n, many, i, size;
    noc_status s;

    (void)arg;
    ok(noc_init(), "init");
    size = noc_size();
    many = size - 1 < LONG_MOST ? size - 1 : LONG_MOST;
    for (n = 0; n < many; n++) {
        body[n] = core_malloc(LONG_FLITS * 4);
        got[n] = core_malloc(LONG_FLITS * 4);
        for (i = 0; i < LONG_FLITS; i++) {
            body[n][i] = long_word(me, (me + n + 1) % size, i);
        }
        ok(noc_irecv((int32_t)((me + size - n - 1) % size), 9, got[n], LONG_FLITS * 4, &in[n]),
           "irecv");
    }
    for (n = 0; n < many; n++) {
        ok(noc_isend((me + n + 1) % size, 9, body[n], LONG_FLITS * 4, &out[n]), "isend");
    }
    for (n = many; n-- > 0;) {
        ok(noc_wait(&in[n], &s, NOC_FOREVER), "wait for irecv");
        for (i = 0; i < LONG_FLITS; i++) {
            if (s.source != (me + size - n - 1) % size || got[n][i] != long_word(s.source, me, i)) {
                core_fail("word %u from %u: %08x", i, s.source, got[n][i]);
            }
        }
    }
    for (n = 0; n < many; n++) {
        ok(noc_wait(&out[n], NULL, NOC_FOREVER), "wait for isend");
    }
    ok(noc_finish(NOC_FOREVER), "finish");
}

/*
 * One core receives 12 long messages at once, by more receives than there are
 * windows, from senders that come one after the other, the last ones first.
 */
void windows_program(void *arg)
{
    enum { MANY = 12 };
    noc_request in[MANY];
    uint32_t *got[MANY], body[LONG_FLITS], n, i;
    noc_status s;

    (void)arg;
    ok(noc_init(), "init");
    if (core_number() > MANY) {
        return;
    }
    if (core_number()) {
        for (i = 0; i < LONG_FLITS; i++) {
            body[i] = long_word(core_number(), 0, i);
        }
        ok(noc_send(0, 4, body, LONG_FLITS * 4, NOC_FOREVER), "send");
        return;
    }
    for (n = 0; n < MANY; n++) {
        got[n] = core_malloc(LONG_FLITS * 4);
        ok(noc_irecv((int32_t)n + 1, 4, got[n], LONG_FLITS * 4, &in[n]), "irecv");
    }
    core_delay(2000); /* all have offered */
    for (n = MANY; n-- > 0;) {
        ok(noc_wait(&in[n], &s, NOC_FOREVER), "wait");
        for (i = 0; i < LONG_FLITS; i++) {
            if (got[n][i] != long_word(n + 1, 0, i)) {
                core_fail("word %u from %u: %08x", i, n + 1, got[n][i]);
            }
        }
    }
}

/* --- ending early ------------------------------------------------------------------ */

/* Everybody sends and ends; node 0 comes much later. Who ends is to wait until
 * node 0 has its message: core_end stands for what exit() does. */
void leave_program(void *arg)
{
    uint32_t body[FLOOD_FLITS] = {core_number()}, n;
    noc_status s;

    (void)arg;
    ok(noc_init(), "init");
    if (core_number()) {
        ok(noc_send(0, 1, body, FLOOD_FLITS * 4, NOC_FOREVER), "send");
        core_end();
        return;
    }
    core_delay(30000);
    for (n = 1; n < noc_size(); n++) {
        ok(noc_recv(NOC_ANY_SOURCE, 1, body, FLOOD_FLITS * 4, &s, 100000), "recv");
        if (body[0] != s.source) {
            core_fail("%u from %u", body[0], s.source);
        }
    }
}

/* --- to oneself --------------------------------------------------------------- */

void self_program(void *arg)
{
    uint32_t body[500], got[500], i, n, me = core_number();
    noc_status s;

    (void)arg;
    ok(noc_init(), "init");
    for (n = 0; n < 500; n += 83) {
        noc_request r;

        for (i = 0; i < n; i++) {
            body[i] = n + i;
        }
        ok(noc_send(me, n, body, n * 4, 0), "send to oneself");
        ok(noc_irecv((int32_t)me, (int32_t)n + 1, got, n * 4, &r), "irecv from oneself");
        memset(got, 0, sizeof(got));
        ok(noc_recv((int32_t)me, (int32_t)n, got, n * 4, &s, 0), "recv from oneself");
        if (s.bytes != n * 4 || s.source != me || s.tag != n || memcmp(got, body, n * 4)) {
            core_fail("%u flits to oneself", n);
        }
        memset(got, 0, sizeof(got));
        ok(noc_send(me, n + 1, body, n * 4, 0), "send to oneself");
        ok(noc_wait(&r, &s, 0), "wait for oneself");
        if (memcmp(got, body, n * 4)) {
            core_fail("%u flits to oneself, posted", n);
        }
    }
}
