/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct run: the real firmware on every core. noct writes the experiment into
 * the board's parameter block, starts the emulated board, passes its console
 * on until it ends, and reads times and counters through the debug window, by
 * the gdb remote protocol.
 *
 * Firmware marks its call's begin and end with the MARK register: a
 * destination's latency is its own MARK1 less the source's MARK0.
 */
#include "run.h"
#include "run_live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "result/result.h"
#include "target/counter_blocks.h"
#include "cli/command.h"
#include "base/install_paths.h"
#include "program/board_identity.h"
#include "memmap.h"
#include "base/alloc.h"
#include "study/own_algorithm.h"
#include "study/own_routing.h"
#include "params.h"
#include "qemu.h"
#include "regs.h"
#include "diagnose/core_groups.h"

static const char firmware_topology[] = "torus:8x8"; /* for other firmware, if none is given */

/* Stack, data and least heap must fit a node. */
static enum status check_ram(const struct elf_image *image, const char *path,
                             const struct experiment *e, struct error *error)
{
    uint32_t needed = elf_image_ram(image);
    if (needed <= e->ram) {
        return STATUS_DONE;
    }
    error_set(error, STATUS_BAD, "firmware '%s': needs %u bytes of RAM, but a node has %u; ", path,
              needed, e->ram);
    if (needed > NOC_RAM_MAX) {
        error_append(error, "no node can have more than %uK", NOC_RAM_MAX / 1024);
    } else {
        error_append(error, "give ram %uK", (needed + 4095) / 4096 * 4);
    }
    return STATUS_BAD;
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
    return error_set(
        error, STATUS_BAD,
        "firmware '%s': knows no %s '%s': it was built from another version of Nocturne "
        "than this noct; %s builds it anew",
        path, what, name, own ? "'make app APP=...'" : "'make'");
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
    if ((!own || o->text[KEY_algorithm]) &&
        !image_knows(image, "noc_algorithm_names", e->algorithm->name)) {
        return stale(path, "algorithm", e->algorithm->name, own, error);
    }
    return STATUS_DONE;
}

/* Flits that a slot of the group has beside the data, for lists (firmware/group.c). By body, worms
 * bring those of all their receivers, at most a flit for each member they tell. */
static uint32_t list_room(const struct experiment *e)
{
    const struct noc_part all = {.left = 1, .right = (uint16_t)e->m};
    uint32_t list = noc_part_flits(&all);
    if (e->relay == NOC_RELAY_GROUP) {
        return 0;
    }
    return e->relay == NOC_RELAY_BODY && e->routing->copies && e->m > list ? e->m : list;
}

/* Bytes that a plan of worms has beside its chain (firmware/include/noc.h), where it has most. */
static uint64_t worms_ram(const struct experiment *e)
{
    enum { CHILD = 4, WORM = 12, MEMBER = 16 };
    uint32_t *bytes, most = 0;
    struct plan p;
    if (!e->algorithm->worm || e->relay != NOC_RELAY_GROUP) {
        return e->algorithm->worm ? (uint64_t)MEMBER * e->m : 0;
    }
    bytes = alloc_array(e->topology.nodes, sizeof *bytes);
    plan_make(&p, e, e->algorithm);
    for (uint32_t i = 0; i < e->m; i++) {
        uint32_t *sender = &bytes[p.message[i].from];
        *sender += CHILD + (p.message[i].joins ? 0 : WORM);
        most = *sender > most ? *sender : most;
    }
    plan_free(&p);
    free(bytes);
    return most;
}

/*
 * The longest body the multicast firmware can have in so much RAM
 * (firmware/README.md): the application's copy, the root's kept copy,
 * and the group's slots, of which long bodies have one. Beside them the message
 * layer's pool and kept messages, the plan with its worms, and the list of members.
 */
static uint32_t longest_body(const struct elf_image *image, const struct experiment *e)
{
    enum { LAYER = 8192, MEMBER = 4, TWO_SLOTS_MAX = 1024, COPIES = 3, WORD = 4 };
    uint64_t taken =
        elf_image_ram(image) + LAYER + (uint64_t)MEMBER * (e->m + 1) + e->topology.nodes;
    taken += 2 * WORD * (uint64_t)list_room(e); /* in each slot */
    taken += worms_ram(e);
    uint64_t left = e->ram > taken ? e->ram - taken : 0;
    uint64_t two_slots = left / ((COPIES + 1) * WORD), one_slot = left / (COPIES * WORD);
    return (uint32_t)(one_slot > TWO_SLOTS_MAX    ? one_slot
                      : two_slots < TWO_SLOTS_MAX ? two_slots
                                                  : TWO_SLOTS_MAX);
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
              "length '%u': a node with %uK of RAM has room for %u flits at most; give ", e->length,
              e->ram / 1024, longest);
    if (e->ram < NOC_RAM_MAX) {
        error_append(error, "more ram (%uK at most) or ", NOC_RAM_MAX / 1024);
    }
    error_append(error, longest ? "a shorter length" : "a smaller set");
    return STATUS_BAD;
}

