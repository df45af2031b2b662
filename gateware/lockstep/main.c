/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * lockstep [--no-wave] [--transitions] [--lose CYCLE] TOPOLOGY ROUTING EPISODES [CASE]: random
 * worms, given to verilated routers and to libnoc/model at once; the first difference ends it with a sentence and
 * status 1, and with the waveform of the last 1,000 cycles: the case runs a second time, `--wave
 * FROM`, and writes it. --lose makes a difference: from CYCLE on node 0 gets no credits.
 * --transitions also prints how often each transition of a router was seen. In half of the episodes
 * routers are stopped now and then for a cycle of the clock.
 *
 * Compared are, in each cycle: for each channel whether a flit crosses it, whether that is a header,
 * and whether one is blocked; flits ejected and headers relayed at each node; of each flit that
 * crosses, the worm, its place in it and its 32 bits; and the cycle in which each worm leaves its
 * NI, leaves each router, is delivered, or is removed as broken.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "any.h"
#include "model/net.h"
#include "astray.h"
#include "routers.h"
#include "routing/routings.h"
#include "topology/topologies.h"
#include "transitions.h"
#include "view.h"
#include "wiring.h"

enum {
    WORMS = 600,     /* of an episode */
    FLITS_MAX = 60,  /* of a worm */
    INDEX_BITS = 12, /* of a tag: the place in the worm; above it its number */
    NODES_MAX = 1 << ROUTER_NODE_BITS,
    CHANNELS_MAX = ROUTER_LINKS_MAX * ROUTER_VCS_MAX,
    SLOTS = 2 * CHANNELS_MAX + 1, /* channels, and behind them inputs */
    QUIET_CYCLES = 200,           /* after a deadlock */
    WAVE_CYCLES = 1000            /* before a difference */
};

struct worm {
    struct noc_worm model;
    uint64_t when, gone, ended; /* the cycle of its start; of its tail at its NI; of its end */
    uint32_t header[FLITS_MAX];
    bool leaves, ends; /* the gateware showed it, and the model has yet to say it */
};

/* Worms that make no sense and are removed from an input in the gateware: in the last even and the
 * last odd cycle, since the model tells a cycle later. */
struct removal {
    uint64_t when;
    bool open; /* the model has yet to say so */
};

/* What crosses a channel, or goes from an input to the NI, as the gateware shows it. */
struct crossing {
    uint32_t worm, next; /* the worm, and the place that its next flit has */
    uint64_t head;
    bool open; /* its tail has not come */
};

/* What a router tells its NI in this cycle of worms that it has removed: by which inputs they came,
 * and the header of the last; and which of them the model has not removed. */
struct told {
    uint32_t left, inputs, header;
};

static struct noc_topology topology;
static const struct noc_routing *routing;
static struct noc_net *net;
static struct router *router[NODES_MAX];
static struct worm worm[WORMS];
static uint32_t order[NODES_MAX][WORMS], queued[NODES_MAX], given[NODES_MAX], sent[NODES_MAX],
    credits[NODES_MAX];
static struct crossing crossing[NODES_MAX][SLOTS];
static struct removal removal[NODES_MAX][CHANNELS_MAX + 1][2];
static struct noc_channel_count count[NODES_MAX][CHANNELS_MAX];
static struct noc_node_count node_count[NODES_MAX];
static const struct crossing *to_ni[NODES_MAX]; /* whose flit the NI got last */
static struct told told[NODES_MAX];
static uint32_t number; /* of the episode */
static uint64_t now, deadlocked, draws;
static uint64_t cycles_in_all, worms_in_all, broken_in_all, crossed_in_all, deadlocks_in_all;

static char **arguments;               /* topology, routing */
static bool no_wave;                   /* a difference is told, and no more */
static bool transitions;               /* are counted and printed */
static uint32_t stops;                 /* one cycle of so many, or none: 0 */
static uint64_t wave_from = NOC_NEVER; /* the cycle in which the waveform begins */
static uint64_t lost_from = NOC_NEVER; /* the cycle from which on node 0 gets no credits */

