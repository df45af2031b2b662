/* SPDX-License-Identifier: BSD-2-Clause */
/* noct profile for people: three tables, of what is most. */
#include <stdio.h>

#include "commands.h"
#include "result/result.h"
#include "table.h"

enum { SHOWN = 20 };

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

/* Of all rows. */
static uint64_t cycles_of(const json_t *rows)
{
    const json_t *row;
    uint64_t sum = 0;
    size_t i;

    json_array_foreach ((json_t *)(uintptr_t)rows, i, row) {
        sum += (uint64_t)result_number(row, "cycles");
    }
    return sum;
}

/* Under a table of the first rows. */
static void show_rest(const json_t *rows, const char *what)
{
    size_t n = json_array_size(rows);

    if (n > SHOWN) {
        printf("... and %zu more %s; --json has all\n", n - SHOWN, what);
    }
}

static void show_functions(const json_t *rows)
{
    const uint64_t awake = cycles_of(rows); /* as they were seen, so that the sum is 100 % */
    struct table *t = table_begin("rrl", "cycles\t%\tfunction");
    const json_t *row;
    size_t i;

    json_array_foreach ((json_t *)(uintptr_t)rows, i, row) {
        uint64_t cycles = (uint64_t)result_number(row, "cycles");
        if (i < SHOWN) {
            table_row(t, "%llu\t%.1f\t%s", (unsigned long long)cycles, percent(cycles, awake),
                      result_text(row, "function"));
        }
    }
    table_end(t);
    show_rest(rows, "functions");
}

/* "firmware/eager/eager.c:40" without the directories that a reader knows anyway: the last two. */
static const char *short_name(const char *file)
{
    const char *at = file, *last = file, *before = file;

    for (; *at; at++) {
        if (*at == '/') {
            before = last;
            last = at + 1;
        }
    }
    return before;
}

static void show_lines(const json_t *rows)
{
    const uint64_t awake = cycles_of(rows);
    struct table *t = table_begin("rrll", "cycles\t%\tline\tin");
    const json_t *row;
    size_t i;

    json_array_foreach ((json_t *)(uintptr_t)rows, i, row) {
        uint64_t cycles = (uint64_t)result_number(row, "cycles");
        const char *inlined = result_text(row, "inlined");
        if (i < SHOWN && result_has_number(row, "line")) {
            table_row(t, "%llu\t%.1f\t%s:%lld\t%s", (unsigned long long)cycles,
                      percent(cycles, awake), short_name(result_text(row, "file")),
                      result_number(row, "line"),
                      *inlined ? inlined : result_text(row, "function"));
        } else if (i < SHOWN) {
            table_row(t, "%llu\t%.1f\t?\t%s", (unsigned long long)cycles, percent(cycles, awake),
                      result_text(row, "function"));
        }
    }
    table_end(t);
    show_rest(rows, "lines");
}

static void show_waits(const json_t *rows, uint64_t asleep)
{
    struct table *t = table_begin("rrrlrl", "cycles\t%\tcore\twaited\tfor core\ttag");
    const json_t *row;
    size_t i;

    json_array_foreach ((json_t *)(uintptr_t)rows, i, row) {
        uint64_t cycles = (uint64_t)result_number(row, "cycles");
        const char *what = result_text(row, "what");
        char peer[24] = "any", tag[24] = "";
        if (i >= SHOWN) {
            break;
        }
        if (result_has_number(row, "peer")) {
            snprintf(peer, sizeof peer, "%lld", result_number(row, "peer"));
        }
        if (result_has_number(row, "tag")) {
            snprintf(tag, sizeof tag, "%lld", result_number(row, "tag"));
        }
        table_row(t, "%llu\t%.1f\t%lld\t%s\t%s\t%s", (unsigned long long)cycles,
                  percent(cycles, asleep), result_number(row, "node"),
                  *what ? what : "for nothing named", peer, tag);
    }
    table_end(t);
    show_rest(rows, "sleeps");
}

void show_profile(const struct options *o, const json_t *result)
{
    uint64_t awake = (uint64_t)result_number(result, "awake");
    uint64_t asleep = (uint64_t)result_number(result, "asleep");

    printf("%s: %lld cores, %lld cycles; a core was awake for %.1f and asleep for %.1f %% of its "
           "time\n",
           result_text(result, "firmware"), result_number(result, "nodes"),
           result_number(result, "cycles"), percent(awake, awake + asleep),
           percent(asleep, awake + asleep));
    printf("\nawake, by function (a look at each core once in %lld cycles)\n",
           result_number(result, "every"));
    show_functions(json_object_get(result, "functions"));
    printf("\nawake, by line\n");
    show_lines(json_object_get(result, "lines"));
    if (asleep) {
        printf("\nasleep\n");
        show_waits(json_object_get(result, "waits"), asleep);
    }
    if (*result_text(result, "file")) {
        printf("\n%s: open it at https://www.speedscope.app; it stays on this machine\n",
               result_text(result, "file"));
    }
    (void)o;
}
