/* SPDX-License-Identifier: BSD-2-Clause */
/* Sockets that only this machine can reach. */
#ifndef NOCT_BASE_LOOPBACK_H
#define NOCT_BASE_LOOPBACK_H

#include <stdint.h>

#include "error.h"

/*
 * A listening socket on 127.0.0.1, *fd; *port 0 becomes a free one. name: of the port, for
 * errors. STATUS_ENVIRONMENT: it is taken.
 */
enum status loopback_listen(const char *name, uint16_t *port, int *fd, struct error *error);

#endif