/* --- differences ------------------------------------------------------------------------------ */

/* The second run has come to the difference: the waveform ends here. */
__attribute__((noreturn)) static void show_wave(void)
{
    uint32_t flits[WORMS];
    char name[64];

    snprintf(name, sizeof name, "lockstep-%u", (unsigned)number);
    for (uint32_t w = 0; w < WORMS; w++) {
        flits[w] = worm[w].model.flits;
    }
    routers_wave_end();
    if (!view_write(name, topology.nodes, flits, WORMS, wave_from)) {
        fprintf(stderr, "lockstep: %s.gtkw cannot be written\n", name);
        exit(1);
    }
    fprintf(stderr, "The waveform of cycles %llu to %llu is in %s.fst; gtkwave %s.gtkw shows it.\n",
            (unsigned long long)wave_from, (unsigned long long)now, name, name);
    exit(1);
}

/* This case once more, from its beginning, with a waveform from 1,000 cycles before this one on. */
static void run_again(void)
{
    char which[32], from[32], lost[32];

    snprintf(which, sizeof which, "%u", (unsigned)number);
    snprintf(from, sizeof from, "%llu",
             (unsigned long long)(now < WAVE_CYCLES ? 0 : now + 1 - WAVE_CYCLES));
    snprintf(lost, sizeof lost, "%llu", (unsigned long long)lost_from);
    execl("/proc/self/exe", "lockstep", "--wave", from, "--lose", lost, arguments[0], arguments[1],
          "1", which, (char *)NULL);
    fprintf(stderr, "lockstep: no waveform: the program cannot be started again\n");
}

__attribute__((format(printf, 1, 2))) static void differ(const char *format, ...)
{
    va_list list;

    fflush(stdout);
    if (wave_from != NOC_NEVER) {
        show_wave();
    }
    fprintf(stderr, "gateware and model differ: case %u, cycle %llu: ", (unsigned)number,
            (unsigned long long)now);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
    if (!no_wave) {
        run_again();
    }
    exit(1);
}

/* --- the model -------------------------------------------------------------------------------- */

static uint32_t number_of(const struct noc_worm *w)
{
    return (uint32_t)(uintptr_t)w->cookie;
}

static void left(void *opaque, struct noc_worm *w, uint64_t when)
{
    struct worm *x = &worm[number_of(w)];

    (void)opaque;
    if (!x->leaves || x->gone != when) {
        differ("worm %u leaves its NI in cycle %llu only in the model", number_of(w),
               (unsigned long long)when);
    }
    x->leaves = false;
}

static void deliver(void *opaque, struct noc_worm *w, uint32_t node, uint64_t when)
{
    struct worm *x = &worm[number_of(w)];

    (void)opaque;
    if (!x->ends || x->ended + 1 != when) {
        differ("worm %u is delivered at node %u in cycle %llu only in the model", number_of(w),
               (unsigned)node, (unsigned long long)when);
    }
    x->ends = false;
}

/* The NI is told so in this cycle, and of the last such worm the header. */
static void compare_told(uint32_t node, unsigned input, const struct noc_worm *w)
{
    struct told *t = &told[node];
    const unsigned links = routers_links() * routers_vcs();

    if (!(t->left >> input & 1)) {
        differ("node %u: the NI is not told that worm %u was removed from input %u", (unsigned)node,
               number_of(w), input);
    }
    t->left &= ~(1u << input);
    if (input < links && t->inputs >> input == 1 && t->header != w->head) {
        differ("node %u: the NI is told of the header %08x, and worm %u was removed with %08x",
               (unsigned)node, (unsigned)t->header, number_of(w), (unsigned)w->head);
    }
}

