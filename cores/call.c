/* SPDX-License-Identifier: BSD-2-Clause */
/* What each member of a collective call does: firmware/apps/collective.c, but for the data. */
#include "here.h"
#include "program.h"

#ifdef NOC_COUNTED
#include "bsp.h"
#endif

#include "collective/schedules.h"
#include "noc.h"

/* What a member's call has, as in firmware/apps/collective.c. */
struct operation {
    enum noc_operation operation;
    noc_group *group;
    noc_op op;
    const struct cores_call *call;
};

static void combine(const noc_op *op, void *inout, const void *in, uint32_t elements)
{
    (void)op;
    (void)inout;
    (void)in;
    call_combines(elements);
}

static noc_err walked_barrier(noc_group *group)
{
    noc_request request;
    noc_err err = noc_ibarrier(group, &request);

    return err ? err : noc_wait(&request, NULL, NOC_FOREVER);
}

static noc_err operate(const struct operation *o)
{
    const struct cores_call *c = o->call;
    const uint32_t bytes = 4 * c->words, elements = c->words / c->element_words;
    uint32_t *in = call_data(0), *out = call_data(1);

    switch (o->operation) {
    case NOC_BARRIER:
        return c->schedule ? walked_barrier(o->group) : noc_barrier(o->group, NOC_FOREVER);
    case NOC_BROADCAST:
        return noc_broadcast(o->group, out, bytes, c->root, NOC_FOREVER);
    case NOC_REDUCE:
        return noc_reduce(o->group, in, out, elements, &o->op, c->root, NOC_FOREVER);
    case NOC_ALLREDUCE:
        return noc_allreduce(o->group, in, out, elements, &o->op, NOC_FOREVER);
    case NOC_GATHER:
        return noc_gather(o->group, in, out, bytes, c->root, NOC_FOREVER);
    case NOC_SCATTER:
        return noc_scatter(o->group, in, out, bytes, c->root, NOC_FOREVER);
    case NOC_ALLGATHER:
        return noc_allgather(o->group, in, out, bytes, NOC_FOREVER);
    case NOC_ALLTOALL:
        return noc_alltoall(o->group, in, out, bytes, NOC_FOREVER);
    case NOC_SCAN:
        return noc_scan(o->group, in, out, elements, &o->op, NOC_FOREVER);
    case NOC_EXSCAN:
        return noc_exscan(o->group, in, out, elements, &o->op, NOC_FOREVER);
    default:
        return noc_reduce_scatter(o->group, in, out, call_elements(), &o->op, NOC_FOREVER);
    }
}

/* Of some nodes all members make it. */
static noc_err find_group(struct operation *o)
{
    o->group = noc_world();
    return o->call->count == noc_size()
             ? NOC_ERR_OK
             : noc_group_create(o->call->node, o->call->count, &o->group, NOC_FOREVER);
}

static noc_err run(struct operation *o)
{
    const struct cores_call *c = o->call;
    noc_err err = noc_init();

    err = err ? err : find_group(o);
    err = err ? err : noc_collective_use(o->group, c->operation, c->schedule);
    for (uint32_t i = 0; !err && i < c->before; i++) {
        err = operate(o);
        err = err || !c->apart ? err : noc_barrier(noc_world(), NOC_FOREVER);
    }
    err = err ? err : noc_finish(NOC_FOREVER);
    if (err) {
        return err;
    }
    if (c->only_before) {
        return NOC_ERR_OK;
    }
    call_meets();
    err = operate(o);
    call_returned();
    return err ? err : noc_finish(NOC_FOREVER);
}

static void call_make(const struct cores_call *call)
{
    struct operation o = {.operation = noc_operation_find(call->operation), .call = call};
    noc_err err;

    o.op.combine = combine;
    o.op.bytes = 4 * call->element_words;
    o.op.commutative = !call->ordered;
    o.op.reproducible = call->reproducible;
    err = run(&o);
    if (err) {
        call_refused(noc_strerror(err));
    }
}

#ifdef NOC_COUNTED
const struct cores_program cores_program = {call_make, bsp_layer_bytes, bsp_layer};
#else
const struct cores_program cores_program = {.run = call_make};
#endif
