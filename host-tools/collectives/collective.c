/* SPDX-License-Identifier: BSD-2-Clause */
#include "collective.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "barrier_network.h"
#include "combine.h"
#include "base/alloc.h"
#include "collective/schedules.h"
#include "specify/identity.h"
#include "multicast/broadcast_plan.h"
#include "sim/plan.h"
#include "specify/specify.h"

/* Keys that a collective operation has no use for. */
static enum status refuse_keys(const struct options *o, struct error *error)
{
    static const int keys[] = {KEY_force, KEY_also,    KEY_multicasts, KEY_sharing, KEY_partition,
                               KEY_relay, KEY_traffic, KEY_rate,       KEY_cycles,  KEY_fanout};
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (o->text[keys[i]]) {
            return error_set(error, STATUS_BAD,
                             "%s: cannot be combined with a collective operation; leave one of "
                             "them out",
                             key_rows[keys[i]].name);
        }
    }
    return STATUS_DONE;
}

enum status collective_refuse_others(const struct options *o, struct error *error)
{
    static const int keys[] = {KEY_ordered, KEY_op, KEY_type, KEY_reproducible, KEY_out};
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (o->text[keys[i]]) {
            return error_set(error, STATUS_BAD,
                             "%s: is for collective operations only; add collective, as "
                             "--collective allreduce",
                             key_rows[keys[i]].name);
        }
    }
    return STATUS_DONE;
}

static enum status choose_operation(struct collective *c, const char *text, struct error *error)
{
    enum noc_operation operation = noc_operation_find(text);
    c->call.operation = (uint8_t)operation;
    if (operation < NOC_OPERATIONS) {
        return STATUS_DONE;
    }
    error_set(error, STATUS_BAD, "collective '%s': must be one of", text);
    for (unsigned i = 0; i < NOC_OPERATIONS; i++) {
        error_append(error, "%s %s", i ? "," : "", noc_operation_names[i]);
    }
    return STATUS_BAD;
}

static bool combines(const struct noc_call *call)
{
    return call->operation == NOC_REDUCE || call->operation == NOC_ALLREDUCE ||
           call->operation == NOC_SCAN || call->operation == NOC_EXSCAN ||
           call->operation == NOC_REDUCE_SCATTER;
}

/* The algorithm that was named, NULL for `auto`: is there such a one for this operation? */
static enum status find_schedule(struct collective *c, const char *text, struct error *error)
{
    const char *operation = noc_operation_names[c->call.operation];
    if (!text || strcmp(text, "auto") == 0) {
        return STATUS_DONE;
    }
    c->schedule = noc_schedule_find((enum noc_operation)c->call.operation, text);
    if (c->schedule) {
        return STATUS_DONE;
    }
    error_set(error, STATUS_BAD, "algorithm '%s': must be one of those for %s:", text, operation);
    for (const struct noc_schedule *const *s = noc_schedules; *s; s++) {
        if ((*s)->operation == c->call.operation) {
            error_append(error, " %s,", (*s)->name);
        }
    }
    error_append(error, " auto");
    return STATUS_BAD;
}

static enum status choose_ordered(struct collective *c, const struct options *o,
                                  struct error *error)
{
    c->ordered = c->call.ordered = o->text[KEY_ordered];
    if (c->call.ordered && c->schedule && !c->schedule->ordered) {
        return error_set(error, STATUS_BAD,
                         "algorithm '%s': does not keep the order of ranks; leave ordered out, or "
                         "name another one",
                         c->schedule->name);
    }
    return STATUS_DONE;
}

/* The number of a name; n: there is no such one, and the error lists them. */
static uint32_t find_name(const char *key, const char *text, const char *const names[], uint32_t n,
                          struct error *error)
{
    uint32_t i = 0;
    while (i < n && strcmp(text, names[i]) != 0) {
        i++;
    }
    if (i == n) {
        error_set(error, STATUS_BAD, "%s '%s': must be one of", key, text);
        for (uint32_t k = 0; k < n; k++) {
            error_append(error, "%s %s", k ? "," : "", names[k]);
        }
    }
    return i;
}

