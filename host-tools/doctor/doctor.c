/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct doctor: looks at everything noct needs or likes to have, and says for
 * each what to do when it is not as it should be; with --board also at that board and its
 * adapter. Missing things that are only nice to have do not count against the exit status.
 */
#include <arpa/inet.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "adapter.h"
#include "commands.h"
#include "result/result.h"
#include "experiment/experiment.h"
#include "base/install_paths.h"
#include "doctor_check.h"
#include "image/elf_image.h"
#include "program/board_identity.h"
#include "specify/specify.h"
#include "target/registry.h"
#include "base/alloc.h"
#include "target/openocd.h"
#include "processes.h"
#include "base/subprocess.h"
#include "program/firmware.h"
#include "image/image_origin.h"
#include "show/table.h"

enum { HOST_BYTES_PER_CORE = 400 * 1024 };

/* --- this host's programs and files ---------------------------------------- */

static void first_line(struct doctor_check *f, const char *text)
{
    snprintf(f->found, sizeof f->found, "%.*s", (int)strcspn(text, "\n"), text);
}

static void look_qemu(struct doctor_check *f, const struct options *o)
{
    char path[PATH_MAX], text[PROGRAM_TEXT];
    struct error error;
    (void)o;
    check_fix(f, "in the source tree: make");
    if (find_qemu(path, &error)) {
        check_error(f, &error, f->fix);
        return;
    }
    const char *const version[] = {path, "--version", NULL};
    if (!program_is_emulator(path)) {
        check_fails(f, "%s has no machine 'nocturne'", path);
        return;
    }
    f->ok = program_says(version, text);
    first_line(f, text);
}

static void look_firmware(struct doctor_check *f, const struct options *o)
{
    char path[PATH_MAX];
    struct error error;
    struct elf_image image;
    (void)o;
    if (find_firmware(path, "multicast", &error) || elf_image_open(&image, path, &error)) {
        check_error(f, &error, "in the source tree: make");
        return;
    }
    char compiler[COMPILER_TEXT];
    image_compiler(&image, compiler);
    elf_image_close(&image);
    check_passes(f, "%s, by %s", path, compiler);
}

static void look_rom(struct doctor_check *f, const struct options *o)
{
    char path[PATH_MAX];
    struct error error;
    (void)o;
    if (find_rom(path, &error) || elf_image_check_rom(path, &error)) {
        check_error(f, &error, "in the source tree: make");
        return;
    }
    check_passes(f, "%s", path);
}

/* What installs a package of Debian's, or on another system what to look for. */
static void fix_by_package(struct doctor_check *f, const char *package, const char *remark)
{
    static const char apt[] = "/usr/bin/apt-get";
    if (access(apt, X_OK) == 0) {
        check_fix(f, "apt-get install %s%s", package, remark);
    } else {
        check_fix(f, "install what Debian calls %s%s", package, remark);
    }
}

static void look_program_of(struct doctor_check *f, const char *const *names, const char *package,
                            const char *remark)
{
    char text[PROGRAM_TEXT];
    fix_by_package(f, package, remark);
    for (; *names && !f->ok; names++) {
        const char *const arguments[] = {*names, "--version", NULL};
        f->ok = program_says(arguments, text);
        if (!f->ok && strcmp(text, PROGRAM_SILENT) == 0) {
            check_fails(f, "'%s --version' %s", *names, text);
            return;
        }
        first_line(f, f->ok ? text : "not installed");
    }
}

static void look_gcc(struct doctor_check *f, const struct options *o)
{
    static const char *const names[] = {"riscv64-unknown-elf-gcc", NULL};
    (void)o;
    look_program_of(f, names, "gcc-riscv64-unknown-elf", ", for programs of your own");
}

/* It compiles routings of the user's own. */
static void look_cc(struct doctor_check *f, const struct options *o)
{
    const char *given = getenv("CC");
    const char *const names[] = {given && *given ? given : "cc", NULL};
    (void)o;
    look_program_of(f, names, "gcc", ", for --routing ./mine.c; or name another in CC");
}

