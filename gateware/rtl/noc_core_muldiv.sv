// SPDX-License-Identifier: BSD-2-Clause
//
// Multiplication and division, the M extension: The RISC-V Instruction Set Manual, volume I,
// chapter 7.
//
// `a`, `b` and `operation` (funct3) stay from `start` until `done`. The cycle of `start` is the
// first of those given here, `done` and `result` are there in the last one:
//   mul                     4 cycles: products of 16-bit halves, one a cycle, in one multiplier
//   mulh, mulhsu, mulhu     5
//   div, divu, rem, remu    35: both operands made positive, a bit of the quotient a cycle, the sign
// Division by zero and overflow fall out of this as the specification wants them (its table 7.1).
//
// Size: 473 LUT4, 106 flip-flops (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_core_muldiv (
    input  logic        clk,
    input  logic        rst,
    input  logic        tick,
    input  logic        start,
    input  logic [ 2:0] operation,
    input  logic [31:0] a,
    input  logic [31:0] b,
    output logic        done,
    output logic [31:0] result
);
  localparam logic [5:0] FIRST_BIT = 6'd2, LAST_BIT = 6'd33;

  logic [5:0] step;  // 0: nothing to do, or the first cycle
  logic divides, a_signed, b_signed;

  assign divides = operation[2];

  always_ff @(posedge clk)
    if (rst) step <= 6'd0;
    else if (tick) step <= done ? 6'd0 : step + {5'd0, start || step != 6'd0};

  // --- products: low x low, high x low, low x high, high x high ---

  logic [35:0] high;  // the sum of products, without the digits below; the remainder
  logic [31:0] low;   // those digits; the quotient
  logic signed [16:0] factor_a, factor_b;
  logic signed [33:0] product;
  logic up;  // this product's digits lie 16 bits above the last one's

  assign a_signed = operation[1:0] != 2'd3;  // mulh, mulhsu; of mul only the lower half counts
  assign b_signed = operation[1:0] == 2'd1;
  assign factor_a = step[0] ? {a_signed && a[31], a[31:16]} : {1'b0, a[15:0]};
  assign factor_b = step[1] ? {b_signed && b[31], b[31:16]} : {1'b0, b[15:0]};
  assign product = factor_a * factor_b;
  assign up = step[0];

  // --- a bit of the quotient ---

  logic [32:0] rest, less;  // the remainder with one more bit, and that without the divisor
  logic [31:0] divisor;

  assign rest = {high[31:0], low[31]};
  assign less = rest - {1'b0, divisor};

  // --- signs of a division ---

  logic signs, a_minus, turns;
  logic [31:0] plain, negated;

  assign signs = !operation[0];
  assign a_minus = signs && a[31];
  // What is given the other sign: a, b, the remainder, the quotient.
  always_comb begin
    plain = operation[1] ? high[31:0] : low;
    turns = operation[1] ? a_minus : signs && (a[31] ^ b[31]) && b != 32'd0;
    if (step == 6'd0) begin
      plain = a;
      turns = a_minus;
    end else if (step == 6'd1) begin
      plain = b;
      turns = signs && b[31];
    end
  end
  assign negated = turns ? ~plain + 32'd1 : plain;

  assign done = divides ? step == LAST_BIT + 6'd1 : step == (operation[1:0] == 2'd0 ? 6'd3 : 6'd4);
  assign result = divides ? negated : operation[1:0] == 2'd0 ? {high[15:0], low[31:16]} : high[31:0];

  always_ff @(posedge clk)
    if (tick) begin
      if (divides) begin
        if (step == 6'd0) low <= negated;
        else if (step == 6'd1) begin
          divisor <= negated;
          high <= 36'd0;
        end else if (step >= FIRST_BIT && step <= LAST_BIT) begin
          high[32:0] <= less[32] ? rest : less;
          low <= {low[30:0], !less[32]};
        end
      end else if (step == 6'd0) begin
        high <= {{2{product[33]}}, product};
      end else if (step <= 6'd3) begin
        // Steps 1 and 3 move up by a digit, which joins those below; step 2 adds only.
        high <= (up ? {{16{high[35]}}, high[35:16]} : high) + {{2{product[33]}}, product};
        if (up) low <= {high[15:0], low[31:16]};
      end
    end
endmodule
