/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Dependencies of all worms with several destinations, against every header list that senders let
 * through written out and followed; and what they say of consumption contexts, against known
 * deadlocks.
 */
#include "test.h"
#include "packet.h"
#include "path_checks.h"
#include "verify/verify.h"

/* --- a plain reference: every list ---------------------------------------------------------- */

enum { VERTICES = 260, LIST_MAX = 18, FORMS = 10 };

struct reference {
    const struct noc_topology *t;
    const struct noc_routing *r;
    unsigned channels, node_contexts;
    bool arc[VERTICES][VERTICES];
    bool local[VERTICES][VERTICES]; /* both resources of one node, asked for at once */
    bool used[VERTICES];
    unsigned lists, refused;
    bool coded; /* lists are of CODED flits, else of ADDRESS */
};

static unsigned context_of(const struct reference *ref, const struct noc_channel *in)
{
    struct noc_link link;

    noc_topology_link(ref->t, in->node, in->port, &link);
    return ref->channels + in->next * ref->node_contexts + (ref->node_contexts > 1 ? link.port : 0);
}

/* What a worm takes one after the other. */
static void follow(struct reference *ref, unsigned from, const uint32_t *header, unsigned n)
{
    struct noc_channel path[200];
    struct noc_visit visit[LIST_MAX * 8];
    uint32_t visits, next = 0;
    int hops = noc_route_path_many(ref->t, ref->r, from, header, n, path, 200, visit, LIST_MAX * 8,
                                   &visits);

    ref->lists++;
    ref->refused += hops < 0;
    for (int i = 0; i < hops; i++) {
        unsigned c = noc_channel_index(ref->t, ref->r, path[i].node, path[i].port, path[i].vc);
        unsigned to = i + 1 < hops ? noc_channel_index(ref->t, ref->r, path[i + 1].node,
                                                       path[i + 1].port, path[i + 1].vc)
                                   : VERTICES;

        ref->used[c] = true;
        if (to < VERTICES) {
            ref->arc[c][to] = true;
        }
        if (next < visits && visit[next].hops == (unsigned)i + 1) {
            unsigned context = context_of(ref, &path[i]);

            next++;
            if (ref->node_contexts > 0) {
                assert_true(context < VERTICES);
                ref->used[context] = ref->arc[c][context] = true;
                if (to < VERTICES) {
                    ref->arc[context][to] = ref->local[context][to] = true;
                    ref->arc[to][context] = ref->local[to][context] = true;
                }
            }
        }
    }
}

/* All lists of up to `most` flits that begin with header[0..n-1]. */
static void extend(struct reference *ref, unsigned from, uint32_t *header, unsigned n,
                   unsigned most)
{
    if (n > 0 && ref->r->check(ref->t, from, header, n) == NOC_TX_OK) {
        follow(ref, from, header, n);
    }
    for (unsigned form = 0; n < most && form < FORMS; form++) {
        if ((form == 1 && ref->coded) || (form > 1 && !ref->coded)) {
            continue; /* of the other routing */
        }
        for (unsigned node = 0; node < ref->t->nodes; node++) {
            header[n] = form == 0 ? noc_header(NOC_HEADER_LAST, node, 0)
                      : form == 1 ? noc_header(NOC_HEADER_ADDRESS, node, 0)
                                  : noc_header(NOC_HEADER_CODED, node, form - 2);
            /* No list goes on behind LAST, or twice at one node; CODED must say so. */
            if (n > 0 && (noc_header_kind(header[n - 1]) == NOC_HEADER_LAST ||
                          (noc_header_kind(header[n - 1]) == NOC_HEADER_CODED &&
                           !(noc_header_field(header[n - 1]) & NOC_CODED_MORE)) ||
                          (form != 0 && noc_header_node(header[n - 1]) == node))) {
                continue;
            }
            if (form == 1) { /* what check() says of the list so far */
                header[n + 1] = noc_header(NOC_HEADER_LAST, node, 0);
                if (ref->r->check(ref->t, from, header, n + 2) != NOC_TX_OK) {
                    continue;
                }
            }
            extend(ref, from, header, n + 1, most);
        }
    }
}

