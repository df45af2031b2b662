/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Members of a multicast whose plans have different roots. By plan each one that gets a message of
 * another root is told, and whose message it was. Whoever waits for such a member is told by its
 * deadline. By list the root alone decides.
 */
#include "test.h"
#include "host.h"
#include "ni.h"

enum { NODES = 6, BYTES = 16, PATIENCE = 20000, NETWORKS = 3 };

static const struct {
    const char *routing, *algorithm;
} networks[NETWORKS] = {{NULL, "separate"}, {NULL, "u-mesh"}, {"hamiltonian", "dual-path"}};

/* Core `who` believes that `root` sends; all others know that core 0 does. */
struct mistake {
    const char *algorithm;
    noc_relay relay;
    uint32_t who, root;
};

static int32_t parents[NODES]; /* of the plan with root 0 */

/* Whether it gets the message of core 0 by core `who`. */
static bool is_behind(uint32_t me, uint32_t who)
{
    while (parents[me] >= 0 && parents[me] != (int32_t)who) {
        me = (uint32_t)parents[me];
    }
    return parents[me] >= 0;
}

static void begin(const struct mistake *m, noc_plan **right, noc_plan **mine)
{
    ok(noc_init(), "init");
    ok(noc_group_reserve(noc_world(), BYTES, m->relay, NOC_FOREVER), "slots");
    ok(noc_plan_create(noc_world(), 0, m->algorithm, m->relay, right), "plan");
    parents[core_number()] = noc_plan_parent(*right, NULL);
    *mine = *right;
    if (core_number() == m->who) {
        ok(noc_plan_create(noc_world(), m->root, m->algorithm, m->relay, mine), "other plan");
    }
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
}

static void expect(noc_err err, noc_err wanted, int32_t peer)
{
    if (err != wanted) {
        core_fail("%s, not %s", noc_strerror(err), noc_strerror(wanted));
    }
    if (err && noc_last_peer() != peer) {
        core_fail("of %d, not of %d", noc_last_peer(), peer);
    }
}

static void expect_body(const uint32_t *body, uint32_t first)
{
    uint32_t i;

    for (i = 0; i < BYTES / 4; i++) {
        if (body[i] != first + i) {
            core_fail("word %u is %u", i, body[i]);
        }
    }
}

static void fill(uint32_t *body, uint32_t first)
{
    uint32_t i;

    for (i = 0; i < BYTES / 4; i++) {
        body[i] = first + i;
    }
}

static void one_errs(void *arg)
{
    const struct mistake *m = arg;
    uint32_t body[BYTES / 4] = {0}, me = core_number();
    noc_plan *right, *mine;
    noc_err err;

    begin(m, &right, &mine);
    if (!me) {
        fill(body, 100);
    }
    err = noc_multicast(mine, body, BYTES, PATIENCE);
    if (me == m->who && m->relay == NOC_BY_PLAN) {
        expect(err, NOC_ERR_LIST, parents[me]);
    } else if (is_behind(me, m->who) && m->relay == NOC_BY_PLAN) {
        expect(err, NOC_ERR_TIMEOUT, parents[me]);
    } else {
        expect(err, NOC_ERR_OK, -1);
        expect_body(body, 100);
    }
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier after it");
}

static void run_one(void (*program)(void *), noc_relay relay, uint64_t seed, unsigned network,
                    uint32_t who, uint32_t root)
{
    struct mistake m = {networks[network].algorithm, relay, who, root};
    const struct cores_config c = {.topology = "mesh:2x3",
                                   .routing = networks[network].routing,
                                   .ports = 1,
                                   .jitter = seed % 5 * 5,
                                   .seed = seed,
                                   .limit_cycles = 100 * PATIENCE,
                                   .algorithm_topology = "mesh:2x3"};

    if (!cores_run(&c, program, &m)) {
        fail_msg("%s: core %u has a plan of core %u", m.algorithm, who, root);
    }
}

/* Each core but the root, with each other one for the root. */
static void all_mistakes(noc_relay relay)
{
    TEST_CASES(seed, NETWORKS * (NODES - 1) * (NODES - 2))
    {
        uint32_t who = 1 + seed / NETWORKS % (NODES - 1);
        uint32_t root = 1 + seed / NETWORKS / (NODES - 1) % (NODES - 2);

        run_one(one_errs, relay, seed, seed % NETWORKS, who, root + (root >= who));
    }
}

TEST(by_plan_who_errs_is_told)
{
    all_mistakes(NOC_BY_PLAN);
}

TEST(by_list_the_root_decides)
{
    all_mistakes(NOC_BY_LIST);
}

/* A second root sends first, to all others. They are told, the two roots are not. What the true root
 * sends is dropped, since its number is over, and the next multicast comes. */
static void two_send(void *arg)
{
    const struct mistake *m = arg;
    uint32_t body[BYTES / 4], me = core_number();
    noc_plan *right, *mine;

    begin(m, &right, &mine);
    core_delay(me ? 0 : PATIENCE / 2);
    fill(body, me);
    expect(noc_multicast(mine, body, BYTES, PATIENCE),
           me && me != m->who ? NOC_ERR_LIST : NOC_ERR_OK, (int32_t)m->who);
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier between them");
    fill(body, me ? 0 : 200);
    expect(noc_multicast(right, body, BYTES, PATIENCE), NOC_ERR_OK, -1);
    expect_body(body, 200);
}

TEST(two_roots)
{
    TEST_CASES(seed, NODES - 1)
    {
        uint32_t who = 1 + seed % (NODES - 1);

        run_one(two_send, NOC_BY_PLAN, seed, 0, who, who);
    }
}
