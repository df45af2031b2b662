/* SPDX-License-Identifier: BSD-2-Clause */
#include "source.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdlib.h>

#include "memory.h"

struct source {
    Elf *elf;
    Dwarf *dwarf;
};

struct source *source_open(const struct image *image)
{
    struct source s = { .elf = NULL };
    elf_version(EV_CURRENT);
    s.elf = elf_memory((char *)image->bytes, image->size);
    s.dwarf = s.elf ? dwarf_begin_elf(s.elf, DWARF_C_READ, NULL) : NULL;
    if (!s.dwarf) {
        elf_end(s.elf);
        return NULL;
    }
    struct source *source = claim(sizeof *source);
    *source = s;
    return source;
}

void source_close(struct source *source)
{
    if (source) {
        dwarf_end(source->dwarf);
        elf_end(source->elf);
        free(source);
    }
}

/* The unit of compilation that pc lies in. Not every unit is in .debug_aranges: then all are
 * asked. */
static Dwarf_Die *find_unit(const struct source *s, uint32_t pc, Dwarf_Die *unit)
{
    Dwarf_CU *cu = NULL;
    if (dwarf_addrdie(s->dwarf, pc, unit)) {
        return unit;
    }
    while (dwarf_get_units(s->dwarf, cu, &cu, NULL, NULL, unit, NULL) == 0) {
        if (dwarf_haspc(unit, pc) == 1) {
            return unit;
        }
    }
    return NULL;
}

static unsigned number(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute attribute;
    Dwarf_Word value;
    return dwarf_formudata(dwarf_attr(die, name, &attribute), &value) == 0 ? (unsigned)value : 0;
}

/* The file in which an inlined function is called. */
static const char *call_file(Dwarf_Die *unit, Dwarf_Die *inlined)
{
    Dwarf_Files *files;
    size_t n;
    unsigned file = number(inlined, DW_AT_call_file);
    return dwarf_getsrcfiles(unit, &files, &n) == 0 && file < n
               ? dwarf_filesrc(files, file, NULL, NULL)
               : NULL;
}

unsigned source_find(const struct source *s, uint32_t pc,
                     struct source_frame frame[SOURCE_FRAMES_MAX])
{
    Dwarf_Die room, *unit = find_unit(s, pc, &room), *scope = NULL;
    Dwarf_Line *line = unit ? dwarf_getsrc_die(unit, pc) : NULL;
    struct source_frame next = { NULL, NULL, 0 };
    unsigned frames = 0;
    int number_of_line = 0;
    if (!line || dwarf_lineno(line, &number_of_line)) {
        return 0;
    }
    next.file = dwarf_linesrc(line, NULL, NULL);
    next.line = (unsigned)number_of_line;
    int n = dwarf_getscopes(unit, pc, &scope);
    for (int i = 0; i < n && frames < SOURCE_FRAMES_MAX; i++) {
        int tag = dwarf_tag(&scope[i]);
        if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_subprogram) {
            continue;
        }
        next.function = dwarf_diename(&scope[i]);
        frame[frames++] = next;
        if (tag == DW_TAG_subprogram) {
            break; /* what encloses it is where it is written, not who calls it */
        }
        next = (struct source_frame){ NULL, call_file(unit, &scope[i]),
                                      number(&scope[i], DW_AT_call_line) };
    }
    free(scope);
    if (frames == 0) { /* assembly has lines only */
        frame[frames++] = next;
    }
    return frames;
}
