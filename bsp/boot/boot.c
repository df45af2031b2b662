/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * From flash to the image: look at both slots, copy the better one, tell all nodes.
 */
#include "boot.h"

#include "ni.h"
#include "slot.h"

enum { WORD = sizeof(uint32_t), NONE = NOC_FLASH_SLOTS };

static void put(const char *text)
{
    while (*text != '\0') {
        ni_write(NI_CONSOLE, (unsigned char)*text++);
    }
}

static void copy(uint32_t to, uint32_t from, uint32_t bytes)
{
    for (uint32_t at = 0; at < bytes; at += WORD) {
        mmio_write32(to + at, mmio_read32(from + at));
    }
}

static void put_in_place(const struct boot_image *image)
{
    copy(NOC_IMAGE_BASE, image->from, image->code_bytes);
    copy(NOC_PARAMS_BASE, image->from + image->code_bytes, image->params_bytes);
    if (image->params_bytes == 0) {
        mmio_write32(NOC_PARAMS_BASE, UINT32_MAX); /* not the last image's magic */
    }
}

/* Of two good ones the newer. */
static unsigned choose(const enum noc_boot_code *code, const struct boot_image *image)
{
    unsigned chosen = NONE;

    for (unsigned slot = 0; slot < NOC_FLASH_SLOTS; slot++) {
        if (code[slot] == NOC_BOOT_OK &&
            (chosen == NONE || noc_flash_newer(image[slot].sequence, image[chosen].sequence))) {
            chosen = slot;
        }
    }
    return chosen;
}

static const char *text_of(enum noc_boot_code code)
{
#define TEXT(name, number, text) [number] = text,
    static const char *const texts[] = {NOC_BOOT_CODES(TEXT)};
#undef TEXT

    return texts[code];
}

static void say_none(const enum noc_boot_code *code)
{
    put("boot: no image in flash (slot 0: ");
    put(text_of(code[0]));
    put(", slot 1: ");
    put(text_of(code[1]));
    put("): write one with noct flash\n");
}

bool boot_from_flash(void)
{
    struct boot_image image[NOC_FLASH_SLOTS];
    enum noc_boot_code code[NOC_FLASH_SLOTS];
    unsigned chosen;
    uint32_t found;

    if (NOC_GET(ni_read(NI_BOOT), NI_BOOT, READY)) {
        return true; /* this hart alone was reset */
    }
    for (unsigned slot = 0; slot < NOC_FLASH_SLOTS; slot++) {
        code[slot] = boot_look_at(slot, &image[slot]);
    }
    found = NOC_PUT(code[0], NI_BOOT, SLOT0) | NOC_PUT(code[1], NI_BOOT, SLOT1) |
            NOC_PUT(1, NI_BOOT, DONE);
    chosen = choose(code, image);
    if (chosen == NONE) {
        ni_write(NI_BOOT, found);
        say_none(code);
        return false;
    }
    put_in_place(&image[chosen]);
    ni_write(NI_BOOT, found | NOC_PUT(chosen, NI_BOOT, SLOT) | NOC_PUT(1, NI_BOOT, READY));
    return true;
}