static enum status choose_reproducible(struct collective *c, const struct options *o,
                                       struct error *error)
{
    const char *operation = noc_operation_names[c->call.operation];
    c->reproducible = o->text[KEY_reproducible];
    if (!c->reproducible) {
        return STATUS_DONE;
    }
    if (c->call.operation == NOC_REDUCE || c->call.operation == NOC_REDUCE_SCATTER) {
        return error_set(error, STATUS_BAD,
                         "reproducible: a reproducible %s is an allreduce of which a member keeps "
                         "its part; give --collective allreduce",
                         operation);
    }
    if (c->ordered) {
        return error_set(error, STATUS_BAD,
                         "reproducible: ordered fixes the order, too; leave one of them out");
    }
    if (c->schedule && strcmp(c->schedule->name, "recursive-doubling") != 0) {
        return error_set(error, STATUS_BAD,
                         "algorithm '%s': a reproducible %s goes by recursive-doubling; leave one "
                         "of them out",
                         c->schedule->name, operation);
    }
    c->call.ordered = true;
    return STATUS_DONE;
}

static const char *const ops[] = {
#define NOC_COMBINE_OP(name) #name,
#define NOC_COMBINE_TYPE(name, bytes)
#include "combine.def"
};

static const char *const types[] = {
#define NOC_COMBINE_OP(name)
#define NOC_COMBINE_TYPE(name, bytes) #name,
#include "combine.def"
};

/* With what it combines, and what. */
static enum status choose_op(struct collective *c, const struct options *o, struct error *error)
{
    static const int keys[] = {KEY_ordered, KEY_op, KEY_type, KEY_reproducible};
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (o->text[keys[i]] && !combines(&c->call)) {
            return error_set(error, STATUS_BAD, "%s: %s combines nothing; leave %s out",
                             key_rows[keys[i]].name, noc_operation_names[c->call.operation],
                             key_rows[keys[i]].name);
        }
    }
    if (o->text[KEY_ordered] && (o->text[KEY_op] || o->text[KEY_type])) {
        return error_set(error, STATUS_BAD,
                         "ordered: combines with an operation of its own that shows the order; "
                         "leave %s out",
                         o->text[KEY_op] ? "op" : "type");
    }
    if (o->text[KEY_op]) {
        c->op = (uint8_t)find_name("op", o->text[KEY_op], ops, NOC_COMBINE_OPS, error);
    }
    if (o->text[KEY_type] && c->op < NOC_COMBINE_OPS) {
        c->type = (uint8_t)find_name("type", o->text[KEY_type], types, NOC_COMBINE_TYPES, error);
    }
    if (c->op == NOC_COMBINE_OPS || c->type == NOC_COMBINE_TYPES) {
        return STATUS_BAD;
    }
    return noc_combine_is_of_bits(c->op) && noc_combine_is_floating(c->type)
             ? error_set(error, STATUS_BAD,
                         "op '%s': is for the bits of integers, and %s is none; give another type",
                         ops[c->op], types[c->type])
             : STATUS_DONE;
}

uint32_t collective_element_flits(const struct collective *c)
{
    static const uint8_t bytes_of[] = {
#define NOC_COMBINE_OP(name)
#define NOC_COMBINE_TYPE(name, bytes) bytes,
#include "combine.def"
    };
    return bytes_of[c->type] / 4;
}

/* The source and the destinations, ascending. */
static void choose_members(struct collective *c)
{
    const struct experiment *e = &c->e;
    uint32_t place = 0;
    while (place < e->m && e->dests[place] < e->source) {
        place++;
    }
    c->call.count = (uint16_t)(e->m + 1);
    c->call.root =
        noc_operation_has_root((enum noc_operation)c->call.operation) ? (uint16_t)place : 0;
    c->node = alloc_array(c->call.count, sizeof *c->node);
    c->node[place] = (uint16_t)e->source;
    for (uint32_t i = 0; i < e->m; i++) {
        c->node[i < place ? i : i + 1] = e->dests[i];
    }
}

