# SPDX-License-Identifier: BSD-2-Clause
# noct, the host tool, and its tests.

# VERSION, and which commit: 0.1.0+g1a2b3c4d.
VERSION := $(shell cat VERSION)
NOCT_VERSION ?= $(shell scripts/version)
NOCT_SRC := $(filter-out host-tools/help/man.c,$(wildcard host-tools/*/*.c))
# Help: the texts become a C table (host-tools/help/README.md).
HELP := host-tools/help
HELP_TEXTS := $(wildcard $(HELP)/*.txt)
HELP_PAGES := $(B)/host/$(HELP)/help_pages
# The style and the script of pages become C strings (host-tools/picture/README.md).
PAGE_FILES := $(B)/host/host-tools/picture/page_files
# Costs that were measured become C strings (costs/README.md).
COSTS_TEXTS := $(B)/host/host-tools/costs/costs_texts
NOCT_OBJ := $(NOCT_SRC:%.c=$(B)/host/%.o) $(HELP_PAGES).o $(PAGE_FILES).o $(COSTS_TEXTS).o
# What noct, and whatever is linked with libnoct.a, needs besides.
NOCT_LIBS := -ljansson -ldw -lelf -lz -lm
NOCT_INC := $(INC_MODEL) -Ihost-tools -Igateware -Icores

$(B)/host/host-tools/%.o: host-tools/%.c $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) $(SANITIZED_LITTLE) -D_GNU_SOURCE $(NOCT_INC) -MMD -MP -c -o $@ $<

$(HELP_PAGES).c: $(HELP)/compile.py host-tools/base/keys.def host-tools/commands/commands.c $(HELP_TEXTS)
	@mkdir -p $(@D)
	$(HELP)/compile.py host-tools/base/keys.def host-tools/commands/commands.c $(HELP) > $@

$(PAGE_FILES).c: host-tools/picture/embed.py host-tools/picture/style.css host-tools/picture/curves.css host-tools/picture/page.js
	@mkdir -p $(@D)
	$< host-tools/picture > $@ || { rm -f $@; exit 1; }

$(COSTS_TEXTS).c: host-tools/costs/embed_costs.py $(COSTS_FILES)
	@mkdir -p $(@D)
	$< $(COSTS_REFERENCE) $(COSTS_FILES) > $@ || { rm -f $@; exit 1; }

$(COSTS_TEXTS).o: $(COSTS_TEXTS).c $(HOST_COMPILER)
	$(CC) $(HOST_CFLAGS) -Wno-overlength-strings $(NOCT_INC) -c -o $@ $<

$(PAGE_FILES).o: $(PAGE_FILES).c $(HOST_COMPILER)
	$(CC) $(HOST_CFLAGS) -Wno-overlength-strings $(NOCT_INC) -MMD -MP -c -o $@ $<

$(HELP_PAGES).o: $(HELP_PAGES).c $(HOST_COMPILER)
	$(CC) $(HOST_CFLAGS) $(NOCT_INC) -MMD -MP -c -o $@ $<

# The version is a string of one object: rebuilt only when it changes.
$(B)/host/noct.version: FORCE
	@mkdir -p $(@D); echo '$(NOCT_VERSION)' | cmp -s - $@ || echo '$(NOCT_VERSION)' > $@
.PHONY: FORCE
$(B)/host/host-tools/cli/noct.o: HOST_CFLAGS += -DNOCT_VERSION='"$(NOCT_VERSION)"'
$(B)/host/host-tools/cli/noct.o: $(B)/host/noct.version

# All but main(), and what goes with noct's own link, for the tests.
NOCT_OWN := $(B)/host/host-tools/cli/noct.o $(B)/host/host-tools/base/alloc_or_end.o
$(B)/host/libnoct.a: $(filter-out $(NOCT_OWN),$(NOCT_OBJ))
	@rm -f $@; $(AR) rcs $@ $^

$(B)/noct: $(NOCT_OWN) $(B)/host/libnoct.a $(CORES_LIB) $(B)/host/libclaims.a $(B)/host/libverify.a $(B)/host/libmodel.a $(B)/host/libnoc.a
	$(CC) $(HOST_CFLAGS) -rdynamic -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc -o $@ $(filter %.o %.a,$^) $(NOCT_LIBS)

# What a routing of the user's own includes (docs/own-routing.md); it finds functions in noct.
LIBNOC_HEADERS := $(wildcard libnoc/topology/*.h libnoc/topology/*.def libnoc/routing/*.h libnoc/routing/*.def libnoc/multicast/*.h libnoc/multicast/*.def \
    libnoc/collective/*.h libnoc/collective/*.def)
HEADERS := $(LIBNOC_HEADERS) $(wildcard include/noc/*.h include/noc/*.def)
$(B)/include/nocturne.stamp: scripts/install-headers $(HEADERS)
	@rm -rf $(B)/include; mkdir -p $(B)/include/nocturne
	@scripts/install-headers $(B)/include/nocturne $(HEADERS); touch $@
$(B)/noct: $(B)/include/nocturne.stamp

# Man pages, from the same pages of help.
NOCT_DATE ?= $(shell scripts/version --date)
MAN := $(B)/man.stamp
$(B)/host/man: $(HELP)/man.c $(B)/host/libnoct.a $(CORES_LIB) $(B)/host/libclaims.a $(B)/host/libverify.a $(B)/host/libmodel.a $(B)/host/libnoc.a $(HOST_COMPILER)
	$(CC) $(HOST_CFLAGS) -D_GNU_SOURCE $(NOCT_INC) -MMD -MP -MF $@.d -o $@ $(filter %.c %.a,$^) $(NOCT_LIBS)

$(MAN): $(B)/host/man VERSION
	@rm -rf $(B)/man; mkdir -p $(B)/man
	$< $(B)/man $(NOCT_DATE) $(VERSION)
	@touch $@

all: $(B)/noct $(MAN)

# What Nocturne's programs take of a core, said whenever one of them is linked anew.
$(B)/sizes.txt: $(B)/noct $(FIRMWARE_APPS) scripts/sizes
	scripts/sizes $(B)/noct $(FIRMWARE_APPS) > $@
	cat $@
all: $(B)/sizes.txt
-include $(B)/host/man.d
-include $(NOCT_OBJ:.o=.d)

# --- checks of noct, alone and with emulated boards -----------------------------
NOCT_CHECKED := $(B)/noct $(QEMU) $(BOOT_ROM) $(FIRMWARE_APPS) $(FIRMWARE_TRACED)
target_tests = $(patsubst %,$(B)/tests/target/%.elf,$(1))

$(eval $(call checks,noct,tests/host-tools/check-noct,$(B),$(NOCT_CHECKED) $(call target_tests,hungry abort)))
$(eval $(call checks,help,tests/host-tools/check-help,$(B),$(NOCT_CHECKED) $(SDK_STAMP) $(MAN)))
$(eval $(call checks,study,tests/host-tools/check-study,$(B),$(NOCT_CHECKED)))
$(eval $(call check,check,notebook-numbers,tests/check-notebooks $(B) numbers,$(B)/noct))
$(eval $(call checks,verify,tests/host-tools/check-verify,$(B),$(NOCT_CHECKED)))
$(eval $(call check,test,own-routings,tests/host-tools/check-own-routings $(B),$(B)/noct))
$(eval $(call check,test,own-algorithms,tests/host-tools/check-own-algorithms $(B),$(NOCT_CHECKED)))
$(eval $(call checks,flash,tests/host-tools/check-flash,$(B),$(NOCT_CHECKED) $(B)/bare/greet.elf))
$(eval $(call checks,mpirun,tests/host-tools/check-mpirun,$(B),$(NOCT_CHECKED) $(call target_tests,job deep hungry libc)))
$(eval $(call checks,live,tests/host-tools/check-live,$(B),$(NOCT_CHECKED) $(B)/bare/tally.elf))
$(eval $(call checks,live-bad,tests/host-tools/check-live-bad,$(B),$(NOCT_CHECKED)))
$(eval $(call checks,ports,tests/host-tools/check-ports,$(B),$(NOCT_CHECKED)))
$(eval $(call checks,why,tests/host-tools/check-why,$(B),$(NOCT_CHECKED) $(call target_tests,wait_cycle missing abort)))
$(eval $(call checks,trace,tests/host-tools/check-trace,$(B),$(NOCT_CHECKED) \
    $(call target_tests,trace-messages trace-casts trace-rounds)))
$(eval $(call checks,profile,tests/host-tools/check-profile,$(B),$(NOCT_CHECKED) $(call target_tests,job)))
$(eval $(call checks,drawings,tests/host-tools/check-drawings,$(B),$(NOCT_CHECKED)))
$(eval $(call checks,outside,tests/host-tools/check-outside,$(B),$(NOCT_CHECKED)))
check-noct: check-verify ## noct's command lines, alone and with the emulated board
check-study: ## studies on the command line: lists, ranges, trials, and the files of their rows
check-help: ## noct's help and man pages; every example in them runs
check-own-routings: ## routings of the user's own that answer what none may
check-own-algorithms: ## algorithms of the user's own that do what none may
check-flash: ## noct flash on the emulated board, by OpenOCD, also interrupted
check-mpirun: ## programs with arguments, files and input, and jobs of ranks
check-live: ## boards that are kept up, through every way to them
check-live-bad: ## what noct says where there is no board, or a bad one
check-ports: ## who can reach an emulated board, and what can be done there
check-why: ## noct why, of boards that are stuck, slow, or well
check-outside: ## text from outside in each place where noct puts it: it is text there
check-drawings: ## pictures of answers as files: well-formed, complete, safe; docs/gallery.md
.PHONY: check-pictures check-cluster check-notebooks update-gallery
check-pictures: $(B)/noct ## pages in a browser (chromium), as pictures to be looked at; by hand
	tests/check-pictures $(B)
check-cluster: $(NOCT_CHECKED) ## studies by GNU parallel over ssh, and as a Slurm job array; by hand
	tests/check-cluster $(B)
check-notebooks: $(NOCT_CHECKED) ## rows of studies in pandas and R; by hand
	tests/check-notebooks $(B)
update-gallery: $(B)/noct ## draw the pictures of docs/gallery.md anew
	tests/host-tools/check-drawings $(B) --update
check-profile: ## noct profile: its sums, and that it disturbs nothing
check-trace: ## noct trace: its files, their rules, and the board's counters
