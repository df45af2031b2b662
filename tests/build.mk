# SPDX-License-Identifier: BSD-2-Clause
# Tests on the host: the test_*.c below tests/libnoc are one program, those below tests/host-tools
# another, and that of the gateware's board a third; a directory mirrors the sources'
# (mk/host-tests.mk). Tests on the board are firmware/build.mk's.

TEST_LIBNOC_SRC := $(sort $(shell find tests/libnoc -name 'test_*.c'))
TEST_NOCT_SRC   := $(sort $(shell find tests/host-tools -name 'test_*.c'))
TEST_LIBS := $(B)/host/libclaims.a $(B)/host/libverify.a $(B)/host/libmodel.a $(B)/host/libnoc.a

$(eval $(call test_program,libnoc,$(TEST_LIBNOC_SRC),-D_GNU_SOURCE $(INC_MODEL) -Itests/libnoc,$(TEST_LIBS)))
$(eval $(call test_program,host-tools,$(TEST_NOCT_SRC),-D_GNU_SOURCE $(INC_MODEL) -Ihost-tools -Icores -Itests/host-tools,\
    $(B)/host/libnoct.a $(CORES_LIB) $(TEST_LIBS),$(NOCT_LIBS)))

$(eval $(call test_program,gateware,tests/gateware/test_debug_port.c,-D_GNU_SOURCE $(INC_MODEL) -Igateware,$(RTL_BOARD)/debug_port.o))

# One check for each directory of them: check-host-libnoc-model.
HOST_TEST_DIRS := $(sort $(patsubst $(B)/tests/%/,%,$(dir $(HOST_TESTS))))
host_tests_in = $(filter $(addprefix $(B)/tests/$(1)/,$(notdir $(HOST_TESTS))),$(HOST_TESTS))
HOST_CHECKS := $(foreach dir,$(HOST_TEST_DIRS),host-$(subst /,-,$(dir)))
$(foreach dir,$(HOST_TEST_DIRS),$(eval $(call check,check,host-$(subst /,-,$(dir)),\
    scripts/run-tests $(B)/tests/logs $(call host_tests_in,$(dir)),$(call host_tests_in,$(dir)))))

.PHONY: check-host check-sanitized check-generated
check-host: $(patsubst %,check-%,$(call in_order,$(HOST_CHECKS))) ## tests that need no board; SANITIZE=1 with sanitizers

# The same with sanitizers: another make, which prints the lines of its checks.
CHECKS_test += $(HOST_CHECKS:%=sanitized-%)
$(HOST_CHECKS:%=check-sanitized-%): check-sanitized ;
check-sanitized: $(CORES_DIR)/all.o
	+@$(MAKE) --no-print-directory -k SANITIZE=1 $(if $(TEST_DEEP),,TEST_BUDGET=$(BUDGET_SANITIZED)) check-host

$(eval $(call check,check,include,bash -c 'tests/include-check --self-test && tests/include-check',))
check-include: ## the include table of docs/design.md

$(eval $(call check,check,tables,bash -c 'tests/table-check --self-test && tests/table-check',))
check-tables: ## each topology, routing and algorithm is one file, and has tests

$(eval $(call check,check,recorded-check,tests/recorded/check --self-test,))
$(eval $(call checks,elsewhere,tests/check-elsewhere,$(B),$(B)/noct))
check-elsewhere: ## what builds find on other machines: old compilers, no apt, blanks in paths, no locale

$(eval $(call check,check,recorded,tests/recorded/check $(B),$(NOCT_CHECKED) $(call target_tests,missing)))
check-recorded: ## noct's answers are those that were recorded: tests/recorded

$(eval $(call check,test,instructions,\
    bash -c 'tests/instructions/check --self-test && tests/instructions/check $(B)',all $(B)/bench/ping_pong.elf))
check-instructions: ## no more host instructions than were recorded: tests/instructions

$(eval $(call checks,golden,tests/check-golden,$(B),))
check-golden: ## golden numbers of boards are kept for each compiler: tests/run-target
$(eval $(call checks,image,tests/check-image,$(B),all))
check-image: ## firmware that is built in another directory is the same image
$(eval $(call checks,sources,tests/check-sources,build,))
check-sources: ## what is fetched and built once, from mirrors, disks and caches that are bad, too

$(eval $(call checks,packages,tests/check-packages,$(B),))
check-packages: ## the archive of make dist: the same twice; what check-debian12 and check-debian13 take and refuse
.PHONY: check-debian12 check-debian13
check-debian13: ## from nothing to the package alone, in fresh roots of Debian 13 (Containerfile); by hand, as root
check-debian12: ## the same of Debian 12
check-debian12 check-debian13: check-debian%:
	@tests/check-debian $*

# As a stranger has it: installed.
STAGED := $(B)/staged.stamp
$(STAGED): INSTALL_TO := $(CURDIR)/$(B)/staged/usr
$(STAGED): $(NOCT_CHECKED) $(SDK_STAMP) $(MAN) mk/goals.mk
	@rm -rf $(B)/staged
	$(install_files)
	@touch $@
$(eval $(call checks,package,tests/check-package,$(B)/staged/usr/bin,$(STAGED)))
check-package: ## one answer of each kind from what make install installs
$(eval $(call checks,sdk,tests/host-tools/check-sdk,$(B),$(STAGED)))
check-sdk: ## programs of others, compiled from an empty directory by what make install installs

$(eval $(call check,deep,mutants-found,tests/mutants/mutants find,))
.PHONY: check-mutants
check-mutants: ## do the tests notice wrong code? tests/mutants (hours)
	@tests/mutants/mutants run

.PHONY: coverage
COVERAGE_FLAGS ?=
coverage: ## which lines and branches tests run (about 15 min); COVERAGE_FLAGS= for scripts/coverage
	+@MAKE='$(MAKE)' scripts/coverage $(COVERAGE_FLAGS)

# Files that are generated and kept in git: a part adds to GENERATED the file, as
# docs/registers.md, and a rule for $(B)/generated/docs/registers.md.
generated_check = generated-$(basename $(notdir $(1)))
$(foreach file,$(GENERATED),$(eval $(call check,check,$(call generated_check,$(file)),\
    bash -c 'diff -u $(file) $(B)/generated/$(file) || { echo "$(file) is stale: run make generate"; exit 1; }',\
    $(B)/generated/$(file))))
check-generated: $(foreach file,$(GENERATED),check-$(call generated_check,$(file))) ## generated files kept in git are up to date

.PHONY: generate
generate: $(GENERATED:%=$(B)/generated/%) ## bring the generated files kept in git up to date
	@for file in $(GENERATED); do cp $(B)/generated/$$file $$file; done

# It looks for its own variables.
$(B)/tests/host-tools/program/test_debug_info.o: TEST_CFLAGS += -g
include tests/mpi/build.mk
