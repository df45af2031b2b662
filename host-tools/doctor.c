/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct doctor: looks at everything noct needs or likes to have, and says for
 * each what to do when it is not as it should be. Missing things that are
 * only nice to have do not count against the exit status.
 */
#include <arpa/inet.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "command.h"
#include "experiment.h"
#include "files.h"
#include "image.h"
#include "openocd.h"
#include "program.h"
#include "table.h"

enum { HOST_BYTES_PER_CORE = 400 * 1024 };

struct finding {
    bool ok, needed;
    char found[PATH_MAX + 100];
    const char *fix;
};

static void first_line(struct finding *f, const char *text)
{
    snprintf(f->found, sizeof f->found, "%.*s", (int)strcspn(text, "\n"), text);
}

static void look_qemu(struct finding *f, const struct options *o)
{
    char path[PATH_MAX], text[PROGRAM_TEXT];
    struct complaint why;
    (void)o;
    f->fix = "in the source tree: make";
    if (find_qemu(path, &why)) {
        snprintf(f->found, sizeof f->found, "%s", why.text);
        return;
    }
    const char *const version[] = { path, "--version", NULL };
    if (!program_is_emulator(path)) {
        snprintf(f->found, sizeof f->found, "%s has no machine 'nocturne'", path);
        return;
    }
    f->ok = program_says(version, text);
    first_line(f, text);
}

static void look_firmware(struct finding *f, const struct options *o)
{
    char path[PATH_MAX];
    struct complaint why;
    struct image image;
    (void)o;
    f->fix = "in the source tree: make";
    if (find_firmware(path, "multicast", &why) || image_open(&image, path, &why)) {
        snprintf(f->found, sizeof f->found, "%s", why.text);
        return;
    }
    image_close(&image);
    snprintf(f->found, sizeof f->found, "%s", path);
    f->ok = true;
}

static void look_program(struct finding *f, const char *const *names, const char *fix)
{
    char text[PROGRAM_TEXT];
    f->fix = fix;
    for (; *names && !f->ok; names++) {
        const char *const arguments[] = { *names, "--version", NULL };
        f->ok = program_says(arguments, text);
        first_line(f, f->ok ? text : "not installed");
    }
}

static void look_gcc(struct finding *f, const struct options *o)
{
    static const char *const names[] = { "riscv64-unknown-elf-gcc", NULL };
    (void)o;
    look_program(f, names, "apt-get install gcc-riscv64-unknown-elf");
}

/* It compiles routings of the user's own. */
static void look_cc(struct finding *f, const struct options *o)
{
    const char *given = getenv("CC");
    const char *const names[] = { given && *given ? given : "cc", NULL };
    (void)o;
    look_program(f, names, "apt-get install gcc, for --routing ./mine.c; or name another in CC");
}

static void look_gdb(struct finding *f, const struct options *o)
{
    static const char *const names[] = { "gdb-multiarch", "riscv64-unknown-elf-gdb", NULL };
    (void)o;
    look_program(f, names, "apt-get install gdb-multiarch");
}

static void look_openocd(struct finding *f, const struct options *o)
{
    char version[OPENOCD_VERSION_TEXT];
    const char *path;
    struct complaint why;
    (void)o;
    f->fix = "apt-get install openocd (0.12 or later)";
    f->ok = openocd_find(&path, version, &why) == STATUS_DONE;
    snprintf(f->found, sizeof f->found, "%s", f->ok ? version : why.text);
}

static void look_ports(struct finding *f, const struct options *o)
{
    struct sockaddr_in a = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    (void)o;
    f->fix = "allow this user to listen on 127.0.0.1";
    f->ok = fd >= 0 && bind(fd, (struct sockaddr *)&a, sizeof a) == 0 && listen(fd, 1) == 0;
    snprintf(f->found, sizeof f->found,
             f->ok ? "there are free ones" : "cannot listen on the loopback");
    if (fd >= 0) {
        close(fd);
    }
}

static void look_memory(struct finding *f, const struct options *o)
{
    struct complaint why;
    struct experiment e;
    uint64_t nodes = 64, available = 0;
    char line[128];
    FILE *info = fopen("/proc/meminfo", "r");
    if (o->text[KEY_topology] && experiment_make(&e, o, NEED_NETWORK, &why) == STATUS_DONE) {
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
    f->fix = "close other programs, or take a smaller topology";
    f->ok = available * 1024 >= nodes * HOST_BYTES_PER_CORE;
    snprintf(f->found, sizeof f->found,
             "%" PRIu64 " MiB free; %" PRIu64 " cores take about %" PRIu64, available / 1024, nodes,
             nodes * HOST_BYTES_PER_CORE / 1048576 + 1);
}

static const struct check {
    const char *name;
    bool needed;
    void (*look)(struct finding *f, const struct options *o);
} checks[] = {
    { "emulator", true, look_qemu },    { "firmware", true, look_firmware },
    { "memory", true, look_memory },    { "ports", true, look_ports },
    { "compiler", false, look_gcc },    { "host-cc", false, look_cc },
    { "debugger", false, look_gdb },    { "openocd", false, look_openocd },
};

enum status ask_doctor(const struct options *o, json_t **answer, struct complaint *why)
{
    enum status status = STATUS_DONE;
    struct experiment e;
    json_t *list = json_array();
    if (o->text[KEY_topology]) {
        if (experiment_make(&e, o, NEED_NETWORK, why)) {
            json_decref(list);
            return STATUS_BAD;
        }
        experiment_free(&e);
    }
    for (unsigned i = 0; i < sizeof checks / sizeof *checks; i++) {
        struct finding f = { .needed = checks[i].needed };
        checks[i].look(&f, o);
        json_t *one = json_pack("{s:s,s:b,s:b}", "name", checks[i].name, "ok", f.ok, "needed",
                                f.needed);
        json_object_set_new(one, "host_found", json_string(f.found));
        json_object_set_new(one, "fix", f.ok ? json_null() : json_string(f.fix));
        json_array_append_new(list, one);
        if (!f.ok && f.needed) {
            status = complain(why, STATUS_ENVIRONMENT, "%s: %s", checks[i].name, f.found);
        }
    }
    *answer = json_pack("{s:i,s:o}", "schema", 1, "checks", list);
    return status;
}

void show_doctor(const struct options *o, const json_t *answer)
{
    const json_t *check;
    size_t i;
    (void)o;
    json_array_foreach(json_object_get(answer, "checks"), i, check) {
        const char *fix = json_string_value(json_object_get(check, "fix"));
        const char *found = json_string_value(json_object_get(check, "host_found"));
        printf("%-8s %-9s %s\n",
               fix ? json_is_true(json_object_get(check, "needed")) ? "MISSING" : "optional" : "ok",
               json_string_value(json_object_get(check, "name")), found ? found : "");
        if (fix) {
            printf("         -> %s\n", fix);
        }
    }
}
