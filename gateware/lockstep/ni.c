/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * lockstep-ni [--wide] TOPOLOGY ROUTING EPISODES [CASE]: random accesses to registers, made to verilated
 * nodes (router, network interface and RAM) and to libnoc/model's board at once; the first
 * difference ends it with a sentence and status 1.
 *
 * Compared are, in each cycle: what each access reads, each interrupt line, what a core prints and
 * how it ends; of each worm that an interface gives the cycles of its first and last flit, and all
 * of its flits; of each worm that becomes visible in v its body in RAM, when an access of the hart
 * that begins in v + 1 is served; that each byte that is written is one of a body that has a slot or
 * window; and what the hart reads in RAM. A word of the
 * state block or of the stamps', at random, now and then. At the end of an episode all registers and
 * counters.
 *
 * In half of the episodes one node has a router alone, and sends worms that no interface would.
 *
 * --wide: other episodes, in which all bits of a number may be set: starts, lengths, delays, places;
 * and routings that have no turns make some now and then. Some end while worms are on their way, and
 * counters go on from elsewhere now and then.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "astray.h"
#include "detours.h"
#include "look.h"
#include "ni.h"
#include "refusing.h"

/* --- the model's callbacks -------------------------------------------------------------------- */

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

/* The network's worms wait for each other for ever, as wild ones and detours may: the model stops, and
 * so does the episode. */
static bool deadlocked;

static void model_deadlock(void *opaque, const struct noc_wait *wait, uint32_t n, uint64_t when)
{
    (void)opaque;
    (void)wait;
    (void)n;
    (void)when;
    deadlocked = true;
}

static const struct noc_routing *chosen; /* on the command line */
static bool wide;
/* An episode with refusing.h. What its BAD_HEADER reads is not compared: a node keeps no header of
 * what it has given itself (noc_sunk.sv), as interfaces ask the routing before, but for signals. */
static bool refuses;

/* --- accesses --------------------------------------------------------------------------------- */

static uint32_t model_value(uint32_t node, const struct traffic_access *a)
{
    const struct noc_hart hart = {.time = now, .asleep = state[node].asleep};

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
        totals.verdicts[noc_ni_peek(traffic.board, node, NI_TX_STATUS)] +=
            a->offset == NI_TX_DEST || a->offset == NI_TX_HEADERS;
    } else {
        s->found = model_value(node, a);
        s->asked = a->own || a->offset != NI_BAD_HEADER || !refuses;
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
    totals.reads += s->asked;
    s->asked = false;
}

/* --- a cycle ---------------------------------------------------------------------------------- */

static struct node_out out[NODES_MAX];
static struct node_in in[NODES_MAX];
static bool stamping; /* CTL_STAMP */

/* What leaves each node enters its neighbours. */
static void connect(void)
{
    const unsigned vcs = routers_vcs();
    const uint32_t mask = (1u << vcs) - 1;

    memset(in, 0, sizeof in);
    memset(out, 0, sizeof out);
    for (uint32_t n = 0; n < topology.nodes; n++) {
        if (n == traffic.wild) {
            look_wild(&out[n]);
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

static void count_more(void)
{
    for (uint32_t n = 0; n < topology.nodes; n++) {
        const struct ni *ni = &traffic.board->ni[n];

        totals.reasons[NOC_GET(ni->bad_where, NI_BAD_WHERE, REASON)] +=
            ni->bad_time == now && ni->count[NI_COUNT_BAD] > 0;
        totals.most_waits = ni->waits > totals.most_waits ? ni->waits : totals.most_waits;
    }
}

static void run_model(void)
{
    while (noc_board_run(traffic.board, now + 1) <= now && !deadlocked) {
    }
    count_more();
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
    if (traffic_draw(!stamping ? 300 : wide ? 20000 : 900) == 0) {
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
            if (wide) {
                draw_more(n);
                state[n].asleep = traffic_draw(8) == 0 ? !state[n].asleep : state[n].asleep;
            }
            in[n].asleep = state[n].asleep;
            if (next && next(n, &a)) {
                access_model(n, &a, &in[n]);
            }
        }
    }
    if (next && traffic.wild < topology.nodes && !wild_gives() && wild_goes_on()) {
        wild_draw();
    }
    run_model();
    if (deadlocked) {
        return;
    }
    for (uint32_t n = 0; n < topology.nodes; n++) {
        if (n == traffic.wild) {
            pass_wild(&in[n]);
        } else {
            pass(n);
        }
    }
    now++;
}

/* --- episodes --------------------------------------------------------------------------------- */

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
                         .storm = traffic_draw(4) == 0,
                         .spoilt = topology.nodes};
    traffic.queue = traffic_draw(2) ? 0 : traffic_draw(NOC_QUEUES);
    traffic.queue = traffic.queue == NOC_QUEUE_PULLED ? 0 : traffic.queue;
    traffic.flood = traffic.wild < topology.nodes && traffic_draw(4) == 0
                      ? (traffic.wild + 1) % topology.nodes
                      : topology.nodes;
    traffic.set_up = !traffic.silent && traffic_draw(4);
}

/* And what a wide one is like besides. */
static void draw_wide(void)
{
    traffic.wide = true;
    traffic.endless = traffic_draw(2);
    traffic.roomy = !traffic.orderly || traffic_draw(2);
    traffic.orderly = !traffic.roomy && traffic.orderly;
    traffic.hoards = traffic_draw(3) == 0;
    traffic.signals = traffic_draw(4) == 0;
    traffic.lands = traffic.roomy && !traffic.signals && traffic_draw(3) == 0;
    traffic.spoilt = traffic.nodes;
    if (traffic.wild < traffic.nodes && traffic.flood == traffic.nodes && !traffic.silent &&
        !traffic.lands && traffic_draw(2)) {
        traffic.spoilt = (traffic.wild + 1) % traffic.nodes;
        traffic.each = 1;
    }
}

