/* SPDX-License-Identifier: BSD-2-Clause */
/* The compiler that an image names, and the hash of what it loads. */
#include <elf.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "test.h"
#include "memmap.h"
#include "elf_header.h"
#include "image/image_origin.h"

/* A program of two segments with a section .comment. */
struct file {
    Elf32_Ehdr h;
    Elf32_Phdr p[2];
    unsigned char code[32], data[16];
    char comment[200];
    char names[32];
    Elf32_Shdr section[3];
};

static struct file with_comment(const char *comment, size_t size)
{
    static const char names[] = "\0.comment\0.shstrtab";
    struct file f = {
        .h = elf_header(offsetof(struct file, p), 2, offsetof(struct file, section), 3),
        .p = {{.p_type = PT_LOAD,
               .p_offset = offsetof(struct file, code),
               .p_vaddr = NOC_IMAGE_BASE,
               .p_paddr = NOC_IMAGE_BASE,
               .p_filesz = 32,
               .p_memsz = 32},
              {.p_type = PT_LOAD,
               .p_offset = offsetof(struct file, data),
               .p_vaddr = NOC_RAM_BASE,
               .p_paddr = NOC_IMAGE_BASE + 64,
               .p_filesz = 16,
               .p_memsz = 16}},
        .code = {1, 2, 3},
        .data = {9, 8, 7},
        .section = {{0},
                    {.sh_name = 1,
                     .sh_type = SHT_PROGBITS,
                     .sh_offset = offsetof(struct file, comment),
                     .sh_size = size},
                    {.sh_name = 10,
                     .sh_type = SHT_STRTAB,
                     .sh_offset = offsetof(struct file, names),
                     .sh_size = sizeof names}},
    };
    f.h.e_shstrndx = 2;
    memcpy(f.comment, comment, size);
    memcpy(f.names, names, sizeof names);
    return f;
}

static void open_file(struct elf_image *image, const struct file *f)
{
    char path[] = "/tmp/test_origin.XXXXXX";
    struct error error;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, f, sizeof *f), sizeof *f);
    close(fd);
    assert_int_equal(elf_image_open(image, path, &error), STATUS_DONE);
    unlink(path);
}

static void is_by(const struct file *f, const char *compiler)
{
    struct elf_image image;
    char text[COMPILER_TEXT];
    open_file(&image, f);
    image_compiler(&image, text);
    assert_string_equal(text, compiler);
    elf_image_close(&image);
}

#define NAMES(comment, compiler) names(comment, sizeof comment, compiler)
static void names(const char *comment, size_t size, const char *compiler)
{
    struct file f = with_comment(comment, size);
    is_by(&f, compiler);
}

TEST(compilers_by_what_they_leave)
{
    NAMES("GCC: (12.2.0-14+deb12u1+11+b2) 12.2.0", "gcc 12.2.0");
    NAMES("GCC: (GNU) 4.8.5 20150623 (Red Hat 4.8.5-44)", "gcc 4.8.5");
    NAMES("GCC: (xPack (a (b)) 13) 14.2.0", "gcc 14.2.0");
    NAMES("Debian clang version 14.0.6", "clang 14.0.6");
    NAMES("clang version 19.1.7 (https://example.org/llvm 0123)", "clang 19.1.7");
    NAMES("rustc version 1.63.0 (4b91a6ea7 2022-08-08)", "rustc 1.63.0");
}

/* A linker puts each text once, in the order of the objects. */
TEST(several_in_the_order_of_the_alphabet)
{
    NAMES("GCC: (12) 12.2.0\0Debian clang version 14.0.6\0GCC: (Debian) 12.2.0",
          "clang 14.0.6, gcc 12.2.0");
    NAMES("Linker: LLD 14.0.6\0$Id: mine.c 7$\0\0GCC: (14.2.0+19) 14.2.0", "gcc 14.2.0");
}

TEST(unknown_ones)
{
    NAMES("", "unknown");
    NAMES("Linker: LLD 14.0.6", "unknown");
    NAMES("GCC: (12.2.0", "unknown");
    NAMES("GCC: (12.2.0)", "unknown");
    NAMES("GCC: 12.2.0", "unknown");
    NAMES("clang version ", "unknown");
    NAMES("clang version 111111111111111111111111111111111111111111", "unknown");
    names("GCC: (12) 12.2.0 and no end", 16, "unknown");
}

