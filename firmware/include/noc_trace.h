/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Marks of a program's own in its trace (docs/tracing.md). In a program that is not built with
 * NOC_TRACE these are nothing, and their arguments are not evaluated.
 *
 *   NOC_TRACE_MARK("row", row);
 *   NOC_TRACE_BEGIN("solve", n); ... NOC_TRACE_END();
 */
#ifndef NOC_TRACE_USER_H
#define NOC_TRACE_USER_H

#include <stdint.h>

#ifdef NOC_TRACE

#include "trace.h"

/* One record (trace.h). About 20 instructions; never fails: the oldest record makes room. */
void noc_trace_put(uint32_t what, uint32_t value, uint32_t stamp);

#define NOC_TRACE_NAMED_(kind, name, value)                                         \
    do {                                                                            \
        static const char noc_trace_name_[] = name;                                 \
        noc_trace_put(NOC_TRACE_WHAT(kind, NOC_TRACE_NOBODY, 0), (uint32_t)(value), \
                      (uint32_t)(uintptr_t)noc_trace_name_);                        \
    } while (0)

/* A moment, with a number of the program's own (0 to 65,534) for who wants no name. */
static inline void noc_trace_user(uint32_t id, uint32_t value)
{
    noc_trace_put(NOC_TRACE_WHAT(NOC_TRACE_USER, id, 0), value, 0);
}

/* A moment, by name (a string literal) and with a value that is shown. */
#define NOC_TRACE_MARK(name, value)  NOC_TRACE_NAMED_(NOC_TRACE_USER, name, value)
/* A slice from here to NOC_TRACE_END(); slices, and the layer's calls, nest. */
#define NOC_TRACE_BEGIN(name, value) NOC_TRACE_NAMED_(NOC_TRACE_PHASE, name, value)
#define NOC_TRACE_END() \
    noc_trace_put(NOC_TRACE_WHAT(NOC_TRACE_RETURN, NOC_TRACE_NOBODY, NOC_TRACE_PHASE), 0, 0)

#else

static inline void noc_trace_user(uint32_t id, uint32_t value)
{
    (void)id;
    (void)value;
}

#define NOC_TRACE_MARK(name, value)  ((void)sizeof(value))
#define NOC_TRACE_BEGIN(name, value) ((void)sizeof(value))
#define NOC_TRACE_END()              ((void)0)

#endif
#endif
