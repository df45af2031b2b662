/* SPDX-License-Identifier: BSD-2-Clause */
/* How deep an experiment is looked at: planned, simulated, or run on boards. */
#ifndef NOCT_SWEEP_DEPTH_H
#define NOCT_SWEEP_DEPTH_H

#include <jansson.h>

#include "base/options.h"
#include "row.h"
#include "specify/identity.h"

struct depth {
    const char *name;  /* of its command, too */
    key_groups groups; /* keys that an experiment may have */
    /* Does an experiment fit, and what tells it from others? Nothing is planned or made. */
    enum status (*check)(const struct options *o, struct identity *identity, struct error *error);
    /* Make it. identity: NULL, or what tells it from others; it is whole if there is a result. */
    enum status (*execute)(const struct options *o, struct identity *identity, json_t **result,
                           struct error *error);
    void (*begin)(void); /* before many of them are made; NULL: nothing */
    /* The compiler of the firmware of Nocturne's that makes it (row_compiler()); to be freed. NULL: it
     * is made by none; or, if it returns NULL, there is none. */
    char *(*compiler)(void);
};

/* The depth of this name; NULL: there is none. */
const struct depth *depth_find(const char *name);

/* Seeds of trial t are the experiment's and t - 1: it becomes the trial's own. */
enum status depth_seed(struct options *o, uint32_t trial, struct error *error);

/* Does the experiment fit? Of the identity random and bytes are known then. */
enum status depth_check(const struct depth *d, const struct options *o, struct identity *identity,
                        struct error *error);

/* What is made of one trial. */
struct made {
    struct sample sample;
    bool resumed; /* its row is in the file already */
    bool skipped; /* the time was up: nothing is made */
    char *row;    /* malloc'd, one line of JSON and its end; NULL: not asked for */
};

/* The id of its row, of an experiment that fits. row: NULL, or an object, which is begun, and then has
 * what the row says of the experiment. */
enum status depth_id(const struct depth *d, const struct options *o, char id[ROW_ID_TEXT],
                     json_t *row, struct error *error);

/* Make a trial. t->id: NULL: nobody has asked depth_id(), or it does not fit. STATUS_ENVIRONMENT: it could
 * not be made. */
enum status depth_make(const struct depth *d, const struct options *o, const struct trial *t,
                       bool with_row, struct made *made, struct error *error);

#endif
