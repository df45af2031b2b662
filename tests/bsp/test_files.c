/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Files of the host against the mock: which calls each system call is made of, what is counted of a
 * file, and the host's errors as newlib's.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"
#include "host.h"
#include "mock.h"
#include "ni.h"
#include "test.h"

int _open(const char *path, int flags, ...);
int _read(int fd, void *to, size_t bytes);
int _write(int fd, const void *from, size_t bytes);
int _fstat(int fd, struct stat *st);
int _isatty(int fd);
off_t _lseek(int fd, off_t to, int whence);
int _close(int fd);

enum { HANDLE = 77, NOT = -1 };

#define GIVES(call, result, error)      \
    do {                                \
        errno = 0;                      \
        assert_int_equal(call, result); \
        assert_int_equal(errno, error); \
    } while (0)

static void there(void)
{
    mock_read(NI_HOST, 1);
}

/* A call that fails, and why. */
static void fails(uint32_t call, uint32_t error)
{
    mock_host(call, (uint32_t)NOT);
    mock_host(NOC_HOST_ERRNO, error);
}

static void close_it(int fd)
{
    mock_host(NOC_HOST_CLOSE, 0);
    assert_int_equal(_close(fd), 0);
    assert_int_equal(mock_block[0], HANDLE);
}

TEST(standard_error_goes_to_a_host_that_wants_it)
{
    mock_read(NI_HOST, NOC_PUT(1, NI_HOST, SERVED) | NOC_PUT(1, NI_HOST, ERRORS));
    mock_host(NOC_HOST_OPEN, HANDLE);
    mock_host(NOC_HOST_WRITE, 0);
    mock_host(NOC_HOST_CLOSE, 0);
    GIVES(_write(2, "wrong\n", 6), 6, 0);
    assert_int_equal(mock_block[0], HANDLE);
    /* All of its handles are taken. */
    mock_read(NI_HOST, NOC_PUT(1, NI_HOST, SERVED) | NOC_PUT(1, NI_HOST, ERRORS));
    fails(NOC_HOST_OPEN, NOC_HOST_EMFILE);
    mock_text("w\n");
    GIVES(_write(2, "w\n", 2), 2, 0);
}

TEST(open_is_the_mode_of_fopen)
{
    static const struct {
        int flags;
        uint32_t mode;
    } one[] = {{O_RDONLY, 1},
               {O_RDWR, 3},
               {O_WRONLY, 3},
               {O_WRONLY | O_CREAT | O_TRUNC, 5},
               {O_RDWR | O_CREAT | O_TRUNC, 7},
               {O_WRONLY | O_CREAT | O_APPEND, 9},
               {O_RDWR | O_CREAT | O_APPEND, 11}};

    for (unsigned i = 0; i < sizeof one / sizeof *one; i++) {
        there();
        mock_host(NOC_HOST_OPEN, HANDLE);
        assert_int_equal(_open("name", one[i].flags), 3);
        assert_int_equal(mock_block[1], one[i].mode);
        assert_int_equal(mock_block[2], 4);
        close_it(3);
    }
}

TEST(what_fopen_cannot_say_takes_two_calls)
{
    there(); /* made anew: it must not be there */
    fails(NOC_HOST_OPEN, NOC_HOST_ENOENT);
    mock_host(NOC_HOST_OPEN, HANDLE);
    assert_int_equal(_open("name", O_WRONLY | O_CREAT | O_EXCL), 3);
    assert_int_equal(mock_block[1], 5);
    close_it(3);
    there();
    mock_host(NOC_HOST_OPEN, HANDLE);
    mock_host(NOC_HOST_CLOSE, 0);
    GIVES(_open("name", O_WRONLY | O_CREAT | O_EXCL), -1, EEXIST);
    there(); /* kept as it is, if it is there */
    mock_host(NOC_HOST_OPEN, HANDLE);
    mock_host(NOC_HOST_CLOSE, 0);
    mock_host(NOC_HOST_OPEN, HANDLE);
    assert_int_equal(_open("name", O_RDWR | O_CREAT), 3);
    assert_int_equal(mock_block[1], 3);
    close_it(3);
    there(); /* cut, and it must be there */
    fails(NOC_HOST_OPEN, NOC_HOST_ENOENT);
    GIVES(_open("name", O_WRONLY | O_TRUNC), -1, ENOENT);
    there();
    fails(NOC_HOST_OPEN, NOC_HOST_EACCES);
    GIVES(_open("name", O_RDWR | O_CREAT), -1, EACCES);
}

