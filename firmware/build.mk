# SPDX-License-Identifier: BSD-2-Clause
# The message layer as an archive, and the applications that use it. The rules
# that compile and link for the harts are bsp/build.mk's.

FIRMWARE_SRC := $(filter-out firmware/apps/%,$(wildcard firmware/*.c firmware/*/*.c))
FIRMWARE_LIB := $(B)/target/libfirmware.a
LIBNOC_TARGET := $(B)/target/libnoc.a

# What is done for messages that wait in backlogs: nobody is in a hurry there.
FIRMWARE_SMALL := $(patsubst %,firmware/%.c,eager/backlog eager/seen matching/passed matching/shown)
$(call target_objects,$(FIRMWARE_SMALL)) $(call trace_objects,$(FIRMWARE_SMALL)): TARGET_CFLAGS += -Os

$(FIRMWARE_LIB): $(call target_objects,$(FIRMWARE_SRC))
	@rm -f $@; $(TARGET_AR) rcs $@ $^
# What it chooses schedules by, measured of this compiler.
$(B)/target/costs.c: scripts/costs-source $(COSTS_FILES)
	@mkdir -p $(@D)
	scripts/costs-source costs gcc-$$($(TARGET_CC) -dumpversion) > $@ || { rm -f $@; exit 1; }
$(B)/target/costs.o: $(B)/target/costs.c $(TARGET_COMPILER) | $(NEWLIB)
	$(target_compile) -ffreestanding $(INC_LIBNOC) -Ilibnoc/collective -c -o $@ $<
$(LIBNOC_TARGET): $(call target_objects,$(LIBNOC_SRC)) $(B)/target/costs.o
	@rm -f $@; $(TARGET_AR) rcs $@ $^

-include $(patsubst %.o,%.d,$(call target_objects,$(FIRMWARE_SRC) $(LIBNOC_SRC)))

# The same with NOC_TRACE.
$(TRACE_LIB): $(call trace_objects,$(FIRMWARE_SRC))
	@rm -f $@; $(TARGET_AR) rcs $@ $^
-include $(patsubst %.o,%.d,$(call trace_objects,$(FIRMWARE_SRC)))

NOC_LIBS := $(FIRMWARE_LIB) $(LIBNOC_TARGET)

# --- applications ----------------------------------------------------------
$(foreach app,ring cost plans jam,$(eval \
    $(call firmware_app,$(app),firmware/apps/$(app).c,$(NOC_LIBS))))
# Those that `noct run` measures.
$(foreach app,multicast collective,$(eval \
    $(call firmware_app,$(app),firmware/apps/$(app).c firmware/apps/experiment.c,$(NOC_LIBS))))

# --- your own program ---------------------------------------------------------
# make app APP=/anywhere/mine.c -> build/firmware/mine.elf; TRACE=1: build/firmware/trace/mine.elf
# make knows no names with blanks: a directory that has some gets a name without.
ifneq ($(word 2,$(APP)),)
APP_DIRECTORY := $(B)/app/$(shell dirname '$(APP)' | sha256sum | cut -c1-8)
$(shell mkdir -p $(B)/app && ln -sfn "$$(realpath -s "$$(dirname '$(APP)')")" $(APP_DIRECTORY))
override APP := $(APP_DIRECTORY)/$(shell basename '$(APP)')
ifneq ($(word 2,$(APP)),)
$(error APP: '$(notdir $(APP))': the name of the program itself must have no blanks)
endif
endif
# What assert() prints is mine.c, so that the image does not depend on where it lies.
ifdef APP
APP_CFLAGS := -Iinclude/noc -Ibsp -Ifirmware/include -fmacro-prefix-map=$(dir $(APP))=
$(B)/target/trace/%.o: %.c $(TARGET_COMPILER) | $(NEWLIB)
	$(target_compile) $(APP_CFLAGS) -DNOC_TRACE -MMD -MP -c -o $@ $<
$(B)/target/%.o: %.c $(TARGET_COMPILER) | $(NEWLIB)
	$(target_compile) $(APP_CFLAGS) -MMD -MP -c -o $@ $<

