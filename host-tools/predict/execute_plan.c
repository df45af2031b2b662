/* SPDX-License-Identifier: BSD-2-Clause */
/* noct plan: who sends to whom in which step. libnoc alone. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "collectives/collective.h"
#include "commands.h"
#include "execute_collective.h"
#include "experiment/experiment_result.h"
#include "sim/link_sharing.h"
#include "sim/plan.h"
#include "sim/sim.h"
#include "sim/worm_log.h"
#include "specify/specify.h"

/* orders[i] as plan_orders() has it, or 0 if i's sender starts its worms in the order of steps. */
static uint16_t *orders_told(const struct plan *p, const struct experiment *e)
{
    uint16_t *orders = alloc_array(p->m, sizeof *orders);
    uint16_t *last = alloc_array(e->topology.nodes, sizeof *last);
    bool *mixed = alloc_array(e->topology.nodes, sizeof *mixed);
    plan_orders(p, e, orders);
    memset(last, 0, e->topology.nodes * sizeof *last);
    memset(mixed, 0, e->topology.nodes * sizeof *mixed);
    for (uint32_t i = 0; i < p->m; i++) {
        uint32_t from = p->message[i].from;
        mixed[from] |= orders[i] < last[from];
        last[from] = orders[i];
    }
    for (uint32_t i = 0; i < p->m; i++) {
        orders[i] = mixed[p->message[i].from] ? orders[i] : 0;
    }
    free(last);
    free(mixed);
    return orders;
}

/* The worms of one segment on each tree. */
static json_t *messages_json(const struct experiment *e)
{
    json_t *messages = json_array();
    for (uint32_t tree = 0; tree < e->trees; tree++) {
        const struct plan *p = &e->plan[tree];
        uint16_t *orders = orders_told(p, e);
        for (uint32_t i = 0, size; i < e->m; i += size) {
            size = noc_worm_size(p->message + i, e->m - i);
            json_t *worm = result_worm(p->message + i, size);
            if (e->trees > 1) {
                json_object_set_new(worm, "tree", json_integer(tree));
            }
            if (orders[i]) {
                json_object_set_new(worm, "order", json_integer(orders[i]));
            }
            json_array_append_new(messages, worm);
        }
        free(orders);
    }
    return messages;
}

/* {"steps_mean"}: the mean step over the destinations, which a row has in their place. */
static json_t *row_json(const struct experiment *e)
{
    json_t *row = json_object();
    uint64_t sum = 0;
    for (uint32_t tree = 0; tree < e->trees; tree++) {
        const struct noc_message *message = e->plan[tree].message;
        for (uint32_t i = 0, size; i < e->m; i += size) {
            size = noc_worm_size(message + i, e->m - i);
            sum += (uint64_t)size * message[i].step;
        }
    }
    json_object_set_new(row, "steps_mean", json_real((double)sum / ((double)e->trees * e->m)));
    return row;
}

/* Steps of the longest tree, and what all segments' worms come to. */
static void set_counts(json_t *result, const struct experiment *e)
{
    uint64_t visits = 0, violations = 0;
    for (uint32_t tree = 0; tree < e->trees; tree++) {
        const struct plan *p = &e->plan[tree];
        visits += plan_link_visits(p, e) * tree_segments(e, tree);
        violations += plan_violations(p);
    }
    result_steps(result, e);
    json_object_set_new(result, "link_visits", json_integer((json_int_t)visits));
    json_object_set_new(result, "violations", json_integer((json_int_t)violations));
}

/* Of a body in segments, or of what m-torus has cut. */
static void set_prediction(json_t *result, const struct experiment *e)
{
    uint64_t steps = UINT64_MAX, cycles = e->plan->predicted_cycles;
    if (e->segment) {
        cycles = predict_latency(e, NOC_NEVER, &steps);
    }
    if (cycles && cycles != NOC_NEVER) {
        json_object_set_new(result, "predicted_cycles", json_integer((json_int_t)cycles));
    }
}

enum status make_plan(const struct options *o, struct identity *identity, json_t **result,
                      struct error *error)
{
    struct experiment e;
    if (o->text[KEY_collective]) {
        enum status status = identity ? check_collective(o, identity, error) : STATUS_DONE;
        return status ? status : execute_collective_plan(o, result, error);
    }
    enum status status = collective_refuse_others(o, error);
    status = status ? status : experiment_identified(&e, o, NEED_SET, identity, error);
    if (status) {
        return status;
    }
    for (uint32_t tree = 0; tree < e.trees && !status; tree++) {
        status = plan_check(&e.plan[tree], &e, error);
    }
    if (status) {
        experiment_free(&e);
        return status;
    }
    *result = result_new(&e);
    set_counts(*result, &e);
    set_prediction(*result, &e);
    if (e.sharing) {
        json_object_set_new(*result, "sharing", sharing_json(&e, e.plan));
    }
    result_auto(*result, &e);
    if (o->for_row) {
        json_object_set_new(*result, "row", row_json(&e));
    } else {
        json_object_set_new(*result, "messages", messages_json(&e));
    }
    if (e.detail.worms) {
        json_object_set_new(*result, "worms", worm_log_planned(&e));
    }
    experiment_free(&e);
    return STATUS_DONE;
}

enum status execute_plan(const struct options *o, json_t **result, struct error *error)
{
    return make_plan(o, NULL, result, error);
}

enum status check_plan(const struct options *o, struct identity *identity, struct error *error)
{
    struct experiment e;
    if (o->text[KEY_collective]) {
        return check_collective(o, identity, error);
    }
    enum status status = collective_refuse_others(o, error);
    status = status ? status : experiment_make(&e, o, NEED_SET | NEED_CHECK, error);
    if (!status) {
        identify(identity, &e, o);
        experiment_free(&e);
    }
    return status;
}
