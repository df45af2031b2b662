/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct verify: a routing proven over all pairs of nodes, or an algorithm's
 * plans over sets of destinations. libnoc/verify does the work.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "command.h"
#include "memory.h"
#include "progress.h"
#include "table.h"
#include "verify.h"

enum { SETS_MAX = 1 << 30, CYCLE_SHOWN_MAX = 200, DESTS_SHOWN_MAX = 60 };

static bool tell(void *opaque, uint64_t done, uint64_t total)
{
    struct progress *p = opaque;
    p->whole = total;
    progress_at(p, done);
    return true;
}

static enum status no_memory(struct complaint *why)
{
    return complain(why, STATUS_ENVIRONMENT, "not enough memory; take a smaller network");
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
            if (noc_topology_link(&e->topology, node, port, &link) &&
                link.node == context->node && link.port == context->vc) {
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
        json_t *channel = answer_channel(e, &channels[i]);
        if (channels[i].port == NOC_PORT_LOCAL && channels[i].vc != NOC_PORT_LOCAL) {
            json_object_set_new(channel, "of", json_integer(neighbour(e, &channels[i])));
        }
        json_array_append_new(cycle, channel);
    }
    return cycle;
}

static enum noc_contexts contexts_of(const struct experiment *e)
{
    return e->net.consumption == NOC_CONSUME_VC     ? NOC_CONTEXTS_VC
           : e->net.consumption == NOC_CONSUME_LINK ? NOC_CONTEXTS_LINK
                                                    : NOC_CONTEXTS_ONE;
}

static const char *const contexts_name[] = { "vc", "link", "one" };

static json_t *routing_answer(const struct experiment *e, const struct noc_routing_proof *proof)
{
    json_t *answer = answer_new(e);
    json_object_del(answer, "ports"); /* change nothing here */
    const struct {
        const char *key;
        json_t *value;
    } pairs[] = {
        { "nodes", json_integer(e->topology.nodes) },
        { "pairs", json_integer((json_int_t)proof->pairs) },
        { "complete", json_boolean(proof->unreached == 0) },
        { "minimal", json_boolean(proof->longer == 0) },
        { "deadlock_free", json_boolean(!proof->cycle) },
        { "cycle", cycle_or_null(e, proof->cycle, proof->cycle_length) },
        { "total_hops", json_integer((json_int_t)proof->total_hops) },
        { "unreached", json_integer((json_int_t)proof->unreached) },
        { "first_unreached", pair_or_null(proof->unreached, &proof->first_unreached) },
        { "longer", json_integer((json_int_t)proof->longer) },
        { "first_longer", pair_or_null(proof->longer, &proof->first_longer) },
        { "channels", json_integer(proof->channels) },
        { "undeclared", json_integer(proof->undeclared) },
        { "first_undeclared",
          proof->undeclared ? answer_channel(e, &proof->first_undeclared) : json_null() },
        { "dependencies", json_integer((json_int_t)proof->dependencies) },
        { "labels_rise",
          proof->has_labels ? json_boolean(proof->unlabelled == 0) : json_null() },
        { "first_unlabelled", pair_or_null(proof->unlabelled, &proof->first_unlabelled) },
    };
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        json_object_set_new(answer, pairs[i].key, pairs[i].value);
    }
    return answer;
}

/* Where routers copy: what all worms say, in place of what unicasts do. */
static void add_worms(json_t *answer, const struct experiment *e,
                      const struct noc_worms_proof *worms)
{
    json_object_set_new(answer, "worms", json_boolean(worms->looked));
    json_object_set_new(answer, "consumption", json_string(contexts_name[contexts_of(e)]));
    if (!worms->looked) {
        return;
    }
    const struct {
        const char *key;
        json_t *value;
    } pairs[] = {
        { "deadlock_free", json_boolean(!worms->cycle) },
        { "cycle", cycle_or_null(e, worms->cycle, worms->cycle_length) },
        { "channels", json_integer(worms->channels) },
        { "undeclared", json_integer(worms->undeclared) },
        { "first_undeclared",
          worms->undeclared ? answer_channel(e, &worms->first_undeclared) : json_null() },
        { "dependencies", json_integer((json_int_t)worms->dependencies) },
        { "contexts", json_integer(worms->contexts) },
        { "refused", json_integer((json_int_t)worms->refused) },
    };
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        json_object_set_new(answer, pairs[i].key, pairs[i].value);
    }
    if (e->routing->label && worms->unlabelled) {
        json_object_set_new(answer, "labels_rise", json_false());
    }
}

