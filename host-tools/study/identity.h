/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What tells one experiment from all others: a hash of it as it was resolved, so that a default and
 * the same value written out are one. What `auto` chooses is no part of it, nor how it is printed.
 */
#ifndef NOCT_STUDY_IDENTITY_H
#define NOCT_STUDY_IDENTITY_H

#include "experiment.h"

struct identity {
    uint64_t hash;
    uint64_t bytes; /* of memory that it takes while it is made, if that is much; else 0 */
    bool random;    /* another seed is another experiment */
    json_t *keys;   /* NULL: not asked for; else the experiment's keys, to which identify() adds */
};

/* Begin one, of nothing. with_keys: its owner decrefs the keys. */
void identity_begin(struct identity *id, bool with_keys);
void identity_add_text(struct identity *id, const char *text); /* NULL: not given */
/* The bytes of a file that the experiment reads. That it can be read has been seen. */
void identity_add_file(struct identity *id, const char *name);

/* Add this experiment, which o has become. */
void identify(struct identity *id, const struct experiment *e, const struct options *o);

/* A value as it was written: a number, if it is one, or a string. */
json_t *identity_value(const char *text);

#endif
