// SPDX-License-Identifier: BSD-2-Clause
//
// Of noc_router, with any routing (any_route.sv), any flits and any neighbours that keep to their
// credits: what README.md says. The signals under "taps" are the router's own; `prove` connects
// them after the hierarchy is flat.

module prove_router #(
    parameter integer LINKS = 4,
    parameter integer VCS = 1,
    parameter integer FLIT = 36,  // with a number of 2 bits above
    parameter integer CHANNELS = LINKS * VCS,
    parameter integer INPUTS = CHANNELS + 1,
    parameter integer BITS = (LINKS > 4 ? 3 : 2) + (VCS > 1 ? 1 : 0)  // of a channel's number
) (
    input logic clk,
    input logic tick,
    input logic [LINKS-1:0] in_valid,
    input logic [CHANNELS-1:0] in_vc,
    input logic [LINKS*FLIT-1:0] in_flit,
    input logic [CHANNELS-1:0] out_credit,
    input logic inject_valid,
    input logic [FLIT-1:0] inject_flit
);
  logic [CHANNELS-1:0] in_credit, out_vc, headers, relayed, blocked;
  logic [LINKS-1:0] out_valid;
  logic [LINKS*FLIT-1:0] out_flit;
  logic inject_credit, eject_valid;
  logic [INPUTS-1:0] eject_input, sunk;
  logic [FLIT-1:0] eject_flit;
  logic started = 1'b0;

  noc_router #(
      .LINKS(LINKS),
      .VCS(VCS),
      .NODE_BITS(2),
      .FLIT(FLIT)
  ) router (
      .clk,
      .rst(!started),
      .tick,
      .turns(1'b0),
      .linked({LINKS{1'b0}}),
      .entry_write(1'b0),
      .entry_input(4'd0),
      .entry_node(2'd0),
      .entry(4'd0),
      .in_valid,
      .in_vc,
      .in_flit,
      .in_credit,
      .out_valid,
      .out_vc,
      .out_flit,
      .out_credit,
      .inject_valid,
      .inject_flit,
      .inject_credit,
      .eject_valid,
      .eject_input,
      .eject_flit,
      .sunk,
      .headers,
      .relayed,
      .blocked
  );
  always_ff @(posedge clk) started <= 1'b1;

  // --- taps ---

  logic [INPUTS-1:0] idle, asks, granted, owns, goes, ends, lower, freed, whole, link, valid, second;
  logic [INPUTS*FLIT-1:0] flit;          // in front
  logic [INPUTS-1:0] first;              // in which of the two places it is
  logic [2*INPUTS*(FLIT+6)-1:0] place;   // of each input
  logic [INPUTS*BITS-1:0] channel;
  logic [CHANNELS-1:0] some, both, begun, able;
  logic [LINKS*INPUTS-1:0] pick;
  logic [INPUTS*INPUTS-1:0] was;         // [i * INPUTS + j], i < j

  // --- the neighbours ---

  logic [INPUTS-1:0] push, pushed_tail, pushed_follows;
  logic [2*INPUTS-1:0] pushed_number, room, come, gone;  // places; numbers of flits that came, left
  logic [2*CHANNELS-1:0] away;                           // flits sent, and no credit back

  always_comb begin
    for (integer i = 0; i < CHANNELS; i = i + 1) begin
      push[i] = in_valid[i/VCS] && in_vc[i];
      pushed_number[2*i+:2] = in_flit[(i/VCS)*FLIT+34+:2];
      pushed_tail[i] = in_flit[(i/VCS)*FLIT+33];
      pushed_follows[i] = in_flit[(i/VCS)*FLIT+32];
    end
    push[CHANNELS] = inject_valid;
    pushed_number[2*CHANNELS+:2] = inject_flit[34+:2];
    pushed_tail[CHANNELS] = inject_flit[33];
    pushed_follows[CHANNELS] = inject_flit[32];
    for (integer i = 0; i < INPUTS; i = i + 1) begin
      assume (!push[i] || room[2*i+:2] != 0);
      assume (!push[i] || pushed_number[2*i+:2] == come[2*i+:2]);
      assume (!(pushed_tail[i] && pushed_follows[i]));
    end
    for (integer p = 0; p < LINKS; p = p + 1)
      assume ((in_vc[p*VCS+:VCS] & (in_vc[p*VCS+:VCS] - 1'b1)) == 0);
    for (integer c = 0; c < CHANNELS; c = c + 1) assume (!out_credit[c] || away[2*c+:2] != 0);
  end

  always_ff @(posedge clk)
    if (!started) begin
      room <= {INPUTS{2'd2}};
      come <= '0;
      gone <= '0;
      away <= '0;
    end else if (tick) begin
      for (integer i = 0; i < INPUTS; i = i + 1) begin
        room[2*i+:2] <= room[2*i+:2] - 2'(push[i]) + 2'(freed[i]);
        come[2*i+:2] <= come[2*i+:2] + 2'(push[i]);
        gone[2*i+:2] <= gone[2*i+:2] + 2'(freed[i]);
      end
      for (integer c = 0; c < CHANNELS; c = c + 1)
        away[2*c+:2] <= away[2*c+:2] + 2'(out_vc[c]) - 2'(out_credit[c]);
    end

  // --- credits: never negative, never above the buffer; no buffer overflows ---

  always_ff @(posedge clk)
    if (started) begin
      for (integer c = 0; c < CHANNELS; c = c + 1) begin
        assert (3'(away[2*c+:2]) + 3'(some[c]) + 3'(both[c]) == 3'd2);
        assert (some[c] || !both[c]);
        assert (some[c] || !out_vc[c]);
      end
      for (integer i = 0; i < INPUTS; i = i + 1) begin
        assert (3'(room[2*i+:2]) + 3'(valid[i]) + 3'(second[i]) == 3'd2);
        assert (valid[i] || !second[i]);
        assert (valid[i] || !freed[i]);
      end
      cover (&(~some));
      cover (!(|(room)) && started);
    end

  // --- a channel has one owner; who asked first is before who asked later ---

  logic [INPUTS*INPUTS-1:0] earlier;  // [i * INPUTS + j]: i came before j, and neither is idle
  logic [INPUTS*INPUTS-1:0] same;     // both are for one channel
  logic [INPUTS*INPUTS-1:0] passed;   // while i asks, j was granted the channel

  always_comb
    for (integer i = 0; i < INPUTS; i = i + 1)
      for (integer j = 0; j < INPUTS; j = j + 1) begin
        earlier[i*INPUTS+j] = !idle[i] && !idle[j] && i != j && (i < j ? was[i*INPUTS+j] : !was[j*INPUTS+i]);
        same[i*INPUTS+j] = i != j && link[i] && link[j] && channel[i*BITS+:BITS] == channel[j*BITS+:BITS];
      end

  always_ff @(posedge clk)
    if (!started) passed <= '0;
    else if (tick)
      for (integer i = 0; i < INPUTS; i = i + 1)
        for (integer j = 0; j < INPUTS; j = j + 1)
          passed[i*INPUTS+j] <= asks[i] && !granted[i] &&
              (passed[i*INPUTS+j] || (granted[j] && same[i*INPUTS+j]));

  always_ff @(posedge clk)
    if (started)
      for (integer i = 0; i < INPUTS; i = i + 1) begin
        assert (!owns[i] || (!idle[i] && link[i]));
        assert (!granted[i] || asks[i]);
        assert (!asks[i] || !owns[i]);
        assert (!idle[i] || whole[i]);
        assert (whole[i] || !link[i] || owns[i]);
        assert (!whole[i] || idle[i] || valid[i]);
        assert (!idle[i] || passed[i*INPUTS+:INPUTS] == 0);
        for (integer j = 0; j < INPUTS; j = j + 1) begin
          assert (!(owns[i] && owns[j] && same[i*INPUTS+j]));
          assert (!(granted[i] && (owns[j] || granted[j]) && same[i*INPUTS+j]));
          assert (!(owns[i] && !idle[j] && same[i*INPUTS+j]) || earlier[i*INPUTS+j]);
          // Fair: each other input goes before a header at most once.
          assert (!(passed[i*INPUTS+j] && asks[i]) || idle[j] || earlier[i*INPUTS+j] ||
                  (owns[j] && same[i*INPUTS+j]));
          assert (!(asks[i] && passed[i*INPUTS+j] && granted[j] && same[i*INPUTS+j]));
          // And nothing goes before itself by others.
          for (integer k = 0; k < INPUTS; k = k + 1)
            if (i != j && j != k && i != k)
              assert (!(earlier[i*INPUTS+j] && earlier[j*INPUTS+k]) || earlier[i*INPUTS+k]);
        end
        cover (granted[i] && |passed[i*INPUTS+:INPUTS]);
      end

  // A free channel that is asked for is given in that cycle, so with the above within INPUTS - 1 worms.
  logic [INPUTS-1:0] in_vain;  // it asks, nobody owns the channel, and nobody gets it

  always_comb
    for (integer i = 0; i < INPUTS; i = i + 1) in_vain[i] = asks[i] && !granted[i] && !(|(same[i*INPUTS+:INPUTS] & (owns | granted)));
  always_ff @(posedge clk) if (started) assert (in_vain == 0);

  // --- links are fair ---

  logic [CHANNELS-1:0] left_out;  // in the cycle before, it was able and another was sent

  always_ff @(posedge clk)
    if (!started) left_out <= '0;
    else if (tick) left_out <= able & ~out_vc;
  always_ff @(posedge clk)
    if (started) begin
      for (integer p = 0; p < LINKS; p = p + 1) begin
        assert (|able[p*VCS+:VCS] == out_valid[p]);
        assert ((out_vc[p*VCS+:VCS] & (out_vc[p*VCS+:VCS] - 1'b1)) == 0);
      end
      assert ((out_vc & ~able) == 0);
      assert ((able & left_out & ~out_vc) == 0);  // V = 2: within two cycles
      if (VCS > 1) cover (|(left_out & out_vc));
    end

  // --- no flit is lost, doubled or reordered in a worm ---

  logic [INPUTS*4-1:0] ways;           // by which the flit in front leaves
  logic [LINKS*4-1:0] comers;          // inputs whose flit leaves by a link
  logic [CHANNELS*INPUTS-1:0] source;  // of a worm whose header has left: its input, one bit

  always_comb begin
    ways   = '0;
    comers = '0;
    for (integer i = 0; i < INPUTS; i = i + 1) begin
      ways[4*i+:4] = 4'(eject_input[i]);
      for (integer p = 0; p < LINKS; p = p + 1) begin
        ways[4*i+:4] = ways[4*i+:4] + 4'(pick[p*INPUTS+i]);
        comers[4*p+:4] = comers[4*p+:4] + 4'(pick[p*INPUTS+i]);
      end
    end
  end

  always_ff @(posedge clk)
    if (started && tick)
      for (integer c = 0; c < CHANNELS; c = c + 1)
        if (out_vc[c]) source[c*INPUTS+:INPUTS] <= pick[(c/VCS)*INPUTS+:INPUTS];

  always_ff @(posedge clk)
    if (started) begin
      for (integer i = 0; i < INPUTS; i = i + 1) begin
        // The buffer: in the order in which they came, each once.
        assert (come[2*i+:2] == 2'(gone[2*i+:2] + 2'(valid[i]) + 2'(second[i])));
        assert (!valid[i] || flit[i*FLIT+34+:2] == gone[2*i+:2]);
        assert (!second[i] || place[(2*i+(first[i]?0:1))*(FLIT+6)+34+:2] == 2'(gone[2*i+:2] + 2'd1));
        // What leaves it leaves by one way, or is a TURN that is done, or is of a worm that makes no sense.
        assert (ways[4*i+:4] <= 1);
        assert (ways[4*i+:4] == 0 || (freed[i] && (goes[i] || ends[i])));
        assert (!freed[i] || ways[4*i+:4] == 1 || (whole[i] && granted[i]) || !(link[i] || ends[i]));
        assert (!(goes[i] && ends[i]));
        assert (!eject_input[i] || eject_flit[FLIT-1:33] == flit[i*FLIT+33+:FLIT-33]);
        for (integer p = 0; p < LINKS; p = p + 1)
          if (pick[p*INPUTS+i]) begin
            assert (out_flit[p*FLIT+33+:FLIT-33] == flit[i*FLIT+33+:FLIT-33]);
            assert (!lower[i] || whole[i]);
          end
      end
      for (integer p = 0; p < LINKS; p = p + 1) assert (comers[4*p+:4] == 4'(out_valid[p]));
      for (integer c = 0; c < CHANNELS; c = c + 1) begin
        // Between a worm's header and its tail a channel carries that worm alone.
        if (begun[c] && out_vc[c]) assert (pick[(c/VCS)*INPUTS+:INPUTS] == source[c*INPUTS+:INPUTS]);
        assert (!begun[c] || (source[c*INPUTS+:INPUTS] & (source[c*INPUTS+:INPUTS] - 1'b1)) == 0);
        assert (!begun[c] || |source[c*INPUTS+:INPUTS]);
        for (integer i = 0; i < INPUTS; i = i + 1)
          assert (!(begun[c] && source[c*INPUTS+i]) ||
                  (owns[i] && !whole[i] && channel[i*BITS+:BITS] == BITS'((c % VCS) << (LINKS > 4 ? 3 : 2) | c / VCS)));
      end
      cover (|(freed & ~goes & ~ends & ~sunk));
      cover (|sunk);
      cover (|eject_input && |out_valid);
      cover (&out_valid);
    end
endmodule
