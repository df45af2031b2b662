/* SPDX-License-Identifier: BSD-2-Clause */
#include "processes.h"

#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Is one of the files in this directory of links, /proc/PID/fd, a link to `target`? */
static bool links_to(const char *directory, const char *target)
{
    char path[PATH_MAX], seen[PATH_MAX];
    DIR *dir = opendir(directory);
    const struct dirent *entry;
    bool found = false;
    while (dir && !found && (entry = readdir(dir))) {
        if (snprintf(path, sizeof path, "%s/%s", directory, entry->d_name) < PATH_MAX) {
            ssize_t n = readlink(path, seen, sizeof seen - 1);
            seen[n > 0 ? n : 0] = 0;
            found = strcmp(seen, target) == 0;
        }
    }
    if (dir) {
        closedir(dir);
    }
    return found;
}

static void take_name(const struct host_roots *roots, struct process *p)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%ld/comm", roots->proc, (long)p->pid);
    FILE *file = fopen(path, "r");
    if (!file || !fgets(p->name, sizeof p->name, file)) {
        strcpy(p->name, "a program");
    }
    if (file) {
        fclose(file);
    }
    p->name[strcspn(p->name, "\n")] = 0;
}

bool process_with_file(const struct host_roots *roots, const char *target, struct process *p)
{
    char path[PATH_MAX];
    DIR *dir = opendir(roots->proc);
    const struct dirent *entry;
    memset(p, 0, sizeof *p);
    while (dir && !p->pid && (entry = readdir(dir))) {
        if (isdigit((unsigned char)entry->d_name[0]) &&
            snprintf(path, sizeof path, "%s/%s/fd", roots->proc, entry->d_name) < PATH_MAX &&
            links_to(path, target)) {
            p->pid = (pid_t)strtol(entry->d_name, NULL, 10);
            take_name(roots, p);
        }
    }
    if (dir) {
        closedir(dir);
    }
    return p->pid != 0;
}

/*
 * In a table as /proc/net/tcp: "  0: 0100007F:0D05 00000000:0000 0A ... UID TIMEOUT INODE".
 * False: nobody listens at this port.
 */
static bool find_listener(const char *path, uint16_t port, unsigned *user, unsigned long *inode)
{
    enum { LISTENS = 0x0a };
    char line[512];
    bool found = false;
    FILE *file = fopen(path, "r");
    while (file && !found && fgets(line, sizeof line, file)) {
        unsigned at, state;
        found = sscanf(line, " %*u: %*[0-9A-Fa-f]:%x %*[0-9A-Fa-f]:%*x %x %*s %*s %*s %u %*d %lu",
                       &at, &state, user, inode) == 4 &&
                at == port && state == LISTENS;
    }
    if (file) {
        fclose(file);
    }
    return found;
}

bool process_at_port(const struct host_roots *roots, uint16_t port, struct process *p)
{
    static const char *const tables[] = { "net/tcp", "net/tcp6" };
    char path[PATH_MAX], target[64];
    unsigned user = 0;
    unsigned long inode = 0;
    for (unsigned i = 0; i < sizeof tables / sizeof *tables; i++) {
        snprintf(path, sizeof path, "%s/%s", roots->proc, tables[i]);
        if (find_listener(path, port, &user, &inode)) {
            snprintf(target, sizeof target, "socket:[%lu]", inode);
            (void)process_with_file(roots, target, p);
            p->user = (uid_t)user;
            return true;
        }
    }
    memset(p, 0, sizeof *p);
    return false;
}

void process_text(const struct process *p, char *text, size_t room)
{
    const struct passwd *user = getpwuid(p->user);
    if (p->pid) {
        snprintf(text, room, "%s (process %ld)", p->name, (long)p->pid);
    } else if (user) {
        snprintf(text, room, "a program of user %s", user->pw_name);
    } else {
        snprintf(text, room, "a program of user %u", (unsigned)p->user);
    }
}
