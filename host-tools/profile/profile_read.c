/* SPDX-License-Identifier: BSD-2-Clause */
#include "profile_read.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/alloc.h"

enum { LINE = 128, FIRST_ROOM = 1024 };

/* Room for one more of so many that are there; returns the array. */
static void *grow(void *array, size_t n, size_t bytes)
{
    if (n >= FIRST_ROOM ? (n & (n - 1)) != 0 : n != 0) {
        return array;
    }
    void *more = realloc(array, (n < FIRST_ROOM ? FIRST_ROOM : 2 * n) * bytes);
    if (!more) {
        out_of_memory();
    }
    return more;
}

/* One line behind the first. False: it makes no sense. */
static bool take_line(struct profile *p, const char *line)
{
    struct profile_at at;
    struct profile_wait wait;
    struct profile_core core;
    uint32_t node;

    if (sscanf(line, "at %" SCNu32 " %" SCNx32 " %" SCNu64, &at.node, &at.pc, &at.samples) == 3) {
        p->at = grow(p->at, p->ats, sizeof *p->at);
        p->at[p->ats++] = at;
        return at.node < p->nodes;
    }
    if (sscanf(line, "wait %" SCNu32 " %" SCNx32 " %" SCNu64, &wait.node, &wait.waiting,
               &wait.cycles) == 3) {
        p->wait = grow(p->wait, p->waits, sizeof *p->wait);
        p->wait[p->waits++] = wait;
        return wait.node < p->nodes;
    }
    if (sscanf(line, "core %" SCNu32 " %" SCNu64 " %" SCNu64, &node, &core.awake, &core.asleep) !=
            3 ||
        node >= p->nodes) {
        return false;
    }
    p->core[node] = core;
    return true;
}

enum status profile_read(struct profile *p, FILE *file, struct error *error)
{
    char line[LINE];
    bool ok;

    *p = (struct profile){.every = 0};
    ok = fgets(line, sizeof line, file) &&
         sscanf(line, "profile 1 every %" SCNu64 " nodes %" SCNu32 " cycles %" SCNu64, &p->every,
                &p->nodes, &p->cycles) == 3;
    if (ok) {
        p->core = alloc_array(p->nodes, sizeof *p->core);
    }
    while (ok && fgets(line, sizeof line, file)) {
        ok = take_line(p, line);
    }
    if (!ok) {
        profile_free(p);
        return error_set(error, STATUS_ENVIRONMENT,
                         "the emulator has written no profile that can be read");
    }
    return STATUS_DONE;
}

void profile_free(struct profile *p)
{
    free(p->at);
    free(p->wait);
    free(p->core);
    *p = (struct profile){.every = 0};
}
