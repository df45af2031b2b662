/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files that write a trace share: perfetto.c, _core.c, _net.c and _event.c. */
#ifndef NOCT_TRACE_PERFETTO_PRIV_H
#define NOCT_TRACE_PERFETTO_PRIV_H

#include "perfetto.h"

/*
 * The file's processes, and the first track (tid) of each. The viewer takes a tid of 0 for the
 * pid, and shows a track's tid behind its name: "core 5 100005" is not taken for two cores, as
 * "core 5 6" would be. No tid is a pid: the viewer would take that track for the main thread.
 */
enum { CORES = 1, NETWORK = 2 };
enum { FIRST_CORE = 100000, FIRST_CHANNEL = 200000 };

enum { NAME_MAX_BYTES = 64 };

struct out {
    FILE *file;
    const struct recording *r;
    const struct experiment *e;
    const struct elf_image *image;
    bool any; /* an event is written already */
};

/* perfetto_event.c */
/* Begin an event; the caller may add members to it, each behind a comma, and ends it. */
void begin_event(struct out *o, const char *phase, unsigned pid, uint64_t tid, uint64_t cycle);
void end_event(struct out *o);

/* Any text, in UTF-8, as a string of JSON, in quotes. */
void put_text(struct out *o, const char *text);
/* Its name. */
void put_name(struct out *o, const char *text);
void put_duration(struct out *o, uint64_t cycles);

/* Name a process or a track, and its place among the others. tid 0: the process. */
void put_title(struct out *o, unsigned pid, uint64_t tid, const char *title, uint64_t place);

/*
 * A value of a counter, from this cycle on. Perfetto shows name and series as one text, with a
 * space in between; others draw the series of a name on top of each other.
 */
struct counter {
    char name[80], series[48];
};
void put_counter(struct out *o, unsigned pid, const struct counter *counter, uint64_t cycle,
                 double value);

/* perfetto_core.c */
void put_core(struct out *o, uint32_t node);
/* Counters: messages under way, and those that lie in each core's NI. */
void put_under_way(struct out *o);
void put_queues(struct out *o);

/* perfetto_net.c */
/* A router's worms; its tracks have the numbers from *tid on. */
void put_router(struct out *o, uint32_t node, uint64_t *tid);
/* Counters: flits in a cycle, of all links and of each. */
void put_links(struct out *o);

#endif
