/* SPDX-License-Identifier: BSD-2-Clause */
/* OpenOCD as a process, its place taken by small scripts; the real one: check-flash. */
#include <stdint.h>

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"
#include "target/openocd.h"

enum { ENOUGH = 240 }; /* seconds, for what hangs */

static char directory[] = "/tmp/test_openocd.XXXXXX";
static char script[64], pid_file[64];
static const struct board_description board = {.path = "x.cfg", .directory = ".", .board = "x"};

/* The next OpenOCD: of this version, and runs these shell lines when started. */
static void write_script(const char *version, const char *lines)
{
    FILE *file = fopen(script, "w");
    assert_non_null(file);
    fprintf(file,
            "#!/bin/sh\n[ \"$1\" = --version ] && echo '%s' >&2 && exit\necho $$ >%s\n"
            "exec 3>&1 1>&2\n%s\n",
            version, pid_file, lines);
    fclose(file);
    assert_int_equal(chmod(script, 0700), 0);
}

static const char current[] = "Open On-Chip Debugger 0.12.0";
#define ANSWER(text) "printf '" text "\\032' >&3\n" /* all else goes to its log */
#define READ         "read -r word\n"               /* to the newline in a command */
#define WAIT         "cat >/dev/null\n"

TEST(which_one)
{
    static const struct {
        const char *version;
        enum status status;
        const char *says;
    } cases[] = {
        {"Open On-Chip Debugger 0.12.0", STATUS_DONE, ""},
        {"Open On-Chip Debugger 0.12.0+dev-01234 (2024-01-01)", STATUS_DONE, ""},
        {"Open On-Chip Debugger 1.0", STATUS_DONE, ""},
        {"Open On-Chip Debugger 0.11.0", STATUS_ENVIRONMENT, "OpenOCD 0.11 ("},
        {"GNU gdb 13.1", STATUS_ENVIRONMENT, "is no OpenOCD"},
    };
    char version[OPENOCD_VERSION_TEXT];
    const char *path;
    struct error error;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        error.text[0] = 0;
        write_script(cases[i].version, "");
        assert_int_equal(openocd_find(&path, version, &error), cases[i].status);
        assert_non_null(strstr(error.text, cases[i].says));
        if (!cases[i].status) {
            assert_string_equal(version, cases[i].version);
        }
    }
    setenv("NOCT_OPENOCD", "/nosuch/openocd", 1);
    assert_int_equal(openocd_find(&path, version, &error), STATUS_ENVIRONMENT);
    assert_non_null(strstr(error.text, "'/nosuch/openocd' cannot be run; apt-get install openocd"));
    setenv("NOCT_OPENOCD", script, 1);
}

static bool runs(void)
{
    int pid = 0;
    FILE *file = fopen(pid_file, "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%d", &pid), 1);
    fclose(file);
    return kill(pid, 0) == 0;
}

TEST(asks)
{
    struct openocd *o;
    struct error error = {.text = ""};
    const char *result;
    write_script(current, ANSWER("01") READ ANSWER("0a b") READ ANSWER("1no such thing") WAIT);
    assert_int_equal(openocd_start(&o, &board, "", &error), STATUS_DONE);
    assert_int_equal(openocd_ask(o, "first\n", ENOUGH, &result, &error), STATUS_DONE);
    assert_string_equal(result, "a b");
    assert_int_equal(openocd_ask(o, "second 1\nx\n", ENOUGH, &result, &error), STATUS_ENVIRONMENT);
    assert_string_equal(error.text, "board x: OpenOCD's 'second 1' failed: no such thing");
    assert_true(runs());
    openocd_end(o);
    assert_false(runs());
}

