# SPDX-License-Identifier: BSD-2-Clause
# Wrong gateware: comparisons must see what is wrong.

# Programs with the mistakes made by hand, of which MUTANT chooses one.
HAND := $(GATEWARE)/hand
HAND_NEEDS := gateware/mutants/hand gateware/mutants/by-hand gateware/mutants/chosen.h $(sort $(wildcard gateware/rtl/*.sv)) \
    $(GATEWARE)/noc_packet.sv $(GATEWARE)/noc_regs.sv
HAND_VERILATOR := verilator --cc -Wno-fatal -Wno-lint -Wno-style -O3
HAND_CXX = $(CXX) -O1 -include gateware/mutants/chosen.h -DNETLIST -DLINKS=4 -DVCS=2 -Igateware -Iinclude/noc $(VERILATED_INC)
HAND_RUNTIME := $(patsubst %,$(GATEWARE)/runtime/%.o,verilated verilated_threads verilated_fst_c)
HAND_TOP_router := noc_router -GLINKS=4 -GVCS=2 -GNODE_BITS=6 -GFLIT=64
HAND_TOP_ni := noc_node -GLINKS=4 -GVCS=2 -GNODE_BITS=4 -GTURNS=4 -GSTAMPS=1
HAND_TOP_core := noc_core

define hand_program
$(HAND)/$(1)/v/all.cpp: $(HAND_NEEDS)
	@rm -rf $(HAND)/$(1) && mkdir -p $$(@D)
	gateware/mutants/hand --write $(1) $(HAND)/$(1)/rtl
	$(HAND_VERILATOR) --top-module $(HAND_TOP_$(1)) --Mdir $$(@D) $(GATEWARE)/noc_packet.sv $(GATEWARE)/noc_regs.sv \
	    $(patsubst gateware/rtl/%,$(HAND)/$(1)/rtl/%,$(2))
	cd $$(@D) && $(call include_verilated,$(firstword $(HAND_TOP_$(1))))
$(HAND)/$(1)/verilated.o: $(HAND)/$(1)/v/all.cpp
	$$(HAND_CXX) -I$$(<D) -c -o $$@ $$<
$(HAND)/$(1)/plain.o: gateware/lockstep/$(3).cpp gateware/lockstep/$(3).h $(HAND)/$(1)/v/all.cpp
	$$(HAND_CXX) -I$(HAND)/$(1)/v -I$(CORE)/expand -c -o $$@ $$<
$(HAND)/$(1)/lockstep: $(HAND)/$(1)/plain.o $(HAND)/$(1)/verilated.o $(4) $(HAND_RUNTIME) $(B)/host/libmodel.a $(B)/host/libnoc.a
	$(CXX) -o $$@ $$^ -lpthread -lz
endef
$(eval $(call hand_program,router,$(filter gateware/%,$(GATEWARE_SV)),routers,$(LOCKSTEP_O)))
$(eval $(call hand_program,ni,$(filter gateware/%,$(NI_SV)),nodes,$(NI_OBJ) \
    $(GATEWARE)/4-2/routers.o $(GATEWARE)/4-2/verilated.o))
$(eval $(call hand_program,core,$(CORE_SV),cores,$(CORE_LOCKSTEP) $(INTERPRETER) $(CORE)/expander.o))
$(HAND)/core/plain.o: $(CORE)/expand/all.cpp
HAND_PROGRAMS := $(patsubst %,$(HAND)/%/lockstep,router ni core)

# Hours: all of the gateware's comparisons and proofs at full length.
.PHONY: check-gateware-deep
check-gateware-deep: ## the gateware at full length; goes on where it was interrupted (PARTS=, JOBS=, SHARE=)
	@gateware/deep --build $(B) $(JOBS:%=--jobs %) $(SHARE:%=--share %) $(PARTS)
