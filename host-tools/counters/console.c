/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct console: what the cores print, from the ring that the board keeps of it, so that no UART
 * is needed. The clock is stopped while the ring is read: nothing is overwritten meanwhile.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "result/result.h"
#include "show/commands.h"
#include "target/counter_blocks.h"
#include "commands.h"
#include "program/board_identity.h"
#include "target/transport.h"
#include "memmap.h"
#include "base/alloc.h"
#include "regs.h"

enum { POLL_MS = 200, IDLE_LOOKS = 5, ASKED_AT_ONCE = 64 };

struct console {
    struct transport *transport;
    bool *wanted;        /* by node; NULL: all */
    uint32_t ring;       /* bytes of the board's; 0: not known yet */
    uint64_t seen, lost; /* characters */
    unsigned idle;       /* how often nothing had come, the last times */
    uint32_t exited;     /* the nodes below: their cores have */
    char *text;          /* malloc'd: what has come since, whole lines */
    size_t length;
};

/* The ring's bytes from `seen` to `count`. */
static enum status read_ring(struct console *c, uint64_t count, struct error *error)
{
    uint64_t first = c->seen & ~(uint64_t)3, last = (count + 3) & ~(uint64_t)3;
    enum status status = STATUS_DONE;
    char *ring = alloc_zeroed((size_t)(last - first) + 1);
    for (uint64_t at = first; at < last && !status;) {
        uint32_t place = (uint32_t)(at % c->ring);
        uint64_t n = last - at < c->ring - place ? last - at : c->ring - place;
        status = transport_read(c->transport, NOC_CONSOLE_BASE + place, ring + (at - first),
                                (size_t)n, error);
        at += n;
    }
    c->length = (size_t)(count - c->seen);
    memmove(ring, ring + (c->seen - first), c->length);
    ring[c->length] = 0;
    free(c->text);
    c->text = ring;
    return status;
}

/* What is left of a line whose beginning is lost is lost, too. */
static void drop_rest(struct console *c)
{
    const char *end = memchr(c->text, '\n', c->length);
    size_t drop = end ? (size_t)(end + 1 - c->text) : c->length;
    c->lost += drop;
    c->length -= drop;
    memmove(c->text, c->text + drop, c->length);
}

static enum status ask_ring(struct console *c, struct error *error)
{
    uint32_t lengths;
    enum status status =
        transport_word(c->transport, NOC_CONTROL_BASE + CTL_LENGTHS, &lengths, error);
    uint32_t ring = NOC_GET(lengths, CTL_LENGTHS, RING);
    if (!status && (ring < sizeof lengths || ring > NOC_CONSOLE_SIZE || (ring & (ring - 1)))) {
        return error_set(error, STATUS_ENVIRONMENT,
                         "board %s: says that its console's ring has %u bytes",
                         transport_name(c->transport), ring);
    }
    c->ring = ring;
    return status;
}

/* What has come since the last time: c->text, and how much of it is lost. */
static enum status look(struct console *c, struct error *error)
{
    unsigned char pair[8];
    enum status status = c->ring ? STATUS_DONE : ask_ring(c, error);
    c->length = 0;
    c->lost = 0;
    if (status || (status = transport_stop(c->transport, error)) ||
        (status = transport_read(c->transport, NOC_CONTROL_BASE + CTL_CONSOLE_LO, pair, sizeof pair,
                                 error))) {
        return status;
    }
    uint64_t count = block_pair(pair, 0);
    if (count < c->seen) { /* another board is there now */
        c->seen = 0;
    }
    if (count - c->seen > c->ring) {
        c->lost = count - c->seen - c->ring;
        c->seen = count - c->ring;
    }
    if (count > c->seen) {
        status = read_ring(c, count, error);
        if (c->lost) {
            drop_rest(c);
        }
        c->seen = count;
    }
    return status ? status : transport_go(c->transport, error);
}

/* "[12] text": its node, and where the text begins; -1: a line without. */
static long line_node(const char *line, size_t length, const char **text)
{
    char *end;
    long node = length > 3 && line[0] == '[' ? strtol(line + 1, &end, 10) : -1;
    *text = line;
    if (node < 0 || end == line + 1 || end[0] != ']' || end[1] != ' ') {
        return -1;
    }
    *text = end + 2;
    return node;
}

static bool is_wanted(const struct console *c, long node)
{
    return !c->wanted ||
           (node >= 0 && node < (long)transport_nodes(c->transport) && c->wanted[node]);
}

