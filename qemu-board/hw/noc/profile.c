/*
 * Where harts spend their cycles
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * With profile=FILE it is noted, for each hart, which instruction it is about to execute in
 * every cycle that is a multiple of profile-every; and for each sleep in wfi how long it
 * lasted and what WAITING said. A hart that comes to such a cycle ends its slice there, which
 * changes nothing that it or others can see: a run takes the same cycles as without.
 *
 * When the run ends the file gets lines of decimal numbers, pc and WAITING in hexadecimal:
 *
 *   profile 1 every 97 nodes 64 cycles 123456
 *   at NODE PC SAMPLES            ordered by node and pc
 *   wait NODE WAITING CYCLES      ordered by node and WAITING
 *   core NODE AWAKE ASLEEP        in cycles; what is left it had ended
 */
#include "qemu/osdep.h"
#include "qemu/error-report.h"
#include "hw/noc/nocturne.h"

#include "regs.h"

typedef struct Count {
    uint32_t node, word;
    uint64_t count;
} Count;

struct NocturneProfile {
    uint64_t every;
    GHashTable *at, *wait; /* sets of Count */
    struct Core {
        uint64_t next;     /* the cycle of its next sample */
        uint64_t slept;    /* since then it is asleep */
        uint64_t asleep;   /* cycles, before that */
        uint64_t ended;    /* the cycle after that in which it wrote EXIT */
    } core[];
};

static guint hash(gconstpointer p)
{
    const Count *c = p;

    return c->node * 0x9e3779b1u ^ c->word * 0x85ebca6bu;
}

static gboolean is_same(gconstpointer p, gconstpointer q)
{
    const Count *c = p, *d = q;

    return c->node == d->node && c->word == d->word;
}

static void add(GHashTable *set, uint32_t node, uint32_t word, uint64_t count)
{
    const Count key = { .node = node, .word = word };
    Count *c = g_hash_table_lookup(set, &key);

    if (!c) {
        c = g_memdup2(&key, sizeof(key));
        g_hash_table_add(set, c);
    }
    c->count += count;
}

static bool has_ended(const NocturneNode *n)
{
    const struct noc_hart hart = { .asleep = n->asleep };
    uint32_t status = noc_board_counter(n->board->model, n->id, CNT_STATUS, &hart);

    return NOC_GET(status, CNT_STATUS, DONE) || NOC_GET(status, CNT_STATUS, TRAPPED);
}

uint64_t nocturne_profile_next(const NocturneNode *n)
{
    const struct NocturneProfile *p = n->board->profile;

    return p ? p->core[n->id].next : NOC_NEVER;
}

void nocturne_profile_look(NocturneNode *n, uint64_t clock)
{
    struct NocturneProfile *p = n->board->profile;
    uint64_t samples;

    if (!p || clock < p->core[n->id].next) {
        return;
    }
    samples = (clock - p->core[n->id].next) / p->every + 1;
    p->core[n->id].next += samples * p->every;
    if (!has_ended(n)) {
        add(p->at, n->id, n->hart.env.pc, samples);
    }
}

void nocturne_profile_sleeps(NocturneNode *n)
{
    if (n->board->profile) {
        n->board->profile->core[n->id].slept = nocturne_node_clock(n);
    }
}

/* It was asleep until this cycle, for what WAITING still says. */
void nocturne_profile_wakes(NocturneNode *n, uint64_t cycle)
{
    struct NocturneProfile *p = n->board->profile;
    struct Core *c = p ? &p->core[n->id] : NULL;

    if (!p || cycle <= c->slept || has_ended(n)) {
        return;
    }
    add(p->wait, n->id, noc_ni_peek(n->board->model, n->id, NI_WAITING), cycle - c->slept);
    c->asleep += cycle - c->slept;
    if (c->next < cycle) {
        c->next += (cycle - c->next + p->every - 1) / p->every * p->every;
    }
}

void nocturne_profile_ended(NocturneBoard *b, uint32_t node, uint64_t cycle)
{
    if (b->profile) {
        b->profile->core[node].ended = cycle + 1;
    }
}

void nocturne_profile_reset(NocturneBoard *b)
{
    struct NocturneProfile *p = b->profile;

    if (p) {
        g_hash_table_remove_all(p->at);
        g_hash_table_remove_all(p->wait);
        memset(p->core, 0, b->nodes * sizeof(p->core[0]));
    }
}

static int compare(gconstpointer p, gconstpointer q)
{
    const Count *c = p, *d = q;
    uint32_t x = c->node != d->node ? c->node : c->word;
    uint32_t y = c->node != d->node ? d->node : d->word;

    return x < y ? -1 : x > y;
}

static void write_counts(FILE *file, const char *word, GHashTable *set)
{
    GList *all = g_list_sort(g_hash_table_get_keys(set), compare), *at;

    for (at = all; at; at = at->next) {
        const Count *c = at->data;

        fprintf(file, "%s %" PRIu32 " %" PRIx32 " %" PRIu64 "\n", word, c->node, c->word,
                c->count);
    }
    g_list_free(all);
}

static void write_cores(FILE *file, NocturneBoard *b, uint64_t cycles)
{
    uint32_t i;

    for (i = 0; i < b->nodes; i++) {
        uint64_t asleep = b->profile->core[i].asleep;
        uint64_t all = has_ended(&b->node[i]) ? b->profile->core[i].ended : cycles;

        fprintf(file, "core %" PRIu32 " %" PRIu64 " %" PRIu64 "\n", i, all - asleep, asleep);
    }
}

void nocturne_profile_end(NocturneBoard *b, uint64_t cycles)
{
    struct NocturneProfile *p = b->profile;
    FILE *file;
    uint32_t i;

    if (!p) {
        return;
    }
    for (i = 0; i < b->nodes; i++) {
        if (b->node[i].asleep) {
            nocturne_profile_wakes(&b->node[i], cycles);
        }
    }
    file = fopen(b->config.profile, "w");
    if (file) {
        fprintf(file, "profile 1 every %" PRIu64 " nodes %" PRIu32 " cycles %" PRIu64 "\n",
                p->every, b->nodes, cycles);
        write_counts(file, "at", p->at);
        write_counts(file, "wait", p->wait);
        write_cores(file, b, cycles);
    }
    if (!file || fclose(file)) {
        error_report("profile=%s: %s", b->config.profile, strerror(errno));
    }
}

void nocturne_profile_init(NocturneBoard *b)
{
    if (b->config.profile) {
        b->profile = g_malloc0(sizeof(*b->profile) + b->nodes * sizeof(b->profile->core[0]));
        b->profile->every = b->config.profile_every;
        b->profile->at = g_hash_table_new_full(hash, is_same, g_free, NULL);
        b->profile->wait = g_hash_table_new_full(hash, is_same, g_free, NULL);
    }
}
