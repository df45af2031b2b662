/* SPDX-License-Identifier: BSD-2-Clause */
/* Lock step of network interfaces: what there is in a run, and where it ends. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "ni.h"

struct noc_topology topology;
const struct noc_routing *routing;
struct traffic traffic;
struct state *state;
uint64_t now;
struct totals totals;
uint32_t number;

void differ(const char *format, ...)
{
    va_list arguments;

    fflush(stdout);
    fprintf(stderr, "gateware and model differ: case %u, cycle %llu: ", (unsigned)number,
            (unsigned long long)now);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(1);
}
