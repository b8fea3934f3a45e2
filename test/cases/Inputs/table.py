#!/usr/bin/env python3
"""The tables of docs/placement.md against the kernels they name.

  table.py PAGE

A row with an outcome, `D, L, H, P`, names at least one kernel, GROUP/KERNEL; each must have exactly these counts in the
COUNTS lines of GROUP.cu beside this file. Kernels named in the text must exist, too.
"""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
COUNTS = re.compile(r"// COUNTS[A-Z-]*: .*function=(\S+) checks_discharged=(\d+) checks_launch=(\d+) checks_hoisted=(\d+) "
                    r"checks_in_place=(\d+)")
KERNEL = re.compile(r"\b([a-z]\w*)/([a-z]\w*(?:<[\w, ]*>)?)")


def main():
    groups = {p.stem: {m.group(1): tuple(map(int, m.groups()[1:])) for m in COUNTS.finditer(p.read_text())}
              for p in HERE.glob("*.cu")}
    groups = {name: kernels for name, kernels in groups.items() if kernels}
    rows, named, wrong = 0, 0, 0
    for number, line in enumerate(pathlib.Path(sys.argv[1]).read_text().splitlines(), 1):
        def say(text):
            nonlocal wrong
            wrong += 1
            print(f"line {number}: {text}")

        cells = [c.strip() for c in line.strip().strip("|").split("|")] if line.startswith("|") else []
        outcome = next((c for c in cells if re.fullmatch(r"\d+, \d+, \d+, \d+", c)), None)
        kernels = [(g, k) for g, k in KERNEL.findall(cells[-1] if outcome else line) if outcome or g in groups]
        if outcome:
            rows += 1
            if not kernels:
                say("no kernel")
        for group, kernel in kernels:
            named += 1
            found = groups.get(group, {}).get(kernel)
            if found is None:
                say(f"there is no kernel {group}/{kernel}")
            elif outcome and ", ".join(map(str, found)) != outcome:
                say(f"{group}/{kernel} has {', '.join(map(str, found))}, not {outcome}")
    print(f"{rows} rows, {named} kernels, {wrong} wrong")
    sys.exit(wrong != 0 or rows == 0)


main()
