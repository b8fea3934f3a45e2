#!/usr/bin/env python3
"""Where the checks of the kernels in bench/placement end up: writes bench/PLACEMENT.md.

  placement.py BUILD             compile every kernel three ways, count, write PLACEMENT.md
  placement.py BUILD --check     compile with the plugin only, compare with PLACEMENT.md, write nothing

Each kernel is compiled with checks written by hand as a trap and as an assert, and with the plugin; bin/loop-checks counts in the
final IR what is left. What the published rules of tile compilers make of a kernel is derived from its description (the comment
above it) by placement_rules.py.

Exit status 1: a check of ours stays in a loop although neither the index nor an exit that limits it depends on data, and the
kernel names no known cause; the derived figures are not the published ones; a plan says other than the code; with --check also if
a kernel is worse off than in PLACEMENT.md.
"""
import argparse
import collections
import datetime
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import placement_rules

HERE = pathlib.Path(__file__).resolve().parent
FILES = ["tiles", "loops", "loaded", "wraps", "reports", "families"]
TITLES = {"tiles": "F: loops over extents and over what the launch knows", "loops": "G: index forms and control",
          "loaded": "H: operands loaded from memory", "wraps": "W: indices that wrap around",
          "reports": "K, L: kernels of public bug reports", "families": "Families"}
OUTPUT = HERE / "PLACEMENT.md"
FLAGS = ["-std=c++20", "--cuda-device-only", "--offload-arch=sm_90", "-O3"]

# What the best published system does with these kernels: discharged, hoisted, in place, launch; a check moved to the launch
# counts as discharged, too.
PUBLISHED = {"F01": (1, 0, 0, 0), "F02": (0, 1, 0, 0), "F03": (0, 0, 1, 0), "F05": (2, 0, 0, 0), "F07": (4, 0, 0, 3),
             "F10": (1, 0, 0, 1), "F12": (2, 0, 0, 0), "F13": (1, 0, 1, 0), "F15": (2, 0, 0, 1), "F17": (1, 0, 1, 1),
             "F18": (2, 1, 0, 1), "F19": (0, 2, 0, 0), "F20": (1, 0, 1, 1), "F21": (0, 1, 1, 0), "F22": (0, 0, 1, 0)}

Case = collections.namedtuple("Case", "id symbol text data miss")
CASE = re.compile(r"((?:^//.*\n)+)^KERNEL (?:__launch_bounds__\(\d+\) )?(\w+)\(", re.M)


def cases_of(name):
    """The kernels of a file in its order."""
    cases = []
    for comment, symbol in CASE.findall((HERE / "placement" / f"{name}.cu").read_text()):
        lines = [line[3:] for line in comment.splitlines()]
        said = {"Data": "", "Miss": ""}
        text = ""
        for line in lines:
            key, _, rest = line.partition(": ")
            if key in said:
                said[key] = rest
            else:
                text += " " + line.strip()
        case, _, text = text.strip().partition(": ")
        cases.append(Case(case, symbol, text, said["Data"], said["Miss"]))
    return cases