static void look_gdb(struct doctor_check *f, const struct options *o)
{
    static const char *const names[] = {"gdb-multiarch", "riscv64-unknown-elf-gdb", NULL};
    (void)o;
    look_program_of(f, names, "gdb-multiarch", "");
}

static void look_gnuplot(struct doctor_check *f, const struct options *o)
{
    static const char *const names[] = {"gnuplot", NULL};
    (void)o;
    look_program_of(f, names, "gnuplot-nox", ", for noct plot --svg and --html");
}

/* Programs of the user's own are compiled with it. */
static void look_sdk(struct doctor_check *f, const struct options *o)
{
    char path[PATH_MAX];
    struct error error;
    (void)o;
    if (find_sdk(path, &error)) {
        check_error(f, &error, "in the source tree: make");
        return;
    }
    check_passes(f, "%s", path);
}

/* The shape of tori and meshes with two virtual channels is one that is always made. */
static void look_gateware(struct doctor_check *f, const struct options *o)
{
    char path[PATH_MAX];
    (void)o;
    if (!find_gateware(path, "nocturne-rtl-4-2")) {
        check_fails(f, "not built; noct run --board rtl needs it");
        check_fix(f, "in the source tree: make gateware");
        return;
    }
    check_passes(f, "%s", path);
}

static void look_memory(struct doctor_check *f, const struct options *o)
{
    struct error error;
    struct experiment e;
    uint64_t nodes = 64, available = 0;
    char line[128];
    FILE *info = fopen("/proc/meminfo", "r");
    if (o->text[KEY_topology] && experiment_make(&e, o, NEED_NETWORK, &error) == STATUS_DONE) {
        nodes = e.topology.nodes;
        experiment_free(&e);
    }
    while (info && fgets(line, sizeof line, info)) {
        if (sscanf(line, "MemAvailable: %" SCNu64, &available) == 1) {
            break;
        }
    }
    if (info) {
        fclose(info);
    }
    check_fix(f, "close other programs, or take a smaller topology");
    f->ok = available * 1024 >= nodes * HOST_BYTES_PER_CORE;
    snprintf(f->found, sizeof f->found,
             "%" PRIu64 " MiB free; %" PRIu64 " cores take about %" PRIu64, available / 1024, nodes,
             nodes * HOST_BYTES_PER_CORE / 1048576 + 1);
}

/* --- ports and boards ------------------------------------------------------ */

static void look_ports(struct doctor_check *f, const struct options *o)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    (void)o;
    if (fd >= 0 && bind(fd, (struct sockaddr *)&a, sizeof a) == 0 && listen(fd, 1) == 0) {
        check_passes(f, "there are free ones");
    } else {
        check_fails(f, "cannot listen on the loopback");
        check_fix(f, "allow this user to listen on 127.0.0.1");
    }
    if (fd >= 0) {
        close(fd);
    }
}

/* Those that OpenOCD and its settings in boards/ take where nobody says otherwise. */
static void look_listeners(struct doctor_check *f, const struct options *o)
{
    static const struct {
        uint16_t port;
        const char *instead;
    } usual[] = {
        {3333, "openocd -c 'gdb_port 3334' -f boards/emu.cfg"},
        {4444, "openocd -c 'telnet_port 4445' -f boards/emu.cfg"},
        {6666, "openocd -c 'tcl_port 6667' -f boards/emu.cfg"},
        {9824, REGISTRY_START " --jtag, which takes none"},
    };
    size_t used = 0, fixed = 0;
    (void)o;
    for (unsigned i = 0; i < sizeof usual / sizeof *usual; i++) {
        struct process p;
        char who[2 * PROCESS_TEXT];
        if (!process_at_port(&host_roots, usual[i].port, &p)) {
            continue;
        }
        process_text(&p, who, sizeof who);
        used += (size_t)snprintf(f->found + used, sizeof f->found - used, "%sport %u: %s",
                                 used ? ", " : "", usual[i].port, who);
        fixed += (size_t)snprintf(f->fix + fixed, sizeof f->fix - fixed, "%s%s",
                                  fixed ? "; " : "end it, or take another: ", usual[i].instead);
    }
    if (!used) {
        check_passes(f, "ports 3333, 4444, 6666 (OpenOCD's) and 9824 (JTAG) are free");
    }
}

