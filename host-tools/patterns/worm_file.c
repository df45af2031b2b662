/* SPDX-License-Identifier: BSD-2-Clause */
#include "worm_file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/in_file.h"
#include "base/node_list.h"
#include "base/number.h"
#include "base/plain_text.h"
#include "base/text_lines.h"
#include "multicast/plan.h"
#include "packet.h"
#include "topology/topologies.h"

enum { NAME_TEXT = 64, WORDS = 4 };
static const char FORM[] = "CYCLE SOURCE DESTINATIONS FLITS, as 120 0 5 64";

/* Room for more of `size` bytes each. */
static void *grown(void *array, size_t need, size_t *room, size_t size)
{
    if (need <= *room) {
        return array;
    }
    *room = need > 2 * *room ? need : 2 * *room;
    void *more = realloc(array, *room * size);
    if (!more) {
        out_of_memory();
    }
    return more;
}

/* A node that may send and receive? */
static enum status check_node(const char *name, uint32_t node, const struct noc_topology *t,
                              struct error *error)
{
    return noc_topology_sends(t, node) ? STATUS_DONE
                                       : error_set(error, STATUS_BAD, "%s: node %u: %s", name, node,
                                                   noc_fault_text(NOC_FAULT_NODE_SWITCH));
}

static enum status parse_dests(struct worm_file *f, struct worm_line *line, const char *name,
                               const char *text, const struct noc_topology *t, struct error *error)
{
    uint16_t *list;
    struct noc_fault fault = {0};
    enum status status = nodes_parse(name, text, t->nodes, &list, &line->dests, error);
    if (status) {
        return status;
    }
    uint8_t *seen = alloc_zeroed(t->nodes / 8 + 1);
    if (line->dests > 1 && !noc_dests_check(t, line->source, list, line->dests, seen, &fault)) {
        status =
            error_set(error, STATUS_BAD, "%s: destinations: %s", name, noc_fault_text(fault.code));
    } else if (line->dests == 1) { /* to itself, too */
        status = check_node(name, list[0], t, error);
    }
    free(seen);
    if (!status) {
        line->first = f->dests;
        f->dest = grown(f->dest, f->dests + line->dests, &f->dests_room, sizeof *f->dest);
        memcpy(f->dest + f->dests, list, line->dests * sizeof *list);
        f->dests += line->dests;
    }
    free(list);
    return status;
}

/* The four words of a line; name: for errors. */
static enum status parse_words(struct worm_file *f, char *word[WORDS], const char *name,
                               uint32_t number, const struct noc_topology *t, struct error *error)
{
    struct worm_line line = {.line = number};
    uint64_t source = 0, flits = 0;
    char what[NAME_TEXT + 16];
    snprintf(what, sizeof what, "%s: cycle", name);
    enum status status = number_parse(what, word[0], 0, INT64_MAX, &line.cycle, error);
    snprintf(what, sizeof what, "%s: source", name);
    status = status ? status : number_parse(what, word[1], 0, t->nodes - 1, &source, error);
    line.source = (uint32_t)source;
    status = status ? status : check_node(name, line.source, t, error);
    status = status ? status : parse_dests(f, &line, name, word[2], t, error);
    snprintf(what, sizeof what, "%s: flits", name);
    status = status ? status : number_parse(what, word[3], 0, NOC_LENGTH_MAX, &flits, error);
    line.flits = (uint32_t)flits;
    if (!status && f->lines && line.cycle < f->line[f->lines - 1].cycle) {
        const struct worm_line *before = &f->line[f->lines - 1];
        status = error_set(error, STATUS_BAD,
                           "%s: cycle %" PRIu64 " comes behind cycle %" PRIu64
                           " of line %u; sort the worms by their cycles",
                           name, line.cycle, before->cycle, before->line);
    }
    if (!status) {
        f->line = grown(f->line, f->lines + 1, &f->lines_room, sizeof *f->line);
        f->line[f->lines++] = line;
        f->dests_max = line.dests > f->dests_max ? line.dests : f->dests_max;
        f->flits_max = line.flits > f->flits_max ? line.flits : f->flits_max;
    }
    return status;
}

static enum status parse_line(struct worm_file *f, char *text, const char *file, uint32_t number,
                              const struct noc_topology *t, struct error *error)
{
    char *word[WORDS], *rest = text, *item, name[NAME_TEXT];
    unsigned words = 0;
    text[strcspn(text, "#\r\n")] = 0;
    while ((item = strsep(&rest, " \t"))) {
        if (*item && words < WORDS) {
            word[words] = item;
        }
        words += *item != 0;
    }
    if (words == 0) {
        return STATUS_DONE;
    }
    snprintf(name, sizeof name, "traffic '%.40s', line %u", file, number);
    return words == WORDS
             ? parse_words(f, word, name, number, t, error)
             : error_set(error, STATUS_BAD, "%s: %u words; a worm is %s", name, words, FORM);
}

enum status worm_file_read(struct worm_file *f, const char *name, const struct noc_topology *t,
                           struct error *error)
{
    char what[NAME_TEXT];
    enum status status = STATUS_DONE;
    *f = (struct worm_file){0};
    if (!is_plain_text(name)) { /* answers carry it */
        return error_set(error, STATUS_BAD,
                         "traffic 'file:%s': the file's name must be UTF-8, without control "
                         "characters; rename it",
                         name);
    }
    const char *why;
    FILE *file = in_file_open(name, &why); /* a study reads it again */
    if (!file) {
        return error_set(error, STATUS_BAD, "traffic 'file:%s': %s; give a file of worms", name,
                         why);
    }
    struct text_lines lines = TEXT_LINES(file);
    while (!status && text_lines_next(&lines)) {
        status = parse_line(f, lines.text, name, (uint32_t)lines.number, t, error);
    }
    snprintf(what, sizeof what, "traffic '%.40s'", name);
    status = text_lines_end(&lines, status, what, error);
    if (!status && f->lines == 0) {
        status = error_set(error, STATUS_BAD,
                           "traffic 'file:%s': there are no worms in it; a worm is a line %s", name,
                           FORM);
    }
    fclose(file);
    if (status) {
        worm_file_free(f);
    }
    return status;
}

void worm_file_free(struct worm_file *f)
{
    free(f->line);
    free(f->dest);
    *f = (struct worm_file){0};
}

void worm_file_head(FILE *file, const char *what)
{
    fprintf(file, "# %s\n# cycle source destinations flits\n", what);
}

void worm_file_worm(FILE *file, uint64_t cycle, uint32_t source, const uint16_t *dest,
                    uint32_t dests, uint32_t flits)
{
    fprintf(file, "%" PRIu64 " %u ", cycle, source);
    for (uint32_t i = 0; i < dests; i++) {
        fprintf(file, "%s%u", i ? "," : "", dest[i]);
    }
    fprintf(file, " %u\n", flits);
}