/* A context that worms of one channel only ask for is nobody's to wait for. */
static void forget_private(struct reference *ref)
{
    for (unsigned context = ref->channels; context < VERTICES; context++) {
        unsigned askers = 0;

        for (unsigned c = 0; c < ref->channels; c++) {
            askers += ref->arc[c][context] && !ref->local[c][context];
        }
        for (unsigned v = 0; v < VERTICES && askers == 1; v++) {
            ref->arc[context][v] = ref->arc[v][context] = ref->used[context] = false;
        }
    }
}

/* The shortest cycle with an arc that is not local; 0: none. */
static unsigned shortest(const struct reference *ref)
{
    unsigned best = 0;

    for (unsigned a = 0; a < VERTICES; a++) {
        unsigned distance[VERTICES] = {0}, queue[VERTICES], head = 0, tail = 0;

        for (unsigned b = 0; b < VERTICES; b++) {
            if (ref->arc[a][b] && !ref->local[a][b]) {
                distance[b] = 1;
                queue[tail++] = b;
            }
        }
        while (head < tail) {
            unsigned c = queue[head++];

            for (unsigned b = 0; b < VERTICES; b++) {
                if (ref->arc[c][b] && distance[b] == 0) {
                    distance[b] = distance[c] + 1;
                    queue[tail++] = b;
                }
            }
        }
        if (distance[a] && (best == 0 || distance[a] < best)) {
            best = distance[a];
        }
    }
    return best;
}

/* The cycle that was found is one. */
static void check_cycle(const struct reference *ref, const struct noc_worms_proof *proof)
{
    unsigned vertex[64], far = 0;

    assert_in_range(proof->cycle_length, 2, 63);
    for (unsigned i = 0; i < proof->cycle_length; i++) {
        const struct noc_channel *c = &proof->cycle[i];

        vertex[i] = c->port != NOC_PORT_LOCAL
                      ? noc_channel_index(ref->t, ref->r, c->node, c->port, c->vc)
                      : ref->channels + c->node * ref->node_contexts +
                            (ref->node_contexts > 1 ? c->vc : 0);
        if (c->port == NOC_PORT_LOCAL) {
            assert_int_equal(c->node, c->next);
            assert_int_equal(c->dim, NOC_NO_DIM);
            assert_true(ref->node_contexts > 1 || c->vc == NOC_PORT_LOCAL);
        }
        assert_true(i == 0 || vertex[i] > vertex[0]);
    }
    for (unsigned i = 0; i < proof->cycle_length; i++) {
        unsigned next = vertex[(i + 1) % proof->cycle_length];

        assert_true(ref->arc[vertex[i]][next]);
        far += !ref->local[vertex[i]][next];
    }
    assert_true(far > 0);
}

