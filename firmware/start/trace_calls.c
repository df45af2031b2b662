/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The public calls as slices in the event ring. The linker leads each call of noc_x() that a
 * program, or another file of the layer, makes to __wrap_noc_x() here (--wrap, TRACE_WRAPPED in
 * build.mk), and that calls the function itself, __real_noc_x(). So the layer's own sources know
 * nothing of it.
 */
#include "requests/requests.h"

#ifdef NOC_TRACE

#define NOBODY       NOC_TRACE_NOBODY
#define FLITS(bytes) ((((bytes) & ~NOC_CUT) + 3) / 4)

static inline void begin(uint32_t kind, uint32_t peer, uint32_t value, uint32_t stamp)
{
    noc_trace_put(NOC_TRACE_WHAT(kind, peer, 0), value, stamp);
}

static inline noc_err end(uint32_t kind, noc_err err)
{
    noc_trace_put(NOC_TRACE_WHAT(NOC_TRACE_RETURN, NOBODY, kind), (uint32_t)err, 0);
    return err;
}

/* The node of a rank in a group; nobody, if there is no such. */
static uint32_t node_of(const noc_group *group, uint32_t rank)
{
    const int32_t node = noc_group_node(group, rank);

    return node < 0 ? NOBODY : (uint32_t)node;
}

/* In which group a request receives; NULL: it is gone. */
static const noc_group *group_of_request(const noc_request *request)
{
    const struct request *r = noc_layer.size && request ? request_at(request->index) : NULL;
    const struct noc_group *g =
        r && r->kind == REQUEST_RECEIVE ? group_in(wire_context(r->wanted.w2) / 2) : world();

    return g ? (const noc_group *)g->handle : NULL;
}

/* The end of a call that may have received something. */
static inline noc_err end_received(uint32_t kind, noc_err err, const noc_group *group,
                                   const noc_status *status)
{
    uint32_t source;

    if (err) {
        return end(kind, err);
    }
    source = group == noc_world() ? status->source : node_of(group, status->source);
    noc_trace_put(NOC_TRACE_WHAT(NOC_TRACE_RETURN, source, kind), 0, (uint32_t)status->when);
    return err;
}

