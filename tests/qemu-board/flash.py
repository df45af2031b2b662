#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Images for the board's flash, by a second hand (include/noc/flash.h).

usage: flash.py OUT SLOT=ELF[,sequence=N][,params=FILE] ...

makes OUT, all of a flash, with these images and nothing else.
"""
import struct
import sys
import zlib

FLASH_BASE, FLASH_SIZE = 0x30000000, 0x800000
SLOT_SIZE, SECTOR = 0x400000, 0x10000
IMAGE_BASE, PARAMS_BASE = 0x20000000, 0x203C0000
MAGIC, VERSION, BOARD, MAP_VERSION = 0x49434F4E, 1, 1, 0x4E4F4306
OK, EMPTY, BAD_HEADER, BAD_VERSION, BAD_BOARD, BAD_LENGTH, BAD_CRC = range(1, 8)
HEADER_BYTES, PT_LOAD = 96, 1


def words(data):
    return data + bytes(-len(data) % 4)


def code_of(elf):
    """What an ELF file loads, from IMAGE_BASE on."""
    with open(elf, "rb") as f:
        data = f.read()
    at, = struct.unpack_from("<I", data, 28)
    size, count = struct.unpack_from("<HH", data, 42)
    code = bytearray()
    for i in range(count):
        kind, offset, _, to, length = struct.unpack_from("<5I", data, at + i * size)
        if kind == PT_LOAD and length:
            to -= IMAGE_BASE
            code += bytes(max(0, to + length - len(code)))
            code[to:to + length] = data[offset:offset + length]
    return words(bytes(code))


def header(code, params=b"", sequence=1, **other):
    """Of an image; `other` says which fields are to be something else."""
    field = dict(magic=MAGIC, version=VERSION, header_bytes=HEADER_BYTES, board=BOARD,
                 map_version=MAP_VERSION, sequence=sequence, code_bytes=len(code),
                 params_bytes=len(params), crc=zlib.crc32(code + params))
    field.update(other)
    head = struct.pack("<9I32s24x", *field.values(), b"test")
    return head + struct.pack("<I", zlib.crc32(head))


def slot(code, params=b"", sequence=1, **other):
    """The bytes of a slot, as far as they are not erased."""
    head = header(code, params, sequence, **other)
    return head + b"\xff" * (SECTOR - len(head)) + code + params


def flash(*slots):
    """All of a flash with these slots."""
    return b"".join(s + b"\xff" * (SLOT_SIZE - len(s)) for s in (slots + (b"", b""))[:2])


def main():
    slots = [b"", b""]
    for argument in sys.argv[2:]:
        number, rest = argument.split("=", 1)
        elf, *options = rest.split(",")
        option = dict(o.split("=", 1) for o in options)
        params = open(option["params"], "rb").read() if "params" in option else b""
        slots[int(number)] = slot(code_of(elf), words(params), int(option.get("sequence", 1)))
    with open(sys.argv[1], "wb") as f:
        f.write(flash(*slots))


if __name__ == "__main__":
    main()