/* All that the proof says, found the slow way. */
static void compare(const char *network, const char *name, unsigned most)
{
    struct noc_topology t = topology(network);
    const struct noc_routing *r = routing(&t, name);

    for (unsigned contexts = 0; contexts < 3; contexts++) {
        struct reference *ref = calloc(1, sizeof *ref);
        struct noc_worms_proof proof;
        uint32_t header[LIST_MAX + 2];
        unsigned channels = 0, used_contexts = 0, arcs = 0;

        ref->t = &t;
        ref->r = r;
        ref->coded = strncmp(name, "coded", 5) == 0;
        ref->channels = t.nodes * t.ports * r->vcs;
        ref->node_contexts = contexts == NOC_CONTEXTS_VC   ? 0
                           : contexts == NOC_CONTEXTS_LINK ? t.ports
                                                           : 1;
        assert_true(ref->channels + t.nodes * ref->node_contexts <= VERTICES);
        for (unsigned from = 0; from < t.nodes; from++) {
            extend(ref, from, header, 0, most);
        }
        forget_private(ref);
        for (unsigned a = 0; a < VERTICES; a++) {
            channels += a < ref->channels && ref->used[a];
            used_contexts += a >= ref->channels && ref->used[a];
            for (unsigned b = 0; b < VERTICES; b++) {
                arcs += ref->arc[a][b];
            }
        }
        assert_true(noc_verify_worms(&t, r, contexts, NULL, &proof));
        print_message("%s %s %u: %u lists, %u channels, %u contexts, %u dependencies, "
                      "cycle of %u\n",
                      network, name, contexts, ref->lists, channels, used_contexts, arcs,
                      shortest(ref));
        assert_true(proof.looked);
        assert_int_equal(proof.refused, 0);
        assert_int_equal(ref->refused, 0);
        assert_int_equal(proof.channels, channels);
        assert_int_equal(proof.contexts, used_contexts);
        assert_int_equal(proof.dependencies, arcs);
        assert_int_equal(proof.undeclared, 0);
        assert_int_equal(proof.unused, 0);
        assert_int_equal(proof.unlabelled, 0);
        assert_int_equal(proof.cycle_length, shortest(ref));
        if (proof.cycle) {
            check_cycle(ref, &proof);
        }
        noc_worms_proof_free(&proof);
        free(ref);
    }
}

/* All lists of tori: every H-cycle. Of coded paths those of up to three flits, which turn every
 * way. */
TEST(every_list)
{
    static const char *const tori[] = {"utorus:2",   "utorus:3",   "utorus:4",   "utorus:7",
                                       "utorus:2x2", "utorus:3x3", "utorus:4x2", "utorus:2x2x2"};

    for (unsigned i = 0; i < sizeof tori / sizeof *tori; i++) {
        compare(tori[i], "utpr", LIST_MAX);
    }
    compare("mesh:2x3", "hamiltonian", LIST_MAX);
    compare("mesh:3x3", "hamiltonian", LIST_MAX);
    compare("torus:3x3", "hamiltonian", LIST_MAX);
    compare("cube:3", "hamiltonian", LIST_MAX);
    compare("mesh:2x2", "coded-path", 3);
    compare("mesh:2x2", "coded-path-vc", 3);
    compare("mesh:2x3", "coded-path", 3);
    compare("mesh:2x3", "coded-path-vc", 3);
    compare("mesh:3x2", "coded-path-vc", 3);
}

/* --- contexts ------------------------------------------------------------------------ */

static unsigned cycle_length(const char *network, const char *name, enum noc_contexts contexts)
{
    struct noc_topology t = topology(network);
    struct noc_worms_proof proof;
    unsigned length;

    assert_true(noc_verify_worms(&t, routing(&t, name), contexts, NULL, &proof));
    assert_true(proof.looked);
    assert_int_equal(proof.refused + proof.undeclared + proof.unused + proof.unlabelled, 0);
    length = proof.cycle_length;
    noc_worms_proof_free(&proof);
    return length;
}

/* What suffices, and what need not. */
TEST(which_contexts_suffice)
{
    TEST_NEEDS_BUDGET(2);
    static const struct {
        const char *network, *routing;
        bool vc, link, one; /* can deadlock */
    } row[] = {
        {"utorus:2", "utpr", false, false, false},
        {"utorus:3", "utpr", false, true, true},
        {"utorus:2x2", "utpr", false, true, true},
        {"utorus:4x4", "utpr", false, true, true},
        {"utorus:4x4x4", "utpr", false, true, true},
        {"utorus:8x4", "utpr", false, true, true},
        {"mesh:3", "hamiltonian", false, false, false},
        {"torus:3", "hamiltonian", false, false, false},
        {"mesh:4x4", "hamiltonian", false, false, true},
        {"cube:4", "hamiltonian", false, false, true},
        {"torus:4x4", "hamiltonian", false, false, true},
        {"mesh:2x2", "coded-path", true, true, true},
        {"mesh:4x4", "coded-path", true, true, true},
        {"mesh:2x2", "coded-path-vc", false, true, true},
        {"mesh:4x4", "coded-path-vc", false, true, true},
    };

    for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
        const char *network = row[i].network, *name = row[i].routing;

        assert_int_equal(cycle_length(network, name, NOC_CONTEXTS_VC) > 0, row[i].vc);
        assert_int_equal(cycle_length(network, name, NOC_CONTEXTS_LINK) > 0, row[i].link);
        assert_int_equal(cycle_length(network, name, NOC_CONTEXTS_ONE) > 0, row[i].one);
    }
}

