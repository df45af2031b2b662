/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What noct --help, noct COMMAND --help and noct help TOPIC print. Of a command: how it is called,
 * its own flags, examples, then the rest. Lists that are the same for many commands are topics.
 */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "plan.h"
#include "table.h"

/* --- all ------------------------------------------------------------------ */

void help_all(void)
{
    struct table t;
    printf(
        "noct - multicast on a network-on-chip: plan it, simulate it, run it on real firmware\n\n"
        "usage: noct COMMAND [--FLAG VALUE]...\n\n");
    table_begin(&t, "ll", "command\tanswers");
    for (const struct command *c = commands; c->name; c++) {
        table_row(&t, "  %s\t%s", c->name, c->summary);
    }
    table_row(&t, "  completion\tshell completion: noct completion bash|zsh|fish");
    table_end(&t);
    printf(
        "\nOne experiment, three depths; the same words each time:\n"
        "  noct plan --topology torus:8x8 --algorithm u-torus --dests random:20\n"
        "  noct sim  --topology torus:8x8 --algorithm u-torus --dests random:20\n"
        "  noct run  --topology torus:8x8 --algorithm u-torus --dests random:20\n\n"
        "Add --json for one line of JSON, --batch to read experiments as JSON lines from standard\n"
        "input. 'noct COMMAND --help' teaches each by example; 'noct help TOPIC', with topologies,\n"
        "routings, algorithms or experiment, lists those; 'noct --version' tells which this is.\n\n"
        "exit status: 0 done; 1 the answer is no (deadlock, wrong data, not finished);\n"
        "             2 bad usage, input or file; 3 no QEMU, no board, a port taken\n");
}

/* --- topics --------------------------------------------------------------- */

static void print_topologies(void)
{
    struct table t;
    printf("topologies\n");
    table_begin(&t, "ll", NULL);
    for (unsigned i = 0; noc_topology_kinds[i]; i++) {
        table_row(&t, "  %s\t%s", noc_topology_kinds[i]->form, noc_topology_kinds[i]->summary);
    }
    table_end(&t);
}

static void print_routings(void)
{
    struct table t;
    printf("routings\n");
    table_begin(&t, "ll", NULL);
    for (unsigned i = 0; noc_routings[i]; i++) {
        table_row(&t, "  %s\t%s", noc_routings[i]->name, noc_routings[i]->summary);
    }
    table_row(&t, "  ./mine.c\tyour own, in one file: docs/own-routing.md");
    table_end(&t);
}

static void print_algorithms(void)
{
    struct table t;
    printf("algorithms\n");
    table_begin(&t, "ll", NULL);
    for (unsigned i = 0; noc_algorithms[i]; i++) {
        const struct noc_algorithm *a = noc_algorithms[i];
        table_row(&t, "  %s%s%s\t%s", a->name, a->parameter ? ":" : "",
                  a->parameter ? a->parameter : "", a->summary);
    }
    table_row(&t, "  auto\tof those that fit, and their routings: the least latency by a model of "
                  "costs");
    table_end(&t);
}

static void add_key(struct table *t, int key)
{
    const char *argument = key_rows[key].argument;
    table_row(t, "  --%s%s%s\t%s", key_rows[key].name, argument ? " " : "",
              argument ? argument : "", key_rows[key].help);
}

static void print_experiment(void)
{
    struct table t;
    printf("flags of an experiment, and keys of --batch lines\n");
    table_begin(&t, "ll", NULL);
    for (int k = 0; k < KEYS; k++) {
        if (key_rows[k].group & GROUPS_EXPERIMENT) {
            add_key(&t, k);
        }
    }
    table_end(&t);
}

const char *const help_topics[] = { "topologies", "routings", "algorithms", "experiment", NULL };

bool help_topic(const char *word)
{
    static void (*const print[])(void) = { print_topologies, print_routings, print_algorithms,
                                           print_experiment };
    for (unsigned i = 0; help_topics[i]; i++) {
        if (strcmp(word, help_topics[i]) == 0) {
            print[i]();
            return true;
        }
    }
    return false;
}

/* --- a command ------------------------------------------------------------ */

