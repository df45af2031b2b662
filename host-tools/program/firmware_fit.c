/* SPDX-License-Identifier: BSD-2-Clause */
#include "firmware_fit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "barrier.h"
#include "memmap.h"
#include "multicast/footprint.h"
#include "params.h"
#include "ram.h"
#include "sim/plan.h"

/* --- the image --------------------------------------------------------------------------- */

/* Stack, data and least heap must fit a node. */
static enum status check_ram(const struct elf_image *image, const char *path,
                             const struct experiment *e, struct error *error)
{
    uint32_t needed = elf_image_ram(image);
    if (needed <= e->ram) {
        return STATUS_DONE;
    }
    error_set(error, STATUS_BAD, "firmware '%s': needs %u bytes of RAM, but a node has %u", path,
              needed, e->ram);
    return needed > NOC_RAM_MAX
             ? error_fix(error, "no node can have more than %uK", NOC_RAM_MAX / 1024)
             : error_fix(error, "give ram %uK", noc_ram_for(needed) / 1024);
}

/* Is this name in the list of this symbol that the firmware was linked with? So it is if there is no
 * such list: a program may do without plans, or without symbols. */
static bool image_knows(const struct elf_image *image, const char *list, const char *name)
{
    char names[4096];
    uint32_t address;
    const char *at = names;
    size_t length = strlen(name);
    if (!elf_image_symbol(image, list, &address) ||
        !elf_image_text(image, address, names, sizeof names)) {
        return true;
    }
    while (*(at += strspn(at, ", "))) {
        size_t n = strcspn(at, ",");
        if (n == length && memcmp(at, name, n) == 0) {
            return true;
        }
        at += n;
    }
    return false;
}

static enum status stale(const char *path, const char *what, const char *name, bool own,
                         struct error *error)
{
    error_set(error, STATUS_BAD,
              "firmware '%s': does not know the %s '%s', because it was built from another "
              "version of Nocturne than this noct",
              path, what, name);
    return error_fix(error, "%s builds it anew", own ? "'make app APP=...'" : "'make'");
}

/* Was the firmware built before this noct's tables had the names that it is told? Of a program of
 * the user's own those matter that the user has named. */
static enum status check_names(const struct elf_image *image, const char *path,
                               const struct experiment *e, const struct options *o,
                               struct error *error)
{
    bool own = o->text[KEY_firmware];
    if ((!own || o->text[KEY_routing]) &&
        !image_knows(image, "noc_routing_names", e->routing->name)) {
        return stale(path, "routing", e->routing->name, own, error);
    }
    if (e->algorithm && (!own || o->text[KEY_algorithm]) &&
        !image_knows(image, "noc_algorithm_names", e->algorithm->name)) {
        return stale(path, "algorithm", e->algorithm->name, own, error);
    }
    return STATUS_DONE;
}

/* Bytes that a plan's worms have beside its chain (firmware/include/noc.h), where they have most. */
static uint64_t worms_ram(const struct experiment *e)
{
    const uint32_t worm = NOC_WORM_WORDS + (e->algorithm->worm ? NOC_WORM_LAST_WORDS : 0);
    uint32_t *words, most = 0;
    if (e->relay != NOC_RELAY_GROUP) {
        return e->algorithm->worm ? (uint64_t)4 * NOC_WORM_MEMBER_WORDS * e->m : 0;
    }
    words = alloc_array(e->topology.nodes, sizeof *words);
    for (uint32_t i = 0; i < e->m; i++) {
        const struct noc_message *message = &e->plan->message[i];
        uint32_t *sender = &words[message->from];
        *sender += NOC_WORM_ADDRESS_WORDS + (message->joins ? 0 : worm);
        most = *sender > most ? *sender : most;
    }
    free(words);
    return (uint64_t)4 * most;
}

/* Flits of lists in a slot of the group. */
static uint32_t lists_of(const struct experiment *e)
{
    return e->relay == NOC_RELAY_GROUP                      ? 0
         : e->relay == NOC_RELAY_BODY && e->routing->copies ? noc_group_lists_flits(e->m)
                                                            : noc_group_list_flits(e->m);
}

/* Bytes that the heap has less where the stack is at the end of RAM (bsp/README.md). */
static uint32_t moved_stack(const struct elf_image *image, uint32_t ram)
{
    uint32_t most;
    if (!elf_image_symbol(image, "__stack_moves_above", &most) || ram <= most) {
        return 0;
    }
    return ram / NOC_STACK_SHARE + NOC_STACK_ZONE;
}

/*
 * The longest body the multicast firmware can have in so much RAM
 * (firmware/README.md): the application's copy, the root's kept copy,
 * and the group's slots, of which long bodies have one. Beside them the message
 * layer's pool and kept messages, the plan with its worms, and the list of members.
 */
