/* SPDX-License-Identifier: BSD-2-Clause */
#include "console.h"

#include <stdio.h>
#include <string.h>

#include "memmap.h"
#include "tile.h"

enum { NODES_MAX = TILE_NODES_MAX, TEXT_MAX = CONSOLE_LINE_BYTES + 16 };

static char line[NODES_MAX][CONSOLE_LINE_BYTES];
static unsigned length[NODES_MAX];
static char ring[NOC_CONSOLE_SIZE];
static uint64_t written;

static void end_line(uint32_t node)
{
    char text[TEXT_MAX];
    const size_t begin = (size_t)sprintf(text, "[%u] ", (unsigned)node), n = begin + length[node];
    size_t i;

    memcpy(text + begin, line[node], length[node]);
    text[n] = '\n';
    for (i = 0; i <= n; i++) {
        ring[written++ % sizeof ring] = text[i];
    }
    fwrite(text, 1, n + 1, stdout);
    fflush(stdout);
    length[node] = 0;
}

void console_put(uint32_t node, char c)
{
    if (c == '\n') {
        end_line(node);
    } else if (c != '\r') {
        line[node][length[node]++] = c;
        if (length[node] == CONSOLE_LINE_BYTES) {
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

uint64_t console_written(void)
{
    return written;
}

uint32_t console_word(uint32_t offset)
{
    uint32_t word;

    memcpy(&word, ring + offset, sizeof word);
    return word;
}
