/* SPDX-License-Identifier: BSD-2-Clause */
#include "lattice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/number.h"
#include "base/random.h"
#include "memmap.h"

enum { DRAWS_MAX = 100000 };

/* A lattice while it is drawn. */
struct draft {
    uint32_t switches, processors, side;
    uint64_t seed;
    uint32_t *at;       /* [point]: 0: nothing there; else 1 + the piece, then 1 + the switch */
    uint32_t *queue;    /* points of one piece */
    uint32_t *adjacent; /* [point][4], row by row; the point itself at the border */
    uint32_t links;
};

static void draft_begin(struct draft *l)
{
    uint32_t points = l->side * l->side;
    l->at = alloc_array(points, sizeof *l->at);
    l->queue = alloc_array(points, sizeof *l->queue);
    l->adjacent = alloc_array(points, 4 * sizeof *l->adjacent);
    for (uint32_t p = 0; p < points; p++) {
        uint32_t x = p % l->side, y = p / l->side;
        l->adjacent[4 * p] = x + 1 < l->side ? p + 1 : p;
        l->adjacent[4 * p + 1] = y + 1 < l->side ? p + l->side : p;
        l->adjacent[4 * p + 2] = x > 0 ? p - 1 : p;
        l->adjacent[4 * p + 3] = y > 0 ? p - l->side : p;
    }
}

static void draft_free(struct draft *l)
{
    free(l->at);
    free(l->queue);
    free(l->adjacent);
}

/* --- the draw -------------------------------------------------------------------- */

/* All taken points reached from p become this piece. Returns how many. */
static uint32_t mark_piece(struct draft *l, uint32_t p, uint32_t piece)
{
    uint32_t head = 0, tail = 0;
    l->at[p] = piece;
    l->queue[tail++] = p;
    while (head < tail) {
        const uint32_t *adjacent = l->adjacent + 4 * l->queue[head++];
        for (int i = 0; i < 4; i++) {
            if (l->at[adjacent[i]] == 1) {
                l->at[adjacent[i]] = piece;
                l->queue[tail++] = adjacent[i];
            }
        }
    }
    return tail;
}

/* Leave the largest piece, the first of several; its points become 1. Returns its size. */
static uint32_t keep_largest(struct draft *l)
{
    uint32_t piece = 1, largest = 0, size = 0;
    for (uint32_t p = 0; p < l->side * l->side; p++) {
        if (l->at[p] == 1) {
            uint32_t n = mark_piece(l, p, ++piece);
            if (n > size) {
                size = n;
                largest = piece;
            }
        }
    }
    for (uint32_t p = 0; p < l->side * l->side; p++) {
        l->at[p] = l->at[p] == largest && largest > 0;
    }
    return size;
}

/* False: still in pieces after many draws. */
static bool draw(struct draft *l)
{
    uint64_t state = l->seed;
    uint32_t taken = 0;
    for (uint32_t draws = 0; draws < DRAWS_MAX && taken < l->switches; draws++) {
        while (taken < l->switches) {
            uint32_t p = (uint32_t)(random_next(&state) % (l->side * l->side));
            taken += l->at[p] == 0;
            l->at[p] = 1;
        }
        taken = keep_largest(l);
    }
    return taken == l->switches;
}

/* --- the text ---------------------------------------------------------------------- */

/* What the drawing looks like, a line for each row. */
static void print_map(const struct draft *l, FILE *file)
{
    fprintf(file, "#\n");
    for (uint32_t p = 0; p < l->side * l->side; p++) {
        fprintf(file, "%s%c%s", p % l->side ? " " : "#   ", l->at[p] ? 'o' : '.',
                (p + 1) % l->side ? "" : "\n");
    }
    fprintf(file, "#\n");
}

