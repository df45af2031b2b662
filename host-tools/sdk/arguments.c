/* SPDX-License-Identifier: BSD-2-Clause */
#include "arguments.h"

#include <ctype.h>
#include <string.h>

#include "base/alloc.h"

/* Options whose value is the next word; the others' is a part of the word, or there is none. */
static const char *const with_value[] = {"-o",           "-x",
                                         "-I",           "-L",
                                         "-D",           "-U",
                                         "-include",     "-imacros",
                                         "-isystem",     "-iquote",
                                         "-idirafter",   "-iprefix",
                                         "-iwithprefix", "-iwithprefixbefore",
                                         "-isysroot",    "-MF",
                                         "-MT",          "-MQ",
                                         "-T",           "-Xlinker",
                                         "-Xassembler",  "-Xpreprocessor",
                                         "-u",           "-z",
                                         "-e",           "-A",
                                         "-B",           "-aux-info",
                                         "--param",      "-dumpbase",
                                         "-dumpdir",     "-specs",
                                         "-wrapper",     NULL};

/* Options by which nothing is linked. */
static const char *const links_not[] = {"-c", "-S", "-E", "-M", "-MM", "-r", "-fsyntax-only", NULL};

static bool is_one_of(const char *word, const char *const *list)
{
    while (*list && strcmp(*list, word) != 0) {
        list++;
    }
    return *list;
}

/* --- what the cores can run -------------------------------------------------------------- */

static const char cores[] = "the cores are RV32IMAC (docs/board.md)";

static enum status refuse_arch(const char *march, struct error *error)
{
    error_set(error, STATUS_BAD, "-march=%s: %s", march, cores);
    return error_fix(error, "give rv32imac or a part of it, as rv32im, or nothing");
}

/* One of the extensions after the first '_', n letters long. */
static bool knows_extension(const char *name, size_t n)
{
    static const char *const known[] = {"zicsr", "zifencei", NULL};
    for (const char *const *k = known; *k; k++) {
        if (strlen(*k) == n && strncmp(*k, name, n) == 0) {
            return true;
        }
    }
    return false;
}

/* Versions, as 2p1 behind a letter, are the compiler's business. */
static const char *skip_version(const char *at)
{
    while (isdigit((unsigned char)*at) || (*at == 'p' && isdigit((unsigned char)at[1]))) {
        at++;
    }
    return at;
}

static enum status check_arch(const char *march, struct error *error)
{
    const char *at = march;
    if (strncmp(at, "rv32i", 5) != 0) {
        return refuse_arch(march, error);
    }
    for (at = skip_version(at + 5); *at && *at != '_'; at = skip_version(at + 1)) {
        if (!strchr("mac", *at)) {
            return refuse_arch(march, error);
        }
    }
    while (*at == '_') {
        size_t n = strcspn(at + 1, "_0123456789");
        if (!knows_extension(at + 1, n)) {
            return refuse_arch(march, error);
        }
        at = skip_version(at + 1 + n);
    }
    return *at ? refuse_arch(march, error) : STATUS_DONE;
}

static enum status check_abi(const char *abi, struct error *error)
{
    if (strcmp(abi, "ilp32") == 0) {
        return STATUS_DONE;
    }
    error_set(error, STATUS_BAD, "-mabi=%s: the libraries are for ilp32", abi);
    return error_fix(error, "give ilp32 or nothing");
}

/* What the board does not have, as options. */
static enum status check_option(const char *word, struct error *error)
{
    static const struct {
        const char *word, *why, *fix;
    } refused[] = {
        {"-shared", "a board has no shared libraries", "link all into one program"},
        {"-pie", "a program stands at one address", "leave it out"},
        {"-static-pie", "a program stands at one address", "leave it out"},
        {"-pthread", "a core runs one program, without threads", "use a rank for each"},
        {"-fopenmp", "a core runs one program, without threads", "use a rank for each"},
    };
    if (strncmp(word, "-march=", 7) == 0) {
        return check_arch(word + 7, error);
    }
    if (strncmp(word, "-mabi=", 6) == 0) {
        return check_abi(word + 6, error);
    }
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        if (strcmp(word, refused[i].word) == 0) {
            error_set(error, STATUS_BAD, "%s: %s", word, refused[i].why);
            return error_fix(error, "%s", refused[i].fix);
        }
    }
    return STATUS_DONE;
}

/* --- the command line -------------------------------------------------------------------- */

/* Ours is not passed on. */
static bool take_own(struct arguments *a, const char *word)
{
    bool *own = strcmp(word, "--size") == 0  ? &a->size
              : strcmp(word, "--sdk") == 0   ? &a->sdk
              : strcmp(word, "--trace") == 0 ? &a->trace
                                             : NULL;
    if (own) {
        *own = true;
    }
    return own;
}

enum status arguments_read(struct arguments *a, int argc, char **argv, struct error *error)
{
    enum status status = STATUS_DONE;
    a->links = true;
    a->text = alloc_array((size_t)argc + 1, sizeof *a->text);
    for (int i = 1; i < argc && !status; i++) {
        char *word = argv[i];
        if (take_own(a, word)) {
            continue;
        }
        a->text[a->count++] = word;
        a->inputs += word[0] != '-' || !word[1] || strncmp(word, "-l", 2) == 0;
        a->links = a->links && !is_one_of(word, links_not);
        status = check_option(word, error);
        if (strncmp(word, "-o", 2) == 0 && word[2]) {
            a->output = word + 2;
        }
        if (is_one_of(word, with_value) && i + 1 < argc) {
            a->text[a->count++] = argv[++i];
            a->output = strcmp(word, "-o") == 0 ? argv[i] : a->output;
        }
    }
    return status;
}
