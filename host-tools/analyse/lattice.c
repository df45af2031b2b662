/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct lattice: a random network of switches as a graph file. Switches stand at
 * random points of a square lattice, connected to those at adjacent points, with
 * processors at each (Libeskind-Hadas 1998, section 4). The paper does not say
 * how large the lattice is, nor what becomes of a draw in pieces. Here four
 * fifths of the points are taken unless told otherwise, and what does not
 * hang together with the largest piece is drawn again until all does.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/result.h"
#include "base/alloc.h"
#include "base/number.h"
#include "base/random.h"
#include "commands.h"
#include "memmap.h"

enum {
    SWITCH_PORTS = 8, /* of them 4 for adjacent points */
    SPARSE_MAX = 4,   /* sides up to so many times the least */
    DRAWS_MAX = 100000
};

struct lattice {
    uint32_t switches, processors, side; /* processors: at each switch */
    uint64_t seed;
    uint32_t *at;       /* [point]: 0: nothing there; else 1 + the piece, then 1 + the switch */
    uint32_t *queue;    /* points of one piece */
    uint32_t *adjacent; /* [point][4], row by row; the point itself at the border */
    uint32_t links;
};

static void lattice_begin(struct lattice *l)
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

static void lattice_free(struct lattice *l)
{
    free(l->at);
    free(l->queue);
    free(l->adjacent);
}

/* --- the draw -------------------------------------------------------------------- */

/* All taken points reached from p become this piece. Returns how many. */
static uint32_t mark_piece(struct lattice *l, uint32_t p, uint32_t piece)
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
static uint32_t keep_largest(struct lattice *l)
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
static bool draw(struct lattice *l)
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
static void print_map(const struct lattice *l, FILE *file)
{
    fprintf(file, "#\n");
    for (uint32_t p = 0; p < l->side * l->side; p++) {
        fprintf(file, "%s%c%s", p % l->side ? " " : "#   ", l->at[p] ? 'o' : '.',
                (p + 1) % l->side ? "" : "\n");
    }
    fprintf(file, "#\n");
}

static void print_links(struct lattice *l, FILE *file)
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
static char *lattice_text(struct lattice *l)
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

/* --- the command ----------------------------------------------------------------------- */

/* The least side of a lattice with so many points. */
static uint32_t least_side(uint64_t points)
{
    uint32_t side = 1;
    while (side * side < points) {
        side++;
    }
    return side;
}

static enum status lattice_make(struct lattice *l, const struct options *o, struct error *error)
{
    uint64_t switches, processors, side;
    if (!o->text[KEY_switches]) {
        return error_set(error, STATUS_BAD, "switches: missing; give how many, as --switches 64");
    }
    if (number_option(o, KEY_processors, 1, SWITCH_PORTS - 4, 1, &processors, error) ||
        number_option(o, KEY_switches, 1, NOC_NODES_MAX / (1 + processors), 0, &switches, error)) {
        return STATUS_BAD;
    }
    uint32_t least = least_side(switches);
    uint32_t usual = least_side((5 * switches + 3) / 4); /* four fifths of the points are taken */
    if (number_option(o, KEY_side, least, SPARSE_MAX * least, usual, &side, error) ||
        number_option(o, KEY_seed, 0, UINT32_MAX, 1, &l->seed, error)) {
        return STATUS_BAD;
    }
    if (switches * processors < 2) {
        return error_set(error, STATUS_BAD,
                         "switches '1': one switch with one processor has nobody to send to; give "
                         "--processors 2");
    }
    l->switches = (uint32_t)switches;
    l->processors = (uint32_t)processors;
    l->side = (uint32_t)side;
    return STATUS_DONE;
}

enum status execute_lattice(const struct options *o, json_t **result, struct error *error)
{
    struct lattice l = {0};
    enum status status = lattice_make(&l, o, error);
    if (status) {
        return status;
    }
    lattice_begin(&l);
    char *text = draw(&l) ? lattice_text(&l) : NULL;
    lattice_free(&l);
    if (!text) {
        return error_set(error, STATUS_NO,
                         "%u switches on %u x %u points do not form one connected network; give a "
                         "smaller --side",
                         l.switches, l.side, l.side);
    }
    *result =
        json_pack("{s:i,s:i,s:i,s:i,s:I}", "schema", RESULT_SCHEMA, "switches", (int)l.switches,
                  "processors", (int)l.processors, "side", (int)l.side, "seed", (json_int_t)l.seed);
    json_object_set_new(*result, "nodes", json_integer(l.switches * (1 + l.processors)));
    json_object_set_new(*result, "links", json_integer(l.links));
    json_object_set_new(*result, "text", json_string(text));
    free(text);
    return STATUS_DONE;
}
