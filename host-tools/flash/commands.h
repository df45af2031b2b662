/* SPDX-License-Identifier: BSD-2-Clause */
/* noct's command flash, as commands/commands.h has them. */
#ifndef NOCT_FLASH_COMMANDS_H
#define NOCT_FLASH_COMMANDS_H

#include <jansson.h>

#include "base/options.h"

enum status execute_flash(const struct options *o, json_t **result, struct error *error);

#endif
