// SPDX-License-Identifier: BSD-2-Clause
//
// Whether a part of a body can be read: it is word aligned and wholly in RAM or in the image, or
// has no flits. docs/board.md, section 4.1: BAD_ADDRESS. Combinational.
//
// Size: in that of noc_ni_transmit.

module noc_ni_part #(
    parameter integer RAM_BITS = 16,   // RAM has 2^RAM_BITS bytes,
    parameter integer IMAGE_BITS = 22  // and the image 2^IMAGE_BITS
) (
    input  logic [31:0] addr,
    input  logic [19:0] flits,
    output logic        image,  // it is in the image
    output logic        good
);
  localparam logic [31:0] RAM = noc_regs::RAM_BASE, IMAGE = noc_regs::IMAGE_BASE;

  logic in_ram, in_image;
  logic [22:0] ram_end, image_end;  // words from the region's begin on

  assign ram_end = 23'(addr[RAM_BITS-1:2]) + 23'(flits);
  assign image_end = 23'(addr[IMAGE_BITS-1:2]) + 23'(flits);
  assign in_ram = addr[31:RAM_BITS] == RAM[31:RAM_BITS] && ram_end <= 23'(1 << (RAM_BITS - 2));
  assign in_image = addr[31:IMAGE_BITS] == IMAGE[31:IMAGE_BITS] &&
      image_end <= 23'(1 << (IMAGE_BITS - 2));
  assign image = addr[31:IMAGE_BITS] == IMAGE[31:IMAGE_BITS];
  assign good = flits == 0 || (addr[1:0] == 0 && (in_ram || in_image));
endmodule