/* What it prints before it is asked, or while it answers no. */
TEST(explains)
{
    static const struct {
        const char *lines, *says;
        enum status status;
    } cases[] = {
        {"echo \"Error: unable to open ftdi device with vid 0403, pid 6010\"", "no adapter; plug",
         STATUS_ENVIRONMENT},
        {"echo 'Error: libusb_open() failed with LIBUSB_ERROR_ACCESS'\n"
         "echo 'Error: no device found'",
         "may not open the USB adapter", STATUS_ENVIRONMENT},
        {"echo \"Error: Error on socket 'Failed to connect': errno==9\"", "no board listens there",
         STATUS_ENVIRONMENT},
        {"echo \"Error: Error on socket 'remote_bitbang_putc': errno==32\"",
         "it closes the connection; another debugger may hold the board", STATUS_ENVIRONMENT},
        {"echo 'Error: JTAG scan chain interrogation failed: all ones'\n" ANSWER("00") "exec cat",
         "nothing answers on the JTAG chain", STATUS_ENVIRONMENT},
        {"echo 'Warn : JTAG tap: n.cpu       UNEXPECTED: 0x13631093'\n" ANSWER("01") "exec cat",
         "the chip that answers is not", STATUS_ENVIRONMENT},
        {"echo 'Error: Unsupported DTM version: 15'\n" ANSWER("00") "exec cat",
         "no RISC-V Debug Module", STATUS_ENVIRONMENT},
        {"echo 'x.cfg:3: Error: invalid command name \"foo\"'",
         "OpenOCD: x.cfg:3: Error: invalid command name", STATUS_BAD},
        {"exit 3", "the connection to OpenOCD was cut", STATUS_ENVIRONMENT},
        {ANSWER("HTTP/1.0 400") WAIT, "not OpenOCD's Tcl server", STATUS_ENVIRONMENT},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct openocd *o;
        struct error error = {.text = ""};
        write_script(current, cases[i].lines);
        enum status status = openocd_start(&o, &board, "", &error);
        if (status != cases[i].status || !strstr(error.text, cases[i].says)) {
            fail_msg("%s: %d, %s", cases[i].lines, status, error.text);
        }
        assert_false(runs());
    }
}

TEST(gives_up)
{
    struct openocd *o;
    struct error error = {.text = ""};
    write_script(current, ANSWER("01") "exec sleep 60");
    assert_int_equal(openocd_start(&o, &board, "", &error), STATUS_DONE);
    assert_int_equal(openocd_ask(o, "halt", 1, NULL, &error), STATUS_ENVIRONMENT);
    assert_string_equal(error.text, "board x: no answer in 1 s; another debugger may have it");
    assert_int_equal(openocd_ask(o, "halt", 1, NULL, &error), STATUS_ENVIRONMENT);
    assert_string_equal(error.text, "board x: the connection was closed");
    openocd_end(o);
    assert_false(runs());
}

/* Asked at 1,000 ms, for 10 s. */
TEST(is_patient_with_who_is_heard)
{
    assert_int_equal(openocd_patience(11000, 0, 10), 11000);
    assert_int_equal(openocd_patience(11000, 900, 10), 11000);
    assert_int_equal(openocd_patience(11000, 10500, 10), 20500);
    assert_int_equal(openocd_patience(11000, 40000, 10), 50000);
    assert_int_equal(openocd_patience(11000, 60000, 10), 61000);
}

/* One that somebody else runs, and that hangs up. */
TEST(speaks_to_another)
{
    int fd[2];
    struct openocd *o;
    struct error error = {.text = ""};
    const char *result;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fd), 0);
    openocd_attach(&o, fd[0], "openocd:localhost:6666");
    assert_int_equal(write(fd[1], "0ok\x1a", 4), 4);
    assert_int_equal(openocd_ask(o, "first", ENOUGH, &result, &error), STATUS_DONE);
    assert_string_equal(result, "ok");
    close(fd[1]);
    assert_int_equal(openocd_ask(o, "second", ENOUGH, &result, &error), STATUS_ENVIRONMENT);
    assert_string_equal(error.text,
                        "board openocd:localhost:6666: the connection to OpenOCD was cut");
    openocd_end(o);
}

/* A server that says more than any answer has is not listened to until the time is over. */
TEST(does_not_listen_for_ever)
{
    static const char much[65536];
    int fd[2];
    struct openocd *o;
    struct error error = {.text = ""};
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fd), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(fd[0]);
        signal(SIGPIPE, SIG_IGN);
        while (write(fd[1], much, sizeof much) > 0) {
        }
        _exit(0);
    }
    close(fd[1]);
    openocd_attach(&o, fd[0], "openocd:localhost:6666");
    assert_int_equal(openocd_ask(o, "first", ENOUGH, NULL, &error), STATUS_ENVIRONMENT);
    assert_non_null(strstr(error.text, "what answers is not OpenOCD's Tcl server"));
    openocd_end(o);
    assert_int_equal(waitpid(child, NULL, 0), child);
}

BEFORE_ALL
{
    assert_non_null(mkdtemp(directory));
    snprintf(script, sizeof script, "%s/openocd", directory);
    snprintf(pid_file, sizeof pid_file, "%s/pid", directory);
    setenv("NOCT_OPENOCD", script, 1);
}

AFTER_ALL
{
    unlink(script);
    unlink(pid_file);
    rmdir(directory);
}
