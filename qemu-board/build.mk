# SPDX-License-Identifier: GPL-2.0-or-later
# The board's qtest; mk/qemu.mk builds the emulator itself.

QTEST := tests/qtest/nocturne-test

.PHONY: check-qemu
check-qemu: $(QEMU) ## the board as QEMU's own test protocol sees it
	@scripts/run-qtest $(QEMU) $(QTEST)
