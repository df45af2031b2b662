/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Datatypes, operations and topologies as the rest of this library sees them.
 *
 * A datatype is a tree, as it was made (contents), and a map of where its bytes are: parts, each a
 * run of equal blocks, of bytes or of another map.
 *
 *     vector(3, 2, 4, int)     map -> part: offset 0, count 3, stride 16, bytes 8
 *
 * A type whose bytes are one block has no map, so that most messages need no walk.
 */
#ifndef MPI_TYPES_H
#define MPI_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mpi.h"
#include "noc.h"

struct type_map;
struct mpi_attribute;

/* Predefined operations, the numbers of struct type_operations. */
enum op_number {
    OP_MAX,
    OP_MIN,
    OP_SUM,
    OP_PROD,
    OP_LAND,
    OP_LOR,
    OP_LXOR,
    OP_BAND,
    OP_BOR,
    OP_BXOR,
    OP_MAXLOC,
    OP_MINLOC,
    OP_TABLED, /* those above are in a type's table */
    OP_REPLACE = OP_TABLED,
    OP_NO_OP,
    OP_USER
};

/* What a basic type's elements may be reduced by; NULL: not by this one. */
struct type_operations {
    const noc_op *by[OP_TABLED];
};

/* How a type was made (MPI_Type_get_contents). The arrays lie behind the struct. */
struct type_contents {
    int combiner;
    int integers, addresses, types;
    int *integer;
    MPI_Aint *address;
    MPI_Datatype *type;
};

/* The kinds of MPI_Type_match_size, and what one-sided calls and external32 need to know. */
enum type_kind { TYPE_OTHER, TYPE_SIGNED, TYPE_UNSIGNED, TYPE_FLOAT, TYPE_COMPLEX, TYPE_PAIR };

struct mpi_type {
    uint16_t mark;                  /* MARK_TYPE */
    uint8_t align;                  /* of its most aligned basic element */
    uint8_t kind;                   /* enum type_kind */
    uint16_t handles;               /* the program's; 0: it has freed them all */
    MPI_Count size;                 /* bytes of data in an element */
    MPI_Count lb, extent;           /* elements follow each other at this distance */
    MPI_Count true_lb, true_extent; /* where the first byte of data is; to behind the last */
    MPI_Count basics;               /* how many basic elements it has */
    const struct type_map *map;     /* NULL: one block of `size` bytes at true_lb */
    const struct mpi_type *basic;   /* the basic type that all of it is of; NULL: several, none */
    const struct type_operations *operations; /* of basic types; NULL: none */
    struct type_contents *contents;           /* NULL: it is predefined, or another's `inner` */
    struct mpi_type *inner;                   /* has a map that this one's needs; NULL: none */
    union {
        struct mpi_attribute *attributes; /* of MPI_Type_set_attr */
        struct mpi_type *gone;            /* the next one in a list of those that go */
    };
    char *name; /* NULL: none */
    uint32_t references;
    bool dense;          /* consecutive elements are one block */
    bool has_lb, has_ub; /* set by the program (3.1: 4.1.7); they outlive nesting */
    bool committed;
    bool brief; /* committed, dense, and so short that 2^20 elements are counted in 31 bits */
    bool predefined;
    bool owns_map, owns_name;
    uint8_t external; /* bytes in external32, if not `size` */
};

struct mpi_op {
    uint16_t mark;  /* MARK_OP */
    uint8_t number; /* enum op_number */
    bool commutative;
    MPI_User_function *function; /* of OP_USER */
    uint32_t references;
};

/* --- datatypes: type_map.c ---------------------------------------------------- */

/* Whether any number of elements is one block of memory, from the address + true_lb. */
static inline bool type_is_contiguous(MPI_Datatype t)
{
    return t->dense;
}

/* Lengths are counted in 64 bits until they are known to be those of messages. No datatype has more
 * bytes, or larger bounds, than TYPE_MOST. */
#define TYPE_MOST ((MPI_Count)1 << 60)
enum { TYPE_BRIEF_BYTES = 2047 };

/* Bytes of so many elements; NOC_CUT - 1, which no message has, if there are as many, or more. */
static inline uint32_t type_bytes(uint32_t count, MPI_Datatype t)
{
    const uint64_t bytes = (uint64_t)count * (uint32_t)t->size;
    const uint32_t high = (uint32_t)(bytes >> 32) | (uint32_t)(t->size >> 32);

    if (__builtin_expect(!high && (uint32_t)bytes < NOC_CUT, 1)) {
        return (uint32_t)bytes;
    }
    return count && t->size ? NOC_CUT - 1 : 0;
}

static inline bool type_is_brief(const struct mpi_type *t)
{
    return t->committed && t->dense && t->size <= TYPE_BRIEF_BYTES;
}

/* a * b, or with its sign TYPE_MOST. */
MPI_Count type_times(MPI_Count a, MPI_Count b);
/* Where the first byte of `count` elements is, from the address of the first of them on, and behind
 * the last. */
