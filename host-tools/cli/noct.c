/* SPDX-License-Identifier: BSD-2-Clause */
/* noct: a command, its flags, its answer. commands.c has the table. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "result/result.h"
#include "show/commands.h"
#include "show/narrow.h"
#include "own/checked_algorithm.h"
#include "own/checked_routing.h"
#include "sweep/sweep.h"
#include "commands/commands.h"
#include "completion.h"
#include "help/help.h"
#include "picture/picture.h"
#include "base/alloc.h"
#include "base/install_paths.h"
#include "base/subprocess.h"
#include "base/terminal.h"
#include "base/text_lines.h"

#ifndef NOCT_VERSION
#define NOCT_VERSION "unversioned"
#endif

/* The version of noct, and of the emulator that it would start, if there is one. */
static void print_version(void)
{
    char path[PATH_MAX], text[PROGRAM_TEXT];
    struct error error;
    printf("noct %s\n", NOCT_VERSION);
    if (find_qemu(path, &error) == STATUS_DONE) {
        const char *const question[] = {path, "--version", NULL};
        if (program_says(question, text)) {
            printf("%.*s\n", (int)strcspn(text, "\n"), text);
        }
    }
}

/* An algorithm was used where its proof does not hold. */
static void warn_of_force(const struct command *command, const json_t *result)
{
    const char *reason = json_string_value(json_object_get(result, "forced"));
    if (reason) {
        fprintf(stderr, "noct %s: warning: algorithm '%s' is forced: %s\n", command->name,
                json_string_value(json_object_get(result, "algorithm")), reason);
    }
}

/* What a wrong routing or algorithm has made nonsense is no answer. */
static enum status execute(const struct command *command, const struct options *o, json_t **result,
                           struct error *error)
{
    bool pictures = command->groups & GROUP(PICTURE);
    enum status status = pictures ? picture_check(o, error) : STATUS_DONE;
    if (status) {
        return status;
    }
    status = command->execute(o, result, error);
    if (checked_routing_fault(error) || checked_algorithm_fault(error)) {
        json_decref(*result);
        *result = NULL;
        status = STATUS_BAD;
    }
    struct error undrawn = {.text = ""};
    enum status drawn =
        *result && pictures ? picture_draw(command->name, o, *result, &undrawn) : STATUS_DONE;
    if (drawn && !status) { /* why the answer is no says more */
        *error = undrawn;
    }
    return status ? status : drawn;
}

/* What noct ends with. */
static int exit_status(const struct command *command, enum status status, const json_t *result)
{
    if (!command->own_status) {
        return (int)status;
    }
    return result ? (int)json_integer_value(json_object_get(result, "exit_status"))
         : status ? COMMAND_FAILED
                  : STATUS_DONE;
}

/* One experiment, its answer printed. */
static int answer_one(const struct command *command, const struct options *o)
{
    struct error error = {.text = ""};
    json_t *result = NULL;
    enum status status = execute(command, o, &result, &error);
    if (status != STATUS_BAD) {
        warn_of_force(command, result);
    }
    if (result && o->json) {
        result_print(result);
    } else if (result) {
        narrow_begin();
        command->show(o, result);
        picture_show(command->name, o, result);
        narrow_end();
    }
    fflush(stdout);
    if (error.text[0]) {
        fprintf(stderr, "noct %s: %s\n", command->name, error.text);
    }
    int own = exit_status(command, status, result);
    json_decref(result);
    return own;
}

/* All experiments of a study; its summary printed. */
static int answer_study(const struct depth *depth, const struct options *o)
{
    struct error error = {.text = ""};
    json_t *summary;
    enum status status = sweep_options(o, depth, &summary, &error);
    if (summary) {
        narrow_begin();
        show_study(o, summary);
        narrow_end();
    }
    fflush(stdout);
    if (error.text[0]) {
        fprintf(stderr, "noct %s: %s\n", depth->name, error.text);
    }
    json_decref(summary);
    return (int)status;
}

/* One answer of line `number` of a batch, with the id that the line has. error: the line's; or STATUS_DONE:
 * the experiment is made. */
static enum status answer_in_batch(const struct command *command, const struct options *o,
                                   unsigned long number, struct error *error)
{
    json_t *result = NULL;
    enum status status = error->status ? error->status : execute(command, o, &result, error);
    if (!result) {
        result = json_pack("{s:i}", "schema", RESULT_SCHEMA);
    }
    if (o->id) {
        json_object_set(result, "id", o->id);
    }
    if (error->text[0]) {
        json_object_set_new(result, "error", json_string(error->text));
        json_object_set_new(result, "line", json_integer((json_int_t)number));
    }
    result_print(result);
    json_decref(result);
    return status;
}

