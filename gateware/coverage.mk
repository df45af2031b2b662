# SPDX-License-Identifier: BSD-2-Clause
# Which lines of the gateware the comparisons run, and which bits they see change, by Verilator.

COVERED := $(GATEWARE)/coverage
COVERED_VERILATOR := verilator --cc --output-split-cfuncs 2000 -Wno-fatal -Wno-lint -Wno-style -O3 --coverage-line --coverage-toggle
COVERED_CXX = $(CXX) -O0 -DCOVERAGE -DVM_COVERAGE=1 -DLINKS=4 -DVCS=2 -Igateware $(VERILATED_INC)
COVERED_RUNTIME := $(HAND_RUNTIME) $(GATEWARE)/runtime/verilated_cov.o

# $(call covered_program,NAME,SOURCES,TOP,PLAIN,OBJECTS)
define covered_program
$(COVERED)/$(1)/v/all.cpp: $(2)
	@rm -rf $$(@D) && mkdir -p $$(@D)
	$(COVERED_VERILATOR) --top-module $(3) --Mdir $$(@D) $$^
	cd $$(@D) && printf '#include "%s"\n' V$(firstword $(3))_*.cpp V$(firstword $(3)).cpp >all.cpp
$(COVERED)/$(1)/verilated.o: $(COVERED)/$(1)/v/all.cpp
	$$(COVERED_CXX) -I$$(<D) -c -o $$@ $$<
$(COVERED)/$(1)/plain.o: gateware/lockstep/$(4).cpp gateware/lockstep/$(4).h gateware/lockstep/models.h gateware/ports.h $(COVERED)/$(1)/v/all.cpp
	$$(COVERED_CXX) -I$(COVERED)/$(1)/v -I$(CORE)/expand -c -o $$@ $$<
$(COVERED)/$(1)/lockstep: $(COVERED)/$(1)/plain.o $(COVERED)/$(1)/verilated.o $(5) $(COVERED_RUNTIME) $(B)/host/libmodel.a $(B)/host/libnoc.a
	$(CXX) -o $$@ $$^ -lpthread -lz
endef
$(eval $(call covered_program,router,$(GATEWARE_SV),$(HAND_TOP_router),routers,$(LOCKSTEP_O)))
$(eval $(call covered_program,ni,$(NI_SV),$(HAND_TOP_ni),nodes,$(NI_OBJ) \
    $(GATEWARE)/4-2/routers.o $(GATEWARE)/4-2/verilated.o))
$(eval $(call covered_program,core,$(CORE_SV),$(HAND_TOP_core),cores,$(CORE_LOCKSTEP) $(INTERPRETER) $(CORE)/expander.o))
$(COVERED)/core/plain.o: $(CORE)/expand/all.cpp

.PHONY: gateware-coverage
gateware-coverage: $(patsubst %,$(COVERED)/%/lockstep,router ni core) ## lines and bits of the gateware that comparisons try (2 min)
	@gateware/coverage $(GATEWARE)
