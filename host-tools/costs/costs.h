/* SPDX-License-Identifier: BSD-2-Clause */
/* What a core and its firmware take, as `make costs` measures it: costs/README.md explains each number. */
#ifndef NOCT_COSTS_COSTS_H
#define NOCT_COSTS_COSTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "firmware_costs.h"
#include "multicast/plan.h"

struct costs;
struct charges;
struct noc_costs_measured;

/*
 * Those that a text names: a file, a name of costs/ without .json, as "gcc-12.2.0-emulator", or a core, as
 * "emulator" and "rtl": then for the compiler of the firmware that is installed, if noct knows such ones, else
 * for the reference compiler. NULL is "emulator". They are read once, when they are needed first, and live as long as
 * noct does.
 */
enum status costs_find(struct costs **costs, const char *text, struct error *error);
/* As costs/ has it, or the file's. */
const char *costs_name(struct costs *costs);

/* Of a whole multicast by this algorithm, with relays told so; NULL: they do not say. */
const struct firmware_costs *costs_multicast(struct costs *costs, const struct noc_algorithm *a,
                                             uint32_t relay);

/* Do they say what relays take that learn their part from a list? */
bool costs_know_lists(struct costs *costs);

/* Do they say what cores take in collective operations? */
bool costs_know_collectives(struct costs *costs);
/* For cores that combine so (combine.h); in order: by an operation that shows it. To be freed. */
struct charges *costs_charges(struct costs *costs, uint32_t op, uint32_t type, bool ordered);
/* Of the application that is measured, besides its call. */
uint64_t costs_application(struct costs *costs);
/* What is predicted by: struct noc_costs_measured (collective/cost.h). */
const struct noc_costs_measured *costs_measured(struct costs *costs);
/* Of bodies in segments (firmware/broadcast): cycles for each worm, and for each segment that comes. */
uint32_t costs_segment_sent(struct costs *costs);
uint32_t costs_segment_taken(struct costs *costs);
/* Of combining 16 words. */
uint32_t costs_combine(struct costs *costs, uint32_t op, uint32_t type);

#endif