enum status firmware_path(char path[PATH_MAX], const char *text, bool traced, struct error *error)
{
    char name[64];
    if (text && snprintf(path, PATH_MAX, "%s", text) >= PATH_MAX) {
        return error_set(error, STATUS_BAD, "firmware: the file's name is too long");
    }
    if (text && (strpbrk(text, "./") || access(text, R_OK) == 0)) {
        return STATUS_DONE;
    }
    snprintf(name, sizeof name, "%s%s", traced ? "trace/" : "", text ? text : "multicast");
    enum status status = find_firmware(path, name, error);
    return status && text ? error_set(error, STATUS_BAD,
                                      "firmware '%s': no such file, and no program of Nocturne has "
                                      "this name; give a FILE.elf, or a name as hello",
                                      text)
                          : status;
}

static enum status open_firmware(struct elf_image *image, char *path, const struct experiment *e,
                                 const struct options *o, bool traced, struct error *error)
{
    enum status status = own_routing_refuse(e->routing, error);
    if (status || (status = own_algorithm_refuse(e->algorithm, error))) {
        return status;
    }
    status = firmware_path(path, o->text[KEY_firmware], traced, error);
    if (status || (status = elf_image_open(image, path, error))) {
        return status;
    }
    status = check_names(image, path, e, o, error);
    status = status ? status : check_ram(image, path, e, error);
    if (!status && !o->text[KEY_firmware]) {
        status = check_body(image, e, error);
    }
    if (status) {
        elf_image_close(image);
    }
    return status;
}

enum status firmware_open(struct elf_image *image, char *path, const struct experiment *e,
                          const struct options *o, struct error *error)
{
    return open_firmware(image, path, e, o, false, error);
}

enum status firmware_open_traced(struct elf_image *image, char *path, const struct experiment *e,
                                 const struct options *o, struct error *error)
{
    return open_firmware(image, path, e, o, true, error);
}

uint64_t limit_of(const struct experiment *e)
{
    /* Boot and group creation; then every message after every other, some times over. */
    enum { BASE = 5000000, PER_NODE = 2000, SOFTWARE = 2000, SLACK = 4 };
    if (e->limit_cycles) {
        return e->limit_cycles;
    }
    uint64_t message = (uint64_t)e->length + e->m + e->tau_s + e->tau_r + SOFTWARE; /* m: a list */
    return BASE + (uint64_t)PER_NODE * e->topology.nodes + SLACK * message * (e->m + 1);
}

/* A finished board, read. */
struct measured_run {
    struct qemu qemu;
    unsigned char *block;
    json_t *cores; /* where they stand; NULL if all is well */
};

static void measured_run_free(struct measured_run *r)
{
    qemu_stop(&r->qemu);
    free(r->block);
    json_decref(r->cores);
}

static enum status execute(const struct experiment *e, const char *firmware,
                           const struct elf_image *image, FILE *console, struct measured_run *r,
                           struct error *error)
{
    uint32_t nodes = e->topology.nodes;
    memset(r, 0, sizeof *r);
    enum status status =
        qemu_start(&r->qemu, e, firmware, QEMU_NO_SOCKET, QEMU_NO_SOCKET, limit_of(e), error);
    if (status || (status = qemu_follow(&r->qemu, e, console, true, error))) {
        return status;
    }
    struct gdb *g = alloc_zeroed(sizeof *g);
    r->block = alloc_array(nodes, NOC_DEBUG_BLOCK);
    status = gdb_begin(g, r->qemu.gdb, true, error);
    if (!status) {
        status = blocks_check_version(g, error);
    }
    if (!status) {
        status = blocks_fetch(g, 0, nodes, r->block, error);
    }
    if (!status && core_groups_done(r->block, nodes) < nodes) {
        r->cores = core_groups_find(image, nodes, r->block);
    }
    free(g);
    return status;
}

