/* SPDX-License-Identifier: BSD-2-Clause */
/* Images for flash: what they are made of, what of a file or header is refused. */
#include <stdint.h>

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "test.h"
#include "target/counter_blocks.h"
#include "flash/flash_image.h"
#include "memmap.h"

enum { BOARD = 3, GAP = 6, LAST = 5 };

static char path[] = "/tmp/test_flash_image.XXXXXX";

/* Two segments of code, the second GAP bytes behind the first's four, and one not loaded. */
static struct elf_image firmware_of(size_t second_bytes)
{
    const Elf32_Phdr segments[] = {
        {.p_type = PT_LOAD, .p_paddr = NOC_IMAGE_BASE, .p_filesz = 4},
        {.p_type = PT_LOAD,
         .p_paddr = NOC_IMAGE_BASE + 4 + GAP,
         .p_filesz = (Elf32_Word)second_bytes},
        {.p_type = PT_LOAD, .p_paddr = NOC_RAM_BASE, .p_memsz = 64},
    };
    Elf32_Ehdr h = {.e_phoff = sizeof h, .e_phnum = 3};
    struct elf_image i = {.size = sizeof h + sizeof segments + 4 + second_bytes};
    i.bytes = calloc(1, i.size);
    assert_non_null(i.bytes);
    memcpy(i.bytes, &h, sizeof h);
    Elf32_Off at = sizeof h + sizeof segments;
    for (unsigned s = 0; s < 3; s++) {
        Elf32_Phdr p = segments[s];
        p.p_offset = at;
        memset(i.bytes + at, 'a' + (int)s, p.p_filesz);
        at += p.p_filesz;
        memcpy(i.bytes + sizeof h + s * sizeof p, &p, sizeof p);
    }
    return i;
}

static void make(struct flash_image *f, const void *params, uint32_t params_bytes)
{
    struct elf_image firmware = firmware_of(LAST);
    struct error error = {.text = ""};
    assert_int_equal(flash_image_make(f, &firmware, "hello", params, params_bytes, BOARD, &error),
                     STATUS_DONE);
    free(firmware.bytes);
}

TEST(crc_is_ieee_802_3)
{
    assert_int_equal(flash_crc("123456789", 9), 0xcbf43926);
}

TEST(made_of_code_and_parameters)
{
    static const char body[] = "aaaa\0\0\0\0\0\0bbbbb\0pppppp\0\0";
    struct flash_image f;
    make(&f, "pppppp", 6);
    assert_int_equal(f.header.magic, NOC_FLASH_MAGIC);
    assert_int_equal(f.header.version, NOC_FLASH_VERSION);
    assert_int_equal(f.header.header_bytes, sizeof f.header);
    assert_int_equal(f.header.board, BOARD);
    assert_int_equal(f.header.map_version, blocks_version());
    assert_int_equal(f.header.code_bytes, 16);
    assert_int_equal(f.header.params_bytes, 8);
    assert_int_equal(f.body_bytes, 24);
    assert_memory_equal(f.body, body, 24);
    assert_int_equal(f.header.crc, flash_crc(body, 24));
    assert_string_equal(f.header.name, "hello");
    assert_int_equal(flash_header_check(&f.header, BOARD), NOC_BOOT_OK);
    flash_image_number(&f, 77);
    assert_int_equal(f.header.sequence, 77);
    assert_int_equal(flash_header_check(&f.header, BOARD), NOC_BOOT_OK);
    flash_image_free(&f);
    make(&f, NULL, 0);
    assert_int_equal(f.header.params_bytes, 0);
    assert_int_equal(f.body_bytes, 16);
    flash_image_free(&f);
}

static enum status make_of_size(size_t second_bytes, uint32_t params_bytes, struct error *error)
{
    struct flash_image f;
    struct elf_image firmware = firmware_of(second_bytes);
    void *params = calloc(1, params_bytes);
    enum status status = flash_image_make(&f, &firmware, "big", params, params_bytes, BOARD, error);
    if (!status) {
        assert_int_equal(flash_header_check(&f.header, BOARD), NOC_BOOT_OK);
        flash_image_free(&f);
    }
    free(params);
    free(firmware.bytes);
    return status;
}

