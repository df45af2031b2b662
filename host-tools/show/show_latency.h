/* SPDX-License-Identifier: BSD-2-Clause */
/* A multicast's latencies for people. */
#ifndef NOCT_SHOW_SHOW_LATENCY_H
#define NOCT_SHOW_SHOW_LATENCY_H

#include <jansson.h>

/* The figures, the grid of nodes with their latencies, and a histogram. */
void show_latency(const json_t *result);

/* How long flits and headers waited, and for what, as far as that is known. */
void show_waits(const json_t *result);

#endif
