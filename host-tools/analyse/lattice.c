/* SPDX-License-Identifier: BSD-2-Clause */
/* noct lattice: a random network of switches as a graph file. */
#include <stdlib.h>

#include "base/number.h"
#include "commands.h"
#include "experiment/lattice.h"
#include "memmap.h"
#include "result/result.h"

enum { SPARSE_MAX = 4 }; /* sides up to so many times the least */

static enum status lattice_make(struct lattice *l, const struct options *o, struct error *error)
{
    uint64_t switches, processors, side;
    if (number_option(o, KEY_processors, 1, LATTICE_PROCESSORS_MAX, 1, &processors, error) ||
        number_option(o, KEY_side, 1, UINT32_MAX, 1, &side, error) ||
        number_option(o, KEY_seed, 0, UINT32_MAX, 1, &l->seed, error)) {
        return STATUS_BAD;
    }
    if (!o->text[KEY_switches]) {
        return error_set(error, STATUS_BAD, "switches: missing; give how many, as --switches 64");
    }
    if (number_option(o, KEY_switches, 1, NOC_NODES_MAX / (1 + processors), 0, &switches, error)) {
        return STATUS_BAD;
    }
    uint32_t least = lattice_least_side(switches);
    if (number_option(o, KEY_side, least, SPARSE_MAX * least, lattice_usual_side(switches), &side,
                      error)) {
        return STATUS_BAD;
    }
    if (switches * processors < 2) {
        return error_set(error, STATUS_BAD,
                         "switches '1': one switch with one processor has nobody to send to; give "
                         "--processors 2");
    }
    l->switches = (uint32_t)switches;
    l->processors = (uint32_t)processors;
    l->side = (uint32_t)side;
    return STATUS_DONE;
}

enum status execute_lattice(const struct options *o, json_t **result, struct error *error)
{
    struct lattice l = {0};
    enum status status = lattice_make(&l, o, error);
    if (status) {
        return status;
    }
    uint32_t links;
    char *text = lattice_draw(&l, &links);
    if (!text) {
        return lattice_disconnected(&l, error);
    }
    *result =
        json_pack("{s:i,s:i,s:i,s:i,s:I}", "schema", RESULT_SCHEMA, "switches", (int)l.switches,
                  "processors", (int)l.processors, "side", (int)l.side, "seed", (json_int_t)l.seed);
    json_object_set_new(*result, "nodes", json_integer(l.switches * (1 + l.processors)));
    json_object_set_new(*result, "links", json_integer(links));
    json_object_set_new(*result, "text", json_string(text));
    free(text);
    return STATUS_DONE;
}
