# SPDX-License-Identifier: BSD-2-Clause
# The synthesised tile: its netlist for an ECP5, compiled by Verilator, beside the tile's text.

NETLIST := $(GATEWARE)/netlist
# Both have these links, virtual channels, and this RAM.
NETLIST_SHAPE := 4-2-64K

$(NETLIST)/netlist_tile.v: $(TILE_SV) gateware/netlist/tile gateware/netlist/cells.v
	gateware/netlist/tile $(GATEWARE) $(wordlist 1,2,$(subst -, ,$(NETLIST_SHAPE))) $(call tile_ram_bits,$(NETLIST_SHAPE))
# Optimizing its C++ takes longer than the runs.
$(NETLIST)/v/Vnetlist_tile__ALL.a: $(NETLIST)/netlist_tile.v gateware/netlist/memories.sv
	@rm -rf $(@D) && mkdir -p $(@D)
	verilator --cc -Wno-fatal -Wno-lint -Wno-style -Wno-UNOPTFLAT -O3 --x-initial fast --top-module netlist_tile --Mdir $(@D) $^
	@$(MAKE) -s -C $(@D) -f Vnetlist_tile.mk OPT_FAST=-O0 OPT_SLOW=-O0 $(@F)

# All ports of a tile, as Verilator has them.
$(NETLIST)/tile_ports.inc: $(RTL_BOARD)/$(NETLIST_SHAPE)/v/all.cpp
	@mkdir -p $(@D)
	sed -nE 's/^ *VL_(IN|OUT)[0-9W]*\(&([a-z_0-9]+),.*/TILE_\1PUT(\2)/p' $(<D)/Vnoc_tile.h >$@
$(NETLIST)/tile.o: gateware/board/tile.cpp gateware/board/tile.h gateware/netlist/twin.h gateware/ports.h $(NETLIST)/tile_ports.inc \
    $(NETLIST)/v/Vnetlist_tile__ALL.a $(RTL_BOARD)/$(NETLIST_SHAPE)/v/all.cpp $(RTL_BOARD)/worm_line/all.cpp
	$(CXX) -O2 -Wall -Wextra $(WERROR_FLAG) -DLINKS=$(word 1,$(subst -, ,$(NETLIST_SHAPE))) -DVCS=$(word 2,$(subst -, ,$(NETLIST_SHAPE))) \
	    -DSTAMPS=$(TILE_STAMPS) -DRAM_BITS=$(call tile_ram_bits,$(NETLIST_SHAPE)) -DTILE_TOP='"netlist/twin.h"' \
	    -Igateware -I$(NETLIST) -I$(NETLIST)/v -I$(RTL_BOARD)/$(NETLIST_SHAPE)/v -I$(RTL_BOARD)/worm_line $(VERILATED_INC) -c -o $@ $<

# The board of such tiles, and a noct beside it, which starts it for --ram 64K.
NETLIST_BOARD := $(NETLIST)/nocturne-rtl-$(NETLIST_SHAPE)
$(NETLIST_BOARD): $(RTL_BOARD_O) $(GATEWARE)/wiring.o $(CORE)/beside.o $(INTERPRETER) $(NETLIST)/tile.o $(NETLIST)/v/Vnetlist_tile__ALL.a \
    $(RTL_BOARD)/$(NETLIST_SHAPE)/verilated.o $(RTL_BOARD)/worm_line.o \
    $(GATEWARE)/runtime/verilated.o $(GATEWARE)/runtime/verilated_threads.o $(GATEWARE)/runtime/verilated_fst_c.o $(B)/host/libmodel.a $(B)/host/libnoc.a
	$(CXX) -o $@ $^ -lelf -lpthread -lz
$(NETLIST)/noct: $(B)/noct
	@mkdir -p $(@D)
	install $< $@ && ln -sfnr $(B)/firmware $(@D)/firmware
