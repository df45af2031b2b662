/* SPDX-License-Identifier: BSD-2-Clause */
#include "schedule_checks.h"

TEST(all_schedules)
{
    for (const struct noc_schedule *const *s = noc_schedules; *s; s++) {
        check_schedule(*s);
    }
}
