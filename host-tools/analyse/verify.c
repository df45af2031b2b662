/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct verify: a routing proven over all pairs of nodes, or an algorithm's
 * plans over sets of destinations. libnoc/verify does the work.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/number.h"
#include "base/progress.h"
#include "commands.h"
#include "experiment/experiment_result.h"
#include "experiment/partition_cut.h"
#include "sim/plan.h"
#include "specify/specify.h"
#include "topology/topologies.h"
#include "own/checked_algorithm.h"
#include "verify/verify.h"

enum { SETS_MAX = 1 << 30 };

static bool tell(void *opaque, uint64_t done, uint64_t total)
{
    (void)opaque;
    progress_whole(total);
    progress_at(done);
    return true;
}

static const struct noc_watch watch = {tell, NULL};

static enum status no_memory(struct error *error)
{
    return error_set(error, STATUS_ENVIRONMENT,
                     "there is not enough memory; give a smaller network");
}

/* --- a routing ------------------------------------------------------------------------ */

/* {"from","to"}, or null if nothing was counted. */
static json_t *pair_or_null(uint64_t count, const struct noc_pair *pair)
{
    return count ? json_pack("{s:i,s:i}", "from", (int)pair->from, "to", (int)pair->to)
                 : json_null();
}

/* From where the link comes whose context this is; -1: there is none. */
static int neighbour(const struct experiment *e, const struct noc_channel *context)
{
    for (uint32_t node = 0; node < e->topology.nodes; node++) {
        for (unsigned port = 0; port < e->topology.ports; port++) {
            struct noc_link link;
            if (noc_topology_link(&e->topology, node, port, &link) && link.node == context->node &&
                link.port == context->vc) {
                return (int)node;
            }
        }
    }
    return -1;
}

static json_t *cycle_or_null(const struct experiment *e, const struct noc_channel *channels,
                             uint32_t length)
{
    if (!channels) {
        return json_null();
    }
    json_t *cycle = json_array();
    for (uint32_t i = 0; i < length; i++) {
        json_t *channel = result_channel(e, &channels[i]);
        if (channels[i].port == NOC_PORT_LOCAL && channels[i].vc != NOC_PORT_LOCAL) {
            json_object_set_new(channel, "of", json_integer(neighbour(e, &channels[i])));
        }
        json_array_append_new(cycle, channel);
    }
    return cycle;
}

static enum noc_contexts contexts_of(const struct experiment *e)
{
    return e->net.consumption == NOC_CONSUME_VC   ? NOC_CONTEXTS_VC
         : e->net.consumption == NOC_CONSUME_LINK ? NOC_CONTEXTS_LINK
                                                  : NOC_CONTEXTS_ONE;
}

static json_t *routing_answer(const struct experiment *e, const struct noc_routing_proof *proof)
{
    json_t *result = result_new(e);
    json_object_del(result, "ports"); /* change nothing here */
    const struct {
        const char *key;
        json_t *value;
    } pairs[] = {
        {"nodes", json_integer(e->topology.nodes)},
        {"pairs", json_integer((json_int_t)proof->pairs)},
        {"complete", json_boolean(proof->unreached == 0)},
        {"minimal", json_boolean(proof->longer == 0)},
        {"deadlock_free", json_boolean(!proof->cycle)},
        {"cycle", cycle_or_null(e, proof->cycle, proof->cycle_length)},
        {"total_hops", json_integer((json_int_t)proof->total_hops)},
        {"unreached", json_integer((json_int_t)proof->unreached)},
        {"first_unreached", pair_or_null(proof->unreached, &proof->first_unreached)},
        {"longer", json_integer((json_int_t)proof->longer)},
        {"first_longer", pair_or_null(proof->longer, &proof->first_longer)},
        {"channels", json_integer(proof->channels)},
        {"undeclared", json_integer(proof->undeclared)},
        {"first_undeclared",
         proof->undeclared ? result_channel(e, &proof->first_undeclared) : json_null()},
        {"dependencies", json_integer((json_int_t)proof->dependencies)},
        {"labels_rise", proof->has_labels ? json_boolean(proof->unlabelled == 0) : json_null()},
        {"first_unlabelled", pair_or_null(proof->unlabelled, &proof->first_unlabelled)},
    };
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        json_object_set_new(result, pairs[i].key, pairs[i].value);
    }
    return result;
}

