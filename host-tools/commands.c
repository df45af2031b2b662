/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of commands, and the help and completion made from it. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "plan.h"
#include "table.h"

const struct command commands[] = {
    { .name = "plan", .summary = "who sends to whom in which step, before anything runs",
      .groups = GROUP_EXPERIMENT, .ask = ask_plan, .show = show_plan,
      .examples = "a broadcast on a torus\tnoct plan --topology torus:8x8\n"
                  "ten nodes of a hypercube\tnoct plan --topology cube:6 --dests random:10 --seed 3\n"
                  "the naive way, as JSON\tnoct plan --topology mesh:4x4 --algorithm separate --json\n" },
    { .name = "route", .summary = "the channels of one path",
      .groups = GROUP_EXPERIMENT | GROUP_ROUTE, .ask = ask_route, .show = show_route,
      .examples = "across a torus\tnoct route --topology torus:8x8 --from 3 --to 60\n"
                  "unidirectional\tnoct route --topology utorus:5x5 --from 24 --to 0 --json\n" },
    { .name = "sim", .summary = "the flit-level network, with modelled software costs",
      .groups = GROUP_EXPERIMENT | GROUP_TRAFFIC, .ask = ask_sim, .show = show_sim,
      .more = "The same code as the emulated board's routers. A worm is a header, three NI words and the\n"
              "body; under the pipelines 'paper' and 's1' (BookSim's) it has no NI words, as theirs have\n"
              "none. Latency is from the source's call to the destination's receive returning.",
      .examples = "a broadcast\tnoct sim --topology torus:8x8 --tau_s 200 --tau_r 100\n"
                  "16,384 nodes\tnoct sim --topology torus:128x128 --length 32\n"
                  "random traffic\tnoct sim --topology torus:8x8 --traffic uniform --rate 0.2 --length 15\n"
                  "many at once\tnoct sim --batch < experiments.jsonl\n" },
    { 0 },
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

void help_all(void)
{
    struct table t;
    printf("noct - multicast on a network-on-chip: plan it, simulate it, run it on real firmware\n\n"
           "usage: noct COMMAND [--FLAG VALUE]...\n\n");
    table_begin(&t, "ll", "command\tanswers");
    for (const struct command *c = commands; c->name; c++) {
        table_row(&t, "  %s\t%s", c->name, c->summary);
    }
    table_row(&t, "  completion\tshell completion: noct completion bash|zsh|fish");
    table_end(&t);
    printf("\nOne experiment, several depths; the same words each time:\n"
           "  noct plan --topology torus:8x8 --algorithm u-torus --dests random:20\n"
           "  noct sim  --topology torus:8x8 --algorithm u-torus --dests random:20\n"
           "\n"
           "Add --json for one line of JSON, --batch to read experiments as JSON lines from standard\n"
           "input. 'noct COMMAND --help' teaches each by example; 'noct --version' tells which this is.\n\n"
           "exit status: 0 done; 1 the answer is no (deadlock, wrong data, not finished);\n"
           "             2 bad usage, input or file; 3 no QEMU, no board, a port taken\n");
}

static void print_names(void)
{
    printf("\nalgorithms\n");
    for (unsigned i = 0; noc_algorithms[i]; i++) {
        printf("  %-10s %s\n", noc_algorithms[i]->name, noc_algorithms[i]->summary);
    }
    printf("  %-10s %s\n", "auto", "the one that fits and takes the fewest steps, then the fewest link visits");
    printf("\nroutings\n");
    for (unsigned i = 0; noc_routings[i]; i++) {
        printf("  %-10s %s\n", noc_routings[i]->name, noc_routings[i]->summary);
    }
    printf("\ntopologies\n");
    for (unsigned i = 0; noc_topology_kinds[i]; i++) {
        printf("  %-10s %s\n", noc_topology_kinds[i]->form, noc_topology_kinds[i]->summary);
    }
}

void help_command(const struct command *command)
{
    struct table t;
    const char *example = command->examples;
    printf("noct %s - %s\n\nexamples\n", command->name, command->summary);
    while (*example) {
        int what = (int)strcspn(example, "\t");
        int line = (int)strcspn(example, "\n");
        printf("  # %.*s\n  %.*s\n", what, example, line - what - 1, example + what + 1);
        example += line + 1;
    }
    if (command->more) {
        printf("\n%s\n", command->more);
    }
    printf("\n");
    table_begin(&t, "lll", "flags, and keys of --batch lines\t\t");
    for (int k = 0; k < KEYS; k++) {
        if (key_rows[k].group & command->groups) {
            table_row(&t, "  --%s\t%s\t%s", key_rows[k].name, key_rows[k].argument, key_rows[k].help);
        }
    }
    table_row(&t, "  --json\t\tthe answer as one line of JSON");
    table_row(&t, "  --batch\t\tone JSON object a line on standard input, one answer line each; flags are defaults");
    table_end(&t);
    if (command->groups & GROUP_SET) {
        print_names();
    }
}

/* The flags of one command, one after the other. */
static void print_flags(const struct command *c, const char *before)
{
    for (int k = 0; k < KEYS; k++) {
        if (key_rows[k].group & c->groups) {
            printf("%s%s ", before, key_rows[k].name);
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
        printf("%s ", c->name);
    }
    printf("completion help --help --version' -- \"$word\")); return\n    fi\n"
           "    case ${COMP_WORDS[COMP_CWORD-1]} in\n        --algorithm) flags='");
    for (unsigned i = 0; noc_algorithms[i]; i++) {
        printf("%s ", noc_algorithms[i]->name);
    }
    printf("auto';;\n        --routing) flags='");
    for (unsigned i = 0; noc_routings[i]; i++) {
        printf("%s ", noc_routings[i]->name);
    }
    printf("';;\n        --pipeline) flags='board paper s1';;\n        --ports) flags='one all';;\n"
           "        --traffic) flags=uniform;;\n        --firmware) COMPREPLY=($(compgen -f -- \"$word\")); return;;\n"
           "        *) case ${COMP_WORDS[1]} in\n");
    for (const struct command *c = commands; c->name; c++) {
        printf("            %s) flags='", c->name);
        print_flags(c, "--");
        printf("';;\n");
    }
    printf("        esac;;\n    esac\n    COMPREPLY=($(compgen -W \"$flags\" -- \"$word\"))\n}\n"
           "complete -F _noct noct\n");
}

static void complete_fish(void)
{
    for (const struct command *c = commands; c->name; c++) {
        printf("complete -c noct -f -n __fish_use_subcommand -a %s -d '%s'\n", c->name, c->summary);
        for (int k = 0; k < KEYS; k++) {
            if (key_rows[k].group & c->groups) {
                printf("complete -c noct -n '__fish_seen_subcommand_from %s' -x -l %s\n", c->name,
                       key_rows[k].name);
            }
        }
    }
}

enum status completion(const char *shell, struct complaint *why)
{
    if (shell && strcmp(shell, "bash") == 0) {
        complete_bash();
    } else if (shell && strcmp(shell, "zsh") == 0) {
        printf("autoload -Uz bashcompinit && bashcompinit\n");
        complete_bash();
    } else if (shell && strcmp(shell, "fish") == 0) {
        complete_fish();
    } else {
        return complain(why, STATUS_BAD, "completion '%s': must be bash, zsh or fish, as: eval \"$(noct completion bash)\"",
                        shell ? shell : "");
    }
    return STATUS_DONE;
}
