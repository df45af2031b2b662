/* SPDX-License-Identifier: BSD-2-Clause */
/* What transport.c needs of a way to a board: transport_gdb.c, transport_openocd.c. */
#ifndef NOCT_TARGET_TRANSPORT_PRIV_H
#define NOCT_TARGET_TRANSPORT_PRIV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "transport.h"

enum { TRANSPORT_CHUNK = 16 * 1024 }; /* bytes that are read at once, at most */

struct transport_kind {
    /* As in transport.h; self: what the way's own function to open it gave. bytes: at most TRANSPORT_CHUNK. */
    enum status (*read)(void *self, uint32_t address, void *to, size_t bytes, struct error *error);
    enum status (*write)(void *self, uint32_t address, uint32_t word, struct error *error);
    /*
     * Hold the board as long as `held`, or else for each access only. NULL: nothing is held by
     * being connected.
     */
    enum status (*hold)(void *self, bool held, struct error *error);
    /* Let the board go for so long, if being held stops it whole. NULL: it never does. */
    enum status (*lend)(void *self, unsigned ms, struct error *error);
    const char *(*disturbs)(const void *self); /* NULL: nothing */
    /* As transport_gdb_server(). NULL: there is none. */
    bool (*gdb_server)(void *self, uint32_t core, char address[TRANSPORT_SERVER], uint32_t *thread);
    void (*end)(void *self);
    void (*abandon)(void *self); /* what of that can be done in a signal's handler; NULL: nothing */
};

/* address: "HOST:PORT", or a socket's file. Connected, and held. */
enum status transport_gdb_open(void **self, const char *address, struct error *error);
extern const struct transport_kind transport_gdb;

/* board: its whole name, for errors; address: "HOST:PORT" of an OpenOCD's Tcl port. */
enum status transport_openocd_open(void **self, const char *board, const char *address,
                                   struct error *error);
enum status transport_described_open(void **self, const struct board_description *d,
                                     struct error *error);
extern const struct transport_kind transport_openocd;

#endif