static void broken(void *opaque, struct noc_worm *w, uint32_t node, unsigned port, unsigned vc,
                   uint64_t when)
{
    const unsigned links = routers_links() * routers_vcs();
    const unsigned input = port == NOC_PORT_LOCAL ? links : port * routers_vcs() + vc;
    struct removal *r = &removal[node][input][(when - 1) % 2];

    (void)opaque;
    if (!r->open || r->when + 1 != when) {
        differ("worm %u, which makes no sense, is removed at node %u from input %u in cycle %llu "
               "only in the model",
               number_of(w), (unsigned)node, input, (unsigned long long)when);
    }
    r->open = false;
    compare_told(node, input, w);
    broken_in_all++;
}

static void deadlock(void *opaque, const struct noc_wait *wait, uint32_t n, uint64_t when)
{
    (void)opaque;
    (void)wait;
    (void)n;
    if (deadlocked == NOC_NEVER) {
        deadlocked = when;
    }
}

/* A worm's tail has left a router in the model, by a channel or for the NI: so it did here. */
static void stamped(void *opaque, const struct noc_net_stamp *stamp)
{
    const struct crossing *c = &crossing[stamp->node][stamp->port * routers_vcs() + stamp->vc];

    (void)opaque;
    if (stamp->port == NOC_PORT_LOCAL) {
        c = to_ni[stamp->node];
    }
    if (c->open || c->worm != number_of(stamp->worm) || c->head != stamp->head ||
        stamp->tail != now) {
        differ(
            "worm %u leaves node %u by port %u, channel %u, in cycles %llu to %llu in the model; "
            "in the gateware worm %u is the last there, since cycle %llu",
            number_of(stamp->worm), (unsigned)stamp->node, (unsigned)stamp->port,
            (unsigned)stamp->vc, (unsigned long long)stamp->head, (unsigned long long)stamp->tail,
            c->worm, (unsigned long long)c->head);
    }
}

/* --- worms ------------------------------------------------------------------------------------ */

static uint32_t draw(uint32_t n)
{
    uint64_t x = (draws += UINT64_C(0x9e3779b97f4a7c15));

    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((x ^ x >> 31) % n);
}

/* The word of a flit behind the headers: any, but the same on both sides. */
static uint32_t word_of(uint32_t w, uint32_t i)
{
    const uint64_t x = ((uint64_t)w << 32 | i) * UINT64_C(0x9e3779b97f4a7c15);

    return (uint32_t)(x >> 32);
}

/* A worm's flits as its NI gives them, and whether another header flit, or no flit, is behind. */
static uint32_t word_at(uint32_t w, uint32_t i)
{
    return i < worm[w].model.header_flits ? worm[w].header[i] : word_of(w, i);
}

static bool is_followed(uint32_t w, uint32_t i)
{
    return i + 1 < worm[w].model.header_flits;
}

static bool is_tail(uint32_t w, uint32_t i)
{
    return i + 1 == worm[w].model.flits;
}

/* Spoil one of a worm's header flits. Where one bit matters alone, it is in a power of two, or is the
 * only wrong one. */
static void spoil(struct worm *x, uint32_t headers)
{
    uint32_t *flit = &x->header[draw(headers)];

    switch (draw(9)) {
    case 0:
        *flit = (*flit & ~0xfu) | draw(16);
        break;
    case 1:
        *flit = noc_header(noc_header_kind(*flit), draw(2) ? draw(1 << 14) : 1u << draw(14),
                           noc_header_field(*flit));
        break;
    case 2:
        *flit = noc_header(noc_header_kind(*flit), draw(topology.nodes + 2), draw(8));
        break;
    case 3:
        *flit = noc_header(NOC_HEADER_TURN, draw(4), draw(topology.ports));
        break;
    case 4:
        *flit = noc_header(NOC_HEADER_TURN, 1u << draw(14), draw(topology.ports));
        break;
    case 5:
        *flit = noc_header(NOC_HEADER_TURN, 1 + draw(3), draw(topology.ports) ^ 1u << draw(14));
        break;
    case 6:
    case 7:
        *flit ^= 1u << draw(32);
        break;
    default:
        *flit = word_of(draw(WORMS), draw(FLITS_MAX));
    }
}

