/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * newlib's system calls against the mock: the heap's borders, and which
 * accesses each call makes. What fails on every board is tested on one.
 */
#include <errno.h>
#include <sys/times.h>

#include "test.h"
#include "memmap.h"
#include "mock.h"
#include "ni.h"
#include "stop.h"

void *_sbrk(ptrdiff_t by);
int _write(int fd, const void *from, size_t bytes);
_Noreturn void board_exit(int status);
int _kill(int pid, int sig);
clock_t _times(struct tms *t);

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
    mock_text("one\ntwo\n");
    assert_int_equal(_write(1, "one\n", 4), 4);
    assert_int_equal(_write(2, "two\n", 4), 4);
    assert_int_equal(_write(1, "x", 0), 0);
    assert_int_equal(_write(0, "x", 1), -1);
    assert_int_equal(errno, EBADF);
}

TEST(exit_and_abort_leave_their_status)
{
    mock_write(NI_WAKE, 0);
    mock_write(NI_EXIT, 0xff);
    mock_stop();
    MOCK_UNTIL_STOP(board_exit(-1));
    mock_text("core ");
    mock_read(NI_NODE, 3);
    mock_text("3: stopped by signal 6 (abort)\n");
    mock_write(NI_WAKE, 0);
    mock_write(NI_EXIT, NOC_EXIT_ABORT);
    mock_stop();
    MOCK_UNTIL_STOP(_kill(1, 6));
    assert_int_equal(_kill(2, 6), -1);
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
