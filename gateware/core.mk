# SPDX-License-Identifier: BSD-2-Clause
# The gateware's core: compiled by Verilator, with an interpreter beside it that shares nothing with it.

CORE := $(GATEWARE)/core
CORE_SV := $(sort $(wildcard gateware/rtl/noc_core*.sv))
CORE_CFLAGS := $(HOST_CFLAGS) -Igateware -Iinclude/noc
CORE_LOCKSTEP := $(patsubst %,$(CORE)/%.o,core node beside stream program)
INTERPRETER := $(patsubst gateware/interpreter/%.c,$(CORE)/%.o,$(wildcard gateware/interpreter/*.c))

# Verilator's C++ of the core, and of its expander alone, each compiled as one file.
$(CORE)/v/all.cpp: $(CORE_SV) $(GATEWARE_TOOLS)
	@mkdir -p $(@D)
	verilator --cc $(VERILATOR_WARNINGS) -O3 --top-module noc_core --Mdir $(@D) $(filter %.sv,$^)
	cd $(@D) && $(call include_verilated,noc_core)
$(CORE)/expand/all.cpp: gateware/rtl/noc_core_expand.sv $(GATEWARE_TOOLS)
	@mkdir -p $(@D)
	verilator --cc $(VERILATOR_WARNINGS) -O3 --top-module noc_core_expand --Mdir $(@D) $(filter %.sv,$^)
	cd $(@D) && $(call include_verilated,noc_core_expand)
$(CORE)/verilated.o: $(CORE)/v/all.cpp
$(CORE)/expander.o: $(CORE)/expand/all.cpp
$(CORE)/verilated.o $(CORE)/expander.o:
	$(CXX) $(VERILATED_CFLAGS) -I$(<D) $(VERILATED_INC) -c -o $@ $<
$(CORE)/cores.o: gateware/lockstep/cores.cpp gateware/lockstep/cores.h $(CORE)/v/all.cpp $(CORE)/expand/all.cpp
	$(CXX) -O2 -Wall -Wextra $(WERROR_FLAG) -I$(CORE)/v -I$(CORE)/expand $(VERILATED_INC) -c -o $@ $<

$(CORE)/%.o: gateware/lockstep/%.c $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(CORE_CFLAGS) -MMD -MP -c -o $@ $<
$(CORE)/%.o: gateware/interpreter/%.c $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(CORE_CFLAGS) -MMD -MP -c -o $@ $<

$(GATEWARE)/core-beside: $(CORE_LOCKSTEP) $(INTERPRETER) $(CORE)/cores.o $(CORE)/verilated.o $(CORE)/expander.o \
    $(GATEWARE)/runtime/verilated.o $(GATEWARE)/runtime/verilated_threads.o
	$(CXX) -o $@ $^ -lpthread

$(GATEWARE)/interpret: $(CORE)/interpret.o $(CORE)/program.o $(INTERPRETER)
	$(CC) $(HOST_CFLAGS) -o $@ $^

# Programs with expected values.
CORE_PROGRAMS := $(patsubst tests/gateware/programs/%.S,$(CORE)/programs/%.elf,$(wildcard tests/gateware/programs/*.S))
$(CORE)/programs/%.elf: tests/gateware/programs/%.S tests/gateware/programs/expect.inc bsp/asm.h $(wildcard include/noc/*) $(TARGET_COMPILER)
	@mkdir -p $(@D)
	$(CROSS)gcc -march=rv32imac -mabi=ilp32 -nostdlib -nostartfiles -Itests/gateware/programs -Ibsp -Iinclude/noc \
	    -Wl,-N,-Ttext=0x20000000,--build-id=none,--no-warn-rwx-segments -o $@ $<

$(eval $(call checks,core,tests/gateware/check-core,$(B),$(GATEWARE)/core-beside $(GATEWARE)/interpret $(CORE_PROGRAMS) $(QEMU) \
    $(B)/firmware/compute.elf $(B)/firmware/hello.elf))
check-core: ## the gateware's core: three compilers, and an interpreter beside it

-include $(wildcard $(CORE)/*.d)
