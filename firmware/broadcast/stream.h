/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Long multicasts, for those that wait for them and those that do not.
 */
#ifndef FIRMWARE_STREAM_H
#define FIRMWARE_STREAM_H

#include "layer/layer.h"

/* What is sent: in segments of so many flits, as the group's long multicast, or collective call, of this
 * number. */
struct streamed {
    void *body;
    uint32_t bytes, segment, root;
    uint16_t number;
    bool called; /* it is a broadcast */
};

/* The flits of a segment of so many bytes; 0: the body goes whole. */
static inline uint32_t stream_segment(uint32_t bytes, uint32_t segment_bytes)
{
    const uint32_t most = segment_bytes && segment_bytes < bytes ? segment_bytes : bytes;

    return most ? wire_flits_of(most) : 1;
}

/* Its windows are open; an opening must follow. */
noc_err stream_begin(struct stream *stream, noc_plan *plan, const struct streamed *what);
/* The whole, waiting; the same call goes on after a deadline. */
noc_err stream_call(struct stream *stream, noc_plan *plan, const struct streamed *what,
                    uint32_t timeout);
/* Behind the opening: go on as far as possible without waiting. True: all is forwarded, or *err. */
bool stream_flows(struct stream *stream, noc_err *err);
/* Then: whether all of it has left this core. */
bool stream_has_left(void);
/* Then it is over. */
void stream_done(struct stream *stream);

#endif
