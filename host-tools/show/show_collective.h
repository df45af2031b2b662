/* SPDX-License-Identifier: BSD-2-Clause */
/* Answers of plan, sim and run about a collective operation: those with the key "collective". */
#ifndef NOCT_SHOW_SHOW_COLLECTIVE_H
#define NOCT_SHOW_SHOW_COLLECTIVE_H

#include <jansson.h>

void show_collective_plan(const json_t *result);
/* Of sim and run. */
void show_collective_latency(const json_t *result);

#endif