/* More than there is room for: those that fit. */
TEST(many)
{
    NAMES("GCC: (a) 1\0GCC: (a) 2\0GCC: (a) 3\0GCC: (a) 4\0GCC: (a) 5\0GCC: (a) 6\0GCC: (a) 7\0"
          "GCC: (a) 8\0GCC: (a) 9\0GCC: (a) 10",
          "gcc 1, gcc 2, gcc 3, gcc 4, gcc 5, gcc 6, gcc 7, gcc 8");
}

/* A stripped file may have no sections; a broken one leads out of the file. */
TEST(no_comment)
{
    struct file f = with_comment("GCC: (12) 12.2.0", 17);
    is_by(&f, "gcc 12.2.0");
    f.h.e_shnum = 0;
    is_by(&f, "unknown");
    f.h.e_shnum = 3;
    f.h.e_shstrndx = 7;
    is_by(&f, "unknown");
    f.h.e_shstrndx = 2;
    f.h.e_shoff = UINT32_MAX;
    is_by(&f, "unknown");
    f.h.e_shoff = offsetof(struct file, section);
    f.section[1].sh_size = UINT32_MAX;
    is_by(&f, "unknown");
    f.section[1].sh_size = 17;
    f.section[1].sh_name = UINT32_MAX;
    is_by(&f, "unknown");
    f.section[1].sh_name = 1;
    f.section[2].sh_size = 9; /* ".comment" without its end */
    is_by(&f, "unknown");
    f.section[2].sh_size = 10;
    f.section[1].sh_type = SHT_NOBITS;
    is_by(&f, "unknown");
}

/* Whatever a file says, nothing outside of it is read; sanitizers would see that. */
TEST(every_byte_flipped)
{
    struct file f = with_comment("GCC: (12) 12.2.0", 17);
    for (size_t i = 0; i < sizeof f; i++) {
        char path[] = "/tmp/test_origin.XXXXXX", text[COMPILER_TEXT];
        struct elf_image image;
        struct error error;
        int fd = mkstemp(path);
        ((unsigned char *)&f)[i] ^= 0xff;
        assert_int_equal(write(fd, &f, sizeof f), sizeof f);
        ((unsigned char *)&f)[i] ^= 0xff;
        close(fd);
        if (!elf_image_open(&image, path, &error)) {
            image_compiler(&image, text);
            assert_true(strlen(text) > 0);
            image_hash(&image, text);
            elf_image_close(&image);
        }
        unlink(path);
    }
}

static void hash_of(const struct file *f, char hash[HASH_TEXT])
{
    struct elf_image image;
    open_file(&image, f);
    image_hash(&image, hash);
    elf_image_close(&image);
}

TEST(the_hash_is_of_what_is_loaded)
{
    struct file f = with_comment("GCC: (12) 12.2.0", 17);
    char first[HASH_TEXT], other[HASH_TEXT];
    hash_of(&f, first);
    assert_int_equal(strlen(first), 16);
    memcpy(f.comment, "GCC: (13) 13.1.0", 17);
    f.p[1].p_memsz = 4096;
    hash_of(&f, other);
    assert_string_equal(first, other);
    f.data[15] = 1;
    hash_of(&f, other);
    assert_string_not_equal(first, other);
    f.data[15] = 0;
    f.p[1].p_paddr += 4; /* the same bytes elsewhere */
    hash_of(&f, other);
    assert_string_not_equal(first, other);
}

/* FNV-1a, by hand: of nothing, and of the byte 'a', as its authors print it. */
TEST(the_hash_is_fnv_1a)
{
    assert_true(hash_add(HASH_OF_NOTHING, "", 0) == UINT64_C(0xcbf29ce484222325));
    assert_true(hash_add(HASH_OF_NOTHING, "a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(hash_add(HASH_OF_NOTHING, "foobar", 6) == UINT64_C(0x85944171f73967e8));
}
