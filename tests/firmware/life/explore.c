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

/* Good: nothing is broken, or what an error made on purpose breaks. */
static bool is_good(const char *name, const char *breaks, const struct findings *f)
{
    const bool good = breaks ? f->broken && strcmp(breaks, f->broken) == 0 : !f->broken;

    printf("%-40s %9" PRIu32 " states %10" PRIu64 " transitions %6.1f s%s\n", name, f->states,
           f->transitions, f->seconds, breaks && good ? "  noticed" : "");
    if (!good && breaks) {
        printf("%s: should break \"%s\"\n", name, breaks);
    }
    fflush(stdout);
    return good;
}

static bool is_asked_for(const char *text, const char *name, uint32_t least)
{
    return text ? strstr(name, text) != NULL : least <= budget();
}

/* How many boards are not as they should be. */
static uint32_t explore(const char *text)
{
    uint32_t i, bad = 0;

    for (i = 0; i < setup_count; i++) {
        if (is_asked_for(text, setups[i].name, setups[i].budget)) {
            const struct findings f =
                long_explore(&setups[i], STATES_MAX, text || !setups[i].breaks);

            bad += !is_good(setups[i].name, setups[i].breaks, &f);
        }
    }
    return bad;
}

int main(int argc, char **argv)
{
    const char *text = argc == 2 ? argv[1] : NULL;
    uint32_t bad;

    if (text && strcmp(text, "mutants") == 0) {
        return mutants_missed(budget()) > 0;
    }
    bad = explore(text);
    bad += text ? 0 : rows_unused(true);
    return bad > 0;
}
