/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct board: a board, emulated or as gateware, that stays until Ctrl-C. Its gdb server and its JTAG
 * listen where only this user can reach them. Ports are opened if asked for only, and on the
 * loopback; the sockets are opened here and handed down, so that a port is never
 * chosen twice and a taken one is noticed at once.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/number.h"
#include "result/result.h"
#include "commands.h"
#include "console_port.h"
#include "specify/specify.h"
#include "target/board_description.h"
#include "base/install_paths.h"
#include "flash.h"
#include "gateware.h"
#include "target/gdb.h"
#include "target/openocd.h"
#include "guarded_port.h"
#include "target/transport.h"
#include "target/registry.h"
#include "base/loopback.h"
#include "memmap.h"
#include "base/alloc.h"
#include "base/plain_text.h"
#include "base/private_socket.h"
#include "base/subprocess.h"
#include "qemu.h"
#include "program/firmware.h"
#include "program/firmware_fit.h"

/* A port, if asked for: --gdb, --jtag, --console. */
struct door {
    const char *name;
    uint16_t port; /* 0: a free one */
    bool asked;    /* for a port */
    int listener;  /* or QEMU_NO_SOCKET */
};

/* What a debugger comes to: a socket's file, and a port if asked for. */
struct entrance {
    char address[PATH_MAX]; /* as tcp_connect() takes it */
    bool found;             /* by this user's other commands, at that address */
    int listener;           /* or QEMU_NO_SOCKET */
    struct door port;
};

/* Is it up? A word with its gdb server tells; board time stands still meanwhile. */
static enum status greet(const char *address, bool halted, struct error *error)
{
    enum { START_SECONDS = 60 }; /* of the largest board */
    struct gdb *g = alloc_zeroed(sizeof *g);
    enum status status = gdb_connect(g, address, START_SECONDS, error);
    if (!status) {
        (halted ? gdb_leave : gdb_end)(g);
    }
    free(g);
    return status;
}

/* All of one board. */
struct board {
    struct experiment e;
    char firmware[PATH_MAX], rom[PATH_MAX]; /* one of them */
    struct qemu_board as;
    char description[PATH_MAX]; /* for OpenOCD */
    bool has_jtag;
    struct entrance gdb, jtag;
    struct door console;
};

/* A port that the user names; none: a free one. */
static enum status parse_port(struct door *d, const char *text, struct error *error)
{
    uint64_t port = 0;
    if (text && strcmp(text, OPTION_GIVEN) != 0 &&
        number_parse(d->name, text, 1, UINT16_MAX, &port, error)) {
        return STATUS_BAD;
    }
    d->asked = text;
    d->port = (uint16_t)port;
    return STATUS_DONE;
}

/* JTAG has a socket's file; a port only if it is named. */
static enum status parse_jtag(struct board *b, const char *text, struct error *error)
{
    b->has_jtag = text;
    return parse_port(&b->jtag.port, text && strcmp(text, OPTION_GIVEN) == 0 ? NULL : text, error);
}

/* A port's number, or null. */
static json_t *port_json(const struct door *d)
{
    return d->listener >= 0 ? json_integer(d->port) : json_null();
}

/* The file of its socket, or null. */
static json_t *file_json(const struct entrance *e)
{
    return e->found ? json_string(plain_name(e->address)) : json_null();
}

/* As this user's other commands name this board: emu or rtl, if it is the only one of its kind. */
static const char *own_name(const struct board *b, char name[32])
{
    struct registered_board *list = alloc_array(REGISTRY_MAX, sizeof *list);
    const struct registered_board own = {.gateware = b->e.gateware};
    struct error unused;
    unsigned n = 0, same = 0;
    if (registry_list(list, REGISTRY_MAX, &n, &unused)) {
        n = 0;
    }
    for (unsigned i = 0; i < n; i++) {
        same += list[i].gateware == own.gateware;
    }
    snprintf(name, 32, same < 2 ? "%s" : "%s:%ld", registry_name(&own), (long)getpid());
    free(list);
    return name;
}

/* By the port, if there is one, else by the socket's file, if gdb can take that. */
static void print_debugger(const struct board *b)
{
    if (b->gdb.port.listener >= 0) {
        printf("debugger: gdb-multiarch -ex 'target remote 127.0.0.1:%u'\n", b->gdb.port.port);
    } else if (b->gdb.found && !b->e.gateware && transport_gdb_takes(b->gdb.address)) {
        printf("debugger: gdb-multiarch -ex 'target remote %s'\n", b->gdb.address);
    }
}

