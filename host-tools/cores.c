/* SPDX-License-Identifier: BSD-2-Clause */
#include "cores.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "memmap.h"
#include "memory.h"

struct core core_read(const unsigned char *block)
{
    uint32_t status = block_word(block, CNT_STATUS), waiting = block_word(block, CNT_WAITING);
    struct core c = { .state = CORE_RUNNING, .pc = block_word(block, CNT_SAMPLE) };
    if (NOC_GET(status, CNT_STATUS, TRAPPED)) {
        c.state = CORE_TRAPPED;
        c.pc = block_word(block, CNT_PC);
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
    const char *before = what == NOC_WAIT_SEND      ? " to "
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

/*
 * Each core waits for one other at most. So from any core there is one way; it ends at a core that
 * waits for nobody, at one that an earlier way has been to, or at one of its own: a circle.
 */
uint32_t cores_circle(const struct core *core, uint32_t n, uint32_t *list)
{
    uint32_t *way = claim_array(n, sizeof *way), length = 0; /* [node]: where it began, + 1 */
    for (uint32_t from = 0; from < n && !length; from++) {
        uint32_t at = from, lowest;
        while (at < n && !way[at]) {
            way[at] = from + 1;
            at = core_waits_for(&core[at], at, n);
        }
        if (at == n || way[at] != from + 1) {
            continue;
        }
        lowest = at;
        for (uint32_t i = core_waits_for(&core[at], at, n); i != at;
             i = core_waits_for(&core[i], i, n)) {
            lowest = i < lowest ? i : lowest;
        }
        at = lowest;
        do {
            list[length++] = at;
            at = core_waits_for(&core[at], at, n);
        } while (at != lowest);
    }
    free(way);
    return length;
}
