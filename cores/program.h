/* SPDX-License-Identifier: BSD-2-Clause */
/* The layer that is compiled for the host, and the call that its cores make. */
#ifndef CORES_PROGRAM_H
#define CORES_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

/* A collective call, as all its members make it. */
struct cores_call {
    const char *operation; /* "allreduce" */
    const char *schedule;  /* NULL: the firmware chooses */
    const uint16_t *node;  /* its members, ascending */
    uint32_t count;        /* of them; all nodes: the world */
    uint32_t root;         /* a rank */
    uint32_t words;        /* as `length` of noct has it */
    uint32_t element_words;
    bool ordered, reproducible;
    uint32_t before;  /* calls that are made before the one that is told of */
    bool apart;       /* with a barrier of all nodes behind each of them */
    bool only_before; /* and not that one */
};

/* What a core runs. */
struct cores_program {
    void (*run)(const struct cores_call *call);
    uint32_t (*layer_bytes)(void);  /* of the layer's state */
    void (*use_layer)(void *layer); /* that it works on from now on */
};

/* call.c's. */
extern const struct cores_program cores_program;

#endif
