/* SPDX-License-Identifier: BSD-2-Clause */
/* noct doctor: a board that answers. Words are read, nothing is written. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "target/counter_blocks.h"
#include "doctor_check.h"
#include "flash/flash_image.h"
#include "image/elf_image.h"
#include "program/board_identity.h"
#include "memmap.h"
#include "base/alloc.h"
#include "base/subprocess.h"
#include "base/progress.h"
#include "regs.h"
#include "topology/topologies.h"
#include "topology/topology.h"

/* --- who it is ------------------------------------------------------------- */

/* What the description says otherwise; "": nothing. */
static void compare_description(char *text, size_t room, const struct transport *transport,
                                uint32_t ram, const struct board_description *d)
{
    struct noc_topology t;
    struct noc_fault fault = {0};
    text[0] = 0;
    if (transport_board(transport) != d->id) {
        snprintf(text, room, "has the id %" PRIu32 ", its description says %" PRIu32,
                 transport_board(transport), d->id);
    } else if (d->topology[0] && noc_topology_parse(&t, d->topology, &fault) &&
               t.nodes != transport_nodes(transport)) {
        snprintf(text, room, "has %" PRIu32 " nodes, its description's %s has %" PRIu32,
                 transport_nodes(transport), d->topology, t.nodes);
    } else if (d->ram && d->ram != ram) {
        snprintf(text, room,
                 "its nodes have %" PRIu32 "K of RAM, its description says %" PRIu32 "K",
                 ram / 1024, d->ram / 1024);
    }
}

void look_identity(struct doctor_check *f, struct transport *transport,
                   const struct board_description *d)
{
    char wrong[200] = "";
    uint32_t ram;
    struct error error;
    const char *disturbs = transport_disturbs(transport);
    if (transport_word(transport, NOC_CONTROL_BASE + CTL_RAM, &ram, &error)) {
        check_error(f, &error, "connect it again");
        return;
    }
    if (d) {
        compare_description(wrong, sizeof wrong, transport, ram, d);
    }
    if (wrong[0]) {
        check_fails(f, "board %s: %s", transport_name(transport), wrong);
        check_fix(f, "name the board that it is, or load the gateware that %s is for", d->path);
        return;
    }
    check_passes(f,
                 "%s: id %" PRIu32 ", %" PRIu32 " nodes with %" PRIu32
                 "K of RAM, register map 0x%08" PRIx32 "%s%s",
                 transport_name(transport), transport_board(transport), transport_nodes(transport),
                 ram / 1024, blocks_control_version(), disturbs ? "; " : "",
                 disturbs ? disturbs : "");
}

/* --- what it has booted ---------------------------------------------------- */

#define BOOT(boot, field) noc_field_get(boot, NI_BOOT_##field##_SHIFT, NI_BOOT_##field##_BITS)

/* Words of a flash whose chips were left amid a command: a status everywhere, not its contents. */
static bool answers_by_status(const struct noc_flash_header *header)
{
    const unsigned char *bytes = (const unsigned char *)header;
    const uint32_t first = block_word(bytes, 0);
    for (size_t i = 4; i < sizeof *header; i += 4) {
        if (block_word(bytes, i) != first) {
            return false;
        }
    }
    return first != UINT32_MAX;
}

