/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * lockstep-ni TOPOLOGY ROUTING EPISODES [CASE]: random accesses to registers, made to verilated
 * nodes (router, network interface and RAM) and to libnoc/model's board at once; the first
 * difference ends it with a sentence and status 1.
 *
 * Compared are, in each cycle: what each access reads, each interrupt line, what a core prints and
 * how it ends; of each worm that an interface gives the cycles of its first and last flit, and all
 * of its flits; of each worm that becomes visible in v its body in RAM, when an access of the hart
 * that begins in v + 1 is served; that each byte that is written is one of a body that has a slot or
 * window; and what the hart reads in RAM. At the end of an episode all registers and counters.
 *
 * In half of the episodes one node has a router alone, and sends worms that no interface would.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "astray.h"
#include "look.h"
#include "nodes.h"
#include "routers.h"
#include "routing/routings.h"
#include "topology/topologies.h"
#include "traffic.h"
#include "wiring.h"

enum {
    RAM_BYTES = 1 << NODE_RAM_BITS,
    NODES_MAX = TRAFFIC_NODES_MAX,
    FLITS_MAX = 1 << 11, /* of a worm that is compared */
    BODIES = 64,
    SCRATCH = 0x6000, /* in RAM, where harts read and write */
    WILD_FLITS = 80,
    HOST = 5,     /* NI_HOST */
    CYCLES = 3000 /* of an episode, while registers are accessed */
};

/* A body that has become visible in v. */
struct body {
    uint64_t v;
    uint32_t at, bytes;
};

/* An access of the hart to RAM. */
struct load {
    bool pending, body; /* it reads a word of this body: */
    struct body of;
    uint32_t at, value;
    uint8_t write;
};

struct state {
    struct node *node;
    uint8_t model_ram[RAM_BYTES];
    uint64_t image; /* what it reads there is answered in the next cycle */
    struct body body[BODIES];
    uint32_t bodies;
    struct load load;
    bool loaded; /* it read in the cycle before, and should have read: */
    uint32_t expected;
    bool asked; /* it read in the cycle before, and found in the model: */
    struct traffic_access access;
    uint32_t found;
    uint64_t head; /* the worm that is being given */
    uint32_t flits, flit[FLITS_MAX];
    bool follows[FLITS_MAX];
    struct node_said said; /* by the model, in this cycle */
};

static struct noc_topology topology;
static const struct noc_routing *routing;
static struct traffic traffic;
static struct state *state;
static struct router *wild_router;
static uint32_t wild_flit[WILD_FLITS], wild_flits, wild_headers, wild_given, wild_credits,
    wild_freed, wild_pause;
static uint32_t number; /* of the episode */
static uint64_t now, cycles_in_all, worms_in_all, reads_in_all, bodies_in_all, wild_in_all;
static uint64_t counted_in_all[NI_COUNTS]; /* by the interfaces */
static uint64_t verdicts[NOC_TX_BAD_LIST + 1], reasons[NOC_BAD_LENGTH + 1];
static uint32_t most_behind;
static bool stamping; /* CTL_STAMP */

__attribute__((format(printf, 1, 2))) static void differ(const char *format, ...)
{
    va_list arguments;

    fflush(stdout);
    fprintf(stderr, "gateware and model differ: case %u, cycle %llu: ", (unsigned)number,
            (unsigned long long)now);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(1);
}

/* --- the model's callbacks -------------------------------------------------------------------- */

static uint32_t image_word(uint32_t addr)
{
    return (addr >> 2) * UINT32_C(0x9e3779b1) ^ addr;
}

static bool model_read(void *opaque, uint32_t node, uint32_t addr, void *to, uint32_t bytes)
{
    const uint32_t offset = addr - NOC_RAM_BASE, image = addr - NOC_IMAGE_BASE;

    (void)opaque;
    if (offset < RAM_BYTES && bytes <= RAM_BYTES - offset) {
        memcpy(to, state[node].model_ram + offset, bytes);
        return true;
    }
    if (image >= NOC_IMAGE_SIZE || bytes > NOC_IMAGE_SIZE - image) {
        return false;
    }
    for (uint32_t i = 0; i < bytes / 4; i++) {
        ((uint32_t *)to)[i] = image_word(addr + 4 * i);
    }
    return true;
}

