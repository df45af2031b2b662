/* SPDX-License-Identifier: BSD-2-Clause */
#include "openocd.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/install_paths.h"
#include "registry.h"
#include "base/alloc.h"
#include "base/subprocess.h"

enum {
    LOG_MAX = 32768,
    ANSWER_MAX = 1 << 20, /* bytes; of TRANSPORT_CHUNK, the longest that is asked for, 48 KiB */
    END_OF_MESSAGE = 0x1a,
    NONE = -1
};

struct openocd {
    pid_t pid;   /* 0: not ours */
    int execute; /* its Tcl server */
    int log;     /* what it prints; NONE: not ours, or at its end */
    bool ready;  /* it is beyond its configuration, and its chain is as described */
    bool dead;   /* an answer failed to come: what comes now may belong to another question */
    char name[DESCRIPTION_TEXT + 8];
    const char *jtag;   /* of an emulated board; "": the description's own */
    int64_t heard_ms;   /* when it printed something last */
    char said[LOG_MAX]; /* its log since the last question, or since it began; a string, the oldest
                         * of which is dropped */
    size_t said_length;
    char *result;
    size_t answer_length, answer_room;
};

/* --- which one ------------------------------------------------------------- */

enum status openocd_find(const char **path, char version[OPENOCD_VERSION_TEXT], struct error *error)
{
    static const char fix[] = "apt-get install openocd, or name one in NOCT_OPENOCD";
    const char *given = getenv("NOCT_OPENOCD");
    char text[PROGRAM_TEXT];
    unsigned major, minor;
    *path = given && *given ? given : "openocd";
    const char *const arguments[] = {*path, "--version", NULL};
    if (!program_says(arguments, text)) {
        if (strcmp(text, PROGRAM_SILENT) == 0) {
            error_set(error, STATUS_ENVIRONMENT, "OpenOCD: '%s --version' %s", *path, text);
            return error_fix(error, "%s", fix);
        }
        error_set(error, STATUS_ENVIRONMENT, "no OpenOCD: '%s' cannot be run", *path);
        return error_fix(error, "%s", fix);
    }
    text[strcspn(text, "\n")] = 0;
    snprintf(version, OPENOCD_VERSION_TEXT, "%.*s", OPENOCD_VERSION_TEXT - 1, text);
    const char *digits = version + strcspn(version, "0123456789");
    if (strncmp(version, "Open On-Chip Debugger", 21) != 0 ||
        sscanf(digits, "%u.%u", &major, &minor) != 2) {
        error_set(error, STATUS_ENVIRONMENT, "'%s' is no OpenOCD", *path);
        return error_fix(error, "%s", fix);
    }
    if (major == 0 && minor < OPENOCD_OLDEST) {
        error_set(error, STATUS_ENVIRONMENT,
                  "OpenOCD %u.%u ('%s') is too old, 0.%d or newer is needed", major, minor, *path,
                  OPENOCD_OLDEST);
        return error_fix(error, "%s", fix);
    }
    return STATUS_DONE;
}

/* --- its log --------------------------------------------------------------- */

static void keep_log(struct openocd *o, const char *bytes, size_t length)
{
    size_t room = LOG_MAX - 1 - o->said_length;
    if (length > room) { /* the half that is kept is more than any message */
        size_t drop = o->said_length < LOG_MAX / 2 ? o->said_length : LOG_MAX / 2;
        memmove(o->said, o->said + drop, o->said_length - drop);
        o->said_length -= drop;
    }
    memcpy(o->said + o->said_length, bytes, length);
    o->said_length += length;
    o->said[o->said_length] = 0;
}

/* What there is of it now. */
static void take_log(struct openocd *o)
{
    char bytes[LOG_MAX / 4];
    struct pollfd p = {.fd = o->log, .events = POLLIN};
    while (o->log >= 0 && poll(&p, 1, 0) == 1) {
        ssize_t n = read(o->log, bytes, sizeof bytes);
        if (n <= 0) {
            close(o->log);
            o->log = NONE;
            return;
        }
        keep_log(o, bytes, (size_t)n);
        o->heard_ms = clock_ms();
    }
}

/*
 * What lines of OpenOCD 0.12's log mean, the more telling ones first. What is none of these is
 * shown as it is.
 */
