/* SPDX-License-Identifier: BSD-2-Clause */
#include "worms.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "packet.h"
#include "regs.h"

enum {
    PLACES = 2, /* of an input */
    INPUTS = TILE_LINKS_MAX * TILE_VCS_MAX,
    OWN = INPUTS, /* the input that is the node's own interface */
    NOBODY = INPUTS + 1,
    PLACE_MAX = (1 << WORMS_PLACE_BITS) - 1,
    ROOM = 1024,       /* for worms at first */
    HEX = 0x22,        /* GTKWave's flags of a line: hexadecimal, aligned to the right, */
    NAMED = 0x2000,    /* and by a file of names */
    FLIT_FOLLOWS = 32, /* of a flit's bits: another header flit follows; it is the tail */
    FLIT_TAIL = 33
};

/* A flit in an input's buffer. */
struct place {
    uint32_t worm, place;
    uint64_t flit;
};

struct input {
    struct place place[PLACES + 1];
    unsigned used;
    bool leaves;    /* its first flit leaves in this cycle, */
    bool crosses;   /* by a link */
    bool begun;     /* the head of the worm in front has left */
    uint8_t turned; /* 1 + the channel that its stripped TURN has got */
};

/* A channel: whose worm has it, and how far that is if it comes from the node's own interface. */
struct channel {
    uint8_t owner;
    uint32_t worm, place;
};

/* What a worm says of itself. */
struct worm {
    uint16_t from, to, headers, tag;
    uint8_t type;
    bool more;            /* another header flit follows */
    uint32_t low, behind; /* places that were shown */
};

struct worms {
    const struct board *board;
    struct input input[BOARD_NODES_MAX][INPUTS];
    struct channel channel[BOARD_NODES_MAX][INPUTS];
    struct worm *worm;
    uint32_t count, room;
    uint32_t line[BOARD_NODES_MAX * WORMS_LINES];
};

struct worms *worms_new(const struct board *b)
{
    struct worms *w = calloc(1, sizeof *w);

    if (w) {
        w->board = b;
        for (unsigned n = 0; n < BOARD_NODES_MAX; n++) {
            for (unsigned c = 0; c < INPUTS; c++) {
                w->channel[n][c].owner = NOBODY;
            }
        }
    }
    return w;
}

void worms_free(struct worms *w)
{
    if (w) {
        free(w->worm);
    }
    free(w);
}

/* --- whose it is ------------------------------------------------------------------------------ */

/* The channel that a header at an input asks for; INPUTS: none, as it is for this node. */
static unsigned way_of(const struct worms *w, uint32_t n, unsigned input, uint64_t flit)
{
    const struct board *b = w->board;
    const unsigned vcs = tile_vcs();
    uint32_t header = (uint32_t)flit;
    struct noc_hop hop = {NOC_PORT_LOCAL, 0};

    if (b->routing->route(b->topology, n, (uint8_t)(input / vcs), (uint8_t)(input % vcs), &header,
                          &hop) == NOC_ROUTE_BROKEN ||
        hop.port == NOC_PORT_LOCAL) {
        return INPUTS;
    }
    return hop.port * vcs + hop.vc;
}

/* The input whose worm begins to cross a channel in this cycle. */
static unsigned owner_of(const struct worms *w, uint32_t n, unsigned c)
{
    const unsigned inputs = w->board->topology->ports * tile_vcs();
    unsigned i;

    for (i = 0; i < inputs; i++) {
        const struct input *in = &w->input[n][i];

        if (in->leaves && !in->begun &&
            (in->turned ? in->turned == c + 1 : way_of(w, n, i, in->place[0].flit) == c)) {
            return i;
        }
    }
    return OWN;
}

static bool add_worm(struct worms *w, uint32_t from)
{
    if (w->count == w->room) {
        const uint32_t room = w->room ? 2 * w->room : ROOM;
        struct worm *more = realloc(w->worm, room * sizeof *more);

        if (!more) {
            return false;
        }
        w->worm = more;
        w->room = room;
    }
    w->worm[w->count++] = (struct worm){.from = (uint16_t)from, .low = PLACE_MAX};
    return true;
}

/* A worm's flit crosses its first link. */
static void describe(struct worm *worm, const struct place *p)
{
    const uint32_t word = (uint32_t)p->flit;

    if (p->place == 0 || worm->more) {
        worm->headers++;
        worm->more = p->flit >> FLIT_FOLLOWS & 1;
        worm->to = (uint16_t)noc_header_node(word);
    } else if (p->place == worm->headers) {
        worm->type = (uint8_t)NOC_GET(word, NI_TX_W0, TYPE);
    } else if (p->place == worm->headers + 1u) {
        worm->tag = (uint16_t)NOC_GET(word, NI_TX_W1, TAG);
    }
}

/* --- a cycle ---------------------------------------------------------------------------------- */

/* What crosses a channel. False: no memory. */
static bool cross(struct worms *w, uint32_t n, unsigned c, uint64_t flit, struct place *p)
{
    struct channel *channel = &w->channel[n][c];

    if (channel->owner == NOBODY) {
        channel->owner = (uint8_t)owner_of(w, n, c);
        channel->place = 0;
        if (channel->owner == OWN) {
            if (!add_worm(w, n)) {
                return false;
            }
            channel->worm = w->count;
        } else {
            w->input[n][channel->owner].turned = 0;
        }
    }
    if (channel->owner == OWN) {
        *p = (struct place){channel->worm, channel->place++, flit};
        describe(&w->worm[p->worm - 1], p);
    } else {
        struct input *in = &w->input[n][channel->owner];

        *p = in->place[0];
        p->flit = flit;
        in->crosses = true;
    }
    if (flit >> FLIT_TAIL & 1) {
        channel->owner = NOBODY;
    }
    return true;
}

