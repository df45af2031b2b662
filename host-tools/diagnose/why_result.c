/* SPDX-License-Identifier: BSD-2-Clause */
/* noct why's answer: what was found as JSON, and the verdict in one sentence. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/result.h"
#include "experiment/experiment_result.h"
#include "target/counter_blocks.h"
#include "flash/flash_image.h"
#include "image/image_origin.h"
#include "program/location.h"
#include "base/alloc.h"
#include "why.h"

enum { BLOCKED_TOLD = 8, PLACES_TOLD = 40, DOES_TEXT = CORE_DOES_TEXT, SENTENCE = 900 };

static const char *const verdicts[VERDICTS] = {
    [VERDICT_NO_IMAGE] = "no image", [VERDICT_DEADLOCK] = "deadlock",
    [VERDICT_TRAPPED] = "trapped",   [VERDICT_WAIT_CYCLE] = "waiting in a circle",
    [VERDICT_RUNNING] = "running",   [VERDICT_WAITING] = "waiting",
    [VERDICT_EXITED] = "exited",     [VERDICT_ABORTED] = "aborted",
};

/* --- where -------------------------------------------------------------------------- */

/* The lines of the program that runs there; NULL: not known. */
static const struct debug_info *source_of(const struct diagnosis *w)
{
    return w->running.matches ? w->running.source : NULL;
}

/* "calls": main()'s first. For people, as "place": the call of the message layer, whose functions
 * begin with noc_: "main (mine.c:12) > noc_recv". */
static void set_calls(json_t *object, const struct diagnosis *w, const struct why_calls *c)
{
    json_t *list = json_array();
    bool told = false;
    for (unsigned i = 0; i < c->n; i++) {
        struct debug_info_frame frame[DEBUG_INFO_FRAMES_MAX];
        uint32_t offset;
        const char *next = running_program_function(&w->running, c->call[i].target, &offset);
        const char *function = running_program_function(&w->running, c->call[i].at, &offset);
        unsigned n = running_program_frames(&w->running, c->call[i].at, frame);
        json_array_append_new(list,
                              json_pack("{s:o,s:o,s:o}", "function", text_or_null(function), "file",
                                        text_or_null(n ? frame[0].file : NULL), "line",
                                        n ? json_integer(frame[0].line) : json_null()));
        if (!told && next && strncmp(next, "noc_", 4) == 0) {
            char place[LOCATION_TEXT], text[LOCATION_TEXT + 80];
            location_text(place, running_program_image(&w->running), source_of(w), c->call[i].at);
            snprintf(text, sizeof text, "%s > %.60s", place, next);
            json_object_set_new(object, "place", json_string(text));
            told = true;
        }
    }
    json_object_set_new(object, "calls", list);
}

static json_t *waits_of(const struct diagnosis *w, uint32_t node)
{
    const struct core *c = &w->core[node];
    int barrier = why_barrier_of(w, node);
    if (!c->what) {
        return json_null();
    }
    json_t *waits = json_pack("{s:s,s:o,s:i}", "what", core_wait_word(c->what), "peer",
                              c->peer == NOC_WAITING_ANYBODY ? json_null() : json_integer(c->peer),
                              "tag", (int)c->tag);
    if (barrier >= 0) {
        json_object_set_new(waits, "barrier", json_integer(barrier));
    }
    return waits;
}

static json_t *core_json(const struct diagnosis *w, uint32_t node)
{
    const struct core *c = &w->core[node];
    const struct why_calls *calls = why_calls_of(w, node);
    json_t *core = json_pack("{s:i,s:s}", "node", (int)node, "state", core_state_word(c->state));
    if (c->state == CORE_EXITED) {
        json_object_set_new(core, "pc", json_null());
        json_object_set_new(core, "status", json_integer(c->code));
    } else {
        json_object_set_new(core, "pc", json_integer(c->pc));
        if (c->state == CORE_TRAPPED) {
            json_object_set_new(core, "status", json_integer(c->code));
        }
        location_set(core, running_program_image(&w->running), source_of(w), c->pc);
        if (calls && calls->n) {
            set_calls(core, w, calls);
        }
    }
    if (core_cause(c)) {
        json_object_set_new(core, "cause", json_string(core_cause(c)));
    }
    json_object_set_new(core, "waits", waits_of(w, node));
    return core;
}

/* --- nodes -------------------------------------------------------------------------- */