/* Adds an open port to what is found, of which so much is used; returns how much is then. */
static size_t say_port(struct doctor_check *f, size_t used, const char *name, uint16_t port)
{
    if (port && used < sizeof f->found) {
        used += (size_t)snprintf(f->found + used, sizeof f->found - used, ", %s at %u", name, port);
    }
    return used;
}

/* This user's boards, emulated or as gateware. */
static void look_running(struct doctor_check *f, const struct options *o)
{
    struct registered_board *list = alloc_array(REGISTRY_MAX, sizeof *list);
    struct error error;
    unsigned n;
    (void)o;
    if (registry_list(list, REGISTRY_MAX, &n, &error)) {
        check_error(f, &error, "set XDG_RUNTIME_DIR");
        free(list);
        return;
    }
    check_passes(f, "%s", n ? "" : "no board is up");
    size_t used = 0;
    for (unsigned i = 0; i < n && used < sizeof f->found; i++) {
        used +=
            (size_t)snprintf(f->found + used, sizeof f->found - used, "%s%s:%ld: %s", i ? "; " : "",
                             registry_name(&list[i]), (long)list[i].pid, list[i].topology);
        used = say_port(f, used, "gdb", list[i].gdb);
        used = say_port(f, used, "JTAG", list[i].jtag);
        if (list[i].jtag_socket[0] && !list[i].jtag && used < sizeof f->found) {
            used += (size_t)snprintf(f->found + used, sizeof f->found - used, ", JTAG at %s",
                                     list[i].jtag_socket);
        }
    }
    free(list);
}

/* --- OpenOCD and the descriptions ------------------------------------------ */

static const char openocd_fix[] = "apt-get install openocd (0.12 or later)";

static void look_openocd(struct doctor_check *f, const struct options *o)
{
    char version[OPENOCD_VERSION_TEXT];
    const char *path;
    struct error error;
    (void)o;
    if (openocd_find(&path, version, &error)) {
        check_fails(f, "%s", error.text);
        check_fix(f, "%s", openocd_fix);
    } else {
        check_passes(f, "%s", version);
    }
}

/* Each description: well-formed, and OpenOCD understands it and has its drivers. */
static void look_boards(struct doctor_check *f, const struct options *o)
{
    char names[DESCRIPTIONS_MAX][DESCRIPTION_TEXT], version[OPENOCD_VERSION_TEXT];
    unsigned n = board_description_names(names, DESCRIPTIONS_MAX);
    struct error error;
    const char *path;
    bool openocd = openocd_find(&path, version, &error) == STATUS_DONE;
    size_t used = 0;
    (void)o;
    if (n == 0) {
        check_fails(f, "there are no board descriptions");
        check_fix(f, "in the source tree: make install, or run build/noct from there");
        return;
    }
    f->ok = true;
    for (unsigned i = 0; i < n && used < sizeof f->found; i++) {
        struct board_description d;
        struct adapter a;
        if (board_description_open(&d, names[i], &error) ||
            (openocd && adapter_of(&a, path, &d, &error))) {
            check_error(f, &error, openocd_fix);
            return;
        }
        used += (size_t)snprintf(f->found + used, sizeof f->found - used, "%s%s", used ? ", " : "",
                                 names[i]);
        if (openocd && used < sizeof f->found) {
            used += (size_t)snprintf(f->found + used, sizeof f->found - used, " (%s)", a.driver);
        }
    }
}

