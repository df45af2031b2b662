/* SPDX-License-Identifier: BSD-2-Clause */
/* Lists of nodes as people write them. */
#ifndef NOCT_BASE_NODE_LIST_H
#define NOCT_BASE_NODE_LIST_H

#include <stdint.h>

#include "error.h"

/* "3,7,20-23" -> *list (malloc'd), *n. Each is below `nodes`; there are at most `nodes` of them. */
enum status nodes_parse(const char *name, const char *text, uint32_t nodes, uint16_t **list,
                        uint32_t *n, struct error *error);

/* The item without the blanks around it, in place. */
char *trimmed(char *item);

#endif