/* A bad line counts most: whoever wrote the batch can mend it. */
static enum status worse(enum status a, enum status b)
{
    static const int rank[] = {
        [STATUS_DONE] = 0, [STATUS_NO] = 1, [STATUS_ENVIRONMENT] = 2, [STATUS_BAD] = 3};
    return rank[a] > rank[b] ? a : b;
}

/* A line with lists: an answer for each of its experiments. */
struct listed {
    const struct command *command;
    unsigned long number;
};

static enum status answer_listed(void *opaque, const struct options *o)
{
    const struct listed *l = opaque;
    struct error error = {.text = ""};
    return answer_in_batch(l->command, o, l->number, &error);
}

/* Line `number` of a batch; every line gets its answer line, or one for each of its experiments. */
static enum status answer_line(const struct command *command, const struct options *defaults,
                               const char *line, unsigned long number)
{
    const struct depth *depth = depth_find(command->name);
    struct listed listed = {command, number};
    struct error error = {.text = ""};
    struct options o;
    options_copy(&o, defaults);
    enum status status = options_object(&o, line, command->name, command->groups, &error);
    if (!status && depth && sweep_is_wanted(&o, depth)) {
        enum status worst = sweep_each(&o, depth, answer_listed, &listed, worse, &error);
        if (!error.status) {
            options_free(&o);
            return worst;
        }
    }
    status = answer_in_batch(command, &o, number, &error);
    options_free(&o);
    return status;
}

static enum status answer_batch(const struct command *command, const struct options *defaults)
{
    enum status status = STATUS_DONE;
    struct error error = {.text = ""};
    struct text_lines lines = TEXT_LINES(stdin);
    lines.with_zeros = true;
    while (!ferror(stdout) && text_lines_next(&lines)) {
        if (strlen(lines.text) < lines.length) {
            lines.text[0] = 0; /* a NUL inside: no JSON either way */
        }
        status =
            worse(status, answer_line(command, defaults, lines.text, (unsigned long)lines.number));
    }
    if (text_lines_end(&lines, STATUS_DONE, "standard input", &error)) {
        error_fix(&error, "a batch has an experiment in JSON on each line");
        fflush(stdout);
        fprintf(stderr, "noct %s: %s\n", command->name, error.text);
        return STATUS_BAD;
    }
    return status;
}

/* What other tools call it; NULL: nothing of ours. */
static const char *own_name(const char *word)
{
    static const struct {
        const char *word, *own;
    } names[] = {
        {"mpiexec", "mpirun"},  {"mpirun.mpich", "mpirun"},
        {"srun", "mpirun"},     {"prun", "mpirun"},
        {"launch", "mpirun"},   {"gcc", "cc"},
        {"clang", "cc"},        {"compile", "cc"},
        {"build", "cc"},        {"g++", "c++"},
        {"cxx", "c++"},         {"mpicxx", "mpicc"},
        {"mpic++", "mpicc"},    {"mpiCC", "mpicc"},
        {"mpigcc", "mpicc"},    {"gdb", "run --gdb"},
        {"debug", "run --gdb"}, {"perf", "profile"},
        {"start", "run"},       {"exec", "run"},
        {"simulate", "sim"},
    };
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(word, names[i].word) == 0) {
            return names[i].own;
        }
    }
    return NULL;
}

/* An unknown first word; help: behind that one. */
static enum status no_command(const char *word, bool help)
{
    const char *names[36];
    unsigned n = 0;
    for (const struct command *c = commands; c->name && n < 24; c++) {
        names[n++] = c->name;
    }
    for (const struct help_page *p = help_pages; help && p->name && n < 32; p++) {
        if (help_is_topic(p)) {
            names[n++] = p->name;
        }
    }
    names[n++] = "completion";
    names[n++] = "--help";
    names[n++] = "--version";
    names[n] = NULL;
    const char *own = help ? NULL : own_name(word), *near = own ? own : nearest(word, names);
    struct error error;
    error_set(&error, STATUS_BAD, "'%s': unknown %s", word, help ? "command or topic" : "command");
    if (near) {
        error_fix(&error, "did you mean %s?", near);
    } else {
        error_fix(&error, "'noct --help' lists them");
    }
    fprintf(stderr, "noct: %s\n", error.text);
    return STATUS_BAD;
}

static int output_lost = STATUS_ENVIRONMENT; /* what noct ends with if nobody can read the answer */

