/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Members that call different things: each call of noc.h that all members of a group make, of each
 * kind of length, where one member calls each other one, or none. Nobody may be left without a word.
 */
#include <stdio.h>
#include <string.h>

#include "runs.h"
#include "exit_status.h"

enum {
    MEMBERS_MIN = 3,
    MEMBERS_MAX = 5,
    LONGEST = 60000,
    PATIENCE = 400000,        /* the deadline of a call that has one */
    LATE = 200000,            /* a call ends so soon behind it */
    SLEEPY = 5000,            /* members are at most so late, */
    LINGER = 2 * SLEEPY,      /* and end so long after their call */
    LIMIT = 400 * 1000 * 1000 /* of a run with deadlines */
};

/* --- the calls --------------------------------------------------------------------------------- */

/* A call as one member makes it. */
struct calling {
    noc_group *group, *other; /* other: the same members in another group */
    noc_window *window;
    noc_plan *plan, *other_plan; /* from another root */
    uint8_t *from, *to;
    uint32_t bytes, root, timeout;
};

static noc_err call_nothing(const struct calling *c)
{
    (void)c;
    return NOC_ERR_OK;
}

static noc_err call_barrier(const struct calling *c)
{
    return noc_barrier(c->group, c->timeout);
}

static noc_err call_broadcast(const struct calling *c)
{
    return noc_broadcast(c->group, c->to, c->bytes, c->root, c->timeout);
}

static noc_err call_other_broadcast(const struct calling *c)
{
    return noc_broadcast(c->other, c->to, c->bytes, c->root, c->timeout);
}

static noc_err call_other_root(const struct calling *c)
{
    return noc_broadcast(c->group, c->to, c->bytes, (c->root + 1) % noc_group_size(c->group),
                         c->timeout);
}

static noc_err call_reduce(const struct calling *c)
{
    return noc_reduce(c->group, c->from, c->to, c->bytes / 4, &noc_sum_int32, c->root, c->timeout);
}

static noc_err call_reduce_maximum(const struct calling *c)
{
    return noc_reduce(c->group, c->from, c->to, c->bytes / 4, &noc_max_int32, c->root, c->timeout);
}

static noc_err call_allreduce(const struct calling *c)
{
    return noc_allreduce(c->group, c->from, c->to, c->bytes / 4, &noc_sum_int32, c->timeout);
}

static noc_err call_allreduce_floats(const struct calling *c)
{
    return noc_allreduce(c->group, c->from, c->to, c->bytes / 4, &noc_sum_float, c->timeout);
}

static noc_err call_scan(const struct calling *c)
{
    return noc_scan(c->group, c->from, c->to, c->bytes / 4, &noc_sum_int32, c->timeout);
}

static noc_err call_exscan(const struct calling *c)
{
    return noc_exscan(c->group, c->from, c->to, c->bytes / 4, &noc_sum_int32, c->timeout);
}

static noc_err call_reduce_scatter(const struct calling *c)
{
    const uint32_t n = c->bytes / 4 / MEMBERS_MAX;
    const uint32_t elements[MEMBERS_MAX] = {n, n, n, n, n};

    return noc_reduce_scatter(c->group, c->from, c->to, elements, &noc_sum_int32, c->timeout);
}

static noc_err call_gather(const struct calling *c)
{
    return noc_gather(c->group, c->from, c->to, c->bytes / MEMBERS_MAX, c->root, c->timeout);
}

static noc_err call_scatter(const struct calling *c)
{
    return noc_scatter(c->group, c->from, c->to, c->bytes / MEMBERS_MAX, c->root, c->timeout);
}

static noc_err call_allgather(const struct calling *c)
{
    return noc_allgather(c->group, c->from, c->to, c->bytes / MEMBERS_MAX, c->timeout);
}

static noc_err call_alltoall(const struct calling *c)
{
    return noc_alltoall(c->group, c->from, c->to, c->bytes / MEMBERS_MAX, c->timeout);
}

static noc_err finish(noc_request *request, const struct calling *c, noc_err err)
{
    return err ? err : noc_wait(request, NULL, c->timeout);
}

static noc_err call_ibarrier(const struct calling *c)
{
    noc_request r;

    return finish(&r, c, noc_ibarrier(c->group, &r));
}

static noc_err call_ibroadcast(const struct calling *c)
{
    noc_request r;

    return finish(&r, c, noc_ibroadcast(c->group, c->to, c->bytes, c->root, &r));
}

