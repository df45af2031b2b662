/* SPDX-License-Identifier: BSD-2-Clause */
#include "console.h"

#include <stdio.h>

#include "tile.h"

enum { LINE_MAX_BYTES = 4096, NODES_MAX = 1 << TILE_NODE_BITS };

static char line[NODES_MAX][LINE_MAX_BYTES];
static unsigned length[NODES_MAX];

static void end_line(uint32_t node)
{
    printf("[%u] %.*s\n", (unsigned)node, (int)length[node], line[node]);
    fflush(stdout);
    length[node] = 0;
}

void console_put(uint32_t node, char c)
{
    if (c == '\n') {
        end_line(node);
    } else if (c != '\r') {
        line[node][length[node]++] = c;
        if (length[node] == LINE_MAX_BYTES) {
            end_line(node);
        }
    }
}

void console_flush(void)
{
    uint32_t n;

    for (n = 0; n < NODES_MAX; n++) {
        if (length[n]) {
            end_line(n);
        }
    }
}
