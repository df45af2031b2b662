/* SPDX-License-Identifier: BSD-2-Clause */
#include "network.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/plain_text.h"
#include "topology/shape.h"
#include "topology/topologies.h"

enum { KINDS_MAX = 32, KEPT_MAX = 8, KIND_NAME_MAX = 15 };

struct network {
    char *text;  /* "graph:links.txt" */
    char *bytes; /* the file's */
    size_t length;
    uint64_t seed;                /* of one that was drawn */
    struct noc_topology topology; /* its shape is malloc'd */
    unsigned users;               /* experiments, and this file's own list */
    struct network *next;
};

static struct network *kept; /* the latest first */

void network_drop(struct network *n)
{
    if (n && --n->users == 0) {
        free(n->text);
        free(n->bytes);
        free((void *)n->topology.shape);
        free(n);
    }
}

const char *network_bytes(const struct network *network, size_t *length)
{
    *length = network->length;
    return network->bytes;
}

/* --- reading ------------------------------------------------------------- */

static enum status unreadable(const char *text, const char *reason, struct error *error)
{
    return error_set(
        error, STATUS_BAD,
        "topology '%s': cannot read the file: %s; 'noct help topologies' says what it has", text,
        reason);
}

/* The whole file; *bytes is malloc'd. */
static enum status read_file(const char *text, const char *name, char **bytes, size_t *length,
                             struct error *error)
{
    enum { FIRST = 65536 };
    FILE *file = *name ? fopen(name, "re") : NULL;
    size_t room = FIRST, used = 0, n;
    if (!file) {
        return *name ? unreadable(text, strerror(errno), error)
                     : error_set(error, STATUS_BAD,
                                 "topology '%s': a file's name must follow the colon", text);
    }
    *bytes = malloc(room);
    if (!*bytes) {
        out_of_memory();
    }
    errno = 0;
    while ((n = fread(*bytes + used, 1, room - used, file)) > 0 && used <= NETWORK_FILE_MAX) {
        used += n;
        if (used == room) {
            char *more = alloc_zeroed(2 * room);
            memcpy(more, *bytes, used);
            free(*bytes);
            *bytes = more;
            room *= 2;
        }
    }
    const char *reason = ferror(file) ? strerror(errno) : NULL;
    fclose(file);
    *length = used;
    if (!reason && used <= NETWORK_FILE_MAX) {
        return STATUS_DONE;
    }
    free(*bytes);
    return reason ? unreadable(text, reason, error)
                  : error_set(error, STATUS_BAD,
                              "topology '%s': the file is larger than %u MiB, the largest allowed",
                              text, NETWORK_FILE_MAX >> 20);
}

/* What is wrong with a file's text: where in it, as editors count. */
static enum status bad_file(const char *text, const char *bytes, size_t length,
                            const struct noc_fault *fault, struct error *error)
{
    unsigned line = 1, column = 1;
    for (size_t i = 0; i < fault->where && i < length; i++) {
        column = bytes[i] == '\n' ? 1 : column + 1;
        line += bytes[i] == '\n';
    }
    error_set(error, STATUS_BAD, "topology '%s', line %u, column %u: %s", text, line, column,
              noc_fault_text(fault->code));
    if (fault->because) {
        error_append(error, ": %s", fault->because);
    }
    if (fault->code == NOC_FAULT_FILE_DISCONNECTED && fault->value >= 0) {
        error_append(error, " (node %lld)", (long long)fault->value);
    }
    return STATUS_BAD;
}

/* --- what was read before ------------------------------------------------ */

static struct network *find_kept(const char *text)
{
    struct network *n = kept;
    while (n && strcmp(n->text, text) != 0) {
        n = n->next;
    }
    return n;
}

/* Take it from the list. */
static void forget(struct network *n)
{
    for (struct network **at = &kept; *at; at = &(*at)->next) {
        if (*at == n) {
            *at = n->next;
            network_drop(n);
            return;
        }
    }
}

static void keep(struct network *n)
{
    unsigned count = 0;
    n->users++;
    n->next = kept;
    kept = n;
    for (struct network *last = kept; last; last = last->next) {
        if (++count > KEPT_MAX) {
            forget(last);
            return;
        }
    }
}

/* A file's text becomes a network; `bytes` is then the network's. */
static enum status make(const struct noc_topology_kind *kind, const char *text, char *bytes,
                        size_t length, struct noc_topology *t, struct network **network,
                        struct error *error)
{
    struct noc_fault fault = {0};
    void *room = alloc_zeroed(noc_shape_room(length));
    if (!kind->read(t, bytes, length, room, &fault)) {
        free(room);
        return bad_file(text, bytes, length, &fault, error);
    }
    struct network *n = alloc_zeroed(sizeof *n);
    void *less = realloc(room, t->shape->bytes); /* mostly much less than there was room for */
    n->text = alloc_text(text);
    n->bytes = bytes;
    n->length = length;
    t->shape = less ? less : room;
    n->topology = *t;
    *network = n;
    keep(n);
    return STATUS_DONE;
}

