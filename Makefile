# SPDX-License-Identifier: BSD-2-Clause
# Nocturne. `make help` lists what can be made.
#
# One makefile, not recursive: each part's build.mk adds its own rules and is
# given its own -I paths (the table in docs/design.md; tests/include-check
# enforces it). Everything lands in build/ (sanitized: in build/sanitize/, for gcov:
# in build/coverage/).

SANITIZE ?=
COVERAGE ?=
B := build$(if $(SANITIZE),/sanitize)$(if $(COVERAGE),/coverage)
.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
SHELL := /bin/bash
# As many jobs as there are processors and one more, unless told otherwise. (`make clean all` would
# clean and build at once.)
ifeq ($(MAKELEVEL)$(filter clean,$(MAKECMDGOALS)),0)
MAKEFLAGS += -j$(shell echo $$(($$(nproc) + 1)))
endif
# Sources are UTF-8, whatever the locale: python would read them as ASCII in some.
export PYTHONUTF8 := 1
# V=1 shows every command.
ifndef V
.SILENT:
endif

# --- host ---------------------------------------------------------------
ifeq ($(origin CC),default)
CC := gcc
endif
# Of the same tools as the compiler, where that has a prefix: aarch64-linux-gnu-gcc.
ifeq ($(origin AR),default)
AR := $(or $(shell command -v '$(patsubst %-gcc,%-ar,$(filter %-gcc,$(CC)))'),ar)
endif
comma := ,
# What a compiler warns of ends the build where WERROR=1 asks for that, as CI does. Newer compilers warn
# of more, and whoever has one shall get what they came for.
WERROR ?=
WERROR_FLAG := $(if $(WERROR),-Werror)
# -g1: the functions and lines of a backtrace. Local variables cost a quarter of the compiler's time.
HOST_CFLAGS := -std=c11 -g1 $(if $(SANITIZE),-O1 -Wno-unknown-warning-option -Wno-format-truncation,-O2) -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes \
               -Wmissing-prototypes $(WERROR_FLAG) \
               $(if $(SANITIZE),-fsanitize=address$(comma)undefined -fno-sanitize-recover=all) \
               $(if $(COVERAGE),-O0 --coverage)

# By sanitizers few cases are run: what computes little itself is not optimized.
SANITIZED_LITTLE := $(if $(SANITIZE),-O0)

# What each part may include (docs/design.md).
INC_LIBNOC := -Iinclude/noc -Ilibnoc
INC_MODEL  := $(INC_LIBNOC)
INC_VERIFY := $(INC_LIBNOC)
INC_CLAIMS := $(INC_LIBNOC)
INC_BSP    := -Iinclude/noc -Ibsp
INC_SDK    := $(INC_BSP)
INC_FIRMWARE := $(INC_BSP) -Ilibnoc -Ifirmware -Ifirmware/include

# --- target -------------------------------------------------------------
CROSS := riscv64-unknown-elf-
TARGET_CFLAGS := -std=c11 -O2 -g -Wall -Wextra -Wshadow -Wstrict-prototypes $(WERROR_FLAG) \
                 -march=rv32imac -mabi=ilp32 -mcmodel=medany -ffunction-sections -fdata-sections
# gcc 12 wants the CSR instructions named (zicsr) when they are used in .S or asm.

.PHONY: all FORCE
all: ## build everything; the tool is build/noct

include $(sort $(wildcard mk/*.mk))
include $(wildcard $(addsuffix /build.mk,libnoc bsp firmware cores mpi sdk qemu-board gateware host-tools docs tests bench))

all: $(FIRMWARE_APPS) $(FIRMWARE_TRACED)
