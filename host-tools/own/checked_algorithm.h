/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What algorithms do that none may, libnoc's and the user's own alike: the first such step is kept
 * here, for the whole command, which soon comes to its end then; what that makes of it is no answer.
 *
 *   plan, sim, verify ---> plan_check.h (libnoc) ---> libnoc's algorithm
 *                                |            \
 *                                |             '---> the checked algorithm ---> the file's functions
 *                                '- a wrong step: kept        '- memory, state, crashes: own_call.h
 *
 * Each function of a file is asked twice, since an algorithm keeps no state.
 */
#ifndef NOCT_OWN_CHECKED_ALGORITHM_H
#define NOCT_OWN_CHECKED_ALGORITHM_H

#include "base/error.h"
#include "multicast/plan_check.h"

/*
 * *own as a checked algorithm; file: where it is from, for errors. Both live until noct ends.
 * NULL, with an error: its fields are not those of an algorithm.
 */
const struct noc_algorithm *checked_algorithm(const struct noc_algorithm *own, const char *file,
                                              struct error *error);

/* The checked algorithm that is asked from now on, of several. */
void checked_algorithm_use(const struct noc_algorithm *checked);

/* The command's misstep, to be given to whoever makes plans. */
struct noc_misstep *checked_algorithm_misstep(void);

/* Has an algorithm done what none may? *error says what (STATUS_BAD); it is forgotten then. */
bool checked_algorithm_fault(struct error *error);

#endif
