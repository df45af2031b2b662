/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What tells one experiment from all others: a hash of it as it was resolved, so that a default and
 * the same value written out are one. What `auto` chooses is no part of it, nor how it is printed.
 */
#ifndef NOCT_SPECIFY_IDENTITY_H
#define NOCT_SPECIFY_IDENTITY_H

#include "experiment/experiment.h"

struct identity {
    bool unnamed; /* the hash is not wanted */
    uint64_t hash;
    uint64_t bytes; /* of memory that it takes while it is made, if that is much; else 0 */
    bool random;    /* another seed is another experiment */
    json_t *keys;   /* NULL: not asked for; else the experiment's keys, to which identify() adds */
};

/* Begin one, of nothing. keys: NULL, or the caller's object. */
void identity_begin(struct identity *id, json_t *keys);
/* Begin one of which only bytes and random are wanted: nothing is hashed, nor files read. */
void identity_begin_unnamed(struct identity *id);
void identity_add_text(struct identity *id, const char *text); /* NULL: not given */
void identity_add_number(struct identity *id, uint64_t number);
void identity_add_real(struct identity *id, double number);
/* The bytes of a file that the experiment reads. That it can be read has been seen. */
void identity_add_file(struct identity *id, const char *name);

/* What a row says of a key that identify() does not know; nothing, if keys were not asked for. */
void identity_key_text(struct identity *id, int key, const char *text);
void identity_key_number(struct identity *id, int key, uint64_t number);

/* Add this experiment, which o has become. Of random traffic traffic_identify() adds the rest. */
void identify(struct identity *id, const struct experiment *e, const struct options *o);

/* experiment_make(), and identify() on the way, before `auto` has chosen; identity: NULL: without. */
enum status experiment_identified(struct experiment *e, const struct options *o, unsigned need,
                                  struct identity *identity, struct error *error);

/* A value as it was written: a number, if it is one, or a string. */
json_t *identity_value(const char *text);

#endif
