/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * MPI on bare cores: MPI-1 whole, and of MPI-2 and MPI-3 what fits a core without threads, files
 * and an operating system. docs/mpi.md says what is there. What is not declared here is not there:
 * the compiler or the linker names it. Files are declared, and each of their calls fails.
 *
 * MPI: A Message-Passing Interface Standard, version 3.1, defines all of these names. The calls are
 * in mpi_calls.def and mpi_file_calls.def, each as MPI_X and, for tools that put themselves between, as PMPI_X.
 */
#ifndef MPI_H
#define MPI_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MPI_VERSION    3
#define MPI_SUBVERSION 1

/* --- handles --------------------------------------------------------------------------- */

typedef struct mpi_comm *MPI_Comm;
typedef struct mpi_group *MPI_Group;
typedef struct mpi_type *MPI_Datatype;
typedef struct mpi_op *MPI_Op;
typedef struct mpi_request *MPI_Request;
typedef struct mpi_message *MPI_Message;
typedef struct mpi_errhandler *MPI_Errhandler;
typedef struct mpi_info *MPI_Info;
typedef struct mpi_win *MPI_Win;
typedef struct mpi_file *MPI_File; /* there is none */

typedef long MPI_Aint;        /* an address, or a difference of two: 32 bits */
typedef long long MPI_Offset; /* 64 bits, as is */
typedef long long MPI_Count;

typedef struct MPI_Status {
    int MPI_SOURCE;
    int MPI_TAG;
    int MPI_ERROR;
    int mpi_cancelled; /* the rest is for the library alone */
    MPI_Count mpi_bytes;
} MPI_Status;

extern struct mpi_comm mpi_comm_world, mpi_comm_self;
extern struct mpi_group mpi_group_empty;
extern struct mpi_message mpi_message_no_proc;
extern struct mpi_errhandler mpi_errors_are_fatal, mpi_errors_return;
extern struct mpi_info mpi_info_env;

#define MPI_COMM_WORLD       (&mpi_comm_world)
#define MPI_COMM_SELF        (&mpi_comm_self)
#define MPI_GROUP_EMPTY      (&mpi_group_empty)
#define MPI_MESSAGE_NO_PROC  (&mpi_message_no_proc)
#define MPI_ERRORS_ARE_FATAL (&mpi_errors_are_fatal)
#define MPI_ERRORS_RETURN    (&mpi_errors_return)
#define MPI_INFO_ENV         (&mpi_info_env)

#define MPI_COMM_NULL        ((MPI_Comm)0)
#define MPI_GROUP_NULL       ((MPI_Group)0)
#define MPI_DATATYPE_NULL    ((MPI_Datatype)0)
#define MPI_OP_NULL          ((MPI_Op)0)
#define MPI_REQUEST_NULL     ((MPI_Request)0)
#define MPI_MESSAGE_NULL     ((MPI_Message)0)
#define MPI_ERRHANDLER_NULL  ((MPI_Errhandler)0)
#define MPI_INFO_NULL        ((MPI_Info)0)
#define MPI_WIN_NULL         ((MPI_Win)0)
#define MPI_FILE_NULL        ((MPI_File)0)

#define MPI_BOTTOM           ((void *)0)
#define MPI_IN_PLACE         ((void *)-1)
#define MPI_STATUS_IGNORE    ((MPI_Status *)0)
#define MPI_STATUSES_IGNORE  ((MPI_Status *)0)
#define MPI_ERRCODES_IGNORE  ((int *)0)
#define MPI_ARGV_NULL        ((char **)0)
#define MPI_UNWEIGHTED       ((int *)&mpi_unweighted)
#define MPI_WEIGHTS_EMPTY    ((int *)&mpi_weights_empty)
extern int mpi_unweighted, mpi_weights_empty;

/* --- datatypes ------------------------------------------------------------------------- */

