/* SPDX-License-Identifier: BSD-2-Clause */
/* noct's commands counters and console, as commands/commands.h has them. */
#ifndef NOCT_COUNTERS_COMMANDS_H
#define NOCT_COUNTERS_COMMANDS_H

#include <jansson.h>

#include "base/options.h"

enum status execute_counters(const struct options *o, json_t **result, struct error *error);
enum status execute_console(const struct options *o, json_t **result, struct error *error);

#endif
