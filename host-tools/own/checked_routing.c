/* SPDX-License-Identifier: BSD-2-Clause */
#include "checked_routing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "own_call.h"
#include "own_code.h"
#include "routing/routings.h"

enum {
    NAME_MAX_LENGTH = 40,
    VC_NAME_MAX = 15,
    GUARD = 64,  /* flits behind those that a function may write */
    UNSET = 0xfe /* what out has before route() is asked */
};
#define GUARD_FLIT UINT32_C(0xa5c35a3c)

struct checked {
    struct noc_routing shown; /* the first: a pointer to it is one to this */
    struct noc_routing own;
    const char *file;
};

static const struct checked *in_use;

/* --- the call that is under way, or was last ------------------------------- */

static struct call {
    const char *function;
    uint32_t node, port, vc, flit;
} now;

/* "route() at node 3, come in by port 1 vc 0 with header 0x00000052 (LAST, node 5)" */
static void describe(char *text, size_t room)
{
    static const char *const kinds[] = {"NONE", "ADDRESS", "LAST", "COUNT", "TURN", "CODED"};
    unsigned kind = noc_header_kind(now.flit);
    size_t n = (size_t)snprintf(text, room, "%s()", now.function);
    if (strcmp(now.function, "fits") == 0) {
        return;
    }
    if (strcmp(now.function, "source") == 0) {
        snprintf(text + n, room - n, " from node %u to %u", now.node, now.port);
    } else if (strcmp(now.function, "code") == 0 || strcmp(now.function, "check") == 0) {
        snprintf(text + n, room - n,
                 now.node == NOC_ANYWHERE ? " of %u flits from anywhere"
                                          : " of %u flits from node %u",
                 now.port, now.node);
    } else if (strcmp(now.function, "route") != 0) {
        snprintf(text + n, room - n, " of node %u, port %u, vc %u", now.node, now.port, now.vc);
    } else {
        n += (size_t)snprintf(text + n, room - n, " at node %u, ", now.node);
        n += (size_t)(now.port == NOC_PORT_LOCAL
                          ? snprintf(text + n, room - n, "from its own NI")
                          : snprintf(text + n, room - n, "come in by port %u vc %u", now.port,
                                     now.vc));
        snprintf(text + n, room - n, ", with header 0x%08x (%s, node %u)", now.flit,
                 kind < sizeof kinds / sizeof *kinds ? kinds[kind] : "no kind",
                 noc_header_node(now.flit));
    }
}

static struct own_file called = {.kind = "routing", .describe = describe};
#define blame(...) own_file_blame(&called, __VA_ARGS__)

static bool failed(void)
{
    return own_file_failed(&called);
}

static void enter(const char *function, uint32_t node, uint32_t port, uint32_t vc, uint32_t flit)
{
    now = (struct call){function, node, port, vc, flit};
    own_call_enter(&called);
}

/* --- route() --------------------------------------------------------------- */

/* Is another flit behind this one of interest, and there? */
static bool shows_next(uint32_t flit)
{
    return in_use->own.copies && (noc_header_kind(flit) == NOC_HEADER_ADDRESS ||
                                  (noc_header_kind(flit) == NOC_HEADER_CODED &&
                                   (noc_header_field(flit) & NOC_CODED_MORE)));
}

struct routed {
    int verdict;
    struct noc_hop hop;
    uint32_t header[2];
};

static struct routed execute_route(const struct noc_topology *t, uint32_t node, unsigned in_port,
                                   unsigned in_vc, const uint32_t header[2])
{
    struct routed r = {.hop = {UNSET, UNSET}, .header = {header[0], header[1]}};
    enter("route", node, in_port, in_vc, header[0]);
    r.verdict = (int)in_use->own.route(t, node, in_port, in_vc, r.header, &r.hop);
    own_call_leave();
    return r;
}