static noc_err call_multicast_long(const struct calling *c)
{
    return noc_multicast_long(c->plan, c->to, c->bytes, 1000, c->timeout);
}

static noc_err call_other_long(const struct calling *c)
{
    return noc_multicast_long(c->other_plan, c->to, c->bytes, 1000, c->timeout);
}

static noc_err call_create(const struct calling *c)
{
    static const uint16_t members[MEMBERS_MAX] = {0, 1, 2, 3, 4};
    noc_group *made;

    return noc_group_create(members, noc_group_size(c->group), &made, c->timeout);
}

static noc_err call_split(const struct calling *c)
{
    noc_group *made;

    return noc_group_split(c->group, 0, 0, &made, c->timeout);
}

static noc_err call_duplicate(const struct calling *c)
{
    noc_group *made;

    return noc_group_duplicate(c->group, &made, c->timeout);
}

static noc_err call_reserve(const struct calling *c)
{
    return noc_group_reserve(c->group, 64, NOC_BY_PLAN, c->timeout);
}

static noc_err call_free(const struct calling *c)
{
    return noc_group_free(c->group, c->timeout);
}

static noc_err call_window_create(const struct calling *c)
{
    noc_window *made;

    return noc_window_create(c->group, c->to, 64, &made, c->timeout);
}

static noc_err call_fence(const struct calling *c)
{
    return noc_fence(c->window, c->timeout);
}

static noc_err call_window_free(const struct calling *c)
{
    return noc_window_free(c->window, c->timeout);
}

/* Who may be done although another member has not called: of those whose data goes from a root or to it
 * those that nothing is lacking for; of scans those before that one. */
enum alone { NOBODY, FROM_ROOT, TO_ROOT, IN_ORDER, ANYBODY };

struct kind {
    const char *name;
    noc_err (*call)(const struct calling *c);
    enum alone alone;
    bool has_length;
    bool makes; /* a group: who calls another one of these gets NOC_ERR_ARGUMENT */
    bool window, other;
};

static const struct kind kinds[] = {
    {.name = "nothing", .call = call_nothing, .alone = ANYBODY},
    {.name = "barrier", .call = call_barrier},
    {.name = "broadcast", .call = call_broadcast, .alone = FROM_ROOT, .has_length = true},
    {.name = "broadcast in another group",
     .call = call_other_broadcast,
     .alone = FROM_ROOT,
     .has_length = true,
     .other = true},
    {.name = "broadcast from another root",
     .call = call_other_root,
     .alone = FROM_ROOT,
     .has_length = true},
    {.name = "reduce", .call = call_reduce, .alone = TO_ROOT, .has_length = true},
    {.name = "reduce to a maximum",
     .call = call_reduce_maximum,
     .alone = TO_ROOT,
     .has_length = true},
    {.name = "allreduce", .call = call_allreduce, .has_length = true},
    {.name = "allreduce of floats", .call = call_allreduce_floats, .has_length = true},
    {.name = "scan", .call = call_scan, .alone = IN_ORDER, .has_length = true},
    {.name = "exscan", .call = call_exscan, .alone = IN_ORDER, .has_length = true},
    {.name = "reduce_scatter", .call = call_reduce_scatter, .has_length = true},
    {.name = "gather", .call = call_gather, .alone = TO_ROOT, .has_length = true},
    {.name = "scatter", .call = call_scatter, .alone = FROM_ROOT, .has_length = true},
    {.name = "allgather", .call = call_allgather, .has_length = true},
    {.name = "alltoall", .call = call_alltoall, .has_length = true},
    {.name = "ibarrier", .call = call_ibarrier},
    {.name = "ibroadcast", .call = call_ibroadcast, .alone = FROM_ROOT, .has_length = true},
    {.name = "multicast_long", .call = call_multicast_long, .alone = FROM_ROOT, .has_length = true},
    {.name = "multicast_long from another root",
     .call = call_other_long,
     .alone = FROM_ROOT,
     .has_length = true},
    {.name = "group_create", .call = call_create, .makes = true},
    {.name = "group_split", .call = call_split, .makes = true},
    {.name = "group_duplicate", .call = call_duplicate, .makes = true},
    {.name = "group_reserve", .call = call_reserve, .makes = true},
    {.name = "group_free", .call = call_free, .makes = true},
    {.name = "window_create", .call = call_window_create, .makes = true},
    {.name = "fence", .call = call_fence, .window = true},
    {.name = "window_free", .call = call_window_free, .window = true},
};
enum { KINDS = sizeof(kinds) / sizeof(*kinds) };

