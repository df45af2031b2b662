/* SPDX-License-Identifier: BSD-2-Clause */
#include "run_live.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "target/counter_blocks.h"
#include "program/board_identity.h"
#include "program/core_groups.h"
#include "target/registry.h"
#include "memmap.h"
#include "base/alloc.h"
#include "experiment/parameter_block.h"
#include "regs.h"
#include "program/running_program.h"

enum { POLL_MS = 20, STILL_SECONDS = 20 };

/* --- what it is ----------------------------------------------------------- */

static void set_text(struct options *o, int key, const char *text)
{
    free(o->text[key]);
    o->text[key] = alloc_text(text);
}

/* Is it this program of noct's own that the board runs? */
static enum status check_firmware(struct transport *transport, const char *program, bool gateware,
                                  struct error *error)
{
    struct running_program r;
    enum status status = running_program_find(&r, transport, program, error);
    if (status) {
        return status;
    }
    if (!r.matches) {
        error_set(error, STATUS_BAD, "board %s: does not run noct's %s", transport_name(transport),
                  program);
        status = error_fix(error, "'%s%s%s' starts a board that does",
                           gateware ? REGISTRY_START_RTL : REGISTRY_START,
                           strcmp(program, "multicast") == 0 ? "" : " --firmware ",
                           strcmp(program, "multicast") == 0 ? "" : program);
    }
    running_program_free(&r);
    return status;
}

