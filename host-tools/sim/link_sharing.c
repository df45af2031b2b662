/* SPDX-License-Identifier: BSD-2-Clause */
#include "link_sharing.h"

#include "base/alloc.h"

static const char *const names[] = {
    [NOC_SHARING_BOTH] = "both",
    [NOC_SHARING_OPPOSITE] = "opposite",
    [NOC_SHARING_LATER] = "later",
    [NOC_SHARING_EARLIER] = "earlier",
};

json_t *sharing_json(const struct experiment *e, const struct plan *p)
{
    struct noc_sharing_steps steps;
    if (!noc_sharing_steps(&p->env, p->message, e->m, e->sharing, &steps)) {
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
