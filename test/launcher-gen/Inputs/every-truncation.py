#!/usr/bin/env python3
"""every-truncation.py CUBIN STEP COMMAND...: runs COMMAND with `{}` replaced by a copy of CUBIN cut to each multiple of STEP
bytes and to one byte less than the whole. COMMAND has to exit with 1 each time: not with 0, and not by a signal."""
import subprocess
import sys

path, step, *command = sys.argv[1:]
with open(path, "rb") as file:
    whole = file.read()
cut = path + ".cut"
for size in [*range(0, len(whole), int(step)), len(whole) - 1]:
    with open(cut, "wb") as file:
        file.write(whole[:size])
    code = subprocess.run([word.replace("{}", cut) for word in command], stderr=subprocess.DEVNULL).returncode
    if code != 1:
        sys.exit(f"cut to {size} of {len(whole)} bytes: exit code {code}")
