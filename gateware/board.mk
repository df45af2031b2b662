# SPDX-License-Identifier: BSD-2-Clause
# The board as gateware: tiles compiled by Verilator, and the program that is a board of them.

TILE_SV := $(GATEWARE)/noc_packet.sv $(GATEWARE)/noc_regs.sv $(filter-out %/noc_clock.sv %/noc_console.sv,$(sort $(wildcard gateware/rtl/*.sv)))
# Tiles that are compiled, as links-channels; with RAM=64K also those with so much RAM, -64K.
TILE_SHAPES := $(shell sed -n 's/^TILE_SHAPE(\([0-9]*\), \([0-9]*\))$$/\1-\2/p' gateware/shapes/shapes.def)
TILE_RAM_BITS := 32K=15 64K=16 128K=17 256K=18 512K=19 1024K=20
TILE_RAMS := $(foreach ram,$(TILE_RAM_BITS),$(firstword $(subst =, ,$(ram))))
# Whether their routers can make stamps.
TILE_STAMPS := 1
RTL_BOARD := $(GATEWARE)/board
RTL_BOARD_O := $(patsubst gateware/board/%.c,$(RTL_BOARD)/%.o,$(wildcard gateware/board/*.c)) $(addprefix $(RTL_BOARD)/,board_clock.o noc_clock.o board_console.o noc_console.o)
RTL_BOARDS := $(TILE_SHAPES:%=$(B)/nocturne-rtl-%)
RTL_WITH_RAM := $(foreach ram,$(filter-out 256K,$(TILE_RAMS)),$(RTL_BOARDS:%=%-$(ram)))
tile_ram_bits = $(patsubst $(or $(word 3,$(subst -, ,$(1))),256K)=%,%,$(filter $(or $(word 3,$(subst -, ,$(1))),256K)=%,$(TILE_RAM_BITS)))

define tile_shape
$(RTL_BOARD)/$(1)/v/all.cpp: $(TILE_SV) gateware/board.mk $(GATEWARE_TOOLS)
	@rm -rf $$(@D) && mkdir -p $$(@D)
	verilator --cc --trace-fst $(VERILATOR_WARNINGS) -O3 --x-initial fast --top-module noc_tile -GLINKS=$(word 1,$(subst -, ,$(1))) \
	    -GVCS=$(word 2,$(subst -, ,$(1))) -GNODE_BITS=6 -GTURNS=4 -GRAM_BITS=$(call tile_ram_bits,$(1)) -GSTAMPS=$(TILE_STAMPS) --Mdir $$(@D) $(TILE_SV)
	cd $$(@D) && $(call include_verilated,noc_tile)
$(RTL_BOARD)/$(1)/tile.o: gateware/board/tile.cpp gateware/board/tile.h gateware/ports.h $(RTL_BOARD)/$(1)/v/all.cpp $(RTL_BOARD)/worm_line/all.cpp
	$(CXX) -O2 -Wall -Wextra $(WERROR_FLAG) -DLINKS=$(word 1,$(subst -, ,$(1))) -DVCS=$(word 2,$(subst -, ,$(1))) -DSTAMPS=$(TILE_STAMPS) \
	    -DRAM_BITS=$(call tile_ram_bits,$(1)) \
	    -Igateware -I$(RTL_BOARD)/$(1)/v -I$(RTL_BOARD)/worm_line $$(VERILATED_INC) -c -o $$@ $$<
$(RTL_BOARD)/$(1)/verilated.o: $(RTL_BOARD)/$(1)/v/all.cpp
	$(CXX) $(VERILATED_CFLAGS) -I$$(<D) $$(VERILATED_INC) -c -o $$@ $$<
$(B)/nocturne-rtl-$(1): $(RTL_BOARD_O) $(GATEWARE)/wiring.o $(CORE)/beside.o $(INTERPRETER) $(RTL_BOARD)/$(1)/tile.o $(RTL_BOARD)/$(1)/verilated.o $(RTL_BOARD)/worm_line.o \
    $(GATEWARE)/runtime/verilated.o $(GATEWARE)/runtime/verilated_threads.o $(GATEWARE)/runtime/verilated_fst_c.o $(B)/host/libmodel.a $(B)/host/libnoc.a
	$(CXX) -o $$@ $$^ -lelf -lpthread -lz
endef
$(foreach board,$(RTL_BOARDS) $(RTL_WITH_RAM),$(eval $(call tile_shape,$(board:$(B)/nocturne-rtl-%=%))))

# What `make install` installs of it: what somebody has built, brought up to date. Nobody needs Verilator
# to install the rest.
install_gateware = install -d '$(1)/libexec/nocturne' && for board in $(wildcard $(RTL_BOARDS) $(RTL_WITH_RAM)); do \
    install -m 755 "$$board" '$(1)/libexec/nocturne' || exit 1; done
install: $(wildcard $(RTL_BOARDS) $(RTL_WITH_RAM))

# As a stranger has it.
RTL_INSTALLED := $(RTL_BOARD)/installed
$(RTL_INSTALLED).stamp: $(B)/nocturne-rtl-4-2 $(B)/noct
	@rm -rf $(RTL_INSTALLED) && install -d $(RTL_INSTALLED)/bin && install $(B)/noct $(RTL_INSTALLED)/bin
	@$(call install_gateware,$(RTL_INSTALLED))
	@touch $@

# A line of a waveform, for a flit's worm.
$(RTL_BOARD)/worm_line/all.cpp: gateware/board/worm_line.sv $(GATEWARE_TOOLS)
	@rm -rf $(@D) && mkdir -p $(@D)
	verilator --cc --trace-fst $(VERILATOR_WARNINGS) -O3 --top-module worm_line --Mdir $(@D) $<
	cd $(@D) && $(call include_verilated,worm_line)
$(RTL_BOARD)/worm_line.o: $(RTL_BOARD)/worm_line/all.cpp
	$(CXX) $(VERILATED_CFLAGS) -I$(<D) $(VERILATED_INC) -c -o $@ $<

# What a board has one of, and a tile does not: NAME, the program's part that has it, parameters.
define board_part
$(RTL_BOARD)/$(1)/all.cpp: gateware/rtl/$(1).sv gateware/board.mk $(GATEWARE_TOOLS)
	@rm -rf $$(@D) && mkdir -p $$(@D)
	verilator --cc $(VERILATOR_WARNINGS) -O3 --top-module $(1) $(addprefix -G,$(3)) --Mdir $$(@D) $$<
	cd $$(@D) && $(call include_verilated,$(1))
$(RTL_BOARD)/$(1).o: $(RTL_BOARD)/$(1)/all.cpp
	$(CXX) $(VERILATED_CFLAGS) -I$$(<D) $$(VERILATED_INC) -c -o $$@ $$<
$(RTL_BOARD)/$(2).o: gateware/board/$(2).cpp gateware/board/$(2).h $(RTL_BOARD)/$(1)/all.cpp
	$(CXX) -O2 -Wall -Wextra $(WERROR_FLAG) $(addprefix -D,$(3)) -Iinclude/noc -Igateware -I$(RTL_BOARD)/$(1) $$(VERILATED_INC) -c -o $$@ $$<
endef
$(eval $(call board_part,noc_clock,board_clock))
# As many nodes as fit, and lengths as the emulator has them.
$(eval $(call board_part,noc_console,board_console,NODES=64 RING_BITS=16 LINE_BITS=12))

# Both with random inputs; the console with so few nodes, and so short lines, that all of it is tried.
BOARD_PARTS := $(GATEWARE)/parts
PARTS_CONSOLE := NODES=13 RING_BITS=6 LINE_BITS=3
$(BOARD_PARTS)/v/all.cpp: gateware/rtl/noc_console.sv $(GATEWARE_TOOLS)
	@rm -rf $(@D) && mkdir -p $(@D)
	verilator --cc $(VERILATOR_WARNINGS) -O3 --top-module noc_console $(addprefix -G,$(PARTS_CONSOLE)) --Mdir $(@D) $<
	cd $(@D) && $(call include_verilated,noc_console)
$(BOARD_PARTS)/console.o: $(BOARD_PARTS)/v/all.cpp
	$(CXX) $(VERILATED_CFLAGS) -I$(<D) $(VERILATED_INC) -c -o $@ $<
$(BOARD_PARTS)/parts.o: gateware/lockstep/parts.cpp $(BOARD_PARTS)/v/all.cpp $(RTL_BOARD)/noc_clock/all.cpp
	$(CXX) -O2 -Wall -Wextra $(WERROR_FLAG) $(addprefix -D,$(PARTS_CONSOLE)) -I$(BOARD_PARTS)/v -I$(RTL_BOARD)/noc_clock $(VERILATED_INC) -c -o $@ $<
$(GATEWARE)/lockstep-parts: $(BOARD_PARTS)/parts.o $(BOARD_PARTS)/console.o $(RTL_BOARD)/noc_clock.o $(GATEWARE)/runtime/verilated.o $(GATEWARE)/runtime/verilated_threads.o
	$(CXX) -o $@ $^ -lpthread

$(RTL_BOARD)/%.o: gateware/board/%.c $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) -D_GNU_SOURCE -Igateware $(INC_MODEL) -MMD -MP -c -o $@ $<

# Programs for one thing of the board each.
BOARD_PROGRAMS := $(patsubst tests/gateware/boards/%.S,$(RTL_BOARD)/programs/%.elf,$(wildcard tests/gateware/boards/*.S))
$(RTL_BOARD)/programs/%.elf: tests/gateware/boards/%.S bsp/asm.h $(wildcard include/noc/*) $(TARGET_COMPILER)
	@mkdir -p $(@D)
	$(CROSS)gcc -march=rv32imac -mabi=ilp32 -nostdlib -nostartfiles -Ibsp -Iinclude/noc \
	    -Wl,-N,-Ttext=0x20000000,--build-id=none,--no-warn-rwx-segments -o $@ $<

$(eval $(call checks,board,tests/gateware/check-board,$(B),$(B)/nocturne-rtl-4-2 $(B)/noct $(RTL_INSTALLED).stamp $(B)/firmware/hello.elf \
    $(B)/firmware/ring.elf $(B)/tests/target/mpi/matrix.elf $(BOARD_PROGRAMS)))
check-board-ram_of_64k: $(B)/nocturne-rtl-4-2-64K
check-board-64_nodes: $(B)/nocturne-rtl-6-2
check-board-soak: $(B)/tests/target/messages.elf
check-board: ## programs on the board as gateware, with the model beside it

ifneq ($(filter-out 256K $(TILE_RAMS),$(RAM)),)
$(error RAM=$(RAM): must be one of $(TILE_RAMS))
endif
.PHONY: gateware
gateware: $(if $(filter-out 256K,$(RAM)),$(RTL_BOARDS:%=%-$(RAM)),$(RTL_BOARDS)) ## the board as gateware, for `noct run --board rtl` (2 min); RAM=64K: with so much for each node

-include $(wildcard $(RTL_BOARD)/*.d)
