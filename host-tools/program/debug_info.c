/* SPDX-License-Identifier: BSD-2-Clause */
#include "debug_info.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdlib.h>
#include <string.h>

#include "memmap.h"
#include "base/alloc.h"
#include "base/plain_text.h"

struct debug_info {
    Elf *elf;
    Dwarf *dwarf;
};

struct debug_info *debug_info_open(const struct elf_image *image)
{
    struct debug_info s = {.elf = NULL};
    elf_version(EV_CURRENT);
    s.elf = elf_memory((char *)image->bytes, image->size);
    s.dwarf = s.elf ? dwarf_begin_elf(s.elf, DWARF_C_READ, NULL) : NULL;
    if (!s.dwarf) {
        elf_end(s.elf);
        return NULL;
    }
    struct debug_info *source = alloc_zeroed(sizeof *source);
    *source = s;
    return source;
}

void debug_info_close(struct debug_info *source)
{
    if (source) {
        dwarf_end(source->dwarf);
        elf_end(source->elf);
        free(source);
    }
}

/*
 * The unit of compilation that pc lies in, and its line. A unit may say that it has more than is
 * its own: the assembler counts before the linker makes code shorter. So the lines decide; and
 * .debug_aranges, which would be faster, is not used.
 */
static Dwarf_Line *find_line(const struct debug_info *s, uint32_t pc, Dwarf_Die *unit)
{
    Dwarf_CU *cu = NULL;
    while (dwarf_get_units(s->dwarf, cu, &cu, NULL, NULL, unit, NULL) == 0) {
        Dwarf_Line *line = dwarf_haspc(unit, pc) == 1 ? dwarf_getsrc_die(unit, pc) : NULL;
        if (line) {
            return line;
        }
    }
    return NULL;
}

/* The functions around pc, innermost first, each in the one that it is inlined in; malloc'd. */
static int find_scopes(Dwarf_Die *unit, uint32_t pc, Dwarf_Die **scope)
{
    Dwarf_Die *innermost = NULL;
    int n = dwarf_getscopes(unit, pc, &innermost);
    *scope = NULL;
    if (n > 0) { /* what it is in, not where its text stands */
        n = dwarf_getscopes_die(&innermost[0], scope);
    }
    free(innermost);
    return n;
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

unsigned debug_info_find(const struct debug_info *s, uint32_t pc,
                         struct debug_info_frame frame[DEBUG_INFO_FRAMES_MAX])
{
    Dwarf_Die unit, *scope;
    /* Functions that were left out of the program lie at 0. */
    Dwarf_Line *line = pc - NOC_IMAGE_BASE < NOC_IMAGE_SIZE ? find_line(s, pc, &unit) : NULL;
    struct debug_info_frame next = {NULL, NULL, 0};
    unsigned frames = 0;
    int number_of_line = 0;
    if (!line || dwarf_lineno(line, &number_of_line)) {
        return 0;
    }
    next.file = plain_name(dwarf_linesrc(line, NULL, NULL));
    next.line = (unsigned)number_of_line;
    int n = find_scopes(&unit, pc, &scope);
    for (int i = 0; i < n && frames < DEBUG_INFO_FRAMES_MAX; i++) {
        int tag = dwarf_tag(&scope[i]);
        if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_subprogram) {
            continue;
        }
        next.function = plain_name(dwarf_diename(&scope[i]));
        frame[frames++] = next;
        if (tag == DW_TAG_subprogram) {
            break; /* what encloses it is where it is written, not who calls it */
        }
        next = (struct debug_info_frame){NULL, plain_name(call_file(&unit, &scope[i])),
                                         number(&scope[i], DW_AT_call_line)};
    }
    free(scope);
    if (frames == 0) { /* assembly has lines only */
        frame[frames++] = next;
    }
    return frames;
}

/* --- where variables have what ------------------------------------------------------ */

/* The type of a variable, member or array, without names and qualifiers of it; false: none. */
static bool type_of(Dwarf_Die *die, Dwarf_Die *type)
{
    Dwarf_Attribute attribute;
    Dwarf_Die named;
    return dwarf_formref_die(dwarf_attr_integrate(die, DW_AT_type, &attribute), &named) &&
           dwarf_peel_type(&named, type) == 0;
}

/* The child with this tag and name; false: there is none. */
static bool child_named(Dwarf_Die *of, int tag, const char *name, size_t length, Dwarf_Die *child)
{
    int more = dwarf_child(of, child);
    while (more == 0) {
        const char *its = dwarf_diename(child);
        if (dwarf_tag(child) == tag && its && strlen(its) == length &&
            memcmp(its, name, length) == 0) {
            return true;
        }
        more = dwarf_siblingof(child, child);
    }
    return false;
}

/* Go from a struct, or an array of them, to its member of the path's first name. */
static bool enter(Dwarf_Die *type, const char *name, size_t length, struct debug_info_member *m)
{
    Dwarf_Die member, element;
    Dwarf_Word bytes = 0, each = 0;
    if (dwarf_tag(type) == DW_TAG_array_type) {
        Dwarf_Die array = *type;
        m->offset = 0;
        if (!type_of(&array, type)) {
            return false;
        }
    }
    if (dwarf_tag(type) != DW_TAG_structure_type ||
        !child_named(type, DW_TAG_member, name, length, &member) || !type_of(&member, type) ||
        dwarf_aggregate_size(type, &bytes)) {
        return false;
    }
    bool array = dwarf_tag(type) == DW_TAG_array_type && type_of(type, &element);
    if (array && dwarf_aggregate_size(&element, &each)) {
        return false;
    }
    m->offset += number(&member, DW_AT_data_member_location);
    m->bytes = (uint32_t)bytes;
    m->element = (uint32_t)each;
    return true;
}

bool debug_info_member(const struct debug_info *s, const char *variable, const char *path,
                       struct debug_info_member *m)
{
    Dwarf_CU *cu = NULL;
    Dwarf_Die unit, die, type;
    /* A unit that only declares it knows its type as well; one that does not know all of it has
     * no such member. */
    while (dwarf_get_units(s->dwarf, cu, &cu, NULL, NULL, &unit, NULL) == 0) {
        bool found = child_named(&unit, DW_TAG_variable, variable, strlen(variable), &die) &&
                     type_of(&die, &type);
        *m = (struct debug_info_member){0};
        for (const char *name = path; found && *name;) {
            size_t length = strcspn(name, ".");
            found = enter(&type, name, length, m);
            name += length + (name[length] == '.');
        }
        if (found) {
            return true;
        }
    }
    return false;
}
