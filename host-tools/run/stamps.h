/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the routers of an emulated board say of each worm of a run (include/noc/stamp.h): the board
 * stands now and then while they are read, which costs it no cycle.
 */
#ifndef NOCT_RUN_STAMPS_H
#define NOCT_RUN_STAMPS_H

#include <stdio.h>

#include "collectives/stamped_worms.h"
#include "qemu.h"
#include "target/transport.h"

/* Let the board run to its end, and take all its stamps. It has not begun. */
enum status stamps_record(struct stamps *s, struct transport *transport, struct qemu *q,
                          const struct experiment *e, FILE *console, struct error *error);

#endif
