/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a slot of the flash holds. Nothing in it is believed before its checksum was
 * right: lengths are used only after the header's, code only after its own.
 */
#include "slot.h"

#include <stdbool.h>
#include <stddef.h>

#include "ni.h"

enum { WORD = sizeof(uint32_t) };

#define HEADER(field) ((uint32_t)offsetof(struct noc_flash_header, field))

/* Four bits at a time: eight steps for a word, and a table of a cache line. */
uint32_t boot_crc32(uint32_t crc, uint32_t address, uint32_t bytes)
{
    static const uint32_t of_nibble[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac,
                                           0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
                                           0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                           0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};

    crc = ~crc;
    for (uint32_t end = address + bytes; address != end; address += WORD) {
        crc ^= mmio_read32(address);
#pragma GCC unroll 8
        for (unsigned i = 0; i < 2 * WORD; i++) {
            crc = of_nibble[crc & 15] ^ crc >> 4;
        }
    }
    return ~crc;
}

/* Code and parameters are words, and each fits where it goes to; both fit into the slot. */
static bool lengths_fit(uint32_t code, uint32_t params)
{
    if (code == 0 || (code | params) % WORD != 0) {
        return false;
    }
    return code <= NOC_PARAMS_BASE - NOC_IMAGE_BASE && params <= NOC_PARAMS_SIZE &&
           code + params <= NOC_FLASH_SLOT_SIZE - NOC_FLASH_SECTOR;
}

enum noc_boot_code boot_look_at(unsigned slot, struct boot_image *image)
{
    uint32_t at = NOC_FLASH_BASE + slot * NOC_FLASH_SLOT_SIZE;
    struct boot_image in = {.from = at + NOC_FLASH_SECTOR};
    uint32_t bytes;

    if (mmio_read32(at + HEADER(magic)) != NOC_FLASH_MAGIC) {
        return NOC_BOOT_EMPTY;
    }
    bytes = mmio_read32(at + HEADER(header_bytes));
    if (!noc_flash_header_fits(bytes) ||
        mmio_read32(at + bytes - WORD) != boot_crc32(0, at, bytes - WORD)) {
        return NOC_BOOT_BAD_HEADER;
    }
    if (mmio_read32(at + HEADER(version)) != NOC_FLASH_VERSION ||
        bytes != sizeof(struct noc_flash_header) ||
        mmio_read32(at + HEADER(map_version)) != ni_read(NI_VERSION)) {
        return NOC_BOOT_BAD_VERSION;
    }
    if (mmio_read32(at + HEADER(board)) != ni_read(NI_BOARD)) {
        return NOC_BOOT_BAD_BOARD;
    }
    in.code_bytes = mmio_read32(at + HEADER(code_bytes));
    in.params_bytes = mmio_read32(at + HEADER(params_bytes));
    if (!lengths_fit(in.code_bytes, in.params_bytes)) {
        return NOC_BOOT_BAD_LENGTH;
    }
    if (mmio_read32(at + HEADER(crc)) != boot_crc32(0, in.from, in.code_bytes + in.params_bytes)) {
        return NOC_BOOT_BAD_CRC;
    }
    in.sequence = mmio_read32(at + HEADER(sequence));
    *image = in;
    return NOC_BOOT_OK;
}
