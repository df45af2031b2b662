/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The boot ROM on a board of arrays: what it says of each slot, which it takes, what is
 * then in the image and in BOOT.
 */
/* Alone: it has functions of mmio.h of its own. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "boot/boot.h"
#include "boot/slot.h"
#include "memmap.h"
#include "mmio.h"
#include "regs.h"

enum { WORD = sizeof(uint32_t), CODE_WORDS = 37, PARAMS_WORDS = 5 };
enum { MAP_VERSION = 0x4e4f4306, BOARD = 7 };

static uint32_t flash[NOC_FLASH_SIZE / WORD];
static uint32_t image[NOC_IMAGE_SIZE / WORD];
static uint32_t boot; /* NI_BOOT */
static unsigned boot_writes, stores;
static char said[256];

/* --- the board ---------------------------------------------------------------- */

uint32_t mmio_read32(uint32_t address)
{
    assert_int_equal(address % WORD, 0);
    if (address - NOC_FLASH_BASE < NOC_FLASH_SIZE) {
        return flash[(address - NOC_FLASH_BASE) / WORD];
    }
    switch (address - NOC_NI_BASE) {
    case NI_VERSION:
        return MAP_VERSION;
    case NI_BOARD:
        return BOARD;
    case NI_BOOT:
        return boot;
    default:
        fail_msg("read of 0x%x", (unsigned)address);
        return 0;
    }
}

void mmio_write32(uint32_t address, uint32_t value)
{
    assert_int_equal(address % WORD, 0);
    if (address - NOC_IMAGE_BASE < NOC_IMAGE_SIZE) {
        assert_false(NOC_GET(boot, NI_BOOT, READY));
        image[(address - NOC_IMAGE_BASE) / WORD] = value;
        stores++;
    } else if (address == NOC_NI_BASE + NI_BOOT) {
        boot = value;
        boot_writes++;
    } else if (address == NOC_NI_BASE + NI_CONSOLE) {
        assert_true(strlen(said) + 1 < sizeof said);
        said[strlen(said)] = (char)value;
    } else {
        fail_msg("write of 0x%x", (unsigned)address);
    }
}

/* --- images ------------------------------------------------------------------- */

/* The definition, bit by bit. */
static uint32_t crc_of(const void *from, size_t bytes)
{
    const unsigned char *byte = from;
    uint32_t crc = UINT32_MAX;

    for (size_t i = 0; i < bytes; i++) {
        crc ^= byte[i];
        for (int bit = 0; bit < 8; bit++) {
            crc = (crc & 1) != 0 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
        }
    }
    return ~crc;
}

static uint32_t *slot_words(unsigned slot)
{
    return flash + slot * (NOC_FLASH_SLOT_SIZE / WORD);
}

static uint32_t *body_of(unsigned slot)
{
    return slot_words(slot) + NOC_FLASH_SECTOR / WORD;
}

/* Both checksums of the header at a slot, as they should be. */
static void seal(unsigned slot, struct noc_flash_header *header)
{
    header->crc = crc_of(body_of(slot), header->code_bytes + header->params_bytes);
    header->header_crc = crc_of(header, offsetof(struct noc_flash_header, header_crc));
    memcpy(slot_words(slot), header, sizeof *header);
}

static struct noc_flash_header write_image(unsigned slot, uint32_t sequence, uint32_t code_words,
                                           uint32_t params_words)
{
    struct noc_flash_header header = {
        .magic = NOC_FLASH_MAGIC,
        .version = NOC_FLASH_VERSION,
        .header_bytes = sizeof header,
        .board = BOARD,
        .map_version = MAP_VERSION,
        .sequence = sequence,
        .code_bytes = code_words * WORD,
        .params_bytes = params_words * WORD,
        .name = "test",
    };

    for (uint32_t i = 0; i < code_words + params_words; i++) {
        body_of(slot)[i] = (slot + 1) * 0x01000193 * (i + sequence);
    }
    seal(slot, &header);
    return header;
}

static struct noc_flash_header small_image(unsigned slot, uint32_t sequence)
{
    return write_image(slot, sequence, CODE_WORDS, PARAMS_WORDS);
}

BEFORE_EACH
{
    memset(flash, 0xff, sizeof flash);
    memset(image, 0x5a, sizeof image);
    memset(said, 0, sizeof said);
    boot = boot_writes = stores = 0;
}

