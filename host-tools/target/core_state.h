/* SPDX-License-Identifier: BSD-2-Clause */
/* What a node's counter block says of its core: what it does, where, and what it waits for. */
#ifndef NOCT_TARGET_CORE_STATE_H
#define NOCT_TARGET_CORE_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "waiting.h"

/* Most telling first. */
enum core_state {
    CORE_TRAPPED, /* stopped by a trap */
    CORE_RUNNING,
    CORE_ASLEEP, /* in WFI */
    CORE_BOOT,   /* in the boot ROM, asleep or not */
    CORE_EXITED  /* has written EXIT */
};

struct core {
    enum core_state state;
    uint32_t code;           /* exited, trapped: its status (exit_status.h) */
    bool aborted;            /* it has ended the board with that status */
    uint32_t pc;             /* of the trap, or of the instruction that comes next; exited: 0 */
    enum noc_wait_what what; /* asleep: what it waits for; NOTHING: it did not say */
    uint32_t peer, tag;      /* of that; peer may be NOC_WAITING_ANYBODY */
    enum noc_wait_what note; /* the same of a core that runs: what it was about to sleep for, or has
                                slept for, and in what it may still be */
    uint32_t note_tag;
};

/* "trapped", "running", "asleep", "boot" or "exited", as in answers; and back: which of them this
 * word is, CORE_EXITED where it is none. */
const char *core_state_word(enum core_state state);
enum core_state core_state_find(const char *word);

/* block: 256 bytes, counters.def, as the debug window shows it (SAMPLE). */
struct core core_read(const unsigned char *block);

/* "receive", as in answers, and "to receive", as behind "waiting", or the call that the tag says; NULL for
 * NOTHING. */
const char *core_wait_word(enum noc_wait_what what);
const char *core_wait_words(enum noc_wait_what what, uint32_t tag);

/* The one whose word in answers this is; NOTHING: none. */
enum noc_wait_what core_wait_find(const char *word);

/* ", waiting to receive from node 5", of `who` "node 5". Returns its length. */
int core_wait_text(char *text, size_t room, enum noc_wait_what what, uint32_t tag, const char *who);

/* The one core that this one waits for, or `nodes`: it waits for none, for anybody, for itself, or
 * for who is not there. */
uint32_t core_waits_for(const struct core *core, uint32_t node, uint32_t nodes);

/* What its status means, for people: of a trap, or of an exit that is not the program's own; NULL:
 * nothing more is known. */
const char *core_cause(const struct core *core);

/* What a core does, behind "core 5": "has exited with status 121 (aborted)", "has ended the board with
 * status 7", "waits to receive from core 5", "waits to receive, for anybody", "runs", ... Returns its
 * length. */
enum { CORE_DOES_TEXT = 300 };
int core_does(char *text, size_t room, const struct core *core);

#endif