static const uint32_t lengths[] = {100, 5000, LONGEST, 0};
enum { LENGTHS = sizeof(lengths) / sizeof(*lengths) };

/* A kind with its length. */
struct variant {
    const struct kind *kind;
    uint32_t bytes;
};
static struct variant variant[KINDS * LENGTHS];
static uint32_t variants;

/* --- a run --------------------------------------------------------------------------------------- */

struct pair {
    struct variant most, one; /* what all members call but one, and what that one does */
    uint32_t members, odd, root;
    bool patient;            /* no deadline */
    bool world, named, used; /* used: collectives have been called before */
};

struct outcome {
    noc_err err;
    bool returned, ended;
    uint64_t took;
    uint32_t exit;
    char said[200], console[256];
};
static struct outcome outcome[MEMBERS_MAX];

static bool is_long(const struct kind *k)
{
    return k->call == call_multicast_long || k->call == call_other_long;
}

static void prepare(const struct pair *p, struct calling *c)
{
    ok(noc_init(), "init");
    c->from = core_malloc(LONGEST + 8);
    c->to = core_malloc(LONGEST + 8);
    memset(c->from, 0, LONGEST);
    c->group = c->other = noc_world();
    c->root = p->root;
    c->timeout = p->patient ? NOC_FOREVER : PATIENCE;
    if (!p->world) {
        ok(noc_group_duplicate(noc_world(), &c->group, NOC_FOREVER), "duplicate");
    }
    if (p->most.kind->other || p->one.kind->other) {
        ok(noc_group_duplicate(noc_world(), &c->other, NOC_FOREVER), "other");
    }
    if (p->most.kind->window || p->one.kind->window) {
        ok(noc_window_create(c->group, c->from, 64, &c->window, NOC_FOREVER), "window");
    }
    if (is_long(p->most.kind) || is_long(p->one.kind)) {
        ok(noc_plan_create(c->group, p->root, "separate", NOC_BY_PLAN, &c->plan), "plan");
        ok(noc_plan_create(c->group, (p->root + 1) % p->members, "separate", NOC_BY_PLAN,
                           &c->other_plan),
           "plan");
    }
    if (p->used) {
        ok(noc_allreduce(c->group, c->from, c->to, 1, &noc_sum_int32, NOC_FOREVER), "allreduce");
    }
}

static void program(void *arg)
{
    const struct pair *p = arg;
    struct outcome *o = &outcome[core_number()];
    const struct variant *mine = core_number() == p->odd ? &p->one : &p->most;
    struct calling c = {.bytes = mine->bytes};
    uint64_t began;

    prepare(p, &c);
    core_delay(core_random() % SLEEPY);
    began = core_time();
    o->err = mine->kind->call(&c);
    o->took = core_time() - began;
    o->returned = true;
    snprintf(o->said, sizeof(o->said), "%s", o->err == NOC_ERR_MISMATCH ? noc_last_mismatch() : "");
    core_delay(LINGER); /* what comes when a core has ended nobody sees */
    core_end();
    o->ended = true;
    o->exit = core_exit_instead();
    snprintf(o->console, sizeof(o->console), "%s", core_console());
}

/* --- the verdict --------------------------------------------------------------------------------- */

/* May this call be over though others have not called it? */
static bool is_alone(const struct pair *p, uint32_t member, const struct variant *v)
{
    const bool other = v->kind->call == call_other_root || v->kind->call == call_other_long;
    const uint32_t root = other ? (p->root + 1) % p->members : p->root;

    switch (v->kind->alone) {
    case ANYBODY:
        return true;
    case FROM_ROOT:
        return !v->bytes || member == root || (member != p->odd && root != p->odd);
    case TO_ROOT:
        return !v->bytes || member != root;
    case IN_ORDER:
        return !v->bytes || (member == p->odd ? member == 0 : member < p->odd);
    default:
        return v->kind->has_length && !v->bytes && !is_long(v->kind);
    }
}

