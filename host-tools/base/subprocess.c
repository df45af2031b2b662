/* SPDX-License-Identifier: BSD-2-Clause */
#include "subprocess.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SILENT_MS = 10000 }; /* PROGRAM_SILENT says it, too */

/* Until its end. False: too much, or nothing for too long, which is said. */
static bool read_all(int fd, char text[PROGRAM_TEXT])
{
    size_t length = 0;
    for (;;) {
        struct pollfd p = {.fd = fd, .events = POLLIN};
        if (poll(&p, 1, SILENT_MS) != 1) {
            strcpy(text, PROGRAM_SILENT);
            return false;
        }
        if (length == PROGRAM_TEXT - 1) {
            return false;
        }
        ssize_t n = read(fd, text + length, PROGRAM_TEXT - 1 - length);
        if (n <= 0) {
            return n == 0;
        }
        length += (size_t)n;
        text[length] = 0;
    }
}

bool program_says(const char *const *arguments, char text[PROGRAM_TEXT])
{
    int fd[2], state = -1;
    text[0] = 0;
    if (pipe2(fd, O_CLOEXEC)) {
        return false;
    }
    pid_t parent = getpid(), child = fork();
    if (child == 0) {
        program_bind(parent);
        dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
        dup2(fd[1], STDOUT_FILENO);
        dup2(fd[1], STDERR_FILENO);
        execvp(arguments[0], (char *const *)arguments);
        _exit(127);
    }
    close(fd[1]);
    bool whole = child > 0 && read_all(fd[0], text);
    close(fd[0]);
    if (child > 0 && !whole) {
        kill(-child, SIGKILL);
    }
    return child > 0 && waitpid(child, &state, 0) == child && whole && WIFEXITED(state) &&
           WEXITSTATUS(state) == 0;
}

void program_ended_by(pid_t child, char text[PROGRAM_END_TEXT])
{
    siginfo_t how = {0};
    text[0] = 0;
    if (waitid(P_PID, (id_t)child, &how, WEXITED | WNOHANG | WNOWAIT) || !how.si_pid ||
        how.si_code == CLD_EXITED) {
        return;
    }
    if (how.si_status == SIGXCPU) {
        strcpy(text, "its limit of processor time is used up; raise it: ulimit -t");
    } else {
        snprintf(text, PROGRAM_END_TEXT, "killed by signal %d%s", how.si_status,
                 how.si_status == SIGKILL ? "; there may be too little memory" : "");
    }
}

void program_word(char *to, size_t room, const char *text)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_./:=,@%+-";
    char *end = to + room - 1;
    if (*text && text[strspn(text, plain)] == 0) {
        snprintf(to, room, "%s", text);
        return;
    }
    enum { MOST = 5 }; /* a quote in it, and the last one */
    *to++ = '\'';
    for (; *text && to + MOST <= end; text++) {
        to += sprintf(to, *text == '\'' ? "'\\''" : "%c", *text);
    }
    strcpy(to, "'");
}

/* This signal comes when the parent ends. */
static void die_with(pid_t parent, int signal)
{
    prctl(PR_SET_PDEATHSIG, signal);
    if (getppid() != parent) {
        _exit(127);
    }
}

void program_dies_with(pid_t parent)
{
    die_with(parent, SIGKILL);
}

void program_ends_with(pid_t parent)
{
    die_with(parent, SIGTERM);
}

void program_bind(pid_t parent)
{
    program_dies_with(parent);
    setpgid(0, 0);
}

pid_t program_fork_server(void)
{
    pid_t parent = getpid(), child = fork();
    if (child == 0) {
        program_bind(parent);
        int null = open("/dev/null", O_RDWR);
        for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
            dup2(null, fd);
        }
    }
    return child;
}

bool program_is_emulator(const char *path)
{
    const char *const arguments[] = {path, "-M", "help", NULL};
    char text[PROGRAM_TEXT];
    return program_says(arguments, text) && strstr(text, "\nnocturne ");
}
