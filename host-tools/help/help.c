/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What stands on a page of the help, and in which order: the text of host-tools/help/NAME.txt, and
 * what the tables of commands, keys, topologies, routings and algorithms know.
 */
#include "help.h"

#include <stdio.h>
#include <string.h>

#include "commands/commands.h"
#include "collective/schedules.h"
#include "multicast/algorithms.h"
#include "multicast/plan.h"
#include "routing/routings.h"
#include "topology/topologies.h"

enum { TERM_MAX = 80, LIST_MAX = 1000 };

/* The entry "left\tright" of this left part: where its right part begins; NULL: there is none. */
static const char *right_of(const char *const *list, const char *left)
{
    size_t length = strlen(left);
    for (; *list; list++) {
        if (strncmp(*list, left, length) == 0 && (*list)[length] == '\t') {
            return *list + length + 1;
        }
    }
    return NULL;
}

/* Copies the left part of an entry and returns the right one. */
static const char *split(char left[TERM_MAX], const char *entry)
{
    size_t length = strcspn(entry, "\t");
    snprintf(left, TERM_MAX, "%.*s", (int)length, entry);
    return entry + length + 1;
}

static void write_blocks(const struct help_writer *to, const char *const *blocks)
{
    char term[TERM_MAX];
    for (; *blocks; blocks++) {
        if (**blocks == ' ') {
            to->literal(*blocks);
        } else if (strchr(*blocks, '\t')) {
            const char *text = split(term, *blocks);
            to->item(term, text);
        } else {
            to->paragraph(*blocks);
        }
    }
}

/* --- lists that the tables have -------------------------------------------- */

static void list_pages(const struct help_writer *to, bool topics)
{
    for (const struct help_page *p = help_pages; topics && p->name; p++) {
        if (help_is_topic(p)) {
            to->item(p->name, p->summary);
        }
    }
    for (const struct command *c = commands; !topics && c->name; c++) {
        to->item(c->name, help_page_find(c->name)->summary);
    }
    if (!topics) {
        to->item("completion", help_page_find("completion")->summary);
        to->item("help", help_page_find("help")->summary);
    }
}

static void list_topologies(const struct help_writer *to)
{
    for (unsigned i = 0; noc_topology_kinds[i]; i++) {
        to->item(noc_topology_kinds[i]->form, noc_topology_kinds[i]->summary);
    }
}

static void list_routings(const struct help_writer *to)
{
    for (unsigned i = 0; noc_routings[i]; i++) {
        to->item(noc_routings[i]->name, noc_routings[i]->summary);
    }
}

static void list_algorithms(const struct help_writer *to)
{
    char term[TERM_MAX];
    for (unsigned i = 0; noc_algorithms[i]; i++) {
        const struct noc_algorithm *a = noc_algorithms[i];
        snprintf(term, sizeof term, "%s%s%s", a->name, a->parameter ? ":" : "",
                 a->parameter ? a->parameter : "");
        to->item(term, a->summary);
    }
}

static void list_collectives(const struct help_writer *to)
{
    char term[TERM_MAX];
    for (unsigned i = 0; noc_schedules[i]; i++) {
        const struct noc_schedule *s = noc_schedules[i];
        snprintf(term, sizeof term, "%s: %s", noc_operation_names[s->operation], s->name);
        to->item(term, s->summary);
    }
}

/* A flag, with its line of keys.def or of the page, or with its paragraph. */
static void write_key(const struct help_page *page, enum help_form form,
                      const struct help_writer *to, int key)
{
    const struct key_row *row = &key_rows[key];
    const char *here = right_of(page->flags, row->name);
    char term[TERM_MAX];
    snprintf(term, sizeof term, "--%s%s%s", row->name, row->argument ? " " : "",
             row->argument ? row->argument : "");
    to->item(term, form == HELP_WHOLE ? help_key_texts[key] : here ? here : row->help);
}

/* The flags of these groups, whole. */
static void list_keys(key_groups groups, const struct help_writer *to)
{
    const struct help_page *page = help_page_find("experiment");
    for (int k = 0; k < KEYS; k++) {
        if (key_rows[k].group & groups) {
            write_key(page, HELP_WHOLE, to, k);
        }
    }
}

static void list_experiment(const struct help_writer *to)
{
    list_keys(GROUPS_PLAN | GROUPS_DETAIL | GROUP(WAVE), to);
}

static void list_studies(const struct help_writer *to)
{
    list_keys(GROUPS_STUDY, to);
}

/* The list that belongs to a topic, behind its description. */
static void write_list(const struct help_page *page, const struct help_writer *to)
{
    static const struct {
        const char *topic;
        void (*list)(const struct help_writer *to);
    } lists[] = {
        {"topologies", list_topologies}, {"routings", list_routings},
        {"algorithms", list_algorithms}, {"collectives", list_collectives},
        {"experiment", list_experiment}, {"studies", list_studies},
    };
    for (unsigned i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (strcmp(page->name, lists[i].topic) == 0) {
            lists[i].list(to);
        }
    }
}

/* --- parts of a command's page --------------------------------------------- */

