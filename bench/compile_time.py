#!/usr/bin/env python3
"""What the plugin adds to clang's device compile: the analysis, and each further body, as a share of what the twin takes.

  compile_time.py [BUILD] [--sites 10,100,1000,10000] [--shapes straight,loops,conditions] [--runs 5] [--no-examples]
  compile_time.py [BUILD] --nests [--sites 100,300,1000,3000] [--depths 1,2,3,4,5,6] [--shapes constant,launch,guarded,stencil]

Rows are Markdown. Times are CPU time in user mode of clang -cc1 from source to PTX, ptxas not included: the median over the
runs. Above 1,000 sites only the analysis is measured: the compilation ends as soon as it is done. The twin is the same source with TILECHECKS_UNCHECKED and no plugin. The analysis is what TILECHECKS_TIMING says; the
column of a body is the time with that body less the time without, over the twin's. The run with the default bodies and those
with one more alternate, so that a busy machine disturbs all alike. `slope` is that of log time over log sites, from 100 on.

With --nests: the analysis alone, the least of the runs, of loop nests with accesses in the body of each loop; exit status 1 if a
slope is above 1.15. With --instructions, millions of instructions (valgrind's callgrind) instead of milliseconds: fifty times
slower, the same on a busy machine.
"""
import argparse
import collections
import math
import os
import pathlib
import re
import shlex
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BODIES = ["no_hoist", "reference", "unchecked"]


