// SPDX-License-Identifier: BSD-2-Clause
//
// Of noc_ni_land: its queue never holds more than INPUTS + 6 writes, each leaves once, in order and
// unchanged, and a read never waits. Ports alone, but for the order: taps `first`, `next` and `places`.
//
// What comes is bounded by two budgets, in half accesses: a cycle adds a half, an access takes two.
// Of reads there are 12 halves at most, which send.sv proves of noc_ni_fetch; of writes 2 for each
// input, which arrive.sv proves of noc_ni_arrivals.

module prove_land #(
    parameter integer INPUTS = 13
) (
    input logic clk,
    input logic tick,
    input logic read,
    input logic read_image,
    input logic [4:0] read_at,
    input logic put,
    input logic [2:0] put_at,
    input logic [7:0] put_bytes
);
  localparam integer WIDTH = 3 + 8 + 64;

  logic started = 1'b0;
  logic [5:0] behind;
  logic memory, memory_image;
  logic [4:0] memory_at;
  logic [7:0] memory_write;
  logic [63:0] memory_data;
  logic [5:0] come, gone;         // numbers of writes
  logic [5:0] puts, reads;        // the budgets

  noc_ni_land #(
      .RAM_BITS(6),
      .IMAGE_BITS(8)
  ) land (
      .clk,
      .rst(!started),
      .tick,
      .read,
      .read_image,
      .read_at,
      .put,
      .put_at,
      .put_data({put_bytes, 45'd0, put_at, 2'd0, come}),
      .put_bytes,
      .behind,
      .memory,
      .memory_image,
      .memory_at,
      .memory_write,
      .memory_data
  );
  always_ff @(posedge clk) started <= 1'b1;

  logic writes;

  assign writes = memory && !read;
  always_comb begin
    assume (!put || puts != 0);
    assume (!read || reads != 0);
  end

  always_ff @(posedge clk)
    if (!started) begin
      come  <= '0;
      gone  <= '0;
      puts  <= 6'(2 * INPUTS);
      reads <= 6'd12;
    end else if (tick) begin
      come  <= come + 6'(put);
      gone  <= gone + 6'(writes);
      puts  <= put ? puts - 6'd1 : puts + 6'(puts < 2 * INPUTS);
      reads <= read ? reads - 6'd1 : reads + 6'(reads < 12);
    end

  // --- taps ---

  logic [4:0] first, next;
  logic [32*WIDTH-1:0] places;

  logic [WIDTH-1:0] place;
  logic [32*6-1:0] numbers;
  logic [31:0] intact;

  always_comb begin
    numbers = '0;
    intact  = '0;
    for (integer k = 0; k < 32; k = k + 1) begin
      place = places[WIDTH*k+:WIDTH];
      numbers[6*k+:6] = place[5:0];
      intact[k] = place[74:72] == place[10:8] && place[71:64] == place[63:56];
    end
  end

  always_ff @(posedge clk)
    if (started) begin
      assert (behind <= INPUTS + 6);
      assert (8'(behind) * 2 + puts + reads <= 2 * INPUTS + 13);
      assert (puts <= 2 * INPUTS && reads <= 12);
      assert (behind == 6'(come - gone));
      assert (first == gone[4:0] && next == come[4:0]);
      for (integer k = 0; k < 32; k = k + 1)
        assert (5'(k - first) >= behind || (intact[k] && numbers[6*k+:6] == 6'(gone + 5'(k - first))));
      assert (writes == (behind != 0 && !read));
      assert (!read || (memory && memory_write == 0 && memory_at == read_at && memory_image == read_image));
      assert (!writes || (!memory_image && memory_data[5:0] == gone && memory_write == memory_data[63:56] &&
              memory_at == 5'(memory_data[10:8])));
      assert (memory || memory_write == 0);
      cover (behind == 3);
      cover (writes && gone == 3 && &memory_write);
      cover (put && read && reads == 9);
    end
endmodule
