/* SPDX-License-Identifier: BSD-2-Clause */
#include "core_state.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "barriers.h"
#include "target/counter_blocks.h"
#include "exit_status.h"
#include "memmap.h"
#include "base/alloc.h"

struct core core_read(const unsigned char *block)
{
    uint32_t status = block_word(block, CNT_STATUS), waiting = block_word(block, CNT_WAITING);
    struct core c = {.state = CORE_RUNNING, .pc = block_word(block, CNT_SAMPLE)};
    if (NOC_GET(status, CNT_STATUS, TRAPPED)) {
        c.state = CORE_TRAPPED;
        c.pc = block_word(block, CNT_PC);
        c.code = NOC_GET(status, CNT_STATUS, CODE);
    } else if (NOC_GET(status, CNT_STATUS, DONE)) {
        c.state = CORE_EXITED;
        c.pc = 0;
        c.code = NOC_GET(status, CNT_STATUS, CODE);
    } else if (c.pc - NOC_ROM_BASE < NOC_ROM_SIZE) {
        c.state = CORE_BOOT;
    } else if (NOC_GET(status, CNT_STATUS, ASLEEP)) {
        c.state = CORE_ASLEEP;
        c.what = NOC_GET(waiting, NI_WAITING, WHAT);
        c.what = c.what < NOC_WAITS ? c.what : NOC_WAIT_NOTHING;
        c.peer = c.what ? NOC_GET(waiting, NI_WAITING, NODE) : 0;
        c.tag = c.what ? NOC_GET(waiting, NI_WAITING, TAG) : 0;
    }
    if (c.state == CORE_RUNNING || c.state == CORE_ASLEEP) {
        c.note = NOC_GET(waiting, NI_WAITING, WHAT);
        c.note = c.note < NOC_WAITS ? c.note : NOC_WAIT_NOTHING;
        c.note_tag = NOC_GET(waiting, NI_WAITING, TAG);
    }
    return c;
}

const char *core_wait_word(enum noc_wait_what what)
{
    static const char *const word[NOC_WAITS] = {
#define NOC_WAIT(name, number, word_, words_) [number] = (word_),
#include "waiting.def"
#undef NOC_WAIT
    };
    return word[what];
}

const char *core_wait_words(enum noc_wait_what what)
{
    static const char *const words[NOC_WAITS] = {
#define NOC_WAIT(name, number, word_, words_) [number] = (words_),
#include "waiting.def"
#undef NOC_WAIT
    };
    return words[what];
}

enum noc_wait_what core_wait_find(const char *word)
{
    enum noc_wait_what what = NOC_WAITS;
    do {
        what--;
    } while (what && strcmp(core_wait_word(what), word) != 0);
    return what;
}

int core_wait_text(char *text, size_t room, enum noc_wait_what what, const char *who)
{
    const char *before = what == NOC_WAIT_SEND    ? " to "
                       : what == NOC_WAIT_RECEIVE ? " from "
                                                  : ", for ";
    return what ? snprintf(text, room, ", waiting %s%s%s", core_wait_words(what), before, who)
                : snprintf(text, room, "%s", "");
}

uint32_t core_waits_for(const struct core *core, uint32_t node, uint32_t nodes)
{
    bool one = core->state == CORE_ASLEEP && core->what && core->peer < nodes && core->peer != node;
    return one ? core->peer : nodes;
}

const char *core_cause(const struct core *core)
{
    bool trap = core->code >= NOC_EXIT_TRAP;
    bool told = trap ? core->state == CORE_TRAPPED : core->state == CORE_EXITED;
    return told ? noc_exit_text(core->code) : NULL;
}

int core_does(char *text, size_t room, const struct core *core)
{
    const char *cause = core_cause(core);
    switch (core->state) {
    case CORE_EXITED:
        return snprintf(text, room, "has exited with status %u%s%s%s", core->code,
                        cause ? " (" : "", cause ? cause : "", cause ? ")" : "");
    case CORE_TRAPPED:
        return snprintf(text, room, "is stopped by a trap%s%s", cause ? ", " : "",
                        cause ? cause : "");
    case CORE_BOOT:
        return snprintf(text, room, "is in the boot ROM");
    case CORE_RUNNING:
        return snprintf(text, room, "runs");
    default:
        break;
    }
    if (!core->what) {
        return snprintf(text, room, "sleeps");
    }
    if (core->peer == NOC_WAITING_ANYBODY) {
        return snprintf(text, room, "waits %s, for anybody", core_wait_words(core->what));
    }
    return snprintf(text, room, "waits %s%s core %u", core_wait_words(core->what),
                    core->what == NOC_WAIT_SEND      ? " to"
                    : core->what == NOC_WAIT_RECEIVE ? " from"
                                                     : ", for",
                    core->peer);
}

/* --- circles ------------------------------------------------------------------------ */

/*
 * Cores 0 to n - 1, and behind them the barriers: a core waits for one other, or for its barrier;
 * a barrier for each who is missing in it.
 */
struct graph {
    const struct core *core;
    const struct barriers *barriers; /* NULL: none */
    uint32_t cores, all;
};

/* The i-th that this one waits for; all: there is none. */
static uint32_t next_of(const struct graph *g, uint32_t at, uint32_t i)
{
    if (at >= g->cores) {
        const struct barrier *b = &g->barriers->barrier[at - g->cores];
        return i < b->missing_n ? b->missing[i] : g->all;
    }
    if (i > 0) {
        return g->all;
    }
    if (g->barriers && barrier_of(g->barriers, at)) {
        return g->cores + g->barriers->of[at];
    }
    uint32_t next = core_waits_for(&g->core[at], at, g->cores);
    return next < g->cores ? next : g->all;
}

/* The cores of way[0..n-1], from the lowest on. */
static uint32_t tell_circle(const struct graph *g, const uint32_t *way, uint32_t n, uint32_t *list)
{
    uint32_t lowest = 0, length = 0;
    for (uint32_t i = 1; i < n; i++) {
        lowest = way[i] < way[lowest] ? i : lowest; /* a core: barriers have higher numbers */
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = way[(lowest + i) % n];
        if (at < g->cores) {
            list[length++] = at;
        }
    }
    return length;
}

/* Depth first from `from`. way: who leads to whom; tried: how many of its next were; place: where
 * on the way it is, + 1, or DONE. */
static uint32_t search(const struct graph *g, uint32_t from, uint32_t *way, uint32_t *tried,
                       uint32_t *place, uint32_t *list)
{
    enum { DONE = UINT32_MAX };
    uint32_t length = 0;
    if (place[from]) {
        return 0;
    }
    way[length++] = from;
    place[from] = length;
    while (length) {
        uint32_t at = way[length - 1], next = next_of(g, at, tried[at]++);
        if (next == g->all) {
            place[at] = DONE;
            length--;
        } else if (place[next] == 0) {
            way[length++] = next;
            place[next] = length;
        } else if (place[next] != DONE) {
            return tell_circle(g, way + place[next] - 1, length - (place[next] - 1), list);
        }
    }
    return 0;
}

uint32_t cores_wait_cycle(const struct core *core, uint32_t n, const struct barriers *barriers,
                          uint32_t *list)
{
    struct graph g = {core, barriers, n, n + (barriers ? barriers->n : 0)};
    uint32_t *way = alloc_array(g.all, sizeof *way), *tried = alloc_array(g.all, sizeof *tried);
    uint32_t *place = alloc_array(g.all, sizeof *place), length = 0;
    for (uint32_t from = 0; from < n && !length; from++) {
        length = search(&g, from, way, tried, place, list);
    }
    free(way);
    free(tried);
    free(place);
    return length;
}
