// SPDX-License-Identifier: BSD-2-Clause
//
// A set of (row, node) whose members are handled in turn: docs/board.md, section 4.2, "Fair order".
// The hart pops one, the NI puts others in. `head` is the one whose turn it is: of the next row
// from `turn` on that is not empty the next node from that row's own turn on, both cyclically.
//
// Of one cycle the hart comes first, then the NI's two, in their order.
//
// Size: 1,159 LUT4, 94 flip-flops, 148 LUT-RAMs
// (ECP5, 4 links, 1 virtual channel, 16 nodes).

module noc_ni_turns #(
    parameter integer ROW_BITS = 5,
    parameter integer NODE_BITS = 4,
    parameter integer TURN_ROWS = 16,      // rows that have turns, the lowest ones
    parameter integer ROWS_IN_TURN = 1     // 0: the lowest row comes first always
) (
    input  logic                   clk,
    input  logic                   rst,
    input  logic                   tick,
    // The hart.
    input  logic                   pop,
    input  logic [   ROW_BITS-1:0] pop_row,
    input  logic [           13:0] pop_node,
    output logic                   some,       // there is a head
    input  logic                   head,       // it is read in this cycle; nothing is popped then
    output logic [   ROW_BITS-1:0] head_row,
    output logic [  NODE_BITS-1:0] head_node,
    input  logic [   ROW_BITS-1:0] look_row,
    input  logic [           13:0] look_node,
    output logic                   looked,     // that one is in the set
    // The NI.
    input  logic [            1:0] put,
    input  logic [ 2*ROW_BITS-1:0] put_row,
    input  logic [2*NODE_BITS-1:0] put_node,
    output logic [           10:0] members
);
  localparam integer WIDTH = 1 << NODE_BITS, ROWS = 1 << ROW_BITS;

  logic [2:0] has;
  logic [WIDTH-1:0] row, row_left, look;
  logic [ROWS-1:0] any;
  logic [ROW_BITS-1:0] row_now;
  logic removes, unused;

  assign row_now = head ? head_row : pop_row;
  assign removes = pop && pop_node[13:NODE_BITS] == 0;

  noc_ni_set #(
      .ROW_BITS (ROW_BITS),
      .NODE_BITS(NODE_BITS),
      .WRITERS  (3)
  ) set (
      .clk,
      .rst,
      .tick,
      .row({put_row, row_now}),
      .node({put_node, pop_node[NODE_BITS-1:0]}),
      .put({put, 1'b0}),
      .remove({2'b00, removes}),
      .has,
      .first_row(row),
      .look_row,
      .looked(look)
  );
  assign looked = look_node[13:NODE_BITS] == 0 && look[look_node[NODE_BITS-1:0]];

  // --- rows that are not empty, and how many members there are ---

  logic popped;

  assign popped = removes && has[0];
  assign row_left = row & ~(WIDTH'(1) << pop_node[NODE_BITS-1:0]);
  always_ff @(posedge clk)
    if (rst) begin
      any <= '0;
      members <= '0;
    end else if (tick) begin
      if (popped && row_left == 0) any[pop_row] <= 1'b0;
      if (put[0]) any[put_row[ROW_BITS-1:0]] <= 1'b1;
      if (put[1]) any[put_row[2*ROW_BITS-1:ROW_BITS]] <= 1'b1;
      members <= members + 11'(put[0] && !has[1]) + 11'(put[1] && !has[2]) - 11'(popped);
    end

  // --- the head ---

  logic [NODE_BITS:0] turns[0:TURN_ROWS-1];  // of each row the node from which its search begins
  logic [TURN_ROWS-1:0] begun;  // it has such a turn; else from node 0
  logic [TURN_ROWS-1:0] from, rows_first;
  logic [WIDTH-1:0] behind, nodes_first;
  logic turns_pop;

  assign some = |any[TURN_ROWS-1:0];
  assign turns_pop = popped && 32'(pop_row) < TURN_ROWS;

  generate
    if (ROWS_IN_TURN != 0) begin : g_rows
      logic [TURN_ROWS-1:0] rows_behind;  // rows from the turn on

      always_ff @(posedge clk)
        if (rst) rows_behind <= '1;
        else if (tick && turns_pop) rows_behind <= ~((TURN_ROWS'(2) << pop_row) - 1'b1);
      assign from = |(any[TURN_ROWS-1:0] & rows_behind) ? any[TURN_ROWS-1:0] & rows_behind :
          any[TURN_ROWS-1:0];
    end else begin : g_lowest
      assign from = any[TURN_ROWS-1:0];
    end
  endgenerate
  assign rows_first = from & (~from + 1'b1);

  always_comb begin
    head_row = '0;
    for (integer r = 0; r < TURN_ROWS; r = r + 1)
      if (rows_first[r]) head_row = head_row | ROW_BITS'(r);
  end

  always_ff @(posedge clk)
    if (rst) begun <= '0;
    else if (tick && turns_pop) begun[pop_row[$clog2(TURN_ROWS)-1:0]] <= 1'b1;
  always_ff @(posedge clk)
    if (tick && turns_pop)
      turns[pop_row[$clog2(TURN_ROWS)-1:0]] <= (NODE_BITS + 1)'(pop_node[NODE_BITS-1:0]) + 1'b1;

  assign behind = begun[head_row[$clog2(TURN_ROWS)-1:0]] ?
      row & ~((WIDTH'(1) << turns[head_row[$clog2(TURN_ROWS)-1:0]]) - 1'b1) : row;
  assign nodes_first = |behind ? behind & (~behind + 1'b1) : row & (~row + 1'b1);

  always_comb begin
    head_node = '0;
    for (integer n = 0; n < WIDTH; n = n + 1)
      if (nodes_first[n]) head_node = head_node | NODE_BITS'(n);
  end

  assign unused = &{any};
endmodule
