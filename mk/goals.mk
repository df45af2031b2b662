# SPDX-License-Identifier: BSD-2-Clause
# What people type.

.PHONY: noct demo check test
noct: ## plan, sim and verify alone, without QEMU, newlib and the cross compiler (usually 30 s)
	echo '==> Nocturne: build noct alone (usually 30 s)'
	+$(MAKE) --no-print-directory $(B)/noct
	echo '==> $(B)/noct is there; make builds the emulated board and the firmware as well'

demo: ## 64 emulated cores multicast over a torus (the first time: builds everything, installs gdb, OpenOCD and gnuplot, about 5 min)
	echo '==> Nocturne: build what is not built yet (the first time usually 4 min, else 1 s)'
	+$(MAKE) --no-print-directory all
	echo '==> the demo (usually 3 s)'
	$(B)/noct demo

# $(call run_checks,NAMES): what is not built yet, then these checks, side by side.
# The long ones come first, so that no long one is left alone at the end.
in_order = $(foreach p,$(CHECKS_LONG),$(filter $(p),$(1))) $(filter-out $(CHECKS_LONG),$(1))
run_checks = scripts/test-all $(MAKE) --no-print-directory -k $(patsubst %,check-%,$(in_order)) -- $(1)

check: ## what to run before each commit (under 3 min on 2 cores)
	+@$(call run_checks,$(CHECKS_check))

test: ## everything that is checked, as CI does (13 min on 2 cores, building included); TEST_DEEP=1 all at full length
	+@LEFT_OUT='$(if $(TEST_DEEP),,$(CHECKS_deep))' \
	    $(call run_checks,$(CHECKS_check) $(CHECKS_test) $(if $(TEST_DEEP),$(CHECKS_deep)))

BOARD ?= emu
FIRMWARE ?= hello
.PHONY: flash
flash: all ## FIRMWARE=hello (or a FILE.elf) into the flash of BOARD=emu, by OpenOCD; FLAGS= more for noct flash
	$(B)/noct flash --board '$(BOARD)' --firmware '$(FIRMWARE)' $(FLAGS)

# --- install ------------------------------------------------------------
PREFIX ?= /usr/local
DESTDIR ?=
INSTALL_TO := $(DESTDIR)$(PREFIX)

define install_files
	install -d '$(INSTALL_TO)/bin' '$(INSTALL_TO)/libexec/nocturne' '$(INSTALL_TO)/share/nocturne/firmware/trace' \
	    '$(INSTALL_TO)/share/nocturne/boards' \
	    '$(INSTALL_TO)/share/doc/nocturne/examples' '$(INSTALL_TO)/share/doc/nocturne/figures' '$(INSTALL_TO)/share/doc/nocturne/walks' \
	    '$(INSTALL_TO)/share/bash-completion/completions' \
	    '$(INSTALL_TO)/share/man/man1' '$(INSTALL_TO)/share/man/man7' \
	    '$(INSTALL_TO)/include/nocturne'
	install -m 755 $(B)/noct '$(INSTALL_TO)/bin/noct'
	install -m 755 $(QEMU) '$(INSTALL_TO)/libexec/nocturne/qemu-system-nocturne'
	$(call install_gateware,$(INSTALL_TO))
	install -m 644 $(FIRMWARE_APPS) '$(INSTALL_TO)/share/nocturne/firmware'
	install -m 644 $(FIRMWARE_TRACED) '$(INSTALL_TO)/share/nocturne/firmware/trace'
	install -m 644 $(BOOT_ROM) '$(INSTALL_TO)/share/nocturne/boot.elf'
	install -m 644 boards/*.cfg boards/*.tcl '$(INSTALL_TO)/share/nocturne/boards'
	install -m 644 README.md CONTRIBUTING.md SECURITY.md CHANGELOG.md CITATION.cff LICENSE docs/*.md '$(INSTALL_TO)/share/doc/nocturne'
	install -m 644 docs/walks/*.md '$(INSTALL_TO)/share/doc/nocturne/walks'
	install -m 644 docs/examples/* '$(INSTALL_TO)/share/doc/nocturne/examples'
	install -m 644 docs/figures/* '$(INSTALL_TO)/share/doc/nocturne/figures'
	scripts/install-headers '$(INSTALL_TO)/include/nocturne' $(HEADERS)
	$(call install_sdk,$(INSTALL_TO))
	install -m 644 $(B)/man/*.1 '$(INSTALL_TO)/share/man/man1'
	install -m 644 $(B)/man/*.7 '$(INSTALL_TO)/share/man/man7'
	$(B)/noct completion bash > '$(INSTALL_TO)/share/bash-completion/completions/noct'
endef

.PHONY: install
install: all ## install below PREFIX=/usr/local, staged in DESTDIR=; boards as gateware too, if make gateware has built them
	$(install_files)
	echo "==> installed: $(INSTALL_TO)/bin/noct"

# Who the package says keeps it.
MAINTAINER ?= The Nocturne authors <nocturne@localhost>
.PHONY: deb
deb: all docs ## a Debian package of it all, in build/; MAINTAINER='Name <address>'
	+MAKE='$(MAKE)' MAINTAINER='$(MAINTAINER)' scripts/make-deb $(B) '$(NOCT_VERSION)'

.PHONY: dist
dist: ## an archive of the commit, in build/: the same bytes whoever makes it (usually 10 s)
	scripts/make-dist $(B)

# --- tidy up ------------------------------------------------------------
CACHE := $(or $(NOCTURNE_CACHE),$(or $(XDG_CACHE_HOME),$(HOME)/.cache)/nocturne)

.PHONY: clean clean-cache help
clean: ## remove build/, keep the cache
	rm -rf build

clean-cache: ## empty the cache
	rm -rf $(foreach entry,newlib qemu sources logs debian,'$(CACHE)/$(entry)'*)

help: ## this list
	echo 'Nocturne: make GOAL'
	awk -F ':.*## ' '/^[a-z][a-z0-9-]*:.*## / { printf "  %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST) | sort -u
	echo
	echo 'Settings: make GOAL NAME=value'
	echo '  V=1              show every command'
	echo '  TEST_DEEP=1      with make test: all that is random or repeated at its full length, and the'
	echo '                   checks that take long (about 25 min on 2 cores)'
	echo '  TEST_BUDGET=     how much of what is random or repeated is done, in percent. Usually 8;'
	echo '                   1 with sanitizers; 100 by TEST_DEEP=1'
	echo '  WERROR=1         a warning of a compiler or of Verilator ends the build, as in CI'
	echo '  SANITIZE=1       host code with address and undefined-behaviour sanitizers, in build/sanitize/'
	echo '  NOCTURNE_CACHE=  the directory of what is built once: QEMU, newlib, their sources, logs.'
	echo '                   Now: $(CACHE)'
	echo '                   Empty it by make clean-cache; it fills again by itself'
	echo '  QEMU_TARBALL=    the .orig.tar.xz of Debian'"'"'s source package qemu, a 10.0.x, if it is not to be'
	echo '                   fetched; QEMU_SHA256= if it is another one than scripts/sources names'
	echo '  NEWLIB_TARBALL=  newlib_4.5.0.20241231.orig.tar.gz, if not to be fetched from a Debian mirror'