TEST(errors_are_newlibs)
{
    static const struct {
        uint32_t host;
        int own;
    } error[] = {{2, ENOENT},     {13, EACCES},    {36, ENAMETOOLONG}, {38, ENOSYS},  {40, ELOOP},
                 {75, EOVERFLOW}, {39, ENOTEMPTY}, {0, EIO},           {35, EDEADLK}, {999, EIO}};

    for (unsigned i = 0; i < sizeof error / sizeof *error; i++) {
        there();
        fails(NOC_HOST_OPEN, error[i].host);
        GIVES(_open("name", O_RDONLY), -1, error[i].own);
    }
}

TEST(a_place_is_counted)
{
    struct stat st;
    char c[10];

    there();
    mock_host(NOC_HOST_OPEN, HANDLE);
    assert_int_equal(_open("name", O_RDWR), 3);
    mock_host(NOC_HOST_READ, 4); /* are left */
    assert_int_equal(_read(3, c, 10), 6);
    assert_int_equal(_lseek(3, 0, SEEK_CUR), 6);
    mock_host(NOC_HOST_WRITE, 0);
    assert_int_equal(_write(3, c, 5), 5);
    mock_host(NOC_HOST_SEEK, 0);
    assert_int_equal(_lseek(3, -1, SEEK_CUR), 10);
    assert_int_equal(mock_block[1], 10);
    mock_host(NOC_HOST_FLEN, 100);
    mock_host(NOC_HOST_SEEK, 0);
    assert_int_equal(_lseek(3, -1, SEEK_END), 99);
    assert_int_equal(_lseek(3, 99, SEEK_SET), 99); /* it is there already */
    GIVES(_lseek(3, -100, SEEK_CUR), -1, EINVAL);
    GIVES(_lseek(3, 0, 9), -1, EINVAL);
    fails(NOC_HOST_READ, NOC_HOST_EISDIR);
    GIVES(_read(3, c, 10), -1, EISDIR);
    fails(NOC_HOST_READ, NOC_HOST_EFAULT); /* all left, and failed, are two things */
    GIVES(_read(3, c, UINT32_MAX), -1, EFAULT);
    assert_true(mock_block[2] == INT32_MAX);
    fails(NOC_HOST_WRITE, NOC_HOST_EFAULT);
    GIVES(_write(3, c, UINT32_MAX), -1, EFAULT);
    mock_host(NOC_HOST_READ, INT32_MAX - 7); /* more than an int says */
    assert_int_equal(_read(3, c, UINT32_C(0x80000000)), 7);
    mock_host(NOC_HOST_SEEK, 0);
    assert_int_equal(_lseek(3, -7, SEEK_CUR), 99);
    mock_host(NOC_HOST_FLEN, 100);
    assert_int_equal(_fstat(3, &st), 0);
    assert_true(S_ISREG(st.st_mode));
    assert_int_equal(st.st_size, 100);
    mock_host(NOC_HOST_FLEN, 100);
    GIVES(_isatty(3), 0, ENOTTY);
    close_it(3);
    GIVES(_close(3), -1, EBADF);
}

TEST(there_are_so_many_files_and_no_more)
{
    int fd;

    for (fd = 3; fd < 3 + NOC_HOST_FILES; fd++) {
        there();
        mock_host(NOC_HOST_OPEN, HANDLE);
        assert_int_equal(_open("name", O_RDONLY), fd);
    }
    there();
    GIVES(_open("name", O_RDONLY), -1, EMFILE);
    while (fd-- > 3) {
        close_it(fd);
    }
}

TEST(standard_input_is_the_hosts)
{
    char c[10];

    there();
    mock_host(NOC_HOST_OPEN, HANDLE);
    mock_host(NOC_HOST_READ, 3);
    mock_host(NOC_HOST_CLOSE, 0);
    assert_int_equal(_read(0, c, 10), 7);
    assert_int_equal(mock_block[0], HANDLE);
}

BEFORE_EACH
{
    mock_begin();
}

AFTER_EACH
{
    mock_end();
}
