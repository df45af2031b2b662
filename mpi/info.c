/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Info objects: keys and values, in the order in which keys were set first (3.1: 9). They may be
 * used before MPI_Init and after MPI_Finalize, too (4.0: 11.4.1).
 */
#include <stdio.h>
#include <string.h>

#include "mpi_priv.h"

struct entry {
    struct entry *next;
    char *value; /* of malloc */
    char key[];
};

struct mpi_info {
    uint16_t mark;
    bool predefined;
    struct entry *first;
};

/* How the program was started (10.3.4): what can be said of it is of no use here. */
struct mpi_info mpi_info_env = {.mark = MARK_INFO, .predefined = true};

static int check(const char *call, MPI_Info info)
{
    mpi_state.ram_bytes = noc_ram_bytes(); /* also before MPI_Init */
    if (!mpi_is(info, MARK_INFO)) {
        return mpi_fail(NULL, call, MPI_ERR_INFO, NULL);
    }
    return MPI_SUCCESS;
}

static int check_key(const char *call, MPI_Info info, const char *key)
{
    CHECK(check(call, info));
    if (!key) {
        return mpi_fail(NULL, call, MPI_ERR_INFO_KEY, "the key is NULL");
    }
    if (!*key || strlen(key) >= MPI_MAX_INFO_KEY) {
        return mpi_fail(NULL, call, MPI_ERR_INFO_KEY, NULL);
    }
    return MPI_SUCCESS;
}

/* The link to the entry with this key; to NULL: there is none. */
static struct entry **find(MPI_Info info, const char *key)
{
    struct entry **link = &info->first;

    while (*link && strcmp((*link)->key, key) != 0) {
        link = &(*link)->next;
    }
    return link;
}

static char *copy_of(const char *text)
{
    const size_t bytes = strlen(text) + 1;
    char *copy = malloc(bytes);

    return copy ? memcpy(copy, text, bytes) : NULL;
}

static bool set(MPI_Info info, const char *key, const char *value)
{
    struct entry **link = find(info, key), *e = *link;
    char *copy = copy_of(value);

    if (!copy) {
        return false;
    }
    if (!e) {
        e = malloc(sizeof(*e) + strlen(key) + 1);
        if (!e) {
            free(copy);
            return false;
        }
        e->next = NULL;
        e->value = NULL;
        strcpy(e->key, key);
        *link = e;
    }
    free(e->value);
    e->value = copy;
    return true;
}

static void drop(struct entry *e)
{
    free(e->value);
    free(e);
}

static void delete (MPI_Info info)
{
    struct entry *e, *next;

    for (e = info->first; e; e = next) {
        next = e->next;
        drop(e);
    }
    mpi_object_free(info);
}

static MPI_Info create(void)
{
    MPI_Info info = mpi_object_new(sizeof(*info));

    if (info) {
        *info = (struct mpi_info){.mark = MARK_INFO};
    }
    return info;
}

static int create_for(const char *call, MPI_Info *info)
{
    CHECK(mpi_check_pointer(call, NULL, info, "info"));
    *info = create();
    return *info ? MPI_SUCCESS
                 : mpi_fail(NULL, call, MPI_ERR_NO_MEM, "the info does not fit the heap");
}

MPI_WEAK(Info_create);
int PMPI_Info_create(MPI_Info *info)
{
    return create_for(CALL, info);
}

/* What MPI_INFO_ENV has (4.0: 11.2.1): nothing. */
MPI_WEAK(Info_create_env);
int PMPI_Info_create_env(int argc, char *argv[], MPI_Info *info)
{
    (void)argc;
    (void)argv;
    return create_for(CALL, info);
}

MPI_WEAK(Info_free);
int PMPI_Info_free(MPI_Info *info)
{
    CHECK(mpi_check_pointer(CALL, NULL, info, "info"));
    CHECK(check(CALL, *info));
    if ((*info)->predefined) {
        return mpi_fail(NULL, CALL, MPI_ERR_INFO, "MPI_INFO_ENV cannot be freed");
    }
    delete (*info);
    *info = MPI_INFO_NULL;
    return MPI_SUCCESS;
}

MPI_WEAK(Info_dup);
int PMPI_Info_dup(MPI_Info info, MPI_Info *made)
{
    const struct entry *e;

    CHECK(check(CALL, info));
    CHECK(mpi_check_pointer(CALL, NULL, made, "the new info"));
    *made = create();
    for (e = info->first; *made && e; e = e->next) {
        if (!set(*made, e->key, e->value)) {
            delete (*made);
            *made = NULL;
        }
    }
    return *made ? MPI_SUCCESS
                 : mpi_fail(NULL, CALL, MPI_ERR_NO_MEM, "the info does not fit the heap");
}

