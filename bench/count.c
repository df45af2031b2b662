/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How often the firmware's functions are called on all cores together, in CALLS collective calls of the
 * experiment, from their beginning on: bench/costs.py compares that with the cycles of a board.
 *
 * usage: count EXPERIMENT CALLS COSTS
 */
#include <stdio.h>
#include <stdlib.h>

#include "collectives/collective.h"
#include "specify/specify.h"

int main(int argc, char **argv)
{
    struct options o = {.json = true};
    struct error error = {.text = ""};
    struct collective c;

    if (argc != 4 || options_object(&o, argv[1], "run", ~0u, &error) ||
        collective_make(&c, &o, &error) || costs_find(&c.e.measured, argv[3], &error) ||
        collective_count(&c, (uint32_t)strtoul(argv[2], NULL, 10), stdout, &error)) {
        fprintf(stderr, "count: %s\n", error.text);
        return 2;
    }
    return 0;
}
