/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Circular waits from state blocks (wait_graph.h).
 *
 * Idea: whom each row waits for is written down once. Then the rows that can go on are taken away:
 * one that waits for nothing, and, until there is none left, one of whose every wait some row can
 * go on that ends it. What remains is caught. From a caught row on, always the first of its
 * hopeless waits and the first that could end it are followed: that ends in a cycle.
 */
#include "wait_graph.h"

#include <stdlib.h>
#include <string.h>

#include "regs.h"

#define NONE                   UINT32_MAX

#define FIELD(row, word, NAME) NOC_GET((row)->word, STATE_##NAME)

static bool is(const struct noc_wait_graph_row *row, unsigned shift)
{
    return row->worm >> shift & 1;
}

static unsigned in_port(const struct noc_wait_graph_row *row)
{
    return NOC_GET(row->in, STATE_IN, PORT);
}

/* --- reading ------------------------------------------------------------------ */

static void find_links(struct noc_wait_graph *w)
{
    const struct noc_topology *t = w->topology;
    struct noc_link to;

    memset(w->back, 0xff, (size_t)t->nodes * t->ports * sizeof *w->back);
    for (uint32_t node = 0; node < t->nodes; node++) {
        for (unsigned port = 0; port < t->ports; port++) {
            if (noc_topology_link(t, node, port, &to)) {
                w->back[to.node * t->ports + to.port] = node * t->ports + port;
            }
        }
    }
}

static bool is_link(const struct noc_wait_graph *w, uint32_t node, unsigned port)
{
    struct noc_link to;

    return port < w->topology->ports && noc_topology_link(w->topology, node, port, &to);
}

/* What is wrong with a row, or NULL. */
static const char *check(const struct noc_wait_graph *w, const struct noc_wait_graph_row *row)
{
    unsigned port = in_port(row);
    bool channel = is(row, STATE_WORM_ASKS_CHANNEL_SHIFT) || is(row, STATE_WORM_HAS_CHANNEL_SHIFT);

    if (port != STATE_PORT_INJECTION &&
        (port >= w->topology->ports || w->back[row->node * w->topology->ports + port] == NONE)) {
        return "its state block has a buffer where no link arrives";
    }
    if (channel && !is_link(w, row->node, NOC_GET(row->out, STATE_OUT, PORT))) {
        return "a worm in its state block has, or asks for, a channel where no link leaves";
    }
    return NULL;
}

static bool add(struct noc_wait_graph *w, const struct noc_wait_graph_row *row, uint32_t *room)
{
    if (w->rows == *room) {
        uint32_t more = *room ? 2 * *room : 64;
        struct noc_wait_graph_row *grown = realloc(w->row, more * sizeof *grown);

        if (!grown) {
            return false;
        }
        w->row = grown;
        *room = more;
    }
    w->row[w->rows++] = *row;
    return true;
}

static const char no_memory[] = "there is no memory to follow the waits of so many buffers";

static const char *read_node(struct noc_wait_graph *w, uint32_t node, noc_wait_graph_word *word,
                             void *opaque, uint32_t *room)
{
    uint32_t rows = word(opaque, node, STATE_ROWS);

    if (rows > STATE_ROWS_MAX) {
        return "its state block has more rows than fit";
    }
    w->unseen += word(opaque, node, STATE_UNSEEN);
    for (uint32_t i = 0; i < rows; i++) {
        uint32_t at = i * STATE_ROW_STRIDE;
        struct noc_wait_graph_row row = {.node = node, .row = i};
        const char *wrong;

        row.in = word(opaque, node, STATE_IN + at);
        row.worm = word(opaque, node, STATE_WORM + at);
        if (NOC_GET(row.in, STATE_IN, LANE) >= w->lanes) {
            w->lanes = NOC_GET(row.in, STATE_IN, LANE) + 1;
        }
        if (!is(&row, STATE_WORM_THERE_SHIFT)) {
            continue;
        }
        row.front = word(opaque, node, STATE_FRONT + at);
        row.out = word(opaque, node, STATE_OUT + at);
        wrong = check(w, &row);
        if (wrong) {
            return wrong;
        }
        if (!add(w, &row, room)) {
            return no_memory;
        }
    }
    return NULL;
}

