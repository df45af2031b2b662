# SPDX-License-Identifier: BSD-2-Clause
# How sources are written, and what programs that read C find in them. qemu-board is in QEMU's
# style, and needs QEMU's headers.

C_PARTS := libnoc host-tools cores firmware mpi bsp sdk gateware
C_FLAGS_READ := -D_GNU_SOURCE $(INC_LIBNOC) -Ihost-tools -Icores -Ibsp -Ifirmware -Ifirmware/include -Impi/include -Impi -Igateware -Igateware/lockstep
# clang-tidy compiles for the host: without the firmware's programs and the bsp.
TIDY_SOURCES := $(filter-out firmware/apps/%,$(wildcard libnoc/*/*.c host-tools/*/*.c firmware/*/*.c mpi/*.c gateware/*/*.c))
# noct's sources with the warnings of a build.
TIDY_STRICT := $(filter libnoc/% host-tools/%,$(TIDY_SOURCES))
TIDY_CLAIMS := $(filter libnoc/claims/%,$(TIDY_STRICT))
TIDY_WARNINGS = $(filter -W%,$(filter-out -Werror,$(HOST_CFLAGS)))
tidy = clang-tidy --quiet $(1) -- -std=c11 $(C_FLAGS_READ) $(2) 2>&1 | sed "/generated[.]\$$$$/d"
# A tool that is not there is a check that is left out.
if_there = bash -c 'command -v $(1) >/dev/null || { echo "SKIPPED $(1): it is not installed"; exit 0; }; $(2)'

.PHONY: format
format: ## bring the C sources into the style of .clang-format
	tests/check-style --format

$(eval $(call check,check,style,bash -c 'tests/check-style --self-test && tests/check-style',))
$(eval $(call check,check,words,bash -c 'tests/check-words --self-test && tests/check-words',))
# What a function of one part hands to one of another is looked at in the deep tier: 15 s of 67.
cppcheck = cppcheck --quiet --std=c11 $(C_FLAGS_READ) --enable=warning$(comma)performance$(comma)portability \
    --error-exitcode=1 --suppressions-list=tests/cppcheck-suppressions
$(eval $(call check,test,cppcheck,$(call if_there,cppcheck,failed=0; for part in $(C_PARTS); do \
    $(cppcheck) $$$$part || failed=1; done; exit $$$$failed),))
$(eval $(call check,deep,cppcheck-whole,$(call if_there,cppcheck,$(cppcheck) $(C_PARTS)),))
$(eval $(call check,test,tidy,$(call if_there,clang-tidy,set -eo pipefail; \
    $(call tidy,$(filter-out $(TIDY_STRICT),$(TIDY_SOURCES)),); \
    $(call tidy,$(filter-out $(TIDY_CLAIMS),$(TIDY_STRICT)),$(TIDY_WARNINGS)); \
    $(call tidy,$(TIDY_CLAIMS),$(TIDY_WARNINGS) -Wno-missing-field-initializers)),))
check-style: ## .clang-format and .editorconfig hold, and pages have no long lines
check-words: ## no withdrawn name or word is used: tests/withdrawn-words
check-cppcheck: ## cppcheck finds nothing in C, but what tests/cppcheck-suppressions explains
check-tidy: ## clang-tidy finds nothing of what .clang-tidy asks for, nor clang a warning in noct's sources
