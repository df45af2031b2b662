/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The board as gateware, compiled by Verilator: `--board rtl`. It is started, followed and read as
 * the emulator is (qemu.h).
 */
#ifndef NOCT_RUN_GATEWARE_H
#define NOCT_RUN_GATEWARE_H

#include <limits.h>
#include <stdbool.h>

#include "base/options.h"
#include "experiment/experiment.h"

/* Whether the options name it. */
bool gateware_named(const struct options *o);

/* Complete the options by what it is, for a board of its own: the routing, if none is given, is one
 * whose worms have one destination each. */
enum status gateware_complete(struct options *o, struct error *error);

/* The experiment is to run there, if the options say so. STATUS_BAD: it does not fit. */
enum status gateware_take(struct experiment *e, const struct options *o, struct error *error);

/* The program that is this board: of those that have been built the smallest that fits. */
enum status gateware_find(char path[PATH_MAX], const struct experiment *e, struct error *error);

#endif
