/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct verify: a routing proven over all pairs of nodes, or an algorithm's
 * plans over sets of destinations. libnoc/verify does the work.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/result.h"
#include "cli/command.h"
#include "base/alloc.h"
#include "base/progress.h"
#include "show/table.h"
#include "topology/topologies.h"
#include "verify/verify.h"

enum { SETS_MAX = 1 << 30, CYCLE_SHOWN_MAX = 200, DESTS_SHOWN_MAX = 60 };

static bool tell(void *opaque, uint64_t done, uint64_t total)
{
    struct progress *p = opaque;
    p->whole = total;
    progress_at(p, done);
    return true;
}

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
    struct progress p;
    struct noc_watch watch = {tell, &p};
    progress_begin(&p, "all worms", e->topology.nodes);
    bool fine = noc_verify_worms(&e->topology, e->routing, contexts_of(e), &watch, worms);
    progress_end(&p);
    return fine;
}

static enum status ask_routing(const struct options *o, json_t **result, struct error *error)
{
    struct experiment e;
    struct progress p;
    struct noc_watch watch = {tell, &p};
    struct noc_routing_proof proof;
    struct noc_worms_proof worms = {0};
    enum status status = experiment_make(&e, o, NEED_NETWORK, error);
    if (status) {
        return status;
    }
    progress_begin(&p, "all pairs", e.topology.nodes);
    bool fine = noc_verify_routing(&e.topology, e.routing, &watch, &proof);
    progress_end(&p);
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

/* `sets`: all, if these can be counted through, or random:N. */
static enum status choose_sets(const struct options *o, const struct experiment *e,
                               struct noc_sets_config *config, struct error *error)
{
    static const char random[] = "random:";
    const char *text = o->text[KEY_sets];
    uint32_t others = noc_topology_senders(&e->topology) - 1;
    uint32_t sources = config->source == NOC_ALL_SOURCES ? others + 1 : 1;
    if (others == 0) {
        return error_set(error, STATUS_BAD, "sets: all nodes of %s but one are switches",
                         e->topology_text);
    }
    if (e->algorithm->broadcast && strcmp(text, "all") == 0) {
        return STATUS_DONE; /* one for each source */
    }
    if (strncmp(text, random, strlen(random)) == 0) {
        return number_parse("sets random:", text + strlen(random), 1, SETS_MAX, &config->random,
                            error);
    }
    if (strcmp(text, "all") != 0) {
        return error_set(error, STATUS_BAD, "sets '%s': must be 'all' or random:N, as random:1000",
                         text);
    }
    if (others >= 31 || sources * ((UINT64_C(1) << others) - 1) > SETS_MAX) {
        return error_set(error, STATUS_BAD,
                         "sets 'all': %s has %u x (2^%u - 1) of them, but at most 2^30 can be "
                         "checked; give random:N, or a smaller network",
                         e->topology_text, sources, others);
    }
    return STATUS_DONE;
}

static enum status ask_sets(const struct options *o, json_t **result, struct error *error)
{
    struct experiment e;
    struct options plain;
    struct progress p;
    struct noc_watch watch = {tell, &p};
    struct noc_sets_proof proof;
    bool all_sources = o->text[KEY_source] && strcmp(o->text[KEY_source], "all") == 0;
    options_copy(&plain, o);
    if (all_sources) {
        free(plain.text[KEY_source]);
        plain.text[KEY_source] = NULL;
    }
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
        progress_begin(&p, "sets", 1);
        bool fine = noc_verify_sets(&config, &watch, &proof);
        progress_end(&p);
        if (!fine) {
            status = no_memory(error);
        } else {
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

/* --- for people ---------------------------------------------------------------------------- */

/* "1 h", the channel's dimension and letter, as far as it has them. */
static void channel_name(const json_t *channel, char text[32])
{
    const char *vc = result_text(channel, "vc");
    if (result_has_number(channel, "dim")) {
        snprintf(text, 32, "%lld%s%s", result_number(channel, "dim"), *vc ? " " : "", vc);
    } else {
        snprintf(text, 32, "%s", vc);
    }
}

/* "3 -[1 h]-> 7 -[0 h]-> 8", broken into lines, each indented. */
static void show_chain(const json_t *channels, int indent)
{
    size_t n = json_array_size(channels);
    int column = indent;
    printf("%*s", indent, "");
    for (size_t i = 0; i < n && i < CYCLE_SHOWN_MAX; i++) {
        const json_t *c = json_array_get(channels, i);
        char name[32], arrow[64], first[16] = "";
        channel_name(c, name);
        if (i == 0) {
            snprintf(first, sizeof first, "%lld", result_number(c, "node"));
        }
        snprintf(arrow, sizeof arrow, *name ? "%s -[%s]-> %lld" : "%s -%s-> %lld", first, name,
                 result_number(c, "next"));
        if (column + (int)strlen(arrow) > (int)screen_columns()) {
            printf("\n%*s", indent, "");
            column = indent;
        }
        column += printf("%s", arrow);
    }
    if (n > CYCLE_SHOWN_MAX) {
        printf(" ... and %zu more; --json lists them all", n - CYCLE_SHOWN_MAX);
    }
    putchar('\n');
}

/* A circle through consumption contexts, a line for each: where worms ask for a context and a
 * channel of one node at once, the next thing need not begin where the one before ends. */
static void show_waits(const json_t *cycle)
{
    const json_t *c;
    size_t i;
    json_array_foreach (cycle, i, c) {
        if (i == CYCLE_SHOWN_MAX) {
            printf("  ... and %zu more; --json lists them all\n", json_array_size(cycle) - i);
            return;
        }
        if (result_is_context(c)) {
            printf("  the context at %lld", result_number(c, "node"));
            if (result_has_number(c, "of")) {
                printf(" of the link from %lld", result_number(c, "of"));
            }
            putchar('\n');
        } else {
            json_t *one = json_pack("[O]", c);
            show_chain(one, 2);
            json_decref(one);
        }
    }
}

static void pair_text(const json_t *result, const char *key, char text[64])
{
    const json_t *pair = json_object_get(result, key);
    snprintf(text, 64, "%lld to %lld", result_number(pair, "from"), result_number(pair, "to"));
}

static bool is_true(const json_t *result, const char *key)
{
    return json_is_true(json_object_get(result, key));
}

/* Whether the circle goes through consumption contexts. */
static bool has_context(const json_t *cycle)
{
    const json_t *c;
    size_t i;
    json_array_foreach (cycle, i, c) {
        if (result_is_context(c)) {
            return true;
        }
    }
    return false;
}

static void show_circle(const json_t *cycle)
{
    if (has_context(cycle)) {
        show_waits(cycle);
    } else {
        show_chain(cycle, 2);
    }
}

/* Which worms were looked at. */
static const char *worms_text(const json_t *result)
{
    const json_t *worms = json_object_get(result, "worms");
    return !worms              ? ""
         : json_is_true(worms) ? ", of all legal worms"
                               : "; unicasts only: too many worms to look at";
}

static void show_freedom(struct table *t, const json_t *result)
{
    const json_t *cycle = json_object_get(result, "cycle");
    long long contexts = result_number(result, "contexts");
    char shared[60] = "";
    if (contexts) {
        snprintf(shared, sizeof shared, " and %lld shared contexts", contexts);
    }
    if (is_true(result, "deadlock_free")) {
        table_row(t, "deadlock-free\tyes\tno cycle among %lld dependencies of %lld channels%s%s",
                  result_number(result, "dependencies"), result_number(result, "channels"), shared,
                  worms_text(result));
    } else {
        table_row(t, "deadlock-free\tNO\t%zu channels%s can wait for each other in a circle",
                  json_array_size(cycle), has_context(cycle) ? " and consumption contexts" : "");
    }
    if (result_number(result, "refused")) {
        table_row(t, "senders check\tNO\t%lld times a router refuses what the sender let through",
                  result_number(result, "refused"));
    }
}

/* The verdicts, each with its reason. */
static void show_verdicts(const json_t *result)
{
    long long pairs = result_number(result, "pairs"), lost = result_number(result, "unreached");
    struct table t;
    char pair[64];
    table_begin(&t, "lll", "question\tanswer\twhy");
    pair_text(result, "first_unreached", pair);
    if (is_true(result, "complete")) {
        table_row(&t, "complete\tyes\tall %lld pairs have a route", pairs);
    } else {
        table_row(&t, "complete\tNO\t%lld of %lld pairs have no route; first from %s", lost, pairs,
                  pair);
    }
    pair_text(result, "first_longer", pair);
    if (is_true(result, "minimal")) {
        table_row(&t, "minimal\tyes\tno route is longer than it must be");
    } else {
        table_row(&t, "minimal\tno\t%lld routes are longer than they must be; first from %s",
                  result_number(result, "longer"), pair);
    }
    show_freedom(&t, result);
    if (result_number(result, "undeclared")) {
        const json_t *c = json_object_get(result, "first_undeclared");
        table_row(&t,
                  "channels\tNO\t%lld are used that the routing does not declare; first from "
                  "%lld to %lld",
                  result_number(result, "undeclared"), result_number(c, "node"),
                  result_number(c, "next"));
    }
    if (is_true(result, "labels_rise")) {
        table_row(&t, "labels rise\tyes\tthe labels of the proof, along every %s",
                  is_true(result, "worms") ? "worm" : "route");
    } else if (json_is_false(json_object_get(result, "labels_rise"))) {
        pair_text(result, "first_unlabelled", pair);
        table_row(&t, "labels rise\tno\tnot along the route from %s", pair);
    }
    table_end(&t);
}

static void show_routing(const json_t *result)
{
    long long pairs = result_number(result, "pairs"), hops = result_number(result, "total_hops"),
              arrive = pairs - result_number(result, "unreached");
    printf("%s on %s: %lld nodes\n\n", result_text(result, "routing"),
           result_text(result, "topology"), result_number(result, "nodes"));
    show_verdicts(result);
    printf("\n%lld hops in all", hops);
    if (arrive > 0) {
        printf(", %.4g on average", (double)hops / (double)arrive);
    }
    printf("\n");
    if (!is_true(result, "deadlock_free")) {
        const json_t *cycle = json_object_get(result, "cycle");
        printf("\nA smallest circle: a worm that holds %s may wait for the next one\n\n",
               has_context(cycle) ? "a thing" : "a channel");
        show_circle(cycle);
    }
}

static void show_violation(const json_t *v)
{
    const json_t *dests = json_object_get(v, "dests"), *message,
                 *channel = json_object_get(v, "channel");
    size_t i, n = json_array_size(dests);
    int column =
        printf("\nThe smallest set that violates: node %lld to", result_number(v, "source"));
    for (i = 0; i < n && i < DESTS_SHOWN_MAX; i++) {
        if (column > (int)screen_columns() - 8) {
            column = printf("\n ") - 1;
        }
        column += printf(" %lld", (long long)json_integer_value(json_array_get(dests, i)));
    }
    printf(n > DESTS_SHOWN_MAX ? " ... (%zu; --json lists them all)\n" : "\n", n);
    json_array_foreach (json_object_get(v, "messages"), i, message) {
        const json_t *to = json_object_get(message, "to");
        printf("\n  step %lld, %lld", result_number(message, "step"),
               result_number(message, "from"));
        for (size_t k = 0; k < json_array_size(to); k++) {
            printf(" -> %lld", (long long)json_integer_value(json_array_get(to, k)));
        }
        putchar('\n');
        show_chain(json_object_get(message, "channels"), 4);
    }
    printf("\nBoth travel\n");
    json_t *one = json_pack("[O]", channel);
    show_chain(one, 4);
    json_decref(one);
}

/* What several such multicasts at once can do to each other. */
static void show_several(const json_t *result)
{
    const json_t *cycle = json_object_get(result, "cycle");
    const char *consumption = result_text(result, "consumption");
    if (json_is_array(cycle)) {
        printf("\nSeveral of them at once can wait for each other for ever%s%s;\n"
               "a circle of things that each wait for the next:\n\n",
               has_context(cycle) ? ", with --consumption " : ", whatever the consumption contexts",
               has_context(cycle) ? consumption : "");
        show_circle(cycle);
    } else if (cycle) {
        printf(
            "\nAny number of them at once is free of deadlock with --consumption %s: their worms'\n"
            "dependencies have no cycle.\n",
            consumption);
    }
}

static void show_sets(const json_t *result)
{
    const json_t *source = json_object_get(result, "source"),
                 *ports = json_object_get(result, "ports");
    long long sets = result_number(result, "sets"), pairs = result_number(result, "violations");
    char from[24] = "any node", port[24];
    if (json_is_integer(source)) {
        snprintf(from, sizeof from, "node %lld", result_number(result, "source"));
    }
    snprintf(port, sizeof port, "%lld", (long long)json_integer_value(ports));
    printf("%s on %s, routing %s, %s-port: %lld sets of destinations from %s\n\n",
           result_text(result, "algorithm"), result_text(result, "topology"),
           result_text(result, "routing"), json_is_string(ports) ? json_string_value(ports) : port,
           sets, from);
    if (*result_text(result, "forced")) {
        printf("forced: %s\n\n", result_text(result, "forced"));
    }
    if (pairs == 0) {
        printf("No two messages of a set can contend, whatever start-ups cost.\n");
    } else {
        printf("%lld pairs of messages in %lld sets may contend.\n", pairs,
               result_number(result, "violating_sets"));
    }
    if (result_number(result, "undelivered")) {
        printf("%lld sets are NOT delivered to each destination once.\n",
               result_number(result, "undelivered"));
    }
    printf("%.5g steps on average, more than the least in %lld sets; %.5g link visits.\n",
           (double)result_number(result, "sum_steps") / (double)sets,
           result_number(result, "above_bound"),
           (double)result_number(result, "sum_link_visits") / (double)sets);
    if (pairs) {
        show_violation(json_object_get(result, "first"));
    }
    show_several(result);
}

void show_verify(const struct options *o, const json_t *result)
{
    (void)o;
    if (result_has_number(result, "sets")) {
        show_sets(result);
    } else {
        show_routing(result);
    }
}
