/* SPDX-License-Identifier: BSD-2-Clause */
/* A program that runs alone: program.h. */
#include "program.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

#include "regs.h"

enum { PHDRS_MAX = 16 };

static bool load_part(struct program *p, FILE *f, const Elf32_Phdr *part)
{
    const uint32_t in_image = part->p_paddr - NOC_IMAGE_BASE, in_ram = part->p_paddr - NOC_RAM_BASE;
    char *to = NULL;

    if (in_image < sizeof p->image && part->p_filesz <= sizeof p->image - in_image) {
        to = (char *)p->image + in_image;
    } else if (in_ram < sizeof p->ram && part->p_filesz <= sizeof p->ram - in_ram) {
        to = (char *)p->ram + in_ram;
    }
    return to && fseek(f, (long)part->p_offset, SEEK_SET) == 0 &&
           fread(to, 1, part->p_filesz, f) == part->p_filesz;
}

static bool load(struct program *p, FILE *f)
{
    Elf32_Ehdr header;
    Elf32_Phdr part[PHDRS_MAX];

    if (fread(&header, sizeof header, 1, f) != 1 || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_ident[EI_CLASS] != ELFCLASS32 || header.e_machine != EM_RISCV ||
        header.e_phnum > PHDRS_MAX || header.e_entry != NOC_IMAGE_BASE ||
        fseek(f, (long)header.e_phoff, SEEK_SET) != 0 ||
        fread(part, sizeof *part, header.e_phnum, f) != header.e_phnum) {
        return false;
    }
    for (unsigned i = 0; i < header.e_phnum; i++) {
        if (part[i].p_type == PT_LOAD && part[i].p_filesz > 0 && !load_part(p, f, &part[i])) {
            return false;
        }
    }
    return true;
}

bool program_load(struct program *p, const char *path, uint32_t nodes)
{
    FILE *f = fopen(path, "rb");
    bool loaded = false;

    memset(p, 0, sizeof *p);
    for (uint32_t i = 0; i < NOC_NI_SIZE; i += 4) {
        p->registers[i / 4] = noc_ni_reset(i);
    }
    p->registers[NI_NODES / 4] = nodes;
    p->registers[NI_RAM / 4] = sizeof p->ram;
    if (f) {
        loaded = load(p, f);
        fclose(f);
    }
    if (!loaded) {
        fprintf(stderr, "%s is no program for this board\n", path);
    }
    return loaded;
}

uint32_t program_read(void *program, uint32_t offset)
{
    const struct program *p = program;

    return offset < NOC_NI_SIZE ? p->registers[offset / 4] : 0;
}

void program_write(void *program, uint32_t offset, uint32_t value)
{
    struct program *p = program;

    if (offset >= NOC_NI_SIZE) {
        return;
    }
    if (offset == NI_CONSOLE) {
        putchar((int)(value & 0xff));
    } else if (offset == NI_EXIT && !p->ended) {
        p->ended = true;
        p->status = value & 0xff;
    } else {
        p->registers[offset / 4] = value;
    }
}

bool program_line(const struct program *p)
{
    const uint64_t deadline =
        (uint64_t)p->registers[NI_DEADLINE_HI / 4] << 32 | p->registers[NI_DEADLINE_LO / 4];
    const uint32_t pending = (uint32_t)(p->now >= deadline) << NI_PENDING_DEADLINE_SHIFT |
                             1u << NI_PENDING_TX_IDLE_SHIFT;

    return (pending & p->registers[NI_WAKE / 4]) != 0;
}
