/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every call that takes a rank, with the first that there is not: the number of members. In the world it
 * is no node; in a group it is one, which the group has, or has not. All that is refused touches nothing.
 */
#include <string.h>

#include "runs.h"

enum { TAG = 3, BYTES = 8, NODES = 6, MEMBERS = 3 };

static const uint16_t members[MEMBERS] = {4, 1, 3}; /* rank 3 is none, node 3 is one of them */

struct room {
    uint32_t *from, *to; /* of the core's own memory */
    noc_request request;
    noc_message message;
    noc_status status;
};

/* Messages: each call with a rank as destination, then each with one as source. */
static void messages_say(struct room *m, noc_group *g, uint32_t rank)
{
    const int32_t from = (int32_t)rank;

    WANT(noc_send_in(g, rank, TAG, m->from, BYTES, 0), RANK);
    WANT(noc_send_in(g, rank, TAG, (char *)m->from + 1, 3, 0), RANK);
    WANT(noc_send_in(g, rank, TAG, m->from, NOC_EAGER_BYTES + 4, 0), RANK);
    WANT(noc_send_synchronous_in(g, rank, TAG, m->from, BYTES, 0), RANK);
    WANT(noc_isend_in(g, rank, TAG, m->from, BYTES, &m->request), RANK);
    WANT(noc_isend_synchronous_in(g, rank, TAG, m->from, BYTES, &m->request), RANK);
    WANT(noc_recv_in(g, from, TAG, m->to, BYTES, &m->status, 0), RANK);
    WANT(noc_irecv_in(g, from, TAG, m->to, BYTES, &m->request), RANK);
    WANT(noc_probe_in(g, from, TAG, &m->status, 0), RANK);
    WANT(noc_take_in(g, from, TAG, &m->message, &m->status, 0), RANK);
    WANT(noc_exchange_in(g, rank, TAG, m->from, BYTES, 0, TAG, m->to, BYTES, &m->status, 0), RANK);
    WANT(noc_exchange_in(g, 0, TAG, m->from, BYTES, from, TAG, m->to, BYTES, &m->status, 0), RANK);
}

/* The calls among all cores. */
static void world_says(struct room *m, uint32_t rank)
{
    const int32_t from = (int32_t)rank;

    WANT(noc_send(rank, TAG, m->from, BYTES, 0), RANK);
    WANT(noc_send_synchronous(rank, TAG, m->from, BYTES, 0), RANK);
    WANT(noc_isend(rank, TAG, m->from, BYTES, &m->request), RANK);
    WANT(noc_isend_synchronous(rank, TAG, m->from, BYTES, &m->request), RANK);
    WANT(noc_recv(from, TAG, m->to, BYTES, &m->status, 0), RANK);
    WANT(noc_irecv(from, TAG, m->to, BYTES, &m->request), RANK);
    WANT(noc_probe(from, TAG, &m->status, 0), RANK);
    WANT(noc_take(from, TAG, &m->message, &m->status, 0), RANK);
    WANT(noc_exchange(rank, TAG, m->from, BYTES, 0, TAG, m->to, BYTES, &m->status, 0), RANK);
    WANT(noc_exchange(0, TAG, m->from, BYTES, from, TAG, m->to, BYTES, &m->status, 0), RANK);
}