MPI_WEAK(Info_set);
int PMPI_Info_set(MPI_Info info, const char *key, const char *value)
{
    CHECK(check_key(CALL, info, key));
    if (!value) {
        return mpi_fail(NULL, CALL, MPI_ERR_INFO_VALUE, "the value is NULL");
    }
    if (!*value || strlen(value) >= MPI_MAX_INFO_VAL) {
        return mpi_fail(NULL, CALL, MPI_ERR_INFO_VALUE, NULL);
    }
    return set(info, key, value)
             ? MPI_SUCCESS
             : mpi_fail(NULL, CALL, MPI_ERR_NO_MEM, "the value does not fit the heap");
}

MPI_WEAK(Info_delete);
int PMPI_Info_delete(MPI_Info info, const char *key)
{
    struct entry **link, *e;

    CHECK(check_key(CALL, info, key));
    link = find(info, key);
    e = *link;
    if (!e) {
        return mpi_fail(NULL, CALL, MPI_ERR_INFO_NOKEY, NULL);
    }
    *link = e->next;
    drop(e);
    return MPI_SUCCESS;
}

/* length is without the 0 at the end, for which value has room. */
MPI_WEAK(Info_get);
int PMPI_Info_get(MPI_Info info, const char *key, int length, char *value, int *flag)
{
    const struct entry *e;

    CHECK(check_key(CALL, info, key));
    CHECK(mpi_check_pointer(CALL, NULL, flag, "flag"));
    CHECK(mpi_check_pointer(CALL, NULL, value, "the place for the value"));
    if (length < 0) {
        return mpi_fail(NULL, CALL, MPI_ERR_ARG, "the length is %d", length);
    }
    e = *find(info, key);
    *flag = e != NULL;
    if (e) {
        snprintf(value, (size_t)length + 1, "%s", e->value);
    }
    return MPI_SUCCESS;
}

MPI_WEAK(Info_get_valuelen);
int PMPI_Info_get_valuelen(MPI_Info info, const char *key, int *length, int *flag)
{
    const struct entry *e;

    CHECK(check_key(CALL, info, key));
    CHECK(mpi_check_pointer(CALL, NULL, length, "length"));
    CHECK(mpi_check_pointer(CALL, NULL, flag, "flag"));
    e = *find(info, key);
    *flag = e != NULL;
    if (e) {
        *length = (int)strlen(e->value);
    }
    return MPI_SUCCESS;
}

/* *length: the value's room, and then the room that it needs, each with the 0 at the end (4.0: 10).
 * Without room the value stays as it is. */
MPI_WEAK(Info_get_string);
int PMPI_Info_get_string(MPI_Info info, const char *key, int *length, char *value, int *flag)
{
    const struct entry *e;

    CHECK(check_key(CALL, info, key));
    CHECK(mpi_check_pointer(CALL, NULL, length, "length"));
    CHECK(mpi_check_pointer(CALL, NULL, flag, "flag"));
    if (*length < 0 || (*length && !value)) {
        return mpi_fail(NULL, CALL, MPI_ERR_ARG, "there is no room for the value");
    }
    e = *find(info, key);
    *flag = e != NULL;
    if (e && *length) {
        snprintf(value, (size_t)*length, "%s", e->value);
    }
    if (e) {
        *length = (int)strlen(e->value) + 1;
    }
    return MPI_SUCCESS;
}

MPI_WEAK(Info_get_nkeys);
int PMPI_Info_get_nkeys(MPI_Info info, int *count)
{
    const struct entry *e;

    CHECK(check(CALL, info));
    CHECK(mpi_check_pointer(CALL, NULL, count, "count"));
    *count = 0;
    for (e = info->first; e; e = e->next) {
        ++*count;
    }
    return MPI_SUCCESS;
}

MPI_WEAK(Info_get_nthkey);
int PMPI_Info_get_nthkey(MPI_Info info, int n, char *key)
{
    const struct entry *e;
    int i = 0;

    CHECK(check(CALL, info));
    CHECK(mpi_check_pointer(CALL, NULL, key, "key"));
    for (e = info->first; e && i < n; e = e->next) {
        i++;
    }
    if (n < 0 || !e) {
        return mpi_fail(NULL, CALL, MPI_ERR_ARG, "there is no key %d", n);
    }
    strcpy(key, e->key);
    return MPI_SUCCESS;
}
