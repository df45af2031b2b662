/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct why: why does this board not go on? All counter and state blocks are read in one cycle. A
 * cycle of worms in them settles it: it can never dissolve. Else the board is looked at some more
 * times: is anything moving, where are the cores, which links are in the way?
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/number.h"
#include "target/counter_blocks.h"
#include "base/clock.h"
#include "commands.h"
#include "program/board_identity.h"
#include "program/core_groups.h"
#include "memmap.h"
#include "base/alloc.h"
#include "wait_cycle.h"
#include "why.h"

enum { SAMPLES = 10, SAMPLES_MAX = 1000, APART_MS = 20, SAMPLING_SECONDS = 5 };

/* --- looking again ---------------------------------------------------------------- */

static struct why_place *place_of(struct diagnosis *w, const struct core *c)
{
    uint32_t begin = core_place(c, running_program_image(&w->running));
    for (uint32_t i = 0; i < w->places; i++) {
        struct why_place *p = &w->place[i];
        if (p->state == c->state && p->what == c->what && p->begin == begin) {
            return p;
        }
    }
    if ((w->places & (w->places - 1)) == 0) { /* 1, 2, 4, ... are full */
        struct why_place *more = alloc_array(w->places ? 2 * w->places : 1, sizeof *more);
        if (w->places) {
            memcpy(more, w->place, w->places * sizeof *more);
        }
        free(w->place);
        w->place = more;
    }
    w->place[w->places] =
        (struct why_place){.state = c->state, .what = c->what, .begin = begin, .pc = c->pc};
    return &w->place[w->places++];
}

static void count_places(struct diagnosis *w, const struct snapshot *s)
{
    for (uint32_t i = 0; i < w->nodes; i++) {
        if (w->shown[i]) {
            struct core c = core_read(snapshot_counters(s, i));
            place_of(w, &c)->seen++;
        }
    }
    w->samples++;
}

/* Did anything change in the blocks, from this offset on? */
static bool differs(const struct snapshot *a, const struct snapshot *b, unsigned from)
{
    for (uint32_t i = 0; i < a->nodes; i++) {
        if (memcmp(snapshot_counters(a, i) + from, snapshot_counters(b, i) + from,
                   NOC_DEBUG_BLOCK - from) != 0) {
            return true;
        }
    }
    return false;
}

static void wait_a_little(void)
{
    const struct timespec t = {.tv_nsec = APART_MS * 1000000l};
    nanosleep(&t, NULL);
}

/* What the snapshot just taken is worth. */
static void keep_doubt(struct diagnosis *w, const struct transport *transport)
{
    if (transport_doubt(transport)) {
        snprintf(w->doubt, sizeof w->doubt, "%s", transport_doubt(transport));
    }
}

/* Up to n snapshots, the first one included, while the clock goes on. */
static enum status look_again(struct diagnosis *w, struct transport *transport, unsigned n,
                              struct error *error)
{
    int64_t begin_ms = clock_ms();
    enum status status = STATUS_DONE;
    count_places(w, &w->first);
    while (w->samples < n && !w->stands &&
           (w->samples < 2 || clock_ms() - begin_ms < SAMPLING_SECONDS * 1000)) {
        snapshot_free(&w->last);
        wait_a_little();
        status = snapshot_take(&w->last, transport, false, NULL, NULL, error);
        if (status) {
            return status;
        }
        keep_doubt(w, transport);
        /* Each core has its own clock, and may be ahead of the board's. */
        w->stands = w->last.cycle == w->first.cycle && !differs(&w->first, &w->last, CNT_TIME_LO);
        w->moved = w->moved || differs(&w->first, &w->last, CNT_STATUS);
        count_places(w, &w->last);
    }
    return status;
}

/* --- the verdict -------------------------------------------------------------------- */

static bool no_image(uint32_t boot)
{
    return NOC_GET(boot, NI_BOOT, DONE) && !NOC_GET(boot, NI_BOOT, READY);
}

static uint32_t in_state(const struct diagnosis *w, enum core_state state)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < w->nodes; i++) {
        n += w->core[i].state == state;
    }
    return n;
}

/* Who has an entry in a queue, a signal or a window to look after will go on by himself; of
 * discards a core that waits may know already. */
static bool something_came(const struct diagnosis *w, uint32_t node)
{
    uint32_t events = NOC_PUT(noc_mask(NI_PENDING_QUEUES_BITS), NI_PENDING, QUEUES) |
                      NOC_PUT(1, NI_PENDING, SIGNAL) | NOC_PUT(1, NI_PENDING, WINDOW);
    if (w->core[node].what == NOC_WAIT_BARRIER) { /* the signal of this round */
        events |= NOC_PUT(1, NI_PENDING, SELECT);
    }
    return snapshot_state(&w->first, node, STATE_PENDING) & events;
}

/*
 * A cycle of cores is one in the first snapshot; what one of them waits for may be on its way, so
 * none of them may have moved until the last one.
 */
static void find_waiting(struct diagnosis *w)
{
    w->waiting = alloc_array(w->nodes, sizeof *w->waiting);
    w->waiting_n = cores_wait_cycle(w->core, w->nodes, &w->barriers, w->waiting);
    for (uint32_t i = 0; i < w->waiting_n; i++) {
        if (!why_still_waits(w, w->waiting[i]) || something_came(w, w->waiting[i])) {
            w->waiting_n = 0;
        }
    }
}

