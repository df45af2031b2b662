/* SPDX-License-Identifier: BSD-2-Clause */
/* noct plan for people: the messages of each step, and the step in which each node is reached. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "commands.h"
#include "draw_nodes.h"
#include "experiment/network.h"
#include "multicast/algorithms.h"
#include "result/result.h"
#include "routing/routings.h"
#include "show_collective.h"
#include "show_details.h"
#include "show_experiment.h"
#include "table.h"

enum { MESSAGES_SHOWN_MAX = 400, VISITS_SHOWN_MAX = 100 };

/* The tree that a message is of; the first where there is one only. */
static long long tree_of(const json_t *message)
{
    return result_has_number(message, "tree") ? result_number(message, "tree") : 0;
}

/* One step's messages in one tree, as many on a line as fit. */
static void show_step(const json_t *messages, size_t *at, long long tree, long long step)
{
    int column = printf("step %2lld ", step);
    const int indent = column;
    for (; *at < json_array_size(messages); (*at)++) {
        const json_t *m = json_array_get(messages, *at);
        const json_t *to = json_object_get(m, "to");
        char text[40];
        if (tree_of(m) != tree || result_number(m, "step") != step) {
            break;
        }
        size_t visits = json_array_size(to);
        for (size_t i = 0; i < visits; i++) { /* a line may end before an arrow */
            size_t left_out = i == VISITS_SHOWN_MAX && visits > i + 1 ? visits - 1 - i : 0;
            long long node = json_integer_value(json_array_get(to, i += left_out));
            int length =
                left_out ? snprintf(text, sizeof text, " -> (%zu more) -> %lld", left_out, node)
                : i      ? snprintf(text, sizeof text, " -> %lld", node)
                    : snprintf(text, sizeof text, "  %lld -> %lld", result_number(m, "from"), node);
            if (column + length > (int)screen_columns()) {
                printf("\n%*s", indent, "");
                column = indent;
            }
            column += printf("%s", text);
        }
    }
    putchar('\n');
}

/* The steps of one tree. False: there are too many messages to show. */
static bool show_steps(const json_t *messages, size_t *at, long long tree)
{
    while (*at < json_array_size(messages) && tree_of(json_array_get(messages, *at)) == tree) {
        show_step(messages, at, tree, result_number(json_array_get(messages, *at), "step"));
        if (*at > MESSAGES_SHOWN_MAX && *at < json_array_size(messages)) {
            printf("... and %zu messages more; --json lists them all\n",
                   json_array_size(messages) - *at);
            return false;
        }
    }
    return true;
}

/* How many other senders than this one start their messages in another order than by steps. */
static size_t others_mixed(const json_t *messages, long long sender, uint32_t nodes)
{
    bool *mixed = alloc_zeroed(nodes * sizeof *mixed);
    size_t n = 0, i;
    const json_t *m;
    json_array_foreach (messages, i, m) {
        bool *at = &mixed[result_number(m, "from")];
        n += result_has_number(m, "order") && result_number(m, "from") != sender && !*at;
        *at |= result_has_number(m, "order");
    }
    free(mixed);
    return n;
}

/* The receiver of a sender's message with this number in its order, a worm's first; -1: none. */
static long long receiver(const json_t *messages, long long sender, long long order)
{
    size_t i;
    const json_t *m;
    json_array_foreach (messages, i, m) {
        if (result_has_number(m, "order") && result_number(m, "from") == sender &&
            result_number(m, "order") == order) {
            return json_integer_value(json_array_get(json_object_get(m, "to"), 0));
        }
    }
    return -1;
}

