/* SPDX-License-Identifier: BSD-2-Clause */
#include "run_live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "blocks.h"
#include "known.h"
#include "live.h"
#include "memmap.h"
#include "memory.h"
#include "parameters.h"
#include "regs.h"
#include "running.h"

enum { POLL_MS = 20, STILL_SECONDS = 20 };

/* --- what it is ----------------------------------------------------------- */

static void set_text(struct options *o, int key, const char *text)
{
    free(o->text[key]);
    o->text[key] = copy_text(text);
}

/* Is it noct's own multicast that the board runs? */
static enum status check_firmware(struct link *link, struct complaint *why)
{
    struct running r;
    enum status status = running_find(&r, link, "multicast", why);
    if (status) {
        return status;
    }
    if (!r.matches) {
        status =
            complain(why, STATUS_BAD,
                     "board %s: runs another program than noct's multicast; '" LIVE_START
                     "' starts one with that",
                     link_name(link));
    }
    running_free(&r);
    return status;
}

enum status live_complete(struct link *link, struct options *o, struct complaint *why)
{
    struct experiment e;
    struct options known;
    uint32_t boot, ram;
    char text[16];
    enum status status = link_word(link, NOC_CONTROL_BASE + CTL_BOOT, &boot, why);
    if (!status && NOC_GET(boot, NI_BOOT, DONE)) {
        status =
            complain(why, STATUS_BAD,
                     "board %s: boots from flash, its parameters too; noct flash, with the "
                     "experiment's flags, writes them",
                     link_name(link));
    }
    if (status || (status = check_firmware(link, why)) ||
        (status = link_word(link, NOC_CONTROL_BASE + CTL_RAM, &ram, why))) {
        return status;
    }
    status = known_board(link, &e, o, &known, why);
    if (!status && !known_channels(&e)) {
        status = complain(why, STATUS_BAD,
                          "board %s: its network was read from a file; give that by topology",
                          link_name(link));
        experiment_free(&e);
    }
    if (!status) {
        set_text(o, KEY_topology, e.network ? known.text[KEY_topology] : e.topology_text);
        set_text(o, KEY_routing, e.routing->name);
        snprintf(text, sizeof text, "%u", (unsigned)ram);
        set_text(o, KEY_ram, text);
        experiment_free(&e);
    }
    options_free(&known);
    return status;
}

/* --- running -------------------------------------------------------------- */

/* The experiment, word by word, and read back. */
static enum status write_params(struct link *link, const struct experiment *e, uint64_t deadline,
                                struct complaint *why)
{
    uint32_t bytes;
    void *block = parameters_make(e, deadline, &bytes);
    uint32_t words = (bytes + 3) / 4;
    uint32_t *word = claim_array(words, sizeof *word), *back = claim_array(words, sizeof *back);
    enum status status = STATUS_DONE;
    memcpy(word, block, bytes);
    for (uint32_t i = 0; i < words && !status; i++) {
        status = link_write(link, NOC_PARAMS_BASE + 4 * i, word[i], why);
    }
    if (!status) {
        status = link_read(link, NOC_PARAMS_BASE, back, words * sizeof *back, why);
    }
    if (!status && memcmp(word, back, words * sizeof *word) != 0) {
        status =
            complain(why, STATUS_ENVIRONMENT,
                     "board %s: does not take parameters: reads other words at 0x%08x than were "
                     "written",
                     link_name(link), NOC_PARAMS_BASE);
    }
    free(block);
    free(word);
    free(back);
    return status;
}

/* Has node's core written EXIT, or stopped in a trap? */
static enum status has_ended(struct link *link, uint32_t node, bool *ended, struct complaint *why)
{
    uint32_t status_word;
    enum status status =
        link_word(link, NOC_DEBUG_BASE + node * NOC_DEBUG_BLOCK + CNT_STATUS, &status_word, why);
    *ended = NOC_GET(status_word, CNT_STATUS, DONE) || NOC_GET(status_word, CNT_STATUS, TRAPPED);
    return status;
}

/* Core after core, until all have ended or the clock stands. */
static enum status wait_for_cores(struct link *link, bool *all, struct complaint *why)
{
    const struct timespec pause = { .tv_nsec = POLL_MS * 1000000L };
    uint64_t before = 0, now = 0;
    unsigned still_ms = 0;
    uint32_t node = 0, stopped = 0;
    enum status status = STATUS_DONE;
    while (!status && node < link_nodes(link) && !stopped) {
        bool ended;
        status = has_ended(link, node, &ended, why);
        if (status || ended) {
            node++;
            continue;
        }
        nanosleep(&pause, NULL);
        status = link_word(link, NOC_CONTROL_BASE + CTL_STOP, &stopped, why);
        if (!status) {
            status = link_cycle(link, &now, why);
        }
        still_ms = now == before ? still_ms + POLL_MS : 0;
        before = now;
        if (!status && still_ms > STILL_SECONDS * 1000) {
            return complain(why, STATUS_ENVIRONMENT,
                            "board %s: its clock stands in cycle %llu; 'noct why --board %s' says why",
                            link_name(link), (unsigned long long)now, link_name(link));
        }
    }
    *all = node == link_nodes(link);
    return status;
}

enum status live_run(struct link *link, const struct experiment *e, uint64_t limit_cycles,
                     unsigned char *block, uint64_t *cycle, bool *ended, struct complaint *why)
{
    enum status status = link_stop(link, why);
    if (!status) {
        status = write_params(link, e, limit_cycles / 2, why);
    }
    if (!status) {
        status = link_write(link, NOC_CONTROL_BASE + CTL_RESET, 1, why);
    }
    if (!status) {
        status = link_go_until(link, limit_cycles, why);
    }
    if (!status) {
        status = wait_for_cores(link, ended, why);
    }
    if (!status) {
        status = link_stop(link, why);
    }
    if (!status) {
        status = link_cycle(link, cycle, why);
    }
    if (!status) {
        status =
            link_read(link, NOC_DEBUG_BASE, block, (size_t)link_nodes(link) * NOC_DEBUG_BLOCK, why);
    }
    return status ? status : link_go_until(link, 0, why);
}
