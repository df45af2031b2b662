/* SPDX-License-Identifier: BSD-2-Clause */
/* What routers did, told from outside: transitions.h. */
#include "transitions.h"

#include <string.h>

#include "packet.h"
#include "wiring.h"

enum {
    NODES_MAX = 1 << ROUTER_NODE_BITS,
    CHANNELS_MAX = ROUTER_LINKS_MAX * ROUTER_VCS_MAX,
    INPUTS_MAX = CHANNELS_MAX + 1,
    CREDITS = 2,
    LINK_CASES = 6
};

/* What an input holds in a cycle: no worm; a header that asks for a channel; a flit, or no flit, of
 * a worm that has its channel, is for the NI, or is broken. */
enum holds { EMPTY, ASKS, OWNS, OWNS_GAP, ENDS, ENDS_GAP, SINKS, SINKS_GAP, HOLDS };

/* What becomes of the flit in front: it stays; it stays and gets its channel; it leaves; it leaves,
 * and its worm with it; it is a TURN that ends here, and gets its channel. */
enum does { STAYS, GRANTED, LEAVES, LAST_LEAVES, STRIPPED, DOES };

static const char *const HOLDS_NAME[] = {"empty", "asks",     "owns",  "owns-gap",
                                         "ends",  "ends-gap", "sinks", "sinks-gap"};
static const char *const DOES_NAME[] = {"stays", "granted", "leaves", "last-leaves", "stripped"};

struct input {
    struct router_flit flit[CREDITS];
    unsigned flits;
    bool busy;          /* the front flit is not its worm's first */
    bool waiting, owns; /* a header came to the front at `since`; the worm has its channel */
    uint64_t since;
    unsigned vc, port; /* where the worm goes: as of router_route() */
    bool strips;       /* its header is a TURN that ends here */
};

struct node {
    struct input input[INPUTS_MAX];
    uint32_t linked;
    unsigned credits[CHANNELS_MAX], last_vc[ROUTER_LINKS_MAX], last_ejected;
    uint64_t now;
    uint8_t table[INPUTS_MAX][NODES_MAX];
};

static struct node node[NODES_MAX];
static bool follows_turns, ever_turned; /* in this case; in one of them */

static uint64_t of_input[HOLDS][DOES][HOLDS];
static uint64_t of_credits[CREDITS + 1][2][2]; /* before, taken, given */
static uint64_t of_link[LINK_CASES];           /* who is able, behind whom: at reset as behind 1 */
static uint64_t of_ni[3];    /* one; several: the next above the last one, or from the lowest on */
static uint64_t of_grant[3]; /* one asks; several: one asked first, or in the same cycle */

static unsigned inputs(void)
{
    return routers_links() * routers_vcs() + 1;
}

void transitions_begin(uint32_t nodes, bool turns)
{
    memset(node, 0, nodes * sizeof *node);
    follows_turns = turns;
    ever_turned |= turns;
    for (uint32_t n = 0; n < nodes; n++) {
        for (unsigned c = 0; c < CHANNELS_MAX; c++) {
            node[n].credits[c] = CREDITS;
        }
        for (unsigned p = 0; p < ROUTER_LINKS_MAX; p++) {
            node[n].last_vc[p] = routers_vcs() - 1;
        }
        node[n].last_ejected = inputs();
    }
}

void transitions_linked(uint32_t n, uint32_t linked)
{
    node[n].linked = linked;
}

void transitions_route(uint32_t n, unsigned input, unsigned to, unsigned vc, unsigned port)
{
    node[n].table[input][to] = (uint8_t)(vc << 3 | port);
}

/* --- an input --------------------------------------------------------------------------------- */

/* Where the header in front leads. */
static void route(struct node *x, unsigned i)
{
    struct input *in = &x->input[i];
    const struct router_flit *flit = &in->flit[0];
    const uint32_t to = noc_header_node(flit->word), port = noc_header_field(flit->word);

    in->vc = 0;
    in->port = WIRING_BROKEN;
    in->strips = false;
    if (follows_turns && noc_header_kind(flit->word) == NOC_HEADER_TURN) {
        if (port < routers_links() && (x->linked >> port & 1) && to != 0 &&
            (to > 1 || flit->follows)) {
            in->port = port;
            in->strips = to == 1;
        }
    } else if (noc_header_kind(flit->word) == NOC_HEADER_LAST && to < NODES_MAX) {
        in->vc = x->table[i][to] >> 3;
        in->port = x->table[i][to] & 7;
    }
}