/* Where routers copy: what all worms say, in place of what unicasts do. */
static void add_worms(json_t *result, const struct experiment *e,
                      const struct noc_worms_proof *worms)
{
    json_object_set_new(result, "worms", json_boolean(worms->looked));
    json_object_set_new(result, "consumption",
                        json_string(noc_consumption_words[e->net.consumption]));
    if (!worms->looked) {
        return;
    }
    const struct {
        const char *key;
        json_t *value;
    } pairs[] = {
        {"deadlock_free", json_boolean(!worms->cycle)},
        {"cycle", cycle_or_null(e, worms->cycle, worms->cycle_length)},
        {"channels", json_integer(worms->channels)},
        {"undeclared", json_integer(worms->undeclared)},
        {"first_undeclared",
         worms->undeclared ? result_channel(e, &worms->first_undeclared) : json_null()},
        {"dependencies", json_integer((json_int_t)worms->dependencies)},
        {"contexts", json_integer(worms->contexts)},
        {"refused", json_integer((json_int_t)worms->refused)},
    };
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        json_object_set_new(result, pairs[i].key, pairs[i].value);
    }
    if (e->routing->label && worms->unlabelled) {
        json_object_set_new(result, "labels_rise", json_false());
    }
}

/* The same for a routing whose routers copy, over all worms. False: out of memory. */
static bool prove_worms(const struct experiment *e, struct noc_worms_proof *worms)
{
    progress_begin("all worms", e->topology.nodes);
    bool fine = noc_verify_worms(&e->topology, e->routing, contexts_of(e), &watch, worms);
    progress_end();
    return fine;
}

static enum status ask_routing(const struct options *o, json_t **result, struct error *error)
{
    struct experiment e;
    struct noc_routing_proof proof;
    struct noc_worms_proof worms = {0};
    enum status status = experiment_make(&e, o, NEED_NETWORK, error);
    if (status) {
        return status;
    }
    progress_begin("all pairs", e.topology.nodes);
    bool fine = noc_verify_routing(&e.topology, e.routing, &watch, &proof);
    progress_end();
    if (!fine || (e.routing->copies && !prove_worms(&e, &worms))) {
        status = no_memory(error);
    } else {
        *result = routing_answer(&e, &proof);
        status = proof.unreached || proof.cycle || proof.undeclared ? STATUS_NO : STATUS_DONE;
        if (e.routing->copies) {
            add_worms(*result, &e, &worms);
            status = status || worms.cycle || worms.undeclared || worms.refused ? STATUS_NO
                                                                                : STATUS_DONE;
        }
    }
    noc_routing_proof_free(&proof);
    noc_worms_proof_free(&worms);
    experiment_free(&e);
    return status;
}

/* --- an algorithm ------------------------------------------------------------------------ */

/* {"from","to","step","channels"} of the worm in the plan that begins with this message. */
static json_t *message_answer(const struct experiment *e, const struct plan *p,
                              const struct noc_message *first)
{
    uint32_t most = e->topology.nodes * e->topology.ports * e->routing->vcs, at = 0;
    while (at + 1 < e->m &&
           (p->message[at].from != first->from || p->message[at].to != first->to)) {
        at++;
    }
    const struct noc_message *message = &p->message[at];
    uint32_t size = noc_worm_size(message, e->m - at);
    uint32_t *header = alloc_array(size + 1, sizeof *header);
    struct noc_visit *visit = alloc_array(size, sizeof *visit);
    struct noc_channel *path = alloc_array(most, sizeof *path);
    int32_t hops =
        noc_worm_path(&e->topology, e->routing, message, size, header, visit, path, most);
    json_t *result = result_worm(message, size), *channels = json_array();
    for (int32_t i = 0; i < hops; i++) {
        json_array_append_new(channels, result_channel(e, &path[i]));
    }
    json_object_set_new(result, "channels", channels);
    free(header);
    free(visit);
    free(path);
    return result;
}

