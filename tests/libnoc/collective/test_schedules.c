/* SPDX-License-Identifier: BSD-2-Clause */
/* All schedules of the table; the table; and whether the walk on symbols notices wrong schedules. */
#include "collective/steps.h"
#include "schedule_checks.h"

TEST(small_groups)
{
    for (const struct noc_schedule *const *s = noc_schedules; *s; s++) {
        for (uint32_t count = 1; count <= 17; count++) {
            uint32_t calls = check_schedule_in(*s, count, 1, 8);

            assert_true(calls >= 8 || ((*s)->fits && (count & (count - 1)) != 0));
        }
    }
}

TEST(large_groups)
{
    static const uint16_t COUNTS[] = {32, 33, 63, 64, 100};

    for (const struct noc_schedule *const *s = noc_schedules; *s; s++) {
        for (uint32_t i = 0; i < sizeof COUNTS / sizeof *COUNTS; i++) {
            check_schedule_in(*s, COUNTS[i], COUNTS[i] / 4 + 1, 2 + test_share(2));
        }
    }
}

/* Of those that go around all members, 256 of them. */
TEST(a_thousand_members)
{
    TEST_NEEDS_BUDGET(5);
    for (const struct noc_schedule *const *s = noc_schedules; *s; s++) {
        struct noc_call call = walk_call(*s, 1024, 0, (*s)->ordered);
        uint32_t steps = 0;
        struct noc_step step;

        while (steps < 40 && (*s)->step(&call, 6, steps, &step)) {
            steps++;
        }
        call.count = steps < 40 || test_deep() ? 1024 : 256;
        call.root = noc_operation_has_root((*s)->operation) ? 5 : 0;
        assert_string_equal(walk_schedule(*s, &call, false, 1), "");
    }
}

TEST(in_place_only_where_that_works)
{
    for (const struct noc_schedule *const *s = noc_schedules; *s; s++) {
        bool works = true;

        for (uint32_t count = 1; count <= 5; count++) {
            struct noc_call call = walk_call(*s, count, 0, false);

            call.root = noc_operation_has_root((*s)->operation) ? (uint16_t)(count - 1) : 0;
            works = works && (!noc_schedule_fits(*s, &call) ||
                              walk_schedule(*s, &call, true, count)[0] == '\0');
        }
        assert_int_equal(works, !(*s)->apart);
    }
}

/* Each operation has one for any number of members, and a reduction one in the order of ranks. */
TEST(each_operation_has_one)
{
    for (uint32_t operation = 0; operation < NOC_OPERATIONS; operation++) {
        bool reduces = operation == NOC_REDUCE || operation == NOC_ALLREDUCE ||
                       operation == NOC_SCAN || operation == NOC_EXSCAN ||
                       operation == NOC_REDUCE_SCATTER;

        for (uint16_t count = 1; count <= 40; count++) {
            struct noc_call call = {(uint8_t)operation, reduces, count, 0};
            uint32_t fit = 0;

            for (const struct noc_schedule *const *s = noc_schedules; *s; s++) {
                fit += noc_schedule_fits(*s, &call);
            }
            assert_true(fit > 0);
        }
    }
}

TEST(names)
{
    static const char *const SYMBOLS[] = {
#define NOC_SCHEDULE(symbol, name) #symbol,
#include "collective/schedules.def"
    };
    static const char *const NAMES[] = {
#define NOC_SCHEDULE(symbol, name) name,
#include "collective/schedules.def"
    };

    for (uint32_t i = 0; noc_schedules[i]; i++) {
        const struct noc_schedule *s = noc_schedules[i];
        char operation[32];

        strcpy(operation, noc_operation_names[s->operation]);
        for (char *c = operation; *c; c++) {
            *c = *c == '-' ? '_' : *c;
        }
        assert_string_equal(s->name, NAMES[i]);
        assert_memory_equal(SYMBOLS[i], operation, strlen(operation));
        assert_ptr_equal(noc_schedule_find(s->operation, s->name), s);
        assert_int_equal(noc_operation_find(noc_operation_names[s->operation]), s->operation);
        assert_true(i == 0 || noc_schedules[i - 1]->operation <= s->operation);
    }
    assert_null(noc_schedule_find(NOC_SCAN, "chain"));
    assert_int_equal(noc_operation_find("reduce-all"), NOC_OPERATIONS);
}

/* Wrong schedules: the steps of two members, as they stand here. */
static struct noc_step script[2][4];
static uint32_t script_steps[2];

static bool script_step(const struct noc_call *call, uint32_t rank, uint32_t number,
                        struct noc_step *step)
{
    (void)call;
    if (number >= script_steps[rank]) {
        return false;
    }
    *step = script[rank][number];
    return true;
}

static struct noc_span script_scratch(const struct noc_call *call, uint32_t rank)
{
    (void)rank;
    return noc_span_all(call, NOC_SCRATCH);
}