static enum holds holds(const struct input *in)
{
    if (!in->busy && in->flits == 0) {
        return EMPTY;
    }
    if (in->port == WIRING_END || in->port == WIRING_BROKEN) {
        return (in->port == WIRING_END ? ENDS : SINKS) + (in->flits == 0);
    }
    return in->owns ? in->flits ? OWNS : OWNS_GAP : ASKS;
}

static unsigned channel(const struct input *in)
{
    return in->port * routers_vcs() + in->vc;
}

/* Whether a asked before b. */
static bool before(const struct node *x, unsigned a, unsigned b)
{
    return x->input[a].since < x->input[b].since ||
           (x->input[a].since == x->input[b].since && a < b);
}

/* Step 2: whether the header that asks gets its channel; how many others ask for it. */
static bool granted(const struct node *x, unsigned i)
{
    bool others = false, same_cycle = false;

    for (unsigned j = 0; j < inputs(); j++) {
        const enum holds h = holds(&x->input[j]);

        if (j == i || (h != ASKS && h != OWNS && h != OWNS_GAP) ||
            channel(&x->input[j]) != channel(&x->input[i])) {
            continue;
        }
        if (h != ASKS || before(x, j, i)) {
            return false;
        }
        others = true;
        same_cycle |= x->input[j].since == x->input[i].since;
    }
    of_grant[!others ? 0 : same_cycle ? 2 : 1]++;
    return true;
}

/* What leaves input i in this cycle, as its state allows. */
static enum does does(const struct node *x, unsigned i, enum holds h, bool grant,
                      const struct router_out *out)
{
    const struct input *in = &x->input[i];

    if (grant && in->strips) {
        return STRIPPED;
    }
    if (out->credit >> i & 1) {
        return in->flit[0].tail ? LAST_LEAVES : LEAVES;
    }
    return h == ASKS && grant ? GRANTED : STAYS;
}

/* Whether what the router shows is what the input may do. */
static bool allowed(const struct input *in, enum holds h, enum does d, bool freed)
{
    if (freed != (d == LEAVES || d == LAST_LEAVES || d == STRIPPED)) {
        return false;
    }
    switch (h) {
    case ASKS:
        return d == STAYS || in->owns;
    case OWNS:
    case ENDS:
        return true;
    case SINKS:
        return freed;
    default:
        return !freed;
    }
}

/* The edge: what has left, and what has come. */
static void pass(struct node *x, unsigned i, enum does d, const struct router_flit *come)
{
    struct input *in = &x->input[i];

    if (d == LEAVES || d == LAST_LEAVES || d == STRIPPED) {
        in->busy = d != LAST_LEAVES;
        in->owns = in->owns && in->busy;
        in->waiting = in->waiting && in->busy;
        in->flit[0] = in->flit[1];
        in->flits--;
    }
    if (come && in->flits < CREDITS) {
        in->flit[in->flits++] = *come;
    }
    if (!in->busy && in->flits && !in->waiting) {
        in->waiting = true;
        in->since = x->now + 1;
        route(x, i);
    }
}

/* --- what shares ------------------------------------------------------------------------------ */

static void see_link(struct node *x, unsigned port, uint32_t able, const struct router_out *out)
{
    const unsigned vcs = routers_vcs();
    const uint32_t sent = out->vc >> (port * vcs) & ((1u << vcs) - 1);

    if (able) {
        of_link[2 * (able - 1) + x->last_vc[port]]++;
    }
    if (sent) {
        x->last_vc[port] = (unsigned)__builtin_ctz(sent);
    }
}

static void see_credits(struct node *x, const struct router_in *in, const struct router_out *out)
{
    for (unsigned c = 0; c + 1 < inputs(); c++) {
        const bool taken = out->vc >> c & 1, given = in->credit >> c & 1;

        of_credits[x->credits[c]][taken][given]++;
        x->credits[c] += given - taken;
    }
}

static void see_ni(struct node *x, uint32_t able, const struct router_out *out)
{
    if (!out->eject) {
        return;
    }
    const unsigned picked = (unsigned)__builtin_ctz(out->eject);

    of_ni[!(able & (able - 1)) ? 0 : picked > x->last_ejected ? 1 : 2]++;
    x->last_ejected = picked;
}

