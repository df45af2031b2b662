/* SPDX-License-Identifier: BSD-2-Clause */
/* Lock step of network interfaces: a node with a router alone, and worms that may say anything. */
#include <string.h>

#include "astray.h"
#include "ni.h"

static struct router *router;
static uint32_t flit[WILD_FLITS], flits, headers, given, credits, freed, pause;

void wild_begin(void)
{
    router = NULL;
    flits = given = 0;
    credits = 2;
    pause = traffic_draw(2) ? 1 : 8;
}

void wild_is(struct router *its)
{
    router = its;
}

bool wild_gives(void)
{
    return given < flits;
}

bool wild_goes_on(void)
{
    return traffic.flood < topology.nodes || traffic.spoilt < topology.nodes ||
           traffic_draw(pause) == 0;
}

struct router *wild_router(void)
{
    return router;
}

/* W0 to W2 of a worm that may say anything. */
static void wild_words(uint32_t word[NOC_NI_WORDS], uint32_t length)
{
    const uint32_t type = traffic_draw(12) ? 1 + traffic_draw(4) : traffic_draw(16);
    const bool signal = type == NOC_WORM_SIGNAL;

    word[0] = NOC_PUT(type, NI_TX_W0, TYPE) |
              NOC_PUT(traffic_draw(3) && type != NOC_WORM_BODY ? traffic.queue : traffic_draw(8),
                      NI_TX_W0, CHANNEL) |
              NOC_PUT(signal && traffic_draw(4) ? 0 : length, NI_TX_W0, LENGTH) |
              NOC_PUT(traffic_draw(4) == 0, NI_TX_W0, QUIET) |
              NOC_PUT(traffic_draw(16), NI_TX_W0, ENTRY);
    word[1] = (traffic_draw(8)   ? traffic_draw(topology.nodes)
               : traffic_draw(2) ? topology.nodes + traffic_draw(2)
                                 : traffic_draw(1 << 14)) |
              traffic_draw(1 << 16) << NI_TX_W1_TAG_SHIFT;
    word[2] = signal ? traffic_draw(36) : traffic_draw(3);
    if (traffic.wide && traffic_draw(2)) {
        word[0] &= ~NOC_PUT(NOC_LENGTH_MAX, NI_TX_W0, LENGTH);
        word[0] |= NOC_PUT(traffic_draw(2) ? traffic_bits(20) : traffic_draw(4), NI_TX_W0, LENGTH);
        word[1] = traffic_draw(topology.nodes) |
                  traffic_draw(4) << (NI_TX_W1_SOURCE_SHIFT + NI_TX_W1_SOURCE_BITS);
    }
}

/* W0; its length is drawn before whether it is quiet. */
static uint32_t worm_of(uint32_t type, uint32_t channel, uint32_t length)
{
    return NOC_PUT(type, NI_TX_W0, TYPE) | NOC_PUT(channel, NI_TX_W0, CHANNEL) |
           NOC_PUT(length, NI_TX_W0, LENGTH) | NOC_PUT(traffic_draw(6) == 0, NI_TX_W0, QUIET);
}

/* A short message for any queue; the flits that its body has, mostly not as many as it says. */
static uint32_t spoilt_words(uint32_t word[NOC_NI_WORDS])
{
    const uint32_t length = traffic_draw(8);

    word[0] = worm_of(NOC_WORM_MESSAGE, traffic_draw(NOC_QUEUES), length);
    word[1] = traffic_draw(topology.nodes);
    return traffic_draw(3) ? traffic_draw(10) : length;
}

/* Mostly of a body that is there; else of a long one, which ends long before. */
static uint32_t aimed_length(uint32_t room)
{
    const uint32_t most = room < NOC_LENGTH_MAX ? room : NOC_LENGTH_MAX;

    if (traffic.lands && room > 0 && traffic_draw(4)) {
        return 1 + traffic_draw(room < WILD_FLITS / 2 ? room : WILD_FLITS / 2);
    }
    return traffic.roomy && traffic_draw(2) ? traffic_bits(14) % (most + 1)
                                            : traffic_draw((room < 20 ? room : 20) + 1);
}

/* Or W0 to W2 of a body for a window of node `to` that is open, if there is one. */
static void aimed_words(uint32_t word[NOC_NI_WORDS], uint32_t to)
{
    const uint32_t from = traffic.lands ? traffic_draw(NOC_WINDOWS) : 0;

    for (uint32_t n = 0; n < NOC_WINDOWS; n++) {
        const uint32_t i = (from + n) % NOC_WINDOWS;
        const struct ni_window *w = &traffic.board->ni[to].window[i];
        const uint32_t room = (w->length + 3) / 4 - w->taken;

        if (w->open && traffic_draw(2)) {
            word[0] = worm_of(NOC_WORM_BODY, i, aimed_length(room));
            word[1] = w->source;
            word[2] = w->key;
            return;
        }
    }
}

/* The last header flit with bits in its field, which nobody looks at; or any word behind a TURN that
 * leads to a neighbour, if this routing has turns. */
