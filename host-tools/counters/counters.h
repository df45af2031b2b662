/* SPDX-License-Identifier: BSD-2-Clause */
/* Answers of noct counters: read from a file, subtracted. */
#ifndef NOCT_COUNTERS_COUNTERS_H
#define NOCT_COUNTERS_COUNTERS_H

#include <jansson.h>

#include "base/error.h"

/* An earlier answer, of `counters --json`; the last one, if the file has several lines. STATUS_BAD:
 * there is no such file, or what is in it is none. */
enum status counters_load(json_t **result, const char *file, struct error *error);

/*
 * What `now` counted since `before`: of now's nodes, with "cycles" in between and "from_cycle".
 * Counters are 32 bits wide, so one may have come round once. STATUS_BAD: they are of two boards, or
 * before was later.
 */
enum status counters_difference(const json_t *before, const json_t *now, json_t **difference,
                                struct error *error);

#endif
