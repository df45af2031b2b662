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

enum { CYCLES_PER_US = 1000 };

/* --- pieces ------------------------------------------------------------------------ */

/* Begin an event; the caller ends it by end_event(). */
void begin_event(struct out *o, const char *phase, unsigned pid, uint64_t tid, uint64_t cycle)
{
    fprintf(o->file, "%s{\"ph\":\"%s\",\"pid\":%u,\"tid\":%" PRIu64 ",\"ts\":%" PRIu64 ".%03u",
            o->any ? ",\n" : "", phase, pid, tid, cycle / CYCLES_PER_US,
            (unsigned)(cycle % CYCLES_PER_US));
    o->any = true;
}

void end_event(struct out *o)
{
    putc('}', o->file);
}

/* ,"name":"..." ; text is printable ASCII without quotes. */
void put_name(struct out *o, const char *text)
{
    fprintf(o->file, ",\"name\":\"%s\"", text);
}

void put_duration(struct out *o, uint64_t cycles)
{
    fprintf(o->file, ",\"dur\":%" PRIu64 ".%03u", cycles / CYCLES_PER_US,
            (unsigned)(cycles % CYCLES_PER_US));
}

/* Name a process or a track, and its place among the others. tid 0: the process. */
void put_title(struct out *o, unsigned pid, uint64_t tid, const char *title, uint64_t place)
{
    const char *what = tid ? "thread" : "process";
    begin_event(o, "M", pid, tid, 0);
    fprintf(o->file, ",\"name\":\"%s_name\",\"args\":{\"name\":\"%s\"}", what, title);
    end_event(o);
    begin_event(o, "M", pid, tid, 0);
    fprintf(o->file, ",\"name\":\"%s_sort_index\",\"args\":{\"sort_index\":%" PRIu64 "}", what,
            place);
    end_event(o);
}

void put_counter(struct out *o, unsigned pid, const struct counter *counter, uint64_t cycle,
                 double value)
{
    begin_event(o, "C", pid, 0, cycle);
    put_name(o, counter->name);
    fprintf(o->file, ",\"args\":{\"%s\":%.9g}", counter->series, value);
    end_event(o);
}

/* --- the file ----------------------------------------------------------------------- */

static void put_head(struct out *o)
{
    const struct recording *r = o->r;
    const struct recording_sums sums = recording_sum(r);
    fputs(
        "{\"displayTimeUnit\":\"ns\",\n\"otherData\":{\"time\":\"1 ns is one cycle of the board\"",
        o->file);
    if (o->e) {
        fprintf(o->file, ",\"topology\":\"%s\"", o->e->topology_text);
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
