// SPDX-License-Identifier: BSD-2-Clause
// A tile whose context writes all counts of coverage into the file COVERAGE_FILE when the program ends.
#ifndef GATEWARE_COUNTED_H
#define GATEWARE_COUNTED_H

#include <cstdlib>

#include "Vnoc_tile.h"
#include "verilated_cov.h"

class Top : public Vnoc_tile
{
  public:
    Top(VerilatedContext *context, const char *name) : Vnoc_tile{context, name}
    {
        static VerilatedContext *const all = context;
        static const int at_end = std::atexit([] {
            const char *const file = std::getenv("COVERAGE_FILE");

            all->coveragep()->write(file ? file : "coverage.dat");
        });

        (void)at_end;
    }
};

#endif
