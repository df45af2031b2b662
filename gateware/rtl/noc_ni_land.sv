// SPDX-License-Identifier: BSD-2-Clause
//
// Writes on their way to RAM, first in, first out, and the NI's port to memory.
//
// Reads for bodies that are being sent come first, since a worm never waits for its flits. The
// queue cannot overflow: in T cycles the NI asks for at most T / 2 + 6 reads (noc_ni_fetch: L + 4
// cycles for (L + 4) / 2 of them, and 4 ahead) and arrivals make at most T / 2 + INPUTS writes
// (noc_ni_arrivals: L + 4 flits for L / 2 + 1 of them, and a worm under way at each input). So at most
// INPUTS + 6 writes wait, 19 at 13 inputs, and there are 32 places.
//
// Whoever else reads or writes RAM waits until the writes that lie here are done (`behind`): noc_ram.
//
// docs/board.md, section 4.2, "Visible": a body is in RAM in its v; section 3, "Injection": a
// flit a cycle. A write that comes in t goes to memory in t + 1 at the earliest, a read in its own cycle.
//
// Size: 123 LUT4, 21 flip-flops, 44 LUT-RAMs (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_ni_land #(
    parameter integer RAM_BITS = 16,
    parameter integer IMAGE_BITS = 22
) (
    input  logic                  clk,
    input  logic                  rst,
    input  logic                  tick,
    input  logic                  read,
    input  logic                  read_image,
    input  logic [IMAGE_BITS-4:0] read_at,
    input  logic                  put,
    input  logic [  RAM_BITS-4:0] put_at,
    input  logic [          63:0] put_data,
    input  logic [           7:0] put_bytes,
    output logic [           5:0] behind,
    output logic                  memory,        // an access: a read, or of these bytes a write
    output logic                  memory_image,
    output logic [IMAGE_BITS-4:0] memory_at,
    output logic [           7:0] memory_write,
    output logic [          63:0] memory_data
);
  localparam integer WIDTH = RAM_BITS - 3 + 8 + 64;

  logic [WIDTH-1:0] places[0:31];
  logic [4:0] first, next;
  logic writes;
  logic [RAM_BITS-4:0] at;
  logic [7:0] bytes;

  assign writes = behind != 0 && !read;
  assign {at, bytes, memory_data} = places[first];
  assign memory = read || writes;
  assign memory_image = read && read_image;
  assign memory_at = read ? read_at : (IMAGE_BITS - 3)'(at);
  assign memory_write = read ? 8'd0 : bytes & {8{writes}};

  always_ff @(posedge clk) if (tick && put) places[next] <= {put_at, put_bytes, put_data};

  always_ff @(posedge clk)
    if (rst) begin
      first  <= '0;
      next   <= '0;
      behind <= '0;
    end else if (tick) begin
      first  <= first + 5'(writes);
      next   <= next + 5'(put);
      behind <= behind + 6'(put) - 6'(writes);
    end
endmodule
