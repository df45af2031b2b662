/* SPDX-License-Identifier: BSD-2-Clause */
#include "flash_write.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "target/counter_blocks.h"
#include "target/registry.h"
#include "memmap.h"
#include "base/progress.h"
#include "regs.h"

enum {
    CHUNK = 8192, /* bytes of one command, so that none lasts long: 0.5 s on an emulated board */
    ASK_SECONDS = 20,
    BEGIN_SECONDS = 120, /* chips that wait for 65,536 words: 10 s on an emulated board */
    ERASE_SECONDS = 300, /* of a slot: 32 blocks of slow NOR, 4 s each, and as much again */
    WRITE_SECONDS = 60,  /* of a chunk */
    LOOK_SECONDS = 3,    /* for the boot ROM, on a board that has long been up */
    BOOT_SECONDS = 20,   /* after a reset */
    HEADER_WORDS = sizeof(struct noc_flash_header) / 4
};

struct flashing {
    struct openocd *o;
    const struct board_description *d;
    struct flash_image *image;
    struct noc_flash_header header[NOC_FLASH_SLOTS]; /* as they were */
    bool read;                                       /* they have been read: */
    int kept;      /* the slot that is booted meanwhile; negative: none is */
    unsigned slot; /* the other one */
    int chunk;     /* an anonymous file, for OpenOCD to read */
    /* How far it has come, for whom it ends early. */
    enum { UNTOUCHED, BROKEN, HEADER, WHOLE } stage;
};

/* --- being interrupted ----------------------------------------------------- */

static volatile sig_atomic_t interrupted;

static void on_signal(int number)
{
    interrupted = number;
}

/* The first of these signals is taken between two commands; a second one kills, as usual. */
static void listen_for_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    interrupted = 0;
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction before;
        /* What was to be ignored stays so, as a hangup is under nohup. */
        if (sigaction(numbers[i], NULL, &before) || before.sa_handler != SIG_IGN) {
            sigaction(numbers[i], &action, NULL);
        }
    }
}

/* In what state the flash is. */
static void say_stage(const struct flashing *f, struct error *error)
{
    char other[80] = "the board has no image until it is flashed again";
    if (f->kept >= 0) {
        snprintf(other, sizeof other, "the board boots slot %d ('%.*s') as before", f->kept,
                 NOC_FLASH_NAME_BYTES, f->header[f->kept].name);
    }
    switch (f->stage) {
    case UNTOUCHED:
        /* An earlier flashing may have been cut off. */
        error_remark(error, "nothing has been written%s%s", f->read ? ", " : "",
                     f->read ? other : "");
        break;
    case BROKEN:
        error_remark(error, "slot %u is half written, %s", f->slot, other);
        break;
    case HEADER:
        error_remark(error,
                     "slot %u is written, but perhaps not its header; without the header, %s",
                     f->slot, other);
        break;
    case WHOLE:
        error_remark(error, "slot %u is whole, and is booted at the next reset", f->slot);
        break;
    }
}

/* --- commands -------------------------------------------------------------- */

static enum status command(struct flashing *f, const char *text, int seconds, struct error *error)
{
    if (interrupted) {
        return error_set(error, STATUS_ENVIRONMENT, "interrupted");
    }
    return openocd_ask(f->o, text, seconds, NULL, error);
}

static enum status read_words(struct flashing *f, uint32_t address, uint32_t *to, unsigned n,
                              struct error *error)
{
    char text[80];
    const char *result;
    snprintf(text, sizeof text, "read_memory 0x%08" PRIx32 " 32 %u", address, n);
    enum status status = openocd_ask(f->o, text, ASK_SECONDS, &result, error);
    for (unsigned i = 0; i < n && !status; i++) {
        char *end;
        to[i] = (uint32_t)strtoul(result, &end, 0);
        if (end == result) {
            return error_set(error, STATUS_ENVIRONMENT,
                             "board %s: OpenOCD answered '%s' with %u of %u words", f->d->board,
                             text, i, n);
        }
        result = end;
    }
    return status;
}

static enum status read_ni(struct flashing *f, uint32_t offset, uint32_t *word, struct error *error)
{
    return read_words(f, NOC_NI_BASE + offset, word, 1, error);
}

