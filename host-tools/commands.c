/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of commands, and the completion made from it; help.c makes the help. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "plan.h"

const struct command commands[] = {
    { .name = "plan",
      .summary = "who sends to whom in which step, before anything runs",
      .groups = GROUPS_EXPERIMENT,
      .idle = GROUP(BOARD) | GROUP(LIMIT),
      .usage = "--topology KIND:SIZE",
      .ask = ask_plan,
      .show = show_plan,
      .more = "In each step every node that has the message sends it on, by as many ports as it may. Most\n"
              "algorithms are proven for one port: on several, pairs of messages that may contend for a\n"
              "channel are counted; 'noct verify --sets all' shows the smallest such set.\n"
              "What a worm costs by --length, --tau_s, --tau_r, --relay and the router's timing decides what\n"
              "auto takes and, but for --relay, where m-torus cuts; other plans do not depend on it.",
      .examples =
          "a broadcast on a torus\tnoct plan --topology torus:8x8\n"
          "ten nodes of a hypercube\tnoct plan --topology cube:6 --dests random:10 --seed 3\n"
          "all ports at once\tnoct plan --topology cube:6 --ports all --algorithm w-sort --dests "
          "random:30\n"
          "one worm to all, by routers that copy\tnoct plan --topology utorus:8x8 --algorithm s-torus\n"
          "worms to seven nodes at a time\tnoct plan --topology utorus:8x8 --algorithm mu-torus:8\n"
          "cut by hand\tnoct plan --topology utorus:8x8 --algorithm m-torus --partition 24,20,20\n"
          "if channels share links\tnoct plan --topology ccc:7 --dests random:60 --sharing\n"
          "a network from a file\tnoct lattice --switches 32 > net.txt; noct plan --topology "
          "graph:net.txt\n"
          "the best for these costs, and what else\tnoct plan --topology utorus:8x8 --length 512 "
          "--tau-s 200\n"
          "out of its place, to see why\tnoct plan --topology torus:8x8 --algorithm u-cube --force\n"
          "the naive way, as JSON\tnoct plan --topology mesh:4x4 --algorithm separate --json\n" },
    { .name = "route",
      .summary = "the channels of one path",
      .groups = GROUPS_EXPERIMENT | GROUP(ROUTE),
      .idle = GROUPS_EXPERIMENT & ~GROUP(NETWORK),
      .usage = "--topology KIND:SIZE --from NODE --to NODE",
      .ask = ask_route,
      .show = show_route,
      .examples = "across a torus\tnoct route --topology torus:8x8 --from 3 --to 60\n"
                  "unidirectional\tnoct route --topology utorus:5x5 --from 24 --to 0 --json\n"
                  "cube-connected cycles\tnoct route --topology ccc:4 --from 0 --to 45\n"
                  "street signs\tnoct route --topology mesh:8x8 --routing one-turn --from 3 --to 60\n"
                  "a worm with three destinations\tnoct route --topology utorus:4x4 --routing utpr "
                  "--from 0 --to 3,7,9\n"
                  "a coded path\tnoct route --topology mesh:4x4 --routing coded-path --from 0 --to "
                  "3,7,11\n" },
    { .name = "load",
      .summary = "how many routes lead over each link; the labels of a proof",
      .groups = GROUPS_EXPERIMENT | GROUP(PATTERN) | GROUP(LOAD),
      .idle = GROUPS_EXPERIMENT & ~GROUP(NETWORK),
      .usage = "--topology KIND:SIZE",
      .ask = ask_load,
      .show = show_load,
      .more = "One message between each pair of nodes, counted on every link of its way. Grids, and "
              "meshes\n"
              "and tori of two dimensions, are drawn, if they fit the screen. Traffic may also be "
              "only that\n"
              "between a grid's regular cells (cells), or to and from its auxiliary ones (io).",
      .examples = "which links get hot\tnoct load --topology torus:4x4 --routing one-turn\n"
                  "a torus with a host's interface\tprintf 'torus 4x4\\naux left 3 right 0\\n' > host.grid\n"
                  "its I/O, around the border\tnoct load --topology grid:host.grid --routing balanced "
                  "--traffic io\n"
                  "with all other traffic\tnoct load --topology grid:host.grid --routing balanced "
                  "--io-share 25\n"
                  "a proof by labels\tnoct load --topology torus:4x4 --routing one-turn --labels\n" },
    { .name = "verify",
      .summary = "can a routing deadlock, can messages of a multicast contend? proof by exhaustion",
      .groups = GROUPS_EXPERIMENT | GROUP(VERIFY),
      .idle = GROUP(DESTS) | GROUP(RELAY) | GROUP(MODEL) | GROUP(BOARD) | GROUP(LIMIT) | GROUP(SHARING),
      .usage = "--topology KIND:SIZE",
      .ask = ask_verify,
      .show = show_verify,
      .more = "Of a routing, all pairs of nodes: does each have a route, is it shortest, and is there a "
              "circle in\n"
              "which channels can wait for each other? A smallest one is shown. With an algorithm, all "
              "sets of\n"
              "destinations from the source (a node, or all), or random ones: the size is drawn first, "
              "then a\n"
              "set of that size. Two messages that share a channel violate unless one node sends both, "
              "or one's\n"
              "sender has the message only after the other has arrived (the four conditions of Robinson "
              "1994,\n"
              "theorems 3.3 and 4.1). The exit status is 1 for a routing that does not reach or can "
              "deadlock, and\n"
              "for sets that violate; routes longer than need be are no failure. A routing may be your "
              "own, in\n"
              "one file: docs/own-routing.md.\n\n"
              "Where routers copy, circles are looked for among all worms that senders let through, "
              "or with an\n"
              "algorithm all that it sends, and through the consumption contexts that --consumption "
              "leaves them.\n"
              "--length, --tau_s and --tau_r are for m-torus, which cuts by costs.",
      .examples =
          "all pairs of 4,096 nodes\tnoct verify --topology torus:64x64\n"
          "a routing that deadlocks\tnoct verify --topology torus:5x5 --routing dor\n"
          "too few contexts\tnoct verify --topology utorus:3 --routing utpr --consumption link\n"
          "every set of a 4-cube\tnoct verify --topology cube:4 --algorithm u-cube --ports all "
          "--sets all\n"
          "from every node\tnoct verify --topology torus:4x4 --algorithm u-torus --sets all --source "
          "all\n"
          "where no proof applies\tnoct verify --topology utorus:4 --algorithm u-mesh --sets all "
          "--force\n"
          "large networks\tnoct verify --topology torus:64x64 --algorithm u-torus --sets "
          "random:1000\n" },
    { .name = "verify claims",
      .summary = "what the papers claim: which theorems, lemmas and proofs hold",
      .groups = GROUP(CLAIMS),
      .ask = ask_claims,
      .show = show_claims,
      .more = "Each theorem, lemma, quoted property and step of a proof, checked from the definitions "
              "over all\n"
              "small networks and random large ones. A claim that fails comes with its smallest "
              "counterexample;\n"
              "that is a result, and the exit status 0. docs/errata.md is this table, with remarks.",
      .examples = "the whole table\tnoct verify claims\n"
                  "one paper, further\tnoct verify claims --paper libeskind --deep\n"
                  "for other tools\tnoct verify claims --json\n" },
    { .name = "sim",
      .summary = "the flit-level network, with modelled software costs",
      .groups = GROUPS_EXPERIMENT | GROUP(ALSO) | GROUP(PATTERN) | GROUP(TRAFFIC) | GROUP(DURATION),
      .idle = GROUP(BOARD),
      .usage = "--topology KIND:SIZE",
      .ask = ask_sim,
      .show = show_sim,
      .more = "The same code as the emulated board's routers. A worm is a header, three NI words "
              "and the\n"
              "body; under the pipelines 'paper' and 's1' (BookSim's) it has no NI words, as "
              "theirs have\n"
              "none. Latency is from the source's call to the destination's return; a relay returns "
              "when what\n"
              "it hands on has left it. A worm with several destinations is one start-up; each relay "
              "goes on\n"
              "when its copy is whole. With relay body such a worm carries the lists of all its "
              "receivers,\n"
              "with relay header routers give each its own.\n"
              "Multicasts given by --also are called in cycle 0 as well; a node's start-ups come one "
              "after the\n"
              "other. A deadlock is shown as the circle of worms that wait for each other. With "
              "random traffic,\n"
              "cycles in the answer is when the last worm that counts had come; in the question, how "
              "long worms\n"
              "are made.",
      .examples =
          "a broadcast\tnoct sim --topology torus:8x8 --tau_s 200 --tau_r 100\n"
          "16,384 nodes\tnoct sim --topology torus:128x128 --length 32\n"
          "relays are told their part\tnoct sim --topology ccc:6 --relay body --length 32\n"
          "auxiliary cells\tprintf 'torus 4x4\\naux left 3 right 0\\n' > host.grid; noct sim --topology "
          "grid:host.grid\n"
          "worms that several nodes copy\tnoct sim --topology utorus:16x16 --algorithm mu-torus:8 "
          "--tau_s 200\n"
          "with a list for each in the header\tnoct sim --topology utorus:16x16 --algorithm mu-torus:8 "
          "--relay header\n"
          "two at once, in a deadlock\tnoct sim --topology utorus:3x3 --algorithm s-torus --dests 1,4 "
          "--also 3:4,1 --consumption one\n"
          "random traffic\tnoct sim --topology torus:8x8 --traffic uniform --rate 0.2 --length 15\n"
          "random multicasts\tnoct sim --topology utorus:8x8 --traffic multicast --fanout 5 --rate 0.1\n"
          "many at once\tnoct sim --batch < experiments.jsonl\n" },
    { .name = "run",
      .summary = "the real firmware on every core of the emulated board",
      .groups = GROUPS_EXPERIMENT | GROUP(FIRMWARE) | GROUP(LIVE),
      .idle = GROUP(SHARING),
      .usage = "--topology KIND:SIZE | --board BOARD",
      .boards = BOARDS_ANY,
      .named = GROUPS_EXPERIMENT,
      .ask = ask_run,
      .show = show_run,
      .more = "Times are read from the board's counters. tau_s and tau_r are delays the NI adds to "
              "what the\n"
              "firmware really costs. flit_hops and link_visits are the messages', ack_flit_hops and\n"
              "ack_link_visits their acknowledgements'; blocked_cycles includes both. NOCT_QEMU names "
              "another QEMU.\n"
              "With --board a live board is told the experiment, and reset; its topology and routing "
              "are its own.\n"
              "A program named by --firmware runs on torus:8x8 if no topology is given.",
      .examples = "a broadcast\tnoct run --topology torus:8x8\n"
                  "as sim would count\tnoct run --topology torus:8x8 --dests 3,17,20-23 --json\n"
                  "896 cores\tnoct run --topology ccc:7 --dests random:100\n"
                  "worms that several nodes copy\tnoct run --topology utorus:8x8 --algorithm mu-torus:8\n"
                  "told in the header\tnoct run --topology utorus:8x8 --algorithm md-torus --relay header\n"
                  "all of a mesh in two steps\tnoct run --topology mesh:8x8 --algorithm pcp --ports all\n"
                  "any network\tnoct lattice --switches 32 > net.txt; noct run --topology "
                  "graph:net.txt\n"
                  "on a board that is up\tnoct run --board emu --dests random:5\n"
                  "your own program\tnoct run --topology mesh:2x2 --firmware hello.elf\n" },
    { .name = "board",
      .summary = "start an emulated board and keep it until Ctrl-C",
      .groups = GROUPS_EXPERIMENT | GROUP(FIRMWARE) | GROUP(LIVE) | GROUP(PORT) | GROUP(JTAG),
      .idle = GROUP(SHARING),
      .usage = "--topology KIND:SIZE | --board NAME",
      .boards = BOARDS_DESCRIBED,
      .named = GROUPS_EXPERIMENT,
      .ask = ask_board,
      .more = "Its counters, memory and cores can be looked at through a gdb server, on the "
              "loopback only;\n"
              "by JTAG, if asked for, also through OpenOCD. This user's other commands find it as "
              "--board emu\n"
              "(emu:PID where there are several). With --flash it boots what 'noct flash' has put "
              "there, and\n"
              "--board NAME plays a board of boards/: its id, topology and RAM.",
      .examples = "64 cores\tnoct board --topology torus:8x8\n"
                  "for other tools\tnoct board --topology torus:8x8 --gdb 3333 --json\n"
                  "from the first instruction\tnoct board --topology torus:8x8 --halt\n"
                  "then, elsewhere\tnoct counters --board emu\n"
                  "for OpenOCD\tnoct board --topology torus:8x8 --jtag\n"
                  "with a flash, for noct flash\tnoct board --topology torus:8x8 --flash board.bin "
                  "--jtag\n"
                  "the console as a port\tnoct board --topology torus:8x8 --firmware hello --console "
                  "4000\n" },
    { .name = "counters",
      .summary = "the counters of a live board",
      .groups = GROUP(NETWORK) | GROUP(LIVE) | GROUP(NODES) | GROUP(COUNTERS),
      .usage = "--board BOARD",
      .boards = BOARDS_ANY,
      .ask = ask_counters,
      .show = show_counters,
      .more = "The board's clock is stopped while they are read: all are of one cycle, and the run does not\n"
              "notice. QEMU's gdb server stops the machine, which is the same; OpenOCD's (gdb:, not openocd:)\n"
              "halts the core it was configured for, for a moment when noct connects; and so does OpenOCD with\n"
              "core 0 where noct starts it for a board by NAME.\n\n"
              "Topology and routing are asked from the board unless given. Of a network that is read "
              "from a\n"
              "file the board tells the kind alone: without --topology its channels are shown by "
              "their rows.",
      .examples =
          "all, of this cycle\tnoct counters --board emu\n"
          "some nodes, as JSON\tnoct counters --board gdb:localhost:3333 --nodes 0,5-7 --json\n"
          "by JTAG\tnoct counters --board openocd:localhost:6666\n"
          "what came in between\tnoct counters --board emu --json > before.json; "
          "noct counters --board emu --since before.json\n"
          "for a spreadsheet\tnoct counters --board emu --delta --every 1 --count 60 "
          "--csv\n" },
    { .name = "console",
      .summary = "what the cores of a live board print",
      .groups = GROUP(LIVE) | GROUP(NODES) | GROUP(CONSOLE),
      .usage = "--board BOARD",
      .boards = BOARDS_ANY,
      .ask = ask_console,
      .show = show_console,
      .more = "The board keeps the last 64 KiB that its cores printed, whole lines, whatever is connected\n"
              "to it; no UART is needed. What came too long ago is counted, and said.",
      .examples = "what there is\tnoct console --board emu\n"
                  "and what comes, of two cores\tnoct console --board emu --nodes 0,5 --follow\n"
                  "by JTAG\tnoct console --board openocd:localhost:6666 --json\n" },
    { .name = "flash",
      .summary = "firmware into a board's flash, by OpenOCD; seen to boot from it",
      .groups = GROUPS_EXPERIMENT | GROUP(FIRMWARE) | GROUP(LIVE) | GROUP(JTAG) | GROUP(FLASH) |
                GROUP(OUT),
      .idle = GROUP(SHARING) | GROUP(LIMIT),
      .usage = "--board BOARD",
      .boards = BOARDS_JTAG,
      .named = GROUPS_EXPERIMENT,
      .ask = ask_flash,
      .show = show_flash,
      .more = "The image goes into the slot of the flash that is not booted from, its header last; so "
              "the\n"
              "board boots the old image or the new one, wherever this is interrupted. What the "
              "experiment\n"
              "says becomes the firmware's parameters; the topology is the board's, if that is known.",
      .examples =
          "an emulated board\tnoct board --topology torus:8x8 --flash board.bin --jtag\n"
          "then, elsewhere\tnoct flash --board emu --firmware hello\n"
          "a multicast on every core\tnoct flash --board emu --topology torus:8x8 --length 128\n"
          "an FPGA board\tnoct flash --board arty_a7 --firmware hello\n"
          "only a file\tnoct flash --board emu --firmware hello --out hello.noc\n"
          "and that, later\tnoct flash --board emu --image hello.noc\n" },
    { .name = "trace",
      .summary = "what every core and every link did, cycle by cycle, for Perfetto's viewer",
      .groups = GROUPS_EXPERIMENT | GROUP(FIRMWARE) | GROUP(LIVE) | GROUP(TRACE) |
                GROUP(DURATION) | GROUP(OUT),
      .idle = GROUP(SHARING),
      .usage = "--topology KIND:SIZE | --board BOARD --firmware FILE.elf",
      .boards = BOARDS_ANY,
      .named = GROUPS_EXPERIMENT,
      .ask = ask_trace,
      .show = show_trace,
      .more = "Runs firmware that writes events on an emulated board, or looks at a live one, whose firmware\n"
              "must have been built with TRACE=1 and is named by --firmware. The board's clock stands while\n"
              "it is read. Ctrl-C ends it, and what was recorded until then is the file.\n"
              "Open it at https://ui.perfetto.dev: it stays on this machine. docs/tracing.md says what is\n"
              "what.",
      .examples = "a multicast\tnoct trace --topology torus:4x4\n"
                  "another program\tnoct trace --topology mesh:8 --firmware ring\n"
                  "your own\tmake app APP=mine.c TRACE=1; noct trace --topology mesh:4 --firmware "
                  "build/firmware/trace/mine.elf\n"
                  "a live board's next cycles\tnoct trace --board emu --firmware "
                  "build/firmware/trace/mine.elf --cycles 100000\n" },
    { .name = "why",
      .summary = "why a live board does not go on, and where its cores are",
      .groups = GROUP(NETWORK) | GROUP(LIVE) | GROUP(NODES) | GROUP(FIRMWARE) | GROUP(SAMPLES),
      .usage = "--board BOARD",
      .boards = BOARDS_ANY,
      .ask = ask_why,
      .show = show_why,
      .more = "The clock is stopped while the board is looked at. Found are circles of worms and of cores,\n"
              "traps, and what each core waits for; of a board that runs, where its cores were seen and\n"
              "which links held flits up. Functions and lines are those of the firmware that lies in the\n"
              "board's image; name your own by --firmware. The exit status is 1 for a board that is stuck\n"
              "(deadlock, waiting in a circle, trapped, no image).",
      .examples =
          "the board that noct board keeps\tnoct why --board emu\n"
          "with your own program\tnoct why --board emu --firmware mine.elf\n"
          "two cores of it, as JSON\tnoct why --board gdb:localhost:3333 --nodes 5,9 --json\n"
          "slow, not stuck: look longer\tnoct why --board emu --samples 100\n" },
    { .name = "lattice",
      .summary = "a random network of switches and processors, as a graph file",
      .groups = GROUP(LATTICE) | GROUP(CHANCE),
      .usage = "--switches N",
      .ask = ask_lattice,
      .show = show_lattice,
      .more = "Switches at random points of a square lattice, connected to those at adjacent points, in "
              "one\n"
              "piece. The file is for --topology graph:FILE; docs/graph-files.md says what it means. With "
              "--json\n"
              "it is the answer's \"text\".",
      .examples = "64 switches, a processor each\tnoct lattice --switches 64 > lattice.txt\n"
                  "then\tnoct plan --topology graph:lattice.txt\n"
                  "another, sparser\tnoct lattice --switches 64 --side 16 --seed 2 > lattice.txt\n" },
    { .name = "doctor",
      .summary = "is everything here that is needed? if not, what to do",
      .groups = GROUP(NETWORK) | GROUP(LIVE) | GROUP(FIRMWARE),
      .usage = "[--board BOARD]",
      .boards = BOARDS_ANY,
      .ask = ask_doctor,
      .show = show_doctor,
      .more = "With --board also that board's adapter, who may use it and who does, and the board "
              "itself: who\n"
              "it is, what it has booted, and with --firmware whether that is what it runs. Nothing of "
              "it is\n"
              "changed; it is disturbed as by 'noct counters'.",
      .examples = "check\tnoct doctor\n"
                  "for a large board\tnoct doctor --topology torus:64x64\n"
                  "an emulated board that is up\tnoct doctor --board emu --firmware hello\n"
                  "an FPGA board, from its cable on\tnoct doctor --board arty_a7\n" },
    { .name = "demo",
      .summary = "two algorithms, simulated and run on 64 cores, side by side",
      .groups = 0,
      .ask = ask_demo,
      .show = show_demo,
      .examples = "look\tnoct demo\n" },
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

const struct command *command_find_two(const char *word, const char *second)
{
    char both[40];
    int length = snprintf(both, sizeof both, "%s %s", word, second ? second : "");
    const struct command *found =
        second && length < (int)sizeof both ? command_find(both) : NULL;
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
    return key == KEY_topology || key == KEY_routing || key == KEY_firmware ||
           key == KEY_image || key == KEY_out;
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
    for (const struct command *c = commands; c->name; c++) {
        printf("%s ", command_second(c) ? "" : c->name);
    }
    for (unsigned i = 0; help_topics[i]; i++) {
        printf("%s ", help_topics[i]);
    }
    printf("' -- \"$word\")); return\n    fi\n"
           "    case ${COMP_WORDS[COMP_CWORD-1]} in\n        --algorithm) flags='");
    for (unsigned i = 0; noc_algorithms[i]; i++) {
        printf("%s ", noc_algorithms[i]->name);
    }
    printf("auto';;\n        --routing) flags='");
    for (unsigned i = 0; noc_routings[i]; i++) {
        printf("%s ", noc_routings[i]->name);
    }
    printf("'; COMPREPLY=($(compgen -W \"$flags\" -- \"$word\") $(compgen -f -X '!*.c' -- "
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
    printf("'; compopt -o nospace 2>/dev/null;;\n"
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
    for (const struct command *c = commands; c->name; c++) {
        const char *second = command_second(c), *name = second ? second : c->name;
        if (second) {
            printf("complete -c noct -f -n '__fish_seen_subcommand_from %.*s' -a %s -d '%s'\n",
                   (int)(second - c->name - 1), c->name, second, c->summary);
        } else {
            printf("complete -c noct -f -n __fish_use_subcommand -a %s -d '%s'\n", name,
                   c->summary);
        }
        for (int k = 0; k < KEYS; k++) {
            if (command_offers(c, k)) {
                printf("complete -c noct -n '__fish_seen_subcommand_from %s' %s-l %s\n", name,
                       takes_file(k)           ? "-r -F "
                       : key_rows[k].argument ? "-x "
                                              : "",
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
        return complain(
            why, STATUS_BAD,
            "completion '%s': must be bash, zsh or fish, as: eval \"$(noct completion bash)\"",
            shell ? shell : "");
    }
    return STATUS_DONE;
}
