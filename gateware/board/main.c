/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * nocturne-rtl: the board as gateware, compiled by Verilator. It is started as the emulator is, by
 * `noct run --board rtl`, and ends as the emulator does:
 *
 *   nocturne-rtl -M nocturne,topology=T,routing=R,ram=BYTES[,...] -kernel ELF
 *                [-chardev socket,id=gdb,fd=N[,server=on,wait=off] -gdb chardev:gdb] [-S]
 *
 * lockstep=on runs libnoc/model beside it. flip=C changes a bit of a flit in cycle C or later, lose=C
 * loses a credit.
 * Standard output has the consoles. When a run has ended standard error has "nocturne: end REASON
 * cycles=C status=S": C is the cycle of the last EXIT or of the ABORT, as in the emulator, or how many
 * have passed; S is what the ABORT says, or the greatest of what cores have said in EXIT. With a socket
 * on which it listens it serves debuggers all the time, and stays; -S holds it until one lets it go.
 * With one that is connected it answers reads when the run has ended, until that hangs up. Without one
 * it ends with status S, 3 at the limit, 1 if it differs; 2 if it refuses something.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beside_board.h"
#include "board.h"
#include "board_clock.h"
#include "board_console.h"
#include "control.h"
#include "debug_port.h"
#include "load.h"
#include "memmap.h"
#include "network.h"
#include "routing/routings.h"
#include "wave.h"

enum {
    TEXT_MAX = 8192,
    WAVE_CYCLES = 1000,
    LOOK_CYCLES = 64,
    STATUS_DIFFERS = 1,
    STATUS_BAD = 2,
    STATUS_LIMIT = 3
};

struct arguments {
    const char *topology, *routing, *params, *kernel;
    uint64_t limit;
    uint64_t flip, lose;
    uint64_t wave_from, wave_to;
    bool beside, wave, skips, sums, again;
    bool listens, held; /* by the socket; before the first cycle */
    int socket;         /* -1: none */
};

static struct board board;
static struct beside_board *beside; /* the model in lock step; NULL: none */
static struct wave *wave;
static struct control control;
static struct debug_port port;
static uint64_t image[NOC_IMAGE_SIZE / 8];

static bool refuse(const char *what, const char *value, const char *why)
{
    fprintf(stderr, "nocturne-rtl: %s%s%s: %s\n", what, value ? "=" : "", value ? value : "", why);
    return false;
}

/* What the gateware is, and cannot be otherwise. */
static const struct {
    const char *key, *value;
} built[] = {
    {"ports", "1"},         {"pipeline", "board"},  {"consumption", "vc"},  {"lanes", "1"},
    {"buffer", "2"},        {"header-cycles", "0"}, {"flight-cycles", "1"}, {"credit-cycles", "1"},
    {"inject-cycles", "1"}, {"eject-cycles", "1"},  {"on-exit", "pause"},
};

static bool check_built(const char *key, const char *value)
{
    size_t i;

    for (i = 0; i < sizeof built / sizeof *built; i++) {
        if (strcmp(built[i].key, key) == 0) {
            return strcmp(built[i].value, value) == 0 ||
                   refuse(key, value, "the gateware has been built with another value");
        }
    }
    return refuse(key, value, "the gateware does not have this");
}

/* Digits alone, up to this character. */
static bool is_number(uint64_t *to, const char *text, char behind)
{
    char *end;

    errno = 0;
    *to = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == behind && !errno;
}

static bool take_number(uint64_t *to, const char *key, const char *value)
{
    return is_number(to, value, 0) || refuse(key, value, "not a whole number");
}

/* "FROM:TO", cycles. */
static bool take_wave(struct arguments *a, const char *value)
{
    const char *colon = strchr(value, ':');

    a->wave = true;
    return (colon && is_number(&a->wave_from, value, ':') && is_number(&a->wave_to, colon + 1, 0) &&
            a->wave_from <= a->wave_to) ||
           refuse("wave", value, "not two cycles, FROM:TO");
}

static bool take_switch(bool *to, const char *key, const char *value)
{
    *to = strcmp(value, "on") == 0;
    return *to || strcmp(value, "off") == 0 || refuse(key, value, "neither on nor off");
}

/* The one size of RAM that the tiles have. */
static bool take_ram(const char *key, const char *value)
{
    uint64_t bytes;

    return take_number(&bytes, key, value) &&
           (bytes == tile_ram_bytes() ||
            refuse(key, value, "the gateware has been built with another value"));
}