static const struct meaning {
    const char *said;
    const char *means;
    const char *at_once; /* what it means before the board has been looked at; NULL: the same */
} meanings[] = {
    {.said = "LIBUSB_ERROR_ACCESS",
     .means = "this user may not open the USB adapter; install Debian's udev rules for OpenOCD "
              "(60-openocd.rules) and join the group plugdev"},
    {.said = "LIBUSB_ERROR_BUSY", .means = "another program has the USB adapter; end that one"},
    {.said = "unable to claim usb device",
     .means = "another program has the USB adapter; end that one"},
    {.said = "unable to open ftdi device",
     .means = "no adapter; plug in the board's USB cable for JTAG, and switch the board on"},
    {.said = "no device found",
     .means = "no adapter; plug in the board's USB cable for JTAG, and switch the board on"},
    {.said = "debug interface was not found",
     .means = "this OpenOCD was built without the adapter's driver; apt-get install openocd"},
    {.said = "socket 'Failed to connect'",
     .means = "no board listens there; '" REGISTRY_START " --jtag=9824' starts one"},
    {.said = "socket 'connect'",
     .means = "no board listens there; '" REGISTRY_START " --jtag' starts one"},
    {.said = "invalid read response", .means = "what answers there is not a board's JTAG"},
    {.said = "socket 'remote_bitbang",
     .means = "the connection to the board was cut",
     .at_once = "it closes the connection; another debugger may hold the board, or this is no "
                "board"},
    {.said = "remote_bitbang_read_sample: Assertion", /* the same, at another moment */
     .means = "the connection to the board was cut",
     .at_once = "it closes the connection; another debugger may hold the board, or this is no "
                "board"},
    {.said = "unable to halt hart",
     .means = "a core cannot be halted; if another debugger or an interrupted noct has stopped "
              "the clock, it runs again within 10 s: try again"},
    {.said = "LIBUSB_ERROR_NO_DEVICE", .means = "the connection to the board was cut"},
    {.said = "LIBUSB_ERROR_IO", .means = "the connection to the board was cut"},
    {.said = "interrogation failed: all",
     .means = "nothing answers on the JTAG chain; is the board on, and the cable whole?"},
    {.said = "UNEXPECTED: ",
     .means = "the chip that answers is not the description's; give this board's description"},
    {.said = "IR capture error",
     .means = "the JTAG chain gives wrong answers; is this the board of the description?"},
    {.said = "Unsupported DTM version",
     .means = "no RISC-V Debug Module answers behind this JTAG; is Nocturne's gateware loaded?"},
    {.said = "dtmcontrol is 0",
     .means = "no RISC-V Debug Module answers behind this JTAG; is Nocturne's gateware loaded?"},
};

/* The line that has `at`, without the log's "Error: ". */
static void quote_line(struct error *error, const struct openocd *o, const char *at)
{
    const char *begin = at;
    while (begin > o->said && begin[-1] != '\n') {
        begin--;
    }
    if (strncmp(begin, "Error: ", 7) == 0) {
        begin += 7;
    }
    error_remark(error, "OpenOCD: %.*s", (int)strcspn(begin, "\n"), begin);
}

/* The first error in its log; NULL: there is none. In a configuration it has file and line. */
static const char *first_error(const struct openocd *o)
{
    return strstr(o->said, "Error: ");
}

/* What its log says of what went wrong. False: it has no line that tells. */
static bool say_meaning(const struct openocd *o, struct error *error)
{
    for (unsigned i = 0; i < sizeof meanings / sizeof *meanings; i++) {
        const char *line = strstr(o->said, meanings[i].said);
        if (line) {
            bool at_once = !o->ready && meanings[i].at_once;
            error_set(error, STATUS_ENVIRONMENT, "board %s: %s", o->name,
                      at_once ? meanings[i].at_once : meanings[i].means);
            /* A socket's errno is a wrong one, an assertion tells nobody more. */
            if (!strstr(meanings[i].said, "socket '") && !strstr(meanings[i].said, "Assertion")) {
                quote_line(error, o, line);
            }
            return true;
        }
    }
    return false;
}

/* Something went wrong: say what, by its log. Without a line in it that tells: `otherwise`. */
static enum status explain(const struct openocd *o, const char *otherwise, struct error *error)
{
    const char *cause = first_error(o);
    if (say_meaning(o, error)) {
        return STATUS_ENVIRONMENT;
    }
    /* "FILE:LINE: Error: ..." */
    bool refused = cause && !o->ready && cause > o->said && cause[-1] != '\n';
    error_set(error, STATUS_ENVIRONMENT, "board %s: %s", o->name,
              refused ? "OpenOCD rejects its description" : otherwise);
    if (cause) {
        quote_line(error, o, cause);
    }
    return refused ? STATUS_BAD : STATUS_ENVIRONMENT;
}

