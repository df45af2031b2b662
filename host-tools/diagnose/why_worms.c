/* SPDX-License-Identifier: BSD-2-Clause */
/* Worms of a board that stands still: who waits for whom, and what lies in the buffers. */
#include <stdlib.h>

#include "result/result.h"
#include "base/alloc.h"
#include "experiment/experiment_result.h"
#include "why.h"

static bool flag(uint32_t word, unsigned shift)
{
    return word >> shift & 1;
}

enum status why_worms(struct diagnosis *w, struct error *error)
{
    const char *wrong =
        w->named ? noc_wait_graph_read(&w->waits, &w->e.topology, snapshot_state_word, &w->first)
                 : NULL;
    if (wrong) {
        error_set(error, STATUS_ENVIRONMENT, "board %s: the state of node %u does not fit %s: %s",
                  transport_name(w->transport), w->waits.wrong, w->e.topology_text, wrong);
        return error_fix(error, "give the board's own topology");
    }
    if (!w->named || w->waits.rows == 0) {
        return STATUS_DONE;
    }
    w->wait_cycle = alloc_array(w->waits.rows, sizeof *w->wait_cycle);
    w->wait_cycle_n = noc_wait_graph_cycle(&w->waits, w->wait_cycle);
    w->wait_cycles = w->wait_cycle_n > 0;
    struct noc_wait_graph_entry *more = alloc_array(w->waits.rows, sizeof *more);
    while (w->wait_cycle_n && noc_wait_graph_cycle(&w->waits, more)) {
        w->wait_cycles++;
    }
    free(more);
    for (uint32_t i = 0; i < w->waits.rows; i++) {
        w->caught += w->waits.row[i].caught;
    }
    return STATUS_DONE;
}

static json_t *node_or_null(uint32_t node)
{
    return node == NOC_ANYWHERE ? json_null() : json_integer(node);
}

/* Whom the worm in front of a row is for, as far as the header there tells. */
static void set_worm(json_t *object, const char *from, const struct diagnosis *w, uint32_t i)
{
    const struct noc_wait_graph_row *row = &w->waits.row[i];
    bool last = noc_header_kind(row->front) == NOC_HEADER_LAST;
    bool next = noc_header_kind(row->front) == NOC_HEADER_ADDRESS ||
                noc_header_kind(row->front) == NOC_HEADER_CODED;
    json_object_set_new(object, from, node_or_null(noc_wait_graph_source(&w->waits, i)));
    json_object_set_new(object, "to",
                        last ? json_integer(noc_header_node(row->front)) : json_null());
    if (next) { /* behind it there may be others; the header's flits behind are not to be seen */
        json_object_set_new(object, "next", json_integer(noc_header_node(row->front)));
    }
}

json_t *why_deadlock(const struct diagnosis *w)
{
    json_t *list = w->wait_cycle_n ? json_array() : json_null();
    for (uint32_t i = 0; i < w->wait_cycle_n; i++) {
        const struct noc_wait_graph_entry *c = &w->wait_cycle[i];
        json_t *one = json_object();
        set_worm(one, "from", w, c->row);
        json_object_set_new(one, "holds", result_channel(&w->e, &c->holds));
        json_object_set_new(one, "wants", result_channel(&w->e, &c->wants));
        json_array_append_new(list, one);
    }
    return list;
}

const char *why_consumption(const struct diagnosis *w)
{
    const char *shared = NULL;
    for (uint32_t i = 0; i < w->waits.rows; i++) {
        const struct noc_wait_graph_row *row = &w->waits.row[i];
        uint32_t lowest = NOC_GET(row->worm, STATE_WORM, CONTEXT), stride = STATE_ROW_STRIDE;
        bool about = flag(row->worm, STATE_WORM_ASKS_CONTEXT_SHIFT) ||
                     flag(row->worm, STATE_WORM_HAS_CONTEXT_SHIFT);
        if (!about || lowest >= row->row) {
            continue;
        }
        uint32_t its = snapshot_state(&w->first, row->node, STATE_IN + lowest * stride);
        if (NOC_GET(its, STATE_IN, PORT) != NOC_GET(row->in, STATE_IN, PORT)) {
            return noc_consumption_words[NOC_CONSUME_ONE];
        }
        shared = noc_consumption_words[NOC_CONSUME_LINK];
    }
    return shared;
}

/* What a row's worm has, or asks for: the channel before the context. */
static json_t *has_or_asks(const struct diagnosis *w, uint32_t i, bool has)
{
    uint32_t word = w->waits.row[i].worm;
    bool channel = flag(word, has ? STATE_WORM_HAS_CHANNEL_SHIFT : STATE_WORM_ASKS_CHANNEL_SHIFT);
    bool context = flag(word, has ? STATE_WORM_HAS_CONTEXT_SHIFT : STATE_WORM_ASKS_CONTEXT_SHIFT);
    if (!channel && !context) {
        return json_null();
    }
    struct noc_channel c = noc_wait_graph_wants(&w->waits, i, !channel);
    return result_channel(&w->e, &c);
}

static json_t *buffer_json(const struct diagnosis *w, uint32_t i)
{
    const struct noc_wait_graph_row *row = &w->waits.row[i];
    struct noc_channel from = noc_wait_graph_holds(&w->waits, i);
    json_t *came = result_channel(&w->e, &from), *vc = json_object_get(came, "vc");
    json_t *buffer =
        json_pack("{s:i,s:i,s:O,s:i,s:i,s:o,s:o}", "node", (int)row->node, "from", (int)from.node,
                  "vc", vc, "lane", (int)NOC_GET(row->in, STATE_IN, LANE), "flits",
                  (int)NOC_GET(row->in, STATE_IN, FLITS), "holds", has_or_asks(w, i, true), "wants",
                  has_or_asks(w, i, false));
    json_object_set_new(buffer, "credits",
                        flag(row->worm, STATE_WORM_HAS_CHANNEL_SHIFT)
                            ? json_integer(NOC_GET(row->out, STATE_OUT, CREDITS))
                            : json_null());
    set_worm(buffer, "source", w, i);
    /* Of a worm that is copied, what it has beside the channel. */
    if (flag(row->worm, STATE_WORM_ASKS_CONTEXT_SHIFT) ||
        flag(row->worm, STATE_WORM_HAS_CONTEXT_SHIFT)) {
        bool has = flag(row->worm, STATE_WORM_HAS_CONTEXT_SHIFT);
        json_object_set_new(buffer, "context", json_string(has ? "has" : "wants"));
    }
    if (flag(row->worm, STATE_WORM_COMING_SHIFT)) {
        json_object_set_new(buffer, "coming", json_true());
    }
    if (flag(row->worm, STATE_WORM_SUNK_SHIFT)) {
        json_object_set_new(buffer, "sunk", json_true());
    }
    if (row->caught) {
        json_object_set_new(buffer, "stuck", json_true());
    }
    json_decref(came);
    return buffer;
}

json_t *why_buffers(const struct diagnosis *w)
{
    json_t *list = json_array();
    for (uint32_t i = 0; w->named && i < w->waits.rows; i++) {
        if (w->shown[w->waits.row[i].node]) {
            json_array_append_new(list, buffer_json(w, i));
        }
    }
    return list;
}
