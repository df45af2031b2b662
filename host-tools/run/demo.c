/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct demo: one broadcast on 64 cores, by two algorithms, planned,
 * simulated and run. What the firmware costs is measured first, on three small
 * runs, and given to the simulation; the figures for the broadcasts are then
 * predictions that the runs beside them hold up or not; also on other networks,
 * where nothing was measured.
 *
 *   from one message to MORE + 1:   + MORE * tau_s (short bodies, one sender)
 *   through a relay:                + tau_s + network + tau_r
 *   what is left of one message:    begin and end of the call, once
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "analyse/commands.h"
#include "result/result.h"
#include "commands.h"
#include "base/alloc.h"
#include "predict/commands.h"

static const char words[] = "64";

typedef enum status (*execute_fn)(const struct options *o, json_t **result, struct error *error);

static void set(struct options *o, int key, const char *text)
{
    free(o->text[key]);
    o->text[key] = alloc_text(text);
}

static void set_number(struct options *o, int key, long long number)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", number);
    set(o, key, text);
}

/* What the firmware costs, cycles. */
struct cost {
    long long tau_s, tau_r, call;
};

/* latency_max of node 0 sending `length` words to `dests`. */
static enum status latency_of(const struct options *base, execute_fn execute, const char *algorithm,
                              const char *dests, const char *length, long long *latency,
                              struct error *error)
{
    struct options o;
    json_t *result = NULL;
    options_copy(&o, base);
    set(&o, KEY_algorithm, algorithm);
    set(&o, KEY_dests, dests);
    set(&o, KEY_length, length);
    enum status status = execute(&o, &result, error);
    if (!status) {
        *latency = result_number(result, "latency_max");
    }
    json_decref(result);
    options_free(&o);
    return status;
}

static enum status calibrate(const struct options *o, struct cost *cost, struct error *error)
{
    enum { MORE = 8 };
    long long one = 0, many = 0, direct = 0, relayed = 0, network = 0;
    enum status status = latency_of(o, execute_run, "separate", "1", "1", &one, error);
    status = status ? status : latency_of(o, execute_run, "separate", "1-9", "1", &many, error);
    status = status ? status : latency_of(o, execute_run, "u-torus", "1", words, &direct, error);
    status = status ? status : latency_of(o, execute_run, "u-torus", "1-3", words, &relayed, error);
    status = status ? status : latency_of(o, execute_sim, "u-torus", "1", words, &network, error);
    cost->tau_s = (many - one) / MORE;
    /* 1 to 3 goes by way of 2, one link farther on the way there. */
    cost->tau_r = relayed - direct - network - 1 - cost->tau_s;
    cost->tau_r = cost->tau_r > 0 ? cost->tau_r : 0;
    cost->call = direct - network - cost->tau_s - cost->tau_r;
    return status;
}

/* A broadcast, predicted and measured. */
static enum status one_broadcast(const struct options *base, const char *topology, const char *name,
                                 const struct cost *cost, json_t *results, struct error *error)
{
    struct options o;
    json_t *plan = NULL, *sim = NULL, *run = NULL;
    options_copy(&o, base);
    set(&o, KEY_topology, topology);
    set(&o, KEY_algorithm, name);
    enum status status = execute_plan(&o, &plan, error);
    if (!status) {
        status = execute_run(&o, &run, error);
    }
    set_number(&o, KEY_tau_s, cost->tau_s);
    set_number(&o, KEY_tau_r, cost->tau_r);
    if (!status) {
        status = execute_sim(&o, &sim, error);
    }
    if (status) {
        json_decref(plan);
        json_decref(sim);
        json_decref(run);
    } else {
        json_array_append_new(results, json_pack("{s:s,s:o,s:o,s:o}", "algorithm", name, "plan",
                                                 plan, "sim", sim, "run", run));
    }
    options_free(&o);
    return status;
}

/* A random network of switches with 64 processors at them, in a file that nobody else sees. */
static enum status draw_lattice(int *file, char topology[40], struct error *error)
{
    struct options o = {.text = {NULL}};
    json_t *result = NULL;
    set(&o, KEY_switches, "32");
    set(&o, KEY_processors, "2");
    enum status status = execute_lattice(&o, &result, error);
    options_free(&o);
    if (status) {
        return status;
    }
    const char *text = result_text(result, "text");
    size_t length = strlen(text);
    *file = memfd_create("lattice", MFD_CLOEXEC);
    if (*file < 0 || write(*file, text, length) != (ssize_t)length) {
        status = error_set(error, STATUS_ENVIRONMENT, "cannot make a temporary file for a network");
    }
    snprintf(topology, 40, "graph:/proc/self/fd/%d", *file);
    json_decref(result);
    return status;
}

static enum status broadcast_elsewhere(const struct options *o, const struct cost *cost,
                                       json_t *results, struct error *error)
{
    int file = -1;
    char lattice[40];
    enum status status = one_broadcast(o, "cube:6", "u-cube", cost, results, error);
    status = status ? status : one_broadcast(o, "ccc:4", "u-ccc", cost, results, error);
    status = status ? status : draw_lattice(&file, lattice, error);
    status = status ? status : one_broadcast(o, lattice, "postorder", cost, results, error);
    if (file >= 0) {
        close(file);
    }
    return status;
}

enum status execute_demo(const struct options *given, json_t **result, struct error *error)
{
    static const char *const algorithms[] = {"separate", "u-torus"};
    struct options o;
    struct cost cost;
    json_t *results = json_array(), *elsewhere = json_array();
    options_copy(&o, given);
    o.json = true; /* the cores' console goes to standard error */
    set(&o, KEY_topology, "torus:8x8");
    set(&o, KEY_length, words);
    enum status status = calibrate(&o, &cost, error);
    for (unsigned i = 0; i < 2 && !status; i++) {
        status = one_broadcast(&o, "torus:8x8", algorithms[i], &cost, results, error);
    }
    status = status ? status : broadcast_elsewhere(&o, &cost, elsewhere, error);
    options_free(&o);
    if (status) {
        json_decref(results);
        json_decref(elsewhere);
        return status;
    }
    *result = json_pack("{s:i,s:I,s:I,s:I,s:o,s:o}", "schema", RESULT_SCHEMA, "tau_s",
                        (json_int_t)cost.tau_s, "tau_r", (json_int_t)cost.tau_r, "call_cycles",
                        (json_int_t)cost.call, "results", results, "elsewhere", elsewhere);
    return STATUS_DONE;
}
