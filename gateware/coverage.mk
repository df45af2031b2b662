# SPDX-License-Identifier: BSD-2-Clause
# Which lines of the gateware the comparisons run, and which bits they see change, by Verilator.

COVERED := $(GATEWARE)/coverage
COVERED_VERILATOR := verilator --cc --output-split-cfuncs 2000 -Wno-fatal -Wno-lint -Wno-style -O3 --coverage-line --coverage-toggle
COVERED_CXX = $(CXX) -O1 -DCOVERAGE -DVM_COVERAGE=1 -DLINKS=4 -DVCS=2 -Igateware -Iinclude/noc $(VERILATED_INC)
COVERED_RUNTIME := $(HAND_RUNTIME) $(GATEWARE)/runtime/verilated_cov.o

# $(call covered_program,NAME,SOURCES,TOP,PLAIN,OBJECTS)
define covered_program
$(COVERED)/$(1)/v/all.cpp: $(2)
	@rm -rf $$(@D) && mkdir -p $$(@D)
	$(COVERED_VERILATOR) --top-module $(3) --Mdir $$(@D) $$^
	cd $$(@D) && $(call include_verilated,$(firstword $(3)))
$(COVERED)/$(1)/verilated.o: $(COVERED)/$(1)/v/all.cpp
	$$(COVERED_CXX) -I$$(<D) -c -o $$@ $$<
$(COVERED)/$(1)/plain.o: gateware/lockstep/$(4).cpp gateware/lockstep/$(4).h gateware/lockstep/models.h gateware/ports.h $(COVERED)/$(1)/v/all.cpp
	$$(COVERED_CXX) -I$(COVERED)/$(1)/v -I$(CORE)/expand -include V$(firstword $(3))___024root.h -c -o $$@ $$<
$(COVERED)/$(1)/lockstep: $(COVERED)/$(1)/plain.o $(COVERED)/$(1)/verilated.o $(5) $(COVERED_RUNTIME) $(B)/host/libmodel.a $(B)/host/libnoc.a
	$(CXX) -o $$@ $$^ -lpthread -lz
endef
$(eval $(call covered_program,router,$(GATEWARE_SV),$(HAND_TOP_router),routers,$(LOCKSTEP_O)))
$(eval $(call covered_program,ni,$(NI_SV),$(HAND_TOP_ni),nodes,$(NI_OBJ) \
    $(GATEWARE)/4-2/routers.o $(GATEWARE)/4-2/verilated.o))
$(eval $(call covered_program,core,$(CORE_SV),$(HAND_TOP_core),cores,$(CORE_LOCKSTEP) $(INTERPRETER) $(CORE)/expander.o))
$(COVERED)/core/plain.o: $(CORE)/expand/all.cpp

# The board. Of its tiles only the module that joins the parts has counters.
$(COVERED)/tile/rest.vlt: $(TILE_SV)
	@mkdir -p $(@D)
	printf '`verilator_config\n' >$@
	printf 'coverage_off -file "%s"\n' $(filter-out %/noc_tile.sv,$(TILE_SV)) >>$@
$(COVERED)/tile/v/all.cpp: $(COVERED)/tile/rest.vlt $(TILE_SV)
	@rm -rf $(@D) && mkdir -p $(@D)
	$(COVERED_VERILATOR) --trace-fst --top-module noc_tile -GLINKS=4 -GVCS=2 -GNODE_BITS=6 -GTURNS=4 -GRAM_BITS=18 \
	    -GSTAMPS=1 --Mdir $(@D) $^
	cd $(@D) && $(call include_verilated,noc_tile)
$(COVERED)/tile/verilated.o: $(COVERED)/tile/v/all.cpp
	$(COVERED_CXX) -I$(<D) -c -o $@ $<
$(COVERED)/tile/tile.o: gateware/board/tile.cpp gateware/board/tile.h gateware/lockstep/counted.h $(COVERED)/tile/v/all.cpp $(RTL_BOARD)/worm_line/all.cpp
	$(COVERED_CXX) -DSTAMPS=1 -DRAM_BITS=18 -DTILE_TOP='"lockstep/counted.h"' -I$(COVERED)/tile/v -I$(RTL_BOARD)/worm_line -c -o $@ $<
$(COVERED)/tile/lockstep: $(RTL_BOARD_O) $(GATEWARE)/wiring.o $(CORE)/beside.o $(INTERPRETER) $(COVERED)/tile/tile.o \
    $(COVERED)/tile/verilated.o $(RTL_BOARD)/worm_line.o $(COVERED_RUNTIME) $(B)/host/libmodel.a $(B)/host/libnoc.a
	$(CXX) -o $@ $^ -lelf -lpthread -lz

# The clock and the console, as in board.mk.
$(COVERED)/parts/%/all.cpp: gateware/rtl/%.sv
	@rm -rf $(@D) && mkdir -p $(@D)
	$(COVERED_VERILATOR) --top-module $* $(if $(filter noc_console,$*),$(addprefix -G,$(PARTS_CONSOLE))) --Mdir $(@D) $<
	cd $(@D) && $(call include_verilated,$*)
$(COVERED)/parts/noc_%.o: $(COVERED)/parts/noc_%/all.cpp
	$(COVERED_CXX) -I$(<D) -c -o $@ $<
$(COVERED)/parts/parts.o: gateware/lockstep/parts.cpp $(COVERED)/parts/noc_clock/all.cpp $(COVERED)/parts/noc_console/all.cpp
	$(COVERED_CXX) $(addprefix -D,$(PARTS_CONSOLE)) -I$(COVERED)/parts/noc_clock -I$(COVERED)/parts/noc_console -c -o $@ $<
$(COVERED)/parts/lockstep: $(patsubst %,$(COVERED)/parts/%.o,parts noc_clock noc_console) $(COVERED_RUNTIME)
	$(CXX) -o $@ $^ -lpthread -lz

.PHONY: gateware-coverage
COVERED_PROGRAMS := $(patsubst %,$(COVERED)/%/lockstep,router ni core tile parts)
gateware-coverage: $(COVERED_PROGRAMS) $(BOARD_PROGRAMS) $(B)/firmware/ring.elf ## lines and bits of the gateware that comparisons try (10 min)
	@gateware/coverage $(GATEWARE)
