// SPDX-License-Identifier: BSD-2-Clause
// A tile with its netlist beside it, which gets the same inputs. All their outputs must be the same
// whenever they are looked at; else the program ends with a line that says which are not.
#ifndef GATEWARE_TWIN_H
#define GATEWARE_TWIN_H

#include <cinttypes>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "Vnetlist_tile.h"
#include "Vnoc_tile.h"

class Top : public Vnoc_tile
{
  public:
    Top(VerilatedContext *context, const char *name)
        : Vnoc_tile{context, name}, name_{name}, netlist{context, (name_ + "_netlist").c_str()}
    {
        static const int at_end = std::atexit(report);

        (void)at_end;
        tiles++;
    }

    void eval()
    {
        Vnoc_tile::eval();
#define TILE_INPUT(port) netlist.port = port;
#define TILE_OUTPUT(port)
#include "tile_ports.inc"
#undef TILE_INPUT
#undef TILE_OUTPUT
        netlist.eval();
#define TILE_INPUT(port)
#define TILE_OUTPUT(port) compare(#port, &port, &netlist.port, sizeof port);
#include "tile_ports.inc"
#undef TILE_INPUT
#undef TILE_OUTPUT
        if (clk && tick && !rst && ++cycles % ReportCycles == 0) {
            report();
        }
    }

  private:
    static constexpr uint64_t ReportCycles = 1000;
    const std::string name_;
    Vnetlist_tile netlist;
    inline static unsigned tiles = 0;
    inline static uint64_t cycles = 0; // of all tiles
    inline static bool differs = false;

    static constexpr unsigned outputs()
    {
        return 0
#define TILE_INPUT(port)
#define TILE_OUTPUT(port) +1
#include "tile_ports.inc"
#undef TILE_INPUT
#undef TILE_OUTPUT
            ;
    }

    static std::string hexadecimal(const void *value, std::size_t bytes)
    {
        const auto *byte = static_cast<const unsigned char *>(value);
        std::string text;
        char two[3];

        while (bytes--) {
            std::snprintf(two, sizeof two, "%02x", byte[bytes]);
            text += two;
        }
        return text;
    }

    void compare(const char *port, const void *text, const void *mapped, std::size_t bytes)
    {
        if (std::memcmp(text, mapped, bytes) == 0) {
            return;
        }
        differs = true;
        std::fprintf(stderr,
                     "nocturne: differs cycle %" PRIu64
                     ": %s: the output %s of the netlist is %s; the text says %s\n",
                     static_cast<uint64_t>(now), name_.c_str(), port,
                     hexadecimal(mapped, bytes).c_str(), hexadecimal(text, bytes).c_str());
        std::exit(EXIT_FAILURE);
    }

    // How far they have come, into the file NETLIST_REPORT: now and then, since noct ends boards by a
    // signal, and at the end.
    static void report()
    {
        const char *const path = std::getenv("NETLIST_REPORT");
        FILE *const file = path && !differs ? std::fopen(path, "w") : nullptr;

        if (file) {
            std::fprintf(
                file, "netlists of %u tiles, %" PRIu64 " tile-cycles, %u outputs, no difference\n",
                tiles, cycles, outputs());
            std::fclose(file);
        }
    }
};

#endif
