/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An image in flash, and what the boot ROM says about it. All words are
 * little-endian.
 *
 *   flash   | slot 0: 4 MiB                        | slot 1: 4 MiB       |
 *   slot    | header, erased to the sector's end | code | parameters |
 *           ^ NOC_FLASH_SECTOR bytes             ^ word aligned both
 *
 * Two slots, so that there is always a whole image while another one is
 * written: the header of a slot is erased first and programmed last. Of two
 * good slots the one with the higher sequence number is booted.
 */
#ifndef NOC_FLASH_H
#define NOC_FLASH_H

#include <stdint.h>

#define NOC_FLASH_SLOTS      2
#define NOC_FLASH_SLOT_SIZE  0x00400000  /* 4 MiB */
#define NOC_FLASH_SECTOR     0x00010000  /* at most so many bytes are erased at once */

#define NOC_FLASH_MAGIC      0x49434f4e  /* "NOCI" in memory */
#define NOC_FLASH_VERSION    1
#define NOC_FLASH_NAME_BYTES 32

struct noc_flash_header {
    uint32_t magic;
    uint32_t version;       /* NOC_FLASH_VERSION */
    uint32_t header_bytes;  /* of this struct */
    uint32_t board;         /* NI_BOARD of the boards it is for */
    uint32_t map_version;   /* NI_VERSION it was built for */
    uint32_t sequence;      /* of two good images the higher one is booted */
    uint32_t code_bytes;    /* multiple of 4; to NOC_IMAGE_BASE */
    uint32_t params_bytes;  /* multiple of 4; to NOC_PARAMS_BASE; 0: none, what is there is erased */
    uint32_t crc;           /* CRC-32 (IEEE 802.3) of code, then parameters */
    char name[NOC_FLASH_NAME_BYTES]; /* of the firmware, zero-padded */
    uint32_t reserved[6];   /* 0 */
    uint32_t header_crc;    /* CRC-32 of all before */
};

_Static_assert(sizeof(struct noc_flash_header) == 96, "wire format");

/* Of each slot, in NI_BOOT. The first that is true. */
enum noc_boot_code {
    NOC_BOOT_UNKNOWN = 0,      /* not looked at yet */
    NOC_BOOT_OK = 1,
    NOC_BOOT_EMPTY = 2,        /* no magic: erased, or being written */
    NOC_BOOT_BAD_HEADER = 3,   /* header_bytes or header_crc */
    NOC_BOOT_BAD_VERSION = 4,  /* another version of the format, or of the register map */
    NOC_BOOT_BAD_BOARD = 5,    /* made for another board */
    NOC_BOOT_BAD_LENGTH = 6,   /* code or parameters do not fit, are no words, or there is no code */
    NOC_BOOT_BAD_CRC = 7
};

#endif
