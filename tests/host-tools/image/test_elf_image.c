/* SPDX-License-Identifier: BSD-2-Clause */
/* Firmware images: whole ones are read, all others refused with one line. */
#include <stdint.h>

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"
#include "elf_header.h"
#include "image/elf_image.h"
#include "memmap.h"

/* A small but whole executable: one segment, two functions, one symbol. */
struct file {
    Elf32_Ehdr h;
    Elf32_Phdr p;
    unsigned char code[64];
    Elf32_Sym symbol[4];
    char names[32];
    Elf32_Shdr section[3];
};

static struct file whole(void)
{
    static const char names[32] = "\0main\0helper\0__ram_needed";
    struct file f = {
        .h = elf_header(offsetof(struct file, p), 1, offsetof(struct file, section), 3),
        .p = {.p_type = PT_LOAD,
              .p_offset = offsetof(struct file, code),
              .p_vaddr = NOC_IMAGE_BASE,
              .p_paddr = NOC_IMAGE_BASE,
              .p_filesz = 64,
              .p_memsz = 64},
        .symbol = {{0},
                   {.st_name = 1,
                    .st_value = NOC_IMAGE_BASE,
                    .st_size = 40,
                    .st_info = STT_FUNC,
                    .st_shndx = 1},
                   {.st_name = 6,
                    .st_value = NOC_IMAGE_BASE + 40,
                    .st_size = 24,
                    .st_info = STT_FUNC,
                    .st_shndx = 1},
                   {.st_name = 13, .st_value = 70000, .st_shndx = SHN_ABS}},
        .section = {{0},
                    {.sh_type = SHT_SYMTAB,
                     .sh_offset = offsetof(struct file, symbol),
                     .sh_size = 4 * sizeof(Elf32_Sym),
                     .sh_link = 2},
                    {.sh_type = SHT_STRTAB,
                     .sh_offset = offsetof(struct file, names),
                     .sh_size = 32}},
    };
    memcpy(f.names, names, sizeof f.names);
    return f;
}

/* Write the first `bytes` of f and open that. */
static enum status open_file(struct elf_image *image, const struct file *f, size_t bytes,
                             struct error *error)
{
    char path[] = "/tmp/test_image.XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, f, bytes), bytes);
    close(fd);
    error->text[0] = 0;
    enum status status = elf_image_open(image, path, error);
    unlink(path);
    return status;
}

TEST(a_whole_one)
{
    struct file f = whole();
    struct elf_image image;
    struct error error;
    uint32_t value = 0, offset = 0;
    assert_int_equal(open_file(&image, &f, sizeof f, &error), STATUS_DONE);
    assert_true(elf_image_symbol(&image, "__ram_needed", &value));
    assert_int_equal(value, 70000);
    assert_false(elf_image_symbol(&image, "missing", &value));
    assert_string_equal(elf_image_function(&image, NOC_IMAGE_BASE + 39, &offset), "main");
    assert_int_equal(offset, 39);
    assert_string_equal(elf_image_function(&image, NOC_IMAGE_BASE + 40, &offset), "helper");
    assert_int_equal(offset, 0);
    assert_null(elf_image_function(&image, NOC_IMAGE_BASE + 64, &offset));
    assert_null(elf_image_function(&image, 0, &offset));
    elf_image_close(&image);
}

static void refuse(const struct file *f, size_t bytes, const char *because)
{
    struct elf_image image;
    struct error error;
    assert_int_equal(open_file(&image, f, bytes, &error), STATUS_BAD);
    assert_non_null(strstr(error.text, because));
}

TEST(broken_ones)
{
    struct file f = whole();
    refuse(&f, 0, "not an ELF");
    refuse(&f, 3, "not an ELF");
    refuse(&f, sizeof f.h, "corrupt");
    refuse(&f, offsetof(struct file, code) + 63, "corrupt");
    f.h.e_ident[EI_CLASS] = ELFCLASS64;
    refuse(&f, sizeof f, "32-bit RISC-V");
    f = whole();
    f.h.e_machine = EM_X86_64;
    refuse(&f, sizeof f, "32-bit RISC-V");
    f = whole();
    f.h.e_type = ET_REL;
    refuse(&f, sizeof f, "not an executable");
    f = whole();
    f.h.e_phoff = UINT32_MAX;
    refuse(&f, sizeof f, "corrupt");
    f = whole();
    f.h.e_phnum = UINT16_MAX;
    refuse(&f, sizeof f, "corrupt");
    f = whole();
    f.p.p_filesz = f.p.p_memsz = UINT32_MAX;
    refuse(&f, sizeof f, "corrupt");
    f = whole();
    f.p.p_paddr = NOC_RAM_BASE;
    refuse(&f, sizeof f, "outside the image");
    f = whole();
    f.p.p_paddr = NOC_PARAMS_BASE - 63;
    refuse(&f, sizeof f, "outside the image");
    f = whole();
    f.p.p_memsz = 0;
    refuse(&f, sizeof f, "corrupt");
    f = whole();
    f.p.p_type = PT_NOTE;
    refuse(&f, sizeof f, "it has nothing to load");
    f = whole();
    f.p.p_filesz = 0;
    refuse(&f, sizeof f, "it has nothing to load");
    f = whole();
    f.h.e_entry += 4;
    refuse(&f, sizeof f, "its entry is");
}

