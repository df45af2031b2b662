/*
 * The instruction image, the parameter block and the boot ROM, from files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Every loadable segment of the ELF file must have its load address in the
 * image region below the parameter block: there is one image for all nodes,
 * and nobody but a hart itself fills its RAM. The boot ROM's are in the ROM; that may also
 * be a raw binary. A file is refused with one line
 * that says what would be right.
 */
#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "qemu/error-report.h"
#include "qemu/units.h"
#include "elf.h"
#include "hw/noc/nocturne.h"

#include "memmap.h"

static void G_GNUC_PRINTF(2, 3) refuse(const char *file, const char *format, ...)
{
    g_autofree char *why = NULL;
    va_list args;

    va_start(args, format);
    why = g_strdup_vprintf(format, args);
    va_end(args);
    error_report("%s: %s", file, why);
    exit(EXIT_FAILURE);
}

static GMappedFile *map_file(const char *file)
{
    g_autoptr(GError) error = NULL;
    GMappedFile *mapped;
    struct stat s;

    /* To open a pipe would wait for whoever writes it. */
    if (stat(file, &s) == 0 && !S_ISREG(s.st_mode)) {
        refuse(file, "not a file, but %s",
               S_ISDIR(s.st_mode) ? "a directory" : "a pipe or a device");
    }
    mapped = g_mapped_file_new(file, FALSE, &error);
    if (!mapped) {
        error_report("%s", error->message);
        exit(EXIT_FAILURE);
    }
    return mapped;
}

/* What an ELF file is loaded to. */
typedef struct Target {
    const char *name;
    char *host;
    uint32_t base, room;        /* bytes; its entry is base */
} Target;

/* --- ELF -------------------------------------------------------------------- */

static Elf32_Ehdr read_header(const Target *to, const char *file, const char *bytes,
                              size_t size)
{
    Elf32_Ehdr h;

    if (size < sizeof(h)) {
        refuse(file, "not an ELF file: only %zu bytes", size);
    }
    memcpy(&h, bytes, sizeof(h));
    if (memcmp(h.e_ident, ELFMAG, SELFMAG)) {
        refuse(file, "not an ELF file; give the firmware as linked, not a raw binary");
    }
    if (h.e_ident[EI_CLASS] != ELFCLASS32 || h.e_ident[EI_DATA] != ELFDATA2LSB ||
        le16_to_cpu(h.e_machine) != EM_RISCV || le16_to_cpu(h.e_type) != ET_EXEC) {
        refuse(file, "not a little-endian RV32 executable; compile with -march=rv32imac "
               "-mabi=ilp32 and link with the board's script");
    }
    h.e_entry = le32_to_cpu(h.e_entry);
    h.e_phoff = le32_to_cpu(h.e_phoff);
    h.e_phnum = le16_to_cpu(h.e_phnum);
    h.e_phentsize = le16_to_cpu(h.e_phentsize);
    if (h.e_entry != to->base) {
        refuse(file, "its entry is 0x%" PRIx32 "; harts start at 0x%" PRIx32, h.e_entry,
               to->base);
    }
    if (h.e_phentsize != sizeof(Elf32_Phdr) || h.e_phoff > size ||
        (size - h.e_phoff) / sizeof(Elf32_Phdr) < h.e_phnum) {
        refuse(file, "corrupt: its program headers are not all in the file");
    }
    return h;
}

static Elf32_Phdr read_segment(const char *bytes, const Elf32_Ehdr *h, unsigned i)
{
    Elf32_Phdr p;

    memcpy(&p, bytes + h->e_phoff + i * sizeof(p), sizeof(p));
    p.p_type = le32_to_cpu(p.p_type);
    p.p_offset = le32_to_cpu(p.p_offset);
    p.p_vaddr = le32_to_cpu(p.p_vaddr);
    p.p_paddr = le32_to_cpu(p.p_paddr);
    p.p_filesz = le32_to_cpu(p.p_filesz);
    p.p_memsz = le32_to_cpu(p.p_memsz);
    return p;
}