/* --- whom a row waits for ------------------------------------------------------ */

static bool has_channel(const struct noc_wait_graph_row *row, uint32_t port, uint32_t vc)
{
    return is(row, STATE_WORM_HAS_CHANNEL_SHIFT) && NOC_GET(row->out, STATE_OUT, PORT) == port &&
           NOC_GET(row->out, STATE_OUT, VC) == vc;
}

/* The owners of all lanes of what row asks for; none if a lane is free, or its owner unseen. */
static void wait_for_channel(struct noc_wait_graph *w, struct noc_wait_graph_row *row)
{
    uint32_t port = NOC_GET(row->out, STATE_OUT, PORT), vc = NOC_GET(row->out, STATE_OUT, VC);

    for (uint32_t i = w->first[row->node]; i < w->first[row->node + 1]; i++) {
        if (row->channel < w->lanes && has_channel(&w->row[i], port, vc)) {
            w->on[w->ons++] = i;
            row->channel++;
        }
    }
    if (row->channel < w->lanes) {
        w->ons -= row->channel;
        row->channel = 0;
    }
}

static void wait_for_context(struct noc_wait_graph *w, struct noc_wait_graph_row *row)
{
    uint32_t context = NOC_GET(row->worm, STATE_WORM, CONTEXT);

    for (uint32_t i = w->first[row->node]; i < w->first[row->node + 1]; i++) {
        if (is(&w->row[i], STATE_WORM_HAS_CONTEXT_SHIFT) &&
            NOC_GET(w->row[i].worm, STATE_WORM, CONTEXT) == context) {
            w->on[w->ons++] = i;
            row->context++;
            return;
        }
    }
}

/* The row that the channel leads to which row has: the buffer that is full. */
static void wait_for_credit(struct noc_wait_graph *w, struct noc_wait_graph_row *row)
{
    struct noc_link to;

    noc_topology_link(w->topology, row->node, NOC_GET(row->out, STATE_OUT, PORT), &to);
    for (uint32_t i = w->first[to.node]; i < w->first[to.node + 1]; i++) {
        const struct noc_wait_graph_row *next = &w->row[i];

        if (in_port(next) == to.port &&
            NOC_GET(next->in, STATE_IN, VC) == NOC_GET(row->out, STATE_OUT, VC) &&
            NOC_GET(next->in, STATE_IN, LANE) == NOC_GET(row->out, STATE_OUT, LANE)) {
            w->on[w->ons++] = i;
            row->channel++;
            return;
        }
    }
}

/* It has a channel, flits, and no credit, now or soon. */
static bool lacks_credit(const struct noc_wait_graph_row *row)
{
    return is(row, STATE_WORM_HAS_CHANNEL_SHIFT) && NOC_GET(row->in, STATE_IN, FLITS) > 0 &&
           NOC_GET(row->out, STATE_OUT, CREDITS) == 0 && !is(row, STATE_WORM_COMING_SHIFT);
}

static void find_waits(struct noc_wait_graph *w)
{
    for (uint32_t i = 0; i < w->rows; i++) {
        struct noc_wait_graph_row *row = &w->row[i];
        bool asks_channel = is(row, STATE_WORM_ASKS_CHANNEL_SHIFT);
        bool asks_context = is(row, STATE_WORM_ASKS_CONTEXT_SHIFT);

        row->wait = w->ons;
        if (asks_channel) {
            wait_for_channel(w, row);
        } else if (!asks_context && lacks_credit(row)) {
            wait_for_credit(w, row);
        }
        if (asks_context) {
            wait_for_context(w, row);
        }
    }
}

/* --- who is caught --------------------------------------------------------------- */

