/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Listening sockets that only this user's processes can connect to: files in directories that
 * nobody else may enter. A port on the loopback is open to every user of the machine, and to every
 * web page in a browser on it.
 */
#ifndef NOCT_PRIVATE_SOCKET_H
#define NOCT_PRIVATE_SOCKET_H

#include "error.h"

enum { PRIVATE_ADDRESS = 32 };

/* As a file of this name in the open directory; -1 and errno: no. */
int private_listen_in(int directory, const char *name);

/*
 * Without a name, so that nothing is left of it however noct ends. address: as tcp_connect() takes
 * it, in this process and its children only.
 */
enum status private_listen(int *listener, char address[PRIVATE_ADDRESS], struct error *error);

#endif
