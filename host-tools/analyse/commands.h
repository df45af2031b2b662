/* SPDX-License-Identifier: BSD-2-Clause */
/* The commands of this room: each finds its answer as JSON. */
#ifndef NOCT_ANALYSE_COMMANDS_H
#define NOCT_ANALYSE_COMMANDS_H

#include <jansson.h>

#include "base/options.h"

enum status execute_route(const struct options *o, json_t **result, struct error *error);
enum status execute_load(const struct options *o, json_t **result, struct error *error);
enum status execute_verify(const struct options *o, json_t **result, struct error *error);
enum status execute_claims(const struct options *o, json_t **result, struct error *error);
enum status execute_lattice(const struct options *o, json_t **result, struct error *error);

#endif
