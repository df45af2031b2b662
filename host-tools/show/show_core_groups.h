/* SPDX-License-Identifier: BSD-2-Clause */
/* The groups of cores of an answer (program/core_groups.h) for people: a table. */
#ifndef NOCT_SHOW_SHOW_CORE_GROUPS_H
#define NOCT_SHOW_SHOW_CORE_GROUPS_H

#include <jansson.h>

void show_core_groups(const json_t *cores);

#endif