/* Draw a worm: its way, its length, when it starts. One in `odd` makes no sense. */
static void draw_worm(uint32_t w, uint32_t span, uint32_t longest, uint32_t odd, uint32_t hot)
{
    struct worm *x = &worm[w];
    uint32_t from = draw(topology.nodes), to = draw(topology.nodes), headers = 1;

    if (hot < topology.nodes && draw(2)) {
        to = hot;
    }
    if (to == from) {
        to = (from + 1) % topology.nodes;
    }
    memset(x, 0, sizeof *x);
    x->header[0] = noc_header(NOC_HEADER_LAST, to, 0);
    if (routing->source) {
        headers = routing->source(&topology, from, to, x->header);
        if (headers == 0) {
            x->header[0] = noc_header(NOC_HEADER_LAST, to, 0);
            headers = 1;
        }
    }
    x->when = draw(span);
    x->model = (struct noc_worm){.flits = headers + draw(longest),
                                 .preamble = 1,
                                 .source = from,
                                 .header_flits = headers,
                                 .headers = x->header,
                                 .cookie = (void *)(uintptr_t)w};
    if (odd && draw(odd) == 0) {
        if (draw(2)) {
            x->model.flits -= headers;
            headers = astray_header(&topology, x->header, headers, draw);
            x->model.header_flits = headers;
            x->model.flits += headers;
            return;
        }
        if (draw(4) == 0 && headers < 4) { /* flits that look like headers, or fewer of them */
            x->header[headers] = draw(2) ? x->header[0] : word_of(w, headers);
            x->model.header_flits = ++headers;
            x->model.flits++;
        } else if (draw(4) == 0) { /* a header, and nothing behind it */
            x->model.header_flits = x->model.flits = headers = 1;
        }
        spoil(x, headers);
    }
}

static int by_start(const void *a, const void *b)
{
    const struct worm *x = a, *y = b;

    return (x->when > y->when) - (x->when < y->when);
}

static void draw_worms(void)
{
    static const uint32_t span[] = {30, 300, 2000, 12000}, longest[] = {1, 4, 12, 50};
    const uint32_t odd = draw(2) ? 0
                       : draw(2) ? 5 + draw(20)
                                 : 2,
                   hot = draw(3) ? NODES_MAX : draw(topology.nodes);
    const uint32_t width = span[draw(4)], length = longest[draw(4)];

    for (uint32_t w = 0; w < WORMS; w++) {
        draw_worm(w, width, length, odd, hot);
    }
    qsort(worm, WORMS, sizeof *worm, by_start);
    memset(queued, 0, sizeof queued);
    for (uint32_t w = 0; w < WORMS; w++) {
        struct noc_worm *m = &worm[w].model;

        m->headers = worm[w].header;
        m->cookie = (void *)(uintptr_t)w;
        order[m->source][queued[m->source]++] = w;
        noc_net_send(net, m, worm[w].when);
    }
}

/* --- the gateware ----------------------------------------------------------------------------- */

static void enter(uint32_t node, unsigned input, uint32_t to)
{
    const unsigned vcs = routers_vcs();
    const bool injected = input == routers_links() * vcs;
    unsigned vc, port;

    port = wiring_route(&topology, routing, node, injected ? NOC_PORT_LOCAL : input / vcs,
                        injected ? 0 : input % vcs, to, &vc);
    if (injected && to >= topology.nodes) {
        port = astray_route(&topology, node, to, &vc);
    }
    router_route(router[node], input, to, vc, port);
    transitions_route(node, input, to, vc, port);
}

