/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A collective operation, simulated: the firmware's own code on each member, over the flit-level
 * network and its interfaces (cores/), in the cycles of the costs that were measured.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/progress.h"
#include "collective.h"
#include "collective/schedules.h"
#include "cores.h"
#include "costs/costs.h"
#include "experiment/experiment_result.h"
#include "experiment/parameter_block.h"
#include "sim/link_counts.h"
#include "stamp.h"
#include "stamped_worms.h"

struct simulation {
    const struct collective *c;
    struct collective_times *out;
    struct noc_net_total before;      /* the call; the rest of this struct, too */
    struct noc_channel_count *counts; /* NULL: nobody asked for them */
    struct stamps stamps;
    uint64_t begun;
    uint32_t returned;
};

static void on_stamp(void *opaque, const struct noc_net_stamp *s)
{
    struct simulation *sim = opaque;
    const struct stamp stamp = {.head = s->head,
                                .tail = s->tail,
                                .node = s->node,
                                .source = s->worm->source,
                                .to = noc_header_node(s->header),
                                .port = s->port == NOC_PORT_LOCAL ? NOC_STAMP_TO_NI : s->port,
                                .vc = s->vc};
    stamps_add(&sim->stamps, &stamp);
}

static void on_begin(void *opaque, struct noc_board *board, uint64_t when)
{
    struct simulation *sim = opaque;
    const struct experiment *e = &sim->c->e;
    sim->begun = when;
    noc_board_total(board, &sim->before);
    if (e->detail.links) {
        sim->counts = link_counts_now(e, noc_board_net(board));
    }
    if (e->detail.worms) {
        noc_net_stamp(noc_board_net(board), on_stamp, sim);
    }
}

static void on_deadlock(void *opaque, const struct noc_wait *wait, uint32_t n, uint64_t when)
{
    struct simulation *sim = opaque;
    sim->out->deadlock = waits_json(&sim->c->e, wait, n);
    sim->out->cycles = when;
}

static void on_returned(void *opaque, uint32_t rank, uint64_t cycles)
{
    struct simulation *sim = opaque;
    sim->out->returned[rank] = cycles + costs_application(sim->c->e.measured);
    progress_at(++sim->returned);
}

static void on_end(void *opaque, struct noc_board *board)
{
    struct simulation *sim = opaque;
    const struct experiment *e = &sim->c->e;
    struct noc_net_total *total = &sim->out->total;
    noc_board_total(board, total);
    total->flit_hops -= sim->before.flit_hops;
    total->blocked_cycles -= sim->before.blocked_cycles;
    total->link_visits -= sim->before.link_visits;
    total->shared_cycles -= sim->before.shared_cycles;
    total->channel_wait_cycles -= sim->before.channel_wait_cycles;
    sim->out->links =
        sim->counts ? link_counts_simulated(e, noc_board_net(board), sim->counts) : NULL;
    noc_net_stamp_begun(noc_board_net(board));
}

static enum status judge(struct simulation *sim, enum cores_end end, const char *why,
                         struct error *error)
{
    switch (end) {
    case CORES_REFUSED:
        return error_set(error, STATUS_BAD, "the firmware refuses this experiment: %s", why);
    case CORES_NO_MEMORY:
        return error_set(error, STATUS_ENVIRONMENT,
                         "there is not enough memory to simulate %u cores", sim->c->call.count);
    case CORES_STUCK:
        return error_set(error, STATUS_NO, "all cores sleep, and nothing is under way");
    default:
        sim->out->cut = end == CORES_LIMIT;
        return STATUS_DONE;
    }
}

/* Of the application that noct run measures. */
enum { CALLS_BEFORE = 2 };

static struct cores_call call_of(const struct collective *c)
{
    return (struct cores_call){
        .operation = noc_operation_names[c->call.operation],
        .schedule = c->choices ? NULL : c->schedule->name,
        .node = c->node,
        .count = c->call.count,
        .root = c->call.root,
        .words = c->e.length,
        .element_words = collective_element_flits(c),
        .ordered = c->ordered,
        .reproducible = c->reproducible,
        .before = CALLS_BEFORE,
    };
}

static struct cores_setup setup_of(struct simulation *sim)
{
    const struct collective *c = sim->c;
    uint32_t bytes;
    return (struct cores_setup){
        .board = {.net = c->e.net},
        .params = parameter_block_make(&c->e, 0, &bytes),
        .program = &cores_program,
        .call = call_of(c),
        .tau_s = c->e.tau_s,
        .tau_r = c->e.tau_r,
        .limit = c->e.limit_cycles,
        .charges = costs_charges(c->e.measured, c->op, c->type, c->ordered),
        .opaque = sim,
        .begin = on_begin,
        .deadlock = on_deadlock,
        .returned = on_returned,
        .end = on_end,
    };
}

static enum status simulate(struct simulation *sim, const struct cores_setup *setup,
                            struct error *error)
{
    const struct collective *c = sim->c;
    struct collective_times *times = sim->out;
    const char *why;
    memset(times, 0, sizeof *times);
    times->returned = alloc_array(c->call.count, sizeof *times->returned);
    for (uint32_t rank = 0; rank < c->call.count; rank++) {
        times->returned[rank] = NOC_NEVER;
    }
    progress_begin("simulating", c->call.count);
    enum cores_end end = cores_run(setup, &why);
    progress_end();
    return judge(sim, end, why, error);
}

enum status collective_simulate(const struct collective *c, struct collective_times *times,
                                struct error *error)
{
    struct simulation sim = {.c = c, .out = times};
    if (!costs_know_collectives(c->e.measured)) {
        error_set(error, STATUS_BAD, "costs '%s': they say nothing of collective operations",
                  costs_name(c->e.measured));
        return error_fix(error, "give emulator, or leave costs out");
    }
    const struct cores_setup setup = setup_of(&sim);
    enum status status = simulate(&sim, &setup, error);
    if (c->e.detail.worms && !status) {
        times->worms = stamps_collective(&sim.stamps, c, sim.begun, NOC_NEVER);
    }
    collective_conclude(c, times);
    stamps_free(&sim.stamps);
    free(sim.counts);
    charges_free(setup.charges);
    free(setup.params);
    if (status) {
        collective_times_free(times);
    }
    return status;
}

enum status collective_count(const struct collective *c, uint32_t calls, FILE *out,
                             struct error *error)
{
    struct collective_times times;
    struct simulation sim = {.c = c, .out = &times};
    struct cores_setup setup = setup_of(&sim);
    setup.call.before = calls;
    setup.call.apart = true;
    setup.call.only_before = true;
    enum status status = simulate(&sim, &setup, error);
    charges_print(setup.charges, out);
    charges_free(setup.charges);
    free(setup.params);
    collective_times_free(&times);
    return status;
}
