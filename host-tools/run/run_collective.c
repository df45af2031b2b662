/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct run of a collective operation: firmware/apps/collective.c on every core. All members enter
 * their call in the same cycle, which is MARK 0 of the first of them; MARK 1 is a member's return.
 */
#include "run_collective.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "gateware.h"
#include "measured_run.h"
#include "program/core_groups.h"
#include "program/firmware.h"
#include "program/firmware_fit.h"
#include "image/image_origin.h"
#include "collectives/collective_result.h"
#include "experiment/experiment_result.h"
#include "target/counter_blocks.h"

/* --- what is asked ------------------------------------------------------------------------ */

/* Each message is acknowledged. */
static enum status check_routes(const struct collective *c, struct error *error)
{
    enum status status = firmware_check_barriers(&c->e, error);
    for (uint32_t rank = 0; rank < c->call.count && !status; rank++) {
        struct collective_step step;
        for (uint32_t i = 0; collective_step(c, rank, i, &step) && !status; i++) {
            if (step.to != NOC_NOBODY) {
                status = firmware_check_route(&c->e, c->node[step.to], c->node[rank], error);
            }
        }
    }
    return status;
}

/* --- what came of it ---------------------------------------------------------------------- */

/* By rank, from the first entry on, until when each member's call had returned. *spread: cycles
 * between the first entry and the last one. */
static void read_marks(const struct collective *c, const struct measured_run *r, uint64_t *returned,
                       uint64_t *spread)
{
    uint64_t first = NOC_NEVER, last = 0, cycle;
    for (uint32_t rank = 0; rank < c->call.count; rank++) {
        if (measured_run_mark(r, c->node[rank], 0, &cycle)) {
            first = cycle < first ? cycle : first;
            last = cycle > last ? cycle : last;
        }
    }
    *spread = last > first ? last - first : 0;
    for (uint32_t rank = 0; rank < c->call.count; rank++) {
        bool marked = measured_run_mark(r, c->node[rank], 1, &cycle) && cycle >= first;
        returned[rank] = marked ? cycle - first : NOC_NEVER;
    }
}

static json_t *number_or_null(bool known, uint64_t value)
{
    return known ? json_integer((json_int_t)value) : json_null();
}

/* What all worms came to: acknowledgements, and what the layer itself sends, included. */
static void result_network(json_t *result, const struct collective *c, const struct measured_run *r)
{
    const struct experiment *e = &c->e;
    const bool known = blocks_suffice(&e->topology, e->routing);
    const uint64_t resent = measured_run_discarded(r, e);
    struct noc_net_total total;
    blocks_total(&e->topology, e->routing, r->block, &total);
    json_object_set_new(result, "blocked_cycles", number_or_null(known, total.blocked_cycles));
    json_object_set_new(result, "flit_hops", number_or_null(known, total.flit_hops));
    json_object_set_new(result, "link_visits", number_or_null(known, total.link_visits));
    json_object_set_new(
        result, "shared_cycles",
        number_or_null(known && (total.blocked_cycles == 0 || e->routing->vcs == 1), 0));
    json_object_set_new(result, "channel_wait_cycles", json_null());
    json_object_set_new(result, "ack_flit_hops", json_null());
    json_object_set_new(result, "ack_link_visits", json_null());
    if (resent) {
        json_object_set_new(result, "resent", json_integer((json_int_t)resent));
    }
}

/* From the first entry to the last return. */
static void result_worms(json_t *result, const struct collective *c, struct measured_run *r)
{
    uint64_t first = NOC_NEVER, last = 0, cycle;
    for (uint32_t rank = 0; rank < c->call.count; rank++) {
        first = measured_run_mark(r, c->node[rank], 0, &cycle) && cycle < first ? cycle : first;
        last = measured_run_mark(r, c->node[rank], 1, &cycle) && cycle > last ? cycle : last;
    }
    if (c->e.detail.worms && r->stamped && !r->stamps.lost && first < last) {
        json_object_set_new(result, "worms", stamps_collective(&r->stamps, c, first, last));
    }
}

static json_t *answer(const struct collective *c, const struct options *o, struct measured_run *r)
{
    uint64_t *returned = alloc_array(c->call.count, sizeof *returned), spread;
    json_t *result = collective_result_new(c, o);
    json_object_set_new(result, "pipeline", json_string(c->e.pipeline));
    read_marks(c, r, returned, &spread);
    collective_result_latency(result, c, returned);
    json_object_set_new(result, "entry_spread", json_integer((json_int_t)spread));
    result_network(result, c, r);
    json_object_set_new(result, "cycles", json_integer((json_int_t)r->qemu.cycles));
    json_object_set_new(
        result, "end", json_string(core_groups_end(r->qemu.reason, r->block, c->e.topology.nodes)));
    collective_result_prediction(result, c);
    measured_run_links(r, &c->e, result);
    result_worms(result, c, r);
    measured_run_end(r, &c->e, result);
    free(returned);
    return result;
}

/* --- both --------------------------------------------------------------------------------- */

static enum status run_known(const struct collective *c, const struct options *o,
                             struct transport *link, json_t **result, struct error *error)
{
    char firmware[PATH_MAX];
    struct elf_image image;
    struct measured_run r;
    enum status status = firmware_open(&image, firmware, &c->e, o, error);
    if (status) {
        return status;
    }
    status = measured_run_own(&r, &c->e, link, firmware, &image, o->json ? stderr : stdout, error);
    if (!status) {
        *result = answer(c, o, &r);
        image_origin_set(*result, &image);
        status = measured_run_judge(&c->e, &r, error);
    }
    measured_run_free(&r);
    elf_image_close(&image);
    return status;
}

enum status run_collective(const struct options *o, struct transport *link, json_t **result,
                           struct error *error)
{
    struct collective c;
    enum status status = collective_make(&c, o, error);
    if (status) {
        return status;
    }
    collective_choose_as_firmware(&c);
    status = gateware_take(&c.e, o, error);
    if (!status) {
        status = check_routes(&c, error);
    }
    if (!status) {
        status = run_known(&c, o, link, result, error);
    }
    collective_free(&c);
    return status;
}