static void add_slot(struct doctor_check *f, unsigned slot, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void add_slot(struct doctor_check *f, unsigned slot, const char *format, ...)
{
    size_t used = strlen(f->found);
    used += (size_t)snprintf(f->found + used, sizeof f->found - used, "; slot %u: ", slot);
    va_list list;
    va_start(list, format);
    vsnprintf(f->found + used, sizeof f->found - used, format, list);
    va_end(list);
}

/*
 * "; slot 0: 'hello', number 3". code: what the boot ROM has found, when the board booted. The
 * header is read now, if it can be (by node 0 alone); who writes a slot erases that first, and
 * writes it last. False: it has been written to since, and is not whole.
 */
static bool name_slot(struct doctor_check *f, struct transport *transport, unsigned slot,
                      unsigned code)
{
    struct noc_flash_header header;
    struct error unused;
    bool read = transport_read(transport, NOC_FLASH_BASE + slot * NOC_FLASH_SLOT_SIZE, &header,
                               sizeof header, &unused) == STATUS_DONE;
    enum noc_boot_code now = read ? flash_header_check(&header, transport_board(transport)) : code;
    bool named = read && now == NOC_BOOT_OK && code != NOC_BOOT_BAD_CRC;
    if (read && now != code && answers_by_status(&header)) {
        add_slot(f, slot, "%s at boot; since then a command to the flash was cut off",
                 flash_boot_text(code));
    } else if (code == NOC_BOOT_OK && now != NOC_BOOT_OK) {
        add_slot(f, slot, "was ok at boot, since then half written (%s)", flash_boot_text(now));
    } else if (read && now == NOC_BOOT_BAD_VERSION && now == code) {
        char version[FLASH_VERSION_TEXT];
        flash_version_text(version, &header);
        add_slot(f, slot, "%s", version);
    } else if (named) {
        add_slot(f, slot, "'%.*s', number %" PRIu32 "%s", NOC_FLASH_NAME_BYTES, header.name,
                 header.sequence, code == NOC_BOOT_OK ? "" : ", written since the boot");
    } else {
        add_slot(f, slot, "%s", flash_boot_text(code));
    }
    return code != NOC_BOOT_OK || now == NOC_BOOT_OK;
}

void look_flash(struct doctor_check *f, struct transport *transport)
{
    uint32_t boot;
    struct error error;
    if (transport_word(transport, NOC_CONTROL_BASE + CTL_BOOT, &boot, &error)) {
        check_error(f, &error, "connect it again");
        return;
    }
    if (!BOOT(boot, DONE)) {
        check_passes(f, "not booted from flash: whoever started the board put its image in place");
        return;
    }
    if (BOOT(boot, READY)) {
        check_passes(f, "booted from slot %u", BOOT(boot, SLOT));
    } else {
        check_fails(f, "no image to boot");
        (void)identity_flash_command(transport, "hello", f->fix, sizeof f->fix);
    }
    const bool whole[NOC_FLASH_SLOTS] = {name_slot(f, transport, 0, BOOT(boot, SLOT0)),
                                         name_slot(f, transport, 1, BOOT(boot, SLOT1))};
    if (f->ok && !(whole[0] && whole[1])) {
        f->ok = false;
        (void)identity_flash_command(transport, "hello", f->fix, sizeof f->fix);
    }
}

/* --- what it runs ---------------------------------------------------------- */

struct difference {
    uint32_t words, first; /* how many differ; where */
    uint32_t breakpoints;  /* of these, where the board has one */
};

/* A debugger's software breakpoint: ebreak, of 4 bytes or of 2 in either half. */
static bool is_breakpoint(uint32_t is, uint32_t should_be)
{
    const uint32_t ebreak = 0x00100073, c_ebreak = 0x9002;
    return is == ebreak || ((is & 0xffff) == c_ebreak && is >> 16 == should_be >> 16) ||
           (is >> 16 == c_ebreak && (is & 0xffff) == (should_be & 0xffff));
}

static enum status compare_code(struct difference *d, struct transport *transport,
                                const struct flash_image *image, struct error *error)
{
    enum { CHUNK = 16 * 1024 };
    unsigned char *is = alloc_zeroed(CHUNK);
    enum status status = STATUS_DONE;
    memset(d, 0, sizeof *d);
    progress_begin("reading the board's image", image->header.code_bytes);
    for (uint32_t at = 0; at < image->header.code_bytes && !status; at += CHUNK) {
        uint32_t left = image->header.code_bytes - at, n = left < CHUNK ? left : CHUNK;
        status = transport_read(transport, NOC_IMAGE_BASE + at, is, n, error);
        for (uint32_t i = 0; i < n && !status; i += 4) {
            uint32_t a = block_word(is, i), b = block_word(image->body + at, i);
            if (a != b) {
                d->first = d->words++ ? d->first : NOC_IMAGE_BASE + at + i;
                d->breakpoints += is_breakpoint(a, b);
            }
        }
        progress_at(at);
    }
    progress_end();
    free(is);
    return status;
}

/* A board that does not boot from flash runs what it was started with. */
static void fix_program(struct doctor_check *f, struct transport *transport, const char *path)
{
    static const char or_else[] = "; or name the one that it runs";
    char how[PATH_MAX], topology[PATH_MAX];
    uint32_t boot = 0;
    struct error unused;
    if (transport_word(transport, NOC_CONTROL_BASE + CTL_BOOT, &boot, &unused) ||
        BOOT(boot, DONE)) {
        (void)identity_flash_command(transport, path, how, sizeof how);
        check_fix(f, "%s%s", how, or_else);
        return;
    }
    program_word(how, sizeof how, path);
    program_word(topology, sizeof topology, transport_topology(transport));
    if (*transport_topology(transport)) {
        check_fix(f, "noct board --topology %s --firmware %s%s", topology, how, or_else);
    } else {
        check_fix(f, "start the board with %s%s", how, or_else);
    }
}

enum status look_program(struct doctor_check *f, struct transport *transport, const char *path,
                         struct error *error)
{
    struct elf_image firmware;
    struct flash_image image;
    struct difference d;
    struct error cut;
    enum status status = elf_image_open(&firmware, path, error);
    if (status) {
        return status;
    }
    status = flash_image_make(&image, &firmware, "", NULL, 0, transport_board(transport), error);
    elf_image_close(&firmware);
    if (status) {
        return status;
    }
    if (compare_code(&d, transport, &image, &cut)) {
        check_error(f, &cut, "connect it again");
    } else if (d.words == 0) {
        check_passes(f, "the board's image is %s, all %" PRIu32 " bytes", path,
                     image.header.code_bytes);
    } else if (d.words == d.breakpoints) {
        check_passes(f, "the board's image is %s, but for %" PRIu32 " breakpoint%s", path, d.words,
                     d.words == 1 ? "" : "s");
    } else {
        check_fails(f,
                    "the board's image is not %s: %" PRIu32 " of %" PRIu32
                    " words differ, the first at 0x%08" PRIx32,
                    path, d.words, image.header.code_bytes / 4, d.first);
        fix_program(f, transport, path);
    }
    flash_image_free(&image);
    return STATUS_DONE;
}
