/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One collective operation, as the parameter block describes it: what `noct run --collective`
 * measures.
 *
 * The members call it before it is measured: a first call finds its schedule and memory, as the first
 * one of any program does, and a second broadcast from the same root may make a plan. All members enter that in the same cycle, which the
 * source has told all cores; by then nothing else is under way, and all counters are 0. MARK 0 is
 * a member's call, MARK 1 its return. Then each member compares every word with what should be
 * there, worked out without any messages (expected()), and looks whether the words around it are as
 * they were.
 *
 * A barrier without a schedule's name is noc_barrier; with one it is noc_ibarrier.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collective/schedules.h"
#include "combine.h"
#include "exit_status.h"
#include "experiment.h"
#include "hart.h"
#include "ni.h"

enum {
    LATER = 200000, /* cycles until the call, when all are there */
    AWAKE = 2000,   /* cycles before it in which cores do not sleep */
    BEFORE = 2,     /* calls that are not measured */
    TAG_BEGIN = 0,
    GUARD = 1 /* words before the result, and behind it, that nobody may write */
};
#define UNTOUCHED UINT32_C(0xa5a5a5a5)

static const struct noc_params *const params = EXPERIMENT;

/* The call, at this core. */
static struct {
    enum noc_operation operation;
    noc_group *group;
    const noc_op *op;
    uint32_t count, rank, root;
    uint32_t in_words, out_words;
    uint32_t each;      /* elements of `length` words */
    uint32_t *in, *out; /* out: behind its guard */
    uint32_t *elements; /* of reduce-scatter */
    bool named;         /* the schedule is */
} call;

/* --- the data --------------------------------------------------------------------------------- */

/* The first that is not 0: it keeps the order of ranks, and shows whether others do. */
static void combine_first(const noc_op *op, void *inout, const void *in, uint32_t elements)
{
    const uint32_t *earlier = in;
    uint32_t *later = inout, i;

    (void)op;
    for (i = 0; i < elements; i++) {
        later[i] = earlier[i] ? earlier[i] : later[i];
    }
}

static const noc_op first_of = {.combine = combine_first, .bytes = 4};