/* Worms from 1 and from 3 to 4, 7 or both of a 3x3. */
static enum noc_tx_status four_and_seven(const struct noc_topology *t, uint32_t from,
                                         const uint32_t *header, uint32_t n)
{
    bool alone = n == 1 || (n == 2 && noc_header_node(header[0]) == noc_header_node(header[1]));
    bool both = n == 3 && noc_header_node(header[0]) == 4 && noc_header_node(header[1]) == 7;
    bool there = noc_header_node(header[n - 1]) == 4 || noc_header_node(header[n - 1]) == 7;

    return (from == 1 || from == 3) && there && (alone || both)
             ? routing(t, "utpr")->check(t, from, header, n)
             : NOC_TX_BAD_LIST;
}

/* Where nothing but a list lets a worm have the context before the channel: no list, no cycle of
 * waits. */
TEST(lists_for_receivers)
{
    struct noc_topology t = topology("utorus:3x3");
    struct noc_routing r = *routing(&t, "utpr");
    struct noc_worms_proof proof;

    r.check = four_and_seven;
    assert_true(noc_verify_worms(&t, &r, NOC_CONTEXTS_ONE, NULL, &proof));
    assert_int_equal(proof.cycle_length, 2);
    assert_int_equal(proof.cycle[0].node, 4);
    assert_int_equal(proof.cycle[0].next, 7);
    assert_int_equal(proof.cycle[1].node, 4);
    assert_int_equal(proof.cycle[1].next, 4);
    noc_worms_proof_free(&proof);
    r.lists = false;
    assert_true(noc_verify_worms(&t, &r, NOC_CONTEXTS_ONE, NULL, &proof));
    assert_true(proof.looked);
    assert_null(proof.cycle);
    r.lists = true;
    assert_true(noc_verify_worms(&t, &r, NOC_CONTEXTS_VC, NULL, &proof));
    assert_null(proof.cycle);
}

/* --- routings that are broken ----------------------------------------------------------------- */

static const struct noc_routing *whole;

/* UTPR that goes on on p channels behind the boundary. */
static enum noc_routed never_high(const struct noc_topology *t, uint32_t node, unsigned in_port,
                                  unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    enum noc_routed verdict = whole->route(t, node, in_port, in_vc, header, out);

    out->vc = 0;
    return verdict;
}

/* Lists in any order. */
static enum noc_tx_status anything(const struct noc_topology *t, uint32_t from,
                                   const uint32_t *header, uint32_t n)
{
    for (uint32_t i = 0; i + 1 < n; i++) {
        if (noc_header_kind(header[i]) != NOC_HEADER_ADDRESS) {
            return NOC_TX_BAD_HEADER;
        }
    }
    return noc_header_kind(header[n - 1]) == NOC_HEADER_LAST &&
                   noc_header_node(header[n - 1]) != from &&
                   noc_header_node(header[0]) < t->nodes && noc_header_node(header[0]) != from &&
                   (n == 1 || noc_header_node(header[n - 1]) == noc_header_node(header[n - 2]))
             ? NOC_TX_OK
             : NOC_TX_BAD_LIST;
}

/* A flit that no sender makes. */
static enum noc_routed writes(const struct noc_topology *t, uint32_t node, unsigned in_port,
                              unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    enum noc_routed verdict = whole->route(t, node, in_port, in_vc, header, out);

    header[0] |= noc_header(0, 0, 77);
    return verdict;
}

