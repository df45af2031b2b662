/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the formula of collective calls predicts, and by how much each of its costs changes that: bench/costs_formula.py
 * fits the costs to runs.
 *
 * usage: formula COSTS < EXPERIMENTS
 *
 * Each line of standard input is an experiment, as those of noct's --batch. For each a line: the predicted cycles, then
 * NAME=D for each cost that matters, where D is how many cycles more a cycle of that cost makes.
 */
#include <stdio.h>
#include <stdlib.h>

#include "collectives/collective.h"
#include "specify/specify.h"

enum { LINE = 4096, STEP = 16 }; /* a cost changes by so much, since a part is divided by 16 */

/* One cost is changed, and the prediction with it. */
static void print_effect(struct collective *c, const char *name, uint32_t *cost)
{
    const uint64_t before = collective_predict(c);
    *cost += STEP;
    const double more = (double)(int64_t)(collective_predict(c) - before) / STEP;
    *cost -= STEP;
    if (more != 0) {
        printf(" %s=%.17g", name, more);
    }
}

static void print_effects(struct collective *c)
{
    struct noc_costs *k = &c->costs;
    printf("%llu", (unsigned long long)collective_predict(c));
#define NOC_COST(name, what) print_effect(c, #name, &k->name);
#include "collective/costs.def"
    putchar('\n');
}

int main(int argc, char **argv)
{
    char line[LINE];
    struct costs *costs;
    struct error error = {.text = ""};
    if (argc != 2 || costs_find(&costs, argv[1], &error)) {
        fprintf(stderr, "formula: %s\n",
                argc == 2 ? error.text : "usage: formula COSTS < EXPERIMENTS");
        return 2;
    }
    while (fgets(line, sizeof line, stdin)) {
        struct options o = {.json = true};
        struct collective c;
        if (options_object(&o, line, "plan", ~0u, &error) ||
            (o.text[KEY_costs] = argv[1], collective_make(&c, &o, &error))) {
            fprintf(stderr, "formula: %s: %s\n", line, error.text);
            return 2;
        }
        print_effects(&c);
        collective_free(&c);
    }
    return 0;
}
