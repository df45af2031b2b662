/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * newlib's system calls against the mock: the heap's borders, which accesses
 * each call makes, and what a board without files and processes refuses.
 */
#include <errno.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/times.h>

#include "test.h"
#include "heap.h"
#include "memmap.h"
#include "mock.h"
#include "ni.h"
#include "stop.h"

struct _reent;
int _write(int fd, const void *from, size_t bytes);
int _read(int fd, void *to, size_t bytes);
int _fstat(int fd, struct stat *st);
int _isatty(int fd);
off_t _lseek(int fd, off_t to, int whence);
int _close(int fd);
_Noreturn void board_exit(int status);
int _getpid(void);
int _kill(int pid, int sig);
clock_t _times(struct tms *t);
int _gettimeofday(struct timeval *tv, void *zone);
int _open(const char *path, int flags, ...);
int _stat(const char *path, struct stat *st);
int _link(const char *from, const char *to);
int _unlink(const char *path);
int __wrap__rename_r(struct _reent *reent, const char *from, const char *to);
int _fork(void);
int _execve(const char *path, char *const argv[], char *const envp[]);
int _wait(int *status);

enum { HEAP_BYTES = 4096 };

char __heap_start[HEAP_BYTES];

#define FAILED ((void *)-1)

/* sbrk on a board whose RAM ends HEAP_BYTES above the heap's start. */
static void *sbrk_here(ptrdiff_t by)
{
    mock_read(NI_RAM, ni_address(__heap_start) + HEAP_BYTES - NOC_RAM_BASE);
    errno = 0;
    return _sbrk(by);
}

TEST(heap_grows_to_the_end_of_ram)
{
    assert_ptr_equal(sbrk_here(0), __heap_start);
    assert_ptr_equal(sbrk_here(1000), __heap_start);
    assert_ptr_equal(sbrk_here(HEAP_BYTES - 1000 + 1), FAILED);
    assert_int_equal(errno, ENOMEM);
    assert_ptr_equal(sbrk_here(HEAP_BYTES - 1000), __heap_start + 1000);
    assert_ptr_equal(sbrk_here(1), FAILED);
    assert_int_equal(errno, ENOMEM);
    assert_ptr_equal(sbrk_here(0), __heap_start + HEAP_BYTES);
    assert_ptr_equal(sbrk_here(PTRDIFF_MAX), FAILED);
    assert_ptr_equal(sbrk_here(-HEAP_BYTES - 1), FAILED);
    assert_int_equal(errno, ENOMEM);
    assert_ptr_equal(sbrk_here(-HEAP_BYTES), __heap_start + HEAP_BYTES);
    assert_ptr_equal(sbrk_here(0), __heap_start);
    assert_ptr_equal(sbrk_here(-1), FAILED);
    assert_ptr_equal(sbrk_here(PTRDIFF_MIN), FAILED);
}

TEST(both_outputs_go_to_the_console)
{
    mock_text("one\n");
    assert_int_equal(_write(1, "one\n", 4), 4);
    mock_read(NI_HOST, NOC_PUT(1, NI_HOST, SERVED));
    mock_text("two\n");
    assert_int_equal(_write(2, "two\n", 4), 4);
    assert_int_equal(_write(1, "x", 0), 0);
    assert_int_equal(_write(0, "x", 1), -1);
    assert_int_equal(errno, EBADF);
}

/* A result and errno; errno is 0 before the call. */
#define GIVES(call, result, error)      \
    do {                                \
        errno = 0;                      \
        assert_int_equal(call, result); \
        assert_int_equal(errno, error); \
    } while (0)

TEST(standard_files_are_the_console_and_there_are_no_others)
{
    static const struct {
        int fd, is_console;
    } file[] = {{-1, 0}, {0, 1}, {1, 1}, {2, 1}, {3, 0}};
    struct stat st;
    char c;

    for (unsigned i = 0; i < sizeof file / sizeof *file; i++) {
        int fd = file[i].fd, there = file[i].is_console;

        st = (struct stat){0};
        GIVES(_fstat(fd, &st), there ? 0 : -1, there ? 0 : EBADF);
        assert_int_equal(S_ISCHR(st.st_mode), there);
        GIVES(_isatty(fd), there, there ? 0 : EBADF);
        if (fd == 0) {
            mock_read(NI_HOST, 0);
        }
        GIVES(_close(fd), there ? 0 : -1, there ? 0 : EBADF);
        GIVES(_lseek(fd, 0, 0), -1, there ? ESPIPE : EBADF);
        GIVES(_read(fd, &c, 1), -1, there ? ENOSYS : EBADF);
    }
}

