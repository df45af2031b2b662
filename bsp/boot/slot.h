/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A slot of the flash (flash.h): is there an image for this board in it?
 */
#ifndef BSP_BOOT_SLOT_H
#define BSP_BOOT_SLOT_H

#include <stdint.h>

#include "flash.h"

/* Code at `from` in flash, parameters right behind it. */
struct boot_image {
    uint32_t from;
    uint32_t code_bytes, params_bytes;
    uint32_t sequence;
};

/*
 * Looks at slot number `slot`, all of it: header, length, checksum. Of NOC_BOOT_OK, and only
 * then, *image is what it holds. About 14 cycles for each byte of the image.
 */
enum noc_boot_code boot_look_at(unsigned slot, struct boot_image *image);

/*
 * CRC-32 (IEEE 802.3) of `bytes`, a multiple of 4, from `address` on, going on from `crc`,
 * which is 0 at the beginning.
 */
uint32_t boot_crc32(uint32_t crc, uint32_t address, uint32_t bytes);

#endif
