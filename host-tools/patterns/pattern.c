/* SPDX-License-Identifier: BSD-2-Clause */
#include "pattern.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/number.h"
#include "base/random.h"
#include "topology/topologies.h"

enum { SPOT_TEXT = 48 };

/* What stands behind the name, for a pattern of this name; *p has its senders. */
typedef enum status fill_function(struct pattern *p, const struct noc_topology *t,
                                  const char *parameter, struct error *error);

/* A number from lowest to highest, at most 1: a share. */
static bool parse_share(const char *text, double *share)
{
    char *end;
    *share = strtod(text, &end);
    return *text && !*end && *share >= 0 && *share <= 1;
}

/* The draws below it are this share of all. */
static uint64_t threshold_of(double share)
{
    return share >= 1 ? UINT64_MAX : (uint64_t)ldexp(share, 64);
}

/* --- permutations --------------------------------------------------------------- */

static unsigned bits_of(uint32_t n)
{
    unsigned bits = 0;
    while ((UINT32_C(2) << bits) <= n) {
        bits++;
    }
    return bits;
}

static enum status need_bits(const struct pattern *p, struct error *error)
{
    if (p->senders >= 2 && (p->senders & (p->senders - 1)) == 0) {
        return STATUS_DONE;
    }
    return error_set(error, STATUS_BAD,
                     "traffic '%s': is defined for 2, 4, 8, 16, ... nodes; here %u send", p->name,
                     p->senders);
}

static bool has_coordinates(const struct noc_topology *t)
{
    return t->kind == &noc_topology_torus || t->kind == &noc_topology_utorus ||
           t->kind == &noc_topology_mesh || t->kind == &noc_topology_cube;
}

static enum status need_coordinates(const struct pattern *p, const struct noc_topology *t,
                                    struct error *error)
{
    return has_coordinates(t)
             ? STATUS_DONE
             : error_set(error, STATUS_BAD,
                         "traffic '%s': is defined by coordinates, on tori, meshes and hypercubes, "
                         "as torus:8x8; not on %s",
                         p->name, t->kind->name);
}

static enum status bit_complement(struct pattern *p, const struct noc_topology *t,
                                  const char *parameter, struct error *error)
{
    (void)t;
    (void)parameter;
    for (uint32_t rank = 0; rank < p->senders; rank++) {
        p->to[rank] = (uint16_t)(p->senders - 1 - rank);
    }
    return need_bits(p, error);
}

static enum status bit_reverse(struct pattern *p, const struct noc_topology *t,
                               const char *parameter, struct error *error)
{
    unsigned bits = bits_of(p->senders);
    (void)t;
    (void)parameter;
    for (uint32_t rank = 0; rank < p->senders; rank++) {
        uint32_t to = 0;
        for (unsigned i = 0; i < bits; i++) {
            to |= (rank >> i & 1) << (bits - 1 - i);
        }
        p->to[rank] = (uint16_t)to;
    }
    return need_bits(p, error);
}

/* rank's bits, turned upwards by so many places; below 2^bits. */
static uint16_t turned(uint32_t rank, unsigned bits, unsigned places)
{
    uint32_t wide = rank << places;
    return (uint16_t)((wide | wide >> bits) & ((UINT32_C(1) << bits) - 1));
}

static enum status shuffle(struct pattern *p, const struct noc_topology *t, const char *parameter,
                           struct error *error)
{
    (void)t;
    (void)parameter;
    for (uint32_t rank = 0; rank < p->senders; rank++) {
        p->to[rank] = turned(rank, bits_of(p->senders), 1);
    }
    return need_bits(p, error);
}

/* Whether the lower half of the coordinates has the widths of the upper half. */
static bool halves_alike(const struct noc_topology *t)
{
    unsigned half = t->dims / 2;
    bool alike = has_coordinates(t) && t->dims % 2 == 0 && t->dims > 0;
    for (unsigned d = 0; alike && d < half; d++) {
        alike = t->width[d] == t->width[d + half];
    }
    return alike;
}

static enum status transpose(struct pattern *p, const struct noc_topology *t, const char *parameter,
                             struct error *error)
{
    unsigned bits = bits_of(p->senders);
    bool alike = halves_alike(t), even = p->senders == UINT32_C(1) << bits && bits % 2 == 0;
    uint32_t half = alike ? t->stride[t->dims / 2] : UINT32_C(1) << bits / 2;
    (void)parameter;
    if (!alike && (!even || bits == 0)) {
        return error_set(error, STATUS_BAD,
                         "traffic 'transpose': is defined where both halves of the widths are "
                         "equal, as mesh:6x6, or for 4, 16, 64, ... nodes; here %u send",
                         p->senders);
    }
    for (uint32_t rank = 0; rank < p->senders; rank++) {
        p->to[rank] = (uint16_t)(rank / half + rank % half * half);
    }
    return STATUS_DONE;
}

