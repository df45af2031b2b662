/* SPDX-License-Identifier: BSD-2-Clause */
/* A file that somebody names, and that is read more than once, or as a whole. */
#ifndef NOCT_BASE_IN_FILE_H
#define NOCT_BASE_IN_FILE_H

#include <stdio.h>

/* Open a regular file, to be read. NULL: it cannot be; *why says why not. Nothing waits for the writer
 * of a pipe. */
FILE *in_file_open(const char *name, const char **why);

#endif
