/*
 * Which hart runs next, and for how long
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Conservative discrete-event scheduling. Each hart has a clock, base +
 * instructions executed. Harts know of each other only through their network
 * interfaces, so a hart may compute ahead of all others as far as it likes;
 * but an access to its interface in cycle t happens only when every other
 * hart that can run has come to t, those of lower number beyond it, and after
 * the network model was brought up to t. All accesses of all harts thus happen
 * in the order of (cycle, node), whatever the length of slices: the
 * quantum decides how fast a run is, never what comes out.
 *
 * A write without an answer does not wait for its turn: it is posted
 * (posted.c), and done when the model comes to its cycle.
 *
 * The network follows the first hart at a distance of a quantum also if nobody accesses
 * it: what is on its way wakes others.
 *
 * A hart that comes to an access too early leaves the CPU loop before the
 * instruction and repeats it when its turn has come. A hart asleep in wfi is
 * in no queue: the model says when its line rises, and stops at that cycle.
 *
 * Of a hart that polls it is foreseen what it will do (foresee.c).
 *
 * Harts that have interrupts enabled are looked at in multiples of
 * NOC_NI_SEND_CYCLES only, again in that order, so that they too are
 * interrupted in the same cycle in every run.
 *
 * A hart in Debug Mode or held in reset (debug.c) is in no queue either: nobody
 * waits for it, and for it board time goes on. When no other hart can run and
 * nothing moves the board comes to the latest clock of those and stands still.
 *
 * When the clock shall stand (CTL_STOP) all come to the cycle of the one that is
 * furthest ahead, and then nobody gets a slice, nor does the model move. That cycle
 * is hold_cycle, from when the clock shall stand until all have come: also while
 * they do not come, since whoever waits for them has lost patience, or since the
 * machine is stopped. nocturne_sched_ahead() counts who is ahead meanwhile.
 *
 * While a debugger serves a hart's call to the host, and is to stop the clock for it,
 * nobody gets a slice either (b->calling). All may be where they have come to: a call
 * has its turn as an access to the network interface, so that nobody has yet seen
 * anything of a later cycle.
 *
 * A run ends once: then nobody gets a slice. If the Debug Module lets a hart go
 * after that which it steps, or has changed anything of, the board goes on beyond
 * the end, as one does whose clock nothing stops, and stands where nothing can move
 * any more. Who only looks finds it as it ended.
 *
 * A heap holds the harts that can run, except the running one, by (clock,
 * node): O(log N) for a slice. What is linear in N is done only at reset and
 * when the machine stops or resumes.
 */
#include "qemu/osdep.h"
#include "qemu/main-loop.h"
#include "system/cpu-timers.h"
#include "system/cpus.h"
#include "system/runstate.h"
#include "system/tcg.h"
#include "system/tcg-sched.h"
#include "hw/noc/nocturne.h"

/*
 * With no hart able to run the model is run in steps of this many cycles
 * until a line rises; between steps it is seen whether it still moves.
 */
enum { IDLE_STEP_CYCLES = 256 };

typedef struct NocturneHeapEntry Entry;

/* --- heap --------------------------------------------------------------- */

static bool before(Entry a, Entry b)
{
    return a.key < b.key || (a.key == b.key && a.node < b.node);
}

static void place(NocturneBoard *b, uint32_t at, Entry e)
{
    b->heap[at] = e;
    b->node[e.node].heap_at = at + 1;
}