/* In which order the first sender starts its messages whose order is not that of steps. */
static void show_order(const json_t *messages, uint32_t nodes)
{
    enum { SHOWN_MAX = 12 };
    long long sender = -1, to;
    size_t i;
    const json_t *m;
    json_array_foreach (messages, i, m) {
        if (result_has_number(m, "order")) {
            sender = result_number(m, "from");
            break;
        }
    }
    if (sender < 0) {
        return;
    }
    printf("\nWith start-ups the order is the algorithm's: %lld sends to", sender);
    for (long long order = 1; (to = receiver(messages, sender, order)) >= 0; order++) {
        if (order > SHOWN_MAX) {
            printf(", ...");
            break;
        }
        printf("%s %lld", order > 1 ? "," : "", to);
    }
    size_t others = others_mixed(messages, sender, nodes);
    if (others) {
        printf("; so do %zu other node%s (--json)", others, others == 1 ? "" : "s");
    }
    putchar('\n');
}

/* Was `separate` taken since no other algorithm is proven here? */
static bool for_want_of_better(const struct options *o, const json_t *result)
{
    const char *asked = o->text[KEY_algorithm];
    const struct noc_routing *r = noc_routing_find(result_text(result, "routing"));
    struct noc_topology t;
    if ((asked && strcmp(asked, "auto") != 0) ||
        !network_again(result_text(result, "topology"), &t)) {
        return false;
    }
    for (unsigned i = 0; r && noc_algorithms[i]; i++) {
        if (!noc_algorithms[i]->any_network && !noc_algorithms[i]->pipelined &&
            noc_algorithms[i]->fits(&t, r, NULL)) {
            return false;
        }
    }
    return true;
}

void show_plan(const struct options *o, const json_t *result)
{
    const json_t *messages = json_object_get(result, "messages");
    struct noc_topology t;
    size_t at = 0;
    if (json_object_get(result, "collective")) {
        show_collective_plan(result);
        show_details(o, result);
        return;
    }
    show_title(result);
    long long steps = result_number(result, "steps"), bound = result_number(result, "bound"),
              sent = (long long)json_array_size(messages),
              visits = result_number(result, "link_visits");
    printf("%lld step%s (at least %lld %s needed), %lld message%s, %lld link visit%s\n", steps,
           steps == 1 ? "" : "s", bound, bound == 1 ? "is" : "are", sent, sent == 1 ? "" : "s",
           visits, visits == 1 ? "" : "s");
    if (steps > bound && for_want_of_better(o, result)) {
        printf(
            "no other algorithm is proven for this topology and routing; --algorithm NAME --force "
            "uses one\n");
    }
    long long violations = result_number(result, "violations");
    if (violations) {
        printf("%lld pair%s of messages may contend for a channel\n", violations,
               violations == 1 ? "" : "s");
    }
    show_sharing(result);
    if (result_has_number(result, "predicted_cycles")) {
        printf("%lld cycles until the last has it, by the model of costs\n",
               result_number(result, "predicted_cycles"));
    }
    putchar('\n');
    long long trees = result_has_number(result, "trees") ? result_number(result, "trees") : 1;
    bool room = true;
    for (long long tree = 0; tree < trees && room; tree++) {
        if (trees > 1) {
            printf("tree %lld\n", tree);
        }
        room = show_steps(messages, &at, tree);
    }
    if (network_again(result_text(result, "topology"), &t)) {
        if (trees == 1) {
            show_order(messages, t.nodes);
        }
        uint64_t *reached = alloc_array(t.nodes, sizeof *reached);
        size_t i;
        const json_t *m;
        for (uint32_t n = 0; n < t.nodes; n++) {
            reached[n] = UINT64_MAX;
        }
        json_array_foreach (messages, i, m) {
            const json_t *to = json_object_get(m, "to");
            for (size_t k = 0; k < json_array_size(to) && tree_of(m) == 0; k++) {
                reached[json_integer_value(json_array_get(to, k))] =
                    (uint64_t)result_number(m, "step");
            }
        }
        draw_nodes(&t, reached, (uint32_t)result_number(result, "source"),
                   trees > 1 ? "Step in which each node is reached in tree 0 (@ is the source)"
                             : "Step in which each node is reached (@ is the source)");
        free(reached);
    }
    show_details(o, result);
}