static bool model_write(void *opaque, uint32_t node, uint32_t addr, const void *from,
                        uint32_t bytes)
{
    struct state *s = &state[node];

    (void)opaque;
    if (addr - NOC_RAM_BASE >= RAM_BYTES || bytes > RAM_BYTES - (addr - NOC_RAM_BASE)) {
        return false;
    }
    memcpy(s->model_ram + (addr - NOC_RAM_BASE), from, bytes);
    if (traffic.orderly && s->bodies < BODIES) {
        s->body[s->bodies++] = (struct body){.v = now, .at = addr - NOC_RAM_BASE, .bytes = bytes};
    }
    return true;
}

static void model_console(void *opaque, uint32_t node, char c)
{
    (void)opaque;
    state[node].said.printed = true;
    state[node].said.character = (uint8_t)c;
}

static void model_exit(void *opaque, uint32_t node, uint32_t status, uint64_t when)
{
    (void)opaque;
    (void)when;
    state[node].said.exited = true;
    state[node].said.status = (uint8_t)status;
}

static void model_abort(void *opaque, uint32_t node, uint32_t status, uint64_t when)
{
    (void)opaque;
    (void)when;
    state[node].said.aborted = true;
    state[node].said.status = (uint8_t)status;
}

/* --- accesses --------------------------------------------------------------------------------- */

static uint32_t model_value(uint32_t node, const struct traffic_access *a)
{
    const struct noc_hart hart = {.time = now};

    return a->own ? noc_board_counter(traffic.board, node, a->offset, &hart)
                  : noc_ni_read(traffic.board, node, a->offset, now);
}

/* Node's access in this cycle, in the model; what it reads is compared in the next one. */
static void access_model(uint32_t node, const struct traffic_access *a, struct node_in *in)
{
    struct state *s = &state[node];

    in->access = true;
    in->writes = a->writes;
    in->own = a->own;
    in->offset = a->offset;
    in->value = a->value;
    s->access = *a;
    if (a->writes) {
        noc_ni_write(traffic.board, node, a->offset, a->value, now);
        verdicts[noc_ni_peek(traffic.board, node, NI_TX_STATUS)] +=
            a->offset == NI_TX_DEST || a->offset == NI_TX_HEADERS;
    } else {
        s->found = model_value(node, a);
        s->asked = true;
    }
}

static void compare_read(uint32_t node, uint32_t found)
{
    struct state *s = &state[node];

    if (s->asked && found != s->found) {
        differ("node %u: the %s at %03x read %08x in cycle %llu in the model, %08x in the gateware",
               (unsigned)node, s->access.own ? "counter" : "register", (unsigned)s->access.offset,
               (unsigned)s->found, (unsigned long long)now - 1, (unsigned)found);
    }
    reads_in_all += s->asked;
    s->asked = false;
}

/* --- memory ----------------------------------------------------------------------------------- */

static uint32_t model_word(const struct state *s, uint32_t at)
{
    uint32_t word;

    memcpy(&word, s->model_ram + at, 4);
    return word;
}

/* All of a body is in RAM, as soon as the hart's access has been served. */
static void compare_body(uint32_t node, const struct body *c)
{
    const struct state *s = &state[node];

    bodies_in_all++;
    for (uint32_t b = c->at; b < c->at + c->bytes; b++) {
        if (node_ram(s->node, b) != s->model_ram[b]) {
            differ(
                "node %u: the body of %u bytes at %08x, visible in cycle %llu, has the byte %02x "
                "at %u in the model, %02x in the gateware",
                (unsigned)node, (unsigned)c->bytes, (unsigned)(NOC_RAM_BASE + c->at),
                (unsigned long long)c->v, s->model_ram[b], (unsigned)(b - c->at),
                node_ram(s->node, b));
        }
    }
}

/* The hart reads a word of a body in the first cycle in which it can know of it. */
static bool ask_body(struct state *s)
{
    for (uint32_t i = 0; i < s->bodies; i++) {
        const struct body *c = &s->body[i];

        if (c->v + 1 == now && c->bytes) {
            s->load = (struct load){.pending = true, .body = true, .of = *c};
            s->load.at = (c->at & ~3u) + 4 * traffic_draw((c->bytes + 3) / 4);
            return true;
        }
    }
    return false;
}

