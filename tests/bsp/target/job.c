/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What programs ask of the host, and how they end: tests/host-tools/check-mpirun starts it, its
 * first argument says what it is to do.
 */
#define _DEFAULT_SOURCE /* NOLINT: the C library's name */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "host.h"
#include "ni.h"
#include "stop.h"

extern char **environ;

/* host_call(), but not at a multiple of four bytes. */
uint32_t host_call_between(uint32_t call, const void *block);
__asm__(".section .text.host_call_between, \"ax\"\n"
        ".balign 16\n"
        "host_call_between:\n"
        "    c.nop\n"
        ".option push\n"
        ".option norvc\n"
        "    slli zero, zero, 0x1f\n"
        "    ebreak\n"
        "    srai zero, zero, 7\n"
        ".option pop\n"
        "    ret\n"
        ".text\n");

static uint32_t call3(uint32_t call, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t block[] = {a, b, c, c};

    return host_call(call, block);
}

/* The call fails, for this reason of enum noc_host_errno. */
#define FAILS(reason, answer)                                         \
    do {                                                              \
        CHECK((answer) == UINT32_MAX);                                \
        CHECK(host_call(NOC_HOST_ERRNO, NULL) == (uint32_t)(reason)); \
    } while (0)

/* --- words --------------------------------------------------------------------- */

static int echo(int argc, char **argv)
{
    for (int i = 2; i < argc; i++) {
        printf("%d: <%s>\n", i, argv[i]);
    }
    for (char **e = environ; *e; e++) {
        printf("<%s>\n", *e);
    }
    CHECK(argv[argc] == NULL && environ == argv + argc + 1);
    return 0;
}

/* Each core: rank 0 has the input. */
static int count_input(void)
{
    unsigned lines = 0, bytes = 0;
    int c, last = 0;

    while ((c = getchar()) != EOF) {
        bytes++;
        lines += c == '\n';
        last = c;
    }
    CHECK(feof(stdin) && !ferror(stdin));
    printf("%u lines, %u bytes, last %02x\n", lines, bytes, (unsigned)last);
    return 0;
}

/* --- files ----------------------------------------------------------------------- */

static void check_stdio(void)
{
    char line[40], bytes[3000];
    FILE *f = fopen("sub/new.txt", "w+");

    CHECK(f);
    for (int i = 0; i < 500; i++) {
        CHECK(fprintf(f, "line %d\n", i) > 0);
    }
    CHECK(fseek(f, -9, SEEK_END) == 0 && fgets(line, sizeof line, f));
    CHECK(strcmp(line, "line 499\n") == 0 && ftell(f) == 4390);
    rewind(f);
    CHECK(fread(bytes, 1, sizeof bytes, f) == sizeof bytes &&
          memcmp(bytes, "line 0\nline 1", 13) == 0);
    CHECK(fclose(f) == 0);
    f = fopen("sub/new.txt", "a");
    CHECK(f && fputs("more\n", f) >= 0 && fclose(f) == 0);
    CHECK(rename("sub/new.txt", "kept.txt") == 0 && fopen("sub/new.txt", "r") == NULL);
    CHECK(errno == ENOENT && remove("gone.txt") == 0 && remove("gone.txt") == -1);
}

static void check_calls(void)
{
    struct stat st;
    char bytes[8];
    int fd = open("kept.txt", O_WRONLY | O_CREAT | O_EXCL, 0666);

    CHECK(fd == -1 && errno == EEXIST);
    CHECK(stat("kept.txt", &st) == 0 && S_ISREG(st.st_mode) && st.st_size == 4395);
    CHECK(stat("none", &st) == -1 && errno == ENOENT);
    CHECK(stat("sub", &st) == 0 && S_ISDIR(st.st_mode));
    fd = open("kept.txt", O_RDWR);
    CHECK(fd == 3 && isatty(fd) == 0 && errno == ENOTTY);
    CHECK(fstat(fd, &st) == 0 && st.st_size == 4395);
    CHECK(lseek(fd, -5, SEEK_END) == 4390 && read(fd, bytes, 8) == 5 &&
          memcmp(bytes, "more\n", 5) == 0);
    CHECK(read(fd, bytes, 8) == 0 && lseek(fd, 0, SEEK_CUR) == 4395);
    CHECK(lseek(fd, -1, SEEK_SET) == -1 && errno == EINVAL);
    CHECK(lseek(fd, 0, SEEK_SET) == 0 && write(fd, "LINE", 4) == 4 && lseek(fd, 0, SEEK_CUR) == 4);
    CHECK(close(fd) == 0 && close(fd) == -1 && errno == EBADF);
    fd = open("empty", O_RDWR | O_CREAT, 0666);
    CHECK(fd == 3 && write(fd, "x", 1) == 1 && close(fd) == 0);
    fd = open("empty", O_WRONLY | O_TRUNC);
    CHECK(fd == 3 && fstat(fd, &st) == 0 && st.st_size == 0 && read(fd, bytes, 1) == -1);
    CHECK(close(fd) == 0 && open("none", O_RDWR) == -1 && errno == ENOENT);
}

