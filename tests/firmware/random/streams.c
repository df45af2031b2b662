/* SPDX-License-Identifier: BSD-2-Clause */
/* What messages are, and what receives name. */
#include "program.h"

#include <stdio.h>

#include "data.h"
#include "noc.h"

enum { LENGTHS = 7 };

static const uint16_t longest[LENGTHS] = {0, 8, 256, 264, 1500, 4000, 20000};

uint32_t stream_longest(const struct stream *s)
{
    return longest[s->lengths];
}

uint32_t message_tag(const struct program *p, uint32_t stream, uint32_t from, uint32_t index)
{
    const struct stream *s = &p->stream[stream];

    return s->tag >= 0 ? (uint32_t)s->tag : mix(stream * 64 + from, index * 2 + 1) % 4;
}

uint32_t message_bytes(const struct program *p, uint32_t stream, uint32_t from, uint32_t index)
{
    const uint32_t x = mix(p->seed * 131 + stream * 64 + from, index * 2);

    switch (p->stream[stream].lengths) {
    case 0:
        return 0;
    case 1:
        return x % 9;
    case 2:
        return x % 3 ? x / 3 % 60 : x / 3 % 257;
    case 3:
        return 248 + x % 17;
    case 4:
        return x % 4 ? x / 4 % 80 : x / 4 % 1501;
    case 5:
        return 257 + x % 3744;
    default:
        return 12000 + x % 8001;
    }
}

uint8_t message_byte(uint32_t stream, uint32_t from, uint32_t index, uint32_t at)
{
    const uint32_t word = mix((stream * 64 + from) * 1024 + index, at / 4);

    return (uint8_t)(word >> at % 4 * 8);
}

void receive_names(const struct program *p, uint32_t stream, uint32_t index, int32_t *from,
                   int32_t *tag)
{
    const struct stream *s = &p->stream[stream];

    *from = s->from == NONE ? -1 : s->from;
    *tag = s->tag;
    if (s->kind == IN_ORDER && mix(stream, index) % 2) {
        *tag = (int32_t)message_tag(p, stream, s->from, index);
    }
}

int32_t team_rank(const struct team *t, uint32_t node)
{
    int32_t rank;

    for (rank = t->count - 1; rank >= 0 && t->member[rank] != node; rank--) {
    }
    return rank;
}

static const char *const kind_name[] = {"computes",      "sends",
                                        "isend",         "receives",
                                        "irecv",         "probes",
                                        "exchanges",     "waits",
                                        "a request",     "isend of what nobody wants",
                                        "cancels that",  "collective",
                                        "icollective",   "makes a group",
                                        "splits",        "duplicates",
                                        "frees a group", "reserves slots",
                                        "multicast",     "makes a window",
                                        "puts",          "accumulates",
                                        "gets",          "locks",
                                        "fence",         "looks at its window",
                                        "frees a window"};

static bool is_of_stream(uint32_t kind)
{
    return kind >= OP_SEND && kind <= OP_EXCHANGE;
}

void op_text(const struct program *p, uint32_t core, uint32_t number, char *text, uint32_t room)
{
    const struct op *o = &p->op[core][number];
    const struct stream *s = &p->stream[o->stream];

    if (number >= p->ops[core]) {
        snprintf(text, room, "behind its last operation");
    } else if (is_of_stream(o->kind)) {
        snprintf(
            text, room,
            "operation %u: %s, group %u, from %d to %u, tag %d, message %u of stream %u, how %x",
            (unsigned)number, kind_name[o->kind], s->group, s->from == NONE ? -1 : s->from, s->to,
            (int)s->tag, o->index, o->stream, o->how);
    } else {
        snprintf(text, room,
                 "operation %u: %s, group %u, number %u, index %u, peer %d, %u bytes, how %x",
                 (unsigned)number, kind_name[o->kind], o->group, (unsigned)o->number, o->index,
                 o->peer == NONE ? -1 : o->peer, (unsigned)o->bytes, o->how);
    }
}
