/* SPDX-License-Identifier: BSD-2-Clause */
#include "beside_network.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/board_priv.h"
#include "model/net_priv.h"

enum {
    CHANNELS = TILE_LINKS_MAX * TILE_VCS_MAX,
    PLACES = 2,     /* of an input */
    TEXT_MAX = 300, /* of a difference */
    ROOM = 256,     /* for worms at first, a power of two */
    FLIT_FOLLOWS = 32,
    FLIT_TAIL = 33 /* of a flit's bits */
};

/* A channel that leaves a tile. */
struct channel {
    uint32_t flits, headers;     /* of the model, so far */
    const struct noc_worm *worm; /* that crosses it, */
    uint32_t number, at;         /* and its flit that is next */
};

/* What lies in an input of a tile. */
struct input {
    uint64_t flit[PLACES];
    unsigned used;
};

/* Worms are counted in the order in which they leave their first router. */
struct numbered {
    const struct noc_worm *worm; /* NULL: free */
    uint32_t number;
};

/* What a node counts. */
enum { IN, OUT, DISCARDED, BAD, SIGNALS, RELAYED, EJECTED, COUNTS };

struct beside_network {
    const struct board *board;
    struct noc_board *model;
    beside_changed changed;
    void *opaque;                         /* of changed() */
    struct tile_out out[BOARD_NODES_MAX]; /* what leaves tiles in the cycle that is next */
    struct channel channel[BOARD_NODES_MAX][CHANNELS];
    struct input input[BOARD_NODES_MAX][CHANNELS];
    uint32_t count[BOARD_NODES_MAX][COUNTS]; /* of the model, so far */
    struct numbered *numbered;
    uint32_t worms, room, used; /* so far; of the table, and of it */
    uint32_t held;              /* flits in all inputs */
    char text[TEXT_MAX];
};

__attribute__((format(printf, 2, 3))) static bool differs(struct beside_network *w,
                                                          const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(w->text, sizeof w->text, format, arguments);
    va_end(arguments);
    return false;
}

/* --- numbers of worms --------------------------------------------------------------------------- */

/* Where it stands in the table, or would. */
static struct numbered *place_of(const struct beside_network *w, const struct noc_worm *worm)
{
    uint32_t at = (uint32_t)((uintptr_t)worm / sizeof *worm) * UINT32_C(0x9e3779b1);

    while (w->numbered[at & (w->room - 1)].worm && w->numbered[at & (w->room - 1)].worm != worm) {
        at++;
    }
    return &w->numbered[at & (w->room - 1)];
}

static void grow(struct beside_network *w)
{
    struct numbered *old = w->numbered;
    const uint32_t room = w->room;
    uint32_t i;

    w->room = room ? 2 * room : ROOM;
    w->numbered = calloc(w->room, sizeof *w->numbered);
    if (!w->numbered) {
        abort();
    }
    for (i = 0; i < room; i++) {
        if (old[i].worm) {
            *place_of(w, old[i].worm) = old[i];
        }
    }
    free(old);
}

/* The number of a worm whose header crosses a link, which is its first one. The model's worms are
 * taken from a pool again and again, so the table stays small. */
static uint32_t number_of(struct beside_network *w, const struct noc_worm *worm, bool first)
{
    struct numbered *place = place_of(w, worm);

    if (!place->worm) {
        place->worm = worm;
        if (++w->used > w->room / 2) {
            grow(w);
            place = place_of(w, worm);
        }
    }
    if (first) {
        place->number = ++w->worms;
    }
    return place->number;
}

/* --- what the model says --------------------------------------------------------------------------- */

static const struct net_vc *vc_of(const struct beside_network *w, uint32_t n, unsigned port,
                                  unsigned vc)
{
    const struct noc_net *net = w->model->net;

    return &net->vc[(n * net->ports + port) * net->width + vc];
}

/* The worm whose header has just crossed a channel: the last one in the buffer behind it. */
static const struct noc_worm *crossing(const struct beside_network *w, const struct net_vc *vc)
{
    struct noc_net *net = w->model->net;
    const struct net_buffer *down = &net->buffer[vc->down];
    const uint32_t at = (down->first + down->segments - 1u) % net->depth;

    return net_worm(net, net->segment[(size_t)vc->down * net->depth + at].worm);
}

static uint32_t headers_of(const struct noc_worm *worm)
{
    return worm->headers ? worm->header_flits : 1;
}

/* Flit i of a worm, as it crosses a link now. */
static uint64_t flit_of(const struct noc_worm *worm, uint32_t i)
{
    const struct ni_worm *own = worm->cookie;
    const uint32_t headers = headers_of(worm);
    const uint32_t word = i == worm->stripped && i < headers ? worm->head
                        : i < headers                        ? worm->headers[i]
                        : i < headers + NOC_NI_WORDS         ? own->word[i - headers]
                                                     : own->body[i - headers - NOC_NI_WORDS];

    return word | (uint64_t)(i + 1 < headers) << FLIT_FOLLOWS |
           (uint64_t)(i + 1 == worm->flits) << FLIT_TAIL;
}

