/* SPDX-License-Identifier: BSD-2-Clause */
/* Where each core of a stopped board stands, cores in the same place together. */
#ifndef NOCT_PROGRAM_CORE_GROUPS_H
#define NOCT_PROGRAM_CORE_GROUPS_H

#include <jansson.h>

#include "target/core_state.h"
#include "target/counter_blocks.h"
#include "image/elf_image.h"
#include "location.h"

/* Where a core is: cores in one state are at the same place if they agree in this. It is the trap's
 * pc, or the begin of the function that runs, or its pc where the program (image) is not known
 * (NULL); 0 of cores in the other states. */
uint32_t core_place(const struct core *core, const struct elf_image *image);

/*
 * [{"state":"trapped","pc":..,"function":"main","offset":12,"file":"mine.c","line":7,
 *   "place":"main (mine.c:7)","nodes":[7]}, ...]
 * state: running, asleep, trapped, boot (in the boot ROM), exited. asleep has "waiting" (receive,
 * ...), "peer" (a node, or null: anybody) and "tag"; exited has "code". "cause" says what a status
 * means that is not the program's own. Cores that run in one function are one group, and its pc
 * and line are those of the first.
 */
json_t *core_groups_find(const struct elf_image *image, uint32_t nodes, const unsigned char *block);

/* ": 3 cores running at 0x20000118 in main (mine.c:10) (node 1, ...); 61 asleep, waiting to receive from node 5" */
void core_groups_describe(struct error *error, const json_t *cores);

/* What the cores of one of these groups do, for people, without which cores they are. */
enum { CORE_GROUP_TEXT = LOCATION_TEXT + 120 };
void core_group_text(const json_t *group, char *text, size_t room);

/* How many cores have exited with status 0. */
uint32_t core_groups_done(const unsigned char *block, uint32_t nodes);

/* The core that has ended the board; nodes: none has. Of several, who did so in one cycle, the
 * lowest was the first. */
uint32_t core_groups_abort(const unsigned char *block, uint32_t nodes);

/* Why a run ended, as answers say it: what the board said ("exit", "abort", "limit", "deadlock"), or
 * "trap" where all cores have ended ("exit") and at least one of them by a trap. */
const char *core_groups_end(const char *said, const unsigned char *block, uint32_t nodes);

#endif
