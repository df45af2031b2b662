# SPDX-License-Identifier: BSD-2-Clause
# What is checked. A check is a command whose output goes to a log; scripts/check runs it and
# prints one line about it.
#
#   $(eval $(call check,TIER,NAME,COMMAND,WHAT IT NEEDS))
#
# makes the goal check-NAME. TIER is `check` (a part of `make check` and of `make test`), `test`
# (of `make test` alone) or `deep` (of `TEST_DEEP=1 make test` alone).
#
#   $(eval $(call checks,NAME,SCRIPT,ARGUMENTS,WHAT IT NEEDS))
#
# makes the goals check-NAME-PART, one for each function of SCRIPT whose name is TIER_PART, and
# check-NAME, which is all of them, those of the deep tier by TEST_DEEP=1 alone. SCRIPT ARGUMENTS
# PART must run that part alone.

# What is random or repeated is done as far as TEST_BUDGET allows, in percent (tests/test.h); all of
# it by TEST_DEEP=1. What runs with sanitizers is slow, and finds what they find early.
TEST_DEEP ?=
BUDGET_SANITIZED := 1
TEST_BUDGET ?= $(if $(TEST_DEEP),100,$(if $(SANITIZE),$(BUDGET_SANITIZED),8))
# What hangs is stopped after so many seconds.
LIMIT_S ?= $(if $(TEST_DEEP),1200,240)
export TEST_DEEP TEST_BUDGET LIMIT_S

CHECKS_check :=
CHECKS_test :=
CHECKS_deep :=
# Which of them take long: they begin first (mk/goals.mk).
CHECKS_LONG = sanitized-% docs-reference docs-firmware figures-trials cppcheck jtag-control flash-interrupted messages-% host-libnoc-model own-routings host-% \
              live-% recorded

define check
.PHONY: check-$(strip $(2))
check-$(strip $(2)): $(4)
	@scripts/check '$(CHECK_PREFIX)$(strip $(2))' $(3)
CHECKS_$(strip $(1)) += $(strip $(2))
endef

# Sanitized checks have names of their own.
CHECK_PREFIX := $(if $(SANITIZE),sanitized-)

# A script's parts, as words TIER:PART.
open := (
parts_of = $(shell sed -nE 's/^(def )?(check|test|deep)_([a-z0-9_]+)\$(open).*/\2:\3/p' $(1))
part_of = $(lastword $(subst :, ,$(1)))

define checks
$(foreach part,$(call parts_of,$(2)),$(call check,$(firstword $(subst :, ,$(part))),$(strip $(1))-$(call part_of,$(part)),$(2) $(3) $(call part_of,$(part)),$(4))
)
.PHONY: check-$(strip $(1))
check-$(strip $(1)): $(foreach part,$(filter-out $(if $(TEST_DEEP),,deep:%),$(call parts_of,$(2))),check-$(strip $(1))-$(call part_of,$(part)))
endef
