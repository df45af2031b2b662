/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Pipeline s1 on an 8x8 torus, modelled a second time, without libnoc: where BookSim 2 does otherwise
 * there is a switch. Written from docs/board.md, section 3, alone; bench/switches.py calls it.
 *
 * usage: switches FLITS RATE SEED CYCLES [later-vc] [one-channel] [two-contexts] [one-input] [two-ejections]
 *                 [in-turn]
 *
 * Packets of so many flits, made with RATE flits for each node and cycle. Prints their mean latency, of
 * those made in CYCLES cycles behind WARM, and the flits that a node takes in one of these cycles.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIDE = 8,
    NODES = SIDE * SIDE,
    PORTS = 4,    /* +x -x +y -y */
    VCS = 2,      /* of a link */
    EJECT = 4,    /* the output to the node itself */
    CONTEXTS = 2, /* at most, of injection */
    INPUTS = PORTS * VCS + CONTEXTS,
    BUFFER = 8,
    HEADER = 1, /* cycles: until a header is routed, */
    FLIGHT = 3, /* on a link, */
    CREDIT = 2, /* until a place is told, */
    INJECTED = 1,
    EJECTED = 4,
    WARM = 10000,
    SLOTS = 8 /* of what is under way, by its cycle */
};

static struct {
    bool later_vc, one_channel, two_contexts, one_input, two_ejections, in_turn;
} differs;

struct packet {
    uint64_t made;
    uint32_t to, flits;
};

struct flit {
    struct packet *packet;
    bool head, tail;
};

enum state { IDLE, WAITS, ASKS, HAS };

struct input {
    struct flit flit[BUFFER];
    unsigned first, flits;
    enum state state;
    uint64_t front, asked; /* cycles: its header came to the front; it asked */
    unsigned port, vc;     /* that it asks for, or has */
};

struct output {
    int owner[VCS];     /* an input, or -1 */
    unsigned had[VCS];  /* the input that got it last */
    uint64_t free[VCS]; /* from this cycle on */
    unsigned credits[VCS], served, served_port;
    struct flit comes[SLOTS]; /* at the other end */
    unsigned comes_vc[SLOTS], told[SLOTS][VCS];
};

struct context { /* of injection */
    struct packet *packet;
    unsigned sent, credits, told[SLOTS];
    struct flit comes[SLOTS];
};

static struct node {
    struct input input[INPUTS];
    struct output output[PORTS + 1];
    struct context context[CONTEXTS];
    unsigned injected, assigned; /* the context that gave a flit, that got a packet, last */
    unsigned picked[PORTS + 1];  /* the channel of an input port that was chosen last */
    struct packet **queue;
    size_t queued, begun, room;
} node[NODES];

static uint64_t now, measured, latency, taken, state;
static uint64_t from_cycle, to_cycle;

static uint32_t draw(void)
{
    uint64_t x = (state += UINT64_C(0x9e3779b97f4a7c15));

    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(x >> 32);
}

static unsigned beside(unsigned n, unsigned port)
{
    const unsigned x = n % SIDE, y = n / SIDE, step = port & 1 ? SIDE - 1 : 1;

    return port < 2 ? y * SIDE + (x + step) % SIDE : (y + step) % SIDE * SIDE + x;
}

/* y before x, as libnoc's highest dimension. Ties by the parity of the node. p, the channel 1, until a
 * worm has gone around. */
static void route(unsigned n, unsigned in, struct input *i)
{
    const unsigned to = i->flit[i->first].packet->to, dim = n / SIDE != to / SIDE;
    const unsigned here = dim ? n / SIDE : n % SIDE, there = dim ? to / SIDE : to % SIDE;
    const unsigned up = (there + SIDE - here) % SIDE;
    const bool odd = (n % SIDE + n / SIDE) & 1, down = up > SIDE / 2 || (up == SIDE / 2 && odd);

    if (n == to) {
        i->port = EJECT;
        i->vc = in % VCS;
        return;
    }
    i->port = 2 * dim + down;
    i->vc = down ? there > here : there < here;
    if (differs.one_channel && in < PORTS * VCS && in / VCS == (i->port ^ 1)) {
        i->vc = in % VCS; /* as on the link before, in the same dimension */
    }
}

/* --- a cycle ------------------------------------------------------------------------------------ */

static void put(struct input *i, struct flit flit)
{
    if (i->flits == BUFFER) {
        fprintf(stderr, "switches: a buffer overflows\n");
        exit(1);
    }
    if (!i->flits && i->state == IDLE) {
        i->state = WAITS;
        i->front = now;
    }
    i->flit[(i->first + i->flits++) % BUFFER] = flit;
}