static enum verdict judge(const struct diagnosis *w)
{
    bool awake = in_state(w, CORE_RUNNING) || in_state(w, CORE_BOOT);
    return no_image(w->first.boot)              ? VERDICT_NO_IMAGE
         : why_aborted(w) < w->nodes            ? VERDICT_ABORTED
         : w->wait_cycle_n                      ? VERDICT_DEADLOCK
         : in_state(w, CORE_TRAPPED)            ? VERDICT_TRAPPED
         : w->waiting_n                         ? VERDICT_WAIT_CYCLE
         : in_state(w, CORE_EXITED) == w->nodes ? VERDICT_EXITED
         : awake || w->moved                    ? VERDICT_RUNNING
                                                : VERDICT_WAITING;
}

/* --- the question --------------------------------------------------------------------- */

/* Which network is it? A board that does not say, for it has no image, is looked at without. */
static enum status know_network(struct diagnosis *w, struct transport *transport,
                                const struct options *given, struct error *error)
{
    struct options o = {.text = {NULL}};
    enum status status = identity_find(transport, &w->e, given, &o, error);
    if (status == STATUS_BAD && !given->text[KEY_topology] && !given->text[KEY_routing]) {
        memset(&w->e, 0, sizeof w->e);
        error_clear(error);
        status = STATUS_DONE;
    }
    w->named = !status && identity_names_channels(&w->e);
    options_free(&o);
    return status;
}

static enum status know_nodes(struct diagnosis *w, const struct options *o, struct error *error)
{
    uint16_t *list;
    uint32_t n;
    enum status status = identity_nodes(o, w->nodes, &list, &n, error);
    w->shown = alloc_array(w->nodes, sizeof *w->shown);
    for (uint32_t i = 0; i < n && !status; i++) {
        w->shown[list ? list[i] : i] = true;
    }
    free(list);
    return status;
}

/* While the clock stands: the stacks of sleeping cores, of many one for each place; and whose the
 * barriers are that cores sleep in. */
static enum status read_ram(void *opaque, const struct snapshot *s, struct transport *transport,
                            struct error *error)
{
    enum { WORDS = 256 };
    struct diagnosis *w = opaque;
    uint32_t stack[WORDS], top = 0;
    if (w->running.path[0]) {
        top = call_stack_stack_top(&w->running.image, transport_ram(transport));
    }
    enum status status = STATUS_DONE;
    for (uint32_t i = 0; i < w->nodes; i++) {
        w->core[i] = core_read(snapshot_counters(s, i));
        bool reads = w->running.matches && top >= NOC_RAM_BASE + sizeof stack && !status &&
                     w->called < WHY_CALLS_MAX && w->core[i].state == CORE_ASLEEP &&
                     w->core[i].what;
        if (reads && !why_calls_of(w, i)) {
            struct why_calls *c = &w->calls[w->called];
            status =
                transport_read_node(transport, i, top - sizeof stack, stack, sizeof stack, error);
            c->node = i;
            c->n = status
                     ? 0
                     : call_stack_find(&w->running.image, stack, WORDS, w->core[i].pc, c->call);
            w->called++;
        }
    }
    return status ? status
                  : barriers_read(&w->barriers, w->core, w->nodes, &w->running, transport, error);
}

static enum status look(struct diagnosis *w, struct transport *transport, unsigned samples,
                        struct error *error)
{
    w->core = alloc_array(w->nodes, sizeof *w->core);
    enum status status = snapshot_take(&w->first, transport, true, read_ram, w, error);
    if (status) {
        return status;
    }
    keep_doubt(w, transport);
    status = why_worms(w, error);
    if (!status && (no_image(w->first.boot) || why_aborted(w) < w->nodes || w->wait_cycle_n ||
                    in_state(w, CORE_EXITED) == w->nodes)) {
        samples = 1; /* that settles it */
    }
    if (!status) {
        status = look_again(w, transport, samples, error);
    }
    if (!status) {
        find_waiting(w);
        w->verdict = judge(w);
    }
    return status;
}

static void why_free(struct diagnosis *w)
{
    if (w->named) {
        experiment_free(&w->e);
    }
    noc_wait_graph_free(&w->waits); /* or nothing, where it was not read */
    running_program_free(&w->running);
    snapshot_free(&w->first);
    snapshot_free(&w->last);
    free(w->core);
    free(w->shown);
    free(w->place);
    free(w->wait_cycle);
    free(w->waiting);
    barriers_free(&w->barriers);
}

static enum status ask_linked(struct diagnosis *w, struct transport *transport,
                              const struct options *o, unsigned samples, json_t **result,
                              struct error *error)
{
    enum status status;
    w->nodes = transport_nodes(transport);
    w->transport = transport;
    if ((status = know_nodes(w, o, error)) || (status = know_network(w, transport, o, error)) ||
        (status = running_program_find(&w->running, transport, o->text[KEY_firmware], error)) ||
        (status = look(w, transport, samples, error))) {
        return status;
    }
    *result = why_result(w);
    return w->verdict < VERDICT_RUNNING ? STATUS_NO : STATUS_DONE;
}

enum status execute_why(const struct options *o, json_t **result, struct error *error)
{
    struct diagnosis *w = alloc_zeroed(sizeof *w);
    struct transport *transport;
    uint64_t samples;
    enum status status = number_option(o, KEY_samples, 1, SAMPLES_MAX, SAMPLES, &samples, error);
    if (!status && !(status = identity_check_flags(o, NEED_NETWORK, error)) &&
        !(status = transport_open(&transport, o->text[KEY_board], error))) {
        if (transport_disturbs(transport)) {
            fprintf(stderr, "noct why: %s\n", transport_disturbs(transport));
        }
        status = ask_linked(w, transport, o, (unsigned)samples, result, error);
        why_free(w);
        transport_close(transport);
    }
    free(w);
    return status;
}
