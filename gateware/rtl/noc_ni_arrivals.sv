// SPDX-License-Identifier: BSD-2-Clause
//
// Worms that arrive, by the router's input by which each comes: what has come of it, the decision
// about it when W2 has come, its words for memory, and what becomes of it at its tail.
// docs/board.md, section 4.2.
//
// A flit that leaves the router in cycle c is in the NI in t = c + 1: `come` is then high, and all
// of its effects are at the edge that ends t. A worm's body is written while it comes, since what
// is in a slot or window is undefined until v. Words are joined in pairs: a word at an even place
// is held until the next one has come. So a flit makes one write at most, and a worm of L flits
// makes L / 2 + 1 writes at most, in the L + 4 cycles or more that it takes.
//
// Size: 591 LUT4, 94 flip-flops, 55 LUT-RAMs (ECP5, 4 links, 1 virtual channel, 64 nodes).

module noc_ni_arrivals #(
    parameter integer INPUTS = 5,
    parameter integer INPUT_BITS = 4,
    parameter integer VCS = 1,
    parameter integer RAM_BITS = 16
) (
    input  logic                  clk,
    input  logic                  rst,
    input  logic                  tick,
    input  logic [          13:0] nodes,
    // The router, in the cycle before.
    input  logic                  eject,
    input  logic [    INPUTS-1:0] eject_input,
    input  logic [          33:0] eject_flit,
    // What the hart takes back.
    input  logic [           7:0] clears,       // queues
    input  logic [           7:0] closes,       // windows
    // The decision: registers as the hart has left them.
    output logic [           3:0] kind,
    output logic [           2:0] channel,
    output logic                  quiet,
    output logic [          13:0] source,
    output logic [          19:0] length,
    output logic [          31:0] word0,
    output logic [          31:0] word1,
    output logic [          31:0] word2,
    output logic [           2:0] queue,        // for this queue: RESENDs come in one of their own
    output logic [           2:0] next_queue,   // the same of the next cycle, where that decides
    input  logic                  asked,        // by PULL for this channel
    output logic                  unask,
    input  logic                  slot_free,
    input  logic [          29:0] slot,
    input  logic [          19:0] slot_size,
    output logic                  slot_take,
    input  logic                  window_free,
    input  logic [          29:0] window_place,
    input  logic [           1:0] window_cut,
    output logic                  window_take,
    output logic                  discard,      // a message is discarded; DISCARDED counts
    output logic                  remember,     // and is to be asked for again
    // Its tail.
    output logic                  slot_back,
    output logic                  window_back,
    output logic [          29:0] place,        // of its slot or window, bits 31:2
    output logic                  signals,      // W2's signal is set
    output logic                  ends,         // it has a v
    output logic [           1:0] becomes,      // 0: in a slot, 1: in a window, 2: refused, 3: broken
    output logic                  lost,         // its slot or window was taken back
    input  logic [           7:0] back_closes,  // windows that lose bodies because of this tail
    // Broken.
    output logic                  bad,
    output logic [           7:0] bad_reason,
    output logic [          31:0] bad_header,
    output logic [           7:0] bad_port,
    output logic [           7:0] bad_vc,
    // Memory.
    output logic                  put,
    output logic [RAM_BITS-4:0] put_at,         // 64-bit words from RAM's begin on
    output logic [          63:0] put_data,
    output logic [           7:0] put_bytes
);
  localparam logic [2:0] HEADER = 3'd0, WORD0 = 3'd1, WORD1 = 3'd2, WORD2 = 3'd3, BODY = 3'd4;
  localparam logic [2:0] SINK = 3'd0, SLOT = 3'd1, WINDOW = 3'd2, REFUSED = 3'd3, SIGNAL = 3'd4;
  localparam logic [31:0] RAM = noc_regs::RAM_BASE;

  // --- a flit is in the NI ---

  logic come, tail;
  logic [INPUTS-1:0] input_bit;
  logic [INPUT_BITS-1:0] i, input_coded;
  logic [31:0] word;
  logic unused;
  logic [29:0] at;  // where its word goes

  assign unused = &{eject_flit[32], at[29:RAM_BITS-2]};

  always_comb begin
    input_coded = '0;
    for (integer n = 0; n < INPUTS; n = n + 1)
      if (eject_input[n]) input_coded = input_coded | INPUT_BITS'(n);
  end

  always_ff @(posedge clk)
    if (rst) come <= 1'b0;
    else if (tick) come <= eject;
  always_ff @(posedge clk)
    if (tick) begin
      input_bit <= eject_input;
      i <= input_coded;
      word <= eject_flit[31:0];
      tail <= eject_flit[33];
    end

  // --- what has come of its worm ---

  logic [31:0] headers[0:(1<<INPUT_BITS)-1];
  logic [31:0] words0[0:(1<<INPUT_BITS)-1];
  logic [31:0] words1[0:(1<<INPUT_BITS)-1];
  logic [31:0] words2[0:(1<<INPUT_BITS)-1];
  logic [31:0] helds[0:(1<<INPUT_BITS)-1];
  logic [31:0] places[0:(1<<INPUT_BITS)-1];  // its place, and how its last word is cut
  logic [2:0] queues[0:(1<<INPUT_BITS)-1];
  logic [20:0] counts[0:(1<<INPUT_BITS)-1];  // flits of its body, 2^20 and more as one
  logic [3*INPUTS-1:0] steps, fates, indexes;
  logic [INPUTS-1:0] losts, losts_now;

  logic [2:0] step, fate, fate_now, index, index_now;
  logic [20:0] count, count_now;
  logic [1:0] cut;
  logic [31:0] held;

  assign step = steps[3*i+:3];
  assign bad_header = step == HEADER ? word : headers[i];
  assign word0 = step == WORD0 ? word : words0[i];
  assign word1 = words1[i];
  assign word2 = step == WORD2 ? word : words2[i];
  assign held = helds[i];
  assign {cut, place} = step == WORD2 ? {2'd0, kind == noc_regs::WORM_BODY ? window_place : slot} : places[i];
  assign count = counts[i];

  always_ff @(posedge clk)
    if (tick && come) begin
      if (step == HEADER) headers[i] <= word;
      if (step == WORD0) words0[i] <= word;
      if (step == WORD0) queues[i] <= queue;
      if (step == WORD1) words1[i] <= word;
      if (step == WORD2) begin
        words2[i] <= word;
        places[i] <= {window_cut & {2{kind == noc_regs::WORM_BODY}}, place};
      end
      helds[i]  <= word;
      counts[i] <= step == BODY ? count_now : 21'd0;
    end

  // --- the decision ---

  logic decides, early, message, slot_in_ram, slot_fits;
  logic [29:0] past;  // the slot's place, in words from RAM's begin on
  logic [7:0] reason;

  assign kind = word0[noc_regs::NI_TX_W0_TYPE_SHIFT+:noc_regs::NI_TX_W0_TYPE_BITS];
  assign channel = word0[noc_regs::NI_TX_W0_CHANNEL_SHIFT+:noc_regs::NI_TX_W0_CHANNEL_BITS];
  assign quiet = word0[noc_regs::NI_TX_W0_QUIET_SHIFT];
  assign length = word0[noc_regs::NI_TX_W0_LENGTH_SHIFT+:noc_regs::NI_TX_W0_LENGTH_BITS];
  assign source = word1[noc_regs::NI_TX_W1_SOURCE_SHIFT+:noc_regs::NI_TX_W1_SOURCE_BITS];
  assign queue = kind == noc_regs::WORM_RESEND ? noc_regs::QUEUE_PULLED : channel;
  assign next_queue = queues[input_coded];
  assign decides = come && step == WORD2;
  assign early = come && tail && step < WORD2;
  assign message = kind == noc_regs::WORM_MESSAGE || kind == noc_regs::WORM_RESEND;
  assign past = slot - RAM[31:2];
  assign slot_in_ram = past[29:RAM_BITS-2] == 0;
  assign slot_fits = length == 0 || (length <= slot_size && slot_in_ram &&
      32'(length) + 32'(past) <= 32'(1 << (RAM_BITS - 2)));

  always_comb begin
    fate_now = SINK;
    reason = 8'd0;
    discard = 1'b0;
    remember = 1'b0;
    unask = 1'b0;
    if (early) reason = noc_regs::BAD_LENGTH;
    else if (!decides) fate_now = fate;
    else if (source >= nodes) reason = noc_regs::BAD_HEADER;
    else if (message) begin
      if (channel == noc_regs::QUEUE_PULLED) reason = noc_regs::BAD_TYPE;
      else begin
        unask = kind == noc_regs::WORM_RESEND;
        if (kind == noc_regs::WORM_RESEND && !asked) discard = 1'b1;
        else if (!slot_free) begin
          discard  = 1'b1;
          remember = !quiet;
        end else if (!slot_fits) reason = noc_regs::BAD_LENGTH;
        else fate_now = SLOT;
      end
    end else if (kind == noc_regs::WORM_BODY) fate_now = window_free ? WINDOW : REFUSED;
    else if (kind != noc_regs::WORM_SIGNAL) reason = noc_regs::BAD_TYPE;
    else if (length != 0) reason = noc_regs::BAD_LENGTH;
    else if (|word2[31:5] || channel != 0 || quiet) reason = noc_regs::BAD_TYPE;
    else fate_now = SIGNAL;
  end
  assign slot_take = decides && fate_now == SLOT;
  assign window_take = decides && fate_now == WINDOW;
  assign fate = fates[3*i+:3];
  assign index = indexes[3*i+:3];
  assign index_now = !decides ? index : kind == noc_regs::WORM_BODY ? channel : queue;

  // --- the tail ---

  logic whole, broken, owns;

  assign count_now = step != BODY ? 21'd0 : count[20] ? count : count + 1'b1;
  assign whole = count_now == 21'(length);
  assign owns = fate_now == SLOT || fate_now == WINDOW;
  assign lost = !decides && |(losts_now & input_bit);
  assign broken = come && tail && !whole && (owns || fate_now == SIGNAL);
  assign slot_back = broken && fate_now == SLOT && !lost;
  assign window_back = broken && fate_now == WINDOW && !lost;
  assign signals = come && tail && whole && fate_now == SIGNAL;
  assign ends = come && tail &&
      (fate_now == REFUSED || (owns && (whole || (fate_now == WINDOW && !quiet))));
  assign becomes = fate_now == REFUSED ? 2'd2 : !whole ? 2'd3 : fate_now == WINDOW ? 2'd1 : 2'd0;
  assign bad = reason != 0 || broken;
  assign bad_reason = reason != 0 ? reason : noc_regs::BAD_LENGTH;

  generate
    for (genvar n = 0; n < INPUTS; n = n + 1) begin : g_input
      logic [2:0] my_fate, my_index;

      assign my_fate = fates[3*n+:3];
      assign my_index = indexes[3*n+:3];
      assign losts_now[n] = losts[n] || (my_fate == SLOT && clears[my_index]) ||
          (my_fate == WINDOW && closes[my_index]);
      always_ff @(posedge clk)
        if (rst) begin
          steps[3*n+:3] <= HEADER;
          fates[3*n+:3] <= SINK;
          indexes[3*n+:3] <= '0;
          losts[n] <= 1'b0;
        end else if (tick) begin
          losts[n] <= (losts_now[n] || (my_fate == WINDOW && back_closes[my_index])) &&
              !(come && input_bit[n] && step <= WORD2);
          if (come && input_bit[n]) begin
            steps[3*n+:3] <= tail ? HEADER : step == BODY ? BODY : step + 1'b1;
            fates[3*n+:3] <= tail || step < WORD2 ? SINK : fate_now;
            indexes[3*n+:3] <= index_now;
          end
        end
    end
  endgenerate

  // Inputs are numbered by port, then by virtual channel; the last one is of this node.
  assign bad_port = i == INPUT_BITS'(INPUTS - 1) ? 8'd255 : 8'(i) / 8'(VCS);
  assign bad_vc = i == INPUT_BITS'(INPUTS - 1) ? 8'd0 : 8'(i) % 8'(VCS);

  // --- memory ---

  logic last;
  logic [3:0] bytes;

  assign at = place + 30'(count);
  assign last = count[19:0] + 1'b1 == length;
  assign bytes = !last || cut == 0 ? 4'hf : 4'hf >> (3'd4 - {1'b0, cut});
  assign put = come && step == BODY && (fate == SLOT || fate == WINDOW) && !lost &&
      count < 21'(length) && (at[0] || last);
  assign put_at = at[RAM_BITS-3:1];
  assign put_data = at[0] ? {word, held} : {32'd0, word};
  assign put_bytes = at[0] ? {bytes, {4{count != 0}}} : {4'd0, bytes};
endmodule
