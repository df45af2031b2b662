/* SPDX-License-Identifier: BSD-2-Clause */
/* JSON results: they are printed, and read back. */
#ifndef NOCT_RESULT_RESULT_H
#define NOCT_RESULT_RESULT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* The value of the key "schema" in every answer: raised when a key or value that there was changes
 * its meaning (docs/versions.md). */
enum { RESULT_SCHEMA = 2 };

/* One line of JSON on standard output, at once. */
void result_print(const json_t *result);

/* Read back: an integer or a string of the answer; 0 and "" if it is not there. */
long long result_number(const json_t *result, const char *key);
bool result_has_number(const json_t *result, const char *key); /* is it there, and a number? */
const char *result_text(const json_t *result, const char *key);
bool result_is_context(const json_t *channel); /* a consumption context, not a link's channel? */

/* What an answer of noct counters counts of a node and of a link, and what tells a link's channel:
 * keys, NULL behind the last. */
extern const char *const result_node_counters[], *const result_link_counters[],
                                                     *const result_channel_keys[];

/* Node numbers for people: "0-3 7 9-12 ...", as many as there is room for. */
void result_nodes(const json_t *nodes, char *text, size_t room);

#endif