/* What starts OpenOCD with its JTAG, as a shell takes it. */
static void print_jtag(const struct board *b)
{
    char path[PATH_MAX + 2], setting[OPENOCD_SETTING_TEXT], word[OPENOCD_SETTING_TEXT + 2], port[8];
    snprintf(port, sizeof port, "%u", b->jtag.port.port);
    openocd_setting(setting, b->jtag.port.listener >= 0 ? port : b->jtag.address);
    program_word(word, sizeof word, setting);
    program_word(path, sizeof path, b->description);
    printf("JTAG: openocd -c %s -f %s\n", word, path);
}

/* False: nobody can read it. */
static bool announce(const struct options *o, const struct board *b)
{
    const struct experiment *e = &b->e;
    char name[32];
    if (o->json) {
        json_t *line = json_pack("{s:i,s:o,s:o,s:o,s:o,s:i}", "schema", RESULT_SCHEMA, "gdb",
                                 port_json(&b->gdb.port), "jtag", port_json(&b->jtag.port),
                                 "jtag_socket", file_json(&b->jtag), "console",
                                 port_json(&b->console), "nodes", (int)e->topology.nodes);
        result_print(line);
        json_decref(line);
    } else {
        printf("%s: %u cores%s; Ctrl-C ends it\n"
               "counters: noct counters --board %s\n",
               e->topology_text, e->topology.nodes,
               e->halt ? ", halted until a debugger says continue" : "", own_name(b, name));
        print_debugger(b);
        if (b->jtag.port.listener >= 0 || b->jtag.found) {
            print_jtag(b);
        }
        if (b->console.listener >= 0) {
            printf("console: nc localhost %u\n", b->console.port);
        }
    }
    return fflush(stdout) == 0 && !ferror(stdout);
}

/* 'emu' of this user's other commands finds it from now on; or, where that cannot be, a warning. */
static void register_board(const struct board *b)
{
    struct error error;
    struct registered_board live = {.pid = getpid(),
                                    .gdb = b->gdb.port.port,
                                    .jtag = b->jtag.port.port,
                                    .console = b->console.port,
                                    .board = b->as.id,
                                    .gateware = b->e.gateware};
    snprintf(live.topology, sizeof live.topology, "%s", b->e.topology_text);
    strcpy(live.address, b->gdb.address);
    strcpy(live.jtag_socket, b->jtag.found ? b->jtag.address : "");
    if (registry_add(&live, &error)) {
        fprintf(stderr, "noct board: warning: %s\n", error.text);
    }
}

static enum status keep_board(struct qemu *q, const struct board *b, const struct options *o,
                              FILE *console, struct error *error)
{
    struct error died;
    enum status status = greet(b->gdb.address, b->e.halt, error);
    if (status) {
        /* Had QEMU something to say? That is the better reason. */
        return qemu_follow(q, &b->e, stderr, false, &died) ? (*error = died, STATUS_ENVIRONMENT)
                                                           : status;
    }
    register_board(b);
    if (!announce(o, b)) {
        return STATUS_ENVIRONMENT; /* main() says why */
    }
    while (!status) {
        q->ended = false;
        status = qemu_follow(q, &b->e, console, false, error);
        if (!status) {
            bool well = strcmp(q->reason, "exit") == 0;
            char name[32], hint[80] = "";
            if (!well) {
                snprintf(hint, sizeof hint, "; 'noct why --board %s' says why", own_name(b, name));
            }
            fprintf(stderr,
                    "noct board: its cores have ended (%s) in cycle %" PRIu64
                    "%s; it stays until Ctrl-C\n",
                    q->reason, q->cycles, hint);
        }
    }
    return status;
}

/* For this user's other commands; where they would not find it, for this process alone. */
static enum status open_entrance(struct entrance *e, enum registry_socket which,
                                 opening_judge *judge, struct error *error)
{
    struct error unused; /* registry_add() says it again */
    enum status status = STATUS_DONE;
    e->found = !registry_listen(which, &e->listener, e->address, &unused);
    if (!e->found) {
        status = private_listen(&e->listener, e->address, error);
    }
    if (!status && e->port.asked) {
        status = loopback_listen(e->port.name, &e->port.port, &e->port.listener, error);
        if (!status) {
            status = guarded_port_open(e->port.listener, e->address, e->port.name, judge, error);
        }
    }
    return status;
}