static const char *fault_of(const struct pair *p, uint32_t member, bool stood)
{
    const struct variant *v = member == p->odd ? &p->one : &p->most;
    const struct outcome *o = &outcome[member];
    const bool makes = p->one.kind->makes && p->most.kind->makes;

    if (!o->returned) {
        return p->patient && stood ? NULL : "hangs";
    }
    if (!o->err) {
        return is_alone(p, member, v) ? NULL : "returned OK";
    }
    if (o->err == NOC_ERR_TIMEOUT && p->patient) {
        return "timed out without a deadline";
    }
    if (o->took > PATIENCE + LATE && !p->patient) {
        return "came late";
    }
    if (o->err == NOC_ERR_MISMATCH && strlen(o->said) < 20) {
        return "says nothing of the mismatch";
    }
    return o->err == NOC_ERR_TIMEOUT || o->err == NOC_ERR_MISMATCH ||
                   (o->err == NOC_ERR_ARGUMENT && makes)
             ? NULL
             : "has another error";
}

/* In the group that most calls are in; so are the questions of those that wait in it. */
static bool is_in_the_group(const struct kind *k)
{
    return !k->other && !k->window && k->call != call_create && k->call != call_nothing;
}

/* Without a deadline the board may stand still: noct says who waits for whom then. But where all wait in one
 * group, they ask each other, and somebody is told. */
static const char *fault_of_all(const struct pair *p)
{
    const bool asks = is_in_the_group(p->most.kind) && is_in_the_group(p->one.kind);
    bool told = false, all = true;
    uint32_t i, left = 0;

    for (i = 0; i < p->members; i++) {
        told |= outcome[i].err || outcome[i].exit;
        all &= !outcome[i].returned;
        left += !outcome[i].returned;
    }
    return !told && !left       ? "nobody is told"
         : !told && all && asks ? "all wait without a word"
                                : NULL;
}

static void describe(const struct pair *p, uint64_t number, const char *fault, int32_t member)
{
    uint32_t i;

    fprintf(stderr,
            "case %llu: %u members%s%s%s%s, root %u: %s of %u, but core %u: %s of %u: %s %d\n",
            (unsigned long long)number, p->members, p->world ? " of the world" : "",
            p->named ? ", named" : "", p->used ? ", used" : "", p->patient ? ", no deadline" : "",
            p->root, p->most.kind->name, p->most.bytes, p->odd, p->one.kind->name, p->one.bytes,
            fault, member);
    for (i = 0; i < p->members; i++) {
        const struct outcome *o = &outcome[i];

        fprintf(stderr, "  core %u: %s%s after %llu, exit %u %s %s\n", i,
                o->returned ? noc_strerror(o->err) : "has not returned",
                o->ended ? "" : " (not ended)", (unsigned long long)o->took, o->exit, o->said,
                o->console);
    }
}

static bool try(const struct pair *p, uint64_t seed)
{
    bool stood = false;
    char topology[8];
    struct cores_config c = {.topology = topology,
                             .algorithm_topology = p->named ? topology : NULL,
                             .ports = 1,
                             .jitter = seed % 3 * 5,
                             .seed = seed,
                             .stood = p->patient ? &stood : NULL,
                             .limit_cycles = p->patient ? UINT64_C(1) << 40 : LIMIT};
    const char *fault = NULL;
    int32_t member = -1;
    uint32_t i;

    snprintf(topology, sizeof(topology), "mesh:%u", p->members);
    memset(outcome, 0, sizeof(outcome));
    if (!cores_run(&c, program, (void *)(uintptr_t)p)) {
        fault = "the run failed";
    }
    for (i = 0; i < p->members && !fault; i++) {
        fault = fault_of(p, i, stood);
        member = (int32_t)i;
    }
    fault = fault ? fault : fault_of_all(p);
    if (fault) {
        describe(p, seed, fault, member);
    }
    return !fault;
}

static void list_variants(void)
{
    uint32_t i, k;

    variants = 0;
    for (i = 0; i < KINDS; i++) {
        for (k = 0; k < (kinds[i].has_length ? LENGTHS : 1); k++) {
            variant[variants++] = (struct variant){&kinds[i], kinds[i].has_length ? lengths[k] : 0};
        }
    }
}

static bool is_plain_broadcast(const struct variant *v)
{
    return v->kind->call == call_broadcast || v->kind->call == call_ibroadcast;
}

/* They are the same, or say nothing of each other: both are over at once. */
static bool is_no_pair(const struct variant *a, const struct variant *b)
{
    const bool a_none = a->kind->has_length && !a->bytes, b_none = b->kind->has_length && !b->bytes;

    return (a->kind == b->kind && a->bytes == b->bytes) || (a_none && b_none) ||
           (is_plain_broadcast(a) && is_plain_broadcast(b) && a->bytes == b->bytes) ||
           (a_none && b->kind->call == call_nothing) || (b_none && a->kind->call == call_nothing);
}

