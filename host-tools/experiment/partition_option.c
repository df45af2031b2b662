/* SPDX-License-Identifier: BSD-2-Clause */
#include "partition_option.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/number.h"
#include "memmap.h"
#include "multicast/algorithms.h"

static const char uniform[] = "uniform:";

static enum status unknown(const char *text, struct error *error)
{
    return error_set(error, STATUS_BAD,
                     "partition '%s': must be costs, halves, dimensional, uniform:R with R from 2 "
                     "to %d, or the sizes of the first step's pieces, as 4,3,3",
                     text, NOC_PARAMETER_MAX);
}

/* "4,3,3" -> c->size. */
static enum status parse_sizes(struct partition_choice *c, const char *text, struct error *error)
{
    char *copy = alloc_text(text), *rest = copy;
    struct error unused;
    enum status status = STATUS_DONE;
    c->kind = CUT_BY_SIZES;
    c->sizes.size = alloc_array(strlen(text) / 2 + 1, sizeof *c->sizes.size);
    c->sizes.pieces = 0;
    while (rest && !status) {
        uint64_t size = 0;
        status = number_parse("partition", strsep(&rest, ","), 1, NOC_NODES_MAX, &size, &unused);
        c->sizes.size[c->sizes.pieces++] = (uint16_t)size;
    }
    free(copy);
    return status || c->sizes.pieces < 2 ? unknown(text, error) : STATUS_DONE;
}

enum status partition_parse(struct partition_choice *c, const char *text, struct error *error)
{
    static const char *const words[] = {
        [CUT_BY_COSTS] = "costs", [CUT_HALVES] = "halves", [CUT_DIMENSIONAL] = "dimensional"};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(text, words[i]) == 0) {
            c->kind = (enum partition_kind)i;
            return STATUS_DONE;
        }
    }
    if (strncmp(text, uniform, sizeof uniform - 1) == 0) {
        c->kind = CUT_UNIFORM;
        c->uniform = noc_algorithm_parameter(text);
        return c->uniform ? STATUS_DONE : unknown(text, error);
    }
    return parse_sizes(c, text, error);
}

void partition_choice_free(struct partition_choice *c)
{
    if (c->kind == CUT_BY_SIZES) {
        free(c->sizes.size);
    }
    free(c->text);
    *c = (struct partition_choice){0};
}