/* Flit i has come as the other one, and may: its word of the body was changed too early. Then the
 * model has that one from now on. */
static bool is_either(const struct beside_network *w, const struct noc_worm *worm, uint32_t i,
                      uint64_t flit, uint64_t expected)
{
    struct ni_worm *own = worm->cookie;
    const uint32_t at = i - headers_of(worm) - NOC_NI_WORDS;
    const uint32_t address =
        at < own->list_flits ? own->list_addr + 4 * at : own->addr + 4 * (at - own->list_flits);

    if (i < headers_of(worm) + NOC_NI_WORDS || (flit ^ expected) >> FLIT_FOLLOWS ||
        !w->changed(w->opaque, worm->source, address, own->started)) {
        return false;
    }
    own->body[at] = (uint32_t)flit;
    return true;
}

/* --- links ------------------------------------------------------------------------------------------ */

/* A header has crossed a channel of the model. */
static void begin_worm(struct beside_network *w, struct channel *c, const struct net_vc *vc)
{
    c->worm = crossing(w, vc);
    c->at = c->worm->stripped;
    c->number = number_of(w, c->worm, c->worm->hops == 1);
}

static bool compare_flit(struct beside_network *w, uint32_t n, unsigned port, unsigned vc,
                         struct channel *c)
{
    const uint64_t flit = w->out[n].flit[port], expected = flit_of(c->worm, c->at);

    if (flit == expected || is_either(w, c->worm, c->at, flit, expected)) {
        c->at++;
        return true;
    }
    return differs(w,
                   "flit %u of worm %u goes from node %u to node %u on channel %u as %08x%s%s; the "
                   "model says %08x%s%s",
                   (unsigned)c->at, (unsigned)c->number, (unsigned)n,
                   (unsigned)w->board->to[n][port].node, vc, (unsigned)(uint32_t)flit,
                   flit >> FLIT_FOLLOWS & 1 ? ", before another header flit" : "",
                   flit >> FLIT_TAIL & 1 ? ", the tail" : "", (unsigned)(uint32_t)expected,
                   expected >> FLIT_FOLLOWS & 1 ? ", before another header flit" : "",
                   expected >> FLIT_TAIL & 1 ? ", the tail" : "");
}

/* What crosses a channel in this cycle. */
static bool compare_channel(struct beside_network *w, uint32_t n, unsigned port, unsigned vc)
{
    const unsigned bit = port * tile_vcs() + vc;
    const struct net_vc *model = vc_of(w, n, port, vc);
    const struct net_channel *counts = &w->model->net->channel[model->channel];
    struct channel *c = &w->channel[n][bit];
    const bool sends = counts->flits != c->flits, begins = counts->headers != c->headers;

    if (sends != (w->out[n].vc >> bit & 1)) {
        return differs(w, "a flit goes from node %u to node %u on channel %u in the %s alone",
                       (unsigned)n, (unsigned)w->board->to[n][port].node, vc,
                       sends ? "model" : "gateware");
    }
    if (!sends) {
        return true;
    }
    c->flits = counts->flits;
    c->headers = counts->headers;
    if (begins) {
        begin_worm(w, c, model);
    }
    return compare_flit(w, n, port, vc, c);
}

/* --- buffers ---------------------------------------------------------------------------------------- */

/* A flit to the interface is the one in front of the input that it is said to come from. One from the
 * node's own interface has crossed no link. */
static bool compare_ejected(struct beside_network *w, uint32_t n)
{
    const struct tile_watch *watch = &w->board->watch[n];
    unsigned i;

    for (i = 0; i < tile_links() * tile_vcs(); i++) {
        const struct input *in = &w->input[n][i];

        if ((watch->ejects >> i & 1) && (!in->used || in->flit[0] != watch->ejected)) {
            return differs(w, "node %u takes %08x from port %u, channel %u; the model says %08x",
                           (unsigned)n, (unsigned)(uint32_t)watch->ejected, i / tile_vcs(),
                           i % tile_vcs(), in->used ? (unsigned)(uint32_t)in->flit[0] : 0);
        }
    }
    return true;
}

/* What leaves the inputs of a node; then what comes to those of its neighbours. */
static bool take(struct beside_network *w, uint32_t n)
{
    uint32_t leave = w->out[n].credit;

    for (; leave; leave &= leave - 1) {
        struct input *in = &w->input[n][__builtin_ctz(leave)];

        if (!in->used) {
            return differs(w, "node %u frees a place of port %u, channel %u that has no flit",
                           (unsigned)n, (unsigned)__builtin_ctz(leave) / tile_vcs(),
                           (unsigned)__builtin_ctz(leave) % tile_vcs());
        }
        in->flit[0] = in->flit[1];
        in->used--;
        w->held--;
    }
    return true;
}