static bool has_group_of_its_own(const struct pair *p)
{
    return p->most.kind->call == call_free || p->one.kind->call == call_free;
}

/* The case of this number: first all pairs, then again with other members. */
static bool draw(struct pair *p, uint32_t number)
{
    const uint32_t pairs = variants * variants, again = number / (2 * pairs);
    uint32_t x = number * 2654435761u;

    x ^= x >> 15;
    p->patient = number / pairs % 2;
    p->most = variant[number % pairs / variants];
    p->one = variant[number % variants];
    p->members = MEMBERS_MIN + (x + again) % (MEMBERS_MAX - MEMBERS_MIN + 1);
    p->odd = (x / 3 + again / 3) % p->members;
    p->root = x / 16 % p->members;
    p->world = !has_group_of_its_own(p) && x / 128 % 2;
    p->named = x / 256 % 2;
    p->used = x / 512 % 2;
    return !is_no_pair(&p->most, &p->one);
}

enum { TIMES = 1 }; /* each pair is tried */

TEST(members_that_call_different_things_are_told)
{
    uint32_t wrong = 0;

    list_variants();
    TEST_CASES(number, TIMES * 2 * variants * variants)
    {
        struct pair p;

        if (draw(&p, number) && !try(&p, number)) {
            wrong++;
        }
    }
    if (wrong) {
        fail_msg("%u pairs", wrong);
    }
}

/* --- two calls --------------------------------------------------------------------------------- */

struct two {
    uint32_t odd, bytes;
};

/* One member calls a broadcast and a barrier, the others two barriers. */
static void two_calls_program(void *arg)
{
    const struct two *t = arg;
    struct outcome *o = &outcome[core_number()];
    uint8_t *body = core_malloc(LONGEST);

    ok(noc_init(), "init");
    memset(body, 0, LONGEST);
    o->err = core_number() == t->odd ? noc_broadcast(noc_world(), body, t->bytes, t->odd, PATIENCE)
                                     : noc_barrier(noc_world(), PATIENCE);
    if (!o->err) {
        o->err = noc_barrier(noc_world(), PATIENCE);
    }
    core_end();
    o->exit = core_exit_instead();
}

/* Of so many members, whose name it writes; every other one has the parameter block. */
static struct cores_config a_board(uint32_t number, uint32_t members, char topology[8])
{
    snprintf(topology, 8, "mesh:%u", members);
    return (struct cores_config){.topology = topology,
                                 .algorithm_topology = number % 2 ? topology : NULL,
                                 .ports = 1,
                                 .seed = number,
                                 .limit_cycles = LIMIT};
}

TEST(a_broadcast_and_a_barrier_are_no_two_barriers)
{
    TEST_CASES(number, 120)
    {
        const uint32_t members = MEMBERS_MIN + number % 3;
        struct two t = {number / 3 % members, lengths[number / 16 % (LENGTHS - 1)]};
        char topology[8];
        const struct cores_config c = a_board(number, members, topology);
        uint32_t i;

        memset(outcome, 0, sizeof(outcome));
        cores_must_run(&c, two_calls_program, &t);
        for (i = 0; i < members; i++) {
            assert_true(i == t.odd || outcome[i].err);
        }
    }
}

/* One member has another length than the others, and goes on to the next call, all without a deadline. */
static void going_on_program(void *arg)
{
    const struct two *t = arg;
    struct outcome *o = &outcome[core_number()];
    uint8_t *body = core_malloc(LONGEST);
    noc_group *g;
    uint32_t i, one = 1, sum;

    ok(noc_init(), "init");
    memset(body, 0, LONGEST);
    ok(noc_group_duplicate(noc_world(), &g, NOC_FOREVER), "duplicate");
    o->err = NOC_ERR_OK;
    for (i = 0; i < 4 && !o->err; i++) { /* a member may be told while it is in an earlier one */
        const uint32_t bytes = i < 3 ? i * 5000 : core_number() == t->odd ? t->bytes : 12000;

        o->err = noc_broadcast(g, body, bytes, 0, NOC_FOREVER);
        if (!o->err) {
            o->err = noc_allreduce(g, &one, &sum, 1, &noc_sum_int32, NOC_FOREVER);
        }
    }
}

