/* SPDX-License-Identifier: BSD-2-Clause */
/* cube-connected cycles of so many dimensions: to come. */
#include "shape.h"
#include "tables.h"

static bool parse(struct noc_topology *t, const char *text, struct noc_fault *fault)
{
    (void)t;
    (void)text;
    return noc_refuse(fault, NOC_FAULT_SHAPE, 0, 0, "to come");
}

static bool make(struct noc_topology *t, unsigned dims, const uint16_t *width,
                 struct noc_fault *fault)
{
    (void)t;
    (void)dims;
    (void)width;
    return noc_refuse(fault, NOC_FAULT_SHAPE, 0, 0, "to come");
}

const struct noc_topology_kind noc_topology_ccc = {
    .name = "ccc",
    .form = "ccc:4",
    .summary = "cube-connected cycles of so many dimensions",
    .routing = "ccc",
    .parse = parse,
    .make = make,
    .link = noc_shape_link,
};
