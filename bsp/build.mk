# SPDX-License-Identifier: BSD-2-Clause
# Everything that runs on a hart is compiled and linked by the rules here.
#
#   $(eval $(call firmware_app,NAME,SOURCES,LIBRARIES))
#
# links $(B)/firmware/NAME.elf from SOURCES (paths of .c and .S files, as
# firmware/apps/hello.c), LIBRARIES (target archives, in link order; may be
# left out), the bsp and newlib, and adds it to FIRMWARE_APPS, which are built
# by `make` and installed. The same for a test, which is neither:
#
#   $(eval $(call firmware_test,NAME,SOURCES,LIBRARIES))     -> $(B)/tests/target/NAME.elf
#
# Extra options for the linker, such as a larger stack, are target-specific:
#
#   $(B)/firmware/NAME.elf: TARGET_LDFLAGS += -Wl,--defsym=__stack_size=32K
#
# Each application is linked a second time, to $(B)/firmware/trace/NAME.elf in FIRMWARE_TRACED, from
# objects that are compiled with NOC_TRACE (below $(B)/target/trace/) and write their events to a
# ring (include/noc/trace.h).
#
# SRC.c becomes $(B)/target/SRC.o: $(call target_objects,SOURCES) names the
# objects, for archives. Which -I paths a source gets follows from its part.

TARGET_CC := $(CROSS)gcc
TARGET_AR := $(CROSS)ar

target_objects = $(patsubst %,$(B)/target/%.o,$(basename $(1)))
target_compile = @mkdir -p $(@D); $(TARGET_CC) $(TARGET_CFLAGS) -isystem $(NEWLIB_INC)

# The longest matching prefix wins.
$(B)/target/bsp/%.o: bsp/%.c $(TARGET_COMPILER) | $(NEWLIB)
	$(target_compile) $(INC_BSP) -MMD -MP -c -o $@ $<
$(B)/target/bsp/%.o: bsp/%.S $(TARGET_COMPILER)
	@mkdir -p $(@D)
	$(TARGET_CC) $(TARGET_CFLAGS) $(INC_BSP) -MMD -MP -c -o $@ $<
$(B)/target/libnoc/%.o: libnoc/%.c $(TARGET_COMPILER) | $(NEWLIB)
	$(target_compile) -ffreestanding $(INC_LIBNOC) -MMD -MP -c -o $@ $<
$(B)/target/firmware/%.o: firmware/%.c $(TARGET_COMPILER) | $(NEWLIB)
	$(target_compile) $(INC_FIRMWARE) -MMD -MP -c -o $@ $<
$(B)/target/trace/firmware/%.o: firmware/%.c $(TARGET_COMPILER) | $(NEWLIB)
	$(target_compile) $(INC_FIRMWARE) -DNOC_TRACE -MMD -MP -c -o $@ $<
$(B)/target/trace/tests/firmware/%.o: tests/firmware/%.c $(TARGET_COMPILER) | $(NEWLIB)
	$(target_compile) $(INC_FIRMWARE) -Itests/firmware -DNOC_TRACE -MMD -MP -c -o $@ $<
$(B)/target/tests/bsp/%.o: tests/bsp/%.c $(TARGET_COMPILER) | $(NEWLIB)
	$(target_compile) $(INC_BSP) -MMD -MP -c -o $@ $<
$(B)/target/tests/firmware/%.o: tests/firmware/%.c $(TARGET_COMPILER) | $(NEWLIB)
	$(target_compile) $(INC_FIRMWARE) -Itests/firmware -MMD -MP -c -o $@ $<

