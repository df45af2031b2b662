/* SPDX-License-Identifier: BSD-2-Clause */
/* Cores that wait for each other in a cycle, barriers between them included. */
#ifndef NOCT_DIAGNOSE_WAIT_CYCLE_H
#define NOCT_DIAGNOSE_WAIT_CYCLE_H

#include "barriers.h"

/*
 * Find a cycle of cores in which each one is asleep and waits for the next one, and the last one
 * for the first. list: room for n nodes; it begins with the lowest of them. A core that sleeps in
 * one of `barriers` (NULL: none are known) waits for each core that is missing there, whatever its
 * note says. Returns how many they are; 0: there is no cycle. Of several cycles it is the first
 * that searches from nodes 0, 1, ... end in. Time: O(n), and the missing cores of each barrier.
 */
uint32_t cores_wait_cycle(const struct core *core, uint32_t n, const struct barriers *barriers,
                          uint32_t *list);

#endif