static void make_routers(void)
{
    transitions_begin(topology.nodes, routing->source != NULL);
    for (uint32_t n = 0; n < topology.nodes; n++) {
        const uint32_t linked = wiring_linked(&topology, n);

        router[n] = router_new(routing->source != NULL, linked);
        transitions_linked(n, linked);
        for (unsigned i = 0; i <= routers_links() * routers_vcs(); i++) {
            for (uint32_t to = 0; to < NODES_MAX; to++) {
                enter(n, i, to);
            }
        }
    }
}

/* The NI's part: a flit of the worm whose turn it is, if there is a credit. */
static void inject(uint32_t node, struct router_in *in)
{
    const uint32_t w = order[node][given[node]];
    struct worm *x = &worm[w];

    if (given[node] == queued[node] || x->when > now || credits[node] == 0) {
        return;
    }
    const uint32_t i = sent[node]++;

    credits[node]--;
    in->inject = true;
    in->injected.word = word_at(w, i);
    in->injected.follows = is_followed(w, i);
    in->injected.tail = is_tail(w, i);
    in->injected.tag = w << INDEX_BITS | i;
    if (in->injected.tail) {
        sent[node] = 0;
        given[node]++;
        x->leaves = true;
        x->gone = now;
    }
}

/* A flit crosses a channel, or goes to the NI: it is the one behind the last, and all of its bits are
 * as they were given. Of a header on a link the model knows what it is now: compare(). */
static void cross(uint32_t node, unsigned slot, const struct router_flit *flit, bool head)
{
    struct crossing *c = &crossing[node][slot];
    const uint32_t w = flit->tag >> INDEX_BITS, i = flit->tag & ((1u << INDEX_BITS) - 1);

    if (head) {
        *c = (struct crossing){.worm = w, .next = i, .head = now, .open = true};
    }
    if (w >= WORMS || !c->open || c->worm != w || c->next != i) {
        differ("node %u, channel %u: flit %u of worm %u crosses, not flit %u of worm %u",
               (unsigned)node, slot, i, w, c->next, c->worm);
    }
    if (!(head && slot < CHANNELS_MAX) && flit->word != word_at(w, i)) {
        differ("node %u, channel %u: flit %u of worm %u has changed to %08x", (unsigned)node, slot,
               i, w, (unsigned)flit->word);
    }
    if (flit->tail != is_tail(w, i) || flit->follows != is_followed(w, i)) {
        differ("node %u, channel %u: flit %u of worm %u is marked as %s tail, %s header behind it",
               (unsigned)node, slot, i, w, flit->tail ? "a" : "no", flit->follows ? "a" : "no");
    }
    c->next++;
    c->open = !flit->tail;
    crossed_in_all++;
}

/* What leaves a router is counted, and the ends of worms are noted. */
static void note(uint32_t n, const struct router_out *out)
{
    const unsigned channels = topology.ports * routers_vcs();

    if (!out->valid) {
        differ("node %u: out_valid or eject_valid is not what leaves", (unsigned)n);
    }
    for (unsigned c = 0; c < channels; c++) {
        const bool crosses = out->vc >> c & 1, head = out->headers >> c & 1;

        if (crosses) {
            cross(n, c, &out->flit[c / routers_vcs()], head);
        }
        count[n][c].flits += crosses;
        count[n][c].headers += head;
        count[n][c].blocked += out->blocked >> c & 1;
        node_count[n].relayed += out->relayed >> c & 1;
    }
    told[n] = (struct told){out->broken, out->broken, out->broken_header};
    if (out->eject) {
        const unsigned slot = CHANNELS_MAX + (unsigned)__builtin_ctz(out->eject);
        const struct crossing *c = to_ni[n] = &crossing[n][slot];

        cross(n, slot, &out->ejected, !c->open);
        node_count[n].ejected++;
        if (out->ejected.tail) {
            worm[c->worm].ends = true;
            worm[c->worm].ended = now;
        }
    }
    for (unsigned i = 0; i <= routers_links() * routers_vcs(); i++) {
        if (out->sunk >> i & 1) {
            if (removal[n][i][now % 2].open) {
                differ("a worm is removed at node %u from input %u in cycle %llu only in the "
                       "gateware",
                       (unsigned)n, i, (unsigned long long)removal[n][i][now % 2].when);
            }
            removal[n][i][now % 2] = (struct removal){now, true};
        }
    }
}

