/* SPDX-License-Identifier: BSD-2-Clause */
#include "stamp_ring.h"

#include "counter_blocks.h"
#include "memmap.h"
#include "regs.h"
#include "stamp.h"

uint64_t stamp_whole_time(uint64_t cycle, uint32_t low)
{
    return cycle + (uint64_t)(int64_t)(int32_t)(low - (uint32_t)cycle);
}

static struct stamp_taken read_back(const unsigned char *stamp, uint64_t cycle)
{
    uint32_t where = block_word(stamp, offsetof(struct noc_stamp, where));
    return (struct stamp_taken){
        .head = stamp_whole_time(cycle, block_word(stamp, offsetof(struct noc_stamp, head))),
        .cycles = NOC_GET(where, NOC_STAMP_WHERE, SPAN) + 1,
        .port = (uint8_t)NOC_GET(where, NOC_STAMP_WHERE, PORT),
        .vc = (uint8_t)NOC_GET(where, NOC_STAMP_WHERE, VC),
        .header = block_word(stamp, offsetof(struct noc_stamp, header)),
        .w1 = block_word(stamp, offsetof(struct noc_stamp, w1)),
    };
}

/* Stamps first..first + n - 1 of all; they are there. */
static enum status take(struct transport *transport, uint32_t node, uint64_t cycle, uint32_t first,
                        uint32_t n, stamp_function *call, void *opaque, struct error *error)
{
    const uint32_t size = sizeof(struct noc_stamp);
    unsigned char block[NOC_STAMPS * sizeof(struct noc_stamp)];
    enum status status = STATUS_DONE;
    for (uint32_t done = 0, some; done < n && !status; done += some) {
        uint32_t at = (first + done) % NOC_STAMPS;
        some = n - done < NOC_STAMPS - at ? n - done : NOC_STAMPS - at;
        status = transport_read(transport, NOC_STAMP_BASE + node * NOC_STAMP_BLOCK + at * size,
                                block, (size_t)some * size, error);
        for (uint32_t i = 0; i < some && !status; i++) {
            const struct stamp_taken stamp = read_back(block + (size_t)i * size, cycle);
            call(opaque, &stamp);
        }
    }
    return status;
}

enum status stamp_ring_look(struct stamp_ring *ring, struct transport *transport, uint32_t node,
                            uint64_t cycle, stamp_function *call, void *opaque, struct error *error)
{
    uint32_t written;
    enum status status = transport_word(
        transport, NOC_STATE_BASE + node * NOC_STATE_BLOCK + STATE_STAMPS, &written, error);
    if (status) {
        return status;
    }
    if ((int32_t)(written - ring->read) < 0) { /* the board was reset */
        ring->read = 0;
    }
    ring->fresh = written - ring->read;
    ring->lost = ring->fresh > NOC_STAMPS ? ring->fresh - NOC_STAMPS : 0;
    ring->read = written;
    return call ? take(transport, node, cycle, written - (ring->fresh - ring->lost),
                       ring->fresh - ring->lost, call, opaque, error)
                : STATUS_DONE;
}
