# SPDX-License-Identifier: BSD-2-Clause
# MPI's conformance tests and programs: each *.c here and in programs/ is one program, for the board
# and, with another MPI, for the host. Those in board/ are about this library alone. Each *.expect is
# a run of one on the board.

MPI_TESTS := $(notdir $(basename $(wildcard tests/mpi/*.c)))
MPI_PROGRAMS := $(notdir $(basename $(wildcard tests/mpi/programs/*.c)))
MPI_BOARD := $(filter-out stale_handles,$(notdir $(basename $(wildcard tests/mpi/board/*.c))))
MPI_ELFS := $(patsubst %,$(B)/tests/target/mpi/%.elf,$(MPI_BOARD) $(MPI_TESTS) $(MPI_PROGRAMS))

$(B)/target/tests/mpi/%.o: tests/mpi/%.c $(TARGET_COMPILER) | $(NEWLIB)
	$(target_compile) -Impi/include -Itests/mpi -MMD -MP -c -o $@ $<

$(B)/target/tests/mpi/board/%.o: tests/mpi/board/%.c $(TARGET_COMPILER) | $(NEWLIB)
	$(target_compile) -Impi/include -Itests/mpi -Ifirmware/include -Iinclude/noc -MMD -MP -c -o $@ $<

$(foreach t,$(MPI_TESTS),$(eval $(call target_link,$(B)/tests/target/mpi/$(t).elf,tests/mpi/$(t).c,$(MPI_LIB) $(NOC_LIBS))))
$(foreach t,$(filter-out wrong_calls,$(MPI_BOARD)),$(eval $(call target_link,$(B)/tests/target/mpi/$(t).elf,tests/mpi/board/$(t).c,\
    $(MPI_LIB) $(NOC_LIBS))))
$(eval $(call target_link_objects,$(B)/tests/target/mpi/wrong_calls.elf,\
    $(addprefix $(B)/target/tests/mpi/,board/wrong_calls.o board/stale_handles.o written_calls.o),\
    $(MPI_LIB) $(NOC_LIBS)))
$(foreach t,$(MPI_PROGRAMS),$(eval $(call target_link,$(B)/tests/target/mpi/$(t).elf,tests/mpi/programs/$(t).c,\
    $(MPI_LIB) $(NOC_LIBS) $(NEWLIB_LIB)/libm.a)))

# Every wrong argument of every call, from the list of calls.
MPI_WRONG_CALLS := $(B)/tests/mpi/wrong_calls.c
$(MPI_WRONG_CALLS): tests/mpi/wrong_calls.py mpi/include/mpi_calls.def mpi/include/mpi_file_calls.def
	@mkdir -p $(@D)
	tests/mpi/wrong_calls.py mpi/include/mpi_calls.def mpi/include/mpi_file_calls.def >$@.new
	@mv $@.new $@
$(B)/target/tests/mpi/written_calls.o: $(MPI_WRONG_CALLS) $(TARGET_COMPILER) | $(NEWLIB)
	$(target_compile) -Impi/include -Itests/mpi/board -MMD -MP -c -o $@ $<

$(eval $(call check,check,mpi-conformance,tests/run-target $(QEMU) $(B) $(sort $(wildcard tests/mpi/target/*.expect)),$(QEMU) $(MPI_ELFS) $(LAYER_PARAMS)))
$(eval $(call checks,mpi-differ,tests/mpi/check-differ,$(B),$(B)/noct $(QEMU) $(BOOT_ROM) $(B)/tests/target/mpi/differ.elf))
$(eval $(call check,deep,mpi-programs,tests/run-target $(QEMU) $(B) $(sort $(wildcard tests/mpi/target/deep/*.expect)),$(QEMU) $(MPI_ELFS)))
$(eval $(call checks,mpi-errors,tests/mpi/check-errors,$(B),$(NOCT_CHECKED) $(B)/tests/target/mpi/errors.elf))
$(eval $(call check,test,mpi-host,tests/mpi/run-host $(B)/tests/mpi-host,))
$(eval $(call check,check,mpi-wrong,tests/mpi/check-wrong $(B),$(QEMU) $(B)/noct $(B)/tests/target/mpi/wrong.elf))
.PHONY: check-mpi mpi-elfs
mpi-elfs: $(MPI_ELFS)
check-mpi: check-mpi-conformance check-mpi-differ check-mpi-errors check-mpi-wrong check-mpi-host ## MPI's conformance tests, on the board and with another MPI
