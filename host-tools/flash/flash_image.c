/* SPDX-License-Identifier: BSD-2-Clause */
#include "flash_image.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "target/counter_blocks.h"
#include "memmap.h"
#include "base/in_file.h"
#include "base/alloc.h"

enum {
    CODE_MAX = NOC_PARAMS_BASE - NOC_IMAGE_BASE,
    BODY_MAX = NOC_FLASH_SLOT_SIZE - NOC_FLASH_SECTOR,
    HEADER_CHECKED = offsetof(struct noc_flash_header, header_crc),
    ERASED = 0xff
};

uint32_t flash_crc(const void *bytes, size_t length)
{
    return (uint32_t)crc32(0, bytes, (uInt)length);
}

const char *flash_boot_text(unsigned code)
{
    static const char *const texts[] = {
#define TEXT(name, number, text) [number] = text,
        NOC_BOOT_CODES(TEXT)
#undef TEXT
    };
    return code < sizeof texts / sizeof *texts ? texts[code] : "unknown";
}

/* Do they fit a slot, and the image? */
static bool fits(uint32_t code_bytes, uint32_t params_bytes)
{
    return code_bytes > 0 && code_bytes <= CODE_MAX && params_bytes <= NOC_PARAMS_SIZE &&
           code_bytes + params_bytes <= BODY_MAX && code_bytes % 4 == 0 && params_bytes % 4 == 0;
}

/* The header at the beginning of these bytes, of whatever version it is. */
static enum noc_boot_code check(const void *bytes, size_t size, uint32_t board)
{
    const struct noc_flash_header *h = bytes;
    if (h->magic != NOC_FLASH_MAGIC) {
        return NOC_BOOT_EMPTY;
    }
    if (!noc_flash_header_fits(h->header_bytes)) {
        return NOC_BOOT_BAD_HEADER;
    }
    if (h->header_bytes <= size) { /* else its checksum cannot be seen */
        uint32_t crc;
        size_t checked = h->header_bytes - sizeof crc;
        memcpy(&crc, (const char *)bytes + checked, sizeof crc);
        if (crc != flash_crc(bytes, checked)) {
            return NOC_BOOT_BAD_HEADER;
        }
    }
    if (h->version != NOC_FLASH_VERSION || h->header_bytes != sizeof *h ||
        h->map_version != blocks_version()) {
        return NOC_BOOT_BAD_VERSION;
    }
    if (h->board != board) {
        return NOC_BOOT_BAD_BOARD;
    }
    return fits(h->code_bytes, h->params_bytes) ? NOC_BOOT_OK : NOC_BOOT_BAD_LENGTH;
}

enum noc_boot_code flash_header_check(const struct noc_flash_header *h, uint32_t board)
{
    return check(h, sizeof *h, board);
}

void flash_version_text(char text[FLASH_VERSION_TEXT], const struct noc_flash_header *h)
{
    if (h->version != NOC_FLASH_VERSION || h->header_bytes != sizeof *h) {
        snprintf(text, FLASH_VERSION_TEXT, "of format %u (header of %u bytes), this noct knows %d",
                 h->version, h->header_bytes, NOC_FLASH_VERSION);
    } else {
        snprintf(text, FLASH_VERSION_TEXT, "for register map 0x%08x, this noct knows 0x%08x",
                 h->map_version, blocks_version());
    }
}

void flash_image_number(struct flash_image *f, uint32_t sequence)
{
    f->header.sequence = sequence;
    f->header.header_crc = flash_crc(&f->header, HEADER_CHECKED);
}

/* --- making ---------------------------------------------------------------- */

static uint32_t words(uint32_t bytes)
{
    return (bytes + 3) & ~3u;
}

enum status flash_image_make(struct flash_image *f, const struct elf_image *firmware,
                             const char *name, const void *params, uint32_t params_bytes,
                             uint32_t board, struct error *error)
{
    uint32_t code_bytes = words(elf_image_code(firmware, NULL));
    memset(f, 0, sizeof *f);
    if (!fits(code_bytes, words(params_bytes))) {
        error_set(error, STATUS_BAD,
                  "firmware '%s': too large: %u bytes of code and %u of parameters", name,
                  code_bytes, params_bytes);
        return error_fix(error, "a slot of the flash has room for %d, %d of them code", BODY_MAX,
                         CODE_MAX);
    }
    f->body_bytes = code_bytes + words(params_bytes);
    f->body = alloc_zeroed(f->body_bytes);
    elf_image_code(firmware, f->body);
    if (params) {
        memcpy(f->body + code_bytes, params, params_bytes);
    }
    f->header = (struct noc_flash_header){
        .magic = NOC_FLASH_MAGIC,
        .version = NOC_FLASH_VERSION,
        .header_bytes = sizeof f->header,
        .board = board,
        .map_version = blocks_version(),
        .code_bytes = code_bytes,
        .params_bytes = words(params_bytes),
        .crc = flash_crc(f->body, f->body_bytes),
    };
    snprintf(f->header.name, sizeof f->header.name, "%s", name);
    flash_image_number(f, 1);
    return STATUS_DONE;
}

