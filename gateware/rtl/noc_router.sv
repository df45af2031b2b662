// SPDX-License-Identifier: BSD-2-Clause
//
// The router of one node: LINKS ports with VCS virtual channels each and one injection context.
// It is the `board` preset of docs/board.md, section 3, for worms with one destination: buffers of
// 2 flits, no cycles for a header, 1 cycle for a flit, a credit, injection and ejection, one flit
// in and one out of the NI a cycle, a consumption context for each input.
//
// Everything of a cycle c lies between two edges: what the flip-flops hold is what has arrived by
// c, what `out_` ports say leaves in c. No input but the table's reaches an output in the same
// cycle, so that routers may be evaluated in any order.
//
// Inputs of the router are numbered by port, then by virtual channel; the injection context is
// the last. A channel is an output port and a virtual channel, numbered in the same way.

module noc_router #(
    parameter integer LINKS = 4,
    parameter integer VCS = 1,
    parameter integer NODE_BITS = 4,
    parameter integer FLIT = 34,
    parameter integer CHANNELS = LINKS * VCS,
    parameter integer INPUTS = CHANNELS + 1,
    parameter integer INPUT_BITS = 4
) (
    input  logic                  clk,
    input  logic                  rst,
    input  logic                  tick,
    // The routing, written before the first tick.
    input  logic                  turns,
    input  logic [     LINKS-1:0] linked,
    input  logic                  entry_write,
    input  logic [INPUT_BITS-1:0] entry_input,
    input  logic [ NODE_BITS-1:0] entry_node,
    input  logic [           3:0] entry,
    // Links: flit = {tail, another header flit follows, 32 bits}.
    input  logic [     LINKS-1:0] in_valid,
    input  logic [  CHANNELS-1:0] in_vc,         // one bit of a link's
    input  logic [LINKS*FLIT-1:0] in_flit,
    output logic [  CHANNELS-1:0] in_credit,
    output logic [     LINKS-1:0] out_valid,
    output logic [  CHANNELS-1:0] out_vc,
    output logic [LINKS*FLIT-1:0] out_flit,
    input  logic [  CHANNELS-1:0] out_credit,
    // The NI.
    input  logic                  inject_valid,
    input  logic [      FLIT-1:0] inject_flit,
    output logic                  inject_credit,
    output logic                  eject_valid,
    output logic [    INPUTS-1:0] eject_input,   // by which the worm came, one bit
    output logic [      FLIT-1:0] eject_flit,
    output logic [    INPUTS-1:0] sunk,          // the tail of a broken worm left this input
    // What the counters count.
    output logic [  CHANNELS-1:0] headers,       // a header leaves by this channel
    output logic [  CHANNELS-1:0] relayed,       // and it came by a link
    output logic [  CHANNELS-1:0] blocked        // a flit was to leave by it, and none does
);
  logic [INPUTS-1:0] push, asks, fresh, granted, owns, goes, ends, waits, head, taken, freed;
  logic [INPUTS*FLIT-1:0] flit;
  logic [INPUTS*4-1:0] channel;
  logic [INPUTS*CHANNELS-1:0] to;       // of each input, the channel that it has or asks for
  logic [CHANNELS-1:0] busy;            // has an owner since an earlier cycle
  logic [CHANNELS-1:0] credit;          // has one at least
  logic [CHANNELS-1:0] able, sent;

  // --- inputs ---

  generate
    for (genvar i = 0; i < INPUTS; i = i + 1) begin : g_input
      logic [FLIT-1:0] pushed;

      if (i < CHANNELS) begin : g_link
        assign push[i] = in_valid[i/VCS] && in_vc[i];
        assign pushed = in_flit[(i/VCS)*FLIT+:FLIT];
        assign in_credit[i] = freed[i];
      end else begin : g_injection
        assign push[i] = inject_valid;
        assign pushed = inject_flit;
        assign inject_credit = freed[i];
      end
      noc_input #(
          .LINKS(LINKS),
          .NODE_BITS(NODE_BITS),
          .FLIT(FLIT)
      ) worm (
          .clk,
          .rst,
          .tick,
          .turns,
          .linked,
          .entry_write(entry_write && entry_input == i[INPUT_BITS-1:0]),
          .entry_node,
          .entry,
          .push(push[i]),
          .pushed,
          .freed(freed[i]),
          .asks(asks[i]),
          .fresh(fresh[i]),
          .granted(granted[i]),
          .owns(owns[i]),
          .channel(channel[4*i+:4]),
          .goes(goes[i]),
          .ends(ends[i]),
          .waits(waits[i]),
          .head(head[i]),
          .flit(flit[i*FLIT+:FLIT]),
          .taken(taken[i]),
          .sunk(sunk[i])
      );
      for (genvar c = 0; c < CHANNELS; c = c + 1) begin : g_to
        assign to[i*CHANNELS+c] = channel[4*i+:3] == 3'(c / VCS) && channel[4*i+3] == 1'(c % VCS);
      end
    end
  endgenerate

  // --- step 2: channels for headers ---

  noc_allocator #(
      .INPUTS(INPUTS),
      .CHANNELS(CHANNELS)
  ) allocator (
      .clk,
      .tick,
      .asks,
      .fresh,
      .want(to),
      .busy,
      .granted
  );

  // --- step 3: flits leave ---

  always_comb begin
    busy    = '0;
    able    = '0;
    blocked = '0;
    headers = '0;
    relayed = '0;
    for (integer i = 0; i < INPUTS; i = i + 1) begin
      if (owns[i]) busy = busy | to[i*CHANNELS+:CHANNELS];
      if (goes[i]) able = able | (to[i*CHANNELS+:CHANNELS] & credit);
      if (waits[i]) blocked = blocked | (to[i*CHANNELS+:CHANNELS] & ~sent);
      if (goes[i] && head[i]) headers = headers | (to[i*CHANNELS+:CHANNELS] & sent);
    end
    for (integer i = 0; i < CHANNELS; i = i + 1)
      if (goes[i] && head[i]) relayed = relayed | (to[i*CHANNELS+:CHANNELS] & sent);
  end

  generate
    for (genvar p = 0; p < LINKS; p = p + 1) begin : g_output
      noc_round_robin #(
          .WIDTH(VCS)
      ) link (
          .clk,
          .rst,
          .tick,
          .able(able[p*VCS+:VCS]),
          .serve(1'b1),
          .pick(sent[p*VCS+:VCS])
      );
      for (genvar v = 0; v < VCS; v = v + 1) begin : g_credits
        noc_credits places (
            .clk,
            .rst,
            .tick,
            .take(sent[p*VCS+v]),
            .give(out_credit[p*VCS+v]),
            .some(credit[p*VCS+v])
        );
      end
      assign out_valid[p] = |sent[p*VCS+:VCS];
    end
  endgenerate
  assign out_vc = sent;

  always_comb begin
    out_flit = '0;
    eject_flit = '0;
    for (integer i = 0; i < INPUTS; i = i + 1) begin
      taken[i] = (goes[i] && |(to[i*CHANNELS+:CHANNELS] & sent)) || eject_input[i];
      for (integer p = 0; p < LINKS; p = p + 1)
        if (goes[i] && |(to[i*CHANNELS+p*VCS+:VCS] & sent[p*VCS+:VCS]))
          out_flit[p*FLIT+:FLIT] = out_flit[p*FLIT+:FLIT] | flit[i*FLIT+:FLIT];
      if (eject_input[i]) eject_flit = eject_flit | flit[i*FLIT+:FLIT];
    end
  end

  noc_round_robin #(
      .WIDTH(INPUTS)
  ) ni (
      .clk,
      .rst,
      .tick,
      .able(ends),
      .serve(1'b1),
      .pick(eject_input)
  );
  assign eject_valid = |ends;
endmodule
