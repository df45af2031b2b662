/* SPDX-License-Identifier: BSD-2-Clause */
/* Lists of nodes as people write them. */
#include <stdlib.h>
#include <string.h>

#include "base/node_list.h"
#include "test.h"

TEST(ranges)
{
    static const uint16_t expected[] = {3, 20, 21, 22, 1};
    static const char *const same[] = {"3,20-22,1", " 3 , 20-22 ,1\t", "03,020-22,1-1"};
    struct error error;
    for (unsigned i = 0; i < sizeof same / sizeof *same; i++) {
        uint16_t *list;
        uint32_t n;
        assert_int_equal(nodes_parse("dests", same[i], 64, &list, &n, &error), STATUS_DONE);
        assert_int_equal(n, 5);
        assert_memory_equal(list, expected, sizeof expected);
        free(list);
    }
}

/* Each error says which item it is. */
TEST(bad_items)
{
    static const struct {
        const char *text, *error;
    } row[] = {
        {"3,", "dests, item 2: '' is neither a node number"},
        {"1,7-", "dests, item 2: '7-' is neither"},
        {"5-3", "dests, item 1: '5-3' is neither"},
        {"1,2,x", "dests, item 3: 'x' is neither"},
        {"8", "dests, item 1: there is no node 8; the nodes are 0 to 7"},
        {"0-7,1", "dests, item 2: the list is longer than the number of nodes (8)"},
    };
    for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
        struct error error;
        uint16_t *list;
        uint32_t n;
        assert_int_equal(nodes_parse("dests", row[i].text, 8, &list, &n, &error), STATUS_BAD);
        assert_null(list);
        assert_memory_equal(error.text, row[i].error, strlen(row[i].error));
    }
}