/* The same on a live board. */
static enum status execute_live(struct transport *transport, const struct experiment *e,
                                const struct elf_image *image, struct measured_run *r,
                                struct error *error)
{
    uint32_t nodes = e->topology.nodes;
    bool ended;
    memset(r, 0, sizeof *r);
    r->qemu.out = r->qemu.err = r->qemu.gdb = QEMU_NO_SOCKET;
    r->block = alloc_array(nodes, NOC_DEBUG_BLOCK);
    enum status status =
        run_live_multicast(transport, e, limit_of(e), r->block, &r->qemu.cycles, &ended, error);
    if (!status) {
        strcpy(r->qemu.reason, ended ? "exit" : "limit");
        if (core_groups_done(r->block, nodes) < nodes) {
            r->cores = core_groups_find(image, nodes, r->block);
        }
    }
    return status;
}

/* latency by node, from the marks; NOC_NEVER: not marked, or failed. Any at all? */
static bool read_marks(const struct experiment *e, const unsigned char *block, uint64_t *latency)
{
    uint64_t begin = block_pair(block + (size_t)e->source * NOC_DEBUG_BLOCK, CNT_MARK0_LO);
    bool any = false;
    for (uint32_t i = 0; i < e->topology.nodes; i++) {
        const unsigned char *own = block + (size_t)i * NOC_DEBUG_BLOCK;
        uint64_t end = block_pair(own, CNT_MARK1_LO);
        bool failed = NOC_GET(block_word(own, CNT_STATUS), CNT_STATUS, CODE) != 0;
        latency[i] = begin && end >= begin && !failed ? end - begin : NOC_NEVER;
    }
    for (uint32_t i = 0; i < e->m; i++) {
        any = any || latency[e->dests[i]] != NOC_NEVER;
    }
    return any;
}

/*
 * What the plan's acknowledgements travelled: an accepted message is answered by one signal
 * from its receiver to its sender, of a header and the NI words.
 */
static struct noc_net_total acknowledgements(const struct experiment *e)
{
    struct noc_net_total total = {0};
    struct plan p;
    plan_make(&p, e, e->algorithm);
    for (uint32_t i = 0; i < e->m; i++) {
        uint64_t flits;
        total.link_visits +=
            route_cost(e, p.message[i].to, p.message[i].from, NOC_NI_WORDS, &flits);
        total.flit_hops += flits;
    }
    plan_free(&p);
    return total;
}

static uint64_t discarded(const struct experiment *e, const unsigned char *block)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < e->topology.nodes; i++) {
        sum += block_word(block + (size_t)i * NOC_DEBUG_BLOCK, CNT_DISCARDED);
    }
    return sum;
}

static json_t *number_or_null(bool known, uint64_t value)
{
    return known ? json_integer((json_int_t)value) : json_null();
}

/*
 * flit_hops and link_visits. Those of acknowledgements can be told from the messages' when
 * all went as planned; else they are in the sums, and the keys for them null. Unknown
 * where a router has more channels than a block has rows. Blocks do not tell what a flit was
 * blocked by: only where nothing was, or links have one virtual channel, no link was shared.
 */
static void result_flit_hops(json_t *result, const struct experiment *e,
                             const struct measured_run *r, bool own_firmware)
{
    struct noc_net_total total, ack = {0};
    bool known = blocks_suffice(&e->topology, e->routing);
    uint64_t resent = discarded(e, r->block);
    bool apart = known && !own_firmware && !r->cores && !resent;
    blocks_total(&e->topology, e->routing, r->block, &total);
    if (apart) {
        ack = acknowledgements(e);
    }
    json_object_set_new(result, "blocked_cycles", number_or_null(known, total.blocked_cycles));
    json_object_set_new(result, "flit_hops",
                        number_or_null(known, total.flit_hops - ack.flit_hops));
    json_object_set_new(result, "link_visits",
                        number_or_null(known, total.link_visits - ack.link_visits));
    json_object_set_new(
        result, "shared_cycles",
        number_or_null(known && (total.blocked_cycles == 0 || e->routing->vcs == 1), 0));
    json_object_set_new(result, "channel_wait_cycles", json_null());
    if (own_firmware) {
        return;
    }
    json_object_set_new(result, "ack_flit_hops", number_or_null(apart, ack.flit_hops));
    json_object_set_new(result, "ack_link_visits", number_or_null(apart, ack.link_visits));
    if (resent) {
        json_object_set_new(result, "resent", json_integer((json_int_t)resent));
    }
}

