/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of commands. */
#include "commands.h"

#include <stdio.h>
#include <string.h>

#include "analyse/commands.h"
#include "counters/commands.h"
#include "diagnose/commands.h"
#include "doctor/commands.h"
#include "flash/commands.h"
#include "launch/commands.h"
#include "profile/commands.h"
#include "run/commands.h"
#include "sdk/commands.h"
#include "trace/commands.h"
#include "show/commands.h"
#include "predict/commands.h"
#include "sweep/commands.h"

const struct command commands[] = {
    {.name = "plan",
     .groups = GROUPS_PLAN | GROUPS_STUDY | GROUPS_DETAIL,
     .idle = GROUP(BOARD) | GROUP(LIMIT) | GROUP(LINKS),
     .named = GROUPS_ROUTER | GROUP(SWEEP) | GROUPS_DETAIL | GROUP(COMBINING),
     .execute = execute_plan,
     .show = show_plan},
    {.name = "route",
     .groups = GROUPS_EXPERIMENT | GROUP(ROUTE),
     .idle = GROUPS_EXPERIMENT & ~GROUP(NETWORK),
     .execute = execute_route,
     .show = show_route},
    {.name = "load",
     .groups = GROUPS_EXPERIMENT | GROUP(PATTERN) | GROUP(LOAD),
     .idle = GROUP(BOARD) | GROUP(LIMIT) | GROUP(SHARING),
     .named = GROUPS_EXPERIMENT & ~(GROUP(NETWORK) | GROUP(PORTS) | GROUP(SET) | GROUP(DESTS)),
     .execute = execute_load,
     .show = show_load},
    {.name = "verify",
     .groups = GROUPS_EXPERIMENT | GROUP(VERIFY),
     .idle = GROUP(DESTS) | GROUP(RELAY) | GROUP(MODEL) | GROUP(BOARD) | GROUP(LIMIT) |
             GROUP(SHARING) | GROUP(SEGMENT),
     .execute = execute_verify,
     .show = show_verify},
    {.name = "verify claims",
     .groups = GROUP(CLAIMS),
     .execute = execute_claims,
     .show = show_claims},
    {.name = "sim",
     .groups = GROUPS_SIM | GROUPS_STUDY | GROUPS_DETAIL,
     .idle = GROUP(BOARD),
     .named = GROUPS_ROUTER | GROUPS_STUDY | GROUPS_DETAIL | GROUP(COMBINING) | GROUP(RELAY) |
              GROUP(SEGMENT) | GROUP(LIMIT),
     .execute = execute_sim,
     .show = show_sim},
    {.name = "run",
     .groups = GROUPS_RUN | GROUP(LIVE) | GROUP(LOCKSTEP) | GROUP(WAVE) | GROUP(PROGRAM) |
               GROUP(HOST) | GROUP(GDB) | GROUPS_STUDY | GROUPS_DETAIL,
     .idle = GROUP(SHARING) | GROUP(SEGMENT),
     .boards = BOARDS_ANY,
     .named = GROUPS_EXPERIMENT | GROUPS_STUDY | GROUPS_DETAIL | GROUP(COMBINING) | GROUP(WAVE),
     .execute = execute_run,
     .show = show_run},
    {.name = "board",
     .groups =
         GROUPS_EXPERIMENT | GROUP(FIRMWARE) | GROUP(LIVE) | GROUP(PORT) | GROUP(GDB) | GROUP(JTAG),
     .idle = GROUP(SHARING) | GROUP(SEGMENT),
     .boards = BOARDS_DESCRIBED,
     .named = GROUPS_EXPERIMENT,
     .execute = execute_board},
    {.name = "mpirun",
     .groups = GROUP(NETWORK) | GROUP(PORTS) | GROUP(MODEL) | GROUP(CONTEXTS) | GROUP(BOARD) |
               GROUP(LIMIT) | GROUP(PROGRAM) | GROUP(HOST) | GROUP(RANKS) | GROUP(GDB),
     .named = GROUP(PORTS) | GROUP(MODEL) | GROUP(CONTEXTS),
     .own_status = true,
     .execute = execute_mpirun,
     .show = show_mpirun},
    {.name = "counters",
     .groups = GROUP(NETWORK) | GROUP(LIVE) | GROUP(NODES) | GROUP(COUNTERS) | GROUP(CSV),
     .boards = BOARDS_ANY,
     .execute = execute_counters,
     .show = show_counters},
    {.name = "console",
     .groups = GROUP(LIVE) | GROUP(NODES) | GROUP(CONSOLE),
     .boards = BOARDS_ANY,
     .execute = execute_console,
     .show = show_console},
    {.name = "flash",
     .groups = GROUPS_EXPERIMENT | GROUP(FIRMWARE) | GROUP(LIVE) | GROUP(JTAG) | GROUP(FLASH) |
               GROUP(OUT),
     .idle = GROUP(SHARING) | GROUP(LIMIT) | GROUP(SEGMENT),
     .boards = BOARDS_JTAG,
     .named = GROUPS_EXPERIMENT,
     .execute = execute_flash,
     .show = show_flash},
    {.name = "trace",
     .groups = GROUPS_EXPERIMENT | GROUP(FIRMWARE) | GROUP(LIVE) | GROUP(TRACE) | GROUP(DURATION) |
               GROUP(OUT),
     .idle = GROUP(SHARING) | GROUP(SEGMENT),
     .boards = BOARDS_ANY,
     .named = GROUPS_EXPERIMENT,
     .execute = execute_trace,
     .show = show_trace},
    {.name = "profile",
     .groups = GROUPS_EXPERIMENT | GROUP(FIRMWARE) | GROUP(PROGRAM) | GROUP(HOST) | GROUP(PROFILE) |
               GROUP(OUT),
     .idle = GROUP(SHARING) | GROUP(SEGMENT),
     .named = GROUPS_EXPERIMENT,
     .execute = execute_profile,
     .show = show_profile},
    {.name = "why",
     .groups = GROUP(NETWORK) | GROUP(LIVE) | GROUP(NODES) | GROUP(FIRMWARE) | GROUP(SAMPLES),
     .boards = BOARDS_ANY,
     .execute = execute_why,
     .show = show_why},
    {.name = "sweep",
     .groups = GROUPS_SIM | GROUPS_STUDY | GROUP(FIRMWARE) | GROUP(DEPTH) | GROUP(FILES),
     .named = GROUPS_SIM | GROUP(FIRMWARE),
     .execute = execute_sweep,
     .show = show_study},
    {.name = "merge",
     .groups = GROUP(FILES) | GROUP(OUT) | GROUP(CSV),
     .execute = execute_merge,
     .show = show_merge},
    {.name = "plot",
     .groups = GROUP(FILES) | GROUP(CURVES) | GROUP(DRAWING) | GROUP(CSV),
     .execute = execute_plot,
     .show = show_plot},
    {.name = "lattice",
     .groups = GROUP(LATTICE) | GROUP(CHANCE),
     .execute = execute_lattice,
     .show = show_lattice},
    {.name = "cc", .run = run_cc},
    {.name = "c++", .run = run_cxx},
    {.name = "mpicc", .run = run_mpicc},
    {.name = "size",
     .groups = GROUP(FIRMWARE) | GROUP(PROGRAM),
     .execute = execute_size,
     .show = show_size},
    {.name = "doctor",
     .groups = GROUP(NETWORK) | GROUP(LIVE) | GROUP(FIRMWARE),
     .boards = BOARDS_ANY,
     .execute = execute_doctor,
     .show = show_doctor},
    {.name = "demo", .groups = 0, .execute = execute_demo, .show = show_demo},
    {0},
};

const struct command *command_find(const char *name)
{
    for (const struct command *c = commands; c->name; c++) {
        if (strcmp(c->name, name) == 0) {
            return c;
        }
    }
    return NULL;
}

const struct command *command_find_two(const char *word, const char *second)
{
    char both[40];
    int length = snprintf(both, sizeof both, "%s %s", word, second ? second : "");
    const struct command *found = second && length < (int)sizeof both ? command_find(both) : NULL;
    return found ? found : strchr(word, ' ') ? NULL : command_find(word);
}

bool command_offers(const struct command *command, int key)
{
    return key_rows[key].group & command->groups & ~command->idle;
}

const char *command_second(const struct command *command)
{
    const char *space = strchr(command->name, ' ');
    return space ? space + 1 : NULL;
}
