/* SPDX-License-Identifier: BSD-2-Clause */
/* Save files of GTKWave: view.h. */
#include "view.h"

#include <stdio.h>

#include "routers.h"

enum {
    FLIT = 64,       /* {tag, tail, follows, word}, in a router's ports */
    TAG_SHIFT = 34,  /* of its bits */
    PLACE_BITS = 12, /* of a tag: the place in the worm */
    HEX = 0x22,      /* GTKWave's flags of a line: hexadecimal, aligned to the right, */
    NAMED = 0x2000   /* and by a file of names */
};

/* A translation file: a value, and what is shown in its place. */
static bool write_names(const char *path, const uint32_t *flits, uint32_t count)
{
    FILE *out = fopen(path, "w");

    if (!out) {
        return false;
    }
    for (uint32_t w = 0; w < count; w++) {
        for (uint32_t i = 0; i < flits[w]; i++) {
            fprintf(out, "%08X worm %u flit %u\n", (unsigned)(w << PLACE_BITS | i), (unsigned)w,
                    (unsigned)i);
        }
    }
    return fclose(out) == 0;
}

/* A flit's tag, as a line of its own: bits of a port of the router. */
static void write_tag(FILE *out, uint32_t node, const char *label, const char *port, unsigned low)
{
    fprintf(out, "#{%s}", label);
    for (unsigned bit = FLIT; bit-- > TAG_SHIFT;) {
        fprintf(out, " (%u)node%u.%s", low + FLIT - 1 - bit, (unsigned)node, port);
    }
    fputc('\n', out);
}

static void write_node(FILE *out, const char *name, uint32_t node)
{
    static const char *const ports[] = {"out_vc", "blocked", "out_credit", "eject_input", "sunk"};
    const unsigned wide = routers_links() * FLIT;
    char port[32], label[48];

    fprintf(out, "@200\n-node %u\n", (unsigned)node);
    fprintf(out, "@%x\n^1 %s.worms\n", HEX | NAMED, name);
    snprintf(port, sizeof port, "out_flit[%u:0]", wide - 1);
    for (unsigned p = 0; p < routers_links(); p++) {
        snprintf(label, sizeof label, "node %u, port %u", (unsigned)node, p);
        write_tag(out, node, label, port, (routers_links() - 1 - p) * FLIT);
    }
    snprintf(label, sizeof label, "node %u, NI", (unsigned)node);
    write_tag(out, node, label, "eject_flit[63:0]", 0);
    fprintf(out, "@%x\n", HEX);
    for (unsigned i = 0; i < sizeof ports / sizeof *ports; i++) {
        const unsigned channels = routers_links() * routers_vcs();

        fprintf(out, "node%u.%s[%u:0]\n", (unsigned)node, ports[i],
                i < 3 ? channels - 1 : channels);
    }
}

bool view_write(const char *name, uint32_t nodes, const uint32_t *flits, uint32_t count,
                uint64_t from)
{
    char path[80];
    FILE *out;

    snprintf(path, sizeof path, "%s.worms", name);
    if (!write_names(path, flits, count)) {
        return false;
    }
    snprintf(path, sizeof path, "%s.gtkw", name);
    out = fopen(path, "w");
    if (!out) {
        return false;
    }
    fprintf(out, "[dumpfile] \"%s.fst\"\n[timestart] %llu\n", name, (unsigned long long)from);
    for (uint32_t n = 0; n < nodes; n++) {
        write_node(out, name, n);
    }
    return fclose(out) == 0;
}