/* Where it goes. */
static void judge_hop(const struct noc_topology *t, const struct routed *r)
{
    if (r->hop.port == UNSET) {
        blame("sets no out->port; it must be below %u, or NOC_PORT_LOCAL", t->ports);
    } else if (r->hop.port != NOC_PORT_LOCAL && r->hop.port >= t->ports) {
        blame("answers port %u; it must be below %u, or NOC_PORT_LOCAL", r->hop.port, t->ports);
    } else if (r->hop.port != NOC_PORT_LOCAL && r->hop.vc == UNSET) {
        blame("answers port %u and sets no out->vc; it must be below its vcs, %u", r->hop.port,
              in_use->own.vcs);
    } else if (r->hop.port != NOC_PORT_LOCAL && r->hop.vc >= in_use->own.vcs) {
        blame("answers port %u vc %u; a vc must be below its vcs, %u", r->hop.port, r->hop.vc,
              in_use->own.vcs);
    } else if (r->hop.port == NOC_PORT_LOCAL &&
               (r->verdict == NOC_ROUTED_COPY || r->verdict == NOC_ROUTED_COPY_ON)) {
        blame("answers COPY and the node itself; a worm that is copied goes on");
    }
}

/* Which it was, and what became of the header flit. */
static void judge_verdict(const struct noc_topology *t, const struct routed *r,
                          const uint32_t header[2])
{
    static const char must[] = "must say so by .copies or .lists";
    switch (r->verdict) {
    case NOC_ROUTED:
    case NOC_ROUTED_STRIP:
        judge_hop(t, r);
        break;
    case NOC_ROUTED_COPY:
    case NOC_ROUTED_COPY_ON:
        if (!in_use->own.copies) {
            blame("answers COPY; a routing that copies %s", must);
        }
        judge_hop(t, r);
        break;
    case NOC_ROUTED_LIST:
        if (!in_use->own.lists) {
            blame("answers LIST; a routing with lists %s", must);
        }
        break;
    case NOC_ROUTE_BROKEN:
        return;
    default:
        blame("returns %d; it must be of enum noc_routed, 0 to %d", r->verdict, NOC_ROUTE_BROKEN);
    }
    if (r->header[1] != header[1]) {
        blame("rewrites header[1]; it may rewrite header[0]");
    } else if (!shows_next(header[0]) && shows_next(r->header[0])) {
        blame("makes 0x%08x of it; no header may become one that another flit must follow",
              r->header[0]);
    }
}

static bool same(const struct routed *a, const struct routed *b)
{
    bool goes = a->verdict != NOC_ROUTE_BROKEN && a->verdict != NOC_ROUTED_LIST;
    return a->verdict == b->verdict &&
           (!goes || (a->hop.port == b->hop.port && a->header[0] == b->header[0] &&
                      (a->hop.port == NOC_PORT_LOCAL || a->hop.vc == b->hop.vc)));
}

static enum noc_routed checked_route(const struct noc_topology *t, uint32_t node, unsigned in_port,
                                     unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    const uint32_t flits[2] = {header[0], shows_next(header[0]) ? header[1] : 0};
    if (!failed()) {
        struct routed first = execute_route(t, node, in_port, in_vc, flits);
        struct routed second = execute_route(t, node, in_port, in_vc, flits);
        now.function = "route";
        judge_verdict(t, &first, flits);
        if (!same(&first, &second)) {
            own_file_blame_state(&called);
        }
        own_call_leave();
        if (!failed()) {
            header[0] = first.header[0];
            *out = first.hop.port == UNSET ? (struct noc_hop){NOC_PORT_LOCAL, 0} : first.hop;
            out->vc = out->port == NOC_PORT_LOCAL ? 0 : out->vc;
            return (enum noc_routed)first.verdict;
        }
    }
    *out = (struct noc_hop){NOC_PORT_LOCAL, 0};
    return NOC_ROUTE_BROKEN;
}

/* --- header flits ----------------------------------------------------------- */

/* Flits that a function of the file's may write: `room` of them, and a guard behind. */
static uint32_t *guarded(uint32_t room)
{
    uint32_t *flit = alloc_array((size_t)room + GUARD, sizeof *flit);
    for (uint32_t i = 0; i < room + GUARD; i++) {
        flit[i] = GUARD_FLIT;
    }
    return flit;
}