/* What JSON cannot hold becomes a question mark. */
static json_t *text_json(const char *text, size_t length)
{
    json_t *as_it_is = json_stringn(text, length);
    if (as_it_is) {
        return as_it_is;
    }
    char *copy = alloc_zeroed(length + 1);
    for (size_t i = 0; i < length; i++) {
        copy[i] = text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
    }
    as_it_is = json_stringn(copy, length);
    free(copy);
    return as_it_is;
}

static json_t *lines_json(const struct console *c)
{
    json_t *lines = json_array();
    for (size_t at = 0; at < c->length;) {
        const char *line = c->text + at, *text;
        const char *end = memchr(line, '\n', c->length - at);
        size_t length = end ? (size_t)(end - line) : c->length - at;
        long node = line_node(line, length, &text);
        if (is_wanted(c, node)) {
            json_array_append_new(
                lines, json_pack("{s:o,s:o}", "node", node < 0 ? json_null() : json_integer(node),
                                 "text", text_json(text, length - (size_t)(text - line))));
        }
        at += length + 1;
    }
    return json_pack("{s:i,s:o,s:I}", "schema", RESULT_SCHEMA, "lines", lines, "lost",
                     (json_int_t)c->lost);
}

/*
 * Nothing has come for a while: have all cores exited? Those are asked that come next; one that has
 * not is asked again the next time. Said once, until something comes again.
 */
static enum status say_exited(struct console *c, struct error *error)
{
    uint32_t nodes = transport_nodes(c->transport), word;
    enum status status = STATUS_DONE;
    for (unsigned i = 0; i < ASKED_AT_ONCE && c->exited < nodes && !status; i++) {
        status = transport_word(
            c->transport, NOC_DEBUG_BASE + c->exited * NOC_DEBUG_BLOCK + CNT_STATUS, &word, error);
        if (status || !NOC_GET(word, CNT_STATUS, DONE)) {
            return status;
        }
        if (++c->exited == nodes) {
            fprintf(stderr,
                    "noct console: all %u cores have exited: nothing more is printed "
                    "until the board is reset\n",
                    nodes);
        }
    }
    return status;
}

/* Again and again, until Ctrl-C. */
static enum status follow(struct console *c, const struct options *o, struct error *error)
{
    const struct timespec pause = {.tv_nsec = POLL_MS * 1000000L};
    enum status status = STATUS_DONE;
    while (!status && !ferror(stdout)) {
        status = look(c, error);
        if (!status && (c->length || c->lost)) {
            json_t *result = lines_json(c);
            if (o->json) {
                result_print(result);
            } else {
                show_console(o, result);
            }
            json_decref(result);
            c->idle = 0;
            c->exited = 0;
        } else if (!status && ++c->idle % IDLE_LOOKS == 0) {
            status = say_exited(c, error);
        }
        nanosleep(&pause, NULL);
    }
    return status;
}

/* The nodes whose lines are wanted. */
static enum status choose(struct console *c, const struct options *o, struct error *error)
{
    uint32_t n, nodes = transport_nodes(c->transport);
    uint16_t *list;
    enum status status = identity_nodes(o, nodes, &list, &n, error);
    if (!status && list) {
        c->wanted = alloc_array(nodes, sizeof *c->wanted);
        for (uint32_t i = 0; i < n; i++) {
            c->wanted[list[i]] = true;
        }
    }
    free(list);
    return status;
}

enum status execute_console(const struct options *o, json_t **result, struct error *error)
{
    struct console c = {.transport = NULL};
    if (o->text[KEY_follow] && o->batch) {
        return error_set(error, STATUS_BAD,
                         "follow: cannot be used in a batch, where each line has one answer");
    }
    enum status status = identity_check_flags(o, NEED_NETWORK, error);
    if (status || (status = transport_open(&c.transport, o->text[KEY_board], error))) {
        return status;
    }
    if (transport_disturbs(c.transport)) {
        fprintf(stderr, "noct console: %s\n", transport_disturbs(c.transport));
    }
    status = choose(&c, o, error);
    if (!status && o->text[KEY_follow]) {
        status = follow(&c, o, error);
    } else if (!status && !(status = look(&c, error))) {
        *result = lines_json(&c);
    }
    transport_close(c.transport);
    free(c.wanted);
    free(c.text);
    return status;
}
