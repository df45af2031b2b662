// SPDX-License-Identifier: BSD-2-Clause
//
// Puts instructions together from words of memory. It keeps the word to be fetched next and the
// upper half of the word fetched last, so that a word is fetched once while the core goes straight
// on. docs/board.md has nothing to say about this; the RISC-V Instruction Set Manual, volume I,
// sections 1.5 (lengths) and 3 (fence.i: the core jumps, so nothing fetched before it is used).
//
// `go` says that the word at `address` is read in this cycle; in the next one it is in `word`,
// `arrived` is high, and `instruction` is whole, unless `lacks` says that its other half is in the
// word behind. `use_it` goes on behind that instruction. From then on `needs` says whether the next
// one needs a word. `jump` forgets everything and begins at `target`.
//
// Size: 87 LUT4, 47 flip-flops (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_core_fetch (
    input  logic        clk,
    input  logic        tick,
    input  logic        jump,
    input  logic [31:2] target,
    input  logic        go,
    input  logic        arrived,
    input  logic [31:0] word,
    input  logic        use_it,
    input  logic        odd,         // the instruction begins in the middle of a word
    output logic [31:2] address,
    output logic        needs,
    output logic        lacks,
    output logic        behind,      // its first half is here: `address` has the second one
    output logic [31:0] instruction
);
  logic [15:0] half, first, second;
  logic has_half;  // of the instruction that comes next; only where that begins in the middle

  assign first = has_half ? half : odd ? word[31:16] : word[15:0];
  assign second = has_half ? word[15:0] : word[31:16];
  assign instruction = {second, first};
  assign lacks = odd && !has_half && first[1:0] == 2'b11;
  assign needs = !has_half || half[1:0] == 2'b11;
  assign behind = has_half;

  always_ff @(posedge clk)
    if (tick) begin
      if (jump) address <= target;
      else if (go) address <= address + 30'd1;
      if (arrived) half <= word[31:16];
      if (jump) has_half <= 1'b0;
      else if (lacks && arrived) has_half <= 1'b1;
      // The upper half belongs to what comes next, if it was not all of this one or its end.
      else if (use_it) has_half <= odd ? has_half && first[1:0] == 2'b11 : first[1:0] != 2'b11;
    end
endmodule
