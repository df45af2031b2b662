/* SPDX-License-Identifier: BSD-2-Clause */
/* Keys, and what programs and the library attach to communicators, datatypes and windows by them
 * (6.7). */
#include "mpi_priv.h"

enum { FIRST_KEY = 64, KEYS_MAX = 4096 };

typedef int copy_function(void *, int, void *, void *, void *, int *);
typedef int delete_function(void *, int, void *, void *);

struct key {
    copy_function *copy;
    delete_function *remove;
    void *extra;
    int references; /* attributes, and the program's */
    uint8_t of;     /* enum mpi_owner */
    bool freed;
    uint16_t turn; /* how many keys were here before */
};

struct mpi_attribute {
    struct mpi_attribute *next; /* the one that was set before */
    int key;
    void *value;
};

static struct key *keys;
static int count;

/* A key is its place and, above that, its turn: so those that had the same place differ. */
static struct key *key_at(int keyval)
{
    const int place = (keyval - FIRST_KEY) % KEYS_MAX, turn = (keyval - FIRST_KEY) / KEYS_MAX;

    return keyval >= FIRST_KEY && place < count && keys[place].references &&
                   keys[place].turn == turn
             ? &keys[place]
             : NULL;
}

/* One that the program may use. */
static struct key *key_of(enum mpi_owner of, int keyval)
{
    struct key *k = key_at(keyval);

    return k && k->of == of && !k->freed ? k : NULL;
}

static void key_release(struct key *k)
{
    k->references--;
}

int mpi_key_new(const char *call, enum mpi_owner of, void (*copy)(void), void (*remove)(void),
                int *keyval, void *extra)
{
    struct key *more;
    uint16_t turn;
    int place = 0;

    CHECK(mpi_check_running(call));
    CHECK(mpi_check_pointer(call, NULL, keyval, "the place for the key"));
    while (place < count && keys[place].references) {
        place++;
    }
    if (place == count) {
        more = count < KEYS_MAX ? realloc(keys, ((size_t)count + 1) * sizeof(*keys)) : NULL;
        if (!more) {
            return mpi_fail(NULL, call, MPI_ERR_NO_MEM, NULL);
        }
        keys = more;
        keys[count++].turn = UINT16_MAX; /* the next one's is 0 */
    }
    turn = (uint16_t)(keys[place].turn + 1);
    keys[place] = (struct key){
        (copy_function *)copy, (delete_function *)remove, extra, 1, (uint8_t)of, false, turn};
    *keyval = FIRST_KEY + place + KEYS_MAX * turn;
    return MPI_SUCCESS;
}

static int bad_key(MPI_Comm comm, const char *call, int keyval)
{
    return mpi_fail(comm, call, MPI_ERR_KEYVAL, "the key %d is none, or is not for this", keyval);
}

int mpi_key_free(const char *call, enum mpi_owner of, int *keyval)
{
    struct key *k;

    CHECK(mpi_check_running(call));
    CHECK(mpi_check_pointer(call, NULL, keyval, "the place of the key"));
    k = key_at(*keyval); /* programs free one again that is still attached somewhere */
    if (!k || k->of != of) {
        return bad_key(NULL, call, *keyval);
    }
    if (!k->freed) {
        k->freed = true;
        key_release(k);
    }
    *keyval = MPI_KEYVAL_INVALID;
    return MPI_SUCCESS;
}

static struct mpi_attribute **find(struct mpi_attribute **list, int keyval)
{
    while (*list && (*list)->key != keyval) {
        list = &(*list)->next;
    }
    return list;
}

/* The delete function of one that is set; keyval may be freed. */
static int call_delete(void *handle, const struct mpi_attribute *a)
{
    const struct key *k = key_at(a->key);

    return k->remove ? k->remove(handle, a->key, a->value, k->extra) : MPI_SUCCESS;
}

/* The delete function may have deleted others, and this one. */
static int remove_one(void *handle, struct mpi_attribute **list, struct mpi_attribute *a)
{
    const int error = call_delete(handle, a);

    while (!error && *list) {
        if (*list == a) {
            *list = a->next;
            key_release(key_at(a->key));
            free(a);
            break;
        }
        list = &(*list)->next;
    }
    return error;
}

int mpi_attributes_delete(enum mpi_owner of, void *handle, struct mpi_attribute **list)
{
    int error = MPI_SUCCESS;

    (void)of;
    while (*list && !error) {
        error = remove_one(handle, list, *list);
    }
    return error;
}

/* Oldest first, as they were set. */
int mpi_attributes_copy(enum mpi_owner of, void *old, struct mpi_attribute *list,
                        struct mpi_attribute **copied)
{
    struct mpi_attribute *a;
    struct key *k;
    void *value = NULL;
    int error, flag = 0;

    (void)of;
    if (!list) {
        return MPI_SUCCESS;
    }
    error = mpi_attributes_copy(of, old, list->next, copied);
    k = key_at(list->key);
    if (error || !k->copy) {
        return error;
    }
    error = k->copy(old, list->key, k->extra, list->value, &value, &flag);
    if (error || !flag) {
        return error;
    }
    a = malloc(sizeof(*a));
    if (!a) {
        return MPI_ERR_NO_MEM;
    }
    *a = (struct mpi_attribute){*copied, list->key, value};
    k->references++;
    *copied = a;
    return MPI_SUCCESS;
}

int mpi_attribute_set(const char *call, MPI_Comm comm, enum mpi_owner of, void *handle,
                      struct mpi_attribute **list, int keyval, void *value)
{
    struct key *k = key_of(of, keyval);
    struct mpi_attribute *a;
    int error;

    if (!k) {
        return bad_key(comm, call, keyval);
    }
    a = *find(list, keyval);
    if (a) {
        error = call_delete(handle, a);
        if (!error) {
            a->value = value;
        }
        return error ? mpi_fail(comm, call, error, "the delete function failed") : MPI_SUCCESS;
    }
    a = malloc(sizeof(*a));
    if (!a) {
        return mpi_fail(comm, call, MPI_ERR_NO_MEM, NULL);
    }
    *a = (struct mpi_attribute){*list, keyval, value};
    k->references++;
    *list = a;
    return MPI_SUCCESS;
}

int mpi_attribute_get(const char *call, MPI_Comm comm, enum mpi_owner of,
                      struct mpi_attribute *list, int keyval, void *value, int *flag)
{
    struct mpi_attribute *a;

    CHECK(mpi_check_pointer(call, comm, value, "the place for the value"));
    CHECK(mpi_check_pointer(call, comm, flag, "the place for the flag"));
    a = *find(&list, keyval);
    if (!key_of(of, keyval)) {
        return bad_key(comm, call, keyval);
    }
    *flag = a != NULL;
    if (a) {
        *(void **)value = a->value;
    }
    return MPI_SUCCESS;
}

int mpi_attribute_delete(const char *call, MPI_Comm comm, enum mpi_owner of, void *handle,
                         struct mpi_attribute **list, int keyval)
{
    struct mpi_attribute **link;
    int error;

    link = find(list, keyval); /* the key may be freed by now */
    if (!*link && !key_of(of, keyval)) {
        return bad_key(comm, call, keyval);
    }
    if (!*link) {
        return mpi_fail(comm, call, MPI_ERR_KEYVAL, "no attribute is set with the key %d", keyval);
    }
    error = remove_one(handle, list, *link);
    return error ? mpi_fail(comm, call, error, "the delete function failed") : MPI_SUCCESS;
}