static json_t *answer_result(const struct experiment *e, const struct options *o,
                             const struct measured_run *r, bool own_firmware)
{
    struct experiment known = *e;
    uint64_t *latency = alloc_array(e->topology.nodes, sizeof *latency);
    bool marked = read_marks(e, r->block, latency) || !own_firmware;
    if (!marked) {
        known.algorithm = NULL; /* another program: it did no multicast of ours */
    }
    json_t *result = result_new(&known);
    result_setting(result, &known, o);
    if (marked) {
        result_latency(result, e, latency);
    }
    result_flit_hops(result, e, r, own_firmware);
    json_object_set_new(result, "cycles", json_integer((json_int_t)r->qemu.cycles));
    json_object_set_new(result, "end",
                        json_string(core_groups_end(r->qemu.reason, r->block, e->topology.nodes)));
    if (marked) {
        result_auto(result, e);
    }
    if (r->cores) {
        json_object_set(result, "cores", r->cores);
    }
    if (r->qemu.deadlock) {
        json_object_set(result, "deadlock", r->qemu.deadlock);
    }
    free(latency);
    return result;
}

/* The first console line that is a core's own fault, not that of one it waited for. */
static const char *own_fault(const char *console)
{
    while (*console) {
        size_t length = strcspn(console, "\n");
        const char *waited = strstr(console, "waited for");
        const char *colon = strstr(console, ": ");
        if (colon && colon < console + length && (!waited || waited > console + length)) {
            return colon + 2;
        }
        console += length + (console[length] == '\n');
    }
    return NULL;
}

/* Did a core of noct's own firmware say that the experiment does not fit the board? What
 * became of the others, who waited for it, then does not matter. */
static bool refused(const struct measured_run *r, const char *console, struct error *error)
{
    enum { STATUS_INPUT = 2 }; /* firmware/apps/multicast.c */
    size_t i;
    const json_t *group;
    bool any = false;
    const char *fault = own_fault(console);
    json_array_foreach (r->cores, i, group) {
        any = any || (strcmp(result_text(group, "state"), "done") == 0 &&
                      result_number(group, "code") == STATUS_INPUT);
    }
    if (any && fault) {
        error_set(error, STATUS_BAD, "the firmware refuses this experiment: %.*s",
                  (int)strcspn(fault, "\n"), fault);
        if (strstr(error->text, "memory")) {
            error_append(error, "; give more ram, or a shorter length");
        }
    }
    return any && fault;
}

/* Is the answer no? Then say why in one line. */
static enum status judge(const struct experiment *e, const struct measured_run *r,
                         struct error *error)
{
    if (r->qemu.deadlock) {
        error_set(error, STATUS_NO, "a deadlock in cycle %llu: %zu worms wait for each other",
                  (unsigned long long)r->qemu.cycles, json_array_size(r->qemu.deadlock));
        return STATUS_NO;
    }
    if (!r->cores) {
        return STATUS_DONE;
    }
    if (strcmp(r->qemu.reason, "limit") == 0) {
        limit_reached(e, r->qemu.cycles, error);
    } else if (strcmp(r->qemu.reason, "deadlock") == 0) {
        error_set(error, STATUS_NO,
                  "all cores have waited since cycle %llu, and no message is under way",
                  (unsigned long long)r->qemu.cycles);
    } else {
        error_set(error, STATUS_NO, "failed");
    }
    core_groups_describe(error, r->cores);
    return STATUS_NO;
}

/* With the experiment and its firmware known: run, judge, answer. The user's own
 * firmware's console is shown as it comes; a live board's (link not NULL) is its own affair. */
static enum status run_known(const struct experiment *e, const struct options *o,
                             struct transport *transport, const char *firmware,
                             const struct elf_image *image, json_t **result, struct error *error)
{
    const bool own = o->text[KEY_firmware];
    FILE *shown = o->json ? stderr : stdout;
    struct measured_run r;
    char *text = NULL;
    size_t length;
    FILE *kept = own ? NULL : open_memstream(&text, &length);
    enum status status = transport ? execute_live(transport, e, image, &r, error)
                                   : execute(e, firmware, image, kept ? kept : shown, &r, error);
    if (kept) {
        fclose(kept);
    }
    if (!status && kept && refused(&r, text, error)) {
        status = STATUS_BAD;
    } else {
        fputs(text ? text : "", shown);
        fflush(shown);
    }
    if (!status) {
        *result = answer_result(e, o, &r, own);
        status = judge(e, &r, error);
    }
    free(text);
    measured_run_free(&r);
    return status;
}

