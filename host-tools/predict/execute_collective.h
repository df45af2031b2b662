/* SPDX-License-Identifier: BSD-2-Clause */
/* noct plan and noct sim of a collective operation: with the key collective. */
#ifndef NOCT_PREDICT_EXECUTE_COLLECTIVE_H
#define NOCT_PREDICT_EXECUTE_COLLECTIVE_H

#include <jansson.h>

#include "base/options.h"
#include "specify/identity.h"

enum status execute_collective_plan(const struct options *o, json_t **result, struct error *error);
enum status execute_collective_sim(const struct options *o, json_t **result, struct error *error);

/* commands.h */
enum status check_collective(const struct options *o, struct identity *identity,
                             struct error *error);

#endif
