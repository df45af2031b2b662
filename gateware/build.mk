# SPDX-License-Identifier: BSD-2-Clause
# The gateware: SystemVerilog, checked by three compilers, and in lock step with libnoc/model.

GATEWARE := $(B)/gateware
GATEWARE_SV := $(GATEWARE)/noc_packet.sv $(GATEWARE)/noc_regs.sv $(filter-out %/noc_core.sv gateware/rtl/noc_core_% %/noc_node.sv gateware/rtl/noc_ni% \
    $(addprefix %/noc_,tile.sv ram.sv clock.sv console.sv),$(sort $(wildcard gateware/rtl/*.sv)))
# Routers that are compiled, as links-channels; those behind the first two in the deep tier only.
GATEWARE_SHAPES := 4-1 4-2 3-1 3-2 6-2
LOCKSTEP_ONLY_O := $(patsubst %,$(GATEWARE)/%.o,main any view transitions astray)
LOCKSTEP_O := $(LOCKSTEP_ONLY_O) $(GATEWARE)/wiring.o
VERILATOR_WARNINGS := -Wall $(if $(WERROR),,-Wno-fatal)
VERILATOR_ROOT = $(shell verilator --getenv VERILATOR_ROOT)
VERILATED_INC = -isystem $(VERILATOR_ROOT)/include -isystem $(VERILATOR_ROOT)/include/vltstd

# $(call include_verilated,TOP): what Verilator wrote in this directory as one source, all.cpp. Its slow
# files hold what runs once, as constructors; optimising them took two fifths of the compiler's time.
define include_verilated
{ ls V$(1)*.cpp | sed '/Slow/d;s/.*/#include "&"/'; \
	    printf '#pragma GCC %s\n' 'optimize ("O0")' 'diagnostic ignored "-Wattributes"'; \
	    ls V$(1)*.cpp | sed '/Slow/!d;s/.*/#include "&"/'; } >all.cpp
endef

# What Verilator writes runs as fast by -O1 as by -O2, and compiles in two thirds of the time.
VERILATED_CFLAGS := -O1

# C++ that another Verilator wrote, or another compiler compiled, is made anew.
GATEWARE_TOOLS := $(GATEWARE)/tools.txt
$(GATEWARE_TOOLS): FORCE
	@mkdir -p $(@D); { verilator --version; $(CXX) --version | head -n 1; } >$@.$$$$; \
	    if cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; fi

$(GATEWARE)/gen-packet: gateware/gen-packet.c $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) $(INC_LIBNOC) -MMD -MP -MF $@.d -o $@ $<

$(GATEWARE)/noc_packet.sv: $(GATEWARE)/gen-packet
	$< >$@.new && mv $@.new $@

# Verilator's own part, once; its C++ of a router, and the program, for each shape.
$(GATEWARE)/runtime/%.o: $(GATEWARE_TOOLS) | $(GATEWARE)/noc_packet.sv
	@mkdir -p $(@D)
	$(CXX) $(VERILATED_CFLAGS) $(VERILATED_INC) -c -o $@ $(VERILATOR_ROOT)/include/$*.cpp

define gateware_shape
$(GATEWARE)/$(1)/v/all.cpp: $(GATEWARE_SV) $(GATEWARE_TOOLS)
	@rm -rf $$(@D) && mkdir -p $$(@D)
	verilator --cc --trace-fst $(VERILATOR_WARNINGS) -O3 --top-module noc_router -GLINKS=$(word 1,$(subst -, ,$(1))) \
	    -GVCS=$(word 2,$(subst -, ,$(1))) -GNODE_BITS=6 -GFLIT=64 --Mdir $$(@D) $$(filter %.sv,$$^)
	cd $$(@D) && $(call include_verilated,noc_router)
$(GATEWARE)/$(1)/%.o: gateware/lockstep/%.cpp gateware/lockstep/routers.h gateware/ports.h $(GATEWARE)/$(1)/v/all.cpp
	$(CXX) -O2 -Wall -Wextra $(WERROR_FLAG) -DLINKS=$(word 1,$(subst -, ,$(1))) -DVCS=$(word 2,$(subst -, ,$(1))) \
	    -Igateware -Iinclude/noc -I$(GATEWARE)/$(1)/v $$(VERILATED_INC) -c -o $$@ $$<
$(GATEWARE)/$(1)/verilated.o: $(GATEWARE)/$(1)/v/all.cpp
	$(CXX) $(VERILATED_CFLAGS) -I$$(<D) $$(VERILATED_INC) -c -o $$@ $$<
$(GATEWARE)/lockstep-$(1): $(LOCKSTEP_O) $(GATEWARE)/$(1)/routers.o $(GATEWARE)/$(1)/verilated.o \
    $(GATEWARE)/runtime/verilated.o $(GATEWARE)/runtime/verilated_threads.o $(GATEWARE)/runtime/verilated_fst_c.o $(B)/host/libmodel.a $(B)/host/libnoc.a
	$(CXX) -o $$@ $$^ -lpthread -lz
endef

# The same of netlists that yosys made: KIND-LINKS-VCS, of gates with 500 mistakes, of which MUTANT
# chooses one.
define gateware_netlist
$(GATEWARE)/$(1)-$(2)/noc_router.v: $(GATEWARE_SV) gateware/mutants/netlist
	gateware/mutants/netlist $(GATEWARE) $(subst -, ,$(2)) $(3)
$(GATEWARE)/$(1)-$(2)/v/all.cpp: $(GATEWARE)/$(1)-$(2)/noc_router.v
	@rm -rf $$(@D) && mkdir -p $$(@D)
	verilator --cc -Wno-fatal -Wno-lint -Wno-style -Wno-UNOPTFLAT -O3 --top-module noc_router --Mdir $$(@D) $$<
	cd $$(@D) && $(call include_verilated,noc_router)
$(GATEWARE)/$(1)-$(2)/routers.o: gateware/lockstep/routers.cpp gateware/lockstep/routers.h gateware/ports.h $(GATEWARE)/$(1)-$(2)/v/all.cpp
	$(CXX) -O1 -DNETLIST $(4) -DLINKS=$(word 1,$(subst -, ,$(2))) -DVCS=$(word 2,$(subst -, ,$(2))) \
	    -Igateware -Iinclude/noc -I$(GATEWARE)/$(1)-$(2)/v $$(VERILATED_INC) -c -o $$@ $$<
$(GATEWARE)/$(1)-$(2)/verilated.o: $(GATEWARE)/$(1)-$(2)/v/all.cpp
	$(CXX) -O1 -I$$(<D) $$(VERILATED_INC) -c -o $$@ $$<
$(GATEWARE)/lockstep-$(1)-$(2): $(LOCKSTEP_O) $(GATEWARE)/$(1)-$(2)/routers.o \
    $(GATEWARE)/$(1)-$(2)/verilated.o $(GATEWARE)/runtime/verilated.o $(GATEWARE)/runtime/verilated_threads.o \
    $(GATEWARE)/runtime/verilated_fst_c.o $(B)/host/libmodel.a $(B)/host/libnoc.a
	$(CXX) -o $$@ $$^ -lpthread -lz
endef
$(eval $(call gateware_netlist,mutants,4-2,500,-DMUTANTS))
$(eval $(call gateware_netlist,ecp5,4-2,ecp5))
$(foreach shape,$(GATEWARE_SHAPES),$(eval $(call gateware_shape,$(shape))))

$(LOCKSTEP_ONLY_O): $(GATEWARE)/%.o: gateware/lockstep/%.c $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) -Igateware $(INC_MODEL) -MMD -MP -c -o $@ $<

