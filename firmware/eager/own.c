/* SPDX-License-Identifier: BSD-2-Clause */
/* Messages of the layer's own, whether there is a backlog for their receiver or not. */
#include "backlog.h"
#include "eager.h"

static struct backlog *backlog_for(uint32_t to)
{
    return backlog_may_be() ? backlog_of(to) : NULL;
}

/* One came into a backlog that has closed, and goes before all others. */
static bool is_queued(uint32_t to)
{
    const struct request *r = noc_layer.detour & DETOUR_QUEUED ? noc_layer.queued : NULL;

    while (r && (!r->owned || r->peer != (int32_t)to)) {
        r = r->next;
    }
    return r;
}

bool eager_ready_own(uint32_t to, uint32_t limit)
{
    return backlog_for(to) || (eager_ready(&noc_layer, to, limit) && !is_queued(to));
}

noc_err eager_start_own(uint32_t to, uint32_t tag, uint32_t w2, const void *body, uint32_t bytes)
{
    struct backlog *b = backlog_for(to);

    if (b) {
        return backlog_add(b, tag, w2, body, bytes) ? NOC_ERR_OK : NOC_ERR_MEMORY;
    }
    return eager_start(to, tag, w2, body, bytes);
}

bool eager_control(uint32_t to, uint32_t w2, uint32_t name, uint32_t flits)
{
    const uint32_t words[] = {name, flits};
    struct backlog *b = backlog_for(to);

    if (b) {
        return backlog_add_control(b, w2, words, flits ? 2 : 1);
    }
    if (eager_ready(&noc_layer, to, KEPT) && !is_queued(to)) {
        return !eager_start_words(to, 0, w2 | wire_pad(0), words, flits ? 2 : 1);
    }
    if (noc_layer.kept_live == KEPT) {
        (void)eager_make_room(); /* for the next time */
    }
    return false;
}