static bool take_property(struct arguments *a, const char *key, const char *value)
{
    if (strcmp(key, "topology") == 0) {
        a->topology = value;
    } else if (strcmp(key, "routing") == 0) {
        a->routing = value;
    } else if (strcmp(key, "params") == 0) {
        a->params = value;
    } else if (strcmp(key, "limit") == 0) {
        return take_number(&a->limit, key, value);
    } else if (strcmp(key, "flip") == 0) {
        return take_number(&a->flip, key, value);
    } else if (strcmp(key, "lose") == 0) {
        return take_number(&a->lose, key, value);
    } else if (strcmp(key, "lockstep") == 0) {
        return take_switch(&a->beside, key, value);
    } else if (strcmp(key, "wave") == 0) {
        return take_wave(a, value);
    } else if (strcmp(key, "ram") == 0) {
        return take_ram(key, value);
    } else if (strcmp(key, "skip") == 0) {
        return take_switch(&a->skips, key, value);
    } else if (strcmp(key, "again") == 0) {
        return take_switch(&a->again, key, value);
    } else if (strcmp(key, "sum") == 0) {
        return take_switch(&a->sums, key, value);
    } else {
        return check_built(key, value);
    }
    return true;
}

/* "nocturne,key=value,..."; it is cut to pieces, which stay. */
static bool take_machine(struct arguments *a, char *text)
{
    char *word, *value, *rest = NULL;

    word = strtok_r(text, ",", &rest);
    if (word && strcmp(word, "nocturne") != 0) {
        return refuse("-M", word, "this is a nocturne");
    }
    while ((word = strtok_r(NULL, ",", &rest))) {
        value = strchr(word, '=');
        if (!value) {
            return refuse(word, NULL, "has no value");
        }
        *value++ = 0;
        if (!take_property(a, word, value)) {
            return false;
        }
    }
    return true;
}

static bool take_arguments(struct arguments *a, int n, char **argument)
{
    static char machine[TEXT_MAX];
    int i;

    for (i = 1; i < n; i++) {
        const char *value = i + 1 < n ? argument[i + 1] : "";

        if (strcmp(argument[i], "-M") == 0) {
            if ((size_t)snprintf(machine, sizeof machine, "%s", value) >= sizeof machine) {
                return refuse("-M", NULL, "too long");
            }
            i++;
        } else if (strcmp(argument[i], "-kernel") == 0) {
            a->kernel = value;
            i++;
        } else if (strcmp(argument[i], "-chardev") == 0) {
            (void)sscanf(value, "socket,id=gdb,fd=%d", &a->socket);
            a->listens = strstr(value, ",server=on");
            i++;
        } else if (strcmp(argument[i], "-S") == 0) {
            a->held = true;
        } else if (argument[i][0] == '-' && *value && *value != '-') {
            i++; /* an option of the emulator's */
        }
    }
    if (!take_machine(a, machine)) {
        return false;
    }
    return (a->topology && a->routing && a->kernel) ||
           refuse("arguments", NULL, "-M nocturne,topology=T,routing=R and -kernel ELF are needed");
}

/* A debugger can come, if the board waits for one. */
static bool check_socket(const struct arguments *a)
{
    if (a->socket >= 0 && fcntl(a->socket, F_GETFD) < 0) {
        return refuse("-chardev", NULL, strerror(errno));
    }
    return !a->held || (a->socket >= 0 && a->listens) ||
           refuse("-S", NULL, "nobody can let it go without a socket that takes connections");
}

/* Why not, without the list of names that some faults are to be followed by. */
static bool refuse_fault(const char *what, const char *value, const char *fault)
{
    char why[200];

    snprintf(why, sizeof why, "%.*s", (int)strcspn(fault, ";"), fault);
    return refuse(what, value, why);
}

static bool begin(const struct arguments *a)
{
    static struct noc_topology topology;
    const struct noc_routing *routing;
    struct noc_fault fault;
    const char *why;

    why = network_read(&topology, a->topology);
    if (why) {
        return refuse_fault("topology", a->topology, why);
    }
    if (!noc_routing_choose(&routing, a->routing, &topology, &fault)) {
        return refuse_fault("routing", a->routing, noc_fault_text(fault.code));
    }
    why = board_refuses(&topology, routing);
    if (why) {
        return refuse("topology", a->topology, why);
    }
    memset(image, 0xff, sizeof image);
    if (!load_elf(a->kernel, (unsigned char *)image) ||
        (a->params && !load_params(a->params, (unsigned char *)image))) {
        return false;
    }
    board_begin(&board, &topology, routing, image, a->limit, a->skips);
    board.flip = a->flip;
    board.lose = a->lose;
    board.silent = a->again;
    beside = a->beside ? beside_board_begin(&board) : NULL;
    if (a->beside && !beside) {
        return refuse("lockstep", NULL, "no memory");
    }
    wave = a->wave ? wave_begin(&board, a->wave_from, a->wave_to) : NULL;
    return !a->wave || wave || a->again;
}

