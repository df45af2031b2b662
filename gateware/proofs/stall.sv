// SPDX-License-Identifier: BSD-2-Clause
//
// Of noc_node: the network interface never stalls the network. Whenever a router's input has a flit
// for the interface, one leaves: to the interface, which has it in the next cycle with tick; its
// place in the buffer is free, and who has sent it is told so, in that same cycle. Nothing that hart,
// debugger or memory do, and nothing that the interface has to do, delays that. All inputs are any, and
// so is what memory and all parts of the interface but noc_ni_arrivals do.
// Who waits beside others is picked in turn (round_robin.sv, of `ends`).

module prove_stall #(
    parameter integer LINKS = 4,
    parameter integer VCS = 1,
    parameter integer CHANNELS = LINKS * VCS,
    parameter integer INPUTS = CHANNELS + 1
) (
    input logic clk,
    input logic rst,
    input logic tick,
    input logic access,
    input logic writes,
    input logic own,
    input logic [11:0] offset,
    input logic [31:0] wdata,
    input logic peek,
    input logic state,
    input logic ram_request,
    input logic [LINKS-1:0] in_valid,
    input logic [CHANNELS-1:0] in_vc,
    input logic [LINKS*34-1:0] in_flit,
    input logic [CHANNELS-1:0] out_credit
);
  logic [CHANNELS-1:0] in_credit;

  noc_node #(
      .LINKS(LINKS),
      .VCS(VCS),
      .NODE_BITS(2),
      .RAM_BITS(5),
      .IMAGE_BITS(7)
  ) node (
      .clk,
      .rst,
      .tick,
      .in_valid,
      .in_vc,
      .in_flit,
      .in_credit,
      .out_credit,
      .access,
      .writes,
      .own,
      .offset,
      .wdata,
      .peek,
      .state,
      .ram_request
  );

  // --- taps ---

  logic [INPUTS-1:0] ends, valid, eject_input, freed, input_bit;
  logic eject_valid, come, tail;
  logic [33:0] eject_flit;
  logic [31:0] word;
  logic [INPUTS*34-1:0] flit;

  // --- what was given in the last cycle with tick ---

  logic known = 1'b0, given;
  logic [INPUTS-1:0] given_input;
  logic [33:0] given_flit, front;

  always_comb begin
    front = '0;
    for (integer i = 0; i < INPUTS; i = i + 1) if (eject_input[i]) front = front | flit[34*i+:34];
  end

  always_ff @(posedge clk)
    if (rst) begin
      known <= 1'b1;
      given <= 1'b0;
    end else if (tick) begin
      given <= eject_valid;
      given_input <= eject_input;
      given_flit <= eject_flit;
    end

  always_ff @(posedge clk) begin
    // One leaves if one is there, and it is one of those; the very flit.
    assert (eject_valid == |ends && eject_valid == |eject_input);
    assert ((eject_input & ~ends) == 0 && (eject_input & (eject_input - 1'b1)) == 0);
    assert (!(tick && eject_valid) || eject_flit == front);
    assert ((eject_input & ~freed) == 0 && (eject_input[CHANNELS-1:0] & ~in_credit) == 0);
    if (known) begin
      assert (come == given);
      assert (!come || (input_bit == given_input && {tail, word} == {given_flit[33], given_flit[31:0]}));
    end
    cover (known && come && access && writes);
    cover (known && eject_valid && ram_request && access && !writes);
    cover (known && come && eject_valid && input_bit != eject_input);
  end
endmodule
