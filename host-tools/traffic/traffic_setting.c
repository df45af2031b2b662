/* SPDX-License-Identifier: BSD-2-Clause */
#include "traffic_setting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "routing/routings.h"
#include "topology/topologies.h"

enum { CYCLES_MIN = 3, CYCLES_DEFAULT = 30000 };
#define RESOLUTION_DEFAULT 0.01
#define RESOLUTION_MIN     0.0001

static const char FILE_PREFIX[] = "file:";
static const char MULTICAST[] = "multicast";

/* A number above 0, at most `most`. */
static bool parse_fraction(const char *text, double least, double most, double *value)
{
    char *end;
    *value = strtod(text, &end);
    return *text && !*end && *value > 0 && *value >= least && *value <= most;
}

/* --- where worms go ------------------------------------------------------------- */

static enum status need_copies(const struct experiment *e, const char *what, struct error *error)
{
    if (e->routing->copies) {
        return STATUS_DONE;
    }
    error_set(error, STATUS_BAD, "%s: routing %s sends a worm to one node only; give", what,
              e->routing->name);
    const char *comma = "";
    for (unsigned i = 0; noc_routings[i]; i++) {
        if (noc_routings[i]->copies && noc_routings[i]->fits(&e->topology, NULL)) {
            error_append(error, "%s %s", comma, noc_routings[i]->name);
            comma = " or";
        }
    }
    if (!*comma) {
        error_append(error, " another topology: a utorus, mesh, torus or cube");
    }
    return STATUS_BAD;
}

static enum status parse_fanout(struct traffic_setting *s, const struct experiment *e,
                                const struct options *o, struct error *error)
{
    const char *text = o->text[KEY_fanout];
    uint32_t senders = noc_topology_senders(&e->topology);
    uint64_t fanout = 1;
    if (strcmp(s->text, MULTICAST) != 0) {
        return text ? error_set(error, STATUS_BAD, "fanout: is for traffic multicast only")
                    : STATUS_DONE;
    }
    if (!text) {
        return error_set(error, STATUS_BAD,
                         "fanout: missing; give how many destinations each worm has, as 5");
    }
    if (need_copies(e, "traffic 'multicast'", error) ||
        number_parse("fanout", text, 2, senders - 1, &fanout, error)) {
        return STATUS_BAD;
    }
    s->fanout = (uint32_t)fanout;
    return STATUS_DONE;
}

/* A file: nothing is drawn, so there is nothing to say of it. */
static enum status parse_file(struct traffic_setting *s, const struct experiment *e,
                              const struct options *o, struct error *error)
{
    static const int keys[] = {KEY_rate,   KEY_injection, KEY_length,     KEY_seed,  KEY_cycles,
                               KEY_warmup, KEY_find,      KEY_resolution, KEY_fanout};
    char what[80];
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (o->text[keys[i]]) {
            return error_set(error, STATUS_BAD,
                             "%s: is for random traffic; the file says when which worms are sent",
                             key_rows[keys[i]].name);
        }
    }
    enum status status =
        worm_file_read(&s->file, s->text + sizeof FILE_PREFIX - 1, &e->topology, error);
    for (size_t i = 0; i < s->file.lines && !status; i++) {
        if (s->file.line[i].dests > 1) {
            snprintf(what, sizeof what, "traffic '%.40s', line %u",
                     s->text + sizeof FILE_PREFIX - 1, s->file.line[i].line);
            status = need_copies(e, what, error);
        }
    }
    if (status) {
        worm_file_free(&s->file);
        return status;
    }
    pattern_uniform(&s->pattern, &e->topology);
    s->fanout = s->file.dests_max;
    s->warmup = 0;
    return STATUS_DONE;
}

/* --- how much, and how long -------------------------------------------------------- */

static enum status parse_lengths(struct traffic_setting *s, const struct experiment *e,
                                 const struct options *o, struct error *error)
{
    const char *text = o->text[KEY_length];
    if (lengths_mixed(text)) {
        return lengths_parse(&s->lengths, text, error);
    }
    lengths_fixed(&s->lengths, e->length);
    return STATUS_DONE;
}

static enum status parse_find(struct traffic_setting *s, const struct options *o,
                              struct error *error)
{
    const char *find = o->text[KEY_find], *resolution = o->text[KEY_resolution];
    s->find = find;
    s->resolution = RESOLUTION_DEFAULT;
    if (find && strcmp(find, "saturation") != 0) {
        return error_set(error, STATUS_BAD, "find '%s': must be saturation", find);
    }
    if (!find && resolution) {
        return error_set(error, STATUS_BAD,
                         "resolution: is of a rate to be found; add find "
                         "saturation");
    }
    if (find && o->text[KEY_rate]) {
        return error_set(error, STATUS_BAD,
                         "rate: is what find saturation looks for; leave one of the two out");
    }
    if (resolution && !parse_fraction(resolution, RESOLUTION_MIN, 0.5, &s->resolution)) {
        return error_set(error, STATUS_BAD, "resolution '%s': must be a number from %g to 0.5",
                         resolution, RESOLUTION_MIN);
    }
    return STATUS_DONE;
}

