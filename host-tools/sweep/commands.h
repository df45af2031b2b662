/* SPDX-License-Identifier: BSD-2-Clause */
/* The commands sweep, merge and plot. */
#ifndef NOCT_SWEEP_COMMANDS_H
#define NOCT_SWEEP_COMMANDS_H

#include <jansson.h>

#include "base/options.h"

enum status execute_sweep(const struct options *o, json_t **result, struct error *error);
enum status execute_merge(const struct options *o, json_t **result, struct error *error);
enum status execute_plot(const struct options *o, json_t **result, struct error *error);

#endif
