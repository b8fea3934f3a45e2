#!/usr/bin/env python3
"""edit-sidecar.py IN OUT PATH=JSON...: a copy of a sidecar with single values replaced, e.g. kernels.0.digest='"00"'.

An empty JSON text removes the key.
"""
import json
import sys

with open(sys.argv[1]) as file:
    document = json.load(file)
for edit in sys.argv[3:]:
    path, text = edit.split("=", 1)
    *parents, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    at = document
    for step in parents:
        at = at[step]
    if text:
        at[last] = json.loads(text)
    else:
        del at[last]
with open(sys.argv[2], "w") as file:
    json.dump(document, file, indent=2)
    file.write("\n")