static int do_command(const struct command *command, int argc, char **argv)
{
    const struct depth *depth = depth_find(command->name);
    struct options o = {.text = {NULL}};
    struct error error = {.text = ""};
    output_lost = exit_status(command, STATUS_ENVIRONMENT, NULL);
    if (command->run && !(argc == 2 && strcmp(argv[1], "--help") == 0)) {
        return command->run(argc, argv);
    }
    int status = (int)options_flags(&o, argc, argv, command->groups, &error);
    if (status) {
        status = exit_status(command, STATUS_BAD, NULL);
        fprintf(stderr, "noct %s: %s\n", command->name, error.text);
    } else if (o.help) {
        help_command(command);
    } else if (o.batch && command->show && command->groups && !command->own_status) {
        status = picture_check_batch(&o, &error);
        if (status) {
            fprintf(stderr, "noct %s: %s\n", command->name, error.text);
        } else {
            status = (int)answer_batch(command, &o);
        }
    } else if (o.batch) {
        status = exit_status(command, STATUS_BAD, NULL);
        fprintf(stderr, "noct %s: --batch: this command takes no batch\n", command->name);
    } else if (depth && sweep_is_wanted(&o, depth)) {
        status = picture_check_study(&o, &error);
        if (status) {
            fprintf(stderr, "noct %s: %s\n", command->name, error.text);
        } else {
            status = answer_study(depth, &o);
        }
    } else {
        status = answer_one(command, &o);
    }
    options_free(&o);
    return status;
}

static enum status do_help(const char *word, const char *second)
{
    return help_named(word ? word : "help", second) ? STATUS_DONE : no_command(word, true);
}

static int do_word(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : NULL;
    struct error error;
    enum status status;
    if (!word) {
        fprintf(
            stderr,
            "noct: no command; 'noct --help' lists them, 'noct demo' shows what this is about\n");
        return STATUS_BAD;
    }
    const char *next = argc > 2 ? argv[2] : NULL;
    bool asked = strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
    if (asked && !next) {
        help_all();
        return STATUS_DONE;
    }
    if (asked || strcmp(word, "help") == 0) {
        return do_help(next, argc > 3 ? argv[3] : NULL);
    }
    if (strcmp(word, "--version") == 0) {
        print_version();
        return STATUS_DONE;
    }
    if (strcmp(word, "completion") == 0) {
        if (next && strcmp(next, "--help") == 0) {
            return do_help(word, NULL);
        }
        status = completion(next, &error);
        if (status) {
            fprintf(stderr, "noct: %s\n", error.text);
        }
        return status;
    }
    const struct command *command = command_find_two(word, next);
    if (!command) {
        return no_command(word, false);
    }
    int words = command_second(command) ? 2 : 1;
    char name[40]; /* as errors show it */
    snprintf(name, sizeof name, "%s", command->name);
    argv[words] = name;
    return do_command(command, argc - words, argv + words);
}

/*
 * A file that we open must not become standard output because that was closed.
 * Opened the wrong way round, so that using it still fails.
 */
static void fill_standard_files(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0) {
            (void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

static void on_cpu_limit(int number)
{
    static const char text[] =
        "noct: the limit of processor time is used up; raise it: ulimit -t\n";
    (void)number;
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    _exit(STATUS_ENVIRONMENT);
}

/* Those of the shell (ulimit) end in a sentence: a file that would be too large is an error of who
 * writes it. Where the limit of time that warns is the one that kills, it comes a second before. */
static void meet_limits(void)
{
    struct rlimit time;
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGXCPU, on_cpu_limit);
    if (getrlimit(RLIMIT_CPU, &time) == 0 && time.rlim_max != RLIM_INFINITY && time.rlim_max > 1 &&
        time.rlim_cur == time.rlim_max) {
        time.rlim_cur--;
        setrlimit(RLIMIT_CPU, &time);
    }
}

/* A stack grows up to its limit, which may be raised while it is small. */
static void meet_stack_limit(void)
{
    enum { LEAST = 1 << 20 };
    struct rlimit stack;
    if (getrlimit(RLIMIT_STACK, &stack) || stack.rlim_cur >= LEAST) {
        return;
    }
    stack.rlim_cur = stack.rlim_max < LEAST ? stack.rlim_max : LEAST;
    if (setrlimit(RLIMIT_STACK, &stack) || stack.rlim_cur < LEAST) {
        fprintf(stderr, "noct: the limit of the stack is below %d KiB; raise it: ulimit -s\n",
                LEAST / 1024);
        exit(STATUS_ENVIRONMENT);
    }
}

int main(int argc, char **argv)
{
    meet_stack_limit();
    alloc_keep_freed();
    fill_standard_files();
    signal(SIGCHLD, SIG_DFL); /* whoever started noct may ignore it; programs are waited for here */
    meet_limits();
    terminal_guard();
    int status = do_word(argc, argv);
    if (fflush(stdout) || ferror(stdout)) {
        fprintf(stderr,
                "noct: standard output: the answer cannot be written; give one that is open "
                "and has room\n");
        status = output_lost;
    }
    return status;
}
