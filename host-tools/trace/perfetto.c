/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The file, by processes:
 *
 *   cores     a track for each core: calls as slices, moments as instants, arrows from the call
 *             that sent to the call that received; counters: messages under way, and at each core
 *   network   a track for each link and virtual channel, and for what each router gives to its NI:
 *             worms as slices; counters: flits in a cycle
 *
 * ts and dur are microseconds with three places, of which one cycle is the last: 1 ns in the
 * viewer is a cycle.
 */
#include "perfetto.h"

#include <inttypes.h>

#include "perfetto_priv.h"
#include "trace_in_flight.h"

/* --- the file ----------------------------------------------------------------------- */

static void put_head(struct out *o)
{
    const struct recording *r = o->r;
    const struct recording_sums sums = recording_sum(r);
    fputs(
        "{\"displayTimeUnit\":\"ns\",\n\"otherData\":{\"time\":\"1 ns is one cycle of the board\"",
        o->file);
    if (o->e) {
        fputs(",\"topology\":", o->file);
        put_text(o, o->e->topology_text);
    }
    fprintf(o->file,
            ",\"nodes\":%u,\"events\":%" PRIu64 ",\"worms\":%" PRIu64 ",\"messages\":%zu"
            ",\"lost_events\":%" PRIu64 ",\"lost_worms\":%" PRIu64 ",\"unmatched\":%" PRIu64
            ",\"end\":%" PRIu64 ",\"still_there\":%zu,\"stuck\":%zu"
            ",\n\"counters\":{\"out\":%" PRIu64 ",\"signals\":%" PRIu64 ",\"in\":%" PRIu64
            ",\"discarded\":%" PRIu64 ",\"headers\":%" PRIu64 "}},\n\"traceEvents\":[\n",
            r->nodes, sums.events, sums.worms, r->flows, sums.lost_events, sums.lost_worms,
            r->unmatched, r->end, r->theres, trace_stuck(r), recording_counted(r, CNT_OUT),
            recording_counted(r, CNT_SIGNALS), recording_counted(r, CNT_IN),
            recording_counted(r, CNT_DISCARDED), recording_counted(r, CNT_LINK_HEADERS));
}

bool perfetto_write(FILE *file, const struct recording *r, const struct experiment *e,
                    const struct elf_image *image)
{
    struct out o = {.file = file, .r = r, .e = e, .image = image};
    uint64_t tid = FIRST_CHANNEL;
    put_head(&o);
    if (r->rings) {
        put_title(&o, CORES, 0, "cores", CORES);
        for (uint32_t i = 0; i < r->nodes; i++) {
            put_core(&o, i);
        }
        put_under_way(&o);
        put_queues(&o);
    }
    put_title(&o, NETWORK, 0, "network", NETWORK);
    for (uint32_t i = 0; i < r->nodes; i++) {
        put_router(&o, i, &tid);
    }
    put_links(&o);
    fputs("\n]}\n", file);
    return !ferror(file);
}
