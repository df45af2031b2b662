/* SPDX-License-Identifier: BSD-2-Clause */
/* noct's command mpirun, as commands/commands.h has it. */
#ifndef NOCT_LAUNCH_COMMANDS_H
#define NOCT_LAUNCH_COMMANDS_H

#include <jansson.h>

#include "base/options.h"

enum status execute_mpirun(const struct options *o, json_t **result, struct error *error);

#endif