class Tools:
    def __init__(self, build):
        cache = (build / "CMakeCache.txt").read_text()
        value = lambda key: re.search(rf"^{key}(?::\w+)?=(.*)$", cache, re.M).group(1)
        self.clang = value("TILECHECKS_CLANGXX")
        self.plugin = build / "lib" / "libTileChecks.so"
        self.counter = build / "bin" / "loop-checks"

    def version(self):
        return subprocess.run([self.clang, "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]

    def compile(self, name, output, extra):
        """Kernels of a file as final IR; what the compiler wrote on stderr."""
        command = [self.clang, "-x", "cuda", "-Wno-unknown-cuda-version",
                   f"-I{HERE.parent / 'intrinsics' / 'include'}", *FLAGS, *extra, "-S", "-emit-llvm",
                   str(HERE / "placement" / f"{name}.cu"), "-o", str(output)]
        environment = {k: v for k, v in os.environ.items() if not k.startswith("TILECHECKS_")} | {"TILECHECKS_TIMING": "1"}
        process = subprocess.run(command, capture_output=True, text=True, env=environment)
        if process.returncode:
            sys.exit(f"placement: {' '.join(command)}\n{process.stderr}")
        return process.stderr

    def count(self, ir):
        """By symbol: checks in loops, checks outside loops."""
        text = subprocess.run([self.counter, ir], capture_output=True, text=True, check=True).stdout
        return {symbol: (int(inside), int(outside)) for symbol, inside, outside in map(str.split, text.splitlines())}


Row = collections.namedtuple("Row", "case peer peer_loops ours trap hand_assert left")


def rows_of(name, tools, folder, by_hand):
    ir = folder / f"{name}.ll"
    text = tools.compile(name, ir, ["-fwrapv", f"-fpass-plugin={tools.plugin}", "-fno-discard-value-names"])
    left = tools.count(ir)
    plans = {function: tuple(map(int, counts)) for function, *counts in re.findall(
        r"^TILECHECKS_TIMING .*function=(\w+) checks_discharged=(\d+) checks_launch=(\d+) checks_hoisted=(\d+) "
        r"checks_in_place=(\d+)", text, re.M)}
    counts = {}
    for how in ("TRAP", "ASSERT") if by_hand else ():
        tools.compile(name, ir, [f"-DCHECK_BY_{how}"])
        counts[how] = tools.count(ir)
    rows = []
    for case in cases_of(name):
        peer = placement_rules.place(case.text)
        rows.append(Row(case, peer.counts, peer.in_loops, plans[case.symbol], counts.get("TRAP", {}).get(case.symbol),
                        counts.get("ASSERT", {}).get(case.symbol), left[case.symbol + "__tc_placed"]))
    return rows


def faults_of(rows):
    for row in rows:
        case, (discharged, launch, hoisted, in_place) = row.case, row.ours
        if case.id in PUBLISHED and row.peer != PUBLISHED[case.id]:
            yield f"{case.id}: the rules give {row.peer}, published is {PUBLISHED[case.id]}"
        if row.left[0] and not case.data and not case.miss:
            yield f"{case.id}: {row.left[0]} of our checks in a loop, and no `Data:` or `Miss:` says why"
        if bool(sum(row.left)) != bool(hoisted + in_place):
            yield f"{case.id}: the plan has {hoisted} hoisted and {in_place} in place, the code {sum(row.left)} checks"


def table(rows):
    numbers = lambda values: ", ".join(map(str, values))
    pair = lambda counts: f"{counts[0]} / {counts[1]}"
    yield "| case | kernel | trap | assert | rules D, H, P, L | rules: in loops | ours D, L, H, P | ours: in loops / outside |"
    yield "|---|---|---|---|---|---|---|---|"
    for row in rows:
        mark = "" if not row.left[0] else " (data)" if row.case.data else " (miss)"
        text = row.case.text.replace("|", "\\|")
        yield (f"| {row.case.id} | `{text}` | {pair(row.trap)} | {pair(row.hand_assert)} | {numbers(row.peer)} | {row.peer_loops} | "
               f"{numbers(row.ours)} | {pair(row.left)}{mark} |")


def document(rows, tools):
    """PLACEMENT.md; the date is that of the figures: kept while they are the same."""
    every = [row for group in rows.values() for row in group]
    share = lambda test: f"{sum(1 for row in every if test(row))} of {len(every)}"
    misses = [row for row in every if row.case.miss and row.left[0]]
    data = [row for row in every if row.case.data and row.left[0]]
    body = f"""
{tools.version()}; target sm_90. Checks written by hand: `{' '.join(FLAGS)}`; ours: the
same with `-fwrapv` (the default of `tilechecks-clang`) and the plugin. The kernels are in [placement](placement): one source,
compiled three ways.

* **trap**, **assert**: the check is written at the access, `if (!(0 <= i && i < n)) __trap();` or as an `assert`, and left to the
  optimiser. Figures are checks in loops / outside loops in the final IR (`loop-checks`): branches with a side that only fails.
* **rules**: what the placement table in the documentation of the best published system says of the kernel's description, derived
  by `placement_rules.py`: discharged, hoisted, in place, launch, where a check moved to the launch counts as discharged, too. Then
  the checks left in a loop: in place there, or hoisted out of an inner loop only. That system has tiles where these kernels have
  elements: take this as its rules at their word, not as a measurement of it.
* **ours**: discharged, launch, hoisted, in place, as the plan has it; then checks in loops / outside loops in the final IR of the
  placed body, which is what a launcher runs. A check of one dimension has up to two branches, in each copy of an unrolled loop. A
  loop with a versioned check counts with both its copies: the checked one has the check at its access.

Cases that do not compile because a constant index is out of range (F14, F16) have no row.

## Kernels with a check left in a loop

| trap | assert | rules | ours | ours, though nothing depends on data |
|---|---|---|---|---|
| {share(lambda r: r.trap[0])} | {share(lambda r: r.hand_assert[0])} | {share(lambda r: r.peer_loops)} | {share(lambda r: r.left[0])} | {share(lambda r: r.left[0] and not r.case.data)} |

Ours, because the index or an exit that limits it depends on data:

| case | why |
|---|---|
""" + "".join(f"| {row.case.id} | {row.case.data} |\n" for row in data)
    if misses:
        body += "\nOurs, known misses:\n\n| case | cause |\n|---|---|\n"
        body += "".join(f"| {row.case.id} | {row.case.miss} |\n" for row in misses)
    for name, group in rows.items():
        body += f"\n## {TITLES[name]}\n\n" + "\n".join(table(group)) + "\n"
    head = "# Placement\n\nWritten by `bench/placement.py BUILD`"
    old = OUTPUT.read_text() if OUTPUT.exists() else ""
    date = re.match(re.escape(head) + r", (\d{4}-\d\d-\d\d)\.\n", old)
    if date and old[date.end():] == body:
        return old
    return f"{head}, {datetime.date.today()}.\n{body}"


def recorded():
    """By case: ours, and ours in loops, as PLACEMENT.md has them."""
    rows = re.findall(r"^\| (\S+) \| `.*` \|.*\| (\d+), (\d+), (\d+), (\d+) \| (\d+) / \d+.*\|$", OUTPUT.read_text(), re.M)
    return {case: (tuple(map(int, counts[:4])), int(counts[4])) for case, *counts in rows}


def compare(rows):
    """Faults against PLACEMENT.md; what is better there is only said."""
    old = recorded()
    for row in rows:
        now = (row.ours, row.left[0])
        was = old.get(row.case.id)
        if was is None:
            yield f"{row.case.id}: not in PLACEMENT.md: run bench/placement.py"
        # Fewer in place may be more in loops: the checked copy of a versioned loop has them all.
        elif (row.ours[3], now[1], -sum(row.ours[:2])) > (was[0][3], was[1], -sum(was[0][:2])):
            yield f"{row.case.id}: worse than in PLACEMENT.md: {was[0]}, {was[1]} in loops, became {now[0]}, {now[1]} in loops"
        elif now != was:
            print(f"{row.case.id}: no longer as in PLACEMENT.md: {was[0]}, {was[1]} in loops, became {now[0]}, {now[1]} in loops")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--files", default=",".join(FILES), help="with --check, some of them")
    arguments = parser.parse_args()
    tools = Tools(arguments.build)
    names = arguments.files.split(",") if arguments.check else FILES
    with tempfile.TemporaryDirectory() as folder:
        rows = {name: rows_of(name, tools, pathlib.Path(folder), not arguments.check) for name in names}
    every = [row for group in rows.values() for row in group]
    faults = list(faults_of(every))
    for row in every:
        if row.case.miss and not row.left[0]:
            print(f"{row.case.id}: placed; its `Miss:` line can go")
    if arguments.check:
        faults += compare(every)
    else:
        OUTPUT.write_text(document(rows, tools))
    print(f"{len(every)} kernels, {sum(1 for row in every if row.left[0])} with a check of ours in a loop")
    for fault in faults:
        print(f"placement: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
