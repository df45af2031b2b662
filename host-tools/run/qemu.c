/* SPDX-License-Identifier: BSD-2-Clause */
#include "qemu.h"
#include "gateware.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/install_paths.h"
#include "base/alloc.h"
#include "memmap.h"
#include "experiment/parameter_block.h"
#include "base/subprocess.h"
#include "base/progress.h"
#include "experiment/experiment_result.h"

enum { ARGUMENTS_MAX = 32, KEEP = 7, MACHINE_TEXT = TOPOLOGY_TEXT + 1024 };

static volatile sig_atomic_t child;       /* the board to kill on a signal */
static volatile sig_atomic_t child_end;   /* by this signal */
static volatile sig_atomic_t signal_exit; /* then exit so; negative: die of it */
static void (*signal_last)(void);         /* and do this before; set while no signal is handled */
static struct sigaction otherwise[NSIG];  /* what came of a signal before; all 0: it ended us */

static void on_signal(int number)
{
    if (child > 0) {
        kill(child, child_end);
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
        }
    }
    if (signal_last) {
        signal_last();
    }
    if (signal_exit >= 0) {
        _exit(signal_exit);
    }
    sigaction(number, &otherwise[number], NULL);
    raise(number); /* comes when this handler returns */
}

void qemu_on_signal(int status, void (*last)(void))
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_signal};
    signal_exit = status;
    signal_last = last;
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        sigaddset(&action.sa_mask, numbers[i]);
    }
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction was;
        if (sigaction(numbers[i], &action, &was) == 0 && was.sa_handler != on_signal &&
            was.sa_handler != SIG_IGN) {
            otherwise[numbers[i]] = was;
        }
    }
}

/* --- starting ------------------------------------------------------------ */

/* Bytes in an anonymous file; -1: no. */
static int anonymous_file(const char *name, const void *bytes, size_t length)
{
    int fd = memfd_create(name, MFD_CLOEXEC);
    while (fd >= 0 && length > 0) {
        ssize_t n = write(fd, bytes, length);
        if (n <= 0) {
            close(fd);
            return -1;
        }
        bytes = (const char *)bytes + n;
        length -= (size_t)n;
    }
    return fd;
}

/* The parameter block in an anonymous file; -1: no. */
static int write_params(const struct experiment *e, uint64_t deadline)
{
    uint32_t bytes;
    void *block = parameter_block_make(e, deadline, &bytes);
    int fd = anonymous_file("params", block, bytes);
    free(block);
    return fd;
}

/* line: an anonymous file; -1: there is none. */
static void host_text(char *text, size_t room, const struct qemu_host *host, int line)
{
    int length = 0;
    if (host && host->directory >= 0) {
        length += snprintf(text, room, ",files=/proc/self/fd/%d", host->directory);
    }
    if (line >= 0) {
        length += snprintf(text + length, room - (size_t)length, ",cmdline=/proc/self/fd/%d", line);
    }
    if (host && host->input_node < NOC_NODES_MAX) {
        snprintf(text + length, room - (size_t)length, ",stdin-node=%" PRIu32, host->input_node);
    }
}

/* params: -1: none. file: what a topology was read from, as read, in an anonymous file: whatever
 * its name, and whatever became of it since; -1: it was not. */
