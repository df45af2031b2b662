/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of commands, and the completion made from it. Help is help.c's. */
#include <stdio.h>
#include <string.h>

#include "analyse/commands.h"
#include "command.h"
#include "counters/commands.h"
#include "diagnose/commands.h"
#include "doctor/commands.h"
#include "flash/commands.h"
#include "run/commands.h"
#include "trace/commands.h"
#include "help/help.h"
#include "multicast/algorithms.h"
#include "multicast/plan.h"
#include "routing/routings.h"
#include "show/commands.h"
#include "study/commands.h"
#include "topology/topologies.h"

const struct command commands[] = {
    {.name = "plan",
     .groups = GROUPS_EXPERIMENT,
     .idle = GROUP(BOARD) | GROUP(LIMIT),
     .named = GROUPS_ROUTER,
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
     .idle =
         GROUP(DESTS) | GROUP(RELAY) | GROUP(MODEL) | GROUP(BOARD) | GROUP(LIMIT) | GROUP(SHARING),
     .execute = execute_verify,
     .show = show_verify},
    {.name = "verify claims",
     .groups = GROUP(CLAIMS),
     .execute = execute_claims,
     .show = show_claims},
    {.name = "sim",
     .groups = GROUPS_EXPERIMENT | GROUP(ALSO) | GROUP(PATTERN) | GROUP(TRAFFIC) | GROUP(DURATION),
     .idle = GROUP(BOARD),
     .named = GROUPS_ROUTER,
     .execute = execute_sim,
     .show = show_sim},
    {.name = "run",
     .groups = GROUPS_EXPERIMENT | GROUP(FIRMWARE) | GROUP(LIVE),
     .idle = GROUP(SHARING),
     .boards = BOARDS_ANY,
     .named = GROUPS_EXPERIMENT,
     .execute = execute_run,
     .show = show_run},
    {.name = "board",
     .groups = GROUPS_EXPERIMENT | GROUP(FIRMWARE) | GROUP(LIVE) | GROUP(PORT) | GROUP(JTAG),
     .idle = GROUP(SHARING),
     .boards = BOARDS_DESCRIBED,
     .named = GROUPS_EXPERIMENT,
     .execute = execute_board},
    {.name = "counters",
     .groups = GROUP(NETWORK) | GROUP(LIVE) | GROUP(NODES) | GROUP(COUNTERS),
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
     .idle = GROUP(SHARING) | GROUP(LIMIT),
     .boards = BOARDS_JTAG,
     .named = GROUPS_EXPERIMENT,
     .execute = execute_flash,
     .show = show_flash},
    {.name = "trace",
     .groups = GROUPS_EXPERIMENT | GROUP(FIRMWARE) | GROUP(LIVE) | GROUP(TRACE) | GROUP(DURATION) |
               GROUP(OUT),
     .idle = GROUP(SHARING),
     .boards = BOARDS_ANY,
     .named = GROUPS_EXPERIMENT,
     .execute = execute_trace,
     .show = show_trace},
    {.name = "why",
     .groups = GROUP(NETWORK) | GROUP(LIVE) | GROUP(NODES) | GROUP(FIRMWARE) | GROUP(SAMPLES),
     .boards = BOARDS_ANY,
     .execute = execute_why,
     .show = show_why},
    {.name = "lattice",
     .groups = GROUP(LATTICE) | GROUP(CHANCE),
     .execute = execute_lattice,
     .show = show_lattice},
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

/* May the value of this key be, or have in it, a file's name? */
static bool takes_file(int key)
{
    return key == KEY_topology || key == KEY_routing || key == KEY_firmware || key == KEY_image ||
           key == KEY_out;
}

/* Is b a command like "verify claims", where a is "verify"? */
static bool begins(const struct command *a, const struct command *b)
{
    size_t length = strlen(a->name);
    return strncmp(a->name, b->name, length) == 0 && b->name[length] == ' ';
}

/* The flags of one command, one after the other. */
static void print_flags(const struct command *c, const char *before)
{
    for (int k = 0; k < KEYS; k++) {
        if (command_offers(c, k)) {
            printf("%s%s ", before, key_rows[k].name);
        }
    }
    for (const struct command *longer = commands; longer->name; longer++) {
        if (begins(c, longer)) {
            printf("%s ", command_second(longer));
        }
    }
    printf("%sjson %sbatch %shelp", before, before, before);
}

static void complete_bash(void)
{
    printf("_noct() {\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} flags\n"
           "    if [ \"$COMP_CWORD\" = 1 ]; then\n        COMPREPLY=($(compgen -W '");
    for (const struct command *c = commands; c->name; c++) {
        if (!command_second(c)) {
            printf("%s ", c->name);
        }
    }
    printf("completion help --help --version' -- \"$word\")); return\n    fi\n"
           "    if [ \"${COMP_WORDS[1]}\" = help ]; then\n        COMPREPLY=($(compgen -W '");
    for (const struct help_page *p = help_pages; p->name; p++) {
        printf("%s ", strchr(p->name, ' ') ? "" : p->name);
    }
    printf("' -- \"$word\")); return\n    fi\n"
           "    if [ \"${COMP_WORDS[1]}\" = completion ]; then\n"
           "        COMPREPLY=($(compgen -W 'bash zsh fish' -- \"$word\")); return\n    fi\n"
           "    case ${COMP_WORDS[COMP_CWORD-1]} in\n        --algorithm) flags='");
    for (unsigned i = 0; noc_algorithms[i]; i++) {
        printf("%s ", noc_algorithms[i]->name);
    }
    printf("auto';;\n        --routing) flags='");
    for (unsigned i = 0; noc_routings[i]; i++) {
        printf("%s ", noc_routings[i]->name);
    }
    printf(
        "'; COMPREPLY=($(compgen -W \"$flags\" -- \"$word\") $(compgen -f -X '!*.c' -- "
        "\"$word\")); return;;\n        --pipeline) flags='board paper s1';;\n        --ports) flags='one all';;\n"
        "        --traffic) flags='uniform multicast';;\n        --relay) flags='group body header';;\n"
        "        --consumption) flags='vc link one';; --sets) flags='all random:';;\n"
        "        --sharing) flags='both opposite later';;\n"
        "        --partition) flags='costs halves dimensional uniform:';;\n"
        "        --firmware|--image|--out) COMPREPLY=($(compgen -f -- \"$word\")); return;;\n"
        "        --topology) flags='");
    for (unsigned i = 0; noc_topology_kinds[i]; i++) {
        printf("%s: ", noc_topology_kinds[i]->name);
    }
    /* bash makes words of what stands around a colon. */
    printf(
        "'; compopt -o nospace 2>/dev/null;;\n"
        "        graph|grid) if [ \"$word\" = : ]; then COMPREPLY=($(compgen -f)); return; fi;;\n"
        "        :) COMPREPLY=($(compgen -f -- \"$word\")); return;;\n"
        "        *) case \"${COMP_WORDS[1]} ${COMP_WORDS[2]}\" in\n");
    for (int two = 1; two >= 0; two--) { /* the longer names first */
        for (const struct command *c = commands; c->name; c++) {
            if (!command_second(c) == !two) {
                printf(two ? "            '%s') flags='" : "            '%s '*) flags='", c->name);
                print_flags(c, "--");
                printf("';;\n");
            }
        }
    }
    printf("        esac;;\n    esac\n    COMPREPLY=($(compgen -W \"$flags\" -- \"$word\"))\n}\n"
           "complete -F _noct noct\n");
}

static void complete_fish(void)
{
    for (const struct help_page *p = help_pages; p->name; p++) {
        if (!strchr(p->name, ' ')) {
            printf("complete -c noct -f -n '__fish_seen_subcommand_from help' -a %s -d '%s'\n",
                   p->name, p->summary);
        }
    }
    for (const struct command *c = commands; c->name; c++) {
        const char *second = command_second(c), *name = second ? second : c->name;
        const char *summary = help_page_find(c->name)->summary;
        if (second) {
            printf("complete -c noct -f -n '__fish_seen_subcommand_from %.*s' -a %s -d '%s'\n",
                   (int)(second - c->name - 1), c->name, second, summary);
        } else {
            printf("complete -c noct -f -n __fish_use_subcommand -a %s -d '%s'\n", name, summary);
        }
        for (int k = 0; k < KEYS; k++) {
            if (command_offers(c, k)) {
                printf("complete -c noct -n '__fish_seen_subcommand_from %s' %s-l %s\n", name,
                       takes_file(k)          ? "-r -F "
                       : key_rows[k].argument ? "-x "
                                              : "",
                       key_rows[k].name);
            }
        }
    }
}

enum status completion(const char *shell, struct error *error)
{
    if (shell && strcmp(shell, "bash") == 0) {
        complete_bash();
    } else if (shell && strcmp(shell, "zsh") == 0) {
        printf("autoload -Uz bashcompinit && bashcompinit\n");
        complete_bash();
    } else if (shell && strcmp(shell, "fish") == 0) {
        complete_fish();
    } else {
        return error_set(
            error, STATUS_BAD,
            "completion '%s': must be bash, zsh or fish, as: eval \"$(noct completion bash)\"",
            shell ? shell : "");
    }
    return STATUS_DONE;
}
