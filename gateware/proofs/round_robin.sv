// SPDX-License-Identifier: BSD-2-Clause
//
// Of noc_round_robin: one of those that are able is picked if any is, and who is able waits for at
// most WIDTH - 1 others.

module prove_round_robin #(
    parameter integer WIDTH = 9
) (
    input logic clk,
    input logic tick,
    input logic [WIDTH-1:0] able
);
  logic [WIDTH-1:0] pick, behind;
  logic started = 1'b0;
  (* anyconst *)logic [3:0] who;  // any one candidate
  logic [4:0] waited, last, before;

  noc_round_robin #(
      .WIDTH(WIDTH)
  ) arbiter (
      .clk,
      .rst(!started),
      .tick,
      .able,
      .pick
  );

  // The candidate that was served last, as `behind` says; and how many may be served before `who`.
  always_comb begin
    last = WIDTH[4:0] - 5'd1;
    for (integer i = WIDTH - 1; i > 0; i = i - 1) if (behind[i]) last = 5'(i - 1);
    before = 5'(who) > last ? 5'(who) - last - 5'd1 : 5'(who) + WIDTH[4:0] - last - 5'd1;
  end

  always_ff @(posedge clk) begin
    started <= 1'b1;
    if (!started) waited <= 5'd0;
    else if (tick) waited <= able[who] && !pick[who] ? waited + 5'd1 : 5'd0;
  end

  always_comb assume (who < WIDTH);
  always_ff @(posedge clk)
    if (started) begin
      assert ((pick & ~able) == 0);
      assert ((pick & (pick - 1'b1)) == 0);
      assert (|pick == |able);
      for (integer i = 1; i < WIDTH; i = i + 1) assert (i == 1 || !behind[i-1] || behind[i]);
      assert (!behind[0]);
      assert (waited + before < WIDTH || (waited == 0 && before < WIDTH));
      assert (waited < WIDTH);
      cover (waited == WIDTH - 1 && pick[who]);
    end
endmodule
