/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The model of costs, against a dumb one: all members walk their steps, each core at its own time,
 * and each message takes the time of its blocks at the sender's port and at the receiver's.
 */
#include "collective/cost.h"
#include "schedule_checks.h"

enum { MEMBERS_MAX = 128, SENDS_MAX = 2 * MEMBERS_MAX };

struct member {
    uint64_t now, out, in; /* the core's time; when its ports are free */
    uint32_t number;       /* of the first step of those that go on at once */
    bool sent;             /* they have sent */
    /* When messages come that have been sent, by sender; how many there were, and were received. */
    uint64_t comes[MEMBERS_MAX][SENDS_MAX];
    uint32_t sends[MEMBERS_MAX], receives[MEMBERS_MAX];
};

struct timed {
    const struct noc_schedule *schedule;
    struct noc_call call;
    const struct noc_costs *costs;
    uint64_t block; /* words of a block, times 16 */
    struct member *member;
};

/* The steps that go on at once from its next one on. */
static uint32_t steps_at_once(struct timed *t, uint32_t rank, struct noc_step *step)
{
    uint32_t n = 0;

    while (n < NOC_STEPS_AT_ONCE &&
           t->schedule->step(&t->call, rank, t->member[rank].number + n, &step[n]) &&
           (n == 0 || step[n].joins)) {
        n++;
    }
    return n;
}

static void send_all(struct timed *t, uint32_t rank, const struct noc_step *step, uint32_t n)
{
    struct member *me = &t->member[rank];

    for (uint32_t i = 0; i < n; i++) {
        if (step[i].to != NOC_NOBODY) {
            struct member *other = &t->member[step[i].to];

            me->now += t->costs->send;
            me->out = (me->now > me->out ? me->now : me->out) +
                      step[i].sent.count * t->block * t->costs->flit / 256;
            assert_true(other->sends[rank] < SENDS_MAX);
            other->comes[rank][other->sends[rank]++] = me->out + t->costs->way;
        }
    }
    me->sent = true;
}

