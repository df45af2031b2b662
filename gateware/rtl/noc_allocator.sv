// SPDX-License-Identifier: BSD-2-Clause
//
// Gives free output channels to the headers that ask for them: each to the header that asked
// first; of those that ask in the same cycle, to the lowest input.
// docs/board.md, section 3, step 2. An input asks for one channel only, so one matrix of who came
// before whom replaces a queue at each channel. Its size grows with the square of the inputs.

module noc_allocator #(
    parameter integer INPUTS = 5,
    parameter integer CHANNELS = 4
) (
    input  logic                       clk,
    input  logic                       tick,
    input  logic [         INPUTS-1:0] asks,
    input  logic [         INPUTS-1:0] fresh,  // asks since this cycle
    input  logic [INPUTS*CHANNELS-1:0] want,   // of each input, the channel, one bit of all
    input  logic [       CHANNELS-1:0] busy,
    output logic [         INPUTS-1:0] granted
);
  logic [INPUTS*INPUTS-1:0] was;  // [i * INPUTS + j], i < j: i asked before j, if both wait

  generate
    for (genvar i = 0; i < INPUTS; i = i + 1) begin : g_input
      logic [INPUTS-1:0] earlier;  // others that ask for the same, and did so before

      for (genvar j = 0; j < INPUTS; j = j + 1) begin : g_other
        logic same, first;  // both ask for one channel; j did so first

        assign same = asks[j] && |(want[i*CHANNELS+:CHANNELS] & want[j*CHANNELS+:CHANNELS]);
        if (j < i) begin : g_lower
          assign first = fresh[i] || (!fresh[j] && was[j*INPUTS+i]);
          always_ff @(posedge clk) if (tick) was[j*INPUTS+i] <= first;
        end else if (j > i) begin : g_higher
          assign first = !fresh[j] && (fresh[i] || !was[i*INPUTS+j]);
        end else begin : g_self
          assign first = 1'b0;
        end
        assign earlier[j] = same && first;
      end
      assign granted[i] = asks[i] && !(|(want[i*CHANNELS+:CHANNELS] & busy)) && !(|earlier);
    end
  endgenerate
endmodule