static void roots_say(struct room *m, noc_group *g, uint32_t root)
{
    static const uint32_t lengths[NODES];
    const noc_blocks blocks = {lengths, NULL};
    const noc_op *sum = &noc_sum_int32;
    noc_request *r = &m->request;
    noc_broadcast_way way;
    noc_plan *plan;

    WANT(noc_broadcast(g, m->from, 4, root, 0), RANK);
    WANT(noc_reduce(g, m->from, m->to, 1, sum, root, 0), RANK);
    WANT(noc_gather(g, m->from, m->to, 1, root, 0), RANK);
    WANT(noc_scatter(g, m->from, m->to, 1, root, 0), RANK);
    WANT(noc_gatherv(g, m->from, 0, m->to, &blocks, root, 0), RANK);
    WANT(noc_scatterv(g, m->from, &blocks, m->to, 0, root, 0), RANK);
    WANT(noc_ibroadcast(g, m->from, 4, root, r), RANK);
    WANT(noc_ireduce(g, m->from, m->to, 1, sum, root, r), RANK);
    WANT(noc_igather(g, m->from, m->to, 1, root, r), RANK);
    WANT(noc_iscatter(g, m->from, m->to, 1, root, r), RANK);
    WANT(noc_igatherv(g, m->from, 0, m->to, &blocks, root, r), RANK);
    WANT(noc_iscatterv(g, m->from, &blocks, m->to, 0, root, r), RANK);
    WANT(noc_broadcast_how(g, 4, root, &way), ARGUMENT);
    WANT(noc_plan_create(g, root, "separate", NOC_BY_PLAN, &plan), ARGUMENT);
    MUST(noc_group_node(g, root) == -1);
}

static void windows_say(struct room *m, noc_group *g, uint32_t rank)
{
    noc_window *w;

    ok(noc_window_create(g, m->to, BYTES, &w, NOC_FOREVER), "window");
    WANT(noc_put(w, rank, 0, m->from, 4), RANK);
    WANT(noc_get(w, rank, 0, m->from, 4), RANK);
    WANT(noc_accumulate(w, rank, 0, m->from, 1, &noc_sum_int32), RANK);
    WANT(noc_get_accumulate(w, rank, 0, m->from, m->from, 1, &noc_sum_int32), RANK);
    WANT(noc_compare_and_swap(w, rank, 0, m->from, m->from, m->from, 4), RANK);
    WANT(noc_flush(w, (int32_t)rank, 0), RANK);
    WANT(noc_lock(w, rank, true, 0), RANK);
    WANT(noc_unlock(w, rank, 0), RANK);
    MUST(noc_window_bytes(w, rank) == 0);
    ok(noc_window_free(w, NOC_FOREVER), "free");
}

static void all_say(struct room *m, noc_group *g)
{
    const uint32_t far[] = {noc_group_size(g), noc_group_size(g) + 1, 1u << 16, INT32_MAX};
    uint32_t i;

    ok(noc_broadcast(g, m->from, 4, 0, NOC_FOREVER), "broadcast"); /* later ones take short ways */
    for (i = 0; i < sizeof(far) / sizeof(*far); i++) {
        messages_say(m, g, far[i]);
        roots_say(m, g, far[i]);
        windows_say(m, g, far[i]);
    }
}

static void program(void *arg)
{
    static const uint16_t with_next[] = {0, NODES};
    struct room m = {core_malloc(BYTES), core_malloc(BYTES), NOC_NO_REQUEST, {0}, {0}};
    uint32_t me = core_number();
    noc_group *group, *none;

    (void)arg;
    memset(m.from, 0, BYTES);
    memset(m.to, 7, BYTES);
    ok(noc_init(), "init");
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    world_says(&m, NODES);
    all_say(&m, noc_world());
    WANT(noc_group_create(with_next, 2, &none, 0), RANK);
    if (me == members[0] || me == members[1] || me == members[2]) {
        ok(noc_group_create(members, MEMBERS, &group, NOC_FOREVER), "create");
        all_say(&m, group);
        ok(noc_group_free(group, NOC_FOREVER), "free");
    }
    MUST(m.from[0] == 0 && m.to[0] == 0x07070707 && m.request.index == NOC_NO_REQUEST.index);
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    ok(noc_finish(NOC_FOREVER), "finish");
}

TEST(the_first_rank_that_there_is_not)
{
    const struct cores_config c = {
        .topology = "mesh:6", .ports = 1, .seed = 1, .limit_cycles = 10000000};

    cores_must_run(&c, program, NULL);
}
