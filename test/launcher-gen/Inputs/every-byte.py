#!/usr/bin/env python3
"""every-byte.py FILE FIRST COMMAND...: runs COMMAND with `{}` replaced by a copy of FILE with one byte turned over, for each of
the 64 bytes from FIRST on and some later ones. COMMAND has to exit with 0 or 1 each time: not by a signal. A header that
it reads as another one may still be right; a crash never is."""
import subprocess
import sys

path, first, *command = sys.argv[1:]
with open(path, "rb") as file:
    whole = bytearray(file.read())
spoilt = path + ".spoilt"
refused = 0
for at in [*range(int(first), int(first) + 64), *range(int(first) + 64, len(whole), 131)]:
    copy = whole[:]
    copy[at] ^= 0xFF
    with open(spoilt, "wb") as file:
        file.write(copy)
    out = subprocess.run([word.replace("{}", spoilt) if "{}" in word else spoilt + ".out" if word.endswith(".hpp") else word
                          for word in command], stderr=subprocess.DEVNULL)
    if out.returncode not in (0, 1):
        sys.exit(f"byte {at} turned over: exit code {out.returncode}")
    refused += out.returncode
if not refused:
    sys.exit("no spoilt copy was refused")
