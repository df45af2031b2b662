/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What node 0 does in the boot ROM; entry.S calls it.
 */
#ifndef BSP_BOOT_BOOT_H
#define BSP_BOOT_BOOT_H

#include <stdbool.h>

/*
 * Puts the better image of the two slots in place and writes NI_BOOT (docs/board.md,
 * section 7). True: go there. False: there is none; the console says why.
 */
bool boot_from_flash(void);

#endif