/* Open what is asked for; *console: where the cores' output goes. */
static enum status open_doors(struct board *b, const struct options *o, FILE **console,
                              struct error *error)
{
    enum status status = open_entrance(&b->gdb, REGISTRY_GDB, gdb_opening, error);
    *console = o->json ? stderr : stdout;
    if (!status && b->has_jtag) {
        status = open_entrance(&b->jtag, REGISTRY_JTAG, jtag_opening, error);
    }
    if (!status && b->console.asked) {
        status = loopback_listen(b->console.name, &b->console.port, &b->console.listener, error);
        if (!status) {
            status = console_port_open(console, b->console.listener, *console, error);
        }
    }
    return status;
}

/* QEMU, or a server of ours, has them now. */
static void close_doors(const struct board *b)
{
    const int listeners[] = {b->gdb.listener, b->gdb.port.listener, b->jtag.listener,
                             b->jtag.port.listener, b->console.listener};
    for (unsigned i = 0; i < sizeof listeners / sizeof *listeners; i++) {
        if (listeners[i] >= 0) {
            close(listeners[i]);
        }
    }
}

static enum status run_board(struct board *b, const struct options *o, struct error *error)
{
    struct qemu q;
    FILE *console;
    enum status status = open_doors(b, o, &console, error);
    if (status) {
        close_doors(b);
        registry_remove();
        return status;
    }
    qemu_on_signal(STATUS_DONE, registry_remove);
    status = qemu_start_board(&q, &b->e, &b->as, b->gdb.listener, b->jtag.listener,
                              b->e.limit_cycles, error);
    close_doors(b);
    if (!status) {
        status = keep_board(&q, b, o, console, error);
    }
    qemu_stop(&q);
    registry_remove();
    return status;
}

/* --- flash ---------------------------------------------------------------- */

static bool write_erased(int fd)
{
    static unsigned char erased[NOC_FLASH_SECTOR];
    memset(erased, 0xff, sizeof erased);
    for (size_t done = 0; done < NOC_FLASH_SIZE;) {
        size_t rest = NOC_FLASH_SIZE - done;
        ssize_t n = write(fd, erased, rest < sizeof erased ? rest : sizeof erased);
        if (n <= 0) {
            return false;
        }
        done += (size_t)n;
    }
    return true;
}