static void arrive(unsigned n)
{
    for (unsigned p = 0; p < PORTS; p++) {
        struct output *o = &node[n].output[p];
        struct flit *f = &o->comes[now % SLOTS];

        if (f->packet) {
            put(&node[beside(n, p)].input[(p ^ 1) * VCS + o->comes_vc[now % SLOTS]], *f);
            f->packet = NULL;
        }
        for (unsigned v = 0; v < VCS; v++) {
            o->credits[v] += o->told[now % SLOTS][v];
            o->told[now % SLOTS][v] = 0;
        }
    }
    for (unsigned k = 0; k < CONTEXTS; k++) {
        struct context *c = &node[n].context[k];
        struct flit *f = &c->comes[now % SLOTS];

        if (f->packet) {
            put(&node[n].input[PORTS * VCS + k], *f);
            f->packet = NULL;
        }
        c->credits += c->told[now % SLOTS];
        c->told[now % SLOTS] = 0;
    }
}

/* Does input i get channel vc of this output before `other`? It does if it asked earlier. */
static bool before(unsigned n, const struct output *o, unsigned vc, unsigned i, unsigned other)
{
    if (differs.in_turn) {
        return (i + INPUTS - o->had[vc] - 1) % INPUTS < (other + INPUTS - o->had[vc] - 1) % INPUTS;
    }
    return node[n].input[i].asked < node[n].input[other].asked;
}

/* A free channel goes to one that asks for it, of several that asked first to the lowest input. */
static void give(unsigned n, unsigned port, unsigned vc)
{
    struct output *o = &node[n].output[port];
    int best = -1;

    if (o->owner[vc] >= 0 || now < o->free[vc]) {
        return;
    }
    for (unsigned i = 0; i < INPUTS; i++) {
        const struct input *in = &node[n].input[i];

        if (in->state == ASKS && in->port == port && (port == EJECT || in->vc == vc) &&
            (best < 0 || before(n, o, vc, i, (unsigned)best))) {
            best = (int)i;
        }
    }
    if (best >= 0) {
        node[n].input[best].state = HAS;
        node[n].input[best].vc = vc;
        o->owner[vc] = best;
        o->had[vc] = (unsigned)best;
    }
}

static void allocate(unsigned n)
{
    for (unsigned i = 0; i < INPUTS; i++) {
        struct input *in = &node[n].input[i];

        if (in->state == WAITS && now >= in->front + HEADER) {
            route(n, i, in);
            in->state = ASKS;
            in->asked = now;
        }
        if (in->state == ASKS && in->port == EJECT && !differs.two_ejections) {
            in->state = HAS; /* each input has a context */
        }
    }
    for (unsigned port = 0; port <= PORTS; port++) {
        for (unsigned vc = 0; vc < VCS; vc++) {
            give(n, port, vc);
        }
    }
}

static bool can_send(unsigned n, unsigned i)
{
    const struct input *in = &node[n].input[i];

    return in->state == HAS && in->flits &&
           (in->port == EJECT || node[n].output[in->port].credits[in->vc]);
}

static void deliver(struct packet *p, bool tail)
{
    const uint64_t when = now + EJECTED;

    taken += when >= from_cycle && when < to_cycle;
    if (tail) {
        if (p->made >= from_cycle && p->made < to_cycle) {
            latency += when - p->made;
            measured++;
        }
        free(p);
    }
}

/* The place becomes a credit of who is before this input. */
static void tell(unsigned n, unsigned i)
{
    const unsigned at = (now + CREDIT) % SLOTS;

    if (i < PORTS * VCS) {
        node[beside(n, i / VCS)].output[i / VCS ^ 1].told[at][i % VCS]++;
    } else {
        node[n].context[i - PORTS * VCS].told[at]++;
    }
}

static void send(unsigned n, unsigned i)
{
    struct input *in = &node[n].input[i];
    struct output *o = &node[n].output[in->port];
    const struct flit f = in->flit[in->first];

    in->first = (in->first + 1) % BUFFER;
    in->flits--;
    tell(n, i);
    if (in->port == EJECT) {
        deliver(f.packet, f.tail);
    } else {
        o->credits[in->vc]--;
        o->comes[(now + FLIGHT) % SLOTS] = f;
        o->comes_vc[(now + FLIGHT) % SLOTS] = in->vc;
    }
    if (!f.tail) {
        return;
    }
    if (in->port != EJECT || differs.two_ejections) {
        o->owner[in->vc] = -1;
        o->free[in->vc] = now + 1 + differs.later_vc;
    }
    in->state = in->flits ? WAITS : IDLE;
    in->front = now + 1;
}

static unsigned port_of(unsigned i)
{
    return i < PORTS * VCS ? i / VCS : EJECT;
}

/* Which of an input port's channels may send in this cycle: all, or the next one that can. */
static void choose(unsigned n, bool may[INPUTS])
{
    for (unsigned i = 0; i < INPUTS; i++) {
        may[i] = can_send(n, i);
    }
    for (unsigned p = 0; differs.one_input && p <= PORTS; p++) {
        const unsigned first = p * VCS, other = first + (node[n].picked[p] + 1) % VCS;

        if (may[first] && may[first + 1]) {
            may[2 * first + 1 - other] = false;
        }
    }
}

