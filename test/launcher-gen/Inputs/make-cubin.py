#!/usr/bin/env python3
"""make-cubin.py SIDECAR YAML FAKE: what ptxas would leave for the kernels of a sidecar, twice over.

YAML is a cubin for yaml2obj, as far as launcher-gen reads it; FAKE is the image that fake-driver.cpp understands.
`--v2` writes parameter records of tag 0x45, as CUDA 13 does for kernels with more than 4 KiB of parameters.
"""
import json
import struct
import sys

v2 = "--v2" in sys.argv
sidecar, yaml, fake = [a for a in sys.argv[1:] if a != "--v2"]


def record(param):
    if v2:
        size, tag = struct.pack("<HH", param["size"], 0), 0x45
    else:
        size, tag = struct.pack("<I", param["size"] << 18), 0x17
    return struct.pack("<BBHIHH", 4, tag, 12, 0, param["index"], param["offset"]) + size


with open(sidecar) as file:
    kernels = json.load(file)["kernels"]
sections, symbols, image = [], [], []
for kernel in kernels:
    # The compiler writes the parameters from the last to the first, between entries of other tags.
    info = struct.pack("<BBHI", 4, 0x37, 4, 130) + b"".join(record(p) for p in reversed(kernel["params"]))
    info += struct.pack("<BBH", 3, 0x1B, 255)
    for body in kernel["bodies"]:
        name = body["symbol"]
        sections.append(f"  - {{ Name: .nv.info.{name}, Type: 0x70000000, Content: '{info.hex()}' }}")
        sections.append(f"  - {{ Name: .text.{name}, Type: SHT_PROGBITS, Flags: [ SHF_ALLOC ], Content: '{'00' * 16}' }}")
        symbols.append(f"  - {{ Name: {name}, Type: STT_FUNC, Section: .text.{name}, Binding: STB_GLOBAL, Size: 16 }}")
        image.append("function " + " ".join([name] + [f"{p['offset']}:{p['size']}" for p in kernel["params"]]))
    digest = f"{kernel['symbol']}__tc_digest_{kernel['digest']}"
    symbols.append(f"  - {{ Name: {digest}, Type: STT_OBJECT, Section: .nv.global.init, Binding: STB_GLOBAL, Size: 1 }}")
    image.append(f"global {digest}")
    image.append(f"global {kernel['symbol']}__tc_table " + json.dumps(kernel, separators=(",", ":")))
sections.append("  - { Name: .nv.global.init, Type: SHT_PROGBITS, Flags: [ SHF_ALLOC, SHF_WRITE ], Content: '00' }")
header = "  Class: ELFCLASS64\n  Data: ELFDATA2LSB\n  Type: ET_EXEC\n  Machine: 190\n"
with open(yaml, "w") as file:
    file.write(f"--- !ELF\nFileHeader:\n{header}Sections:\n" + "\n".join(sections))
    file.write("\nSymbols:\n" + "\n".join(symbols) + "\n...\n")
with open(fake, "w") as file:
    file.write("\n".join(image) + "\n")
