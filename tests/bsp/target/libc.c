/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * newlib on a board: every printf format that programs rely on, the heap to
 * its end and back, and the errors of what a board cannot do.
 */
/* sbrk, kill */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "ni.h"
#include "stack.h"

int _fork(void);
int _execve(const char *path, char *const argv[], char *const envp[]);
int _wait(int *status);

/* Each format between two arguments, so that one of wrong width shows. */
#define CHECK_FORMAT(want, format, value)                                   \
    do {                                                                    \
        char got[80];                                                       \
        int n = snprintf(got, sizeof got, "%d " format " %d", 1, value, 2); \
        CHECK(strcmp(got, "1 " want " 2") == 0);                            \
        CHECK(n == (int)strlen("1 " want " 2"));                            \
    } while (0)

static void check_integers(void)
{
    CHECK_FORMAT("-9223372036854775808", "%lld", INT64_MIN);
    CHECK_FORMAT("18446744073709551615", "%llu", UINT64_MAX);
    CHECK_FORMAT("0123456789abcdef", "%016llx", 0x123456789abcdefULL);
    CHECK_FORMAT("4294967295", "%zu", (size_t)-1);
    CHECK_FORMAT("-5", "%zd", (ssize_t)-5);
    CHECK_FORMAT("-7", "%td", (ptrdiff_t)-7);
    CHECK_FORMAT("-9000000000", "%jd", (intmax_t)-9000000000);
    CHECK_FORMAT("-128", "%hhd", (signed char)-128);
    CHECK_FORMAT("255", "%hhu", (unsigned char)255);
    CHECK_FORMAT("-32768", "%hd", (short)-32768);
    CHECK_FORMAT("12345678901", "%" PRIu64, UINT64_C(12345678901));
    CHECK_FORMAT("4000000000", "%" PRIu32, UINT32_C(4000000000));
    CHECK_FORMAT("00042", "%05u", 42u);
    CHECK_FORMAT("+42", "%+d", 42);
    CHECK_FORMAT("0x2a", "%#x", 42u);
    CHECK_FORMAT("0x80000000", "%p", (void *)0x80000000);
}

static void check_texts(void)
{
    char text[8];
    volatile size_t room = sizeof text; /* or the compiler warns of what is tested */

    CHECK_FORMAT("abc", "%s", "abc");
    CHECK_FORMAT("ab", "%.2s", "abc");
    CHECK_FORMAT("   abc", "%6s", "abc");
    CHECK_FORMAT("abc   ", "%-6s", "abc");
    CHECK_FORMAT("x", "%c", 'x');
    CHECK_FORMAT("%", "%c", '%');
    CHECK_FORMAT("3.141593", "%f", 3.14159265);
    CHECK_FORMAT("1.50e+10", "%.2e", 1.5e10);
    CHECK_FORMAT("0.1", "%g", 0.1);
    CHECK(snprintf(text, room, "%s", "0123456789") == 10);
    CHECK(strcmp(text, "0123456") == 0);
}

/* A call that cannot be done here: -1 and this errno. */
#define CHECK_FAILS(error, call)   \
    do {                           \
        errno = 0;                 \
        CHECK((long)(call) == -1); \
        CHECK(errno == (error));   \
    } while (0)

static void check_refusals(void)
{
    char byte;
    struct stat st;
    char *const none[] = {NULL};

    CHECK_FAILS(ENOSYS, open("file", O_RDONLY));
    CHECK_FAILS(ENOSYS, read(0, &byte, 1));
    CHECK_FAILS(EBADF, read(9, &byte, 1));
    CHECK_FAILS(EBADF, write(9, "x", 1));
    CHECK_FAILS(ESPIPE, lseek(1, 0, SEEK_SET));
    CHECK_FAILS(EBADF, close(9));
    CHECK_FAILS(EBADF, fstat(9, &st));
    CHECK_FAILS(ENOSYS, stat("file", &st));
    CHECK_FAILS(ENOSYS, link("a", "b"));
    CHECK_FAILS(ENOSYS, unlink("file"));
    CHECK_FAILS(ENOSYS, _fork());
    CHECK_FAILS(ENOSYS, _execve("file", none, none));
    CHECK_FAILS(ENOSYS, _wait(NULL));
    CHECK_FAILS(ENOSYS, kill(getpid() + 1, SIGTERM));
    errno = 0;
    CHECK(fopen("file", "r") == NULL && errno == ENOSYS);
    CHECK(getchar() == EOF && ferror(stdin));
    CHECK(isatty(1) == 1 && isatty(9) == 0);
    CHECK(getpid() == (int)ni_node() + 1);
}

static void check_clock(void)
{
    clock_t before = clock(), after = clock();
    struct timeval tv;

    CHECK(before > 0 && after > before && after - before < 1000);
    /* Cycles, and since reset: less than a second. */
    CHECK(gettimeofday(&tv, NULL) == 0 && tv.tv_sec == 0 && tv.tv_usec >= (long)after / 100);
    CHECK(time(NULL) == 0);
}

/* Fill the heap; each block must be in RAM above the last, whole, and its own. */
static void check_heap(void)
{
    enum { BLOCK_WORDS = 256 };
    uint32_t end = bsp_heap_end(ni_read(NI_RAM)), all = end - NOC_RAM_BASE, blocks = 0;
    uint32_t *list = NULL;
    uint32_t *block;

    errno = 0;
    while ((block = malloc(BLOCK_WORDS * sizeof *block)) != NULL) {
        if (ni_address(block) % 8 != 0 || ni_address(block + BLOCK_WORDS) > end) {
            CHECK(!"a block is misaligned, or not wholly in RAM");
            return;
        }
        for (unsigned i = 1; i < BLOCK_WORDS; i++) {
            block[i] = ni_address(block) + i;
        }
        block[0] = ni_address(list);
        list = block;
        blocks++;
    }
    CHECK(errno == ENOMEM);
    /* Nearly all of RAM behind the program's data, whatever its size, but a stack at its end. */
    CHECK(blocks * 1024 > all - 32 * 1024 && blocks * 1024 < all);
    for (block = list; block != NULL; block = list) {
        bool whole = true;

        for (unsigned i = 1; i < BLOCK_WORDS; i++) {
            whole = whole && block[i] == ni_address(block) + i;
        }
        if (!whole) {
            CHECK(!"a block was overwritten");
            return;
        }
        list = (uint32_t *)(uintptr_t)block[0];
        free(block);
        blocks--;
    }
    CHECK(blocks == 0);
    block = malloc(all - 40 * 1024);
    CHECK(block != NULL);
    free(block);
    CHECK(malloc(ni_read(NI_RAM)) == NULL && malloc(SIZE_MAX / 2) == NULL);
    CHECK(sbrk(-0x7fffffff) == (void *)-1 && sbrk(0x7fffffff) == (void *)-1);
}

int main(void)
{
    check_integers();
    check_texts();
    check_refusals();
    check_clock();
    check_heap();
    printf("no newline, ");
    fflush(stdout);
    fprintf(stderr, "standard error joins the line\n");
    int status = check_end("libc");
    printf("the last line needs no newline");
    return status;
}
