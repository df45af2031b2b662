/* SPDX-License-Identifier: BSD-2-Clause */
#include "core_state.h"

#include <stdio.h>
#include <string.h>

#include "counter_blocks.h"
#include "exit_status.h"
#include "memmap.h"

struct core core_read(const unsigned char *block)
{
    uint32_t status = block_word(block, CNT_STATUS), waiting = block_word(block, CNT_WAITING);
    struct core c = {.state = CORE_RUNNING,
                     .pc = block_word(block, CNT_SAMPLE),
                     .aborted = NOC_GET(status, CNT_STATUS, ABORT)};
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

const char *core_state_word(enum core_state state)
{
    static const char *const word[] = {
        [CORE_TRAPPED] = "trapped", [CORE_RUNNING] = "running", [CORE_ASLEEP] = "asleep",
        [CORE_BOOT] = "boot",       [CORE_EXITED] = "exited",
    };
    return word[state];
}

enum core_state core_state_find(const char *word)
{
    enum core_state state = CORE_TRAPPED;
    while (state < CORE_EXITED && strcmp(core_state_word(state), word) != 0) {
        state++;
    }
    return state;
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

enum { CALLS = 16 }; /* of a kind that are named */

const char *core_wait_words(enum noc_wait_what what, uint32_t tag)
{
    static const char *const words[NOC_WAITS] = {
#define NOC_WAIT(name, number, word_, words_) [number] = (words_),
#include "waiting.def"
#undef NOC_WAIT
    };
    static const char *const calls[NOC_WAITS][CALLS] = {
#define NOC_WAIT(name, number, word_, words_)
#define NOC_WAIT_CALL(name, tag_, words_) [NOC_WAIT_##name][tag_] = (words_),
#include "waiting.def"
#undef NOC_WAIT_CALL
#undef NOC_WAIT
    };
    return tag < CALLS && calls[what][tag] ? calls[what][tag] : words[what];
}

/* " of group 3", of a barrier that is not the world's. */
static const char *of_group(char text[static 24], enum noc_wait_what what, uint32_t tag)
{
    text[0] = '\0';
    if (what == NOC_WAIT_BARRIER && tag) {
        snprintf(text, 24, " of group %u", tag);
    }
    return text;
}

enum noc_wait_what core_wait_find(const char *word)
{
    enum noc_wait_what what = NOC_WAITS;
    do {
        what--;
    } while (what && strcmp(core_wait_word(what), word) != 0);
    return what;
}

int core_wait_text(char *text, size_t room, enum noc_wait_what what, uint32_t tag, const char *who)
{
    char group[24];
    const char *before = what == NOC_WAIT_SEND    ? " to "
                       : what == NOC_WAIT_RECEIVE ? " from "
                                                  : ", for ";
    return what ? snprintf(text, room, ", waiting %s%s%s%s", core_wait_words(what, tag),
                           of_group(group, what, tag), before, who)
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
    char group[24];
    switch (core->state) {
    case CORE_EXITED:
        return snprintf(text, room, "has %s with status %u%s%s%s",
                        core->aborted ? "ended the board" : "exited", core->code, cause ? " (" : "",
                        cause ? cause : "", cause ? ")" : "");
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
        return snprintf(text, room, "waits %s%s, for anybody",
                        core_wait_words(core->what, core->tag),
                        of_group(group, core->what, core->tag));
    }
    return snprintf(text, room, "waits %s%s%s core %u", core_wait_words(core->what, core->tag),
                    of_group(group, core->what, core->tag),
                    core->what == NOC_WAIT_SEND      ? " to"
                    : core->what == NOC_WAIT_RECEIVE ? " from"
                                                     : ", for",
                    core->peer);
}