/* Or it reads and writes where no worm comes. */
static void ask_word(struct state *s)
{
    if (traffic_draw(4) == 0) {
        s->load = (struct load){.pending = true,
                                .at = SCRATCH + 4 * traffic_draw(32),
                                .write = (uint8_t)traffic_draw(16),
                                .value = traffic_draw(1 << 16) * 0x10003u};
    }
}

/* What the hart's load has read; bodies of older cycles are forgotten; the next load. */
static void compare_load(uint32_t node, uint32_t read)
{
    struct state *s = &state[node];
    uint32_t left = 0;

    if (s->loaded && read != s->expected) {
        differ("node %u: the word at %08x is %08x in the model, and %08x is read in the gateware",
               (unsigned)node, (unsigned)(NOC_RAM_BASE + s->load.at), (unsigned)s->expected,
               (unsigned)read);
    }
    s->loaded = false;
    for (uint32_t i = 0; i < s->bodies; i++) {
        if (s->body[i].v + 1 >= now) {
            s->body[left++] = s->body[i];
        }
    }
    s->bodies = left;
    if (!s->load.pending && !ask_body(s)) {
        ask_word(s);
    }
}

/* The hart's access to RAM has been served in this cycle. */
static void serve(uint32_t node)
{
    struct state *s = &state[node];
    struct load *l = &s->load;

    l->pending = false;
    for (unsigned b = 0; b < 4; b++) {
        if (l->write >> b & 1) {
            s->model_ram[l->at + b] = (uint8_t)(l->value >> 8 * b);
        }
    }
    if (l->body) {
        compare_body(node, &l->of);
    }
    s->loaded =
        !l->write && !(l->body && (l->of.bytes & 3)); /* what is behind a body is anything */
    s->expected = model_word(s, l->at);
}

/* Whether a body is coming to node that has this byte, and a slot or window for it. */
static bool is_of_body(uint32_t node, uint32_t at)
{
    const struct ni *ni = &traffic.board->ni[node];

    for (const struct ni_worm *w = traffic.board->pool.live; w; w = w->next) {
        const struct ni_arrival *a = &w->last;
        const uint32_t bytes = 4 * NOC_GET(a->word[0], NI_TX_W0, LENGTH);

        if (a->node == node &&
            ((a->fate == NI_FATE_SLOT && ni->queue[a->index]->generation == a->generation) ||
             (a->fate == NI_FATE_WINDOW && ni->window[a->index].generation == a->generation)) &&
            at + NOC_RAM_BASE - a->addr < (bytes < a->room ? bytes : a->room)) {
            return true;
        }
    }
    return false;
}

/* What the interface is about to write is a body's; before the model comes to this cycle. */
static void compare_put(uint32_t node, const struct node_out *o)
{
    for (unsigned b = 0; b < 8; b++) {
        const uint32_t at = 8 * o->at + b;

        if ((o->write >> b & 1) && !is_of_body(node, at)) {
            differ("node %u: the byte at %08x is written in the gateware, and no body has it",
                   (unsigned)node, (unsigned)(NOC_RAM_BASE + at));
        }
    }
    most_behind = o->behind > most_behind ? o->behind : most_behind;
}

/* --- worms that interfaces give ---------------------------------------------------------------- */

/* Flit i of the model's worm. */
static uint32_t model_flit(const struct ni_worm *w, uint32_t i)
{
    const uint32_t headers = w->net.headers ? w->net.header_flits : 1;

    return i < headers                ? w->net.headers ? w->net.headers[i] : w->net.header[i]
                        : i < headers + NOC_NI_WORDS ? w->word[i - headers]
                                      : w->body[i - headers - NOC_NI_WORDS];
}

static const struct ni_worm *model_worm(uint32_t node)
{
    for (const struct ni_worm *w = traffic.board->pool.live; w; w = w->next) {
        if (w->net.source == node && w->net.tail_left == now) {
            return w;
        }
    }
    return NULL;
}