/* By what the block says. */
#define NOC_OP(operation, type, expression) \
    [NOC_COMBINE_##type][NOC_COMBINE_##operation] = &noc_##operation##_##type,
static const noc_op *const ops[NOC_COMBINE_TYPES][NOC_COMBINE_OPS] = {
#include "noc_op.def"
};
#undef NOC_OP

static uint32_t op_number(void)
{
    return params->flags >> NOC_PARAMS_OP_SHIFT & NOC_PARAMS_COMBINE_MASK;
}

static uint32_t type_number(void)
{
    return params->flags >> NOC_PARAMS_TYPE_SHIFT & NOC_PARAMS_COMBINE_MASK;
}

/* NULL: there is none. */
static const noc_op *choose_op(void)
{
    static noc_op op;

    if (params->flags & NOC_PARAMS_ORDERED) {
        return &first_of;
    }
    if (op_number() >= NOC_COMBINE_OPS || type_number() >= NOC_COMBINE_TYPES ||
        !ops[type_number()][op_number()]) {
        return NULL;
    }
    op = *ops[type_number()][op_number()];
    op.reproducible = params->flags & NOC_PARAMS_REPRODUCIBLE;
    return &op;
}

/* Not sums of int32, which have a formula. */
static bool is_typed(void)
{
    return op_number() || type_number();
}

enum { PERIOD = 16 }; /* after so many ranks contributions repeat */

/* A small number, of the type, so that no order of combining makes a difference: element k of a rank. */
static void typed(void *to, uint32_t rank, uint32_t k)
{
    const uint32_t at = (rank + k) % PERIOD;
    const uint32_t n = op_number() == NOC_COMBINE_product ? 1u + !at
                     : op_number() == NOC_COMBINE_and     ? ~(1u << at)
                     : op_number() >= NOC_COMBINE_or      ? 1u << at
                                                          : 1 + (5 * rank + k) % PERIOD;
    const float f = (float)n;
    const double d = n;
    const uint64_t l = op_number() == NOC_COMBINE_and ? ~(uint64_t)~n : n;

    memcpy(to,
           type_number() == NOC_COMBINE_float    ? (const void *)&f
           : type_number() == NOC_COMBINE_double ? (const void *)&d
                                                 : (const void *)&l,
           call.op->bytes);
}

/* Word i of the elements that the first so many ranks contribute, combined. */
static uint32_t typed_combined(uint32_t ranks, uint32_t i)
{
    const uint32_t words = call.op->bytes / 4, blocks = ranks / PERIOD;
    uint32_t value[2], more[2], rank, first = 0;

    typed(value, 0, i / words);
    if (blocks) {
        for (rank = 1; rank < PERIOD; rank++) {
            typed(more, rank, i / words);
            call.op->combine(call.op, value, more, 1);
        }
        memcpy(more, value, sizeof(more));
        for (rank = 1; rank < blocks; rank++) {
            call.op->combine(call.op, value, more, 1);
        }
        first = blocks * PERIOD;
    }
    for (rank = first ? first : 1; rank < ranks; rank++) {
        typed(more, rank, i / words);
        call.op->combine(call.op, value, more, 1);
    }
    return value[i % words];
}

/* Word i of what `from` has for `to`, where data is moved. */
static uint32_t moved(uint32_t from, uint32_t to, uint32_t i)
{
    return experiment_word((from * call.count + to) * params->length + i);
}

/* The first rank that contributes to word i, where ranks are kept in order. */
static uint32_t first_rank(uint32_t i)
{
    return experiment_word(i) % call.count;
}

/* What a rank contributes to word i. */
static uint32_t contributed(uint32_t rank, uint32_t i)
{
    if (params->flags & NOC_PARAMS_ORDERED) {
        return rank < first_rank(i) ? 0 : experiment_word(rank * params->length + i) | 1;
    }
    if (is_typed()) {
        uint32_t value[2];

        typed(value, rank, i / (call.op->bytes / 4));
        return value[i % (call.op->bytes / 4)];
    }
    return experiment_word(i) * (2 * rank + 1);
}

/* All contributions of the first so many ranks: the sum of so many odd numbers is a square. */
static uint32_t combined(uint32_t ranks, uint32_t i)
{
    if (params->flags & NOC_PARAMS_ORDERED) {
        return ranks <= first_rank(i) ? 0 : contributed(first_rank(i), i);
    }
    if (is_typed()) {
        return typed_combined(ranks, i);
    }
    return experiment_word(i) * (ranks * ranks);
}

static uint32_t given(uint32_t i)
{
    const uint32_t length = params->length;

    switch (call.operation) {
    case NOC_GATHER:
    case NOC_ALLGATHER:
        return moved(call.rank, 0, i);
    case NOC_SCATTER:
    case NOC_ALLTOALL:
        return moved(call.rank, i / length, i % length);
    default:
        return contributed(call.rank, i);
    }
}

static uint32_t expected(uint32_t i)
{
    const uint32_t length = params->length;

    switch (call.operation) {
    case NOC_BROADCAST:
        return moved(call.root, 0, i);
    case NOC_GATHER:
    case NOC_ALLGATHER:
        return moved(i / length, 0, i % length);
    case NOC_SCATTER:
        return moved(call.root, call.rank, i);
    case NOC_ALLTOALL:
        return moved(i / length, call.rank, i % length);
    case NOC_SCAN:
        return combined(call.rank + 1, i);
    case NOC_EXSCAN:
        return call.rank ? combined(call.rank, i) : UNTOUCHED;
    case NOC_REDUCE_SCATTER:
        return combined(call.count, call.rank * length + i);
    default:
        return combined(call.count, i);
    }
}

/* --- memory ----------------------------------------------------------------------------------- */

/* What this member has and gets, in words. */
static void choose_lengths(void)
{
    const uint32_t length = params->length, all = call.count * length;
    const bool is_root = call.rank == call.root;

    switch (call.operation) {
    case NOC_BARRIER:
        return;
    case NOC_BROADCAST:
        call.out_words = length;
        return;
    case NOC_GATHER:
        call.in_words = length;
        call.out_words = is_root ? all : 0;
        return;
    case NOC_SCATTER:
        call.in_words = is_root ? all : 0;
        call.out_words = length;
        return;
    case NOC_ALLGATHER:
        call.in_words = length;
        call.out_words = all;
        return;
    case NOC_ALLTOALL:
        call.in_words = call.out_words = all;
        return;
    case NOC_REDUCE_SCATTER:
        call.in_words = all;
        call.out_words = length;
        return;
    case NOC_REDUCE:
        call.in_words = length;
        call.out_words = is_root ? length : 0;
        return;
    default:
        call.in_words = call.out_words = length;
    }
}

static bool allocate(void)
{
    uint32_t i;

    call.in = malloc((call.in_words + 1) * sizeof(*call.in));
    call.out = malloc((call.out_words + 2 * GUARD) * sizeof(*call.out));
    call.elements =
        malloc((call.operation == NOC_REDUCE_SCATTER ? call.count : 1) * sizeof(*call.elements));
    if (!call.in || !call.out || !call.elements) {
        return false;
    }
    call.out += GUARD;
    for (i = 0; i < call.in_words; i++) {
        call.in[i] = given(i);
    }
    for (i = 0; call.operation == NOC_REDUCE_SCATTER && i < call.count; i++) {
        call.elements[i] = params->length * 4 / call.op->bytes;
    }
    return true;
}

/* Nothing has come yet. */
static void forget_result(void)
{
    const bool begins = call.operation == NOC_BROADCAST && call.rank == call.root;
    uint32_t i;

    for (i = 0; i < call.out_words + 2 * GUARD; i++) {
        call.out[i - GUARD] = UNTOUCHED;
    }
    for (i = 0; begins && i < call.out_words; i++) {
        call.out[i] = expected(i);
    }
}

static int verify(void)
{
    const char *what = "word";
    uint32_t i, wanted = 0;

    for (i = 0; i < call.out_words + 2 * GUARD; i++) {
        const bool guards = i < GUARD || i >= call.out_words + GUARD;

        wanted = guards ? UNTOUCHED : expected(i - GUARD);
        if (call.out[i - GUARD] != wanted) {
            what = guards ? "guard" : what;
            break;
        }
    }
    if (i == call.out_words + 2 * GUARD) {
        return 0;
    }
    printf("%s: node %" PRIu32 ": %s %" PRIu32 " of %" PRIu32 " is %08" PRIx32 ", not %08" PRIx32
           "\n",
           experiment_program, noc_rank(), what, i - GUARD, call.out_words, call.out[i - GUARD],
           wanted);
    return NOC_MULTICAST_WRONG;
}

/* --- the operation ---------------------------------------------------------------------------- */

static noc_err walked_barrier(uint32_t timeout)
{
    noc_request request;
    noc_err err = noc_ibarrier(call.group, &request);

    return err ? err : noc_wait(&request, NULL, timeout);
}

static noc_err operate(uint32_t timeout)
{
    const uint32_t length = params->length, bytes = 4 * length, root = call.root;
    noc_group *const g = call.group;
    uint32_t *const in = call.in, *const out = call.out;

    switch (call.operation) {
    case NOC_BARRIER:
        return call.named ? walked_barrier(timeout) : noc_barrier(g, timeout);
    case NOC_BROADCAST:
        return noc_broadcast(g, out, bytes, root, timeout);
    case NOC_REDUCE:
        return noc_reduce(g, in, out, call.each, call.op, root, timeout);
    case NOC_ALLREDUCE:
        return noc_allreduce(g, in, out, call.each, call.op, timeout);
    case NOC_GATHER:
        return noc_gather(g, in, out, bytes, root, timeout);
    case NOC_SCATTER:
        return noc_scatter(g, in, out, bytes, root, timeout);
    case NOC_ALLGATHER:
        return noc_allgather(g, in, out, bytes, timeout);
    case NOC_ALLTOALL:
        return noc_alltoall(g, in, out, bytes, timeout);
    case NOC_SCAN:
        return noc_scan(g, in, out, call.each, call.op, timeout);
    case NOC_EXSCAN:
        return noc_exscan(g, in, out, call.each, call.op, timeout);
    default:
        return noc_reduce_scatter(g, in, out, call.elements, call.op, timeout);
    }
}

/* Its group, schedule and data, and the first call of it. */
static int prepare(uint32_t timeout)
{
    noc_err err = experiment_group(&call.group, &call.root, timeout);
    unsigned calls;

    if (err) {
        return experiment_fail_err("group", err);
    }
    call.count = noc_group_size(call.group);
    call.rank = (uint32_t)noc_group_rank(call.group);
    call.op = choose_op();
    if (!call.op) {
        return experiment_fail_err("operation", NOC_ERR_ARGUMENT);
    }
    call.each = params->length * 4 / call.op->bytes;
    call.named = strcmp(params->algorithm, "auto") != 0;
    choose_lengths();
    if (!allocate()) {
        return experiment_fail_err("data", NOC_ERR_MEMORY);
    }
    err = noc_collective_use(call.group, params->collective, call.named ? params->algorithm : NULL);
    if (err) {
        return experiment_fail_err(params->algorithm, err);
    }
    for (calls = 0; !err && calls < BEFORE; calls++) {
        forget_result();
        err = operate(timeout);
    }
    forget_result();
    return err ? experiment_fail_err(params->collective, err) : 0;
}

/* --- the experiment --------------------------------------------------------------------------- */

/* The cycle from the source to all cores, down a binomial tree of plain messages. */
static noc_err tell(uint64_t *begin, uint32_t timeout)
{
    const uint32_t nodes = noc_size();
    const uint32_t place = (noc_rank() + nodes - params->source) % nodes;
    uint32_t half = 1;
    noc_err err = NOC_ERR_OK;

    while (half < nodes && !(place & half)) {
        half *= 2;
    }
    if (place) {
        err = noc_recv((int32_t)((place - half + params->source) % nodes), TAG_BEGIN, begin,
                       sizeof(*begin), NULL, timeout);
    }
    for (half /= 2; half && !err; half /= 2) {
        if (place + half < nodes) {
            err = noc_send((place + half + params->source) % nodes, TAG_BEGIN, begin,
                           sizeof(*begin), timeout);
        }
    }
    return err ? err : noc_finish(timeout);
}

/* All cores: nobody goes on before all are here, and nothing is under way. *begin: when the call
 * begins. */
static int meet(uint64_t *begin, uint32_t timeout)
{
    noc_err err = noc_barrier(noc_world(), timeout);

    if (err) {
        return experiment_fail_err("barrier", err);
    }
    *begin = noc_now() + LATER + experiment_settle_cycles();
    err = tell(begin, timeout);
    if (err) {
        return experiment_fail_err("begin", err);
    }
    if (noc_now() + AWAKE + experiment_settle_cycles() > *begin) {
        return experiment_fail(NOC_MULTICAST_WRONG, "begin", "told too late");
    }
    /* Others may still want answers of this core. */
    (void)!noc_probe(NOC_ANY_SOURCE, NOC_ANY_TAG, NULL, (uint32_t)(*begin - AWAKE - noc_now()));
    ni_write(NI_COUNTERS, 1);
    return 0;
}

static int measure(uint64_t begin, uint32_t timeout)
{
    const uint32_t start = (uint32_t)begin;
    noc_err err;

    ni_write(NI_TAU_S, params->tau_s);
    ni_write(NI_TAU_R, params->tau_r);
    while ((int32_t)(hart_cycles_low() - start) < 0) {
    }
    ni_write(NI_MARK, 0);
    err = operate(timeout);
    ni_write(NI_MARK, 1);
    if (err) {
        return experiment_fail_err(params->collective, err);
    }
    err = noc_finish(timeout);
    return err ? experiment_fail_err("finish", err) : verify();
}

static const char *check(void)
{
    const char *wrong = experiment_check(true);

    if (wrong) {
        return wrong;
    }
    call.operation = noc_operation_find(params->collective);
    return call.operation == NOC_OPERATIONS ? "no such collective operation" : NULL;
}

int main(void)
{
    const uint32_t timeout = experiment_timeout();
    const char *wrong = check();
    bool takes_part;
    uint64_t begin;
    noc_err err;

    experiment_program = "collective";
    int status;

    if (wrong) {
        /* Said once is enough. */
        return ni_node() == 0 || ni_node() == params->source
                 ? experiment_fail(NOC_MULTICAST_INPUT, "parameters", wrong)
                 : NOC_MULTICAST_INPUT;
    }
    err = noc_init();
    if (err) {
        return experiment_fail_err("start", err);
    }
    takes_part = experiment_takes_part(ni_node());
    status = takes_part ? prepare(timeout) : 0;
    status = status ? status : meet(&begin, timeout);
    return status || !takes_part ? status : measure(begin, timeout);
}