static enum status parse_rate(struct traffic_setting *s, const struct options *o,
                              struct error *error)
{
    const char *text = o->text[KEY_rate];
    double most = injection_share(&s->injection) * s->flits;
    s->rate_max = most < 1 ? most : 1;
    if (s->find) {
        return STATUS_DONE;
    }
    if (!text) {
        return error_set(
            error, STATUS_BAD,
            "rate: missing; give flits per node and cycle, as 0.1, or find saturation");
    }
    if (!parse_fraction(text, 0, 1, &s->rate)) {
        return error_set(error, STATUS_BAD, "rate '%s': must be a number above 0, at most 1", text);
    }
    if (s->rate > s->rate_max) {
        return error_set(error, STATUS_BAD,
                         "rate '%s': a node makes at most one worm in a cycle, and with injection "
                         "%s so at most %g flits; give less, or shorter pauses",
                         text, o->text[KEY_injection], s->rate_max);
    }
    return STATUS_DONE;
}

static enum status parse_cycles(struct traffic_setting *s, const struct options *o,
                                struct error *error)
{
    if (number_option(o, KEY_cycles, CYCLES_MIN, UINT32_MAX, CYCLES_DEFAULT, &s->cycles, error)) {
        return STATUS_BAD;
    }
    const char *text = o->text[KEY_warmup];
    s->warmup = WARMUP_FOUND;
    if (text && strcmp(text, "auto") != 0) {
        struct error unused;
        if (number_parse("warmup", text, 0, s->cycles - 1, &s->warmup, &unused)) {
            return error_set(error, STATUS_BAD,
                             "warmup '%s': must be auto, or cycles, less than the %llu in which "
                             "worms are made",
                             text, (unsigned long long)s->cycles);
        }
    }
    return STATUS_DONE;
}

enum status traffic_setting_make(struct traffic_setting *s, const struct experiment *e,
                                 const struct options *o, struct error *error)
{
    *s = (struct traffic_setting){.text = o->text[KEY_traffic], .fanout = 1};
    if (strncmp(s->text, FILE_PREFIX, sizeof FILE_PREFIX - 1) == 0) {
        s->playback = true;
        return parse_file(s, e, o, error);
    }
    if (pattern_check(s->text, error) ||
        injection_parse(&s->injection, o->text[KEY_injection], error) ||
        parse_lengths(s, e, o, error) || parse_find(s, o, error) || parse_cycles(s, o, error) ||
        parse_fanout(s, e, o, error)) {
        return STATUS_BAD;
    }
    s->flits = (s->fanout > 1 ? s->fanout + 1 : 1) + e->ni_words + s->lengths.mean;
    if (parse_rate(s, o, error)) {
        return STATUS_BAD;
    }
    return pattern_parse(&s->pattern, &e->topology, s->fanout > 1 ? "uniform" : s->text, error);
}

/* --- what tells it from others ------------------------------------------------------- */

/* With its defaults, as a row has them. */
static void add_keys(const struct traffic_setting *s, const struct options *o, struct identity *id)
{
    const char *injection = o->text[KEY_injection];
    identity_key_text(id, KEY_injection, injection ? injection : INJECTION_DEFAULT);
    identity_key_number(id, KEY_cycles, s->cycles);
    if (s->warmup == WARMUP_FOUND) {
        identity_key_text(id, KEY_warmup, "auto");
    } else {
        identity_key_number(id, KEY_warmup, s->warmup);
    }
    if (s->find) {
        char text[40];
        snprintf(text, sizeof text, "%.12g", s->resolution);
        identity_key_text(id, KEY_resolution, text);
    }
}

void traffic_setting_identify(const struct traffic_setting *s, const struct options *o,
                              struct identity *id)
{
    identity_add_text(id, "traffic");
    if (s->playback) {
        identity_add_file(id, s->text + sizeof FILE_PREFIX - 1);
        return;
    }
    identity_add_text(id, s->text);
    identity_add_number(id, s->injection.bursty);
    identity_add_number(id, s->injection.on);
    identity_add_number(id, s->injection.off);
    for (unsigned i = 0; i < s->lengths.n; i++) {
        identity_add_number(id, s->lengths.flits[i]);
        identity_add_number(id, s->lengths.below[i]);
    }
    identity_add_number(id, s->fanout);
    identity_add_number(id, s->find);
    identity_add_real(id, s->find ? s->resolution : s->rate);
    identity_add_number(id, s->cycles);
    identity_add_number(id, s->warmup);
    add_keys(s, o, id);
}

void traffic_setting_free(struct traffic_setting *s)
{
    pattern_free(&s->pattern);
    worm_file_free(&s->file);
}
