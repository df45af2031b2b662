/* SPDX-License-Identifier: BSD-2-Clause */
/* noct why for people: the verdict, then what leads to it, cores in the same place together. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/result.h"
#include "commands.h"
#include "target/core_state.h"
#include "base/alloc.h"
#include "show_deadlock.h"
#include "table.h"

enum {
    LINE_TEXT = 320,
    PLACE_SHOWN = 200,
    WHO_TEXT = 42,
    GROUPS_SHOWN = 40,
    BUFFERS_SHOWN = 40,
    NODES_SHOWN = 24
};

/* --- cores ---------------------------------------------------------------------------- */

/* A core as a line of the table: those with the same text are one group. */
struct line {
    char text[LINE_TEXT];
    enum core_state order; /* its state */
    uint32_t node;
    const json_t *waits;
    size_t barrier;        /* that it sleeps in, + 1; 0: none */
    const json_t *missing; /* there; NULL: nobody */
};

static void make_line(struct line *l, const json_t *core, const json_t *barriers)
{
    const char *state = result_text(core, "state"), *place = result_text(core, "place");
    const char *cause = result_text(core, "cause");
    l->node = (uint32_t)result_number(core, "node");
    l->waits = json_object_get(core, "waits");
    if (result_has_number(l->waits, "barrier")) {
        l->barrier = (size_t)result_number(l->waits, "barrier") + 1;
        l->missing = json_object_get(json_array_get(barriers, l->barrier - 1), "missing");
    }
    l->order = core_state_find(state);
    int n = snprintf(l->text, sizeof l->text, "%s", state);
    if (l->order == CORE_EXITED) {
        n += snprintf(l->text + n, sizeof l->text - (size_t)n, " with status %lld",
                      result_number(core, "status"));
    }
    if (*cause) {
        n += snprintf(l->text + n, sizeof l->text - (size_t)n, " (%s)", cause);
    }
    if (*place) {
        n += snprintf(l->text + n, sizeof l->text - (size_t)n, " %s %.*s",
                      strncmp(place, "0x", 2) == 0 ? "at" : "in", PLACE_SHOWN, place);
    }
    if (json_is_object(l->waits)) {
        snprintf(l->text + n, sizeof l->text - (size_t)n, ", waiting %s, tag %lld",
                 core_wait_words(core_wait_find(result_text(l->waits, "what")),
                                 (uint32_t)result_number(l->waits, "tag")),
                 result_number(l->waits, "tag"));
    }
}

static int by_group(const void *a, const void *b)
{
    const struct line *p = a, *q = b;
    int texts = strcmp(p->text, q->text);
    return p->order != q->order ? (int)p->order - (int)q->order
         : texts                ? texts
                                : (p->barrier > q->barrier) - (p->barrier < q->barrier);
}

static int by_group_and_node(const void *a, const void *b)
{
    const struct line *p = a, *q = b;
    int groups = by_group(a, b);
    return groups ? groups : (p->node > q->node) - (p->node < q->node);
}

static long long peer_of(const struct line *l) /* -1: anybody */
{
    return result_has_number(l->waits, "peer") ? result_number(l->waits, "peer") : -1;
}

/* Do these two wait for the same? */
static bool alike(const struct line *a, const struct line *b)
{
    return a->barrier == b->barrier &&
           (a->barrier || !json_is_object(a->waits) || peer_of(a) == peer_of(b));
}

/* "0-3 7", or if they wait for different ones "0 for 1, 1 for 2, ..." */
static void put_who(char text[WHO_TEXT + 24], const struct line *l, size_t n)
{
    json_t *nodes = json_array();
    bool one_peer = true;
    for (size_t i = 0; i < n; i++) {
        json_array_append_new(nodes, json_integer(l[i].node));
        one_peer = one_peer && alike(&l[i], l);
    }
    if (one_peer) {
        result_nodes(nodes, text, WHO_TEXT);
        text[strcspn(text, "\n")] = 0;
    }
    int used = 0;
    for (size_t i = 0; i < n && !one_peer; i++) {
        if (used > WHO_TEXT - 24) {
            sprintf(text + used, ", ...");
            break;
        }
        used += sprintf(text + used, "%s%u for ", i ? ", " : "", l[i].node);
        used += peer_of(&l[i]) < 0 ? sprintf(text + used, "anybody")
                                   : sprintf(text + used, "%lld", peer_of(&l[i]));
    }
    json_decref(nodes);
}

