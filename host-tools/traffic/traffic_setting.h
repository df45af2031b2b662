/* SPDX-License-Identifier: BSD-2-Clause */
/* What noct sim --traffic was asked for, checked. */
#ifndef NOCT_TRAFFIC_TRAFFIC_SETTING_H
#define NOCT_TRAFFIC_TRAFFIC_SETTING_H

#include "experiment/experiment.h"
#include "specify/identity.h"
#include "patterns/injection.h"
#include "patterns/lengths.h"
#include "patterns/pattern.h"
#include "patterns/worm_file.h"

#define WARMUP_FOUND UINT64_MAX /* by MSER-5 */

struct traffic_setting {
    const char *text; /* as it was written; the options' */
    bool playback;    /* the worms of a file; else they are drawn */
    bool find;        /* the rate at which the network saturates */
    struct worm_file file;
    struct pattern pattern; /* of a multicast, and of a file, uniform: for its senders */
    struct lengths lengths;
    struct injection injection;
    uint32_t fanout; /* destinations of a worm */
    double
        flits;   /* of a message in the mean, header and NI words included; headers as for `rate` */
    double rate; /* flits for each node and cycle; 0 if it is to be found */
    double rate_max;   /* what the injection can make */
    double resolution; /* of the rate to be found */
    uint64_t cycles;   /* in which worms are made */
    uint64_t warmup;   /* cycles; or WARMUP_FOUND */
};

/* After an error nothing is to be freed. */
enum status traffic_setting_make(struct traffic_setting *s, const struct experiment *e,
                                 const struct options *o, struct error *error);
/* Add it, defaults included, to what tells the experiment from others. */
void traffic_setting_identify(const struct traffic_setting *s, const struct options *o,
                              struct identity *id);
void traffic_setting_free(struct traffic_setting *s);

#endif
