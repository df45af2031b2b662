/* SPDX-License-Identifier: BSD-2-Clause */
/* Completion of command lines by shells. */
#ifndef NOCT_CLI_COMPLETION_H
#define NOCT_CLI_COMPLETION_H

#include "base/error.h"

/* Print the completion for a shell, "bash", "zsh" or "fish". STATUS_BAD: it is none of these. */
enum status completion(const char *shell, struct error *error);

#endif
