/* SPDX-License-Identifier: BSD-2-Clause */
/* The answers of commands, printed for people. */
#ifndef NOCT_SHOW_COMMANDS_H
#define NOCT_SHOW_COMMANDS_H

#include <jansson.h>

#include "base/options.h"

void show_plan(const struct options *o, const json_t *result);
void show_study(const struct options *o, const json_t *study);
void show_merge(const struct options *o, const json_t *result);
void show_plot(const struct options *o, const json_t *result);
void show_sim(const struct options *o, const json_t *result);
void show_route(const struct options *o, const json_t *result);
void show_load(const struct options *o, const json_t *result);
void show_verify(const struct options *o, const json_t *result);
void show_claims(const struct options *o, const json_t *result);
void show_size(const struct options *o, const json_t *result);
void show_lattice(const struct options *o, const json_t *result);
void show_why(const struct options *o, const json_t *result);
void show_flash(const struct options *o, const json_t *result);
void show_profile(const struct options *o, const json_t *result);
void show_trace(const struct options *o, const json_t *result);
void show_run(const struct options *o, const json_t *result);
void show_mpirun(const struct options *o, const json_t *result);
void show_demo(const struct options *o, const json_t *result);
void show_doctor(const struct options *o, const json_t *result);
void show_console(const struct options *o, const json_t *result);
void show_counters(const struct options *o, const json_t *result);

#endif
