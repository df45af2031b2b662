/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Files below one directory: what can be opened, removed and renamed there, and that nothing
 * outside can, whatever the name, and whatever others do meanwhile.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hw/noc/host_path.h"
#include "test.h"

static char above[] = "/tmp/host-path-XXXXXX";
static int directory;

static void put(const char *name, const char *text)
{
    int fd = openat(directory, name, O_WRONLY | O_CREAT | O_TRUNC, 0666);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    close(fd);
}

/* above/secret, above/files/{kept, sub/inner, links, a FIFO} */
BEFORE_EACH
{
    strcpy(above, "/tmp/host-path-XXXXXX");
    assert_non_null(mkdtemp(above));
    assert_int_equal(chdir(above), 0);
    assert_int_equal(mkdir("files", 0777), 0);
    directory = open("files", O_PATH | O_DIRECTORY);
    assert_int_equal(mkdir("files/sub", 0777), 0);
    put("../secret", "secret");
    put("kept", "kept");
    put("sub/inner", "inner");
    assert_int_equal(symlink("../secret", "files/link"), 0);
    assert_int_equal(symlink("kept", "files/inner-link"), 0);
    assert_int_equal(symlink("..", "files/up"), 0);
    assert_int_equal(symlink("sub", "files/sub-link"), 0);
    assert_int_equal(symlink("../new", "files/dangling"), 0);
    assert_int_equal(mkfifo("files/fifo", 0666), 0);
}

AFTER_EACH
{
    char command[100];

    close(directory);
    snprintf(command, sizeof command, "rm -rf %s", above);
    assert_int_equal(chdir("/"), 0);
    assert_int_equal(system(command), 0);
}

static const int all_flags[] = {O_RDONLY, O_RDWR, O_WRONLY | O_CREAT | O_TRUNC,
                                O_RDWR | O_CREAT | O_APPEND};
enum { FLAGS = sizeof all_flags / sizeof *all_flags };

TEST(files_below_are_opened)
{
    static const char *const names[] = {"kept",        "sub/inner",  "./kept",
                                        "sub/./inner", "sub//inner", "././sub/././inner"};
    char text[8] = "";

    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        for (unsigned k = 0; k < FLAGS; k++) {
            int fd = nocturne_path_open(directory, names[i], all_flags[k]);

            assert_true(fd >= 0);
            assert_int_equal(fcntl(fd, F_GETFD), FD_CLOEXEC);
            close(fd);
        }
    }
    put("kept", "kept");
    int fd = nocturne_path_open(directory, "kept", O_RDONLY);
    assert_int_equal(read(fd, text, sizeof text), 4);
    assert_string_equal(text, "kept");
    close(fd);
}

TEST(new_files_are_made_where_their_directory_is)
{
    int fd = nocturne_path_open(directory, "sub/new", O_WRONLY | O_CREAT | O_TRUNC);
    struct stat s;

    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(stat("files/sub/new", &s), 0);
    assert_int_equal(nocturne_path_open(directory, "none/new", O_WRONLY | O_CREAT), -ENOENT);
    assert_int_equal(nocturne_path_open(directory, "new", O_RDWR), -ENOENT);
}

static const struct {
    const char *name;
    int error;
} bad[] = {
    {"..", EACCES},
    {"../secret", EACCES},
    {"sub/../../secret", EACCES},
    {"sub/..", EACCES},
    {"/etc/passwd", EACCES},
    {"/", EACCES},
    {"//kept", EACCES},
    {"link", EACCES},
    {"inner-link", EACCES},
    {"up/secret", EACCES},
    {"sub-link/inner", EACCES},
    {"up/files/kept", EACCES},
    {"dangling", EACCES},
    {"fifo", EACCES},
    {"", ENOENT},
    {".", EISDIR},
    {"sub", EISDIR},
    {"sub/", EISDIR},
    {"sub//", EISDIR},
    {"kept/", ENOTDIR},
    {"fifo/", ENOTDIR},
    {"none/", ENOENT},
    {"sub/none/", ENOENT},
    {"link/", EACCES},
    {"sub-link/", EACCES},
    {"../", EACCES},
    {"sub/.", EISDIR},
    {"kept/x", ENOTDIR},
    {"fifo/x", ENOTDIR},
    {"./../secret", EACCES},
    {".//..", EACCES},
};
enum { BAD = sizeof bad / sizeof *bad };