$(GATEWARE)/wiring.o: gateware/wiring.c $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) $(INC_MODEL) -MMD -MP -c -o $@ $<

$(eval $(call checks,gateware,tests/gateware/check-gateware,$(B),$(GATEWARE)/noc_packet.sv $(GATEWARE)/noc_regs.sv \
    $(GATEWARE)/lockstep-4-1 $(GATEWARE)/lockstep-4-2 $(GATEWARE)/lockstep-parts $(if $(TEST_DEEP),$(GATEWARE_SHAPES:%=$(GATEWARE)/lockstep-%) $(GATEWARE)/hand/router/lockstep \
    $(GATEWARE)/hand/ni/lockstep $(GATEWARE)/hand/core/lockstep)))
check-gateware: ## the gateware: three compilers, and lock step with the model

$(eval $(call checks,gateware-proofs,tests/gateware/check-proofs,$(B),$(GATEWARE)/noc_packet.sv $(GATEWARE)/noc_regs.sv))
check-gateware-proofs: ## what is proven of router, interface, memory and tile: a small part; all with TEST_DEEP=1

.PHONY: gateware-sizes
gateware-sizes: $(GATEWARE)/noc_packet.sv $(GATEWARE)/noc_regs.sv ## how large all parts of a board are on an ECP5 and a Xilinx 7, by yosys (JOBS=)
	@gateware/sizes --build $(GATEWARE) $(JOBS:%=--jobs %)

-include $(LOCKSTEP_O:.o=.d) $(GATEWARE)/gen-packet.d

include gateware/core.mk
include gateware/ni.mk
include gateware/board.mk
include gateware/mutants.mk
include gateware/coverage.mk
include gateware/netlist.mk