/* Two segments of 32 bytes, the second one at this place of the image. */
static enum status open_two(uint32_t at, struct error *error)
{
    struct {
        struct file f;
        Elf32_Phdr p[2];
    } two = {.f = whole()};
    char path[] = "/tmp/test_image.XXXXXX";
    int fd = mkstemp(path);
    struct elf_image image;
    two.f.h.e_phoff = (uint32_t)((char *)two.p - (char *)&two);
    two.f.h.e_phnum = 2;
    two.f.p.p_filesz = two.f.p.p_memsz = 32;
    two.p[0] = two.p[1] = two.f.p;
    two.p[1].p_paddr = NOC_IMAGE_BASE + at;
    assert_true(fd >= 0);
    assert_int_equal(write(fd, &two, sizeof two), sizeof two);
    close(fd);
    enum status status = elf_image_open(&image, path, error);
    unlink(path);
    if (!status) {
        elf_image_close(&image);
    }
    return status;
}

/* No byte of the image is said twice. */
TEST(segments_that_overlap)
{
    struct error error;
    assert_int_equal(open_two(32, &error), STATUS_DONE);
    assert_int_equal(open_two(31, &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "segment 1 loads 0x2000001f, as one before it does"));
    assert_int_equal(open_two(0, &error), STATUS_BAD);
    assert_int_equal(open_two(NOC_PARAMS_BASE - NOC_IMAGE_BASE - 32, &error), STATUS_DONE);
}

/* What a node's RAM must hold: the segments' end there, or the symbol, whichever is more. */
TEST(ram_that_is_needed)
{
    struct file f = whole();
    struct elf_image image;
    struct error error;
    assert_int_equal(open_file(&image, &f, sizeof f, &error), STATUS_DONE);
    assert_int_equal(elf_image_ram(&image), 70000);
    elf_image_close(&image);
    f.p.p_vaddr = NOC_RAM_BASE + 16384;
    f.p.p_memsz = 300000;
    assert_int_equal(open_file(&image, &f, sizeof f, &error), STATUS_DONE);
    assert_int_equal(elf_image_ram(&image), 316384);
    elf_image_close(&image);
    f.p.p_vaddr = UINT32_MAX;
    f.p.p_memsz = UINT32_MAX;
    assert_int_equal(open_file(&image, &f, sizeof f, &error), STATUS_DONE);
    assert_int_equal(elf_image_ram(&image), UINT32_MAX);
    elf_image_close(&image);
}

/* Any one byte changed: refused or read, never worse (run under sanitizers). */
TEST(every_byte_flipped)
{
    for (size_t at = 0; at < sizeof(struct file); at++) {
        struct file f = whole();
        struct elf_image image;
        struct error error;
        uint32_t value;
        ((unsigned char *)&f)[at] ^= 0xff;
        if (open_file(&image, &f, sizeof f, &error) == STATUS_DONE) {
            (void)elf_image_symbol(&image, "__ram_needed", &value);
            (void)elf_image_function(&image, NOC_IMAGE_BASE + 50, &value);
            elf_image_close(&image);
        } else {
            assert_true(error.text[0]);
        }
    }
}

/* STATUS_DONE: f is a boot ROM. */
static enum status check_rom(const struct file *f)
{
    char path[] = "/tmp/test_image.XXXXXX";
    int fd = mkstemp(path);
    struct error error;
    assert_true(fd >= 0);
    assert_int_equal(write(fd, f, sizeof *f), sizeof *f);
    close(fd);
    enum status status = elf_image_check_rom(path, &error);
    assert_true(!status || strstr(error.text, path));
    unlink(path);
    return status;
}

TEST(boot_roms)
{
    struct file f = whole();
    assert_int_equal(check_rom(&f), STATUS_BAD);
    f.h.e_entry = NOC_ROM_BASE;
    assert_int_equal(check_rom(&f), STATUS_BAD);
    f.p.p_paddr = NOC_ROM_BASE;
    assert_int_equal(check_rom(&f), STATUS_DONE);
    f.h.e_entry += 4;
    assert_int_equal(check_rom(&f), STATUS_BAD);
    f.h.e_entry -= 4;
    f.p.p_paddr = NOC_ROM_BASE - 4;
    assert_int_equal(check_rom(&f), STATUS_BAD);
    f.p.p_paddr = NOC_ROM_BASE + NOC_ROM_SIZE - 60; /* of 64 bytes */
    assert_int_equal(check_rom(&f), STATUS_BAD);
    f.p.p_filesz = 60;
    assert_int_equal(check_rom(&f), STATUS_DONE);
    f.p.p_offset = sizeof f;
    assert_int_equal(check_rom(&f), STATUS_BAD);
    f.p.p_filesz = 0;
    assert_int_equal(check_rom(&f), STATUS_BAD);
    f = whole();
    f.h.e_machine = EM_386;
    f.h.e_entry = f.p.p_paddr = NOC_ROM_BASE;
    assert_int_equal(check_rom(&f), STATUS_BAD);
}

TEST(no_file)
{
    struct elf_image image;
    struct error error;
    assert_int_equal(elf_image_open(&image, "/nonexistent/x.elf", &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "No such file"));
    assert_int_equal(elf_image_open(&image, "/", &error), STATUS_BAD);
    assert_int_equal(elf_image_open(&image, "/dev/zero", &error), STATUS_BAD);
}