/* The forms of --board that the command takes, as the topic has them. */
static void write_boards(const struct command *c, const struct help_writer *to)
{
    static const struct {
        const char *form;
        enum boards boards;
    } forms[] = {
        {"emu, rtl", BOARDS_EMU},
        {"gdb:HOST:PORT", BOARDS_SERVED},
        {"openocd:HOST:PORT", BOARDS_SERVED},
        {"NAME, FILE.cfg", BOARDS_DESCRIBED},
    };
    const char *const *blocks = help_page_find("boards")->description;
    if (!c->boards) {
        return;
    }
    to->heading("forms of --board");
    for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (c->boards & forms[i].boards) {
            const bool one = i == 0 && !(c->boards & BOARDS_RTL);
            to->item(one ? "emu" : forms[i].form, right_of(blocks, forms[i].form));
        }
    }
}

/* The flags that the brief page names only, and the topics that explain them. */
static void write_named(const struct command *c, const struct help_writer *to)
{
    char list[LIST_MAX];
    const bool studies = c->named & c->groups & GROUPS_STUDY;
    size_t used = (size_t)snprintf(
        list, sizeof list,
        "Also, explained by 'noct help experiment'%s:", studies ? " and 'noct help studies'" : "");
    for (int k = 0; k < KEYS; k++) {
        if (command_offers(c, k) && (key_rows[k].group & c->named)) {
            used += (size_t)snprintf(list + used, sizeof list - used, " --%s", key_rows[k].name);
        }
    }
    to->paragraph(list);
}

/* Where --board may be given, what the board tells of itself comes last. */
static void write_keys(const struct help_page *page, const struct command *c, enum help_form form,
                       const struct help_writer *to)
{
    for (int later = 0; later <= (c->boards != BOARDS_NONE); later++) {
        for (int k = 0; k < KEYS; k++) {
            bool last = c->boards && (key_rows[k].group & GROUPS_EXPERIMENT);
            bool explained = form == HELP_WHOLE || !(key_rows[k].group & c->named);
            if (command_offers(c, k) && explained && last == later) {
                write_key(page, form, to, k);
            }
        }
    }
}

static void write_flags(const struct help_page *page, const struct command *c, enum help_form form,
                        const struct help_writer *to)
{
    if (c->run) {
        return; /* another program's */
    }
    to->heading("flags");
    write_keys(page, c, form, to);
    bool brief = form == HELP_BRIEF;
    to->item("--json", brief
                           ? "Print the answer as one line of JSON"
                           : "Print the answer as one line of JSON, the last line of the output.");
    if (c->show && c->groups) {
        to->item("--batch", brief
                                ? "Read one JSON object per line from standard input"
                                : "Read questions from standard input, a JSON object on each line. "
                                  "The other flags are defaults. 'noct help json' explains it.");
    }
    if (brief && c->named) {
        write_named(c, to);
    } else if (!brief && c->idle) {
        to->paragraph(
            "The command also accepts the other flags of an experiment, which do not change "
            "its answer: so one line of a batch fits plan, sim and run.");
    }
}

static void write_examples(const char *const *examples, const struct help_writer *to)
{
    char what[TERM_MAX];
    for (; *examples; examples++) {
        const char *command = split(what, *examples);
        to->example(what, command);
    }
}

/* What is special of this command, or on the whole page all statuses. */
static void write_status(const struct help_page *page, enum help_form form,
                         const struct help_writer *to)
{
    const char *const *always = help_page_find("noct")->exit_status;
    char status[TERM_MAX];
    if (form == HELP_BRIEF && !page->exit_status[0]) {
        return;
    }
    to->heading("exit status");
    if (form == HELP_BRIEF) {
        write_blocks(to, page->exit_status);
        return;
    }
    for (; *always; always++) {
        const char *text = split(status, *always), *here = right_of(page->exit_status, status);
        to->item(status, here ? here : text);
    }
}

/* --- pages ------------------------------------------------------------------ */

/* What 'noct --help' and 'noct help' list. */
static void write_index(const struct help_page *page, const struct help_writer *to)
{
    if (strcmp(page->name, "noct") == 0 || strcmp(page->name, "help") == 0) {
        to->heading("commands");
        list_pages(to, false);
        to->heading("topics of 'noct help TOPIC'");
        list_pages(to, true);
    }
}

void help_write(const struct help_page *page, enum help_form form, const struct help_writer *to)
{
    const struct command *command = command_find(page->name);
    to->begin(page);
    to->usage(page->usage);
    write_blocks(to, page->description);
    write_list(page, to);
    if (form == HELP_WHOLE) {
        write_blocks(to, page->details);
    }
    write_index(page, to);
    if (command) {
        write_boards(command, to);
        write_flags(page, command, form, to);
    }
    if (page->examples[0]) {
        to->heading("examples");
        write_examples(page->examples, to);
    }
    if (form == HELP_WHOLE) {
        write_examples(page->more_examples, to);
    }
    if (!help_is_topic(page)) {
        write_status(page, form, to);
    }
    to->see_also(page->see_also);
    to->end();
}

void help_all(void)
{
    help_write(help_page_find("noct"), HELP_BRIEF, &help_screen);
}

void help_command(const struct command *command)
{
    help_write(help_page_find(command->name), HELP_BRIEF, &help_screen);
}

bool help_named(const char *word, const char *second)
{
    char both[TERM_MAX];
    snprintf(both, sizeof both, "%s %s", word, second ? second : "");
    const struct help_page *page = second ? help_page_find(both) : NULL;
    page = page ? page : help_page_find(word);
    if (page) {
        help_write(page, HELP_WHOLE, &help_screen);
    }
    return page;
}
