// SPDX-License-Identifier: BSD-2-Clause
// Which mistake a program with many makes: the environment says so. Put before Verilator's C++.
#ifndef GATEWARE_CHOSEN_H
#define GATEWARE_CHOSEN_H

#include <cstdlib>

inline const int noc_mutant = std::getenv("MUTANT") ? std::atoi(std::getenv("MUTANT")) : 0;

#endif
