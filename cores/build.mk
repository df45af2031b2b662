# SPDX-License-Identifier: BSD-2-Clause
# The message layer, compiled for the host with a hook at each function, as one object whose names
# nobody else sees; and the cores that it runs on (cores/README.md).

CORES_DIR := $(B)/host/cores
# The layer is never sanitized: to compile it once takes half a minute.
CORES_LAYER := $(if $(SANITIZE),build/host/cores,$(CORES_DIR))
CORES_LAYER_SRC := $(FIRMWARE_SRC) $(LIBNOC_SRC)
CORES_INC := $(INC_FIRMWARE) -Icores -Ilibnoc/model
# A function is one place, in its own section's order, and nothing of it is left out: counts are those of
# the source.
CORES_FLAGS := $(filter-out -fsanitize% -fno-sanitize% --coverage,$(HOST_CFLAGS)) -O2 -Wno-pedantic -Wno-maybe-uninitialized -D_GNU_SOURCE -DBSP_MOCK -DNOC_COUNTED \
    $(CORES_INC) -fno-strict-aliasing -falign-functions=16 -fno-reorder-functions -fno-ipa-icf -fno-partial-inlining
CORES_HOOKS := -finstrument-functions -include cores/heap.h
CORES_LAYER_OBJ := $(CORES_LAYER_SRC:%.c=$(CORES_DIR)/layer/%.o) $(CORES_DIR)/layer/bsp.o $(CORES_DIR)/layer/call.o $(B)/host/costs.o
OBJCOPY ?= objcopy

$(CORES_DIR)/layer/firmware/%.o: firmware/%.c $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(CORES_FLAGS) $(CORES_HOOKS) -MMD -MP -c -o $@ $<
$(CORES_DIR)/layer/libnoc/%.o: libnoc/%.c $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(CORES_FLAGS) $(CORES_HOOKS) -MMD -MP -c -o $@ $<
$(CORES_DIR)/layer/bsp.o: cores/bsp.c $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(CORES_FLAGS) -finstrument-functions -MMD -MP -c -o $@ $<
$(CORES_DIR)/layer/call.o: cores/call.c $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(CORES_FLAGS) -MMD -MP -c -o $@ $<

ifeq ($(SANITIZE),)
$(CORES_LAYER)/all.o: $(CORES_LAYER_OBJ)
	$(CC) -r -nostdlib -o $@ $^
else
$(CORES_LAYER)/all.o: FORCE
	+@$(MAKE) --no-print-directory SANITIZE= $@
endif
$(CORES_DIR)/layer.o: $(CORES_LAYER)/all.o
	@mkdir -p $(@D)
	$(OBJCOPY) --add-symbol core_text=.text:0,global \
	    $(addprefix --keep-global-symbol=,cores_program core_text) $< $@
$(CORES_DIR)/names.c: cores/names.py $(CORES_LAYER)/all.o
	@mkdir -p $(@D)
	cores/names.py $(CORES_LAYER)/all.o > $@ || { rm -f $@; exit 1; }
$(CORES_DIR)/names.o: $(CORES_DIR)/names.c $(HOST_COMPILER)
	$(CC) $(HOST_CFLAGS) -Icores -c -o $@ $<
$(CORES_DIR)/%.o: cores/%.c $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) -D_GNU_SOURCE $(INC_MODEL) -Icores -MMD -MP -c -o $@ $<

CORES_LIB := $(B)/host/libcores.a
$(CORES_LIB): $(addprefix $(CORES_DIR)/,cores.o charge.o names.o layer.o)
	@rm -f $@; $(AR) rcs $@ $^
-include $(CORES_LAYER_OBJ:.o=.d) $(CORES_DIR)/cores.d $(CORES_DIR)/charge.d