APP_ELF := $(B)/firmware/$(if $(TRACE),trace/)$(basename $(notdir $(APP))).elf
ifdef TRACE
$(eval $(call target_link_traced,$(APP_ELF),$(APP)))
else
$(eval $(call target_link,$(APP_ELF),$(APP),$(NOC_LIBS)))
endif
endif
.PHONY: app
app: $(APP_ELF) ## your own program for all cores: make app APP=mine.c (TRACE=1: with events)
	$(if $(APP),@,$(error which program? make app APP=mine.c)):
	$(if $(findstring s,$(firstword -$(MAKEFLAGS))),,test ! -x $(B)/noct || $(B)/noct size --firmware ./$(APP_ELF))

# --- tests on the host: the layer over the board model -----------------------
# Pointers must fit the NI's 32 bits, hence no-pie.
LAYER_DIR := $(B)/tests/firmware
LAYER_CFLAGS := $(HOST_CFLAGS) -Wno-pedantic -fno-pie -D_GNU_SOURCE \
                -DBSP_MOCK -DLIFE_CHECKED $(INC_FIRMWARE) -Ilibnoc/model -Itests/firmware -Itests/firmware/host
LAYER_PROGRAMS := messages collectives operations onesided data
LAYER_RANDOM := $(patsubst %,random/%,streams generator calls runner together)
LAYER_OBJ := $(FIRMWARE_SRC:firmware/%.c=$(LAYER_DIR)/layer/%.o) $(LAYER_DIR)/host/cores.o \
             $(LAYER_DIR)/host/leaks.o \
             $(patsubst %,$(LAYER_DIR)/%.o,$(LAYER_PROGRAMS) $(LAYER_RANDOM) random/oracle)

$(LAYER_DIR)/layer/%.o: firmware/%.c $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(LAYER_CFLAGS) -include tests/firmware/host/heap.h -MMD -MP -c -o $@ $<
$(LAYER_DIR)/%.o: tests/firmware/%.c $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(LAYER_CFLAGS) -MMD -MP -c -o $@ $<
# The event ring alone, a small one.
LAYER_TRACE_CFLAGS := $(LAYER_CFLAGS) -DNOC_TRACE -DNOC_TRACE_RECORDS=8
$(LAYER_DIR)/host/trace.o: firmware/layer/trace.c $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(LAYER_TRACE_CFLAGS) -MMD -MP -c -o $@ $<

LAYER_TEST_SRC := $(sort $(wildcard tests/firmware/host/test_*.c))
LAYER_TRACE_TEST_SRC := tests/firmware/host/test_trace.c
$(eval $(call test_program,firmware,$(filter-out $(LAYER_TRACE_TEST_SRC),$(LAYER_TEST_SRC)),$(LAYER_CFLAGS),\
    $(LAYER_OBJ) $(B)/host/libmodel.a $(B)/host/libnoc.a,-no-pie))
$(eval $(call test_program,firmware-trace,$(LAYER_TRACE_TEST_SRC),$(LAYER_TRACE_CFLAGS),$(LAYER_DIR)/host/trace.o,-no-pie))

# The 100,000 random programs, in parts that can be made one by one.
PROGRAMS_TEST := $(B)/tests/firmware/host/test_programs
$(foreach part,0 1 2 3 4 5 6 7 8 9,$(eval $(call check,deep,programs-$(part),env TEST_CASE=$(part)0000-$(part)9999 \
    $(PROGRAMS_TEST) random_programs,$(PROGRAMS_TEST))))
.PHONY: check-programs
check-programs: $(foreach part,0 1 2 3 4 5 6 7 8 9,check-programs-$(part)) ## 100,000 random programs of the message layer, beside an oracle

.SECONDARY: $(LAYER_OBJ)
-include $(LAYER_OBJ:.o=.d) $(LAYER_DIR)/host/trace.d