/* --- questions ------------------------------------------------------------- */

static enum status cut(struct openocd *o, struct error *error)
{
    static const char was_cut[] = "the connection to OpenOCD was cut";
    o->dead = true;
    take_log(o);
    if (!o->ready) {
        return explain(o, was_cut, error);
    }
    /* An error in its log that means nothing to us is no reason why it should have ended. */
    if (!say_meaning(o, error)) {
        error_set(error, STATUS_ENVIRONMENT, "board %s: %s", o->name, was_cut);
    }
    return STATUS_ENVIRONMENT;
}

/* Is it beyond its configuration, so that it is the adapter or the board that it waits for? */
static bool is_at_adapter(const struct openocd *o)
{
    return strstr(o->said, "Info : Initializing ") || strstr(o->said, "Info : clock speed ") ||
           first_error(o);
}

static enum status silent(struct openocd *o, int64_t asked_ms, struct error *error)
{
    char text[PATH_MAX + 120], from[PATH_MAX + 16] = "";
    int seconds = (int)((clock_ms() - asked_ms) / 1000);
    o->dead = true;
    if (o->ready || o->pid == 0 || is_at_adapter(o)) {
        if (*o->jtag) {
            snprintf(from, sizeof from, " from %s%s", *o->jtag == '/' ? "" : "port ", o->jtag);
        }
        snprintf(text, sizeof text, "no answer in %d s%s; another debugger may have it", seconds,
                 from);
    } else {
        snprintf(text, sizeof text, "OpenOCD did not come up within %d s: %s", seconds,
                 o->said[0] ? "it is still reading its description" : "it says nothing at all");
    }
    return explain(o, text, error);
}

int64_t openocd_patience(int64_t until, int64_t heard_ms, int seconds)
{
    enum { TIMES = 6 };
    int64_t silence = (int64_t)seconds * 1000;
    int64_t longest = until + (TIMES - 1) * silence, alive = heard_ms + silence;
    return alive < until ? until : alive < longest ? alive : longest;
}

/* Wait for one of `events` of its Tcl server, reading its log meanwhile. */
static enum status wait_for(struct openocd *o, short events, int64_t until, int seconds,
                            struct error *error)
{
    for (;;) {
        struct pollfd p[2] = {{.fd = o->execute, .events = events},
                              {.fd = o->log, .events = POLLIN}};
        /* As it begins, it tells of each thing that it does. */
        int64_t end = o->ready ? until : openocd_patience(until, o->heard_ms, seconds);
        int64_t left = end - clock_ms();
        int ready = left > 0 ? poll(p, 2, (int)left) : 0;
        if (ready == 0) {
            return silent(o, until - (int64_t)seconds * 1000, error);
        }
        if (ready < 0 && errno != EINTR) {
            return error_set(error, STATUS_ENVIRONMENT, "cannot wait for OpenOCD: %s",
                             strerror(errno));
        }
        if (ready > 0 && p[1].revents) {
            take_log(o);
        }
        if (ready > 0 && p[0].revents) {
            return STATUS_DONE;
        }
    }
}

static enum status send_all(struct openocd *o, const char *bytes, size_t length, int64_t until,
                            int seconds, struct error *error)
{
    enum status status = STATUS_DONE;
    while (!status && length > 0) {
        status = wait_for(o, POLLOUT, until, seconds, error);
        ssize_t n = status ? 0 : send(o->execute, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && errno != EAGAIN && errno != EINTR) {
            return cut(o, error);
        }
        bytes += n > 0 ? n : 0;
        length -= n > 0 ? (size_t)n : 0;
    }
    return status;
}

static enum status nonsense(struct openocd *o, struct error *error)
{
    o->dead = true;
    error_set(error, STATUS_ENVIRONMENT, "board %s: what answers is not OpenOCD's Tcl server",
              o->name);
    return error_fix(error, "is this its tcl_port?");
}

