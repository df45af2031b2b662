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
# check-NAME, which is all of them. SCRIPT ARGUMENTS PART must run that part alone.

CHECKS_check :=
CHECKS_test :=
CHECKS_deep :=

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
check-$(strip $(1)): $(foreach part,$(call parts_of,$(2)),check-$(strip $(1))-$(call part_of,$(part)))
endef
