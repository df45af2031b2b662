// SPDX-License-Identifier: BSD-2-Clause
//
// What those cells of an ECP5 do that yosys makes of the gateware, but for memories (memories.sv). An
// option that the gateware does not need is an instance of a module that does not exist, so that
// yosys refuses it.

module LUT4 (input A, B, C, D, output Z);
  parameter [15:0] INIT = 16'd0;
  \$lut #(.WIDTH(4), .LUT(INIT)) lut (.A({D, C, B, A}), .Y(Z));  // a cell of yosys: bit A of LUT
endmodule

// Two bits of a sum: of each a function of its four inputs, and the carry. Where it is injected the
// carry comes in as 0.
module CCU2C (input CIN, A0, B0, C0, D0, A1, B1, C1, D1, output S0, S1, COUT);
  parameter [15:0] INIT0 = 16'd0, INIT1 = 16'd0;
  parameter INJECT1_0 = "YES", INJECT1_1 = "YES";
  wire sum_0, sum_1, carry;

  LUT4 #(.INIT(INIT0)) lut_0 (.A(A0), .B(B0), .C(C0), .D(D0), .Z(sum_0));
  LUT4 #(.INIT(INIT1)) lut_1 (.A(A1), .B(B1), .C(C1), .D(D1), .Z(sum_1));
  generate
    if (INJECT1_0 == "NO") begin : g_0
      wire generated;
      \$lut #(.WIDTH(2), .LUT(INIT0[3:0])) low (.A({B0, A0}), .Y(generated));
      assign S0 = sum_0 ^ CIN;
      assign carry = sum_0 ? CIN : generated;
    end else begin : g_injected_0
      assign S0 = sum_0;
      assign carry = sum_0 && CIN;
    end
    if (INJECT1_1 == "NO") begin : g_1
      wire generated;
      \$lut #(.WIDTH(2), .LUT(INIT1[3:0])) low (.A({B1, A1}), .Y(generated));
      assign S1 = sum_1 ^ carry;
      assign COUT = sum_1 ? carry : generated;
    end else begin : g_injected_1
      assign S1 = sum_1;
      assign COUT = sum_1 && carry;
    end
  endgenerate
endmodule

// A flip-flop with an enable and a reset that comes first. It begins with the value of its reset.
module TRELLIS_FF (input CLK, LSR, CE, DI, M, output reg Q);
  parameter GSR = "ENABLED", CEMUX = "1", CLKMUX = "CLK", LSRMUX = "LSR", LSRMODE = "LSR";
  parameter SRMODE = "LSR_OVER_CE", REGSET = "RESET";
  localparam VALUE = REGSET == "SET";
  wire enabled = CEMUX == "1" ? 1'b1 : CEMUX == "INV" ? !CE : CE;
  wire reset = LSRMUX == "INV" ? !LSR : LSR;

  initial Q = VALUE;
  always @(posedge CLK)
    if (reset) Q <= VALUE;
    else if (enabled) Q <= DI;

  generate
    if (CLKMUX != "CLK" || LSRMODE != "LSR" || SRMODE != "LSR_OVER_CE" || (CEMUX != "1" && CEMUX != "INV" && CEMUX != "CE"))
      trellis_ff_with_an_option_that_is_not_modelled option ();
  endgenerate
endmodule

// The product of two numbers of 18 bits, in the same cycle.
module MULT18X18D (
    input A17, A16, A15, A14, A13, A12, A11, A10, A9, A8, A7, A6, A5, A4, A3, A2, A1, A0, B17,
    B16, B15, B14, B13, B12, B11, B10, B9, B8, B7, B6, B5, B4, B3, B2, B1, B0, C17, C16, C15,
    C14, C13, C12, C11, C10, C9, C8, C7, C6, C5, C4, C3, C2, C1, C0, SIGNEDA, SIGNEDB, SOURCEA,
    SOURCEB,
    output P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25, P24, P23, P22, P21, P20, P19,
    P18, P17, P16, P15, P14, P13, P12, P11, P10, P9, P8, P7, P6, P5, P4, P3, P2, P1, P0
);
  wire [17:0] a = {A17, A16, A15, A14, A13, A12, A11, A10, A9, A8, A7, A6, A5, A4, A3, A2, A1,
    A0};
  wire [17:0] b = {B17, B16, B15, B14, B13, B12, B11, B10, B9, B8, B7, B6, B5, B4, B3, B2, B1,
    B0};
  wire signed [35:0] left = {{18{SIGNEDA && A17}}, a}, right = {{18{SIGNEDB && B17}}, b};

  assign {P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25, P24, P23, P22, P21, P20, P19,
    P18, P17, P16, P15, P14, P13, P12, P11, P10, P9, P8, P7, P6, P5, P4, P3, P2, P1, P0} = left * right;
endmodule
