// SPDX-License-Identifier: BSD-2-Clause
//
// A set of (row, node) whose members are handled in turn: docs/board.md, section 4.2, "Fair order".
// The hart pops one, the NI puts others in. `head` is the one whose turn it is: of the next row
// from `turn` on that is not empty the next node from that row's own turn on, both cyclically.
//
// Of one cycle the hart comes first, then the NI's one or two, in their order.
//
// Whether the selected one is in the set is a bit that follows each change, and is looked up when
// another one is selected.
//
// Size: 1,304 LUT4, 48 flip-flops, 138 LUT-RAMs (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_ni_turns #(
    parameter integer ROW_BITS = 5,
    parameter integer NODE_BITS = 4,
    parameter integer PUTS = 2,            // of the NI in a cycle
    parameter integer TURN_ROWS = 16,      // rows that have turns, the lowest ones
    parameter integer ROWS_IN_TURN = 1     // 0: the lowest row comes first always
) (
    input  logic                   clk,
    input  logic                   rst,
    input  logic                   tick,
    // The hart.
    input  logic                   pop,        // this one,
    input  logic                   select,     // or it selects this one
    input  logic [   ROW_BITS-1:0] pop_row,
    input  logic [           13:0] pop_node,
    output logic                   some,       // there is a head
    input  logic                   head,       // it is read in this cycle; nothing is popped then
    output logic [   ROW_BITS-1:0] head_row,
    output logic [  NODE_BITS-1:0] head_node,
    input  logic [   ROW_BITS-1:0] look_row,   // what is selected
    input  logic [           13:0] look_node,
    output logic                   looked,     // that one is in the set
    // The NI.
    input  logic [          PUTS-1:0] put,
    input  logic [ PUTS*ROW_BITS-1:0] put_row,
    input  logic [PUTS*NODE_BITS-1:0] put_node,
    output logic [           10:0] members
);
  localparam integer WIDTH = 1 << NODE_BITS, ROWS = 1 << ROW_BITS;

  logic [PUTS:0] has;
  logic [WIDTH-1:0] row, row_left;
  logic [ROWS-1:0] any;
  logic [ROW_BITS-1:0] row_now;
  logic in_board, removes, unused;

  assign row_now = head ? head_row : pop_row;
  assign in_board = pop_node[13:NODE_BITS] == 0;
  assign removes = pop && in_board;

  noc_ni_set #(
      .ROW_BITS (ROW_BITS),
      .NODE_BITS(NODE_BITS),
      .WRITERS  (PUTS + 1)
  ) set (
      .clk,
      .rst,
      .tick,
      .row({put_row, row_now}),
      .node({put_node, pop_node[NODE_BITS-1:0]}),
      .put({put, 1'b0}),
      .remove({{PUTS{1'b0}}, removes}),
      .has,
      .first_row(row)
  );

  // --- the selected one ---

  logic chosen_in_board, put_chosen;
  logic [ROW_BITS-1:0] chosen_row;
  logic [NODE_BITS-1:0] chosen_node;

  assign chosen_in_board = select ? in_board : look_node[13:NODE_BITS] == 0;
  assign chosen_row = select ? pop_row : look_row;
  assign chosen_node = select ? pop_node[NODE_BITS-1:0] : look_node[NODE_BITS-1:0];
  always_comb begin
    put_chosen = 1'b0;
    for (integer p = 0; p < PUTS; p = p + 1)
      if (put[p] && put_row[p*ROW_BITS+:ROW_BITS] == chosen_row && put_node[p*NODE_BITS+:NODE_BITS] == chosen_node)
        put_chosen = chosen_in_board;
  end
  always_ff @(posedge clk)
    if (rst) looked <= 1'b0;
    else if (tick)
      looked <= put_chosen || (select ? chosen_in_board && has[0] :
          looked && !(removes && pop_row == look_row && pop_node == look_node));

  // --- rows that are not empty, and how many members there are ---

  logic popped;
  logic [1:0] news;

  always_comb begin
    news = '0;
    for (integer p = 0; p < PUTS; p = p + 1) news = news + 2'(put[p] && !has[p+1]);
  end
  assign popped = removes && has[0];
  assign row_left = row & ~(WIDTH'(1) << pop_node[NODE_BITS-1:0]);
  always_ff @(posedge clk)
    if (rst) begin
      any <= '0;
      members <= '0;
    end else if (tick) begin
      if (popped && row_left == 0) any[pop_row] <= 1'b0;
      for (integer p = 0; p < PUTS; p = p + 1) if (put[p]) any[put_row[p*ROW_BITS+:ROW_BITS]] <= 1'b1;
      members <= members + 11'(news) - 11'(popped);
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