static void machine_text(char text[MACHINE_TEXT], const struct experiment *e, int params, int file,
                         int line, bool jtag, const struct qemu_board *board, uint64_t limit_cycles)
{
    const struct noc_net_config *net = &e->net;
    char ports[16] = "all", topology[TOPOLOGY_TEXT];
    if (file >= 0) {
        snprintf(topology, sizeof topology, "%s:/proc/self/fd/%d", e->topology.kind->name, file);
    } else {
        strcpy(topology, e->topology_text);
    }
    if (e->ports) {
        snprintf(ports, sizeof ports, "%u", e->ports);
    }
    int length = snprintf(
        text, MACHINE_TEXT,
        "nocturne,topology=%s,routing=%s,ports=%s,pipeline=%s,consumption=%s,lanes=%u,buffer=%u,"
        "header-cycles=%u,flight-cycles=%u,credit-cycles=%u,inject-cycles=%u,eject-cycles=%u,"
        "ram=%u,limit=%" PRIu64 ",on-exit=pause%s",
        topology, e->routing->name, ports, e->pipeline, noc_consumption_words[net->consumption],
        net->lanes, net->buffer_flits, net->header_cycles, net->flight_cycles, net->credit_cycles,
        net->inject_cycles, net->eject_cycles, e->ram, limit_cycles, jtag ? ",jtag=jtag" : "");
    if (params >= 0) {
        length += snprintf(text + length, (size_t)(MACHINE_TEXT - length),
                           ",params=/proc/self/fd/%d", params);
    }
    if (board->id != QEMU_BOARD_ID) {
        length += snprintf(text + length, (size_t)(MACHINE_TEXT - length), ",board-id=%" PRIu32,
                           board->id);
    }
    if (board->profile) {
        length += snprintf(text + length, (size_t)(MACHINE_TEXT - length),
                           ",profile=/proc/self/fd/%d,profile-every=%" PRIu32, board->profile - 1,
                           board->profile_every);
    }
    if (board->stop_at) {
        length += snprintf(text + length, (size_t)(MACHINE_TEXT - length), ",stop-at=%" PRIu32,
                           board->stop_at);
    }
    if (board->fpga) {
        length += snprintf(text + length, (size_t)(MACHINE_TEXT - length), ",jtag-fpga=%" PRIu32,
                           board->fpga);
    }
    if (e->lockstep) {
        length += snprintf(text + length, (size_t)(MACHINE_TEXT - length), ",lockstep=on");
    }
    if (e->wave) {
        length += snprintf(text + length, (size_t)(MACHINE_TEXT - length), ",wave=%s", e->wave);
    }
    host_text(text + length, (size_t)(MACHINE_TEXT - length), board->host, line);
}

/* "if=pflash,...": a comma in a name is written twice; a colon is nothing special, as it is in
 * QEMU's file=PROTOCOL:NAME. */
static char *drive_text(const char *file)
{
    static const char options[] = "if=pflash,format=raw,file.driver=file,file.filename=";
    char *text = alloc_zeroed(sizeof options + 2 * strlen(file)), *end = text + sizeof options - 1;
    strcpy(text, options);
    for (; *file; file++) {
        *end++ = *file;
        if (*file == ',') {
            *end++ = ',';
        }
    }
    return text;
}

/* In the child: become QEMU. in: its own ends of everything. */
static void become(const char *path, const char *machine, const struct qemu_board *board,
                   const char *chardev, const char *jtag, bool halt, int out, int err,
                   const int keep[KEEP], pid_t parent)
{
    const char *arguments[ARGUMENTS_MAX] = {
        path,          "-no-user-config",
        "-nodefaults", "-display",
        "none",        "-monitor",
        "none",        "-serial",
        "none",        "-M",
        machine,       "-chardev",
        chardev,       "-gdb",
        "chardev:gdb",
    };
    const char **more = arguments;
    while (*more) {
        more++;
    }
    *more++ = board->firmware ? "-kernel" : "-bios";
    *more++ = board->firmware ? board->firmware : board->rom;
    if (board->flash) {
        *more++ = "-drive";
        *more++ = drive_text(board->flash);
    }
    if (halt) {
        *more++ = "-S";
    }
    if (*jtag) {
        *more++ = "-chardev";
        *more++ = jtag;
    }
    program_bind(parent);
    if (child_end == SIGTERM) {
        program_ends_with(parent);
    }
    for (int i = 0; i < KEEP; i++) {
        fcntl(keep[i], F_SETFD, 0); /* of -1: nothing */
    }
    if (!board->host || board->host->input_node >= NOC_NODES_MAX) {
        dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
    }
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    execv(path, (char *const *)arguments);
    dprintf(STDERR_FILENO, "cannot be started: %s\n", strerror(errno));
    _exit(127);
}

static void close_all(const int *fd, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        if (fd[i] >= 0) {
            close(fd[i]);
        }
    }
}