/* name(parameters) is called with these arguments; the rest says how it begins. */
#define CALL(kind, name, parameters, arguments, peer, value, stamp) \
    noc_err __real_##name parameters NOC_CHECKED;                   \
    noc_err __wrap_##name parameters NOC_CHECKED;                   \
    noc_err __wrap_##name parameters                                \
    {                                                               \
        begin(NOC_TRACE_##kind, peer, value, stamp);                \
        return end(NOC_TRACE_##kind, __real_##name arguments);      \
    }

/* The same with a status, which the caller may not want. */
#define CALL_STATUS(kind, name, parameters, arguments, in, peer, value, stamp) \
    noc_err __real_##name parameters NOC_CHECKED;                              \
    noc_err __wrap_##name parameters NOC_CHECKED;                              \
    noc_err __wrap_##name parameters                                           \
    {                                                                          \
        const noc_group *group_in = (in);                                      \
        noc_status own;                                                        \
        noc_err err;                                                           \
                                                                               \
        status = status ? status : &own;                                       \
        begin(NOC_TRACE_##kind, peer, value, stamp);                           \
        err = __real_##name arguments;                                         \
        return end_received(NOC_TRACE_##kind, err, group_in, status);          \
    }

CALL(SEND, noc_send,
     (uint32_t to, uint32_t tag, const void *body, uint32_t bytes, uint32_t timeout),
     (to, tag, body, bytes, timeout), to, FLITS(bytes), tag)
CALL_STATUS(RECV, noc_recv,
            (int32_t from, int32_t tag, void *body, uint32_t max_bytes, noc_status *status,
             uint32_t timeout),
            (from, tag, body, max_bytes, status, timeout), noc_world(), from, FLITS(max_bytes),
            (uint32_t)tag)
CALL(SEND, noc_send_in,
     (noc_group * group, uint32_t to, uint32_t tag, const void *body, uint32_t bytes,
      uint32_t timeout),
     (group, to, tag, body, bytes, timeout), node_of(group, to), FLITS(bytes), tag)
CALL_STATUS(RECV, noc_recv_in,
            (noc_group * group, int32_t from, int32_t tag, void *body, uint32_t max_bytes,
             noc_status *status, uint32_t timeout),
            (group, from, tag, body, max_bytes, status, timeout), group,
            node_of(group, (uint32_t)from), FLITS(max_bytes), (uint32_t)tag)
CALL(ISEND, noc_isend_in,
     (noc_group * group, uint32_t to, uint32_t tag, const void *body, uint32_t bytes,
      noc_request *request),
     (group, to, tag, body, bytes, request), node_of(group, to), FLITS(bytes), tag)
CALL(IRECV, noc_irecv_in,
     (noc_group * group, int32_t from, int32_t tag, void *body, uint32_t max_bytes,
      noc_request *request),
     (group, from, tag, body, max_bytes, request), node_of(group, (uint32_t)from), FLITS(max_bytes),
     (uint32_t)tag)
CALL(ISEND, noc_isend,
     (uint32_t to, uint32_t tag, const void *body, uint32_t bytes, noc_request *request),
     (to, tag, body, bytes, request), to, FLITS(bytes), tag)
CALL(IRECV, noc_irecv,
     (int32_t from, int32_t tag, void *body, uint32_t max_bytes, noc_request *request),
     (from, tag, body, max_bytes, request), from, FLITS(max_bytes), (uint32_t)tag)
CALL_STATUS(WAIT, noc_wait, (noc_request * request, noc_status *status, uint32_t timeout),
            (request, status, timeout), group_of_request(request), NOBODY,
            request ? request->index : 0, 0)
CALL_STATUS(PROBE, noc_probe, (int32_t from, int32_t tag, noc_status *status, uint32_t timeout),
            (from, tag, status, timeout), noc_world(), from, 0, (uint32_t)tag)
CALL_STATUS(PROBE, noc_probe_in,
            (noc_group * group, int32_t from, int32_t tag, noc_status *status, uint32_t timeout),
            (group, from, tag, status, timeout), group, node_of(group, (uint32_t)from), 0,
            (uint32_t)tag)
CALL(FINISH, noc_finish, (uint32_t timeout), (timeout), NOBODY, 0, 0)
CALL(BARRIER, noc_barrier, (noc_group * group, uint32_t timeout), (group, timeout), NOBODY,
     noc_group_size(group), 0)
CALL(GROUP, noc_group_reserve,
     (noc_group * group, uint32_t slot_bytes, noc_relay relay, uint32_t timeout),
     (group, slot_bytes, relay, timeout), NOBODY, noc_group_size(group), 0)
CALL(GROUP, noc_group_create,
     (const uint16_t *members, uint32_t count, noc_group **group, uint32_t timeout),
     (members, count, group, timeout), NOBODY, count, 0)
CALL(GROUP, noc_group_split,
     (noc_group * group, int32_t color, int32_t key, noc_group **made, uint32_t timeout),
     (group, color, key, made, timeout), NOBODY, noc_group_size(group), 0)
CALL(GROUP, noc_group_duplicate, (noc_group * group, noc_group **made, uint32_t timeout),
     (group, made, timeout), NOBODY, noc_group_size(group), 0)
CALL(GROUP, noc_group_free, (noc_group * group, uint32_t timeout), (group, timeout), NOBODY,
     noc_group_size(group), 0)
CALL(PLAN, noc_plan_create,
     (noc_group * group, uint32_t root_rank, const char *algorithm, noc_relay relay,
      noc_plan **plan),
     (group, root_rank, algorithm, relay, plan), root_rank, noc_group_size(group), 0)
CALL(MULTICAST, noc_multicast, (noc_plan * plan, void *body, uint32_t bytes, uint32_t timeout),
     (plan, body, bytes, timeout), plan ? (uint32_t)plan->parent : NOBODY,
     bytes / 4 + (bytes % 4 > 0), 0)

#endif