extern struct mpi_type mpi_type_char, mpi_type_signed_char, mpi_type_unsigned_char, mpi_type_byte,
    mpi_type_wchar, mpi_type_short, mpi_type_unsigned_short, mpi_type_int, mpi_type_unsigned,
    mpi_type_long, mpi_type_unsigned_long, mpi_type_long_long, mpi_type_unsigned_long_long,
    mpi_type_float, mpi_type_double, mpi_type_long_double, mpi_type_int8, mpi_type_int16,
    mpi_type_int32, mpi_type_int64, mpi_type_uint8, mpi_type_uint16, mpi_type_uint32,
    mpi_type_uint64, mpi_type_c_bool, mpi_type_c_float_complex, mpi_type_c_double_complex,
    mpi_type_c_long_double_complex, mpi_type_aint, mpi_type_offset, mpi_type_count, mpi_type_packed,
    mpi_type_lb, mpi_type_ub, mpi_type_float_int, mpi_type_double_int, mpi_type_long_int,
    mpi_type_2int, mpi_type_short_int, mpi_type_long_double_int;

#define MPI_CHAR                  (&mpi_type_char)
#define MPI_SIGNED_CHAR           (&mpi_type_signed_char)
#define MPI_UNSIGNED_CHAR         (&mpi_type_unsigned_char)
#define MPI_BYTE                  (&mpi_type_byte)
#define MPI_WCHAR                 (&mpi_type_wchar)
#define MPI_SHORT                 (&mpi_type_short)
#define MPI_UNSIGNED_SHORT        (&mpi_type_unsigned_short)
#define MPI_INT                   (&mpi_type_int)
#define MPI_UNSIGNED              (&mpi_type_unsigned)
#define MPI_LONG                  (&mpi_type_long)
#define MPI_UNSIGNED_LONG         (&mpi_type_unsigned_long)
#define MPI_LONG_LONG_INT         (&mpi_type_long_long)
#define MPI_LONG_LONG             MPI_LONG_LONG_INT
#define MPI_UNSIGNED_LONG_LONG    (&mpi_type_unsigned_long_long)
#define MPI_FLOAT                 (&mpi_type_float)
#define MPI_DOUBLE                (&mpi_type_double)
#define MPI_LONG_DOUBLE           (&mpi_type_long_double)
#define MPI_INT8_T                (&mpi_type_int8)
#define MPI_INT16_T               (&mpi_type_int16)
#define MPI_INT32_T               (&mpi_type_int32)
#define MPI_INT64_T               (&mpi_type_int64)
#define MPI_UINT8_T               (&mpi_type_uint8)
#define MPI_UINT16_T              (&mpi_type_uint16)
#define MPI_UINT32_T              (&mpi_type_uint32)
#define MPI_UINT64_T              (&mpi_type_uint64)
#define MPI_C_BOOL                (&mpi_type_c_bool)
#define MPI_C_FLOAT_COMPLEX       (&mpi_type_c_float_complex)
#define MPI_C_COMPLEX             MPI_C_FLOAT_COMPLEX
#define MPI_C_DOUBLE_COMPLEX      (&mpi_type_c_double_complex)
#define MPI_C_LONG_DOUBLE_COMPLEX (&mpi_type_c_long_double_complex)
#define MPI_AINT                  (&mpi_type_aint)
#define MPI_OFFSET                (&mpi_type_offset)
#define MPI_COUNT                 (&mpi_type_count)
#define MPI_PACKED                (&mpi_type_packed)
#define MPI_LB                    (&mpi_type_lb) /* removed in MPI-3, as is MPI_UB */
#define MPI_UB                    (&mpi_type_ub)
#define MPI_FLOAT_INT             (&mpi_type_float_int)
#define MPI_DOUBLE_INT            (&mpi_type_double_int)
#define MPI_LONG_INT              (&mpi_type_long_int)
#define MPI_2INT                  (&mpi_type_2int)
#define MPI_SHORT_INT             (&mpi_type_short_int)
#define MPI_LONG_DOUBLE_INT       (&mpi_type_long_double_int)

/* --- operations -------------------------------------------------------------------------- */

extern struct mpi_op mpi_op_max, mpi_op_min, mpi_op_sum, mpi_op_prod, mpi_op_land, mpi_op_band,
    mpi_op_lor, mpi_op_bor, mpi_op_lxor, mpi_op_bxor, mpi_op_minloc, mpi_op_maxloc, mpi_op_replace,
    mpi_op_no_op;

