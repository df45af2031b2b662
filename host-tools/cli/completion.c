/* SPDX-License-Identifier: BSD-2-Clause */
/* What a shell needs to complete noct's command lines, made from the tables. */
#include "completion.h"

#include <stdio.h>
#include <string.h>

#include "base/options.h"
#include "commands/commands.h"
#include "help/help.h"
#include "multicast/algorithms.h"
#include "routing/routings.h"
#include "sweep/row.h"
#include "topology/topologies.h"

/* May the value of this key be, or have in it, a file's name? */
static bool takes_file(int key)
{
    return key == KEY_topology || key == KEY_routing || key == KEY_firmware || key == KEY_image ||
           key == KEY_out || key == KEY_svg || key == KEY_csv;
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
           "    case ${COMP_WORDS[1]} in\n");
    for (const struct command *c = commands; c->name; c++) {
        if (c->run) { /* another program's words */
            printf("        %s) COMPREPLY=($(compgen -f -- \"$word\")); return;;\n", c->name);
        }
    }
    printf("    esac\n"
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
        "        --traffic) flags='uniform transpose bit-complement bit-reverse shuffle tornado "
        "neighbour hotspot: asymmetric multicast file:';;\n        --injection) flags='bernoulli bursty:';;\n"
        "        --find) flags='saturation';; --warmup) flags='auto';;\n        --relay) flags='group body header';;\n"
        "        --consumption) flags='vc link one';; --sets) flags='all random:';;\n"
        "        --sharing) flags='both opposite later earlier';;\n"
        "        --partition) flags='costs halves dimensional uniform:';;\n"
        "        --depth) flags='plan sim run';;\n"
        "        --y) flags='");
    for (unsigned m = 0; m < METRICS; m++) {
        printf("%s ", metric_names[m]);
    }
    printf("';;\n        --x|--by) flags='depth m ");
    for (int k = 0; k < KEYS; k++) {
        if (key_rows[k].group & GROUPS_SIM) {
            printf("%s ", key_rows[k].name);
        }
    }
    printf(
        "';;\n        --firmware|--image|--out|--record|--svg|--html|--csv) COMPREPLY=($(compgen -f -- \"$word\")); return;;\n"
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
    printf("        esac\n        case ${COMP_WORDS[1]},$word in ");
    for (const struct command *c = commands; c->name; c++) {
        if (c->groups & GROUP(FILES)) { /* which stand among the flags */
            printf("%s,[!-]*|%s,) COMPREPLY=($(compgen -f -- \"$word\")); return;; ", c->name,
                   c->name);
        }
    }
    printf("esac;;\n    esac\n    COMPREPLY=($(compgen -W \"$flags\" -- \"$word\"))\n}\n"
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
        if (c->groups & GROUP(FILES)) {
            printf("complete -c noct -F -n '__fish_seen_subcommand_from %s'\n", name);
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