/* The next message, a string in o->answer. */
static enum status receive(struct openocd *o, int64_t until, int seconds, struct error *error)
{
    o->answer_length = 0;
    for (;;) {
        enum status status = wait_for(o, POLLIN, until, seconds, error);
        if (status) {
            return status;
        }
        if (o->answer_length > ANSWER_MAX) {
            return nonsense(o, error);
        }
        if (o->answer_room - o->answer_length < 4096) {
            o->answer_room = 2 * o->answer_room + 65536;
            o->result = realloc(o->result, o->answer_room);
            if (!o->result) {
                out_of_memory();
            }
        }
        ssize_t n = recv(o->execute, o->result + o->answer_length,
                         o->answer_room - o->answer_length - 1, MSG_DONTWAIT);
        if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) {
            return cut(o, error);
        }
        o->answer_length += n > 0 ? (size_t)n : 0;
        o->result[o->answer_length] = 0;
        if (o->answer_length && o->result[o->answer_length - 1] == END_OF_MESSAGE) {
            o->result[--o->answer_length] = 0;
            return STATUS_DONE;
        }
    }
}

/* Its answer begins with whether it failed: the protocol itself does not tell. */
static enum status check_answer(struct openocd *o, const char *command, struct error *error)
{
    char text[512];
    if (o->result[0] == '0') {
        return STATUS_DONE;
    }
    take_log(o);
    if (o->result[0] != '1') {
        return nonsense(o, error);
    }
    const char *reason = o->result + 1;
    snprintf(text, sizeof text, "OpenOCD's '%.*s' failed%s%.*s", (int)strcspn(command, "\n;"),
             command, *reason ? ": " : "", (int)strcspn(reason, "\n"), reason);
    return explain(o, text, error);
}

enum status openocd_ask(struct openocd *o, const char *command, int seconds, const char **result,
                        struct error *error)
{
    static const char frame[] =
        "format {%%d%%s} [expr {[catch {%s} noct_result] != 0}] $noct_result%c";
    size_t room = strlen(command) + sizeof frame;
    int64_t until = clock_ms() + (int64_t)seconds * 1000;
    if (o->dead) {
        return error_set(error, STATUS_ENVIRONMENT, "board %s: the connection was closed", o->name);
    }
    take_log(o);
    if (o->ready) { /* as it begins, it may have ended before it is asked */
        o->said[o->said_length = 0] = 0;
    }
    char *text = alloc_zeroed(room);
    int length = snprintf(text, room, frame, command, END_OF_MESSAGE);
    enum status status = send_all(o, text, (size_t)length, until, seconds, error);
    free(text);
    if (!status) {
        status = receive(o, until, seconds, error);
    }
    if (!status) {
        status = check_answer(o, command, error);
    }
    if (result) {
        *result = status ? NULL : o->result + 1;
    }
    return status;
}

/* --- beginning and end ----------------------------------------------------- */

void openocd_attach(struct openocd **o, int socket, const char *name)
{
    *o = alloc_zeroed(sizeof **o);
    (*o)->execute = socket;
    (*o)->log = NONE;
    (*o)->ready = true;
    (*o)->jtag = "";
    snprintf((*o)->name, sizeof(*o)->name, "%s", name);
}

/* A word of Tcl that means this text, whatever it has in it (tcl(n), rules 8 and 9). */
static void tcl_word(char *to, size_t room, const char *text)
{
    const char *end = to + room - 3;
    for (; *text && to < end; text++) {
        const unsigned char c = (unsigned char)*text;
        const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                           (c >= 'a' && c <= 'z') || c >= 0x80 || strchr("/._-", c);
        if (!plain) {
            *to++ = '\\';
        }
        *to++ = c == '\n' ? 'n' : (char)c;
    }
    *to = 0;
}

void openocd_setting(char setting[OPENOCD_SETTING_TEXT], const char *jtag)
{
    char word[2 * PATH_MAX];
    tcl_word(word, sizeof word, jtag);
    snprintf(setting, OPENOCD_SETTING_TEXT, "set ADAPTER emulated; set PORT %s", word);
}

void openocd_script(char script[OPENOCD_SETTING_TEXT], const char *path)
{
    char word[2 * PATH_MAX];
    tcl_word(word, sizeof word, path);
    snprintf(script, OPENOCD_SETTING_TEXT, "script %s", word);
}

/* The file of a socket, by a name that has room in an address, in this process and what it becomes. */
static const char *short_name(const char *file, char name[PATH_MAX])
{
    const char *slash = strrchr(file, '/');
    char directory[PATH_MAX];
    if (!slash || strlen(file) < sizeof((struct sockaddr_un){0}).sun_path) {
        return file;
    }
    snprintf(directory, sizeof directory, "%.*s", (int)(slash - file), file);
    snprintf(name, PATH_MAX, "/proc/self/fd/%d%s", open(directory, O_PATH | O_DIRECTORY), slash);
    return name;
}

