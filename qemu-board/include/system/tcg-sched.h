/*
 * A board's own scheduler for TCG under icount
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Round-robin gives every CPU the same turn and all of them one clock. A
 * board whose CPUs each have a clock of their own decides itself which of
 * them runs next, and for how many instructions. It sets tcg_sched before it
 * realizes its first CPU.
 */
#ifndef SYSTEM_TCG_SCHED_H
#define SYSTEM_TCG_SCHED_H

typedef struct TCGSched {
    /*
     * The CPU to run next, and its budget in instructions (1 to INT32_MAX).
     * NULL: none can run until something outside the CPUs happens; it is
     * asked again after the next qemu_cpu_kick(). In the vCPU thread, with
     * the BQL held, never while a CPU runs.
     */
    CPUState *(*next)(int64_t *budget);
    /* CPUs may have been stopped or resumed, one or all. As next(). */
    void (*kicked)(void);
} TCGSched;

extern const TCGSched *tcg_sched;

/* The one thread of all CPUs, and how to make it look up from its work. */
void *tcg_sched_thread_fn(void *first);
void tcg_sched_kick(void);

#endif /* SYSTEM_TCG_SCHED_H */