/* The same for a routing whose routers copy, over all worms. False: out of memory. */
static bool prove_worms(const struct experiment *e, struct noc_worms_proof *worms)
{
    struct progress p;
    struct noc_watch watch = { tell, &p };
    progress_begin(&p, "all worms", e->topology.nodes);
    bool fine = noc_verify_worms(&e->topology, e->routing, contexts_of(e), &watch, worms);
    progress_end(&p);
    return fine;
}

static enum status ask_routing(const struct options *o, json_t **answer, struct complaint *why)
{
    struct experiment e;
    struct progress p;
    struct noc_watch watch = { tell, &p };
    struct noc_routing_proof proof;
    struct noc_worms_proof worms = { 0 };
    enum status status = experiment_make(&e, o, NEED_NETWORK, why);
    if (status) {
        return status;
    }
    progress_begin(&p, "all pairs", e.topology.nodes);
    bool fine = noc_verify_routing(&e.topology, e.routing, &watch, &proof);
    progress_end(&p);
    if (!fine || (e.routing->copies && !prove_worms(&e, &worms))) {
        status = no_memory(why);
    } else {
        *answer = routing_answer(&e, &proof);
        status = proof.unreached || proof.cycle || proof.undeclared ? STATUS_NO : STATUS_DONE;
        if (e.routing->copies) {
            add_worms(*answer, &e, &worms);
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
static json_t *message_answer(const struct experiment *e, const struct planned *p,
                              const struct noc_message *first)
{
    uint32_t most = e->topology.nodes * e->topology.ports * e->routing->vcs, at = 0;
    while (at + 1 < e->m &&
           (p->message[at].from != first->from || p->message[at].to != first->to)) {
        at++;
    }
    const struct noc_message *message = &p->message[at];
    uint32_t size = noc_worm_size(message, e->m - at);
    uint32_t *header = claim_array(size + 1, sizeof *header);
    struct noc_visit *visit = claim_array(size, sizeof *visit);
    struct noc_channel *path = claim_array(most, sizeof *path);
    int32_t hops = noc_worm_path(&e->topology, e->routing, message, size, header, visit, path,
                                 most);
    json_t *answer = answer_worm(message, size), *channels = json_array();
    for (int32_t i = 0; i < hops; i++) {
        json_array_append_new(channels, answer_channel(e, &path[i]));
    }
    json_object_set_new(answer, "channels", channels);
    free(header);
    free(visit);
    free(path);
    return answer;
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
    struct planned p;
    set.source = v->source;
    set.dests = v->dests;
    set.m = v->m;
    planned_make(&p, &set, e->algorithm);
    json_t *answer = json_pack("{s:i,s:o,s:[o,o],s:o}", "source", (int)v->source, "dests", dests,
                               "messages", message_answer(&set, &p, &v->first),
                               message_answer(&set, &p, &v->second), "channel",
                               answer_channel(e, &v->channel));
    planned_free(&p);
    return answer;
}

static json_t *sets_answer(struct experiment *e, const struct noc_sets_config *config,
                           const struct noc_sets_proof *proof)
{
    const struct noc_algorithm *algorithm = e->algorithm;
    e->algorithm = NULL; /* there is no one set, and no body */
    json_t *answer = answer_new(e);
    e->algorithm = algorithm;
    json_object_set_new(answer, "algorithm", json_string(e->algorithm_text));
    if (e->forced[0]) {
        json_object_set_new(answer, "forced", json_string(e->forced));
    }
    json_object_set_new(answer, "source", config->source == NOC_ALL_SOURCES
                                              ? json_string("all")
                                              : json_integer(config->source));
    if (config->random) {
        json_object_set_new(answer, "seed", json_integer((json_int_t)config->seed));
    }
    const struct {
        const char *key;
        uint64_t value;
    } sums[] = {
        { "sets", proof->sets },
        { "violations", proof->violations },
        { "violating_sets", proof->violating_sets },
        { "sum_steps", proof->sum_steps },
        { "sum_link_visits", proof->sum_link_visits },
        { "above_bound", proof->above_bound },
        { "undelivered", proof->undelivered },
    };
    for (unsigned i = 0; i < sizeof sums / sizeof *sums; i++) {
        json_object_set_new(answer, sums[i].key, json_integer((json_int_t)sums[i].value));
        if (i == 2) {
            json_object_set_new(answer, "first", violation_or_null(e, proof->smallest));
        }
    }
    if (e->routing->copies) {
        json_object_set_new(answer, "consumption", json_string(contexts_name[config->contexts]));
        json_object_set_new(answer, "cycle",
                            cycle_or_null(e, proof->cycle, proof->cycle_length));
    }
    return answer;
}

/* `sets`: all, if these can be counted through, or random:N. */
static enum status choose_sets(const struct options *o, const struct experiment *e,
                               struct noc_sets_config *config, struct complaint *why)
{
    static const char random[] = "random:";
    const char *text = o->text[KEY_sets];
    uint32_t others = noc_topology_senders(&e->topology) - 1;
    uint32_t sources = config->source == NOC_ALL_SOURCES ? others + 1 : 1;
    if (others == 0) {
        return complain(why, STATUS_BAD, "sets: all nodes of %s but one are switches",
                        e->topology_text);
    }
    if (e->algorithm->broadcast && strcmp(text, "all") == 0) {
        return STATUS_DONE; /* one for each source */
    }
    if (strncmp(text, random, strlen(random)) == 0) {
        return number_parse("sets random:", text + strlen(random), 1, SETS_MAX, &config->random,
                            why);
    }
    if (strcmp(text, "all") != 0) {
        return complain(why, STATUS_BAD, "sets '%s': must be 'all' or random:N, as random:1000",
                        text);
    }
    if (others >= 31 || sources * ((UINT64_C(1) << others) - 1) > SETS_MAX) {
        return complain(why, STATUS_BAD,
                        "sets 'all': %s has %u x (2^%u - 1) of them, and at most 2^30 are counted "
                        "through; give random:N, or a smaller network",
                        e->topology_text, sources, others);
    }
    return STATUS_DONE;
}

static enum status ask_sets(const struct options *o, json_t **answer, struct complaint *why)
{
    struct experiment e;
    struct options plain;
    struct progress p;
    struct noc_watch watch = { tell, &p };
    struct noc_sets_proof proof;
    bool all_sources = o->text[KEY_source] && strcmp(o->text[KEY_source], "all") == 0;
    options_copy(&plain, o);
    if (all_sources) {
        free(plain.text[KEY_source]);
        plain.text[KEY_source] = NULL;
    }
    enum status status = experiment_make(&e, &plain, NEED_ALGORITHM, why);
    options_free(&plain);
    if (status) {
        return status;
    }
    struct noc_sets_config config = { .topology = &e.topology,
                                      .routing = e.routing,
                                      .algorithm = e.algorithm,
                                      .ports = e.ports,
                                      .source = all_sources ? NOC_ALL_SOURCES : e.source,
                                      .seed = e.seed,
                                      .contexts = contexts_of(&e),
                                      .parameter = e.parameter,
                                      .partition =
                                          partition_new(&e, e.algorithm, e.topology.nodes - 1) };
    status = choose_sets(o, &e, &config, why);
    if (!status) {
        progress_begin(&p, "sets", 1);
        bool fine = noc_verify_sets(&config, &watch, &proof);
        progress_end(&p);
        if (!fine) {
            status = no_memory(why);
        } else {
            *answer = sets_answer(&e, &config, &proof);
            status = proof.violations || proof.undelivered || proof.cycle ? STATUS_NO : STATUS_DONE;
            noc_sets_proof_free(&proof);
        }
    }
    partition_free(config.partition);
    experiment_free(&e);
    return status;
}

enum status ask_verify(const struct options *o, json_t **answer, struct complaint *why)
{
    const char *algorithm = o->text[KEY_algorithm];
    if (o->text[KEY_relay]) {
        return complain(why, STATUS_BAD,
                        "relay: not here, messages are verified without lists; noct sim has them");
    }
    if (!algorithm && !o->text[KEY_sets]) {
        return ask_routing(o, answer, why);
    }
    if (!algorithm || strcmp(algorithm, "auto") == 0) {
        return complain(why, STATUS_BAD, "algorithm%s; name one, as u-torus",
                        algorithm ? " 'auto': the one it takes depends on the set" : ": missing");
    }
    if (!o->text[KEY_sets]) {
        return complain(why, STATUS_BAD,
                        "sets: missing; an algorithm is verified over 'all' sets of destinations, "
                        "or random:N");
    }
    if (o->text[KEY_dests]) {
        return complain(why, STATUS_BAD, "dests: not here; sets says which sets of destinations");
    }
    return ask_sets(o, answer, why);
}

/* --- for people ---------------------------------------------------------------------------- */

/* "1 h", the channel's dimension and letter, as far as it has them. */
static void channel_name(const json_t *channel, char text[32])
{
    const char *vc = answer_text(channel, "vc");
    if (answer_known(channel, "dim")) {
        snprintf(text, 32, "%lld%s%s", answer_number(channel, "dim"), *vc ? " " : "", vc);
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
            snprintf(first, sizeof first, "%lld", answer_number(c, "node"));
        }
        snprintf(arrow, sizeof arrow, *name ? "%s -[%s]-> %lld" : "%s -%s-> %lld", first, name,
                 answer_number(c, "next"));
        if (column + (int)strlen(arrow) > SCREEN_COLUMNS) {
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
    json_array_foreach(cycle, i, c) {
        if (i == CYCLE_SHOWN_MAX) {
            printf("  ... and %zu more; --json lists them all\n", json_array_size(cycle) - i);
            return;
        }
        if (answer_is_context(c)) {
            printf("  the context at %lld", answer_number(c, "node"));
            if (answer_known(c, "of")) {
                printf(" of the link from %lld", answer_number(c, "of"));
            }
            putchar('\n');
        } else {
            json_t *one = json_pack("[O]", c);
            show_chain(one, 2);
            json_decref(one);
        }
    }
}

static void pair_text(const json_t *answer, const char *key, char text[64])
{
    const json_t *pair = json_object_get(answer, key);
    snprintf(text, 64, "%lld to %lld", answer_number(pair, "from"), answer_number(pair, "to"));
}

static bool is_true(const json_t *answer, const char *key)
{
    return json_is_true(json_object_get(answer, key));
}

/* Whether the circle goes through consumption contexts. */
static bool has_context(const json_t *cycle)
{
    const json_t *c;
    size_t i;
    json_array_foreach(cycle, i, c) {
        if (answer_is_context(c)) {
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
static const char *worms_text(const json_t *answer)
{
    const json_t *worms = json_object_get(answer, "worms");
    return !worms                 ? ""
           : json_is_true(worms) ? ", of all legal worms"
                                  : "; unicasts only: too many worms to look at";
}

static void show_freedom(struct table *t, const json_t *answer)
{
    const json_t *cycle = json_object_get(answer, "cycle");
    long long contexts = answer_number(answer, "contexts");
    char shared[60] = "";
    if (contexts) {
        snprintf(shared, sizeof shared, " and %lld shared contexts", contexts);
    }
    if (is_true(answer, "deadlock_free")) {
        table_row(t, "deadlock-free\tyes\tno cycle among %lld dependencies of %lld channels%s%s",
                  answer_number(answer, "dependencies"), answer_number(answer, "channels"), shared,
                  worms_text(answer));
    } else {
        table_row(t, "deadlock-free\tNO\t%zu channels%s can wait for each other in a circle",
                  json_array_size(cycle), has_context(cycle) ? " and consumption contexts" : "");
    }
    if (answer_number(answer, "refused")) {
        table_row(t, "senders check\tNO\t%lld times a router refuses what the sender let through",
                  answer_number(answer, "refused"));
    }
}

/* The verdicts, each with its reason. */
static void show_verdicts(const json_t *answer)
{
    long long pairs = answer_number(answer, "pairs"), lost = answer_number(answer, "unreached");
    struct table t;
    char pair[64];
    table_begin(&t, "lll", "question\tanswer\twhy");
    pair_text(answer, "first_unreached", pair);
    if (is_true(answer, "complete")) {
        table_row(&t, "complete\tyes\tall %lld pairs have a route", pairs);
    } else {
        table_row(&t, "complete\tNO\t%lld of %lld pairs have no route; first from %s", lost, pairs,
                  pair);
    }
    pair_text(answer, "first_longer", pair);
    if (is_true(answer, "minimal")) {
        table_row(&t, "minimal\tyes\tno route is longer than it must be");
    } else {
        table_row(&t, "minimal\tno\t%lld routes are longer than they must be; first from %s",
                  answer_number(answer, "longer"), pair);
    }
    show_freedom(&t, answer);
    if (answer_number(answer, "undeclared")) {
        const json_t *c = json_object_get(answer, "first_undeclared");
        table_row(&t, "channels\tNO\t%lld are used that the routing does not declare; first from "
                      "%lld to %lld",
                  answer_number(answer, "undeclared"), answer_number(c, "node"),
                  answer_number(c, "next"));
    }
    if (is_true(answer, "labels_rise")) {
        table_row(&t, "labels rise\tyes\tthe labels of the proof, along every %s",
                  is_true(answer, "worms") ? "worm" : "route");
    } else if (json_is_false(json_object_get(answer, "labels_rise"))) {
        pair_text(answer, "first_unlabelled", pair);
        table_row(&t, "labels rise\tno\tnot along the route from %s", pair);
    }
    table_end(&t);
}

static void show_routing(const json_t *answer)
{
    long long pairs = answer_number(answer, "pairs"), hops = answer_number(answer, "total_hops"),
              arrive = pairs - answer_number(answer, "unreached");
    printf("%s on %s: %lld nodes\n\n", answer_text(answer, "routing"),
           answer_text(answer, "topology"), answer_number(answer, "nodes"));
    show_verdicts(answer);
    printf("\n%lld hops in all", hops);
    if (arrive > 0) {
        printf(", %.4g on average", (double)hops / (double)arrive);
    }
    printf("\n");
    if (!is_true(answer, "deadlock_free")) {
        const json_t *cycle = json_object_get(answer, "cycle");
        printf("\nA smallest circle: a worm that holds %s may wait for the next one\n\n",
               has_context(cycle) ? "a thing" : "a channel");
        show_circle(cycle);
    }
}

static void show_violation(const json_t *v)
{
    const json_t *dests = json_object_get(v, "dests"), *message, *channel = json_object_get(v, "channel");
    size_t i, n = json_array_size(dests);
    int column = printf("\nThe smallest set that violates: node %lld to", answer_number(v, "source"));
    for (i = 0; i < n && i < DESTS_SHOWN_MAX; i++) {
        if (column > SCREEN_COLUMNS - 8) {
            column = printf("\n ") - 1;
        }
        column += printf(" %lld", (long long)json_integer_value(json_array_get(dests, i)));
    }
    printf(n > DESTS_SHOWN_MAX ? " ... (%zu; --json lists them all)\n" : "\n", n);
    json_array_foreach(json_object_get(v, "messages"), i, message) {
        const json_t *to = json_object_get(message, "to");
        printf("\n  step %lld, %lld", answer_number(message, "step"),
               answer_number(message, "from"));
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
static void show_several(const json_t *answer)
{
    const json_t *cycle = json_object_get(answer, "cycle");
    const char *consumption = answer_text(answer, "consumption");
    if (json_is_array(cycle)) {
        printf("\nSeveral of them at once can wait for each other for ever%s%s;\n"
               "a circle of things that each wait for the next:\n\n",
               has_context(cycle) ? ", with --consumption " : ", whatever the consumption contexts",
               has_context(cycle) ? consumption : "");
        show_circle(cycle);
    } else if (cycle) {
        printf("\nAny number of them at once is free of deadlock with --consumption %s: their worms'\n"
               "dependencies have no cycle.\n", consumption);
    }
}

static void show_sets(const json_t *answer)
{
    const json_t *source = json_object_get(answer, "source"), *ports = json_object_get(answer, "ports");
    long long sets = answer_number(answer, "sets"), pairs = answer_number(answer, "violations");
    char from[24] = "any node", port[24];
    if (json_is_integer(source)) {
        snprintf(from, sizeof from, "node %lld", answer_number(answer, "source"));
    }
    snprintf(port, sizeof port, "%lld", (long long)json_integer_value(ports));
    printf("%s on %s, routing %s, %s-port: %lld sets of destinations from %s\n\n",
           answer_text(answer, "algorithm"), answer_text(answer, "topology"),
           answer_text(answer, "routing"), json_is_string(ports) ? json_string_value(ports) : port,
           sets, from);
    if (*answer_text(answer, "forced")) {
        printf("forced: %s\n\n", answer_text(answer, "forced"));
    }
    if (pairs == 0) {
        printf("No two messages of a set can contend, whatever start-ups cost.\n");
    } else {
        printf("%lld pairs of messages in %lld sets may contend.\n", pairs,
               answer_number(answer, "violating_sets"));
    }
    if (answer_number(answer, "undelivered")) {
        printf("%lld sets are NOT delivered to each destination once.\n",
               answer_number(answer, "undelivered"));
    }
    printf("%.5g steps on average, more than the least in %lld sets; %.5g link visits.\n",
           (double)answer_number(answer, "sum_steps") / (double)sets,
           answer_number(answer, "above_bound"),
           (double)answer_number(answer, "sum_link_visits") / (double)sets);
    if (pairs) {
        show_violation(json_object_get(answer, "first"));
    }
    show_several(answer);
}

void show_verify(const struct options *o, const json_t *answer)
{
    (void)o;
    if (answer_known(answer, "sets")) {
        show_sets(answer);
    } else {
        show_routing(answer);
    }
}
