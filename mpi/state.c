/* SPDX-License-Identifier: BSD-2-Clause */
/* What the library knows of itself, and the communicators that are there from the start. */
#include "mpi_priv.h"

struct mpi_state mpi_state;

struct mpi_errhandler mpi_errors_are_fatal = {MARK_ERRHANDLER, OF_COMM, true, 0, 1, NULL};
struct mpi_errhandler mpi_errors_return = {MARK_ERRHANDLER, OF_COMM, true, 0, 1, NULL};

/* peers is 0 until MPI_Init, so that the short way of each call is closed. */
struct mpi_comm mpi_comm_world = {
    .mark = MARK_COMM, .predefined = true, .errhandler = &mpi_errors_are_fatal, .references = 1};
struct mpi_comm mpi_comm_self = {.mark = MARK_COMM,
                                 .predefined = true,
                                 .size = 1,
                                 .errhandler = &mpi_errors_are_fatal,
                                 .references = 1};
