/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct demo: one broadcast on 64 cores, by two algorithms, planned,
 * simulated and run. What firmware costs is measured first, with two small
 * runs, and given to the simulation as tau_s and tau_r; the broadcasts are
 * then predictions that the runs beside them hold up or not.
 *
 *   one message:        latency = tau_s + network + tau_r
 *   each one more:      + tau_s, when short messages leave one after the other
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "command.h"
#include "memory.h"
#include "table.h"

typedef enum status (*ask_fn)(const struct options *o, json_t **answer, struct complaint *why);

static void set(struct options *o, int key, const char *text)
{
    free(o->text[key]);
    o->text[key] = copy_text(text);
}

static void set_number(struct options *o, int key, long long number)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", number);
    set(o, key, text);
}

/* latency_max of one experiment; negative: *status says why. */
static long long latency_of(const struct options *o, ask_fn ask, enum status *status,
                            struct complaint *why)
{
    json_t *answer = NULL;
    *status = ask(o, &answer, why);
    long long latency = *status ? -1 : answer_number(answer, "latency_max");
    json_decref(answer);
    return latency;
}

/* Measure tau_s and tau_r of the firmware and put them into *o. */
static enum status calibrate(struct options *o, long long tau[2], struct complaint *why)
{
    enum { MORE = 8 };
    enum status status = STATUS_DONE;
    struct options small;
    options_copy(&small, o);
    set(&small, KEY_algorithm, "separate");
    set(&small, KEY_length, "1");
    set(&small, KEY_dests, "1");
    long long simulated = latency_of(&small, ask_sim, &status, why);
    long long one = status ? 0 : latency_of(&small, ask_run, &status, why);
    set(&small, KEY_dests, "2-9,1"); /* the last one sent is the same */
    long long many = status ? 0 : latency_of(&small, ask_run, &status, why);
    options_free(&small);
    tau[0] = (many - one) / MORE;
    tau[1] = one - simulated - tau[0];
    tau[1] = tau[1] > 0 ? tau[1] : 0;
    return status;
}

static enum status one_algorithm(const struct options *base, const char *name, const long long tau[2],
                                 json_t *results, struct complaint *why)
{
    struct options o;
    json_t *plan = NULL, *sim = NULL, *run = NULL;
    options_copy(&o, base);
    set(&o, KEY_algorithm, name);
    enum status status = ask_plan(&o, &plan, why);
    if (!status) {
        status = ask_run(&o, &run, why);
    }
    set_number(&o, KEY_tau_s, tau[0]);
    set_number(&o, KEY_tau_r, tau[1]);
    if (!status) {
        status = ask_sim(&o, &sim, why);
    }
    if (status) {
        json_decref(plan);
        json_decref(sim);
        json_decref(run);
    } else {
        json_array_append_new(results, json_pack("{s:s,s:o,s:o,s:o}", "algorithm", name, "plan", plan,
                                                 "sim", sim, "run", run));
    }
    options_free(&o);
    return status;
}

enum status ask_demo(const struct options *given, json_t **answer, struct complaint *why)
{
    static const char *const algorithms[] = { "separate", "u-torus" };
    struct options o;
    long long tau[2];
    json_t *results = json_array();
    options_copy(&o, given);
    o.json = true; /* the cores' console goes to standard error */
    set(&o, KEY_topology, "torus:8x8");
    enum status status = calibrate(&o, tau, why);
    for (unsigned i = 0; i < 2 && !status; i++) {
        status = one_algorithm(&o, algorithms[i], tau, results, why);
    }
    options_free(&o);
    if (status) {
        json_decref(results);
        return status;
    }
    *answer = json_pack("{s:i,s:I,s:I,s:o}", "schema", 1, "tau_s", (json_int_t)tau[0], "tau_r",
                        (json_int_t)tau[1], "results", results);
    return STATUS_DONE;
}

void show_demo(const struct options *o, const json_t *answer)
{
    const json_t *results = json_object_get(answer, "results"), *result;
    struct table t;
    size_t i;
    (void)o;
    printf("64 cores on an 8x8 torus: node 0 broadcasts 64 words to all others.\n"
           "run:  the real firmware on 64 emulated RISC-V cores, times from the board's counters\n"
           "sim:  the same routers, firmware replaced by two numbers measured on single messages:\n"
           "      %lld cycles to send one, %lld to receive one\n\n",
           answer_number(answer, "tau_s"), answer_number(answer, "tau_r"));
    table_begin(&t, "lrrrrrr", "algorithm\tsteps\trun: cycles\tsim: cycles\trun: blocked\tsim: blocked\tlink visits");
    json_array_foreach(results, i, result) {
        const json_t *plan = json_object_get(result, "plan"), *sim = json_object_get(result, "sim"),
                     *run = json_object_get(result, "run");
        table_row(&t, "%s\t%lld\t%lld\t%lld\t%lld\t%lld\t%lld", answer_text(result, "algorithm"),
                  answer_number(plan, "steps"), answer_number(run, "latency_max"), answer_number(sim, "latency_max"),
                  answer_number(run, "blocked_cycles"), answer_number(sim, "blocked_cycles"),
                  answer_number(plan, "link_visits"));
    }
    table_end(&t);
    result = json_array_get(results, json_array_size(results) - 1);
    printf("\n");
    show_latency(json_object_get(result, "run"));
    printf("\nnext: noct run --help, noct plan --help; your own program: firmware/apps/\n");
}