static const struct check {
    const char *name;
    bool needed;
    void (*look)(struct doctor_check *f, const struct options *o);
} checks[] = {
    {"emulator", true, look_qemu},    {"firmware", true, look_firmware},
    {"boot-rom", false, look_rom},    {"memory", true, look_memory},
    {"ports", true, look_ports},      {"gateware", false, look_gateware},
    {"tool-chain", false, look_sdk},  {"compiler", false, look_gcc},
    {"host-cc", false, look_cc},      {"debugger", false, look_gdb},
    {"plots", false, look_gnuplot},   {"openocd", false, look_openocd},
    {"boards", false, look_boards},   {"listeners", false, look_listeners},
    {"running", false, look_running},
};

/* --- the answer ------------------------------------------------------------ */

struct report {
    json_t *list;
    enum status status; /* what is needed and missing first */
    struct error *error;
};

static void report_add(struct report *r, const char *name, const struct doctor_check *f)
{
    json_t *one = json_pack("{s:s,s:b,s:b}", "name", name, "ok", f->ok, "needed", f->needed);
    json_object_set_new(one, "host_found", json_string(f->found));
    json_object_set_new(one, "fix", f->ok ? json_null() : json_string(f->fix));
    json_array_append_new(r->list, one);
    if (!f->ok && f->needed && !r->status) {
        error_set(r->error, STATUS_ENVIRONMENT, "%s: %s", name, f->found);
        r->status = error_fix(r->error, "%s", f->fix);
    }
}

/*
 * What must be there for OpenOCD to reach the board. False: it cannot, so that there is no
 * use in trying.
 */
static bool examine_adapter(struct report *r, const struct board_description *d)
{
    struct adapter a;
    struct error error;
    char version[OPENOCD_VERSION_TEXT];
    const char *path;
    struct plugged_adapter *p;
    struct doctor_check f = {.needed = true};
    if (openocd_find(&path, version, &error)) {
        check_fails(&f, "not looked for: %s", error.text);
        check_fix(&f, "%s", openocd_fix);
        report_add(r, "adapter", &f);
        return false;
    }
    if (adapter_of(&a, path, d, &error)) {
        check_error(&f, &error, "correct it");
        report_add(r, "adapter", &f);
        return false;
    }
    if (!a.ids) {
        check_passes(&f, "OpenOCD's %s", a.driver);
        report_add(r, "adapter", &f);
        return true;
    }
    p = alloc_zeroed(sizeof *p);
    *p = (struct plugged_adapter){.adapter = &a, .description = d, .roots = &host_roots};
    look_adapter(&f, p);
    report_add(r, "adapter", &f);
    bool reachable = p->device != NULL;
    if (p->device) {
        struct doctor_check access = {.needed = true}, interface = {.needed = true};
        look_access(&access, p);
        report_add(r, "usb-access", &access);
        look_interface(&interface, p);
        report_add(r, "usb-driver", &interface);
        reachable = access.ok && interface.ok;
    }
    if (p->device && strcmp(d->console, "uart") == 0) {
        struct doctor_check uart = {.needed = false};
        look_uart(&uart, p);
        report_add(r, "uart", &uart);
    }
    free(p);
    return reachable;
}

/* firmware: a path; NULL: not asked for. STATUS_BAD: it is none. */
static enum status examine_link(struct report *r, struct transport *transport,
                                const struct board_description *d, const char *firmware,
                                struct error *error)
{
    struct doctor_check identity = {.needed = true}, flash = {.needed = false};
    struct doctor_check program = {.needed = true};
    enum status status = STATUS_DONE;
    look_identity(&identity, transport, d);
    report_add(r, "board", &identity);
    look_flash(&flash, transport);
    report_add(r, "flash", &flash);
    if (firmware) {
        status = look_program(&program, transport, firmware, error);
        report_add(r, "program", &program);
    }
    return status;
}

