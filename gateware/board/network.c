/* SPDX-License-Identifier: BSD-2-Clause */
#include "network.h"

#include <stdio.h>
#include <stdlib.h>

#include "topology/shape.h"
#include "topology/topologies.h"

enum { TEXT_MAX = 1 << 20 }; /* a description of 64 nodes has some thousand bytes */

static const char *read_file(struct noc_topology *t, const struct noc_topology_kind *kind,
                             const char *name)
{
    static char text[TEXT_MAX];
    struct noc_fault fault = {0};
    FILE *file = fopen(name, "rb");
    const size_t length = file ? fread(text, 1, sizeof text, file) : 0;
    void *room = malloc(noc_shape_room(length));

    if (file) {
        fclose(file);
    }
    if (!length || length == sizeof text || !room) {
        return "the file cannot be read";
    }
    return kind->read(t, text, length, room, &fault) ? NULL : noc_fault_text(fault.code);
}

const char *network_read(struct noc_topology *t, const char *text)
{
    const char *name;
    const struct noc_topology_kind *kind = noc_topology_file(text, &name);
    struct noc_fault fault = {0};

    if (kind) {
        return read_file(t, kind, name);
    }
    return noc_topology_parse(t, text, &fault) ? NULL : noc_fault_text(fault.code);
}
