# SPDX-License-Identifier: BSD-2-Clause
"""NOR chips with Intel's command set, as their data sheets have them (28FxxxJ3, P30) or, where
those differ, as the emulated board's: to see what a sequence of writes does to chips that were left
in the middle of a command.

Chips beside each other share a bus, and each is in a state of its own.
"""

ERASED, ZEROED = "erased", "zeroed"


class Chip:
    def __init__(self, width):
        self.ones = (1 << 8 * width) - 1
        self.state, self.left, self.status = "array", 0, 0x80
        self.damage = []  # what was done to its contents

    # Everything up to the state that is wanted: (command or data, ...)
    def leave(self, words):
        for word in words:
            self.write(self.ones if word == "ones" else word)
        self.damage = []

    def write(self, word):
        getattr(self, "in_" + self.state)(word)

    def command(self, word):
        states = {0x70: "answers", 0x90: "answers", 0x98: "answers", 0x20: "erase", 0x60: "lock",
                  0x40: "word", 0x10: "word", 0xE8: "count"}
        self.state = states.get(word & 0xFF, "array")

    in_array = in_answers = command

    def give_up(self):
        self.status |= 0x30  # sequence error
        self.state = "answers"

    def in_erase(self, word):
        if word & 0xFF == 0xD0:
            self.damage.append(ERASED)
            self.state = "answers"
        else:
            self.give_up()

    def in_lock(self, word):
        if word & 0xFF in (0xD0, 0x01):
            self.damage.append("locked")
        self.give_up()

    def in_word(self, word):
        if word != self.ones:
            self.damage.append(ZEROED)
        self.state = "answers"

    def in_count(self, word):
        self.left, self.state = word + 1, "data"

    def in_data(self, word):
        if word != self.ones:  # the emulated board's have no buffer
            self.damage.append(ZEROED)
        self.left -= 1
        if self.left == 0:
            self.state = "confirm"

    def in_confirm(self, word):
        if word & 0xFF == 0xD0:
            self.damage.append(ZEROED)
            self.state = "answers"
        else:
            self.give_up()

    def read(self, at):
        """Its data differ from word to word, with a 0xff among them."""
        return (0xFF - 3 * at) & self.ones if self.state == "array" else self.status


class Bus:
    """Of 4 bytes at most. A debugger's word of 32 bits is one access to it, or several."""

    def __init__(self, chip_width, bus_width):
        self.width, self.accesses = chip_width, 4 // bus_width
        self.chips = [Chip(chip_width) for _ in range(bus_width // chip_width)]

    def write(self, word, times):
        lanes = 4 // self.width
        parts = [word >> 8 * self.width * i & self.chips[0].ones for i in range(lanes)]
        for i, chip in enumerate(self.chips):
            mine = parts[i::len(self.chips)]
            for _ in range(times):
                if chip.state == "array" and set(mine) == {chip.ones}:
                    break
                for part in mine:
                    chip.write(part)

    def read(self, words):
        lanes = 4 // self.width
        return [sum(self.chips[i % len(self.chips)].read(at) << 8 * self.width * i
                    for i in range(lanes)) for at in range(words)]


# Where a driver can have been cut off.
STATES = {
    "array": [], "status": [0x70], "id": [0x90], "query": [0x98],
    "erase before d0": [0x20], "lock before d0": [0x60],
    "40 before data": [0x40], "10 before data": [0x10],
    "e8 before count": [0xE8], "e8 before data": [0xE8, 15],
    "e8 amid data": [0xE8, 15] + ["ones"] * 7, "e8 before its last": [0xE8, 15] + ["ones"] * 15,
    "e8 before d0": [0xE8, 15] + ["ones"] * 16, "e8 of 256": [0xE8, 255],
    "after a buffer": [0xE8, 0, "ones", 0xD0], "after an error": [0x20, 0x33],
}
