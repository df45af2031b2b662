// SPDX-License-Identifier: BSD-2-Clause
//
// The low bits of a counter, and how often they have wrapped round since noc_ni_counts added that to
// the rest, which lies in its memory.
// docs/board.md, section 5. What happens in a cycle is in `low` from the next one on.
//
// Size: in that of noc_ni_counts.

module noc_ni_count #(
    parameter integer LOW = 6,
    parameter integer STEP = 1,   // bits of `n`
    parameter integer WRAPS = 1
) (
    input  logic             clk,
    input  logic             tick,
    input  logic             clear,  // it is 0 before it counts
    input  logic [ STEP-1:0] n,
    input  logic             taken,  // its wraps are added to the rest
    output logic [  LOW-1:0] low,
    output logic [WRAPS-1:0] wraps
);
  logic [LOW-1:0] sum;
  logic carry;

  generate
    if (STEP == 1) begin : g_one
      // Without a carry chain, which would be longer than this.
      assign sum[0] = low[0] ^ n;
      for (genvar b = 1; b < LOW; b = b + 1) begin : g_bit
        assign sum[b] = low[b] ^ (n && &low[b-1:0]);
      end
      assign carry = n && &low;
    end else begin : g_several
      assign {carry, sum} = (LOW + 1)'(low) + (LOW + 1)'(n);
    end
  endgenerate

  always_ff @(posedge clk)
    if (tick) begin
      low   <= clear ? LOW'(n) : sum;
      wraps <= clear ? '0 : (taken ? '0 : wraps) + WRAPS'(carry);
    end
endmodule
