# SPDX-License-Identifier: BSD-2-Clause
# The tool chain for programs of others: $(SDK) has all that `noct cc` compiles and links with, as
# `make install` puts it to PREFIX/lib/nocturne.

SDK := $(B)/sdk
SDK_STAMP := $(B)/sdk.stamp
SDK_C := $(wildcard sdk/libc/*.c)
SDK_CXX := $(wildcard sdk/cxx/*.cc)
# crt0.o of these programs has more than the bsp's.
SDK_CRT0 := $(patsubst %,$(B)/target/sdk/libc/%.o,exit begin absent)
SDK_OBJ := $(filter-out $(SDK_CRT0),$(call target_objects,$(SDK_C) $(SDK_CXX)))
# What a program may include as <nocturne/NAME.h>.
SDK_HEADERS := $(wildcard include/noc/*.h include/noc/*.def) \
               $(addprefix bsp/,console.h hart.h mmio.h ni.h noinit.h stop.h timer.h)
SDK_OWN_HEADERS := $(shell find sdk/include -type f)
SDK_FILES := sdk/nocturne.specs sdk/nocturne.cmake sdk/nocturne.pc.in VERSION

# MPI, where the source has it.
SDK_MPI := $(if $(wildcard mpi/include/mpi.h),$(B)/target/libmpi.a $(wildcard mpi/include/*))

# newlib's headers with ours in front, as programs get them.
SDK_INC := -isystem sdk/include -isystem $(NEWLIB_INC)
# In the place of functions that the compiler knows: it must not make calls of them out of them.
SDK_CFLAGS := $(filter-out -std=%,$(TARGET_CFLAGS)) -std=gnu11 -fno-tree-loop-distribute-patterns -Wno-builtin-declaration-mismatch

$(B)/target/sdk/libc/%.o: sdk/libc/%.c $(TARGET_COMPILER) | $(NEWLIB)
	@mkdir -p $(@D)
	$(TARGET_CC) $(SDK_CFLAGS) $(SDK_INC) $(INC_SDK) -MMD -MP -c -o $@ $<
$(B)/target/sdk/libc/%.o: sdk/libc/%.S $(TARGET_COMPILER)
	@mkdir -p $(@D)
	$(TARGET_CC) $(TARGET_CFLAGS) -MMD -MP -c -o $@ $<
$(B)/target/sdk/cxx/%.o: sdk/cxx/%.cc $(TARGET_COMPILER) | $(NEWLIB)
	@mkdir -p $(@D)
	$(CROSS)g++ $(filter-out -std=% -Wstrict-prototypes,$(TARGET_CFLAGS)) -std=c++17 -fno-exceptions -fno-rtti \
	    -isystem sdk/include/c++ $(SDK_INC) -MMD -MP -c -o $@ $<
# A header that is new takes the place of newlib's.
$(SDK_OBJ) $(SDK_CRT0): $(SDK_OWN_HEADERS)
-include $(SDK_OBJ:.o=.d) $(SDK_CRT0:.o=.d)

# scripts/make-sdk puts these two into $(SDK), with the library's inner names hidden.
SDK_STARTUP := $(B)/target/sdk/crt0.o
SDK_LIBRARY := $(B)/target/sdk/libnocturne.a
# The same library with events, for `noct cc --trace`.
SDK_TRACED := $(B)/target/sdk/trace/libnocturne.a
$(SDK_STARTUP): $(BSP_CRT0) $(SDK_CRT0)
	@mkdir -p $(@D)
	$(CROSS)ld -r -melf32lriscv -o $@ $^

# Several files of the layer have the same name, hence q.
$(SDK_LIBRARY): $(filter-out $(BSP_CRT0),$(BSP_OBJ)) $(call target_objects,$(FIRMWARE_SRC) $(LIBNOC_SRC)) $(B)/target/costs.o $(SDK_OBJ)
	@mkdir -p $(@D)
	@rm -f $@; $(TARGET_AR) qcs $@ $^
$(SDK_TRACED): $(filter-out $(BSP_CRT0),$(BSP_OBJ)) $(call trace_objects,$(FIRMWARE_SRC)) $(call target_objects,$(LIBNOC_SRC)) $(B)/target/costs.o $(SDK_OBJ)
	@mkdir -p $(@D)
	@rm -f $@; $(TARGET_AR) qcs $@ $^

$(SDK_STAMP): $(SDK_STARTUP) $(SDK_LIBRARY) $(SDK_TRACED) $(BSP_LD) $(NEWLIB) scripts/make-sdk \
              $(SDK_MPI) $(SDK_FILES) $(SDK_HEADERS) $(SDK_OWN_HEADERS) $(wildcard firmware/include/*)
	@scripts/make-sdk $(SDK) $(SDK_STARTUP) $(SDK_LIBRARY) $(SDK_TRACED) "$(TRACE_WRAPPED)" $(NEWLIB_DIR) $(BSP_LD) \
	    "$(SDK_MPI)" $(SDK_HEADERS)
	@sed 's|/@sdk@||; s/@version@/$(VERSION)/' sdk/nocturne.pc.in > $(SDK)/nocturne.pc
	@touch $@
all: $(SDK_STAMP)

# $(call install_sdk,PREFIX): called by `make install`.
define install_sdk
	rm -rf '$(1)/lib/nocturne'
	install -d '$(1)/lib/pkgconfig'
	cp -r $(SDK) '$(1)/lib/nocturne'
	rm '$(1)/lib/nocturne/nocturne.pc'
	sed 's|@sdk@|../nocturne|; s/@version@/$(VERSION)/' sdk/nocturne.pc.in > '$(1)/lib/pkgconfig/nocturne.pc'
	chmod 644 '$(1)/lib/pkgconfig/nocturne.pc'
endef
