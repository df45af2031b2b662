/* SPDX-License-Identifier: BSD-2-Clause */
/* The file of a trace: one event, whatever it is about. */
#include "perfetto_priv.h"

#include <inttypes.h>

enum { CYCLES_PER_US = 1000 };

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

void put_text(struct out *o, const char *text)
{
    putc('"', o->file);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c == '"' || *c == '\\') {
            fprintf(o->file, "\\%c", *c);
        } else if (*c < ' ') {
            fprintf(o->file, "\\u%04x", *c);
        } else {
            putc(*c, o->file);
        }
    }
    putc('"', o->file);
}

void put_name(struct out *o, const char *text)
{
    fputs(",\"name\":", o->file);
    put_text(o, text);
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
    fprintf(o->file, ",\"name\":\"%s_name\",\"args\":{\"name\":", what);
    put_text(o, title);
    putc('}', o->file);
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