/* Out where there is no link. */
static enum noc_routed into_the_wall(const struct noc_topology *t, uint32_t node, unsigned in_port,
                                     unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    enum noc_routed verdict = whole->route(t, node, in_port, in_vc, header, out);

    out->port = out->port == NOC_PORT_LOCAL ? NOC_PORT_LOCAL : 1;
    return verdict;
}

/* The proof's labels, from the last one down. */
static bool falling(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc,
                    struct noc_label *label)
{
    bool has = whole->label(t, node, port, vc, label);

    for (unsigned i = 0; i < NOC_LABEL_PARTS; i++) {
        label->part[i] = (uint16_t)(60000 - label->part[i]);
    }
    return has;
}

TEST(broken_routings)
{
    struct noc_topology t = topology("utorus:4");
    struct noc_routing r = *(whole = routing(&t, "utpr"));
    struct noc_worms_proof proof;

    r.route = never_high; /* the ring closes */
    assert_true(noc_verify_worms(&t, &r, NOC_CONTEXTS_VC, NULL, &proof));
    assert_int_equal(proof.cycle_length, 4);
    assert_int_equal(proof.undeclared, 1); /* p at the boundary */
    assert_int_equal(proof.first_undeclared.node, 3);
    assert_int_equal(proof.unused, 3); /* h at it, and behind */
    assert_int_equal(proof.first_unused.node, 0);
    assert_true(proof.unlabelled > 0);
    noc_worms_proof_free(&proof);
    r.route = whole->route;
    r.check = anything; /* a second boundary */
    assert_true(noc_verify_worms(&t, &r, NOC_CONTEXTS_VC, NULL, &proof));
    assert_true(proof.looked && proof.refused > 0);
    assert_null(proof.cycle);
    assert_int_equal(proof.undeclared, 1); /* h to the last label */
    noc_worms_proof_free(&proof);
    r.check = whole->check;
    r.route = into_the_wall;
    assert_true(noc_verify_worms(&t, &r, NOC_CONTEXTS_VC, NULL, &proof));
    assert_true(proof.looked);
    assert_int_equal(proof.refused, 12 * 2); /* from each to each, by either kind of flit */
    assert_int_equal(proof.channels, 0);
    r.route = whole->route;
    r.label = falling;
    assert_true(noc_verify_worms(&t, &r, NOC_CONTEXTS_VC, NULL, &proof));
    assert_int_equal(proof.unlabelled, proof.dependencies);
    assert_int_equal(proof.dependencies, 5);
    r.route = writes;
    assert_true(noc_verify_worms(&t, &r, NOC_CONTEXTS_VC, NULL, &proof));
    assert_false(proof.looked);
}

/* --- limits -------------------------------------------------------------------------- */

static bool stop(void *opaque, uint64_t done, uint64_t total)
{
    unsigned *calls = opaque;

    assert_int_equal(total, 16);
    assert_int_equal(done, ++*calls);
    return done < 5;
}

TEST(too_large_and_given_up)
{
    struct noc_topology t = topology("utorus:64x64");
    struct noc_worms_proof proof, empty = {0};
    unsigned calls = 0;
    struct noc_watch watch = {stop, &calls};

    assert_true(noc_verify_worms(&t, routing(&t, "utpr"), NOC_CONTEXTS_VC, NULL, &proof));
    assert_memory_equal(&proof, &empty, sizeof proof);
    t = topology("utorus:4x4");
    assert_true(noc_verify_worms(&t, routing(&t, "utr"), NOC_CONTEXTS_VC, NULL, &proof));
    assert_false(proof.looked); /* no lists */
    assert_false(noc_verify_worms(&t, routing(&t, "utpr"), NOC_CONTEXTS_VC, &watch, &proof));
    assert_int_equal(calls, 5);
    assert_memory_equal(&proof, &empty, sizeof proof);
}
