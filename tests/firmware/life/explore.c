/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Goes through all interleavings of small boards, by the tables of the firmware.
 *
 * usage: explore           those that TEST_BUDGET, in percent, allows (tests/README.md)
 *        explore TEXT      those whose name has this text
 *        explore mutants   is each wrong row noticed?
 *
 * Status 1: a property does not hold, and the shortest way to where it does not is printed.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"

enum { STATES_MAX = 60000000 };

static uint32_t budget(void)
{
    const char *text = getenv("TEST_BUDGET");

    return text && *text ? (uint32_t)strtoul(text, NULL, 10) : 100;
}

/* What is right: NULL, or for an error made on purpose the property that it breaks. */
static bool is_as_expected(const struct setup *s, const struct findings *f)
{
    return s->breaks ? f->broken && strcmp(s->breaks, f->broken) == 0 : !f->broken;
}

static bool explore(const struct setup *s)
{
    const struct findings f = long_explore(s, STATES_MAX, !s->breaks);
    const bool good = is_as_expected(s, &f);

    printf("%-40s %9" PRIu32 " states %10" PRIu64 " transitions %6.1f s%s\n", s->name, f.states,
           f.transitions, f.seconds, s->breaks && good ? "  noticed" : "");
    if (!good && s->breaks) {
        printf("%s: should break \"%s\"\n", s->name, s->breaks);
    }
    fflush(stdout);
    return good;
}

int main(int argc, char **argv)
{
    uint32_t i, bad = 0;

    if (argc == 2 && strcmp(argv[1], "mutants") == 0) {
        return mutants_missed(budget()) > 0;
    }
    for (i = 0; i < setup_count; i++) {
        if (argc == 2 ? strstr(setups[i].name, argv[1]) != NULL : setups[i].budget <= budget()) {
            bad += !explore(&setups[i]);
        }
    }
    bad += argc == 2 ? 0 : rows_unused(true);
    return bad > 0;
}
