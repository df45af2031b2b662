/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a live board is: the parameter block in its image tells topology and routing. Of a network
 * that was read from a file it has the kind only; without the file, channels have no names.
 */
#ifndef NOCT_PROGRAM_BOARD_IDENTITY_H
#define NOCT_PROGRAM_BOARD_IDENTITY_H

#include "specify/specify.h"
#include "target/transport.h"

/*
 * *e: the board's topology and routing, by its own word, or where it has none by flags, which must
 * not contradict it. given: the user's; *o: these, completed, which the caller frees also after
 * an error. *e is to be freed after STATUS_DONE only. STATUS_BAD: the flags do not fit the board,
 * or it does not tell and nor do they.
 */
enum status identity_find(struct transport *l, struct experiment *e, const struct options *given,
                          struct options *o, struct error *error);

/*
 * What can be told of a live command's flags before its board is asked: the experiment's words
 * (need: as experiment_make() has it), nodes, and whether firmware is some.
 */
enum status identity_check_flags(const struct options *o, unsigned need, struct error *error);

/* The nodes that are asked for: *list (malloc'd), *n. All `nodes`: *list is NULL. */
enum status identity_nodes(const struct options *o, uint32_t nodes, uint16_t **list, uint32_t *n,
                           struct error *error);

/*
 * The command that flashes this board with that firmware. False: as it is it cannot be flashed, and
 * the text says what to do before.
 */
bool identity_flash_command(const struct transport *transport, const char *firmware, char *text,
                            size_t room);

/* Are the channels known by more than their rows? */
bool identity_names_channels(const struct experiment *e);

#endif