/* ", for 5" behind a group that waits for one, ", for 3 17" if those are missing in its barrier. */
static void put_peer(char text[WHO_TEXT + 24], const struct line *l, size_t n)
{
    text[0] = 0;
    for (size_t i = 0; i < n; i++) {
        if (!json_is_object(l[i].waits) || !alike(&l[i], l)) {
            return;
        }
    }
    if (json_array_size(l->missing)) {
        strcpy(text, ", for ");
        result_nodes(l->missing, text + strlen(text), WHO_TEXT);
        size_t length = strlen(text);
        text[length - (text[length - 1] == ' ')] = 0;
    } else if (peer_of(l) < 0) {
        strcpy(text, ", for anybody");
    } else {
        snprintf(text, WHO_TEXT + 24, ", for %lld", peer_of(l));
    }
}

static void show_cores(const json_t *cores, const json_t *barriers)
{
    size_t n = json_array_size(cores), i, groups = 0;
    struct line *line = alloc_array(n ? n : 1, sizeof *line);
    const json_t *core;
    json_array_foreach (cores, i, core) {
        make_line(&line[i], core, barriers);
    }
    qsort(line, n, sizeof *line, by_group_and_node);
    printf("\nwhere the cores are\n");
    struct table *t = table_begin("rll", "cores\twhich\tstate");
    for (size_t first = 0; first < n; first = i, groups++) {
        char who[WHO_TEXT + 24], peer[WHO_TEXT + 24];
        for (i = first + 1; i < n && by_group(&line[i], &line[first]) == 0; i++) {
        }
        if (groups < GROUPS_SHOWN) {
            put_who(who, &line[first], i - first);
            put_peer(peer, &line[first], i - first);
            table_row(t, "%zu\t%s\t%s%s", i - first, who, line[first].text, peer);
        }
    }
    if (groups > GROUPS_SHOWN) {
        table_row(t, "...\t\tand %zu groups more; --json lists all cores", groups - GROUPS_SHOWN);
    }
    table_end(t);
    free(line);
}

/* --- buffers and nodes ------------------------------------------------------------------ */

/* "3 -> 4 h", "context 4", or a dash. */
static void put_channel(char text[40], const json_t *channel)
{
    const char *vc = result_text(channel, "vc");
    if (!json_is_object(channel)) {
        strcpy(text, "-");
    } else if (result_is_context(channel)) {
        snprintf(text, 40, "context %lld", result_number(channel, "node"));
    } else {
        snprintf(text, 40, "%lld -> %lld%s%.8s", result_number(channel, "node"),
                 result_number(channel, "next"), *vc ? " " : "", vc);
    }
}

static void put_number(char text[16], const json_t *object, const char *key)
{
    strcpy(text, "?");
    if (result_has_number(object, key)) {
        snprintf(text, 16, "%lld", result_number(object, key));
    }
}

static void show_buffer(struct table *t, const json_t *b)
{
    char holds[40], wants[40], source[16], to[16], came[48], credits[16];
    const char *vc = result_text(b, "vc");
    put_channel(holds, json_object_get(b, "holds"));
    put_channel(wants, json_object_get(b, "wants"));
    put_number(source, b, "source");
    put_number(to, b, result_has_number(b, "to") ? "to" : "next");
    put_number(credits, b, "credits");
    if (result_number(b, "from") == result_number(b, "node")) {
        strcpy(came, "own NI");
    } else {
        snprintf(came, sizeof came, "%lld%s%.8s", result_number(b, "from"), *vc ? " " : "", vc);
    }
    if (strcmp(wants, "-") == 0 && strcmp(credits, "0") == 0 && !json_object_get(b, "coming")) {
        strcpy(wants, "room there");
    }
    table_row(t, "%lld\t%s\t%lld\t%s to %s\t%s\t%s\t%s%s", result_number(b, "node"), came,
              result_number(b, "flits"), source, to, holds, wants, *credits == '?' ? "-" : credits,
              json_is_true(json_object_get(b, "sunk")) ? " (broken, is sunk)" : "");
}

static void show_buffers(const json_t *buffers)
{
    size_t i, n = json_array_size(buffers);
    const json_t *b;
    if (n == 0) {
        printf("\nthe network is empty\n");
        return;
    }
    printf("\nworms in the routers' buffers\n");
    struct table *t = table_begin("rlrlllr", "node\tcame from\tflits\tworm\thas\twants\tcredits");
    json_array_foreach (buffers, i, b) {
        if (i < BUFFERS_SHOWN) {
            show_buffer(t, b);
        }
    }
    table_end(t);
    if (n > BUFFERS_SHOWN) {
        printf("and %zu more; --nodes chooses, --json lists all\n", n - BUFFERS_SHOWN);
    }
}

/* "0:2 1:1": of each queue that has any. Returns how many are in all. */
static long long put_queues(char text[64], const json_t *queued)
{
    long long sum = 0;
    int used = 0;
    size_t q;
    const json_t *n;
    strcpy(text, "-");
    json_array_foreach (queued, q, n) {
        if (json_integer_value(n)) {
            used += snprintf(text + used, 64 - (size_t)used, "%s%zu:%lld", used ? " " : "", q,
                             (long long)json_integer_value(n));
        }
        sum += json_integer_value(n);
    }
    return sum;
}