/* Eight counts in two words. */
static json_t *eight(const struct diagnosis *w, uint32_t node, uint32_t offset)
{
    json_t *list = json_array();
    for (unsigned q = 0; q < NOC_QUEUES; q++) {
        uint32_t word = snapshot_state(&w->first, node, offset + q / 4 * 4);
        json_array_append_new(list, json_integer(word >> q % 4 * 8 & 0xff));
    }
    return list;
}

static json_t *node_json(const struct diagnosis *w, uint32_t node)
{
    uint32_t busy = snapshot_state(&w->first, node, STATE_TX_BUSY);
    uint32_t windows = snapshot_state(&w->first, node, STATE_WINDOWS);
    return json_pack("{s:i,s:o,s:o,s:i,s:i,s:i,s:i}", "node", (int)node, "queued",
                     eight(w, node, STATE_QUEUED0), "free", eight(w, node, STATE_FREE0),
                     "transmitting", __builtin_popcount(busy), "starting",
                     (int)snapshot_state(&w->first, node, STATE_STARTING), "discards",
                     (int)snapshot_state(&w->first, node, STATE_DISCARDS), "windows_open",
                     __builtin_popcount(NOC_GET(windows, STATE_WINDOWS, OPEN)));
}

/* --- what went on between the snapshots ------------------------------------------------ */

static int by_seen(const void *a, const void *b)
{
    const struct why_place *p = a, *q = b;
    return p->seen != q->seen   ? (p->seen > q->seen ? -1 : 1)
         : p->state != q->state ? (int)p->state - (int)q->state
                                : (p->begin > q->begin) - (p->begin < q->begin);
}

static json_t *places_json(const struct diagnosis *w)
{
    json_t *list = json_array();
    qsort(w->place, w->places, sizeof *w->place, by_seen);
    for (uint32_t i = 0; i < w->places && i < PLACES_TOLD; i++) {
        const struct why_place *p = &w->place[i];
        json_t *one =
            json_pack("{s:s,s:i}", "state", core_state_word(p->state), "seen", (int)p->seen);
        if (p->begin) {
            uint32_t offset;
            const char *function = running_program_function(&w->running, p->pc, &offset);
            json_object_set_new(one, "function", text_or_null(function));
            json_object_set_new(one, "pc", json_integer(p->pc));
        }
        if (p->what) {
            json_object_set_new(one, "what", json_string(core_wait_word(p->what)));
        }
        json_array_append_new(list, one);
    }
    return list;
}

struct blocked {
    struct noc_channel channel;
    struct noc_channel_count count; /* what came between */
};

static int by_blocked(const void *a, const void *b)
{
    const struct blocked *p = a, *q = b;
    return (p->count.blocked < q->count.blocked) - (p->count.blocked > q->count.blocked);
}

/* The channels on which flits waited for the most cycles. Counters wrap. */
static json_t *blocked_json(const struct diagnosis *w)
{
    struct blocked most[BLOCKED_TOLD + 1];
    unsigned n = 0;
    json_t *list = json_array();
    for (uint32_t node = 0; w->named && w->last.counters && node < w->nodes; node++) {
        struct blocked b;
        struct noc_channel_count before;
        for (unsigned i = 0;
             w->shown[node] &&
             block_row(&w->e.topology, w->e.routing, snapshot_counters(&w->last, node), node, i,
                       &b.channel, &b.count) &&
             block_count(snapshot_counters(&w->first, node), i, &before);
             i++) {
            b.count.blocked -= before.blocked;
            b.count.flits -= before.flits;
            if (b.count.blocked) {
                most[n] = b;
                qsort(most, n + 1, sizeof *most, by_blocked);
                n = n < BLOCKED_TOLD ? n + 1 : n;
            }
        }
    }
    for (unsigned i = 0; i < n; i++) {
        json_t *one = result_channel(&w->e, &most[i].channel);
        json_object_set_new(one, "blocked_cycles", json_integer(most[i].count.blocked));
        json_object_set_new(one, "flits", json_integer(most[i].count.flits));
        json_array_append_new(list, one);
    }
    return list;
}

/* --- the verdict in a sentence ---------------------------------------------------------- */

static uint32_t count_state(const struct diagnosis *w, enum core_state state)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < w->nodes; i++) {
        n += w->core[i].state == state;
    }
    return n;
}

