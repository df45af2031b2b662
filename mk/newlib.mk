# SPDX-License-Identifier: BSD-2-Clause
# The harts' C library. What links with it depends on $(NEWLIB) and uses
# -isystem $(NEWLIB_INC) and -L$(NEWLIB_LIB).

NEWLIB     := $(B)/newlib.stamp
NEWLIB_DIR := $(B)/newlib
NEWLIB_INC := $(NEWLIB_DIR)/include
NEWLIB_LIB := $(NEWLIB_DIR)/lib

# $(NEWLIB_DIR) leads into the cache, which may have been emptied since.
$(NEWLIB): scripts/build-newlib scripts/lib.sh $(if $(wildcard $(NEWLIB_LIB)/libc.a),,FORCE)
	@scripts/build-newlib $(NEWLIB_DIR)
	@touch $@

.PHONY: newlib
newlib: $(NEWLIB) ## build newlib alone