TEST(there_are_no_paths_and_other_processes)
{
    struct stat st;
    int status;

    for (unsigned i = 0; i < 4; i++) {
        mock_read(NI_HOST, 0);
    }
    GIVES(_open("/", 0), -1, ENOSYS);
    GIVES(_stat("/", &st), -1, ENOSYS);
    GIVES(_link("/a", "/b"), -1, ENOSYS);
    GIVES(_unlink("/a"), -1, ENOSYS);
    GIVES(__wrap__rename_r(NULL, "/a", "/b"), -1, ENOSYS);
    GIVES(_fork(), -1, ENOSYS);
    GIVES(_execve("/a", NULL, NULL), -1, ENOSYS);
    GIVES(_wait(&status), -1, ENOSYS);
    mock_read(NI_NODE, 41);
    GIVES(_getpid(), 42, 0);
}

TEST(the_time_of_day_is_the_boards_at_ten_ns_a_cycle)
{
    struct timeval tv;

    mock_cycles(UINT64_C(7000001234567899));
    GIVES(_gettimeofday(&tv, NULL), 0, 0);
    assert_int_equal(tv.tv_sec, 70000012);
    assert_int_equal(tv.tv_usec, 345678);
}

TEST(exit_and_abort_leave_their_status)
{
    mock_write(NI_WAKE, 0);
    mock_write(NI_EXIT, 0xff);
    mock_stop();
    MOCK_UNTIL_STOP(board_exit(-1));
    mock_read(NI_NODE, 3); /* its process is 4 */
    mock_read(NI_HOST, 0);
    mock_text("core ");
    mock_read(NI_NODE, 3);
    mock_text("3: stopped by signal 6 (abort)\n");
    mock_write(NI_WAKE, 0);
    mock_write(NI_EXIT, NOC_EXIT_ABORT);
    mock_stop();
    MOCK_UNTIL_STOP(_kill(4, 6));
    mock_read(NI_NODE, 3); /* its process is 4 */
    mock_read(NI_HOST, 0);
    mock_text("core ");
    mock_read(NI_NODE, 3);
    mock_text("3: stopped by signal 15\n");
    mock_write(NI_WAKE, 0);
    mock_write(NI_EXIT, NOC_EXIT_ABORT);
    mock_stop();
    MOCK_UNTIL_STOP(_kill(4, 15));
    mock_read(NI_NODE, 3);
    assert_int_equal(_kill(3, 6), -1);
    assert_int_equal(errno, ENOSYS);
}

TEST(an_exit_handler_can_spoil_exit)
{
    bsp_fail_exit(NOC_EXIT_UNSENT);
    mock_write(NI_WAKE, 0);
    mock_write(NI_EXIT, NOC_EXIT_UNSENT);
    mock_stop();
    MOCK_UNTIL_STOP(board_exit(256));
    mock_write(NI_WAKE, 0);
    mock_write(NI_EXIT, 7);
    mock_stop();
    MOCK_UNTIL_STOP(board_exit(7));
    bsp_fail_exit(0);
    mock_write(NI_WAKE, 0);
    mock_write(NI_EXIT, 0);
    mock_stop();
    MOCK_UNTIL_STOP(board_exit(0));
}

TEST(times_are_the_boards)
{
    struct tms t;

    mock_cycles(12345);
    assert_int_equal(_times(&t), 12345);
    assert_int_equal(t.tms_utime, 12345);
    assert_int_equal(t.tms_stime + t.tms_cutime + t.tms_cstime, 0);
}

BEFORE_EACH
{
    mock_begin();
}

AFTER_EACH
{
    mock_end();
}
