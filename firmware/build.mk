# SPDX-License-Identifier: BSD-2-Clause
# The message layer as an archive, and the applications that use it. The rules
# that compile and link for the harts are bsp/build.mk's.

FIRMWARE_SRC := $(wildcard firmware/*.c)
FIRMWARE_LIB := $(B)/target/libfirmware.a
LIBNOC_TARGET := $(B)/target/libnoc.a

$(FIRMWARE_LIB): $(call target_objects,$(FIRMWARE_SRC))
	@rm -f $@; $(TARGET_AR) rcs $@ $^
$(LIBNOC_TARGET): $(call target_objects,$(LIBNOC_SRC))
	@rm -f $@; $(TARGET_AR) rcs $@ $^

-include $(patsubst %.o,%.d,$(call target_objects,$(FIRMWARE_SRC) $(LIBNOC_SRC)))

NOC_LIBS := $(FIRMWARE_LIB) $(LIBNOC_TARGET)

# --- applications ----------------------------------------------------------
$(foreach app,multicast ring cost,$(eval \
    $(call firmware_app,$(app),firmware/apps/$(app).c,$(NOC_LIBS))))

# --- tests on the host: the layer over the board model -----------------------
# Pointers must fit the NI's 32 bits, hence no-pie; each core has a stack of its
# own, of which the sanitizers would have to be told.
HOST_LAYER_DIR := $(B)/tests/firmware/host
HOST_LAYER_CFLAGS := $(filter-out -fsanitize%,$(HOST_CFLAGS)) -Wno-pedantic -fno-pie -D_GNU_SOURCE \
                     -DBSP_MOCK $(INC_FIRMWARE) -Ilibnoc/model -Itests/firmware/host
HOST_LAYER_OBJ := $(FIRMWARE_SRC:firmware/%.c=$(HOST_LAYER_DIR)/%.o)
HOST_LAYER_TESTS := $(patsubst tests/firmware/host/%.c,$(HOST_LAYER_DIR)/%, \
                      $(wildcard tests/firmware/host/test_*.c))

$(HOST_LAYER_DIR)/%.o: firmware/%.c
	@mkdir -p $(@D)
	$(CC) $(HOST_LAYER_CFLAGS) -include tests/firmware/host/heap.h -MMD -MP -c -o $@ $<
$(HOST_LAYER_DIR)/cores.o: tests/firmware/host/cores.c
	@mkdir -p $(@D)
	$(CC) $(HOST_LAYER_CFLAGS) -MMD -MP -c -o $@ $<
$(HOST_LAYER_DIR)/test_%: tests/firmware/host/test_%.c $(HOST_LAYER_DIR)/cores.o $(HOST_LAYER_OBJ) \
                          $(B)/host/libmodel.a $(B)/host/libnoc.a
	@mkdir -p $(@D)
	$(CC) $(HOST_LAYER_CFLAGS) -no-pie -MMD -MP -MF $@.d -o $@ $(filter %.c %.o %.a,$^) -lcmocka

.SECONDARY: $(HOST_LAYER_OBJ) $(HOST_LAYER_DIR)/cores.o
-include $(HOST_LAYER_OBJ:.o=.d) $(HOST_LAYER_DIR)/cores.d $(addsuffix .d,$(HOST_LAYER_TESTS))

.PHONY: check-layer
check-layer: $(HOST_LAYER_TESTS) ## the message layer on the host, under random programs
	@scripts/run-tests $(B)/tests/logs $^