#define MPI_MAX        (&mpi_op_max)
#define MPI_MIN        (&mpi_op_min)
#define MPI_SUM        (&mpi_op_sum)
#define MPI_PROD       (&mpi_op_prod)
#define MPI_LAND       (&mpi_op_land)
#define MPI_BAND       (&mpi_op_band)
#define MPI_LOR        (&mpi_op_lor)
#define MPI_BOR        (&mpi_op_bor)
#define MPI_LXOR       (&mpi_op_lxor)
#define MPI_BXOR       (&mpi_op_bxor)
#define MPI_MINLOC     (&mpi_op_minloc)
#define MPI_MAXLOC     (&mpi_op_maxloc)
#define MPI_REPLACE    (&mpi_op_replace)
#define MPI_NO_OP      (&mpi_op_no_op)

/* --- numbers ----------------------------------------------------------------------------- */

#define MPI_ANY_SOURCE (-1)
#define MPI_ANY_TAG    (-1)
#define MPI_PROC_NULL  (-2)
#define MPI_ROOT       (-3)
#define MPI_UNDEFINED  (-32766)

/* How two communicators or groups compare, and how groups are split. */
enum { MPI_IDENT, MPI_CONGRUENT, MPI_SIMILAR, MPI_UNEQUAL };
enum { MPI_COMM_TYPE_SHARED = 1 };
/* What MPI_Topo_test says. */
enum { MPI_GRAPH = 1, MPI_CART, MPI_DIST_GRAPH };
enum { MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE };

/* Lengths of strings, with the 0 at their ends. */
#define MPI_MAX_PROCESSOR_NAME         64
#define MPI_MAX_ERROR_STRING           256
#define MPI_MAX_OBJECT_NAME            128
#define MPI_MAX_LIBRARY_VERSION_STRING 128
#define MPI_MAX_INFO_KEY               64
#define MPI_MAX_INFO_VAL               256
#define MPI_MAX_PORT_NAME              64
/* Of a buffer that is attached, for each message in it, beside the packed message. */
#define MPI_BSEND_OVERHEAD             64

/* Attributes that the library gives: of MPI_COMM_WORLD, then of a window. */
enum {
    MPI_KEYVAL_INVALID = 0,
    MPI_TAG_UB,
    MPI_HOST,
    MPI_IO,
    MPI_WTIME_IS_GLOBAL,
    MPI_UNIVERSE_SIZE,
    MPI_LASTUSEDCODE,
    MPI_APPNUM,
    MPI_WIN_BASE,
    MPI_WIN_SIZE,
    MPI_WIN_DISP_UNIT,
    MPI_WIN_CREATE_FLAVOR,
    MPI_WIN_MODEL
};

/* Datatypes: how they were made, and arrays that are distributed. */
enum {
    MPI_COMBINER_NAMED = 1,
    MPI_COMBINER_DUP,
    MPI_COMBINER_CONTIGUOUS,
    MPI_COMBINER_VECTOR,
    MPI_COMBINER_HVECTOR,
    MPI_COMBINER_INDEXED,
    MPI_COMBINER_HINDEXED,
    MPI_COMBINER_INDEXED_BLOCK,
    MPI_COMBINER_HINDEXED_BLOCK,
    MPI_COMBINER_STRUCT,
    MPI_COMBINER_SUBARRAY,
    MPI_COMBINER_DARRAY,
    MPI_COMBINER_RESIZED,
    MPI_COMBINER_F90_REAL,
    MPI_COMBINER_F90_COMPLEX,
    MPI_COMBINER_F90_INTEGER,
    MPI_COMBINER_HVECTOR_INTEGER, /* these three were removed in MPI-3 */
    MPI_COMBINER_HINDEXED_INTEGER,
    MPI_COMBINER_STRUCT_INTEGER
};
enum { MPI_ORDER_C = 1, MPI_ORDER_FORTRAN };
enum { MPI_DISTRIBUTE_BLOCK = 1, MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE };
#define MPI_DISTRIBUTE_DFLT_DARG (-1)
enum { MPI_TYPECLASS_REAL = 1, MPI_TYPECLASS_INTEGER, MPI_TYPECLASS_COMPLEX };