/* Each coordinate, of width k, by k / 2 - 1, half of it rounded up, or by 1. */
static void shift_coordinates(struct pattern *p, const struct noc_topology *t, bool tornado)
{
    for (uint32_t node = 0; node < p->senders; node++) {
        uint32_t to = 0;
        for (unsigned d = 0; d < t->dims; d++) {
            uint32_t k = t->width[d], by = tornado ? (k + 1) / 2 - 1 : 1;
            to += (noc_digit(t, node, d) + by) % k * t->stride[d];
        }
        p->to[node] = (uint16_t)to;
    }
}

static enum status tornado(struct pattern *p, const struct noc_topology *t, const char *parameter,
                           struct error *error)
{
    uint16_t widest = 0;
    (void)parameter;
    if (need_coordinates(p, t, error)) {
        return STATUS_BAD;
    }
    for (unsigned d = 0; d < t->dims; d++) {
        widest = t->width[d] > widest ? t->width[d] : widest;
    }
    if (widest < 3) {
        return error_set(error, STATUS_BAD,
                         "traffic 'tornado': all widths are 2, so each node would send to itself; "
                         "give a topology with a wider dimension, as torus:8x8");
    }
    shift_coordinates(p, t, true);
    return STATUS_DONE;
}

static enum status neighbour(struct pattern *p, const struct noc_topology *t, const char *parameter,
                             struct error *error)
{
    (void)parameter;
    if (need_coordinates(p, t, error)) {
        return STATUS_BAD;
    }
    shift_coordinates(p, t, false);
    return STATUS_DONE;
}

/* --- drawn -------------------------------------------------------------------------- */

static enum status uniform(struct pattern *p, const struct noc_topology *t, const char *parameter,
                           struct error *error)
{
    (void)p;
    (void)t;
    (void)parameter;
    (void)error;
    return STATUS_DONE;
}

/* "27:0.1", the next hot node; *sum is the share of those before. */
static enum status add_spot(struct pattern *p, const struct noc_topology *t, char *text,
                            double *sum, struct error *error)
{
    char *share_text = strchr(text, ':');
    uint64_t node = 0;
    double share = 0;
    struct error unused;
    if (share_text) {
        *share_text++ = 0;
    }
    if (!share_text || number_parse("node", text, 0, t->nodes - 1, &node, &unused) ||
        !parse_share(share_text, &share)) {
        return error_set(error, STATUS_BAD,
                         "traffic 'hotspot': must be followed by nodes from 0 to %u and the shares "
                         "of the worms that they get, as hotspot:27:0.1 or hotspot:27:0.1+36:0.05",
                         t->nodes - 1);
    }
    if (!noc_topology_sends(t, (uint32_t)node)) {
        return error_set(error, STATUS_BAD, "traffic 'hotspot': node %llu: %s",
                         (unsigned long long)node, noc_fault_text(NOC_FAULT_NODE_SWITCH));
    }
    *sum += share;
    if (p->hots == HOTSPOTS_MAX || *sum > 1 + 1e-9) {
        return error_set(error, STATUS_BAD,
                         p->hots == HOTSPOTS_MAX
                             ? "traffic 'hotspot': there can be at most %u hot nodes"
                             : "traffic 'hotspot': the shares of all hot nodes together are above "
                               "1; give at most that",
                         HOTSPOTS_MAX);
    }
    p->hot[p->hots].node = (uint16_t)node;
    p->hot[p->hots++].below = threshold_of(*sum);
    return STATUS_DONE;
}

static enum status hotspot(struct pattern *p, const struct noc_topology *t, const char *parameter,
                           struct error *error)
{
    char *copy = alloc_text(parameter ? parameter : ""), *rest = copy;
    enum status status = STATUS_DONE;
    double sum = 0;
    while (rest && !status) {
        status = add_spot(p, t, strsep(&rest, "+"), &sum, error);
    }
    free(copy);
    return status;
}

static enum status asymmetric(struct pattern *p, const struct noc_topology *t,
                              const char *parameter, struct error *error)
{
    double share = 0.5;
    (void)t;
    if (parameter && !parse_share(parameter, &share)) {
        return error_set(error, STATUS_BAD,
                         "traffic 'asymmetric:%s': must be followed by the share of the worms for "
                         "the upper half of the nodes, from 0 to 1, as asymmetric:0.7",
                         parameter);
    }
    if (p->senders < 2 || p->senders % 2) {
        return error_set(error, STATUS_BAD,
                         "traffic 'asymmetric': is defined for an even number of nodes; here %u "
                         "send",
                         p->senders);
    }
    p->halves = true;
    p->upper = threshold_of(share);
    return STATUS_DONE;
}

