/* SPDX-License-Identifier: BSD-2-Clause */
/* What run and trace share. */
#ifndef NOCT_RUN_RUN_H
#define NOCT_RUN_RUN_H

#include "study/experiment.h"

/* --limit-cycles, or some generous figure from what the plan should take. */
uint64_t limit_of(const struct experiment *e);

#endif
