# SPDX-License-Identifier: BSD-2-Clause
# CMake's toolchain file for the cores of a board:
#
#   cmake -DCMAKE_TOOLCHAIN_FILE=$(noct cc --sdk)/nocturne.cmake ...
#
# NOCTURNE_MPI=ON compiles C by noct mpicc, NOCTURNE_TRACE=ON with events for noct trace.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR riscv32)

# CMake reads this file again for its own small tests.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES NOCTURNE_MPI NOCTURNE_TRACE)

# Installed, this file is PREFIX/lib/nocturne/nocturne.cmake; as built, build/sdk/nocturne.cmake.
find_program(NOCTURNE_NOCT noct
    HINTS "${CMAKE_CURRENT_LIST_DIR}/../../bin" "${CMAKE_CURRENT_LIST_DIR}/.."
    REQUIRED NO_CMAKE_FIND_ROOT_PATH)

if(NOCTURNE_MPI)
  set(CMAKE_C_COMPILER "${NOCTURNE_NOCT}" mpicc)
else()
  set(CMAKE_C_COMPILER "${NOCTURNE_NOCT}" cc)
endif()
set(CMAKE_CXX_COMPILER "${NOCTURNE_NOCT}" c++)
set(CMAKE_ASM_COMPILER "${NOCTURNE_NOCT}" cc)
if(NOCTURNE_TRACE)
  set(CMAKE_C_FLAGS_INIT --trace)
  set(CMAKE_CXX_FLAGS_INIT --trace)
endif()
set(CMAKE_AR riscv64-unknown-elf-gcc-ar CACHE STRING "")
set(CMAKE_RANLIB riscv64-unknown-elf-gcc-ranlib CACHE STRING "")
set(CMAKE_EXECUTABLE_SUFFIX_C .elf)
set(CMAKE_EXECUTABLE_SUFFIX_CXX .elf)
set(CMAKE_EXECUTABLE_SUFFIX_ASM .elf)

# Libraries and headers are the board's, programs the host's.
set(CMAKE_FIND_ROOT_PATH "${CMAKE_CURRENT_LIST_DIR}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