static enum status choose_words(struct collective *c, struct error *error)
{
    uint64_t words = c->call.operation == NOC_BARRIER ? 0 : c->e.length;
    words *= noc_operation_has_blocks((enum noc_operation)c->call.operation) ? c->call.count : 1;
    c->words = (uint32_t)words;
    if (c->e.length % collective_element_flits(c)) {
        return error_set(error, STATUS_BAD,
                         "length '%u': elements of 64 bits have 2 flits each; give an even length",
                         c->e.length);
    }
    return words <= COLLECTIVE_WORDS_MAX
             ? STATUS_DONE
             : error_set(error, STATUS_BAD,
                         "length '%u': %u members have %llu flits in all, and there may be %u",
                         c->e.length, c->call.count, (unsigned long long)words,
                         COLLECTIVE_WORDS_MAX);
}

static enum status check_plan(const struct collective *c, struct error *error)
{
    enum status status = STATUS_DONE;
    for (uint32_t tree = 0; tree < c->plan.trees && !status; tree++) {
        status = plan_check(&c->plan.plan[tree], &c->plan, error);
    }
    return status;
}

static enum status check_way(const struct collective *c, uint32_t from, uint32_t to,
                             struct error *error)
{
    uint64_t flit_hops;
    return route_cost(&c->e, c->node[from], c->node[to], 0, &flit_hops)
             ? STATUS_DONE
             : error_set(error, STATUS_NO, "routing '%s': has no path from node %u to %u",
                         c->e.routing->name, c->node[from], c->node[to]);
}

static enum status check_signals(const struct collective *c, struct error *error)
{
    const struct noc_barrier_network network = barrier_network(&c->e.topology, c->call.count);
    enum status status = STATUS_DONE;
    struct noc_barrier_peers p;
    for (uint32_t rank = 0; rank < c->call.count; rank++) {
        uint32_t n;
        for (uint32_t round = 0; (n = noc_barrier_round(&p, &network, c->call.count, rank, round));
             round++) {
            for (uint32_t i = 0; i < n && !status; i++) {
                status = check_way(c, rank, p.to[i], error);
            }
        }
    }
    return status;
}

/* Is there a way between all members that talk with each other? */
static enum status check_ways(struct collective *c, struct error *error)
{
    if (c->way == BY_PLAN || c->way == BY_SIGNALS) {
        return c->way == BY_PLAN ? check_plan(c, error) : check_signals(c, error);
    }
    for (uint32_t rank = 0; rank < c->call.count; rank++) {
        struct collective_step step;
        for (uint32_t i = 0; collective_step(c, rank, i, &step); i++) {
            if (step.to != NOC_NOBODY && check_way(c, rank, step.to, error)) {
                return STATUS_NO;
            }
        }
    }
    return STATUS_DONE;
}

static void choose_costs(struct collective *c)
{
    uint64_t sum = 0, flit_hops;
    uint32_t others = c->call.count - 1u;
    for (uint32_t rank = 1; rank <= others; rank++) {
        sum += route_cost(&c->e, c->node[0], c->node[rank], 0, &flit_hops);
    }
    c->hops = (uint32_t)((sum + others / 2) / others);
    noc_costs_of(&c->costs, costs_measured(c->e.measured), c->hops, c->e.topology.width,
                 c->e.topology.dims);
    c->costs.way += c->e.tau_s + c->e.tau_r;
    if (c->schedule) { /* who names one has it without a way of its own */
        c->costs.few = 0;
    }
    c->costs.combine = costs_combine(c->e.measured, c->op, c->type);
}

/* Best first; equal ones stay in the order of the table. */
static void add_choice(struct collective *c, const struct noc_schedule *s)
{
    struct collective_choice made = {s, noc_cost_predict(s, &c->call, 4 * c->words, &c->costs)};
    uint32_t i = c->choices++;
    for (; i > 0 && c->choice[i - 1].cycles > made.cycles; i--) {
        c->choice[i] = c->choice[i - 1];
    }
    c->choice[i] = made;
}

/* The one that is taken, as firmware does: the quickest, but for lengths of a class together. */
static void take_first(struct collective *c, const struct noc_schedule *taken)
{
    uint32_t i = 0;
    while (c->choice[i].schedule != taken) {
        i++;
    }
    struct collective_choice choice = c->choice[i];
    memmove(c->choice + 1, c->choice, i * sizeof choice);
    c->choice[0] = choice;
    c->schedule = taken;
}

