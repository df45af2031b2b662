/*
 * The consoles of all nodes, on one stream
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A node's characters are kept until its line ends, then written at once, so
 * that lines of different nodes never mix: "[node] text". Lines of standard error are on the same
 * stream, in their order, and have a mark: "[node]! text". A line is cut at
 * NOCTURNE_LINE_MAX_BYTES. The buffer exists only while a line is unfinished. The same
 * bytes go into a ring that debuggers read (control.c).
 */
#include "qemu/osdep.h"
#include "qemu/error-report.h"
#include "qapi/error.h"
#include "chardev/char-fe.h"
#include "hw/noc/nocturne.h"

/* For who looks at the board by its debug port alone. */
static void put_in_ring(NocturneBoard *b, const char *text, size_t bytes)
{
    size_t i;

    for (i = 0; i < bytes; i++) {
        b->console.ring[b->console.written++ % NOC_CONSOLE_SIZE] = text[i];
    }
}

static void write_out(NocturneBoard *b, const char *text, size_t bytes)
{
    put_in_ring(b, text, bytes);
    if (b->console.output) {
        qemu_chr_fe_write_all(b->console.output, (const uint8_t *)text, bytes);
    } else {
        fwrite(text, 1, bytes, stdout);
        fflush(stdout);
    }
}

/* which: of its two. */
static void end_line(NocturneNode *n, GString **which)
{
    g_autoptr(GString) line = *which;

    *which = NULL;
    if (!line) {
        line = g_string_new("");
    }
    if (n->board->config.console_prefix) {
        const char *mark = which == &n->error_line ? "!" : "";
        g_autofree char *prefix = g_strdup_printf("[%" PRIu32 "]%s ", n->id, mark);

        g_string_prepend(line, prefix);
    }
    g_string_append_c(line, '\n');
    write_out(n->board, line->str, line->len);
}

static void put(NocturneNode *n, GString **line, char c)
{
    if (c == '\r') {
        return;
    }
    if (c != '\n') {
        if (!*line) {
            *line = g_string_new("");
        }
        g_string_append_c(*line, c);
        if ((*line)->len < NOCTURNE_LINE_MAX_BYTES) {
            return;
        }
    }
    end_line(n, line);
}

void nocturne_console_put(void *opaque, uint32_t node, char c)
{
    NocturneNode *n = &((NocturneBoard *)opaque)->node[node];

    put(n, &n->line, c);
}

void nocturne_console_put_error(void *opaque, uint32_t node, char c)
{
    NocturneNode *n = &((NocturneBoard *)opaque)->node[node];

    put(n, &n->error_line, c);
}

void nocturne_console_flush(NocturneBoard *b)
{
    uint32_t i;

    for (i = 0; i < b->nodes; i++) {
        NocturneNode *n = &b->node[i];

        if (n->line) {
            end_line(n, &n->line);
        }
        if (n->error_line) {
            end_line(n, &n->error_line);
        }
    }
}

void nocturne_console_init(NocturneBoard *b)
{
    Chardev *chr;

    if (!b->config.console) {
        return;
    }
    chr = qemu_chr_find(b->config.console);
    if (!chr) {
        error_report("console=%s: no such character device; define it with -chardev",
                     b->config.console);
        exit(EXIT_FAILURE);
    }
    b->console.output = g_new0(CharBackend, 1);
    qemu_chr_fe_init(b->console.output, chr, &error_fatal);
}
