/* SPDX-License-Identifier: BSD-2-Clause */
/* What the JSON answers of several commands say of an experiment. */
#ifndef NOCT_EXPERIMENT_EXPERIMENT_RESULT_H
#define NOCT_EXPERIMENT_EXPERIMENT_RESULT_H

#include <jansson.h>

#include "experiment.h"

/* {"schema":2,"topology":...,"routing":...,"ports":...}, and with a
 * destination set also algorithm, source, m and length, and "forced", the reason why
 * the algorithm's proof does not hold, if it does not. */
json_t *result_new(const struct experiment *e);

/* {"from","to","step"} of a worm: message[0..size-1]. */
json_t *result_worm(const struct noc_message *message, uint32_t size);

/* {"node","next","dim","vc"} */
json_t *result_channel(const struct experiment *e, const struct noc_channel *c);

/* A circular wait: [{"from","to","holds":{channel},"wants":{channel}}]; of a worm with several
 * destinations `to` is the last, and "visits" lists them. A context's "node" is its "next". */
json_t *waits_json(const struct experiment *e, const struct noc_wait *wait, uint32_t n);

/* What else an answer was asked with: "pipeline", and of router parameters, "seed", "tau_s"
 * and "tau_r" those that matter: costs always with a multicast, seed with chance, parameters
 * where given. */
void result_setting(json_t *result, const struct experiment *e, const struct options *o);

/* "latency_max", "latency_mean" and, with each, "latency" of the destinations; cycles: by
 * node, NOC_NEVER where the call never returned (those are left out). */
void result_latency(json_t *result, const struct experiment *e, const uint64_t *cycles, bool each);

/* "steps" of the plan, of several trees the most, and their "bound". */
void result_steps(json_t *result, const struct experiment *e);

/* {"predicted_cycles","candidates":[{"algorithm","routing","predicted_cycles"},...]}; null: not
 * known. */
json_t *auto_json(const struct choices *c);

/* The same as "auto", if somebody had to choose. */
void result_auto(json_t *result, const struct experiment *e);

#endif