const char *transitions_cycle(uint32_t n, const struct router_in *in, const struct router_out *out)
{
    struct node *x = &node[n];
    const unsigned vcs = routers_vcs(), links = routers_links();
    enum holds h[INPUTS_MAX];
    enum does d[INPUTS_MAX];
    bool grant[INPUTS_MAX];
    uint32_t to_ni = 0, able[ROUTER_LINKS_MAX] = {0};

    for (unsigned i = 0; i < inputs(); i++) {
        h[i] = holds(&x->input[i]);
        grant[i] = h[i] == ASKS && granted(x, i);
    }
    for (unsigned i = 0; i < inputs(); i++) {
        const struct input *at = &x->input[i];

        d[i] = does(x, i, h[i], grant[i], out);
        x->input[i].owns |= grant[i];
        if (!allowed(at, h[i], d[i], out->credit >> i & 1)) {
            return "an input does what its state does not allow";
        }
        to_ni |= (uint32_t)(h[i] == ENDS) << i;
        if ((h[i] == OWNS || (grant[i] && d[i] != STRIPPED)) && x->credits[channel(at)]) {
            able[at->port] |= 1u << at->vc;
        }
    }
    for (unsigned p = 0; p < links; p++) {
        see_link(x, p, able[p], out);
    }
    see_credits(x, in, out);
    see_ni(x, to_ni, out);
    for (unsigned i = 0; i < inputs(); i++) {
        const bool injection = i == links * vcs;
        const bool comes = injection ? in->inject : in->vc >> i & 1;

        pass(x, i, d[i], !comes ? NULL : injection ? &in->injected : &in->flit[i / vcs]);
        of_input[h[i]][d[i]][holds(&x->input[i])]++;
    }
    x->now++;
    return NULL;
}

/* --- what is printed -------------------------------------------------------------------------- */

/* Whether an input can come from one state to another so. A worm whose NI never pauses has no gap
 * unless virtual channels share a link. */
static bool possible(enum holds from, enum does what, enum holds to)
{
    const bool gap = to == OWNS_GAP || to == ENDS_GAP || to == SINKS_GAP;
    const bool begins = to == EMPTY || to == ASKS || to == ENDS || to == SINKS;

    if (routers_vcs() == 1 && (gap || from == OWNS_GAP || from == ENDS_GAP || from == SINKS_GAP)) {
        return false;
    }
    switch (what) {
    case STAYS:
        return from == EMPTY ? begins
             : from == OWNS_GAP || from == ENDS_GAP || from == SINKS_GAP
                 ? to == from || to == from - 1
                 : from != SINKS && to == from;
    case GRANTED:
        return from == ASKS && to == OWNS;
    case STRIPPED:
        return ever_turned && from == ASKS && (to == OWNS || to == OWNS_GAP);
    case LEAVES:
        return from == ASKS ? to == OWNS || to == OWNS_GAP
                            : (from == OWNS || from == ENDS || from == SINKS) &&
                                  (to == from || to == from + 1);
    default:
        return begins && (from == ASKS || from == OWNS || from == ENDS || from == SINKS);
    }
}

void transitions_print(FILE *file)
{
    static const char *const link[] = {"channel 0 behind 0", "channel 0 behind 1",
                                       "channel 1 behind 0", "channel 1 behind 1",
                                       "both behind 0",      "both behind 1"};
    static const char *const ni[] = {"one", "several, above the last", "several, from the lowest"},
                             *const grant[] = {"one asks", "several, one asked first",
                                               "several at once"};

    for (unsigned i = 0; i < HOLDS * DOES * HOLDS; i++) {
        const unsigned from = i / DOES / HOLDS, what = i / HOLDS % DOES, to = i % HOLDS;

        if (possible(from, what, to) || of_input[from][what][to]) {
            fprintf(file, "%10llu input: %s %s %s\n", (unsigned long long)of_input[from][what][to],
                    HOLDS_NAME[from], DOES_NAME[what], HOLDS_NAME[to]);
        }
    }
    for (unsigned i = 0; i < 4 * (CREDITS + 1); i++) {
        const unsigned before = i / 4, taken = i / 2 % 2, given = i % 2;

        if ((before || !taken) && (before < CREDITS || !given)) {
            fprintf(file, "%10llu credits: %u%s%s\n",
                    (unsigned long long)of_credits[before][taken][given], before,
                    taken ? " taken" : "", given ? " given" : "");
        }
    }
    for (unsigned i = 0; i < LINK_CASES && routers_vcs() > 1; i++) {
        fprintf(file, "%10llu link: %s\n", (unsigned long long)of_link[i], link[i]);
    }
    for (unsigned i = 0; i < 3; i++) {
        fprintf(file, "%10llu NI: %s\n", (unsigned long long)of_ni[i], ni[i]);
    }
    for (unsigned i = 0; i < 3; i++) {
        fprintf(file, "%10llu channel: %s\n", (unsigned long long)of_grant[i], grant[i]);
    }
}
