/* SPDX-License-Identifier: BSD-2-Clause */
/* NOC_SHOW=1: the root of a broadcast prints which way it goes, once for each way and communicator. */
#include <stdio.h>
#include <string.h>

#include "coll.h"

/* What has been said. */
struct shown {
    struct shown *next;
    const noc_group *group;
    const char *algorithm;
};

static struct shown *shown;

static bool is_new(const noc_group *group, const char *algorithm)
{
    struct shown *s;

    for (s = shown; s; s = s->next) {
        if (s->group == group && s->algorithm == algorithm) {
            return false;
        }
    }
    s = malloc(sizeof(*s));
    if (s) {
        *s = (struct shown){shown, group, algorithm};
        shown = s;
    }
    return s;
}

/* Why no router copies it. */
static const char *reason(const noc_broadcast_way *way, uint32_t bytes)
{
    if (!*way->routing) {
        return "; no worms: the network is not known";
    }
    if (!way->routers_copy) {
        return "; no worms: with this routing routers copy nothing";
    }
    return bytes <= NOC_EAGER_BYTES ? "; no worms: it is short"
                                    : "; no worms: the plan is made for the second one in a row";
}

void mpi_show_broadcast(const struct mpi_work *w)
{
    const uint32_t root = (uint32_t)w->call.root;
    noc_broadcast_way way;
    char segments[40] = "";

    if (noc_broadcast_how(w->group, w->bytes, root, &way) || !is_new(w->group, way.algorithm)) {
        return;
    }
    if (way.segment_bytes) {
        snprintf(segments, sizeof(segments), " in segments of %u bytes",
                 (unsigned)way.segment_bytes);
    }
    printf("MPI_Bcast of %u bytes from rank %u to %u ranks, routing %s: %s%s%s%s\n",
           (unsigned)w->bytes, (unsigned)root, (unsigned)w->ranks,
           *way.routing ? way.routing : "unknown", way.worms ? "worms of " : "messages of ",
           way.algorithm, segments, way.worms ? "" : reason(&way, w->bytes));
}