enum status run_live_complete(struct transport *transport, const char *program, struct options *o,
                              struct error *error)
{
    struct experiment e;
    struct options known;
    uint32_t boot, ram;
    char text[16];
    enum status status = transport_word(transport, NOC_CONTROL_BASE + CTL_BOOT, &boot, error);
    if (!status && NOC_GET(boot, NI_BOOT, DONE)) {
        error_set(error, STATUS_BAD, "board %s: boots from flash, which also holds its parameters",
                  transport_name(transport));
        status = error_fix(error, "'noct flash' with the experiment's flags writes them");
    }
    if (status ||
        (status =
             check_firmware(transport, program, registry_is_gateware(o->text[KEY_board]), error)) ||
        (status = transport_word(transport, NOC_CONTROL_BASE + CTL_RAM, &ram, error))) {
        return status;
    }
    status = identity_find(transport, &e, o, &known, error);
    if (!status && !identity_names_channels(&e)) {
        error_set(error, STATUS_BAD, "board %s: its network was read from a file",
                  transport_name(transport));
        status = error_fix(error, "give that file by topology");
        experiment_free(&e);
    }
    if (!status && o->text[KEY_ram] && e.ram != ram) {
        error_set(error, STATUS_BAD, "ram '%s': the board has %uK", o->text[KEY_ram],
                  (unsigned)ram / 1024);
        status = error_fix(error, "leave the flag out");
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

/* The parameters as words. */
static uint32_t *params_words(const struct experiment *e, uint64_t deadline, uint32_t *words)
{
    uint32_t bytes;
    void *block = parameter_block_make(e, deadline, &bytes);
    uint32_t *word;
    *words = (bytes + 3) / 4;
    word = alloc_array(*words, sizeof *word);
    memcpy(word, block, bytes);
    free(block);
    return word;
}

/* Does the board have these? */
static enum status compare_params(struct transport *transport, const uint32_t *word, uint32_t words,
                                  bool *same, struct error *error)
{
    uint32_t *back = alloc_array(words, sizeof *back);
    enum status status =
        transport_read(transport, NOC_PARAMS_BASE, back, words * sizeof *back, error);
    *same = !status && memcmp(word, back, words * sizeof *word) == 0;
    free(back);
    return status;
}

/* The experiment, word by word, and read back. */
static enum status write_params(struct transport *transport, const struct experiment *e,
                                uint64_t deadline, struct error *error)
{
    uint32_t words;
    uint32_t *word = params_words(e, deadline, &words);
    enum status status = STATUS_DONE;
    bool same = true;
    for (uint32_t i = 0; i < words && !status; i++) {
        status = transport_write(transport, NOC_PARAMS_BASE + 4 * i, word[i], error);
    }
    if (!status) {
        status = compare_params(transport, word, words, &same, error);
    }
    if (!same && !status) {
        status =
            error_set(error, STATUS_ENVIRONMENT,
                      "board %s: its parameters cannot be written: the words read at 0x%08x are "
                      "not those written",
                      transport_name(transport), NOC_PARAMS_BASE);
    }
    free(word);
    return status;
}

/* Is what was read, with the clock stopped, of this experiment? Another command may have told the
 * board another one meanwhile, or have reset it when its cores had ended. */
static enum status check_undisturbed(struct transport *transport, const struct experiment *e,
                                     uint64_t deadline, const unsigned char *block, bool ended,
                                     struct error *error)
{
    uint32_t words;
    uint32_t *word = params_words(e, deadline, &words);
    bool same;
    enum status status = compare_params(transport, word, words, &same, error);
    for (uint32_t n = 0; n < transport_nodes(transport) && ended && same; n++) {
        uint32_t core = block_word(block + (size_t)n * NOC_DEBUG_BLOCK, CNT_STATUS);
        same = NOC_GET(core, CNT_STATUS, DONE) || NOC_GET(core, CNT_STATUS, TRAPPED);
    }
    free(word);
    if (same || status) {
        return status;
    }
    error_set(error, STATUS_ENVIRONMENT, "board %s: another command has reset it meanwhile",
              transport_name(transport));
    return error_fix(error, "run one after the other, or each on a board of its own");
}

/* Can its routers do what the experiment's worms take? */
static enum status check_profile(struct transport *transport, const struct experiment *e,
                                 struct error *error)
{
    uint32_t profile;
    enum status status = transport_word(transport, NOC_CONTROL_BASE + CTL_PROFILE, &profile, error);
    if (status || !e->algorithm || !e->algorithm->worm || !e->routing->copies ||
        NOC_GET(profile, NI_PROFILE, COPIES)) {
        return status;
    }
    error_set(error, STATUS_BAD,
              "algorithm '%s': its worms have several destinations, and the routers of board %s do "
              "not copy worms",
              e->algorithm_text, transport_name(transport));
    return error_fix(error, "give one with unicasts, as separate");
}

/* Is it the network that the experiment is about? */
static enum status check_wiring(struct transport *transport, const struct experiment *e,
                                struct error *error)
{
    uint32_t has, wanted = noc_net_wiring(&e->net);
    enum status status = transport_word(transport, NOC_CONTROL_BASE + CTL_WIRING, &has, error);
    if (status || has == wanted) {
        return status;
    }
    error_set(error, STATUS_BAD,
              "board %s: it is wired in another way: its WIRING is 0x%08" PRIx32
              ", that of %s, %s with these flags is 0x%08" PRIx32,
              transport_name(transport), has, e->topology_text, e->routing->name, wanted);
    return error_fix(error, "leave out what is not the board's, such as --ports");
}

/* Has node's core written EXIT, or stopped in a trap? */
static enum status has_ended(struct transport *transport, uint32_t node, bool *ended,
                             struct error *error)
{
    uint32_t status_word;
    enum status status = transport_word(
        transport, NOC_DEBUG_BASE + node * NOC_DEBUG_BLOCK + CNT_STATUS, &status_word, error);
    *ended = NOC_GET(status_word, CNT_STATUS, DONE) || NOC_GET(status_word, CNT_STATUS, TRAPPED);
    return status;
}

/* Has one of them ended the board? block: [nodes * NOC_DEBUG_BLOCK], to be filled. */
static enum status was_aborted(struct transport *transport, unsigned char *block, bool *aborted,
                               struct error *error)
{
    uint32_t nodes = transport_nodes(transport);
    enum status status =
        transport_read(transport, NOC_DEBUG_BASE, block, (size_t)nodes * NOC_DEBUG_BLOCK, error);
    *aborted = !status && core_groups_abort(block, nodes) < nodes;
    return status;
}

/* Core after core, until all have ended, one has ended the board, or the clock stands. */
static enum status wait_for_cores(struct transport *transport, unsigned char *block, bool *all,
                                  struct error *error)
{
    const struct timespec pause = {.tv_nsec = POLL_MS * 1000000L};
    uint64_t before = 0, now = 0;
    unsigned still_ms = 0;
    uint32_t node = 0, stopped = 0;
    bool aborted = false;
    enum status status = STATUS_DONE;
    while (!status && node < transport_nodes(transport) && !stopped && !aborted) {
        bool ended;
        status = has_ended(transport, node, &ended, error);
        if (status || ended) {
            node++;
            continue;
        }
        nanosleep(&pause, NULL);
        status = transport_word(transport, NOC_CONTROL_BASE + CTL_STOP, &stopped, error);
        if (!status) {
            status = transport_cycle(transport, &now, error);
        }
        still_ms = now == before ? still_ms + POLL_MS : 0;
        before = now;
        if (!status && still_ms == POLL_MS) {
            status = was_aborted(transport, block, &aborted, error);
        }
        if (!status && still_ms > STILL_SECONDS * 1000) {
            error_set(error, STATUS_ENVIRONMENT, "board %s: its clock is stopped in cycle %llu",
                      transport_name(transport), (unsigned long long)now);
            return error_fix(error,
                             "'noct why --board %s' "
                             "says why",
                             transport_name(transport));
        }
    }
    *all = node == transport_nodes(transport);
    return status;
}

enum status run_live_begin(struct transport *transport, const struct experiment *e,
                           uint64_t limit_cycles, struct error *error)
{
    enum status status = check_profile(transport, e, error);
    if (!status) {
        status = check_wiring(transport, e, error);
    }
    if (!status) {
        status = transport_stop(transport, error);
    }
    if (!status) {
        status = write_params(transport, e, limit_cycles / 2, error);
    }
    if (!status) {
        status = transport_write(transport, NOC_CONTROL_BASE + CTL_RESET, 1, error);
    }
    if (!status) {
        status = transport_go_until(transport, limit_cycles, error);
    }
    return status;
}

enum status run_live_experiment(struct transport *transport, const struct experiment *e,
                                uint64_t limit_cycles, unsigned char *block, uint64_t *cycle,
                                bool *ended, struct error *error)
{
    enum status status = run_live_begin(transport, e, limit_cycles, error);
    if (!status) {
        status = wait_for_cores(transport, block, ended, error);
    }
    if (!status) {
        status = transport_stop(transport, error);
    }
    if (!status) {
        status = transport_cycle(transport, cycle, error);
    }
    if (!status) {
        status = transport_read(transport, NOC_DEBUG_BASE, block,
                                (size_t)transport_nodes(transport) * NOC_DEBUG_BLOCK, error);
    }
    if (!status) {
        status = check_undisturbed(transport, e, limit_cycles / 2, block, *ended, error);
    }
    return status ? status : transport_go_until(transport, 0, error);
}
