/* SPDX-License-Identifier: BSD-2-Clause */
#include "load.h"

#include <elf.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
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

/* A regular file, for reading. -1: it is none, which has been said. A pipe is not waited for. */
static int open_file(const char *file)
{
    const int fd = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat s;

    if (fd >= 0 && fstat(fd, &s) == 0 && S_ISREG(s.st_mode)) {
        return fd;
    }
    if (fd >= 0) {
        close(fd);
    }
    refuse(file, fd < 0 ? "cannot be read" : "not a regular file");
    return -1;
}

/* A segment, which must lie in the image below the parameter block. */
static bool load_segment(const char *file, Elf *elf, const GElf_Phdr *p, unsigned char *image,
                         bool *loads)
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
    *loads = true;
    return true;
}

static bool load_segments(const char *file, Elf *elf, unsigned char *image)
{
    size_t segments, i;
    bool loads = false;
    GElf_Ehdr header;
    GElf_Phdr p;

    if (elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &header) || header.e_machine != EM_RISCV ||
        header.e_ident[EI_CLASS] != ELFCLASS32 || header.e_type != ET_EXEC ||
        header.e_entry != NOC_IMAGE_BASE) {
        return refuse(file, "not an RV32 executable that begins at 0x%x", NOC_IMAGE_BASE);
    }
    if (elf_getphdrnum(elf, &segments)) {
        return refuse(file, "corrupt: %s", elf_errmsg(-1));
    }
    for (i = 0; i < segments; i++) {
        if (!gelf_getphdr(elf, (int)i, &p)) {
            return refuse(file, "corrupt: %s", elf_errmsg(-1));
        }
        if (!load_segment(file, elf, &p, image, &loads)) {
            return false;
        }
    }
    return loads || refuse(file, "nothing in it is loaded");
}

bool load_elf(const char *file, unsigned char *image)
{
    const int fd = open_file(file);
    bool loaded;
    Elf *elf;

    if (fd < 0) {
        return false;
    }
    (void)elf_version(EV_CURRENT);
    elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
    loaded = elf ? load_segments(file, elf, image) : refuse(file, "cannot be read");
    elf_end(elf);
    close(fd);
    return loaded;
}

bool load_params(const char *file, unsigned char *image)
{
    const int fd = open_file(file);
    ssize_t bytes;

    if (fd < 0) {
        return false;
    }
    bytes = read(fd, image + (NOC_PARAMS_BASE - NOC_IMAGE_BASE), NOC_PARAMS_SIZE);
    close(fd);
    return bytes > 0 || refuse(file, "has no parameters");
}
