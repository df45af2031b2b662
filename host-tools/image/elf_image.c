/* SPDX-License-Identifier: BSD-2-Clause */
#include "elf_image.h"

#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "memmap.h"
#include "base/alloc.h"
#include "base/in_file.h"
#include "base/plain_text.h"

enum { FILE_BYTES_MAX = 64 << 20 };

/* Are `bytes` bytes at `at` within the file? */
static bool within(const struct elf_image *image, uint64_t at, uint64_t bytes)
{
    return at <= image->size && bytes <= image->size - at;
}

static enum status read_file(struct elf_image *image, const char *path, struct error *error)
{
    struct stat stat;
    const char *why;
    FILE *file = in_file_open(path, &why);
    if (!file) {
        return error_set(error, STATUS_BAD, "firmware '%s': %s; give an ELF file", path, why);
    }
    if (fstat(fileno(file), &stat) || stat.st_size > FILE_BYTES_MAX) {
        fclose(file);
        return error_set(error, STATUS_BAD, "firmware '%s': larger than 64 MiB", path);
    }
    image->bytes = alloc_zeroed((size_t)stat.st_size);
    image->size = fread(image->bytes, 1, (size_t)stat.st_size, file);
    fclose(file);
    return STATUS_DONE;
}

static enum status check_header(const struct elf_image *image, const char *path,
                                struct error *error)
{
    Elf32_Ehdr h;
    if (image->size < sizeof h || memcmp(image->bytes, ELFMAG, SELFMAG) != 0) {
        error_set(error, STATUS_BAD, "firmware '%s': not an ELF file", path);
        return error_fix(error, "'noct cc' makes one");
    }
    memcpy(&h, image->bytes, sizeof h);
    if (h.e_ident[EI_CLASS] != ELFCLASS32 || h.e_ident[EI_DATA] != ELFDATA2LSB ||
        h.e_machine != EM_RISCV) {
        error_set(error, STATUS_BAD, "firmware '%s': not for 32-bit RISC-V", path);
        return error_fix(error,
                         "it is for another machine; compile it by 'noct cc' or 'noct mpicc'");
    }
    if (h.e_type != ET_EXEC) {
        error_set(error, STATUS_BAD, "firmware '%s': not an executable", path);
        return error_fix(error, "link it by 'noct cc'");
    }
    if (h.e_phentsize != sizeof(Elf32_Phdr) || h.e_phnum == 0 ||
        !within(image, h.e_phoff, (uint64_t)h.e_phnum * sizeof(Elf32_Phdr))) {
        return error_set(error, STATUS_BAD,
                         "firmware '%s': corrupt: its program headers are not in the file", path);
    }
    return STATUS_DONE;
}

/* Does no segment, all of which lie in the image, load a byte that another one has loaded? */
static enum status check_overlaps(const struct elf_image *image, const char *path,
                                  struct error *error)
{
    char *loaded = alloc_zeroed(NOC_PARAMS_BASE - NOC_IMAGE_BASE);
    enum status status = STATUS_DONE;
    Elf32_Ehdr h;
    Elf32_Phdr p;
    memcpy(&h, image->bytes, sizeof h);
    for (unsigned i = 0; i < h.e_phnum && !status; i++) {
        memcpy(&p, image->bytes + h.e_phoff + i * sizeof p, sizeof p);
        if (p.p_type != PT_LOAD || p.p_filesz == 0) {
            continue;
        }
        char *first = loaded + (p.p_paddr - NOC_IMAGE_BASE);
        const char *twice = memchr(first, 1, p.p_filesz);
        if (twice) {
            error_set(error, STATUS_BAD,
                      "firmware '%s': corrupt: segment %u loads 0x%08x, as one before it does",
                      path, i, NOC_IMAGE_BASE + (unsigned)(twice - loaded));
            status = error_fix(error, "link it by 'noct cc'");
        }
        memset(first, 1, p.p_filesz);
    }
    free(loaded);
    return status;
}

static enum status check_segments(const struct elf_image *image, const char *path,
                                  struct error *error)
{
    Elf32_Ehdr h;
    Elf32_Phdr p;
    bool loads = false;
    memcpy(&h, image->bytes, sizeof h);
    for (unsigned i = 0; i < h.e_phnum; i++) {
        memcpy(&p, image->bytes + h.e_phoff + i * sizeof p, sizeof p);
        if (p.p_type != PT_LOAD) {
            continue;
        }
        if (!within(image, p.p_offset, p.p_filesz) || p.p_filesz > p.p_memsz) {
            return error_set(
                error, STATUS_BAD,
                "firmware '%s': corrupt: segment %u reaches beyond the end of the file", path, i);
        }
        uint64_t end = (uint64_t)p.p_paddr + p.p_filesz;
        if (p.p_filesz && (p.p_paddr < NOC_IMAGE_BASE || end > NOC_PARAMS_BASE)) {
            error_set(error, STATUS_BAD,
                      "firmware '%s': loads at 0x%08x to 0x%08llx, outside the image, 0x%08x "
                      "to 0x%08x",
                      path, p.p_paddr, (unsigned long long)end, NOC_IMAGE_BASE, NOC_PARAMS_BASE);
            return error_fix(error, "link it by 'noct cc'");
        }
        loads = loads || p.p_filesz;
    }
    if (!loads) {
        error_set(error, STATUS_BAD, "firmware '%s': corrupt: it has nothing to load", path);
        return error_fix(error, "link it by 'noct cc'");
    }
    if (h.e_entry != NOC_IMAGE_BASE) {
        error_set(error, STATUS_BAD,
                  "firmware '%s': its entry is 0x%08x, but cores start at 0x%08x", path, h.e_entry,
                  NOC_IMAGE_BASE);
        return error_fix(error, "link it by 'noct cc'");
    }
    return check_overlaps(image, path, error);
}