/* Whether a row's wait (for its context, or the other) can never end: all who could end it are
 * caught. */
static bool hopeless(const struct noc_wait_graph *w, const struct noc_wait_graph_row *row,
                     bool context)
{
    const uint32_t *on = w->on + row->wait + (context ? row->channel : 0);
    uint32_t n = context ? row->context : row->channel;

    for (uint32_t i = 0; i < n; i++) {
        if (!w->row[on[i]].caught) {
            return false;
        }
    }
    return n > 0;
}

static void find_caught(struct noc_wait_graph *w)
{
    bool changed = true;

    for (uint32_t i = 0; i < w->rows; i++) {
        w->row[i].caught = true;
    }
    for (bool up = true; changed; up = !up) { /* chains lead either way */
        changed = false;
        for (uint32_t i = 0; i < w->rows; i++) {
            struct noc_wait_graph_row *row = &w->row[up ? i : w->rows - 1 - i];

            if (row->caught && !hopeless(w, row, false) && !hopeless(w, row, true)) {
                row->caught = false;
                changed = true;
            }
        }
    }
}

/* --- life ---------------------------------------------------------------------- */

const char *noc_wait_graph_read(struct noc_wait_graph *w, const struct noc_topology *t,
                                noc_wait_graph_word *word, void *opaque)
{
    const char *wrong = NULL;
    uint32_t room = 0;

    *w = (struct noc_wait_graph){.topology = t, .lanes = 1};
    w->first = calloc(t->nodes + 1, sizeof *w->first);
    w->back = calloc((size_t)t->nodes * t->ports, sizeof *w->back);
    if (!w->first || !w->back) {
        wrong = no_memory;
    } else {
        find_links(w);
    }
    for (uint32_t node = 0; node < t->nodes && !wrong; node++) {
        w->wrong = node;
        wrong = read_node(w, node, word, opaque, &room);
        w->first[node + 1] = w->rows;
    }
    if (!wrong) { /* each lane's owner is one, and a context's */
        w->on = calloc((size_t)w->rows * (w->lanes + 1) + 1, sizeof *w->on);
        wrong = w->on ? NULL : no_memory;
    }
    if (wrong) {
        uint32_t node = w->wrong;

        noc_wait_graph_free(w);
        w->wrong = node;
        return wrong;
    }
    find_waits(w);
    find_caught(w);
    return NULL;
}

void noc_wait_graph_free(struct noc_wait_graph *w)
{
    free(w->row);
    free(w->first);
    free(w->on);
    free(w->back);
    *w = (struct noc_wait_graph){0};
}

/* --- telling --------------------------------------------------------------------- */

static struct noc_channel own_channel(uint32_t node)
{
    return (struct noc_channel){(uint16_t)node, (uint16_t)node, NOC_PORT_LOCAL, 0, NOC_NO_DIM, 0};
}

static struct noc_channel channel(const struct noc_wait_graph *w, uint32_t link, uint32_t vc)
{
    uint32_t node = link / w->topology->ports, port = link % w->topology->ports;
    struct noc_link to;

    noc_topology_link(w->topology, node, port, &to);
    return (struct noc_channel){(uint16_t)node, to.node, (uint8_t)port,
                                (uint8_t)vc,    to.dim,  to.dir};
}

struct noc_channel noc_wait_graph_holds(const struct noc_wait_graph *w, uint32_t i)
{
    const struct noc_wait_graph_row *row = &w->row[i];

    if (in_port(row) == STATE_PORT_INJECTION) {
        return own_channel(row->node);
    }
    return channel(w, w->back[row->node * w->topology->ports + in_port(row)],
                   NOC_GET(row->in, STATE_IN, VC));
}

struct noc_channel noc_wait_graph_wants(const struct noc_wait_graph *w, uint32_t i, bool context)
{
    const struct noc_wait_graph_row *row = &w->row[i];