static enum noc_boot_code code_of(unsigned slot)
{
    struct boot_image unused;

    return boot_look_at(slot, &unused);
}

/* --- what it says ----------------------------------------------------------------- */

TEST(checksum_is_the_standards)
{
    memcpy(flash, "12345678", 8);
    assert_int_equal(boot_crc32(0, NOC_FLASH_BASE, 8), 0x9ae0daaf);
    assert_int_equal(boot_crc32(0, NOC_FLASH_BASE, 0), 0);
    for (unsigned i = 0; i < 1000; i++) {
        flash[i] = i * 0x9e3779b9;
    }
    assert_int_equal(boot_crc32(0, NOC_FLASH_BASE, 4000), crc_of(flash, 4000));
    assert_int_equal(boot_crc32(boot_crc32(0, NOC_FLASH_BASE, 1200), NOC_FLASH_BASE + 1200, 2800),
                     crc_of(flash, 4000));
}

TEST(empty_slots)
{
    for (unsigned slot = 0; slot < NOC_FLASH_SLOTS; slot++) {
        assert_int_equal(code_of(slot), NOC_BOOT_EMPTY);
        memset(slot_words(slot), 0, NOC_FLASH_SECTOR);
        assert_int_equal(code_of(slot), NOC_BOOT_EMPTY);
    }
}

/* An image with one field changed, its checksums right. */
#define SAYS(slot, code, change)                                 \
    do {                                                         \
        struct noc_flash_header header = small_image((slot), 3); \
        change;                                                  \
        seal((slot), &header);                                   \
        assert_int_equal(code_of(slot), (code));                 \
    } while (0)

TEST(each_code)
{
    for (unsigned slot = 0; slot < NOC_FLASH_SLOTS; slot++) {
        SAYS(slot, NOC_BOOT_OK, (void)0);
        SAYS(slot, NOC_BOOT_EMPTY, header.magic ^= 1);
        SAYS(slot, NOC_BOOT_BAD_HEADER, header.header_bytes += 4);
        SAYS(slot, NOC_BOOT_BAD_VERSION, header.version++);
        SAYS(slot, NOC_BOOT_BAD_VERSION, header.map_version--);
        SAYS(slot, NOC_BOOT_BAD_BOARD, header.board = 0);
        SAYS(slot, NOC_BOOT_BAD_BOARD, header.board++);
        SAYS(slot, NOC_BOOT_BAD_LENGTH, header.code_bytes = 0);
        SAYS(slot, NOC_BOOT_BAD_LENGTH, header.code_bytes += 2);
        SAYS(slot, NOC_BOOT_BAD_LENGTH, header.params_bytes += 1);
        SAYS(slot, NOC_BOOT_OK, header.params_bytes = 0);
    }
}

/* Of a later version, and longer or shorter: whole, and broken. */
TEST(later_formats)
{
    static const uint32_t lengths[] = {16, 20, 92, 100, 128, NOC_FLASH_SECTOR};
    static const uint32_t nonsense[] = {0, 4, 12, 98, NOC_FLASH_SECTOR + 4, UINT32_MAX - 3};

    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        uint32_t *header = slot_words(1), last = lengths[i] / WORD - 1;

        small_image(1, 3);
        header[offsetof(struct noc_flash_header, version) / WORD] = NOC_FLASH_VERSION + 1;
        header[offsetof(struct noc_flash_header, header_bytes) / WORD] = lengths[i];
        header[last] = crc_of(header, last * WORD);
        assert_int_equal(code_of(1), NOC_BOOT_BAD_VERSION);
        header[last] ^= 0x10000;
        assert_int_equal(code_of(1), NOC_BOOT_BAD_HEADER);
    }
    for (size_t i = 0; i < sizeof nonsense / sizeof nonsense[0]; i++) {
        SAYS(1, NOC_BOOT_BAD_HEADER, (header.version++, header.header_bytes = nonsense[i]));
    }
}

