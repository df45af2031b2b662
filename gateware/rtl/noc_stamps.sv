// SPDX-License-Identifier: BSD-2-Clause
//
// The stamps of a router: the last 256 records of worms that have left it. stamp.h; docs/board.md,
// section 5.3. They are an option, told by PROFILE.
//
// Records are numbered, those of one cycle by output, the NI last. Each output has a memory for all
// places; which one has a place's record is in 8 small memories, one for each remainder by 8, since
// no two records of one cycle have the same one. A debugger reads while there is no tick.
//
// Size: 1,407 LUT4, 87 flip-flops, 136 LUT-RAMs, 20 block RAMs (ECP5, 4 links, 1 virtual channel,
// 64 nodes).

module noc_stamps #(
    parameter integer LINKS = 4,
    parameter integer VCS = 1,
    parameter integer CHANNELS = LINKS * VCS,
    parameter integer INPUTS = CHANNELS + 1,
    parameter integer INPUT_BITS = 4
) (
    input  logic                clk,
    input  logic                rst,
    input  logic                tick,
    input  logic                on,           // CTL_STAMP
    input  logic [        31:0] now,
    // Flits that leave in this cycle.
    input  logic [CHANNELS-1:0] out_vc,
    input  logic [LINKS*34-1:0] out_flit,
    input  logic                eject_valid,
    input  logic [  INPUTS-1:0] eject_input,
    input  logic [        33:0] eject_flit,
    output logic [        31:0] written,      // records ever made
    // A debugger reads a word of the block, which is there in the next cycle.
    input  logic                look,
    input  logic [         9:0] at,
    output logic [        31:0] found
);
  localparam integer OUTPUTS = LINKS + 1;

  logic [OUTPUTS-1:0] made;
  logic [8*OUTPUTS-1:0] place;
  logic [117*OUTPUTS-1:0] record;
  logic [31:0] next;
  logic [INPUT_BITS-1:0] from;

  generate
    for (genvar p = 0; p < LINKS; p = p + 1) begin : g_link
      noc_stamp_output stamps (
          .clk,
          .rst,
          .tick,
          .on,
          .now,
          .leaves(|out_vc[p*VCS+:VCS]),
          .way(1'(out_vc[p*VCS+:VCS] >> 1)),
          .flit(out_flit[34*p+:34]),
          .made(made[p]),
          .place(place[8*p+:8]),
          .look,
          .at(at[9:2]),
          .found(record[117*p+:117])
      );
    end
  endgenerate

  always_comb begin
    from = '0;
    for (integer i = 0; i < INPUTS; i = i + 1) if (eject_input[i]) from = from | INPUT_BITS'(i);
  end
  noc_stamp_output #(
      .WAY_BITS(INPUT_BITS)
  ) to_ni (
      .clk,
      .rst,
      .tick,
      .on,
      .now,
      .leaves(eject_valid),
      .way(from),
      .flit(eject_flit),
      .made(made[LINKS]),
      .place(place[8*LINKS+:8]),
      .look,
      .at(at[9:2]),
      .found(record[117*LINKS+:117])
  );

  always_comb begin
    next = written;
    for (integer o = 0; o < OUTPUTS; o = o + 1) begin
      place[8*o+:8] = next[7:0];
      next = next + 32'(made[o]);
    end
  end
  logic wrapped;  // all places have been written

  always_ff @(posedge clk)
    if (rst) begin
      written <= '0;
      wrapped <= 1'b0;
    end else if (tick) begin
      written <= next;
      wrapped <= wrapped || |next[31:8];
    end

  // --- whose a place's record is ---

  logic [2:0] whose[0:7];

  generate
    for (genvar b = 0; b < 8; b = b + 1) begin : g_bank
      logic [2:0] outputs[0:noc_regs::STAMPS/8-1];
      logic [2:0] output_now;
      logic [4:0] to;
      logic some;

      always_comb begin
        some = 1'b0;
        to = '0;
        output_now = '0;
        for (integer o = 0; o < OUTPUTS; o = o + 1)
          if (made[o] && place[8*o+:3] == b[2:0]) begin
            some = 1'b1;
            to = place[8*o+3+:5];
            output_now = 3'(o);
          end
      end
      always_ff @(posedge clk) if (tick && some) outputs[to] <= output_now;
      assign whose[b] = outputs[at[9:5]];
    end
  endgenerate

  // --- a debugger ---

  logic [2:0] from_output;
  logic [1:0] word;
  logic there;
  logic [116:0] shown;
  logic [4:0] port;

  always_ff @(posedge clk)
    if (look) begin
      from_output <= whose[at[4:2]];
      word <= at[1:0];
      there <= wrapped || at[9:2] < written[7:0];
    end
  always_comb begin
    shown = '0;
    for (integer o = 0; o < OUTPUTS; o = o + 1) if (from_output == 3'(o)) shown = record[117*o+:117];
  end
  assign port = from_output == 3'(LINKS) ? noc_regs::STAMP_TO_NI : 5'(from_output);

  always_comb
    if (!there) found = '0;
    else
      case (word)
        2'd0: found = shown[116:85];
        2'd1:
        found = {1'b1, 5'd0, shown[84] && from_output != 3'(LINKS), port, shown[83:64]};
        2'd2: found = shown[63:32];
        default: found = shown[31:0];
      endcase
endmodule
