/* SPDX-License-Identifier: BSD-2-Clause */
/* noct trace for people. */
#include <stdio.h>

#include "commands.h"
#include "result/result.h"

/* The line that plays the worms back: worms with several destinations need their routing. */
static void show_play_back(const json_t *result, const char *file)
{
    printf("play them back: noct sim");
    if (*result_text(result, "topology")) {
        printf(" --topology %s --routing %s", result_text(result, "topology"),
               result_text(result, "routing"));
    }
    printf(" --traffic file:%s\n", file);
}

void show_trace(const struct options *o, const json_t *result)
{
    const json_t *lost = json_object_get(result, "lost");
    const json_t *there = json_object_get(result, "still_there");
    long long events = result_number(lost, "events"), worms = result_number(lost, "worms");
    printf("%s: %lld cores, %lld cycles: %lld events, %lld messages, %lld worms on channels\n",
           result_text(result, "file"), result_number(result, "nodes"),
           result_number(result, "cycles"), result_number(result, "events"),
           result_number(result, "messages"), result_number(result, "worms"));
    if (events || worms) {
        printf("lost, because rings were full: %lld events, %lld worms; %lld arrivals without what "
               "sent them\n",
               events, worms, result_number(result, "unmatched"));
    }
    if (result_number(there, "channels")) {
        printf("still there at the end: worms on %lld channels; stuck, for ever: %lld\n",
               result_number(there, "channels"), result_number(there, "stuck"));
    }
    const json_t *file = json_object_get(result, "worm_file");
    if (file) {
        printf("%s: %lld worms", result_text(file, "file"), result_number(file, "worms"));
        if (result_number(file, "coded")) {
            printf("; %lld along coded paths are left out", result_number(file, "coded"));
        }
        printf("\n");
        show_play_back(result, result_text(file, "file"));
    }
    printf("open it: https://ui.perfetto.dev, 'Open trace file'; it stays on this machine\n");
    (void)o;
}
