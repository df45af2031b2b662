// SPDX-License-Identifier: BSD-2-Clause
//
// The body of the worm that is being sent, word by word: its list part, then the rest.
// docs/board.md, section 4.1, "Two parts".
//
// In each cycle a read of 64 bits is asked for while fewer than 4 are under way or held; memory
// answers in the next cycle, always. A read gives two words, but one at a part's odd begin or end.
// It never comes late: the first read is asked for in the cycle behind the header's first flit, and
// is here 3 cycles behind that flit; the body's first word is wanted 4 cycles behind it at the
// earliest. From then on a read a cycle can be asked for, and at most a word a cycle is taken.
// Of reads and words of a worm of L flits: at most (L + 4) / 2 reads, in L + 4 cycles at least.
//
// Size: 185 LUT4, 58 flip-flops, 17 LUT-RAMs (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_ni_fetch #(
    parameter integer RAM_BITS = 16,
    parameter integer IMAGE_BITS = 22
) (
    input  logic                  clk,
    input  logic                  rst,
    input  logic                  tick,
    input  logic                  load,         // a worm's first flit leaves
    input  logic [          31:0] list_at,
    input  logic [          19:0] list_length,
    input  logic [          31:0] body_at,
    input  logic [          19:0] body_length,  // behind the list
    output logic                  read,
    output logic                  read_image,   // of the image, not of RAM
    output logic [IMAGE_BITS-4:0] read_at,      // 64-bit words from the region's begin on
    input  logic [          63:0] data,         // what was read in the cycle before
    output logic                  there,        // there is a word
    output logic [          31:0] word,
    input  logic                  take
);
  localparam integer AT = IMAGE_BITS - 2;
  localparam logic [31:0] RAM = noc_regs::RAM_BASE;

  // --- what is still to be read ---

  logic [AT-1:0] at;
  logic [19:0] rest;
  logic image, second;  // there is a second part behind it
  logic [1:0] takes;
  logic [2:0] used;  // reads under way or held
  logic ends, unused;

  assign unused = &{list_at[1:0], body_at[1:0]};
  assign read = rest != 0 && !used[2];
  assign read_image = image;
  assign read_at = at[AT-1:1];
  assign takes = at[0] || rest == 1 ? 2'd1 : 2'd2;

  logic list_image, body_image;
  logic [AT-1:0] list_place, body_place;

  assign list_image = list_at[31:RAM_BITS] != RAM[31:RAM_BITS];
  assign body_image = body_at[31:RAM_BITS] != RAM[31:RAM_BITS];
  assign list_place = list_image ? list_at[IMAGE_BITS-1:2] : AT'(list_at[RAM_BITS-1:2]);
  assign body_place = body_image ? body_at[IMAGE_BITS-1:2] : AT'(body_at[RAM_BITS-1:2]);

  always_ff @(posedge clk)
    if (rst) begin
      rest   <= '0;
      second <= 1'b0;
    end else if (tick) begin
      if (load) begin
        rest   <= list_length != 0 ? list_length : body_length;
        second <= list_length != 0;
      end else if (second && read && rest == 20'(takes)) begin
        rest   <= body_length;
        second <= 1'b0;
      end else if (read) rest <= rest - 20'(takes);
    end
  always_ff @(posedge clk)
    if (tick) begin
      if (load && list_length != 0) begin
        at <= list_place;
        image <= list_image;
      end else if (load || (second && read && rest == 20'(takes))) begin
        at <= body_place;
        image <= body_image;
      end else if (read) at <= at + AT'(takes);
    end

  // --- what has been read ---

  logic [65:0] held[0:3];
  logic [65:0] front;
  logic [1:0] first, next;
  logic [2:0] count;
  logic came, came_high, came_two, half;

  assign front = held[first];
  assign there = count != 0;
  assign word = front[64] || half ? front[63:32] : front[31:0];
  assign ends = take && (half || !front[65]);

  always_ff @(posedge clk)
    if (rst) begin
      came  <= 1'b0;
      first <= '0;
      next  <= '0;
      count <= '0;
      used  <= '0;
      half  <= 1'b0;
    end else if (tick) begin
      came  <= read;
      next  <= next + 2'(came);
      first <= first + 2'(ends);
      count <= count + 3'(came) - 3'(ends);
      used  <= used + 3'(read) - 3'(ends);
      if (take) half <= !ends;
    end
  always_ff @(posedge clk)
    if (tick) begin
      came_high <= at[0];
      came_two <= takes[1];
      if (came) held[next] <= {came_two, came_high, data};
    end
endmodule