static int files(void)
{
    check_stdio();
    check_calls();
    return check_end("files");
}

/* All cores append to one file; the order is that of cycles and nodes. */
static int append(void)
{
    for (int i = 0; i < 3; i++) {
        int fd = open("all.txt", O_WRONLY | O_CREAT | O_APPEND, 0666);
        char text[40];

        snprintf(text, sizeof text, "%u %d\n", (unsigned)ni_node(), i);
        CHECK(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text) && close(fd) == 0);
    }
    return check_end("append");
}

/* --- attacks --------------------------------------------------------------------- */

static void check_paths(void)
{
    static const struct {
        const char *path;
        int error;
    } bad[] = {
        {"../secret", EACCES},
        {"..", EACCES},
        {"sub/../../secret", EACCES},
        {"sub/..", EACCES},
        {"/etc/passwd", EACCES},
        {"/", EACCES},
        {"link", EACCES},
        {"inner-link", EACCES},
        {"up/secret", EACCES},
        {"sub/up/secret", EACCES},
        {"fifo", EACCES},
        {"device/null", EACCES},
        {"", ENOENT},
        {".", EISDIR},
        {"sub", EISDIR},
        {"sub/", EISDIR},
        {"./sub/.", EISDIR},
        {"kept.txt/x", ENOTDIR},
        {"dangling", EACCES},
        {"socket", EACCES},
    };
    char name[2000];

    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        static const int flags[] = {O_RDONLY, O_RDWR, O_WRONLY | O_CREAT | O_TRUNC,
                                    O_WRONLY | O_CREAT | O_APPEND};

        for (unsigned k = 0; k < sizeof flags / sizeof *flags; k++) {
            errno = 0;
            CHECK(open(bad[i].path, flags[k], 0666) == -1);
            if (errno != bad[i].error) {
                printf("%s: errno %d, not %d\n", bad[i].path, errno, bad[i].error);
                CHECK(false);
            }
        }
        CHECK(unlink(bad[i].path) == -1);
        CHECK(rename("kept.txt", bad[i].path) == -1);
        CHECK(rename(bad[i].path, "taken") == -1);
    }
    memset(name, 'n', sizeof name);
    name[300] = 0;
    CHECK(open(name, O_RDWR | O_CREAT, 0666) == -1 && errno == ENAMETOOLONG);
    name[300] = 'n';
    name[1999] = 0;
    CHECK(open(name, O_RDONLY) == -1 && errno == ENAMETOOLONG);
}

/* Addresses and lengths that lead out of this core's RAM, in all places of all blocks. */
static void check_blocks(void)
{
    static const uint32_t wild[] = {0,          1,          3,          0x1ffffffc, 0x203fffff,
                                    0x10000000, 0x40000000, 0x7fffffff, 0x80000000, 0x80000001,
                                    0x8003fffd, 0x80040000, 0xfffffff0, 0xffffffff};
    enum { WILD = sizeof wild / sizeof *wild };
    uint32_t fd = (uint32_t)host_open("kept.txt", NOC_HOST_R), call;

    for (call = 0; call < 0x40; call++) {
        for (unsigned i = 0; i < WILD; i++) {
            if (wild[i] < 0x80000000 || wild[i] >= 0x80040000) {
                (void)host_call(call, (uint32_t *)(uintptr_t)wild[i]); /* the block itself */
            }
            for (unsigned k = 0; k < WILD; k++) {
                bool harmless = call != NOC_HOST_READ && call != NOC_HOST_CMDLINE;

                if (harmless || k < 8 || k > 9) { /* not over our own stack */
                    (void)call3(call, fd, wild[i] | 1, wild[k]);
                }
                if (harmless) {
                    (void)call3(call, wild[i], wild[k], 7);
                }
            }
        }
    }
}

