/* SPDX-License-Identifier: BSD-2-Clause */
/* noct's command profile, as commands/commands.h has them. */
#ifndef NOCT_PROFILE_COMMANDS_H
#define NOCT_PROFILE_COMMANDS_H

#include <jansson.h>

#include "base/options.h"

enum status execute_profile(const struct options *o, json_t **result, struct error *error);

#endif