/* The first cycle: 0, or shortly before more bits of the time change. */
static uint64_t draw_start(void)
{
    const unsigned bit = traffic_draw(4) ? 12 + traffic_draw(52) : 63;

    if (wide && traffic_draw(2)) {
        return (uint64_t)traffic_bits(32) << 32 | traffic_bits(32);
    }
    return traffic_draw(3) ? 0 : (UINT64_C(1) << bit) - 1 - traffic_draw(CYCLES);
}

/* The routing of this episode. */
static const struct noc_routing *draw_routing(void)
{
    const struct noc_routing *r = chosen;

    if (wide && !r->source && !traffic.signals && traffic_draw(4) == 0) {
        r = detours_routing(r, traffic_draw(1 << 16));
        traffic.endless = true; /* they may wait for each other for ever */
    }
    r = astray_routing(r, traffic.wild);
    refuses = traffic_draw(4) == 0;
    return refuses ? refusing_routing(r, traffic_draw(8)) : r;
}

static bool begin(void)
{
    struct noc_board_config config = {.net = {.topology = &topology, .routing = chosen, .ports = 1},
                                      .ram_bytes = RAM_BYTES,
                                      .host = traffic_draw(1 << 16) * 0x10001u};
    const struct noc_board_ops ops = {.read = model_read,
                                      .write = model_write,
                                      .console = model_console,
                                      .exit = model_exit,
                                      .abort = model_abort,
                                      .deadlock = model_deadlock};

    noc_net_preset(&config.net, "board");
    draw_traffic();
    if (wide) {
        draw_wide();
    }
    routing = config.net.routing = draw_routing();
    traffic.board = noc_board_new(&config, &ops);
    state = calloc(topology.nodes, sizeof *state);
    if (!traffic.board || !state) {
        return false;
    }
    now = traffic.start = draw_start();
    noc_board_run(traffic.board, now);
    stamping = deadlocked = false;
    wild_begin();
    for (uint32_t n = 0; n < topology.nodes; n++) {
        make_node(n);
        fill_ram(n);
    }
    return true;
}

static void finish(void)
{
    totals.cycles += (now - traffic.start) * topology.nodes;
    for (uint32_t n = 0; n < topology.nodes; n++) {
        for (unsigned c = 0; c < NI_COUNTS; c++) {
            totals.counted[c] += traffic.board->ni[n].count[c];
        }
        if (n != traffic.wild) {
            node_free(state[n].node);
        } else {
            router_free(wild_router());
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

/* What is under way comes to its end, if that is waited for, and not too long; then all registers are read. */
static void end_episode(void)
{
    cycle(no_wake);
    while (!traffic.endless && !deadlocked && (!wide || now - traffic.start < 2 * TRAFFIC_WIDE) &&
           (noc_board_next(traffic.board) != NOC_NEVER || wild_gives())) {
        cycle(NULL);
    }
    for (looked_at = 0; looked_at < NOC_NI_SIZE + CNT_SAMPLE && !deadlocked; looked_at += 4) {
        cycle(read_next);
    }
    if (!deadlocked) {
        cycle(NULL);
    }
}

static bool episode(uint32_t n)
{
    number = n;
    traffic_seed((uint64_t)n * UINT64_C(0xd1342543de82ef95) + 1);
    if (!begin()) {
        return false;
    }
    while (now - traffic.start < (wide ? TRAFFIC_WIDE : CYCLES) && !deadlocked) {
        cycle(draw_access);
    }
    if (!deadlocked) {
        end_episode();
    }
    finish();
    return true;
}

/* --- what is given ---------------------------------------------------------------------------- */

static bool choose(const char *text, const char *name)
{
    struct noc_fault fault;

    if (!noc_topology_parse(&topology, text, &fault) ||
        !noc_routing_choose(&chosen, name, &topology, &fault)) {
        fprintf(stderr, "lockstep-ni: %s, %s: %s\n", text, name, noc_fault_text(fault.code));
        return false;
    }
    if (topology.nodes > NODES_MAX || topology.ports != routers_links() ||
        chosen->vcs > routers_vcs() || chosen->copies) {
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
    wide = argc > 1 && strcmp(argv[1], "--wide") == 0;
    argc -= wide;
    argv += wide;
    if (argc < 4 || argc > 5) {
        fprintf(stderr, "usage: lockstep-ni [--wide] TOPOLOGY ROUTING EPISODES [CASE]\n");
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
        "discarded, %llu broken, %llu bodies, %llu words of state; at most %u writes and %u worms waiting; no difference\n",
        argv[1], argv[2], (unsigned long long)totals.cycles, (unsigned long long)totals.reads,
        (unsigned long long)totals.worms, (unsigned long long)totals.wild,
        (unsigned long long)totals.counted[NI_COUNT_IN],
        (unsigned long long)totals.counted[NI_COUNT_DISCARDED],
        (unsigned long long)totals.counted[NI_COUNT_BAD], (unsigned long long)totals.bodies,
        (unsigned long long)looks_in_all, (unsigned)totals.most_behind,
        (unsigned)totals.most_waits);
    printf("verdicts 0 to 6:");
    for (unsigned v = 0; v <= NOC_TX_BAD_LIST; v++) {
        printf(" %llu", (unsigned long long)totals.verdicts[v]);
    }
    printf("; reasons 1 to 3: %llu %llu %llu\n", (unsigned long long)totals.reasons[NOC_BAD_HEADER],
           (unsigned long long)totals.reasons[NOC_BAD_TYPE],
           (unsigned long long)totals.reasons[NOC_BAD_LENGTH]);
    return 0;
}
