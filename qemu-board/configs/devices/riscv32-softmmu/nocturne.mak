# SPDX-License-Identifier: GPL-2.0-or-later
# The board and nothing else. Without semihosting target/riscv does not link.
CONFIG_SEMIHOSTING=y
CONFIG_ARM_COMPATIBLE_SEMIHOSTING=y
CONFIG_NOCTURNE=y