def straight(sites):
    """Element accesses one after the other."""
    lines = [f"  y(i + {k}) = x(i + {k + 1});" for k in range(sites // 2)]
    return "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n" + "\n".join(lines)


def loops(sites):
    """Ten accesses to a loop, the loops one after the other."""
    out = ["  const int i = blockIdx.x * blockDim.x + threadIdx.x;"]
    for first in range(0, sites // 2, 5):
        out.append("  for (int k = 0; k < n; ++k) {")
        out += [f"    y(i + {k}) += x(k + {k});" for k in range(first, min(first + 5, sites // 2))]
        out.append("  }")
    return "\n".join(out)


def conditions(sites):
    """Each pair of accesses under a condition of its own."""
    lines = [f"  if (i < y.extent(0) - {k})\n    y(i + {k}) = x(i + {k});" for k in range(sites // 2)]
    return "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n" + "\n".join(lines)


SHAPES = {"straight": straight, "loops": loops, "conditions": conditions}


def source_of(shape, sites):
    return ("#include <tilechecks/tilechecks.hpp>\n"
            "__global__ void k(tc::tensor1<const float> x, tc::tensor1<float> y, int n) {\n" + SHAPES[shape](sites) + "\n}\n")


def nests(depth, sites, header, condition):
    """Nests one after the other: four accesses in the body of each loop, two of them under the condition."""
    out, number = [], 0
    while number < sites:
        for k in range(depth):
            index = " + ".join(f"i{j}" for j in range(k + 1))
            out.append(header.format(k=k, constant=8 + k) + " {")
            for under in ("", "", condition.format(k=k), condition.format(k=k)):
                if number < sites:
                    out.append(f"{under} x({index} + {number}) = 1;")
                    number += 1
        out.append("}" * depth)
    return "\n".join(out)


def constant_nests(depth, sites):
    """Constant bounds."""
    return nests(depth, sites, "for (int i{k} = 0; i{k} < {constant}; ++i{k})", "")


def launch_nests(depth, sites):
    """The bounds are arguments."""
    return nests(depth, sites, "for (int i{k} = 0; i{k} < n{k}; ++i{k})", "")


def guarded_nests(depth, sites):
    """The same with conditions on variables and arguments."""
    return nests(depth, sites, "for (int i{k} = 0; i{k} < n{k}; ++i{k})", "if (i{k} < m)")


def stencil_nest(depth, sites):
    """One nest; all accesses of a body lie around the element that the variables name."""
    out = []
    for k in range(depth):
        index = " + ".join(f"i{j}" for j in range(k + 1))
        out.append(f"for (int i{k} = {sites // 2}; i{k} < n{k} - {sites // 2}; ++i{k}) {{")
        out += [f"x({index} + {number - sites // 2}) = 1;" for number in range(k * sites // depth, (k + 1) * sites // depth)]
    return "\n".join(out) + "}" * depth


NESTS = {"constant": constant_nests, "launch": launch_nests, "guarded": guarded_nests, "stencil": stencil_nest}
STEEPEST = 1.15


def cc1_of(driver, source, extra):
    """The one cc1 command that the driver would run."""
    command = [driver, str(source), "--offload-arch=sm_90", *extra, "-o", "none.ptx"]
    outer = subprocess.run([*command, "-###"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    clang = shlex.split(outer.stderr.splitlines()[0]) if outer.returncode == 0 and outer.stderr else None
    if not clang:
        sys.exit(f"compile_time: {shlex.join(command)}\n{outer.stderr}")
    inner = subprocess.run([*clang, "-###"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    for line in inner.stderr.splitlines():
        words = shlex.split(line)
        if "-cc1" in words:
            words[words.index("-o") + 1] = os.devnull
            return words
    sys.exit(f"compile_time: no -cc1 in\n{inner.stderr}")


def run(command):
    """Seconds in user mode, and the milliseconds of the analysis that the plugin reports."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("TILECHECKS_")}
    environment["TILECHECKS_TIMING"] = "1"
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        text = errors.read()
    if process.returncode:
        sys.exit(f"compile_time: {shlex.join(command)}\n{text}")
    return usage.ru_utime, sum(float(ms) for ms in re.findall(r"^TILECHECKS_TIMING .* ms=([\d.]+)$", text, re.M)), text


def measure(driver, source, runs, bodies):
    commands = {"twin": cc1_of(driver, source, ["--twin"]), "default": cc1_of(driver, source, [])}
    for body in bodies:
        commands[body] = cc1_of(driver, source, [f"--bodies={body}"])
    times, analysis, outcomes = collections.defaultdict(list), [], ""
    for _ in range(runs):
        for name, command in commands.items():
            seconds, ms, text = run(command)
            times[name].append(seconds)
            if name == "default":
                analysis.append(ms / 1000)
                counts = collections.Counter()
                for key, value in re.findall(r"checks_(\w+)=(\d+)", text):
                    counts[key] += int(value)
                outcomes = " / ".join(str(counts[key]) for key in ("discharged", "launch", "hoisted", "in_place"))
    median = {name: statistics.median(values) for name, values in times.items()}
    # Differences within a run, then the median: what both share drops out.
    added = {body: statistics.median(b - d for b, d in zip(times[body], times["default"])) for body in bodies}
    return {"outcomes": outcomes, "twin": median["twin"], "analysis": statistics.median(analysis),
            "default": statistics.median(d - t for d, t in zip(times["default"], times["twin"])), **added}


def analysis_of(driver, source):
    """Milliseconds of the analysis, and the outcomes; the compilation ends there."""
    process = subprocess.Popen(cc1_of(driver, source, []), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True, env=dict(os.environ, TILECHECKS_TIMING="1"))
    text = next((line for line in process.stderr if line.startswith("TILECHECKS_TIMING ")), None)
    process.kill()
    process.wait()
    if not text:
        sys.exit(f"compile_time: no analysis of {source}")
    ms = float(re.search(r" ms=([\d.]+)$", text).group(1))
    counts = re.search(r"checks_discharged=(\d+) checks_launch=(\d+) checks_hoisted=(\d+) checks_in_place=(\d+)", text)
    return ms, " / ".join(counts.groups())


def instructions_of(driver, source):
    """Instructions of the analysis, in millions; outcomes are not looked at."""
    command = cc1_of(driver, source, [])
    bitcode = source.with_suffix(".bc")
    command[command.index("-S")] = "-emit-llvm-bc"
    command[command.index("-o") + 1] = str(bitcode)
    subprocess.run([*command, "-disable-llvm-passes"], check=True, stdin=subprocess.DEVNULL)
    plugin = next(word.partition("=")[2] for word in command if word.startswith("-fpass-plugin="))
    valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}", "--collect-atstart=no",
                "--toggle-collect=tilechecks::plugin::Session::Session(*"]
    text = subprocess.run([*valgrind, str(pathlib.Path(command[0]).parent / "opt"), f"-load-pass-plugin={plugin}",
                           "-passes=print<tilechecks-plan>", "-disable-output", str(bitcode)],
                          check=True, capture_output=True, text=True).stderr
    return int(re.search(r"Collected : (\d+)", text).group(1)) / 1e6, ""


def measure_analysis(driver, source):
    """Of a kernel whose checked bodies would take long to compile."""
    twin, _, _ = run(cc1_of(driver, source, ["--twin"]))
    ms, outcomes = analysis_of(driver, source)
    return {"outcomes": outcomes, "twin": twin, "analysis": ms / 1000}


def row(title, m, bodies):
    share = lambda seconds: "" if seconds is None else f"{100 * seconds / m['twin']:.1f} %"
    cells = [title, m["outcomes"], f"{m['twin']:.3f}", f"{1000 * m['analysis']:.1f}", share(m["analysis"]), share(m.get("default"))]
    print("| " + " | ".join(cells + [share(m.get(body)) for body in bodies]) + " |", flush=True)


def slope(points):
    points = [(math.log(x), math.log(y)) for x, y in points if x >= 100]
    if len(points) < 2:
        return None
    mean = [statistics.mean(p[i] for p in points) for i in (0, 1)]
    return (sum((x - mean[0]) * (y - mean[1]) for x, y in points) / sum((x - mean[0]) ** 2 for x, _ in points))


def measure_nests(driver, shapes, depths, sizes, runs, instructions):
    """The table of the nests; whether all slopes are within the bar."""
    unit = "M instructions" if instructions else "ms"
    print("| nest | depth | outcomes of the largest | " + " | ".join(f"{sites} sites, {unit}" for sites in sizes) + " | slope |")
    print("|---" * (len(sizes) + 4) + "|", flush=True)
    good = True
    with tempfile.TemporaryDirectory() as folder:
        for shape in shapes:
            for depth in depths:
                points = []
                for sites in sizes:
                    source = pathlib.Path(folder) / f"{shape}{depth}x{sites}.cu"
                    bounds = "".join(f", int n{k}" for k in range(depth))
                    source.write_text(f"#include <tilechecks/tilechecks.hpp>\n__global__ void k(tc::tensor1<float> x, int m{bounds}) {{\n"
                                      f"{NESTS[shape](depth, sites)}\n}}\n")
                    results = [instructions_of(driver, source) if instructions else analysis_of(driver, source) for _ in range(runs)]
                    points.append((sites, min(cost for cost, _ in results)))
                steep = slope(points)
                good &= steep is None or steep <= STEEPEST
                cells = [f"{cost:.1f}" for _, cost in points] + ["" if steep is None else f"{steep:.2f}"]
                print(f"| {shape} | {depth} | {results[0][1]} | " + " | ".join(cells) + " |", flush=True)
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", nargs="?", default=ROOT / "build", type=pathlib.Path)
    parser.add_argument("--sites")
    parser.add_argument("--shapes")
    parser.add_argument("--nests", action="store_true")
    parser.add_argument("--depths", default="1,2,3,4,5,6")
    parser.add_argument("--instructions", action="store_true", help="with --nests: count instructions instead of taking the time")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--no-examples", action="store_true")
    parser.add_argument("--no-bodies", action="store_true", help="the default bodies alone")
    arguments = parser.parse_args()
    driver = str(arguments.build / "bin" / "tilechecks-clang")
    if arguments.instructions:
        arguments.runs = 1  # they do not differ
    sizes = [int(n) for n in (arguments.sites or ("100,300,1000,3000" if arguments.nests else "10,100,1000,10000")).split(",")]
    shapes = arguments.shapes.split(",") if arguments.shapes else NESTS if arguments.nests else SHAPES
    if arguments.nests:
        depths = [int(n) for n in arguments.depths.split(",")]
        return 0 if measure_nests(driver, shapes, depths, sizes, arguments.runs, arguments.instructions) else 1
    bodies = [] if arguments.no_bodies else BODIES
    head = ["kernel", "discharged / launch / hoisted / in place", "twin s", "analysis ms", "analysis", "analysis and default bodies"]
    head += [f"+ {body}" for body in bodies]
    print("| " + " | ".join(head) + " |\n|" + "---|" * len(head), flush=True)
    if not arguments.no_examples:
        for name in ("saxpy", "sgemm"):
            row(name, measure(driver, ROOT / "examples" / name / f"{name}.cu", arguments.runs, bodies), bodies)
    slopes = []
    with tempfile.TemporaryDirectory() as folder:
        for shape in shapes:
            analysis = []
            for sites in sizes:
                source = pathlib.Path(folder) / f"{shape}{sites}.cu"
                source.write_text(source_of(shape, sites))
                m = measure_analysis(driver, source) if sites > 1000 else measure(driver, source, arguments.runs, bodies)
                row(f"{shape}, {sites} sites", m, bodies)
                analysis.append((sites, m["analysis"]))
            slopes.append((shape, slope(analysis)))
    for shape, value in slopes:
        if value is not None:
            print(f"\nslope of the analysis, {shape}: {value:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
