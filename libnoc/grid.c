/* SPDX-License-Identifier: BSD-2-Clause */
/* mesh or torus with auxiliary cells, from a file: to come. */
#include "shape.h"
#include "tables.h"

static bool read(struct noc_topology *t, const char *text, size_t length, void *room,
                 struct noc_fault *fault)
{
    (void)t;
    (void)text;
    (void)length;
    (void)room;
    return noc_refuse(fault, NOC_FAULT_SHAPE, 0, 0, "to come");
}

const struct noc_topology_kind noc_topology_grid = {
    .name = "grid",
    .form = "grid:FILE",
    .summary = "mesh or torus with auxiliary cells, from a file",
    .routing = "wxyz",
    .read = read,
    .link = noc_shape_link,
};