void flash_image_free(struct flash_image *f)
{
    free(f->body);
    f->body = NULL;
}

/* --- files ----------------------------------------------------------------- */

static enum status write_all(FILE *file, const struct flash_image *f)
{
    unsigned char sector[NOC_FLASH_SECTOR];
    memset(sector, ERASED, sizeof sector);
    memcpy(sector, &f->header, sizeof f->header);
    bool done = fwrite(sector, 1, sizeof sector, file) == sizeof sector &&
                fwrite(f->body, 1, f->body_bytes, file) == f->body_bytes && fflush(file) == 0 &&
                fsync(fileno(file)) == 0;
    return done ? STATUS_DONE : STATUS_BAD;
}

enum status flash_image_write(const struct flash_image *f, const char *path, struct error *error)
{
    char partial[PATH_MAX];
    int length = snprintf(partial, sizeof partial, "%s.XXXXXX", path);
    int fd = length < PATH_MAX ? mkstemp(partial) : -1;
    FILE *file = fd >= 0 ? fdopen(fd, "wb") : NULL;
    mode_t mask = umask(0);
    umask(mask);
    if (!file) {
        return error_set(error, STATUS_BAD, "out '%s': %s; give a file that can be written", path,
                         strerror(errno));
    }
    enum status status = write_all(file, f);
    if (fchmod(fd, 0666 & ~mask) || fclose(file) || status || rename(partial, path)) {
        status = error_set(error, STATUS_BAD, "out '%s': %s; give a file that can be written", path,
                           strerror(errno));
        unlink(partial);
    }
    return status;
}

/* The whole file; what is too long for a slot is no image. */
static enum status read_file(const char *path, unsigned char **bytes, size_t *size,
                             struct error *error)
{
    struct stat stat;
    const char *why;
    FILE *file = in_file_open(path, &why);
    if (!file) {
        return error_set(error, STATUS_BAD,
                         "image '%s': %s; give a file that noct flash --out has made", path, why);
    }
    if (fstat(fileno(file), &stat) || stat.st_size > NOC_FLASH_SLOT_SIZE) {
        fclose(file);
        return error_set(error, STATUS_BAD,
                         "image '%s': is larger than a slot of the flash, which "
                         "has %d bytes",
                         path, NOC_FLASH_SLOT_SIZE);
    }
    *bytes = alloc_zeroed((size_t)stat.st_size + 1);
    *size = fread(*bytes, 1, (size_t)stat.st_size, file);
    fclose(file);
    return STATUS_DONE;
}

/* What is wrong with these bytes of a file; NULL: nothing. text: for that. */
static const char *fault_of(const struct noc_flash_header *h, const unsigned char *bytes,
                            size_t size, char text[FLASH_VERSION_TEXT])
{
    if (size < NOC_FLASH_SECTOR || h->magic != NOC_FLASH_MAGIC) {
        return "no image for flash; 'noct flash --board emu --firmware hello --out hello.noc' makes one";
    }
    enum noc_boot_code code = check(bytes, size, h->board);
    if (code == NOC_BOOT_BAD_VERSION) {
        flash_version_text(text, h);
        strcat(text, "; pack it by this noct");
        return text;
    }
    if (code != NOC_BOOT_OK) {
        return flash_boot_text(code);
    }
    size_t body = h->code_bytes + h->params_bytes;
    if (size != NOC_FLASH_SECTOR + body) {
        return "damaged: not as long as its header says; make it anew";
    }
    if (flash_crc(bytes + NOC_FLASH_SECTOR, body) != h->crc) {
        return "damaged: its CRC-32 is another; make it anew";
    }
    return NULL;
}

enum status flash_image_read(struct flash_image *f, const char *path, struct error *error)
{
    unsigned char *bytes = NULL;
    size_t size = 0;
    memset(f, 0, sizeof *f);
    enum status status = read_file(path, &bytes, &size, error);
    if (status) {
        return status;
    }
    if (size >= sizeof f->header) {
        memcpy(&f->header, bytes, sizeof f->header);
    }
    char text[FLASH_VERSION_TEXT];
    const char *fault = fault_of(&f->header, bytes, size, text);
    if (fault) {
        free(bytes);
        return error_set(error, STATUS_BAD, "image '%s': %s", path, fault);
    }
    f->body_bytes = size - NOC_FLASH_SECTOR;
    f->body = alloc_zeroed(f->body_bytes);
    memcpy(f->body, bytes + NOC_FLASH_SECTOR, f->body_bytes);
    f->header.name[NOC_FLASH_NAME_BYTES - 1] = 0;
    free(bytes);
    return STATUS_DONE;
}
