/* SPDX-License-Identifier: BSD-2-Clause */
/* noct's commands run, board and demo, as commands/commands.h has them. */
#ifndef NOCT_RUN_COMMANDS_H
#define NOCT_RUN_COMMANDS_H

#include <jansson.h>

#include "base/options.h"
#include "specify/identity.h"

enum status execute_run(const struct options *o, json_t **result, struct error *error);
/* As check_plan() of predict/commands.h, with the memory that a board takes. */
enum status check_run(const struct options *o, struct identity *identity, struct error *error);
/* The compiler of Nocturne's own firmware, as answers name it; to be freed. NULL: there is no firmware. */
char *run_compiler(void);
enum status execute_board(const struct options *o, json_t **result, struct error *error);
enum status execute_demo(const struct options *o, json_t **result, struct error *error);

#endif