/* An emulated board that is up: can it be flashed? It lets in one debugger at a time. */
static void examine_jtag(struct report *r, const char *board)
{
    struct registered_board live;
    struct error unused;
    struct process holder, beyond;
    char who[2 * PROCESS_TEXT];
    struct doctor_check f = {.needed = false};
    if (registry_find(&live, board, &unused)) {
        return;
    }
    const bool file = live.jtag_socket[0];
    if (file && process_connected_to_file(&host_roots, live.jtag_socket, &holder)) {
        /* By the port, if there is one, it is a process of noct board that is connected to the file. */
        if (live.jtag && process_connected(&host_roots, live.jtag, &beyond)) {
            holder = beyond;
        }
        process_text(&holder, who, sizeof who);
        check_fails(&f, "%s: %s has it; noct flash needs it", live.jtag_socket, who);
        if (holder.pid) {
            check_fix(&f, "end it: kill %ld", (long)holder.pid);
        } else {
            check_fix(&f, "end it");
        }
    } else if (file) {
        check_passes(&f, "%s", live.jtag_socket);
    } else {
        check_fails(&f, "off; OpenOCD and noct flash need it");
        check_fix(&f, "noct board --topology %s --flash board.bin --jtag", live.topology);
    }
    report_add(r, "jtag", &f);
}

/* The description that a board's name stands for, if it is one of those. */
static enum status describe(struct board_description *d, bool *described, const char *board,
                            struct error *error)
{
    struct registered_board live;
    struct error unused;
    bool emulated = registry_is_emulated(board);
    *described = (!strchr(board, ':') || emulated) && !registry_is_gateware(board);
    enum status status =
        *described ? board_description_open(d, emulated ? "emu" : board, error) : STATUS_DONE;
    if (!status && emulated && !registry_find(&live, board, &unused)) {
        d->id = live.board; /* it may play another one's part: noct board --board NAME */
    }
    return status;
}

static enum status examine_board(struct report *r, const struct options *o, struct error *error)
{
    const char *board = o->text[KEY_board];
    struct board_description d;
    bool described, emulated = registry_is_emulated(board);
    char path[PATH_MAX];
    struct transport *transport;
    struct error silent;
    const char *firmware = o->text[KEY_firmware];
    enum status status = describe(&d, &described, board, error);
    if (!status && firmware) {
        status = firmware_path(path, firmware, false, error);
        firmware = path;
    }
    if (status || (described && !emulated && !examine_adapter(r, &d))) {
        return status;
    }
    if (emulated) {
        examine_jtag(r, board);
    }
    status =
        transport_open_described(&transport, board, described && !emulated ? &d : NULL, &silent);
    if (status == STATUS_BAD) {
        *error = silent;
        return status;
    }
    if (status) {
        struct doctor_check f = {.needed = true};
        check_error(&f, &silent, "is it switched on, and connected?");
        report_add(r, "board", &f);
        return STATUS_DONE;
    }
    status = examine_link(r, transport, described ? &d : NULL, firmware, error);
    transport_close(transport);
    return status;
}

static enum status check_options(const struct options *o, struct error *error)
{
    if (o->text[KEY_firmware] && !o->text[KEY_board]) {
        error_set(error, STATUS_BAD,
                  "firmware: doctor compares it with the program that a board runs");
        return error_fix(error, "add --board");
    }
    return identity_check_flags(o, NEED_NETWORK, error);
}

enum status execute_doctor(const struct options *o, json_t **result, struct error *error)
{
    enum status status = check_options(o, error);
    if (status) {
        return status;
    }
    struct error missing;
    struct report r = {.list = json_array(), .status = STATUS_DONE, .error = &missing};
    for (unsigned i = 0; i < sizeof checks / sizeof *checks; i++) {
        struct doctor_check f = {.needed = checks[i].needed};
        checks[i].look(&f, o);
        report_add(&r, checks[i].name, &f);
    }
    if (o->text[KEY_board]) {
        status = examine_board(&r, o, error);
    }
    if (status) {
        json_decref(r.list);
        return status;
    }
    if (r.status) {
        *error = missing;
    }
    *result = json_pack("{s:i,s:o}", "schema", RESULT_SCHEMA, "checks", r.list);
    return r.status;
}