static const char *plural(uint32_t n)
{
    return n == 1 ? "" : "s";
}

/* "; 5 cores wait, directly or not, for core 3, which has exited with status 0" */
static void add_root(char text[SENTENCE], const struct diagnosis *w)
{
    char does[DOES_TEXT];
    uint32_t n, root = why_root(w, &n);
    if (n == 0) {
        return;
    }
    if (barrier_of(&w->barriers, root)) {
        snprintf(does, sizeof does, "waits in a barrier");
    } else {
        core_does(does, sizeof does, &w->core[root]);
    }
    why_add(text, SENTENCE, "; %u core%s wait%s, directly or not, for core %u, which %s", n,
            plural(n), n == 1 ? "s" : "", root, does);
}

static void add_where(char text[SENTENCE], const struct diagnosis *w, uint32_t pc)
{
    char place[LOCATION_TEXT];
    location_text(place, running_program_image(&w->running), source_of(w), pc);
    why_add(text, SENTENCE, " %s %s", strncmp(place, "0x", 2) == 0 ? "at" : "in", place);
}

static void say_wait_cycle(char text[SENTENCE], const struct diagnosis *w)
{
    enum { NAMED = 12 };
    why_add(text, SENTENCE, "%u cores wait in a circle, each for the next:", w->waiting_n);
    for (uint32_t i = 0; i < w->waiting_n && i < NAMED; i++) {
        why_add(text, SENTENCE, " %u ->", w->waiting[i]);
    }
    why_add(text, SENTENCE, w->waiting_n > NAMED ? " ... -> %u" : " %u", w->waiting[0]);
}

static void say_exited(char text[SENTENCE], const struct diagnosis *w)
{
    uint32_t well = 0, first_bad = w->nodes;
    for (uint32_t i = 0; i < w->nodes; i++) {
        well += w->core[i].code == 0;
        first_bad = w->core[i].code && first_bad == w->nodes ? i : first_bad;
    }
    if (well == w->nodes) {
        why_add(text, SENTENCE, "all %u cores have exited with status 0", well);
    } else {
        char does[DOES_TEXT];
        core_does(does, sizeof does, &w->core[first_bad]);
        why_add(text, SENTENCE, "all cores have exited, %u with status 0; core %u %s", well,
                first_bad, does);
    }
}

static void say_running(char text[SENTENCE], const struct diagnosis *w)
{
    uint32_t running = count_state(w, CORE_RUNNING), boot = count_state(w, CORE_BOOT);
    if (boot == w->nodes) {
        why_add(text, SENTENCE, "the boot ROM is at work: it puts the image in place");
        return;
    }
    why_add(text, SENTENCE, "%u of %u cores run", running, w->nodes);
    why_add(text, SENTENCE, w->stands ? ", but the clock stands: a debugger holds it" : "");
    if (w->stands && w->last.cycle == 0) { /* ndmreset outlives a debugger that is killed */
        why_add(text, SENTENCE, ", or has left it in reset; an OpenOCD that begins lets it go");
    }
    if (!running && w->moved) {
        why_add(text, SENTENCE, " at this moment, and messages are under way");
    }
}

static void sentence(char text[SENTENCE], const struct diagnosis *w)
{
    uint32_t trapped = count_state(w, CORE_TRAPPED), first = why_first_in(w, CORE_TRAPPED);
    char does[DOES_TEXT];
    text[0] = 0;
    switch (w->verdict) {
    case VERDICT_NO_IMAGE:
        why_add(text, SENTENCE, "the flash has no image to boot: slot 0 is %s, slot 1 %s",
                flash_boot_text(NOC_GET(w->first.boot, NI_BOOT, SLOT0)),
                flash_boot_text(NOC_GET(w->first.boot, NI_BOOT, SLOT1)));
        break;
    case VERDICT_ABORTED:
        first = why_aborted(w);
        core_does(does, sizeof does, &w->core[first]);
        why_add(text, SENTENCE, "core %u %s", first, does);
        break;
    case VERDICT_DEADLOCK:
        why_add(text, SENTENCE, "%u worms wait for each other in a circle, and can never go on",
                w->wait_cycle_n);
        if (w->caught > w->wait_cycle_n) {
            why_add(text, SENTENCE, "; %u buffers are held by it", w->caught);
        }
        break;
    case VERDICT_TRAPPED:
        if (trapped > 1) {
            why_add(text, SENTENCE, "%u cores are stopped by traps; the first of them, ", trapped);
        }
        core_does(does, sizeof does, &w->core[first]);
        why_add(text, SENTENCE, "core %u %s,", first, does);
        add_where(text, w, w->core[first].pc);
        why_say_barrier(w, text, SENTENCE);
        add_root(text, w);
        break;
    case VERDICT_WAIT_CYCLE:
        say_wait_cycle(text, w);
        why_say_barrier(w, text, SENTENCE);
        break;
    case VERDICT_RUNNING:
        say_running(text, w);
        why_say_barrier(w, text, SENTENCE);
        break;
    case VERDICT_WAITING:
        why_add(text, SENTENCE, "no core runs, and nothing moves");
        why_say_barrier(w, text, SENTENCE);
        add_root(text, w);
        break;
    default:
        say_exited(text, w);
    }
}