/* The tail of a worm has left in this cycle, which has happened in the model too. */
static void compare_worm(uint32_t node)
{
    struct state *s = &state[node];
    const struct ni_worm *w = model_worm(node);
    const uint32_t headers = w && w->net.headers ? w->net.header_flits : 1;

    if (!w || w->net.head_left != s->head || w->net.flits != s->flits) {
        differ("node %u gives a worm of %u flits from cycle %llu on in the gateware; in the model "
               "%u flits from cycle %llu on",
               (unsigned)node, (unsigned)s->flits, (unsigned long long)s->head,
               w ? (unsigned)w->net.flits : 0, w ? (unsigned long long)w->net.head_left : 0);
    }
    for (uint32_t i = 0; i < s->flits && i < FLITS_MAX; i++) {
        if (s->flit[i] != model_flit(w, i) || s->follows[i] != (i + 1 < headers)) {
            differ("node %u gives %08x as flit %u of a worm in the gateware, %08x in the model",
                   (unsigned)node, (unsigned)s->flit[i], (unsigned)i, (unsigned)model_flit(w, i));
        }
    }
    worms_in_all++;
    s->flits = 0;
}

static void gather(uint32_t node, const struct node_out *out)
{
    struct state *s = &state[node];

    if (out->injects) {
        if (s->flits == 0) {
            s->head = now;
        }
        if (s->flits < FLITS_MAX) {
            s->flit[s->flits] = (uint32_t)out->injected;
            s->follows[s->flits] = out->injected >> 32 & 1;
        }
        s->flits++;
    }
}

/* --- a node with a router alone --------------------------------------------------------------- */

/* W0 to W2 of a worm that may say anything. */
static void wild_words(uint32_t word[NOC_NI_WORDS], uint32_t length)
{
    const uint32_t type = traffic_draw(12) ? 1 + traffic_draw(4) : traffic_draw(16);
    const bool signal = type == NOC_WORM_SIGNAL;

    word[0] =
        NOC_PUT(type, NI_TX_W0, TYPE) |
        NOC_PUT(traffic_draw(3) && type != NOC_WORM_BODY ? 0 : traffic_draw(8), NI_TX_W0, CHANNEL) |
        NOC_PUT(signal && traffic_draw(4) ? 0 : length, NI_TX_W0, LENGTH) |
        NOC_PUT(traffic_draw(4) == 0, NI_TX_W0, QUIET) | NOC_PUT(traffic_draw(16), NI_TX_W0, ENTRY);
    word[1] = (traffic_draw(8)   ? traffic_draw(topology.nodes)
               : traffic_draw(2) ? topology.nodes + traffic_draw(2)
                                 : traffic_draw(1 << 14)) |
              traffic_draw(1 << 16) << NI_TX_W1_TAG_SHIFT;
    word[2] = signal ? traffic_draw(36) : traffic_draw(3);
}

/* Or W0 to W2 of a body for a window of node `to` that is open, if there is one. */
static void aimed_words(uint32_t word[NOC_NI_WORDS], uint32_t to)
{
    for (uint32_t i = 0; i < NOC_WINDOWS; i++) {
        const struct ni_window *w = &traffic.board->ni[to].window[i];
        const uint32_t room = (w->length + 3) / 4 - w->taken;

        if (w->open && traffic_draw(2)) {
            word[0] = NOC_PUT(NOC_WORM_BODY, NI_TX_W0, TYPE) | NOC_PUT(i, NI_TX_W0, CHANNEL) |
                      NOC_PUT(traffic_draw((room < 20 ? room : 20) + 1), NI_TX_W0, LENGTH) |
                      NOC_PUT(traffic_draw(6) == 0, NI_TX_W0, QUIET);
            word[1] = w->source;
            word[2] = w->key;
            return;
        }
    }
}

static void wild_to_model(struct ni_worm *w, const uint32_t *header, uint32_t body, uint32_t flits)
{
    memcpy(w->net.header, header, sizeof w->net.header);
    if (wild_headers > 1) {
        w->net.headers = memcpy(w->body + body, header, 4 * wild_headers);
        w->net.header_flits = wild_headers;
    }
    w->net.flits = flits;
    w->net.preamble = NI_WORM_FLITS;
    w->net.source = traffic.wild;
    noc_net_send(traffic.board->net, &w->net, now);
}

