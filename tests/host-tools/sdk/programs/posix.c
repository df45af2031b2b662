/* SPDX-License-Identifier: BSD-2-Clause */
/* What newlib leaves open and programs for POSIX use: clocks, memory, the system's limits. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include <wctype.h>

#include "check.h"

static _Thread_local int own = 3, zero;
static int ended;

static void count_end(void)
{
    ended++;
}

/* Nanoseconds since reset. */
static long long now_ns(clockid_t clock)
{
    struct timespec t = {-1, -1};

    CHECK(clock_gettime(clock, &t) == 0 && t.tv_sec == 0);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void check_clocks(void)
{
    static const clockid_t ids[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID,
                                    CLOCK_THREAD_CPUTIME_ID};
    long long before = now_ns(CLOCK_MONOTONIC);
    struct timespec t = {0, 0};
    struct timeval tv;

    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        long long now = now_ns(ids[i]);
        CHECK(now > before);
        before = now;
    }
    CHECK(clock_getres(CLOCK_MONOTONIC, &t) == 0 && t.tv_nsec == 10);
    CHECK(clock_gettime(77, &t) == -1 && errno == EINVAL);
    CHECK(timespec_get(&t, TIME_UTC) == TIME_UTC && t.tv_sec == 0 && t.tv_nsec > before);
    CHECK(timespec_get(&t, 77) == 0);
    CHECK(towctrans(L'a', wctrans("toupper")) == L'A');
    CHECK(clock_settime(CLOCK_REALTIME, &t) == -1 && errno == EPERM);
    CHECK(gettimeofday(&tv, NULL) == 0 && tv.tv_sec == 0 && tv.tv_usec >= before / 1000);
    CHECK(time(NULL) == 0);
    long long clock_ns = clock() * (1000000000LL / CLOCKS_PER_SEC);
    CHECK(clock_ns > before && clock_ns < before + 100000);
    CHECK(CLOCKS_PER_SEC == 100000000 && sysconf(_SC_CLK_TCK) == CLOCKS_PER_SEC);
}

/* It takes so long, and not much longer. */
#define CHECK_TAKES(ns, call)                             \
    do {                                                  \
        long long from = now_ns(CLOCK_MONOTONIC);         \
        CHECK((call) == 0);                               \
        long long taken = now_ns(CLOCK_MONOTONIC) - from; \
        CHECK(taken >= (ns) && taken < (ns) + 20000);     \
    } while (0)

static void check_sleeps(void)
{
    struct timespec t = {0, 150001}, left = {7, 7}, bad = {0, 1000000000};

    CHECK_TAKES(150001, nanosleep(&t, &left));
    CHECK(left.tv_sec == 0 && left.tv_nsec == 0);
    CHECK_TAKES(300000, usleep(300));
    CHECK_TAKES(0, sleep(0));
    CHECK(nanosleep(&bad, NULL) == -1 && errno == EINVAL);
    CHECK(clock_gettime(CLOCK_MONOTONIC, &t) == 0);
    t.tv_nsec += 250000;
    CHECK_TAKES(240000, clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL));
}

static void check_memory(void)
{
    void *p = &own;

    CHECK(posix_memalign(&p, 3, 10) == EINVAL && posix_memalign(&p, 2, 10) == EINVAL);
    errno = 0;
    CHECK(posix_memalign(&p, 64, 100000000) == ENOMEM && errno == 0 && p == &own);
    for (size_t a = sizeof(void *); a <= 4096; a *= 2) {
        CHECK(posix_memalign(&p, a, a + 1) == 0 && (uintptr_t)p % a == 0);
        memset(p, 1, a + 1);
        free(p);
    }
    for (size_t n = 1; n < 600; n++) { /* what is freed is used again */
        CHECK((p = aligned_alloc(128, 512)) != NULL && (uintptr_t)p % 128 == 0);
        free(p);
    }
}

static void check_system(void)
{
    char name[16];
    struct rusage usage;
    struct utsname system;

    CHECK(sysconf(_SC_PAGESIZE) == getpagesize());
    CHECK(sysconf(_SC_NPROCESSORS_ONLN) == 1 && sysconf(_SC_NPROCESSORS_CONF) == 1);
    CHECK(sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE) == 262144);
    CHECK(sysconf(_SC_AVPHYS_PAGES) > 32 && sysconf(_SC_AVPHYS_PAGES) < 64);
    CHECK(sysconf(12345) == -1 && errno == EINVAL);
    CHECK(gethostname(name, sizeof name) == 0 && strncmp(name, "node", 4) == 0);
    CHECK(getpid() == atoi(name + 4) + 1 && isatty(1) && !isatty(9));
    CHECK(uname(&system) == 0 && strcmp(system.nodename, name) == 0 &&
          strcmp(system.sysname, "Nocturne") == 0);
    CHECK(strcmp(system.machine, "riscv32") == 0 && strncmp(system.release, "newlib ", 7) == 0 &&
          strncmp(system.version, "board ", 6) == 0);
    CHECK(gethostname(name, 3) == -1 && errno == ENAMETOOLONG);
    memset(&usage, 0xff, sizeof usage);
    CHECK(getrusage(RUSAGE_SELF, &usage) == 0 && usage.ru_utime.tv_usec > 0);
    CHECK(usage.ru_maxrss == 0 && usage.ru_minflt == 0 && usage.ru_nivcsw == 0);
    CHECK(getrusage(7, &usage) == -1 && errno == EINVAL);
}

__attribute__((constructor)) static void begin(void)
{
    own += 10;
    zero++;
}

__attribute__((destructor)) static void end(void)
{
    printf("destructor, after %d functions of atexit()\n", ended);
}

int main(void)
{
    check_clocks();
    check_sleeps();
    check_memory();
    check_system();
    CHECK(own == 13 && zero == 1);
    for (int i = 0; i < 100; i++) {
        CHECK(atexit(count_end) == 0);
    }
    return check_end();
}