TEST(refuses_what_is_too_large)
{
    const size_t code = NOC_PARAMS_BASE - NOC_IMAGE_BASE - 4 - GAP;
    const uint32_t left =
        NOC_FLASH_SLOT_SIZE - NOC_FLASH_SECTOR - (NOC_PARAMS_BASE - NOC_IMAGE_BASE);
    struct error error = {.text = ""};
    assert_int_equal(make_of_size(code, left, &error), STATUS_DONE);
    assert_int_equal(make_of_size(code, left + 1, &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "'big': too large: 3932160 bytes of code and 196609"));
    assert_int_equal(make_of_size(code + 1, 0, &error), STATUS_BAD);
    assert_int_equal(make_of_size(LAST, NOC_PARAMS_SIZE, &error), STATUS_DONE);
    assert_int_equal(make_of_size(LAST, NOC_PARAMS_SIZE + 1, &error), STATUS_BAD);
}

/* Each field of the header, as the boot ROM judges it. */
TEST(headers_are_judged)
{
    static const struct {
        size_t field;
        uint32_t value;
        bool sealed;
        enum noc_boot_code code;
    } cases[] = {
#define FIELD(name) offsetof(struct noc_flash_header, name)
        {FIELD(magic), UINT32_MAX, true, NOC_BOOT_EMPTY},
        {FIELD(header_bytes), 92, true, NOC_BOOT_BAD_HEADER},
        {FIELD(sequence), 9, false, NOC_BOOT_BAD_HEADER},
        {FIELD(header_crc), 0, false, NOC_BOOT_BAD_HEADER},
        {FIELD(version), NOC_FLASH_VERSION + 1, true, NOC_BOOT_BAD_VERSION},
        {FIELD(map_version), 0x4e4f4303, true, NOC_BOOT_BAD_VERSION},
        {FIELD(board), BOARD + 1, true, NOC_BOOT_BAD_BOARD},
        {FIELD(code_bytes), 0, true, NOC_BOOT_BAD_LENGTH},
        {FIELD(code_bytes), 18, true, NOC_BOOT_BAD_LENGTH},
        {FIELD(code_bytes), 0x3c0004, true, NOC_BOOT_BAD_LENGTH},
        {FIELD(params_bytes), 0x40004, true, NOC_BOOT_BAD_LENGTH},
        {FIELD(params_bytes), 6, true, NOC_BOOT_BAD_LENGTH},
        {FIELD(sequence), 9, true, NOC_BOOT_OK},
#undef FIELD
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct flash_image f;
        make(&f, NULL, 0);
        memcpy((char *)&f.header + cases[i].field, &cases[i].value, sizeof(uint32_t));
        if (cases[i].sealed) {
            f.header.header_crc = flash_crc(&f.header, sizeof f.header - sizeof(uint32_t));
        }
        if (flash_header_check(&f.header, BOARD) != cases[i].code) {
            fail_msg("case %u: %s", i, flash_boot_text(flash_header_check(&f.header, BOARD)));
        }
        flash_image_free(&f);
    }
}

/* What is booted first, of two. */
TEST(numbers_go_on_from_the_highest)
{
    static const struct {
        uint32_t a, b;
        bool newer;
    } cases[] = {
        {1, 0, true},          {0, 1, false},          {7, 7, false},
        {0, UINT32_MAX, true}, {UINT32_MAX, 0, false}, {3, UINT32_MAX - 3, true},
        {0x80000000, 1, true}, {0x80000000, 0, false}, {0, 0x80000000, false},
        {0x7fffffff, 0, true},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(noc_flash_newer(cases[i].a, cases[i].b), cases[i].newer);
    }
}

