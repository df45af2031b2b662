/* SPDX-License-Identifier: BSD-2-Clause */
/* noct why: what to do next, as commands that can be typed as they are printed. */
#include <stdio.h>
#include <string.h>

#include "program/board_identity.h"
#include "target/transport.h"
#include "base/subprocess.h"
#include "why.h"

enum { LINE = 3 * PATH_MAX };

static void add(json_t *list, const char *line)
{
    json_array_append_new(list, json_string(line));
}

/* The first core that waits for this one, of which there is nothing more to see; it itself: none. */
static uint32_t who_waits_for(const struct diagnosis *w, uint32_t node)
{
    uint32_t i = 0;
    while (i < w->nodes && core_waits_for(&w->core[i], i, w->nodes) != node) {
        i++;
    }
    return i < w->nodes ? i : node;
}

/* The core that is looked at first. */
static uint32_t suspect(const struct diagnosis *w)
{
    uint32_t n, trapped = why_first_in(w, CORE_TRAPPED), running = why_first_in(w, CORE_RUNNING);
    if (w->verdict == VERDICT_WAIT_CYCLE) {
        return w->waiting[0];
    }
    if (w->wait_cycle_n) {
        uint32_t source = noc_wait_graph_source(&w->waits, w->wait_cycle[0].row);
        return source == NOC_ANYWHERE ? w->waits.row[w->wait_cycle[0].row].node : source;
    }
    const struct barrier *b = why_largest_barrier(w);
    if (b && w->verdict == VERDICT_WAITING) {
        return why_barrier_suspect(w, b);
    }
    if (trapped < w->nodes) {
        return trapped;
    }
    if (running < w->nodes && w->verdict == VERDICT_RUNNING) {
        return running;
    }
    uint32_t root = why_root(w, &n);
    return w->core[root].state == CORE_EXITED ? who_waits_for(w, root) : root;
}

/* An image for a board that has none; or who says what is in the way. */
static void next_flash(json_t *list, struct transport *link)
{
    char line[LINE];
    if (!identity_flash_command(link, "hello", line, sizeof line)) {
        size_t used = (size_t)snprintf(line, sizeof line, "noct doctor --board ");
        program_word(line + used, sizeof line - used, transport_name(link));
    }
    add(list, line);
}

/* Is the routing to blame? */
static void next_verify(json_t *list, const struct diagnosis *w)
{
    char line[LINE], topology[LINE / 2];
    const char *consumption = why_consumption(w);
    program_word(topology, sizeof topology, w->e.topology_text);
    snprintf(line, sizeof line, "noct verify --topology %s --routing %s%s%s", topology,
             w->e.routing->name, consumption ? " --consumption " : "",
             consumption ? consumption : "");
    add(list, line);
}

/* A debugger, at the suspect. OpenOCD, that noct has started and ended, must be started again. */
static void next_debugger(json_t *list, const struct diagnosis *w)
{
    char line[LINE], elf[LINE / 2] = "", address[TRANSPORT_SERVER], thread[40] = "";
    const struct board_description *d = transport_description(w->transport);
    uint32_t core = suspect(w), number = 0;
    bool served = transport_gdb_server(w->transport, core, address, &number);
    if (!served && !d) {
        return;
    }
    if (!served) {
        char path[LINE / 2];
        program_word(path, sizeof path, d->path);
        snprintf(line, sizeof line, "openocd -c 'set CORES %u' -f %s", core, path);
        add(list, line);
        snprintf(address, sizeof address, "127.0.0.1:3333"); /* OpenOCD's own choice */
    } else if (number > 1 || w->nodes > 1) {
        snprintf(thread, sizeof thread, "-ex 'thread %u' ", number);
    }
    if (w->running.matches) {
        program_word(elf, sizeof elf - 1, w->running.path);
        strcat(elf, " ");
    }
    snprintf(line, sizeof line, "gdb-multiarch %s-ex 'target remote %s' %s-ex backtrace", elf,
             address, thread);
    add(list, line);
}

json_t *why_next(const struct diagnosis *w)
{
    json_t *list = json_array();
    if (w->verdict == VERDICT_NO_IMAGE) {
        next_flash(list, w->transport);
    } else if (w->verdict != VERDICT_EXITED) {
        if (w->wait_cycle_n) {
            next_verify(list, w);
        }
        next_debugger(list, w);
    }
    return list;
}