/* Draw a worm that may be too long or too short, or say what it is not; also for the model. */
static void wild_draw(void)
{
    const uint32_t to = (traffic.wild + 1 + traffic_draw(topology.nodes - 1)) % topology.nodes;
    uint32_t header[NOC_TURNS_MAX + 1], word[NOC_NI_WORDS], body;
    struct ni_worm *w;

    wild_words(word, traffic_draw(20));
    if (traffic_draw(2)) {
        aimed_words(word, to);
    }
    body = traffic_draw(3) ? NOC_GET(word[0], NI_TX_W0, LENGTH) : traffic_draw(24);
    w = ni_worm_new(&traffic.board->pool, body + NOC_TURNS_MAX + 1);
    memcpy(w->word, word, sizeof word);
    for (uint32_t i = 0; i < body; i++) {
        w->body[i] = traffic_draw(1 << 16) * 0x10001u;
    }
    wild_headers = noc_route_headers(&topology, routing, traffic.wild, to, header);
    if (traffic_draw(4) == 0) {
        wild_headers = astray_header(&topology, header, wild_headers, traffic_draw);
    }
    wild_flits = wild_headers + (traffic_draw(30) ? NOC_NI_WORDS + body : traffic_draw(4));
    wild_to_model(w, header, body, wild_flits);
    for (uint32_t i = 0; i < wild_flits; i++) {
        wild_flit[i] = model_flit(w, i);
    }
    wild_given = 0;
    wild_in_all++;
}

static void wild_inject(struct router_in *in)
{
    if (wild_given == wild_flits || wild_credits == 0) {
        return;
    }
    wild_credits--;
    in->inject = true;
    in->injected = (struct router_flit){.word = wild_flit[wild_given],
                                        .follows = wild_given + 1 < wild_headers,
                                        .tail = wild_given + 1 == wild_flits};
    wild_given++;
}

/* --- a cycle ---------------------------------------------------------------------------------- */

static struct node_out out[NODES_MAX];
static struct node_in in[NODES_MAX];

static void look_wild(void)
{
    struct router_out r;
    struct node_out *o = &out[traffic.wild];

    router_look(wild_router, &r);
    o->vc = r.vc;
    o->credit = r.credit;
    wild_freed = r.credit >> (routers_links() * routers_vcs()) & 1;
    for (unsigned p = 0; p < routers_links(); p++) {
        o->flit[p] =
            r.flit[p].word | (uint64_t)r.flit[p].follows << 32 | (uint64_t)r.flit[p].tail << 33;
    }
}

static void pass_wild(void)
{
    const struct node_in *from = &in[traffic.wild];
    struct router_in r = {.vc = from->vc, .credit = from->credit};

    for (unsigned p = 0; p < routers_links(); p++) {
        r.flit[p] = (struct router_flit){.word = (uint32_t)from->flit[p],
                                         .follows = from->flit[p] >> 32 & 1,
                                         .tail = from->flit[p] >> 33 & 1};
    }
    wild_inject(&r);
    wild_credits += wild_freed;
    router_give(wild_router, &r);
    router_pass(wild_router);
}

/* What leaves each node enters its neighbours. */
static void connect(void)
{
    const unsigned vcs = routers_vcs();
    const uint32_t mask = (1u << vcs) - 1;

    memset(in, 0, sizeof in);
    memset(out, 0, sizeof out);
    for (uint32_t n = 0; n < topology.nodes; n++) {
        if (n == traffic.wild) {
            look_wild();
        } else {
            node_look(state[n].node, &out[n]);
        }
    }
    for (uint32_t n = 0; n < topology.nodes; n++) {
        struct noc_link link;

        for (unsigned p = 0; p < topology.ports; p++) {
            if (noc_topology_link(&topology, n, p, &link)) {
                in[link.node].vc |= (out[n].vc >> (p * vcs) & mask) << (link.port * vcs);
                in[link.node].flit[link.port] = out[n].flit[p];
                in[n].credit |= (out[link.node].credit >> (link.port * vcs) & mask) << (p * vcs);
            }
        }
    }
}

