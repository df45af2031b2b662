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
 * good slots the newer one is booted.
 *
 * In every version of the format magic, version and header_bytes come first, and the header's last
 * word is its checksum: one that is whole, but of a later version, is told from a broken one.
 */
#ifndef NOC_FLASH_H
#define NOC_FLASH_H

#include <stdint.h>

#define NOC_FLASH_SLOTS      2
#define NOC_FLASH_SLOT_SIZE  0x00400000 /* 4 MiB */
#define NOC_FLASH_SECTOR     0x00010000 /* at most so many bytes are erased at once */

#define NOC_FLASH_MAGIC      0x49434f4e /* "NOCI" in memory */
#define NOC_FLASH_VERSION    1
#define NOC_FLASH_NAME_BYTES 32
#define NOC_FLASH_HEADER_MIN 16 /* bytes: magic, version, header_bytes, the checksum */

struct noc_flash_header {
    uint32_t magic;
    uint32_t version;      /* NOC_FLASH_VERSION */
    uint32_t header_bytes; /* of this struct */
    uint32_t board;        /* NI_BOARD of the boards it is for */
    uint32_t map_version;  /* NI_VERSION it was built for */
    uint32_t sequence;     /* of two good images the newer one is booted: noc_flash_newer() */
    uint32_t code_bytes;   /* multiple of 4; to NOC_IMAGE_BASE */
    uint32_t params_bytes; /* multiple of 4; to NOC_PARAMS_BASE; 0: none, what is there is erased */
    uint32_t crc;          /* CRC-32 (IEEE 802.3) of code, then parameters */
    char name[NOC_FLASH_NAME_BYTES]; /* of the firmware, zero-padded */
    uint32_t reserved[6];            /* 0 */
    uint32_t header_crc;             /* CRC-32 of all before */
};

_Static_assert(sizeof(struct noc_flash_header) == 96, "wire format");

/*
 * Is the image with sequence number a newer than that with b? Numbers go on from 2^32 - 1 with 0:
 * serial number arithmetic (RFC 1982). Of two that are equal or 2^31 apart neither is.
 */
static inline int noc_flash_newer(uint32_t a, uint32_t b)
{
    return a != b && a - b < 0x80000000u;
}

/* Can a header have so many bytes? */
static inline int noc_flash_header_fits(uint32_t bytes)
{
    return bytes >= NOC_FLASH_HEADER_MIN && bytes <= NOC_FLASH_SECTOR && bytes % 4 == 0;
}

/*
 * What the boot ROM says of a slot, in NI_BOOT: the first that is true.
 * X(name, number, what people are told)
 */
#define NOC_BOOT_CODES(X)                                                                 \
    X(UNKNOWN, 0, "not looked at")                                                        \
    X(OK, 1, "ok")                                                                        \
    X(EMPTY, 2, "empty")             /* no magic: erased, or being written */             \
    X(BAD_HEADER, 3, "bad header")   /* header_bytes, or its last word, the checksum */   \
    X(BAD_VERSION, 4, "bad version") /* another one of the format, or register map */     \
    X(BAD_BOARD, 5, "bad board")     /* made for another board */                         \
    X(BAD_LENGTH, 6, "bad length")   /* does not fit, is no words, or there is no code */ \
    X(BAD_CRC, 7, "bad CRC")

#define NOC_BOOT_CODE(name, number, text) NOC_BOOT_##name = (number),
enum noc_boot_code { NOC_BOOT_CODES(NOC_BOOT_CODE) };
#undef NOC_BOOT_CODE

#endif