    if (context) {
        return own_channel(row->node);
    }
    return channel(w, row->node * w->topology->ports + NOC_GET(row->out, STATE_OUT, PORT),
                   NOC_GET(row->out, STATE_OUT, VC));
}

/* The row from which the worm in front of row[i] comes on here; NONE: nothing of it is there. */
static uint32_t behind(const struct noc_wait_graph *w, uint32_t i)
{
    const struct noc_wait_graph_row *row = &w->row[i];
    uint32_t link = w->back[row->node * w->topology->ports + in_port(row)];
    uint32_t node = link / w->topology->ports, port = link % w->topology->ports;

    for (uint32_t k = w->first[node]; k < w->first[node + 1]; k++) {
        if (has_channel(&w->row[k], port, NOC_GET(row->in, STATE_IN, VC)) &&
            NOC_GET(w->row[k].out, STATE_OUT, LANE) == NOC_GET(row->in, STATE_IN, LANE)) {
            return k;
        }
    }
    return NONE;
}

uint32_t noc_wait_graph_source(const struct noc_wait_graph *w, uint32_t i)
{
    for (uint32_t n = 0; n <= w->rows && i != NONE; n++) {
        if (in_port(&w->row[i]) == STATE_PORT_INJECTION) {
            return w->row[i].node;
        }
        if (is(&w->row[i], STATE_WORM_TAIL_SHIFT)) {
            break;
        }
        i = behind(w, i);
    }
    return NOC_ANYWHERE;
}

/* The first hopeless wait of a caught row, and who could end it. */
static uint32_t follow(const struct noc_wait_graph *w, uint32_t i, bool *context)
{
    const struct noc_wait_graph_row *row = &w->row[i];

    *context = !hopeless(w, row, false);
    return w->on[row->wait + (*context ? row->channel : 0)];
}

/* From row `start`, which is on a cycle of waits, once round. */
static uint32_t tell(const struct noc_wait_graph *w, uint32_t start,
                     struct noc_wait_graph_entry *entry)
{
    uint32_t at = start, n = 0;

    do {
        const struct noc_wait_graph_row *row = &w->row[at];
        bool asks =
            is(row, STATE_WORM_ASKS_CHANNEL_SHIFT) || is(row, STATE_WORM_ASKS_CONTEXT_SHIFT);
        bool context;
        uint32_t next = follow(w, at, &context);

        if (asks ||
            is(&w->row[next], STATE_WORM_TAIL_SHIFT)) { /* else it waits for its own header */
            entry[n++] = (struct noc_wait_graph_entry){at, noc_wait_graph_holds(w, at),
                                                       noc_wait_graph_wants(w, at, context)};
        }
        at = next;
    } while (at != start);
    return n;
}

/* Go on from row i, to where a walk has been already: that row, if it was this one. */
static uint32_t walk(struct noc_wait_graph *w, uint32_t i)
{
    bool context;

    w->walks++;
    while (w->row[i].walk == 0) {
        w->row[i].walk = w->walks;
        i = follow(w, i, &context);
    }
    return w->row[i].walk == w->walks ? i : NONE;
}

static uint32_t lowest_on_wait_cycle(const struct noc_wait_graph *w, uint32_t start)
{
    uint32_t at = start, lowest = start;
    bool context;

    do {
        at = follow(w, at, &context);
        lowest = at < lowest ? at : lowest;
    } while (at != start);
    return lowest;
}

uint32_t noc_wait_graph_cycle(struct noc_wait_graph *w, struct noc_wait_graph_entry *entry)
{
    for (uint32_t i = 0; i < w->rows; i++) {
        uint32_t on, n;

        if (!w->row[i].caught || w->row[i].walk > 0) {
            continue;
        }
        on = walk(w, i);
        if (on == NONE) {
            continue;
        }
        n = tell(w, lowest_on_wait_cycle(w, on), entry);
        if (n > 0) { /* else they make no sense */
            return n;
        }
    }
    return 0;
}
