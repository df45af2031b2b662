# SPDX-License-Identifier: BSD-2-Clause
# The packages come first: make brings the files it includes up to date before
# anything else, so these stamps are made before any rule that needs a compiler.

NO_SETUP_GOALS := help clean clean-cache
# Goals that need less than a whole build; build/noct is what `make noct` makes.
NOCT_GOALS := noct build/noct
DOCS_GOALS := docs
GOALS := $(or $(MAKECMDGOALS),all)
SETUP := $(if $(filter $(NOCT_GOALS),$(GOALS)),noct) $(if $(filter $(DOCS_GOALS),$(GOALS)),docs)
SETUP += $(if $(filter-out $(NOCT_GOALS) $(DOCS_GOALS) $(NO_SETUP_GOALS),$(GOALS)),build)
ifneq ($(filter test check check-%,$(MAKECMDGOALS)),)
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

build/setup-%.ok: scripts/setup
	@scripts/setup $*
	@mkdir -p build && touch $@

include $(patsubst %,build/setup-%.ok,$(sort $(SETUP)))
