/* SPDX-License-Identifier: BSD-2-Clause */
#include "lengths.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/number.h"
#include "base/random.h"
#include "packet.h"

bool lengths_mixed(const char *text)
{
    return text && strpbrk(text, ":+");
}

void lengths_fixed(struct lengths *l, uint32_t flits)
{
    *l = (struct lengths){.n = 1, .flits = {flits}, .below = {UINT64_MAX}, .mean = flits};
}

/* "8:0.9", in place. */
static bool parse_item(char *text, uint32_t *flits, double *weight)
{
    char *second = strchr(text, ':'), *end;
    uint64_t value = 0;
    struct error unused;
    if (!second) {
        return false;
    }
    *second++ = 0;
    *weight = strtod(second, &end);
    bool fine = !number_parse("length", text, 0, NOC_LENGTH_MAX, &value, &unused) && *second &&
                !*end && *weight > 0 && *weight <= 1e9;
    *flits = (uint32_t)value;
    return fine;
}

enum status lengths_parse(struct lengths *l, const char *text, struct error *error)
{
    double weight[LENGTHS_MAX], sum = 0, until = 0;
    char *copy = alloc_text(text), *rest = copy;
    bool fine = true;
    *l = (struct lengths){0};
    while (rest && fine) {
        char *item = strsep(&rest, "+");
        fine = l->n < LENGTHS_MAX && parse_item(item, &l->flits[l->n], &weight[l->n]);
        sum += fine ? weight[l->n++] : 0;
    }
    free(copy);
    if (!fine) {
        return error_set(error, STATUS_BAD,
                         "length '%s': must be flits, or up to %u of FLITS:WEIGHT with a plus "
                         "between them, as 8:0.9+64:0.1",
                         text, LENGTHS_MAX);
    }
    for (unsigned i = 0; i < l->n; i++) {
        until += weight[i] / sum;
        l->mean += weight[i] / sum * l->flits[i];
        l->below[i] = i + 1 == l->n || until >= 1 ? UINT64_MAX : (uint64_t)ldexp(until, 64);
    }
    return STATUS_DONE;
}

uint32_t lengths_draw(const struct lengths *l, uint64_t *random)
{
    unsigned i = 0;
    if (l->n > 1) {
        uint64_t draw = random_next(random);
        while (i + 1 < l->n && draw >= l->below[i]) {
            i++;
        }
    }
    return l->flits[i];
}