BSP_OBJ := $(call target_objects,$(wildcard bsp/*.c bsp/*.S))
BSP_CRT0 := $(B)/target/bsp/crt0.o
BSP_LIB := $(B)/target/libbsp.a
BSP_LD := $(B)/target/board.ld

$(BSP_LIB): $(filter-out $(BSP_CRT0),$(BSP_OBJ))
	@rm -f $@; $(TARGET_AR) rcs $@ $^

$(BSP_LD): linker/board.ld include/noc/memmap.h
	@mkdir -p $(@D)
	$(TARGET_CC) -E -P -x c -Iinclude/noc -o $@ $<

# Of newlib, and here in heap.c; sdk/nocturne.specs has them, too.
HEAP_WRAPPED := malloc free realloc calloc memalign malloc_usable_size
# And in printf.c.
PRINTF_WRAPPED := _vfprintf_r _vfiprintf_r vfprintf vfiprintf _svfprintf_r _svfiprintf_r

TARGET_LDFLAGS := -march=rv32imac -mabi=ilp32 -nostdlib -nostartfiles -static \
                  -Wl,--gc-sections,$(if $(WERROR),--fatal-warnings$(comma))--no-warn-rwx-segments \
                  -Wl,--wrap=__sinit,--wrap=__sfp,--wrap=_dtoa_r,--wrap=_rename_r \
                  $(HEAP_WRAPPED:%=-Wl,--wrap=_%_r) $(PRINTF_WRAPPED:%=-Wl,--wrap=%)

# $(call target_link_objects,ELF,OBJECTS,LIBRARIES,OPTIONS)
define target_link_objects
$(1): $(2) $(3) $(BSP_CRT0) $(BSP_LIB) $(BSP_LD) $(NEWLIB)
	@mkdir -p $$(@D)
	$$(TARGET_CC) $$(TARGET_LDFLAGS) $(4) -Wl,-Map=$$(basename $$@).map -T $(BSP_LD) -o $$@ $(BSP_CRT0) \
	    $(2) $(3) -L$(NEWLIB_LIB) -Wl,--start-group $(BSP_LIB) -lc -lgcc -Wl,--end-group
-include $(2:.o=.d)
endef
target_link = $(call target_link_objects,$(1),$(call target_objects,$(2)),$(3))

# $(call target_link_traced,ELF,SOURCES): the calls that trace_calls.c wraps, and a ring even where
# nothing else asks for one.
trace_objects = $(patsubst %,$(B)/target/trace/%.o,$(basename $(1)))
TRACE_WRAPPED := $(addprefix noc_,send recv isend irecv probe wait finish barrier group_reserve \
                   group_create group_split group_duplicate group_free plan_create multicast \
                   $(addsuffix _in,send recv isend irecv probe))
TRACE_LDFLAGS := -Wl,-u,noc_trace_ring $(TRACE_WRAPPED:%=-Wl,--wrap=%)
TRACE_LIB := $(B)/target/trace/libfirmware.a
target_link_traced = $(call target_link_objects,$(1),$(call trace_objects,$(2)),$(TRACE_LIB) $(B)/target/libnoc.a,$(TRACE_LDFLAGS))

# The boot ROM, which is no program on the bsp: of that it has only the headers, and put.S.
BOOT_ROM := $(B)/boot.elf
BOOT_OBJ := $(call target_objects,$(wildcard bsp/boot/*.c bsp/boot/*.S) bsp/put.S)
BOOT_LD := $(B)/target/rom.ld

$(BOOT_LD): linker/rom.ld include/noc/memmap.h
	@mkdir -p $(@D)
	$(TARGET_CC) -E -P -x c -Iinclude/noc -o $@ $<
$(BOOT_ROM): $(BOOT_OBJ) $(BOOT_LD)
	$(TARGET_CC) $(TARGET_LDFLAGS) -Wl,-Map=$(basename $@).map -T $(BOOT_LD) -o $@ $(BOOT_OBJ)
all: $(BOOT_ROM)
-include $(BOOT_OBJ:.o=.d)

FIRMWARE_APPS :=
FIRMWARE_TRACED :=
define firmware_app
all: $(B)/firmware/$(strip $(1)).elf $(B)/firmware/trace/$(strip $(1)).elf
FIRMWARE_APPS += $(B)/firmware/$(strip $(1)).elf
FIRMWARE_TRACED += $(B)/firmware/trace/$(strip $(1)).elf
$(call target_link,$(B)/firmware/$(strip $(1)).elf,$(2),$(3))
$(call target_link_traced,$(B)/firmware/trace/$(strip $(1)).elf,$(2))
endef
define firmware_test
$(call target_link,$(B)/tests/target/$(strip $(1)).elf,$(2),$(3))
endef
define firmware_test_traced
$(call target_link_traced,$(B)/tests/target/$(strip $(1)).elf,$(2))
endef

-include $(BSP_OBJ:.o=.d)

# --- applications that need no message layer -----------------------------
$(eval $(call firmware_app,hello,firmware/apps/hello.c))
$(eval $(call firmware_app,compute,firmware/apps/compute.c))
$(eval $(call firmware_app,spin,firmware/apps/spin.c))
$(eval $(call firmware_app,crash,firmware/apps/crash.c))

# --- tests ---------------------------------------------------------------
# On the host: bsp with BSP_MOCK, the board's place taken by tests/bsp/mock.c. What is part of newlib
# is tested on the board.
BSP_MOCK_OBJ := $(patsubst %.c,$(B)/mock/%.o,$(filter-out bsp/stdio.c bsp/printf.c,$(wildcard bsp/*.c bsp/boot/*.c)) \
                  tests/bsp/mock.c)
# Names that the host's own library has, too.
BSP_MOCK_FLAGS := -D_GNU_SOURCE -DBSP_MOCK -D_exit=board_exit $(INC_BSP) -Itests/bsp

$(B)/mock/%.o: %.c $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) $(BSP_MOCK_FLAGS) -MMD -MP -c -o $@ $<
$(B)/host/libbsp-mock.a: $(BSP_MOCK_OBJ)
	@mkdir -p $(@D)
	@rm -f $@; $(AR) rcs $@ $^
-include $(BSP_MOCK_OBJ:.o=.d)
$(eval $(call test_program,bsp,$(sort $(wildcard tests/bsp/test_*.c)),$(BSP_MOCK_FLAGS),$(B)/host/libbsp-mock.a))

# On the emulated board: each tests/bsp/target/*.c is a firmware, each *.expect
# a run of one.
BSP_TARGET_TESTS := $(basename $(notdir $(wildcard tests/bsp/target/*.c)))
BSP_RUNS := $(sort $(wildcard tests/bsp/target/*.expect))
$(foreach t,$(BSP_TARGET_TESTS),$(eval $(call firmware_test,$(t),tests/bsp/target/$(t).c)))
$(eval $(call firmware_test,deep-own,tests/bsp/target/deep.c))
$(B)/tests/target/deep-own.elf: TARGET_LDFLAGS += -Wl,--defsym=__stack_size=32K
$(B)/tests/target/hungry.elf: TARGET_LDFLAGS += -Wl,--defsym=__heap_min=100K

$(eval $(call check,check,bsp,tests/run-target $(QEMU) $(B) $(BSP_RUNS),\
    $(QEMU) $(FIRMWARE_APPS) $(patsubst %,$(B)/tests/target/%.elf,$(BSP_TARGET_TESTS) deep-own)))
check-bsp: ## boot, traps and C library on the emulated board

.PHONY: check-firmware
check-firmware: check-bsp check-messages ## everything that runs on the emulated board
