/* SPDX-License-Identifier: BSD-2-Clause */
#include "job.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/node_list.h"
#include "base/number.h"
#include "memmap.h"
#include "run/host.h"

enum { OWN_NAMES = 2, RANKS_TEXT = 32, NUMBER_TEXT = 6 };

/* --- how many, and where -------------------------------------------------------- */

/* Does each rank have a node, and a node of its own? */
static enum status check_map(const uint16_t *list, uint32_t n, struct error *error)
{
    bool *taken = alloc_zeroed(NOC_NODES_MAX * sizeof *taken);
    enum status status = STATUS_DONE;
    if (n == 0) {
        error_set(error, STATUS_BAD, "map: it is empty");
        status = error_fix(error, "name a node for each rank, as 0,8,16");
    }
    for (uint32_t i = 0; i < n && !status; i++) {
        if (taken[list[i]]) {
            error_set(error, STATUS_BAD, "map: node %u is there twice", (unsigned)list[i]);
            status = error_fix(error, "a node has one rank");
        }
        taken[list[i]] = true;
    }
    free(taken);
    return status;
}

enum status job_ranks(const struct options *o, uint32_t *ranks, struct error *error)
{
    uint64_t n;
    uint16_t *list = NULL;
    enum status status = number_option(o, KEY_n, 1, NOC_NODES_MAX, 0, &n, error);
    if (!status && o->text[KEY_map]) {
        uint32_t in_map;
        status = nodes_parse("map", o->text[KEY_map], NOC_NODES_MAX, &list, &in_map, error);
        if (!status) {
            status = check_map(list, in_map, error);
        }
        if (!status && n > in_map) {
            error_set(error, STATUS_BAD, "map: it has %u nodes, and there are %u ranks",
                      (unsigned)in_map, (unsigned)n);
            status = error_fix(error, "name a node for each");
        }
        n = n ? n : in_map;
    }
    free(list);
    *ranks = status ? 0 : (uint32_t)n;
    return status;
}

void job_topology(uint32_t ranks, char text[JOB_TOPOLOGY_TEXT])
{
    uint32_t side = 1;
    while (side * side < ranks) {
        side++;
    }
    uint32_t other = (ranks + side - 1) / side;
    if (other < 2) {
        snprintf(text, JOB_TOPOLOGY_TEXT, "mesh:2");
    } else {
        snprintf(text, JOB_TOPOLOGY_TEXT, "torus:%ux%u", (unsigned)side, (unsigned)other);
    }
}

enum status job_make(struct job *job, const struct options *o, uint32_t nodes, struct error *error)
{
    uint32_t in_map;
    enum status status = job_ranks(o, &job->ranks, error);
    job->node = NULL;
    if (status) {
        return status;
    }
    job->ranks = job->ranks ? job->ranks : nodes;
    if (job->ranks > nodes) {
        error_set(error, STATUS_BAD, "n: there are %u ranks, and the board has %u nodes",
                  (unsigned)job->ranks, (unsigned)nodes);
        return error_fix(error, "take a larger board, or fewer ranks");
    }
    return o->text[KEY_map]
             ? nodes_parse("map", o->text[KEY_map], nodes, &job->node, &in_map, error)
             : STATUS_DONE;
}

void job_free(struct job *job)
{
    free(job->node);
    job->node = NULL;
}

uint32_t job_node(const struct job *job, uint32_t rank)
{
    return job->node ? job->node[rank] : rank;
}

uint32_t job_rank(const struct job *job, uint32_t node)
{
    uint32_t rank = 0;
    if (!job->node) {
        return node < job->ranks ? node : job->ranks;
    }
    while (rank < job->ranks && job->node[rank] != node) {
        rank++;
    }
    return rank;
}

/* --- what they are told ----------------------------------------------------------- */

/* "NOC_MAP=0,8,16", malloc'd. */
static char *map_text(const struct job *job)
{
    static const char name[] = "NOC_MAP=";
    char *text = alloc_zeroed(sizeof name + (size_t)NUMBER_TEXT * job->ranks), *to = text;
    to = stpcpy(to, name);
    for (uint32_t r = 0; r < job->ranks; r++) {
        to += sprintf(to, "%s%u", r ? "," : "", (unsigned)job->node[r]);
    }
    return text;
}

static bool is_name(const char *text, size_t length)
{
    bool good = length > 0 && !isdigit((unsigned char)*text);
    for (size_t i = 0; i < length; i++) {
        good = good && (text[i] == '_' || isalnum((unsigned char)text[i]));
    }
    return good;
}

/* Is it what a rank is told about the job? */
static bool is_own(const char *name, size_t length)
{
    return (length == strlen("NOC_RANKS") && strncmp(name, "NOC_RANKS", length) == 0) ||
           (length == strlen("NOC_MAP") && strncmp(name, "NOC_MAP", length) == 0);
}

/* One value of env as NAME=VALUE, malloc'd; NULL: ours has no such variable, and none is set. */
static enum status take_name(char **name, const char *text, struct error *error)
{
    size_t length = strcspn(text, "=");
    *name = NULL;
    if (!is_name(text, length)) {
        error_set(error, STATUS_BAD, "env '%s': not NAME=VALUE", text);
        return error_fix(error, "a name has letters, digits and _, as -x DEPTH=3");
    }
    if (is_own(text, length)) {
        error_set(error, STATUS_BAD, "env '%s': the job sets this variable itself", text);
        return error_fix(error, "-n and --map say what it is");
    }
    if (text[length]) {
        *name = alloc_text(text);
        return STATUS_DONE;
    }
    const char *value = getenv(text);
    if (value) {
        size_t room = length + strlen(value) + 2;
        *name = alloc_zeroed(room);
        snprintf(*name, room, "%s=%s", text, value);
    }
    return STATUS_DONE;
}

/* All of env behind the n that are there; list: a copy to be cut up. */
static enum status take_names(char **names, unsigned *n, char *list, struct error *error)
{
    enum status status = STATUS_DONE;
    char *state;
    for (char *one = strtok_r(list, OPTION_SEPARATOR, &state); one && !status;
         one = strtok_r(NULL, OPTION_SEPARATOR, &state)) {
        status = take_name(&names[*n], one, error);
        *n += names[*n] != NULL;
    }
    return status;
}

enum status job_line(char **line, const struct job *job, const struct options *o,
                     struct error *error)
{
    const char *env = o->text[KEY_env] ? o->text[KEY_env] : "";
    char **names = alloc_array(OWN_NAMES + strlen(env) / 2 + 2, sizeof *names);
    char *list = alloc_text(env);
    unsigned n = 0;
    names[n] = alloc_zeroed(RANKS_TEXT);
    snprintf(names[n++], RANKS_TEXT, "NOC_RANKS=%u", (unsigned)job->ranks);
    if (job->node) {
        names[n++] = map_text(job);
    }
    enum status status = take_names(names, &n, list, error);
    *line = NULL;
    if (!status) {
        status = host_line(line, names, n, o->words, o->words_n, error);
    }
    for (unsigned i = 0; i < n; i++) {
        free(names[i]);
    }
    free(names);
    free(list);
    return status;
}
