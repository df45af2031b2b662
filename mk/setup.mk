# SPDX-License-Identifier: BSD-2-Clause
# The packages come first: make brings the files it includes up to date before
# anything else, so these stamps are made before any rule that needs a compiler.

NO_SETUP_GOALS := help clean clean-cache
# Goals that need less than a whole build; build/noct is what `make noct` makes.
NOCT_GOALS := noct build/noct
DOCS_GOALS := docs
# Goals that build nothing here.
DIST_GOALS := dist
DEBIAN_GOALS := check-debian12 check-debian13
BARE_GOALS := $(DIST_GOALS) $(DEBIAN_GOALS)
GOALS := $(or $(MAKECMDGOALS),all)
SETUP := $(if $(filter $(NOCT_GOALS),$(GOALS)),noct) $(if $(filter $(DOCS_GOALS),$(GOALS)),docs)
SETUP += $(if $(filter $(DIST_GOALS),$(GOALS)),dist) $(if $(filter $(DEBIAN_GOALS),$(GOALS)),debian)
SETUP += $(if $(filter-out $(NOCT_GOALS) $(DOCS_GOALS) $(BARE_GOALS) $(NO_SETUP_GOALS),$(GOALS)),build)
ifneq ($(filter-out $(DEBIAN_GOALS),$(filter test check check-%,$(MAKECMDGOALS))),)
SETUP += test
endif
ifneq ($(filter deb,$(MAKECMDGOALS)),)
SETUP += docs deb
endif
ifneq ($(filter bench bench-%,$(MAKECMDGOALS)),)
SETUP += bench
endif
ifneq ($(filter coverage,$(MAKECMDGOALS))$(COVERAGE),)
SETUP += test coverage
endif
ifneq ($(filter figures figures-of-trials trials,$(MAKECMDGOALS)),)
SETUP += figures
endif

ifneq ($(filter gateware-%,$(MAKECMDGOALS)),)
SETUP += test
endif
ifneq ($(filter demo,$(MAKECMDGOALS)),)
SETUP += walks
endif
ifneq ($(filter gateware bench,$(MAKECMDGOALS)),)
SETUP += gateware
endif

# All at once: what is missing is told, or installed, in one go.
space := $() $()
SETUP_DONE := $(if $(strip $(SETUP)),build/setup-$(subst $(space),-,$(sort $(SETUP))).ok)
build/setup-%.ok: scripts/setup scripts/sources
	@scripts/setup $(subst -, ,$*)
	@mkdir -p build && touch $@
-include $(SETUP_DONE)
$(GOALS): | $(SETUP_DONE)

# The compilers are looked at before anything is built (scripts/compiler). What they compile depends on
# these files, which are written anew where a compiler, its version or its flags have changed: objects of
# two compilers are never mixed.

HOST_COMPILER   := $(B)/host-compiler.mk
TARGET_COMPILER := $(B)/target-compiler.mk

# noct alone may be for another machine than the one that builds it.
$(HOST_COMPILER): FORCE | $(SETUP_DONE)
	@scripts/compiler host $@ '$(filter-out noct,$(SETUP))' '$(CC)' $(HOST_CFLAGS)
$(TARGET_COMPILER): FORCE | $(SETUP_DONE)
	@scripts/compiler target $@ '' '$(TARGET_CC)' $(TARGET_CFLAGS)

ifneq ($(filter noct build,$(SETUP)),)
include $(HOST_COMPILER)
endif
ifneq ($(filter build,$(SETUP)),)
include $(TARGET_COMPILER)
endif
