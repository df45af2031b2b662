# SPDX-License-Identifier: BSD-2-Clause
# The packages come first: make brings the files it includes up to date before
# anything else, so these stamps are made before any rule that needs a compiler.

NO_SETUP_GOALS := help clean clean-cache
SETUP := build
ifneq ($(filter test check check-%,$(MAKECMDGOALS)),)
SETUP += test
endif
ifneq ($(filter bench bench-%,$(MAKECMDGOALS)),)
SETUP += bench
endif
ifneq ($(filter coverage,$(MAKECMDGOALS))$(COVERAGE),)
SETUP += test coverage
endif
ifneq ($(filter figures,$(MAKECMDGOALS)),)
SETUP += figures
endif

build/setup-%.ok: scripts/setup
	@scripts/setup $*
	@mkdir -p build && touch $@

ifneq ($(filter-out $(NO_SETUP_GOALS),$(or $(MAKECMDGOALS),all)),)
include $(SETUP:%=build/setup-%.ok)
endif
