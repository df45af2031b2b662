/* SPDX-License-Identifier: BSD-2-Clause */
#include "load.h"

#include <elf.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "memmap.h"

__attribute__((format(printf, 2, 3))) static bool refuse(const char *file, const char *format, ...)
{
    va_list arguments;

    fprintf(stderr, "%s: ", file);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return false;
}

/* A segment, which must lie in the image below the parameter block. */
static bool load_segment(const char *file, Elf *elf, const GElf_Phdr *p, unsigned char *image)
{
    const GElf_Addr at = p->p_paddr - NOC_IMAGE_BASE;
    const GElf_Xword room = NOC_PARAMS_BASE - NOC_IMAGE_BASE;
    Elf_Data *data;

    if (p->p_type != PT_LOAD || !p->p_filesz) {
        return true;
    }
    if (at >= room || p->p_filesz > room - at) {
        return refuse(file, "a segment is loaded to 0x%lx, which is not in the image",
                      (unsigned long)p->p_paddr);
    }
    data = elf_getdata_rawchunk(elf, (int64_t)p->p_offset, p->p_filesz, ELF_T_BYTE);
    if (!data) {
        return refuse(file, "corrupt: %s", elf_errmsg(-1));
    }
    memcpy(image + at, data->d_buf, p->p_filesz);
    return true;
}

static bool load_segments(const char *file, Elf *elf, unsigned char *image)
{
    size_t segments, i;
    GElf_Ehdr header;
    GElf_Phdr p;

    if (elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &header) || header.e_machine != EM_RISCV ||
        header.e_ident[EI_CLASS] != ELFCLASS32 || header.e_entry != NOC_IMAGE_BASE) {
        return refuse(file, "not an RV32 executable that begins at 0x%x", NOC_IMAGE_BASE);
    }
    if (elf_getphdrnum(elf, &segments)) {
        return refuse(file, "corrupt: %s", elf_errmsg(-1));
    }
    for (i = 0; i < segments; i++) {
        if (!gelf_getphdr(elf, (int)i, &p)) {
            return refuse(file, "corrupt: %s", elf_errmsg(-1));
        }
        if (!load_segment(file, elf, &p, image)) {
            return false;
        }
    }
    return true;
}

bool load_elf(const char *file, unsigned char *image)
{
    const int fd = open(file, O_RDONLY | O_CLOEXEC);
    bool loaded = false;
    Elf *elf;

    (void)elf_version(EV_CURRENT);
    elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ_MMAP, NULL);
    loaded = elf ? load_segments(file, elf, image) : refuse(file, "cannot be read");
    elf_end(elf);
    if (fd >= 0) {
        close(fd);
    }
    return loaded;
}

bool load_params(const char *file, unsigned char *image)
{
    FILE *f = fopen(file, "rb");
    size_t bytes = f ? fread(image + (NOC_PARAMS_BASE - NOC_IMAGE_BASE), 1, NOC_PARAMS_SIZE, f) : 0;

    if (f) {
        fclose(f);
    }
    return bytes || refuse(file, "has no parameters");
}
