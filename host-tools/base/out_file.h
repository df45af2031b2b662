/* SPDX-License-Identifier: BSD-2-Clause */
/* The file of --out. */
#ifndef NOCT_BASE_OUT_FILE_H
#define NOCT_BASE_OUT_FILE_H

#include <stdbool.h>

#include "error.h"

/* Does standard output go there, so that what is written would be mixed with the answer? A device
 * that keeps nothing, as /dev/null, mixes nothing. */
bool out_file_is_stdout(const char *name);

/* Can it be written, and is it not where the answer goes? To be asked before anything else is done;
 * what is there stays as it is, and what is not there does not stay, also where somebody else asks at
 * the same time. */
enum status out_file_check(const char *name, struct error *error);

/* The same of another key than out. */
enum status out_file_check_of(const char *key, const char *name, struct error *error);

/* What was written could not be written to its end: half of it is nothing. A device, or a pipe, stays. */
void out_file_remove(const char *name);

#endif
