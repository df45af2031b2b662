/* SPDX-License-Identifier: BSD-2-Clause */
/* What link.c needs of a way to a board: link_gdb.c, link_openocd.c. */
#ifndef NOCT_LINK_WAY_H
#define NOCT_LINK_WAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "complain.h"
#include "link.h"

enum { LINK_CHUNK = 16 * 1024 }; /* bytes that are read at once, at most */

struct link_way {
    /* As in link.h; self: what the way's own function to open it gave. bytes: at most LINK_CHUNK. */
    enum status (*read)(void *self, uint32_t address, void *to, size_t bytes,
                        struct complaint *why);
    enum status (*write)(void *self, uint32_t address, uint32_t word, struct complaint *why);
    /*
     * Hold the board as long as `held`, or else for each access only. NULL: nothing is held by
     * being connected.
     */
    enum status (*hold)(void *self, bool held, struct complaint *why);
    /* Let the board go for so long, if being held stops it whole. NULL: it never does. */
    enum status (*lend)(void *self, unsigned ms, struct complaint *why);
    const char *(*disturbs)(const void *self); /* NULL: nothing */
    /* As link_gdb_server(). NULL: there is none. */
    bool (*gdb_server)(void *self, uint32_t core, char address[LINK_SERVER], uint32_t *thread);
    void (*end)(void *self);
    void (*abandon)(void *self); /* what of that can be done in a signal's handler; NULL: nothing */
};

/* address: "HOST:PORT". Connected, and held. */
enum status link_gdb_open(void **self, const char *address, struct complaint *why);
extern const struct link_way link_gdb;

/* board: its whole name, for complaints; address: "HOST:PORT" of an OpenOCD's Tcl port. */
enum status link_openocd_open(void **self, const char *board, const char *address,
                              struct complaint *why);
/* board: a description's name, or its file. */
enum status link_described_open(void **self, const char *board, struct complaint *why);
extern const struct link_way link_openocd;

#endif
