/* SPDX-License-Identifier: BSD-2-Clause */
/* POSIX's calls about files, in a directory that all cores share; each has files of its own there. */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

static char name[32], other[32];

/* It fails, and for this reason. */
#define CHECK_FAILS(call, reason) CHECK((errno = 0, (call) == -1) && errno == (reason))

static void check_places(void)
{
    char bytes[8] = "";
    int fd = creat(name, 0666);

    CHECK(fd >= 0 && write(fd, "0123456789", 10) == 10 && fsync(fd) == 0 && fdatasync(fd) == 0);
    CHECK(close(fd) == 0);
    CHECK_FAILS(fsync(fd), EBADF);
    fd = open(name, O_RDWR);
    CHECK(read(fd, bytes, 2) == 2 && pread(fd, bytes, 3, 6) == 3 && memcmp(bytes, "678", 3) == 0);
    CHECK(pwrite(fd, "ab", 2, 4) == 2 && read(fd, bytes, 4) == 4 && memcmp(bytes, "23ab", 4) == 0);
    CHECK(pread(fd, bytes, 8, 10) == 0 && lseek(fd, 0, SEEK_CUR) == 6);
    CHECK_FAILS(pread(fd, bytes, 1, -1), EINVAL);
    CHECK(close(fd) == 0);
    CHECK_FAILS(pread(fd, bytes, 1, 0), EBADF);
    CHECK_FAILS(pread(0, bytes, 1, 0), ESPIPE);
}

static void check_names(void)
{
    struct stat st;

    CHECK(access(name, F_OK) == 0 && access(name, R_OK | W_OK) == 0 && access(".", X_OK) == 0);
    CHECK_FAILS(access(name, X_OK), EACCES);
    CHECK_FAILS(access(other, F_OK), ENOENT);
    CHECK_FAILS(access(name, 99), EINVAL);
    CHECK(lstat(name, &st) == 0 && S_ISREG(st.st_mode) && st.st_size == 10);
    CHECK(rename(name, other) == 0 && access(other, F_OK) == 0);
    CHECK_FAILS(rename(name, other), ENOENT);
    CHECK(remove(other) == 0);
    CHECK_FAILS(access(other, F_OK), ENOENT);
}

/* Lines longer than any buffer that is there. */
static void check_lines(void)
{
    FILE *f = fopen(name, "w+");
    char *line = NULL;
    size_t room = 0;

    CHECK(f != NULL && fprintf(f, "one\n%0300d\nlast", 7) == 309 && fseek(f, 0, SEEK_SET) == 0);
    CHECK(getline(&line, &room, f) == 4 && strcmp(line, "one\n") == 0);
    CHECK(getline(&line, &room, f) == 301 && strcmp(line + 298, "07\n") == 0 && room > 301);
    CHECK(getdelim(&line, &room, 's', f) == 3 && strcmp(line, "las") == 0);
    CHECK(getline(&line, &room, f) == 1 && getline(&line, &room, f) == -1);
    free(line);
    CHECK(freopen(other, "w", f) == f && fputs("moved", f) >= 0 && fclose(f) == 0);
    CHECK(remove(name) == 0 && remove(other) == 0);
}

static void check_temporary(void)
{
    char made[] = "XXXXXX", text[L_tmpnam], word[8];
    FILE *a = tmpfile(), *b = tmpfile();
    int fd = mkstemp(made);

    CHECK(a && b && fputs("first", a) >= 0 && fputs("second", b) >= 0);
    rewind(a);
    rewind(b);
    CHECK(fscanf(a, "%7s", word) == 1 && strcmp(word, "first") == 0);
    CHECK(fscanf(b, "%7s", word) == 1 && strcmp(word, "second") == 0);
    CHECK(fclose(a) == 0 && fclose(b) == 0);
    CHECK(tmpnam(text) == text && access(text, F_OK) == -1);
    CHECK(fd >= 0 && write(fd, "x", 1) == 1 && lseek(fd, 0, SEEK_END) == 1);
    CHECK(close(fd) == 0 && remove(made) == 0);
}

static void check_paths(void)
{
    static const struct {
        const char *path, *directory, *base;
    } cases[] = {{"/usr/lib", "/usr", "lib"},
                 {"/usr/", "/", "usr"},
                 {"usr", ".", "usr"},
                 {"/", "/", "/"},
                 {"", ".", "."},
                 {"//a//b//", "//a", "b"}};
    char text[16];

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK(strcmp(dirname(strcpy(text, cases[i].path)), cases[i].directory) == 0);
        CHECK(strcmp(basename(strcpy(text, cases[i].path)), cases[i].base) == 0);
    }
    CHECK(strcmp(dirname(NULL), ".") == 0);
}

int main(void)
{
    sprintf(name, "file-%d", (int)getpid());
    sprintf(other, "other-%d", (int)getpid());
    check_places();
    check_names();
    check_lines();
    check_temporary();
    check_paths();
    return check_end();
}