/* The next one behind whom this output has served last. */
static unsigned turn_of(const struct output *o, unsigned n, unsigned i, unsigned port)
{
    if (differs.one_input) {
        return (port_of(i) + PORTS - o->served_port) % (PORTS + 1);
    }
    if (port == EJECT && !differs.two_ejections) {
        return (i + INPUTS - o->served - 1) % INPUTS;
    }
    return (node[n].input[i].vc + VCS - o->served - 1) % VCS;
}

static void move(unsigned n)
{
    bool may[INPUTS];

    choose(n, may);
    for (unsigned port = 0; port <= PORTS; port++) {
        struct output *o = &node[n].output[port];
        int best = -1;

        for (unsigned i = 0; i < INPUTS; i++) {
            if (may[i] && node[n].input[i].port == port &&
                (best < 0 || turn_of(o, n, i, port) < turn_of(o, n, (unsigned)best, port))) {
                best = (int)i;
            }
        }
        if (best >= 0) {
            const bool by_input = port == EJECT && !differs.two_ejections;

            may[best] = false;
            o->served = by_input ? (unsigned)best : node[n].input[best].vc;
            o->served_port = port_of((unsigned)best);
            node[n].picked[port_of((unsigned)best)] = (unsigned)best % VCS;
            send(n, (unsigned)best);
        }
    }
}

static void make(struct node *at, uint32_t flits, double rate)
{
    struct packet *p;

    if (draw() >= rate / flits * 4294967296.0) {
        return;
    }
    p = malloc(sizeof *p);
    if (at->queued == at->room) {
        at->room = at->room ? 2 * at->room : 64;
        at->queue = realloc(at->queue, at->room * sizeof *at->queue);
    }
    if (!p || !at->queue) {
        fprintf(stderr, "switches: no memory\n");
        exit(1);
    }
    *p = (struct packet){.made = now, .to = draw() % NODES, .flits = flits};
    at->queue[at->queued++] = p;
}

/* The node gives one flit in a cycle. */
static void inject(struct node *at)
{
    const unsigned contexts = differs.two_contexts ? 2 : 1;

    for (unsigned j = 0; j < contexts; j++) {
        const unsigned k = (at->assigned + 1) % contexts;
        struct context *c = &at->context[k];

        if (!c->packet && at->begun < at->queued) {
            c->packet = at->queue[at->begun++];
            c->sent = 0;
            at->assigned = k;
        }
    }
    for (unsigned j = 1; j <= contexts; j++) {
        const unsigned k = (at->injected + j) % contexts;
        struct context *c = &at->context[k];

        if (c->packet && c->credits) {
            c->credits--;
            c->comes[(now + INJECTED) % SLOTS] =
                (struct flit){c->packet, !c->sent, c->sent + 1 == c->packet->flits};
            if (++c->sent == c->packet->flits) {
                c->packet = NULL;
            }
            at->injected = k;
            return;
        }
    }
}

static void begin(void)
{
    for (unsigned n = 0; n < NODES; n++) {
        for (unsigned p = 0; p <= PORTS; p++) {
            for (unsigned v = 0; v < VCS; v++) {
                node[n].output[p].owner[v] = -1;
                node[n].output[p].credits[v] = BUFFER;
            }
            node[n].output[p].served = p == EJECT && !differs.two_ejections ? INPUTS - 1 : VCS - 1;
        }
        node[n].context[0].credits = node[n].context[1].credits = BUFFER;
    }
}

static bool take_switch(const char *name)
{
    const struct {
        const char *name;
        bool *on;
    } all[] = {{"later-vc", &differs.later_vc},           {"one-channel", &differs.one_channel},
               {"two-contexts", &differs.two_contexts},   {"one-input", &differs.one_input},
               {"two-ejections", &differs.two_ejections}, {"in-turn", &differs.in_turn}};

    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        if (strcmp(name, all[i].name) == 0) {
            return *all[i].on = true;
        }
    }
    return false;
}

int main(int n, char **words)
{
    const uint32_t flits = n > 4 ? (uint32_t)atoi(words[1]) : 0;
    bool good = flits > 0;

    for (int i = 5; i < n; i++) {
        good = take_switch(words[i]) && good;
    }
    if (!good) {
        fprintf(stderr, "usage: switches FLITS RATE SEED CYCLES [later-vc] [one-channel] "
                        "[two-contexts] [one-input] [two-ejections] [in-turn]\n");
        return 2;
    }
    state = strtoull(words[3], NULL, 10) * UINT64_C(0xd1342543de82ef95);
    from_cycle = WARM;
    to_cycle = WARM + strtoull(words[4], NULL, 10);
    begin();
    for (now = 0; now < to_cycle + 4 * WARM; now++) {
        for (unsigned i = 0; i < NODES; i++) {
            arrive(i);
        }
        for (unsigned i = 0; i < NODES; i++) {
            allocate(i);
            move(i);
            make(&node[i], flits, atof(words[2]));
            inject(&node[i]);
        }
    }
    printf("%.4f %.4f\n", measured ? (double)latency / (double)measured : 0.0,
           (double)taken / (double)(to_cycle - from_cycle) / NODES);
    return 0;
}