/* One-sided communication. */
enum { MPI_LOCK_EXCLUSIVE = 1, MPI_LOCK_SHARED };
enum {
    MPI_MODE_NOCHECK = 1,
    MPI_MODE_NOSTORE = 2,
    MPI_MODE_NOPUT = 4,
    MPI_MODE_NOPRECEDE = 8,
    MPI_MODE_NOSUCCEED = 16
};
enum {
    MPI_WIN_FLAVOR_CREATE = 1,
    MPI_WIN_FLAVOR_ALLOCATE,
    MPI_WIN_FLAVOR_DYNAMIC,
    MPI_WIN_FLAVOR_SHARED
};
enum { MPI_WIN_SEPARATE = 1, MPI_WIN_UNIFIED };

/* Files, of which no call works. */
enum {
    MPI_MODE_CREATE = 1,
    MPI_MODE_RDONLY = 2,
    MPI_MODE_WRONLY = 4,
    MPI_MODE_RDWR = 8,
    MPI_MODE_DELETE_ON_CLOSE = 16,
    MPI_MODE_UNIQUE_OPEN = 32,
    MPI_MODE_EXCL = 64,
    MPI_MODE_APPEND = 128,
    MPI_MODE_SEQUENTIAL = 256
};
enum { MPI_SEEK_SET = 600, MPI_SEEK_CUR, MPI_SEEK_END };
#define MPI_DISPLACEMENT_CURRENT (-54278278)
#define MPI_MAX_DATAREP_STRING   128
#define MPI_CONVERSION_FN_NULL   ((MPI_Datarep_conversion_function *)0)

/* --- errors: a code of this library is a class ---------------------------------------------- */

enum {
#define MPI_ERROR_CLASS(name, text) name,
#include "mpi_errors.def"
#undef MPI_ERROR_CLASS
    MPI_ERR_LASTCODE /* classes and codes that a program adds are behind it */
};

/* --- handles as numbers, for those who keep them so: they are addresses, of 32 bits ----------- */

typedef long MPI_Fint;
#define MPI_Comm_c2f(handle)       ((MPI_Fint)(handle))
#define MPI_Comm_f2c(number)       ((MPI_Comm)(number))
#define MPI_Group_c2f(handle)      ((MPI_Fint)(handle))
#define MPI_Group_f2c(number)      ((MPI_Group)(number))
#define MPI_Type_c2f(handle)       ((MPI_Fint)(handle))
#define MPI_Type_f2c(number)       ((MPI_Datatype)(number))
#define MPI_Op_c2f(handle)         ((MPI_Fint)(handle))
#define MPI_Op_f2c(number)         ((MPI_Op)(number))
#define MPI_Request_c2f(handle)    ((MPI_Fint)(handle))
#define MPI_Request_f2c(number)    ((MPI_Request)(number))
#define MPI_Message_c2f(handle)    ((MPI_Fint)(handle))
#define MPI_Message_f2c(number)    ((MPI_Message)(number))
#define MPI_Errhandler_c2f(handle) ((MPI_Fint)(handle))
#define MPI_Errhandler_f2c(number) ((MPI_Errhandler)(number))
#define MPI_Info_c2f(handle)       ((MPI_Fint)(handle))
#define MPI_Info_f2c(number)       ((MPI_Info)(number))
#define MPI_Win_c2f(handle)        ((MPI_Fint)(handle))
#define MPI_Win_f2c(number)        ((MPI_Win)(number))
#define MPI_File_c2f(handle)       ((MPI_Fint)(handle))
#define MPI_File_f2c(number)       ((MPI_File)(number))
#define PMPI_File_c2f              MPI_File_c2f
#define PMPI_File_f2c              MPI_File_f2c
#define PMPI_Comm_c2f              MPI_Comm_c2f
#define PMPI_Comm_f2c              MPI_Comm_f2c
#define PMPI_Group_c2f             MPI_Group_c2f
#define PMPI_Group_f2c             MPI_Group_f2c
#define PMPI_Type_c2f              MPI_Type_c2f
#define PMPI_Type_f2c              MPI_Type_f2c
#define PMPI_Op_c2f                MPI_Op_c2f
#define PMPI_Op_f2c                MPI_Op_f2c
#define PMPI_Request_c2f           MPI_Request_c2f
#define PMPI_Request_f2c           MPI_Request_f2c
#define PMPI_Message_c2f           MPI_Message_c2f
#define PMPI_Message_f2c           MPI_Message_f2c
#define PMPI_Errhandler_c2f        MPI_Errhandler_c2f
#define PMPI_Errhandler_f2c        MPI_Errhandler_f2c
#define PMPI_Info_c2f              MPI_Info_c2f
#define PMPI_Info_f2c              MPI_Info_f2c
#define PMPI_Win_c2f               MPI_Win_c2f
#define PMPI_Win_f2c               MPI_Win_f2c

