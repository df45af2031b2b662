// SPDX-License-Identifier: BSD-2-Clause
//
// The flit that crosses a link in this cycle, by its worm: a line of a waveform, and nothing else.
// board/worms.h says what its number means.

module worm_line (
    input logic [31:0] worm,
    output logic there
);
  assign there = worm != 0;
endmodule
