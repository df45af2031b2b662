/* SPDX-License-Identifier: BSD-2-Clause */
/* Info objects. Any number of ranks. */
#include "check.h"

int main(int argc, char **argv)
{
    char value[MPI_MAX_INFO_VAL + 1], key[MPI_MAX_INFO_KEY + 1];
    int flag = 1, count = -1, length = 0;
    MPI_Info info, copy;

    check_begin(&argc, &argv);
    MPI_Info_create(&info);
    MPI_Info_get_nkeys(info, &count);
    CHECK("9", count == 0);
    MPI_Info_set(info, "first", "1");
    MPI_Info_set(info, "second", "two");
    MPI_Info_set(info, "first", "one");
    MPI_Info_get_nkeys(info, &count);
    CHECK("9", count == 2);
    MPI_Info_get(info, "first", MPI_MAX_INFO_VAL, value, &flag);
    CHECK("9", flag && !strcmp(value, "one"));
    MPI_Info_get(info, "second", 2, value, &flag);
    CHECK("9", flag && !strcmp(value, "tw"));
    MPI_Info_get_valuelen(info, "second", &length, &flag);
    CHECK("9", flag && length == 3);
    MPI_Info_get(info, "third", MPI_MAX_INFO_VAL, value, &flag);
    CHECK("9", !flag);
    MPI_Info_dup(info, &copy);
    MPI_Info_get_nthkey(copy, 0, key);
    CHECK("9", !strcmp(key, "first"));
    MPI_Info_get_nthkey(copy, 1, key);
    CHECK("9", !strcmp(key, "second"));
    MPI_Info_delete(info, "first");
    MPI_Info_get_nkeys(info, &count);
    CHECK("9", count == 1);
    MPI_Info_get_nkeys(copy, &count);
    CHECK("9", count == 2);
    CHECK_ERROR("9", MPI_ERR_INFO_NOKEY, MPI_Info_delete(info, "first"));
    MPI_Info_free(&info);
    MPI_Info_free(&copy);
    CHECK("9", info == MPI_INFO_NULL);
    return check_end("info");
}
