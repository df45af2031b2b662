/* SPDX-License-Identifier: BSD-2-Clause */
#include <sys/utsname.h>

#include <newlib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ni.h"

enum { MAP_VERSION = 0xff }; /* of NI_VERSION: the register map's */

int uname(struct utsname *name)
{
    memset(name, 0, sizeof *name);
    strcpy(name->sysname, "Nocturne");
    gethostname(name->nodename, sizeof name->nodename);
    strcpy(name->release, "newlib " _NEWLIB_VERSION);
    snprintf(name->version, sizeof name->version, "board %lu",
             (unsigned long)(ni_read(NI_VERSION) & MAP_VERSION));
    strcpy(name->machine, "riscv32");
    return 0;
}