static void compare_look(uint32_t n)
{
    struct look look;

    if (!look_equal(traffic.board, n, state[n].node, &look)) {
        differ("node %u: a debugger reads %08x at %03x of the %s block in the model, %08x in the "
               "gateware",
               (unsigned)n, (unsigned)look.model, (unsigned)look.offset, look.block,
               (unsigned)look.gateware);
    }
}

/* What the node shows of the cycle before. */
static void compare_shown(uint32_t n)
{
    if (out[n].line != noc_ni_line(traffic.board, n)) {
        differ("node %u: the interrupt line is %s only in the gateware", (unsigned)n,
               out[n].line ? "high" : "low");
    }
    compare_read(n, out[n].found);
    compare_put(n, &out[n]);
    compare_load(n, out[n].ram);
    compare_look(n);
}

static void compare_said(uint32_t n, const struct node_said *said)
{
    const struct node_said *model = &state[n].said;

    if (said->printed != model->printed || said->exited != model->exited ||
        said->aborted != model->aborted ||
        (model->printed && said->character != model->character) ||
        ((model->exited || model->aborted) && said->status != model->status)) {
        differ("node %u: what its core says to the outside by register %03x", (unsigned)n,
               (unsigned)state[n].access.offset);
    }
    memset(&state[n].said, 0, sizeof state[n].said);
}

static void count_reasons(void)
{
    for (uint32_t n = 0; n < topology.nodes; n++) {
        const struct ni *ni = &traffic.board->ni[n];

        reasons[NOC_GET(ni->bad_where, NI_BAD_WHERE, REASON)] +=
            ni->bad_time == now && ni->count[NI_COUNT_BAD] > 0;
    }
}

static void run_model(void)
{
    while (noc_board_run(traffic.board, now + 1) <= now) {
    }
    count_reasons();
}

/* What goes to memory, and comes from there. */
static void pass_memory(uint32_t n)
{
    struct state *s = &state[n];
    const uint32_t at = NOC_IMAGE_BASE + 8 * out[n].image_at;

    in[n].image = s->image;
    if (out[n].image) {
        s->image = image_word(at) | (uint64_t)image_word(at + 4) << 32;
    }
    in[n].ram = s->load.pending;
    in[n].ram_at = s->load.at / 4;
    in[n].ram_write = s->load.write;
    in[n].ram_value = s->load.value;
}

static void pass(uint32_t n)
{
    struct node_said said;

    gather(n, &out[n]);
    pass_memory(n);
    in[n].boot = out[0].boot;
    node_pass(state[n].node, &in[n], &said);
    compare_said(n, &said);
    if (said.ram) {
        serve(n);
    }
    if (out[n].injects && out[n].injected >> 33 & 1) {
        compare_worm(n);
    }
}

/* A debugger writes CTL_STAMP now and then. */
static void draw_stamping(void)
{
    if (traffic_draw(stamping ? 900 : 300) == 0) {
        stamping = !stamping;
        noc_board_stamp(traffic.board, stamping);
        for (uint32_t n = 0; n < topology.nodes; n++) {
            if (n != traffic.wild) {
                node_make_stamps(state[n].node, stamping);
            }
        }
    }
}

/* One cycle. next: the access of a node in it; NULL: none. */
static void cycle(bool (*next)(uint32_t node, struct traffic_access *a))
{
    struct traffic_access a;

    connect();
    draw_stamping();
    for (uint32_t n = 0; n < topology.nodes; n++) {
        if (n != traffic.wild) {
            compare_shown(n);
            if (next && next(n, &a)) {
                access_model(n, &a, &in[n]);
            }
        }
    }
    if (next && traffic.wild < topology.nodes && wild_given == wild_flits &&
        traffic_draw(wild_pause) == 0) {
        wild_draw();
    }
    run_model();
    for (uint32_t n = 0; n < topology.nodes; n++) {
        if (n == traffic.wild) {
            pass_wild();
        } else {
            pass(n);
        }
    }
    now++;
}

/* --- episodes --------------------------------------------------------------------------------- */

