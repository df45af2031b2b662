# SPDX-License-Identifier: BSD-2-Clause
# docs/registers.md is printed from include/noc/*.def, and kept in git so that it can be read there.

GENERATED += docs/registers.md

$(B)/docs/gen-registers: docs/gen-registers.c $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) -Iinclude/noc -MMD -MP -MF $@.d -o $@ $<

$(B)/generated/docs/registers.md: $(B)/docs/gen-registers
	@mkdir -p $(@D)
	$< > $@

docs/registers.md: $(B)/generated/docs/registers.md ## the tables of registers, from include/noc/*.def
	cp $< $@

# What the papers claim and what holds, as noct finds it: whatever changes a verdict shows here.
GENERATED += docs/errata.md
$(B)/generated/docs/errata.md: $(B)/host/libclaims.a $(B)/host/libverify.a $(B)/host/libnoc.a host-tools/show/show_claims.c | $(B)/noct
	@mkdir -p $(@D)
	$(B)/noct verify claims --markdown > $@

docs/errata.md: $(B)/generated/docs/errata.md ## what the papers claim and what does not hold
	cp $< $@

-include $(B)/docs/gen-registers.d

# The pages whose commands are run as they stand.
CHECKED_PAGES := README.md $(wildcard docs/walks/*.md) docs/reference.md docs/tracing.md docs/own-routing.md docs/own-algorithm.md \
                 docs/grid-files.md docs/sdk.md docs/mpi.md docs/sweeps.md
# Some of their commands are make's: of a make that has nothing to do with this one.
check_pages := env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS tests/check-pages
page_check = docs-$(basename $(notdir $(1)))
$(eval $(call check,check,docs-check-pages,tests/check-pages --self-test,))
$(eval $(call check,check,docs-blocks,tests/check-pages --blocks,))
$(foreach page,$(CHECKED_PAGES),$(eval $(call check,check,$(call page_check,$(page)),$(check_pages) $(page),all)))
.PHONY: check-docs update-docs
check-docs: check-docs-check-pages check-docs-blocks $(foreach page,$(CHECKED_PAGES),check-$(call page_check,$(page))) check-figures ## the pages' commands print what the pages say; the figures' tables
$(eval $(call check,check,version,tests/check-version $(B),$(B)/noct $(MAN)))
check-version: ## what repeats the version agrees with VERSION
update-docs: all ## rewrite what the pages' commands print
	@$(check_pages) --update $(CHECKED_PAGES)

# The pages as HTML with a search, to be read without a server; docs/conf.py says how. Links are checked.
DOCS_HTML := $(B)/docs/html
.PHONY: docs
docs: ## the pages as HTML with a search, in build/docs/html (usually 10 s)
	echo '==> docs: pages as HTML, links checked (usually 10 s)'
	sphinx-build -q $(if $(WERROR),-W --keep-going) -n -b html -d $(B)/docs/doctrees -c docs . $(DOCS_HTML)
	cp $(DOCS_HTML)/README.html $(DOCS_HTML)/index.html
	tests/check-html $(DOCS_HTML)
	echo '==> open $(DOCS_HTML)/index.html'