/* What the segment needs of a hart's RAM must be there. */
static void check_ram(const NocturneBoard *b, const char *file, const Elf32_Phdr *p)
{
    uint64_t end = (uint64_t)p->p_vaddr + p->p_memsz;

    if (p->p_memsz && p->p_vaddr >= NOC_RAM_BASE && end > NOC_RAM_BASE + b->ram_bytes) {
        refuse(file, "needs %" PRIu64 " bytes of RAM; ram= gives %" PRIu64,
               end - NOC_RAM_BASE, b->ram_bytes);
    }
}

static void load_segment(const Target *to, const char *file, const Elf32_Phdr *p,
                         const char *bytes, size_t size)
{
    uint32_t at = p->p_paddr - to->base;

    if (p->p_offset > size || p->p_filesz > size - p->p_offset) {
        refuse(file, "corrupt: a segment reaches beyond the end of the file");
    }
    if (at >= to->room) {
        refuse(file, "a segment loads at 0x%" PRIx32 ", outside the %s (0x%" PRIx32 " to 0x%"
               PRIx32 ")", p->p_paddr, to->name, to->base, to->base + to->room - 1);
    }
    if (p->p_filesz > to->room - at) {
        refuse(file, "too big: the %s takes %" PRIu32 " bytes, this needs %" PRIu64, to->name,
               to->room, (uint64_t)at + p->p_filesz);
    }
    memcpy(to->host + at, bytes + p->p_offset, p->p_filesz);
}

static void load_elf(const NocturneBoard *b, const Target *to, const char *file,
                     const char *bytes, size_t size)
{
    Elf32_Ehdr h = read_header(to, file, bytes, size);
    unsigned i, loaded = 0;

    for (i = 0; i < h.e_phnum; i++) {
        Elf32_Phdr p = read_segment(bytes, &h, i);

        if (p.p_type != PT_LOAD) {
            continue;
        }
        check_ram(b, file, &p);
        if (p.p_filesz) {
            load_segment(to, file, &p, bytes, size);
            loaded++;
        }
    }
    if (!loaded) {
        refuse(file, "there is nothing to load in it");
    }
}

/* --- parameters ------------------------------------------------------------- */

static void load_params(const char *file, char *params)
{
    g_autoptr(GMappedFile) mapped = map_file(file);
    size_t size = g_mapped_file_get_length(mapped);

    if (size > NOC_PARAMS_SIZE) {
        refuse(file, "too big: a parameter block has at most %d bytes, this has %zu",
               NOC_PARAMS_SIZE, size);
    }
    if (size) {
        memcpy(params, g_mapped_file_get_contents(mapped), size);
    }
}

void nocturne_image_load(NocturneBoard *b)
{
    char *image = memory_region_get_ram_ptr(&b->image);
    const Target to = { "image", image, NOC_IMAGE_BASE, NOC_PARAMS_BASE - NOC_IMAGE_BASE };

    if (b->config.kernel) {
        g_autoptr(GMappedFile) mapped = map_file(b->config.kernel);

        load_elf(b, &to, b->config.kernel, g_mapped_file_get_contents(mapped),
                 g_mapped_file_get_length(mapped));
    }
    if (b->config.params) {
        load_params(b->config.params, image + (NOC_PARAMS_BASE - NOC_IMAGE_BASE));
    }
}

void nocturne_image_load_rom(NocturneBoard *b)
{
    g_autoptr(GMappedFile) mapped = NULL;
    Target to = { "boot ROM", NULL, NOC_ROM_BASE, NOC_ROM_SIZE };
    const char *bytes;
    size_t size;

    if (!b->config.rom) {
        return;
    }
    to.host = memory_region_get_ram_ptr(&b->rom);
    mapped = map_file(b->config.rom);
    bytes = g_mapped_file_get_contents(mapped);
    size = g_mapped_file_get_length(mapped);
    if (size >= SELFMAG && !memcmp(bytes, ELFMAG, SELFMAG)) {
        load_elf(b, &to, b->config.rom, bytes, size);
        return;
    }
    if (size == 0 || size > to.room) {
        refuse(b->config.rom, "a boot ROM has 1 to %" PRIu32 " bytes, this has %zu", to.room,
               size);
    }
    memcpy(to.host, bytes, size);
}
