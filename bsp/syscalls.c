/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What newlib asks of a system. A node has a console, a clock and memory, and files if a debugger
 * serves them (files.c, paths.c). The rest fails at once with ENOSYS (no such thing on this board),
 * or the error that POSIX has for it. README.md lists them.
 */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/times.h>
#include <unistd.h>

#include "clock.h"
#include "console.h"
#include "files.h"
#include "heap.h"
#include "host.h"
#include "ni.h"
#include "report.h"
#include "stack.h"
#include "stop.h"

/* newlib calls these names and declares them nowhere we may include. */
int _write(int fd, const void *from, size_t bytes);
int _read(int fd, void *to, size_t bytes);
int _fstat(int fd, struct stat *st);
int _isatty(int fd);
off_t _lseek(int fd, off_t to, int whence);
int _close(int fd);
_Noreturn void _exit(int status);
int _getpid(void);
int _kill(int pid, int sig);
clock_t _times(struct tms *t);
int _gettimeofday(struct timeval *tv, void *zone);
int _fork(void);
int _execve(const char *path, char *const argv[], char *const envp[]);
int _wait(int *status);

extern char __heap_start[]; /* linker/board.ld */

static char *heap_break = __heap_start;

static inline void *move_break(ptrdiff_t by, uint32_t end)
{
    const uintptr_t start = (uintptr_t)__heap_start, next = (uintptr_t)heap_break + (uintptr_t)by;
    char *old = heap_break;

    if (next > start + (end - (uint32_t)start) || next < start) {
        errno = ENOMEM;
        return (void *)-1;
    }
    heap_break += by;
    return old;
}

/* Where the stack may be at the end of RAM, and overflow into the heap. Apart, so that other boards'
 * heaps pay for one comparison only. */
static __attribute__((noinline)) void *move_below_stack(ptrdiff_t by, uint32_t ram)
{
    bsp_stack_check(ram);
    return move_break(by, bsp_heap_end(ram));
}

/* The heap goes from the end of .noinit to the end of this board's RAM, or to
 * the stack (README.md). */
void *_sbrk(ptrdiff_t by)
{
    const uint32_t ram = ni_read(NI_RAM);

    return ram > BSP_STACK_STAYS ? move_below_stack(by, ram) : move_break(by, NOC_RAM_BASE + ram);
}

static int fail(int error)
{
    errno = error;
    return -1;
}

static int is_console(int fd)
{
    return fd >= STDIN_FILENO && fd <= STDERR_FILENO;
}

/* Apart, so that it costs what is printed no cycle. */
static __attribute__((noinline)) int write_file(const void *from, size_t bytes, int fd)
{
    return fd > STDERR_FILENO && bsp_file_write ? bsp_file_write(fd, from, bytes) : fail(EBADF);
}

/* Standard error goes to a host that keeps it apart, else to the console. As standard input it is
 * opened for each call; with all of the host's files open it goes to the console, too. */
static __attribute__((noinline)) int write_error(const void *from, size_t bytes)
{
    int error = errno, handle = host_takes_errors() ? host_open(NOC_HOST_STREAM, NOC_HOST_A) : -1;

    errno = error;
    if (handle < 0) {
        console_write(from, bytes);
        return (int)bytes;
    }
    bytes = (size_t)host_write(handle, from, (uint32_t)bytes);
    host_close(handle);
    return (int)bytes;
}

int _write(int fd, const void *from, size_t bytes)
{
    if (fd == STDOUT_FILENO) {
        console_write(from, bytes);
        return (int)bytes;
    }
    return fd == STDERR_FILENO ? write_error(from, bytes) : write_file(from, bytes, fd);
}

/* Standard input is the host's, and opened for each call: so it costs no memory. The console is
 * output only. */
static int read_input(void *to, size_t bytes)
{
    int handle = host_is_there() ? host_open(NOC_HOST_STREAM, NOC_HOST_R) : fail(ENOSYS), n;

    if (handle < 0) {
        return -1;
    }
    n = host_read(handle, to, (uint32_t)bytes);
    host_close(handle);
    return n;
}

int _read(int fd, void *to, size_t bytes)
{
    if (fd == STDIN_FILENO) {
        return read_input(to, bytes);
    }
    if (!is_console(fd) && bsp_file_read) {
        return bsp_file_read(fd, to, bytes);
    }
    return fail(is_console(fd) ? ENOSYS : EBADF);
}

int _fstat(int fd, struct stat *st)
{
    if (!is_console(fd)) {
        return bsp_file_stat ? bsp_file_stat(fd, st) : fail(EBADF);
    }
    *st = (struct stat){.st_mode = S_IFCHR};
    return 0;
}

int _isatty(int fd)
{
    struct stat st;

    if (!is_console(fd)) {
        errno = bsp_file_stat && bsp_file_stat(fd, &st) == 0 ? ENOTTY : EBADF;
        return 0;
    }
    return 1;
}

off_t _lseek(int fd, off_t to, int whence)
{
    if (!is_console(fd) && bsp_file_seek) {
        return bsp_file_seek(fd, to, whence);
    }
    return fail(is_console(fd) ? ESPIPE : EBADF);
}

int _close(int fd)
{
    return is_console(fd) ? 0 : bsp_file_close ? bsp_file_close(fd) : fail(EBADF);
}

static uint32_t exit_instead; /* of 0; and whether to look at the stack */

void bsp_fail_exit(uint32_t status)
{
    exit_instead = status | (exit_instead & BSP_LOOK_AT_STACK);
}

_Noreturn void _exit(int status)
{
    uint32_t own = (uint32_t)status & 0xff, instead = exit_instead;

    bsp_stop(own ? own | (instead & BSP_LOOK_AT_STACK) : instead);
}

/* A core has one process. Each has a number of its own, since programs name files by it, and begin
 * random numbers with it. */
int _getpid(void)
{
    return (int)ni_node() + 1;
}

/* abort() and raise() come here when no handler is set. */
int _kill(int pid, int sig)
{
    int to;

    if (pid != _getpid()) {
        return fail(ENOSYS);
    }
    to = report_begin();
    report_puts(to, "stopped by signal ");
    report_put_decimal(to, (uint32_t)sig);
    report_puts(to, sig == 6 ? " (abort)" : ""); /* SIGABRT */
    report_end(to);
    bsp_stop(NOC_EXIT_ABORT);
}

/* clock() counts board cycles. All of them are this program's. */
clock_t _times(struct tms *t)
{
    clock_t now = (clock_t)hart_cycles();

    *t = (struct tms){.tms_utime = now};
    return now;
}

/* The board has no date: its time begins at reset. */
int _gettimeofday(struct timeval *tv, void *zone)
{
    const uint32_t us = 1000000, cycles_per_us = NOC_CYCLES_PER_SECOND / us;
    uint64_t now = hart_cycles() / cycles_per_us;

    (void)zone;
    tv->tv_sec = (time_t)(now / us);
    tv->tv_usec = (suseconds_t)(now % us);
    return 0;
}

int _fork(void)
{
    return fail(ENOSYS);
}

int _execve(const char *path, char *const argv[], char *const envp[])
{
    (void)path;
    (void)argv;
    (void)envp;
    return fail(ENOSYS);
}

int _wait(int *status)
{
    (void)status;
    return fail(ENOSYS);
}
