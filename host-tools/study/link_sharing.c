/* SPDX-License-Identifier: BSD-2-Clause */
#include "link_sharing.h"

#include <stdio.h>

#include "result/result.h"
#include "base/alloc.h"

static const char *const names[] = {
    [NOC_SHARING_BOTH] = "both",
    [NOC_SHARING_OPPOSITE] = "opposite",
    [NOC_SHARING_LATER] = "later",
};

json_t *sharing_json(const struct experiment *e, const struct plan *p)
{
    struct noc_plan_env env = experiment_env(e);
    struct noc_sharing_steps steps;
    if (!noc_sharing_steps(&env, p->message, e->m, e->sharing, &steps)) {
        out_of_memory();
    }
    json_t *sharing = json_pack(
        "{s:s,s:I,s:f,s:I}", "model", names[e->sharing], "steps_max", (json_int_t)steps.steps_max,
        "steps_mean", (double)steps.steps_sum / e->m, "contended", (json_int_t)steps.contended);
    if (e->sharing == NOC_SHARING_OPPOSITE) {
        json_object_set_new(sharing, "sharing_three",
                            json_integer((json_int_t)steps.sharing_three));
    }
    return sharing;
}

void sharing_show(const json_t *result)
{
    const json_t *sharing = json_object_get(result, "sharing");
    if (!sharing) {
        return;
    }
    long long contended = result_number(sharing, "contended"),
              steps = result_number(sharing, "steps_max");
    printf("sharing links   %lld step%s at most, %.2f mean, by the model '%s': %lld message%s %s\n",
           steps, steps == 1 ? "" : "s", json_number_value(json_object_get(sharing, "steps_mean")),
           result_text(sharing, "model"), contended, contended == 1 ? "" : "s",
           result_text(sharing, "model")[0] == 'l' ? contended == 1 ? "is blocked" : "are blocked"
           : contended == 1                        ? "shares one"
                                                   : "share one");
}
