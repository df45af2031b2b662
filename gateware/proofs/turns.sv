// SPDX-License-Identifier: BSD-2-Clause
//
// Of noc_ni_turns: what SIGNAL_HEAD and DISCARD_HEAD show is in the set, and comes in the fair order of
// docs/board.md, section 4.2. Of TURN_ROWS rows of WIDTH nodes one that is in the set is popped after
// TURN_ROWS * WIDTH - 1 others at most if the hart pops what the head shows; without turns of rows, after
// WIDTH - 1 others of its row. What the hart does is any, and what the NI puts in.
//
// Memories are empty at first (`rst` takes 2^ROW_BITS cycles for that). The signals under "taps" are
// noc_ni_turns' own.

module prove_turns #(
    parameter integer ROW_BITS = 5,
    parameter integer NODE_BITS = 2,
    parameter integer PUTS = 1,
    parameter integer TURN_ROWS = 16,
    parameter integer ROWS_IN_TURN = 1,
    parameter integer WIDTH = 1 << NODE_BITS,
    parameter integer ROWS = 1 << ROW_BITS
) (
    input logic clk,
    input logic tick,
    input logic pop,
    input logic select,
    input logic [ROW_BITS-1:0] pop_row,
    input logic [13:0] pop_node,
    input logic head,
    input logic [ROW_BITS-1:0] look_row,
    input logic [13:0] look_node,
    input logic [PUTS-1:0] put,
    input logic [PUTS*ROW_BITS-1:0] put_row,
    input logic [PUTS*NODE_BITS-1:0] put_node
);
  localparam integer TURN_BITS = $clog2(TURN_ROWS);

  logic started = 1'b0;
  logic some;
  logic [ROW_BITS-1:0] head_row;
  logic [NODE_BITS-1:0] head_node;

  noc_ni_turns #(
      .ROW_BITS(ROW_BITS),
      .NODE_BITS(NODE_BITS),
      .PUTS(PUTS),
      .TURN_ROWS(TURN_ROWS),
      .ROWS_IN_TURN(ROWS_IN_TURN)
  ) turns (
      .clk,
      .rst(!started),
      .tick,
      .pop,
      .select,
      .pop_row,
      .pop_node,
      .some,
      .head,
      .head_row,
      .head_node,
      .look_row,
      .look_node,
      .looked(),
      .put,
      .put_row,
      .put_node,
      .members()
  );
  always_ff @(posedge clk) started <= 1'b1;

  // --- taps ---

  logic [ROWS-1:0] any;
  logic [(PUTS+1)*ROWS*WIDTH-1:0] banks;
  logic [TURN_ROWS*(NODE_BITS+1)-1:0] nodes;
  logic [TURN_ROWS-1:0] begun, rows_behind;

  // --- the set ---

  logic [ROWS*WIDTH-1:0] all;

  always_comb begin
    all = '0;
    for (integer w = 0; w <= PUTS; w = w + 1) all = all ^ banks[w*ROWS*WIDTH+:ROWS*WIDTH];
    assume (started || banks == 0);
    assume (!(head && (pop || select)));
    assume (!(pop && select));
  end

  // --- whose turn it is: of the rows, and of the nodes of one row, any ---

  (* anyconst *) logic [TURN_BITS-1:0] row;
  (* anyconst *) logic [NODE_BITS-1:0] node;
  logic mine, popped, popped_mine;
  logic [TURN_BITS-1:0] row_turn, rows_before, seen_rows_before;
  logic [NODE_BITS-1:0] node_turn, nodes_before;
  logic [TURN_BITS+NODE_BITS:0] before, waited;  // how many may be popped before it; how many were

  assign mine = all[WIDTH*row+32'(node)];
  assign popped = pop && pop_node < WIDTH && all[WIDTH*pop_row+pop_node[NODE_BITS-1:0]] && 32'(pop_row) < TURN_ROWS;
  assign popped_mine = popped && pop_row == ROW_BITS'(row) && pop_node[NODE_BITS-1:0] == node;
  assign rows_before = ROWS_IN_TURN != 0 ? row - row_turn : row;
  assign nodes_before = node - node_turn;
  assign before = ROWS_IN_TURN != 0 ? (TURN_BITS+NODE_BITS+1)'(nodes_before) * TURN_ROWS + (TURN_BITS+NODE_BITS+1)'(rows_before) :
      (TURN_BITS+NODE_BITS+1)'(nodes_before);

  always_ff @(posedge clk)
    if (!started) begin
      row_turn  <= '0;
      node_turn <= '0;
    end else if (tick && popped) begin
      row_turn <= pop_row[TURN_BITS-1:0] + 1'b1;
      if (pop_row == ROW_BITS'(row)) node_turn <= pop_node[NODE_BITS-1:0] + 1'b1;
    end

  // --- the hart pops what the head has shown; what it showed, and whether the one was in the set then ---

  logic seen, seen_mine;
  logic [ROW_BITS-1:0] seen_row;
  logic [NODE_BITS-1:0] seen_node;

  always_ff @(posedge clk)
    if (!started) begin
      seen   <= 1'b0;
      waited <= '0;
    end else if (tick) begin
      if (head && some) begin
        seen <= 1'b1;
        seen_mine <= mine;
        seen_row <= head_row;
        seen_node <= head_node;
      end else if (popped) seen <= 1'b0;
      if (popped) begin
        if (popped_mine || !seen || !seen_mine || pop_row != seen_row || pop_node[NODE_BITS-1:0] != seen_node) waited <= '0;
        else if (ROWS_IN_TURN != 0 || pop_row == ROW_BITS'(row)) waited <= waited + 1'b1;
      end
    end
  assign seen_rows_before = ROWS_IN_TURN != 0 ? seen_row[TURN_BITS-1:0] - row_turn : seen_row[TURN_BITS-1:0];

  // Whether the first one comes before the second one, or is it.
  function automatic logic in_order(input logic [TURN_BITS-1:0] row_a, input logic [NODE_BITS-1:0] node_a,
                                    input logic [TURN_BITS-1:0] row_b, input logic [NODE_BITS-1:0] node_b);
    in_order = row_a < row_b || (row_a == row_b && node_a <= node_b);
  endfunction

  logic [TURN_BITS-1:0] head_rows_before;

  assign head_rows_before = ROWS_IN_TURN != 0 ? head_row[TURN_BITS-1:0] - row_turn : head_row[TURN_BITS-1:0];

  always_ff @(posedge clk)
    if (started) begin
      // What is promised.
      assert (some || !mine);
      if (head && some) begin
        assert (32'(head_row) < TURN_ROWS && all[WIDTH*head_row+32'(head_node)]);
        assert (!mine || in_order(head_rows_before, head_node - node_turn, rows_before, nodes_before));
      end
      assert (waited < (ROWS_IN_TURN != 0 ? TURN_ROWS * WIDTH : WIDTH));
      cover (popped_mine && waited == (ROWS_IN_TURN != 0 ? 3 : WIDTH - 1));
      cover (popped && !popped_mine && mine && row_turn == 1 && pop_row == 0);
      cover (pop && put != 0 && popped_mine);

      // By induction.
      for (integer r = 0; r < ROWS; r = r + 1) assert (any[r] == |all[WIDTH*r+:WIDTH]);
      assert (!mine || waited + before < (ROWS_IN_TURN != 0 ? TURN_ROWS * WIDTH : WIDTH));
      assert (mine || waited == 0);
      if (ROWS_IN_TURN != 0)
        assert (rows_behind == ~((TURN_ROWS'(1) << row_turn) - 1'b1) || (row_turn == 0 && rows_behind == 0));
      assert (begun[row] ? NODE_BITS'(nodes[(NODE_BITS+1)*row+:NODE_BITS+1]) == node_turn : node_turn == 0);
      assert (!begun[row] || (nodes[(NODE_BITS+1)*row+:NODE_BITS+1] != 0 && nodes[(NODE_BITS+1)*row+:NODE_BITS+1] <= WIDTH));
      if (seen) begin
        assert (32'(seen_row) < TURN_ROWS && all[WIDTH*seen_row+32'(seen_node)]);
        assert (!seen_mine || (mine && in_order(seen_rows_before, seen_node - node_turn, rows_before, nodes_before)));
      end
    end
endmodule