/* The first that is true: with all that comes behind it wrong, too. */
TEST(order_of_codes)
{
    struct noc_flash_header header = small_image(0, 3);

    body_of(0)[0] ^= 1;
    assert_int_equal(code_of(0), NOC_BOOT_BAD_CRC);
#define WRONG_TOO(change, code)                                                         \
    change;                                                                             \
    header.header_crc = crc_of(&header, offsetof(struct noc_flash_header, header_crc)); \
    memcpy(slot_words(0), &header, sizeof header);                                      \
    assert_int_equal(code_of(0), (code))
    WRONG_TOO(header.code_bytes = UINT32_MAX - 3, NOC_BOOT_BAD_LENGTH);
    WRONG_TOO(header.board++, NOC_BOOT_BAD_BOARD);
    WRONG_TOO(header.version++, NOC_BOOT_BAD_VERSION);
    WRONG_TOO(header.header_bytes = 0, NOC_BOOT_BAD_HEADER);
    WRONG_TOO(header.magic = 0, NOC_BOOT_EMPTY);
#undef WRONG_TOO
}

/* The largest images, and ones that are a word larger; sums that pass 2^32. */
TEST(limits)
{
    const uint32_t code = NOC_PARAMS_BASE - NOC_IMAGE_BASE, params = NOC_PARAMS_SIZE;
    const uint32_t room = NOC_FLASH_SLOT_SIZE - NOC_FLASH_SECTOR;
    const struct {
        uint32_t code, params;
        enum noc_boot_code says;
    } cases[] = {
        {code, 0, NOC_BOOT_OK},
        {code, room - code, NOC_BOOT_OK},
        {code, room - code + 4, NOC_BOOT_BAD_LENGTH},
        {code + 4, 0, NOC_BOOT_BAD_LENGTH},
        {room - params, params, NOC_BOOT_OK},
        {4, params + 4, NOC_BOOT_BAD_LENGTH},
        {4, UINT32_MAX - 3, NOC_BOOT_BAD_LENGTH},
        {UINT32_MAX - 3, 4, NOC_BOOT_BAD_LENGTH},
        {0x80000000, 0x80000000, NOC_BOOT_BAD_LENGTH},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct noc_flash_header header = small_image(1, 1);

        header.code_bytes = cases[i].code;
        header.params_bytes = cases[i].params;
        if (cases[i].says == NOC_BOOT_OK) {
            seal(1, &header);
        } else {
            header.header_crc = crc_of(&header, offsetof(struct noc_flash_header, header_crc));
            memcpy(slot_words(1), &header, sizeof header);
        }
        assert_int_equal(code_of(1), cases[i].says);
    }
}

/* In the header and in the image. */
TEST(every_flipped_bit)
{
    for (unsigned slot = 0; slot < NOC_FLASH_SLOTS; slot++) {
        small_image(slot, 2);
        for (size_t bit = 0; bit < 8 * sizeof(struct noc_flash_header); bit++) {
            slot_words(slot)[bit / 32] ^= 1u << bit % 32;
            assert_int_equal(code_of(slot), bit < 32 ? NOC_BOOT_EMPTY : NOC_BOOT_BAD_HEADER);
            slot_words(slot)[bit / 32] ^= 1u << bit % 32;
        }
        for (size_t bit = 0; bit < 32 * (CODE_WORDS + PARAMS_WORDS); bit++) {
            body_of(slot)[bit / 32] ^= 1u << bit % 32;
            assert_int_equal(code_of(slot), NOC_BOOT_BAD_CRC);
            body_of(slot)[bit / 32] ^= 1u << bit % 32;
        }
        assert_int_equal(code_of(slot), NOC_BOOT_OK);
    }
}

/* Erased from its first word on, or written up to any: never OK. */
TEST(every_cut)
{
    struct noc_flash_header header = small_image(0, 2);
    const unsigned words = sizeof header / WORD;

    for (unsigned written = 0; written < words; written++) {
        memcpy(slot_words(0), &header, sizeof header);
        memset(slot_words(0) + written, 0xff, (words - written) * WORD);
        assert_int_equal(code_of(0), written == 0 ? NOC_BOOT_EMPTY : NOC_BOOT_BAD_HEADER);
        memcpy(slot_words(0), &header, sizeof header);
        memset(slot_words(0), 0xff, (written + 1) * WORD);
        assert_int_equal(code_of(0), NOC_BOOT_EMPTY);
    }
}

/* --- what it takes ------------------------------------------------------------------ */