static void enter(uint32_t n, unsigned input, uint32_t to)
{
    const unsigned vcs = routers_vcs();
    const bool injected = input == routers_links() * vcs;
    unsigned vc, port;

    port = wiring_route(&topology, routing, n, injected ? NOC_PORT_LOCAL : input / vcs,
                        injected ? 0 : input % vcs, to, &vc);
    if (n == traffic.wild && injected && to >= topology.nodes) {
        port = astray_route(&topology, n, to, &vc);
    }
    if (n == traffic.wild) {
        router_route(wild_router, input, to, vc, port);
    } else if (to < 1u << NODE_BITS) {
        node_route(state[n].node, input, to, vc, port);
    }
}

static void make_node(uint32_t n)
{
    const uint32_t linked = wiring_linked(&topology, n);
    uint16_t way[WIRING_WAYS];

    if (n == traffic.wild) {
        wild_router = router_new(routing->source != NULL, linked);
    } else {
        const struct node_board board = {
            .nodes = topology.nodes,
            .profile = noc_ni_peek(traffic.board, n, NI_PROFILE),
            .wiring = noc_ni_peek(traffic.board, n, NI_WIRING),
            .host = HOST,
            .turns = routing->source != NULL,
        };

        state[n].node =
            node_new(&board, n, linked, wiring_used(&topology, routing, n, routers_vcs()),
                     wiring_used_in(&topology, routing, n, routers_vcs()));
        for (uint32_t to = 0; to < 1u << NODE_BITS; to++) {
            wiring_way(&topology, routing, n, to, way);
            for (unsigned i = 0; i < (way[WIRING_COUNT] & WIRING_TURNS); i++) {
                node_way(state[n].node, to, i, way[i]);
            }
            node_way(state[n].node, to, WIRING_COUNT, way[WIRING_COUNT]);
        }
    }
    for (unsigned i = 0; i <= routers_links() * routers_vcs(); i++) {
        for (uint32_t to = 0; to < 1u << ROUTER_NODE_BITS; to++) {
            enter(n, i, to);
        }
    }
}

/* What this episode is like. */
static void draw_traffic(void)
{
    static const uint32_t each[] = {1, 1, 3, 12}, length[] = {0, 3, 20, 64},
                          tau[] = {0, 8, 60, 300};

    traffic =
        (struct traffic){.nodes = topology.nodes,
                         .ram_base = NOC_RAM_BASE,
                         .ram_bytes = RAM_BYTES,
                         .wild = traffic_draw(2) ? traffic_draw(topology.nodes) : topology.nodes,
                         .each = each[traffic_draw(4)],
                         .length = length[traffic_draw(4)],
                         .tau = tau[traffic_draw(4)],
                         .orderly = traffic_draw(4) != 0,
                         .silent = traffic_draw(8) == 0,
                         .storm = traffic_draw(4) == 0};
    traffic.set_up = !traffic.silent && traffic_draw(4);
}

static void fill_ram(uint32_t n)
{
    for (uint32_t i = 0; i < RAM_BYTES; i++) {
        state[n].model_ram[i] = (uint8_t)(i * 37 + n * 11 + (i >> 8) * 91);
        if (n != traffic.wild) {
            node_set_ram(state[n].node, i, state[n].model_ram[i]);
        }
    }
}

static bool begin(void)
{
    struct noc_board_config config = {
        .net = {.topology = &topology, .routing = routing, .ports = 1},
        .ram_bytes = RAM_BYTES,
        .host = HOST};
    const struct noc_board_ops ops = {.read = model_read,
                                      .write = model_write,
                                      .console = model_console,
                                      .exit = model_exit,
                                      .abort = model_abort};

    noc_net_preset(&config.net, "board");
    draw_traffic();
    routing = config.net.routing = astray_routing(routing, traffic.wild);
    traffic.board = noc_board_new(&config, &ops);
    state = calloc(topology.nodes, sizeof *state);
    if (!traffic.board || !state) {
        return false;
    }
    now = 0;
    wild_flits = wild_given = 0;
    wild_credits = 2;
    stamping = false;
    wild_pause = traffic_draw(2) ? 1 : 8;
    for (uint32_t n = 0; n < topology.nodes; n++) {
        make_node(n);
        fill_ram(n);
    }
    return true;
}

static void finish(void)
{
    cycles_in_all += now * topology.nodes;
    for (uint32_t n = 0; n < topology.nodes; n++) {
        for (unsigned c = 0; c < NI_COUNTS; c++) {
            counted_in_all[c] += traffic.board->ni[n].count[c];
        }
        if (n != traffic.wild) {
            node_free(state[n].node);
        } else {
            router_free(wild_router);
        }
    }
    noc_board_free(traffic.board);
    free(state);
}