/* Find the symbol table, if there is one; a stripped or odd file has none. */
static void find_symbols(struct elf_image *image)
{
    Elf32_Ehdr h;
    Elf32_Shdr s, names;
    memcpy(&h, image->bytes, sizeof h);
    if (h.e_shentsize != sizeof s || !within(image, h.e_shoff, (uint64_t)h.e_shnum * sizeof s)) {
        return;
    }
    for (unsigned i = 0; i < h.e_shnum; i++) {
        memcpy(&s, image->bytes + h.e_shoff + i * sizeof s, sizeof s);
        if (s.sh_type != SHT_SYMTAB || s.sh_link >= h.e_shnum ||
            !within(image, s.sh_offset, s.sh_size)) {
            continue;
        }
        memcpy(&names, image->bytes + h.e_shoff + s.sh_link * sizeof names, sizeof names);
        if (!within(image, names.sh_offset, names.sh_size) || names.sh_size == 0 ||
            image->bytes[names.sh_offset + names.sh_size - 1] != 0) {
            continue;
        }
        image->symbols = s.sh_offset;
        image->symbols_count = s.sh_size / sizeof(Elf32_Sym);
        image->names = names.sh_offset;
        image->names_size = names.sh_size;
        return;
    }
}

enum status elf_image_open(struct elf_image *image, const char *path, struct error *error)
{
    memset(image, 0, sizeof *image);
    enum status status = read_file(image, path, error);
    if (status || (status = check_header(image, path, error)) ||
        (status = check_segments(image, path, error))) {
        elf_image_close(image);
        return status;
    }
    find_symbols(image);
    return STATUS_DONE;
}

enum status elf_image_check_rom(const char *path, struct error *error)
{
    struct elf_image image = {0};
    Elf32_Ehdr h;
    Elf32_Phdr p;
    enum status status = read_file(&image, path, error);
    if (!status) {
        status = check_header(&image, path, error);
    }
    if (!status) {
        memcpy(&h, image.bytes, sizeof h);
        bool fits = h.e_entry == NOC_ROM_BASE, loads = false;
        for (unsigned i = 0; i < h.e_phnum && fits; i++) {
            memcpy(&p, image.bytes + h.e_phoff + i * sizeof p, sizeof p);
            if (p.p_type == PT_LOAD && p.p_filesz) {
                loads = true;
                fits = within(&image, p.p_offset, p.p_filesz) && p.p_paddr >= NOC_ROM_BASE &&
                       (uint64_t)p.p_paddr + p.p_filesz <= NOC_ROM_BASE + NOC_ROM_SIZE;
            }
        }
        if (!fits || !loads) {
            status = error_set(error, STATUS_BAD,
                               "'%s': no boot ROM: it must begin at 0x%08x and fit into %d bytes",
                               path, NOC_ROM_BASE, NOC_ROM_SIZE);
        }
    }
    elf_image_close(&image);
    return status;
}

uint32_t elf_image_ram(const struct elf_image *image)
{
    uint64_t most = 0;
    uint32_t symbol = 0;
    Elf32_Ehdr h;
    Elf32_Phdr p;
    memcpy(&h, image->bytes, sizeof h);
    for (unsigned i = 0; i < h.e_phnum; i++) {
        memcpy(&p, image->bytes + h.e_phoff + i * sizeof p, sizeof p);
        if (p.p_type == PT_LOAD && p.p_memsz && p.p_vaddr >= NOC_RAM_BASE) {
            uint64_t needed = (uint64_t)p.p_vaddr + p.p_memsz - NOC_RAM_BASE;
            most = needed > most ? needed : most;
        }
    }
    if (elf_image_symbol(image, "__ram_needed", &symbol) && symbol > most) {
        most = symbol;
    }
    return most < UINT32_MAX ? (uint32_t)most : UINT32_MAX;
}

