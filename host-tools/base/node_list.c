/* SPDX-License-Identifier: BSD-2-Clause */
#include "node_list.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "number.h"

/* One item, "7" or "20-23", appended. */
static enum status add_range(const char *name, const char *item, unsigned place, uint32_t nodes,
                             uint16_t *list, uint32_t *n, struct error *error)
{
    char first[24] = "", last[24] = "";
    const char *dash = strchr(item, '-');
    size_t length = dash ? (size_t)(dash - item) : strlen(item);
    uint64_t low = 0, high = 0;
    struct error unused;
    if (length < sizeof first && (!dash || strlen(dash) < sizeof last)) {
        memcpy(first, item, length);
        strcpy(last, dash ? dash + 1 : first);
    }
    if (number_parse(name, first, 0, UINT32_MAX, &low, &unused) ||
        number_parse(name, last, 0, UINT32_MAX, &high, &unused) || high < low) {
        return error_set(error, STATUS_BAD,
                         "%s, item %u: '%s' is neither a node number, as 7, nor a range, as 20-23",
                         name, place, item);
    }
    if (high >= nodes) {
        return error_set(error, STATUS_BAD,
                         "%s, item %u: there is no node %llu; the nodes are 0 to %u", name, place,
                         (unsigned long long)high, nodes - 1);
    }
    if (*n + (high - low + 1) > nodes) {
        return error_set(error, STATUS_BAD,
                         "%s, item %u: the list is longer than the number of nodes (%u); give each "
                         "node once",
                         name, place, nodes);
    }
    for (; low <= high; low++) {
        list[(*n)++] = (uint16_t)low;
    }
    return STATUS_DONE;
}

char *trimmed(char *item)
{
    item += strspn(item, " \t");
    for (char *end = item + strlen(item); end > item && isblank((unsigned char)end[-1]);) {
        *--end = 0;
    }
    return item;
}

enum status nodes_parse(const char *name, const char *text, uint32_t nodes, uint16_t **list,
                        uint32_t *n, struct error *error)
{
    char *copy = alloc_text(text);
    char *rest = copy;
    unsigned place = 1;
    enum status status = STATUS_DONE;
    *list = alloc_array(nodes, sizeof **list);
    *n = 0;
    for (; *text && rest && !status; place++) {
        char *item = trimmed(strsep(&rest, ","));
        status = add_range(name, item, place, nodes, *list, n, error);
    }
    free(copy);
    if (status) {
        free(*list);
        *list = NULL;
    }
    return status;
}
