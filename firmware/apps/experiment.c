/* SPDX-License-Identifier: BSD-2-Clause */
#include "experiment.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "ni.h"

enum {
    DEADLINE = 100000000, /* cycles, where the parameters give none */
    SIGNAL_FLITS = 4
};

const char *experiment_program = "";

static const struct noc_params *const params = EXPERIMENT;

int experiment_fail(int status, const char *what, const char *why)
{
    printf("%s: node %" PRIu32 ": %s: %s\n", experiment_program, ni_node(), what, why);
    return status;
}

int experiment_fail_err(const char *what, noc_err err)
{
    if (err == NOC_ERR_TIMEOUT && noc_last_peer() >= 0) {
        printf("%s: node %" PRIu32 ": %s: waited for node %" PRId32 ": %s\n", experiment_program,
               ni_node(), what, noc_last_peer(), noc_strerror(err));
        return NOC_MULTICAST_WRONG;
    }
    if (err == NOC_ERR_NETWORK && ni_node() && ni_node() != params->source) {
        return NOC_MULTICAST_INPUT; /* said once is enough */
    }
    return experiment_fail(err == NOC_ERR_TIMEOUT  ? NOC_MULTICAST_WRONG
                           : err == NOC_ERR_MEMORY ? NOC_MULTICAST_MEMORY
                                                   : NOC_MULTICAST_INPUT,
                           what, noc_strerror(err));
}

uint32_t experiment_timeout(void)
{
    return params->deadline ? params->deadline : DEADLINE;
}

/* --- who takes part --------------------------------------------------------- */

static uint16_t dest(uint32_t i)
{
    const uint16_t *dests = (const uint16_t *)((const char *)(params + 1) + params->shape_bytes);

    return dests[i];
}

const char *experiment_check(bool collective)
{
    const uint32_t nodes = ni_nodes();
    uint32_t i;

    if (params->magic != NOC_PARAMS_MAGIC || params->version != NOC_PARAMS_VERSION) {
        return "no experiment in the parameter block";
    }
    if (collective != (params->collective[0] != 0)) {
        return collective ? "the parameter block has no collective operation"
                          : "the parameter block has a collective operation";
    }
    if (params->source >= nodes || !params->m || params->m >= nodes || !params->length ||
        params->bytes > NOC_PARAMS_SIZE || params->shape_bytes >= params->bytes ||
        params->bytes < sizeof(*params) + params->shape_bytes + 2 * params->m) {
        return "source, destinations or length out of range";
    }
    /* One core looks at all of them: thousands need not. */
    for (i = 0; ni_node() == params->source && i < params->m; i++) {
        if (dest(i) >= nodes || dest(i) == params->source) {
            return "a destination out of range";
        }
    }
    return NULL;
}

bool experiment_takes_part(uint32_t node)
{
    uint32_t i;

    if (node == params->source || params->m + 1 == ni_nodes()) {
        return true;
    }
    for (i = 0; i < params->m && dest(i) != node; i++) {
    }
    return i < params->m;
}

/* Ascending list of source and destinations. NULL: no memory. */
static uint16_t *list_members(uint32_t nodes)
{
    uint32_t count = params->m + 1, n = 0, i;
    uint8_t *in = calloc(nodes, 1);
    uint16_t *members = malloc(count * sizeof(*members));

    if (in && members) {
        in[params->source] = 1;
        for (i = 0; i < params->m; i++) {
            in[dest(i)] = 1;
        }
        for (i = 0; i < nodes && n < count; i++) {
            if (in[i]) {
                members[n++] = (uint16_t)i;
            }
        }
    }
    free(in);
    return members;
}

noc_err experiment_group(noc_group **group, uint32_t *root, uint32_t timeout)
{
    uint16_t *members;
    noc_err err;

    *root = params->source;
    if (params->m + 1 == noc_size()) {
        *group = noc_world();
        return NOC_ERR_OK;
    }
    members = list_members(noc_size());
    if (!members) {
        return NOC_ERR_MEMORY;
    }
    for (*root = 0; members[*root] != params->source;) {
        ++*root;
    }
    err = noc_group_create(members, params->m + 1, group, timeout);
    free(members);
    return err;
}

/* --- how long things take ------------------------------------------------------ */

/*
 * Cycles that a barrier's signals of one round may need: across the network and
 * back again in the worst case, and some instructions. In a graph or a grid all
 * of them may come by one link.
 */
static uint32_t across_cycles(void)
{
    uint32_t across = 512, d;

    if (params->shape_bytes) {
        return across + 2u * SIGNAL_FLITS * ni_nodes();
    }
    if (!strcmp(params->topology, "ccc")) {
        return across + 32u * params->width[0]; /* the diameter is below 2.5 dimensions */
    }
    for (d = 0; d < params->dims; d++) {
        across += 2u * params->width[d];
    }
    return across;
}

uint32_t experiment_settle_cycles(void)
{
    uint32_t across = across_cycles(), rounds = 1, n;

    for (n = ni_nodes(); n > 1; n /= 2) {
        rounds++;
    }
    return rounds * across;
}
