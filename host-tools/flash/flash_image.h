/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Images for flash (include/noc/flash.h): made of firmware and parameters, written to and
 * read from files. A file is what a slot then holds, byte for byte:
 *
 *   | header, 0xff to the end of its sector | code | parameters |
 */
#ifndef NOCT_FLASH_FLASH_IMAGE_H
#define NOCT_FLASH_FLASH_IMAGE_H

#include <stddef.h>

#include "base/error.h"
#include "flash.h"
#include "image/elf_image.h"

struct flash_image {
    struct noc_flash_header header;
    unsigned char *body; /* malloc'd: code, then parameters */
    size_t body_bytes;
};

/*
 * Pack firmware for boards of this id. name: what it is called, longer ones are cut;
 * params: its parameter block, or NULL. STATUS_BAD: it does not fit a slot.
 */
enum status flash_image_make(struct flash_image *f, const struct elf_image *firmware,
                             const char *name, const void *params, uint32_t params_bytes,
                             uint32_t board, struct error *error);

/* Read one that flash_image_write() has written. STATUS_BAD: it is none, or damaged. */
enum status flash_image_read(struct flash_image *f, const char *path, struct error *error);
/* Write it to a file, which is there whole or not at all. */
enum status flash_image_write(const struct flash_image *f, const char *path, struct error *error);
void flash_image_free(struct flash_image *f);

/* Give it its place in the order of images. */
void flash_image_number(struct flash_image *f, uint32_t sequence);

/*
 * What the boot ROM of a board with this id says of a header, its code's CRC left out: there is
 * no code here. NOC_BOOT_OK: code and parameters decide.
 */
enum noc_boot_code flash_header_check(const struct noc_flash_header *header, uint32_t board);

/* Of a header with NOC_BOOT_BAD_VERSION: "of format 2 (header of 128 bytes), this noct knows 1". */
enum { FLASH_VERSION_TEXT = 120 };
void flash_version_text(char text[FLASH_VERSION_TEXT], const struct noc_flash_header *header);

/* CRC-32 (IEEE 802.3). */
uint32_t flash_crc(const void *bytes, size_t length);

/* "bad header"; of a number that is no code "unknown". */
const char *flash_boot_text(unsigned code);

#endif