/* --- a cycle ---------------------------------------------------------------------------------- */

static struct router_out out[NODES_MAX];
static struct router_in in[NODES_MAX];

static void look(void)
{
    const unsigned vcs = routers_vcs(), links = routers_links();

    memset(in, 0, sizeof in);
    for (uint32_t n = 0; n < topology.nodes; n++) {
        router_look(router[n], &out[n]);
    }
    for (uint32_t n = 0; n < topology.nodes; n++) {
        struct noc_link link;

        inject(n, &in[n]);
        credits[n] += out[n].credit >> (links * vcs) & 1;
        for (unsigned p = 0; p < topology.ports; p++) {
            const uint32_t mask = (1u << vcs) - 1, vc = out[n].vc >> (p * vcs) & mask;

            if (!noc_topology_link(&topology, n, p, &link)) {
                continue;
            }
            in[link.node].vc |= vc << (link.port * vcs);
            in[link.node].flit[link.port] = out[n].flit[p];
            if (n == 0 && now >= lost_from) {
                continue;
            }
            in[n].credit |= (out[link.node].credit >> (link.port * vcs) & mask) << (p * vcs);
        }
    }
}

/* The model's counters, after the cycle, are the gateware's; so are headers that crossed. */
static void compare(uint32_t n)
{
    struct noc_node_count node;

    for (unsigned c = 0; c < topology.ports * routers_vcs(); c++) {
        const unsigned port = c / routers_vcs(), vc = c % routers_vcs();
        const uint32_t word = out[n].flit[port].word, w = crossing[n][c].worm;
        struct noc_channel_count model = {0, 0, 0};
        struct noc_link link;

        if (vc < routing->vcs && noc_topology_link(&topology, n, port, &link)) {
            noc_net_channel_count(net, n, port, vc, &model);
        }
        if (memcmp(&model, &count[n][c], sizeof model) != 0) {
            differ("node %u, port %u, channel %u: %u flits, %u headers, %u blocked cycles in the "
                   "model, %u, %u, %u in the gateware",
                   (unsigned)n, port, vc, (unsigned)model.flits, (unsigned)model.headers,
                   (unsigned)model.blocked, (unsigned)count[n][c].flits,
                   (unsigned)count[n][c].headers, (unsigned)count[n][c].blocked);
        }
        if (out[n].headers >> c & 1 && word != worm[w].model.head) {
            differ(
                "node %u, port %u, channel %u: worm %u has the header %08x in the gateware, %08x "
                "in the model",
                (unsigned)n, port, vc, (unsigned)w, (unsigned)word, (unsigned)worm[w].model.head);
        }
    }
    if (told[n].left) {
        differ("node %u: the NI is told of a worm that was removed only in the gateware",
               (unsigned)n);
    }
    noc_net_node_count(net, n, &node);
    if (node.ejected != node_count[n].ejected || node.relayed != node_count[n].relayed) {
        differ("node %u: %u flits for the NI, %u headers relayed in the model, %u, %u in the "
               "gateware",
               (unsigned)n, (unsigned)node.ejected, (unsigned)node.relayed,
               (unsigned)node_count[n].ejected, (unsigned)node_count[n].relayed);
    }
}

/* The waveform, if this is a second run. What goes wrong in a cycle is told behind it. */
static void wave(void)
{
    if (now == wave_from) {
        char name[64];

        snprintf(name, sizeof name, "lockstep-%u.fst", (unsigned)number);
        if (!routers_wave(name)) {
            fprintf(stderr, "lockstep: %s cannot be written\n", name);
            exit(1);
        }
    }
    if (now >= wave_from) {
        routers_wave_cycle(now);
    }
}

