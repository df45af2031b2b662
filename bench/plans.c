/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How long a plan takes on the host: every algorithm where it fits, 512 destinations at random of
 * 4,096 nodes or so. Of each of SETS sets the least time of REPEAT; of these, and of one
 * port and all, the greatest. Prints lines "algorithm_topology nanoseconds".
 *
 * Built with libnoc, not run by make test: times depend on the host.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "multicast/algorithms.h"
#include "multicast/plan.h"
#include "routing/routings.h"
#include "topology/shape.h"
#include "topology/topologies.h"

enum { DESTS = 512, SETS = 20, REPEAT = 20, SIDE = 64, NODES_MAX = 16384 };

static uint64_t now_ns(void)
{
    struct timespec at;

    clock_gettime(CLOCK_MONOTONIC, &at);
    return (uint64_t)at.tv_sec * 1000000000u + (uint64_t)at.tv_nsec;
}

/* xorshift32 */
static uint32_t below(uint32_t n)
{
    static uint32_t state = 512;

    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % n;
}

/* A source and DESTS other nodes, into chain[]. */
static void draw(uint32_t nodes, uint16_t *chain)
{
    static uint16_t all[NODES_MAX];

    for (uint32_t node = 0; node < nodes; node++) {
        all[node] = (uint16_t)node;
    }
    for (uint32_t i = 0; i <= DESTS; i++) {
        uint32_t j = i + below(nodes - i);

        chain[i] = all[j];
        all[j] = all[i];
    }
}

static uint64_t plan_ns(const struct noc_algorithm *a, struct noc_plan_env *env)
{
    static struct noc_message message[DESTS];
    static struct noc_part scratch[DESTS + 1];
    uint64_t worst = 0;

    for (unsigned set = 0; set < SETS; set++) {
        uint16_t drawn[DESTS + 1], chain[DESTS + 1];
        uint64_t best = UINT64_MAX;

        draw(env->topology->nodes, drawn);
        env->source = drawn[0];
        for (unsigned i = 0; i < REPEAT; i++) {
            memcpy(chain, drawn, sizeof chain);
            uint64_t began = now_ns();
            noc_plan_make(a, env, chain, DESTS, message, scratch);
            uint64_t took = now_ns() - began;

            best = took < best ? took : best;
        }
        worst = best > worst ? best : worst;
    }
    return worst;
}

static void show(const struct noc_topology *t, const char *name)
{
    const struct noc_routing *r;

    if (!noc_routing_choose(&r, NULL, t, NULL)) {
        return;
    }
    for (const struct noc_algorithm *const *a = noc_algorithms; *a; a++) {
        struct noc_plan_env one = {t, r, 1, 0, 0, 0, NULL}, all = {t, r, 0, 0, 0, 0, NULL};
        char key[64];

        if (!(*a)->fits(t, r, NULL)) {
            continue;
        }
        snprintf(key, sizeof key, "%s_%s", (*a)->name, name);
        for (char *c = key; *c; c++) {
            *c = *c == '-' ? '_' : *c;
        }
        uint64_t one_ns = plan_ns(*a, &one), all_ns = plan_ns(*a, &all);

        printf("%s %llu\n", key, (unsigned long long)(one_ns > all_ns ? one_ns : all_ns));
    }
}

/* A graph that is a mesh of SIDE times SIDE nodes. False: no memory, or it is refused. */
static bool read_graph(struct noc_topology *t)
{
    const struct noc_topology_kind *kind = noc_topology_kind_find("graph");
    char *text = malloc(2 * SIDE * SIDE * 12), *at = text;
    void *room;

    for (unsigned node = 0; text && node < SIDE * SIDE; node++) {
        if (node % SIDE + 1 < SIDE) {
            at += sprintf(at, "%u %u\n", node, node + 1);
        }
        if (node + SIDE < SIDE * SIDE) {
            at += sprintf(at, "%u %u\n", node, node + SIDE);
        }
    }
    room = text ? malloc(noc_shape_room((size_t)(at - text))) : NULL;
    return room && kind->read(t, text, (size_t)(at - text), room, NULL);
}

int main(void)
{
    static const char *const texts[][2] = {
        {"cube:12", "cube12"},  {"torus:64x64", "torus"}, {"utorus:64x64", "utorus"},
        {"mesh:64x64", "mesh"}, {"ccc:9", "ccc9"},
    };
    struct noc_topology t;

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (!noc_topology_parse(&t, texts[i][0], NULL)) {
            return 1;
        }
        show(&t, texts[i][1]);
    }
    if (!read_graph(&t)) {
        return 1;
    }
    show(&t, "graph");
    return 0;
}
