/* SPDX-License-Identifier: BSD-2-Clause */
/* The parameter block (include/noc/params.h) that tells the firmware its experiment. */
#ifndef NOCT_PARAMETERS_H
#define NOCT_PARAMETERS_H

#include "experiment.h"

/*
 * *e as a parameter block of *bytes bytes, malloc'd. deadline: cycles after which a wait of the
 * firmware's gives up; 0: the firmware's own.
 */
void *parameters_make(const struct experiment *e, uint64_t deadline, uint32_t *bytes);

#endif