static uint64_t sum; /* of all that tiles have shown in all cycles */

static void add_up(void)
{
    uint32_t n;
    unsigned p;

    for (n = 0; n < board.topology->nodes; n++) {
        const struct tile_out *o = &board.out[n];

        sum = (sum ^ o->vc ^ (uint64_t)o->credit << 16 ^ (uint64_t)o->line << 32) *
              UINT64_C(0x100000001b3);
        sum = (sum ^ o->pc) * UINT64_C(0x100000001b3);
        for (p = 0; p < tile_links(); p++) {
            if (o->vc >> (p * tile_vcs()) & ((1u << tile_vcs()) - 1)) {
                sum = (sum ^ o->flit[p]) * UINT64_C(0x100000001b3);
            }
        }
    }
}

/* This run once more, silent, with a waveform of the cycles before a difference, whichever other one
 * there was. It returns if that cannot be. */
static void run_again(char **argument)
{
    static char machine[TEXT_MAX + 100];
    const uint64_t last = board.now - 1;
    char **more;

    for (more = argument; *more; more++) {
        if (strcmp(*more, "-M") == 0 && more[1]) {
            snprintf(machine, sizeof machine, "%s,again=on,wave=%" PRIu64 ":%" PRIu64, more[1],
                     last < WAVE_CYCLES ? 0 : last + 1 - WAVE_CYCLES, last);
            more[1] = machine;
            fflush(stdout);
            execv("/proc/self/exe", argument);
            return;
        }
    }
}

/* --- the run ------------------------------------------------------------------------------------ */

static enum board_end one_cycle(const struct arguments *a)
{
    enum board_end end = board_cycle(&board);

    if (beside && !(beside_board_cycle(beside) && (!end || beside_board_all(beside)))) {
        end = BOARD_DIFFERS;
    }
    if (a->sums) {
        add_up();
    }
    return end;
}

/* Until its end; served meanwhile, if the socket takes connections. */
static enum board_end run(const struct arguments *a)
{
    enum board_end end = BOARD_GOES_ON;
    unsigned i;

    while (!end) {
        if (port.listener >= 0) {
            const int wait_ms = board_clock_wait_ms();

            debug_port_look(&port, port.holds ? -1 : wait_ms < 0 ? 0 : wait_ms);
        }
        for (i = 0; i < LOOK_CYCLES && !end && !port.holds && !board_clock_stands(); i++) {
            end = one_cycle(a);
        }
    }
    return end;
}

static void end_output(void)
{
    console_flush();
    if (wave) {
        (void)wave_end(wave);
        wave = NULL;
    }
}

static void report(const struct arguments *a, enum board_end end)
{
    static const char *const reason[] = {"", "exit", "abort", "limit", "differs"};

    end_output();
    if (a->sums) {
        fprintf(stderr, "nocturne: sum %016" PRIx64 "\n", sum);
    }
    fprintf(stderr, "nocturne: end %s cycles=%" PRIu64 " status=%u\n", reason[end],
            end == BOARD_EXIT || end == BOARD_ABORT ? board.now - 1 : board.now,
            (unsigned)board.status);
}

/* The run has ended. True: a debugger has reset the board, so that it begins anew. */
static bool serve_the_end(void)
{
    debug_port_stopped(&port);
    control.reset = false;
    while (!debug_port_is_over(&port) && !control.reset) {
        debug_port_look(&port, -1);
    }
    return control.reset;
}

int main(int n, char **argument)
{
    struct arguments a = {.socket = -1, .skips = true};
    enum board_end end;

    if (!take_arguments(&a, n, argument) || !check_socket(&a) || !begin(&a)) {
        return STATUS_BAD;
    }
    control_begin(&control, &board);
    debug_port_begin(&port, &control, a.socket, a.listens, a.held);
    do {
        end = run(&a);
        if (end == BOARD_DIFFERS && !a.again && !a.listens) {
            end_output();
            run_again(argument);
        }
        report(&a, end);
    } while (serve_the_end());
    return end == BOARD_LIMIT   ? STATUS_LIMIT
         : end == BOARD_DIFFERS ? STATUS_DIFFERS
                                : (int)board.status;
}
