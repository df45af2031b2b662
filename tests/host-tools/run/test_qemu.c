/* SPDX-License-Identifier: BSD-2-Clause */
/* The emulator as a process, its place taken by small scripts. */
#include <stdint.h>

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "specify/specify.h"
#include "test.h"
#include "result/result.h"
#include "params.h"
#include "run/qemu.h"
#include "topology/shape.h"

static char directory[] = "/tmp/test_qemu.XXXXXX";
static char script[64], copy[64];
static const char ours[] =
    "[ \"$1 $2\" = '-M help' ] && printf 'machines:\nnocturne x\n' && exit 0";

/* The next emulator to be started runs these shell lines. $params is the file
 * of the parameter block, $machine the machine's options. */
static void write_script_of(const char *who, const char *lines)
{
    FILE *file = fopen(script, "w");
    assert_non_null(file);
    fprintf(file,
            "#!/bin/sh\n%s\n"
            "for word; do case $word in nocturne,*) machine=$word;; esac; done\n"
            "params=${machine##*params=}; params=${params%%%%,*}\n%s\n",
            who, lines);
    fclose(file);
    assert_int_equal(chmod(script, 0700), 0);
}

static void write_script(const char *lines)
{
    write_script_of(ours, lines);
}

static void make(struct options *o, struct experiment *e, const char *line)
{
    struct error error = {.text = ""};
    memset(o, 0, sizeof *o);
    if (options_object(o, line, "run", ~(key_groups)0, &error) ||
        experiment_make(e, o, NEED_SET, &error)) {
        fail_msg("%s: %s", line, error.text);
    }
}

/* Start, follow; its console goes to *text (freed by the caller). */
static enum status follow(const char *line, struct qemu *q, char **text, struct error *error)
{
    struct options o;
    struct experiment e;
    size_t length;
    FILE *console = open_memstream(text, &length);
    make(&o, &e, line);
    error->text[0] = 0;
    enum status status = qemu_start(q, &e, "x.elf", QEMU_NO_SOCKET, QEMU_NO_SOCKET, 1000, error);
    if (!status) {
        status = qemu_follow(q, &e, console, false, error);
    }
    fclose(console);
    experiment_free(&e);
    options_free(&o);
    return status;
}

static const char torus[] =
    "{\"topology\":\"torus:4x8\",\"source\":5,\"dests\":[9,3],\"length\":77,\"tau_s\":11,"
    "\"tau_r\":12,\"seed\":13,\"ports\":2,\"algorithm\":\"separate\",\"lanes\":2,\"ram\":\"64K\"}";

TEST(an_end_is_understood)
{
    struct qemu q;
    struct error error;
    char *console;
    write_script("printf '[3] hello\\n[4] bye\\n'; echo noise >&2\n"
                 "printf 'nocturne: end exit cyc' >&2; sleep 0.1; echo 'les=1234 status=0' >&2\n"
                 "exec sleep 1000");
    assert_int_equal(follow(torus, &q, &console, &error), STATUS_DONE);
    assert_string_equal(console, "[3] hello\n[4] bye\n");
    assert_string_equal(q.reason, "exit");
    assert_int_equal(q.cycles, 1234);
    assert_null(q.deadlock);
    pid_t pid = q.pid;
    qemu_stop(&q);
    assert_int_equal(kill(pid, 0), -1);
    assert_int_equal(errno, ESRCH);
    qemu_stop(&q); /* harmless */
    free(console);
}

/* Of a worm that goes by turn headers the emulator may show a turn: where to is not known. */
TEST(turns_are_understood)
{
    struct qemu q;
    struct error error;
    char *console;
    write_script("echo 'nocturne: worm from node 3, header 0x00040024, holds 1->2 (port 0 vc 0), "
                 "waits for 2->3 (port 0 vc 0)' >&2\n"
                 "echo 'nocturne: end deadlock cycles=77 status=3' >&2");
    assert_int_equal(follow(torus, &q, &console, &error), STATUS_DONE);
    assert_int_equal(json_array_size(q.deadlock), 1);
    assert_true(json_is_null(json_object_get(json_array_get(q.deadlock, 0), "to")));
    qemu_stop(&q);
    free(console);
}

