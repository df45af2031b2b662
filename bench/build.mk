# SPDX-License-Identifier: BSD-2-Clause
# Speed and size: make bench. Never a part of make test: times depend on the host.

# Firmware that only benchmarks run; not installed.
BENCH_APPS := exchange memory transfer broadcast ping_pong
$(B)/target/bench/%.o: bench/%.c $(TARGET_COMPILER) | $(NEWLIB)
	$(target_compile) $(INC_FIRMWARE) -Impi/include -MMD -MP -c -o $@ $<
$(foreach app,$(BENCH_APPS),$(eval \
    $(call target_link,$(B)/bench/$(app).elf,bench/apps/$(app).c,$(NOC_LIBS))))
# What make costs profiles.
$(B)/target/cores/%.o: cores/%.c $(TARGET_COMPILER) | $(NEWLIB)
	$(target_compile) $(INC_FIRMWARE) -Icores -MMD -MP -c -o $@ $<
$(B)/target/bench/apps/calls.o: TARGET_CFLAGS += -Icores
$(eval $(call target_link,$(B)/bench/calls.elf,bench/apps/calls.c cores/call.c,$(NOC_LIBS)))
$(eval $(call target_link,$(B)/bench/mpi_transfer.elf,bench/apps/mpi_transfer.c,$(MPI_LIB) $(NOC_LIBS)))
$(eval $(call target_link,$(B)/bench/mpi_calls.elf,bench/apps/mpi_calls.c,$(MPI_LIB) $(NOC_LIBS)))

# firmware/apps/compute.c for QEMU's stock machine `virt`: the same source and
# options, bench/virt in the place of the board. DIVIDE cuts the loop short.
VIRT_LINK = $(TARGET_CC) $(filter-out -Wl%,$(TARGET_LDFLAGS)) -Wl,$(if $(WERROR),--fatal-warnings$(comma))--no-warn-rwx-segments \
            -T bench/virt/virt.ld
