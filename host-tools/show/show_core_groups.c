/* SPDX-License-Identifier: BSD-2-Clause */
#include "show_core_groups.h"

#include <stdio.h>

#include "program/core_groups.h"
#include "result/result.h"
#include "table.h"

enum { GROUPS_SHOWN = 40, NODES_TEXT = 60 };

void show_core_groups(const json_t *cores)
{
    size_t i;
    const json_t *group;
    printf("\nwhere the cores stand\n");
    struct table *t = table_begin("rll", "cores\tstate\tnodes");
    json_array_foreach (cores, i, group) {
        char text[CORE_GROUP_TEXT], nodes[NODES_TEXT];
        if (i == GROUPS_SHOWN) {
            table_row(t, "...\tand %zu groups more; --json lists them all\t",
                      json_array_size(cores) - i);
            break;
        }
        core_group_text(group, text, sizeof text);
        result_nodes(json_object_get(group, "nodes"), nodes, sizeof nodes);
        table_row(t, "%zu\t%s\t%s", json_array_size(json_object_get(group, "nodes")), text, nodes);
    }
    table_end(t);
}
