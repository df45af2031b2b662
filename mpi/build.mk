# SPDX-License-Identifier: BSD-2-Clause
# MPI as an archive, one file for few calls: the linker takes what a program uses.

INC_MPI := -Impi/include -Impi -Ifirmware/include
MPI_SRC := $(wildcard mpi/*.c)
MPI_LIB := $(B)/target/libmpi.a

$(B)/target/mpi/%.o: mpi/%.c $(TARGET_COMPILER) | $(NEWLIB)
	$(target_compile) $(INC_MPI) -MMD -MP -c -o $@ $<
$(MPI_LIB): $(call target_objects,$(MPI_SRC))
	@rm -f $@; $(TARGET_AR) rcs $@ $^
-include $(patsubst %.o,%.d,$(call target_objects,$(MPI_SRC)))
all: $(MPI_LIB)
