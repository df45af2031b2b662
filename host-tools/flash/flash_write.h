/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A board's flash, written through OpenOCD so that it may be interrupted anywhere:
 * docs/board.md, section 7.
 */
#ifndef NOCT_FLASH_FLASH_WRITE_H
#define NOCT_FLASH_FLASH_WRITE_H

#include "base/error.h"
#include "target/board_description.h"
#include "flash_image.h"
#include "target/openocd.h"

/* What an image takes of a board; 0: any. */
struct flash_takes {
    uint32_t nodes, ram, wiring; /* ram: bytes at least; wiring: NI_WIRING */
};

/* What came of it. */
struct flashed {
    unsigned slot;
    uint32_t sequence;
    uint32_t boot; /* NI_BOOT, after the reset */
};

/*
 * Write *image into the slot that is not booted from, numbered to be the next that is; read it
 * back; reset the board and see it boot. What can be refused is refused before anything is
 * changed. Ctrl-C and SIGTERM end it between two commands. Errors: STATUS_BAD: it is another board than
 * described; STATUS_ENVIRONMENT: interrupted, the board or OpenOCD failed; STATUS_NO: the board
 * does not boot what has been written. Each says in what state the flash is.
 */
enum status flash_write_do(struct openocd *o, const struct board_description *d,
                           struct flash_image *image, const struct flash_takes *takes,
                           struct flashed *flashed, struct error *error);

#endif
