/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Calls to the host, if a debugger serves them (include/noc/host_calls.h; docs/board.md, section 8).
 */
#ifndef BSP_HOST_H
#define BSP_HOST_H

#include <stdbool.h>
#include <stdint.h>

#include "host_calls.h"

/* The sequence. block: what enum noc_host_call says; the host reads and writes memory. With
 * nobody there the trap handler answers -1. Replaced by a mock in host tests. */
uint32_t host_call(uint32_t call, uint32_t *block);

/* Does anybody serve? */
bool host_is_there(void);
/* Does it want standard error, apart from the console? */
bool host_takes_errors(void);

/* errno, why the last call has failed. Always -1. */
int host_fail(void);

/* OPEN and CLOSE: a handle, or -1 with errno. mode: of enum noc_host_mode. */
int host_open(const char *path, uint32_t mode);
void host_close(int handle);
/* READ and WRITE: how many bytes were moved, or -1 with errno. */
int host_read(int handle, void *to, uint32_t bytes);
int host_write(int handle, const void *from, uint32_t bytes);
/* FLEN: bytes, or -1 with errno. */
int host_length(int handle);

#endif
