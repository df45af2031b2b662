/* SPDX-License-Identifier: BSD-2-Clause */
/* An experiment on a board of its own or on a live one, until it ended; and what it then shows. */
#ifndef NOCT_RUN_MEASURED_RUN_H
#define NOCT_RUN_MEASURED_RUN_H

#include <jansson.h>
#include <stdio.h>

#include "debugger.h"
#include "experiment/experiment.h"
#include "image/elf_image.h"
#include "qemu.h"
#include "stamps.h"
#include "target/transport.h"

/* --limit-cycles, or some generous figure from what the experiment should take. */
uint64_t limit_of(const struct experiment *e);

/* A finished board, read. */
struct measured_run {
    struct qemu qemu;
    unsigned char *block; /* of counters, of each node */
    json_t *cores;        /* where they stand; NULL if all is well */
    struct stamps stamps; /* of its routers, if e->detail.worms, of a board of its own */
    bool stamped;
};

/* Run it. transport: a live board, or NULL: one of its own, with this firmware, whose console goes to
 * `console` and which is served what `host` says (NULL: nothing), and at which gdb looks (NULL: nobody).
 * measured_run_free() also after an error. */
enum status measured_run_make(struct measured_run *r, const struct experiment *e,
                              struct transport *transport, const char *firmware,
                              const struct elf_image *image, const struct qemu_host *host,
                              struct debugger *debugger, FILE *console, struct error *error);
/* The same of noct's own firmware. STATUS_BAD: one of its cores said that the experiment does not fit
 * the board. Else what cores printed is then written to `shown`. */
enum status measured_run_own(struct measured_run *r, const struct experiment *e,
                             struct transport *transport, const char *firmware,
                             const struct elf_image *image, FILE *shown, struct error *error);
void measured_run_free(struct measured_run *r);

/* Messages that found no place where they came, and were sent again. */
uint64_t measured_run_discarded(const struct measured_run *r, const struct experiment *e);

/* The cycle of a core's MARK 0 or 1. False: it has not marked, or failed. */
bool measured_run_mark(const struct measured_run *r, uint32_t node, int mark, uint64_t *cycle);

/* How it ended, if not as it should have. */
void measured_run_end(const struct measured_run *r, const struct experiment *e, json_t *result);

/* What each channel carried, as the key "links", if it was asked for; null where a router has more
 * channels than a block has rows. */
void measured_run_links(const struct measured_run *r, const struct experiment *e, json_t *result);

/* Is the answer no? Then say why in one line. */
enum status measured_run_judge(const struct experiment *e, const struct measured_run *r,
                               struct error *error);

#endif
