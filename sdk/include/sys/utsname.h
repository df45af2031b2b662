/* SPDX-License-Identifier: BSD-2-Clause */
/* POSIX's, which newlib does not have. */
#ifndef NOCTURNE_SYS_UTSNAME_H
#define NOCTURNE_SYS_UTSNAME_H

#ifdef __cplusplus
extern "C" {
#endif

struct utsname {
    char sysname[32];  /* "Nocturne" */
    char nodename[32]; /* as gethostname() */
    char release[32];  /* the C library in the program, as "newlib 4.5.0" */
    char version[32];  /* "board 6": of its network interface's registers */
    char machine[32];  /* "riscv32" */
};

/* Returns 0. */
int uname(struct utsname *);

#ifdef __cplusplus
}
#endif

#endif