static enum status needs_route(const struct experiment *e, uint32_t from, uint32_t to,
                               struct error *error)
{
    if (from == to || noc_route_path(&e->topology, e->routing, from, to, NULL, 0) > 0) {
        return STATUS_DONE;
    }
    return error_set(error, STATUS_BAD,
                     "routing %s finds no way from %u to %u, which the cores' barrier and "
                     "acknowledgements need; give a routing that connects all nodes",
                     e->routing->name, from, to);
}

/* A barrier among n nodes (firmware/barrier.c): in round k the i-th signals the (i + 2^k)-th. NULL:
 * among all. */
static enum status check_barrier(const struct experiment *e, const uint16_t *member, uint32_t n,
                                 struct error *error)
{
    for (uint32_t away = 1; away < n; away *= 2) {
        for (uint32_t i = 0; i < n; i++) {
            uint32_t j = (i + away) % n;
            if (needs_route(e, member ? member[i] : i, member ? member[j] : j, error)) {
                return STATUS_BAD;
            }
        }
    }
    return STATUS_DONE;
}

enum status check_routes(const struct experiment *e, struct error *error)
{
    struct plan p;
    uint16_t *member = alloc_array(e->m + 1, sizeof *member);
    uint32_t n = 0;
    plan_make(&p, e, e->algorithm);
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
    if (!status && plan_check(&p, e, error)) {
        status = STATUS_BAD;
    }
    for (uint32_t i = 0; i < e->m && !status; i++) {
        uint32_t from = p.message[i].from, to = p.message[i].to;
        status = needs_route(e, from, to, error) || needs_route(e, to, from, error) ? STATUS_BAD
                                                                                    : STATUS_DONE;
    }
    plan_free(&p);
    free(member);
    return status;
}

static enum status run_experiment(const struct options *o, struct transport *link, json_t **result,
                                  struct error *error)
{
    struct experiment e;
    struct elf_image image;
    char firmware[PATH_MAX];
    enum status status = experiment_make(&e, o, NEED_SET | NEED_FIRMWARE, error);
    if (status) {
        return status;
    }
    if (!o->text[KEY_firmware]) {
        status = check_routes(&e, error);
    }
    if (!status) {
        status = firmware_open(&image, firmware, &e, o, error);
    }
    if (!status) {
        status = run_known(&e, o, link, firmware, &image, result, error);
        elf_image_close(&image);
    }
    experiment_free(&e);
    return status;
}

static enum status ask_live(struct options *o, json_t **result, struct error *error)
{
    struct transport *link;
    if (o->text[KEY_firmware]) {
        return error_set(error, STATUS_BAD,
                         "firmware: cannot be given with board, which keeps the program it has; "
                         "'noct flash' writes another one");
    }
    enum status status = identity_check_flags(o, NEED_SET, error);
    if (status || (status = transport_open(&link, o->text[KEY_board], error))) {
        return status;
    }
    status = run_live_complete(link, o, error);
    if (!status) {
        status = run_experiment(o, link, result, error);
    }
    transport_close(link);
    return status;
}

enum status execute_run(const struct options *o, json_t **result, struct error *error)
{
    struct options known;
    options_copy(&known, o);
    if (known.text[KEY_board]) {
        enum status status = ask_live(&known, result, error);
        options_free(&known);
        return status;
    }
    if (known.text[KEY_firmware] && !known.text[KEY_topology]) {
        known.text[KEY_topology] = alloc_text(firmware_topology);
        if (!o->batch) { /* whose answers have it as "topology" */
            fprintf(stderr,
                    "noct run: no topology was given: the board is %s; --topology KIND:SIZE "
                    "names another\n",
                    firmware_topology);
        }
    }
    qemu_on_signal(-1, NULL);
    enum status status = run_experiment(&known, NULL, result, error);
    options_free(&known);
    return status;
}

void show_run(const struct options *o, const json_t *result)
{
    const json_t *cores = json_object_get(result, "cores");
    if (json_object_get(result, "latency")) {
        show_latency(result);
    } else if (!cores) {
        printf("all cores done with status 0, in cycle %lld\n", result_number(result, "cycles"));
    }
    if (json_object_get(result, "deadlock")) {
        show_deadlock(result);
    }
    if (cores) {
        core_groups_show(cores);
    }
    (void)o;
}