static unsigned boot_field(uint32_t boot, unsigned shift, unsigned bits)
{
    return noc_field_get(boot, shift, bits);
}
#define BOOT(boot, field) boot_field(boot, NI_BOOT_##field##_SHIFT, NI_BOOT_##field##_BITS)

/* Until the boot ROM has decided. False: it has not, for long. */
static enum status wait_for_boot(struct flashing *f, int seconds, uint32_t *boot, bool *decided,
                                 struct error *error)
{
    enum { PAUSE_MS = 50 };
    const struct timespec pause = {.tv_nsec = PAUSE_MS * 1000000};
    enum status status = STATUS_DONE;
    *decided = false;
    progress_begin("waiting for the boot ROM", 0);
    for (unsigned i = 0; i < (unsigned)seconds * 1000 / PAUSE_MS && !status && !*decided; i++) {
        if (i > 0) {
            nanosleep(&pause, NULL);
            progress_tick();
        }
        status = read_ni(f, NI_BOOT, boot, error);
        *decided = !status && BOOT(*boot, DONE);
        if (!status && !*decided && interrupted) {
            status = error_set(error, STATUS_ENVIRONMENT, "interrupted");
        }
    }
    progress_end();
    return status;
}

/* --- before anything is changed -------------------------------------------- */

/* Is it the board described, and does it suit the image? */
static enum status check_board(struct flashing *f, const struct flash_takes *takes,
                               struct error *error)
{
    uint32_t nodes = takes->nodes, ram = takes->ram, wiring = takes->wiring;
    uint32_t version, board, has_nodes, has_ram, has_wiring;
    enum status status;
    if ((status = read_ni(f, NI_VERSION, &version, error)) ||
        (status = read_ni(f, NI_BOARD, &board, error)) ||
        (status = read_ni(f, NI_NODES, &has_nodes, error)) ||
        (status = read_ni(f, NI_WIRING, &has_wiring, error)) ||
        (status = read_ni(f, NI_RAM, &has_ram, error))) {
        return status;
    }
    if (version != blocks_version()) {
        error_set(error, STATUS_ENVIRONMENT,
                  "board %s: register map 0x%08" PRIx32 ", this noct knows 0x%08" PRIx32,
                  f->d->board, version, blocks_version());
        return error_fix(error, "take noct and the gateware from the same build");
    }
    if (board != f->d->id) {
        error_set(error, STATUS_BAD,
                  "board %s: has the id %" PRIu32 ", its description says %" PRIu32, f->d->board,
                  board, f->d->id);
        return error_fix(error, "give the description of this board");
    }
    if (nodes && nodes != has_nodes) {
        error_set(error, STATUS_BAD, "board %s: has %" PRIu32 " nodes, the topology %" PRIu32,
                  f->d->board, has_nodes, nodes);
        return error_fix(error, "give the board's own topology");
    }
    if (wiring && wiring != has_wiring) {
        error_set(error, STATUS_BAD,
                  "board %s: is wired otherwise (0x%08" PRIx32
                  ") than the image is for (0x%08" PRIx32
                  "): another topology, routing, or number of ports",
                  f->d->board, has_wiring, wiring);
        return error_fix(error, "give those of this board");
    }
    if (ram > has_ram) {
        error_set(error, STATUS_BAD,
                  "board %s: its nodes have %" PRIu32 "K of RAM, the image is for %" PRIu32 "K",
                  f->d->board, has_ram / 1024, ram / 1024);
        return error_fix(error, "give ram %" PRIu32 "K", has_ram / 1024);
    }
    return STATUS_DONE;
}

/*
 * Which slot is to be kept: the one that was booted. If none was, one whose header has become whole
 * since. (The ROM alone reads code: what it calls bad is bad.)
 */
static int slot_to_keep(const struct flashing *f, uint32_t boot)
{
    const unsigned code[NOC_FLASH_SLOTS] = {BOOT(boot, SLOT0), BOOT(boot, SLOT1)};
    unsigned booted = BOOT(boot, SLOT);
    if (BOOT(boot, READY) && flash_header_check(&f->header[booted], f->d->id) == NOC_BOOT_OK) {
        return (int)booted;
    }
    for (int slot = 0; slot < NOC_FLASH_SLOTS; slot++) {
        if (code[slot] != NOC_BOOT_BAD_CRC &&
            flash_header_check(&f->header[slot], f->d->id) == NOC_BOOT_OK) {
            return slot;
        }
    }
    return -1;
}

