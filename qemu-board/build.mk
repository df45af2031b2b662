# SPDX-License-Identifier: GPL-2.0-or-later
# The board's tests; mk/qemu.mk builds the emulator itself.

QTEST := tests/qtest/nocturne-test

# Programs for the bare board, without bsp, newlib or libnoc.
BARE_SRC := $(wildcard tests/qemu-board/*.c)
BARE_ELF := $(BARE_SRC:tests/qemu-board/%.c=$(B)/bare/%.elf)
INC_BARE := -Iinclude/noc -Itests/qemu-board

$(B)/bare/bare.ld: tests/qemu-board/bare.ld include/noc/memmap.h
	@mkdir -p $(@D)
	$(CROSS)cpp -P -Iinclude/noc -o $@ -x c $<

$(B)/bare/%.elf: tests/qemu-board/%.c tests/qemu-board/start.S tests/qemu-board/bare.h $(B)/bare/bare.ld \
		$(wildcard include/noc/*) $(TARGET_COMPILER)
	$(CROSS)gcc -std=gnu11 -O2 -Wall -Wextra $(WERROR_FLAG) -march=rv32imac_zicsr -mabi=ilp32 -mcmodel=medany \
	    -ffreestanding -nostdlib -nostartfiles $(INC_BARE) -T $(B)/bare/bare.ld -o $@ \
	    tests/qemu-board/start.S $<

# Where the boot ROM would be, as it is.
$(B)/bare/stores.bin: tests/qemu-board/stores.S include/noc/memmap.h $(TARGET_COMPILER)
	@mkdir -p $(@D)
	$(CROSS)gcc -march=rv32imac_zicsr -mabi=ilp32 -nostdlib -nostartfiles $(INC_BARE) -Wl,-Ttext=0x10000 \
	    -Wl,--build-id=none -o $(@:.bin=.rom) $<
	$(CROSS)objcopy -O binary $(@:.bin=.rom) $@

$(eval $(call check,check,qemu,scripts/run-qtest $(QEMU) $(QTEST),$(QEMU)))
$(eval $(call check,check,exact,tests/qemu-board/check-exact $(QEMU) $(B)/bare,$(QEMU) $(BARE_ELF)))
$(eval $(call checks,jtag,tests/qemu-board/check-jtag,$(B),$(QEMU) $(BARE_ELF) $(B)/noct $(FIRMWARE_APPS) \
    $(B)/tests/target/trace-rounds.elf))
$(eval $(call checks,boot,tests/qemu-board/check-boot,$(B),$(QEMU) $(BOOT_ROM) $(BARE_ELF) $(B)/bare/stores.bin \
    $(B)/noct $(FIRMWARE_APPS)))
check-qemu: ## the board as QEMU's own test protocol sees it
check-exact: ## bare programs on the board: cycles, ends, and that neither depends on QEMU
check-jtag: ## the Debug Module, OpenOCD and gdb on the board behind JTAG
check-boot: ## boot ROM and flash: what is booted, by JTAG and OpenOCD written

# On the host: what knows nothing of QEMU.
HOST_PATH_OBJ := $(B)/host/qemu-board/hw/noc/host_path.o
$(HOST_PATH_OBJ): qemu-board/hw/noc/host_path.c qemu-board/include/hw/noc/host_path.h $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) -Iqemu-board/include -c -o $@ $<
$(eval $(call test_program,qemu-board,$(sort $(wildcard tests/qemu-board/host/test_*.c)),-Iqemu-board/include,$(HOST_PATH_OBJ)))
