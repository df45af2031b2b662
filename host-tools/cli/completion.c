/* SPDX-License-Identifier: BSD-2-Clause */
/* What a shell needs to complete noct's command lines, made from the tables. */
#include "completion.h"

#include <stdio.h>
#include <string.h>

#include "base/options.h"
#include "collective/schedules.h"
#include "commands/commands.h"
#include "help/help.h"
#include "multicast/algorithms.h"
#include "routing/routings.h"
#include "sweep/row.h"
#include "topology/topologies.h"

/* May the value of this key be, or have in it, a file's name? */
static bool takes_file(int key)
{
    return key == KEY_topology || key == KEY_routing || key == KEY_algorithm ||
           key == KEY_traffic || key == KEY_firmware || key == KEY_image || key == KEY_out ||
           key == KEY_record || key == KEY_svg || key == KEY_html || key == KEY_csv ||
           key == KEY_costs || key == KEY_since || key == KEY_files;
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

/* --- the words that a key may have ------------------------------------------------ */

/* Those that no table has. A word with a colon at its end goes on. */
static const struct {
    int key;
    const char *words;
} values[] = {
    {KEY_ports, "one all"},
    {KEY_dests, "all random:"},
    {KEY_source, "random"},
    {KEY_sharing, "both opposite later earlier"},
    {KEY_partition, "costs halves dimensional uniform:"},
    {KEY_relay, "group body header"},
    {KEY_segment, "auto"},
    {KEY_op, "sum product min max and or xor"},
    {KEY_type, "int32 uint32 int64 uint64 float double"},
    {KEY_costs, "emulator rtl"},
    {KEY_pipeline, "board paper s1"},
    {KEY_consumption, "vc link one"},
    {KEY_sets, "all random:"},
    {KEY_traffic, "uniform transpose bit-complement bit-reverse shuffle tornado neighbour hotspot: "
                  "asymmetric asymmetric: multicast file:"},
    {KEY_injection, "bernoulli bursty:"},
    {KEY_warmup, "auto"},
    {KEY_find, "saturation"},
    {KEY_depth, "plan sim run"},
    {KEY_board, "emu rtl gdb: openocd:"},
};

static void print_metrics(void)
{
    for (unsigned m = 0; m < METRICS; m++) {
        printf("%s ", metric_names[m]);
    }
}

/* The keys of an experiment. */
static void print_keys(void)
{
    printf("depth m ");
    for (int k = 0; k < KEYS; k++) {
        if (key_rows[k].group & GROUPS_SIM) {
            printf("%s ", key_rows[k].name);
        }
    }
}

/* The words of this key, with a blank behind each; nothing if it has none. */
static void print_words(int key)
{
    if (key == KEY_algorithm) {
        for (unsigned i = 0; noc_algorithms[i]; i++) {
            printf("%s ", noc_algorithms[i]->name);
        }
        printf("auto ");
    } else if (key == KEY_routing) {
        for (unsigned i = 0; noc_routings[i]; i++) {
            printf("%s ", noc_routings[i]->name);
        }
    } else if (key == KEY_topology) {
        for (unsigned i = 0; noc_topology_kinds[i]; i++) {
            printf("%s: ", noc_topology_kinds[i]->name);
        }
        printf("lattice: ");
    } else if (key == KEY_collective) {
        for (unsigned i = 0; i < NOC_OPERATIONS; i++) {
            printf("%s ", noc_operation_names[i]);
        }
    } else if (key == KEY_y) {
        print_metrics();
    } else if (key == KEY_x) { /* what is asked, or what came out */
        print_keys();
        print_metrics();
    } else if (key == KEY_by) {
        print_keys();
    }
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        if (values[i].key == key) {
            printf("%s ", values[i].words);
        }
    }
}

static bool has_words(int key)
{
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        if (values[i].key == key) {
            return true;
        }
    }
    return key == KEY_algorithm || key == KEY_routing || key == KEY_topology ||
           key == KEY_collective || key == KEY_y || key == KEY_x || key == KEY_by;
}

/* --- bash, and zsh, which can do as bash does ---------------------------------------- */

/* Bash makes words of what stands around a colon or an equals sign, zsh does not. Both get what
 * stands behind the last such sign of what they take for a word. A value may be a list: then its
 * last item is completed. */
static const char bash_begin[] =
    "_noct_files() {\n"
    "    local IFS=$'\\n'\n"
    "    if [ -n \"${ZSH_VERSION-}\" ]; then emulate -L zsh; eval 'all+=(\"$1\"*'\"${2#!?}\"'(N))'; "
    "return; fi\n"
    "    if [ -n \"$2\" ]; then all+=($(compgen -f -X \"$2\" -- \"$1\")); else all+=($(compgen -f -- "
    "\"$1\")); fi\n"
    "    compopt -o filenames 2>/dev/null\n"
    "}\n"
    "_noct() {\n"
    "    local i=$COMP_CWORD word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]}\n"
    "    local typed=$word head= before flags= file= one all=()\n"
    "    while [ $i -gt 2 ]; do\n"
    "        case ${COMP_WORDS[i]} in [:=]*) ;; *) case ${COMP_WORDS[i-1]} in *[:=]) ;; *) break;; "
    "esac;; esac\n"
    "        i=$((i-1)) typed=${COMP_WORDS[i]}$typed\n"
    "    done\n"
    "    before=${COMP_WORDS[i-1]} one=$typed\n"
    "    case $one in --*=*) before=${one%%=*} head=$before= one=${one#*=};; esac\n";

