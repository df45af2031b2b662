// SPDX-License-Identifier: BSD-2-Clause
//
// Of noc_tile: an access of the hart reaches its own RAM, the image (to read it), its registers or its
// counter block (to read it) at the address that it gives, and nothing else: all others are refused
// at once, and touch nothing. Core and node do what they like: there are only their ports, which
// are the taps.

module prove_reach #(
    parameter integer RAM_BITS = 16,
    parameter integer IMAGE_BITS = 22
) (
    input logic clk,
    input logic tick,
    input logic peek
);
  localparam logic [31:0] RAM = noc_regs::RAM_BASE, IMAGE = noc_regs::IMAGE_BASE;
  localparam logic [31:0] NI = noc_regs::NI_BASE, OWN = noc_regs::OWN_BASE;

  logic image_read, watch;
  logic [IMAGE_BITS-4:0] image_at;

  noc_tile #(
      .RAM_BITS(RAM_BITS),
      .IMAGE_BITS(IMAGE_BITS)
  ) tile (
      .clk,
      .tick,
      .peek,
      .image_read,
      .image_at,
      .watch
  );

  // --- taps: what the core asks for, and what the node does ---

  logic mem_valid, mem_fetch, mem_write, mem_atomic, ram_done, ni_reads;
  logic [31:0] mem_address;
  logic [1:0] mem_size;
  logic [3:0] mem_mask;

  logic mem_go, mem_fault, access, writes, own, ram_request;
  logic [11:0] offset;
  logic [RAM_BITS-3:0] ram_at;
  logic [3:0] ram_write;

  // --- where it is ---

  logic [32:0] address;
  logic in_ram, in_image, in_registers, in_own, allowed;

  assign address = {1'b0, mem_address};
  assign in_ram = address >= {1'b0, RAM} && address < {1'b0, RAM} + (33'd1 << RAM_BITS);
  assign in_image = address >= {1'b0, IMAGE} && address < {1'b0, IMAGE} + (33'd1 << IMAGE_BITS);
  assign in_registers = address >= {1'b0, NI} && address < {1'b0, NI} + 33'd4096;
  assign in_own = address >= {1'b0, OWN} && address < {1'b0, OWN} + 33'd256;
  assign allowed = in_ram || (in_image && !mem_write && !mem_atomic) ||
      ((in_registers || (in_own && !mem_write)) && !mem_fetch && !mem_atomic && mem_size == 2'd2);

  always_comb assume (!(peek && tick));

  always_ff @(posedge clk) begin
    assert (3'(in_ram) + 3'(in_image) + 3'(in_registers) + 3'(in_own) <= 3'd1);
    assert (!mem_valid || mem_fault == !allowed);
    assert (!mem_valid || allowed || mem_go);
    assert (watch == (tick && mem_valid && mem_go && allowed));
    assert (ram_request == (mem_valid && in_ram));
    assert (!ram_request || 33'(ram_at) * 33'd4 + {1'b0, RAM} == {address[32:2], 2'b00});
    assert (!ram_request || ram_write == (mem_write ? mem_mask : 4'd0));
    assert (access == (watch && (in_registers || in_own)));
    assert (!access || (own == in_own && writes == mem_write && !(own && writes)));
    assert (!access || 33'(offset) + {1'b0, own ? OWN : NI} == address);
    assert (!(image_read && !ni_reads) || (watch && in_image && !mem_write));
    assert (!(image_read && !ni_reads) || 33'(image_at) * 33'd8 + {1'b0, IMAGE} == {address[32:3], 3'b000});
    assert (!(watch && in_image) || (image_read && !ni_reads));
    cover (ram_request && ram_write == 4'hf && ram_done);
    cover (access && writes);
    cover (access && own);
    cover (image_read && !ni_reads);
    cover (mem_valid && mem_fault && !in_ram && !in_image && !in_registers && !in_own);
  end
endmodule