static uint32_t number_of(struct worms *w, const struct place *p, bool shown)
{
    const uint32_t place = p->place < PLACE_MAX ? p->place : PLACE_MAX;
    struct worm *worm = &w->worm[p->worm - 1];

    if (shown) {
        worm->low = place < worm->low ? place : worm->low;
        worm->behind = place >= worm->behind ? place + 1 : worm->behind;
    }
    return p->worm << WORMS_PLACE_BITS | place;
}

/* The first flits of inputs that have freed a place: they go to the interface, if they have not
 * crossed a link. A stripped TURN goes nowhere. */
static void take(struct worms *w, uint32_t n, bool shown)
{
    const unsigned inputs = w->board->topology->ports * tile_vcs();
    unsigned i;

    for (i = 0; i < inputs; i++) {
        struct input *in = &w->input[n][i];
        const uint64_t flit = in->place[0].flit;

        if (!in->leaves) {
            continue;
        }
        if (!in->crosses && !in->begun && noc_header_kind((uint32_t)flit) == NOC_HEADER_TURN &&
            flit >> FLIT_FOLLOWS & 1) {
            in->turned = (uint8_t)(1 + way_of(w, n, i, flit));
        } else {
            in->begun = !(flit >> FLIT_TAIL & 1);
            if (!in->crosses) {
                w->line[n * (tile_links() + 1) + tile_links()] = number_of(w, &in->place[0], shown);
            }
        }
        in->used--;
        memmove(in->place, in->place + 1, in->used * sizeof *in->place);
    }
}

static bool node_cycle(struct worms *w, uint32_t n, bool shown)
{
    const struct board *b = w->board;
    const struct tile_out *out = &b->out[n];
    const unsigned vcs = tile_vcs(), channels = b->topology->ports * vcs;
    unsigned c;

    for (c = 0; c < channels; c++) {
        struct input *in = &w->input[n][c];

        in->leaves = (out->credit >> c & 1) && in->used;
        in->crosses = false;
    }
    for (c = 0; c < channels; c++) {
        const struct board_way *to = &b->to[n][c / vcs];
        struct place p;

        if (out->vc >> c & 1) {
            struct input *in = &w->input[to->node][to->port * vcs + c % vcs];

            if (!cross(w, n, c, out->flit[c / vcs], &p)) {
                return false;
            }
            w->line[n * (tile_links() + 1) + c / vcs] = number_of(w, &p, shown);
            in->place[in->used++] = p;
        }
    }
    take(w, n, shown);
    return true;
}

const uint32_t *worms_cycle(struct worms *w, bool shown)
{
    uint32_t n;

    memset(w->line, 0, sizeof w->line);
    for (n = 0; n < w->board->topology->nodes; n++) {
        if (!node_cycle(w, n, shown)) {
            return NULL;
        }
    }
    return w->line;
}

/* --- the view --------------------------------------------------------------------------------- */

static void write_worm(FILE *out, uint32_t number, const struct worm *worm)
{
    static const char *const types[] = {"", "message", "resent message", "body", "signal"};
    const char *type = worm->type < sizeof types / sizeof *types ? types[worm->type] : "";
    uint32_t i;

    for (i = worm->low; i < worm->behind; i++) {
        fprintf(out, "%08X worm %u flit %u: %s from %u to %u, tag %u\n",
                (unsigned)((number << WORMS_PLACE_BITS) | i), (unsigned)number, (unsigned)i, type,
                worm->from, worm->to, worm->tag);
    }
}

/* Whether all of it has been written. */
static bool end_file(FILE *out)
{
    const bool failed = ferror(out);

    return fclose(out) == 0 && !failed;
}

static bool write_names(const struct worms *w, const char *made)
{
    char path[PATH_MAX];
    uint32_t i;
    FILE *out;

    snprintf(path, sizeof path, "%s.worms", made);
    out = fopen(path, "w");
    if (!out) {
        return false;
    }
    fprintf(out, "00000000 -\n");
    for (i = 0; i < w->count; i++) {
        write_worm(out, i + 1, &w->worm[i]);
    }
    return end_file(out);
}

/* The lines of a node: its links by worms, then what its hart does. */
static void write_node(FILE *out, const struct worms *w, const char *base, uint32_t n)
{
    static const char *const signals[] = {"asleep", "line", "next[31:1]", "done",
                                          "done_instruction[31:0]"};
    unsigned p;
    size_t i;

    fprintf(out, "@200\n-node %u\n@%x\n", (unsigned)n, HEX | NAMED);
    for (p = 0; p < w->board->topology->ports; p++) {
        if (w->board->to[n][p].there) {
            fprintf(out, "^1 %s.worms\nnode%u_port%u.worm[31:0]\n", base, (unsigned)n, p);
        }
    }
    fprintf(out, "^1 %s.worms\nnode%u_NI.worm[31:0]\n@%x\n", base, (unsigned)n, HEX);
    for (i = 0; i < sizeof signals / sizeof *signals; i++) {
        fprintf(out, "node%u.%s\n", (unsigned)n, signals[i]);
    }
}

bool worms_view(const struct worms *w, const char *name, const char *made, uint64_t from)
{
    const char *base = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
    char path[PATH_MAX];
    uint32_t n;
    FILE *out;

    if (!write_names(w, made)) {
        return false;
    }
    snprintf(path, sizeof path, "%s.gtkw", made);
    out = fopen(path, "w");
    if (!out) {
        return false;
    }
    fprintf(out, "[dumpfile] \"%s.fst\"\n[timestart] %" PRIu64 "\n", base, from);
    for (n = 0; n < w->board->topology->nodes; n++) {
        write_node(out, w, base, n);
    }
    return end_file(out);
}
