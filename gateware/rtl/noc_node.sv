// SPDX-License-Identifier: BSD-2-Clause
//
// A node without its core and memory: router and network interface. No input but the memory's data
// and the hart's reaches an output in the same cycle; the hart's reach `printed`, `exited` and
// `aborted` alone. So nodes may be evaluated in any order.

module noc_node #(
    parameter integer LINKS = 4,
    parameter integer VCS = 1,
    parameter integer NODE_BITS = 4,
    parameter integer TURNS = 0,
    parameter integer RAM_BITS = 16,
    parameter integer IMAGE_BITS = 22,
    parameter integer CHANNELS = LINKS * VCS,
    parameter integer INPUTS = CHANNELS + 1,
    parameter integer INPUT_BITS = 4
) (
    input  logic                  clk,
    input  logic                  rst,
    input  logic                  tick,
    // What the board is; routing and route memory are written before the first tick.
    input  logic [          13:0] self,
    input  logic [          13:0] nodes,
    input  logic [          31:0] profile,
    input  logic [          31:0] host,
    input  logic [          31:0] boot_shown,     // of node 0
    input  logic                  turns,
    input  logic [     LINKS-1:0] linked,
    input  logic                  entry_write,
    input  logic [INPUT_BITS-1:0] entry_input,
    input  logic [ NODE_BITS-1:0] entry_node,
    input  logic [           3:0] entry,
    input  logic                  way_write,
    input  logic [ NODE_BITS-1:0] way_node,
    input  logic [           4:0] way_index,
    input  logic [           9:0] way_value,
    input  logic [  CHANNELS-1:0] used,
    // Links.
    input  logic [     LINKS-1:0] in_valid,
    input  logic [  CHANNELS-1:0] in_vc,
    input  logic [  LINKS*34-1:0] in_flit,
    output logic [  CHANNELS-1:0] in_credit,
    output logic [     LINKS-1:0] out_valid,
    output logic [  CHANNELS-1:0] out_vc,
    output logic [  LINKS*34-1:0] out_flit,
    input  logic [  CHANNELS-1:0] out_credit,
    // The hart.
    input  logic                  access,
    input  logic                  writes,
    input  logic                  own,
    input  logic [          11:0] offset,
    input  logic [          31:0] wdata,
    output logic [          31:0] rdata,
    input  logic                  peek,
    output logic [          31:0] peeked,
    input  logic                  asleep,
    output logic                  line,
    output logic [          63:0] now,
    output logic                  printed,
    output logic [           7:0] character,
    output logic                  exited,
    output logic                  aborted,
    output logic [           7:0] status,
    output logic [          31:0] boot_out,
    // Memory.
    output logic                  memory,
    output logic                  memory_image,
    output logic [IMAGE_BITS-4:0] memory_at,
    output logic [           7:0] memory_write,
    output logic [          63:0] memory_wdata,
    input  logic [          63:0] memory_rdata,
    output logic [           5:0] behind,
    // What crosses between NI and router, to be looked at.
    output logic                  inject_valid,
    output logic [          33:0] inject_flit,
    output logic                  eject_valid,
    output logic [          33:0] eject_flit
);
  logic inject_credit, boot_write;
  logic [INPUTS-1:0] eject_input, sunk;
  logic [CHANNELS-1:0] headers, relayed, blocked;
  logic unused;

  assign unused = &{sunk};

  noc_router #(
      .LINKS(LINKS),
      .VCS(VCS),
      .NODE_BITS(NODE_BITS),
      .INPUT_BITS(INPUT_BITS)
  ) router (
      .clk,
      .rst,
      .tick,
      .turns,
      .linked,
      .entry_write,
      .entry_input,
      .entry_node,
      .entry,
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

  noc_ni_boot boot (
      .clk,
      .rst,
      .tick,
      .write(boot_write),
      .wdata,
      .shown(boot_out)
  );

  noc_ni #(
      .LINKS(LINKS),
      .VCS(VCS),
      .NODE_BITS(NODE_BITS),
      .TURNS(TURNS),
      .RAM_BITS(RAM_BITS),
      .IMAGE_BITS(IMAGE_BITS),
      .INPUT_BITS(INPUT_BITS)
  ) ni (
      .clk,
      .rst,
      .tick,
      .self,
      .nodes,
      .profile,
      .host,
      .boot_shown,
      .way_write,
      .way_node,
      .way_index,
      .way_value,
      .used,
      .access,
      .writes,
      .own,
      .offset,
      .wdata,
      .rdata,
      .peek,
      .peeked,
      .asleep,
      .line,
      .now,
      .printed,
      .character,
      .exited,
      .aborted,
      .status,
      .boot_write,
      .memory,
      .memory_image,
      .memory_at,
      .memory_write,
      .memory_wdata,
      .memory_rdata,
      .behind,
      .inject_valid,
      .inject_flit,
      .inject_credit,
      .eject_valid,
      .eject_input,
      .eject_flit,
      .flits(out_vc),
      .headers,
      .relayed,
      .blocked
  );
endmodule
