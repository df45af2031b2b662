/* SPDX-License-Identifier: BSD-2-Clause */
/* noct's command doctor, as commands/commands.h has them. */
#ifndef NOCT_DOCTOR_COMMANDS_H
#define NOCT_DOCTOR_COMMANDS_H

#include <jansson.h>

#include "base/options.h"

enum status execute_doctor(const struct options *o, json_t **result, struct error *error);

#endif
