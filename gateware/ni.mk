# SPDX-License-Identifier: BSD-2-Clause
# The gateware's network interface: with a router a node, which is compiled by Verilator, and in lock
# step with libnoc/model's board.

NI_SV := $(GATEWARE_SV) gateware/rtl/noc_node.sv gateware/rtl/noc_ram.sv $(sort $(wildcard gateware/rtl/noc_ni*.sv))
# Shapes, as in build.mk; the last ones in the deep tier only.
NI_SHAPES := 4-1 4-2 3-1 6-2
NI_ONLY_O := $(patsubst %,$(GATEWARE)/%.o,ni ni_make ni_memory ni_more ni_run ni_wild ni_worms detours refusing traffic look)
NI_OBJ := $(NI_ONLY_O) $(GATEWARE)/wiring.o $(GATEWARE)/astray.o

$(GATEWARE)/gen-registers: gateware/gen-registers.c $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) $(INC_MODEL) -MMD -MP -MF $@.d -o $@ $<

$(GATEWARE)/noc_regs.sv: $(GATEWARE)/gen-registers
	$< >$@.new && mv $@.new $@

define ni_shape
$(GATEWARE)/$(1)/n/all.cpp: $(NI_SV) $(GATEWARE_TOOLS)
	@rm -rf $$(@D) && mkdir -p $$(@D)
	verilator --cc $(VERILATOR_WARNINGS) -O3 --top-module noc_node -GLINKS=$(word 1,$(subst -, ,$(1))) \
	    -GVCS=$(word 2,$(subst -, ,$(1))) -GNODE_BITS=4 -GTURNS=4 -GSTAMPS=1 --Mdir $$(@D) $$(filter %.sv,$$^)
	cd $$(@D) && $(call include_verilated,noc_node)
$(GATEWARE)/$(1)/nodes.o: gateware/lockstep/nodes.cpp gateware/lockstep/nodes.h gateware/ports.h $(GATEWARE)/$(1)/n/all.cpp
	$(CXX) -O2 -Wall -Wextra $(WERROR_FLAG) -DLINKS=$(word 1,$(subst -, ,$(1))) -DVCS=$(word 2,$(subst -, ,$(1))) \
	    -Igateware -I$(GATEWARE)/$(1)/n $$(VERILATED_INC) -c -o $$@ $$<
$(GATEWARE)/$(1)/verilated_node.o: $(GATEWARE)/$(1)/n/all.cpp
	$(CXX) $(VERILATED_CFLAGS) -I$$(<D) $$(VERILATED_INC) -c -o $$@ $$<
$(GATEWARE)/lockstep-ni-$(1): $(NI_OBJ) $(GATEWARE)/$(1)/nodes.o \
    $(GATEWARE)/$(1)/verilated_node.o $(GATEWARE)/$(1)/routers.o $(GATEWARE)/$(1)/verilated.o \
    $(GATEWARE)/runtime/verilated.o $(GATEWARE)/runtime/verilated_threads.o $(GATEWARE)/runtime/verilated_fst_c.o $(B)/host/libmodel.a $(B)/host/libnoc.a
	$(CXX) -o $$@ $$^ -lpthread -lz
endef
$(foreach shape,$(NI_SHAPES),$(eval $(call ni_shape,$(shape))))

$(NI_ONLY_O): $(GATEWARE)/%.o: gateware/lockstep/%.c $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) -Igateware $(INC_MODEL) -MMD -MP -c -o $@ $<

$(eval $(call checks,ni,tests/gateware/check-ni,$(B),$(GATEWARE)/noc_regs.sv \
    $(GATEWARE)/lockstep-ni-4-1 $(GATEWARE)/lockstep-ni-4-2 $(if $(TEST_DEEP),$(NI_SHAPES:%=$(GATEWARE)/lockstep-ni-%))))
check-ni: ## the gateware's network interface: three compilers, and lock step with the model's board

-include $(NI_ONLY_O:.o=.d) $(GATEWARE)/gen-registers.d