static bool put(struct beside_network *w, uint32_t n)
{
    uint32_t sent = w->out[n].vc;

    for (; sent; sent &= sent - 1) {
        const unsigned c = (unsigned)__builtin_ctz(sent), port = c / tile_vcs();
        const struct board_way *to = &w->board->to[n][port];
        struct input *in = &w->input[to->node][to->port * tile_vcs() + c % tile_vcs()];

        if (in->used == PLACES) {
            return differs(w,
                           "node %u sends a flit to node %u on channel %u, where no place is free",
                           (unsigned)n, (unsigned)to->node, c % tile_vcs());
        }
        in->flit[in->used++] = w->out[n].flit[port];
        w->held++;
    }
    return true;
}

/* As many flits lie behind a channel, or are on their way there, as in the model. */
static bool compare_held(struct beside_network *w, uint32_t n, unsigned port, unsigned vc)
{
    const struct board_way *to = &w->board->to[n][port];
    const uint32_t held = w->model->net->buffer[vc_of(w, n, port, vc)->down].held;
    const struct input *in = &w->input[to->node][to->port * tile_vcs() + vc];

    return in->used == held ||
           differs(w,
                   "%u flits are behind the link from node %u to node %u on channel %u; the model "
                   "says %u",
                   in->used, (unsigned)n, (unsigned)to->node, vc, (unsigned)held);
}

/* --- counts ----------------------------------------------------------------------------------------- */

static bool compare_counts(struct beside_network *w, uint32_t n)
{
    static const char *const what[COUNTS] = {"worms that become visible", "worms that start",
                                             "worms that are discarded",  "broken worms",
                                             "signals that start",        "worms that are relayed",
                                             "flits for its interface"};
    const struct tile_watch *watch = &w->board->watch[n];
    const uint32_t *count = w->model->ni[n].count;
    const struct net_node *node = &w->model->net->node[n];
    const uint32_t model[COUNTS] = {
        count[NI_COUNT_IN],  count[NI_COUNT_OUT],     count[NI_COUNT_DISCARDED],
        count[NI_COUNT_BAD], count[NI_COUNT_SIGNALS], node->relayed,
        node->ejected};
    const uint32_t gateware[COUNTS] = {watch->in,         watch->out,     watch->discarded,
                                       watch->bad,        watch->signals, watch->relayed,
                                       watch->ejects != 0};
    unsigned i;

    for (i = 0; i < COUNTS; i++) {
        const uint32_t more = model[i] - w->count[n][i];

        if (more != gateware[i]) {
            return differs(w, "node %u: %s: %u in this cycle; the model says %u", (unsigned)n,
                           what[i], (unsigned)gateware[i], (unsigned)more);
        }
        w->count[n][i] = model[i];
    }
    return true;
}

/* --- a cycle ---------------------------------------------------------------------------------------- */

static bool each_channel(struct beside_network *w,
                         bool (*compare)(struct beside_network *w, uint32_t n, unsigned port,
                                         unsigned vc))
{
    const struct board *b = w->board;
    uint32_t n;
    unsigned port, vc;

    for (n = 0; n < b->topology->nodes; n++) {
        for (port = 0; port < b->topology->ports; port++) {
            for (vc = 0; b->to[n][port].there && vc < b->routing->vcs; vc++) {
                if (!compare(w, n, port, vc)) {
                    return false;
                }
            }
        }
    }
    return true;
}

static bool each_node(struct beside_network *w,
                      bool (*compare)(struct beside_network *w, uint32_t n))
{
    uint32_t n = 0;

    while (n < w->board->topology->nodes && compare(w, n)) {
        n++;
    }
    return n == w->board->topology->nodes;
}

const char *beside_network_cycle(struct beside_network *w)
{
    const bool same = each_channel(w, compare_channel) && each_node(w, compare_ejected) &&
                      each_node(w, take) && each_node(w, put) && each_channel(w, compare_held) &&
                      each_node(w, compare_counts);

    memcpy(w->out, w->board->out, sizeof w->out);
    return same ? NULL : w->text;
}

bool beside_network_busy(const struct beside_network *w, uint32_t first, uint32_t *node)
{
    const uint32_t nodes = w->board->topology->nodes;
    uint32_t i;
    unsigned c;

    for (i = 0; i < nodes && w->held; i++) {
        *node = (first + i) % nodes;
        for (c = 0; c < tile_links() * tile_vcs(); c++) {
            if (w->input[*node][c].used) {
                return true;
            }
        }
    }
    return false;
}

/* --- beginning -------------------------------------------------------------------------------------- */

struct beside_network *beside_network_begin(const struct board *b, struct noc_board *model,
                                            beside_changed changed, void *opaque)
{
    struct beside_network *w = calloc(1, sizeof *w);

    if (w) {
        w->board = b;
        w->model = model;
        w->changed = changed;
        w->opaque = opaque;
        grow(w);
    }
    return w;
}

void beside_network_end(struct beside_network *w)
{
    if (w) {
        free(w->numbered);
    }
    free(w);
}
