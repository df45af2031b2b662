/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Multicasts beside cores that send signals which no program sends: acknowledgements of what they
 * have not got, or had before, and requests for what is not theirs. The others' messages all come.
 */
#include "test.h"
#include "host.h"
#include "ni.h"
#include "packet.h"
#include "layer/wire.h"

enum { FLITS = 8, CASTS = 20, PATIENCE = 300000, NETWORKS = 3 };

/* In the first and in the last row core 0 sends to all itself, in the last one by worms that are
 * copied on their way. */
static const struct {
    const char *topology, *routing, *algorithm;
    noc_relay relays[3];
} networks[NETWORKS] = {
    {"mesh:2x3", NULL, "separate", {NOC_BY_PLAN, NOC_BY_LIST, NOC_BY_LIST}},
    {"mesh:2x3", NULL, "u-mesh", {NOC_BY_PLAN, NOC_BY_LIST, NOC_BY_LIST}},
    {"mesh:2x3", "hamiltonian", "dual-path", {NOC_BY_PLAN, NOC_BY_LIST, NOC_BY_HEADER}},
};

struct forgery {
    const char *algorithm;
    noc_relay relay;
    uint32_t number;  /* of the signals: NOC_SIGNAL_ACK or NOC_SIGNAL_PULL */
    bool by_a_member; /* cores 2 and 4, once for each message that they have, while core 0 waits for
                       * those that come late */
};

static void forge(uint32_t to, uint32_t number, unsigned queue)
{
    if (to != core_number()) {
        ni_write(NI_SIGNAL_SEND, NOC_PUT(to, NI_SIGNAL_SEND, NODE) |
                                     NOC_PUT(noc_signal(number, queue), NI_SIGNAL_SEND, NUMBER));
    }
}

/* Core 5 is in no group, and signals for as long as the others may be at work. */
static void stranger(const struct forgery *f)
{
    uint32_t i;

    for (i = 0; i < 1500; i++) {
        forge(core_random() % 5, f->number,
              NOC_QUEUE_GROUP + core_random() % (NOC_QUEUES - NOC_QUEUE_GROUP));
        core_delay(core_random() % 100);
    }
}

/*
 * Cores 0 to 4 are a group, in which core 0 multicasts. Cores 1 and 3 come late, so they have to ask
 * for what found no slot: if their parent believes that they have it, they wait in vain.
 */
static void program(void *arg)
{
    static const uint16_t members[] = {0, 1, 2, 3, 4};
    const struct forgery *f = arg;
    uint32_t me = core_number(), body[FLITS], i, n;
    noc_group *group;
    noc_plan *plan;

    if (me == 5) {
        if (!f->by_a_member) {
            stranger(f);
        }
        return;
    }
    ok(noc_init(), "init");
    ok(group_with_slots(members, 5, 4 * FLITS, f->relay, &group, NOC_FOREVER), "group");
    ok(noc_plan_create(group, 0, f->algorithm, f->relay, &plan), f->algorithm);
    for (i = 0; i < CASTS; i++) {
        core_delay(me % 2 ? core_random() % 6000 : 0);
        for (n = 0; n < FLITS; n++) {
            body[n] = me ? 0 : i * 100 + n;
        }
        ok(noc_multicast(plan, body, 4 * FLITS, PATIENCE), "multicast");
        for (n = 0; n < FLITS; n++) {
            if (body[n] != i * 100 + n) {
                core_fail("multicast %u: word %u is %u", i, n, body[n]);
            }
        }
        if (f->by_a_member && me % 2 == 0 && me) {
            forge((uint32_t)noc_plan_parent(plan, NULL), f->number, NOC_QUEUE_GROUP + 1);
        }
    }
    noc_plan_free(plan);
    ok(noc_group_free(group, PATIENCE), "free");
}

static void attack(uint32_t number, bool by_a_member)
{
    TEST_CASES(seed, 27)
    {
        const unsigned n = by_a_member ? seed % 2 * 2 : seed % NETWORKS;
        struct forgery f = {networks[n].algorithm, networks[n].relays[seed / NETWORKS % 3], number,
                            by_a_member};
        const struct cores_config c = {.topology = networks[n].topology,
                                       .routing = networks[n].routing,
                                       .ports = seed % 2,
                                       .jitter = seed % 5 * 10,
                                       .seed = seed,
                                       .limit_cycles = 10 * PATIENCE,
                                       .algorithm_topology = networks[n].topology};

        if (!cores_run(&c, program, &f)) {
            fail_msg("%s, relay %d, seed %u", f.algorithm, f.relay, (unsigned)seed);
        }
    }
}

TEST(acknowledgements_from_strangers)
{
    attack(NOC_SIGNAL_ACK, false);
}

TEST(acknowledgements_twice_from_a_child)
{
    attack(NOC_SIGNAL_ACK, true);
}

TEST(requests_from_strangers)
{
    attack(NOC_SIGNAL_PULL, false);
}

TEST(requests_from_who_has_it)
{
    attack(NOC_SIGNAL_PULL, true);
}
