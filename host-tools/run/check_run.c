/* SPDX-License-Identifier: BSD-2-Clause */
/* Whether an experiment fits a board of its own, before one is started. */
#include "base/alloc.h"
#include "commands.h"
#include "program/firmware.h"
#include "image/image_origin.h"
#include "collectives/collective.h"
#include "specify/specify.h"

/* The emulator, and what each node takes besides its RAM: measured at 16 to 1,024 nodes, rounded up. */
enum { EMULATOR_BYTES = 100 << 20, NODE_BYTES = 192 << 10 };

/* What the firmware says of an experiment: of a program of the user's own, which program it is; of
 * Nocturne's the compiler alone, since where anything else of it changes a cycle, the version of results
 * is raised. */
static void add_firmware(struct identity *identity, const char *firmware, bool own)
{
    char compiler[COMPILER_TEXT], hash[HASH_TEXT];
    struct elf_image image;
    struct error unused;
    if (identity->unnamed) {
        return;
    }
    if (elf_image_open(&image, firmware, &unused)) {
        identity_add_file(identity, firmware); /* it is none, which the run is going to say */
        return;
    }
    image_compiler(&image, compiler);
    image_hash(&image, hash);
    identity_add_text(identity, own ? hash : compiler);
    elf_image_close(&image);
}

static void add_board(struct identity *identity, const struct experiment *e, const char *firmware,
                      bool own)
{
    add_firmware(identity, firmware, own);
    identity->bytes = EMULATOR_BYTES + (uint64_t)e->topology.nodes * (e->ram + NODE_BYTES);
}

static enum status check_multicast(const struct options *o, struct identity *identity,
                                   struct error *error)
{
    struct experiment e;
    char firmware[PATH_MAX];
    enum status status = experiment_make(&e, o, NEED_SET | NEED_FIRMWARE | NEED_CHECK, error);
    if (status) {
        return status;
    }
    status = firmware_path(firmware, o->text[KEY_firmware], false, error);
    if (!status) {
        identify(identity, &e, o);
        add_board(identity, &e, firmware, o->text[KEY_firmware]);
    }
    experiment_free(&e);
    return status;
}

static enum status check_of_collective(const struct options *o, struct identity *identity,
                                       struct error *error)
{
    struct collective c;
    char firmware[PATH_MAX];
    enum status status = collective_make(&c, o, error);
    if (status) {
        return status;
    }
    status = firmware_path(firmware, "collective", false, error);
    if (!status) {
        collective_identify(identity, &c, o);
        add_board(identity, &c.e, firmware, false);
    }
    collective_free(&c);
    return status;
}

enum status check_run(const struct options *o, struct identity *identity, struct error *error)
{
    if (o->text[KEY_board] || o->words_n) {
        error_set(error, STATUS_BAD, "%s: is for one experiment",
                  o->text[KEY_board] ? "board" : "a program behind the flags");
        return error_fix(error, o->text[KEY_board] ? "a study starts boards of its own"
                                                   : "give it by --firmware");
    }
    if (o->text[KEY_collective]) {
        return check_of_collective(o, identity, error);
    }
    enum status status = collective_refuse_others(o, error);
    return status ? status : check_multicast(o, identity, error);
}

char *run_compiler(void)
{
    char path[PATH_MAX], compiler[COMPILER_TEXT];
    struct elf_image image;
    struct error unused;
    if (firmware_path(path, NULL, false, &unused) || elf_image_open(&image, path, &unused)) {
        return NULL;
    }
    image_compiler(&image, compiler);
    elf_image_close(&image);
    return alloc_text(compiler);
}
