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

#include "answer.h"
#include "blocks.h"
#include "command.h"
#include "files.h"
#include "known.h"
#include "memmap.h"
#include "memory.h"
#include "own_routing.h"
#include "params.h"
#include "qemu.h"
#include "regs.h"
#include "standing.h"

static const char firmware_topology[] = "torus:8x8"; /* for other firmware, if none is given */

/* Stack, data and least heap must fit a node. */
static enum status check_ram(const struct image *image, const char *path,
                             const struct experiment *e, struct complaint *why)
{
    uint32_t needed = image_ram(image);
    if (needed <= e->ram) {
        return STATUS_DONE;
    }
    complain(why, STATUS_BAD, "firmware '%s': needs %u bytes of RAM, a node has %u; ", path, needed,
             e->ram);
    if (needed > NOC_RAM_MAX) {
        complain_more(why, "no node can have more than %uK", NOC_RAM_MAX / 1024);
    } else {
        complain_more(why, "give ram %uK", (needed + 4095) / 4096 * 4);
    }
    return STATUS_BAD;
}

/* Is this name in the list of this symbol that the firmware was linked with? So it is if there is no
 * such list: a program may do without plans, or without symbols. */
static bool image_knows(const struct image *image, const char *list, const char *name)
{
    char names[4096];
    uint32_t address;
    const char *at = names;
    size_t length = strlen(name);
    if (!image_symbol(image, list, &address) || !image_text(image, address, names, sizeof names)) {
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
                         struct complaint *why)
{
    return complain(why, STATUS_BAD,
                    "firmware '%s': knows no %s '%s': it was built from another version of Nocturne "
                    "than this noct; %s builds it anew",
                    path, what, name, own ? "'make app APP=...'" : "'make'");
}

/* Was the firmware built before this noct's tables had the names that it is told? Of a program of
 * the user's own those matter that the user has named. */
static enum status check_names(const struct image *image, const char *path,
                               const struct experiment *e, const struct options *o,
                               struct complaint *why)
{
    bool own = o->text[KEY_firmware];
    if ((!own || o->text[KEY_routing]) &&
        !image_knows(image, "noc_routing_names", e->routing->name)) {
        return stale(path, "routing", e->routing->name, own, why);
    }
    if ((!own || o->text[KEY_algorithm]) &&
        !image_knows(image, "noc_algorithm_names", e->algorithm->name)) {
        return stale(path, "algorithm", e->algorithm->name, own, why);
    }
    return STATUS_DONE;
}

/* Flits that a slot of the group has beside the data, for lists (firmware/group.c). By body, worms
 * bring those of all their receivers, at most a flit for each member they tell. */
static uint32_t list_room(const struct experiment *e)
{
    const struct noc_part all = { .left = 1, .right = (uint16_t)e->m };
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
    struct planned p;
    if (!e->algorithm->worm || e->relay != NOC_RELAY_GROUP) {
        return e->algorithm->worm ? (uint64_t)MEMBER * e->m : 0;
    }
    bytes = claim_array(e->topology.nodes, sizeof *bytes);
    planned_make(&p, e, e->algorithm);
    for (uint32_t i = 0; i < e->m; i++) {
        uint32_t *sender = &bytes[p.message[i].from];
        *sender += CHILD + (p.message[i].joins ? 0 : WORM);
        most = *sender > most ? *sender : most;
    }
    planned_free(&p);
    free(bytes);
    return most;
}

/*
 * The longest body the multicast firmware can have in so much RAM
 * (firmware/README.md): the application's copy, the root's kept copy,
 * and the group's slots, of which long bodies have one. Beside them the message
 * layer's pool and kept messages, the plan with its worms, and the list of members.
 */
static uint32_t longest_body(const struct image *image, const struct experiment *e)
{
    enum { LAYER = 8192, MEMBER = 4, TWO_SLOTS_MAX = 1024, COPIES = 3, WORD = 4 };
    uint64_t taken = image_ram(image) + LAYER + (uint64_t)MEMBER * (e->m + 1) + e->topology.nodes;
    taken += 2 * WORD * (uint64_t)list_room(e); /* in each slot */
    taken += worms_ram(e);
    uint64_t left = e->ram > taken ? e->ram - taken : 0;
    uint64_t two_slots = left / ((COPIES + 1) * WORD), one_slot = left / (COPIES * WORD);
    return (uint32_t)(one_slot > TWO_SLOTS_MAX    ? one_slot
                      : two_slots < TWO_SLOTS_MAX ? two_slots
                                                  : TWO_SLOTS_MAX);
}

static enum status check_body(const struct image *image, const struct experiment *e,
                              struct complaint *why)
{
    uint32_t symbol;
    uint32_t longest = longest_body(image, e);
    if (e->length <= longest || !image_symbol(image, "__ram_needed", &symbol)) {
        return STATUS_DONE;
    }
    complain(why, STATUS_BAD, "length '%u': %uK of RAM have room for %u flits at most; give ",
             e->length, e->ram / 1024, longest);
    if (e->ram < NOC_RAM_MAX) {
        complain_more(why, "more ram (%uK at most) or ", NOC_RAM_MAX / 1024);
    }
    complain_more(why, longest ? "a shorter length" : "a smaller set");
    return STATUS_BAD;
}

enum status firmware_path(char path[PATH_MAX], const char *text, bool traced,
                          struct complaint *why)
{
    char name[64];
    if (text && snprintf(path, PATH_MAX, "%s", text) >= PATH_MAX) {
        return complain(why, STATUS_BAD, "firmware: its name is too long");
    }
    if (text && (strpbrk(text, "./") || access(text, R_OK) == 0)) {
        return STATUS_DONE;
    }
    snprintf(name, sizeof name, "%s%s", traced ? "trace/" : "", text ? text : "multicast");
    enum status status = find_firmware(path, name, why);
    return status && text ? complain(why, STATUS_BAD,
                                     "firmware '%s': no such file, and none of Nocturne's; give a "
                                     "FILE.elf, or a name as hello",
                                     text)
                          : status;
}

static enum status open_firmware(struct image *image, char *path, const struct experiment *e,
                                 const struct options *o, bool traced, struct complaint *why)
{
    enum status status = own_routing_refuse(e->routing, why);
    if (status) {
        return status;
    }
    status = firmware_path(path, o->text[KEY_firmware], traced, why);
    if (status || (status = image_open(image, path, why))) {
        return status;
    }
    status = check_names(image, path, e, o, why);
    status = status ? status : check_ram(image, path, e, why);
    if (!status && !o->text[KEY_firmware]) {
        status = check_body(image, e, why);
    }
    if (status) {
        image_close(image);
    }
    return status;
}

enum status firmware_open(struct image *image, char *path, const struct experiment *e,
                          const struct options *o, struct complaint *why)
{
    return open_firmware(image, path, e, o, false, why);
}

enum status firmware_open_traced(struct image *image, char *path, const struct experiment *e,
                                 const struct options *o, struct complaint *why)
{
    return open_firmware(image, path, e, o, true, why);
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
struct result {
    struct qemu qemu;
    unsigned char *block;
    json_t *cores; /* where they stand; NULL if all is well */
};

static void result_free(struct result *r)
{
    qemu_stop(&r->qemu);
    free(r->block);
    json_decref(r->cores);
}

static enum status execute(const struct experiment *e, const char *firmware,
                           const struct image *image, FILE *console, struct result *r,
                           struct complaint *why)
{
    uint32_t nodes = e->topology.nodes;
    memset(r, 0, sizeof *r);
    enum status status = qemu_start(&r->qemu, e, firmware, QEMU_NO_SOCKET, QEMU_NO_SOCKET,
                                    limit_of(e), why);
    if (status || (status = qemu_follow(&r->qemu, e, console, true, why))) {
        return status;
    }
    struct gdb *g = claim(sizeof *g);
    r->block = claim_array(nodes, NOC_DEBUG_BLOCK);
    status = gdb_begin(g, r->qemu.gdb, true, why);
    if (!status) {
        status = blocks_check_version(g, why);
    }
    if (!status) {
        status = blocks_fetch(g, 0, nodes, r->block, why);
    }
    if (!status && standing_well(r->block, nodes) < nodes) {
        r->cores = standing_find(image, nodes, r->block);
    }
    free(g);
    return status;
}

/* The same on a live board. */
static enum status execute_live(struct link *link, const struct experiment *e,
                                const struct image *image, struct result *r, struct complaint *why)
{
    uint32_t nodes = e->topology.nodes;
    bool ended;
    memset(r, 0, sizeof *r);
    r->qemu.out = r->qemu.err = r->qemu.gdb = QEMU_NO_SOCKET;
    r->block = claim_array(nodes, NOC_DEBUG_BLOCK);
    enum status status =
        live_run(link, e, limit_of(e), r->block, &r->qemu.cycles, &ended, why);
    if (!status) {
        strcpy(r->qemu.reason, ended ? "exit" : "limit");
        if (standing_well(r->block, nodes) < nodes) {
            r->cores = standing_find(image, nodes, r->block);
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
    struct noc_net_total total = { 0 };
    struct planned p;
    planned_make(&p, e, e->algorithm);
    for (uint32_t i = 0; i < e->m; i++) {
        uint64_t flits;
        total.link_visits += travel(e, p.message[i].to, p.message[i].from, NOC_NI_WORDS, &flits);
        total.flit_hops += flits;
    }
    planned_free(&p);
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
 * where a router has more channels than a block has rows.
 */
static void answer_travel(json_t *answer, const struct experiment *e, const struct result *r,
                          bool own_firmware)
{
    struct noc_net_total total, ack = { 0 };
    bool known = blocks_suffice(&e->topology, e->routing);
    uint64_t resent = discarded(e, r->block);
    bool apart = known && !own_firmware && !r->cores && !resent;
    blocks_total(&e->topology, e->routing, r->block, &total);
    if (apart) {
        ack = acknowledgements(e);
    }
    json_object_set_new(answer, "blocked_cycles", number_or_null(known, total.blocked_cycles));
    json_object_set_new(answer, "flit_hops",
                        number_or_null(known, total.flit_hops - ack.flit_hops));
    json_object_set_new(answer, "link_visits",
                        number_or_null(known, total.link_visits - ack.link_visits));
    if (own_firmware) {
        return;
    }
    json_object_set_new(answer, "ack_flit_hops", number_or_null(apart, ack.flit_hops));
    json_object_set_new(answer, "ack_link_visits", number_or_null(apart, ack.link_visits));
    if (resent) {
        json_object_set_new(answer, "resent", json_integer((json_int_t)resent));
    }
}

static json_t *answer_result(const struct experiment *e, const struct options *o,
                             const struct result *r, bool own_firmware)
{
    struct experiment known = *e;
    uint64_t *latency = claim_array(e->topology.nodes, sizeof *latency);
    bool marked = read_marks(e, r->block, latency) || !own_firmware;
    if (!marked) {
        known.algorithm = NULL; /* another program: it did no multicast of ours */
    }
    json_t *answer = answer_new(&known);
    answer_setting(answer, &known, o);
    if (marked) {
        answer_latency(answer, e, latency);
    }
    answer_travel(answer, e, r, own_firmware);
    json_object_set_new(answer, "cycles", json_integer((json_int_t)r->qemu.cycles));
    json_object_set_new(answer, "end", json_string(standing_end(r->qemu.reason, r->block,
                                                                e->topology.nodes)));
    if (marked) {
        auto_answer(answer, e);
    }
    if (r->cores) {
        json_object_set(answer, "cores", r->cores);
    }
    if (r->qemu.deadlock) {
        json_object_set(answer, "deadlock", r->qemu.deadlock);
    }
    free(latency);
    return answer;
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
static bool refused(const struct result *r, const char *console, struct complaint *why)
{
    enum { STATUS_INPUT = 2 }; /* firmware/apps/multicast.c */
    size_t i;
    const json_t *group;
    bool any = false;
    const char *fault = own_fault(console);
    json_array_foreach(r->cores, i, group) {
        any = any || (strcmp(answer_text(group, "state"), "done") == 0 &&
                      answer_number(group, "code") == STATUS_INPUT);
    }
    if (any && fault) {
        complain(why, STATUS_BAD, "the cores cannot: %.*s", (int)strcspn(fault, "\n"), fault);
        if (strstr(why->text, "memory")) {
            complain_more(why, "; give more ram, or a shorter length");
        }
    }
    return any && fault;
}

/* Is the answer no? Then say why in one line. */
static enum status judge(const struct experiment *e, const struct result *r, struct complaint *why)
{
    if (r->qemu.deadlock) {
        complain(why, STATUS_NO,
                 "a deadlock in cycle %llu: %zu worms wait for each other in a circle",
                 (unsigned long long)r->qemu.cycles, json_array_size(r->qemu.deadlock));
        return STATUS_NO;
    }
    if (!r->cores) {
        return STATUS_DONE;
    }
    if (strcmp(r->qemu.reason, "limit") == 0) {
        limit_reached(e, r->qemu.cycles, why);
    } else if (strcmp(r->qemu.reason, "deadlock") == 0) {
        complain(why, STATUS_NO, "all cores wait and nothing is under way, since cycle %llu",
                 (unsigned long long)r->qemu.cycles);
    } else {
        complain(why, STATUS_NO, "failed");
    }
    standing_complain(why, r->cores);
    return STATUS_NO;
}

/* With the experiment and its firmware known: run, judge, answer. The user's own
 * firmware's console is shown as it comes; a live board's (link not NULL) is its own affair. */
static enum status run_known(const struct experiment *e, const struct options *o,
                             struct link *link, const char *firmware, const struct image *image,
                             json_t **answer, struct complaint *why)
{
    const bool own = o->text[KEY_firmware];
    FILE *shown = o->json ? stderr : stdout;
    struct result r;
    char *text = NULL;
    size_t length;
    FILE *kept = own ? NULL : open_memstream(&text, &length);
    enum status status = link ? execute_live(link, e, image, &r, why)
                              : execute(e, firmware, image, kept ? kept : shown, &r, why);
    if (kept) {
        fclose(kept);
    }
    if (!status && kept && refused(&r, text, why)) {
        status = STATUS_BAD;
    } else {
        fputs(text ? text : "", shown);
        fflush(shown);
    }
    if (!status) {
        *answer = answer_result(e, o, &r, own);
        status = judge(e, &r, why);
    }
    free(text);
    result_free(&r);
    return status;
}

static enum status needs_route(const struct experiment *e, uint32_t from, uint32_t to,
                               struct complaint *why)
{
    if (from == to || noc_route_path(&e->topology, e->routing, from, to, NULL, 0) > 0) {
        return STATUS_DONE;
    }
    return complain(why, STATUS_BAD,
                    "routing %s finds no way from %u to %u, and the cores' barrier and "
                    "acknowledgements need one; give a routing that reaches everybody",
                    e->routing->name, from, to);
}

/* A barrier among n nodes (firmware/barrier.c): in round k the i-th signals the (i + 2^k)-th. NULL:
 * among all. */
static enum status check_barrier(const struct experiment *e, const uint16_t *member, uint32_t n,
                                 struct complaint *why)
{
    for (uint32_t away = 1; away < n; away *= 2) {
        for (uint32_t i = 0; i < n; i++) {
            uint32_t j = (i + away) % n;
            if (needs_route(e, member ? member[i] : i, member ? member[j] : j, why)) {
                return STATUS_BAD;
            }
        }
    }
    return STATUS_DONE;
}

enum status check_routes(const struct experiment *e, struct complaint *why)
{
    struct planned p;
    uint16_t *member = claim_array(e->m + 1, sizeof *member);
    uint32_t n = 0;
    planned_make(&p, e, e->algorithm);
    enum status status = check_barrier(e, NULL, e->topology.nodes, why);
    for (uint32_t i = 0; i < e->m; i++) {
        if (n == i && e->source < e->dests[i]) {
            member[n++] = (uint16_t)e->source;
        }
        member[n++] = e->dests[i];
    }
    if (n == e->m) {
        member[n++] = (uint16_t)e->source;
    }
    status = status ? status : check_barrier(e, member, n, why);
    if (!status && planned_check(&p, e, why)) {
        status = STATUS_BAD;
    }
    for (uint32_t i = 0; i < e->m && !status; i++) {
        uint32_t from = p.message[i].from, to = p.message[i].to;
        status = needs_route(e, from, to, why) || needs_route(e, to, from, why) ? STATUS_BAD
                                                                               : STATUS_DONE;
    }
    planned_free(&p);
    free(member);
    return status;
}

static enum status run_experiment(const struct options *o, struct link *link, json_t **answer,
                                  struct complaint *why)
{
    struct experiment e;
    struct image image;
    char firmware[PATH_MAX];
    enum status status = experiment_make(&e, o, NEED_SET | NEED_FIRMWARE, why);
    if (status) {
        return status;
    }
    if (!o->text[KEY_firmware]) {
        status = check_routes(&e, why);
    }
    if (!status) {
        status = firmware_open(&image, firmware, &e, o, why);
    }
    if (!status) {
        status = run_known(&e, o, link, firmware, &image, answer, why);
        image_close(&image);
    }
    experiment_free(&e);
    return status;
}

static enum status ask_live(struct options *o, json_t **answer, struct complaint *why)
{
    struct link *link;
    if (o->text[KEY_firmware]) {
        return complain(why, STATUS_BAD,
                        "firmware: not with board, which runs what it has; 'noct flash' puts "
                        "another there");
    }
    enum status status = known_flags(o, NEED_SET, why);
    if (status || (status = link_open(&link, o->text[KEY_board], why))) {
        return status;
    }
    status = live_complete(link, o, why);
    if (!status) {
        status = run_experiment(o, link, answer, why);
    }
    link_close(link);
    return status;
}

enum status ask_run(const struct options *o, json_t **answer, struct complaint *why)
{
    struct options known;
    options_copy(&known, o);
    if (known.text[KEY_board]) {
        enum status status = ask_live(&known, answer, why);
        options_free(&known);
        return status;
    }
    if (known.text[KEY_firmware] && !known.text[KEY_topology]) {
        known.text[KEY_topology] = copy_text(firmware_topology);
        if (!o->batch) { /* whose answers have it as "topology" */
            fprintf(stderr, "noct run: no topology was given: the board is %s; --topology KIND:SIZE "
                            "names another\n", firmware_topology);
        }
    }
    qemu_on_signal(-1, NULL);
    enum status status = run_experiment(&known, NULL, answer, why);
    options_free(&known);
    return status;
}

void show_run(const struct options *o, const json_t *answer)
{
    const json_t *cores = json_object_get(answer, "cores");
    if (json_object_get(answer, "latency")) {
        show_latency(answer);
    } else if (!cores) {
        printf("all cores done with status 0, in cycle %lld\n", answer_number(answer, "cycles"));
    }
    if (json_object_get(answer, "deadlock")) {
        show_deadlock(answer);
    }
    if (cores) {
        standing_show(cores);
    }
    (void)o;
}
