# SPDX-License-Identifier: BSD-2-Clause
# Tests on the host: each test_*.c below tests/libnoc and tests/host-tools is a program
# of its own, a directory mirrors the sources'. Tests on the board are firmware/build.mk's.

TEST_LIBNOC_SRC := $(sort $(shell find tests/libnoc -name 'test_*.c' 2>/dev/null))
TEST_NOCT_SRC   := $(sort $(shell find tests/host-tools -name 'test_*.c'))
TEST_LIBNOC := $(TEST_LIBNOC_SRC:%.c=$(B)/%)
TEST_NOCT   := $(TEST_NOCT_SRC:%.c=$(B)/%)

TEST_LIBS := $(B)/host/libverify.a $(B)/host/libmodel.a $(B)/host/libnoc.a

# Compiled and linked in two steps, so that a change in an archive costs only the second.
$(B)/tests/libnoc/%.o: tests/libnoc/%.c
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) -D_GNU_SOURCE $(INC_MODEL) -Itests/libnoc -MMD -MP -c -o $@ $<
$(TEST_LIBNOC): %: %.o $(TEST_LIBS)
	$(CC) $(HOST_CFLAGS) -o $@ $^ -lcmocka

$(B)/tests/host-tools/%.o: tests/host-tools/%.c
	@mkdir -p $(@D)
	$(CC) $(HOST_CFLAGS) -D_GNU_SOURCE $(INC_MODEL) -Ihost-tools -Itests/host-tools -MMD -MP -c -o $@ $<
$(TEST_NOCT): %: %.o $(B)/host/libnoct.a $(TEST_LIBS)
	$(CC) $(HOST_CFLAGS) -o $@ $^ -lcmocka $(NOCT_LIBS)

-include $(addsuffix .d,$(TEST_LIBNOC) $(TEST_NOCT))

.PHONY: check-host check-include check-build check-generated
check-host: $(TEST_LIBNOC) $(TEST_NOCT) ## tests that need no board; SANITIZE=1 with sanitizers
	@scripts/run-tests $(B)/tests/logs $^

check-include: ## the include table of docs/design.md
	@tests/include-check --self-test
	@tests/include-check

.PHONY: check-recorded
check-recorded: $(B)/noct $(QEMU) $(FIRMWARE_APPS) $(FIRMWARE_TRACED) $(BOOT_ROM) $(B)/tests/target/missing.elf ## noct's answers are those that were recorded: tests/recorded
	@tests/recorded/check $(B)

.PHONY: check-mutants
check-mutants: ## do the tests notice wrong code? tests/mutants (hours)
	@tests/mutants/mutants run

.PHONY: coverage
COVERAGE_FLAGS ?=
coverage: ## which lines and branches tests run (about 15 min); COVERAGE_FLAGS= for scripts/coverage
	+@MAKE='$(MAKE)' JOBS='$(JOBS)' scripts/coverage $(COVERAGE_FLAGS)

# Files that are generated and kept in git: a part adds to GENERATED the file, as
# docs/registers.md, and a rule for $(B)/generated/docs/registers.md.
check-generated: $(GENERATED:%=$(B)/generated/%) ## generated files kept in git are up to date
	@for file in $(GENERATED); do \
	    diff -u $$file $(B)/generated/$$file || { echo "$$file is stale: run make generate"; exit 1; }; \
	done

.PHONY: generate
generate: $(GENERATED:%=$(B)/generated/%) ## bring the generated files kept in git up to date
	@for file in $(GENERATED); do cp $(B)/generated/$$file $$file; done
