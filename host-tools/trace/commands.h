/* SPDX-License-Identifier: BSD-2-Clause */
/* noct's command trace, as commands/commands.h has them. */
#ifndef NOCT_TRACE_COMMANDS_H
#define NOCT_TRACE_COMMANDS_H

#include <jansson.h>

#include "base/options.h"

enum status execute_trace(const struct options *o, json_t **result, struct error *error);

#endif
