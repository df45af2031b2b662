// SPDX-License-Identifier: BSD-2-Clause
//
// Of noc_ni_inject and noc_ni_fetch: injection never underruns. A worm or signal that has begun waits
// for nothing but a credit, and never sends without one; the flits of its body are the words of its
// list part, then of its other part, each once and in order; nothing else is read, and nothing
// beyond RAM and image; and of reads there are not more than noc_ni_land counts on (land.sv).
// Assumed: what noc_ni_transmit says of a worm stays as it is until the worm has left, and
// noc_ni_part, which is here, has accepted both parts.
//
// Memory answers with the number of a word in the body; which place it has read is compared when it
// is asked. The signals under "taps" are noc_ni_fetch's and noc_ni_inject's own.

module prove_send #(
    parameter integer RAM_BITS = 8,
    parameter integer IMAGE_BITS = 10
) (
    input logic clk,
    input logic tick,
    input logic [4:0] first,
    input logic [4:0] ready,
    input logic [31:0] word0,
    input logic [31:0] list_at,
    input logic [19:0] list_length,
    input logic [31:0] body_at,
    input logic signal_ready,
    input logic [4:0] signal_mark,
    input logic follows,
    input logic credit
);
  localparam integer AT = IMAGE_BITS - 2;
  localparam logic [2:0] WORD0 = 3'd1, WORD1 = 3'd2, WORD2 = 3'd3, BODY = 3'd4;

  logic started = 1'b0;
  logic load, worm_left, signal_begins, signal_left, there, take, valid, read, read_image;
  logic [31:0] word;
  logic [33:0] flit;
  logic [IMAGE_BITS-4:0] read_at;
  logic [19:0] length, body_length;
  logic [63:0] data;

  assign length = word0[noc_regs::NI_TX_W0_LENGTH_SHIFT+:noc_regs::NI_TX_W0_LENGTH_BITS];
  assign body_length = length - list_length;

  noc_ni_inject #(
      .NODE_BITS(1)
  ) inject (
      .clk,
      .rst(!started),
      .tick,
      .self(1'b0),
      .first,
      .ready,
      .word0,
      .tag(16'd0),
      .word2(32'd0),
      .to(1'b0),
      .load,
      .worm_left,
      .signal_ready,
      .signal_mark,
      .signal_node(1'b0),
      .signal_number(5'd0),
      .signal_begins,
      .signal_left,
      .left_node(),
      .left_number(),
      .node(),
      .index(),
      .follows,
      .header(32'd0),
      .there,
      .word,
      .take,
      .valid,
      .flit,
      .credit
  );
  noc_ni_fetch #(
      .RAM_BITS(RAM_BITS),
      .IMAGE_BITS(IMAGE_BITS)
  ) fetch (
      .clk,
      .rst(!started),
      .tick,
      .load,
      .list_at,
      .list_length,
      .body_at,
      .body_length,
      .read,
      .read_image,
      .read_at,
      .data,
      .there,
      .word,
      .take
  );
  always_ff @(posedge clk) started <= 1'b1;

  // --- taps ---

  logic [AT-1:0] at;
  logic [19:0] rest, to_send;
  logic image, second, came, came_high, came_two, half, active, is_signal, some, both;
  logic [2:0] used, count, step;
  logic [1:0] oldest, next;
  logic [4*66-1:0] held;

  // --- what is sent ---

  logic list_image, body_image, list_good, body_good, was_left;
  logic [116:0] worm, worm_before;
  logic under;           // a worm's first flit has left, and not its tail
  logic [1:0] room;      // credits
  logic [19:0] taken;    // words of its body that have left
  logic [1:0] age;       // cycles since its first flit, 3 and more as one
  logic [3:0] budget;    // of reads, in halves

  noc_ni_part #(
      .RAM_BITS(RAM_BITS),
      .IMAGE_BITS(IMAGE_BITS)
  ) part_list (
      .addr (list_at),
      .flits(list_length),
      .image(list_image),
      .good (list_good)
  );
  noc_ni_part #(
      .RAM_BITS(RAM_BITS),
      .IMAGE_BITS(IMAGE_BITS)
  ) part_body (
      .addr (body_at),
      .flits(body_length),
      .image(body_image),
      .good (body_good)
  );
  assign worm = {1'b0, word0, list_at, list_length, body_at};

  always_comb begin
    assume (list_length <= length && list_good && body_good);
    assume (!under || worm == worm_before);
    assume (!credit || room != 2);
  end

  always_ff @(posedge clk)
    if (!started) begin
      under  <= 1'b0;
      room   <= 2'd2;
      budget <= 4'd12;
    end else if (tick) begin
      worm_before <= worm;
      room <= room - 2'(valid) + 2'(credit);
      budget <= read ? budget - 4'd1 : budget + 4'(budget < 12);
      if (load) begin
        under <= 1'b1;
        taken <= '0;
        age   <= '0;
      end else begin
        under <= under && !worm_left;
        taken <= taken + 20'(take);
        age   <= age + 2'(age != 3);
      end
    end

  // --- what is read: words by their number ---

  localparam logic [31:0] RAM = noc_regs::RAM_BASE, IMAGE = noc_regs::IMAGE_BASE;
  logic [19:0] asked, answered;  // of the word that is read in this cycle; in the one before
  logic [31:0] from;             // the part that it is of
  logic [AT-1:0] place;
  logic [22:0] behind;           // words from the region's begin on
  logic odd;                     // the other word of the two that were read

  assign asked = length - rest - (second ? body_length : 20'd0);
  assign from = asked < list_length ? list_at : body_at;
  assign place = AT'(from[IMAGE_BITS-1:2]) + AT'(asked < list_length ? asked : asked - list_length);
  assign behind = 23'(read_image ? from[IMAGE_BITS-1:2] : from[RAM_BITS-1:2]) +
      23'(asked < list_length ? asked : asked - list_length);
  always_ff @(posedge clk)
    if (tick) begin
      answered <= asked;
      odd <= place[0];
    end
  assign data = odd ? {32'(answered), 32'hffffffff} : {32'(answered) + 32'd1, 32'(answered)};

  // Words held or under way, in the order in which they will leave.
  logic [65:0] entry;
  logic [20:0] number;
  logic in_order;

  always_comb begin
    number   = 21'(taken);
    in_order = 1'b1;
    for (integer k = 0; k < 4; k = k + 1) begin
      entry = held[66*2'(oldest+2'(k))+:66];
      if (k < count) begin
        if (k == 0 && half) begin
          in_order = in_order && entry[65:64] == 2'b10 && entry[63:32] == 32'(number);
          number   = number + 21'd1;
        end else begin
          in_order = in_order && !(entry[64] && entry[65]) &&
              (entry[64] ? entry[63:32] == 32'(number) :
               entry[31:0] == 32'(number) && (!entry[65] || entry[63:32] == 32'(number) + 32'd1));
          number = number + (entry[65] ? 21'd2 : 21'd1);
        end
      end
    end
    if (came) begin
      in_order = in_order && answered == number[19:0] && !(came_high && came_two);
      number   = number + (came_two ? 21'd2 : 21'd1);
    end
  end

  // Reads of one word that are left of a part: at an odd begin, at an odd end.
  function automatic logic [1:0] singles(input logic odd, input logic [19:0] flits);
    singles = flits == 0 ? 2'd0 : 2'(odd) + 2'(odd != flits[0]);
  endfunction

  logic [4:0] extra;
  logic [20:0] words;
  logic [1:0] heading;  // flits before the body, without header flits: at least

  assign extra = 5'(singles(at[0], rest)) + (second ? 5'(singles(body_at[2], body_length)) : 5'd0);
  assign words = number - 21'(taken);
  assign heading = !under ? 2'd0 : step == BODY ? 2'd0 : step == WORD2 ? 2'd1 : step == WORD1 ? 2'd2 : 2'd3;

  always_ff @(posedge clk)
    if (started) begin
      // What is promised.
      assert (!valid || room != 0);
      assert (!(active && room != 0) || valid);
      assert (!take || word == 32'(taken));
      assert (!worm_left || taken + 20'(take) == length);
      assert (!read || (under && asked < length));
      assert (!read || (read_image ? read_at == place[AT-1:1] : read_at == (place[AT-1:1] & ((1 << (RAM_BITS - 3)) - 1))));
      assert (!read || read_image == (asked < list_length ? list_image : body_image));
      assert (!read || (read_image ? from[31:IMAGE_BITS] == IMAGE[31:IMAGE_BITS] : from[31:RAM_BITS] == RAM[31:RAM_BITS]));
      assert (!read || behind < (read_image ? 1 << (IMAGE_BITS - 2) : 1 << (RAM_BITS - 2)));
      assert (!read || budget != 0);

      // By induction.
      assert (room == 2'(some) + 2'(both) && (some || !both));
      assert (budget <= 12);
      assert (used == 3'(count + 3'(came)) && used <= 4 && next == 2'(oldest + count[1:0]));
      assert (under == (active && !is_signal));
      assert (!active || step <= (is_signal ? WORD2 : BODY));
      assert (in_order);
      assert (!came || came_high == odd);
      assert (!half || count != 0);
      if (!under) assert (rest == 0 && !second && used == 0 && !half && budget >= 8);
      else begin
        assert (number <= 21'(length) && 21'(asked) == number);
        assert (second ? rest != 0 && rest <= list_length : rest <= body_length);
        assert (rest == 0 || (image == (asked < list_length ? list_image : body_image)));
        assert (rest == 0 || at == (image ? place : place & ((1 << (RAM_BITS - 2)) - 1)));
        assert (taken + to_send == length);
        assert (step == BODY ? to_send != 0 && age == 3 : taken == 0 && !half);
        assert (step != WORD2 || age >= 2);
        assert (step != WORD1 || age >= 1);
        assert (age != 0 || (used == 0 && asked == 0));
        assert (age < 1 || taken == length || used != 0);
        assert (age < 2 || taken == length || count != 0);
        assert (age < 2 || rest == 0 || came || count >= 3);
        assert (age != 1 || rest == 0 || came);
        assert (5'(budget) + words + heading >= 8 + extra);
        assert (step == BODY || 5'(budget) + words >= 9);
      end
      cover (worm_left && taken == 2 && list_length == 1 && body_at[2]);
      cover (worm_left && length == 0);
      cover (signal_left);
      cover (under && read_image && read && !list_image && second == 0 && list_length != 0);
    end
endmodule
