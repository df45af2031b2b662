/* SPDX-License-Identifier: BSD-2-Clause */
/* noct plan: who sends to whom in which step. libnoc alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "command.h"
#include "map.h"
#include "memory.h"
#include "sharing.h"
#include "table.h"

enum { MESSAGES_SHOWN_MAX = 400, VISITS_SHOWN_MAX = 100 };

enum status ask_plan(const struct options *o, json_t **answer, struct complaint *why)
{
    struct experiment e;
    struct planned p;
    enum status status = experiment_make(&e, o, NEED_SET, why);
    if (status) {
        return status;
    }
    planned_make(&p, &e, e.algorithm);
    status = planned_check(&p, &e, why);
    if (status) {
        planned_free(&p);
        experiment_free(&e);
        return status;
    }
    struct noc_plan_env env = experiment_env(&e);
    *answer = answer_new(&e);
    json_t *messages = json_array();
    for (uint32_t i = 0, size; i < e.m; i += size) {
        size = noc_worm_size(p.message + i, e.m - i);
        json_array_append_new(messages, answer_worm(p.message + i, size));
    }
    json_object_set_new(*answer, "steps", json_integer(p.steps));
    json_object_set_new(*answer, "bound", json_integer(noc_algorithm_bound(e.algorithm, &env, e.m)));
    json_object_set_new(*answer, "link_visits", json_integer((json_int_t)p.link_visits));
    json_object_set_new(*answer, "violations",
                        json_integer((json_int_t)planned_violations(&p, &e)));
    if (p.predicted_cycles) {
        json_object_set_new(*answer, "predicted_cycles", json_integer(p.predicted_cycles));
    }
    if (e.sharing) {
        json_object_set_new(*answer, "sharing", sharing_json(&e, &p));
    }
    auto_answer(*answer, &e);
    json_object_set_new(*answer, "messages", messages);
    planned_free(&p);
    experiment_free(&e);
    return STATUS_DONE;
}

/* One step's messages, as many on a line as fit. */
static void show_step(const json_t *messages, size_t *at, long long step)
{
    int column = printf("step %2lld ", step);
    const int indent = column;
    for (; *at < json_array_size(messages); (*at)++) {
        const json_t *m = json_array_get(messages, *at);
        const json_t *to = json_object_get(m, "to");
        char text[40];
        if (answer_number(m, "step") != step) {
            break;
        }
        size_t visits = json_array_size(to);
        for (size_t i = 0; i < visits; i++) { /* a line may end before an arrow */
            size_t left_out = i == VISITS_SHOWN_MAX && visits > i + 1 ? visits - 1 - i : 0;
            long long node = json_integer_value(json_array_get(to, i += left_out));
            int length =
                left_out ? snprintf(text, sizeof text, " -> (%zu more) -> %lld", left_out, node)
                : i      ? snprintf(text, sizeof text, " -> %lld", node)
                         : snprintf(text, sizeof text, "  %lld -> %lld", answer_number(m, "from"), node);
            if (column + length > SCREEN_COLUMNS) {
                printf("\n%*s", indent, "");
                column = indent;
            }
            column += printf("%s", text);
        }
    }
    putchar('\n');
}

/* Was `separate` taken since no other algorithm is proven here? */
static bool for_want_of_better(const struct options *o, const json_t *answer)
{
    const char *asked = o->text[KEY_algorithm];
    const struct noc_routing *r = noc_routing_find(answer_text(answer, "routing"));
    struct noc_topology t;
    if ((asked && strcmp(asked, "auto") != 0) ||
        !network_again(answer_text(answer, "topology"), &t)) {
        return false;
    }
    for (unsigned i = 0; r && noc_algorithms[i]; i++) {
        if (noc_algorithms[i] != noc_algorithm_find("separate") &&
            noc_algorithms[i]->fits(&t, r, NULL)) {
            return false;
        }
    }
    return true;
}

void show_plan(const struct options *o, const json_t *answer)
{
    const json_t *messages = json_object_get(answer, "messages");
    struct noc_topology t;
    size_t at = 0;
    answer_title(answer);
    long long steps = answer_number(answer, "steps"), bound = answer_number(answer, "bound"),
              sent = (long long)json_array_size(messages), visits = answer_number(answer, "link_visits");
    printf("%lld step%s (at least %lld %s needed), %lld message%s, %lld link visit%s\n", steps,
           steps == 1 ? "" : "s", bound, bound == 1 ? "is" : "are", sent, sent == 1 ? "" : "s", visits,
           visits == 1 ? "" : "s");
    if (steps > bound && for_want_of_better(o, answer)) {
        printf("no other algorithm is proven for this topology and routing; --algorithm NAME --force "
               "uses one\n");
    }
    long long violations = answer_number(answer, "violations");
    if (violations) {
        printf("%lld pair%s of messages may contend for a channel\n", violations,
               violations == 1 ? "" : "s");
    }
    sharing_show(answer);
    if (answer_known(answer, "predicted_cycles")) {
        printf("%lld cycles until the last has it, by the model of costs\n",
               answer_number(answer, "predicted_cycles"));
    }
    putchar('\n');
    for (long long step = 1; step <= answer_number(answer, "steps"); step++) {
        show_step(messages, &at, step);
        if (at > MESSAGES_SHOWN_MAX && at < json_array_size(messages)) {
            printf("... and %zu messages more; --json lists them all\n",
                   json_array_size(messages) - at);
            break;
        }
    }
    if (network_again(answer_text(answer, "topology"), &t)) {
        uint64_t *reached = claim_array(t.nodes, sizeof *reached);
        size_t i;
        const json_t *m;
        for (uint32_t n = 0; n < t.nodes; n++) {
            reached[n] = UINT64_MAX;
        }
        json_array_foreach(messages, i, m) {
            const json_t *to = json_object_get(m, "to");
            for (size_t k = 0; k < json_array_size(to); k++) {
                reached[json_integer_value(json_array_get(to, k))] = (uint64_t)
                    answer_number(m, "step");
            }
        }
        map_print(&t, reached, (uint32_t)answer_number(answer, "source"),
                  "Step in which each node is reached (@ is the source)");
        free(reached);
    }
}