/* Only nodes whose interface has something to do. */
static void show_nodes(const json_t *nodes)
{
    struct table *t = NULL;
    size_t i, shown = 0, more = 0;
    const json_t *node;
    json_array_foreach (nodes, i, node) {
        char queued[64], open[64];
        long long any = put_queues(queued, json_object_get(node, "queued")) +
                        result_number(node, "transmitting") + result_number(node, "starting") +
                        result_number(node, "discards");
        put_queues(open, json_object_get(node, "free"));
        more += any && shown == NODES_SHOWN;
        if (!any || shown == NODES_SHOWN) {
            continue;
        }
        if (shown++ == 0) {
            printf("\ninterfaces with something to do (queue:messages, queue:free slots)\n");
            t = table_begin("rllrrr",
                            "node\tqueued\tfree\ttransmitting\tstarting\tto be asked for again");
        }
        table_row(t, "%lld\t%s\t%s\t%lld\t%lld\t%lld", result_number(node, "node"), queued, open,
                  result_number(node, "transmitting"), result_number(node, "starting"),
                  result_number(node, "discards"));
    }
    if (shown) {
        table_end(t);
    }
    if (more) {
        printf("and %zu more; --nodes chooses, --json lists all\n", more);
    }
}

/* --- a board that runs -------------------------------------------------------------------- */

static void show_places(const json_t *result)
{
    const json_t *places = json_object_get(result, "places"), *p;
    long long all = 0;
    size_t i;
    enum { SHOWN = 16 };
    json_array_foreach (places, i, p) {
        all += result_number(p, "seen");
    }
    printf("\nwhere cores were seen, at %lld moments from cycle %lld to %lld\n",
           result_number(result, "samples"), result_number(result, "cycles"),
           result_number(result, "until_cycle"));
    struct table *t = table_begin("rl", "share\twhere");
    json_array_foreach (places, i, p) {
        const char *function = result_text(p, "function"), *what = result_text(p, "what");
        char pc[16] = "";
        if (i == SHOWN) {
            table_row(t, "...\tand %zu places more", json_array_size(places) - i);
            break;
        }
        if (!*function && result_has_number(p, "pc")) {
            snprintf(pc, sizeof pc, "0x%08llx", result_number(p, "pc"));
        }
        table_row(t, "%.1f%%\t%s%s%.60s%s%s",
                  100.0 * (double)result_number(p, "seen") / (double)all, result_text(p, "state"),
                  *function || *pc ? " in " : "", *function ? function : pc,
                  *what ? ", waiting " : "",
                  *what ? core_wait_words(core_wait_find(what), UINT32_MAX) : "");
    }
    table_end(t);
}

static void show_blocked(const json_t *result)
{
    const json_t *links = json_object_get(result, "blocked"), *link;
    long long cycles = result_number(result, "until_cycle") - result_number(result, "cycles");
    size_t i;
    if (json_array_size(links) == 0) {
        return;
    }
    printf("\nlinks that held flits up in these %lld cycles\n", cycles);
    struct table *t = table_begin("lrrr", "link\tblocked\tof the time\tflits");
    json_array_foreach (links, i, link) {
        char name[40];
        put_channel(name, link);
        table_row(t, "%s\t%lld\t%.1f%%\t%lld", name, result_number(link, "blocked_cycles"),
                  cycles ? 100.0 * (double)result_number(link, "blocked_cycles") / (double)cycles
                         : 0.0,
                  result_number(link, "flits"));
    }
    table_end(t);
}

/* --- all of it ------------------------------------------------------------------------------ */

void show_why(const struct options *o, const json_t *result)
{
    const json_t *next = json_object_get(result, "next"), *text;
    const char *verdict = result_text(result, "verdict");
    bool image = strcmp(verdict, "no image") != 0;
    size_t i;
    (void)o;
    printf("%s: %s (cycle %lld)\n", verdict, result_text(result, "sentence"),
           result_number(result, "cycles"));
    json_array_foreach (json_object_get(result, "warnings"), i, text) {
        printf("warning: %s\n", json_string_value(text));
    }
    if (json_array_size(json_object_get(result, "deadlock"))) {
        show_deadlock(result);
    }
    if (image) {
        show_cores(json_object_get(result, "cores"), json_object_get(result, "barriers"));
        if (*result_text(result, "topology")) {
            show_buffers(json_object_get(result, "buffers"));
        }
        show_nodes(json_object_get(result, "nodes"));
    }
    if (strcmp(verdict, "running") == 0 && json_object_get(result, "places")) {
        show_places(result);
        show_blocked(result);
    }
    if (json_array_size(next)) {
        printf("\nwhat next\n");
    }
    json_array_foreach (next, i, text) {
        printf("  %s\n", json_string_value(text));
    }
}