static json_t *violation_or_null(const struct experiment *e, const struct noc_violation *v)
{
    if (!v) {
        return json_null();
    }
    json_t *dests = json_array();
    for (uint32_t i = 0; i < v->m; i++) {
        json_array_append_new(dests, json_integer(v->dests[i]));
    }
    struct experiment set = *e; /* its plan again, for the destinations of its worms */
    struct plan p;
    set.source = v->source;
    set.dests = v->dests;
    set.m = v->m;
    plan_make(&p, &set, e->algorithm);
    json_t *result =
        json_pack("{s:i,s:o,s:[o,o],s:o}", "source", (int)v->source, "dests", dests, "messages",
                  message_answer(&set, &p, &v->first), message_answer(&set, &p, &v->second),
                  "channel", result_channel(e, &v->channel));
    plan_free(&p);
    return result;
}

static json_t *sets_answer(struct experiment *e, const struct noc_sets_config *config,
                           const struct noc_sets_proof *proof)
{
    const struct noc_algorithm *algorithm = e->algorithm;
    e->algorithm = NULL; /* there is no one set, and no body */
    json_t *result = result_new(e);
    e->algorithm = algorithm;
    json_object_set_new(result, "algorithm", json_string(e->algorithm_text));
    if (e->forced[0]) {
        json_object_set_new(result, "forced", json_string(e->forced));
    }
    json_object_set_new(result, "source",
                        config->source == NOC_ALL_SOURCES ? json_string("all")
                                                          : json_integer(config->source));
    if (config->random) {
        json_object_set_new(result, "seed", json_integer((json_int_t)config->seed));
    }
    const struct {
        const char *key;
        uint64_t value;
    } sums[] = {
        {"sets", proof->sets},
        {"violations", proof->violations},
        {"violating_sets", proof->violating_sets},
        {"sum_steps", proof->sum_steps},
        {"sum_link_visits", proof->sum_link_visits},
        {"above_bound", proof->above_bound},
        {"undelivered", proof->undelivered},
    };
    for (unsigned i = 0; i < sizeof sums / sizeof *sums; i++) {
        json_object_set_new(result, sums[i].key, json_integer((json_int_t)sums[i].value));
        if (i == 2) {
            json_object_set_new(result, "first", violation_or_null(e, proof->smallest));
        }
    }
    if (e->routing->copies) {
        json_object_set_new(result, "consumption",
                            json_string(noc_consumption_words[e->net.consumption]));
        json_object_set_new(result, "cycle", cycle_or_null(e, proof->cycle, proof->cycle_length));
    }
    return result;
}

/* all, or random:N; *random is 0 for all. */
static enum status parse_sets(const char *text, uint64_t *random, struct error *error)
{
    static const char prefix[] = "random:";
    *random = 0;
    if (strncmp(text, prefix, strlen(prefix)) == 0) {
        return number_parse("sets random:", text + strlen(prefix), 1, SETS_MAX, random, error);
    }
    return strcmp(text, "all") == 0
             ? STATUS_DONE
             : error_set(error, STATUS_BAD, "sets '%s': must be 'all' or random:N, as random:1000",
                         text);
}

/* `sets`: all, if these can be counted through, or random:N. */
static enum status choose_sets(const struct options *o, const struct experiment *e,
                               struct noc_sets_config *config, struct error *error)
{
    uint32_t others = noc_topology_senders(&e->topology) - 1;
    uint32_t sources = config->source == NOC_ALL_SOURCES ? others + 1 : 1;
    if (others == 0) {
        return error_set(error, STATUS_BAD, "sets: all nodes of %s but one are switches",
                         e->topology_text);
    }
    enum status status = parse_sets(o->text[KEY_sets], &config->random, error);
    if (status || config->random ||
        e->algorithm->broadcast) { /* of a broadcast one for each source */
        return status;
    }
    if (others >= 31 || sources * ((UINT64_C(1) << others) - 1) > SETS_MAX) {
        return error_set(error, STATUS_BAD,
                         "sets 'all': %s has %u x (2^%u - 1) of them, but at most 2^30 can be "
                         "checked; give random:N, or a smaller network",
                         e->topology_text, sources, others);
    }
    return STATUS_DONE;
}