/* Routers stand still now and then, each alone; the others wait for what they show. */
static void stop(uint32_t n)
{
    while (stops && draw(stops) == 0) {
        router_stop(router[n], draws);
    }
}

static void count_transitions(uint32_t n)
{
    const char *wrong = transitions ? transitions_cycle(n, &in[n], &out[n]) : NULL;

    if (wrong) {
        differ("node %u: %s", (unsigned)n, wrong);
    }
}

static void cycle(void)
{
    look();
    for (uint32_t n = 0; n < topology.nodes; n++) {
        router_give(router[n], &in[n]);
    }
    wave();
    for (uint32_t n = 0; n < topology.nodes; n++) {
        note(n, &out[n]);
    }
    while (noc_net_run(net, now + 1) <= now) {
    }
    for (uint32_t n = 0; n < topology.nodes; n++) {
        compare(n);
        count_transitions(n);
        router_pass(router[n]);
        stop(n);
    }
    now++;
}

/* --- episodes --------------------------------------------------------------------------------- */

/* Nothing that only one side has shown is left over, but for what the model tells a cycle later:
 * behind a deadlock others may go on. */
static void check_end(void)
{
    for (uint32_t w = 0; w < WORMS; w++) {
        if (worm[w].leaves || (worm[w].ends && worm[w].ended + 1 < now)) {
            differ("worm %u %s only in the gateware", w, worm[w].ends ? "ends" : "leaves its NI");
        }
    }
    for (uint32_t n = 0; n < topology.nodes; n++) {
        for (unsigned i = 0; i <= CHANNELS_MAX; i++) {
            const struct removal *r = removal[n][i];

            if ((r[0].open && r[0].when + 1 < now) || (r[1].open && r[1].when + 1 < now)) {
                differ("a worm is removed at node %u from input %u only in the gateware",
                       (unsigned)n, i);
            }
        }
    }
}

static bool begin(void)
{
    routing = astray_routing(routing, ASTRAY_ALL);
    struct noc_net_config config = {.topology = &topology, .routing = routing, .ports = 1};
    const struct noc_net_ops ops = {
        .deliver = deliver, .left = left, .broken = broken, .deadlock = deadlock};

    noc_net_preset(&config, "board");
    net = noc_net_new(&config, &ops);
    if (!net) {
        return false;
    }
    noc_net_stamp(net, stamped, NULL);
    memset(crossing, 0, sizeof crossing);
    memset(removal, 0, sizeof removal);
    memset(count, 0, sizeof count);
    memset(node_count, 0, sizeof node_count);
    memset(given, 0, sizeof given);
    memset(sent, 0, sizeof sent);
    for (uint32_t n = 0; n < topology.nodes; n++) {
        credits[n] = 2;
    }
    now = 0;
    deadlocked = NOC_NEVER;
    make_routers();
    return true;
}

static void finish(void)
{
    cycles_in_all += now * topology.nodes;
    worms_in_all += WORMS;
    deadlocks_in_all += deadlocked != NOC_NEVER;
    for (uint32_t n = 0; n < topology.nodes; n++) {
        router_free(router[n]);
    }
    noc_net_free(net);
}

/* From reset until all worms have ended, or for a while after a deadlock. */
static bool episode(uint32_t n)
{
    number = n;
    draws = (uint64_t)n * UINT64_C(0xd1342543de82ef95);
    if (!routing->fits) {
        routing = any_routing(routers_vcs(), n); /* another one */
    }
    if (!begin()) {
        return false;
    }
    draw_worms();
    stops = draw(2) ? 4 : 0;
    while (noc_net_next(net) != NOC_NEVER &&
           (deadlocked == NOC_NEVER || now < deadlocked + QUIET_CYCLES)) {
        cycle();
    }
    for (unsigned i = 0; i < 4; i++) { /* nothing moves after the last one */
        cycle();
    }
    check_end();
    finish();
    return true;
}