# --- all interleavings of small boards ------------------------------------------
# Of long messages by the tables of life.def; of short ones over the layer's own code.
LIFE_DIR := $(B)/tests/firmware/life
LIFE_OBJ := $(patsubst tests/firmware/life/%.c,$(LIFE_DIR)/%.o,$(wildcard tests/firmware/life/*.c)) $(LIFE_DIR)/life.o
$(LIFE_DIR)/%.o: tests/firmware/life/%.c $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) -Ifirmware -MMD -MP -c -o $@ $<
$(LIFE_DIR)/life.o: firmware/life/life.c $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) -MMD -MP -c -o $@ $<
$(LIFE_DIR)/explore: $(LIFE_OBJ)
	$(CC) $(HOST_CFLAGS) -o $@ $^
LIFE_EAGER_OBJ := $(patsubst tests/firmware/%.c,$(LAYER_DIR)/%.o,$(wildcard tests/firmware/life/eager/*.c))
LIFE_EAGER_LAYER := $(FIRMWARE_SRC:firmware/%.c=$(LAYER_DIR)/layer/%.o)
$(LIFE_EAGER_OBJ): $(LIFE_DIR)/eager/%.o: tests/firmware/life/eager/%.c $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(LAYER_CFLAGS) -MMD -MP -c -o $@ $<
$(LIFE_DIR)/eager/explore: $(LIFE_EAGER_OBJ) $(LIFE_DIR)/space.o $(LIFE_EAGER_LAYER) $(B)/host/libnoc.a
	$(CC) $(LAYER_CFLAGS) -no-pie -Wl,--wrap=long_ended -o $@ $^
-include $(LIFE_OBJ:.o=.d) $(LIFE_EAGER_OBJ:.o=.d)

$(eval $(call check,check,life-boards,$(LIFE_DIR)/explore,$(LIFE_DIR)/explore))
$(eval $(call check,check,life-eager,$(LIFE_DIR)/eager/explore,$(LIFE_DIR)/eager/explore))
$(eval $(call check,test,life-eager_mistakes,$(LIFE_DIR)/eager/explore mistakes,$(LIFE_DIR)/eager/explore))
$(eval $(call check,test,life-mutants,$(LIFE_DIR)/explore mutants,$(LIFE_DIR)/explore))
.PHONY: check-life
check-life: check-life-boards check-life-eager check-life-eager_mistakes check-life-mutants ## all interleavings of messages between two and three nodes

# --- tests on the emulated board ----------------------------------------------
# Each *.expect is a run of a firmware; the programs are those of the host.
# Those of LAYER_LONG_RUNS take long, one of them minutes.
LAYER_LONG_RUNS := $(patsubst %,tests/firmware/target/%-1024.expect,operations barrier-cost collective-cost)
LAYER_RUNS := $(filter-out $(LAYER_LONG_RUNS),$(sort $(wildcard tests/firmware/target/*.expect)))
LAYER_FIRMWARE := messages flood casts barrier barrier_cost collective_cost operations long leave pass groups onesided
$(foreach t,$(LAYER_FIRMWARE),$(eval $(call firmware_test,$(t),tests/firmware/target/$(t).c \
    tests/firmware/target/cores.c $(LAYER_PROGRAMS:%=tests/firmware/%.c),$(NOC_LIBS))))

LAYER_FIRMWARE += trace abort unsent arena schedule_cost
$(eval $(call firmware_test,programs,tests/firmware/target/programs.c \
    tests/firmware/target/cores.c $(patsubst %,tests/firmware/%.c,$(LAYER_PROGRAMS) $(LAYER_RANDOM)),$(NOC_LIBS)))
$(eval $(call firmware_test,wait_cycle,tests/firmware/target/wait_cycle.c,$(NOC_LIBS)))
$(eval $(call firmware_test,unsent,tests/firmware/target/unsent.c,$(NOC_LIBS)))
$(eval $(call firmware_test,missing,tests/firmware/target/missing.c,$(NOC_LIBS)))
$(eval $(call firmware_test,elsewhere,tests/firmware/target/elsewhere.c,$(NOC_LIBS)))
$(eval $(call firmware_test,abort,tests/firmware/target/abort.c,$(NOC_LIBS)))
$(eval $(call firmware_test,arena,tests/firmware/target/arena.c,$(NOC_LIBS)))
$(eval $(call firmware_test,schedule_cost,tests/firmware/target/schedule_cost.c,$(NOC_LIBS)))
$(eval $(call firmware_test_traced,trace,tests/firmware/target/trace.c))
$(eval $(call firmware_test_traced,trace-rounds,tests/firmware/target/rounds.c tests/firmware/target/cores.c))
$(foreach t,messages casts,$(eval $(call firmware_test_traced,trace-$(t),tests/firmware/target/$(t).c \
    tests/firmware/target/cores.c $(LAYER_PROGRAMS:%=tests/firmware/%.c))))

LAYER_NETWORKS := torus-4x4 mesh-4x4 cube-2x2x2x2x2x2 utorus-8x8 ccc-4 \
                  utorus-4x4-utpr mesh-4x4-coded-path-vc utorus-16x16 torus-2x2 torus-8x8 torus-32x32
LAYER_PARAMS := $(LAYER_NETWORKS:%=$(B)/tests/target/%.params)
$(LAYER_PARAMS): $(B)/tests/target/%.params: tests/firmware/make-params
	@mkdir -p $(@D)
	$< $(subst -, ,$*) $@

# What a multicast's latency should be: the tool's experiments over the model.
PREDICT := $(B)/tests/firmware/predict
$(PREDICT): tests/firmware/predict.c $(B)/host/libnoct.a $(B)/host/libcores.a $(B)/host/libclaims.a $(B)/host/libverify.a $(B)/host/libmodel.a $(B)/host/libnoc.a $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) -D_GNU_SOURCE $(NOCT_INC) -MMD -MP -MF $@.d -o $@ $(filter %.c %.a,$^) $(NOCT_LIBS)
-include $(PREDICT).d

LAYER_NEEDS := $(QEMU) $(B)/noct $(FIRMWARE_APPS) $(FIRMWARE_TRACED)
$(eval $(call check,check,messages-runs,tests/run-target $(QEMU) $(B) $(LAYER_RUNS),\
    $(LAYER_NEEDS) $(LAYER_FIRMWARE:%=$(B)/tests/target/%.elf) $(LAYER_PARAMS)))
# Golden cycles of the compiler at hand: in the .expect files that have some, and in recorded answers.
GOLDEN_RUNS := $(shell grep -l '^> .*@' $(LAYER_RUNS) $(if $(TEST_DEEP),$(LAYER_LONG_RUNS)))
.PHONY: record-cycles
record-cycles: $(LAYER_NEEDS) $(BOOT_ROM) $(LAYER_FIRMWARE:%=$(B)/tests/target/%.elf) $(B)/tests/target/missing.elf $(LAYER_PARAMS) ## golden cycles by the cross compiler that is here, into tests/ (TEST_DEEP=1: of 1,024 cores, too); tests/README.md
	tests/run-target --record $(QEMU) $(B) $(GOLDEN_RUNS)
	tests/recorded/check --record-cycles $(B)
# The same cycles where all is wrong that docs/board.md leaves undefined: nobody looks there.
SCRAMBLED_RUNS := $(patsubst %,tests/firmware/target/%.expect,messages-utorus-8x8 long-64 groups-64 onesided-4 \
    pass-utorus-4x4 casts-utorus-4x4-utpr)
$(eval $(call check,test,messages-scrambled,env RUN_MACHINE=scramble=on tests/run-target $(QEMU) $(B) $(SCRAMBLED_RUNS),\
    $(LAYER_NEEDS) $(LAYER_FIRMWARE:%=$(B)/tests/target/%.elf) $(LAYER_PARAMS)))
$(eval $(call check,check,messages-multicasts,tests/firmware/run-multicasts $(B)/noct,$(LAYER_NEEDS)))
$(eval $(call check,test,messages-predictions,\
    tests/firmware/run-predictions $(B)/noct $(PREDICT) $(B)/firmware/plans.elf,$(LAYER_NEEDS) $(PREDICT)))
$(eval $(call check,deep,messages-1024,env RUN_LIMIT=1800 tests/run-target $(QEMU) $(B) $(LAYER_LONG_RUNS),\
    $(LAYER_NEEDS) $(LAYER_FIRMWARE:%=$(B)/tests/target/%.elf)))
# Members that make different calls, and are told, or stand still.
$(eval $(call checks,elsewhere,tests/firmware/check-elsewhere,$(B),$(LAYER_NEEDS) $(B)/tests/target/elsewhere.elf))
# Random programs beside what they must do: tests/firmware/random.
$(eval $(call check,deep,messages-programs,tests/firmware/run-programs $(B)/noct $(B)/tests/target/programs.elf,\
    $(LAYER_NEEDS) $(B)/tests/target/programs.elf))
# Collective operations as noct runs them.
$(eval $(call checks,collectives,tests/firmware/check-collectives,$(B),$(LAYER_NEEDS)))
check-collectives: ## collective operations on the emulated board, right and as predicted
$(eval $(call check,test,messages-segments,tests/firmware/run-segments $(B)/noct,$(LAYER_NEEDS)))
.PHONY: check-messages
check-messages: check-messages-runs check-messages-multicasts check-messages-predictions check-messages-segments ## the message layer on the emulated board