static uint32_t longest_body(const struct elf_image *image, const struct experiment *e)
{
    enum { LAYER = 8192, MEMBER = 4, COPIES = 2, WORD = 4 };
    uint64_t taken =
        elf_image_ram(image) + LAYER + (uint64_t)MEMBER * (e->m + 1) + e->topology.nodes;
    taken += moved_stack(image, e->ram);
    taken += (uint64_t)NOC_GROUP_SLOTS * WORD * lists_of(e);
    taken += worms_ram(e);
    uint64_t left = e->ram > taken ? e->ram - taken : 0;
    uint64_t two_slots = left / ((COPIES + NOC_GROUP_SLOTS) * WORD);
    uint64_t one_slot = left / ((COPIES + 1) * WORD);
    return (uint32_t)(one_slot > NOC_GROUP_FLITS_TWICE    ? one_slot
                      : two_slots < NOC_GROUP_FLITS_TWICE ? two_slots
                                                          : NOC_GROUP_FLITS_TWICE);
}

static enum status check_body(const struct elf_image *image, const struct experiment *e,
                              struct error *error)
{
    uint32_t symbol;
    uint32_t longest = longest_body(image, e);
    if (e->length <= longest || !elf_image_symbol(image, "__ram_needed", &symbol)) {
        return STATUS_DONE;
    }
    error_set(error, STATUS_BAD,
              "length '%u': a node with %uK of RAM has room for %u flits at most", e->length,
              e->ram / 1024, longest);
    error_fix(error, "give ");
    if (e->ram < NOC_RAM_MAX) {
        error_append(error, "more ram (%uK at most) or ", NOC_RAM_MAX / 1024);
    }
    error_append(error, longest ? "a shorter length" : "a smaller set");
    return STATUS_BAD;
}

enum status firmware_check_image(const struct elf_image *image, const char *path,
                                 const struct experiment *e, const struct options *o,
                                 struct error *error)
{
    enum status status = check_names(image, path, e, o, error);
    status = status ? status : check_ram(image, path, e, error);
    return status || o->text[KEY_firmware] || !e->plan ? status : check_body(image, e, error);
}

/* --- routes ------------------------------------------------------------------------------ */

enum status firmware_check_route(const struct experiment *e, uint32_t from, uint32_t to,
                                 struct error *error)
{
    if (from == to || noc_route_path(&e->topology, e->routing, from, to, NULL, 0) > 0) {
        return STATUS_DONE;
    }
    error_set(error, STATUS_BAD,
              "routing %s finds no way from %u to %u, which the cores' barrier and "
              "acknowledgements need",
              e->routing->name, from, to);
    return error_fix(error, "give a routing that connects all nodes");
}

/* A barrier among n nodes; NULL: among all. */
static enum status check_barrier(const struct experiment *e, const uint16_t *member, uint32_t n,
                                 struct error *error)
{
    struct noc_barrier_network network = noc_barrier_network(
        e->topology.kind->name, e->topology.dims, e->topology.width, e->topology.nodes);
    struct noc_barrier_peers p;
    uint32_t signals;

    if (member) {
        network.bits[0] = 0;
    }
    for (uint32_t round = 0; noc_barrier_round(&p, &network, n, 0, round); round++) {
        for (uint32_t i = 0; i < n; i++) {
            signals = noc_barrier_round(&p, &network, n, i, round);
            for (uint32_t s = 0; s < signals; s++) {
                if (firmware_check_route(e, member ? member[i] : i,
                                         member ? member[p.to[s]] : p.to[s], error)) {
                    return STATUS_BAD;
                }
            }
        }
    }
    return STATUS_DONE;
}

enum status firmware_check_barriers(const struct experiment *e, struct error *error)
{
    uint16_t *member = alloc_array(e->m + 1, sizeof *member);
    uint32_t n = 0;
    enum status status = check_barrier(e, NULL, e->topology.nodes, error);
    for (uint32_t i = 0; i < e->m; i++) {
        if (n == i && e->source < e->dests[i]) {
            member[n++] = (uint16_t)e->source;
        }
        member[n++] = e->dests[i];
    }
    if (n == e->m) {
        member[n++] = (uint16_t)e->source;
    }
    status = status ? status : check_barrier(e, member, n, error);
    free(member);
    return status;
}

enum status firmware_check_routes(const struct experiment *e, struct error *error)
{
    enum status status = firmware_check_barriers(e, error);
    if (!status && plan_check(e->plan, e, error)) {
        status = STATUS_BAD;
    }
    for (uint32_t i = 0; i < e->m && !status; i++) {
        uint32_t from = e->plan->message[i].from, to = e->plan->message[i].to;
        status =
            firmware_check_route(e, from, to, error) || firmware_check_route(e, to, from, error)
                ? STATUS_BAD
                : STATUS_DONE;
    }
    return status;
}