enum status qemu_start_board(struct qemu *q, const struct experiment *e,
                             const struct qemu_board *board, int gdb, int jtag,
                             uint64_t limit_cycles, struct error *error)
{
    char machine[MACHINE_TEXT], chardev[80], jtag_chardev[80] = "";
    enum { OUT, OUT_THEIRS, ERR, ERR_THEIRS, GDB, GDB_THEIRS, PARAMS, FILE_READ, LINE, FDS };
    int fd[FDS] = {-1, -1, -1, -1, -1, -1, -1, -1, -1};
    memset(q, 0, sizeof *q);
    q->out = q->err = q->gdb = QEMU_NO_SOCKET;
    enum status status = e->gateware ? gateware_find(q->path, e, error) : find_qemu(q->path, error);
    if (status) {
        return status;
    }
    q->line = alloc_zeroed(QEMU_LINE_MAX);
    if (board->firmware) {
        fd[PARAMS] = write_params(e, limit_cycles ? limit_cycles / 2 : 0);
    }
    if (e->network) {
        size_t length;
        const char *bytes = network_bytes(e->network, &length);
        fd[FILE_READ] = anonymous_file("topology", bytes, length);
    }
    if (board->host && board->host->line) {
        fd[LINE] = anonymous_file("cmdline", board->host->line, strlen(board->host->line));
    }
    if ((board->firmware && fd[PARAMS] < 0) || (e->network && fd[FILE_READ] < 0) ||
        (board->host && board->host->line && fd[LINE] < 0) || pipe2(&fd[OUT], O_CLOEXEC) ||
        pipe2(&fd[ERR], O_CLOEXEC) ||
        (gdb < 0 && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, &fd[GDB]))) {
        close_all(fd, FDS);
        return error_set(error, STATUS_ENVIRONMENT, "cannot open the files that QEMU needs: %s",
                         strerror(errno));
    }
    const int keep[KEEP] = {fd[PARAMS],
                            gdb < 0 ? fd[GDB_THEIRS] : gdb,
                            fd[FILE_READ],
                            jtag,
                            board->profile - 1,
                            fd[LINE],
                            board->host ? board->host->directory : -1};
    machine_text(machine, e, fd[PARAMS], fd[FILE_READ], fd[LINE], jtag >= 0, board, limit_cycles);
    snprintf(chardev, sizeof chardev, "socket,id=gdb,fd=%d%s", keep[1],
             gdb < 0 ? "" : ",server=on,wait=off");
    if (jtag >= 0) {
        snprintf(jtag_chardev, sizeof jtag_chardev,
                 "socket,id=jtag,fd=%d,server=on,wait=off,nodelay=on", jtag);
    }
    pid_t parent = getpid();
    /* Who writes a waveform, as lock step does of a difference, removes the half of it. */
    child_end = e->wave || e->lockstep ? SIGTERM : SIGKILL;
    q->pid = fork();
    if (q->pid == 0) {
        become(q->path, machine, board, chardev, jtag_chardev, e->halt, fd[OUT_THEIRS],
               fd[ERR_THEIRS], keep, parent);
    }
    child = q->pid;
    q->out = fd[OUT];
    q->err = fd[ERR];
    q->gdb = fd[GDB];
    const int theirs[] = {fd[OUT_THEIRS], fd[ERR_THEIRS], fd[GDB_THEIRS],
                          fd[PARAMS],     fd[FILE_READ],  fd[LINE]};
    close_all(theirs, sizeof theirs / sizeof *theirs);
    if (q->pid < 0) {
        qemu_stop(q);
        return error_set(error, STATUS_ENVIRONMENT, "cannot start a process: %s", strerror(errno));
    }
    return STATUS_DONE;
}

enum status qemu_start(struct qemu *q, const struct experiment *e, const char *firmware, int gdb,
                       int jtag, uint64_t limit_cycles, struct error *error)
{
    const struct qemu_board board = {.firmware = firmware, .id = QEMU_BOARD_ID};
    return qemu_start_board(q, e, &board, gdb, jtag, limit_cycles, error);
}

void qemu_stop(struct qemu *q)
{
    const int fd[] = {q->out, q->err, q->gdb};
    if (q->pid > 0) {
        kill(q->pid, SIGKILL);
        while (waitpid(q->pid, NULL, 0) < 0 && errno == EINTR) {
        }
        child = 0;
        q->pid = 0;
    }
    close_all(fd, 3);
    q->out = q->err = q->gdb = QEMU_NO_SOCKET;
    json_decref(q->deadlock);
    q->deadlock = NULL;
    free(q->line);
    q->line = NULL;
}

/* --- following ----------------------------------------------------------- */

/* n: of the channel it holds node, next, port and vc, then of the one it wants. */
static void add_wait(struct qemu *q, const struct experiment *e, const struct noc_worm *worm,
                     const unsigned *n)
{
    struct noc_channel holds, wants;
    for (struct noc_channel *c = &holds; c; c = c == &holds ? &wants : NULL, n += 4) {
        struct noc_link link = {.dim = NOC_NO_DIM};
        noc_topology_link(&e->topology, n[0], n[2], &link);
        *c = (struct noc_channel){.node = (uint16_t)n[0],
                                  .next = (uint16_t)n[1],
                                  .port = (uint8_t)n[2],
                                  .vc = (uint8_t)n[3],
                                  .dim = link.dim};
    }
    const struct noc_wait wait = {.worm = worm, .holds = holds, .wants = wants};
    json_t *one = waits_json(e, &wait, 1);
    q->deadlock = q->deadlock ? q->deadlock : json_array();
    json_array_extend(q->deadlock, one);
    json_decref(one);
}