static void print_usage(const struct command *c)
{
    const char *usage = c->usage ? c->usage : "", *alternatives = strchr(usage, '|');
    printf("noct %s - %s\n\nusage: noct %s%s%s%s%s [--FLAG VALUE]...\n", c->name, c->summary,
           c->name, *usage ? " " : "", alternatives ? "(" : "", usage, alternatives ? ")" : "");
}

static void print_boards(const struct command *c)
{
    struct table t;
    if (!c->boards) {
        return;
    }
    printf("\nwhat --board may be\n");
    table_begin(&t, "ll", NULL);
    if (c->boards & BOARDS_EMU) {
        table_row(&t, "  emu\tthe board that 'noct board' keeps up; emu:PID, if there are several");
    }
    if (c->boards & BOARDS_SERVED) {
        table_row(&t, "  gdb:HOST:PORT\ta gdb server, QEMU's or OpenOCD's");
        table_row(&t, "  openocd:HOST:PORT\tthe Tcl port (6666) of an OpenOCD that runs");
    }
    if (c->boards & BOARDS_DESCRIBED) {
        table_row(&t, "  NAME, FILE.cfg\ta description (docs/boards.md), as arty_a7%s",
                  c->boards & BOARDS_EMU ? ": noct starts OpenOCD itself" : "");
    }
    table_end(&t);
}

/* The flags that are explained elsewhere, lines of them. */
static void print_named(const struct command *c)
{
    int column = SCREEN_COLUMNS;
    printf("\nand those of an experiment, which 'noct help experiment' explains");
    for (int k = 0; k < KEYS; k++) {
        if (command_offers(c, k) && (key_rows[k].group & c->named)) {
            int length = (int)strlen(key_rows[k].name) + 3;
            if (column + length > SCREEN_COLUMNS) {
                column = printf("\n ") - 1;
            }
            column += printf(" --%s", key_rows[k].name);
        }
    }
    printf("\n");
}

static void print_keys(const struct command *c)
{
    struct table t;
    printf("\nflags, and keys of --batch lines\n");
    table_begin(&t, "ll", NULL);
    /* What a live board is asked for stands before what is known of it. */
    for (int later = 0; later <= (c->boards != BOARDS_NONE); later++) {
        for (int k = 0; k < KEYS; k++) {
            bool last = c->boards && (key_rows[k].group & GROUPS_EXPERIMENT);
            if (command_offers(c, k) && !(key_rows[k].group & c->named) && last == later) {
                add_key(&t, k);
            }
        }
    }
    table_row(&t, "  --json\tthe answer as one line of JSON");
    if (c->show && c->groups) {
        table_row(&t, "  --batch\tanswer JSON objects, one a line, by their id; flags are defaults");
    }
    table_end(&t);
    if (c->named) {
        print_named(c);
    } else if (c->idle) {
        printf("\nThe other words of an experiment are taken, and change nothing here: one line "
               "fits plan,\nsim and run.\n");
    }
    if (command_offers(c, KEY_routing)) {
        printf("names: 'noct help topologies', 'noct help routings'%s\n",
               command_offers(c, KEY_algorithm) ? ", 'noct help algorithms'" : "");
    }
}

/* "WHAT\tCOMMAND\n" lines: what it does stands behind the command where there is room, else
 * above. */
static void print_examples(const char *examples)
{
    enum { WIDE = 62 };
    int width = 0;
    for (const char *e = examples; *e; e += strcspn(e, "\n") + 1) {
        int length = (int)(strcspn(e, "\n") - strcspn(e, "\t")) - 1;
        width = length > width && length <= WIDE ? length : width;
    }
    printf("\nexamples\n");
    for (const char *e = examples; *e; e += strcspn(e, "\n") + 1) {
        int what = (int)strcspn(e, "\t"), length = (int)strcspn(e, "\n") - what - 1;
        if (length <= width && width + what + 6 <= SCREEN_COLUMNS) {
            printf("  %-*.*s  # %.*s\n", width, length, e + what + 1, what, e);
        } else {
            printf("  # %.*s\n  %.*s\n", what, e, length, e + what + 1);
        }
    }
}

void help_command(const struct command *command)
{
    print_usage(command);
    print_boards(command);
    print_keys(command);
    print_examples(command->examples);
    if (command->more) {
        printf("\n%s\n", command->more);
    }
}