/* --- functions that programs give ----------------------------------------------------------- */

typedef void MPI_User_function(void *in, void *inout, int *count, MPI_Datatype *type);
typedef int MPI_Comm_copy_attr_function(MPI_Comm comm, int keyval, void *extra, void *value,
                                        void *copied, int *flag);
typedef int MPI_Comm_delete_attr_function(MPI_Comm comm, int keyval, void *value, void *extra);
typedef int MPI_Type_copy_attr_function(MPI_Datatype type, int keyval, void *extra, void *value,
                                        void *copied, int *flag);
typedef int MPI_Type_delete_attr_function(MPI_Datatype type, int keyval, void *value, void *extra);
typedef int MPI_Win_copy_attr_function(MPI_Win win, int keyval, void *extra, void *value,
                                       void *copied, int *flag);
typedef int MPI_Win_delete_attr_function(MPI_Win win, int keyval, void *value, void *extra);
typedef MPI_Comm_copy_attr_function MPI_Copy_function; /* these two of MPI-1 */
typedef MPI_Comm_delete_attr_function MPI_Delete_function;
typedef void MPI_Comm_errhandler_function(MPI_Comm *comm, int *code, ...);
typedef void MPI_Win_errhandler_function(MPI_Win *win, int *code, ...);
typedef void MPI_File_errhandler_function(MPI_File *file, int *code, ...);
typedef MPI_File_errhandler_function MPI_File_errhandler_fn;
typedef MPI_Comm_errhandler_function MPI_Comm_errhandler_fn;
typedef MPI_Win_errhandler_function MPI_Win_errhandler_fn;
typedef MPI_Comm_errhandler_function MPI_Handler_function; /* of MPI-1 */
typedef int MPI_Grequest_query_function(void *extra, MPI_Status *status);
typedef int MPI_Grequest_free_function(void *extra);
typedef int MPI_Grequest_cancel_function(void *extra, int complete);

typedef int MPI_Datarep_extent_function(MPI_Datatype type, MPI_Aint *extent, void *extra);
typedef int MPI_Datarep_conversion_function(void *user, MPI_Datatype type, int count, void *file,
                                            MPI_Offset position, void *extra);

/* Functions of the library that a keyval may be given. */
int mpi_dup_fn(MPI_Comm comm, int keyval, void *extra, void *value, void *copied, int *flag);
int mpi_type_dup_fn(MPI_Datatype type, int keyval, void *extra, void *value, void *copied,
                    int *flag);
int mpi_win_dup_fn(MPI_Win win, int keyval, void *extra, void *value, void *copied, int *flag);
#define MPI_NULL_COPY_FN        ((MPI_Copy_function *)0)
#define MPI_NULL_DELETE_FN      ((MPI_Delete_function *)0)
#define MPI_DUP_FN              mpi_dup_fn
#define MPI_COMM_NULL_COPY_FN   ((MPI_Comm_copy_attr_function *)0)
#define MPI_COMM_NULL_DELETE_FN ((MPI_Comm_delete_attr_function *)0)
#define MPI_COMM_DUP_FN         mpi_dup_fn
#define MPI_TYPE_NULL_COPY_FN   ((MPI_Type_copy_attr_function *)0)
#define MPI_TYPE_NULL_DELETE_FN ((MPI_Type_delete_attr_function *)0)
#define MPI_TYPE_DUP_FN         mpi_type_dup_fn
#define MPI_WIN_NULL_COPY_FN    ((MPI_Win_copy_attr_function *)0)
#define MPI_WIN_NULL_DELETE_FN  ((MPI_Win_delete_attr_function *)0)
#define MPI_WIN_DUP_FN          mpi_win_dup_fn

/* --- calls --------------------------------------------------------------------------------- */

#define MPI_CALL(type, name, arguments) \
    type MPI_##name arguments;          \
    type PMPI_##name arguments;
#include "mpi_calls.def"
#include "mpi_file_calls.def"
#undef MPI_CALL

#ifdef __cplusplus
}
#endif

#endif
