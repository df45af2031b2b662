/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A study is made: all its trials, by all processors, in rounds if somebody looks at its precision. Its
 * rows go to a file, or are printed; its summary is an answer that show/ prints.
 */
#ifndef NOCT_SWEEP_SWEEP_H
#define NOCT_SWEEP_SWEEP_H

#include "study.h"

/* Are these the words of a study at this depth, and not of one experiment? */
bool sweep_is_wanted(const struct options *o, const struct depth *d);

/*
 * o has what is asked of the study itself: out, jobs, share, skip_unfit, dry_run, yes.
 * STATUS_NO: some trial deadlocked, came to its limit or failed. The summary, which the caller frees:
 * summary.h; NULL with --json, where rows are printed, and with --dry-run.
 */
enum status sweep_run(struct study *s, const struct options *o, json_t **summary,
                      struct error *error);

/* The study of a command line. */
enum status sweep_options(const struct options *o, const struct depth *d, json_t **summary,
                          struct error *error);

/*
 * The experiments of a line of a batch, one after the other; the worst of what `answer` returns, as
 * `worse` says. Of what is asked of a study only trials is taken; *error: nothing has been answered.
 */
enum status sweep_each(const struct options *o, const struct depth *d,
                       enum status (*answer)(void *opaque, const struct options *o), void *opaque,
                       enum status (*worse)(enum status a, enum status b), struct error *error);

#endif
