/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * POSIX's clocks and sleeps, of which newlib has declarations only. All clocks are one: the cycles
 * since reset, at NOC_CYCLES_PER_SECOND. The board has no date, so they begin at 0.
 */
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "timer.h"

enum {
    NS_PER_SECOND = 1000000000,
    NS_PER_CYCLE = NS_PER_SECOND / NOC_CYCLES_PER_SECOND,
    US_PER_SECOND = 1000000,
    CYCLES_PER_US = NOC_CYCLES_PER_SECOND / US_PER_SECOND,
    CLOCKS = 8 /* CLOCK_REALTIME_COARSE is 0, CLOCK_BOOTTIME is 7 */
};

static int fail(int error)
{
    errno = error;
    return -1;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    uint64_t cycles = timer_now();

    if (clock >= CLOCKS) {
        return fail(EINVAL);
    }
    now->tv_sec = (time_t)(cycles / NOC_CYCLES_PER_SECOND);
    now->tv_nsec = (long)(cycles % NOC_CYCLES_PER_SECOND) * NS_PER_CYCLE;
    return 0;
}

/* C11's name for it. */
int timespec_get(struct timespec *now, int base)
{
    return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, now) == 0 ? base : 0;
}

int clock_getres(clockid_t clock, struct timespec *resolution)
{
    if (clock >= CLOCKS) {
        return fail(EINVAL);
    }
    if (resolution) {
        *resolution = (struct timespec){.tv_nsec = NS_PER_CYCLE};
    }
    return 0;
}

/* Nobody sets the board's time. */
int clock_settime(clockid_t clock, const struct timespec *now)
{
    (void)now;
    return fail(clock < CLOCKS ? EPERM : EINVAL);
}

/* POSIX's errno for this time, or 0. */
static int bad_time(const struct timespec *time)
{
    return time->tv_sec < 0 || time->tv_nsec < 0 || time->tv_nsec >= NS_PER_SECOND ? EINVAL : 0;
}

/* Rounded up; what no clock reaches is UINT64_MAX. */
static uint64_t cycles_of(const struct timespec *time)
{
    if ((uint64_t)time->tv_sec >= UINT64_MAX / NOC_CYCLES_PER_SECOND) {
        return UINT64_MAX;
    }
    return (uint64_t)time->tv_sec * NOC_CYCLES_PER_SECOND +
           (uint32_t)(time->tv_nsec + NS_PER_CYCLE - 1) / NS_PER_CYCLE;
}

static void sleep_for(uint64_t cycles)
{
    uint64_t now = timer_now();

    timer_sleep_until(cycles > UINT64_MAX - now ? TIMER_NEVER : now + cycles);
}

int nanosleep(const struct timespec *time, struct timespec *left)
{
    int error = bad_time(time);

    if (error) {
        return fail(error);
    }
    sleep_for(cycles_of(time));
    if (left) {
        *left = (struct timespec){0};
    }
    return 0;
}

/* Its result is the error, as POSIX has it; errno stays. */
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left)
{
    int error = clock >= CLOCKS ? EINVAL : bad_time(time);

    if (error) {
        return error;
    }
    if (flags & TIMER_ABSTIME) {
        timer_sleep_until(cycles_of(time));
        return 0;
    }
    return nanosleep(time, left);
}

int usleep(useconds_t us)
{
    sleep_for((uint64_t)us * CYCLES_PER_US);
    return 0;
}

unsigned sleep(unsigned seconds)
{
    sleep_for((uint64_t)seconds * NOC_CYCLES_PER_SECOND);
    return 0;
}

/* All time since reset is this program's. */
int getrusage(int who, struct rusage *usage)
{
    uint64_t cycles = timer_now();

    if (who != RUSAGE_SELF && who != RUSAGE_CHILDREN) {
        return fail(EINVAL);
    }
    memset(usage, 0, sizeof *usage);
    if (who == RUSAGE_SELF) {
        usage->ru_utime.tv_sec = (time_t)(cycles / NOC_CYCLES_PER_SECOND);
        usage->ru_utime.tv_usec = (long)(cycles % NOC_CYCLES_PER_SECOND) / CYCLES_PER_US;
    }
    return 0;
}