uint32_t elf_image_code(const struct elf_image *image, unsigned char *code)
{
    Elf32_Ehdr h;
    Elf32_Phdr p;
    uint32_t bytes = 0;
    memcpy(&h, image->bytes, sizeof h);
    for (unsigned i = 0; i < h.e_phnum; i++) {
        memcpy(&p, image->bytes + h.e_phoff + i * sizeof p, sizeof p);
        if (p.p_type != PT_LOAD || p.p_filesz == 0) {
            continue;
        }
        uint32_t at =
            p.p_paddr - NOC_IMAGE_BASE; /* elf_image_open() has checked that it is there */
        if (code) {
            memcpy(code + at, image->bytes + p.p_offset, p.p_filesz);
        }
        bytes = at + p.p_filesz > bytes ? at + p.p_filesz : bytes;
    }
    return bytes;
}

void elf_image_close(struct elf_image *image)
{
    free(image->bytes);
    image->bytes = NULL;
    image->symbols_count = 0;
}

/* Symbol i, and its name. */
static const char *symbol(const struct elf_image *image, size_t i, Elf32_Sym *s)
{
    memcpy(s, image->bytes + image->symbols + i * sizeof *s, sizeof *s);
    return s->st_name < image->names_size ? (const char *)image->bytes + image->names + s->st_name
                                          : "";
}

bool elf_image_symbol(const struct elf_image *image, const char *name, uint32_t *value)
{
    Elf32_Sym s;
    for (size_t i = 0; i < image->symbols_count; i++) {
        if (strcmp(symbol(image, i, &s), name) == 0 && s.st_shndx != SHN_UNDEF) {
            *value = s.st_value;
            return true;
        }
    }
    return false;
}

bool elf_image_object(const struct elf_image *image, const char *name, uint32_t *bytes)
{
    size_t length = strlen(name);
    Elf32_Sym s;
    for (size_t i = 0; i < image->symbols_count; i++) {
        const char *found = symbol(image, i, &s);
        if (ELF32_ST_TYPE(s.st_info) == STT_OBJECT && strncmp(found, name, length) == 0 &&
            (!found[length] || found[length] == '.')) {
            *bytes = s.st_size;
            return true;
        }
    }
    return false;
}

/* Section i of the file; false: it is not in the file, or has no bytes there. */
static bool read_section(const struct elf_image *image, const Elf32_Ehdr *h, unsigned i,
                         Elf32_Shdr *s)
{
    if (h->e_shentsize != sizeof *s || i >= h->e_shnum ||
        !within(image, h->e_shoff, (uint64_t)h->e_shnum * sizeof *s)) {
        return false;
    }
    memcpy(s, image->bytes + h->e_shoff + i * sizeof *s, sizeof *s);
    return s->sh_type != SHT_NOBITS && within(image, s->sh_offset, s->sh_size);
}

const char *elf_image_section(const struct elf_image *image, const char *name, size_t *size)
{
    Elf32_Ehdr h;
    Elf32_Shdr s, names;
    const size_t length = strlen(name) + 1;
    *size = 0;
    memcpy(&h, image->bytes, sizeof h);
    if (!read_section(image, &h, h.e_shstrndx, &names)) {
        return NULL;
    }
    for (unsigned i = 0; i < h.e_shnum; i++) {
        if (read_section(image, &h, i, &s) && s.sh_name < names.sh_size &&
            length <= names.sh_size - s.sh_name &&
            memcmp(image->bytes + names.sh_offset + s.sh_name, name, length) == 0) {
            *size = s.sh_size;
            return (const char *)image->bytes + s.sh_offset;
        }
    }
    return NULL;
}

/* The byte loaded to this address; -1: none. */
static int byte_at(const struct elf_image *image, uint32_t address)
{
    Elf32_Ehdr h;
    Elf32_Phdr p;
    memcpy(&h, image->bytes, sizeof h);
    for (unsigned i = 0; i < h.e_phnum; i++) {
        memcpy(&p, image->bytes + h.e_phoff + i * sizeof p, sizeof p);
        if (p.p_type == PT_LOAD && address >= p.p_paddr && address - p.p_paddr < p.p_filesz) {
            return image->bytes[p.p_offset + (address - p.p_paddr)];
        }
    }
    return -1;
}

bool elf_image_text(const struct elf_image *image, uint32_t address, char *text, size_t size)
{
    size_t n = 0;
    int c;
    while (n + 1 < size && (c = byte_at(image, address + (uint32_t)n)) > 0) {
        text[n++] = c == '"' || c == '\\' ? '\'' : c < ' ' || c > '~' ? '?' : (char)c;
    }
    text[n] = 0;
    return n > 0;
}

const char *elf_image_function(const struct elf_image *image, uint32_t pc, uint32_t *offset)
{
    const char *best = NULL;
    Elf32_Sym s;
    for (size_t i = 0; i < image->symbols_count; i++) {
        const char *name = symbol(image, i, &s);
        if (ELF32_ST_TYPE(s.st_info) == STT_FUNC && pc >= s.st_value &&
            (pc - s.st_value < s.st_size || (s.st_size == 0 && pc == s.st_value))) {
            best = name;
            *offset = pc - s.st_value;
        }
    }
    return plain_name(best);
}
