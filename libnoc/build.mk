# SPDX-License-Identifier: BSD-2-Clause
# libnoc, libnoc/model, libnoc/verify and libnoc/claims for the host. The firmware and QEMU compile
# the same sources of the first two: LIBNOC_SRC, MODEL_SRC.

LIBNOC_SRC := $(wildcard libnoc/topology/*.c libnoc/routing/*.c libnoc/multicast/*.c \
              libnoc/collective/*.c)
MODEL_SRC  := $(wildcard libnoc/model/*.c)
VERIFY_SRC := $(wildcard libnoc/verify/*.c)
CLAIMS_SRC := $(wildcard libnoc/claims/*.c)

$(B)/host/libnoc/model/%.o: libnoc/model/%.c $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) $(INC_MODEL) -MMD -MP -c -o $@ $<

$(B)/host/libnoc/verify/%.o: libnoc/verify/%.c $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) $(INC_VERIFY) -MMD -MP -c -o $@ $<

# A row of claims leaves out what is 0, as in {2, 13} for a range; clang warns of that, gcc does not.
$(B)/host/libnoc/claims/%.o: libnoc/claims/%.c $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) $(SANITIZED_LITTLE) -Wno-missing-field-initializers $(INC_CLAIMS) -MMD -MP -c -o $@ $<

$(B)/host/libnoc/%.o: libnoc/%.c $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) -ffreestanding $(INC_LIBNOC) -MMD -MP -c -o $@ $<

# What schedules are chosen by: measured, and so no source (costs/README.md). The host has the reference's.
COSTS_FILES := $(wildcard costs/*.json)
COSTS_REFERENCE := $(shell tr ' ' - <tests/reference-compiler)
$(B)/host/costs.c: scripts/costs-source $(COSTS_FILES)
	@mkdir -p $(@D)
	scripts/costs-source costs $(COSTS_REFERENCE) > $@ || { rm -f $@; exit 1; }
$(B)/host/costs.o: $(B)/host/costs.c $(HOST_COMPILER)
	$(CC) $(HOST_CFLAGS) $(INC_LIBNOC) -Ilibnoc/collective -c -o $@ $<

$(B)/host/libnoc.a: $(LIBNOC_SRC:%.c=$(B)/host/%.o) $(B)/host/costs.o
	@rm -f $@; $(AR) rcs $@ $^
$(B)/host/libmodel.a: $(MODEL_SRC:%.c=$(B)/host/%.o)
	@rm -f $@; $(AR) rcs $@ $^
$(B)/host/libverify.a: $(VERIFY_SRC:%.c=$(B)/host/%.o)
	@rm -f $@; $(AR) rcs $@ $^
$(B)/host/libclaims.a: $(CLAIMS_SRC:%.c=$(B)/host/%.o)
	@rm -f $@; $(AR) rcs $@ $^

-include $(patsubst %.c,$(B)/host/%.d,$(LIBNOC_SRC) $(MODEL_SRC) $(VERIFY_SRC) $(CLAIMS_SRC))