/* It says that it has written n. True: that is so, and no more. */
static bool judge_flits(const uint32_t *flit, uint32_t n, uint32_t least, uint32_t room)
{
    bool beyond = false;
    for (uint32_t i = room; i < room + GUARD; i++) {
        beyond = beyond || flit[i] != GUARD_FLIT;
    }
    if (n < least || n > room) {
        blame("returns %u header flits; there may be %u to %u", n, least, room);
    } else if (beyond) {
        blame("writes beyond the %u header flits that there may be", room);
    }
    for (uint32_t i = 0; i < n && n <= room; i++) {
        if (flit[i] == GUARD_FLIT) {
            blame("returns %u header flits and does not write header[%u]", n, i);
        }
    }
    return !failed();
}

static uint32_t checked_source(const struct noc_topology *t, uint32_t from, uint32_t to,
                               uint32_t *header)
{
    enum { ROOM = NOC_TURNS_MAX + 1 };
    uint32_t *flit[2] = {guarded(ROOM), guarded(ROOM)}, n[2] = {0, 0};
    bool good = !failed();
    for (unsigned i = 0; i < 2 && good; i++) {
        enter("source", from, to, 0, 0);
        n[i] = in_use->own.source(t, from, to, flit[i]);
        good = judge_flits(flit[i], n[i], 0, ROOM);
        own_call_leave();
    }
    if (good && (n[0] != n[1] || memcmp(flit[0], flit[1], n[0] * sizeof *header) != 0)) {
        now.function = "source";
        own_file_blame_state(&called);
        own_call_leave();
        good = false;
    }
    if (good) {
        memcpy(header, flit[0], n[0] * sizeof *header);
    }
    free(flit[0]);
    free(flit[1]);
    return good ? n[0] : 0;
}

static uint32_t checked_code(const struct noc_topology *t, uint32_t from, uint32_t *header,
                             uint32_t m)
{
    uint32_t *flit = guarded(m + 1), *second = guarded(m + 1), n = m;
    if (!failed()) {
        memcpy(flit, header, m * sizeof *flit);
        memcpy(second, header, m * sizeof *flit);
        enter("code", from, m, 0, 0);
        n = in_use->own.code(t, from, flit, m);
        bool same = in_use->own.code(t, from, second, m) == n;
        bool good = judge_flits(flit, n, 1, m + 1);
        if (good && !(same && memcmp(flit, second, n * sizeof *flit) == 0)) {
            own_file_blame_state(&called);
            good = false;
        }
        if (good) {
            memcpy(header, flit, n * sizeof *flit);
        }
        n = good ? n : m;
        own_call_leave();
    }
    free(flit);
    free(second);
    return n;
}

static enum noc_tx_status checked_check(const struct noc_topology *t, uint32_t from,
                                        const uint32_t *header, uint32_t n)
{
    int status = NOC_TX_BAD_HEADER;
    if (!failed()) {
        enter("check", from, n, 0, 0);
        status = (int)in_use->own.check(t, from, header, n);
        if ((int)in_use->own.check(t, from, header, n) != status) {
            own_file_blame_state(&called);
        }
        if (status < NOC_TX_OK || status > NOC_TX_BAD_LIST) {
            blame("returns %d; it must be of enum noc_tx_status, 0 to %d", status, NOC_TX_BAD_LIST);
            status = NOC_TX_BAD_HEADER;
        }
        own_call_leave();
    }
    return (enum noc_tx_status)status;
}

/* --- what is said of channels ---------------------------------------------- */

static bool checked_label(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc,
                          struct noc_label *label)
{
    struct noc_label first = {{0}}, second = {{0}};
    if (failed()) {
        return false;
    }
    enter("label", node, port, vc, 0);
    bool has = in_use->own.label(t, node, port, vc, &first);
    bool still = in_use->own.label(t, node, port, vc, &second);
    if (has != still || (has && memcmp(&first, &second, sizeof first) != 0)) {
        own_file_blame_state(&called);
    }
    own_call_leave();
    *label = first;
    return has;
}

static bool checked_uses(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc)
{
    if (failed()) {
        return false;
    }
    enter("uses", node, port, vc, 0);
    bool uses = in_use->own.uses(t, node, port, vc);
    if (in_use->own.uses(t, node, port, vc) != uses) {
        own_file_blame_state(&called);
    }
    own_call_leave();
    return uses;
}

