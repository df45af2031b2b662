// SPDX-License-Identifier: BSD-2-Clause
//
// A pair of inputs in the chain of noc_crossbar: if one of them is picked, its flit; else what came
// along the chain. What comes to the pair that is picked says in each bit which of the two is meant.
// A bit is a function of four: one LUT4, if synthesis leaves the pair alone (gateware/sizes).
// docs/board.md, section 3, step 3. Combinational.
//
// Size: in that of noc_crossbar; one LUT4 a bit on an ECP5.

module noc_pair #(
    parameter integer WIDTH = 34
) (
    input  logic             picked,  // one of the two
    input  logic [WIDTH-1:0] even,
    input  logic [WIDTH-1:0] odd,
    input  logic [WIDTH-1:0] along,
    output logic [WIDTH-1:0] on
);
  assign on = picked ? (along & odd) | (~along & even) : along;
endmodule