static void check_reasons(void)
{
    static const char within[] = "kept.txt\0../secret";
    uint32_t fd, i;

    FAILS(NOC_HOST_EINVAL, call3(NOC_HOST_OPEN, ni_address(within), NOC_HOST_R, sizeof within - 1));
    FAILS(NOC_HOST_EINVAL, call3(NOC_HOST_OPEN, ni_address(within), NOC_HOST_MODES, 8));
    FAILS(NOC_HOST_EFAULT, call3(NOC_HOST_OPEN, 0x8003fff8, NOC_HOST_R, 100));
    FAILS(NOC_HOST_EFAULT, host_call(NOC_HOST_OPEN, (uint32_t *)(uintptr_t)0x8003fff8));
    fd = call3(NOC_HOST_OPEN, ni_address(within), NOC_HOST_R, 8);
    CHECK(fd != UINT32_MAX);
    FAILS(NOC_HOST_EFAULT, call3(NOC_HOST_READ, fd, 0x8003fff8, 100));
    FAILS(NOC_HOST_EFAULT, call3(NOC_HOST_READ, fd, NOC_IMAGE_BASE, 4)); /* read-only */
    FAILS(NOC_HOST_EFAULT, call3(NOC_HOST_READ, fd, 0xfffffffc, 8));
    FAILS(NOC_HOST_EBADF, call3(NOC_HOST_READ, fd + 50, NOC_RAM_BASE, 4));
    FAILS(NOC_HOST_EBADF, call3(NOC_HOST_READ, 0, NOC_RAM_BASE, 4));
    FAILS(NOC_HOST_EBADF, call3(NOC_HOST_WRITE, fd, NOC_RAM_BASE, 4));
    FAILS(NOC_HOST_EINVAL, call3(NOC_HOST_SEEK, fd, 0x80000000, 0));
    FAILS(NOC_HOST_ENOSYS, call3(0x12, ni_address("touch pwned"), 11, 0)); /* SYSTEM */
    CHECK(host_call_between(NOC_HOST_ERRNO, NULL) == NOC_HOST_ENOSYS);
    for (i = 0; call3(NOC_HOST_OPEN, ni_address(within), NOC_HOST_R, 8) != UINT32_MAX; i++) {
    }
    FAILS(NOC_HOST_EMFILE, call3(NOC_HOST_OPEN, ni_address(within), NOC_HOST_R, 8));
    CHECK(i == NOC_HOST_FILES - 1);
    for (fd = 1; fd <= NOC_HOST_FILES; fd++) {
        CHECK(call3(NOC_HOST_CLOSE, fd, 0, 0) == 0);
    }
}

static void check_size(void)
{
    uint32_t fd = (uint32_t)host_open("large", NOC_HOST_W + NOC_HOST_R);

    CHECK(call3(NOC_HOST_SEEK, fd, NOC_HOST_FILE_BYTES - 2, 0) == 0);
    FAILS(NOC_HOST_EFBIG, call3(NOC_HOST_WRITE, fd, NOC_IMAGE_BASE, 3));
    CHECK(call3(NOC_HOST_FLEN, fd, 0, 0) == 0);
    CHECK(call3(NOC_HOST_CLOSE, fd, 0, 0) == 0);
}

static int attack(void)
{
    check_paths();
    check_reasons();
    check_size();
    check_blocks();
    return check_end("attack");
}

/* --- standard error ---------------------------------------------------------------- */

/* Lines of both, in turn; a long one, and one that nothing ends. */
static int both(void)
{
    for (int i = 0; i < 3; i++) {
        printf("out %d\n", i);
        fprintf(stderr, "error %d\n", i);
    }
    fprintf(stderr, "%0300d\n", 7);
    fprintf(stderr, "begun");
    printf("begun");
    return 0;
}

/* --- without a host -------------------------------------------------------------- */

/* The sequence is no trap: all registers are as they were. */
static int nobody(void)
{
    CHECK(!host_is_there());
    FAILS(NOC_HOST_ENOSYS, call3(NOC_HOST_OPEN, 0, 0, 0));
    CHECK(open("kept.txt", O_RDONLY) == -1 && errno == ENOSYS);
    CHECK(getchar() == EOF && ferror(stdin));
    return check_end("nobody");
}

/* --- ends -------------------------------------------------------------------------- */

static int end(const char *how, uint32_t node, int status)
{
    if (node != ni_node()) {
        return 0;
    }
    if (strcmp(how, "abort") == 0) {
        bsp_abort((uint32_t)status);
    }
    if (strcmp(how, "trap") == 0) {
        volatile uintptr_t null = 4;

        *(volatile int *)null = status;
    }
    if (strcmp(how, "assert") == 0) {
        abort();
    }
    while (strcmp(how, "wait") == 0) {
        hart_sleep();
    }
    while (strcmp(how, "spin") == 0) {
    }
    return status;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "nobody";

    if (strcmp(what, "echo") == 0) {
        return echo(argc, argv);
    }
    if (strcmp(what, "input") == 0) {
        return count_input();
    }
    if (strcmp(what, "both") == 0) {
        return both();
    }
    if (strcmp(what, "append") == 0) {
        return append();
    }
    if (argc > 3) {
        return end(what, (uint32_t)atoi(argv[2]), atoi(argv[3]));
    }
    if (ni_node() != 0) {
        return 0;
    }
    return strcmp(what, "files") == 0 ? files() : strcmp(what, "attack") == 0 ? attack() : nobody();
}