/* A pipe gives what it has once. */
static bool is_pipe(const char *name)
{
    struct stat about;
    return stat(name, &about) == 0 && S_ISFIFO(about.st_mode);
}

static void take(struct network *n, struct noc_topology *t, struct network **network)
{
    *network = n;
    *t = n->topology;
    n->users++;
}

/* The one that was kept, if it is the same; or a new one, and `bytes` is then its own. */
static enum status find_bytes(const struct noc_topology_kind *kind, const char *text, char *bytes,
                              size_t length, struct noc_topology *t, struct network **network,
                              struct error *error)
{
    struct network *n = find_kept(text);
    enum status status = STATUS_DONE;
    if (n && n->length == length && memcmp(n->bytes, bytes, length) == 0) {
        free(bytes);
        take(n, t, network);
        return status;
    }
    if (n) {
        forget(n);
    }
    status = make(kind, text, bytes, length, t, network, error);
    if (status) {
        free(bytes);
    } else {
        (*network)->users++;
    }
    return status;
}

static enum status find_file(const struct noc_topology_kind *kind, const char *text,
                             const char *name, struct noc_topology *t, struct network **network,
                             struct error *error)
{
    char *bytes = NULL;
    size_t length = 0;
    struct network *n = find_kept(text);
    if (n && is_pipe(name)) {
        take(n, t, network);
        return STATUS_DONE;
    }
    enum status status = read_file(text, name, &bytes, &length, error);
    return status ? status : find_bytes(kind, text, bytes, length, t, network, error);
}

enum status network_of_graph(const char *text, uint64_t seed, char *bytes, struct noc_topology *t,
                             struct network **network, struct error *error)
{
    enum status status =
        find_bytes(&noc_topology_graph, text, bytes, strlen(bytes), t, network, error);
    if (!status) {
        (*network)->seed = seed;
    }
    return status;
}

bool network_drawn(const char *text, uint64_t seed, struct noc_topology *t,
                   struct network **network)
{
    struct network *n = find_kept(text);
    if (!n || n->seed != seed) {
        return false;
    }
    take(n, t, network);
    return true;
}

/* --- from text ----------------------------------------------------------- */

static enum status refuse_text(const char *text, const struct noc_fault *fault, struct error *error)
{
    const char *names[KINDS_MAX];
    char kind[KIND_NAME_MAX + 1];
    unsigned n = 0;
    bool known = fault->code != NOC_FAULT_TOPOLOGY_UNKNOWN;
    error_set(error, STATUS_BAD, "topology '%s'", text);
    if (known) {
        error_append(error, ", column %u", (unsigned)fault->where + 1);
    }
    error_append(error, ": %s", noc_fault_text(fault->code));
    if (fault->because) {
        error_append(error, ": %s%s", fault->because, known ? "" : ", lattice:SWITCHES");
    }
    for (; noc_topology_kinds[n] && n < KINDS_MAX - 2; n++) {
        names[n] = noc_topology_kinds[n]->name;
    }
    names[n++] = "lattice"; /* noct's own */
    names[n] = NULL;
    snprintf(kind, sizeof kind, "%.*s", (int)strcspn(text, ":"), text);
    const char *near = known ? NULL : nearest(kind, names);
    if (near && strcmp(near, kind) != 0) {
        error_append(error, "; did you mean '%s'?", near);
    } else if (!known && access(text, R_OK) == 0) {
        error_append(error, "; a file is given as graph:%s or grid:%s", text, text);
    }
    return STATUS_BAD;
}

enum status network_find(const char *text, struct noc_topology *t, struct network **network,
                         struct error *error)
{
    struct noc_fault fault = {0};
    const char *name;
    const struct noc_topology_kind *kind = noc_topology_file(text, &name);
    *network = NULL;
    if (kind && !is_plain_text(text)) { /* answers carry the name */
        return error_set(error, STATUS_BAD,
                         "topology '%s': the file's name must be UTF-8, without control "
                         "characters; rename it",
                         text);
    }
    if (kind) {
        return find_file(kind, text, name, t, network, error);
    }
    return noc_topology_parse(t, text, &fault) ? STATUS_DONE : refuse_text(text, &fault, error);
}

bool network_again(const char *text, struct noc_topology *t)
{
    const struct network *n = find_kept(text);
    if (n) {
        *t = n->topology;
    }
    return n || noc_topology_parse(t, text, NULL);
}