/* Firmware has no choice where a result must be reproducible (firmware/collectives/choose.c). */
static bool may_choose(const struct collective *c, const struct noc_schedule *s)
{
    return noc_schedule_fits(s, &c->call) &&
           (!c->reproducible || strcmp(s->name, "recursive-doubling") == 0);
}

static enum status choose_schedule(struct collective *c, struct error *error)
{
    uint32_t n = 0;
    if (c->schedule && !noc_schedule_fits(c->schedule, &c->call)) {
        return error_set(error, STATUS_BAD,
                         "algorithm '%s': needs a power of two of members, and there are %u",
                         c->schedule->name, c->call.count);
    }
    while (!c->schedule && noc_schedules[n]) {
        n++;
    }
    c->choice = n ? alloc_array(n, sizeof *c->choice) : NULL;
    for (uint32_t i = 0; i < n; i++) {
        if (may_choose(c, noc_schedules[i])) {
            add_choice(c, noc_schedules[i]);
        }
    }
    if (n && !c->reproducible) {
        struct noc_costs of_integers = c->costs; /* members count so, whatever they combine */
        of_integers.combine = costs_measured(c->e.measured)->combine;
        take_first(c, noc_cost_choose(&c->call, 4 * c->words, &of_integers));
    }
    c->schedule = n ? c->choice->schedule : c->schedule;
    return STATUS_DONE;
}

/* What firmware does if nobody names a schedule. Its first broadcasts from a root find the plan. */
static void choose_way(struct collective *c)
{
    const bool casts = c->call.operation == NOC_BROADCAST, is_long = 4 * c->words > c->costs.eager;
    c->way = !c->choices                                                 ? BY_SCHEDULE
           : c->call.operation == NOC_BARRIER                            ? BY_SIGNALS
           : !casts                                                      ? BY_SCHEDULE
           : is_long && c->call.count >= NOC_BROADCAST_MEMBERS_MIN       ? BY_PLAN
           : !is_long && c->schedule == &noc_schedule_broadcast_binomial ? BY_TREE
                                                                         : BY_SCHEDULE;
}

static uint32_t rounds_of(const struct collective *c, uint32_t bits)
{
    uint32_t rounds = 0;
    while (1u << bits * rounds < c->call.count) {
        rounds++;
    }
    return rounds;
}

/* A tree and signals have formulas of their own: of a tree the way down, of signals each round. */
uint64_t collective_predict(const struct collective *c)
{
    const struct noc_costs *k = &c->costs;
    const uint64_t hop = k->cast_message + k->way, words = k->cast_copy + k->flit;
    switch (c->way) {
    case BY_TREE:
        return k->cast + rounds_of(c, 1) * (hop + c->words * words / 16);
    case BY_SIGNALS:
        return k->barrier + (uint64_t)rounds_of(c, 2) * (k->barrier_round + c->hops);
    default:
        return noc_cost_predict(c->schedule, &c->call, 4 * c->words, k);
    }
}

static void predict_way(struct collective *c)
{
    c->predicted = collective_predict(c);
    if (c->way == BY_TREE) {
        c->choice->cycles = c->predicted;
    }
}

static void make_plan(struct collective *c)
{
    c->plan = c->e;
    c->plan.algorithm = noc_broadcast_plan(&c->e.topology, c->e.routing, c->call.count, c->e.source,
                                           c->words, &c->segment);
    experiment_segment(&c->plan, c->segment);
    experiment_plan(&c->plan);
}

bool collective_is_few(const struct collective *c)
{
    return 4 * c->words <= c->costs.few &&
           c->schedule == &noc_schedule_allreduce_recursive_doubling;
}

const char *collective_algorithm(const struct collective *c)
{
    return c->way == BY_SIGNALS ? "signals" : c->way == BY_PLAN ? "plan" : c->schedule->name;
}

/* What firmware is told: the name of a schedule, or that it is to choose one. */
static void name_operation(struct collective *c)
{
    struct experiment *e = &c->e;
    e->collective = noc_operation_names[c->call.operation];
    e->ordered = c->ordered;
    e->reproducible = c->reproducible;
    e->op = c->op;
    e->type = c->type;
    snprintf(e->algorithm_text, ALGORITHM_TEXT, "%s", c->choices ? "auto" : c->schedule->name);
}