/* Let e sink or rise from the empty place `at`. */
static void settle(NocturneBoard *b, uint32_t at, Entry e)
{
    while (at > 0 && before(e, b->heap[(at - 1) / 2])) {
        place(b, at, b->heap[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    for (;;) {
        uint32_t child = 2 * at + 1;

        if (child >= b->heap_used) {
            break;
        }
        if (child + 1 < b->heap_used && before(b->heap[child + 1], b->heap[child])) {
            child++;
        }
        if (!before(b->heap[child], e)) {
            break;
        }
        place(b, at, b->heap[child]);
        at = child;
    }
    place(b, at, e);
}

static void push(NocturneBoard *b, NocturneNode *n)
{
    Entry e = { .key = n->foreseen ? n->foresight->clock : nocturne_node_clock(n),
                .node = n->id };

    g_assert(!n->heap_at);
    settle(b, b->heap_used++, e);
}

static NocturneNode *pop(NocturneBoard *b)
{
    NocturneNode *n = &b->node[b->heap[0].node];
    Entry last = b->heap[--b->heap_used];

    n->heap_at = 0;
    if (b->heap_used) {
        settle(b, 0, last);
    }
    return n;
}

static void take_out(NocturneBoard *b, NocturneNode *n)
{
    uint32_t at = n->heap_at - 1;
    Entry last = b->heap[--b->heap_used];

    n->heap_at = 0;
    if (at < b->heap_used) {
        settle(b, at, last);
    }
}

static uint64_t first_key(const NocturneBoard *b)
{
    return b->heap_used ? b->heap[0].key : NOC_NEVER;
}

/* --- sleeping and waking ------------------------------------------------- */

void nocturne_sched_line(void *opaque, uint32_t node, bool high, uint64_t when)
{
    NocturneBoard *b = opaque;
    NocturneNode *n = &b->node[node];

    if (high && n->asleep && !n->woken && !n->posted) {
        n->woken = true;
        b->woken[b->woken_used++] = node;
    }
}

void nocturne_sched_pending(void *opaque, uint32_t node, uint64_t when)
{
    NocturneBoard *b = opaque;
    NocturneNode *n = &b->node[node];

    if (n->foreseen && !n->woken) {
        n->woken = true;
        b->woken[b->woken_used++] = node;
    }
}

void nocturne_sched_settled(NocturneNode *n)
{
    nocturne_sched_line(n->board, n->id, noc_ni_line(n->board->model, n->id),
                        noc_board_now(n->board->model));
}

static void set_clock(NocturneNode *n, uint64_t clock)
{
    n->base += clock - nocturne_node_clock(n);
}

/* What n, foreseen, does from its first look from the model's now on is not known any more. */
static void foresee_again(NocturneBoard *b, NocturneNode *n)
{
    take_out(b, n);
    nocturne_foreseen_cut(n, noc_board_now(b->model), true);
    if (n->foresight->looks) {
        nocturne_foresee(n);
    }
    push(b, n);
}

/* Awake at the model's now, or at its own clock if it had run ahead of that. */
static void wake(NocturneBoard *b, NocturneNode *n)
{
    uint64_t now = noc_board_now(b->model);

    n->woken = false;
    if (!n->asleep) {
        foresee_again(b, n);
        return;
    }
    nocturne_profile_wakes(n, MAX(now, nocturne_node_clock(n)));
    n->asleep = false;
    CPU(&n->hart)->halted = 0;
    if (nocturne_node_clock(n) < now) {
        set_clock(n, now);
    }
    nocturne_node_set_irq(n, true);
    push(b, n);
}

/* The next cycle in which the model, or a posted write, can change anything. */
static uint64_t model_next(const NocturneBoard *b)
{
    return MIN(noc_board_next(b->model), nocturne_posted_next(b));
}

void nocturne_sched_wake(NocturneBoard *b)
{
    while (b->woken_used) {
        wake(b, &b->node[b->woken[--b->woken_used]]);
    }
}

void nocturne_sched_run_model(NocturneBoard *b, uint64_t until)
{
    uint64_t posted;

    do {
        posted = nocturne_posted_next(b);
        noc_board_run(b->model, MIN(until, posted));
        nocturne_posted_do(b);
    } while (posted < until && !b->woken_used && !b->deadlocked);
    nocturne_sched_wake(b);
}

/* Bring harts that are foreseen to where they are now: nothing is foreseen any more. */
static void settle_foreseen(NocturneBoard *b, bool to_look)
{
    uint32_t i;

    for (i = 0; i < b->nodes; i++) {
        NocturneNode *n = &b->node[i];

        if (n->foreseen) {
            take_out(b, n);
            nocturne_foreseen_cut(n, noc_board_now(b->model), to_look);
            push(b, n);
        }
    }
}

/* --- harts that cannot run ------------------------------------------------- */

static bool can_run(const NocturneNode *n)
{
    return !nocturne_debug_stopped(n) && cpu_can_run((CPUState *)CPU(&n->hart));
}

static void park(NocturneNode *n)
{
    n->parked = true;
    n->board->parked++;
}

void nocturne_sched_catch_up(NocturneNode *n)
{
    set_clock(n, MAX(nocturne_node_clock(n), noc_board_now(n->board->model)));
}

/* n can run. If it was stopped alone, board time has passed, as on a real board. */
static void unpark(NocturneNode *n)
{
    n->parked = false;
    n->board->parked--;
    nocturne_sched_catch_up(n);
    push(n->board, n);
}

/* Harts that can run again, or `all` but those that a debugger has stopped. */
static void unpark_many(NocturneBoard *b, bool all)
{
    uint32_t i;

    for (i = 0; i < b->nodes && b->parked > b->stopped; i++) {
        NocturneNode *n = &b->node[i];

        if (n->parked && !nocturne_debug_stopped(n) && (all || can_run(n))) {
            unpark(n);
        }
    }
}

static void kicked(void)
{
    unpark_many(nocturne_board, false);
}

/* --- slices -------------------------------------------------------------- */

/* The hart that ran has left the CPU loop: find its place. */
static void put_back(NocturneBoard *b)
{
    NocturneNode *n = b->running;
    bool looking;

    b->running = NULL;
    if (!n) {
        return;
    }
    looking = n->looking;
    n->looking = false;
    if (!CPU(&n->hart)->halted) {
        nocturne_profile_look(n, nocturne_node_clock(n));
    }
    nocturne_debug_after_slice(n);
    if (nocturne_debug_stopped(n)) {
        b->stopped++;
        park(n);
        return;
    }
    if (CPU(&n->hart)->halted) {
        n->asleep = true;
        nocturne_profile_sleeps(n);
        if (n->posted || !noc_ni_line(b->model, n->id)) {
            return;
        }
        wake(b, n); /* a line once high stays so until its own hart acts */
        return;
    }
    if (looking) {
        nocturne_foresee(n);
    }
    push(b, n);
}

/*
 * The first cycle that shall not happen: after the last EXIT or an abort, or limit=, or that
 * in which the clock shall stand. What follows the last EXIT would otherwise depend on
 * how far harts ran ahead. Beyond the end only the clock's own.
 */
static uint64_t last_cycle(const NocturneBoard *b)
{
    uint64_t last = MIN(b->hold_cycle, b->until_cycle);

    if (b->beyond) {
        return last;
    }
    last = MIN(b->config.limit_cycles, last);
    last = b->aborted ? MIN(b->abort_cycles + 1, last) : last;
    return b->exited == b->nodes ? MIN(b->exit_cycles + 1, last) : last;
}

/* From now on nothing moves. all: who can run has come to this cycle. */
static void hold(NocturneBoard *b, bool all)
{
    b->hold_cycle = all ? NOC_NEVER : b->hold_cycle;
    b->coming = false;
    b->clock_held = true;
    if (b->until_cycle <= noc_board_now(b->model)) {
        b->until_cycle = NOC_NEVER;
        nocturne_control_until_reached(b);
    }
    qemu_cond_broadcast(&b->clock_stands);
}

/* All harts that can run have come to `end`; let the network come too. */
static void reach(NocturneBoard *b, uint64_t end)
{
    if (noc_board_now(b->model) < end) {
        nocturne_sched_run_model(b, end); /* may wake harts */
        return;
    }
    settle_foreseen(b, false);
    if (MIN(b->hold_cycle, b->until_cycle) <= end) {
        hold(b, true);
    } else if (b->aborted && b->abort_cycles < end) {
        nocturne_end(b, NOCTURNE_END_ABORT, b->abort_cycles);
    } else if (b->exited == b->nodes && b->exit_cycles < end) {
        nocturne_end(b, b->failed ? NOCTURNE_END_STATUS : NOCTURNE_END_EXIT, b->exit_cycles);
    } else {
        nocturne_end(b, NOCTURNE_END_LIMIT, end);
    }
}

/* When the last thing happened. */
static uint64_t latest_clock(const NocturneBoard *b)
{
    uint64_t latest = noc_board_now(b->model);
    uint32_t i;

    for (i = 0; i < b->nodes; i++) {
        latest = MAX(latest, nocturne_node_clock(&b->node[i]));
    }
    return latest;
}

/*
 * Some harts are parked and no other can run. Board time must stand still if
 * all are stopped; if some could be woken it goes on without those parked. While
 * the Debug Module has stopped one it does not skip to a deadline, though: that
 * would pass before anybody could look at anything.
 */
static bool must_wait(const NocturneBoard *b)
{
    uint32_t i;

    if (!b->parked) {
        return false;
    }
    for (i = 0; i < b->nodes; i++) {
        if (b->node[i].asleep && can_run(&b->node[i])) {
            return !b->stopped ? model_next(b) == NOC_NEVER
                               : noc_board_next_move(b->model) == NOC_NEVER && !b->posted_used;
        }
    }
    return true;
}

/* No hart can run, and beyond the end of a run that is none again. */
static bool at_rest(const NocturneBoard *b)
{
    return b->beyond && model_next(b) == NOC_NEVER;
}

/* Everybody waits: let what harts did before they were stopped, or fell asleep, come
 * about, so that all is of one cycle. False: it has. */
static bool come_to_stopped(NocturneBoard *b)
{
    uint64_t latest = b->stopped || b->beyond ? MIN(latest_clock(b), last_cycle(b)) : 0;

    if (noc_board_now(b->model) >= latest) {
        return false;
    }
    nocturne_sched_run_model(b, latest);
    return true;
}

/* No hart can run: let the network move, or see that it never will. */
static void run_idle(NocturneBoard *b, uint64_t end)
{
    uint64_t event = model_next(b);

    if (b->exited < b->nodes && event == NOC_NEVER) {
        nocturne_sched_run_model(b, latest_clock(b)); /* nothing happens before */
        nocturne_end(b, nocturne_boot_failed(b) ? NOCTURNE_END_BOOT : NOCTURNE_END_DEADLOCK,
                     noc_board_now(b->model));
    } else if (event >= end) {
        reach(b, end);
    } else {
        nocturne_sched_run_model(b, MIN(event + IDLE_STEP_CYCLES, end));
    }
}

/* n is the first hart: if it is time, let it see its line. False: others were
 * woken who come before it. */
static bool sample_line(NocturneBoard *b, NocturneNode *n, uint64_t clock)
{
    uint64_t step = NOC_NI_SEND_CYCLES;

    if (clock < n->sample_next) {
        return true;
    }
    while (noc_board_now(b->model) < clock) {
        nocturne_sched_run_model(b, clock);
        if (b->heap[0].node != n->id || b->deadlocked) {
            return false;
        }
    }
    nocturne_node_set_irq(n, noc_ni_line(b->model, n->id));
    n->sample_next = (clock / step + 1) * step;
    return true;
}

/* n is the first hart, and foreseen. True: it shall run, from where that ends. */
static bool take_foreseen(NocturneBoard *b, NocturneNode *n)
{
    const struct NocturneForesight *f = n->foresight;
    uint64_t known = f->looks ? f->clock : f->looked;

    if (noc_board_now(b->model) < known) {
        nocturne_sched_run_model(b, known); /* it may change what was foreseen, or wake others */
        return false;
    }
    if (f->looks) {
        foresee_again(b, n);
        return false;
    }
    nocturne_foreseen_take(n);
    return true;
}

/* n, the first in the heap, shall run. NULL: somebody else comes first now. */
static CPUState *start_slice(NocturneBoard *b, NocturneNode *n, int64_t *budget)
{
    bool sampled = nocturne_node_irq_enabled(n) && !n->debug.stepping;
    uint64_t clock = first_key(b), end;

    if (sampled && !sample_line(b, n, clock)) {
        return NULL;
    }
    pop(b);
    end = b->heap_used ? first_key(b) : clock;
    end = MAX(end, clock) + b->config.quantum_cycles;
    if (sampled) {
        end = MIN(end, n->sample_next);
    }
    end = MIN(end, last_cycle(b));
    nocturne_profile_look(n, clock);
    end = MIN(end, nocturne_profile_next(n));
    if (n->debug.stepping) {
        nocturne_debug_before_step(n);
        end = clock + 1;
    }
    b->running = n;
    b->slices++;
    *budget = MIN(end - clock, INT32_MAX);
    return CPU(&n->hart);
}

/* Who waits for a step should not wait for all other harts: it may run ahead of them
 * as any instruction may. NULL: there is none to do at once. */
static CPUState *start_step(NocturneBoard *b, int64_t *budget)
{
    NocturneNode *n = b->stepper;

    b->stepper = NULL;
    if (!n || !n->debug.stepping || !n->heap_at || !can_run(n) ||
        nocturne_node_clock(n) >= last_cycle(b)) {
        return NULL;
    }
    take_out(b, n);
    nocturne_debug_before_step(n);
    b->running = n;
    b->slices++;
    *budget = 1;
    return CPU(&n->hart);
}

/* Whose turn it is; NULL: nobody can run. */
static CPUState *choose(NocturneBoard *b, int64_t *budget)
{
    while (!b->ended && !b->clock_held && !b->calling) {
        uint64_t end = last_cycle(b);
        NocturneNode *n;
        CPUState *cs;

        if (b->deadlocked && !b->aborted) { /* an abort of that cycle came before it */
            settle_foreseen(b, true);
            nocturne_end(b, NOCTURNE_END_DEADLOCK, noc_board_now(b->model));
            continue;
        }
        cs = start_step(b, budget);
        if (cs) {
            return cs;
        }
        if (!b->heap_used) {
            if (b->aborted && !b->beyond) { /* whatever others wait for */
                reach(b, end);
                continue;
            }
            if (must_wait(b) || at_rest(b)) {
                if (come_to_stopped(b)) {
                    continue;
                }
                return NULL;
            }
            run_idle(b, end);
            continue;
        }
        if (first_key(b) >= end) {
            reach(b, end);
            continue;
        }
        if (first_key(b) > noc_board_now(b->model) + b->config.quantum_cycles) {
            nocturne_sched_run_model(b, first_key(b)); /* may wake harts */
            continue;
        }
        n = &b->node[b->heap[0].node];
        if (!can_run(n)) {
            if (n->foreseen) {
                settle_foreseen(b, false);
            } else {
                park(pop(b));
            }
            continue;
        }
        if (n->foreseen && !take_foreseen(b, n)) {
            continue;
        }
        cs = start_slice(b, n, budget);
        if (cs) {
            return cs;
        }
    }
    return NULL;
}

static CPUState *next(int64_t *budget)
{
    NocturneBoard *b = nocturne_board;
    CPUState *cs;

    put_back(b);
    cs = choose(b, budget);
    if (!cs && nocturne_sched_holds(b) && !b->clock_held &&
        (b->ended || b->parked == b->stopped)) {
        hold(b, true); /* it stands anyway */
    }
    if (!cs) {
        nocturne_debug_all_stopped(b);
    }
    return cs;
}

bool nocturne_sched_try(NocturneNode *n)
{
    NocturneBoard *b = n->board;
    uint64_t clock = nocturne_node_clock(n);
    Entry self = { .key = clock, .node = n->id };

    for (;;) {
        if ((b->heap_used && before(b->heap[0], self)) || b->deadlocked) {
            b->yields++;
            return false;
        }
        if (noc_board_now(b->model) >= clock) {
            return true;
        }
        nocturne_sched_run_model(b, clock);
    }
}

uint64_t nocturne_sched_sync(NocturneNode *n)
{
    if (!nocturne_sched_try(n)) {
        nocturne_cpu_repeat(n);
    }
    return nocturne_node_clock(n);
}

/* --- stopping, resuming, resetting ------------------------------------------ */

/* Bring the model to the least clock of the harts that can run, unless time stands. */
static void come_to_first(NocturneBoard *b)
{
    while (!b->clock_held && !b->calling && b->heap_used && noc_board_now(b->model) < first_key(b) &&
           !b->deadlocked && !b->ended) {
        nocturne_sched_run_model(b, first_key(b));
    }
}

/* Stopped: what a debugger sees is one cycle's, and harts that come to where the clock
 * shall stand come no further. */
static void on_vm_change(void *opaque, bool running, RunState state)
{
    NocturneBoard *b = opaque;

    if (running) {
        b->clock_held = b->clock_held && !b->coming;
        return;
    }
    if (!b->ended) {
        put_back(b);
        settle_foreseen(b, false);
        nocturne_debug_leave_stop(b);
        unpark_many(b, true);
        come_to_first(b);
    }
    b->clock_held = b->clock_held || b->coming;
}

/* The model comes too: a hart that computes alone may be far ahead of it, and one
 * that is let go now would have to come all the way before that runs again. */
void nocturne_sched_end_slice(NocturneBoard *b)
{
    put_back(b);
    settle_foreseen(b, false);
    come_to_first(b);
}

void nocturne_sched_stop(NocturneNode *n)
{
    NocturneBoard *b = n->board;

    b->stopped++;
    if (n->heap_at) {
        take_out(b, n);
    } else if (n->asleep) {
        nocturne_profile_wakes(n, noc_board_now(b->model));
        n->asleep = false;
        CPU(&n->hart)->halted = 0;
        nocturne_sched_catch_up(n);
    }
    if (!n->parked) {
        park(n);
    }
}

void nocturne_sched_go(NocturneNode *n, bool beyond)
{
    NocturneBoard *b = n->board;

    if (b->ended && beyond) {
        b->ended = b->deadlocked = false;
        b->beyond = true;
    }
    b->stopped--;
    if (can_run(n)) {
        unpark(n);
    }
    if (n->debug.stepping) {
        b->stepper = n;
    }
}

/* --- the clock stands (CTL_STOP) -------------------------------------------------- */

bool nocturne_sched_holds(const NocturneBoard *b)
{
    return b->clock_held || b->hold_cycle != NOC_NEVER;
}

uint32_t nocturne_sched_ahead(const NocturneBoard *b)
{
    uint64_t now = noc_board_now(b->model);
    uint32_t i, ahead = 0;

    for (i = 0; i < b->nodes && (b->hold_cycle != NOC_NEVER || b->deadlocked || b->aborted); i++) {
        ahead += nocturne_node_clock(&b->node[i]) > now;
    }
    return ahead;
}

/* From now on harts that are behind come. */
static void come_work(CPUState *cs, run_on_cpu_data data)
{
    NocturneBoard *b = data.host_ptr;

    nocturne_sched_end_slice(b);
    if (b->hold_cycle == NOC_NEVER) {
        b->hold_cycle = latest_clock(b);
    }
    if (b->ended || noc_board_now(b->model) >= b->hold_cycle) {
        hold(b, true);
        return;
    }
    b->coming = true;
    b->clock_held = !runstate_is_running();
}

static void until_work(CPUState *cs, run_on_cpu_data data)
{
    NocturneBoard *b = data.host_ptr;

    nocturne_sched_end_slice(b);
    b->until_cycle = MAX(b->until_cycle, latest_clock(b));
}

void nocturne_sched_hold_at(NocturneBoard *b, uint64_t cycle)
{
    b->until_cycle = cycle;
    if (cycle != NOC_NEVER) {
        nocturne_on_board(b, until_work, b);
    }
}

static void hold_now_work(CPUState *cs, run_on_cpu_data data)
{
    NocturneBoard *b = data.host_ptr;

    nocturne_sched_end_slice(b);
    if (!b->clock_held) {
        hold(b, noc_board_now(b->model) >= b->hold_cycle);
    }
}

void nocturne_sched_hold_clock(NocturneBoard *b)
{
    int64_t end = g_get_monotonic_time() + b->config.stop_wait_ms * INT64_C(1000);
    int64_t left;

    if (b->clock_held && b->hold_cycle == NOC_NEVER) {
        return;
    }
    nocturne_on_board(b, come_work, b);
    if (!runstate_is_running()) {
        return; /* nobody comes before it runs again; and then all do */
    }
    while (!b->clock_held && (left = end - g_get_monotonic_time()) > 0) {
        nocturne_wait(&b->clock_stands, left);
    }
    if (!b->clock_held) {
        nocturne_on_board(b, hold_now_work, b);
    }
}

static void release_work(CPUState *cs, run_on_cpu_data data)
{
    NocturneBoard *b = data.host_ptr;
    uint32_t i;

    nocturne_sched_end_slice(b); /* they may be on their way still */
    b->hold_cycle = NOC_NEVER;
    b->coming = b->clock_held = false;
    for (i = 0; i < b->nodes; i++) {
        if (b->node[i].debug.halt_request) {
            nocturne_debug_halt(&b->node[i]);
        }
    }
}

void nocturne_sched_release_clock(NocturneBoard *b)
{
    if (nocturne_sched_holds(b)) {
        nocturne_on_board(b, release_work, b);
    }
}

void nocturne_sched_reset(NocturneBoard *b)
{
    uint32_t i;

    b->until_cycle = b->control.until ? b->control.until : NOC_NEVER;
    b->clock_held = nocturne_sched_holds(b); /* all are in cycle 0 now */
    b->hold_cycle = NOC_NEVER;
    b->coming = false;
    b->running = b->stepper = NULL;
    b->heap_used = 0;
    b->woken_used = 0;
    nocturne_posted_reset(b);
    nocturne_profile_reset(b);
    b->parked = b->stopped = 0;
    for (i = 0; i < b->nodes; i++) {
        NocturneNode *n = &b->node[i];

        n->heap_at = 0;
        n->asleep = n->woken = n->parked = n->looking = n->foreseen = false;
        n->sample_next = 0;
        if (nocturne_debug_stopped(n)) {
            b->stopped++;
            park(n);
        } else {
            push(b, n);
        }
    }
}

void nocturne_sched_init(NocturneBoard *b)
{
    static const TCGSched sched = { .next = next, .kicked = kicked };

    b->heap = g_new0(struct NocturneHeapEntry, b->nodes);
    b->woken = g_new0(uint32_t, b->nodes);
    b->hold_cycle = b->until_cycle = NOC_NEVER;
    qemu_cond_init(&b->clock_stands);
    qemu_cond_init(&b->step_done);
    if (tcg_enabled()) {
        tcg_sched = &sched;
    }
    qemu_add_vm_change_state_handler(on_vm_change, b);
}
