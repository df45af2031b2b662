/* SPDX-License-Identifier: BSD-2-Clause */
#include "doctor_check.h"

#include <stdarg.h>
#include <stdio.h>

static void fill(char *to, size_t room, const char *format, va_list list)
{
    vsnprintf(to, room, format, list);
}

void check_passes(struct doctor_check *f, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fill(f->found, sizeof f->found, format, list);
    va_end(list);
    f->ok = true;
}

void check_fails(struct doctor_check *f, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fill(f->found, sizeof f->found, format, list);
    va_end(list);
    f->ok = false;
}

void check_fix(struct doctor_check *f, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fill(f->fix, sizeof f->fix, format, list);
    va_end(list);
}

void check_error(struct doctor_check *f, const struct error *error, const char *fix)
{
    check_fails(f, "%s%s%s", error->what, error->remark[0] ? "; " : "", error->remark);
    check_fix(f, "%s", error->fix[0] ? error->fix : fix);
}
