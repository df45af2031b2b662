// SPDX-License-Identifier: BSD-2-Clause
//
// Of noc_ni_transmit and noc_ni_inject: of worms that have been started and have not wholly left there
// are 16 at most, each with an entry of its own, and these entries are busy, and no others. What a
// worm was started with stays as it is until its tail has left, and is what noc_ni_inject sees of the
// oldest one; it gives none that is not there. What the hart writes is any, and so are signals, routes,
// credits and where body words are. Assumed: what startup.sv proves, see below.
//
// The signals under "taps" are the modules' own.

module prove_transmit #(
    parameter integer RAM_BITS = 8,
    parameter integer IMAGE_BITS = 10
) (
    input logic clk,
    input logic tick,
    input logic [13:0] nodes,
    input logic write,
    input logic [11:0] offset,
    input logic [31:0] wdata,
    input logic dest_good,
    input logic signal_ready,
    input logic [4:0] signal_mark,
    input logic follows,
    input logic there,
    input logic credit
);
  localparam integer WIDTH = 32 + 16 + 32 + 1 + 32 + 20 + 32, ENTRY = WIDTH - 32 + noc_regs::NI_TX_W0_ENTRY_SHIFT;
  localparam logic [4:0] LATER = 5'(noc_regs::SEND_CYCLES - 1);

  logic started = 1'b0;
  logic accepted, load, left;
  logic [19:0] tau_s;
  logic [25:0] now;
  logic [4:0] first, passed, ready;
  logic [31:0] word0, word2, list_at, body_at;
  logic [15:0] tag, busy;
  logic to;
  logic [19:0] list_length;

  noc_ni_transmit #(
      .NODE_BITS(1),
      .RAM_BITS(RAM_BITS),
      .IMAGE_BITS(IMAGE_BITS)
  ) transmit (
      .clk,
      .rst(!started),
      .tick,
      .self(1'b0),
      .nodes,
      .now,
      .write,
      .offset,
      .wdata,
      .rdata(),
      .idle(),
      .dest(),
      .dest_good,
      .accepted,
      .tau_s,
      .first,
      .started(passed),
      .ready,
      .word0,
      .tag,
      .word2,
      .to,
      .list_at,
      .list_length,
      .body_at,
      .left,
      .busy
  );
  noc_ni_inject #(
      .NODE_BITS(1)
  ) inject (
      .clk,
      .rst(!started),
      .tick,
      .self(1'b0),
      .first,
      .ready,
      .word0,
      .tag,
      .word2,
      .to,
      .load,
      .worm_left(left),
      .signal_ready,
      .signal_mark,
      .signal_node(1'b0),
      .signal_number(5'd0),
      .signal_begins(),
      .signal_left(),
      .left_node(),
      .left_number(),
      .node(),
      .index(),
      .follows,
      .header(32'd0),
      .there,
      .word(32'd0),
      .take(),
      .valid(),
      .flit(),
      .credit
  );
  always_ff @(posedge clk) begin
    started <= 1'b1;
    if (started && tick) now <= now + 26'd1;
  end

  // --- taps ---

  logic [16*WIDTH-1:0] worms;
  logic [4:0] next;
  logic [5*LATER-1:0] later;
  logic [31:0] addr, w0, w1, w2, list_addr, list_flits;  // the registers
  logic active, is_signal;

  // --- how many there are, and their entries ---

  logic [4:0] many, places;
  logic [15:0] of_worms, here;  // the entries of worms; the places that they have

  assign many = next - first;
  always_comb begin
    of_worms = '0;
    places   = '0;
    for (integer p = 0; p < 16; p = p + 1) begin
      here[p] = {1'b0, 4'(4'(p) - first[3:0])} < many;
      if (here[p]) of_worms = of_worms | 16'(1) << worms[WIDTH*p+ENTRY+:4];
      places = places + 5'(busy[p]);
    end
  end

  // --- one worm, any, by its number ---

  (* anyconst *) logic [4:0] mine;
  logic there_is;
  logic [WIDTH-1:0] given, kept, seen;  // what it is started with, was started with; what is seen of the oldest one
  logic [4:0] place;                    // of this worm behind the oldest one

  assign place = mine - first;
  assign given = {
    w0, w1[noc_regs::NI_TX_W1_TAG_SHIFT+:noc_regs::NI_TX_W1_TAG_BITS], w2, wdata[noc_packet::NODE_SHIFT], list_addr,
    list_flits[19:0], addr
  };
  assign seen = {word0, tag, word2, to, list_at, list_length, body_at};
  always_ff @(posedge clk)
    if (!started) there_is <= 1'b0;
    else if (tick) begin
      if (accepted && next == mine) begin
        there_is <= 1'b1;
        kept <= given;
      end else if (left && first == mine) there_is <= 1'b0;
    end

  always_ff @(posedge clk)
    if (started) begin
      // A worm that has passed its start-up is there, and is not said to be in it again: startup.sv.
      assume (5'(passed - first) <= many && 5'(later[34:30] - first) <= 5'(passed - first));
      // What is promised.
      assert (many <= 16);
      assert (of_worms == busy && places == many);
      assert (there_is == (place < many));
      assert (!there_is || place != 0 || seen == kept);
      assert (!load || first != ready);
      assert (!left || (many != 0 && active && !is_signal));
      assert (!accepted || many < 16);
      cover (left && many == 2);
      cover (accepted && left);
      cover (there_is && place == 2 && many == 3);

      // By induction.
      for (integer p = 0; p < 16; p = p + 1)
        for (integer q = 0; q < p; q = q + 1)
          assert (!here[p] || !here[q] || worms[WIDTH*p+ENTRY+:4] != worms[WIDTH*q+ENTRY+:4]);
      for (integer p = 0; p < 16; p = p + 1) assert (!there_is || mine[3:0] != 4'(p) || worms[WIDTH*p+:WIDTH] == kept);
      assert (!(active && !is_signal) || first != ready);
      for (integer k = 0; k < 6; k = k + 1) assert (5'(later[5*k+:5] - first) <= 5'(later[5*k+5+:5] - first));
    end
endmodule