/* The number of an image that is newer than all that may be booted: the kept one, first of all. */
static uint32_t next_number(const struct flashing *f)
{
    bool any = f->kept >= 0;
    uint32_t newest = any ? f->header[f->kept].sequence : 0;
    for (unsigned slot = 0; slot < NOC_FLASH_SLOTS; slot++) {
        uint32_t sequence = f->header[slot].sequence;
        if (flash_header_check(&f->header[slot], f->d->id) == NOC_BOOT_OK &&
            (!any || noc_flash_newer(sequence, newest))) {
            newest = sequence;
            any = true;
        }
    }
    return newest + 1;
}

/* Where to, and as which in the order of images. */
static enum status choose_slot(struct flashing *f, uint32_t boot, struct error *error)
{
    for (unsigned slot = 0; slot < NOC_FLASH_SLOTS; slot++) {
        uint32_t words[HEADER_WORDS];
        enum status status =
            read_words(f, NOC_FLASH_BASE + slot * NOC_FLASH_SLOT_SIZE, words, HEADER_WORDS, error);
        if (status) {
            return status;
        }
        memcpy(&f->header[slot], words, sizeof words);
    }
    f->kept = slot_to_keep(f, boot);
    f->read = true;
    f->slot = f->kept == 0;
    flash_image_number(f->image, next_number(f));
    return STATUS_DONE;
}

/* A description that says nothing of a flash is found out by no error of OpenOCD's. */
static enum status check_bank(struct flashing *f, struct error *error)
{
    const char *banks;
    enum status status = openocd_ask(f->o, "llength [flash list]", ASK_SECONDS, &banks, error);
    return !status && strcmp(banks, "0") == 0
             ? error_set(error, STATUS_BAD,
                         "%s: has no flash bank: 'nocturne_cfi' is missing, or comes before "
                         "'nocturne_targets'",
                         f->d->path)
             : status;
}

/* All that can be found out without changing the flash; the core of node 0 is then halted. */
static enum status prepare(struct flashing *f, const struct flash_takes *takes, struct error *error)
{
    uint32_t boot;
    bool decided;
    enum status status = check_bank(f, error);
    status = status ? status : check_board(f, takes, error);
    if (!status) {
        /* The core may have been left halted. */
        status = command(f, "nocturne_flash_end", ASK_SECONDS, error);
    }
    if (!status) {
        status = wait_for_boot(f, LOOK_SECONDS, &boot, &decided, error);
    }
    if (!status && !decided) {
        error_set(error, STATUS_ENVIRONMENT,
                  "board %s: does not boot from flash: its program was loaded when it was "
                  "started",
                  f->d->board);
        status = error_fix(error, "start it with a flash, by '" REGISTRY_START
                                  " --flash board.bin --jtag'");
    }
    if (!status) {
        status = command(f, "nocturne_flash_begin", BEGIN_SECONDS, error);
    }
    return status ? status : choose_slot(f, boot, error);
}

/* --- writing --------------------------------------------------------------- */

/* Bytes to offset `at` of the slot: write or verify. */
static enum status chunk_command(struct flashing *f, const char *what, uint32_t at,
                                 const void *bytes, size_t length, struct error *error)
{
    char text[160];
    if (ftruncate(f->chunk, 0) || pwrite(f->chunk, bytes, length, 0) != (ssize_t)length) {
        return error_set(error, STATUS_ENVIRONMENT, "cannot make a temporary file: %s",
                         strerror(errno));
    }
    snprintf(text, sizeof text, "nocturne_flash_%s /proc/%ld/fd/%d 0x%08" PRIx32, what,
             (long)getpid(), f->chunk, f->slot * NOC_FLASH_SLOT_SIZE + at);
    return command(f, text, WRITE_SECONDS, error);
}

static enum status body_command(struct flashing *f, const char *what, const char *title,
                                struct error *error)
{
    enum status status = STATUS_DONE;
    size_t left = f->image->body_bytes;
    progress_begin(title, left);
    for (size_t at = 0; at < f->image->body_bytes && !status; at += CHUNK) {
        left = f->image->body_bytes - at;
        status = chunk_command(f, what, NOC_FLASH_SECTOR + (uint32_t)at, f->image->body + at,
                               left < CHUNK ? left : CHUNK, error);
        progress_at(at);
    }
    progress_end();
    return status;
}

