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
//
// Size: 1,082 LUT4, 209 flip-flops, 70 LUT-RAMs (ECP5, 4 links, 1 virtual channel, 64 nodes,
// without ROWS; 2,125 LUT4 with 2).

module noc_router #(
    parameter integer LINKS = 4,
    parameter integer VCS = 1,
    parameter integer NODE_BITS = 4,
    parameter integer FLIT = 34,
    parameter integer ROWS = 0,               // a debugger can look at inputs
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
    output logic [    INPUTS-1:0] sunk,          // the tail of a broken worm leaves this input
    output logic [    INPUTS-1:0] broken,        // it did in the cycle before
    output logic [          31:0] broken_header, // of the highest of these, if a link's
    // What the counters count.
    output logic [  CHANNELS-1:0] headers,       // a header leaves by this channel
    output logic [  CHANNELS-1:0] relayed,       // and it came by a link
    output logic [  CHANNELS-1:0] blocked,       // a flit was to leave by it, and none does
    // A debugger, while there is no tick.
    input  logic [  CHANNELS-1:0] used_in,       // inputs that the routing uses
    input  logic [           5:0] row,
    input  logic [           1:0] row_word,
    output logic [           4:0] rows,
    output logic [          31:0] row_found
);
  localparam integer PORT_BITS = LINKS > 4 ? 3 : 2;
  localparam integer CHANNEL_BITS = PORT_BITS + (VCS > 1 ? 1 : 0);

  logic [INPUTS-1:0] idle, asks, granted, owns, goes, ends, waits, lower, taken, freed, found, keep, look;
  logic [INPUTS-1:0] valid, second, whole, strips, eject_pick;
  logic [INPUTS*3-1:0] towards;
  logic [CHANNELS-1:0] both;               // has two
  logic [31:0] header_left;
  logic [INPUTS*FLIT-1:0] flit;
  logic [INPUTS*(FLIT+1)-1:0] crossing;       // and before them, whether they are lowered
  logic [INPUTS*CHANNEL_BITS-1:0] channel;  // that an input has or asks for
  logic [INPUTS*CHANNELS-1:0] to;           // the same, one bit of all
  logic [CHANNELS-1:0] credit;              // has one at least
  logic [CHANNELS-1:0] able, wanted, sent;
  logic [CHANNELS-1:0] begun;              // the header of its worm has left
  logic [LINKS*INPUTS-1:0] pick;            // of each output, whose flit leaves by it

  // --- inputs ---

  generate
    for (genvar p = 0; p <= LINKS; p = p + 1) begin : g_port
      localparam integer HERE = p < LINKS ? VCS : 1;  // inputs of this port

      logic [HERE-1:0] vc;
      logic [FLIT-1:0] pushed;
      logic [3:0] way;
      logic turn, stays;

      if (p < LINKS) begin : g_link
        assign vc = in_vc[p*VCS+:VCS] & {VCS{in_valid[p]}};
        assign pushed = in_flit[p*FLIT+:FLIT];
        assign in_credit[p*VCS+:VCS] = freed[p*VCS+:VCS];
      end else begin : g_injection
        assign vc = inject_valid;
        assign pushed = inject_flit;
        assign inject_credit = freed[CHANNELS];
      end
      noc_route #(
          .LINKS(LINKS),
          .VCS(HERE),
          .NODE_BITS(NODE_BITS)
      ) route (
          .clk,
          .turns,
          .linked,
          .entry_write(entry_write && entry_input / INPUT_BITS'(VCS) == p[INPUT_BITS-1:0]),
          .entry_vc(1'(entry_input % INPUT_BITS'(VCS))),
          .entry_node,
          .entry,
          .vc(1'(vc >> 1)),
          .header(pushed[31:0]),
          .follows(pushed[32]),
          .way,
          .turn,
          .stays
      );
      for (genvar v = 0; v < HERE; v = v + 1) begin : g_input
        localparam integer I = p * VCS + v;

        noc_input #(
            .VCS(VCS),
            .FLIT(FLIT),
            .PORT_BITS(PORT_BITS),
            .CHANNEL_BITS(CHANNEL_BITS)
        ) worm (
            .clk,
            .rst,
            .tick,
            .push(vc[v]),
            .pushed,
            .way,
            .turn,
            .stays,
            .freed(freed[I]),
            .idle(idle[I]),
            .asks(asks[I]),
            .granted(granted[I]),
            .owns(owns[I]),
            .channel(channel[I*CHANNEL_BITS+:CHANNEL_BITS]),
            .goes(goes[I]),
            .ends(ends[I]),
            .waits(waits[I]),
            .lower(lower[I]),
            .flit(flit[I*FLIT+:FLIT]),
            .taken(taken[I]),
            .found(found[I]),
            .sunk(sunk[I]),
            .valid(valid[I]),
            .second(second[I]),
            .whole(whole[I]),
            .strips(strips[I]),
            .towards(towards[3*I+:3])
        );
        for (genvar c = 0; c < CHANNELS; c = c + 1) begin : g_to
          assign to[I*CHANNELS+c] = channel[I*CHANNEL_BITS+:CHANNEL_BITS] ==
              CHANNEL_BITS'((c % VCS) << PORT_BITS | c / VCS);
        end
      end
    end
  endgenerate

  // --- step 2: channels for headers ---

  noc_allocator #(
      .INPUTS(INPUTS),
      .CHANNEL_BITS(CHANNEL_BITS)
  ) allocator (
      .clk,
      .tick,
      .idle,
      .asks,
      .owns,
      .channel,
      .granted
  );

  // --- step 3: flits leave ---

  always_comb begin
    able   = '0;
    wanted = '0;
    for (integer i = 0; i < INPUTS; i = i + 1) begin
      able   = able | (to[i*CHANNELS+:CHANNELS] & {CHANNELS{goes[i]}});
      wanted = wanted | (to[i*CHANNELS+:CHANNELS] & {CHANNELS{waits[i]}});
    end
    able = able & credit;
  end

  generate
    for (genvar p = 0; p < LINKS; p = p + 1) begin : g_output
      logic [FLIT-1:0] crosses;
      logic lowered;
      logic [noc_packet::NODE_BITS-1:0] node;

      noc_round_robin #(
          .WIDTH(VCS)
      ) link (
          .clk,
          .rst,
          .tick,
          .able(able[p*VCS+:VCS]),
          .pick(sent[p*VCS+:VCS])
      );
      for (genvar i = 0; i < INPUTS; i = i + 1) begin : g_pick
        assign pick[p*INPUTS+i] = goes[i] && |(to[i*CHANNELS+p*VCS+:VCS] & sent[p*VCS+:VCS]);
      end
      noc_crossbar #(
          .INPUTS(INPUTS),
          .WIDTH(FLIT + 1)
      ) crossbar (
          .pick(pick[p*INPUTS+:INPUTS]),
          .from(crossing),
          .to  ({lowered, crosses})
      );
      // A TURN that goes on has one link less to go.
      assign node = crosses[noc_packet::NODE_SHIFT+:noc_packet::NODE_BITS] -
          {{noc_packet::NODE_BITS - 1{1'b0}}, lowered};
      assign out_flit[p*FLIT+:FLIT] = {
        crosses[FLIT-1:noc_packet::FIELD_SHIFT], node, crosses[noc_packet::KIND_BITS-1:0]
      };
      assign out_valid[p] = |sent[p*VCS+:VCS];
      for (genvar v = 0; v < VCS; v = v + 1) begin : g_channel
        noc_credits places (
            .clk,
            .rst,
            .tick,
            .take(sent[p*VCS+v]),
            .give(out_credit[p*VCS+v]),
            .some(credit[p*VCS+v]),
            .both(both[p*VCS+v])
        );
        always_ff @(posedge clk)
          if (rst) begun[p*VCS+v] <= 1'b0;
          else if (tick && sent[p*VCS+v]) begun[p*VCS+v] <= !crosses[33];
      end
      assign relayed[p*VCS+:VCS] = headers[p*VCS+:VCS] & {VCS{!pick[p*INPUTS+CHANNELS]}};
    end
  endgenerate
  assign out_vc  = sent;
  assign blocked = wanted & ~sent;
  assign headers = sent & ~begun;

  noc_round_robin #(
      .WIDTH(INPUTS)
  ) ni (
      .clk,
      .rst,
      .tick,
      .able(ends),
      .pick(eject_input)
  );
  noc_crossbar #(
      .INPUTS(INPUTS),
      .WIDTH(FLIT)
  ) ejection (
      .pick(eject_pick),
      .from(flit),
      .to  (eject_flit)
  );
  assign eject_valid = |ends;

  noc_sunk #(
      .INPUTS(INPUTS),
      .FLIT  (FLIT),
      .ROWS  (ROWS)
  ) sinks (
      .clk,
      .rst,
      .tick,
      .keep,
      .flit,
      .sunk,
      .broken,
      .header(broken_header),
      .look,
      .left(header_left)
  );

  always_comb begin
    taken = eject_input;
    for (integer i = 0; i < INPUTS; i = i + 1) begin
      crossing[i*(FLIT+1)+:FLIT+1] = {lower[i], flit[i*FLIT+:FLIT]};
      for (integer p = 0; p < LINKS; p = p + 1) taken[i] = taken[i] || pick[p*INPUTS+i];
    end
  end

  // --- a debugger ---

  genvar n;
  generate
    if (ROWS != 0) begin : g_rows
      logic [INPUTS-1:0] there, header, left, tail, is_sunk, asks_channel, has_channel, has_context;
      logic [INPUTS-1:0] push;
      logic [2*INPUTS-1:0] flits;
      logic unused;

      assign unused = &{found};
      assign push = {inject_valid, in_vc};
      assign eject_pick = tick ? eject_input : look;
      for (n = 0; n < INPUTS; n = n + 1) begin : g_input
        noc_row state (
            .clk,
            .rst,
            .tick,
            .push(push[n]),
            .pushed_tail(n < CHANNELS ? in_flit[(n<CHANNELS?n/VCS:0)*FLIT+33] : inject_flit[33]),
            .pop(freed[n]),
            .strips(strips[n]),
            .valid(valid[n]),
            .second(second[n]),
            .idle(idle[n]),
            .whole(whole[n]),
            .owns(owns[n]),
            .goal(towards[3*n+:3]),
            .front_tail(flit[n*FLIT+33]),
            .front_follows(flit[n*FLIT+32]),
            .keeps(keep[n]),
            .there(there[n]),
            .flits(flits[2*n+:2]),
            .header(header[n]),
            .header_left(left[n]),
            .tail(tail[n]),
            .sunk(is_sunk[n]),
            .asks_channel(asks_channel[n]),
            .has_channel(has_channel[n]),
            .has_context(has_context[n])
        );
      end
      noc_rows #(
          .LINKS(LINKS),
          .VCS(VCS),
          .PORT_BITS(PORT_BITS),
          .CHANNEL_BITS(CHANNEL_BITS)
      ) table_of (
          .clk,
          .rst,
          .tick,
          .used(used_in),
          .row,
          .word(row_word),
          .rows,
          .found(row_found),
          .there,
          .flits,
          .header,
          .header_left(left),
          .tail,
          .sunk(is_sunk),
          .asks_channel,
          .has_channel,
          .has_context,
          .lower,
          .idle,
          .channel,
          .look,
          .front(eject_flit[31:0]),
          .left(header_left),
          .some(credit),
          .both,
          .give(out_credit)
      );
    end else begin : g_no_rows
      logic unused;

      assign eject_pick = eject_input;
      assign keep = found;
      assign look = '0;
      assign rows = '0;
      assign row_found = '0;
      assign unused = &{used_in, row, row_word, valid, second, whole, strips, towards, both, header_left};
    end
  endgenerate
endmodule