static void print_links(struct draft *l, FILE *file)
{
    for (uint32_t p = 0; p < l->side * l->side; p++) {
        for (int i = 0; i < 2 && l->at[p]; i++) {
            uint32_t other = l->adjacent[4 * p + i];
            if (other != p && l->at[other]) {
                fprintf(file, "%u %u\n", l->at[p] - 1, l->at[other] - 1);
                l->links++;
            }
        }
    }
    for (uint32_t i = 0; i < l->switches * l->processors; i++) {
        fprintf(file, "%u %u\n", i / l->processors, l->switches + i);
        l->links++;
    }
}

/* The file's text, malloc'd; l->at becomes 1 + the number of the switch there. */
static char *draft_text(struct draft *l)
{
    char *text = NULL;
    size_t length;
    uint32_t number = 0, last = l->switches - 1;
    FILE *file = open_memstream(&text, &length);
    if (!file) {
        return NULL;
    }
    for (uint32_t p = 0; p < l->side * l->side; p++) {
        l->at[p] = l->at[p] ? ++number : 0;
    }
    fprintf(file,
            "# noct lattice --switches %u --processors %u --side %u --seed %llu\n"
            "# Switches at random points of a lattice, connected to those at adjacent points;\n"
            "# what did not hang together with the largest piece was drawn again. Switches 0 to\n"
            "# %u row by row, processors %u to %u at them in the same order (Libeskind-Hadas\n"
            "# et al. 1998, section 4).\n",
            l->switches, l->processors, l->side, (unsigned long long)l->seed, last, l->switches,
            last + l->switches * l->processors);
    print_map(l, file);
    fprintf(file, l->switches > 1 ? "switch 0-%u\n" : "switch %u\n", last);
    print_links(l, file);
    bool good = !ferror(file);
    if (fclose(file) || !good) {
        free(text);
        text = NULL;
    }
    return text;
}

/* --- from outside ------------------------------------------------------------------ */

uint32_t lattice_least_side(uint64_t points)
{
    uint32_t side = 1;
    while (side * side < points) {
        side++;
    }
    return side;
}

uint32_t lattice_usual_side(uint64_t switches)
{
    return lattice_least_side((5 * switches + 3) / 4);
}

char *lattice_draw(const struct lattice *lattice, uint32_t *links)
{
    struct draft l = {.switches = lattice->switches,
                      .processors = lattice->processors,
                      .side = lattice->side,
                      .seed = lattice->seed};
    draft_begin(&l);
    char *text = draw(&l) ? draft_text(&l) : NULL;
    draft_free(&l);
    *links = l.links;
    return text;
}

enum status lattice_disconnected(const struct lattice *l, struct error *error)
{
    return error_set(error, STATUS_NO,
                     "%u switches on %u x %u points do not form one connected network; give a "
                     "smaller --side",
                     l->switches, l->side, l->side);
}

/* --- a topology's text ------------------------------------------------------------- */

static const char PREFIX[] = "lattice:";

bool lattice_named(const char *topology)
{
    return strncmp(topology, PREFIX, sizeof PREFIX - 1) == 0;
}

enum status lattice_parse(struct lattice *l, const char *topology, struct error *error)
{
    char *copy = alloc_text(topology + sizeof PREFIX - 1), *each = strchr(copy, 'x');
    uint64_t switches = 0, processors = 1;
    struct error unused;
    if (each) {
        *each++ = 0;
    }
    bool fine = (!each || !number_parse("processors", each, 1, LATTICE_PROCESSORS_MAX, &processors,
                                        &unused)) &&
                !number_parse("switches", copy, processors > 1 ? 1 : 2,
                              NOC_NODES_MAX / (1 + processors), &switches, &unused);
    free(copy);
    if (!fine) {
        return error_set(
            error, STATUS_BAD,
            "topology '%s': must be lattice:SWITCHES, or lattice:SWITCHESxPROCESSORS "
            "with up to %d processors at each, as lattice:64; together at most %d nodes",
            topology, LATTICE_PROCESSORS_MAX, NOC_NODES_MAX);
    }
    *l = (struct lattice){.switches = (uint32_t)switches,
                          .processors = (uint32_t)processors,
                          .side = lattice_usual_side(switches)};
    return STATUS_DONE;
}