void collective_choose_as_firmware(struct collective *c)
{
    struct noc_costs costs;
    if (c->choices && !c->reproducible) {
        noc_costs_of(&costs, costs_measured(c->e.measured), NOC_HOPS_UNKNOWN, NULL, 0);
        take_first(c, noc_cost_choose(&c->call, 4 * c->words, &costs));
        if (c->way != BY_PLAN) {
            choose_way(c);
        }
        predict_way(c);
    }
}

enum status collective_make(struct collective *c, const struct options *o, struct error *error)
{
    struct options network;
    memset(c, 0, sizeof *c);
    enum status status = refuse_keys(o, error);
    status = status ? status : choose_operation(c, o->text[KEY_collective], error);
    status = status ? status : find_schedule(c, o->text[KEY_algorithm], error);
    status = status ? status : choose_op(c, o, error);
    status = status ? status : choose_ordered(c, o, error);
    status = status ? status : choose_reproducible(c, o, error);
    if (status) {
        return status;
    }
    network = *o;
    network.text[KEY_algorithm] = NULL; /* a multicast's may have a routing of its own */
    status = experiment_make(&c->e, &network, NEED_DESTS, error);
    if (status) {
        return status;
    }
    choose_members(c);
    choose_costs(c);
    status = choose_words(c, error);
    status = status ? status : choose_schedule(c, error);
    if (!status) {
        choose_way(c);
        predict_way(c);
        if (c->way == BY_PLAN) {
            make_plan(c);
        }
        status = check_ways(c, error);
    }
    if (status) {
        collective_free(c);
        return status;
    }
    name_operation(c);
    return STATUS_DONE;
}

void collective_free(struct collective *c)
{
    free(c->node);
    free(c->choice);
    if (c->way == BY_PLAN) {
        experiment_unplan(&c->plan);
    }
    experiment_free(&c->e);
}

void collective_identify(struct identity *id, const struct collective *c, const struct options *o)
{
    identify(id, &c->e, o);
    if (combines(&c->call) && !c->ordered) {
        identity_key_text(id, KEY_op, ops[c->op]);
        identity_key_text(id, KEY_type, types[c->type]);
    }
}

/* --- steps in words --------------------------------------------------------- */

/* The words before a block: the first ones are one longer where they cannot be equal. */
static uint32_t words_before(const struct collective *c, uint32_t block)
{
    uint32_t each = c->words / c->call.count, more = c->words % c->call.count;
    return block * each + (block < more ? block : more);
}

static uint32_t words_of(const struct collective *c, const struct noc_span *span)
{
    uint32_t end = (uint32_t)span->first + span->count, n = c->call.count;
    return end <= n ? words_before(c, end) - words_before(c, span->first)
                    : c->words - words_before(c, span->first) + words_before(c, end - n);
}

static bool is_part(const struct collective *c, const struct noc_span *span)
{
    return span->count > 0 && span->count < c->call.count;
}

bool collective_step(const struct collective *c, uint32_t rank, uint32_t number,
                     struct collective_step *step)
{
    struct noc_step s;
    bool empty = c->call.operation == NOC_BARRIER;
    if (!c->schedule->step(&c->call, rank, number, &s)) {
        return false;
    }
    step->sent = words_of(c, &s.sent);
    step->received = words_of(c, &s.received);
    step->to = step->sent || empty ? s.to : NOC_NOBODY;
    step->from = step->received || empty ? s.from : NOC_NOBODY;
    step->blocks = s.sent;
    step->parts = is_part(c, &s.sent) + is_part(c, &s.received);
    step->local = s.to == NOC_NOBODY && s.from == NOC_NOBODY;
    step->combines = s.then != NOC_STORE;
    step->joins = s.joins;
    return true;
}

uint32_t collective_steps(const struct collective *c, uint32_t rank, uint32_t number,
                          struct collective_step step[NOC_STEPS_AT_ONCE])
{
    uint32_t n = 0;
    while (n < NOC_STEPS_AT_ONCE && collective_step(c, rank, number + n, &step[n]) &&
           (n == 0 || step[n].joins)) {
        n++;
    }
    return n;
}
