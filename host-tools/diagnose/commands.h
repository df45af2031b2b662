/* SPDX-License-Identifier: BSD-2-Clause */
/* noct's command why, as commands/commands.h has them. */
#ifndef NOCT_DIAGNOSE_COMMANDS_H
#define NOCT_DIAGNOSE_COMMANDS_H

#include <jansson.h>

#include "base/options.h"

enum status execute_why(const struct options *o, json_t **result, struct error *error);

#endif
