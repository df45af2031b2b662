/* SPDX-License-Identifier: BSD-2-Clause */
/* Random traffic, or that of a file, through the model. */
#ifndef NOCT_TRAFFIC_TRAFFIC_H
#define NOCT_TRAFFIC_TRAFFIC_H

#include <jansson.h>

#include "experiment/experiment.h"
#include "specify/identity.h"

/* The answer of noct sim --traffic. */
enum status execute_traffic(const struct experiment *e, const struct options *o, json_t **result,
                            struct error *error);

/* Are its keys right? Then they are added to the identity. */
enum status traffic_check(const struct experiment *e, const struct options *o,
                          struct identity *identity, struct error *error);

#endif