static enum status erase(struct flashing *f, uint32_t at, uint32_t bytes, struct error *error)
{
    char text[80];
    snprintf(text, sizeof text, "nocturne_flash_erase 0x%08" PRIx32 " 0x%08" PRIx32,
             f->slot * NOC_FLASH_SLOT_SIZE + at, bytes);
    return command(f, text, ERASE_SECONDS, error);
}

/* The header's sector first, the header last: until its last word is there this slot is none. */
static enum status write_slot(struct flashing *f, struct error *error)
{
    uint32_t sectors = (uint32_t)((f->image->body_bytes + NOC_FLASH_SECTOR - 1) / NOC_FLASH_SECTOR);
    const struct noc_flash_header *header = &f->image->header;
    enum status status;
    if (interrupted) {
        return error_set(error, STATUS_ENVIRONMENT, "interrupted");
    }
    fprintf(stderr, "noct flash: slot %u: erase, program %zu bytes, read them back\n", f->slot,
            f->image->body_bytes + sizeof *header);
    f->stage = BROKEN;
    if ((status = erase(f, 0, NOC_FLASH_SECTOR, error)) ||
        (status = erase(f, NOC_FLASH_SECTOR, sectors * NOC_FLASH_SECTOR, error)) ||
        (status = body_command(f, "write", "programming", error)) ||
        (status = body_command(f, "verify", "reading back", error)) || interrupted) {
        return status ? status : error_set(error, STATUS_ENVIRONMENT, "interrupted");
    }
    f->stage = HEADER;
    if ((status = chunk_command(f, "write", 0, header, sizeof *header, error)) ||
        (status = chunk_command(f, "verify", 0, header, sizeof *header, error))) {
        return status;
    }
    f->stage = WHOLE;
    return STATUS_DONE;
}

static enum status see_it_boot(struct flashing *f, uint32_t *boot, struct error *error)
{
    bool decided;
    fprintf(stderr, "noct flash: reset\n");
    enum status status = command(f, "nocturne_reset", ASK_SECONDS, error);
    if (!status) {
        status = wait_for_boot(f, BOOT_SECONDS, boot, &decided, error);
    }
    if (status) {
        return status;
    }
    const unsigned code[NOC_FLASH_SLOTS] = {BOOT(*boot, SLOT0), BOOT(*boot, SLOT1)};
    if (!decided) {
        return error_set(error, STATUS_NO, "the boot ROM has not chosen a slot within %d s",
                         BOOT_SECONDS);
    }
    if (!BOOT(*boot, READY) || BOOT(*boot, SLOT) != f->slot) {
        error_set(error, STATUS_NO,
                  "slot %u was written and read back, but the board %s: slot 0: %s, slot 1: %s",
                  f->slot, BOOT(*boot, READY) ? "boots the other one" : "boots nothing",
                  flash_boot_text(code[0]), flash_boot_text(code[1]));
        return error_fix(error, "flash again, or replace the flash");
    }
    return STATUS_DONE;
}

enum status flash_write_do(struct openocd *o, const struct board_description *d,
                           struct flash_image *image, const struct flash_takes *takes,
                           struct flashed *flashed, struct error *error)
{
    struct flashing f = {.o = o, .d = d, .image = image, .kept = -1};
    struct error unused;
    f.chunk = memfd_create("chunk", MFD_CLOEXEC);
    if (f.chunk < 0) {
        return error_set(error, STATUS_ENVIRONMENT, "cannot make a temporary file: %s",
                         strerror(errno));
    }
    listen_for_signals();
    enum status status = prepare(&f, takes, error);
    if (!status) {
        status = write_slot(&f, error);
    }
    if (!status) {
        status = see_it_boot(&f, &flashed->boot, error);
    }
    if (status && status != STATUS_NO) {
        /* Also where it ends between the last word and the reset: the core may be halted. */
        (void)openocd_ask(o, "nocturne_flash_end", ASK_SECONDS, NULL, &unused);
        say_stage(&f, error);
    }
    flashed->slot = f.slot;
    flashed->sequence = image->header.sequence;
    close(f.chunk);
    return status;
}
