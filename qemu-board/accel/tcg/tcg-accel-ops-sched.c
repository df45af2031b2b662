/*
 * TCG's single vCPU thread, driven by the board's scheduler
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the round-robin thread does, for a board that says which CPU runs
 * next. All that is linear in the number of CPUs is done only after a kick:
 * with thousands of CPUs and slices of a microsecond nothing else would be
 * affordable.
 */
#include "qemu/osdep.h"
#include "qemu/main-loop.h"
#include "qemu/notify.h"
#include "qemu/guest-random.h"
#include "qemu/rcu.h"
#include "system/tcg.h"
#include "system/cpu-timers.h"
#include "system/runstate.h"
#include "system/tcg-sched.h"
#include "exec/cpu-common.h"
#include "hw/core/cpu.h"
#include "tcg/startup.h"

#include "tcg-accel-ops.h"
#include "tcg-accel-ops-icount.h"

const TCGSched *tcg_sched;

static bool kicked;
static CPUState *running_cpu;
static int64_t running_budget;

/*
 * A CPU met a breakpoint: nobody runs until the machine has stopped. Where all
 * other CPUs were stopped before, the debugger may have let the machine go on
 * before the thread comes to look; so the machine's stop itself ends this.
 */
static bool stopping;

static void machine_changed(void *opaque, bool running, RunState state)
{
    if (!running) {
        stopping = false;
    }
}

void tcg_sched_kick(void)
{
    CPUState *cpu;

    qatomic_set(&kicked, true);
    smp_mb(); /* pairs with the one in run_slice() */
    cpu = qatomic_read(&running_cpu);
    if (cpu) {
        cpu_exit(cpu);
    }
}

static void force_rcu(Notifier *notify, void *data)
{
    tcg_sched_kick();
}

/* Stops, resumptions and work that others queued for any CPU. */
static void handle_kick(void)
{
    CPUState *cpu;

    qatomic_set(&kicked, false);
    icount_account_warp_timer();
    icount_handle_deadline();
    CPU_FOREACH(cpu) {
        qemu_wait_io_event_common(cpu);
    }
    tcg_sched->kicked();
}

static void wait_for_kick(void)
{
    while (!qatomic_read(&kicked)) {
        qemu_cond_wait_bql(first_cpu->halt_cond);
    }
}

static void run_slice(CPUState *cpu)
{
    int r;

    qatomic_set(&running_cpu, cpu);
    smp_mb(); /* pairs with the one in tcg_sched_kick() */
    if (qatomic_read(&kicked)) {
        qatomic_set(&running_cpu, NULL);
        return;
    }
    current_cpu = cpu;
    bql_unlock();
    icount_prepare_for_run(cpu, running_budget);
    r = tcg_cpu_exec(cpu);
    icount_process_data(cpu);
    bql_lock();
    qatomic_set(&running_cpu, NULL);

    if (r == EXCP_DEBUG) {
        cpu_handle_guest_debug(cpu);
        stopping = true;
    } else if (r == EXCP_ATOMIC) {
        bql_unlock();
        cpu_exec_step_atomic(cpu);
        bql_lock();
    }
}

static void start_thread(CPUState *cpu)
{
    tcg_register_thread();
    current_cpu = cpu;
    bql_lock();
    qemu_thread_get_self(cpu->thread);
    cpu->thread_id = qemu_get_thread_id();
    cpu->neg.can_do_io = true;
    qemu_add_vm_change_state_handler(machine_changed, NULL);
    cpu_thread_signal_created(cpu);
    qemu_guest_random_seed_thread_part2(cpu->random_seed);
}

void *tcg_sched_thread_fn(void *first)
{
    Notifier notifier = { .notify = force_rcu };

    rcu_register_thread();
    rcu_add_force_rcu_notifier(&notifier);
    start_thread(first);

    for (;;) {
        CPUState *cpu = NULL;

        if (qatomic_read(&kicked)) {
            handle_kick();
        }
        if (runstate_is_running() && !stopping) {
            cpu = tcg_sched->next(&running_budget);
        }
        if (cpu) {
            run_slice(cpu);
        } else {
            wait_for_kick();
        }
    }
    return NULL;
}