/* --- all of them --------------------------------------------------------------------- */

static const struct row {
    const char *name;
    fill_function *fill;
    bool fixed;     /* a permutation */
    bool parameter; /* takes one */
} rows[] = {
    {"uniform", uniform, false, false},
    {"transpose", transpose, true, false},
    {"bit-complement", bit_complement, true, false},
    {"bit-reverse", bit_reverse, true, false},
    {"shuffle", shuffle, true, false},
    {"tornado", tornado, true, false},
    {"neighbour", neighbour, true, false},
    {"hotspot", hotspot, false, true},
    {"asymmetric", asymmetric, false, true},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* What else there is than random worms to one node each, which others draw or read. */
static const char MULTICAST[] = "multicast", FILE_PREFIX[] = "file:";

const char *const pattern_names[] = {"uniform",    "transpose", "bit-complement", "bit-reverse",
                                     "shuffle",    "tornado",   "neighbour",      "hotspot",
                                     "asymmetric", MULTICAST,   FILE_PREFIX,      NULL};

static enum status unknown(const char *text, struct error *error)
{
    char word[SPOT_TEXT];
    const char *near;
    error_set(error, STATUS_BAD, "traffic '%s': must be one of", text);
    for (unsigned i = 0; pattern_names[i]; i++) {
        error_append(error, "%s %s%s", i ? "," : "", pattern_names[i],
                     strcmp(pattern_names[i], FILE_PREFIX) == 0 ? "FILE" : "");
    }
    strncpy(word, text, sizeof word - 1);
    word[sizeof word - 1] = 0;
    near = nearest(word, pattern_names);
    if (near) {
        error_append(error, "; did you mean '%s'?", near);
    }
    return STATUS_BAD;
}

bool pattern_is_fixed(const char *name)
{
    const struct row *row = rows;
    while (row < rows + ROWS && strcmp(row->name, name) != 0) {
        row++;
    }
    return row < rows + ROWS && row->fixed;
}

void pattern_uniform(struct pattern *p, const struct noc_topology *t)
{
    *p = (struct pattern){.name = "uniform"};
    p->sender = alloc_array(t->nodes, sizeof *p->sender);
    for (uint32_t node = 0; node < t->nodes; node++) {
        if (noc_topology_sends(t, node)) {
            p->sender[p->senders++] = (uint16_t)node;
        }
    }
}

/* NULL: there is none of this name, or it takes no parameter. */
static const struct row *row_of(const char *text)
{
    size_t length = strcspn(text, ":");
    const struct row *row = rows;
    while (row < rows + ROWS &&
           (strlen(row->name) != length || memcmp(row->name, text, length) != 0)) {
        row++;
    }
    return row == rows + ROWS || (text[length] && !row->parameter) ? NULL : row;
}

enum status pattern_check(const char *text, struct error *error)
{
    return row_of(text) || strcmp(text, MULTICAST) == 0 ||
                   strncmp(text, FILE_PREFIX, strlen(FILE_PREFIX)) == 0
             ? STATUS_DONE
             : unknown(text, error);
}

enum status pattern_parse(struct pattern *p, const struct noc_topology *t, const char *text,
                          struct error *error)
{
    const char *parameter = strchr(text, ':');
    const struct row *row = row_of(text);
    parameter = parameter ? parameter + 1 : NULL;
    if (!row) {
        return unknown(text, error);
    }
    pattern_uniform(p, t);
    p->name = row->name;
    if (row->fixed) {
        p->to = alloc_array(p->senders, sizeof *p->to);
    }
    enum status status = row->fill(p, t, parameter, error);
    for (uint32_t rank = 0; row->fixed && !status && rank < p->senders; rank++) {
        p->to[rank] = p->sender[p->to[rank]];
    }
    if (status) {
        pattern_free(p);
    }
    return status;
}

void pattern_free(struct pattern *p)
{
    free(p->sender);
    free(p->to);
    *p = (struct pattern){0};
}

uint16_t pattern_draw(const struct pattern *p, uint32_t rank, uint64_t *random)
{
    if (p->to) {
        return p->to[rank];
    }
    if (p->halves) {
        uint32_t half = p->senders / 2;
        return p->sender[rank % half + (random_next(random) < p->upper ? half : 0)];
    }
    if (p->hots) {
        uint64_t draw = random_next(random);
        for (unsigned i = 0; i < p->hots; i++) {
            if (draw < p->hot[i].below) {
                return p->hot[i].node;
            }
        }
    }
    return p->sender[random_next(random) % p->senders];
}