TEST(a_member_that_goes_on_is_told)
{
    TEST_CASES(number, 60)
    {
        const uint32_t members = MEMBERS_MIN + number % 3;
        struct two t = {number / 3 % members, lengths[number / 16 % (LENGTHS - 1)]};
        char topology[8];
        const struct cores_config c = a_board(number, members, topology);
        uint32_t i;

        cores_must_run(&c, going_on_program, &t);
        for (i = 0; i < members; i++) {
            assert_int_equal(outcome[i].err, NOC_ERR_MISMATCH);
        }
    }
}

/* --- long multicasts --------------------------------------------------------------------------- */

/* A member's long multicast has another root, or another length; then all meet. */
static void two_multicasts_program(void *arg)
{
    const struct two *t = arg;
    struct outcome *o = &outcome[core_number()];
    const bool odd = core_number() == t->odd;
    uint8_t *body = core_malloc(LONGEST);
    noc_plan *plan;

    ok(noc_init(), "init");
    memset(body, 0, LONGEST);
    ok(noc_plan_create(noc_world(), odd && !t->bytes ? 1 : 0, "separate", NOC_BY_PLAN, &plan),
       "plan");
    o->err = noc_multicast_long(plan, body, odd && t->bytes ? t->bytes : 12000, 1000, PATIENCE);
    if (!o->err) {
        o->err = noc_barrier(noc_world(), PATIENCE);
    }
    snprintf(o->said, sizeof(o->said), "%s", o->err == NOC_ERR_MISMATCH ? noc_last_mismatch() : "");
    core_end();
}

TEST(long_multicasts_of_other_roots_and_lengths_are_named)
{
    TEST_CASES(number, 60)
    {
        const uint32_t members = MEMBERS_MIN + number % 3;
        struct two t = {number / 3 % members, number / 15 % 2 ? 0 : lengths[number / 30 % 2]};
        char topology[8];
        const struct cores_config c = a_board(number, members, topology);
        uint32_t i;

        cores_must_run(&c, two_multicasts_program, &t);
        for (i = 0; i < members; i++) {
            assert_int_equal(outcome[i].err, NOC_ERR_MISMATCH);
            assert_non_null(strstr(outcome[i].said, " called multicast-long"));
            assert_non_null(strstr(outcome[i].said, t.bytes ? ", expected " : " with root "));
        }
    }
}

/* --- late, and right ------------------------------------------------------------------------------- */

enum { RIGHT_CALLS = 6, LATEST = 4 * 50000 };

/* All members make the same calls, one of them much later than those that ask it meanwhile. */
static void late_program(void *arg)
{
    const uint32_t *number = arg;
    struct outcome *o = &outcome[core_number()];
    const struct pair p = {
        .most = {&kinds[0], 0}, .one = {&kinds[0], 0}, .used = *number % 2, .patient = true};
    struct calling c = {.bytes = 0};
    uint32_t i, x = *number * 2654435761u;

    prepare(&p, &c);
    ok(noc_plan_create(c.group, 0, "separate", NOC_BY_PLAN, &c.plan), "plan");
    ok(noc_plan_create(c.group, 1, "separate", NOC_BY_PLAN, &c.other_plan), "plan");
    o->err = NOC_ERR_OK;
    for (i = 0; i < RIGHT_CALLS && !o->err; i++, x = (x ^ x >> 15) * 2654435761u) {
        const struct kind *k = &kinds[1 + (x >> 8) % (KINDS - 1)];

        c.bytes = lengths[(x >> 16) % LENGTHS];
        core_delay(core_random() % 4 ? core_random() % SLEEPY : core_random() % LATEST);
        if (k->call != call_free && !k->window) {
            o->err = k->call(&c);
        }
    }
    o->err = o->err ? o->err : noc_group_free(c.group, NOC_FOREVER);
    core_end();
    o->exit = core_exit_instead();
}

TEST(who_is_late_has_called_nothing_else)
{
    TEST_CASES(number, 400)
    {
        const uint32_t members = MEMBERS_MIN + number % 3;
        char topology[8];
        const struct cores_config c = a_board(number, members, topology);
        uint32_t i;

        memset(outcome, 0, sizeof(outcome));
        cores_must_run(&c, late_program, &number);
        for (i = 0; i < members; i++) {
            assert_int_equal(outcome[i].err, NOC_ERR_OK);
            assert_int_equal(outcome[i].exit, 0);
        }
    }
}
