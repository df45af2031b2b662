/* SPDX-License-Identifier: BSD-2-Clause */
#include "network.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "topology/shape.h"
#include "topology/topologies.h"

/* All of a regular file, malloc'd; a pipe is not waited for. NULL: it cannot be read. */
static char *read_text(const char *name, size_t *length)
{
    const int fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat s;
    char *text = NULL;
    ssize_t n = 1;

    *length = 0;
    if (fd >= 0 && fstat(fd, &s) == 0 && S_ISREG(s.st_mode) && s.st_size > 0) {
        text = malloc((size_t)s.st_size);
    }
    while (text && n > 0 && *length < (size_t)s.st_size) {
        n = pread(fd, text + *length, (size_t)s.st_size - *length, (off_t)*length);
        *length += n > 0 ? (size_t)n : 0;
    }
    if (fd >= 0) {
        close(fd);
    }
    return text;
}

/* The shape stays for as long as the program. */
static const char *read_file(struct noc_topology *t, const struct noc_topology_kind *kind,
                             const char *name)
{
    struct noc_fault fault = {0};
    size_t length;
    char *text = read_text(name, &length);
    void *room = length ? malloc(noc_shape_room(length)) : NULL;
    const char *why = "the file cannot be read";

    if (room) {
        why = kind->read(t, text, length, room, &fault) ? NULL : noc_fault_text(fault.code);
    }
    free(text);
    return why;
}

const char *network_read(struct noc_topology *t, const char *text)
{
    const char *name;
    const struct noc_topology_kind *kind = noc_topology_file(text, &name);
    struct noc_fault fault = {0};

    if (kind) {
        return read_file(t, kind, name);
    }
    return noc_topology_parse(t, text, &fault) ? NULL : noc_fault_text(fault.code);
}
