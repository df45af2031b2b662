/* SPDX-License-Identifier: BSD-2-Clause */
/* Claims that libnoc/verify decides. */
#include "proofs.h"

#include "multicasts.h"

/* --- routings ----------------------------------------------------------------------------- */

static bool prove_routing(const struct instance *i, struct noc_routing_proof *proof)
{
    return noc_verify_routing(&i->net->t, i->net->r, NULL, proof) ||
           unclear(i, "%s is too large", i->net->name);
}

bool routing_proven(const struct instance *i)
{
    const char *name = i->net->name;
    uint32_t what = i->check->with;
    struct noc_routing_proof proof;
    bool good = true;

    if (!prove_routing(i, &proof)) {
        return true;
    }
    if (what & COMPLETE && proof.unreached) {
        good = against(i, "%s: no route from %u to %u", name, proof.first_unreached.from,
                       proof.first_unreached.to);
    } else if (what & MINIMAL && proof.longer) {
        good = against(i, "%s: the route from %u to %u is longer than the shortest path", name,
                       proof.first_longer.from, proof.first_longer.to);
    } else if (what & RISING_LABELS && (!proof.has_labels || proof.unlabelled)) {
        good = against(i, "%s: labels do not rise from %u to %u", name, proof.first_unlabelled.from,
                       proof.first_unlabelled.to);
    } else if (what & ACYCLIC && proof.cycle) {
        good = against(i, "%s: %u channels wait for each other, %u-%u first", name,
                       proof.cycle_length, proof.cycle[0].node, proof.cycle[0].next);
    }
    noc_routing_proof_free(&proof);
    return good;
}

bool routing_cyclic(const struct instance *i)
{
    struct noc_routing_proof proof;

    if (!prove_routing(i, &proof)) {
        return false;
    }
    bool cyclic = proof.cycle != NULL;

    if (cyclic) {
        shows(i, "%s: %u channels wait for each other, %u-%u first", i->net->name,
              proof.cycle_length, proof.cycle[0].node, proof.cycle[0].next);
    } else {
        against(i, "%s under %s has no cycle of dependencies", i->net->name, i->net->r->name);
    }
    noc_routing_proof_free(&proof);
    return cyclic;
}

bool routing_incomplete(const struct instance *i)
{
    struct noc_routing_proof proof;

    if (!prove_routing(i, &proof)) {
        return true;
    }
    bool incomplete = proof.unreached > 0;

    if (incomplete) {
        shows(i, "%s: no route from %u to %u", i->net->name, proof.first_unreached.from,
              proof.first_unreached.to);
    } else {
        against(i, "%s: every pair has a route", i->net->name);
    }
    noc_routing_proof_free(&proof);
    return incomplete;
}

/* --- sets --------------------------------------------------------------------------------- */

bool prove_sets(const struct instance *i, const struct planner *planner,
                struct noc_sets_config *config, struct noc_sets_proof *proof)
{
    enum sources from = i->check->sources;
    bool all = from == FROM_ALL || (from == FROM_0_UNLESS_DEEP && i->deep);

    *config = (struct noc_sets_config){.topology = &i->net->t,
                                       .routing = i->net->r,
                                       .algorithm = planner->algorithm,
                                       .ports = i->check->ports,
                                       .source = all ? NOC_ALL_SOURCES : 0,
                                       .random = bound(i, i->check->random),
                                       .seed = 1,
                                       .parameter = planner->parameter};
    return noc_verify_sets(config, NULL, proof) ||
           unclear(i, "%s with %s could not be exhausted", i->net->name, planner->name);
}

/* "0>5 (step 1, 0-3-4-5)" */
static void say_message(struct text *t, const struct net *net, const struct noc_message *m)
{
    struct noc_channel path[64];
    int32_t hops = noc_route_path(&net->t, net->r, m->from, m->to, path, 64);

    say(t, "%u>%u (step %u, %u", m->from, m->to, m->step, m->from);
    for (int32_t k = 0; k < hops && k < 64; k++) {
        say(t, "-%u", path[k].next);
    }
    say(t, ")");
}

static void say_violation(struct text *t, const struct net *net, const struct noc_violation *v)
{
    say(t, "%s: from %u to {", net->name, v->source);
    say_dests(t, v->dests, v->m);
    say(t, "}: ");
    say_message(t, net, &v->first);
    say(t, " and ");
    say_message(t, net, &v->second);
    say(t, " share channel %u-%u", v->channel.node, v->channel.next);
}

static void see_sets(const struct instance *i, const struct noc_sets_proof *proof)
{
    const char *routing = i->check->routing;

    if (proof->smallest) {
        seen(i, "%s: %llu of %llu sets have violations", i->net->name,
             (unsigned long long)proof->violating_sets, (unsigned long long)proof->sets);
    } else {
        seen(i, "%s%s%s: %llu sets%s", i->net->name, routing ? " under " : "",
             routing ? routing : "", (unsigned long long)proof->sets,
             i->check->random.normal ? " at random" : "");
    }
}

bool sets_apart(const struct instance *i)
{
    const char *name = i->net->name;
    struct noc_sets_config config;
    struct noc_sets_proof proof;
    struct text t = {0};
    bool good = true;

    if (!prove_sets(i, i->planner, &config, &proof)) {
        return true;
    }
    see_sets(i, &proof);
    if (proof.undelivered) {
        good = against(i, "%s: %llu sets are not delivered", name,
                       (unsigned long long)proof.undelivered);
    } else if (proof.smallest) {
        say_violation(&t, i->net, proof.smallest);
        good = against(i, "%s", t.at);
    } else if (config.ports == 1 && proof.above_bound) {
        good = against(i, "%s: %llu sets take more than ceil(log2(m+1)) steps", name,
                       (unsigned long long)proof.above_bound);
    }
    noc_sets_proof_free(&proof);
    return good;
}

bool sets_contend(const struct instance *i)
{
    struct noc_sets_config config;
    struct noc_sets_proof proof;
    struct text t = {0};
    bool found;

    if (!prove_sets(i, i->planner, &config, &proof)) {
        return false;
    }
    see_sets(i, &proof);
    found = proof.smallest != NULL;
    if (found) {
        say_violation(&t, i->net, proof.smallest);
        shows(i, "%s", t.at);
    }
    noc_sets_proof_free(&proof);
    return found;
}

/* --- worms with several destinations ------------------------------------------------------ */

bool worms_safe(const struct instance *i)
{
    struct noc_worms_proof proof;
    struct text t = {0};

    if (!noc_verify_worms(&i->net->t, i->net->r, (enum noc_contexts)i->check->with, NULL, &proof) ||
        !proof.looked) {
        unclear(i, "%s: cannot be looked at", i->net->name);
        return true;
    }
    for (uint32_t k = 0; k < proof.cycle_length; k++) {
        const struct noc_channel *c = &proof.cycle[k];

        say(&t, c->node == c->next ? "%sthe context at %u" : "%s%u-%u", k ? ", " : "", c->node,
            c->next);
    }
    bool good = !proof.cycle && !proof.refused && !proof.undeclared;

    if (!good) {
        against(i, "%s: %s", i->net->name,
                proof.cycle ? t.at : "a worm is refused, or a channel undeclared");
    }
    noc_worms_proof_free(&proof);
    return good;
}