/* "0x00000011 0x00000042, ...": the flits, malloc'd, and how many; *text moves behind them. */
static uint32_t *take_header(const char **text, uint32_t *flits)
{
    uint32_t *header = alloc_array(strlen(*text) / 3 + 1, sizeof *header);
    char *end;
    *flits = 0;
    while (strncmp(*text, "0x", 2) == 0) {
        header[(*flits)++] = (uint32_t)strtoul(*text, &end, 16);
        *text = end + strspn(end, " ");
    }
    return header;
}

/* "worm from node 3, header 0x.. 0x.., holds 1->2 (port 0 vc 1), waits for 2->3 (...)" */
static void take_wait(struct qemu *q, const struct experiment *e, const char *text)
{
    struct noc_worm worm = {.source = 0};
    int length = 0;
    if (sscanf(text, "worm from node %u, header %n", &worm.source, &length) != 1 || !length) {
        return;
    }
    text += length;
    uint32_t *header = take_header(&text, &worm.header_flits);
    unsigned n[8];
    worm.headers = header;
    if (worm.header_flits && sscanf(text,
                                    ", holds %u->%u (port %u vc %u), waits for %u->%u (port %u "
                                    "vc %u)",
                                    &n[0], &n[1], &n[2], &n[3], &n[4], &n[5], &n[6], &n[7]) == 8) {
        add_wait(q, e, &worm, n);
    }
    free(header);
}
/* "NAME cycles A to B", or "none" */
static void take_wave(const struct experiment *e, const char *text)
{
    const int name = (int)strcspn(text, " ");
    if (text[name]) {
        fprintf(stderr, "noct run: %.*s.fst has %s; 'gtkwave %.*s.gtkw' shows it\n", name, text,
                text + name + 1, name, text);
    } else {
        fprintf(stderr, "noct run: no waveform: the board had ended before cycles %s\n", e->wave);
    }
}

/* One line of standard error. */
static void take_line(struct qemu *q, const struct experiment *e, const char *line)
{
    static const char own[] = "nocturne: ";
    if (strncmp(line, own, sizeof own - 1) != 0) {
        snprintf(q->last, sizeof q->last, "%s", line);
        return;
    }
    line += sizeof own - 1;
    if (sscanf(line, "end %15s cycles=%" SCNu64, q->reason, &q->cycles) == 2) {
        q->ended = true;
        return;
    }
    if (sscanf(line, "stop cores=%" SCNu32 " cycles=%" SCNu64, &q->stopped_cores, &q->cycles) ==
        2) {
        return;
    }
    uint32_t node;
    if (sscanf(line, "files wanted node=%" SCNu32, &node) == 1) {
        fprintf(stderr,
                "noct: the program on node %" PRIu32 " asks for a file, but has no directory; "
                "give one by --files DIRECTORY\n",
                node);
        return;
    }
    if (strncmp(line, "differs ", 8) == 0) {
        snprintf(q->last, sizeof q->last, "%s", line + 8);
        return;
    }
    if (strncmp(line, "wave failed ", 12) == 0) {
        snprintf(q->wave_lost, sizeof q->wave_lost, "%s", line + 12);
        return;
    }
    if (strncmp(line, "wave ", 5) == 0) {
        take_wave(e, line + 5);
        return;
    }
    if (strncmp(line, "jtag: ", 6) == 0) {
        fprintf(stderr, "noct board: %s\n", line);
        return;
    }
    if (strncmp(line, "no image to boot", 16) == 0) {
        fprintf(stderr, "noct board: %s; 'noct flash' puts one there\n", line);
        return;
    }
    take_wait(q, e, line);
}

static void take_errors(struct qemu *q, const struct experiment *e, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (bytes[i] == '\n') {
            q->line[q->line_length] = 0;
            take_line(q, e, q->line);
            q->line_length = 0;
        } else if (q->line_length < QEMU_LINE_MAX - 1) {
            q->line[q->line_length++] = bytes[i];
        }
    }
}

static void pass_on(struct qemu *q, FILE *console, const char *bytes, size_t n)
{
    if (q->errors) {
        split_put(&q->split, console, q->errors, bytes, n);
    } else {
        fwrite(bytes, 1, n, console);
    }
    fflush(console);
}

