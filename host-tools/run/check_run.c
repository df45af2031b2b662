/* SPDX-License-Identifier: BSD-2-Clause */
/* Whether an experiment fits a board of its own, before one is started. */
#include "commands.h"
#include "program/firmware.h"
#include "study/collective.h"
#include "study/specify.h"

/* The emulator, and what each node takes besides its RAM: measured at 16 to 1,024 nodes, rounded up. */
enum { EMULATOR_BYTES = 100 << 20, NODE_BYTES = 192 << 10 };

static void add_board(struct identity *identity, const struct experiment *e, const char *firmware)
{
    identity_add_file(identity, firmware);
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
        add_board(identity, &e, firmware);
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
        add_board(identity, &c.e, firmware);
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
