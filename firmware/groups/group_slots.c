/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The receive slots that a group's multicasts go to.
 */
#include <stdlib.h>
#include <string.h>

#include "agreement.h"
#include "groups.h"
#include "multicasts/multicasts.h"
#include "progress/wait.h"
#include "slots/slots.h"

void group_free_slots(struct noc_group *g)
{
    unsigned i;

    for (i = 0; i < NOC_GROUP_SLOTS; i++) {
        free(g->storage[i]);
        g->storage[i] = NULL;
    }
    free(g->kept);
    free(g->lacking);
    g->kept = g->lacking = NULL;
    g->slot_bytes = 0;
}

static uint32_t list_room(uint32_t count, noc_relay relay)
{
    if (relay == NOC_BY_PLAN) {
        return 0;
    }
    return relay == NOC_BY_LIST && plan_worms() ? noc_group_lists_flits(count - 1)
                                                : noc_group_list_flits(count - 1);
}

/* Flits of a slot of this group. */
static uint32_t room_of(const struct noc_group *g)
{
    return wire_flits_of(g->slot_bytes) + list_room(g->count, (noc_relay)g->relay);
}

static bool slot_fits(uint32_t count, uint32_t bytes, noc_relay relay)
{
    uint32_t flits = wire_flits_of(bytes);

    return flits && flits <= NOC_LENGTH_MAX &&
           (relay == NOC_BY_PLAN || relay == NOC_BY_LIST || relay == NOC_BY_HEADER) &&
           flits + list_room(count, relay) <= NOC_LENGTH_MAX;
}

/* A bit for each node. */
#define LACKING_BYTES ((size_t)(noc_layer.size + 31) / 32 * 4)

static bool allocate_slots(struct noc_group *g, uint32_t bytes, noc_relay relay)
{
    uint32_t room = wire_flits_of(bytes) + list_room(g->count, relay);
    unsigned i;

    for (i = 0; i < noc_group_slots(room); i++) {
        g->storage[i] = malloc(sizeof(struct slot) + (size_t)room * 4);
        if (!g->storage[i]) {
            group_free_slots(g);
            return false;
        }
    }
    g->lacking = malloc(LACKING_BYTES);
    if (!g->lacking) {
        group_free_slots(g);
        return false;
    }
    memset(g->lacking, 0, LACKING_BYTES);
    g->slot_bytes = bytes;
    g->relay = (uint8_t)relay;
    return true;
}

static void give_slots(struct noc_group *g)
{
    unsigned i;

    ni_write(ni_queue(NI_RX_SIZE, g->queue), room_of(g));
    for (i = 0; i < noc_group_slots(room_of(g)); i++) {
        g->storage[i]->home = g->queue;
        slot_release(g->storage[i]);
    }
}

/* The members call with different arguments, or one has no memory: nobody has slots. */
static noc_err refuse(struct noc_group *g, enum verdict verdict)
{
    ni_write(ni_queue(NI_RX_RESET, g->queue), 1);
    group_free_slots(g);
    g->vacant = 0;
    return verdict == VERDICT_POOR ? NOC_ERR_MEMORY : NOC_ERR_ARGUMENT;
}

static noc_err meet_for_slots(struct noc_group *g, uint32_t slot_bytes, noc_relay relay,
                              enum verdict verdict, uint32_t timeout)
{
    const uint32_t what = WHAT_RESERVE + slot_bytes * 4 + (uint32_t)relay;
    struct wait wait;
    noc_err err;

    wait_begin(&wait, NOC_WAIT_GROUP, WHAT_RESERVE >> WHAT_SHIFT, -1, timeout);
    err = group_meet(g, what, verdict, &wait, NULL);
    if (!err && g->meeting.verdict) {
        err = refuse(g, (enum verdict)g->meeting.verdict);
    }
    return err;
}

noc_err noc_group_reserve(noc_group *group, uint32_t slot_bytes, noc_relay relay, uint32_t timeout)
{
    struct noc_group *g = group_of(group);
    enum verdict verdict = VERDICT_MADE;

    if (!g) {
        return noc_layer.size ? NOC_ERR_GROUP : NOC_ERR_UNSTARTED;
    }
    if (!g->queue) {
        return NOC_ERR_QUEUE;
    }
    if (!slot_fits(g->count, slot_bytes, relay) ||
        (g->slot_bytes && (g->slot_bytes != slot_bytes || g->relay != relay))) {
        return NOC_ERR_ARGUMENT;
    }
    if (!g->slot_bytes) {
        if (allocate_slots(g, slot_bytes, relay)) {
            give_slots(g);
        } else {
            verdict = VERDICT_POOR;
        }
    }
    return meet_for_slots(g, slot_bytes, relay, verdict, timeout);
}