/* --- the answer ------------------------------------------------------------------------- */

static json_t *waiting_json(const struct diagnosis *w)
{
    json_t *list = w->waiting_n ? json_array() : json_null();
    for (uint32_t i = 0; i < w->waiting_n; i++) {
        json_array_append_new(list, json_integer(w->waiting[i]));
    }
    return list;
}

static json_t *firmware_json(const struct diagnosis *w)
{
    const struct running_program *r = &w->running;
    json_t *firmware = json_pack("{s:o,s:b,s:b}", "file", text_or_null(r->path[0] ? r->path : NULL),
                                 "matches", r->matches, "lines", r->matches && r->source);
    if (r->matches) {
        image_origin_set(firmware, &r->image);
    }
    return firmware;
}

/* What the reader should know of how this was found. */
static json_t *warnings_json(const struct diagnosis *w)
{
    json_t *list = json_array();
    if (w->running.warning[0] && w->verdict != VERDICT_NO_IMAGE) {
        json_array_append_new(list, json_string(w->running.warning));
    }
    if (w->doubt[0]) {
        json_array_append_new(list, json_string(w->doubt));
    }
    if (!w->named && w->verdict != VERDICT_NO_IMAGE) {
        json_array_append_new(
            list,
            json_string(
                "topology: this board does not tell its network: cycles of worms are not looked for; "
                "give it, as --topology torus:8x8 or graph:FILE"));
    }
    if (w->waits.unseen) {
        char text[200];
        snprintf(text, sizeof text,
                 "%u buffers have no row in their node's block: a cycle of waits "
                 "through them is not found",
                 w->waits.unseen);
        json_array_append_new(list, json_string(text));
    }
    return list;
}

json_t *why_result(const struct diagnosis *w)
{
    char text[SENTENCE];
    json_t *result =
        w->e.topology_text[0] ? result_new(&w->e) : json_pack("{s:i}", "schema", RESULT_SCHEMA);
    json_t *cores = json_array(), *nodes = json_array();
    json_object_del(result, "ports"); /* nobody said */
    for (uint32_t i = 0; i < w->nodes; i++) {
        if (w->shown[i]) {
            json_array_append_new(cores, core_json(w, i));
            json_array_append_new(nodes, node_json(w, i));
        }
    }
    sentence(text, w);
    json_object_set_new(result, "cycles", json_integer((json_int_t)w->first.cycle));
    json_object_set_new(result, "verdict", json_string(verdicts[w->verdict]));
    json_object_set_new(result, "sentence", json_string(text));
    json_object_set_new(result, "next", why_next(w));
    json_object_set_new(result, "firmware", firmware_json(w));
    json_object_set_new(result, "cores", cores);
    json_object_set_new(result, "buffers", why_buffers(w));
    json_object_set_new(result, "nodes", nodes);
    json_object_set_new(result, "deadlock", why_deadlock(w));
    if (w->wait_cycles) {
        json_object_set_new(result, "circles", json_integer(w->wait_cycles));
    }
    json_object_set_new(result, "waiting_cores", waiting_json(w));
    json_object_set_new(result, "barriers", why_barriers(w));
    if (w->samples > 1) {
        json_object_set_new(result, "samples", json_integer(w->samples));
        json_object_set_new(result, "until_cycle", json_integer((json_int_t)w->last.cycle));
        json_object_set_new(result, "places", places_json(w));
        json_object_set_new(result, "blocked", blocked_json(w));
    }
    json_object_set_new(result, "warnings", warnings_json(w));
    return result;
}
