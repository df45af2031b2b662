/* SPDX-License-Identifier: BSD-2-Clause */
/* --costs: what the software of a simulated multicast takes, measured on some core. */
#ifndef NOCT_EXPERIMENT_COSTS_OPTION_H
#define NOCT_EXPERIMENT_COSTS_OPTION_H

#include "base/options.h"
#include "experiment.h"

/* e->costs from the options. STATUS_BAD: no such costs. */
enum status costs_choose(struct experiment *e, const struct options *o, struct error *error);

bool costs_are_in_file(const struct experiment *e);

/* What this algorithm's software takes by e->costs, with relays told as in e; NULL: they do not say. */
const struct firmware_costs *costs_of(const struct experiment *e, const struct noc_algorithm *a);

/* e->software, once its algorithm is known. STATUS_BAD: they do not say, or are not of such a
 * multicast. */
enum status costs_settle(struct experiment *e, struct error *error);

#endif