static uint32_t boot_of(uint32_t code0, uint32_t code1, uint32_t slot, uint32_t ready)
{
    return NOC_PUT(code0, NI_BOOT, SLOT0) | NOC_PUT(code1, NI_BOOT, SLOT1) |
           NOC_PUT(slot, NI_BOOT, SLOT) | NOC_PUT(1, NI_BOOT, DONE) |
           NOC_PUT(ready, NI_BOOT, READY);
}

static void takes(unsigned slot, uint32_t code0, uint32_t code1)
{
    memset(image, 0x5a, sizeof image);
    boot = boot_writes = stores = 0;
    assert_true(boot_from_flash());
    assert_int_equal(boot, boot_of(code0, code1, slot, 1));
    assert_int_equal(boot_writes, 1);
    assert_int_equal(stores, CODE_WORDS + PARAMS_WORDS);
    assert_memory_equal(image, body_of(slot), CODE_WORDS * WORD);
    assert_memory_equal(image + (NOC_PARAMS_BASE - NOC_IMAGE_BASE) / WORD,
                        body_of(slot) + CODE_WORDS, PARAMS_WORDS * WORD);
    assert_string_equal(said, "");
}

TEST(takes_the_better_slot)
{
    static const struct {
        uint32_t sequence[NOC_FLASH_SLOTS];
        unsigned slot;
    } cases[] = {
        {{1, 2}, 1},
        {{2, 1}, 0},
        {{5, 5}, 0},
        {{0, 0}, 0},
        {{0x7fffffff, 0x80000000}, 1},
        {{UINT32_MAX, 0}, 1},
        {{0, UINT32_MAX}, 0},
        {{3, UINT32_MAX - 3}, 0},
        {{UINT32_MAX, 0x7ffffffe}, 1},
        {{5, 0x80000005}, 0},
        {{0x80000005, 5}, 0},
        {{5, 0x80000004}, 1},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        small_image(0, cases[i].sequence[0]);
        small_image(1, cases[i].sequence[1]);
        takes(cases[i].slot, NOC_BOOT_OK, NOC_BOOT_OK);
    }
}

TEST(takes_the_only_one)
{
    small_image(0, 1);
    takes(0, NOC_BOOT_OK, NOC_BOOT_EMPTY);
    small_image(1, 9);
    body_of(1)[3] ^= 0x100;
    takes(0, NOC_BOOT_OK, NOC_BOOT_BAD_CRC);
    before_each(NULL);
    small_image(1, 0);
    takes(1, NOC_BOOT_EMPTY, NOC_BOOT_OK);
}

TEST(without_parameters)
{
    write_image(1, 1, CODE_WORDS, 0);
    assert_true(boot_from_flash());
    assert_memory_equal(image, body_of(1), CODE_WORDS * WORD);
    assert_int_equal(image[(NOC_PARAMS_BASE - NOC_IMAGE_BASE) / WORD], UINT32_MAX);
    assert_int_equal(stores, CODE_WORDS + 1);
}

TEST(says_that_there_is_none)
{
    assert_false(boot_from_flash());
    assert_int_equal(boot, boot_of(NOC_BOOT_EMPTY, NOC_BOOT_EMPTY, 0, 0));
    assert_string_equal(said, "boot: no image in flash (slot 0: empty, slot 1: empty): "
                              "write one with noct flash\n");
    before_each(NULL);
    small_image(0, 1);
    body_of(0)[0] ^= 1;
    small_image(1, 1);
    slot_words(1)[8] ^= 1;
    assert_false(boot_from_flash());
    assert_int_equal(boot, boot_of(NOC_BOOT_BAD_CRC, NOC_BOOT_BAD_HEADER, 0, 0));
    assert_string_equal(said, "boot: no image in flash (slot 0: bad CRC, slot 1: bad header): "
                              "write one with noct flash\n");
    assert_int_equal(boot_writes, 1);
    assert_int_equal(stores, 0);
}

/* Node 0's hart alone was reset: the image is there, and read-only. */
TEST(goes_on_where_it_is_ready)
{
    uint32_t before = boot_of(NOC_BOOT_OK, NOC_BOOT_EMPTY, 0, 1);

    boot = before;
    assert_true(boot_from_flash());
    assert_int_equal(boot, before);
    assert_int_equal(boot_writes + stores, 0);
}
