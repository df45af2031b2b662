/* SPDX-License-Identifier: BSD-2-Clause */
/* Files that are read: what is none is told at once. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/in_file.h"
#include "test.h"

TEST(only_regular_files)
{
    char directory[] = "/tmp/test_in_file_XXXXXX", name[64];
    const char *why = NULL;
    assert_non_null(mkdtemp(directory));
    snprintf(name, sizeof name, "%s/pipe", directory);
    assert_int_equal(mkfifo(name, 0600), 0);
    assert_null(in_file_open(name, &why)); /* nobody writes it */
    assert_string_equal(why, "not a file, but a pipe or a device");
    assert_int_equal(unlink(name), 0);
    assert_null(in_file_open(name, &why));
    assert_string_equal(why, "No such file or directory");
    assert_null(in_file_open("/dev/zero", &why));
    assert_string_equal(why, "not a file, but a pipe or a device");
    assert_null(in_file_open(directory, &why));
    assert_string_equal(why, "not a file, but a directory");
    assert_int_equal(rmdir(directory), 0);
}

TEST(what_is_in_it)
{
    char name[] = "/tmp/test_in_file_XXXXXX", text[8] = "";
    const char *why;
    int fd = mkstemp(name);
    assert_int_equal(write(fd, "abc", 3), 3);
    close(fd);
    FILE *file = in_file_open(name, &why);
    assert_non_null(file);
    assert_int_equal(fread(text, 1, sizeof text, file), 3);
    assert_string_equal(text, "abc");
    fclose(file);
    unlink(name);
}
