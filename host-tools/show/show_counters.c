/* SPDX-License-Identifier: BSD-2-Clause */
/* Answers of noct counters for people, and for spreadsheets. */
#include <stdio.h>
#include <string.h>

#include "result/result.h"
#include "show_counters.h"
#include "commands.h"
#include "regs.h"
#include "table.h"

/* A number, or a dash where it is null. */
static const char *number_text(const json_t *object, const char *key, const char *format,
                               char text[24])
{
    strcpy(text, "-");
    if (result_has_number(object, key)) {
        snprintf(text, 24, *format == '+' ? "%+lld" : "%lld", result_number(object, key));
    }
    return text;
}

/* Is there something to say of this link? */
static bool is_busy(const json_t *link)
{
    return result_number(link, "flits") || result_number(link, "blocked_cycles");
}

static bool is_any_busy(const json_t *nodes)
{
    const json_t *node, *link;
    size_t i, j;
    json_array_foreach (nodes, i, node) {
        json_array_foreach (json_object_get(node, "links"), j, link) {
            if (is_busy(link)) {
                return true;
            }
        }
    }
    return false;
}

static void show_links(const json_t *nodes)
{
    const json_t *node, *link;
    size_t i, j;
    bool named = true;
    struct table *t =
        table_begin("rrrrlrrr", "node\tto\tdim\tdir\tvc\tflits\theaders\tblocked cycles");
    json_array_foreach (nodes, i, node) {
        json_array_foreach (json_object_get(node, "links"), j, link) {
            if (is_busy(link)) {
                const char *vc = result_text(link, "vc");
                char next[32], dim[24], dir[24];
                number_text(link, "next", "", next);
                if (json_object_get(link, "row")) {
                    named = false;
                    snprintf(next, sizeof next, "row %lld", result_number(link, "row"));
                }
                table_row(t, "%lld\t%s\t%s\t%s\t%s\t%lld\t%lld\t%lld", result_number(node, "node"),
                          next, number_text(link, "dim", "", dim),
                          result_has_number(link, "dim") ? number_text(link, "dir", "+", dir) : "-",
                          *vc ? vc : "-", result_number(link, "flits"),
                          result_number(link, "headers"), result_number(link, "blocked_cycles"));
            }
        }
    }
    printf("\nlinks that carried flits, or blocked some%s\n",
           named ? ""
                 : ", by their rows: the board does not tell where they lead;\n"
                   "give its --topology, with the file, to have them named");
    table_end(t);
}

/* More channels than rows. */
static void show_unseen(const json_t *nodes)
{
    const json_t *node;
    size_t i;
    json_array_foreach (nodes, i, node) {
        if (json_object_get(node, "links_unseen")) {
            printf("node %lld has %lld channels more than its %d rows of counters\n",
                   result_number(node, "node"), result_number(node, "links_unseen"), CNT_ROWS_MAX);
        }
    }
}

static void show_tables(const json_t *result)
{
    const json_t *nodes = json_object_get(result, "nodes"), *node;
    size_t i;
    long long cycles = result_number(result, "cycles"), from = result_number(result, "from_cycle");
    printf("%s, routing %s, cycle", result_text(result, "topology"),
           result_text(result, "routing"));
    if (json_object_get(result, "from_cycle")) {
        printf("s %lld to %lld: what came in these %lld\n\n", from, from + cycles, cycles);
    } else {
        printf(" %lld\n\n", cycles);
    }
    struct table *t =
        table_begin("rrrrrrr", "node\tin\tout\trelayed\tdiscarded\tbad\tstart-up cycles");
    json_array_foreach (nodes, i, node) {
        table_row(t, "%lld\t%lld\t%lld\t%lld\t%lld\t%lld\t%lld", result_number(node, "node"),
                  result_number(node, "messages_in"), result_number(node, "messages_out"),
                  result_number(node, "messages_relayed"),
                  result_number(node, "messages_discarded"), result_number(node, "messages_bad"),
                  result_number(node, "startup_cycles"));
    }
    table_end(t);
    if (is_any_busy(nodes)) {
        show_links(nodes);
    } else {
        printf("\nno link of these nodes carried flits\n");
    }
    show_unseen(nodes);
}

/* --- CSV ------------------------------------------------------------------ */

/* A number or a word; nothing where it is null, or not there. */
static void csv_cell(const json_t *object, const char *key)
{
    printf(",");
    if (result_has_number(object, key)) {
        printf("%lld", result_number(object, key));
    } else {
        printf("%s", result_text(object, key));
    }
}

/* The cells of these columns, of one object. */
static void csv_cells(const json_t *object, const char *const *column)
{
    for (; *column; column++) {
        csv_cell(object, *column);
    }
}

static void csv_link(const json_t *link)
{
    csv_cells(link, result_channel_keys);
    csv_cells(link, result_link_counters);
    printf("\n");
}

static void show_csv(const json_t *result, bool heading)
{
    static const char *const times[] = {"from_cycle", "cycles", NULL};
    static const char *const *const columns[] = {result_node_counters, result_channel_keys,
                                                 result_link_counters};
    const json_t *node, *link;
    size_t i, j;
    if (heading) {
        printf("what,from_cycle,cycles,node");
        for (i = 0; i < sizeof columns / sizeof *columns; i++) {
            for (j = 0; columns[i][j]; j++) {
                printf(",%s", columns[i][j]);
            }
        }
        printf("\n");
    }
    json_array_foreach (json_object_get(result, "nodes"), i, node) {
        printf("node");
        csv_cells(result, times);
        csv_cell(node, "node");
        csv_cells(node, result_node_counters);
        csv_link(NULL);
        json_array_foreach (json_object_get(node, "links"), j, link) {
            printf("link");
            csv_cells(result, times);
            csv_cell(node, "node");
            csv_cells(NULL, result_node_counters);
            csv_link(link);
        }
    }
}

void counters_show(const json_t *result, bool csv, bool heading)
{
    if (csv) {
        show_csv(result, heading);
    } else {
        show_tables(result);
    }
}

void show_counters(const struct options *o, const json_t *result)
{
    counters_show(result, o->text[KEY_csv], true);
}
