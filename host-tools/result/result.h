/* SPDX-License-Identifier: BSD-2-Clause */
/* What the answers of several commands have in common. */
#ifndef NOCT_RESULT_RESULT_H
#define NOCT_RESULT_RESULT_H

#include <jansson.h>

#include "study/experiment.h"

/* {"schema":1,"topology":...,"routing":...,"ports":...}, and with a
 * destination set also algorithm, source, m and length, and "forced", the reason why
 * the algorithm's proof does not hold, if it does not. */
json_t *result_new(const struct experiment *e);

/* {"from","to","step"} of a worm: message[0..size-1]. */
json_t *result_worm(const struct noc_message *message, uint32_t size);

/* {"node","next","dim","vc"} */
json_t *result_channel(const struct experiment *e, const struct noc_channel *c);

/* What else an answer was asked with: "pipeline", and of router parameters, "seed", "tau_s"
 * and "tau_r" those that matter: costs always with a multicast, seed with chance, parameters
 * where given. */
void result_setting(json_t *result, const struct experiment *e, const struct options *o);

/* "latency_max", "latency_mean", "latency" of the destinations; cycles: by
 * node, NOC_NEVER where the call never returned (those are left out). */
void result_latency(json_t *result, const struct experiment *e, const uint64_t *cycles);

/* One line of JSON on standard output, at once. */
void result_print(const json_t *result);

/* Read back: an integer or a string of the answer; 0 and "" if it is not there. */
long long result_number(const json_t *result, const char *key);
bool result_has_number(const json_t *result, const char *key); /* is it there, and a number? */
const char *result_text(const json_t *result, const char *key);
bool result_is_context(const json_t *channel); /* a consumption context, not a link's channel? */

/* Node numbers for people: "0-3 7 9-12 ...", as many as there is room for. */
void result_nodes(const json_t *nodes, char *text, size_t room);

/* "u-torus on torus:8x8, routing btr, ports one: node 0 to 63 others, 64 flits" */
void show_title(const json_t *result);

/* A multicast's latencies for people: figures, a map, a histogram. */
void show_latency(const json_t *result);

/* An answer's deadlock: who waits for what, in a circle, and where that lies in the network. */
void show_deadlock(const json_t *result);

#endif