/* False: something has not been sent yet. */
static bool receive_all(struct timed *t, uint32_t rank, const struct noc_step *step, uint32_t n)
{
    struct member *me = &t->member[rank];

    for (uint32_t i = 0; i < n; i++) {
        if (step[i].from != NOC_NOBODY && me->sends[step[i].from] <= me->receives[step[i].from]) {
            return false;
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        uint64_t blocks = step[i].received.count * t->block;

        if (step[i].from != NOC_NOBODY) {
            uint64_t comes = me->comes[step[i].from][me->receives[step[i].from]++];

            me->in += blocks * t->costs->flit / 256;
            me->in = me->in > comes ? me->in : comes;
            me->now = (me->now > me->in ? me->now : me->in) + t->costs->take;
            me->now += step[i].then == NOC_STORE ? 0 : blocks * t->costs->combine / 256;
        } else if (step[i].to == NOC_NOBODY) {
            me->now += t->costs->local;
            me->now +=
                blocks * (step[i].then == NOC_STORE ? t->costs->copy : t->costs->combine) / 256;
        }
    }
    return true;
}

/* When the last member is done. */
static uint64_t time_of(const struct noc_schedule *schedule, uint32_t count, uint32_t root,
                        uint32_t words, const struct noc_costs *costs)
{
    struct timed t = {.schedule = schedule,
                      .call = walk_call(schedule, count, root, false),
                      .costs = costs,
                      .block = 16 * words / count,
                      .member = calloc(count, sizeof *t.member)};
    uint64_t last = 0;
    bool moved = true;

    while (moved) {
        moved = false;
        for (uint32_t rank = 0; rank < count; rank++) {
            struct noc_step step[NOC_STEPS_AT_ONCE];
            uint32_t n = steps_at_once(&t, rank, step);

            if (n > 0 && !t.member[rank].sent) {
                send_all(&t, rank, step, n);
                moved = true;
            }
            if (n > 0 && receive_all(&t, rank, step, n)) {
                t.member[rank].number += n;
                t.member[rank].sent = false;
                moved = true;
            }
        }
    }
    for (uint32_t rank = 0; rank < count; rank++) {
        last = t.member[rank].now > last ? t.member[rank].now : last;
    }
    free(t.member);
    return last;
}

/* In percent of the dumb model's time; 100 where both say that nothing takes any. */
static uint32_t percent(const struct noc_schedule *schedule, uint32_t count,
                        const struct noc_costs *costs)
{
    struct noc_call call = walk_call(schedule, count, 0, false);
    uint32_t root = noc_operation_has_root(schedule->operation) ? count / 3 : 0;
    uint32_t words = 64 * count;
    uint64_t predicted = noc_cost_predict(schedule, &call, 4 * words, costs);
    uint64_t time = time_of(schedule, count, root, words, costs);

    assert_true(time > 0 || predicted < 50000); /* without a cost, no more than steps are said */
    return time > 0 ? (uint32_t)(100 * predicted / time) : 100;
}

static void all_are_within(const struct noc_costs *costs, uint32_t least, uint32_t most)
{
    for (const struct noc_schedule *const *s = noc_schedules; *s; s++) {
        for (uint32_t count = 2; count <= 64; count += count < 17 ? 1 : 47) {
            struct noc_call call = walk_call(*s, count, 0, false);

            if (noc_schedule_fits(*s, &call)) {
                uint32_t is = percent(*s, count, costs);

                if (is < least || is > most) {
                    fail_msg("%s %s, %u members: %u percent", noc_operation_names[call.operation],
                             (*s)->name, count, is);
                }
            }
        }
    }
}

enum { NEVER_OFFERED = 1 << 30 };
#define NO_CROWDS .crowd = {1, 1, 1, 1, 1, 1, 1}

/* Blocks of no length. Where there is no power of two of members, the last one may be done after
 * fewer rounds than are counted. */
TEST(start_ups)
{
    all_are_within(&(struct noc_costs){.think = noc_costs_measured.think,
                                       .send = 10000,
                                       .take = 8000,
                                       .request = 18000, /* of a barrier */
                                       .way = 3000,
                                       .local = 100,
                                       .eager = NEVER_OFFERED,
                                       NO_CROWDS},
                   76, 152);
}

/* Each port carries one message at a time. */
TEST(blocks_that_are_sent)
{
    all_are_within(
        &(struct noc_costs){
            .think = noc_costs_measured.think, .flit = 1600, .eager = NEVER_OFFERED, NO_CROWDS},
        80, 125);
}

TEST(blocks_that_are_combined_or_copied)
{
    all_are_within(&(struct noc_costs){.think = noc_costs_measured.think,
                                       .combine = 160000,
                                       .copy = 80000,
                                       .eager = NEVER_OFFERED,
                                       NO_CROWDS},
                   85, 150);
}

TEST(a_call_by_hand)
{
    struct noc_costs costs = {.think = noc_costs_measured.think,
                              .call = 1000,
                              .local = 10,
                              .send = 100,
                              .take = 200,
                              .way = 50,
                              .leave = 30,
                              .offer = 1000,
                              .answer = 2000,
                              .sent = 1000,
                              .received = 1000,
                              .flit = 16,
                              .copy_in = 16,
                              .copy_out = 32,
                              .combine = 160,
                              .copy = 16,
                              .eager = 64,
                              .crowd = {1, 2, 4}};
    struct noc_call call = {NOC_ALLREDUCE, true, 8, 0};
    const struct noc_schedule *s = &noc_schedule_allreduce_recursive_doubling;
    const uint32_t think = costs.think[s->number];
    const uint32_t begin = 1000 + 10 + think, offered = 5000 + think + 4 * 50;

    /* Three rounds of 16 words: each takes 16 cycles to be copied, 160 to be combined, and 16, 32 or
     * 64 in the network, for which a core asks for its next step. */
    assert_true(think < 50);
    assert_int_equal(noc_cost_predict(s, &call, 64, &costs),
                     begin + 16 + 3 * (350 + 16 + 160) + 7 * 16);
    /* 17 words are offered: four worms and passes. */
    assert_int_equal(noc_cost_predict(s, &call, 68, &costs),
                     begin + 17 + 30 + 3 * (offered + 170) + 7 * 17);
}

/* An allreduce of few bytes by recursive doubling, and no other. */
TEST(a_few_bytes)
{
    struct noc_costs costs = {.think = noc_costs_measured.think,
                              .call = 1000,
                              .send = 100,
                              .take = 200,
                              .way = 50,
                              .few_call = 70,
                              .few_message = 30,
                              .few_fold = 500,
                              .combine = 160,
                              .eager = 64,
                              .few = 16,
                              .crowd = {1, 2, 4}};
    struct noc_call call = {NOC_ALLREDUCE, true, 8, 0};
    const struct noc_schedule *s = &noc_schedule_allreduce_recursive_doubling;
    const struct noc_schedule *other = &noc_schedule_reduce_binomial;

    assert_int_equal(noc_cost_predict(s, &call, 16, &costs), 70 + 3 * (80 + 4 * 10));
    /* Of six members two are folded, with a message there and back. */
    call.count = 6;
    assert_int_equal(noc_cost_predict(s, &call, 16, &costs), 70 + 500 + 4 * 80 + 3 * 4 * 10);
    call.count = 8;
    assert_int_equal(noc_cost_predict(s, &call, 20, &costs),
                     1000 + costs.think[s->number] + 3 * (350 + 5 * 10));
    call.operation = NOC_REDUCE;
    assert_int_equal(noc_cost_predict(other, &call, 16, &costs),
                     1000 + costs.think[other->number] + 3 * (350 + 4 * 10));
}

TEST(no_sum_overflows)
{
    struct noc_costs costs;

    noc_costs_of_firmware(&costs, 64, NULL, 0);
    for (const struct noc_schedule *const *s = noc_schedules; *s; s++) {
        struct noc_call call = walk_call(*s, 4096, 0, false);
        uint64_t last = 0;

        for (uint32_t bytes = 1; bytes <= 1 << 20; bytes *= 2) {
            uint64_t cycles = noc_cost_predict(*s, &call, bytes, &costs);

            /* An offered block takes the network only, so it may be less than before. */
            assert_true((*s)->operation == NOC_BARRIER ? last == 0 || cycles == last
                                                       : cycles > last / 2);
            last = cycles;
        }
    }
}

static const uint16_t GRID[] = {8, 8};

static const char *chosen(enum noc_operation operation, uint32_t count, uint32_t bytes,
                          bool ordered)
{
    struct noc_call call = {(uint8_t)operation, ordered, (uint16_t)count, 0};
    struct noc_costs costs;

    noc_costs_of_firmware(&costs, 4, GRID, 2);
    return noc_cost_choose(&call, bytes, &costs)->name;
}

TEST(what_is_chosen)
{
    assert_string_equal(chosen(NOC_ALLREDUCE, 64, 4, true), "recursive-doubling");
    assert_string_equal(chosen(NOC_ALLREDUCE, 64, 16384, true), "reduce-scatter-allgather");
    assert_string_equal(chosen(NOC_BROADCAST, 64, 4, false), "binomial");
    assert_string_equal(chosen(NOC_BROADCAST, 64, 65536, false), "scatter-allgather");
    assert_string_equal(chosen(NOC_BROADCAST, 63, 1 << 20, false), "scatter-ring");
    assert_string_equal(chosen(NOC_ALLGATHER, 63, 63 * 4, false), "bruck");
    assert_string_equal(chosen(NOC_ALLGATHER, 64, 64 * 4, false), "recursive-doubling");
    /* Distant partners share links. */
    assert_string_equal(chosen(NOC_ALLGATHER, 64, 64 * 65536, false), "ring");
    assert_string_equal(chosen(NOC_REDUCE_SCATTER, 64, 64 * 4, false), "halving");
    assert_string_equal(chosen(NOC_REDUCE_SCATTER, 64, 64 * 4, true), "pairwise");
}

/* A grid of 8 by 4 nodes; one whose widths are no powers of two. */
TEST(who_shares_links)
{
    static const uint16_t POWERS[] = {8, 4}, OTHERS[] = {5, 3};
    struct noc_costs costs;

    noc_costs_of_firmware(&costs, 4, POWERS, 2);
    assert_int_equal(costs.crowd[0], 1);
    assert_int_equal(costs.crowd[2], 4);
    assert_int_equal(costs.crowd[3], 1);
    assert_int_equal(costs.crowd[4], 2);
    noc_costs_of_firmware(&costs, 4, OTHERS, 2);
    assert_int_equal(costs.crowd[2], 4);
    assert_int_equal(costs.crowd[3], 1);
}

TEST(classes_of_lengths)
{
    static const uint32_t CLASSES[][3] = {/* bytes, their class, the longest of that */
                                          {0, 0, 1},
                                          {1, 0, 1},
                                          {2, 4, 2},
                                          {3, 8, 4},
                                          {4, 8, 4},
                                          {5, 9, 5},
                                          {9, 13, 10},
                                          {16, 16, 16},
                                          {17, 17, 20},
                                          {256, 32, 256},
                                          {257, 33, 320},
                                          {1 << 20, 80, 1 << 20},
                                          {UINT32_MAX, 128, UINT32_MAX}};
    struct noc_call all = {NOC_ALLREDUCE, false, 64, 0}, block = {NOC_GATHER, false, 15, 0};

    for (uint32_t i = 0; i < sizeof CLASSES / sizeof *CLASSES; i++) {
        assert_int_equal(noc_cost_class(&all, CLASSES[i][0]), CLASSES[i][1]);
        assert_int_equal(noc_cost_longest(&all, CLASSES[i][1]), CLASSES[i][2]);
    }
    /* That of a block: one that is still short is in none that is not. */
    assert_int_equal(noc_cost_class(&block, 15 * 256), 32);
    assert_int_equal(noc_cost_longest(&block, 32), 15 * 256);
    assert_int_equal(noc_cost_longest(&block, 128), UINT32_MAX);
    for (uint32_t bytes = 1; bytes < 70000; bytes += 1 + bytes / 3) {
        uint32_t longest = noc_cost_longest(&all, noc_cost_class(&all, bytes));

        assert_true(longest >= bytes && (bytes < 4 || longest < bytes + bytes / 4 + 1));
        assert_string_equal(chosen(NOC_ALLREDUCE, 64, bytes, false),
                            chosen(NOC_ALLREDUCE, 64, longest, false));
    }
}