TEST(nothing_else_is_opened)
{
    struct stat s;

    for (unsigned i = 0; i < BAD; i++) {
        for (unsigned k = 0; k < FLAGS; k++) {
            int got = nocturne_path_open(directory, bad[i].name, all_flags[k]);

            if (got != -bad[i].error) {
                fail_msg("'%s', flags %x: %d, not %d", bad[i].name, (unsigned)all_flags[k], got,
                         -bad[i].error);
            }
        }
    }
    assert_int_equal(stat("new", &s), -1); /* where the link leads */
    assert_int_equal(stat("secret", &s), 0);
    assert_int_equal(s.st_size, 6);
}

TEST(nothing_else_is_removed_or_renamed)
{
    struct stat s;

    for (unsigned i = 0; i < BAD; i++) {
        assert_int_equal(nocturne_path_remove(directory, bad[i].name), -bad[i].error);
        assert_int_equal(nocturne_path_rename(directory, bad[i].name, "taken"), -bad[i].error);
        assert_int_equal(nocturne_path_rename(directory, "kept", bad[i].name), -bad[i].error);
    }
    assert_int_equal(lstat("files/link", &s), 0);
    assert_int_equal(lstat("files/fifo", &s), 0);
    assert_int_equal(lstat("files/kept", &s), 0);
    assert_int_equal(lstat("secret", &s), 0);
}

TEST(files_are_renamed_and_removed)
{
    struct stat s;

    assert_int_equal(nocturne_path_rename(directory, "kept", "sub/moved"), 0);
    assert_int_equal(lstat("files/sub/moved", &s), 0);
    assert_int_equal(nocturne_path_rename(directory, "sub/inner", "sub/moved"), 0);
    assert_int_equal(nocturne_path_remove(directory, "sub/inner"), -ENOENT);
    assert_int_equal(nocturne_path_remove(directory, "sub/moved"), 0);
    assert_int_equal(nocturne_path_remove(directory, "sub/moved"), -ENOENT);
}

TEST(names_have_a_length)
{
    char name[NAME_MAX + 10];

    memset(name, 'n', sizeof name);
    name[NAME_MAX] = 0;
    int fd = nocturne_path_open(directory, name, O_WRONLY | O_CREAT);
    assert_true(fd >= 0);
    close(fd);
    name[NAME_MAX] = 'n';
    name[NAME_MAX + 1] = 0;
    assert_int_equal(nocturne_path_open(directory, name, O_WRONLY | O_CREAT), -ENAMETOOLONG);
    memcpy(name + NAME_MAX + 1, "/x", 3);
    assert_int_equal(nocturne_path_open(directory, name, O_RDONLY), -ENAMETOOLONG);
}

/* --- what others do meanwhile ------------------------------------------------------ */

static atomic_bool enough;

/* A directory and a link to the one above it, and a file and a link to the secret, change places;
 * and there is now and then a link to where a new file would be. */
static void *swap(void *unused)
{
    (void)unused;
    while (!enough) {
        renameat2(directory, "sub", directory, "up", RENAME_EXCHANGE);
        renameat2(directory, "kept", directory, "link", RENAME_EXCHANGE);
        (void)!symlinkat("../new", directory, "comes-and-goes");
        unlinkat(directory, "comes-and-goes", 0);
    }
    return NULL;
}

/* Is it the secret? */
static bool is_secret(const char *name)
{
    char text[8] = "";
    int fd = nocturne_path_open(directory, name, O_RDONLY);

    if (fd < 0) {
        return false;
    }
    assert_true(read(fd, text, sizeof text - 1) >= 0);
    close(fd);
    return strcmp(text, "secret") == 0;
}

TEST(no_exchange_of_names_leads_out)
{
    enum { TRIES = 5000 };
    pthread_t swapper;
    unsigned secrets = 0;
    struct stat s;

    put("sub/secret", "ours");
    enough = false;
    assert_int_equal(pthread_create(&swapper, NULL, swap, NULL), 0);
    for (unsigned i = 0; i < TRIES; i++) {
        secrets += is_secret("sub/secret") || is_secret("kept");
        (void)nocturne_path_remove(directory, "sub/gone");
        nocturne_path_rename(directory, "sub/secret", "sub/secret");
        int fd = nocturne_path_open(directory, "comes-and-goes", O_WRONLY | O_CREAT);
        if (fd >= 0) {
            close(fd);
            (void)nocturne_path_remove(directory, "comes-and-goes");
        }
    }
    enough = true;
    pthread_join(swapper, NULL);
    assert_int_equal(secrets, 0);
    assert_int_equal(stat("new", &s), -1);
    assert_int_equal(stat("secret", &s), 0);
}
