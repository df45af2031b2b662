/* SPDX-License-Identifier: BSD-2-Clause */
#include "result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const result_node_counters[] = {"messages_in",
                                            "messages_out",
                                            "messages_relayed",
                                            "messages_discarded",
                                            "messages_bad",
                                            "startup_cycles",
                                            NULL};
const char *const result_link_counters[] = {"flits", "headers", "blocked_cycles", NULL};
const char *const result_channel_keys[] = {"row", "next", "dim", "dir", "vc", NULL};

void result_print(const json_t *result)
{
    char *line = json_dumps(result, JSON_COMPACT | JSON_REAL_PRECISION(12));
    if (line) {
        puts(line);
    }
    free(line);
    fflush(stdout);
}

long long result_number(const json_t *result, const char *key)
{
    return json_integer_value(json_object_get(result, key));
}

bool result_has_number(const json_t *result, const char *key)
{
    return json_is_number(json_object_get(result, key));
}

const char *result_text(const json_t *result, const char *key)
{
    const char *text = json_string_value(json_object_get(result, key));
    return text ? text : "";
}

bool result_is_context(const json_t *channel)
{
    return result_number(channel, "node") == result_number(channel, "next");
}

void result_nodes(const json_t *nodes, char *text, size_t room)
{
    size_t i = 0, n = json_array_size(nodes), used = 0;
    text[0] = 0;
    while (i < n) {
        long long first = json_integer_value(json_array_get(nodes, i)), last = first;
        for (i++; i < n && json_integer_value(json_array_get(nodes, i)) == last + 1; i++) {
            last++;
        }
        if (used + 20 > room) {
            strcpy(text + used, "...");
            return;
        }
        used += (size_t)sprintf(text + used, last > first ? "%lld-%lld " : "%lld ", first, last);
    }
}
