# SPDX-License-Identifier: BSD-2-Clause
# The emulated board. scripts/build-qemu finds out what has to be compiled.

QEMU := $(B)/qemu-system-nocturne

QEMU_DIRS := qemu-board include/noc libnoc/topology libnoc/routing libnoc/multicast libnoc/model
QEMU_PARTS := $(shell find $(QEMU_DIRS) -type f ! -name '.*') $(shell find $(QEMU_DIRS) -type d)

$(QEMU): scripts/build-qemu scripts/lib.sh $(QEMU_PARTS)
	@scripts/build-qemu $@

.PHONY: qemu
qemu: $(QEMU) ## build the emulated board alone
all: $(QEMU)
