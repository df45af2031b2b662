/*
 * How a run ends, and what is then said
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Every end prints, last on standard error,
 *
 *   nocturne: end REASON cycles=C status=S
 *
 * with REASON exit, abort, deadlock, limit or boot, C the cycle and S the exit status
 * (NocturneEnd). Any end but a clean exit is preceded by one line for each
 * group of cores that are in the same state at the same place; a circular
 * wait among worms by one line for each of them; an abort by one that says whose it is.
 */
#include "qemu/osdep.h"
#include "qemu/error-report.h"
#include "gdbstub/syscalls.h"
#include "system/runstate.h"
#include "hw/noc/nocturne.h"

#include "flash.h"
#include "regs.h"
#include "waiting.h"

/* Groups beyond these are only counted. */
enum { GROUPS_SHOWN_MAX = 32, NODES_SHOWN_MAX = 16 };

static void G_GNUC_PRINTF(1, 2) say(const char *format, ...)
{
    g_autofree char *line = NULL;
    va_list args;

    va_start(args, format);
    line = g_strdup_vprintf(format, args);
    va_end(args);
    fprintf(stderr, "nocturne: %s\n", line);
}

/* --- where the cores stand ----------------------------------------------------- */

/* Most telling first: what comes last is cut off first. */
enum state { TRAPPED, RUNNING, EXITED, ASLEEP };

typedef struct Place {
    enum state state;
    uint32_t pc, status, what, tag; /* the last two: of WAITING */
    uint32_t peer, node;
} Place;

static Place place_of(NocturneBoard *b, uint32_t node)
{
    const NocturneNode *n = &b->node[node];
    const struct noc_hart hart = { .asleep = n->asleep };
    uint32_t status = noc_board_counter(b->model, node, CNT_STATUS, &hart);
    Place p = { .node = node };

    if (NOC_GET(status, CNT_STATUS, TRAPPED)) {
        p.state = TRAPPED;
        p.pc = noc_ni_peek(b->model, node, NI_PC);
        return p;
    }
    if (NOC_GET(status, CNT_STATUS, DONE)) {
        p.state = EXITED;
        p.status = NOC_GET(status, CNT_STATUS, CODE);
        return p;
    }
    p.pc = n->hart.env.pc;
    p.state = n->asleep ? ASLEEP : RUNNING;
    if (n->asleep) {
        uint32_t waiting = noc_ni_peek(b->model, node, NI_WAITING);

        p.what = NOC_GET(waiting, NI_WAITING, WHAT);
        p.tag = NOC_GET(waiting, NI_WAITING, TAG);
        p.peer = NOC_GET(waiting, NI_WAITING, NODE);
    }
    return p;
}

static int compare_places(const void *a, const void *b)
{
    const Place *p = a, *q = b;

#define BY(field) if (p->field != q->field) { return p->field < q->field ? -1 : 1; }
    BY(state)
    BY(status)
    BY(pc)
    BY(what)
    BY(tag)
    BY(node)
#undef BY
    return 0;
}

static bool same_place(const Place *p, const Place *q)
{
    return p->state == q->state && p->status == q->status && p->pc == q->pc &&
           p->what == q->what && p->tag == q->tag;
}

static bool same_peer(const Place *p, uint32_t count)
{
    uint32_t i;

    for (i = 1; i < count && p[i].peer == p[0].peer; i++) {
        continue;
    }
    return i == count;
}

static void append_peer(GString *text, uint32_t peer)
{
    if (peer == NOC_WAITING_ANYBODY) {
        g_string_append(text, "anybody");
    } else {
        g_string_append_printf(text, "%" PRIu32, peer);
    }
}

/* The nodes of a group: " 3-7 12", or " 3 for 4, 4 for 5" if each waits for
 * another. */
static GString *list_nodes(const Place *p, uint32_t count, bool with_peers)
{
    GString *text = g_string_new("");
    uint32_t i, shown = 0;

    for (i = 0; i < count && shown < NODES_SHOWN_MAX; shown++) {
        uint32_t first = p[i].node, last = first;

        if (with_peers) {
            g_string_append_printf(text, "%s %" PRIu32 " for ", i ? "," : "", first);
            append_peer(text, p[i++].peer);
            continue;
        }
        for (i++; i < count && p[i].node == last + 1; i++) {
            last++;
        }
        g_string_append_printf(text, last > first ? " %" PRIu32 "-%" PRIu32 : " %" PRIu32, first,
                               last);
    }
    if (i < count) {
        g_string_append(text, " ...");
    }
    return text;
}

/* ", waiting to receive (tag 5, for 3)" */
static GString *describe_wait(const Place *p, bool one_peer)
{
    static const char *const what[NOC_WAITS] = {
#define NOC_WAIT(name, number, word, words) [number] = (words),
#include "routing/routing.h"
#include "waiting.def"
#undef NOC_WAIT
    };
    GString *text = g_string_new("");

    if (p->what == 0 || p->what >= NOC_WAITS) {
        return text;
    }
    g_string_append_printf(text, ", waiting %s (tag %" PRIu32, what[p->what], p->tag);
    if (one_peer) {
        g_string_append(text, ", for ");
        append_peer(text, p->peer);
    }
    g_string_append_c(text, ')');
    return text;
}

