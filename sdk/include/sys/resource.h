/* SPDX-License-Identifier: BSD-2-Clause */
/* In the place of newlib's, whose rusage has times only. Programs read the others, which are 0 here. */
#ifndef NOCTURNE_SYS_RESOURCE_H
#define NOCTURNE_SYS_RESOURCE_H

#include <sys/time.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RUSAGE_SELF     0
#define RUSAGE_CHILDREN (-1)
#define RUSAGE_THREAD   1

struct rusage {
    struct timeval ru_utime, ru_stime;
    long ru_maxrss, ru_ixrss, ru_idrss, ru_isrss, ru_minflt, ru_majflt, ru_nswap, ru_inblock,
        ru_oublock, ru_msgsnd, ru_msgrcv, ru_nsignals, ru_nvcsw, ru_nivcsw;
};

/* ru_utime: since reset. -1: EINVAL, no such `who`. */
int getrusage(int who, struct rusage *usage);

#ifdef __cplusplus
}
#endif

#endif