/* --- what is given ---------------------------------------------------------------------------- */

static bool choose(const char *text, const char *name)
{
    const bool any = strcmp(name, "any") == 0;
    struct noc_fault fault;

    routing = any_routing(routers_vcs(), 0);
    if (!noc_topology_parse(&topology, text, &fault) ||
        (!any && !noc_routing_choose(&routing, name, &topology, &fault))) {
        fprintf(stderr, "lockstep: %s, %s: %s\n", text, name, noc_fault_text(fault.code));
        return false;
    }
    if (topology.nodes > NODES_MAX || topology.ports != routers_links() ||
        routing->vcs > routers_vcs() || routing->copies) {
        fprintf(stderr,
                "lockstep: %s, %s: these routers are for at most %u nodes, %u ports, %u virtual "
                "channels and worms with one destination\n",
                text, name, (unsigned)NODES_MAX, routers_links(), routers_vcs());
        return false;
    }
    return true;
}

/* --no-wave, --transitions, --wave CYCLE (a second run's) and --lose CYCLE; how many words they are. */
static int read_options(int argc, char **argv)
{
    int at = 1;

    for (; at < argc && strncmp(argv[at], "--", 2) == 0; at++) {
        if (strcmp(argv[at], "--no-wave") == 0) {
            no_wave = true;
        } else if (strcmp(argv[at], "--transitions") == 0) {
            transitions = true;
        } else if (strcmp(argv[at], "--wave") == 0 && at + 1 < argc) {
            wave_from = strtoull(argv[++at], NULL, 10);
        } else if (strcmp(argv[at], "--lose") == 0 && at + 1 < argc) {
            lost_from = strtoull(argv[++at], NULL, 10);
        } else {
            return argc;
        }
    }
    return at;
}

/* Digits alone, and at least this. */
static bool take_number(uint32_t *to, const char *what, const char *text, uint32_t least)
{
    char *end;
    const unsigned long long n = strtoull(text, &end, 10);

    *to = (uint32_t)n;
    if (*text >= '0' && *text <= '9' && !*end && n >= least && n <= UINT32_MAX) {
        return true;
    }
    fprintf(stderr, "lockstep: %s '%s': must be a whole number from %u on, of 32 bits\n", what,
            text, (unsigned)least);
    return false;
}

int main(int argc, char **argv)
{
    const int at = read_options(argc, argv);
    uint32_t first = 0, episodes;

    argc -= at;
    argv += at;
    if (argc < 3 || argc > 4) {
        fprintf(
            stderr,
            "usage: lockstep [--no-wave] [--transitions] [--lose CYCLE] TOPOLOGY ROUTING EPISODES "
            "[CASE]\n");
        return 2;
    }
    arguments = argv;
    if (!choose(argv[0], argv[1]) || !take_number(&episodes, "EPISODES", argv[2], 1) ||
        (argc > 3 && !take_number(&first, "CASE", argv[3], 0))) {
        return 2;
    }

    for (uint32_t i = 0; i < episodes; i++) {
        if (!episode(first + i)) {
            fprintf(stderr, "lockstep: no memory for the model of %s\n", argv[0]);
            return 1;
        }
    }
    printf("%s %s: %llu router-cycles, %llu worms, %llu of them broken, %llu flits crossed, "
           "%llu deadlocks, no difference\n",
           argv[0], argv[1], (unsigned long long)cycles_in_all, (unsigned long long)worms_in_all,
           (unsigned long long)broken_in_all, (unsigned long long)crossed_in_all,
           (unsigned long long)deadlocks_in_all);
    if (transitions) {
        transitions_print(stdout);
    }
    return 0;
}