/* In the child: become OpenOCD. */
static _Noreturn void become(const char *path, const struct board_description *d, const char *jtag,
                             int execute, int log, pid_t parent)
{
    char setting[OPENOCD_SETTING_TEXT] = "", script[OPENOCD_SETTING_TEXT], boards[PATH_MAX] = ".",
         name[PATH_MAX];
    if (*jtag) {
        openocd_setting(setting, short_name(jtag, name));
    }
    openocd_script(script, d->path);
    find_boards(boards); /* for descriptions that are elsewhere */
    /* Last, whatever the description says: who comes to one of its ports has a shell. */
    const char *const arguments[] = {
        path,
        "-s",
        d->directory,
        "-s",
        boards,
        "-c",
        setting,
        "-c",
        script,
        "-c",
        "gdb_port disabled; telnet_port disabled; tcl_port pipe",
        NULL,
    };
    program_bind(parent);
    signal(SIGPIPE, SIG_IGN); /* else it dies of a board that hangs up, without a word */
    dup2(execute, STDIN_FILENO);
    dup2(execute, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    execvp(path, (char *const *)arguments);
    dprintf(STDERR_FILENO, "Error: cannot be started: %s\n", strerror(errno));
    _exit(127);
}

/* Start the process; its pipes are in *o. */
static enum status spawn(struct openocd *o, const char *path, const struct board_description *d,
                         struct error *error)
{
    int execute[2] = {NONE, NONE}, log[2] = {NONE, NONE};
    pid_t parent = getpid();
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, execute) || pipe2(log, O_CLOEXEC) ||
        (o->pid = fork()) < 0) {
        for (unsigned i = 0; i < 2; i++) {
            close(execute[i]); /* of NONE: nothing */
            close(log[i]);
        }
        o->pid = 0;
        o->execute = NONE;
        return error_set(error, STATUS_ENVIRONMENT, "cannot start OpenOCD: %s", strerror(errno));
    }
    if (o->pid == 0) {
        become(path, d, o->jtag, execute[1], log[1], parent);
    }
    close(execute[1]);
    close(log[1]);
    o->execute = execute[0];
    o->log = log[0];
    return STATUS_DONE;
}

/*
 * Until its first answer, which comes when the configuration is done and the targets have been
 * looked at. OpenOCD goes on with a chain that answers nonsense; we do not.
 */
static enum status greet(struct openocd *o, struct error *error)
{
    const char *result;
    enum status status =
        openocd_ask(o, "[target current] was_examined", OPENOCD_START_SECONDS, &result, error);
    if (status) {
        return status;
    }
    take_log(o);
    if (strcmp(result, "1") != 0 || strstr(o->said, "UNEXPECTED: ") ||
        strstr(o->said, "IR capture error") || strstr(o->said, "interrogation failed")) {
        return explain(o,
                       "it does not let itself be looked at; another debugger has it, or "
                       "it is no board",
                       error);
    }
    o->ready = true;
    return STATUS_DONE;
}

enum status openocd_start(struct openocd **out, const struct board_description *d, const char *jtag,
                          struct error *error)
{
    const char *path;
    char version[OPENOCD_VERSION_TEXT];
    enum status status = openocd_find(&path, version, error);
    if (status) {
        return status;
    }
    struct openocd *o;
    openocd_attach(&o, NONE, d->board);
    o->ready = false;
    o->jtag = jtag;
    status = spawn(o, path, d, error);
    if (!status) {
        status = greet(o, error);
    }
    if (status) {
        openocd_end(o);
        return status;
    }
    *out = o;
    return STATUS_DONE;
}

/* It ends when its standard input does; if it is stuck it is killed. */
static void reap(pid_t pid)
{
    enum { TRIES = 100, TRY_NS = 10000000 };
    const struct timespec pause = {.tv_nsec = TRY_NS};
    for (unsigned i = 0; i < TRIES; i++) {
        if (waitpid(pid, NULL, WNOHANG) != 0) {
            return;
        }
        nanosleep(&pause, NULL);
    }
    kill(pid, SIGKILL);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
    }
}

void openocd_end(struct openocd *o)
{
    if (!o) {
        return;
    }
    if (o->pid > 0 && o->dead) {
        kill(o->pid, SIGKILL);
    }
    if (o->execute >= 0) {
        close(o->execute);
    }
    if (o->pid > 0) {
        reap(o->pid);
    }
    if (o->log >= 0) {
        close(o->log);
    }
    free(o->result);
    free(o);
}
