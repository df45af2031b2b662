/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct profile: where the cores of an emulated board spend their cycles. The emulator looks at each
 * core every so many cycles, which the program cannot notice, and adds up how long it sleeps for
 * whom; here that becomes functions and lines.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/number.h"
#include "base/out_file.h"
#include "commands.h"
#include "profile_read.h"
#include "profile_sum.h"
#include "program/firmware.h"
#include "program/firmware_fit.h"
#include "image/image_origin.h"
#include "result/result.h"
#include "run/host.h"
#include "run/qemu.h"
#include "run/measured_run.h"
#include "speedscope.h"
#include "experiment/experiment_result.h"
#include "specify/specify.h"

enum { EVERY_DEFAULT = 97, EVERY_MAX = 1 << 20 };

struct session {
    const struct options *o;
    struct experiment e;
    struct elf_image image;
    char firmware[PATH_MAX];
    uint64_t every;
    struct qemu qemu;
    struct profile profile;
};

/* The board, until it ends; its profile is in `file` then. */
static enum status run_board(struct session *s, int file, struct error *error)
{
    struct qemu_board board = {.firmware = s->firmware,
                               .id = QEMU_BOARD_ID,
                               .profile = file + 1,
                               .profile_every = (uint32_t)s->every};
    struct qemu_host host;
    bool served;
    enum status status = host_serve(&host, &served, s->o, error);

    if (status) {
        return status;
    }
    board.host = served ? &host : NULL;
    qemu_on_signal(-1, NULL);
    status = qemu_start_board(&s->qemu, &s->e, &board, QEMU_NO_SOCKET, QEMU_NO_SOCKET,
                              limit_of(&s->e), error);
    s->qemu.errors = stderr;
    if (!status) {
        status = qemu_follow(&s->qemu, &s->e, s->o->json ? stderr : stdout, true, error);
    }
    host_end(&host);
    return status;
}

static enum status run_and_read(struct session *s, struct error *error)
{
    int fd = memfd_create("profile", MFD_CLOEXEC);
    FILE *file;
    enum status status;

    if (fd < 0) {
        return error_set(error, STATUS_ENVIRONMENT, "cannot make a file for the profile: %s",
                         strerror(errno));
    }
    status = run_board(s, fd, error);
    file = status ? NULL : fdopen(fd, "r");
    if (!file) {
        close(fd);
        return status ? status
                      : error_set(error, STATUS_ENVIRONMENT, "cannot read the profile: %s",
                                  strerror(errno));
    }
    status = profile_read(&s->profile, file, error);
    fclose(file);
    return status;
}

/* --- what is answered ---------------------------------------------------------- */

static enum status write_out(const struct session *s, const char *name,
                             const struct debug_info *source, struct error *error)
{
    json_t *whole = speedscope_make(&s->profile, &s->image, source, s->firmware);
    int failed = json_dump_file(whole, name, JSON_COMPACT);

    json_decref(whole);
    return !failed ? STATUS_DONE
                   : error_set(error, STATUS_BAD, "out '%s': %s; give a file that can be written",
                               name, strerror(errno));
}

static uint64_t sum_of(const json_t *rows, const char *key)
{
    const json_t *row;
    uint64_t sum = 0;
    size_t i;

    json_array_foreach ((json_t *)(uintptr_t)rows, i, row) {
        sum += (uint64_t)result_number(row, key);
    }
    return sum;
}

static json_t *make_answer(const struct session *s, const struct debug_info *source)
{
    const struct profile *p = &s->profile;
    struct experiment e = s->e;
    json_t *cores = profile_cores(p), *result;

    e.algorithm = s->o->text[KEY_firmware] ? NULL : e.algorithm; /* another program */
    result = result_new(&e);
    json_object_set_new(result, "firmware", json_string(s->firmware));
    image_origin_set(result, &s->image);
    json_object_set_new(result, "end", json_string(s->qemu.reason));
    json_object_set_new(result, "nodes", json_integer(p->nodes));
    json_object_set_new(result, "cycles", json_integer((json_int_t)p->cycles));
    json_object_set_new(result, "every", json_integer((json_int_t)p->every));
    json_object_set_new(result, "awake", json_integer((json_int_t)sum_of(cores, "awake")));
    json_object_set_new(result, "asleep", json_integer((json_int_t)sum_of(cores, "asleep")));
    json_object_set_new(result, "functions", profile_functions(p, &s->image, source));
    json_object_set_new(result, "lines", profile_lines(p, &s->image, source));
    json_object_set_new(result, "waits", profile_waits(p));
    json_object_set_new(result, "cores", cores);
    return result;
}

/* Did the run end well? What was seen until then is told all the same. */
static enum status judge(const struct session *s, struct error *error)
{
    if (strcmp(s->qemu.reason, "limit") == 0) {
        limit_reached(&s->e, s->qemu.cycles, error);
        error_remark(error, "the profile is of what happened until then");
        return STATUS_NO;
    }
    if (strcmp(s->qemu.reason, "exit") != 0) {
        error_set(error, STATUS_NO, "the run did not reach its end: %s in cycle %" PRIu64,
                  s->qemu.reason, s->qemu.cycles);
        error_remark(error, "the profile is of what happened until then");
        return STATUS_NO;
    }
    return STATUS_DONE;
}

static enum status profiled(struct session *s, json_t **result, struct error *error)
{
    const char *out = s->o->text[KEY_out];
    enum status status = run_and_read(s, error);

    if (!status) {
        struct debug_info *source = debug_info_open(&s->image);
        status = out ? write_out(s, out, source, error) : STATUS_DONE;
        if (!status) {
            *result = make_answer(s, source);
            if (out) {
                json_object_set_new(*result, "file", json_string(out));
            }
            status = judge(s, error);
        }
        debug_info_close(source);
    }
    profile_free(&s->profile);
    qemu_stop(&s->qemu);
    return status;
}

static enum status profile_program(const struct options *o, json_t **result, struct error *error)
{
    struct session s = {.o = o};
    enum status status = number_option(o, KEY_period, 1, EVERY_MAX, EVERY_DEFAULT, &s.every, error);

    if (!status && o->text[KEY_out]) {
        status = out_file_check(o->text[KEY_out], error);
    }
    if (!status) {
        status = experiment_make(&s.e, o, NEED_SET | NEED_FIRMWARE, error);
    }
    if (status) {
        return status;
    }
    if (!o->text[KEY_firmware]) {
        status = firmware_check_routes(&s.e, error);
    }
    if (!status) {
        status = firmware_open(&s.image, s.firmware, &s.e, o, error);
    }
    if (!status) {
        status = profiled(&s, result, error);
        elf_image_close(&s.image);
    }
    experiment_free(&s.e);
    return status;
}

enum status execute_profile(const struct options *o, json_t **result, struct error *error)
{
    struct options known;
    enum status status = host_options(&known, o, error);

    if (!status) {
        status = profile_program(&known, result, error);
        options_free(&known);
    }
    return status;
}