define virt_app
$(B)/bench/$(1).elf: firmware/apps/compute.c $(wildcard bench/virt/*) bsp/hart.h $(NEWLIB) $(TARGET_COMPILER)
	@mkdir -p $$(@D)
	$$(TARGET_CC) $$(TARGET_CFLAGS) -isystem $(NEWLIB_INC) -Ibench/virt -Ibsp -DDIVIDE=$(2) -c -o $$@.o $$<
	$$(TARGET_CC) $$(TARGET_CFLAGS) -isystem $(NEWLIB_INC) -c -o $$@.board.o bench/virt/board.c
	$$(VIRT_LINK) -o $$@ bench/virt/start.S $$@.o $$@.board.o -L$(NEWLIB_LIB) -Wl,--start-group -lc -lgcc -Wl,--end-group
endef
$(eval $(call virt_app,compute-virt,1))
$(eval $(call virt_app,compute-virt-short,400))

# A plan's time on the host.
$(B)/bench/plans: bench/plans.c $(B)/host/libnoc.a $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) -D_GNU_SOURCE $(INC_LIBNOC) -o $@ $(filter %.c %.a,$^)

# How often the firmware's functions are called, and what the formula predicts: for costs.
$(B)/bench/count $(B)/bench/formula: $(B)/bench/%: bench/%.c $(B)/host/libnoct.a $(CORES_LIB) $(B)/host/libclaims.a $(B)/host/libverify.a $(B)/host/libmodel.a $(B)/host/libnoc.a $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) -D_GNU_SOURCE $(NOCT_INC) -o $@ $(filter %.c %.a,$^) $(NOCT_LIBS)

# A second model of pipeline s1.
$(B)/bench/switches: bench/switches.c $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) -o $@ $<

BENCH_ELF := $(addprefix $(B)/bench/,$(addsuffix .elf,$(BENCH_APPS) mpi_transfer mpi_calls compute-virt compute-virt-short))

# BENCH_ONLY= part of a subject's name, BENCH_REPEAT= runs of which the best
# counts, BENCH_JSON= file to which one line is added.
BENCH_ONLY ?=
BENCH_REPEAT ?= 5
BENCH_JSON ?=
BENCH_GATEWARE = $(if $(BENCH_ONLY),$(findstring $(BENCH_ONLY),gateware),gateware)
.PHONY: bench
bench: all $(if $(BENCH_GATEWARE),gateware $(GATEWARE)/core-beside $(GATEWARE)/noc_packet.sv $(GATEWARE)/noc_regs.sv) $(BENCH_ELF) $(B)/bench/plans $(MPI_ELFS) ## speed and size (about 8 min); BENCH_JSON=FILE adds a line of JSON, docs/benchmarks.md explains
	@bench/bench --build '$(B)' --repeat '$(BENCH_REPEAT)' --only '$(BENCH_ONLY)' --json '$(BENCH_JSON)' \
	    --layer '$(FIRMWARE_LIB)' --size '$(CROSS)size'

# costs/README.md. BOARD=rtl: of the gateware's core.
COSTS_CORE := $(if $(filter rtl,$(BOARD)),rtl,emulator)
COSTS_NEED := all $(B)/bench/count $(B)/bench/formula $(B)/bench/calls.elf $(B)/tests/firmware/predict $(B)/tests/target/schedule_cost.elf \
    $(if $(filter rtl,$(BOARD)),gateware)
.PHONY: costs
costs: $(TARGET_COMPILER) ## measure what the firmware takes, into costs/ (some minutes; BOARD=rtl: on the gateware's core)
	+MAKE='$(MAKE)' bench/measure-costs costs/gcc-$$($(TARGET_CC) -dumpversion)-$(COSTS_CORE).json $(COSTS_NEED) -- \
	    bench/costs.py $(B)/noct $(if $(filter rtl,$(BOARD)),--board rtl)
	+$(MAKE) --no-print-directory all

$(eval $(call checks,costs,tests/check-costs,$(B),$(NOCT_CHECKED) $(B)/bench/count))
check-costs: ## costs that were measured: whether they are those of this firmware

SCHEDULE_PICTURE = $(B)/noct plan --topology cube:3 --collective allreduce --algorithm reduce-scatter-allgather

# The papers' figures, in docs/figures: kept in git, since drawing them takes minutes, and their trials hours.
.PHONY: figures figures-of-trials trials
figures: all $(BENCH_ELF) ## draw the papers' figures again, into docs/figures (a minute; make trials makes what they are drawn from)
	@tests/compiler.py --expect '$(B)'
	@mkdir -p docs/figures
	@bench/timeline.py --noct '$(B)/noct' --out docs/figures
	@bench/depths.py --noct '$(B)/noct' --out docs/figures
	@bench/loads.py --noct '$(B)/noct' --out docs/figures
	@$(SCHEDULE_PICTURE) --out docs/figures/schedule-allreduce.svg >/dev/null
	@bench/collectives.py --build '$(B)' --out docs/figures
	@$(MAKE) --no-print-directory figures-of-trials

figures-of-trials: ## draw the figures whose trials there are, and judge the papers' statements anew (seconds)
	@bench/draw.py --out docs/figures
	@bench/statements.py --out docs/figures --page docs/figures.md

# What is not done in time is done by the next call.
TRIAL_SECONDS ?= 3600
TRIAL_ROWS ?= $(B)/studies
trials: all ## go on with the trials of bench/studies for TRIAL_SECONDS=3600, on all cores, and draw them
	@bench/study.py --noct '$(B)/noct' --out docs/figures --rows '$(TRIAL_ROWS)' --jobs $$(nproc) --seconds '$(TRIAL_SECONDS)'
	@$(MAKE) --no-print-directory figures-of-trials

# Part of check-docs: docs/build.mk.
$(eval $(call check,test,figures-timeline,bench/timeline.py --noct '$(B)/noct' --out docs/figures --check,all))
$(eval $(call check,test,figures-tables,bench/draw.py --out docs/figures --check,))
$(eval $(call check,test,figures-trials,bench/study.py --noct '$(B)/noct' --out docs/figures --check 0,all))
$(eval $(call check,test,figures-intervals,bench/sample.py --self-test,))
$(eval $(call check,test,figures-studies,bench/study.py --noct '$(B)/noct' --self-test,all))
$(eval $(call check,test,figures-statements,bench/statements.py --out docs/figures --page docs/figures.md --check,))
$(eval $(call check,test,figures-verdicts,bench/statements.py --out docs/figures --self-test,))
$(eval $(call check,test,figures-loads,bench/loads.py --noct '$(B)/noct' --out docs/figures --check,all))
$(eval $(call check,deep,booksim-table,bench/booksim.py $(B)/noct --check docs/benchmarks.md,$(B)/noct))
$(eval $(call check,deep,booksim-switches,bench/switches.py $(B)/bench/switches $(B)/noct --check docs/benchmarks.md,$(B)/noct $(B)/bench/switches))
$(eval $(call check,deep,booksim-patterns,bench/patterns.py $(B)/noct --check docs/benchmarks.md,$(B)/noct))
$(eval $(call check,deep,figures-many-trials,bench/study.py --noct '$(B)/noct' --out docs/figures --check 20,all))
$(eval $(call check,test,figures-depths,bench/depths.py --noct '$(B)/noct' --out docs/figures --check,all))
$(eval $(call check,test,figures-schedule,\
    sh -c '$$(SCHEDULE_PICTURE) --out $(B)/schedule.svg >/dev/null && cmp $(B)/schedule.svg docs/figures/schedule-allreduce.svg',$(B)/noct))
$(eval $(call check,test,figures-collectives,bench/collectives.py --build '$(B)' --out docs/figures --check,all $(BENCH_ELF)))
.PHONY: check-figures
check-figures: check-figures-collectives check-figures-schedule check-figures-timeline check-figures-depths check-figures-tables check-figures-trials check-figures-statements check-figures-verdicts check-figures-intervals check-figures-studies check-figures-loads ## a row of each figure's table, as noct has it now