/* A new one, erased. It has its name when it is whole: no signal leaves half of one. */
static enum status make_flash(const char *path, struct error *error)
{
    char partial[PATH_MAX];
    sigset_t all, before;
    mode_t mask = umask(0);
    umask(mask);
    errno = ENAMETOOLONG;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    int length = snprintf(partial, sizeof partial, "%s.XXXXXX", path);
    int fd = length < PATH_MAX ? mkstemp(partial) : -1;
    bool good = fd >= 0 && write_erased(fd) && fchmod(fd, 0666 & ~mask) == 0 &&
                renameat2(AT_FDCWD, partial, AT_FDCWD, path, RENAME_NOREPLACE) == 0;
    int cause = errno;
    if (fd >= 0) {
        close(fd);
        unlink(partial); /* if it has not become the flash */
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return good ? STATUS_DONE
                : error_set(error, STATUS_BAD,
                            "flash '%s': cannot be created: %s; give a file that can be written",
                            path, strerror(cause));
}

/* Does a QEMU keep it locked? */
static bool is_in_use(const char *path)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int fd = open(path, O_RDWR | O_CLOEXEC);
    bool used = fd >= 0 && fcntl(fd, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
    close(fd); /* of -1: nothing */
    return used;
}

/* What it boots from; where there is no file of that name one is made. */
static enum status prepare_flash(struct board *b, const struct options *o, struct error *error)
{
    const char *path = o->text[KEY_flash];
    struct stat s;
    if (o->text[KEY_firmware]) {
        error_set(error, STATUS_BAD,
                  "firmware: cannot be given with flash, because the board boots from its "
                  "flash");
        return error_fix(error, "start it with --jtag, and 'noct flash --board emu' writes it");
    }
    b->as.rom = b->rom;
    if (strcmp(path, OPTION_GIVEN) == 0) {
        return find_rom(b->rom, error);
    }
    b->as.flash = path;
    if (stat(path, &s) == 0 && (!S_ISREG(s.st_mode) || s.st_size != NOC_FLASH_SIZE)) {
        error_set(error, STATUS_BAD, "flash '%s': must be a file of %d bytes", path,
                  NOC_FLASH_SIZE);
        return error_fix(error, "a name that is new makes an erased one");
    }
    enum status status = find_rom(b->rom, error);
    if (status) {
        return status;
    }
    if (is_in_use(path)) {
        error_set(error, STATUS_ENVIRONMENT, "flash '%s': another board uses it", path);
        return error_fix(error, "give each board a file of its own");
    }
    if (access(path, F_OK)) {
        return errno == ENOENT
                 ? make_flash(path, error)
                 : error_set(error, STATUS_BAD,
                             "flash '%s': %s; give a file that can be read and written", path,
                             strerror(errno));
    }
    return STATUS_DONE;
}

/* --- the command ---------------------------------------------------------- */

static enum status prepare_firmware(struct board *b, const struct options *o, struct error *error)
{
    struct elf_image image;
    enum status status = o->text[KEY_firmware] ? STATUS_DONE : firmware_check_routes(&b->e, error);
    if (!status) {
        status = firmware_open(&image, b->firmware, &b->e, o, error);
    }
    if (!status) {
        b->as.firmware = b->firmware;
        elf_image_close(&image);
    }
    return status;
}

/* What OpenOCD is to read, from whatever directory; told even where it is not installed. */
static void describe_emulated(struct board *b)
{
    char boards[PATH_MAX];
    if (!find_boards(boards) ||
        snprintf(b->description, sizeof b->description, "%s/emu.cfg", boards) >= PATH_MAX) {
        strcpy(b->description, "boards/emu.cfg");
    }
}

/* The board that a description is of: its words, where none are given. */
static enum status play(struct board *b, struct options *o, struct error *error)
{
    struct board_description d;
    char ram[16];
    enum status status = board_description_open(&d, o->text[KEY_board], error);
    if (status) {
        return status;
    }
    strcpy(b->description, d.path);
    b->as.id = d.id;
    b->as.fpga = d.fpga;
    if (!o->text[KEY_topology] && d.topology[0]) {
        o->text[KEY_topology] = alloc_text(d.topology);
    }
    if (!o->text[KEY_ram] && d.ram) {
        snprintf(ram, sizeof ram, "%" PRIu32, d.ram);
        o->text[KEY_ram] = alloc_text(ram);
    }
    return STATUS_DONE;
}

/* The board as gateware, which has no identity of its own. */
static enum status ask_gateware(struct options *o, struct error *error)
{
    static const struct {
        int key;
        const char *why;
    } missing[] = {{KEY_jtag, "jtag: gateware has no JTAG yet"},
                   {KEY_flash, "flash: gateware has no flash yet"},
                   {KEY_halt, "halt: gateware has no debugger yet that lets its cores run"}};
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) {
        if (o->text[missing[i].key]) {
            error_set(error, STATUS_BAD, "board rtl: %s", missing[i].why);
            return error_fix(error, "leave it out, or leave --board rtl out");
        }
    }
    return gateware_complete(o, error);
}

static enum status ask_known(struct board *b, const struct options *o, struct error *error)
{
    enum status status = parse_port(&b->gdb.port, o->text[KEY_gdb], error);
    if (!status) {
        status = parse_jtag(b, o->text[KEY_jtag], error);
    }
    if (!status) {
        status = parse_port(&b->console, o->text[KEY_console], error);
    }
    if (status) {
        return status;
    }
    if (b->e.forced[0]) {
        fprintf(stderr, "noct board: warning: algorithm '%s' is forced: %s\n", b->e.algorithm->name,
                b->e.forced);
    }
    status = o->text[KEY_flash] ? prepare_flash(b, o, error) : prepare_firmware(b, o, error);
    return status ? status : run_board(b, o, error);
}

enum status execute_board(const struct options *given, json_t **result, struct error *error)
{
    struct options o;
    struct board *b = alloc_zeroed(sizeof *b);
    (void)result;
    b->gdb =
        (struct entrance){.listener = QEMU_NO_SOCKET, .port = {"gdb", 0, false, QEMU_NO_SOCKET}};
    b->jtag =
        (struct entrance){.listener = QEMU_NO_SOCKET, .port = {"jtag", 0, false, QEMU_NO_SOCKET}};
    b->console = (struct door){"console", 0, false, QEMU_NO_SOCKET};
    b->as.id = QEMU_BOARD_ID;
    options_copy(&o, given);
    enum status status = gateware_named(&o) ? ask_gateware(&o, error)
                       : o.text[KEY_board]  ? play(b, &o, error)
                                            : (describe_emulated(b), STATUS_DONE);
    if (!status) {
        status = experiment_make(&b->e, &o, NEED_SET | NEED_FIRMWARE | NEED_KNOWN_ROUTING, error);
    }
    if (!status) {
        status = gateware_take(&b->e, &o, error);
        status = status ? status : ask_known(b, &o, error);
        experiment_free(&b->e);
    }
    options_free(&o);
    free(b);
    return status;
}
