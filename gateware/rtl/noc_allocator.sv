// SPDX-License-Identifier: BSD-2-Clause
//
// Gives free output channels to the headers that ask for them: each to the header that asked
// first; of those that ask in the same cycle, to the lowest input.
// docs/board.md, section 3, step 2. An input asks for one channel only, so one matrix of who came
// before whom replaces a queue at each channel, and the owner of a channel is who came before all
// that ask for it. So an input is granted a channel if nobody before it asks for it or has it. The
// matrix grows with the square of the inputs.
//
// Size: 50 LUT4, 10 flip-flops (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_allocator #(
    parameter integer INPUTS = 5,
    parameter integer CHANNEL_BITS = 2
) (
    input  logic                           clk,
    input  logic                           tick,
    input  logic [             INPUTS-1:0] idle,     // no header was in front before this cycle
    input  logic [             INPUTS-1:0] asks,
    input  logic [             INPUTS-1:0] owns,     // it has its channel
    input  logic [INPUTS*CHANNEL_BITS-1:0] channel,  // of each input, which it asks for or has
    output logic [             INPUTS-1:0] granted
);
  logic [INPUTS*INPUTS-1:0] waits_for;  // [i * INPUTS + j]: i asks for what j has, or gets first

  generate
    for (genvar i = 0; i < INPUTS; i = i + 1) begin : g_input
      for (genvar j = i + 1; j < INPUTS; j = j + 1) begin : g_pair
        logic was;     // i came before j, as of the last cycle
        logic first;   // the same, of this cycle
        logic rivals;  // both are for one channel

        assign first = idle[j] || (!idle[i] && was);
        always_ff @(posedge clk) if (tick) was <= first;
        assign rivals = channel[i*CHANNEL_BITS+:CHANNEL_BITS] == channel[j*CHANNEL_BITS+:CHANNEL_BITS];
        assign waits_for[i*INPUTS+j] = rivals && !first && (asks[j] || owns[j]);
        assign waits_for[j*INPUTS+i] = rivals && first && (asks[i] || owns[i]);
      end
      assign waits_for[i*INPUTS+i] = 1'b0;
      assign granted[i] = asks[i] && !(|waits_for[i*INPUTS+:INPUTS]);
    end
  endgenerate
endmodule
