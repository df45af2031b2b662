/* SPDX-License-Identifier: BSD-2-Clause */
#include "running_program.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/install_paths.h"
#include "memmap.h"
#include "base/alloc.h"
#include "firmware.h"

/* Of each STRIDE bytes the first SAMPLE are compared: what is built otherwise has other addresses
 * in it, and lies elsewhere. */
enum { STRIDE = 1024, SAMPLE = 64, SAMPLES = NOC_IMAGE_SIZE / STRIDE };

/* What was read of the board's image, so that it is read once for all candidates. */
struct board_image {
    struct transport *transport;
    bool known[SAMPLES];
    unsigned char bytes[SAMPLES][SAMPLE];
};

/* A debugger's breakpoint stands where the image has another instruction. */
static bool has_breakpoint(const unsigned char *bytes)
{
    for (unsigned i = 0; i + 1 < SAMPLE; i += 2) {
        uint32_t half = bytes[i] | (uint32_t)bytes[i + 1] << 8;
        bool whole = i + 3 < SAMPLE && half == 0x0073 && bytes[i + 2] == 0x10 && bytes[i + 3] == 0;
        if (half == 0x9002 || whole) { /* c.ebreak, ebreak */
            return true;
        }
    }
    return false;
}

/* *at: where they differ first; 0: nowhere that was looked at. */
static enum status compare(struct board_image *b, const struct elf_image *image, uint32_t *at,
                           struct error *error)
{
    uint32_t length = elf_image_code(image, NULL);
    unsigned char *code = alloc_zeroed(length + SAMPLE);
    enum status status = STATUS_DONE;
    elf_image_code(image, code);
    *at = 0;
    for (uint32_t i = 0; i < length / STRIDE + 1 && i < SAMPLES && !status && !*at; i++) {
        uint32_t offset = i * STRIDE;
        uint32_t n = length - offset < SAMPLE ? (length - offset) & ~3u : SAMPLE;
        if (!b->known[i]) {
            status =
                transport_read(b->transport, NOC_IMAGE_BASE + offset, b->bytes[i], SAMPLE, error);
            b->known[i] = !status;
        }
        if (!status && memcmp(b->bytes[i], code + offset, n) != 0 && !has_breakpoint(b->bytes[i])) {
            *at = NOC_IMAGE_BASE + offset;
        }
    }
    free(code);
    return status;
}

static enum status open_given(struct running_program *r, struct board_image *b, const char *given,
                              struct error *error)
{
    uint32_t at;
    enum status status = firmware_path(r->path, given, false, error);
    if (status || (status = elf_image_open(&r->image, r->path, error))) {
        return status;
    }
    status = compare(b, &r->image, &at, error);
    if (status) {
        elf_image_close(&r->image);
        return status;
    }
    r->matches = at == 0;
    if (at) {
        snprintf(r->warning, sizeof r->warning,
                 "firmware '%.200s': not what the board runs, which differs at 0x%08x: functions "
                 "and lines are not known; give the file that was loaded",
                 r->path, at);
    }
    return STATUS_DONE;
}

static int is_elf(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 4 && strcmp(entry->d_name + length - 4, ".elf") == 0;
}

/* The first ELF in this directory that is in the board's image. */
static enum status search(struct running_program *r, struct board_image *b, const char *directory,
                          struct error *error)
{
    struct dirent **list;
    enum status status = STATUS_DONE;
    int n = scandir(directory, &list, is_elf, alphasort);
    for (int i = 0; i < n; i++) {
        char path[PATH_MAX];
        struct error unused;
        uint32_t at = 1;
        int length = snprintf(path, sizeof path, "%s/%s", directory, list[i]->d_name);
        if (!r->matches && !status && length < PATH_MAX &&
            !elf_image_open(&r->image, path, &unused)) {
            status = compare(b, &r->image, &at, error);
            r->matches = !status && at == 0;
            if (r->matches) {
                memcpy(r->path, path, sizeof path);
            } else {
                elf_image_close(&r->image);
            }
        }
        free(list[i]);
    }
    if (n >= 0) {
        free(list);
    }
    return status;
}

/* Of noct's own firmware, traced variants too. */
static enum status search_own(struct running_program *r, struct board_image *b, struct error *error)
{
    char directory[PATH_MAX], traced[PATH_MAX + 8];
    struct error unused;
    enum status status = STATUS_DONE;
    if (!find_firmware(directory, "multicast", &unused)) {
        *strrchr(directory, '/') = 0;
        status = search(r, b, directory, error);
        snprintf(traced, sizeof traced, "%s/trace", directory);
        if (!status && !r->matches) {
            status = search(r, b, traced, error);
        }
    }
    if (!status && !r->matches) {
        snprintf(r->warning, sizeof r->warning,
                 "firmware: the board runs none of noct's own: functions and lines are not known; "
                 "give the file that was loaded, as --firmware mine.elf");
    }
    return status;
}

enum status running_program_find(struct running_program *r, struct transport *transport,
                                 const char *given, struct error *error)
{
    struct board_image *b = alloc_zeroed(sizeof *b);
    memset(r, 0, sizeof *r);
    b->transport = transport;
    enum status status = given ? open_given(r, b, given, error) : search_own(r, b, error);
    free(b);
    if (status || !r->path[0]) {
        return status;
    }
    r->source = debug_info_open(&r->image);
    if (!r->source && !r->warning[0]) {
        snprintf(r->warning, sizeof r->warning,
                 "firmware '%.200s': no debug information: lines%s are not known; compile with -g, "
                 "and do not strip",
                 r->path, r->image.symbols_count ? "" : " and functions");
    }
    return STATUS_DONE;
}

void running_program_free(struct running_program *r)
{
    debug_info_close(r->source);
    r->source = NULL;
    elf_image_close(&r->image);
}

const struct elf_image *running_program_image(const struct running_program *r)
{
    return r->path[0] && r->matches ? &r->image : NULL;
}

const char *running_program_function(const struct running_program *r, uint32_t pc, uint32_t *offset)
{
    *offset = 0;
    const struct elf_image *image = running_program_image(r);
    return image ? elf_image_function(image, pc, offset) : NULL;
}

unsigned running_program_frames(const struct running_program *r, uint32_t pc,
                                struct debug_info_frame frame[DEBUG_INFO_FRAMES_MAX])
{
    return r->source && r->matches ? debug_info_find(r->source, pc, frame) : 0;
}
