/* SPDX-License-Identifier: BSD-2-Clause */
/* noct plan: who sends to whom in which step. libnoc alone. */
#include "collective.h"
#include "commands.h"
#include "execute_collective.h"
#include "experiment_result.h"
#include "link_sharing.h"
#include "plan.h"
#include "specify.h"

enum status execute_plan(const struct options *o, json_t **result, struct error *error)
{
    struct experiment e;
    if (o->text[KEY_collective]) {
        return execute_collective_plan(o, result, error);
    }
    enum status status = collective_refuse_others(o, error);
    status = status ? status : experiment_make(&e, o, NEED_SET, error);
    if (status) {
        return status;
    }
    const struct plan *p = e.plan;
    status = plan_check(p, &e, error);
    if (status) {
        experiment_free(&e);
        return status;
    }
    *result = result_new(&e);
    json_t *messages = json_array();
    for (uint32_t i = 0, size; i < e.m; i += size) {
        size = noc_worm_size(p->message + i, e.m - i);
        json_array_append_new(messages, result_worm(p->message + i, size));
    }
    json_object_set_new(*result, "steps", json_integer(p->steps));
    json_object_set_new(*result, "bound",
                        json_integer(noc_algorithm_bound(e.algorithm, &p->env, e.m)));
    json_object_set_new(*result, "link_visits", json_integer((json_int_t)plan_link_visits(p, &e)));
    json_object_set_new(*result, "violations", json_integer((json_int_t)plan_violations(p)));
    if (p->predicted_cycles) {
        json_object_set_new(*result, "predicted_cycles", json_integer(p->predicted_cycles));
    }
    if (e.sharing) {
        json_object_set_new(*result, "sharing", sharing_json(&e, p));
    }
    result_auto(*result, &e);
    json_object_set_new(*result, "messages", messages);
    experiment_free(&e);
    return STATUS_DONE;
}