static struct noc_step *next_step(uint32_t rank)
{
    return &script[rank][script_steps[rank]++];
}

static void sends(uint32_t rank, struct noc_span what)
{
    noc_step_send(next_step(rank), rank ^ 1, what);
}

static void receives(uint32_t rank, struct noc_span what, enum noc_then then)
{
    noc_step_receive(next_step(rank), rank ^ 1, what, then);
}

static void exchanges(uint32_t rank, struct noc_span sent, struct noc_span what, enum noc_then then)
{
    noc_step_exchange(next_step(rank), rank ^ 1, sent, rank ^ 1, what, then);
}

static void copies(uint32_t rank, struct noc_span what, struct noc_span where, enum noc_then then)
{
    noc_step_local(next_step(rank), what, where, then);
}

static const struct noc_span INPUT = {NOC_INPUT, 0, 2}, OUTPUT = {NOC_OUTPUT, 0, 2},
                             SCRATCH = {NOC_SCRATCH, 0, 2}, ONE = {NOC_OUTPUT, 1, 1};

/* What was written down since, as an ordered schedule of an allreduce, is refused like this. */
static void is_refused(const char *because)
{
    const struct noc_schedule wrong = {.name = "wrong",
                                       .operation = NOC_ALLREDUCE,
                                       .ordered = true,
                                       .scratch = script_scratch,
                                       .step = script_step};
    struct noc_call call = walk_call(&wrong, 2, 0, true);

    for (uint64_t order = 0; order < 20; order++) {
        const char *error = walk_schedule(&wrong, &call, false, order);

        assert_true(because ? strstr(error, because) != NULL : error[0] == '\0');
    }
    script_steps[0] = script_steps[1] = 0;
}

static void both_copy(void)
{
    copies(0, INPUT, OUTPUT, NOC_STORE);
    copies(1, INPUT, OUTPUT, NOC_STORE);
}

TEST(a_script_that_is_right)
{
    both_copy();
    exchanges(0, OUTPUT, OUTPUT, NOC_AFTER);
    exchanges(1, OUTPUT, OUTPUT, NOC_BEFORE);
    is_refused(NULL);
}

TEST(notices_a_wrong_result)
{
    is_refused("a wrong result");
    both_copy();
    is_refused("a wrong result");
    both_copy();
    exchanges(0, INPUT, OUTPUT, NOC_STORE);
    exchanges(1, INPUT, OUTPUT, NOC_STORE);
    is_refused("a wrong result");
}

TEST(notices_the_order)
{
    both_copy();
    exchanges(0, OUTPUT, OUTPUT, NOC_AFTER);
    exchanges(1, OUTPUT, OUTPUT, NOC_AFTER);
    is_refused("another order");
}

TEST(notices_what_waits_for_ever)
{
    receives(0, OUTPUT, NOC_STORE);
    sends(0, INPUT);
    receives(1, OUTPUT, NOC_STORE);
    sends(1, INPUT);
    is_refused("waits for ever");
    sends(0, INPUT);
    receives(0, OUTPUT, NOC_STORE);
    sends(1, INPUT);
    receives(1, OUTPUT, NOC_STORE);
    is_refused("waits for ever");
}

TEST(notices_wrong_blocks)
{
    sends(0, noc_span(NOC_INPUT, 0, 1));
    receives(1, ONE, NOC_STORE);
    is_refused("other blocks than its receiver means");
    copies(0, INPUT, noc_span(NOC_OUTPUT, 1, 2), NOC_STORE);
    is_refused("blocks that it has not");
    copies(0, INPUT, INPUT, NOC_STORE);
    is_refused("writes its input");
    copies(0, noc_span(NOC_INPUT, 0, 1), OUTPUT, NOC_STORE);
    is_refused("a number of blocks");
    noc_step_send(next_step(0), 0, INPUT);
    is_refused("no other member");
}

TEST(notices_what_was_never_written)
{
    copies(0, SCRATCH, OUTPUT, NOC_STORE);
    is_refused("never written");
    sends(0, OUTPUT);
    receives(1, OUTPUT, NOC_STORE);
    is_refused("never written");
    copies(0, INPUT, OUTPUT, NOC_AFTER);
    is_refused("does not belong together");
}

TEST(notices_steps_that_disturb_each_other)
{
    both_copy();
    exchanges(0, OUTPUT, OUTPUT, NOC_STORE);
    is_refused("writes what it sends");

    both_copy();
    sends(0, OUTPUT);
    receives(0, ONE, NOC_STORE);
    script[0][2].joins = true;
    receives(1, SCRATCH, NOC_STORE);
    sends(1, ONE);
    script[1][2].joins = true;
    is_refused("touch the same blocks");

    both_copy();
    sends(0, INPUT);
    receives(0, OUTPUT, NOC_AFTER);
    script[0][2].joins = true;
    is_refused("local or combines");

    sends(0, INPUT);
    script[0][0].joins = true;
    is_refused("joins too many steps, or none");
}
