/* SPDX-License-Identifier: BSD-2-Clause */
#include "injection.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/number.h"
#include "base/random.h"

enum { MEAN_MAX = 1000000 };

static uint64_t threshold_of(double probability)
{
    return probability >= 1 ? UINT64_MAX : (uint64_t)ldexp(probability, 64);
}

/* "100:300", in place. */
static bool parse_means(char *text, uint64_t *on, uint64_t *off)
{
    char *second = strchr(text, ':');
    struct error unused;
    if (!second) {
        return false;
    }
    *second++ = 0;
    return !number_parse("on", text, 1, MEAN_MAX, on, &unused) &&
           !number_parse("off", second, 1, MEAN_MAX, off, &unused);
}

enum status injection_parse(struct injection *i, const char *text, struct error *error)
{
    static const char bursty[] = "bursty:";
    *i = (struct injection){.on = 1};
    if (!text || strcmp(text, INJECTION_DEFAULT) == 0) {
        return STATUS_DONE;
    }
    i->bursty = strncmp(text, bursty, sizeof bursty - 1) == 0;
    if (i->bursty) {
        char *means = alloc_text(text + sizeof bursty - 1);
        i->bursty = parse_means(means, &i->on, &i->off);
        free(means);
    }
    return i->bursty ? STATUS_DONE
                     : error_set(error, STATUS_BAD,
                                 "injection '%s': must be bernoulli, or bursty:ON:OFF with the "
                                 "mean cycles of a burst and of a pause, each from 1 to %u, as "
                                 "bursty:100:300",
                                 text, MEAN_MAX);
}

double injection_share(const struct injection *i)
{
    return (double)i->on / (double)(i->on + i->off);
}

void injection_begin(struct injection *i, double p, uint32_t nodes, uint64_t *random)
{
    i->makes = threshold_of(p / injection_share(i));
    if (!i->bursty) {
        return;
    }
    i->begins = threshold_of(1.0 / (double)i->off);
    i->ends = threshold_of(1.0 / (double)i->on);
    i->is_on = alloc_array(nodes, sizeof *i->is_on);
    for (uint32_t rank = 0; rank < nodes; rank++) {
        i->is_on[rank] = random_next(random) < threshold_of(injection_share(i));
    }
}

void injection_end(struct injection *i)
{
    free(i->is_on);
    i->is_on = NULL;
}

/* Goes on or off, and says whether it makes a worm. */
static bool burst_makes(struct injection *i, uint32_t rank, uint64_t *random)
{
    if (random_next(random) < (i->is_on[rank] ? i->ends : i->begins)) {
        i->is_on[rank] = !i->is_on[rank];
    }
    return i->is_on[rank] && random_next(random) < i->makes;
}

uint32_t injection_next(struct injection *i, uint32_t rank, uint32_t nodes, uint64_t *random)
{
    uint64_t state = *random, makes = i->makes; /* in registers: most draws make none */
    if (i->is_on) {
        while (rank < nodes && !burst_makes(i, rank, random)) {
            rank++;
        }
        return rank;
    }
    while (rank < nodes && random_next(&state) >= makes) {
        rank++;
    }
    *random = state;
    return rank;
}
