# SPDX-License-Identifier: BSD-2-Clause
# Programs of tests on the host (tests/test.h).
#
#   $(eval $(call test_program,NAME,SOURCES,FLAGS,OBJECTS AND ARCHIVES,LIBRARIES))
#
# links $(B)/tests/NAME/all from SOURCES, which are below tests/NAME, and tests/main.c; and gives it
# a name for each source, by which it runs the tests of that one: $(B)/tests/libnoc/test_btr. FLAGS
# are the compiler's. A source that puts functions of its own in the place of an archive's has a
# line that begins with "/* Alone: " and says which; it becomes a program of its own. (Where the
# line is missing the linker finds two definitions, since archives are linked whole.) All these
# names are HOST_TESTS.

# Tests are compiled more often than they run: -O1. With sanitizers they have few cases: -O0.
TEST_CFLAGS = $(HOST_CFLAGS) $(if $(SANITIZE),-O0,-O1) -Itests
HOST_TESTS :=

$(B)/tests/main.o: tests/main.c tests/test.h $(HOST_COMPILER)
	@mkdir -p $(@D)
	$(CC) $(TEST_CFLAGS) -c -o $@ $<

define test_program
$(2:%.c=$(B)/%.o): $(B)/%.o: %.c $(HOST_COMPILER)
	@mkdir -p $$(@D)
	$$(CC) $$(TEST_CFLAGS) $(3) -MMD -MP -c -o $$@ $$<
$(call test_links,$(B)/tests/$(strip $(1))/all,$(2),$(shell grep -l '^/\* Alone: ' $(2)),$(3),$(4),$(5))
-include $(2:%.c=$(B)/%.d)
HOST_TESTS += $(2:%.c=$(B)/%)
endef

# Program, sources, those that stand alone, flags, archives, libraries.
define test_links
$(1): $(patsubst %.c,$(B)/%.o,$(filter-out $(3),$(2))) $(B)/tests/main.o $(5)
	@mkdir -p $$(@D)
	$$(CC) $$(TEST_CFLAGS) $(4) -o $$@ -Wl,--whole-archive $$^ -Wl,--no-whole-archive -lcmocka $(6)
$(patsubst %.c,$(B)/%,$(filter-out $(3),$(2))): $(1)
	@ln -srf $$< $$@
$(3:%.c=$(B)/%): %: %.o $(B)/tests/main.o $(5)
	$$(CC) $$(TEST_CFLAGS) $(4) -o $$@ $$^ -lcmocka $(6)
endef