void type_span(MPI_Count count, MPI_Datatype t, MPI_Count *low, MPI_Count *high);
/* Whether `count` elements, the first of them `offset` bytes behind `at`, can lie in a core's memory. */
bool type_reaches(const void *at, MPI_Count offset, MPI_Count count, MPI_Datatype t);

/* Where `count` elements lie as one block of count * size bytes, to be sent from there; NULL: they
 * do not, so pack them. */
static inline void *type_block(const void *at, MPI_Count count, MPI_Datatype t)
{
    return t->dense || (count <= 1 && !t->map) ? (char *)(uintptr_t)at + (ptrdiff_t)t->true_lb
                                               : NULL;
}

/* Whether two buffers share bytes. Those with gaps are not looked at: their bytes may alternate. */
static inline bool type_blocks_meet(const void *a, uint32_t count_a, MPI_Datatype of_a,
                                    const void *b, uint32_t count_b, MPI_Datatype of_b)
{
    const uintptr_t at_a = (uintptr_t)a + (uintptr_t)of_a->true_lb;
    const uintptr_t at_b = (uintptr_t)b + (uintptr_t)of_b->true_lb;
    uintptr_t bytes_a, bytes_b;

    if (!of_a->dense || !of_b->dense) {
        return false;
    }
    bytes_a = type_bytes(count_a, of_a);
    bytes_b = type_bytes(count_b, of_b);
    return bytes_a && bytes_b && (at_a - at_b < bytes_b || at_b - at_a < bytes_a);
}

/* count * size bytes; `to` and `from` do not overlap. */
void type_pack(void *to, const void *from, MPI_Count count, MPI_Datatype t);
/* Bytes in a row, from the address of the first element on. */
struct type_run {
    ptrdiff_t offset;
    uint32_t bytes;
};
/* Where the data is, in the order in which it is packed; neighbours are one. How many there are; runs
 * NULL: they are only counted. */
uint32_t type_runs(MPI_Count count, MPI_Datatype t, struct type_run *runs);
/* At most `bytes` of `from`, and never more than `count` elements. */
void type_unpack(void *to, MPI_Count count, MPI_Datatype t, const void *from, size_t bytes);
/* From one layout to another, as if sent to oneself: the shorter of the two. 0 or MPI_ERR_NO_MEM. */
int type_copy(void *to, MPI_Count to_count, MPI_Datatype to_type, const void *from,
              MPI_Count from_count, MPI_Datatype from_type);

/* How many basic elements are in the first `bytes` packed bytes of elements of this type; -1: the
 * bytes end inside of one (MPI_UNDEFINED). */
MPI_Count type_elements(MPI_Datatype t, MPI_Count bytes);
/* How many packed bytes are before basic element `count` of elements of this type: the inverse.
 * INT64_MAX: more than a number can say. */
MPI_Count type_element_at(MPI_Datatype t, MPI_Count count);
/* The basic type at packed byte `at` of elements of t, and how many of it follow each other at
 * least. `at` is where a basic element begins. */
const struct mpi_type *type_basic_at(MPI_Datatype t, MPI_Count at, MPI_Count *run);

/* Types that are in use by something under way outlive MPI_Type_free. */
void type_hold(MPI_Datatype t);
void type_release(MPI_Datatype t);
/* One more handle for the program. */
MPI_Datatype type_give(MPI_Datatype t);

/* MPI_SUCCESS, or MPI_ERR_TYPE: this cannot be used by a communication, since it is no type, or was
 * not committed. */
int type_check(MPI_Datatype t);

/* --- operations: op_apply.c ------------------------------------------------------ */

/* MPI_SUCCESS, or MPI_ERR_OP: no operation, or not for this type (5.9.2). */
int op_check(MPI_Op op, MPI_Datatype t);
/* The layer's operation for a predefined one; NULL: it is the program's own, or not for this type.
 * Its elements lie as in memory: of a pair type, gaps included. */
const noc_op *op_for(MPI_Op op, MPI_Datatype t);
/* inout[i] = in[i] op inout[i]: any operation that op_check() allows, with MPI_REPLACE (inout
 * becomes in) and MPI_NO_OP. */
void op_apply(MPI_Op op, const void *in, void *inout, int count, MPI_Datatype t);

/*
 * An operation of the program as one of the layer's. If type_is_contiguous(type) the elements lie
 * as in memory; otherwise they are packed, so pack and unpack around the call. It must live as long
 * as the layer uses it.
 */
struct op_wrapped {
    noc_op op; /* first */
    MPI_Op user;
    MPI_Datatype type;
};
void op_wrap(struct op_wrapped *w, MPI_Op op, MPI_Datatype t);
void op_hold(MPI_Op op);
void op_release(MPI_Op op);

/* --- topologies: topo_*.c ---------------------------------------------------------- */

/* What a communicator's `topology` points to. Communicators that were duplicated share it. */
struct mpi_topology;
void topo_hold(struct mpi_topology *topology);    /* NULL is ignored */
void topo_release(struct mpi_topology *topology); /* the same */

#endif
