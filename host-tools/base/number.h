/* SPDX-License-Identifier: BSD-2-Clause */
/* Whole numbers in what people write. */
#ifndef NOCT_BASE_NUMBER_H
#define NOCT_BASE_NUMBER_H

#include "options.h"

/* A whole number from lowest to highest, or an error about `name`. */
enum status number_parse(const char *name, const char *text, uint64_t lowest, uint64_t highest,
                         uint64_t *value, struct error *error);

/* The number given for this key, or `otherwise`. */
enum status number_option(const struct options *o, int key, uint64_t lowest, uint64_t highest,
                          uint64_t otherwise, uint64_t *value, struct error *error);

#endif