/* Files of a later format, with a longer header, whole or broken; and of another register map. */
TEST(later_formats_are_told)
{
    static const struct {
        uint32_t version, header_bytes, map;
        bool broken;
        const char *says;
    } cases[] = {
        {2, 128, 0, false, ": of format 2 (header of 128 bytes), this noct knows 1; pack it"},
        {2, 96, 0, false, ": of format 2 (header of 96 bytes), this noct knows 1; pack it"},
        {2, 128, 0, true, ": bad header"},
        {1, 96, 0x4e4f4303, false, ": for register map 0x4e4f4303, this noct knows 0x"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        static unsigned char bytes[NOC_FLASH_SECTOR + 64];
        struct error error = {.text = ""};
        struct flash_image f, g;
        make(&f, NULL, 0);
        f.header.version = cases[i].version;
        f.header.header_bytes = cases[i].header_bytes;
        f.header.map_version = cases[i].map;
        memcpy(bytes, &f.header, sizeof f.header);
        uint32_t last = cases[i].header_bytes - 4, crc = flash_crc(bytes, last) ^ cases[i].broken;
        memcpy(bytes + last, &crc, sizeof crc);
        FILE *file = fopen(path, "wb");
        assert_int_equal(fwrite(bytes, 1, sizeof bytes, file), sizeof bytes);
        fclose(file);
        assert_int_equal(flash_image_read(&g, path, &error), STATUS_BAD);
        if (!strstr(error.text, cases[i].says)) {
            fail_msg("case %u: %s", i, error.text);
        }
        flash_image_free(&f);
    }
}

TEST(file_is_read_back)
{
    struct flash_image f, g;
    struct error error = {.text = ""};
    struct stat stat_of_it;
    make(&f, "pppppp", 6);
    flash_image_number(&f, 5);
    assert_int_equal(flash_image_write(&f, path, &error), STATUS_DONE);
    assert_int_equal(stat(path, &stat_of_it), 0);
    assert_int_equal(stat_of_it.st_size, NOC_FLASH_SECTOR + f.body_bytes);
    assert_int_equal(flash_image_read(&g, path, &error), STATUS_DONE);
    assert_memory_equal(&f.header, &g.header, sizeof f.header);
    assert_int_equal(g.body_bytes, f.body_bytes);
    assert_memory_equal(f.body, g.body, f.body_bytes);
    flash_image_free(&f);
    flash_image_free(&g);
    assert_int_equal(flash_image_write(&f, "/nosuch/x.noc", &error), STATUS_BAD);
    assert_string_equal(
        error.text,
        "out '/nosuch/x.noc': No such file or directory; give a file that can be written");
}

/* One byte of a good file is another, or it has another length. */
TEST(refuses_damaged_files)
{
    static const struct {
        long at;     /* negative: no byte is changed */
        long length; /* bytes more or less */
        const char *says;
    } cases[] = {
        {0, 0, "no image for flash"},
        {12, 0, "bad header"},
        {NOC_FLASH_SECTOR, 0, "damaged: its CRC-32"},
        {NOC_FLASH_SECTOR + 15, 0, "damaged: its CRC-32"},
        {-1, -1, "damaged: not as long"},
        {-1, 1, "damaged: not as long"},
        {-1, -NOC_FLASH_SECTOR, "no image for flash"},
        {-1, NOC_FLASH_SLOT_SIZE, "larger than a slot"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct flash_image f, g;
        struct error error = {.text = ""};
        make(&f, NULL, 0);
        assert_int_equal(flash_image_write(&f, path, &error), STATUS_DONE);
        FILE *file = fopen(path, "r+b");
        assert_non_null(file);
        if (cases[i].at >= 0) {
            fseek(file, cases[i].at, SEEK_SET);
            fputc('x', file);
        }
        fflush(file);
        assert_int_equal(
            ftruncate(fileno(file), (off_t)(NOC_FLASH_SECTOR + f.body_bytes) + cases[i].length), 0);
        fclose(file);
        assert_int_equal(flash_image_read(&g, path, &error), STATUS_BAD);
        if (!strstr(error.text, cases[i].says)) {
            fail_msg("case %u: %s", i, error.text);
        }
        flash_image_free(&f);
    }
}

BEFORE_ALL
{
    int fd = mkstemp(path);

    assert_true(fd >= 0);
    close(fd);
}

AFTER_ALL
{
    unlink(path);
}
