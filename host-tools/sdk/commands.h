/* SPDX-License-Identifier: BSD-2-Clause */
/* noct's commands cc, c++, mpicc and size, as commands/commands.h has them. */
#ifndef NOCT_SDK_COMMANDS_H
#define NOCT_SDK_COMMANDS_H

#include <jansson.h>

#include "base/options.h"

/* The compiler with these arguments, argv[1] and on. */
enum status run_cc(int argc, char **argv);
enum status run_cxx(int argc, char **argv);
enum status run_mpicc(int argc, char **argv);

enum status execute_size(const struct options *o, json_t **result, struct error *error);

#endif