static bool draw_access(uint32_t node, struct traffic_access *a)
{
    return traffic_access(&traffic, node, a);
}

static bool no_wake(uint32_t node, struct traffic_access *a)
{
    (void)node;
    *a = (struct traffic_access){.writes = true, .offset = NI_WAKE};
    return true;
}

static uint32_t looked_at;

static bool read_next(uint32_t node, struct traffic_access *a)
{
    const bool own = looked_at >= NOC_NI_SIZE;

    (void)node;
    *a = (struct traffic_access){.own = own, .offset = looked_at % NOC_NI_SIZE};
    return true;
}

static bool episode(uint32_t n)
{
    number = n;
    traffic_seed((uint64_t)n * UINT64_C(0xd1342543de82ef95) + 1);
    if (!begin()) {
        return false;
    }
    while (now < CYCLES) {
        cycle(draw_access);
    }
    cycle(no_wake);
    while (noc_board_next(traffic.board) != NOC_NEVER || wild_given < wild_flits) {
        cycle(NULL);
    }
    for (looked_at = 0; looked_at < NOC_NI_SIZE + CNT_SAMPLE; looked_at += 4) {
        cycle(read_next);
    }
    cycle(NULL);
    finish();
    return true;
}

/* --- what is given ---------------------------------------------------------------------------- */

static bool choose(const char *text, const char *name)
{
    struct noc_fault fault;

    if (!noc_topology_parse(&topology, text, &fault) ||
        !noc_routing_choose(&routing, name, &topology, &fault)) {
        fprintf(stderr, "lockstep-ni: %s, %s: %s\n", text, name, noc_fault_text(fault.code));
        return false;
    }
    if (topology.nodes > NODES_MAX || topology.ports != routers_links() ||
        routing->vcs > routers_vcs() || routing->copies) {
        fprintf(stderr,
                "lockstep-ni: %s, %s: these nodes are for at most %u nodes, %u ports, %u virtual "
                "channels and worms with one destination\n",
                text, name, (unsigned)NODES_MAX, routers_links(), routers_vcs());
        return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    if (argc < 4 || argc > 5) {
        fprintf(stderr, "usage: lockstep-ni TOPOLOGY ROUTING EPISODES [CASE]\n");
        return 2;
    }
    if (!choose(argv[1], argv[2])) {
        return 2;
    }
    const uint32_t first = argc > 4 ? (uint32_t)strtoul(argv[4], NULL, 10) : 0;
    const uint32_t episodes = (uint32_t)strtoul(argv[3], NULL, 10);

    for (uint32_t i = 0; i < episodes; i++) {
        if (!episode(first + i)) {
            fprintf(stderr, "lockstep-ni: no memory for the model of %s\n", argv[1]);
            return 1;
        }
    }
    printf(
        "%s %s: %llu node-cycles, %llu reads, %llu worms and %llu wild ones: %llu visible, %llu "
        "discarded, %llu broken, %llu bodies, %llu words of state; at most %u writes waiting; no difference\n",
        argv[1], argv[2], (unsigned long long)cycles_in_all, (unsigned long long)reads_in_all,
        (unsigned long long)worms_in_all, (unsigned long long)wild_in_all,
        (unsigned long long)counted_in_all[NI_COUNT_IN],
        (unsigned long long)counted_in_all[NI_COUNT_DISCARDED],
        (unsigned long long)counted_in_all[NI_COUNT_BAD], (unsigned long long)bodies_in_all,
        (unsigned long long)looks_in_all, (unsigned)most_behind);
    printf("verdicts 0 to 6:");
    for (unsigned v = 0; v <= NOC_TX_BAD_LIST; v++) {
        printf(" %llu", (unsigned long long)verdicts[v]);
    }
    printf("; reasons 1 to 3: %llu %llu %llu\n", (unsigned long long)reasons[NOC_BAD_HEADER],
           (unsigned long long)reasons[NOC_BAD_TYPE], (unsigned long long)reasons[NOC_BAD_LENGTH]);
    return 0;
}