static void say_group(const Place *p, uint32_t count)
{
    bool one_peer = same_peer(p, count);
    g_autoptr(GString) nodes = list_nodes(p, count, !one_peer);
    g_autoptr(GString) wait = describe_wait(p, one_peer);
    const char *core = count == 1 ? "core" : "cores";

    switch (p->state) {
    case EXITED:
        say("%" PRIu32 " %s exited with status %" PRIu32 ":%s", count, core, p->status,
            nodes->str);
        break;
    case TRAPPED:
        say("%" PRIu32 " %s stopped by a trap at pc=0x%08" PRIx32 ":%s", count, core, p->pc,
            nodes->str);
        break;
    default:
        say("%" PRIu32 " %s %s at pc=0x%08" PRIx32 "%s:%s", count, core,
            p->state == ASLEEP ? "asleep" : "running", p->pc, wait->str, nodes->str);
    }
}

static void say_places(NocturneBoard *b)
{
    g_autofree Place *place = g_new(Place, b->nodes);
    uint32_t i, first, groups = 0;

    for (i = 0; i < b->nodes; i++) {
        place[i] = place_of(b, i);
    }
    qsort(place, b->nodes, sizeof(*place), compare_places);
    for (first = 0; first < b->nodes; first = i, groups++) {
        for (i = first + 1; i < b->nodes && same_place(&place[first], &place[i]); i++) {
            continue;
        }
        if (groups < GROUPS_SHOWN_MAX) {
            say_group(&place[first], i - first);
        }
    }
    if (groups > GROUPS_SHOWN_MAX) {
        say("and %" PRIu32 " more groups of cores", groups - GROUPS_SHOWN_MAX);
    }
}

/* --- what the model calls ------------------------------------------------------ */

void nocturne_end_core(void *opaque, uint32_t node, uint32_t status, uint64_t when)
{
    NocturneBoard *b = opaque;

    b->exited++;
    nocturne_profile_ended(b, node, when);
    b->failed += NOC_GET(status, CNT_STATUS, CODE) != 0;
    b->exit_cycles = MAX(b->exit_cycles, when);
    if (b->exited == b->nodes && current_cpu) {
        cpu_exit(current_cpu); /* let the scheduler see it */
    }
}

/* Aborts come in the order of (cycle, node). */
void nocturne_end_abort(void *opaque, uint32_t node, uint32_t status, uint64_t when)
{
    NocturneBoard *b = opaque;

    if (b->aborted) {
        return;
    }
    b->aborted = true;
    b->abort_node = node;
    b->abort_status = status;
    b->abort_cycles = when;
    if (current_cpu) {
        cpu_exit(current_cpu);
    }
}

/* All header flits, as the NI sent them: "0x00000042". */
static char *header_text(const struct noc_worm *w)
{
    const uint32_t *header = w->headers ? w->headers : w->header;
    GString *text = g_string_new(NULL);
    uint32_t i;

    for (i = 0; i < (w->headers ? w->header_flits : 1); i++) {
        g_string_append_printf(text, "%s0x%08" PRIx32, i ? " " : "", header[i]);
    }
    return g_string_free(text, FALSE);
}

void nocturne_end_worms(void *opaque, const struct noc_wait *wait, uint32_t n, uint64_t when)
{
    NocturneBoard *b = opaque;
    uint32_t i;

    if (b->beyond) {
        return;
    }
    b->deadlocked = true;
    say("circular wait of %" PRIu32 " worms closed in cycle %" PRIu64, n, when);
    for (i = 0; i < n; i++) {
        const struct noc_channel *holds = &wait[i].holds, *wants = &wait[i].wants;
        g_autofree char *header = header_text(wait[i].worm);

        say("worm from node %" PRIu32 ", header %s"
            ", holds %u->%u (port %u vc %u), waits for %u->%u (port %u vc %u)",
            wait[i].worm->source, header, holds->node, holds->next,
            holds->port, holds->vc, wants->node, wants->next, wants->port, wants->vc);
    }
}

/* What the boot ROM has found instead of an image. */
static void say_boot(NocturneBoard *b)
{
#define TEXT(name, number, text) [number] = text,
    static const char *const texts[] = { NOC_BOOT_CODES(TEXT) };
#undef TEXT
    uint32_t boot = noc_board_boot(b->model);
    uint32_t code[] = { NOC_GET(boot, NI_BOOT, SLOT0), NOC_GET(boot, NI_BOOT, SLOT1) };
    unsigned i;

    for (i = 0; i < ARRAY_SIZE(code); i++) {
        code[i] = MIN(code[i], ARRAY_SIZE(texts) - 1); /* an unknown one: bad in any case */
    }
    say("no image to boot: slot 0: %s, slot 1: %s", texts[code[0]], texts[code[1]]);
}

/* --- the end ------------------------------------------------------------------ */

void nocturne_end(NocturneBoard *b, NocturneEnd end, uint64_t cycles)
{
    static const char *const reason[] = {
        [NOCTURNE_END_EXIT] = "exit",
        [NOCTURNE_END_STATUS] = "exit",
        [NOCTURNE_END_DEADLOCK] = "deadlock",
        [NOCTURNE_END_LIMIT] = "limit",
        [NOCTURNE_END_BOOT] = "boot",
        [NOCTURNE_END_ABORT] = "abort",
    };

    b->ended = true;
    nocturne_console_flush(b);
    nocturne_profile_end(b, cycles);
    if (end == NOCTURNE_END_ABORT) {
        say("core %" PRIu32 " ended the board with status %" PRIu32, b->abort_node,
            b->abort_status);
    }
    if (end == NOCTURNE_END_BOOT) {
        say_boot(b);
    } else if (end != NOCTURNE_END_EXIT) {
        say_places(b);
    }
    say("end %s cycles=%" PRIu64 " status=%d", reason[end], cycles, end);
    if (b->config.pause_on_end) {
        qemu_system_vmstop_request_prepare();
        qemu_system_vmstop_request(RUN_STATE_PAUSED);
        return;
    }
    gdb_exit(end);
    exit(end);
}