/* What is not verify's alone: `source all` is. */
static bool plain_options(struct options *plain, const struct options *o)
{
    bool all_sources = o->text[KEY_source] && strcmp(o->text[KEY_source], "all") == 0;
    options_copy(plain, o);
    if (all_sources) {
        free(plain->text[KEY_source]);
        plain->text[KEY_source] = NULL;
    }
    return all_sources;
}

/* An unknown word is told before what is missing. */
static enum status check_words(const struct options *o, struct error *error)
{
    struct options plain;
    uint64_t random;
    uint32_t nodes;
    if (o->text[KEY_sets] && parse_sets(o->text[KEY_sets], &random, error)) {
        return STATUS_BAD;
    }
    (void)plain_options(&plain, o);
    enum status status = experiment_check(&plain, NEED_SET, &nodes, error);
    options_free(&plain);
    return status;
}

static enum status ask_sets(const struct options *o, json_t **result, struct error *error)
{
    struct experiment e;
    struct options plain;
    struct noc_sets_proof proof;
    bool all_sources = plain_options(&plain, o);
    enum status status = experiment_make(&e, &plain, NEED_ALGORITHM, error);
    options_free(&plain);
    if (status) {
        return status;
    }
    struct noc_sets_config config = {.topology = &e.topology,
                                     .routing = e.routing,
                                     .algorithm = e.algorithm,
                                     .ports = e.ports,
                                     .source = all_sources ? NOC_ALL_SOURCES : e.source,
                                     .seed = e.seed,
                                     .contexts = contexts_of(&e),
                                     .parameter = e.parameter,
                                     .partition =
                                         partition_new(&e, e.algorithm, e.topology.nodes - 1)};
    status = choose_sets(o, &e, &config, error);
    if (!status) {
        progress_begin("sets", 1);
        bool fine = noc_verify_sets(&config, &watch, &proof);
        progress_end();
        if (!fine) {
            status = no_memory(error);
        } else {
            if (proof.misstep.kind != NOC_MISSTEP_NONE) {
                *checked_algorithm_misstep() = proof.misstep;
            }
            *result = sets_answer(&e, &config, &proof);
            status = proof.violations || proof.undelivered || proof.cycle ? STATUS_NO : STATUS_DONE;
            noc_sets_proof_free(&proof);
        }
    }
    partition_free(config.partition);
    experiment_free(&e);
    return status;
}

enum status execute_verify(const struct options *o, json_t **result, struct error *error)
{
    const char *algorithm = o->text[KEY_algorithm];
    if (o->text[KEY_relay]) {
        return error_set(error, STATUS_BAD,
                         "relay: verify checks messages without lists of relays; sim has them");
    }
    if (!algorithm && !o->text[KEY_sets]) {
        return ask_routing(o, result, error);
    }
    enum status status = algorithm && o->text[KEY_sets] ? STATUS_DONE : check_words(o, error);
    if (status) {
        return status;
    }
    if (!algorithm || strcmp(algorithm, "auto") == 0) {
        return error_set(error, STATUS_BAD, "algorithm%s; name one, as u-torus",
                         algorithm ? " 'auto': its choice depends on the set of destinations"
                                   : ": missing");
    }
    if (!o->text[KEY_sets]) {
        return error_set(error, STATUS_BAD,
                         "sets: missing; give 'all' or random:N, for the sets of destinations to "
                         "check");
    }
    if (o->text[KEY_dests]) {
        return error_set(error, STATUS_BAD,
                         "dests: verify checks many sets of destinations; leave dests out, and "
                         "give sets");
    }
    return ask_sets(o, result, error);
}
