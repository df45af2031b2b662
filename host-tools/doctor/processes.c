/* SPDX-License-Identifier: BSD-2-Clause */
#include "processes.h"

#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
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

/* A line of a table as /proc/net/tcp. */
struct connection {
    char to[33]; /* an address, as hexadecimal digits */
    unsigned at_port, to_port, state, user;
    unsigned long inode;
};

/* Who listens at a port; who is connected to it, on this host. */
static bool listens(const struct connection *c, uint16_t port)
{
    enum { LISTEN = 0x0a };
    return c->at_port == port && c->state == LISTEN;
}

static bool is_connected(const struct connection *c, uint16_t port)
{
    enum { ESTABLISHED = 1 };
    return c->to_port == port && c->state == ESTABLISHED && strcmp(c->to, "0100007F") == 0;
}

/*
 * The first such one, in a table: "  0: 0100007F:0D05 00000000:0000 0A ... UID TIMEOUT INODE".
 * False: there is none.
 */
static bool find_connection(struct connection *c, const char *path, uint16_t port,
                            bool (*suits)(const struct connection *, uint16_t))
{
    char line[512];
    bool found = false;
    FILE *file = fopen(path, "r");
    while (file && !found && fgets(line, sizeof line, file)) {
        found = sscanf(line, " %*u: %*[0-9A-Fa-f]:%x %32[0-9A-Fa-f]:%x %x %*s %*s %*s %u %*d %lu",
                       &c->at_port, c->to, &c->to_port, &c->state, &c->user, &c->inode) == 6 &&
                suits(c, port);
    }
    if (file) {
        fclose(file);
    }
    return found;
}

static bool find_process(const struct host_roots *roots, uint16_t port, struct process *p,
                         bool (*suits)(const struct connection *, uint16_t))
{
    static const char *const tables[] = {"net/tcp", "net/tcp6"};
    char path[PATH_MAX], target[64];
    struct connection c;
    for (unsigned i = 0; i < sizeof tables / sizeof *tables; i++) {
        snprintf(path, sizeof path, "%s/%s", roots->proc, tables[i]);
        if (find_connection(&c, path, port, suits)) {
            snprintf(target, sizeof target, "socket:[%lu]", c.inode);
            (void)process_with_file(roots, target, p);
            p->user = (uid_t)c.user;
            return true;
        }
    }
    memset(p, 0, sizeof *p);
    return false;
}

bool process_at_port(const struct host_roots *roots, uint16_t port, struct process *p)
{
    return find_process(roots, port, p, listens);
}

bool process_connected(const struct host_roots *roots, uint16_t port, struct process *p)
{
    return find_process(roots, port, p, is_connected);
}

/* What netlink tells of a connected socket (sock_diag(7)); 0: unknown. */
struct end {
    unsigned other; /* the inode of its other end */
    uint32_t file;  /* the inode of the file that its server listens at */
};

static void take_attributes(struct end *e, const struct nlmsghdr *head)
{
    const struct unix_diag_msg *told = NLMSG_DATA(head);
    const struct rtattr *a = (const struct rtattr *)(told + 1);
    struct unix_diag_vfs at;
    int left = (int)(head->nlmsg_len - NLMSG_LENGTH(sizeof *told));
    for (; RTA_OK(a, left); a = RTA_NEXT(a, left)) {
        if (a->rta_type == UNIX_DIAG_PEER && RTA_PAYLOAD(a) >= sizeof e->other) {
            memcpy(&e->other, RTA_DATA(a), sizeof e->other);
        } else if (a->rta_type == UNIX_DIAG_VFS && RTA_PAYLOAD(a) >= sizeof at) {
            memcpy(&at, RTA_DATA(a), sizeof at);
            e->file = at.udiag_vfs_ino;
        }
    }
}

static struct end end_of(unsigned inode)
{
    struct {
        struct nlmsghdr head;
        struct unix_diag_req ask;
    } request = {{.nlmsg_len = sizeof request,
                  .nlmsg_type = SOCK_DIAG_BY_FAMILY,
                  .nlmsg_flags = NLM_F_REQUEST},
                 {.sdiag_family = AF_UNIX,
                  .udiag_states = UINT32_MAX,
                  .udiag_ino = inode,
                  .udiag_show = UDIAG_SHOW_PEER | UDIAG_SHOW_VFS,
                  .udiag_cookie = {UINT32_MAX, UINT32_MAX}}};
    union {
        struct nlmsghdr head;
        char bytes[1024];
    } answer = {.head = {.nlmsg_type = NLMSG_ERROR}};
    struct end found = {0};
    int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
    ssize_t n = fd >= 0 && send(fd, &request, sizeof request, 0) == (ssize_t)sizeof request
                  ? recv(fd, &answer, sizeof answer, 0)
                  : -1;
    if (n > 0 && NLMSG_OK(&answer.head, (size_t)n) && answer.head.nlmsg_type != NLMSG_ERROR) {
        take_attributes(&found, &answer.head);
    }
    if (fd >= 0) {
        close(fd);
    }
    return found;
}

/* The server's end of a connection to this file, in a table as /proc/net/unix, whose names are what
 * any user has chosen: "0000000000000000: 00000003 00000000 00000000 0001 03 4711 /run/123.jtag".
 * So the name alone does not say that it is. *other: the other end's inode. */
static bool find_accepted(const char *path, const char *name, ino_t file, unsigned *other)
{
    enum { CONNECTED = 3 };
    char line[512], at[256];
    unsigned state, inode;
    bool found = false;
    FILE *table = fopen(path, "r");
    while (table && !found && fgets(line, sizeof line, table)) {
        const char *slash =
            sscanf(line, "%*x: %*x %*x %*x %*x %x %u %255s", &state, &inode, at) == 3
                ? strrchr(at, '/')
                : NULL;
        if (slash && state == CONNECTED && strcmp(slash + 1, name) == 0) {
            struct end e = end_of(inode);
            found = e.file == (uint32_t)file;
            *other = e.other;
        }
    }
    if (table) {
        fclose(table);
    }
    return found;
}

bool process_connected_to_file(const struct host_roots *roots, const char *file, struct process *p)
{
    char path[PATH_MAX], target[64];
    const char *slash = strrchr(file, '/');
    struct stat s;
    unsigned other;
    memset(p, 0, sizeof *p);
    snprintf(path, sizeof path, "%s/net/unix", roots->proc);
    if (!slash || stat(file, &s) || !find_accepted(path, slash + 1, s.st_ino, &other)) {
        return false;
    }
    snprintf(target, sizeof target, "socket:[%u]", other);
    (void)process_with_file(roots, target, p);
    p->user = geteuid(); /* nobody else can reach it */
    return true;
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
