/*
 * The network that topology= names: by its widths, or by a file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A file is read once, when the machine is made; what became of it stays for
 * as long as QEMU runs. One that is malformed is refused with the place where.
 */
#include "qemu/osdep.h"
#include "qemu/error-report.h"
#include "qemu/units.h"
#include "hw/noc/nocturne.h"

#include "memmap.h"
#include "topology/shape.h"
#include "topology/topologies.h"

enum { FILE_BYTES_MAX = 64 * MiB };

static void G_GNUC_NORETURN refuse_fault(const char *where, const struct noc_fault *fault)
{
    error_report("%s: %s%s%s", where, noc_fault_text(fault->code), fault->because ? ": " : "",
                 fault->because ? fault->because : "");
    exit(EXIT_FAILURE);
}

static void G_GNUC_NORETURN refuse_file(const char *name, const char *why)
{
    error_report("topology: %s: %s", name, why);
    exit(EXIT_FAILURE);
}

/* FILE:LINE:COLUMN of what is wrong, as editors count. */
static void G_GNUC_NORETURN refuse_text(const char *name, const char *text, size_t length,
                                        const struct noc_fault *fault)
{
    unsigned line = 1, column = 1;
    g_autofree char *where = NULL;
    size_t i;

    for (i = 0; i < fault->where && i < length; i++) {
        column = text[i] == '\n' ? 1 : column + 1;
        line += text[i] == '\n';
    }
    where = g_strdup_printf("%s:%u:%u", name, line, column);
    refuse_fault(where, fault);
}

static void read_file(const char *name, const struct noc_topology_kind *kind,
                      struct noc_topology *t)
{
    struct noc_fault fault = { 0 };
    g_autoptr(GError) error = NULL;
    g_autofree char *text = NULL;
    size_t length;
    void *room;

    if (!*name) {
        refuse_file(kind->form, "after the colon comes a file's name");
    }
    if (access(name, R_OK)) {
        refuse_file(name, strerror(errno));
    }
    if (!g_file_get_contents(name, &text, &length, &error)) {
        error_report("topology: %s", error->message);
        exit(EXIT_FAILURE);
    }
    if (length > FILE_BYTES_MAX) {
        refuse_file(name, "longer than 64 MiB; a network's description is not");
    }
    room = g_malloc(noc_shape_room(length));
    if (!kind->read(t, text, length, room, &fault)) {
        refuse_text(name, text, length, &fault);
    }
    t->shape = g_realloc(room, t->shape->bytes); /* mostly much less than there was room for */
}

void nocturne_topology_parse(const char *text, struct noc_topology *t)
{
    const char *name;
    const struct noc_topology_kind *kind = noc_topology_file(text, &name);
    struct noc_fault fault = { 0 };

    if (kind) {
        read_file(name, kind, t);
    } else if (!noc_topology_parse(t, text, &fault)) {
        g_autofree char *where = g_strdup_printf("topology=%s", text);

        refuse_fault(where, &fault);
    }
}
