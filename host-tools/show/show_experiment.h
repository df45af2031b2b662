/* SPDX-License-Identifier: BSD-2-Clause */
/* What the answers of several commands about an experiment print alike. */
#ifndef NOCT_SHOW_SHOW_EXPERIMENT_H
#define NOCT_SHOW_SHOW_EXPERIMENT_H

#include <jansson.h>

/* "u-torus on torus:8x8, routing btr, ports one: node 0 to 63 others, 64 flits", and the line about
 * what `auto` chose, if the answer has an "auto". */
void show_title(const json_t *result);

/* "one-port". */
void show_ports(const json_t *result);

/* The line about what `auto` chose, if the answer has an "auto". */
void show_auto(const json_t *result);

/* One line about the steps when channels share links, if the answer has them. */
void show_sharing(const json_t *result);

#endif