/* What it left in the console's pipe before it said that it had ended. */
static void drain(struct qemu *q, FILE *console)
{
    char bytes[65536];
    struct pollfd p = {.fd = q->out, .events = POLLIN};
    while (q->out >= 0 && poll(&p, 1, 0) == 1) {
        ssize_t n = read(q->out, bytes, sizeof bytes);
        if (n <= 0) {
            break;
        }
        pass_on(q, console, bytes, (size_t)n);
    }
}

/* n bytes of its standard output; none: that has ended. */
static void take_output(struct qemu *q, FILE *console, const char *bytes, ssize_t n)
{
    if (n > 0) {
        pass_on(q, console, bytes, (size_t)n);
    } else {
        close(q->out);
        q->out = QEMU_NO_SOCKET; /* poll ignores it from now on */
    }
}

/* The same of gateware, which says what it refuses, and else says nothing. */
static enum status gateware_gone(const struct qemu *q, struct error *error)
{
    static const char own[] = "nocturne-rtl: ";
    const char *said = q->last;
    char killed[PROGRAM_END_TEXT];
    if (strncmp(said, own, sizeof own - 1) == 0) {
        said += sizeof own - 1;
    }
    program_ended_by(q->pid, killed);
    said = *said ? said : killed;
    return error_set(error, STATUS_ENVIRONMENT, "the gateware has ended%s%s",
                     *said ? ": " : " without a message", said);
}

/* Its process is gone, or its pipes are: say why. */
static enum status gone(struct qemu *q, const struct experiment *e, struct error *error)
{
    const char *said = q->last;
    char killed[PROGRAM_END_TEXT];
    if (e->gateware) {
        return gateware_gone(q, error);
    }
    const char *colon = strstr(said, "qemu-system");
    if (colon == said && strchr(said, ' ')) {
        said = strchr(said, ' ') + 1; /* without the program's own name */
    }
    if (!program_is_emulator(q->path)) {
        error_set(error, STATUS_ENVIRONMENT,
                  "'%s' is not Nocturne's emulator: it has no machine 'nocturne'", q->path);
        return error_fix(error, "'make' builds the right one");
    }
    if (strstr(said, "Property '") || strstr(said, "not found") || strstr(said, "invalid option")) {
        error_set(error, STATUS_ENVIRONMENT, "this QEMU is of another build: %s", said);
        return error_fix(error, "'make' builds the right one");
    }
    program_ended_by(q->pid, killed);
    said = *said ? said : killed;
    return error_set(error, STATUS_ENVIRONMENT, "QEMU has ended%s%s",
                     *said ? ": " : " without a message", said);
}

/* What there is of its output within so many milliseconds (-1: however long). *none: nothing. */
static enum status look(struct qemu *q, const struct experiment *e, FILE *console, int ms,
                        bool *none, struct error *error)
{
    char bytes[65536];
    struct pollfd p[2] = {{.fd = q->out, .events = POLLIN}, {.fd = q->err, .events = POLLIN}};
    int ready = poll(p, 2, ms);
    *none = ready == 0;
    if (ready < 0 && errno != EINTR) {
        return error_set(error, STATUS_ENVIRONMENT, "cannot wait for QEMU: %s", strerror(errno));
    }
    if (ready > 0 && p[0].revents) {
        ssize_t n = read(q->out, bytes, sizeof bytes);
        progress_end();
        take_output(q, console, bytes, n);
    }
    if (ready > 0 && p[1].revents) {
        ssize_t n = read(q->err, bytes, sizeof bytes);
        if (n <= 0) {
            return gone(q, e, error);
        }
        take_errors(q, e, bytes, (size_t)n);
    }
    return STATUS_DONE;
}

enum status qemu_look(struct qemu *q, const struct experiment *e, FILE *console, int ms,
                      struct error *error)
{
    bool none;
    enum status status = look(q, e, console, ms, &none, error);
    if (q->ended) {
        drain(q, console);
    }
    return status;
}

enum status qemu_follow(struct qemu *q, const struct experiment *e, FILE *console, bool waiting,
                        struct error *error)
{
    enum { TICK_MS = 500 };
    enum status status = STATUS_DONE;
    bool none;
    progress_begin(
        e->gateware ? "waiting for the cores to end" : "waiting for the emulated cores to end", 0);
    while (!q->ended && !status) {
        status = look(q, e, console, waiting ? TICK_MS : -1, &none, error);
        if (none) {
            progress_tick();
        }
    }
    progress_end();
    drain(q, console);
    return status;
}
