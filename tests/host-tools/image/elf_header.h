/* SPDX-License-Identifier: BSD-2-Clause */
/* What the ELF files of these tests begin with. */
#ifndef TESTS_IMAGE_ELF_HEADER_H
#define TESTS_IMAGE_ELF_HEADER_H

#include <elf.h>

#include "memmap.h"

/* Of a program for a core: so many program headers, which begin at one offset, and so many sections at another one. */
static inline Elf32_Ehdr elf_header(Elf32_Off programs, Elf32_Half program_count,
                                    Elf32_Off sections, Elf32_Half section_count)
{
    return (Elf32_Ehdr){
        .e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS32, ELFDATA2LSB, EV_CURRENT},
        .e_type = ET_EXEC,
        .e_machine = EM_RISCV,
        .e_version = 1,
        .e_entry = NOC_IMAGE_BASE,
        .e_phoff = programs,
        .e_shoff = sections,
        .e_ehsize = sizeof(Elf32_Ehdr),
        .e_phentsize = sizeof(Elf32_Phdr),
        .e_phnum = program_count,
        .e_shentsize = sizeof(Elf32_Shdr),
        .e_shnum = section_count,
    };
}

#endif