static uint32_t wide_header(uint32_t *header, uint32_t n)
{
    struct noc_link link;
    unsigned port = traffic_draw(topology.ports);

    if (!routing->source || traffic_draw(2)) {
        header[n - 1] |= traffic_draw(1 << 14) << NOC_HEADER_FIELD_SHIFT;
        return n;
    }
    while (!noc_topology_link(&topology, traffic.wild, port, &link)) {
        port = (port + 1) % topology.ports;
    }
    header[0] = noc_header(NOC_HEADER_TURN, traffic_draw(3) ? 1 : 1 + traffic_bits(13), port);
    header[1] = traffic_draw(1 << 16) << 16 | traffic_draw(1 << 16);
    return 2;
}

static void wild_to_model(struct ni_worm *w, const uint32_t *header, uint32_t body)
{
    memcpy(w->net.header, header, sizeof w->net.header);
    if (headers > 1) {
        w->net.headers = memcpy(w->body + body, header, 4 * headers);
        w->net.header_flits = headers;
    }
    w->net.flits = flits;
    w->net.preamble = NI_WORM_FLITS;
    w->net.source = traffic.wild;
    noc_net_send(traffic.board->net, &w->net, now);
}

/* Draw a worm that may be too long or too short, or say what it is not; also for the model. */
void wild_draw(void)
{
    const bool floods = traffic.flood < topology.nodes && traffic_draw(32);
    const bool spoils = traffic.spoilt < topology.nodes && traffic_draw(4);
    const uint32_t to = floods ? traffic.flood
                      : spoils
                          ? traffic.spoilt
                          : (traffic.wild + 1 + traffic_draw(topology.nodes - 1)) % topology.nodes;
    uint32_t header[NOC_TURNS_MAX + 1], word[NOC_NI_WORDS], body;
    struct ni_worm *w;

    wild_words(word, floods ? 0 : traffic_draw(20));
    if (floods) { /* a body without flits, which waits, whether a window takes it or not */
        word[0] = NOC_PUT(NOC_WORM_BODY, NI_TX_W0, TYPE) |
                  NOC_PUT(traffic_draw(8), NI_TX_W0, CHANNEL) |
                  NOC_PUT(traffic_draw(2), NI_TX_W0, QUIET);
        word[1] = traffic_draw(topology.nodes);
    }
    if (!floods && !spoils && traffic_draw(2)) {
        aimed_words(word, to);
    }
    body = floods || traffic_draw(3) ? NOC_GET(word[0], NI_TX_W0, LENGTH) : traffic_draw(24);
    if (traffic.wide && (body > WILD_FLITS / 2 || traffic_draw(traffic.lands ? 16 : 2) == 0)) {
        body = body <= WILD_FLITS / 2 && traffic_draw(2) ? body : traffic_draw(24);
    }
    if (spoils) {
        body = spoilt_words(word);
    }
    w = ni_worm_new(&traffic.board->pool, body + NOC_TURNS_MAX + 1);
    memcpy(w->word, word, sizeof word);
    for (uint32_t i = 0; i < body; i++) {
        w->body[i] = traffic_draw(1 << 16) * 0x10001u;
    }
    headers = noc_route_headers(&topology, routing, traffic.wild, to, header);
    if (!floods && !spoils && traffic_draw(4) == 0) {
        headers = astray_header(&topology, header, headers, traffic_draw);
    }
    if (traffic.wide && traffic_draw(spoils ? 32 : 4) == 0) {
        headers = wide_header(header, headers);
    }
    flits = headers + (traffic_draw(30) ? NOC_NI_WORDS + body : traffic_draw(4));
    wild_to_model(w, header, body);
    for (uint32_t i = 0; i < flits; i++) {
        flit[i] = model_flit(w, i);
    }
    given = 0;
    totals.wild++;
}

static void wild_inject(struct router_in *in)
{
    if (given == flits || credits == 0) {
        return;
    }
    credits--;
    in->inject = true;
    in->injected = (struct router_flit){
        .word = flit[given], .follows = given + 1 < headers, .tail = given + 1 == flits};
    given++;
}

void look_wild(struct node_out *o)
{
    struct router_out r;

    router_look(router, &r);
    o->vc = r.vc;
    o->credit = r.credit;
    freed = r.credit >> (routers_links() * routers_vcs()) & 1;
    for (unsigned p = 0; p < routers_links(); p++) {
        o->flit[p] =
            r.flit[p].word | (uint64_t)r.flit[p].follows << 32 | (uint64_t)r.flit[p].tail << 33;
    }
}

void pass_wild(const struct node_in *from)
{
    struct router_in r = {.vc = from->vc, .credit = from->credit};

    for (unsigned p = 0; p < routers_links(); p++) {
        r.flit[p] = (struct router_flit){.word = (uint32_t)from->flit[p],
                                         .follows = from->flit[p] >> 32 & 1,
                                         .tail = from->flit[p] >> 33 & 1};
    }
    wild_inject(&r);
    credits += freed;
    router_give(router, &r);
    router_pass(router);
}
