/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A row of results: one trial of one point. It is flat, so that other programs read it as a line of a
 * table: what was asked, with all defaults, what came out, and no lists.
 */
#ifndef NOCT_SWEEP_ROW_H
#define NOCT_SWEEP_ROW_H

#include <jansson.h>

#include "base/options.h"
#include "statistics.h"

/* Raised when any golden cycle of plans, simulations or runs changes, or what an id or a key of a row
 * stands for, so that rows from before are not taken for those of today. */
enum { RESULTS_VERSION = 9 };

enum { ROW_ID_TEXT = 17, ROW_COMPILER_TEXT = 128 };

/* The compiler that the numbers of a row depend on besides: of a run that of Nocturne's firmware. NULL:
 * on none, as those of plans and simulations, and of what did not fit; or on a program of the user's own.
 * "": on one that the row does not name. */
const char *row_compiler(const json_t *row);

/* Numbers of rows that are summed up. */
enum metric {
    METRIC_latency_max,
    METRIC_latency_mean,
    METRIC_accepted,
    METRIC_steps,
    METRIC_bound,
    METRIC_blocked_cycles,
    METRIC_flit_hops,
    METRIC_link_visits,
    METRIC_predicted_cycles,
    METRIC_arrival_max,
    METRIC_arrival_mean,
    METRIC_latency_each, /* over several multicasts */
    METRIC_arrival_each,
    METRIC_channel_wait_cycles,
    METRIC_steps_mean,
    METRIC_sharing_steps_max,
    METRIC_sharing_steps_mean,
    METRIC_sharing_contended,
    METRIC_sharing_three,
    METRIC_saturation, /* of --find saturation: the rate; and what the network accepts at most */
    METRIC_accepted_max,
    METRICS
};
extern const char *const metric_names[METRICS];

/* How a trial ended. */
enum row_end { END_DONE, END_UNFIT, END_SATURATED, END_LIMIT, END_DEADLOCK, END_OTHER, ENDS };

/* What is kept of a row. */
struct sample {
    enum row_end end;
    bool unsteady;         /* done, but no steady state was found in its traffic */
    double value[METRICS]; /* NAN: the row has none */
    double low, high;      /* of latency_mean, if the trial itself has an interval; else NAN */
};

/* A trial as a row tells it. */
struct trial {
    const char *depth, *id;
    bool fits; /* as depth_check() says */
    uint32_t number;
    json_t *row; /* what becomes its row, used again for the next; with id: as depth_id() left it */
};

/* How those of a point ended that are not done: {"saturated":3}, of how many trials with each end. */
json_t *row_ends(const uint32_t count[ENDS]);

/* What lists of an answer come to, or its "row" tells of them. */
json_t *row_derived(const struct options *o, const json_t *result);

/* Begin it: an object with nothing but the keys that stand before all others. */
void row_begin(json_t *row);

/* Make t->row the row of an answer. It has been begun, and has the keys of depth_id(), or no more.
 * result: NULL if there is none; error: what noct said, or "". */
void row_make(const struct trial *t, const struct options *o, enum row_end end,
              const json_t *result, json_t *derived, const char *error);

/* Its line in a file, with the newline; malloc'd. */
char *row_line(const json_t *row);

/* The same of an answer without a row, and of a row. */
struct sample sample_of_answer(enum status status, const json_t *result, const json_t *derived);
struct sample sample_of_row(const json_t *row);

/* Add a sample to its point's statistics, [METRICS]; nothing of one that is not done. */
void sample_add(const struct sample *s, struct statistics *of);

#endif
