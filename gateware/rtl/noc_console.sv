// SPDX-License-Identifier: BSD-2-Clause
//
// The board's console: what nodes print, as whole lines in a ring that debuggers read.
// docs/board.md, section 6.1, "Console".
//
// In a cycle of the board (`tick`) each node may print a character. From the next cycle of `clk` on
// `busy` is 1 while characters are put away, node by node, two cycles of `clk` for each, and lines
// that have ended are copied into the ring, one character a cycle. The board's clock does not tick
// meanwhile (noc_clock: `hold`). So no board time passes, nothing is lost however many nodes print,
// and lines are in the order of cycles, and in one cycle of nodes. A line ends with a line feed, or
// when it has 1 << LINE_BITS characters; carriage returns are left out. `flush`, while it is not
// busy, ends all lines that have begun.
//
// The ring is one memory of words, with a port for writing and one for reading. `word` is the one
// at `at` of the last cycle in which no character entered.
//
// Size: 282 LUT4, 261 flip-flops, 2 LUT-RAMs, 2 block RAMs (ECP5, 16 nodes, a ring of 2,048
// characters, lines of 128).

module noc_console #(
    parameter integer NODES = 16,  // 100 at most
    parameter integer RING_BITS = 11,  // LENGTHS: 1 << RING_BITS, 1 << LINE_BITS
    parameter integer LINE_BITS = 7
) (
    input  logic                 clk,
    input  logic                 rst,        // the ring's contents stay
    input  logic                 tick,
    input  logic [    NODES-1:0] printed,
    input  logic [  8*NODES-1:0] character,  // of each node
    input  logic                 flush,
    output logic                 busy,
    output logic                 enters,     // into the ring, now
    output logic [          7:0] entering,
    input  logic [RING_BITS-3:0] at,
    output logic [         31:0] word,
    output logic [         63:0] written     // characters that ever entered: CONSOLE
);
  localparam integer NODE_BITS = NODES > 1 ? $clog2(NODES) : 1;
  localparam logic [3:0] NEXT = 0, PUT = 1, OPEN = 2, TENS = 3, UNITS = 4, CLOSE = 5, SPACE = 6,
      COPY = 7, FEED = 8;

  logic [3:0] state;
  logic [NODES-1:0] pending, begun;  // nodes that wait; whose line has characters
  logic [8*NODES-1:0] characters;
  logic flushing;
  logic [NODE_BITS-1:0] first, node;
  logic [7:0] taken, copied;
  logic [LINE_BITS-1:0] length;      // of the node's line
  logic [LINE_BITS:0] count, copy;   // of the line that is copied; how many have been read
  logic keeps, ends, fills;

  assign busy = pending != 0 || state != NEXT;

  // --- characters, node by node ---

  always_comb begin
    first = '0;
    for (integer n = NODES - 1; n >= 0; n = n - 1) if (pending[n]) first = NODE_BITS'(n);
  end

  always_ff @(posedge clk)
    if (rst) pending <= '0;
    else if (tick) pending <= printed;
    else if (flush && !busy) pending <= begun;
    else if (state == NEXT) pending <= pending & (pending - NODES'(1));
  always_ff @(posedge clk) if (tick) characters <= character;
  always_ff @(posedge clk) if (!busy) flushing <= flush && !tick;
  always_ff @(posedge clk)
    if (state == NEXT) begin
      node  <= first;
      taken <= characters[8*first+:8];
    end

  // --- lines ---

  (* no_rw_check *)
  logic [7:0] lines[0:(1<<(NODE_BITS+LINE_BITS))-1];
  (* no_rw_check *)
  logic [LINE_BITS-1:0] line_lengths[0:(1<<NODE_BITS)-1];

  assign length = begun[node] ? line_lengths[node] : '0;
  assign keeps = state == PUT && !flushing && taken != 8'h0a && taken != 8'h0d;
  assign fills = keeps && &length;
  assign ends = state == PUT && (flushing || taken == 8'h0a || fills);

  always_ff @(posedge clk)
    if (keeps) begin
      lines[{node, length}] <= taken;
      line_lengths[node] <= length + LINE_BITS'(1);
    end
  always_ff @(posedge clk) copied <= lines[{node, copy[LINE_BITS-1:0]}];
  always_ff @(posedge clk)
    if (rst) begun <= '0;
    else if (keeps || ends) begun[node] <= !ends;
  always_ff @(posedge clk) if (ends) count <= (LINE_BITS + 1)'(length) + (LINE_BITS + 1)'(fills);
  always_ff @(posedge clk)  // read a cycle before it enters
    if (ends) copy <= '0;
    else if (state == SPACE || state == COPY) copy <= copy + (LINE_BITS + 1)'(1);

  logic [3:0] tens, units;

  always_comb begin
    tens  = '0;
    units = 4'(node);
    for (integer k = 1; k < 10; k = k + 1)
      if (32'(node) >= 10 * k) begin
        tens  = 4'(k);
        units = 4'(32'(node) - 10 * k);
      end
  end

  always_ff @(posedge clk)
    if (rst) state <= NEXT;
    else
      case (state)
        NEXT: if (pending != 0) state <= PUT;
        PUT: state <= ends ? OPEN : NEXT;
        OPEN: state <= tens != 0 ? TENS : UNITS;
        SPACE: state <= count != 0 ? COPY : FEED;
        COPY: if (copy == count) state <= FEED;
        FEED: state <= NEXT;
        default: state <= state + 4'd1;
      endcase

  always_comb
    case (state)
      OPEN: entering = "[";
      TENS: entering = "0" + 8'(tens);
      UNITS: entering = "0" + 8'(units);
      CLOSE: entering = "]";
      SPACE: entering = " ";
      COPY: entering = copied;
      default: entering = 8'h0a;
    endcase
  assign enters = state >= OPEN;

  // --- the ring ---

  (* no_rw_check *)
  logic [31:0] ring[0:(1<<(RING_BITS-2))-1];

  always_ff @(posedge clk)
    for (integer b = 0; b < 4; b = b + 1)
      if (enters && written[1:0] == 2'(b)) ring[written[RING_BITS-1:2]][8*b+:8] <= entering;
  always_ff @(posedge clk) if (!enters) word <= ring[at];
  always_ff @(posedge clk)
    if (rst) written <= '0;
    else if (enters) written <= written + 64'd1;
endmodule