static const char bash_end[] =
    "    case $one in graph:*|grid:*|file:*) head=$head${one%%:*}: one=${one#*:} flags= "
    "file=all;; esac\n"
    "    case $one in --*-*) flags=${flags//_/-};; esac\n"
    "    case $file in all) _noct_files \"$one\";; '*.c') _noct_files \"$one\" '!*.c';; esac\n"
    "    all+=($(compgen -W \"$flags\" -- \"$one\"))\n"
    "    word=${word#[:=]} word=${typed%\"$word\"} COMPREPLY=()\n"
    "    for one in \"${all[@]}\"; do\n"
    "        one=$head$one COMPREPLY+=(\"${one#\"$word\"}\")\n"
    "    done\n"
    "    case ${#COMPREPLY[@]}$one in 1*:) compopt -o nospace 2>/dev/null;; esac\n"
    "}\n"
    "complete -F _noct noct\n";

/* What may stand first, and behind help, completion and programs that others run. */
static void bash_first(void)
{
    printf("    case $COMP_CWORD,$command in\n        1,*) flags='");
    for (const struct command *c = commands; c->name; c++) {
        if (!command_second(c)) {
            printf("%s ", c->name);
        }
    }
    printf("completion help --help --version';;\n        *,help) flags='");
    for (const struct help_page *p = help_pages; p->name; p++) {
        printf("%s ", strchr(p->name, ' ') ? "" : p->name);
    }
    printf("';;\n        *,completion) flags='bash zsh fish';;\n");
    for (const struct command *c = commands; c->name; c++) {
        if (c->run) { /* another program's words */
            printf("        *,%s) file=all;;\n", c->name);
        }
    }
}

/* "--tau_s|--tau-s", the spellings of a flag. */
static void bash_pattern(int key)
{
    printf("        --%s", key_rows[key].name);
    if (strchr(key_rows[key].name, '_')) {
        printf("|--");
        for (const char *c = key_rows[key].name; *c; c++) {
            putchar(*c == '_' ? '-' : *c);
        }
    }
}

/* The words of keys. Behind a flag that must have a value no other flag may stand. */
static void bash_values(void)
{
    for (int k = 0; k < KEYS; k++) {
        bool must = key_rows[k].argument && key_rows[k].argument[0] != '[';
        if (has_words(k) || takes_file(k) || must) {
            bool code = k == KEY_routing || k == KEY_algorithm;
            bash_pattern(k);
            printf(") flags='");
            print_words(k);
            printf("'%s;;\n", code                                                 ? " file='*.c'"
                              : takes_file(k) && (!has_words(k) || k == KEY_costs) ? " file=all"
                                                                                   : "");
        }
    }
}

/* The flags of commands, the longer names first. */
static void bash_flags(void)
{
    printf("        *) case \"$command ${COMP_WORDS[2]}\" in\n");
    for (int two = 1; two >= 0; two--) {
        for (const struct command *c = commands; c->name; c++) {
            if (!command_second(c) == !two) {
                printf(two ? "            '%s') flags='" : "            '%s '*) flags='", c->name);
                print_flags(c, "--");
                printf("';;\n");
            }
        }
    }
    printf("            esac\n            case $command,$one in\n");
    for (const struct command *c = commands; c->name; c++) {
        if (c->groups & GROUP(FILES)) { /* which stand among the flags */
            printf("            %s,[!-]*|%s,) flags= file=all;;\n", c->name, c->name);
        }
    }
    printf("            esac;;\n");
}

/* Several operations have a schedule of the same name. */
static void print_schedules(void)
{
    for (const struct noc_schedule *const *s = noc_schedules; *s; s++) {
        const struct noc_schedule *const *first = noc_schedules;
        while (strcmp((*first)->name, (*s)->name) != 0) {
            first++;
        }
        if (first == s) {
            printf("%s ", (*s)->name);
        }
    }
}

static void complete_bash(void)
{
    printf("%s", bash_begin);
    bash_first();
    printf("        *) case $before in\n"
           "        --?*) case $one in *,*) head=$head${one%%,*}, one=${one##*,};; esac;;\n"
           "        esac\n"
           "        case $before in\n");
    bash_values();
    bash_flags();
    printf("        esac\n"
           "        case $before,\" ${COMP_WORDS[*]} \" in --algorithm,*' --collective'*) flags='");
    print_schedules();
    printf("auto';; esac;;\n    esac\n%s", bash_end);
}

/* Behind a comma the words may stand again, as in bash: those of a list begin with what is before it. */
static const char fish_begin[] =
    "function __noct_words\n"
    "    set -l before (string replace -r -- '^--[^=]*=' '' (commandline -ct) | "
    "string match -r -- '.*,')\n"
    "    for word in $argv\n"
    "        printf '%s%s\\n' \"$before\" $word\n"
    "    end\n"
    "end\n";

static void complete_fish(void)
{
    printf("%s", fish_begin);
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
        if (c->groups & GROUP(FILES)) {
            printf("complete -c noct -F -n '__fish_seen_subcommand_from %s'\n", name);
        }
        for (int k = 0; k < KEYS; k++) {
            if (command_offers(c, k)) {
                printf("complete -c noct -n '__fish_seen_subcommand_from %s' %s-l %s", name,
                       takes_file(k)          ? "-r -F "
                       : key_rows[k].argument ? "-x "
                                              : "",
                       key_rows[k].name);
                if (has_words(k)) {
                    printf(" -a '(__noct_words ");
                    print_words(k);
                    printf(")'");
                }
                printf("\n");
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
