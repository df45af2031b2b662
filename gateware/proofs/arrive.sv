// SPDX-License-Identifier: BSD-2-Clause
//
// Of noc_ni_arrivals: a flit that the router gives is taken in its cycle, whatever else happens; what
// is written lies in RAM, and in the slot or window that the worm was given when it was decided;
// and there are not more writes than noc_ni_land counts on (land.sv). Flits are any, of worms that
// make sense or not, and what the hart does is any. Assumed: a flit comes by one input; and of a
// window what window.sv proves.
//
// The signals under "taps" are noc_ni_arrivals' own.

module prove_arrive #(
    parameter integer INPUTS = 5,
    parameter integer RAM_BITS = 8
) (
    input logic clk,
    input logic tick,
    input logic [13:0] nodes,
    input logic eject,
    input logic [INPUTS-1:0] eject_input,
    input logic [33:0] eject_flit,
    input logic [7:0] clears,
    input logic [7:0] closes,
    input logic asked,
    input logic slot_free,
    input logic [29:0] slot,
    input logic [19:0] slot_size,
    input logic window_free,
    input logic [29:0] window_place,
    input logic [1:0] window_cut,
    input logic [7:0] back_closes
);
  localparam integer WORDS = 1 << (RAM_BITS - 2);
  localparam logic [2:0] HEADER = 3'd0, WORD1 = 3'd2, WORD2 = 3'd3, BODY = 3'd4, SLOT = 3'd1, WINDOW = 3'd2;
  localparam logic [31:0] RAM = noc_regs::RAM_BASE;

  logic started = 1'b0;
  logic slot_take, window_take, put, ends, slot_back, window_back;
  logic [19:0] length;
  logic [31:0] word0;
  logic [29:0] place;
  logic [RAM_BITS-4:0] put_at;
  logic [63:0] put_data;
  logic [7:0] put_bytes;

  noc_ni_arrivals #(
      .INPUTS(INPUTS),
      .RAM_BITS(RAM_BITS)
  ) arrivals (
      .clk,
      .rst(!started),
      .tick,
      .nodes,
      .eject,
      .eject_input,
      .eject_flit,
      .clears,
      .closes,
      .kind(),
      .channel(),
      .quiet(),
      .source(),
      .length,
      .word0,
      .word1(),
      .word2(),
      .queue(),
      .next_queue(),
      .asked,
      .unask(),
      .slot_free,
      .slot,
      .slot_size,
      .slot_take,
      .window_free,
      .window_place,
      .window_cut,
      .window_take,
      .discard(),
      .remember(),
      .slot_back,
      .window_back,
      .place,
      .signals(),
      .ends,
      .becomes(),
      .lost(),
      .back_closes,
      .bad(),
      .bad_reason(),
      .bad_header(),
      .bad_port(),
      .bad_vc(),
      .put,
      .put_at,
      .put_data,
      .put_bytes
  );
  always_ff @(posedge clk) started <= 1'b1;

  // --- taps ---

  logic come, tail;
  logic [31:0] word;
  logic [INPUTS-1:0] input_bit;
  logic [3:0] i;
  logic [3*INPUTS-1:0] steps, fates;
  logic [INPUTS*21-1:0] counts;
  logic [INPUTS*32-1:0] places, words0, helds;

  // --- what comes ---

  logic [20:0] window_end;

  assign window_end = 21'(window_place[RAM_BITS-3:0]) + 21'(length);
  always_comb begin
    assume ((eject_input & (eject_input - 1'b1)) == 0);
    assume (eject == |eject_input);
    assume (!window_free || length == 0 ||
            (window_place[29:RAM_BITS-2] == RAM[31:RAM_BITS] && window_end <= WORDS));
  end

  // --- a flit is taken in its cycle ---

  logic given, given_tail;
  logic [INPUTS-1:0] given_input;
  logic [31:0] given_word;

  always_ff @(posedge clk)
    if (!started) given <= 1'b0;
    else if (tick) begin
      given <= eject;
      given_input <= eject_input;
      given_word <= eject_flit[31:0];
      given_tail <= eject_flit[33];
    end

  // Where its worm then is: header, W0, W1, W2, body. Nothing but its flits moves it.
  logic [3*INPUTS-1:0] steps_then;

  always_ff @(posedge clk)
    if (!started) steps_then <= {INPUTS{HEADER}};
    else if (tick && given)
      for (integer n = 0; n < INPUTS; n = n + 1)
        if (given_input[n])
          steps_then[3*n+:3] <= given_tail ? HEADER : steps_then[3*n+:3] == BODY ? BODY : steps_then[3*n+:3] + 3'd1;

  always_ff @(posedge clk)
    if (started) begin
      assert (come == given);
      assert (!come || (input_bit == given_input && word == given_word && tail == given_tail));
      assert (!come || (input_bit == INPUTS'(1) << i && input_bit != 0));
      assert (steps == steps_then);
    end

  // --- what is written lies in what it was given ---

  // As it was decided: the first word, how many, in how many bytes of the last one (0: all).
  logic [INPUTS*30-1:0] begins;
  logic [INPUTS*20-1:0] flits;
  logic [INPUTS*2-1:0] cuts;
  logic [INPUTS-1:0] holds;
  logic [30:0] byte_word;  // of a byte: its word, from address 0 on
  logic [29:0] begin_here;
  logic [19:0] flits_here;
  logic [1:0] cut_here;
  logic [7:0] inside;

  always_ff @(posedge clk)
    if (!started) holds <= '0;
    else if (tick && come)
      for (integer n = 0; n < INPUTS; n = n + 1)
        if (input_bit[n]) begin
          if (slot_take || window_take) begin
            begins[30*n+:30] <= window_take ? window_place : slot;
            flits[20*n+:20]  <= length;
            cuts[2*n+:2]     <= window_take ? window_cut : 2'd0;
          end
          holds[n] <= !tail && (slot_take || window_take || (holds[n] && steps[3*n+:3] == BODY));
        end

  always_comb begin
    begin_here = '0;
    flits_here = '0;
    cut_here   = '0;
    for (integer n = 0; n < INPUTS; n = n + 1)
      if (input_bit[n]) begin
        begin_here = begin_here | begins[30*n+:30];
        flits_here = flits_here | flits[20*n+:20];
        cut_here   = cut_here | cuts[2*n+:2];
      end
    for (integer b = 0; b < 8; b = b + 1) begin
      byte_word = 31'(RAM[31:2]) + 31'(put_at) * 31'd2 + 31'(b / 4);
      inside[b] = byte_word >= 31'(begin_here) && byte_word < 31'(begin_here) + 31'(flits_here) &&
          (byte_word + 31'd1 != 31'(begin_here) + 31'(flits_here) || cut_here == 0 || (b % 4) < 32'(cut_here));
    end
  end

  always_ff @(posedge clk)
    if (started) begin
      assert (!put || |(holds & input_bit));
      assert (!put || (put_bytes & ~inside) == 0);
      assert (!(slot_take && window_take));
      assert (!slot_take || (length <= slot_size && slot_free));
      assert (!window_take || window_free);
      cover (put && put_bytes == 8'hff && cut_here == 0);
      cover (put && put_bytes == 8'h3f && cut_here == 2);
      cover (put && put_bytes == 8'hf0);
    end

  // --- the budget of writes, in halves: a cycle adds one, a write takes two ---

  logic [5:0] puts, needs;
  logic [20:0] done;
  logic [29:0] next;

  always_ff @(posedge clk)
    if (!started) puts <= 6'(2 * INPUTS);
    else if (tick) puts <= put ? puts - 6'd1 : puts + 6'(puts < 2 * INPUTS);

  // What each input may still take of it before its worm has given it back.
  always_comb begin
    needs = '0;
    for (integer n = 0; n < INPUTS; n = n + 1) begin
      done = counts[21*n+:21];
      next = begins[30*n+:30] + 30'(done);
      if (steps[3*n+:3] == WORD2) needs = needs + 6'd1;
      else if (steps[3*n+:3] == BODY && holds[n] && done < 21'(flits[20*n+:20])) needs = needs + (next[0] ? 6'd2 : 6'd1);
    end
  end

  always_ff @(posedge clk)
    if (started) begin
      assert (!put || puts != 0);
      cover (puts == 2 * INPUTS - 2);

      // By induction.
      assert (puts <= 2 * INPUTS && puts >= needs);
      for (integer n = 0; n < INPUTS; n = n + 1) begin
        assert (steps[3*n+:3] <= BODY);
        assert (!holds[n] || steps[3*n+:3] == BODY);
        assert (holds[n] == (fates[3*n+:3] == SLOT || fates[3*n+:3] == WINDOW));
        if (holds[n]) begin
          assert (places[32*n+:30] == begins[30*n+:30] && places[32*n+30+:2] == cuts[2*n+:2]);
          assert (words0[32*n+noc_regs::NI_TX_W0_LENGTH_SHIFT+:noc_regs::NI_TX_W0_LENGTH_BITS] == flits[20*n+:20]);
          assert (flits[20*n+:20] == 0 || (begins[30*n+RAM_BITS-2+:32-RAM_BITS] == RAM[31:RAM_BITS] &&
                  21'(begins[30*n+:RAM_BITS-2]) + 21'(flits[20*n+:20]) <= WORDS));
        end
      end
    end
endmodule
