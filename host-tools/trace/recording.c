/* SPDX-License-Identifier: BSD-2-Clause */
#include "recording.h"

#include <stdlib.h>
#include <string.h>

#include "target/counter_blocks.h"
#include "memmap.h"
#include "base/alloc.h"

void recording_init(struct recording *r, uint32_t nodes)
{
    memset(r, 0, sizeof *r);
    r->nodes = nodes;
    r->core = alloc_array(nodes, sizeof *r->core);
    r->router = alloc_array(nodes, sizeof *r->router);
}

void recording_free(struct recording *r)
{
    for (uint32_t i = 0; i < r->nodes; i++) {
        free(r->core[i].event);
        free(r->core[i].gap);
        free(r->core[i].mark);
        free(r->router[i].worm);
    }
    for (size_t i = 0; i < r->samples; i++) {
        free(r->sample[i].flits);
    }
    free(r->first);
    free(r->last);
    free(r->core);
    free(r->router);
    free(r->sample);
    free(r->flow);
    free(r->there);
    memset(r, 0, sizeof *r);
}

void *recording_room(void *array, size_t n, size_t *room, size_t size)
{
    enum { FIRST = 64 };
    if (n < *room) {
        return array;
    }
    *room = n < FIRST ? FIRST : 2 * n;
    void *grown = alloc_array(*room, size);
    if (n) {
        memcpy(grown, array, n * size);
    }
    free(array);
    return grown;
}

struct recording_sums recording_sum(const struct recording *r)
{
    struct recording_sums sums = {0};
    for (uint32_t i = 0; i < r->nodes; i++) {
        sums.events += r->core[i].events;
        sums.lost_events += r->core[i].lost;
        sums.worms += r->router[i].worms;
        sums.lost_worms += r->router[i].lost;
    }
    return sums;
}

uint32_t recording_since(uint32_t before, uint32_t now)
{
    return (int32_t)(now - before) < 0 ? now : now - before;
}

uint64_t recording_counted(const struct recording *r, unsigned offset)
{
    unsigned rows = offset < CNT_LINKS ? 1 : CNT_ROWS_MAX;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < r->nodes && r->last; i++) {
        for (unsigned row = 0; row < rows; row++) {
            size_t at = (size_t)i * NOC_DEBUG_BLOCK;
            unsigned word = offset + row * CNT_ROW_STRIDE;
            sum += recording_since(block_word(r->first + at, word), block_word(r->last + at, word));
        }
    }
    return sum;
}

uint64_t trace_stamp_time(const struct trace_event *event)
{
    return event->time - (uint32_t)((uint32_t)event->time - event->stamp);
}