/* Of a worm with several destinations it shows all header flits, lists in them too. */
TEST(visits_are_understood)
{
    struct qemu q;
    struct error error;
    char *console;
    write_script(
        "echo 'nocturne: worm from node 3, header 0x00000041 0x00040003 0x00000051 0x00000011 "
        "0x00000012, holds 4->4 (port 255 vc 0), waits for 1->1 (port 255 vc 0)' >&2\n"
        "echo 'nocturne: end deadlock cycles=77 status=3' >&2");
    assert_int_equal(follow(torus, &q, &console, &error), STATUS_DONE);
    const json_t *wait = json_array_get(q.deadlock, 0);
    char *visits = json_dumps(json_object_get(wait, "visits"), JSON_COMPACT);
    assert_string_equal(visits, "[4,1]");
    assert_int_equal(json_integer_value(json_object_get(wait, "to")), 1);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(wait, "wants"), "next")),
                     1);
    qemu_stop(&q);
    free(visits);
    free(console);
}

TEST(a_deadlock_is_understood)
{
    struct qemu q;
    struct error error;
    char *console;
    write_script("echo 'nocturne: circular wait of 2 worms closed in cycle 70' >&2\n"
                 "echo 'nocturne: worm from node 3, header 0x000000a2, holds 1->2 (port 0 vc 0), "
                 "waits for 2->3 (port 0 vc 0)' >&2\n"
                 "echo 'nocturne: worm from node 4, header 0x000000b2, holds 2->3 (port 0 vc 0), "
                 "waits for 1->2 (port 0 vc 0)' >&2\n"
                 "echo 'nocturne: end deadlock cycles=77 status=3' >&2");
    assert_int_equal(follow(torus, &q, &console, &error), STATUS_DONE);
    assert_string_equal(q.reason, "deadlock");
    assert_int_equal(json_array_size(q.deadlock), 2);
    const json_t *first = json_array_get(q.deadlock, 0);
    assert_int_equal(result_number(first, "from"), 3);
    assert_int_equal(result_number(first, "to"), 10);
    assert_int_equal(result_number(json_object_get(first, "holds"), "node"), 1);
    assert_int_equal(result_number(json_object_get(first, "holds"), "next"), 2);
    assert_int_equal(result_number(json_object_get(first, "holds"), "dim"), 0);
    assert_int_equal(result_number(json_object_get(first, "wants"), "next"), 3);
    qemu_stop(&q);
    free(console);
}

/* Whatever is wrong with the emulator: status 3 and its own words. */
TEST(broken_emulators)
{
    static const struct {
        const char *lines, *says;
    } broken[] = {
        {"exit 0", "without a message"},
        {"echo 'no memory' >&2; exit 1", "no memory"},
        {"echo \"qemu-system-x: Property 'a.b' not found\" >&2; exit 1", "another build"},
        {"kill -SEGV $$", "QEMU has ended"},
        {"exec >&- 2>&-; exec sleep 1000", "QEMU has ended"},
        {"head -c 100000 /dev/zero | tr '\\0' x >&2", "QEMU has ended"},
    };
    for (unsigned i = 0; i < sizeof broken / sizeof *broken; i++) {
        struct qemu q;
        struct error error;
        char *console;
        write_script(broken[i].lines);
        assert_int_equal(follow(torus, &q, &console, &error), STATUS_ENVIRONMENT);
        if (!strstr(error.text, broken[i].says)) {
            fail_msg("'%s' does not say '%s'", error.text, broken[i].says);
        }
        qemu_stop(&q);
        free(console);
    }
}

/* Whatever another program says or does, it is the wrong one. */
TEST(other_programs)
{
    static const char *const lines[] = {
        "exit 0",
        ("echo 'qemu-system-x: unsupported machine type' >&2\n"
         "echo 'Use -machine help to list supported machines' >&2; exit 1"),
        "exec cat \"$@\"",
        "exec 2>&-; while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done",
    };
    for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct qemu q;
        struct error error;
        char *console;
        write_script_of("", lines[i]);
        assert_int_equal(follow(torus, &q, &console, &error), STATUS_ENVIRONMENT);
        if (!strstr(error.text, "is not Nocturne's emulator")) {
            fail_msg("'%s'", error.text);
        }
        qemu_stop(&q);
        free(console);
    }
}

BEFORE_ALL
{
    assert_non_null(mkdtemp(directory));
    snprintf(script, sizeof script, "%s/qemu", directory);
    snprintf(copy, sizeof copy, "%s/params", directory);
    setenv("NOCT_QEMU", script, 1);
}

AFTER_ALL
{
    unlink(script);
    unlink(copy);
    assert_int_equal(rmdir(directory), 0);
}
