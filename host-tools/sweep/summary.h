/* SPDX-License-Identifier: BSD-2-Clause */
/* What all trials of a study came to. */
#ifndef NOCT_SWEEP_SUMMARY_H
#define NOCT_SWEEP_SUMMARY_H

#include "study.h"

/*
 * {"schema","trials","resumed","keys":[name],"points":[{"asked":{name:text},"n","not_done",
 *  "ends":{name:count},"metrics":{name:{"mean","low95","high95"}}}]}
 * keys: those of which the study has several values; "depth" and "line" are among them. A metric without
 * an interval is its mean alone; a point whose trials are all done has neither "not_done" nor "ends".
 */
json_t *summary_make(const struct study *s, uint64_t resumed);

/* One number's {"n","mean","sd","low95","high95","min","max"}: null for what one sample does not tell. */
json_t *summary_metric(const struct statistics *of);

#endif