static const char *checked_vc_name(const struct noc_topology *t, unsigned port, unsigned vc)
{
    if (failed()) {
        return NULL;
    }
    enter("vc_name", 0, port, vc, 0);
    const char *name = in_use->own.vc_name(t, port, vc);
    const char *still = in_use->own.vc_name(t, port, vc);
    if (!name != !still || (name && strcmp(name, still) != 0)) {
        own_file_blame_state(&called);
        name = NULL;
    } else if (name && !own_code_is_word(name, VC_NAME_MAX)) {
        blame("is no word of 1 to %d printable characters", VC_NAME_MAX);
        name = NULL;
    }
    own_call_leave();
    return name;
}

static bool checked_fits(const struct noc_topology *t, struct noc_fault *fault_of)
{
    struct noc_fault error = {NOC_FAULT_NONE, 0, 0, NULL}, unused = error;
    if (failed()) {
        return false;
    }
    enter("fits", 0, 0, 0, 0);
    bool fits = in_use->own.fits(t, &error);
    bool still = in_use->own.fits(t, &unused);
    own_call_leave();
    if (fits != still) {
        own_file_blame_state(&called);
    }
    return own_file_fits(fits, error, NOC_FAULT_ROUTING_FIT, fault_of);
}

/* --- making one ------------------------------------------------------------- */

/* The name of what is missing, or NULL. */
static const char *missing(const struct noc_routing *r)
{
    return !r->name || !*r->name ? "name"
         : !r->summary           ? "summary"
         : !r->fits              ? "fits"
         : !r->route             ? "route"
         : !r->uses              ? "uses"
         : !r->vc_name           ? "vc_name (noc_vc_nameless will do)"
                                 : NULL;
}

static enum status check_fields(const struct noc_routing *r, const char *file, struct error *error)
{
    const char *lacks = missing(r);
    if (lacks) {
        return error_set(error, STATUS_BAD, "routing '%s': noc_routing_mine has no %s", file,
                         lacks);
    }
    if (!own_code_is_word(r->name, NAME_MAX_LENGTH)) {
        return error_set(error, STATUS_BAD,
                         "routing '%s': its name must be a word of 1 to %d printable characters",
                         file, NAME_MAX_LENGTH);
    }
    if (r->vcs < 1 || r->vcs > CHECKED_VCS_MAX) {
        return error_set(error, STATUS_BAD, "routing '%s': vcs is %u; must be 1 to %d", file,
                         r->vcs, CHECKED_VCS_MAX);
    }
    if (!r->copies && (r->lists || r->code || r->check)) {
        return error_set(error, STATUS_BAD,
                         "routing '%s': lists, code and check are of worms with several "
                         "destinations; set copies, too",
                         file);
    }
    if (noc_routing_find(r->name)) {
        return error_set(error, STATUS_BAD,
                         "routing '%s': its name '%s' is one of libnoc's; give it another", file,
                         r->name);
    }
    return STATUS_DONE;
}

const struct noc_routing *checked_routing(const struct noc_routing *own, const char *file,
                                          struct error *error)
{
    if (check_fields(own, file, error)) {
        return NULL;
    }
    struct checked *c = alloc_zeroed(sizeof *c);
    *c = (struct checked){.own = *own, .file = alloc_text(file)};
    c->shown = (struct noc_routing){
        .name = alloc_text(own->name),
        .summary = own->summary,
        .vcs = own->vcs,
        .copies = own->copies,
        .lists = own->lists,
        .disorder = own->disorder,
        .order_of = own->order_of,
        .fits = checked_fits,
        .route = checked_route,
        .source = own->source ? checked_source : NULL,
        .code = own->code ? checked_code : NULL,
        .check = own->check ? checked_check : NULL,
        .label = own->label ? checked_label : NULL,
        .uses = checked_uses,
        .vc_name = checked_vc_name,
    };
    own_call_watch();
    return &c->shown;
}

void checked_routing_use(const struct noc_routing *checked)
{
    in_use = (const struct checked *)checked;
    own_file_use(&called, in_use->file);
}

bool checked_routing_fault(struct error *error)
{
    return own_file_fault(&called, error);
}
